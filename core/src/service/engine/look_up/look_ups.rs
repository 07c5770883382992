//! Look-ups: one request, its carrier's answer, and everything that follows.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::ask_carrier::{Asked, Beside, Pacing, ask, check, note_fare, question, tell_consequences, tell_outcome};
use super::detect_carrier::{self, Sought};
use crate::carriers::Answer;
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::http::Call;
use crate::resources::{AccountId, RequestStatus, RequestType, TrackingRequestId};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::{detected, names_with};
use crate::service::engine::base::observer::Activity;
use crate::service::engine::credentials::carrier_credentials::{
    Gate, Ruling, SetAside, go_on, lane_of, name_of, teller_of,
};
use crate::service::engine::derive::trips::is_sought;
use crate::service::engine::derive::update::{Finding, Known, Learned, Update};
use crate::service::engine::derive::{requests, unchanged_answer, unclaimed_facts};
use crate::store::{AnswerFingerprint, Digest, RequestRecord, ShipmentRecord, TrackedNumber, Tx};
use crate::time::later;
use crate::tracking::lifecycle::{Input, LookUpOutcome, Outlook};
use crate::tracking::{Fact, Stage, container_number};

/// No transaction is open while the carrier is asked. The answer is then applied to other requests, too.
fn run(engine: &Engine, record: &RequestRecord, cancel: &CancelToken) -> Result<Option<(RequestRecord, Answer)>> {
    let record = match detected(record) {
        Some(record) => record,
        None => match detect_carrier::seek(engine, record, cancel)? {
            Sought::Owner(owned) => *owned,
            Sought::Said(said) => {
                let (record, answer, teller, ruling) = *said;
                let told = Told { answer: Ok(answer), teller, heard: None };
                return finish(engine, record, told, &ruling, &Pacing::OfCarrier, None);
            }
            Sought::Nobody(outcome, why) => {
                let told = Told { answer: Err(outcome), teller: None, heard: None };
                return finish(engine, record.clone(), told, &Ruling::Nothing, &Pacing::OfCarrier, why);
            }
            Sought::Stopped => return Ok(None),
        },
    };
    let call = engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, cancel);
    let lane = lane_of(&record);
    let now = engine.now();
    let (mut beside, aside) =
        engine.store.reading(|tx| Ok((Beside::of(tx, &record, now)?, tx.suspended_credentials(Some(&lane.scac))?)))?;
    let (account_name, heard) = (beside.account_name.clone(), beside.heard.take());
    let gate = engine.gate(&lane, &account_name, &aside)?;
    if matches!(gate, Gate::Closed) {
        return Ok(None);
    }
    let Asked { answer, teller, credential, said, why } = ask(engine, &record, beside, &call);
    if cancel.is_cancelled() {
        // The service is stopping: the request stays due and is looked up again.
        return Ok(None);
    }
    let was_refused = record.refused_at.is_some();
    let said = (said, why.as_deref());
    let ruling = engine.rule(lane.clone(), was_refused, (&account_name, gate), credential, said)?;
    let pacing = Pacing::of(engine, lane, &account_name, &answer);
    finish(engine, record, Told { answer, teller, heard }, &ruling, &pacing, why)
}

struct Told {
    answer: Result<Answer, LookUpOutcome>,
    teller: Option<Digest>,
    heard: Option<AnswerFingerprint>,
}

fn finish(
    engine: &Engine,
    record: RequestRecord,
    told: Told,
    ruling: &Ruling,
    pacing: &Pacing,
    why: Option<String>,
) -> Result<Option<(RequestRecord, Answer)>> {
    let settled = settle(engine, &record, &told, ruling, pacing)?;
    tell(engine, &record, settled.as_ref(), why.as_deref());
    let is_found = settled.is_some_and(|it| matches!(it.outcome, LookUpOutcome::Found { duplicate: false, .. }));
    Ok(told.answer.ok().filter(|_| is_found).map(|answer| (record, answer)))
}

fn take_in(engine: &Engine, record: &RequestRecord, said: Answer) -> Result<()> {
    let now = engine.now();
    if check(&question(record, String::new(), Beside::default(), now), &said).is_ok() {
        let heard = engine.store.reading(|tx| unchanged_answer::known(tx, record, None, now))?;
        let told = Told { answer: Ok(said), teller: record.answered_by, heard };
        settle(engine, record, &told, &Ruling::Nothing, &Pacing::OfCarrier)?;
    }
    Ok(())
}

/// Returns how many facts are new.
pub(in crate::service) fn record(
    engine: &Engine,
    account: &AccountId,
    id: &TrackingRequestId,
    said: Answer,
) -> Result<usize> {
    let (record, name) = engine.store.reading(|tx| Ok((tx.request(account, id)?, name_of(tx, account)?)))?;
    let record = record.ok_or_else(|| Error::new(ErrorKind::NotFound, format!("there is no tracking request {id}")))?;
    if record.tracked.scac.is_none() {
        return Err(Error::invalid("scac", "nobody knows yet which carrier the number belongs to"));
    }
    check(&question(&record, String::new(), Beside::default(), engine.now()), &said)
        .map_err(|why| Error::invalid("answer", why))?;
    let count = || engine.store.reading(|tx| Ok(tx.facts(&record.tracked)?.len()));
    let before = count()?;
    let lane = lane_of(&record);
    let teller = Some(teller_of(&lane, &engine.credential(&lane, &name)));
    let told = Told { answer: Ok(said), teller, heard: None };
    finish(engine, record.clone(), told, &Ruling::Nothing, &Pacing::OfCarrier, None)?;
    engine.wake.wake();
    Ok(count()?.saturating_sub(before))
}

struct Settled {
    outcome: LookUpOutcome,
    doubts: Vec<String>,
    rests_until: Option<DateTime<Utc>>,
    set_aside: Option<SetAside>,
}

fn tell(engine: &Engine, asked: &RequestRecord, settled: Option<&Settled>, why: Option<&str>) {
    let Some(Settled { outcome, doubts, rests_until, set_aside }) = settled else { return };
    tell_outcome(engine, asked, outcome, why);
    if !doubts.is_empty() {
        let (request, scac, number) = (&asked.id, asked.tracked.scac.as_deref(), &asked.number);
        engine.tell(&Activity::DoubtfulFacts { request, scac, number, doubts });
    }
    tell_consequences(engine, asked, *rests_until, set_aside.as_ref());
}

/// Facts, state and events in one transaction. `None` if the request is gone.
fn settle(
    engine: &Engine,
    asked: &RequestRecord,
    Told { answer, teller, heard }: &Told,
    ruling: &Ruling,
    pacing: &Pacing,
) -> Result<Option<Settled>> {
    let now = engine.now();
    let chance = engine.entropy.fraction();
    let learn = |known| {
        let answer = answer.as_ref().ok()?;
        Some(Learned::from(engine, known, asked, answer, now))
    };
    let digest =
        answer.as_ref().ok().filter(|answer| !answer.unchanged).map(|answer| unchanged_answer::digest(engine, answer));
    // Slow work is done before the writer is locked.
    let mut learned = match (answer, heard) {
        (Ok(_), Some(fingerprint)) if unchanged_answer::says_the_same(fingerprint, digest) => None,
        (Ok(told), _) => learn(engine.store.reading(|tx| Known::of(tx, asked, &told.facts))?),
        (Err(_), _) => None,
    };
    let calls = engine.unsaved_calls(asked.carrier());
    let settled = engine.store.writing(|tx| {
        let rests_until = note_fare(engine.within(tx, now), asked, answer, pacing)?;
        calls.write(tx)?;
        let set_aside = ruling.write(tx)?;
        // The request may have been changed meanwhile.
        let Some(current) = tx.request(&asked.tracked.account, &asked.id)? else { return Ok(None) };
        let record = RequestRecord { tracked: asked.tracked.clone(), ..current.clone() };
        let repeated = match answer {
            Ok(_) => unchanged_answer::known(tx, &record, digest, now)?,
            Err(_) => None,
        };
        // A repeated answer was already checked for duplicates.
        let twin = if repeated.is_none() { twin(tx, &record, answer.as_ref().ok())? } else { None };
        let duplicate = twin.is_some();
        if let (Ok(told), None) = (answer, &repeated)
            && !learned.as_ref().map_or(Ok(false), |learned| learned.is_current(tx, asked))?
        {
            learned = learn(Known::of(tx, asked, &told.facts)?);
        }
        let (outcome, update) = match (answer, &repeated, &learned) {
            // A repeated answer: nothing is derived.
            (Ok(answer), Some(fingerprint), _) => {
                let outlook = Outlook { stages: fingerprint.stages.clone(), next_look: answer.next_look };
                (LookUpOutcome::Found { duplicate: false, concluded: None, outlook }, None)
            }
            (Ok(answer), None, Some(learned)) => {
                let found = found(tx, &record, learned, duplicate, answer.next_look, now)?;
                if answer.unchanged {
                    learned.confirm_all(tx, &record.tracked, now)?;
                }
                found
            }
            (Ok(_), None, None) => (LookUpOutcome::NoDataYet, None),
            (Err(outcome), ..) => (outcome.clone(), None),
        };
        // Two live requests cannot have one number and carrier. Until its carrier has data, which ends this one as a
        // duplicate, the carrier just inferred is not written down.
        let mut record = if duplicate && update.is_none() { current } else { record };
        if let (Some(Twin::Shipment(shipment)), Some(_)) = (twin, update)
            && record.state.status != RequestStatus::Created
        {
            meet(tx, &mut record, *shipment)?;
        }
        match &update {
            _ if outcome == LookUpOutcome::NextTripAwaited => record.shipment = None,
            // The linked shipment may be another trip's.
            Some(update) if !duplicate && is_sought(&record) => {
                record.shipment = record.shipment.filter(|linked| *linked == update.recording.shipment);
            }
            _ => {}
        }
        record.asked_at = Some(now);
        record.refused_at = match outcome {
            LookUpOutcome::Refused => Some(now),
            LookUpOutcome::Trouble { .. } | LookUpOutcome::RateLimited { .. } => record.refused_at,
            _ => None,
        };
        if let Ok(answer) = answer {
            record.bookmark.clone_from(&answer.bookmark);
            // A failed look-up does not advance `since`.
            record.complete_until = answer.until.filter(|_| matches!(outcome, LookUpOutcome::Found { .. }));
            record.answered_by = teller.filter(|_| record.bookmark.is_some() || record.complete_until.is_some());
        }
        if matches!(outcome, LookUpOutcome::Found { .. }) {
            record.answered_at = Some(now);
        }
        let input = Input::Looked(outcome.clone());
        match (requests::advance(engine.within(tx, now), record.clone(), &input, update, chance)?, update) {
            (Ok(advanced), Some(update)) => unchanged_answer::keep(tx, &advanced, digest, update, now)?,
            (Ok(_), None) => {}
            // The request ended while the carrier was asked.
            (Err(_), _) => note_attempt(tx, &record, now)?,
        }
        // Only once: a host may return other credentials each time.
        if matches!(ruling, Ruling::Replaced) && asked.refused_at.is_none() {
            go_on(tx, &lane_of(asked), now)?;
        }
        let doubts = learned.as_ref().map(|learned| learned.doubts.clone()).unwrap_or_default();
        Ok(Some(Settled { outcome, doubts, rests_until, set_aside }))
    })?;
    calls.are_saved();
    Ok(settled)
}

enum Twin {
    Request,
    Shipment(Box<ShipmentRecord>),
}

/// Under the same number, or under another one while each names no other number. Several bills of one booking, or
/// several bookings of one bill, are no duplicates.
fn twin(tx: &Tx<'_>, record: &RequestRecord, answer: Option<&Answer>) -> Result<Option<Twin>> {
    let live = |number: &str| -> Result<Option<RequestRecord>> {
        let tracked = TrackedNumber { number: number.to_owned(), ..record.tracked.clone() };
        Ok(tx.live_request(&tracked)?.filter(|live| live.id != record.id))
    };
    if live(&record.tracked.number)?.is_some() {
        return Ok(Some(Twin::Request));
    }
    // A container may be tracked in addition to its shipment.
    let Some(answer) = answer.filter(|_| record.kind != RequestType::Container) else { return Ok(None) };
    // A partial answer may leave out numbers that were named before.
    let known = if answer.complete { None } else { tx.shipment_of(&record.tracked)? };
    let [other] = &*names_with(known.as_ref(), &record.tracked, answer) else { return Ok(None) };
    let Some(other) = live(other)?.filter(|other| other.kind != RequestType::Container) else { return Ok(None) };
    let shipment = tx.shipment_of(&other.tracked)?;
    Ok(shipment.filter(|known| known.names_none_but(&record.tracked.number)).map(Box::new).map(Twin::Shipment))
}

fn meet(tx: &Tx<'_>, record: &mut RequestRecord, mut shipment: ShipmentRecord) -> Result<()> {
    record.shipment = Some(shipment.shipment.id.clone());
    if !shipment.spellings.contains(&record.tracked.number) {
        shipment.spellings.push(record.tracked.number.clone());
    }
    let known = &mut shipment.shipment.ref_numbers;
    let new: Vec<String> = record.ref_numbers.iter().filter(|reference| !known.contains(reference)).cloned().collect();
    known.extend(new);
    tx.put_shipment(&shipment)
}

fn found<'l>(
    tx: &Tx<'_>,
    record: &RequestRecord,
    learned: &'l Learned,
    duplicate: bool,
    next_look: Option<Duration>,
    now: DateTime<Utc>,
) -> Result<(LookUpOutcome, Option<&'l Update>)> {
    learned.add_facts(tx, &record.tracked, now)?;
    Ok(match &learned.finding {
        Finding::Nothing => (LookUpOutcome::NoDataYet, None),
        Finding::NextTripAwaited if !duplicate => (LookUpOutcome::NextTripAwaited, None),
        Finding::NextTripAwaited => {
            (LookUpOutcome::Found { duplicate, concluded: None, outlook: Outlook::default() }, None)
        }
        Finding::Shipment(update) => {
            let outlook = Outlook { stages: Stage::all_of(&update.after), next_look };
            (LookUpOutcome::Found { duplicate, concluded: update.after.concluded.clone(), outlook }, Some(update))
        }
    })
}

/// The shipment of a request that ended still reports when its carrier was last asked.
fn note_attempt(tx: &Tx<'_>, record: &RequestRecord, now: DateTime<Utc>) -> Result<()> {
    let Some(id) = &record.shipment else { return Ok(()) };
    if let Some(mut known) = tx.shipment(&record.tracked.account, id)? {
        known.shipment.line_tracking_last_attempted_at = Some(now.into());
        tx.put_shipment(&known)?;
    }
    Ok(())
}

/// How long after its bill a container is due that the bill's answer served: then the bill goes first the next time.
const BEHIND: TimeDelta = TimeDelta::minutes(10);

pub(in crate::service::engine) fn look_up(engine: &Engine, record: &RequestRecord, cancel: &CancelToken) -> Result<()> {
    match run(engine, record, cancel)? {
        Some((bill, answer)) => serve(engine, &bill, &answer),
        None => Ok(()),
    }
}

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
        // The carrier may know other voyages of the container.
        let facts = unclaimed_facts::of_box(&number, &about);
        // The answer to the container's own look-up takes precedence.
        let (bookmark, until) = (served.bookmark.clone(), served.complete_until);
        let said = Answer { facts, bookmark, until, ..Answer::default() };
        take_in(engine, &served, said)?;
        engine.store.writing(|tx| put_off(tx, bill, &served))?;
    }
    Ok(())
}

fn followed(tx: &Tx<'_>, bill: &RequestRecord, boxes: &BTreeSet<String>) -> Result<Vec<RequestRecord>> {
    let mut found = Vec::new();
    for number in boxes {
        let tracked = TrackedNumber { number: number.clone(), ..bill.tracked.clone() };
        found.extend(tx.live_request(&tracked)?);
    }
    found.retain(|request| request.kind == RequestType::Container && !request.state.awaits_next_trip());
    Ok(found)
}

/// Not for a container that may have completed this voyage: the bill does not know the next one.
fn put_off(tx: &Tx<'_>, bill: &RequestRecord, before: &RequestRecord) -> Result<()> {
    let account = &bill.tracked.account;
    let (Some(bill), Some(mut served)) = (tx.request(account, &bill.id)?, tx.request(account, &before.id)?) else {
        return Ok(());
    };
    let (Some(bill_due), Some(due)) = (bill.state.due, served.state.due) else { return Ok(()) };
    let stages = &served.state.stages;
    let is_over = stages.is_empty() || stages.contains(&Stage::AwaitingEmpty);
    // It was not looked up itself.
    served.asked_at = before.asked_at;
    served.state.due = match is_over || bill.state.status != RequestStatus::Created || is_sought(&served) {
        true => before.state.due.map(|before| before.min(due)),
        false => Some(due.max(later(bill_due, BEHIND))),
    };
    tx.put_request(&served)
}
