//! Numbers of the values a C program branches on.
//!
//! They are only ever added to: `tests/c/golden/constants.txt` pins each. 0 is no value, -1 a value this version does not
//! know, whose text is there all the same.

use shiptrack::client::LineDecision;
use shiptrack::resources::{
    ContainerStatus, DataSource, DeliveryStatus, DocumentSource, EventName, FailedReason, RequestStatus, RequestType,
    StopReason,
};

/// There is no value.
pub const SHIPTRACK_CODE_NONE: i32 = 0;
/// A value this version of the library does not know; read its text.
pub const SHIPTRACK_CODE_OTHER: i32 = -1;

/// A value that has a number.
pub trait Code {
    /// The number; 0 for no value, -1 for one that is not known.
    fn code(&self) -> i32;
}

impl<T: Code> Code for Option<T> {
    fn code(&self) -> i32 {
        self.as_ref().map_or(SHIPTRACK_CODE_NONE, Code::code)
    }
}

/// Declares the numbers of an enumeration.
macro_rules! codes {
    ($type:ident: $($(#[$doc:meta])* $name:ident = $number:literal => $variant:ident,)*) => {
        $($(#[$doc])* pub const $name: i32 = $number;)*

        impl Code for $type {
            fn code(&self) -> i32 {
                match self {
                    $($type::$variant => $name,)*
                    other if other.as_str().is_empty() => SHIPTRACK_CODE_NONE,
                    _ => SHIPTRACK_CODE_OTHER,
                }
            }
        }
    };
}

codes! {
    RequestType:
    /// `bill_of_lading`: A master bill of lading.
    SHIPTRACK_REQUEST_TYPE_BILL_OF_LADING = 1 => BillOfLading,
    /// `booking_number`: A carrier's booking.
    SHIPTRACK_REQUEST_TYPE_BOOKING_NUMBER = 2 => BookingNumber,
    /// `container`: One container.
    SHIPTRACK_REQUEST_TYPE_CONTAINER = 3 => Container,
}

codes! {
    RequestStatus:
    /// `pending`: The carrier is being asked.
    SHIPTRACK_REQUEST_STATUS_PENDING = 1 => Pending,
    /// `awaiting_manifest`: The carrier has no data yet; it is asked again every day.
    SHIPTRACK_REQUEST_STATUS_AWAITING_MANIFEST = 2 => AwaitingManifest,
    /// `created`: A shipment is linked and followed.
    SHIPTRACK_REQUEST_STATUS_CREATED = 3 => Created,
    /// `failed`: Nothing came of it; see the failed reason.
    SHIPTRACK_REQUEST_STATUS_FAILED = 4 => Failed,
    /// `tracking_stopped`: The shipment is no longer followed.
    SHIPTRACK_REQUEST_STATUS_TRACKING_STOPPED = 5 => TrackingStopped,
}

codes! {
    FailedReason:
    /// `booking_cancelled`: The booking was cancelled.
    SHIPTRACK_FAILED_REASON_BOOKING_CANCELLED = 1 => BookingCancelled,
    /// `duplicate`: Another live request tracks the same shipment.
    SHIPTRACK_FAILED_REASON_DUPLICATE = 2 => Duplicate,
    /// `expired`: No data came within the time allowed.
    SHIPTRACK_FAILED_REASON_EXPIRED = 3 => Expired,
    /// `internal_processing_error`: The service itself failed; tried again.
    SHIPTRACK_FAILED_REASON_INTERNAL_PROCESSING_ERROR = 4 => InternalProcessingError,
    /// `invalid_number`: The carrier says there can be no such number.
    SHIPTRACK_FAILED_REASON_INVALID_NUMBER = 5 => InvalidNumber,
    /// `not_found`: The carrier does not know the number.
    SHIPTRACK_FAILED_REASON_NOT_FOUND = 6 => NotFound,
    /// `retries_exhausted`: Every try allowed was made.
    SHIPTRACK_FAILED_REASON_RETRIES_EXHAUSTED = 7 => RetriesExhausted,
    /// `shipping_line_unreachable`: The carrier does not answer; tried again.
    SHIPTRACK_FAILED_REASON_SHIPPING_LINE_UNREACHABLE = 8 => ShippingLineUnreachable,
    /// `unrecognized_response`: The carrier's answer cannot be read; tried again.
    SHIPTRACK_FAILED_REASON_UNRECOGNIZED_RESPONSE = 9 => UnrecognizedResponse,
    /// `data_unavailable`: The carrier withholds the data.
    SHIPTRACK_FAILED_REASON_DATA_UNAVAILABLE = 10 => DataUnavailable,
    /// `scac_auto_detect_failed`: No carrier could be inferred from the number.
    SHIPTRACK_FAILED_REASON_SCAC_AUTO_DETECT_FAILED = 11 => ScacAutoDetectFailed,
    /// `awaiting_manifest`: The carrier has no data yet; a passing reason.
    SHIPTRACK_FAILED_REASON_AWAITING_MANIFEST = 12 => AwaitingManifest,
}

codes! {
    ContainerStatus:
    /// `new`: No milestone yet.
    SHIPTRACK_CONTAINER_STATUS_NEW = 1 => New,
    /// `on_ship`: On a vessel.
    SHIPTRACK_CONTAINER_STATUS_ON_SHIP = 2 => OnShip,
    /// `available`: May be picked up.
    SHIPTRACK_CONTAINER_STATUS_AVAILABLE = 3 => Available,
    /// `not_available`: At the terminal, held.
    SHIPTRACK_CONTAINER_STATUS_NOT_AVAILABLE = 4 => NotAvailable,
    /// `grounded`: Off the vessel; nobody says whether it may be picked up.
    SHIPTRACK_CONTAINER_STATUS_GROUNDED = 5 => Grounded,
    /// `on_rail`: On a rail car.
    SHIPTRACK_CONTAINER_STATUS_ON_RAIL = 6 => OnRail,
    /// `picked_up`: Picked up.
    SHIPTRACK_CONTAINER_STATUS_PICKED_UP = 7 => PickedUp,
    /// `off_dock`: Moved to another yard.
    SHIPTRACK_CONTAINER_STATUS_OFF_DOCK = 8 => OffDock,
    /// `delivered`: Delivered, as a user says.
    SHIPTRACK_CONTAINER_STATUS_DELIVERED = 9 => Delivered,
    /// `dropped`: Dropped.
    SHIPTRACK_CONTAINER_STATUS_DROPPED = 10 => Dropped,
    /// `loaded`: Loaded.
    SHIPTRACK_CONTAINER_STATUS_LOADED = 11 => Loaded,
    /// `empty_returned`: Came back empty.
    SHIPTRACK_CONTAINER_STATUS_EMPTY_RETURNED = 12 => EmptyReturned,
    /// `awaiting_inland_transfer`: Off the vessel, a rail leg ahead.
    SHIPTRACK_CONTAINER_STATUS_AWAITING_INLAND_TRANSFER = 13 => AwaitingInlandTransfer,
}

codes! {
    StopReason:
    /// `all_containers_terminated`: Every container came back empty.
    SHIPTRACK_STOP_REASON_ALL_CONTAINERS_TERMINATED = 1 => AllContainersTerminated,
    /// `past_arrival_window`: Too long since the vessel arrived.
    SHIPTRACK_STOP_REASON_PAST_ARRIVAL_WINDOW = 2 => PastArrivalWindow,
    /// `past_full_out_window`: Too long since the containers were picked up.
    SHIPTRACK_STOP_REASON_PAST_FULL_OUT_WINDOW = 3 => PastFullOutWindow,
    /// `no_updates_at_line`: Too long without news from the carrier.
    SHIPTRACK_STOP_REASON_NO_UPDATES_AT_LINE = 4 => NoUpdatesAtLine,
    /// `cancelled_by_user`: A user said so.
    SHIPTRACK_STOP_REASON_CANCELLED_BY_USER = 5 => CancelledByUser,
    /// `booking_cancelled`: The booking was cancelled.
    SHIPTRACK_STOP_REASON_BOOKING_CANCELLED = 6 => BookingCancelled,
    /// `account_closed`: The account was closed.
    SHIPTRACK_STOP_REASON_ACCOUNT_CLOSED = 7 => AccountClosed,
}

codes! {
    DataSource:
    /// `shipping_line`: The ocean carrier.
    SHIPTRACK_DATA_SOURCE_SHIPPING_LINE = 1 => ShippingLine,
    /// `terminal`: The terminal.
    SHIPTRACK_DATA_SOURCE_TERMINAL = 2 => Terminal,
    /// `ais`: The vessel's own position reports.
    SHIPTRACK_DATA_SOURCE_AIS = 3 => Ais,
    /// `rail`: The railway.
    SHIPTRACK_DATA_SOURCE_RAIL = 4 => Rail,
    /// `user_input`: A user.
    SHIPTRACK_DATA_SOURCE_USER_INPUT = 5 => UserInput,
    /// `t49_operations_team`: The operations team of the hosted service.
    SHIPTRACK_DATA_SOURCE_OPERATIONS_TEAM = 6 => OperationsTeam,
    /// `t49_calculation`: The hosted service, which calculated it.
    SHIPTRACK_DATA_SOURCE_CALCULATION = 7 => Calculation,
    /// `pierpass`: PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
    SHIPTRACK_DATA_SOURCE_PIERPASS = 8 => Pierpass,
}

codes! {
    DocumentSource:
    /// `upload`: Uploaded by hand.
    SHIPTRACK_DOCUMENT_SOURCE_UPLOAD = 1 => Upload,
    /// `api`: Sent through the interface.
    SHIPTRACK_DOCUMENT_SOURCE_API = 2 => Api,
    /// `email`: Attached to a message.
    SHIPTRACK_DOCUMENT_SOURCE_EMAIL = 3 => Email,
    /// `split_document`: Cut out of another document.
    SHIPTRACK_DOCUMENT_SOURCE_SPLIT_DOCUMENT = 4 => SplitDocument,
}

codes! {
    DeliveryStatus:
    /// `pending`: Not delivered yet.
    SHIPTRACK_DELIVERY_STATUS_PENDING = 1 => Pending,
    /// `succeeded`: Delivered.
    SHIPTRACK_DELIVERY_STATUS_SUCCEEDED = 2 => Succeeded,
    /// `failed`: Given up.
    SHIPTRACK_DELIVERY_STATUS_FAILED = 3 => Failed,
}

codes! {
    LineDecision:
    /// `auto_select`: Sure enough to take the selected carrier without asking.
    SHIPTRACK_LINE_DECISION_AUTO_SELECT = 1 => AutoSelect,
    /// `needs_confirmation`: Not sure enough: somebody should confirm.
    SHIPTRACK_LINE_DECISION_NEEDS_CONFIRMATION = 2 => NeedsConfirmation,
    /// `no_prediction`: No carrier is likely enough.
    SHIPTRACK_LINE_DECISION_NO_PREDICTION = 3 => NoPrediction,
}

codes! {
    EventName:
    /// `tracking_request.succeeded`: The carrier answered: a shipment is linked to the tracking request.
    SHIPTRACK_EVENT_TRACKING_REQUEST_SUCCEEDED = 1 => TrackingRequestSucceeded,
    /// `tracking_request.failed`: The tracking request failed for good.
    SHIPTRACK_EVENT_TRACKING_REQUEST_FAILED = 2 => TrackingRequestFailed,
    /// `tracking_request.awaiting_manifest`: The carrier has no data yet; told once, the first time.
    SHIPTRACK_EVENT_TRACKING_REQUEST_AWAITING_MANIFEST = 3 => TrackingRequestAwaitingManifest,
    /// `tracking_request.tracking_stopped`: The shipment of the tracking request is no longer updated.
    SHIPTRACK_EVENT_TRACKING_REQUEST_TRACKING_STOPPED = 4 => TrackingRequestTrackingStopped,
    /// `shipment.estimated.arrival`: The estimated arrival at the port of discharge changed.
    SHIPTRACK_EVENT_SHIPMENT_ESTIMATED_ARRIVAL = 5 => ShipmentEstimatedArrival,
    /// `container.created`: A container was added to a shipment.
    SHIPTRACK_EVENT_CONTAINER_CREATED = 6 => ContainerCreated,
    /// `container.updated`: What the terminal says about a container changed.
    SHIPTRACK_EVENT_CONTAINER_UPDATED = 7 => ContainerUpdated,
    /// `container.pod_terminal_changed`: A container will be discharged at another terminal.
    SHIPTRACK_EVENT_CONTAINER_POD_TERMINAL_CHANGED = 8 => ContainerPodTerminalChanged,
    /// `container.pickup_lfd.changed`: The last free day that counts changed.
    SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_CHANGED = 9 => ContainerPickupLfdChanged,
    /// `container.pickup_lfd_line.changed`: The last free day the shipping line gives changed.
    SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_LINE_CHANGED = 10 => ContainerPickupLfdLineChanged,
    /// `container.pickup_lfd_terminal.changed`: The last free day the terminal gives changed.
    SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_TERMINAL_CHANGED = 11 => ContainerPickupLfdTerminalChanged,
    /// `container.pickup_lfd_rail.changed`: The last free day the railway gives changed.
    SHIPTRACK_EVENT_CONTAINER_PICKUP_LFD_RAIL_CHANGED = 12 => ContainerPickupLfdRailChanged,
    /// `container.pickup_appointment.changed`: The appointment to collect the container changed.
    SHIPTRACK_EVENT_CONTAINER_PICKUP_APPOINTMENT_CHANGED = 13 => ContainerPickupAppointmentChanged,
    /// `container.transport.empty_out`: The empty container was collected at the origin.
    SHIPTRACK_EVENT_TRANSPORT_EMPTY_OUT = 14 => TransportEmptyOut,
    /// `container.transport.full_in`: The loaded container was brought to the port of loading.
    SHIPTRACK_EVENT_TRANSPORT_FULL_IN = 15 => TransportFullIn,
    /// `container.transport.vessel_loaded`: The container was loaded on the vessel at the port of loading.
    SHIPTRACK_EVENT_TRANSPORT_VESSEL_LOADED = 16 => TransportVesselLoaded,
    /// `container.transport.vessel_departed`: The vessel left the port of loading.
    SHIPTRACK_EVENT_TRANSPORT_VESSEL_DEPARTED = 17 => TransportVesselDeparted,
    /// `container.transport.transshipment_arrived`: The container arrived at a transshipment port.
    SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_ARRIVED = 18 => TransportTransshipmentArrived,
    /// `container.transport.transshipment_discharged`: The container was discharged at a transshipment port.
    SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DISCHARGED = 19 => TransportTransshipmentDischarged,
    /// `container.transport.transshipment_loaded`: The container was loaded on the next vessel.
    SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_LOADED = 20 => TransportTransshipmentLoaded,
    /// `container.transport.transshipment_departed`: The next vessel left the transshipment port.
    SHIPTRACK_EVENT_TRANSPORT_TRANSSHIPMENT_DEPARTED = 21 => TransportTransshipmentDeparted,
    /// `container.transport.feeder_arrived`: The feeder vessel or barge arrived.
    SHIPTRACK_EVENT_TRANSPORT_FEEDER_ARRIVED = 22 => TransportFeederArrived,
    /// `container.transport.feeder_discharged`: The container was discharged from the feeder vessel or barge.
    SHIPTRACK_EVENT_TRANSPORT_FEEDER_DISCHARGED = 23 => TransportFeederDischarged,
    /// `container.transport.feeder_loaded`: The container was loaded on the feeder vessel or barge.
    SHIPTRACK_EVENT_TRANSPORT_FEEDER_LOADED = 24 => TransportFeederLoaded,
    /// `container.transport.feeder_departed`: The feeder vessel or barge departed.
    SHIPTRACK_EVENT_TRANSPORT_FEEDER_DEPARTED = 25 => TransportFeederDeparted,
    /// `container.transport.vessel_arrived`: The vessel arrived at the port of discharge.
    SHIPTRACK_EVENT_TRANSPORT_VESSEL_ARRIVED = 26 => TransportVesselArrived,
    /// `container.transport.vessel_berthed`: The vessel berthed at the port of discharge.
    SHIPTRACK_EVENT_TRANSPORT_VESSEL_BERTHED = 27 => TransportVesselBerthed,
    /// `container.transport.vessel_discharged`: The container was discharged at the port of discharge.
    SHIPTRACK_EVENT_TRANSPORT_VESSEL_DISCHARGED = 28 => TransportVesselDischarged,
    /// `container.transport.available`: The container can be collected.
    SHIPTRACK_EVENT_TRANSPORT_AVAILABLE = 29 => TransportAvailable,
    /// `container.transport.not_available`: The container can no longer be collected.
    SHIPTRACK_EVENT_TRANSPORT_NOT_AVAILABLE = 30 => TransportNotAvailable,
    /// `container.transport.full_out`: The loaded container was collected, at the port or inland.
    SHIPTRACK_EVENT_TRANSPORT_FULL_OUT = 31 => TransportFullOut,
    /// `container.transport.delivered`: A user marked the container as delivered.
    SHIPTRACK_EVENT_TRANSPORT_DELIVERED = 32 => TransportDelivered,
    /// `container.transport.empty_in`: The empty container was returned.
    SHIPTRACK_EVENT_TRANSPORT_EMPTY_IN = 33 => TransportEmptyIn,
    /// `container.transport.rail_loaded`: The container was loaded on a rail car.
    SHIPTRACK_EVENT_TRANSPORT_RAIL_LOADED = 34 => TransportRailLoaded,
    /// `container.transport.rail_departed`: The train departed.
    SHIPTRACK_EVENT_TRANSPORT_RAIL_DEPARTED = 35 => TransportRailDeparted,
    /// `container.transport.rail_arrived`: The train arrived at a rail terminal, the last one or one on the way.
    SHIPTRACK_EVENT_TRANSPORT_RAIL_ARRIVED = 36 => TransportRailArrived,
    /// `container.transport.rail_unloaded`: The container was unloaded from the rail car.
    SHIPTRACK_EVENT_TRANSPORT_RAIL_UNLOADED = 37 => TransportRailUnloaded,
    /// `container.transport.arrived_at_inland_destination`: The container reached its inland destination by rail.
    SHIPTRACK_EVENT_TRANSPORT_ARRIVED_AT_INLAND_DESTINATION = 38 => TransportArrivedAtInlandDestination,
    /// `container.transport.estimated.vessel_departed`: The estimated departure from the port of loading changed.
    SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_DEPARTED = 39 => EstimatedVesselDeparted,
    /// `container.transport.estimated.vessel_arrived`: The estimated arrival of this container at the port of discharge changed.
    SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_VESSEL_ARRIVED = 40 => EstimatedVesselArrived,
    /// `container.transport.estimated.arrived_at_inland_destination`: The estimated arrival at the inland destination changed.
    SHIPTRACK_EVENT_TRANSPORT_ESTIMATED_ARRIVED_AT_INLAND_DESTINATION = 41 => EstimatedArrivedAtInlandDestination,
    /// `document.extracted`: A document was read and its content extracted.
    SHIPTRACK_EVENT_DOCUMENT_EXTRACTED = 42 => DocumentExtracted,
    /// `document.extraction_failed`: The content of a document could not be extracted.
    SHIPTRACK_EVENT_DOCUMENT_EXTRACTION_FAILED = 43 => DocumentExtractionFailed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_the_core_has_a_number_of_its_own() {
        fn check<T: Code>(all: &[T]) {
            let codes: Vec<i32> = all.iter().map(Code::code).collect();
            assert_eq!(codes, (1..=i32::try_from(all.len()).unwrap()).collect::<Vec<_>>());
        }
        check(RequestType::ALL);
        check(RequestStatus::ALL);
        check(FailedReason::ALL);
        check(ContainerStatus::ALL);
        check(StopReason::ALL);
        check(DataSource::ALL);
        check(DocumentSource::ALL);
        check(DeliveryStatus::ALL);
        check(LineDecision::ALL);
        check(EventName::ALL);
        assert_eq!(RequestStatus::parse("beamed_up").code(), SHIPTRACK_CODE_OTHER);
        assert_eq!(None::<StopReason>.code(), SHIPTRACK_CODE_NONE);
    }
}
