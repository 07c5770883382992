// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `cancel.rs`, or free them.

use super::{Cancel, CancelBody};
use crate::boundary::{free, peek, value_or};

/// 1 once it was cancelled, else 0: for your callbacks and loops.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_is_cancelled(cancel: *const Cancel) -> i32 {
    value_or(0, || Some(peek::<CancelBody>(cancel)?.0.is_cancelled().into()))
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_free(cancel: *mut Cancel) {
    free::<CancelBody>(cancel);
}
