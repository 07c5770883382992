//! Copies the write-ahead log to the database (a checkpoint), and truncates the log. SQLite does neither by itself while the store is open.
//!
//! No write waits for a reader: copying skips what a reader still needs, and truncating a log that another process reads is refused at once,
//! and tried again when the log has grown. While another copy of SQLite in this process has the database open, the log is only appended to,
//! up to a limit, after which writes are refused.

use std::sync::atomic::Ordering;

use rusqlite::Connection;

use super::SqliteStore;
use super::checkpoints::Checkpoints;
use super::connection::{OwnedConnection, PAGE_SIZE};
use super::failure;
use crate::error::Result;

/// Size of the log, in bytes, at which a write checkpoints, for host programs that never call `maintain`.
const LONGEST_LOG: u64 = 64 << 20;

/// A page in the log has a header of 24 bytes.
const LOGGED_PAGE: u64 = PAGE_SIZE as u64 + 24;

impl SqliteStore {
    /// Copies the log next to writers and readers, and truncates a large one. Only truncating needs the writer, and takes milliseconds.
    pub(super) fn checkpoint_log(&self) -> Result<()> {
        let (Some(readers), Some(checkpoints)) = (&self.readers, &self.checkpoints) else { return Ok(()) };
        let log_bytes = self.copy_log(checkpoints, &*readers.take()?)?;
        if checkpoints.is_large(log_bytes) {
            // Short reads end, and the next ones begin after the truncation.
            let _pause = readers.pause();
            self.truncate_log(&self.lock_writer())?;
        } else if self.log_has_old_secrets.load(Ordering::Acquire) {
            self.truncate_log(&self.lock_writer())?;
        }
        Ok(())
    }

    /// Limits the log before a write, because the host program may never call `maintain`.
    pub(super) fn limit_log(&self, writer: &OwnedConnection) -> Result<()> {
        let (Some(file), Some(checkpoints)) = (&self.file, &self.checkpoints) else { return Ok(()) };
        if file.log_bytes() < LONGEST_LOG || !checkpoints.is_large(file.log_bytes()) {
            return Ok(());
        }
        self.copy_log(checkpoints, writer)?;
        self.truncate_log(writer).map(drop)
    }

    /// Empties the log, which contains old secrets.
    pub(super) fn remove_old_secrets(&self, writer: &OwnedConnection) -> Result<()> {
        let Some(readers) = &self.readers else { return Ok(()) };
        self.log_has_old_secrets.store(true, Ordering::Release);
        let _pause = readers.pause();
        self.truncate_log(writer).map(drop)
    }

    /// Returns the size of the log in bytes; 0 if checkpoints are postponed. On a full disk the log remains, and is complete.
    fn copy_log(&self, checkpoints: &Checkpoints, connection: &OwnedConnection) -> Result<u64> {
        let Some(pin) = checkpoints.pin() else { return Ok(0) };
        if self.is_checkpoint_postponed(checkpoints) {
            return Ok(0);
        }
        let failed = |error| failure::of(error, "the store failed");
        pin.end_snapshot().and_then(|()| pin.begin_snapshot()).map_err(failed)?;
        let pages = self.checkpoint(connection, "PASSIVE");
        if self.is_checkpoint_postponed(checkpoints) {
            return Ok(0);
        }
        pin.end_snapshot().map_err(failed)?;
        Ok(u64::try_from(pages?).unwrap_or_default() * LOGGED_PAGE)
    }

    fn is_checkpoint_postponed(&self, checkpoints: &Checkpoints) -> bool {
        let is_postponed = self.file.as_ref().is_some_and(|file| file.descriptors().has_foreign());
        checkpoints.set_postponed(is_postponed);
        is_postponed
    }

    /// Empties the log if nothing else uses it, without waiting. `false` if it is in use.
    fn truncate_log(&self, writer: &OwnedConnection) -> Result<bool> {
        let (Some(file), Some(checkpoints)) = (&self.file, &self.checkpoints) else { return Ok(true) };
        let is_empty = !self.is_checkpoint_postponed(checkpoints) && self.unless_full(writer, writer.truncate_log())?;
        checkpoints.truncated_to(if is_empty { 0 } else { file.current_log_bytes() });
        if is_empty {
            self.log_has_old_secrets.store(false, Ordering::Release);
        }
        Ok(is_empty)
    }

    /// Returns the number of pages in the log. On a full disk the log remains, and is complete.
    pub(super) fn checkpoint(&self, connection: &Connection, mode: &str) -> Result<i64> {
        let ran = connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| row.get(1));
        self.unless_full(connection, ran)
    }
}
