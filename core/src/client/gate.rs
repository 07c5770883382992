//! Keeps a client, with its clones and threads, within the rate limit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{CancelToken, Clock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Headers;
use crate::limits::{Bucket, Governor, RateLimits, RetryIn, Slot};
use crate::rate_limit_policy::{self, Quota};

/// Longest sleep: a slot becomes free early if a request was not sent.
const SLICE: Duration = Duration::from_secs(1);

/// Longest wait for the rate limit. A call that would wait longer fails at once, whatever its time-out is.
pub(super) const LONGEST_WAIT: Duration = Duration::from_secs(60 * 60);

/// Waits of at least this length are reported to the observer.
const MIN_REPORTED_WAIT: Duration = Duration::from_secs(1);

pub(super) struct Gate {
    governor: Mutex<Governor>,
    /// Whether the limits are those that the service reports. False if the program set them.
    follows_service: bool,
    clock: Arc<dyn Clock>,
}

/// The permission to send one request. The window starts when it is dropped, because the service may have received the request until
/// then.
pub(super) struct Permit<'g> {
    gate: &'g Gate,
    slot: Option<Slot>,
}

impl Gate {
    /// Without `limits`, a gate with the limits of the interface, which follows what the service reports.
    pub fn new(limits: Option<&RateLimits>, clock: Arc<dyn Clock>) -> Self {
        let governor = Governor::new(limits.unwrap_or(&RateLimits::interface()));
        Gate { governor: Mutex::new(governor), follows_service: limits.is_none(), clock }
    }

    /// The limit of a bucket, and the length of its window.
    pub fn limit(&self, bucket: Bucket) -> (Option<u32>, Duration) {
        self.lock().limit(bucket)
    }

    /// Follows the limits that a response reports. A bucket whose limit it does not report, or not validly, has the limit of the interface. A
    /// response without the field changes nothing.
    pub fn follow(&self, headers: &Headers) {
        let policy = headers.get_all(rate_limit_policy::FIELD).collect::<Vec<_>>().join(", ");
        if !self.follows_service || policy.is_empty() {
            return;
        }
        let interface = RateLimits::interface();
        let mut governor = self.lock();
        for bucket in Bucket::ALL {
            let quota = rate_limit_policy::read(&policy, bucket);
            let quota = quota.unwrap_or(Quota { limit: interface.of(bucket), per: interface.per });
            governor.set_limit(bucket, quota.limit, quota.per);
        }
    }

    /// Waits for a permit. Fails if the wait would exceed `deadline` or [`LONGEST_WAIT`], or if the service asked for a pause and
    /// the call `is_impatient`. Calls `pausing` once with the length of a longer wait.
    pub fn enter(
        &self,
        bucket: Bucket,
        (deadline, is_impatient): (&Deadline, bool),
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
            let error = Error::from(RetryIn(wait));
            if is_impatient && self.lock().is_blocked(bucket, now) {
                return Err(error);
            }
            if deadline.for_allowance(now).is_some_and(|left| wait >= left) {
                let late = format!("{}, after the time-out of this call", error.message());
                return Err(error.with_message(late));
            }
            if wait > LONGEST_WAIT {
                return Err(error);
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
