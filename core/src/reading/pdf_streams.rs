//! What is packed in a PDF, unpacked once under a limit before the library does: it has none of its own. What could be packed in a
//! way that is not looked into here is refused.

use std::io::{Cursor, Read};

use flate2::read::ZlibDecoder;
use memchr::memmem;

use super::bounds::Problem;
use super::guard::Stop;

/// How far before its bytes the dictionary of a stream begins at most.
const LONGEST_DICTIONARY: usize = 64 * 1024;

/// Refuses a file of which more than so many bytes would be unpacked.
pub(super) fn check(bytes: &[u8], most: usize, stop: &Stop) -> Result<(), Problem> {
    let mut unpacked = 0;
    for at in memmem::find_iter(bytes, b"stream") {
        stop.check()?;
        let before = bytes[..at].trim_ascii_end();
        if !before.ends_with(b">>") {
            continue;
        }
        let dictionary = &before[before.len().saturating_sub(LONGEST_DICTIONARY)..];
        let start = memmem::rfind(dictionary, b"obj").ok_or_else(|| odd("a stream without a beginning"))?;
        let filters = filters(&dictionary[start + 3..])?;
        let body = &bytes[at + b"stream".len()..];
        let body = body.strip_prefix(b"\r").unwrap_or(body);
        let body = body.strip_prefix(b"\n").unwrap_or(body);
        unpacked += size(body, &filters, most - unpacked, stop)?;
        if unpacked >= most {
            return Err(Problem::Unpacks(most));
        }
    }
    Ok(())
}

/// How the bytes of a stream are packed, the way they are unpacked in.
fn filters(dictionary: &[u8]) -> Result<Vec<&[u8]>, Problem> {
    let is_hidden =
        |at: usize| dictionary[..at].iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count() > 0;
    if memchr::memchr_iter(b'#', dictionary).any(is_hidden) {
        return Err(odd("names in its streams that are written as codes"));
    }
    let Some(at) = memmem::find(dictionary, b"/Filter") else { return Ok(Vec::new()) };
    let rest = dictionary[at + b"/Filter".len()..].trim_ascii_start();
    let list = match rest.first() {
        Some(b'/') => {
            &rest[..rest[1..].iter().position(|byte| !byte.is_ascii_alphanumeric()).map_or(rest.len(), |end| end + 1)]
        }
        Some(b'[') => &rest[1..memchr::memchr(b']', rest).ok_or_else(|| odd("a list without an end"))?],
        _ => return Err(odd("a stream that says elsewhere how it is packed")),
    };
    let names = list.split(|byte| *byte == b'/').map(|name| name.trim_ascii()).filter(|name| !name.is_empty());
    Ok(names.collect())
}

/// How many bytes a stream unpacks to, as far as `most`.
fn size(body: &[u8], filters: &[&[u8]], most: usize, stop: &Stop) -> Result<usize, Problem> {
    let mut packed: Option<Vec<u8>> = None;
    let mut size = 0;
    for (number, filter) in filters.iter().enumerate() {
        let input = packed.as_deref().unwrap_or(body);
        let is_last = number + 1 == filters.len();
        let made = match *filter {
            b"FlateDecode" | b"Fl" => inflated(input, most, is_last, stop)?,
            b"ASCII85Decode" | b"A85" => Made::all(ascii85(input)),
            b"ASCIIHexDecode" | b"AHx" => Made::all(hex(input)),
            b"RunLengthDecode" | b"RL" => {
                let length = memmem::find(input, b"endstream").unwrap_or(input.len());
                return Ok(size + length.saturating_mul(64));
            }
            // Pictures, which are not looked at.
            b"DCTDecode" | b"DCT" | b"JPXDecode" | b"JBIG2Decode" | b"CCITTFaxDecode" | b"CCF" => return Ok(size),
            _ => return Err(odd("bytes packed in a way that is not looked into")),
        };
        size += made.size;
        if size >= most {
            return Ok(most);
        }
        packed = Some(made.bytes);
    }
    Ok(size)
}

struct Made {
    size: usize,
    /// What came of it, where something else is still to be done with it.
    bytes: Vec<u8>,
}

impl Made {
    fn all(bytes: Vec<u8>) -> Self {
        Made { size: bytes.len(), bytes }
    }
}

fn inflated(input: &[u8], most: usize, is_last: bool, stop: &Stop) -> Result<Made, Problem> {
    let (mut decoder, mut piece) = (ZlibDecoder::new(Cursor::new(input)), vec![0; 64 * 1024]);
    let mut made = Made { size: 0, bytes: Vec::new() };
    while made.size < most {
        stop.check()?;
        match decoder.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => {
                made.size += read;
                if !is_last {
                    made.bytes.extend_from_slice(&piece[..read]);
                }
            }
            // One that breaks off later is read as far as it goes.
            Err(_) if made.size > 0 => break,
            // What is encrypted cannot be looked into either.
            Err(_) => return Err(odd("a stream that is damaged or encrypted")),
        }
    }
    Ok(made)
}

fn ascii85(input: &[u8]) -> Vec<u8> {
    let (mut bytes, mut group, mut count) = (Vec::new(), 0_u32, 0);
    for byte in input.iter().take_while(|byte| **byte != b'~') {
        match byte {
            b'z' if count == 0 => bytes.extend([0; 4]),
            b'!'..=b'u' => {
                group = group.wrapping_mul(85).wrapping_add(u32::from(byte - b'!'));
                count += 1;
                if count == 5 {
                    bytes.extend(group.to_be_bytes());
                    (group, count) = (0, 0);
                }
            }
            _ => {}
        }
    }
    if count > 1 {
        let padded = (count..5).fold(group, |group, _| group.wrapping_mul(85).wrapping_add(84));
        bytes.extend(&padded.to_be_bytes()[..count - 1]);
    }
    bytes
}

fn hex(input: &[u8]) -> Vec<u8> {
    let digits = input.iter().take_while(|byte| **byte != b'>').filter_map(|byte| char::from(*byte).to_digit(16));
    let digits: Vec<u8> = digits.filter_map(|digit| u8::try_from(digit).ok()).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

fn odd(what: &str) -> Problem {
    Problem::Damaged("PDF", format!("it has {what}"))
}
