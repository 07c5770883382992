//! A pointer for each thread, for language bindings on top of this interface.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;

thread_local!(static SLOT: Cell<*mut c_void> = const { Cell::new(null_mut()) });

/// The address of a pointer that each thread has for itself, NULL at first. The library neither reads nor frees it. The
/// address is valid until the thread ends.
///
/// shiptrack.hpp uses it to pass an exception from a callback to the call that ran the callback. All libraries of a
/// process that use the same libshiptrack see the same pointer, whatever symbols they hide. Do not use it in a program
/// that uses shiptrack.hpp. A binding of another language may use it in the same way, and must restore the value that
/// it found.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_thread_slot() -> *mut *mut c_void {
    crate::boundary::value_or(null_mut(), || SLOT.try_with(Cell::as_ptr).ok())
}
