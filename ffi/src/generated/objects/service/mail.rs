// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `service/mail.rs` that read a value of one, or free it.

use super::{IngestedEmail, IngestedEmailBody};
use crate::boundary::{Text, free, peek, value_or};
use crate::resource::Resource;

/// The submission, of type `email_submission`. It is borrowed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_submission(ingested: *const IngestedEmail) -> *const Resource {
    value_or(std::ptr::null(), || Some(peek::<IngestedEmailBody>(ingested)?.submission.lend()))
}

/// 1 when the submission was made now, 0 when the same bytes were taken in before.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_is_new(ingested: *const IngestedEmail) -> i32 {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.is_new.into()))
}

/// 1 when the message could not be read; its bytes are kept all the same. Else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_is_quarantined(ingested: *const IngestedEmail) -> i32 {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.quarantined.into()))
}

/// How many things were wrong with the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_problems_count(ingested: *const IngestedEmail) -> usize {
    value_or(0, || Some(peek::<IngestedEmailBody>(ingested)?.problems.len()))
}

/// What was wrong with the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_problem(ingested: *const IngestedEmail, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<IngestedEmailBody>(ingested)?.problems.get(index)?.get()))
}

/// What came of the EDI that was attached, where the message was taken in now: a JSON array of objects with `document` (the name
/// of the attachment) and `report`, as shiptrack_service_ingest_edi() gives it; `[]` for none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_edi_json(ingested: *const IngestedEmail) -> Text {
    value_or(Text::NONE, || Some(peek::<IngestedEmailBody>(ingested)?.edi.get()))
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_free(ingested: *mut IngestedEmail) {
    free::<IngestedEmailBody>(ingested);
}
