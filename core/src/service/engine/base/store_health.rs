//! Wraps the store to report when it stops and resumes taking writes.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use uuid::Uuid;

use super::observer::{self, Activity, ActivityObserver};
use crate::error::{Error, ErrorKind, Result};
use crate::store::{Store, StoreKey, Tx, UnreadableRow};
use crate::threads::locked;

/// Reports a store's refusals to the observer, after the call that met them and with nothing locked.
pub(super) struct Watched {
    store: Box<dyn Store>,
    observer: Option<Arc<dyn ActivityObserver>>,
    refusing: AtomicU16,
    left_out: Mutex<HashSet<Uuid>>,
}

impl Watched {
    pub fn new(store: Box<dyn Store>, observer: Option<Arc<dyn ActivityObserver>>) -> Self {
        Watched { store, observer, refusing: AtomicU16::new(0), left_out: Mutex::default() }
    }

    fn note_result(&self, answer: Result<()>) -> Result<()> {
        match &answer {
            Ok(()) => {
                if self.refusing.load(Ordering::Acquire) != 0 {
                    self.turn(None);
                }
            }
            // After a transaction without room: its rollback may have made room.
            Err(error) if error.kind() == ErrorKind::StorageFull => self.turn(Some(error)),
            Err(error) => self.look(error),
        }
        answer
    }

    /// An error may mean that the store takes no more writes.
    fn look(&self, error: &Error) {
        if error.kind() != ErrorKind::Store {
            return;
        }
        match self.store.check_writable() {
            Err(refusal) if refusal.kind() != ErrorKind::Closed => self.turn(Some(&refusal)),
            _ => {}
        }
    }

    fn tell_of(&self, left_out: Vec<UnreadableRow>) {
        for row in left_out {
            let is_new = locked(&self.left_out).insert(row.id);
            if is_new {
                observer::report(self.observer.as_ref(), &Activity::RecordLeftOut { id: row.id, error: &row.error });
            }
        }
    }

    fn turn(&self, refusal: Option<&Error>) {
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

impl Store for Watched {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let mut left_out = Vec::new();
        let answer = self.store.read(&mut |tx| {
            let answer = work(tx);
            left_out = tx.take_unreadable_rows();
            answer
        });
        self.tell_of(left_out);
        answer.inspect_err(|error| self.look(error))
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        let answer = self.store.write(work);
        self.note_result(answer)
    }

    fn check_writable(&self) -> Result<()> {
        match self.store.check_writable() {
            Err(error) if error.kind() == ErrorKind::Store => {
                self.turn(Some(&error));
                Err(error)
            }
            answer => self.note_result(answer),
        }
    }

    fn maintain(&self) -> Result<()> {
        self.store.maintain().inspect_err(|error| self.look(error))
    }

    fn unlock(&self, key: Option<&StoreKey>) -> Result<()> {
        self.store.unlock(key)
    }

    fn rekey(&self, key: &StoreKey) -> Result<()> {
        let answer = self.store.rekey(key);
        self.note_result(answer)
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}
