//! Credentials at carriers, and the key they are stored under.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::json;
use shiptrack::carrier_http::Credentials;
use shiptrack::clock::CancelToken;

use super::PyService;
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::{access, arguments, calls, push};

#[pymethods]
impl PyService {
    /// Keeps a credential of an account at a carrier, in place of the one of that name there is: ``client_id`` of ``MAEU``, as its profile
    /// names it; a name that the profile does not ask for is refused.
    ///
    /// The account's look-ups are asked with it, before any that ``credentials`` give; what waits because the one before it was refused goes on. It stands in
    /// the file under the ``store_key`` and is shown nowhere; without a key, :class:`~shiptrack.errors.ConfigurationError`.
    #[pyo3(signature = (scac, name, secret, *, account=None))]
    fn keep_credential(
        &self,
        py: Python<'_>,
        scac: &Bound<'_, PyAny>,
        name: &Bound<'_, PyAny>,
        secret: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (service, account) = self.account(py, account)?;
        let (scac, name) = (arguments::text("scac", scac)?, arguments::text("name", name)?);
        let secret = shiptrack::carrier_http::Secret::new(push::secret(py, secret)?);
        calls::run_detached(py, move || service.keep_credential(&account, &scac, &name, &secret))
    }

    /// Which credentials are kept of an account, never what they are.
    #[pyo3(signature = (*, account=None))]
    fn kept_credentials<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let kept = calls::run_detached(py, move || service.kept_credentials(&account))?;
        kept.iter().map(|kept| from_json(py, "StoredCredential", json!(kept))).collect()
    }

    /// Keeps a credential no more. One that is not kept raises :class:`~shiptrack.errors.NotFoundError`.
    #[pyo3(signature = (scac, name, *, account=None))]
    fn forget_credential(
        &self,
        py: Python<'_>,
        scac: &Bound<'_, PyAny>,
        name: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (service, account) = self.account(py, account)?;
        let (scac, name) = (arguments::text("scac", scac)?, arguments::text("name", name)?);
        calls::run_detached(py, move || service.forget_credential(&account, &scac, &name))
    }

    /// Keeps all secrets in the file under this key instead of the present ``store_key``: all that can be read, or none. From then on the file is
    /// opened with this one; a copy of it from before is still under the one before.
    fn rekey(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let service = self.open.service.get().or_raise(py)?;
        let (key, open) = (access::store_key("key", key)?, Arc::clone(&self.open));
        calls::run_detached(py, move || open.rekey(&service, key))
    }

    /// The credentials that carriers refuse, each with what waits for it. One look-up an hour tries it again, and others in its place
    /// are used at once.
    fn suspended_credentials<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let found = calls::run_detached(py, move || service.suspended_credentials())?;
        let told = serde_json::to_string(&found).unwrap_or_default();
        py.import("shiptrack._access")?.call_method1("suspended_credentials", (told,))
    }

    /// What each carrier is to be asked for with each set of credentials, as JSON.
    fn _carriers_plan(&self, py: Python<'_>) -> PyResult<String> {
        let service = self.open.service.get().or_raise(py)?;
        let plans = calls::run_on_helper(py, &CancelToken::new(), move || service.carriers_plan())?;
        Ok(serde_json::to_string(&plans).unwrap_or_default())
    }
}

impl PyService {
    /// Also returns the name of the account.
    pub fn stored_credentials_of(&self, py: Python<'_>, account: &str) -> PyResult<(Credentials, String)> {
        let (service, id) = self.account(py, Some(PyString::new(py, account).as_any()))?;
        calls::run_detached(py, move || {
            let name = service.accounts()?.into_iter().find(|known| known.id == id).map(|known| known.name);
            Ok((service.credentials_of(&id)?, name.unwrap_or_default()))
        })
    }
}
