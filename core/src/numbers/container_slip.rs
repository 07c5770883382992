//! Finds the container number that a number with one typing error was probably meant to be.

use std::fmt;

use super::{ContainerNumber, NumberShape};

/// A number that one change of a character makes a container number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContainerSlip {
    written: String,
    /// The container number that was probably meant.
    pub(crate) number: ContainerNumber,
    error: String,
}

/// Letters that are written for digits.
const LOOKALIKES: [(char, char); 4] = [('O', '0'), ('I', '1'), ('S', '5'), ('B', '8')];

impl ContainerSlip {
    /// The typing error in a normalized number. `None` if the number is a container number, if it has the format of a carrier's bills or
    /// bookings, or if no single change gives a right check digit.
    pub(crate) fn of(normalized: &str) -> Option<Self> {
        let (prefix, serial) = normalized.split_at_checked(4)?;
        if NumberShape::of(normalized).is_some() || ContainerNumber::read(normalized).is_ok() {
            return None;
        }
        let (number, error) = match serial.len() {
            6 => missing_check_digit(normalized),
            7 => letter_for_digit(prefix, serial).or_else(|| other_category(prefix, serial)),
            8 => doubled_digit(prefix, serial),
            _ => None,
        }?;
        Some(ContainerSlip { written: normalized.to_owned(), number, error })
    }
}

/// Names the container number and the typing error.
impl fmt::Display for ContainerSlip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ContainerSlip { written, number, error } = self;
        write!(f, "{written} is not a container number: did you mean {number} ({error})?")
    }
}

type Repaired = Option<(ContainerNumber, String)>;

fn repaired(number: &str, error: String) -> Repaired {
    ContainerNumber::read(number).ok().map(|number| (number, error))
}

fn missing_check_digit(first_ten: &str) -> Repaired {
    let digit = ContainerNumber::check_digit_of(first_ten)?;
    repaired(&format!("{first_ten}{digit}"), "the check digit is missing".to_owned())
}

fn letter_for_digit(prefix: &str, serial: &str) -> Repaired {
    let mut letters = serial.char_indices().filter(|(_, c)| !c.is_ascii_digit());
    let (Some((position, letter)), None) = (letters.next(), letters.next()) else { return None };
    let (_, digit) = LOOKALIKES.into_iter().find(|(lookalike, _)| *lookalike == letter)?;
    let (before, after) = (&serial[..position], &serial[position + 1..]);
    repaired(&format!("{prefix}{before}{digit}{after}"), format!("the letter {letter} for the digit {digit}"))
}

fn other_category(prefix: &str, serial: &str) -> Repaired {
    let category = prefix.chars().last().filter(|category| matches!(category, 'J' | 'Z'))?;
    repaired(&format!("{}U{serial}", &prefix[..3]), format!("{category} for U"))
}

fn doubled_digit(prefix: &str, serial: &str) -> Repaired {
    let is_doubled = |position: &usize| serial.as_bytes()[*position] == serial.as_bytes()[position + 1];
    (0..serial.len() - 1).filter(is_doubled).find_map(|position| {
        let digit = serial.get(position..=position)?;
        let without = format!("{prefix}{}{}", serial.get(..position)?, &serial[position + 1..]);
        repaired(&without, format!("the digit {digit} is doubled"))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn meant(text: &str) -> Option<String> {
        ContainerSlip::of(text).map(|slip| slip.number.as_str().to_owned())
    }

    #[test]
    fn one_typing_error_is_found() {
        for (text, number, error) in [
            ("TGHUI643396", "TGHU1643396", "the letter I for the digit 1"),
            ("MSKU03O8961", "MSKU0308961", "the letter O for the digit 0"),
            ("CSQU30S4383", "CSQU3054383", "the letter S for the digit 5"),
            ("MSKU030B961", "MSKU0308961", "the letter B for the digit 8"),
            ("TGHJ1643396", "TGHU1643396", "J for U"),
            ("TGHZ1643396", "TGHU1643396", "Z for U"),
            ("TGHU16433396", "TGHU1643396", "the digit 3 is doubled"),
            ("TGHU164339", "TGHU1643396", "the check digit is missing"),
        ] {
            let slip = ContainerSlip::of(text).unwrap();
            assert_eq!((slip.number.as_str(), &*slip.error), (number, error), "{text}");
            let shown = format!("{text} is not a container number: did you mean {number} ({error})?");
            assert_eq!(slip.to_string(), shown);
        }
    }

    #[test]
    fn other_numbers_are_no_typing_errors() {
        for text in [
            "TGHU1643396",  // a container number
            "TGHU1643395",  // a wrong check digit is not repaired
            "TGHUI6433O6",  // two errors
            "TGHUA643396",  // A is not written for a digit
            "MEDUO5399896", // the format of MSC's bills
            "MEDUOL197367",
            "SMLU7654321A",
            "APLU054960123",
            "COSU6123456780",
            "SHAU12345600", // without the doubled digit, the check digit is wrong
            "TGHA164339",
            "",
            "ÄÖÜ",
        ] {
            assert_eq!(meant(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn searching_never_panics(text in any::<String>(), number in "[A-Z]{3}[UJZ][0-9OISBé]{4,9}") {
            let _ = ContainerSlip::of(&text);
            let _ = ContainerSlip::of(&number);
        }
    }
}
