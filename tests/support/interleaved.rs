//! Letting something happen at a certain point of other work, as another thread would, and a store in memory with such
//! a point before its transactions.

use std::sync::{Arc, Mutex};

use shiptrack::error::Result;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};

/// What happens meanwhile.
type Meanwhile = Box<dyn FnOnce() + Send>;

/// The store.
pub struct Interleaved {
    store: SqliteStore,
    gap: Gap,
}

/// A point at which something can happen. Clones are the same.
#[derive(Clone, Default)]
pub struct Gap(Arc<Mutex<Option<Meanwhile>>>);

impl Interleaved {
    /// A store that passes `gap` before each transaction that writes.
    pub fn new(gap: &Gap) -> Self {
        Interleaved { store: SqliteStore::in_memory().expect("a store in memory opens"), gap: gap.clone() }
    }
}

impl Gap {
    /// Does this once, the next time the point is passed.
    pub fn once(&self, meanwhile: impl FnOnce() + Send + 'static) {
        *self.0.lock().unwrap() = Some(Box::new(meanwhile));
    }

    /// Whether nothing is left to be done here.
    pub fn is_over(&self) -> bool {
        self.0.lock().unwrap().is_none()
    }

    /// Passes the point.
    pub fn pass(&self) {
        let meanwhile = self.0.lock().unwrap().take();
        if let Some(meanwhile) = meanwhile {
            meanwhile();
        }
    }
}

impl Store for Interleaved {
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
