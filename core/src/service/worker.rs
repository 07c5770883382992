//! Threads that do due work as it falls due.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

use chrono::TimeDelta;

use super::engine::Engine;
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
}

impl Worker {
    pub fn start(engine: &Arc<Engine>, threads: usize) -> Result<Self> {
        if engine.clock.is_manual() {
            let detail = "a manual clock only moves when it is told to: drive the service with run_due instead";
            return Err(Error::refused(ErrorKind::Configuration, "clock", detail));
        }
        if threads == 0 {
            return Err(Error::refused(ErrorKind::Configuration, "threads", "a worker needs at least one thread"));
        }
        let mut worker = Worker { cancel: CancelToken::new(), threads: Vec::new() };
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
}

impl Drop for Worker {
    fn drop(&mut self) {
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
            Ok(Ok(Some(due))) if due > now => due.min(now + LONGEST_SLEEP),
            Ok(Ok(_)) => now + LONGEST_SLEEP,
            Ok(Err(_)) | Err(_) => now + AFTER_FAILURE,
        };
        let end = engine.end_of(LONGEST_SLEEP);
        let _ = engine.sleep_until(next, end, &woken, cancel);
    }
}
