//! The attributes of a shipment, and when following it ends.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::fields::{arrival_inland, best, expected_inland, time};
use super::happening::{Happening, in_order};
use super::ledger::{HeldEvent, Ledger};
use super::picture::{ContainerPicture, FoldPolicy, Picture};
use super::places::Places;
use super::route::{Route, Stop};
use super::timeline::Timeline;
use crate::resources::{Container, ContainerStatus, Shipment, StopReason, Timestamp};
use crate::tracking::moment::sort_instant;
use crate::tracking::{Certainty, Milestone, Mode, Motion, Movement, Statement};

pub(super) fn describe(
    picture: &mut Picture,
    ledger: &Ledger<'_>,
    timelines: &[&Timeline<'_>],
    route: &Route,
    places: &Places,
) {
    let shipment = &mut picture.shipment;
    fill_places(shipment, route);
    fill_times(shipment, timelines, route);
    // Estimates of earlier voyages do not count.
    let begun = timelines.iter().map(|timeline| timeline.begun).min().flatten();
    let first =
        |moves: fn(&Motion) -> bool, stop: &Option<Stop>| first_estimate(ledger, moves, stop.as_ref()?, places, begun);
    shipment.pol_original_etd_at = first(|motion| motion.is_vessel(&Movement::Departed), &route.port_of_lading);
    shipment.pod_original_eta_at = first(|motion| motion.is_vessel(&Movement::Arrived), &route.port_of_discharge);
    shipment.destination_original_eta_at = first(arrives_inland, &route.destination);
    let last = last_leg(timelines, route);
    let vessel = last.and_then(|leg| leg.vessel.as_deref().cloned());
    shipment.pod_vessel_name = vessel.as_ref().and_then(|vessel| vessel.name.clone());
    shipment.pod_vessel_imo = vessel.as_ref().and_then(|vessel| vessel.imo.clone());
    shipment.pod_voyage_number = last.and_then(|leg| voyage(timelines, route, leg));
    let arrival = expected_arrival(timelines, route);
    // If the expected arrival has no vessel, that of its container is used.
    let eta_leg = arrival.and_then(|(expected, of)| match expected.vessel {
        Some(_) => Some(expected),
        None => last_leg(&[of], route),
    });
    picture.pod_vessel = vessel;
    picture.pod_eta_source = arrival.map(|(expected, _)| expected.telling.source.kind.clone());
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
    let at_lading = |happening: &Happening<'_>| route.is_at_lading(happening);
    let at_discharge = |happening: &Happening<'_>| route.is_at_discharge(happening);
    shipment.pol_etd_at = time(expected(timelines, &Milestone::VesselDeparted, at_lading));
    shipment.pod_eta_at = time(expected(timelines, &Milestone::VesselArrived, at_discharge));
    shipment.pol_atd_at =
        earliest(timelines.iter().filter_map(|timeline| timeline.first(&Milestone::VesselDeparted, at_lading)));
    shipment.pod_ata_at =
        earliest(timelines.iter().filter_map(|timeline| timeline.last(&[Milestone::VesselArrived], at_discharge)));
    shipment.destination_eta_at =
        time(best(timelines.iter().filter_map(|timeline| expected_inland(timeline, route)), |_| true));
    shipment.destination_ata_at = earliest(timelines.iter().filter_map(|timeline| arrival_inland(timeline, route)));
}

fn expected<'t>(
    timelines: &[&'t Timeline<'t>],
    milestone: &Milestone,
    fits: impl Fn(&Happening<'_>) -> bool,
) -> Option<&'t Happening<'t>> {
    let all = timelines.iter().flat_map(|timeline| &timeline.expected);
    best(all, |happening| happening.is(milestone) && fits(happening))
}

fn expected_arrival<'t>(
    timelines: &[&'t Timeline<'t>],
    route: &Route,
) -> Option<(&'t Happening<'t>, &'t Timeline<'t>)> {
    let fits = |happening: &Happening<'_>| happening.is(&Milestone::VesselArrived) && route.is_at_discharge(happening);
    let of = |timeline: &&'t Timeline<'t>| Some((best(&timeline.expected, fits)?, *timeline));
    timelines.iter().filter_map(of).reduce(|known, next| if next.0.is_better_than(known.0) { next } else { known })
}

fn arrives_inland(motion: &Motion) -> bool {
    matches!(
        (&motion.movement, &motion.mode),
        (Movement::Arrived, Some(Mode::Rail | Mode::Truck)) | (Movement::GateIn, Some(Mode::Rail))
    )
}

/// Includes estimates that were changed or withdrawn.
fn first_estimate(
    ledger: &Ledger<'_>,
    moves: fn(&Motion) -> bool,
    stop: &Stop,
    places: &Places,
    begun: Option<DateTime<Utc>>,
) -> Option<Timestamp> {
    let is_after = |at: &Option<Timestamp>| begun.is_none() || at.as_ref().and_then(sort_instant) >= begun;
    ledger.facts.iter().find_map(|fact| match &fact.statement {
        Statement::Event(event)
            if event.certainty != Certainty::Actual
                && moves(&event.motion)
                && *places.id(&event.place) == *stop.id
                && is_after(&event.at) =>
        {
            event.at.as_ref().map(|at| places.tell(at, &places.complete(&event.place)))
        }
        _ => None,
    })
}

/// The arrival there, else the expected one, else the last departure of any vessel.
fn last_leg<'t>(timelines: &[&'t Timeline<'t>], route: &Route) -> Option<&'t Happening<'t>> {
    use Milestone::*;
    let on_vessel = |happening: &Happening<'_>| happening.vessel.is_some();
    let at_discharge = |happening: &Happening<'_>| on_vessel(happening) && route.is_at_discharge(happening);
    let arrived = |timeline: &&'t Timeline<'t>| timeline.last(&AT_DISCHARGE, at_discharge);
    let all = || timelines.iter().flat_map(|timeline| &timeline.expected);
    let departures = [VesselLoaded, VesselDeparted, TransshipmentLoaded, TransshipmentDeparted];
    timelines
        .iter()
        .find_map(arrived)
        .or_else(|| best(all(), |h| h.is(&VesselArrived) && at_discharge(h)))
        .or_else(|| timelines.iter().find_map(|timeline| timeline.last(&departures, on_vessel)))
        .or_else(|| best(all(), |h| h.is_one_of(&departures) && on_vessel(h)))
}

const AT_DISCHARGE: [Milestone; 3] = [Milestone::VesselArrived, Milestone::VesselBerthed, Milestone::VesselDischarged];

/// Its own number, else that of any event of this vessel at the port of discharge, else that of the departure. Carriers
/// number the two ends of a leg differently and may give only one; terminals often know no voyage.
fn voyage(timelines: &[&Timeline<'_>], route: &Route, leg: &Happening<'_>) -> Option<String> {
    use Milestone::*;
    let same = |happening: &Happening<'_>| happening.vessel == leg.vessel && happening.voyage.is_some();
    let here = |happening: &Happening<'_>| same(happening) && route.is_at_discharge(happening);
    let departures = [VesselLoaded, VesselDeparted, TransshipmentLoaded, TransshipmentDeparted];
    let last = |milestones: &[Milestone], fits: &dyn Fn(&Happening<'_>) -> bool| {
        timelines.iter().find_map(|timeline| timeline.last(milestones, fits)).and_then(|held| held.voyage.clone())
    };
    let held = leg.voyage.clone().or_else(|| last(&AT_DISCHARGE, &here)).or_else(|| last(&departures, &same));
    held.map(Cow::into_owned)
}

fn earliest<'t>(happenings: impl Iterator<Item = &'t Happening<'t>>) -> Option<Timestamp> {
    time(in_order(happenings.collect()).first().copied())
}

pub(super) fn reason(
    ledger: &Ledger<'_>,
    containers: &[ContainerPicture],
    route: &Route,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> (Option<StopReason>, Option<DateTime<Utc>>) {
    let returned = |seen: &ContainerPicture| seen.container.current_status == ContainerStatus::EmptyReturned;
    if !containers.is_empty() && containers.iter().all(returned) {
        return (Some(StopReason::AllContainersTerminated), Some(now));
    }
    if is_cancelled(ledger) {
        return (Some(StopReason::BookingCancelled), Some(now));
    }
    let arrivals = containers.iter().map(|seen| arrival(&seen.container, route));
    // A container that left laden has arrived, even if that was not reported.
    let ends =
        containers.iter().map(|seen| arrival(&seen.container, route).or_else(|| full_out(&seen.container, route)));
    let last_news = ledger.facts.last().map(|fact| fact.received_at);
    let windows = [
        (StopReason::PastArrivalWindow, last_of_all(arrivals), policy.arrival_window),
        (StopReason::PastFullOutWindow, last_of_all(ends), policy.arrival_window),
        (StopReason::NoUpdatesAtLine, last_news, policy.silence_window),
    ];
    let is_over = |(_, last, window): &&(_, Option<DateTime<Utc>>, _)| last.is_some_and(|last| now - last > *window);
    let reason = windows.iter().find(is_over).map(|(reason, ..)| reason.clone());
    let end =
        |(_, last, window): &(_, Option<DateTime<Utc>>, _)| last.and_then(|last| last.checked_add_signed(*window));
    (reason, windows.iter().filter_map(end).min())
}

/// Every known booking, with no container under way since: there may be further bookings.
fn is_cancelled(ledger: &Ledger<'_>) -> bool {
    let happened = || ledger.events().filter(|held| held.event.certainty == Certainty::Actual);
    let when = |held: &HeldEvent<'_>| (held.event.at.as_ref().and_then(sort_instant), held.first_received);
    let mut last_words: BTreeMap<&str, (_, bool)> = BTreeMap::new();
    for held in happened() {
        let Some(is_cancelled) = held.event.motion.movement.cancels_booking() else { continue };
        let word = (when(held), is_cancelled);
        let documents = &held.event.documents;
        for document in documents.iter().map(String::as_str).chain(documents.is_empty().then_some("")) {
            let last = last_words.entry(document).or_insert(word);
            *last = word.max(*last);
        }
    }
    let Some((spoken, _)) = last_words.values().max() else { return false };
    let goes_on = |held: &HeldEvent<'_>| held.event.motion.is_laden_handling() && when(held) > *spoken;
    last_words.values().all(|(_, is_cancelled)| *is_cancelled) && !happened().any(goes_on)
}

/// `None` if one is missing: one container under way keeps the shipment going.
fn last_of_all(moments: impl Iterator<Item = Option<DateTime<Utc>>>) -> Option<DateTime<Utc>> {
    moments.collect::<Option<Vec<_>>>()?.into_iter().max()
}

fn full_out(container: &Container, route: &Route) -> Option<DateTime<Utc>> {
    let left = match route.destination {
        Some(_) => container.final_destination_full_out_at.as_ref(),
        None => container.pod_full_out_at.as_ref(),
    };
    left.and_then(sort_instant)
}

fn arrival(container: &Container, route: &Route) -> Option<DateTime<Utc>> {
    let arrived = match route.destination {
        Some(_) => container.ind_ata_at.as_ref(),
        None => container.pod_arrived_at.as_ref().or(container.pod_discharged_at.as_ref()),
    };
    arrived.and_then(sort_instant)
}
