//! Converts between values and columns.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use flate2::Crc;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;
use crate::spelling;

/// The bytes of an id. Text that is not a UUID becomes NULL, which equals nothing and violates NOT NULL.
pub(super) fn key<T>(id: &Id<T>) -> Option<[u8; 16]> {
    id.uuid().map(|uuid| uuid.into_bytes())
}

pub(super) fn micros(moment: DateTime<Utc>) -> i64 {
    moment.timestamp_micros()
}

/// An invalid timestamp is read as the epoch.
pub(super) fn moment(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap_or_default()
}

pub(super) fn capitals(number: &str) -> String {
    number.to_uppercase()
}

pub(super) fn word(text: &str) -> String {
    spelling::fold(text).trim_matches(' ').to_owned()
}

pub(super) fn words_of_all(texts: &[String]) -> BTreeSet<String> {
    texts.iter().map(|text| word(text)).collect()
}

/// `None` if it equals `number`.
pub(super) fn other_spelling(spelling: &str, number: &str) -> Option<String> {
    Some(capitals(spelling)).filter(|spelling| spelling != number && !spelling.is_empty())
}

pub(super) fn to_json<T: Serialize>(record: &T) -> Result<String> {
    serde_json::to_string(record)
        .map_err(|error| Error::new(ErrorKind::Internal, format!("a record cannot be written: {:?}", error.classify())))
}

/// The last member of a stored record: the CRC-32 of the text before it, as eight hexadecimal digits. A flipped bit often leaves valid
/// JSON, such as another container number.
const CHECKSUM: &str = ",\"crc32\":\"";
const CHECKSUM_LENGTH: usize = CHECKSUM.len() + "01234567\"}".len();

/// The text of a record, with its checksum. A record without members has none.
pub(super) fn to_record<T: Serialize>(record: &T) -> Result<String> {
    let mut text = to_json(record)?;
    if text.len() > "{}".len() && text.ends_with('}') {
        text.pop();
        let sum = crc32(text.as_bytes());
        // Writing to a string does not fail.
        let _ = write!(text, "{CHECKSUM}{sum:08x}\"}}");
    }
    Ok(text)
}

pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The error has no message of serde, which can quote confidential text.
pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    parse(text).map_err(|why| unreadable("a record in the store", why))
}

/// Parses a record after checking its checksum. The error is the reason in words. Records that were written before there were checksums
/// are not checked.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> std::result::Result<T, &'static str> {
    serde_json::from_str(&without_checksum(text)?).map_err(|error| match error.classify() {
        Category::Data => "the stored data has a form that this version does not know",
        _ => NOT_JSON,
    })
}

pub(super) const NOT_JSON: &str = "the stored data is not JSON";

fn without_checksum(text: &str) -> std::result::Result<Cow<'_, str>, &'static str> {
    let split = text.len().checked_sub(CHECKSUM_LENGTH).and_then(|at| text.split_at_checked(at));
    let Some((json, end)) = split else { return Ok(text.into()) };
    let Some(sum) = end.strip_prefix(CHECKSUM).and_then(|end| end.strip_suffix("\"}")) else { return Ok(text.into()) };
    if u32::from_str_radix(sum, 16) != Ok(crc32(json.as_bytes())) {
        return Err("its checksum is wrong: the stored data is damaged");
    }
    Ok([json, "}"].concat().into())
}

pub(super) fn unreadable(what: &str, why: &str) -> Error {
    Error::new(ErrorKind::Store, format!("{what} cannot be read: {why}"))
}

pub(super) fn capped(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
