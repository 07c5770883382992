//! The handle of the family that is written by hand. Those of all others are made from the description.

use super::{Client, TrackingRequests};

impl Client {
    /// Tracking requests: numbers to be tracked.
    pub fn tracking_requests(&self) -> TrackingRequests<'_> {
        TrackingRequests::new(self)
    }
}
