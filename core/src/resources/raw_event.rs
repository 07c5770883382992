//! What the sources of a container say, before it is made into transport events.

use super::macros::resource;
use super::{DataSource, Milestone, Timestamp};
use crate::ids::Id;

/// The id of a [`RawEvent`].
pub type RawEventId = Id<RawEvent>;

resource! {
    /// What a carrier, terminal or railway says happened to a container, or will happen, in its own words.
    pub struct RawEvent = "raw_event" {
        /// What happened, as the service understands the source; `None` when it does not.
        nullable event: Milestone,
        /// The source's own wording; `None` when it used none.
        nullable original_event: String,
        /// When it happened, or is expected to.
        nullable timestamp: Timestamp => timezone,
        /// Whether it is planned or expected and has not happened yet.
        plain estimated: bool,
        /// Day it happened; deprecated by the service in favour of `timestamp` and `estimated`.
        nullable actual_on: Timestamp => timezone,
        /// Day it is expected on; deprecated by the service in favour of `timestamp` and `estimated`, and rarely sent.
        optional estimated_on: Timestamp => timezone,
        /// When it happened; deprecated by the service in favour of `timestamp` and `estimated`.
        nullable actual_at: Timestamp => timezone,
        /// When it is expected; deprecated by the service in favour of `timestamp` and `estimated`.
        nullable estimated_at: Timestamp => timezone,
        /// When it will happen, as the source says; always empty in what has been seen.
        optional will_occur_at: Timestamp => timezone,
        /// Time zone of the place as its IANA name; `None` when the time stamp is the place's own clock.
        nullable timezone: String,
        /// When the service learned of it.
        nullable created_at: Timestamp,
        /// Place as the source calls it; `None` when it names none.
        nullable location_name: String,
        /// Place as its UN/LOCODE; `None` when the service does not recognise it.
        nullable location_locode: String,
        /// Name of the vessel; `None` when it took place without one.
        nullable vessel_name: String,
        /// IMO number of the vessel; `None` when it took place without one.
        nullable vessel_imo: String,
        /// Place of the event in the source's own order, which is not always the order of time.
        nullable index: i64,
        /// Number of the voyage; empty or `None` when there is none.
        nullable voyage_number: String,
        /// When its source said otherwise or took it back; `None` while it stands.
        optional invalidated_at: Timestamp,
        /// When the source said so last, of what is expected: it was first said at `created_at`. The embedded service alone
        /// tells this.
        optional confirmed_at: Timestamp,
        /// What kind of source said so.
        optional data_source: DataSource,
        /// Name of the source, such as that of the shipping line.
        optional data_provider_name: String,
        /// Code of the source; a shipping line's is its SCAC.
        optional data_provider_code: String,
    }
    relationships {
        /// Place where it happened; empty when the service does not recognise it.
        one location: port | metro_area,
        /// Vessel it happened on; empty when it took place without one.
        one vessel: vessel,
        /// Container it happened to.
        one container: container,
        /// Terminal where it happened; empty when the service does not recognise it.
        one terminal: terminal,
    }
}
