//! A child that is forked while other threads are inside of the library can use it.

#[cfg(target_os = "linux")]
pub(crate) use linux::heed;

/// Elsewhere the child of a fork is best left to `exec`.
#[cfg(not(target_os = "linux"))]
pub(crate) fn heed() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::c_int;
    use std::sync::atomic::{AtomicBool, Ordering};

    use shiptrack::store::sqlite;

    use crate::boundary::registry;

    // SAFETY: as POSIX declares it. The C library takes the handlers back when this library is unloaded.
    unsafe extern "C" {
        fn pthread_atfork(
            prepare: Option<unsafe extern "C" fn()>,
            parent: Option<unsafe extern "C" fn()>,
            child: Option<unsafe extern "C" fn()>,
        ) -> c_int;
    }

    extern "C" fn before() {
        sqlite::before_fork();
        registry::hold();
    }

    extern "C" fn after() {
        registry::release();
        sqlite::after_fork();
    }

    /// Makes every later `fork` of this process wait until no other thread is in a database of this library. Called
    /// when the first service is opened.
    pub(crate) fn heed() {
        // No `Once`: a child forked in the middle of it would wait for it for ever.
        static ASKED: AtomicBool = AtomicBool::new(false);
        if !ASKED.swap(true, Ordering::AcqRel) {
            // SAFETY: the handlers are there as long as this library is. Without memory for them forks are as they were.
            unsafe { pthread_atfork(Some(before), Some(after), Some(after)) };
        }
    }
}
