//! Splits the facts of a shipment into batches in the order of time. In a single batch, only the last state of the availability for
//! pick-up would be kept.

use std::collections::HashMap;

use super::shipment_facts::AccountShipment;
use crate::tracking::{Certainty, Event, Fact, Movement, Statement, TerminalStatus};

/// Returns batches of facts to record in this order. The last batch has all facts. It is the only one if the availability never changed.
pub(super) fn fact_batches(shipment: &AccountShipment) -> Vec<Vec<Fact>> {
    let all = shipment.facts();
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
    // Batch 0 has the first change of each container, batch 1 the first two: leaving out an earlier change would withdraw it.
    let upto = |step: usize| changes.iter().filter(|(at, _)| *at <= step).map(|(_, fact)| (*fact).clone()).collect();
    let mut batches: Vec<Vec<Fact>> = without.into_iter().chain((0..most).map(upto)).collect();
    batches.push(all);
    batches
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
    if let Statement::TerminalStatus(status) = &mut fact.statement {
        status.available_for_pickup = None;
        if *status == TerminalStatus::default() {
            return None;
        }
    }
    Some(fact)
}
