//! The resource types of the documented interface. The list is written by hand, independent of the declarations, so that it reveals errors
//! in them.

use serde_json::Value;
use shiptrack::jsonapi::Page;
use shiptrack::resources::{
    Account, Container, ContainerCreatedEvent, ContainerPodTerminalChangedEvent, ContainerUpdatedEvent, CustomField,
    CustomFieldDefinition, CustomFieldOption, Document, DocumentRepresentation, DocumentSchema, EmailSubmission,
    EstimatedEvent, MetroArea, Party, Port, RailTerminal, RawEvent, SearchResult, Shipment, ShipmentUpdatedEvent,
    ShippingLine, Terminal, TrackingRequest, TransportEvent, User, Vessel, Webhook, WebhookEventCategory,
    WebhookNotification,
};

/// The form of an attribute on the wire.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    Text,
    Time,
    Flag,
    Whole,
    Number,
    Texts,
    Object,
    Objects,
    /// A number, as JSON number or as text.
    Decimal,
    /// Any JSON value.
    Any,
}

use Shape::*;

type Members = &'static [(Shape, &'static str)];
type Relationship = (&'static str, &'static [&'static str]);

/// A resource type as the service documents and sends it.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    pub kind: &'static str,
    pub attributes: &'static [(Shape, &'static [&'static str])],
    /// Attributes that have no typed field on purpose.
    pub unmodeled: &'static [&'static str],
    /// Relationships to one resource, each with the types of its targets.
    pub one: &'static [Relationship],
    /// Relationships to any number of resources.
    pub many: &'static [Relationship],
    pub round_trip: fn(&Value) -> Result<RoundTrip, String>,
}

/// A resource that was parsed and serialized.
pub struct RoundTrip {
    pub written: Value,
    pub read_again_equal: bool,
    pub fields_only: Value,
}

macro_rules! round_trip {
    ($type:ty) => {
        |value| {
            let text = format!(r#"{{"data":[{value}]}}"#);
            let page = Page::<$type>::parse(text).map_err(|problem| problem.to_string())?;
            let mut read = page.get(0).ok_or("no item")?.map_err(|problem| problem.to_string())?;
            let written = serde_json::to_value(&read).map_err(|problem| problem.to_string())?;
            let read_again: $type =
                serde_json::from_str(&written.to_string()).map_err(|problem| problem.to_string())?;
            let read_again_equal = read_again == read;
            read.other.clear();
            read.extra = Default::default();
            let fields_only = serde_json::to_value(&read).map_err(|problem| problem.to_string())?;
            Ok(RoundTrip { written, read_again_equal, fields_only })
        }
    };
}

pub const FAMILIES: &[Family] = &[
    Family {
        kind: "tracking_request",
        attributes: &[
            (Text, &["request_number", "status", "failed_reason", "request_type", "scac"]),
            (Texts, &["ref_numbers", "shipment_tags"]),
            (Time, &["created_at", "updated_at"]),
            (Flag, &["is_retrying"]),
            (Whole, &["retry_count"]),
        ],
        unmodeled: &["tags"],
        one: &[("tracked_object", &["shipment"]), ("customer", &["party"]), ("user", &["user"])],
        many: &[],
        round_trip: round_trip!(TrackingRequest),
    },
    Family {
        kind: "shipment",
        attributes: &[
            (
                Text,
                &[
                    "bill_of_lading_number",
                    "normalized_number",
                    "port_of_lading_locode",
                    "port_of_lading_name",
                    "port_of_discharge_locode",
                    "port_of_discharge_name",
                    "destination_locode",
                    "destination_name",
                    "shipping_line_scac",
                    "shipping_line_name",
                    "shipping_line_short_name",
                    "customer_name",
                    "pod_vessel_name",
                    "pod_vessel_imo",
                    "pod_voyage_number",
                    "pol_timezone",
                    "pod_timezone",
                    "line_tracking_stopped_reason",
                    "destination_timezone",
                ],
            ),
            (Texts, &["ref_numbers", "tags"]),
            (
                Time,
                &[
                    "created_at",
                    "pol_etd_at",
                    "pol_atd_at",
                    "pod_eta_at",
                    "pod_original_eta_at",
                    "pod_ata_at",
                    "destination_eta_at",
                    "destination_ata_at",
                    "line_tracking_last_attempted_at",
                    "line_tracking_last_succeeded_at",
                    "line_tracking_stopped_at",
                    "pol_original_etd_at",
                    "destination_original_eta_at",
                ],
            ),
        ],
        unmodeled: &[],
        one: &[
            ("destination", &["metro_area", "port"]),
            ("port_of_lading", &["port"]),
            ("port_of_discharge", &["port"]),
            ("pod_terminal", &["terminal"]),
            ("destination_terminal", &["rail_terminal", "terminal"]),
            ("line_tracking_stopped_by_user", &["user"]),
        ],
        many: &[("containers", &["container"])],
        round_trip: round_trip!(Shipment),
    },
    Family {
        kind: "container",
        attributes: &[
            (
                Text,
                &[
                    "number",
                    "equipment_type",
                    "equipment_height",
                    "seal_number",
                    "pod_full_out_chassis_number",
                    "location_at_pod_terminal",
                    "pod_timezone",
                    "final_destination_timezone",
                    "empty_terminated_timezone",
                    "pod_rail_carrier_scac",
                    "ind_rail_carrier_scac",
                    "current_status",
                    "weight_kind",
                ],
            ),
            (Texts, &["ref_numbers", "seals"]),
            (Whole, &["equipment_length"]),
            (Number, &["weight_in_lbs"]),
            (
                Time,
                &[
                    "created_at",
                    "pickup_lfd",
                    "pickup_lfd_at_pickup",
                    "pickup_appointment_at",
                    "pod_arrived_at",
                    "pod_discharged_at",
                    "pod_full_out_at",
                    "terminal_checked_at",
                    "final_destination_full_out_at",
                    "empty_terminated_at",
                    "pod_last_tracking_request_at",
                    "shipment_last_tracking_request_at",
                    "pod_rail_loaded_at",
                    "pod_rail_departed_at",
                    "ind_eta_at",
                    "ind_ata_at",
                    "ind_rail_unloaded_at",
                    "ind_facility_lfd_on",
                    "delivered_at",
                    "empty_out_at",
                    "pol_full_in_at",
                    "pol_vessel_loaded_at",
                    "pol_vessel_departed_at",
                    "rail_last_tracking_request_at",
                    "ssl_lfd",
                ],
            ),
            (Flag, &["availability_known", "available_for_pickup", "left_shipment", "pickup_lfd_may_move"]),
            (
                Objects,
                &[
                    "holds_at_pod_terminal",
                    "fees_at_pod_terminal",
                    "ind_facility_holds",
                    "ind_facility_fees",
                    "fees_at_pickup",
                ],
            ),
            (Object, &["import_deadlines"]),
            (Any, &["release_statuses"]),
        ],
        unmodeled: &[],
        one: &[("shipment", &["shipment"]), ("pickup_facility", &["terminal"]), ("pod_terminal", &["terminal"])],
        many: &[("transport_events", &["transport_event"]), ("raw_events", &["raw_event"])],
        round_trip: round_trip!(Container),
    },
    Family {
        kind: "port",
        attributes: &[
            (Text, &["name", "code", "state_abbr", "city", "country_code", "time_zone"]),
            (Decimal, &["latitude", "longitude"]),
        ],
        unmodeled: &["id"],
        one: &[],
        many: &[("terminals", &["terminal"])],
        round_trip: round_trip!(Port),
    },
    Family {
        kind: "metro_area",
        attributes: &[
            (Text, &["name", "code", "state_abbr", "country_code", "time_zone"]),
            (Decimal, &["latitude", "longitude"]),
        ],
        unmodeled: &["id"],
        one: &[],
        many: &[],
        round_trip: round_trip!(MetroArea),
    },
    Family {
        kind: "terminal",
        attributes: &[
            (
                Text,
                &[
                    "name",
                    "nickname",
                    "firms_code",
                    "smdg_code",
                    "bic_facility_code",
                    "street",
                    "city",
                    "state",
                    "state_abbr",
                    "zip",
                    "country",
                    "facility_type",
                ],
            ),
            (Object, &["provided_data"]),
        ],
        unmodeled: &["id"], // Terminals of railways, which are also read as this type, have a second `id`.
        one: &[("port", &["port"]), ("metro_area", &["metro_area"])],
        many: &[],
        round_trip: round_trip!(Terminal),
    },
    Family {
        kind: "rail_terminal",
        attributes: &[(Text, &["name", "nickname", "firms_code", "city"])],
        unmodeled: &["id"],
        one: &[("port", &["port"]), ("metro_area", &["metro_area"])],
        many: &[],
        round_trip: round_trip!(RailTerminal),
    },
    Family {
        kind: "shipping_line",
        attributes: &[
            (Text, &["scac", "name", "short_name", "tracking_url", "contact_url"]),
            (Texts, &["alternative_scacs"]),
            (
                Flag,
                &[
                    "bill_of_lading_tracking_support",
                    "booking_number_tracking_support",
                    "container_number_tracking_support",
                    "can_be_asked",
                ],
            ),
            (Object, &["provided_data"]),
        ],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(ShippingLine),
    },
    Family {
        kind: "vessel",
        attributes: &[
            (Text, &["name", "imo", "mmsi"]),
            (Decimal, &["latitude", "longitude"]),
            (Number, &["nautical_speed_knots", "navigational_heading_degrees"]),
            (Time, &["position_timestamp"]),
            (Objects, &["positions"]),
        ],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(Vessel),
    },
    Family {
        kind: "transport_event",
        attributes: &[
            (Text, &["event", "voyage_number", "timezone", "location_locode", "data_source", "value"]),
            (Time, &["timestamp", "created_at", "invalidated_at"]),
        ],
        unmodeled: &[],
        one: &[
            ("shipment", &["shipment"]),
            ("location", &["metro_area", "port"]),
            ("vessel", &["vessel"]),
            ("terminal", &["rail_terminal", "terminal"]),
            ("container", &["container"]),
            ("source_event", &["raw_event"]),
            ("previous_version", &["transport_event"]),
        ],
        many: &[],
        round_trip: round_trip!(TransportEvent),
    },
    Family {
        kind: "estimated_event",
        attributes: &[
            (Time, &["created_at", "estimated_timestamp"]),
            (Text, &["event", "location_locode", "timezone", "voyage_number", "data_source"]),
        ],
        unmodeled: &[],
        one: &[("shipment", &["shipment"]), ("port", &["port"]), ("vessel", &["vessel"])],
        many: &[],
        round_trip: round_trip!(EstimatedEvent),
    },
    Family {
        kind: "raw_event",
        attributes: &[
            (
                Text,
                &[
                    "event",
                    "original_event",
                    "timezone",
                    "location_name",
                    "location_locode",
                    "vessel_name",
                    "vessel_imo",
                    "voyage_number",
                    "data_source",
                    "data_provider_name",
                    "data_provider_code",
                ],
            ),
            (
                Time,
                &[
                    "timestamp",
                    "actual_on",
                    "estimated_on",
                    "actual_at",
                    "estimated_at",
                    "created_at",
                    "will_occur_at",
                    "invalidated_at",
                    "confirmed_at",
                ],
            ),
            (Flag, &["estimated"]),
            (Whole, &["index"]),
        ],
        unmodeled: &[],
        one: &[
            ("location", &["metro_area", "port"]),
            ("vessel", &["vessel"]),
            ("container", &["container"]),
            ("terminal", &["terminal"]),
        ],
        many: &[],
        round_trip: round_trip!(RawEvent),
    },
    Family {
        kind: "webhook",
        attributes: &[
            (Text, &["url", "secret", "disabled_reason"]),
            (Flag, &["active"]),
            (Texts, &["events"]),
            (Objects, &["headers"]),
            (Time, &["created_at", "failing_since", "disabled_at"]),
        ],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(Webhook),
    },
    Family {
        kind: "webhook_notification",
        attributes: &[(Text, &["event", "delivery_status", "version"]), (Time, &["created_at"])],
        unmodeled: &["id"],
        one: &[
            ("webhook", &["webhook"]),
            (
                "reference_object",
                &[
                    "container_created_event",
                    "container_pod_terminal_changed_event",
                    "container_updated_event",
                    "estimated_event",
                    "shipment_updated_event",
                    "tracking_request",
                    "transport_event",
                    "webhook",
                ],
            ),
            ("document", &["document"]),
        ],
        many: &[("webhook_notification_logs", &[])],
        round_trip: round_trip!(WebhookNotification),
    },
    Family {
        kind: "container_updated_event",
        attributes: &[(Object, &["changeset"]), (Time, &["timestamp"]), (Text, &["timezone", "data_source"])],
        unmodeled: &[],
        one: &[("container", &["container"]), ("terminal", &["terminal"]), ("shipment", &["shipment"])],
        many: &[],
        round_trip: round_trip!(ContainerUpdatedEvent),
    },
    Family {
        kind: "shipment_updated_event",
        attributes: &[(Object, &["changeset"]), (Time, &["timestamp"]), (Text, &["data_source"])],
        unmodeled: &[],
        one: &[("shipment", &["shipment"])],
        many: &[],
        round_trip: round_trip!(ShipmentUpdatedEvent),
    },
    Family {
        kind: "container_created_event",
        attributes: &[(Time, &["timestamp"]), (Text, &["timezone"])],
        unmodeled: &[],
        one: &[("container", &["container"]), ("shipment", &["shipment"])],
        many: &[],
        round_trip: round_trip!(ContainerCreatedEvent),
    },
    Family {
        kind: "container_pod_terminal_changed_event",
        attributes: &[(Text, &["data_source"]), (Time, &["timestamp"])],
        unmodeled: &[],
        one: &[("container", &["container"]), ("shipment", &["shipment"]), ("terminal", &["terminal"])],
        many: &[],
        round_trip: round_trip!(ContainerPodTerminalChangedEvent),
    },
    Family {
        kind: "party",
        attributes: &[(Text, &["company_name"])],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(Party),
    },
    Family {
        kind: "account",
        attributes: &[(Text, &["company_name"])],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(Account),
    },
    Family {
        kind: "custom_field",
        attributes: &[(Text, &["api_slug", "display_value"]), (Any, &["value"])],
        unmodeled: &[],
        one: &[
            ("entity", &["container", "shipment", "tracking_request"]),
            ("definition", &["custom_field_definition"]),
        ],
        many: &[],
        round_trip: round_trip!(CustomField),
    },
    Family {
        kind: "custom_field_definition",
        attributes: &[
            (
                Text,
                &[
                    "entity_type",
                    "api_slug",
                    "display_name",
                    "description",
                    "reference_type",
                    "default_format",
                    "template_id",
                    "data_type",
                ],
            ),
            (Time, &["created_at", "updated_at"]),
            (Object, &["validation"]),
            (Any, &["default_value"]),
        ],
        unmodeled: &[],
        one: &[("account", &["account"])],
        many: &[("fields", &["custom_field"]), ("options", &["custom_field_option"])],
        round_trip: round_trip!(CustomFieldDefinition),
    },
    Family {
        kind: "custom_field_option",
        attributes: &[(Text, &["label", "value"]), (Whole, &["position"])],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(CustomFieldOption),
    },
    Family {
        kind: "document",
        attributes: &[
            (
                Text,
                &[
                    "name",
                    "document_type",
                    "document_type_manual",
                    "classification_notes",
                    "source",
                    "file_name",
                    "file_content_type",
                ],
            ),
            (Whole, &["file_size_bytes"]),
            (Time, &["created_at", "updated_at"]),
        ],
        unmodeled: &["id"],
        one: &[
            ("account", &["account"]),
            ("user", &["user"]),
            ("email_submission", &["email_submission"]),
            ("last_document_representation", &["document_representation"]),
        ],
        many: &[("shipments", &["shipment"]), ("cargos", &["container"])],
        round_trip: round_trip!(Document),
    },
    Family {
        kind: "email_submission",
        attributes: &[
            (Text, &["subject", "body", "message_id", "in_reply_to", "content_type", "body_preview"]),
            (Texts, &["from", "to", "cc", "references"]),
            (Time, &["sent_at", "created_at", "updated_at"]),
            (Whole, &["documents_count"]),
            (Objects, &["untracked_numbers"]),
        ],
        unmodeled: &[],
        one: &[("account", &["account"]), ("user", &["user"])],
        many: &[("documents", &["document"])],
        round_trip: round_trip!(EmailSubmission),
    },
    Family {
        kind: "document_representation",
        attributes: &[(Text, &["schema_version"]), (Object, &["payload"]), (Time, &["created_at", "updated_at"])],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(DocumentRepresentation),
    },
    Family {
        kind: "document_schema",
        attributes: &[
            (Text, &["document_type", "label", "schema_version", "full_version", "schema_format", "description"]),
            (Flag, &["current", "draft"]),
            (Time, &["active_at", "created_at", "updated_at"]),
            (Object, &["schema_payload"]),
        ],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(DocumentSchema),
    },
    Family { kind: "user", attributes: &[], unmodeled: &["name"], one: &[], many: &[], round_trip: round_trip!(User) },
    Family {
        kind: "search_result",
        attributes: &[
            (
                Text,
                &[
                    "entity_type",
                    "number",
                    "shipment_id",
                    "scac",
                    "port_of_lading_name",
                    "port_of_discharge_name",
                    "tracking_stopped_reason",
                    "status",
                    "failed_reason",
                ],
            ),
            (Whole, &["containers_count"]),
            (Flag, &["tracking_stopped"]),
            (Texts, &["ref_numbers"]),
            (Time, &["created_at", "updated_at"]),
        ],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(SearchResult),
    },
    Family {
        kind: "webhook_event_category",
        attributes: &[(Text, &["name"]), (Objects, &["events"])],
        unmodeled: &[],
        one: &[],
        many: &[],
        round_trip: round_trip!(WebhookEventCategory),
    },
];

/// The enumerations: type, attribute, and every documented or observed value.
pub const ENUMERATIONS: &[(&str, &str, &[&str])] = &[
    ("tracking_request", "request_type", &["bill_of_lading", "booking_number", "container"]),
    ("tracking_request", "status", &["pending", "awaiting_manifest", "created", "failed", "tracking_stopped"]),
    ("tracking_request", "failed_reason", FAILED_REASONS),
    ("search_result", "failed_reason", FAILED_REASONS),
    ("search_result", "tracking_stopped_reason", STOP_REASONS),
    ("search_result", "entity_type", &["shipment", "cargo", "tracking_request"]),
    ("shipment", "line_tracking_stopped_reason", STOP_REASONS),
    (
        "container",
        "current_status",
        &[
            "new",
            "on_ship",
            "available",
            "not_available",
            "grounded",
            "on_rail",
            "picked_up",
            "off_dock",
            "delivered",
            "dropped",
            "loaded",
            "empty_returned",
            "awaiting_inland_transfer",
        ],
    ),
    ("terminal", "facility_type", &["ocean_terminal", "rail"]),
    (
        "transport_event",
        "data_source",
        &["shipping_line", "terminal", "ais", "rail", "t49_operations_team", "user_input", "t49_calculation"],
    ),
    ("estimated_event", "event", &["shipment.estimated.arrival", "document.extracted", "document.extraction_failed"]),
    ("estimated_event", "data_source", &["shipping_line", "terminal"]),
    ("container_updated_event", "data_source", &["terminal"]),
    ("container_pod_terminal_changed_event", "data_source", &["shipping_line", "terminal", "pierpass"]),
    (
        "raw_event",
        "event",
        &[
            "empty_out",
            "full_in",
            "positioned_in",
            "positioned_out",
            "vessel_loaded",
            "vessel_departed",
            "transshipment_arrived",
            "transshipment_discharged",
            "transshipment_loaded",
            "transshipment_departed",
            "feeder_arrived",
            "feeder_discharged",
            "feeder_loaded",
            "feeder_departed",
            "rail_loaded",
            "rail_departed",
            "rail_arrived",
            "rail_unloaded",
            "vessel_arrived",
            "vessel_discharged",
            "arrived_at_destination",
            "delivered",
            "full_out",
            "empty_in",
            "vgm_received",
            "carrier_release",
            "customs_release",
            "available",
        ],
    ),
    ("webhook_notification", "delivery_status", &["pending", "succeeded", "failed"]),
    ("document", "source", &["upload", "api", "email", "split_document"]),
    ("document_schema", "schema_format", &["json_schema"]),
    ("custom_field_definition", "entity_type", &["Shipment", "Container", "TrackingRequest", "Cargo"]),
    (
        "custom_field_definition",
        "data_type",
        &["short_text", "number", "date", "datetime", "boolean", "enum", "enum_multi", "reference"],
    ),
];

const FAILED_REASONS: &[&str] = &[
    "booking_cancelled",
    "duplicate",
    "expired",
    "internal_processing_error",
    "invalid_number",
    "not_found",
    "retries_exhausted",
    "shipping_line_unreachable",
    "unrecognized_response",
    "data_unavailable",
    "scac_auto_detect_failed",
    "awaiting_manifest",
];

const STOP_REASONS: &[&str] = &[
    "all_containers_terminated",
    "past_arrival_window",
    "past_full_out_window",
    "no_updates_at_line",
    "cancelled_by_user",
    "booking_cancelled",
    "account_closed",
];

/// The structures inside attributes: type, attribute, and the members of one.
pub const STRUCTURES: &[(&str, &str, Members)] = &[
    ("container", "holds_at_pod_terminal", HOLD),
    ("container", "ind_facility_holds", HOLD),
    ("container", "fees_at_pod_terminal", FEE),
    ("container", "ind_facility_fees", FEE),
    ("container", "fees_at_pickup", FEE),
    (
        "container",
        "import_deadlines",
        &[
            (Time, "pickup_lfd_terminal"),
            (Time, "pickup_lfd_rail"),
            (Time, "pickup_lfd_line"),
            (Time, "pickup_good_through"),
            (Time, "return_lfd_line"),
        ],
    ),
    ("webhook", "headers", &[(Text, "name"), (Text, "value")]),
    ("webhook_event_category", "events", &[(Text, "name"), (Text, "description")]),
    (
        "email_submission",
        "untracked_numbers",
        &[(Text, "number"), (Text, "request_type"), (Text, "scac"), (Text, "document_id")],
    ),
    (
        "vessel",
        "positions",
        &[(Decimal, "latitude"), (Decimal, "longitude"), (Number, "heading"), (Time, "timestamp"), (Flag, "estimated")],
    ),
];

const HOLD: Members =
    &[(Text, "name"), (Text, "status"), (Text, "description"), (Text, "detail"), (Time, "unconfirmed_since")];
const FEE: Members = &[(Text, "type"), (Number, "amount"), (Text, "currency_code")];

impl Family {
    /// Returns the attributes with their shapes.
    pub fn attributes(self) -> impl Iterator<Item = (Shape, &'static str)> {
        self.attributes.iter().flat_map(|(shape, names)| names.iter().map(|name| (*shape, *name)))
    }

    /// Returns the names of the relationships.
    pub fn relationships(self) -> Vec<&'static str> {
        self.one.iter().chain(self.many).map(|(name, _)| *name).collect()
    }

    /// Returns the family of this type.
    pub fn named(kind: &str) -> Family {
        *FAMILIES.iter().find(|family| family.kind == kind).unwrap_or_else(|| panic!("{kind} is not listed here"))
    }
}
