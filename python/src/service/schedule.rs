//! Work that is due, the worker that does it, and the clock.

use pyo3::prelude::*;
use serde_json::json;
use shiptrack::clock::{CancelToken, Clock};
use shiptrack::service::Budget;
use shiptrack::{Error, ErrorKind};

use super::PyService;
use crate::clock::{PyCancel, PyManualClock};
use crate::convert::from_json;
use crate::errors::OrRaise;
use crate::open_service::{Closer, lock};
use crate::plugins::PluginSlot;
use crate::{activity, arguments, calls, converters, progress, time};

#[pymethods]
impl PyService {
    /// Does the work that is due now.
    #[pyo3(signature = (items=None))]
    fn run_due<'py>(&self, py: Python<'py>, items: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let items = items.map(|items| arguments::whole("items", items, 0)).transpose()?;
        let budget = items.map_or(Budget::ALL, Budget::items);
        let done = calls::run_on_helper(py, &CancelToken::new(), move || service.run_due(budget))?;
        from_json(py, "WorkCounts", json!(done))
    }

    /// Does everything that is due now, and what falls due through that, until nothing is: look-ups and deliveries.
    ///
    /// After a restart it brings the service up to date before anything is exported. What is scheduled for later is left for
    /// later, and a manual clock is not moved. Each item is tried once; what a worker has in hand is waited for. ``timeout``
    /// begins nothing more once it is over, without being an error: ``left`` of the answer says how much is still due.
    /// ``progress`` is told how many items are done, and how many there are as far as is known.
    #[pyo3(signature = (timeout=None, *, progress=None, cancel=None))]
    fn settle<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = converters::cancel)] cancel: Option<Py<PyCancel>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let timeout = timeout.map(|timeout| arguments::timeout("timeout", timeout)).transpose()?;
        let cancel = cancel.map_or_else(CancelToken::new, |cancel| cancel.get().token.child());
        progress::settle(py, service, timeout, cancel, progress)
    }

    /// Moves the manual clock forward, doing work as it falls due: ``advance(3600)`` or ``advance(hours=1)``.
    #[pyo3(signature = (by=None, *, weeks=None, days=None, hours=None, minutes=None, seconds=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn advance<'py>(
        &self,
        py: Python<'py>,
        by: Option<&Bound<'_, PyAny>>,
        weeks: Option<&Bound<'_, PyAny>>,
        days: Option<&Bound<'_, PyAny>>,
        hours: Option<&Bound<'_, PyAny>>,
        minutes: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let Some(clock) = &self.open.clock else {
            let problem = "only a service on a manual clock is advanced: Service(clock=ManualClock())";
            return Err(Error::refused(ErrorKind::Configuration, "clock", problem)).or_raise(py);
        };
        let by = arguments::step(by, [weeks, days, hours, minutes, seconds])?;
        let clock = clock.get().clock.clone();
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let done = calls::run_on_helper(py, &cancel, move || service.run_until(time::later(clock.now(), by), &token))?;
        from_json(py, "WorkCounts", json!(done))
    }

    /// When the next look-up or delivery is due.
    fn next_due<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let service = self.open.service.get().or_raise(py)?;
        let due = calls::run_detached(py, move || service.next_due())?;
        due.map(|due| time::datetime(py, &due)).transpose()
    }

    /// Starts at most ``threads`` threads that do work as it falls due, as they are needed, unless they run already.
    #[pyo3(signature = (threads=32))]
    fn start_worker(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::threads)] threads: usize) -> PyResult<()> {
        self.start_worker_unless_off(py, true, threads)
    }

    /// Ends these threads, once what they are doing is done.
    fn stop_worker(&self, py: Python<'_>) -> PyResult<()> {
        let service = self.open.service.get().or_raise(py)?;
        *lock(&self.open.threads) = None;
        calls::run_on_helper(py, &CancelToken::new(), move || {
            service.stop_worker();
            Ok(())
        })
    }

    /// Has ``wake`` called whenever :meth:`next_due` or :meth:`events` may answer otherwise than before.
    ///
    /// It is called on the thread where that happened, and should do no more than wake a loop of your own
    /// (``lambda: loop.call_soon_threadsafe(event.set)``). ``None`` ends it.
    #[pyo3(signature = (wake))]
    fn on_wake(&self, py: Python<'_>, wake: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let wake = wake.map(|wake| arguments::callable("wake", wake, None)).transpose()?.unwrap_or_else(|| py.None());
        let service = self.open.service.get().or_raise(py)?;
        let place = self.open.plugins.on_wake.get_or_init(|| {
            let place = PluginSlot::new(py.None());
            let callable = place.clone();
            service.on_wake(move || activity::wake(&callable));
            place
        });
        place.put(wake);
        Ok(())
    }

    /// What time it is for the service.
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        time::datetime(py, &self.open.service.get().or_raise(py)?.clock().now())
    }

    /// The manual clock it was given.
    #[getter]
    fn clock(&self, py: Python<'_>) -> Option<Py<PyManualClock>> {
        self.open.clock.as_ref().map(|clock| clock.clone_ref(py))
    }
}

impl PyService {
    /// The worker is stopped before the interpreter ends.
    pub(super) fn start_worker_unless_off(&self, py: Python<'_>, worker: bool, threads: usize) -> PyResult<()> {
        if !worker {
            return Ok(());
        }
        let service = self.open.service.get().or_raise(py)?;
        calls::run_detached(py, move || service.start_worker(threads))?;
        lock(&self.open.threads).get_or_insert(threads);
        let closer = Py::new(py, Closer::of(&self.open))?;
        py.import("shiptrack._exit")?.call_method1("close_at_exit", (closer,)).map(drop)
    }
}
