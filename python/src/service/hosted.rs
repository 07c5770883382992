//! Taking over a hosted account.

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;
use shiptrack::hosted::{Adoption, HostedAccount, Notified};
use shiptrack::webhooks::{Secret, Verifier};

use super::PyService;
use crate::client::PyClient;
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::{arguments, calls, push};

#[pymethods]
impl PyService {
    /// Takes over what a hosted account follows: its tracking requests with their references, labels and customers, and what it knows of
    /// their shipments. Doing so again adds nothing; one that was broken off goes on where it was left.
    ///
    /// ``client`` is a client of that account. The service needs somebody who answers for each carrier: the account itself does, as
    /// ``Service(any_carrier=client)``. After ``most`` tracking requests it ends, to be gone on with; ``anew`` looks through all of the
    /// account once more.
    #[pyo3(signature = (client, *, account=None, most=None, anew=None))]
    fn adopt<'py>(
        &self,
        py: Python<'py>,
        client: &Bound<'py, PyClient>,
        account: Option<&Bound<'_, PyAny>>,
        most: Option<&Bound<'_, PyAny>>,
        anew: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let hosted = HostedAccount::new(client.get().handle.client().or_raise(py)?);
        let cancel = CancelToken::new();
        let mut adoption = Adoption::new().cancel(cancel.clone());
        if let Some(most) = most {
            adoption = adoption.most(arguments::whole("most", most, 1)?);
        }
        if anew.map(|anew| arguments::flag("anew", anew)).transpose()?.unwrap_or(false) {
            adoption = adoption.anew();
        }
        let adopted = calls::run_on_helper(py, &cancel, move || service.adopt(&account, &hosted, &adoption))?;
        from_json(py, "AdoptionReport", adopted.to_json())
    }

    /// Takes in what a hosted account posts to a webhook that is registered there, and says what came of it: ``"due"`` where a tracking
    /// request is looked up at once, ``"taken_over"`` where it was not here yet, ``"nothing"`` where nobody follows it here.
    ///
    /// ``headers`` are the header fields of any framework, ``body`` the bytes as they came; ``secret`` is the webhook's. A signature that
    /// does not hold raises :class:`~shiptrack.errors.SignatureError`.
    #[pyo3(signature = (client, headers, body, *, secret, account=None))]
    fn receive_hosted(
        &self,
        py: Python<'_>,
        client: &Bound<'_, PyClient>,
        headers: &Bound<'_, PyAny>,
        body: &Bound<'_, PyAny>,
        secret: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let (service, account) = self.account(py, account)?;
        let hosted = HostedAccount::new(client.get().handle.client().or_raise(py)?);
        let (headers, body) = (push::headers(headers)?, arguments::bytes("body", body)?);
        let secret = Secret::new(push::secret(py, secret)?).or_raise(py)?;
        let notified = calls::run_on_helper(py, &CancelToken::new(), move || {
            let verifier = Verifier::new([secret])?;
            service.receive_hosted(&account, &hosted, &verifier, |name| headers.get(name), &body)
        })?;
        Ok(match notified {
            Notified::Due(_) => "due",
            Notified::TakenOver(_) => "taken_over",
            _ => "nothing",
        })
    }
}
