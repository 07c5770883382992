//! An exchange in progress: its phase, egress rule and remaining time.
//!
//! A pooled connection serves many exchanges. ureq uses it on the thread of the caller, so the current exchange is in
//! a thread-local variable, where the connection finds it.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::config::UreqConfig;
use super::workers::{Pending, QuotaKey};
use super::{Call, Egress, ExchangePhase, Failure, TransportError};
use crate::clock::{CancelToken, Clock, SystemClock};

/// Waits are divided into slices of this length. Between them, cancellation and the deadline are checked.
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
    /// Whether a connection is being opened.
    pub(super) dialing: Cell<bool>,
    /// Whether the connection failed while the body was read, so that its end is not the end of the body.
    pub(super) broken: Cell<bool>,
    /// Whether the body is streamed. Then every write restarts the timeout of sending.
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

    /// Enters a later phase and starts its timeout.
    pub(super) fn enter(&self, phase: ExchangePhase) {
        if phase as u8 > self.phase.get() as u8 {
            self.phase.set(phase);
            self.restart();
        }
    }

    /// Ends the exchange after `time` at the latest.
    pub(super) fn shorten(&self, time: Duration) {
        let ends = self.clock.monotonic().saturating_add(time);
        self.ends.set(ends.min(self.ends.get()));
        self.phase_ends.set(ends.min(self.phase_ends.get()));
    }

    /// Restarts the timeout of phases that may last as long as bytes are transferred.
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

    /// The remaining time. An error if the exchange was cancelled or a timeout has passed.
    pub(super) fn remaining(&self) -> Result<Duration, TransportError> {
        if self.cancel.is_cancelled() {
            return Err(self.fail(Failure::Cancelled, "the call was cancelled"));
        }
        match self.phase_ends.get().checked_sub(self.clock.monotonic()) {
            Some(left) if !left.is_zero() => Ok(left),
            _ => Err(self.fail(Failure::Timeout, "the timeout passed")),
        }
    }

    pub(super) fn wait<T>(&self, pending: &Pending<T>) -> Result<T, TransportError> {
        loop {
            let slice = self.remaining()?.min(SLICE);
            match pending.wait(slice) {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(_) => return Err(self.fail(Failure::Io, "no thread could be started")),
            }
        }
    }

    /// Creates an error. The first error of an exchange is kept and returned again, because a library may replace it
    /// by another.
    pub(super) fn fail(&self, failure: Failure, message: impl Into<String>) -> TransportError {
        let failed = TransportError::new(failure, self.phase.get(), message);
        self.failed.borrow_mut().get_or_insert(failed).clone()
    }

    pub(super) fn failure(&self) -> Option<TransportError> {
        self.failed.borrow().clone()
    }

    /// Runs `work` with this as the current exchange.
    pub(super) fn run<T>(self: &Rc<Self>, work: impl FnOnce() -> T) -> T {
        let _restore = Restore(CURRENT.replace(Some(Rc::clone(self))));
        work()
    }

    pub(super) fn current() -> Option<Rc<Exchange>> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Whether the error only means that the slice has ended, or that a signal arrived. On Unix, `TimedOut` is an error
/// of the network.
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
