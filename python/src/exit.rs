//! The end of the interpreter, and forks.
//!
//! While the interpreter ends, it stops every other thread that asks for the interpreter lock. Python before 3.14 does that by unwinding the
//! stack of the thread, which ends the process if there are frames of Rust on it. So a call that has released the lock does not take it again
//! once the end has begun: its thread is parked. The end waits for the threads that are just taking it or have it.

use std::cell::Cell;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering::SeqCst};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use shiptrack::Service;

/// How long the end waits for other threads, which may be at the beginning of a call or not use this library any more.
const MAX_THREADS: Duration = Duration::from_millis(100);

const POLL: Duration = Duration::from_millis(1);

// Atomic numbers instead of a mutex, because another thread may change them during a fork.
static IS_ENDING: AtomicBool = AtomicBool::new(false);
static ENDING_THREAD: OnceLock<ThreadId> = OnceLock::new();
/// The number of threads that have used this module and have not ended.
static THREADS: AtomicIsize = AtomicIsize::new(0);
/// How many of them neither have the interpreter lock nor wait for it.
static DETACHED: AtomicIsize = AtomicIsize::new(0);
/// How many of them call Python code from inside of a call.
static CALLBACKS: AtomicIsize = AtomicIsize::new(0);
/// The process that imported the module. The numbers are not valid in a forked child, which does not have the other threads.
static PROCESS: OnceLock<u32> = OnceLock::new();

thread_local! {
    static PRESENCE: Presence = const { Presence { is_counted: Cell::new(false), is_detached: Cell::new(false) } };
}

/// How this thread is counted.
struct Presence {
    is_counted: Cell<bool>,
    is_detached: Cell<bool>,
}

impl Presence {
    fn count(&self, is_detached: bool) {
        if !self.is_counted.replace(true) {
            if is_detached {
                DETACHED.fetch_add(1, SeqCst);
                self.is_detached.set(true);
            }
            THREADS.fetch_add(1, SeqCst);
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        if self.is_counted.get() {
            THREADS.fetch_sub(1, SeqCst);
        }
        if self.is_detached.get() {
            DETACHED.fetch_sub(1, SeqCst);
        }
    }
}

fn is_ending_here() -> bool {
    IS_ENDING.load(SeqCst) && ENDING_THREAD.get() != Some(&thread::current().id())
}

/// Releases the interpreter lock while `work` runs. Does not return once the interpreter ends, except on the thread that ends it.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    py.detach(|| {
        let _away = Away::new();
        work()
    })
}

/// The time between releasing the interpreter lock and asking for it again.
struct Away {
    is_outermost: bool,
}

impl Away {
    fn new() -> Self {
        let is_outermost = PRESENCE.try_with(|presence| {
            presence.count(false);
            let is_outermost = !presence.is_detached.replace(true);
            if is_outermost {
                DETACHED.fetch_add(1, SeqCst);
            }
            is_outermost
        });
        Away { is_outermost: is_outermost.unwrap_or(false) }
    }
}

impl Drop for Away {
    fn drop(&mut self) {
        if self.is_outermost {
            DETACHED.fetch_sub(1, SeqCst);
            if !is_ending_here() {
                let _ = PRESENCE.try_with(|presence| presence.is_detached.set(false));
                return;
            }
            DETACHED.fetch_add(1, SeqCst);
        }
        while is_ending_here() {
            thread::park();
        }
    }
}

/// Takes the interpreter lock on a thread of this library, or inside of a call that has released it. `None` if the interpreter ends.
pub fn attached<T>(work: impl for<'py> FnOnce(Python<'py>) -> T) -> Option<T> {
    let callback = Callback::new();
    if is_ending_here() {
        return None;
    }
    let result = Python::try_attach(work);
    drop(callback);
    result
}

/// The time in which a thread calls Python code from inside of a call.
struct Callback {
    was_detached: bool,
}

impl Callback {
    fn new() -> Self {
        let was_detached = PRESENCE.try_with(|presence| {
            presence.count(true);
            presence.is_detached.replace(false)
        });
        let was_detached = was_detached.unwrap_or(false);
        if was_detached {
            CALLBACKS.fetch_add(1, SeqCst);
            DETACHED.fetch_sub(1, SeqCst);
        }
        Callback { was_detached }
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        if self.was_detached {
            DETACHED.fetch_add(1, SeqCst);
            CALLBACKS.fetch_sub(1, SeqCst);
            let _ = PRESENCE.try_with(|presence| presence.is_detached.set(true));
        }
    }
}

/// Called when the module is imported.
pub fn begin() {
    PROCESS.get_or_init(process::id);
}

/// Called before a fork, on the thread that forks.
#[pyfunction]
pub fn _before_fork() {
    Service::before_fork();
}

/// Called after a fork, in the parent.
#[pyfunction]
pub fn _after_fork_in_parent() {
    Service::after_fork_in_parent();
}

/// Called after a fork, in the child.
#[pyfunction]
pub fn _after_fork_in_child() {
    Service::after_fork_in_child();
}

/// Parks the calls of other threads, and waits for at most `timeout` seconds for callbacks into Python. Called on the thread that
/// ends the interpreter, before it does.
#[pyfunction]
pub fn _end_calls(py: Python<'_>, timeout: f64) {
    let _ = ENDING_THREAD.set(thread::current().id());
    IS_ENDING.store(true, SeqCst);
    if PROCESS.get() != Some(&process::id()) {
        return;
    }
    let max_callbacks = Duration::from_secs_f64(timeout).max(MAX_THREADS);
    detached(py, || {
        let began = Instant::now();
        while THREADS.load(SeqCst) > DETACHED.load(SeqCst) {
            let longest = if CALLBACKS.load(SeqCst) > 0 { max_callbacks } else { MAX_THREADS };
            if began.elapsed() >= longest {
                return;
            }
            thread::sleep(POLL);
        }
    });
}
