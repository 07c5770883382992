//! `MonitoredStore`: wraps the store. Reports to the observer when the store starts and stops refusing writes, and which records cannot be
//! read. Errors of refused writes have the HTTP status 503.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::observer::Activity;
use super::reporter::Reporter;
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Store, StoreKey, Tx, UnreadableRow};
use crate::threads::lock;

thread_local! {
    /// The number of writes that this thread has committed.
    static COMMITTED_WRITES: Cell<u64> = const { Cell::new(0) };
}

/// Runs an operation of a caller. If the store or the service fails after the operation committed a write, the error is in doubt: the
/// caller must not assume that nothing was written.
pub(in crate::service) fn mark_committed<T>(operation: impl FnOnce() -> Result<T>) -> Result<T> {
    use ErrorKind::{Closed, Internal, StorageFull, Store, StoreBusy};
    let before = COMMITTED_WRITES.get();
    operation().map_err(|error| match error.kind() {
        Store | StorageFull | StoreBusy | Internal | Closed if COMMITTED_WRITES.get() != before => error.in_doubt(),
        _ => error,
    })
}

/// Runs a write that only concerns the service: if the operation of the caller fails afterwards, it is not in doubt because of this write.
pub(in crate::service::engine) fn internal_write<T>(write: impl FnOnce() -> Result<T>) -> Result<T> {
    let before = COMMITTED_WRITES.get();
    let result = write();
    COMMITTED_WRITES.set(before);
    result
}

/// The HTTP status of a write that the store refuses because its disk failed, or because the database is damaged or was replaced.
const UNAVAILABLE: u16 = 503;

/// A store that reports its health. It calls the observer after the call of the store has returned, with no lock held.
pub(super) struct MonitoredStore {
    store: Box<dyn Store>,
    reporter: Arc<Reporter>,
    /// The number of the error kind with which the store refuses writes; 0 if it accepts them.
    refusal_kind: AtomicU16,
    /// The ids of the unreadable records that were reported. Each is reported once.
    reported: Mutex<HashSet<Uuid>>,
}

impl MonitoredStore {
    pub fn new(store: Box<dyn Store>, reporter: Arc<Reporter>) -> Self {
        MonitoredStore { store, reporter, refusal_kind: AtomicU16::new(0), reported: Mutex::default() }
    }

    /// Updates the health from the result of a write.
    fn check_result(&self, result: Result<()>) -> Result<()> {
        match &result {
            Ok(()) => {
                if self.refusal_kind.load(Ordering::Acquire) != 0 {
                    self.set_refusal(None);
                }
            }
            // `check_writable` is not asked: it may succeed, because the rollback of the transaction has freed space.
            Err(error) if error.kind() == ErrorKind::StorageFull => self.set_refusal(Some(error)),
            Err(error) if self.refuses_after(error) => return result.map_err(|error| error.with_status(UNAVAILABLE)),
            Err(_) => {}
        }
        result
    }

    /// Checks whether an error means that the store refuses writes from now on.
    fn refuses_after(&self, error: &Error) -> bool {
        if error.kind() != ErrorKind::Store {
            return false;
        }
        match self.store.check_writable() {
            Err(refusal) if refusal.kind() != ErrorKind::Closed => {
                self.set_refusal(Some(&refusal));
                true
            }
            _ => false,
        }
    }

    fn report_unreadable(&self, rows: Vec<UnreadableRow>) {
        for row in rows {
            let is_new = lock(&self.reported).insert(row.id);
            if is_new {
                let (account, id, error) = (&row.account, row.id, &row.error);
                self.reporter.report(&Activity::RecordLeftOut { account, id, error });
            }
        }
    }

    fn report_warning(&self) {
        if let Some(error) = self.store.take_warning() {
            self.reporter.report(&Activity::Trouble { account: None, error: &error });
        }
    }

    /// Stores with which error the store refuses writes, and reports a change to the observer. `None` if it accepts writes. While it
    /// refuses writes, the log has a line for it once an hour.
    fn set_refusal(&self, refusal: Option<&Error>) {
        let kind = refusal.map_or(0, |error| error.kind().number());
        let is_new = self.refusal_kind.swap(kind, Ordering::AcqRel) != kind;
        match refusal {
            Some(error) if is_new => self.reporter.report(&Activity::WritesRefused { error }),
            Some(error) => self.reporter.log_again(&Activity::WritesRefused { error }),
            None if is_new => self.reporter.report(&Activity::WritesResumed {}),
            None => {}
        }
    }
}

impl Store for MonitoredStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let mut unreadable = Vec::new();
        let result = self.store.read(&mut |tx| {
            let result = work(tx);
            unreadable = tx.take_unreadable_rows();
            result
        });
        self.report_unreadable(unreadable);
        result.inspect_err(|error| {
            self.refuses_after(error);
        })
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let result = self.store.write(work);
        if result.is_ok() {
            COMMITTED_WRITES.set(COMMITTED_WRITES.get() + 1);
        }
        self.report_warning();
        self.check_result(result)
    }

    fn check_writable(&self) -> Result<()> {
        match self.store.check_writable() {
            Err(error) if error.kind() == ErrorKind::Store => {
                self.set_refusal(Some(&error));
                Err(error)
            }
            result => self.check_result(result),
        }
    }

    fn maintain(&self) -> Result<()> {
        let result = self.store.maintain();
        self.report_warning();
        result.inspect_err(|error| {
            self.refuses_after(error);
        })
    }

    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        self.store.unlock(key)
    }

    fn rekey(&self, key: &StoreKey) -> Result<()> {
        let result = self.store.rekey(key);
        self.check_result(result)
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}
