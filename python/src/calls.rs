//! Runs calls that may take time: without the interpreter lock, interruptible by Ctrl-C, and rejected after a fork.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use shiptrack::clock::CancelToken;
use shiptrack::{Error, ErrorKind};

use crate::errors::OrRaise;
use crate::exit;

/// How often a waiting thread checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// How long to wait for a cancelled call before it is left to finish in the background.
const GRACE: Duration = Duration::from_millis(20);

/// A value that must not outlive `close()`.
pub struct Slot<T: Send> {
    value: Mutex<Option<T>>,
    /// The process that created it, if a forked child must not use it.
    pid: Option<u32>,
    what: &'static str,
}

impl<T: Clone + Send> Slot<T> {
    /// A value that must not be used in a forked child process.
    pub fn new(what: &'static str, value: T) -> Self {
        Slot { value: Mutex::new(Some(value)), pid: Some(std::process::id()), what }
    }

    /// A value that a forked child process may use, too.
    pub fn for_all_processes(what: &'static str, value: T) -> Self {
        Slot { value: Mutex::new(Some(value)), pid: None, what }
    }

    /// Another value that may be used in the same processes.
    pub fn derive(&self, value: T) -> Self {
        Slot { value: Mutex::new(Some(value)), pid: self.pid, what: self.what }
    }

    /// Returns the value, while the slot is open and in the process that opened it.
    ///
    /// The mutex is only locked while the interpreter lock is held, so that no other thread holds it during a fork.
    pub fn get(&self) -> Result<T, Error> {
        if self.is_forked() {
            let problem = format!(
                "this {} was opened before a fork: open the service after the fork, in one process; several processes need \
                 a server (`shiptrack serve`)",
                self.what
            );
            return Err(Error::new(ErrorKind::Forked, problem));
        }
        let value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        value.clone().ok_or_else(|| Error::new(ErrorKind::Closed, format!("this {} is closed", self.what)))
    }

    pub fn is_open(&self) -> bool {
        !self.is_forked() && self.value.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The condition, as `repr()` shows it; empty while it is open.
    pub fn condition(&self) -> &'static str {
        if self.is_forked() {
            "opened before a fork"
        } else if self.is_open() {
            ""
        } else {
            "closed"
        }
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
}

impl<T: Send> Slot<T> {
    fn is_forked(&self) -> bool {
        self.pid.is_some_and(|pid| pid != std::process::id())
    }
}

impl<T: Send> Drop for Slot<T> {
    fn drop(&mut self) {
        let value = self.value.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let Some(value) = value else { return };
        if self.is_forked() { std::mem::forget(value) } else { unlocked_drop(value) }
    }
}

/// Releases the interpreter lock first, because threads that end with the value may wait for it.
fn unlocked_drop<T: Send>(value: T) {
    let mut value = Some(value);
    let _ = Python::try_attach(|py| exit::detached(py, || drop(value.take())));
    drop(value);
}

/// Runs on this thread. For calls that never wait.
pub fn run_detached<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R, Error> + Send) -> PyResult<R> {
    exit::detached(py, || guarded(work)).or_raise(py)
}

/// Runs on this thread, which is faster than on another one. Every wait inside the call must check a token that calls
/// [`interrupted`].
pub fn run_interruptible<R: Send>(py: Python<'_>, work: impl FnOnce() -> Result<R, Error> + Send) -> PyResult<R> {
    TAKES_SIGNALS.set(on_main_thread(py)?);
    LAST_SIGNAL_CHECK.set(Some(Instant::now()));
    let result = exit::detached(py, || guarded(work));
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
    let Some(Err(interrupt)) = exit::attached(|py| py.check_signals()) else { return false };
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
        return exit::detached(py, || guarded(work)).or_raise(py);
    }
    let (done, mut result) = channel();
    let caller = Caller::current(py)?;
    run(Box::new(move || {
        CALLER.set(Some(caller));
        let outcome = guarded(work);
        CALLER.set(None);
        drop(done.send(outcome));
    }))
    .or_raise(py)?;
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

/// What Python code on the main thread passes on to the functions that are called on another thread while it waits.
struct Caller {
    context: Py<PyAny>,
    /// The function of `threading.settrace`, which debuggers and coverage set; `None` in Python without one.
    trace: Py<PyAny>,
}

thread_local! {
    /// The code on the main thread that waits for this thread.
    static CALLER: RefCell<Option<Caller>> = const { RefCell::new(None) };
}

impl Caller {
    fn current(py: Python<'_>) -> PyResult<Self> {
        static COPY_CONTEXT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        static GET_TRACE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let context = COPY_CONTEXT.import(py, "contextvars", "copy_context")?.call0()?.unbind();
        let trace = GET_TRACE.import(py, "threading", "gettrace")?.call0()?.unbind();
        Ok(Caller { context, trace })
    }
}

/// Calls a function of the host program. If code on the main thread waits for this call, the function sees its context variables (in a copy),
/// and is traced like a function on a thread of Python.
pub fn call_host_function<'py>(
    function: &Bound<'py, PyAny>,
    arguments: &[Bound<'py, PyAny>],
) -> PyResult<Bound<'py, PyAny>> {
    let py = function.py();
    let arguments = PyTuple::new(py, arguments)?;
    let caller = CALLER
        .with_borrow(|caller| caller.as_ref().map(|caller| (caller.context.clone_ref(py), caller.trace.clone_ref(py))));
    let Some((context, trace)) = caller else { return function.call1(arguments) };
    if !trace.is_none(py) {
        py.import("sys")?.call_method1("settrace", (trace,))?;
    }
    let function = PyTuple::new(py, [function])?.as_sequence().concat(arguments.as_sequence())?.to_tuple()?;
    context.bind(py).call_method0("copy")?.call_method1("run", function)
}

/// Warns if this thread runs an event loop, which the call would block. Asyncio is not imported for this.
pub fn warn_if_event_loop_waits(py: Python<'_>, call: &str) -> PyResult<()> {
    if !py.import("sys")?.getattr("modules")?.contains("asyncio")? {
        return Ok(());
    }
    py.import("shiptrack._log")?.call_method1("warn_if_event_loop_waits", (call,)).map(drop)
}

/// Returns the receiver, because a reference to it may not cross threads.
fn wait<R: Send>(py: Python<'_>, result: Receiver<R>, time: Duration) -> (Receiver<R>, Result<R, RecvTimeoutError>) {
    exit::detached(py, move || {
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

fn run(mut job: Job) -> Result<(), Error> {
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
    let started = thread::Builder::new().name("shiptrack-call".to_owned()).spawn(move || {
        job();
        if is_first_process {
            serve_jobs();
        }
    });
    started.map(drop).map_err(|error| {
        Error::new(ErrorKind::Configuration, "no thread for this call could be started").with_source(error)
    })
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
