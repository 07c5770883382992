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
const CHECKSUM_END: &str = "01234567\"}";
/// The checksum of the text that a record describes.
const OTHER_CHECKSUM: &str = ",\"text_crc32\":\"";

const NO_CHECKSUM: &str = "its checksum is missing: the stored data is damaged";
const WRONG_CHECKSUM: &str = "its checksum is wrong: the stored data is damaged";

/// The text of a record, with its checksum. A record without members has none.
pub(super) fn to_record<T: Serialize>(record: &T) -> Result<String> {
    Ok(with_checksum(to_json(record)?, CHECKSUM, None))
}

/// The JSON of an object that describes another text, with checksums of both.
pub(super) fn with_checksums(json: String, other: Option<&str>) -> String {
    let json = match other {
        Some(_) => with_checksum(json, OTHER_CHECKSUM, other),
        None => json,
    };
    with_checksum(json, CHECKSUM, None)
}

/// Adds the checksum of `other`, or of the text itself.
fn with_checksum(mut text: String, member: &str, other: Option<&str>) -> String {
    if text.len() > "{}".len() && text.ends_with('}') {
        text.pop();
        let sum = crc32(other.unwrap_or(&text).as_bytes());
        // Writing to a string does not fail.
        let _ = write!(text, "{member}{sum:08x}\"}}");
    }
    text
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

/// Parses a record after checking its checksum. The error is the reason in words.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> std::result::Result<T, &'static str> {
    serde_json::from_str(&without_checksum(text)?).map_err(|error| match error.classify() {
        Category::Data => "the stored data has a form that this version does not know",
        _ => NOT_JSON,
    })
}

pub(super) const NOT_JSON: &str = "the stored data is not JSON";

/// Checks the checksum of a record, and removes it.
pub(super) fn without_checksum(text: &str) -> std::result::Result<Cow<'_, str>, &'static str> {
    split_checksum(text, CHECKSUM, None)
}

/// Checks the checksums of [`with_checksums`], and returns the JSON without them.
pub(super) fn without_checksums(text: &str, other: &str) -> std::result::Result<String, &'static str> {
    Ok(split_checksum(&without_checksum(text)?, OTHER_CHECKSUM, Some(other))?.into_owned())
}

/// Removes the checksum from the end of a record. It is that of `other`, or of the text before it. A record without members has none.
fn split_checksum<'t>(
    text: &'t str,
    member: &str,
    other: Option<&str>,
) -> std::result::Result<Cow<'t, str>, &'static str> {
    if text == "{}" {
        return Ok(text.into());
    }
    let split = text.len().checked_sub(member.len() + CHECKSUM_END.len()).and_then(|at| text.split_at_checked(at));
    let (json, end) = split.ok_or(NO_CHECKSUM)?;
    let sum = end.strip_prefix(member).and_then(|end| end.strip_suffix("\"}")).ok_or(NO_CHECKSUM)?;
    if u32::from_str_radix(sum, 16) != Ok(crc32(other.unwrap_or(json).as_bytes())) {
        return Err(WRONG_CHECKSUM);
    }
    Ok([json, "}"].concat().into())
}

pub(super) fn unreadable(what: &str, why: &str) -> Error {
    Error::new(ErrorKind::Store, format!("{what} cannot be read: {why}"))
}

pub(super) fn capped(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
