// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Requests to track a number at a carrier.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Fetched, List, TrackingRequests};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{CustomField, RequestStatus, RequestType, Timestamp, TrackingRequest};
use serde_json::Value;

impl TrackingRequests<'_> {
    /// Lists tracking requests, newest first.
    pub fn list(&self) -> List<TrackingRequest> {
        self.client.list_of(const { named("tracking_requests", "list") }, &Arguments::new())
    }

    /// Reads a tracking request. Without `include`, the response includes its shipment.
    pub fn get(&self, id: &Id<TrackingRequest>) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with related resources in the response: `tracked_object`, `tracked_object.containers`, `tracked_object.pod_terminal`, `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`, `tracked_object.destination`, `tracked_object.destination_terminal`, `shipment`, `container`, `containers`, `customer`, `user`, `account`, `shipping_line`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<TrackingRequest>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Deletes a tracking request, its shipment with containers and events unless another tracking request has the shipment, and the notifications about them that were not delivered yet. What sources reported about the number is kept, and used if the number is tracked again. The event feed has the event `tracking_request.deleted`.
    pub fn delete(&self, id: &Id<TrackingRequest>) -> Result<()> {
        self.client.call_for_json(const { named("tracking_requests", "delete") }, &Arguments::new().path(id)).map(drop)
    }

    /// Lists the custom fields of a tracking request.
    pub fn custom_fields(&self, id: &Id<TrackingRequest>) -> List<CustomField> {
        self.client.list_of(const { named("tracking_requests", "custom_fields") }, &Arguments::new().path(id))
    }

    /// Sets a custom field of a tracking request.
    pub fn create_custom_field(
        &self,
        id: &Id<TrackingRequest>,
        api_slug: impl Into<String>,
        value: impl Into<Value>,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("tracking_requests", "create_custom_field") },
            &Arguments::new().path(id).field("api_slug", api_slug.into()).field("value", value),
        )
    }

    /// Changes the value of a custom field of a tracking request.
    pub fn update_custom_field(
        &self,
        id: &Id<TrackingRequest>,
        api_slug: &str,
        value: impl Into<Value>,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("tracking_requests", "update_custom_field") },
            &Arguments::new().path(id).path(api_slug).field("value", value),
        )
    }

    /// Deletes the value of a custom field of a tracking request.
    pub fn delete_custom_field(&self, id: &Id<TrackingRequest>, api_slug: &str) -> Result<()> {
        self.client
            .call_for_json(
                const { named("tracking_requests", "delete_custom_field") },
                &Arguments::new().path(id).path(api_slug),
            )
            .map(drop)
    }
}

/// Lists tracking requests, newest first.
impl List<TrackingRequest> {
    /// Only tracking requests with this number, as it was submitted.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("filter[request_number]", number)
    }

    /// Only tracking requests at the carrier with this SCAC.
    pub fn scac(self, scac: impl Into<String>) -> Self {
        self.query("filter[scac]", scac)
    }

    /// Only tracking requests with this status. The hosted service documents `created`, `pending` and `failed`.
    pub fn status(self, status: impl Into<RequestStatus>) -> Self {
        self.query("filter[status]", status.into().as_str())
    }

    /// Only tracking requests for this kind of number: `bill_of_lading`, `booking_number` or `container`. The hosted service ignores this filter.
    pub fn request_type(self, request_type: impl Into<RequestType>) -> Self {
        self.query("filter[request_type]", request_type.into().as_str())
    }

    /// Only tracking requests created at this time or later.
    pub fn created_from(self, created_from: impl Into<Timestamp>) -> Self {
        self.query("filter[created_at][start]", created_from.into().as_str())
    }

    /// Only tracking requests created at this time or earlier.
    pub fn created_until(self, created_until: impl Into<Timestamp>) -> Self {
        self.query("filter[created_at][end]", created_until.into().as_str())
    }

    /// Only tracking requests last changed at this time or later.
    pub fn updated_from(self, updated_from: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][start]", updated_from.into().as_str())
    }

    /// Only tracking requests last changed at this time or earlier.
    pub fn updated_until(self, updated_until: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][end]", updated_until.into().as_str())
    }

    /// Only tracking requests with a number or reference that begins with this text. Deprecated in the hosted service.
    pub fn q(self, q: impl Into<String>) -> Self {
        self.query("q", q)
    }

    /// Only tracking requests with this reference. The hosted service ignores this filter.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Only tracking requests that give their shipment this tag. The hosted service ignores this filter.
    pub fn tag(self, tag: impl Into<String>) -> Self {
        self.query("filter[tag]", tag)
    }

    /// Only tracking requests for the customer with this id. The hosted service ignores this filter.
    pub fn customer_id(self, customer_id: impl Into<String>) -> Self {
        self.query("filter[customer_id]", customer_id)
    }

    /// Only tracking requests for customers whose name contains these words. The hosted service ignores this filter.
    pub fn customer_name(self, customer_name: impl Into<String>) -> Self {
        self.query("filter[customer_name]", customer_name)
    }

    /// Only resources with these values of custom fields. Each item is `slug=value`; an option is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The hosted service ignores this filter.
    pub fn custom_fields<I: Into<String>>(self, custom_fields: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[custom_fields]", join(custom_fields.into_iter().map(Into::into)))
    }
}
