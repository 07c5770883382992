// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Ocean carriers, and what can be tracked at each.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::ShippingLine;

/// Ocean carriers, and what can be tracked at each.
#[derive(Debug, Clone, Copy)]
pub struct ShippingLines<'c> {
    pub(in crate::client) client: &'c Client,
}

impl ShippingLines<'_> {
    /// Lists all ocean carriers on one page.
    pub fn list(&self) -> List<ShippingLine> {
        self.client.list_of(const { named("shipping_lines", "list") }, &Arguments::new())
    }

    /// Reads an ocean carrier by its id or its SCAC.
    pub fn get(&self, id: &Id<ShippingLine>) -> Result<Fetched<ShippingLine>> {
        self.client.call_for_one(const { named("shipping_lines", "get") }, &Arguments::new().path(id))
    }
}

/// Lists all ocean carriers on one page.
impl List<ShippingLine> {
    /// Only carriers with a name or SCAC that contains this text.
    pub fn search(self, search: impl Into<String>) -> Self {
        self.query("search", search)
    }
}
