// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Terminals of ports and of railways.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::Terminal;

/// Terminals of ports and of railways.
#[derive(Debug, Clone, Copy)]
pub struct Terminals<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Terminals<'_> {
    /// Reads a terminal of a port or of a railway.
    pub fn get(&self, id: &Id<Terminal>) -> Result<Fetched<Terminal>> {
        self.client.call_for_one(const { named("terminals", "get") }, &Arguments::new().path(id))
    }
}
