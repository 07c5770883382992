//! Waits for a time, and processes due work until then.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::clock::{CancelToken, Cancelled};
use crate::error::{Error, ErrorKind, Result};
use crate::service::engine::base::budget::{Budget, WorkCounts};
use crate::service::engine::base::engine::Engine;
use crate::threads::lock;

/// Longest sleep. Limits how long work is late after the wall clock was set forward.
const MAX_SLEEP: Duration = Duration::from_secs(60);

impl Engine {
    /// Waits until a time, and processes due work unless a worker is running. A wall clock that is set back does not extend the wait.
    pub fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let end = self.deadline_after(until - self.now());
        loop {
            cancel.check()?;
            let woken = self.wake.token();
            if self.is_closed() {
                return Ok(());
            }
            let before = self.now();
            // An error is only reported here. If the store keeps failing, the next calls of the host program return the error.
            let done = self.do_one(cancel).unwrap_or_else(|error| {
                self.report_trouble(None, &error);
                0
            });
            let now = self.now();
            if now >= until || self.clock.monotonic() >= end {
                return Ok(());
            }
            if done == 0 {
                let (due, end) = (self.next_own_work(before).unwrap_or(until), end.min(self.end_of_backoff()));
                self.sleep_until(due.min(until), end, &woken, cancel)?;
            }
        }
    }

    /// Processes due work until a time.
    pub fn run_until(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<WorkCounts> {
        let (before, end) = (self.work_done(), self.deadline_after(until - self.now()));
        let cancelled = |cancelled: Cancelled| Error::from(ErrorKind::Cancelled).with_source(cancelled);
        loop {
            let woken = self.wake.token();
            self.check_open()?;
            let checked_at = self.now();
            self.run_due(Budget::ALL, cancel)?;
            cancel.check().map_err(cancelled)?;
            if self.now() >= until || self.clock.monotonic() >= end {
                return Ok(self.work_done() - before);
            }
            // What is still due was tried or cannot be done now, so only later due times are considered.
            let due = self.next_due_after(Some(checked_at))?.unwrap_or(until);
            self.sleep_until(due.min(until), end, &woken, cancel).map_err(cancelled)?;
        }
    }

    /// Processes one due item, and returns the number of processed items: 0 if nothing is due, if a worker is running, or shortly after a
    /// failure.
    pub fn do_one(&self, cancel: &CancelToken) -> Result<usize> {
        if self.is_worker_looking() || self.end_of_backoff() < Duration::MAX {
            return Ok(0);
        }
        Ok(self.run_due(Budget::items(1), cancel)?.items())
    }

    /// The next time after `now` at which work is due. Work that was due earlier is left to other threads; they
    /// wake the waiting thread when they complete it.
    pub fn next_own_work(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.next_due_after(Some(now)).ok().flatten()
    }

    /// The end of the backoff in monotonic time; [`Duration::MAX`] without a backoff.
    pub fn end_of_backoff(&self) -> Duration {
        let now = self.clock.monotonic();
        lock(&self.backoff).until(now).unwrap_or(Duration::MAX)
    }

    /// The end of a pause that begins now, in monotonic time.
    pub fn deadline_after(&self, pause: TimeDelta) -> Duration {
        self.clock.monotonic().saturating_add(pause.to_std().unwrap_or_default())
    }

    /// Sleeps until a time, at most until `end` in monotonic time, until it is woken, or for a minute, so that the caller notices a clock that
    /// was set forward. Fails only if the caller cancelled.
    pub fn sleep_until(
        &self,
        until: DateTime<Utc>,
        end: Duration,
        woken: &CancelToken,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let Ok(time) = (until - self.now()).to_std() else { return Ok(()) };
        // Sleeping moves a manual clock, so nothing else can set it forward.
        let longest = if self.clock.is_manual() { Duration::MAX } else { MAX_SLEEP };
        let time = time.min(end.saturating_sub(self.clock.monotonic())).min(longest);
        let either = cancel.child();
        woken.adopt(&either);
        match self.clock.sleep(time, &either) {
            Err(Cancelled) if cancel.is_cancelled() => Err(Cancelled),
            _ => Ok(()),
        }
    }
}
