//! Converts the errors of SQLite, and classifies failures of the disk.

use std::io;
use std::time::Duration;

use rusqlite::ErrorCode;
use rusqlite::ffi::{
    SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID, SQLITE_CONSTRAINT_UNIQUE, SQLITE_IOERR_ACCESS,
    SQLITE_IOERR_CORRUPTFS, SQLITE_IOERR_FSTAT, SQLITE_IOERR_READ, SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SHMOPEN,
    SQLITE_IOERR_SHMSIZE, SQLITE_IOERR_SHORT_READ, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
};

use crate::error::{Error, ErrorKind};

pub(super) const DAMAGED: &str = "the database is damaged: restore it from a backup";

const FULL: &str =
    "the disk is full, or a quota or the maximum file size is reached: nothing can be written until 1 MiB is free";

/// Time for an operator to make room.
const RETRY_AFTER: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Full,
    /// A write failed, possibly because the disk is full, which SQLite sometimes reports in this way.
    WriteFailed,
    /// A write to the index of the log failed. The index is written after the log.
    IndexFailed,
    ReadFailed,
    /// The database is damaged, or cannot be read: SQLite reports a read error (EIO) as damage.
    Corrupt,
    Unknown,
}

impl Fault {
    pub(super) fn of(error: &rusqlite::Error) -> Option<Fault> {
        use ErrorCode::{
            CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, PermissionDenied, ReadOnly, SystemIoFailure,
        };
        let error = error.sqlite_error()?;
        match error.code {
            DiskFull => Some(Fault::Full),
            DatabaseCorrupt | NotADatabase => Some(Fault::Corrupt),
            CannotOpen | PermissionDenied | ReadOnly => Some(Fault::Unknown),
            SystemIoFailure => Some(match error.extended_code {
                SQLITE_IOERR_READ
                | SQLITE_IOERR_SHORT_READ
                | SQLITE_IOERR_CORRUPTFS
                | SQLITE_IOERR_FSTAT
                | SQLITE_IOERR_ACCESS => Fault::ReadFailed,
                // Only a checkpoint truncates, which needs room on some file systems. The log still contains the data.
                SQLITE_IOERR_TRUNCATE => Fault::Full,
                SQLITE_IOERR_WRITE => Fault::WriteFailed,
                SQLITE_IOERR_SHMOPEN | SQLITE_IOERR_SHMSIZE | SQLITE_IOERR_SHMMAP => Fault::IndexFailed,
                _ => Fault::Unknown,
            }),
            _ => None,
        }
    }

    /// Whether a failed commit may have taken effect. On a full disk it has not, because the log lacks the end of the transaction.
    pub(super) fn leaves_doubt(self) -> bool {
        self != Fault::Full
    }
}

/// A failure of the disk, with the message of SQLite.
#[derive(Debug, Clone)]
pub(super) struct FaultReport {
    pub(super) fault: Fault,
    pub(super) cause: String,
}

impl FaultReport {
    pub(super) fn of(error: &rusqlite::Error) -> Option<Self> {
        let code = error.sqlite_error().map_or(0, |error| error.extended_code);
        Fault::of(error).map(|fault| FaultReport { fault, cause: format!("{error} (SQLite's code {code})") })
    }
}

pub(super) fn of(error: rusqlite::Error, sentence: &'static str) -> Error {
    let (kind, sentence) = match error.sqlite_error_code() {
        Some(ErrorCode::TooBig) => (ErrorKind::TooLarge, "the value is larger than the store permits"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            (ErrorKind::StoreBusy, "another program is using the database")
        }
        Some(ErrorCode::NotADatabase) => {
            (ErrorKind::StoreVersion, "the file is not a shiptrack database (it is not an SQLite file)")
        }
        Some(ErrorCode::DatabaseCorrupt) => (ErrorKind::Store, DAMAGED),
        Some(ErrorCode::DiskFull) => return full().with_source(error),
        _ => (ErrorKind::Store, sentence),
    };
    Error::new(kind, sentence).with_source(error)
}

pub(super) fn full() -> Error {
    Error::new(ErrorKind::StorageFull, FULL).with_retry_after(Some(RETRY_AFTER))
}

pub(super) fn is_collision(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_ROWID))
}

pub(super) fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi::{self, SQLITE_IOERR_FSYNC};

    use super::*;

    fn sqlite(code: i32) -> rusqlite::Error {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
    }

    #[test]
    fn errors_of_sqlite_are_classified_as_faults_of_the_disk() {
        for (code, fault) in [
            (ffi::SQLITE_FULL, Some(Fault::Full)),
            (SQLITE_IOERR_TRUNCATE, Some(Fault::Full)),
            (SQLITE_IOERR_WRITE, Some(Fault::WriteFailed)),
            (SQLITE_IOERR_SHMSIZE, Some(Fault::IndexFailed)),
            (SQLITE_IOERR_READ, Some(Fault::ReadFailed)),
            (SQLITE_IOERR_SHORT_READ, Some(Fault::ReadFailed)),
            (SQLITE_IOERR_CORRUPTFS, Some(Fault::ReadFailed)),
            (SQLITE_IOERR_FSYNC, Some(Fault::Unknown)),
            (ffi::SQLITE_READONLY, Some(Fault::Unknown)),
            (ffi::SQLITE_CORRUPT, Some(Fault::Corrupt)),
            (ffi::SQLITE_NOTADB, Some(Fault::Corrupt)),
            (SQLITE_CONSTRAINT_UNIQUE, None),
            (ffi::SQLITE_BUSY, None),
            (ffi::SQLITE_TOOBIG, None),
        ] {
            assert_eq!(Fault::of(&sqlite(code)), fault, "{code}");
        }
    }

    #[test]
    fn a_full_disk_has_a_separate_retryable_kind() {
        let error = of(sqlite(ffi::SQLITE_FULL), "the store failed");
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::StorageFull, true));
        assert!(error.retry_after().is_some());
    }
}
