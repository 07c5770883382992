//! Connections to the database: configuration, the writer, and the pool of readers.

use std::cell::{Cell, RefCell};
use std::error::Error as _;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use super::compression::Compressor;
use super::descriptors::Descriptors;
use super::failure;
use super::forks::GatePass;
use crate::error::{Error, Result};
use crate::threads::lock;

/// The limit of SQLite. Email messages of any size are stored; everything else is limited on input.
const LARGEST_VALUE: i32 = 1_000_000_000;

/// A small write changes a few hundred bytes in each of about 30 pages, and the log stores whole pages. With half of the default size of
/// SQLite, such a write takes 15 % less time.
pub(super) const PAGE_SIZE: i64 = 2048;

/// Size of the log, in pages, at which SQLite checkpoints at a commit. On Unix, `housekeeping.rs` does that.
const AUTO_CHECKPOINT_PAGES: i64 = if cfg!(unix) { 0 } else { (64 << 20) / PAGE_SIZE };

/// This handle has the file locked, so only a backup by another program can make SQLite wait.
const BUSY_TIMEOUT: Duration = Duration::from_millis(250);

/// Enough for all statements except lists with several conditions, which have a statement for each combination.
const CACHED_STATEMENTS: usize = 256;

/// A connection that only the process that opened it closes: closing the last connection checkpoints, and a forked child must not write to
/// the file of its parent. The child leaks the connection.
pub(super) struct OwnedConnection {
    connection: Option<Connection>,
    process: u32,
    /// `None` for a database in memory. Its files are closed after the connection.
    descriptors: Option<Arc<Descriptors>>,
    /// Reused by transactions, because creating a compressor takes longer than the rest of a small write.
    pub(super) compressor: RefCell<Compressor>,
    cache_bytes: Cell<usize>,
}

impl OwnedConnection {
    /// The path must be absolute, so that it is not parsed as a URI.
    pub(super) fn open(path: &Path, descriptors: &Arc<Descriptors>) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = descriptors.connect(|| Connection::open_with_flags(path, flags))?;
        OwnedConnection::new(connection, Some(Arc::clone(descriptors)))
    }

    pub(super) fn open_in_memory() -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        OwnedConnection::new(Connection::open_in_memory_with_flags(flags)?, None)
    }

    fn new(connection: Connection, descriptors: Option<Arc<Descriptors>>) -> rusqlite::Result<Self> {
        let owned = OwnedConnection {
            connection: Some(connection),
            process: std::process::id(),
            descriptors,
            compressor: RefCell::default(),
            cache_bytes: Cell::new(0),
        };
        set_up(&owned)?;
        Ok(owned)
    }

    /// Turns on the write-ahead log, synced at every commit. Changes the file, so it must be a shiptrack database. False if SQLite kept the
    /// previous mode, which it does not report as an error.
    pub(super) fn use_write_ahead_log(&self) -> rusqlite::Result<bool> {
        // All rows must be read, because SQLite commits the change after it returns the first row, and this can fail.
        let mut statement = self.prepare("PRAGMA journal_mode = WAL")?;
        let modes: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        self.pragma_update(None, "synchronous", "FULL")?;
        self.pragma_update(None, "wal_autocheckpoint", AUTO_CHECKPOINT_PAGES)?;
        Ok(modes == ["wal"])
    }

    pub(super) fn close(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if self.process != std::process::id() {
            std::mem::forget(connection);
            return;
        }
        let _pass = GatePass::get();
        drop(connection);
        if let Some(descriptors) = &self.descriptors {
            descriptors.disconnected();
        }
    }

    /// Begins a read transaction.
    pub(super) fn begin_snapshot(&self) -> rusqlite::Result<()> {
        self.execute_batch("BEGIN")?;
        self.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0)).map(drop)
    }

    /// Ends the read transaction, if there is one.
    pub(super) fn end_snapshot(&self) -> rusqlite::Result<()> {
        if self.is_autocommit() { Ok(()) } else { self.execute_batch("ROLLBACK") }
    }

    /// Limits the page cache of this connection. A smaller limit frees pages at once.
    pub(super) fn limit_cache(&self, bytes: usize) -> rusqlite::Result<()> {
        if self.cache_bytes.replace(bytes) == bytes {
            return Ok(());
        }
        let kibibytes = i64::try_from(bytes >> 10).unwrap_or(i64::MAX);
        self.pragma_update(None, "cache_size", -kibibytes.max(MIN_CACHE_KIBIBYTES))
    }

    pub(super) fn forbid_writes(&self) -> rusqlite::Result<()> {
        self.pragma_update(None, "query_only", true)
    }

    #[cfg(test)]
    pub(super) fn pretend_fork(&mut self) {
        self.process ^= 1;
    }

    /// Copies the log to the database and truncates it. False if a reader prevents that. Does not wait for readers.
    pub(super) fn truncate_log(&self) -> rusqlite::Result<bool> {
        self.busy_timeout(Duration::ZERO)?;
        let is_empty = self.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| Ok(row.get::<_, i64>(0)? == 0));
        self.busy_timeout(BUSY_TIMEOUT)?;
        is_empty
    }

    /// Keeps the log when the connection is closed. The next handle reads it.
    pub(super) fn keep_log_on_close(&self) {
        if let Some(connection) = &self.connection {
            let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
    }
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LARGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // This prevents that SQLite prepares a statement again for every value of its LIMIT.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")
}

impl Deref for OwnedConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("the connection is open until it is closed")
    }
}

impl Drop for OwnedConnection {
    fn drop(&mut self) {
        self.close();
    }
}

pub(super) struct Writer {
    link: OwnedConnection,
    /// While it is `Some`, a transaction is open, and a thread that waits for the writer will continue or end it.
    pub(super) commit: Option<Arc<PendingCommit>>,
}

impl Writer {
    pub(super) fn new(link: OwnedConnection) -> Self {
        Writer { link, commit: None }
    }
}

impl Deref for Writer {
    type Target = OwnedConnection;

    fn deref(&self) -> &OwnedConnection {
        &self.link
    }
}

impl DerefMut for Writer {
    fn deref_mut(&mut self) -> &mut OwnedConnection {
        &mut self.link
    }
}

#[derive(Default)]
pub(super) struct PendingCommit {
    answer: Mutex<Option<Result<()>>>,
    finished: Condvar,
}

impl PendingCommit {
    pub(super) fn finish(&self, answer: Result<()>) {
        *lock(&self.answer) = Some(answer);
        self.finished.notify_all();
    }

    pub(super) fn wait(self: Arc<Self>) -> Result<()> {
        let mut answer = lock(&self.answer);
        loop {
            match &*answer {
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => return Err(copy_error(error)),
                None => answer = self.finished.wait(answer).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

pub(super) fn copy_error(error: &Error) -> Error {
    let copy = Error::new(error.kind(), error.message().to_owned()).with_retry_after(error.retry_after());
    let copy = match error.source() {
        Some(cause) => copy.with_source(io::Error::other(cause.to_string())),
        None => copy,
    };
    if error.is_in_doubt() { copy.in_doubt() } else { copy }
}

/// The smallest cache of a connection: a few paths from the root of a tree to its leaves.
const MIN_CACHE_KIBIBYTES: i64 = 128;

/// So many idle connections are kept open, and more while more are in use: opening one takes longer than most reads.
const IDLE_READERS: usize = 8;

/// More connections are only opened when all are busy for longer than [`PATIENCE`]. More than the threads of a server.
const MANY_READERS: usize = 64;

/// Longer than nearly every read transaction.
const PATIENCE: Duration = Duration::from_millis(250);

/// Maximum time for which reads do not begin, while those that run end.
const MAX_PAUSE: Duration = Duration::from_millis(50);

/// A pool of connections for reading. The first connection is opened with the store, others on demand. A reader waits for a connection if
/// many are busy, at most [`PATIENCE`], or if the process cannot open more files.
///
/// All connections share one budget for their page caches: the writer has a quarter of it, and the readers divide the rest.
pub(super) struct ReaderPool {
    path: PathBuf,
    descriptors: Arc<Descriptors>,
    cache_bytes: usize,
    state: Mutex<PoolState>,
    returned: Condvar,
}

struct PoolState {
    idle: Vec<OwnedConnection>,
    open: usize,
    /// Whether new reads wait, at most [`MAX_PAUSE`] each.
    is_paused: bool,
}

impl ReaderPool {
    pub(super) fn open(path: &Path, descriptors: &Arc<Descriptors>, cache_bytes: usize) -> Result<Self> {
        let first =
            open_reader(path, descriptors).map_err(|error| failure::of(error, "the database cannot be opened"))?;
        Ok(ReaderPool {
            path: path.to_owned(),
            descriptors: Arc::clone(descriptors),
            cache_bytes,
            state: Mutex::new(PoolState { idle: vec![first], open: 1, is_paused: false }),
            returned: Condvar::new(),
        })
    }

    /// The part of the cache that the writer has.
    pub(super) fn writer_share(&self) -> usize {
        self.cache_bytes / 4
    }

    /// The part of the cache that each of so many readers has. Their number is rounded up to a power of two, so that the size of a cache
    /// rarely changes.
    fn reader_share(&self, readers: usize) -> usize {
        (self.cache_bytes - self.writer_share()) / readers.next_power_of_two()
    }

    pub(super) fn take(&self) -> Result<PooledReader<'_>> {
        let mut state = self.wait_for_idle(self.wait_for_pause());
        loop {
            if let Some(link) = state.idle.pop() {
                return self.lend(link, state);
            }
            drop(state);
            let opened = open_reader(&self.path, &self.descriptors);
            state = lock(&self.state);
            match opened {
                Ok(link) => {
                    state.open += 1;
                    return self.lend(link, state);
                }
                Err(_) if !state.idle.is_empty() => {}
                Err(_) if state.open > 0 => {
                    state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                Err(error) => return Err(failure::of(error, "the database could not be opened for reading")),
            }
        }
    }

    fn lend(&self, link: OwnedConnection, state: MutexGuard<'_, PoolState>) -> Result<PooledReader<'_>> {
        let share = self.reader_share(state.open);
        // A reader that is dropped locks the state.
        drop(state);
        let reader = PooledReader { readers: self, link: Some(link) };
        let limited = reader.limit_cache(share);
        limited.map(|()| reader).map_err(|error| failure::of(error, "the database could not be opened for reading"))
    }

    /// Waits a moment until no read is running, and keeps new ones from beginning until the pause is dropped.
    pub(super) fn pause(&self) -> Pause<'_> {
        let mut state = lock(&self.state);
        state.is_paused = true;
        let is_reading = |state: &mut PoolState| state.open > state.idle.len();
        drop(self.returned.wait_timeout_while(state, MAX_PAUSE, is_reading));
        Pause { readers: self }
    }

    fn wait_for_pause(&self) -> MutexGuard<'_, PoolState> {
        let state = lock(&self.state);
        let waited = self.returned.wait_timeout_while(state, MAX_PAUSE, |state| state.is_paused);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits a moment for a connection while many are busy.
    fn wait_for_idle<'s>(&self, state: MutexGuard<'s, PoolState>) -> MutexGuard<'s, PoolState> {
        let are_busy = |state: &mut PoolState| state.idle.is_empty() && state.open >= MANY_READERS;
        self.returned.wait_timeout_while(state, PATIENCE, are_busy).unwrap_or_else(PoisonError::into_inner).0
    }

    pub(super) fn close(&self) {
        let mut state = lock(&self.state);
        state.open -= state.idle.len();
        state.idle.clear();
    }
}

pub(super) struct PooledReader<'a> {
    readers: &'a ReaderPool,
    link: Option<OwnedConnection>,
}

impl Deref for PooledReader<'_> {
    type Target = OwnedConnection;

    fn deref(&self) -> &OwnedConnection {
        self.link.as_ref().expect("the connection is here until it is returned")
    }
}

impl Drop for PooledReader<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.readers.state);
        let in_use = state.open - state.idle.len() - 1;
        let is_needed = state.idle.len() < in_use.max(IDLE_READERS);
        let share = self.readers.reader_share(state.open);
        // Other connections may have been opened since this one was taken, so that its share is smaller now.
        match self.link.take().filter(|link| is_needed && link.is_autocommit() && link.limit_cache(share).is_ok()) {
            Some(link) => state.idle.push(link),
            None => state.open -= 1,
        }
        match state.is_paused {
            // The one that pauses waits for this, too.
            true => self.readers.returned.notify_all(),
            false => self.readers.returned.notify_one(),
        }
    }
}

/// Ends the pause of reads on drop.
pub(super) struct Pause<'a> {
    readers: &'a ReaderPool,
}

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        lock(&self.readers.state).is_paused = false;
        self.readers.returned.notify_all();
    }
}

pub(super) fn open_reader(path: &Path, descriptors: &Arc<Descriptors>) -> rusqlite::Result<OwnedConnection> {
    let link = OwnedConnection::open(path, descriptors)?;
    link.forbid_writes()?;
    link.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sqlite::SqliteStore;

    fn cache_kibibytes(link: &OwnedConnection) -> i64 {
        -link.query_row("PRAGMA cache_size", [], |row| row.get::<_, i64>(0)).unwrap()
    }

    #[test]
    fn the_caches_of_all_connections_share_one_budget() {
        let folder = std::env::temp_dir().join(format!("shiptrack-caches-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("s.db");
        drop(SqliteStore::open(&path).unwrap());
        let pool =
            ReaderPool::open(&path, &Arc::new(Descriptors::new(&path, &folder.join("s.db-shm"))), 32 << 20).unwrap();
        let (writer, budget) = ((pool.writer_share() >> 10) as i64, 32 << 10);
        let first = pool.take().unwrap();
        assert_eq!(writer + cache_kibibytes(&first), budget, "a single reader has the whole rest");
        drop(first);
        let readers: Vec<_> = (0..40).map(|_| pool.take().unwrap()).collect();
        assert!(cache_kibibytes(readers.last().unwrap()) * readers.len() as i64 + writer <= budget);
        drop(readers);
        let idle = || {
            let state = lock(&pool.state);
            assert_eq!(state.idle.len(), state.open);
            assert!(writer + state.idle.iter().map(cache_kibibytes).sum::<i64>() <= budget);
            state.open
        };
        assert!(idle() > IDLE_READERS, "connections are kept as long as as many are in use");
        (0..40).for_each(|_| drop(pool.take().unwrap()));
        assert_eq!(idle(), IDLE_READERS);
        drop(pool);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
