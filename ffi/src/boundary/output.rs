//! Output arguments: checked before the work starts, written only on success.

use super::error::Error;
use super::guard::call;
use super::handle::{Handle, Object};
use super::input::null;
use super::optional_output::write_optional;
use super::status::Failure;

/// Writes the result of `body` to `place`. A NULL `place` is rejected before `body` runs.
pub fn write<R>(place: *mut R, name: &str, error: *mut *mut Error, body: impl FnOnce() -> Result<R, Failure>) -> i32 {
    call(error, || {
        if place.is_null() {
            return Err(null(name));
        }
        write_optional(place, body()?);
        Ok(())
    })
}

/// Writes a pointer to the new object to `place`, as [`write`] does.
pub fn write_object<T: Object>(
    place: *mut *mut T::Opaque,
    name: &str,
    error: *mut *mut Error,
    body: impl FnOnce() -> Result<T, Failure>,
) -> i32 {
    write(place, name, error, || Ok(Handle::into_pointer(body()?)))
}
