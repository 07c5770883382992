//! Checks the structure of a database, and its tables against their indexes.

use rusqlite::Connection;

use super::failure::{self, DAMAGED};
use crate::error::{Error, ErrorKind, Result};

pub(super) const UNREAD: &str = "the database could not be read: the disk failed";

/// Fails if SQLite finds damaged pages, or an index that differs from its table. This finds damage in columns that have no checksum but an
/// index.
pub(super) fn examine(connection: &Connection) -> Result<()> {
    let verdict: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| failure::of(error, "the database could not be checked"))?;
    match verdict.as_str() {
        "ok" => Ok(()),
        _ => Err(Error::new(ErrorKind::Store, DAMAGED)),
    }
}
