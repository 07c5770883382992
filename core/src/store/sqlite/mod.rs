//! The store on one SQLite file, or in memory.
//!
//! One connection writes, in immediate transactions that are synced before they are acknowledged; waiting writes share
//! a commit. Reads use other connections and do not wait for a sync. A lock file (`<path>.lock`) keeps out a second
//! handle in any process, and every write checks that the path still leads to the open file. No other copy of SQLite
//! may open the file meanwhile: closing it would cancel our locks.

mod accounts;
mod columns;
mod compression;
mod connection;
mod credentials;
mod custom_fields;
mod expiry;
mod failure;
mod file_identity;
mod filter_plan;
mod forks;
mod health;
mod interchanges;
mod listing;
mod lock;
mod mail;
mod opening;
mod outbox;
mod parties;
mod queues;
mod rekeying;
mod requests;
mod schema;
mod sealing;
mod search;
mod search_keys;
mod session;
mod shipments;
mod shrinking;
mod spelling;
mod subscriptions;
mod writing;

use std::collections::HashSet;
use std::error::Error as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use self::connection::{Commit, Link, Readers, Writer};
use self::failure::{DAMAGED, Fault, Met};
use self::file_identity::{Displaced, FileIdentity, Parting};
use self::forks::Pass;
#[cfg(feature = "internals")]
pub use self::forks::{after_fork, before_fork};
use self::health::Health;
use self::lock::Lock;
use self::opening::{Opened, UNREAD, examine, unusable};
use self::rekeying::Left;
use self::sealing::Sealing;
pub use self::session::Tx;
use super::{Store, StoreKey};
use crate::error::{Error, ErrorKind, Result};
use crate::threads::{self, lock};

const LARGE_LOG: i64 = (16 << 20) / connection::PAGE_SIZE;

/// A [`Store`] on SQLite.
///
/// The handle belongs to the process that opened it: after a `fork` every call in the child is refused with
/// [`ErrorKind::Forked`], and dropping it there leaves the file alone.
pub struct SqliteStore {
    // Dropped in this order: connections, then the file, the lock, which `health` holds, last.
    /// `None` for a database in memory, which has one connection.
    readers: Option<Readers>,
    writer: Mutex<Writer>,
    waiting: AtomicUsize,
    place: Option<FileIdentity>,
    inside: Mutex<Open>,
    left: Condvar,
    process: u32,
    health: Health,
    sealing: Sealing,
    /// Whether the log may still contain overwritten secrets, because a reader prevented emptying it.
    holds_overwritten: AtomicBool,
}

#[derive(Default)]
struct Open {
    closed: bool,
    threads: HashSet<u64>,
}

impl SqliteStore {
    /// Opens the database at `path`. If the file is missing or empty, creates a database that only its owner can read. Migrates a
    /// database of an older released version.
    ///
    /// Fails with [`ErrorKind::StoreBusy`] while another handle has it open, and with [`ErrorKind::StoreVersion`] if another program,
    /// a newer version, or a development version before 0.1.0 created it. Every error names the file and leaves no new lock file.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let _pass = Pass::get();
        opening::open(path).map(|(opened, lock)| SqliteStore::over(opened, lock)).map_err(|error| {
            let told = format!("{name}: {}", error.with_causes());
            error.with_message(told)
        })
    }

    /// Opens a new database in memory. It ends with the handle.
    pub fn in_memory() -> Result<Self> {
        let _pass = Pass::get();
        let writer = Link::to_memory().map_err(|error| failure::of(error, "no database in memory could be made"))?;
        schema::migrate(&writer)?;
        Ok(SqliteStore::with(None, writer, None, Health::default()))
    }

    fn over(opened: Opened, lock: Lock) -> Self {
        let Opened { readers, writer, place } = opened;
        SqliteStore::with(Some(readers), writer, Some(place), Health::new(Some(lock)))
    }

    fn with(readers: Option<Readers>, writer: Link, place: Option<FileIdentity>, health: Health) -> Self {
        SqliteStore {
            readers,
            writer: Mutex::new(Writer::over(writer)),
            waiting: AtomicUsize::new(0),
            place,
            inside: Mutex::default(),
            left: Condvar::new(),
            process: std::process::id(),
            health,
            sealing: Sealing::default(),
            holds_overwritten: AtomicBool::default(),
        }
    }

    /// Refuses a transaction inside another one, which could wait for itself for ever.
    fn enter(&self) -> Result<Inside<'_>> {
        self.check_process()?;
        let (thread, pass) = (threads::current_thread_number(), Pass::get());
        let mut inside = lock(&self.inside);
        if inside.closed {
            return Err(closed());
        }
        if !inside.threads.insert(thread) {
            return Err(Error::new(ErrorKind::Internal, "a transaction was begun inside another one"));
        }
        Ok(Inside { store: self, thread, _pass: pass })
    }

    /// Comes before any lock: a lock held at the time of a fork stays locked in the child.
    fn check_process(&self) -> Result<()> {
        if self.process == std::process::id() { Ok(()) } else { Err(ErrorKind::Forked.into()) }
    }

    fn check(&self) -> Result<(), Displaced> {
        self.health.check().map_err(Displaced::Database)?;
        self.place.as_ref().map_or(Ok(()), FileIdentity::check)
    }

    fn read_on(&self, link: &Link, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let (answer, met) = match Transaction::new_unchecked(link, TransactionBehavior::Deferred) {
            Ok(transaction) => {
                let session = Tx::new(link, &link.compressor, &self.sealing, false);
                let answer = work(&session);
                drop(transaction);
                (answer, session.met())
            }
            Err(error) => {
                let met = Met::of(&error);
                (Err(failure::of(error, "the store failed")), met)
            }
        };
        answer.map_err(|error| self.explained(error, met))
    }

    fn reading(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let _inside = self.enter()?;
        match &self.readers {
            None => self.read_on(&self.alone(), work),
            Some(readers) => self.read_on(&*readers.take()?, work),
        }
    }

    /// For secrets: overwrites deleted content and empties the log. On failure the previous keys stay.
    fn overwriting(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let _inside = self.enter()?;
        let mut turn = self.alone();
        let before = self.sealing.keys();
        let secure = |link: &Link, on| link.pragma_update(None, "secure_delete", on);
        secure(&turn, true).map_err(|error| failure::of(error, "the store failed"))?;
        let part = turn.take_part(work);
        turn.finish();
        // If this fails, later deletions overwrite, too.
        let _ = secure(&turn, false);
        let answer = part.and_then(Commit::wait);
        match &answer {
            Err(_) => self.sealing.go_back(before),
            // The write is committed in any case; housekeeping tries this again.
            Ok(()) => drop(self.empty_log(&turn)),
        }
        answer
    }

    fn empty_log(&self, connection: &Link) -> Result<()> {
        if self.readers.is_some() {
            self.holds_overwritten.store(true, Ordering::Release);
            let is_empty = self.unless_full(connection, connection.save_log())?;
            self.holds_overwritten.store(!is_empty, Ordering::Release);
        }
        Ok(())
    }

    fn write_anew(&self) -> Result<()> {
        let _inside = self.enter()?;
        let Some(place) = self.place.as_ref() else { return Ok(()) };
        let connection = self.alone();
        self.check_for(&connection)?;
        // Whoever looks at the file from here on may find it shorter.
        place.will_shrink_to(1, 1);
        let written = shrinking::write_anew(&connection);
        self.check_ended(&connection);
        written.map_err(|error| {
            let met = Met::of(&error);
            self.failed(failure::of(error, "the database could not be written anew"), met)
        })
    }

    fn note(&self, error: Error, Met { fault, cause }: &Met) -> Error {
        match fault {
            Fault::Full => self.health.fill(),
            Fault::Unwritten | Fault::Unindexed => {
                if let Err(full) = self.health.find_room() {
                    self.health.fill();
                    // Without room the log has no end of the transaction. If only the index failed, it may have one.
                    let in_doubt = *fault == Fault::Unindexed && error.is_in_doubt();
                    return if in_doubt { full.in_doubt() } else { full };
                }
                self.health.break_off(cause);
            }
            Fault::Unknown => self.health.break_off(cause),
            Fault::Unread | Fault::Senseless => {}
        }
        // Whatever error the work returned.
        if *fault == Fault::Full && error.kind() != ErrorKind::StorageFull { failure::full() } else { error }
    }

    /// Damage is reported only if a second look at the disk confirms it; a page that could not be read may be readable
    /// the next time.
    fn explained(&self, error: Error, met: Option<Met>) -> Error {
        let Some(Met { cause, .. }) = met.filter(|met| met.fault == Fault::Senseless) else { return error };
        let told = match &self.place {
            _ if self.health.is_broken() => Error::new(ErrorKind::Store, DAMAGED),
            Some(place) => self.look_again(place),
            None => Error::new(ErrorKind::Store, DAMAGED),
        };
        if told.message() == DAMAGED {
            self.health.break_off(DAMAGED);
        }
        let told = if told.source().is_none() { told.with_source(io::Error::other(cause)) } else { told };
        if error.is_in_doubt() { told.in_doubt() } else { told }
    }

    fn look_again(&self, place: &FileIdentity) -> Error {
        let unread = |error| unusable(UNREAD, error);
        if let Err(error) = place.read_through() {
            return unread(error);
        }
        let looked = Link::to_file(place.path())
            .map_err(|error| failure::of(error, "the database could not be read, and not be examined either"))
            .and_then(|fresh| examine(&fresh));
        match looked {
            Ok(()) => Error::new(ErrorKind::Store, "a page of the database could not be read; it can be now"),
            Err(error) if matches!(error.kind(), ErrorKind::StoreVersion) || error.message() == DAMAGED => {
                place.read_through().map_or_else(unread, |()| Error::new(ErrorKind::Store, DAMAGED))
            }
            Err(error) => error,
        }
    }

    /// Returns how many pages the log had. On a full disk the log stays, and is complete.
    fn checkpoint(&self, connection: &Connection, mode: &str) -> Result<i64> {
        let ran = connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| row.get(1));
        self.unless_full(connection, ran)
    }

    /// Returns free pages to the disk in small steps; none if the disk is full.
    fn shrink(&self, connection: &Connection) -> Result<()> {
        let Some(step) = self.unless_full(connection, shrinking::step(connection))? else { return Ok(()) };
        // Whoever looks at the file from here on may find it shorter.
        if let Some(place) = &self.place {
            place.will_shrink_to(step.left, step.least);
        }
        self.unless_full(connection, shrinking::shrink(connection, &step))
    }

    /// Housekeeping without room is postponed, which is no error.
    fn unless_full<T: Default>(&self, connection: &Connection, ran: rusqlite::Result<T>) -> Result<T> {
        ran.or_else(|error| match Met::of(&error) {
            Some(Met { fault: Fault::Full, .. }) => Ok(T::default()),
            met => {
                self.check_ended(connection);
                Err(self.failed(failure::of(error, "the store failed"), met))
            }
        })
    }

    fn check_for(&self, writer: &Connection) -> Result<()> {
        match self.check() {
            Ok(()) => Ok(()),
            Err(Displaced::Database(error)) => Err(error),
            Err(Displaced::LogDeleted(error)) => {
                // Acknowledged writes are in the log, which is still open: save them to the database.
                let _ = self.checkpoint(writer, "PASSIVE");
                Err(error)
            }
        }
    }

    /// Refuses further writes if a transaction stays open that no thread continues.
    fn check_ended(&self, writer: &Connection) {
        if !writer.is_autocommit() {
            self.health.break_off("a transaction could not be ended");
        }
    }

    fn failed(&self, error: Error, met: Option<Met>) -> Error {
        let error = match &met {
            Some(met) => self.note(error, met),
            None => error,
        };
        self.explained(error, met)
    }
}

impl Store for SqliteStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.reading(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let _inside = self.enter()?;
        self.run(work)
    }

    fn check_writable(&self) -> Result<()> {
        self.check_process()?;
        if lock(&self.inside).closed {
            return Err(closed());
        }
        Ok(self.check()?)
    }

    fn maintain(&self) -> Result<()> {
        let _inside = self.enter()?;
        let Some(readers) = &self.readers else { return Ok(()) };
        self.check()?;
        self.shrink(&self.alone())?;
        // Copying and syncing do not block the writer; truncating, which is quick, does.
        let pages = self.checkpoint(&*readers.take()?, "PASSIVE")?;
        if pages >= LARGE_LOG {
            self.checkpoint(&self.alone(), "TRUNCATE")?;
        }
        if self.holds_overwritten.load(Ordering::Acquire) {
            self.empty_log(&self.alone())?;
        }
        // Remembers how the file looks now.
        Ok(self.check()?)
    }

    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        let mut left = Left::Nothing;
        self.reading(&mut |session| rekeying::unlock(session, key).map(|found| left = found))?;
        if let (Left::InClear, Some(key)) = (left, key) {
            self.overwriting(&mut |session| rekeying::seal_all(session, key))?;
        }
        if left == Left::Nothing {
            return Ok(());
        }
        // Only after sealing: rewriting a large database uses a temporary file.
        self.write_anew()?;
        self.overwriting(&mut rekeying::written_anew)
    }

    fn rekey(&self, key: &StoreKey) -> Result<()> {
        self.overwriting(&mut |session| rekeying::rekey(session, key))
    }

    fn close(&self) -> Result<()> {
        self.check_process()?;
        let _pass = Pass::get();
        let mut inside = lock(&self.inside);
        if inside.threads.contains(&threads::current_thread_number()) {
            return Err(Error::new(ErrorKind::Internal, "the store was closed inside a transaction"));
        }
        inside.closed = true;
        while !inside.threads.is_empty() {
            inside = self.left.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
        // No thread is inside. In the order of dropping: the lock goes last.
        if let Some(readers) = &self.readers {
            readers.close();
        }
        let mut writer = lock(&self.writer);
        self.part(&writer);
        writer.close();
        if let Some(place) = &self.place {
            place.close();
        }
        self.health.release();
        Ok(())
    }
}

impl SqliteStore {
    /// Called before the last connection is closed: SQLite then checkpoints and deletes the log. Not after a disk
    /// failure, and not if the files were replaced; then the log of the replaced database is moved away.
    fn part(&self, writer: &Link) {
        let Some(place) = &self.place else { return };
        let parting = place.parting();
        if parting != Parting::Usual || self.health.is_broken() {
            writer.keep_log();
        }
        match parting {
            Parting::Usual | Parting::Leave => {}
            Parting::Remove => place.remove_log(),
            Parting::SetAside => place.set_log_aside(),
            Parting::Save if self.health.is_broken() => {}
            Parting::Save => {
                if writer.save_log().is_ok_and(|whole| whole) {
                    place.remove_log();
                }
            }
        }
    }
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SqliteStore").finish_non_exhaustive()
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        if self.process == std::process::id() {
            self.part(&lock(&self.writer));
        }
    }
}

fn closed() -> Error {
    Error::new(ErrorKind::Closed, "the store is closed")
}

struct Inside<'a> {
    store: &'a SqliteStore,
    thread: u64,
    _pass: Pass,
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        lock(&self.store.inside).threads.remove(&self.thread);
        self.store.left.notify_all();
    }
}

#[cfg(test)]
mod tests;
