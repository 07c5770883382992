//! Texts, bytes and lists from C, checked before use.

use std::ffi::{CStr, c_char};

use super::status::{Failure, SHIPTRACK_ERROR_LENGTH, SHIPTRACK_ERROR_NOT_UTF8, SHIPTRACK_ERROR_NULL_ARGUMENT};

/// A larger length is rejected: it is probably a negative number that the caller converted to an unsigned one.
const MAX_BYTES: usize = 1 << 30;

const MAX_ITEMS: usize = 1 << 16;

pub fn required_text<'a>(text: *const c_char, name: &str) -> Result<&'a str, Failure> {
    optional_text(text, name)?.ok_or_else(|| null(name))
}

pub fn optional_text<'a>(text: *const c_char, name: &str) -> Result<Option<&'a str>, Failure> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the header requires a NUL-terminated text that does not change during the call; it is not NULL.
    let text = unsafe { CStr::from_ptr(text) };
    match text.to_str() {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(not_utf8(name)),
    }
}

/// 0 for NULL.
pub fn length_of(text: *const c_char) -> usize {
    if text.is_null() {
        return 0;
    }
    // SAFETY: as in `optional_text`.
    unsafe { CStr::from_ptr(text) }.count_bytes()
}

/// NULL is accepted if `length` is 0.
pub fn bytes<'a>(data: *const u8, length: usize, name: &str) -> Result<&'a [u8], Failure> {
    match (data.is_null(), length) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null(name)),
        (_, MAX_BYTES..) => Err(too_long(name, length)),
        // SAFETY: the header requires that `length` bytes can be read there during the call.
        _ => Ok(unsafe { std::slice::from_raw_parts(data, length) }),
    }
}

/// NULL is accepted if `count` is 0.
pub fn texts<'a>(items: *const *const c_char, count: usize, name: &str) -> Result<Vec<&'a str>, Failure> {
    match (items.is_null(), count) {
        (_, 0) => Ok(Vec::new()),
        (true, _) => Err(null(name)),
        (_, MAX_ITEMS..) => Err(too_long(name, count)),
        _ => {
            // SAFETY: the header requires that `count` pointers can be read there during the call.
            let items = unsafe { std::slice::from_raw_parts(items, count) };
            items.iter().enumerate().map(|(at, item)| required_text(*item, &format!("{name}[{at}]"))).collect()
        }
    }
}

/// NULL is accepted if `count` is 0.
pub fn numbers<'a>(items: *const i64, count: usize, name: &str) -> Result<&'a [i64], Failure> {
    match (items.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null(name)),
        (_, MAX_ITEMS..) => Err(too_long(name, count)),
        // SAFETY: the header requires that `count` numbers can be read there during the call.
        _ => Ok(unsafe { std::slice::from_raw_parts(items, count) }),
    }
}

/// A list that is sorted in place. NULL is accepted if `count` is 0.
pub fn pointers<'a, T>(items: *mut *const T, count: usize, name: &str) -> Result<&'a mut [*const T], Failure> {
    match (items.is_null(), count) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(null(name)),
        (_, MAX_ITEMS..) => Err(too_long(name, count)),
        // SAFETY: the header requires that only this call reads and writes `count` pointers there.
        _ => Ok(unsafe { std::slice::from_raw_parts_mut(items, count) }),
    }
}

/// Rejects a negative number that was converted.
pub fn count(items: usize, name: &str) -> Result<usize, Failure> {
    match isize::try_from(items) {
        Ok(_) => Ok(items),
        Err(_) => Err(invalid_argument(SHIPTRACK_ERROR_LENGTH, name, &format!("cannot be {items}"))),
    }
}

pub fn invalid_json(problem: &shiptrack::serde_json::Error) -> Failure {
    Failure::argument("json", format!("this is not JSON: {problem}"))
}

pub fn text_of_bytes<'a>(data: *const u8, length: usize, name: &str) -> Result<&'a str, Failure> {
    std::str::from_utf8(bytes(data, length, name)?).map_err(|_| not_utf8(name))
}

pub fn null(name: &str) -> Failure {
    invalid_argument(SHIPTRACK_ERROR_NULL_ARGUMENT, name, "is NULL")
}

fn not_utf8(name: &str) -> Failure {
    invalid_argument(SHIPTRACK_ERROR_NOT_UTF8, name, "is not UTF-8")
}

fn too_long(name: &str, length: usize) -> Failure {
    invalid_argument(SHIPTRACK_ERROR_LENGTH, name, &format!("cannot be {length} long"))
}

fn invalid_argument(status: i32, name: &str, problem: &str) -> Failure {
    Failure::Argument(status, name.to_owned(), format!("{name} {problem}"))
}
