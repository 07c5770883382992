//! Starting a thread that leaves the host's signals alone.

use std::io;
use std::thread::{Builder, JoinHandle};

/// Starts a thread that blocks every signal: a handler of the host's runs on a thread of the host's.
pub(crate) fn start<T: Send + 'static>(
    name: String,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    // A thread begins with the mask of the one that starts it, so there is no moment in which a signal could slip in.
    let _mask = Mask::block_all();
    Builder::new().name(name).spawn(work)
}

/// The calling thread's own mask, put back in the end.
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
            // It was the mask before, so it can be set again.
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
    fn a_thread_blocks_signals_and_the_one_that_starts_it_does_not() {
        let blocked = || SigSet::thread_get_mask().unwrap().contains(Signal::SIGUSR1);
        let before = blocked();
        assert!(super::start("test".to_owned(), blocked).unwrap().join().unwrap());
        assert_eq!(blocked(), before);
    }
}
