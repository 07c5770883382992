//! Inbound mail, and the bytes of documents.

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

/// What taking in a message gave.
///
/// Ownership: yours; free it with shiptrack_ingested_email_free(), which ends what was borrowed from it.
/// Threads: any number may read it at a time.
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

/// Takes in a message: RFC 5322 bytes as they came. A message that cannot be read is kept in quarantine, never refused; the
/// same bytes twice are one submission. `account_id` may be NULL for the account `default`, `user_id` for nobody.
/// Extractor callbacks run on this thread.
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

/// The bytes of a document; SHIPTRACK_ABSENT when the account has no such document, or the document no bytes.
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

/// The bytes of a message as it was taken in; SHIPTRACK_ABSENT when the account has no such submission.
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

/// What was wrong with a message that was taken in, quarantined or not: a JSON array of sentences, `[]` for nothing.
/// SHIPTRACK_ABSENT when the account has no such submission.
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

/// The account's messages in quarantine, newest first, as a page of `quarantined_email` resources: their ids are those of
/// their submissions, the attribute `problems` lists what was wrong. Their bytes: shiptrack_service_email_content().
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

/// Discards a document: it is no longer listed or counted. SHIPTRACK_ABSENT when the account has no such document.
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
