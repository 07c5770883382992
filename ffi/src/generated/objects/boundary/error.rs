// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `boundary/error.rs` that read a value of one, or free it.

use super::ErrorBody;
use crate::boundary::{ABSENT, Error, Text, free, lend, peek, value_or, write};

/// Frees an error. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_free(error: *mut Error) {
    free::<ErrorBody>(error);
}

/// What went wrong, in a sentence for a person.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_message(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.message.get()))
}

/// A machine code. Of an answer, its own (`duplicate`), and no value when it had none. Of what was refused on this side,
/// naming an argument, an attribute or a setting, the name of the status (`invalid`), or what the refusing function's
/// comment tells (`ambiguous_number`). No value for what went wrong in between: no connection, no time left.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_code(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.code.get()))
}

/// Where the problem is: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting, or an
/// argument of the function; of an object, the name of its type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_pointer(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.pointer.get()))
}

/// What was said about this occurrence, without the status, code and pointer that the message has with it: by the
/// service, or by this side about what it refused. No value when nothing was said of it beyond the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_detail(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.detail.get()))
}

/// The identifier the server gave the exchange, for its support desk.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_request_id(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.request_id.get()))
}

/// The page at which a walk over a listing that broke off here can be taken up again: see
/// shiptrack_query_resume_from().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_resume_from(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.resume_from.get()))
}

/// The id of the document there is, when a file was uploaded as one before: `existing_document_id` in `meta` of an answer 409
/// with the code `duplicate_document`. No value for every other error.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_existing_document_id(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.existing_document_id.get()))
}

/// All error objects of the answer: a JSON array, empty when there were none. What was refused on this side has one,
/// with code, detail and pointer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_objects_json(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.objects.get()))
}

/// The bytes that were answered, when they could not be read: a page of HTML, a body cut off. They may be anything.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_body(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.body.get()))
}

/// The HTTP status of the answer; 0 when none arrived.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_http_status(error: *const Error) -> i32 {
    value_or(0, || peek::<ErrorBody>(error)?.error.http_status().map(i32::from))
}

/// How many error objects there are in shiptrack_error_objects_json().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_objects_count(error: *const Error) -> usize {
    value_or(0, || Some(peek::<ErrorBody>(error)?.error.errors().len()))
}

/// How long the other side asked to wait, in milliseconds; SHIPTRACK_ABSENT when it did not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_retry_after_ms(error: *const Error, milliseconds: *mut i64) -> i32 {
    write(milliseconds, "milliseconds", std::ptr::null_mut(), || {
        lend::<ErrorBody>(error)?
            .error
            .retry_after()
            .map(|pause| i64::try_from(pause.as_millis()).unwrap_or(i64::MAX))
            .ok_or(ABSENT)
    })
}

/// 1 when the same call, made again later, can succeed without anybody changing anything; else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_is_retryable(error: *const Error) -> i32 {
    value_or(0, || Some(peek::<ErrorBody>(error)?.error.is_retryable().into()))
}

/// 1 when this was a write that may have taken effect although no answer arrived: look before trying again. Else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_is_in_doubt(error: *const Error) -> i32 {
    value_or(0, || Some(peek::<ErrorBody>(error)?.error.is_in_doubt().into()))
}
