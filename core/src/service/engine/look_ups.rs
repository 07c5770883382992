//! Asking carriers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::credentials::{Gate, Ruling, Said, SetAside, lane_of};
use super::follow;
use super::inference::{detected, named_beside};
use super::learning::{Finding, Known, Learned, Update};
use super::lessons;
use super::observer::{Activity, words_of};
use super::parts::{Engine, Fare};
use super::trips::is_sought;
use crate::carriers::{Answer, LookUp, LookUpFailure};
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::Call;
use crate::resources::{FailedReason, RequestStatus, RequestType};
use crate::store::{Lane, Lesson, Party, RequestRecord, ShipmentRecord, TrackedNumber, Tx};
use crate::time::later;
use crate::tracking::lifecycle::{Input, LookUpOutcome, Outlook};
use crate::tracking::{Fact, Stage};

/// Asks the carrier of a request that is due, and moves the request on by what came of it. No transaction is open
/// while the carrier is asked. An answer that says where the shipment is may be of use to others.
pub(super) fn run(
    engine: &Engine,
    record: &RequestRecord,
    cancel: &CancelToken,
) -> Result<Option<(RequestRecord, Answer)>> {
    let record = match detected(record) {
        Ok(record) => record,
        Err(outcome) => {
            let settled = settle(engine, record, &Err(outcome), &Ruling::Nothing, &Pacing::OfCarrier)?;
            tell(engine, record, settled.as_ref(), None);
            return Ok(None);
        }
    };
    let call = engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, cancel);
    let lane = lane_of(&record);
    let (beside, aside) = engine.store.reading(|tx| Ok((Beside::of(tx, &record)?, tx.aside(Some(&lane.scac))?)))?;
    let account_name = beside.account_name.clone();
    let gate = engine.gate(&lane, &account_name, &aside)?;
    if matches!(gate, Gate::Closed) {
        return Ok(None);
    }
    let Asked { answer, said, why } = ask(engine, &record, beside, &call);
    if cancel.is_cancelled() {
        // The service is stopping: the request stays due and is looked up again.
        return Ok(None);
    }
    let ruling =
        engine.rule(lane.clone(), record.refused_at.is_some(), (&account_name, gate), (said, why.as_deref()))?;
    // Whoever is asked with credentials of its own asks that one for a pause, and nobody else.
    let has_own = matches!(answer, Err(LookUpOutcome::RateLimited { .. }))
        && engine.known_credential(&lane, &account_name).is_some();
    let pacing = if has_own { Pacing::OfLane(lane) } else { Pacing::OfCarrier };
    let settled = settle(engine, &record, &answer, &ruling, &pacing)?;
    tell(engine, &record, settled.as_ref(), why.as_deref());
    let is_found = settled.is_some_and(|it| matches!(it.outcome, LookUpOutcome::Found { duplicate: false, .. }));
    Ok(answer.ok().filter(|_| is_found).map(|answer| (record, answer)))
}

/// Takes in what was said of a number beside another one, as its carrier's answer.
pub(super) fn take_in(engine: &Engine, record: &RequestRecord, said: Answer) -> Result<()> {
    if check(&question(record, String::new(), Beside::default(), engine.now()), &said).is_ok() {
        settle(engine, record, &Ok(said), &Ruling::Nothing, &Pacing::OfCarrier)?;
    }
    Ok(())
}

/// What came of asking.
struct Asked {
    answer: Result<Answer, LookUpOutcome>,
    /// What that says of the credentials.
    said: Said,
    /// Why there is no answer, in the words of whoever was asked.
    why: Option<String>,
}

impl Asked {
    fn failed(outcome: LookUpOutcome, why: Option<String>) -> Self {
        Asked { answer: Err(outcome), said: Said::Nothing, why }
    }
}

/// Who waits when a carrier asks for a pause.
enum Pacing {
    OfCarrier,
    OfLane(Lane),
}

/// What came of a look-up, and what looks wrong about the facts it brought.
struct Settled {
    outcome: LookUpOutcome,
    doubts: Vec<String>,
    /// Until when the carrier rests, if that begins with it.
    rests_until: Option<DateTime<Utc>>,
    /// Credentials that are set aside with it.
    set_aside: Option<SetAside>,
}

fn tell(engine: &Engine, asked: &RequestRecord, settled: Option<&Settled>, why: Option<&str>) {
    let Some(Settled { outcome, doubts, rests_until, set_aside }) = settled else { return };
    engine.tell(&Activity::LookUp {
        request: &asked.id,
        scac: asked.tracked.scac.as_deref(),
        number: &asked.number,
        attempt: asked.state.troubled.saturating_add(1),
        outcome,
        why,
    });
    if !doubts.is_empty() {
        let (request, scac, number) = (&asked.id, asked.tracked.scac.as_deref(), &asked.number);
        engine.tell(&Activity::DoubtfulFacts { request, scac, number, doubts });
    }
    if let (Some(party), Some(until)) = (carrier_of(asked), *rests_until) {
        engine.tell(&Activity::Resting { party: &party, until });
    }
    if let Some(set_aside) = set_aside {
        engine.tell_of_refusal(set_aside);
    }
}

/// What the carrier answered, and why it has nothing, in its own words. One that panics has not answered; the worker
/// goes on.
fn ask(engine: &Engine, record: &RequestRecord, beside: Beside, call: &Call) -> Asked {
    let scac = record.tracked.scac.clone().unwrap_or_default();
    let Some(carrier) = engine.carrier(&scac) else {
        // The source was plugged in when the request was made, and is not now.
        return Asked::failed(trouble(FailedReason::ShippingLineUnreachable, None), None);
    };
    let look_up = question(record, scac, beside, engine.now());
    match catch_unwind(AssertUnwindSafe(|| carrier.look_up(&look_up, call))) {
        Ok(Ok(answer)) => match check(&look_up, &answer) {
            Ok(()) => Asked { answer: Ok(answer), said: Said::Taken, why: None },
            Err(refused) => Asked::failed(outcome(LookUpFailure::Unreadable), Some(refused)),
        },
        Ok(Err(failure)) => {
            let (said, why) = (said_of_credentials(&failure), failure.why().map(str::to_owned));
            Asked { answer: Err(outcome(failure)), said, why }
        }
        Err(panic) => Asked::failed(trouble(FailedReason::InternalProcessingError, None), Some(words_of(&*panic))),
    }
}

/// What a failure says of the credentials. A number may be found wrong before anybody looks at them.
fn said_of_credentials(failure: &LookUpFailure) -> Said {
    match failure {
        LookUpFailure::Because { failure, .. } => said_of_credentials(failure),
        LookUpFailure::Refused => Said::Refused,
        LookUpFailure::Forbidden => Said::Forbidden,
        LookUpFailure::NotFound | LookUpFailure::NoDataYet | LookUpFailure::Cancelled => Said::Taken,
        LookUpFailure::InvalidNumber
        | LookUpFailure::Withheld
        | LookUpFailure::RateLimited { .. }
        | LookUpFailure::Unreachable { .. }
        | LookUpFailure::Unreadable => Said::Nothing,
    }
}

/// What else is known of the number that a carrier is asked about.
#[derive(Default)]
struct Beside {
    account_name: String,
    references: Vec<String>,
    containers: Vec<String>,
}

impl Beside {
    fn of(tx: &dyn Tx, record: &RequestRecord) -> Result<Self> {
        let account = &record.tracked.account;
        let account_name = tx.account(account)?.map(|account| account.name).unwrap_or_default();
        let shipment = record.shipment.as_ref().map(|id| tx.shipment(account, id)).transpose()?.flatten();
        let Some(shipment) = shipment else {
            return Ok(Beside { account_name, references: Vec::new(), containers: Vec::new() });
        };
        let mut references: Vec<String> = Vec::new();
        for number in [&shipment.tracked.number].into_iter().chain(&shipment.names).chain(&shipment.spellings) {
            if *number != record.tracked.number && !references.contains(number) {
                references.push(number.clone());
            }
        }
        let containers =
            tx.containers_of(account, &shipment.shipment.id)?.into_iter().filter(|container| !container.gone);
        Ok(Beside { account_name, references, containers: containers.map(|known| known.container.number).collect() })
    }
}

fn question(record: &RequestRecord, scac: String, beside: Beside, now: DateTime<Utc>) -> LookUp {
    LookUp {
        account: record.tracked.account.clone(),
        account_name: beside.account_name,
        scac,
        kind: record.kind.clone(),
        number: record.number.clone(),
        normalised_number: record.tracked.number.clone(),
        attempt: record.state.troubled + 1,
        first_asked_at: record.created_at,
        now,
        bookmark: record.bookmark.clone(),
        references: beside.references,
        containers: beside.containers,
    }
}

/// Why an answer cannot be taken: a fact that cannot be read again would stop everything that is derived from it.
fn check(asked: &LookUp, answer: &Answer) -> Result<(), String> {
    Fact::check_all(&answer.facts).map_err(|refused| refused.to_string())?;
    if let Some(length) = answer.bookmark.as_ref().map(String::len).filter(|length| *length > Answer::MOST_BOOKMARK) {
        return Err(format!("the bookmark has {length} bytes, more than the {} that are kept", Answer::MOST_BOOKMARK));
    }
    match answer.unchanged {
        true if asked.bookmark.is_none() => Err("nothing can be unchanged since a bookmark that it never gave".into()),
        true if !answer.facts.is_empty() => Err("an answer that nothing changed has no facts".into()),
        _ => Ok(()),
    }
}

fn outcome(failure: LookUpFailure) -> LookUpOutcome {
    match failure {
        LookUpFailure::Because { failure, .. } => outcome(*failure),
        LookUpFailure::NotFound => LookUpOutcome::NotFound,
        LookUpFailure::NoDataYet => LookUpOutcome::NoDataYet,
        LookUpFailure::InvalidNumber => LookUpOutcome::InvalidNumber,
        LookUpFailure::Cancelled => LookUpOutcome::BookingCancelled,
        LookUpFailure::Withheld => LookUpOutcome::Withheld,
        LookUpFailure::Refused | LookUpFailure::Forbidden => LookUpOutcome::Refused,
        LookUpFailure::RateLimited { retry_after } => LookUpOutcome::RateLimited { retry_after },
        LookUpFailure::Unreachable { retry_after } => trouble(FailedReason::ShippingLineUnreachable, retry_after),
        LookUpFailure::Unreadable => trouble(FailedReason::UnrecognizedResponse, None),
    }
}

fn trouble(reason: FailedReason, retry_after: Option<Duration>) -> LookUpOutcome {
    LookUpOutcome::Trouble { reason, retry_after }
}

/// Writes down what came of a look-up: facts, state and events in one transaction. Answers what that was,
/// `None` when the request is gone.
fn settle(
    engine: &Engine,
    asked: &RequestRecord,
    answer: &Result<Answer, LookUpOutcome>,
    ruling: &Ruling,
    pacing: &Pacing,
) -> Result<Option<Settled>> {
    let now = engine.now();
    let chance = engine.entropy.fraction();
    let learn = |known| {
        let answer = answer.as_ref().ok()?;
        Some(Learned::from(engine, known, asked, answer, now))
    };
    let digest = answer.as_ref().ok().filter(|answer| !answer.unchanged).map(|answer| lessons::digest(engine, answer));
    let repeated = |tx: &dyn Tx, request: &RequestRecord| match answer {
        Ok(_) => lessons::known(tx, request, digest, now),
        Err(_) => Ok(None),
    };
    // What takes long is done before the writer is taken from everybody else.
    let mut learned = match answer {
        Ok(told) if engine.store.reading(|tx| repeated(tx, asked))?.is_none() => {
            learn(engine.store.reading(|tx| Known::of(tx, asked, &told.facts))?)
        }
        _ => None,
    };
    let calls = engine.unsaved_calls(asked.carrier());
    let settled = engine.store.writing(|tx| {
        let rests_until = note_fare(engine, tx, asked, answer, pacing, now)?;
        calls.write(tx)?;
        let set_aside = ruling.write(tx)?;
        // Somebody may have stopped the request meanwhile: what counts is how it stands now.
        let Some(current) = tx.request(&asked.tracked.account, &asked.id)? else { return Ok(None) };
        let record = RequestRecord { tracked: asked.tracked.clone(), ..current.clone() };
        let repeated = repeated(tx, &record)?;
        let references = answer.as_ref().map_or(&[][..], |answer| &answer.references);
        // An answer that was heard before was told apart from others' then.
        let twin = if repeated.is_none() { twin(tx, &record, references)? } else { None };
        let duplicate = twin.is_some();
        if let (Ok(told), None) = (answer, &repeated)
            && !is_current(tx, &learned, asked)?
        {
            learned = learn(Known::of(tx, asked, &told.facts)?);
        }
        let (outcome, update) = match (answer, &repeated, &learned) {
            (Ok(answer), Some(lesson), _) => (said_again(lesson, answer.next_look), None),
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
            // The one it was linked to may be of another trip.
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
        }
        if matches!(outcome, LookUpOutcome::Found { .. }) {
            record.answered_at = Some(now);
        }
        let input = Input::Looked(outcome.clone());
        match (follow::advance(engine, tx, record.clone(), &input, update, now, chance)?, update) {
            (Ok(advanced), Some(update)) => lessons::keep(tx, &advanced, digest, update, now)?,
            (Ok(_), None) => {}
            // The request ended while the carrier was asked: nothing follows from the answer.
            (Err(_), _) => note_attempt(tx, &record, now)?,
        }
        let doubts = learned.as_ref().map(|learned| learned.doubts.clone()).unwrap_or_default();
        Ok(Some(Settled { outcome, doubts, rests_until, set_aside }))
    })?;
    calls.are_saved();
    Ok(settled)
}

/// Notes how the carrier fares, so that one that fails again and again is left alone for a while.
fn note_fare(
    engine: &Engine,
    tx: &dyn Tx,
    asked: &RequestRecord,
    answer: &Result<Answer, LookUpOutcome>,
    pacing: &Pacing,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let Some(party) = carrier_of(asked) else { return Ok(None) };
    let fare = match answer {
        Err(LookUpOutcome::Trouble { .. }) => Fare::Ill,
        Err(LookUpOutcome::RateLimited { retry_after }) => {
            let pause = engine.policies.lifecycle.pause_asked_for(*retry_after);
            match pacing {
                Pacing::OfCarrier => Fare::AskedTooOften(pause),
                Pacing::OfLane(lane) => {
                    tx.hold(lane, later(now, pause), None)?;
                    Fare::Well
                }
            }
        }
        _ => Fare::Well,
    };
    engine.note_fare(tx, &party, fare, now)
}

fn carrier_of(asked: &RequestRecord) -> Option<Party> {
    asked.tracked.scac.clone().map(Party::Carrier)
}

/// What a request would be a duplicate of.
enum Twin {
    /// Another live request for the number.
    Request,
    /// The shipment of another number: a bill and its booking.
    Shipment(Box<ShipmentRecord>),
}

/// Whether another live request tracks the same shipment: under the same number, or under another one, as long as the carrier
/// names nothing but each beside the other. A booking that was split into several bills, or several that share one, is
/// nobody's twin.
fn twin(tx: &dyn Tx, record: &RequestRecord, references: &[String]) -> Result<Option<Twin>> {
    let live = |number: &str| -> Result<Option<RequestRecord>> {
        let tracked = TrackedNumber { number: number.to_owned(), ..record.tracked.clone() };
        Ok(tx.live_request(&tracked)?.filter(|live| live.id != record.id))
    };
    if live(&record.tracked.number)?.is_some() {
        return Ok(Some(Twin::Request));
    }
    // A container of a shipment can be followed beside the shipment.
    if record.kind == RequestType::Container {
        return Ok(None);
    }
    let [other] = &*named_beside(&record.tracked, references) else { return Ok(None) };
    let Some(other) = live(other)?.filter(|other| other.kind != RequestType::Container) else { return Ok(None) };
    let shipment = tx.shipment_of(&other.tracked)?;
    Ok(shipment.filter(|known| known.names_none_but(&record.tracked.number)).map(Box::new).map(Twin::Shipment))
}

/// Notes that the number of a request is another one of a shipment that is followed; what the request calls it by is found there.
fn meet(tx: &dyn Tx, record: &mut RequestRecord, mut shipment: ShipmentRecord) -> Result<()> {
    record.shipment = Some(shipment.shipment.id.clone());
    if !shipment.spellings.contains(&record.tracked.number) {
        shipment.spellings.push(record.tracked.number.clone());
    }
    let known = &mut shipment.shipment.ref_numbers;
    let new: Vec<String> = record.ref_numbers.iter().filter(|reference| !known.contains(reference)).cloned().collect();
    known.extend(new);
    tx.put_shipment(&shipment)
}

/// Whether what was worked out still follows from what is kept.
fn is_current(tx: &dyn Tx, learned: &Option<Learned>, asked: &RequestRecord) -> Result<bool> {
    learned.as_ref().map_or(Ok(false), |learned| learned.is_current(tx, asked))
}

/// What came of an answer that says what the last one said: nothing is to be worked out.
fn said_again(lesson: &Lesson, next_look: Option<Duration>) -> LookUpOutcome {
    let outlook = Outlook { stages: lesson.stages.clone(), next_look };
    LookUpOutcome::Found { duplicate: false, concluded: None, outlook }
}

/// Takes in the facts of an answer.
fn found<'l>(
    tx: &dyn Tx,
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

/// The shipment of a request that ended says when its carrier was last asked.
fn note_attempt(tx: &dyn Tx, record: &RequestRecord, now: DateTime<Utc>) -> Result<()> {
    let Some(id) = &record.shipment else { return Ok(()) };
    if let Some(mut known) = tx.shipment(&record.tracked.account, id)? {
        known.shipment.line_tracking_last_attempted_at = Some(now.into());
        tx.put_shipment(&known)?;
    }
    Ok(())
}
