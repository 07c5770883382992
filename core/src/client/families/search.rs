// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Shipments, containers and tracking requests by what they are known by.

use crate::client::operations::named;
use crate::client::{Arguments, Client, List};
use crate::resources::SearchResult;

impl Client {
    /// Finds shipments, containers and tracking requests: 25 at most. The embedded service tells the best first: by their number, reference or label, then by what these begin with or a number ends with, then shipments by a part of the name of vessel, customer or port.
    pub fn search(&self, query: impl Into<String>) -> List<SearchResult> {
        self.list_of(const { named("search", "search") }, &Arguments::new().query("query", query))
    }
}
