//! Cancellation of calls that wait.

use shiptrack::clock::CancelToken;

use crate::boundary::{Error, Failure, call, free, lend, object, peek, value_or, write_object};

/// Cancels calls that wait: pass it to the call, or make a client with shiptrack_client_with_cancel(), and call
/// shiptrack_cancel_now() from another thread.
///
/// Ownership: yours; free it with shiptrack_cancel_free(), at any time. Freeing it does not affect calls that wait.
/// Threads: any number of threads may use it at the same time. Do not use it in a signal handler.
pub struct Cancel(());

object!(Cancel, "shiptrack_cancel", 0x02, CancelBody);

pub(crate) struct CancelBody(pub(crate) CancelToken);

/// `None` for NULL.
pub(crate) fn token_of(cancel: *const Cancel) -> Result<Option<CancelToken>, Failure> {
    if cancel.is_null() { Ok(None) } else { Ok(Some(lend::<CancelBody>(cancel)?.0.clone())) }
}

/// Creates a cancel object that is not cancelled yet.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_new(cancel: *mut *mut Cancel, error: *mut *mut Error) -> i32 {
    write_object(cancel, "cancel", error, || Ok(CancelBody(CancelToken::new())))
}

/// Ends every call that was given this object, now and in the future, with SHIPTRACK_ERROR_CANCELLED. Cancelling again
/// has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_now(cancel: *const Cancel) -> i32 {
    call(std::ptr::null_mut(), || {
        lend::<CancelBody>(cancel)?.0.cancel();
        Ok(())
    })
}

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
