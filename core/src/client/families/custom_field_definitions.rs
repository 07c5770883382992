// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Definitions of the custom fields that an account adds to its resources, and their options.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::{CustomFieldDefinition, CustomFieldOption};
use serde_json::{Map, Value};

/// Definitions of the custom fields that an account adds to its resources, and their options.
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

    /// Changes the definition of a custom field. Attributes that are not in the request keep their values. The slug and the data type cannot be changed.
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

    /// Deletes the definition of a custom field and all its values.
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

    /// Changes an option of a custom field. Attributes that are not in the request keep their values. The value cannot be changed.
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
    /// Only definitions for this type of resource: `Shipment`, `Container` or `TrackingRequest`.
    pub fn entity_type(self, entity_type: impl Into<String>) -> Self {
        self.query("filter[entity_type]", entity_type)
    }

    /// Only definitions with this data type, such as `short_text`.
    pub fn data_type(self, data_type: impl Into<String>) -> Self {
        self.query("filter[data_type]", data_type)
    }

    /// Only definitions with a display name that begins with this text.
    pub fn display_name(self, display_name: impl Into<String>) -> Self {
        self.query("filter[display_name]", display_name)
    }
}

/// The attributes of [`CustomFieldDefinitions::create`].
#[derive(Debug, Clone, PartialEq)]
#[must_use = "pass it to the client"]
pub struct NewCustomFieldDefinition {
    attributes: Map<String, Value>,
}

impl NewCustomFieldDefinition {
    /// Sets the required attributes.
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

    /// The purpose of the field, for people.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.attribute("description", description.into())
    }

    /// The type of the resources to which values refer, for the data type `reference`: `Shipment`, `Container`, `TrackingRequest` or `Party`.
    pub fn reference_type(self, reference_type: impl Into<String>) -> Self {
        self.attribute("reference_type", reference_type.into())
    }

    /// Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for `short_text`; `min` and `max` for `number`.
    pub fn validation(self, validation: impl Into<Value>) -> Self {
        self.attribute("validation", validation)
    }

    /// The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format such as `%d.%m.%Y` for `date` and `datetime`.
    pub fn default_format(self, default_format: impl Into<String>) -> Self {
        self.attribute("default_format", default_format.into())
    }

    /// The value for resources that are created without one. Existing resources do not get it.
    pub fn default_value(self, default_value: impl Into<Value>) -> Self {
        self.attribute("default_value", default_value)
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// Changes to a resource. Attributes that are not set do not change.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "pass it to the client"]
pub struct CustomFieldDefinitionUpdate {
    attributes: Map<String, Value>,
}

impl CustomFieldDefinitionUpdate {
    /// Creates an empty set of changes.
    pub fn new() -> Self {
        CustomFieldDefinitionUpdate { attributes: Map::new() }
    }

    /// The name of the field that is shown to people.
    pub fn display_name(self, display_name: impl Into<String>) -> Self {
        self.attribute("display_name", display_name.into())
    }

    /// The purpose of the field, for people.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.attribute("description", description.into())
    }

    /// Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for `short_text`; `min` and `max` for `number`.
    pub fn validation(self, validation: impl Into<Value>) -> Self {
        self.attribute("validation", validation)
    }

    /// The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format such as `%d.%m.%Y` for `date` and `datetime`.
    pub fn default_format(self, default_format: impl Into<String>) -> Self {
        self.attribute("default_format", default_format.into())
    }

    /// The value for resources that are created without one. Existing resources do not get it.
    pub fn default_value(self, default_value: impl Into<Value>) -> Self {
        self.attribute("default_value", default_value)
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// The attributes of [`CustomFieldDefinitions::create_option`].
#[derive(Debug, Clone, PartialEq)]
#[must_use = "pass it to the client"]
pub struct NewCustomFieldOption {
    attributes: Map<String, Value>,
}

impl NewCustomFieldOption {
    /// Sets the required attributes.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        NewCustomFieldOption { attributes: Map::new() }
            .attribute("label", label.into())
            .attribute("value", value.into())
    }

    /// The position of the option in the list, starting at 0.
    pub fn position(self, position: i64) -> Self {
        self.attribute("position", position)
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// Changes to a resource. Attributes that are not set do not change.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "pass it to the client"]
pub struct CustomFieldOptionUpdate {
    attributes: Map<String, Value>,
}

impl CustomFieldOptionUpdate {
    /// Creates an empty set of changes.
    pub fn new() -> Self {
        CustomFieldOptionUpdate { attributes: Map::new() }
    }

    /// The text of the option that is shown to people.
    pub fn label(self, label: impl Into<String>) -> Self {
        self.attribute("label", label.into())
    }

    /// The position of the option in the list, starting at 0.
    pub fn position(self, position: i64) -> Self {
        self.attribute("position", position)
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
