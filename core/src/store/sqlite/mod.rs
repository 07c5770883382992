//! The store on one SQLite file, or in memory.
//!
//! One connection writes, in immediate transactions that are synced before they are acknowledged; reads go over
//! connections of their own, see what is committed and do not wait for a write's sync. A lock file beside the database
//! (`<path>.lock`) keeps a second handle out, in this process and in any other. No other copy of SQLite may open the
//! file meanwhile: its closing it would cancel the locks of this one.

mod accounts;
mod connection;
mod failure;
mod listing;
mod lock;
mod mail;
mod outbox;
mod requests;
mod schema;
mod session;
mod shipments;

use std::collections::HashSet;
use std::error::Error as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use self::connection::Link;
use self::failure::Health;
use self::lock::Lock;
use self::session::Session;
use super::{Store, Tx};
use crate::error::{Error, ErrorKind, Result};
use crate::threads;

/// Reading connections kept open while nobody reads.
const IDLE_READERS: usize = 8;

/// Pages of write-ahead log, 16 MiB, from which housekeeping gives the disk space back.
const LARGE_LOG: i64 = 4 * 1024;

/// A [`Store`] on SQLite.
///
/// The handle belongs to the process that opened it: after a `fork` every call in the child is refused with
/// [`ErrorKind::Forked`], and dropping it there leaves the file alone.
pub struct SqliteStore {
    // Dropped in this order: the lock, which `health` holds, goes last.
    readers: Readers,
    writer: Mutex<Link>,
    inside: Mutex<Open>,
    left: Condvar,
    process: u32,
    health: Health,
}

/// Whether a store is open, and who is in a transaction.
#[derive(Default)]
struct Open {
    closed: bool,
    /// By their [numbers](threads::number).
    threads: HashSet<u64>,
}

/// Where reads go.
enum Readers {
    /// To connections of their own, opened as they are needed.
    Apart { path: PathBuf, idle: Mutex<Vec<Link>> },
    /// To the one connection a database in memory has.
    Shared,
}

impl SqliteStore {
    /// Opens the database at `path`. A file that is not there, or is empty, becomes a new database that only its owner
    /// can read; one of an older version is brought up to date.
    ///
    /// Refused with [`ErrorKind::StoreBusy`] while another handle holds it, and with [`ErrorKind::StoreVersion`] when
    /// it is no database of ours or one from a newer version. Every refusal names the file, and leaves no lock file that
    /// was not there before.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        SqliteStore::open_file(path).map_err(|error| {
            let told = format!("{name}: {}", error.with_causes());
            error.with_sentence(told)
        })
    }

    fn open_file(path: &Path) -> Result<Self> {
        let path = whole(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => unusable("the folder of the database is not there", error),
            _ => unusable("the path of the database cannot be used", error),
        })?;
        check_file(&path)?;
        let mut lock = Lock::take(&path)?;
        match SqliteStore::prepare(&path, &mut lock) {
            Ok(writer) => Ok(SqliteStore::over(writer, Readers::Apart { path, idle: Mutex::default() }, Some(lock))),
            Err(error) => {
                lock.discard();
                Err(if is_remains(&error, &path) { Error::new(ErrorKind::Store, failure::DAMAGED) } else { error })
            }
        }
    }

    /// The writing connection to a file that is ours, and of our version.
    fn prepare(path: &Path, lock: &mut Lock) -> Result<Link> {
        make(path).map_err(|error| unusable("the database file cannot be opened", error))?;
        let unopened = |error| failure::of(error, "the database cannot be opened");
        let writer = Link::to_file(path).map_err(unopened)?;
        check_writable(&writer)?;
        schema::check(&writer)?;
        if lock.is_suspect() {
            examine(&writer)?;
            lock.clear()?;
        }
        if !writer.log_ahead().map_err(unopened)? {
            return Err(Error::new(ErrorKind::Store, "the file system takes no write-ahead log"));
        }
        schema::migrate(&writer)?;
        // The log was made by now. SQLite syncs its name too, but does not tell when that fails.
        sync_folder(path).map_err(|error| unusable("the folder of the database cannot be synced", error))?;
        Ok(writer)
    }

    /// Opens a new database in memory. It ends with the handle.
    pub fn in_memory() -> Result<Self> {
        let writer = Link::to_memory().map_err(|error| failure::of(error, "no database in memory could be made"))?;
        schema::migrate(&writer)?;
        Ok(SqliteStore::over(writer, Readers::Shared, None))
    }

    fn over(writer: Link, readers: Readers, lock: Option<Lock>) -> Self {
        SqliteStore {
            readers,
            writer: Mutex::new(writer),
            inside: Mutex::default(),
            left: Condvar::new(),
            process: std::process::id(),
            health: Health::new(lock),
        }
    }

    /// Notes that this thread is in a transaction. One inside another could wait for itself for ever.
    fn enter(&self) -> Result<Inside<'_>> {
        self.check_process()?;
        let thread = threads::number();
        let mut inside = locked(&self.inside);
        if inside.closed {
            return Err(closed());
        }
        if !inside.threads.insert(thread) {
            return Err(Error::new(ErrorKind::Internal, "a transaction was begun inside another one"));
        }
        Ok(Inside { store: self, thread })
    }

    /// Comes before any lock: one that was held at the fork is held for ever on this side of it.
    fn check_process(&self) -> Result<()> {
        if self.process == std::process::id() { Ok(()) } else { Err(ErrorKind::Forked.into()) }
    }

    fn read_on(&self, connection: &Connection, work: &mut dyn FnMut(&dyn Tx) -> Result<()>) -> Result<()> {
        let transaction = self.begin(connection, TransactionBehavior::Deferred)?;
        let answer = work(&Session::new(connection, &self.health, false));
        drop(transaction);
        self.settled(connection);
        answer
    }

    fn begin<'c>(&self, connection: &'c Connection, behavior: TransactionBehavior) -> Result<Transaction<'c>> {
        Transaction::new_unchecked(connection, behavior).map_err(|error| self.health.failed(error))
    }

    /// After a transaction: a connection that could not leave it cannot be trusted with another.
    fn settled(&self, connection: &Connection) {
        if !connection.is_autocommit() {
            self.health.break_off();
        }
    }

    /// Moves the write-ahead log into the database, and answers how many pages of it there were.
    fn checkpoint(&self, connection: &Connection, mode: &str) -> Result<i64> {
        connection
            .query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| row.get(1))
            .map_err(|error| self.health.failed(error))
    }
}

impl Store for SqliteStore {
    fn read(&self, work: &mut dyn FnMut(&dyn Tx) -> Result<()>) -> Result<()> {
        let _inside = self.enter()?;
        match &self.readers {
            Readers::Shared => self.read_on(&locked(&self.writer), work),
            Readers::Apart { path, idle } => {
                let reader = reader(path, idle).map_err(|error| self.health.failed(error))?;
                let answer = self.read_on(&reader, work);
                give_back(reader, idle);
                answer
            }
        }
    }

    fn write(&self, work: &mut dyn FnMut(&dyn Tx) -> Result<()>) -> Result<()> {
        let _inside = self.enter()?;
        let connection = locked(&self.writer);
        self.health.check()?;
        let transaction = self.begin(&connection, TransactionBehavior::Immediate)?;
        let answer = work(&Session::new(&connection, &self.health, true))
            // An I/O error that `work` made light of.
            .and_then(|()| self.health.check());
        let answer = match answer {
            Ok(()) => transaction.commit().map_err(|error| self.health.commit_failed(error)),
            Err(error) => {
                drop(transaction);
                Err(error)
            }
        };
        self.settled(&connection);
        answer
    }

    fn check_writable(&self) -> Result<()> {
        self.check_process()?;
        if locked(&self.inside).closed {
            return Err(closed());
        }
        self.health.check()
    }

    fn maintain(&self) -> Result<()> {
        let _inside = self.enter()?;
        let Readers::Apart { path, idle } = &self.readers else { return Ok(()) };
        self.health.check()?;
        // The copying and its syncs happen beside the writer; giving the space back, which is quick, does not.
        let reader = reader(path, idle).map_err(|error| self.health.failed(error))?;
        let pages = self.checkpoint(&reader, "PASSIVE")?;
        give_back(reader, idle);
        if pages >= LARGE_LOG {
            self.checkpoint(&locked(&self.writer), "TRUNCATE")?;
        }
        Ok(())
    }

    fn close(&self) -> Result<()> {
        self.check_process()?;
        let mut inside = locked(&self.inside);
        if inside.threads.contains(&threads::number()) {
            return Err(Error::new(ErrorKind::Internal, "the store was closed inside a transaction"));
        }
        inside.closed = true;
        while !inside.threads.is_empty() {
            inside = self.left.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
        // Nobody is inside and nobody gets in. The order is that of dropping: the lock goes last.
        if let Readers::Apart { idle, .. } = &self.readers {
            locked(idle).clear();
        }
        let mut writer = locked(&self.writer);
        if self.health.is_broken() {
            writer.keep_log();
        }
        writer.close();
        self.health.release();
        Ok(())
    }
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqliteStore").finish_non_exhaustive()
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        if self.health.is_broken() && self.process == std::process::id() {
            locked(&self.writer).keep_log();
        }
    }
}

fn closed() -> Error {
    Error::new(ErrorKind::Closed, "the store is closed")
}

/// A thread's stay in a transaction.
struct Inside<'a> {
    store: &'a SqliteStore,
    thread: u64,
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        locked(&self.store.inside).threads.remove(&self.thread);
        self.store.left.notify_all();
    }
}

/// A reading connection: one that is idle, else a new one, so that no reader ever waits for another.
fn reader(path: &Path, idle: &Mutex<Vec<Link>>) -> rusqlite::Result<Link> {
    if let Some(reader) = locked(idle).pop() {
        return Ok(reader);
    }
    let reader = Link::to_file(path)?;
    reader.only_read()?;
    Ok(reader)
}

fn give_back(reader: Link, idle: &Mutex<Vec<Link>>) {
    let mut idle = locked(idle);
    if reader.is_autocommit() && idle.len() < IDLE_READERS {
        idle.push(reader);
    }
}

/// A panic of a transaction's work rolls it back, so what the lock protects is whole whoever panicked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The one absolute path of a file, so that two names of it lead to one lock.
fn whole(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if let Ok(path) = path.canonicalize() {
        return Ok(path);
    }
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::Error::from(io::ErrorKind::InvalidFilename));
    };
    Ok(folder.canonicalize()?.join(name))
}

/// Refuses what stands at `path` and can be no database, before anything is put beside it.
fn check_file(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(Error::new(ErrorKind::Store, "it is a folder, not a database file")),
        Ok(found) if !found.is_file() => Err(Error::new(ErrorKind::Store, "it is no regular file")),
        // What is wrong otherwise is told when it is opened.
        _ => Ok(()),
    }
}

/// Refuses a file that SQLite could open for reading alone: every write would fail later.
fn check_writable(connection: &Connection) -> Result<()> {
    match connection.is_readonly("main") {
        Ok(false) => Ok(()),
        Ok(true) => {
            Err(Error::new(ErrorKind::Store, "the database file is read-only: this process may not write to it"))
        }
        Err(error) => Err(failure::of(error, "the database cannot be opened")),
    }
}

/// Whether what SQLite knows for no database begins as one: then it is what is left of one.
fn is_remains(error: &Error, path: &Path) -> bool {
    let mut head = [0; 16];
    error.kind() == ErrorKind::StoreVersion
        && error.source().is_some()
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == *b"SQLite format 3\0"
}

/// Makes the file, readable by its owner alone, unless it is there. SQLite gives its other files the same mode.
fn make(path: &Path) -> io::Result<()> {
    match lock::private(OpenOptions::new().write(true).create_new(true)).open(path) {
        Ok(file) => file.sync_all().and_then(|()| sync_folder(path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// The name of a new file survives a loss of power only once its folder is synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// Checks a file whose last holder met an I/O error.
fn examine(connection: &Connection) -> Result<()> {
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| failure::of(error, "the database could not be checked"))?;
    match verdict.as_str() {
        "ok" => Ok(()),
        _ => Err(Error::new(ErrorKind::Store, failure::DAMAGED)),
    }
}

fn unusable(sentence: &'static str, error: io::Error) -> Error {
    Error::new(ErrorKind::Store, sentence).with_source(error)
}

#[cfg(test)]
mod tests;
