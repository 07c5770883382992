//! Finds the route of a voyage: port of lading, port of discharge and inland destination.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::container_event::{ContainerEvent, sort_events};
use super::land_moves::{comes_in, is_by_rail_or_barge};
use super::places::Places;
use super::timeline::Timeline;
use crate::resources::DataSource;
use crate::tracking::{Certainty, Mode, Movement, Particulars, Phase, Place, Vessel};

#[derive(Default, Clone)]
pub(super) struct Route {
    pub(super) port_of_lading: Option<Stop>,
    pub(super) port_of_discharge: Option<Stop>,
    /// `None` if the voyage ends at the port of discharge.
    pub(super) destination: Option<Stop>,
    /// Whether the container left the port of discharge by land or barge.
    pub(super) is_left_by_land: bool,
    is_lading_booked: bool,
    /// Areas of the ports that cannot be the port of discharge, because the voyage continues from them.
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
    /// the port by land or barge, or was returned empty. The booked port is then the inland destination, unless another one is booked. If no
    /// port is booked, this applies to the port where the container was expected to be discharged.
    pub(super) fn find(booked: &Particulars, timelines: &[&Timeline<'_>], places: &Places) -> Self {
        let mut all: Vec<&ContainerEvent<'_>> = sort_events(
            timelines.iter().flat_map(|timeline| timeline.actual.iter().chain(&timeline.expected)).collect(),
        );
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
        let port_of_lading = booked.lading.clone().or_else(|| port_of_lading(&all, places));
        let shut_outs: Vec<ShutOuts<'_>> =
            timelines.iter().map(|timeline| ShutOuts::of(timeline, &port_of_lading, is_lading_booked)).collect();
        for (timeline, shut_outs) in timelines.iter().zip(&shut_outs) {
            for shut_out in timeline.actual.iter().filter(|event| shut_outs.has(event)) {
                all.retain(|event| !std::ptr::eq(*event, shut_out));
            }
        }
        let first_sailing = all.iter().position(|e| is_one_of(e, &[Movement::Loaded, Movement::Departed]));
        let on_the_way = all.get(first_sailing.unwrap_or(0)..).unwrap_or_default();
        let mut transshipments = observed_transshipment_ports(on_the_way);
        if let [timeline] = timelines {
            transshipments.extend(ports_before_last_load(timeline, &shut_outs[0]));
        }
        let booked_port = booked.discharge.as_ref().filter(|port| !transshipments.contains(&port.port));
        transshipments.extend(declared_transshipment_ports(on_the_way));
        if booked.discharge.is_none() {
            booked.planned = planned_port(timelines, &transshipments, port_of_lading.as_ref(), places);
        }
        let undated: Vec<&ContainerEvent<'_>> = timelines.iter().flat_map(|timeline| &timeline.undated).collect();
        let last_port = final_port(timelines, &shut_outs, &booked, booked_port);
        let omitted_port = booked_port.filter(|port| last_port.is_some_and(|last| last.is_instead_of(port))).cloned();
        let is_omitted = |planned: &PlannedPort| {
            let is_certain = |last: LastPort<'_>| planned.is_certain || last.is_reached;
            last_port.is_some_and(|last| last.is_instead_of(&planned.stop) && is_certain(last))
        };
        let planned_destination = booked.planned.filter(is_omitted).map(|planned| planned.stop);
        // If it is the booked port, the booked code is published.
        let is_booked = |port: &Stop| booked_port.is_some_and(|booked| booked.port == port.port);
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
            is_lading_booked,
            transshipment_ports: transshipments,
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
            is_lading_booked: self.is_lading_booked,
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
            is_left_by_land: routes.iter().any(|route| route.is_left_by_land),
            is_lading_booked: routes.iter().any(|route| route.is_lading_booked),
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

    /// Whether the event names the inland destination as its place.
    pub(super) fn is_named_destination(&self, event: &ContainerEvent<'_>) -> bool {
        !event.place_id.is_empty() && self.is_at_destination(event)
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
    port.is_some_and(|port| port.port == stop.port) && by_sea.iter().any(is_same_code)
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
    before.iter().filter(|e| e.port_id == load.port_id).any(|e| {
        e.is_vessel(&Movement::Discharged) || (e.is_vessel(&Movement::Arrived) && is_on_another_vessel(e, load))
    })
}

/// Recognizes shut-outs: the container was loaded and discharged again at its port of lading, before a vessel left with it.
pub(super) struct ShutOuts<'t> {
    port: Option<Rc<str>>,
    is_booked: bool,
    load: Option<&'t ContainerEvent<'t>>,
    last_load: Option<&'t ContainerEvent<'t>>,
    /// The first event that shows that the container left its port of lading by vessel.
    left: Option<&'t ContainerEvent<'t>>,
}

impl<'t> ShutOuts<'t> {
    fn of(timeline: &'t Timeline<'t>, lading: &Option<Stop>, is_booked: bool) -> Self {
        let is_here = |e: &ContainerEvent<'_>| is_port(lading, e);
        let leaves = |e: &&ContainerEvent<'_>| {
            e.is_vessel(&Movement::Departed) || (e.comes_off_vessel() && !e.place_id.is_empty() && !is_here(e))
        };
        let loads = |e: &&ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) && is_here(e);
        ShutOuts {
            port: lading.as_ref().map(|stop| stop.port.clone()),
            is_booked,
            load: timeline.actual.iter().find(loads),
            last_load: timeline.actual.iter().rfind(loads),
            left: timeline.actual.iter().find(leaves),
        }
    }

    /// Whether the event is the discharge of a shut-out container. Without a booked port, the load must be reported, too: otherwise
    /// the first leg of the voyage may be missing.
    pub(super) fn has(&self, event: &ContainerEvent<'_>) -> bool {
        let is_undone = |load: &ContainerEvent<'_>| {
            load.is_certainly_before(event) && !is_on_another_vessel(load, event) || is_on_same_vessel(load, event)
        };
        event.is_vessel(&Movement::Discharged)
            && event.certainty == Certainty::Actual
            && event.motion.phase.as_ref().is_none_or(|phase| *phase == Phase::Export)
            && !event.place_id.is_empty()
            && self.port.as_ref().is_some_and(|port| *port == event.port_id)
            && !self.left.is_some_and(|left| left.is_certainly_before(event))
            && self.load.map_or(self.is_booked, is_undone)
    }

    /// Whether the load or departure does not count any more, because the container was shut out after it, or because its vessel left
    /// without the container.
    pub(super) fn undoes(&self, shut_out: &ContainerEvent<'_>, event: &ContainerEvent<'_>) -> bool {
        let is_reloaded = || self.last_load.is_some_and(|load| shut_out.is_certainly_before(load));
        let is_after = shut_out.is_certainly_before(event);
        !is_on_another_vessel(shut_out, event) && (!is_after || event.is_vessel(&Movement::Departed) && !is_reloaded())
    }
}

/// The ports and the destination that were booked.
struct BookedStops {
    lading: Option<Stop>,
    discharge: Option<Stop>,
    destination: Option<Stop>,
    /// If no port of discharge is booked.
    planned: Option<PlannedPort>,
}

/// A port where no vessel brought the container, although a source expected it.
struct PlannedPort {
    stop: Stop,
    /// Whether the statement is about the container. The arrival of a vessel may be reported at ports where the container stays on board.
    is_certain: bool,
}

/// The last discharge of a container that left the port by land or barge.
#[derive(Clone, Copy)]
struct LastPort<'t> {
    discharge: &'t ContainerEvent<'t>,
    /// Whether the container left the port laden.
    goes_on: bool,
    /// Whether the container reached the booked or planned port by land or barge.
    is_reached: bool,
}

impl LastPort<'_> {
    /// Whether the vessel discharged the container here instead of at that port, and the container continued by land or barge.
    fn is_instead_of(&self, port: &Stop) -> bool {
        self.goes_on && port.port != self.discharge.port_id
    }
}

/// The port where all containers were discharged last, if they left it by land or barge.
fn final_port<'t>(
    timelines: &[&'t Timeline<'t>],
    shut_outs: &[ShutOuts<'_>],
    booked: &BookedStops,
    booked_port: Option<&Stop>,
) -> Option<LastPort<'t>> {
    let mut ends = timelines
        .iter()
        .zip(shut_outs)
        .map(|(timeline, shut_outs)| last_discharge(timeline, shut_outs, booked, booked_port));
    let first = ends.next().flatten()?;
    ends.try_fold(first, |known, end| {
        let end = end.filter(|end| end.discharge.port_id == known.discharge.port_id)?;
        let goes_on = known.goes_on || end.goes_on;
        Some(LastPort { goes_on, is_reached: known.is_reached || end.is_reached, ..known })
    })
}

/// The last discharge of the container, if the container then left the port by land or barge and does not continue by sea.
fn last_discharge<'t>(
    timeline: &'t Timeline<'t>,
    shut_outs: &ShutOuts<'_>,
    booked: &BookedStops,
    booked_port: Option<&Stop>,
) -> Option<LastPort<'t>> {
    let is_discharge =
        |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Discharged) && !e.place_id.is_empty() && !shut_outs.has(e);
    let last = timeline.actual.iter().rposition(is_discharge)?;
    let (discharge, later) = (&timeline.actual[last], timeline.actual.get(last + 1..).unwrap_or_default());
    let is_here = |e: &ContainerEvent<'_>| e.port_id == discharge.port_id;
    let planned_port = booked.planned.as_ref().map(|planned| &planned.stop);
    let [omitted_booked, omitted] =
        [booked_port, booked_port.or(planned_port)].map(|port| port.filter(|port| port.port != discharge.port_id));
    let is_at = |e: &ContainerEvent<'_>, stop: Option<&Stop>| stop.is_some_and(|stop| stop.port == e.port_id);
    let is_at_omitted = |e: &ContainerEvent<'_>| is_at(e, omitted);
    // A gate-in in another country may follow on an unreported voyage by sea.
    let by_land_to_omitted = |e: &ContainerEvent<'_>| {
        let is_near = || country(&e.place_id) == country(&discharge.place_id);
        is_at_omitted(e)
            && comes_in(e)
            && (e.motion.movement != Movement::GateIn || is_by_rail_or_barge(e) || is_near())
    };
    // By train or barge, the container may also go to the port of the next vessel.
    let ends_inland =
        |e: &ContainerEvent<'_>| comes_in(e) && (is_at_omitted(e) || is_at(e, booked.destination.as_ref()));
    let is_near = omitted_booked.is_none_or(|port| country(&port.id) == country(&discharge.place_id));
    let is_last_port = later.iter().any(leaves_by_rail_or_barge)
        && (is_near || later.iter().chain(&timeline.expected).any(ends_inland));
    let leaves = |e: &ContainerEvent<'_>| leaves_by_road(e) || (leaves_by_rail_or_barge(e) && is_last_port);
    // A container that moves between two terminals of a port leaves and comes back.
    let moves = |e: &&ContainerEvent<'_>| leaves(e) || e.motion.movement == Movement::GateIn;
    let left_here = later.iter().rfind(|e| moves(e) && is_here(e)).is_some_and(&leaves);
    let came_by_land = later.iter().any(&by_land_to_omitted);
    let left_elsewhere = || later.iter().rfind(moves).is_some_and(|e| leaves(e) && !is_at(e, omitted_booked));
    if !(left_here || came_by_land || left_elsewhere()) || continues_by_sea(timeline, last, omitted, came_by_land) {
        return None;
    }
    let goes_on = came_by_land || later.iter().any(|e| leaves(e) && !e.is_empty_return() && !is_at_omitted(e));
    Some(LastPort { discharge, goes_on, is_reached: came_by_land })
}

/// Whether the container continues by sea after the discharge with this index. `omitted` is the booked or planned port, and `is_reached` whether
/// the container reached it by land since.
fn continues_by_sea(timeline: &Timeline<'_>, last: usize, omitted: Option<&Stop>, is_reached: bool) -> bool {
    let (discharge, later) = (&timeline.actual[last], timeline.actual.get(last + 1..).unwrap_or_default());
    let is_here = |e: &ContainerEvent<'_>| e.port_id == discharge.port_id;
    // If only the days are known, a load may be sorted before a discharge on the same day.
    let is_loaded_again =
        |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) && is_here(e) && !e.is_certainly_before(discharge);
    let leaves_on_another =
        |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Departed) && is_here(e) && is_on_another_vessel(e, discharge);
    let arrives_on_another = |e: &ContainerEvent<'_>| {
        e.comes_off_vessel() && !e.place_id.is_empty() && !is_here(e) && is_on_another_vessel(e, discharge)
    };
    // The vessel that discharged the container does not carry it further. If the arrival at the omitted port names no vessel, it may be that of
    // this vessel. In another country, it is that of the next one.
    let may_be_outdated = |e: &ContainerEvent<'_>, port: &Stop| {
        country(&port.id) == country(&discharge.place_id) && !is_on_another_vessel(e, discharge)
    };
    let is_expected_elsewhere = |e: &ContainerEvent<'_>| {
        let is_moot = e.comes_off_vessel()
            && omitted.is_some_and(|port| port.port == e.port_id && (is_reached || may_be_outdated(e, port)));
        e.moves_by_vessel() && !is_here(e) && !is_on_same_vessel(e, discharge) && !is_moot
    };
    later.iter().any(|e| e.is_vessel(&Movement::Loaded) || leaves_on_another(e) || arrives_on_another(e))
        || timeline.actual.iter().any(is_loaded_again)
        || timeline.expected.iter().any(|e| is_expected_elsewhere(e) || leaves_on_another(e))
}

/// The country of a UN/LOCODE; `None` if the place has no code.
fn country(place_id: &str) -> Option<&str> {
    place_id.get(..2).filter(|_| place_id.len() == 5)
}

/// Whether the events name different vessels; false if one of them names no vessel.
fn is_on_another_vessel(one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
    Vessel::differ(one.vessel.as_deref(), other.vessel.as_deref())
}

fn is_on_same_vessel(one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
    matches!((&one.vessel, &other.vessel), (Some(one), Some(other)) if one.may_be(other))
}

/// Whether the container goes out laden by truck, or was returned empty.
fn leaves_by_road(event: &ContainerEvent<'_>) -> bool {
    let goes_out = matches!(event.motion.movement, Movement::GateOut | Movement::PickedUp)
        && event.motion.phase != Some(Phase::Transshipment);
    event.is_empty_return() || (goes_out && event.motion.is_by_road() && !event.is_empty())
}

fn leaves_by_rail_or_barge(event: &ContainerEvent<'_>) -> bool {
    let leaves = matches!(event.motion.movement, Movement::Loaded | Movement::Departed | Movement::GateOut);
    leaves && is_by_rail_or_barge(event) && !event.is_empty()
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

/// Areas of the ports that a source marks as transshipment and no source marks as import.
fn declared_transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let comes = |phase: Phase| {
        let events = on_the_way.iter().filter(move |e| e.comes_off_vessel() && e.motion.phase.as_ref() == Some(&phase));
        events.map(|e| e.port_id.clone()).filter(|id| !id.is_empty())
    };
    let ends: BTreeSet<Rc<str>> = comes(Phase::Import).collect();
    comes(Phase::Transshipment).filter(|port| !ends.contains(port)).collect()
}

/// Areas of the ports where the container arrived and departed by vessel. If only such ports are known, the port of discharge is unknown.
fn observed_transshipment_ports(on_the_way: &[&ContainerEvent<'_>]) -> BTreeSet<Rc<str>> {
    let ports: BTreeSet<&Rc<str>> = on_the_way.iter().map(|e| &e.port_id).filter(|id| !id.is_empty()).collect();
    ports.into_iter().filter(|port| is_loaded_again(on_the_way, port)).cloned().collect()
}

/// Ports where a vessel discharged the container before it was loaded again elsewhere: it came there by land.
fn ports_before_last_load(timeline: &Timeline<'_>, shut_outs: &ShutOuts<'_>) -> BTreeSet<Rc<str>> {
    let Some(load) = timeline.actual.iter().rfind(|e| e.is_vessel(&Movement::Loaded)) else { return BTreeSet::new() };
    let is_before_load = |e: &&ContainerEvent<'_>| {
        e.is_vessel(&Movement::Discharged) && !shut_outs.has(e) && e.is_certainly_before(load)
    };
    timeline.actual.iter().filter(is_before_load).map(|e| e.port_id.clone()).filter(|port| !port.is_empty()).collect()
}

fn is_loaded_again(on_the_way: &[&ContainerEvent<'_>], port: &str) -> bool {
    let is_at_port = |e: &ContainerEvent<'_>| *e.port_id == *port;
    let Some(came) = on_the_way.iter().position(|e| is_at_port(e) && e.comes_off_vessel()) else { return false };
    let loads = |e: &&ContainerEvent<'_>| is_at_port(e) && is_one_of(e, &[Movement::Loaded, Movement::Departed]);
    on_the_way.iter().enumerate().any(|(at, e)| loads(e) && (at > came || e.is_on_the_day_of(on_the_way[came])))
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
