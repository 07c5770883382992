//! Functions about statuses and errors.

use std::time::Duration;

use crate::boundary::{
    Error, ErrorBody, Failure, NAMES, SHIPTRACK_ABSENT, SHIPTRACK_DONE, SHIPTRACK_OK, Text, bytes, call, lend,
    required_text, status_of, value_or, write_object,
};

/// A short name of a status, `"not_found"`. The text is static; it is `"unknown"` for a number that is none.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_status_name(status: i32) -> Text {
    value_or(Text::NONE, || {
        let found = NAMES.iter().find(|(known, _)| *known == status);
        Some(found.map_or(Text::of_terminated(b"unknown\0"), |(_, name)| name.get()))
    })
}

/// 1 when a status says that the function failed, 0 for SHIPTRACK_OK, SHIPTRACK_DONE and SHIPTRACK_ABSENT: the macro
/// SHIPTRACK_FAILED asks this. It knows the statuses of the library that is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_status_failed(status: i32) -> i32 {
    value_or(1, || Some((![SHIPTRACK_OK, SHIPTRACK_DONE, SHIPTRACK_ABSENT].contains(&status)).into()))
}

/// The status the function that failed returned.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_error_status(error: *const Error) -> i32 {
    call(std::ptr::null_mut(), || Err(Failure::NoValue(lend::<ErrorBody>(error)?.status)))
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
