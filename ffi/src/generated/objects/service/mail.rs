// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `service/mail.rs`, or free them.

use super::{IngestedEmail, IngestedEmailBody};
use crate::boundary::{Text, free, peek, value_or};
use crate::resource::Resource;

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

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_ingested_email_free(ingested: *mut IngestedEmail) {
    free::<IngestedEmailBody>(ingested);
}
