//! The connection that a client shares with its families and listings: the client of the core, and how its calls are
//! made.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use pyo3::prelude::*;
use shiptrack::clock::{CancelToken, Clock, SystemClock};
use shiptrack::{Client, Error};

use crate::call_log;
use crate::calls::{self, Slot};
use crate::errors::{self, OrRaise};
use crate::open_service::{OpenService, lock};

#[derive(Clone)]
pub struct Handle(Arc<SharedClient>);

struct SharedClient {
    client: Slot<Client>,
    cancel: CancelToken,
    /// Whether the service is in this process. Its calls do not wait.
    is_embedded: bool,
    about: String,
    /// Keeps the service open as long as it has clients.
    service: Option<Arc<OpenService>>,
}

impl Handle {
    pub fn embedded(client: Client, service: Arc<OpenService>) -> Self {
        Handle::new(client, true, "service in this process".to_owned(), Some(service))
    }

    pub fn new(client: Client, is_embedded: bool, about: String, service: Option<Arc<OpenService>>) -> Self {
        let create = if is_embedded { Slot::new } else { Slot::for_all_processes };
        let client = create("client", client);
        Handle(Arc::new(SharedClient { client, cancel: CancelToken::new(), is_embedded, about, service }))
    }

    pub fn about(&self) -> &str {
        &self.0.about
    }

    pub fn cancel(&self) -> &CancelToken {
        &self.0.cancel
    }

    pub fn check(&self) -> Result<(), Error> {
        self.0.client.get().map(drop)
    }

    /// Returns a client for one call: it is cancelled when this client is closed, and by Ctrl-C.
    pub fn client(&self) -> Result<Client, Error> {
        let client = self.0.client.get()?;
        if self.0.is_embedded {
            return Ok(client);
        }
        Ok(client.with_cancel(self.0.cancel.child_with_check(calls::interrupted)))
    }

    /// Returns a client for callers that keep it between calls. Ctrl-C does not cancel it.
    pub fn long_lived_client(&self) -> Result<Client, Error> {
        Ok(self.0.client.get()?.with_cancel(self.0.cancel.child()))
    }

    /// Error messages name the keywords of the call.
    pub fn call<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&Client) -> Result<R, Error> + Send) -> PyResult<R> {
        self.call_with(py, &[], work)
    }

    /// `names` maps attribute names to keywords that differ.
    pub fn call_with<R: Send>(
        &self,
        py: Python<'_>,
        names: &[(&str, &str)],
        work: impl FnOnce(&Client) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let client = self.client().or_raise(py)?;
        let answered = self.run(py, move || Ok(work(&client)))?;
        answered.map_err(|error| errors::to_py_err_with_keyword(py, &error, names))
    }

    /// For a client that was returned by [`client`](Self::client).
    pub fn run<R: Send>(&self, py: Python<'_>, work: impl FnOnce() -> Result<R, Error> + Send) -> PyResult<R> {
        if self.0.is_embedded {
            return calls::run_detached(py, work);
        }
        call_log::ask_logger(py)?;
        calls::run_interruptible(py, work)
    }

    pub fn is_embedded(&self) -> bool {
        self.0.is_embedded
    }

    /// The clock of the service if it is in this process, otherwise the system clock.
    pub fn now(&self) -> Result<DateTime<Utc>, Error> {
        match &self.0.service {
            Some(open) => Ok(open.service.get()?.clock().now()),
            None => Ok(SystemClock::new().now()),
        }
    }

    /// True for a service in this process without a worker.
    pub fn wait_does_the_work(&self) -> bool {
        let is_idle = |open: &Arc<OpenService>| open.clock.is_some() || lock(&open.threads).is_none();
        self.0.service.as_ref().is_some_and(is_idle)
    }

    pub fn with_client(&self, change: impl FnOnce(&Client) -> Client, cancel: CancelToken) -> Result<Handle, Error> {
        let client = self.0.client.derive(change(&self.0.client.get()?));
        Ok(Handle(Arc::new(SharedClient {
            client,
            cancel,
            is_embedded: self.0.is_embedded,
            about: self.0.about.clone(),
            service: self.0.service.clone(),
        })))
    }

    pub fn close(&self) {
        if self.0.client.is_open() && !self.0.is_embedded {
            self.0.cancel.cancel();
        }
        self.0.client.close();
    }

    /// The condition, as `repr()` shows it.
    pub fn condition(&self) -> &'static str {
        let service = self.0.service.as_ref().map_or("", |open| open.service.condition());
        let found = [self.0.client.condition(), service].into_iter().find(|condition| !condition.is_empty());
        found.unwrap_or("open")
    }

    pub fn is_open(&self) -> bool {
        self.0.client.is_open() && self.0.service.as_ref().is_none_or(|open| open.service.is_open())
    }
}
