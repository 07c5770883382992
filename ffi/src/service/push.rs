//! Tracking data that carriers and other sources send, their subscriptions, and the state of carriers.

use std::ffi::c_char;

use shiptrack::serde_json;
use shiptrack::service::NewSubscription;
use shiptrack::store::SubscriptionRecord;

use super::{Service, account_of, service_of};
use crate::boundary::{Error, Failure, bytes as bytes_of, call, lend, optional_text, required_text};
use crate::buffer::{self, Buffer};
use crate::client::OVERLAP;
use crate::time::span;
use crate::webhooks::{Headers, HeadersBody};

/// Processes data that were sent without a look-up: a callback from a carrier's event subscription, or a signed report
/// of a source of yours. `headers` are the header fields and `body` the bytes as they were received, before they are
/// parsed.
///
/// The data are recorded as shiptrack_service_record_facts() does: an event that is both sent and looked up is one
/// event, and the same data again add nothing. Respond with 204 if the function returns SHIPTRACK_OK, else with
/// shiptrack_error_http_status(): 401 for a missing or invalid signature, 404 for an unknown subscription, 413 for too
/// much data, 422 for data that cannot be decoded.
///
/// `pushed_json` receives a JSON object that share/doc/shiptrack/push.md describes. It may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_receive_push(
    service: *const Service,
    headers: *const Headers,
    body: *const u8,
    body_length: usize,
    pushed_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_optional_buffer(pushed_json, error, || {
        let headers = lend::<HeadersBody>(headers)?.to_http();
        Ok(service_of(service)?.receive_push(&headers, bytes_of(body, body_length, "body")?)?.to_json())
    })
}

/// Permits a carrier or another source to send data to an account (NULL for the account `default`). `subscription` is a
/// JSON object: `carrier` with its code and, if known, `called` (the id of the subscription at the carrier), `number`
/// and `kind` (what it is about), and `secret` (base64, as the carrier received it); or `source` (`terminal`, `rail`,
/// …) with a `name` that you choose. If there is no secret, the service creates one.
///
/// With `callback_url`, the service subscribes at the carrier, if its profile supports that: in the worker, or in
/// shiptrack_service_run_due(). It renews the subscription before it expires. If the same subscription exists, it is
/// returned.
///
/// `subscription_json` receives the stored subscription with its `id` and `secret`; share/doc/shiptrack/push.md
/// describes it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_add_subscription(
    service: *const Service,
    account_id: *const c_char,
    subscription: *const c_char,
    subscription_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(subscription_json, "subscription_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        let new = NewSubscription::from_json(required_text(subscription, "subscription")?)?;
        Ok(service.add_subscription(&account, new)?.to_json())
    })
}

/// Writes the subscriptions of an account (NULL for the account `default`) to `subscriptions_json`, oldest first: a
/// JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_subscriptions(
    service: *const Service,
    account_id: *const c_char,
    subscriptions_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(subscriptions_json, "subscriptions_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        let found: Vec<String> = service.subscriptions(&account)?.iter().map(SubscriptionRecord::to_json).collect();
        Ok(format!("[{}]", found.join(",")))
    })
}

/// Replaces the secret of the subscription `id` of an account (NULL for the account `default`) by `secret`, or with
/// NULL by a new random one. Data signed with the old secret are accepted for `overlap_ms` milliseconds more;
/// SHIPTRACK_DEFAULT_TIMEOUT means a day. If the service subscribed at the carrier, it sends the carrier the new
/// secret.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_rotate_subscription(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    secret: *const c_char,
    overlap_ms: i64,
    subscription_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(subscription_json, "subscription_json", error, || {
        let (service, account) = account_of(service, account_id)?;
        let overlap = Some(span(overlap_ms, "overlap_ms", OVERLAP)?);
        let secret = optional_text(secret, "secret")?;
        Ok(service.rotate_subscription(&account, id_of(id)?, secret, overlap)?.to_json())
    })
}

/// Removes the subscription `id` of an account (NULL for the account `default`): its data are rejected from now on. If
/// the service subscribed at the carrier, it cancels the subscription there.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_remove_subscription(
    service: *const Service,
    account_id: *const c_char,
    id: *const c_char,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(service.remove_subscription(&account, id_of(id)?)?)
    })
}

fn id_of(id: *const c_char) -> Result<shiptrack::uuid::Uuid, Failure> {
    let text = required_text(id, "id")?;
    let refused = |_| Failure::argument("id", "the id of a subscription is a UUID");
    shiptrack::uuid::Uuid::parse_str(text).map_err(refused)
}

/// Writes the credentials that carriers rejected: a JSON array of objects with `scac`, `accounts`, `since`,
/// `next_look_up` (when one look-up tries them again), `why`, and the number of tracking requests `waiting` for them.
/// These requests do not use up their tries.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_suspended_credentials(
    service: *const Service,
    suspended_credentials_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(suspended_credentials_json, "suspended_credentials_json", error, || {
        Ok(serde_json::to_string(&service_of(service)?.suspended_credentials()?).unwrap_or_default())
    })
}

/// Writes a plan of the requests to each carrier with each set of credentials, and how often each number can be looked
/// up within the limits of the carrier: a JSON array, which share/doc/shiptrack/carriers.md describes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_carriers_plan(
    service: *const Service,
    plan_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(plan_json, "plan_json", error, || {
        Ok(serde_json::to_string(&service_of(service)?.carriers_plan()?).unwrap_or_default())
    })
}
