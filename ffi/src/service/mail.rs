//! Incoming mail, and the content of documents.

use std::ffi::c_char;

use shiptrack::resources::{AccountId, UserId};
use shiptrack::serde_json::json;
use shiptrack::service::IngestedEmail as CoreIngestedEmail;
use shiptrack::{Result as CoreResult, Service as CoreService};

use super::accounts::page;
use super::{Service, absent_unless, account_of};
use crate::boundary::{
    ABSENT, Error, Failure, OwnedObject, OwnedText, Text, bytes, call, free, object, optional_text, peek,
    required_text, value_or, write_object,
};
use crate::buffer::{self, Buffer};
use crate::page::Page;
use crate::resource::{Resource, ResourceBody};

/// The result of ingesting a message.
///
/// Ownership: yours; free it with shiptrack_ingested_email_free(). Objects borrowed from it are valid until then.
/// Threads: any number of threads may read it at the same time.
pub struct IngestedEmail(());

object!(IngestedEmail, "shiptrack_ingested_email", 0x10, IngestedEmailBody);

pub(crate) struct IngestedEmailBody {
    submission: OwnedObject<ResourceBody>,
    is_new: bool,
    quarantined: bool,
    problems: Vec<OwnedText>,
    edi: OwnedText,
    due_documents: usize,
}

impl IngestedEmailBody {
    fn new(ingested: CoreIngestedEmail) -> Self {
        IngestedEmailBody {
            submission: ResourceBody::standalone(&ingested.submission).keep(),
            is_new: ingested.is_new,
            quarantined: ingested.quarantined,
            problems: ingested.problems.iter().map(OwnedText::new).collect(),
            edi: OwnedText::new(json!(ingested.edi).to_string()),
            due_documents: ingested.due_documents,
        }
    }
}

type Ingest = fn(&CoreService, &AccountId, &[u8], Option<&UserId>) -> CoreResult<CoreIngestedEmail>;

fn ingest(
    service: *const Service,
    account_id: *const c_char,
    (message, length): (*const u8, usize),
    user_id: *const c_char,
    with: Ingest,
) -> Result<IngestedEmailBody, Failure> {
    let (service, account) = account_of(service, account_id)?;
    let message = bytes(message, length, "message")?;
    let user = optional_text(user_id, "user_id")?.map(Into::into);
    Ok(IngestedEmailBody::new(with(&service, &account, message, user.as_ref())?))
}

/// Ingests a message, as the RFC 5322 bytes that were received, for an account (NULL for the account `default`). A
/// message that cannot be parsed is quarantined, not rejected. The same bytes twice are one submission. `user_id` is
/// the user who submitted it; NULL for no user. Extractor callbacks run on this thread.
///
/// The message is stored first, and then its documents are read. Documents that could not be read, because the store
/// failed or their reader is not available, stay due, for a worker or for another call with the same bytes.
/// shiptrack_service_ingest_email_later() does not read any.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_ingest_email(
    service: *const Service,
    account_id: *const c_char,
    message: *const u8,
    message_length: usize,
    user_id: *const c_char,
    ingested: *mut *mut IngestedEmail,
    error: *mut *mut Error,
) -> i32 {
    write_object(ingested, "ingested", error, || {
        ingest(service, account_id, (message, message_length), user_id, CoreService::ingest_email)
    })
}

/// Stores a message like shiptrack_service_ingest_email(), and returns before its documents are read. A worker reads
/// them, or shiptrack_service_run_due() and shiptrack_service_settle();
/// shiptrack_ingested_email_due_documents() returns their number. Use this in a loop that receives mail, because reading
/// the documents of one message can take minutes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_ingest_email_later(
    service: *const Service,
    account_id: *const c_char,
    message: *const u8,
    message_length: usize,
    user_id: *const c_char,
    ingested: *mut *mut IngestedEmail,
    error: *mut *mut Error,
) -> i32 {
    write_object(ingested, "ingested", error, || {
        ingest(service, account_id, (message, message_length), user_id, CoreService::ingest_email_later)
    })
}

/// Writes the bytes of the document `id` of an account (NULL for the account `default`) to `content`. Returns
/// SHIPTRACK_ABSENT if the account does not have the document, or the document has no content.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_document_content(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    content: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(content, "content", error, || {
        let (service, account) = account_of(service, account_id)?;
        service.document_content(&account, &required_text(id, "id")?.into())?.ok_or(ABSENT)
    })
}

/// Writes the bytes of a message as it was ingested; `id` is the id of its submission, and `account_id` may be NULL for
/// the account `default`. Returns SHIPTRACK_ABSENT if the account does not have the submission.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_email_content(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    content: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(content, "content", error, || {
        let (service, account) = account_of(service, account_id)?;
        service.email_content(&account, &required_text(id, "id")?.into())?.ok_or(ABSENT)
    })
}

/// Writes the problems of a message that was ingested, quarantined or not: a JSON array of sentences, `[]` if there are
/// none. `id` is the id of its submission, and `account_id` may be NULL for the account `default`. Returns
/// SHIPTRACK_ABSENT if the account does not have the submission.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_email_problems(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    problems_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(problems_json, "problems_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        let found = service.email_problems(&account, &required_text(id, "id")?.into())?;
        Ok(json!(found.ok_or(ABSENT)?).to_string())
    })
}

/// Writes the quarantined messages of an account (NULL for the account `default`), newest first, as a page of
/// `quarantined_email` resources. Their ids are those of their submissions; the attribute `problems` lists the
/// problems. shiptrack_service_email_content() returns their bytes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_quarantined_emails(
    service: *const Service,
    account_id: *const c_char,
    emails: *mut *mut Page,
    error: *mut *mut Error,
) -> i32 {
    write_object(emails, "emails", error, || {
        let (service, account) = account_of(service, account_id)?;
        let found = service.quarantined_emails(&account)?.into_iter();
        let records = found.map(|email| (email.id.to_string(), json!({ "problems": email.problems })));
        page("quarantined_email", records)
    })
}

/// Discards the document `id` of an account (NULL for the account `default`): it is no longer listed or counted.
/// Returns SHIPTRACK_ABSENT if the account does not have the document.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_discard_document(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        absent_unless(service.discard_document(&account, &required_text(id, "id")?.into())?)
    })
}

/// The submission, a resource of type `email_submission` that is borrowed from this object.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_submission(ingested: *const IngestedEmail) -> *const Resource {
    value_or(std::ptr::null(), || Some(peek::<IngestedEmailBody>(ingested)?.submission.lend()))
}

/// 1 if this call created the submission, 0 if the same bytes were ingested before.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_is_new(ingested: *const IngestedEmail) -> i32 {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.is_new.into()))
}

/// 1 if the message could not be parsed; its bytes are stored nevertheless. Else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_is_quarantined(ingested: *const IngestedEmail) -> i32 {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.quarantined.into()))
}

/// The number of problems of the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_problems_count(ingested: *const IngestedEmail) -> usize {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.problems.len()))
}

/// A problem of the message; `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_problem(ingested: *const IngestedEmail, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<IngestedEmailBody>(ingested)?.problems.get(index)?.get()))
}

/// The results of attached EDI, if this call ingested the message: a JSON array of objects with `document` (the name
/// of the attachment) and `report`, as from shiptrack_service_ingest_edi(); `[]` if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_edi_json(ingested: *const IngestedEmail) -> Text {
    value_or(Text::NONE, || Some(peek::<IngestedEmailBody>(ingested)?.edi.get()))
}

/// The number of documents that are left to a worker, shiptrack_service_run_due() or shiptrack_service_settle(). The
/// text of the message counts as one if it may be an arrival notice, is only HTML, or is longer than 64 KiB.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_due_documents(ingested: *const IngestedEmail) -> usize {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.due_documents))
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_free(ingested: *mut IngestedEmail) {
    free::<IngestedEmailBody>(ingested);
}
