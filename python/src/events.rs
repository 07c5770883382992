//! The event feed as an iterator.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::clock::CancelToken;
use shiptrack::resources::AccountId;
use shiptrack::service::FeedEvent;

use crate::errors::OrRaise;
use crate::open_service::OpenService;
use crate::{calls, convert, objects, time};

/// Number of events that are read at once.
const BATCH: usize = 100;

/// How long one wait for the next event takes if there is no time limit.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// An iterator over the events of an account, in order. :meth:`Service.events` returns it.
#[pyclass(frozen, module = "shiptrack", name = "Events")]
pub struct PyEvents {
    open: Arc<OpenService>,
    account: AccountId,
    follow: bool,
    timeout: Option<Duration>,
    state: Mutex<State>,
}

struct State {
    after: u64,
    read: VecDeque<FeedEvent>,
}

impl PyEvents {
    pub fn new(
        open: Arc<OpenService>,
        account: AccountId,
        after: u64,
        follow: bool,
        timeout: Option<Duration>,
    ) -> Self {
        PyEvents { open, account, follow, timeout, state: Mutex::new(State { after, read: VecDeque::new() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<FeedEvent> {
        let mut state = self.state();
        let event = state.read.pop_front()?;
        state.after = event.sequence;
        Some(event)
    }

    fn read(&self, py: Python<'_>, after: u64) -> PyResult<Vec<FeedEvent>> {
        let service = self.open.service.get().or_raise(py)?;
        let account = self.account.clone();
        if !self.follow {
            return calls::run_detached(py, move || service.events(&account, after, BATCH));
        }
        loop {
            let (service, account) = (service.clone(), account.clone());
            let cancel = CancelToken::new();
            let (token, timeout) = (cancel.clone(), self.timeout.unwrap_or(MAX_WAIT));
            let wait = move || service.wait_events(&account, after, BATCH, timeout, &token);
            let found = calls::run_on_helper(py, &cancel, wait)?;
            if !found.is_empty() || self.timeout.is_some() {
                return Ok(found);
            }
        }
    }
}

#[pymethods]
impl PyEvents {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Some(event) = self.take() {
            return object(py, &event).map(Some);
        }
        let after = self.state().after;
        let found = self.read(py, after)?;
        self.state().read.extend(found);
        self.take().map(|event| object(py, &event)).transpose()
    }

    /// The sequence number of the last event that was returned. Pass it as ``after`` to continue after that event.
    #[getter]
    fn position(&self) -> u64 {
        self.state().after
    }
}

fn object<'py>(py: Python<'py>, event: &FeedEvent) -> PyResult<Bound<'py, PyAny>> {
    let document =
        shiptrack::jsonapi::Document::<shiptrack::resources::WebhookNotification>::parse(event.document.clone());
    let notification = objects::from_document(py, document.or_raise(py)?)?;
    let id = time::id(py, &event.id.to_string())?;
    let made = (event.sequence, id, event.event.as_str(), time::datetime(py, &event.created_at)?, notification);
    convert::structure(py, "FeedEvent")?.call1(made)
}
