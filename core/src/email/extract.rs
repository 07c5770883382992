//! Finds container numbers in free text.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::numbers::ContainerNumber;
use crate::spelling;

const LENGTH: usize = 11;

/// Returns the container numbers (ISO 6346) with a valid check digit in `text`, without duplicates and in order of appearance.
///
/// A number may be in lower case, and have one space or mark before the serial number and before the check digit (`MSCU 595681-8`,
/// `MSCU 595681/8`).
/// The result has the plain form (`MSCU5956818`). Parts of longer words or numbers are ignored. The running time is proportional to the
/// length of the text.
pub fn container_numbers(text: &str) -> Vec<String> {
    search_container_numbers(text).collect()
}

/// The same one by one: the text after the last number that is taken is not searched.
pub(crate) fn search_container_numbers(text: &str) -> impl Iterator<Item = String> {
    let mut seen = HashSet::new();
    let numbers = ContainerNumbers { text: spelling::plain(text), at: 0 }.filter(move |number| seen.insert(*number));
    numbers.map(|number| number.iter().copied().map(char::from).collect())
}

struct ContainerNumbers<'t> {
    text: Cow<'t, str>,
    at: usize,
}

impl Iterator for ContainerNumbers<'_> {
    type Item = [u8; LENGTH];

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            let (start, before) = (self.at, &self.text[..self.at]);
            self.at += 1;
            while !self.text.is_char_boundary(self.at) {
                self.at += 1;
            }
            if !bytes[start].is_ascii_alphabetic() || !before.chars().next_back().is_none_or(is_boundary) {
                continue;
            }
            let Some((number, length)) = candidate(&bytes[start..]) else { continue };
            if self.text[start + length..].chars().next().is_none_or(is_boundary) {
                self.at = start + length;
                if std::str::from_utf8(&number).is_ok_and(|number| ContainerNumber::parse(number).is_ok()) {
                    return Some(number);
                }
            }
        }
        None
    }
}

/// The number at the beginning of `bytes`, and the length of its text; `None` if there is no number in the right format. Does not check
/// the check digit.
fn candidate(bytes: &[u8]) -> Option<([u8; LENGTH], usize)> {
    let mut number = [0; LENGTH];
    let mut at = 0;
    for (index, character) in number.iter_mut().enumerate() {
        if matches!(index, 4 | 10) && matches!(bytes.get(at), Some(b' ' | b'-' | b'/' | b'.' | b'_')) {
            at += 1;
        }
        let byte = bytes.get(at)?.to_ascii_uppercase();
        let fits = match index {
            0..=2 => byte.is_ascii_uppercase(),
            3 => matches!(byte, b'U' | b'J' | b'Z'),
            _ => byte.is_ascii_digit(),
        };
        if !fits {
            return None;
        }
        *character = byte;
        at += 1;
    }
    Some((number, at))
}

/// Whether this character can be directly before or after a number. False for letters and digits of European scripts, which would be a
/// part of the same word; true for scripts without spaces between words.
fn is_boundary(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || c == '_' || (c < '\u{250}' && c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_all_usual_forms() {
        for text in [
            "MSCU5956818",
            "mscu5956818",
            "MSCU 595681-8",
            "MSCU-5956818",
            "MSCU 595681 8",
            "MSCU\u{a0}595681\u{2011}8",
            "MSCU\u{ad}59568\u{200b}18",
            "MSCU 595681/8",
            "MSCU.595681.8",
            "Ctr.:MSCU5956818.",
            "(MSCU5956818/40HC)",
            "箱号MSCU5956818已到港",
        ] {
            assert_eq!(container_numbers(text), ["MSCU5956818"], "{text}");
        }
    }

    #[test]
    fn check_digits_of_real_numbers_are_valid() {
        let numbers = [
            "WHLU1234560",
            "CSQU3054383",
            "TCKU7248999",
            "MRSU4371639",
            "CMAU5127498",
            "TRHU4307252",
            "MSKU0308961",
            "TGHU1643396",
            "SUDU1910806",
            "MRKU0516710",
            "HLXU2352975",
            "KOCU4959010",
            "FCIU9908030",
            "HASU4316170",
        ];
        assert_eq!(container_numbers(&numbers.join(", ")), numbers);
    }

    #[test]
    fn numbers_with_a_wrong_check_digit_are_ignored() {
        assert_eq!(container_numbers("MSCU1234567 GMCU6094137 TRHU4561222 HLCU1000001"), [""; 0]);
    }

    #[test]
    fn parts_of_longer_tokens_are_ignored() {
        for text in [
            "XMSCU5956818",
            "MSCU59568180",
            "MSCU5956818A",
            "9MSCU5956818",
            "_MSCU5956818",
            "éMSCU5956818",
            "MSCU  5956818",
        ] {
            assert_eq!(container_numbers(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn duplicates_are_removed() {
        assert_eq!(
            container_numbers("TCKU7248999 then MSCU5956818 then tcku 724899-9"),
            ["TCKU7248999", "MSCU5956818"]
        );
    }

    #[test]
    fn incomplete_numbers_at_the_end_of_the_text_are_ignored() {
        for text in ["", "M", "MSCU", "MSCU-", "MSCU 595681-", "MSCU595681é"] {
            assert_eq!(container_numbers(text), [""; 0], "{text}");
        }
    }
}
