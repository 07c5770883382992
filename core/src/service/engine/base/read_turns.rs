//! `ReadTurns`: limits how many listings run at once.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::threads::lock;

/// After this time, a listing no longer waits: the ones that run probably wait for the disk, and not for a processor.
const PATIENCE: Duration = Duration::from_millis(250);

/// Listings need a processor all the time, so more of them than processors are not faster. They would only delay the threads of the
/// worker, which wait for carriers and for the disk most of the time, and need more connections to the database with their caches.
pub(in crate::service) struct ReadTurns {
    limit: usize,
    running: Mutex<usize>,
    ended: Condvar,
}

/// The right to read. Dropping it lets another listing run.
pub(in crate::service) struct ReadTurn<'a>(&'a ReadTurns);

impl Default for ReadTurns {
    fn default() -> Self {
        ReadTurns::new(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl ReadTurns {
    fn new(limit: usize) -> Self {
        ReadTurns { limit, running: Mutex::default(), ended: Condvar::new() }
    }

    /// Waits while the maximum number of listings runs, but not longer than [`PATIENCE`].
    pub fn take(&self) -> ReadTurn<'_> {
        let is_full = |running: &mut usize| *running >= self.limit;
        let running = self.ended.wait_timeout_while(lock(&self.running), PATIENCE, is_full);
        *running.unwrap_or_else(PoisonError::into_inner).0 += 1;
        ReadTurn(self)
    }
}

impl Drop for ReadTurn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.running) -= 1;
        self.0.ended.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn running(turns: &ReadTurns) -> usize {
        *lock(&turns.running)
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
}
