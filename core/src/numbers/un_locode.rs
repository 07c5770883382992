//! UN/LOCODE: places of trade and transport.

use super::text::{Problem, compact, is_all, text_value};
use crate::error::Quoted;

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

    fn read(text: &str) -> Result<Self, Problem> {
        let code = compact(text)?;
        let shaped = code.split_at_checked(2).is_some_and(|(country, place)| {
            is_all(country, 2, u8::is_ascii_uppercase)
                && is_all(place, 3, |byte| byte.is_ascii_uppercase() || (b'2'..=b'9').contains(byte))
        });
        if shaped {
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
    use super::*;
    use proptest::prelude::*;

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
        fn reading_never_panics(text in any::<String>()) {
            let _ = UnLocode::parse(&text);
        }
    }
}
