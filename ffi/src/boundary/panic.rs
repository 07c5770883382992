//! Runs the body of a function that returns a value, so that no panic unwinds into C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The value of `body`; `default` if it has none, or panics.
#[inline]
pub fn value_or<R>(none: R, body: impl FnOnce() -> Option<R>) -> R {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Some(value)) => value,
        Ok(None) => none,
        Err(panic) => {
            drop_payload(panic);
            none
        }
    }
}

/// Drops the payload of a panic. Dropping it may panic again.
pub(super) fn drop_payload(panic: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(second);
    }
}
