//! Fields that an account adds to shipments, containers and tracking requests.

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
    /// What a custom field is added to.
    pub enum CustomFieldEntityType {
        /// Shipments have the field.
        Shipment => "Shipment",
        /// Containers have the field; the name under which it is defined.
        Container => "Container",
        /// Containers have the field; the name under which the hosted service tells of it.
        Cargo => "Cargo",
        /// Tracking requests have the field.
        TrackingRequest => "TrackingRequest",
    }
}

open_enum! {
    /// What the values of a custom field are.
    pub enum CustomFieldDataType {
        /// One line of text.
        ShortText => "short_text",
        /// A number of up to eighteen digits, six of them after the point.
        Number => "number",
        /// A day, without a time.
        Date => "date",
        /// A moment: day and time.
        Datetime => "datetime",
        /// Yes or no.
        Boolean => "boolean",
        /// One of the field's options.
        Enum => "enum",
        /// Any number of the field's options, written as a list of texts.
        EnumMulti => "enum_multi",
        /// Another resource, written as an object with its `type` and `id`.
        Reference => "reference",
    }
}

resource! {
    /// The value of a custom field for one shipment, container or tracking request.
    pub struct CustomField = "custom_field" {
        /// Name of the field in the interface, as its definition has it.
        required api_slug: String,
        /// The value: text, number, boolean, list of texts or object, by the data type of the field; `None` for no
        /// value.
        nullable value: Value,
        /// The value as a reader is shown it; `None` for no value.
        nullable display_value: String,
    }
    relationships {
        /// Shipment, container or tracking request that has the value.
        one entity: shipment | container | tracking_request,
        /// Definition that says what the field is and which values it takes.
        one definition: custom_field_definition,
    }
}

resource! {
    /// The definition of a custom field: its name, what has it and which values it takes.
    pub struct CustomFieldDefinition = "custom_field_definition" {
        /// What the field is added to; cannot be changed later.
        required entity_type: CustomFieldEntityType,
        /// Name of the field in the interface; cannot be changed later.
        required api_slug: String,
        /// Name of the field for readers.
        plain display_name: String,
        /// What the field is for; `None` when nobody said so.
        nullable description: String,
        /// What its values are; cannot be changed later.
        required data_type: CustomFieldDataType,
        /// Type of the resources that values of the data type `reference` lead to; `None` for every other data type.
        nullable reference_type: String,
        /// Rules for its values, such as `required`, `pattern` and `max_length`; `None` when there are none.
        nullable validation: Members,
        /// How its values are shown; `None` for the usual way.
        nullable default_format: String,
        /// Value where none is given; `None` when there is no such value.
        nullable default_value: Value,
        /// Template the definition was made from; `None` when it was made without one.
        optional template_id: String,
        /// When the field was defined.
        nullable created_at: Timestamp,
        /// When the definition last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Account the definition belongs to.
        one account: account,
        /// Values that resources have for the field.
        many fields: custom_field,
        /// Options to choose from, for the data types `enum` and `enum_multi`.
        many options: custom_field_option,
    }
}

resource! {
    /// A value that can be chosen for a custom field of the data type `enum` or `enum_multi`.
    pub struct CustomFieldOption = "custom_field_option" {
        /// Text that a reader is shown.
        plain label: String,
        /// Value that is stored; each option of a definition has its own.
        plain value: String,
        /// Place among the options of the field, from the smallest; `None` when they are in no order.
        nullable position: i64,
    }
    relationships {}
}
