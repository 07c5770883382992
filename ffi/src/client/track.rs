//! Tracking a number to its end.

use std::ffi::{c_char, c_void};
use std::time::Duration;

use shiptrack::client::{Fetched, RetrackPolicy, TrackOutcome, TrackResult, Wait, WaitProgress};
use shiptrack::clock::CancelToken;
use shiptrack::resources::{TrackingRequest, TrackingRequestId};
use shiptrack::{Error as CoreError, ErrorKind};

use super::handwritten_operations::{fetch, new_request};
use super::{Client, client_of};
use crate::boundary::{Error, Failure, Text, UserData, peek, required_text, value_or, write_object, write_optional};
use crate::draft::Draft;
use crate::generated::codes::{
    SHIPTRACK_TRACKED_ADOPTED, SHIPTRACK_TRACKED_CREATED, SHIPTRACK_TRACKED_MAYBE_SECOND, SHIPTRACK_TRACKED_RETURNED,
};
use crate::resource::{Resource, ResourceBody};
use crate::time::{span, time_limit};

/// A number whose newest request failed for a reason that lies in the number is not asked for again: for a week when there can
/// be no such number, for a day when it was not found. In every other case a new request is made. What
/// shiptrack_tracking_request_track() does.
pub const SHIPTRACK_RETRACK_BY_REASON: i32 = 1;
/// A new request is made, whatever became of the last one.
pub const SHIPTRACK_RETRACK_ALWAYS: i32 = 2;
/// A request that failed is returned, however long ago and for whatever reason.
pub const SHIPTRACK_RETRACK_NEVER: i32 = 3;

fn retrack_policy_of(retrack_policy: i32) -> Result<RetrackPolicy, Failure> {
    match retrack_policy {
        SHIPTRACK_RETRACK_BY_REASON => Ok(RetrackPolicy::ByReason),
        SHIPTRACK_RETRACK_ALWAYS => Ok(RetrackPolicy::Always),
        SHIPTRACK_RETRACK_NEVER => Ok(RetrackPolicy::Never),
        _ => Err(Failure::argument(
            "retrack_policy",
            format!(
                "retrack_policy is SHIPTRACK_RETRACK_BY_REASON (1), SHIPTRACK_RETRACK_ALWAYS (2) or SHIPTRACK_RETRACK_NEVER (3), not {retrack_policy}"
            ),
        )),
    }
}

/// Is shown a tracking request every time shiptrack_tracking_request_wait() looks at it. It runs on the thread that waits;
/// `request` is borrowed for the call. Return 0 to go on waiting, anything else to stop with SHIPTRACK_ERROR_CANCELLED.
///
/// It must return: no longjmp() past it, no end of its thread, no exception.
pub type Progress = Option<unsafe extern "C" fn(user_data: *mut c_void, request: *const Resource) -> i32>;

fn track(
    client: *const Client,
    how: *mut i32,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
    ask: impl FnOnce(&shiptrack::Client) -> Result<TrackResult, Failure>,
) -> i32 {
    write_object(resource, "resource", error, || {
        let tracked = ask(&client_of(client)?)?;
        write_optional(
            how,
            match tracked.how {
                _ if tracked.maybe_duplicate => SHIPTRACK_TRACKED_MAYBE_SECOND,
                TrackOutcome::Created => SHIPTRACK_TRACKED_CREATED,
                TrackOutcome::Adopted => SHIPTRACK_TRACKED_ADOPTED,
                TrackOutcome::Returned => SHIPTRACK_TRACKED_RETURNED,
            },
        );
        Ok(ResourceBody::tracked(tracked))
    })
}

/// Tracks a number: creates a tracking request, or takes over the live one there is. Safe to call twice. When the newest
/// request for the number failed, and the reason lies in the number, that one is returned as it is
/// (SHIPTRACK_TRACKED_RETURNED); shiptrack_tracking_request_track_again() decides otherwise.
///
/// The arguments are those of shiptrack_tracking_request_create(); `how` tells which it was (SHIPTRACK_TRACKED_…), and
/// may be NULL. A request that was taken over gets the `ref_numbers` of the draft it lacks, when the service takes them;
/// anything else of the draft it does not get: shiptrack_tracking_request_left_out_at() names what it lacks.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_track(
    client: *const Client,
    request_type: *const c_char,
    request_number: *const c_char,
    scac: *const c_char,
    draft: *const Draft,
    how: *mut i32,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    track(client, how, resource, error, |client| {
        Ok(client.tracking_requests().track(new_request(request_type, request_number, scac, draft)?)?)
    })
}

/// Tracks a number, and goes on when the outcome of an attempt is unknown: it is sent again, and a refusal as a duplicate
/// proves that the first one took effect.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_track_until_certain(
    client: *const Client,
    request_type: *const c_char,
    request_number: *const c_char,
    scac: *const c_char,
    draft: *const Draft,
    how: *mut i32,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    track(client, how, resource, error, |client| {
        Ok(client.tracking_requests().track_until_certain(new_request(request_type, request_number, scac, draft)?)?)
    })
}

/// Tracks a number, and says what becomes of one whose newest request failed: `retrack_policy` is one of SHIPTRACK_RETRACK_…. With
/// `until_certain` other than 0 as shiptrack_tracking_request_track_until_certain(), else as shiptrack_tracking_request_track().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_track_again(
    client: *const Client,
    request_type: *const c_char,
    request_number: *const c_char,
    scac: *const c_char,
    draft: *const Draft,
    retrack_policy: i32,
    until_certain: i32,
    how: *mut i32,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    track(client, how, resource, error, |client| {
        let requests = client.tracking_requests().retrack(retrack_policy_of(retrack_policy)?);
        let new = new_request(request_type, request_number, scac, draft)?;
        Ok(if until_certain != 0 { requests.track_until_certain(new)? } else { requests.track(new)? })
    })
}

/// How many items shiptrack_tracking_request_left_out_at() has.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_left_out_count(resource: *const Resource) -> usize {
    value_or(0, || Some(peek::<ResourceBody>(resource)?.left_out()?.len()))
}

/// What was asked for and a request that was taken over does not have, by the name of its attribute: `shipment_tags` and
/// the like can only be set when a request is created, and `ref_numbers` is among them when the service did not take them.
/// Item `index`, from 0. Only a resource that shiptrack_tracking_request_track() or its sister gave has any, and its copies.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_left_out_at(resource: *const Resource, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<ResourceBody>(resource)?.left_out()?.get(index)?.get()))
}

/// Waits until a tracking request is settled: created, failed or stopped. A service in this process does its due work
/// meanwhile, on this thread.
///
/// It waits for `timeout_ms` at most, by default five minutes, and then returns SHIPTRACK_ERROR_TIMEOUT; the request stays as it is.
/// With 0 it looks once: it does no due work, and the look has the time that the client has for every call. It looks every
/// `poll_ms`, by default five seconds, more often at first, and never more often than every 10 ms. `progress` may be NULL. To end
/// it from another thread, wait with a client of shiptrack_client_with_cancel().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_wait(
    client: *const Client,
    id: *const c_char,
    timeout_ms: i64,
    poll_ms: i64,
    progress: Progress,
    user_data: *mut c_void,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    wait(Wait::until_settled(), client, id, timeout_ms, poll_ms, progress, user_data, resource, error)
}

/// Waits until the carrier has answered in any way: the request is `created`, `failed` or `tracking_stopped`, or it is
/// `awaiting_manifest`, when the carrier has no data yet. That can last seven days, which is what
/// shiptrack_tracking_request_wait() waits for and this does not. A carrier that cannot be reached has not answered: then it
/// waits until one of the tries succeeds, or `timeout_ms` is up. Otherwise as shiptrack_tracking_request_wait().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_wait_until_answered(
    client: *const Client,
    id: *const c_char,
    timeout_ms: i64,
    poll_ms: i64,
    progress: Progress,
    user_data: *mut c_void,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    wait(Wait::until_answered(), client, id, timeout_ms, poll_ms, progress, user_data, resource, error)
}

const TIMEOUT: Duration = Duration::from_secs(5 * 60);
const POLL: Duration = Duration::from_secs(5);

#[expect(clippy::too_many_arguments, reason = "those of the two functions above, and what they wait for")]
fn wait(
    wait: Wait,
    client: *const Client,
    id: *const c_char,
    timeout_ms: i64,
    poll_ms: i64,
    progress: Progress,
    user_data: *mut c_void,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let id = required_text(id, "id")?.into();
        let (timeout, poll) = (time_limit(timeout_ms, "timeout_ms", TIMEOUT)?, span(poll_ms, "poll_ms", POLL)?);
        let wait = wait.timeout(timeout).poll(poll);
        let cancel = client.cancel_token().child();
        let wait = match progress {
            Some(progress) => {
                let (user_data, stop) = (UserData::new(user_data, None), cancel.clone());
                wait.progress(move |request: &TrackingRequest| {
                    let shown = ResourceBody::standalone(request).keep();
                    // SAFETY: the host gave this function for this pointer; the request outlives the call.
                    if unsafe { progress(user_data.get(), shown.lend()) } != 0 {
                        stop.cancel();
                    }
                })
            }
            None => wait,
        };
        let wait = wait.cancel(cancel.clone());
        match timeout.is_zero() {
            true => look_once(client, &id, wait, &cancel),
            false => Ok(client.tracking_requests().wait(&id, wait)?),
        }
    })
}

/// Does not even pause for the due work of a service in this process.
fn look_once(
    client: &shiptrack::Client,
    id: &TrackingRequestId,
    wait: Wait,
    cancel: &CancelToken,
) -> Result<Fetched<TrackingRequest>, Failure> {
    let requests = client.tracking_requests();
    let mut waiting = requests.start_wait(id, wait);
    loop {
        if let WaitProgress::Reached(request) = waiting.look()? {
            return Ok(request);
        }
        // The next look reports that the time is over.
        if cancel.is_cancelled() {
            return Err(CoreError::from(ErrorKind::Cancelled).into());
        }
    }
}
