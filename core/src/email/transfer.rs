//! Decodes charsets and the transfer encodings base64 and quoted-printable. Damage only affects the damaged bytes.

use charset::Charset;

/// Decodes base64. The flag is true if the input is damaged. Invalid characters are ignored. Padding in the middle is valid, because
/// some mailers encode in chunks.
pub(super) fn base64(encoded: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::with_capacity(encoded.len() / 4 * 3 + 3);
    let (mut bits, mut count, mut damaged) = (0_u32, 0_u8, false);
    for &byte in encoded {
        match sextet(byte) {
            Some(value) => {
                bits = bits << 6 | u32::from(value);
                count += 1;
                if count == 4 {
                    out.extend_from_slice(&bits.to_be_bytes()[1..]);
                    (bits, count) = (0, 0);
                }
            }
            None if byte == b'=' => {
                damaged |= flush(bits, count, &mut out);
                (bits, count) = (0, 0);
            }
            None => damaged |= !byte.is_ascii_whitespace(),
        }
    }
    damaged |= count != 0;
    flush(bits, count, &mut out);
    (out, damaged)
}

/// Writes the bytes of an incomplete group. True if the group has one character, which is less than a byte.
fn flush(bits: u32, count: u8, out: &mut Vec<u8>) -> bool {
    match count {
        2 => out.push((bits >> 4) as u8),
        3 => out.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    count == 1
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

pub(super) fn quoted_printable(encoded: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(encoded.len());
    for line in encoded.split_inclusive(|&byte| byte == b'\n') {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let end_of_line = &line[text.len()..];
        // Blanks at the end of a line were added in transit.
        let text = text.trim_ascii_end();
        match text.strip_suffix(b"=") {
            Some(text) => unescape(text, &mut out),
            None => {
                unescape(text, &mut out);
                out.extend_from_slice(end_of_line);
            }
        }
    }
    out
}

pub(super) fn q_word(encoded: &[u8]) -> Vec<u8> {
    let spaced: Vec<u8> = encoded.iter().map(|&byte| if byte == b'_' { b' ' } else { byte }).collect();
    let mut out = Vec::with_capacity(spaced.len());
    unescape(&spaced, &mut out);
    out
}

fn unescape(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some((&byte, rest)) = text.split_first() {
        let escaped = rest.split_at_checked(2).filter(|_| byte == b'=');
        match escaped.and_then(|(pair, rest)| Some((hex(pair[0])? << 4 | hex(pair[1])?, rest))) {
            Some((byte, rest)) => {
                out.push(byte);
                text = rest;
            }
            None => {
                out.push(byte);
                text = rest;
            }
        }
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// The charset of text without a label or with an unknown one.
const ASCII: &str = "us-ascii";

pub(super) struct Decoded {
    pub text: String,
    pub unknown: bool,
    pub damaged: bool,
}

/// Decodes text. Without a label, with an unknown label and with the label ASCII, which is often wrong, it is read as UTF-8 if it is
/// valid UTF-8, otherwise as Windows-1252, which cannot fail.
pub(super) fn decode(bytes: Vec<u8>, label: Option<&str>) -> Decoded {
    let label = label.map(str::trim).filter(|label| !label.is_empty()).unwrap_or(ASCII);
    let unknown = !is_known(label);
    let label = if unknown { ASCII } else { label };
    let is = |names: [&str; 2]| names.iter().any(|name| label.eq_ignore_ascii_case(name));
    let utf8 = is(["utf-8", "utf8"]);
    let bytes = match utf8 || is([ASCII, "ascii"]) {
        true => match String::from_utf8(bytes) {
            Ok(text) => return Decoded { text, unknown, damaged: false },
            Err(invalid) if utf8 => {
                return Decoded { text: repaired(invalid.as_bytes()), unknown, damaged: true };
            }
            Err(invalid) => invalid.into_bytes(),
        },
        false => bytes,
    };
    let charset = charset_of(label).expect("ASCII is known");
    let (text, _, damaged) = charset.decode(&bytes);
    Decoded { text: text.into_owned(), unknown, damaged }
}

/// Replaces invalid bytes. The size is computed first, because replacement characters can triple the length.
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

pub(super) fn is_known(label: &str) -> bool {
    charset_of(label).is_some()
}

/// The charset with this label. UTF-7 is not supported: decoding hostile UTF-7 takes minutes, and browsers do not support it either.
fn charset_of(label: &str) -> Option<Charset> {
    Charset::for_label_no_replacement(label.as_bytes()).filter(|charset| charset.name() != "UTF-7")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_with_and_without_padding() {
        assert_eq!(base64(b"SGVs\r\nbG8="), (b"Hello".to_vec(), false));
        assert_eq!(base64(b"SGk=SGk="), (b"HiHi".to_vec(), false));
        assert_eq!(base64(b"SGVsbG8"), (b"Hello".to_vec(), true));
    }

    #[test]
    fn invalid_characters_in_base64_are_reported_and_ignored() {
        assert_eq!(base64(b"SG*Vs!bG8="), (b"Hello".to_vec(), true));
        assert_eq!(base64(b"SGVsb"), (b"Hel".to_vec(), true));
    }

    #[test]
    fn quoted_printable_joins_soft_line_breaks_and_keeps_invalid_escapes() {
        assert_eq!(
            quoted_printable(b"a=\r\nb=C3=bc  \r\n= \n=zz 100=\xff\n"),
            "ab\u{fc}\r\n=zz 100=".bytes().chain(*b"\xff\n").collect::<Vec<_>>()
        );
    }

    #[test]
    fn underscores_are_only_spaces_in_encoded_words() {
        assert_eq!(q_word(b"a_b=5Fc"), b"a b_c");
        assert_eq!(quoted_printable(b"a_b"), b"a_b");
    }

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
    fn text_in_an_unknown_charset_is_reported_and_read() {
        for label in ["klingon", "iso-2022-kr", "UTF-7", "unicode-1-1-utf-7", "a?b", &"x".repeat(100)] {
            let decoded = decode(b"Z\xfcrich".to_vec(), Some(label));
            assert!(decoded.unknown, "{label}");
            assert_eq!(decoded.text, "Zürich");
        }
    }

    #[test]
    fn damaged_text_is_reported() {
        let decoded = decode(b"a\xff".to_vec(), Some("utf-8"));
        assert!(decoded.damaged);
        assert_eq!(decoded.text, "a\u{FFFD}");
    }
}
