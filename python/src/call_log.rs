//! Logs the calls of a client.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use shiptrack::ErrorKind;
use shiptrack::client::{Attempt, CallObserver, Pause};

use crate::exit;
use crate::progress;

/// Whether the logger `shiptrack` was enabled for DEBUG when the last call began.
static LOGS_ATTEMPTS: AtomicBool = AtomicBool::new(false);

/// Called before a call, while the interpreter lock is held: acquiring it during the call would take as long as the
/// call.
pub fn ask_logger(py: Python<'_>) -> PyResult<()> {
    static WANTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let wants = || Ok::<_, PyErr>(py.import("shiptrack._log")?.getattr("wants_attempts")?.unbind());
    let wanted = WANTS.get_or_try_init(py, wants)?.call0(py)?.is_truthy(py)?;
    LOGS_ATTEMPTS.store(wanted, Ordering::Relaxed);
    Ok(())
}

/// Reports attempts and pauses to the logger `shiptrack`.
pub struct CallLog;

impl CallObserver for CallLog {
    fn attempt(&self, attempt: &Attempt<'_>) {
        log_attempt(attempt);
    }

    fn pause(&self, pause: &Pause<'_>) {
        progress::report_pause(pause);
    }
}

/// Logs at DEBUG; at INFO if the call is repeated.
fn log_attempt(attempt: &Attempt<'_>) {
    if attempt.retry_in.is_none() && !LOGS_ATTEMPTS.load(Ordering::Relaxed) {
        return;
    }
    let (number, path) = (attempt.number, attempt.path);
    let failure = attempt.failure.map(ErrorKind::code);
    let retry_in = attempt.retry_in.map(|pause| pause.as_secs_f64());
    let logged = exit::attached(|py| -> PyResult<()> {
        let took: Duration = attempt.took;
        let log = py.import("shiptrack._log")?;
        let what = (attempt.method.as_str(), path, number, attempt.status, failure, took.as_secs_f64(), retry_in);
        log.call_method1("attempt", what).map(drop)
    });
    // A log that fails must not fail the call.
    drop(logged);
}
