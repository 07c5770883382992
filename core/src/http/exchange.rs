//! One exchange in flight: its phase, egress rule and remaining time. ureq uses connections on the thread that called
//! it, so the exchange is in a thread-local while it lasts: a pooled socket serves many exchanges and obeys the current
//! one.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::config::UreqConfig;
use super::workers::{Pending, QuotaKey};
use super::{Call, Egress, ExchangePhase, Failure, TransportError};
use crate::clock::{CancelToken, Clock, SystemClock};

/// Between slices, waits check for cancellation and the deadline.
pub(super) const SLICE: Duration = Duration::from_millis(50);

pub(super) struct Exchange {
    clock: SystemClock,
    cancel: CancelToken,
    pub(super) egress: Egress,
    pub(super) quota_key: QuotaKey,
    pub(super) host: RefCell<String>,
    config: Arc<UreqConfig>,
    ends: Cell<Duration>,
    phase: Cell<ExchangePhase>,
    phase_ends: Cell<Duration>,
    failed: RefCell<Option<TransportError>>,
    pub(super) dialing: Cell<bool>,
    /// The connection broke, rather than ended, while the body was read.
    pub(super) broken: Cell<bool>,
    pub(super) streams: Cell<bool>,
}

impl Exchange {
    pub(super) fn new(config: &Arc<UreqConfig>, budget: Option<Duration>, call: &Call) -> Self {
        let clock = SystemClock::new();
        let total = budget.map_or(config.total_timeout, |budget| budget.min(config.total_timeout));
        let ends = clock.monotonic().saturating_add(total);
        Exchange {
            clock,
            cancel: call.cancel.clone(),
            egress: call.egress.clone(),
            quota_key: call.quota_key.clone().unwrap_or_default(),
            host: RefCell::default(),
            config: Arc::clone(config),
            ends: Cell::new(ends),
            phase: Cell::new(ExchangePhase::Prepare),
            phase_ends: Cell::new(ends),
            failed: RefCell::default(),
            dialing: Cell::new(false),
            broken: Cell::new(false),
            streams: Cell::new(false),
        }
    }

    pub(super) fn phase(&self) -> ExchangePhase {
        self.phase.get()
    }

    pub(super) fn enter(&self, phase: ExchangePhase) {
        if phase as u8 > self.phase.get() as u8 {
            self.phase.set(phase);
            self.restart();
        }
    }

    pub(super) fn shorten(&self, time: Duration) {
        let ends = self.clock.monotonic().saturating_add(time);
        self.ends.set(ends.min(self.ends.get()));
        self.phase_ends.set(ends.min(self.phase_ends.get()));
    }

    pub(super) fn progress(&self) {
        match self.phase.get() {
            ExchangePhase::Body => self.restart(),
            ExchangePhase::Send if self.streams.get() => self.restart(),
            _ => {}
        }
    }

    fn restart(&self) {
        let ends = self.clock.monotonic().saturating_add(self.config.limit(self.phase.get()));
        self.phase_ends.set(ends.min(self.ends.get()));
    }

    pub(super) fn left(&self) -> Result<Duration, TransportError> {
        if self.cancel.is_cancelled() {
            return Err(self.fail(Failure::Cancelled, "the call was cancelled"));
        }
        match self.phase_ends.get().checked_sub(self.clock.monotonic()) {
            Some(left) if !left.is_zero() => Ok(left),
            _ => Err(self.fail(Failure::Timeout, "the time-out passed")),
        }
    }

    pub(super) fn wait<T>(&self, pending: &Pending<T>) -> Result<T, TransportError> {
        loop {
            let slice = self.left()?.min(SLICE);
            match pending.wait(slice) {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(_) => return Err(self.fail(Failure::Io, "no thread could be started for it")),
            }
        }
    }

    /// The first failure is kept, whatever a library in between makes of it.
    pub(super) fn fail(&self, failure: Failure, message: impl Into<String>) -> TransportError {
        let failed = TransportError::new(failure, self.phase.get(), message);
        self.failed.borrow_mut().get_or_insert(failed).clone()
    }

    pub(super) fn failure(&self) -> Option<TransportError> {
        self.failed.borrow().clone()
    }

    pub(super) fn run<T>(self: &Rc<Self>, work: impl FnOnce() -> T) -> T {
        let _restore = Restore(CURRENT.replace(Some(Rc::clone(self))));
        work()
    }

    pub(super) fn current() -> Option<Rc<Exchange>> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// The slice is over, or a signal arrived. On Unix, `TimedOut` means that the network gave up.
pub(super) fn is_slice_end(error: &io::Error) -> bool {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => true,
        io::ErrorKind::TimedOut => cfg!(windows),
        _ => false,
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Rc<Exchange>>> = const { RefCell::new(None) };
}

struct Restore(Option<Rc<Exchange>>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}
