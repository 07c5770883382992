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
        /// One container.
        Container => "container",
    }
}

open_enum! {
    /// Where a tracking request stands.
    pub enum RequestStatus {
        /// The carrier is being asked.
        Pending => "pending",
        /// The carrier has no data yet; it is asked again every day.
        AwaitingManifest => "awaiting_manifest",
        /// A shipment is linked and followed.
        Created => "created",
        /// Nothing came of it; see the failed reason.
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
        /// The service itself failed; tried again.
        InternalProcessingError => "internal_processing_error",
        /// The carrier says there can be no such number.
        InvalidNumber => "invalid_number",
        /// The carrier does not know the number.
        NotFound => "not_found",
        /// Every try allowed was made.
        RetriesExhausted => "retries_exhausted",
        /// The carrier does not answer; tried again.
        ShippingLineUnreachable => "shipping_line_unreachable",
        /// The carrier's answer cannot be read; tried again.
        UnrecognizedResponse => "unrecognized_response",
        /// The carrier withholds the data.
        DataUnavailable => "data_unavailable",
        /// No carrier could be inferred from the number.
        ScacAutoDetectFailed => "scac_auto_detect_failed",
        /// The carrier has no data yet; a passing reason.
        AwaitingManifest => "awaiting_manifest",
    }
}

resource! {
    /// A request to track a number at a carrier.
    pub struct TrackingRequest = "tracking_request" {
        /// Kind of the number.
        required request_type: RequestType,
        /// The number as it was submitted.
        required request_number: String,
        /// The carrier's code; `None` while it is being detected.
        nullable scac: String,
        /// Where the request stands.
        required status: RequestStatus,
        /// Why the last look-up failed, or the request as a whole.
        nullable failed_reason: FailedReason,
        /// Whether look-ups are being repeated.
        plain is_retrying: bool,
        /// Look-ups in a row that met trouble; `None` without trouble, and as soon as there is a shipment.
        nullable retry_count: i64,
        /// The customer's own references.
        list ref_numbers: String,
        /// Labels the shipment gets once it is there.
        list shipment_tags: String,
        /// When the request was made.
        nullable created_at: Timestamp,
        /// When it last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// The shipment, once there is one.
        one tracked_object: shipment,
        /// The customer it is tracked for.
        one customer: party,
        /// Who made the request.
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
