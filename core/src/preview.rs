//! Derives voyages from decoded files without a service, and stores nothing.
//!
//! The result is what the service would publish if it had only these facts.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};

use crate::decoders::{Message, Reading};
use crate::tracking::{self, Certainty, Fact, FoldPolicy, Statement, Voyage, absorb, approximate_utc};

/// Returns the voyages that the decoded facts describe, one for each shipment, as if no other facts existed and these facts had been
/// received at `now`. There is at least one voyage; without facts it is empty.
///
/// All DCSA answers together count as the pages of one complete answer. EDI messages are absorbed one after another,
/// in the order in which they were written.
pub fn voyages(reading: &Reading, now: DateTime<Utc>, policy: &FoldPolicy) -> Vec<Voyage> {
    reading.shipments().iter().map(|shipment| voyage(shipment, now, policy)).collect()
}

fn voyage(shipment: &Reading, now: DateTime<Utc>, policy: &FoldPolicy) -> Voyage {
    let (answer_pages, mut edi): (Vec<&Message>, Vec<&Message>) =
        shipment.messages.iter().partition(|message| message.form.is_whole_answer());
    edi.sort_by_key(|message| message.sent_at.as_ref().and_then(approximate_utc));
    let pages: Vec<Fact> = answer_pages.into_iter().flat_map(|message| message.facts.iter().cloned()).collect();
    let mut answers = vec![pages];
    answers.extend(batches(edi));
    let mut facts: Vec<Fact> = Vec::new();
    // The last answer counts as received now, and each one before it a millisecond earlier.
    for (answers_after, answer) in (0..answers.len()).rev().zip(answers) {
        let age = TimeDelta::milliseconds(i64::try_from(answers_after).unwrap_or_default());
        let received = now.checked_sub_signed(age).unwrap_or(now);
        let new = absorb(&facts, answer, facts.is_empty(), received);
        facts.extend(new);
    }
    let mut voyage = tracking::voyage(&facts, now, policy);
    voyage.picture.shipment.line_tracking_stopped_reason = voyage.picture.concluded.clone();
    voyage
}

/// Groups messages into batches, which are absorbed like answers. A message that repeats or changes a statement of the current batch
/// starts a new batch, so that the newest statement counts.
fn batches(messages: Vec<&Message>) -> Vec<Vec<Fact>> {
    let mut batches: Vec<Vec<Fact>> = Vec::new();
    let mut keys_of_batch: HashSet<String> = HashSet::new();
    for message in messages {
        let keys: HashSet<String> = message.facts.iter().filter_map(replaceable_key).collect();
        if batches.is_empty() || !keys_of_batch.is_disjoint(&keys) {
            batches.push(Vec::new());
            keys_of_batch.clear();
        }
        keys_of_batch.extend(keys);
        if let Some(last) = batches.last_mut() {
            last.extend(message.facts.iter().cloned());
        }
    }
    batches
}

/// The key of a statement that a later message can replace; `None` for an actual event.
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
