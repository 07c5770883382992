//! Who shows how far the call on this thread has come, to be told of pauses.

use std::cell::RefCell;

use pyo3::prelude::*;
use shiptrack::client::Pause;

thread_local! {
    static SHOWN: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

/// Makes a call on this thread while `shown` shows how far it has come.
pub fn on<R>(shown: Option<Py<PyAny>>, call: impl FnOnce() -> R) -> R {
    let before = SHOWN.replace(shown);
    let result = call();
    drop(SHOWN.replace(before));
    result
}

/// Tells the logger `shiptrack`, and whoever shows progress, that a call begins to wait for the rate limit.
pub fn tell_pause(pause: &Pause<'_>) {
    let (method, path, seconds) = (pause.method.as_str(), pause.path, pause.lasts.as_secs_f64());
    let told = Python::try_attach(|py| -> PyResult<()> {
        let told = (method, path, pause.bucket.as_str(), pause.refused, seconds, pause.limit, pause.per.as_secs_f64());
        py.import("shiptrack._log")?.call_method1("pause", told)?;
        let shown = SHOWN.with_borrow(|shown| shown.as_ref().map(|shown| shown.clone_ref(py)));
        shown.map_or(Ok(()), |shown| shown.call_method1(py, "pause", (seconds,)).map(drop))
    });
    // A log that fails must not fail the call.
    drop(told);
}
