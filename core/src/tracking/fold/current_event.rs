//! The newest statement of one source about an event.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use super::plausibility::TimeWindow;
use crate::resources::{DataSource, Timestamp};
use crate::tracking::{Certainty, Event, Fact, FactMark, Place, Vessel};

/// The newest statement of one source about an event.
#[derive(Clone, Copy)]
pub(super) struct CurrentEvent<'a> {
    /// Digest of the key.
    pub(super) key: u32,
    pub(super) fact: &'a Fact,
    pub(super) event: &'a Event,
    /// How certain the event is now: an actual event in the future counts as estimated.
    pub(super) certainty: Certainty,
    /// The time of the event; `None` if it has none, or if the time is implausible.
    pub(super) at: Option<&'a Timestamp>,
    /// The vessel that the event names or, if several vessels have this name, the one that it is about.
    pub(super) vessel: Option<&'a Vessel>,
    /// Whether the IMO number of the vessel does not count, because its source uses it for several vessels.
    pub(super) ignores_imo: bool,
    /// The place that the event names or, if it names none, the only one where it can have happened.
    pub(super) place: &'a Place,
    pub(super) first_received: DateTime<Utc>,
    /// When the newest answer of the source that contains the statement was received. Known for estimates and for statements of AIS.
    pub(super) confirmed_at: DateTime<Utc>,
}

impl<'a> CurrentEvent<'a> {
    pub(super) fn of(key: u32, fact: &'a Fact, event: &'a Event, window: &TimeWindow) -> Self {
        let plausible = window.judge(event);
        CurrentEvent {
            key,
            fact,
            event,
            vessel: event.vessel.as_ref(),
            ignores_imo: false,
            place: &event.place,
            certainty: plausible.certainty,
            at: plausible.at,
            first_received: fact.received_at,
            confirmed_at: fact.received_at,
        }
    }

    pub(super) fn is_expected(&self) -> bool {
        self.certainty != Certainty::Actual
    }

    /// Whether an answer that contains the statement again confirms it. A user states an estimate once; the service may record it again.
    pub(super) fn is_confirmed_by_repetition(&self) -> bool {
        match self.fact.source.kind {
            DataSource::UserInput => false,
            DataSource::Ais => true,
            _ => self.is_expected(),
        }
    }

    /// Whether the event counts as its source reported it.
    pub(super) fn counts_as_reported(&self) -> bool {
        self.certainty == self.event.certainty && self.at.is_some() == self.event.at.is_some()
    }

    /// The vessel, with an IMO number only if that counts.
    pub(super) fn counted_vessel(&self) -> Option<Cow<'a, Vessel>> {
        let vessel = self.vessel?;
        Some(match self.ignores_imo || vessel.has_invalid_imo() {
            true => Cow::Owned(Vessel { imo: None, ..vessel.clone() }),
            false => Cow::Borrowed(vessel),
        })
    }

    /// Whether the place is one that the event does not name.
    pub(super) fn is_placed(&self) -> bool {
        !std::ptr::eq(self.place, &self.event.place)
    }

    pub(super) fn mark(&self) -> FactMark {
        FactMark { key: self.key, received_at: self.fact.received_at }
    }
}
