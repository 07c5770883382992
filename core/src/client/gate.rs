//! Keeps a client, with its clones and threads, within the rate limit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{CancelToken, Clock};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Bucket, Governor, RateLimits, RetryIn, Slot};

/// Longest sleep: a slot becomes free early if a request was not sent.
const SLICE: Duration = Duration::from_secs(1);

/// Waits of at least this length are reported to the observer.
const MIN_REPORTED_WAIT: Duration = Duration::from_secs(1);

pub(super) struct Gate {
    governor: Mutex<Governor>,
    limits: RateLimits,
    clock: Arc<dyn Clock>,
}

/// The permission to send one request. The window starts when it is dropped, because the service may have received the request until
/// then.
pub(super) struct Permit<'g> {
    gate: &'g Gate,
    slot: Option<Slot>,
}

impl Gate {
    pub fn new(limits: &RateLimits, clock: Arc<dyn Clock>) -> Self {
        Gate { governor: Mutex::new(Governor::new(limits)), limits: *limits, clock }
    }

    pub fn limits(&self) -> &RateLimits {
        &self.limits
    }

    /// Waits for a permit. Fails if the wait would exceed `deadline`. Calls `pausing` once with the length of a longer wait.
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
                let late = format!("{}, after the time-out of this call", error.message());
                return Err(error.with_message(late));
            }
            if let Some(pausing) = pausing.take_if(|_| wait >= MIN_REPORTED_WAIT) {
                pausing(wait);
            }
            self.clock.sleep(wait.min(SLICE), cancel).map_err(|_| Error::from(ErrorKind::Cancelled))?;
        }
    }

    pub fn block(&self, bucket: Bucket, pause: Duration) {
        let now = self.clock.monotonic();
        self.lock().block(bucket, now, pause);
    }

    pub fn left(&self, bucket: Bucket) -> Option<u32> {
        let now = self.clock.monotonic();
        self.lock().left(bucket, now)
    }

    fn lock(&self) -> MutexGuard<'_, Governor> {
        self.governor.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Returns the permit of a request that was not sent.
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

/// Time on the network for a call without a time-out.
const NETWORK_TIME: Duration = Duration::from_secs(30);

/// The remaining time of a call. An explicit deadline covers everything. Without it, only the time on the network counts, and not the
/// waiting for the rate limit, so that a loop over a thousand creates takes ten minutes and succeeds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    at: Option<Duration>,
    spent: Duration,
}

impl Deadline {
    pub fn until(at: Option<Duration>) -> Self {
        Deadline { at, spent: Duration::ZERO }
    }

    pub fn left(&self, now: Duration) -> Duration {
        self.for_allowance(now).unwrap_or_else(|| NETWORK_TIME.saturating_sub(self.spent))
    }

    /// The time for waiting for the rate limit; `None` if unlimited.
    pub fn for_allowance(&self, now: Duration) -> Option<Duration> {
        self.at.map(|at| at.saturating_sub(now))
    }

    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }
}
