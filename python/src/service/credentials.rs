//! Stored credentials for carriers, and the key that encrypts them.

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
    /// Stores a credential of an account for a carrier, and replaces an earlier one of the same name. ``name`` is the
    /// name in the profile of the carrier, such as ``client_id`` of ``MAEU``; other names are rejected.
    ///
    /// Look-ups of the account use stored credentials before those of ``credentials=``. Requests that wait because the
    /// carrier rejected the previous credential continue. The credential is encrypted in the file with ``store_key``
    /// and is never shown.
    ///
    /// Raises :class:`~shiptrack.errors.ConfigurationError` if the service has no ``store_key``.
    #[pyo3(signature = (scac, name, secret, *, account=None))]
    fn store_credential(
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
        calls::run_detached(py, move || service.store_credential(&account, &scac, &name, &secret))
    }

    /// Returns which credentials of an account are stored, without their values.
    #[pyo3(signature = (*, account=None))]
    fn stored_credentials<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let kept = calls::run_detached(py, move || service.stored_credentials(&account))?;
        kept.iter().map(|kept| from_json(py, "StoredCredential", json!(kept))).collect()
    }

    /// Deletes a stored credential. Raises :class:`~shiptrack.errors.NotFoundError` if it is not stored.
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

    /// Encrypts the secrets in the file with another key: all secrets that can be read, or none if the call fails. From
    /// now on the file is opened with the new key; earlier copies of the file still need the previous one.
    fn rekey(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<()> {
        let service = self.open.service.get().or_raise(py)?;
        let (key, open) = (access::store_key("key", key)?, Arc::clone(&self.open));
        calls::run_detached(py, move || open.rekey(&service, key))
    }

    /// Returns the credentials that carriers reject, each with the number of requests that wait for it. One look-up an
    /// hour tries it again; a replacement is used immediately.
    fn suspended_credentials<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let found = calls::run_detached(py, move || service.suspended_credentials())?;
        let text = serde_json::to_string(&found).unwrap_or_default();
        py.import("shiptrack._access")?.call_method1("suspended_credentials", (text,))
    }

    /// Returns how many look-ups each carrier needs with each set of credentials, as JSON.
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
