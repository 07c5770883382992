//! Webhooks: create, ensure, update, rotate secrets.

use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::Client;
use shiptrack::client::{EnsureOutcome, NewWebhook, WebhookUpdate};
use shiptrack::resources::{DeliveryHeader, EventName, WebhookId};

use super::fetch_one;
use crate::arguments::{self, texts};
use crate::client::PyClient;
use crate::handle::Handle;
use crate::operations::PyFamily;
use crate::{convert, converters, objects};

/// The default overlap.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Calls of `client.webhooks` that are not generated from the description of the interface.
#[pyclass(frozen, subclass, extends = PyFamily, module = "shiptrack", name = "_Webhooks")]
pub struct Webhooks {
    handle: Handle,
}

#[pymethods]
impl Webhooks {
    #[new]
    fn new(client: &Bound<'_, PyClient>) -> PyClassInitializer<Self> {
        let own = Webhooks { handle: client.get().handle.clone() };
        PyClassInitializer::from(PyFamily::new(client)).add_subclass(own)
    }

    /// Registers a URL for notifications and returns the webhook with its signing secret: ``webhook.secret.reveal()``
    /// is the text.
    ///
    /// * ``url``: Where notifications are posted.
    /// * ``active``: ``False`` registers the URL without sending anything to it.
    /// * ``events``: Names of the events to send; all events if left out.
    /// * ``headers``: Header fields that are added to every delivery.
    ///
    /// A service accepts URLs on this machine only if it was opened with ``allow_loopback=True``, and URLs in private
    /// networks only with ``allow_networks=``.
    #[pyo3(signature = (url, *, active=true, events=None, headers=None))]
    fn create(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = converters::url)] url: String,
        #[pyo3(from_py_with = converters::active)] active: bool,
        events: Option<&Bound<'_, PyAny>>,
        headers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let new = read_new(url, Some(active), events, headers)?;
        fetch_one(py, &self.handle, move |client| client.webhooks().create(new))
    }

    /// Registers a URL unless it is already registered. Safe to call at every start of a program.
    ///
    /// If a webhook with exactly this URL exists (of several: the oldest), ``active``, ``events`` and ``headers`` are
    /// changed where they differ; arguments that are left out change nothing. A webhook that is switched off stays off
    /// unless ``active=True`` is passed. ``how`` of the result is ``created``, ``updated`` or ``unchanged``.
    #[pyo3(signature = (url, *, active=None, events=None, headers=None))]
    fn ensure<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::url)] url: String,
        active: Option<&Bound<'py, PyAny>>,
        events: Option<&Bound<'py, PyAny>>,
        headers: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let active = active.map(converters::active).transpose()?;
        let new = read_new(url, active, events, headers)?;
        let ensured = self.handle.call(py, move |client| client.webhooks().ensure(new))?;
        let how = match ensured.how {
            EnsureOutcome::Created => "created",
            EnsureOutcome::Updated => "updated",
            EnsureOutcome::Unchanged => "unchanged",
        };
        convert::structure(py, "EnsureResult")?.call1((objects::from_resource(py, &ensured.webhook)?, how))
    }

    /// Changes a webhook and returns it. Arguments that are left out keep their values.
    #[pyo3(signature = (id, *, url=None, active=None, events=None, headers=None))]
    fn update(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        url: Option<&Bound<'_, PyAny>>,
        active: Option<&Bound<'_, PyAny>>,
        events: Option<&Bound<'_, PyAny>>,
        headers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let id = WebhookId::new(&arguments::id(id, "webhook")?);
        let mut changes = WebhookUpdate::new();
        if let Some(url) = url {
            changes = changes.url(converters::url(url)?);
        }
        if let Some(active) = active {
            changes = changes.active(converters::active(active)?);
        }
        if let Some(events) = events {
            changes = changes.events(names(events)?);
        }
        if let Some(headers) = headers {
            changes = changes.headers(fields(headers)?);
        }
        fetch_one(py, &self.handle, move |client| client.webhooks().update(&id, changes))
    }

    /// Gives a webhook a new signing secret, which the returned webhook contains.
    ///
    /// During ``overlap`` (in seconds; a day if left out, at most 30 days) deliveries are signed with both secrets, so
    /// a receiver that accepts both misses no delivery. The signature header of the hosted service has room for one
    /// signature; it is made with the new secret at once. ``overlap=0`` makes all earlier secrets invalid immediately:
    /// use it after a secret has leaked.
    ///
    /// Only a service of this library supports this; a hosted service raises ``NotFoundError``.
    #[pyo3(signature = (id, *, overlap=None), text_signature = "($self, id, *, overlap=86400)")]
    fn rotate_secret(
        &self,
        py: Python<'_>,
        id: &Bound<'_, PyAny>,
        overlap: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let id = WebhookId::new(&arguments::id(id, "webhook")?);
        let overlap = overlap.map_or(Ok(A_DAY), |overlap| arguments::duration("overlap", overlap))?;
        let rotate = move |client: &Client| client.webhooks().rotate_secret(&id, overlap);
        let fetched = self.handle.call_with(py, &[("overlap_seconds", "overlap")], rotate)?;
        objects::from_document(py, fetched.into_document())
    }
}

fn read_new(
    url: String,
    active: Option<bool>,
    events: Option<&Bound<'_, PyAny>>,
    headers: Option<&Bound<'_, PyAny>>,
) -> PyResult<NewWebhook> {
    let mut new = NewWebhook::new(url);
    if let Some(active) = active {
        new = new.active(active);
    }
    if let Some(events) = events {
        new = new.events(names(events)?);
    }
    if let Some(headers) = headers {
        new = new.headers(fields(headers)?);
    }
    Ok(new)
}

fn names(events: &Bound<'_, PyAny>) -> PyResult<Vec<EventName>> {
    Ok(texts("events", events)?.iter().map(|name| EventName::parse(name)).collect())
}

fn fields(headers: &Bound<'_, PyAny>) -> PyResult<Vec<DeliveryHeader>> {
    let fields = arguments::headers("headers", headers)?;
    Ok(fields.into_iter().map(|(name, value)| DeliveryHeader { name, value }).collect())
}
