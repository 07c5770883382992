//! Separates the uses of a bill of lading or booking number that a carrier used again for another shipment.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::ledger::Ledger;
use super::trips::{Trip, TripStart};
use crate::tracking::key::Key;
use crate::tracking::moment::sort_instant;
use crate::tracking::{Certainty, Fact, Statement};

/// A number counts as reused if a trip begins after a pause of this length, without events and without new facts about the number.
const REUSE_WINDOW: TimeDelta = TimeDelta::days(180);

/// The facts of one use of a bill of lading or booking number, that is, the facts about one of the shipments that had this number.
pub(super) struct NumberUse<'a> {
    pub(super) facts: Vec<&'a Fact>,
    /// Whether this is the newest use.
    pub(super) is_latest: bool,
    /// When this use began; `None` for the first use.
    pub(super) began_at: Option<DateTime<Utc>>,
}

/// The use that the stored trips belong to; the newest use if no trips are stored. `None` if the number was used only once.
pub(super) fn current_use<'a>(ledger: &Ledger<'a>, stored_trips: &BTreeMap<String, Trip>) -> Option<NumberUse<'a>> {
    let beginnings = beginnings(ledger);
    if beginnings.is_empty() {
        return None;
    }
    let index = |at: DateTime<Utc>| beginnings.partition_point(|begin| *begin <= at);
    let use_of = |fact: &Fact| match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => {
            index(ledger.window.judge(event).at.and_then(sort_instant).unwrap_or(fact.received_at))
        }
        _ => index(fact.received_at),
    };
    let mut shared_events = vec![0_usize; beginnings.len() + 1];
    for fact in &ledger.facts {
        let key = Key::of(fact).map(|key| key.digest());
        if key.is_some_and(|key| stored_trips.values().any(|trip| trip.has(key))) {
            shared_events[use_of(fact)] += 1;
        }
    }
    let selected = (0..shared_events.len()).max_by_key(|at| (shared_events[*at], *at))?;
    let is_of_use = |fact: &&&Fact| fact.statement.is_withdrawal() || use_of(fact) == selected;
    Some(NumberUse {
        facts: ledger.facts.iter().filter(is_of_use).copied().collect(),
        is_latest: selected == beginnings.len(),
        began_at: selected.checked_sub(1).and_then(|at| beginnings.get(at)).copied(),
    })
}

/// The start times of all uses except the first.
fn beginnings(ledger: &Ledger<'_>) -> Vec<DateTime<Utc>> {
    let mut dated: Vec<(DateTime<Utc>, bool)> = ledger
        .events()
        .filter(|current| !current.is_expected())
        .filter_map(|current| Some((sort_instant(current.at?)?, TripStart::of(&current.event.motion).is_some())))
        .collect();
    dated.sort_unstable();
    if !matches!((dated.first(), dated.last()), (Some(first), Some(last)) if last.0 - first.0 >= REUSE_WINDOW) {
        return Vec::new();
    }
    let is_event = |fact: &&&Fact| matches!(fact.statement, Statement::Event(_));
    let received: Vec<DateTime<Utc>> = ledger.facts.iter().filter(is_event).map(|fact| fact.received_at).collect();
    let mut beginnings = Vec::new();
    for pair in dated.windows(2) {
        let (before, (at, is_beginning)) = (pair[0].0, pair[1]);
        let last_received =
            received.partition_point(|received| *received < at).checked_sub(1).map(|last| received[last]);
        if is_beginning && at - last_received.map_or(before, |received| received.max(before)) >= REUSE_WINDOW {
            beginnings.push(at);
        }
    }
    beginnings
}
