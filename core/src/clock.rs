//! Clocks: the trait [`Clock`], the system's clock, and a [`ManualClock`] that a test moves by hand.
//!
//! With a [`ManualClock`], a test can run a service through weeks in a second.
//! [`Service::run_until`](crate::Service::run_until) moves the clock to the next due item, does it, and continues.
//!
//! ```
//! # #[cfg(feature = "embedded")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//!
//! use shiptrack::clock::{CancelToken, Clock, ManualClock};
//! use shiptrack::{NewTrackingRequest, Service, Wait};
//!
//! let clock = ManualClock::new("2026-05-01T08:00:00Z".parse()?);
//! let service = Service::builder().clock(clock.clone()).in_memory()?;
//! let client = service.client();
//! let requests = client.tracking_requests();
//!
//! // The carrier TEST has no data for this number in the first two days.
//! let request = requests.create(NewTrackingRequest::booking_number("TEST-TR-AWAITING", "TEST"))?;
//! let request = requests.wait(&request.id, Wait::until_answered())?;
//! assert_eq!(request.status.as_str(), "awaiting_manifest");
//!
//! service.run_until(clock.now() + Duration::from_secs(3 * 24 * 60 * 60), &CancelToken::new())?;
//! assert_eq!(requests.get(&request.id)?.status.as_str(), "created");
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "embedded"))]
//! # fn main() {}
//! ```

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::time::{saturating_add, time_delta};

// This is the only file that asks the machine for the time, or sleeps.

/// A source of time, and a way to wait.
pub trait Clock: Send + Sync {
    /// The wall-clock time. It may jump in both directions.
    fn now(&self) -> DateTime<Utc>;

    /// The time since a fixed moment. It never goes back; deadlines and rate limits use it.
    fn monotonic(&self) -> Duration;

    /// Waits for `time`, or returns early when `cancel` is cancelled.
    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled>;

    /// Whether sleeping moves the clock instead of waiting: true for [`ManualClock`].
    fn is_manual(&self) -> bool {
        false
    }
}

/// The error of a wait that was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Cancels calls. Clones share one flag.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<CancelState>);

#[derive(Default)]
struct CancelState {
    cancelled: Mutex<bool>,
    changed: Condvar,
    children: Mutex<Vec<Weak<CancelState>>>,
    check: Option<fn() -> bool>,
}

const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl CancelState {
    fn cancel(&self) {
        *self.lock() = true;
        self.changed.notify_all();
        let children = std::mem::take(&mut *self.children.lock().unwrap_or_else(PoisonError::into_inner));
        children.iter().filter_map(Weak::upgrade).for_each(|child| child.cancel());
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.cancelled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels every call that holds a clone of this token, now and later.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// A token that is cancelled together with this one, and can also be cancelled alone.
    pub fn child(&self) -> CancelToken {
        let child = CancelToken::new();
        self.adopt(&child);
        child
    }

    /// A child that is also cancelled as soon as `check` returns true: for programs that have to poll for interrupts,
    /// such as an interpreter for Ctrl-C.
    ///
    /// `check` is called whenever the token is checked, on the thread that checks it and without a lock of this
    /// library. A wait calls it about twenty times a second.
    pub fn child_with_check(&self, check: fn() -> bool) -> CancelToken {
        let child = CancelToken(Arc::new(CancelState { check: Some(check), ..CancelState::default() }));
        self.adopt(&child);
        child
    }

    /// Makes `child` a child of this token: it is cancelled when this one is.
    pub fn adopt(&self, child: &CancelToken) {
        let mut children = self.0.children.lock().unwrap_or_else(PoisonError::into_inner);
        children.retain(|child| child.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        drop(children);
        // A cancellation before the push has missed the new child.
        if self.is_cancelled() {
            child.cancel();
        }
    }

    /// Whether the token is cancelled.
    pub fn is_cancelled(&self) -> bool {
        if *self.0.lock() {
            return true;
        }
        let is_interrupted = self.0.check.is_some_and(|check| check());
        if is_interrupted {
            self.cancel();
        }
        is_interrupted
    }

    /// `Err(Cancelled)` if the token is cancelled.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

impl std::fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CancelToken").field(&self.is_cancelled()).finish()
    }
}

/// The system's clock.
#[derive(Debug, Clone)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// A system clock. Its monotonic time starts now.
    pub fn new() -> Self {
        SystemClock { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }

    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        let start = Instant::now();
        loop {
            cancel.check()?;
            let Some(left) = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero()) else { return Ok(()) };
            let slice = if cancel.0.check.is_some() { left.min(POLL_INTERVAL) } else { left };
            drop(cancel.0.changed.wait_timeout_while(cancel.0.lock(), slice, |cancelled| !*cancelled));
        }
    }
}

/// A clock that stands still until it is moved. Sleeping on it moves it.
///
/// Clones are the same clock. If several threads share it, a thread that sleeps moves the time for all of them,
/// including the deadlines of calls in progress.
#[derive(Clone)]
pub struct ManualClock(Arc<Mutex<ManualTime>>);

struct ManualTime {
    now: DateTime<Utc>,
    elapsed: Duration,
}

impl ManualClock {
    /// A clock that shows `now`.
    pub fn new(now: DateTime<Utc>) -> Self {
        ManualClock(Arc::new(Mutex::new(ManualTime { now, elapsed: Duration::ZERO })))
    }

    /// Moves the clock forward, at most to the end of the calendar.
    pub fn advance(&self, by: Duration) {
        let mut state = self.lock();
        state.elapsed = state.elapsed.saturating_add(by);
        state.now = saturating_add(state.now, time_delta(by));
    }

    /// Moves the clock forward to `moment`. Does nothing if the clock is past it already.
    pub fn advance_to(&self, moment: DateTime<Utc>) {
        let mut state = self.lock();
        if let Ok(by) = (moment - state.now).to_std() {
            state.elapsed = state.elapsed.saturating_add(by);
            state.now = moment;
        }
    }

    /// Sets only the wall-clock time, as an operator or a time server does. It may go back.
    pub fn set(&self, now: DateTime<Utc>) {
        self.lock().now = now;
    }

    fn lock(&self) -> MutexGuard<'_, ManualTime> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        self.lock().now
    }

    fn monotonic(&self) -> Duration {
        self.lock().elapsed
    }

    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        cancel.check()?;
        self.advance(time);
        Ok(())
    }

    fn is_manual(&self) -> bool {
        true
    }
}

impl std::fmt::Debug for ManualClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ManualClock").field(&self.now()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn manual_clock_moves_when_advanced_or_slept_on() {
        let clock = ManualClock::new(DateTime::UNIX_EPOCH);
        clock.advance(Duration::from_secs(5));
        clock.sleep(Duration::from_secs(7), &CancelToken::new()).unwrap();
        clock.advance_to(DateTime::UNIX_EPOCH);
        assert_eq!(clock.now(), DateTime::from_timestamp(12, 0).unwrap());
        clock.set(DateTime::UNIX_EPOCH);
        assert_eq!(clock.monotonic(), Duration::from_secs(12));
    }

    #[test]
    fn manual_clock_stops_at_the_end_of_the_calendar() {
        let clock = ManualClock::new(DateTime::UNIX_EPOCH);
        for _ in 0..2 {
            clock.advance(Duration::MAX);
            assert_eq!((clock.now(), clock.monotonic()), (DateTime::<Utc>::MAX_UTC, Duration::MAX));
        }
        clock.set(DateTime::UNIX_EPOCH);
        clock.advance_to(DateTime::<Utc>::MAX_UTC);
        assert_eq!(clock.monotonic(), Duration::MAX);
    }

    #[test]
    fn cancelling_reaches_children_but_not_parents() {
        let parent = CancelToken::new();
        let (first, second) = (parent.child(), parent.child());
        first.cancel();
        assert!(!parent.is_cancelled() && !second.is_cancelled());
        parent.cancel();
        assert!(second.is_cancelled() && parent.child().is_cancelled());
    }

    #[test]
    fn child_with_check_ends_a_sleep_and_stays_cancelled() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let parent = CancelToken::new();
        let cancel = parent.child_with_check(|| CALLS.fetch_add(1, Ordering::Relaxed) == 1);
        assert_eq!(SystemClock::new().sleep(Duration::from_secs(3_600), &cancel), Err(Cancelled));
        assert!(cancel.is_cancelled() && !parent.is_cancelled());
        assert_eq!(CALLS.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn cancelled_sleep_ends_at_once() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let clock = SystemClock::new();
        assert_eq!(clock.sleep(Duration::from_secs(3_600), &cancel), Err(Cancelled));
    }
}
