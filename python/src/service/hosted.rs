//! Imports a hosted account.

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;
use shiptrack::hosted_account::{Adoption, HostedAccount, NotificationOutcome};
use shiptrack::webhooks::{SigningSecret, Verifier};

use super::PyService;
use crate::client::PyClient;
use crate::clock::PyCancel;
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::{arguments, calls, converters, push};

#[pymethods]
impl PyService {
    /// Imports a hosted account: its tracking requests with references, labels and customers, and what it knows about
    /// their shipments. Can be repeated: a second run adds nothing, and an interrupted run continues.
    ///
    /// * ``client``: A client of the hosted account. Every carrier code needs a carrier; the account can be it:
    ///   ``Service(any_carrier=client)``.
    /// * ``most``: Stop after so many tracking requests; the next run continues.
    /// * ``anew``: ``True`` examines the whole account again.
    /// * ``max_pages``: Stop after so many pages of up to 100 tracking requests; 1,000 if it is missing.
    /// * ``timeout``: Seconds, with all pauses that the account requests. Then :class:`~shiptrack.errors.TimedOutError` or
    ///   :class:`~shiptrack.errors.RateLimitedError` is raised; the next run continues.
    /// * ``cancel``: A :class:`CancelToken` that ends the run.
    #[pyo3(signature = (client, *, account=None, most=None, anew=None, max_pages=None, timeout=None, cancel=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn adopt<'py>(
        &self,
        py: Python<'py>,
        client: &Bound<'py, PyClient>,
        account: Option<&Bound<'_, PyAny>>,
        most: Option<&Bound<'_, PyAny>>,
        anew: Option<&Bound<'_, PyAny>>,
        max_pages: Option<&Bound<'_, PyAny>>,
        timeout: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = converters::cancel)] cancel: Option<Py<PyCancel>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let hosted = HostedAccount::new(client.get().handle.client().or_raise(py)?);
        let cancel = cancel.map_or_else(CancelToken::new, |cancel| cancel.get().token.child());
        let mut adoption = Adoption::new().cancel(cancel.clone());
        if let Some(most) = most {
            adoption = adoption.most(arguments::whole("most", most, 1)?);
        }
        if anew.map(|anew| arguments::flag("anew", anew)).transpose()?.unwrap_or(false) {
            adoption = adoption.anew();
        }
        if let Some(pages) = max_pages {
            adoption = adoption.max_pages(arguments::whole("max_pages", pages, 1)?);
        }
        if let Some(timeout) = timeout {
            adoption = adoption.timeout(arguments::timeout("timeout", timeout)?);
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
