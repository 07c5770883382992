//! What only tests call.

use crate::boundary::{Error, Failure, call};

/// Panics behind the boundary.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_test_panic(error: *mut *mut Error) -> i32 {
    call(error, || -> Result<(), Failure> { panic!("injected") })
}
