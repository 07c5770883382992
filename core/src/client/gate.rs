//! The rate allowance of a client, shared by its clones and threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{CancelToken, Clock};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Bucket, Governor, RateLimits, RetryIn, Slot};

/// Waits are cut into slices of this length, for room may come earlier than was foreseen: when a request never left.
const SLICE: Duration = Duration::from_secs(1);

/// Waits from this length on look like a hang to whoever is not told.
const NOTICED: Duration = Duration::from_secs(1);

/// Lets requests go as the limits allow.
pub(super) struct Gate {
    governor: Mutex<Governor>,
    limits: RateLimits,
    clock: Arc<dyn Clock>,
}

/// The right to send one request. Dropped, it counts from then on: whatever happened, the service may have seen it.
pub(super) struct Permit<'g> {
    gate: &'g Gate,
    slot: Option<Slot>,
}

impl Gate {
    pub fn new(limits: &RateLimits, clock: Arc<dyn Clock>) -> Self {
        Gate { governor: Mutex::new(Governor::new(limits)), limits: *limits, clock }
    }

    /// What the client keeps within.
    pub fn limits(&self) -> &RateLimits {
        &self.limits
    }

    /// Waits for the right to send, unless that would last until after `deadline`. `pausing` is told, once, how long a
    /// wait that somebody would notice is going to be.
    pub fn enter(
        &self,
        bucket: Bucket,
        deadline: &Deadline,
        cancel: &CancelToken,
        pausing: impl FnOnce(Duration),
    ) -> Result<Permit<'_>> {
        let mut pausing = Some(pausing);
        loop {
            cancel.check().map_err(|_| Error::from(ErrorKind::Cancelled))?;
            let now = self.clock.monotonic();
            let wait = match self.lock().reserve(bucket, now) {
                Ok(slot) => return Ok(Permit { gate: self, slot: Some(slot) }),
                Err(RetryIn(wait)) => wait,
            };
            if deadline.for_allowance(now).is_some_and(|left| wait >= left) {
                let error = Error::from(RetryIn(wait));
                let late = format!("{}, which is later than this call's time-out", error.sentence());
                return Err(error.with_sentence(late));
            }
            if let Some(pausing) = pausing.take_if(|_| wait >= NOTICED) {
                pausing(wait);
            }
            self.clock.sleep(wait.min(SLICE), cancel).map_err(|_| Error::from(ErrorKind::Cancelled))?;
        }
    }

    /// The service asked for a pause: nothing of this bucket goes meanwhile, on any thread.
    pub fn block(&self, bucket: Bucket, pause: Duration) {
        let now = self.clock.monotonic();
        self.lock().block(bucket, now, pause);
    }

    /// How many requests of this bucket could go now; `None` without a limit.
    pub fn left(&self, bucket: Bucket) -> Option<u32> {
        let now = self.clock.monotonic();
        self.lock().left(bucket, now)
    }

    fn lock(&self) -> MutexGuard<'_, Governor> {
        self.governor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Gives the right back unused: the request never left.
    pub fn release(mut self) {
        if let Some(slot) = self.slot.take() {
            self.gate.lock().release(slot);
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if let Some(slot) = self.slot.take() {
            let now = self.gate.clock.monotonic();
            self.gate.lock().complete(slot, now);
        }
    }
}

/// What one call may spend when nobody gave it a time-out: sending, waiting for answers, and pauses between attempts.
const NETWORK_TIME: Duration = Duration::from_secs(30);

/// The time of one call.
///
/// An explicit deadline covers everything. Without one, thirty seconds may be spent on the network, while waiting for
/// the rate allowance is not counted: a loop over a thousand creates takes its ten minutes and succeeds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    at: Option<Duration>,
    spent: Duration,
}

impl Deadline {
    /// A call that must be over `at`, in the clock's monotonic time.
    pub fn until(at: Option<Duration>) -> Self {
        Deadline { at, spent: Duration::ZERO }
    }

    /// How much is left for the network and the pauses between attempts.
    pub fn left(&self, now: Duration) -> Duration {
        self.for_allowance(now).unwrap_or_else(|| NETWORK_TIME.saturating_sub(self.spent))
    }

    /// How much is left for waiting until the service takes requests again; `None` for as long as it takes.
    pub fn for_allowance(&self, now: Duration) -> Option<Duration> {
        self.at.map(|at| at.saturating_sub(now))
    }

    /// Counts time on the network, or a pause between attempts.
    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }
}
