//! Vessels and their positions.

use serde_json::Number;

use super::macros::resource;
use super::structures::structure;
use super::{Decimal, Timestamp};
use crate::ids::Id;

/// The id of a [`Vessel`].
pub type VesselId = Id<Vessel>;

structure! {
    /// A position of a vessel at one time: reported or estimated.
    #[derive(Debug, Clone, Default, PartialEq)]
    pub struct VesselPosition {
        /// Latitude in degrees, positive to the north.
        nullable latitude: Decimal,
        /// Longitude in degrees, positive to the east.
        nullable longitude: Decimal,
        /// Heading in degrees, clockwise from north; `null` if unknown.
        nullable heading: Number,
        /// Time of the position.
        nullable timestamp: Timestamp,
        /// Whether the position is an estimate, not a report of the vessel.
        nullable estimated: bool,
    }
}

resource! {
    /// A vessel and its last reported position. The embedded service has no positions.
    pub struct Vessel = "vessel" {
        /// Name of the vessel.
        required name: String,
        /// IMO number of the vessel: seven digits as text; `null` if unknown.
        nullable imo: String,
        /// Maritime Mobile Service Identity (MMSI) of the radio of the vessel: nine digits as text; `null` if unknown.
        nullable mmsi: String,
        /// Latitude of the last position in degrees, positive to the north; `null` if no position is known.
        nullable latitude: Decimal,
        /// Longitude of the last position in degrees, positive to the east; `null` if no position is known.
        nullable longitude: Decimal,
        /// Speed over ground at the last position, in knots; `null` if unknown.
        nullable nautical_speed_knots: Number,
        /// Heading at the last position in degrees, clockwise from north; `null` if unknown.
        nullable navigational_heading_degrees: Number,
        /// Time of the last position; `null` if no position is known.
        nullable position_timestamp: Timestamp,
        /// Positions in chronological order; `null` unless requested, which requires a paid plan of the hosted service.
        optional positions: Vec<VesselPosition>,
    }
    relationships {}
}
