//! Applies an answer: derives what it changes, decides the outcome, writes it and notifies.

use chrono::{DateTime, Utc};

use super::ask_carrier::{CallEffects, Reply};
use crate::carriers::{Answer, LookUpFailure};
use crate::error::Result;
use crate::resources::{AccountId, RequestStatus, RequestType, ShipmentId, StopReason};
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::service::engine::base::infer_carrier::numbers_named_by;
use crate::service::engine::base::observer::Activity;
use crate::service::engine::credentials::carrier_credentials::{CredentialDecision, lane_of, resume_lane};
use crate::service::engine::derive::trips::has_no_shipment_yet;
use crate::service::engine::derive::update::{Derived, Finding, PreviousState, Update};
use crate::service::engine::derive::{answer_digest, new_requests, request_lifecycle, unchanged_answer};
use crate::store::{AnswerFingerprint, Digest, RequestRecord, ShipmentRecord, TrackedNumber, Tx};
use crate::tracking::Stage;
use crate::tracking::lifecycle::{Input, LookUpOutcome, Outlook};

/// Applies the answer in a reply. Facts, state and notifications are written in one transaction. `None` if the request was
/// deleted.
pub(super) fn apply(engine: &Engine, reply: &Reply) -> Result<Option<AppliedAnswer>> {
    let (now, chance) = (engine.now(), engine.entropy.fraction());
    let digest = reply.answer.as_ref().ok().and_then(answer_digest::answer_digest);
    // The derivation is slow, so it runs before the write transaction.
    let mut derived = derive(engine, reply, digest, now)?;
    let calls = engine.unsaved_calls(reply.request.carrier());
    let applied = engine.store.writing(|tx| {
        let cx = engine.within(tx, now);
        let effects = reply.write_call(cx, &calls)?;
        let Some(stored) = tx.request(&reply.request.tracked.account, &reply.request.id)? else { return Ok(None) };
        let (stored_number, tracked) = (stored.tracked.clone(), reply.request.tracked.clone());
        let request = RequestRecord { tracked, ..stored };
        let content = derive_again_if_stale(cx, reply, digest, derived.take(), &request)?;
        let decision = decide(cx, reply, &content, request, stored_number)?;
        let outcome = write(cx, reply, digest, &content, decision, chance)?;
        Ok(Some(AppliedAnswer { outcome, doubts: content.into_doubts(), effects }))
    })?;
    calls.mark_saved();
    Ok(applied)
}

/// What was written for an answer.
pub(super) struct AppliedAnswer {
    outcome: LookUpOutcome,
    doubts: Vec<String>,
    effects: CallEffects,
}

impl AppliedAnswer {
    pub fn is_found(&self) -> bool {
        matches!(self.outcome, LookUpOutcome::Found { duplicate: false, .. })
    }

    pub fn report(&self, engine: &Engine, reply: &Reply) {
        reply.report_outcome(engine, &self.outcome);
        if !self.doubts.is_empty() {
            let (request, tracked) = (&reply.request.id, &reply.request.tracked);
            let (account, scac, number) = (&tracked.account, tracked.scac.as_deref(), &reply.request.number);
            engine.report(&Activity::DoubtfulFacts { account, request, scac, number, doubts: &self.doubts });
        }
        self.effects.report(engine, reply);
    }
}

/// What an answer contains.
enum AnswerContent {
    NoAnswer,
    /// The answer is equal to the previous one.
    Repeated(AnswerFingerprint),
    Derived(Box<Derived>),
}

impl AnswerContent {
    fn into_doubts(self) -> Vec<String> {
        match self {
            AnswerContent::Derived(derived) => derived.doubts,
            AnswerContent::NoAnswer | AnswerContent::Repeated(_) => Vec::new(),
        }
    }
}

/// `None` if there is nothing to derive: there is no answer, or it is the same as the previous one.
fn derive(engine: &Engine, reply: &Reply, digest: Option<Digest>, now: DateTime<Utc>) -> Result<Option<Derived>> {
    let Ok(answer) = &reply.answer else { return Ok(None) };
    if reply.previous.as_ref().is_some_and(|previous| answer_digest::is_same(previous, digest)) {
        return Ok(None);
    }
    let previous = engine.store.reading(|tx| PreviousState::of(engine, tx, &reply.request, &answer.facts))?;
    Ok(Some(Derived::of(engine, previous, &reply.request, answer, now)))
}

/// Returns the first derivation if it is still current; derives again if the store was changed since.
fn derive_again_if_stale(
    cx: WriteContext<'_>,
    reply: &Reply,
    digest: Option<Digest>,
    derived: Option<Derived>,
    request: &RequestRecord,
) -> Result<AnswerContent> {
    let Ok(answer) = &reply.answer else { return Ok(AnswerContent::NoAnswer) };
    if let Some(previous) = unchanged_answer::find_repeated(cx.engine, cx.tx, request, digest, cx.now)? {
        return Ok(AnswerContent::Repeated(previous));
    }
    if let Some(derived) = derived
        && derived.is_current(cx, &reply.request)?
    {
        return Ok(AnswerContent::Derived(Box::new(derived)));
    }
    let previous = PreviousState::of(cx.engine, cx.tx, &reply.request, &answer.facts)?;
    let derived = Derived::of(cx.engine, previous, &reply.request, answer, cx.now);
    Ok(AnswerContent::Derived(Box::new(derived)))
}

/// The outcome of an answer.
struct Decision<'n> {
    outcome: LookUpOutcome,
    /// The request before the lifecycle is applied.
    request: RequestRecord,
    /// What changes in the shipment.
    update: Option<&'n Update>,
    /// The shipment of another number, if the request shares it.
    shared: Option<ShipmentRecord>,
}

/// Decides the outcome. Writes nothing.
fn decide<'n>(
    cx: WriteContext<'_>,
    reply: &Reply,
    content: &'n AnswerContent,
    mut request: RequestRecord,
    stored_number: TrackedNumber,
) -> Result<Decision<'n>> {
    let duplicate = match content {
        // The previous answer was already checked for duplicates.
        AnswerContent::Repeated(_) => None,
        AnswerContent::NoAnswer | AnswerContent::Derived(_) => {
            duplicate_of(cx.tx, &request, reply.answer.as_ref().ok())?
        }
    };
    let (outcome, update) = outcome_of(reply, content, duplicate.is_some());
    if duplicate.is_some() && update.is_none() {
        // Two live requests cannot have the same number and carrier, so the inferred carrier is not stored. The request ends
        // as a duplicate when the carrier has data.
        request.tracked = stored_number;
    }
    let mut shared = None;
    match (update, duplicate) {
        (Some(_), Some(Duplicate::Shipment(shipment))) if has_no_shipment_yet(&request) => {
            request.shipment = Some(shipment.shipment.id.clone());
            shared = Some(add_number(*shipment, &request));
        }
        // A request is linked to a shipment before its first look-up, and this shipment may belong to another trip.
        (Some(update), None) if has_no_shipment_yet(&request) => {
            request.shipment.take_if(|linked| *linked != update.records.shipment);
        }
        _ if outcome == LookUpOutcome::NextTripAwaited => request.shipment = None,
        _ => {}
    }
    record_answer_in_request(&mut request, reply, &outcome, cx.now);
    if update.is_some_and(|update| update.is_late) {
        // The carrier must repeat the whole answer, because it rewrites nothing until then.
        (request.bookmark, request.complete_until) = (None, None);
    }
    Ok(Decision { outcome, request, update, shared })
}

fn outcome_of<'n>(reply: &Reply, content: &'n AnswerContent, duplicate: bool) -> (LookUpOutcome, Option<&'n Update>) {
    let answer = match &reply.answer {
        Ok(answer) => answer,
        Err(failure) => return (LookUpOutcome::Failed(failure.clone()), None),
    };
    let found = |stages, last_fact, duplicate, concluded| {
        let outlook = Outlook { stages, next_look: answer.next_look, last_fact };
        LookUpOutcome::Found { duplicate, concluded, outlook }
    };
    match content {
        AnswerContent::Repeated(previous) => (found(previous.stages.clone(), None, false, None), None),
        AnswerContent::Derived(derived) => match &derived.finding {
            Finding::Shipment(update) => {
                let stages = Stage::all_of(&update.after);
                let concluded = update.after.concluded.clone().or_else(|| still_stopped(reply, answer, derived));
                (found(stages, update.after.windows.last_fact_at, duplicate, concluded), Some(update))
            }
            Finding::NextTripAwaited if duplicate => {
                (LookUpOutcome::Found { duplicate, concluded: None, outlook: Outlook::default() }, None)
            }
            Finding::NextTripAwaited => (LookUpOutcome::NextTripAwaited, None),
            Finding::Nothing => (LookUpOutcome::Failed(LookUpFailure::NoDataYet), None),
        },
        AnswerContent::NoAnswer => (LookUpOutcome::Failed(LookUpFailure::NoDataYet), None),
    }
}

/// The reason why tracking stopped, if the answer to the final check takes nothing back: it states nothing new, and is not a whole answer.
fn still_stopped(reply: &Reply, answer: &Answer, derived: &Derived) -> Option<StopReason> {
    let states_nothing = derived.new.is_empty() && (!answer.complete || answer.facts.is_empty());
    reply.request.state.stopped.clone().filter(|_| states_nothing)
}

fn record_answer_in_request(request: &mut RequestRecord, reply: &Reply, outcome: &LookUpOutcome, now: DateTime<Utc>) {
    let is_found = matches!(outcome, LookUpOutcome::Found { .. });
    request.asked_at = Some(now);
    request.refused_at = match outcome.failure().map(LookUpFailure::kind) {
        Some(LookUpFailure::Refused | LookUpFailure::Forbidden) => Some(now),
        Some(LookUpFailure::RateLimited { .. }) => request.refused_at,
        Some(failure) if failure.is_outage() => request.refused_at,
        _ => None,
    };
    if let Ok(answer) = &reply.answer {
        request.bookmark.clone_from(&answer.bookmark);
        // A failed look-up does not advance `since`.
        request.complete_until = answer.until.filter(|_| is_found);
        request.answered_by = reply.source.filter(|_| request.bookmark.is_some() || request.complete_until.is_some());
    }
    if is_found {
        request.answered_at = Some(now);
    }
}

/// Writes the facts, the request and its shipment, and the notifications of what changed.
fn write(
    cx: WriteContext<'_>,
    reply: &Reply,
    digest: Option<Digest>,
    content: &AnswerContent,
    Decision { outcome, mut request, update, shared }: Decision<'_>,
    chance: f64,
) -> Result<LookUpOutcome> {
    if let AnswerContent::Derived(derived) = content {
        derived.write_facts(cx.tx, &reply.request.tracked, cx.now)?;
        if reply.answer.as_ref().is_ok_and(|answer| answer.unchanged) {
            derived.confirm_all(cx.tx, &reply.request.tracked, cx.now)?;
        }
    }
    shared.map_or(Ok(()), |shipment| cx.tx.put_shipment(&shipment))?;
    let linked = request.shipment.clone();
    let input = Input::LookUp(outcome.clone());
    let next = request.next_request.take_if(|_| matches!(outcome, LookUpOutcome::Found { .. }));
    match (request_lifecycle::advance(cx, request, &input, update, chance)?, update) {
        (Ok(advanced), Some(update)) => {
            unchanged_answer::write_fingerprint(cx.tx, &advanced, digest, update, cx.now)?;
            let next = next.filter(|_| advanced.state.status == RequestStatus::TrackingStopped);
            new_requests::create_next(cx, next, update)?;
        }
        (Ok(_), None) => {}
        // The request ended during the look-up, so only the time of the attempt is stored.
        (Err(_), _) => write_attempt(cx, &reply.request.tracked.account, linked)?,
    }
    // Only after the first refusal: a host program may return different credentials for each call, and the calls would never end.
    if matches!(reply.credential, CredentialDecision::Replaced) && reply.request.refused_at.is_none() {
        resume_lane(cx.tx, &lane_of(&reply.request), cx.now)?;
    }
    Ok(outcome)
}

/// Stores the time of the look-up in the shipment of a request that has ended.
fn write_attempt(cx: WriteContext<'_>, account: &AccountId, shipment: Option<ShipmentId>) -> Result<()> {
    let Some(id) = shipment else { return Ok(()) };
    if let Some(mut record) = cx.tx.shipment(account, &id)? {
        record.shipment.line_tracking_last_attempted_at = Some(cx.now.into());
        cx.tx.put_shipment(&record)?;
    }
    Ok(())
}

enum Duplicate {
    Request,
    Shipment(Box<ShipmentRecord>),
}

/// Finds another request for the same number, or for another number of the same shipment while neither has further
/// numbers. Requests for several bills of one booking, or for several bookings of one bill, are not duplicates.
fn duplicate_of(tx: &Tx<'_>, request: &RequestRecord, answer: Option<&Answer>) -> Result<Option<Duplicate>> {
    let live = |number: &str| -> Result<Option<RequestRecord>> {
        let tracked = TrackedNumber { number: number.to_owned(), ..request.tracked.clone() };
        Ok(tx.live_request(&tracked)?.filter(|live| live.id != request.id))
    };
    if live(&request.tracked.number)?.is_some() {
        return Ok(Some(Duplicate::Request));
    }
    // A container may be tracked in addition to its shipment.
    let Some(answer) = answer.filter(|_| request.kind != RequestType::Container) else { return Ok(None) };
    // A partial answer may lack numbers that were in previous answers.
    let previous = if answer.complete { None } else { tx.shipment_of(&request.tracked)? };
    let [other] = &*numbers_named_by(previous.as_ref(), &request.tracked, answer) else { return Ok(None) };
    let Some(other) = live(other)?.filter(|other| other.kind != RequestType::Container) else { return Ok(None) };
    let shipment = tx.shipment_of(&other.tracked)?;
    Ok(shipment.filter(|shipment| shipment.names_only(&request.tracked.number)).map(Box::new).map(Duplicate::Shipment))
}

/// Adds the number and the references of a request to a shipment.
fn add_number(mut record: ShipmentRecord, request: &RequestRecord) -> ShipmentRecord {
    if !record.spellings.contains(&request.tracked.number) {
        record.spellings.push(request.tracked.number.clone());
    }
    let references = &mut record.shipment.ref_numbers;
    let new: Vec<String> =
        request.ref_numbers.iter().filter(|reference| !references.contains(reference)).cloned().collect();
    references.extend(new);
    record
}
