//! Subscriptions at carriers and at own sources, and the data that they deliver.

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;
use shiptrack::service::NewSubscription;

use super::PyService;
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::{arguments, calls, converters, push};

#[pymethods]
impl PyService {
    /// Receives a callback of a carrier's event subscription, or a signed report of one of your own sources.
    ///
    /// ``headers`` are the header fields of any framework, ``body`` the raw bytes before anything parses them. The
    /// content is recorded as :meth:`record_facts` does. An event that is both pushed and polled is stored once, and
    /// the same callback again adds nothing.
    ///
    /// Answer with status 204 if the call returns, and with ``status`` of the error if it raises:
    /// :class:`~shiptrack.errors.SignatureError`, :class:`~shiptrack.errors.NotFoundError` if there is no such
    /// subscription, and others.
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

    /// Adds a subscription for callbacks of a carrier and returns it.
    ///
    /// * ``carrier``: Code of the carrier.
    /// * ``called``: The carrier's id of the subscription, which its callbacks contain. If left out, it is taken from
    ///   the first callback with a valid signature.
    /// * ``number``, ``kind``: The number that the subscription is about, if it is about one.
    /// * ``secret``: The shared secret in base64. If left out, the service creates one: pass :attr:`Subscription.secret
    ///   <shiptrack.values.Subscription>` to the carrier.
    /// * ``callback_url``: The service itself subscribes at the carrier with this URL, if the profile of the carrier
    ///   supports it. This is done as due work (by the worker or :meth:`run_due`). The service renews the subscription
    ///   before it expires, and ends it when it is removed.
    ///
    /// If the same subscription exists, it is returned.
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

    /// Adds a subscription for signed reports of one of your own sources and returns it. ``source`` is the kind of
    /// source (``terminal``, ``rail``, ``user_input`` …), ``name`` identifies the source. Reports are signed as by
    /// :func:`shiptrack.webhooks.sign`.
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

    /// Returns the subscriptions of an account, oldest first.
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

    /// Replaces the secret of a subscription and returns it. Without ``secret`` the service creates one. Signatures
    /// with the previous secret stay valid for ``overlap`` seconds (a day).
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

    /// Removes a subscription. Its callbacks are rejected from now on. A carrier where the service subscribed is asked
    /// to end the subscription.
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
