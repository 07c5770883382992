//! Doing everything that is due, in Python's hands: progress is shown, and Ctrl-C ends it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::prelude::*;
use shiptrack::Service;
use shiptrack::clock::CancelToken;
use shiptrack::service::{Progress, Settle};

use crate::open::lock;
use crate::records::done_object;
use crate::{calls, convert, time};

/// Does what is due, and answers how the service stands then.
pub fn settle<'py>(
    py: Python<'py>,
    service: Service,
    timeout: Option<Duration>,
    cancel: CancelToken,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let shown = match progress {
        Some(wish) => Some(Shown::new(py.import("shiptrack._progress")?.call_method1("of", (wish, "items"))?, &cancel)),
        None => None,
    };
    let (token, tell) = (cancel.clone(), shown.clone());
    let settled = calls::waiting(py, &cancel, move || {
        let mut settle = Settle::new().cancel(token);
        if let Some(timeout) = timeout {
            settle = settle.timeout(timeout);
        }
        if let Some(shown) = tell {
            settle = settle.progress(move |progress| shown.tell(progress));
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

/// Who shows how far it has come.
#[derive(Clone)]
struct Shown(Arc<Showing>);

struct Showing {
    shown: Py<PyAny>,
    cancel: CancelToken,
    /// What it raised, which ends the call.
    raised: Mutex<Option<PyErr>>,
}

impl Shown {
    fn new(shown: Bound<'_, PyAny>, cancel: &CancelToken) -> Self {
        Shown(Arc::new(Showing { shown: shown.unbind(), cancel: cancel.clone(), raised: Mutex::new(None) }))
    }

    fn tell(&self, progress: &Progress) {
        let done = progress.done.items();
        let total = u64::try_from(done).unwrap_or(u64::MAX).saturating_add(progress.left);
        let told = Python::try_attach(|py| self.0.shown.call_method1(py, "at", (done, total)));
        if let Some(Err(raised)) = told {
            lock(&self.0.raised).get_or_insert(raised);
            self.0.cancel.cancel();
        }
    }

    /// Ends the showing, and raises what it raised.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.0.shown.call_method0(py, "close")?;
        lock(&self.0.raised).take().map_or(Ok(()), Err)
    }
}
