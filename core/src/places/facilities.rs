//! Looks up the terminals and depots of ports.

use super::sorted_tables::{capitals, key_of, lines_from};

/// Sorted lines of `locode,SMDG code,BIC code,name`.
#[cfg(feature = "places")]
const TABLE: &str = include_str!("tables/facilities.csv");
#[cfg(not(feature = "places"))]
const TABLE: &str = "";

/// A terminal or a depot of a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facility {
    /// UN/LOCODE of the port.
    pub locode: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its code in SMDG's list of terminals.
    pub smdg_code: Option<&'static str>,
    /// Its facility code of the Bureau International des Containers (BIC).
    pub bic_code: Option<&'static str>,
}

impl Facility {
    /// The code of the facility, which is unique within its port: the SMDG code, otherwise the BIC code.
    pub fn code(&self) -> &'static str {
        self.smdg_code.or(self.bic_code).unwrap_or(self.name)
    }

    fn read(line: &'static str) -> Option<Self> {
        let mut columns = line.splitn(4, ',');
        let mut next = || columns.next();
        let (locode, smdg_code, bic_code, name) = (next()?, next()?, next()?, next()?);
        let code = |text: &'static str| Some(text).filter(|text| !text.is_empty());
        Some(Facility { locode, name, smdg_code: code(smdg_code), bic_code: code(bic_code) })
    }

    fn has_code_or_name(&self, word: &str) -> bool {
        let is = |code: &str| is_same_text("", code, word) || is_same_text(self.locode, code, word);
        self.smdg_code.is_some_and(is) || self.bic_code.is_some_and(is) || is_same_text("", self.name, word)
    }
}

/// The terminals and depots of the port with this UN/LOCODE.
pub fn facilities(locode: &str) -> impl Iterator<Item = Facility> + use<> {
    let code = capitals(locode).into_owned();
    lines_from(TABLE, &code).lines().take_while(move |line| key_of(line) == code).filter_map(Facility::read)
}

/// All terminals and depots.
pub(super) fn all_facilities() -> impl Iterator<Item = Facility> {
    TABLE.lines().filter_map(Facility::read)
}

/// Finds a terminal or depot of a port by its SMDG code, its BIC code, or its name. A code may follow the UN/LOCODE of the port. Case
/// and punctuation are ignored.
pub fn facility(locode: &str, word: &str) -> Option<Facility> {
    facilities(locode).find(|facility| facility.has_code_or_name(word))
}

/// Compares `before` followed by `name` with `word`. Case and punctuation are ignored.
fn is_same_text(before: &str, name: &str, word: &str) -> bool {
    let significant = |c: &char| c.is_alphanumeric();
    let expected = before.chars().chain(name.chars()).filter(significant).flat_map(char::to_uppercase);
    expected.eq(word.chars().filter(significant).flat_map(char::to_uppercase))
}

#[cfg(all(test, feature = "places"))]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_found_by_its_codes_and_by_its_name() {
        let found = facility("AEKHL", "adt").unwrap();
        assert_eq!((found.name, found.code(), found.locode), ("KHALIFA PORT CONTAINER TERMINAL", "ADT", "AEKHL"));
        for word in ["AEKHLADT", "AEKHL-ADT", "Khalifa Port - Container Terminal", " ADT "] {
            assert_eq!(facility("aekhl", word), Some(found), "{word}");
        }
        assert_eq!(facility("DEHAM", "akNM").unwrap().bic_code, Some("AKNM"));
        for word in ["", " - ", "AD", "KHALIFA", "AEKHL"] {
            assert_eq!(facility("AEKHL", word), None, "{word}");
        }
        assert_eq!(facility("USCHI", "ADT"), None, "a code of another port");
    }

    #[test]
    fn the_facilities_of_a_port_are_adjacent_and_have_unique_codes() {
        let all: Vec<Facility> = TABLE.lines().filter_map(Facility::read).collect();
        assert_eq!(all.len(), TABLE.lines().count());
        for port in all.chunk_by(|a, b| a.locode == b.locode) {
            assert_eq!(facilities(port[0].locode).collect::<Vec<_>>(), port);
            let codes: std::collections::BTreeSet<&str> = port.iter().map(Facility::code).collect();
            assert_eq!(codes.len(), port.len(), "{}", port[0].locode);
        }
        assert_eq!(facilities("QQQQQ").count(), 0);
        assert_eq!(facilities("").count(), 0);
    }
}
