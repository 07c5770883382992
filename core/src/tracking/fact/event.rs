//! Events: what happened to a container, or is expected to happen.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{Motion, Movement, Phase};
use crate::resources::Timestamp;

/// An event as its source reports it. Its milestone is derived later, because it depends on the route of the container.
#[derive(Debug, Clone, Default, PartialEq, Hash)]
#[non_exhaustive]
pub struct Event {
    /// The movement, with its mode, and whether the container was empty.
    pub motion: Motion,
    /// Whether it happened, is estimated or is planned.
    pub certainty: Certainty,
    /// Time; a date if the source gives no time of day.
    pub at: Option<Timestamp>,
    /// Place.
    pub place: Place,
    /// Vessel; `None` if unknown.
    pub vessel: Option<Vessel>,
    /// Voyage number; `None` if unknown.
    pub voyage: Option<String>,
    /// Numbers of the bookings and bills of lading that the source names with it.
    pub documents: Vec<String>,
    /// Description by the source.
    pub description: Option<String>,
    /// The occurrence, from 0, if the same event happens to a container several times at one place.
    ///
    /// The service sets it and ignores the value from the source.
    pub occurrence: u32,
}

impl Event {
    /// An event that happened. Pass a [`Motion`], a [`Movement`](super::Movement) or a [`Milestone`](super::Milestone).
    pub fn actual(motion: impl Into<Motion>, at: impl Into<Timestamp>) -> Self {
        Event { motion: motion.into(), at: Some(at.into()), ..Event::default() }
    }

    /// An event that is estimated.
    pub fn estimated(motion: impl Into<Motion>, at: impl Into<Timestamp>) -> Self {
        Event { certainty: Certainty::Estimated, ..Event::actual(motion, at) }
    }

    /// An event that is on the schedule.
    pub fn planned(motion: impl Into<Motion>, at: impl Into<Timestamp>) -> Self {
        Event { certainty: Certainty::Planned, ..Event::actual(motion, at) }
    }

    /// Sets the place: a [`Place`], or its UN/LOCODE.
    pub fn at_place(mut self, place: impl Into<Place>) -> Self {
        self.place = place.into();
        self
    }

    /// Sets the vessel.
    pub fn on_vessel(mut self, vessel: Vessel) -> Self {
        self.vessel = Some(vessel);
        self
    }

    /// Sets the voyage number.
    pub fn on_voyage(mut self, voyage: impl Into<String>) -> Self {
        self.voyage = Some(voyage.into());
        self
    }

    /// Sets the part of the voyage, as the source calls it.
    pub fn in_phase(mut self, phase: Phase) -> Self {
        self.motion.phase = Some(phase);
        self
    }

    /// Adds the number of a booking or bill of lading.
    pub fn with_document(mut self, document: impl Into<String>) -> Self {
        self.documents.push(document.into());
        self
    }

    pub(in crate::tracking) fn is_vessel_handling(&self) -> bool {
        self.certainty == Certainty::Actual && self.motion.is_vessel_handling()
    }

    /// Whether the event is about the availability of the container, which other sources report in a terminal status.
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
    /// Whether an event happened, is estimated or is planned.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Certainty {
        /// It happened.
        #[default]
        Actual => "actual",
        /// A source estimates it.
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

/// A place. What the source leaves out is `None`.
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
    /// Time zone (IANA name).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

impl Place {
    /// A port or town with a UN/LOCODE and a name.
    pub fn new(locode: impl Into<String>, name: impl Into<String>) -> Self {
        Place { locode: Some(locode.into()), name: Some(name.into()), ..Place::default() }
    }

    /// Sets the time zone (IANA name).
    pub fn in_zone(mut self, timezone: impl Into<String>) -> Self {
        self.timezone = Some(timezone.into());
        self
    }

    /// Sets the terminal or depot.
    pub fn at_facility(mut self, facility: impl Into<String>) -> Self {
        self.facility = Some(facility.into());
        self
    }

    /// Whether nothing is known about the place.
    pub fn is_empty(&self) -> bool {
        *self == Place::default()
    }

    /// The UN/LOCODE or, without one, the name, in capitals. Empty if the place has neither.
    pub(in crate::tracking) fn code_or_name(&self) -> Cow<'_, str> {
        either(self.locode.as_deref(), self.name.as_deref())
    }
}

impl From<&str> for Place {
    fn from(locode: &str) -> Self {
        Place { locode: Some(locode.to_owned()), ..Place::default() }
    }
}

/// A vessel. What the source leaves out is `None`.
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
    /// A vessel with a name and an IMO number.
    pub fn new(name: impl Into<String>, imo: impl Into<String>) -> Self {
        Vessel { name: Some(name.into()), imo: Some(imo.into()) }
    }

    /// Whether both may be the same vessel: the IMO numbers are equal or, if one has none, the names are equal or unknown.
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
