// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

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

/// Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded service
/// refreshes a shipment when a look-up succeeds, or when another source changes its data. If that happens while the
/// links of the list are followed, the containers appear again at its end, so that none is missed. With a filter, the
/// embedded service returns the newest first. The hosted service supports only `filter[number]`, and ignores the other
/// filters.
///
/// `query` may be NULL. Included resources: `shipment`, `transport_events`, `raw_events`, `pod_terminal`,
/// `pod_terminal.port`, `pickup_facility`, `pickup_facility.port`, `shipment.containers`, `shipment.port_of_lading`,
/// `shipment.port_of_discharge`, `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`,
/// `transport_events.location`, `transport_events.terminal`, `transport_events.vessel`. Parameters:
/// - `filter[number]`: Only containers with this number.
/// - `filter[current_status]`: Only containers with this status.
/// - `filter[pickup_lfd][start]`: Only containers with a last free day on this day or later. Days are in the time zone
///   of the place where the container is picked up.
/// - `filter[pickup_lfd][end]`: Only containers with a last free day on this day or earlier. Days are in the time zone
///   of the place where the container is picked up.
/// - `filter[reference]`: Only containers with this reference, and containers of shipments with this reference.
/// - `filter[tag]`: Only if the shipment has this tag.
/// - `filter[customer_id]`: Only if the shipment is tracked for the customer with this id.
/// - `filter[customer_name]`: Only if the shipment is tracked for a customer whose name contains these words.
/// - `filter[shipping_line_scac]`: Only if the carrier of the shipment has this SCAC.
/// - `filter[vessel_name]`: Only if the vessel that arrives at the port of discharge has this name.
/// - `filter[pol_code]`: Only if the port of lading has this UN/LOCODE, or another one of the same port area.
/// - `filter[pod_code]`: Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
/// - `filter[destination_code]`: Only if the inland destination has this UN/LOCODE.
/// - `filter[pod_eta_at][start]`: Only if the estimated arrival at the port of discharge is at this time or later. A
///   date means its beginning in UTC.
/// - `filter[pod_eta_at][end]`: Only if the estimated arrival at the port of discharge is at this time or earlier. A
///   date means its end in UTC.
/// - `filter[updated_at][start]`: Only if a source was asked about the shipment, or changed it, at this time or later.
///   A date means its beginning in UTC.
/// - `filter[custom_fields]`: Only resources with these values of custom fields. Each item is `slug=value`; an option
///   is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The
///   hosted service ignores this filter.
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
/// `query` may be NULL. Included resources: `shipment`, `transport_events`, `raw_events`, `pod_terminal`,
/// `pod_terminal.port`, `pickup_facility`, `pickup_facility.port`, `shipment.containers`, `shipment.port_of_lading`,
/// `shipment.port_of_discharge`, `shipment.pod_terminal`, `shipment.destination`, `shipment.destination_terminal`,
/// `transport_events.location`, `transport_events.terminal`, `transport_events.vessel`.
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

/// Changes the references of a container. The hosted service documents this request without an id in the path, `PATCH
/// /containers`: then the id is in the body.
///
/// `draft` has optional attributes, and may be NULL:
/// - `ref_numbers`: References of the customer, such as purchase order numbers.
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

/// Lists the events of a container. They are not in chronological order, and their timestamps alone do not give the
/// order: `in_order` sorts them (in C `shiptrack_transport_events_sort`).
///
/// `query` may be NULL. Included resources: `shipment`, `container`, `location`, `terminal`, `vessel`, `port`,
/// `metro_area`, `rail_terminal`, `source_event`, `previous_version`.
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

/// Lists the statements of the sources about a container, from which its events are derived, in the order in which they
/// were received. Statements that became no event, and withdrawn statements, are included. The response includes
/// places, vessels and terminals. Deprecated in the hosted service.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_raw_events(
    client: *const Client,
    id: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "raw_events", &[Text(id)]).start_listing(pages, error)
}

/// Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the remaining
/// part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan (403
/// otherwise). The embedded service draws lines between ports, because it has no vessel positions.
///
/// `json` receives a JSON object: A GeoJSON FeatureCollection; it has no features if no route is known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_map_geojson(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "map_geojson", &[Text(id)]).fetch_json(json, error)
}

/// Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The hosted
/// service has removed this request, which its older clients send.
///
/// `json` receives a JSON object: `data`, the route, and `included`: its places as `route_location`, with the times,
/// the mode, the voyage and the vessel of the leg that ends there (`inbound_…`) and of the leg that begins there
/// (`outbound_…`), and the ports, vessels and terminals.
///
/// The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_route(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "containers", "route", &[Text(id)]).fetch_json(json, error)
}

/// Requests new data about a container from its sources now. At most ten calls a minute. The hosted service requires a
/// paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.
///
/// `json` receives a JSON object: `message`.
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

/// Sets a custom field of a container.
///
/// `api_slug`: The API name of the field: the `api_slug` of its definition.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Changes the value of a custom field of a container.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Deletes the value of a custom field of a container.
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
/// `query` may be NULL. Parameters:
/// - `filter[entity_type]`: Only definitions for this type of resource: `Shipment`, `Container` or `TrackingRequest`.
/// - `filter[data_type]`: Only definitions with this data type, such as `short_text`.
/// - `filter[display_name]`: Only definitions with a display name that begins with this text.
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
/// `entity_type`: The type of the resources that have the field: `Shipment`, `Container` or `TrackingRequest`. It
/// cannot be changed later.
///
/// `api_slug`: The name of the field in the API. It cannot be changed later.
///
/// `display_name`: The name of the field that is shown to people.
///
/// `data_type`: The data type of the values: `short_text`, `number`, `date`, `datetime`, `boolean`, `enum`,
/// `enum_multi` or `reference`. It cannot be changed later.
///
/// `draft` has optional attributes, and may be NULL:
/// - `description`: The purpose of the field, for people.
/// - `reference_type`: The type of the resources to which values refer, for the data type `reference`: `Shipment`,
///   `Container`, `TrackingRequest` or `Party`.
/// - `validation`: Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for
///   `short_text`; `min` and `max` for `number`.
/// - `default_format`: The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format
///   such as `%d.%m.%Y` for `date` and `datetime`.
/// - `default_value`: The value for resources that are created without one. Existing resources do not get it.
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

/// Changes the definition of a custom field. Attributes that are not in the request keep their values. The slug and the
/// data type cannot be changed.
///
/// `draft` has optional attributes, and may be NULL:
/// - `display_name`: The name of the field that is shown to people.
/// - `description`: The purpose of the field, for people.
/// - `validation`: Rules for the values: `required` for every data type; `pattern`, `min_length` and `max_length` for
///   `short_text`; `min` and `max` for `number`.
/// - `default_format`: The format in which values are shown: such as `#,##0.00` for `number`, and a `strftime` format
///   such as `%d.%m.%Y` for `date` and `datetime`.
/// - `default_value`: The value for resources that are created without one. Existing resources do not get it.
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

/// Deletes the definition of a custom field and all its values.
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
/// `label`: The text of the option that is shown to people.
///
/// `value`: The value that is stored. It is unique among the options of a field, and cannot be changed later.
///
/// `draft` has optional attributes, and may be NULL:
/// - `position`: The position of the option in the list, starting at 0.
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

/// Changes an option of a custom field. Attributes that are not in the request keep their values. The value cannot be
/// changed.
///
/// `draft` has optional attributes, and may be NULL:
/// - `label`: The text of the option that is shown to people.
/// - `position`: The position of the option in the list, starting at 0.
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
/// `query` may be NULL. Parameters:
/// - `filter[entity_type]`: Only custom fields of resources of this type: `Shipment`, `Container` or `TrackingRequest`.
/// - `filter[entity_id]`: Only custom fields of the resource with this id.
/// - `filter[definition_id]`: Only custom fields with the definition with this id.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "list", &[]).query(query).start_listing(pages, error)
}

/// Sets a custom field of a shipment or container.
///
/// `api_slug`: The API name of the field: the `api_slug` of its definition.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
///
/// `entity_type`: The type of `entity`: `shipment` or `container`.
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

/// Changes the value of a custom field.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Deletes the value of a custom field.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_delete(
    client: *const Client,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "custom_fields", "delete", &[Text(id)]).run(error)
}

/// Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date:
/// `bill_of_lading@2026-11-01`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_schema_get(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "document_schemas", "get", &[Text(id)]).fetch_resource(resource, error)
}

/// Lists documents, newest first unless `sort` is given.
///
/// `query` may be NULL. Included resources: `account`, `user`, `last_document_representation`, `current_extraction`,
/// `email_submission`, `shipments`, `cargos`. Parameters:
/// - `filter[filename]`: Only documents whose file name contains these words.
/// - `filter[reference]`: Only documents that contain this number of a bill of lading, booking or container.
/// - `filter[document_types]`: Only documents with one of these types.
/// - `sort`: The attribute by which the list is sorted: `document_type`, `added_by` or `created_at`. A leading `-`
///   reverses the order.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "list", &[]).query(query).start_listing(pages, error)
}

/// Creates a document from a file that was uploaded before. A file that another document already has is rejected with
/// 409 and the code `duplicate_document`; `meta` contains `existing_document_id` and `existing_document_name`. To
/// upload a file and create its document in one step, use shiptrack_document_upload().
///
/// `name`: The name of the document.
///
/// `attached_document`: The `signed_id` that the service returned when the file was announced for upload.
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
/// `json` receives a JSON object: `document_types`, the types that the service can detect.
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
/// `query` may be NULL. Included resources: `account`, `user`, `last_document_representation`, `current_extraction`,
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

/// Corrects the type of a document or the data that was extracted from it. Attributes that are not in the request keep
/// their values.
///
/// `draft` has optional attributes, and may be NULL:
/// - `document_type_manual`: The type that a user sets, one of `document_types`. `null` returns to the type that the
///   service detects.
/// - `extracted_data_manual`: Data that a user sets. Its members replace members of the extracted data; a member that
///   is `null` removes the extracted value. `null` instead of an object returns to the extracted data.
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

/// Deletes a document.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_delete(client: *const Client, id: *const c_char, error: *mut *mut Error) -> i32 {
    call_of(client, "documents", "delete", &[Text(id)]).run(error)
}

/// Returns a URL from which the file of a document can be downloaded for a short time. An embedded service without an
/// HTTP server returns a path instead; its function `document_content` returns the bytes.
///
/// `json` receives a JSON object: `download_url`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_download_url(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "download_url", &[Text(id)]).fetch_json(json, error)
}

/// Extracts the data of a document again.
///
/// `json` receives a JSON object: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_reextract(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "reextract", &[Text(id)]).fetch_json(json, error)
}

/// Detects the type of a document again.
///
/// `json` receives a JSON object: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_reclassify(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "reclassify", &[Text(id)]).fetch_json(json, error)
}

/// Finds the shipments and containers of a document again.
///
/// `json` receives a JSON object: `status`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_relink(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "documents", "relink", &[Text(id)]).fetch_json(json, error)
}

/// Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.
///
/// `degrees`: The clockwise angle in degrees: 90, 180 or 270.
///
/// `json` receives a JSON object: `status`.
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

/// Lists the email submissions of the account, newest first. Without `include`, the response includes their documents
/// and the data that was extracted from them.
///
/// `query` may be NULL. Included resources: `account`, `user`, `documents`, `documents.last_document_representation`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "email_submissions", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads an email submission. Without `include`, the response includes its documents and the data that was extracted
/// from them.
///
/// `query` may be NULL. Included resources: `account`, `user`, `documents`, `documents.last_document_representation`.
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

/// Creates a customer. A name that another customer of the account has is rejected with 422.
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

/// Renames a customer. A name that another customer of the account has is rejected with 422.
///
/// `draft` has optional attributes, and may be NULL:
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

/// Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches first:
/// an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag that
/// begins with it; then shipments with the text in the name of their vessel, customer or port.
///
/// `query`: The text to find: a number, or its beginning or end; a reference or tag, or its beginning; a part of the
/// name of a vessel, customer or port.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search(
    client: *const Client,
    query: *const c_char,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "search", "search", &[Text(query)]).start_listing(pages, error)
}

/// Lists shipments, newest first. The hosted service supports the filters `number`, `filter[tracking_stopped]` and `q`,
/// and ignores the others.
///
/// `query` may be NULL. Included resources: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
/// `containers.transport_events`, `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`,
/// `destination`, `destination_terminal`, `destination_terminal.port`, `line_tracking_stopped_by_user`. Parameters:
/// - `number`: Only shipments that are tracked under this number, as it was submitted. Container numbers are not
///   searched.
/// - `filter[tracking_stopped]`: Only shipments that are no longer tracked (true), or only shipments that are still
///   tracked (false).
/// - `q`: Only shipments with a bill of lading, reference or container number that begins with this text. Deprecated in
///   the hosted service.
/// - `filter[reference]`: Only shipments with this reference.
/// - `filter[tag]`: Only if the shipment has this tag.
/// - `filter[customer_id]`: Only if the shipment is tracked for the customer with this id.
/// - `filter[customer_name]`: Only if the shipment is tracked for a customer whose name contains these words.
/// - `filter[shipping_line_scac]`: Only if the carrier of the shipment has this SCAC.
/// - `filter[vessel_name]`: Only if the vessel that arrives at the port of discharge has this name.
/// - `filter[pol_code]`: Only if the port of lading has this UN/LOCODE, or another one of the same port area.
/// - `filter[pod_code]`: Only if the port of discharge has this UN/LOCODE, or another one of the same port area.
/// - `filter[destination_code]`: Only if the inland destination has this UN/LOCODE.
/// - `filter[pod_eta_at][start]`: Only if the estimated arrival at the port of discharge is at this time or later. A
///   date means its beginning in UTC.
/// - `filter[pod_eta_at][end]`: Only if the estimated arrival at the port of discharge is at this time or earlier. A
///   date means its end in UTC.
/// - `filter[updated_at][start]`: Only if a source was asked about the shipment, or changed it, at this time or later.
///   A date means its beginning in UTC.
/// - `filter[custom_fields]`: Only resources with these values of custom fields. Each item is `slug=value`; an option
///   is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The
///   hosted service ignores this filter.
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
/// `query` may be NULL. Included resources: `containers`, `containers.pod_terminal`, `containers.pickup_facility`,
/// `containers.transport_events`, `pod_terminal`, `pod_terminal.port`, `port_of_lading`, `port_of_discharge`,
/// `destination`, `destination_terminal`, `destination_terminal.port`, `line_tracking_stopped_by_user`.
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

/// Changes the references, tags and customer of a shipment. What is not in the request keeps its value.
///
/// `draft` has optional attributes, and may be NULL:
/// - `ref_numbers`: References of the customer, such as purchase order numbers.
/// - `tags`: Tags of the shipment.
/// - `customer`: The customer for whom the shipment is tracked. `null` removes it, also from the tracking requests of
///   the shipment.
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

/// Stops tracking a shipment and all its containers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_stop_tracking(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "stop_tracking", &[Text(id)]).fetch_resource(resource, error)
}

/// Resumes tracking of a shipment that was stopped.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_resume_tracking(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "resume_tracking", &[Text(id)]).fetch_resource(resource, error)
}

/// Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and those that
/// are probably wrong. Lists at most 1,000 doubts, newest first.
///
/// `json` receives a JSON object: `doubts`, a list of objects with `reason`, `text`, `container`, `source`,
/// `received_at`, `pointer`, `event`, `at` and `locode`, and `total`, the number of doubts.
///
/// The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_doubts(
    client: *const Client,
    id: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "doubts", &[Text(id)]).fetch_json(json, error)
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

/// Sets a custom field of a shipment.
///
/// `api_slug`: The API name of the field: the `api_slug` of its definition.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Changes the value of a custom field of a shipment.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Deletes the value of a custom field of a shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_delete_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "shipments", "delete_custom_field", &[Text(id), Text(api_slug)]).run(error)
}

/// Lists all ocean carriers on one page.
///
/// `query` may be NULL. Parameters:
/// - `search`: Only carriers with a name or SCAC that contains this text.
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

/// Reads a terminal of a port or of a railway.
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
/// `query` may be NULL. Included resources: `tracked_object`, `tracked_object.containers`,
/// `tracked_object.pod_terminal`, `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`,
/// `tracked_object.destination`, `tracked_object.destination_terminal`, `shipment`, `container`, `containers`,
/// `customer`, `user`, `account`, `shipping_line`. Parameters:
/// - `filter[request_number]`: Only tracking requests with this number, as it was submitted.
/// - `filter[scac]`: Only tracking requests at the carrier with this SCAC.
/// - `filter[status]`: Only tracking requests with this status. The hosted service documents `created`, `pending` and
///   `failed`.
/// - `filter[request_type]`: Only tracking requests for this kind of number: `bill_of_lading`, `booking_number` or
///   `container`. The hosted service ignores this filter.
/// - `filter[created_at][start]`: Only tracking requests created at this time or later.
/// - `filter[created_at][end]`: Only tracking requests created at this time or earlier.
/// - `filter[updated_at][start]`: Only tracking requests last changed at this time or later.
/// - `filter[updated_at][end]`: Only tracking requests last changed at this time or earlier.
/// - `q`: Only tracking requests with a number or reference that begins with this text. Deprecated in the hosted
///   service.
/// - `filter[reference]`: Only tracking requests with this reference. The hosted service ignores this filter.
/// - `filter[tag]`: Only tracking requests that give their shipment this tag. The hosted service ignores this filter.
/// - `filter[customer_id]`: Only tracking requests for the customer with this id. The hosted service ignores this
///   filter.
/// - `filter[customer_name]`: Only tracking requests for customers whose name contains these words. The hosted service
///   ignores this filter.
/// - `filter[custom_fields]`: Only resources with these values of custom fields. Each item is `slug=value`; an option
///   is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The
///   hosted service ignores this filter.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_list(
    client: *const Client,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "list", &[]).query(query).start_listing(pages, error)
}

/// Reads a tracking request. Without `include`, the response includes its shipment.
///
/// `query` may be NULL. Included resources: `tracked_object`, `tracked_object.containers`,
/// `tracked_object.pod_terminal`, `tracked_object.port_of_lading`, `tracked_object.port_of_discharge`,
/// `tracked_object.destination`, `tracked_object.destination_terminal`, `shipment`, `container`, `containers`,
/// `customer`, `user`, `account`, `shipping_line`.
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

/// Deletes a tracking request, its shipment with containers and events unless another tracking request has the
/// shipment, and the notifications about them that were not delivered yet. What sources reported about the number is
/// kept, and used if the number is tracked again. The event feed has the event `tracking_request.deleted`.
///
/// The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_delete(
    client: *const Client,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "delete", &[Text(id)]).run(error)
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

/// Sets a custom field of a tracking request.
///
/// `api_slug`: The API name of the field: the `api_slug` of its definition.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Changes the value of a custom field of a tracking request.
///
/// `value_json`: The value: text, a number, true or false, a list of texts, an object, or `null`, depending on the data
/// type. JSON.
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

/// Deletes the value of a custom field of a tracking request.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_delete_custom_field(
    client: *const Client,
    id: *const c_char,
    api_slug: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "tracking_requests", "delete_custom_field", &[Text(id), Text(api_slug)]).run(error)
}

/// Reads a vessel by its id or its IMO number. The hosted service adds its positions on request, which requires a paid
/// plan (403 otherwise).
///
/// `query` may be NULL. Parameters:
/// - `show_positions[from_timestamp]`: Adds the positions of the vessel from this time on. If missing, from seven days
///   ago.
/// - `show_positions[to_timestamp]`: Adds the positions of the vessel until this time.
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

/// Reads the estimated positions of a vessel on its way between two ports, one for each minute. The hosted service
/// requires a paid plan (403 otherwise).
///
/// `port_id`: The id of the port to which the vessel sails.
///
/// `previous_port_id`: The id of the port that the vessel left.
///
/// A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN with the code `not_served`.
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

/// Reads the estimated positions of a vessel on its way between two ports, from its current position on.
///
/// `port_id`: The id of the port to which the vessel sails.
///
/// `previous_port_id`: The id of the port that the vessel left.
///
/// `latitude`: Latitude of the current position of the vessel in degrees, positive to the north.
///
/// `longitude`: Longitude of the current position of the vessel in degrees, positive to the east.
///
/// A service in this process does not serve it: SHIPTRACK_ERROR_FORBIDDEN with the code `not_served`.
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

/// Lists the notifications of webhooks, newest first.
///
/// `query` may be NULL. Included resources: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
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

/// Reads a notification of a webhook.
///
/// `query` may be NULL. Included resources: `webhook`, `reference_object`, `tracking_request`, `transport_event`,
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

/// Returns example notifications of one event, in the form in which webhooks receive them.
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

/// Changes a webhook. Attributes that are not in the request keep their values.
///
/// `draft` has optional attributes, and may be NULL:
/// - `url`: The URL to which notifications are posted.
/// - `active`: Whether notifications are sent.
/// - `events`: The names of the events that the webhook receives.
/// - `headers`: HTTP headers that are sent with every delivery. Each has a `name` and a `value`.
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

/// Lists the events that webhooks can receive, by category.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_events(
    client: *const Client,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "events", &[]).start_listing(pages, error)
}

/// Lists the IP addresses from which deliveries are sent. The embedded service lists the addresses that were configured
/// when it was opened.
///
/// `json` receives a JSON object: `webhook_notification_ips` and `last_updated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_ips(client: *const Client, json: *mut *mut Buffer, error: *mut *mut Error) -> i32 {
    call_of(client, "webhooks", "ips", &[]).fetch_json(json, error)
}

/// Sends an example notification to a URL once, and returns the response of the receiver. Registers no webhook. The
/// embedded service sends to the same addresses as deliveries.
///
/// `url`: The URL to which the notification is posted.
///
/// `event`: The name of the event.
///
/// `draft` has optional attributes, and may be NULL:
/// - `secret`: The secret with which the notification is signed. Without it, the notification is not signed.
///
/// `json` receives a JSON object: `url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`,
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

/// Delivers the notifications of an active webhook since a time that it did not receive: those whose delivery failed,
/// with their ids, and those of events that happened while it was not active. Those that were delivered are not sent
/// again.
///
/// `since`: The time from which on notifications are delivered, such as the `failing_since` or `disabled_at` of the
/// webhook.
///
/// `json` receives a JSON object: `replayed`, the number of notifications.
///
/// The hosted service does not support it: SHIPTRACK_ERROR_NOT_FOUND.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_replay(
    client: *const Client,
    id: *const c_char,
    since: *const c_char,
    json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call_of(client, "webhooks", "replay", &[Text(id), Text(since)]).fetch_json(json, error)
}
