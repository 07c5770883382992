//! Threads that do due work as it falls due.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

use chrono::{DateTime, TimeDelta, Utc};

use super::engine::Engine;
use super::observer::panicked;
use super::work::Budget;
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::threads;

/// Looks at least this often: a wall clock that jumps must not put work off for long.
const LONGEST_SLEEP: TimeDelta = TimeDelta::minutes(1);

/// A pause after the store failed, so that a broken disk is not asked in a loop.
const AFTER_FAILURE: TimeDelta = TimeDelta::seconds(1);

/// Running threads. Dropping it stops them.
pub(super) struct Worker {
    cancel: CancelToken,
    threads: Vec<JoinHandle<()>>,
    process: u32,
}

impl Worker {
    /// Refuses a worker that could not work, whether or not one runs already.
    pub fn check(engine: &Engine, threads: usize) -> Result<()> {
        if threads == 0 {
            return Err(Error::refused(ErrorKind::Configuration, "threads", "a worker needs at least one thread"));
        }
        if engine.clock.is_manual() {
            let detail = "a manual clock only moves when it is told to: drive the service with run_due instead";
            return Err(Error::refused(ErrorKind::Configuration, "clock", detail));
        }
        Ok(())
    }

    pub fn start(engine: &Arc<Engine>, threads: usize) -> Result<Self> {
        let mut worker = Worker { cancel: CancelToken::new(), threads: Vec::new(), process: std::process::id() };
        for number in 1..=threads {
            let (engine, cancel) = (engine.clone(), worker.cancel.clone());
            let thread =
                threads::start(format!("shiptrack-{number}"), move || work(&engine, &cancel)).map_err(|e| {
                    Error::new(ErrorKind::Configuration, "no worker thread could be started").with_source(e)
                })?;
            worker.threads.push(thread);
        }
        Ok(worker)
    }

    /// Whether every thread still runs: a part of the host's can end one where nothing of ours could catch it.
    pub fn is_whole(&self) -> bool {
        !self.threads.iter().any(JoinHandle::is_finished)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The threads stayed on the other side of a fork: here there is nobody to stop or to wait for.
        if self.process != std::process::id() {
            std::mem::forget(std::mem::take(&mut self.threads));
            return;
        }
        self.cancel.cancel();
        for thread in self.threads.drain(..) {
            // The last handle of the service may go on one of its own threads: nobody waits for himself.
            if thread.thread().id() != std::thread::current().id() {
                let _ = thread.join();
            }
        }
    }
}

fn work(engine: &Engine, cancel: &CancelToken) {
    while !cancel.is_cancelled() {
        // Taken before looking, so that nothing that becomes due in between is slept through.
        let woken = engine.wake.token();
        let now = engine.now();
        let work = || engine.run_due(Budget::ALL, cancel).and_then(|_| engine.next_due());
        // A part the host plugged in may panic anywhere; what it was called for is let go of and tried again.
        let next = match catch_unwind(AssertUnwindSafe(work)) {
            // Due already, but somebody else has it in hand: they wake us when they are done.
            Ok(Ok(Some(due))) if due > now => due.min(later(now, LONGEST_SLEEP)),
            Ok(Ok(_)) => later(now, LONGEST_SLEEP),
            Ok(Err(error)) => {
                if !cancel.is_cancelled() {
                    engine.tell_trouble(&error);
                }
                later(now, AFTER_FAILURE)
            }
            Err(_) => {
                engine.tell_trouble(&panicked("a part of the host's"));
                later(now, AFTER_FAILURE)
            }
        };
        let end = engine.end_of(LONGEST_SLEEP);
        let _ = engine.sleep_until(next, end, &woken, cancel);
    }
}

fn later(now: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    now.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}
