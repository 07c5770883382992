// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Shipments that were found under tracked numbers.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::ResourceId;
use crate::resources::{CustomField, Shipment, Timestamp};
use serde_json::{Map, Value};

/// Shipments that were found under tracked numbers.
#[derive(Debug, Clone, Copy)]
pub struct Shipments<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Shipments<'_> {
    /// Lists shipments, newest first. The hosted service supports the filters `number`, `filter[tracking_stopped]` and `q`, and ignores the others.
    pub fn list(&self) -> List<Shipment> {
        self.client.list_of(const { named("shipments", "list") }, &Arguments::new())
    }

    /// Reads a shipment.
    pub fn get(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with related resources in the response: `containers`, `containers.pod_terminal`, `containers.pickup_facility`, `containers.transport_events`, `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`, `destination_terminal.port`, `line_tracking_stopped_by_user`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<Shipment>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Changes the references, tags and customer of a shipment. What is not in the request keeps its value.
    pub fn update(&self, id: &Id<Shipment>, changes: ShipmentUpdate) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(
            const { named("shipments", "update") },
            &Arguments::new().path(id).fields(changes.attributes).links(changes.links),
        )
    }

    /// Stops tracking a shipment and all its containers.
    pub fn stop_tracking(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "stop_tracking") }, &Arguments::new().path(id))
    }

    /// Resumes tracking of a shipment that was stopped.
    pub fn resume_tracking(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "resume_tracking") }, &Arguments::new().path(id))
    }

    /// Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and those that are probably wrong. Lists at most 1,000 doubts, newest first.
    pub fn doubts(&self, id: &Id<Shipment>) -> Result<Value> {
        self.client.call_for_json(const { named("shipments", "doubts") }, &Arguments::new().path(id))
    }

    /// Lists the custom fields of a shipment.
    pub fn custom_fields(&self, id: &Id<Shipment>) -> List<CustomField> {
        self.client.list_of(const { named("shipments", "custom_fields") }, &Arguments::new().path(id))
    }

    /// Sets a custom field of a shipment.
    pub fn create_custom_field(
        &self,
        id: &Id<Shipment>,
        api_slug: impl Into<String>,
        value: impl Into<Value>,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("shipments", "create_custom_field") },
            &Arguments::new().path(id).field("api_slug", api_slug.into()).field("value", value),
        )
    }

    /// Changes the value of a custom field of a shipment.
    pub fn update_custom_field(
        &self,
        id: &Id<Shipment>,
        api_slug: &str,
        value: impl Into<Value>,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("shipments", "update_custom_field") },
            &Arguments::new().path(id).path(api_slug).field("value", value),
        )
    }

    /// Deletes the value of a custom field of a shipment.
    pub fn delete_custom_field(&self, id: &Id<Shipment>, api_slug: &str) -> Result<()> {
        self.client
            .call_for_json(
                const { named("shipments", "delete_custom_field") },
                &Arguments::new().path(id).path(api_slug),
            )
            .map(drop)
    }
}

/// Lists shipments, newest first. The hosted service supports the filters `number`, `filter[tracking_stopped]` and `q`, and ignores the others.
impl List<Shipment> {
    /// Only shipments that are tracked under this number, as it was submitted. Container numbers are not searched.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("number", number)
    }

    /// Only shipments that are no longer tracked (true), or only shipments that are still tracked (false).
    pub fn tracking_stopped(self, tracking_stopped: bool) -> Self {
        self.query("filter[tracking_stopped]", tracking_stopped.to_string())
    }

    /// Only shipments with a bill of lading, reference or container number that begins with this text. Deprecated in the hosted service.
    pub fn q(self, q: impl Into<String>) -> Self {
        self.query("q", q)
    }

    /// Only shipments with this reference.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Only if the shipment has this tag.
    pub fn tag(self, tag: impl Into<String>) -> Self {
        self.query("filter[tag]", tag)
    }

    /// Only if the shipment is tracked for the customer with this id.
    pub fn customer_id(self, customer_id: impl Into<String>) -> Self {
        self.query("filter[customer_id]", customer_id)
    }

    /// Only if the shipment is tracked for a customer whose name contains these words.
    pub fn customer_name(self, customer_name: impl Into<String>) -> Self {
        self.query("filter[customer_name]", customer_name)
    }

    /// Only if the carrier of the shipment has this SCAC.
    pub fn scac(self, scac: impl Into<String>) -> Self {
        self.query("filter[shipping_line_scac]", scac)
    }

    /// Only if the vessel that arrives at the port of discharge has this name.
    pub fn vessel_name(self, vessel_name: impl Into<String>) -> Self {
        self.query("filter[vessel_name]", vessel_name)
    }

    /// Only if the port of lading has this UN/LOCODE, or another one of the same port area.
    pub fn pol_code(self, pol_code: impl Into<String>) -> Self {
        self.query("filter[pol_code]", pol_code)
    }

    /// Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
    pub fn pod_code(self, pod_code: impl Into<String>) -> Self {
        self.query("filter[pod_code]", pod_code)
    }

    /// Only if the inland destination has this UN/LOCODE.
    pub fn destination_code(self, destination_code: impl Into<String>) -> Self {
        self.query("filter[destination_code]", destination_code)
    }

    /// Only if the estimated arrival at the port of discharge is at this time or later. A date means its beginning in UTC.
    pub fn eta_from(self, eta_from: impl Into<Timestamp>) -> Self {
        self.query("filter[pod_eta_at][start]", eta_from.into().as_str())
    }

    /// Only if the estimated arrival at the port of discharge is at this time or earlier. A date means its end in UTC.
    pub fn eta_until(self, eta_until: impl Into<Timestamp>) -> Self {
        self.query("filter[pod_eta_at][end]", eta_until.into().as_str())
    }

    /// Only if a source was asked about the shipment, or changed it, at this time or later. A date means its beginning in UTC.
    pub fn updated_from(self, updated_from: impl Into<Timestamp>) -> Self {
        self.query("filter[updated_at][start]", updated_from.into().as_str())
    }

    /// Only resources with these values of custom fields. Each item is `slug=value`; an option is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The hosted service ignores this filter.
    pub fn custom_fields<I: Into<String>>(self, custom_fields: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[custom_fields]", join(custom_fields.into_iter().map(Into::into)))
    }
}

/// Changes to a resource. Attributes that are not set do not change.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "pass it to the client"]
pub struct ShipmentUpdate {
    attributes: Map<String, Value>,
    links: Vec<(&'static str, Option<ResourceId>)>,
}

impl ShipmentUpdate {
    /// Creates an empty set of changes.
    pub fn new() -> Self {
        ShipmentUpdate { attributes: Map::new(), links: Vec::new() }
    }

    /// The customer for whom the shipment is tracked. `null` removes it, also from the tracking requests of the shipment.
    pub fn customer(mut self, customer: &ResourceId) -> Self {
        self.links.push(("customer", Some(customer.clone())));
        self
    }

    /// Removes the customer.
    pub fn without_customer(mut self) -> Self {
        self.links.push(("customer", None));
        self
    }

    /// References of the customer, such as purchase order numbers.
    pub fn ref_numbers<I: Into<String>>(self, ref_numbers: impl IntoIterator<Item = I>) -> Self {
        self.attribute("ref_numbers", ref_numbers.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Tags of the shipment.
    pub fn tags<I: Into<String>>(self, tags: impl IntoIterator<Item = I>) -> Self {
        self.attribute("tags", tags.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
