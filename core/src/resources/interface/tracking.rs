//! Operations of tracking requests, shipments and containers, and the search.

use super::custom_fields::{FIELD_CHANGES, NEW_FIELD};
use crate::resources::Shape::{self, Flag, Moment, Object, Text};
use crate::resources::attribute::Attribute;
use crate::resources::operation::Answer::{All, Json, One, Pages};
use crate::resources::operation::Body::{Document, Empty, Members};
use crate::resources::operation::builders::{
    TEXTS, delete, field, get, link, parameter, patch, post, required_field, required_parameter,
};
use crate::resources::operation::{Field, Link, Operation, Parameter};
use crate::resources::{ContainerStatus, RequestStatus, RequestType};

const REQUEST_TYPE: Shape = <RequestType as Attribute>::SHAPE;

const STATUS: Shape = <RequestStatus as Attribute>::SHAPE;

const CONTAINER_STATUS: Shape = <ContainerStatus as Attribute>::SHAPE;

const CUSTOMER: Link = link(
    "customer",
    &["party"],
    "The customer for whom the number is tracked. A change with `null` removes it. The hosted service accepts it only for a new request.",
);

const REF_NUMBERS: Field = field("ref_numbers", TEXTS, "References of the customer, such as purchase order numbers.");

pub(super) const TRACKING_REQUESTS: &[Operation] = &[
    get("list", "/tracking_requests", Pages("tracking_request"))
        .about("Lists tracking requests, newest first.")
        .with_parameters(&[
            parameter("filter[request_number]", "number", Text, "Only tracking requests with this number, as it was submitted."),
            parameter("filter[scac]", "scac", Text, "Only tracking requests at the carrier with this SCAC.").with_aliases(&["filter[line_scac]"]),
            parameter("filter[status]", "status", STATUS, "Only tracking requests with this status. The hosted service documents `created`, `pending` and `failed`."),
            parameter("filter[request_type]", "request_type", REQUEST_TYPE, "Only tracking requests for this kind of number: `bill_of_lading`, `booking_number` or `container`. The hosted service ignores this filter."),
            parameter("filter[created_at][start]", "created_from", Moment, "Only tracking requests created at this time or later."),
            parameter("filter[created_at][end]", "created_until", Moment, "Only tracking requests created at this time or earlier."),
            parameter("filter[updated_at][start]", "updated_from", Moment, "Only tracking requests last changed at this time or later.").with_aliases(&["filter[updated_at]"]),
            parameter("filter[updated_at][end]", "updated_until", Moment, "Only tracking requests last changed at this time or earlier."),
            parameter("q", "q", Text, "Only tracking requests with a number or reference that begins with this text. Deprecated in the hosted service."),
            parameter("filter[reference]", "reference", Text, "Only tracking requests with this reference. The hosted service ignores this filter."),
            parameter("filter[tag]", "tag", Text, "Only tracking requests that give their shipment this tag. The hosted service ignores this filter."),
            parameter("filter[customer_id]", "customer_id", Text, "Only tracking requests for the customer with this id. The hosted service ignores this filter."),
            parameter("filter[customer_name]", "customer_name", Text, "Only tracking requests for customers whose name contains these words. The hosted service ignores this filter."),
            parameter("filter[custom_fields]", "custom_fields", TEXTS, CUSTOM_FIELD_FILTER),
        ])
        .includes(REQUEST_INCLUDES)
        .includes_by_default(TRACKED_OBJECT)
        .served_by_both(),
    post("create", "/tracking_requests", Document("tracking_request", NEW_REQUEST, &[CUSTOMER]), One("tracking_request"))
        .about("Creates a tracking request: the service starts to track a number. A second request for the same number and carrier is rejected with the code `duplicate` while the first one is active.")
        .includes(REQUEST_INCLUDES)
        .includes_by_default(TRACKED_OBJECT)
        .served_by_both(),
    post("infer_number", "/tracking_requests/infer_number", Members(&[required_field("number", Text, "The number of a bill of lading, booking or container.")]), One("infer_number_results"))
        .about("Detects what kind of number this is and which carrier it belongs to. Tracks nothing.")
        .served_by_both(),
    get("get", "/tracking_requests/{id}", One("tracking_request"))
        .about("Reads a tracking request. Without `include`, the response includes its shipment.")
        .includes(REQUEST_INCLUDES)
        .includes_by_default(TRACKED_OBJECT)
        .served_by_both(),
    patch("update", "/tracking_requests/{id}", Document("tracking_request", &[REF_NUMBERS, field("ref_number", Text, "One reference, under the name that the documentation of the hosted service uses."), field("shipment_tags", TEXTS, "Tags of the shipment. The hosted service documents them only for creating a tracking request.").with_aliases(&["tags"])], &[CUSTOMER]), One("tracking_request"))
        .about("Changes the references, the shipment tags and the customer of a tracking request.")
        .includes_by_default(TRACKED_OBJECT)
        .served_by_both(),
    delete("delete", "/tracking_requests/{id}")
        .about("Deletes a tracking request, its shipment with containers and events unless another tracking request has the shipment, and the notifications about them that were not delivered yet. What sources reported about the number is kept, and used if the number is tracked again. The event feed has the event `tracking_request.deleted`.")
        .embedded_only(),
    get("custom_fields", "/tracking_requests/{id}/custom_fields", All("custom_field")).about("Lists the custom fields of a tracking request.").served_by_both(),
    post("create_custom_field", "/tracking_requests/{id}/custom_fields", NEW_FIELD, One("custom_field")).about("Sets a custom field of a tracking request.").served_by_both(),
    patch("update_custom_field", "/tracking_requests/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field")).about("Changes the value of a custom field of a tracking request.").served_by_both(),
    delete("delete_custom_field", "/tracking_requests/{id}/custom_fields/{api_slug}").about("Deletes the value of a custom field of a tracking request.").served_by_both(),
];

// Clients of the hosted service also use the names `shipment` and `containers` for the tracked object and its containers.
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
    required_field(
        "request_type",
        REQUEST_TYPE,
        "The kind of the number: `bill_of_lading`, `booking_number` or `container`.",
    ),
    required_field("request_number", Text, "The number as the carrier writes it."),
    field(
        "scac",
        Text,
        "The SCAC of the carrier: four letters. The embedded service also accepts a name that no other carrier has, such as `Maersk`. Can be missing if the service is to detect the carrier.",
    ),
    field("auto_detect_vocc_scac", Flag, "Whether the service detects the carrier from the number."),
    field(
        "allow_wrong_check_digit",
        Flag,
        "Whether a container number may have a wrong check digit. Only for the embedded service.",
    ),
    REF_NUMBERS.with_aliases(&["ref_number"]),
    field("shipment_tags", TEXTS, "Tags for the shipment.").with_aliases(&["tags"]),
    field(
        "initial_custom_fields",
        Object,
        "Custom fields for the shipment and its containers: `{\"shipment\": [{\"api_slug\", \"value\"}], \"containers\": [{\"api_slug\", \"value\", \"number\"}]}`. An entry of `containers` without `number` applies to all containers.",
    ),
];

pub(super) const SHIPMENTS: &[Operation] = &[
    get("list", "/shipments", Pages("shipment"))
        .about("Lists shipments, newest first. The hosted service supports the filters `number`, `filter[tracking_stopped]` and `q`, and ignores the others.")
        .with_parameters(SHIPMENT_FILTERS)
        .includes(SHIPMENT_INCLUDES)
        .ignores(CLIENT_FILTERS)
        .served_by_both(),
    get("get", "/shipments/{id}", One("shipment")).about("Reads a shipment.").includes(SHIPMENT_INCLUDES).served_by_both(),
    patch(
        "update",
        "/shipments/{id}",
        Document(
            "shipment",
            &[REF_NUMBERS, field("tags", TEXTS, "Tags of the shipment.").with_aliases(&["shipment_tags"])],
            &[link("customer", &["party"], "The customer for whom the shipment is tracked. `null` removes it, also from the tracking requests of the shipment.")],
        ),
        One("shipment"),
    )
    .about("Changes the references, tags and customer of a shipment. What is not in the request keeps its value.")
    .served_by_both(),
    patch("stop_tracking", "/shipments/{id}/stop_tracking", Document("shipment", &[], &[]), One("shipment"))
        .about("Stops tracking a shipment and all its containers.")
        .includes(SHIPMENT_INCLUDES)
        .served_by_both(),
    patch("resume_tracking", "/shipments/{id}/resume_tracking", Document("shipment", &[], &[]), One("shipment"))
        .about("Resumes tracking of a shipment that was stopped.")
        .includes(SHIPMENT_INCLUDES)
        .served_by_both(),
    get("doubts", "/shipments/{id}/doubts", Json("`doubts`, a list of objects with `reason`, `text`, `container`, `source`, `received_at`, `pointer`, `event`, `at` and `locode`, and `total`, the number of doubts"))
        .about("Lists what is doubtful in the statements about a shipment: those that are not used, with the reason, and those that are probably wrong. Lists at most 1,000 doubts, newest first.")
        .embedded_only(),
    get("custom_fields", "/shipments/{id}/custom_fields", All("custom_field"))
        .about("Lists the custom fields of a shipment.")
        .served_by_both(),
    post("create_custom_field", "/shipments/{id}/custom_fields", NEW_FIELD, One("custom_field"))
        .about("Sets a custom field of a shipment.")
        .served_by_both(),
    patch("update_custom_field", "/shipments/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field"))
        .about("Changes the value of a custom field of a shipment.")
        .served_by_both(),
    delete("delete_custom_field", "/shipments/{id}/custom_fields/{api_slug}")
        .about("Deletes the value of a custom field of a shipment.")
        .served_by_both(),
];

const SHIPMENT_INCLUDES: &[&str] = &[
    "containers",
    "containers.pod_terminal",
    "containers.pickup_facility",
    "containers.transport_events",
    "pod_terminal",
    "pod_terminal.port",
    "port_of_lading",
    "port_of_discharge",
    "destination",
    "destination_terminal",
    "destination_terminal.port",
    "line_tracking_stopped_by_user",
];

const SHIPMENT_FILTERS: &[Parameter] = &with_voyage_filters::<16>(&[
    parameter(
        "number",
        "number",
        Text,
        "Only shipments that are tracked under this number, as it was submitted. Container numbers are not searched.",
    ),
    parameter(
        "filter[tracking_stopped]",
        "tracking_stopped",
        Flag,
        "Only shipments that are no longer tracked (true), or only shipments that are still tracked (false).",
    ),
    parameter(
        "q",
        "q",
        Text,
        "Only shipments with a bill of lading, reference or container number that begins with this text. Deprecated in the hosted service.",
    ),
    parameter("filter[reference]", "reference", Text, "Only shipments with this reference."),
]);

pub(super) const CONTAINERS: &[Operation] = &[
    get("list", "/containers", Pages("container"))
        .about("Lists containers. Without a filter, those of the shipment that was refreshed last come first. The embedded service refreshes a shipment \
                when a look-up succeeds, or when another source changes its data. If that happens while the links of the list are followed, the containers \
                appear again at its end, so that none is missed. With a filter, the embedded service returns the newest first. The hosted service supports \
                only `filter[number]`, and ignores the other filters.")
        .with_parameters(CONTAINER_FILTERS)
        .includes(CONTAINER_INCLUDES)
        .ignores(CLIENT_FILTERS)
        .served_by_both(),
    get("get", "/containers/{id}", One("container"))
        .about("Reads a container.")
        .includes(CONTAINER_INCLUDES)
        .served_by_both(),
    patch("update", "/containers/{id}", Document("container", &[REF_NUMBERS], &[]), One("container"))
        .about("Changes the references of a container. The hosted service documents this request without an id in the path, `PATCH /containers`: then the id is in the body.")
        .served_by_both(),
    get("transport_events", "/containers/{id}/transport_events", Pages("transport_event"))
        .about("Lists the events of a container. They are not in chronological order, and their timestamps alone do not give the order: \
                `in_order` sorts them (in C `shiptrack_transport_events_sort`).")
        .includes(&["shipment", "container", "location", "terminal", "vessel", "port", "metro_area", "rail_terminal", "source_event", "previous_version"])
        .served_by_both(),
    get("raw_events", "/containers/{id}/raw_events", All("raw_event"))
        .about("Lists the statements of the sources about a container, from which its events are derived, in the order in which they were received. \
                Statements that became no event, and withdrawn statements, are included. The response includes places, vessels and terminals. \
                Deprecated in the hosted service.")
        .served_by_both(),
    get("map_geojson", "/containers/{id}/map_geojson", Json("A GeoJSON FeatureCollection; it has no features if no route is known."))
        .about("Reads the route of a container as GeoJSON, for a map: its ports, with lines for the completed and for the remaining part of the voyage. The hosted service draws the actual course of the vessel, and requires a paid plan (403 otherwise). The embedded service draws lines between ports, because it has no vessel positions.")
        .served_by_both(),
    get("route", "/containers/{id}/route", Json("`data`, the route, and `included`: its places as `route_location`, with the times, the mode, the voyage and the vessel of the leg that ends there (`inbound_…`) and of the leg that begins there (`outbound_…`), and the ports, vessels and terminals"))
        .about("Reads the route of a container: its places in order, and the legs between them by vessel and by rail. The hosted service has removed this request, which its older clients send.")
        .ignores(&["include"])
        .embedded_only(),
    patch("refresh", "/containers/{id}/refresh", Empty, Json("`message`"))
        .about("Requests new data about a container from its sources now. At most ten calls a minute. The hosted service requires a paid plan (403 otherwise). Rejected with 422 if tracking of the container has ended.")
        .served_by_both(),
    get("custom_fields", "/containers/{id}/custom_fields", All("custom_field")).about("Lists the custom fields of a container.").served_by_both(),
    post("create_custom_field", "/containers/{id}/custom_fields", NEW_FIELD, One("custom_field")).about("Sets a custom field of a container.").served_by_both(),
    patch("update_custom_field", "/containers/{id}/custom_fields/{api_slug}", FIELD_CHANGES, One("custom_field")).about("Changes the value of a custom field of a container.").served_by_both(),
    delete("delete_custom_field", "/containers/{id}/custom_fields/{api_slug}").about("Deletes the value of a custom field of a container.").served_by_both(),
];

const CONTAINER_INCLUDES: &[&str] = &[
    "shipment",
    "transport_events",
    "raw_events",
    "pod_terminal",
    "pod_terminal.port",
    "pickup_facility",
    "pickup_facility.port",
    "shipment.containers",
    "shipment.port_of_lading",
    "shipment.port_of_discharge",
    "shipment.pod_terminal",
    "shipment.destination",
    "shipment.destination_terminal",
    "transport_events.location",
    "transport_events.terminal",
    "transport_events.vessel",
];

const CONTAINER_FILTERS: &[Parameter] = &with_voyage_filters::<17>(&[
    parameter("filter[number]", "number", Text, "Only containers with this number."),
    parameter("filter[current_status]", "current_status", CONTAINER_STATUS, "Only containers with this status."),
    parameter(
        "filter[pickup_lfd][start]",
        "free_from",
        Moment,
        "Only containers with a last free day on this day or later. Days are in the time zone of the place where the container is picked up.",
    ),
    parameter(
        "filter[pickup_lfd][end]",
        "free_until",
        Moment,
        "Only containers with a last free day on this day or earlier. Days are in the time zone of the place where the container is picked up.",
    ),
    parameter(
        "filter[reference]",
        "reference",
        Text,
        "Only containers with this reference, and containers of shipments with this reference.",
    ),
]);

// Clients of the hosted service send these filters when they list shipments and containers. They have no effect there.
const CLIENT_FILTERS: &[&str] = &["filter[status]", "filter[port]", "filter[carrier]", "filter[updated_after]"];

const fn with_voyage_filters<const ALL: usize>(own: &[Parameter]) -> [Parameter; ALL] {
    assert!(own.len() + VOYAGE_FILTERS.len() == ALL);
    let mut all = [VOYAGE_FILTERS[0]; ALL];
    let mut at = 0;
    while at < ALL {
        all[at] = if at < own.len() { own[at] } else { VOYAGE_FILTERS[at - own.len()] };
        at += 1;
    }
    all
}

// Filters of both shipments and containers.
const VOYAGE_FILTERS: &[Parameter] = &[
    parameter("filter[tag]", "tag", Text, "Only if the shipment has this tag."),
    parameter(
        "filter[customer_id]",
        "customer_id",
        Text,
        "Only if the shipment is tracked for the customer with this id.",
    ),
    parameter(
        "filter[customer_name]",
        "customer_name",
        Text,
        "Only if the shipment is tracked for a customer whose name contains these words.",
    ),
    parameter("filter[shipping_line_scac]", "scac", Text, "Only if the carrier of the shipment has this SCAC.")
        .with_aliases(&["filter[line_scac]"]),
    parameter(
        "filter[vessel_name]",
        "vessel_name",
        Text,
        "Only if the vessel that arrives at the port of discharge has this name.",
    ),
    parameter(
        "filter[pol_code]",
        "pol_code",
        Text,
        "Only if the port of lading has this UN/LOCODE, or another one of the same port area.",
    ),
    parameter(
        "filter[pod_code]",
        "pod_code",
        Text,
        "Only if the port of discharge has this UN/LOCODE, or another one of the same port area.",
    )
    .with_aliases(&["filter[pod_locode]"]),
    parameter(
        "filter[destination_code]",
        "destination_code",
        Text,
        "Only if the inland destination has this UN/LOCODE.",
    ),
    parameter(
        "filter[pod_eta_at][start]",
        "eta_from",
        Moment,
        "Only if the estimated arrival at the port of discharge is at this time or later. A date means its beginning in UTC.",
    ),
    parameter(
        "filter[pod_eta_at][end]",
        "eta_until",
        Moment,
        "Only if the estimated arrival at the port of discharge is at this time or earlier. A date means its end in UTC.",
    ),
    parameter(
        "filter[updated_at][start]",
        "updated_from",
        Moment,
        "Only if a source was asked about the shipment, or changed it, at this time or later. A date means its beginning in UTC.",
    )
    .with_aliases(&["filter[updated_at]"]),
    parameter("filter[custom_fields]", "custom_fields", TEXTS, CUSTOM_FIELD_FILTER),
];

pub(super) const CUSTOM_FIELD_FILTER: &str = "Only resources with these values of custom fields. Each item is `slug=value`; an option is given by its value or its label. Use `filter[custom_fields][slug]` for a value that contains a comma. The hosted service ignores this filter.";

pub(super) const SEARCH: &[Operation] = &[get("search", "/search", All("search_result"))
    .about("Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches first: an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag that begins with it; then shipments with the text in the name of their vessel, customer or port.")
    .with_parameters(&[required_parameter("query", Text, "The text to find: a number, or its beginning or end; a reference or tag, or its beginning; a part of the name of a vessel, customer or port.")])
    .served_by_both()];
