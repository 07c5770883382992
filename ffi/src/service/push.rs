//! What is sent without being asked for, who may send, and how carriers take the credentials they are asked with.

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

/// Takes in what was sent without being asked for: a callback of a carrier's event subscription, or a signed report of a source of
/// your own. `headers` are the header fields as they came, `body` the bytes as they came, before anything parses them.
///
/// What it says is recorded as shiptrack_service_record_facts() does: an event that is sent and one that is polled are one, and the
/// same once more adds nothing. Answer 204 when it gives SHIPTRACK_OK, else what shiptrack_error_http_status() says: 401 for what
/// nobody signed, 404 for what is of no subscription, 413 for what is too large, 422 for what cannot be read.
///
/// `pushed_json` gets a JSON object; share/doc/shiptrack/push.md below the prefix describes it. It may be NULL for whoever does not
/// want to know.
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

/// Lets somebody send to an account. `subscription` is a JSON object: `carrier` with its code, and as far as they are known `called`
/// (the carrier's id of it), `number` and `kind` (what it is about), `secret` (base64, as the carrier was given it); or `source`
/// (`terminal`, `rail` …) with a `name` of your own. Without a secret the service makes one.
///
/// With `callback_url` the service asks the carrier to call back there, where its profile allows it: in its worker, or in
/// shiptrack_service_run_due(). It renews the subscription before it ends. Where the same is asked for already, that is given.
///
/// `subscription_json` gets it as it is kept, with its `id` and its `secret`; push.md describes it.
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

/// Who may send to an account, oldest first: a JSON array.
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

/// Gives the subscription with this id another secret: this one, or with NULL a new one. What the one before signed is taken for
/// `overlap_ms`, too, by default a day. A carrier that the service asked to call back is told of it.
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

/// Takes nothing in any more of the subscription with this id. A carrier that the service asked to call back is asked to end it.
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

/// The credentials that carriers refuse: a JSON array of objects with `scac`, `accounts`, `since`, `next_look_up` (when one look-up
/// tries them again), `why`, and how many tracking requests are `waiting` for them. None of those uses up a try.
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

/// What each carrier is to be asked for with each set of credentials, and how often each number can be asked for within its pace: a
/// JSON array, which carriers.md describes.
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
