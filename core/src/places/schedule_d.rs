//! Schedule D: the numbers that US customs has for its ports, which EDI names places by.

use super::lines::value_of;

/// Sorted lines of `number,locode`.
#[cfg(feature = "places")]
const TABLE: &str = include_str!("tables/schedule_d.csv");
#[cfg(not(feature = "places"))]
const TABLE: &str = "";

/// The UN/LOCODE of the port with this number in Schedule D: USLAX for 2704. Airports and crossings of borders are left out.
pub(crate) fn by_schedule_d(number: &str) -> Option<&'static str> {
    value_of(TABLE, number)
}

#[cfg(all(test, feature = "places"))]
mod tests {
    use super::*;
    use crate::places::lines::key_of;
    use crate::places::location;

    #[test]
    fn every_number_is_that_of_one_place_of_the_united_states() {
        let numbers: Vec<&str> = TABLE.lines().map(key_of).collect();
        assert!(numbers.is_sorted_by(|one, next| one < next));
        for number in numbers {
            let place = by_schedule_d(number).and_then(location).unwrap_or_else(|| panic!("{number}"));
            assert!(place.locode.starts_with("US") || place.locode.starts_with("PR"), "{number} {}", place.locode);
        }
    }

    #[test]
    fn ports_are_found_by_their_numbers() {
        let name = |number: &str| by_schedule_d(number).and_then(location).map(|place| place.name);
        assert_eq!(["2704", "1703", "0401"].map(name), [Some("Los Angeles"), Some("Savannah"), Some("Boston")]);
        assert_eq!(["", "27", "2705", "27041", "9999", "USLAX"].map(name), [None; 6]);
    }
}
