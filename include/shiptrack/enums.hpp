// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
// Do not include this file; include shiptrack.hpp.
#ifndef SHIPTRACK_ENUMS_HPP
#define SHIPTRACK_ENUMS_HPP

#include <shiptrack/base.hpp>

namespace shiptrack {

/// The values of SHIPTRACK_CONTAINER_STATUS_…
enum class ContainerStatus : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `new`: The container is tracked, and no milestone is known yet.
  new_ = SHIPTRACK_CONTAINER_STATUS_NEW,
  /// `on_ship`: The container is on a vessel: it was loaded and is not yet discharged.
  on_ship = SHIPTRACK_CONTAINER_STATUS_ON_SHIP,
  /// `available`: The container is at the terminal and can be picked up.
  available = SHIPTRACK_CONTAINER_STATUS_AVAILABLE,
  /// `not_available`: The container is at the terminal and cannot be picked up.
  not_available = SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE,
  /// `grounded`: The container is off the vessel or train, and it is unknown whether it can be picked up.
  grounded = SHIPTRACK_CONTAINER_STATUS_GROUNDED,
  /// `on_rail`: The container is on a rail car.
  on_rail = SHIPTRACK_CONTAINER_STATUS_ON_RAIL,
  /// `picked_up`: The loaded container has left the terminal.
  picked_up = SHIPTRACK_CONTAINER_STATUS_PICKED_UP,
  /// `off_dock`: The container was moved to another yard, where it can be picked up.
  off_dock = SHIPTRACK_CONTAINER_STATUS_OFF_DOCK,
  /// `delivered`: A user marked the container as delivered.
  delivered = SHIPTRACK_CONTAINER_STATUS_DELIVERED,
  /// `dropped`: The container was dropped. The hosted service does not document the meaning of this value.
  dropped = SHIPTRACK_CONTAINER_STATUS_DROPPED,
  /// `loaded`: The container was loaded. The hosted service does not document the meaning of this value.
  loaded = SHIPTRACK_CONTAINER_STATUS_LOADED,
  /// `empty_returned`: The empty container was returned, which ends its tracking.
  empty_returned = SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED,
  /// `awaiting_inland_transfer`: The container is off the vessel and continues by rail.
  awaiting_inland_transfer = SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> container_status_name(ContainerStatus code) {
  return detail::text(shiptrack_container_status_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…
enum class CustomFieldDataType : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `short_text`: One line of text.
  short_text = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_SHORT_TEXT,
  /// `number`: A number with up to 12 digits before and 6 digits after the decimal point.
  number = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_NUMBER,
  /// `date`: A date without a time of day.
  date = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATE,
  /// `datetime`: A date with a time of day and an offset from UTC.
  datetime = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATETIME,
  /// `boolean`: True or false.
  boolean = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_BOOLEAN,
  /// `enum`: One of the options of the field.
  enum_ = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM,
  /// `enum_multi`: Any number of the options of the field, as a list of texts.
  enum_multi = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM_MULTI,
  /// `reference`: A reference to another resource, as an object with its `type` and `id`.
  reference = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_REFERENCE,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> custom_field_data_type_name(CustomFieldDataType code) {
  return detail::text(shiptrack_custom_field_data_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…
enum class CustomFieldEntityType : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `Shipment`: The field belongs to shipments.
  shipment = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_SHIPMENT,
  /// `Container`: The field belongs to containers. This name is used to define it.
  container = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CONTAINER,
  /// `Cargo`: The field belongs to containers. The hosted service returns this name.
  cargo = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CARGO,
  /// `TrackingRequest`: The field belongs to tracking requests.
  tracking_request = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_TRACKING_REQUEST,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> custom_field_entity_type_name(CustomFieldEntityType code) {
  return detail::text(shiptrack_custom_field_entity_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_DATA_SOURCE_…
enum class DataSource : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `shipping_line`: The shipping line.
  shipping_line = SHIPTRACK_DATA_SOURCE_SHIPPING_LINE,
  /// `terminal`: The terminal reported it.
  terminal = SHIPTRACK_DATA_SOURCE_TERMINAL,
  /// `ais`: Position reports of the vessel (AIS).
  ais = SHIPTRACK_DATA_SOURCE_AIS,
  /// `rail`: The railway reported it.
  rail = SHIPTRACK_DATA_SOURCE_RAIL,
  /// `user_input`: A user entered it.
  user_input = SHIPTRACK_DATA_SOURCE_USER_INPUT,
  /// `t49_operations_team`: The operations team of the hosted service.
  operations_team = SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM,
  /// `t49_calculation`: A calculation of the hosted service.
  calculation = SHIPTRACK_DATA_SOURCE_CALCULATION,
  /// `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
  pierpass = SHIPTRACK_DATA_SOURCE_PIERPASS,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> data_source_name(DataSource code) {
  return detail::text(shiptrack_data_source_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_DELIVERY_STATUS_…
enum class DeliveryStatus : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `pending`: The notification is not delivered yet.
  pending = SHIPTRACK_DELIVERY_STATUS_PENDING,
  /// `succeeded`: The receiver accepted the notification.
  succeeded = SHIPTRACK_DELIVERY_STATUS_SUCCEEDED,
  /// `failed`: The receiver did not accept the notification, and delivery is not tried again.
  failed = SHIPTRACK_DELIVERY_STATUS_FAILED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> delivery_status_name(DeliveryStatus code) {
  return detail::text(shiptrack_delivery_status_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_DOCUMENT_SOURCE_…
enum class DocumentSource : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `upload`: A user uploaded the document.
  upload = SHIPTRACK_DOCUMENT_SOURCE_UPLOAD,
  /// `api`: The document was sent through the API.
  api = SHIPTRACK_DOCUMENT_SOURCE_API,
  /// `email`: The document was attached to an email message.
  email = SHIPTRACK_DOCUMENT_SOURCE_EMAIL,
  /// `split_document`: The service split the document off a file that contained several documents.
  split_document = SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> document_source_name(DocumentSource code) {
  return detail::text(shiptrack_document_source_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_EVENT_…
enum class EventName : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `tracking_request.succeeded`: The carrier returned data, and a shipment is linked to the tracking request.
  tracking_request_succeeded = SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED,
  /// `tracking_request.failed`: The tracking request failed, and the carrier is not asked again.
  tracking_request_failed = SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED,
  /// `tracking_request.awaiting_manifest`: The carrier has no data yet. This event is published only the first time.
  tracking_request_awaiting_manifest = SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST,
  /// `tracking_request.tracking_stopped`: Tracking of the shipment stopped.
  tracking_request_tracking_stopped = SHIPTRACK_EVENT_TRACKING_REQUEST_TRACKING_STOPPED,
  /// `tracking_request.deleted`: The tracking request was deleted. This event is an extension: only webhooks that list
  /// it receive it.
  tracking_request_deleted = SHIPTRACK_EVENT_TRACKING_REQUEST_DELETED,
  /// `shipment.estimated.arrival`: The estimated arrival at the port of discharge changed.
  shipment_estimated_arrival = SHIPTRACK_EVENT_SHIPMENT_ESTIMATED_ARRIVAL,
  /// `container.created`: A container was added to a shipment.
  container_created = SHIPTRACK_EVENT_CONTAINER_CREATED,
  /// `container.updated`: The data of the terminal about a container changed, or published times of the container were
  /// corrected.
  container_updated = SHIPTRACK_EVENT_CONTAINER_UPDATED,
  /// `container.pod_terminal_changed`: The terminal where a container will be discharged changed.
  container_pod_terminal_changed = SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED,
  /// `container.pickup_lfd.changed`: The last free day that applies changed.
  container_pickup_lfd_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED,
  /// `container.pickup_lfd_line.changed`: The last free day that the shipping line sets changed.
  container_pickup_lfd_line_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED,
  /// `container.pickup_lfd_terminal.changed`: The last free day that the terminal sets changed.
  container_pickup_lfd_terminal_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED,
  /// `container.pickup_lfd_rail.changed`: The last free day that the railway sets changed.
  container_pickup_lfd_rail_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED,
  /// `container.pickup_appointment.changed`: The pickup appointment of the container changed.
  container_pickup_appointment_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED,
  /// `container.transport.empty_out`: The empty container was picked up at the origin.
  transport_empty_out = SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT,
  /// `container.transport.full_in`: The loaded container was delivered to the port of lading.
  transport_full_in = SHIPTRACK_EVENT_TRANSPORT_FULL_IN,
  /// `container.transport.vessel_loaded`: The container was loaded on the vessel at the port of lading.
  transport_vessel_loaded = SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED,
  /// `container.transport.vessel_departed`: The vessel left the port of lading.
  transport_vessel_departed = SHIPTRACK_EVENT_TRANSPORT_VESSEL_DEPARTED,
  /// `container.transport.transshipment_arrived`: The container arrived at a transshipment port.
  transport_transshipment_arrived = SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_ARRIVED,
  /// `container.transport.transshipment_discharged`: The container was discharged at a transshipment port.
  transport_transshipment_discharged = SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DISCHARGED,
  /// `container.transport.transshipment_loaded`: The container was loaded on the next vessel.
  transport_transshipment_loaded = SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_LOADED,
  /// `container.transport.transshipment_departed`: The next vessel left the transshipment port.
  transport_transshipment_departed = SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DEPARTED,
  /// `container.transport.feeder_arrived`: The feeder vessel or barge arrived.
  transport_feeder_arrived = SHIPTRACK_EVENT_TRANSPORT_FEEDER_ARRIVED,
  /// `container.transport.feeder_discharged`: The container was discharged from the feeder vessel or barge.
  transport_feeder_discharged = SHIPTRACK_EVENT_TRANSPORT_FEEDER_DISCHARGED,
  /// `container.transport.feeder_loaded`: The container was loaded on the feeder vessel or barge.
  transport_feeder_loaded = SHIPTRACK_EVENT_TRANSPORT_FEEDER_LOADED,
  /// `container.transport.feeder_departed`: The feeder vessel or barge departed.
  transport_feeder_departed = SHIPTRACK_EVENT_TRANSPORT_FEEDER_DEPARTED,
  /// `container.transport.vessel_arrived`: The vessel arrived at the port of discharge.
  transport_vessel_arrived = SHIPTRACK_EVENT_TRANSPORT_VESSEL_ARRIVED,
  /// `container.transport.vessel_berthed`: The vessel berthed at the port of discharge.
  transport_vessel_berthed = SHIPTRACK_EVENT_TRANSPORT_VESSEL_BERTHED,
  /// `container.transport.vessel_discharged`: The container was discharged at the port of discharge.
  transport_vessel_discharged = SHIPTRACK_EVENT_TRANSPORT_VESSEL_DISCHARGED,
  /// `container.transport.available`: The container can be picked up.
  transport_available = SHIPTRACK_EVENT_TRANSPORT_AVAILABLE,
  /// `container.transport.not_available`: The container can no longer be picked up.
  transport_not_available = SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE,
  /// `container.transport.full_out`: The loaded container was picked up, at the port or inland.
  transport_full_out = SHIPTRACK_EVENT_TRANSPORT_FULL_OUT,
  /// `container.transport.delivered`: A user marked the container as delivered.
  transport_delivered = SHIPTRACK_EVENT_TRANSPORT_DELIVERED,
  /// `container.transport.empty_in`: The empty container was returned.
  transport_empty_in = SHIPTRACK_EVENT_TRANSPORT_EMPTY_IN,
  /// `container.transport.rail_loaded`: The container was loaded on a rail car.
  transport_rail_loaded = SHIPTRACK_EVENT_TRANSPORT_RAIL_LOADED,
  /// `container.transport.rail_departed`: The train departed.
  transport_rail_departed = SHIPTRACK_EVENT_TRANSPORT_RAIL_DEPARTED,
  /// `container.transport.rail_arrived`: The train arrived at a rail terminal, at the destination or on the way.
  transport_rail_arrived = SHIPTRACK_EVENT_TRANSPORT_RAIL_ARRIVED,
  /// `container.transport.rail_unloaded`: The container was unloaded from the rail car.
  transport_rail_unloaded = SHIPTRACK_EVENT_TRANSPORT_RAIL_UNLOADED,
  /// `container.transport.arrived_at_inland_destination`: The container reached its inland destination by rail.
  transport_arrived_at_inland_destination = SHIPTRACK_EVENT_TRANSPORT_ARRIVED_AT_INLAND_DESTINATION,
  /// `container.transport.estimated.vessel_departed`: The estimated departure from the port of lading changed.
  transport_estimated_vessel_departed = SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_DEPARTED,
  /// `container.transport.estimated.vessel_arrived`: The estimated arrival of this container at the port of discharge
  /// changed.
  transport_estimated_vessel_arrived = SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED,
  /// `container.transport.estimated.arrived_at_inland_destination`: The estimated arrival at the inland destination
  /// changed.
  transport_estimated_arrived_at_inland_destination = SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_ARRIVED_AT_INLAND_DESTINATION,
  /// `document.extracted`: Data was extracted from a document.
  document_extracted = SHIPTRACK_EVENT_DOCUMENT_EXTRACTED,
  /// `document.extraction_failed`: No data could be extracted from a document.
  document_extraction_failed = SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED,
  /// `shipment.updated`: Published times or places of the shipment were corrected. This event is an extension: only
  /// webhooks that list it receive it.
  shipment_updated = SHIPTRACK_EVENT_SHIPMENT_UPDATED,
  /// `webhook.disabled`: The service disabled a webhook, because its receiver is gone or failed for too long. This
  /// event is an extension: only webhooks that list it receive it.
  webhook_disabled = SHIPTRACK_EVENT_WEBHOOK_DISABLED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> event_name(EventName code) {
  return detail::text(shiptrack_event_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_FACILITY_TYPE_…
enum class FacilityType : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `ocean_terminal`: A terminal at a port, where vessels are loaded and discharged.
  ocean_terminal = SHIPTRACK_FACILITY_TYPE_OCEAN_TERMINAL,
  /// `rail`: A terminal or ramp of a railway.
  rail = SHIPTRACK_FACILITY_TYPE_RAIL,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> facility_type_name(FacilityType code) {
  return detail::text(shiptrack_facility_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_FAILED_REASON_…
enum class FailedReason : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `booking_cancelled`: The booking was cancelled.
  booking_cancelled = SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED,
  /// `duplicate`: Another active request tracks the same shipment.
  duplicate = SHIPTRACK_FAILED_REASON_DUPLICATE,
  /// `expired`: The shipping line returned no data within the maximum time.
  expired = SHIPTRACK_FAILED_REASON_EXPIRED,
  /// `internal_processing_error`: The service had an internal error, and tries again.
  internal_processing_error = SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR,
  /// `invalid_number`: The shipping line rejects the number as invalid.
  invalid_number = SHIPTRACK_FAILED_REASON_INVALID_NUMBER,
  /// `not_found`: The shipping line does not know the number.
  not_found = SHIPTRACK_FAILED_REASON_NOT_FOUND,
  /// `retries_exhausted`: The maximum number of look-ups was reached.
  retries_exhausted = SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED,
  /// `shipping_line_unreachable`: The shipping line does not respond. The service asks again.
  shipping_line_unreachable = SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE,
  /// `unrecognized_response`: The response of the shipping line cannot be read. The service asks again.
  unrecognized_response = SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE,
  /// `data_unavailable`: The shipping line does not disclose the data.
  data_unavailable = SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE,
  /// `scac_auto_detect_failed`: The shipping line could not be detected from the number.
  scac_auto_detect_failed = SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED,
  /// `awaiting_manifest`: The shipping line has no data yet. The service asks again every day.
  awaiting_manifest = SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> failed_reason_name(FailedReason code) {
  return detail::text(shiptrack_failed_reason_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_MILESTONE_…
enum class Milestone : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `empty_out`: The empty container was picked up at the origin.
  empty_out = SHIPTRACK_MILESTONE_EMPTY_OUT,
  /// `full_in`: The loaded container was delivered to the port of lading.
  full_in = SHIPTRACK_MILESTONE_FULL_IN,
  /// `positioned_in`: The container was moved into a yard between terminals.
  positioned_in = SHIPTRACK_MILESTONE_POSITIONED_IN,
  /// `positioned_out`: The container was moved out of a yard between terminals.
  positioned_out = SHIPTRACK_MILESTONE_POSITIONED_OUT,
  /// `vessel_loaded`: The container was loaded on a vessel.
  vessel_loaded = SHIPTRACK_MILESTONE_VESSEL_LOADED,
  /// `vessel_departed`: The vessel left the port.
  vessel_departed = SHIPTRACK_MILESTONE_VESSEL_DEPARTED,
  /// `transshipment_arrived`: The container arrived at a transshipment port.
  transshipment_arrived = SHIPTRACK_MILESTONE_TRANSSHIPMENT_ARRIVED,
  /// `transshipment_discharged`: The container was discharged at a transshipment port.
  transshipment_discharged = SHIPTRACK_MILESTONE_TRANSSHIPMENT_DISCHARGED,
  /// `transshipment_loaded`: The container was loaded on the next vessel.
  transshipment_loaded = SHIPTRACK_MILESTONE_TRANSSHIPMENT_LOADED,
  /// `transshipment_departed`: The next vessel left the transshipment port.
  transshipment_departed = SHIPTRACK_MILESTONE_TRANSSHIPMENT_DEPARTED,
  /// `feeder_arrived`: The feeder vessel or barge arrived.
  feeder_arrived = SHIPTRACK_MILESTONE_FEEDER_ARRIVED,
  /// `feeder_discharged`: The container was discharged from the feeder vessel or barge.
  feeder_discharged = SHIPTRACK_MILESTONE_FEEDER_DISCHARGED,
  /// `feeder_loaded`: The container was loaded on the feeder vessel or barge.
  feeder_loaded = SHIPTRACK_MILESTONE_FEEDER_LOADED,
  /// `feeder_departed`: The feeder vessel or barge departed.
  feeder_departed = SHIPTRACK_MILESTONE_FEEDER_DEPARTED,
  /// `rail_loaded`: The container was loaded on a rail car.
  rail_loaded = SHIPTRACK_MILESTONE_RAIL_LOADED,
  /// `rail_departed`: The train departed.
  rail_departed = SHIPTRACK_MILESTONE_RAIL_DEPARTED,
  /// `rail_arrived`: The train arrived at a rail terminal.
  rail_arrived = SHIPTRACK_MILESTONE_RAIL_ARRIVED,
  /// `rail_unloaded`: The container was unloaded from the rail car.
  rail_unloaded = SHIPTRACK_MILESTONE_RAIL_UNLOADED,
  /// `vessel_arrived`: The vessel arrived at a port.
  vessel_arrived = SHIPTRACK_MILESTONE_VESSEL_ARRIVED,
  /// `vessel_berthed`: The vessel berthed.
  vessel_berthed = SHIPTRACK_MILESTONE_VESSEL_BERTHED,
  /// `vessel_discharged`: The container was discharged from the vessel.
  vessel_discharged = SHIPTRACK_MILESTONE_VESSEL_DISCHARGED,
  /// `arrived_at_destination`: The container reached its inland destination.
  arrived_at_destination = SHIPTRACK_MILESTONE_ARRIVED_AT_DESTINATION,
  /// `delivered`: The container was delivered.
  delivered = SHIPTRACK_MILESTONE_DELIVERED,
  /// `full_out`: The loaded container was picked up.
  full_out = SHIPTRACK_MILESTONE_FULL_OUT,
  /// `empty_in`: The empty container was returned.
  empty_in = SHIPTRACK_MILESTONE_EMPTY_IN,
  /// `vgm_received`: The verified gross mass of the container was received.
  vgm_received = SHIPTRACK_MILESTONE_VGM_RECEIVED,
  /// `carrier_release`: The carrier released the container.
  carrier_release = SHIPTRACK_MILESTONE_CARRIER_RELEASE,
  /// `customs_release`: Customs released the container.
  customs_release = SHIPTRACK_MILESTONE_CUSTOMS_RELEASE,
  /// `available`: The container can be picked up.
  available = SHIPTRACK_MILESTONE_AVAILABLE,
  /// `not_available`: The container can no longer be picked up.
  not_available = SHIPTRACK_MILESTONE_NOT_AVAILABLE,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> milestone_name(Milestone code) {
  return detail::text(shiptrack_milestone_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_REQUEST_STATUS_…
enum class RequestStatus : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `pending`: The service is asking the shipping line for the number.
  pending = SHIPTRACK_REQUEST_STATUS_PENDING,
  /// `awaiting_manifest`: The shipping line has no data yet. The service asks again every day.
  awaiting_manifest = SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST,
  /// `created`: A shipment was found and is tracked.
  created = SHIPTRACK_REQUEST_STATUS_CREATED,
  /// `failed`: The request failed; `failed_reason` gives the reason.
  failed = SHIPTRACK_REQUEST_STATUS_FAILED,
  /// `tracking_stopped`: Tracking of the shipment stopped.
  tracking_stopped = SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> request_status_name(RequestStatus code) {
  return detail::text(shiptrack_request_status_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_REQUEST_TYPE_…
enum class RequestType : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `bill_of_lading`: A master bill of lading.
  bill_of_lading = SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING,
  /// `booking_number`: A booking of a carrier.
  booking_number = SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER,
  /// `container`: A container number.
  container = SHIPTRACK_REQUEST_TYPE_CONTAINER,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> request_type_name(RequestType code) {
  return detail::text(shiptrack_request_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_SCHEMA_FORMAT_…
enum class SchemaFormat : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `json_schema`: The schema is a JSON Schema.
  json_schema = SHIPTRACK_SCHEMA_FORMAT_JSON_SCHEMA,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> schema_format_name(SchemaFormat code) {
  return detail::text(shiptrack_schema_format_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_SEARCH_ENTITY_TYPE_…
enum class SearchEntityType : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `shipment`: It is a shipment.
  shipment = SHIPTRACK_SEARCH_ENTITY_TYPE_SHIPMENT,
  /// `cargo`: It is a container.
  cargo = SHIPTRACK_SEARCH_ENTITY_TYPE_CARGO,
  /// `tracking_request`: It is a tracking request.
  tracking_request = SHIPTRACK_SEARCH_ENTITY_TYPE_TRACKING_REQUEST,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> search_entity_type_name(SearchEntityType code) {
  return detail::text(shiptrack_search_entity_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_STOP_REASON_…
enum class StopReason : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `all_containers_terminated`: All containers were returned empty.
  all_containers_terminated = SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED,
  /// `past_arrival_window`: The maximum time after the arrival has passed.
  past_arrival_window = SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW,
  /// `past_full_out_window`: The maximum time after the containers were picked up has passed.
  past_full_out_window = SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW,
  /// `no_updates_at_line`: The shipping line has reported nothing new for too long.
  no_updates_at_line = SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE,
  /// `cancelled_by_user`: A user stopped tracking.
  cancelled_by_user = SHIPTRACK_STOP_REASON_CANCELLED_BY_USER,
  /// `booking_cancelled`: The booking was cancelled.
  booking_cancelled = SHIPTRACK_STOP_REASON_BOOKING_CANCELLED,
  /// `account_closed`: The account was closed.
  account_closed = SHIPTRACK_STOP_REASON_ACCOUNT_CLOSED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> stop_reason_name(StopReason code) {
  return detail::text(shiptrack_stop_reason_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_WEBHOOK_DISABLED_REASON_…
enum class WebhookDisabledReason : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `gone`: The receiver answered 410 at least three times in a row, over at least an hour: it no longer exists.
  gone = SHIPTRACK_WEBHOOK_DISABLED_REASON_GONE,
  /// `failing_too_long`: No delivery succeeded for the time `delivery.switch_off_after`, five days by default.
  failing_too_long = SHIPTRACK_WEBHOOK_DISABLED_REASON_FAILING_TOO_LONG,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> webhook_disabled_reason_name(WebhookDisabledReason code) {
  return detail::text(shiptrack_webhook_disabled_reason_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_LINE_DECISION_…
enum class LineDecision : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `auto_select`: Certain enough to use the selected carrier without asking.
  auto_select = SHIPTRACK_LINE_DECISION_AUTO_SELECT,
  /// `needs_confirmation`: A person should confirm the carrier.
  needs_confirmation = SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION,
  /// `no_prediction`: No carrier is likely enough.
  no_prediction = SHIPTRACK_LINE_DECISION_NO_PREDICTION,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> line_decision_name(LineDecision code) {
  return detail::text(shiptrack_line_decision_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_BUCKET_…
enum class Bucket : std::int32_t {
  /// All other requests.
  default_ = SHIPTRACK_BUCKET_DEFAULT,
  /// Creating tracking requests.
  create = SHIPTRACK_BUCKET_CREATE,
  /// Inferring the carrier of a number.
  infer = SHIPTRACK_BUCKET_INFER,
  /// Refreshing a container.
  refresh = SHIPTRACK_BUCKET_REFRESH,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> bucket_name(Bucket code) {
  return detail::text(shiptrack_bucket_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_TRACKED_…
enum class TrackOutcome : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// shiptrack_tracking_request_track(): an active request for the number existed and was adopted.
  adopted = SHIPTRACK_TRACKED_ADOPTED,
  /// shiptrack_tracking_request_track(): this call created the request.
  created = SHIPTRACK_TRACKED_CREATED,
  /// shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for
  /// the number: the outcome of an earlier attempt is unknown, and that attempt may have created a request that has
  /// failed since.
  maybe_second = SHIPTRACK_TRACKED_MAYBE_SECOND,
  /// shiptrack_tracking_request_track(): the newest request for the number failed for a reason that is a property of
  /// the number; it was returned, and nothing was created. SHIPTRACK_RETRACK_… are the policies for such a number.
  returned = SHIPTRACK_TRACKED_RETURNED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> tracked_name(TrackOutcome code) {
  return detail::text(shiptrack_tracked_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_ENSURED_…
enum class EnsureOutcome : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// shiptrack_webhook_ensure(): this call registered the URL.
  created = SHIPTRACK_ENSURED_CREATED,
  /// shiptrack_webhook_ensure(): the URL was registered before, and the webhook was updated.
  updated = SHIPTRACK_ENSURED_UPDATED,
  /// shiptrack_webhook_ensure(): the URL was registered before, with the same attributes.
  unchanged = SHIPTRACK_ENSURED_UNCHANGED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> ensured_name(EnsureOutcome code) {
  return detail::text(shiptrack_ensured_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_SCHEME_…
enum class Scheme : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// The signature covers only the body of the delivery: it may have been captured and sent again.
  hosted = SHIPTRACK_SCHEME_HOSTED,
  /// The signature follows Standard Webhooks: it covers id, time stamp and body.
  standard = SHIPTRACK_SCHEME_STANDARD,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> scheme_name(Scheme code) {
  return detail::text(shiptrack_scheme_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_ACTIVITY_…
enum class ActivityKind : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// An activity: a look-up of a number at a carrier, or an attempt of one.
  look_up = SHIPTRACK_ACTIVITY_LOOK_UP,
  /// An activity: a delivery of a notification to a webhook, or an attempt of one.
  delivery = SHIPTRACK_ACTIVITY_DELIVERY,
  /// An activity: an extractor failed on a document, which is stored nevertheless.
  extraction_failed = SHIPTRACK_ACTIVITY_EXTRACTION_FAILED,
  /// An activity: due work failed, outside of a call that could have reported the error. It is retried. Work that a
  /// closed service does not do is not reported.
  trouble = SHIPTRACK_ACTIVITY_TROUBLE,
  /// An activity: the answer of a carrier contains facts that look wrong. They are stored, and may have no effect. Each
  /// fact is reported once.
  doubtful_facts = SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS,
  /// An activity: from now on the store rejects writes, for the reason in `status` and `message`: its disk is full
  /// (SHIPTRACK_ERROR_STORAGE_FULL, which ends as soon as there is space) or failed, or its file is missing. It is
  /// reported once, when it begins; reads continue where possible.
  writes_refused = SHIPTRACK_ACTIVITY_WRITES_REFUSED,
  /// An activity: the store accepts writes again.
  writes_resumed = SHIPTRACK_ACTIVITY_WRITES_RESUMED,
  /// An activity: a record was omitted from a listing because it cannot be decoded; the other records are there. `id`
  /// is its id, and `message` has its type and the error. Each record is reported once.
  record_left_out = SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT,
  /// An activity: a carrier (`scac`) or a webhook (`webhook_id`) failed too often in a row and is suspended for some
  /// time; `message` says until when. Its work stays due and uses up no attempt. The start of a suspension is reported,
  /// but not each extension after a failed probe.
  resting = SHIPTRACK_ACTIVITY_RESTING,
  /// An activity: the database had an older version and was migrated when the service was opened. `message` names both
  /// versions and the copy of the database that was written before.
  migrated = SHIPTRACK_ACTIVITY_MIGRATED,
  /// An activity: a webhook (`webhook_id`, `url`) was disabled, because its receiver is gone or failed for too long;
  /// `reason` is `gone` or `failing_too_long`. After it was activated again, shiptrack_webhook_replay() delivers what
  /// it missed.
  webhook_disabled = SHIPTRACK_ACTIVITY_WEBHOOK_DISABLED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> activity_name(ActivityKind code) {
  return detail::text(shiptrack_activity_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_OUTCOME_…
enum class Outcome : std::int32_t {
  /// No value.
  none = SHIPTRACK_CODE_NONE,
  /// Outcome of a look-up, `found`: there are facts. `reason` says why tracking ends, such as `duplicate`; NULL if it
  /// continues.
  found = SHIPTRACK_OUTCOME_FOUND,
  /// `no_data_yet`: The carrier knows the number and has no data yet.
  no_data_yet = SHIPTRACK_OUTCOME_NO_DATA_YET,
  /// `not_found`: The carrier does not know the number.
  not_found = SHIPTRACK_OUTCOME_NOT_FOUND,
  /// `invalid_number`: No such number can exist.
  invalid_number = SHIPTRACK_OUTCOME_INVALID_NUMBER,
  /// `cancelled`: The booking was cancelled.
  cancelled = SHIPTRACK_OUTCOME_CANCELLED,
  /// `withheld`: The carrier does not disclose its data.
  withheld = SHIPTRACK_OUTCOME_WITHHELD,
  /// `no_carrier`: The carrier could not be inferred from the number.
  no_carrier = SHIPTRACK_OUTCOME_NO_CARRIER,
  /// `trouble`: A temporary failure, which `reason` names; the look-up is retried.
  trouble = SHIPTRACK_OUTCOME_TROUBLE,
  /// `next_trip_awaited`: The last voyage of the container belongs to another request, and its next one has not
  /// started.
  next_trip_awaited = SHIPTRACK_OUTCOME_NEXT_TRIP_AWAITED,
  /// `rate_limited`: The carrier received too many requests and answers no more for a while; it is asked again later.
  rate_limited = SHIPTRACK_OUTCOME_RATE_LIMITED,
  /// `refused`: The carrier rejects the credentials: they are suspended, and no try is used up.
  refused = SHIPTRACK_OUTCOME_REFUSED,
};

/// The name of a value, as in the interface; no value if it has no name.
[[nodiscard]] inline std::optional<std::string_view> outcome_name(Outcome code) {
  return detail::text(shiptrack_outcome_name(static_cast<std::int32_t>(code)));
}

}  // namespace shiptrack

#endif  // SHIPTRACK_ENUMS_HPP
