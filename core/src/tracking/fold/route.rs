//! Finds the route of a voyage: port of lading, port of discharge and inland destination.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::container_event::{ContainerEvent, sort_events};
use super::last_port::{LastPort, final_port, stranded_at};
use super::places::Places;
use super::shut_outs::ShutOuts;
use super::stops::{BookedStops, PlannedPort, Stop, is_on_another_vessel, is_on_same_vessel, is_one_of, is_port, stop};
use super::timeline::Timeline;
use super::vessel_calls::{VesselCalls, knows_container};
use crate::places::{are_of_one_city, facilities};
use crate::resources::DataSource;
use crate::tracking::{Certainty, Mode, Movement, Particulars, Phase, Place};

#[derive(Default, Clone)]
pub(super) struct Route {
    pub(super) port_of_lading: Option<Stop>,
    pub(super) port_of_discharge: Option<Stop>,
    /// `None` if the voyage ends at the port of discharge.
    pub(super) destination: Option<Stop>,
    /// Whether the container left the port of discharge by land or barge.
    pub(super) is_left_by_land: bool,
    /// Where the container was discharged although another port is booked, if nothing further is expected.
    pub(super) stranded_at: Option<Stop>,
    is_lading_booked: bool,
    /// Areas of the ports that cannot be the port of discharge, because the voyage continues from them.
    pub(super) transshipment_ports: BTreeSet<Rc<str>>,
    /// Areas of the ports where the container changes vessels, although neither its discharge nor a load is reported or expected there.
    unreported_changes: BTreeSet<Rc<str>>,
}

impl Route {
    /// Finds the route of each container. What is unknown about one is taken from the common route.
    pub(super) fn find_all(booked: &Particulars, timelines: &[&Timeline<'_>], places: &Places) -> Vec<Self> {
        let common = Route::find(booked, timelines, places);
        match timelines {
            [_] => vec![common],
            _ => timelines.iter().map(|timeline| Route::find(booked, &[timeline], places).or(&common)).collect(),
        }
    }

    /// Finds the route of one container, or the common route of several.
    ///
    /// A port in a booking is preferred to one that follows from events, with two exceptions. A port where the container was loaded
    /// again is not its port of discharge. The port where the container was discharged last is its port of discharge if it then left
    /// the port by land or barge, or was returned empty. The booked port is then the inland destination, unless another one is booked. If no
    /// port is booked, this applies to the port where the container was expected to be discharged.
    pub(super) fn find(booked: &Particulars, timelines: &[&Timeline<'_>], places: &Places) -> Self {
        let mut all = in_order_of_the_route(timelines);
        let booked_stop =
            |place: &Option<Place>| place.as_ref().map(|place| stop(place, places)).filter(Stop::is_named);
        let mut booked = BookedStops {
            lading: booked_stop(&booked.port_of_lading),
            discharge: booked_stop(&booked.port_of_discharge),
            destination: booked_stop(&booked.destination),
            planned: None,
        };
        // A source may name the port of discharge, so that the destination that it named before does not stay.
        if let (Some(port), Some(destination)) = (&booked.discharge, &booked.destination)
            && port.id == destination.id
        {
            booked.destination = None;
        }
        let is_lading_booked = booked.lading.is_some();
        let undated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.undated).collect();
        let port_of_lading =
            booked.lading.clone().or_else(|| port_of_lading(&all, places)).or_else(|| port_of_lading(&undated, places));
        let shut_outs: Vec<ShutOuts<'_>> =
            timelines.iter().map(|timeline| ShutOuts::of(timeline, &port_of_lading, is_lading_booked)).collect();
        for (timeline, shut_outs) in timelines.iter().zip(&shut_outs) {
            for shut_out in timeline.actual.iter().filter(|event| shut_outs.has(event)) {
                all.retain(|event| !std::ptr::eq(*event, shut_out));
            }
        }
        let first_sailing = all.iter().position(|e| is_one_of(e, &[Movement::Loaded, Movement::Departed]));
        let on_the_way = all.get(first_sailing.unwrap_or(0)..).unwrap_or_default();
        let VesselCalls { mut transshipments, unreported_changes, way_ports } =
            VesselCalls::of(on_the_way, port_of_lading.as_ref(), booked.discharge.as_ref());
        if let [timeline] = timelines {
            transshipments.extend(ports_before_last_load(timeline, &shut_outs[0]));
        }
        transshipments.extend(way_ports);
        let booked_port = booked.discharge.as_ref().filter(|port| !transshipments.contains(&port.port));
        transshipments.extend(declared_transshipment_ports(on_the_way));
        if booked.discharge.is_none() {
            booked.planned = planned_port(timelines, &transshipments, port_of_lading.as_ref(), places);
        }
        let last_port = final_port(timelines, &shut_outs, &booked, booked_port);
        let omitted_port = booked_port.filter(|port| last_port.is_some_and(|last| last.is_instead_of(port))).cloned();
        let is_omitted = |planned: &PlannedPort| {
            let is_certain = |last: LastPort<'_>| planned.is_certain || last.is_reached;
            last_port.is_some_and(|last| last.is_instead_of(&planned.stop) && is_certain(last))
        };
        let planned_destination = booked.planned.filter(is_omitted).map(|planned| planned.stop);
        // If it is the booked port, the booked code is published.
        let is_booked = |port: &Stop| booked_port.is_some_and(|booked| booked.port == port.port);
        let stranded_at = match (timelines, &shut_outs[..], booked_port) {
            ([timeline], [shut_outs], Some(port)) if last_port.is_none() => stranded_at(timeline, shut_outs, port),
            _ => None,
        };
        let stranded_at = stranded_at.map(|discharge| stop(&discharge.place, places));
        let port_of_discharge = last_port
            .map(|last| stop(&last.discharge.place, places))
            .filter(|port| !is_booked(port))
            .or_else(|| booked_port.cloned())
            .or_else(|| port_of_discharge(on_the_way, &undated, port_of_lading.as_ref(), &transshipments, places));
        // If nothing else names a destination, outdated estimates and plans still do.
        let outdated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.outdated).collect();
        let by_sea: Vec<&ContainerEvent<'_>> = on_the_way.iter().copied().filter(|e| e.moves_by_vessel()).collect();
        let destination = booked
            .destination
            .or(omitted_port)
            .or_else(|| inland_destination(on_the_way, &by_sea, places))
            .or(planned_destination)
            .or_else(|| inland_destination(&outdated, &by_sea, places))
            .or_else(|| inland_destination(&undated, &by_sea, places))
            .filter(|stop| port_of_discharge.as_ref().is_none_or(|port| port.id != stop.id))
            .filter(|stop| !is_called_at(&by_sea, stop, port_of_discharge.as_ref()));
        if let Some(port) = &port_of_discharge {
            transshipments.remove(&port.port);
        }
        Route {
            port_of_lading,
            port_of_discharge,
            destination,
            is_left_by_land: last_port.is_some(),
            stranded_at,
            is_lading_booked,
            transshipment_ports: transshipments,
            unreported_changes,
        }
    }

    /// This route, with its missing places taken from `other`.
    pub(super) fn or(self, other: &Route) -> Self {
        Route {
            is_left_by_land: match self.port_of_discharge {
                Some(_) => self.is_left_by_land,
                None => other.is_left_by_land,
            },
            port_of_lading: self.port_of_lading.or_else(|| other.port_of_lading.clone()),
            port_of_discharge: self.port_of_discharge.or_else(|| other.port_of_discharge.clone()),
            destination: self.destination.or_else(|| other.destination.clone()),
            stranded_at: self.stranded_at,
            is_lading_booked: self.is_lading_booked,
            transshipment_ports: self.transshipment_ports,
            unreported_changes: self.unreported_changes,
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
            is_left_by_land: routes.iter().any(|route| route.is_left_by_land),
            stranded_at: routes.iter().find_map(|route| route.stranded_at.clone()),
            is_lading_booked: routes.iter().any(|route| route.is_lading_booked),
            transshipment_ports: routes.iter().flat_map(|route| route.transshipment_ports.iter().cloned()).collect(),
            unreported_changes: BTreeSet::new(),
        }
    }

    pub(super) fn is_port_of_lading(&self, event: &ContainerEvent<'_>) -> bool {
        is_port(&self.port_of_lading, event) && !is_port(&self.port_of_discharge, event)
    }

    pub(super) fn is_port_of_discharge(&self, event: &ContainerEvent<'_>) -> bool {
        is_port(&self.port_of_discharge, event)
    }

    pub(super) fn is_booked_lading(&self, event: &ContainerEvent<'_>) -> bool {
        self.is_lading_booked && is_port(&self.port_of_lading, event)
    }

    /// Also true if the event has no place.
    pub(super) fn is_at_lading(&self, event: &ContainerEvent<'_>) -> bool {
        may_be_at_port(&self.port_of_lading, event)
    }

    /// Also true if the event has no place.
    pub(super) fn is_at_discharge(&self, event: &ContainerEvent<'_>) -> bool {
        may_be_at_port(&self.port_of_discharge, event) && !self.transshipment_ports.contains(&event.port_id)
    }

    /// Also true if the event has no place. False if there is no inland destination. The arrival of a train, barge or truck counts at every ramp of
    /// the city.
    pub(super) fn is_at_destination(&self, event: &ContainerEvent<'_>) -> bool {
        let is_arrival = matches!(event.motion.movement, Movement::Arrived | Movement::Discharged);
        self.destination.as_ref().is_some_and(|stop| {
            let is_here = event.place_id.is_empty() || stop.id == event.place_id;
            is_here || is_arrival && are_of_one_city(&stop.id, &event.place_id)
        })
    }

    /// Whether the event names the inland destination as its place.
    pub(super) fn is_named_destination(&self, event: &ContainerEvent<'_>) -> bool {
        !event.place_id.is_empty() && self.is_at_destination(event)
    }

    /// Whether the container changes vessels at the port of the event, although its discharge was not reported.
    pub(super) fn is_unreported_change(&self, event: &ContainerEvent<'_>) -> bool {
        self.unreported_changes.contains(&event.port_id)
    }

    /// The discharges at the port of lading before the container left it by vessel.
    pub(super) fn shut_outs<'t>(&self, timeline: &'t Timeline<'t>) -> ShutOuts<'t> {
        ShutOuts::of(timeline, &self.port_of_lading, self.is_lading_booked)
    }

    /// Whether the event is the arrival of a vessel at the port of lading, before the container is loaded.
    pub(super) fn is_call_before_lading(&self, event: &ContainerEvent<'_>) -> bool {
        is_one_of(event, &[Movement::Arrived, Movement::Berthed]) && self.is_port_of_lading(event)
    }
}

/// The events in the order of the route: those that happened, those that are overdue, and those that are still expected.
fn in_order_of_the_route<'t>(timelines: &[&'t Timeline<'t>]) -> Vec<&'t ContainerEvent<'t>> {
    let dated = timelines.iter().flat_map(|timeline| timeline.actual.iter().chain(&timeline.expected));
    let (passed, ahead): (Vec<_>, Vec<_>) = timelines
        .iter()
        .flat_map(|timeline| timeline.overdue.iter().map(|plan| (plan, &timeline.actual)))
        .partition(|(plan, actual)| was_passed(plan, actual));
    let mut all = sort_events(dated.chain(passed.into_iter().map(|(plan, _)| plan)).collect());
    let last = all.iter().rposition(|event| event.certainty == Certainty::Actual).map_or(0, |at| at + 1);
    all.splice(last..last, sort_events(ahead.into_iter().map(|(plan, _)| plan).collect()));
    all
}

/// Whether an overdue plan belongs to a part of the route that the container has passed.
fn was_passed(plan: &ContainerEvent<'_>, actual: &[ContainerEvent<'_>]) -> bool {
    let leaves_first = |e: &ContainerEvent<'_>| e.leaves_by_vessel() && plan.is_certainly_before(e);
    let is_here = |e: &ContainerEvent<'_>| e.port_id == plan.port_id;
    let came_here = || actual.iter().any(|e| e.comes_off_vessel() && is_here(e));
    let came_off_elsewhere = |e: &ContainerEvent<'_>| {
        e.is_vessel(&Movement::Discharged)
            && !is_here(e)
            && !is_on_another_vessel(e, plan)
            && plan.is_certainly_before(e)
    };
    actual.iter().find(|e| e.leaves_by_vessel()).is_some_and(leaves_first)
        || plan.leaves_by_vessel() && !came_here()
        || plan.comes_off_vessel() && actual.iter().any(came_off_elsewhere)
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

fn may_be_at_port(stop: &Option<Stop>, event: &ContainerEvent<'_>) -> bool {
    event.port_id.is_empty() || stop.as_ref().is_none_or(|stop| stop.port == event.port_id)
}

/// Whether a vessel called at the place of the stop, with exactly its code, which belongs to the port of discharge.
fn is_called_at(by_sea: &[&ContainerEvent<'_>], stop: &Stop, port: Option<&Stop>) -> bool {
    let is_same_code = |e: &&ContainerEvent<'_>| e.comes_off_vessel() && *e.place.code_or_name() == *stop.id;
    port.is_some_and(|port| port.port == stop.port) && by_sea.iter().any(is_same_code)
}

/// The place of the first load. If there is no load, or if a vessel brought the container to that place, the place of the first departure. If
/// the vessel of that departure had come from elsewhere with the container, the port where the container came in before.
fn port_of_lading(all: &[&ContainerEvent<'_>], places: &Places) -> Option<Stop> {
    let first = |movement: Movement| all.iter().position(|e| e.is_vessel(&movement) && !e.place_id.is_empty());
    let (load, departure) = (first(Movement::Loaded), first(Movement::Departed));
    let at = match (load, departure) {
        (Some(load), Some(departure)) if departure < load && came_by_vessel(&all[..load], all[load]) => departure,
        (None, Some(departure)) => came_in_elsewhere(all, departure).unwrap_or(departure),
        (load, departure) => load.or(departure)?,
    };
    Some(stop(&all[at].place, places))
}

/// The laden gate-in at another port, if the vessel arrived before it departed, and nothing brought the container there by land.
fn came_in_elsewhere(all: &[&ContainerEvent<'_>], departure: usize) -> Option<usize> {
    let left = all[departure];
    let is_its = |e: &ContainerEvent<'_>| e.port_id == left.port_id && !is_on_another_vessel(e, left);
    let arrived = all[..departure].iter().position(|e| e.is_vessel(&Movement::Arrived) && is_its(e))?;
    let came_in = all[..arrived].iter().rposition(|e| !e.moves_by_vessel() && e.is_laden())?;
    let gate = all[came_in];
    let is_port = gate.place.locode.as_deref().is_some_and(|code| facilities(code).next().is_some());
    let is_elsewhere = gate.motion.movement == Movement::GateIn && gate.port_id != left.port_id;
    (is_port && is_elsewhere && all[arrived..departure].iter().all(|e| e.moves_by_vessel())).then_some(came_in)
}

/// Whether a vessel brought the container to the place of the load.
fn came_by_vessel(before: &[&ContainerEvent<'_>], load: &ContainerEvent<'_>) -> bool {
    before.iter().filter(|e| e.port_id == load.port_id).any(|e| {
        e.is_vessel(&Movement::Discharged) || (e.is_vessel(&Movement::Arrived) && is_on_another_vessel(e, load))
    })
}

/// The last port where a source expected a vessel to bring the container, and where no vessel came.
fn planned_port(
    timelines: &[&Timeline<'_>],
    transshipments: &BTreeSet<Rc<str>>,
    lading: Option<&Stop>,
    places: &Places,
) -> Option<PlannedPort> {
    let may_be_planned = |e: &&ContainerEvent<'_>| {
        let is_on_the_way = transshipments.contains(&e.port_id) || lading.is_some_and(|port| port.port == e.port_id);
        e.comes_off_vessel() && !e.place_id.is_empty() && !is_on_the_way && e.report.source.kind != DataSource::Ais
    };
    let expected = timelines.iter().flat_map(|timeline| &timeline.planned_calls);
    let mut planned: Vec<&ContainerEvent<'_>> = expected.filter(may_be_planned).collect();
    if planned.is_empty() {
        return None;
    }
    let actual = timelines.iter().flat_map(|timeline| &timeline.actual);
    let called_at: BTreeSet<&str> = actual.filter(|e| e.moves_by_vessel()).map(|e| &*e.port_id).collect();
    planned.retain(|e| !called_at.contains(&*e.port_id));
    let is_certain = |e: &ContainerEvent<'_>| {
        let is_import = e.motion.phase == Some(Phase::Import);
        is_import || e.is_vessel(&Movement::Discharged) || !e.is_about_whole_shipment()
    };
    let planned = planned.into_iter().max_by_key(|e| (is_certain(e), e.moment, Rc::clone(&e.port_id)))?;
    Some(PlannedPort { stop: stop(&planned.place, places), is_certain: is_certain(planned) })
}

/// The last port where a vessel arrives with the container or discharges it. Events without a time count only if their source marks them as
/// import, or if there are no others. A call that only AIS
/// or a schedule reports is no end, because these know only the vessel.
fn port_of_discharge(
    on_the_way: &[&ContainerEvent<'_>],
    undated: &[&ContainerEvent<'_>],
    lading: Option<&Stop>,
    transshipments: &BTreeSet<Rc<str>>,
    places: &Places,
) -> Option<Stop> {
    let is_end = |e: &&&ContainerEvent<'_>| {
        let is_on_the_way = transshipments.contains(&e.place_id) || lading.is_some_and(|port| port.port == e.port_id);
        let is_mere_call = e.certainty == Certainty::Actual && !knows_container(e);
        e.comes_off_vessel() && !e.place_id.is_empty() && !is_on_the_way && !is_mere_call
    };
    let is_import = |e: &&&ContainerEvent<'_>| e.motion.phase == Some(Phase::Import);
    // A vessel that discharges the container goes on without it.
    let discharge = on_the_way.iter().rposition(|e| is_end(&e) && e.is_vessel(&Movement::Discharged));
    let goes_on_without =
        |at: &usize| on_the_way[at + 1..].iter().filter(is_end).all(|e| is_on_same_vessel(e, on_the_way[*at]));
    let last = match discharge.filter(goes_on_without) {
        Some(at) => on_the_way.get(at),
        None => on_the_way.iter().rfind(is_end),
    };
    let planned = undated.iter().rfind(|e| is_end(e) && is_import(e));
    let weakest = undated.iter().rfind(is_end);
    last.filter(is_import).or(planned).or(last).or(weakest).map(|e| stop(&e.place, places))
}

/// Areas of the ports that a source marks as transshipment and no source marks as import.
fn declared_transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let comes = |phase: Phase| {
        let events = on_the_way.iter().filter(move |e| e.comes_off_vessel() && e.motion.phase.as_ref() == Some(&phase));
        events.map(|e| e.port_id.clone()).filter(|id| !id.is_empty())
    };
    let ends: BTreeSet<Rc<str>> = comes(Phase::Import).collect();
    comes(Phase::Transshipment).filter(|port| !ends.contains(port)).collect()
}

/// Ports where a vessel discharged the container before it was loaded again elsewhere: it came there by land.
fn ports_before_last_load(timeline: &Timeline<'_>, shut_outs: &ShutOuts<'_>) -> BTreeSet<Rc<str>> {
    let Some(load) = timeline.actual.iter().rfind(|e| e.is_vessel(&Movement::Loaded)) else { return BTreeSet::new() };
    let is_before_load = |e: &&ContainerEvent<'_>| {
        e.is_vessel(&Movement::Discharged) && !shut_outs.has(e) && e.is_certainly_before(load)
    };
    timeline.actual.iter().filter(is_before_load).map(|e| e.port_id.clone()).filter(|port| !port.is_empty()).collect()
}

/// The last place where the container arrives by train or, after the sea voyage, by barge or truck. A port of the voyage is not a
/// destination by barge or truck.
fn inland_destination(events: &[&ContainerEvent<'_>], by_sea: &[&ContainerEvent<'_>], places: &Places) -> Option<Stop> {
    let is_after_sea = |e: &ContainerEvent<'_>| {
        e.motion.phase == Some(Phase::Import) || by_sea.first().is_some_and(|first| !e.is_certainly_before(first))
    };
    let is_at_port = |e: &ContainerEvent<'_>| by_sea.iter().any(|call| call.port_id == e.port_id);
    let is_end = |e: &ContainerEvent<'_>| match (&e.motion.movement, &e.motion.mode) {
        (Movement::Arrived | Movement::Discharged | Movement::GateIn, Some(Mode::Rail)) => true,
        (Movement::Arrived | Movement::Discharged | Movement::GateIn, Some(Mode::Barge))
        | (Movement::Arrived, Some(Mode::Truck)) => is_after_sea(e) && !is_at_port(e),
        _ => false,
    };
    let is_export = |e: &ContainerEvent<'_>| e.motion.phase == Some(Phase::Export);
    events.iter().rfind(|e| is_end(e) && !is_export(e) && !e.place_id.is_empty()).map(|e| stop(&e.place, places))
}
