//! What happened, or is expected to happen, to a container.

use super::macros::resource;
use super::open_enum::open_enum;
use super::{EventName, Timestamp};
use crate::ids::Id;

/// The id of a [`TransportEvent`].
pub type TransportEventId = Id<TransportEvent>;

open_enum! {
    /// What kind of source said something.
    pub enum DataSource {
        /// The shipping line says so.
        ShippingLine => "shipping_line",
        /// The terminal says so.
        Terminal => "terminal",
        /// The vessel's own position reports say so.
        Ais => "ais",
        /// The railway says so.
        Rail => "rail",
        /// A user says so.
        UserInput => "user_input",
        /// The operations team of the hosted service says so.
        OperationsTeam => "t49_operations_team",
        /// The hosted service calculated it.
        Calculation => "t49_calculation",
        /// PierPass, the appointment system of the terminals at Los Angeles and Long Beach, says so.
        Pierpass => "pierpass",
    }
}

resource! {
    /// An event of a container. Events come in no fixed order: sort them by their `timestamp`.
    pub struct TransportEvent = "transport_event" {
        /// What happened, or is expected to, or which date changed.
        required event: EventName,
        /// Number of the voyage; `None` when the event belongs to none.
        nullable voyage_number: String,
        /// When it happened, or is expected to; `None` when nobody says.
        nullable timestamp: Timestamp => timezone,
        /// Time zone of the place as its IANA name; `None` when the time stamp is the place's own clock.
        nullable timezone: String,
        /// UN/LOCODE of the place; `None` when it is not recognised.
        nullable location_locode: String,
        /// When the service learned of the event.
        nullable created_at: Timestamp,
        /// What kind of source said so; `None` when it is not known.
        nullable data_source: DataSource,
        /// When the event was withdrawn; `None` while it stands.
        nullable invalidated_at: Timestamp,
        /// The new last free day or appointment, for events that tell of its change; `None` for all others.
        nullable value: String,
    }
    relationships {
        /// Shipment the event belongs to.
        one shipment: shipment,
        /// Place of the event; empty when it is not recognised.
        one location: port | metro_area,
        /// Vessel of the event; empty when it took place without one.
        one vessel: vessel,
        /// Terminal of the event; empty when it is not known.
        one terminal: terminal | rail_terminal,
        /// Container it happened to.
        one container: container,
        /// What the source said in its own words.
        one source_event: raw_event,
        /// Event that this one replaces; empty when it replaces none.
        one previous_version: transport_event,
    }
}
