//! The event feed of a service.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::jsonapi::{AnyResource, Document};
use shiptrack::service::FeedEvent;

use super::{Service, account_of, cancel_of};
use crate::boundary::{
    DONE, Error, OwnedObject, OwnedText, Text, call, count, free, lend, object, peek, value_or, write, write_object,
    write_optional,
};
use crate::cancel::Cancel;
use crate::codes::code_of_name;
use crate::resource::{Resource, ResourceBody, type_of};
use crate::time::time_limit;

/// Events of a service, in the order in which they happened.
///
/// Ownership: yours; free it with shiptrack_events_free(). Objects borrowed from it are valid until then.
/// Threads: any number of threads may read it at the same time.
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
        let to_event = |event: FeedEvent| Event {
            name: OwnedText::new(event.event.as_str()),
            created_at: OwnedText::new(shiptrack::resources::Timestamp::from(event.created_at).as_str()),
            document: OwnedText::new(&event.document),
            resource: Default::default(),
            event,
        };
        EventsBody(events.into_iter().map(to_event).collect())
    }
}

/// Writes the events of an account (NULL for the account `default`) after the sequence number `after` to `events`; 0
/// starts at the first event. `limit` is the largest number of events; 0 returns none. To continue, pass the sequence
/// number of the last event that you processed; it stays valid when the service is opened again.
///
/// The first look-up of a shipment publishes no past events: only `tracking_request.succeeded`, and a
/// `container.created` for each container. The past is in the shipment, its containers and their transport events
/// (shiptrack_transport_event_list()); later events are published.
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

/// As shiptrack_service_events(), but if there are no events it waits for at least one, and processes due work on
/// this thread. `timeout_ms` is the longest wait in milliseconds: SHIPTRACK_DEFAULT_TIMEOUT and SHIPTRACK_NO_LIMIT mean
/// no limit, 0 does not wait. After the timeout the list is empty; work that is in progress is finished first, as in
/// shiptrack_service_run_due(). `cancel` may be NULL.
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

/// Writes the notification of the event at `index`, from 0, to `notification`: a resource of type
/// `webhook_notification` that is borrowed from `events`. Returns SHIPTRACK_DONE past the end.
///
/// The resource that the event is about is `shiptrack_resource_related(notification, "reference_object", 0)`; its type
/// (shiptrack_resource_type()) depends on the event:
///
/// | Event | Type of `reference_object` |
/// |---|---|
/// | `tracking_request.…` | `tracking_request` |
/// | `container.transport.…`, `container.pickup_lfd….changed`, `container.pickup_appointment.changed` | `transport_event` |
/// | `container.created` | `container_created_event` |
/// | `container.updated` | `container_updated_event`; the attribute `changeset` has the old and new values |
/// | `container.pod_terminal_changed` | `container_pod_terminal_changed_event` |
/// | `shipment.estimated.arrival` | `estimated_event`; the attribute `estimated_timestamp` has the arrival |
/// | `shipment.updated` (only if `delivery.shipment_updates_in_feed` is set) | `shipment_updated_event`; the attribute `changeset` has the old and new values |
/// | `webhook.disabled` | `webhook`, without secret and headers |
/// | `document.…` | no `reference_object`: the document is `shiptrack_resource_related(notification, "document", 0)` |
///
/// `transport_event` has its own getters; read the attributes of the other types that end in `_event` with
/// shiptrack_resource_attribute(). The container and the shipment of an event are
/// `shiptrack_resource_related_id(object, "container", 0)` and `"shipment"`.
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
            // If another thread was faster, its resource is kept and lent.
            let _ = event.resource.set(ResourceBody::of(read, type_of("webhook_notification"))?.keep());
        }
        Ok(event.resource.get().map_or(std::ptr::null(), OwnedObject::lend))
    })
}

/// Delivers every notification of an account (NULL for the account `default`) whose delivery failed once more, to
/// webhooks that are active. `count` receives their number, and may be NULL.
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

/// The number of events.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_count(events: *const Events) -> usize {
    value_or(0, || Some(peek::<EventsBody>(events)?.0.len()))
}

/// The sequence number of an event in the feed; `index` counts from 0. 0 past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_sequence(events: *const Events, index: usize) -> u64 {
    value_or(0, || Some(peek::<EventsBody>(events)?.0.get(index)?.event.sequence))
}

/// The name of the event: `tracking_request.succeeded`, `container.transport.vessel_arrived`, …
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_name(events: *const Events, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<EventsBody>(events)?.0.get(index)?.name.get()))
}

/// Time stamp of its publication.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_created_at(events: *const Events, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<EventsBody>(events)?.0.get(index)?.created_at.get()))
}

/// The notification document, as a webhook receives it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_document_json(events: *const Events, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<EventsBody>(events)?.0.get(index)?.document.get()))
}

/// The event as a number: SHIPTRACK_EVENT_….
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_code(events: *const Events, index: usize) -> i32 {
    value_or(0, || Some(code_of_name("EventName", peek::<EventsBody>(events)?.0.get(index)?.event.event.as_str())))
}

/// Frees the events. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_free(events: *mut Events) {
    free::<EventsBody>(events);
}
