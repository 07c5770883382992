//! Outputs: checked before the work is done, written only when it succeeded.

use super::error::Error;
use super::guard::call;
use super::handle::{Handle, Object};
use super::input::null;
use super::status::Failure;

/// Writes the result to `place`. NULL is rejected before anything is done.
pub fn write<R>(place: *mut R, name: &str, error: *mut *mut Error, body: impl FnOnce() -> Result<R, Failure>) -> i32 {
    call(error, || {
        if place.is_null() {
            return Err(null(name));
        }
        write_optional(place, body()?);
        Ok(())
    })
}

pub fn give<T: Object>(
    place: *mut *mut T::Opaque,
    name: &str,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<T, Failure>,
) -> i32 {
    write(place, name, error, || Ok(Handle::give(body()?)))
}

pub fn give_optional<T: Object>(place: *mut *mut T::Opaque, body: T) {
    if !place.is_null() {
        write_optional(place, Handle::give(body));
    }
}

pub fn write_optional<R>(place: *mut R, value: R) {
    if !place.is_null() {
        // SAFETY: the header demands a place for one such value. `write` reads nothing of what is there.
        unsafe { place.write(value) }
    }
}
