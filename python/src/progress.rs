//! Showing how far a call has come, from the thread that makes it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::Service;
use shiptrack::clock::CancelToken;
use shiptrack::service::Settle;

use crate::open::lock;
use crate::records::done_object;
use crate::{calls, convert, time};

/// Who shows how far a call has come. What it raises ends the call.
#[derive(Clone)]
pub struct Shown(Arc<Showing>);

struct Showing {
    shown: Py<PyAny>,
    cancel: CancelToken,
    /// What it raised.
    raised: Mutex<Option<PyErr>>,
}

impl Shown {
    /// What `progress=` asks for under `label`, counting in `unit`; `cancel` is the token of the call.
    pub fn of(wish: &Bound<'_, PyAny>, unit: &str, label: &str, cancel: &CancelToken) -> PyResult<Self> {
        let shown = wish.py().import("shiptrack._progress")?.call_method1("of", (wish, unit, label))?;
        Ok(Shown(Arc::new(Showing { shown: shown.unbind(), cancel: cancel.clone(), raised: Mutex::new(None) })))
    }

    /// So many are done. Called without the interpreter lock.
    pub fn at(&self, done: u64, total: u64) {
        let told = Python::try_attach(|py| self.0.shown.call_method1(py, "at", (done, total)));
        if let Some(Err(raised)) = told {
            lock(&self.0.raised).get_or_insert(raised);
            self.0.cancel.cancel();
        }
    }

    /// Ends the showing, and raises what it raised.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.0.shown.call_method0(py, "close")?;
        lock(&self.0.raised).take().map_or(Ok(()), Err)
    }
}

/// Does what is due, and answers how the service stands then.
pub fn settle<'py>(
    py: Python<'py>,
    service: Service,
    timeout: Option<Duration>,
    cancel: CancelToken,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let shown = progress.map(|wish| Shown::of(wish, " items", "what is due", &cancel)).transpose()?;
    let (token, tell) = (cancel.clone(), shown.clone());
    let settled = calls::waiting(py, &cancel, move || {
        let mut settle = Settle::new().cancel(token);
        if let Some(timeout) = timeout {
            settle = settle.timeout(timeout);
        }
        if let Some(shown) = tell {
            settle = settle.progress(move |progress| {
                let done = u64::try_from(progress.done.items()).unwrap_or(u64::MAX);
                shown.at(done, done.saturating_add(progress.left));
            });
        }
        service.settle(settle)
    });
    if let Some(shown) = shown {
        shown.close(py)?;
    }
    let settled = settled?;
    let next_due = settled.next_due.map(|due| time::datetime(py, &due)).transpose()?;
    convert::structure(py, "Settled")?.call1((done_object(py, settled.done)?, settled.left, next_due))
}
