//! Starts threads and waits for their end, numbers threads, and locks mutexes.

mod signals;

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
#[cfg(feature = "embedded")]
use std::time::Duration;

#[cfg(feature = "embedded")]
use crate::clock::{CancelToken, Clock, SystemClock};

pub(crate) use signals::HostMask;
#[cfg(feature = "embedded")]
pub(crate) use signals::run_host_code;

/// Starts a thread of the library. In addition to the signals that the calling thread blocks, it blocks those that are sent to the
/// process, so that their handlers run on threads of the host program.
pub(crate) fn start<T: Send + 'static>(
    name: String,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    start_with(Builder::new().name(name), work)
}

pub(crate) fn start_with<T: Send + 'static>(
    builder: Builder,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let host_mask = HostMask::of_starter();
    // A new thread inherits the signal mask, so it never runs with these signals unblocked.
    let _previous = HostMask::block_process_signals();
    builder.spawn(move || {
        host_mask.adopt();
        work()
    })
}

/// A thread whose end can be waited for with a time limit.
#[cfg(feature = "embedded")]
pub(crate) struct Thread {
    handle: JoinHandle<()>,
    /// Cancelled when the work of the thread ends.
    ended: CancelToken,
    /// The process that started it. A forked child does not have the thread.
    process: u32,
}

#[cfg(feature = "embedded")]
impl Thread {
    pub fn start(name: String, work: impl FnOnce() + Send + 'static) -> io::Result<Self> {
        struct CancelOnDrop(CancelToken);
        impl Drop for CancelOnDrop {
            fn drop(&mut self) {
                self.0.cancel();
            }
        }
        let ended = CancelToken::new();
        let guard = CancelOnDrop(ended.clone());
        let handle = start(name, move || {
            let _guard = guard;
            work();
        })?;
        Ok(Thread { handle, ended, process: std::process::id() })
    }

    pub fn is_current(&self) -> bool {
        self.handle.thread().id() == std::thread::current().id()
    }

    pub fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Waits until the thread has ended. Returns false if it still runs after `timeout`; then it goes on alone.
    pub fn join_within(self, timeout: Duration) -> bool {
        if self.process != std::process::id() {
            // Dropping the handle would detach a thread that does not exist.
            std::mem::forget(self.handle);
            return true;
        }
        let has_ended = SystemClock::new().sleep(timeout, &self.ended).is_err();
        if has_ended {
            let _ = self.handle.join();
        }
        has_ended
    }
}

/// A number that is unique among the threads of this process. `std::thread::current` would allocate 48 bytes that are
/// never freed on a thread that the host program started, and leak checkers would report them.
#[cfg(feature = "embedded")]
pub(crate) fn current_thread_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|number| *number)
}

/// Locks a mutex and ignores poisoning: no code of the host program runs under a lock, and a transaction that panics
/// is rolled back.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_thread_has_a_unique_stable_number() {
        let own = super::current_thread_number();
        let others: Vec<u64> =
            (0..8).map(|_| std::thread::spawn(super::current_thread_number).join().unwrap()).collect();
        assert_eq!(super::current_thread_number(), own);
        let all: std::collections::HashSet<u64> = others.iter().copied().chain([own]).collect();
        assert_eq!(all.len(), 9);
    }
}
