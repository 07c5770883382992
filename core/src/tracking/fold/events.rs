//! The events of a container, as the interface names them.

use std::cmp::Ordering;

use super::fields::{arrival_inland, best, expected_inland, time};
use super::happening::Happening;
use super::picture::EventPicture;
use super::route::Route;
use super::timeline::Timeline;
use crate::resources::{EventName, TransportEvent};
use crate::tracking::chronology::{When, Zones, order, when};
use crate::tracking::{Milestone, Motion};

/// All events, in the order they happen: those that happened, those expected, and those of the terminal.
pub(super) fn tell(timeline: &Timeline<'_>, route: &Route, terminal: Vec<EventPicture>) -> Vec<EventPicture> {
    let told = named(timeline, route);
    let mut whens: Vec<When> = told.iter().map(|(name, happening)| happening.when_told_as(name)).collect();
    let mut zones = Zones::new();
    whens.extend(terminal.iter().map(|told| when(&told.event, &mut zones)));
    let order = order(&whens, |_, _| Ordering::Equal);
    let mut terminal: Vec<Option<EventPicture>> = terminal.into_iter().map(Some).collect();
    let event = |at: usize| match at.checked_sub(told.len()) {
        Some(at) => terminal.get_mut(at)?.take(),
        None => told.get(at).map(|(name, happening)| picture(name, happening)),
    };
    let mut events = Vec::with_capacity(order.len());
    events.extend(order.into_iter().filter_map(event));
    events
}

/// What has an event of the interface, with its name; what happened first, then what is expected.
pub(super) fn named<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Vec<(EventName, &'t Happening<'t>)> {
    let mut told: Vec<(EventName, &Happening<'_>)> = Vec::new();
    for happening in &timeline.actual {
        if let Some(name) = happening.milestone.as_ref().and_then(Milestone::transport_event) {
            told.push((name, happening));
        }
    }
    // A train that ends at the destination brings the container there, whether or not its source says so twice.
    if let Some(arrival) = arrival_inland(timeline, route)
        && timeline.first(&Milestone::ArrivedAtDestination, |_| true).is_none()
    {
        told.push((EventName::TransportArrivedAtInlandDestination, arrival));
    }
    told.extend(expected(timeline, route));
    told
}

/// The estimates the interface knows: departure at the port of lading, arrival at the port of discharge and inland.
fn expected<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Vec<(EventName, &'t Happening<'t>)> {
    let of = |milestone: Milestone, fits: &dyn Fn(&Happening<'_>) -> bool| {
        best(&timeline.expected, |happening| happening.is(&milestone) && fits(happening))
    };
    [
        (EventName::EstimatedVesselDeparted, of(Milestone::VesselDeparted, &|happening| route.is_at_lading(happening))),
        (
            EventName::EstimatedVesselArrived,
            of(Milestone::VesselArrived, &|happening| route.is_at_discharge(happening)),
        ),
        (EventName::EstimatedArrivedAtInlandDestination, expected_inland(timeline, route)),
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

fn picture(event: &EventName, happening: &Happening<'_>) -> EventPicture {
    EventPicture {
        key: [event.as_str(), "@", &happening.mark].concat(),
        event: TransportEvent {
            event: event.clone(),
            voyage_number: happening.voyage.as_deref().map(str::to_owned),
            timestamp: time(Some(happening)),
            timezone: happening.place.timezone.clone(),
            location_locode: happening.place.locode.clone(),
            data_source: Some(happening.telling.source.kind.clone()),
            ..TransportEvent::default()
        },
        place: happening.place.clone(),
        vessel: happening.vessel.as_deref().cloned(),
        told_by: Some(happening.telling.fact),
    }
}
