// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Search for shipments, containers and tracking requests by number, reference, tag or name.

use crate::client::operations::named;
use crate::client::{Arguments, Client, List};
use crate::resources::SearchResult;

impl Client {
    /// Finds at most 25 shipments, containers and tracking requests. The embedded service returns the best matches first: an equal number, reference or tag; then a number that begins or ends with the text, or a reference or tag that begins with it; then shipments with the text in the name of their vessel, customer or port.
    pub fn search(&self, query: impl Into<String>) -> List<SearchResult> {
        self.list_of(const { named("search", "search") }, &Arguments::new().query("query", query))
    }
}
