//! Shows the progress of a call, from the thread that makes the call.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::json;
use shiptrack::Service;
use shiptrack::client::Pause;
use shiptrack::clock::CancelToken;
use shiptrack::service::Settle;

use crate::exit;
use crate::open_service::lock;
use crate::{calls, convert};

/// An exception that the display raises ends the call.
#[derive(Clone)]
pub struct Display(Arc<DisplayState>);

struct DisplayState {
    shown: Py<PyAny>,
    cancel: CancelToken,
    raised: Mutex<Option<PyErr>>,
}

impl Display {
    /// `progress` is the value of the keyword `progress`; `cancel` is the token of the call.
    pub fn new(progress: &Bound<'_, PyAny>, unit: &str, label: &str, cancel: &CancelToken) -> PyResult<Self> {
        let shown = progress.py().import("shiptrack._progress")?.call_method1("create", (progress, unit, label))?;
        Ok(Display(Arc::new(DisplayState { shown: shown.unbind(), cancel: cancel.clone(), raised: Mutex::new(None) })))
    }

    /// Updates the display. Called without the interpreter lock. If the display raises an exception, the call is cancelled.
    pub fn at(&self, done: u64, total: u64) {
        let called = exit::attached(|py| self.0.shown.call_method1(py, "update", (done, total)));
        if let Some(Err(raised)) = called {
            lock(&self.0.raised).get_or_insert(raised);
            self.0.cancel.cancel();
        }
    }

    /// Raises the exception of the display, if it raised one.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.0.shown.call_method0(py, "close")?;
        lock(&self.0.raised).take().map_or(Ok(()), Err)
    }
}

pub fn settle<'py>(
    py: Python<'py>,
    service: Service,
    timeout: Option<Duration>,
    cancel: CancelToken,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let shown = progress.map(|progress| Display::new(progress, " items", "due work", &cancel)).transpose()?;
    let (token, display) = (cancel.clone(), shown.clone());
    let settled = calls::run_on_helper(py, &cancel, move || {
        let mut settle = Settle::new().cancel(token);
        if let Some(timeout) = timeout {
            settle = settle.timeout(timeout);
        }
        if let Some(shown) = display {
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
    convert::from_json(py, "SettleReport", json!(settled?))
}

thread_local! {
    /// The progress display of the call on this thread. It also shows pauses.
    static DISPLAY: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

pub fn with_display<R>(shown: Option<Py<PyAny>>, call: impl FnOnce() -> R) -> R {
    let before = DISPLAY.replace(shown);
    let result = call();
    drop(DISPLAY.replace(before));
    result
}

pub fn report_pause(pause: &Pause<'_>) {
    let (method, path, seconds) = (pause.method.as_str(), pause.path, pause.lasts.as_secs_f64());
    let called = exit::attached(|py| -> PyResult<()> {
        let called =
            (method, path, pause.bucket.as_str(), pause.refused, seconds, pause.limit, pause.per.as_secs_f64());
        py.import("shiptrack._log")?.call_method1("pause", called)?;
        let shown = DISPLAY.with_borrow(|shown| shown.as_ref().map(|shown| shown.clone_ref(py)));
        shown.map_or(Ok(()), |shown| shown.call_method1(py, "pause", (seconds,)).map(drop))
    });
    // An error in logging must not fail the call.
    drop(called);
}
