//! What is sent without being asked for, who may send, and how carriers take the credentials they are asked with.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::serde_json;
use shiptrack::service::NewSubscription;
use shiptrack::store::SubscriptionRecord;

use super::{Service, account_of, service_of};
use crate::boundary::{Error, Failure, Out, bytes as bytes_of, call, lend, optional_text, required_text};
use crate::buffer::{self, Buffer};
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
    call(error, || {
        let service = service_of(service)?;
        let out = Out::optional(pushed_json);
        let headers = lend::<HeadersBody>(headers)?.to_http();
        let pushed = service.receive_push(&headers, bytes_of(body, body_length, "body")?)?;
        if !pushed_json.is_null() {
            buffer::give(out, pushed.to_json());
        }
        Ok(())
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
    call(error, || {
        let service = service_of(service)?;
        let out = Out::required(subscription_json, "subscription_json")?;
        let new = NewSubscription::from_json(required_text(subscription, "subscription")?)?;
        let added = service.add_subscription(&account_of(&service, account_id)?, new)?;
        buffer::give(out, added.to_json());
        Ok(())
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
    call(error, || {
        let service = service_of(service)?;
        let out = Out::required(subscriptions_json, "subscriptions_json")?;
        let found = service.subscriptions(&account_of(&service, account_id)?)?;
        let told: Vec<String> = found.iter().map(SubscriptionRecord::to_json).collect();
        buffer::give(out, format!("[{}]", told.join(",")));
        Ok(())
    })
}

/// Gives the subscription with this id another secret: this one, or with NULL a new one. What the one before signed is taken for
/// `overlap_ms`, too; a negative one takes a day. A carrier that the service asked to call back is told of it.
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
    call(error, || {
        let service = service_of(service)?;
        let out = Out::required(subscription_json, "subscription_json")?;
        let overlap = u64::try_from(overlap_ms).ok().map(Duration::from_millis);
        let (account, secret) = (account_of(&service, account_id)?, optional_text(secret, "secret")?);
        let rotated = service.rotate_subscription(&account, id_of(id)?, secret, overlap)?;
        buffer::give(out, rotated.to_json());
        Ok(())
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
        let service = service_of(service)?;
        Ok(service.remove_subscription(&account_of(&service, account_id)?, id_of(id)?)?)
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
pub extern "C" fn shiptrack_service_set_aside(
    service: *const Service,
    set_aside_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let service = service_of(service)?;
        let out = Out::required(set_aside_json, "set_aside_json")?;
        buffer::give(out, serde_json::to_string(&service.set_aside()?).unwrap_or_default());
        Ok(())
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
    call(error, || {
        let service = service_of(service)?;
        let out = Out::required(plan_json, "plan_json")?;
        buffer::give(out, serde_json::to_string(&service.carriers_plan()?).unwrap_or_default());
        Ok(())
    })
}
