//! Documents and the data that was extracted from them.

use super::Timestamp;
use super::macros::resource;
use super::members::write_nulls;
use super::open_enum::open_enum;
use crate::ids::Id;
use crate::jsonapi::Members;

/// The id of a [`Document`].
pub type DocumentId = Id<Document>;

/// The id of a [`DocumentRepresentation`].
pub type DocumentRepresentationId = Id<DocumentRepresentation>;

open_enum! {
    /// How the service received a document.
    pub enum DocumentSource {
        /// A user uploaded the document.
        Upload => "upload",
        /// The document was sent through the API.
        Api => "api",
        /// The document was attached to an email message.
        Email => "email",
        /// The service split the document off a file that contained several documents.
        SplitDocument => "split_document",
    }
}

resource! {
    /// A freight document and its file. An email submission includes its documents in a short form, which has only name, source, type
    /// and times.
    pub struct Document = "document" {
        /// Name of the document; initially the name of its file.
        plain name: String,
        /// How the service received the document.
        required source: DocumentSource,
        /// Type of the document, such as `bill_of_lading`; `null` until it is classified.
        nullable document_type: String,
        /// Type that a user set, which overrides the detected type; `null` if no user set a type.
        optional document_type_manual: String,
        /// Explanation of the classification, for people; `null` if missing.
        optional classification_notes: String,
        /// Name of the file; `null` in the short form.
        optional file_name: String,
        /// Media type of the file, such as `application/pdf`; `null` if unknown.
        optional file_content_type: String,
        /// Size of the file in bytes; `null` if unknown.
        optional file_size_bytes: i64,
        /// Time when the service received the document.
        nullable created_at: Timestamp,
        /// Time when the document last changed.
        nullable updated_at: Timestamp,
    }
    relationships {
        /// Account to which the document belongs.
        one account: account,
        /// User who uploaded the document; empty if it was received by email or through the API.
        one user: user,
        /// Email submission to which the document was attached; empty if it was received in another way.
        one email_submission: email_submission,
        /// Data that was last extracted from the document; empty until data is extracted.
        one last_document_representation: document_representation,
        /// Shipments to which the document belongs.
        many shipments: shipment,
        /// Containers to which the document belongs.
        many cargos: container,
    }
}

resource! {
    /// The data that was extracted from a document at one time.
    pub struct DocumentRepresentation = "document_representation" {
        /// Version of the schema of the payload: a date as text.
        required schema_version: String,
        /// Extracted values, with the members of the schema of the document type; `null` if nothing was extracted.
        nullable payload: Members,
        /// Time when the data was extracted.
        nullable created_at: Timestamp,
        /// Time when the values last changed.
        nullable updated_at: Timestamp,
    }
    relationships {}
}

impl Document {
    /// The full form, as in the list of documents: attributes without a value are written as `null`.
    pub fn into_full_form(mut self) -> Self {
        let nullable = [
            ("document_type_manual", self.document_type_manual.is_some()),
            ("classification_notes", self.classification_notes.is_some()),
            ("file_content_type", self.file_content_type.is_some()),
            ("file_size_bytes", self.file_size_bytes.is_some()),
        ];
        write_nulls(&mut self.other, &nullable);
        self
    }

    /// The short form, as included in an email submission: name, source, type and times.
    pub fn into_short_form(self) -> Self {
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
    fn the_short_form_has_only_its_members() {
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
        assert_eq!(serde_json::to_value(document.clone().into_short_form()).unwrap(), expected);
        let full = serde_json::to_value(document.into_full_form()).unwrap();
        assert_eq!(full["attributes"].get("file_size_bytes"), Some(&json!(null)));
        assert_eq!(full["attributes"]["file_name"], "notice.pdf");
    }
}
