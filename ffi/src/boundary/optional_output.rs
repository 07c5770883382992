//! Output arguments that may be NULL.

use super::handle::{Handle, Object};

pub fn write_optional_object<T: Object>(place: *mut *mut T::Opaque, body: T) {
    if !place.is_null() {
        write_optional(place, Handle::into_pointer(body));
    }
}

pub fn write_optional<R>(place: *mut R, value: R) {
    if !place.is_null() {
        // SAFETY: the header requires space for one such value. `write` does not read the old one.
        unsafe { place.write(value) }
    }
}
