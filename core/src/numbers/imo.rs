//! IMO numbers of vessels.

use super::text::{Problem, compact, is_all, text_value};
use crate::error::Quoted;

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        fn reading_never_panics(text in any::<String>()) {
            let _ = Imo::parse(&text);
        }
    }
}
