//! What SQLite's errors mean to a caller, and the memory of a store whose disk failed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::ErrorCode;

use super::lock::Lock;
use super::locked;
use crate::error::{Error, ErrorKind, Result};

/// What is said of a file that SQLite wrote once and that cannot be read any more.
pub(super) const DAMAGED: &str = "the database is damaged: restore it from a backup";

/// Whether the handle may still write, and the lock that tells the next one to look before it trusts the file.
#[derive(Default)]
pub(super) struct Health {
    broken: AtomicBool,
    lock: Mutex<Option<Lock>>,
}

impl Health {
    pub(super) fn new(lock: Option<Lock>) -> Self {
        Health { broken: AtomicBool::new(false), lock: Mutex::new(lock) }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// Refuses a write after an I/O error.
    pub(super) fn check(&self) -> Result<()> {
        if self.is_broken() {
            let refusal = "the store refuses writes after an I/O error until it is opened again";
            return Err(Error::new(ErrorKind::Closed, refusal));
        }
        Ok(())
    }

    /// An error of a statement. One of the disk is remembered.
    pub(super) fn failed(&self, error: rusqlite::Error) -> Error {
        if is_of_the_disk(&error) {
            self.break_off();
        }
        of(error, "the store failed")
    }

    /// An error of a commit: when the disk failed, nobody knows whether it took effect.
    pub(super) fn commit_failed(&self, error: rusqlite::Error) -> Error {
        let unknown = is_of_the_disk(&error);
        let error = self.failed(error);
        if unknown { error.in_doubt() } else { error }
    }

    /// Lets go of the lock: nothing of the database is open any more.
    pub(super) fn release(&self) {
        drop(locked(&self.lock).take());
    }

    /// Refuses every write from now on.
    pub(super) fn break_off(&self) {
        if !self.broken.swap(true, Ordering::AcqRel)
            && let Some(lock) = &*locked(&self.lock)
        {
            lock.mark_suspect();
        }
    }
}

/// An error of SQLite with a sentence for a person.
pub(super) fn of(error: rusqlite::Error, sentence: &'static str) -> Error {
    let (kind, sentence) = match error.sqlite_error_code() {
        Some(ErrorCode::TooBig) => (ErrorKind::TooLarge, "larger than the store keeps"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            (ErrorKind::StoreBusy, "another program works on the database")
        }
        Some(ErrorCode::NotADatabase) => (ErrorKind::StoreVersion, "not a shiptrack database: not SQLite at all"),
        Some(ErrorCode::DatabaseCorrupt) => (ErrorKind::Store, DAMAGED),
        _ => (ErrorKind::Store, sentence),
    };
    Error::new(kind, sentence).with_source(error)
}

/// Whether a row collided with another one. A row that no table would take is another matter.
pub(super) fn is_collision(error: &rusqlite::Error) -> bool {
    use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID, SQLITE_CONSTRAINT_UNIQUE};
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_ROWID))
}

fn is_of_the_disk(error: &rusqlite::Error) -> bool {
    use ErrorCode::{CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, PermissionDenied, ReadOnly, SystemIoFailure};
    matches!(
        error.sqlite_error_code(),
        Some(SystemIoFailure | DiskFull | DatabaseCorrupt | NotADatabase | CannotOpen | PermissionDenied | ReadOnly)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sqlite(code: i32) -> rusqlite::Error {
        rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None)
    }

    #[test]
    fn a_commit_the_disk_failed_on_is_in_doubt_and_ends_writing() {
        let health = Health::default();
        let error = health.commit_failed(sqlite(rusqlite::ffi::SQLITE_IOERR_FSYNC));
        assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Store, true));
        assert_eq!(health.check().unwrap_err().kind(), ErrorKind::Closed);
    }

    #[test]
    fn a_broken_constraint_does_not_end_writing() {
        let health = Health::default();
        let error = health.commit_failed(sqlite(rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE));
        assert!(!error.is_in_doubt() && !health.is_broken());
    }
}
