//! Finds the route of a voyage: port of lading, port of discharge and inland destination.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::container_event::{ContainerEvent, sort_events};
use super::places::Places;
use super::timeline::Timeline;
use crate::tracking::{Mode, Movement, Particulars, Phase, Place};

#[derive(Default, Clone)]
pub(super) struct Route {
    pub(super) port_of_lading: Option<Stop>,
    pub(super) port_of_discharge: Option<Stop>,
    /// `None` if the voyage ends at the port of discharge.
    pub(super) destination: Option<Stop>,
    /// Ports that cannot be the port of discharge, because the voyage continues from them.
    transshipment_ports: BTreeSet<Rc<str>>,
}

#[derive(Clone)]
pub(super) struct Stop {
    pub(super) place: Place,
    /// The id of the place. Inland destinations are compared by it.
    pub(super) id: Rc<str>,
    /// The id of the port area. Ports are compared by it.
    pub(super) port: Rc<str>,
}

impl Route {
    /// Finds the route of one container, or the common route of several.
    ///
    /// A port in a booking is preferred to one that follows from events, with two exceptions. A port where the container was loaded
    /// again is not its port of discharge. The port where the container was discharged last is its port of discharge if it then left
    /// the port by truck or barge, or was returned empty.
    pub(super) fn find(booked: &Particulars, timelines: &[&Timeline<'_>], places: &Places) -> Self {
        let all: Vec<&ContainerEvent<'_>> = sort_events(
            timelines.iter().flat_map(|timeline| timeline.actual.iter().chain(&timeline.expected)).collect(),
        );
        let booked_stop =
            |place: &Option<Place>| place.as_ref().map(|place| stop(place, places)).filter(Stop::is_named);
        let port_of_lading = booked_stop(&booked.port_of_lading).or_else(|| port_of_lading(&all, places));
        let first_sailing = all.iter().position(|e| is_one_of(e, &[Movement::Loaded, Movement::Departed]));
        let on_the_way = all.get(first_sailing.unwrap_or(0)..).unwrap_or_default();
        let mut transshipments = observed_transshipment_ports(on_the_way);
        let booked_port = booked_stop(&booked.port_of_discharge).filter(|port| !transshipments.contains(&port.port));
        transshipments.extend(declared_transshipment_ports(on_the_way));
        let undated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.undated).collect();
        let port_of_discharge = final_port(timelines, booked_port.as_ref(), places)
            .or(booked_port)
            .or_else(|| port_of_discharge(on_the_way, &undated, port_of_lading.as_ref(), &transshipments, places));
        // If nothing else names a destination, outdated estimates and plans still do.
        let outdated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.outdated).collect();
        let by_sea: Vec<&ContainerEvent<'_>> = on_the_way.iter().copied().filter(|e| e.moves_by_vessel()).collect();
        let destination = booked_stop(&booked.destination)
            .or_else(|| inland_destination(on_the_way, &by_sea, places))
            .or_else(|| inland_destination(&outdated, &by_sea, places))
            .filter(|stop| port_of_discharge.as_ref().is_none_or(|port| port.id != stop.id))
            .filter(|stop| !is_called_at(&by_sea, stop, port_of_discharge.as_ref()));
        if let Some(port) = &port_of_discharge {
            transshipments.remove(&port.port);
        }
        Route { port_of_lading, port_of_discharge, destination, transshipment_ports: transshipments }
    }

    /// This route, with its missing places taken from `other`.
    pub(super) fn or(self, other: &Route) -> Self {
        Route {
            port_of_lading: self.port_of_lading.or_else(|| other.port_of_lading.clone()),
            port_of_discharge: self.port_of_discharge.or_else(|| other.port_of_discharge.clone()),
            destination: self.destination.or_else(|| other.destination.clone()),
            transshipment_ports: self.transshipment_ports,
        }
    }

    /// A route of the most frequent port of lading, port of discharge and destination.
    pub(super) fn most_frequent(routes: &[Route]) -> Self {
        Route {
            port_of_lading: most_frequent_stop(routes.iter().map(|route| &route.port_of_lading), |stop| &stop.port),
            port_of_discharge: most_frequent_stop(routes.iter().map(|route| &route.port_of_discharge), |stop| {
                &stop.port
            }),
            destination: most_frequent_stop(routes.iter().map(|route| &route.destination), |stop| &stop.id),
            transshipment_ports: routes.iter().flat_map(|route| route.transshipment_ports.iter().cloned()).collect(),
        }
    }

    pub(super) fn is_port_of_lading(&self, event: &ContainerEvent<'_>) -> bool {
        is_port(&self.port_of_lading, event) && !is_port(&self.port_of_discharge, event)
    }

    pub(super) fn is_port_of_discharge(&self, event: &ContainerEvent<'_>) -> bool {
        is_port(&self.port_of_discharge, event)
    }

    /// Also true if the event has no place.
    pub(super) fn is_at_lading(&self, event: &ContainerEvent<'_>) -> bool {
        may_be_at_port(&self.port_of_lading, event)
    }

    /// Also true if the event has no place.
    pub(super) fn is_at_discharge(&self, event: &ContainerEvent<'_>) -> bool {
        may_be_at_port(&self.port_of_discharge, event) && !self.transshipment_ports.contains(&event.port_id)
    }

    /// Also true if the event has no place. False if there is no inland destination.
    pub(super) fn is_at_destination(&self, event: &ContainerEvent<'_>) -> bool {
        self.destination.as_ref().is_some_and(|stop| event.place_id.is_empty() || stop.id == event.place_id)
    }

    /// Whether the event is the arrival of a vessel at the port of lading, before the container is loaded.
    pub(super) fn is_call_before_lading(&self, event: &ContainerEvent<'_>) -> bool {
        is_one_of(event, &[Movement::Arrived, Movement::Berthed]) && self.is_port_of_lading(event)
    }
}

impl Stop {
    fn is_named(&self) -> bool {
        !self.id.is_empty()
    }
}

fn stop(place: &Place, places: &Places) -> Stop {
    Stop { place: places.complete(place), id: places.id(place).into(), port: places.port(place).into() }
}

/// `id` is what the stops are compared by.
fn most_frequent_stop<'r>(stops: impl Iterator<Item = &'r Option<Stop>>, id: fn(&Stop) -> &Rc<str>) -> Option<Stop> {
    let mut counts: BTreeMap<&str, (usize, &Stop)> = BTreeMap::new();
    for stop in stops.flatten() {
        counts.entry(id(stop)).or_insert((0, stop)).0 += 1;
    }
    // Of several with the same count, the one with the first code, so that the result is reproducible.
    counts.into_values().rev().max_by_key(|(count, _)| *count).map(|(_, stop)| stop.clone())
}

fn is_port(stop: &Option<Stop>, event: &ContainerEvent<'_>) -> bool {
    stop.as_ref().is_some_and(|stop| stop.port == event.port_id)
}

fn may_be_at_port(stop: &Option<Stop>, event: &ContainerEvent<'_>) -> bool {
    event.port_id.is_empty() || stop.as_ref().is_none_or(|stop| stop.port == event.port_id)
}

/// Whether a vessel called at the place of the stop, with exactly its code, which belongs to the port of discharge.
fn is_called_at(by_sea: &[&ContainerEvent<'_>], stop: &Stop, port: Option<&Stop>) -> bool {
    let is_same_code = |e: &&ContainerEvent<'_>| e.comes_off_vessel() && *e.place.code_or_name() == *stop.id;
    port.is_some_and(|port| port.port == stop.port) && by_sea.iter().any(|e| is_same_code(e))
}

fn is_one_of(event: &ContainerEvent<'_>, movements: &[Movement]) -> bool {
    movements.iter().any(|movement| event.is_vessel(movement))
}

/// The place of the first load. If there is no load, or if a vessel brought the container to that place, the place of the first departure.
fn port_of_lading(all: &[&ContainerEvent<'_>], places: &Places) -> Option<Stop> {
    let first = |movement: Movement| all.iter().position(|e| e.is_vessel(&movement) && !e.place_id.is_empty());
    let (load, departure) = (first(Movement::Loaded), first(Movement::Departed));
    let at = match (load, departure) {
        (Some(load), Some(departure)) if departure < load && came_by_vessel(&all[..load], all[load]) => departure,
        (load, departure) => load.or(departure)?,
    };
    Some(stop(&all[at].place, places))
}

/// Whether a vessel brought the container to the place of the load.
fn came_by_vessel(before: &[&ContainerEvent<'_>], load: &ContainerEvent<'_>) -> bool {
    before.iter().filter(|e| e.place_id == load.place_id).any(|e| {
        e.is_vessel(&Movement::Discharged) || (e.is_vessel(&Movement::Arrived) && is_on_another_vessel(e, load))
    })
}

/// The port where all containers were discharged last, if they left it by land or barge.
fn final_port(timelines: &[&Timeline<'_>], booked_port: Option<&Stop>, places: &Places) -> Option<Stop> {
    let mut ends = timelines.iter().map(|timeline| last_discharge(timeline, booked_port));
    let first = ends.next().flatten()?;
    ends.all(|end| end.is_some_and(|end| end.place_id == first.place_id)).then(|| stop(&first.place, places))
}

/// The last discharge of the container, if the container then left the port by land or barge and does not continue by sea.
fn last_discharge<'t>(timeline: &'t Timeline<'t>, booked_port: Option<&Stop>) -> Option<&'t ContainerEvent<'t>> {
    let last = timeline.actual.iter().rposition(|e| e.is_vessel(&Movement::Discharged) && !e.place_id.is_empty())?;
    let (discharge, later) = (&timeline.actual[last], timeline.actual.get(last + 1..).unwrap_or_default());
    let is_same_place = |e: &ContainerEvent<'_>| e.is_at_place_of(discharge);
    // If only the days are known, a load may be sorted before a discharge on the same day.
    let is_loaded_again = |e: &ContainerEvent<'_>| {
        e.is_vessel(&Movement::Loaded) && is_same_place(e) && !e.is_certainly_before(discharge)
    };
    let leaves_on_another = |e: &ContainerEvent<'_>| {
        e.is_vessel(&Movement::Departed) && is_same_place(e) && is_on_another_vessel(e, discharge)
    };
    let continues = later.iter().any(|e| e.is_vessel(&Movement::Loaded) || leaves_on_another(e))
        || timeline.actual.iter().any(is_loaded_again)
        // The vessel that discharged the container does not carry it further.
        || timeline.expected.iter().any(|e| e.moves_by_vessel() && !is_same_place(e) && !is_on_same_vessel(e, discharge))
        || timeline.expected.iter().any(leaves_on_another);
    // A container that moves between two terminals of a port leaves and comes back.
    let moves =
        |e: &&ContainerEvent<'_>| e.is_empty_return() || leaves_the_port(e) || e.motion.movement == Movement::GateIn;
    let is_elsewhere = |e: &ContainerEvent<'_>| {
        booked_port.is_some_and(|port| port.port == e.port_id && port.port != discharge.port_id)
    };
    let left_here = || later.iter().rfind(|e| moves(e) && is_same_place(e)).is_some_and(leaves_the_port);
    let left = later.iter().rfind(moves).is_some_and(|e| leaves_the_port(e) && (!is_elsewhere(e) || left_here()));
    (!continues && left).then_some(discharge)
}

/// Whether the events name different vessels; false if one of them names no vessel.
fn is_on_another_vessel(one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
    matches!((&one.vessel, &other.vessel), (Some(one), Some(other)) if !one.may_be(other))
}

fn is_on_same_vessel(one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
    matches!((&one.vessel, &other.vessel), (Some(one), Some(other)) if one.may_be(other))
}

fn leaves_the_port(event: &ContainerEvent<'_>) -> bool {
    let by_road = event.motion.mode.as_ref().is_none_or(|mode| *mode == Mode::Truck);
    let went = matches!(event.motion.movement, Movement::GateOut | Movement::PickedUp) && by_road;
    let by_barge = event.motion.mode == Some(Mode::Barge)
        && matches!(event.motion.movement, Movement::Loaded | Movement::Departed);
    event.is_empty_return() || (went && !event.is_empty()) || by_barge
}

/// The last port where a vessel arrives with the container or discharges it. A plan without a time counts only if its source marks it as
/// import.
fn port_of_discharge(
    on_the_way: &[&ContainerEvent<'_>],
    undated: &[&ContainerEvent<'_>],
    lading: Option<&Stop>,
    transshipments: &BTreeSet<Rc<str>>,
    places: &Places,
) -> Option<Stop> {
    let is_end = |e: &&&ContainerEvent<'_>| {
        let is_on_the_way = transshipments.contains(&e.place_id) || lading.is_some_and(|port| port.port == e.port_id);
        e.comes_off_vessel() && !e.place_id.is_empty() && !is_on_the_way
    };
    let is_import = |e: &&&ContainerEvent<'_>| e.motion.phase == Some(Phase::Import);
    let last = on_the_way.iter().rfind(is_end);
    let planned = undated.iter().rfind(|e| is_end(e) && is_import(e));
    last.filter(is_import).or(planned).or(last).map(|e| stop(&e.place, places))
}

/// Ports that a source marks as transshipment and no source marks as import.
fn declared_transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let comes = |phase: Phase| {
        let events = on_the_way.iter().filter(move |e| e.comes_off_vessel() && e.motion.phase.as_ref() == Some(&phase));
        events.map(|e| e.place_id.clone()).filter(|id| !id.is_empty())
    };
    let ends: BTreeSet<Rc<str>> = comes(Phase::Import).collect();
    comes(Phase::Transshipment).filter(|port| !ends.contains(port)).collect()
}

/// Ports where the container arrived and departed by vessel. If only such ports are known, the port of discharge is unknown.
fn observed_transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let ports: BTreeSet<&Rc<str>> = on_the_way.iter().map(|e| &e.place_id).filter(|id| !id.is_empty()).collect();
    ports.into_iter().filter(|port| is_loaded_again(on_the_way, port)).cloned().collect()
}

fn is_loaded_again(on_the_way: &[&ContainerEvent<'_>], port: &str) -> bool {
    let is_at_port = |e: &ContainerEvent<'_>| *e.place_id == *port;
    let Some(came) = on_the_way.iter().position(|e| is_at_port(e) && e.comes_off_vessel()) else { return false };
    let loads = |e: &&ContainerEvent<'_>| is_at_port(e) && is_one_of(e, &[Movement::Loaded, Movement::Departed]);
    on_the_way.iter().enumerate().any(|(at, e)| loads(e) && (at > came || e.is_on_the_day_of(on_the_way[came])))
}

/// The last place where the container arrives by train or, after the sea voyage, by truck. A port of the voyage is not a destination by
/// truck.
fn inland_destination(events: &[&ContainerEvent<'_>], by_sea: &[&ContainerEvent<'_>], places: &Places) -> Option<Stop> {
    let is_after_sea = |e: &ContainerEvent<'_>| {
        e.motion.phase == Some(Phase::Import) || by_sea.first().is_some_and(|first| !e.is_certainly_before(first))
    };
    let is_at_port = |e: &ContainerEvent<'_>| by_sea.iter().any(|call| call.is_at_place_of(e));
    let is_end = |e: &ContainerEvent<'_>| match (&e.motion.movement, &e.motion.mode) {
        (Movement::Arrived | Movement::Discharged | Movement::GateIn, Some(Mode::Rail)) => true,
        (Movement::Arrived, Some(Mode::Truck)) => is_after_sea(e) && !is_at_port(e),
        _ => false,
    };
    let is_export = |e: &ContainerEvent<'_>| e.motion.phase == Some(Phase::Export);
    events.iter().rfind(|e| is_end(e) && !is_export(e) && !e.place_id.is_empty()).map(|e| stop(&e.place, places))
}
