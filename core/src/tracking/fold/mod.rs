//! From facts to shipment, containers and events.
//!
//! [`fold`] goes through these steps, each in a file of its own:
//!
//! 1. `ledger`: what holds. Of one event the newest words count; what was withdrawn does not.
//! 2. `reach`: which containers a vessel's events reach.
//! 3. `timeline`: what happened to one container, sources merged and sorted, up to the end of its trip; and what is
//!    still expected.
//! 4. `route`: port of lading, port of discharge, inland destination of each container.
//! 5. `meaning`: what each movement is on that route, a lading, a transshipment, an arrival.
//! 6. `events`, `fields`, `status`, `terminal`, `shipment`, `conclusion`: what the interface shows of it.

mod conclusion;
mod equipment;
mod events;
mod fields;
mod ledger;
mod meaning;
mod picture;
mod places;
mod reach;
mod route;
#[cfg(feature = "embedded")]
mod sayings;
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

#[cfg(feature = "embedded")]
pub(crate) use events::movement_of;
pub use picture::{ContainerPicture, EventPicture, FoldPolicy, Picture};
#[cfg(feature = "embedded")]
pub(crate) use sayings::{Saying, sayings_of};
pub(super) use terminal::clock_of;
use timeline::Timeline;

/// Derives everything from the facts, in whatever order they are given.
pub fn fold<'f>(facts: impl IntoIterator<Item = &'f Fact>, now: DateTime<Utc>, policy: &FoldPolicy) -> Picture {
    let facts = as_written(facts);
    let ledger = Ledger::read(facts.iter().map(|fact| &**fact));
    let places = Places::named_by(&ledger);
    // A booking without containers yet has a voyage all the same.
    let nobody = ledger.containers.is_empty().then_some(None);
    let numbers = ledger.containers.iter().map(|number| Some(*number)).chain(nobody);
    let mut trips: Vec<(Option<&str>, Timeline)> =
        numbers.map(|number| (number, Timeline::build(number, &ledger, &places))).collect();
    let together =
        Route::find(&ledger.particulars, &trips.iter().map(|(_, timeline)| timeline).collect::<Vec<_>>(), &places);
    let routes: Vec<Route> = trips
        .iter()
        .map(|(_, timeline)| Route::find(&ledger.particulars, &[timeline], &places).or(&together))
        .collect();
    for ((_, timeline), route) in trips.iter_mut().zip(&routes) {
        meaning::assign(timeline, route);
    }
    let timelines: Vec<&Timeline> = trips.iter().map(|(_, timeline)| timeline).collect();
    let containers: Vec<ContainerPicture> = trips
        .iter()
        .zip(&routes)
        .filter_map(|((number, timeline), route)| Some(container((*number)?, timeline, route, &ledger, &places)))
        .collect();
    let route = Route::of_most(&routes);
    let shipment::Described { shipment, pod_vessel, pod_eta_source } =
        shipment::describe(&ledger, &timelines, &route, &places);
    Picture {
        concluded: conclusion::reason(&ledger, &containers, &route, now, policy),
        shipment,
        containers,
        port_of_lading: route.port_of_lading.map(|port| port.place),
        port_of_discharge: route.port_of_discharge.map(|port| port.place),
        destination: route.destination.map(|place| place.place),
        pod_vessel,
        pod_eta_source,
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
    ContainerPicture { container, events, pod_terminal: terminal.reading.terminal, heard_from: terminal.source }
}

#[cfg(test)]
mod tests;
