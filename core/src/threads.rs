//! Starts threads that leave the host's signals alone; numbers of threads, and locks.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// The thread blocks every signal: the host's handlers run on the host's threads.
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
    // A thread begins with the mask of the one that starts it, so there is no moment in which a signal could slip in.
    let _mask = Mask::block_all();
    builder.spawn(work)
}

/// Unique per thread of this process. On a main thread that the host started, `std::thread::current` allocates 48 bytes
/// that are never freed, which leak checkers report.
#[cfg(feature = "embedded")]
pub(crate) fn current_thread_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local!(static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.with(|number| *number)
}

/// Ignores poisoning: no host code runs under the lock, and a transaction that panics is rolled back.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Restores the calling thread's mask when dropped.
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
    fn a_thread_keeps_its_number_and_shares_it_with_no_other() {
        let mine = super::current_thread_number();
        let others: Vec<u64> =
            (0..8).map(|_| std::thread::spawn(super::current_thread_number).join().unwrap()).collect();
        assert_eq!(super::current_thread_number(), mine);
        let all: std::collections::HashSet<u64> = others.iter().copied().chain([mine]).collect();
        assert_eq!(all.len(), 9);
    }

    #[test]
    fn a_thread_blocks_signals_and_the_one_that_starts_it_does_not() {
        let blocked = || SigSet::thread_get_mask().unwrap().contains(Signal::SIGUSR1);
        let before = blocked();
        assert!(super::start("test".to_owned(), blocked).unwrap().join().unwrap());
        assert_eq!(blocked(), before);
    }
}
