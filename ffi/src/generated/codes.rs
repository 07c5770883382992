// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Numbers of the values a C program branches on.

/// `new`: The container is tracked, and no milestone is known yet.
pub const SHIPTRACK_CONTAINER_STATUS_NEW: i32 = 1;

/// `on_ship`: The container is on a vessel: it was loaded and is not yet discharged.
pub const SHIPTRACK_CONTAINER_STATUS_ON_SHIP: i32 = 2;

/// `available`: The container is at the terminal and can be picked up.
pub const SHIPTRACK_CONTAINER_STATUS_AVAILABLE: i32 = 3;

/// `not_available`: The container is at the terminal and cannot be picked up.
pub const SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE: i32 = 4;

/// `grounded`: The container is off the vessel or train, and it is unknown whether it can be picked up.
pub const SHIPTRACK_CONTAINER_STATUS_GROUNDED: i32 = 5;

/// `on_rail`: The container is on a rail car.
pub const SHIPTRACK_CONTAINER_STATUS_ON_RAIL: i32 = 6;

/// `picked_up`: The loaded container has left the terminal.
pub const SHIPTRACK_CONTAINER_STATUS_PICKED_UP: i32 = 7;

/// `off_dock`: The container was moved to another yard, where it can be picked up.
pub const SHIPTRACK_CONTAINER_STATUS_OFF_DOCK: i32 = 8;

/// `delivered`: A user marked the container as delivered.
pub const SHIPTRACK_CONTAINER_STATUS_DELIVERED: i32 = 9;

/// `dropped`: The container was dropped. The hosted service does not document the meaning of this value.
pub const SHIPTRACK_CONTAINER_STATUS_DROPPED: i32 = 10;

/// `loaded`: The container was loaded. The hosted service does not document the meaning of this value.
pub const SHIPTRACK_CONTAINER_STATUS_LOADED: i32 = 11;

/// `empty_returned`: The empty container was returned, which ends its tracking.
pub const SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED: i32 = 12;

/// `awaiting_inland_transfer`: The container is off the vessel and continues by rail.
pub const SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER: i32 = 13;

/// `short_text`: One line of text.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_SHORT_TEXT: i32 = 1;

/// `number`: A number with up to 12 digits before and 6 digits after the decimal point.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_NUMBER: i32 = 2;

/// `date`: A date without a time of day.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATE: i32 = 3;

/// `datetime`: A date with a time of day and an offset from UTC.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATETIME: i32 = 4;

/// `boolean`: True or false.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_BOOLEAN: i32 = 5;

/// `enum`: One of the options of the field.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM: i32 = 6;

/// `enum_multi`: Any number of the options of the field, as a list of texts.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM_MULTI: i32 = 7;

/// `reference`: A reference to another resource, as an object with its `type` and `id`.
pub const SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_REFERENCE: i32 = 8;

/// `Shipment`: The field belongs to shipments.
pub const SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_SHIPMENT: i32 = 1;

/// `Container`: The field belongs to containers. This name is used to define it.
pub const SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CONTAINER: i32 = 2;

/// `Cargo`: The field belongs to containers. The hosted service returns this name.
pub const SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CARGO: i32 = 3;

/// `TrackingRequest`: The field belongs to tracking requests.
pub const SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_TRACKING_REQUEST: i32 = 4;

/// `shipping_line`: The shipping line.
pub const SHIPTRACK_DATA_SOURCE_SHIPPING_LINE: i32 = 1;

/// `terminal`: The terminal reported it.
pub const SHIPTRACK_DATA_SOURCE_TERMINAL: i32 = 2;

/// `ais`: Position reports of the vessel (AIS).
pub const SHIPTRACK_DATA_SOURCE_AIS: i32 = 3;

/// `rail`: The railway reported it.
pub const SHIPTRACK_DATA_SOURCE_RAIL: i32 = 4;

/// `user_input`: A user entered it.
pub const SHIPTRACK_DATA_SOURCE_USER_INPUT: i32 = 5;

/// `t49_operations_team`: The operations team of the hosted service.
pub const SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM: i32 = 6;

/// `t49_calculation`: A calculation of the hosted service.
pub const SHIPTRACK_DATA_SOURCE_CALCULATION: i32 = 7;

/// `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
pub const SHIPTRACK_DATA_SOURCE_PIERPASS: i32 = 8;

/// `pending`: The notification is not delivered yet.
pub const SHIPTRACK_DELIVERY_STATUS_PENDING: i32 = 1;

/// `succeeded`: The receiver accepted the notification.
pub const SHIPTRACK_DELIVERY_STATUS_SUCCEEDED: i32 = 2;

/// `failed`: The receiver did not accept the notification, and delivery is not tried again.
pub const SHIPTRACK_DELIVERY_STATUS_FAILED: i32 = 3;

/// `upload`: A user uploaded the document.
pub const SHIPTRACK_DOCUMENT_SOURCE_UPLOAD: i32 = 1;

/// `api`: The document was sent through the API.
pub const SHIPTRACK_DOCUMENT_SOURCE_API: i32 = 2;

/// `email`: The document was attached to an email message.
pub const SHIPTRACK_DOCUMENT_SOURCE_EMAIL: i32 = 3;

/// `split_document`: The service split the document off a file that contained several documents.
pub const SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT: i32 = 4;

/// `tracking_request.succeeded`: The carrier returned data, and a shipment is linked to the tracking request.
pub const SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED: i32 = 1;

/// `tracking_request.failed`: The tracking request failed, and the carrier is not asked again.
pub const SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED: i32 = 2;

/// `tracking_request.awaiting_manifest`: The carrier has no data yet. This event is published only the first time.
pub const SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST: i32 = 3;

/// `tracking_request.tracking_stopped`: Tracking of the shipment stopped.
pub const SHIPTRACK_EVENT_TRACKING_REQUEST_TRACKING_STOPPED: i32 = 4;

/// `shipment.estimated.arrival`: The estimated arrival at the port of discharge changed.
pub const SHIPTRACK_EVENT_SHIPMENT_ESTIMATED_ARRIVAL: i32 = 5;

/// `container.created`: A container was added to a shipment.
pub const SHIPTRACK_EVENT_CONTAINER_CREATED: i32 = 6;

/// `container.updated`: The data of the terminal about a container changed, or published times of the container were
/// corrected.
pub const SHIPTRACK_EVENT_CONTAINER_UPDATED: i32 = 7;

/// `container.pod_terminal_changed`: The terminal where a container will be discharged changed.
pub const SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED: i32 = 8;

/// `container.pickup_lfd.changed`: The last free day that applies changed.
pub const SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED: i32 = 9;

/// `container.pickup_lfd_line.changed`: The last free day that the shipping line sets changed.
pub const SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED: i32 = 10;

/// `container.pickup_lfd_terminal.changed`: The last free day that the terminal sets changed.
pub const SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED: i32 = 11;

/// `container.pickup_lfd_rail.changed`: The last free day that the railway sets changed.
pub const SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED: i32 = 12;

/// `container.pickup_appointment.changed`: The pickup appointment of the container changed.
pub const SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED: i32 = 13;

/// `container.transport.empty_out`: The empty container was picked up at the origin.
pub const SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT: i32 = 14;

/// `container.transport.full_in`: The loaded container was delivered to the port of lading.
pub const SHIPTRACK_EVENT_TRANSPORT_FULL_IN: i32 = 15;

/// `container.transport.vessel_loaded`: The container was loaded on the vessel at the port of lading.
pub const SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED: i32 = 16;

/// `container.transport.vessel_departed`: The vessel left the port of lading.
pub const SHIPTRACK_EVENT_TRANSPORT_VESSEL_DEPARTED: i32 = 17;

/// `container.transport.transshipment_arrived`: The container arrived at a transshipment port.
pub const SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_ARRIVED: i32 = 18;

/// `container.transport.transshipment_discharged`: The container was discharged at a transshipment port.
pub const SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DISCHARGED: i32 = 19;

/// `container.transport.transshipment_loaded`: The container was loaded on the next vessel.
pub const SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_LOADED: i32 = 20;

/// `container.transport.transshipment_departed`: The next vessel left the transshipment port.
pub const SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DEPARTED: i32 = 21;

/// `container.transport.feeder_arrived`: The feeder vessel or barge arrived.
pub const SHIPTRACK_EVENT_TRANSPORT_FEEDER_ARRIVED: i32 = 22;

/// `container.transport.feeder_discharged`: The container was discharged from the feeder vessel or barge.
pub const SHIPTRACK_EVENT_TRANSPORT_FEEDER_DISCHARGED: i32 = 23;

/// `container.transport.feeder_loaded`: The container was loaded on the feeder vessel or barge.
pub const SHIPTRACK_EVENT_TRANSPORT_FEEDER_LOADED: i32 = 24;

/// `container.transport.feeder_departed`: The feeder vessel or barge departed.
pub const SHIPTRACK_EVENT_TRANSPORT_FEEDER_DEPARTED: i32 = 25;

/// `container.transport.vessel_arrived`: The vessel arrived at the port of discharge.
pub const SHIPTRACK_EVENT_TRANSPORT_VESSEL_ARRIVED: i32 = 26;

/// `container.transport.vessel_berthed`: The vessel berthed at the port of discharge.
pub const SHIPTRACK_EVENT_TRANSPORT_VESSEL_BERTHED: i32 = 27;

/// `container.transport.vessel_discharged`: The container was discharged at the port of discharge.
pub const SHIPTRACK_EVENT_TRANSPORT_VESSEL_DISCHARGED: i32 = 28;

/// `container.transport.available`: The container can be picked up.
pub const SHIPTRACK_EVENT_TRANSPORT_AVAILABLE: i32 = 29;

/// `container.transport.not_available`: The container can no longer be picked up.
pub const SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE: i32 = 30;

/// `container.transport.full_out`: The loaded container was picked up, at the port or inland.
pub const SHIPTRACK_EVENT_TRANSPORT_FULL_OUT: i32 = 31;

/// `container.transport.delivered`: A user marked the container as delivered.
pub const SHIPTRACK_EVENT_TRANSPORT_DELIVERED: i32 = 32;

/// `container.transport.empty_in`: The empty container was returned.
pub const SHIPTRACK_EVENT_TRANSPORT_EMPTY_IN: i32 = 33;

/// `container.transport.rail_loaded`: The container was loaded on a rail car.
pub const SHIPTRACK_EVENT_TRANSPORT_RAIL_LOADED: i32 = 34;

/// `container.transport.rail_departed`: The train departed.
pub const SHIPTRACK_EVENT_TRANSPORT_RAIL_DEPARTED: i32 = 35;

/// `container.transport.rail_arrived`: The train arrived at a rail terminal, at the destination or on the way.
pub const SHIPTRACK_EVENT_TRANSPORT_RAIL_ARRIVED: i32 = 36;

/// `container.transport.rail_unloaded`: The container was unloaded from the rail car.
pub const SHIPTRACK_EVENT_TRANSPORT_RAIL_UNLOADED: i32 = 37;

/// `container.transport.arrived_at_inland_destination`: The container reached its inland destination by rail.
pub const SHIPTRACK_EVENT_TRANSPORT_ARRIVED_AT_INLAND_DESTINATION: i32 = 38;

/// `container.transport.estimated.vessel_departed`: The estimated departure from the port of lading changed.
pub const SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_DEPARTED: i32 = 39;

/// `container.transport.estimated.vessel_arrived`: The estimated arrival of this container at the port of discharge
/// changed.
pub const SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED: i32 = 40;

/// `container.transport.estimated.arrived_at_inland_destination`: The estimated arrival at the inland destination
/// changed.
pub const SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_ARRIVED_AT_INLAND_DESTINATION: i32 = 41;

/// `document.extracted`: Data was extracted from a document.
pub const SHIPTRACK_EVENT_DOCUMENT_EXTRACTED: i32 = 42;

/// `document.extraction_failed`: No data could be extracted from a document.
pub const SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED: i32 = 43;

/// `shipment.updated`: Published times or places of the shipment were corrected. This event is an extension: only
/// webhooks that list it receive it.
pub const SHIPTRACK_EVENT_SHIPMENT_UPDATED: i32 = 44;

/// `webhook.disabled`: The service disabled a webhook, because its receiver is gone or failed for too long. This event
/// is an extension: only webhooks that list it receive it.
pub const SHIPTRACK_EVENT_WEBHOOK_DISABLED: i32 = 45;

/// `tracking_request.deleted`: The tracking request was deleted. This event is an extension: only webhooks that list it
/// receive it.
pub const SHIPTRACK_EVENT_TRACKING_REQUEST_DELETED: i32 = 46;

/// `ocean_terminal`: A terminal at a port, where vessels are loaded and discharged.
pub const SHIPTRACK_FACILITY_TYPE_OCEAN_TERMINAL: i32 = 1;

/// `rail`: A terminal or ramp of a railway.
pub const SHIPTRACK_FACILITY_TYPE_RAIL: i32 = 2;

/// `booking_cancelled`: The booking was cancelled.
pub const SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED: i32 = 1;

/// `duplicate`: Another active request tracks the same shipment.
pub const SHIPTRACK_FAILED_REASON_DUPLICATE: i32 = 2;

/// `expired`: The shipping line returned no data within the maximum time.
pub const SHIPTRACK_FAILED_REASON_EXPIRED: i32 = 3;

/// `internal_processing_error`: The service had an internal error, and tries again.
pub const SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR: i32 = 4;

/// `invalid_number`: The shipping line rejects the number as invalid.
pub const SHIPTRACK_FAILED_REASON_INVALID_NUMBER: i32 = 5;

/// `not_found`: The shipping line does not know the number.
pub const SHIPTRACK_FAILED_REASON_NOT_FOUND: i32 = 6;

/// `retries_exhausted`: The maximum number of look-ups was reached.
pub const SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED: i32 = 7;

/// `shipping_line_unreachable`: The shipping line does not respond. The service asks again.
pub const SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE: i32 = 8;

/// `unrecognized_response`: The response of the shipping line cannot be read. The service asks again.
pub const SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE: i32 = 9;

/// `data_unavailable`: The shipping line does not disclose the data.
pub const SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE: i32 = 10;

/// `scac_auto_detect_failed`: The shipping line could not be detected from the number.
pub const SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED: i32 = 11;

/// `awaiting_manifest`: The shipping line has no data yet. The service asks again every day.
pub const SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST: i32 = 12;

/// `empty_out`: The empty container was picked up at the origin.
pub const SHIPTRACK_MILESTONE_EMPTY_OUT: i32 = 1;

/// `full_in`: The loaded container was delivered to the port of lading.
pub const SHIPTRACK_MILESTONE_FULL_IN: i32 = 2;

/// `positioned_in`: The container was moved into a yard between terminals.
pub const SHIPTRACK_MILESTONE_POSITIONED_IN: i32 = 3;

/// `positioned_out`: The container was moved out of a yard between terminals.
pub const SHIPTRACK_MILESTONE_POSITIONED_OUT: i32 = 4;

/// `vessel_loaded`: The container was loaded on a vessel.
pub const SHIPTRACK_MILESTONE_VESSEL_LOADED: i32 = 5;

/// `vessel_departed`: The vessel left the port.
pub const SHIPTRACK_MILESTONE_VESSEL_DEPARTED: i32 = 6;

/// `transshipment_arrived`: The container arrived at a transshipment port.
pub const SHIPTRACK_MILESTONE_TRANSSHIPMENT_ARRIVED: i32 = 7;

/// `transshipment_discharged`: The container was discharged at a transshipment port.
pub const SHIPTRACK_MILESTONE_TRANSSHIPMENT_DISCHARGED: i32 = 8;

/// `transshipment_loaded`: The container was loaded on the next vessel.
pub const SHIPTRACK_MILESTONE_TRANSSHIPMENT_LOADED: i32 = 9;

/// `transshipment_departed`: The next vessel left the transshipment port.
pub const SHIPTRACK_MILESTONE_TRANSSHIPMENT_DEPARTED: i32 = 10;

/// `feeder_arrived`: The feeder vessel or barge arrived.
pub const SHIPTRACK_MILESTONE_FEEDER_ARRIVED: i32 = 11;

/// `feeder_discharged`: The container was discharged from the feeder vessel or barge.
pub const SHIPTRACK_MILESTONE_FEEDER_DISCHARGED: i32 = 12;

/// `feeder_loaded`: The container was loaded on the feeder vessel or barge.
pub const SHIPTRACK_MILESTONE_FEEDER_LOADED: i32 = 13;

/// `feeder_departed`: The feeder vessel or barge departed.
pub const SHIPTRACK_MILESTONE_FEEDER_DEPARTED: i32 = 14;

/// `rail_loaded`: The container was loaded on a rail car.
pub const SHIPTRACK_MILESTONE_RAIL_LOADED: i32 = 15;

/// `rail_departed`: The train departed.
pub const SHIPTRACK_MILESTONE_RAIL_DEPARTED: i32 = 16;

/// `rail_arrived`: The train arrived at a rail terminal.
pub const SHIPTRACK_MILESTONE_RAIL_ARRIVED: i32 = 17;

/// `rail_unloaded`: The container was unloaded from the rail car.
pub const SHIPTRACK_MILESTONE_RAIL_UNLOADED: i32 = 18;

/// `vessel_arrived`: The vessel arrived at a port.
pub const SHIPTRACK_MILESTONE_VESSEL_ARRIVED: i32 = 19;

/// `vessel_berthed`: The vessel berthed.
pub const SHIPTRACK_MILESTONE_VESSEL_BERTHED: i32 = 20;

/// `vessel_discharged`: The container was discharged from the vessel.
pub const SHIPTRACK_MILESTONE_VESSEL_DISCHARGED: i32 = 21;

/// `arrived_at_destination`: The container reached its inland destination.
pub const SHIPTRACK_MILESTONE_ARRIVED_AT_DESTINATION: i32 = 22;

/// `delivered`: The container was delivered.
pub const SHIPTRACK_MILESTONE_DELIVERED: i32 = 23;

/// `full_out`: The loaded container was picked up.
pub const SHIPTRACK_MILESTONE_FULL_OUT: i32 = 24;

/// `empty_in`: The empty container was returned.
pub const SHIPTRACK_MILESTONE_EMPTY_IN: i32 = 25;

/// `vgm_received`: The verified gross mass of the container was received.
pub const SHIPTRACK_MILESTONE_VGM_RECEIVED: i32 = 26;

/// `carrier_release`: The carrier released the container.
pub const SHIPTRACK_MILESTONE_CARRIER_RELEASE: i32 = 27;

/// `customs_release`: Customs released the container.
pub const SHIPTRACK_MILESTONE_CUSTOMS_RELEASE: i32 = 28;

/// `available`: The container can be picked up.
pub const SHIPTRACK_MILESTONE_AVAILABLE: i32 = 29;

/// `not_available`: The container can no longer be picked up.
pub const SHIPTRACK_MILESTONE_NOT_AVAILABLE: i32 = 30;

/// `pending`: The service is asking the shipping line for the number.
pub const SHIPTRACK_REQUEST_STATUS_PENDING: i32 = 1;

/// `awaiting_manifest`: The shipping line has no data yet. The service asks again every day.
pub const SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST: i32 = 2;

/// `created`: A shipment was found and is tracked.
pub const SHIPTRACK_REQUEST_STATUS_CREATED: i32 = 3;

/// `failed`: The request failed; `failed_reason` gives the reason.
pub const SHIPTRACK_REQUEST_STATUS_FAILED: i32 = 4;

/// `tracking_stopped`: Tracking of the shipment stopped.
pub const SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED: i32 = 5;

/// `bill_of_lading`: A master bill of lading.
pub const SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING: i32 = 1;

/// `booking_number`: A booking of a carrier.
pub const SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER: i32 = 2;

/// `container`: A container number.
pub const SHIPTRACK_REQUEST_TYPE_CONTAINER: i32 = 3;

/// `json_schema`: The schema is a JSON Schema.
pub const SHIPTRACK_SCHEMA_FORMAT_JSON_SCHEMA: i32 = 1;

/// `shipment`: It is a shipment.
pub const SHIPTRACK_SEARCH_ENTITY_TYPE_SHIPMENT: i32 = 1;

/// `cargo`: It is a container.
pub const SHIPTRACK_SEARCH_ENTITY_TYPE_CARGO: i32 = 2;

/// `tracking_request`: It is a tracking request.
pub const SHIPTRACK_SEARCH_ENTITY_TYPE_TRACKING_REQUEST: i32 = 3;

/// `all_containers_terminated`: All containers were returned empty.
pub const SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED: i32 = 1;

/// `past_arrival_window`: The maximum time after the arrival has passed.
pub const SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW: i32 = 2;

/// `past_full_out_window`: The maximum time after the containers were picked up has passed.
pub const SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW: i32 = 3;

/// `no_updates_at_line`: The shipping line has reported nothing new for too long.
pub const SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE: i32 = 4;

/// `cancelled_by_user`: A user stopped tracking.
pub const SHIPTRACK_STOP_REASON_CANCELLED_BY_USER: i32 = 5;

/// `booking_cancelled`: The booking was cancelled.
pub const SHIPTRACK_STOP_REASON_BOOKING_CANCELLED: i32 = 6;

/// `account_closed`: The account was closed.
pub const SHIPTRACK_STOP_REASON_ACCOUNT_CLOSED: i32 = 7;

/// `gone`: The receiver answered 410 at least three times in a row, over at least an hour: it no longer exists.
pub const SHIPTRACK_WEBHOOK_DISABLED_REASON_GONE: i32 = 1;

/// `failing_too_long`: No delivery succeeded for the time `delivery.switch_off_after`, five days by default.
pub const SHIPTRACK_WEBHOOK_DISABLED_REASON_FAILING_TOO_LONG: i32 = 2;

/// `auto_select`: Certain enough to use the selected carrier without asking.
pub const SHIPTRACK_LINE_DECISION_AUTO_SELECT: i32 = 1;

/// `needs_confirmation`: A person should confirm the carrier.
pub const SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION: i32 = 2;

/// `no_prediction`: No carrier is likely enough.
pub const SHIPTRACK_LINE_DECISION_NO_PREDICTION: i32 = 3;

/// All other requests.
pub const SHIPTRACK_BUCKET_DEFAULT: i32 = 0;

/// Creating tracking requests.
pub const SHIPTRACK_BUCKET_CREATE: i32 = 1;

/// Inferring the carrier of a number.
pub const SHIPTRACK_BUCKET_INFER: i32 = 2;

/// Refreshing a container.
pub const SHIPTRACK_BUCKET_REFRESH: i32 = 3;

/// shiptrack_tracking_request_track(): an active request for the number existed and was adopted.
pub const SHIPTRACK_TRACKED_ADOPTED: i32 = 1;

/// shiptrack_tracking_request_track(): this call created the request.
pub const SHIPTRACK_TRACKED_CREATED: i32 = 2;

/// shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for the
/// number: the outcome of an earlier attempt is unknown, and that attempt may have created a request that has failed
/// since.
pub const SHIPTRACK_TRACKED_MAYBE_SECOND: i32 = 3;

/// shiptrack_tracking_request_track(): the newest request for the number failed for a reason that is a property of the
/// number; it was returned, and nothing was created. SHIPTRACK_RETRACK_… are the policies for such a number.
pub const SHIPTRACK_TRACKED_RETURNED: i32 = 4;

/// shiptrack_webhook_ensure(): this call registered the URL.
pub const SHIPTRACK_ENSURED_CREATED: i32 = 1;

/// shiptrack_webhook_ensure(): the URL was registered before, and the webhook was updated.
pub const SHIPTRACK_ENSURED_UPDATED: i32 = 2;

/// shiptrack_webhook_ensure(): the URL was registered before, with the same attributes.
pub const SHIPTRACK_ENSURED_UNCHANGED: i32 = 3;

/// The signature covers only the body of the delivery: it may have been captured and sent again.
pub const SHIPTRACK_SCHEME_HOSTED: i32 = 1;

/// The signature follows Standard Webhooks: it covers id, time stamp and body.
pub const SHIPTRACK_SCHEME_STANDARD: i32 = 2;

/// An activity: a look-up of a number at a carrier, or an attempt of one.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_LOOK_UP: i32 = 1;

/// An activity: a delivery of a notification to a webhook, or an attempt of one.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_DELIVERY: i32 = 2;

/// An activity: an extractor failed on a document, which is stored nevertheless.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_EXTRACTION_FAILED: i32 = 3;

/// An activity: due work failed, outside of a call that could have reported the error. It is retried. Work that a closed
/// service does not do is not reported.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_TROUBLE: i32 = 4;

/// An activity: the answer of a carrier contains facts that look wrong. They are stored, and may have no effect. Each
/// fact is reported once.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS: i32 = 5;

/// An activity: from now on the store rejects writes, for the reason in `status` and `message`: its disk is full
/// (SHIPTRACK_ERROR_STORAGE_FULL, which ends as soon as there is space) or failed, or its file is missing. It is reported
/// once, when it begins; reads continue where possible.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_WRITES_REFUSED: i32 = 6;

/// An activity: the store accepts writes again.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_WRITES_RESUMED: i32 = 7;

/// An activity: a record was omitted from a listing because it cannot be decoded; the other records are there. `id` is
/// its id, and `message` has its type and the error. Each record is reported once.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT: i32 = 8;

/// An activity: a carrier (`scac`) or a webhook (`webhook_id`) failed too often in a row and is suspended for some time;
/// `message` says until when. Its work stays due and uses up no attempt. The start of a suspension is reported, but not
/// each extension after a failed probe.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_RESTING: i32 = 9;

/// An activity: the database had an older version and was migrated when the service was opened. `message` names both
/// versions and the copy of the database that was written before.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_MIGRATED: i32 = 10;

/// An activity: a webhook (`webhook_id`, `url`) was disabled, because its receiver is gone or failed for too long; `reason` is
/// `gone` or `failing_too_long`. After it was activated again, shiptrack_webhook_replay() delivers what it missed.
#[cfg(feature = "service")]
pub const SHIPTRACK_ACTIVITY_WEBHOOK_DISABLED: i32 = 11;

/// Outcome of a look-up, `found`: there are facts. `reason` says why tracking ends, such as `duplicate`; NULL if it
/// continues.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_FOUND: i32 = 1;

/// `no_data_yet`: The carrier knows the number and has no data yet.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_NO_DATA_YET: i32 = 2;

/// `not_found`: The carrier does not know the number.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_NOT_FOUND: i32 = 3;

/// `invalid_number`: No such number can exist.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_INVALID_NUMBER: i32 = 4;

/// `cancelled`: The booking was cancelled.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_CANCELLED: i32 = 5;

/// `withheld`: The carrier does not disclose its data.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_WITHHELD: i32 = 6;

/// `no_carrier`: The carrier could not be inferred from the number.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_NO_CARRIER: i32 = 7;

/// `trouble`: A temporary failure, which `reason` names; the look-up is retried.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_TROUBLE: i32 = 8;

/// `next_trip_awaited`: The last voyage of the container belongs to another request, and its next one has not started.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_NEXT_TRIP_AWAITED: i32 = 9;

/// `rate_limited`: The carrier received too many requests and answers no more for a while; it is asked again later.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_RATE_LIMITED: i32 = 10;

/// `refused`: The carrier rejects the credentials: they are suspended, and no try is used up.
#[cfg(feature = "service")]
pub const SHIPTRACK_OUTCOME_REFUSED: i32 = 11;

/// All enumerations with their values, as in the interface, and their numbers.
pub(crate) static CODES: &[(&str, &[(&std::ffi::CStr, i32)])] = &[
    (
        "ContainerStatus",
        &[
            (c"new", SHIPTRACK_CONTAINER_STATUS_NEW),
            (c"on_ship", SHIPTRACK_CONTAINER_STATUS_ON_SHIP),
            (c"available", SHIPTRACK_CONTAINER_STATUS_AVAILABLE),
            (c"not_available", SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE),
            (c"grounded", SHIPTRACK_CONTAINER_STATUS_GROUNDED),
            (c"on_rail", SHIPTRACK_CONTAINER_STATUS_ON_RAIL),
            (c"picked_up", SHIPTRACK_CONTAINER_STATUS_PICKED_UP),
            (c"off_dock", SHIPTRACK_CONTAINER_STATUS_OFF_DOCK),
            (c"delivered", SHIPTRACK_CONTAINER_STATUS_DELIVERED),
            (c"dropped", SHIPTRACK_CONTAINER_STATUS_DROPPED),
            (c"loaded", SHIPTRACK_CONTAINER_STATUS_LOADED),
            (c"empty_returned", SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED),
            (c"awaiting_inland_transfer", SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER),
        ],
    ),
    (
        "CustomFieldDataType",
        &[
            (c"short_text", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_SHORT_TEXT),
            (c"number", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_NUMBER),
            (c"date", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATE),
            (c"datetime", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_DATETIME),
            (c"boolean", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_BOOLEAN),
            (c"enum", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM),
            (c"enum_multi", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_ENUM_MULTI),
            (c"reference", SHIPTRACK_CUSTOM_FIELD_DATA_TYPE_REFERENCE),
        ],
    ),
    (
        "CustomFieldEntityType",
        &[
            (c"Shipment", SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_SHIPMENT),
            (c"Container", SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CONTAINER),
            (c"Cargo", SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_CARGO),
            (c"TrackingRequest", SHIPTRACK_CUSTOM_FIELD_ENTITY_TYPE_TRACKING_REQUEST),
        ],
    ),
    (
        "DataSource",
        &[
            (c"shipping_line", SHIPTRACK_DATA_SOURCE_SHIPPING_LINE),
            (c"terminal", SHIPTRACK_DATA_SOURCE_TERMINAL),
            (c"ais", SHIPTRACK_DATA_SOURCE_AIS),
            (c"rail", SHIPTRACK_DATA_SOURCE_RAIL),
            (c"user_input", SHIPTRACK_DATA_SOURCE_USER_INPUT),
            (c"t49_operations_team", SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM),
            (c"t49_calculation", SHIPTRACK_DATA_SOURCE_CALCULATION),
            (c"pierpass", SHIPTRACK_DATA_SOURCE_PIERPASS),
        ],
    ),
    (
        "DeliveryStatus",
        &[
            (c"pending", SHIPTRACK_DELIVERY_STATUS_PENDING),
            (c"succeeded", SHIPTRACK_DELIVERY_STATUS_SUCCEEDED),
            (c"failed", SHIPTRACK_DELIVERY_STATUS_FAILED),
        ],
    ),
    (
        "DocumentSource",
        &[
            (c"upload", SHIPTRACK_DOCUMENT_SOURCE_UPLOAD),
            (c"api", SHIPTRACK_DOCUMENT_SOURCE_API),
            (c"email", SHIPTRACK_DOCUMENT_SOURCE_EMAIL),
            (c"split_document", SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT),
        ],
    ),
    (
        "EventName",
        &[
            (c"tracking_request.succeeded", SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED),
            (c"tracking_request.failed", SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED),
            (c"tracking_request.awaiting_manifest", SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST),
            (c"tracking_request.tracking_stopped", SHIPTRACK_EVENT_TRACKING_REQUEST_TRACKING_STOPPED),
            (c"shipment.estimated.arrival", SHIPTRACK_EVENT_SHIPMENT_ESTIMATED_ARRIVAL),
            (c"container.created", SHIPTRACK_EVENT_CONTAINER_CREATED),
            (c"container.updated", SHIPTRACK_EVENT_CONTAINER_UPDATED),
            (c"container.pod_terminal_changed", SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED),
            (c"container.pickup_lfd.changed", SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED),
            (c"container.pickup_lfd_line.changed", SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED),
            (c"container.pickup_lfd_terminal.changed", SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED),
            (c"container.pickup_lfd_rail.changed", SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED),
            (c"container.pickup_appointment.changed", SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED),
            (c"container.transport.empty_out", SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT),
            (c"container.transport.full_in", SHIPTRACK_EVENT_TRANSPORT_FULL_IN),
            (c"container.transport.vessel_loaded", SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED),
            (c"container.transport.vessel_departed", SHIPTRACK_EVENT_TRANSPORT_VESSEL_DEPARTED),
            (c"container.transport.transshipment_arrived", SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_ARRIVED),
            (c"container.transport.transshipment_discharged", SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DISCHARGED),
            (c"container.transport.transshipment_loaded", SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_LOADED),
            (c"container.transport.transshipment_departed", SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DEPARTED),
            (c"container.transport.feeder_arrived", SHIPTRACK_EVENT_TRANSPORT_FEEDER_ARRIVED),
            (c"container.transport.feeder_discharged", SHIPTRACK_EVENT_TRANSPORT_FEEDER_DISCHARGED),
            (c"container.transport.feeder_loaded", SHIPTRACK_EVENT_TRANSPORT_FEEDER_LOADED),
            (c"container.transport.feeder_departed", SHIPTRACK_EVENT_TRANSPORT_FEEDER_DEPARTED),
            (c"container.transport.vessel_arrived", SHIPTRACK_EVENT_TRANSPORT_VESSEL_ARRIVED),
            (c"container.transport.vessel_berthed", SHIPTRACK_EVENT_TRANSPORT_VESSEL_BERTHED),
            (c"container.transport.vessel_discharged", SHIPTRACK_EVENT_TRANSPORT_VESSEL_DISCHARGED),
            (c"container.transport.available", SHIPTRACK_EVENT_TRANSPORT_AVAILABLE),
            (c"container.transport.not_available", SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE),
            (c"container.transport.full_out", SHIPTRACK_EVENT_TRANSPORT_FULL_OUT),
            (c"container.transport.delivered", SHIPTRACK_EVENT_TRANSPORT_DELIVERED),
            (c"container.transport.empty_in", SHIPTRACK_EVENT_TRANSPORT_EMPTY_IN),
            (c"container.transport.rail_loaded", SHIPTRACK_EVENT_TRANSPORT_RAIL_LOADED),
            (c"container.transport.rail_departed", SHIPTRACK_EVENT_TRANSPORT_RAIL_DEPARTED),
            (c"container.transport.rail_arrived", SHIPTRACK_EVENT_TRANSPORT_RAIL_ARRIVED),
            (c"container.transport.rail_unloaded", SHIPTRACK_EVENT_TRANSPORT_RAIL_UNLOADED),
            (
                c"container.transport.arrived_at_inland_destination",
                SHIPTRACK_EVENT_TRANSPORT_ARRIVED_AT_INLAND_DESTINATION,
            ),
            (c"container.transport.estimated.vessel_departed", SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_DEPARTED),
            (c"container.transport.estimated.vessel_arrived", SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED),
            (
                c"container.transport.estimated.arrived_at_inland_destination",
                SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_ARRIVED_AT_INLAND_DESTINATION,
            ),
            (c"document.extracted", SHIPTRACK_EVENT_DOCUMENT_EXTRACTED),
            (c"document.extraction_failed", SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED),
            (c"shipment.updated", SHIPTRACK_EVENT_SHIPMENT_UPDATED),
            (c"webhook.disabled", SHIPTRACK_EVENT_WEBHOOK_DISABLED),
            (c"tracking_request.deleted", SHIPTRACK_EVENT_TRACKING_REQUEST_DELETED),
        ],
    ),
    (
        "FacilityType",
        &[(c"ocean_terminal", SHIPTRACK_FACILITY_TYPE_OCEAN_TERMINAL), (c"rail", SHIPTRACK_FACILITY_TYPE_RAIL)],
    ),
    (
        "FailedReason",
        &[
            (c"booking_cancelled", SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED),
            (c"duplicate", SHIPTRACK_FAILED_REASON_DUPLICATE),
            (c"expired", SHIPTRACK_FAILED_REASON_EXPIRED),
            (c"internal_processing_error", SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR),
            (c"invalid_number", SHIPTRACK_FAILED_REASON_INVALID_NUMBER),
            (c"not_found", SHIPTRACK_FAILED_REASON_NOT_FOUND),
            (c"retries_exhausted", SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED),
            (c"shipping_line_unreachable", SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE),
            (c"unrecognized_response", SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE),
            (c"data_unavailable", SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE),
            (c"scac_auto_detect_failed", SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED),
            (c"awaiting_manifest", SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST),
        ],
    ),
    (
        "Milestone",
        &[
            (c"empty_out", SHIPTRACK_MILESTONE_EMPTY_OUT),
            (c"full_in", SHIPTRACK_MILESTONE_FULL_IN),
            (c"positioned_in", SHIPTRACK_MILESTONE_POSITIONED_IN),
            (c"positioned_out", SHIPTRACK_MILESTONE_POSITIONED_OUT),
            (c"vessel_loaded", SHIPTRACK_MILESTONE_VESSEL_LOADED),
            (c"vessel_departed", SHIPTRACK_MILESTONE_VESSEL_DEPARTED),
            (c"transshipment_arrived", SHIPTRACK_MILESTONE_TRANSSHIPMENT_ARRIVED),
            (c"transshipment_discharged", SHIPTRACK_MILESTONE_TRANSSHIPMENT_DISCHARGED),
            (c"transshipment_loaded", SHIPTRACK_MILESTONE_TRANSSHIPMENT_LOADED),
            (c"transshipment_departed", SHIPTRACK_MILESTONE_TRANSSHIPMENT_DEPARTED),
            (c"feeder_arrived", SHIPTRACK_MILESTONE_FEEDER_ARRIVED),
            (c"feeder_discharged", SHIPTRACK_MILESTONE_FEEDER_DISCHARGED),
            (c"feeder_loaded", SHIPTRACK_MILESTONE_FEEDER_LOADED),
            (c"feeder_departed", SHIPTRACK_MILESTONE_FEEDER_DEPARTED),
            (c"rail_loaded", SHIPTRACK_MILESTONE_RAIL_LOADED),
            (c"rail_departed", SHIPTRACK_MILESTONE_RAIL_DEPARTED),
            (c"rail_arrived", SHIPTRACK_MILESTONE_RAIL_ARRIVED),
            (c"rail_unloaded", SHIPTRACK_MILESTONE_RAIL_UNLOADED),
            (c"vessel_arrived", SHIPTRACK_MILESTONE_VESSEL_ARRIVED),
            (c"vessel_berthed", SHIPTRACK_MILESTONE_VESSEL_BERTHED),
            (c"vessel_discharged", SHIPTRACK_MILESTONE_VESSEL_DISCHARGED),
            (c"arrived_at_destination", SHIPTRACK_MILESTONE_ARRIVED_AT_DESTINATION),
            (c"delivered", SHIPTRACK_MILESTONE_DELIVERED),
            (c"full_out", SHIPTRACK_MILESTONE_FULL_OUT),
            (c"empty_in", SHIPTRACK_MILESTONE_EMPTY_IN),
            (c"vgm_received", SHIPTRACK_MILESTONE_VGM_RECEIVED),
            (c"carrier_release", SHIPTRACK_MILESTONE_CARRIER_RELEASE),
            (c"customs_release", SHIPTRACK_MILESTONE_CUSTOMS_RELEASE),
            (c"available", SHIPTRACK_MILESTONE_AVAILABLE),
            (c"not_available", SHIPTRACK_MILESTONE_NOT_AVAILABLE),
        ],
    ),
    (
        "RequestStatus",
        &[
            (c"pending", SHIPTRACK_REQUEST_STATUS_PENDING),
            (c"awaiting_manifest", SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST),
            (c"created", SHIPTRACK_REQUEST_STATUS_CREATED),
            (c"failed", SHIPTRACK_REQUEST_STATUS_FAILED),
            (c"tracking_stopped", SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED),
        ],
    ),
    (
        "RequestType",
        &[
            (c"bill_of_lading", SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING),
            (c"booking_number", SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER),
            (c"container", SHIPTRACK_REQUEST_TYPE_CONTAINER),
        ],
    ),
    ("SchemaFormat", &[(c"json_schema", SHIPTRACK_SCHEMA_FORMAT_JSON_SCHEMA)]),
    (
        "SearchEntityType",
        &[
            (c"shipment", SHIPTRACK_SEARCH_ENTITY_TYPE_SHIPMENT),
            (c"cargo", SHIPTRACK_SEARCH_ENTITY_TYPE_CARGO),
            (c"tracking_request", SHIPTRACK_SEARCH_ENTITY_TYPE_TRACKING_REQUEST),
        ],
    ),
    (
        "StopReason",
        &[
            (c"all_containers_terminated", SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED),
            (c"past_arrival_window", SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW),
            (c"past_full_out_window", SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW),
            (c"no_updates_at_line", SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE),
            (c"cancelled_by_user", SHIPTRACK_STOP_REASON_CANCELLED_BY_USER),
            (c"booking_cancelled", SHIPTRACK_STOP_REASON_BOOKING_CANCELLED),
            (c"account_closed", SHIPTRACK_STOP_REASON_ACCOUNT_CLOSED),
        ],
    ),
    (
        "WebhookDisabledReason",
        &[
            (c"gone", SHIPTRACK_WEBHOOK_DISABLED_REASON_GONE),
            (c"failing_too_long", SHIPTRACK_WEBHOOK_DISABLED_REASON_FAILING_TOO_LONG),
        ],
    ),
    (
        "LineDecision",
        &[
            (c"auto_select", SHIPTRACK_LINE_DECISION_AUTO_SELECT),
            (c"needs_confirmation", SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION),
            (c"no_prediction", SHIPTRACK_LINE_DECISION_NO_PREDICTION),
        ],
    ),
    (
        "Bucket",
        &[
            (c"default", SHIPTRACK_BUCKET_DEFAULT),
            (c"create", SHIPTRACK_BUCKET_CREATE),
            (c"infer", SHIPTRACK_BUCKET_INFER),
            (c"refresh", SHIPTRACK_BUCKET_REFRESH),
        ],
    ),
    (
        "Tracked",
        &[
            (c"adopted", SHIPTRACK_TRACKED_ADOPTED),
            (c"created", SHIPTRACK_TRACKED_CREATED),
            (c"maybe_second", SHIPTRACK_TRACKED_MAYBE_SECOND),
            (c"returned", SHIPTRACK_TRACKED_RETURNED),
        ],
    ),
    (
        "Ensured",
        &[
            (c"created", SHIPTRACK_ENSURED_CREATED),
            (c"updated", SHIPTRACK_ENSURED_UPDATED),
            (c"unchanged", SHIPTRACK_ENSURED_UNCHANGED),
        ],
    ),
    ("Scheme", &[(c"hosted", SHIPTRACK_SCHEME_HOSTED), (c"standard", SHIPTRACK_SCHEME_STANDARD)]),
    #[cfg(feature = "service")]
    (
        "Activity",
        &[
            (c"look_up", SHIPTRACK_ACTIVITY_LOOK_UP),
            (c"delivery", SHIPTRACK_ACTIVITY_DELIVERY),
            (c"extraction_failed", SHIPTRACK_ACTIVITY_EXTRACTION_FAILED),
            (c"trouble", SHIPTRACK_ACTIVITY_TROUBLE),
            (c"doubtful_facts", SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS),
            (c"writes_refused", SHIPTRACK_ACTIVITY_WRITES_REFUSED),
            (c"writes_resumed", SHIPTRACK_ACTIVITY_WRITES_RESUMED),
            (c"record_left_out", SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT),
            (c"resting", SHIPTRACK_ACTIVITY_RESTING),
            (c"migrated", SHIPTRACK_ACTIVITY_MIGRATED),
            (c"webhook_disabled", SHIPTRACK_ACTIVITY_WEBHOOK_DISABLED),
        ],
    ),
    #[cfg(feature = "service")]
    (
        "Outcome",
        &[
            (c"found", SHIPTRACK_OUTCOME_FOUND),
            (c"no_data_yet", SHIPTRACK_OUTCOME_NO_DATA_YET),
            (c"not_found", SHIPTRACK_OUTCOME_NOT_FOUND),
            (c"invalid_number", SHIPTRACK_OUTCOME_INVALID_NUMBER),
            (c"cancelled", SHIPTRACK_OUTCOME_CANCELLED),
            (c"withheld", SHIPTRACK_OUTCOME_WITHHELD),
            (c"no_carrier", SHIPTRACK_OUTCOME_NO_CARRIER),
            (c"trouble", SHIPTRACK_OUTCOME_TROUBLE),
            (c"next_trip_awaited", SHIPTRACK_OUTCOME_NEXT_TRIP_AWAITED),
            (c"rate_limited", SHIPTRACK_OUTCOME_RATE_LIMITED),
            (c"refused", SHIPTRACK_OUTCOME_REFUSED),
        ],
    ),
];
