//! Operations of custom fields: their definitions, options and values.

use crate::resources::Shape::{Any, Integer, Object, Text};
use crate::resources::operation::Answer::{All, One, Pages};
use crate::resources::operation::Body::{self, Document};
use crate::resources::operation::builders::{
    delete, field, get, parameter, patch, post, required_field, required_link,
};
use crate::resources::operation::{Field, Operation};

pub(super) const CUSTOM_FIELD_DEFINITIONS: &[Operation] = &[
    get("list", "/custom_field_definitions", Pages("custom_field_definition"))
        .about("Lists the definitions of custom fields.")
        .with_parameters(&[
            parameter("filter[entity_type]", "entity_type", Text, "Only definitions for this type of resource: `Shipment`, `Container` or `TrackingRequest`."),
            parameter("filter[data_type]", "data_type", Text, "Only definitions with this data type, such as `short_text`."),
            parameter("filter[display_name]", "display_name", Text, "Only definitions with a display name that begins with this text."),
        ]).served_by_both(),
    post("create", "/custom_field_definitions", Document("custom_field_definition", NEW_DEFINITION, &[]), One("custom_field_definition"))
        .about("Defines a custom field.").served_by_both(),
    get("get", "/custom_field_definitions/{id}", One("custom_field_definition")).about("Reads the definition of a custom field.").served_by_both(),
    patch("update", "/custom_field_definitions/{id}", Document("custom_field_definition", DEFINITION_CHANGES, &[]), One("custom_field_definition"))
        .about("Changes the definition of a custom field. Attributes that are not in the request keep their values. The slug and the data type cannot be changed.").served_by_both(),
    delete("delete", "/custom_field_definitions/{id}").about("Deletes the definition of a custom field and all its values.").served_by_both(),
    get("options", "/custom_field_definitions/{definition_id}/options", All("custom_field_option")).about("Lists the options of a custom field.").served_by_both(),
    post("create_option", "/custom_field_definitions/{definition_id}/options", Document("custom_field_option", NEW_OPTION, &[]), One("custom_field_option"))
        .about("Adds an option to a custom field.").served_by_both(),
    get("get_option", "/custom_field_definitions/{definition_id}/options/{option_id}", One("custom_field_option")).about("Reads an option of a custom field.").served_by_both(),
    patch("update_option", "/custom_field_definitions/{definition_id}/options/{option_id}", Document("custom_field_option", OPTION_CHANGES, &[]), One("custom_field_option"))
        .about("Changes an option of a custom field. Attributes that are not in the request keep their values. The value cannot be changed.").served_by_both(),
    delete("delete_option", "/custom_field_definitions/{definition_id}/options/{option_id}").about("Deletes an option of a custom field.").served_by_both(),
];

const NEW_DEFINITION: &[Field] = &[
    required_field(
        "entity_type",
        Text,
        "The type of the resources that have the field: `Shipment`, `Container` or `TrackingRequest`. It cannot be changed later.",
    ),
    required_field("api_slug", Text, "The name of the field in the API. It cannot be changed later."),
    required_field("display_name", Text, "The name of the field that is shown to people."),
    required_field(
        "data_type",
        Text,
        "The data type of the values: `short_text`, `number`, `date`, `datetime`, `boolean`, `enum`, `enum_multi` or `reference`. It cannot be changed later.",
    ),
    DESCRIPTION,
    field(
        "reference_type",
        Text,
        "The type of the resources to which values refer, for the data type `reference`: `Shipment`, `Container`, `TrackingRequest` or `Party`.",
    ),
    VALIDATION,
    DEFAULT_FORMAT,
    DEFAULT_VALUE,
];

const DEFINITION_CHANGES: &[Field] = &[
    field("display_name", Text, "The name of the field that is shown to people."),
    DESCRIPTION,
    VALIDATION,
    DEFAULT_FORMAT,
    DEFAULT_VALUE,
];

const DESCRIPTION: Field = field("description", Text, "The purpose of the field, for people.");
const VALIDATION: Field = field(
    "validation",
    Object,
    "Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for `short_text`; `min` and `max` for `number`.",
);
const DEFAULT_FORMAT: Field = field(
    "default_format",
    Text,
    "The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format such as `%d.%m.%Y` for `date` and `datetime`.",
);
const DEFAULT_VALUE: Field = field(
    "default_value",
    Any,
    "The value for resources that are created without one. Existing resources do not get it.",
);

const NEW_OPTION: &[Field] = &[
    required_field("label", Text, "The text of the option that is shown to people."),
    required_field(
        "value",
        Text,
        "The value that is stored. It is unique among the options of a field, and cannot be changed later.",
    ),
    field("position", Integer, "The position of the option in the list, starting at 0."),
];

const OPTION_CHANGES: &[Field] = &[
    field("label", Text, "The text of the option that is shown to people."),
    field("position", Integer, "The position of the option in the list, starting at 0."),
];

pub(super) const CUSTOM_FIELDS: &[Operation] = &[
    get("list", "/custom_fields", Pages("custom_field"))
        .about("Lists the custom fields of all resources.")
        .with_parameters(&[
            parameter(
                "filter[entity_type]",
                "entity_type",
                Text,
                "Only custom fields of resources of this type: `Shipment`, `Container` or `TrackingRequest`.",
            ),
            parameter("filter[entity_id]", "entity_id", Text, "Only custom fields of the resource with this id."),
            parameter(
                "filter[definition_id]",
                "definition_id",
                Text,
                "Only custom fields with the definition with this id.",
            ),
        ])
        .served_by_both(),
    post(
        "create",
        "/custom_fields",
        Document(
            "custom_field",
            NEW_FIELD_VALUE,
            &[required_link("entity", &["shipment", "container"], "The resource that has the field.")],
        ),
        One("custom_field"),
    )
    .about("Sets a custom field of a shipment or container.")
    .served_by_both(),
    get("get", "/custom_fields/{id}", One("custom_field")).about("Reads a custom field.").served_by_both(),
    patch("update", "/custom_fields/{id}", FIELD_CHANGES, One("custom_field"))
        .about("Changes the value of a custom field.")
        .served_by_both(),
    delete("delete", "/custom_fields/{id}").about("Deletes the value of a custom field.").served_by_both(),
];

pub(super) const NEW_FIELD: Body = Document("custom_field", NEW_FIELD_VALUE, &[]);

const NEW_FIELD_VALUE: &[Field] =
    &[required_field("api_slug", Text, "The API name of the field: the `api_slug` of its definition."), FIELD_VALUE];

pub(super) const FIELD_CHANGES: Body = Document("custom_field", &[FIELD_VALUE], &[]);

const FIELD_VALUE: Field = required_field(
    "value",
    Any,
    "The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data type.",
);
