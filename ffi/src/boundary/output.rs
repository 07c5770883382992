//! Outputs: checked before the work is done, written only when it succeeded.

use std::marker::PhantomData;

use super::input::null;
use super::status::Failure;

/// Where a result goes.
pub struct Out<'a, T> {
    place: *mut T,
    of: PhantomData<&'a mut T>,
}

impl<T> Out<'_, T> {
    /// A place that must be there: nothing is done whose result nobody would get.
    pub fn required(place: *mut T, name: &str) -> Result<Self, Failure> {
        if place.is_null() { Err(null(name)) } else { Ok(Out { place, of: PhantomData }) }
    }

    /// A place that may be NULL, for results one can do without.
    pub fn optional(place: *mut T) -> Self {
        Out { place, of: PhantomData }
    }

    /// Writes the result.
    pub fn set(self, value: T) {
        if !self.place.is_null() {
            // SAFETY: the header demands a place for one such value. `write` reads nothing of what is there.
            unsafe { self.place.write(value) }
        }
    }
}
