//! Schemas of the data that is extracted from documents, by document type.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`DocumentSchema`]: document type and date, such as `bill_of_lading@2026-11-01`.
pub type DocumentSchemaId = Id<DocumentSchema>;

open_enum! {
    /// The language of a schema.
    pub enum SchemaFormat {
        /// The schema is a JSON Schema.
        JsonSchema => "json_schema",
    }
}

resource! {
    /// The schema of the data that is extracted from documents of one type: the payload of a document representation.
    pub struct DocumentSchema = "document_schema" {
        /// Type of the documents, such as `bill_of_lading`.
        required document_type: String,
        /// Name of the document type that is shown to people.
        required label: String,
        /// Version of the schema: a date as text.
        required schema_version: String,
        /// Document type and version, such as `bill_of_lading@2026-11-01`; the same as the id.
        required full_version: String,
        /// Whether this version is used to extract data now.
        plain current: bool,
        /// Whether the version is a draft, which can still change.
        plain draft: bool,
        /// Time from which the version is used; `null` if not decided.
        nullable active_at: Timestamp,
        /// Language of the schema; `null` if there is no schema.
        nullable schema_format: SchemaFormat,
        /// Description of the document type, for people; `null` if not given.
        nullable description: String,
        /// The schema, in the language of `schema_format`; `null` if there is no schema.
        nullable schema_payload: Members,
        /// Time when the schema was created.
        nullable created_at: Timestamp,
        /// Time when the schema last changed.
        nullable updated_at: Timestamp,
    }
    relationships {}
}
