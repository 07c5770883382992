//! What has a mind of its own about tracking requests.

use super::operations::named;
use super::{Again, Arguments, Client, Fetched, Inference, NewTrackingRequest, TrackingRequestUpdate};
use crate::error::Result;
use crate::resources::{TrackingRequest, TrackingRequestId};

/// Creating, reading and following tracking requests.
#[derive(Debug, Clone, Copy)]
pub struct TrackingRequests<'c> {
    pub(super) client: &'c Client,
    pub(super) again: Again,
}

impl<'c> TrackingRequests<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        TrackingRequests { client, again: Again::default() }
    }

    /// Has [`track`](Self::track) treat numbers whose last request failed like this.
    ///
    /// ```no_run
    /// # use shiptrack::client::{Again, Client, NewTrackingRequest};
    /// # fn example(client: &Client, number: NewTrackingRequest) -> shiptrack::Result<()> {
    /// client.tracking_requests().again(Again::Always).track(number)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn again(self, again: Again) -> Self {
        TrackingRequests { again, ..self }
    }

    /// Creates a tracking request. Number and carrier are checked before anything leaves.
    ///
    /// A second request for the same number and carrier is refused as a duplicate while the first one lives;
    /// [`track`](Self::track) takes over the first one instead.
    pub fn create(&self, new: NewTrackingRequest) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "create") }, &new.arguments()?)
    }

    /// Changes one.
    pub fn update(&self, id: &TrackingRequestId, changes: TrackingRequestUpdate) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "update") }, &changes.arguments(id))
    }

    /// Asks the service what a number is and which carrier it belongs to.
    pub fn infer_number(&self, number: &str) -> Result<Inference> {
        let operation = const { named("tracking_requests", "infer_number") };
        self.client.call_for_one(operation, &Arguments::new().field("number", number)).map(Inference::new)
    }
}

impl Client {
    /// Tracking requests: numbers to be tracked.
    pub fn tracking_requests(&self) -> TrackingRequests<'_> {
        TrackingRequests::new(self)
    }
}
