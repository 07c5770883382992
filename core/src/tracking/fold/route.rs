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
    /// Ports that cannot be the port of discharge, because the voyage continues from there.
    passed: BTreeSet<Rc<str>>,
}

#[derive(Clone)]
pub(super) struct Stop {
    pub(super) place: Place,
    pub(super) id: Rc<str>,
}

impl Route {
    /// Finds the route of one container, or the common route of several.
    ///
    /// A booking has precedence over events, with two exceptions. A port where the container was loaded again is not its port of discharge.
    /// The port where the container left its last vessel is its port of discharge if it continued by truck or barge, or was returned empty.
    pub(super) fn find(booked: &Particulars, timelines: &[&Timeline<'_>], places: &Places) -> Self {
        let all: Vec<&ContainerEvent<'_>> = sort_events(
            timelines.iter().flat_map(|timeline| timeline.actual.iter().chain(&timeline.expected)).collect(),
        );
        let booked_stop =
            |place: &Option<Place>| place.as_ref().map(|place| stop(place, places)).filter(Stop::is_named);
        let port_of_lading = booked_stop(&booked.port_of_lading).or_else(|| port_of_lading(&all, places));
        let first_sailing = all.iter().position(|e| is_one_of(e, &[Movement::Loaded, Movement::Departed]));
        let on_the_way = all.get(first_sailing.unwrap_or(0)..).unwrap_or_default();
        let mut passed = transshipment_ports(on_the_way);
        let booked_for = booked_stop(&booked.port_of_discharge).filter(|port| !passed.contains(&port.id));
        passed.extend(declared_transshipment_ports(on_the_way));
        let undated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.undated).collect();
        let port_of_discharge = port_left_for_good(timelines, booked_for.as_ref(), places)
            .or(booked_for)
            .or_else(|| port_of_discharge(on_the_way, &undated, port_of_lading.as_ref(), &passed, places));
        // An outdated plan is used for the destination if nothing else names one.
        let outdated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.outdated).collect();
        let by_sea: Vec<&ContainerEvent<'_>> = on_the_way.iter().copied().filter(|e| e.moves_by_vessel()).collect();
        let destination = booked_stop(&booked.destination)
            .or_else(|| inland_destination(on_the_way, &by_sea, places))
            .or_else(|| inland_destination(&outdated, &by_sea, places))
            .filter(|stop| port_of_discharge.as_ref().is_none_or(|port| port.id != stop.id));
        if let Some(port) = &port_of_discharge {
            passed.remove(&port.id);
        }
        Route { port_of_lading, port_of_discharge, destination, passed }
    }

    /// This route, with missing places taken from another one.
    pub(super) fn or(self, others: &Route) -> Self {
        Route {
            port_of_lading: self.port_of_lading.or_else(|| others.port_of_lading.clone()),
            port_of_discharge: self.port_of_discharge.or_else(|| others.port_of_discharge.clone()),
            destination: self.destination.or_else(|| others.destination.clone()),
            passed: self.passed,
        }
    }

    /// The most frequent port of lading, port of discharge and destination.
    pub(super) fn of_most(routes: &[Route]) -> Self {
        Route {
            port_of_lading: most(routes.iter().map(|route| &route.port_of_lading)),
            port_of_discharge: most(routes.iter().map(|route| &route.port_of_discharge)),
            destination: most(routes.iter().map(|route| &route.destination)),
            passed: routes.iter().flat_map(|route| route.passed.iter().cloned()).collect(),
        }
    }

    pub(super) fn is_port_of_lading(&self, id: &str) -> bool {
        is_known_as(&self.port_of_lading, id) && !is_known_as(&self.port_of_discharge, id)
    }

    pub(super) fn is_port_of_discharge(&self, id: &str) -> bool {
        is_known_as(&self.port_of_discharge, id)
    }

    /// Also true if the event has no place.
    pub(super) fn is_at_lading(&self, event: &ContainerEvent<'_>) -> bool {
        may_be_at(&self.port_of_lading, event)
    }

    pub(super) fn is_at_discharge(&self, event: &ContainerEvent<'_>) -> bool {
        may_be_at(&self.port_of_discharge, event) && !self.passed.contains(&event.place_id)
    }

    /// Also true if the event has no place. False if there is no inland destination.
    pub(super) fn is_at_destination(&self, event: &ContainerEvent<'_>) -> bool {
        self.destination.is_some() && may_be_at(&self.destination, event)
    }

    /// Whether the vessel comes to the port of lading, to fetch the container.
    pub(super) fn is_call_before_lading(&self, event: &ContainerEvent<'_>) -> bool {
        is_one_of(event, &[Movement::Arrived, Movement::Berthed]) && self.is_port_of_lading(&event.place_id)
    }
}

impl Stop {
    fn is_named(&self) -> bool {
        !self.id.is_empty()
    }
}

fn stop(place: &Place, places: &Places) -> Stop {
    Stop { place: places.complete(place), id: places.id(place).into() }
}

fn most<'r>(stops: impl Iterator<Item = &'r Option<Stop>>) -> Option<Stop> {
    let mut counts: BTreeMap<&str, (usize, &Stop)> = BTreeMap::new();
    for stop in stops.flatten() {
        counts.entry(&stop.id).or_insert((0, stop)).0 += 1;
    }
    // If counts are equal, the first code is chosen, so that the result is reproducible.
    counts.into_values().rev().max_by_key(|(count, _)| *count).map(|(_, stop)| stop.clone())
}

fn is_known_as(stop: &Option<Stop>, id: &str) -> bool {
    stop.as_ref().is_some_and(|stop| *stop.id == *id)
}

fn may_be_at(stop: &Option<Stop>, event: &ContainerEvent<'_>) -> bool {
    event.place_id.is_empty() || stop.as_ref().is_none_or(|stop| stop.id == event.place_id)
}

fn is_one_of(event: &ContainerEvent<'_>, movements: &[Movement]) -> bool {
    movements.iter().any(|movement| event.is_vessel(movement))
}

/// The place of the first load. Without a load, or if another vessel brought the container there, the place of the first departure.
fn port_of_lading(all: &[&ContainerEvent<'_>], places: &Places) -> Option<Stop> {
    let first = |movement: Movement| all.iter().position(|e| e.is_vessel(&movement) && !e.place_id.is_empty());
    let (load, departure) = (first(Movement::Loaded), first(Movement::Departed));
    let at = match (load, departure) {
        (Some(load), Some(departure)) if departure < load && came_by_vessel(&all[..load], all[load]) => departure,
        (load, departure) => load.or(departure)?,
    };
    Some(stop(&all[at].place, places))
}

fn came_by_vessel(before: &[&ContainerEvent<'_>], load: &ContainerEvent<'_>) -> bool {
    before.iter().filter(|e| e.place_id == load.place_id).any(|e| {
        e.is_vessel(&Movement::Discharged) || (e.is_vessel(&Movement::Arrived) && is_on_another_vessel(e, load))
    })
}

/// The port where all containers left their last vessel, if none continued by sea.
fn port_left_for_good(timelines: &[&Timeline<'_>], booked_for: Option<&Stop>, places: &Places) -> Option<Stop> {
    let mut ends = timelines.iter().map(|timeline| last_discharge(timeline, booked_for));
    let first = ends.next().flatten()?;
    ends.all(|end| end.is_some_and(|end| end.place_id == first.place_id)).then(|| stop(&first.place, places))
}

fn last_discharge<'t>(timeline: &'t Timeline<'t>, booked_for: Option<&Stop>) -> Option<&'t ContainerEvent<'t>> {
    let last = timeline.actual.iter().rposition(|e| e.is_vessel(&Movement::Discharged) && !e.place_id.is_empty())?;
    let (discharge, later) = (&timeline.actual[last], timeline.actual.get(last + 1..).unwrap_or_default());
    let here = |e: &ContainerEvent<'_>| e.place_id == discharge.place_id;
    // If only days are known, a load may be sorted before the discharge of the same day.
    let is_loaded_again =
        |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) && here(e) && !e.is_certainly_before(discharge);
    let leaves_on_another =
        |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Departed) && here(e) && is_on_another_vessel(e, discharge);
    let continues = later.iter().any(|e| e.is_vessel(&Movement::Loaded) || leaves_on_another(e))
        || timeline.actual.iter().any(is_loaded_again)
        // The vessel that discharged the container does not carry it further.
        || timeline.expected.iter().any(|e| e.moves_by_vessel() && !here(e) && !is_on_same_vessel(e, discharge))
        || timeline.expected.iter().any(leaves_on_another);
    // A container that moves between two terminals of a port leaves and comes back.
    let moves =
        |e: &&ContainerEvent<'_>| e.is_empty_return() || leaves_the_port(e) || e.motion.movement == Movement::GateIn;
    let is_elsewhere =
        |e: &ContainerEvent<'_>| booked_for.is_some_and(|port| port.id == e.place_id && port.id != discharge.place_id);
    let left_here = || later.iter().rfind(|e| moves(e) && here(e)).is_some_and(leaves_the_port);
    let left = later.iter().rfind(moves).is_some_and(|e| leaves_the_port(e) && (!is_elsewhere(e) || left_here()));
    (!continues && left).then_some(discharge)
}

/// Whether the events name different vessels; false if one names none.
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

/// The last port to which a vessel brings the container. A plan without a time counts only if its source marks it as import.
fn port_of_discharge(
    on_the_way: &[&ContainerEvent<'_>],
    undated: &[&ContainerEvent<'_>],
    lading: Option<&Stop>,
    passed: &BTreeSet<Rc<str>>,
    places: &Places,
) -> Option<Stop> {
    let is_end = |e: &&&ContainerEvent<'_>| {
        let is_on_the_way = passed.contains(&e.place_id) || lading.is_some_and(|port| port.id == e.place_id);
        e.comes_off_vessel() && !e.place_id.is_empty() && !is_on_the_way
    };
    let is_import = |e: &&&ContainerEvent<'_>| e.motion.phase == Some(Phase::Import);
    let last = on_the_way.iter().rfind(is_end);
    let planned = undated.iter().rfind(|e| is_end(e) && is_import(e));
    last.filter(is_import).or(planned).or(last).map(|e| stop(&e.place, places))
}

/// Ports that one source marks as transshipment and no source marks as import.
fn declared_transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let comes = |phase: Phase| {
        let events = on_the_way.iter().filter(move |e| e.comes_off_vessel() && e.motion.phase.as_ref() == Some(&phase));
        events.map(|e| e.place_id.clone()).filter(|id| !id.is_empty())
    };
    let ends: BTreeSet<Rc<str>> = comes(Phase::Import).collect();
    comes(Phase::Transshipment).filter(|port| !ends.contains(port)).collect()
}

/// Ports where the container came and left by vessel. Until the next port is reported, the port of discharge is unknown.
fn transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let ports: BTreeSet<&Rc<str>> = on_the_way.iter().map(|e| &e.place_id).filter(|id| !id.is_empty()).collect();
    ports.into_iter().filter(|port| is_loaded_again(on_the_way, port)).cloned().collect()
}

fn is_loaded_again(on_the_way: &[&ContainerEvent<'_>], port: &str) -> bool {
    let here = |e: &ContainerEvent<'_>| *e.place_id == *port;
    let Some(came) = on_the_way.iter().position(|e| here(e) && e.comes_off_vessel()) else { return false };
    let loads = |e: &&ContainerEvent<'_>| here(e) && is_one_of(e, &[Movement::Loaded, Movement::Departed]);
    on_the_way.iter().enumerate().any(|(at, e)| loads(e) && (at > came || e.is_on_the_day_of(on_the_way[came])))
}

/// The last place that a train brings the container to, or a truck after the sea voyage, if it is not a port of the voyage.
fn inland_destination(events: &[&ContainerEvent<'_>], by_sea: &[&ContainerEvent<'_>], places: &Places) -> Option<Stop> {
    let is_after_sea = |e: &ContainerEvent<'_>| {
        e.motion.phase == Some(Phase::Import) || by_sea.first().is_some_and(|first| !e.is_certainly_before(first))
    };
    let is_at_port = |e: &ContainerEvent<'_>| by_sea.iter().any(|call| call.place_id == e.place_id);
    let is_end = |e: &ContainerEvent<'_>| match (&e.motion.movement, &e.motion.mode) {
        (Movement::Arrived | Movement::Discharged | Movement::GateIn, Some(Mode::Rail)) => true,
        (Movement::Arrived, Some(Mode::Truck)) => is_after_sea(e) && !is_at_port(e),
        _ => false,
    };
    let goes_to_sea = |e: &ContainerEvent<'_>| e.motion.phase == Some(Phase::Export);
    events.iter().rfind(|e| is_end(e) && !goes_to_sea(e) && !e.place_id.is_empty()).map(|e| stop(&e.place, places))
}
