//! The characters of EDI, and numbers of containers as EDI writes them.

use std::borrow::Cow;

use crate::decoders::encoding::{marked_utf_16, unmarked};
use crate::numbers::ContainerNumber;

/// UTF-8, else Latin-1. Drops a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = unmarked(bytes);
    if let Some(text) = marked_utf_16(bytes) {
        return text.into();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

pub(super) fn compact(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        return text.into();
    }
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_uppercase()).collect::<String>().into()
}

pub(super) fn compacted(text: Cow<'_, str>) -> Cow<'_, str> {
    changed(text, compact)
}

pub(super) fn in_capitals(text: Cow<'_, str>) -> Cow<'_, str> {
    changed(text, capitals)
}

fn changed<'t>(text: Cow<'t, str>, change: impl Fn(&str) -> Cow<'_, str>) -> Cow<'t, str> {
    match text {
        Cow::Borrowed(text) => change(text),
        Cow::Owned(text) => change(&text).into_owned().into(),
    }
}

pub(super) fn capitals(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => text.to_ascii_uppercase().into(),
        false => text.into(),
    }
}

pub(super) fn any(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(text)
}

pub(super) fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// If another element has the number in full, that one counts: check digits of sources need not be right.
pub(super) fn container_number(initial: &str, digits: &str, check_digit: &str, elsewhere: &[String]) -> Option<String> {
    let whole = compact(initial).into_owned() + &compact(digits);
    if whole.is_empty() {
        return None;
    }
    if whole.len() != 10 {
        return Some(whole);
    }
    if let Some(named) = elsewhere.iter().find(|named| named.len() == 11 && named.starts_with(&whole)) {
        return Some(named.clone());
    }
    let given =
        Some(check_digit.trim()).filter(|digit| digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()));
    Some(match given {
        Some(digit) => whole + digit,
        None => complete(whole),
    })
}

/// Adds a missing check digit.
pub(super) fn container_in_one(text: &str) -> Option<String> {
    let whole = compact(text);
    (!whole.is_empty()).then(|| complete(whole.into_owned()))
}

fn complete(mut number: String) -> String {
    if number.len() == 10
        && let Some(digit) = ContainerNumber::check_digit_of(&number)
    {
        number.push(char::from(b'0' + digit));
    }
    number
}

pub(super) fn is_container(number: &str) -> bool {
    ContainerNumber::has_shape(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_that_edi_comes_in_is_read() {
        assert_eq!(text(b"\xef\xbb\xbfUNB"), "UNB");
        assert_eq!(text("Göteborg".as_bytes()), "Göteborg");
        assert_eq!(text(b"G\xf6teborg"), "Göteborg");
        assert_eq!(text(b"\xff\xfeU\0N\0B\0"), "UNB");
        assert_eq!(text(b"\xfe\xff\0U\0N\0B\0"), "UNB");
    }

    #[test]
    fn spaces_dashes_and_small_letters_of_a_number_do_not_count() {
        assert_eq!(compact("cxru 125502-2"), "CXRU1255022");
    }

    #[test]
    fn a_number_is_put_together_from_what_the_sender_gives() {
        let named = |number: &str| vec![number.to_owned()];
        assert_eq!(container_number("CMAU", "512749", "8", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("CMAU", "512749", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("cmau", "512749", "", &named("CMAU5127490")).as_deref(), Some("CMAU5127490"));
        assert_eq!(container_number("CMAU", "512749", "", &named("MSKU0308961")).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("CMAU", "5127498", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("", "CMAU5127498", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("", "", "", &named("CMAU5127498")), None);
        assert_eq!(container_in_one("CXRU 125502-2").as_deref(), Some("CXRU1255022"));
        assert_eq!(container_in_one("CMAU512749").as_deref(), Some("CMAU5127498"));
        assert!(is_container("GMCU6094137") && !is_container("GMCU609413") && !is_container("CHASSIS001"));
    }
}
