//! Tracks a number, and waits for the result.

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

/// Returns the newest request if it failed for a reason that is a property of the number: for a week if no such number
/// or booking can exist, for a day if the carrier did not know it. In every other case a new request is created. This
/// is the policy of shiptrack_tracking_request_track().
pub const SHIPTRACK_RETRACK_BY_REASON: i32 = 1;
/// Creates a new request, whatever the outcome of the newest one.
pub const SHIPTRACK_RETRACK_ALWAYS: i32 = 2;
/// Returns the newest request if it failed, whenever and for whatever reason.
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

/// Called with the tracking request whenever shiptrack_tracking_request_wait() has fetched it. It runs on the thread
/// that waits; `request` is valid during the callback. Return 0 to continue waiting; any other value ends the wait with
/// SHIPTRACK_ERROR_CANCELLED.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
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

/// Tracks a number: creates a tracking request, or adopts the active one that exists. Calling it twice is safe. If the
/// newest request for the number failed for a reason that is a property of the number, that request is returned
/// (SHIPTRACK_TRACKED_RETURNED); shiptrack_tracking_request_track_again() has other policies.
///
/// The arguments are those of shiptrack_tracking_request_create(). `how` receives which of these happened
/// (SHIPTRACK_TRACKED_…), and may be NULL. An adopted request receives the `ref_numbers` of the draft that it does not
/// have, if the service accepts them; it does not receive other attributes of the draft.
/// shiptrack_tracking_request_left_out_at() lists the attributes that it does not have.
///
/// The call never waits for the carrier. A service in this process creates a new request if the voyage of a container is
/// over. Otherwise it looks the number up later, at most once an hour, and if the container has begun its next voyage
/// then, it stops the active request and creates the next one by itself. The events report both.
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

/// As shiptrack_tracking_request_track(), but it retries if the outcome of an attempt is unknown. If the service then
/// rejects the request as a duplicate, the first attempt succeeded.
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

/// As shiptrack_tracking_request_track(), with a policy for a number whose newest request failed: `retrack_policy` is
/// SHIPTRACK_RETRACK_…. If `until_certain` is not 0, it retries as shiptrack_tracking_request_track_until_certain()
/// does.
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

/// The number of items of shiptrack_tracking_request_left_out_at().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_left_out_count(resource: *const Resource) -> usize {
    value_or(0, || Some(peek::<ResourceBody>(resource)?.track_details()?.left_out.len()))
}

/// The name of an attribute of the draft that an adopted request does not have; `index` counts from 0. `shipment_tags`
/// and others can only be set when a request is created; `ref_numbers` is listed if the service did not accept them.
/// Only a resource from shiptrack_tracking_request_track() and its variants, or a copy of it, has such items.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_left_out_at(resource: *const Resource, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<ResourceBody>(resource)?.track_details()?.left_out.get(index)?.get()))
}

/// Waits until a tracking request is `created`, `failed` or `tracking_stopped`. A service in this process does its due
/// work meanwhile, on this thread.
///
/// `timeout_ms` is the longest wait in milliseconds; SHIPTRACK_DEFAULT_TIMEOUT means five minutes. After that the
/// function returns SHIPTRACK_ERROR_TIMEOUT; the request does not change. With 0 it fetches the request once and does
/// no due work; the fetch has the timeout of the client. `poll_ms` is the interval between fetches in milliseconds;
/// SHIPTRACK_DEFAULT_TIMEOUT means five seconds. The first intervals are shorter, and no interval is shorter than 10
/// ms. `progress` may be NULL. To end the wait from another thread, use a client from shiptrack_client_with_cancel().
/// `resource` receives the request.
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

/// As shiptrack_tracking_request_wait(), but it also returns when the request is `awaiting_manifest`: the carrier
/// answered, but has no data yet. That state can last seven days. A carrier that cannot be reached has not answered;
/// then the function waits until a retry succeeds, or `timeout_ms` has passed.
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
                    // SAFETY: the caller passed this function for this pointer; the request outlives the call.
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

/// Does not do the due work of a service in this process.
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
        // The next look reports the timeout.
        if cancel.is_cancelled() {
            return Err(CoreError::from(ErrorKind::Cancelled).into());
        }
    }
}
