//! The journey of a container, and the order of its events.

use std::borrow::Borrow;

use shiptrack::chrono::TimeDelta;
use shiptrack::resources::{Container, Shipment, Timestamp, TransportEvent};
use shiptrack::tracking::{self, Journey as CoreJourney, JourneyEvent, TrackingState, last_free_day};

use super::{Resource, ResourceBody, other_type, type_index_of};
use crate::boundary::{
    ABSENT, Error, Failure, OwnedText, SHIPTRACK_ERROR_WRONG_OBJECT, Text, call, free, lend, null, object, peek,
    pointers, value_or, write, write_object,
};
use crate::time::moment;

/// The journey of one container: its arrival at the port of discharge, and its steps in order.
///
/// Ownership: yours; free it with shiptrack_journey_free().
/// Lifetime: its texts are valid until it is freed. It does not need the resources that it was made from.
/// Threads: any number of threads may read it at the same time.
pub struct Journey(());

object!(Journey, "shiptrack_journey", 0x21, JourneyBody);

pub(crate) struct JourneyBody {
    vessel: OwnedText,
    voyage: OwnedText,
    eta: OwnedText,
    first_eta: OwnedText,
    arrived_at: OwnedText,
    tracking: OwnedText,
    last_free_day: OwnedText,
    bill_of_lading: OwnedText,
    delay_ms: Option<i64>,
    steps: Vec<StepBody>,
}

struct StepBody {
    name: OwnedText,
    label: OwnedText,
    at: OwnedText,
    timezone: OwnedText,
    place: OwnedText,
    place_name: OwnedText,
    vessel: OwnedText,
    voyage: OwnedText,
    terminal: OwnedText,
    happened: bool,
    passed: bool,
    late_ms: Option<i64>,
}

fn typed<'a>(resource: *const Resource, kind: &str) -> Result<&'a ResourceBody, Failure> {
    let resource = lend::<ResourceBody>(resource)?;
    if resource.type_index == type_index_of(kind) { Ok(resource) } else { Err(other_type(resource)) }
}

/// Derives the journey of a container. No request is sent.
///
/// `events` are `event_count` borrowed pointers to the transport events of the container, in any order and from any
/// pages; pass NULL and 0 to use the events that the document of the container includes. The names of vessels, places
/// and terminals are read from the documents of the events: fetch them with `include=vessel,location,terminal`.
/// `shipment` is the shipment of the container; NULL to use the one that the document of the container includes, if
/// any. `now_unix_ms`, in milliseconds since 1970-01-01T00:00:00Z, decides which expected steps are late, and
/// is the end of the delay of a container that should have arrived.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_create(
    container: *const Resource,
    events: *mut *const Resource,
    event_count: usize,
    shipment: *const Resource,
    now_unix_ms: i64,
    journey: *mut *mut Journey,
    error: *mut *mut Error,
) -> i32 {
    write_object(journey, "journey", error, || {
        let body = typed(container, "container")?;
        let container: Container = body.view().read()?;
        let pointers = pointers(events, event_count, "events")?;
        let events = if pointers.is_empty() {
            JourneyEvent::included(&container, |id| body.page()?.find_included(&id.kind, &id.id.to_string()))
        } else {
            let read = |(at, pointer): (usize, &*const Resource)| {
                let page = peek::<ResourceBody>(*pointer).and_then(ResourceBody::page);
                let find = |id: &shiptrack::jsonapi::ResourceId| page?.find_included(&id.kind, &id.id.to_string());
                Ok(JourneyEvent::new(event(*pointer, at)?, find))
            };
            pointers.iter().enumerate().map(read).collect::<Result<_, Failure>>()?
        };
        let included = || body.page()?.included(&container.shipment.id::<Shipment>()?)?.ok();
        let shipment: Option<Shipment> =
            if shipment.is_null() { included() } else { Some(typed(shipment, "shipment")?.view().read()?) };
        let now = moment(now_unix_ms, "now_unix_ms")?;
        let journey = CoreJourney::new(&container).with_events(&events).with_shipment(shipment.as_ref()).at(now);
        Ok(JourneyBody::of(&journey, now))
    })
}

impl JourneyBody {
    fn of(journey: &CoreJourney<'_>, now: shiptrack::chrono::DateTime<shiptrack::chrono::Utc>) -> Self {
        let arrival = journey.arrival();
        let time = |at: &Option<Timestamp>| OwnedText::optional(at.as_ref().map(Timestamp::as_str));
        let milliseconds = |span: TimeDelta| span.num_milliseconds();
        let steps = journey.steps(now).into_iter().map(|step| StepBody {
            name: OwnedText::new(&step.name),
            label: OwnedText::new(step.label().as_bytes()),
            at: time(&step.at),
            timezone: OwnedText::optional(step.timezone),
            place: OwnedText::optional(step.place),
            place_name: OwnedText::optional(step.place_name),
            vessel: OwnedText::optional(step.vessel),
            voyage: OwnedText::optional(step.voyage),
            terminal: OwnedText::optional(step.terminal),
            happened: step.happened,
            passed: step.passed,
            late_ms: step.late.map(milliseconds),
        });
        JourneyBody {
            steps: steps.collect(),
            delay_ms: arrival.delay().map(milliseconds),
            vessel: OwnedText::optional(arrival.vessel.as_ref()),
            voyage: OwnedText::optional(arrival.voyage.as_ref()),
            eta: time(&arrival.eta),
            first_eta: time(&arrival.first_eta),
            arrived_at: time(&arrival.arrived),
            tracking: OwnedText::optional(arrival.tracking.as_ref().map(TrackingState::as_str)),
            last_free_day: OwnedText::optional(last_free_day(journey.container).map(|day| day.to_string())),
            bill_of_lading: OwnedText::optional(journey.row().bill_of_lading),
        }
    }
}

struct EventPointer {
    event: TransportEvent,
    pointer: *const Resource,
}

impl Borrow<TransportEvent> for EventPointer {
    fn borrow(&self) -> &TransportEvent {
        &self.event
    }
}

fn event(pointer: *const Resource, at: usize) -> Result<TransportEvent, Failure> {
    let name = format!("events[{at}]");
    if pointer.is_null() {
        return Err(null(&name));
    }
    let resource = lend::<ResourceBody>(pointer)?;
    if resource.type_index != type_index_of("transport_event") {
        let message = format!("{name} is a {}, not a transport_event", resource.type_name());
        return Err(Failure::Argument(SHIPTRACK_ERROR_WRONG_OBJECT, name, message));
    }
    Ok(resource.view().read()?)
}

/// Sorts transport events in place into the order in which they happen; events without a time come last. Comparing
/// their time stamps is not enough, because a date without a time (`2026-05-02`) has no moment.
///
/// A date is compared with a moment by the local day of that moment at its place. A date and a moment on the same day,
/// two equal dates, and two equal moments come in the order of a usual voyage, so an arrival on the 1st comes before a
/// discharge at 04:00 on the 1st. The order of two events can depend on the others: pass all events of a container
/// together. `events` are `count` borrowed pointers to them, from any pages. NULL, and a resource that is not a
/// transport event, are rejected; on an error nothing is moved.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_transport_events_sort(
    events: *mut *const Resource,
    count: usize,
    error: *mut *mut Error,
) -> i32 {
    call(error, || {
        let places = pointers(events, count, "events")?;
        let read = |(at, pointer): (usize, &*const Resource)| {
            Ok(EventPointer { event: event(*pointer, at)?, pointer: *pointer })
        };
        let events = places.iter().enumerate().map(read).collect::<Result<Vec<_>, Failure>>()?;
        for (place, event) in places.iter_mut().zip(tracking::in_order(events)) {
            *place = event.pointer;
        }
        Ok(())
    })
}

/// Name of the vessel that brings the container to the port of discharge.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_vessel(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.vessel.get()))
}

/// Number of the voyage of that vessel.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_voyage(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.voyage.get()))
}

/// Time stamp of the expected arrival at the port of discharge; no value if the container has arrived, or its
/// shipment is no longer tracked.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_eta(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.eta.get()))
}

/// Time stamp of the arrival that was first expected; no value if the shipment travels on another vessel. If the
/// containers of a shipment travel on several vessels, it may be about any of them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_first_eta(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.first_eta.get()))
}

/// Time stamp of the actual arrival at the port of discharge.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_arrived_at(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.arrived_at.get()))
}

/// Whether the container is tracked: `followed`; `left` if its shipment continues without it; otherwise the reason
/// why its shipment is no longer tracked, such as `booking_cancelled` or `stopped`. No value if the shipment is
/// unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_tracking(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.tracking.get()))
}

/// The last day on which the container is stored free of charge (`2026-05-22`), in the calendar of the place where it
/// is picked up.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_last_free_day(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.last_free_day.get()))
}

/// Number of the shipment as it was submitted; no value if that is the number of a container.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_bill_of_lading(journey: *const Journey) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.bill_of_lading.get()))
}

/// Writes how late the actual or else the expected arrival is, compared to the first expected one, in milliseconds;
/// negative if it is early. Returns SHIPTRACK_ABSENT if one of the two is unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_delay_ms(journey: *const Journey, delay_ms: *mut i64) -> i32 {
    write(delay_ms, "delay_ms", std::ptr::null_mut(), || lend::<JourneyBody>(journey)?.delay_ms.ok_or(ABSENT))
}

/// The number of steps. First come the steps that happened or are in the past, then the expected ones.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_steps_count(journey: *const Journey) -> usize {
    value_or(0, || Some(peek::<JourneyBody>(journey)?.steps.len()))
}

/// The milestone of a step, as in the name of its event: `vessel_arrived`. `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_name(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.name.get()))
}

/// The milestone of a step in words: `Vessel arrived`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_label(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.label.get()))
}

/// Time stamp of when a step happened or is expected. shiptrack_time_at_place() converts it to local time, with
/// shiptrack_journey_step_timezone().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_at(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.at.get()))
}

/// IANA name of the time zone of the place of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_timezone(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.timezone.get()))
}

/// UN/LOCODE of the place of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_place(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.place.get()))
}

/// Name of the place of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_place_name(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.place_name.get()))
}

/// Name of the vessel of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_vessel(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.vessel.get()))
}

/// Number of the voyage of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_voyage(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.voyage.get()))
}

/// Name of the terminal or depot of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_terminal(journey: *const Journey, index: usize) -> Text {
    value_or(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.terminal.get()))
}

/// Whether a step is known to have happened: 1 yes, 0 no, -1 past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_happened(journey: *const Journey, index: usize) -> i32 {
    value_or(-1, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.happened.into()))
}

/// Whether a step was expected and a later one happened, so that it is in the past without a report: 1 yes, 0 no, -1
/// past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_passed(journey: *const Journey, index: usize) -> i32 {
    value_or(-1, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.passed.into()))
}

/// Writes how late a step is, in milliseconds, compared to the first plan or, if it is still expected, to the clock.
/// Returns SHIPTRACK_ABSENT if that is less than twelve hours or unknown.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_late_ms(journey: *const Journey, index: usize, late_ms: *mut i64) -> i32 {
    write(late_ms, "late_ms", std::ptr::null_mut(), || {
        lend::<JourneyBody>(journey)?.steps.get(index).and_then(|step| step.late_ms).ok_or(ABSENT)
    })
}

/// Frees the object. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_free(journey: *mut Journey) {
    free::<JourneyBody>(journey);
}
