// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! The names of the numbers a C program branches on.

use crate::boundary::Text;
use crate::codes::name_of;

/// The name of a value of SHIPTRACK_CONTAINER_STATUS_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_container_status_name(code: i32) -> Text {
    name_of("ContainerStatus", code)
}

/// The name of a value of SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…, as in the interface; no value for another number. The
/// text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_data_type_name(code: i32) -> Text {
    name_of("CustomFieldDataType", code)
}

/// The name of a value of SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…, as in the interface; no value for another number. The
/// text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_custom_field_entity_type_name(code: i32) -> Text {
    name_of("CustomFieldEntityType", code)
}

/// The name of a value of SHIPTRACK_DATA_SOURCE_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_data_source_name(code: i32) -> Text {
    name_of("DataSource", code)
}

/// The name of a value of SHIPTRACK_DELIVERY_STATUS_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_delivery_status_name(code: i32) -> Text {
    name_of("DeliveryStatus", code)
}

/// The name of a value of SHIPTRACK_DOCUMENT_SOURCE_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_document_source_name(code: i32) -> Text {
    name_of("DocumentSource", code)
}

/// The name of a value of SHIPTRACK_EVENT_…, as in the interface; no value for another number. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_event_name(code: i32) -> Text {
    name_of("EventName", code)
}

/// The name of a value of SHIPTRACK_FACILITY_TYPE_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_facility_type_name(code: i32) -> Text {
    name_of("FacilityType", code)
}

/// The name of a value of SHIPTRACK_FAILED_REASON_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_failed_reason_name(code: i32) -> Text {
    name_of("FailedReason", code)
}

/// The name of a value of SHIPTRACK_MILESTONE_…, as in the interface; no value for another number. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_milestone_name(code: i32) -> Text {
    name_of("Milestone", code)
}

/// The name of a value of SHIPTRACK_REQUEST_STATUS_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_request_status_name(code: i32) -> Text {
    name_of("RequestStatus", code)
}

/// The name of a value of SHIPTRACK_REQUEST_TYPE_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_request_type_name(code: i32) -> Text {
    name_of("RequestType", code)
}

/// The name of a value of SHIPTRACK_SCHEMA_FORMAT_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_schema_format_name(code: i32) -> Text {
    name_of("SchemaFormat", code)
}

/// The name of a value of SHIPTRACK_SEARCH_ENTITY_TYPE_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_search_entity_type_name(code: i32) -> Text {
    name_of("SearchEntityType", code)
}

/// The name of a value of SHIPTRACK_STOP_REASON_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_stop_reason_name(code: i32) -> Text {
    name_of("StopReason", code)
}

/// The name of a value of SHIPTRACK_WEBHOOK_DISABLED_REASON_…, as in the interface; no value for another number. The
/// text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_disabled_reason_name(code: i32) -> Text {
    name_of("WebhookDisabledReason", code)
}

/// The name of a value of SHIPTRACK_LINE_DECISION_…, as in the interface; no value for another number. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_line_decision_name(code: i32) -> Text {
    name_of("LineDecision", code)
}

/// The name of a value of SHIPTRACK_BUCKET_…, such as `default`; no value for another number. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_bucket_name(code: i32) -> Text {
    name_of("Bucket", code)
}

/// The name of a value of SHIPTRACK_TRACKED_…, such as `adopted`; no value for another number. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracked_name(code: i32) -> Text {
    name_of("Tracked", code)
}

/// The name of a value of SHIPTRACK_ENSURED_…, such as `created`; no value for another number. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ensured_name(code: i32) -> Text {
    name_of("Ensured", code)
}

/// The name of a value of SHIPTRACK_SCHEME_…, such as `standard`; no value for another number. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_scheme_name(code: i32) -> Text {
    name_of("Scheme", code)
}

/// The name of a value of SHIPTRACK_ACTIVITY_…, such as `look_up`; no value for another number. The text is static.
#[cfg(feature = "service")]
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_activity_name(code: i32) -> Text {
    name_of("Activity", code)
}

/// The name of a value of SHIPTRACK_OUTCOME_…, such as `found`; no value for another number. The text is static.
#[cfg(feature = "service")]
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_outcome_name(code: i32) -> Text {
    name_of("Outcome", code)
}
