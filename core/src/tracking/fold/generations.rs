//! Numbers of bills and bookings are used again. What follows after half a year without a sign is another shipment's.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use super::ledger::Ledger;
use super::trips::{Beginning, Trip};
use crate::tracking::key::Key;
use crate::tracking::moment::moment;
use crate::tracking::{Certainty, Fact, Statement};

/// How long nothing must have happened to a bill or booking, and nothing have been received about it, before its number counts
/// as used again.
const REUSE_WINDOW: TimeDelta = TimeDelta::days(180);

/// The facts of one use of a number.
pub(super) struct Generation<'a> {
    pub(super) facts: Vec<&'a Fact>,
    /// Whether the number was not used again since.
    pub(super) is_latest: bool,
    /// When it began.
    pub(super) begun: Option<DateTime<Utc>>,
}

/// The use of the number that the trips are kept of, else the latest; `None` where it was used once only.
pub(super) fn pick<'a>(ledger: &Ledger<'a>, kept: &BTreeMap<String, Trip>) -> Option<Generation<'a>> {
    let begins = begins(ledger);
    if begins.is_empty() {
        return None;
    }
    let index = |at: DateTime<Utc>| begins.partition_point(|begin| *begin <= at);
    let of = |fact: &Fact| match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => {
            index(event.at.as_ref().and_then(moment).unwrap_or(fact.received_at))
        }
        _ => index(fact.received_at),
    };
    let mut common = vec![0_usize; begins.len() + 1];
    for fact in &ledger.facts {
        let key = Key::of(fact).map(|key| key.digest());
        if key.is_some_and(|key| kept.values().any(|trip| trip.has(key))) {
            common[of(fact)] += 1;
        }
    }
    let picked = (0..common.len()).max_by_key(|at| (common[*at], *at))?;
    let is_of_it = |fact: &&&Fact| fact.statement.is_withdrawal() || of(fact) == picked;
    Some(Generation {
        facts: ledger.facts.iter().filter(is_of_it).copied().collect(),
        is_latest: picked == begins.len(),
        begun: picked.checked_sub(1).and_then(|at| begins.get(at)).copied(),
    })
}

/// When the second use of the number began, and every later one.
fn begins(ledger: &Ledger<'_>) -> Vec<DateTime<Utc>> {
    let mut dated: Vec<(DateTime<Utc>, bool)> = ledger
        .events()
        .filter(|told| told.event.certainty == Certainty::Actual)
        .filter_map(|told| Some((moment(told.event.at.as_ref()?)?, Beginning::of(&told.event.motion).is_some())))
        .collect();
    dated.sort_unstable();
    if !matches!((dated.first(), dated.last()), (Some(first), Some(last)) if last.0 - first.0 >= REUSE_WINDOW) {
        return Vec::new();
    }
    let is_event = |fact: &&&Fact| matches!(fact.statement, Statement::Event(_));
    let received: Vec<DateTime<Utc>> = ledger.facts.iter().filter(is_event).map(|fact| fact.received_at).collect();
    let mut begins = Vec::new();
    for pair in dated.windows(2) {
        let (before, (at, is_beginning)) = (pair[0].0, pair[1]);
        let heard = received.partition_point(|heard| *heard < at).checked_sub(1).map(|last| received[last]);
        if is_beginning && at - heard.map_or(before, |heard| heard.max(before)) >= REUSE_WINDOW {
            begins.push(at);
        }
    }
    begins
}
