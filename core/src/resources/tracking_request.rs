//! Tracking requests.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;

/// The id of a [`TrackingRequest`].
pub type TrackingRequestId = Id<TrackingRequest>;

open_enum! {
    /// The kind of a tracked number.
    pub enum RequestType {
        /// A master bill of lading.
        BillOfLading => "bill_of_lading",
        /// A booking of a carrier.
        BookingNumber => "booking_number",
        /// A container number.
        Container => "container",
    }
}

open_enum! {
    /// The status of a tracking request.
    pub enum RequestStatus {
        /// The service is asking the shipping line for the number.
        Pending => "pending",
        /// The shipping line has no data yet. The service asks again every day.
        AwaitingManifest => "awaiting_manifest",
        /// A shipment was found and is tracked.
        Created => "created",
        /// The request failed; `failed_reason` gives the reason.
        Failed => "failed",
        /// Tracking of the shipment stopped.
        TrackingStopped => "tracking_stopped",
    }
}

open_enum! {
    /// The reason why the last look-up or the whole request failed.
    pub enum FailedReason {
        /// The booking was cancelled.
        BookingCancelled => "booking_cancelled",
        /// Another active request tracks the same shipment.
        Duplicate => "duplicate",
        /// The shipping line returned no data within the maximum time.
        Expired => "expired",
        /// The service had an internal error, and tries again.
        InternalProcessingError => "internal_processing_error",
        /// The shipping line rejects the number as invalid.
        InvalidNumber => "invalid_number",
        /// The shipping line does not know the number.
        NotFound => "not_found",
        /// The maximum number of look-ups was reached.
        RetriesExhausted => "retries_exhausted",
        /// The shipping line does not respond. The service asks again.
        ShippingLineUnreachable => "shipping_line_unreachable",
        /// The response of the shipping line cannot be read. The service asks again.
        UnrecognizedResponse => "unrecognized_response",
        /// The shipping line does not disclose the data.
        DataUnavailable => "data_unavailable",
        /// The shipping line could not be detected from the number.
        ScacAutoDetectFailed => "scac_auto_detect_failed",
        /// The shipping line has no data yet. The service asks again every day.
        AwaitingManifest => "awaiting_manifest",
    }
}

resource! {
    /// A request to track a number at a shipping line.
    pub struct TrackingRequest = "tracking_request" {
        /// Kind of the number.
        required request_type: RequestType,
        /// Number, as it was submitted.
        required request_number: String,
        /// SCAC of the shipping line; `null` while the service is detecting it.
        nullable scac: String,
        /// Status of the request.
        required status: RequestStatus,
        /// Reason why the last look-up or the whole request failed; `null` if it did not fail.
        nullable failed_reason: FailedReason,
        /// Whether the service is repeating look-ups after a failed one.
        plain is_retrying: bool,
        /// Number of consecutive failed look-ups; `null` if the last one succeeded, and once there is a shipment.
        nullable retry_count: i64,
        /// References of the customer, which are copied to the shipment.
        list ref_numbers: String,
        /// Tags for the shipment.
        list shipment_tags: String,
        /// Time when the request was created.
        nullable created_at: Timestamp,
        /// Time when the request last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Shipment that was found for the number; empty until it is found.
        one tracked_object: shipment,
        /// Customer for whom the number is tracked; empty if not given.
        one customer: party,
        /// User who created the request; empty if it was created through the API without a user.
        one user: user,
    }
}

impl TrackingRequest {
    /// Whether the request has its final status until a user acts: `created`, `failed` or `tracking_stopped`.
    pub fn is_settled(&self) -> bool {
        matches!(self.status, RequestStatus::Created | RequestStatus::Failed | RequestStatus::TrackingStopped)
    }

    /// The id of the shipment; `None` until it is found.
    pub fn shipment(&self) -> Option<super::ShipmentId> {
        self.tracked_object.id()
    }
}
