//! The clock port, the system's clock and one that a test moves by hand.
//!
//! This is the only file that asks the machine for the time or sleeps.
//! A service on a [`ManualClock`] lives through weeks in a test of one's own. Nothing falls due by itself on such a clock:
//! [`Service::run_until`](crate::Service::run_until) moves it to what is due next, does that, and goes on.
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

/// What time it is, and a way to let it pass.
pub trait Clock: Send + Sync {
    /// The wall clock. It may jump, in both directions.
    fn now(&self) -> DateTime<Utc>;

    /// Time since some fixed moment. It never goes back: windows and deadlines are measured on it.
    fn monotonic(&self) -> Duration;

    /// Lets `time` pass, or returns early when `cancel` is cancelled.
    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled>;

    /// Whether sleeping moves this clock instead of waiting for it: true for [`ManualClock`].
    fn is_manual(&self) -> bool {
        false
    }
}

/// A call was cancelled while it waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Tells a waiting call to give up. Clones share one flag.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<CancelState>);

#[derive(Default)]
struct CancelState {
    cancelled: Mutex<bool>,
    changed: Condvar,
    children: Mutex<Vec<Weak<CancelState>>>,
    ask: Option<fn() -> bool>,
}

const LOOK: Duration = Duration::from_millis(50);

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
    /// A token nobody has cancelled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels every call that holds a clone of this token, now and later.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// A token that is cancelled with this one, and can also be cancelled alone.
    pub fn child(&self) -> CancelToken {
        let child = CancelToken::new();
        self.adopt(&child);
        child
    }

    /// A child that is also cancelled once `ask` says so: for a host whose interrupts come only when they are asked for,
    /// such as an interpreter's Ctrl-C. Whoever looks at the token asks, on its own thread and holding no lock of this
    /// library; a wait does it about twenty times a second.
    pub fn child_with_check(&self, ask: fn() -> bool) -> CancelToken {
        let child = CancelToken(Arc::new(CancelState { ask: Some(ask), ..CancelState::default() }));
        self.adopt(&child);
        child
    }

    /// Makes `child` be cancelled with this token too.
    pub fn adopt(&self, child: &CancelToken) {
        let mut children = self.0.children.lock().unwrap_or_else(PoisonError::into_inner);
        children.retain(|known| known.strong_count() > 0);
        children.push(Arc::downgrade(&child.0));
        drop(children);
        // A cancellation in between may have missed the new child.
        if self.is_cancelled() {
            child.cancel();
        }
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        if *self.0.lock() {
            return true;
        }
        let asked = self.0.ask.is_some_and(|ask| ask());
        if asked {
            self.cancel();
        }
        asked
    }

    /// `Err(Cancelled)` once it was cancelled.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

impl std::fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CancelToken").field(&self.is_cancelled()).finish()
    }
}

/// The machine's clock.
#[derive(Debug, Clone)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// The machine's clock, its monotonic time counted from here.
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
            let slice = if cancel.0.ask.is_some() { left.min(LOOK) } else { left };
            drop(cancel.0.changed.wait_timeout_while(cancel.0.lock(), slice, |cancelled| !*cancelled));
        }
    }
}

/// A clock that stands still until somebody moves it. Sleeping on it moves it.
///
/// Clones are the same clock. Where several threads share it, one that sleeps takes the others along, deadlines of calls
/// they are in the middle of included.
#[derive(Clone)]
pub struct ManualClock(Arc<Mutex<Manual>>);

struct Manual {
    now: DateTime<Utc>,
    elapsed: Duration,
}

impl ManualClock {
    /// A clock that stands at `now`.
    pub fn new(now: DateTime<Utc>) -> Self {
        ManualClock(Arc::new(Mutex::new(Manual { now, elapsed: Duration::ZERO })))
    }

    /// Moves the clock forward, to the end of the calendar at most.
    pub fn advance(&self, by: Duration) {
        let mut state = self.lock();
        state.elapsed = state.elapsed.saturating_add(by);
        state.now = saturating_add(state.now, time_delta(by));
    }

    /// Moves the clock forward to `moment`; does nothing when it is there already.
    pub fn advance_to(&self, moment: DateTime<Utc>) {
        let mut state = self.lock();
        if let Ok(by) = (moment - state.now).to_std() {
            state.elapsed = state.elapsed.saturating_add(by);
            state.now = moment;
        }
    }

    /// Sets the wall clock alone, as an operator or a time server does: it may go back.
    pub fn set(&self, now: DateTime<Utc>) {
        self.lock().now = now;
    }

    fn lock(&self) -> MutexGuard<'_, Manual> {
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
    fn a_manual_clock_moves_when_told_or_slept_on() {
        let clock = ManualClock::new(DateTime::UNIX_EPOCH);
        clock.advance(Duration::from_secs(5));
        clock.sleep(Duration::from_secs(7), &CancelToken::new()).unwrap();
        clock.advance_to(DateTime::UNIX_EPOCH);
        assert_eq!(clock.now(), DateTime::from_timestamp(12, 0).unwrap());
        clock.set(DateTime::UNIX_EPOCH);
        assert_eq!(clock.monotonic(), Duration::from_secs(12));
    }

    #[test]
    fn a_manual_clock_stops_at_the_end_of_time() {
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
    fn a_child_is_cancelled_with_its_parent_but_not_the_other_way() {
        let parent = CancelToken::new();
        let (one, other) = (parent.child(), parent.child());
        one.cancel();
        assert!(!parent.is_cancelled() && !other.is_cancelled());
        parent.cancel();
        assert!(other.is_cancelled() && parent.child().is_cancelled());
    }

    #[test]
    fn a_token_that_asks_ends_a_sleep_and_stays_cancelled() {
        static ASKED: AtomicU32 = AtomicU32::new(0);
        let parent = CancelToken::new();
        let cancel = parent.child_with_check(|| ASKED.fetch_add(1, Ordering::Relaxed) == 1);
        assert_eq!(SystemClock::new().sleep(Duration::from_secs(3_600), &cancel), Err(Cancelled));
        assert!(cancel.is_cancelled() && !parent.is_cancelled());
        assert_eq!(ASKED.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_cancelled_sleep_ends_at_once() {
        let cancel = CancelToken::new();
        cancel.cancel();
        let clock = SystemClock::new();
        assert_eq!(clock.sleep(Duration::from_secs(3_600), &cancel), Err(Cancelled));
    }
}
