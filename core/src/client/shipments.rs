//! Shipments.

use serde_json::{Map, Value, json};

use super::draft::{document, including};
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::Method;
use crate::jsonapi::Resource;
use crate::resources::{Shipment, ShipmentId};

const PATH: &str = "shipments";

/// Reading shipments, and following them or not.
#[derive(Debug, Clone, Copy)]
pub struct Shipments<'c> {
    client: &'c Client,
}

impl<'c> Shipments<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        Shipments { client }
    }

    /// Reads one.
    pub fn get(&self, id: &ShipmentId) -> Result<Fetched<Shipment>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Reads one, with related resources in its document (`containers`, `port_of_lading`, …).
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &ShipmentId,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Shipment>> {
        self.client.fetch(&self.client.draft_with(Method::Get, &[PATH, &id.to_string()], &including(paths))?)
    }

    /// Lists them, newest first.
    pub fn list(&self) -> List<Shipment> {
        List::new(self.client, PATH.to_owned())
    }

    /// Changes one.
    pub fn update(&self, id: &ShipmentId, changes: ShipmentUpdate) -> Result<Fetched<Shipment>> {
        let draft = self.client.draft(Method::Patch, &[PATH, &id.to_string()])?;
        self.client.fetch(&draft.body(&document(Shipment::TYPE, Some(&id.to_string()), changes.attributes)))
    }

    /// Stops following a shipment and all its containers.
    pub fn stop_tracking(&self, id: &ShipmentId) -> Result<Fetched<Shipment>> {
        self.act(id, "stop_tracking")
    }

    /// Follows a shipment again that was stopped.
    pub fn resume_tracking(&self, id: &ShipmentId) -> Result<Fetched<Shipment>> {
        self.act(id, "resume_tracking")
    }

    fn act(&self, id: &ShipmentId, action: &str) -> Result<Fetched<Shipment>> {
        let draft = self.client.draft(Method::Patch, &[PATH, &id.to_string(), action])?;
        self.client.fetch(&draft.body(&document(Shipment::TYPE, Some(&id.to_string()), Map::new())))
    }
}

/// Filters of shipments.
impl List<Shipment> {
    /// Those tracked under this number, as it was submitted; container numbers are not looked at.
    pub fn number(self, number: impl Into<String>) -> Self {
        self.query("number", number)
    }

    /// Those that are no longer followed, or those that are.
    pub fn tracking_stopped(self, stopped: bool) -> Self {
        self.query("filter[tracking_stopped]", stopped.to_string())
    }
}

/// Changes to a shipment. What is not named stays.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "changes are made by handing them to the client"]
pub struct ShipmentUpdate {
    attributes: Map<String, Value>,
}

impl ShipmentUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the customer's own references.
    pub fn ref_numbers<S: Into<String>>(self, numbers: impl IntoIterator<Item = S>) -> Self {
        let numbers: Vec<String> = numbers.into_iter().map(Into::into).collect();
        self.attribute("ref_numbers", json!(numbers))
    }

    /// Sets the labels.
    pub fn tags<S: Into<String>>(self, tags: impl IntoIterator<Item = S>) -> Self {
        let tags: Vec<String> = tags.into_iter().map(Into::into).collect();
        self.attribute("tags", json!(tags))
    }

    /// Sets an attribute this version does not know.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
