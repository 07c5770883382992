//! Webhooks and their notifications.

use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::Client;
use shiptrack::client::{EnsuredHow, NewWebhook, WebhookUpdate};
use shiptrack::resources::{DeliveryHeader, EventName, WebhookId};

use super::fetch_one;
use crate::arguments::{self, texts};
use crate::client::PyClient;
use crate::handle::Handle;
use crate::operations::PyFamily;
use crate::{convert, converters, objects};

/// Default overlap.
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What webhooks can be asked beside what the description of the interface says.
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

    /// Registers a URL. The answer holds the secret its deliveries are signed with: ``webhook.secret.reveal()`` is its text.
    ///
    /// ``events`` are those it is told of, all without it; ``headers`` are sent along with every delivery. A URL on this machine
    /// or in a network of yours is only taken by a service that was opened for it: ``Service(…, allow_loopback=True)``, or
    /// ``allow_networks=``.
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

    /// Registers a URL unless it is registered. Safe to call at every start of a program.
    ///
    /// A webhook of this very URL is taken over, the oldest of several: ``active``, ``events`` and ``headers`` are set where they
    /// differ, and what is not said stays: one that is switched off stays off without ``active=True``. ``how`` of the answer
    /// says what was done.
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
            EnsuredHow::Created => "created",
            EnsuredHow::Updated => "updated",
            EnsuredHow::Unchanged => "unchanged",
        };
        convert::structure(py, "EnsureResult")?.call1((objects::from_resource(py, &ensured.webhook)?, how))
    }

    /// Changes one. What is not named stays.
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

    /// Gives one a new secret, which the answer holds.
    ///
    /// For the ``overlap`` (a day; 30 days at most, to the second) its deliveries are signed with the secret it had as
    /// well: a receiver that is given both takes every one of them. The hosted service's own signature header has room for
    /// one, and carries that of the new secret at once. ``overlap=0`` ends every secret before the new one now: for one
    /// that leaked. The service of this library does this; the hosted one has nothing like it (``NotFoundError``).
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
