//! Threads that do due work as it falls due.
//!
//! One of them at a time looks for work, and sleeps while there is none. When it has found some it lets the next one look
//! and does it. So nothing is looked for twice, and threads that have nothing to do cost nothing: they are started when
//! they are needed.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::claims::Shares;
use super::observer::panicked;
use super::parts::Engine;
use super::turns::{Picking, Work};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::threads::{self, locked};
use crate::time::later;

/// Looks at least this often: a wall clock that jumps must not put work off for long.
const LONGEST_SLEEP: TimeDelta = TimeDelta::minutes(1);

/// So many items are done at most until the store's housekeeping has its turn, however much is due.
const HOUSEKEEPING: usize = 256;

/// Running threads. Dropping it stops them.
pub(in crate::service) struct Worker {
    crew: Arc<Crew>,
    process: u32,
}

/// The threads of a worker, and what they share.
struct Crew {
    engine: Arc<Engine>,
    cancel: CancelToken,
    most: usize,
    shares: Shares,
    roster: Mutex<Roster>,
    turn: Condvar,
    /// Items done since the last housekeeping.
    done: AtomicUsize,
    /// Whether look-ups are looked for first: in turns with deliveries, so that neither waits for the other to end.
    look_ups_first: AtomicBool,
}

#[derive(Default)]
struct Roster {
    threads: Vec<JoinHandle<()>>,
    /// Whether one of them looks for work.
    led: bool,
    /// How many wait for their turn to look.
    waiting: usize,
}

impl Worker {
    /// Refuses a worker that could not work, whether or not one runs already.
    pub fn check(engine: &Engine, threads: usize) -> Result<()> {
        if threads == 0 {
            return Err(Error::refused(ErrorKind::Configuration, "threads", "a worker needs at least one thread"));
        }
        if engine.clock.is_manual() {
            let detail = "a manual clock only moves when it is told to, so a worker would wait for ever: call run_due or settle instead";
            return Err(Error::refused(ErrorKind::Configuration, "clock", detail));
        }
        Ok(())
    }

    pub fn start(engine: &Arc<Engine>, threads: usize) -> Result<Self> {
        let crew = Arc::new(Crew {
            engine: engine.clone(),
            cancel: CancelToken::new(),
            most: threads,
            shares: Shares::of(threads),
            roster: Mutex::default(),
            turn: Condvar::new(),
            done: AtomicUsize::new(0),
            look_ups_first: AtomicBool::new(false),
        });
        crew.enlist().map_err(|error| {
            Error::new(ErrorKind::Configuration, "no worker thread could be started").with_source(error)
        })?;
        Ok(Worker { crew, process: std::process::id() })
    }

    /// Whether every thread still runs: a part of the host's can end one where nothing of ours could catch it.
    pub fn is_whole(&self) -> bool {
        !self.crew.roster().threads.iter().any(JoinHandle::is_finished)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The threads stayed on the other side of a fork: here there is nobody to stop or to wait for, and what they
        // held is held for ever.
        if self.process != std::process::id() {
            std::mem::forget(self.crew.clone());
            return;
        }
        self.crew.cancel.cancel();
        let threads = {
            let mut roster = self.crew.roster();
            self.crew.turn.notify_all();
            std::mem::take(&mut roster.threads)
        };
        for thread in threads {
            // The last handle of the service may go on one of its own threads: nobody waits for himself.
            if thread.thread().id() != std::thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

/// The right to look for work, which one thread has at a time.
struct Lead<'a>(&'a Crew);

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        let mut roster = self.0.roster();
        roster.led = false;
        self.0.engine.watch(false);
        drop(roster);
        self.0.turn.notify_one();
    }
}

impl Crew {
    fn roster(&self) -> MutexGuard<'_, Roster> {
        locked(&self.roster)
    }

    /// Starts one more thread.
    fn enlist(self: &Arc<Self>) -> std::io::Result<()> {
        let mut roster = self.roster();
        // Stopped meanwhile: nobody would wait for it.
        if self.cancel.is_cancelled() {
            return Ok(());
        }
        let crew = self.clone();
        let thread = threads::start(format!("shiptrack-{}", roster.threads.len() + 1), move || crew.work())?;
        roster.threads.push(thread);
        Ok(())
    }

    /// Waits until nobody else looks for work. `None` when the worker is stopped.
    fn lead(&self) -> Option<Lead<'_>> {
        let mut roster = self.roster();
        roster.waiting += 1;
        while roster.led && !self.cancel.is_cancelled() {
            roster = self.turn.wait(roster).unwrap_or_else(PoisonError::into_inner);
        }
        roster.waiting -= 1;
        if self.cancel.is_cancelled() {
            return None;
        }
        roster.led = true;
        self.engine.watch(true);
        Some(Lead(self))
    }

    fn work(self: &Arc<Self>) {
        while let Some(lead) = self.lead() {
            let mut lead = Some(lead);
            // Taken before looking, so that nothing that becomes due in between is slept through.
            let woken = self.engine.wake.token();
            // A part the host plugged in may panic anywhere; what it was called for is let go of and tried again.
            let step = catch_unwind(AssertUnwindSafe(|| self.step(&mut lead)));
            match step.unwrap_or_else(|_| Err(panicked("a part of the host's"))) {
                Ok(None) => {}
                Ok(Some((until, end))) => {
                    let _ = self.engine.sleep_until(until, end, &woken, &self.cancel);
                }
                Err(error) if !self.cancel.is_cancelled() => {
                    self.engine.stumbled();
                    self.engine.tell_trouble(&error);
                }
                Err(_) => {}
            }
        }
    }

    /// Does one item, while the next thread looks for another. When there is none, answers until when to sleep, by the
    /// wall clock and in monotonic time.
    fn step(self: &Arc<Self>, lead: &mut Option<Lead<'_>>) -> Result<Option<(DateTime<Utc>, Duration)>> {
        let engine = &self.engine;
        let pause = engine.end_of_backoff();
        if pause < Duration::MAX {
            // Waking does not shorten it: what fails wakes as well.
            return Ok(Some((DateTime::<Utc>::MAX_UTC, pause)));
        }
        if self.done.load(Ordering::Relaxed) >= HOUSEKEEPING {
            self.keep_house()?;
        }
        let now = engine.now();
        let look_ups_first = self.look_ups_first.load(Ordering::Relaxed);
        let picking = Picking { shares: self.shares, look_ups_first, tried: &HashSet::new() };
        let Some(mut in_hand) = engine.claim(picking)? else { return self.rest(now) };
        self.look_ups_first.store(matches!(in_hand.work, Work::Delivery(..)), Ordering::Relaxed);
        // After a failure one goes ahead, and the others wait for what comes of it.
        if !locked(&engine.backoff).is_on() {
            drop(lead.take());
            self.reinforce();
        }
        engine.perform(&mut in_hand, &self.cancel)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(None)
    }

    /// Nothing was due at `now` that could be done: until when to sleep. What is in other hands wakes when it is done.
    fn rest(&self, now: DateTime<Utc>) -> Result<Option<(DateTime<Utc>, Duration)>> {
        if self.done.load(Ordering::Relaxed) > 0 {
            self.keep_house()?;
        }
        if self.engine.look_after()? {
            return Ok(None);
        }
        let longest = later(now, LONGEST_SLEEP);
        let due = self.engine.next_due_after(Some(now))?.unwrap_or(longest);
        Ok(Some((due.min(longest), self.engine.end_of(LONGEST_SLEEP))))
    }

    fn keep_house(&self) -> Result<()> {
        self.done.store(0, Ordering::Relaxed);
        self.engine.store.maintain()
    }

    /// Starts another thread when nobody is left to look for work. One that cannot be started is missed by nobody: those
    /// that are there do the work, later.
    fn reinforce(self: &Arc<Self>) {
        let is_short = {
            let roster = self.roster();
            roster.waiting == 0 && !roster.led && roster.threads.len() < self.most
        };
        if is_short {
            let _ = self.enlist();
        }
    }
}
