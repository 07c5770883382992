//! A store in memory that fails as it is told to.

use std::sync::{Arc, Mutex};

use shiptrack::error::{Error, Result};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};

/// The store.
pub struct Broken {
    store: SqliteStore,
    switch: Switch,
}

/// What makes it fail. Clones are the same.
#[derive(Clone, Default)]
pub struct Switch(Arc<Mutex<Told>>);

#[derive(Default)]
struct Told {
    reads: Option<Failure>,
    writes: Option<Failure>,
    /// Writes that fail although nothing spoke against it.
    unforeseen: Option<Failure>,
}

/// What it fails with.
pub type Failure = fn() -> Error;

impl Broken {
    /// A store that does not fail yet.
    pub fn new() -> Self {
        Broken { store: SqliteStore::in_memory().expect("a store in memory opens"), switch: Switch::default() }
    }

    pub fn switch(&self) -> Switch {
        self.switch.clone()
    }
}

impl Default for Broken {
    fn default() -> Self {
        Self::new()
    }
}

impl Switch {
    /// Fails every transaction with this error from now on.
    pub fn fail(&self, error: Failure) {
        *self.0.lock().unwrap() = Told { reads: Some(error), writes: Some(error), unforeseen: None };
    }

    /// Fails every transaction that writes with this error from now on.
    pub fn fail_writes(&self, error: Failure) {
        self.0.lock().unwrap().writes = Some(error);
    }

    /// Fails every transaction that writes with this error from now on, which nobody is told of before.
    pub fn fail_writes_unforeseen(&self, error: Failure) {
        self.0.lock().unwrap().unforeseen = Some(error);
    }

    /// Fails no longer.
    pub fn mend(&self) {
        *self.0.lock().unwrap() = Told::default();
    }

    fn check(&self, which: impl FnOnce(&Told) -> Option<Failure>) -> Result<()> {
        which(&self.0.lock().unwrap()).map_or(Ok(()), |error| Err(error()))
    }
}

impl Store for Broken {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.switch.check(|told| told.reads)?;
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.switch.check(|told| told.writes.or(told.unforeseen))?;
        self.store.write(work)
    }

    fn check_writable(&self) -> Result<()> {
        self.switch.check(|told| told.writes)?;
        self.store.check_writable()
    }

    fn maintain(&self) -> Result<()> {
        self.store.maintain()
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}
