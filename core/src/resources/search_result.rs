//! What a search finds.

use super::macros::resource;
use super::open_enum::open_enum;
use super::{FailedReason, StopReason, Timestamp};
use crate::ids::Id;

/// The id of a [`SearchResult`].
pub type SearchResultId = Id<SearchResult>;

open_enum! {
    /// What a search found.
    pub enum SearchEntityType {
        /// The search found a shipment.
        Shipment => "shipment",
        /// The search found a container.
        Cargo => "cargo",
        /// The search found a tracking request.
        TrackingRequest => "tracking_request",
    }
}

resource! {
    /// What a search found: a shipment, a container or a tracking request, with what identifies it. The interface
    /// documents
    /// the type of what was found in place of `search_result`; both are read.
    pub struct SearchResult = "search_result" | "shipment" | "cargo" | "tracking_request" {
        /// What kind of thing was found.
        required entity_type: SearchEntityType,
        /// Number of the bill of lading, booking or container.
        nullable number: String,
        /// Id of the shipment, of a container that of the shipment it belongs to; `None` while there is no shipment.
        nullable shipment_id: String,
        /// SCAC of the shipping line; `None` when it is not known.
        nullable scac: String,
        /// Name of the port of lading; `None` when it is not known.
        nullable port_of_lading_name: String,
        /// Name of the port of discharge; `None` when it is not known.
        nullable port_of_discharge_name: String,
        /// How many containers the shipment has; `None` for everything else.
        nullable containers_count: i64,
        /// Whether the shipment is no longer followed.
        nullable tracking_stopped: bool,
        /// Why the shipment is no longer followed; `None` while it is.
        nullable tracking_stopped_reason: StopReason,
        /// Where it stands: the status of a tracking request or the current status of a container.
        nullable status: String,
        /// Why the tracking request failed; `None` when it did not.
        nullable failed_reason: FailedReason,
        /// The customer's own references.
        list ref_numbers: String,
        /// When the service learned of what was found.
        nullable created_at: Timestamp,
        /// When what was found last changed.
        nullable updated_at: Timestamp,
    }
    relationships {}
}

impl SearchResult {
    /// The shipment that was found, or that what was found belongs to.
    pub fn shipment(&self) -> Option<super::ShipmentId> {
        self.shipment_id.as_deref().map(Id::new)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_is_read_under_every_type_and_written_under_the_one_it_came_with() {
        for kind in ["search_result", "shipment", "cargo", "tracking_request"] {
            let came =
                json!({ "id": "a", "type": kind, "attributes": { "entity_type": "cargo", "number": "MSKU0308961" } });
            let read: SearchResult = serde_json::from_value(came).unwrap();
            assert_eq!(read.entity_type, SearchEntityType::Cargo);
            assert_eq!(serde_json::to_value(&read).unwrap()["type"], kind);
        }
        assert!(serde_json::from_value::<SearchResult>(json!({ "type": "port" })).is_err());
    }
}
