//! Events in the order they happen.

use std::borrow::Borrow;

use shiptrack::resources::TransportEvent;
use shiptrack::tracking;

use super::{Resource, ResourceBody, family_of};
use crate::boundary::{Error, Failure, SHIPTRACK_ERROR_WRONG_OBJECT, call, lend, null, pointers};

/// An event with the pointer it was given by.
struct Given {
    event: TransportEvent,
    pointer: *const Resource,
}

impl Borrow<TransportEvent> for Given {
    fn borrow(&self) -> &TransportEvent {
        &self.event
    }
}

/// The transport event that a pointer of the list `events` points at.
pub(super) fn event(pointer: *const Resource, at: usize) -> Result<TransportEvent, Failure> {
    let name = format!("events[{at}]");
    if pointer.is_null() {
        return Err(null(&name));
    }
    let resource = lend::<ResourceBody>(pointer)?;
    if resource.family != family_of("transport_event") {
        let told = format!("{name} is a {}, not a transport_event", resource.type_name());
        return Err(Failure::Argument(SHIPTRACK_ERROR_WRONG_OBJECT, name, told));
    }
    Ok(resource.view().read()?)
}

/// Puts transport events in the order they happen, in place, as qsort() does: by time, days and moments mixed, those nobody
/// gives a time of last. Comparing their time stamps as texts or numbers does not: a day (`2026-05-02`) has no moment.
///
/// A day is compared with a moment by the day it was at the place: an arrival on the 1st comes before a discharge at 04:00 on
/// the 1st, for on one day, and at one moment, events come as in a usual voyage. This needs the whole list: give it all events
/// of a container together. `events` are borrowed pointers to them, of whichever pages; none may be NULL, and one that is no
/// transport event is refused with SHIPTRACK_ERROR_WRONG_OBJECT. When it fails, nothing was moved.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_events_sort(
    events: *mut *const Resource,
    count: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let places = pointers(events, count, "events")?;
        let read =
            |(at, pointer): (usize, &*const Resource)| Ok(Given { event: event(*pointer, at)?, pointer: *pointer });
        let given = places.iter().enumerate().map(read).collect::<Result<Vec<_>, Failure>>()?;
        for (place, event) in places.iter_mut().zip(tracking::in_order(given)) {
            *place = event.pointer;
        }
        Ok(())
    })
}
