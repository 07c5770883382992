//! Does everything that is due, and derives shipments again.

use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::time::Duration;

use shiptrack::service::Progress;
use shiptrack::{Settle, serde_json};

use super::{Service, account_of, cancel_of, service_of};
use crate::boundary::{Error, call, write_optional};
use crate::buffer::{self, Buffer};
use crate::cancel::Cancel;
use crate::time::time_limit;

/// Reports the progress of shiptrack_service_settle(), at the start and after each item: `done` look-ups and deliveries
/// were done since the call started, by any thread, and `left` are due. An item may make others due, so `left` can
/// rise; if there are many, it may differ from the exact number by one percent. It runs on the thread that called, with
/// nothing locked. Return 0 to continue; any other value ends the call with SHIPTRACK_ERROR_CANCELLED.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type SettleProgress = Option<unsafe extern "C" fn(user_data: *mut c_void, done: usize, left: u64) -> i32>;

/// Does everything that is due now, for at most `timeout_ms` milliseconds: SHIPTRACK_DEFAULT_TIMEOUT and
/// SHIPTRACK_NO_LIMIT mean no limit. It is shiptrack_service_settle() without a callback and without its outputs. It
/// returns SHIPTRACK_OK also after a timeout, so it does not show whether work is left: call shiptrack_service_settle()
/// with `left` if you need to know.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_settle(service: *const Service, timeout_ms: i64, error: *mut *mut Error) -> i32 {
    let (done, left) = (null_mut(), null_mut());
    shiptrack_service_settle(service, timeout_ms, null(), None, null_mut(), done, left, error)
}

/// Does everything that is due now, and what becomes due thereby, until nothing is due. Call it before you export data
/// if no worker was running: otherwise you export the data of the last run. Work that is scheduled for later is not
/// done, and a manual clock is not moved. It works on every clock, also while a worker runs.
///
/// Items are done one after the other on this thread, each once: retries that become due meanwhile are left. Items that
/// cannot be done now are left, too: their carrier has no source of data, or their carrier or webhook is suspended
/// after failures (SHIPTRACK_ACTIVITY_RESTING). The function waits for the items that other threads are working on.
///
/// `timeout_ms` is the longest time in milliseconds: SHIPTRACK_DEFAULT_TIMEOUT and SHIPTRACK_NO_LIMIT mean no limit.
/// After a timeout no item is started, but the item in progress is finished; with 0 nothing is done. A timeout is not
/// an error. `cancel` and `progress` may be NULL.
///
/// `done` receives the number of items that were done. `left` receives the number of items that are due and were not
/// done; it is 0 if everything is done. Both may be NULL. The function returns SHIPTRACK_ERROR_CANCELLED if it was
/// cancelled, and SHIPTRACK_ERROR_CONFLICT if a callback calls it while the service is calling that callback, because
/// it would wait for itself.
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
                // SAFETY: the caller passed this function for this pointer.
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

/// Derives all shipments of an account (NULL for the account `default`) again that were derived by other rules: by an
/// earlier version of the library, or with other settings `following`. Nothing is notified for what differs. If
/// `dry_run` is not 0, nothing is stored. Without this call, each shipment is derived again at its next look-up.
///
/// `report_json` receives a JSON object with `examined`, the number of these shipments, and with `shipments`: those that
/// differ, each with its `shipment` (the id), its `number` and its `changes`. A change has `container` (null for an
/// attribute of the shipment), `name`, `old` and `new`. It may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_rederive(
    service: *const Service,
    account_id: *const c_char,
    dry_run: i32,
    report_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(report_json, error, || {
        let (service, account) = account_of(service, account_id)?;
        let report = service.rederive(&account, dry_run != 0)?;
        Ok(serde_json::to_string(&report).unwrap_or_default())
    })
}
