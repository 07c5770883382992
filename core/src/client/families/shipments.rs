// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! What a tracked number turned out to be: a voyage with its containers.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{CustomField, Shipment, Timestamp};
use serde_json::{Map, Value};

/// What a tracked number turned out to be: a voyage with its containers.
#[derive(Debug, Clone, Copy)]
pub struct Shipments<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Shipments<'_> {
    /// Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`, and passes the others over.
    pub fn list(&self) -> List<Shipment> {
        self.client.list_of(const { named("shipments", "list") }, &Arguments::new())
    }

    /// Reads a shipment.
    pub fn get(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "get") }, &Arguments::new().path(id))
    }

    /// The same, with related resources in its document: `containers`, `containers.pod_terminal`, `containers.pickup_facility`, `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`, `destination_terminal.port`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<Shipment>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Changes references and labels of a shipment. What is not named stays.
    pub fn update(&self, id: &Id<Shipment>, changes: ShipmentUpdate) -> Result<Fetched<Shipment>> {
        self.client
            .call_for_one(const { named("shipments", "update") }, &Arguments::new().path(id).fields(changes.attributes))
    }

    /// Stops following a shipment and all its containers.
    pub fn stop_tracking(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "stop_tracking") }, &Arguments::new().path(id))
    }

    /// Follows a shipment again that was stopped.
    pub fn resume_tracking(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "resume_tracking") }, &Arguments::new().path(id))
    }

    /// Lists the custom fields of a shipment.
    pub fn custom_fields(&self, id: &Id<Shipment>) -> List<CustomField> {
        self.client.list_of(const { named("shipments", "custom_fields") }, &Arguments::new().path(id))
    }

    /// Gives a shipment a custom field.
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

    /// Changes a custom field of a shipment.
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

    /// Takes a custom field of a shipment away.
    pub fn delete_custom_field(&self, id: &Id<Shipment>, api_slug: &str) -> Result<()> {
        self.client
            .call_for_json(
                const { named("shipments", "delete_custom_field") },
                &Arguments::new().path(id).path(api_slug),
            )
            .map(drop)
    }
}

/// Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`, and passes the others over.
impl List<Shipment> {
    /// Those tracked under this number, as it was submitted; container numbers are not looked at.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("number", number)
    }

    /// Those that are no longer followed (true), or those that are (false).
    pub fn tracking_stopped(self, tracking_stopped: bool) -> Self {
        self.query("filter[tracking_stopped]", tracking_stopped.to_string())
    }

    /// Those known by this bill, reference or container number. The hosted service calls this deprecated.
    pub fn q(self, q: impl Into<String>) -> Self {
        self.query("q", q)
    }

    /// Those with this reference.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Those whose shipment has this label.
    pub fn tag(self, tag: impl Into<String>) -> Self {
        self.query("filter[tag]", tag)
    }

    /// Those tracked for the customer with this id.
    pub fn customer_id(self, customer_id: impl Into<String>) -> Self {
        self.query("filter[customer_id]", customer_id)
    }

    /// Those tracked for the customer of this name.
    pub fn customer_name(self, customer_name: impl Into<String>) -> Self {
        self.query("filter[customer_name]", customer_name)
    }

    /// Those at this carrier.
    pub fn scac(self, scac: impl Into<String>) -> Self {
        self.query("filter[shipping_line_scac]", scac)
    }

    /// Those whose vessel at the port of discharge is called so.
    pub fn vessel_name(self, vessel_name: impl Into<String>) -> Self {
        self.query("filter[vessel_name]", vessel_name)
    }

    /// Those from this port of lading, by its UN/LOCODE.
    pub fn pol_code(self, pol_code: impl Into<String>) -> Self {
        self.query("filter[pol_code]", pol_code)
    }

    /// Those to this port of discharge, by its UN/LOCODE.
    pub fn pod_code(self, pod_code: impl Into<String>) -> Self {
        self.query("filter[pod_code]", pod_code)
    }

    /// Those to this place inland, by its UN/LOCODE.
    pub fn destination_code(self, destination_code: impl Into<String>) -> Self {
        self.query("filter[destination_code]", destination_code)
    }

    /// Those expected at the port of discharge at this moment or later. A day begins as it does in UTC.
    pub fn eta_from(self, eta_from: impl Into<Timestamp>) -> Self {
        self.query("filter[pod_eta_at][start]", eta_from.into().as_str())
    }

    /// Those expected at the port of discharge at this moment or earlier. A day ends as it does in UTC.
    pub fn eta_until(self, eta_until: impl Into<Timestamp>) -> Self {
        self.query("filter[pod_eta_at][end]", eta_until.into().as_str())
    }

    /// Those whose own custom fields have these values, each `slug=value`; an option by its value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
    pub fn custom_fields<I: Into<String>>(self, custom_fields: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[custom_fields]", join(custom_fields.into_iter().map(Into::into)))
    }
}

/// Changes. What is not named stays.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct ShipmentUpdate {
    attributes: Map<String, Value>,
}

impl ShipmentUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        ShipmentUpdate { attributes: Map::new() }
    }

    /// The customer's own references.
    pub fn ref_numbers<I: Into<String>>(self, ref_numbers: impl IntoIterator<Item = I>) -> Self {
        self.attribute("ref_numbers", ref_numbers.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// The labels.
    pub fn tags<I: Into<String>>(self, tags: impl IntoIterator<Item = I>) -> Self {
        self.attribute("tags", tags.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
