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
    /// How a document came to the service.
    pub enum DocumentSource {
        /// The document was uploaded by a user.
        Upload => "upload",
        /// The document was sent through the interface.
        Api => "api",
        /// The document was attached to a message.
        Email => "email",
        /// The document was cut out of another one that held several.
        SplitDocument => "split_document",
    }
}

resource! {
    /// A freight document and its file. Inside an email submission it comes in a short shape: name, source, type and
    /// times.
    pub struct Document = "document" {
        /// Name of the document, at first that of its file.
        plain name: String,
        /// How the document came to the service.
        required source: DocumentSource,
        /// Type of the document, such as `bill_of_lading`; `None` until it was classified.
        nullable document_type: String,
        /// Type that a user set, which counts before the one found; `None` when nobody did.
        optional document_type_manual: String,
        /// Why the document was classified so, for readers; `None` when nothing is noted.
        optional classification_notes: String,
        /// Name of the file; `None` in the short shape.
        optional file_name: String,
        /// Media type of the file, such as `application/pdf`; `None` when it is not known.
        optional file_content_type: String,
        /// Size of the file in bytes; `None` when it is not known.
        optional file_size_bytes: i64,
        /// When the document came to the service.
        nullable created_at: Timestamp,
        /// When the document last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Account the document belongs to.
        one account: account,
        /// User who brought it in; empty when it came by mail or through the interface.
        one user: user,
        /// Message the document was attached to; empty when it came in another way.
        one email_submission: email_submission,
        /// What was last read out of the document; empty until something was.
        one last_document_representation: document_representation,
        /// Shipments the document belongs to.
        many shipments: shipment,
        /// Containers the document belongs to.
        many cargos: container,
    }
}

resource! {
    /// What was read out of a document, once.
    pub struct DocumentRepresentation = "document_representation" {
        /// Version of the schema that the payload follows, a date as text.
        required schema_version: String,
        /// Values read out of the document, with the members of the schema of its type; `None` when there are none.
        nullable payload: Members,
        /// When the document was read.
        nullable created_at: Timestamp,
        /// When the values last changed.
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
