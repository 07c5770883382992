//! The signals that threads of the library block.

#[cfg(unix)]
pub(crate) use unix::*;

/// Other systems have no signal masks.
#[cfg(not(unix))]
#[derive(Clone, Copy)]
pub(crate) struct HostMask;

#[cfg(not(unix))]
impl HostMask {
    pub fn of_starter() -> Self {
        HostMask
    }

    pub fn adopt(self) {}

    pub fn block_process_signals() {}
}

#[cfg(all(not(unix), feature = "embedded"))]
pub(crate) fn run_host_code<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(unix)]
mod unix {
    use std::cell::Cell;

    use nix::sys::signal::{SigSet, SigmaskHow, Signal};

    /// The signals that are sent to a process. The others concern the thread that caused them (such as a fault in code that has a
    /// handler for it), or are used by the host program among its threads.
    const PROCESS_SIGNALS: &[Signal] = &[
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
        Signal::SIGUSR1,
        Signal::SIGUSR2,
        Signal::SIGALRM,
        Signal::SIGVTALRM,
        Signal::SIGCHLD,
        Signal::SIGPIPE,
        Signal::SIGWINCH,
        Signal::SIGTSTP,
        Signal::SIGTTIN,
        Signal::SIGTTOU,
        Signal::SIGIO,
        #[cfg(target_os = "linux")]
        Signal::SIGPWR,
    ];

    thread_local! {
        /// `None` on threads of the host program.
        static HOST_MASK: Cell<Option<HostMask>> = const { Cell::new(None) };
    }

    /// The signal mask with which a thread of the library runs code of the host program.
    #[derive(Clone, Copy)]
    pub(crate) struct HostMask(SigSet);

    impl HostMask {
        /// The mask of the thread of the host program that starts threads of the library, directly or through other such threads.
        pub fn of_starter() -> Self {
            HOST_MASK.get().unwrap_or_else(|| HostMask(SigSet::thread_get_mask().unwrap_or_else(|_| SigSet::empty())))
        }

        /// Makes the calling thread a thread of the library.
        pub fn adopt(self) {
            HOST_MASK.set(Some(self));
        }

        /// Blocks further signals of this thread until the result is dropped.
        pub fn block_process_signals() -> PreviousMask {
            let signals: SigSet = PROCESS_SIGNALS.iter().copied().collect();
            PreviousMask(signals.thread_swap_mask(SigmaskHow::SIG_BLOCK).ok())
        }
    }

    /// Restores the signal mask of the calling thread when it is dropped.
    pub(crate) struct PreviousMask(Option<SigSet>);

    impl Drop for PreviousMask {
        fn drop(&mut self) {
            if let Some(mask) = self.0.take() {
                let _ = mask.thread_set_mask();
            }
        }
    }

    /// Runs code of the host program. On a thread of the library it gets the signal mask of the host program, so that processes
    /// that it starts can be interrupted; a signal handler of the host program may then run on this thread.
    #[cfg(feature = "embedded")]
    pub(crate) fn run_host_code<T>(work: impl FnOnce() -> T) -> T {
        let _previous = HOST_MASK.get().map(|mask| PreviousMask(mask.0.thread_swap_mask(SigmaskHow::SIG_SETMASK).ok()));
        work()
    }

    #[cfg(all(test, feature = "embedded"))]
    mod tests {
        use super::*;
        use crate::threads::start;

        fn blocks(signal: Signal) -> bool {
            SigSet::thread_get_mask().unwrap().contains(signal)
        }

        #[test]
        fn started_threads_block_signals_of_the_process_and_those_of_the_starting_thread() {
            let results = std::thread::spawn(|| {
                SigSet::from(Signal::SIGURG).thread_block().unwrap();
                let asked =
                    || [Signal::SIGUSR1, Signal::SIGTERM, Signal::SIGURG, Signal::SIGSEGV, Signal::SIGPROF].map(blocks);
                let started = start("test".to_owned(), asked).unwrap().join().unwrap();
                (started, asked())
            });
            let (started, starter) = results.join().unwrap();
            assert_eq!(started, [true, true, true, false, false]);
            assert_eq!(starter, [false, false, true, false, false], "the starting thread is not changed");
        }

        #[test]
        fn host_code_runs_with_the_mask_of_the_thread_that_started_the_first_thread() {
            let on_thread_of_thread = || {
                let inner = || (run_host_code(|| blocks(Signal::SIGTERM)), blocks(Signal::SIGTERM));
                start("inner".to_owned(), inner).unwrap().join().unwrap()
            };
            assert_eq!(start("outer".to_owned(), on_thread_of_thread).unwrap().join().unwrap(), (false, true));
            let blocking = std::thread::spawn(move || {
                SigSet::from(Signal::SIGTERM).thread_block().unwrap();
                start("outer".to_owned(), on_thread_of_thread).unwrap().join().unwrap()
            });
            assert_eq!(blocking.join().unwrap(), (true, true));
        }
    }
}
