//! What went wrong, in full.

use std::time::Duration;

use shiptrack::serde_json;

use super::handle::{free, lend, object, peek};
use super::output::{give, give_optional, write};
use super::status::{self, ABSENT, Failure, SHIPTRACK_ABSENT, SHIPTRACK_DONE, SHIPTRACK_OK};
use super::text::{Kept, Text};
use super::{bytes, call, required_text, value};

/// What went wrong: written by a function that failed, when its last argument was not NULL.
///
/// Ownership: yours; free it with shiptrack_error_free().
/// Lifetime: its texts live as long as it does; it outlives the objects it came from.
/// Threads: any number may read it at a time.
pub struct Error(());

object!(Error, "shiptrack_error", 0x01, ErrorBody);

pub(crate) struct ErrorBody {
    status: i32,
    error: shiptrack::Error,
    message: Kept,
    code: Kept,
    pointer: Kept,
    detail: Kept,
    request_id: Kept,
    resume_from: Kept,
    existing_document_id: Kept,
    objects: Kept,
    body: Kept,
}

impl ErrorBody {
    /// `message` replaces the sentence of the error.
    fn new(status: i32, error: shiptrack::Error, message: Option<String>) -> Self {
        let detail = error.errors().iter().find_map(|object| object.detail.as_deref());
        let objects = serde_json::to_vec(error.errors()).unwrap_or_default();
        ErrorBody {
            message: Kept::new(message.unwrap_or_else(|| error.to_string())),
            code: Kept::maybe(error.code()),
            pointer: Kept::maybe(error.pointer()),
            detail: Kept::maybe(detail),
            request_id: Kept::maybe(error.request_id()),
            resume_from: Kept::maybe(error.resume_from()),
            existing_document_id: Kept::maybe(existing_document_id(&error)),
            objects: Kept::new(objects),
            body: Kept::maybe(error.body()),
            status,
            error,
        }
    }
}

fn existing_document_id(error: &shiptrack::Error) -> Option<&str> {
    error.errors().iter().find_map(|object| object.meta.as_ref()?.get("existing_document_id")?.as_str())
}

impl Error {
    /// `place` may be NULL.
    pub(super) fn report(failure: Failure, place: *mut *mut Error) -> i32 {
        use shiptrack::ErrorKind::Invalid;
        let (status, error, message) = match failure {
            Failure::Nothing(status) => return status,
            Failure::Core(error) => (status::status_of(error.kind()), error, None),
            Failure::Boundary(status, message) => (status, shiptrack::Error::new(Invalid, message), None),
            // The sentence begins with the name: it is not said once more behind it.
            Failure::Argument(status, name, message) => {
                (status, shiptrack::Error::refused(Invalid, &name, &*message), Some(message))
            }
        };
        give_optional(place, ErrorBody::new(status, error, message));
        status
    }
}

/// A short name of a status, `"not_found"`. The text is static; it is `"unknown"` for a number that is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_status_name(status: i32) -> Text {
    value(Text::NONE, || {
        let found = status::NAMES.iter().find(|(known, _)| *known == status);
        Some(found.map_or(Text::of_terminated(b"unknown\0"), |(_, name)| name.get()))
    })
}

/// 1 when a status says that the function failed, 0 for SHIPTRACK_OK, SHIPTRACK_DONE and SHIPTRACK_ABSENT: the macro
/// SHIPTRACK_FAILED asks this. It knows the statuses of the library that is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_status_failed(status: i32) -> i32 {
    value(1, || Some((![SHIPTRACK_OK, SHIPTRACK_DONE, SHIPTRACK_ABSENT].contains(&status)).into()))
}

/// Frees an error. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_free(error: *mut Error) {
    free::<ErrorBody>(error);
}

/// The status the function that failed returned.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_status(error: *const Error) -> i32 {
    call(std::ptr::null_mut(), || Err(Failure::Nothing(lend::<ErrorBody>(error)?.status)))
}

/// What went wrong, in a sentence for a person.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_message(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.message.get()))
}

/// A machine code. Of an answer, its own (`duplicate`), and no value when it had none. Of what was refused on this side,
/// naming an argument, an attribute or a setting, the name of the status (`invalid`), or what the refusing function's
/// comment tells (`ambiguous_number`). No value for what went wrong in between: no connection, no time left.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_code(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.code.get()))
}

/// Where the problem is: a JSON pointer (`/data/attributes/scac`), or the name of a query parameter, a setting, or an
/// argument of the function; of an object, the name of its type.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_pointer(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.pointer.get()))
}

/// What was said about this occurrence, without the status, code and pointer that the message has with it: by the
/// service, or by this side about what it refused. No value when nothing was said of it beyond the message.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_detail(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.detail.get()))
}

/// The identifier the server gave the exchange, for its support desk.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_request_id(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.request_id.get()))
}

/// The page at which a walk over a listing that broke off here can be taken up again: see
/// shiptrack_query_resume_from().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_resume_from(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.resume_from.get()))
}

/// The id of the document there is, when a file was uploaded as one before: `existing_document_id` in `meta` of an answer 409
/// with the code `duplicate_document`. No value for every other error.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_existing_document_id(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.existing_document_id.get()))
}

/// All error objects of the answer: a JSON array, empty when there were none. What was refused on this side has one,
/// with code, detail and pointer.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_objects_json(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.objects.get()))
}

/// The bytes that were answered, when they could not be read: a page of HTML, a body cut off. They may be anything.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_body(error: *const Error) -> Text {
    value(Text::NONE, || Some(peek::<ErrorBody>(error)?.body.get()))
}

/// The HTTP status of the answer; 0 when none arrived.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_http_status(error: *const Error) -> i32 {
    value(0, || peek::<ErrorBody>(error)?.error.http_status().map(i32::from))
}

/// How many error objects there are in shiptrack_error_objects_json().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_object_count(error: *const Error) -> usize {
    value(0, || Some(peek::<ErrorBody>(error)?.error.errors().len()))
}

/// How long the other side asked to wait, in milliseconds; SHIPTRACK_ABSENT when it did not.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_retry_after_ms(error: *const Error, milliseconds: *mut i64) -> i32 {
    write(milliseconds, "milliseconds", std::ptr::null_mut(), || {
        let pause = lend::<ErrorBody>(error)?.error.retry_after().ok_or(ABSENT)?;
        Ok(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX))
    })
}

/// 1 when the same call, made again later, can succeed without anybody changing anything; else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_is_retryable(error: *const Error) -> i32 {
    value(0, || Some(peek::<ErrorBody>(error)?.error.is_retryable().into()))
}

/// 1 when this was a write that may have taken effect although no answer arrived: look before trying again. Else 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_is_in_doubt(error: *const Error) -> i32 {
    value(0, || Some(peek::<ErrorBody>(error)?.error.is_in_doubt().into()))
}

/// Reads an answered error as a client does: any HTTP status, any body. For hosts that receive answers by other ways.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_from_answer(
    http_status: i32,
    retry_after: *const std::ffi::c_char,
    body: *const u8,
    body_length: usize,
    answered: *mut *mut Error,
    error: *mut *mut Error,
) -> i32 {
    give(answered, "answered", error, || {
        let status = u16::try_from(http_status).map_err(|_| {
            Failure::argument("http_status", format!("http_status is a number such as 404, not {http_status}"))
        })?;
        let pause = match retry_after.is_null() {
            true => None,
            false => required_text(retry_after, "retry_after")?.trim().parse().ok().map(Duration::from_secs),
        };
        let read = shiptrack::Error::from_answer(status, pause, bytes(body, body_length, "body")?);
        Ok(ErrorBody::new(status::status_of(read.kind()), read, None))
    })
}
