//! Places that the host gave for what a function returns beside its status. NULL is a place for nothing.

use super::handle::{Handle, Object};

pub fn write_optional_object<T: Object>(place: *mut *mut T::Opaque, body: T) {
    if !place.is_null() {
        write_optional(place, Handle::into_pointer(body));
    }
}

pub fn write_optional<R>(place: *mut R, value: R) {
    if !place.is_null() {
        // SAFETY: the header demands a place for one such value. `write` reads nothing of what is there.
        unsafe { place.write(value) }
    }
}
