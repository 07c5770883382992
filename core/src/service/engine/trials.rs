//! Notifications that are sent once, to show that a receiver takes them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use super::deliveries::{ANSWER_LIMIT, post, signed_request};
use super::parts::Engine;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Failure, Request, Response, TransportError};
use crate::resources::{AccountId, DeliveryStatus, EventName};
use crate::service::rendering::{examples, notifications};
use crate::store::DeliveryRecord;
use crate::threads::locked;
use crate::webhooks::{Secret, Signer, is_success};

/// How long a trial may take, the look-up of the host included: whoever asked waits for it.
const LONGEST: Duration = Duration::from_secs(5);

/// What is to be sent, and where.
pub(in crate::service) struct Trial<'t> {
    pub account: &'t AccountId,
    pub url: &'t str,
    pub event: &'t EventName,
    /// What it is signed with; nothing where nobody says.
    pub secret: Option<Secret>,
}

/// How it went.
pub(in crate::service) struct Tried {
    pub request: Request,
    pub answer: Result<Response, TransportError>,
}

impl Tried {
    /// Whether the receiver took it.
    pub fn succeeded(&self) -> bool {
        self.answer.as_ref().is_ok_and(|answer| is_success(answer.status))
    }
}

/// The limits of a trial that `asked` asks for, from its look-up to its answer. Only the host itself may try what is not
/// public, under the rule of deliveries: of what is inside even the time a trial takes would tell others.
pub(in crate::service) fn limits(engine: &Engine, account: &AccountId, url: &str, asked: &Call, is_host: bool) -> Call {
    let call = engine.delivery_call(account, url, ANSWER_LIMIT, &asked.cancel);
    let ends = engine.clock.monotonic().saturating_add(LONGEST);
    let earliest = [call.deadline, asked.deadline].into_iter().flatten().fold(ends, Duration::min);
    let egress = if is_host { call.egress } else { Egress::PublicOnly };
    Call { deadline: Some(earliest), egress, ..call }
}

/// Sends a made-up notification within these limits. Nothing is kept of it. One that was called off, or whose caller's time was
/// up, says nothing of the receiver: that is an error.
pub(in crate::service) fn send(engine: &Engine, trial: &Trial<'_>, limits: &Call, asked: &Call) -> Result<Tried> {
    let request = request(engine, trial)?;
    let answer = post(engine, request.clone(), limits);
    let is_over = |until: Duration| until <= engine.clock.monotonic();
    match answer {
        Err(failed) if failed.failure == Failure::Cancelled => Err(failed.into()),
        Err(failed) if failed.failure == Failure::Timeout && asked.deadline.is_some_and(is_over) => Err(failed.into()),
        answer => Ok(Tried { request, answer }),
    }
}

fn request(engine: &Engine, trial: &Trial<'_>) -> Result<Request> {
    let now = engine.now();
    let notification = examples::notification(trial.event, trial.account, engine.new_id(now), now);
    let delivery = DeliveryRecord {
        id: notification.id.clone(),
        account: trial.account.clone(),
        webhook: engine.new_id(now),
        notification: notification.sequence,
        event: notification.event.clone(),
        status: DeliveryStatus::Pending,
        attempts: 0,
        last_status: None,
        due: None,
        created_at: now,
    };
    let body = notifications::delivery_document(&notification, &delivery);
    let signer = trial.secret.clone().map(|secret| Signer::new([secret])).transpose()?;
    let signer = signer.map(|signer| signer.hosted(engine.policies.delivery.hosted_signature));
    signed_request(trial.url, &[], signer.as_ref(), &delivery.id.to_string(), body, now)
}

/// Trials under way at once, of one account and of all: each keeps a thread that answers requests.
const MOST_OF_ONE: usize = 4;
const MOST: usize = 8;

/// How long to stay away when there are as many.
const PAUSE: Duration = Duration::from_secs(5);

/// The trials under way, counted by account.
#[derive(Default)]
pub(in crate::service) struct Trials {
    under_way: Mutex<HashMap<AccountId, usize>>,
}

impl Trials {
    /// Begins one, which ends when what is answered is dropped. Where there are too many it is refused at once.
    pub fn begin(&self, account: &AccountId) -> Result<UnderWay<'_>> {
        let mut under_way = locked(&self.under_way);
        let own = under_way.get(account).copied().unwrap_or_default();
        if own >= MOST_OF_ONE || under_way.values().sum::<usize>() >= MOST {
            let refusal = Error::new(ErrorKind::Unavailable, "too many notifications are being tried just now");
            return Err(refusal.with_retry_after(Some(PAUSE)));
        }
        under_way.insert(account.clone(), own + 1);
        Ok(UnderWay { trials: self, account: account.clone() })
    }
}

/// A trial that is under way.
pub(in crate::service) struct UnderWay<'t> {
    trials: &'t Trials,
    account: AccountId,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut under_way = locked(&self.trials.under_way);
        match under_way.get_mut(&self.account) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(under_way.remove(&self.account)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_trials_are_under_way_at_once_and_no_more() {
        let trials = Trials::default();
        let begun =
            |account: &str| trials.begin(&account.into()).map_err(|refusal| (refusal.kind(), refusal.retry_after()));
        let mut first: Vec<_> = (0..MOST_OF_ONE).map(|_| begun("a").unwrap()).collect();
        let refused = Some((ErrorKind::Unavailable, Some(PAUSE)));
        assert_eq!(begun("a").err(), refused, "so many of one account");
        let others: Vec<_> = (MOST_OF_ONE..MOST).map(|at| begun(&at.to_string()).unwrap()).collect();
        assert_eq!(begun("b").err(), refused, "so many of all");
        first.pop();
        assert!(begun("b").is_ok());
        drop((first, others));
        assert!(locked(&trials.under_way).is_empty());
    }
}
