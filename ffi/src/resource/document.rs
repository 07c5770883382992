//! Documents.

use shiptrack::resources::Document;

use super::family::family;

family! {
    Document(it) = 6;
    texts {
        /// Its name.
        shiptrack_document_name = it.name;
        /// How it came in.
        shiptrack_document_source = it.source;
        /// What it is; no value until it was classified.
        shiptrack_document_document_type = it.document_type;
        /// What a user says it is.
        shiptrack_document_document_type_manual = it.document_type_manual;
        /// Why it was classified so.
        shiptrack_document_classification_notes = it.classification_notes;
        /// Name of the file.
        shiptrack_document_file_name = it.file_name;
        /// Media type of the file.
        shiptrack_document_file_content_type = it.file_content_type;
        /// When it came in.
        shiptrack_document_created_at = it.created_at;
        /// When it last changed.
        shiptrack_document_updated_at = it.updated_at;
    }
    lists {}
    integers {
        /// Size of the file in bytes; SHIPTRACK_ABSENT when there is no value.
        shiptrack_document_file_size_bytes = it.file_size_bytes;
    }
    doubles {}
    flags {}
    codes {
        /// How it came in: SHIPTRACK_DOCUMENT_SOURCE_…
        shiptrack_document_source_code = it.source;
    }
}
