//! `Checkpoints`: when the write-ahead log is copied to the database and truncated.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use super::connection::OwnedConnection;
use super::file_identity::{FileIdentity, FileProblem};
use crate::error::{Error, ErrorKind, Result};
use crate::threads::lock;

/// Size of a log, in bytes, that housekeeping truncates. After a refusal, the log must grow by this size before the next attempt.
const LARGE_LOG: u64 = 16 << 20;

pub(super) struct Checkpoints {
    /// A connection with a read transaction during a checkpoint. The writer cannot begin the log anew meanwhile, which would overwrite what
    /// another copy of SQLite reads that was opened during the checkpoint. Then the transaction stays open until that copy is gone.
    pin: Mutex<OwnedConnection>,
    /// Size of the log, in bytes, at which it is truncated.
    next_truncation: AtomicU64,
    /// Whether checkpoints are postponed because another copy of SQLite in this process has the database open.
    is_postponed: AtomicBool,
    /// Whether that was not reported yet.
    has_warning: AtomicBool,
    max_log_bytes: u64,
}

impl Checkpoints {
    pub(super) fn new(pin: OwnedConnection, max_log_bytes: usize) -> Self {
        Checkpoints {
            pin: Mutex::new(pin),
            next_truncation: AtomicU64::new(LARGE_LOG),
            is_postponed: AtomicBool::default(),
            has_warning: AtomicBool::default(),
            max_log_bytes: max_log_bytes as u64,
        }
    }

    pub(super) fn close(&self) {
        lock(&self.pin).close();
    }

    /// The connection for a checkpoint. `None` if another thread is using it.
    pub(super) fn pin(&self) -> Option<MutexGuard<'_, OwnedConnection>> {
        match self.pin.try_lock() {
            Ok(pin) => Some(pin),
            Err(TryLockError::Poisoned(pin)) => Some(pin.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Whether a log of this size is truncated.
    pub(super) fn is_large(&self, log_bytes: u64) -> bool {
        log_bytes >= self.next_truncation.load(Ordering::Acquire)
    }

    /// Called after a truncation, with the size of the log.
    pub(super) fn truncated_to(&self, log_bytes: u64) {
        self.next_truncation.store(log_bytes + LARGE_LOG, Ordering::Release);
    }

    pub(super) fn set_postponed(&self, is_postponed: bool) {
        if !self.is_postponed.swap(is_postponed, Ordering::AcqRel) && is_postponed {
            self.has_warning.store(true, Ordering::Release);
        }
    }

    pub(super) fn take_warning(&self) -> Option<Error> {
        if !self.has_warning.swap(false, Ordering::AcqRel) {
            return None;
        }
        let message = format!(
            "another copy of SQLite in this process, such as Python's `sqlite3`, has the database open. The write-ahead log grows until it \
             closes the database, and at {} bytes writes are refused. Read the database from another process instead",
            self.max_log_bytes
        );
        Some(Error::new(ErrorKind::Store, message))
    }

    /// Fails if the log has reached its limit because checkpoints are impossible.
    pub(super) fn check_log(&self, file: &FileIdentity) -> Result<(), FileProblem> {
        if file.log_bytes() < self.max_log_bytes || !file.descriptors().has_foreign() {
            return Ok(());
        }
        let message = format!(
            "the write-ahead log has reached {} bytes (`storage.max_log_bytes`), because another copy of SQLite in this process, such as \
             Python's `sqlite3`, has the database open: nothing was written. Close its connection",
            self.max_log_bytes
        );
        Err(FileProblem::Database(Error::new(ErrorKind::Store, message)))
    }
}
