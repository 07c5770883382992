//! Wakes threads and hosts that wait for the service.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};

use super::observer::{Activity, ActivityObserver, panic_error, report};
use crate::clock::CancelToken;
use crate::threads::{self, lock};

/// Threads of ours sleep on a token that waking cancels; hosts are called.
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
    /// `None` once it was stopped.
    call: Option<Call>,
    running_threads: Vec<u64>,
}

impl Wake {
    pub fn new(observer: Option<Arc<dyn ActivityObserver>>) -> Self {
        Wake { token: Mutex::default(), hosts: Arc::default(), observer }
    }

    /// Cancelled by the next [`wake`](Wake::wake). Take it *before* looking for work, so that nothing is missed in
    /// between.
    pub fn token(&self) -> CancelToken {
        lock(&self.token).clone()
    }

    pub fn wake_threads(&self) {
        std::mem::take(&mut *lock(&self.token)).cancel();
    }

    /// Hosts are called with nothing locked: they may register calls and wake others. A panic is reported to the
    /// observer only.
    pub fn wake(&self) {
        self.wake_threads();
        let hosts = lock(&self.hosts).clone();
        for host in hosts {
            if host.call().is_err() {
                let error = panic_error("what is to be called when something happened (on_wake)");
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
        // Dropped inside as well: `stop` may wait to be the last owner.
        let called = catch_unwind(AssertUnwindSafe(move || call()));
        let mut state = lock(&self.state);
        let own = state.running_threads.iter().position(|thread| *thread == threads::current_thread_number());
        state.running_threads.swap_remove(own.expect("a thread that entered is inside"));
        self.call_ended.notify_all();
        called
    }
}

/// What [`Service::on_wake`](crate::service::Service::on_wake) has called. It keeps nothing alive, and dropping it ends nothing:
/// [`stop`](OnWake::stop) does.
#[derive(Clone)]
pub struct OnWake {
    host: Weak<HostCallback>,
    hosts: Weak<HostCallbacks>,
    process: u32,
}

impl OnWake {
    /// Ends it. After that it is not being called on any thread, is never called again, and was dropped. It waits for
    /// calls that other threads are in, so nothing may be locked here that they wait for. From within a call it returns
    /// at once, and that call is among the last. Doing so again changes nothing.
    pub fn stop(&self) {
        // After a fork, the threads that were in it are gone.
        if self.process != std::process::id() {
            return;
        }
        let Some(host) = self.host.upgrade() else { return };
        if let Some(hosts) = self.hosts.upgrade() {
            lock(&hosts).retain(|known| !Arc::ptr_eq(known, &host));
        }
        let me = threads::current_thread_number();
        let mut state = lock(&host.state);
        let call = state.call.take();
        while !state.running_threads.is_empty() && !state.running_threads.contains(&me) {
            state = host.call_ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        // The host's own code may run now.
        drop(call);
    }
}

debug_fields!(OnWake);
