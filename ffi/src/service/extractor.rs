//! Documents that the host program reads.

use std::ffi::{c_char, c_void};

use shiptrack::serde_json;
use shiptrack::service::{DocumentInput, DocumentReader, Extraction as CoreExtraction};

use super::carrier::describe_problem;
use crate::boundary::{
    Error, Failure, Handle, Hook, LockCell, OwnedText, SHIPTRACK_OK, Text, change, object, optional_text, peek,
    required_text, value_or,
};

/// A document to read.
///
/// Ownership and lifetime: borrowed; valid during the callback.
pub struct Attachment(());

object!(Attachment, "shiptrack_attachment", 0x13, SourceBody);

/// The data that was extracted from a document, which the callback fills.
///
/// Ownership and lifetime: borrowed; valid during the callback.
pub struct Extraction(());

object!(Extraction, "shiptrack_extraction", 0x14, LockCell<ExtractionBody>);

pub(crate) struct SourceBody {
    name: OwnedText,
    content_type: OwnedText,
    content: OwnedText,
    email_body: OwnedText,
}

/// The result of the callback.
#[derive(Default)]
pub struct ExtractionBody {
    read: Option<CoreExtraction>,
    text: Option<String>,
    notes: Option<String>,
    problem: Option<String>,
    /// The error of an earlier call that tried to set the extraction.
    refused: Option<String>,
}

/// Reads a document that came with a message or was uploaded. Call shiptrack_extraction_set(),
/// shiptrack_extraction_text(), or both, and return SHIPTRACK_OK. If the callback does not handle this document, return
/// SHIPTRACK_OK without setting anything. Any other value means that reading failed; shiptrack_extraction_problem() adds
/// the reason, as does a call of shiptrack_extraction_set() that failed.
///
/// The function runs on the thread that calls shiptrack_service_ingest_email(), creates a document from an upload, or
/// extracts a document again, or on a thread of the server; several threads may run it at the same time. Nothing is
/// locked, so it may call the service. It must return: no longjmp() past the library, no end of its thread, no
/// exception.
pub type ExtractorFn = Option<
    unsafe extern "C" fn(user_data: *mut c_void, attachment: *const Attachment, extraction: *const Extraction) -> i32,
>;

impl DocumentReader for Hook<unsafe extern "C" fn(*mut c_void, *const Attachment, *const Extraction) -> i32> {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<CoreExtraction>, shiptrack::Error> {
        let attachment = Handle::keep(SourceBody {
            name: OwnedText::new(source.name),
            content_type: OwnedText::new(source.content_type),
            content: OwnedText::new(source.content),
            email_body: OwnedText::optional(source.email_body),
        });
        let extraction = Handle::keep(LockCell::<ExtractionBody>::default());
        // SAFETY: the caller passed this function for this pointer; document and extraction outlive the call.
        let status = unsafe { (self.call)(self.user_data.get(), attachment.lend(), extraction.lend()) };
        let body = std::mem::take(&mut *extraction.lock());
        if status == SHIPTRACK_OK {
            let has_result = body.read.is_some() || body.text.is_some();
            return Ok(has_result.then(|| {
                let mut read = body.read.unwrap_or_default();
                (read.classification_notes, read.text) = (body.notes, body.text);
                read
            }));
        }
        let why = describe_problem(body.problem, body.refused).map(|words| format!(": {words}")).unwrap_or_default();
        Err(shiptrack::Error::new(shiptrack::ErrorKind::Internal, format!("the host's extractor failed{why}")))
    }
}

/// Sets the data that was extracted. `document_type` is the type of the document and may be NULL; `schema_version` is
/// the version of the schema of the data; `payload_json` is the data, a JSON object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_extraction_set(
    extraction: *const Extraction,
    document_type: *const c_char,
    schema_version: *const c_char,
    payload_json: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(extraction, error, |body: &mut ExtractionBody| {
        let read = read(document_type, schema_version, payload_json);
        Ok(body.read.replace(read.inspect_err(|failure| body.refused = failure.message())?))
    })
}

fn read(
    document_type: *const c_char,
    schema_version: *const c_char,
    payload_json: *const c_char,
) -> Result<CoreExtraction, Failure> {
    let payload = serde_json::from_str(required_text(payload_json, "payload_json")?)
        .map_err(|_| Failure::argument("payload_json", "payload_json is not a JSON object"));
    let document_type = optional_text(document_type, "document_type")?;
    let mut read = CoreExtraction::new(required_text(schema_version, "schema_version")?, payload?);
    read.document_type = document_type.map(str::to_owned);
    Ok(read)
}

/// Sets the text of the document, in UTF-8, and leaves the rest to the built-in reader, for example after recognizing the
/// text of a scanned image. The built-in reader adds the members that shiptrack_extraction_set() did not set, and the
/// type and the version if they are missing. The text itself is not stored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_extraction_text(
    extraction: *const Extraction,
    text: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(extraction, error, |body: &mut ExtractionBody| {
        Ok(body.text.replace(required_text(text, "text")?.to_owned()))
    })
}

/// Sets a text for people that says why the document has this type: its `classification_notes`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_extraction_notes(
    extraction: *const Extraction,
    text: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(extraction, error, |body: &mut ExtractionBody| {
        Ok(body.notes.replace(required_text(text, "text")?.to_owned()))
    })
}

/// Sets a text for people that says why reading failed. It appears in the log and as the `message` of the activity.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_extraction_problem(
    extraction: *const Extraction,
    text: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    change(extraction, error, |body: &mut ExtractionBody| {
        Ok(body.problem.replace(required_text(text, "text")?.to_owned()))
    })
}

/// Name of the file.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_name(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.name.get()))
}

/// Media type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_content_type(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.content_type.get()))
}

/// The content, which may be any bytes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_content(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.content.get()))
}

/// Text of the message that the document was attached to; no value for an upload.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_attachment_email_body(attachment: *const Attachment) -> Text {
    value_or(Text::NONE, || Some(peek::<SourceBody>(attachment)?.email_body.get()))
}
