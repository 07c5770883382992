//! Ports that are close to each other, and the codes of one inland city.

/// Ports on one bay: a vessel may discharge at one instead of the other.
const NEIGHBOURS: [(&str, &str); 5] =
    [("BRITJ", "BRNVT"), ("JPOSA", "JPUKB"), ("JPTYO", "JPYOK"), ("USLAX", "USLGB"), ("USSEA", "USTIW")];

/// UN/LOCODEs of inland cities, each with those of its airport and of suburbs with a ramp.
const CITIES: [&[&str]; 10] = [
    &["CAMTR", "CAYUL", "CAYMX"],
    &["CATOR", "CABRP", "CACNC", "CAMIS", "CAVGN", "CAYYZ"],
    &["USATL", "USFBN"],
    &["USCHI", "USCGH", "USDQN", "USJOT", "USLPD", "USORD"],
    &["USCMH", "USLCK", "USRIB"],
    &["USDAL", "USDFW", "USWXR"],
    &["USDET", "USDTW", "USMGF", "USYIP"],
    &["USMEM", "USROQ"],
    &["USMES", "USMSP", "USSTP"],
    &["USMKC", "USEEU", "USKCK", "USMCI", "USOLB"],
];

/// Whether the ports are neighbours.
pub(crate) fn are_neighbours(one: &str, other: &str) -> bool {
    NEIGHBOURS.iter().any(|(a, b)| (one, other) == (*a, *b) || (other, one) == (*a, *b))
}

/// Whether both are codes of one inland city.
pub(crate) fn are_of_one_city(one: &str, other: &str) -> bool {
    CITIES.iter().any(|codes| codes.contains(&one) && codes.contains(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_ports_on_one_bay() {
        assert!(are_neighbours("USLAX", "USLGB") && are_neighbours("JPUKB", "JPOSA"));
        for (one, other) in [("USLAX", "USOAK"), ("DEHAM", "DEBRV"), ("THBKK", "THLCH"), ("USLAX", "USLAX")] {
            assert!(!are_neighbours(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_suburb_with_a_ramp_belongs_to_its_city() {
        assert!(are_of_one_city("USCHI", "USJOT") && are_of_one_city("USORD", "USJOT"));
        assert!(!are_of_one_city("USCHI", "USCMH"));
    }

    #[cfg(feature = "places")]
    #[test]
    fn the_codes_exist() {
        let ports = NEIGHBOURS.iter().flat_map(|(one, other)| [*one, *other]);
        for code in ports.chain(CITIES.iter().flat_map(|codes| codes.iter().copied())) {
            assert!(crate::places::location(code).is_some(), "{code}");
        }
    }
}
