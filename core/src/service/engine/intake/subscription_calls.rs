//! Calls carriers to create, renew, change and end subscriptions. A pure function decides what follows from an answer. No
//! transaction is open during a call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, TimeDelta, Utc};

use crate::carriers::{CallbackSecret, LookUpFailure, SubscriptionOrder, SubscriptionReceipt, SubscriptionStep};
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::http::Call;
use crate::resources::WebhookSecret;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::reporter::panic_message;
use crate::service::engine::credentials::carrier_credentials::{CredentialDecision, Gate, account_name};
use crate::store::{CarrierSubscription, Lane, Sender, SubscriptionRecord, SubscriptionState};
use crate::threads::run_host_code;
use crate::time::{saturating_add, time_delta};
use crate::tracking::lifecycle::CREDENTIALS_PROBE;
use crate::tracking::lifecycle::failure::CredentialVerdict;

/// How long before its end a subscription is renewed. If a fifth of its duration is less than this, it is renewed that fifth before its end.
const RENEWAL_MARGIN: TimeDelta = TimeDelta::days(7);
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(1);
const MAX_PAUSE: TimeDelta = TimeDelta::hours(6);
const MAX_END_ATTEMPTS: u32 = 20;

type SubscriptionAnswer = Result<SubscriptionReceipt, LookUpFailure>;

pub(in crate::service::engine) fn run(engine: &Engine, found: &SubscriptionRecord, cancel: &CancelToken) -> Result<()> {
    let Some(at_carrier) = found.carrier() else {
        return change_subscription(engine, found, |record, _| record.due = None);
    };
    let lane = Lane { scac: at_carrier.scac.clone(), account: found.account.clone() };
    let (name, suspended) = engine
        .store
        .reading(|tx| Ok((account_name(tx, &found.account)?, tx.suspended_credentials(Some(&lane.scac))?)))?;
    let gate = engine.gate(&lane, &name, &suspended)?;
    if matches!(gate, Gate::Closed) {
        // The credentials are retried by a look-up, or by this subscription when it is due.
        return change_subscription(engine, found, |record, now| {
            record.due = Some(saturating_add(now, CREDENTIALS_PROBE));
            record.problem.get_or_insert_with(|| "its credentials are suspended".to_owned());
        });
    }
    let order = order(found, at_carrier, name.clone(), engine.now())?;
    let call = engine.call(engine.policies.look_up_timeout, Call::BODY_LIMIT, cancel);
    // Before the call, because the credential may be replaced during it.
    let credential = engine.credential(&lane, &name);
    let answer = ask(engine, &order, &call);
    if cancel.is_cancelled() {
        // The service is stopping, and the subscription stays due.
        return Ok(());
    }
    let verdict = (credential_verdict(&answer), answer.as_ref().err().and_then(LookUpFailure::why));
    let decision = engine.decide_credential(lane, false, (&name, gate), credential, verdict)?;
    write(engine, found, &order, &answer, &decision)
}

fn change_subscription(
    engine: &Engine,
    found: &SubscriptionRecord,
    change: impl Fn(&mut SubscriptionRecord, DateTime<Utc>),
) -> Result<()> {
    let now = engine.now();
    engine.store.writing(|tx| {
        let Some(mut record) = tx.subscription(found.id)? else { return Ok(()) };
        change(&mut record, now);
        tx.put_subscription(&record)
    })
}

fn order(
    record: &SubscriptionRecord,
    at_carrier: &CarrierSubscription,
    account_name: String,
    now: DateTime<Utc>,
) -> Result<SubscriptionOrder> {
    let secret = CallbackSecret::parse(record.secret.reveal())?;
    let order =
        SubscriptionOrder::new(&at_carrier.scac, at_carrier.callback_url.as_deref().unwrap_or_default(), secret, now);
    Ok(SubscriptionOrder {
        step: step(record, at_carrier),
        account: record.account.clone(),
        account_name,
        subscription_id: at_carrier.subscription_id.clone(),
        about: at_carrier.about.clone(),
        ..order
    })
}

fn step(record: &SubscriptionRecord, at_carrier: &CarrierSubscription) -> SubscriptionStep {
    match record.state {
        SubscriptionState::Ending => SubscriptionStep::End,
        SubscriptionState::Active if at_carrier.subscription_id.is_some() && at_carrier.signs_with_older => {
            SubscriptionStep::ReplaceSecret
        }
        SubscriptionState::Active if at_carrier.subscription_id.is_some() => SubscriptionStep::Renew,
        _ => SubscriptionStep::Create,
    }
}

fn ask(engine: &Engine, order: &SubscriptionOrder, call: &Call) -> SubscriptionAnswer {
    let Some(carrier) = engine.carrier(&order.scac) else {
        let why = format!("no carrier is configured for {}", order.scac);
        return Err(LookUpFailure::Unreachable { retry_after: None }.because(why));
    };
    let asked = || match order.step {
        // Without an id from the carrier there is no subscription to end.
        SubscriptionStep::End if order.subscription_id.is_none() => Ok(SubscriptionReceipt::default()),
        SubscriptionStep::End => carrier.unsubscribe(order, call).map(|()| SubscriptionReceipt::default()),
        _ => carrier.subscribe(order, call),
    };
    catch_unwind(AssertUnwindSafe(|| run_host_code(asked)))
        .unwrap_or_else(|panic| Err(LookUpFailure::Unreachable { retry_after: None }.because(panic_message(&*panic))))
}

/// If credentials do not allow subscriptions, they may still be valid for look-ups: the verdict is unknown.
fn credential_verdict(answer: &SubscriptionAnswer) -> CredentialVerdict {
    match answer.as_ref().map_err(LookUpFailure::kind) {
        Ok(_) | Err(LookUpFailure::NotFound) => CredentialVerdict::Accepted,
        Err(LookUpFailure::Refused) => CredentialVerdict::Refused,
        Err(_) => CredentialVerdict::Unknown,
    }
}

fn write(
    engine: &Engine,
    found: &SubscriptionRecord,
    order: &SubscriptionOrder,
    answer: &SubscriptionAnswer,
    decision: &CredentialDecision,
) -> Result<()> {
    let (now, chance) = (engine.now(), engine.entropy.fraction());
    let calls = engine.unsaved_calls(&order.scac);
    let (suspended, problem) = engine.store.writing(|tx| {
        calls.write(tx)?;
        let suspended = decision.write(tx)?;
        let Some(current) = tx.subscription(found.id)? else { return Ok((suspended, None)) };
        // Only after the first refusal: a host program may return different credentials for each call, and the calls would never end.
        let retries_now = matches!(decision, CredentialDecision::Replaced) && current.problem.is_none();
        let (mut next, problem) = match decide(current, order, answer, now, chance) {
            SubscriptionChange::Remove(problem) => {
                tx.remove_subscription(&found.account, found.id)?;
                return Ok((suspended, problem));
            }
            SubscriptionChange::Store(next, problem) => (next, problem),
        };
        if retries_now {
            next.due = Some(now);
        }
        tx.put_subscription(&next)?;
        Ok((suspended, problem))
    })?;
    calls.mark_saved();
    if let Some(suspended) = suspended {
        engine.report_suspension(&suspended);
    }
    if let Some(problem) = problem {
        engine.report_trouble(Some(&found.account), &Error::refused(ErrorKind::Configuration, "subscription", problem));
    }
    Ok(())
}

/// What is written after a call, with the problem to report.
enum SubscriptionChange {
    Store(Box<SubscriptionRecord>, Option<String>),
    Remove(Option<String>),
}

fn decide(
    record: SubscriptionRecord,
    order: &SubscriptionOrder,
    answer: &SubscriptionAnswer,
    now: DateTime<Utc>,
    chance: f64,
) -> SubscriptionChange {
    match answer {
        Ok(_) if order.step == SubscriptionStep::End => SubscriptionChange::Remove(None),
        Ok(subscribed) => SubscriptionChange::Store(Box::new(after_success(record, order, subscribed, now)), None),
        Err(failure) => after_failure(record, order, failure, now, chance),
    }
}

/// If the subscription was changed during the call, the next call is due at once.
fn after_success(
    mut record: SubscriptionRecord,
    order: &SubscriptionOrder,
    subscribed: &SubscriptionReceipt,
    now: DateTime<Utc>,
) -> SubscriptionRecord {
    let is_current = record.secret == WebhookSecret::new(order.secret.reveal());
    let Sender::Carrier(at_carrier) = &mut record.sender else { return record };
    at_carrier.subscription_id = subscribed.subscription_id.clone().or(at_carrier.subscription_id.take());
    let carries_secret = order.step != SubscriptionStep::Renew;
    at_carrier.signs_with_older = if carries_secret { !is_current } else { at_carrier.signs_with_older };
    let has_more = at_carrier.signs_with_older || record.state == SubscriptionState::Ending;
    if order.step != SubscriptionStep::ReplaceSecret {
        record.expires_at = subscribed.expires_at;
    }
    if record.state != SubscriptionState::Ending {
        record.state = SubscriptionState::Active;
    }
    record.due = if has_more { Some(now) } else { record.expires_at.map(|end| renewal(now, end)) };
    (record.failures, record.problem) = (0, None);
    record
}

fn renewal(now: DateTime<Utc>, end: DateTime<Utc>) -> DateTime<Utc> {
    let left = (end - now).max(TimeDelta::zero());
    end - RENEWAL_MARGIN.min(left / 5)
}

fn after_failure(
    mut record: SubscriptionRecord,
    order: &SubscriptionOrder,
    failure: &LookUpFailure,
    now: DateTime<Utc>,
    chance: f64,
) -> SubscriptionChange {
    let is_ending = record.state == SubscriptionState::Ending;
    // The carrier's reason is preferred, because the texts of the failures themselves are about look-ups.
    let why = failure.why().map_or_else(|| failure.to_string(), str::to_owned);
    let id = record.id;
    let problem = |what: &str| Some(format!("{what} the subscription {id} at {}: {why}", order.scac));
    record.problem = Some(why.clone());
    let is_over = record.expires_at.is_some_and(|end| end <= now);
    if is_over && record.state == SubscriptionState::Active {
        record.state = SubscriptionState::Requested;
    }
    let requested_pause = failure.retry_after().map_or(TimeDelta::zero(), time_delta);
    let pause = |failures| saturating_add(now, pause(failures, chance).max(requested_pause));
    match failure.kind() {
        LookUpFailure::NotFound if is_ending => return SubscriptionChange::Remove(None),
        // The carrier no longer has it: create another one.
        LookUpFailure::NotFound if order.step != SubscriptionStep::Create => {
            record.state = SubscriptionState::Requested;
            record.due = Some(now);
        }
        LookUpFailure::Refused => record.due = Some(saturating_add(now, CREDENTIALS_PROBE)),
        LookUpFailure::RateLimited { .. } => record.due = Some(pause(1)),
        kind if kind.is_outage() => {
            record.failures = record.failures.saturating_add(1);
            if is_ending && record.failures >= MAX_END_ATTEMPTS {
                return SubscriptionChange::Remove(problem("the service could not end"));
            }
            record.due = Some(pause(record.failures));
        }
        _ if is_ending => return SubscriptionChange::Remove(problem("the carrier refuses to end")),
        _ => {
            let problem = problem("the carrier refuses");
            (record.state, record.due) = (SubscriptionState::Refused, None);
            return SubscriptionChange::Store(Box::new(record), problem);
        }
    }
    SubscriptionChange::Store(Box::new(record), None)
}

/// `chance`, from 0 to 1, spreads subscriptions that failed together.
fn pause(failures: u32, chance: f64) -> TimeDelta {
    let doubled = FIRST_PAUSE * (1 << failures.saturating_sub(1).min(12));
    let pause = doubled.min(MAX_PAUSE);
    #[expect(clippy::cast_possible_truncation, reason = "hours at most")]
    let spread = (pause.num_milliseconds() as f64 * chance / 5.0) as i64;
    pause + TimeDelta::milliseconds(spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
    }

    fn record(state: SubscriptionState, id: Option<&str>, expires_at: Option<DateTime<Utc>>) -> SubscriptionRecord {
        let at_carrier = CarrierSubscription {
            scac: "EGLV".to_owned(),
            subscription_id: id.map(str::to_owned),
            callback_url: Some("https://tracking.example/push".to_owned()),
            ..CarrierSubscription::default()
        };
        SubscriptionRecord {
            id: uuid::Uuid::from_u128(7),
            account: "a".into(),
            sender: Sender::Carrier(at_carrier),
            secret: WebhookSecret::new(SECRET),
            replaced: Vec::new(),
            state,
            created_at: at(0),
            expires_at,
            due: Some(at(0)),
            failures: 0,
            problem: None,
            received_at: None,
        }
    }

    fn next_state(
        record: &SubscriptionRecord,
        answer: SubscriptionAnswer,
        now: DateTime<Utc>,
    ) -> Option<SubscriptionRecord> {
        let order = order(record, record.carrier().unwrap(), String::new(), now).unwrap();
        match decide(record.clone(), &order, &answer, now, 0.0) {
            SubscriptionChange::Store(next, _) => Some(*next),
            SubscriptionChange::Remove(_) => None,
        }
    }

    fn made_until(id: &str, end: Option<DateTime<Utc>>) -> SubscriptionAnswer {
        Ok(SubscriptionReceipt { subscription_id: Some(id.to_owned()), expires_at: end })
    }

    #[test]
    fn subscription_is_renewed_before_it_ends() {
        let requested = record(SubscriptionState::Requested, None, None);
        let made = next_state(&requested, made_until("7f", Some(at(240))), at(0)).unwrap();
        assert_eq!((made.state, made.due), (SubscriptionState::Active, Some(at(192))), "a fifth of its time before");
        assert_eq!(made.carrier().unwrap().subscription_id.as_deref(), Some("7f"));
        let long = next_state(&requested, made_until("7f", Some(at(24 * 365))), at(0)).unwrap();
        assert_eq!(long.due, Some(at(24 * 358)), "a week before");
        assert_eq!(next_state(&requested, made_until("7f", None), at(0)).unwrap().due, None);
        assert_eq!(step(&made, made.carrier().unwrap()), SubscriptionStep::Renew);
    }

    #[test]
    fn failed_renewals_back_off_and_a_subscription_is_created_again_after_its_end() {
        let out = || Err(LookUpFailure::Unreachable { retry_after: None });
        let mut active = record(SubscriptionState::Active, Some("7f"), Some(at(2)));
        let mut pauses = Vec::new();
        for _ in 0..10 {
            active = next_state(&active, out(), at(1)).unwrap();
            pauses.push((active.due.unwrap() - at(1)).num_minutes());
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
        assert_eq!(active.state, SubscriptionState::Active);
        let over = next_state(&active, out(), at(2)).unwrap();
        assert_eq!(
            (over.state, step(&over, over.carrier().unwrap())),
            (SubscriptionState::Requested, SubscriptionStep::Create)
        );
        let asked = Err(LookUpFailure::Unreachable { retry_after: Some(std::time::Duration::from_secs(7_200)) });
        assert_eq!(
            next_state(&record(SubscriptionState::Requested, None, None), asked, at(0)).unwrap().due,
            Some(at(2))
        );
    }

    #[test]
    fn unknown_subscription_is_created_again_and_refused_one_is_not() {
        let active = record(SubscriptionState::Active, Some("7f"), Some(at(9)));
        let unknown = next_state(&active, Err(LookUpFailure::NotFound), at(1)).unwrap();
        assert_eq!((unknown.state, unknown.due), (SubscriptionState::Requested, Some(at(1))));
        let refused =
            next_state(&unknown, Err(LookUpFailure::InvalidNumber.because("no such booking")), at(1)).unwrap();
        assert_eq!((refused.state, refused.due), (SubscriptionState::Refused, None));
        assert!(refused.problem.unwrap().contains("no such booking"));
        let waits = next_state(&unknown, Err(LookUpFailure::Refused), at(1)).unwrap();
        assert_eq!((waits.state, waits.due, waits.failures), (SubscriptionState::Requested, Some(at(2)), 0));
    }

    #[test]
    fn subscription_that_is_removed_during_its_creation_is_ended() {
        let ending = record(SubscriptionState::Ending, None, None);
        let making = record(SubscriptionState::Requested, None, None);
        let order = order(&making, making.carrier().unwrap(), String::new(), at(0)).unwrap();
        let SubscriptionChange::Store(next, _) = decide(ending, &order, &made_until("7f", None), at(0), 0.0) else {
            panic!("gone")
        };
        assert_eq!((next.state, next.due), (SubscriptionState::Ending, Some(at(0))));
        assert_eq!(step(&next, next.carrier().unwrap()), SubscriptionStep::End);
        assert!(next_state(&next, Ok(SubscriptionReceipt::default()), at(0)).is_none());
        assert!(next_state(&next, Err(LookUpFailure::NotFound), at(0)).is_none());
        assert!(next_state(&next, Err(LookUpFailure::Withheld), at(0)).is_none(), "the service stops asking");
    }

    #[test]
    fn secret_that_is_replaced_during_a_call_is_sent_at_once() {
        let making = record(SubscriptionState::Requested, None, None);
        let order = order(&making, making.carrier().unwrap(), String::new(), at(0)).unwrap();
        let rotated = SubscriptionRecord { secret: WebhookSecret::new("EBESExQVFhcYGRobHB0eHw=="), ..making };
        let SubscriptionChange::Store(next, _) = decide(rotated, &order, &made_until("7f", None), at(0), 0.0) else {
            panic!("gone")
        };
        assert_eq!(next.due, Some(at(0)));
        assert_eq!(step(&next, next.carrier().unwrap()), SubscriptionStep::ReplaceSecret);
    }
}
