//! Outputs: checked before the work is done, written only when it succeeded.

use super::error::Error;
use super::guard::call;
use super::handle::{Handle, Object};
use super::input::null;
use super::status::Failure;

/// Runs the body of a function that writes its result to `place`. NULL is refused: nothing is done whose result nobody would
/// get.
pub fn write<R>(place: *mut R, name: &str, error: *mut *mut Error, body: impl FnOnce() -> Result<R, Failure>) -> i32 {
    call(error, || {
        if place.is_null() {
            return Err(null(name));
        }
        write_optional(place, body()?);
        Ok(())
    })
}

/// The same for a result that is an object.
pub fn give<T: Object>(
    place: *mut *mut T::Opaque,
    name: &str,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<T, Failure>,
) -> i32 {
    write(place, name, error, || Ok(Handle::give(body()?)))
}

/// Gives an object away, unless `place` is NULL.
pub fn give_optional<T: Object>(place: *mut *mut T::Opaque, body: T) {
    if !place.is_null() {
        write_optional(place, Handle::give(body));
    }
}

/// Writes a result, unless `place` is NULL.
pub fn write_optional<R>(place: *mut R, value: R) {
    if !place.is_null() {
        // SAFETY: the header demands a place for one such value. `write` reads nothing of what is there.
        unsafe { place.write(value) }
    }
}
