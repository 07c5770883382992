//! Limits and separators of numbers, and a macro for types that are written as text.

use std::borrow::Cow;
use std::fmt;

use super::damage;
use crate::error::Error;

/// The longest accepted number, in characters. Standards allow 35 for a bill of lading.
pub const MAX_LENGTH: usize = 50;

/// Characters that people write between the parts of a number. Periods and slashes are not among them: they separate two numbers, or
/// come from a spreadsheet that has changed the number.
const SEPARATORS: &str = " -_#";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    Empty,
    TooLong(usize),
    Other(String),
}

impl Problem {
    pub(crate) fn at(self, field: &str) -> Error {
        let name = field.rsplit('/').next().unwrap_or(field);
        match self {
            Problem::Empty => Error::blank(field, format!("{name} is empty")),
            Problem::TooLong(length) => {
                // The text is not quoted, because it may be a whole document.
                Error::invalid(field, format!("{name} has {length} characters; the limit is {MAX_LENGTH}"))
            }
            Problem::Other(detail) => Error::invalid(field, detail),
        }
    }
}

impl From<String> for Problem {
    fn from(detail: String) -> Self {
        Problem::Other(detail)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Empty => f.write_str("it is empty"),
            Problem::TooLong(length) => write!(f, "it has {length} characters; the limit is {MAX_LENGTH}"),
            Problem::Other(detail) => f.write_str(detail),
        }
    }
}

/// The text without what spreadsheets and mail programs add to a number. Fails if nothing is left, or if the rest is too long.
pub(crate) fn bounded(text: &str) -> Result<Cow<'_, str>, Problem> {
    let text = damage::clean(text);
    if text.is_empty() {
        return Err(Problem::Empty);
    }
    match text.char_indices().nth(MAX_LENGTH) {
        None => Ok(text),
        Some(_) => Err(Problem::TooLong(text.chars().count())),
    }
}

/// The letters and digits in upper case. Two spellings of one number have the same compact form.
pub(crate) fn compact(text: &str) -> Result<String, Problem> {
    let text = bounded(text)?;
    match text.chars().find(|c| !c.is_ascii_alphanumeric() && !SEPARATORS.contains(*c)) {
        Some(invalid) => Err(Problem::Other(damage::explain(&text, invalid))),
        None => Ok(text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()),
    }
}

pub(super) fn is_all(text: &str, length: usize, wanted: impl Fn(&u8) -> bool) -> bool {
    text.len() == length && text.as_bytes().iter().all(wanted)
}

macro_rules! text_value {
    ($type:ident, $field:literal, $expecting:literal) => {
        impl $type {
            #[doc = concat!("Parses ", $expecting, ". The pointer of an error is `", $field, "`.")]
            pub fn parse(text: &str) -> $crate::error::Result<Self> {
                Self::read(text).map_err(|problem| problem.at($field))
            }

            /// The written form.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::error::Error;

            fn from_str(text: &str) -> $crate::error::Result<Self> {
                $type::parse(text)
            }
        }

        impl TryFrom<&str> for $type {
            type Error = $crate::error::Error;

            fn try_from(text: &str) -> $crate::error::Result<Self> {
                $type::parse(text)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.0)
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self.0)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
                out.serialize_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> std::result::Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(input)?;
                $type::read(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(super) use text_value;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_number_is_trimmed_and_has_at_most_fifty_characters() {
        assert_eq!(bounded("\t MAEU 1 \u{a0}\n").as_deref(), Ok("MAEU 1"));
        assert!(bounded(" \u{a0}\t").is_err());
        assert!(bounded(&"9".repeat(MAX_LENGTH)).is_ok());
        assert!(bounded(&"é".repeat(MAX_LENGTH)).is_ok());
        assert!(bounded(&"9".repeat(MAX_LENGTH + 1)).is_err());
    }

    #[test]
    fn control_characters_and_other_letters_are_rejected_and_escaped_in_the_message() {
        for text in ["12\u{0}34", "12\n34", "12\u{7f}34", "１２/34", "MAEU’1", "12;34"] {
            assert!(compact(text).is_err(), "{text:?}");
        }
        assert!(!compact("12\u{1b}[2J34").unwrap_err().to_string().contains('\u{1b}'));
    }

    proptest! {
        #[test]
        fn compacting_twice_changes_nothing(text in "[A-Za-z0-9 _#-]{0,60}") {
            if let Ok(once) = compact(&text) && !once.is_empty() {
                prop_assert_eq!(compact(&once), Ok(once));
            }
        }

        #[test]
        fn compacting_never_panics(text in any::<String>()) {
            let _ = compact(&text);
        }
    }
}
