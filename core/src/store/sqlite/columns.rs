//! Values as the columns of the tables have them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::spelling;
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;

/// An identifier as the tables have it. One that is no UUID is NULL, which equals nothing and which no table takes.
pub(super) fn key<T>(id: &Id<T>) -> Option<[u8; 16]> {
    id.uuid().map(|uuid| uuid.into_bytes())
}

/// A moment as the tables have it.
pub(super) fn micros(moment: DateTime<Utc>) -> i64 {
    moment.timestamp_micros()
}

/// A moment out of the tables. What is none there is the beginning of time.
pub(super) fn moment(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap_or_default()
}

/// A number as the tables have it.
pub(super) fn capitals(number: &str) -> String {
    number.to_uppercase()
}

/// A name, a code, a label or a reference, or a part of one, as it is kept to be found.
pub(super) fn word(text: &str) -> String {
    spelling::plain(text).trim_matches(' ').to_owned()
}

/// A spelling of a number, where it is another one than `number`.
pub(super) fn other_spelling(spelling: &str, number: &str) -> Option<String> {
    Some(capitals(spelling)).filter(|spelling| spelling != number && !spelling.is_empty())
}

/// A record as its row has it.
pub(super) fn to_json<T: Serialize>(record: &T) -> Result<String> {
    serde_json::to_string(record)
        .map_err(|error| Error::new(ErrorKind::Internal, format!("a record cannot be written: {:?}", error.classify())))
}

/// What serde says about text it cannot read quotes that text: it is left out of the error.
pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    parse(text).map_err(|category| unreadable("a record in the store", why(category)))
}

pub(super) fn parse<T: DeserializeOwned>(text: &str) -> std::result::Result<T, Category> {
    serde_json::from_str(text).map_err(|error| error.classify())
}

/// Why a record cannot be read.
pub(super) fn why(category: Category) -> &'static str {
    match category {
        Category::Data => "what is stored of it has another shape than this version knows",
        _ => "what is stored of it is not JSON",
    }
}

pub(super) fn unreadable(what: &str, why: &str) -> Error {
    Error::new(ErrorKind::Store, format!("{what} cannot be read: {why}"))
}

/// How many rows, as SQLite counts.
pub(super) fn capped(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}
