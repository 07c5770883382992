//! Runs calls that may take time: without the interpreter lock, interruptible by Ctrl-C, and rejected after a fork.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use shiptrack::clock::CancelToken;
use shiptrack::{Error, ErrorKind};

use crate::errors::OrRaise;

/// How often a waiting thread checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// How long to wait for a cancelled call before it is left to finish in the background.
const GRACE: Duration = Duration::from_millis(20);

/// A value that must not outlive `close()` and must not be used in a forked child process.
pub struct Slot<T: Send> {
    value: Mutex<Option<T>>,
    pid: u32,
    what: &'static str,
}

impl<T: Clone + Send> Slot<T> {
    pub fn new(what: &'static str, value: T) -> Self {
        Slot { value: Mutex::new(Some(value)), pid: std::process::id(), what }
    }

    /// Returns the value, while the slot is open and in the process that opened it.
    ///
    /// The mutex is only locked while the interpreter lock is held, so that no other thread holds it during a fork.
    pub fn get(&self) -> Result<T, Error> {
        if self.is_forked() {
            let problem = format!("this {} was opened before a fork; open it again in this process", self.what);
            return Err(Error::new(ErrorKind::Forked, problem));
        }
        let value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        value.clone().ok_or_else(|| Error::new(ErrorKind::Closed, format!("this {} is closed", self.what)))
    }

    pub fn is_open(&self) -> bool {
        !self.is_forked() && self.value.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Releases the interpreter lock, because threads that end may wait for it.
    pub fn close(&self) {
        let Some(value) = self.value.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        if self.is_forked() {
            // Its threads exist only in the parent process, and its locks may be held forever, so it is leaked.
            std::mem::forget(value);
            return;
        }
        unlocked_drop(value);
    }

    fn is_forked(&self) -> bool {
        std::process::id() != self.pid
    }
}

impl<T: Send> Drop for Slot<T> {
    fn drop(&mut self) {
        let Some(value) = self.value.get_mut().unwrap_or_else(PoisonError::into_inner).take() else { return };
        if std::process::id() == self.pid { unlocked_drop(value) } else { std::mem::forget(value) }
    }
}

/// Releases the interpreter lock first, because threads that end with the value may wait for it.
fn unlocked_drop<T: Send>(value: T) {
    let mut value = Some(value);
    let _ = Python::try_attach(|py| py.detach(|| drop(value.take())));
    drop(value);
}

/// Runs on this thread. For calls that never wait.
pub fn run_detached<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R, Error> + Send) -> PyResult<R> {
    py.detach(|| guarded(work)).or_raise(py)
}

/// Runs on this thread, which is faster than on another one. Every wait inside the call must check a token that calls
/// [`interrupted`].
pub fn run_interruptible<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R, Error> + Send) -> PyResult<R> {
    TAKES_SIGNALS.set(on_main_thread(py)?);
    LAST_SIGNAL_CHECK.set(Some(Instant::now()));
    let result = py.detach(|| guarded(work));
    match INTERRUPT.take() {
        Some(interrupt) => Err(interrupt),
        None => result.or_raise(py),
    }
}

thread_local! {
    /// Whether this thread receives signals.
    static TAKES_SIGNALS: Cell<bool> = const { Cell::new(false) };
    static LAST_SIGNAL_CHECK: Cell<Option<Instant>> = const { Cell::new(None) };
    static INTERRUPT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Returns whether a signal handler raised an exception that ends the call. Takes the interpreter lock at most once in
/// [`SIGNAL_INTERVAL`].
pub fn interrupted() -> bool {
    if !TAKES_SIGNALS.get() || LAST_SIGNAL_CHECK.get().is_some_and(|last| last.elapsed() < SIGNAL_INTERVAL) {
        return false;
    }
    LAST_SIGNAL_CHECK.set(Some(Instant::now()));
    let Some(Err(interrupt)) = Python::try_attach(|py| py.check_signals()) else { return false };
    INTERRUPT.set(Some(interrupt));
    true
}

/// Runs on another thread, so that Ctrl-C ends the wait. Signals only arrive on the main thread; other threads wait
/// directly.
pub fn run_on_helper<R: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> Result<R, Error> + Send + 'static,
) -> PyResult<R> {
    run_on_helper_with_tick(py, cancel, work, |_| Ok(()))
}

/// Like [`run_on_helper`], and calls `tick` about fifty times a second while it waits.
pub fn run_on_helper_with_tick<R: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> Result<R, Error> + Send + 'static,
    tick: impl Fn(Python<'_>) -> PyResult<()>,
) -> PyResult<R> {
    if !on_main_thread(py)? {
        return py.detach(|| guarded(work)).or_raise(py);
    }
    let (done, mut result) = channel();
    run(Box::new(move || drop(done.send(guarded(work)))))?;
    loop {
        let outcome;
        (result, outcome) = wait(py, result, SIGNAL_INTERVAL);
        match outcome {
            Ok(result) => return result.or_raise(py),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::new(ErrorKind::Internal, "the call ended without a result")).or_raise(py);
            }
        }
        if let Err(interrupt) = py.check_signals().and_then(|()| tick(py)) {
            cancel.cancel();
            drop(wait(py, result, GRACE));
            return Err(interrupt);
        }
    }
}

/// Returns the receiver, because a reference to it may not cross threads.
fn wait<R: Send>(py: Python<'_>, result: Receiver<R>, time: Duration) -> (Receiver<R>, Result<R, RecvTimeoutError>) {
    py.detach(move || {
        let outcome = result.recv_timeout(time);
        (result, outcome)
    })
}

/// Turns a panic into an error: the exception that PyO3 makes of a panic is not caught by `except Exception`.
fn guarded<R>(work: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::new(ErrorKind::Internal, "the call failed because of a bug in shiptrack")))
}

fn on_main_thread(py: Python<'_>) -> PyResult<bool> {
    static CURRENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static MAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let of = |name| Ok::<_, PyErr>(py.import("threading")?.getattr(name)?.unbind());
    let current = CURRENT.get_or_try_init(py, || of("current_thread"))?.bind(py).call0()?;
    let main = MAIN.get_or_try_init(py, || of("main_thread"))?.bind(py).call0()?;
    Ok(current.is(&main))
}

type Job = Box<dyn FnOnce() + Send>;

/// Idle threads that run calls for the main thread while the main thread checks for signals.
static IDLE_THREADS: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

const MAX_IDLE_THREADS: usize = 4;

fn run(mut job: Job) -> PyResult<()> {
    // In a forked process these threads do not exist, and the mutex may be locked forever: then every call starts a new
    // thread.
    let is_first_process = std::process::id() == first_process();
    let idle = if is_first_process { IDLE_THREADS.lock().unwrap_or_else(PoisonError::into_inner).pop() } else { None };
    if let Some(thread) = idle {
        match thread.send(job) {
            Ok(()) => return Ok(()),
            Err(returned) => job = returned.0,
        }
    }
    thread::Builder::new().name("shiptrack-call".to_owned()).spawn(move || {
        job();
        if is_first_process {
            serve_jobs();
        }
    })?;
    Ok(())
}

fn serve_jobs() {
    let (work, jobs) = channel::<Job>();
    loop {
        let mut idle = IDLE_THREADS.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() >= MAX_IDLE_THREADS {
            return;
        }
        idle.push(work.clone());
        drop(idle);
        match jobs.recv() {
            Ok(job) => job(),
            Err(_) => return,
        }
    }
}

/// The id of the process that made the first call. A forked child has another id.
fn first_process() -> u32 {
    static FIRST: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *FIRST.get_or_init(std::process::id)
}
