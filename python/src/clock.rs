//! A manual clock and a cancel token.

use chrono::Utc;
use pyo3::prelude::*;
use shiptrack::clock::{CancelToken, Clock, ManualClock};

use crate::{arguments, time};

/// A clock for tests that only moves when you move it: pass it as ``Service(clock=…)``.
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

    /// The time of the clock.
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        time::datetime::<Utc>(py, &self.clock.now())
    }

    /// Moves the clock forward: ``advance(3600)`` or ``advance(hours=1)``. Does no work that falls due;
    /// :meth:`Service.advance` does.
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

    /// Moves the clock forward to a moment. Does nothing if that moment has passed.
    fn advance_to(&self, moment: &Bound<'_, PyAny>) -> PyResult<()> {
        self.clock.advance_to(arguments::moment("moment", moment)?);
        Ok(())
    }

    /// Sets the time; it may go back. Waits that have begun are not affected.
    fn set(&self, now: &Bound<'_, PyAny>) -> PyResult<()> {
        self.clock.set(arguments::moment("now", now)?);
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<ManualClock at {}>", self.clock.now().to_rfc3339())
    }
}

/// Cancels the calls that it is passed to. Can be used from any thread.
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

    /// Cancels these calls: they raise ``CancelledError``.
    fn cancel(&self) {
        self.token.cancel();
    }

    /// Whether :meth:`cancel` was called.
    #[getter]
    fn cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    fn __repr__(&self) -> &'static str {
        if self.token.is_cancelled() { "<CancelToken, cancelled>" } else { "<CancelToken>" }
    }
}
