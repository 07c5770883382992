//! Where the voyage of a container begins and ends.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::happening::{Happening, in_order};
use super::places::Places;
use super::timeline::Timeline;
use crate::tracking::{Mode, Movement, Particulars, Phase, Place};

#[derive(Default, Clone)]
pub(super) struct Route {
    pub(super) port_of_lading: Option<Stop>,
    pub(super) port_of_discharge: Option<Stop>,
    /// `None` if it is the port of discharge.
    pub(super) destination: Option<Stop>,
    /// Ports that are no port of discharge, because the voyage goes on from there.
    passed: BTreeSet<Rc<str>>,
}

#[derive(Clone)]
pub(super) struct Stop {
    pub(super) place: Place,
    pub(super) id: Rc<str>,
}

impl Route {
    /// Of one container or of all together. Bookings beat events, except that a port where the container was loaded
    /// again is not its port of discharge, and the port where it was discharged for good, and left by truck or barge or
    /// returned empty, is.
    pub(super) fn find(booked: &Particulars, timelines: &[&Timeline<'_>], places: &Places) -> Self {
        let all: Vec<&Happening<'_>> =
            in_order(timelines.iter().flat_map(|timeline| timeline.actual.iter().chain(&timeline.expected)).collect());
        let known = |place: &Option<Place>| place.as_ref().map(|place| stop(place, places)).filter(Stop::is_named);
        let port_of_lading = known(&booked.port_of_lading).or_else(|| lading(&all, places));
        let sailed = all.iter().position(|h| is_one_of(h, &[Movement::Loaded, Movement::Departed]));
        let on_the_way = all.get(sailed.unwrap_or(0)..).unwrap_or_default();
        let mut passed = passed(on_the_way);
        let booked_for = known(&booked.port_of_discharge).filter(|port| !passed.contains(&port.id));
        passed.extend(hubs(on_the_way));
        let undated: Vec<&Happening<'_>> = timelines.iter().flat_map(|timeline| &timeline.undated).collect();
        let port_of_discharge = left_for_good(timelines, booked_for.as_ref(), places)
            .or(booked_for)
            .or_else(|| discharge(on_the_way, &undated, port_of_lading.as_ref(), &passed, places));
        // An obsolete plan still shows the destination unless another one does.
        let overtaken: Vec<&Happening<'_>> = timelines.iter().flat_map(|timeline| &timeline.overtaken).collect();
        let by_sea: Vec<&Happening<'_>> = on_the_way.iter().copied().filter(|h| h.moves_by_vessel()).collect();
        let destination = known(&booked.destination)
            .or_else(|| inland(on_the_way, &by_sea, places))
            .or_else(|| inland(&overtaken, &by_sea, places))
            .filter(|stop| port_of_discharge.as_ref().is_none_or(|port| port.id != stop.id));
        if let Some(port) = &port_of_discharge {
            passed.remove(&port.id);
        }
        Route { port_of_lading, port_of_discharge, destination, passed }
    }

    pub(super) fn or(self, others: &Route) -> Self {
        Route {
            port_of_lading: self.port_of_lading.or_else(|| others.port_of_lading.clone()),
            port_of_discharge: self.port_of_discharge.or_else(|| others.port_of_discharge.clone()),
            destination: self.destination.or_else(|| others.destination.clone()),
            passed: self.passed,
        }
    }

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

    /// Also true without a place.
    pub(super) fn is_at_lading(&self, happening: &Happening<'_>) -> bool {
        may_be_at(&self.port_of_lading, happening)
    }

    pub(super) fn is_at_discharge(&self, happening: &Happening<'_>) -> bool {
        may_be_at(&self.port_of_discharge, happening) && !self.passed.contains(&happening.place_id)
    }

    /// Also true without a place; false without a destination.
    pub(super) fn is_at_destination(&self, happening: &Happening<'_>) -> bool {
        self.destination.is_some() && may_be_at(&self.destination, happening)
    }

    pub(super) fn is_call_before_lading(&self, happening: &Happening<'_>) -> bool {
        is_one_of(happening, &[Movement::Arrived, Movement::Berthed]) && self.is_port_of_lading(&happening.place_id)
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
    // Of equal counts the first code, for reproducible results.
    counts.into_values().rev().max_by_key(|(count, _)| *count).map(|(_, stop)| stop.clone())
}

fn is_known_as(stop: &Option<Stop>, id: &str) -> bool {
    stop.as_ref().is_some_and(|stop| *stop.id == *id)
}

fn may_be_at(stop: &Option<Stop>, happening: &Happening<'_>) -> bool {
    happening.place_id.is_empty() || stop.as_ref().is_none_or(|stop| stop.id == happening.place_id)
}

fn is_one_of(happening: &Happening<'_>, movements: &[Movement]) -> bool {
    movements.iter().any(|movement| happening.is_vessel(movement))
}

/// The first load; without one, or if another vessel brought the container there, the departure of its first vessel.
fn lading(all: &[&Happening<'_>], places: &Places) -> Option<Stop> {
    let first = |movement: Movement| all.iter().position(|h| h.is_vessel(&movement) && !h.place_id.is_empty());
    let (load, departure) = (first(Movement::Loaded), first(Movement::Departed));
    let at = match (load, departure) {
        (Some(load), Some(departure)) if departure < load && came_by_vessel(&all[..load], all[load]) => departure,
        (load, departure) => load.or(departure)?,
    };
    Some(stop(&all[at].place, places))
}

fn came_by_vessel(before: &[&Happening<'_>], load: &Happening<'_>) -> bool {
    before
        .iter()
        .filter(|h| h.place_id == load.place_id)
        .any(|h| h.is_vessel(&Movement::Discharged) || (h.is_vessel(&Movement::Arrived) && is_another(h, load)))
}

/// Where all containers left the sea. One that leaves from the port it was booked for has arrived, whatever its vessel.
fn left_for_good(timelines: &[&Timeline<'_>], booked_for: Option<&Stop>, places: &Places) -> Option<Stop> {
    let mut ends = timelines.iter().map(|timeline| left_vessel_at(timeline, booked_for));
    let first = ends.next().flatten()?;
    ends.all(|end| end.is_some_and(|end| end.place_id == first.place_id)).then(|| stop(&first.place, places))
}

fn left_vessel_at<'t>(timeline: &'t Timeline<'t>, booked_for: Option<&Stop>) -> Option<&'t Happening<'t>> {
    let last = timeline.actual.iter().rposition(|h| h.is_vessel(&Movement::Discharged) && !h.place_id.is_empty())?;
    let (discharge, after) = (&timeline.actual[last], timeline.actual.get(last + 1..).unwrap_or_default());
    let here = |h: &Happening<'_>| h.place_id == discharge.place_id;
    // Without hours, a load may be sorted before the discharge of the same day.
    let is_loaded_again =
        |h: &Happening<'_>| h.is_vessel(&Movement::Loaded) && here(h) && !h.is_certainly_before(discharge);
    let leaves_on_another = |h: &Happening<'_>| h.is_vessel(&Movement::Departed) && here(h) && is_another(h, discharge);
    let goes_on = after.iter().any(|h| h.is_vessel(&Movement::Loaded) || leaves_on_another(h))
        || timeline.actual.iter().any(is_loaded_again)
        // The vessel that discharged it does not carry it on.
        || timeline.expected.iter().any(|h| h.moves_by_vessel() && !here(h) && !is_the_same(h, discharge))
        || timeline.expected.iter().any(leaves_on_another);
    // Between two terminals of a port it leaves and comes in again.
    let moves =
        |h: &&Happening<'_>| h.is_empty_return() || leaves_the_voyage(h) || h.motion.movement == Movement::GateIn;
    let is_elsewhere =
        |h: &Happening<'_>| booked_for.is_some_and(|port| port.id == h.place_id && port.id != discharge.place_id);
    let left_here = || after.iter().rfind(|h| moves(h) && here(h)).is_some_and(leaves_the_voyage);
    let left = after.iter().rfind(moves).is_some_and(|h| leaves_the_voyage(h) && (!is_elsewhere(h) || left_here()));
    (!goes_on && left).then_some(discharge)
}

/// False if one has no vessel.
fn is_another(one: &Happening<'_>, other: &Happening<'_>) -> bool {
    matches!((&one.vessel, &other.vessel), (Some(one), Some(other)) if !one.may_be(other))
}

fn is_the_same(one: &Happening<'_>, other: &Happening<'_>) -> bool {
    matches!((&one.vessel, &other.vessel), (Some(one), Some(other)) if one.may_be(other))
}

fn leaves_the_voyage(happening: &Happening<'_>) -> bool {
    let by_road = happening.motion.mode.as_ref().is_none_or(|mode| *mode == Mode::Truck);
    let went = matches!(happening.motion.movement, Movement::GateOut | Movement::PickedUp) && by_road;
    let by_barge = happening.motion.mode == Some(Mode::Barge)
        && matches!(happening.motion.movement, Movement::Loaded | Movement::Departed);
    happening.is_empty_return() || (went && !happening.is_empty()) || by_barge
}

/// Where the last vessel goes. A plan without a time beats events only if its source calls it import.
fn discharge(
    on_the_way: &[&Happening<'_>],
    undated: &[&Happening<'_>],
    lading: Option<&Stop>,
    passed: &BTreeSet<Rc<str>>,
    places: &Places,
) -> Option<Stop> {
    let is_end = |h: &&&Happening<'_>| {
        let is_on_the_way = passed.contains(&h.place_id) || lading.is_some_and(|port| port.id == h.place_id);
        h.comes_off_vessel() && !h.place_id.is_empty() && !is_on_the_way
    };
    let is_import = |h: &&&Happening<'_>| h.motion.phase == Some(Phase::Import);
    let last = on_the_way.iter().rfind(is_end);
    let planned = undated.iter().rfind(|h| is_end(h) && is_import(h));
    last.filter(is_import).or(planned).or(last).map(|h| stop(&h.place, places))
}

/// Ports that their source calls transshipment and never import.
fn hubs(on_the_way: &[&Happening<'_>]) -> BTreeSet<Rc<str>> {
    let comes = |phase: Phase| {
        let happenings =
            on_the_way.iter().filter(move |h| h.comes_off_vessel() && h.motion.phase.as_ref() == Some(&phase));
        happenings.map(|h| h.place_id.clone()).filter(|id| !id.is_empty())
    };
    let ends: BTreeSet<Rc<str>> = comes(Phase::Import).collect();
    comes(Phase::Transshipment).filter(|port| !ends.contains(port)).collect()
}

/// Where the container came by vessel and left by vessel: until its next port is reported, its port of discharge is
/// unknown.
fn passed(on_the_way: &[&Happening<'_>]) -> BTreeSet<Rc<str>> {
    let ports: BTreeSet<&Rc<str>> = on_the_way.iter().map(|h| &h.place_id).filter(|id| !id.is_empty()).collect();
    ports.into_iter().filter(|port| is_loaded_again(on_the_way, port)).cloned().collect()
}

fn is_loaded_again(on_the_way: &[&Happening<'_>], port: &str) -> bool {
    let here = |h: &Happening<'_>| *h.place_id == *port;
    let Some(came) = on_the_way.iter().position(|h| here(h) && h.comes_off_vessel()) else { return false };
    let loads = |h: &&Happening<'_>| here(h) && is_one_of(h, &[Movement::Loaded, Movement::Departed]);
    on_the_way.iter().enumerate().any(|(at, h)| loads(h) && (at > came || h.is_on_the_day_of(on_the_way[came])))
}

/// By rail or truck. A truck only after the sea voyage, from a port where vessels arrive.
fn inland(happenings: &[&Happening<'_>], by_sea: &[&Happening<'_>], places: &Places) -> Option<Stop> {
    let is_after_sea = |h: &Happening<'_>| {
        h.motion.phase == Some(Phase::Import) || by_sea.first().is_some_and(|first| !h.is_certainly_before(first))
    };
    let is_at_port = |h: &Happening<'_>| by_sea.iter().any(|call| call.place_id == h.place_id);
    let is_end = |h: &Happening<'_>| match (&h.motion.movement, &h.motion.mode) {
        (Movement::Arrived | Movement::Discharged | Movement::GateIn, Some(Mode::Rail)) => true,
        (Movement::Arrived, Some(Mode::Truck)) => is_after_sea(h) && !is_at_port(h),
        _ => false,
    };
    let goes_to_sea = |h: &Happening<'_>| h.motion.phase == Some(Phase::Export);
    happenings.iter().rfind(|h| is_end(h) && !goes_to_sea(h) && !h.place_id.is_empty()).map(|h| stop(&h.place, places))
}
