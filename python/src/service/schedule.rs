//! Due work, the worker, and the clock.

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
    /// Does the work that is due now, and returns how much was done. ``items`` limits the number of look-ups and
    /// deliveries.
    #[pyo3(signature = (items=None))]
    fn run_due<'py>(&self, py: Python<'py>, items: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let service = self.open.service.get().or_raise(py)?;
        let items = items.map(|items| arguments::whole("items", items, 0)).transpose()?;
        let budget = items.map_or(Budget::ALL, Budget::items);
        let done = calls::run_on_helper(py, &CancelToken::new(), move || service.run_due(budget))?;
        from_json(py, "WorkCounts", json!(done))
    }

    /// Does all work that is due, and work that becomes due because of it: look-ups and deliveries. Brings a service up
    /// to date after a restart, before an export.
    ///
    /// Each item is tried once. Work that is scheduled for later is not done, and a manual clock is not moved. Items
    /// that a worker is doing are waited for.
    ///
    /// * ``timeout``: Start no more items after so many seconds. This is no error: ``left`` of the result says how many
    ///   are still due.
    /// * ``progress``: ``True`` shows a bar, a callable receives ``(done, total)``.
    /// * ``cancel``: A :class:`CancelToken` that ends the call.
    #[pyo3(signature = (timeout=None, *, progress=None, cancel=None))]
    fn settle<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = converters::cancel)] cancel: Option<Py<PyCancel>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        calls::warn_if_event_loop_waits(py, "settle")?;
        let service = self.open.service.get().or_raise(py)?;
        let timeout = timeout.map(|timeout| arguments::timeout("timeout", timeout)).transpose()?;
        let cancel = cancel.map_or_else(CancelToken::new, |cancel| cancel.get().token.child());
        progress::settle(py, service, timeout, cancel, progress)
    }

    /// Derives all shipments of the account again that were derived by other rules: by an earlier version of the
    /// library, or with other ``following`` settings. Returns what differs. Nothing is notified for it.
    ///
    /// * ``dry_run``: Only returns what would differ, and stores nothing.
    ///
    /// Without this call, each shipment is derived again at its next look-up.
    #[pyo3(signature = (*, dry_run=false, account=None))]
    fn rederive<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = converters::dry_run)] dry_run: bool,
        account: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (service, account) = self.account(py, account)?;
        let report = calls::run_on_helper(py, &CancelToken::new(), move || service.rederive(&account, dry_run))?;
        from_json(py, "RederiveReport", json!(report))
    }

    /// Moves the manual clock forward and does all work that becomes due meanwhile: ``advance(3600)`` or
    /// ``advance(hours=1)``. Raises ``ConfigurationError`` if the service has no manual clock.
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
            let problem = "advance() needs a manual clock: Service(clock=ManualClock())";
            return Err(Error::refused(ErrorKind::Configuration, "clock", problem)).or_raise(py);
        };
        let by = arguments::step(by, [weeks, days, hours, minutes, seconds])?;
        let clock = clock.get().clock.clone();
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let done = calls::run_on_helper(py, &cancel, move || service.run_until(time::later(clock.now(), by), &token))?;
        from_json(py, "WorkCounts", json!(done))
    }

    /// Returns when the next look-up or delivery is due; ``None`` if nothing is scheduled.
    fn next_due<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let service = self.open.service.get().or_raise(py)?;
        let due = calls::run_detached(py, move || service.next_due())?;
        due.map(|due| time::datetime(py, &due)).transpose()
    }

    /// Starts a worker unless it is running. It makes up to ``threads`` look-ups of one account, twice as many of several accounts, and
    /// ``threads`` deliveries (at least four) at a time, on threads that are started when needed.
    #[pyo3(signature = (threads=32))]
    fn start_worker(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::threads)] threads: usize) -> PyResult<()> {
        self.start_worker_unless_off(py, true, threads)
    }

    /// Stops the worker after its current work.
    fn stop_worker(&self, py: Python<'_>) -> PyResult<()> {
        let service = self.open.service.get().or_raise(py)?;
        *lock(&self.open.threads) = None;
        calls::run_on_helper(py, &CancelToken::new(), move || {
            service.stop_worker();
            Ok(())
        })
    }

    /// Sets a callable that is called whenever :meth:`next_due` or :meth:`events` may return something new. ``None``
    /// removes it.
    ///
    /// It is called on the thread that caused the change, and should only wake an event loop (``lambda:
    /// loop.call_soon_threadsafe(event.set)``).
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

    /// The current time of the service.
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        time::datetime(py, &self.open.service.get().or_raise(py)?.clock().now())
    }

    /// The manual clock of the service; ``None`` if it uses the system clock.
    #[getter]
    fn clock(&self, py: Python<'_>) -> Option<Py<PyManualClock>> {
        self.open.clock.as_ref().map(|clock| clock.clone_ref(py))
    }
}

impl PyService {
    /// The worker is stopped before the interpreter shuts down.
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
