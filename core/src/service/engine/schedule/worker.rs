//! `Worker`: threads that process due work.
//!
//! Only one thread at a time looks for work, and sleeps while nothing is due. When it has found an item, it processes the item, and
//! the next thread looks for work. Threads are started on demand.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::pick_work::{PickOptions, Work};
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::service::engine::base::claims::Shares;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::reporter::panic_error;
use crate::threads::{Thread, lock};

/// Number of work items after which the store does its maintenance.
const ITEMS_BETWEEN_MAINTENANCE: usize = 256;

/// One of so many searches for work begins with documents.
const SEARCHES_PER_DOCUMENT: usize = 8;

/// Must be ended with [`stop`](Worker::stop).
pub(in crate::service) struct Worker {
    pool: Arc<ThreadPool>,
    process: u32,
}

struct ThreadPool {
    engine: Arc<Engine>,
    cancel: CancelToken,
    max_threads: usize,
    shares: Shares,
    state: Mutex<PoolState>,
    /// Wakes a thread that waits for its turn to look for work.
    turn: Condvar,
    /// Items since the last maintenance of the store.
    done: AtomicUsize,
    /// Whether look-ups are preferred to deliveries. Alternates, so that neither kind waits until the other is done.
    look_ups_first: AtomicBool,
    /// Searches for work so far.
    searches: AtomicUsize,
}

#[derive(Default)]
struct PoolState {
    threads: Vec<Thread>,
    /// Whether a thread looks for work or sleeps.
    is_looking: bool,
    /// Threads that wait for their turn to look for work.
    waiting: usize,
}

impl Worker {
    pub fn check(engine: &Engine, threads: usize) -> Result<()> {
        if threads == 0 {
            return Err(Error::refused(ErrorKind::Configuration, "threads", "a worker needs at least one thread"));
        }
        if engine.clock.is_manual() {
            let detail = "a manual clock does not advance by itself, so a worker would wait forever: call run_due or settle instead";
            return Err(Error::refused(ErrorKind::Configuration, "clock", detail));
        }
        Ok(())
    }

    pub fn start(engine: &Arc<Engine>, threads: usize) -> Result<Self> {
        let shares = Shares::of(threads, engine.policies.documents.readers);
        let pool = Arc::new(ThreadPool {
            engine: engine.clone(),
            cancel: CancelToken::new(),
            max_threads: shares.threads(),
            shares,
            state: Mutex::default(),
            turn: Condvar::new(),
            done: AtomicUsize::new(0),
            look_ups_first: AtomicBool::new(false),
            searches: AtomicUsize::new(0),
        });
        pool.start_thread().map_err(|error| {
            Error::new(ErrorKind::Configuration, "no worker thread could be started").with_source(error)
        })?;
        engine.add_worker();
        Ok(Worker { pool, process: std::process::id() })
    }

    /// Whether no thread has ended. Code of the host program can end a thread in a way that this library cannot catch.
    pub fn has_all_threads(&self) -> bool {
        !self.pool.state().threads.iter().any(Thread::is_finished)
    }

    /// Cancels the work in progress, and waits until the threads have ended. After `timeout`, threads that still run code of the host
    /// program are abandoned: they end when that code returns. Returns whether all threads have ended.
    pub fn stop(self, timeout: Duration) -> bool {
        // After a fork, the threads do not exist in this process. They cannot be stopped or joined, and locks that they held
        // are never released.
        if self.process != std::process::id() {
            std::mem::forget(self.pool);
            return true;
        }
        self.pool.engine.remove_worker();
        self.pool.cancel.cancel();
        let threads = {
            let mut state = self.pool.state();
            self.pool.turn.notify_all();
            std::mem::take(&mut state.threads)
        };
        let clock = SystemClock::new();
        let mut have_ended = true;
        for thread in threads {
            // One of these threads may drop the last handle, and it cannot join itself.
            if !thread.is_current() {
                have_ended &= thread.join_within(timeout.saturating_sub(clock.monotonic()));
            }
        }
        have_ended
    }
}

/// The right to look for work. Dropping it lets the next thread look.
struct LookingThread<'a>(&'a ThreadPool);

impl Drop for LookingThread<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_looking = false;
        self.0.engine.set_worker_looking(false);
        drop(state);
        self.0.turn.notify_one();
    }
}

impl ThreadPool {
    fn state(&self) -> MutexGuard<'_, PoolState> {
        lock(&self.state)
    }

    fn start_thread(self: &Arc<Self>) -> std::io::Result<()> {
        let mut state = self.state();
        if self.cancel.is_cancelled() {
            return Ok(());
        }
        let pool = self.clone();
        let thread = Thread::start(format!("shiptrack-{}", state.threads.len() + 1), move || pool.work())?;
        state.threads.push(thread);
        Ok(())
    }

    /// Waits until no other thread looks for work. `None` if the worker stops.
    fn start_looking(&self) -> Option<LookingThread<'_>> {
        let mut state = self.state();
        state.waiting += 1;
        while state.is_looking && !self.cancel.is_cancelled() {
            state = self.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        if self.cancel.is_cancelled() {
            return None;
        }
        state.is_looking = true;
        self.engine.set_worker_looking(true);
        Some(LookingThread(self))
    }

    fn work(self: &Arc<Self>) {
        while let Some(looking) = self.start_looking() {
            let mut looking = Some(looking);
            // Taken before the thread looks for work, so that it misses no wake-up in between.
            let woken = self.engine.wake.token();
            // Callbacks of the host program may panic. Their work is released and retried.
            let step = catch_unwind(AssertUnwindSafe(|| self.step(&mut looking)));
            match step.unwrap_or_else(|_| Err(panic_error("code of the host program"))) {
                Ok(None) => {}
                Ok(Some((until, end))) => {
                    let _ = self.engine.sleep_until(until, end, &woken, &self.cancel);
                }
                Err(error) if !self.cancel.is_cancelled() => {
                    self.engine.begin_backoff();
                    self.engine.report_trouble(None, &error);
                }
                Err(_) => {}
            }
        }
    }

    /// Processes one item, while the next thread looks for work. If no work is due, returns when the sleep ends, in wall clock time
    /// and in monotonic time.
    fn step(self: &Arc<Self>, looking: &mut Option<LookingThread<'_>>) -> Result<Option<(DateTime<Utc>, Duration)>> {
        let engine = &self.engine;
        let pause = engine.end_of_backoff();
        if pause < Duration::MAX {
            // A wake-up does not shorten the backoff, because failures wake the worker as well.
            return Ok(Some((DateTime::<Utc>::MAX_UTC, pause)));
        }
        if self.done.load(Ordering::Relaxed) >= ITEMS_BETWEEN_MAINTENANCE {
            self.maintain_store()?;
            self.engine.release_replaced_if_due()?;
        }
        let now = engine.now();
        let look_ups_first = self.look_ups_first.load(Ordering::Relaxed);
        let documents_first = self.searches.fetch_add(1, Ordering::Relaxed).is_multiple_of(SEARCHES_PER_DOCUMENT);
        let options = PickOptions { shares: self.shares, look_ups_first, documents_first, tried: &HashSet::new() };
        let Some(mut claimed) = engine.claim(options)? else { return self.next_wait(now) };
        self.look_ups_first.store(matches!(claimed.work, Work::Delivery(..)), Ordering::Relaxed);
        // After a failure only one thread works, and the others wait for its result.
        if !lock(&engine.backoff).is_on() {
            drop(looking.take());
            self.start_missing_thread();
        }
        engine.perform(&mut claimed, &self.cancel)?;
        // Counted before the release, which wakes the thread that looks for work and maintains the store.
        self.done.fetch_add(1, Ordering::Relaxed);
        // Released before the rest is written, so that the carrier or webhook need not wait.
        drop(claimed);
        engine.write_slice()?;
        Ok(None)
    }

    /// Returns when the sleep ends. Other threads wake the worker when their work is done.
    fn next_wait(&self, now: DateTime<Utc>) -> Result<Option<(DateTime<Utc>, Duration)>> {
        if self.done.load(Ordering::Relaxed) > 0 {
            self.maintain_store()?;
        }
        if self.engine.run_housekeeping()? {
            return Ok(None);
        }
        let due = self.engine.next_due_after(Some(now))?.unwrap_or(DateTime::<Utc>::MAX_UTC);
        Ok(Some((due, Duration::MAX)))
    }

    fn maintain_store(&self) -> Result<()> {
        self.done.store(0, Ordering::Relaxed);
        self.engine.store.maintain()
    }

    /// Starts a thread if no other thread can look for work. If that fails, the existing threads do the work later.
    fn start_missing_thread(self: &Arc<Self>) {
        let is_missing = {
            let state = self.state();
            state.waiting == 0 && !state.is_looking && state.threads.len() < self.max_threads
        };
        if is_missing {
            let _ = self.start_thread();
        }
    }
}
