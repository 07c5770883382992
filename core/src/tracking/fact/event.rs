//! Events: something that happened to a container, or is expected to.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{Motion, Movement, Phase};
use crate::resources::Timestamp;

/// Something that happened, or is expected to, as its source saw it. What it means is said by the route of the container.
#[derive(Debug, Clone, Default, PartialEq, Hash)]
#[non_exhaustive]
pub struct Event {
    /// What moved, by what, empty or laden.
    pub motion: Motion,
    /// How sure.
    pub certainty: Certainty,
    /// When; a date when the source gives no time of day.
    pub at: Option<Timestamp>,
    /// Where.
    pub place: Place,
    /// On which vessel.
    pub vessel: Option<Vessel>,
    /// On which voyage.
    pub voyage: Option<String>,
    /// The numbers of bookings and bills of lading that the source names with it.
    pub documents: Vec<String>,
    /// What the source calls it.
    pub description: Option<String>,
    /// Which one, when the same thing happens to a container several times at one place: 0, 1, 2 …
    ///
    /// `absorb` counts, whatever a source writes here.
    pub occurrence: u32,
}

impl Event {
    /// Something that happened: a [`Motion`], a [`Movement`](super::Movement) alone, or what a
    /// [`Milestone`](super::Milestone) says was seen.
    pub fn actual(motion: impl Into<Motion>, at: impl Into<Timestamp>) -> Self {
        Event { motion: motion.into(), at: Some(at.into()), ..Event::default() }
    }

    /// Something that is expected.
    pub fn estimated(motion: impl Into<Motion>, at: impl Into<Timestamp>) -> Self {
        Event { certainty: Certainty::Estimated, ..Event::actual(motion, at) }
    }

    /// Something that is on the schedule.
    pub fn planned(motion: impl Into<Motion>, at: impl Into<Timestamp>) -> Self {
        Event { certainty: Certainty::Planned, ..Event::actual(motion, at) }
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

    /// The same event, put into a part of the voyage by its source.
    pub fn in_phase(mut self, phase: Phase) -> Self {
        self.motion.phase = Some(phase);
        self
    }

    /// The same event, told under the number of a booking or a bill of lading.
    pub fn with_document(mut self, document: impl Into<String>) -> Self {
        self.documents.push(document.into());
        self
    }

    pub(in crate::tracking) fn is_vessel_handling(&self) -> bool {
        self.certainty == Certainty::Actual && self.motion.is_vessel_handling()
    }

    /// Other sources report the same in a terminal status.
    pub(in crate::tracking) fn is_availability(&self) -> bool {
        self.certainty == Certainty::Actual
            && matches!(self.motion.movement, Movement::Available | Movement::NotAvailable)
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        let Motion { movement, mode, empty, phase } = &self.motion;
        map.serialize_entry("movement", movement)?;
        entry(&mut map, "mode", mode)?;
        entry(&mut map, "empty", empty)?;
        map.serialize_entry("certainty", &self.certainty)?;
        entry(&mut map, "at", &self.at)?;
        entry(&mut map, "place", &Some(&self.place).filter(|place| !place.is_empty()))?;
        entry(&mut map, "vessel", &self.vessel)?;
        entry(&mut map, "voyage", &self.voyage)?;
        entry(&mut map, "documents", &Some(&self.documents).filter(|documents| !documents.is_empty()))?;
        entry(&mut map, "phase", phase)?;
        entry(&mut map, "description", &self.description)?;
        entry(&mut map, "occurrence", &Some(self.occurrence).filter(|occurrence| *occurrence > 0))?;
        map.end()
    }
}

fn entry<M: SerializeMap>(map: &mut M, name: &'static str, value: &Option<impl Serialize>) -> Result<(), M::Error> {
    value.as_ref().map_or(Ok(()), |value| map.serialize_entry(name, value))
}

closed_enum! {
    /// How sure an event is.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Certainty {
        /// It happened.
        #[default]
        Actual => "actual",
        /// It is expected.
        Estimated => "estimated",
        /// It is on the schedule.
        Planned => "planned",
    }
    /// The name in the JSON form.
    pub fn as_str;
}

impl Certainty {
    pub(super) fn parse(text: &str) -> Option<Self> {
        [Certainty::Actual, Certainty::Estimated, Certainty::Planned].into_iter().find(|known| known.as_str() == text)
    }
}

/// A place, as far as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
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

    /// In capitals; empty if there is neither.
    pub(in crate::tracking) fn code_or_name(&self) -> Cow<'_, str> {
        either(self.locode.as_deref(), self.name.as_deref())
    }
}

impl From<&str> for Place {
    fn from(locode: &str) -> Self {
        Place { locode: Some(locode.to_owned()), ..Place::default() }
    }
}

/// A vessel, as far as the source names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
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

    /// By IMO number if both have one, else by name.
    pub(in crate::tracking) fn may_be(&self, other: &Vessel) -> bool {
        match (&self.imo, &other.imo) {
            (Some(one), Some(other)) => one == other,
            _ => match (&self.name, &other.name) {
                (Some(one), Some(other)) => one.trim().eq_ignore_ascii_case(other.trim()),
                _ => true,
            },
        }
    }

    pub(in crate::tracking) fn number_or_name(&self) -> Cow<'_, str> {
        either(self.imo.as_deref(), self.name.as_deref())
    }
}

fn either<'t>(first: Option<&'t str>, second: Option<&'t str>) -> Cow<'t, str> {
    let texts = [first, second].into_iter().flatten().map(str::trim);
    capitals({ texts }.find(|text| !text.is_empty()).unwrap_or_default())
}

pub(in crate::tracking) fn capitals(text: &str) -> Cow<'_, str> {
    match text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_lowercase()) {
        true => text.into(),
        false => text.to_uppercase().into(),
    }
}
