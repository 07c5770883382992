//! Tracking requests, shipments and containers, and the search for them.

use super::custom_fields::{FIELD_CHANGES, NEW_FIELD};
use crate::resources::Shape::{self, Flag, Moment, Object, Text};
use crate::resources::attribute::Attribute;
use crate::resources::operation::Answer::{All, Json, One, Pages};
use crate::resources::operation::Body::{Document, Empty, Members};
use crate::resources::operation::words::{TEXTS, delete, get, link, may, must, optional, patch, post, required};
use crate::resources::operation::{Field, Operation, Parameter};
use crate::resources::{ContainerStatus, RequestStatus, RequestType};

const REQUEST_TYPE: Shape = <RequestType as Attribute>::SHAPE;

const STATUS: Shape = <RequestStatus as Attribute>::SHAPE;

const CONTAINER_STATUS: Shape = <ContainerStatus as Attribute>::SHAPE;

const REF_NUMBERS: Field = optional("ref_numbers", TEXTS, "The customer's own references.");

pub(super) const TRACKING_REQUESTS: &[Operation] = &[
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
        .includes_by_default(TRACKED_OBJECT)
        .everywhere(),
    post("create", "/tracking_requests", Document("tracking_request", NEW_REQUEST, &[link("customer", &["party"], "The customer it is for. It can be said here only.")]), One("tracking_request"))
        .about("Has a number tracked. A second request for the same number and carrier is refused as a duplicate while the first one lives.")
        .includes(REQUEST_INCLUDES)
        .includes_by_default(TRACKED_OBJECT)
        .everywhere(),
    post("infer_number", "/tracking_requests/infer_number", Members(&[required("number", Text, "Any number.")]), One("infer_number_results"))
        .about("Finds out what a number is and which carrier it belongs to. Nothing is tracked.")
        .everywhere(),
    get("get", "/tracking_requests/{id}", One("tracking_request"))
        .about("Reads a tracking request. Asked for no `include`, the service tells its shipment along.")
        .includes(REQUEST_INCLUDES)
        .includes_by_default(TRACKED_OBJECT)
        .everywhere(),
    patch("update", "/tracking_requests/{id}", Document("tracking_request", &[REF_NUMBERS, optional("ref_number", Text, "One reference, as the interface documents it."), optional("shipment_tags", TEXTS, "Labels of its shipment. The hosted service documents them where a request is created only.").or(&["tags"])], &[]), One("tracking_request"))
        .about("Changes the references of a tracking request.")
        .includes_by_default(TRACKED_OBJECT)
        .everywhere(),
    get("custom_fields", "/tracking_requests/{id}/custom_fields", All("custom_field")).about("Lists the custom fields of a tracking request.").everywhere(),
    post("create_custom_field", "/tracking_requests/{id}/custom_fields", NEW_FIELD, One("custom_field")).about("Gives a tracking request a custom field.").everywhere(),
    patch("update_custom_field", "/tracking_requests/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field")).about("Changes a custom field of a tracking request.").everywhere(),
    delete("delete_custom_field", "/tracking_requests/{id}/custom_fields/{api_slug}").about("Takes a custom field of a tracking request away.").everywhere(),
];

// Clients of the hosted service call the tracked object a shipment, and ask for its containers.
const REQUEST_INCLUDES: &[&str] = &[
    "tracked_object",
    "tracked_object.containers",
    "tracked_object.pod_terminal",
    "tracked_object.port_of_lading",
    "tracked_object.port_of_discharge",
    "tracked_object.destination",
    "tracked_object.destination_terminal",
    "shipment",
    "container",
    "containers",
    "customer",
    "user",
    "account",
    "shipping_line",
];
const TRACKED_OBJECT: &[&str] = &["tracked_object"];

const NEW_REQUEST: &[Field] = &[
    required(
        "request_type",
        REQUEST_TYPE,
        "What kind of number it is: `bill_of_lading`, `booking_number`, `container`.",
    ),
    required("request_number", Text, "The number, as the carrier writes it."),
    optional("scac", Text, "The code of the carrier, four letters. Not needed where the service is to find it."),
    optional("auto_detect_vocc_scac", Flag, "Has the service find the carrier."),
    REF_NUMBERS.or(&["ref_number"]),
    optional("shipment_tags", TEXTS, "Labels that its shipment gets.").or(&["tags"]),
    optional(
        "initial_custom_fields",
        Object,
        "Custom fields that its shipment and containers get: `{\"shipment\": [{\"api_slug\", \"value\"}], \"containers\": [{\"api_slug\", \"value\", \"number\"}]}`; without a number it is for all containers.",
    ),
];

pub(super) const SHIPMENTS: &[Operation] = &[
    get("list", "/shipments", Pages("shipment"))
        .about("Lists shipments, newest first. Of its filters the hosted service has `number`, `filter[tracking_stopped]` and `q`, and passes the others over.")
        .takes(SHIPMENT_FILTERS)
        .includes(SHIPMENT_INCLUDES)
        .ignores(CLIENT_FILTERS)
        .everywhere(),
    get("get", "/shipments/{id}", One("shipment")).about("Reads a shipment.").includes(SHIPMENT_INCLUDES).everywhere(),
    patch(
        "update",
        "/shipments/{id}",
        Document("shipment", &[REF_NUMBERS, optional("tags", TEXTS, "The labels.").or(&["shipment_tags"])], &[]),
        One("shipment"),
    )
    .about("Changes references and labels of a shipment. What is not named stays.")
    .everywhere(),
    patch("stop_tracking", "/shipments/{id}/stop_tracking", Document("shipment", &[], &[]), One("shipment"))
        .about("Stops following a shipment and all its containers.")
        .includes(SHIPMENT_INCLUDES)
        .everywhere(),
    patch("resume_tracking", "/shipments/{id}/resume_tracking", Document("shipment", &[], &[]), One("shipment"))
        .about("Follows a shipment again that was stopped.")
        .includes(SHIPMENT_INCLUDES)
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

const SHIPMENT_INCLUDES: &[&str] = &[
    "containers",
    "containers.pod_terminal",
    "containers.pickup_facility",
    "pod_terminal",
    "pod_terminal.port",
    "port_of_lading",
    "port_of_discharge",
    "destination",
    "destination_terminal",
    "destination_terminal.port",
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

pub(super) const CONTAINERS: &[Operation] = &[
    get("list", "/containers", Pages("container"))
        .about("Lists containers: the hosted service the most recently refreshed first, the embedded one the newest first. Of its filters the hosted service has `filter[number]`, and passes the others over.")
        .takes(CONTAINER_FILTERS)
        .includes(CONTAINER_INCLUDES)
        .ignores(CLIENT_FILTERS)
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
        .includes(&["shipment", "container", "location", "terminal", "vessel", "port", "metro_area", "rail_terminal", "source_event", "previous_version"])
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

const CONTAINER_INCLUDES: &[&str] = &[
    "shipment",
    "transport_events",
    "raw_events",
    "pod_terminal",
    "pod_terminal.port",
    "pickup_facility",
    "pickup_facility.port",
    "shipment.port_of_lading",
    "shipment.port_of_discharge",
    "shipment.pod_terminal",
    "shipment.destination",
    "shipment.destination_terminal",
    "transport_events.location",
    "transport_events.terminal",
    "transport_events.vessel",
];

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

// Clients of the hosted service send these filters with lists of shipments and containers; they have no effect there.
const CLIENT_FILTERS: &[&str] = &["filter[status]", "filter[port]", "filter[carrier]", "filter[updated_after]"];

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

pub(super) const OF_FIELDS: &str = "Those whose own custom fields have these values, each `slug=value`; an option by its value or its label. `filter[custom_fields][slug]` takes one value, also with a comma in it.";

pub(super) const SEARCH: &[Operation] = &[get("search", "/search", All("search_result"))
    .about("Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by their number, reference or label, then by what these begin with or a number ends with, then shipments by a part of the name of vessel, customer or port.")
    .takes(&[must("query", Text, "What to look for: a number, its beginning or its end; a reference or a label, or what it begins with; a part of a name.")])
    .everywhere()];
