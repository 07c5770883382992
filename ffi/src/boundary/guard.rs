//! The one way in: nothing unwinds into C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::Error;
use super::panic::let_go;
use super::status::{Failure, SHIPTRACK_ERROR_PANIC, SHIPTRACK_OK};

/// `error` may be NULL.
pub fn call(error: *mut *mut Error, body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => SHIPTRACK_OK,
        Ok(Err(failure)) => Error::report(failure, error),
        Err(panic) => Error::report(Failure::Boundary(SHIPTRACK_ERROR_PANIC, words_of(panic)), error),
    }
}

fn words_of(panic: Box<dyn Any + Send>) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    let_go(panic);
    format!("a defect in shiptrack: {words}")
}
