//! An in-memory store whose transactions can be made to fail.

use std::sync::{Arc, Mutex};

use shiptrack::error::{Error, Result};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};

/// An in-memory store with a switch for failures.
pub struct FailingStore {
    store: SqliteStore,
    switch: FailureSwitch,
}

/// Selects the errors of a [`FailingStore`]. Clones share their state.
#[derive(Clone, Default)]
pub struct FailureSwitch(Arc<Mutex<Failures>>);

#[derive(Default)]
struct Failures {
    reads: Option<Failure>,
    writes: Option<Failure>,
    /// Error of writes that `check_writable` does not report.
    unforeseen: Option<Failure>,
    /// Error of reads after the next write that succeeds.
    reads_after_write: Option<Failure>,
}

/// Creates the error of a failing transaction.
pub type Failure = fn() -> Error;

impl FailingStore {
    /// A store that does not fail yet.
    pub fn new() -> Self {
        FailingStore {
            store: SqliteStore::in_memory().expect("a store in memory opens"),
            switch: FailureSwitch::default(),
        }
    }

    pub fn switch(&self) -> FailureSwitch {
        self.switch.clone()
    }
}

impl Default for FailingStore {
    fn default() -> Self {
        Self::new()
    }
}

impl FailureSwitch {
    /// Fails every transaction with this error from now on.
    pub fn fail(&self, error: Failure) {
        *self.0.lock().unwrap() = Failures { reads: Some(error), writes: Some(error), ..Failures::default() };
    }

    /// Fails every transaction that writes with this error from now on.
    pub fn fail_writes(&self, error: Failure) {
        self.0.lock().unwrap().writes = Some(error);
    }

    /// Fails every transaction that writes with this error from now on, while `check_writable` still succeeds.
    pub fn fail_writes_unforeseen(&self, error: Failure) {
        self.0.lock().unwrap().unforeseen = Some(error);
    }

    /// Fails every transaction that reads with this error after the next write that succeeds.
    pub fn fail_reads_after_write(&self, error: Failure) {
        self.0.lock().unwrap().reads_after_write = Some(error);
    }

    /// Ends all failures.
    pub fn recover(&self) {
        *self.0.lock().unwrap() = Failures::default();
    }

    fn check(&self, which: impl FnOnce(&Failures) -> Option<Failure>) -> Result<()> {
        which(&self.0.lock().unwrap()).map_or(Ok(()), |error| Err(error()))
    }
}

impl Store for FailingStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.switch.check(|failures| failures.reads)?;
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.switch.check(|failures| failures.writes.or(failures.unforeseen))?;
        self.store.write(work)?;
        let mut failures = self.switch.0.lock().unwrap();
        failures.reads = failures.reads.or(failures.reads_after_write);
        Ok(())
    }

    fn check_writable(&self) -> Result<()> {
        self.switch.check(|failures| failures.writes)?;
        self.store.check_writable()
    }

    fn maintain(&self) -> Result<()> {
        self.store.maintain()
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}
