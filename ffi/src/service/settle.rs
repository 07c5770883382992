//! Doing everything that is due.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::time::Duration;

use shiptrack::Settle;
use shiptrack::service::Progress;

use super::{Service, cancel_of, service_of};
use crate::boundary::{Error, call, write_optional};
use crate::cancel::Cancel;
use crate::time::time_limit;

/// Is told how far shiptrack_service_settle() has come, at the beginning and after each item: how many look-ups and
/// deliveries were `done` since the call began, by whatever thread, and how many are due and `left`. Doing one may make
/// others due, so `left` can rise; with many of them it may be a hundredth off. It runs on the thread that called, with
/// nothing locked. Return 0 to go on, anything else to stop with SHIPTRACK_ERROR_CANCELLED.
///
/// It must return: no longjmp() past it, no end of its thread, no exception.
pub type SettleProgress = Option<unsafe extern "C" fn(user_data: *mut c_void, done: usize, left: u64) -> i32>;

/// Does everything that is due now, for `timeout_ms` at most, by default without a limit: shiptrack_service_settle() without a
/// callback.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_settle(service: *const Service, timeout_ms: i64, error: *mut *mut Error) -> i32 {
    let (done, left) = (null_mut(), null_mut());
    shiptrack_service_settle(service, timeout_ms, null(), None, null_mut(), done, left, error)
}

/// Does everything that is due now, and what falls due through that, until nothing is: what a program begins with that was
/// away for a night, before it exports; without it, it exports yesterday's data. What is scheduled for later is left for
/// later, and a clock that is moved by hand is not moved. Works on every clock, also while a worker runs.
///
/// Items are done one after the other on this thread, each once: a next try that falls due meanwhile is left, and so is what
/// nobody can do at present, since its carrier is not plugged in or whoever it waits for rests after failures
/// (SHIPTRACK_ACTIVITY_RESTING). What other threads have in hand is waited for. After `timeout_ms`, by default
/// SHIPTRACK_NO_LIMIT, nothing more begins, and an item in hand is finished; with 0 nothing is done, and `left` gets what is due.
/// `cancel` and `progress` may be NULL.
///
/// `done` gets how much was done meanwhile, `left` how much is due and was not done: 0 when the service is settled. Both may
/// be NULL. That the time is up is no error. SHIPTRACK_ERROR_CANCELLED when it was cancelled; SHIPTRACK_ERROR_CONFLICT when a
/// callback calls this while the service is calling it: it would wait for itself.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_settle(
    service: *const Service,
    timeout_ms: i64,
    cancel: *const Cancel,
    progress: SettleProgress,
    user_data: *mut c_void,
    done: *mut usize,
    left: *mut u64,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let token = cancel_of(service, cancel)?;
        let timeout = time_limit(timeout_ms, "timeout_ms", Duration::MAX)?;
        let mut settle = Settle::new().cancel(token.clone()).timeout(timeout);
        if let Some(progress) = progress {
            settle = settle.progress(move |report: &Progress| {
                // SAFETY: the host gave this function for this pointer.
                if unsafe { progress(user_data, report.done.items(), report.left) } != 0 {
                    token.cancel();
                }
            });
        }
        let settled = service_of(service)?.settle(settle)?;
        write_optional(done, settled.done.items());
        write_optional(left, settled.left);
        Ok(())
    })
}
