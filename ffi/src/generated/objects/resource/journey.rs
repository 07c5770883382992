// Generated from tests/support/codegen/c_objects.rs by the tests in tests/it/codegen.rs; do not edit.

//! Functions that read the values of the objects of `resource/journey.rs`, or free them.

use super::{Journey, JourneyBody};
use crate::boundary::{ABSENT, Text, free, lend, peek, value_or, write};

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
