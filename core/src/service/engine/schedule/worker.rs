//! Threads that do due work.
//!
//! One thread at a time looks for work, and sleeps while there is none. When it finds some, the next thread looks.
//! Threads are started on demand.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::pick_work::{Picking, Work};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::service::engine::base::claims::Shares;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::observer::panicked;
use crate::threads::{self, locked};
use crate::time::later;

/// A wall clock that jumps must not put work off for long.
const LONGEST_SLEEP: TimeDelta = TimeDelta::minutes(1);
const HOUSEKEEPING: usize = 256;

pub(in crate::service) struct Worker {
    crew: Arc<Crew>,
    process: u32,
}

struct Crew {
    engine: Arc<Engine>,
    cancel: CancelToken,
    most: usize,
    shares: Shares,
    roster: Mutex<Roster>,
    turn: Condvar,
    done: AtomicUsize,
    /// Alternates, so that neither look-ups nor deliveries wait for the others to end.
    look_ups_first: AtomicBool,
}

#[derive(Default)]
struct Roster {
    threads: Vec<JoinHandle<()>>,
    led: bool,
    waiting: usize,
}

impl Worker {
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

    /// A host's part can end a thread where no code of ours can catch it.
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
            // The last handle may be dropped by one of these threads, which cannot join itself.
            if thread.thread().id() != std::thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

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

    fn enlist(self: &Arc<Self>) -> std::io::Result<()> {
        let mut roster = self.roster();
        if self.cancel.is_cancelled() {
            return Ok(());
        }
        let crew = self.clone();
        let thread = threads::start(format!("shiptrack-{}", roster.threads.len() + 1), move || crew.work())?;
        roster.threads.push(thread);
        Ok(())
    }

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
            // Before looking for work, so that nothing is missed in between.
            let woken = self.engine.wake.token();
            // A host's part may panic anywhere; its work is released and tried again.
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

    /// The next thread looks for work meanwhile. If there is none, returns until when to sleep: wall clock and
    /// monotonic.
    fn step(self: &Arc<Self>, lead: &mut Option<Lead<'_>>) -> Result<Option<(DateTime<Utc>, Duration)>> {
        let engine = &self.engine;
        let pause = engine.end_of_backoff();
        if pause < Duration::MAX {
            // Not shortened by waking: a failure wakes, too.
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
        // After a failure one thread works, and the others wait for its result.
        if !locked(&engine.backoff).is_on() {
            drop(lead.take());
            self.reinforce();
        }
        engine.perform(&mut in_hand, &self.cancel)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(None)
    }

    /// Work in other hands wakes the worker when it is done.
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

    /// If a thread cannot be started, the existing ones do the work later.
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
