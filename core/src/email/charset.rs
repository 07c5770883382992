//! Bytes in a named charset, as text.

use mailparse::body::Body;
use mailparse::{ParsedContentType, parse_header};

/// Longer than the name of any charset there is.
const LONGEST_LABEL: usize = 40;

/// What became of the bytes.
pub(super) struct Decoded {
    pub text: String,
    /// Nobody knows the charset they were said to be in.
    pub unknown: bool,
    /// Some of them mean nothing in that charset.
    pub damaged: bool,
}

/// Reads `bytes` in the charset called `label`.
///
/// Without a label, or with one that nobody knows, UTF-8 is tried first and Windows-1252 (which cannot fail) after that.
/// So are mislabelled "ASCII" texts, which are common.
pub(super) fn decode(bytes: Vec<u8>, label: Option<&str>) -> Decoded {
    let label = label.map(str::trim).filter(|label| !label.is_empty());
    let unknown = label.is_some_and(|label| !is_known(label));
    let label = label.filter(|_| !unknown).unwrap_or("us-ascii");
    let is = |names: &[&str]| names.iter().any(|name| label.eq_ignore_ascii_case(name));
    let utf8 = is(&["utf-8", "utf8"]);
    let bytes = match utf8 || is(&["us-ascii", "ascii"]) {
        false => bytes,
        true => match String::from_utf8(bytes) {
            Ok(text) => return Decoded { text, unknown, damaged: false },
            Err(refused) => refused.into_bytes(),
        },
    };
    let text = if utf8 { repaired(&bytes) } else { in_known(&bytes, label) };
    let damaged = text.contains('\u{FFFD}');
    Decoded { text, unknown, damaged }
}

/// UTF-8 with replacement characters for what is none. The room is measured first: damage can be three times as long.
fn repaired(bytes: &[u8]) -> String {
    let marker = |invalid: &[u8]| if invalid.is_empty() { "" } else { "\u{FFFD}" };
    let length = bytes.utf8_chunks().map(|chunk| chunk.valid().len() + marker(chunk.invalid()).len()).sum();
    let mut text = String::with_capacity(length);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(marker(chunk.invalid()));
    }
    text
}

/// Whether the charset called `label` can be read.
///
/// mailparse has the table but does not show it: an encoded word in a charset it does not know comes back as it was.
/// UTF-7 is left out: browsers forbid it, nobody sends it, and decoding it there takes minutes on a hostile text.
pub(super) fn is_known(label: &str) -> bool {
    if label.len() > LONGEST_LABEL || !label.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'?') {
        return false;
    }
    if label.to_ascii_lowercase().ends_with("utf-7") {
        return false;
    }
    let word = format!("X: =?{label}?q?a?=");
    parse_header(word.as_bytes()).is_ok_and(|(header, _)| !header.get_value().starts_with("=?"))
}

fn in_known(bytes: &[u8], label: &str) -> String {
    let media = ParsedContentType { charset: label.to_owned(), ..Default::default() };
    match Body::new(bytes, &media, &None) {
        Body::SevenBit(body) => body.get_as_string().unwrap_or_else(|_| String::from_utf8_lossy(bytes).into_owned()),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], label: &str) -> String {
        decode(bytes.to_vec(), Some(label)).text
    }

    #[test]
    fn common_charsets_are_read() {
        assert_eq!(text(b"Z\xfcrich", "ISO-8859-1"), "Zürich");
        assert_eq!(text(b"\x1b$B$3\x1b(B", "iso-2022-jp"), "こ");
        assert_eq!(text(b"\xc9\xcf\xba\xa3", "gb2312"), "上海");
        assert_eq!(text("Zürich".as_bytes(), "us-ascii"), "Zürich");
    }

    #[test]
    fn an_unknown_charset_is_told_and_read_all_the_same() {
        for label in ["klingon", "iso-2022-kr", "UTF-7", "unicode-1-1-utf-7", "a?b", &"x".repeat(100)] {
            let decoded = decode(b"Z\xfcrich".to_vec(), Some(label));
            assert!(decoded.unknown, "{label}");
            assert_eq!(decoded.text, "Zürich");
        }
    }

    #[test]
    fn damaged_text_is_told() {
        let decoded = decode(b"a\xff".to_vec(), Some("utf-8"));
        assert!(decoded.damaged);
        assert_eq!(decoded.text, "a\u{FFFD}");
    }
}
