//! Fields that accounts add to their resources: definitions, options, values.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Slice, sealed};
use crate::error::Result;
use crate::jsonapi::ResourceId;
use crate::resources::{
    AccountId, CustomFieldDataType, CustomFieldDefinition, CustomFieldDefinitionId, CustomFieldEntityType,
    CustomFieldId, CustomFieldOption, CustomFieldOptionId,
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

/// Fields that accounts add to their resources.
pub trait CustomFields: sealed::Sealed {
    /// Adds or replaces a definition. A second one of its slug for the same kind of thing is refused as
    /// [`Conflict`](crate::error::ErrorKind::Conflict).
    fn put_field_definition(&self, record: &FieldDefinitionRecord) -> Result<()>;
    /// The account's definition with this id.
    fn field_definition(
        &self,
        account: &AccountId,
        id: &CustomFieldDefinitionId,
    ) -> Result<Option<FieldDefinitionRecord>>;
    /// The account's definition with this slug for this kind of thing.
    fn field_definition_named(
        &self,
        account: &AccountId,
        kind: &CustomFieldEntityType,
        slug: &str,
    ) -> Result<Option<FieldDefinitionRecord>>;
    /// The account's definitions, newest first.
    fn field_definitions(
        &self,
        account: &AccountId,
        filter: &FieldDefinitionFilter,
        slice: &Slice,
    ) -> Result<Vec<FieldDefinitionRecord>>;
    /// How many definitions pass the filter.
    fn count_field_definitions(&self, account: &AccountId, filter: &FieldDefinitionFilter) -> Result<u64>;
    /// The definitions for this kind of thing that have a default value, oldest first. Cheap where there are none.
    fn default_fields(&self, account: &AccountId, kind: &CustomFieldEntityType) -> Result<Vec<FieldDefinitionRecord>>;
    /// Removes a definition with its options. Its values must be gone. False when there is none.
    fn remove_field_definition(&self, account: &AccountId, id: &CustomFieldDefinitionId) -> Result<bool>;
    /// Adds or replaces an option. A second one of its definition with this value is refused as
    /// [`Conflict`](crate::error::ErrorKind::Conflict).
    fn put_field_option(&self, record: &FieldOptionRecord) -> Result<()>;
    /// The account's option with this id.
    fn field_option(&self, account: &AccountId, id: &CustomFieldOptionId) -> Result<Option<FieldOptionRecord>>;
    /// The options of a definition by their positions, those without one last.
    fn field_options(
        &self,
        account: &AccountId,
        definition: &CustomFieldDefinitionId,
    ) -> Result<Vec<FieldOptionRecord>>;
    /// Removes an option. False when there is none.
    fn remove_field_option(&self, account: &AccountId, id: &CustomFieldOptionId) -> Result<bool>;
    /// Adds or replaces a value, and has its resource found by these texts. A second one of a resource for the same
    /// definition is refused as [`Conflict`](crate::error::ErrorKind::Conflict).
    fn put_field(&self, record: &FieldRecord, found_by: &[String]) -> Result<()>;
    /// The account's value with this id.
    fn field(&self, account: &AccountId, id: &CustomFieldId) -> Result<Option<FieldRecord>>;
    /// The value that a resource has for a definition.
    fn field_of(
        &self,
        account: &AccountId,
        entity: &ResourceId,
        definition: &CustomFieldDefinitionId,
    ) -> Result<Option<FieldRecord>>;
    /// The values of a resource, oldest first.
    fn fields_of(&self, account: &AccountId, entity: &ResourceId) -> Result<Vec<FieldRecord>>;
    /// The account's values, newest first.
    fn fields(&self, account: &AccountId, filter: &FieldFilter, slice: &Slice) -> Result<Vec<FieldRecord>>;
    /// How many values pass the filter. Cheap.
    fn count_fields(&self, account: &AccountId, filter: &FieldFilter) -> Result<u64>;
    /// Removes a value. False when there is none.
    fn remove_field(&self, account: &AccountId, id: &CustomFieldId) -> Result<bool>;
    /// Removes values of a definition, at most `limit`. Answers how many.
    fn remove_fields_of(
        &self,
        account: &AccountId,
        definition: &CustomFieldDefinitionId,
        limit: usize,
    ) -> Result<usize>;
}
