//! Migrates a database of an older version, after it was copied.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::connection::OwnedConnection;
use super::failure;
use super::file_identity::{sibling, sync_folder, unusable};
use super::integrity::examine;
use super::{lock, schema, shrinking};
use crate::error::{Error, ErrorKind, Result};
use crate::store::Migration;

/// Applies the scripts that the database does not have. A database of version `old` is copied before; `old` is `None` if the database is
/// empty or up to date.
pub(super) fn run(
    writer: &OwnedConnection,
    path: &Path,
    old: Option<usize>,
    scripts: &[&str],
) -> Result<Option<Migration>> {
    let migrated =
        |from| -> Result<Migration> { Ok(Migration { from, to: scripts.len(), copy: copy(writer, path, from)? }) };
    let migration = old.map(migrated).transpose()?;
    schema::apply(writer, scripts)?;
    Ok(migration)
}

pub(super) fn not_permitted(from: usize, to: usize) -> Error {
    Error::new(
        ErrorKind::StoreVersion,
        format!(
            "the database has schema version {from}, and this version of shiptrack needs version {to}. It is not migrated here \
             (`storage.migrate` is false): run `shiptrack migrate`, or open it with a program that may migrate it. A copy is written first"
        ),
    )
}

/// Writes a verified copy next to the database, and replaces an earlier copy of the same version.
fn copy(writer: &OwnedConnection, path: &Path, version: usize) -> Result<PathBuf> {
    let copy = sibling(path, &format!(".version-{version}"));
    let part = sibling(&copy, ".part");
    let written = write(writer, &part).and_then(|()| {
        let renamed = File::open(&part).and_then(|file| file.sync_all()).and_then(|()| fs::rename(&part, &copy));
        renamed.and_then(|()| sync_folder(path)).map_err(uncopied)
    });
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.map(|()| copy)
}

fn write(writer: &OwnedConnection, part: &Path) -> Result<()> {
    // SQLite writes into an existing file if it is empty, and keeps its mode.
    lock::private(OpenOptions::new().write(true).create(true).truncate(true)).open(part).map_err(uncopied)?;
    let name = part.to_str().ok_or_else(|| uncopied(io::Error::from(io::ErrorKind::InvalidFilename)))?;
    let failed = |error| failure::of(error, "the database could not be copied before its migration");
    shrinking::copy_into(writer, name).map_err(failed)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copied = Connection::open_with_flags(part, flags).map_err(failed)?;
    examine(&copied)?;
    match contents(writer).and_then(|own| Ok(own == contents(&copied)?)).map_err(failed)? {
        true => Ok(()),
        false => {
            Err(Error::new(ErrorKind::Store, "the copy of the database is not complete: the database was not migrated"))
        }
    }
}

/// The schema version, and each table with its number of rows.
fn contents(connection: &Connection) -> rusqlite::Result<(i64, Vec<(String, i64)>)> {
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let mut tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
    let names: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let count = |name: String| {
        let rows = connection.query_row(&format!("SELECT count(*) FROM \"{name}\""), [], |row| row.get(0))?;
        Ok((name, rows))
    };
    Ok((version, names.into_iter().map(count).collect::<rusqlite::Result<_>>()?))
}

fn uncopied(error: io::Error) -> Error {
    if failure::is_full(&error) {
        return failure::full().with_source(error);
    }
    unusable("the database could not be copied before its migration", error)
}
