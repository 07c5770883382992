//! The events of a container, as the interface names them.

use std::cmp::Ordering;

use super::fields::{arrival_inland, best, expected_inland, time};
use super::happening::Happening;
use super::picture::EventPicture;
use super::route::Route;
use super::timeline::Timeline;
use crate::resources::{EventName, TransportEvent};
use crate::tracking::chronology::{When, Zones, sorted, when};
use crate::tracking::{Milestone, Motion, Place};

const INLAND: EventName = EventName::TransportArrivedAtInlandDestination;
const DEPARTURE: EventName = EventName::EstimatedVesselDeparted;
const ARRIVAL: EventName = EventName::EstimatedVesselArrived;
const ARRIVAL_INLAND: EventName = EventName::EstimatedArrivedAtInlandDestination;

/// All events, in the order they happen: those that happened, those expected, and those of the terminal.
pub(super) fn tell(timeline: &Timeline, route: &Route, terminal: Vec<EventPicture>) -> Vec<EventPicture> {
    let told = named(timeline, route);
    let mut whens: Vec<When> = told.iter().map(|(name, happening)| happening.when_told_as(name)).collect();
    let mut zones = Zones::new();
    whens.extend(terminal.iter().map(|told| when(&told.event, &mut zones)));
    let events = told.into_iter().map(|(name, happening)| picture(name, happening)).chain(terminal).collect();
    sorted(events, whens, |_, _| Ordering::Equal)
}

/// What has an event of the interface, with its name; what happened first, then what is expected.
pub(super) fn named<'t>(timeline: &'t Timeline, route: &Route) -> Vec<(EventName, &'t Happening)> {
    let mut told: Vec<(EventName, &Happening)> = Vec::new();
    for happening in &timeline.actual {
        if let Some(name) = happening.milestone.as_ref().and_then(Milestone::transport_event) {
            told.push((name, happening));
        }
    }
    // A train that ends at the destination brings the container there, whether or not its source says so twice.
    if let Some(arrival) = arrival_inland(timeline, route)
        && timeline.first(&Milestone::ArrivedAtDestination, |_| true).is_none()
    {
        told.push((INLAND, arrival));
    }
    told.extend(expected(timeline, route));
    told
}

/// The estimates the interface knows: departure at the port of lading, arrival at the port of discharge and inland.
fn expected<'t>(timeline: &'t Timeline, route: &Route) -> Vec<(EventName, &'t Happening)> {
    let of = |milestone: Milestone, fits: &dyn Fn(&Happening) -> bool| {
        best(&timeline.expected, |happening| happening.is(&milestone) && fits(happening))
    };
    [
        (DEPARTURE, of(Milestone::VesselDeparted, &|happening| route.is_at_lading(happening))),
        (ARRIVAL, of(Milestone::VesselArrived, &|happening| route.is_at_discharge(happening))),
        (ARRIVAL_INLAND, expected_inland(timeline, route)),
    ]
    .into_iter()
    .filter_map(|(name, happening)| Some((name, happening?)))
    .collect()
}

/// What the event with this key is, whatever it means: what moved, whether it happened, and where. `None` for what is no
/// movement.
#[cfg(feature = "embedded")]
pub(crate) fn movement_of(key: &str) -> Option<(String, &str)> {
    let (name, mark) = key.split_once('@')?;
    let name = EventName::parse(name);
    let motion = Motion::from(Milestone::of_event(&name)?);
    let certainty = if name.is_estimate() { "expected" } else { "actual" };
    Some((format!("{} {certainty} {}", motion.movement, motion.is_empty()), mark))
}

fn picture(event: EventName, happening: &Happening) -> EventPicture {
    EventPicture {
        key: [event.as_str(), "@", &happening.mark].concat(),
        event: TransportEvent {
            event,
            voyage_number: happening.voyage.clone(),
            timestamp: time(Some(happening)),
            timezone: happening.place.timezone.clone(),
            location_locode: happening.place.locode.clone(),
            data_source: Some(happening.source.kind.clone()),
            ..TransportEvent::default()
        },
        place: Place::clone(&happening.place),
        vessel: happening.vessel.clone(),
        told_by: Some(happening.told_by),
    }
}
