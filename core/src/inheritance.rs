//! What a forked child process inherits: descriptors that it closes, and values that it creates anew.
//!
//! A child that keeps the lock file of its parent keeps the database locked after the parent has ended, and one that keeps a socket
//! keeps its port, or a reader process. So the child closes these descriptors by number, right after the fork. Nothing else may
//! happen to them: unlocking a file, shutting down a socket or removing it from an epoll instance would also affect the parent.

#[cfg(feature = "embedded")]
pub(crate) use descriptors::{ParentOnly, after_fork_in_child, after_fork_in_parent, before_fork, is_forked};

use std::mem;
use std::ops::Deref;
use std::process;
use std::sync::{Arc, OnceLock};

/// A value that each process creates for itself, because threads and connections of a parent cannot be used after a fork.
pub(crate) struct PerProcess<T> {
    create: Arc<dyn Fn() -> T + Send + Sync>,
    process: u32,
    /// `None` only while it is dropped.
    value: Option<T>,
    of_child: OnceLock<Box<PerProcess<T>>>,
}

impl<T> PerProcess<T> {
    pub fn new(create: impl Fn() -> T + Send + Sync + 'static) -> Self {
        PerProcess::create(Arc::new(create))
    }

    fn create(create: Arc<dyn Fn() -> T + Send + Sync>) -> Self {
        let value = Some(create());
        PerProcess { create, process: process::id(), value, of_child: OnceLock::new() }
    }
}

impl<T> Deref for PerProcess<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.value {
            Some(value) if self.process == process::id() => value,
            _ => self.of_child.get_or_init(|| Box::new(PerProcess::create(Arc::clone(&self.create)))),
        }
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        if self.process != process::id() {
            mem::forget(self.value.take());
        }
    }
}

#[cfg(feature = "embedded")]
mod descriptors {
    use std::cell::Cell;
    use std::mem::{self, ManuallyDrop};
    use std::ops::Deref;
    #[cfg(unix)]
    use std::os::fd::{AsRawFd, RawFd};
    use std::process;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, MutexGuard};

    use crate::threads::lock;

    #[cfg(not(unix))]
    type RawFd = i32;

    /// Systems without `fork`.
    #[cfg(not(unix))]
    pub(crate) trait AsRawFd {
        fn as_raw_fd(&self) -> RawFd {
            -1
        }
    }

    #[cfg(not(unix))]
    impl<T> AsRawFd for T {}

    /// The descriptors of all [`ParentOnly`] values of this process.
    static DESCRIPTORS: Mutex<Vec<RawFd>> = Mutex::new(Vec::new());

    static IS_FORKED: AtomicBool = AtomicBool::new(false);

    thread_local! {
        /// Held by the thread that forks, so that no other thread has the lock in the child.
        static HELD: Cell<Option<ManuallyDrop<MutexGuard<'static, Vec<RawFd>>>>> = const { Cell::new(None) };
    }

    /// A file or socket whose descriptor a forked child closes. Dropping it in the child has no effect, because the number may
    /// belong to another file then.
    #[derive(Debug)]
    pub(crate) struct ParentOnly<T: AsRawFd> {
        /// `None` only while it is dropped.
        value: Option<T>,
        process: u32,
    }

    impl<T: AsRawFd> ParentOnly<T> {
        pub fn new(value: T) -> Self {
            lock(&DESCRIPTORS).push(value.as_raw_fd());
            ParentOnly { value: Some(value), process: process::id() }
        }
    }

    impl<T: AsRawFd> Deref for ParentOnly<T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.value.as_ref().expect("it is only taken on drop")
        }
    }

    impl<T: AsRawFd> Drop for ParentOnly<T> {
        fn drop(&mut self) {
            if self.process != process::id() {
                mem::forget(self.value.take());
                return;
            }
            // Removed before it is closed: another file may get the number at once.
            let number = self.as_raw_fd();
            let mut open = lock(&DESCRIPTORS);
            open.retain(|other| *other != number);
            // A list that kept its memory to the end of the process would be reported as a leak.
            if open.is_empty() {
                *open = Vec::new();
            }
        }
    }

    /// Must be followed by one of the next two functions, on the same thread.
    pub(crate) fn before_fork() {
        let held = HELD.take();
        HELD.set(held.or_else(|| Some(ManuallyDrop::new(lock(&DESCRIPTORS)))));
    }

    pub(crate) fn after_fork_in_parent() {
        drop(HELD.take().map(ManuallyDrop::into_inner));
    }

    /// Closes the descriptors of the parent.
    pub(crate) fn after_fork_in_child() {
        let Some(held) = HELD.take() else { return };
        IS_FORKED.store(true, Ordering::Relaxed);
        let mut descriptors = ManuallyDrop::into_inner(held);
        for number in mem::take(&mut *descriptors) {
            close(number);
        }
    }

    /// Whether this process is a forked child that has called [`after_fork_in_child`].
    pub(crate) fn is_forked() -> bool {
        IS_FORKED.load(Ordering::Relaxed)
    }

    #[cfg(unix)]
    fn close(number: RawFd) {
        let _ = nix::unistd::close(number);
    }

    #[cfg(not(unix))]
    fn close(_: RawFd) {}
}
