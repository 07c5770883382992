//! Functions that read the members of an error, or free it.

use super::error::{Error, ErrorBody};
use crate::boundary::{ABSENT, Text, free, lend, peek, value_or, write};

/// Frees the error. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_free(error: *mut Error) {
    free::<ErrorBody>(error);
}

/// The error as a sentence for people.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_message(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.message.get()))
}

/// A code for programs. For an error response, the code in the response (`duplicate`); no value if it had none. For
/// an argument, attribute or setting that was rejected on this side, the name of the status (`invalid`), or the code
/// that the comment of the function mentions (`ambiguous_number`). No value for other errors, such as a failed
/// connection or a timeout.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_code(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.code.get()))
}

/// The position of the problem: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting
/// or an argument of the function; for an object, the name of its type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_pointer(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.pointer.get()))
}

/// The description of this occurrence, without the status, code and pointer that the message also has: from the
/// service, or from this side for a value that it rejected. No value if there is only the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_detail(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.detail.get()))
}

/// The id that the server gave the request, for questions to its support.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_request_id(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.request_id.get()))
}

/// The page at which a listing that failed can continue: see shiptrack_query_resume_from().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_resume_from(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.resume_from.get()))
}

/// The id of the existing document if the uploaded file is already known: `existing_document_id` in `meta` of a
/// response with status 409 and the code `duplicate_document`. No value for other errors.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_existing_document_id(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.existing_document_id.get()))
}

/// All error objects of the response: a JSON array, empty if there were none. A value that was rejected on this side
/// has one error object with code, detail and pointer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_objects_json(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.objects.get()))
}

/// The bytes of the response if they could not be parsed, such as an HTML page. They may be any bytes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_body(error: *const Error) -> Text {
    value_or(Text::NONE, || Some(peek::<ErrorBody>(error)?.body.get()))
}

/// The HTTP status of the response; 0 if there was no response.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_http_status(error: *const Error) -> i32 {
    value_or(0, || peek::<ErrorBody>(error)?.error.http_status().map(i32::from))
}

/// The number of error objects in shiptrack_error_objects_json().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_objects_count(error: *const Error) -> usize {
    value_or(0, || Some(peek::<ErrorBody>(error)?.error.errors().len()))
}

/// Writes how long the service asked the client to wait, in milliseconds. Returns SHIPTRACK_ABSENT if it did not ask.
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

/// 1 if the same call can succeed later without a change, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_is_retryable(error: *const Error) -> i32 {
    value_or(0, || Some(peek::<ErrorBody>(error)?.error.is_retryable().into()))
}

/// 1 if this was a write that may have taken effect although there was no response, else 0. Read the resource before
/// you retry the write.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_is_in_doubt(error: *const Error) -> i32 {
    value_or(0, || Some(peek::<ErrorBody>(error)?.error.is_in_doubt().into()))
}
