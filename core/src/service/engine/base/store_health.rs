//! `MonitoredStore`: wraps the store, and reports when it starts and stops refusing writes.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::observer::{self, Activity, ActivityObserver};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Store, StoreKey, Tx, UnreadableRow};
use crate::threads::lock;

/// Reports to the observer after the call that failed, with no lock held.
pub(super) struct MonitoredStore {
    store: Box<dyn Store>,
    observer: Option<Arc<dyn ActivityObserver>>,
    /// Number of the error kind with which writes are refused; 0 if they are accepted.
    refusing: AtomicU16,
    /// Records that were reported as unreadable.
    left_out: Mutex<HashSet<Uuid>>,
}

impl MonitoredStore {
    pub fn new(store: Box<dyn Store>, observer: Option<Arc<dyn ActivityObserver>>) -> Self {
        MonitoredStore { store, observer, refusing: AtomicU16::new(0), left_out: Mutex::default() }
    }

    fn check_result(&self, answer: Result<()>) -> Result<()> {
        match &answer {
            Ok(()) => {
                if self.refusing.load(Ordering::Acquire) != 0 {
                    self.set_refusal(None);
                }
            }
            // Not `check_writable`: the rollback of the transaction may have made room.
            Err(error) if error.kind() == ErrorKind::StorageFull => self.set_refusal(Some(error)),
            Err(error) => self.check_after(error),
        }
        answer
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

    fn report_left_out(&self, left_out: Vec<UnreadableRow>) {
        for row in left_out {
            let is_new = lock(&self.left_out).insert(row.id);
            if is_new {
                observer::report(self.observer.as_ref(), &Activity::RecordLeftOut { id: row.id, error: &row.error });
            }
        }
    }

    fn set_refusal(&self, refusal: Option<&Error>) {
        let refusing = refusal.map_or(0, |error| error.kind().number());
        if self.refusing.swap(refusing, Ordering::AcqRel) == refusing {
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
        let mut left_out = Vec::new();
        let answer = self.store.read(&mut |tx| {
            let answer = work(tx);
            left_out = tx.take_unreadable_rows();
            answer
        });
        self.report_left_out(left_out);
        answer.inspect_err(|error| self.check_after(error))
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let answer = self.store.write(work);
        self.check_result(answer)
    }

    fn check_writable(&self) -> Result<()> {
        match self.store.check_writable() {
            Err(error) if error.kind() == ErrorKind::Store => {
                self.set_refusal(Some(&error));
                Err(error)
            }
            answer => self.check_result(answer),
        }
    }

    fn maintain(&self) -> Result<()> {
        self.store.maintain().inspect_err(|error| self.check_after(error))
    }

    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        self.store.unlock(key)
    }

    fn rekey(&self, key: &StoreKey) -> Result<()> {
        let answer = self.store.rekey(key);
        self.check_result(answer)
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}
