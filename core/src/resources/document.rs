//! Documents and what was read out of them.

use super::Timestamp;
use super::macros::resource;
use super::members::spell_out;
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
        plain name: String,
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
        one account: account,
        /// Who brought it in.
        one user: user,
        /// The message it was attached to.
        one email_submission: email_submission,
        /// What was last read out of it.
        one last_document_representation: document_representation,
        /// Shipments it belongs to.
        many shipments: shipment,
        /// Containers it belongs to.
        many cargos: container,
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

impl Document {
    /// The full shape, as the listing of documents has it: members without a value are written as `null`.
    pub fn full(mut self) -> Self {
        let nullable = [
            ("document_type_manual", self.document_type_manual.is_some()),
            ("classification_notes", self.classification_notes.is_some()),
            ("file_content_type", self.file_content_type.is_some()),
            ("file_size_bytes", self.file_size_bytes.is_some()),
        ];
        spell_out(&mut self.other, &nullable);
        self
    }

    /// The short shape, as it is embedded in an email submission: nothing but what that shape has.
    pub fn short(self) -> Self {
        Document {
            id: self.id,
            name: self.name,
            source: self.source,
            document_type: self.document_type,
            created_at: self.created_at,
            updated_at: self.updated_at,
            last_document_representation: self.last_document_representation,
            ..Default::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::jsonapi::ToOne;

    #[test]
    fn the_short_shape_has_only_its_own_members() {
        let document = Document {
            id: "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab".into(),
            name: "notice.pdf".into(),
            source: DocumentSource::Email,
            file_name: Some("notice.pdf".into()),
            last_document_representation: ToOne::Empty,
            account: ToOne::to(&crate::resources::AccountId::from("a")),
            ..Default::default()
        };
        let expected = json!({
            "id": "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab",
            "type": "document",
            "attributes": {
                "name": "notice.pdf", "source": "email", "document_type": null, "created_at": null, "updated_at": null,
            },
            "relationships": { "last_document_representation": { "data": null } },
        });
        assert_eq!(serde_json::to_value(document.clone().short()).unwrap(), expected);
        let full = serde_json::to_value(document.full()).unwrap();
        assert_eq!(full["attributes"].get("file_size_bytes"), Some(&json!(null)));
        assert_eq!(full["attributes"]["file_name"], "notice.pdf");
    }
}
