//! Panics end here.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Misuse and a panic return `none`.
#[inline]
pub fn value_or<R>(none: R, body: impl FnOnce() -> Option<R>) -> R {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Some(value)) => value,
        Ok(None) => none,
        Err(panic) => {
            let_go(panic);
            none
        }
    }
}

/// What was thrown may panic again when it is dropped.
pub(super) fn let_go(panic: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(again);
    }
}
