// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.
// shiptrack.hpp includes this file: include that one.
#ifndef SHIPTRACK_ENUMS_HPP
#define SHIPTRACK_ENUMS_HPP

#include <shiptrack/base.hpp>

namespace shiptrack {

/// The values of SHIPTRACK_CONTAINER_STATUS_…
enum class ContainerStatus : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `new`: The container is tracked and has met no milestone yet.
  new_ = SHIPTRACK_CONTAINER_STATUS_NEW,
  /// `on_ship`: The container is on a vessel: loaded or under way, and not discharged.
  on_ship = SHIPTRACK_CONTAINER_STATUS_ON_SHIP,
  /// `available`: The container may be picked up.
  available = SHIPTRACK_CONTAINER_STATUS_AVAILABLE,
  /// `not_available`: The container is at the terminal and may not be picked up.
  not_available = SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE,
  /// `grounded`: The container is off the vessel or the train, and nobody says whether it may be picked up.
  grounded = SHIPTRACK_CONTAINER_STATUS_GROUNDED,
  /// `on_rail`: The container is on a rail car.
  on_rail = SHIPTRACK_CONTAINER_STATUS_ON_RAIL,
  /// `picked_up`: The loaded container has left the terminal.
  picked_up = SHIPTRACK_CONTAINER_STATUS_PICKED_UP,
  /// `off_dock`: The container was moved to another yard, where it may be picked up.
  off_dock = SHIPTRACK_CONTAINER_STATUS_OFF_DOCK,
  /// `delivered`: The container was delivered, as a user says.
  delivered = SHIPTRACK_CONTAINER_STATUS_DELIVERED,
  /// `dropped`: The container was dropped; the service does not explain the value.
  dropped = SHIPTRACK_CONTAINER_STATUS_DROPPED,
  /// `loaded`: The container was loaded; the service does not explain the value.
  loaded = SHIPTRACK_CONTAINER_STATUS_LOADED,
  /// `empty_returned`: The empty container was returned, which ends its tracking.
  empty_returned = SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED,
  /// `awaiting_inland_transfer`: The container is off the vessel and will travel on by rail.
  awaiting_inland_transfer = SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> container_status_name(ContainerStatus code) {
  return detail::text(shiptrack_container_status_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_…
enum class CustomFieldDataType : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `short_text`: One line of text.
  short_text = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_SHORT_TEXT,
  /// `number`: A number of up to eighteen digits, six of them after the point.
  number = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_NUMBER,
  /// `date`: A day, without a time.
  date = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATE,
  /// `datetime`: A moment: day and time.
  datetime = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATETIME,
  /// `boolean`: Yes or no.
  boolean = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_BOOLEAN,
  /// `enum`: One of the field's options.
  enum_ = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM,
  /// `enum_multi`: Any number of the field's options, written as a list of texts.
  enum_multi = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM_MULTI,
  /// `reference`: Another resource, written as an object with its `type` and `id`.
  reference = SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_REFERENCE,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> custom_field_data_type_name(CustomFieldDataType code) {
  return detail::text(shiptrack_custom_field_data_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_…
enum class CustomFieldEntityType : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `Shipment`: Shipments have the field.
  shipment = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_SHIPMENT,
  /// `Container`: Containers have the field; the name under which it is defined.
  container = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CONTAINER,
  /// `Cargo`: Containers have the field; the name under which the hosted service tells of it.
  cargo = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CARGO,
  /// `TrackingRequest`: Tracking requests have the field.
  tracking_request = SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_TRACKING_REQUEST,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> custom_field_entity_type_name(CustomFieldEntityType code) {
  return detail::text(shiptrack_custom_field_entity_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_DATA_SOURCE_…
enum class DataSource : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `shipping_line`: The shipping line says so.
  shipping_line = SHIPTRACK_DATA_SOURCE_SHIPPING_LINE,
  /// `terminal`: The terminal says so.
  terminal = SHIPTRACK_DATA_SOURCE_TERMINAL,
  /// `ais`: The vessel's own position reports say so.
  ais = SHIPTRACK_DATA_SOURCE_AIS,
  /// `rail`: The railway says so.
  rail = SHIPTRACK_DATA_SOURCE_RAIL,
  /// `user_input`: A user says so.
  user_input = SHIPTRACK_DATA_SOURCE_USER_INPUT,
  /// `t49_operations_team`: The operations team of the hosted service says so.
  operations_team = SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM,
  /// `t49_calculation`: The hosted service calculated it.
  calculation = SHIPTRACK_DATA_SOURCE_CALCULATION,
  /// `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach, says so.
  pierpass = SHIPTRACK_DATA_SOURCE_PIERPASS,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> data_source_name(DataSource code) {
  return detail::text(shiptrack_data_source_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_DELIVERY_STATUS_…
enum class DeliveryStatus : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `pending`: The notification was not delivered yet.
  pending = SHIPTRACK_DELIVERY_STATUS_PENDING,
  /// `succeeded`: The receiver took the notification.
  succeeded = SHIPTRACK_DELIVERY_STATUS_SUCCEEDED,
  /// `failed`: The receiver never took the notification, and it is not tried again.
  failed = SHIPTRACK_DELIVERY_STATUS_FAILED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> delivery_status_name(DeliveryStatus code) {
  return detail::text(shiptrack_delivery_status_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_DOCUMENT_SOURCE_…
enum class DocumentSource : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `upload`: The document was uploaded by a user.
  upload = SHIPTRACK_DOCUMENT_SOURCE_UPLOAD,
  /// `api`: The document was sent through the interface.
  api = SHIPTRACK_DOCUMENT_SOURCE_API,
  /// `email`: The document was attached to a message.
  email = SHIPTRACK_DOCUMENT_SOURCE_EMAIL,
  /// `split_document`: The document was cut out of another one that held several.
  split_document = SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> document_source_name(DocumentSource code) {
  return detail::text(shiptrack_document_source_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_EVENT_…
enum class EventName : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `tracking_request.succeeded`: The carrier answered: a shipment is linked to the tracking request.
  tracking_request_succeeded = SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED,
  /// `tracking_request.failed`: The tracking request failed for good.
  tracking_request_failed = SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED,
  /// `tracking_request.awaiting_manifest`: The carrier has no data yet; told once, the first time.
  tracking_request_awaiting_manifest = SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST,
  /// `tracking_request.tracking_stopped`: The shipment of the tracking request is no longer updated.
  tracking_request_tracking_stopped = SHIPTRACK_EVENT_TRACKING_REQUEST_TRACKING_STOPPED,
  /// `shipment.estimated.arrival`: The estimated arrival at the port of discharge changed.
  shipment_estimated_arrival = SHIPTRACK_EVENT_SHIPMENT_ESTIMATED_ARRIVAL,
  /// `container.created`: A container was added to a shipment.
  container_created = SHIPTRACK_EVENT_CONTAINER_CREATED,
  /// `container.updated`: What the terminal says about a container changed.
  container_updated = SHIPTRACK_EVENT_CONTAINER_UPDATED,
  /// `container.pod_terminal_changed`: A container will be discharged at another terminal.
  container_pod_terminal_changed = SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED,
  /// `container.pickup_lfd.changed`: The last free day that counts changed.
  container_pickup_lfd_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED,
  /// `container.pickup_lfd_line.changed`: The last free day the shipping line gives changed.
  container_pickup_lfd_line_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED,
  /// `container.pickup_lfd_terminal.changed`: The last free day the terminal gives changed.
  container_pickup_lfd_terminal_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED,
  /// `container.pickup_lfd_rail.changed`: The last free day the railway gives changed.
  container_pickup_lfd_rail_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED,
  /// `container.pickup_appointment.changed`: The appointment to collect the container changed.
  container_pickup_appointment_changed = SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED,
  /// `container.transport.empty_out`: The empty container was collected at the origin.
  transport_empty_out = SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT,
  /// `container.transport.full_in`: The loaded container was brought to the port of loading.
  transport_full_in = SHIPTRACK_EVENT_TRANSPORT_FULL_IN,
  /// `container.transport.vessel_loaded`: The container was loaded on the vessel at the port of loading.
  transport_vessel_loaded = SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED,
  /// `container.transport.vessel_departed`: The vessel left the port of loading.
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
  /// `container.transport.available`: The container can be collected.
  transport_available = SHIPTRACK_EVENT_TRANSPORT_AVAILABLE,
  /// `container.transport.not_available`: The container can no longer be collected.
  transport_not_available = SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE,
  /// `container.transport.full_out`: The loaded container was collected, at the port or inland.
  transport_full_out = SHIPTRACK_EVENT_TRANSPORT_FULL_OUT,
  /// `container.transport.delivered`: A user marked the container as delivered.
  transport_delivered = SHIPTRACK_EVENT_TRANSPORT_DELIVERED,
  /// `container.transport.empty_in`: The empty container was returned.
  transport_empty_in = SHIPTRACK_EVENT_TRANSPORT_EMPTY_IN,
  /// `container.transport.rail_loaded`: The container was loaded on a rail car.
  transport_rail_loaded = SHIPTRACK_EVENT_TRANSPORT_RAIL_LOADED,
  /// `container.transport.rail_departed`: The train departed.
  transport_rail_departed = SHIPTRACK_EVENT_TRANSPORT_RAIL_DEPARTED,
  /// `container.transport.rail_arrived`: The train arrived at a rail terminal, the last one or one on the way.
  transport_rail_arrived = SHIPTRACK_EVENT_TRANSPORT_RAIL_ARRIVED,
  /// `container.transport.rail_unloaded`: The container was unloaded from the rail car.
  transport_rail_unloaded = SHIPTRACK_EVENT_TRANSPORT_RAIL_UNLOADED,
  /// `container.transport.arrived_at_inland_destination`: The container reached its inland destination by rail.
  transport_arrived_at_inland_destination = SHIPTRACK_EVENT_TRANSPORT_ARRIVED_AT_INLAND_DESTINATION,
  /// `container.transport.estimated.vessel_departed`: The estimated departure from the port of loading changed.
  transport_estimated_vessel_departed = SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_DEPARTED,
  /// `container.transport.estimated.vessel_arrived`: The estimated arrival of this container at the port of discharge
  /// changed.
  transport_estimated_vessel_arrived = SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED,
  /// `container.transport.estimated.arrived_at_inland_destination`: The estimated arrival at the inland destination
  /// changed.
  transport_estimated_arrived_at_inland_destination = SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_ARRIVED_AT_INLAND_DESTINATION,
  /// `document.extracted`: A document was read and its content extracted.
  document_extracted = SHIPTRACK_EVENT_DOCUMENT_EXTRACTED,
  /// `document.extraction_failed`: The content of a document could not be extracted.
  document_extraction_failed = SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> event_name(EventName code) {
  return detail::text(shiptrack_event_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_FACILITY_TYPE_…
enum class FacilityType : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `ocean_terminal`: A terminal at a port, where vessels are loaded and discharged.
  ocean_terminal = SHIPTRACK_FACILITY_TYPE_OCEAN_TERMINAL,
  /// `rail`: A terminal or ramp of a railway.
  rail = SHIPTRACK_FACILITY_TYPE_RAIL,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> facility_type_name(FacilityType code) {
  return detail::text(shiptrack_facility_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_FAILED_REASON_…
enum class FailedReason : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `booking_cancelled`: The booking was cancelled.
  booking_cancelled = SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED,
  /// `duplicate`: Another live request tracks the same shipment.
  duplicate = SHIPTRACK_FAILED_REASON_DUPLICATE,
  /// `expired`: No data came within the time allowed.
  expired = SHIPTRACK_FAILED_REASON_EXPIRED,
  /// `internal_processing_error`: The service itself failed and tries again.
  internal_processing_error = SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR,
  /// `invalid_number`: The shipping line says there can be no such number.
  invalid_number = SHIPTRACK_FAILED_REASON_INVALID_NUMBER,
  /// `not_found`: The shipping line does not know the number.
  not_found = SHIPTRACK_FAILED_REASON_NOT_FOUND,
  /// `retries_exhausted`: Every look-up that is allowed was made.
  retries_exhausted = SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED,
  /// `shipping_line_unreachable`: The shipping line does not answer and is asked again.
  shipping_line_unreachable = SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE,
  /// `unrecognized_response`: The shipping line's answer cannot be read, and it is asked again.
  unrecognized_response = SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE,
  /// `data_unavailable`: The shipping line withholds the data.
  data_unavailable = SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE,
  /// `scac_auto_detect_failed`: No shipping line could be inferred from the number.
  scac_auto_detect_failed = SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED,
  /// `awaiting_manifest`: The shipping line has no data yet; a passing reason.
  awaiting_manifest = SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> failed_reason_name(FailedReason code) {
  return detail::text(shiptrack_failed_reason_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_MILESTONE_…
enum class Milestone : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `empty_out`: The empty container was collected at the origin.
  empty_out = SHIPTRACK_MILESTONE_EMPTY_OUT,
  /// `full_in`: The loaded container was brought to the port of lading.
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
  /// `available`: The container may be picked up.
  available = SHIPTRACK_MILESTONE_AVAILABLE,
  /// `not_available`: The container may not be picked up any more.
  not_available = SHIPTRACK_MILESTONE_NOT_AVAILABLE,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> milestone_name(Milestone code) {
  return detail::text(shiptrack_milestone_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_REQUEST_STATUS_…
enum class RequestStatus : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `pending`: The shipping line is being asked.
  pending = SHIPTRACK_REQUEST_STATUS_PENDING,
  /// `awaiting_manifest`: The shipping line has no data yet and is asked again every day.
  awaiting_manifest = SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST,
  /// `created`: A shipment is linked and followed.
  created = SHIPTRACK_REQUEST_STATUS_CREATED,
  /// `failed`: Nothing came of the request; its failed reason says why.
  failed = SHIPTRACK_REQUEST_STATUS_FAILED,
  /// `tracking_stopped`: The shipment is no longer followed.
  tracking_stopped = SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> request_status_name(RequestStatus code) {
  return detail::text(shiptrack_request_status_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_REQUEST_TYPE_…
enum class RequestType : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `bill_of_lading`: A master bill of lading.
  bill_of_lading = SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING,
  /// `booking_number`: A carrier's booking.
  booking_number = SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER,
  /// `container`: One container by its number.
  container = SHIPTRACK_REQUEST_TYPE_CONTAINER,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> request_type_name(RequestType code) {
  return detail::text(shiptrack_request_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_SCHEMA_FORMAT_…
enum class SchemaFormat : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `json_schema`: The schema is a JSON Schema.
  json_schema = SHIPTRACK_SCHEMA_FORMAT_JSON_SCHEMA,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> schema_format_name(SchemaFormat code) {
  return detail::text(shiptrack_schema_format_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_SEARCH_ENTITY_TYPE_…
enum class SearchEntityType : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `shipment`: The search found a shipment.
  shipment = SHIPTRACK_SEARCH_ENTITY_TYPE_SHIPMENT,
  /// `cargo`: The search found a container.
  cargo = SHIPTRACK_SEARCH_ENTITY_TYPE_CARGO,
  /// `tracking_request`: The search found a tracking request.
  tracking_request = SHIPTRACK_SEARCH_ENTITY_TYPE_TRACKING_REQUEST,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> search_entity_type_name(SearchEntityType code) {
  return detail::text(shiptrack_search_entity_type_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_STOP_REASON_…
enum class StopReason : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `all_containers_terminated`: All its containers were returned empty.
  all_containers_terminated = SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED,
  /// `past_arrival_window`: Too much time has passed since its arrival.
  past_arrival_window = SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW,
  /// `past_full_out_window`: Too much time has passed since its containers were picked up.
  past_full_out_window = SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW,
  /// `no_updates_at_line`: The shipping line has had no news of it for too long.
  no_updates_at_line = SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE,
  /// `cancelled_by_user`: A user stopped it.
  cancelled_by_user = SHIPTRACK_STOP_REASON_CANCELLED_BY_USER,
  /// `booking_cancelled`: The booking was cancelled.
  booking_cancelled = SHIPTRACK_STOP_REASON_BOOKING_CANCELLED,
  /// `account_closed`: The account was closed.
  account_closed = SHIPTRACK_STOP_REASON_ACCOUNT_CLOSED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> stop_reason_name(StopReason code) {
  return detail::text(shiptrack_stop_reason_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_LINE_DECISION_…
enum class LineDecision : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// A value that this version does not know.
  other = SHIPTRACK_CODE_OTHER,
  /// `auto_select`: Sure enough to take the selected carrier without asking.
  auto_select = SHIPTRACK_LINE_DECISION_AUTO_SELECT,
  /// `needs_confirmation`: Not sure enough: somebody should confirm.
  needs_confirmation = SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION,
  /// `no_prediction`: No carrier is likely enough.
  no_prediction = SHIPTRACK_LINE_DECISION_NO_PREDICTION,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> line_decision_name(LineDecision code) {
  return detail::text(shiptrack_line_decision_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_BUCKET_…
enum class Bucket : std::int32_t {
  /// Requests without a limit of their own.
  default_ = SHIPTRACK_BUCKET_DEFAULT,
  /// Creating tracking requests.
  create = SHIPTRACK_BUCKET_CREATE,
  /// Inferring the carrier of a number.
  infer = SHIPTRACK_BUCKET_INFER,
  /// Refreshing a container.
  refresh = SHIPTRACK_BUCKET_REFRESH,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> bucket_name(Bucket code) {
  return detail::text(shiptrack_bucket_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_TRACKED_…
enum class TrackOutcome : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// shiptrack_tracking_request_track(): there was a live request for the number before, and it was taken over.
  adopted = SHIPTRACK_TRACKED_ADOPTED,
  /// shiptrack_tracking_request_track(): this call created the request.
  created = SHIPTRACK_TRACKED_CREATED,
  /// shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for
  /// the number: an earlier attempt had an unknown outcome, and may have made one that has failed since.
  maybe_second = SHIPTRACK_TRACKED_MAYBE_SECOND,
  /// shiptrack_tracking_request_track(): the newest request for the number failed, for a reason that lies in the
  /// number; it is returned as it is, and nothing was made. SHIPTRACK_RETRACK_… decides.
  returned = SHIPTRACK_TRACKED_RETURNED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> tracked_name(TrackOutcome code) {
  return detail::text(shiptrack_tracked_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_ENSURED_…
enum class EnsureOutcome : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// shiptrack_webhook_ensure(): this call registered the URL.
  created = SHIPTRACK_ENSURED_CREATED,
  /// shiptrack_webhook_ensure(): the URL was registered, and something about it was changed.
  updated = SHIPTRACK_ENSURED_UPDATED,
  /// shiptrack_webhook_ensure(): the URL was registered just as it was asked for.
  unchanged = SHIPTRACK_ENSURED_UNCHANGED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> ensured_name(EnsureOutcome code) {
  return detail::text(shiptrack_ensured_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_SCHEME_…
enum class Scheme : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// The delivery was verified by the signature of its body alone: it may have been captured and sent again.
  hosted = SHIPTRACK_SCHEME_HOSTED,
  /// The delivery was verified by Standard Webhooks: id, time stamp and body.
  standard = SHIPTRACK_SCHEME_STANDARD,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> scheme_name(Scheme code) {
  return detail::text(shiptrack_scheme_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_ACTIVITY_…
enum class ActivityKind : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// An activity: a carrier was asked, or could not be.
  look_up = SHIPTRACK_ACTIVITY_LOOK_UP,
  /// An activity: a notification was posted to a webhook, or could not be.
  delivery = SHIPTRACK_ACTIVITY_DELIVERY,
  /// An activity: an extractor failed on a document, which is kept all the same.
  extraction_failed = SHIPTRACK_ACTIVITY_EXTRACTION_FAILED,
  /// An activity: due work could not be done, and nobody was there to be answered. It is tried again. What a closed
  /// service leaves undone is none.
  trouble = SHIPTRACK_ACTIVITY_TROUBLE,
  /// An activity: a carrier's answer brought facts that look wrong. They are kept, and may come to nothing. Told once
  /// for a fact.
  doubtful_facts = SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS,
  /// An activity: the store takes no writes from now on, for the reason in `status` and `message`: its disk is full
  /// (SHIPTRACK_ERROR_STORAGE_FULL, which ends by itself when there is room) or failed, or its file is no longer there.
  /// Told once, when it begins; reading goes on as far as it can.
  writes_refused = SHIPTRACK_ACTIVITY_WRITES_REFUSED,
  /// An activity: the store takes writes again.
  writes_resumed = SHIPTRACK_ACTIVITY_WRITES_RESUMED,
  /// An activity: a record was left out of a listing because it cannot be read; all others are there. `id` is its id,
  /// and `message` says of which kind it is, and what is wrong with it. Told once for a record.
  record_left_out = SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT,
  /// An activity: a carrier (`scac`) or a receiver (`webhook_id`) failed too often in a row and is left alone for a
  /// while; `message` says until when. What waits for it stays due, and uses up no attempt. Told when a rest begins,
  /// and not for each longer one that follows a failed probe.
  resting = SHIPTRACK_ACTIVITY_RESTING,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> activity_name(ActivityKind code) {
  return detail::text(shiptrack_activity_name(static_cast<std::int32_t>(code)));
}

/// The values of SHIPTRACK_OUTCOME_…
enum class Outcome : std::int32_t {
  /// There is no value.
  none = SHIPTRACK_CODE_NONE,
  /// What came of a look-up, `found`: facts arrived. `reason` says why there is nothing left to follow, `duplicate`
  /// among others; NULL when following goes on.
  found = SHIPTRACK_OUTCOME_FOUND,
  /// `no_data_yet`: The carrier knows the number and has no data yet.
  no_data_yet = SHIPTRACK_OUTCOME_NO_DATA_YET,
  /// `not_found`: The carrier does not know the number.
  not_found = SHIPTRACK_OUTCOME_NOT_FOUND,
  /// `invalid_number`: There can be no such number.
  invalid_number = SHIPTRACK_OUTCOME_INVALID_NUMBER,
  /// `cancelled`: The booking was cancelled.
  cancelled = SHIPTRACK_OUTCOME_CANCELLED,
  /// `withheld`: The carrier withholds the data.
  withheld = SHIPTRACK_OUTCOME_WITHHELD,
  /// `no_carrier`: No carrier could be inferred from the number.
  no_carrier = SHIPTRACK_OUTCOME_NO_CARRIER,
  /// `trouble`: Passing trouble, which `reason` names; it is tried again.
  trouble = SHIPTRACK_OUTCOME_TROUBLE,
  /// `next_trip_awaited`: The container's last voyage is another request's, and its next one has not begun.
  next_trip_awaited = SHIPTRACK_OUTCOME_NEXT_TRIP_AWAITED,
  /// `rate_limited`: The carrier was asked too often, and answers nobody for a while; it is asked again after that.
  rate_limited = SHIPTRACK_OUTCOME_RATE_LIMITED,
  /// `refused`: The carrier refuses the credentials: they are set aside, and no try is used up.
  refused = SHIPTRACK_OUTCOME_REFUSED,
};

/// The name of a value, as on the wire; nothing if it has none.
[[nodiscard]] inline std::optional<std::string_view> outcome_name(Outcome code) {
  return detail::text(shiptrack_outcome_name(static_cast<std::int32_t>(code)));
}

}  // namespace shiptrack

#endif  // SHIPTRACK_ENUMS_HPP
