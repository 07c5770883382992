//! The store on one SQLite file, or in memory.
//!
//! One connection writes, in immediate transactions that are synced before they are acknowledged. Writes that wait share one commit. Reads
//! use other connections, and do not wait for a sync. A lock file (`<path>.lock`) prevents a second handle in any process, and every write
//! checks that database, log and lock file are still those that were opened. Another copy of SQLite in this process should not open the
//! file meanwhile: when it closes the file, the operating system cancels the locks of this one. On Linux, reading with such a copy does no
//! harm (`descriptors.rs`).

mod accounts;
mod checkpoints;
mod columns;
mod compression;
mod connection;
mod credentials;
mod custom_fields;
mod descriptors;
mod expiry;
mod failure;
mod fan_outs;
mod file_identity;
mod filter_plan;
mod forks;
mod health;
mod housekeeping;
mod integrity;
mod interchanges;
mod listing;
mod lock;
mod mail;
mod messages;
mod migration;
mod opening;
mod outbox;
mod packed_emails;
mod parties;
mod queues;
mod refreshes;
mod rekeying;
mod requests;
mod schema;
mod sealing;
mod search;
mod search_keys;
mod session;
mod shipments;
mod shrinking;
mod subscriptions;
mod writing;

use std::collections::HashSet;
use std::error::Error as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use self::checkpoints::Checkpoints;
use self::connection::{OwnedConnection, PendingCommit, ReaderPool, Writer};
use self::failure::{DAMAGED, Fault, FaultReport};
use self::file_identity::{FileIdentity, FileProblem, LogAction, unusable};
use self::forks::GatePass;
pub(crate) use self::forks::{after_fork, before_fork};
use self::health::Health;
use self::integrity::{UNREAD, examine};
use self::lock::Lock;
use self::opening::{OpenedFiles, Opening};
use self::rekeying::PlainSecrets;
use self::sealing::Sealing;
pub use self::session::Tx;
use super::{Migration, StoragePolicy, Store, StoreKey};
use crate::clock::{CancelToken, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::threads::{self, lock};

/// How often opening tries again while another process has the file open.
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// A [`Store`] on SQLite.
///
/// The handle belongs to the process that opened it. After a `fork`, all calls in the child process fail with [`ErrorKind::Forked`], and
/// dropping the handle there does not change the file.
pub struct SqliteStore {
    // Dropped in this order: the connections, then the file, and last the lock, which is in `health`.
    /// `None` for a database in memory, which has only one connection.
    readers: Option<ReaderPool>,
    /// `None` for a database in memory.
    checkpoints: Option<Checkpoints>,
    writer: Mutex<Writer>,
    waiting: AtomicUsize,
    file: Option<FileIdentity>,
    open: Mutex<OpenTransactions>,
    transaction_ended: Condvar,
    process: u32,
    health: Health,
    sealing: Sealing,
    /// Whether the write-ahead log may still contain old secrets, because a reader prevented truncating it.
    log_has_old_secrets: AtomicBool,
    migration: Option<Migration>,
    is_new: bool,
}

#[derive(Default)]
struct OpenTransactions {
    closed: bool,
    threads: HashSet<u64>,
}

impl SqliteStore {
    /// Opens the database at `path` with the default policy. If the file is missing or empty, creates a database that only its owner can
    /// read, unless the lock file shows that there was one. Migrates a database of an older released version, after a copy of it was
    /// written next to it (`<path>.version-1`).
    ///
    /// Fails with [`ErrorKind::StoreBusy`] if another handle has it open, after a wait if it is in another process, and with
    /// [`ErrorKind::StoreVersion`] if another program, a newer version, or a development version before 0.1.0 created it. Every error names
    /// the file, and leaves no new lock file.
    pub fn open(path: &Path) -> Result<Self> {
        SqliteStore::open_with(path, &StoragePolicy::default())
    }

    /// Like [`open`](Self::open), with a policy. Fails with [`ErrorKind::StoreVersion`] if the database has an older version and the policy
    /// does not permit its migration.
    pub fn open_with(path: &Path, policy: &StoragePolicy) -> Result<Self> {
        SqliteStore::open_until_cancelled(path, policy, &CancelToken::new())
    }

    /// Like [`open_with`](Self::open_with). `cancel` ends the wait for another process.
    pub(crate) fn open_until_cancelled(path: &Path, policy: &StoragePolicy, cancel: &CancelToken) -> Result<Self> {
        let clock = SystemClock::new();
        loop {
            let opened = SqliteStore::open_as(Opening { path, policy, migrations: schema::MIGRATIONS });
            let is_busy =
                opened.as_ref().is_err_and(|error| error.kind() == ErrorKind::StoreBusy && error.is_retryable());
            if !is_busy || clock.monotonic() >= policy.busy_timeout {
                return opened;
            }
            let slept = clock.sleep(BUSY_PAUSE, cancel);
            slept.map_err(|cancelled| Error::from(ErrorKind::Cancelled).with_source(cancelled))?;
        }
    }

    fn open_as(opening: Opening<'_>) -> Result<Self> {
        let name = opening.path.display();
        let _pass = GatePass::get();
        opening::open(opening).map(|(opened, lock)| SqliteStore::from_files(opened, lock, opening.policy)).map_err(
            |error| {
                let message = format!("{name}: {}", error.with_causes());
                error.with_message(message)
            },
        )
    }

    /// Whether the database was created when it was opened.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The migration that was done when the database was opened.
    pub fn migration(&self) -> Option<&Migration> {
        self.migration.as_ref()
    }

    /// Creates a database in memory, which is deleted when the handle is dropped.
    pub fn in_memory() -> Result<Self> {
        let _pass = GatePass::get();
        let writer = OwnedConnection::open_in_memory()
            .map_err(|error| failure::of(error, "the database in memory could not be created"))?;
        schema::apply(&writer, schema::MIGRATIONS)?;
        Ok(SqliteStore::new(None, writer, None, Health::default()))
    }

    fn from_files(opened: OpenedFiles, lock: Lock, policy: &StoragePolicy) -> Self {
        let OpenedFiles { readers, pin, writer, file, migration, is_new } = opened;
        let mut store = SqliteStore::new(Some(readers), writer, Some(file), Health::new(Some(lock)));
        store.checkpoints = Some(Checkpoints::new(pin, policy.max_log_bytes));
        store.migration = migration;
        store.is_new = is_new;
        store
    }

    fn new(readers: Option<ReaderPool>, writer: OwnedConnection, file: Option<FileIdentity>, health: Health) -> Self {
        SqliteStore {
            readers,
            checkpoints: None,
            writer: Mutex::new(Writer::new(writer)),
            waiting: AtomicUsize::new(0),
            file,
            open: Mutex::default(),
            transaction_ended: Condvar::new(),
            process: std::process::id(),
            health,
            sealing: Sealing::default(),
            log_has_old_secrets: AtomicBool::default(),
            migration: None,
            is_new: false,
        }
    }

    /// Rejects a transaction inside another one on the same thread, which would wait for itself.
    fn enter(&self) -> Result<TransactionGuard<'_>> {
        self.check_process()?;
        let (thread, pass) = (threads::current_thread_number(), GatePass::get());
        let mut open = lock(&self.open);
        if open.closed {
            return Err(closed());
        }
        if !open.threads.insert(thread) {
            return Err(Error::new(ErrorKind::Internal, "a transaction cannot begin inside another one"));
        }
        Ok(TransactionGuard { store: self, thread, _pass: pass })
    }

    /// Must be called before a lock is taken, because a lock that is held during a fork stays locked in the child process.
    fn check_process(&self) -> Result<()> {
        if self.process == std::process::id() { Ok(()) } else { Err(ErrorKind::Forked.into()) }
    }

    fn check(&self) -> Result<(), FileProblem> {
        self.health.check().map_err(FileProblem::Database)?;
        let Some(file) = &self.file else { return Ok(()) };
        file.check()?;
        self.health.check_lock().map_err(FileProblem::Database)?;
        self.checkpoints.as_ref().map_or(Ok(()), |checkpoints| checkpoints.check_log(file))
    }

    fn read_on(&self, link: &OwnedConnection, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let (answer, report) = match Transaction::new_unchecked(link, TransactionBehavior::Deferred) {
            Ok(transaction) => {
                let session = Tx::new(link, &link.compressor, &self.sealing, false);
                let answer = work(&session);
                drop(transaction);
                (answer, session.report())
            }
            Err(error) => {
                let report = FaultReport::of(&error);
                (Err(failure::of(error, "the store failed")), report)
            }
        };
        answer.map_err(|error| self.diagnose(error, report))
    }

    fn reading(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let _guard = self.enter()?;
        match &self.readers {
            None => self.read_on(&self.lock_writer(), work),
            Some(readers) => self.read_on(&*readers.take()?, work),
        }
    }

    /// A write of secrets: overwrites deleted content and truncates the log. If it fails, the previous keys are restored.
    fn write_securely(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let _guard = self.enter()?;
        let mut turn = self.lock_writer();
        let before = self.sealing.keys();
        let secure = |link: &OwnedConnection, on| link.pragma_update(None, "secure_delete", on);
        secure(&turn, true).map_err(|error| failure::of(error, "the store failed"))?;
        let part = turn.run_part(work);
        turn.commit();
        // If this fails, later deletions also overwrite their content, which is harmless.
        let _ = secure(&turn, false);
        let answer = part.and_then(PendingCommit::wait);
        match &answer {
            Err(_) => self.sealing.restore(before),
            // The write is committed even if this fails; housekeeping tries again.
            Ok(()) => drop(self.remove_old_secrets(&turn)),
        }
        answer
    }

    fn rewrite(&self) -> Result<()> {
        let _guard = self.enter()?;
        let Some(file) = self.file.as_ref() else { return Ok(()) };
        let connection = self.lock_writer();
        self.check_for(&connection)?;
        // After this point, a check of the file may find that it is shorter.
        file.expect_shrink_to(1, 1);
        let written = shrinking::rewrite(&connection);
        self.check_ended(&connection);
        written.map_err(|error| {
            let report = FaultReport::of(&error);
            self.handle_failure(failure::of(error, "the database could not be rewritten"), report)
        })
    }

    fn record_fault(&self, error: Error, FaultReport { fault, cause }: &FaultReport) -> Error {
        match fault {
            Fault::Full => self.health.set_full(),
            Fault::WriteFailed | Fault::IndexFailed => {
                if let Err(full) = self.health.check_room() {
                    self.health.set_full();
                    // If the disk is full, the log lacks the end of the transaction. If only the index failed, the end may be there.
                    let in_doubt = *fault == Fault::IndexFailed && error.is_in_doubt();
                    return if in_doubt { full.in_doubt() } else { full };
                }
                self.health.set_broken(cause);
            }
            Fault::Unknown => self.health.set_broken(cause),
            Fault::ReadFailed | Fault::Corrupt => {}
        }
        // Independent of the error that the work returned.
        if *fault == Fault::Full && error.kind() != ErrorKind::StorageFull { failure::full() } else { error }
    }

    /// Reports damage only if reading the file again confirms it, because a page that could not be read may be readable the next time.
    fn diagnose(&self, error: Error, report: Option<FaultReport>) -> Error {
        let Some(FaultReport { cause, .. }) = report.filter(|report| report.fault == Fault::Corrupt) else {
            return error;
        };
        let diagnosis = match &self.file {
            _ if self.health.is_broken() => Error::new(ErrorKind::Store, DAMAGED),
            Some(file) => self.examine_again(file),
            None => Error::new(ErrorKind::Store, DAMAGED),
        };
        if diagnosis.message() == DAMAGED {
            self.health.set_broken(DAMAGED);
        }
        let diagnosis =
            if diagnosis.source().is_none() { diagnosis.with_source(io::Error::other(cause)) } else { diagnosis };
        if error.is_in_doubt() { diagnosis.in_doubt() } else { diagnosis }
    }

    fn examine_again(&self, file: &FileIdentity) -> Error {
        let unread = |error| unusable(UNREAD, error);
        if let Err(error) = file.read_all() {
            return unread(error);
        }
        let looked = OwnedConnection::open(file.path(), file.descriptors())
            .map_err(|error| failure::of(error, "the database could not be read or examined"))
            .and_then(|fresh| examine(&fresh));
        match looked {
            Ok(()) => {
                Error::new(ErrorKind::Store, "a page of the database could not be read, but can be read now: try again")
            }
            Err(error) if matches!(error.kind(), ErrorKind::StoreVersion) || error.message() == DAMAGED => {
                file.read_all().map_or_else(unread, |()| Error::new(ErrorKind::Store, DAMAGED))
            }
            Err(error) => error,
        }
    }

    /// Returns some free pages to the disk. Does nothing if the disk is full.
    fn shrink(&self, connection: &Connection) -> Result<()> {
        let Some(step) = self.unless_full(connection, shrinking::step(connection))? else { return Ok(()) };
        // After this point, a check of the file may find that it is shorter.
        if let Some(file) = &self.file {
            file.expect_shrink_to(step.left, step.least);
        }
        self.unless_full(connection, shrinking::shrink(connection, &step))
    }

    /// Postpones housekeeping while the disk is full, without an error.
    fn unless_full<T: Default>(&self, connection: &Connection, ran: rusqlite::Result<T>) -> Result<T> {
        ran.or_else(|error| match FaultReport::of(&error) {
            Some(FaultReport { fault: Fault::Full, .. }) => Ok(T::default()),
            report => {
                self.check_ended(connection);
                Err(self.handle_failure(failure::of(error, "the store failed"), report))
            }
        })
    }

    fn check_for(&self, writer: &Connection) -> Result<()> {
        match self.check() {
            Ok(()) => Ok(()),
            Err(FileProblem::Database(error)) => Err(error),
            Err(FileProblem::LogDeleted(error)) => {
                // The deleted log is still open, and contains acknowledged writes: copy them to the database.
                let _ = self.checkpoint(writer, "PASSIVE");
                Err(error)
            }
        }
    }

    /// Rejects further writes if a transaction is still open that no thread will continue.
    fn check_ended(&self, writer: &Connection) {
        if !writer.is_autocommit() {
            self.health.set_broken("a transaction could not be ended");
        }
    }

    fn handle_failure(&self, error: Error, report: Option<FaultReport>) -> Error {
        let error = match &report {
            Some(report) => self.record_fault(error, report),
            None => error,
        };
        self.diagnose(error, report)
    }
}

impl Store for SqliteStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.reading(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let _guard = self.enter()?;
        self.run(work)
    }

    fn check_writable(&self) -> Result<()> {
        self.check_process()?;
        if lock(&self.open).closed {
            return Err(closed());
        }
        Ok(self.check()?)
    }

    fn maintain(&self) -> Result<()> {
        let _guard = self.enter()?;
        let Some(file) = &self.file else { return Ok(()) };
        self.check()?;
        file.look_for_names();
        self.shrink(&self.lock_writer())?;
        self.checkpoint_log()?;
        // Remembers the current state of the file.
        Ok(self.check()?)
    }

    fn take_warning(&self) -> Option<Error> {
        self.checkpoints.as_ref()?.take_warning().or_else(|| self.file.as_ref()?.take_warning())
    }

    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        let mut plain = PlainSecrets::Nowhere;
        self.reading(&mut |session| rekeying::unlock(session, key).map(|found| plain = found))?;
        if let (PlainSecrets::InRecords, Some(key)) = (plain, key) {
            self.write_securely(&mut |session| rekeying::seal_all(session, key))?;
        }
        if plain == PlainSecrets::Nowhere {
            return Ok(());
        }
        // The database is rewritten only after the secrets are encrypted, because the rewrite of a large database uses a temporary file.
        self.rewrite()?;
        self.write_securely(&mut rekeying::mark_rewritten)
    }

    fn rekey(&self, key: &StoreKey) -> Result<()> {
        self.write_securely(&mut |session| rekeying::rekey(session, key))
    }

    fn close(&self) -> Result<()> {
        self.check_process()?;
        let _pass = GatePass::get();
        let mut open = lock(&self.open);
        if open.threads.contains(&threads::current_thread_number()) {
            return Err(Error::new(ErrorKind::Internal, "the store cannot be closed inside a transaction"));
        }
        open.closed = true;
        while !open.threads.is_empty() {
            open = self.transaction_ended.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
        // No transaction is open. Close in the order of dropping, with the lock last.
        if let Some(readers) = &self.readers {
            readers.close();
        }
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.close();
        }
        let mut writer = lock(&self.writer);
        self.finish_log(&writer);
        writer.close();
        if let Some(file) = &self.file {
            file.close();
        }
        self.health.release();
        Ok(())
    }
}

impl SqliteStore {
    /// Must be called before the last connection is closed, because SQLite then checkpoints and deletes the log. Prevents that after a disk
    /// failure, if the files were replaced, and if another copy of SQLite in this process has the database open.
    fn finish_log(&self, writer: &OwnedConnection) {
        let Some(file) = &self.file else { return };
        let log_action = file.log_action();
        let is_read_by_others = file.descriptors().has_foreign();
        if log_action != LogAction::Checkpoint || self.health.is_broken() || is_read_by_others {
            writer.keep_log_on_close();
        }
        if !is_read_by_others {
            file.descriptors().unlock();
        }
        match log_action {
            LogAction::Checkpoint | LogAction::Leave => {}
            LogAction::Remove => file.remove_log(),
            LogAction::MoveAway => file.move_log_away(),
            LogAction::Save if self.health.is_broken() || is_read_by_others => {}
            LogAction::Save => {
                if writer.truncate_log().is_ok_and(|whole| whole) {
                    file.remove_log();
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
            self.finish_log(&lock(&self.writer));
            self.health.mark_released();
        }
    }
}

fn closed() -> Error {
    Error::new(ErrorKind::Closed, "the store is closed")
}

struct TransactionGuard<'a> {
    store: &'a SqliteStore,
    thread: u64,
    _pass: GatePass,
}

impl Drop for TransactionGuard<'_> {
    fn drop(&mut self) {
        lock(&self.store.open).threads.remove(&self.thread);
        self.store.transaction_ended.notify_all();
    }
}

#[cfg(test)]
mod tests;
