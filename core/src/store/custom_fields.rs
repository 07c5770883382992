//! Records of custom fields: definitions, options and values.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::jsonapi::ResourceId;
use crate::resources::{
    AccountId, CustomFieldDataType, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldEntityType,
    CustomFieldId, CustomFieldOption,
};

/// The definition of a custom field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldDefinitionRecord {
    /// The account.
    pub account: AccountId,
    /// The definition.
    pub definition: CustomFieldDefinition,
}

/// An option of a custom field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldOptionRecord {
    /// The account.
    pub account: AccountId,
    /// The definition to which the option belongs.
    pub definition: CustomFieldDefinitionId,
    /// The option.
    pub option: CustomFieldOption,
}

/// The value of a custom field of one resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FieldRecord {
    /// The id of the value.
    pub id: CustomFieldId,
    /// The account.
    pub account: AccountId,
    /// The definition.
    pub definition: CustomFieldDefinitionId,
    /// The type of the resources that have the field.
    pub kind: CustomFieldEntityType,
    /// The resource that has the value.
    pub entity: ResourceId,
    /// The value.
    pub value: Value,
}

/// A filter for definitions. `None` in a field matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldDefinitionFilter {
    /// The type of the resources that have the field.
    pub kind: Option<CustomFieldEntityType>,
    /// The data type.
    pub data_type: Option<CustomFieldDataType>,
    /// The beginning of the display name, without regard to case.
    pub name: Option<String>,
}

/// A filter for values. `None` in a field matches everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldFilter {
    /// The type of the resources that have the field.
    pub kind: Option<CustomFieldEntityType>,
    /// The id of the resource that has the value.
    pub entity: Option<String>,
    /// The definition.
    pub definition: Option<CustomFieldDefinitionId>,
}
