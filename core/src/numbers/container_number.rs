//! Container numbers (ISO 6346).

use super::damage::clean;
use super::text::{Problem, bounded, compact, is_all, text_value};
use crate::error::Quoted;

/// The number of a container: three letters for the owner, one for the category (`U`, `J` or `Z`), six digits and a
/// check digit. Spaces, dashes and lower case are accepted; the written form has none of them. Other marks are accepted between the groups
/// of the number and at its end (`MSKU 030896/1`).
///
/// The check digit is the sum of all values, each multiplied by a power of two, modulo 11; a remainder of 10 is written as 0. It
/// detects every wrong digit, except one that changes the remainder from 10 to 0 or back. It does not detect a letter that is
/// replaced by one whose value differs by 11 (`A`, `K`, `U`).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContainerNumber(Box<str>);

text_value!(ContainerNumber, "container_number", "a container number with its check digit");

impl ContainerNumber {
    /// Computes the check digit for the first ten characters of a number. `None` if their format is wrong.
    ///
    /// For sources that omit the check digit, such as X12.
    pub fn check_digit_of(first_ten: &str) -> Option<u8> {
        remainder(&compact(first_ten).ok()?).map(|rest| rest % 10)
    }

    /// The owner code with its category letter: `MSCU` of `MSCU5956818`.
    pub fn owner_prefix(&self) -> &str {
        &self.0[..4]
    }

    /// The six digits between owner and check digit.
    pub fn serial_number(&self) -> &str {
        &self.0[4..10]
    }

    /// The last digit.
    pub fn check_digit(&self) -> u8 {
        self.0.as_bytes()[10] - b'0'
    }

    pub(crate) fn has_shape(compacted: &str) -> bool {
        compacted
            .split_at_checked(10)
            .is_some_and(|(first_ten, last)| remainder(first_ten).is_some() && is_all(last, 1, u8::is_ascii_digit))
    }

    /// The letters and digits of a number as a source writes it, in upper case. `None` if a mark may be in place of a character
    /// (`MSKU0308*61`): then the number is unreadable.
    ///
    /// Spaces are ignored, and so are dashes, unless a character is missing. Other marks are accepted between the groups of a number and at
    /// its end, if its check digit is right.
    pub(crate) fn compact_written(text: &str) -> Option<String> {
        let text = clean(text);
        let mut number = String::with_capacity(text.len());
        let (mut has_mark, mut is_inside_group) = (false, false);
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            if c.is_ascii_alphanumeric() {
                number.push(c.to_ascii_uppercase());
            } else {
                has_mark |= c != '-';
                is_inside_group |= !matches!(number.len(), 0 | 4 | 10 | 11) || c.is_control();
            }
        }
        let is_readable = match has_mark {
            true => !is_inside_group && ContainerNumber::has_right_check_digit(&number),
            false => !is_inside_group || number.len() != 10,
        };
        is_readable.then_some(number)
    }

    fn has_right_check_digit(compacted: &str) -> bool {
        ContainerNumber::has_shape(compacted)
            && ContainerNumber::check_digit_of(&compacted[..10]).map(|digit| digit + b'0') == compacted.bytes().last()
    }

    pub(crate) fn read(text: &str) -> Result<Self, Problem> {
        let number = match compact(text) {
            Ok(number) => number,
            Err(problem) => {
                bounded(text).ok().and_then(|text| ContainerNumber::compact_written(&text)).ok_or(problem)?
            }
        };
        if !ContainerNumber::has_shape(&number) {
            return Err(format!(
                "{} is not a container number: it has three letters, then U, J or Z, then seven digits",
                Quoted(text.trim())
            )
            .into());
        }
        let right = remainder(&number[..10]).map(|rest| rest % 10);
        match number.bytes().last().map(|digit| digit - b'0') {
            digit if digit == right => Ok(ContainerNumber(number.into())),
            digit => Err(format!(
                "{number} has the check digit {}; the correct one is {}",
                digit.unwrap_or_default(),
                right.unwrap_or_default()
            )
            .into()),
        }
    }
}

fn remainder(first_ten: &str) -> Option<u8> {
    let (prefix, serial) = first_ten.split_at_checked(4)?;
    let shaped = is_all(prefix, 4, u8::is_ascii_uppercase)
        && matches!(prefix.as_bytes()[3], b'U' | b'J' | b'Z')
        && is_all(serial, 6, u8::is_ascii_digit);
    let sum = || first_ten.bytes().zip(0..).map(|(byte, place)| value(byte) << place).sum::<u32>();
    shaped.then(|| (sum() % 11) as u8)
}

/// The value of a character. Letters have values from 10, without multiples of 11.
fn value(byte: u8) -> u32 {
    match byte {
        b'A'..=b'Z' => {
            let place = u32::from(byte - b'A');
            10 + place + place.div_ceil(10)
        }
        b'0'..=b'9' => u32::from(byte - b'0'),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn real_container_numbers_are_read() {
        let good = "WHLU1234560 CSQU3054383 MSCU5956818 TCKU7248999 MRSU4371639 CMAU5127498 TRHU4307252 MSKU0308961 \
                    TGHU1643396 SUDU1910806 MRKU0516710 HLXU2352975 KOCU4959010 FCIU9908030 HASU4316170";
        for number in good.split_whitespace() {
            assert_eq!(ContainerNumber::parse(number).unwrap().as_str(), number);
        }
    }

    #[test]
    fn a_wrong_check_digit_is_rejected() {
        for (number, right) in [("MSCU1234567", '6'), ("GMCU6094137", '5'), ("TRHU4561222", '5')] {
            let refusal = ContainerNumber::parse(number).unwrap_err();
            assert_eq!(refusal.pointer(), Some("container_number"));
            assert!(refusal.to_string().contains(&format!("the correct one is {right}")), "{refusal}");
        }
        for number in ["HLCU1000001", "MAEU1000003"] {
            assert!(ContainerNumber::parse(number).is_err());
        }
    }

    #[test]
    fn text_in_another_format_is_rejected() {
        for text in ["MSTI6415664", "MSCU595681", "MSCU59568188", "MSC15956818", "5956818MSCU", "MSCU595681X"] {
            assert!(
                ContainerNumber::parse(text).unwrap_err().to_string().contains("is not a container number"),
                "{text}"
            );
        }
        assert!(ContainerNumber::parse("").is_err());
        assert!(!ContainerNumber::has_shape("MSCU59568é"), "eleven bytes are not always eleven characters");
    }

    #[test]
    fn spaces_dashes_and_lower_case_are_accepted() {
        for text in
            ["mscu 595681-8", " MSCU-595681 8\n", "'MSCU_595681#8", "MSCU 595681/8", "MSCU.595681 8.", "MSCU/5956818;"]
        {
            let number = ContainerNumber::parse(text).unwrap();
            assert_eq!(number.as_str(), "MSCU5956818");
            assert_eq!((number.owner_prefix(), number.serial_number(), number.check_digit()), ("MSCU", "595681", 8));
        }
    }

    #[test]
    fn a_mark_in_place_of_a_character_makes_a_number_unreadable() {
        let written = |text: &str| ContainerNumber::compact_written(text);
        for text in [
            "MSKU0308*61",
            "MSKU0308-61",
            "MSKU030896*",
            "MSKU/030896",
            "*SKU0308961",
            "MSKU\u{0}0308961",
            "MSKU0308961\u{1}",
        ] {
            assert_eq!(written(text), None, "{text:?}");
            assert!(ContainerNumber::parse(text).is_err(), "{text:?}");
        }
        assert_eq!(written("MSKU030/8961"), None, "a mark within a group");
        assert_eq!(written("MSKU 030896/2"), None, "a wrong check digit");
        assert_eq!(written("ＭＳＫＵ 030 896-1").as_deref(), Some("MSKU0308961"));
        assert_eq!(written("MSKU-030896").as_deref(), Some("MSKU030896"));
        assert_eq!(
            written("msku0308962").as_deref(),
            Some("MSKU0308962"),
            "without a mark, the check digit may be wrong"
        );
    }

    #[test]
    fn a_missing_check_digit_can_be_computed() {
        assert_eq!(ContainerNumber::check_digit_of("csqu 305438"), Some(3));
        for text in ["CSQU30543", "CSQX305438", "CSQU3054383", "", "\u{0}", &"9".repeat(50)] {
            assert_eq!(ContainerNumber::check_digit_of(text), None);
        }
    }

    #[test]
    fn letters_have_the_values_of_the_standard() {
        for (letter, wanted) in [(b'A', 10), (b'B', 12), (b'K', 21), (b'L', 23), (b'U', 32), (b'V', 34), (b'Z', 38)] {
            assert_eq!(value(letter), wanted);
        }
    }

    proptest! {
        #[test]
        fn a_number_completed_with_its_check_digit_is_read(first_ten in "[A-Z]{3}[UJZ][0-9]{6}") {
            let digit = ContainerNumber::check_digit_of(&first_ten).unwrap();
            let number = format!("{first_ten}{digit}");
            let read = ContainerNumber::parse(&number).unwrap();
            prop_assert_eq!(read.as_str(), number);
        }

        /// Only remainders of 10, written as 0, can hide a wrong digit.
        #[test]
        fn a_wrong_digit_is_rejected_unless_it_swaps_the_remainders_ten_and_zero(
            first_ten in "[A-Z]{3}[UJZ][0-9]{6}",
            place in 4_usize..11,
            by in 1_u8..10,
        ) {
            let digit = ContainerNumber::check_digit_of(&first_ten).unwrap();
            let mut bytes = format!("{first_ten}{digit}").into_bytes();
            bytes[place] = b'0' + (bytes[place] - b'0' + by) % 10;
            let changed = String::from_utf8(bytes).unwrap();
            let before = remainder(&first_ten).unwrap();
            let after = remainder(&changed[..10]).unwrap();
            let hidden = matches!((before, after), (0, 10) | (10, 0));
            prop_assert_eq!(ContainerNumber::parse(&changed).is_ok(), hidden);
        }

        #[test]
        fn reading_never_panics(text in any::<String>()) {
            let _ = ContainerNumber::parse(&text);
            let _ = ContainerNumber::check_digit_of(&text);
            let _ = ContainerNumber::has_shape(&text);
        }
    }
}
