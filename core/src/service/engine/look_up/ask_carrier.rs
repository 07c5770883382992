//! Calls one carrier: builds the look-up, checks the answer, and stores what the call changes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::carriers::{Answer, LookUp, LookUpFailure};
use crate::error::Result;
use crate::http::Call;
use crate::ids::CredentialId;
use crate::service::engine::base::engine::{CallHealth, Engine, WriteContext};
use crate::service::engine::base::observer::Activity;
use crate::service::engine::base::reporter::panic_message;
use crate::service::engine::credentials::call_logs::UnsavedCalls;
use crate::service::engine::credentials::carrier_credentials::{
    CredentialDecision, CredentialSuspension, Gate, account_name, lane_of, source_digest,
};
use crate::service::engine::derive::unchanged_answer;
use crate::store::{AnswerFingerprint, Counterparty, Digest, Lane, RequestRecord, Tx};
use crate::threads::run_host_code;
use crate::time::saturating_add;
use crate::tracking::Fact;
use crate::tracking::lifecycle::LookUpOutcome;
use crate::tracking::lifecycle::failure::CredentialVerdict;

/// The answer to a look-up, and what is stored about the call.
pub(super) struct Reply {
    /// The request, with the carrier that was called.
    pub request: RequestRecord,
    pub answer: Result<Answer, LookUpFailure>,
    /// Digest of carrier and credential. `None` if the answer has no data that the next look-up sends back, such as a bookmark.
    pub source: Option<Digest>,
    pub credential: CredentialDecision,
    /// The lane to pause, if the carrier asked only this account to pause.
    pub paused_lane: Option<Lane>,
    /// The fingerprint of the previous answer, if it is still valid.
    pub previous: Option<AnswerFingerprint>,
}

impl Reply {
    /// A reply without a call to the carrier.
    pub fn without_call(request: RequestRecord, answer: Result<Answer, LookUpFailure>) -> Self {
        let credential = CredentialDecision::Unchanged;
        Reply { request, answer, source: None, credential, paused_lane: None, previous: None }
    }

    pub fn carrier(&self) -> Option<Counterparty> {
        self.request.tracked.scac.clone().map(Counterparty::Carrier)
    }

    /// Stores the call, the health of the carrier and the decision about the credential.
    pub fn write_call(&self, cx: WriteContext<'_>, calls: &UnsavedCalls<'_>) -> Result<CallEffects> {
        let rests_until = self.write_health(cx)?;
        calls.write(cx.tx)?;
        Ok(CallEffects { rests_until, suspended: self.credential.write(cx.tx)? })
    }

    fn write_health(&self, cx: WriteContext<'_>) -> Result<Option<DateTime<Utc>>> {
        let Some(carrier) = self.carrier() else { return Ok(None) };
        let health = match self.answer.as_ref().map_err(LookUpFailure::kind) {
            Err(LookUpFailure::RateLimited { retry_after }) => {
                let pause = cx.engine.policies.lifecycle.pause_asked_for(*retry_after);
                match &self.paused_lane {
                    None => CallHealth::RateLimited(pause),
                    Some(lane) => {
                        cx.tx.hold_lane(lane, saturating_add(cx.now, pause), None)?;
                        CallHealth::Working
                    }
                }
            }
            Err(failure) if failure.is_outage() => CallHealth::Failing,
            _ => CallHealth::Working,
        };
        cx.record_call_health(&carrier, health)
    }

    pub fn report_outcome(&self, engine: &Engine, outcome: &LookUpOutcome) {
        engine.report(&Activity::LookUp {
            account: &self.request.tracked.account,
            request: &self.request.id,
            scac: self.request.tracked.scac.as_deref(),
            number: &self.request.number,
            attempt: self.request.state.failed_attempts.saturating_add(1),
            outcome,
            why: self.answer.as_ref().err().and_then(LookUpFailure::why),
        });
    }
}

/// The effects of a call on other work, to report to the observer.
pub(super) struct CallEffects {
    /// The end of the carrier's pause, if the pause begins now.
    rests_until: Option<DateTime<Utc>>,
    suspended: Option<CredentialSuspension>,
}

impl CallEffects {
    pub fn report(&self, engine: &Engine, reply: &Reply) {
        if let (Some(party), Some(until)) = (reply.carrier(), self.rests_until) {
            engine.report(&Activity::Resting { counterparty: &party, account: None, url: None, until });
        }
        if let Some(suspended) = &self.suspended {
            engine.report_suspension(suspended);
        }
    }
}

/// The result of a call to a carrier.
pub(super) enum CallResult {
    Answered(Box<Reply>),
    /// The carrier was not called, because its credential is suspended.
    Suspended,
    /// The call did not leave this computer.
    NotSent {
        why: String,
    },
    /// The service is stopping.
    Stopped,
}

/// Calls the carrier of the request. No transaction may be open.
pub(super) fn ask(engine: &Engine, request: RequestRecord, call: &Call) -> Result<CallResult> {
    let (lane, now) = (lane_of(&request), engine.now());
    let (context, suspended) = engine.store.reading(|tx| {
        Ok((QuestionContext::of(engine, tx, &request, now)?, tx.suspended_credentials(Some(&lane.scac))?))
    })?;
    let (name, previous) = (context.account_name.clone(), context.previous.clone());
    let gate = engine.gate(&lane, &name, &suspended)?;
    if matches!(gate, Gate::Closed) {
        return Ok(CallResult::Suspended);
    }
    // Read before the call, because the credential may be replaced during the call.
    let credential = engine.credential(&lane, &name);
    let source = source_digest(&lane, &credential);
    // A carrier may have another clock than the service, so it gets the time that is left, too.
    let max_wait = call.deadline.map(|until| until.saturating_sub(engine.clock.monotonic()));
    let (answer, verdict) = call_carrier(engine, &build_look_up(&request, (context, max_wait), source, now), call);
    if call.cancel.is_cancelled() {
        return Ok(CallResult::Stopped);
    }
    if let Err(failure) = &answer
        && *failure.kind() == LookUpFailure::NotSent
    {
        return Ok(CallResult::NotSent { why: failure.to_string() });
    }
    let verdict = (verdict, answer.as_ref().err().and_then(LookUpFailure::why));
    let was_refused = request.refused_at.is_some();
    let decision = engine.decide_credential(lane.clone(), was_refused, (&name, gate), credential, verdict)?;
    // If the account has its own credentials at the carrier, the rate limit applies only to this account.
    let is_limited = matches!(answer.as_ref().map_err(LookUpFailure::kind), Err(LookUpFailure::RateLimited { .. }));
    let is_limited_alone = is_limited
        && engine.carrier_credential(&lane, &name).is_some_and(|credential| credential != CredentialId::NONE);
    let is_repeated = answer.as_ref().is_ok_and(|answer| answer.bookmark.is_some() || answer.until.is_some());
    Ok(CallResult::Answered(Box::new(Reply {
        request,
        answer,
        source: is_repeated.then_some(source),
        credential: decision,
        paused_lane: is_limited_alone.then_some(lane),
        previous,
    })))
}

/// Stored data that a look-up contains in addition to the request.
struct QuestionContext {
    account_name: String,
    /// Other numbers of the shipment.
    references: Vec<String>,
    containers: Vec<String>,
    /// The fingerprint of the previous answer, if it is still valid.
    previous: Option<AnswerFingerprint>,
}

impl QuestionContext {
    fn of(engine: &Engine, tx: &Tx<'_>, request: &RequestRecord, now: DateTime<Utc>) -> Result<Self> {
        let account = &request.tracked.account;
        let account_name = account_name(tx, account)?;
        let Some(shipment) = unchanged_answer::shipment_of(tx, request)? else {
            let (references, containers) = (Vec::new(), Vec::new());
            return Ok(QuestionContext { account_name, references, containers, previous: None });
        };
        let previous = unchanged_answer::valid_fingerprint(engine, tx, request, &shipment, now)?.cloned();
        let mut references: Vec<String> = Vec::new();
        for number in [&shipment.tracked.number].into_iter().chain(&shipment.named_numbers).chain(&shipment.spellings) {
            if *number != request.tracked.number && !references.contains(number) {
                references.push(number.clone());
            }
        }
        let containers =
            tx.containers_of(account, &shipment.shipment.id)?.into_iter().filter(|container| !container.left_shipment);
        let containers = containers.map(|record| record.container.number).collect();
        Ok(QuestionContext { account_name, references, containers, previous })
    }
}

/// Calls the carrier. A panic of the carrier is returned as a failure.
fn call_carrier(engine: &Engine, question: &LookUp, call: &Call) -> (Result<Answer, LookUpFailure>, CredentialVerdict) {
    let Some(carrier) = engine.carrier(&question.scac) else {
        // The carrier was installed when the request was created, and is not installed now.
        return (Err(LookUpFailure::Unreachable { retry_after: None }), CredentialVerdict::Unknown);
    };
    let answer = catch_unwind(AssertUnwindSafe(|| run_host_code(|| carrier.look_up(question, call))))
        .unwrap_or_else(|panic| Err(LookUpFailure::Panicked.because(panic_message(&*panic))));
    let answer = answer.and_then(|answer| match check_answer(question.bookmark.as_deref(), &answer) {
        Ok(()) => Ok(answer),
        Err(problem) => Err(LookUpFailure::Unreadable.because(problem)),
    });
    let verdict = CredentialVerdict::of(&answer);
    (answer, verdict)
}

fn build_look_up(
    request: &RequestRecord,
    (context, max_wait): (QuestionContext, Option<Duration>),
    source: Digest,
    now: DateTime<Utc>,
) -> LookUp {
    // A bookmark or time is sent only to the carrier that it came from, and only with the same credential.
    let is_same_source = request.answered_by == Some(source);
    LookUp {
        account: request.tracked.account.clone(),
        account_name: context.account_name,
        scac: request.tracked.scac.clone().unwrap_or_default(),
        kind: request.kind.clone(),
        number: request.number.clone(),
        normalized_number: request.tracked.number.clone(),
        attempt: request.state.failed_attempts + 1,
        first_asked_at: request.created_at,
        now,
        bookmark: request.bookmark.clone().filter(|_| is_same_source),
        since: request.complete_until.filter(|_| is_same_source),
        references: context.references,
        containers: context.containers,
        waits: max_wait,
    }
}

/// Rejects answers with facts that could not be read from the store again, because they would block every derivation.
pub(super) fn check_answer(bookmark: Option<&str>, answer: &Answer) -> Result<(), String> {
    Fact::check_all(&answer.facts).map_err(|refused| refused.to_string())?;
    if let Some(length) =
        answer.bookmark.as_ref().map(String::len).filter(|length| *length > Answer::MAX_BOOKMARK_BYTES)
    {
        return Err(format!("the bookmark has {length} bytes, and at most {} are stored", Answer::MAX_BOOKMARK_BYTES));
    }
    match answer.unchanged {
        true if bookmark.is_none() => Err("an answer cannot be unchanged without a previous bookmark".into()),
        true if !answer.facts.is_empty() => Err("an unchanged answer cannot have facts".into()),
        _ => Ok(()),
    }
}
