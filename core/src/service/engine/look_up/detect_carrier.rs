//! Asks the likely carriers whether a number is theirs: one after the other, each once, within its pace.

use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::ask_carrier::{self, Asked, Beside, Pacing};
use crate::carriers::{Answer, Confirms};
use crate::clock::CancelToken;
use crate::error::Result;
use crate::http::Call;
use crate::resources::{AccountId, RequestType, TrackingRequestId};
use crate::service::engine::base::claims::Claims;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::owned;
use crate::service::engine::credentials::carrier_credentials::{Gate, Ruling, lane_of, name_of};
use crate::shipping_lines;
use crate::shipping_lines::confirm::{self, Heard, Willing, Word};
use crate::shipping_lines::detect::{self, Detection};
use crate::store::{CarrierClaim, Digest, Party, RequestRecord, TrackedNumber};
use crate::threads::locked;
use crate::tracking::lifecycle::LookUpOutcome;

/// For a carrier that has as many calls under way as it may.
const BUSY: Duration = Duration::from_secs(10);
const WAITS: Duration = Duration::from_secs(10);

pub(super) enum Sought {
    Owner(Box<RequestRecord>),
    Said(Box<Own>),
    Nobody(LookUpOutcome, Option<String>),
    Stopped,
}

/// The request with its carrier, its answer, the digest of who gave it, and the ruling about the credentials.
type Own = (RequestRecord, Answer, Option<Digest>, Ruling);

pub(super) fn seek(engine: &Engine, record: &RequestRecord, cancel: &CancelToken) -> Result<Sought> {
    let Ok(detection) = detect::detect(&record.number) else {
        return Ok(Sought::Nobody(LookUpOutcome::NoCarrier, None));
    };
    let mut seeking = Seeking { engine, record, is_kept: true, heard: kept(record), open: Vec::new() };
    let last =
        seeking.run(&detection, |engine| engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, cancel))?;
    if cancel.is_cancelled() {
        return Ok(Sought::Stopped);
    }
    let said = seeking.in_words();
    let Seeking { heard, open, .. } = seeking;
    Ok(match (confirm::owner(&heard), last) {
        (Some(owner), Some(last)) if last.0.carrier() == owner.scac => Sought::Said(Box::new(last)),
        (Some(owner), _) => match later(&open) {
            // Another carrier may have the container by now.
            Some(outcome) => Sought::Nobody(outcome, said),
            None => Sought::Owner(Box::new(owned(record, owner.scac.clone()))),
        },
        (None, _) => Sought::Nobody(later(&open).unwrap_or(LookUpOutcome::NoCarrier), said),
    })
}

pub(in crate::service) fn hear(
    engine: &Engine,
    account: &AccountId,
    detection: &Detection,
    call: &Call,
) -> Result<Vec<Heard>> {
    let Some(number) = &detection.validation.parsed_number else { return Ok(Vec::new()) };
    let record = nobodys(account, RequestType::parse(detection.number_type.kind().as_str()), number, engine.now());
    let mut seeking = Seeking { engine, record: &record, is_kept: false, heard: Vec::new(), open: Vec::new() };
    let until = engine.clock.monotonic().saturating_add(WAITS);
    let until = call.deadline.map_or(until, |deadline| deadline.min(until));
    seeking.run(detection, |engine| {
        let call = engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, &call.cancel);
        Call { deadline: call.deadline.map(|deadline| deadline.min(until)), ..call }
    })?;
    Ok(seeking.heard.into_iter().chain(seeking.open.into_iter().map(|(heard, _)| heard)).collect())
}

struct Seeking<'a> {
    engine: &'a Engine,
    record: &'a RequestRecord,
    is_kept: bool,
    heard: Vec<Heard>,
    open: Vec<(Heard, LookUpOutcome)>,
}

impl<'a> Seeking<'a> {
    fn run(&mut self, detection: &Detection, call: impl Fn(&Engine) -> Call) -> Result<Option<Own>> {
        let Seeking { engine, record, .. } = *self;
        let now = engine.now();
        let remembered = locked(&engine.whose).recall(record, engine.clock.monotonic());
        for one in remembered {
            if self.heard.iter().all(|known| known.scac != one.scac) {
                self.heard.push(one);
            }
        }
        for willing in confirm::to_ask(detection, &record.kind, &willing(engine, &record.kind)) {
            if self.heard.iter().any(|heard| confirm::settles(heard, &record.kind, now)) {
                break;
            }
            if self.heard.iter().any(|heard| heard.scac == willing.scac) {
                continue;
            }
            let call = call(engine);
            if call.cancel.is_cancelled() || call.deadline.is_some_and(|until| until <= engine.clock.monotonic()) {
                break;
            }
            if let Some(said) = self.ask(&willing, &call)? {
                return Ok(Some(said));
            }
        }
        Ok(None)
    }

    fn ask(&mut self, willing: &Willing, call: &Call) -> Result<Option<Own>> {
        let Seeking { engine, record, .. } = *self;
        let asked = owned(record, willing.scac.clone());
        let Some(_turn) = self.turn(&asked)? else { return Ok(None) };
        let lane = lane_of(&asked);
        let (name, aside) = engine
            .store
            .reading(|tx| Ok((name_of(tx, &lane.account)?, tx.suspended_credentials(Some(&lane.scac))?)))?;
        let gate = engine.gate(&lane, &name, &aside)?;
        if matches!(gate, Gate::Closed) {
            self.leave(&willing.scac, LookUpOutcome::Refused, Some("its credentials are set aside".to_owned()));
            return Ok(None);
        }
        let waits = call.deadline.map(|until| until.saturating_sub(engine.clock.monotonic()));
        let beside = Beside::nothing_of(name.clone(), waits);
        let Asked { answer, teller, credential, said, why } = ask_carrier::ask(engine, &asked, beside, call);
        if call.cancel.is_cancelled() {
            return Ok(None);
        }
        let (was_refused, said) = (asked.refused_at.is_some(), (said, why.as_deref()));
        let ruling = engine.rule(lane.clone(), was_refused, (&name, gate), credential, said)?;
        let now = engine.now();
        let (word, last_event) = confirm::word(&answer, willing.confirms, &asked.tracked.number, now);
        let heard = Heard { scac: willing.scac.clone(), word, last_event, why: why.clone() };
        let settles = confirm::settles(&heard, &record.kind, now);
        if word == Word::Nothing {
            let outcome = answer.as_ref().err().cloned().unwrap_or(LookUpOutcome::NoCarrier);
            if let LookUpOutcome::RateLimited { retry_after } = &outcome {
                let pause = engine.policies.lifecycle.pause_asked_for(*retry_after);
                locked(&engine.whose).pause(lane.clone(), engine.clock.monotonic(), pause.to_std().unwrap_or_default());
            }
            self.leave(&willing.scac, outcome, why.clone());
        } else {
            locked(&engine.whose).note(record, &heard, engine.clock.monotonic());
            self.heard.push(heard.clone());
        }
        match answer {
            Ok(answer) if settles && self.is_kept => Ok(Some((asked, answer, teller, ruling))),
            answer => {
                let pacing = Pacing::of(engine, lane, &name, &answer);
                self.note(&asked, &answer, &ruling, &pacing, &heard, now)?;
                Ok(None)
            }
        }
    }

    fn turn(&mut self, asked: &RequestRecord) -> Result<Option<Turn<'a>>> {
        let Seeking { engine, .. } = *self;
        let (scac, party) = (asked.carrier().to_owned(), Party::Carrier(asked.carrier().to_owned()));
        let (now, monotonic) = (engine.now(), engine.clock.monotonic());
        let rests = engine.store.reading(|tx| tx.breaker(&party))?.rests_until;
        let rests = rests.and_then(|until| (until - now).to_std().ok()).filter(|pause| !pause.is_zero());
        let pause = rests.max(locked(&engine.whose).pause_of(&lane_of(asked), monotonic));
        let pause = pause.max(engine.claims.pause_of(&scac, monotonic));
        if let Some(pause) = pause {
            self.leave(&scac, LookUpOutcome::RateLimited { retry_after: Some(pause) }, None);
            return Ok(None);
        }
        let id = engine.new_uuid(now);
        if !engine.claims.take(id, &party, false) {
            self.leave(&scac, LookUpOutcome::RateLimited { retry_after: Some(BUSY) }, None);
            return Ok(None);
        }
        let turn = Turn { claims: &engine.claims, id };
        if engine.claims.begin(&scac, monotonic) {
            return Ok(Some(turn));
        }
        let retry_after = Some(engine.claims.pause_of(&scac, monotonic).unwrap_or(BUSY));
        self.leave(&scac, LookUpOutcome::RateLimited { retry_after }, None);
        Ok(None)
    }

    fn leave(&mut self, scac: &str, outcome: LookUpOutcome, why: Option<String>) {
        let why = why.or_else(|| Some(outcome.as_str().replace('_', " ")));
        self.open.push((Heard { scac: scac.to_owned(), word: Word::Nothing, last_event: None, why }, outcome));
    }

    fn note(
        &self,
        asked: &RequestRecord,
        answer: &Result<Answer, LookUpOutcome>,
        ruling: &Ruling,
        pacing: &Pacing,
        heard: &Heard,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let Seeking { engine, is_kept, .. } = *self;
        let calls = engine.unsaved_calls(asked.carrier());
        let (rests_until, set_aside) = engine.store.writing(|tx| {
            let rests_until = ask_carrier::note_fare(engine.within(tx, now), asked, answer, pacing)?;
            calls.write(tx)?;
            let set_aside = ruling.write(tx)?;
            let is_said = is_kept && heard.word != Word::Nothing;
            if let Some(mut current) = tx.request(&asked.tracked.account, &asked.id)?.filter(|_| is_said) {
                current.carrier_claims.retain(|known| known.scac != heard.scac);
                current.carrier_claims.push(kept_of(heard));
                tx.put_request(&current)?;
            }
            Ok((rests_until, set_aside))
        })?;
        calls.are_saved();
        if let (true, Err(outcome)) = (is_kept, answer) {
            ask_carrier::tell_outcome(engine, asked, outcome, heard.why.as_deref());
        }
        ask_carrier::tell_consequences(engine, asked, rests_until, set_aside.as_ref());
        Ok(())
    }

    fn in_words(&self) -> Option<String> {
        let all = self.heard.iter().chain(self.open.iter().map(|(heard, _)| heard));
        let told: Vec<String> = all
            .map(|heard| match (heard.word, &heard.why) {
                (Word::Confirmed, _) => format!("{} knows the number", heard.scac),
                (Word::Denied, _) => format!("{} does not know the number", heard.scac),
                (Word::NotVisible, _) => format!("{} does not show it with these credentials", heard.scac),
                (Word::Nothing, why) => {
                    format!("{} said nothing ({})", heard.scac, why.as_deref().unwrap_or("no answer"))
                }
            })
            .collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

struct Turn<'e> {
    claims: &'e Claims,
    id: Uuid,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.claims.done(self.id);
    }
}

/// Carriers that the library knows by name first; each source once.
pub(in crate::service::engine) fn willing(engine: &Engine, kind: &RequestType) -> Vec<Willing> {
    let mut others: Vec<&String> =
        engine.carriers.keys().filter(|code| shipping_lines::by_scac(code).is_none()).collect();
    others.sort_unstable();
    let known = shipping_lines::all().iter().filter(|line| !line.is_sandbox()).map(|line| line.scac);
    let codes = known.chain(others.into_iter().map(String::as_str));
    let willing = codes.filter_map(|scac| {
        let confirms = engine.carrier(scac)?.confirms(kind);
        (confirms != Confirms::Nothing).then(|| Willing { scac: scac.to_owned(), confirms })
    });
    willing.collect()
}

fn kept(record: &RequestRecord) -> Vec<Heard> {
    let heard = record.carrier_claims.iter().map(|asked| Heard {
        scac: asked.scac.clone(),
        word: match asked {
            CarrierClaim { knows: true, .. } => Word::Confirmed,
            CarrierClaim { denies: true, .. } => Word::Denied,
            CarrierClaim { .. } => Word::NotVisible,
        },
        last_event: asked.last_event,
        why: None,
    });
    heard.collect()
}

fn kept_of(heard: &Heard) -> CarrierClaim {
    CarrierClaim {
        scac: heard.scac.clone(),
        knows: heard.word == Word::Confirmed,
        denies: heard.word == Word::Denied,
        last_event: heard.last_event,
    }
}

fn later(open: &[(Heard, LookUpOutcome)]) -> Option<LookUpOutcome> {
    let rank = |outcome: &LookUpOutcome| match outcome {
        LookUpOutcome::RateLimited { retry_after } => (0, *retry_after),
        LookUpOutcome::Trouble { retry_after, .. } => (1, *retry_after),
        _ => (2, None),
    };
    open.iter().map(|(_, outcome)| outcome).min_by_key(|outcome| rank(outcome)).cloned()
}

fn nobodys(account: &AccountId, kind: RequestType, number: &str, now: DateTime<Utc>) -> RequestRecord {
    let tracked = TrackedNumber { account: account.clone(), scac: None, number: number.to_owned() };
    RequestRecord::new(TrackingRequestId::from(Uuid::nil()), tracked, kind, number.to_owned(), now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_a_carrier_does_not_show_is_not_denied_when_that_is_read_again() {
        let mut record =
            nobodys(&AccountId::from(Uuid::nil()), RequestType::Container, "TGHU1643396", DateTime::UNIX_EPOCH);
        for word in [Word::Confirmed, Word::Denied, Word::NotVisible] {
            let heard = Heard { scac: "MAEU".to_owned(), word, last_event: None, why: None };
            let text = serde_json::to_string(&kept_of(&heard)).unwrap();
            record.carrier_claims = vec![serde_json::from_str(&text).unwrap()];
            assert_eq!(kept(&record), [heard]);
        }
    }
}
