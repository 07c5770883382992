//! Tracking requests.

use serde_json::json;

use super::draft::including;
use super::{Again, Client, Fetched, Inference, List, NewTrackingRequest, TrackingRequestUpdate};
use crate::error::Result;
use crate::http::Method;
use crate::jsonapi::Query;
use crate::resources::{RequestStatus, Timestamp, TrackingRequest, TrackingRequestId};

pub(super) const PATH: &str = "tracking_requests";

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
        self.client.fetch(&self.client.draft(Method::Post, &[PATH])?.body(&new.document()?))
    }

    /// Reads one.
    pub fn get(&self, id: &TrackingRequestId) -> Result<Fetched<TrackingRequest>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Reads one, with related resources in its document (`tracked_object`).
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &TrackingRequestId,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<TrackingRequest>> {
        self.client.fetch(&self.client.draft_with(Method::Get, &[PATH, &id.to_string()], &including(paths))?)
    }

    /// Lists them, newest first.
    pub fn list(&self) -> List<TrackingRequest> {
        List::new(self.client, PATH.to_owned())
    }

    /// Changes one.
    pub fn update(&self, id: &TrackingRequestId, changes: TrackingRequestUpdate) -> Result<Fetched<TrackingRequest>> {
        let draft = self.client.draft(Method::Patch, &[PATH, &id.to_string()])?;
        self.client.fetch(&draft.body(&changes.document(id)))
    }

    /// Asks the service what a number is and which carrier it belongs to.
    pub fn infer_number(&self, number: &str) -> Result<Inference> {
        let draft = self.client.draft_with(Method::Post, &[PATH, "infer_number"], &Query::new())?;
        self.client.fetch(&draft.body(&json!({ "number": number }))).map(Inference::new)
    }
}

/// Filters of tracking requests.
impl List<TrackingRequest> {
    /// Those with this number, as it was submitted.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("filter[request_number]", number)
    }

    /// Those at this carrier.
    pub fn scac(self, scac: impl Into<String>) -> Self {
        self.query("filter[scac]", scac)
    }

    /// Those that stand here. The hosted service documents pending, created and failed.
    pub fn status(self, status: RequestStatus) -> Self {
        self.query("filter[status]", status.as_str())
    }

    /// Those created at this moment or later.
    pub fn created_from(self, moment: impl Into<Timestamp>) -> Self {
        self.query("filter[created_at][start]", moment.into().as_str())
    }

    /// Those created at this moment or earlier.
    pub fn created_until(self, moment: impl Into<Timestamp>) -> Self {
        self.query("filter[created_at][end]", moment.into().as_str())
    }

    /// Those last changed at this moment or later.
    pub fn updated_from(self, moment: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][start]", moment.into().as_str())
    }

    /// Those last changed at this moment or earlier.
    pub fn updated_until(self, moment: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][end]", moment.into().as_str())
    }
}
