//! Operations of documents, the schemas of their content, and email submissions.

use crate::resources::Shape::{Integer, Object, Text};
use crate::resources::operation::Answer::{Json, One, Pages};
use crate::resources::operation::Body::{Document, Empty, Members};
use crate::resources::operation::builders::{TEXTS, delete, field, get, parameter, patch, post, required_field};
use crate::resources::operation::{Field, Operation};

pub(super) const DOCUMENT_SCHEMAS: &[Operation] = &[get("get", "/document_schemas/{id}", One("document_schema"))
    .about("Reads the schema of the data that is extracted from documents of one type. Its id consists of type and date: `bill_of_lading@2026-11-01`.")
    .served_by_both()];

pub(super) const DOCUMENTS: &[Operation] = &[
    get("list", "/documents", Pages("document"))
        .about("Lists documents, newest first unless `sort` is given.")
        .with_parameters(&[
            parameter("filter[filename]", "file_name", Text, "Only documents whose file name contains these words."),
            parameter("filter[reference]", "reference", Text, "Only documents that contain this number of a bill of lading, booking or container."),
            parameter("filter[document_types]", "document_types", TEXTS, "Only documents with one of these types."),
            parameter("sort", "sort", Text, "The attribute by which the list is sorted: `document_type`, `added_by` or `created_at`. A leading `-` reverses the order."),
        ])
        .includes(DOCUMENT_INCLUDES)
        .served_by_both(),
    post("create", "/documents", Document("document", NEW_DOCUMENT, &[]), One("document"))
        .about("Creates a document from a file that was uploaded before. A file that another document already has is rejected with 409 and the code `duplicate_document`; `meta` contains `existing_document_id` and `existing_document_name`. To upload a file and create its document in one step, use the upload function of the client.")
        .served_by_both(),
    get("types", "/documents/types", Json("`document_types`, the types that the service can detect")).about("Lists the types of documents.").served_by_both(),
    get("get", "/documents/{id}", One("document")).about("Reads a document.").includes(DOCUMENT_INCLUDES).served_by_both(),
    patch("update", "/documents/{id}", Document("document", DOCUMENT_CHANGES, &[]), One("document"))
        .about("Corrects the type of a document or the data that was extracted from it. Attributes that are not in the request keep their values.")
        .served_by_both(),
    delete("delete", "/documents/{id}").about("Deletes a document.").served_by_both(),
    get("download_url", "/documents/{id}/download_url", Json("`download_url`")).about("Returns a URL from which the file of a document can be downloaded for a short time. An embedded service without an HTTP server returns a path instead; its function `document_content` returns the bytes.").served_by_both(),
    post("reextract", "/documents/{id}/reextract", Empty, Json("`status`")).about("Extracts the data of a document again.").served_by_both(),
    post("reclassify", "/documents/{id}/reclassify", Empty, Json("`status`")).about("Detects the type of a document again.").served_by_both(),
    post("relink", "/documents/{id}/relink", Empty, Json("`status`")).about("Finds the shipments and containers of a document again.").served_by_both(),
    post("rotate", "/documents/{id}/rotate", Members(&[required_field("degrees", Integer, "The clockwise angle in degrees: 90, 180 or 270.")]), Json("`status`"))
        .about("Rotates the pages of a document. The embedded service does not change files: it answers 202 with a warning.")
        .served_by_both(),
];

// `current_extraction` is another name of `last_document_representation`.
const DOCUMENT_INCLUDES: &[&str] = &[
    "account",
    "user",
    "last_document_representation",
    "current_extraction",
    "email_submission",
    "shipments",
    "cargos",
];

const NEW_DOCUMENT: &[Field] = &[
    required_field("name", Text, "The name of the document."),
    required_field(
        "attached_document",
        Text,
        "The `signed_id` that the service returned when the file was announced for upload.",
    ),
];

const DOCUMENT_CHANGES: &[Field] = &[
    field(
        "document_type_manual",
        Text,
        "The type that a user sets, one of `document_types`. `null` returns to the type that the service detects.",
    ),
    field(
        "extracted_data_manual",
        Object,
        "Data that a user sets. Its members replace members of the extracted data; a member that is `null` removes the extracted value. `null` instead of an object returns to the extracted data.",
    ),
];

pub(super) const EMAIL_SUBMISSIONS: &[Operation] = &[
    get("list", "/email_submissions", Pages("email_submission"))
        .about("Lists the email submissions of the account, newest first. Without `include`, the response includes their documents and the data that was extracted from them.")
        .includes(EMAIL_INCLUDES)
        .includes_by_default(EMAIL_DOCUMENTS)
        .served_by_both(),
    get("get", "/email_submissions/{id}", One("email_submission")).about("Reads an email submission. Without `include`, the response includes its documents and the data that was extracted from them.").includes(EMAIL_INCLUDES).includes_by_default(EMAIL_DOCUMENTS).served_by_both(),
];

const EMAIL_INCLUDES: &[&str] = &["account", "user", "documents", "documents.last_document_representation"];
const EMAIL_DOCUMENTS: &[&str] = &["documents", "documents.last_document_representation"];
