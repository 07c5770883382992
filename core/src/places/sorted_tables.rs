//! Searches tables of sorted lines: the time zone of an area, the name of a country, and the UN/LOCODE of a port by its Schedule D number
//! (US customs).

use std::borrow::Cow;
use std::cmp::Ordering;

/// Trims a code and converts it to upper case.
pub(super) fn capitals(code: &str) -> Cow<'_, str> {
    let code = code.trim();
    match code.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => code.to_ascii_uppercase().into(),
        false => code.into(),
    }
}

/// The key of a line: its first column.
pub(super) fn key_of(line: &str) -> &str {
    line.split(',').next().unwrap_or_default()
}

/// Returns the rest of the table from the first line with this key; empty if no line has the key. Uses a binary search.
pub(super) fn lines_from(table: &'static str, key: &str) -> &'static str {
    let (mut from, mut to, mut found) = (0, table.len(), table.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let bytes = table.as_bytes();
        let begin = bytes[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end = bytes[middle..].iter().position(|byte| *byte == b'\n').map_or(table.len(), |at| middle + at + 1);
        match key_of(table[begin..end].trim_end()).cmp(key) {
            Ordering::Less => from = end,
            order => {
                found = if order == Ordering::Equal { begin } else { found };
                to = begin;
            }
        }
    }
    &table[found..]
}

/// Returns the first line with this key, without the key.
pub(super) fn value_of(table: &'static str, key: &str) -> Option<&'static str> {
    let (found, value) = lines_from(table, key).lines().next()?.split_once(',')?;
    (found == key).then_some(value)
}

/// Sorted lines of `area,zone`. An area is a place (`AUBEL`), a state (`US-CA`), a country with one zone (`DE`), or the places of a country
/// that are in no other line (`AR-`).
#[cfg(feature = "places")]
const ZONES: &str = include_str!("tables/zones.csv");
#[cfg(not(feature = "places"))]
const ZONES: &str = "";

/// Returns the time zone of a place: the zone of its line if there is one, otherwise the zone of its country or state (see [`zone_in`]). The
/// code must be in upper case.
pub(super) fn zone_of(code: &str, state: Option<&str>) -> Option<&'static str> {
    let country = code.get(..2).filter(|_| code.len() == 5)?;
    zone(code).or_else(|| zone_in(country, state.unwrap_or_default()))
}

/// Returns the time zone of a country or state: the zone of the country if it has only one, otherwise the zone of the state, otherwise the
/// zone of most of the country. Both codes must be in upper case.
pub(crate) fn zone_in(country: &str, state: &str) -> Option<&'static str> {
    let of_state = || zone(&format!("{country}-{state}")).filter(|_| !state.is_empty());
    zone(country).or_else(of_state).or_else(|| zone(&format!("{country}-")))
}

fn zone(area: &str) -> Option<&'static str> {
    value_of(ZONES, area)
}

/// Sorted lines of `country,name`.
#[cfg(feature = "places")]
const COUNTRIES: &str = include_str!("tables/countries.csv");
#[cfg(not(feature = "places"))]
const COUNTRIES: &str = "";

/// Returns the English name of a country by its ISO 3166-1 code in upper case, such as `United States` for `US`.
pub(crate) fn country_name(code: &str) -> Option<&'static str> {
    value_of(COUNTRIES, code)
}

/// Sorted lines of `number,locode`: the ports of entry of US customs (Schedule D). EDI messages use these numbers as codes of places.
#[cfg(feature = "places")]
const SCHEDULE_D: &str = include_str!("tables/schedule_d.csv");
#[cfg(not(feature = "places"))]
const SCHEDULE_D: &str = "";

/// Returns the UN/LOCODE of a port by its Schedule D number, such as `USLAX` for `2704`. Airports and border crossings are not in the table.
pub(crate) fn by_schedule_d(number: &str) -> Option<&'static str> {
    value_of(SCHEDULE_D, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "places")]
    use crate::places::location;

    const TABLE: &str = "a,1\nb,2\nb,3\nbb,4\nc,5\n";

    #[test]
    fn lines_are_found_by_their_key() {
        for (key, rest) in [("a", TABLE), ("b", &TABLE[4..]), ("bb", &TABLE[12..]), ("c", &TABLE[17..])] {
            assert_eq!(lines_from(TABLE, key), rest, "{key}");
        }
        for key in ["", "A", "aa", "ba", "d"] {
            assert_eq!(lines_from(TABLE, key), "", "{key}");
        }
        assert_eq!(lines_from("", "a"), "");
    }

    #[test]
    fn codes_are_read_in_any_spelling() {
        assert_eq!((capitals(" uslax "), capitals("USLAX"), capitals("")), ("USLAX".into(), "USLAX".into(), "".into()));
    }

    #[test]
    #[cfg(feature = "places")]
    fn every_line_of_the_table_is_found() {
        assert!(ZONES.lines().is_sorted_by(|a, b| key_of(a) < key_of(b)));
        for line in ZONES.lines() {
            assert_eq!(zone(key_of(line)), line.split(',').nth(1), "{line}");
        }
        assert_eq!((zone("A"), zone("ZZZZZ"), zone("")), (None, None, None));
    }

    #[test]
    #[cfg(feature = "places")]
    fn every_place_is_in_a_country_with_a_name() {
        assert!(COUNTRIES.lines().is_sorted_by(|a, b| key_of(a) < key_of(b)));
        let names = ["US", "CN", "KR", "GB", "QQ", ""].map(country_name);
        let expected = ["United States", "China", "South Korea", "United Kingdom"].map(Some);
        assert_eq!(names, [expected.as_slice(), &[None, None]].concat()[..]);
        let unnamed = crate::places::locations().filter(|place| country_name(place.country()).is_none());
        assert_eq!(unnamed.map(|place| place.country()).collect::<std::collections::BTreeSet<_>>(), [].into());
    }

    #[test]
    #[cfg(feature = "places")]
    fn the_zone_of_a_place_has_precedence_over_its_state_and_country() {
        assert_eq!(zone_of("USELP", Some("TX")), Some("America/Denver"));
        assert_eq!(zone_of("USAUS", Some("TX")), Some("America/Chicago"));
        let ports = ["CDMAT", "BRVLC", "RUNJK", "IDPNK"].map(|code| zone_of(code, None));
        assert_eq!(ports, ["Africa/Kinshasa", "America/Belem", "Asia/Vladivostok", "Asia/Pontianak"].map(Some));
        assert_eq!(zone_of("USZZ9", None), None);
        assert_eq!(zone_of("CNZZ9", None), Some("Asia/Shanghai"), "nearly all of China");
        assert_eq!(zone_of("NLZZ9", None), Some("Europe/Amsterdam"));
    }

    #[test]
    #[cfg(feature = "places")]
    fn every_number_of_schedule_d_is_a_place_in_the_united_states() {
        let numbers: Vec<&str> = SCHEDULE_D.lines().map(key_of).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b));
        for number in numbers {
            let place = by_schedule_d(number).and_then(location).unwrap_or_else(|| panic!("{number}"));
            assert!(place.locode.starts_with("US") || place.locode.starts_with("PR"), "{number} {}", place.locode);
        }
    }

    #[test]
    #[cfg(feature = "places")]
    fn ports_are_found_by_their_number_in_schedule_d() {
        let name = |number: &str| by_schedule_d(number).and_then(location).map(|place| place.name);
        assert_eq!(["2704", "1703", "0401"].map(name), [Some("Los Angeles"), Some("Savannah"), Some("Boston")]);
        assert_eq!(["", "27", "2705", "27041", "9999", "USLAX"].map(name), [None; 6]);
    }
}
