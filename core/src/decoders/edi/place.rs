//! Reads places and cities from the codes and names of EDI.

use std::borrow::Cow;

use super::text::{capitals, compact, some};
use crate::numbers::UnLocode;
use crate::places::{by_schedule_d, location, port_by_name, timezone, zone_in};
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
    /// Whether the qualifier allows a UN/LOCODE.
    pub may_be_locode: bool,
    pub name: Cow<'t, str>,
    pub country: Cow<'t, str>,
    pub facility: Cow<'t, str>,
}

impl PlaceElements<'_> {
    /// Reads the place. The country completes a short code (`LAX`). Characters after a UN/LOCODE are the code of a terminal.
    pub fn place(&self) -> Place {
        let code = compact(&self.code);
        let locode = self.may_be_locode.then(|| self.locode(&code)).flatten();
        let terminal_code = locode.as_ref().filter(|_| code.len() > 5).map(|_| code.clone().into_owned());
        let name = self.plain_name();
        let name = Some(name.into_owned()).filter(|name| !name.is_empty());
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

    fn locode(&self, code: &str) -> Option<String> {
        match code.len() {
            3 => Some(compact(&self.country))
                .filter(|country| country.len() == 2)
                .and_then(|country| locode(&(country + code))),
            5 => locode(code),
            // The code of a terminal is that of its port and a number. Letters alone are a name.
            6..=11 if code.is_ascii() && code[5..].bytes().any(|byte| byte.is_ascii_digit()) => locode(&code[..5]),
            _ => None,
        }
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
    let known = by_schedule_d(code).filter(|_| schedule == "D");
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
            may_be_locode,
            name: name.into(),
            country: country.into(),
            ..PlaceElements::default()
        };
        let Place { locode, name, facility, .. } = elements.place();
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
