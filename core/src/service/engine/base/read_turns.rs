//! `ReadTurns`: limits how many listings run at once.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::threads::lock;

/// After this time, a listing no longer waits: the ones that run probably wait for the disk, and not for a processor.
const PATIENCE: Duration = Duration::from_millis(250);

/// Listings need a processor all the time, so more of them than processors are not faster. They would only delay the threads of the
/// worker, which wait for carriers and for the disk most of the time, and need more connections to the database with their caches.
///
/// While the worker applies the answer of a carrier, which needs a processor, too, one listing fewer runs.
pub(in crate::service) struct ReadTurns {
    limit: usize,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    /// How many listings run.
    running: usize,
    /// How many answers are being applied.
    applied: usize,
}

/// The right to read. Dropping it lets another listing run.
pub(in crate::service) struct ReadTurn<'a>(&'a ReadTurns);

/// A processor for the worker. Dropping it lets another listing run.
pub(in crate::service) struct ReservedProcessor<'a>(&'a ReadTurns);

impl Default for ReadTurns {
    fn default() -> Self {
        ReadTurns::new(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl ReadTurns {
    fn new(limit: usize) -> Self {
        ReadTurns { limit, state: Mutex::default(), ended: Condvar::new() }
    }

    /// Waits while the maximum number of listings runs, but not longer than [`PATIENCE`].
    pub fn take(&self) -> ReadTurn<'_> {
        let is_full = |state: &mut State| {
            let reserved = usize::from(state.applied > 0);
            state.running >= (self.limit - reserved).max(1)
        };
        let waited = self.ended.wait_timeout_while(lock(&self.state), PATIENCE, is_full);
        waited.unwrap_or_else(PoisonError::into_inner).0.running += 1;
        ReadTurn(self)
    }

    /// Called before the worker applies an answer. Does not wait.
    pub fn reserve(&self) -> ReservedProcessor<'_> {
        lock(&self.state).applied += 1;
        ReservedProcessor(self)
    }
}

impl Drop for ReadTurn<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).running -= 1;
        self.0.ended.notify_one();
    }
}

impl Drop for ReservedProcessor<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).applied -= 1;
        self.0.ended.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn running(turns: &ReadTurns) -> usize {
        lock(&turns.state).running
    }

    #[test]
    fn a_listing_waits_for_the_end_of_another_one() {
        let turns = ReadTurns::new(2);
        let first = turns.take();
        let second = turns.take();
        thread::scope(|scope| {
            let third = scope.spawn(|| {
                let _turn = turns.take();
                running(&turns)
            });
            drop(first);
            assert!(third.join().unwrap() <= 2);
        });
        drop(second);
        assert_eq!(running(&turns), 0);
    }

    #[test]
    fn a_listing_does_not_wait_for_one_that_does_not_end() {
        let turns = ReadTurns::new(1);
        let _first = turns.take();
        let _second = turns.take();
        assert_eq!(running(&turns), 2);
    }

    #[test]
    fn one_listing_fewer_runs_while_an_answer_is_applied() {
        let turns = ReadTurns::new(2);
        let reserved = turns.reserve();
        let first = turns.take();
        thread::scope(|scope| {
            let second = scope.spawn(|| {
                let _turn = turns.take();
                running(&turns)
            });
            drop(first);
            assert_eq!(second.join().unwrap(), 1);
        });
        drop(reserved);
        let (_first, _second) = (turns.take(), turns.take());
        assert_eq!(running(&turns), 2);
    }
}
