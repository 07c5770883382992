//! Subscriptions at carriers and at other sources, and what they send.

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;
use shiptrack::service::NewSubscription;

use super::PyService;
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::{arguments, calls, converters, push};

#[pymethods]
impl PyService {
    /// Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a signed report of a source of
    /// one's own.
    ///
    /// ``headers`` are the header fields of any framework, ``body`` the bytes as they came, before anything parses them. What it says
    /// is recorded as :meth:`record_facts` does; an event that is sent and one that is polled are one, and the same once more adds
    /// nothing. Answer 204 when it returns, and ``status`` of the error when it raises
    /// (:class:`~shiptrack.errors.SignatureError`, :class:`~shiptrack.errors.NotFoundError` for what is of no subscription, …).
    fn receive_push<'py>(
        &self,
        py: Python<'py>,
        headers: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let (headers, body) = (push::headers(headers)?, arguments::bytes("body", body)?);
        let pushed = calls::run_on_helper(py, &CancelToken::new(), move || service.receive_push(&headers, &body))?;
        from_json(py, "PushReport", pushed.to_json())
    }

    /// Takes in the callbacks of an event subscription at a carrier.
    ///
    /// ``called`` is the carrier's id of it, which its callbacks carry; without it the first one that verifies says so. ``secret`` is
    /// base64, as the carrier was given it; without it the service makes one, for :meth:`Subscription.secret
    /// <shiptrack.values.Subscription>` to be given to the carrier. Where it is about one ``number``, what comes by it is about that.
    ///
    /// With a ``callback_url`` the service asks the carrier to call back there, where its profile allows it, as work that is due: in its
    /// worker, or in :meth:`run_due`. It renews the subscription before it ends, and has it ended when it is removed. Where the same is
    /// asked for already, that is given.
    #[pyo3(signature = (carrier, *, called=None, number=None, kind=None, secret=None, callback_url=None, account=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn subscribe_carrier<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::carrier)] carrier: String,
        called: Option<&Bound<'py, PyAny>>,
        number: Option<&Bound<'py, PyAny>>,
        kind: Option<&Bound<'py, PyAny>>,
        secret: Option<&Bound<'py, PyAny>>,
        callback_url: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut new = push::with_number(py, NewSubscription::of_carrier(carrier), number, kind)?;
        if let Some(url) = callback_url {
            new = new.call_back(arguments::text("callback_url", url)?);
        }
        if let Some(called) = called {
            new = new.called(arguments::text("called", called)?);
        }
        self.subscribe(py, new, secret, account)
    }

    /// Takes in the reports of a source of one's own: what kind of source it is (``terminal``, ``rail``, ``user_input``, …), and which
    /// one of its kind. They are signed as :func:`shiptrack.webhooks.sign` does.
    #[pyo3(signature = (source, name, *, secret=None, account=None))]
    fn subscribe_source<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::source)] source: String,
        #[pyo3(from_py_with = converters::name)] name: String,
        secret: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.subscribe(py, NewSubscription::own(source.as_str(), name), secret, account)
    }

    /// Who may send to an account without being asked, oldest first.
    #[pyo3(signature = (*, account=None))]
    fn subscriptions<'py>(
        &self,
        py: Python<'py>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (service, account) = self.account(py, account)?;
        let found = calls::run_detached(py, move || service.subscriptions(&account))?;
        found.iter().map(|record| push::subscription_object(py, record)).collect()
    }

    /// Gives a subscription another secret: this one, or a new one. What the one before signed is taken for the ``overlap``, too: a day,
    /// unless it is said.
    #[pyo3(signature = (id, *, secret=None, overlap=None, account=None), text_signature = "($self, id, *, secret=None, overlap=86400, account=None)")]
    fn rotate_subscription<'py>(
        &self,
        py: Python<'py>,
        id: &Bound<'py, PyAny>,
        secret: Option<&Bound<'py, PyAny>>,
        overlap: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let secret = secret.map(|secret| push::secret(py, secret)).transpose()?;
        let overlap = overlap.map(|overlap| arguments::duration("overlap", overlap)).transpose()?;
        let id = push::subscription_id(py, id)?;
        let rotate = move || service.rotate_subscription(&account, id, secret.as_deref(), overlap);
        push::subscription_object(py, &calls::run_detached(py, rotate)?)
    }

    /// Takes nothing in any more of a subscription. A carrier that the service asked to call back is asked to end it.
    #[pyo3(signature = (id, *, account=None))]
    fn remove_subscription(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        account: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (service, account) = self.account(py, account)?;
        let id = push::subscription_id(py, id)?;
        calls::run_on_helper(py, &CancelToken::new(), move || service.remove_subscription(&account, id))
    }
}

impl PyService {
    fn subscribe<'py>(
        &self,
        py: Python<'py>,
        mut new: NewSubscription,
        secret: Option<&Bound<'py, PyAny>>,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        if let Some(secret) = secret {
            new = new.secret(push::secret(py, secret)?);
        }
        push::subscription_object(py, &calls::run_detached(py, move || service.add_subscription(&account, new))?)
    }
}
