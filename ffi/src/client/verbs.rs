//! The families of resources and their verbs.

use std::ffi::c_char;

use shiptrack::client::{EmailSubmissionInclude, EnsuredHow, Fetched, NewTrackingRequest};
use shiptrack::jsonapi::AnyResource;
use shiptrack::numbers::NumberKind;

use super::{Client, ClientBody, client_of};
use crate::boundary::{Error, Failure, Handle, Out, call, lend, optional_text, required_text};
use crate::draft::{self, Draft};
use crate::page::{self, Pages};
use crate::query::{Parameters, Query};
use crate::resource::family::Typed;
use crate::resource::{Resource, ResourceBody};
use crate::time::span;

/// Fetches one resource: what every `get`, `create` and `update` has in common.
pub(super) fn fetch<T: Typed + Clone>(
    client: *const Client,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
    ask: impl FnOnce(&shiptrack::Client) -> Result<Fetched<T>, Failure>,
) -> i32 {
    call(error, || {
        let client = client_of(client)?;
        let out = Out::required(resource, "resource")?;
        out.set(Handle::give(ResourceBody::of(ask(&client)?)?));
        Ok(())
    })
}

/// Declares `get`, with the related resources a query asks for.
macro_rules! get {
    ($($(#[$doc:meta])* $name:ident = $family:ident;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            client: *const Client,
            id: *const c_char,
            query: *const Query,
            resource: *mut *mut Resource,
            error: *mut *mut Error,
        ) -> i32 {
            fetch(client, resource, error, |client| {
                let id = required_text(id, "id")?.into();
                Ok(match Parameters::of(query)?.include {
                    Some(paths) => client.$family().get_including(&id, paths)?,
                    None => client.$family().get(&id)?,
                })
            })
        }
    )*};
}

/// Declares `get` of families that have nothing to include.
macro_rules! get_alone {
    ($($(#[$doc:meta])* $name:ident = $family:ident;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            client: *const Client,
            id: *const c_char,
            resource: *mut *mut Resource,
            error: *mut *mut Error,
        ) -> i32 {
            fetch(client, resource, error, |client| Ok(client.$family().get(&required_text(id, "id")?.into())?))
        }
    )*};
}

/// Declares `list`.
macro_rules! list {
    ($($(#[$doc:meta])* $name:ident = $family:ident;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            client: *const Client,
            query: *const Query,
            pages: *mut *mut Pages,
            error: *mut *mut Error,
        ) -> i32 {
            call(error, || {
                let (body, out) = (lend::<ClientBody>(client)?, Out::required(pages, "pages")?);
                page::give(&body.0, body.0.get()?.$family().list(), &Parameters::of(query)?, out);
                Ok(())
            })
        }
    )*};
}

get! {
    /// Reads a tracking request. `query` may ask for `tracked_object`, and may be NULL.
    shiptrack_tracking_request_get = tracking_requests;
    /// Reads a shipment. `query` may ask for what shiptrack_shipment_list() names, and may be NULL.
    shiptrack_shipment_get = shipments;
    /// Reads a container. `query` may ask for what shiptrack_container_list() names, and may be NULL.
    shiptrack_container_get = containers;
    /// Reads a document. `query` may ask for what shiptrack_document_list() names, and may be NULL.
    shiptrack_document_get = documents;
    /// Reads a notification of a webhook. `query` may ask for what shiptrack_webhook_notification_list() names, and may be
    /// NULL.
    shiptrack_webhook_notification_get = webhook_notifications;
}

get_alone! {
    /// Reads a webhook.
    shiptrack_webhook_get = webhooks;
    /// Reads an ocean carrier; its id is its code.
    shiptrack_shipping_line_get = shipping_lines;
}

list! {
    /// Lists tracking requests, newest first. Filters: `filter[request_number]` (or `q`), `filter[scac]`, `filter[status]`,
    /// `filter[created_at][start]`, `filter[created_at][end]`, `filter[updated_at][start]`, `filter[updated_at][end]`, which
    /// are moments or days. Includes: `tracked_object`, also when none is asked for. `query` may be NULL.
    ///
    /// Every listing that comes in pages takes `page[size]` and `page[number]` (see shiptrack_query_set()), and for each family
    /// its comment names what a service in this process takes beside them. It refuses everything else with
    /// SHIPTRACK_ERROR_BAD_REQUEST; a hosted service may take more.
    shiptrack_tracking_request_list = tracking_requests;
    /// Lists shipments, newest first. Filters: `number` (or `q`), `filter[tracking_stopped]` (`true`, `false`). Includes:
    /// `containers`, `pod_terminal`, `port_of_lading`, `port_of_discharge`, `destination`, `destination_terminal`. `query` may
    /// be NULL.
    shiptrack_shipment_list = shipments;
    /// Lists containers. Filter: `filter[number]`. Includes: `shipment`, `pod_terminal`, `pickup_facility`,
    /// `transport_events`. `query` may be NULL.
    shiptrack_container_list = containers;
    /// Lists ocean carriers, all on one page. Filter: `search`, a part of a name or a code. No includes. `query` may be NULL.
    shiptrack_shipping_line_list = shipping_lines;
    /// Lists email submissions. No filters. Includes: `account`, `user`, `documents`,
    /// `documents.last_document_representation`; without one in `query` the last two come along. `query` may be NULL.
    shiptrack_email_submission_list = email_submissions;
    /// Lists documents. No filters in a service in this process; a hosted one takes `filter[filename]`, `filter[reference]`,
    /// `filter[document_types]` and `sort`. Includes: `shipments`, `cargos`, `account`, `user`,
    /// `last_document_representation`, `email_submission`. `query` may be NULL.
    shiptrack_document_list = documents;
    /// Lists webhooks. No filters, no includes. `query` may be NULL.
    shiptrack_webhook_list = webhooks;
    /// Lists notifications of webhooks. No filters. Includes: `webhook`, `reference_object`, `tracking_request`,
    /// `transport_event`, `estimated_event`. `query` may be NULL.
    shiptrack_webhook_notification_list = webhook_notifications;
}

/// Lists the events of a container. They come in no order of time: sort them by their time stamp. No filters. Includes:
/// `shipment`, `container`, `location`, `terminal`, `vessel`. `query` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_event_list(
    client: *const Client,
    container_id: *const c_char,
    query: *const Query,
    pages: *mut *mut Pages,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (body, out) = (lend::<ClientBody>(client)?, Out::required(pages, "pages")?);
        let list = body.0.get()?.containers().transport_events(&required_text(container_id, "container_id")?.into());
        page::give(&body.0, list, &Parameters::of(query)?, out);
        Ok(())
    })
}

/// Reads an email submission. `query` may ask for what shiptrack_email_submission_list() names, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_email_submission_get(
    client: *const Client,
    id: *const c_char,
    query: *const Query,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let id = required_text(id, "id")?.into();
        Ok(match Parameters::of(query)?.include {
            Some(paths) => {
                let include = paths.iter().map(|path| include(path)).collect::<Result<Vec<_>, _>>()?;
                client.email_submissions().get_including(&id, include)?
            }
            None => client.email_submissions().get(&id)?,
        })
    })
}

fn include(path: &str) -> Result<EmailSubmissionInclude, Failure> {
    use EmailSubmissionInclude::{Account, DocumentRepresentations, Documents, User};
    let found = [Account, User, Documents, DocumentRepresentations].into_iter().find(|known| known.as_ref() == path);
    found.ok_or_else(|| Failure::argument("include", format!("{path} cannot be included")))
}

/// A tracking request to be made.
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
    draft::tracking_request(new, draft::attributes(draft)?)
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
        let update = draft::tracking_request_update(draft::attributes(draft)?)?;
        Ok(client.tracking_requests().update(&required_text(id, "id")?.into(), update)?)
    })
}

/// Changes a shipment.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let update = draft::shipment_update(draft::attributes(draft)?)?;
        Ok(client.shipments().update(&required_text(id, "id")?.into(), update)?)
    })
}

/// Stops following a shipment and all its containers.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_stop_tracking(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| Ok(client.shipments().stop_tracking(&required_text(id, "id")?.into())?))
}

/// Follows a shipment again that was stopped.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_shipment_resume_tracking(
    client: *const Client,
    id: *const c_char,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| Ok(client.shipments().resume_tracking(&required_text(id, "id")?.into())?))
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
        let new = draft::webhook(required_text(url, "url")?, draft::attributes(draft)?)?;
        Ok(client.webhooks().create(new)?)
    })
}

/// shiptrack_webhook_ensure(): this call registered the URL.
pub const SHIPTRACK_ENSURED_CREATED: i32 = 1;
/// shiptrack_webhook_ensure(): the URL was registered, and something about it was changed.
pub const SHIPTRACK_ENSURED_UPDATED: i32 = 2;
/// shiptrack_webhook_ensure(): the URL was registered just as it was asked for.
pub const SHIPTRACK_ENSURED_UNCHANGED: i32 = 3;

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
    call(error, || {
        let client = client_of(client)?;
        let out = Out::required(resource, "resource")?;
        let new = draft::webhook(required_text(url, "url")?, draft::attributes(draft)?)?;
        let ensured = client.webhooks().ensure(new)?;
        Out::optional(how).set(match ensured.how {
            EnsuredHow::Created => SHIPTRACK_ENSURED_CREATED,
            EnsuredHow::Updated => SHIPTRACK_ENSURED_UPDATED,
            EnsuredHow::Unchanged => SHIPTRACK_ENSURED_UNCHANGED,
        });
        out.set(Handle::give(ResourceBody::new(Box::new(ensured.webhook), None)));
        Ok(())
    })
}

/// Changes a webhook.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_update(
    client: *const Client,
    id: *const c_char,
    draft: *const Draft,
    resource: *mut *mut Resource,
    error: *mut *mut Error,
) -> i32 {
    fetch(client, resource, error, |client| {
        let update = draft::webhook_update(draft::attributes(draft)?)?;
        Ok(client.webhooks().update(&required_text(id, "id")?.into(), update)?)
    })
}

/// Gives a webhook a new secret, which the answer holds. For `overlap_ms` (30 days at most, rounded up to a second) its
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
        let overlap = span(overlap_ms, "overlap_ms")?;
        let rotated = client.webhooks().rotate_secret(&required_text(id, "id")?.into(), overlap);
        rotated.map_err(|error| match error.pointer() {
            Some("overlap") => Failure::renamed("overlap_ms", &error),
            _ => error.into(),
        })
    })
}

/// Deletes a webhook.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_webhook_delete(client: *const Client, id: *const c_char, error: *mut *mut Error) -> i32 {
    call(error, || {
        client_of(client)?.webhooks().delete(&required_text(id, "id")?.into())?;
        Ok(())
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
    call(error, || {
        let (body, out) = (lend::<ClientBody>(client)?, Out::required(pages, "pages")?);
        let list = body.0.get()?.list::<AnyResource>(required_text(path, "path")?);
        page::give(&body.0, list, &Parameters::of(query)?, out);
        Ok(())
    })
}
