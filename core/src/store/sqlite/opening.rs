//! Opens a database file: takes the lock, and checks version and integrity.

use std::error::Error as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, ErrorCode};

use super::connection::{OwnedConnection, ReaderPool, open_reader};
use super::descriptors::Descriptors;
use super::failure::{self, DAMAGED, Fault, is_full};
use super::file_identity::{self, FileIdentity, SEVERAL_NAMES, names_of, sibling, sync_folder, unusable};
use super::integrity::{UNREAD, examine};
use super::lock::{self, Lock};
use super::{migration, schema, shrinking};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Migration, StoragePolicy};

pub(super) struct OpenedFiles {
    pub(super) readers: ReaderPool,
    /// A connection that holds read transactions during checkpoints.
    pub(super) pin: OwnedConnection,
    pub(super) writer: OwnedConnection,
    pub(super) file: FileIdentity,
    pub(super) migration: Option<Migration>,
    /// Whether the database was created.
    pub(super) is_new: bool,
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
    let mut lock = Lock::acquire(&path).map_err(|error| name_folder(error, &path))?;
    let opening = Opening { path: &path, ..opening };
    let prepared = check_remembered(&lock, &path)
        .and_then(|()| lock.check_log(&path))
        .and_then(|()| prepare(opening, &mut lock).or_else(|error| prepare_again(error, opening, &mut lock)))
        .map_err(|error| name_folder(error, &path));
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
    let is_new = is_missing_or_empty(path);
    make(path).map_err(|error| unusable("the database file cannot be opened", error))?;
    let unopened = |error| failure::of(error, "the database cannot be opened");
    let descriptors = Arc::new(Descriptors::new(path, &sibling(path, "-shm")));
    let writer = OwnedConnection::open(path, &descriptors).map_err(unopened)?;
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
    descriptors.lock();
    let migration = migration::run(&writer, path, old, migrations)?;
    let readers = ReaderPool::open(path, &descriptors, policy.cache_bytes)?;
    // In a new database, the index of the log exists only now.
    descriptors.lock();
    let pin = open_reader(path, &descriptors).map_err(unopened)?;
    pin.limit_cache(0).map_err(unopened)?;
    writer.limit_cache(readers.writer_share()).map_err(unopened)?;
    // The log exists by now. SQLite also syncs its name, but does not report a failure.
    sync_folder(path).map_err(|error| unusable("the folder of the database cannot be synced", error))?;
    let file = FileIdentity::of(path, &descriptors)
        .map_err(|error| unusable("the database file cannot be examined", error))?;
    Ok(OpenedFiles { readers, pin, writer, file, migration, is_new })
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

fn is_missing_or_empty(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(found) => found.len() == 0,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Fails if there was a database that is missing now. A full disk or a volume that is not mounted must not make a new, empty service.
fn check_remembered(lock: &Lock, path: &Path) -> Result<()> {
    if !lock.remembers_database() || !is_missing_or_empty(path) {
        return Ok(());
    }
    let message = format!(
        "the database is missing or empty, but its lock file shows that there was one: restore it, or remove the lock file {} to begin anew",
        lock.path().display()
    );
    Err(Error::new(ErrorKind::Store, message))
}

/// Replaces the error of a file that cannot be created if its folder is not writable.
fn name_folder(error: Error, path: &Path) -> Error {
    if !is_denied(&error) || path.parent().is_none_or(is_writable_folder) {
        return error;
    }
    let message = "the folder of the database is not writable: this process must be able to create files next to the database (-wal, -shm \
                   and .lock)";
    Error::new(ErrorKind::Store, message).with_source(io::Error::other(error.with_causes()))
}

fn is_denied(error: &Error) -> bool {
    let Some(source) = error.source() else { return false };
    let by_sqlite = || {
        let code = source.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
        matches!(code, Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied))
    };
    let by_system = |source: &io::Error| {
        matches!(source.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
    };
    source.downcast_ref().map_or_else(by_sqlite, by_system)
}

#[cfg(unix)]
fn is_writable_folder(folder: &Path) -> bool {
    use nix::unistd::{AccessFlags, access};
    access(folder, AccessFlags::W_OK | AccessFlags::X_OK).is_ok()
}

#[cfg(not(unix))]
fn is_writable_folder(_: &Path) -> bool {
    true
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_names_the_folder_only_if_the_folder_is_not_writable() {
        let denied = || unusable("the lock file cannot be opened", io::ErrorKind::PermissionDenied.into());
        let named = |folder: &Path| name_folder(denied(), &folder.join("s.db")).message().to_owned();
        assert_eq!(named(&std::env::temp_dir()), "the lock file cannot be opened");
        assert!(named(Path::new("/no such folder")).starts_with("the folder of the database is not writable"));
        let other = Error::new(ErrorKind::Store, DAMAGED);
        assert_eq!(name_folder(other, Path::new("/no such folder/s.db")).message(), DAMAGED);
    }
}
