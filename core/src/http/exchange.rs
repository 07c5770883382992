//! `Exchange`: one HTTP request and its response while they are in progress, with phase, egress rule and timeouts.
//!
//! A connection from the pool serves many exchanges, so it needs to know the current one. ureq calls the connection on
//! the thread of the caller. Therefore the current exchange is in a thread-local variable.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::config::UreqConfig;
use super::workers::{Pending, QuotaKey};
use super::{Call, Egress, ExchangePhase, Failure, TransportError};
use crate::clock::{CancelToken, Clock, SystemClock};

/// A wait is divided into slices of this length. After each slice, cancellation and the deadline are checked.
pub(super) const SLICE: Duration = Duration::from_millis(50);

pub(super) struct Exchange {
    clock: SystemClock,
    cancel: CancelToken,
    pub(super) egress: Egress,
    pub(super) quota_key: QuotaKey,
    pub(super) host: RefCell<String>,
    config: Arc<UreqConfig>,
    deadline: Cell<Duration>,
    phase: Cell<ExchangePhase>,
    phase_deadline: Cell<Duration>,
    first_error: RefCell<Option<TransportError>>,
    /// Whether a connection is being opened.
    pub(super) dialing: Cell<bool>,
    /// Whether reading from the connection failed. If so, the end of the input is not the end of the body.
    pub(super) broken: Cell<bool>,
    /// Whether the request body is streamed. If so, every write restarts the timeout of the phase `Send`.
    pub(super) streams: Cell<bool>,
}

impl Exchange {
    pub(super) fn new(config: &Arc<UreqConfig>, budget: Option<Duration>, call: &Call) -> Self {
        let clock = SystemClock::new();
        let total = budget.map_or(config.total_timeout, |budget| budget.min(config.total_timeout));
        let deadline = clock.monotonic().saturating_add(total);
        Exchange {
            clock,
            cancel: call.cancel.clone(),
            egress: call.egress.clone(),
            quota_key: call.quota_key.clone().unwrap_or_default(),
            host: RefCell::default(),
            config: Arc::clone(config),
            deadline: Cell::new(deadline),
            phase: Cell::new(ExchangePhase::Prepare),
            phase_deadline: Cell::new(deadline),
            first_error: RefCell::default(),
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

    /// Moves the deadline of the exchange to `time` from now, unless it is earlier.
    pub(super) fn shorten(&self, time: Duration) {
        let deadline = self.clock.monotonic().saturating_add(time);
        self.deadline.set(deadline.min(self.deadline.get()));
        self.phase_deadline.set(deadline.min(self.phase_deadline.get()));
    }

    /// Records that bytes were transferred. Restarts the timeout of the phases that may last while bytes are transferred.
    pub(super) fn progress(&self) {
        match self.phase.get() {
            ExchangePhase::Body => self.restart(),
            ExchangePhase::Send if self.streams.get() => self.restart(),
            _ => {}
        }
    }

    fn restart(&self) {
        let deadline = self.clock.monotonic().saturating_add(self.config.limit(self.phase.get()));
        self.phase_deadline.set(deadline.min(self.deadline.get()));
    }

    /// Returns the time until the deadline of the phase. Fails if the exchange was cancelled or the deadline has passed.
    pub(super) fn remaining(&self) -> Result<Duration, TransportError> {
        if self.cancel.is_cancelled() {
            return Err(self.fail(Failure::Cancelled, "the call was cancelled"));
        }
        match self.phase_deadline.get().checked_sub(self.clock.monotonic()) {
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
                Err(_) => return Err(self.fail(Failure::Local, "no thread could be started")),
            }
        }
    }

    /// Creates an error, and stores it if it is the first one of the exchange. Returns the first error, because ureq may
    /// replace it by another.
    pub(super) fn fail(&self, failure: Failure, message: impl Into<String>) -> TransportError {
        let error = TransportError::new(failure, self.phase.get(), message);
        self.first_error.borrow_mut().get_or_insert(error).clone()
    }

    pub(super) fn failure(&self) -> Option<TransportError> {
        self.first_error.borrow().clone()
    }

    /// Makes this the current exchange of the thread while `work` runs.
    pub(super) fn run<T>(self: &Rc<Self>, work: impl FnOnce() -> T) -> T {
        let _restore = Restore(CURRENT.replace(Some(Rc::clone(self))));
        work()
    }

    pub(super) fn current() -> Option<Rc<Exchange>> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Whether the error only means that a slice has ended or that a signal arrived, so that the wait continues. On Unix,
/// `TimedOut` is an error of the network.
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
