//! Events: something that happened to a container, or is expected to.

use serde::Serialize;

use super::Milestone;
use crate::resources::Timestamp;

/// Something that happened, or is expected to.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Event {
    /// What.
    pub milestone: Milestone,
    /// How sure.
    pub certainty: Certainty,
    /// When; a date when the source gives no time of day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// Where.
    #[serde(skip_serializing_if = "Place::is_empty")]
    pub place: Place,
    /// On which vessel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vessel: Option<Vessel>,
    /// On which voyage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voyage: Option<String>,
    /// Which one, when the same thing happens to a container several times at one place: 0, 1, 2 …
    ///
    /// [`absorb`](crate::tracking::absorb) counts, whatever a source writes here.
    #[serde(skip_serializing_if = "is_first")]
    pub repeat: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_first(repeat: &u32) -> bool {
    *repeat == 0
}

impl Event {
    /// Something that happened.
    pub fn actual(milestone: Milestone, at: impl Into<Timestamp>) -> Self {
        Event { milestone, at: Some(at.into()), ..Event::default() }
    }

    /// Something that is expected.
    pub fn estimated(milestone: Milestone, at: impl Into<Timestamp>) -> Self {
        Event { certainty: Certainty::Estimated, ..Event::actual(milestone, at) }
    }

    /// Something that is on the schedule.
    pub fn planned(milestone: Milestone, at: impl Into<Timestamp>) -> Self {
        Event { certainty: Certainty::Planned, ..Event::actual(milestone, at) }
    }

    /// The same event, at a place: a [`Place`], or its UN/LOCODE.
    pub fn at_place(mut self, place: impl Into<Place>) -> Self {
        self.place = place.into();
        self
    }

    /// The same event, on a vessel.
    pub fn on_vessel(mut self, vessel: Vessel) -> Self {
        self.vessel = Some(vessel);
        self
    }

    /// The same event, on a voyage.
    pub fn on_voyage(mut self, voyage: impl Into<String>) -> Self {
        self.voyage = Some(voyage.into());
        self
    }
}

/// How sure an event is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It happened.
    #[default]
    Actual,
    /// It is expected.
    Estimated,
    /// It is on the schedule.
    Planned,
}

impl Certainty {
    /// The name in the JSON form.
    pub fn as_str(self) -> &'static str {
        match self {
            Certainty::Actual => "actual",
            Certainty::Estimated => "estimated",
            Certainty::Planned => "planned",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        [Certainty::Actual, Certainty::Estimated, Certainty::Planned].into_iter().find(|known| known.as_str() == text)
    }
}

/// A place, as far as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Place {
    /// UN/LOCODE.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locode: Option<String>,
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Terminal or depot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facility: Option<String>,
    /// Zone, IANA name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

impl Place {
    /// The port or town with this UN/LOCODE and name.
    pub fn new(locode: impl Into<String>, name: impl Into<String>) -> Self {
        Place { locode: Some(locode.into()), name: Some(name.into()), ..Place::default() }
    }

    /// The same place, in a zone with this IANA name.
    pub fn in_zone(mut self, timezone: impl Into<String>) -> Self {
        self.timezone = Some(timezone.into());
        self
    }

    /// The same place, at this terminal or depot.
    pub fn at_facility(mut self, facility: impl Into<String>) -> Self {
        self.facility = Some(facility.into());
        self
    }

    /// Whether the source says nothing at all.
    pub fn is_empty(&self) -> bool {
        *self == Place::default()
    }

    /// What tells it from other places: its code, else its name; capitals. Empty when there is neither.
    pub(in crate::tracking) fn code_or_name(&self) -> String {
        either(self.locode.as_deref(), self.name.as_deref())
    }
}

impl From<&str> for Place {
    /// The place with this UN/LOCODE.
    fn from(locode: &str) -> Self {
        Place { locode: Some(locode.to_owned()), ..Place::default() }
    }
}

/// A vessel, as far as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Vessel {
    /// Name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// IMO number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imo: Option<String>,
}

impl Vessel {
    /// The vessel with this name and IMO number.
    pub fn new(name: impl Into<String>, imo: impl Into<String>) -> Self {
        Vessel { name: Some(name.into()), imo: Some(imo.into()) }
    }

    /// What tells it from other vessels: its IMO number, else its name; capitals.
    pub(in crate::tracking) fn number_or_name(&self) -> String {
        either(self.imo.as_deref(), self.name.as_deref())
    }
}

fn either(first: Option<&str>, second: Option<&str>) -> String {
    [first, second]
        .into_iter()
        .flatten()
        .map(str::trim)
        .find(|text| !text.is_empty())
        .unwrap_or_default()
        .to_uppercase()
}
