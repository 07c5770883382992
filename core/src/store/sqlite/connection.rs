//! One connection: how it is set up, and what becomes of it after a `fork`.

use std::cell::RefCell;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use super::compression::Compressor;
use super::forks::Pass;

/// The largest value of a column, SQLite's own limit: an inbound message is kept whatever its size. Everything else is
/// bounded where it comes in.
const LARGEST_VALUE: i32 = 1_000_000_000;

/// Bytes of a page of a new database. A small write changes a few hundred bytes in each of about 30 pages, and the log takes whole pages:
/// with half of SQLite's usual size, such a write takes 15 % less time.
pub(super) const PAGE_SIZE: i64 = 2048;

/// Pages of write-ahead log at which a commit checkpoints by itself: 64 MiB, for a host that never calls `maintain`.
const LAST_RESORT: i64 = (64 << 20) / PAGE_SIZE;

/// How long SQLite waits for a lock. The file is ours alone: only a backup by another program can make it wait.
const BUSY_TIMEOUT: Duration = Duration::from_millis(250);

/// Statements kept prepared: all there are but listings by several things at once, which have one for each combination. Of more the
/// one goes that was not used for longest.
const STATEMENTS: usize = 256;

/// A connection that is closed by the process that opened it, and by no other: closing the last one checkpoints, and a
/// forked child must not write in its parent's file. The child leaks it.
pub(super) struct Link {
    connection: Option<Connection>,
    process: u32,
    /// Outlives transactions, because setting up a compressor takes longer than the rest of a small write.
    pub(super) compressor: RefCell<Compressor>,
}

impl Link {
    /// A connection to the file at `path`, which exists and is absolute, so that nothing in it reads as a URI.
    pub(super) fn to_file(path: &Path) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Link::new(Connection::open_with_flags(path, flags)?)
    }

    /// A connection to a new database in memory.
    pub(super) fn to_memory() -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Link::new(Connection::open_in_memory_with_flags(flags)?)
    }

    fn new(connection: Connection) -> rusqlite::Result<Self> {
        set_up(&connection)?;
        Ok(Link { connection: Some(connection), process: std::process::id(), compressor: RefCell::default() })
    }

    /// Turns on the write-ahead log, synced at every commit. Only for a file known to be ours: it changes the file.
    /// False when SQLite could not and stays with what there was, without calling it an error.
    pub(super) fn log_ahead(&self) -> rusqlite::Result<bool> {
        // Read to its end: the change is committed, and may fail, only after the row that tells of it.
        let mut statement = self.prepare("PRAGMA journal_mode = WAL")?;
        let modes: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        self.pragma_update(None, "synchronous", "FULL")?;
        self.pragma_update(None, "wal_autocheckpoint", LAST_RESORT)?;
        Ok(modes == ["wal"])
    }

    /// Closes the connection, as dropping does. Nobody may use it any more.
    pub(super) fn close(&mut self) {
        let connection = self.connection.take();
        if self.process != std::process::id() {
            std::mem::forget(connection);
            return;
        }
        let _pass = Pass::get();
        drop(connection);
    }

    /// Refuses whatever would change the file.
    pub(super) fn only_read(&self) -> rusqlite::Result<()> {
        self.pragma_update(None, "query_only", true)
    }

    /// Makes it as it is on the other side of a fork.
    #[cfg(test)]
    pub(super) fn forked(&mut self) {
        self.process ^= 1;
    }

    /// Moves all of the write-ahead log into the database, wherever that stands by now; false when somebody reads it.
    pub(super) fn save_log(&self) -> rusqlite::Result<bool> {
        self.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0))
    }

    /// Leaves the write-ahead log as it is when the connection is closed: the next opening reads it with fresh eyes.
    pub(super) fn keep_log(&self) {
        if let Some(connection) = &self.connection {
            let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
    }
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LARGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // Without it SQLite plans a statement anew for every value of its LIMIT.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -16_384)
}

impl Deref for Link {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("a link has its connection until it is closed")
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.close();
    }
}
