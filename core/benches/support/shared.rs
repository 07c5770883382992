//! A store that a service shares with a benchmark.

use std::sync::Arc;

use shiptrack::error::Result;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};

/// A store that can be used outside of its service.
pub struct Shared(pub Arc<SqliteStore>);

impl Store for Shared {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.0.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<()>) -> Result<()> {
        self.0.write(work)
    }

    fn check_writable(&self) -> Result<()> {
        self.0.check_writable()
    }

    fn maintain(&self) -> Result<()> {
        self.0.maintain()
    }

    fn close(&self) -> Result<()> {
        self.0.close()
    }
}
