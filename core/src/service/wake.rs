//! Waking those who wait for something to happen in the service.

use std::sync::{Arc, Mutex, PoisonError};

use crate::clock::CancelToken;

/// Everybody who waits: threads of ours sleep on a token that waking cancels, the host is called.
#[derive(Default)]
pub(crate) struct Wake {
    token: Mutex<CancelToken>,
    hosts: Mutex<Vec<Host>>,
}

type Host = Arc<dyn Fn() + Send + Sync>;

impl Wake {
    /// A token to sleep on: cancelled by the next [`wake`](Wake::wake). Take it *before* looking whether there is
    /// something to do, so that nothing that comes in between is missed.
    pub fn token(&self) -> CancelToken {
        self.lock().clone()
    }

    /// Wakes threads of ours that wait, and no host.
    pub fn nudge(&self) {
        std::mem::take(&mut *self.lock()).cancel();
    }

    /// Wakes everybody who waits. The host is called with nothing locked: it may ask to be called, and wake others.
    pub fn wake(&self) {
        self.nudge();
        let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        hosts.iter().for_each(|host| host());
    }

    /// Has the host called whenever somebody is woken.
    pub fn call(&self, host: Host) {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).push(host);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CancelToken> {
        self.token.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
