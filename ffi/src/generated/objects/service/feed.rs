// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `service/feed.rs`, or free them.

use super::{Events, EventsBody};
use crate::boundary::{Text, free, peek, value_or};
use crate::codes::code_of_name;

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
