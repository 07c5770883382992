//! Converts between values and columns.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
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

/// The error has no message of serde, which can quote confidential text.
pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    parse(text).map_err(|category| unreadable("a record in the store", read_problem(category)))
}

pub(super) fn parse<T: DeserializeOwned>(text: &str) -> std::result::Result<T, Category> {
    serde_json::from_str(text).map_err(|error| error.classify())
}

pub(super) fn read_problem(category: Category) -> &'static str {
    match category {
        Category::Data => "the stored data has a form that this version does not know",
        _ => "the stored data is not JSON",
    }
}

pub(super) fn unreadable(what: &str, why: &str) -> Error {
    Error::new(ErrorKind::Store, format!("{what} cannot be read: {why}"))
}

pub(super) fn capped(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
