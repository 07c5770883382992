//! Derives a shipment, its containers and their events from facts.
//!
//! A *fact* is one statement of one source, for example: "the terminal reports that MSKU0308961 was discharged at Los Angeles on
//! 20 May, 10:00". Sources repeat, correct and contradict each other, and leave things out. [`fold`] takes all facts about a
//! number and returns one consistent [`Picture`]. It is a pure function: the result depends on the facts, the current time and
//! the policy, and not on the order of the facts. It is called `fold` because it reduces a list of facts to one value.
//!
//! # Example
//!
//! ```text
//! Facts                                               Events in the picture
//! shipping_line  loaded      CNSHA  3 May             vessel_loaded      CNSHA  3 May          shipping_line
//! shipping_line  arrived     USLAX  18 May, estimate  (none: the discharge shows that the vessel has arrived)
//! shipping_line  discharged  USLAX  19 May, 09:00     vessel_discharged  USLAX  19 May, 10:15  terminal
//! terminal       discharged  USLAX  19 May, 10:15     (the same event)
//! ```
//!
//! The port of lading is `CNSHA` and the port of discharge `USLAX`, because the container was loaded and discharged there. Both reports
//! of the discharge are one event. Its time is the one that the terminal reported, because the terminal discharged the container.
//!
//! # Terms
//!
//! * An *event* is something that happened to a container (`Certainty::Actual`), or that a source expects. Its key
//!   (`tracking/key.rs`) identifies it in all facts: source, container, movement, actual or expected, empty or laden, place, and
//!   a number if it occurs more than once. The time is not in the key, so a fact with the same key is a new version of the event.
//! * A *trip* is one use of a container, from the empty pick-up to the empty return. Facts about a container may cover several
//!   trips. A picture contains one trip of each container.
//! * The *route* is the port of lading, the port of discharge and, if there is one, the inland destination.
//! * A *milestone* is the name of an event in the interface. It depends on the route: the same movement `discharged` is
//!   `vessel_discharged` at the port of discharge and `transshipment_discharged` at any other port.
//!
//! # Steps
//!
//! | Step | File | Input | Result |
//! |---|---|---|---|
//! | 1 | `ledger` | all facts | the current events: the newest statement of each source about each event, without withdrawn events |
//! | 2 | `event_scope` | events of a vessel, reported for the whole shipment | the containers that they apply to |
//! | 3 | `event_places`, `merging` | current events of one container, from all sources | its `History`: one `ContainerEvent` for each event, by time |
//! | 4 | `trips` | the history of one container | its trips, each a range of the history |
//! | 5 | `trip_selection`, `number_reuse` | the trips of all containers | the trip of each container that belongs to this shipment |
//! | 6 | `timeline`, `estimates` | history and trip | the `Timeline`: what happened on the trip, and what is still expected |
//! | 7 | `route`, `vessel_calls`, `last_port`, `plans` | timelines and bookings | the route of each container |
//! | 8 | `milestones`, `transfers` | timeline and route | the milestone of each event |
//! | 9 | `vessels` | timeline | vessel and voyage, copied between the events of one port call |
//! | 10 | `terminal` and the modules of readings, `holds`, `equipment` | readings, timelines and routes | the terminal status |
//! | 11 | `fields`, `shipment` | timelines and routes | the other attributes that the interface shows |
//!
//! `container_event` has the type that steps 3 to 10 share. `places` completes places and time zones from all facts and from the
//! built-in tables. `plausibility` decides which times are possible. `statements` lists the single statements before they are merged, and `voyage` returns the picture
//! together with the events that have no name in the interface.
//!
//! # Rules
//!
//! * The newest statement of a source replaces its older statements about the same event (`ledger`).
//! * If several sources report one event, the values of the source that was at the place are used. The other sources fill in missing
//!   values. A correction by a user has precedence until the corrected source reports something new (`merging`).
//! * An actual event that is more than 14 hours ahead counts as estimated. A time before 2000 or more than two years ahead is no time, and
//!   an actual event without a time is ignored (`plausibility`).
//! * If several sources estimate one event, `estimates` chooses one of them, with the weights of [`FoldPolicy`]. An estimate is no longer
//!   shown when the event, or a later event, has happened.
//! * If a trip is stored with the shipment, the picture contains this trip. Otherwise it contains the newest trip of a container that is
//!   tracked by its own number, and the trip to which a tracked bill of lading or booking belongs (`trip_selection`).
//! * An event in a picture has a separate key, not the one described above: its milestone, the place as first reported, and a number if it
//!   occurs more than once. The time is not part of it, because notifications and stored events refer to it.

mod container_event;
mod coverage;
mod current_event;
mod equipment;
mod estimate_order;
mod estimates;
mod event_places;
mod event_scope;
mod fields;
mod holds;
mod land_moves;
mod last_port;
mod ledger;
mod merging;
mod milestones;
mod namesakes;
mod number_reuse;
mod picture;
mod places;
mod plans;
mod plausibility;
mod preferred_statement;
mod reading_doubt;
mod reading_rules;
mod reading_state;
mod reading_view;
mod route;
mod shared_imo;
mod shipment;
mod shut_outs;
mod source_readings;
mod standing;
mod statements;
mod stops;
mod terminal;
mod timeline;
mod tracking_windows;
mod transfers;
mod trip_selection;
mod trips;
mod unused;
mod vessel_calls;
mod vessels;
mod voyage;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::{Fact, FactMark, Particulars, Place};
use crate::resources::Container;
use container_event::ContainerEvent;
pub use ledger::Confirmations;
use ledger::Ledger;
use number_reuse::NumberUse;
use places::Places;
use route::Route;
use terminal::TerminalView;
use trip_selection::ContainerHistory;
use trips::EventRange;
use unused::UnusedStatement;

pub(super) use coverage::{Coverage, LeftOut};
pub use estimate_order::EstimateOrder;
pub(crate) use fields::movement_of;
pub use picture::{ContainerPicture, EventPicture, FoldPolicy, Picture};
pub(super) use plausibility::TimeWindow;
pub(super) use reading_doubt::{ReadingDoubt, ReadingProblem};
pub(super) use reading_view::clock_of;
pub(crate) use statements::{SourceStatement, StatementHistory};
use timeline::{History, Timeline};
pub(crate) use trip_selection::{Target, TripSelection};
pub use trips::Trip;
pub(crate) use unused::UnusedReason;
pub use voyage::{Voyage, VoyageEvent, voyage};

/// Derives the shipment, its containers and their events from all facts, which may come in any order.
///
/// The picture shows the newest trip of each container. `now` determines whether the shipment is still tracked.
pub fn fold<'f>(facts: impl IntoIterator<Item = &'f Fact>, now: DateTime<Utc>, policy: &FoldPolicy) -> Picture {
    let (stored_trips, confirmations) = (BTreeMap::new(), Confirmations::default());
    fold_trips(facts, &TripSelection::of_all_containers(&stored_trips, &confirmations), now, policy).picture
}

/// A picture of selected trips.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TripPicture {
    pub(crate) picture: Picture,
    /// The selected trip of each container.
    pub(crate) trips: BTreeMap<String, Trip>,
    /// When the selected trip of each container began. Containers whose selected trip is their first are missing.
    pub(crate) began_at: BTreeMap<String, DateTime<Utc>>,
    /// When the current use of the bill or booking number began; `None` if the number was used once.
    pub(crate) used_since: Option<DateTime<Utc>>,
    /// Whether no newer trip and no newer use of the number is known.
    pub(crate) is_latest: bool,
}

/// Derives the picture of the trips that `selection` selects.
pub(crate) fn fold_trips<'f>(
    facts: impl IntoIterator<Item = &'f Fact>,
    selection: &TripSelection<'_>,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> TripPicture {
    let ledger = Ledger::read(facts, selection.confirmations, now);
    let current_use = match selection.target {
        Target::Documents(_) => number_reuse::current_use(&ledger, selection.stored_trips),
        Target::AllContainers | Target::Container(_) => None,
    };
    let Some(NumberUse { facts, is_latest, began_at }) = current_use else {
        return derive(&ledger, selection, now, policy).0;
    };
    let (folded, _) = derive(&Ledger::read(facts, selection.confirmations, now), selection, now, policy);
    TripPicture { is_latest, used_since: began_at, ..folded }
}

/// Selects the trips and derives their picture. Also returns the voyage of each container.
fn derive<'a>(
    ledger: &Ledger<'a>,
    selection: &TripSelection<'_>,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> (TripPicture, Vec<ContainerVoyage<'a>>) {
    let places = Places::from_facts(ledger);
    let numbers = ledger.containers.iter();
    let histories: Vec<ContainerHistory<'_>> =
        numbers.map(|number| container_history(number, ledger, &places, selection)).collect();
    let selected = selection.choose(&histories, ledger);
    let mut folded = TripPicture { is_latest: selection.is_latest(&histories, &selected), ..TripPicture::default() };
    let mut trips: Vec<(Option<&'a str>, Timeline<'a>)> = Vec::new();
    for (ContainerHistory { number, history, trips: mut all }, selected_trip) in histories.into_iter().zip(selected) {
        let Some(mut range) = selected_trip.map(|index| all.swap_remove(index)) else { continue };
        let trip = trip_record(number, &history, &range, ledger, selection);
        range.is_over |= trip.is_over() && !range.is_unused;
        folded.began_at.extend(range.began_at.map(|began_at| (number.to_owned(), began_at)));
        folded.trips.insert(number.to_owned(), trip);
        trips.push((Some(number), Timeline::of(history, &range, &places, now, policy)));
    }
    if trips.is_empty() {
        // A booking that names no containers yet has a voyage, too: that of the events about the whole shipment.
        let history = History::of(None, ledger, &places);
        let whole = EventRange::of_whole_history(history.actual.len());
        trips.push((None, Timeline::of(history, &whole, &places, now, policy)));
    }
    let (picture, voyages) = derive_picture(ledger, trips, &places, now, policy);
    (TripPicture { picture, ..folded }, voyages)
}

/// The selected trip of one container, with its events and its route.
struct ContainerVoyage<'a> {
    /// `None` for a booking without containers.
    number: Option<&'a str>,
    timeline: Timeline<'a>,
    route: Route,
}

/// Merges the events of a container, and splits them into trips.
fn container_history<'a>(
    number: &'a str,
    ledger: &Ledger<'a>,
    places: &Places,
    selection: &TripSelection<'_>,
) -> ContainerHistory<'a> {
    let history = History::of(Some(number), ledger, places);
    let stored = selection.stored_trips.get(number);
    let context = trips::SplitContext { expected: &history.expected, bookings: &ledger.bookings, places, stored };
    let trips = trips::split(&history.actual, &context);
    ContainerHistory { number, history, trips }
}

/// The trip in the form in which it is stored. If the stored trip has ended and the event that ended it is not withdrawn, the trip stays
/// ended.
fn trip_record(
    number: &str,
    history: &History<'_>,
    range: &EventRange,
    ledger: &Ledger<'_>,
    selection: &TripSelection<'_>,
) -> Trip {
    let events = history.actual[range.events.clone()].iter().flat_map(ContainerEvent::keys).collect();
    let ended_by = range.ended_by.and_then(|at| history.actual.get(at)?.keys().min());
    let mut trip = Trip::new(events, ended_by);
    let stored = selection.stored_trips.get(number).filter(|stored| stored.in_common(&trip) > 0);
    let stored_end = stored.and_then(|stored| stored.ended_by).filter(|end| !ledger.withdrawn.contains(end));
    trip.ended_by = trip.ended_by.or(stored_end);
    trip
}

/// Finds the routes and milestones of the selected trips, and fills the picture.
fn derive_picture<'a>(
    ledger: &Ledger<'a>,
    mut trips: Vec<(Option<&'a str>, Timeline<'a>)>,
    places: &Places,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> (Picture, Vec<ContainerVoyage<'a>>) {
    // A booking that was made after the next trip began belongs to the next trip.
    let ends: Option<Vec<DateTime<Utc>>> = trips.iter().map(|(_, timeline)| timeline.next_began_at).collect();
    let booked = ledger.bookings.merged(ends.and_then(|ends| ends.into_iter().max()));
    let mut timelines: Vec<&mut Timeline<'_>> = trips.iter_mut().map(|(_, timeline)| timeline).collect();
    let routes = routes(&booked, &mut timelines, places);
    for ((_, timeline), route) in trips.iter_mut().zip(&routes) {
        milestones::assign(timeline, route);
        vessels::complete(timeline);
    }
    let timelines: Vec<&Timeline<'_>> = trips.iter().map(|(_, timeline)| timeline).collect();
    let mut status_changes_at = None;
    let containers: Vec<ContainerPicture> = trips
        .iter()
        .zip(&routes)
        .filter_map(|((number, timeline), route)| {
            let (picture, changes_at) = container_picture((*number)?, timeline, route, ledger, places, policy);
            status_changes_at = status_changes_at.into_iter().chain(changes_at).min();
            Some(picture)
        })
        .collect();
    let route = Route::most_frequent(&routes);
    let mut picture = Picture {
        first_received_at: ledger.facts.first().map(|fact| fact.received_at),
        changes_at: ledger
            .changes_at
            .into_iter()
            .chain(timelines.iter().filter_map(|timeline| timeline.changes_at))
            .chain(status_changes_at)
            .min(),
        zones: places.zones(),
        unused: doubtful_statements(&timelines),
        concluded_zones: concluded_zones(&timelines, places),
        ..Picture::default()
    };
    shipment::describe(&mut picture, ledger, &timelines, &route, places);
    picture.windows = shipment::tracking_windows(ledger, &containers, &route);
    (picture.concluded, picture.concludes_at) = match shipment::final_reason(ledger, &containers) {
        Some(reason) => (Some(reason), Some(now)),
        None => (picture.windows.stop_reason(now, policy), picture.windows.first_end(policy)),
    };
    picture.containers = containers;
    picture.stranded_at = route.stranded_at.map(|stop| stop.place);
    picture.port_of_lading = route.port_of_lading.map(|port| port.place);
    picture.port_of_discharge = route.port_of_discharge.map(|port| port.place);
    picture.destination = route.destination.map(|place| place.place);
    let voyages =
        trips.into_iter().zip(routes).map(|((number, timeline), route)| ContainerVoyage { number, timeline, route });
    (picture, voyages.collect())
}

fn doubtful_statements(timelines: &[&Timeline<'_>]) -> Vec<UnusedStatement> {
    let all = timelines.iter().flat_map(|timeline| &timeline.unused);
    let mut doubtful: Vec<UnusedStatement> = all.filter(|statement| statement.reason.is_doubt()).copied().collect();
    doubtful.sort_unstable();
    doubtful.dedup();
    doubtful
}

fn concluded_zones(timelines: &[&Timeline<'_>], places: &Places) -> BTreeMap<FactMark, String> {
    let zone = |(mark, place): (&FactMark, &&Place)| Some((*mark, places.zone_of_place(place)?.name().to_owned()));
    timelines.iter().flat_map(|timeline| &timeline.placed).filter_map(zone).collect()
}

/// Finds the route of each container, and removes the plans of legs that are over.
fn routes(booked: &Particulars, timelines: &mut [&mut Timeline<'_>], places: &Places) -> Vec<Route> {
    let find = |timelines: &[&mut Timeline<'_>]| {
        let timelines: Vec<&Timeline<'_>> = timelines.iter().map(|timeline| &**timeline).collect();
        Route::find_all(booked, &timelines, places)
    };
    let routes = find(timelines);
    let mut is_changed = false;
    for (timeline, route) in timelines.iter_mut().zip(&routes) {
        is_changed |= plans::end_plans(timeline, route);
    }
    if is_changed { find(timelines) } else { routes }
}

/// The picture of a container, and when its terminal status changes next without new facts.
fn container_picture(
    number: &str,
    timeline: &Timeline<'_>,
    route: &Route,
    ledger: &Ledger<'_>,
    places: &Places,
    policy: &FoldPolicy,
) -> (ContainerPicture, Option<DateTime<Utc>>) {
    let terminal = TerminalView::read(number, timeline, ledger, route, places, policy);
    let mut container = Container { number: number.to_owned(), ..Container::default() };
    fields::fill(&mut container, timeline, route);
    terminal.fill(&mut container);
    container.current_status = fields::current_status(timeline, route, terminal.available);
    let events = fields::event_pictures(timeline, route, terminal.events);
    let picture = ContainerPicture {
        container,
        events,
        pod_terminal: terminal.reading.terminal,
        status_source: terminal.source,
        pod_terminal_source: terminal.terminal_source,
        ended: terminal.ended,
        reading_doubts: terminal.doubts,
    };
    (picture, terminal.changes_at)
}

#[cfg(test)]
mod tests;
