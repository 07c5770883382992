//! The threads for requests that may take long.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::threads;

/// Something for a thread to do.
pub(super) type Job = Box<dyn FnOnce() + Send>;

/// There is no thread and no room in the queue, or the pool is closed.
#[derive(Debug, PartialEq)]
pub(super) struct Full;

/// A bounded pool of threads with a bounded queue. A thread is started when a job finds all others at work.
pub(super) struct Pool {
    shared: Arc<Shared>,
    most_threads: usize,
    most_waiting: usize,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    threads: Vec<JoinHandle<()>>,
    /// Threads that are not at work. Some jobs of the queue may be theirs already.
    idle: usize,
    closed: bool,
}

impl Pool {
    pub(super) fn new(most_threads: usize, most_waiting: usize) -> Self {
        let shared = Shared { state: Mutex::default(), changed: Condvar::new() };
        Pool { shared: Arc::new(shared), most_threads, most_waiting }
    }

    /// Has a thread do `job`, now or when one is free.
    pub(super) fn submit(&self, job: Job) -> Result<(), Full> {
        let mut state = self.shared.lock();
        if state.closed {
            return Err(Full);
        }
        if state.queue.len() >= state.idle && state.threads.len() < self.most_threads {
            self.start_thread(&mut state);
        }
        if state.threads.is_empty() || state.queue.len() >= state.idle + self.most_waiting {
            return Err(Full);
        }
        state.queue.push_back(job);
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Drops the jobs that wait and waits for those at work.
    pub(super) fn close(&self) {
        let (waiting, threads) = {
            let mut state = self.shared.lock();
            state.closed = true;
            (std::mem::take(&mut state.queue), std::mem::take(&mut state.threads))
        };
        self.shared.changed.notify_all();
        drop(waiting);
        threads.into_iter().for_each(join);
    }

    /// A machine without another thread to give is no failure as long as there are some.
    fn start_thread(&self, state: &mut State) {
        let shared = Arc::clone(&self.shared);
        let thread = threads::start("shiptrack-handler".to_owned(), move || shared.work());
        if let Ok(thread) = thread {
            state.threads.push(thread);
            state.idle += 1;
        }
    }
}

impl Shared {
    fn work(&self) {
        while let Some(job) = self.next() {
            // A job catches its own panics; this is for what it drops.
            let _ = catch_unwind(AssertUnwindSafe(job));
            self.lock().idle += 1;
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop_front() {
                state.idle -= 1;
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for `thread`, unless it is the one that asks: a handler may stop its own server.
pub(super) fn join(thread: JoinHandle<()>) {
    if thread.thread().id() != thread::current().id() {
        let _ = thread.join();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_job_that_hangs_holds_up_nobody_while_there_are_threads() {
        let pool = Pool::new(2, 0);
        let (release, held) = mpsc::channel::<()>();
        let (done, finished) = mpsc::channel();
        pool.submit(Box::new(move || held.recv().unwrap_or_default())).unwrap();
        pool.submit(Box::new(move || done.send(7).unwrap())).unwrap();
        assert_eq!(finished.recv(), Ok(7));
        drop(release);
        pool.close();
    }

    #[test]
    fn a_full_pool_refuses_and_a_closed_one_too() {
        let pool = Pool::new(1, 1);
        let (release, held) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel();
        pool.submit(Box::new(move || {
            begun.send(()).unwrap();
            held.recv().unwrap_or_default();
        }))
        .unwrap();
        begins.recv().unwrap();
        assert_eq!(pool.submit(Box::new(|| ())), Ok(()));
        assert_eq!(pool.submit(Box::new(|| ())), Err(Full));
        drop(release);
        pool.close();
        assert_eq!(pool.submit(Box::new(|| ())), Err(Full));
    }

    #[test]
    fn a_job_that_panics_takes_no_thread_with_it() {
        let pool = Pool::new(1, 1);
        let (done, finished) = mpsc::channel();
        pool.submit(Box::new(|| std::panic::resume_unwind(Box::new(())))).unwrap();
        pool.submit(Box::new(move || done.send(7).unwrap())).unwrap();
        assert_eq!(finished.recv(), Ok(7));
        pool.close();
    }
}
