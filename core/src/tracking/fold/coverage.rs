//! Finds the statements that a picture does not contain, and why.

use chrono::{DateTime, Utc};
use foldhash::{HashMap, HashSet};

use super::ContainerVoyage;
use super::current_event::CurrentEvent;
use super::ledger::Ledger;
use super::picture::{FoldPolicy, Picture};
use super::timeline::Timeline;
use super::trip_selection::TripSelection;
use super::unused::UnusedReason;
use crate::tracking::key::{Key, Keys};
use crate::tracking::{Event, Fact, FactMark, Movement, Source, Statement, UNKNOWN_CERTAINTY, Vessel};

/// A picture, and what it was derived from.
pub(in crate::tracking) struct Coverage<'f> {
    pub(in crate::tracking) picture: Picture,
    /// The facts that are neither replaced nor withdrawn, in the order of receipt, without facts that only repeat others.
    pub(in crate::tracking) current: Vec<&'f Fact>,
    /// Statements that the picture does not contain.
    pub(in crate::tracking) left_out: Vec<(&'f Fact, LeftOut)>,
}

/// Why a picture does not contain a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tracking) enum LeftOut {
    /// The interface has no event for the movement on this route.
    NoEvent,
    /// The event belongs to another trip of the container.
    OtherTrip,
    /// The plan is of a trip that is over, and nothing happened at its place.
    LegOver,
    /// The plan has no time, and its place is not on the route.
    OtherRoute,
    /// The estimate of another source, or of another vessel, is preferred.
    OtherEstimate,
    /// The event of a vessel applies to no container of the shipment.
    OtherVessel,
    /// The container does not belong to the shipment.
    OtherContainer,
    /// The withdrawn event was not reported before.
    UnknownEvent,
}

/// How a picture contains a statement about an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Contained {
    /// The movement is known, but becomes no event of the interface.
    WithoutEvent,
    /// The statement is used, or the timeline has the reason why it is not.
    Used,
}

impl<'f> Coverage<'f> {
    /// Derives the picture of the selected trips, and compares the facts with it.
    pub(in crate::tracking) fn of(
        facts: &'f [Fact],
        selection: &TripSelection<'_>,
        now: DateTime<Utc>,
        policy: &FoldPolicy,
    ) -> Self {
        let ledger = Ledger::read(facts, selection.confirmations, now);
        let (trip_picture, voyages) = super::derive(&ledger, selection, now, policy);
        let mut contained: HashMap<u32, Contained> = HashMap::default();
        for voyage in &voyages {
            add_events(&voyage.timeline, &mut contained);
            // The timeline has the reason why it does not use them.
            let unused = voyage.timeline.unused.iter().map(|statement| (statement.fact.key, Contained::Used));
            contained.extend(unused);
        }
        let numbers: HashSet<&str> = voyages.iter().filter_map(|voyage| voyage.number).collect();
        let mut left_out = unknown_withdrawals(&ledger);
        let timelines = || voyages.iter().map(|voyage| &voyage.timeline);
        let outvoted = timelines().flat_map(|timeline| &timeline.unused);
        let outvoted: HashSet<FactMark> =
            outvoted.filter(|unused| unused.reason == UnusedReason::OtherEstimate).map(|unused| unused.fact).collect();
        // A source may report a plan and an estimate of one event. If one of them is used, the other is no doubt, unless it is about another
        // vessel.
        let mut used_estimates: HashMap<(&Source, &str, &str), Vec<Option<&Vessel>>> = HashMap::default();
        for event in timelines().flat_map(|timeline| &timeline.expected) {
            let key = (event.report.source, event.motion.movement.as_str(), &*event.port_id);
            used_estimates.entry(key).or_default().push(event.vessel.as_deref());
        }
        let is_used_estimator = |event: &CurrentEvent<'_>| {
            let port = event.place.port_or_name();
            let used = used_estimates.get(&(&event.fact.source, event.event.motion.movement.as_str(), &*port));
            used.is_some_and(|vessels| vessels.iter().any(|vessel| !Vessel::differ(*vessel, event.vessel)))
        };
        let judged: HashSet<FactMark> =
            timelines().flat_map(|timeline| &timeline.unused).map(|unused| unused.fact).collect();
        let stops: HashSet<&str> = voyages.iter().flat_map(stops).collect();
        let is_elsewhere =
            |event: &CurrentEvent<'_>| event.place.locode.is_some() && !stops.contains(&*event.place.port_or_name());
        let mut current = Vec::new();
        for event in ledger.events() {
            current.push(event.fact);
            // Availability is a state.
            if event.event.is_availability() {
                continue;
            }
            // An event without a time publishes nothing, and can only name a place of the route.
            if event.event.at.is_none() {
                if names_a_stop(event) && is_elsewhere(event) && !judged.contains(&event.mark()) {
                    left_out.push((event.fact, LeftOut::OtherRoute));
                }
                continue;
            }
            let reason = match contained.get(&event.key) {
                Some(Contained::Used) if outvoted.contains(&event.mark()) && !is_used_estimator(event) => {
                    LeftOut::OtherEstimate
                }
                Some(Contained::Used) => continue,
                Some(Contained::WithoutEvent) if is_handling(event.event) => LeftOut::NoEvent,
                Some(Contained::WithoutEvent) => continue,
                // The estimates of a trip that is over are not compared with what happened.
                None if event.is_expected() && voyages.iter().any(|voyage| voyage.timeline.is_over) => {
                    if !is_elsewhere(event) {
                        continue;
                    }
                    LeftOut::LegOver
                }
                None => match event.fact.container.as_deref() {
                    Some(number) if !numbers.contains(number) => LeftOut::OtherContainer,
                    Some(_) => LeftOut::OtherTrip,
                    None => LeftOut::OtherVessel,
                },
            };
            left_out.push((event.fact, reason));
        }
        current.extend(ledger.facts.iter().filter(|fact| !matches!(fact.statement, Statement::Event(_))));
        Coverage { picture: trip_picture.picture, current, left_out }
    }
}

fn add_events(timeline: &Timeline<'_>, contained: &mut HashMap<u32, Contained>) {
    let expected = timeline.expected.iter().chain(&timeline.overdue).chain(&timeline.outdated).chain(&timeline.undated);
    let used = expected.chain(&timeline.returned).map(|event| (event, Contained::Used));
    let actual = timeline
        .actual
        .iter()
        .map(|event| (event, if event.milestone.is_some() { Contained::Used } else { Contained::WithoutEvent }));
    for (event, how) in used.chain(actual) {
        for key in event.keys() {
            contained.entry(key).and_modify(|known| *known = (*known).max(how)).or_insert(how);
        }
    }
}

/// The ports and places of the route, and of what happened.
fn stops<'v>(voyage: &'v ContainerVoyage<'_>) -> impl Iterator<Item = &'v str> {
    let ContainerVoyage { timeline, route, .. } = voyage;
    let booked = [&route.port_of_lading, &route.port_of_discharge, &route.destination];
    let happened = timeline.actual.iter().chain(&timeline.returned).map(|event| &event.port_id);
    let on_the_way = booked.into_iter().flatten().map(|stop| &stop.port).chain(&route.transshipment_ports);
    on_the_way.chain(happened).map(|port| &**port)
}

/// Whether the statement is a plan, which names a place of the route even without a time.
fn names_a_stop(event: &CurrentEvent<'_>) -> bool {
    let has_classifier = !event.fact.codes.contains_key(UNKNOWN_CERTAINTY);
    event.is_expected() && event.event.motion.movement.has_meaning() && has_classifier
}

/// Whether the container itself is handled. The call of a vessel that only passes through a port needs no event.
fn is_handling(event: &Event) -> bool {
    let motion = &event.motion;
    let is_carried = matches!(motion.movement, Movement::Arrived | Movement::Departed) && !motion.is_by_vessel();
    motion.movement.has_meaning() && (motion.is_laden_handling() || motion.is_empty() || is_carried)
}

/// Returns the withdrawals of events that were never reported.
fn unknown_withdrawals<'f>(ledger: &Ledger<'f>) -> Vec<(&'f Fact, LeftOut)> {
    if !ledger.facts.iter().any(|fact| fact.statement.is_withdrawal()) {
        return Vec::new();
    }
    let mut keys = Keys::for_all(ledger.facts.iter().copied());
    let mut reported: HashSet<String> = HashSet::default();
    for fact in &ledger.facts {
        keys.add(fact);
        reported.extend(fact.key());
    }
    let withdraws_nothing = |fact: &&Fact| match &fact.statement {
        Statement::Withdrawn(name) => {
            let name = keys.resolve(name);
            let in_port_area = || Key::parse(name).map(|key| key.in_port_area().to_string());
            !reported.contains(name) && in_port_area().is_none_or(|key| !reported.contains(&key))
        }
        _ => false,
    };
    ledger.facts.iter().copied().filter(withdraws_nothing).map(|fact| (fact, LeftOut::UnknownEvent)).collect()
}
