//! Cancelling calls that wait.

use shiptrack::clock::CancelToken;

use crate::boundary::{Error, Failure, call, free, give, lend, object, peek, value};

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
    give(cancel, "cancel", error, || Ok(CancelBody(CancelToken::new())))
}

/// Ends every call that was given this object, now and later, with SHIPTRACK_ERROR_CANCELLED.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_now(cancel: *const Cancel) -> i32 {
    call(std::ptr::null_mut(), || {
        lend::<CancelBody>(cancel)?.0.cancel();
        Ok(())
    })
}

/// 1 once it was cancelled, else 0: for callbacks and loops of the host's own.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_is_cancelled(cancel: *const Cancel) -> i32 {
    value(0, || Some(peek::<CancelBody>(cancel)?.0.is_cancelled().into()))
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_cancel_free(cancel: *mut Cancel) {
    free::<CancelBody>(cancel);
}
