//! Write transactions.
//!
//! Writes that wait for each other share one commit and one sync: each leaves the transaction open for the next one, and the last one
//! commits. A write that fails is rolled back alone. No write is acknowledged before the commit. A single write commits at once.

use std::ops::Deref;
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard};

use rusqlite::Connection;

use super::SqliteStore;
use super::connection::{OwnedConnection, PendingCommit, Writer, copy_error};
use super::failure::{self, FaultReport};
use super::sealing::Sealing;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::threads::lock;

pub(super) type Work<'w> = dyn FnMut(&Tx<'_>) -> Result<()> + 'w;

/// The part of one write in a transaction. Rolled back on drop unless it is kept.
struct WritePart<'c> {
    connection: &'c Connection,
    has_others: bool,
    is_kept: bool,
}

impl<'c> WritePart<'c> {
    fn begin(connection: &'c Connection, has_others: bool) -> rusqlite::Result<Self> {
        run(connection, if has_others { "SAVEPOINT part" } else { "BEGIN IMMEDIATE" })?;
        Ok(WritePart { connection, has_others, is_kept: false })
    }

    fn keep(mut self) -> rusqlite::Result<()> {
        if self.has_others {
            run(self.connection, "RELEASE part")?;
        }
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for WritePart<'_> {
    fn drop(&mut self) {
        if self.is_kept || self.connection.is_autocommit() {
            return;
        }
        let undone = self.has_others
            && run(self.connection, "ROLLBACK TO part").and_then(|()| run(self.connection, "RELEASE part")).is_ok();
        if !undone {
            let _ = run(self.connection, "ROLLBACK");
        }
    }
}

fn run(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}

/// Exclusive use of the writer. Commits on drop, unless another write waits and continues the transaction.
pub(super) struct WriterTurn<'s> {
    store: &'s SqliteStore,
    writer: MutexGuard<'s, Writer>,
}

impl Deref for WriterTurn<'_> {
    type Target = OwnedConnection;

    fn deref(&self) -> &OwnedConnection {
        &self.writer
    }
}

impl WriterTurn<'_> {
    pub(super) fn run_part(&mut self, work: &mut Work<'_>) -> Result<Arc<PendingCommit>> {
        let has_others = self.writer.commit.is_some();
        if !has_others {
            self.store.check_for(&self.writer)?;
            self.store.limit_log(&self.writer)?;
        }
        let (answer, report) = part_of(&self.writer, &self.store.sealing, has_others, work);
        if let Err(error) = answer {
            if !has_others {
                self.store.check_ended(&self.writer);
            }
            let error = self.store.handle_failure(error, report);
            self.fail_undone_parts(|| copy_error(&error));
            return Err(error);
        }
        Ok(Arc::clone(self.writer.commit.get_or_insert_default()))
    }

    /// After some errors SQLite rolls back the whole transaction with its successful parts. Returns this error for those parts.
    fn fail_undone_parts(&mut self, reason: impl FnOnce() -> Error) {
        if self.writer.is_autocommit()
            && let Some(commit) = self.writer.commit.take()
        {
            commit.finish(Err(reason()));
        }
    }

    pub(super) fn commit(&mut self) {
        if let Some(commit) = self.writer.commit.take() {
            commit.finish(commit_on(self.store, &self.writer));
        }
    }
}

impl Drop for WriterTurn<'_> {
    fn drop(&mut self) {
        // Work that panicked can have caused such an error.
        self.fail_undone_parts(|| {
            Error::new(ErrorKind::Store, "another write failed, and this write was rolled back with it")
        });
        if self.store.waiting.load(Ordering::Acquire) == 0 {
            self.commit();
        }
    }
}

impl SqliteStore {
    pub(super) fn run(&self, work: &mut Work<'_>) -> Result<()> {
        // A thread that is counted here takes the writer and ends the open transaction.
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let writer = lock(&self.writer);
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        let commit = WriterTurn { store: self, writer }.run_part(work)?;
        commit.wait()
    }

    pub(super) fn lock_writer(&self) -> WriterTurn<'_> {
        let mut turn = WriterTurn { store: self, writer: lock(&self.writer) };
        turn.commit();
        turn
    }
}

fn part_of(
    link: &OwnedConnection,
    sealing: &Sealing,
    has_others: bool,
    work: &mut Work<'_>,
) -> (Result<()>, Option<FaultReport>) {
    let failed = |error: rusqlite::Error| {
        let report = FaultReport::of(&error);
        (Err(failure::of(error, "the store failed")), report)
    };
    let part = match WritePart::begin(link, has_others) {
        Ok(part) => part,
        Err(error) => return failed(error),
    };
    let session = Tx::new(link, &link.compressor, sealing, true);
    match work(&session).and_then(|()| session.check()) {
        Ok(()) => part.keep().map_or_else(failed, |()| (Ok(()), None)),
        Err(error) => (Err(error), session.report()),
    }
}

fn commit_on(store: &SqliteStore, connection: &Connection) -> Result<()> {
    let committed = run(connection, "COMMIT");
    if committed.is_err() && !connection.is_autocommit() {
        let _ = run(connection, "ROLLBACK");
    }
    store.check_ended(connection);
    committed.map_err(|error| {
        let report = FaultReport::of(&error);
        let in_doubt = report.as_ref().is_some_and(|report| report.fault.leaves_doubt());
        let error = failure::of(error, "the store failed");
        store.handle_failure(if in_doubt { error.in_doubt() } else { error }, report)
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::{Sender, channel};
    use std::thread;

    use super::*;
    use crate::store::{BlobId, Store, Tx};

    fn put(tx: &Tx<'_>, id: u8, size: usize) -> Result<()> {
        let bytes = vec![id; size];
        tx.put_blob(&BlobId::of(&bytes), &bytes)
    }

    fn has(store: &SqliteStore, id: u8) -> bool {
        <dyn Store>::reading(store, |tx| tx.blob(&BlobId::of(&[id]))).unwrap().is_some()
    }

    fn together(store: &SqliteStore, second: impl FnOnce(&SqliteStore) + Send) -> Result<()> {
        let (begun, has_begun) = channel();
        thread::scope(|scope| {
            let first = scope.spawn(move || {
                let mut begun: Option<Sender<()>> = Some(begun);
                <dyn Store>::writing(store, |tx| {
                    begun.take().unwrap().send(()).unwrap();
                    while store.waiting.load(Ordering::Acquire) == 0 {
                        thread::yield_now();
                    }
                    put(tx, 1, 1)
                })
            });
            has_begun.recv().unwrap();
            scope.spawn(|| second(store)).join().unwrap();
            first.join().unwrap()
        })
    }

    #[test]
    fn waiting_writes_are_committed_together() {
        let store = SqliteStore::in_memory().unwrap();
        let first = together(&store, |store| {
            let second = <dyn Store>::writing(store, |tx| {
                assert!(tx.blob(&BlobId::of(&[1])).unwrap().is_some(), "the part of the first write is visible");
                put(tx, 2, 1)
            });
            second.unwrap();
        });
        first.unwrap();
        assert!(has(&store, 1) && has(&store, 2));
    }

    #[test]
    fn a_write_that_fails_or_panics_is_rolled_back_alone() {
        let fails: fn(&Tx<'_>) -> Result<()> = |_| Err(ErrorKind::Duplicate.into());
        let panics: fn(&Tx<'_>) -> Result<()> = |_| panic!("on purpose");
        for ends in [fails, panics] {
            let store = SqliteStore::in_memory().unwrap();
            let first = together(&store, |store| {
                let second = || <dyn Store>::writing(store, |tx| put(tx, 2, 1).and_then(|()| ends(tx)));
                let second = catch_unwind(AssertUnwindSafe(second));
                assert!(
                    second.is_err() || second.is_ok_and(|result| result.unwrap_err().kind() == ErrorKind::Duplicate)
                );
            });
            first.unwrap();
            assert!(has(&store, 1) && !has(&store, 2));
        }
    }

    #[test]
    fn on_a_full_disk_all_writes_of_a_commit_report_whether_they_were_kept() {
        let store = SqliteStore::in_memory().unwrap();
        let pages =
            |store: &SqliteStore, most: i64| store.lock_writer().pragma_update(None, "max_page_count", most).unwrap();
        let most = store.lock_writer().query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        pages(&store, most);
        let first = together(&store, |store| {
            let full = <dyn Store>::writing(store, |tx| put(tx, 2, 1_000_000)).unwrap_err();
            assert_eq!((full.kind(), full.is_in_doubt()), (ErrorKind::StorageFull, false));
        });
        // SQLite may have rolled back the part of the first write, too.
        match first {
            Ok(()) => assert!(has(&store, 1)),
            Err(error) => {
                assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::StorageFull, false));
                pages(&store, i64::from(u32::MAX - 1));
                assert!(!has(&store, 1));
            }
        }
        pages(&store, i64::from(u32::MAX - 1));
        <dyn Store>::writing(&store, |tx| put(tx, 3, 1)).unwrap();
        assert!(has(&store, 3));
    }

    #[test]
    fn exclusive_use_of_the_writer_commits_open_parts_first() {
        let store = SqliteStore::in_memory().unwrap();
        let first = together(&store, |store| {
            store.waiting.fetch_add(1, Ordering::AcqRel);
            assert!(store.lock_writer().is_autocommit());
            store.waiting.fetch_sub(1, Ordering::AcqRel);
        });
        first.unwrap();
        assert!(has(&store, 1));
    }
}
