//! `Wake`: wakes threads of the library, and calls the `on_wake` callbacks of the host program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};

use super::observer::Activity;
use super::reporter::{Reporter, panic_error};
use crate::clock::CancelToken;
use crate::threads::{self, lock};

/// Threads of the library sleep on a token, which is cancelled to wake them. Callbacks of the host program are called.
pub(crate) struct Wake {
    token: Mutex<CancelToken>,
    callbacks: Arc<HostCallbacks>,
    reporter: Arc<Reporter>,
}

type HostCallbacks = Mutex<Vec<Arc<HostCallback>>>;
type Call = Arc<dyn Fn() + Send + Sync>;

struct HostCallback {
    state: Mutex<CallbackState>,
    call_ended: Condvar,
}

struct CallbackState {
    /// `None` after it was stopped.
    call: Option<Call>,
    /// Threads that are in the callback.
    running_threads: Vec<u64>,
}

impl Wake {
    pub fn new(reporter: Arc<Reporter>) -> Self {
        Wake { token: Mutex::default(), callbacks: Arc::default(), reporter }
    }

    /// Returns a token that the next [`wake`](Wake::wake) cancels. Callers take it *before* they look for work, so that
    /// they miss no work in between.
    pub fn token(&self) -> CancelToken {
        lock(&self.token).clone()
    }

    pub fn wake_threads(&self) {
        std::mem::take(&mut *lock(&self.token)).cancel();
    }

    /// Wakes threads and calls the callbacks, with no lock held: they may register callbacks and wake others. A panic is
    /// reported to the observer.
    pub fn wake(&self) {
        self.wake_threads();
        let callbacks = lock(&self.callbacks).clone();
        for callback in callbacks {
            if callback.call().is_err() {
                let error = panic_error("the `on_wake` callback");
                self.reporter.report(&Activity::Trouble { account: None, error: &error });
            }
        }
    }

    pub fn register(&self, call: Call) -> OnWake {
        let state = Mutex::new(CallbackState { call: Some(call), running_threads: Vec::new() });
        let callback = Arc::new(HostCallback { state, call_ended: Condvar::new() });
        lock(&self.callbacks).push(Arc::clone(&callback));
        OnWake {
            callback: Arc::downgrade(&callback),
            callbacks: Arc::downgrade(&self.callbacks),
            process: std::process::id(),
        }
    }
}

impl HostCallback {
    fn call(&self) -> std::thread::Result<()> {
        let call = {
            let mut state = lock(&self.state);
            let Some(call) = state.call.clone() else { return Ok(()) };
            state.running_threads.push(threads::current_thread_number());
            call
        };
        // The closure drops its copy of the callback before the thread leaves, so that `stop` drops the last one.
        let called = catch_unwind(AssertUnwindSafe(move || threads::run_host_code(move || call())));
        let mut state = lock(&self.state);
        let position = state.running_threads.iter().position(|thread| *thread == threads::current_thread_number());
        state.running_threads.swap_remove(position.expect("the thread was added above"));
        self.call_ended.notify_all();
        called
    }
}

/// Handle of a callback that was registered with [`Service::on_wake`](crate::service::Service::on_wake). It does not keep the service
/// alive. Dropping it does not stop the callback; [`stop`](OnWake::stop) does.
#[derive(Clone)]
pub struct OnWake {
    callback: Weak<HostCallback>,
    callbacks: Weak<HostCallbacks>,
    process: u32,
}

impl OnWake {
    /// Stops the callback. When this returns, no thread is in the callback, it is not called again, and it is dropped.
    ///
    /// It waits for other threads that are in the callback, so the caller may hold no lock that they need. Called from
    /// within the callback, it returns at once, and the callback ends with the calls in progress. A second call has no
    /// effect.
    pub fn stop(&self) {
        // After a fork, the threads that were in the callback do not exist in this process.
        if self.process != std::process::id() {
            return;
        }
        let Some(callback) = self.callback.upgrade() else { return };
        if let Some(callbacks) = self.callbacks.upgrade() {
            lock(&callbacks).retain(|other| !Arc::ptr_eq(other, &callback));
        }
        let me = threads::current_thread_number();
        let mut state = lock(&callback.state);
        let call = state.call.take();
        while !state.running_threads.is_empty() && !state.running_threads.contains(&me) {
            state = callback.call_ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        // Dropping it may run code of the host program, so no lock is held here.
        drop(call);
    }
}

debug_fields!(OnWake);
