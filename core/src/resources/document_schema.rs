//! What is read out of documents, by their type.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`DocumentSchema`]: document type and date, such as `bill_of_lading@2025-01-01`.
pub type DocumentSchemaId = Id<DocumentSchema>;

open_enum! {
    /// The language a schema is written in.
    pub enum SchemaFormat {
        /// The schema is a JSON Schema.
        JsonSchema => "json_schema",
    }
}

resource! {
    /// What is read out of documents of one type: the schema of the payload of a document representation.
    pub struct DocumentSchema = "document_schema" {
        /// Type of the documents, such as `bill_of_lading`.
        required document_type: String,
        /// Name of the document type for readers.
        required label: String,
        /// Version of the schema, a date as text.
        required schema_version: String,
        /// Document type and version, which is also the id.
        required full_version: String,
        /// Whether documents are read by this version now.
        plain current: bool,
        /// Whether the version is a draft, which may still change.
        plain draft: bool,
        /// When the version came into use, or will; `None` when that is not decided.
        nullable active_at: Timestamp,
        /// The language the schema is written in.
        nullable schema_format: SchemaFormat,
        /// What the document type is, for readers; `None` when nobody said so.
        nullable description: String,
        /// The schema itself, in the language that `schema_format` names.
        nullable schema_payload: Members,
        /// When the schema was made.
        nullable created_at: Timestamp,
        /// When the schema last changed.
        nullable updated_at: Timestamp,
    }
    relationships {}
}
