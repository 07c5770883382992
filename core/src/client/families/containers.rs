// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Containers of tracked shipments.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{Container, ContainerStatus, CustomField, RawEvent, Timestamp, TransportEvent};
use serde_json::{Map, Value};

/// Containers of tracked shipments.
#[derive(Debug, Clone, Copy)]
pub struct Containers<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Containers<'_> {
    /// Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded service refreshes a shipment when a look-up succeeds, or when another source changes its data. If that happens while the links of the list are followed, the containers appear again at its end, so that none is missed. With a filter, the embedded service returns the newest first. The hosted service supports only `filter[number]`, and ignores the other filters.
    pub fn list(&self) -> List<Container> {
        self.client.list_of(const { named("containers", "list") }, &Arguments::new())
    }

    /// Reads a container.
    pub fn get(&self, id: &Id<Container>) -> Result<Fetched<Container>> {
        self.client.call_for_one(const { named("containers", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with related resources in the response: `shipment`, `transport_events`, `raw_events`, `pod_terminal`, `pod_terminal.port`, `pickup_facility`, `pickup_facility.port`, `shipment.containers`, `shipment.port_of_lading`, `shipment.port_of_discharge`, `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`, `transport_events.location`, `transport_events.terminal`, `transport_events.vessel`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<Container>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Container>> {
        self.client.call_for_one(const { named("containers", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Changes the references of a container. The hosted service documents this request without an id in the path, `PATCH /containers`: then the id is in the body.
    pub fn update(&self, id: &Id<Container>, changes: ContainerUpdate) -> Result<Fetched<Container>> {
        self.client.call_for_one(
            const { named("containers", "update") },
            &Arguments::new().path(id).fields(changes.attributes),
        )
    }

    /// Lists the events of a container. They are not in chronological order, and their timestamps alone do not give the order: `in_order` sorts them (in C `shiptrack_transport_events_sort`).
    pub fn transport_events(&self, id: &Id<Container>) -> List<TransportEvent> {
        self.client.list_of(const { named("containers", "transport_events") }, &Arguments::new().path(id))
    }

    /// Lists the statements of the sources about a container, from which its events are derived, in the order in which they were received. Statements that became no event, and withdrawn statements, are included. The response includes places, vessels and terminals. Deprecated in the hosted service.
    pub fn raw_events(&self, id: &Id<Container>) -> List<RawEvent> {
        self.client.list_of(const { named("containers", "raw_events") }, &Arguments::new().path(id))
    }

    /// Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the remaining part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan (403 otherwise). The embedded service draws lines between ports, because it has no vessel positions.
    pub fn map_geojson(&self, id: &Id<Container>) -> Result<Value> {
        self.client.call_for_json(const { named("containers", "map_geojson") }, &Arguments::new().path(id))
    }

    /// Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The hosted service has removed this request, which its older clients send.
    pub fn route(&self, id: &Id<Container>) -> Result<Value> {
        self.client.call_for_json(const { named("containers", "route") }, &Arguments::new().path(id))
    }

    /// Requests new data about a container from its sources now. At most ten calls a minute. The hosted service requires a paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.
    pub fn refresh(&self, id: &Id<Container>) -> Result<Value> {
        self.client.call_for_json(const { named("containers", "refresh") }, &Arguments::new().path(id))
    }

    /// Lists the custom fields of a container.
    pub fn custom_fields(&self, id: &Id<Container>) -> List<CustomField> {
        self.client.list_of(const { named("containers", "custom_fields") }, &Arguments::new().path(id))
    }

    /// Sets a custom field of a container.
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

    /// Changes the value of a custom field of a container.
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

    /// Deletes the value of a custom field of a container.
    pub fn delete_custom_field(&self, id: &Id<Container>, api_slug: &str) -> Result<()> {
        self.client
            .call_for_json(
                const { named("containers", "delete_custom_field") },
                &Arguments::new().path(id).path(api_slug),
            )
            .map(drop)
    }
}

/// Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded service refreshes a shipment when a look-up succeeds, or when another source changes its data. If that happens while the links of the list are followed, the containers appear again at its end, so that none is missed. With a filter, the embedded service returns the newest first. The hosted service supports only `filter[number]`, and ignores the other filters.
impl List<Container> {
    /// Only containers with this number.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("filter[number]", number)
    }

    /// Only containers with this status.
    pub fn current_status(self, current_status: impl Into<ContainerStatus>) -> Self {
        self.query("filter[current_status]", current_status.into().as_str())
    }

    /// Only containers with a last free day on this day or later. Days are in the time zone of the place where the container is picked up.
    pub fn free_from(self, free_from: impl Into<Timestamp>) -> Self {
        self.query("filter[pickup_lfd][start]", free_from.into().as_str())
    }

    /// Only containers with a last free day on this day or earlier. Days are in the time zone of the place where the container is picked up.
    pub fn free_until(self, free_until: impl Into<Timestamp>) -> Self {
        self.query("filter[pickup_lfd][end]", free_until.into().as_str())
    }

    /// Only containers with this reference, and containers of shipments with this reference.
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
pub struct ContainerUpdate {
    attributes: Map<String, Value>,
}

impl ContainerUpdate {
    /// Creates an empty set of changes.
    pub fn new() -> Self {
        ContainerUpdate { attributes: Map::new() }
    }

    /// References of the customer, such as purchase order numbers.
    pub fn ref_numbers<I: Into<String>>(self, ref_numbers: impl IntoIterator<Item = I>) -> Self {
        self.attribute("ref_numbers", ref_numbers.into_iter().map(Into::into).collect::<Vec<String>>())
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
