//! Wakes threads and hosts that wait for the service.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};

use super::observer::{Activity, ActivityObserver, panicked, report};
use crate::clock::CancelToken;
use crate::threads::{self, locked};

/// Threads of ours sleep on a token that waking cancels; hosts are called.
pub(crate) struct Wake {
    token: Mutex<CancelToken>,
    hosts: Arc<Hosts>,
    observer: Option<Arc<dyn ActivityObserver>>,
}

type Hosts = Mutex<Vec<Arc<Host>>>;
type Call = Arc<dyn Fn() + Send + Sync>;

struct Host {
    state: Mutex<State>,
    left: Condvar,
}

struct State {
    /// `None` once it was stopped.
    call: Option<Call>,
    inside: Vec<u64>,
}

impl Wake {
    pub fn new(observer: Option<Arc<dyn ActivityObserver>>) -> Self {
        Wake { token: Mutex::default(), hosts: Arc::default(), observer }
    }

    /// Cancelled by the next [`wake`](Wake::wake). Take it *before* looking for work, so that nothing is missed in
    /// between.
    pub fn token(&self) -> CancelToken {
        locked(&self.token).clone()
    }

    pub fn nudge(&self) {
        std::mem::take(&mut *locked(&self.token)).cancel();
    }

    /// Hosts are called with nothing locked: they may register calls and wake others. A panic is reported to the
    /// observer only.
    pub fn wake(&self) {
        self.nudge();
        let hosts = locked(&self.hosts).clone();
        for host in hosts {
            if host.call().is_err() {
                let error = panicked("what is to be called when something happened (on_wake)");
                report(self.observer.as_ref(), &Activity::Trouble { error: &error });
            }
        }
    }

    pub fn register(&self, call: Call) -> OnWake {
        let state = Mutex::new(State { call: Some(call), inside: Vec::new() });
        let host = Arc::new(Host { state, left: Condvar::new() });
        locked(&self.hosts).push(Arc::clone(&host));
        OnWake { host: Arc::downgrade(&host), hosts: Arc::downgrade(&self.hosts), process: std::process::id() }
    }
}

impl Host {
    fn call(&self) -> std::thread::Result<()> {
        let call = {
            let mut state = locked(&self.state);
            let Some(call) = state.call.clone() else { return Ok(()) };
            state.inside.push(threads::number());
            call
        };
        // Dropped inside as well: `stop` may wait to be the last owner.
        let called = catch_unwind(AssertUnwindSafe(move || call()));
        let mut state = locked(&self.state);
        let own = state.inside.iter().position(|thread| *thread == threads::number());
        state.inside.swap_remove(own.expect("a thread that entered is inside"));
        self.left.notify_all();
        called
    }
}

/// What [`Service::on_wake`](crate::service::Service::on_wake) has called. It keeps nothing alive, and dropping it ends nothing:
/// [`stop`](OnWake::stop) does.
#[derive(Clone)]
pub struct OnWake {
    host: Weak<Host>,
    hosts: Weak<Hosts>,
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
            locked(&hosts).retain(|known| !Arc::ptr_eq(known, &host));
        }
        let me = threads::number();
        let mut state = locked(&host.state);
        let call = state.call.take();
        while !state.inside.is_empty() && !state.inside.contains(&me) {
            state = host.left.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        // The host's own code may run now.
        drop(call);
    }
}

debug_fields!(OnWake);
