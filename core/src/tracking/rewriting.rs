//! Decides which actual events a complete answer rewrites: the source reported that they happened, and now expects them again.
//!
//! Example: the last answer reported an arrival on 9 January. This answer omits it, and expects the arrival at the same port on 20 January.
//! The arrival of 9 January is withdrawn.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use foldhash::HashMap;

use super::fold::TimeWindow;
use super::moment::latest;
use super::occurrence::{EventTime, StatedEvent, names_another_vessel};
use super::{Certainty, Event, Mode, Movement};

/// Marks the rewritten events in `gone`, which has one flag for each statement. `statements` are those that are current after a complete
/// answer of their sources; `gone` already marks those that are withdrawn for other reasons.
///
/// An actual event that the answer omits is rewritten if
///
/// * the answer expects the same movement, or an earlier step of the same call, in the same port area and after `now`, and
/// * no actual event that is still current shows that it happened.
pub(super) fn mark_rewritten(statements: &[&StatedEvent<'_>], now: DateTime<Utc>, gone: &mut [bool]) {
    let window = TimeWindow::at(now);
    let is_expected =
        |stated: &&StatedEvent<'_>| stated.in_answer && window.judge(stated.event).certainty != Certainty::Actual;
    if !statements.iter().any(is_expected) {
        return;
    }
    let statements: Vec<Entry<'_, '_>> = statements.iter().map(|stated| Entry::of(stated, &window)).collect();
    let expected: Vec<&Entry<'_, '_>> = statements.iter().filter(|entry| entry.is_ahead(now)).collect();
    if expected.is_empty() {
        return;
    }
    let is_omitted = |entry: &Entry<'_, '_>| !entry.stated.in_answer && entry.event.certainty == Certainty::Actual;
    let mut candidates: Vec<(usize, Evidence)> = (0..gone.len())
        .filter(|at| !gone[*at] && is_omitted(&statements[*at]))
        .filter_map(|at| Some((at, evidence(&statements[at], &expected)?)))
        .collect();
    if candidates.is_empty() {
        return;
    }
    for (at, _) in &candidates {
        gone[*at] = true;
    }
    // An event that stays can show that another candidate happened.
    let mut current = Current::default();
    let mut staying: Vec<usize> = (0..gone.len()).filter(|at| !gone[*at] && statements[*at].is_actual()).collect();
    while !staying.is_empty() {
        staying.iter().for_each(|at| current.add(&statements[*at]));
        let (stays, still): (Vec<_>, Vec<_>) =
            candidates.into_iter().partition(|(at, evidence)| current.keeps(&statements[*at], *evidence));
        staying = stays.into_iter().map(|(at, _)| at).collect();
        staying.iter().for_each(|at| gone[*at] = false);
        candidates = still;
    }
}

/// A statement with its parsed time and its port.
struct Entry<'s, 'a> {
    stated: &'s StatedEvent<'a>,
    event: &'a Event,
    /// An actual event in the future counts as estimated.
    certainty: Certainty,
    /// `None` if the event has no plausible time.
    at: Option<DateTime<Utc>>,
    port: Cow<'a, str>,
}

impl<'s, 'a> Entry<'s, 'a> {
    fn of(stated: &'s StatedEvent<'a>, window: &TimeWindow) -> Self {
        let event = stated.event;
        let plausible = window.judge(event);
        let at = plausible.at.and_then(|_| EventTime::of(event).moment);
        Entry { stated, event, certainty: plausible.certainty, at, port: event.place.port_or_name() }
    }

    fn is_actual(&self) -> bool {
        self.certainty == Certainty::Actual && self.at.is_some()
    }

    /// Whether the answer expects the event in the future.
    fn is_ahead(&self, now: DateTime<Utc>) -> bool {
        let ends = || self.event.at.as_ref().and_then(latest);
        let is_expected = self.stated.in_answer && self.certainty != Certainty::Actual && self.at.is_some();
        is_expected && ends().is_some_and(|end| end > now)
    }

    fn container(&self) -> Option<&'a str> {
        self.stated.fact.container.as_deref()
    }
}

/// What the answer expects in place of an actual event.
#[derive(Clone, Copy, PartialEq)]
enum Evidence {
    /// The same vessel, or an event without a vessel.
    SameVessel,
    /// Only another vessel. Used if the actual event was reported for the whole shipment.
    OtherVessel,
}

fn evidence(old: &Entry<'_, '_>, expected: &[&Entry<'_, '_>]) -> Option<Evidence> {
    let applies = |entry: &Entry<'_, '_>| entry.container().is_none_or(|container| Some(container) == old.container());
    let related = expected.iter().filter(|entry| entry.stated.fact.source == old.stated.fact.source && applies(entry));
    let is_evidence = |entry: &Entry<'_, '_>| {
        let event = entry.event;
        let is_earlier_step =
            || precedes(event, old.event) && !related.clone().any(|call| is_call_between(call, old, entry));
        entry.port == old.port
            && !(comes(event) && names_another_vessel(event, old.event))
            && (is_same_movement(event, old.event) || is_earlier_step())
    };
    let mut found = related.clone().filter(|entry| is_evidence(entry)).peekable();
    found.peek()?;
    let is_about_shipment = old.container().is_none();
    Some(match is_about_shipment && found.all(|entry| names_another_vessel(entry.event, old.event)) {
        true => Evidence::OtherVessel,
        false => Evidence::SameVessel,
    })
}

fn is_same_movement(one: &Event, other: &Event) -> bool {
    (&one.motion.movement, one.motion.is_empty()) == (&other.motion.movement, other.motion.is_empty())
        && one.motion.may_share_mode(&other.motion)
}

/// Whether the movement is part of an arrival: an arrival, a berthing or a discharge.
fn comes(event: &Event) -> bool {
    matches!(event.motion.movement, Movement::Arrived | Movement::Berthed | Movement::Discharged)
}

/// Whether `call` is a movement of a vessel at another port than `to`, expected between both events.
fn is_call_between(call: &Entry<'_, '_>, from: &Entry<'_, '_>, to: &Entry<'_, '_>) -> bool {
    let is_between = matches!((from.at, call.at, to.at), (Some(from), Some(at), Some(to)) if from < at && at < to);
    is_between && call.event.motion.moves_by_vessel() && call.port != to.port
}

/// Whether a laden container makes the first movement before the second in one call at a port or ramp. The order is: arrival, berthing,
/// discharge, gate-out; and gate-in, load, departure.
fn precedes(first: &Event, second: &Event) -> bool {
    use Movement::{Arrived, Berthed, Departed, Discharged, GateIn, GateOut, Loaded, PickedUp};
    if first.motion.is_empty() || second.motion.is_empty() {
        return false;
    }
    match (&first.motion.movement, &second.motion.movement) {
        (Arrived, Berthed | Discharged | GateOut | PickedUp | Loaded | Departed) => true,
        (Berthed, Discharged | GateOut | PickedUp | Loaded | Departed) => true,
        (Discharged, GateOut | PickedUp | Loaded) => true,
        // The vessel that brought the container departs without it.
        (Discharged, Departed) => is_on_other_vehicle(first, second),
        (GateIn, Loaded | Departed) | (Loaded, Departed) => true,
        _ => false,
    }
}

fn is_on_other_vehicle(one: &Event, other: &Event) -> bool {
    let mode = |event: &Event| event.motion.mode.clone().unwrap_or(Mode::Vessel);
    mode(one) != mode(other) || names_another_vessel(one, other)
}

/// The actual events that are current after the answer.
#[derive(Default)]
struct Current<'s, 'a> {
    by_port: HashMap<Cow<'a, str>, Vec<&'s Entry<'s, 'a>>>,
    arrivals: Vec<&'s Entry<'s, 'a>>,
    /// Loads of single containers on vessels.
    loads: Vec<&'s Entry<'s, 'a>>,
}

impl<'s, 'a> Current<'s, 'a> {
    fn add(&mut self, entry: &'s Entry<'s, 'a>) {
        self.by_port.entry(entry.port.clone()).or_default().push(entry);
        if comes(entry.event) {
            self.arrivals.push(entry);
        }
        if entry.event.motion.is_vessel(&Movement::Loaded) && entry.container().is_some() {
            self.loads.push(entry);
        }
    }

    /// Whether an event stays: a later step of the same call shows that it happened or, for a load or departure, a later arrival or discharge
    /// of the vessel elsewhere. The departure of a vessel also stays if another vessel is expected, but this one took some of the containers.
    fn keeps(&self, old: &Entry<'_, '_>, evidence: Evidence) -> bool {
        let leaves = matches!(old.event.motion.movement, Movement::Loaded | Movement::Departed);
        let here = self.by_port.get(&old.port).into_iter().flatten();
        let elsewhere = self.arrivals.iter().filter(|entry| leaves && entry.port != old.port);
        let is_same_leg = |entry: &Entry<'_, '_>| match entry.port == old.port {
            true => {
                precedes(old.event, entry.event)
                    && !(comes(entry.event) && names_another_vessel(entry.event, old.event))
            }
            false => {
                entry.event.motion.may_share_mode(&old.event.motion) && !names_another_vessel(entry.event, old.event)
            }
        };
        let is_earlier = |entry: &Entry<'_, '_>| matches!((entry.at, old.at), (Some(at), Some(old)) if at < old);
        let shows = |entry: &&&Entry<'_, '_>| {
            entry.stated.fact.source == old.stated.fact.source
                && is_same_leg(entry)
                && !is_earlier(entry)
                && self.is_about_container_of(entry, old)
        };
        here.chain(elsewhere).any(|entry| shows(&entry))
            || evidence == Evidence::OtherVessel && self.loads.iter().any(|load| is_on_vessel_of(load, old))
    }

    /// Whether `entry` applies to the container of `old`.
    fn is_about_container_of(&self, entry: &Entry<'_, '_>, old: &Entry<'_, '_>) -> bool {
        match (entry.container(), old.container()) {
            (Some(one), Some(other)) => one == other,
            // A vessel takes some of the containers of a shipment. Its events concern those that were loaded.
            (None, Some(own)) => {
                let is_of_other =
                    |load: &&&Entry<'_, '_>| load.container() != Some(own) && is_on_vessel_of(load, entry);
                !self.loads.iter().any(|load| is_of_other(&load))
            }
            (_, None) => true,
        }
    }
}

/// Whether the container was loaded on the vessel of the other event.
fn is_on_vessel_of(load: &Entry<'_, '_>, other: &Entry<'_, '_>) -> bool {
    other.event.vessel.is_some() && !names_another_vessel(load.event, other.event)
}
