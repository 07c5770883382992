//! Reads the content of a CMS message (RFC 5652) in BER: what an S/MIME part contains. Signatures are not checked.

/// Maximum nesting of the pieces of an octet string. Encoders use one level.
const MAX_DEPTH: usize = 8;

const OBJECT_IDENTIFIER: u8 = 0x06;
const OCTET_STRING: u8 = 0x04;
const OCTET_STRING_IN_PIECES: u8 = 0x24;
const INTEGER: u8 = 0x02;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const EXPLICIT: u8 = 0xa0;

/// Object identifiers of content types, without the prefix 1.2.840.113549.1 that they share.
const PKCS: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01];
const DATA: &[u8] = &[7, 1];
const SIGNED: &[u8] = &[7, 2];
const ENCRYPTED: [&[u8]; 3] = [&[7, 3], &[7, 6], &[9, 16, 1, 23]];
const COMPRESSED: &[u8] = &[9, 16, 1, 9];

/// The content of a CMS message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The content that was signed.
    Signed(Vec<u8>),
    /// A signature or certificates without content.
    Detached,
    Encrypted,
    Compressed,
}

/// `None` if it is not a CMS message of these kinds, or its BER is damaged.
pub(super) fn read(message: &[u8]) -> Option<Content> {
    let (kind, mut info) = typed_content(message)?;
    match kind {
        SIGNED => {}
        COMPRESSED => return Some(Content::Compressed),
        kind if ENCRYPTED.contains(&kind) => return Some(Content::Encrypted),
        _ => return None,
    }
    let mut signed = enter(&mut info, SEQUENCE)?;
    enter(&mut signed, INTEGER)?;
    skip(&mut signed, SET)?;
    let (kind, mut content) = typed_content(signed)?;
    match (kind, content.is_empty()) {
        (_, true) => Some(Content::Detached),
        (DATA, false) => octets(&mut content).map(Content::Signed),
        _ => None,
    }
}

/// A content type without its prefix, and the content, which is empty if it is missing.
fn typed_content(mut bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut sequence = enter(&mut bytes, SEQUENCE)?;
    let kind = enter(&mut sequence, OBJECT_IDENTIFIER)?.strip_prefix(PKCS)?;
    if sequence.first() != Some(&EXPLICIT) {
        return Some((kind, &[]));
    }
    Some((kind, enter(&mut sequence, EXPLICIT)?))
}

/// Reads the header of an element: its tag, and the length of its content; `None` inside for an indefinite length.
fn header(bytes: &mut &[u8]) -> Option<(u8, Option<usize>)> {
    let (&[tag, first], mut rest) = bytes.split_first_chunk()?;
    let is_constructed = tag & 0x20 != 0;
    let length = match first {
        0x80 if is_constructed => None,
        0..0x80 => Some(usize::from(first)),
        0x81..=0x84 => {
            let (length, after) = rest.split_at_checked(usize::from(first & 0x7f))?;
            rest = after;
            Some(length.iter().fold(0, |length, &byte| length << 8 | usize::from(byte)))
        }
        _ => return None,
    };
    // Tags of several bytes do not occur here.
    if tag & 0x1f == 0x1f || length.is_some_and(|length| length > rest.len()) {
        return None;
    }
    *bytes = rest;
    Some((tag, length))
}

/// Returns the content of the element with this tag, and goes behind it. Of an element of indefinite length, returns all bytes to the end.
fn enter<'a>(bytes: &mut &'a [u8], expected: u8) -> Option<&'a [u8]> {
    let (tag, length) = header(bytes)?;
    let (content, rest) = bytes.split_at(length.unwrap_or(bytes.len()));
    *bytes = rest;
    (tag == expected).then_some(content)
}

/// Goes behind the element with this tag.
fn skip(bytes: &mut &[u8], expected: u8) -> Option<()> {
    if *bytes.first()? != expected {
        return None;
    }
    let mut open = 0_usize;
    loop {
        match header(bytes)? {
            (_, None) => open += 1,
            (0, Some(0)) => open = open.checked_sub(1)?,
            (_, Some(length)) => *bytes = &bytes[length..],
        }
        if open == 0 {
            return Some(());
        }
    }
}

/// Joins the pieces of an octet string.
fn octets(bytes: &mut &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    // How many bytes are left behind each open string of pieces; `None` for an indefinite length.
    let mut open: Vec<Option<usize>> = Vec::new();
    loop {
        match header(bytes)? {
            (OCTET_STRING, Some(length)) => {
                let (piece, rest) = bytes.split_at(length);
                joined.extend_from_slice(piece);
                *bytes = rest;
            }
            (OCTET_STRING_IN_PIECES, length) if open.len() < MAX_DEPTH => {
                open.push(length.map(|length| bytes.len() - length));
            }
            (0, Some(0)) if open.last() == Some(&None) => drop(open.pop()),
            _ => return None,
        }
        while open.last() == Some(&Some(bytes.len())) {
            open.pop();
        }
        if open.is_empty() {
            return Some(joined);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// An element with its length in as few bytes as possible (DER), or of indefinite length.
    pub(in crate::email) fn element(tag: u8, content: &[u8], is_indefinite: bool) -> Vec<u8> {
        if is_indefinite {
            return [&[tag, 0x80], content, &[0, 0]].concat();
        }
        let length = content.len();
        let header = match length {
            0..0x80 => vec![tag, length as u8],
            0x80..0x100 => vec![tag, 0x81, length as u8],
            _ => [&[tag, 0x84], &(length as u32).to_be_bytes()[..]].concat(),
        };
        [header, content.to_vec()].concat()
    }

    /// A CMS message of another kind.
    pub(in crate::email) fn of_kind(kind: &[u8]) -> Vec<u8> {
        element(SEQUENCE, &[identifier(kind), element(EXPLICIT, &[1, 2, 3], false)].concat(), false)
    }

    fn identifier(kind: &[u8]) -> Vec<u8> {
        element(OBJECT_IDENTIFIER, &[PKCS, kind].concat(), false)
    }

    /// A CMS message that signs `content`, which is an octet string, or empty.
    pub(in crate::email) fn signed(content: &[u8], is_indefinite: bool) -> Vec<u8> {
        let of = |tag, content: &[u8]| element(tag, content, is_indefinite);
        let content = if content.is_empty() { Vec::new() } else { of(EXPLICIT, content) };
        let algorithm = of(SEQUENCE, &identifier(&[1, 1]));
        let data = of(SEQUENCE, &[identifier(DATA), content].concat());
        let signatures = of(SET, &[]);
        let version = element(INTEGER, &[1], false);
        let body = of(SEQUENCE, &[version, of(SET, &algorithm), data, signatures].concat());
        of(SEQUENCE, &[identifier(SIGNED), of(EXPLICIT, &body)].concat())
    }

    pub(in crate::email) fn in_pieces(pieces: &[Vec<u8>], is_indefinite: bool) -> Vec<u8> {
        let pieces: Vec<u8> = pieces.iter().flat_map(|piece| element(OCTET_STRING, piece, false)).collect();
        element(OCTET_STRING_IN_PIECES, &pieces, is_indefinite)
    }

    #[test]
    fn kinds_without_readable_content_are_distinguished() {
        assert_eq!(read(&of_kind(&[7, 3])), Some(Content::Encrypted));
        assert_eq!(read(&of_kind(&[9, 16, 1, 23])), Some(Content::Encrypted));
        assert_eq!(read(&of_kind(COMPRESSED)), Some(Content::Compressed));
        assert_eq!(read(&of_kind(&[7, 5])), None, "a digest");
        assert_eq!(read(&signed(&[], false)), Some(Content::Detached), "only certificates");
    }

    #[test]
    fn damaged_encodings_are_refused() {
        let whole = signed(&element(OCTET_STRING, b"text", false), false);
        for (what, bytes) in [
            ("cut off", &whole[..whole.len() / 2]),
            ("nothing", &[]),
            ("indefinite length of a primitive", &signed(&[OCTET_STRING, 0x80, 1, 0, 0], true)),
            ("length of five bytes", &[SEQUENCE, 0x85, 0, 0, 0, 0, 1, 0]),
            ("piece that ends behind its string", &signed(&[OCTET_STRING_IN_PIECES, 3, OCTET_STRING, 2, 1, 1], false)),
            ("other piece", &signed(&element(OCTET_STRING_IN_PIECES, &[INTEGER, 1, 1], false), false)),
            ("very deep", &signed(&[OCTET_STRING_IN_PIECES, 0x80].repeat(1_000), true)),
        ] {
            assert_eq!(read(bytes), None, "{what}");
        }
    }

    proptest! {
        #[test]
        fn the_signed_content_is_read_in_each_encoding(
            pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..4),
            [outer, inner] in any::<[bool; 2]>(),
        ) {
            let content = pieces.concat();
            prop_assert_eq!(read(&signed(&in_pieces(&pieces, inner), outer)), Some(Content::Signed(content.clone())));
            let one = element(OCTET_STRING, &content, false);
            prop_assert_eq!(read(&signed(&one, outer)), Some(Content::Signed(content)));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(prop::sample::select(vec![
            0, 1, 2, 3, 4, 6, 7, 0x24, 0x30, 0x31, 0x80, 0x81, 0x84, 0xa0, 0xff,
        ]), 0..80), [outer, inner] in any::<[bool; 2]>(), at in any::<prop::sample::Index>()) {
            let mut message = signed(&in_pieces(&[vec![1, 2, 3], vec![4]], inner), outer);
            let at = at.index(message.len());
            message.splice(at..(at + 1), bytes.iter().copied());
            for message in [&message, &bytes] {
                if let Some(Content::Signed(content)) = read(message) {
                    prop_assert!(content.len() < message.len());
                }
            }
        }
    }
}
