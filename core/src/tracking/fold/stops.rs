//! The places of a route, and comparisons of vessels and places.

use std::rc::Rc;

use super::container_event::ContainerEvent;
use super::places::Places;
use crate::tracking::{Movement, Place, Vessel};

/// A place on a route.
#[derive(Clone)]
pub(super) struct Stop {
    pub(super) place: Place,
    /// The id of the place. Inland destinations are compared by it.
    pub(super) id: Rc<str>,
    /// The id of the port area. Ports are compared by it.
    pub(super) port: Rc<str>,
}

impl Stop {
    pub(super) fn is_named(&self) -> bool {
        !self.id.is_empty()
    }
}

/// The place with its ids.
pub(super) fn stop(place: &Place, places: &Places) -> Stop {
    Stop { place: places.complete(place), id: places.id(place).into(), port: places.port(place).into() }
}

/// The ports and the destination that were booked.
pub(super) struct BookedStops {
    pub(super) lading: Option<Stop>,
    pub(super) discharge: Option<Stop>,
    pub(super) destination: Option<Stop>,
    /// If no port of discharge is booked.
    pub(super) planned: Option<PlannedPort>,
}

/// A port where no vessel brought the container, although a source expected it.
pub(super) struct PlannedPort {
    pub(super) stop: Stop,
    /// Whether the statement is about the container. The arrival of a vessel may be reported at ports where the container stays on board.
    pub(super) is_certain: bool,
}

/// Whether the event is at the port of the stop.
pub(super) fn is_port(stop: &Option<Stop>, event: &ContainerEvent<'_>) -> bool {
    stop.as_ref().is_some_and(|stop| stop.port == event.port_id)
}

/// Whether the event is one of these movements by vessel.
pub(super) fn is_one_of(event: &ContainerEvent<'_>, movements: &[Movement]) -> bool {
    movements.iter().any(|movement| event.is_vessel(movement))
}

/// The country of a UN/LOCODE; `None` if the place has no code.
pub(super) fn country(place_id: &str) -> Option<&str> {
    if place_id.len() == 5 { place_id.get(..2) } else { None }
}

/// Whether the events name different vessels; false if one of them names no vessel.
pub(super) fn is_on_another_vessel(one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
    Vessel::differ(one.vessel.as_deref(), other.vessel.as_deref())
}

pub(super) fn is_on_same_vessel(one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
    matches!((&one.vessel, &other.vessel), (Some(one), Some(other)) if one.may_be(other))
}
