//! A bill's answer serves its boxes: what it says of a container that the account follows beside it, under a request of its own, is
//! taken in there too, and that request's carrier is not asked for the same again.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::parts::Engine;
use super::trips::is_sought;
use super::{kept, look_ups};
use crate::carriers::Answer;
use crate::clock::CancelToken;
use crate::error::Result;
use crate::resources::{RequestStatus, RequestType};
use crate::store::{RequestRecord, TrackedNumber, Tx};
use crate::time::later;
use crate::tracking::{Fact, Stage, container_number};

/// How long after its bill a container is due that was served by it: then the bill goes first the next time.
const BEHIND: TimeDelta = TimeDelta::minutes(10);

/// Makes a look-up, and takes in what it brings for others.
pub(super) fn look_up(engine: &Engine, record: &RequestRecord, cancel: &CancelToken) -> Result<()> {
    match look_ups::run(engine, record, cancel)? {
        Some((bill, answer)) => serve(engine, &bill, &answer),
        None => Ok(()),
    }
}

/// Takes in what the answer about a bill or a booking says of containers that are followed beside it.
fn serve(engine: &Engine, bill: &RequestRecord, answer: &Answer) -> Result<()> {
    if bill.kind == RequestType::Container {
        return Ok(());
    }
    let boxes: BTreeSet<String> =
        answer.facts.iter().filter_map(|fact| fact.container.as_deref()).map(container_number).collect();
    if boxes.is_empty() {
        return Ok(());
    }
    for served in engine.store.reading(|tx| followed(tx, bill, &boxes))? {
        let number = served.tracked.number.clone();
        let is_about = |fact: &&Fact| fact.container.as_deref().is_none_or(|named| container_number(named) == number);
        let about: Vec<Fact> = answer.facts.iter().filter(is_about).cloned().collect();
        // The carrier may know more of the container than of this voyage.
        let facts = kept::of_box(&number, &about);
        // What it was told when it was asked for itself holds.
        let (bookmark, until) = (served.bookmark.clone(), served.complete_until);
        let said = Answer { facts, bookmark, until, ..Answer::default() };
        look_ups::take_in(engine, &served, said)?;
        engine.store.writing(|tx| put_off(tx, bill, &served))?;
    }
    Ok(())
}

/// The requests of the account for these containers at the same carrier. One that waits for its container's next trip is not
/// served by this one.
fn followed(tx: &Tx<'_>, bill: &RequestRecord, boxes: &BTreeSet<String>) -> Result<Vec<RequestRecord>> {
    let mut found = Vec::new();
    for number in boxes {
        let tracked = TrackedNumber { number: number.clone(), ..bill.tracked.clone() };
        found.extend(tx.live_request(&tracked)?);
    }
    found.retain(|request| request.kind == RequestType::Container && !request.state.awaits_next_trip());
    Ok(found)
}

/// The container is asked for after its bill, unless it may be through with this voyage: of the next one the bill says nothing.
fn put_off(tx: &Tx<'_>, bill: &RequestRecord, before: &RequestRecord) -> Result<()> {
    let account = &bill.tracked.account;
    let (Some(bill), Some(mut served)) = (tx.request(account, &bill.id)?, tx.request(account, &before.id)?) else {
        return Ok(());
    };
    let (Some(bill_due), Some(due)) = (bill.state.due, served.state.due) else { return Ok(()) };
    let stages = &served.state.stages;
    let is_over = stages.is_empty() || stages.contains(&Stage::AwaitingEmpty);
    // It was asked for by nobody.
    served.asked_at = before.asked_at;
    served.state.due = match is_over || bill.state.status != RequestStatus::Created || is_sought(&served) {
        true => before.state.due.map(|before| before.min(due)),
        false => Some(due.max(later(bill_due, BEHIND))),
    };
    tx.put_request(&served)
}
