//! Runs the body of a function that returns a status, so that no panic unwinds into C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::Error;
use super::panic::drop_payload;
use super::status::{Failure, SHIPTRACK_ERROR_PANIC, SHIPTRACK_OK};

/// Runs `body` and returns its status. `error` may be NULL.
pub fn call(error: *mut *mut Error, body: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => SHIPTRACK_OK,
        Ok(Err(failure)) => Error::report(failure, error),
        Err(panic) => Error::report(Failure::Boundary(SHIPTRACK_ERROR_PANIC, panic_message(panic)), error),
    }
}

fn panic_message(panic: Box<dyn Any + Send>) -> String {
    let message = panic.downcast_ref::<&str>().map(|message| (*message).to_owned());
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    drop_payload(panic);
    format!("this is a bug in shiptrack: {message}")
}
