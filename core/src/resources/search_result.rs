//! Results of a search.

use super::macros::resource;
use super::open_enum::open_enum;
use super::{FailedReason, StopReason, Timestamp};
use crate::ids::Id;

/// The id of a [`SearchResult`].
pub type SearchResultId = Id<SearchResult>;

open_enum! {
    /// The kind of a search result.
    pub enum SearchEntityType {
        /// It is a shipment.
        Shipment => "shipment",
        /// It is a container.
        Cargo => "cargo",
        /// It is a tracking request.
        TrackingRequest => "tracking_request",
    }
}

resource! {
    /// A shipment, container or tracking request that a search found. The hosted service documents the type of the found resource
    /// instead of `search_result`; the client reads both.
    pub struct SearchResult = "search_result" | "shipment" | "cargo" | "tracking_request" {
        /// Kind of the result.
        required entity_type: SearchEntityType,
        /// Number of the bill of lading, booking or container.
        nullable number: String,
        /// Id of the shipment, or of the shipment to which the container belongs; `null` if there is no shipment yet.
        nullable shipment_id: String,
        /// SCAC of the shipping line; `null` if unknown.
        nullable scac: String,
        /// Name of the port of lading; `null` if unknown.
        nullable port_of_lading_name: String,
        /// Name of the port of discharge; `null` if unknown.
        nullable port_of_discharge_name: String,
        /// Number of containers of the shipment; `null` for results of other kinds.
        nullable containers_count: i64,
        /// Whether tracking of the shipment has stopped.
        nullable tracking_stopped: bool,
        /// Reason why tracking stopped; `null` while the shipment is tracked.
        nullable tracking_stopped_reason: StopReason,
        /// Status of the tracking request, or current status of the container; `null` for shipments.
        nullable status: String,
        /// Reason why the tracking request failed; `null` if it did not fail.
        nullable failed_reason: FailedReason,
        /// References of the customer.
        list ref_numbers: String,
        /// Time when the found resource was created.
        nullable created_at: Timestamp,
        /// Time when the found resource last changed.
        nullable updated_at: Timestamp,
    }
    relationships {}
}

impl SearchResult {
    /// The id of the shipment that was found, or to which the found container or tracking request belongs.
    pub fn shipment(&self) -> Option<super::ShipmentId> {
        self.shipment_id.as_deref().map(Id::new)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_read_under_every_type_and_written_with_the_type_it_had() {
        for kind in ["search_result", "shipment", "cargo", "tracking_request"] {
            let json =
                json!({ "id": "a", "type": kind, "attributes": { "entity_type": "cargo", "number": "MSKU0308961" } });
            let read: SearchResult = serde_json::from_value(json).unwrap();
            assert_eq!(read.entity_type, SearchEntityType::Cargo);
            assert_eq!(serde_json::to_value(&read).unwrap()["type"], kind);
        }
        assert!(serde_json::from_value::<SearchResult>(json!({ "type": "port" })).is_err());
    }
}
