//! Standard Carrier Alpha Codes.

use crate::error::{Error, Quoted, Result};

use super::text::{Problem, compact, text_value};

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

#[cfg(test)]
mod tests {
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
}
