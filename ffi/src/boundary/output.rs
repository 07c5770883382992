//! Outputs: checked before the work is done, written only when it succeeded.

use super::error::Error;
use super::guard::call;
use super::handle::{Handle, Object};
use super::input::null;
use super::optional_output::write_optional;
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

pub fn write_object<T: Object>(
    place: *mut *mut T::Opaque,
    name: &str,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<T, Failure>,
) -> i32 {
    write(place, name, error, || Ok(Handle::into_pointer(body()?)))
}
