//! From facts to shipment, containers and events.
//!
//! [`fold`] takes these steps, each in a file of its own:
//!
//! 1. `ledger`: the valid facts, the newest statement of each event, without withdrawn ones.
//! 2. `reach`: which containers a vessel's events apply to.
//! 3. `timeline`, with `happening` and `merging`: the events of one container, merged from all sources, and what is
//!    still expected.
//! 4. `trips`, `choice`, `number_reuse`: where a voyage of a container ends, and which voyage the shipment is, also if a
//!    number is used again.
//! 5. `route`: port of lading, port of discharge and inland destination.
//! 6. `meaning`: the milestone of each movement on that route.
//! 7. `vessels`: completes the vessels of the events of one call.
//! 8. `fields`, `terminal`, `shipment`: the attributes that the interface shows.

mod choice;
mod fields;
mod happening;
mod ledger;
mod meaning;
mod merging;
mod number_reuse;
mod picture;
mod places;
mod reach;
mod route;
mod shipment;
#[cfg(feature = "embedded")]
mod statements;
mod terminal;
mod timeline;
mod trips;
mod vessels;
mod voyage;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::Fact;
use crate::resources::Container;
use choice::ContainerHistory;
use happening::Happening;
use ledger::Ledger;
use number_reuse::NumberUse;
use places::Places;
use route::Route;
use terminal::TerminalView;
use trips::EventRange;

pub(crate) use choice::{Target, TripSelection};
#[cfg(feature = "embedded")]
pub(crate) use fields::movement_of;
pub use picture::{ContainerPicture, EventPicture, FoldPolicy, Picture};
#[cfg(feature = "embedded")]
pub(crate) use statements::{SourceStatement, StatementHistory};
pub(super) use terminal::clock_of;
use timeline::{History, Timeline};
pub use trips::Trip;
pub use voyage::{Voyage, VoyageEvent, voyage};

/// Derives everything from the facts, in whatever order they are given. Of each container it is its latest trip.
pub fn fold<'f>(facts: impl IntoIterator<Item = &'f Fact>, now: DateTime<Utc>, policy: &FoldPolicy) -> Picture {
    let kept = BTreeMap::new();
    fold_trips(
        facts,
        &TripSelection { target: Target::AllContainers, stored_trips: &kept, under_way_at: None },
        now,
        policy,
    )
    .picture
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TripPicture {
    pub(crate) picture: Picture,
    pub(crate) trips: BTreeMap<String, Trip>,
    pub(crate) begun: BTreeMap<String, DateTime<Utc>>,
    pub(crate) used_since: Option<DateTime<Utc>>,
    pub(crate) is_latest: bool,
}

pub(crate) fn fold_trips<'f>(
    facts: impl IntoIterator<Item = &'f Fact>,
    following: &TripSelection<'_>,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> TripPicture {
    let ledger = Ledger::read(facts);
    let reused = match following.target {
        Target::Documents(_) => number_reuse::current_use(&ledger, following.stored_trips),
        Target::AllContainers | Target::Container(_) => None,
    };
    let Some(NumberUse { facts, is_latest, begun }) = reused else {
        return derive(&ledger, following, now, policy).0;
    };
    let (followed, _) = derive(&Ledger::read(facts), following, now, policy);
    TripPicture { is_latest, used_since: begun, ..followed }
}

fn derive<'a>(
    ledger: &Ledger<'a>,
    following: &TripSelection<'_>,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> (TripPicture, Vec<Journey<'a>>) {
    let places = Places::named_by(ledger);
    let boxes = ledger.containers.iter();
    let histories: Vec<ContainerHistory<'_>> =
        boxes.map(|number| container_history(number, ledger, &places, following)).collect();
    let chosen = following.choose(&histories, ledger);
    let mut followed = TripPicture { is_latest: following.is_latest(&histories, &chosen), ..TripPicture::default() };
    let mut trips: Vec<(Option<&'a str>, Timeline<'a>)> = Vec::new();
    for (ContainerHistory { number, history, trips: mut all }, at) in histories.into_iter().zip(chosen) {
        let Some(mut range) = at.map(|at| all.swap_remove(at)) else { continue };
        let trip = recognisable(number, &history, &range, ledger, following);
        range.is_over |= trip.is_over() && !range.is_unused;
        followed.begun.extend(range.begun.map(|begun| (number.to_owned(), begun)));
        followed.trips.insert(number.to_owned(), trip);
        trips.push((Some(number), Timeline::of(history, &range, &places, policy)));
    }
    if trips.is_empty() {
        // A booking without containers has a voyage, too.
        let history = History::of(None, ledger, &places);
        let whole = EventRange::whole(history.actual.len());
        trips.push((None, Timeline::of(history, &whole, &places, policy)));
    }
    let (picture, journeys) = draw(ledger, trips, &places, now, policy);
    (TripPicture { picture, ..followed }, journeys)
}

struct Journey<'a> {
    /// `None` for a booking without containers.
    number: Option<&'a str>,
    timeline: Timeline<'a>,
    route: Route,
}

fn container_history<'a>(
    number: &'a str,
    ledger: &Ledger<'a>,
    places: &Places,
    following: &TripSelection<'_>,
) -> ContainerHistory<'a> {
    let history = History::of(Some(number), ledger, places);
    let kept = following.stored_trips.get(number);
    let known = trips::Known { container: number, calls: &ledger.calls, places, kept };
    let trips = trips::split(&history.actual, &known);
    ContainerHistory { number, history, trips }
}

/// A trip stays over until the event that ended it is withdrawn.
fn recognisable(
    number: &str,
    history: &History<'_>,
    range: &EventRange,
    ledger: &Ledger<'_>,
    following: &TripSelection<'_>,
) -> Trip {
    let events = history.actual[range.events.clone()].iter().flat_map(Happening::keys).collect();
    let ended_by = range.ended_by.and_then(|at| history.actual.get(at)?.keys().min());
    let mut trip = Trip::new(events, ended_by);
    let kept = following.stored_trips.get(number).filter(|kept| kept.in_common(&trip) > 0);
    let kept_end = kept.and_then(|kept| kept.ended_by).filter(|end| !ledger.withdrawn.contains(end));
    trip.ended_by = trip.ended_by.or(kept_end);
    trip
}

fn draw<'a>(
    ledger: &Ledger<'a>,
    mut trips: Vec<(Option<&'a str>, Timeline<'a>)>,
    places: &Places,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> (Picture, Vec<Journey<'a>>) {
    // Bookings made after the next trip began are for that trip.
    let ends: Option<Vec<DateTime<Utc>>> = trips.iter().map(|(_, timeline)| timeline.next_begins).collect();
    let booked = ledger.calls.booked(ends.and_then(|ends| ends.into_iter().max()));
    let together = Route::find(&booked, &trips.iter().map(|(_, timeline)| timeline).collect::<Vec<_>>(), places);
    let routes: Vec<Route> = match &trips[..] {
        [_] => vec![together],
        _ => trips.iter().map(|(_, timeline)| Route::find(&booked, &[timeline], places).or(&together)).collect(),
    };
    for ((_, timeline), route) in trips.iter_mut().zip(&routes) {
        meaning::assign(timeline, route);
        vessels::complete(timeline);
    }
    let timelines: Vec<&Timeline<'_>> = trips.iter().map(|(_, timeline)| timeline).collect();
    let containers: Vec<ContainerPicture> = trips
        .iter()
        .zip(&routes)
        .filter_map(|((number, timeline), route)| Some(container((*number)?, timeline, route, ledger, places)))
        .collect();
    let route = Route::of_most(&routes);
    let mut picture = Picture {
        first_received_at: ledger.facts.first().map(|fact| fact.received_at),
        zones: places.zones(),
        ..Picture::default()
    };
    shipment::describe(&mut picture, ledger, &timelines, &route, places);
    (picture.concluded, picture.concludes_at) = shipment::reason(ledger, &containers, &route, now, policy);
    picture.containers = containers;
    picture.port_of_lading = route.port_of_lading.map(|port| port.place);
    picture.port_of_discharge = route.port_of_discharge.map(|port| port.place);
    picture.destination = route.destination.map(|place| place.place);
    let journeys = trips.into_iter().zip(routes).map(|((number, timeline), route)| Journey { number, timeline, route });
    (picture, journeys.collect())
}

fn container(
    number: &str,
    timeline: &Timeline<'_>,
    route: &Route,
    ledger: &Ledger<'_>,
    places: &Places,
) -> ContainerPicture {
    let terminal = TerminalView::read(number, timeline, ledger, route, places);
    let mut container = Container { number: number.to_owned(), ..Container::default() };
    fields::fill(&mut container, timeline, route);
    terminal.fill(&mut container);
    container.current_status = fields::current(timeline, route, terminal.available);
    let events = fields::tell(timeline, route, terminal.events);
    ContainerPicture { container, events, pod_terminal: terminal.reading.terminal, status_source: terminal.source }
}

#[cfg(test)]
mod tests;
