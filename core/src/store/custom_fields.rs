//! Fields that accounts add to their resources: definitions, options, values.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::jsonapi::ResourceId;
use crate::resources::{
    AccountId, CustomFieldDataType, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldEntityType,
    CustomFieldId, CustomFieldOption,
};

/// The definition of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldDefinitionRecord {
    /// Whose.
    pub account: AccountId,
    /// The definition.
    pub definition: CustomFieldDefinition,
}

/// An option of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldOptionRecord {
    /// Whose.
    pub account: AccountId,
    /// The definition it belongs to.
    pub definition: CustomFieldDefinitionId,
    /// The option.
    pub option: CustomFieldOption,
}

/// The value that one resource has for a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldRecord {
    /// Its id.
    pub id: CustomFieldId,
    /// Whose.
    pub account: AccountId,
    /// The definition.
    pub definition: CustomFieldDefinitionId,
    /// What kind of thing has the field.
    pub kind: CustomFieldEntityType,
    /// The resource that has it.
    pub entity: ResourceId,
    /// The value.
    pub value: Value,
}

/// Which definitions are wanted. Every `None` lets everything pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldDefinitionFilter {
    /// What has the field.
    pub kind: Option<CustomFieldEntityType>,
    /// What its values are.
    pub data_type: Option<CustomFieldDataType>,
    /// What its name for readers begins with, in capitals or not.
    pub name: Option<String>,
}

/// Which values are wanted. Every `None` lets everything pass.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldFilter {
    /// What kind of thing has the field.
    pub kind: Option<CustomFieldEntityType>,
    /// The id of the resource that has it.
    pub entity: Option<String>,
    /// The definition.
    pub definition: Option<CustomFieldDefinitionId>,
}
