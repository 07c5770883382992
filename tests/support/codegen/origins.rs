//! What fills each attribute of the resources of the embedded service. The page `core/docs/interface.md` lists it.

use std::collections::BTreeSet;
use std::fmt::Write;

use shiptrack::resources::{TYPES, Type};

/// Attributes of one type with the same origin, separated by spaces.
type Origin = (&'static str, &'static str);

/// Writes a table of the attributes of each type. Panics if an attribute has no origin, or if an origin names an unknown attribute.
pub fn write_origins(page: &mut String) {
    page.push_str(
        "\n## What fills the attributes\n\nThis table lists what fills each attribute of the resources of the embedded service. \"Never\" marks \
         an attribute that only the hosted service fills; it is `null` or absent in the embedded service.\n\n\
         | Resource | Attributes | Filled from |\n|---|---|---|\n",
    );
    for (name, origins) in ORIGINS {
        let kind = TYPES.iter().find(|kind| kind.name == *name).unwrap_or_else(|| panic!("{name} is no type"));
        check(kind, origins);
        for (attributes, origin) in *origins {
            let attributes: Vec<String> = attributes.split(' ').map(|attribute| format!("`{attribute}`")).collect();
            let _ = writeln!(page, "| `{name}` | {} | {origin} |", attributes.join(", "));
        }
    }
    let listed: BTreeSet<&str> = ORIGINS.iter().map(|(name, _)| *name).collect();
    let missing: Vec<&str> = TYPES
        .iter()
        .filter(|kind| !kind.attributes.is_empty())
        .map(|kind| kind.name)
        .filter(|name| !listed.contains(name))
        .collect();
    assert!(missing.is_empty(), "types without origins of their attributes: {missing:?}");
}

fn check(kind: &Type, origins: &[Origin]) {
    let mut named: Vec<&str> = origins.iter().flat_map(|(attributes, _)| attributes.split(' ')).collect();
    let mut declared: Vec<&str> = kind.attributes.iter().map(|attribute| attribute.name).collect();
    named.sort_unstable();
    declared.sort_unstable();
    assert_eq!(named, declared, "the origins of the attributes of {}", kind.name);
}

const EVENTS: &str = "The events that sources report, as derived for the voyage";
const SOURCES: &str = "The last statement of the source that is the authority (facts.md)";
const TABLES: &str = "The tables of places";
const NO_SOURCE: &str = "Never: no source and no table of the embedded service has it";
const STORED: &str = "The service, when it stores the record";
const CALLER: &str = "The request of the caller";

const ORIGINS: &[(&str, &[Origin])] = &[
    ("account", &[("company_name", "The host program")]),
    (
        "container",
        &[
            ("number", "The sources, or the tracking request"),
            ("ref_numbers", CALLER),
            (
                "equipment_type equipment_length equipment_height",
                "The size and type code (ISO 6346) in the events, or the statement of a source",
            ),
            ("weight_in_lbs weight_kind seal_number seals", "The statement of a source"),
            ("created_at", STORED),
            (
                "pickup_lfd pickup_lfd_may_move pickup_lfd_at_pickup import_deadlines ind_facility_lfd_on",
                "The last free days that the line, the terminal, the railway or an arrival notice state",
            ),
            ("fees_at_pickup fees_at_pod_terminal holds_at_pod_terminal", SOURCES),
            ("pickup_appointment_at available_for_pickup availability_known location_at_pod_terminal", SOURCES),
            ("pod_full_out_chassis_number", SOURCES),
            (
                "pod_arrived_at pod_discharged_at pod_full_out_at final_destination_full_out_at empty_terminated_at",
                EVENTS,
            ),
            ("empty_out_at pol_full_in_at pol_vessel_loaded_at pol_vessel_departed_at delivered_at", EVENTS),
            ("pod_rail_loaded_at pod_rail_departed_at ind_eta_at ind_ata_at ind_rail_unloaded_at", EVENTS),
            ("pod_rail_carrier_scac ind_rail_carrier_scac", "The railway that a source names"),
            ("pod_timezone final_destination_timezone empty_terminated_timezone", TABLES),
            (
                "terminal_checked_at pod_last_tracking_request_at shipment_last_tracking_request_at rail_last_tracking_request_at",
                "The times of look-ups and of facts from terminals and railways",
            ),
            ("current_status", "The events, holds and availability"),
            ("left_shipment", "The membership of the container in its shipment, which its sources can withdraw"),
            (
                "release_statuses ind_facility_holds ind_facility_fees ssl_lfd",
                "Never: legacy members of the hosted service; holds, fees and last free days are in the other attributes",
            ),
        ],
    ),
    ("container_created_event", &[("timestamp timezone", "The change that is reported")]),
    ("container_pod_terminal_changed_event", &[("timestamp data_source", "The change that is reported")]),
    ("container_updated_event", &[("changeset timestamp timezone data_source", "The change that is reported")]),
    ("custom_field", &[("api_slug value", CALLER), ("display_value", "The value, in the format of its definition")]),
    (
        "custom_field_definition",
        &[
            (
                "entity_type api_slug display_name description data_type reference_type validation default_format default_value",
                CALLER,
            ),
            ("created_at updated_at", STORED),
            ("template_id", "Never: the embedded service has no templates"),
        ],
    ),
    ("custom_field_option", &[("label value position", CALLER)]),
    (
        "document",
        &[
            ("name document_type_manual", CALLER),
            ("document_type classification_notes", "The readers of documents"),
            ("file_name file_content_type file_size_bytes", "The uploaded file or the attachment"),
            ("source created_at updated_at", STORED),
        ],
    ),
    (
        "document_representation",
        &[
            ("schema_version payload", "The readers of documents, and corrections of the caller"),
            ("created_at updated_at", STORED),
        ],
    ),
    (
        "document_schema",
        &[(
            "document_type label schema_version full_version current draft active_at schema_format description schema_payload created_at updated_at",
            "The built-in schemas",
        )],
    ),
    (
        "email_submission",
        &[
            ("subject body from to cc sent_at message_id in_reply_to references content_type", "The message"),
            ("documents_count", "The documents of the message"),
            ("untracked_numbers", "The numbers in the message and its documents that are not tracked"),
            ("created_at updated_at", STORED),
            ("body_preview", "Never: the embedded service returns the whole `body`"),
        ],
    ),
    (
        "estimated_event",
        &[(
            "created_at estimated_timestamp event location_locode timezone voyage_number data_source",
            "The change of an estimate that is reported",
        )],
    ),
    (
        "metro_area",
        &[(
            "name code state_abbr country_code time_zone latitude longitude",
            "The tables of places; without a UN/LOCODE, the statement of a source",
        )],
    ),
    ("party", &[("company_name", CALLER)]),
    (
        "port",
        &[(
            "name code state_abbr city country_code time_zone latitude longitude",
            "The tables of places; without a UN/LOCODE, the statement of a source",
        )],
    ),
    ("rail_terminal", &[("name city", "The statement of a source"), ("nickname firms_code", NO_SOURCE)]),
    (
        "raw_event",
        &[
            (
                "event original_event timestamp estimated actual_on estimated_on actual_at estimated_at",
                "The statement of the source",
            ),
            (
                "location_name location_locode vessel_name vessel_imo voyage_number data_source data_provider_name data_provider_code",
                "The statement of the source",
            ),
            ("timezone", TABLES),
            ("index created_at", STORED),
            ("invalidated_at confirmed_at", "Later statements of the source"),
            ("will_occur_at", "Never: `timestamp` with `estimated` has this time"),
        ],
    ),
    (
        "search_result",
        &[
            (
                "entity_type number shipment_id scac port_of_lading_name port_of_discharge_name containers_count",
                "The found record",
            ),
            (
                "tracking_stopped tracking_stopped_reason status failed_reason ref_numbers created_at",
                "The found record",
            ),
            ("updated_at", "The last change of the tracking request"),
        ],
    ),
    (
        "shipment",
        &[
            ("bill_of_lading_number", "The tracking request"),
            ("normalized_number", "The number in the form of the carrier"),
            ("ref_numbers tags customer_name", "The tracking request, and changes of the caller"),
            ("created_at", STORED),
            (
                "port_of_lading_locode port_of_lading_name port_of_discharge_locode port_of_discharge_name destination_locode destination_name",
                "The particulars and events that sources report, with names of the tables of places",
            ),
            (
                "shipping_line_scac shipping_line_name shipping_line_short_name",
                "The carrier of the tracking request, with the names of the table of carriers",
            ),
            ("pod_vessel_name pod_vessel_imo pod_voyage_number", EVENTS),
            ("pol_etd_at pol_original_etd_at pol_atd_at pod_eta_at pod_original_eta_at pod_ata_at", EVENTS),
            ("destination_eta_at destination_original_eta_at destination_ata_at", EVENTS),
            ("pol_timezone pod_timezone destination_timezone", TABLES),
            ("line_tracking_last_attempted_at line_tracking_last_succeeded_at", "The look-ups"),
            ("line_tracking_stopped_at line_tracking_stopped_reason", "The lifecycle of the tracking request"),
        ],
    ),
    ("shipment_updated_event", &[("changeset timestamp data_source", "The change that is reported")]),
    (
        "shipping_line",
        &[
            (
                "scac name alternative_scacs short_name bill_of_lading_tracking_support booking_number_tracking_support container_number_tracking_support tracking_url contact_url",
                "The table of carriers, and the carriers that the host program adds",
            ),
            ("can_be_asked", "The carriers that the host program adds"),
            ("provided_data", NO_SOURCE),
        ],
    ),
    (
        "terminal",
        &[
            (
                "name smdg_code bic_facility_code facility_type",
                "The tables of terminals; without a code, the name that a source states",
            ),
            ("city state_abbr country", TABLES),
            ("nickname firms_code street state zip provided_data", NO_SOURCE),
        ],
    ),
    (
        "tracking_request",
        &[
            ("request_type request_number ref_numbers shipment_tags", CALLER),
            ("scac", "The request of the caller, or the detected carrier"),
            ("status failed_reason is_retrying retry_count", "The lifecycle of the tracking request"),
            ("created_at updated_at", STORED),
        ],
    ),
    (
        "transport_event",
        &[
            (
                "event voyage_number timestamp location_locode data_source invalidated_at value",
                "The events that sources report",
            ),
            ("timezone", TABLES),
            ("created_at", STORED),
        ],
    ),
    (
        "vessel",
        &[
            ("name imo", "The events that sources report"),
            (
                "mmsi latitude longitude nautical_speed_knots navigational_heading_degrees position_timestamp positions",
                "Never: no source reports positions of vessels",
            ),
        ],
    ),
    (
        "webhook",
        &[
            ("url active events headers", CALLER),
            ("secret created_at", STORED),
            ("failing_since disabled_at disabled_reason", "The deliveries"),
        ],
    ),
    ("webhook_event_category", &[("name events", "The table of events")]),
    (
        "webhook_notification",
        &[("event created_at version", "The notification"), ("delivery_status", "The deliveries")],
    ),
];
