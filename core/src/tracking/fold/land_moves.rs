//! Movements of containers by truck, train and barge.

use chrono::TimeDelta;

use super::container_event::ContainerEvent;
use crate::tracking::normalize::is_same_name;
use crate::tracking::{Mode, Movement};

/// How long a gate-out that no movement follows is a transfer. The time is counted from the gate-out or, if that is later, from the expected
/// time of the onward leg.
pub(super) const TRANSFER_WINDOW: TimeDelta = TimeDelta::days(7);

/// A laden container that comes back to a place within this time only moved between terminals of the place, unless both facilities are
/// known.
pub(super) const BETWEEN_TERMINALS: TimeDelta = TimeDelta::hours(48);

/// Whether the container goes out laden at one place, and the other event is at another place or facility.
pub(super) fn is_elsewhere(out: &ContainerEvent<'_>, event: &ContainerEvent<'_>) -> bool {
    if out.place_id.is_empty() || event.place_id.is_empty() {
        return false;
    }
    let is_other_facility = || match (&out.place.facility, &event.place.facility) {
        (Some(one), Some(other)) => !is_same_name(one, other),
        _ => false,
    };
    out.place_id != event.place_id || is_other_facility()
}

/// Whether a laden container comes to the place by land or barge.
pub(super) fn comes_in(event: &ContainerEvent<'_>) -> bool {
    !event.is_empty()
        && match event.motion.movement {
            Movement::GateIn => event.motion.is_by_road() || is_by_rail_or_barge(event),
            Movement::Arrived => event.motion.mode == Some(Mode::Truck) || is_by_rail_or_barge(event),
            Movement::Discharged => is_by_rail_or_barge(event),
            _ => false,
        }
}

/// Whether a laden container leaves the place by train or barge.
pub(super) fn leaves_by_rail_or_barge(event: &ContainerEvent<'_>) -> bool {
    let leaves = matches!(event.motion.movement, Movement::Loaded | Movement::Departed | Movement::GateOut);
    leaves && is_by_rail_or_barge(event) && !event.is_empty()
}

pub(super) fn is_by_rail_or_barge(event: &ContainerEvent<'_>) -> bool {
    matches!(event.motion.mode, Some(Mode::Rail | Mode::Barge))
}
