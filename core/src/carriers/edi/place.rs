//! Places as EDI names them.

use std::borrow::Cow;

use super::text::{compact, some};
use crate::places::{by_schedule_d, location};
use crate::tracking::Place;

/// Words by which the name of a facility is told from that of a town.
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

/// A place as it is written: a code of some list, a name, a country, a facility.
#[derive(Debug, Clone, Default)]
pub(super) struct Written<'t> {
    /// A code, or a name where the sender has none.
    pub code: Cow<'t, str>,
    /// Whether the code may be a UN/LOCODE: it is not said to be of another list.
    pub may_be_locode: bool,
    pub name: Cow<'t, str>,
    pub country: Cow<'t, str>,
    pub facility: Cow<'t, str>,
}

impl Written<'_> {
    /// The place. A code without its country (`LAX`) is completed by it; letters behind a UN/LOCODE are those of a terminal.
    pub fn place(&self) -> Place {
        let code = compact(&self.code);
        let locode = self.may_be_locode.then(|| self.locode(&code)).flatten();
        let behind = locode.as_ref().filter(|_| code.len() > 5).map(|_| code.clone().into_owned());
        let name = self.plain_name();
        let name = Some(name.into_owned()).filter(|name| !name.is_empty());
        let (name, named) = match name {
            // What has no code is known by whatever name there is.
            Some(facility) if locode.is_some() && is_facility(&facility) => (None, Some(facility)),
            name => (name, None),
        };
        Place {
            name: name.or_else(|| self.code_as_name(locode.is_some())),
            facility: some(&self.facility).or(named).or(behind),
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
            // A terminal has a number behind the code of its port; what has letters alone is a name.
            6..=11 if code.is_ascii() && code[5..].bytes().any(|byte| byte.is_ascii_digit()) => locode(&code[..5]),
            _ => None,
        }
    }

    /// The name without a country that stands behind it, and without what is left of empty parts.
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

    /// A name that stands where a code is expected.
    fn code_as_name(&self, is_locode: bool) -> Option<String> {
        let code = self.code.trim();
        let is_name = code.chars().any(char::is_alphabetic) && code.len() > 3;
        (!is_locode && is_name).then(|| code.to_owned())
    }
}

/// The place that a code of a schedule of the US census names. One that nobody here can read is its name: better than none.
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

/// Whether a place may have this name, behind which its state may stand.
pub(super) fn is_called(locode: &str, name: &str) -> bool {
    let known = location(locode).map_or("", |place| place.name);
    name.get(..known.len()).is_some_and(|beginning| !known.is_empty() && beginning.eq_ignore_ascii_case(known))
}

/// The UN/LOCODE that a code in capitals is.
pub(super) fn locode(code: &str) -> Option<String> {
    let is_place = |byte: &u8| byte.is_ascii_uppercase() || (b'2'..=b'9').contains(byte);
    let bytes = code.as_bytes();
    let is_one = bytes.len() == 5 && bytes[..2].iter().all(u8::is_ascii_uppercase) && bytes[2..].iter().all(is_place);
    is_one.then(|| code.to_owned())
}

fn is_facility(name: &str) -> bool {
    // Names have many words, and few of them begin like one of these.
    let may_be =
        |word: &&str| word.bytes().next().is_some_and(|first| b"TRDYCIPBW".contains(&first.to_ascii_uppercase()));
    let mut words = name.split(|letter: char| !letter.is_alphanumeric()).filter(may_be);
    words.any(|word| FACILITIES.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether two places are one, as far as they name it.
pub(super) fn is_same(one: &Place, other: &Place) -> bool {
    match (&one.locode, &other.locode) {
        (Some(one), Some(other)) => one == other,
        _ => match (&one.name, &other.name) {
            (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(code: &str, may_be_locode: bool, name: &str, country: &str) -> [String; 3] {
        let written = Written {
            code: code.into(),
            may_be_locode,
            name: name.into(),
            country: country.into(),
            ..Written::default()
        };
        let Place { locode, name, facility, .. } = written.place();
        [locode, name, facility].map(Option::unwrap_or_default)
    }

    #[test]
    fn codes_names_and_facilities_are_told_apart() {
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
}
