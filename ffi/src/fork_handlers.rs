//! Handlers for fork(), so that the child can use the library even if other threads of the parent were using it.

#[cfg(target_os = "linux")]
pub(crate) use linux::install;

/// On other systems the child of a fork should only call `exec`.
#[cfg(not(target_os = "linux"))]
pub(crate) fn install() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::c_int;
    use std::sync::atomic::{AtomicBool, Ordering};

    use shiptrack::Service;

    use crate::boundary::registry;

    // SAFETY: this is the declaration of POSIX. The C library removes the handlers when this library is unloaded.
    unsafe extern "C" {
        fn pthread_atfork(
            prepare: Option<unsafe extern "C" fn()>,
            parent: Option<unsafe extern "C" fn()>,
            child: Option<unsafe extern "C" fn()>,
        ) -> c_int;
    }

    extern "C" fn before_fork() {
        Service::before_fork();
        registry::lock();
    }

    extern "C" fn after_fork_in_parent() {
        registry::unlock();
        Service::after_fork_in_parent();
    }

    extern "C" fn after_fork_in_child() {
        registry::unlock();
        Service::after_fork_in_child();
    }

    /// Makes every later `fork` of this process wait until no other thread is using a database of this library, and the child close what must
    /// not outlive its parent. Called when the first service is opened.
    pub(crate) fn install() {
        // No `Once`: a child that is forked while it runs would wait for it forever.
        static INSTALLED: AtomicBool = AtomicBool::new(false);
        if !INSTALLED.swap(true, Ordering::AcqRel) {
            // SAFETY: the handlers exist as long as this library. If there is no memory for them, forks work without them.
            unsafe { pthread_atfork(Some(before_fork), Some(after_fork_in_parent), Some(after_fork_in_child)) };
        }
    }
}
