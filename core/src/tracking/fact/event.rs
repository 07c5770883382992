//! Events: what happened to a container, or is expected to happen.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{Motion, Movement, Phase};
use crate::numbers::Imo;
use crate::places::port_area;
use crate::resources::Timestamp;
use crate::spelling;

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

    /// What identifies the place of the event: for a call of a vessel the port area, otherwise the code or name. Sources change between the
    /// codes of a port area without meaning another port.
    pub(in crate::tracking) fn place_of_identity(&self) -> Cow<'_, str> {
        if self.motion.moves_by_vessel() { self.place.port_or_name() } else { self.place.code_or_name() }
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

impl Event {
    /// Whether customs held the container (`true`) or released it. `None` for any other event, and for an event without a time, because the
    /// latest of these events counts.
    pub(in crate::tracking) fn is_held_by_customs(&self) -> Option<bool> {
        if self.certainty != Certainty::Actual || self.at.is_none() {
            return None;
        }
        match &self.motion.movement {
            Movement::CustomsReleased => Some(false),
            movement if movement.is_known() => None,
            movement => CUSTOMS_HOLDS.contains(&movement.as_str()).then_some(true),
        }
    }
}

impl Event {
    /// Whether the carrier released the container.
    pub(in crate::tracking) fn is_released_by_carrier(&self) -> bool {
        self.certainty == Certainty::Actual && self.at.is_some() && self.motion.movement == Movement::CarrierReleased
    }
}

/// The movements of a customs hold: a shipment event `HOLD` of DCSA about a customs clearance or inspection.
const CUSTOMS_HOLDS: [&str; 2] = ["customs_clearance_on_hold", "customs_inspection_on_hold"];

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        let Motion { movement, mode, empty, phase } = &self.motion;
        map.serialize_entry("movement", movement)?;
        entry(&mut map, "mode", mode)?;
        entry(&mut map, "empty", empty)?;
        map.serialize_entry("certainty", &self.certainty)?;
        entry(&mut map, "at", &self.at)?;
        entry(&mut map, "place", &(!self.place.is_empty()).then_some(&self.place))?;
        entry(&mut map, "vessel", &self.vessel)?;
        entry(&mut map, "voyage", &self.voyage)?;
        entry(&mut map, "documents", &(!self.documents.is_empty()).then_some(&self.documents))?;
        entry(&mut map, "phase", phase)?;
        entry(&mut map, "description", &self.description)?;
        entry(&mut map, "occurrence", &(self.occurrence > 0).then_some(self.occurrence))?;
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

    /// Whether the place has neither a UN/LOCODE nor a name.
    pub(in crate::tracking) fn is_unnamed(&self) -> bool {
        [&self.locode, &self.name].into_iter().flatten().all(|text| text.trim().is_empty())
    }

    /// Like [`code_or_name`](Self::code_or_name), with the main code of the port area. Codes of one area are one port for calls of vessels.
    pub(in crate::tracking) fn port_or_name(&self) -> Cow<'_, str> {
        match self.code_or_name() {
            Cow::Borrowed(code) => port_area(code).into(),
            Cow::Owned(code) => port_area(&code).to_owned().into(),
        }
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

    /// A vessel of which a source may give the name and the IMO number; `None` if it gives neither.
    pub(crate) fn reported(name: Option<String>, imo: Option<String>) -> Option<Self> {
        (name.is_some() || imo.is_some()).then_some(Vessel { name, imo })
    }

    /// Whether both vessels are known and are different vessels.
    pub(in crate::tracking) fn differ(one: Option<&Vessel>, other: Option<&Vessel>) -> bool {
        matches!((one, other), (Some(one), Some(other)) if !one.may_be(other))
    }

    /// Whether both may be the same vessel. Two valid IMO numbers decide alone. Otherwise the names decide, without regard to case, accents,
    /// punctuation and a prefix such as `M/V`. True if only one of them has a name.
    pub(crate) fn may_be(&self, other: &Vessel) -> bool {
        if self == other {
            return true;
        }
        match (self.imo_number(), other.imo_number()) {
            (Some(one), Some(other)) => one == other,
            _ => match (&self.name, &other.name) {
                (Some(one), Some(other)) => may_be_one_name(one, other),
                _ => true,
            },
        }
    }

    /// Whether both are certainly the same vessel: they have the same valid IMO number or, if one has none, the same name.
    pub(in crate::tracking) fn is(&self, other: &Vessel) -> bool {
        let has = |vessel: &Vessel| !vessel.compared_name().is_empty();
        let is_known = matches!((self.imo_number(), other.imo_number()), (Some(_), Some(_))) || has(self) && has(other);
        is_known && self.may_be(other)
    }

    /// The digits of the IMO number; `None` if it is missing, or not valid.
    pub(crate) fn imo_number(&self) -> Option<Cow<'_, str>> {
        Imo::digits_of(self.imo.as_deref()?)
    }

    /// Whether the vessel has an IMO number that does not count, because it is not valid.
    pub(in crate::tracking) fn has_invalid_imo(&self) -> bool {
        self.imo.is_some() && self.imo_number().is_none()
    }

    /// The name for comparisons: letters and digits in upper case, without accents and without a prefix such as `M/V`. Empty if the
    /// name is unknown.
    pub(crate) fn compared_name(&self) -> String {
        self.name.as_deref().map(compared_name).unwrap_or_default()
    }

    /// The text by which vessels are compared: the IMO number or, without a valid one, the [compared name](Self::compared_name).
    pub(in crate::tracking) fn identity(&self) -> Cow<'_, str> {
        self.imo_number().unwrap_or_else(|| self.compared_name().into())
    }
}

/// A vessel, prepared for many comparisons.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(in crate::tracking) struct ComparedVessel {
    /// The valid IMO number.
    imo: Option<u32>,
    /// Empty if the name is unknown.
    name: String,
    /// The last bytes of the name. They are compared first, because most names differ there.
    end_of_name: u64,
}

impl ComparedVessel {
    pub(in crate::tracking) fn of(vessel: Option<&Vessel>) -> Self {
        let of = |vessel: &Vessel| {
            let imo = vessel.imo_number().and_then(|digits| digits.parse().ok());
            let name = vessel.compared_name();
            let end_of_name = name.bytes().rev().take(8).fold(0, |end, byte| end << 8 | u64::from(byte));
            ComparedVessel { imo, name, end_of_name }
        };
        vessel.map(of).unwrap_or_default()
    }

    /// Whether both vessels are known and are different vessels, as [`Vessel::differ`] decides.
    pub(in crate::tracking) fn differs(&self, other: &ComparedVessel) -> bool {
        match (&self.imo, &other.imo) {
            (Some(one), Some(other)) => one != other,
            _ => {
                !self.name.is_empty()
                    && !other.name.is_empty()
                    && (self.end_of_name != other.end_of_name || self.name != other.name)
            }
        }
    }
}

fn may_be_one_name(one: &str, other: &str) -> bool {
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    let (one, other) = (plain(one), plain(other));
    let (mut one, mut other) = (letters(&one).peekable(), letters(&other).peekable());
    one.peek().is_none() || other.peek().is_none() || one.eq(other)
}

fn compared_name(name: &str) -> String {
    let plain = plain(name);
    let mut compared = String::with_capacity(plain.len());
    compared.extend(letters(&plain));
    compared
}

/// The name without accents.
fn plain(name: &str) -> Cow<'_, str> {
    if name.is_ascii() { name.into() } else { spelling::fold(name).into() }
}

/// The letters and digits of a plain name, in upper case, without the prefix.
fn letters(plain: &str) -> impl Iterator<Item = char> {
    let characters = without_prefix(plain).chars();
    characters.filter(|character| character.is_alphanumeric()).map(|character| character.to_ascii_uppercase())
}

/// Removes `MV`, `MS` and `SS`, also written `M/V`, `M.V.` and `M V`, if it is a word. `MSC OSCAR` and `M.S.C. OSCAR` have no prefix.
fn without_prefix(name: &str) -> &str {
    let is_separator = |character: char| !character.is_alphanumeric();
    let name = name.trim_start_matches(is_separator);
    let mut characters = name.chars();
    let first = characters.next().map(|letter| letter.to_ascii_uppercase());
    let after_first = characters.as_str().trim_start_matches(is_separator);
    let between = &characters.as_str()[..characters.as_str().len() - after_first.len()];
    let mut characters = after_first.chars();
    let second = characters.next().map(|letter| letter.to_ascii_uppercase());
    let is_prefix = match (first, second) {
        (Some('M'), Some('V')) => true,
        (Some('M' | 'S'), Some('S')) => !between.contains(char::is_whitespace),
        _ => false,
    };
    let rest = characters.as_str().trim_start_matches(is_separator);
    let after = &characters.as_str()[..characters.as_str().len() - rest.len()];
    let is_word =
        after.contains(char::is_whitespace) || !after.is_empty() && rest.find(is_separator).unwrap_or(rest.len()) > 1;
    if is_prefix && is_word && !rest.is_empty() { rest } else { name }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Vessel {
        Vessel { name: Some(name.to_owned()), imo: None }
    }

    #[test]
    fn names_of_vessels_are_compared_by_letters_and_digits_without_prefix() {
        for (spellings, compared) in [
            (
                &["CMA CGM A. LINCOLN", "cma cgm a lincoln", "M/V CMA CGM A LINCOLN", "CMA-CGM A.LINCOLN"][..],
                "CMACGMALINCOLN",
            ),
            (
                &[
                    "MV ALPHA",
                    "M/V Alpha.",
                    "M.V. ALPHA",
                    "m v alpha",
                    "MV. ALPHA",
                    "MS ALPHA",
                    "S.S. Alpha",
                    "M.V.ALPHA",
                    "ALPHA",
                ],
                "ALPHA",
            ),
            (&["MSC OSCAR", "msc  oscar", "M.S.C. OSCAR", "MV MSC OSCAR", "M S C OSCAR"], "MSCOSCAR"),
            (&["Kölnø Strauß", "KOLNO STRAUSS", "Ko\u{308}lnø Strauss"], "KOLNOSTRAUSS"),
            (&["MV A", "M.V. A", "A"], "A"),
            (&["MSSEA", "mssea"], "MSSEA"),
            (&["MV", "M/V"], "MV"),
            (&["M/V 上海", "上海"], "上海"),
        ] {
            for spelled in spellings {
                assert_eq!(named(spelled).compared_name(), compared, "{spelled}");
                assert!(spellings.iter().all(|other| named(spelled).may_be(&named(other))), "{spelled}");
            }
        }
        for (one, other) in
            [("MSC OSCAR", "OSCAR"), ("MSC OSCAR", "MS OSCAR"), ("ALPHA", "ALPHA II"), ("MVALPHA", "ALPHA")]
        {
            assert!(!named(one).may_be(&named(other)), "{one} {other}");
        }
    }

    #[test]
    fn two_valid_imo_numbers_decide_alone() {
        let alpha = Vessel::new("ALPHA", "9321483");
        assert!(alpha.may_be(&Vessel::new("OTHER", "IMO 9321483")));
        assert!(!alpha.may_be(&Vessel::new("ALPHA", "9074729")));
        for invalid in ["0000000", "9999999", "9321484", "", "unknown"] {
            assert!(alpha.may_be(&Vessel::new("M/V Alpha", invalid)), "{invalid}");
            assert!(!alpha.may_be(&Vessel::new("BETA", invalid)), "{invalid}");
            assert!(alpha.may_be(&Vessel { name: None, imo: Some(invalid.to_owned()) }), "a vessel without a name");
            assert_eq!(Vessel::new("Beta", invalid).identity(), "BETA");
        }
        assert_eq!(alpha.identity(), "9321483");
    }

    #[test]
    fn a_vessel_without_a_name_may_be_any_vessel() {
        assert!(named(" ").may_be(&named("ALPHA")) && Vessel::default().may_be(&named("ALPHA")));
        assert!(named("-").may_be(&Vessel::new("ALPHA", "9321483")));
    }

    #[test]
    fn codes_of_a_port_area_are_one_port() {
        let port = |code: &str| Place::from(code).port_or_name().into_owned();
        assert_eq!([port("cnsgh"), port("CNSHG"), port("USLAX")], ["CNSHA", "CNSHA", "USLAX"]);
        assert_eq!(Place::from("CNSGH").code_or_name(), "CNSGH");
    }
}
