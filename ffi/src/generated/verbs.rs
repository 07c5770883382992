// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! The functions of all operations, except those written by hand.

use std::ffi::c_char;

use crate::boundary::Error;
use crate::buffer::Buffer;
use crate::client::Client;
use crate::client::operation_call::ArgumentValue::{Integer, Json, Number, Text};
use crate::client::operation_call::call_of;
use crate::draft::Draft;
use crate::page::Pages;
use crate::query::Query;
use crate::resource::Resource;

/// Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its
/// filters the hosted service has `filter[number]`, and passes the others over.
///
/// `query` may be NULL. Includes: `shipment`, `transport_events`, `raw_events`, `pod_terminal`, `pod_terminal.port`,
/// `pickup_facility`, `pickup_facility.port`, `shipment.port_of_lading`, `shipment.port_of_discharge`,
/// `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`, `transport_events.location`,
/// `transport_events.terminal`, `transport_events.vessel`. It takes:
/// - `filter[number]`: Those with this number.
/// - `filter[current_status]`: Those that stand here.
/// - `filter[pickup_lfd][start]`: Those whose last free day, by the calendar there, is this day or later.
/// - `filter[pickup_lfd][end]`: Those whose last free day, by the calendar there, is this day or earlier.
/// - `filter[reference]`: Those with this reference, of their own or of their shipment.
/// - `filter[tag]`: Those whose shipment has this label.
/// - `filter[customer_id]`: Those tracked for the customer with this id.
/// - `filter[customer_name]`: Those tracked for the customer of this name.
/// - `filter[shipping_line_scac]`: Those at this carrier.
/// - `filter[vessel_name]`: Those whose vessel at the port of discharge is called so.
/// - `filter[pol_code]`: Those from this port of lading, by its UN/LOCODE.
/// - `filter[pod_code]`: Those to this port of discharge, by its UN/LOCODE.
/// - `filter[destination_code]`: Those to this place inland, by its UN/LOCODE.
/// - `filter[pod_eta_at][start]`: Those expected at the port of discharge at this moment or later. A day begins as it
///   does in UTC.
/// - `filter[pod_eta_at][end]`: Those expected at the port of discharge at this moment or earlier. A day ends as it
///   does in UTC.
/// - `filter[custom_fields]`: Those whose own custom fields have these values, each `slug=value`; an option by its
///   value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads a container.
///
/// `query` may be NULL. Includes: `shipment`, `transport_events`, `raw_events`, `pod_terminal`, `pod_terminal.port`,
/// `pickup_facility`, `pickup_facility.port`, `shipment.port_of_lading`, `shipment.port_of_discharge`,
/// `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`, `transport_events.location`,
/// `transport_events.terminal`, `transport_events.vessel`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Changes the references of a container. What is not named stays.
///
/// `draft` has what may be left out, and may be NULL:
/// - `ref_numbers`: The customer's own references.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "update", &[Text(id)]).draft(draft).fetch_resource(resource, error)
}

/// Lists the events of a container. They come in no order of time, which their time stamps alone do not tell either:
/// `in_order` puts them in order (in C `shiptrack_transport_events_sort`).
///
/// `query` may be NULL. Includes: `shipment`, `container`, `location`, `terminal`, `vessel`, `port`, `metro_area`,
/// `rail_terminal`, `source_event`, `previous_version`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_list(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "transport_events", &[Text(id)]).query(query).start_listing(pages, error)
}

/// Lists what the sources said of a container, before it was made into events: in the order it was received in,
/// classified or not, and what was said otherwise since. Places, vessels and terminals come along. The hosted service
/// calls this deprecated.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_raw_events(
    client: *const Client,
    id: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "raw_events", &[Text(id)]).start_listing(pages, error)
}

/// Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has sailed and
/// what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the vessel took; the
/// embedded one knows where ports are, and no positions of vessels.
///
/// `json` gets the answer: A GeoJSON FeatureCollection, without features where no route is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_map_geojson(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "map_geojson", &[Text(id)]).fetch_json(json, error)
}

/// Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it (403
/// otherwise). Where tracking has ended it is refused (422).
///
/// `json` gets the answer: `message`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_refresh(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "refresh", &[Text(id)]).fetch_json(json, error)
}

/// Lists the custom fields of a container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_custom_fields(
    client: *const Client,
    id: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "custom_fields", &[Text(id)]).start_listing(pages, error)
}

/// Gives a container a custom field.
///
/// `api_slug`: The name of the field in the interface, as its definition has it.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_create_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "create_custom_field", &[Text(id), Text(api_slug), Json(value_json)])
        .fetch_resource(resource, error)
}

/// Changes a custom field of a container.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_update_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "update_custom_field", &[Text(id), Text(api_slug), Json(value_json)])
        .fetch_resource(resource, error)
}

/// Takes a custom field of a container away.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_delete_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "delete_custom_field", &[Text(id), Text(api_slug)]).run(error)
}

/// Lists the definitions of custom fields.
///
/// `query` may be NULL. It takes:
/// - `filter[entity_type]`: Those for this type: `Shipment`, `Container`, `TrackingRequest`.
/// - `filter[data_type]`: Those whose values are of this type, such as `short_text`.
/// - `filter[display_name]`: Those whose display name begins like this.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "list", &[]).query(query).start_listing(pages, error)
}

/// Defines a custom field.
///
/// `entity_type`: The type that has the field: `Shipment`, `Container` or `TrackingRequest`.
///
/// `api_slug`: The name of the field in the interface. It cannot be changed later.
///
/// `display_name`: The name of the field for readers.
///
/// `data_type`: What its values are: `short_text`, `number`, `date`, `datetime`, `boolean`, `enum`, `enum_multi`,
/// `reference`. It cannot be changed later.
///
/// `draft` has what may be left out, and may be NULL:
/// - `description`: What the field is for.
/// - `reference_type`: The type that values of `reference` lead to.
/// - `validation`: Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a
///   `number` `min` and `max`.
/// - `default_format`: How its values are shown.
/// - `default_value`: The value that a resource gets when it is made without one; those that are there already get
///   none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_create(
    client: *const Client,
    entity_type: *const c_char,
    api_slug: *const c_char,
    display_name: *const c_char,
    data_type: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(
        client,
        "custom_field_definitions",
        "create",
        &[Text(entity_type), Text(api_slug), Text(display_name), Text(data_type)],
    )
    .draft(draft)
    .fetch_resource(resource, error)
}

/// Reads the definition of a custom field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Changes the definition of a custom field. What is not named stays; its slug and the type of its values cannot be
/// changed.
///
/// `draft` has what may be left out, and may be NULL:
/// - `display_name`: The name of the field for readers.
/// - `description`: What the field is for.
/// - `validation`: Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a
///   `number` `min` and `max`.
/// - `default_format`: How its values are shown.
/// - `default_value`: The value that a resource gets when it is made without one; those that are there already get
///   none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "update", &[Text(id)]).draft(draft).fetch_resource(resource, error)
}

/// Deletes the definition of a custom field, and its values with it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_delete(
    client: *const Client,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "delete", &[Text(id)]).run(error)
}

/// Lists the options of a custom field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_options(
    client: *const Client,
    definition_id: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "options", &[Text(definition_id)]).start_listing(pages, error)
}

/// Adds an option to a custom field.
///
/// `label`: The option for readers.
///
/// `value`: The value that is kept; each option of a field has its own.
///
/// `draft` has what may be left out, and may be NULL:
/// - `position`: Its place in the list, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_create_option(
    client: *const Client,
    definition_id: *const c_char,
    label: *const c_char,
    value: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "create_option", &[Text(definition_id), Text(label), Text(value)])
        .draft(draft)
        .fetch_resource(resource, error)
}

/// Reads an option of a custom field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_get_option(
    client: *const Client,
    definition_id: *const c_char,
    option_id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "get_option", &[Text(definition_id), Text(option_id)])
        .fetch_resource(resource, error)
}

/// Changes an option of a custom field. What is not named stays; its value cannot be changed.
///
/// `draft` has what may be left out, and may be NULL:
/// - `label`: The option for readers.
/// - `position`: Its place in the list, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_update_option(
    client: *const Client,
    definition_id: *const c_char,
    option_id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "update_option", &[Text(definition_id), Text(option_id)])
        .draft(draft)
        .fetch_resource(resource, error)
}

/// Deletes an option of a custom field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_definition_delete_option(
    client: *const Client,
    definition_id: *const c_char,
    option_id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_field_definitions", "delete_option", &[Text(definition_id), Text(option_id)]).run(error)
}

/// Lists the custom fields of all resources.
///
/// `query` may be NULL. It takes:
/// - `filter[entity_type]`: Those of resources of this type: `Shipment`, `Container`, `TrackingRequest`.
/// - `filter[entity_id]`: Those of the resource with this id.
/// - `filter[definition_id]`: Those of the definition with this id.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "list", &[]).query(query).start_listing(pages, error)
}

/// Gives a shipment or a container a custom field.
///
/// `api_slug`: The name of the field in the interface, as its definition has it.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
///
/// `entity_type`: The type of `entity`: `shipment`, `container`.
///
/// `entity_id`: The resource that has the field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_create(
    client: *const Client,
    api_slug: *const c_char,
    value_json: *const c_char,
    entity_type: *const c_char,
    entity_id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "create", &[Text(api_slug), Json(value_json), Text(entity_type), Text(entity_id)])
        .fetch_resource(resource, error)
}

/// Reads a custom field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Changes a custom field.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_update(
    client: *const Client,
    id: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "update", &[Text(id), Json(value_json)]).fetch_resource(resource, error)
}

/// Takes a custom field away.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_delete(
    client: *const Client,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "delete", &[Text(id)]).run(error)
}

/// Reads what is read out of documents of one type. Its id names type and date: `bill_of_lading@2025-01-01`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "document_schemas", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Lists documents, newest first unless a sort says otherwise.
///
/// `query` may be NULL. Includes: `account`, `user`, `last_document_representation`, `current_extraction`,
/// `email_submission`, `shipments`, `cargos`. It takes:
/// - `filter[filename]`: Those whose file has this name.
/// - `filter[reference]`: Those that name this bill, booking or container.
/// - `filter[document_types]`: Those of one of these types.
/// - `sort`: In this order: `document_type`, `added_by` or `created_at`, with a `-` before it for the other way round.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "list", &[]).query(query).start_listing(pages, error)
}

/// Adds a document whose file the service was given already. The same file a second time is refused with 409 and the
/// code `duplicate_document`; `meta` has `existing_document_id` and `existing_document_name`. A file and its document
/// in one step are `upload`.
///
/// `name`: The name of the document.
///
/// `attached_document`: What the upload of its file was answered with (`signed_id`).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_create(
    client: *const Client,
    name: *const c_char,
    attached_document: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "create", &[Text(name), Text(attached_document)]).fetch_resource(resource, error)
}

/// Lists the types of documents.
///
/// `json` gets the answer: `document_types`: the types the service tells apart.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_types(
    client: *const Client,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "types", &[]).fetch_json(json, error)
}

/// Reads a document.
///
/// `query` may be NULL. Includes: `account`, `user`, `last_document_representation`, `current_extraction`,
/// `email_submission`, `shipments`, `cargos`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Corrects the type of a document, or what was read out of it. What is not named stays.
///
/// `draft` has what may be left out, and may be NULL:
/// - `document_type_manual`: The type as a user has it, one of `document_types`; null leaves it to the service again.
/// - `extracted_data_manual`: What a user read out of it, laid over what the service read: a member that is null takes
///   away what was found. Null for all of it leaves it to the service again.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "update", &[Text(id)]).draft(draft).fetch_resource(resource, error)
}

/// Discards a document.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_delete(client: *const Client, id: *const c_char, error: *mut *mut Error) -> i32 {
    call_of(client, "documents", "delete", &[Text(id)]).run(error)
}

/// Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process gives a
/// path of its own: its `document_content` has the bytes.
///
/// `json` gets the answer: `download_url`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_download_url(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "download_url", &[Text(id)]).fetch_json(json, error)
}

/// Has a document read again.
///
/// `json` gets the answer: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_reextract(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "reextract", &[Text(id)]).fetch_json(json, error)
}

/// Has the type of a document found again.
///
/// `json` gets the answer: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_reclassify(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "reclassify", &[Text(id)]).fetch_json(json, error)
}

/// Has the shipments of a document found again.
///
/// `json` gets the answer: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_relink(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "relink", &[Text(id)]).fetch_json(json, error)
}

/// Turns the image of a document. The embedded service keeps files as they came and refuses it (422).
///
/// `degrees`: By how much, clockwise: 90, 180 or 270.
///
/// `json` gets the answer: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_rotate(
    client: *const Client,
    id: *const c_char,
    degrees: i64,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "rotate", &[Text(id), Integer(degrees)]).fetch_json(json, error)
}

/// Lists the mail of the account, newest first. Asked for no `include`, the service tells documents and what was read
/// out of them along.
///
/// `query` may be NULL. Includes: `account`, `user`, `documents`, `documents.last_document_representation`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "email_submissions", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads a mail.
///
/// `query` may be NULL. Includes: `account`, `user`, `documents`, `documents.last_document_representation`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "email_submissions", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Reads a metro area by its id or its UN/LOCODE.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_metro_area_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "metro_areas", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Lists the customers of the account.
///
/// `query` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_party_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "parties", "list", &[]).query(query).start_listing(pages, error)
}

/// Adds a customer. A name that exists is refused with 422.
///
/// `company_name`: The name of the company.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_party_create(
    client: *const Client,
    company_name: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "parties", "create", &[Text(company_name)]).fetch_resource(resource, error)
}

/// Reads a customer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_party_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "parties", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Renames a customer. A name that exists is refused with 422.
///
/// `draft` has what may be left out, and may be NULL:
/// - `company_name`: The name of the company.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_party_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "parties", "update", &[Text(id)]).draft(draft).fetch_resource(resource, error)
}

/// Reads a port by its id or its UN/LOCODE.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_port_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "ports", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by their
/// number, reference or label, then by what these begin with or a number ends with, then shipments by a part of the
/// name of vessel, customer or port.
///
/// `query`: What to look for: a number, its beginning or its end; a reference or a label, or what it begins with; a
/// part of a name.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search(
    client: *const Client,
    query: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "search", "search", &[Text(query)]).start_listing(pages, error)
}

/// Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`,
/// and passes the others over.
///
/// `query` may be NULL. Includes: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
/// `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`,
/// `destination_terminal.port`. It takes:
/// - `number`: Those tracked under this number, as it was submitted; container numbers are not looked at.
/// - `filter[tracking_stopped]`: Those that are no longer followed (true), or those that are (false).
/// - `q`: Those known by this bill, reference or container number. The hosted service calls this deprecated.
/// - `filter[reference]`: Those with this reference.
/// - `filter[tag]`: Those whose shipment has this label.
/// - `filter[customer_id]`: Those tracked for the customer with this id.
/// - `filter[customer_name]`: Those tracked for the customer of this name.
/// - `filter[shipping_line_scac]`: Those at this carrier.
/// - `filter[vessel_name]`: Those whose vessel at the port of discharge is called so.
/// - `filter[pol_code]`: Those from this port of lading, by its UN/LOCODE.
/// - `filter[pod_code]`: Those to this port of discharge, by its UN/LOCODE.
/// - `filter[destination_code]`: Those to this place inland, by its UN/LOCODE.
/// - `filter[pod_eta_at][start]`: Those expected at the port of discharge at this moment or later. A day begins as it
///   does in UTC.
/// - `filter[pod_eta_at][end]`: Those expected at the port of discharge at this moment or earlier. A day ends as it
///   does in UTC.
/// - `filter[custom_fields]`: Those whose own custom fields have these values, each `slug=value`; an option by its
///   value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads a shipment.
///
/// `query` may be NULL. Includes: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
/// `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`,
/// `destination_terminal.port`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Changes references and labels of a shipment. What is not named stays.
///
/// `draft` has what may be left out, and may be NULL:
/// - `ref_numbers`: The customer's own references.
/// - `tags`: The labels.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "update", &[Text(id)]).draft(draft).fetch_resource(resource, error)
}

/// Stops following a shipment and all its containers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_stop_tracking(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "stop_tracking", &[Text(id)]).fetch_resource(resource, error)
}

/// Follows a shipment again that was stopped.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_resume_tracking(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "resume_tracking", &[Text(id)]).fetch_resource(resource, error)
}

/// Lists the custom fields of a shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_custom_fields(
    client: *const Client,
    id: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "custom_fields", &[Text(id)]).start_listing(pages, error)
}

/// Gives a shipment a custom field.
///
/// `api_slug`: The name of the field in the interface, as its definition has it.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_create_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "create_custom_field", &[Text(id), Text(api_slug), Json(value_json)])
        .fetch_resource(resource, error)
}

/// Changes a custom field of a shipment.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_update_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "update_custom_field", &[Text(id), Text(api_slug), Json(value_json)])
        .fetch_resource(resource, error)
}

/// Takes a custom field of a shipment away.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_delete_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "delete_custom_field", &[Text(id), Text(api_slug)]).run(error)
}

/// Lists ocean carriers, all on one page.
///
/// `query` may be NULL. It takes:
/// - `search`: Those whose name or code has this part.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipping_lines", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads an ocean carrier by its id or its SCAC.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipping_line_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipping_lines", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Reads a terminal; those of railways answer here, too.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_terminal_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "terminals", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Lists tracking requests, newest first.
///
/// `query` may be NULL. Includes: `tracked_object`, `tracked_object.containers`, `tracked_object.pod_terminal`,
/// `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`, `tracked_object.destination`,
/// `tracked_object.destination_terminal`, `shipment`, `container`, `containers`, `customer`, `user`, `account`,
/// `shipping_line`. It takes:
/// - `filter[request_number]`: Those with this number, as it was submitted.
/// - `filter[scac]`: Those at this carrier.
/// - `filter[status]`: Those that stand here: the hosted service documents `created`, `pending` and `failed`.
/// - `filter[request_type]`: Those of this kind: `bill_of_lading`, `booking_number`, `container`. The hosted service
///   passes it over.
/// - `filter[created_at][start]`: Those created at this moment or later.
/// - `filter[created_at][end]`: Those created at this moment or earlier.
/// - `filter[updated_at][start]`: Those last changed at this moment or later.
/// - `filter[updated_at][end]`: Those last changed at this moment or earlier.
/// - `q`: Those known by this number or reference. The hosted service calls this deprecated.
/// - `filter[reference]`: Those with this reference. The hosted service passes it over, and those that follow.
/// - `filter[tag]`: Those with this label for their shipment.
/// - `filter[customer_id]`: Those for the customer with this id.
/// - `filter[customer_name]`: Those for the customer of this name.
/// - `filter[custom_fields]`: Those whose own custom fields have these values, each `slug=value`; an option by its
///   value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads a tracking request. Asked for no `include`, the service tells its shipment along.
///
/// `query` may be NULL. Includes: `tracked_object`, `tracked_object.containers`, `tracked_object.pod_terminal`,
/// `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`, `tracked_object.destination`,
/// `tracked_object.destination_terminal`, `shipment`, `container`, `containers`, `customer`, `user`, `account`,
/// `shipping_line`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Lists the custom fields of a tracking request.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_custom_fields(
    client: *const Client,
    id: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "custom_fields", &[Text(id)]).start_listing(pages, error)
}

/// Gives a tracking request a custom field.
///
/// `api_slug`: The name of the field in the interface, as its definition has it.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_create_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "create_custom_field", &[Text(id), Text(api_slug), Json(value_json)])
        .fetch_resource(resource, error)
}

/// Changes a custom field of a tracking request.
///
/// `value_json`: Its value: a text, a number, true or false, a list of texts, an object, or null. JSON.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_update_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    value_json: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "update_custom_field", &[Text(id), Text(api_slug), Json(value_json)])
        .fetch_resource(resource, error)
}

/// Takes a custom field of a tracking request away.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_delete_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "delete_custom_field", &[Text(id), Text(api_slug)]).run(error)
}

/// Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted
/// service wants a paid plan for (403 otherwise).
///
/// `query` may be NULL. It takes:
/// - `show_positions[from_timestamp]`: With its positions from this moment on; from seven days ago unless it is said.
/// - `show_positions[to_timestamp]`: With its positions until this moment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "vessels", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants a paid
/// plan for it (403 otherwise).
///
/// `port_id`: The id of the port it sails to.
///
/// `previous_port_id`: The id of the port it left.
///
/// A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN, code `not_served`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_future_positions(
    client: *const Client,
    id: *const c_char,
    port_id: *const c_char,
    previous_port_id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "vessels", "future_positions", &[Text(id), Text(port_id), Text(previous_port_id)])
        .fetch_resource(resource, error)
}

/// The same, from where the ship is now.
///
/// `port_id`: The id of the port it sails to.
///
/// `previous_port_id`: The id of the port it left.
///
/// `latitude`: Where the ship is now, in degrees north.
///
/// `longitude`: Where the ship is now, in degrees east.
///
/// A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN, code `not_served`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_vessel_future_positions_with_coordinates(
    client: *const Client,
    id: *const c_char,
    port_id: *const c_char,
    previous_port_id: *const c_char,
    latitude: f64,
    longitude: f64,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(
        client,
        "vessels",
        "future_positions_with_coordinates",
        &[Text(id), Text(port_id), Text(previous_port_id), Number(latitude), Number(longitude)],
    )
    .fetch_resource(resource, error)
}

/// Lists what webhooks were told, newest first.
///
/// `query` may be NULL. Includes: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
/// `estimated_event`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhook_notifications", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads what a webhook was told.
///
/// `query` may be NULL. Includes: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
/// `estimated_event`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhook_notifications", "get", &[Text(id)]).query(query).fetch_resource(resource, error)
}

/// Reads made-up notifications of one event, as webhooks are told of it.
///
/// `event`: The name of the event, such as `container.transport.vessel_arrived`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_notification_examples(
    client: *const Client,
    event: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhook_notifications", "examples", &[Text(event)]).start_listing(pages, error)
}

/// Lists webhooks.
///
/// `query` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads a webhook.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Changes a webhook. What is not named stays.
///
/// `draft` has what may be left out, and may be NULL:
/// - `url`: Where notifications are posted.
/// - `active`: Whether notifications are posted.
/// - `events`: The names of the events it is told of.
/// - `headers`: Headers sent along with every delivery, each with `name` and `value`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "update", &[Text(id)]).draft(draft).fetch_resource(resource, error)
}

/// Deletes a webhook.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_delete(client: *const Client, id: *const c_char, error: *mut *mut Error) -> i32 {
    call_of(client, "webhooks", "delete", &[Text(id)]).run(error)
}

/// Lists the events that webhooks can be told of, by category.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events(
    client: *const Client,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "events", &[]).start_listing(pages, error)
}

/// Lists the addresses that deliveries come from. The embedded service lists those it was opened with.
///
/// `json` gets the answer: `webhook_notification_ips` and `last_updated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_ips(client: *const Client, json: *mut *mut Buffer, error: *mut *mut Error) -> i32 {
    call_of(client, "webhooks", "ips", &[]).fetch_json(json, error)
}

/// Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an
/// address is not public, the embedded service sends it for nobody but the process it runs in.
///
/// `url`: Where the notification is posted.
///
/// `event`: The name of the event.
///
/// `draft` has what may be left out, and may be NULL:
/// - `secret`: What the notification is signed with.
///
/// `json` gets the answer: `url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`,
/// `response_headers`, `response_body`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_trigger(
    client: *const Client,
    url: *const c_char,
    event: *const c_char,
    draft: *const Draft,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "trigger", &[Text(url), Text(event)]).draft(draft).fetch_json(json, error)
}
