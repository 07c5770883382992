//! Incoming mail, and the content of documents.

#[path = "../generated/objects/service/mail.rs"]
mod generated;

use std::ffi::c_char;

use shiptrack::serde_json::json;
use shiptrack::service::IngestedEmail as CoreIngestedEmail;

use super::accounts::page;
use super::{Service, absent_unless, account_of};
use crate::boundary::{
    ABSENT, Error, OwnedObject, OwnedText, bytes, call, object, optional_text, required_text, write_object,
};
use crate::buffer::{self, Buffer};
use crate::page::Page;
use crate::resource::ResourceBody;

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
}

impl IngestedEmailBody {
    fn new(ingested: CoreIngestedEmail) -> Self {
        IngestedEmailBody {
            submission: ResourceBody::standalone(&ingested.submission).keep(),
            is_new: ingested.is_new,
            quarantined: ingested.quarantined,
            problems: ingested.problems.iter().map(OwnedText::new).collect(),
            edi: OwnedText::new(json!(ingested.edi).to_string()),
        }
    }
}

/// Ingests a message, as the RFC 5322 bytes that were received, for an account (NULL for the account `default`). A
/// message that cannot be parsed is quarantined, not rejected. The same bytes twice are one submission. `user_id` is
/// the user who submitted it; NULL for no user. Extractor callbacks run on this thread.
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
        let (service, account) = account_of(service, account_id)?;
        let message = bytes(message, message_length, "message")?;
        let user = optional_text(user_id, "user_id")?.map(Into::into);
        Ok(IngestedEmailBody::new(service.ingest_email(&account, message, user.as_ref())?))
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
