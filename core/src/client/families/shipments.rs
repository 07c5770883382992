// Made from the description of the interface (core/src/resources) by the tests in tests/it/faces.rs; do not edit.

//! What a tracked number turned out to be: a voyage with its containers.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{CustomField, Shipment};
use serde_json::{Map, Value};

/// What a tracked number turned out to be: a voyage with its containers.
#[derive(Debug, Clone, Copy)]
pub struct Shipments<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Shipments<'_> {
    /// Lists shipments, newest first.
    pub fn list(&self) -> List<Shipment> {
        self.client.list_of(const { named("shipments", "list") }, &Arguments::new())
    }

    /// Reads a shipment.
    pub fn get(&self, id: &Id<Shipment>) -> Result<Fetched<Shipment>> {
        self.client.call_for_one(const { named("shipments", "get") }, &Arguments::new().path(id))
    }

    /// The same, with related resources in its document: `containers`, `pod_terminal`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`.
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

/// Lists shipments, newest first.
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
