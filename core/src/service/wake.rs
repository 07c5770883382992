//! Waking those who wait for something to happen in the service.

use std::sync::{Mutex, PoisonError};

use crate::clock::CancelToken;

/// Everybody who waits. Waking cancels the token each of them sleeps on.
#[derive(Default)]
pub(crate) struct Wake(Mutex<CancelToken>);

impl Wake {
    /// A token to sleep on: cancelled by the next [`wake`](Wake::wake). Take it *before* looking whether there is
    /// something to do, so that nothing that comes in between is missed.
    pub fn token(&self) -> CancelToken {
        self.lock().clone()
    }

    /// Wakes everybody who waits.
    pub fn wake(&self) {
        std::mem::take(&mut *self.lock()).cancel();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CancelToken> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
