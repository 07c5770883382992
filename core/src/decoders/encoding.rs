//! Decodes text in UTF-8 or UTF-16, with or without a byte order mark.

use std::borrow::Cow;

/// UTF-8 or UTF-16, lossy, so that a name in another charset does not make all events unreadable.
pub(super) fn json_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Some(text) = marked_utf_16(bytes) {
        return text.into();
    }
    match bytes {
        // JSON begins with an ASCII character.
        [1..=255, 0, ..] => decode_utf_16(bytes, u16::from_le_bytes).into(),
        [0, 1..=255, ..] => decode_utf_16(bytes, u16::from_be_bytes).into(),
        _ => String::from_utf8_lossy(unmarked(bytes)),
    }
}

pub(super) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

pub(super) fn marked_utf_16(bytes: &[u8]) -> Option<String> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Some(decode_utf_16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(decode_utf_16(rest, u16::from_be_bytes)),
        _ => None,
    }
}

/// Skips white space, NUL and byte order marks.
pub(super) fn first_byte(bytes: &[u8]) -> Option<u8> {
    let is_before = |byte: &u8| byte.is_ascii_whitespace() || [0, 0xef, 0xbb, 0xbf, 0xff, 0xfe].contains(byte);
    bytes.iter().copied().find(|byte| !is_before(byte))
}

fn decode_utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_read_in_both_byte_orders_with_and_without_a_mark() {
        let units: Vec<u16> = "[\"Göteborg\"]".encode_utf16().collect();
        let (little, big): (Vec<u8>, Vec<u8>) = (
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
            units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        );
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [marked(&[0xff, 0xfe], &little), marked(&[0xfe, 0xff], &big), little, big] {
            assert_eq!(json_text(&bytes), "[\"Göteborg\"]");
        }
        assert_eq!([json_text("\u{feff}[]".as_bytes()), json_text(b"\0"), json_text(b"")], ["[]", "\0", ""]);
    }
}
