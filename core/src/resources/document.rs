//! Documents and what was read out of them.

use super::Timestamp;
use super::macros::resource;
use super::open_enum::open_enum;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`Document`].
pub type DocumentId = Id<Document>;

/// The id of a [`DocumentRepresentation`].
pub type DocumentRepresentationId = Id<DocumentRepresentation>;

open_enum! {
    /// How a document came in.
    pub enum DocumentSource {
        /// Uploaded by hand.
        Upload => "upload",
        /// Sent through the interface.
        Api => "api",
        /// Attached to a message.
        Email => "email",
        /// Cut out of another document.
        SplitDocument => "split_document",
    }
}

resource! {
    /// A document. Inside an email submission it comes in a short shape: name, source, type and times.
    pub struct Document = "document" {
        /// Its name.
        required name: String,
        /// How it came in.
        required source: DocumentSource,
        /// What it is; `None` until it was classified.
        nullable document_type: String,
        /// What a user says it is.
        optional document_type_manual: String,
        /// Why it was classified so.
        optional classification_notes: String,
        /// Name of the file.
        optional file_name: String,
        /// Media type of the file.
        optional file_content_type: String,
        /// Size of the file in bytes.
        optional file_size_bytes: i64,
        /// When it came in.
        nullable created_at: Timestamp,
        /// When it last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Whose it is.
        one account,
        /// Who brought it in.
        one user,
        /// The message it was attached to.
        one email_submission,
        /// What was last read out of it.
        one last_document_representation,
        /// Shipments it belongs to.
        many shipments,
        /// Containers it belongs to.
        many cargos,
    }
}

resource! {
    /// What was read out of a document.
    pub struct DocumentRepresentation = "document_representation" {
        /// Version of the payload's schema.
        required schema_version: String,
        /// The values read, in the schema's own members.
        nullable payload: Members,
        /// When it was made.
        nullable created_at: Timestamp,
        /// When it last changed.
        nullable updated_at: Timestamp,
    }
    relationships {}
}
