//! Functions for statuses and errors.

use std::time::Duration;

use crate::boundary::{
    Error, ErrorBody, Failure, NAMES, SHIPTRACK_ABSENT, SHIPTRACK_DONE, SHIPTRACK_OK, Text, bytes, call, lend,
    required_text, status_of, value_or, write_object,
};

/// The name of a status, such as `"not_found"`; `"unknown"` if `status` is not a status of this library. The text is
/// static.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_status_name(status: i32) -> Text {
    value_or(Text::NONE, || {
        let found = NAMES.iter().find(|(known, _)| *known == status);
        Some(found.map_or(Text::of_terminated(b"unknown\0"), |(_, name)| name.get()))
    })
}

/// Returns 1 if the status means that the function failed, and 0 for SHIPTRACK_OK, SHIPTRACK_DONE and SHIPTRACK_ABSENT.
/// The macro SHIPTRACK_FAILED calls it, so that a program also recognizes the statuses of a newer library.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_status_failed(status: i32) -> i32 {
    value_or(1, || Some((![SHIPTRACK_OK, SHIPTRACK_DONE, SHIPTRACK_ABSENT].contains(&status)).into()))
}

/// The status that the failed function returned.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_status(error: *const Error) -> i32 {
    call(std::ptr::null_mut(), || Err(Failure::NoValue(lend::<ErrorBody>(error)?.status)))
}

/// Converts an HTTP error response to an error as a client does: for programs that receive responses in another way.
///
/// `http_status` is the HTTP status, `retry_after` the value of the `Retry-After` header or NULL, and `body` the bytes
/// of the response body, in any form. `answered` receives the error, which is yours; it is not the error of this call.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_from_answer(
    http_status: i32,
    retry_after: *const std::ffi::c_char,
    body: *const u8,
    body_length: usize,
    answered: *mut *mut Error,
    error: *mut *mut Error,
) -> i32 {
    write_object(answered, "answered", error, || {
        let status = u16::try_from(http_status).map_err(|_| {
            Failure::argument("http_status", format!("http_status is a number such as 404, not {http_status}"))
        })?;
        let pause = match retry_after.is_null() {
            true => None,
            false => required_text(retry_after, "retry_after")?.trim().parse().ok().map(Duration::from_secs),
        };
        let read = shiptrack::Error::from_answer(status, pause, bytes(body, body_length, "body")?);
        Ok(ErrorBody::new(status_of(read.kind()), read, None))
    })
}
