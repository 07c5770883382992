//! Runs a closure at a defined point of other work, as a concurrent thread could, and a store with such a point before its writes.

use std::sync::{Arc, Mutex};

use shiptrack::error::Result;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};

/// The closure that runs at the point.
type Interruption = Box<dyn FnOnce() + Send>;

/// A store that passes a [`Gap`] before each write.
pub struct InterleavedStore {
    store: SqliteStore,
    gap: Gap,
}

/// A point at which a closure can run. Clones share their state.
#[derive(Clone, Default)]
pub struct Gap(Arc<Mutex<Option<Interruption>>>);

impl InterleavedStore {
    /// Returns a store in memory that passes `gap` before each write.
    pub fn new(gap: &Gap) -> Self {
        Self::over(SqliteStore::in_memory().expect("a store in memory opens"), gap)
    }

    /// Passes `gap` before each write of this store.
    pub fn over(store: SqliteStore, gap: &Gap) -> Self {
        InterleavedStore { store, gap: gap.clone() }
    }
}

impl Gap {
    /// Runs this closure once, the next time the point is passed.
    pub fn once(&self, interruption: impl FnOnce() + Send + 'static) {
        *self.0.lock().unwrap() = Some(Box::new(interruption));
    }

    /// Whether no closure is waiting to run.
    pub fn is_over(&self) -> bool {
        self.0.lock().unwrap().is_none()
    }

    /// Passes the point: runs the closure, if one is set.
    pub fn pass(&self) {
        let interruption = self.0.lock().unwrap().take();
        if let Some(interruption) = interruption {
            interruption();
        }
    }
}

impl Store for InterleavedStore {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.gap.pass();
        self.store.write(work)
    }

    fn check_writable(&self) -> Result<()> {
        self.store.check_writable()
    }

    fn maintain(&self) -> Result<()> {
        self.store.maintain()
    }

    fn close(&self) -> Result<()> {
        self.store.close()
    }
}
