//! Stores email messages without their attachments, which are stored as files, and puts them together again.
//!
//! A packed message is deflated. It consists of segments: the length of a literal text (4 bytes, little-endian) and the text, then what
//! follows it: the [`Encoding`] of an attachment (1 byte) and its SHA-256 (32 bytes), or [`END`].

use std::io::{self, Read, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::columns::capped;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::store::BlobId;

/// Smaller messages are stored as they are, and smaller attachments as part of their message.
const SMALLEST_MESSAGE: usize = 512;
const SMALLEST_PART: usize = 512;

/// An attachment is searched by so many bytes of its beginning.
const BEGINNING: usize = 45;

/// Attachments that are encoded in another way are not found. This limits how often a message is searched for them.
const MAX_SEARCHES: usize = 4;

/// Follows the last text.
const END: u8 = 0;

/// Bytes of an attachment that are encoded at once, if there are no lines.
const CHUNK: usize = 3 * 1024;

/// How an attachment is encoded in its message. The byte is 1 for a copy; otherwise it is the number of groups of four characters in a line
/// of base64 (0 for a single line) times 2, plus 2, plus 1 if lines end with CRLF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Verbatim,
    Base64 { groups: u8, has_cr: bool },
}

impl Encoding {
    const MAX_GROUPS: usize = 120;

    fn to_byte(self) -> u8 {
        match self {
            Encoding::Verbatim => 1,
            Encoding::Base64 { groups, has_cr } => groups * 2 + 2 + u8::from(has_cr),
        }
    }

    fn from_byte(byte: u8) -> Self {
        match byte {
            1 => Encoding::Verbatim,
            _ => Encoding::Base64 { groups: (byte - 2) / 2, has_cr: byte % 2 == 1 },
        }
    }

    /// Finds out how `content` is encoded if it begins here. `beginning` is its beginning in base64.
    fn at(text: &[u8], content: &[u8], beginning: &[u8]) -> Option<Self> {
        if text.starts_with(content) {
            return Some(Encoding::Verbatim);
        }
        if !text.starts_with(beginning) {
            return None;
        }
        let line = text.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(text.len());
        let is_one_line = line >= content.len();
        let groups = if is_one_line { 0 } else { line / 4 };
        let fits = is_one_line || line % 4 == 0 && groups <= Self::MAX_GROUPS;
        let has_cr = text.get(line) == Some(&b'\r');
        fits.then_some(Encoding::Base64 { groups: u8::try_from(groups).ok()?, has_cr })
    }

    /// Writes the encoded content piece by piece. Stops if `write` returns false.
    fn encode(self, content: &[u8], mut write: impl FnMut(&[u8]) -> bool) -> bool {
        let Encoding::Base64 { groups, has_cr } = self else { return write(content) };
        let line_end: &[u8] = match (groups, has_cr) {
            (0, _) => b"",
            (_, true) => b"\r\n",
            (_, false) => b"\n",
        };
        let bytes = if groups == 0 { CHUNK } else { usize::from(groups) * 3 };
        let (mut lines, mut encoded) = (content.chunks(bytes).peekable(), String::new());
        while let Some(line) = lines.next() {
            encoded.clear();
            BASE64_STANDARD.encode_string(line, &mut encoded);
            if !write(encoded.as_bytes()) || lines.peek().is_some() && !write(line_end) {
                return false;
            }
        }
        true
    }

    /// The length of the encoded content, if the text begins with it.
    fn length_in(self, text: &[u8], content: &[u8]) -> Option<usize> {
        let mut length = 0;
        let is_equal = self.encode(content, |piece| {
            let found = text.get(length..).is_some_and(|rest| rest.starts_with(piece));
            length += piece.len();
            found
        });
        is_equal.then_some(length)
    }
}

/// Finds an attachment at the beginning of a line. Returns where it begins, its encoded length and its encoding. Searches at most `budget`
/// bytes, and subtracts those that it searched.
fn find(message: &[u8], from: usize, content: &[u8], budget: &mut usize) -> Option<(usize, usize, Encoding)> {
    let beginning = BASE64_STANDARD.encode(&content[..BEGINNING]);
    let mut at = from;
    loop {
        let text = &message[at..];
        let found = Encoding::at(text, content, beginning.as_bytes())
            .and_then(|encoding| Some((encoding.length_in(text, content)?, encoding)));
        if let Some((length, encoding)) = found {
            return Some((at, length, encoding));
        }
        let line = text.iter().position(|byte| *byte == b'\n')? + 1;
        *budget = budget.checked_sub(line)?;
        at += line;
    }
}

struct Packed {
    bytes: Vec<u8>,
    parts: Vec<BlobId>,
}

fn pack(message: &[u8], attachments: &[(BlobId, &[u8])]) -> io::Result<Packed> {
    let mut out = DeflateEncoder::new(Vec::new(), Compression::default());
    let (mut parts, mut at, mut budget) = (Vec::new(), 0, message.len().saturating_mul(MAX_SEARCHES));
    let literal = |out: &mut DeflateEncoder<Vec<u8>>, text: &[u8], next: u8| {
        out.write_all(&u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes())?;
        out.write_all(text)?;
        out.write_all(&[next])
    };
    for (id, content) in attachments.iter().filter(|(_, content)| content.len() >= SMALLEST_PART) {
        let Some((begin, length, encoding)) = find(message, at, content, &mut budget) else { continue };
        literal(&mut out, &message[at..begin], encoding.to_byte())?;
        out.write_all(&id.0)?;
        parts.push(*id);
        at = begin + length;
    }
    literal(&mut out, &message[at..], END)?;
    Ok(Packed { bytes: out.finish()?, parts })
}

/// `None` if the bytes are damaged, or if an attachment is missing.
fn unpack(packed: &[u8], mut part: impl FnMut(&BlobId) -> Result<Option<Vec<u8>>>) -> Result<Option<Vec<u8>>> {
    let (mut input, mut message) = (DeflateDecoder::new(packed), Vec::new());
    loop {
        let (mut length, mut next, mut id) = ([0; 4], [0], [0; 32]);
        let text = input.read_exact(&mut length).and_then(|()| {
            let length = u64::from(u32::from_le_bytes(length));
            let read = input.by_ref().take(length).read_to_end(&mut message)?;
            input.read_exact(&mut next)?;
            Ok(read as u64 == length)
        });
        match text {
            Ok(true) if next[0] == END => return Ok(Some(message)),
            Ok(true) if input.read_exact(&mut id).is_ok() => {}
            _ => return Ok(None),
        }
        let Some(content) = part(&BlobId(id))? else { return Ok(None) };
        Encoding::from_byte(next[0]).encode(&content, |piece| {
            message.extend_from_slice(piece);
            true
        });
    }
}

impl Tx<'_> {
    /// Stores the bytes of a message under their digest. `attachments` are those that are stored as files, in the order of the message; they
    /// are not stored again as part of the message.
    pub fn put_message(&self, id: &BlobId, bytes: &[u8], attachments: &[(BlobId, &[u8])]) -> Result<()> {
        if bytes.len() < SMALLEST_MESSAGE {
            return self.put_blob(id, bytes);
        }
        let failed = |error| Error::new(ErrorKind::Internal, "a message cannot be packed").with_source(error);
        let Packed { bytes: packed, parts } = pack(bytes, attachments).map_err(failed)?;
        let insert = "INSERT INTO messages (hash, packed) VALUES (?1, ?2)
             ON CONFLICT (hash) DO UPDATE SET packed = ?2 WHERE packed <> ?2";
        self.run(insert, (id.0, packed))?;
        for part in parts {
            self.run("INSERT OR IGNORE INTO message_parts (part, message) VALUES (?1, ?2)", (part.0, id.0))?;
        }
        Ok(())
    }

    /// The bytes of a message, which have not been checked; `None` if it has attachments that are stored as files, or is longer than
    /// `longest` bytes when it is packed.
    pub(super) fn message_without_attachments(&self, id: &BlobId, longest: usize) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT packed FROM messages WHERE hash = ?1 AND length(packed) <= ?2";
        let packed: Option<Vec<u8>> = self.first(sql, (id.0, capped(longest)), |row| row.get(0))?;
        packed.map_or(Ok(None), |packed| unpack(&packed, |_| Ok(None)))
    }

    /// The bytes of the message with this digest; `None` if it is not stored. Fails if the stored bytes have another digest.
    pub fn message(&self, id: &BlobId) -> Result<Option<Vec<u8>>> {
        let packed: Option<Vec<u8>> =
            self.first("SELECT packed FROM messages WHERE hash = ?1", [id.0], |row| row.get(0))?;
        let Some(packed) = packed else { return self.blob(id) };
        let message = unpack(&packed, |part| self.blob(part))?.filter(|message| BlobId::of(message) == *id);
        message.map(Some).ok_or_else(|| super::mail::damaged(id))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(content: &[u8], width: usize, line_end: &str) -> String {
        let encoded = BASE64_STANDARD.encode(content);
        let lines: Vec<&str> =
            encoded.as_bytes().chunks(width).map(|line| std::str::from_utf8(line).unwrap()).collect();
        lines.join(line_end)
    }

    fn assert_round_trip(message: &[u8], contents: &[&[u8]]) -> Packed {
        let attachments: Vec<_> = contents.iter().map(|content| (BlobId::of(content), *content)).collect();
        let packed = pack(message, &attachments).unwrap();
        let part =
            |id: &BlobId| Ok(attachments.iter().find(|(known, _)| known == id).map(|(_, content)| content.to_vec()));
        assert!(unpack(&packed.bytes, part).unwrap().as_deref() == Some(message));
        packed
    }

    #[test]
    fn attachments_are_not_stored_again_with_their_message() {
        let noise = |seed: u64| -> Vec<u8> {
            let next = |state: &mut u64| {
                *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                Some((*state >> 56) as u8)
            };
            std::iter::repeat_with({
                let mut state = seed;
                move || next(&mut state).unwrap()
            })
            .take(20_000)
            .collect()
        };
        let (first, second, text) = (noise(1), noise(2), "MSKU0308961,4711\r\n".repeat(100).into_bytes());
        for (width, line_end) in [(76, "\r\n"), (76, "\n"), (60, "\r\n"), (72, "\n"), (1 << 20, "\r\n")] {
            let message = format!(
                "Subject: x\r\n\r\n--a\r\n\r\n{}\r\n--a\r\n\r\n{}\r\n--a\r\n\r\n{}--a--\r\n",
                lines(&first, width, line_end),
                String::from_utf8(text.clone()).unwrap(),
                lines(&second, width, line_end),
            );
            let packed = assert_round_trip(message.as_bytes(), &[&first, &text, &second]);
            assert!(packed.bytes.len() < 300 && packed.parts.len() == 3, "{width}: {}", packed.bytes.len());
        }
        // Lines of unequal length cannot be written again in the same way.
        let odd = lines(&first, 75, "\n");
        assert_eq!(assert_round_trip(odd.as_bytes(), &[&first]).parts, []);
    }

    proptest! {
        #[test]
        fn any_message_survives_a_round_trip(
            message in proptest::collection::vec(any::<u8>(), 0..3_000),
            content in proptest::collection::vec(any::<u8>(), 512..1_500),
            width in 1_usize..200,
            at in any::<proptest::sample::Index>(),
        ) {
            let encoded = lines(&content, width, "\r\n");
            let at = at.index(message.len() + 1);
            let message = [&message[..at], b"\n", encoded.as_bytes(), &message[at..]].concat();
            assert_round_trip(&message, &[&content]);
        }

        #[test]
        fn any_bytes_are_unpacked_without_a_panic(packed in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = unpack(&packed, |_| Ok(Some(vec![1; 10])));
        }
    }
}
