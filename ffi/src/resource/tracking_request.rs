//! Tracking requests.

use shiptrack::resources::TrackingRequest;

use super::family::family;

family! {
    TrackingRequest(it) = 1;
    texts {
        /// Kind of the number.
        shiptrack_tracking_request_request_type = it.request_type;
        /// The number as it was submitted.
        shiptrack_tracking_request_request_number = it.request_number;
        /// The carrier's code; no value while it is being detected.
        shiptrack_tracking_request_scac = it.scac;
        /// Where the request stands.
        shiptrack_tracking_request_status = it.status;
        /// Why the last look-up failed, or the request as a whole.
        shiptrack_tracking_request_failed_reason = it.failed_reason;
        /// When the request was made.
        shiptrack_tracking_request_created_at = it.created_at;
        /// When it last changed.
        shiptrack_tracking_request_updated_at = it.updated_at;
    }
    lists {
        /// The customer's own references. Item `index`, from 0.
        [
            /// How many items shiptrack_tracking_request_ref_numbers_at() has.
            shiptrack_tracking_request_ref_numbers_count
        ] shiptrack_tracking_request_ref_numbers_at = it.ref_numbers;
        /// Labels the shipment gets once it is there. Item `index`, from 0.
        [
            /// How many items shiptrack_tracking_request_shipment_tags_at() has.
            shiptrack_tracking_request_shipment_tags_count
        ] shiptrack_tracking_request_shipment_tags_at = it.shipment_tags;
    }
    integers {
        /// Look-ups made after the first, while there is trouble; SHIPTRACK_ABSENT when there is no value.
        shiptrack_tracking_request_retry_count = it.retry_count;
    }
    doubles {}
    flags {
        /// Whether look-ups are being repeated: 1 yes, 0 no, -1 not told.
        shiptrack_tracking_request_is_retrying = it.is_retrying;
    }
    codes {
        /// Kind of the number: SHIPTRACK_REQUEST_TYPE_…
        shiptrack_tracking_request_request_type_code = it.request_type;
        /// Where the request stands: SHIPTRACK_REQUEST_STATUS_…
        shiptrack_tracking_request_status_code = it.status;
        /// Why the last look-up failed, or the request as a whole: SHIPTRACK_FAILED_REASON_…
        shiptrack_tracking_request_failed_reason_code = it.failed_reason;
    }
}
