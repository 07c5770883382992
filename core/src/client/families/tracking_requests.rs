// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Numbers to be tracked.

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

    /// Reads a tracking request. Asked for no `include`, the service tells its shipment along.
    pub fn get(&self, id: &Id<TrackingRequest>) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "get") }, &Arguments::new().path(id))
    }

    /// The same, with related resources in its document: `tracked_object`, `tracked_object.containers`, `tracked_object.pod_terminal`, `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`, `tracked_object.destination`, `tracked_object.destination_terminal`, `shipment`, `container`, `containers`, `customer`, `user`, `account`, `shipping_line`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<TrackingRequest>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<TrackingRequest>> {
        self.client.call_for_one(const { named("tracking_requests", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Lists the custom fields of a tracking request.
    pub fn custom_fields(&self, id: &Id<TrackingRequest>) -> List<CustomField> {
        self.client.list_of(const { named("tracking_requests", "custom_fields") }, &Arguments::new().path(id))
    }

    /// Gives a tracking request a custom field.
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

    /// Changes a custom field of a tracking request.
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

    /// Takes a custom field of a tracking request away.
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
    /// Those with this number, as it was submitted.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("filter[request_number]", number)
    }

    /// Those at this carrier.
    pub fn scac(self, scac: impl Into<String>) -> Self {
        self.query("filter[scac]", scac)
    }

    /// Those that stand here: the hosted service documents `created`, `pending` and `failed`.
    pub fn status(self, status: impl Into<RequestStatus>) -> Self {
        self.query("filter[status]", status.into().as_str())
    }

    /// Those of this kind: `bill_of_lading`, `booking_number`, `container`. The hosted service passes it over.
    pub fn request_type(self, request_type: impl Into<RequestType>) -> Self {
        self.query("filter[request_type]", request_type.into().as_str())
    }

    /// Those created at this moment or later.
    pub fn created_from(self, created_from: impl Into<Timestamp>) -> Self {
        self.query("filter[created_at][start]", created_from.into().as_str())
    }

    /// Those created at this moment or earlier.
    pub fn created_until(self, created_until: impl Into<Timestamp>) -> Self {
        self.query("filter[created_at][end]", created_until.into().as_str())
    }

    /// Those last changed at this moment or later.
    pub fn updated_from(self, updated_from: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][start]", updated_from.into().as_str())
    }

    /// Those last changed at this moment or earlier.
    pub fn updated_until(self, updated_until: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][end]", updated_until.into().as_str())
    }

    /// Those known by this number or reference. The hosted service calls this deprecated.
    pub fn q(self, q: impl Into<String>) -> Self {
        self.query("q", q)
    }

    /// Those with this reference. The hosted service passes it over, and those that follow.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Those with this label for their shipment.
    pub fn tag(self, tag: impl Into<String>) -> Self {
        self.query("filter[tag]", tag)
    }

    /// Those for the customer with this id.
    pub fn customer_id(self, customer_id: impl Into<String>) -> Self {
        self.query("filter[customer_id]", customer_id)
    }

    /// Those for the customer of this name.
    pub fn customer_name(self, customer_name: impl Into<String>) -> Self {
        self.query("filter[customer_name]", customer_name)
    }

    /// Those whose own custom fields have these values, each `slug=value`; an option by its value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
    pub fn custom_fields<I: Into<String>>(self, custom_fields: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[custom_fields]", join(custom_fields.into_iter().map(Into::into)))
    }
}
