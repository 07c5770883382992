// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Cities and regions inland that are destinations of containers.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::MetroArea;

/// Cities and regions inland that are destinations of containers.
#[derive(Debug, Clone, Copy)]
pub struct MetroAreas<'c> {
    pub(in crate::client) client: &'c Client,
}

impl MetroAreas<'_> {
    /// Reads a metro area by its id or its UN/LOCODE.
    pub fn get(&self, id: &Id<MetroArea>) -> Result<Fetched<MetroArea>> {
        self.client.call_for_one(const { named("metro_areas", "get") }, &Arguments::new().path(id))
    }
}
