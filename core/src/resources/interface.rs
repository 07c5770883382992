//! The whole interface: every family, every operation. Start here to learn what the service can be asked; what the
//! resources consist of stands in the files of their families.

use super::Shape::{self, Any, Flag, Integer, List, Moment, Number, Object, Secret, Text};
use super::attribute::Attribute;
use super::operation::Answer::{All, Json, One, Pages};
use super::operation::Body::{self, Document, Empty, Members};
use super::operation::words::{delete, family, get, link, may, must, optional, patch, post, required, required_link};
use super::operation::{Family, Field, Operation, Parameter};
use super::{ContainerStatus, DeliveryHeader, EventName, RequestStatus, RequestType};

/// Every family of the interface, in the order of their names.
pub const INTERFACE: &[Family] = &[
    family("containers", "Boxes of tracked shipments.", CONTAINERS),
    family(
        "custom_field_definitions",
        "Fields that an account adds to its resources, and the options of those that have some.",
        CUSTOM_FIELD_DEFINITIONS,
    ),
    family("custom_fields", "Values of the fields that an account added to its resources.", CUSTOM_FIELDS),
    family("document_schemas", "What is read out of a document of some type.", DOCUMENT_SCHEMAS),
    family("documents", "Files that belong to shipments, and what was read out of them.", DOCUMENTS),
    family("email_submissions", "Mail that was sent to the account's address.", EMAIL_SUBMISSIONS),
    family("metro_areas", "Regions of several ports.", METRO_AREAS),
    family("parties", "Customers of the account.", PARTIES),
    family("ports", "Ports.", PORTS),
    family("search", "Shipments, containers and tracking requests by what they are known by.", SEARCH),
    family("shipments", "What a tracked number turned out to be: a voyage with its containers.", SHIPMENTS),
    family("shipping_lines", "Ocean carriers whose numbers can be tracked.", SHIPPING_LINES),
    family("terminals", "Terminals of ports, and of railways.", TERMINALS),
    family("tracking_requests", "Numbers to be tracked.", TRACKING_REQUESTS),
    family("vessels", "Ships.", VESSELS),
    family("webhook_notifications", "What webhooks were told, and how far its delivery came.", WEBHOOK_NOTIFICATIONS),
    family("webhooks", "URLs that are told of events.", WEBHOOKS),
];

/// Where a file is announced before it is sent (`POST`, plain JSON). It stands at the origin of the service, beside the
/// interface itself; a document is then created of what the announcement was answered with.
pub const DIRECT_UPLOADS: &str = "/rails/active_storage/direct_uploads";

const TEXTS: Shape = List(&Text);
const REQUEST_TYPE: Shape = <RequestType as Attribute>::SHAPE;
const STATUS: Shape = <RequestStatus as Attribute>::SHAPE;
const CONTAINER_STATUS: Shape = <ContainerStatus as Attribute>::SHAPE;
const EVENT: Shape = <EventName as Attribute>::SHAPE;

const CONTAINERS: &[Operation] = &[
    get("list", "/containers", Pages("container"))
        .about("Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its filters the hosted service has `filter[number]`, and passes the others over.")
        .takes(CONTAINER_FILTERS)
        .includes(CONTAINER_INCLUDES)
        .everywhere(),
    get("get", "/containers/{id}", One("container"))
        .about("Reads a container.")
        .includes(CONTAINER_INCLUDES)
        .everywhere(),
    patch("update", "/containers/{id}", Document("container", &[REF_NUMBERS], &[]), One("container"))
        .about("Changes the references of a container. What is not named stays.")
        .everywhere(),
    get("transport_events", "/containers/{id}/transport_events", Pages("transport_event"))
        .about("Lists the events of a container. They come in no order of time, which their time stamps alone do not tell either: \
                `in_order` puts them in order (in C `shiptrack_transport_events_sort`).")
        .includes(&["shipment", "container", "location", "terminal", "vessel", "source_event", "previous_version"])
        .everywhere(),
    get("raw_events", "/containers/{id}/raw_events", All("raw_event"))
        .about("Lists what the sources said of a container, before it was made into events: in the order it was received in, classified or not, \
                and what was said otherwise since. Places, vessels and terminals come along. The hosted service calls this deprecated.")
        .everywhere(),
    get("map_geojson", "/containers/{id}/map_geojson", Json("A GeoJSON FeatureCollection, without features where no route is known."))
        .about("Reads the route of a container as GeoJSON, for a map: its ports, and lines between them for what it has sailed and what is left. The hosted service wants a paid plan for it (403 otherwise), and draws the way the vessel took; the embedded one knows where ports are, and no positions of vessels.")
        .everywhere(),
    patch("refresh", "/containers/{id}/refresh", Empty, Json("`message`"))
        .about("Has the sources of a container asked now. Ten calls a minute; the hosted service wants a paid plan for it (403 otherwise). Where tracking has ended it is refused (422).")
        .everywhere(),
    get("custom_fields", "/containers/{id}/custom_fields", All("custom_field")).about("Lists the custom fields of a container.").everywhere(),
    post("create_custom_field", "/containers/{id}/custom_fields", NEW_FIELD, One("custom_field")).about("Gives a container a custom field.").everywhere(),
    patch("update_custom_field", "/containers/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field")).about("Changes a custom field of a container.").everywhere(),
    delete("delete_custom_field", "/containers/{id}/custom_fields/{api_slug}").about("Takes a custom field of a container away.").everywhere(),
];

const CONTAINER_INCLUDES: &[&str] = &["shipment", "pod_terminal", "pickup_facility", "transport_events", "raw_events"];
const CONTAINER_FILTERS: &[Parameter] = &then_those_of_a_voyage::<16>(&[
    may("filter[number]", "number", Text, "Those with this number."),
    may("filter[current_status]", "current_status", CONTAINER_STATUS, "Those that stand here."),
    may(
        "filter[pickup_lfd][start]",
        "free_from",
        Moment,
        "Those whose last free day, by the calendar there, is this day or later.",
    ),
    may(
        "filter[pickup_lfd][end]",
        "free_until",
        Moment,
        "Those whose last free day, by the calendar there, is this day or earlier.",
    ),
    may("filter[reference]", "reference", Text, "Those with this reference, of their own or of their shipment."),
]);

const fn then_those_of_a_voyage<const ALL: usize>(own: &[Parameter]) -> [Parameter; ALL] {
    assert!(own.len() + VOYAGE_FILTERS.len() == ALL);
    let mut all = [VOYAGE_FILTERS[0]; ALL];
    let mut at = 0;
    while at < ALL {
        all[at] = if at < own.len() { own[at] } else { VOYAGE_FILTERS[at - own.len()] };
        at += 1;
    }
    all
}

// What shipments and containers are both asked for.
const VOYAGE_FILTERS: &[Parameter] = &[
    may("filter[tag]", "tag", Text, "Those whose shipment has this label."),
    may("filter[customer_id]", "customer_id", Text, "Those tracked for the customer with this id."),
    may("filter[customer_name]", "customer_name", Text, "Those tracked for the customer of this name."),
    may("filter[shipping_line_scac]", "scac", Text, "Those at this carrier."),
    may("filter[vessel_name]", "vessel_name", Text, "Those whose vessel at the port of discharge is called so."),
    may("filter[pol_code]", "pol_code", Text, "Those from this port of lading, by its UN/LOCODE."),
    may("filter[pod_code]", "pod_code", Text, "Those to this port of discharge, by its UN/LOCODE."),
    may("filter[destination_code]", "destination_code", Text, "Those to this place inland, by its UN/LOCODE."),
    may(
        "filter[pod_eta_at][start]",
        "eta_from",
        Moment,
        "Those expected at the port of discharge at this moment or later. A day begins as it does in UTC.",
    ),
    may(
        "filter[pod_eta_at][end]",
        "eta_until",
        Moment,
        "Those expected at the port of discharge at this moment or earlier. A day ends as it does in UTC.",
    ),
    may("filter[custom_fields]", "custom_fields", TEXTS, OF_FIELDS),
];

const OF_FIELDS: &str = "Those whose own custom fields have these values, each `slug=value`; an option by its value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.";

const CUSTOM_FIELD_DEFINITIONS: &[Operation] = &[
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
    optional("description", Text, "What the field is for."),
    optional("reference_type", Text, "The type that values of `reference` lead to."),
    optional(
        "validation",
        Object,
        "Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a `number` `min` and `max`.",
    ),
    optional("default_format", Text, "How its values are shown."),
    optional(
        "default_value",
        Any,
        "The value that a resource gets when it is made without one; those that are there already get none.",
    ),
];

const DEFINITION_CHANGES: &[Field] = &[
    optional("display_name", Text, "The name of the field for readers."),
    optional("description", Text, "What the field is for."),
    optional(
        "validation",
        Object,
        "Rules for its values: `required`; of a `short_text` `pattern`, `min_length` and `max_length`; of a `number` `min` and `max`.",
    ),
    optional("default_format", Text, "How its values are shown."),
    optional(
        "default_value",
        Any,
        "The value that a resource gets when it is made without one; those that are there already get none.",
    ),
];

const NEW_OPTION: &[Field] = &[
    required("label", Text, "The option for readers."),
    required("value", Text, "The value that is kept; each option of a field has its own."),
    optional("position", Integer, "Its place in the list, from 0."),
];

const OPTION_CHANGES: &[Field] = &[
    optional("label", Text, "The option for readers."),
    optional("position", Integer, "Its place in the list, from 0."),
];

const CUSTOM_FIELDS: &[Operation] = &[
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

const NEW_FIELD: Body = Document("custom_field", NEW_FIELD_VALUE, &[]);
const NEW_FIELD_VALUE: &[Field] =
    &[required("api_slug", Text, "The name of the field in the interface, as its definition has it."), FIELD_VALUE];
const FIELD_CHANGES: Body = Document("custom_field", &[FIELD_VALUE], &[]);
const FIELD_VALUE: Field =
    required("value", Any, "Its value: a text, a number, true or false, a list of texts, an object, or null.");

const DOCUMENT_SCHEMAS: &[Operation] = &[get("get", "/document_schemas/{id}", One("document_schema"))
    .about("Reads what is read out of documents of one type. Its id names type and date: `bill_of_lading@2025-01-01`.")
    .everywhere()];

const DOCUMENTS: &[Operation] = &[
    get("list", "/documents", Pages("document"))
        .about("Lists documents, newest first unless a sort says otherwise.")
        .takes(&[
            may("filter[filename]", "file_name", Text, "Those whose file has this name."),
            may("filter[reference]", "reference", Text, "Those that name this bill, booking or container."),
            may("filter[document_types]", "document_types", TEXTS, "Those of one of these types."),
            may("sort", "sort", Text, "In this order: `document_type`, `added_by` or `created_at`, with a `-` before it for the other way round."),
        ])
        .includes(DOCUMENT_INCLUDES)
        .everywhere(),
    post("create", "/documents", Document("document", NEW_DOCUMENT, &[]), One("document"))
        .about("Adds a document whose file the service was given already. The same file a second time is refused with 409 and the code `duplicate_document`; `meta` has `existing_document_id` and `existing_document_name`. A file and its document in one step are `upload`.")
        .everywhere(),
    get("types", "/documents/types", Json("`document_types`: the types the service tells apart.")).about("Lists the types of documents.").everywhere(),
    get("get", "/documents/{id}", One("document")).about("Reads a document.").includes(DOCUMENT_INCLUDES).everywhere(),
    patch("update", "/documents/{id}", Document("document", DOCUMENT_CHANGES, &[]), One("document"))
        .about("Corrects the type of a document, or what was read out of it. What is not named stays.")
        .everywhere(),
    delete("delete", "/documents/{id}").about("Discards a document.").everywhere(),
    get("download_url", "/documents/{id}/download_url", Json("`download_url`")).about("Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process gives a path of its own: its `document_content` has the bytes.").everywhere(),
    post("reextract", "/documents/{id}/reextract", Empty, Json("`status`")).about("Has a document read again.").everywhere(),
    post("reclassify", "/documents/{id}/reclassify", Empty, Json("`status`")).about("Has the type of a document found again.").everywhere(),
    post("relink", "/documents/{id}/relink", Empty, Json("`status`")).about("Has the shipments of a document found again.").everywhere(),
    post("rotate", "/documents/{id}/rotate", Members(&[required("degrees", Integer, "By how much, clockwise: 90, 180 or 270.")]), Json("`status`"))
        .about("Turns the image of a document. The embedded service keeps files as they came and refuses it (422).")
        .everywhere(),
];

const DOCUMENT_INCLUDES: &[&str] = &[
    "shipments",
    "cargos",
    "account",
    "user",
    "last_document_representation",
    "current_extraction",
    "email_submission",
];

const NEW_DOCUMENT: &[Field] = &[
    required("name", Text, "The name of the document."),
    required("attached_document", Text, "What the upload of its file was answered with (`signed_id`)."),
];

const DOCUMENT_CHANGES: &[Field] = &[
    optional(
        "document_type_manual",
        Text,
        "The type as a user has it, one of `document_types`; null leaves it to the service again.",
    ),
    optional(
        "extracted_data_manual",
        Object,
        "What a user read out of it, laid over what the service read: a member that is null takes away what was found. Null for all of it leaves it to the service again.",
    ),
];

const EMAIL_SUBMISSIONS: &[Operation] = &[
    get("list", "/email_submissions", Pages("email_submission"))
        .about("Lists the mail of the account, newest first. Asked for no `include`, the service tells documents and what was read out of them along.")
        .includes(EMAIL_INCLUDES)
        .everywhere(),
    get("get", "/email_submissions/{id}", One("email_submission")).about("Reads a mail.").includes(EMAIL_INCLUDES).everywhere(),
];

const EMAIL_INCLUDES: &[&str] = &["account", "user", "documents", "documents.last_document_representation"];

const METRO_AREAS: &[Operation] = &[get("get", "/metro_areas/{id}", One("metro_area"))
    .about("Reads a metro area by its id or its UN/LOCODE.")
    .everywhere()];

const PARTIES: &[Operation] = &[
    get("list", "/parties", Pages("party")).about("Lists the customers of the account.").everywhere(),
    post("create", "/parties", Document("party", &[required("company_name", Text, COMPANY)], &[]), One("party"))
        .about("Adds a customer. A name that exists is refused with 422.")
        .everywhere(),
    get("get", "/parties/{id}", One("party")).about("Reads a customer.").everywhere(),
    patch("update", "/parties/{id}", Document("party", &[optional("company_name", Text, COMPANY)], &[]), One("party"))
        .about("Renames a customer. A name that exists is refused with 422.")
        .everywhere(),
];

const COMPANY: &str = "The name of the company.";

const PORTS: &[Operation] =
    &[get("get", "/ports/{id}", One("port")).about("Reads a port by its id or its UN/LOCODE.").everywhere()];

const SEARCH: &[Operation] = &[get("search", "/search", All("search_result"))
    .about("Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by their number, reference or label, then by what these begin with or a number ends with, then shipments by a part of the name of vessel, customer or port.")
    .takes(&[must("query", Text, "What to look for: a number, its beginning or its end; a reference or a label, or what it begins with; a part of a name.")])
    .everywhere()];

const SHIPMENTS: &[Operation] = &[
    get("list", "/shipments", Pages("shipment"))
        .about("Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`, and passes the others over.")
        .takes(SHIPMENT_FILTERS)
        .includes(SHIPMENT_INCLUDES)
        .everywhere(),
    get("get", "/shipments/{id}", One("shipment")).about("Reads a shipment.").includes(SHIPMENT_INCLUDES).everywhere(),
    patch(
        "update",
        "/shipments/{id}",
        Document("shipment", &[REF_NUMBERS, optional("tags", TEXTS, "The labels.")], &[]),
        One("shipment"),
    )
    .about("Changes references and labels of a shipment. What is not named stays.")
    .everywhere(),
    patch("stop_tracking", "/shipments/{id}/stop_tracking", Document("shipment", &[], &[]), One("shipment"))
        .about("Stops following a shipment and all its containers.")
        .everywhere(),
    patch("resume_tracking", "/shipments/{id}/resume_tracking", Document("shipment", &[], &[]), One("shipment"))
        .about("Follows a shipment again that was stopped.")
        .everywhere(),
    get("custom_fields", "/shipments/{id}/custom_fields", All("custom_field"))
        .about("Lists the custom fields of a shipment.")
        .everywhere(),
    post("create_custom_field", "/shipments/{id}/custom_fields", NEW_FIELD, One("custom_field"))
        .about("Gives a shipment a custom field.")
        .everywhere(),
    patch("update_custom_field", "/shipments/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field"))
        .about("Changes a custom field of a shipment.")
        .everywhere(),
    delete("delete_custom_field", "/shipments/{id}/custom_fields/{api_slug}")
        .about("Takes a custom field of a shipment away.")
        .everywhere(),
];

const SHIPMENT_FILTERS: &[Parameter] = &then_those_of_a_voyage::<15>(&[
    may(
        "number",
        "number",
        Text,
        "Those tracked under this number, as it was submitted; container numbers are not looked at.",
    ),
    may(
        "filter[tracking_stopped]",
        "tracking_stopped",
        Flag,
        "Those that are no longer followed (true), or those that are (false).",
    ),
    may(
        "q",
        "q",
        Text,
        "Those known by this bill, reference or container number. The hosted service calls this deprecated.",
    ),
    may("filter[reference]", "reference", Text, "Those with this reference."),
]);

const SHIPMENT_INCLUDES: &[&str] =
    &["containers", "pod_terminal", "port_of_lading", "port_of_discharge", "destination", "destination_terminal"];

const REF_NUMBERS: Field = optional("ref_numbers", TEXTS, "The customer's own references.");

const SHIPPING_LINES: &[Operation] = &[
    get("list", "/shipping_lines", All("shipping_line"))
        .about("Lists ocean carriers, all on one page.")
        .takes(&[may("search", "search", Text, "Those whose name or code has this part.")])
        .everywhere(),
    get("get", "/shipping_lines/{id}", One("shipping_line"))
        .about("Reads an ocean carrier by its id or its SCAC.")
        .everywhere(),
];

const TERMINALS: &[Operation] = &[get("get", "/terminals/{id}", One("terminal"))
    .about("Reads a terminal; those of railways answer here, too.")
    .everywhere()];

const TRACKING_REQUESTS: &[Operation] = &[
    get("list", "/tracking_requests", Pages("tracking_request"))
        .about("Lists tracking requests, newest first.")
        .takes(&[
            may("filter[request_number]", "number", Text, "Those with this number, as it was submitted."),
            may("filter[scac]", "scac", Text, "Those at this carrier."),
            may("filter[status]", "status", STATUS, "Those that stand here: the hosted service documents `created`, `pending` and `failed`."),
            may("filter[request_type]", "request_type", REQUEST_TYPE, "Those of this kind: `bill_of_lading`, `booking_number`, `container`. The hosted service passes it over."),
            may("filter[created_at][start]", "created_from", Moment, "Those created at this moment or later."),
            may("filter[created_at][end]", "created_until", Moment, "Those created at this moment or earlier."),
            may("filter[updated_at][start]", "updated_from", Moment, "Those last changed at this moment or later."),
            may("filter[updated_at][end]", "updated_until", Moment, "Those last changed at this moment or earlier."),
            may("q", "q", Text, "Those known by this number or reference. The hosted service calls this deprecated."),
            may("filter[reference]", "reference", Text, "Those with this reference. The hosted service passes it over, and those that follow."),
            may("filter[tag]", "tag", Text, "Those with this label for their shipment."),
            may("filter[customer_id]", "customer_id", Text, "Those for the customer with this id."),
            may("filter[customer_name]", "customer_name", Text, "Those for the customer of this name."),
            may("filter[custom_fields]", "custom_fields", TEXTS, OF_FIELDS),
        ])
        .includes(REQUEST_INCLUDES)
        .everywhere(),
    post("create", "/tracking_requests", Document("tracking_request", NEW_REQUEST, &[link("customer", &["party"], "The customer it is for. It can be said here only.")]), One("tracking_request"))
        .about("Has a number tracked. A second request for the same number and carrier is refused as a duplicate while the first one lives.")
        .everywhere(),
    post("infer_number", "/tracking_requests/infer_number", Members(&[required("number", Text, "Any number.")]), One("infer_number_results"))
        .about("Finds out what a number is and which carrier it belongs to. Nothing is tracked.")
        .everywhere(),
    get("get", "/tracking_requests/{id}", One("tracking_request"))
        .about("Reads a tracking request. Asked for no `include`, the service tells its shipment along.")
        .includes(REQUEST_INCLUDES)
        .everywhere(),
    patch("update", "/tracking_requests/{id}", Document("tracking_request", &[REF_NUMBERS, optional("ref_number", Text, "One reference, as the interface documents it."), optional("shipment_tags", TEXTS, "Labels of its shipment. The hosted service documents them where a request is created only.")], &[]), One("tracking_request"))
        .about("Changes the references of a tracking request.")
        .everywhere(),
    get("custom_fields", "/tracking_requests/{id}/custom_fields", All("custom_field")).about("Lists the custom fields of a tracking request.").everywhere(),
    post("create_custom_field", "/tracking_requests/{id}/custom_fields", NEW_FIELD, One("custom_field")).about("Gives a tracking request a custom field.").everywhere(),
    patch("update_custom_field", "/tracking_requests/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field")).about("Changes a custom field of a tracking request.").everywhere(),
    delete("delete_custom_field", "/tracking_requests/{id}/custom_fields/{api_slug}").about("Takes a custom field of a tracking request away.").everywhere(),
];

const REQUEST_INCLUDES: &[&str] = &["tracked_object", "customer", "user", "account", "shipping_line"];

const NEW_REQUEST: &[Field] = &[
    required(
        "request_type",
        REQUEST_TYPE,
        "What kind of number it is: `bill_of_lading`, `booking_number`, `container`.",
    ),
    required("request_number", Text, "The number, as the carrier writes it."),
    optional("scac", Text, "The code of the carrier, four letters. Not needed where the service is to find it."),
    optional("auto_detect_vocc_scac", Flag, "Has the service find the carrier."),
    REF_NUMBERS,
    optional("shipment_tags", TEXTS, "Labels that its shipment gets."),
    optional(
        "initial_custom_fields",
        Object,
        "Custom fields that its shipment and containers get: `{\"shipment\": [{\"api_slug\", \"value\"}], \"containers\": [{\"api_slug\", \"value\", \"number\"}]}`; without a number it is for all containers.",
    ),
];

const VESSELS: &[Operation] = &[
    get("get", "/vessels/{id}", One("vessel"))
        .about("Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted service wants a paid plan for (403 otherwise).")
        .takes(&[
            may("show_positions[from_timestamp]", "positions_from", Moment, "With its positions from this moment on; from seven days ago unless it is said.").hosted(NO_POSITIONS),
            may("show_positions[to_timestamp]", "positions_until", Moment, "With its positions until this moment.").hosted(NO_POSITIONS),
        ])
        .everywhere(),
    get("future_positions", "/vessels/{id}/future_positions", One("vessel"))
        .about("Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants a paid plan for it (403 otherwise).")
        .takes(&[TO_PORT, FROM_PORT])
        .hosted(NO_POSITIONS),
    get("future_positions_with_coordinates", "/vessels/{id}/future_positions_with_coordinates", One("vessel"))
        .about("The same, from where the ship is now.")
        .takes(&[
            TO_PORT,
            FROM_PORT,
            must("latitude", Number, "Where the ship is now, in degrees north."),
            must("longitude", Number, "Where the ship is now, in degrees east."),
        ])
        .hosted(NO_POSITIONS),
];

const NO_POSITIONS: &str = "Positions of vessels are not available: carriers, terminals and EDI tell of none.";

const TO_PORT: Parameter = must("port_id", Text, "The id of the port it sails to.");
const FROM_PORT: Parameter = must("previous_port_id", Text, "The id of the port it left.");

const WEBHOOK_NOTIFICATIONS: &[Operation] = &[
    get("list", "/webhook_notifications", Pages("webhook_notification"))
        .about("Lists what webhooks were told, newest first.")
        .includes(NOTIFICATION_INCLUDES)
        .everywhere(),
    get("get", "/webhook_notifications/{id}", One("webhook_notification"))
        .about("Reads what a webhook was told.")
        .includes(NOTIFICATION_INCLUDES)
        .everywhere(),
    get("examples", "/webhook_notifications/examples", All("webhook_notification"))
        .about("Reads made-up notifications of one event, as webhooks are told of it.")
        .takes(&[must("event", EVENT, "The name of the event, such as `container.transport.vessel_arrived`.")])
        .everywhere(),
];

const NOTIFICATION_INCLUDES: &[&str] =
    &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"];

const WEBHOOKS: &[Operation] = &[
    get("list", "/webhooks", Pages("webhook")).about("Lists webhooks.").everywhere(),
    post("create", "/webhooks", Document("webhook", NEW_WEBHOOK, &[]), One("webhook"))
        .about("Registers a URL. The answer holds the secret its deliveries are signed with.")
        .everywhere(),
    get("get", "/webhooks/{id}", One("webhook")).about("Reads a webhook.").everywhere(),
    patch("update", "/webhooks/{id}", Document("webhook", WEBHOOK_CHANGES, &[]), One("webhook"))
        .about("Changes a webhook. What is not named stays.")
        .everywhere(),
    delete("delete", "/webhooks/{id}").about("Deletes a webhook.").everywhere(),
    get("events", "/webhooks/events", All("webhook_event_category")).about("Lists the events that webhooks can be told of, by category.").everywhere(),
    get("ips", "/webhooks/ips", Json("`webhook_notification_ips` and `last_updated`"))
        .about("Lists the addresses that deliveries come from. The embedded service lists those it was opened with.")
        .everywhere(),
    post("trigger", "/webhooks/trigger", Members(TRIGGER), Json("`url`, `succeeded`, `error`, `status_code`, `request_headers`, `request_body`, `response_headers`, `response_body`"))
        .about("Sends a made-up notification to a URL once, and tells how it was answered. No webhook is registered. Where an address is not public, the embedded service sends it for nobody but the process it runs in.")
        .everywhere(),
    patch("rotate_secret", "/webhooks/{id}/rotate_secret", Document("webhook", &[optional("overlap_seconds", Integer, "For how long the secret before signs along; 0 ends it at once.")], &[]), One("webhook"))
        .about("Gives a webhook a new secret, which the answer holds.")
        .embedded(),
];

const NEW_WEBHOOK: &[Field] = &[
    required("url", Text, "Where notifications are posted."),
    required("active", Flag, "Whether notifications are posted."),
    EVENTS,
    HEADERS,
];
const WEBHOOK_CHANGES: &[Field] = &[optional("url", Text, "Where notifications are posted."), ACTIVE, EVENTS, HEADERS];
const ACTIVE: Field = optional("active", Flag, "Whether notifications are posted.");
const EVENTS: Field = optional("events", List(&EVENT), "The names of the events it is told of.");
const HEADERS: Field = optional(
    "headers",
    List(&<DeliveryHeader as Attribute>::SHAPE),
    "Headers sent along with every delivery, each with `name` and `value`.",
);

const TRIGGER: &[Field] = &[
    required("url", Text, "Where the notification is posted."),
    required("event", EVENT, "The name of the event."),
    optional("secret", Secret, "What the notification is signed with."),
];

/// The operation of this name in this family: `parties`, `create`.
pub fn operation(family: &str, name: &str) -> Option<&'static Operation> {
    INTERFACE.iter().find(|known| known.name == family)?.operations.iter().find(|known| known.name == name)
}

/// The operation that a request of this method to this path, below the base URL, asks for. A word that stands in a path of
/// the interface is not taken for an id: `/webhooks/events` reads no webhook.
pub fn operation_at(method: &str, path: &str) -> Option<&'static Operation> {
    let found = INTERFACE.iter().flat_map(|family| family.operations).filter(|known| known.matches(method, path));
    found.min_by_key(|known| known.path_arguments().count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Bucket;
    use crate::resources::{Home, Repeat};

    fn all() -> impl Iterator<Item = (&'static Family, &'static Operation)> {
        INTERFACE.iter().flat_map(|family| family.operations.iter().map(move |operation| (family, operation)))
    }

    #[test]
    fn a_request_leads_to_its_operation() {
        for (family, operation) in all() {
            let path = operation.path.split('/').map(|segment| if segment.starts_with('{') { "x" } else { segment });
            let path: Vec<&str> = path.collect();
            let found = operation_at(operation.method, &path.join("/"));
            assert_eq!(found, Some(operation), "{} {}", family.name, operation.name);
            assert_eq!(super::operation(family.name, operation.name), Some(operation));
        }
        assert_eq!(operation_at("GET", "/webhooks/events").unwrap().name, "events");
        assert_eq!(operation_at("GET", "/webhooks/0b1").unwrap().name, "get");
        assert_eq!(operation_at("DELETE", "/shipments/0b1"), None);
        assert_eq!(operation_at("GET", "/containers/0b1/route"), None);
    }

    #[test]
    fn the_list_is_in_order_and_says_what_everything_is() {
        assert!(INTERFACE.is_sorted_by_key(|family| family.name));
        for (family, operation) in all() {
            let told =
                operation.parameters.iter().map(|it| it.about).chain(operation.fields().iter().map(|it| it.about));
            for about in told.chain(operation.links().iter().map(|it| it.about)).chain([family.about, operation.about])
            {
                assert!(about.ends_with('.') && about.len() > 5, "{}.{}: {about:?}", family.name, operation.name);
            }
            assert_eq!(operation.path.split('/').nth(1), Some(family.name));
        }
        // One line of the interface, ships by their IMO number, is the same request as ships by their id.
        assert_eq!(all().filter(|(_, operation)| operation.home != Home::Embedded).count() + 1, 83);
    }

    #[test]
    fn what_is_not_served_is_data_that_nobody_tells_and_says_so() {
        for (family, operation) in all() {
            let parts = operation.parameters.iter().filter_map(|it| it.not_served);
            for why in operation.not_served().into_iter().chain(parts) {
                assert_eq!(family.name, "vessels", "{}.{}", family.name, operation.name);
                assert!(why.ends_with('.') && why.len() > 20, "{}.{}: {why:?}", family.name, operation.name);
            }
        }
    }

    #[test]
    fn what_counts_where_and_what_may_be_repeated() {
        let asked = |family, name| operation(family, name).map(|it| (it.bucket(), it.repeat())).unwrap();
        assert_eq!(asked("tracking_requests", "create"), (Bucket::Create, Repeat::Once));
        assert_eq!(asked("tracking_requests", "infer_number"), (Bucket::Infer, Repeat::Harmless));
        assert_eq!(asked("containers", "refresh"), (Bucket::Refresh, Repeat::Once));
        assert_eq!(asked("shipments", "stop_tracking"), (Bucket::Default, Repeat::Converging));
        assert_eq!(asked("parties", "create"), (Bucket::Default, Repeat::Once));
        assert_eq!(asked("documents", "delete"), (Bucket::Default, Repeat::Converging));
    }
}
