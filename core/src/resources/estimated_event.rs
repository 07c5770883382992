//! Changes of the estimated arrival of a shipment.

use super::macros::resource;
use super::{DataSource, EventName, Timestamp};
use crate::ids::Id;

/// The id of an [`EstimatedEvent`].
pub type EstimatedEventId = Id<EstimatedEvent>;

resource! {
    /// The estimated arrival of a shipment changed. This resource is included in the notification `shipment.estimated.arrival`.
    pub struct EstimatedEvent = "estimated_event" {
        /// Time when the service detected the change.
        nullable created_at: Timestamp,
        /// New estimated time of arrival.
        nullable estimated_timestamp: Timestamp => timezone,
        /// Name of the event: `shipment.estimated.arrival` in all known notifications.
        required event: EventName,
        /// UN/LOCODE of the port of discharge; `null` if unknown.
        nullable location_locode: String,
        /// Time zone of the port of discharge (IANA name); `null` if unknown.
        nullable timezone: String,
        /// Number of the voyage that arrives at the port of discharge; `null` if unknown.
        nullable voyage_number: String,
        /// Kind of the source that reported the change.
        optional data_source: DataSource,
    }
    relationships {
        /// Shipment that is expected to arrive.
        one shipment: shipment,
        /// Port of discharge; empty if unknown.
        one port: port,
        /// Vessel that arrives at the port of discharge; empty if unknown.
        one vessel: vessel,
    }
}
