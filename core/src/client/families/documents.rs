// Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.

//! Files that belong to shipments, and what was read out of them.

use crate::client::operations::named;
use crate::client::request_draft::join;
use crate::client::{Arguments, Client, Fetched, List};
use crate::error::Result;
use crate::ids::Id;
use crate::resources::Document;
use serde_json::{Map, Value};

/// Files that belong to shipments, and what was read out of them.
#[derive(Debug, Clone, Copy)]
pub struct Documents<'c> {
    pub(in crate::client) client: &'c Client,
}

impl Documents<'_> {
    /// Lists documents, newest first unless a sort says otherwise.
    pub fn list(&self) -> List<Document> {
        self.client.list_of(const { named("documents", "list") }, &Arguments::new())
    }

    /// Adds a document whose file the service was given already. The same file a second time is refused with 409 and the code `duplicate_document`; `meta` has `existing_document_id` and `existing_document_name`. A file and its document in one step are `upload`.
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

    /// The same, with related resources in its document: `account`, `user`, `last_document_representation`, `current_extraction`, `email_submission`, `shipments`, `cargos`.
    pub fn get_including<I: AsRef<str>>(
        &self,
        id: &Id<Document>,
        paths: impl IntoIterator<Item = I>,
    ) -> Result<Fetched<Document>> {
        self.client.call_for_one(const { named("documents", "get") }, &Arguments::new().path(id).include(paths))
    }

    /// Corrects the type of a document, or what was read out of it. What is not named stays.
    pub fn update(&self, id: &Id<Document>, changes: DocumentUpdate) -> Result<Fetched<Document>> {
        self.client
            .call_for_one(const { named("documents", "update") }, &Arguments::new().path(id).fields(changes.attributes))
    }

    /// Discards a document.
    pub fn delete(&self, id: &Id<Document>) -> Result<()> {
        self.client.call_for_json(const { named("documents", "delete") }, &Arguments::new().path(id)).map(drop)
    }

    /// Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process gives a path of its own: its `document_content` has the bytes.
    pub fn download_url(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "download_url") }, &Arguments::new().path(id))
    }

    /// Has a document read again.
    pub fn reextract(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "reextract") }, &Arguments::new().path(id))
    }

    /// Has the type of a document found again.
    pub fn reclassify(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "reclassify") }, &Arguments::new().path(id))
    }

    /// Has the shipments of a document found again.
    pub fn relink(&self, id: &Id<Document>) -> Result<Value> {
        self.client.call_for_json(const { named("documents", "relink") }, &Arguments::new().path(id))
    }

    /// Turns the image of a document. The embedded service keeps files as they came and refuses it (422).
    pub fn rotate(&self, id: &Id<Document>, degrees: i64) -> Result<Value> {
        self.client
            .call_for_json(const { named("documents", "rotate") }, &Arguments::new().path(id).field("degrees", degrees))
    }
}

/// Lists documents, newest first unless a sort says otherwise.
impl List<Document> {
    /// Those whose file has this name.
    pub fn file_name(self, file_name: impl Into<String>) -> Self {
        self.query("filter[filename]", file_name)
    }

    /// Those that name this bill, booking or container.
    pub fn reference(self, reference: impl Into<String>) -> Self {
        self.query("filter[reference]", reference)
    }

    /// Those of one of these types.
    pub fn document_types<I: Into<String>>(self, document_types: impl IntoIterator<Item = I>) -> Self {
        self.query("filter[document_types]", join(document_types.into_iter().map(Into::into)))
    }

    /// In this order: `document_type`, `added_by` or `created_at`, with a `-` before it for the other way round.
    pub fn sort(self, sort: impl Into<String>) -> Self {
        self.query("sort", sort)
    }
}

/// Changes. What is not named stays.
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use = "it is handed to the client"]
pub struct DocumentUpdate {
    attributes: Map<String, Value>,
}

impl DocumentUpdate {
    /// No changes yet.
    pub fn new() -> Self {
        DocumentUpdate { attributes: Map::new() }
    }

    /// The type as a user has it, one of `document_types`; null leaves it to the service again.
    pub fn document_type_manual(self, document_type_manual: impl Into<String>) -> Self {
        self.attribute("document_type_manual", document_type_manual.into())
    }

    /// What a user read out of it, laid over what the service read: a member that is null takes away what was found. Null for all of it leaves it to the service again.
    pub fn extracted_data_manual(self, extracted_data_manual: impl Into<Value>) -> Self {
        self.attribute("extracted_data_manual", extracted_data_manual)
    }

    /// Sets an attribute of any name: one that this version does not know, or one that null takes away.
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }
}
