//! Imports a hosted account.

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;
use shiptrack::hosted_account::{Adoption, HostedAccount, NotificationOutcome};
use shiptrack::webhooks::{SigningSecret, Verifier};

use super::PyService;
use crate::client::PyClient;
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::{arguments, calls, push};

#[pymethods]
impl PyService {
    /// Imports a hosted account: its tracking requests with references, labels and customers, and what it knows about
    /// their shipments. Can be repeated: a second run adds nothing, and an interrupted run continues.
    ///
    /// * ``client``: A client of the hosted account. Every carrier code needs a carrier; the account can be it:
    ///   ``Service(any_carrier=client)``.
    /// * ``most``: Stop after so many tracking requests; the next run continues.
    /// * ``anew``: ``True`` examines the whole account again.
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

    /// Receives a notification that a hosted account posts to a webhook registered there. Returns ``"due"`` if a
    /// tracking request is looked up now, ``"taken_over"`` if it was imported, and ``"nothing"`` if it is not tracked
    /// here.
    ///
    /// * ``headers``, ``body``: Header fields of any framework, and the raw bytes.
    /// * ``secret``: The signing secret of the webhook.
    ///
    /// Raises :class:`~shiptrack.errors.SignatureError` if the signature is not valid.
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
        let secret = SigningSecret::new(push::secret(py, secret)?).or_raise(py)?;
        let notified = calls::run_on_helper(py, &CancelToken::new(), move || {
            let verifier = Verifier::new([secret])?;
            service.receive_hosted(&account, &hosted, &verifier, |name| headers.get(name), &body)
        })?;
        Ok(match notified {
            NotificationOutcome::LookUpDue(_) => "due",
            NotificationOutcome::RequestAdopted(_) => "taken_over",
            _ => "nothing",
        })
    }
}
