//! Documents.

use super::draft::{including, join};
use super::{Client, Fetched, List};
use crate::error::Result;
use crate::http::Method;
use crate::resources::{Document, DocumentId};

const PATH: &str = "documents";

/// Reading documents.
#[derive(Debug, Clone, Copy)]
pub struct Documents<'c> {
    client: &'c Client,
}

impl<'c> Documents<'c> {
    pub(super) fn new(client: &'c Client) -> Self {
        Documents { client }
    }

    /// Reads one.
    pub fn get(&self, id: &DocumentId) -> Result<Fetched<Document>> {
        self.client.fetch(&self.client.draft(Method::Get, &[PATH, &id.to_string()])?)
    }

    /// Reads one, with related resources in its document (`last_document_representation`, `email_submission`, …).
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &DocumentId,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Document>> {
        self.client.fetch(&self.client.draft_with(Method::Get, &[PATH, &id.to_string()], &including(paths))?)
    }

    /// Lists them.
    pub fn list(&self) -> List<Document> {
        List::new(self.client, PATH.to_owned())
    }
}

/// Filters of documents. The embedded service lists all documents, newest first, and refuses these with 400.
impl List<Document> {
    /// Those whose file has this name.
    pub fn file_name(self, name: impl Into<String>) -> Self {
        self.query("filter[filename]", name)
    }

    /// Those with this reference.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Those of one of these types.
    pub fn document_types<I: AsRef<str>>(self, types: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[document_types]", join(types))
    }

    /// In this order: `document_type`, `added_by` or `created_at`, with a `-` before it for the other way round.
    pub fn sort(self, by: impl Into<String>) -> Self {
        self.query("sort", by)
    }
}
