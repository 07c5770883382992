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
mod picture;
mod places;
mod route;
mod shipment;
mod status;
mod terminal;
mod timeline;

use chrono::{DateTime, Utc};

use super::Fact;
use super::tidy::as_written;
use crate::resources::Container;
use ledger::Ledger;
use places::Places;
use route::Route;
use terminal::TerminalView;

pub use picture::{ContainerPicture, EventPicture, FoldPolicy, Picture};
pub(super) use terminal::clock_of;
use timeline::Timeline;

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
    let terminal = TerminalView::read(number, ledger, route, places);
    let mut container = Container { number: number.to_owned(), ..Container::default() };
    fields::fill(&mut container, timeline, route);
    terminal.fill(&mut container);
    container.current_status = status::current(timeline, route, terminal.available);
    let events = events::tell(timeline, route, terminal.events);
    ContainerPicture { container, events, pod_terminal: terminal.reading.terminal }
}

#[cfg(test)]
mod tests;
