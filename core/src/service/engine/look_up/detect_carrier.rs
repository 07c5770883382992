//! Finds the carrier of a number: asks the likely carriers one by one, each once, within their limits of calls.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::ask_carrier::{self, CallResult, Reply};
use crate::carriers::{ConfirmationScope, LookUpFailure};
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::Call;
use crate::resources::{AccountId, RequestType, TrackingRequestId};
use crate::service::engine::base::claims::Claims;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::with_carrier;
use crate::service::engine::credentials::carrier_credentials::lane_of;
use crate::shipping_lines;
use crate::shipping_lines::confirm::{self, CandidateCarrier, CarrierReport, Ownership};
use crate::shipping_lines::detect::{self, Detection};
use crate::store::{CarrierClaim, Counterparty, RequestRecord, TrackedNumber};
use crate::threads::lock;
use crate::tracking::lifecycle::LookUpOutcome;

/// How long to wait for a carrier that has reached its limit of concurrent calls.
const BUSY_PAUSE: Duration = Duration::from_secs(10);
const MAX_WAIT: Duration = Duration::from_secs(10);

pub(super) enum CarrierSearch {
    /// The request with its carrier, which was not asked for data yet.
    Found(Box<RequestRecord>),
    /// The answer of a carrier, which decided the search.
    Answered(Box<Reply>),
    NotFound(LookUpFailure),
    /// The service is stopping.
    Stopped,
}

/// Finds the carrier of a request, and stores with the request what each carrier answered about the number.
pub(super) fn find_carrier(engine: &Engine, request: &RequestRecord, cancel: &CancelToken) -> Result<CarrierSearch> {
    let Ok(detection) = detect::detect(&request.number) else {
        return Ok(CarrierSearch::NotFound(LookUpFailure::NoCarrier));
    };
    let claims = claims_of(request);
    let mut search = Search { engine, request, is_stored: true, claims, failures: Vec::new() };
    let last =
        search.run(&detection, |engine| engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, cancel))?;
    if cancel.is_cancelled() {
        return Ok(CarrierSearch::Stopped);
    }
    let summary = search.summary();
    let Search { claims, failures, .. } = search;
    let not_found = |failure: LookUpFailure| {
        CarrierSearch::NotFound(match summary {
            Some(summary) => failure.because(summary),
            None => failure,
        })
    };
    Ok(match (confirm::owner(&claims), last) {
        (Some(owner), Some(last)) if last.request.carrier() == owner.scac => CarrierSearch::Answered(Box::new(last)),
        (Some(owner), _) => match retryable(&failures) {
            // A carrier that did not answer may have the container by now.
            Some(failure) => not_found(failure),
            None => CarrierSearch::Found(Box::new(with_carrier(request, owner.scac.clone()))),
        },
        (None, _) => not_found(retryable(&failures).unwrap_or(LookUpFailure::NoCarrier)),
    })
}

/// Asks the likely carriers about a number that is not tracked. Stores only the calls.
pub(in crate::service) fn ask_for_claims(
    engine: &Engine,
    account: &AccountId,
    detection: &Detection,
    call: &Call,
) -> Result<Vec<CarrierReport>> {
    let Some(number) = &detection.validation.parsed_number else { return Ok(Vec::new()) };
    let kind = RequestType::parse(detection.number_type.kind().as_str());
    let request = untracked_request(account, kind, number, engine.now());
    let mut search = Search { engine, request: &request, is_stored: false, claims: Vec::new(), failures: Vec::new() };
    let until = engine.clock.monotonic().saturating_add(MAX_WAIT);
    let until = call.deadline.map_or(until, |deadline| deadline.min(until));
    search.run(detection, |engine| {
        let call = engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, &call.cancel);
        Call { deadline: call.deadline.map(|deadline| deadline.min(until)), ..call }
    })?;
    Ok(search.claims.into_iter().chain(search.failures.into_iter().map(|(claim, _)| claim)).collect())
}

struct Search<'a> {
    engine: &'a Engine,
    request: &'a RequestRecord,
    /// Whether the claims are stored with the request.
    is_stored: bool,
    claims: Vec<CarrierReport>,
    /// Carriers that did not answer whether they have the number.
    failures: Vec<(CarrierReport, LookUpFailure)>,
}

impl<'a> Search<'a> {
    /// Returns the answer of the carrier that decided the search.
    fn run(&mut self, detection: &Detection, call: impl Fn(&Engine) -> Call) -> Result<Option<Reply>> {
        let Search { engine, request, .. } = *self;
        let now = engine.now();
        let remembered = lock(&engine.carrier_claims).recall(request, engine.clock.monotonic());
        for claim in remembered {
            if self.claims.iter().all(|other| other.scac != claim.scac) {
                self.claims.push(claim);
            }
        }
        for candidate in confirm::carriers_to_ask(detection, &request.kind, &candidates(engine, &request.kind)) {
            if self.claims.iter().any(|claim| confirm::is_decisive(claim, &request.kind, now)) {
                break;
            }
            if self.claims.iter().any(|claim| claim.scac == candidate.scac) {
                continue;
            }
            let call = call(engine);
            if call.cancel.is_cancelled() || call.deadline.is_some_and(|until| until <= engine.clock.monotonic()) {
                break;
            }
            if let Some(reply) = self.ask(&candidate, &call)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    fn ask(&mut self, candidate: &CandidateCarrier, call: &Call) -> Result<Option<Reply>> {
        let Search { engine, request, .. } = *self;
        let request = with_carrier(request, candidate.scac.clone());
        let Some(_slot) = self.claim_call(&request)? else { return Ok(None) };
        let lane = lane_of(&request);
        let reply = match ask_carrier::ask(engine, request, call)? {
            CallResult::Answered(reply) => *reply,
            CallResult::Suspended => {
                self.add_failure(&candidate.scac, LookUpFailure::Refused.because("its credentials are suspended"));
                return Ok(None);
            }
            CallResult::NotSent { why } => {
                self.add_failure(&candidate.scac, LookUpFailure::NotSent.because(why));
                return Ok(None);
            }
            CallResult::Stopped => return Ok(None),
        };
        let now = engine.now();
        let (ownership, last_event) =
            confirm::ownership(&reply.answer, candidate.confirms, &reply.request.tracked.number, now);
        let why = reply.answer.as_ref().err().and_then(LookUpFailure::why).map(str::to_owned);
        let claim = CarrierReport { scac: candidate.scac.clone(), ownership, last_event, why };
        let decides = confirm::is_decisive(&claim, &reply.request.kind, now);
        if ownership == Ownership::Nothing {
            let failure = reply.answer.as_ref().err().cloned().unwrap_or(LookUpFailure::NoCarrier);
            if let LookUpFailure::RateLimited { retry_after } = failure.kind() {
                let pause = engine.policies.lifecycle.pause_asked_for(*retry_after);
                let pause = pause.to_std().unwrap_or_default();
                lock(&engine.carrier_claims).pause(lane, engine.clock.monotonic(), pause);
            }
            self.add_failure(&candidate.scac, failure);
        } else {
            lock(&engine.carrier_claims).remember(self.request, &claim, engine.clock.monotonic());
            self.claims.push(claim.clone());
        }
        if reply.answer.is_ok() && decides && self.is_stored {
            return Ok(Some(reply));
        }
        self.write(&reply, &claim, now)?;
        Ok(None)
    }

    /// Claims a call to the carrier. `None` if it is paused, or has reached a limit.
    fn claim_call(&mut self, request: &RequestRecord) -> Result<Option<CallSlot<'a>>> {
        let Search { engine, .. } = *self;
        let (scac, counterparty) = (request.carrier().to_owned(), Counterparty::Carrier(request.carrier().to_owned()));
        let (now, monotonic) = (engine.now(), engine.clock.monotonic());
        let paused_until = engine.store.reading(|tx| tx.breaker(&counterparty))?.rests_until;
        let breaker_pause = paused_until.and_then(|until| (until - now).to_std().ok()).filter(|pause| !pause.is_zero());
        let pause = breaker_pause.max(lock(&engine.carrier_claims).pause_of(&lane_of(request), monotonic));
        let pause = pause.max(engine.claims.pause_of(&scac, monotonic));
        if let Some(pause) = pause {
            self.add_failure(&scac, LookUpFailure::RateLimited { retry_after: Some(pause) });
            return Ok(None);
        }
        let id = engine.new_uuid(now);
        if !engine.claims.claim(id, Some(&counterparty), &request.tracked.account, false) {
            self.add_failure(&scac, LookUpFailure::RateLimited { retry_after: Some(BUSY_PAUSE) });
            return Ok(None);
        }
        let slot = CallSlot { claims: &engine.claims, id };
        if engine.claims.start_call(&scac, monotonic) {
            return Ok(Some(slot));
        }
        let retry_after = Some(engine.claims.pause_of(&scac, monotonic).unwrap_or(BUSY_PAUSE));
        self.add_failure(&scac, LookUpFailure::RateLimited { retry_after });
        Ok(None)
    }

    fn add_failure(&mut self, scac: &str, failure: LookUpFailure) {
        let why = match failure.why() {
            Some(why) => why.to_owned(),
            None => LookUpOutcome::Failed(failure.clone()).as_str().replace('_', " "),
        };
        let claim =
            CarrierReport { scac: scac.to_owned(), ownership: Ownership::Nothing, last_event: None, why: Some(why) };
        self.failures.push((claim, failure.kind().clone()));
    }

    fn write(&self, reply: &Reply, claim: &CarrierReport, now: DateTime<Utc>) -> Result<()> {
        let Search { engine, is_stored, .. } = *self;
        let calls = engine.unsaved_calls(reply.request.carrier());
        let effects = engine.store.writing(|tx| {
            let effects = reply.write_call(engine.within(tx, now), &calls)?;
            let has_claim = is_stored && claim.ownership != Ownership::Nothing;
            let request = &reply.request;
            if let Some(mut current) = tx.request(&request.tracked.account, &request.id)?.filter(|_| has_claim) {
                current.carrier_claims.retain(|other| other.scac != claim.scac);
                current.carrier_claims.push(record_of(claim));
                tx.put_request(&current)?;
            }
            Ok(effects)
        })?;
        calls.mark_saved();
        if let (true, Err(failure)) = (is_stored, &reply.answer) {
            reply.report_outcome(engine, &LookUpOutcome::Failed(failure.clone()));
        }
        effects.report(engine, reply);
        Ok(())
    }

    /// Returns a text for people with one clause for each carrier.
    fn summary(&self) -> Option<String> {
        let all = self.claims.iter().chain(self.failures.iter().map(|(claim, _)| claim));
        let clauses: Vec<String> = all
            .map(|claim| match (claim.ownership, &claim.why) {
                (Ownership::Confirmed, _) => format!("{} has the number", claim.scac),
                (Ownership::Denied, _) => format!("{} does not have the number", claim.scac),
                (Ownership::NotVisible, _) => format!("{} does not show the number with these credentials", claim.scac),
                (Ownership::Nothing, why) => {
                    format!("{} gave no answer ({})", claim.scac, why.as_deref().unwrap_or("no reason"))
                }
            })
            .collect();
        (!clauses.is_empty()).then(|| clauses.join("; "))
    }
}

/// Released on drop.
struct CallSlot<'e> {
    claims: &'e Claims,
    id: Uuid,
}

impl Drop for CallSlot<'_> {
    fn drop(&mut self) {
        self.claims.release(self.id);
    }
}

/// Returns the carriers that can be asked, those in the table of shipping lines first.
pub(in crate::service::engine) fn candidates(engine: &Engine, kind: &RequestType) -> Vec<CandidateCarrier> {
    let listed_codes = shipping_lines::all().iter().filter(|line| !line.is_sandbox()).map(|line| line.scac);
    let codes = listed_codes.chain(engine.unlisted_carriers());
    let mut installed = Vec::new();
    let candidates = codes.filter_map(|scac| {
        let confirms = engine.carrier(scac)?.confirms(kind);
        let own = engine.carriers.get(scac);
        let is_brand = own.is_some_and(|own| installed.iter().any(|other| Arc::ptr_eq(other, own)));
        installed.extend(own.cloned());
        (confirms != ConfirmationScope::Nothing).then(|| CandidateCarrier { scac: scac.to_owned(), confirms, is_brand })
    });
    candidates.collect()
}

fn claims_of(request: &RequestRecord) -> Vec<CarrierReport> {
    let claims = request.carrier_claims.iter().map(|stored| CarrierReport {
        scac: stored.scac.clone(),
        ownership: match stored {
            CarrierClaim { knows: true, .. } => Ownership::Confirmed,
            CarrierClaim { denies: true, .. } => Ownership::Denied,
            CarrierClaim { .. } => Ownership::NotVisible,
        },
        last_event: stored.last_event,
        why: None,
    });
    claims.collect()
}

fn record_of(claim: &CarrierReport) -> CarrierClaim {
    CarrierClaim {
        scac: claim.scac.clone(),
        knows: claim.ownership == Ownership::Confirmed,
        denies: claim.ownership == Ownership::Denied,
        last_event: claim.last_event,
    }
}

/// Returns the failure that can be retried first; `None` if all carriers answered.
fn retryable(failures: &[(CarrierReport, LookUpFailure)]) -> Option<LookUpFailure> {
    let rank = |failure: &LookUpFailure| match failure {
        LookUpFailure::RateLimited { retry_after } => (0, *retry_after),
        failure if failure.is_outage() => (1, failure.retry_after()),
        _ => (2, None),
    };
    failures.iter().map(|(_, failure)| failure).min_by_key(|failure| rank(failure)).cloned()
}

fn untracked_request(account: &AccountId, kind: RequestType, number: &str, now: DateTime<Utc>) -> RequestRecord {
    let tracked = TrackedNumber { account: account.clone(), scac: None, number: number.to_owned() };
    RequestRecord::new(TrackingRequestId::from(Uuid::nil()), tracked, kind, number.to_owned(), now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_claims_keep_their_ownership() {
        let mut record = untracked_request(
            &AccountId::from(Uuid::nil()),
            RequestType::Container,
            "TGHU1643396",
            DateTime::UNIX_EPOCH,
        );
        for ownership in [Ownership::Confirmed, Ownership::Denied, Ownership::NotVisible] {
            let claim = CarrierReport { scac: "MAEU".to_owned(), ownership, last_event: None, why: None };
            let text = serde_json::to_string(&record_of(&claim)).unwrap();
            record.carrier_claims = vec![serde_json::from_str(&text).unwrap()];
            assert_eq!(claims_of(&record), [claim]);
        }
    }
}
