//! Compresses notifications with deflate and a preset dictionary, because they consist of the same few phrases; and records of email
//! submissions with their message as the dictionary.
//!
//! A compressed text is its length (4 bytes, little-endian), then its deflated bytes, then the CRC-32 of the text (4 bytes, little-endian).

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::columns::crc32;

/// A row contains the number of its dictionary, starting at 1. Never change a released dictionary, because rows that were compressed with it
/// could not be read. Add a new one at the end.
const DICTIONARIES: &[&[u8]] = &[include_bytes!("dictionaries/0001.txt")];

/// Maximum number of bytes before compression.
const MAX_LENGTH: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Compressed {
    pub dictionary: u32,
    pub bytes: Vec<u8>,
}

#[derive(Default)]
pub(super) struct Compressor {
    deflater: Option<Compress>,
    inflater: Option<Decompress>,
}

impl Compressor {
    pub fn compress(&mut self, text: &str) -> Option<Compressed> {
        let bytes = self.compress_with(DICTIONARIES[DICTIONARIES.len() - 1], text)?;
        Some(Compressed { dictionary: u32::try_from(DICTIONARIES.len()).ok()?, bytes })
    }

    /// `None` if [`compress`](Self::compress) did not return these bytes.
    pub fn decompress(&mut self, dictionary: u32, bytes: &[u8]) -> Option<String> {
        let dictionary = DICTIONARIES.get(usize::try_from(dictionary).ok()?.checked_sub(1)?)?;
        self.decompress_with(dictionary, bytes)
    }

    /// Compresses with a dictionary that is not in the list, or with an empty one.
    pub fn compress_with(&mut self, dictionary: &[u8], text: &str) -> Option<Vec<u8>> {
        let length = u32::try_from(Some(text.len()).filter(|length| *length <= MAX_LENGTH)?).ok()?;
        let mut bytes = Vec::with_capacity(text.len() / 4 + 64);
        bytes.extend_from_slice(&length.to_le_bytes());
        let deflater = self.deflater.get_or_insert_with(|| Compress::new(Compression::default(), false));
        deflater.reset();
        if !dictionary.is_empty() {
            deflater.set_dictionary(dictionary).ok()?;
        }
        let mut taken = 0;
        loop {
            let before = deflater.total_in();
            let status = deflater.compress_vec(&text.as_bytes()[taken..], &mut bytes, FlushCompress::Finish).ok()?;
            taken += usize::try_from(deflater.total_in() - before).ok()?;
            if status == Status::StreamEnd {
                bytes.extend_from_slice(&crc32(text.as_bytes()).to_le_bytes());
                return Some(bytes);
            }
            bytes.reserve(text.len() - taken + 64);
        }
    }

    /// `None` if [`compress_with`](Self::compress_with) did not return these bytes for the dictionary.
    pub fn decompress_with(&mut self, dictionary: &[u8], bytes: &[u8]) -> Option<String> {
        let (length, deflated) = bytes.split_first_chunk()?;
        let length = usize::try_from(u32::from_le_bytes(*length)).ok().filter(|length| *length <= MAX_LENGTH)?;
        let inflater = self.inflater.get_or_insert_with(|| Decompress::new(false));
        inflater.reset(false);
        if !dictionary.is_empty() {
            inflater.set_dictionary(dictionary).ok()?;
        }
        // The capacity is one byte more than the expected length, so that a text that is too long is detected.
        let mut text = Vec::with_capacity(length + 1);
        let status = inflater.decompress_vec(deflated, &mut text, FlushDecompress::Finish).ok()?;
        let checksum = deflated.get(usize::try_from(inflater.total_in()).ok()?..)?;
        let is_whole = status == Status::StreamEnd && text.len() == length;
        let is_intact = checksum == crc32(&text).to_le_bytes();
        (is_whole && is_intact).then_some(text).and_then(|text| String::from_utf8(text).ok())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::*;

    fn assert_round_trip(text: &str) {
        let mut compressor = Compressor::default();
        // Twice, to find state that remains from the first text.
        for _ in 0..2 {
            let Compressed { dictionary, bytes } = compressor.compress(text).unwrap();
            assert_eq!(compressor.decompress(dictionary, &bytes).as_deref(), Some(text));
        }
    }

    #[test]
    fn released_dictionaries_are_unchanged() {
        let digests = ["455eb599c7f85a39c8a48351ef9fac7045ca5102d3b695b96acd8ded2004857d"];
        for (dictionary, digest) in DICTIONARIES.iter().zip(digests) {
            let found: String = Sha256::digest(dictionary).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, digest, "rows that were compressed with this dictionary could not be read");
        }
        assert_eq!(DICTIONARIES.len(), digests.len());
    }

    #[test]
    fn texts_survive_a_round_trip() {
        for text in [String::new(), "ünï -- -\t".to_owned(), "\n".repeat(3), "é".repeat(100_000)] {
            assert_round_trip(&text);
        }
    }

    #[test]
    fn damaged_bytes_are_rejected_without_a_panic() {
        let text = "019dfd43-c028-7ba8-86d4-1a2c5c73af48 and more";
        let mut compressor = Compressor::default();
        let Compressed { dictionary, bytes } = compressor.compress(text).unwrap();
        for cut in 0..bytes.len() {
            assert_eq!(compressor.decompress(dictionary, &bytes[..cut]), None);
        }
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            // The last byte of the deflated text has bits without a meaning.
            let found = compressor.decompress(dictionary, &flipped);
            assert!(found.is_none_or(|found| found == text), "bit {bit}");
        }
        assert_eq!(compressor.decompress(dictionary + 1, &bytes), None);
        assert_eq!(compressor.decompress(0, &bytes), None);
        assert_eq!(compressor.decompress(dictionary, &[0xff, 0xff, 0xff, 0xff, 0x03, 0]), None);
    }

    proptest! {
        #[test]
        fn any_text_survives_a_round_trip(text in "(\\PC|[\t\n\\-]|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}){0,60}") {
            assert_round_trip(&text);
        }

        #[test]
        fn any_bytes_are_decompressed_without_a_panic(dictionary in 0_u32..3, bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Compressor::default().decompress(dictionary, &bytes);
        }
    }
}
