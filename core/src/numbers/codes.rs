//! Codes of carriers, vessels and places: SCAC, IMO number and UN/LOCODE.

use super::text::{Problem, bounded, compact, is_all, text_value};
use crate::error::{Error, Quoted, Result};

/// The SCAC of a carrier: two to four letters, in upper case.
///
/// Rail carriers and truckers have codes of two or three letters. Ocean carriers have four, and a tracking request requires them:
/// see [`Scac::for_request`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scac(Box<str>);

text_value!(Scac, "scac", "a SCAC of two to four letters");

impl Scac {
    /// The code of the sandbox carrier, whose test numbers have fixed outcomes.
    pub const SANDBOX: &'static str = "TEST";

    /// Parses the SCAC of a tracking request: exactly four letters. The pointer of an error is `/data/attributes/scac`.
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

    /// Whether this is the sandbox carrier.
    pub fn is_sandbox(&self) -> bool {
        &*self.0 == Scac::SANDBOX
    }

    fn read(text: &str) -> Result<Self, Problem> {
        let refused = || Problem::Other(format!("a SCAC has two to four letters; {} is not one", Quoted(text.trim())));
        // Without separators, because several words are a name.
        let code = bounded(text)?.to_ascii_uppercase();
        match (2..=4).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
            true => Ok(Scac(code.into())),
            false => Err(refused()),
        }
    }
}

/// The IMO number of a vessel: seven digits, of which the last one is a check digit. A leading `IMO` is accepted and removed. Seven equal
/// digits, such as `0000000`, are a placeholder and not an IMO number.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Imo(Box<str>);

text_value!(Imo, "imo", "an IMO number of seven digits");

impl Imo {
    /// The digits of a valid IMO number; `None` if the text is not one.
    pub(crate) fn digits_of(text: &str) -> Option<std::borrow::Cow<'_, str>> {
        if is_all(text, 7, u8::is_ascii_digit) {
            return (!is_placeholder(text) && has_check_digit(text)).then(|| text.into());
        }
        Imo::read(text).ok().map(|number| String::from(number.0).into())
    }

    fn read(text: &str) -> Result<Self, Problem> {
        let number = compact(text)?;
        let digits = number.strip_prefix("IMO").unwrap_or(&number);
        if !is_all(digits, 7, u8::is_ascii_digit) {
            return Err(format!("{} is not an IMO number: it has seven digits", Quoted(text.trim())).into());
        }
        check(digits)?;
        Ok(Imo(digits.into()))
    }
}

/// Checks seven digits.
fn check(digits: &str) -> Result<(), Problem> {
    if is_placeholder(digits) {
        return Err(format!("{digits} is not an IMO number: it is a placeholder").into());
    }
    if !has_check_digit(digits) {
        let expected = check_digit(digits);
        return Err(format!("{digits} is not an IMO number: its check digit must be {expected}").into());
    }
    Ok(())
}

/// Seven equal digits, and 1234567, which happens to have the right check digit.
fn is_placeholder(digits: &str) -> bool {
    let mut all = digits.bytes();
    digits == "1234567" || all.next().is_some_and(|first| all.all(|digit| digit == first))
}

fn has_check_digit(digits: &str) -> bool {
    digits.bytes().last().map(|digit| u32::from(digit - b'0')) == Some(check_digit(digits))
}

/// The first six digits have the weights 7 to 2. The check digit is the last digit of the sum.
fn check_digit(digits: &str) -> u32 {
    digits.bytes().zip((2..=7).rev()).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum::<u32>() % 10
}

/// The UN/LOCODE of a place: two letters for the country, three letters or digits (2 to 9) for the place.
///
/// Only the format is checked, so codes that are missing in the tables are accepted.
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
        for (text, code) in [
            ("maeu", "MAEU"),
            (" HLCU ", "HLCU"),
            ("\u{feff}'HLCU\u{a0}", "HLCU"),
            ("UP", "UP"),
            ("CN", "CN"),
            ("bnsf", "BNSF"),
        ] {
            assert_eq!(Scac::parse(text).unwrap().as_str(), code);
        }
        for text in ["", "M", "MAEUX", "MA3U", "MA-U", "MA U", "ÆÆÆÆ", "M\u{0}EU"] {
            assert_eq!(Scac::parse(text).unwrap_err().pointer(), Some("scac"), "{text:?}");
        }
    }

    #[test]
    fn a_tracking_request_requires_four_letters() {
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
    fn imo_numbers_are_parsed_with_and_without_prefix() {
        for number in ["9321483", "9352004", "9450612", "9687540", "9400289", "9074729"] {
            assert_eq!(Imo::parse(number).unwrap().as_str(), number);
            assert_eq!(Imo::parse(&format!("imo {number}")).unwrap().as_str(), number);
        }
    }

    #[test]
    fn imo_numbers_with_a_wrong_check_digit_or_length_are_rejected() {
        for text in [
            "9330141",
            "9633999",
            "8000001",
            "",
            "IMO",
            "932148",
            "93214833",
            "IMOIMO9321483",
            "932148X",
            "0000000",
            "9999999",
        ] {
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
    fn a_locode_is_parsed_in_any_spelling() {
        for text in ["USLAX", "us lax", " US-LAX "] {
            let code = UnLocode::parse(text).unwrap();
            assert_eq!((code.as_str(), code.country(), code.place()), ("USLAX", "US", "LAX"));
        }
        assert_eq!(UnLocode::parse("GB2AA").unwrap().place(), "2AA");
    }

    #[test]
    fn invalid_locodes_are_rejected() {
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
