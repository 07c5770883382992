//! The characters of EDI.

use std::borrow::Cow;

use crate::carriers::charset;
use crate::carriers::reading::unmarked;

/// The text of bytes: UTF-8, or else Latin-1, in which every byte is a character. A mark of byte order at the beginning is left out.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = unmarked(bytes);
    if let Some(text) = charset::marked_utf_16(bytes) {
        return text.into();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

/// The text in capitals, without what may stand between the letters and digits of a number.
pub(super) fn compact(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()) {
        return text.into();
    }
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_uppercase()).collect::<String>().into()
}

/// What [`compact`] makes of a text; one that it leaves as it is is not copied.
pub(super) fn compacted(text: Cow<'_, str>) -> Cow<'_, str> {
    changed(text, compact)
}

/// What [`capitals`] makes of a text; one that it leaves as it is is not copied.
pub(super) fn in_capitals(text: Cow<'_, str>) -> Cow<'_, str> {
    changed(text, capitals)
}

fn changed<'t>(text: Cow<'t, str>, change: impl Fn(&str) -> Cow<'_, str>) -> Cow<'t, str> {
    match text {
        Cow::Borrowed(text) => change(text),
        Cow::Owned(text) => change(&text).into_owned().into(),
    }
}

/// The text in capitals, as it mostly is.
pub(super) fn capitals(text: &str) -> Cow<'_, str> {
    match text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        true => text.to_ascii_uppercase().into(),
        false => text.into(),
    }
}

/// The text, where there is any: what [`some`] is without a copy.
pub(super) fn any(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    (!text.is_empty()).then_some(text)
}

/// The text, where there is any.
pub(super) fn some(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
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
}
