//! Statements of sources about containers, from which transport events are derived.

use super::macros::resource;
use super::{DataSource, Milestone, Timestamp};
use crate::ids::Id;

/// The id of a [`RawEvent`].
pub type RawEventId = Id<RawEvent>;

resource! {
    /// A statement of a carrier, terminal or railway about something that happened to a container or will happen.
    pub struct RawEvent = "raw_event" {
        /// Milestone as which the service classifies the statement; `null` if it is not classified.
        nullable event: Milestone,
        /// Text of the source; `null` if it sent none.
        nullable original_event: String,
        /// Time when it happened or is expected to happen; `null` if unknown.
        nullable timestamp: Timestamp => timezone,
        /// Whether it is planned or expected, and has not happened yet.
        plain estimated: bool,
        /// Day when it happened. Deprecated: use `timestamp` and `estimated`.
        nullable actual_on: Timestamp => timezone,
        /// Day when it is expected. Deprecated: use `timestamp` and `estimated`.
        optional estimated_on: Timestamp => timezone,
        /// Time when it happened. Deprecated: use `timestamp` and `estimated`.
        nullable actual_at: Timestamp => timezone,
        /// Time when it is expected. Deprecated: use `timestamp` and `estimated`.
        nullable estimated_at: Timestamp => timezone,
        /// Time when it will happen, as reported by the source. Both services send `null`: use `timestamp`.
        nullable will_occur_at: Timestamp => timezone,
        /// Time zone of the place (IANA name); `null` if the timestamp is a local time at the place.
        nullable timezone: String,
        /// Time when the service received the statement.
        nullable created_at: Timestamp,
        /// Name of the place, as written by the source; `null` if the source names no place.
        nullable location_name: String,
        /// UN/LOCODE of the place; `null` if the service does not recognize the place.
        nullable location_locode: String,
        /// Name of the vessel; `null` if no vessel is involved.
        nullable vessel_name: String,
        /// IMO number of the vessel, as text; `null` if no vessel is involved or the number is unknown.
        nullable vessel_imo: String,
        /// Position of the statement in the list of the source, which is not always in chronological order.
        nullable index: i64,
        /// Number of the voyage; empty or `null` if unknown.
        nullable voyage_number: String,
        /// Time when the source corrected or withdrew the statement; `null` while it is valid.
        optional invalidated_at: Timestamp,
        /// Time when the source last repeated an estimate that it first sent at `created_at`. Only the embedded service returns this.
        optional confirmed_at: Timestamp,
        /// Kind of the source.
        optional data_source: DataSource,
        /// Name of the source, such as the name of the shipping line.
        optional data_provider_name: String,
        /// Code of the source; for a shipping line its SCAC.
        optional data_provider_code: String,
    }
    relationships {
        /// Place where it happened; empty if the service does not recognize the place.
        one location: port | metro_area,
        /// Vessel that is involved; empty if no vessel is involved.
        one vessel: vessel,
        /// Container that the statement is about.
        one container: container,
        /// Terminal where it happened; empty if the service does not recognize the terminal.
        one terminal: terminal,
    }
}
