//! Vessels and where they are.

use serde_json::Number;

use super::macros::resource;
use super::structures::structure;
use super::{Decimal, Timestamp};
use crate::ids::Id;

/// The id of a [`Vessel`].
pub type VesselId = Id<Vessel>;

structure! {
    /// Where a vessel was at one moment, or is expected to be.
    #[derive(Debug, Clone, Default, PartialEq)]
    pub struct VesselPosition {
        /// Latitude in degrees, positive to the north.
        nullable latitude: Decimal,
        /// Longitude in degrees, positive to the east.
        nullable longitude: Decimal,
        /// Heading in degrees, clockwise from north; `None` when it is not known.
        nullable heading: Number,
        /// Moment of the position.
        nullable timestamp: Timestamp,
        /// Whether the position is an estimate and not a report of the vessel.
        nullable estimated: bool,
    }
}

resource! {
    /// A vessel, with the last position it reported.
    pub struct Vessel = "vessel" {
        /// Name of the vessel.
        required name: String,
        /// IMO number of the vessel, seven digits as text; `None` when it is not known.
        nullable imo: String,
        /// Maritime Mobile Service Identity (MMSI) of its radio, nine digits as text; `None` when it is not known.
        nullable mmsi: String,
        /// Latitude of the last position in degrees, positive to the north; `None` when no position is known.
        nullable latitude: Decimal,
        /// Longitude of the last position in degrees, positive to the east; `None` when no position is known.
        nullable longitude: Decimal,
        /// Speed over ground at the last position in knots; `None` when it is not known.
        nullable nautical_speed_knots: Number,
        /// Heading at the last position in degrees, clockwise from north; `None` when it is not known.
        nullable navigational_heading_degrees: Number,
        /// Moment of the last position; `None` when no position is known.
        nullable position_timestamp: Timestamp,
        /// Positions in the order of time; `None` unless they were asked for, which a paid plan allows.
        optional positions: Vec<VesselPosition>,
    }
    relationships {}
}
