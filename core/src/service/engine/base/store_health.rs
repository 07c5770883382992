//! `MonitoredStore`: wraps the store. Reports to the observer when the store starts and stops refusing writes, and which records cannot be
//! read.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::observer::{self, Activity, ActivityObserver};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Store, StoreKey, Tx, UnreadableRow};
use crate::threads::lock;

/// A store that reports its health. It calls the observer after the call of the store has returned, with no lock held.
pub(super) struct MonitoredStore {
    store: Box<dyn Store>,
    observer: Option<Arc<dyn ActivityObserver>>,
    /// The number of the error kind with which the store refuses writes; 0 if it accepts them.
    refusal_kind: AtomicU16,
    /// The ids of the unreadable records that were reported. Each is reported once.
    reported: Mutex<HashSet<Uuid>>,
}

impl MonitoredStore {
    pub fn new(store: Box<dyn Store>, observer: Option<Arc<dyn ActivityObserver>>) -> Self {
        MonitoredStore { store, observer, refusal_kind: AtomicU16::new(0), reported: Mutex::default() }
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
            Err(error) => self.check_after(error),
        }
        result
    }

    /// Checks whether an error means that the store refuses writes from now on.
    fn check_after(&self, error: &Error) {
        if error.kind() != ErrorKind::Store {
            return;
        }
        match self.store.check_writable() {
            Err(refusal) if refusal.kind() != ErrorKind::Closed => self.set_refusal(Some(&refusal)),
            _ => {}
        }
    }

    fn report_unreadable(&self, rows: Vec<UnreadableRow>) {
        for row in rows {
            let is_new = lock(&self.reported).insert(row.id);
            if is_new {
                observer::report(self.observer.as_ref(), &Activity::RecordLeftOut { id: row.id, error: &row.error });
            }
        }
    }

    /// Stores with which error the store refuses writes, and reports a change to the observer. `None` if it accepts writes.
    fn set_refusal(&self, refusal: Option<&Error>) {
        let kind = refusal.map_or(0, |error| error.kind().number());
        if self.refusal_kind.swap(kind, Ordering::AcqRel) == kind {
            return;
        }
        observer::report(
            self.observer.as_ref(),
            &match refusal {
                Some(error) => Activity::WritesRefused { error },
                None => Activity::WritesResumed {},
            },
        );
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
        result.inspect_err(|error| self.check_after(error))
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let result = self.store.write(work);
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
        self.store.maintain().inspect_err(|error| self.check_after(error))
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
