//! The rate allowance of a client, shared by its clones and threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{CancelToken, Clock};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Bucket, Governor, RateLimits, RetryIn, Slot};

/// Waits are cut into slices: room comes early if a request never left.
const SLICE: Duration = Duration::from_secs(1);

/// Longer waits are reported to the observer.
const NOTICED: Duration = Duration::from_secs(1);

pub(super) struct Gate {
    governor: Mutex<Governor>,
    limits: RateLimits,
    clock: Arc<dyn Clock>,
}

/// The right to send one request. It counts from when this is dropped: the service may have seen the request.
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

    /// Fails if the wait would last until after `deadline`. Calls `pausing` once with the length of a noticeable wait.
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
                let late = format!("{}, which is later than this call's time-out", error.message());
                return Err(error.with_message(late));
            }
            if let Some(pausing) = pausing.take_if(|_| wait >= NOTICED) {
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
    /// For a request that was never sent.
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

/// Time on the network of a call without a time-out.
const NETWORK_TIME: Duration = Duration::from_secs(30);

/// An explicit deadline covers everything. Without one, only time on the network counts, not waiting for the rate
/// limit: a loop over a thousand creates takes its ten minutes and succeeds.
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

    /// For waiting at the rate limit; `None` if unlimited.
    pub fn for_allowance(&self, now: Duration) -> Option<Duration> {
        self.at.map(|at| at.saturating_sub(now))
    }

    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }
}
