//! From facts to shipment, containers and events.
//!
//! [`fold`] goes through these steps, each in a file of its own:
//!
//! 1. `ledger`: what holds. Of one event the newest words count; what was withdrawn does not.
//! 2. `timeline`: what happened to one container, sources merged and sorted, up to the end of its trip; and what is
//!    still expected.
//! 3. `route`: port of lading, port of discharge, inland destination.
//! 4. `events`, `fields`, `status`, `terminal`, `shipment`, `conclusion`: what the interface shows of it.
//!
//! Milestones are taken as their sources classify them: telling a transshipment from an arrival, where a source does not,
//! belongs between steps 3 and 4.

mod conclusion;
mod equipment;
mod events;
mod fields;
mod ledger;
mod places;
mod route;
mod shipment;
mod status;
mod terminal;
mod timeline;

use std::borrow::Borrow;
use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::tidy::as_written;
use super::{Fact, Place, Vessel};
use crate::resources::{Container, Shipment, StopReason, TransportEvent};
use ledger::Ledger;
use places::Places;
use route::Route;
use terminal::Standing;

pub(super) use terminal::clock_of;
use timeline::Timeline;

/// What all facts together say. Nothing in it has an id yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Picture {
    /// The shipment.
    pub shipment: Shipment,
    /// Its containers, by number.
    pub containers: Vec<ContainerPicture>,
    /// Why there is nothing left to follow, when there is not.
    pub concluded: Option<StopReason>,
    /// Port of lading.
    pub port_of_lading: Option<Place>,
    /// Port of discharge; while nobody expects an arrival, the last port the vessel reached.
    pub port_of_discharge: Option<Place>,
    /// Inland destination, when there is one beyond the port of discharge.
    pub destination: Option<Place>,
    /// Vessel that arrives at the port of discharge.
    pub pod_vessel: Option<Vessel>,
    /// The zone (IANA name) of each place somebody names one for, by its UN/LOCODE and by its name, in capitals.
    pub zones: BTreeMap<String, String>,
}

/// A container and what happened to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContainerPicture {
    /// The container.
    pub container: Container,
    /// Its events, in the order they happen.
    pub events: Vec<EventPicture>,
    /// Terminal at the port of discharge, as its source names it.
    pub pod_terminal: Option<String>,
}

/// An event, and the key it is known by however often it is said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventPicture {
    /// The same for the same event, whatever its time.
    pub key: String,
    /// The event.
    pub event: TransportEvent,
    /// Where, as far as known.
    pub place: Place,
    /// On which vessel.
    pub vessel: Option<Vessel>,
}

impl Borrow<TransportEvent> for EventPicture {
    fn borrow(&self) -> &TransportEvent {
        &self.event
    }
}

/// When following a shipment ends by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct FoldPolicy {
    /// After the arrival at the destination; where nobody told of it, after the containers left it full.
    pub arrival_window: TimeDelta,
    /// Without any news.
    pub silence_window: TimeDelta,
}

impl Default for FoldPolicy {
    fn default() -> Self {
        FoldPolicy { arrival_window: TimeDelta::days(56), silence_window: TimeDelta::days(56) }
    }
}

/// Derives everything from the facts, in whatever order they are given.
pub fn fold(facts: &[Fact], now: DateTime<Utc>, policy: &FoldPolicy) -> Picture {
    let facts = as_written(facts);
    let ledger = Ledger::read(&facts);
    let places = Places::named_by(&ledger);
    // A booking without containers yet has a voyage all the same.
    let nobody = ledger.containers.is_empty().then_some(None);
    let numbers = ledger.containers.iter().map(|number| Some(*number)).chain(nobody);
    let trips: Vec<(Option<&str>, Timeline)> =
        numbers.map(|number| (number, Timeline::build(number, &ledger, &places))).collect();
    let timelines: Vec<&Timeline> = trips.iter().map(|(_, timeline)| timeline).collect();
    let route = Route::find(&ledger.particulars, &timelines, &places);
    let containers: Vec<ContainerPicture> = trips
        .iter()
        .filter_map(|(number, timeline)| Some(container((*number)?, timeline, &route, &ledger, &places)))
        .collect();
    let (shipment, pod_vessel) = shipment::describe(&ledger, &timelines, &route, &places);
    Picture {
        concluded: conclusion::reason(&ledger, &containers, &route, now, policy),
        shipment,
        containers,
        port_of_lading: route.port_of_lading.map(|port| port.place),
        port_of_discharge: route.port_of_discharge.map(|port| port.place),
        destination: route.destination.map(|place| place.place),
        pod_vessel,
        zones: places.zones(),
    }
}

fn container(
    number: &str,
    timeline: &Timeline,
    route: &Route,
    ledger: &Ledger<'_>,
    places: &Places,
) -> ContainerPicture {
    let standing = Standing::read(number, ledger, route, places);
    let mut container = Container { number: number.to_owned(), ..Container::default() };
    fields::fill(&mut container, timeline, route);
    standing.fill(&mut container);
    container.current_status = status::current(timeline, route, standing.available);
    let events = events::tell(timeline, route, standing.events);
    ContainerPicture { container, events, pod_terminal: standing.reading.terminal }
}

#[cfg(test)]
mod tests;
