//! Cancelling calls that wait.

#[path = "generated/objects/cancel.rs"]
mod generated;

use shiptrack::clock::CancelToken;

use crate::boundary::{Error, Failure, call, lend, object, write_object};

/// Tells waiting calls to give up.
///
/// Ownership: yours; free it with shiptrack_cancel_free(), at any time: calls that wait on it are not affected.
/// Threads: any number may use it at a time; that is what it is for. Not for signal handlers.
pub struct Cancel(());

object!(Cancel, "shiptrack_cancel", 0x02, CancelBody);

pub(crate) struct CancelBody(pub(crate) CancelToken);

/// `None` for NULL.
pub(crate) fn token_of(cancel: *const Cancel) -> Result<Option<CancelToken>, Failure> {
    if cancel.is_null() { Ok(None) } else { Ok(Some(lend::<CancelBody>(cancel)?.0.clone())) }
}

/// Makes one that nobody has cancelled yet.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_new(cancel: *mut *mut Cancel, error: *mut *mut Error) -> i32 {
    write_object(cancel, "cancel", error, || Ok(CancelBody(CancelToken::new())))
}

/// Ends every call that was given this object, now and later, with SHIPTRACK_ERROR_CANCELLED.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_now(cancel: *const Cancel) -> i32 {
    call(std::ptr::null_mut(), || {
        lend::<CancelBody>(cancel)?.0.cancel();
        Ok(())
    })
}
