//! What happened, for the host to pull.

#[path = "../generated/objects/service/feed.rs"]
mod generated;

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::jsonapi::{AnyResource, Document};
use shiptrack::service::FeedEvent;

use super::{Service, account_of, cancel_of};
use crate::boundary::{
    DONE, Error, OwnedObject, OwnedText, call, count, lend, object, write, write_object, write_optional,
};
use crate::cancel::Cancel;
use crate::resource::{Resource, ResourceBody, type_of};
use crate::time::time_limit;

/// Events of the service, in the order they happened.
///
/// Ownership: yours; free it with shiptrack_events_free(), which ends what was borrowed from it.
/// Threads: any number may read it at a time.
pub struct Events(());

object!(Events, "shiptrack_events", 0x0f, EventsBody);

pub(crate) struct EventsBody(Vec<Event>);

struct Event {
    event: FeedEvent,
    name: OwnedText,
    created_at: OwnedText,
    document: OwnedText,
    resource: std::sync::OnceLock<OwnedObject<ResourceBody>>,
}

impl EventsBody {
    fn new(events: Vec<FeedEvent>) -> Self {
        let laid_out = |event: FeedEvent| Event {
            name: OwnedText::new(event.event.as_str()),
            created_at: OwnedText::new(shiptrack::resources::Timestamp::from(event.created_at).as_str()),
            document: OwnedText::new(&event.document),
            resource: Default::default(),
            event,
        };
        EventsBody(events.into_iter().map(laid_out).collect())
    }
}

/// The account's events behind `after` (0 for the beginning), `limit` at most; none for a `limit` of 0. `account_id` may be NULL for the account
/// `default`. Pass the sequence of the last one seen to go on behind it; it is kept over restarts.
///
/// A shipment's first look-up tells no past: whatever happened before it, only `tracking_request.succeeded` and a
/// `container.created` for each container come of it. The past is in the shipment, its containers and their transport events
/// (shiptrack_transport_event_list()); what happens from then on is told.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_events(
    service: *const Service,
    account_id: *const c_char,
    after: u64,
    limit: usize,
    events: *mut *mut Events,
    error: *mut *mut Error,
) -> i32 {
    write_object(events, "events", error, || {
        let (service, account) = account_of(service, account_id)?;
        Ok(EventsBody::new(service.events(&account, after, count(limit, "limit")?)?))
    })
}

/// The same, waiting up to `timeout_ms` for at least one, and doing due work meanwhile, on this thread: as with
/// shiptrack_service_run_due(), an item in hand is finished also when the time is up. The list is empty when the time is up. By
/// default it waits without a limit; 0 does not wait. `cancel` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_wait_events(
    service: *const Service,
    account_id: *const c_char,
    after: u64,
    limit: usize,
    timeout_ms: i64,
    cancel: *const Cancel,
    events: *mut *mut Events,
    error: *mut *mut Error,
) -> i32 {
    write_object(events, "events", error, || {
        let token = cancel_of(service, cancel)?;
        let (service, account) = account_of(service, account_id)?;
        let (timeout, limit) = (time_limit(timeout_ms, "timeout_ms", Duration::MAX)?, count(limit, "limit")?);
        Ok(EventsBody::new(service.wait_events(&account, after, limit, timeout, &token)?))
    })
}

/// The notification: a resource of type `webhook_notification`, with what it is about included. It is borrowed.
///
/// What it is about is `shiptrack_resource_related(notification, "reference_object", 0)`; its type
/// (shiptrack_resource_type()) goes by the event:
///
/// | Event | Type of `reference_object` |
/// |---|---|
/// | `tracking_request.…` | `tracking_request` |
/// | `container.transport.…`, `container.pickup_lfd….changed`, `container.pickup_appointment.changed` | `transport_event` |
/// | `container.created` | `container_created_event` |
/// | `container.updated` | `container_updated_event`; the attribute `changeset` has what was and what is |
/// | `container.pod_terminal_changed` | `container_pod_terminal_changed_event` |
/// | `shipment.estimated.arrival` | `estimated_event`; the attribute `estimated_timestamp` has the arrival |
/// | `document.…` | none: the document is `shiptrack_resource_related(notification, "document", 0)` |
///
/// `transport_event` has getters of its own; of the others that end in `_event` shiptrack_resource_attribute() reads the
/// attributes. `shiptrack_resource_related_id(object, "container", 0)` and `"shipment"` say whose event it is.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_notification(
    events: *const Events,
    index: usize,
    notification: *mut *const Resource,
    error: *mut *mut Error,
) -> i32 {
    write(notification, "notification", error, || {
        let events = lend::<EventsBody>(events)?;
        let event = events.0.get(index).ok_or(DONE)?;
        if event.resource.get().is_none() {
            let read = Document::<AnyResource>::parse(event.event.document.as_str())?;
            // Another thread may have been faster: then its reading is the one that is lent.
            let _ = event.resource.set(ResourceBody::of(read, type_of("webhook_notification"))?.keep());
        }
        Ok(event.resource.get().map_or(std::ptr::null(), OwnedObject::lend))
    })
}

/// Delivers once more every notification that failed, to webhooks that are active. `count` gets how many, and may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_replay_failed(
    service: *const Service,
    account_id: *const c_char,
    count: *mut usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let (service, account) = account_of(service, account_id)?;
        write_optional(count, service.replay_failed(&account)?);
        Ok(())
    })
}
