// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Boxes of tracked shipments.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{Container, ContainerStatus, CustomField, RawEvent, Timestamp, TransportEvent};
use serde_json::{Map, Value};

/// Boxes of tracked shipments.
#[derive(Debug, Clone, Copy)]
pub struct Containers<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Containers<'_> {
    /// Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its filters the hosted service has `filter[number]`, and passes the others over.
    pub fn list(&self) -> List<Container> {
        self.client.list_of(const { named("containers", "list") }, &Arguments::new())
    }

    /// Reads a container.
    pub fn get(&self, id: &Id<Container>) -> Result<Fetched<Container>> {
        self.client.call_for_one(const { named("containers", "get") }, &Arguments::new().path(id))
    }

    /// The same, with related resources in its document: `shipment`, `transport_events`, `raw_events`, `pod_terminal`, `pod_terminal.port`, `pickup_facility`, `pickup_facility.port`, `shipment.port_of_lading`, `shipment.port_of_discharge`, `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`, `transport_events.location`, `transport_events.terminal`, `transport_events.vessel`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<Container>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Container>> {
        self.client.call_for_one(const { named("containers", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Changes the references of a container. What is not named stays.
    pub fn update(&self, id: &Id<Container>, changes: ContainerUpdate) -> Result<Fetched<Container>> {
        self.client.call_for_one(
            const { named("containers", "update") },
            &Arguments::new().path(id).fields(changes.attributes),
        )
    }

    /// Lists the events of a container. They come in no order of time, which their time stamps alone do not tell either: `in_order` puts them in order (in C `shiptrack_transport_events_sort`).
    pub fn transport_events(&self, id: &Id<Container>) -> List<TransportEvent> {
        self.client.list_of(const { named("containers", "transport_events") }, &Arguments::new().path(id))
    }

    /// Lists what the sources said of a container, before it was made into events: in the order it was received in, classified or not, and what was said otherwise since. Places, vessels and terminals come along. The hosted service calls this deprecated.
    pub fn raw_events(&self, id: &Id<Container>) -> List<RawEvent> {
        self.client.list_of(const { named("containers", "raw_events") }, &Arguments::new().path(id))
    }

    /// Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has sailed and what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the vessel took; the embedded one knows where ports are, and no positions of vessels.
    pub fn map_geojson(&self, id: &Id<Container>) -> Result<Value> {
        self.client.call_for_json(const { named("containers", "map_geojson") }, &Arguments::new().path(id))
    }

    /// Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it (403 otherwise). Where tracking has ended it is refused (422).
    pub fn refresh(&self, id: &Id<Container>) -> Result<Value> {
        self.client.call_for_json(const { named("containers", "refresh") }, &Arguments::new().path(id))
    }

    /// Lists the custom fields of a container.
    pub fn custom_fields(&self, id: &Id<Container>) -> List<CustomField> {
        self.client.list_of(const { named("containers", "custom_fields") }, &Arguments::new().path(id))
    }

    /// Gives a container a custom field.
    pub fn create_custom_field(
        &self,
        id: &Id<Container>,
        api_slug: impl Into<String>,
        value: impl Into<Value>,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("containers", "create_custom_field") },
            &Arguments::new().path(id).field("api_slug", api_slug.into()).field("value", value),
        )
    }

    /// Changes a custom field of a container.
    pub fn update_custom_field(
        &self,
        id: &Id<Container>,
        api_slug: &str,
        value: impl Into<Value>,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("containers", "update_custom_field") },
            &Arguments::new().path(id).path(api_slug).field("value", value),
        )
    }

    /// Takes a custom field of a container away.
    pub fn delete_custom_field(&self, id: &Id<Container>, api_slug: &str) -> Result<()> {
        self.client
            .call_for_json(
                const { named("containers", "delete_custom_field") },
                &Arguments::new().path(id).path(api_slug),
            )
            .map(drop)
    }
}

/// Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its filters the hosted service has `filter[number]`, and passes the others over.
impl List<Container> {
    /// Those with this number.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("filter[number]", number)
    }

    /// Those that stand here.
    pub fn current_status(self, current_status: impl Into<ContainerStatus>) -> Self {
        self.query("filter[current_status]", current_status.into().as_str())
    }

    /// Those whose last free day, by the calendar there, is this day or later.
    pub fn free_from(self, free_from: impl Into<Timestamp>) -> Self {
        self.query("filter[pickup_lfd][start]", free_from.into().as_str())
    }

    /// Those whose last free day, by the calendar there, is this day or earlier.
    pub fn free_until(self, free_until: impl Into<Timestamp>) -> Self {
        self.query("filter[pickup_lfd][end]", free_until.into().as_str())
    }

    /// Those with this reference, of their own or of their shipment.
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
pub struct ContainerUpdate {
    attributes: Map<String, Value>,
}

impl ContainerUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        ContainerUpdate { attributes: Map::new() }
    }

    /// The customer's own references.
    pub fn ref_numbers<I: Into<String>>(self, ref_numbers: impl IntoIterator<Item = I>) -> Self {
        self.attribute("ref_numbers", ref_numbers.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
