//! Decodes the characters of EDI, and normalizes codes and container numbers.

use std::borrow::Cow;

use crate::decoders::encoding::{marked_utf_16, unmarked};
use crate::numbers::ContainerNumber;

/// Decodes UTF-8, or Latin-1 if the bytes are not valid UTF-8. Removes a byte order mark.
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

/// `None` if the text is empty.
pub(super) fn any(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(text)
}

/// The trimmed text. `None` if nothing is left.
pub(super) fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Joins the parts of a container number. If `elsewhere` has the complete number, that is returned: check digits of sources are
/// not always right.
pub(super) fn container_number(initial: &str, digits: &str, check_digit: &str, elsewhere: &[String]) -> Option<String> {
    let text = [initial.trim(), digits.trim()].concat();
    let Some(whole) = ContainerNumber::compact_written(&text) else { return Some(text) };
    if whole.is_empty() {
        return None;
    }
    if whole.len() != 10 {
        return Some(whole);
    }
    if let Some(named) = elsewhere.iter().find(|named| is_container(named) && named.starts_with(&whole)) {
        return Some(named.clone());
    }
    // A mark in place of the check digit makes the number unreadable.
    let stated = check_digit.trim();
    Some(if stated.is_empty() { complete(whole) } else { whole + stated })
}

/// The container number in an element. A missing check digit is added.
pub(super) fn container_in_one(text: &str) -> Option<String> {
    let text = text.trim();
    let whole = ContainerNumber::compact_written(text).map_or_else(|| text.to_owned(), complete);
    (!whole.is_empty()).then_some(whole)
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
    fn utf_8_utf_16_and_latin_1_are_read() {
        assert_eq!(text(b"\xef\xbb\xbfUNB"), "UNB");
        assert_eq!(text("Göteborg".as_bytes()), "Göteborg");
        assert_eq!(text(b"G\xf6teborg"), "Göteborg");
        assert_eq!(text(b"\xff\xfeU\0N\0B\0"), "UNB");
        assert_eq!(text(b"\xfe\xff\0U\0N\0B\0"), "UNB");
    }

    #[test]
    fn numbers_are_compacted_and_put_into_upper_case() {
        assert_eq!(compact("cxru 125502-2"), "CXRU1255022");
    }

    #[test]
    fn a_container_number_is_joined_from_its_elements() {
        let named = |number: &str| vec![number.to_owned()];
        assert_eq!(container_number("CMAU", "512749", "8", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("CMAU", "512749", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("cmau", "512749", "", &named("CMAU5127490")).as_deref(), Some("CMAU5127490"));
        assert_eq!(container_number("CMAU", "512749", "", &named("MSKU0308961")).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("CMAU", "5127498", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("", "CMAU5127498", "", &[]).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_number("", "", "", &named("CMAU5127498")), None);
        assert_eq!(container_number("CMAU", "51274*", "8", &[]).as_deref(), Some("CMAU51274*"));
        assert_eq!(container_number("CMAU", "512749", "*", &[]).as_deref(), Some("CMAU512749*"));
        assert_eq!(container_number("CMAU", "512749", "", &named("CMAU512749*")).as_deref(), Some("CMAU5127498"));
        assert_eq!(container_in_one("CMAU 512749/8").as_deref(), Some("CMAU5127498"));
        assert_eq!(container_in_one("CMAU5127*98").as_deref(), Some("CMAU5127*98"));
        assert_eq!(container_in_one(" - "), None);
        assert_eq!(container_in_one("CXRU 125502-2").as_deref(), Some("CXRU1255022"));
        assert_eq!(container_in_one("CMAU512749").as_deref(), Some("CMAU5127498"));
        assert!(is_container("GMCU6094137") && !is_container("GMCU609413") && !is_container("CHASSIS001"));
    }
}
