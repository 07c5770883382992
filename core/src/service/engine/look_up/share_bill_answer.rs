//! Applies the answer about a bill of lading to the requests for its containers.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::apply_answer::apply;
use super::ask_carrier::{Reply, check_answer};
use crate::carriers::Answer;
use crate::error::Result;
use crate::resources::{RequestStatus, RequestType};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::derive::trips::has_no_shipment_yet;
use crate::service::engine::derive::{unchanged_answer, unclaimed_facts};
use crate::store::{RequestRecord, TrackedNumber, Tx};
use crate::time::saturating_add;
use crate::tracking::{Fact, Stage, normalize_container_number};

/// How long after its bill of lading a container is due. The delay makes sure that the bill is looked up first.
const CONTAINER_DELAY: TimeDelta = TimeDelta::minutes(10);

pub(super) fn share_bill_answer(engine: &Engine, bill: &RequestRecord, answer: &Answer) -> Result<()> {
    if bill.kind == RequestType::Container {
        return Ok(());
    }
    let containers: BTreeSet<String> =
        answer.facts.iter().filter_map(|fact| fact.container.as_deref()).map(normalize_container_number).collect();
    if containers.is_empty() {
        return Ok(());
    }
    for request in engine.store.reading(|tx| container_requests(tx, bill, &containers))? {
        let number = request.tracked.number.clone();
        let is_about =
            |fact: &&Fact| fact.container.as_deref().is_none_or(|named| normalize_container_number(named) == number);
        // The answer is not marked as complete, because the carrier may have other voyages of the container.
        let facts = unclaimed_facts::facts_about_container(&number, answer.facts.iter().filter(is_about));
        // Bookmark and time stay, because they come from look-ups of the container.
        let (bookmark, until) = (request.bookmark.clone(), request.complete_until);
        let answer = Answer { facts, bookmark, until, ..Answer::default() };
        if check_answer(request.bookmark.as_deref(), &answer).is_ok() {
            let now = engine.now();
            let previous =
                engine.store.reading(|tx| unchanged_answer::find_repeated(engine, tx, &request, None, now))?;
            let source = request.answered_by;
            apply(engine, &Reply { source, previous, ..Reply::without_call(request.clone(), Ok(answer)) })?;
        }
        engine.store.writing(|tx| postpone(tx, bill, &request, engine.now()))?;
    }
    Ok(())
}

fn container_requests(tx: &Tx<'_>, bill: &RequestRecord, containers: &BTreeSet<String>) -> Result<Vec<RequestRecord>> {
    let mut found = Vec::new();
    for number in containers {
        let tracked = TrackedNumber { number: number.clone(), ..bill.tracked.clone() };
        found.extend(tx.live_request(&tracked)?);
    }
    found.retain(|request| request.kind == RequestType::Container && !request.state.awaits_next_trip());
    Ok(found)
}

/// Postpones the look-up of a container until after the look-up of its bill. Does not postpone it if the container may have
/// completed this voyage, because the answer about the bill does not contain the next voyage.
fn postpone(tx: &Tx<'_>, bill: &RequestRecord, before: &RequestRecord, now: DateTime<Utc>) -> Result<()> {
    let account = &bill.tracked.account;
    let (Some(bill), Some(mut request)) = (tx.request(account, &bill.id)?, tx.request(account, &before.id)?) else {
        return Ok(());
    };
    let (Some(bill_due), Some(due)) = (bill.state.due, request.state.due) else { return Ok(()) };
    let stages = &request.state.stages;
    let may_be_over = stages.is_empty() || stages.contains(&Stage::AwaitingEmpty) || request.next_request.is_some();
    // These stay, because the container itself was not looked up.
    request.asked_at = before.asked_at;
    if request.state.status == RequestStatus::Created {
        request.next_request.clone_from(&before.next_request);
    }
    request.state.due =
        match may_be_over || bill.state.status != RequestStatus::Created || has_no_shipment_yet(&request) {
            // Not in the past, because the time before now was counted as idle time already.
            true => before.state.due.map(|before| before.min(due).max(now)),
            false => Some(due.max(saturating_add(bill_due, CONTAINER_DELAY))),
        };
    tx.put_request(&request)
}
