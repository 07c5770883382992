//! A few threads for calls that the system cannot interrupt: looking up a host, opening a connection.
//!
//! Threads start when there is work and none is idle, up to a limit; after that, work waits its turn. The caller
//! waits for its result as long as it likes and may walk away: work nobody waits for is not begun.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::threads;

/// How long dropping waits for calls that are still under way.
///
/// A thread inside a name look-up cannot be stopped. After this time it is left to end by itself, which it does as
/// soon as the look-up returns: it holds nothing of the host's.
const PATIENCE: Duration = Duration::from_millis(250);

type Job = Box<dyn FnOnce() + Send>;

/// The threads, joined on drop.
pub(super) struct Workers {
    name: &'static str,
    limit: usize,
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    idle: usize,
    alive: usize,
    closed: bool,
}

/// A result that is on its way.
pub(super) struct Pending<T> {
    result: Receiver<T>,
    _wanted: Arc<()>,
}

impl<T> Pending<T> {
    /// Waits up to `time`: `Ok(None)` when the result is not there yet, `Err` when there will be none.
    pub(super) fn wait(&self, time: Duration) -> Result<Option<T>, Lost> {
        match self.result.recv_timeout(time) {
            Ok(result) => Ok(Some(result)),
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(Lost),
        }
    }
}

/// The work was not done: no thread could be started.
#[derive(Debug)]
pub(super) struct Lost;

impl Workers {
    /// No thread yet, and never more than `limit`.
    pub(super) fn new(name: &'static str, limit: usize) -> Self {
        Workers { name, limit, shared: Arc::default(), threads: Mutex::default() }
    }

    /// Has `work` done on one of the threads.
    pub(super) fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        let (sender, result) = mpsc::sync_channel(1);
        let wanted = Arc::new(());
        let still_wanted: Weak<()> = Arc::downgrade(&wanted);
        let mut queue = self.shared.lock();
        queue.jobs.push_back(Box::new(move || {
            if still_wanted.strong_count() > 0 {
                // The receiver may have gone meanwhile: then nobody wants the result.
                let _ = sender.send(work());
            }
        }));
        if queue.jobs.len() > queue.idle && queue.alive < self.limit {
            self.start_thread(&mut queue);
        }
        drop(queue);
        self.shared.changed.notify_one();
        Pending { result, _wanted: wanted }
    }

    fn start_thread(&self, queue: &mut Queue) {
        let shared = Arc::clone(&self.shared);
        match threads::start(self.name.to_owned(), move || shared.work()) {
            Ok(thread) => {
                queue.alive += 1;
                self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
            }
            // Without a single thread the work would wait for ever: drop it, its caller is told.
            Err(_) if queue.alive == 0 => queue.jobs.clear(),
            Err(_) => {}
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.jobs.clear();
        self.shared.changed.notify_all();
        let waited = self.shared.changed.wait_timeout_while(queue, PATIENCE, |queue| queue.alive > 0);
        let all_ended = waited.is_ok_and(|(queue, _)| queue.alive == 0);
        for thread in self.threads.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            if all_ended || thread.is_finished() {
                // A panic inside a look-up was told to its caller already.
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let _alive = Alive(self);
        while let Some(job) = self.next_job() {
            job();
        }
    }

    fn next_job(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.jobs.pop_front() {
                return Some(job);
            }
            queue.idle += 1;
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.idle -= 1;
        }
    }
}

/// Counts its thread out however it ends.
struct Alive<'a>(&'a Shared);

impl Drop for Alive<'_> {
    fn drop(&mut self) {
        self.0.lock().alive -= 1;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn threads_start_when_needed_and_never_beyond_the_limit() {
        let workers = Workers::new("test", 2);
        assert_eq!(workers.shared.lock().alive, 0);
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let held: Vec<_> = (0..5)
            .map(|n| {
                let gate = Arc::clone(&gate);
                workers.run(move || gate.lock().unwrap().recv().map(|()| n))
            })
            .collect();
        assert_eq!(workers.shared.lock().alive, 2);
        for _ in 0..5 {
            go.send(()).unwrap();
        }
        for (n, pending) in held.iter().enumerate() {
            assert_eq!(pending.wait(LONG).unwrap(), Some(Ok(n)));
        }
    }

    #[test]
    fn work_nobody_waits_for_is_not_begun() {
        let workers = Workers::new("test", 1);
        let (go, gate) = mpsc::channel::<()>();
        let first = workers.run(move || gate.recv());
        let (told, begun) = mpsc::channel();
        drop(workers.run(move || told.send(())));
        go.send(()).unwrap();
        assert!(first.wait(LONG).unwrap().is_some());
        assert_eq!(workers.run(|| 7).wait(LONG).unwrap(), Some(7));
        assert!(begun.try_recv().is_err());
    }

    #[test]
    fn a_panic_is_told_to_the_caller_and_takes_no_place() {
        let workers = Workers::new("test", 1);
        let pending = workers.run(|| std::panic::panic_any(()));
        let pending: &Pending<()> = &pending;
        assert!(pending.wait(LONG).is_err());
        let mut queue = workers.shared.lock();
        while queue.alive > 0 {
            queue = workers.shared.changed.wait(queue).unwrap();
        }
        drop(queue);
        assert_eq!(workers.run(|| 7).wait(LONG).unwrap(), Some(7));
    }

    #[test]
    fn dropping_does_not_wait_for_a_call_that_hangs() {
        let workers = Workers::new("test", 1);
        let (go, gate) = mpsc::channel::<()>();
        let (told, begun) = mpsc::channel();
        let _hung = workers.run(move || {
            told.send(()).unwrap();
            gate.recv()
        });
        begun.recv().unwrap();
        drop(workers);
        // Only now may the call end: dropping came back before it.
        go.send(()).unwrap();
    }
}
