//! A place of each thread's own, for what is written on top of this interface.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;

thread_local!(static SLOT: Cell<*mut c_void> = const { Cell::new(null_mut()) });

/// A place for one pointer, another one for each thread and NULL to begin with, which the library neither reads nor frees. It is
/// there as long as the thread is.
///
/// shiptrack.hpp brings what a callback throws to the call that ran it with this: all libraries of a process that use one
/// libshiptrack find the same place, whatever symbols they hide from each other. Leave it to shiptrack.hpp where C++ is used; a
/// binding of another language may use it in the same way, and puts back what it found.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_thread_slot() -> *mut *mut c_void {
    crate::boundary::value_or(null_mut(), || SLOT.try_with(Cell::as_ptr).ok())
}
