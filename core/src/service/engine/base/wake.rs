//! `Wake`: wakes threads of the library, and calls the `on_wake` callbacks of the host program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};

use super::observer::{Activity, ActivityObserver, panic_error, report};
use crate::clock::CancelToken;
use crate::threads::{self, lock};

/// Threads of the library sleep on a token, which is cancelled to wake them. Callbacks of the host program are called.
pub(crate) struct Wake {
    token: Mutex<CancelToken>,
    hosts: Arc<HostCallbacks>,
    observer: Option<Arc<dyn ActivityObserver>>,
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
    pub fn new(observer: Option<Arc<dyn ActivityObserver>>) -> Self {
        Wake { token: Mutex::default(), hosts: Arc::default(), observer }
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
        let hosts = lock(&self.hosts).clone();
        for host in hosts {
            if host.call().is_err() {
                let error = panic_error("the `on_wake` callback");
                report(self.observer.as_ref(), &Activity::Trouble { error: &error });
            }
        }
    }

    pub fn register(&self, call: Call) -> OnWake {
        let state = Mutex::new(CallbackState { call: Some(call), running_threads: Vec::new() });
        let host = Arc::new(HostCallback { state, call_ended: Condvar::new() });
        lock(&self.hosts).push(Arc::clone(&host));
        OnWake { host: Arc::downgrade(&host), hosts: Arc::downgrade(&self.hosts), process: std::process::id() }
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
        // The closure drops the callback: `stop` waits until it returns, and then no other owner is left.
        let called = catch_unwind(AssertUnwindSafe(move || call()));
        let mut state = lock(&self.state);
        let own = state.running_threads.iter().position(|thread| *thread == threads::current_thread_number());
        state.running_threads.swap_remove(own.expect("the thread was added above"));
        self.call_ended.notify_all();
        called
    }
}

/// Handle of a callback that was registered with [`Service::on_wake`](crate::service::Service::on_wake). It does not keep the service
/// alive. Dropping it does not stop the callback; [`stop`](OnWake::stop) does.
#[derive(Clone)]
pub struct OnWake {
    host: Weak<HostCallback>,
    hosts: Weak<HostCallbacks>,
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
        let Some(host) = self.host.upgrade() else { return };
        if let Some(hosts) = self.hosts.upgrade() {
            lock(&hosts).retain(|other| !Arc::ptr_eq(other, &host));
        }
        let me = threads::current_thread_number();
        let mut state = lock(&host.state);
        let call = state.call.take();
        while !state.running_threads.is_empty() && !state.running_threads.contains(&me) {
            state = host.call_ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        // Dropping it may run code of the host program, so no lock is held here.
        drop(call);
    }
}

debug_fields!(OnWake);
