//! A manual clock for several threads that wait.
//!
//! On a plain manual clock the first thread that sleeps takes the time with it, also from threads that are in the middle
//! of something. This one moves when every member sleeps, and then to the earliest moment one of them waits for: what
//! happens between two such moments takes no time, as in any simulation.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};

/// The clock. Clones are the same clock.
#[derive(Clone)]
pub struct Convoy(Arc<Shared>);

struct Shared {
    clock: ManualClock,
    state: Mutex<State>,
    moved: Condvar,
}

struct State {
    members: usize,
    /// The moments the sleeping members wait for.
    wakes: Vec<Duration>,
}

/// A thread's membership; it ends with the thread's work.
pub struct Member<'c>(&'c Convoy);

impl Convoy {
    /// A clock that stands at `now` until all of `members` threads sleep.
    pub fn new(now: DateTime<Utc>, members: usize) -> Self {
        let state = Mutex::new(State { members, wakes: Vec::new() });
        Convoy(Arc::new(Shared { clock: ManualClock::new(now), state, moved: Condvar::new() }))
    }

    /// Counts the present thread as one of the members, until the result is dropped.
    pub fn member(&self) -> Member<'_> {
        Member(self)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the clock when nobody is awake.
    fn go_on(&self, state: &mut State) {
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

impl Clock for Convoy {
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
        self.go_on(&mut state);
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
        self.0.go_on(&mut state);
    }
}
