//! Which time zone a place lies in, by its own name, its state or its country.

use super::lines::value_of;

/// Sorted lines of `area,zone`: a place (`AUBEL`), a state or province (`US-CA`), every other place of such a country
/// (`AR-`), a country that has one zone (`DE`).
#[cfg(feature = "places")]
const TABLE: &str = include_str!("tables/zones.csv");
#[cfg(not(feature = "places"))]
const TABLE: &str = "";

/// The zone of the place with this code, in capitals: its own where the table has one, else that of its country where that has
/// one, else that of its state or province, else the one that nearly all of its country goes by.
pub(super) fn zone_of(code: &str, state: Option<&str>) -> Option<&'static str> {
    let country = code.get(..2).filter(|_| code.len() == 5)?;
    zone(code).or_else(|| zone_in(country, state.unwrap_or_default()))
}

/// The zone of a country that has one, else that of a state or province of it, else the one that nearly all of the country goes by;
/// both in capitals.
pub(crate) fn zone_in(country: &str, state: &str) -> Option<&'static str> {
    let of_state = || zone(&format!("{country}-{state}")).filter(|_| !state.is_empty());
    zone(country).or_else(of_state).or_else(|| zone(&format!("{country}-")))
}

/// The zone of exactly this area.
fn zone(area: &str) -> Option<&'static str> {
    value_of(TABLE, area)
}

#[cfg(all(test, feature = "places"))]
mod tests {
    use super::super::lines::key_of;
    use super::*;

    #[test]
    fn every_line_of_the_table_is_found() {
        assert!(TABLE.lines().is_sorted_by(|a, b| key_of(a) < key_of(b)));
        for line in TABLE.lines() {
            assert_eq!(zone(key_of(line)), line.split(',').nth(1), "{line}");
        }
        assert_eq!((zone("A"), zone("ZZZZZ"), zone("")), (None, None, None));
    }

    #[test]
    fn the_place_counts_before_its_state_and_the_state_before_the_country() {
        assert_eq!(zone_of("USELP", Some("TX")), Some("America/Denver"));
        assert_eq!(zone_of("USAUS", Some("TX")), Some("America/Chicago"));
        let ports = ["CDMAT", "BRVLC", "RUNJK", "IDPNK"].map(|code| zone_of(code, None));
        assert_eq!(ports, ["Africa/Kinshasa", "America/Belem", "Asia/Vladivostok", "Asia/Pontianak"].map(Some));
        assert_eq!(zone_of("USZZ9", None), None);
        assert_eq!(zone_of("CNZZ9", None), Some("Asia/Shanghai"), "nearly all of China");
        assert_eq!(zone_of("NLZZ9", None), Some("Europe/Amsterdam"));
    }
}
