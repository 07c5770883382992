//! Opens a database file: takes the lock, and checks version and integrity.

use std::error::Error as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::connection::{OwnedConnection, ReaderPool};
use super::failure::{self, DAMAGED, Fault, is_full};
use super::file_identity::{self, FileIdentity, sync_folder, unusable};
use super::integrity::{UNREAD, examine};
use super::lock::{self, Lock};
use super::{migration, schema, shrinking};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Migration, StoragePolicy};

pub(super) struct OpenedFiles {
    pub(super) readers: ReaderPool,
    pub(super) writer: OwnedConnection,
    pub(super) file: FileIdentity,
    pub(super) migration: Option<Migration>,
}

/// How a database is opened.
#[derive(Clone, Copy)]
pub(super) struct Opening<'a> {
    pub(super) path: &'a Path,
    pub(super) policy: &'a StoragePolicy,
    pub(super) migrations: &'a [&'a str],
}

pub(super) fn open(opening: Opening<'_>) -> Result<(OpenedFiles, Lock)> {
    let path = absolute_path(opening.path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => unusable("the folder of the database does not exist", error),
        _ => unusable("the path of the database cannot be used", error),
    })?;
    check_file(&path)?;
    let mut lock = Lock::acquire(&path)?;
    let opening = Opening { path: &path, ..opening };
    let prepared = lock
        .check_log(&path)
        .and_then(|()| prepare(opening, &mut lock).or_else(|error| prepare_again(error, opening, &mut lock)));
    match prepared {
        Ok(opened) => {
            lock.set_files(opened.file.files());
            Ok((opened, lock))
        }
        Err(error) => {
            lock.discard();
            Err(error)
        }
    }
}

fn prepare(opening: Opening<'_>, lock: &mut Lock) -> Result<OpenedFiles> {
    let Opening { path, policy, migrations } = opening;
    make(path).map_err(|error| unusable("the database file cannot be opened", error))?;
    let unopened = |error| failure::of(error, "the database cannot be opened");
    let writer = OwnedConnection::open(path).map_err(unopened)?;
    check_writable(&writer)?;
    let old = Some(schema::check(&writer, migrations)?).filter(|version| (1..migrations.len()).contains(version));
    if let Some(version) = old.filter(|_| !policy.migrate) {
        return Err(migration::not_permitted(version, migrations.len()));
    }
    let size = std::fs::metadata(path).map_or(u64::MAX, |found| found.len());
    if old.is_some() || lock.is_suspect() || !lock.was_released() || size <= policy.check_bytes as u64 {
        examine(&writer)?;
    }
    if lock.is_suspect() {
        lock.clear()?;
    }
    shrinking::prepare(&writer).map_err(unopened)?;
    if !writer.use_write_ahead_log().map_err(unopened)? {
        return Err(Error::new(ErrorKind::Store, "the file system does not support a write-ahead log"));
    }
    let migration = migration::run(&writer, path, old, migrations)?;
    let readers = ReaderPool::open(path, policy.cache_bytes)?;
    writer.limit_cache(readers.writer_share()).map_err(unopened)?;
    // The log exists by now. SQLite also syncs its name, but does not report a failure.
    sync_folder(path).map_err(|error| unusable("the folder of the database cannot be synced", error))?;
    let file = FileIdentity::of(path).map_err(|error| unusable("the database file cannot be examined", error))?;
    Ok(OpenedFiles { readers, writer, file, migration })
}

/// Reports damage only if the disk returned it twice.
fn prepare_again(error: Error, opening: Opening<'_>, lock: &mut Lock) -> Result<OpenedFiles> {
    let path = opening.path;
    if matches!(fault_of(&error), Some(Fault::Full | Fault::WriteFailed | Fault::IndexFailed)) {
        let full = lock.check_room().is_err_and(|error| is_full(&error));
        return Err(if full { failure::full().with_source(error) } else { error });
    }
    if !seems_damaged(&error, path) {
        return Err(error);
    }
    let read = File::open(path).and_then(|file| file_identity::read_all(&file));
    read.map_err(|error| unusable(UNREAD, error))?;
    prepare(opening, lock).map_err(|error| match seems_damaged(&error, path) {
        true => Error::new(ErrorKind::Store, DAMAGED),
        false => error,
    })
}

fn absolute_path(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if let Ok(path) = path.canonicalize() {
        return Ok(path);
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::Error::from(io::ErrorKind::InvalidFilename));
    };
    Ok(folder.canonicalize()?.join(name))
}

fn check_file(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(Error::new(ErrorKind::Store, "the path is a folder, not a database file")),
        Ok(found) if !found.is_file() => Err(Error::new(ErrorKind::Store, "the path is not a regular file")),
        Ok(found) if names_of(&found) > 1 => Err(Error::new(ErrorKind::Store, SEVERAL_NAMES)),
        // Opening the file reports other problems.
        _ => Ok(()),
    }
}

/// SQLite finds the log of a database by the name of the database. Under two names it would have two logs, and writes to one of them would
/// be lost.
const SEVERAL_NAMES: &str = "the file has several names (hard links), and data that is written under one of them would be lost under \
                             the others: remove all names but one, or copy the file";

#[cfg(unix)]
fn names_of(found: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

#[cfg(not(unix))]
fn names_of(_: &std::fs::Metadata) -> u64 {
    1
}

/// Fails now instead of at the first write.
pub(super) fn check_writable(connection: &Connection) -> Result<()> {
    match connection.is_readonly("main") {
        Ok(false) => Ok(()),
        Ok(true) => {
            Err(Error::new(ErrorKind::Store, "the database file is read-only: this process may not write to it"))
        }
        Err(error) => Err(failure::of(error, "the database cannot be opened")),
    }
}

/// Whether the file begins like a database although SQLite does not recognize it: then it is a damaged database.
fn is_damaged_database(error: &Error, path: &Path) -> bool {
    let mut head = [0; 16];
    error.kind() == ErrorKind::StoreVersion
        && error.source().is_some()
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == *b"SQLite format 3\0"
}

fn fault_of(error: &Error) -> Option<Fault> {
    error.source().and_then(|source| source.downcast_ref()).and_then(Fault::of)
}

fn seems_damaged(error: &Error, path: &Path) -> bool {
    error.message() == DAMAGED || is_damaged_database(error, path)
}

/// Only the owner can read the file. SQLite gives its other files the same mode.
fn make(path: &Path) -> io::Result<()> {
    match lock::private(OpenOptions::new().write(true).create_new(true)).open(path) {
        Ok(file) => file.sync_all().and_then(|()| sync_folder(path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}
