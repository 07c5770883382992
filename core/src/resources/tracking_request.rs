//! Tracking requests.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;

/// The id of a [`TrackingRequest`].
pub type TrackingRequestId = Id<TrackingRequest>;

open_enum! {
    /// What kind of number is tracked, as it stands on the wire. What a number is once it is parsed and checked is a
    /// [`NumberKind`](crate::numbers::NumberKind), which has these three and no others.
    pub enum RequestType {
        /// A master bill of lading.
        BillOfLading => "bill_of_lading",
        /// A carrier's booking.
        BookingNumber => "booking_number",
        /// One container by its number.
        Container => "container",
    }
}

open_enum! {
    /// Where a tracking request stands.
    pub enum RequestStatus {
        /// The shipping line is being asked.
        Pending => "pending",
        /// The shipping line has no data yet and is asked again every day.
        AwaitingManifest => "awaiting_manifest",
        /// A shipment is linked and followed.
        Created => "created",
        /// Nothing came of the request; its failed reason says why.
        Failed => "failed",
        /// The shipment is no longer followed.
        TrackingStopped => "tracking_stopped",
    }
}

open_enum! {
    /// Why the last look-up failed, or the request as a whole.
    pub enum FailedReason {
        /// The booking was cancelled.
        BookingCancelled => "booking_cancelled",
        /// Another live request tracks the same shipment.
        Duplicate => "duplicate",
        /// No data came within the time allowed.
        Expired => "expired",
        /// The service itself failed and tries again.
        InternalProcessingError => "internal_processing_error",
        /// The shipping line says there can be no such number.
        InvalidNumber => "invalid_number",
        /// The shipping line does not know the number.
        NotFound => "not_found",
        /// Every look-up that is allowed was made.
        RetriesExhausted => "retries_exhausted",
        /// The shipping line does not answer and is asked again.
        ShippingLineUnreachable => "shipping_line_unreachable",
        /// The shipping line's answer cannot be read, and it is asked again.
        UnrecognizedResponse => "unrecognized_response",
        /// The shipping line withholds the data.
        DataUnavailable => "data_unavailable",
        /// No shipping line could be inferred from the number.
        ScacAutoDetectFailed => "scac_auto_detect_failed",
        /// The shipping line has no data yet; a passing reason.
        AwaitingManifest => "awaiting_manifest",
    }
}

resource! {
    /// A request to track a number at a shipping line.
    pub struct TrackingRequest = "tracking_request" {
        /// What kind of number is tracked.
        required request_type: RequestType,
        /// The number as it was submitted.
        required request_number: String,
        /// SCAC of the shipping line that is asked; `None` while it is being detected.
        nullable scac: String,
        /// Where the request stands.
        required status: RequestStatus,
        /// Why the last look-up failed, or the request as a whole; `None` without trouble.
        nullable failed_reason: FailedReason,
        /// Whether look-ups are being repeated after one that met trouble.
        plain is_retrying: bool,
        /// How many look-ups in a row met trouble; `None` without trouble, and as soon as there is a shipment.
        nullable retry_count: i64,
        /// The customer's own references, which the shipment gets, too.
        list ref_numbers: String,
        /// Labels that the shipment gets once there is one.
        list shipment_tags: String,
        /// When the request was made.
        nullable created_at: Timestamp,
        /// When the request last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Shipment that was found under the number; empty until there is one.
        one tracked_object: shipment,
        /// Customer it is tracked for; empty when none was given.
        one customer: party,
        /// User who made the request; empty when it came through the interface without one.
        one user: user,
    }
}

impl TrackingRequest {
    /// Whether nothing more will happen before somebody acts: created, failed or stopped.
    pub fn is_settled(&self) -> bool {
        matches!(self.status, RequestStatus::Created | RequestStatus::Failed | RequestStatus::TrackingStopped)
    }

    /// The shipment, once there is one.
    pub fn shipment(&self) -> Option<super::ShipmentId> {
        self.tracked_object.id()
    }
}
