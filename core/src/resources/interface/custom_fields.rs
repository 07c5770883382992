//! Custom fields: their definitions, options and values.

use crate::resources::Shape::{Any, Integer, Object, Text};
use crate::resources::operation::Answer::{All, One, Pages};
use crate::resources::operation::Body::{self, Document};
use crate::resources::operation::words::{delete, get, may, optional, patch, post, required, required_link};
use crate::resources::operation::{Field, Operation};

pub(super) const CUSTOM_FIELD_DEFINITIONS: &[Operation] = &[
    get("list", "/custom_field_definitions", Pages("custom_field_definition"))
        .about("Lists the definitions of custom fields.")
        .takes(&[
            may("filter[entity_type]", "entity_type", Text, "Those for this type: `Shipment`, `Container`, `TrackingRequest`."),
            may("filter[data_type]", "data_type", Text, "Those whose values are of this type, such as `short_text`."),
            may("filter[display_name]", "display_name", Text, "Those whose display name begins like this."),
        ]).everywhere(),
    post("create", "/custom_field_definitions", Document("custom_field_definition", NEW_DEFINITION, &[]), One("custom_field_definition"))
        .about("Defines a custom field.").everywhere(),
    get("get", "/custom_field_definitions/{id}", One("custom_field_definition")).about("Reads the definition of a custom field.").everywhere(),
    patch("update", "/custom_field_definitions/{id}", Document("custom_field_definition", DEFINITION_CHANGES, &[]), One("custom_field_definition"))
        .about("Changes the definition of a custom field. What is not named stays; its slug and the type of its values cannot be changed.").everywhere(),
    delete("delete", "/custom_field_definitions/{id}").about("Deletes the definition of a custom field, and its values with it.").everywhere(),
    get("options", "/custom_field_definitions/{definition_id}/options", All("custom_field_option")).about("Lists the options of a custom field.").everywhere(),
    post("create_option", "/custom_field_definitions/{definition_id}/options", Document("custom_field_option", NEW_OPTION, &[]), One("custom_field_option"))
        .about("Adds an option to a custom field.").everywhere(),
    get("get_option", "/custom_field_definitions/{definition_id}/options/{option_id}", One("custom_field_option")).about("Reads an option of a custom field.").everywhere(),
    patch("update_option", "/custom_field_definitions/{definition_id}/options/{option_id}", Document("custom_field_option", OPTION_CHANGES, &[]), One("custom_field_option"))
        .about("Changes an option of a custom field. What is not named stays; its value cannot be changed.").everywhere(),
    delete("delete_option", "/custom_field_definitions/{definition_id}/options/{option_id}").about("Deletes an option of a custom field.").everywhere(),
];

const NEW_DEFINITION: &[Field] = &[
    required("entity_type", Text, "The type that has the field: `Shipment`, `Container` or `TrackingRequest`."),
    required("api_slug", Text, "The name of the field in the interface. It cannot be changed later."),
    required("display_name", Text, "The name of the field for readers."),
    required(
        "data_type",
        Text,
        "What its values are: `short_text`, `number`, `date`, `datetime`, `boolean`, `enum`, `enum_multi`, `reference`. It cannot be changed later.",
    ),
    DESCRIPTION,
    optional("reference_type", Text, "The type that values of `reference` lead to."),
    VALIDATION,
    DEFAULT_FORMAT,
    DEFAULT_VALUE,
];

const DEFINITION_CHANGES: &[Field] = &[
    optional("display_name", Text, "The name of the field for readers."),
    DESCRIPTION,
    VALIDATION,
    DEFAULT_FORMAT,
    DEFAULT_VALUE,
];

const DESCRIPTION: Field = optional("description", Text, "What the field is for.");
const VALIDATION: Field = optional(
    "validation",
    Object,
    "Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a `number` `min` and `max`.",
);
const DEFAULT_FORMAT: Field = optional("default_format", Text, "How its values are shown.");
const DEFAULT_VALUE: Field = optional(
    "default_value",
    Any,
    "The value that a resource gets when it is made without one; those that are there already get none.",
);

const NEW_OPTION: &[Field] = &[
    required("label", Text, "The option for readers."),
    required("value", Text, "The value that is kept; each option of a field has its own."),
    optional("position", Integer, "Its place in the list, from 0."),
];

const OPTION_CHANGES: &[Field] = &[
    optional("label", Text, "The option for readers."),
    optional("position", Integer, "Its place in the list, from 0."),
];

pub(super) const CUSTOM_FIELDS: &[Operation] = &[
    get("list", "/custom_fields", Pages("custom_field"))
        .about("Lists the custom fields of all resources.")
        .takes(&[
            may(
                "filter[entity_type]",
                "entity_type",
                Text,
                "Those of resources of this type: `Shipment`, `Container`, `TrackingRequest`.",
            ),
            may("filter[entity_id]", "entity_id", Text, "Those of the resource with this id."),
            may("filter[definition_id]", "definition_id", Text, "Those of the definition with this id."),
        ])
        .everywhere(),
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
    .about("Gives a shipment or a container a custom field.")
    .everywhere(),
    get("get", "/custom_fields/{id}", One("custom_field")).about("Reads a custom field.").everywhere(),
    patch("update", "/custom_fields/{id}", FIELD_CHANGES, One("custom_field"))
        .about("Changes a custom field.")
        .everywhere(),
    delete("delete", "/custom_fields/{id}").about("Takes a custom field away.").everywhere(),
];

pub(super) const NEW_FIELD: Body = Document("custom_field", NEW_FIELD_VALUE, &[]);

const NEW_FIELD_VALUE: &[Field] =
    &[required("api_slug", Text, "The name of the field in the interface, as its definition has it."), FIELD_VALUE];

pub(super) const FIELD_CHANGES: Body = Document("custom_field", &[FIELD_VALUE], &[]);

const FIELD_VALUE: Field =
    required("value", Any, "Its value: a text, a number, true or false, a list of texts, an object, or null.");
