//! One call to one carrier: the question, the answer, and the health of the carrier.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::carriers::{Answer, LookUp, LookUpFailure};
use crate::error::Result;
use crate::http::Call;
use crate::ids::CredentialId;
use crate::resources::FailedReason;
use crate::service::engine::base::engine::{Engine, Fare, WriteContext};
use crate::service::engine::base::observer::{Activity, words_of};
use crate::service::engine::credentials::carrier_credentials::{Said, SetAside, lane_of, name_of, teller_of};
use crate::service::engine::derive::unchanged_answer;
use crate::store::{AnswerFingerprint, Digest, Lane, Party, RequestRecord, Tx};
use crate::time::later;
use crate::tracking::Fact;
use crate::tracking::lifecycle::LookUpOutcome;

pub(super) struct Asked {
    pub answer: Result<Answer, LookUpOutcome>,
    pub teller: Option<Digest>,
    pub credential: CredentialId,
    pub said: Said,
    pub why: Option<String>,
}

impl Asked {
    fn failed(outcome: LookUpOutcome, why: Option<String>) -> Self {
        Asked { answer: Err(outcome), teller: None, credential: CredentialId::NONE, said: Said::Nothing, why }
    }
}

pub(super) enum Pacing {
    OfCarrier,
    OfLane(Lane),
}

impl Pacing {
    /// A carrier that is asked with an account's own credentials asks that account for the pause, and no other.
    pub fn of(engine: &Engine, lane: Lane, account_name: &str, answer: &Result<Answer, LookUpOutcome>) -> Self {
        let has_own = matches!(answer, Err(LookUpOutcome::RateLimited { .. }))
            && engine.known_credential(&lane, account_name).is_some_and(|known| known != CredentialId::NONE);
        if has_own { Pacing::OfLane(lane) } else { Pacing::OfCarrier }
    }
}

/// A carrier that panics counts as one that did not answer; the worker goes on.
pub(super) fn ask(engine: &Engine, record: &RequestRecord, beside: Beside, call: &Call) -> Asked {
    let scac = record.tracked.scac.clone().unwrap_or_default();
    let Some(carrier) = engine.carrier(&scac) else {
        // The source was plugged in when the request was made, and is not now.
        return Asked::failed(trouble(FailedReason::ShippingLineUnreachable, None), None);
    };
    let lane = lane_of(record);
    // Before the call: the credential may be replaced meanwhile.
    let credential = engine.credential(&lane, &beside.account_name);
    let teller = teller_of(&lane, &credential);
    let mut look_up = question(record, scac, beside, engine.now());
    if record.answered_by != Some(teller) {
        // From another carrier or credential.
        (look_up.bookmark, look_up.since) = (None, None);
    }
    match catch_unwind(AssertUnwindSafe(|| carrier.look_up(&look_up, call))) {
        Ok(Ok(answer)) => match check(&look_up, &answer) {
            Ok(()) => {
                let is_to_be_reminded = answer.bookmark.is_some() || answer.until.is_some();
                let teller = is_to_be_reminded.then_some(teller);
                Asked { answer: Ok(answer), teller, credential, said: Said::Taken, why: None }
            }
            Err(refused) => Asked::failed(outcome(LookUpFailure::Unreadable), Some(refused)),
        },
        Ok(Err(failure)) => {
            let (said, why) = (said_of_credentials(&failure), failure.why().map(str::to_owned));
            Asked { answer: Err(outcome(failure)), teller: None, credential, said, why }
        }
        Err(panic) => Asked::failed(trouble(FailedReason::InternalProcessingError, None), Some(words_of(&*panic))),
    }
}

/// A number may be rejected before the credentials are checked.
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

#[derive(Default)]
pub(super) struct Beside {
    pub account_name: String,
    pub heard: Option<AnswerFingerprint>,
    references: Vec<String>,
    containers: Vec<String>,
    waits: Option<Duration>,
}

impl Beside {
    pub fn nothing_of(account_name: String, waits: Option<Duration>) -> Self {
        Beside { account_name, waits, ..Beside::default() }
    }

    pub fn of(tx: &Tx<'_>, record: &RequestRecord, now: DateTime<Utc>) -> Result<Self> {
        let account = &record.tracked.account;
        let account_name = name_of(tx, account)?;
        let Some(shipment) = unchanged_answer::shipment(tx, record)? else {
            return Ok(Beside::nothing_of(account_name, None));
        };
        let heard = unchanged_answer::holding(tx, record, &shipment, now)?.cloned();
        let mut references: Vec<String> = Vec::new();
        for number in [&shipment.tracked.number].into_iter().chain(&shipment.named_numbers).chain(&shipment.spellings) {
            if *number != record.tracked.number && !references.contains(number) {
                references.push(number.clone());
            }
        }
        let containers =
            tx.containers_of(account, &shipment.shipment.id)?.into_iter().filter(|container| !container.left_shipment);
        let containers = containers.map(|known| known.container.number).collect();
        Ok(Beside { account_name, heard, references, containers, waits: None })
    }
}

pub(super) fn question(record: &RequestRecord, scac: String, beside: Beside, now: DateTime<Utc>) -> LookUp {
    LookUp {
        account: record.tracked.account.clone(),
        account_name: beside.account_name,
        scac,
        kind: record.kind.clone(),
        number: record.number.clone(),
        normalized_number: record.tracked.number.clone(),
        attempt: record.state.troubled + 1,
        first_asked_at: record.created_at,
        now,
        bookmark: record.bookmark.clone(),
        since: record.complete_until,
        references: beside.references,
        containers: beside.containers,
        waits: beside.waits,
    }
}

/// A fact that cannot be read back would block everything that is derived from it.
pub(super) fn check(asked: &LookUp, answer: &Answer) -> Result<(), String> {
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

pub(super) fn note_fare(
    cx: WriteContext<'_>,
    asked: &RequestRecord,
    answer: &Result<Answer, LookUpOutcome>,
    pacing: &Pacing,
) -> Result<Option<DateTime<Utc>>> {
    let Some(party) = carrier_of(asked) else { return Ok(None) };
    let fare = match answer {
        Err(LookUpOutcome::Trouble { .. }) => Fare::Ill,
        Err(LookUpOutcome::RateLimited { retry_after }) => {
            let pause = cx.engine.policies.lifecycle.pause_asked_for(*retry_after);
            match pacing {
                Pacing::OfCarrier => Fare::AskedTooOften(pause),
                Pacing::OfLane(lane) => {
                    cx.tx.hold(lane, later(cx.now, pause), None)?;
                    Fare::Well
                }
            }
        }
        _ => Fare::Well,
    };
    cx.note_fare(&party, fare)
}

pub(super) fn tell_outcome(engine: &Engine, asked: &RequestRecord, outcome: &LookUpOutcome, why: Option<&str>) {
    engine.tell(&Activity::LookUp {
        request: &asked.id,
        scac: asked.tracked.scac.as_deref(),
        number: &asked.number,
        attempt: asked.state.troubled.saturating_add(1),
        outcome,
        why,
    });
}

pub(super) fn tell_consequences(
    engine: &Engine,
    asked: &RequestRecord,
    rests_until: Option<DateTime<Utc>>,
    set_aside: Option<&SetAside>,
) {
    if let (Some(party), Some(until)) = (carrier_of(asked), rests_until) {
        engine.tell(&Activity::Resting { party: &party, until });
    }
    if let Some(set_aside) = set_aside {
        engine.tell_of_refusal(set_aside);
    }
}

pub(super) fn carrier_of(asked: &RequestRecord) -> Option<Party> {
    asked.tracked.scac.clone().map(Party::Carrier)
}
