//! Documents, the schemas of their content, and mail.

use crate::resources::Shape::{Integer, Object, Text};
use crate::resources::operation::Answer::{Json, One, Pages};
use crate::resources::operation::Body::{Document, Empty, Members};
use crate::resources::operation::words::{TEXTS, delete, get, may, optional, patch, post, required};
use crate::resources::operation::{Field, Operation};

pub(super) const DOCUMENT_SCHEMAS: &[Operation] = &[get("get", "/document_schemas/{id}", One("document_schema"))
    .about("Reads what is read out of documents of one type. Its id names type and date: `bill_of_lading@2025-01-01`.")
    .everywhere()];

pub(super) const DOCUMENTS: &[Operation] = &[
    get("list", "/documents", Pages("document"))
        .about("Lists documents, newest first unless a sort says otherwise.")
        .takes(&[
            may("filter[filename]", "file_name", Text, "Those whose file has this name."),
            may("filter[reference]", "reference", Text, "Those that name this bill, booking or container."),
            may("filter[document_types]", "document_types", TEXTS, "Those of one of these types."),
            may("sort", "sort", Text, "In this order: `document_type`, `added_by` or `created_at`, with a `-` before it for the other way round."),
        ])
        .includes(DOCUMENT_INCLUDES)
        .everywhere(),
    post("create", "/documents", Document("document", NEW_DOCUMENT, &[]), One("document"))
        .about("Adds a document whose file the service was given already. The same file a second time is refused with 409 and the code `duplicate_document`; `meta` has `existing_document_id` and `existing_document_name`. A file and its document in one step are `upload`.")
        .everywhere(),
    get("types", "/documents/types", Json("`document_types`: the types the service tells apart.")).about("Lists the types of documents.").everywhere(),
    get("get", "/documents/{id}", One("document")).about("Reads a document.").includes(DOCUMENT_INCLUDES).everywhere(),
    patch("update", "/documents/{id}", Document("document", DOCUMENT_CHANGES, &[]), One("document"))
        .about("Corrects the type of a document, or what was read out of it. What is not named stays.")
        .everywhere(),
    delete("delete", "/documents/{id}").about("Discards a document.").everywhere(),
    get("download_url", "/documents/{id}/download_url", Json("`download_url`")).about("Reads a URL, good for a short time, from which the file of a document is fetched. A service in this process gives a path of its own: its `document_content` has the bytes.").everywhere(),
    post("reextract", "/documents/{id}/reextract", Empty, Json("`status`")).about("Has a document read again.").everywhere(),
    post("reclassify", "/documents/{id}/reclassify", Empty, Json("`status`")).about("Has the type of a document found again.").everywhere(),
    post("relink", "/documents/{id}/relink", Empty, Json("`status`")).about("Has the shipments of a document found again.").everywhere(),
    post("rotate", "/documents/{id}/rotate", Members(&[required("degrees", Integer, "By how much, clockwise: 90, 180 or 270.")]), Json("`status`"))
        .about("Turns the image of a document. The embedded service keeps files as they came and refuses it (422).")
        .everywhere(),
];

// `current_extraction` is another name of the newest representation.
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
    required("name", Text, "The name of the document."),
    required("attached_document", Text, "What the upload of its file was answered with (`signed_id`)."),
];

const DOCUMENT_CHANGES: &[Field] = &[
    optional(
        "document_type_manual",
        Text,
        "The type as a user has it, one of `document_types`; null leaves it to the service again.",
    ),
    optional(
        "extracted_data_manual",
        Object,
        "What a user read out of it, laid over what the service read: a member that is null takes away what was found. Null for all of it leaves it to the service again.",
    ),
];

pub(super) const EMAIL_SUBMISSIONS: &[Operation] = &[
    get("list", "/email_submissions", Pages("email_submission"))
        .about("Lists the mail of the account, newest first. Asked for no `include`, the service tells documents and what was read out of them along.")
        .includes(EMAIL_INCLUDES)
        .includes_by_default(EMAIL_DOCUMENTS)
        .everywhere(),
    get("get", "/email_submissions/{id}", One("email_submission")).about("Reads a mail.").includes(EMAIL_INCLUDES).includes_by_default(EMAIL_DOCUMENTS).everywhere(),
];

const EMAIL_INCLUDES: &[&str] = &["account", "user", "documents", "documents.last_document_representation"];
const EMAIL_DOCUMENTS: &[&str] = &["documents", "documents.last_document_representation"];
