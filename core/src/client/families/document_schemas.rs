// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Schemas of the data that is extracted from documents.

use crate::client::operations::named;
use crate::client::{Arguments, Client, Fetched};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::DocumentSchema;

/// Schemas of the data that is extracted from documents.
#[derive(Debug, Clone, Copy)]
pub struct DocumentSchemas<'c> {
    pub(in crate::client) client: &'c Client,
}

impl DocumentSchemas<'_> {
    /// Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date: `bill_of_lading@2026-11-01`.
    pub fn get(&self, id: &Id<DocumentSchema>) -> Result<Fetched<DocumentSchema>> {
        self.client.call_for_one(const { named("document_schemas", "get") }, &Arguments::new().path(id))
    }
}
