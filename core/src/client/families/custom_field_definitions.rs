// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Fields that an account adds to its resources, and the options of those that have some.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{CustomFieldDefinition, CustomFieldOption};
use serde_json::{Map, Value};

/// Fields that an account adds to its resources, and the options of those that have some.
#[derive(Debug, Clone, Copy)]
pub struct CustomFieldDefinitions<'c> {
    pub(in crate::client) client: &'c Client,
}

impl CustomFieldDefinitions<'_> {
    /// Lists the definitions of custom fields.
    pub fn list(&self) -> List<CustomFieldDefinition> {
        self.client.list_of(const { named("custom_field_definitions", "list") }, &Arguments::new())
    }

    /// Defines a custom field.
    pub fn create(&self, new: NewCustomFieldDefinition) -> Result<Fetched<CustomFieldDefinition>> {
        self.client.call_for_one(
            const { named("custom_field_definitions", "create") },
            &Arguments::new().fields(new.attributes),
        )
    }

    /// Reads the definition of a custom field.
    pub fn get(&self, id: &Id<CustomFieldDefinition>) -> Result<Fetched<CustomFieldDefinition>> {
        self.client.call_for_one(const { named("custom_field_definitions", "get") }, &Arguments::new().path(id))
    }

    /// Changes the definition of a custom field. What is not named stays; its slug and the type of its values cannot be changed.
    pub fn update(
        &self,
        id: &Id<CustomFieldDefinition>,
        changes: CustomFieldDefinitionUpdate,
    ) -> Result<Fetched<CustomFieldDefinition>> {
        self.client.call_for_one(
            const { named("custom_field_definitions", "update") },
            &Arguments::new().path(id).fields(changes.attributes),
        )
    }

    /// Deletes the definition of a custom field, and its values with it.
    pub fn delete(&self, id: &Id<CustomFieldDefinition>) -> Result<()> {
        self.client
            .call_for_json(const { named("custom_field_definitions", "delete") }, &Arguments::new().path(id))
            .map(drop)
    }

    /// Lists the options of a custom field.
    pub fn options(&self, definition_id: &Id<CustomFieldDefinition>) -> List<CustomFieldOption> {
        self.client
            .list_of(const { named("custom_field_definitions", "options") }, &Arguments::new().path(definition_id))
    }

    /// Adds an option to a custom field.
    pub fn create_option(
        &self,
        definition_id: &Id<CustomFieldDefinition>,
        new: NewCustomFieldOption,
    ) -> Result<Fetched<CustomFieldOption>> {
        self.client.call_for_one(
            const { named("custom_field_definitions", "create_option") },
            &Arguments::new().path(definition_id).fields(new.attributes),
        )
    }

    /// Reads an option of a custom field.
    pub fn get_option(
        &self,
        definition_id: &Id<CustomFieldDefinition>,
        option_id: &Id<CustomFieldOption>,
    ) -> Result<Fetched<CustomFieldOption>> {
        self.client.call_for_one(
            const { named("custom_field_definitions", "get_option") },
            &Arguments::new().path(definition_id).path(option_id),
        )
    }

    /// Changes an option of a custom field. What is not named stays; its value cannot be changed.
    pub fn update_option(
        &self,
        definition_id: &Id<CustomFieldDefinition>,
        option_id: &Id<CustomFieldOption>,
        changes: CustomFieldOptionUpdate,
    ) -> Result<Fetched<CustomFieldOption>> {
        self.client.call_for_one(
            const { named("custom_field_definitions", "update_option") },
            &Arguments::new().path(definition_id).path(option_id).fields(changes.attributes),
        )
    }

    /// Deletes an option of a custom field.
    pub fn delete_option(
        &self,
        definition_id: &Id<CustomFieldDefinition>,
        option_id: &Id<CustomFieldOption>,
    ) -> Result<()> {
        self.client
            .call_for_json(
                const { named("custom_field_definitions", "delete_option") },
                &Arguments::new().path(definition_id).path(option_id),
            )
            .map(drop)
    }
}

/// Lists the definitions of custom fields.
impl List<CustomFieldDefinition> {
    /// Those for this type: `Shipment`, `Container`, `TrackingRequest`.
    pub fn entity_type(self, entity_type: impl Into<String>) -> Self {
        self.query("filter[entity_type]", entity_type)
    }

    /// Those whose values are of this type, such as `short_text`.
    pub fn data_type(self, data_type: impl Into<String>) -> Self {
        self.query("filter[data_type]", data_type)
    }

    /// Those whose display name begins like this.
    pub fn display_name(self, display_name: impl Into<String>) -> Self {
        self.query("filter[display_name]", display_name)
    }
}

/// What `create` is asked with.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct NewCustomFieldDefinition {
    attributes: Map<String, Value>,
}

impl NewCustomFieldDefinition {
    /// What it cannot do without.
    pub fn new(
        entity_type: impl Into<String>,
        api_slug: impl Into<String>,
        display_name: impl Into<String>,
        data_type: impl Into<String>,
    ) -> Self {
        NewCustomFieldDefinition { attributes: Map::new() }
            .attribute("entity_type", entity_type.into())
            .attribute("api_slug", api_slug.into())
            .attribute("display_name", display_name.into())
            .attribute("data_type", data_type.into())
    }

    /// What the field is for.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.attribute("description", description.into())
    }

    /// The type that values of `reference` lead to.
    pub fn reference_type(self, reference_type: impl Into<String>) -> Self {
        self.attribute("reference_type", reference_type.into())
    }

    /// Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a `number` `min` and `max`.
    pub fn validation(self, validation: impl Into<Value>) -> Self {
        self.attribute("validation", validation)
    }

    /// How its values are shown.
    pub fn default_format(self, default_format: impl Into<String>) -> Self {
        self.attribute("default_format", default_format.into())
    }

    /// The value that a resource gets when it is made without one; those that are there already get none.
    pub fn default_value(self, default_value: impl Into<Value>) -> Self {
        self.attribute("default_value", default_value)
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// Changes. What is not named stays.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct CustomFieldDefinitionUpdate {
    attributes: Map<String, Value>,
}

impl CustomFieldDefinitionUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        CustomFieldDefinitionUpdate { attributes: Map::new() }
    }

    /// The name of the field for readers.
    pub fn display_name(self, display_name: impl Into<String>) -> Self {
        self.attribute("display_name", display_name.into())
    }

    /// What the field is for.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.attribute("description", description.into())
    }

    /// Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a `number` `min` and `max`.
    pub fn validation(self, validation: impl Into<Value>) -> Self {
        self.attribute("validation", validation)
    }

    /// How its values are shown.
    pub fn default_format(self, default_format: impl Into<String>) -> Self {
        self.attribute("default_format", default_format.into())
    }

    /// The value that a resource gets when it is made without one; those that are there already get none.
    pub fn default_value(self, default_value: impl Into<Value>) -> Self {
        self.attribute("default_value", default_value)
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// What `create_option` is asked with.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct NewCustomFieldOption {
    attributes: Map<String, Value>,
}

impl NewCustomFieldOption {
    /// What it cannot do without.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        NewCustomFieldOption { attributes: Map::new() }
            .attribute("label", label.into())
            .attribute("value", value.into())
    }

    /// Its place in the list, from 0.
    pub fn position(self, position: i64) -> Self {
        self.attribute("position", position)
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// Changes. What is not named stays.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct CustomFieldOptionUpdate {
    attributes: Map<String, Value>,
}

impl CustomFieldOptionUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        CustomFieldOptionUpdate { attributes: Map::new() }
    }

    /// The option for readers.
    pub fn label(self, label: impl Into<String>) -> Self {
        self.attribute("label", label.into())
    }

    /// Its place in the list, from 0.
    pub fn position(self, position: i64) -> Self {
        self.attribute("position", position)
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
