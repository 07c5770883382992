//! Starts threads with all signals blocked, numbers threads, and locks mutexes.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Starts a thread. It blocks every signal, so that signal handlers of the host program run on its own threads.
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
    // A new thread inherits the signal mask, so it never runs with signals unblocked.
    let _mask = Mask::block_all();
    builder.spawn(work)
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

/// Restores the signal mask of the calling thread when it is dropped.
#[cfg(unix)]
struct Mask(Option<nix::sys::signal::SigSet>);

#[cfg(unix)]
impl Mask {
    fn block_all() -> Self {
        use nix::sys::signal::{SigSet, SigmaskHow};
        Mask(SigSet::all().thread_swap_mask(SigmaskHow::SIG_SETMASK).ok())
    }
}

#[cfg(unix)]
impl Drop for Mask {
    fn drop(&mut self) {
        if let Some(mask) = self.0.take() {
            let _ = mask.thread_set_mask();
        }
    }
}

#[cfg(not(unix))]
struct Mask;

#[cfg(not(unix))]
impl Mask {
    fn block_all() -> Self {
        Mask
    }
}

#[cfg(all(test, unix))]
mod tests {
    use nix::sys::signal::{SigSet, Signal};

    #[test]
    fn every_thread_has_a_unique_stable_number() {
        let own = super::current_thread_number();
        let others: Vec<u64> =
            (0..8).map(|_| std::thread::spawn(super::current_thread_number).join().unwrap()).collect();
        assert_eq!(super::current_thread_number(), own);
        let all: std::collections::HashSet<u64> = others.iter().copied().chain([own]).collect();
        assert_eq!(all.len(), 9);
    }

    #[test]
    fn started_threads_block_signals_and_the_starting_thread_does_not() {
        let blocked = || SigSet::thread_get_mask().unwrap().contains(Signal::SIGUSR1);
        let before = blocked();
        assert!(super::start("test".to_owned(), blocked).unwrap().join().unwrap());
        assert_eq!(blocked(), before);
    }
}
