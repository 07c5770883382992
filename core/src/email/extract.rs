//! Numbers of freight found in free text.

use std::collections::HashSet;

use crate::numbers::ContainerNumber;

const LENGTH: usize = 11;

/// The container numbers (ISO 6346) in `text` whose check digit is right, each once, in order of appearance.
///
/// Spellings with one space or dash before the serial number, before the check digit or both (`MSCU 595681-8`) and in lower
/// case are found and told in the plain form (`MSCU5956818`). Part of a longer word or number is no container number. It
/// takes time in proportion to the length of the text.
pub fn container_numbers(text: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let written = Written { text, at: 0 }.filter(|number| seen.insert(*number));
    written.map(|number| number.iter().copied().map(char::from).collect()).collect()
}

struct Written<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Written<'_> {
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

fn candidate(bytes: &[u8]) -> Option<([u8; LENGTH], usize)> {
    let mut number = [0; LENGTH];
    let mut at = 0;
    for (index, slot) in number.iter_mut().enumerate() {
        if matches!(index, 4 | 10) && matches!(bytes.get(at), Some(b' ' | b'-')) {
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
        *slot = byte;
        at += 1;
    }
    Some((number, at))
}

/// Scripts without blanks may touch a number; letters and digits that could belong to it may not.
fn is_boundary(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || c == '_' || (c < '\u{250}' && c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_every_usual_spelling() {
        for text in [
            "MSCU5956818",
            "mscu5956818",
            "MSCU 595681-8",
            "MSCU-5956818",
            "MSCU 595681 8",
            "Ctr.:MSCU5956818.",
            "(MSCU5956818/40HC)",
            "箱号MSCU5956818已到港",
        ] {
            assert_eq!(container_numbers(text), ["MSCU5956818"], "{text}");
        }
    }

    #[test]
    fn letters_count_with_multiples_of_eleven_left_out() {
        let good = [
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
        assert_eq!(container_numbers(&good.join(", ")), good);
    }

    #[test]
    fn a_wrong_check_digit_is_no_container_number() {
        assert_eq!(container_numbers("MSCU1234567 GMCU6094137 TRHU4561222 HLCU1000001"), [""; 0]);
    }

    #[test]
    fn part_of_a_longer_token_is_no_container_number() {
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
    fn each_number_is_told_once_in_order() {
        assert_eq!(
            container_numbers("TCKU7248999 then MSCU5956818 then tcku 724899-9"),
            ["TCKU7248999", "MSCU5956818"]
        );
    }

    #[test]
    fn text_that_almost_ends_in_a_number_is_harmless() {
        for text in ["", "M", "MSCU", "MSCU-", "MSCU 595681-", "MSCU595681é"] {
            assert_eq!(container_numbers(text), [""; 0], "{text}");
        }
    }
}
