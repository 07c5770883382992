//! A clock that is moved by hand, and a way to break calls off.

use chrono::Utc;
use pyo3::prelude::*;
use shiptrack::clock::{CancelToken, Clock, ManualClock};

use crate::{arguments, time};

/// A clock that stands still until it is moved.
#[pyclass(frozen, module = "shiptrack", name = "ManualClock")]
pub struct PyManualClock {
    pub clock: ManualClock,
}

#[pymethods]
impl PyManualClock {
    #[new]
    #[pyo3(signature = (now=None))]
    fn new(now: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(PyManualClock { clock: ManualClock::new(arguments::now(now)?) })
    }

    /// What time it says.
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        time::datetime::<Utc>(py, &self.clock.now())
    }

    /// Moves the clock forward: ``advance(3600)`` or ``advance(hours=1)``. No work is done: see ``Service.advance``.
    #[pyo3(signature = (by=None, *, weeks=None, days=None, hours=None, minutes=None, seconds=None))]
    fn advance(
        &self,
        by: Option<&Bound<'_, PyAny>>,
        weeks: Option<&Bound<'_, PyAny>>,
        days: Option<&Bound<'_, PyAny>>,
        hours: Option<&Bound<'_, PyAny>>,
        minutes: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.clock.advance(arguments::step(by, [weeks, days, hours, minutes, seconds])?);
        Ok(())
    }

    /// Moves the clock forward to a moment; does nothing when it is there already.
    fn advance_to(&self, moment: &Bound<'_, PyAny>) -> PyResult<()> {
        self.clock.advance_to(arguments::moment("moment", moment)?);
        Ok(())
    }

    /// Sets the wall clock alone: it may go back.
    fn set(&self, now: &Bound<'_, PyAny>) -> PyResult<()> {
        self.clock.set(arguments::moment("now", now)?);
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<ManualClock at {}>", self.clock.now().to_rfc3339())
    }
}

/// Breaks off the calls it was given to, from any thread.
#[pyclass(frozen, module = "shiptrack", name = "CancelToken")]
pub struct PyCancel {
    pub token: CancelToken,
}

#[pymethods]
impl PyCancel {
    #[new]
    fn new() -> Self {
        PyCancel { token: CancelToken::new() }
    }

    /// Breaks them off: they raise ``CancelledError``.
    fn cancel(&self) {
        self.token.cancel();
    }

    /// Whether that was done.
    #[getter]
    fn cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    fn __repr__(&self) -> &'static str {
        if self.token.is_cancelled() { "<CancelToken, cancelled>" } else { "<CancelToken>" }
    }
}
