//! Threads for calls that cannot be interrupted: name look-ups and connects.
//!
//! Threads are started on demand up to a limit. Further jobs wait, and are dropped if their caller no longer waits.
//! Jobs with the same quota key only get a share of the threads, so hanging calls only delay jobs with their key.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::threads::{self, lock};

/// How long dropping waits for running calls. A thread in a name look-up cannot be stopped. It ends when the look-up
/// returns, and uses nothing of the host program.
const END_TIMEOUT: Duration = Duration::from_millis(250);

/// After how long an idle thread ends.
const IDLE: Duration = Duration::from_secs(60);

/// Jobs with the same key get this part of the threads: one in four.
const SHARES: usize = 4;

pub(super) type QuotaKey = Arc<str>;

struct Job {
    quota_key: QuotaKey,
    caller: Weak<()>,
    work: Box<dyn FnOnce() -> Delivery + Send>,
}

type Delivery = Box<dyn FnOnce()>;

impl Job {
    fn is_awaited(&self) -> bool {
        self.caller.strong_count() > 0
    }
}

pub(super) struct Workers {
    name: &'static str,
    limit: usize,
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Shared {
    share: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    busy: HashMap<QuotaKey, usize>,
    alive: usize,
    closed: bool,
}

/// A job that was started. Dropping it drops the job, unless it is running.
pub(super) struct Pending<T> {
    result: Receiver<T>,
    _caller: Arc<()>,
}

impl<T> Pending<T> {
    /// The result; `None` if it is not there within `time`.
    pub(super) fn wait(&self, time: Duration) -> Result<Option<T>, WorkerLost> {
        match self.result.recv_timeout(time) {
            Ok(result) => Ok(Some(result)),
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(WorkerLost),
        }
    }
}

/// The error if a job was dropped or panicked.
#[derive(Debug)]
pub(super) struct WorkerLost;

impl Workers {
    pub(super) fn new(name: &'static str, limit: usize) -> Self {
        let shared = Arc::new(Shared { share: limit.div_ceil(SHARES), ..Shared::default() });
        Workers { name, limit, shared, threads: Mutex::default() }
    }

    /// Runs a job as soon as a thread is free.
    pub(super) fn run<T: Send + 'static>(
        &self,
        quota_key: &QuotaKey,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Pending<T> {
        self.enqueue(self.shared.lock(), quota_key, work)
    }

    /// Runs a job if a thread can run it now; `None` otherwise.
    pub(super) fn run_at_once<T: Send + 'static>(
        &self,
        quota_key: &QuotaKey,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<Pending<T>> {
        let mut queue = self.shared.lock();
        queue.jobs.retain(Job::is_awaited);
        let waiting = queue.jobs.iter().filter(|job| job.quota_key == *quota_key).count();
        let has_room = queue.busy_for(quota_key) + waiting < self.shared.share;
        let has_thread = queue.free() > queue.jobs.len() || queue.alive < self.limit;
        (has_room && has_thread).then(|| self.enqueue(queue, quota_key, work))
    }

    fn enqueue<T: Send + 'static>(
        &self,
        mut queue: MutexGuard<'_, Queue>,
        quota_key: &QuotaKey,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Pending<T> {
        let (sender, result) = mpsc::sync_channel(1);
        let caller = Arc::new(());
        queue.jobs.retain(Job::is_awaited);
        queue.jobs.push_back(Job {
            quota_key: Arc::clone(quota_key),
            caller: Arc::downgrade(&caller),
            work: Box::new(move || {
                let result = work();
                Box::new(move || drop(sender.send(result)))
            }),
        });
        if queue.ready(self.shared.share) > queue.free() && queue.alive < self.limit {
            self.start_thread(&mut queue);
        }
        drop(queue);
        self.shared.changed.notify_one();
        Pending { result, _caller: caller }
    }

    fn start_thread(&self, queue: &mut Queue) {
        let shared = Arc::clone(&self.shared);
        match threads::start(self.name.to_owned(), move || shared.work()) {
            Ok(thread) => {
                queue.alive += 1;
                let mut threads = lock(&self.threads);
                threads.retain(|thread| !thread.is_finished());
                threads.push(thread);
            }
            // Without a thread the jobs would wait forever. Dropping them notifies their callers.
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
        let waited = self.shared.changed.wait_timeout_while(queue, END_TIMEOUT, |queue| queue.alive > 0);
        let all_ended = waited.is_ok_and(|(queue, _)| queue.alive == 0);
        for thread in self.threads.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            if all_ended || thread.is_finished() {
                // The caller has already noticed a panic.
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        lock(&self.queue)
    }

    fn work(&self) {
        let _alive = Alive(self);
        while let Some(job) = self.next_job() {
            let busy = Busy(self, job.quota_key);
            let deliver = (job.work)();
            // In this order, because the receiver of the result may start another job at once, which must have a
            // thread.
            drop(busy);
            deliver();
        }
    }

    fn next_job(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.take_job(self.share) {
                return Some(job);
            }
            let waited = self.changed.wait_timeout(queue, IDLE).unwrap_or_else(PoisonError::into_inner);
            queue = waited.0;
            if waited.1.timed_out() && queue.ready(self.share) == 0 {
                return None;
            }
        }
    }
}

impl Queue {
    fn free(&self) -> usize {
        self.alive - self.busy.values().sum::<usize>()
    }

    fn busy_for(&self, quota_key: &QuotaKey) -> usize {
        self.busy.get(quota_key).copied().unwrap_or_default()
    }

    fn take_job(&mut self, share: usize) -> Option<Job> {
        self.jobs.retain(Job::is_awaited);
        let at = self.jobs.iter().position(|job| self.busy_for(&job.quota_key) < share)?;
        let job = self.jobs.remove(at)?;
        *self.busy.entry(Arc::clone(&job.quota_key)).or_default() += 1;
        Some(job)
    }

    fn ready(&self, share: usize) -> usize {
        let mut waiting: HashMap<&QuotaKey, usize> = HashMap::new();
        for job in &self.jobs {
            *waiting.entry(&job.quota_key).or_default() += 1;
        }
        waiting.into_iter().map(|(quota_key, count)| count.min(share.saturating_sub(self.busy_for(quota_key)))).sum()
    }
}

struct Busy<'a>(&'a Shared, QuotaKey);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        match queue.busy.get_mut(&self.1) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(queue.busy.remove(&self.1)),
        }
    }
}

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

    fn quota_key(name: &str) -> QuotaKey {
        QuotaKey::from(name)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn threads_start_on_demand_up_to_the_limit() {
        let workers = Workers::new("test", 2);
        assert_eq!((workers.shared.share, workers.shared.lock().alive), (1, 0));
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let held: Vec<_> = (0..5)
            .map(|n| {
                let gate = Arc::clone(&gate);
                workers.run(&quota_key(&n.to_string()), move || gate.lock().unwrap().recv().map(|()| n))
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
    fn job_without_a_waiting_caller_is_dropped() {
        let workers = Workers::new("test", 1);
        let (go, gate) = mpsc::channel::<()>();
        let first = workers.run(&quota_key("one"), move || gate.recv());
        let (started, begun) = mpsc::channel();
        drop(workers.run(&quota_key("one"), move || started.send(())));
        go.send(()).unwrap();
        assert!(first.wait(LONG).unwrap().is_some());
        assert_eq!(workers.run(&quota_key("one"), || 7).wait(LONG).unwrap(), Some(7));
        assert!(begun.try_recv().is_err());
    }

    #[test]
    fn panic_is_reported_and_frees_the_thread() {
        let workers = Workers::new("test", 1);
        let pending = workers.run(&quota_key("one"), || std::panic::panic_any(()));
        let pending: &Pending<()> = &pending;
        assert!(pending.wait(LONG).is_err());
        let mut queue = workers.shared.lock();
        while queue.alive > 0 {
            queue = workers.shared.changed.wait(queue).unwrap();
        }
        drop(queue);
        assert_eq!(workers.run(&quota_key("one"), || 7).wait(LONG).unwrap(), Some(7));
    }

    #[test]
    fn dropping_does_not_wait_for_a_hanging_call() {
        let workers = Workers::new("test", 1);
        let (go, gate) = mpsc::channel::<()>();
        let (started, begun) = mpsc::channel();
        let _hung = workers.run(&quota_key("one"), move || {
            started.send(()).unwrap();
            gate.recv()
        });
        begun.recv().unwrap();
        drop(workers);
        // The call ends only now, after `drop` has returned.
        go.send(()).unwrap();
    }

    #[test]
    fn hanging_calls_only_delay_jobs_with_their_key() {
        let workers = Workers::new("test", 8);
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let (started, begun) = mpsc::channel();
        let mut hung: Vec<_> = (0..20)
            .map(|_| {
                let (gate, started) = (Arc::clone(&gate), started.clone());
                workers.run(&quota_key("hanging"), move || {
                    started.send(()).unwrap();
                    gate.lock().unwrap().recv()
                })
            })
            .collect();
        for _ in 0..2 {
            begun.recv_timeout(LONG).unwrap();
        }
        assert_eq!(workers.run(&quota_key("other"), || 7).wait(LONG).unwrap(), Some(7));
        assert_eq!(workers.run_at_once(&quota_key("other"), || 8).unwrap().wait(LONG).unwrap(), Some(8));
        assert!(workers.run_at_once(&quota_key("hanging"), || 9).is_none());
        // Jobs without a waiting caller are dropped; only running ones remain.
        hung.clear();
        assert!(workers.run_at_once(&quota_key("hanging"), || 9).is_none());
        assert!(begun.try_recv().is_err());
        assert!(workers.shared.lock().alive <= 4, "no thread was started for jobs that had to wait");
        drop(go);
        assert_eq!(workers.run(&quota_key("hanging"), || 9).wait(LONG).unwrap(), Some(9));
    }

    #[test]
    fn job_is_rejected_at_once_if_all_threads_hang() {
        let workers = Workers::new("test", 2);
        let (go, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let _hung: Vec<_> = ["one", "two"]
            .map(|name| {
                let gate = Arc::clone(&gate);
                workers.run_at_once(&quota_key(name), move || gate.lock().unwrap().recv()).unwrap()
            })
            .into();
        assert!(workers.run_at_once(&quota_key("three"), || 7).is_none());
        drop(go);
    }
}
