//! Derives voyages from decoded files without a service, and stores nothing.
//!
//! The result is what the service would publish if it had only these facts.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};

use crate::decoders::{Message, Reading};
use crate::tracking::{self, Certainty, Fact, FoldPolicy, Statement, Voyage, absorb, approximate_utc};

/// The voyages that the decoded facts describe, one for each shipment in them, as if no other facts existed and these
/// had been received at `now`. There is at least one voyage; without facts it is empty.
///
/// All DCSA answers together count as the pages of one complete answer. EDI messages are absorbed one after another,
/// in the order in which they were written.
pub fn voyages(reading: &Reading, now: DateTime<Utc>, policy: &FoldPolicy) -> Vec<Voyage> {
    reading.shipments().iter().map(|shipment| voyage(shipment, now, policy)).collect()
}

fn voyage(shipment: &Reading, now: DateTime<Utc>, policy: &FoldPolicy) -> Voyage {
    let (whole, mut single): (Vec<&Message>, Vec<&Message>) =
        shipment.messages.iter().partition(|message| message.form.is_whole_answer());
    single.sort_by_key(|message| message.sent_at.as_ref().and_then(approximate_utc));
    let pages: Vec<Fact> = whole.into_iter().flat_map(|message| message.facts.iter().cloned()).collect();
    let mut answers = vec![pages];
    answers.extend(batches(single));
    let mut facts: Vec<Fact> = Vec::new();
    // The last answer counts as received now, and each one before it a millisecond earlier.
    for (before, answer) in (0..answers.len()).rev().zip(answers) {
        let earlier = TimeDelta::milliseconds(i64::try_from(before).unwrap_or_default());
        let received = now.checked_sub_signed(earlier).unwrap_or(now);
        let new = absorb(&facts, answer, facts.is_empty(), received);
        facts.extend(new);
    }
    let mut voyage = tracking::voyage(&facts, now, policy);
    voyage.picture.shipment.line_tracking_stopped_reason = voyage.picture.concluded.clone();
    voyage
}

/// Groups messages. A message that repeats or changes a statement of the current batch starts a new one, so that the
/// newest statement counts.
fn batches(messages: Vec<&Message>) -> Vec<Vec<Fact>> {
    let mut batches: Vec<Vec<Fact>> = Vec::new();
    let mut stated: HashSet<String> = HashSet::new();
    for message in messages {
        let statements: HashSet<String> = message.facts.iter().filter_map(replaceable_key).collect();
        if batches.is_empty() || !stated.is_disjoint(&statements) {
            batches.push(Vec::new());
            stated.clear();
        }
        stated.extend(statements);
        if let Some(last) = batches.last_mut() {
            last.extend(message.facts.iter().cloned());
        }
    }
    batches
}

/// The key of a statement that a later message can replace; `None` for actual events.
fn replaceable_key(fact: &Fact) -> Option<String> {
    match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => None,
        Statement::Event(_) => fact.key(),
        Statement::Withdrawn(key) => Some(key.clone()),
        Statement::TerminalStatus(_) | Statement::Particulars(_) => {
            Some(format!("{}|{:?}", fact.source, fact.container))
        }
    }
}
