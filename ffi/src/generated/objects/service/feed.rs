// Made from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions of the objects of `service/feed.rs` that read a value of one, or free it.

use super::{Events, EventsBody};
use crate::boundary::{Text, free, peek, value_or};
use crate::codes::code_of_name;

/// How many there are.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_count(events: *const Events) -> usize {
    value_or(0, || Some(peek::<EventsBody>(events)?.0.len()))
}

/// The place of an event in the feed; `index` counts from 0. 0 past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_sequence(events: *const Events, index: usize) -> u64 {
    value_or(0, || Some(peek::<EventsBody>(events)?.0.get(index)?.event.sequence))
}

/// What happened: `tracking_request.succeeded`, `container.transport.vessel_arrived`, …
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_name(events: *const Events, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<EventsBody>(events)?.0.get(index)?.name.get()))
}

/// When it was told.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_created_at(events: *const Events, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<EventsBody>(events)?.0.get(index)?.created_at.get()))
}

/// The notification document, as a webhook would get it.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_document_json(events: *const Events, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<EventsBody>(events)?.0.get(index)?.document.get()))
}

/// What happened, as a number: SHIPTRACK_EVENT_…
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_code(events: *const Events, index: usize) -> i32 {
    value_or(0, || Some(code_of_name("EventName", peek::<EventsBody>(events)?.0.get(index)?.event.event.as_str())))
}

/// Frees them. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_events_free(events: *mut Events) {
    free::<EventsBody>(events);
}
