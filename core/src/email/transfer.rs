//! Transfer encodings: base64 and quoted-printable, read so that damage never costs more than the damaged bytes.

/// The bytes behind base64, and whether something in it was wrong.
///
/// Characters outside the alphabet are passed over; padding in the middle, left by mailers that encode in chunks, is fine.
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

/// Writes the bytes of an incomplete group; true when a single character was left over, which is less than a byte.
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

/// The bytes behind quoted-printable. What is no escape stands for itself.
pub(super) fn quoted_printable(encoded: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(encoded.len());
    for line in encoded.split_inclusive(|&byte| byte == b'\n') {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let end_of_line = &line[text.len()..];
        // Blanks at the end of a line were added on the way.
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

/// The bytes behind the text of a `Q` encoded word.
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
    fn damage_in_base64_is_told_and_passed_over() {
        assert_eq!(base64(b"SG*Vs!bG8="), (b"Hello".to_vec(), true));
        assert_eq!(base64(b"SGVsb"), (b"Hel".to_vec(), true));
    }

    #[test]
    fn quoted_printable_joins_soft_lines_and_keeps_what_is_no_escape() {
        assert_eq!(
            quoted_printable(b"a=\r\nb=C3=bc  \r\n= \n=zz 100=\xff\n"),
            "ab\u{fc}\r\n=zz 100=".bytes().chain(*b"\xff\n").collect::<Vec<_>>()
        );
    }

    #[test]
    fn underscores_are_spaces_in_words_only() {
        assert_eq!(q_word(b"a_b=5Fc"), b"a b_c");
        assert_eq!(quoted_printable(b"a_b"), b"a_b");
    }
}
