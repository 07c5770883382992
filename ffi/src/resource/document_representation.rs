//! What was read out of a document.

use shiptrack::resources::DocumentRepresentation;

use super::family::family;

family! {
    DocumentRepresentation(it) = 7;
    texts {
        /// Version of the payload's schema.
        shiptrack_document_representation_schema_version = it.schema_version;
        /// The values read, in the schema's own members: a JSON object.
        shiptrack_document_representation_payload = it.payload;
        /// When it was made.
        shiptrack_document_representation_created_at = it.created_at;
        /// When it last changed.
        shiptrack_document_representation_updated_at = it.updated_at;
    }
    lists {}
    integers {}
    doubles {}
    flags {}
    codes {}
}
