// Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Freight documents, their files, and the data that was extracted from them.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::Document;
use serde_json::{Map, Value};

/// Freight documents, their files, and the data that was extracted from them.
#[derive(Debug, Clone, Copy)]
pub struct Documents<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Documents<'_> {
    /// Lists documents, newest first unless `sort` is given.
    pub fn list(&self) -> List<Document> {
        self.client.list_of(const { named("documents", "list") }, &Arguments::new())
    }

    /// Creates a document from a file that was uploaded before. A file that another document already has is rejected with 409 and the code `duplicate_document`; `meta` contains `existing_document_id` and `existing_document_name`. To upload a file and create its document in one step, use the upload function of the client.
    pub fn create(&self, name: impl Into<String>, attached_document: impl Into<String>) -> Result<Fetched<Document>> {
        self.client.call_for_one(
            const { named("documents", "create") },
            &Arguments::new().field("name", name.into()).field("attached_document", attached_document.into()),
        )
    }

    /// Lists the types of documents.
    pub fn types(&self) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "types") }, &Arguments::new())
    }

    /// Reads a document.
    pub fn get(&self, id: &Id<Document>) -> Result<Fetched<Document>> {
        self.client.call_for_one(const { named("documents", "get") }, &Arguments::new().path(id))
    }

    /// Like [`get`](Self::get), with related resources in the response: `account`, `user`, `last_document_representation`, `current_extraction`, `email_submission`, `shipments`, `cargos`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<Document>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Document>> {
        self.client.call_for_one(const { named("documents", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Corrects the type of a document or the data that was extracted from it. Attributes that are not in the request keep their values.
    pub fn update(&self, id: &Id<Document>, changes: DocumentUpdate) -> Result<Fetched<Document>> {
        self.client
            .call_for_one(const { named("documents", "update") }, &Arguments::new().path(id).fields(changes.attributes))
    }

    /// Deletes a document.
    pub fn delete(&self, id: &Id<Document>) -> Result<()> {
        self.client.call_for_json(const { named("documents", "delete") }, &Arguments::new().path(id)).map(drop)
    }

    /// Returns a URL from which the file of a document can be downloaded for a short time. An embedded service without an HTTP server returns a path instead; its function `document_content` returns the bytes.
    pub fn download_url(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "download_url") }, &Arguments::new().path(id))
    }

    /// Extracts the data of a document again.
    pub fn reextract(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "reextract") }, &Arguments::new().path(id))
    }

    /// Detects the type of a document again.
    pub fn reclassify(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "reclassify") }, &Arguments::new().path(id))
    }

    /// Finds the shipments and containers of a document again.
    pub fn relink(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "relink") }, &Arguments::new().path(id))
    }

    /// Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.
    pub fn rotate(&self, id: &Id<Document>, degrees: i64) -> Result<Value> {
        self.client
            .call_for_json(const { named("documents", "rotate") }, &Arguments::new().path(id).field("degrees", degrees))
    }
}

/// Lists documents, newest first unless `sort` is given.
impl List<Document> {
    /// Only documents whose file name contains these words.
    pub fn file_name(self, file_name: impl Into<String>) -> Self {
        self.query("filter[filename]", file_name)
    }

    /// Only documents that contain this number of a bill of lading, booking or container.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Only documents with one of these types.
    pub fn document_types<I: Into<String>>(self, document_types: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[document_types]", join(document_types.into_iter().map(Into::into)))
    }

    /// The attribute by which the list is sorted: `document_type`, `added_by` or `created_at`. A leading `-` reverses the order.
    pub fn sort(self, sort: impl Into<String>) -> Self {
        self.query("sort", sort)
    }
}

/// Changes to a resource. Attributes that are not set do not change.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "pass it to the client"]
pub struct DocumentUpdate {
    attributes: Map<String, Value>,
}

impl DocumentUpdate {
    /// Creates an empty set of changes.
    pub fn new() -> Self {
        DocumentUpdate { attributes: Map::new() }
    }

    /// The type that a user sets, one of `document_types`. `null` returns to the type that the service detects.
    pub fn document_type_manual(self, document_type_manual: impl Into<String>) -> Self {
        self.attribute("document_type_manual", document_type_manual.into())
    }

    /// Data that a user sets. Its members replace members of the extracted data; a member that is `null` removes the extracted value. `null` instead of an object returns to the extracted data.
    pub fn extracted_data_manual(self, extracted_data_manual: impl Into<Value>) -> Self {
        self.attribute("extracted_data_manual", extracted_data_manual)
    }

    /// Sets an attribute by its name: one that this version does not know, or `null` to delete its value.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
