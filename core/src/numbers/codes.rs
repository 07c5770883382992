//! Codes of carriers, vessels and places: SCAC, IMO number, UN/LOCODE.

use super::text::{Problem, compact, is_all, text_value};
use crate::error::{Error, Quoted, Result};

/// A carrier's code: two to four letters, in upper case.
///
/// The register has codes of two to four letters, and rail carriers and truckers use the short ones. An ocean
/// carrier that is to be tracked has four: [`Scac::for_request`] is the constructor that demands them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scac(Box<str>);

text_value!(Scac, "scac", "a SCAC of two to four letters");

impl Scac {
    /// The code of the sandbox line, which plays scripted journeys for test numbers.
    pub const SANDBOX: &'static str = "TEST";

    /// Reads the SCAC of a tracking request: exactly four letters. A refusal points at `/data/attributes/scac`.
    pub fn for_request(text: &str) -> Result<Self> {
        const FIELD: &str = "/data/attributes/scac";
        match Scac::read(text) {
            Ok(scac) if scac.0.len() == 4 => Ok(scac),
            Ok(scac) => {
                let letters = scac.0.len();
                Err(Error::invalid(FIELD, format!("{scac} has {letters} letters; an ocean carrier's SCAC has four")))
            }
            Err(Problem::Other(_)) => {
                Err(Error::invalid(FIELD, format!("a SCAC has four letters; {} is not one", Quoted(text.trim()))))
            }
            Err(problem) => Err(problem.at(FIELD)),
        }
    }

    /// Whether this is the sandbox line.
    pub fn is_sandbox(&self) -> bool {
        &*self.0 == Scac::SANDBOX
    }

    fn read(text: &str) -> Result<Self, Problem> {
        let refused = || Problem::Other(format!("a SCAC has two to four letters; {} is not one", Quoted(text.trim())));
        let code = compact(text).map_err(|problem| match problem {
            Problem::Other(_) => refused(),
            other => other,
        })?;
        if (2..=4).contains(&code.len())
            && code.len() == text.trim().len()
            && code.bytes().all(|b| b.is_ascii_alphabetic())
        {
            Ok(Scac(code.into()))
        } else {
            Err(refused())
        }
    }
}

/// The IMO number of a vessel: seven digits, the last one a check digit. A leading `IMO` is taken and left out.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Imo(Box<str>);

text_value!(Imo, "imo", "an IMO number of seven digits");

impl Imo {
    fn read(text: &str) -> Result<Self, Problem> {
        let number = compact(text)?;
        let digits = number.strip_prefix("IMO").unwrap_or(&number);
        if !is_all(digits, 7, u8::is_ascii_digit) {
            return Err(format!("{} is not an IMO number: it has seven digits", Quoted(text.trim())).into());
        }
        // The first six digits weigh 7 down to 2; the sum ends in the seventh.
        let sum: u32 = digits.bytes().zip((2..=7).rev()).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
        match digits.bytes().last().map(|digit| u32::from(digit - b'0')) {
            last if last == Some(sum % 10) => Ok(Imo(digits.into())),
            _ => Err(format!("{digits} does not end in the check digit {} that belongs to it", sum % 10).into()),
        }
    }
}

/// The code of a place: two letters for the country, three letters or digits (2 to 9) for the place in it.
///
/// Only the shape is checked. Codes that sources got wrong, and codes newer than any list, are read all the same.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnLocode(Box<str>);

text_value!(UnLocode, "un_locode", "a UN/LOCODE of five characters");

impl UnLocode {
    /// The ISO 3166 code of the country: `US` of `USLAX`.
    pub fn country(&self) -> &str {
        &self.0[..2]
    }

    /// The place within the country: `LAX` of `USLAX`.
    pub fn place(&self) -> &str {
        &self.0[2..]
    }

    pub(crate) fn has_shape(compacted: &str) -> bool {
        compacted.split_at_checked(2).is_some_and(|(country, place)| {
            is_all(country, 2, u8::is_ascii_uppercase)
                && is_all(place, 3, |byte| byte.is_ascii_uppercase() || (b'2'..=b'9').contains(byte))
        })
    }

    fn read(text: &str) -> Result<Self, Problem> {
        let code = compact(text)?;
        if UnLocode::has_shape(&code) {
            Ok(UnLocode(code.into()))
        } else {
            Err(format!(
                "{} is not a UN/LOCODE: it has two letters, then three letters or digits from 2 to 9",
                Quoted(text.trim())
            )
            .into())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_scac_is_two_to_four_letters_in_any_case() {
        for (text, code) in [("maeu", "MAEU"), (" HLCU ", "HLCU"), ("UP", "UP"), ("CN", "CN"), ("bnsf", "BNSF")] {
            assert_eq!(Scac::parse(text).unwrap().as_str(), code);
        }
        for text in ["", "M", "MAEUX", "MA3U", "MA-U", "MA U", "ÆÆÆÆ", "M\u{0}EU"] {
            assert_eq!(Scac::parse(text).unwrap_err().pointer(), Some("scac"), "{text:?}");
        }
    }

    #[test]
    fn a_tracking_request_demands_four_letters() {
        assert!(Scac::for_request("TEST").unwrap().is_sandbox());
        for text in ["ONE", "UP", "", "MAEU1"] {
            assert_eq!(Scac::for_request(text).unwrap_err().pointer(), Some("/data/attributes/scac"));
        }
    }

    #[test]
    fn json_reads_and_writes_the_code_as_text() {
        let scac: Scac = serde_json::from_str("\"maeu\"").unwrap();
        assert_eq!(serde_json::to_string(&scac).unwrap(), "\"MAEU\"");
        assert!(serde_json::from_str::<Scac>("\"M\"").is_err());
        assert!(serde_json::from_str::<Scac>("7").is_err());
        assert_eq!(serde_json::from_str::<Scac>("\"\\u004daeu\"").unwrap(), scac);
    }

    #[test]
    fn real_vessels_are_read_with_and_without_the_letters() {
        for number in ["9321483", "9352004", "9450612", "9687540", "9400289", "9074729"] {
            assert_eq!(Imo::parse(number).unwrap().as_str(), number);
            assert_eq!(Imo::parse(&format!("imo {number}")).unwrap().as_str(), number);
        }
    }

    #[test]
    fn a_wrong_check_digit_or_another_length_is_refused() {
        for text in ["9330141", "9633999", "8000001", "", "IMO", "932148", "93214833", "IMOIMO9321483", "932148X"] {
            assert_eq!(Imo::parse(text).unwrap_err().pointer(), Some("imo"), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn reading_an_imo_number_never_panics(text in any::<String>()) {
            let _ = Imo::parse(&text);
        }
    }

    #[test]
    fn a_place_is_read_in_any_spelling() {
        for text in ["USLAX", "us lax", " US-LAX "] {
            let code = UnLocode::parse(text).unwrap();
            assert_eq!((code.as_str(), code.country(), code.place()), ("USLAX", "US", "LAX"));
        }
        assert_eq!(UnLocode::parse("GB2AA").unwrap().place(), "2AA");
    }

    #[test]
    fn a_text_of_another_shape_is_refused() {
        for text in ["", "USLA", "USLAXX", "U2LAX", "USLA1", "USLA0", "ÜSLAX"] {
            assert_eq!(UnLocode::parse(text).unwrap_err().pointer(), Some("un_locode"), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn reading_a_locode_never_panics(text in any::<String>()) {
            let _ = UnLocode::parse(&text);
        }
    }
}
