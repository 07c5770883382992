//! What went wrong, in full.

#[path = "../made/objects/boundary/error.rs"]
mod generated;

use std::time::Duration;

use shiptrack::serde_json;

use super::handle::{lend, object};
use super::output::{give, give_optional};
use super::status::{self, Failure, SHIPTRACK_ABSENT, SHIPTRACK_DONE, SHIPTRACK_OK};
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

/// The status the function that failed returned.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_status(error: *const Error) -> i32 {
    call(std::ptr::null_mut(), || Err(Failure::Nothing(lend::<ErrorBody>(error)?.status)))
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
