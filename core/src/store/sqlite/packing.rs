//! Texts in little space. Notices say the same few things over and over, so they are packed on the foundation of a
//! dictionary of what they usually say; and what deflating cannot shorten, identifiers, stand beside the text as bytes.
//!
//! A packed text is: the length of the text without its identifiers, the length of the identifiers, the identifiers, the
//! text deflated. Lengths are numbers of seven bits a byte, the lowest first.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use memchr::memchr_iter;
use uuid::Uuid;

/// The dictionaries, by the number a row remembers, from 1. A dictionary that was ever released is never changed, or what
/// was packed with it could not be read: a better one is a new one.
const DICTIONARIES: &[&[u8]] = &[include_bytes!("dictionaries/0001.txt")];

/// The number of a text that is not packed.
const AS_IT_IS: u32 = 0;

/// Stands in a text where an identifier was. No JSON has it: inside of strings it is escaped, and ours has no space.
const HOLE: u8 = b'\t';

/// Characters of an identifier.
const LENGTH: usize = 36;

/// Identifiers of one text that can be named again by a byte.
const NAMED: usize = 256 - SHARED;

/// Values of a byte that say how many bytes a new identifier has in common with the one before.
const SHARED: usize = 16;

/// A text that is longer was never packed.
const LONGEST: usize = 64 * 1024 * 1024;

/// A packed text, and the number of the dictionary it was packed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packed {
    pub dictionary: u32,
    pub bytes: Vec<u8>,
}

/// Packs texts. What it needs for that it keeps, once it has packed one.
#[derive(Default)]
pub(super) struct Packer {
    deflater: Option<Compress>,
    inflater: Option<Decompress>,
}

impl Packer {
    /// Packs a text with the newest dictionary.
    pub fn pack(&mut self, text: &str) -> Packed {
        let packed = (!text.as_bytes().contains(&HOLE)).then(|| self.try_pack(text)).flatten();
        packed.unwrap_or_else(|| Packed { dictionary: AS_IT_IS, bytes: text.as_bytes().to_vec() })
    }

    fn try_pack(&mut self, text: &str) -> Option<Packed> {
        let (rest, ids) = take_out(text.as_bytes());
        let newest = DICTIONARIES.len();
        let mut bytes = Vec::with_capacity(ids.len() + rest.len() / 4 + 64);
        put_length(&mut bytes, rest.len());
        put_length(&mut bytes, ids.len());
        bytes.extend_from_slice(&ids);
        let deflater = self.deflater.get_or_insert_with(|| Compress::new(Compression::default(), false));
        deflater.reset();
        deflater.set_dictionary(DICTIONARIES[newest - 1]).ok()?;
        let mut taken = 0;
        loop {
            let before = deflater.total_in();
            let status = deflater.compress_vec(&rest[taken..], &mut bytes, FlushCompress::Finish).ok()?;
            taken += usize::try_from(deflater.total_in() - before).ok()?;
            if status == Status::StreamEnd {
                return Some(Packed { dictionary: u32::try_from(newest).ok()?, bytes });
            }
            bytes.reserve(rest.len() - taken + 64);
        }
    }

    /// The text; `None` when these bytes never came out of [`pack`](Self::pack).
    pub fn unpack(&mut self, dictionary: u32, bytes: &[u8]) -> Option<String> {
        if dictionary == AS_IT_IS {
            return String::from_utf8(bytes.to_vec()).ok();
        }
        let dictionary = DICTIONARIES.get(usize::try_from(dictionary).ok()? - 1)?;
        let (length, bytes) = take_length(bytes)?;
        let (ids, bytes) = take_length(bytes)?;
        let (ids, deflated) = bytes.split_at_checked(ids)?;
        let rest = self.inflate(dictionary, deflated, length)?;
        String::from_utf8(put_back(&rest, ids)?).ok()
    }

    fn inflate(&mut self, dictionary: &[u8], deflated: &[u8], length: usize) -> Option<Vec<u8>> {
        let inflater = self.inflater.get_or_insert_with(|| Decompress::new(false));
        inflater.reset(false);
        inflater.set_dictionary(dictionary).ok()?;
        // One byte more: what has the length that was written down ends before it.
        let mut text = Vec::with_capacity(Some(length).filter(|length| *length <= LONGEST)? + 1);
        let status = inflater.decompress_vec(deflated, &mut text, FlushDecompress::Finish).ok()?;
        (status == Status::StreamEnd && text.len() == length).then_some(text)
    }
}

/// The text with a hole for each identifier, and the identifiers.
fn take_out(text: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut rest, mut ids) = (Vec::with_capacity(text.len()), Identifiers::default());
    let mut done = 0;
    for dash in memchr_iter(b'-', text) {
        let Some(start) = dash.checked_sub(8).filter(|start| *start >= done) else { continue };
        if let Some(id) = text.get(start..start + LENGTH).and_then(identifier) {
            rest.extend_from_slice(&text[done..start]);
            rest.push(HOLE);
            ids.put(id);
            done = start + LENGTH;
        }
    }
    rest.extend_from_slice(&text[done..]);
    (rest, ids.bytes)
}

/// The identifier these characters are, as they would be written again.
fn identifier(text: &[u8]) -> Option<[u8; 16]> {
    let id = Uuid::try_parse_ascii(text).ok()?;
    let mut written = [0; LENGTH];
    (id.hyphenated().encode_lower(&mut written).as_bytes() == text).then(|| id.into_bytes())
}

/// Identifiers on their way to bytes. One that was there before is a byte that names it; a new one is the number of bytes
/// it has in common with the one before, and the others.
#[derive(Default)]
struct Identifiers {
    bytes: Vec<u8>,
    known: Vec<[u8; 16]>,
    last: [u8; 16],
}

impl Identifiers {
    fn put(&mut self, id: [u8; 16]) {
        if let Some(place) = self.known.iter().position(|known| *known == id) {
            self.bytes.push(byte(SHARED + place));
            return;
        }
        let shared = id.iter().zip(&self.last).take_while(|(one, other)| one == other).count().min(SHARED - 1);
        self.bytes.push(byte(shared));
        self.bytes.extend_from_slice(&id[shared..]);
        self.remember(id);
    }

    fn remember(&mut self, id: [u8; 16]) {
        self.last = id;
        if self.known.len() < NAMED {
            self.known.push(id);
        }
    }
}

/// Puts the identifiers back into their holes.
fn put_back(rest: &[u8], mut ids: &[u8]) -> Option<Vec<u8>> {
    let holes = memchr_iter(HOLE, rest).count();
    let mut text = Vec::with_capacity(rest.len() + holes * (LENGTH - 1));
    let (mut read, mut done) = (Identifiers::default(), 0);
    for hole in memchr_iter(HOLE, rest) {
        let (first, others) = ids.split_first()?;
        let id = match usize::from(*first).checked_sub(SHARED) {
            Some(place) => {
                ids = others;
                *read.known.get(place)?
            }
            None => {
                let shared = usize::from(*first);
                let (own, others) = others.split_at_checked(SHARED - shared)?;
                ids = others;
                let mut id = read.last;
                id[shared..].copy_from_slice(own);
                read.remember(id);
                id
            }
        };
        text.extend_from_slice(&rest[done..hole]);
        text.extend_from_slice(Uuid::from_bytes(id).hyphenated().encode_lower(&mut [0; LENGTH]).as_bytes());
        done = hole + 1;
    }
    text.extend_from_slice(&rest[done..]);
    ids.is_empty().then_some(text)
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a number below 256")
}

fn put_length(bytes: &mut Vec<u8>, mut length: usize) {
    while length > 0x7f {
        bytes.push(byte(length & 0x7f | 0x80));
        length >>= 7;
    }
    bytes.push(byte(length));
}

fn take_length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut length = 0;
    for (place, byte) in bytes.iter().enumerate().take(5) {
        length |= usize::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((length, &bytes[place + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::*;

    fn there_and_back(text: &str) -> usize {
        let mut packer = Packer::default();
        // Twice: nothing of the first is left over in the second.
        for _ in 0..2 {
            let packed = packer.pack(text);
            assert_eq!(packer.unpack(packed.dictionary, &packed.bytes).as_deref(), Some(text));
        }
        packer.pack(text).bytes.len()
    }

    #[test]
    fn a_dictionary_that_was_released_is_as_it_was() {
        let digests = ["ee314092e09d395da9b750f3181e3faa61d5392b18264b6980362860c9d62d11"];
        for (dictionary, digest) in DICTIONARIES.iter().zip(digests) {
            let found: String = Sha256::digest(dictionary).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, digest, "what was packed with it could not be read any more");
        }
        assert_eq!(DICTIONARIES.len(), digests.len());
    }

    #[test]
    fn texts_come_back_as_they_were() {
        let id = "019dfd43-c028-7ba8-86d4-1a2c5c73af48";
        for text in [
            String::new(),
            "ünï -- -".to_owned(),
            id.to_owned(),
            format!("{id}{id}"),
            format!("-{id}-{id}-"),
            id.to_uppercase(),
            format!("{{{id}}}"),
            id[..35].to_owned(),
            format!("0{id}0"),
            id.replace('-', ""),
            "a\tb".to_owned(),
            (0..1_000).map(|n| Uuid::from_u128((n << 64) | 7).to_string()).collect(),
            "é".repeat(100_000),
        ] {
            there_and_back(&text);
        }
    }

    #[test]
    fn identifiers_made_one_after_the_other_take_a_few_bytes_and_repeated_ones_one() {
        let ids = |step: u128| {
            (0..100).map(|n| Uuid::from_u128((0x019d << 112) | (n * step)).to_string()).collect::<String>()
        };
        assert!(there_and_back(&ids(0x1234_5678)) < 100 * 7 + 50);
        assert!(there_and_back(&ids(0)) < 150);
    }

    #[test]
    fn bytes_that_were_never_packed_are_no_text_and_no_panic() {
        let mut packer = Packer::default();
        let Packed { dictionary, bytes } = packer.pack("019dfd43-c028-7ba8-86d4-1a2c5c73af48 and more of it");
        for cut in 0..bytes.len() {
            assert_eq!(packer.unpack(dictionary, &bytes[..cut]), None);
        }
        assert_eq!(packer.unpack(dictionary + 1, &bytes), None);
        assert_eq!(packer.unpack(AS_IT_IS, &[0xff]), None);
        assert_eq!(packer.unpack(dictionary, &[0xff, 0xff, 0xff, 0xff, 0x0f, 0]), None);
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in "(\\PC|[\t\n\\-]|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}){0,60}") {
            there_and_back(&text);
        }

        #[test]
        fn any_bytes_are_unpacked_without_a_panic(dictionary in 0_u32..3, bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Packer::default().unpack(dictionary, &bytes);
        }
    }
}
