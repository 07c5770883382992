//! The verbs that have a mind of their own; the rest are made from the description of the interface.

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

/// For an [`AnyResource`] the type on the wire decides which getters find a value.
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

/// Creates a tracking request. Number and carrier are checked before anything leaves.
///
/// `request_type` is `bill_of_lading`, `booking_number` or `container`. With `scac` NULL the service finds the carrier.
/// `draft` has further attributes, and may be NULL. SHIPTRACK_ERROR_DUPLICATE when a live request for the number is there
/// already: shiptrack_tracking_request_track() takes that one over instead.
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

/// Changes a tracking request.
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

/// Registers a URL that is told of events. The answer holds the secret its deliveries are signed with. `draft` has
/// further attributes, and may be NULL.
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

/// Registers a URL unless it is registered: safe to call at every start of a program. Of several webhooks for the URL the
/// oldest is taken. That it is active (unless the `active` of `draft` says otherwise), and what `draft` says of it, is set where it differs; what
/// `draft` does not say stays.
/// Of two programs that do this at one moment one registers it. `how` tells which it was (SHIPTRACK_ENSURED_…), and may be
/// NULL, as `draft` may.
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

/// How long the previous secret of a webhook or a subscription is accepted, unless the caller decides.
pub(crate) const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);

/// Gives a webhook a new secret, which the answer holds. For `overlap_ms` (by default a day, at most 30, rounded up to a second) its
/// deliveries are signed with the secret it had as well, so that a verifier that is given both takes every one of them. The
/// hosted service's own signature header has room for one, and carries that of the new secret at once. With 0 the old secret
/// ends now, and so do all before it: for one that leaked. A service that runs in a process of its owner does this; the hosted
/// one has nothing like it, and answers SHIPTRACK_ERROR_NOT_FOUND.
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

/// Reads any resource by its path below the base URL: `ports/USLAX`. Its type decides which getters find a value; of one
/// that this version does not know shiptrack_resource_attribute() reads the attributes.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_client_get(
    client: *const Client,
    path: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| Ok(client.get::<AnyResource>(required_text(path, "path")?)?))
}

/// Lists any resources by their path below the base URL: `terminals`. The type of each decides which of its getters find a
/// value, as with shiptrack_client_get(). `query` may be NULL.
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
