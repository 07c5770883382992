//! Transport events: what happened, or is expected to happen, to a container.

use super::macros::resource;
use super::open_enum::open_enum;
use super::{EventName, Timestamp};
use crate::ids::Id;

/// The id of a [`TransportEvent`].
pub type TransportEventId = Id<TransportEvent>;

open_enum! {
    /// The kind of the source of some data.
    pub enum DataSource {
        /// The shipping line.
        ShippingLine => "shipping_line",
        /// The terminal reported it.
        Terminal => "terminal",
        /// Position reports of the vessel (AIS).
        Ais => "ais",
        /// The railway reported it.
        Rail => "rail",
        /// A user entered it.
        UserInput => "user_input",
        /// The operations team of the hosted service.
        OperationsTeam => "t49_operations_team",
        /// A calculation of the hosted service.
        Calculation => "t49_calculation",
        /// PierPass, the appointment system of the terminals at Los Angeles and Long Beach.
        Pierpass => "pierpass",
    }
}

resource! {
    /// An event of a container. Lists of events have no fixed order.
    pub struct TransportEvent = "transport_event" {
        /// Name of the event: what happened, or which date changed.
        required event: EventName,
        /// Number of the voyage; `null` if the event belongs to no voyage.
        nullable voyage_number: String,
        /// Time when the event happened or is expected to happen; `null` if unknown.
        nullable timestamp: Timestamp => timezone,
        /// Time zone of the place (IANA name); `null` if the timestamp is a local time at the place.
        nullable timezone: String,
        /// UN/LOCODE of the place; `null` if unknown or not recognized.
        nullable location_locode: String,
        /// Time when the service created the event.
        nullable created_at: Timestamp,
        /// Kind of the source that reported the event; `null` if unknown.
        nullable data_source: DataSource,
        /// Time when the event was withdrawn or replaced; `null` while it is valid.
        nullable invalidated_at: Timestamp,
        /// New last free day or appointment, for events that report such a change; `null` for other events.
        nullable value: String,
    }
    relationships {
        /// Shipment to which the event belongs.
        one shipment: shipment,
        /// Place of the event; empty if unknown or not recognized.
        one location: port | metro_area,
        /// Vessel of the event; empty if no vessel is involved.
        one vessel: vessel,
        /// Terminal of the event; empty if unknown.
        one terminal: terminal | rail_terminal,
        /// Container that the event is about.
        one container: container,
        /// Statement of the source from which the event is derived.
        one source_event: raw_event,
        /// Event that this event replaces; empty if it replaces none.
        one previous_version: transport_event,
    }
}
