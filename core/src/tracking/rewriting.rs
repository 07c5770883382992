//! Decides which actual events a complete answer rewrites: the source reported that they happened, and now expects them again.

use chrono::{DateTime, Utc};

use super::moment::latest;
use super::occurrence::{EventTime, StatedEvent, names_another_vessel};
use super::{Certainty, Event, Mode, Movement};

/// Marks the rewritten events among the statements that are current after a complete answer of their source. `gone` already marks the
/// statements that are withdrawn for other reasons.
///
/// An actual event that the answer omits is rewritten if
///
/// * the answer expects the same movement, or an earlier step of the same call, in the same port area and after `now`, and
/// * no actual event that is still current shows that it happened.
pub(super) fn mark_rewritten(statements: &[&StatedEvent<'_>], now: DateTime<Utc>, gone: &mut [bool]) {
    let expected: Vec<&StatedEvent<'_>> = statements.iter().copied().filter(|stated| is_ahead(stated, now)).collect();
    if expected.is_empty() {
        return;
    }
    let is_omitted = |stated: &StatedEvent<'_>| !stated.in_answer && stated.event.certainty == Certainty::Actual;
    let mut candidates: Vec<(usize, Evidence)> = (0..gone.len())
        .filter(|at| !gone[*at] && is_omitted(statements[*at]))
        .filter_map(|at| Some((at, evidence(statements[at], &expected)?)))
        .collect();
    for (at, _) in &candidates {
        gone[*at] = true;
    }
    // An event that stays can show that another candidate happened.
    loop {
        let current = statements.iter().zip(&*gone).filter(|(_, is_gone)| !**is_gone);
        let current: Vec<&StatedEvent<'_>> = current.map(|(stated, _)| *stated).collect();
        let stays = |(at, evidence): &(usize, Evidence)| {
            let old = statements[*at];
            let took_containers = || current.iter().any(|load| is_load_on_vessel_of(load, old.event));
            current.iter().any(|other| shows(other, old, &current))
                || *evidence == Evidence::OtherVessel && took_containers()
        };
        let Some(found) = candidates.iter().position(stays) else { return };
        gone[candidates.remove(found).0] = false;
    }
}

/// What the answer expects in place of an actual event.
#[derive(PartialEq)]
enum Evidence {
    SameVessel,
    /// Another vessel, instead of one that was reported for the whole shipment.
    OtherVessel,
}

/// Whether the answer reports the statement as expected in the future.
fn is_ahead(stated: &StatedEvent<'_>, now: DateTime<Utc>) -> bool {
    let ends = || stated.event.at.as_ref().and_then(latest);
    stated.in_answer && stated.event.certainty != Certainty::Actual && ends().is_some_and(|end| end > now)
}

fn evidence(old: &StatedEvent<'_>, expected: &[&StatedEvent<'_>]) -> Option<Evidence> {
    let applies = |stated: &StatedEvent<'_>| match (&stated.fact.container, &old.fact.container) {
        (None, _) => true,
        (Some(container), Some(own)) => container == own,
        (Some(_), None) => false,
    };
    let is_related = |stated: &&&StatedEvent<'_>| stated.fact.source == old.fact.source && applies(stated);
    let related = expected.iter().filter(is_related).map(|stated| stated.event);
    let is_evidence = |event: &Event| {
        let is_step_of_call = event.place.port_or_name() == old.event.place.port_or_name()
            && !(comes(event) && names_another_vessel(event, old.event));
        let is_earlier_step =
            || precedes(event, old.event) && !related.clone().any(|call| is_call_between(call, old.event, event));
        is_step_of_call && (is_same_movement(event, old.event) || is_earlier_step())
    };
    let mut found = related.clone().filter(|event| is_evidence(event)).peekable();
    found.peek()?;
    let is_about_shipment = old.fact.container.is_none();
    Some(match is_about_shipment && found.all(|event| names_another_vessel(event, old.event)) {
        true => Evidence::OtherVessel,
        false => Evidence::SameVessel,
    })
}

fn is_same_movement(one: &Event, other: &Event) -> bool {
    (&one.motion.movement, one.motion.is_empty()) == (&other.motion.movement, other.motion.is_empty())
        && one.motion.may_share_mode(&other.motion)
}

fn comes(event: &Event) -> bool {
    matches!(event.motion.movement, Movement::Arrived | Movement::Berthed | Movement::Discharged)
}

/// Whether a vessel is expected at another port between both events.
fn is_call_between(call: &Event, from: &Event, to: &Event) -> bool {
    let at = |event: &Event| EventTime::of(event).moment;
    let is_between =
        || matches!((at(from), at(call), at(to)), (Some(from), Some(at), Some(to)) if from < at && at < to);
    call.motion.moves_by_vessel() && call.place.port_or_name() != to.place.port_or_name() && is_between()
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

/// Whether an actual event shows that another one happened: it is a later step of the same call or, for a load or departure, a later arrival
/// or discharge of the vessel elsewhere.
fn shows(later: &StatedEvent<'_>, earlier: &StatedEvent<'_>, current: &[&StatedEvent<'_>]) -> bool {
    let (event, shown) = (later.event, earlier.event);
    let is_about_it = match (&later.fact.container, &earlier.fact.container) {
        (Some(one), Some(other)) => one == other,
        // A vessel takes some of the containers of a shipment. Its events concern those that were loaded.
        (None, Some(own)) => {
            let is_of_other = |load: &StatedEvent<'_>| load.fact.container.as_ref() != Some(own);
            !current.iter().any(|load| is_of_other(load) && is_load_on_vessel_of(load, event))
        }
        (_, None) => true,
    };
    if event.certainty != Certainty::Actual || later.fact.source != earlier.fact.source || !is_about_it {
        return false;
    }
    let at = |event: &Event| EventTime::of(event).moment;
    if matches!((at(event), at(shown)), (Some(later), Some(earlier)) if later < earlier) {
        return false;
    }
    let leaves = matches!(shown.motion.movement, Movement::Loaded | Movement::Departed);
    let names_other = names_another_vessel(event, shown);
    match event.place.port_or_name() == shown.place.port_or_name() {
        true => precedes(shown, event) && !(comes(event) && names_other),
        false => leaves && comes(event) && event.motion.may_share_mode(&shown.motion) && !names_other,
    }
}

/// Whether a container was loaded on the vessel of the event.
fn is_load_on_vessel_of(load: &StatedEvent<'_>, event: &Event) -> bool {
    load.event.is_vessel_handling()
        && load.event.motion.movement == Movement::Loaded
        && load.fact.container.is_some()
        && event.vessel.is_some()
        && !names_another_vessel(load.event, event)
}
