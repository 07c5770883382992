//! Custom fields that an account adds to shipments, containers and tracking requests.

use serde_json::Value;

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`CustomField`].
pub type CustomFieldId = Id<CustomField>;

/// The id of a [`CustomFieldDefinition`].
pub type CustomFieldDefinitionId = Id<CustomFieldDefinition>;

/// The id of a [`CustomFieldOption`].
pub type CustomFieldOptionId = Id<CustomFieldOption>;

open_enum! {
    /// The type of the resources that have a custom field.
    pub enum CustomFieldEntityType {
        /// The field belongs to shipments.
        Shipment => "Shipment",
        /// The field belongs to containers. This name is used to define it.
        Container => "Container",
        /// The field belongs to containers. The hosted service returns this name.
        Cargo => "Cargo",
        /// The field belongs to tracking requests.
        TrackingRequest => "TrackingRequest",
    }
}

open_enum! {
    /// The data type of the values of a custom field.
    pub enum CustomFieldDataType {
        /// One line of text.
        ShortText => "short_text",
        /// A number with up to 12 digits before and 6 digits after the decimal point.
        Number => "number",
        /// A date without a time of day.
        Date => "date",
        /// A date with a time of day and an offset from UTC.
        Datetime => "datetime",
        /// True or false.
        Boolean => "boolean",
        /// One of the options of the field.
        Enum => "enum",
        /// Any number of the options of the field, as a list of texts.
        EnumMulti => "enum_multi",
        /// A reference to another resource, as an object with its `type` and `id`.
        Reference => "reference",
    }
}

resource! {
    /// The value of a custom field of one shipment, container or tracking request.
    pub struct CustomField = "custom_field" {
        /// API name of the field: the `api_slug` of its definition.
        required api_slug: String,
        /// The value: text, number, boolean, list of texts or object, depending on the data type; `null` if the field has no value.
        nullable value: Value,
        /// The value formatted for people; `null` if the field has no value.
        nullable display_value: String,
    }
    relationships {
        /// Shipment, container or tracking request that has the value.
        one entity: shipment | container | tracking_request,
        /// Definition of the field.
        one definition: custom_field_definition,
    }
}

resource! {
    /// The definition of a custom field: its names, the type of the resources that have it, and the values that it accepts.
    pub struct CustomFieldDefinition = "custom_field_definition" {
        /// Type of the resources that have the field; cannot be changed later.
        required entity_type: CustomFieldEntityType,
        /// API name of the field; cannot be changed later.
        required api_slug: String,
        /// Name of the field that is shown to people.
        plain display_name: String,
        /// Purpose of the field, for people; `null` if not given.
        nullable description: String,
        /// Data type of the values; cannot be changed later.
        required data_type: CustomFieldDataType,
        /// Type of the resources to which values of the data type `reference` refer; `null` for other data types.
        nullable reference_type: String,
        /// Rules for the values, such as `required`, `pattern` and `max_length`; `null` if there are no rules.
        nullable validation: Members,
        /// Format in which values are shown; `null` for the default format.
        nullable default_format: String,
        /// Value for resources that are created without one; `null` if there is no default.
        nullable default_value: Value,
        /// Template from which the definition was created; `null` if it was created without a template.
        nullable template_id: String,
        /// Time when the definition was created.
        nullable created_at: Timestamp,
        /// Time when the definition last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Account to which the definition belongs.
        one account: account,
        /// Values of the field. Both services send an empty list: list the values with the filter `filter[definition_id]`.
        many fields: custom_field,
        /// Options of the field, for the data types `enum` and `enum_multi`.
        many options: custom_field_option,
    }
}

resource! {
    /// An option of a custom field of the data type `enum` or `enum_multi`.
    pub struct CustomFieldOption = "custom_field_option" {
        /// Text of the option that is shown to people.
        plain label: String,
        /// Value that is stored. It is unique among the options of a definition.
        plain value: String,
        /// Position among the options of the field, in ascending order; `null` if the options have no order.
        nullable position: i64,
    }
    relationships {}
}
