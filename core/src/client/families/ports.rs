// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Ports where vessels call.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::Port;

/// Ports where vessels call.
#[derive(Debug, Clone, Copy)]
pub struct Ports<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Ports<'_> {
    /// Reads a port by its id or its UN/LOCODE.
    pub fn get(&self, id: &Id<Port>) -> Result<Fetched<Port>> {
        self.client.call_for_one(const { named("ports", "get") }, &Arguments::new().path(id))
    }
}
