//! One exchange in flight: how far it has come, what it may reach and how long it may still take.
//!
//! A blocking HTTP library opens, reuses and reads its connections on the thread that called it. So the exchange is
//! put where that thread's sockets find it, for as long as it lasts: a socket from the pool serves many exchanges,
//! and each time obeys the one that uses it.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::config::UreqConfig;
use super::workers::{Party, Pending};
use super::{Call, Egress, Failure, Phase, TransportError};
use crate::clock::{CancelToken, Clock, SystemClock};

/// Waits are cut into slices this long, to look for a cancellation and the deadline in between.
pub(super) const SLICE: Duration = Duration::from_millis(50);

/// One exchange in flight.
pub(super) struct Exchange {
    clock: SystemClock,
    cancel: CancelToken,
    pub(super) egress: Egress,
    pub(super) party: Party,
    /// Whom the request goes to.
    pub(super) host: RefCell<String>,
    config: Arc<UreqConfig>,
    ends: Cell<Duration>,
    phase: Cell<Phase>,
    phase_ends: Cell<Duration>,
    failed: RefCell<Option<TransportError>>,
    /// Whether a connection of this exchange is being opened right now.
    pub(super) dialing: Cell<bool>,
    /// Whether the connection broke, rather than ended, while the body was read.
    pub(super) broken: Cell<bool>,
    /// Whether the request's body is read while it is sent: it may be long, and takes as long as it gets on.
    pub(super) streams: Cell<bool>,
}

impl Exchange {
    /// An exchange that begins now and may take as long as `config` and `budget` allow.
    pub(super) fn new(config: &Arc<UreqConfig>, budget: Option<Duration>, call: &Call) -> Self {
        let clock = SystemClock::new();
        let total = budget.map_or(config.total_timeout, |budget| budget.min(config.total_timeout));
        let ends = clock.monotonic().saturating_add(total);
        Exchange {
            clock,
            cancel: call.cancel.clone(),
            egress: call.egress.clone(),
            party: call.party.clone().unwrap_or_default(),
            host: RefCell::default(),
            config: Arc::clone(config),
            ends: Cell::new(ends),
            phase: Cell::new(Phase::Prepare),
            phase_ends: Cell::new(ends),
            failed: RefCell::default(),
            dialing: Cell::new(false),
            broken: Cell::new(false),
            streams: Cell::new(false),
        }
    }

    /// How far it has come.
    pub(super) fn phase(&self) -> Phase {
        self.phase.get()
    }

    /// Goes on to `phase`; never back.
    pub(super) fn enter(&self, phase: Phase) {
        if phase as u8 > self.phase.get() as u8 {
            self.phase.set(phase);
            self.restart();
        }
    }

    /// Leaves what is still to come this much time at most.
    pub(super) fn shorten(&self, time: Duration) {
        let ends = self.clock.monotonic().saturating_add(time);
        self.ends.set(ends.min(self.ends.get()));
        self.phase_ends.set(ends.min(self.phase_ends.get()));
    }

    /// Bytes of a body came, or left: the next ones may take as long again.
    pub(super) fn progress(&self) {
        match self.phase.get() {
            Phase::Body => self.restart(),
            Phase::Send if self.streams.get() => self.restart(),
            _ => {}
        }
    }

    fn restart(&self) {
        let ends = self.clock.monotonic().saturating_add(self.config.limit(self.phase.get()));
        self.phase_ends.set(ends.min(self.ends.get()));
    }

    /// The time left for what is being done, or why it must stop.
    pub(super) fn left(&self) -> Result<Duration, TransportError> {
        if self.cancel.is_cancelled() {
            return Err(self.fail(Failure::Cancelled, "the call was cancelled"));
        }
        match self.phase_ends.get().checked_sub(self.clock.monotonic()) {
            Some(left) if !left.is_zero() => Ok(left),
            _ => Err(self.fail(Failure::Timeout, "the time-out passed")),
        }
    }

    /// Waits for a result from another thread.
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

    /// A failure in the present phase. The first one is kept, whatever a library in between makes of it.
    pub(super) fn fail(&self, failure: Failure, message: impl Into<String>) -> TransportError {
        let failed = TransportError::new(failure, self.phase.get(), message);
        self.failed.borrow_mut().get_or_insert(failed).clone()
    }

    /// The failure that was kept.
    pub(super) fn failure(&self) -> Option<TransportError> {
        self.failed.borrow().clone()
    }

    /// Runs `work` with this exchange as the one of the present thread.
    pub(super) fn run<T>(self: &Rc<Self>, work: impl FnOnce() -> T) -> T {
        let _restore = Restore(CURRENT.replace(Some(Rc::clone(self))));
        work()
    }

    /// The exchange of the present thread.
    pub(super) fn current() -> Option<Rc<Exchange>> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Whether a wait ended because its slice was over, or for a signal. On Unix, `TimedOut` is the network giving up.
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

/// Puts back what was there before, also when the work panics.
struct Restore(Option<Rc<Exchange>>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}
