//! Bytes in a named charset, as text.

use charset::Charset;

/// The label of text that names no charset, or one that is not known.
const ASCII: &str = "us-ascii";

/// Text, and what was wrong with its bytes.
pub(super) struct Decoded {
    pub text: String,
    /// The charset is not known.
    pub unknown: bool,
    /// Some bytes are not valid in the charset.
    pub damaged: bool,
}

/// Reads `bytes` in the charset called `label`.
///
/// Text without a label, with an unknown label, or labelled ASCII is read as UTF-8 if it is valid UTF-8, and as
/// Windows-1252 (which cannot fail) otherwise: mislabelled "ASCII" is common.
pub(super) fn decode(bytes: Vec<u8>, label: Option<&str>) -> Decoded {
    let label = label.map(str::trim).filter(|label| !label.is_empty()).unwrap_or(ASCII);
    let unknown = !is_known(label);
    let label = if unknown { ASCII } else { label };
    let is = |names: [&str; 2]| names.iter().any(|name| label.eq_ignore_ascii_case(name));
    let utf8 = is(["utf-8", "utf8"]);
    let bytes = match utf8 || is([ASCII, "ascii"]) {
        true => match String::from_utf8(bytes) {
            Ok(text) => return Decoded { text, unknown, damaged: false },
            Err(refused) if utf8 => {
                return Decoded { text: repaired(refused.as_bytes()), unknown, damaged: true };
            }
            Err(refused) => refused.into_bytes(),
        },
        false => bytes,
    };
    let charset = charset_of(label).expect("ASCII is known");
    let (text, _, damaged) = charset.decode(&bytes);
    Decoded { text: text.into_owned(), unknown, damaged }
}

/// UTF-8 with replacement characters for what is not valid. The room is measured first: damage can be three times as long.
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
pub(super) fn is_known(label: &str) -> bool {
    charset_of(label).is_some()
}

/// UTF-7 is left out: browsers forbid it, and decoding hostile UTF-7 takes minutes.
fn charset_of(label: &str) -> Option<Charset> {
    Charset::for_label_no_replacement(label.as_bytes()).filter(|charset| charset.name() != "UTF-7")
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
