// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Values of the custom fields of resources.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::jsonapi::ResourceId;
use crate::resources::CustomField;
use serde_json::Value;

/// Values of the custom fields of resources.
#[derive(Debug, Clone, Copy)]
pub struct CustomFields<'c> {
    pub(in crate::client) client: &'c Client,
}

impl CustomFields<'_> {
    /// Lists the custom fields of all resources.
    pub fn list(&self) -> List<CustomField> {
        self.client.list_of(const { named("custom_fields", "list") }, &Arguments::new())
    }

    /// Sets a custom field of a shipment or container.
    pub fn create(
        &self,
        api_slug: impl Into<String>,
        value: impl Into<Value>,
        entity: &ResourceId,
    ) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(
            const { named("custom_fields", "create") },
            &Arguments::new().field("api_slug", api_slug.into()).field("value", value).link(
                "entity",
                &entity.kind,
                &entity.id,
            ),
        )
    }

    /// Reads a custom field.
    pub fn get(&self, id: &Id<CustomField>) -> Result<Fetched<CustomField>> {
        self.client.call_for_one(const { named("custom_fields", "get") }, &Arguments::new().path(id))
    }

    /// Changes the value of a custom field.
    pub fn update(&self, id: &Id<CustomField>, value: impl Into<Value>) -> Result<Fetched<CustomField>> {
        self.client
            .call_for_one(const { named("custom_fields", "update") }, &Arguments::new().path(id).field("value", value))
    }

    /// Deletes the value of a custom field.
    pub fn delete(&self, id: &Id<CustomField>) -> Result<()> {
        self.client.call_for_json(const { named("custom_fields", "delete") }, &Arguments::new().path(id)).map(drop)
    }
}

/// Lists the custom fields of all resources.
impl List<CustomField> {
    /// Only custom fields of resources of this type: `Shipment`, `Container` or `TrackingRequest`.
    pub fn entity_type(self, entity_type: impl Into<String>) -> Self {
        self.query("filter[entity_type]", entity_type)
    }

    /// Only custom fields of the resource with this id.
    pub fn entity_id(self, entity_id: impl Into<String>) -> Self {
        self.query("filter[entity_id]", entity_id)
    }

    /// Only custom fields with the definition with this id.
    pub fn definition_id(self, definition_id: impl Into<String>) -> Self {
        self.query("filter[definition_id]", definition_id)
    }
}
