//! Waiting until a tracking request is settled, or answered at least.

use super::Fetched;
use super::tracking_requests::TrackingRequests;
use super::waiting::{Looked, Wait, Waiting};
use crate::error::Result;
use crate::resources::{TrackingRequest, TrackingRequestId};

impl TrackingRequests<'_> {
    /// Waits until a request is [settled](Wait::until_settled) or [answered](Wait::until_answered), as `wait` says. An
    /// embedded service does its due work meanwhile.
    ///
    /// A request that is not there in time is an error of kind [`Timeout`](crate::ErrorKind::Timeout); it goes on living.
    ///
    /// On a manual clock the wait moves the clock from one look to the next, five seconds each: a day is 17 280 looks.
    /// To get through long stretches, move the clock to [`Service::next_due`](crate::Service::next_due) and let
    /// [`Service::settle`](crate::Service::settle) do what is due there; [`clock`](crate::clock) shows how.
    pub fn wait(&self, id: &TrackingRequestId, wait: Wait) -> Result<Fetched<TrackingRequest>> {
        let mut waiting = self.waiting(id, wait);
        loop {
            match waiting.look()? {
                Looked::Reached(request) => return Ok(request),
                Looked::After(pause) => waiting.pause(pause)?,
            }
        }
    }

    /// Begins to [wait](Self::wait) without blocking: its time runs from now, and whoever holds it looks.
    pub fn waiting(&self, id: &TrackingRequestId, wait: Wait) -> Waiting {
        Waiting::new(self.client, id.clone(), wait)
    }
}
