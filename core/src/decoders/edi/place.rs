//! Reads places and cities from the codes and names of EDI.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashSet;

use super::segment::{Fields, Segment};
use super::text::{capitals, compact, some};
use crate::numbers::UnLocode;
use crate::places::{by_schedule_d, facility, is_name_of_five_letters, location, port_by_name, timezone, zone_in};
use crate::tracking::Place;

/// Words that appear only in names of facilities.
const FACILITIES: [&str; 18] = [
    "TERMINAL",
    "TERMINALS",
    "TERML",
    "TERM",
    "TERMI",
    "TML",
    "RAMP",
    "DEPOT",
    "YARD",
    "CY",
    "CFS",
    "ICD",
    "PIER",
    "BERTH",
    "WHARF",
    "INTERMODAL",
    "DOCK",
    "DOCKS",
];

/// The elements of a place, as the sender writes them.
#[derive(Debug, Clone, Default)]
pub(super) struct PlaceElements<'t> {
    pub code: Cow<'t, str>,
    pub code_list: CodeList,
    pub name: Cow<'t, str>,
    pub country: Cow<'t, str>,
    pub facility: Cow<'t, str>,
}

/// The code list of a place, as its qualifier states it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum CodeList {
    /// UN/LOCODE, or a list that may have UN/LOCODEs.
    Locode,
    /// The message states no list.
    #[default]
    Unstated,
    /// A list with other codes.
    Other,
}

impl CodeList {
    /// The list of the code in a LOC segment.
    pub fn of_location(loc: &Fields<'_>) -> Self {
        match loc.part(2, 2).is_empty() && loc.part(2, 3).is_empty() {
            true => CodeList::Unstated,
            false => CodeList::Locode,
        }
    }

    /// The list that a qualifier of X12 states. Schedules D and K of the US census, for example, have other codes.
    pub fn of_qualifier(qualifier: &str) -> Self {
        let is = |other: &&str| qualifier.eq_ignore_ascii_case(other);
        match ["CI", "D", "K", "CS", "SL", "FR", "ZZ"].iter().any(is) {
            true => CodeList::Other,
            false if qualifier.is_empty() => CodeList::Unstated,
            false => CodeList::Locode,
        }
    }
}

/// The UN/LOCODEs in a message that are complete codes of places. They are searched when they are first needed.
#[derive(Debug, Default)]
pub(super) struct LocodesOfMessage<'d> {
    segments: &'d [Segment<'d>],
    found: OnceCell<HashSet<String>>,
}

impl<'d> LocodesOfMessage<'d> {
    pub fn of(segments: &'d [Segment<'d>]) -> Self {
        LocodesOfMessage { segments, found: OnceCell::new() }
    }

    fn contains(&self, locode: &str) -> bool {
        self.found.get_or_init(|| self.segments.iter().flat_map(locodes_in).collect()).contains(locode)
    }
}

fn locodes_in(segment: &Segment<'_>) -> impl Iterator<Item = String> {
    let fields = segment.fields();
    let codes = match segment.tag_in_capitals.bytes() {
        b"LOC" => [(fields.part(2, 1), CodeList::of_location(&fields)), Default::default()],
        b"R4" => [(fields.get(3), CodeList::of_qualifier(&fields.get(2))), Default::default()],
        b"B4" => [(fields.get(6), CodeList::Unstated), (fields.get(11), CodeList::of_qualifier(&fields.get(12)))],
        _ => Default::default(),
    };
    codes.into_iter().filter_map(|(code, list)| {
        let code = locode(&compact(&code))?;
        (list == CodeList::Locode || list == CodeList::Unstated && is_port(&code)).then_some(code)
    })
}

impl PlaceElements<'_> {
    /// Reads the place. The country completes a short code (`LAX`). Characters after a UN/LOCODE are the code of a terminal.
    pub fn place(&self, named: &LocodesOfMessage<'_>) -> Place {
        let code = compact(&self.code);
        let locode = if self.code_list == CodeList::Other { None } else { self.locode(&code, named) };
        let terminal_code = (locode.is_some() && code.len() > 5).then(|| code.clone().into_owned());
        let name = self.plain_name();
        let name = (!name.is_empty()).then(|| name.into_owned());
        let (name, named) = match name {
            Some(facility) if locode.is_some() && is_facility(&facility) => (None, Some(facility)),
            name => (name, None),
        };
        Place {
            name: name.or_else(|| self.code_as_name(locode.is_some())),
            facility: some(&self.facility).or(named).or(terminal_code),
            locode,
            timezone: None,
        }
    }

    fn locode(&self, code: &str, named: &LocodesOfMessage<'_>) -> Option<String> {
        match code.len() {
            3 => Some(compact(&self.country))
                .filter(|country| country.len() == 2)
                .and_then(|country| locode(&(country + code))),
            // Arica, Brest and Delhi have the format of codes of places elsewhere.
            5 if self.code_list == CodeList::Unstated && !is_port(code) && is_name_of_five_letters(code) => None,
            5 => locode(code),
            6..=11 => {
                let (port, terminal) = code.split_at_checked(5)?;
                locode(port).filter(|port| self.is_terminal_of(port, terminal, named))
            }
            _ => None,
        }
    }

    /// Whether a code that begins with a UN/LOCODE is that of a terminal there, and not a code or name of the sender (`DEPOT001`): the
    /// tables have the terminal, the place is a port and has numbered terminals, or the message also names the place.
    fn is_terminal_of(&self, port: &str, terminal: &str, named: &LocodesOfMessage<'_>) -> bool {
        let is_numbered = terminal.bytes().any(|byte| byte.is_ascii_digit());
        is_port(port) && is_numbered
            || facility(port, terminal).is_some()
            || has_name(port, &self.name)
            || named.contains(port)
    }

    fn plain_name(&self) -> Cow<'_, str> {
        if !self.name.contains(',') {
            return self.name.trim().into();
        }
        let parts: Vec<&str> = self.name.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
        let is_country = |part: &str| part.len() == 2 && (parts.len() > 2 || self.name.contains(", ,"));
        let parts = match parts.split_last() {
            Some((last, rest)) if is_country(last) && !rest.is_empty() => rest,
            _ => &parts[..],
        };
        parts.join(", ").into()
    }

    fn code_as_name(&self, is_locode: bool) -> Option<String> {
        let code = self.code.trim();
        let is_name = code.chars().any(char::is_alphabetic) && code.len() > 3;
        (!is_locode && is_name).then(|| code.to_owned())
    }
}

/// The place of a code of Schedule D or K. `None` for other qualifiers.
pub(super) fn by_schedule(qualifier: &str, code: &str) -> Option<Place> {
    let schedule = ["D", "K"].into_iter().find(|schedule| qualifier.eq_ignore_ascii_case(schedule))?;
    let code = code.trim();
    let is_code = !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_digit());
    let known = if schedule == "D" { by_schedule_d(code) } else { None };
    is_code.then(|| match known {
        Some(locode) => Place::from(locode),
        None => Place { name: Some(format!("Schedule {schedule} {code}")), ..Place::default() },
    })
}

/// Whether the name begins with that of the UN/LOCODE.
pub(super) fn has_name(locode: &str, name: &str) -> bool {
    let port_name = location(locode).map_or("", |place| place.name);
    name.get(..port_name.len())
        .is_some_and(|beginning| !port_name.is_empty() && beginning.eq_ignore_ascii_case(port_name))
}

fn is_port(locode: &str) -> bool {
    location(locode).is_some_and(|place| place.is_port)
}

pub(super) fn locode(code: &str) -> Option<String> {
    UnLocode::has_shape(code).then(|| code.to_owned())
}

fn is_facility(name: &str) -> bool {
    // This test is cheap, and few words pass it.
    let may_be =
        |word: &&str| word.bytes().next().is_some_and(|first| b"TRDYCIPBW".contains(&first.to_ascii_uppercase()));
    let mut words = name.split(|letter: char| !letter.is_alphanumeric()).filter(may_be);
    words.any(|word| FACILITIES.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

pub(super) fn is_same(one: &Place, other: &Place) -> bool {
    match (&one.locode, &other.locode) {
        (Some(one), Some(other)) => one == other,
        _ => match (&one.name, &other.name) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            _ => false,
        },
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct City<'t> {
    name: &'t str,
    state: &'t str,
    country: &'t str,
    /// State or country after the name (`HAMBURG, DE`).
    either: &'t str,
}

impl<'t> City<'t> {
    /// Splits a name such as `Jacksonville, FL, US`. Explicit state and country have precedence.
    pub fn of(name: &'t str, state: &'t str, country: &'t str) -> Self {
        let mut parts = name.split(',').map(str::trim).filter(|part| !part.is_empty());
        let mut city = City { name: parts.next().unwrap_or_default(), state, country, either: "" };
        if state.eq_ignore_ascii_case(country) {
            city.state = "";
        }
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let or = |explicit: &'t str, named: &'t str| if explicit.is_empty() { named } else { explicit };
        if is_code(second) {
            city.country = or(country, second);
            city.state = or(city.state, if is_code(first) { first } else { "" });
        } else if is_code(first) && !first.eq_ignore_ascii_case(country) {
            match (country.is_empty(), name.contains(", ,")) {
                (true, true) => city.country = first,
                (true, false) => city.either = first,
                (false, _) => city.state = or(city.state, first),
            }
        }
        city
    }

    /// Whether this is the city of a place of the route. `other` is the city as the message names it there.
    pub fn is(&self, place: &Place, other: &City<'_>) -> bool {
        let code = place.locode.as_deref().unwrap_or_default();
        let known = || location(code);
        let is_named = |name: &str| !self.name.is_empty() && self.name.eq_ignore_ascii_case(name);
        if !is_named(other.name) && !known().is_some_and(|known| is_named(known.name)) {
            return false;
        }
        let country = if other.country.is_empty() { code.get(..2).unwrap_or_default() } else { other.country };
        let state = || match other.state {
            "" => known().and_then(|known| known.state).unwrap_or_default(),
            state => state,
        };
        let agree = |one: &str, other: &str| one.is_empty() || other.is_empty() || one.eq_ignore_ascii_case(other);
        if !agree(self.country, country) || !self.state.is_empty() && !agree(self.state, state()) {
            return false;
        }
        match [self.either, other.either] {
            ["", ""] => true,
            [own, ""] => own.eq_ignore_ascii_case(country) || agree(own, state()),
            ["", other] => agree(other, self.country) || agree(other, self.state),
            [own, other] => own.eq_ignore_ascii_case(other),
        }
    }

    /// Adds the UN/LOCODE of a port with this name, or the time zone of the state or country.
    pub fn complete(&self, place: &mut Place) {
        let Some(code) = &place.locode else { return self.look_up(place) };
        if !self.state.is_empty() && timezone(code).is_none() {
            place.timezone = zone_in(&code[..2], &capitals(self.state)).map(str::to_owned);
        }
    }

    fn look_up(&self, place: &mut Place) {
        let country = capitals(if self.country.is_empty() { self.either } else { self.country });
        if self.name.is_empty() || country.len() != 2 {
            return;
        }
        let state = capitals(self.state);
        if let Some(port) = port_by_name(&country, &state, self.name) {
            place.locode = Some(port.locode.to_owned());
            return;
        }
        // The code of a US state may also be that of a country.
        let is_state = self.country.is_empty() && zone_in("US", &country).is_some();
        let zone = if is_state { zone_in("US", &country) } else { zone_in(&country, &state) };
        place.timezone = zone.map(str::to_owned);
    }
}

fn is_code(part: &str) -> bool {
    matches!(part.len(), 2 | 3) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(code: &str, may_be_locode: bool, name: &str, country: &str) -> [String; 3] {
        let elements = PlaceElements {
            code: code.into(),
            code_list: if may_be_locode { CodeList::Locode } else { CodeList::Other },
            name: name.into(),
            country: country.into(),
            ..PlaceElements::default()
        };
        let Place { locode, name, facility, .. } = elements.place(&LocodesOfMessage::default());
        [locode, name, facility].map(Option::unwrap_or_default)
    }

    #[test]
    fn codes_names_and_facilities_are_distinguished() {
        assert_eq!(place("USNYC", true, "APM TERMINALS ELIZABETH, , US", ""), ["USNYC", "", "APM TERMINALS ELIZABETH"]);
        assert_eq!(place("uswoq", true, "WOODRIDGE, IL, US", ""), ["USWOQ", "WOODRIDGE, IL", ""]);
        assert_eq!(place("USSEA", true, "SEATTLE, WA", "US"), ["USSEA", "SEATTLE, WA", ""]);
        assert_eq!(place("LAX", true, "", "US"), ["USLAX", "", ""]);
        assert_eq!(place("PA-BAL", true, "", ""), ["PABAL", "", ""]);
        assert_eq!(place("IDJKT45", true, "", ""), ["IDJKT", "", "IDJKT45"]);
        assert_eq!(place("2704", false, "LOS ANGELES", "US"), ["", "LOS ANGELES", ""]);
        assert_eq!(place("LOCKBOURNE", false, "", ""), ["", "LOCKBOURNE", ""]);
        assert_eq!(place("PARIS", false, "", ""), ["", "PARIS", ""]);
        assert_eq!(place("", true, "BNSF MEMPHIS RAMP", "US"), ["", "BNSF MEMPHIS RAMP", ""]);
        assert_eq!(place("", true, "", ""), ["", "", ""]);
    }

    #[test]
    fn a_city_matches_the_route_unless_state_or_country_differ() {
        let jacksonville = (Place::new("USJAX", "JACKSONVILLE"), City::of("JACKSONVILLE", "FL", "US"));
        let valencia = (Place::from("ESVLC"), City::of("VALENCIA", "", "ES"));
        for (name, (place, other), is) in [
            ("Jacksonville, FL, US", &jacksonville, true),
            ("JACKSONVILLE, FL", &jacksonville, true),
            ("JACKSONVILLE, US", &jacksonville, true),
            ("JACKSONVILLE", &jacksonville, true),
            ("JACKSONVILLE, NC, US", &jacksonville, false),
            ("JACKSONVILLE, NC", &jacksonville, false),
            ("JACKSON, FL, US", &jacksonville, false),
            ("VALENCIA, ES", &valencia, true),
            ("VALENCIA, , VE", &valencia, false),
            ("", &valencia, false),
        ] {
            assert_eq!(City::of(name, "", "").is(place, other), is, "{name}");
        }
    }

    #[cfg(feature = "places")]
    #[test]
    fn a_place_without_a_code_is_completed_by_name_and_country() {
        let known = |name: &str, state: &str, country: &str| {
            let mut place = Place { name: Some(name.to_owned()), ..Place::default() };
            City::of(name, state, country).complete(&mut place);
            [place.locode, place.timezone].map(Option::unwrap_or_default)
        };
        assert_eq!(known("Busan", "", "KR"), ["KRPUS", ""]);
        assert_eq!(known("Jacksonville, FL, US", "", ""), ["USJAX", ""]);
        assert_eq!(known("HAMBURG, DE", "", ""), ["DEHAM", ""]);
        assert_eq!(known("NO SUCH TOWN", "", "CN"), ["", "Asia/Shanghai"]);
        assert_eq!(known("NO SUCH TOWN, JP", "", ""), ["", "Asia/Tokyo"]);
        assert_eq!(known("NO SUCH TOWN", "IL", "US"), ["", "America/Chicago"]);
        assert_eq!(known("NO SUCH TOWN, IL", "", ""), ["", "America/Chicago"]);
        assert_eq!(known("JACKSONVILLE", "NC", "US"), ["", "America/New_York"]);
        assert_eq!(known("JACKSONVILLE", "", "US"), ["", ""]);
        assert_eq!(known("NO SUCH TOWN", "", "US"), ["", ""]);
        assert_eq!(known("NO SUCH TOWN", "", ""), ["", ""]);
    }
}
