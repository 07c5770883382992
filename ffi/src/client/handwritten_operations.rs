//! The operations that are not generated from the description of the interface.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::client::{EnsureOutcome, Fetched, NewTrackingRequest};
use shiptrack::jsonapi::{AnyResource, Resource as CoreResource};
use shiptrack::numbers::NumberKind;

use super::{Client, ClientBody, client_of};
use crate::boundary::{Error, Failure, copied, lend, optional_text, required_text, write_object, write_optional};
use crate::draft::{self, Draft};
use crate::generated::codes::{SHIPTRACK_ENSURED_CREATED, SHIPTRACK_ENSURED_UNCHANGED, SHIPTRACK_ENSURED_UPDATED};
use crate::page::{Pages, PagesBody};
use crate::query::{Parameters, Query};
use crate::resource::{Resource, ResourceBody, type_of};
use crate::time::span;

/// For an [`AnyResource`], the type in the document decides which getters have a value.
pub(super) fn fetch<T: CoreResource>(
    client: *const Client,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
    ask: impl FnOnce(&shiptrack::Client) -> Result<Fetched<T>, Failure>,
) -> i32 {
    write_object(resource, "resource", error, || {
        Ok(ResourceBody::of(ask(&client_of(client)?)?.into_document(), type_of(T::TYPE))?)
    })
}

pub(super) fn new_request(
    request_type: *const c_char,
    request_number: *const c_char,
    scac: *const c_char,
    draft: *const Draft,
) -> Result<NewTrackingRequest, Failure> {
    let kind = NumberKind::parse(required_text(request_type, "request_type")?)?;
    let new = NewTrackingRequest::new(kind, required_text(request_number, "request_number")?);
    let new = match optional_text(scac, "scac")? {
        Some(scac) => new.scac(scac),
        None => new.auto_detect(),
    };
    draft::tracking_request(new, copied(draft)?)
}

/// Creates a tracking request. The number and the carrier are checked before a request is sent.
///
/// `request_type` is `bill_of_lading`, `booking_number` or `container`. `scac` is the code of the carrier; with NULL
/// the service determines the carrier. `draft` has further attributes, and may be NULL. Returns
/// SHIPTRACK_ERROR_DUPLICATE if an active request for the number exists; shiptrack_tracking_request_track() adopts that
/// request instead.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_create(
    client: *const Client,
    request_type: *const c_char,
    request_number: *const c_char,
    scac: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let new = new_request(request_type, request_number, scac, draft)?;
        Ok(client.tracking_requests().create(new)?)
    })
}

/// Updates the tracking request `id` with the attributes of `draft`. `resource` receives the request.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_tracking_request_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let update = draft::tracking_request_update(copied(draft)?)?;
        Ok(client.tracking_requests().update(&required_text(id, "id")?.into(), update)?)
    })
}

/// Registers a URL that receives notifications. `resource` receives the webhook, with the secret that signs its
/// deliveries. `draft` has further attributes, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_create(
    client: *const Client,
    url: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let new = draft::webhook(required_text(url, "url")?, copied(draft)?)?;
        Ok(client.webhooks().create(new)?)
    })
}

/// Registers a URL unless it is already registered: call it whenever a program starts. If several webhooks have the
/// URL, the oldest one is used. The function activates the webhook (unless `active` in `draft` is false) and sets the
/// attributes of `draft` that differ; other attributes do not change. If two programs call it at the same time, only
/// one registers the URL. `how` receives what happened (SHIPTRACK_ENSURED_…), and may be NULL, as may `draft`.
/// `resource` receives the webhook.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_ensure(
    client: *const Client,
    url: *const c_char,
    draft: *const Draft,
    how: *mut i32,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    write_object(resource, "resource", error, || {
        let new = draft::webhook(required_text(url, "url")?, copied(draft)?)?;
        let ensured = client_of(client)?.webhooks().ensure(new)?;
        write_optional(
            how,
            match ensured.how {
                EnsureOutcome::Created => SHIPTRACK_ENSURED_CREATED,
                EnsureOutcome::Updated => SHIPTRACK_ENSURED_UPDATED,
                EnsureOutcome::Unchanged => SHIPTRACK_ENSURED_UNCHANGED,
            },
        );
        Ok(ResourceBody::standalone(&ensured.webhook))
    })
}

/// How long the previous secret of a webhook or a subscription stays valid by default.
pub(crate) const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);

/// Replaces the secret of a webhook; `resource` receives the webhook with the new one. For `overlap_ms` milliseconds
/// its deliveries are signed with the old secret, too, so that a verifier with both secrets accepts all of them.
/// SHIPTRACK_DEFAULT_TIMEOUT means a day; the maximum is 30 days, and the time is rounded up to a second. With 0 the
/// old secret and all earlier ones end now: use it after a leak. The signature header of the hosted service has space
/// for one signature, which uses the new secret at once.
///
/// Only a service in its owner's process supports this; the hosted service returns SHIPTRACK_ERROR_NOT_FOUND.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_rotate_secret(
    client: *const Client,
    id: *const c_char,
    overlap_ms: i64,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let overlap = span(overlap_ms, "overlap_ms", OVERLAP)?;
        let rotated = client.webhooks().rotate_secret(&required_text(id, "id")?.into(), overlap);
        rotated.map_err(|error| match error.pointer() {
            Some("overlap") => Failure::renamed("overlap_ms", &error),
            _ => error.into(),
        })
    })
}

/// Fetches any resource by its path below the base URL, such as `ports/USLAX`. Its type decides which getters have a
/// value. If this version does not know the type, use shiptrack_resource_attribute().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_get(
    client: *const Client,
    path: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| Ok(client.get::<AnyResource>(required_text(path, "path")?)?))
}

/// Lists resources by their path below the base URL, such as `terminals`. The type of each resource decides which
/// getters have a value. `query` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_list(
    client: *const Client,
    path: *const c_char,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    write_object(pages, "pages", error, || {
        let body = lend::<ClientBody>(client)?;
        let list = body.0.get()?.list(required_text(path, "path")?);
        Ok(PagesBody::new(&body.0, list, None, &Parameters::of(query)?))
    })
}
