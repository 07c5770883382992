//! Reads numbers of bills of lading, bookings and containers in the text of documents.

use std::iter;

use super::dates;
use crate::email::extract::container_numbers;
use crate::numbers::ContainerSlip;
use crate::shipping_lines;

/// Maximum number of numbers of one kind that are returned. The largest real documents have fewer.
pub const MAX_NUMBERS: usize = 1_000;

/// Shorter parts between slashes are parts of one number.
const SHORTEST_JOINED: usize = 8;

/// The number at the beginning of a text, and those of the same length that follow it: a notice can be about several bills.
pub(super) fn numbers(text: &str) -> Option<Vec<String>> {
    let (first, rest) = number(text)?;
    let is_joint = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '/' | '&' | '+');
    let words = rest.split(is_joint).filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"));
    let length = first.len();
    let same_length = |word| number(word).map(|(number, _)| number).filter(|number| number.len() == length);
    Some(iter::once(first).chain(words.map_while(same_length).take(MAX_NUMBERS)).collect())
}

/// The text, if it begins with a number.
pub(super) fn with_number(text: &str) -> Option<&str> {
    number(text).map(|_| text)
}

/// The numbers of a booking and a bill with a slash between them, or one number, which is a bill if it begins with the code of a line.
/// `[booking, bill]`.
pub(super) fn booking_and_bill(text: &str) -> Option<[Option<String>; 2]> {
    let (first, rest) = number(text)?;
    let second = rest.trim_start().strip_prefix(['/', '&', ',']).and_then(number).map(|(number, _)| number);
    Some(match second {
        Some(second) => [Some(first), Some(second)],
        None if prefixed(&first).next().is_some() => [None, Some(first)],
        None => [Some(first), None],
    })
}

/// The number at the beginning of a text, and the text behind it.
fn number(text: &str) -> Option<(String, &str)> {
    let start = text.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (before, text) = text.split_at(start);
    let text = ["No", "Number", "Num", "Nr", "Ref"].iter().find_map(|word| skip_word(text, word)).unwrap_or(text);
    let token = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '(' | ')')).next()?;
    let token = first_of_joined(token);
    let number: String = token.chars().filter(|c| *c != '-' && *c != '/').collect::<String>().to_ascii_uppercase();
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_number = (6..=20).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
    // Telephone numbers have a plus sign, or groups of digits.
    let is_telephone = before.contains('+') || token.matches(['-', '/']).count() > 1 && digits == number.len();
    let is_other = is_telephone || dates::looks_like_date(token) || !container_numbers(&number).is_empty();
    (is_number && digits >= 4 && !is_other).then(|| (number, &text[token.len()..]))
}

fn skip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    let is_word = first.eq_ignore_ascii_case(word) && !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_word.then(|| rest.trim_start_matches([' ', '.', ':', '#']))
}

/// The first of several numbers of the same length with slashes between them; the whole text if it is not that.
fn first_of_joined(token: &str) -> &str {
    let mut parts = token.split('/');
    let first = parts.next().unwrap_or_default();
    if first.len() >= SHORTEST_JOINED && parts.all(|part| part.len() == first.len()) { first } else { token }
}

/// Bills of lading that begin with the SCAC of a known line.
pub(super) fn prefixed(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| (10..=18).contains(&word.len()));
    words.filter_map(|word| {
        let (code, rest) = word.split_at(4);
        let is_bill = code.bytes().all(|byte| byte.is_ascii_uppercase())
            && rest.bytes().filter(u8::is_ascii_digit).count() >= 6
            && shipping_lines::by_scac(code).is_some()
            && container_numbers(word).is_empty();
        is_bill.then(|| word.to_owned())
    })
}

/// Number of letters in place of digits that a word has at most to look like a container number.
const MAX_LOOKALIKES: usize = 2;

/// Words that look like container numbers, also with a wrong check digit or without one: compact, with six or seven digits, of which two can be
/// letters that look like digits. Also words with one digit more that one change of a character makes a container number.
pub(super) fn container_like(text: &str) -> impl Iterator<Item = String> {
    let bytes = text.as_bytes();
    let is_word = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_alphanumeric);
    let is_digit = move |index: usize| bytes.get(index).copied().is_some_and(looks_like_digit);
    bytes.windows(4).enumerate().filter_map(move |(begin, code)| {
        let is_code =
            code.iter().all(u8::is_ascii_alphabetic) && matches!(code[3].to_ascii_uppercase(), b'U' | b'J' | b'Z');
        if !is_code || begin > 0 && is_word(begin - 1) {
            return None;
        }
        let mut number: String = code.iter().map(|byte| char::from(byte.to_ascii_uppercase())).collect();
        let mut index = begin + 4;
        while let Some(byte) = bytes.get(index) {
            let is_separator = matches!(byte, b' ' | b'-' | b'/' | b'.' | b'_') && matches!(number.len(), 4 | 10);
            match byte {
                _ if byte.is_ascii_digit() || number.len() < 11 && looks_like_digit(*byte) => {
                    number.push(char::from(byte.to_ascii_uppercase()))
                }
                _ if is_separator && is_digit(index + 1) && (number.len() == 4 || !is_word(index + 2)) => {}
                _ => break,
            }
            index += 1;
        }
        let letters = number[4..].bytes().filter(u8::is_ascii_alphabetic).count();
        let is_like = match number.len() {
            10 | 11 => letters <= MAX_LOOKALIKES,
            12 => ContainerSlip::of(&number).is_some(),
            _ => false,
        };
        is_like.then_some(number)
    })
}

fn looks_like_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte.to_ascii_uppercase(), b'O' | b'I' | b'S' | b'B')
}

/// The text, if it has a word that looks like a container number.
pub(super) fn with_container_like(text: &str) -> Option<&str> {
    container_like(text).next().map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_with_slashes_are_read() {
        assert_eq!(container_numbers("MSKU 030896/1, TGHU 164339-6;"), ["MSKU0308961", "TGHU1643396"]);
        assert_eq!(container_numbers("MSKU/030896/1"), ["MSKU0308961"]);
        assert_eq!(container_numbers("MSKU0308961/40HC"), ["MSKU0308961"]);
    }

    #[test]
    fn words_that_look_like_containers_are_found_with_any_check_digit() {
        let found = |text| container_like(text).collect::<Vec<_>>();
        assert_eq!(found("MSKU0308962, tghu 164339, MSKU 030896/3"), ["MSKU0308962", "TGHU164339", "MSKU0308963"]);
        assert_eq!(found("MSKU03O8961, TGHU16433396"), ["MSKU03O8961", "TGHU16433396"]);
        assert_eq!(found("MAEU123456789 ALSO12345678 1MSKU0308961 MSKU 1 2 MENUISBOISB"), [""; 0]);
    }
}
