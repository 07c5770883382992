//! Fills the attributes of a shipment, and decides when tracking it stops.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::container_event::{ContainerEvent, sort_events};
use super::current_event::CurrentEvent;
use super::estimates::doubt_about_ais;
use super::fields::{arrival_inland, best, expected_inland, time};
use super::ledger::Ledger;
use super::picture::{ContainerPicture, Picture, TrackingWindows};
use super::places::Places;
use super::route::Route;
use super::stops::Stop;
use super::timeline::Timeline;
use crate::resources::{Container, ContainerStatus, Shipment, StopReason, Timestamp};
use crate::tracking::moment::{self, sort_instant};
use crate::tracking::{Certainty, Event, Milestone, Mode, Motion, Movement, Statement, Vessel};

/// Fills the shipment, and the values of the picture about its arrival.
pub(super) fn describe(
    picture: &mut Picture,
    ledger: &Ledger<'_>,
    timelines: &[&Timeline<'_>],
    route: &Route,
    places: &Places,
) {
    picture.changes_at = picture.changes_at.into_iter().chain(next_choice(timelines, route)).min();
    let shipment = &mut picture.shipment;
    fill_places(shipment, route);
    fill_times(shipment, timelines, route);
    // Estimates from before this trip do not count.
    let began_at = timelines.iter().map(|timeline| timeline.began_at).min().flatten();
    let first = |moves: fn(&Motion) -> bool, stop: &Option<Stop>| {
        first_estimate(ledger, moves, stop.as_ref()?, places, began_at)
    };
    shipment.pol_original_etd_at = first(|motion| motion.is_vessel(&Movement::Departed), &route.port_of_lading);
    shipment.pod_original_eta_at = first(|motion| motion.is_vessel(&Movement::Arrived), &route.port_of_discharge);
    shipment.destination_original_eta_at = first(arrives_inland, &route.destination);
    let last = last_leg(timelines, route);
    let vessel = last.and_then(|leg| leg.vessel.as_deref().cloned());
    shipment.pod_vessel_name = vessel.as_ref().and_then(|vessel| vessel.name.clone());
    shipment.pod_vessel_imo = vessel.as_ref().and_then(|vessel| vessel.imo.clone());
    shipment.pod_voyage_number = last.and_then(|leg| voyage(timelines, route, leg));
    let arrival = expected_arrival(timelines, route);
    // If the estimated arrival names no vessel, it is about the vessel on which the container of this estimate arrives.
    let eta_leg = arrival.and_then(|(expected, of)| match expected.vessel {
        Some(_) => Some(expected),
        None => last_leg(&[of], route),
    });
    picture.pod_vessel = vessel;
    picture.pod_eta_source = arrival.map(|(expected, _)| expected.report.source.kind.clone());
    picture.pod_eta_vessel = eta_leg.and_then(|leg| leg.vessel.as_deref().cloned());
    picture.pod_eta_voyage = eta_leg.zip(arrival).and_then(|(leg, (_, of))| voyage(&[of], route, leg));
}

fn fill_places(shipment: &mut Shipment, route: &Route) {
    let of = |stop: &Option<Stop>| stop.as_ref().map(|stop| stop.place.clone()).unwrap_or_default();
    let (lading, discharge, destination) =
        (of(&route.port_of_lading), of(&route.port_of_discharge), of(&route.destination));
    (shipment.port_of_lading_locode, shipment.port_of_lading_name) = (lading.locode, lading.name);
    (shipment.port_of_discharge_locode, shipment.port_of_discharge_name) = (discharge.locode, discharge.name);
    (shipment.destination_locode, shipment.destination_name) = (destination.locode, destination.name);
    shipment.pol_timezone = lading.timezone;
    shipment.pod_timezone = discharge.timezone;
    shipment.destination_timezone = destination.timezone;
}

fn fill_times(shipment: &mut Shipment, timelines: &[&Timeline<'_>], route: &Route) {
    let at_lading = |event: &ContainerEvent<'_>| route.is_at_lading(event);
    let at_discharge = |event: &ContainerEvent<'_>| route.is_at_discharge(event);
    shipment.pol_etd_at = time(expected(timelines, &Milestone::VesselDeparted, at_lading));
    shipment.pod_eta_at = time(expected(timelines, &Milestone::VesselArrived, at_discharge));
    // A barge may take the container from the booked port of lading to its first vessel.
    let departures = timelines.iter().filter_map(|timeline| {
        let by_barge = || timeline.first(&Milestone::FeederDeparted, |event| route.is_booked_lading(event));
        timeline.first(&Milestone::VesselDeparted, at_lading).or_else(by_barge)
    });
    shipment.pol_atd_at = earliest(departures);
    shipment.pod_ata_at =
        earliest(timelines.iter().filter_map(|timeline| timeline.last(&[Milestone::VesselArrived], at_discharge)));
    shipment.destination_eta_at =
        time(best(timelines.iter().filter_map(|timeline| expected_inland(timeline, route)), |_| true));
    shipment.destination_ata_at = earliest(timelines.iter().filter_map(|timeline| arrival_inland(timeline, route)));
}

/// When another of the estimates of several containers, sources or modes is chosen next, at the earliest.
fn next_choice(timelines: &[&Timeline<'_>], route: &Route) -> Option<DateTime<Utc>> {
    use Milestone::{ArrivedAtDestination, FeederArrived, RailArrived, VesselArrived, VesselDeparted};
    let next = |fits: &dyn Fn(&ContainerEvent<'_>) -> bool| {
        let mut all = timelines.iter().flat_map(|timeline| &timeline.expected).filter(|event| fits(event)).peekable();
        let first = all.peek()?.report.fact;
        let (mut differ, mut changes_at) = (false, None);
        for event in all {
            differ |= event.report.fact != first;
            changes_at = changes_at.into_iter().chain(event.standing.changes_at()).min();
        }
        if differ { changes_at } else { None }
    };
    [
        next(&|event| event.has_milestone(&VesselDeparted) && route.is_at_lading(event)),
        next(&|event| event.has_milestone(&VesselArrived) && route.is_at_discharge(event)),
        next(&|event| {
            event.is_one_of(&[ArrivedAtDestination, RailArrived, FeederArrived]) && route.is_at_destination(event)
        }),
    ]
    .into_iter()
    .flatten()
    .min()
}

fn expected<'t>(
    timelines: &[&'t Timeline<'t>],
    milestone: &Milestone,
    fits: impl Fn(&ContainerEvent<'_>) -> bool,
) -> Option<&'t ContainerEvent<'t>> {
    let all = timelines.iter().flat_map(|timeline| &timeline.expected);
    best(all, |event| event.has_milestone(milestone) && fits(event))
}

fn expected_arrival<'t>(
    timelines: &[&'t Timeline<'t>],
    route: &Route,
) -> Option<(&'t ContainerEvent<'t>, &'t Timeline<'t>)> {
    let fits =
        |event: &ContainerEvent<'_>| event.has_milestone(&Milestone::VesselArrived) && route.is_at_discharge(event);
    let of = |timeline: &&'t Timeline<'t>| Some((best(&timeline.expected, fits)?, *timeline));
    timelines.iter().filter_map(of).reduce(|known, next| if next.0.is_better_than(known.0) { next } else { known })
}

fn arrives_inland(motion: &Motion) -> bool {
    matches!(
        (&motion.movement, &motion.mode),
        (Movement::Arrived, Some(Mode::Rail | Mode::Barge | Mode::Truck))
            | (Movement::GateIn, Some(Mode::Rail | Mode::Barge))
    )
}

/// The first plausible estimate of a movement at a stop, even if it was changed or withdrawn later.
fn first_estimate(
    ledger: &Ledger<'_>,
    moves: fn(&Motion) -> bool,
    stop: &Stop,
    places: &Places,
    began_at: Option<DateTime<Utc>>,
) -> Option<Timestamp> {
    let is_after = |at: &Timestamp| began_at.is_none() || sort_instant(at) >= began_at;
    ledger.facts.iter().find_map(|fact| {
        let Statement::Event(event) = &fact.statement else { return None };
        if event.certainty == Certainty::Actual || !moves(&event.motion) || !is_at_stop(event, stop, places) {
            return None;
        }
        let at = ledger.window.judge(event).at.filter(|at| is_after(at))?;
        let possible = (moment::earliest(at)?, moment::latest(at)?);
        let is_doubtful = doubt_about_ais(&fact.source.kind, possible, fact.received_at).is_some();
        (!is_doubtful).then(|| places.show(at, &places.complete(&event.place)))
    })
}

/// Ports are compared by port area, and inland destinations by their code.
fn is_at_stop(event: &Event, stop: &Stop, places: &Places) -> bool {
    match event.motion.moves_by_vessel() {
        true => *places.port(&event.place) == *stop.port,
        false => *places.id(&event.place) == *stop.id,
    }
}

/// The event that shows the vessel of the last leg. Of the events that name a vessel, it is the first one in this list: the arrival at the
/// port of discharge, the estimate of this arrival, the last departure, an expected departure.
fn last_leg<'t>(timelines: &[&'t Timeline<'t>], route: &Route) -> Option<&'t ContainerEvent<'t>> {
    use Milestone::*;
    let on_vessel = |event: &ContainerEvent<'_>| event.vessel.is_some();
    let at_discharge = |event: &ContainerEvent<'_>| on_vessel(event) && route.is_at_discharge(event);
    let arrived = |timeline: &&'t Timeline<'t>| timeline.last(&AT_DISCHARGE, at_discharge);
    let all = || timelines.iter().flat_map(|timeline| &timeline.expected);
    let departures = [VesselLoaded, VesselDeparted, TransshipmentLoaded, TransshipmentDeparted];
    timelines
        .iter()
        .find_map(arrived)
        .or_else(|| best(all(), |e| e.has_milestone(&VesselArrived) && at_discharge(e)))
        .or_else(|| timelines.iter().find_map(|timeline| timeline.last(&departures, on_vessel)))
        .or_else(|| best(all(), |e| e.is_one_of(&departures) && on_vessel(e)))
}

const AT_DISCHARGE: [Milestone; 3] = [Milestone::VesselArrived, Milestone::VesselBerthed, Milestone::VesselDischarged];

/// The voyage number of the leg. If its event has none, that of another event of this vessel at the port of discharge is used, then that of
/// its departure. Carriers may send a number at only one end of a leg, and terminals often send none.
fn voyage(timelines: &[&Timeline<'_>], route: &Route, leg: &ContainerEvent<'_>) -> Option<String> {
    use Milestone::*;
    let is_its = |on: &Vessel| leg.vessel.as_ref().is_some_and(|vessel| on.may_be(vessel));
    let same = |event: &ContainerEvent<'_>| event.voyage.is_some() && event.vessel.as_deref().is_some_and(is_its);
    let here = |event: &ContainerEvent<'_>| same(event) && route.is_at_discharge(event);
    let departures = [VesselLoaded, VesselDeparted, TransshipmentLoaded, TransshipmentDeparted];
    let last = |milestones: &[Milestone], fits: &dyn Fn(&ContainerEvent<'_>) -> bool| {
        timelines.iter().find_map(|timeline| timeline.last(milestones, fits)).and_then(|event| event.voyage.clone())
    };
    let number = leg.voyage.clone().or_else(|| last(&AT_DISCHARGE, &here)).or_else(|| last(&departures, &same));
    number.map(Cow::into_owned)
}

fn earliest<'t>(events: impl Iterator<Item = &'t ContainerEvent<'t>>) -> Option<Timestamp> {
    time(sort_events(events.collect()).first().copied())
}

/// Why the voyage has ended; `None` if it has not.
pub(super) fn final_reason(ledger: &Ledger<'_>, containers: &[ContainerPicture]) -> Option<StopReason> {
    let returned = |picture: &ContainerPicture| picture.container.current_status == ContainerStatus::EmptyReturned;
    if !containers.is_empty() && containers.iter().all(returned) {
        return Some(StopReason::AllContainersTerminated);
    }
    is_cancelled(ledger).then_some(StopReason::BookingCancelled)
}

/// When the time windows of the shipment began.
pub(super) fn tracking_windows(ledger: &Ledger<'_>, containers: &[ContainerPicture], route: &Route) -> TrackingWindows {
    let arrivals = containers.iter().map(|picture| arrival(&picture.container, route));
    // A container that left laden has arrived, even if the arrival was not reported.
    let ends =
        containers.iter().map(|picture| arrival(&picture.container, route).or_else(|| full_out(&picture.container)));
    TrackingWindows {
        arrived_at: last_of_all(arrivals),
        left_at: last_of_all(ends),
        last_fact_at: ledger.facts.last().map(|fact| fact.received_at),
    }
}

/// Whether all known bookings were cancelled, and no container has moved laden since then.
fn is_cancelled(ledger: &Ledger<'_>) -> bool {
    let happened = || ledger.events().filter(|event| !event.is_expected());
    let when = |event: &CurrentEvent<'_>| (event.at.and_then(sort_instant), event.first_received);
    let mut last_statuses: BTreeMap<&str, (_, bool)> = BTreeMap::new();
    for event in happened() {
        let Some(is_cancelled) = event.event.motion.movement.cancels_booking() else { continue };
        let status = (when(event), is_cancelled);
        let documents = &event.event.documents;
        for document in documents.iter().map(String::as_str).chain(documents.is_empty().then_some("")) {
            let last = last_statuses.entry(document).or_insert(status);
            *last = status.max(*last);
        }
    }
    let Some((last_status_at, _)) = last_statuses.values().max() else { return false };
    let moves_on = |event: &CurrentEvent<'_>| event.event.motion.is_laden_handling() && when(event) > *last_status_at;
    last_statuses.values().all(|(_, is_cancelled)| *is_cancelled) && !happened().any(moves_on)
}

/// `None` if one is missing: a single container under way keeps the shipment tracked.
fn last_of_all(moments: impl Iterator<Item = Option<DateTime<Utc>>>) -> Option<DateTime<Utc>> {
    moments.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// When the container was picked up. A container with an inland destination may be picked up at the port.
fn full_out(container: &Container) -> Option<DateTime<Utc>> {
    let picked_up_at = container.final_destination_full_out_at.as_ref().or(container.pod_full_out_at.as_ref());
    picked_up_at.and_then(sort_instant)
}

fn arrival(container: &Container, route: &Route) -> Option<DateTime<Utc>> {
    let arrived = match route.destination {
        Some(_) => container.ind_ata_at.as_ref(),
        None => container.pod_arrived_at.as_ref().or(container.pod_discharged_at.as_ref()),
    };
    arrived.and_then(sort_instant)
}
