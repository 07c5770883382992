//! What happened, or is expected to happen, to a container.

use super::macros::resource;
use super::open_enum::open_enum;
use super::{EventName, Timestamp};
use crate::ids::Id;

/// The id of a [`TransportEvent`].
pub type TransportEventId = Id<TransportEvent>;

open_enum! {
    /// Who said so.
    pub enum DataSource {
        /// The ocean carrier.
        ShippingLine => "shipping_line",
        /// The terminal.
        Terminal => "terminal",
        /// The vessel's own position reports.
        Ais => "ais",
        /// The railway.
        Rail => "rail",
        /// A user.
        UserInput => "user_input",
    }
}

resource! {
    /// An event of a container. Events come in no fixed order: sort them by their `timestamp`.
    pub struct TransportEvent = "transport_event" {
        /// Which event.
        required event: EventName,
        /// Voyage.
        nullable voyage_number: String,
        /// When it happened, or is expected to.
        nullable timestamp: Timestamp,
        /// Zone of the place, IANA name; `None` when the time stamp is the place's own wall clock.
        nullable timezone: String,
        /// Place, UN/LOCODE.
        nullable location_locode: String,
        /// When it was learned.
        nullable created_at: Timestamp,
        /// Who said so.
        nullable data_source: DataSource,
        /// When it was withdrawn.
        nullable invalidated_at: Timestamp,
        /// The new value, for events that tell of a change.
        nullable value: String,
    }
    relationships {
        /// The shipment.
        one shipment: shipment,
        /// The place: a port or a metro area.
        one location: port | metro_area,
        /// The vessel.
        one vessel: vessel,
        /// The terminal.
        one terminal: terminal | rail_terminal,
        /// The container.
        one container: container,
        /// What the carrier said.
        one source_event: raw_event,
        /// The event this one replaces.
        one previous_version: transport_event,
    }
}
