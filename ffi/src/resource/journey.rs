//! The journey of a container (its arrival at the port of discharge, and its steps), and the order of its events.

use std::borrow::Borrow;

use shiptrack::chrono::TimeDelta;
use shiptrack::resources::{Container, Shipment, Timestamp, TransportEvent};
use shiptrack::tracking::{self, Journey as CoreJourney, JourneyEvent, TrackingState, last_free_day};

use super::{Resource, ResourceBody, family_of, other_type};
use crate::boundary::{
    ABSENT, Error, Failure, Kept, SHIPTRACK_ERROR_WRONG_OBJECT, Text, call, free, give, lend, null, object, peek,
    pointers, value, write,
};
use crate::time::moment;

/// The journey of one container, as its events and its shipment describe it.
///
/// Ownership: yours; free it with shiptrack_journey_free().
/// Lifetime: its texts live as long as it does. It needs the resources it was made from no longer.
/// Threads: any number may read it at a time.
pub struct Journey(());

object!(Journey, "shiptrack_journey", 0x21, JourneyBody);

pub(crate) struct JourneyBody {
    texts: [Kept; 8],
    delay: Option<TimeDelta>,
    steps: Vec<StepBody>,
}

struct StepBody {
    texts: [Kept; 9],
    happened: bool,
    passed: bool,
    late: Option<TimeDelta>,
}

fn text_of(journey: *const Journey, text: usize) -> Text {
    value(Text::NONE, || Some(peek::<JourneyBody>(journey)?.texts[text].get()))
}

fn step_text_of(journey: *const Journey, index: usize, text: usize) -> Text {
    value(Text::NONE, || Some(peek::<JourneyBody>(journey)?.steps.get(index)?.texts[text].get()))
}

fn step_flag_of(journey: *const Journey, index: usize, flag: fn(&StepBody) -> bool) -> i32 {
    value(-1, || Some(flag(peek::<JourneyBody>(journey)?.steps.get(index)?).into()))
}

fn span_of(
    journey: *const Journey,
    out: *mut i64,
    name: &str,
    read: impl FnOnce(&JourneyBody) -> Option<TimeDelta>,
) -> i32 {
    write(out, name, std::ptr::null_mut(), || Ok(read(lend::<JourneyBody>(journey)?).ok_or(ABSENT)?.num_milliseconds()))
}

fn typed<'a>(resource: *const Resource, kind: &str) -> Result<&'a ResourceBody, Failure> {
    let resource = lend::<ResourceBody>(resource)?;
    if resource.family == family_of(kind) { Ok(resource) } else { Err(other_type(resource)) }
}

/// Works out the journey of a container.
///
/// `events` are borrowed pointers to its transport events, in any order and of any pages; NULL with `event_count` 0 for those
/// that the document of the container includes. The names of vessels, places and terminals are read from the documents of the
/// events: fetch them with `include=vessel,location,terminal`. `shipment` is the shipment of the container; NULL for the one
/// that the document of the container includes, if any. `now_unix_ms`, milliseconds since 1970, decides which expected steps
/// are late.
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
    give(journey, "journey", error, || {
        let body = typed(container, "container")?;
        let container: Container = body.view().read()?;
        let given = pointers(events, event_count, "events")?;
        let events = if given.is_empty() {
            JourneyEvent::included(&container, |id| body.page()?.find_included(&id.kind, &id.id.to_string()))
        } else {
            let read = |(at, pointer): (usize, &*const Resource)| {
                let page = peek::<ResourceBody>(*pointer).and_then(ResourceBody::page);
                let find = |id: &shiptrack::jsonapi::ResourceId| page?.find_included(&id.kind, &id.id.to_string());
                Ok(JourneyEvent::new(event(*pointer, at)?, find))
            };
            given.iter().enumerate().map(read).collect::<Result<_, Failure>>()?
        };
        let included = || body.page()?.included(&container.shipment.id::<Shipment>()?)?.ok();
        let shipment: Option<Shipment> =
            if shipment.is_null() { included() } else { Some(typed(shipment, "shipment")?.view().read()?) };
        let now = moment(now_unix_ms, "now_unix_ms")?;
        let journey = CoreJourney { events: &events, shipment: shipment.as_ref(), ..CoreJourney::new(&container) };
        Ok(JourneyBody::of(&journey, now))
    })
}

impl JourneyBody {
    fn of(journey: &CoreJourney<'_>, now: shiptrack::chrono::DateTime<shiptrack::chrono::Utc>) -> Self {
        let arrival = journey.arrival();
        let time = |at: &Option<Timestamp>| Kept::maybe(at.as_ref().map(Timestamp::as_str));
        let steps = journey.steps(now).into_iter().map(|step| StepBody {
            texts: [
                Kept::new(&step.name),
                Kept::new(step.label().as_bytes()),
                time(&step.at),
                Kept::maybe(step.timezone),
                Kept::maybe(step.place),
                Kept::maybe(step.place_name),
                Kept::maybe(step.vessel),
                Kept::maybe(step.voyage),
                Kept::maybe(step.terminal),
            ],
            happened: step.happened,
            passed: step.passed,
            late: step.late,
        });
        JourneyBody {
            steps: steps.collect(),
            delay: arrival.delay(),
            texts: [
                Kept::maybe(arrival.vessel.as_ref()),
                Kept::maybe(arrival.voyage.as_ref()),
                time(&arrival.eta),
                time(&arrival.first_eta),
                time(&arrival.arrived),
                Kept::maybe(arrival.tracking.as_ref().map(TrackingState::as_str)),
                Kept::maybe(last_free_day(journey.container).map(|day| day.to_string())),
                Kept::maybe(journey.row().bill_of_lading),
            ],
        }
    }
}

/// Name of the vessel that brings the container to the port of discharge.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_vessel(journey: *const Journey) -> Text {
    text_of(journey, 0)
}

/// Number of the voyage of that vessel.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_voyage(journey: *const Journey) -> Text {
    text_of(journey, 1)
}

/// Time stamp of the expected arrival at the port of discharge; no value once the container has arrived, and when its shipment
/// is no longer followed.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_eta(journey: *const Journey) -> Text {
    text_of(journey, 2)
}

/// Time stamp of the arrival as it was first expected of the shipment; no value if the shipment travels on another vessel. Where
/// the containers of a shipment travel on several vessels, it may be about any of them.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_first_eta(journey: *const Journey) -> Text {
    text_of(journey, 3)
}

/// Time stamp of the actual arrival at the port of discharge.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_arrived_at(journey: *const Journey) -> Text {
    text_of(journey, 4)
}

/// Whether the container is still followed: `followed`; `left` if its shipment continues without it; else why its shipment is no
/// longer followed, such as `booking_cancelled`, or `stopped`. No value if the shipment is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_tracking(journey: *const Journey) -> Text {
    text_of(journey, 5)
}

/// The last day the container is stored free of charge (`2026-05-22`), by the calendar of the place where it is picked up.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_last_free_day(journey: *const Journey) -> Text {
    text_of(journey, 6)
}

/// Number of the shipment as it was submitted; no value if that is the container's own number.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_bill_of_lading(journey: *const Journey) -> Text {
    text_of(journey, 7)
}

/// How far the arrival, or else the expected one, is behind the first expected one, in milliseconds; negative if it is ahead.
/// SHIPTRACK_ABSENT if one of the two is not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_delay_ms(journey: *const Journey, delay_ms: *mut i64) -> i32 {
    span_of(journey, delay_ms, "delay_ms", |journey| journey.delay)
}

/// How many steps the journey has. They are in order: those that happened or have passed first, then those that are expected.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_count(journey: *const Journey) -> usize {
    value(0, || Some(peek::<JourneyBody>(journey)?.steps.len()))
}

/// The milestone of a step, as in the name of its event: `vessel_arrived`. `index` counts from 0.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_name(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 0)
}

/// The milestone of a step in words: `Vessel arrived`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_label(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 1)
}

/// Time stamp of when a step happened or is expected to. shiptrack_time_at_place() reads it by the clocks of its place, together
/// with shiptrack_journey_step_timezone().
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_at(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 2)
}

/// IANA name of the time zone of the place of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_timezone(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 3)
}

/// UN/LOCODE of the place of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_place(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 4)
}

/// Name of the place of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_place_name(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 5)
}

/// Name of the vessel of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_vessel(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 6)
}

/// Number of the voyage of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_voyage(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 7)
}

/// Name of the terminal or depot of a step.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_terminal(journey: *const Journey, index: usize) -> Text {
    step_text_of(journey, index, 8)
}

/// Whether a step is known to have happened: 1 yes, 0 no, -1 past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_happened(journey: *const Journey, index: usize) -> i32 {
    step_flag_of(journey, index, |step| step.happened)
}

/// Whether a step was expected and a later one happened, so that it is in the past without having been reported: 1 yes, 0 no, -1
/// past the end.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_passed(journey: *const Journey, index: usize) -> i32 {
    step_flag_of(journey, index, |step| step.passed)
}

/// How far a step is behind the first plan or, if it is still expected, behind the clock, in milliseconds. SHIPTRACK_ABSENT if
/// that is less than twelve hours or not known.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_step_late_ms(journey: *const Journey, index: usize, late_ms: *mut i64) -> i32 {
    span_of(journey, late_ms, "late_ms", |journey| journey.steps.get(index)?.late)
}

/// Frees it. NULL is harmless.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_journey_free(journey: *mut Journey) {
    free::<JourneyBody>(journey);
}

struct Given {
    event: TransportEvent,
    pointer: *const Resource,
}

impl Borrow<TransportEvent> for Given {
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
