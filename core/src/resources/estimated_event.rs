//! Changes of a shipment's expected arrival.

use super::macros::resource;
use super::{DataSource, EventName, Timestamp};
use crate::ids::Id;

/// The id of an [`EstimatedEvent`].
pub type EstimatedEventId = Id<EstimatedEvent>;

resource! {
    /// The expected arrival of a shipment changed. It is told with the notification `shipment.estimated.arrival`.
    pub struct EstimatedEvent = "estimated_event" {
        /// When the service learned of the change.
        nullable created_at: Timestamp,
        /// When the shipment is expected to arrive now.
        nullable estimated_timestamp: Timestamp => timezone,
        /// Which event is expected: `shipment.estimated.arrival`, as far as is known.
        required event: EventName,
        /// Port of discharge as its UN/LOCODE; `None` when it is not known.
        nullable location_locode: String,
        /// Time zone of the port of discharge as its IANA name; `None` when it is not known.
        nullable timezone: String,
        /// Number of the voyage that arrives there; `None` when it is not known.
        nullable voyage_number: String,
        /// What kind of source said so.
        optional data_source: DataSource,
    }
    relationships {
        /// Shipment whose arrival is expected.
        one shipment: shipment,
        /// Port of discharge; empty when it is not known.
        one port: port,
        /// Vessel that arrives there; empty when it is not known.
        one vessel: vessel,
    }
}
