//! Finds the port where a vessel discharged a container for the last time.

use super::container_event::ContainerEvent;
use super::land_moves::{comes_in, is_by_rail_or_barge, leaves_by_rail_or_barge};
use super::shut_outs::ShutOuts;
use super::stops::{BookedStops, Stop, country, is_on_another_vessel, is_on_same_vessel};
use super::timeline::Timeline;
use crate::places::are_neighbours;
use crate::tracking::{Certainty, Movement, Phase};

/// The last discharge of a container by a vessel, if the container does not continue by sea.
#[derive(Clone, Copy)]
pub(super) struct LastPort<'t> {
    pub(super) discharge: &'t ContainerEvent<'t>,
    /// Whether the container left the port laden.
    goes_on: bool,
    /// Whether the container reached the booked or planned port by land or barge.
    pub(super) is_reached: bool,
    /// Whether the port is the neighbour of the booked one. Then it is instead of that port, although the container need not continue.
    is_neighbour: bool,
}

impl LastPort<'_> {
    /// Whether the vessel discharged the container here instead of at that port, and the container continued by land or barge.
    pub(super) fn is_instead_of(&self, port: &Stop) -> bool {
        self.goes_on && port.port != self.discharge.port_id && (self.is_reached || !self.is_neighbour)
    }
}

/// The port where all containers were discharged last, if they do not continue by sea.
pub(super) fn final_port<'t>(
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

/// The last discharge of the container, if the container then left the port by land or barge, if it is expected at the booked port or destination by
/// land or barge, or if the port is a neighbour of the booked one.
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
    let is_awaited = is_near && omitted_booked.is_some() && timeline.ahead().any(ends_inland);
    let is_neighbour = omitted_booked.is_some_and(|port| are_neighbours(&port.port, &discharge.port_id));
    let is_last_port =
        later.iter().any(leaves_by_rail_or_barge) && (is_near || later.iter().chain(timeline.ahead()).any(ends_inland));
    let leaves = |e: &ContainerEvent<'_>| leaves_by_road(e) || (leaves_by_rail_or_barge(e) && is_last_port);
    // A container that moves between two terminals of a port leaves and comes back.
    let moves = |e: &&ContainerEvent<'_>| leaves(e) || e.motion.movement == Movement::GateIn;
    let left_here = later.iter().rfind(|e| moves(e) && is_here(e)).is_some_and(&leaves);
    let came_by_land = later.iter().any(&by_land_to_omitted);
    let left_elsewhere = || later.iter().rfind(moves).is_some_and(|e| leaves(e) && !is_at(e, omitted_booked));
    let ends_here = left_here || came_by_land || is_awaited || is_neighbour || left_elsewhere();
    if !ends_here || continues_by_sea(timeline, last, omitted, came_by_land) {
        return None;
    }
    let goes_on =
        came_by_land || is_awaited || later.iter().any(|e| leaves(e) && !e.is_empty_return() && !is_at_omitted(e));
    Some(LastPort { discharge, goes_on, is_reached: came_by_land, is_neighbour })
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
        || timeline.overdue.iter().any(|e| e.comes_off_vessel() && is_expected_elsewhere(e) || leaves_on_another(e))
}

/// The last discharge of the container, if nothing further by sea is reported or expected, and the booked port is another one.
pub(super) fn stranded_at<'t>(
    timeline: &'t Timeline<'t>,
    shut_outs: &ShutOuts<'_>,
    booked_port: &Stop,
) -> Option<&'t ContainerEvent<'t>> {
    let is_discharge = |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Discharged) && !shut_outs.has(e);
    let last = timeline.actual.iter().rposition(is_discharge)?;
    let discharge = &timeline.actual[last];
    let goes_on = |e: &ContainerEvent<'_>| e.moves_by_vessel() && e.certainty != Certainty::Actual;
    let is_elsewhere = !discharge.port_id.is_empty() && discharge.port_id != booked_port.port;
    let ends =
        is_elsewhere && !timeline.plans().any(goes_on) && !continues_by_sea(timeline, last, Some(booked_port), false);
    ends.then_some(discharge)
}

/// Whether the container goes out laden by truck, or was returned empty.
fn leaves_by_road(event: &ContainerEvent<'_>) -> bool {
    let goes_out = matches!(event.motion.movement, Movement::GateOut | Movement::PickedUp)
        && event.motion.phase != Some(Phase::Transshipment);
    event.is_empty_return() || (goes_out && event.motion.is_by_road() && !event.is_empty())
}
