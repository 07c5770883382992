//! Orders the facts of an account in time: of availability for pick-up, one batch would only keep the last state.

use std::collections::HashMap;

use super::shipment_facts::AccountShipment;
use crate::tracking::{Certainty, Event, Fact, Movement, Statement, TerminalStatus};

/// Batches of facts to ingest in order. The last one has all facts; it is the only one if it states everything.
pub(super) fn steps(told: &AccountShipment) -> Vec<Vec<Fact>> {
    let all = told.facts();
    let mut changes: Vec<(usize, &Fact)> = Vec::new();
    let mut counts: HashMap<&Option<String>, usize> = HashMap::new();
    let mut available: Vec<&Fact> = all.iter().filter(|fact| availability(fact).is_some()).collect();
    available.sort_by_key(|fact| availability(fact).and_then(|event| event.at.as_ref()?.utc()));
    for fact in available {
        let count = counts.entry(&fact.container).or_default();
        changes.push((*count, fact));
        *count += 1;
    }
    let most = counts.values().max().copied().unwrap_or_default();
    let without = (most > 0).then(|| all.iter().filter_map(without_availability).collect());
    // The first change of each container, then the first two: a change that is no longer named would count as moved in time.
    let upto = |step: usize| changes.iter().filter(|(at, _)| *at <= step).map(|(_, fact)| (*fact).clone()).collect();
    let mut steps: Vec<Vec<Fact>> = without.into_iter().chain((0..most).map(upto)).collect();
    steps.push(all);
    steps
}

fn availability(fact: &Fact) -> Option<&Event> {
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => {
            Some(event).filter(|event| matches!(event.motion.movement, Movement::Available | Movement::NotAvailable))
        }
        _ => None,
    }
}

fn without_availability(fact: &Fact) -> Option<Fact> {
    if availability(fact).is_some() {
        return None;
    }
    let mut fact = fact.clone();
    if let Statement::TerminalStatus(reading) = &mut fact.statement {
        reading.available_for_pickup = None;
        if *reading == TerminalStatus::default() {
            return None;
        }
    }
    Some(fact)
}
