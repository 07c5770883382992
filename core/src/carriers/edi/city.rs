//! Names of cities, behind which their state and their country may stand: `JACKSONVILLE, FL, US`.

use super::text::capitals;
use crate::places::{location, port_called, timezone, zone_in};
use crate::tracking::Place;

/// A city, as far as a name and what is told beside it say which one; texts are empty where they do not.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct City<'t> {
    name: &'t str,
    state: &'t str,
    country: &'t str,
    /// What stands behind the name and may be the one or the other (`HAMBURG, DE`).
    either: &'t str,
}

impl<'t> City<'t> {
    /// What a name says, and a state and a country that are told beside it.
    pub fn of(name: &'t str, state: &'t str, country: &'t str) -> Self {
        let mut parts = name.split(',').map(str::trim).filter(|part| !part.is_empty());
        let mut city = City { name: parts.next().unwrap_or_default(), state, country, either: "" };
        if state.eq_ignore_ascii_case(country) {
            city.state = "";
        }
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let or = |told: &'t str, named: &'t str| if told.is_empty() { named } else { told };
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

    /// Whether a place of the route is this city: the names are the same, and so are state and country where both say them.
    pub fn is(&self, place: &Place, told: &City<'_>) -> bool {
        let code = place.locode.as_deref().unwrap_or_default();
        let called = || location(code);
        let is_named = |name: &str| !self.name.is_empty() && self.name.eq_ignore_ascii_case(name);
        if !is_named(told.name) && !called().is_some_and(|known| is_named(known.name)) {
            return false;
        }
        let country = if told.country.is_empty() { code.get(..2).unwrap_or_default() } else { told.country };
        let state = || match told.state {
            "" => called().and_then(|known| known.state).unwrap_or_default(),
            state => state,
        };
        let agree = |one: &str, other: &str| one.is_empty() || other.is_empty() || one.eq_ignore_ascii_case(other);
        if !agree(self.country, country) || !self.state.is_empty() && !agree(self.state, state()) {
            return false;
        }
        match [self.either, told.either] {
            ["", ""] => true,
            [own, ""] => own.eq_ignore_ascii_case(country) || agree(own, state()),
            ["", other] => agree(other, self.country) || agree(other, self.state),
            [own, other] => own.eq_ignore_ascii_case(other),
        }
    }

    /// Adds to a place what the tables know of it by this name: its code where one port of the country has the name, else its zone.
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
        if let Some(port) = port_called(&country, &state, self.name) {
            place.locode = Some(port.locode.to_owned());
            return;
        }
        // What may be a state of the best known country is taken for no other one.
        let is_state = self.country.is_empty() && zone_in("US", &country).is_some();
        let zone = if is_state { zone_in("US", &country) } else { zone_in(&country, &state) };
        place.timezone = zone.map(str::to_owned);
    }
}

/// Whether a part may be the code of a state or a country.
fn is_code(part: &str) -> bool {
    matches!(part.len(), 2 | 3) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_is_one_of_the_route_when_state_and_country_do_not_say_otherwise() {
        let jacksonville = (Place::new("USJAX", "JACKSONVILLE"), City::of("JACKSONVILLE", "FL", "US"));
        let valencia = (Place::from("ESVLC"), City::of("VALENCIA", "", "ES"));
        for (name, (place, told), is) in [
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
            assert_eq!(City::of(name, "", "").is(place, told), is, "{name}");
        }
    }

    #[cfg(feature = "places")]
    #[test]
    fn a_place_without_a_code_goes_by_its_name_and_its_country() {
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
