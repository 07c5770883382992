//! A manual clock that is shared by several sleeping threads.
//!
//! A plain manual clock advances when the first thread sleeps, even if other threads are still working. This clock advances only when all
//! member threads sleep, and then to the earliest time that one of them waits for. Work between two sleeps takes no time.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};

/// The clock. Clones share their time.
#[derive(Clone)]
pub struct LockstepClock(Arc<Shared>);

struct Shared {
    clock: ManualClock,
    state: Mutex<State>,
    moved: Condvar,
}

struct State {
    members: usize,
    /// When the sleeping members wake up.
    wakes: Vec<Duration>,
}

/// Membership of a thread, until it is dropped.
pub struct Member<'c>(&'c LockstepClock);

impl LockstepClock {
    /// Returns a clock that stays at `now` until `members` threads sleep.
    pub fn new(now: DateTime<Utc>, members: usize) -> Self {
        let state = Mutex::new(State { members, wakes: Vec::new() });
        LockstepClock(Arc::new(Shared { clock: ManualClock::new(now), state, moved: Condvar::new() }))
    }

    /// Counts the current thread as a member until the result is dropped.
    pub fn member(&self) -> Member<'_> {
        Member(self)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Advances the clock if all members sleep.
    fn advance_if_all_sleep(&self, state: &mut State) {
        if state.wakes.len() < state.members {
            return;
        }
        if let Some(first) = state.wakes.iter().min() {
            self.0.clock.advance(first.saturating_sub(self.0.clock.monotonic()));
        }
        let now = self.0.clock.monotonic();
        state.wakes.retain(|wake| *wake > now);
        self.0.moved.notify_all();
    }
}

impl Clock for LockstepClock {
    fn now(&self) -> DateTime<Utc> {
        self.0.clock.now()
    }

    fn monotonic(&self) -> Duration {
        self.0.clock.monotonic()
    }

    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        cancel.check()?;
        if time.is_zero() {
            return Ok(());
        }
        let mut state = self.lock();
        let wake = self.0.clock.monotonic() + time;
        state.wakes.push(wake);
        self.advance_if_all_sleep(&mut state);
        while self.0.clock.monotonic() < wake {
            state = self.0.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        cancel.check()
    }

    fn is_manual(&self) -> bool {
        true
    }
}

impl Drop for Member<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.members -= 1;
        self.0.advance_if_all_sleep(&mut state);
    }
}
