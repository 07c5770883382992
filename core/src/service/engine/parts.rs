//! What every part of the service works with.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::backoff::Backoff;
use super::budget::Done;
use super::claims::Claims;
use super::extract::DocumentReader;
use super::inference::Memory;
use super::links::LinkSecret;
use super::observer::{self, Activity, ActivityObserver};
use super::policies::Policies;
use super::trials_in_flight::Trials;
use super::wake::Wake;
use super::watched::Watched;
use crate::breaker::latest_rest;
use crate::carriers::Carrier;
use crate::carriers::api::KeptCredentials;
use crate::carriers::edi::Senders;
use crate::clock::{CancelToken, Clock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Transport};
use crate::ids::{Entropy, Id};
use crate::limits::Allowance;
use crate::resources::AccountId;
use crate::store::{Lane, LatestRests, Party, Store, Tx};
use crate::threads::locked;
use crate::time::{later, span};
use crate::webhooks::is_plain;

/// How long a lane may be held: a profile says how often a carrier may be asked within a day.
const LONGEST_HOLD: TimeDelta = TimeDelta::days(1);

/// How a party fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fare {
    Well,
    Ill,
    /// It is well, and wants to be left alone for so long.
    AskedTooOften(TimeDelta),
}

impl Fare {
    pub fn of(succeeded: bool) -> Self {
        if succeeded { Fare::Well } else { Fare::Ill }
    }
}

/// The service's parts and the little it keeps in memory: claims on work in hand and each key's allowance.
///
/// No transaction is open and no part of the host is called while one of its locks is held.
pub(crate) struct Engine {
    parts: Parts,
    /// Since when the service has the addresses that deliveries come from: since it was opened.
    pub opened_at: DateTime<Utc>,
    pub wake: Wake,
    pub claims: Claims,
    pub trials: Trials,
    pub(super) links: LinkSecret,
    ids: Sequence,
    /// What all threads together have done since the service was opened.
    performed: Mutex<Done>,
    pub allowances: Mutex<HashMap<Uuid, Allowance>>,
    pub(super) backoff: Mutex<Backoff>,
    /// The carriers nobody plugged in that were told of.
    pub(super) missing_carriers: Mutex<HashSet<String>>,
    /// The lanes whose credentials showed something since they were last refused.
    pub(super) proven: Mutex<HashSet<Lane>>,
    /// What carriers said of numbers that nobody tracks yet.
    pub(super) whose: Mutex<Memory>,
    /// When it was last seen, in monotonic time, whether refused credentials were replaced.
    pub(super) credentials_seen: Mutex<Option<Duration>>,
    /// Whether a thread of a worker looks for due work at this moment.
    watched: AtomicBool,
    closed: AtomicBool,
}

/// The engine, a transaction that writes, and the moment at which it writes.
#[derive(Clone, Copy)]
pub(in crate::service) struct WriteContext<'a> {
    pub engine: &'a Engine,
    pub tx: &'a Tx<'a>,
    pub now: DateTime<Utc>,
}

/// The parts a service is put together from.
pub(crate) struct Parts {
    pub store: Box<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub outbound: Arc<dyn Transport>,
    pub carriers: HashMap<String, Arc<dyn Carrier>>,
    pub any_carrier: Option<Arc<dyn Carrier>>,
    pub extractors: Vec<Arc<dyn DocumentReader>>,
    pub policies: Policies,
    pub senders: Senders,
    pub keyring: KeptCredentials,
    pub egress: Egress,
    /// The addresses that deliveries come from, as the host gave them.
    pub webhook_ips: Vec<String>,
    pub observer: Option<Arc<dyn ActivityObserver>>,
}

impl Deref for Engine {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Engine {
    pub fn new(parts: Parts) -> Self {
        let store = Box::new(Watched::new(parts.store, parts.observer.clone()));
        Engine {
            opened_at: parts.clock.now(),
            wake: Wake::new(parts.observer.clone()),
            claims: Claims::new(parts.policies.clone()),
            trials: Trials::default(),
            links: LinkSecret::default(),
            ids: Sequence::default(),
            performed: Mutex::default(),
            allowances: Mutex::default(),
            backoff: Mutex::default(),
            missing_carriers: Mutex::default(),
            proven: Mutex::default(),
            whose: Mutex::default(),
            credentials_seen: Mutex::default(),
            watched: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            parts: Parts { store, ..parts },
        }
    }

    pub(in crate::service) fn within<'a>(&'a self, tx: &'a Tx<'_>, now: DateTime<Utc>) -> WriteContext<'a> {
        WriteContext { engine: self, tx, now }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A new id: ids sort in the order they are made.
    pub fn new_id<T>(&self, now: DateTime<Utc>) -> Id<T> {
        self.new_uuid(now).into()
    }

    /// The same for what is told apart by a UUID alone.
    pub fn new_uuid(&self, now: DateTime<Utc>) -> Uuid {
        self.ids.next(self.entropy.as_ref(), now)
    }

    /// Who can say where a shipment of this carrier is.
    pub fn carrier(&self, scac: &str) -> Option<&Arc<dyn Carrier>> {
        self.carriers.get(scac).or(self.any_carrier.as_ref())
    }

    /// The carriers somebody answers for, requests whose carrier cannot be told among them; `None` when that is all.
    pub fn plugged_in(&self) -> Option<Vec<String>> {
        let named = || self.carriers.keys().cloned().chain([String::new()]).collect();
        self.any_carrier.is_none().then(named)
    }

    /// The limits of a call to the outside that may take `timeout`.
    pub fn call(&self, timeout: Duration, body_limit: usize, cancel: &CancelToken) -> Call {
        Call {
            deadline: Some(self.clock.monotonic().saturating_add(timeout)),
            cancel: cancel.clone(),
            body_limit,
            head_suffices: false,
            egress: self.egress.clone(),
            party: None,
        }
    }

    /// The limits of a delivery to `url` for an account. Without TLS nothing leaves the networks the host opened, whatever address its
    /// name leads to when it is sent.
    pub fn delivery_call(&self, account: &AccountId, url: &str, body_limit: usize, cancel: &CancelToken) -> Call {
        let call = self.call(self.policies.delivery.timeout, body_limit, cancel);
        let call = Call { head_suffices: true, party: Some(account.to_string().into()), ..call };
        match &self.egress {
            Egress::PublicAnd(networks) if is_plain(url) => Call { egress: Egress::Only(networks.clone()), ..call },
            Egress::PublicOnly if is_plain(url) => Call { egress: Egress::Only(Arc::new([])), ..call },
            _ => call,
        }
    }

    /// Tells the host's observer, where there is one. Nothing may be locked.
    pub fn tell(&self, activity: &Activity<'_>) {
        observer::tell(self.observer.as_ref(), activity);
    }

    /// Tells of due work that could not be done. That of a closed service is not tried again, and nothing went wrong. That
    /// a store takes no writes is told when it begins, not at each try.
    pub fn tell_trouble(&self, error: &Error) {
        let is_known = matches!(error.kind(), ErrorKind::Store | ErrorKind::StorageFull)
            && self.store.check_writable().is_err_and(|refusal| refusal.kind() == error.kind());
        if !is_known && !self.is_closed() {
            self.tell(&Activity::Trouble { error });
        }
    }

    /// The latest ends of rests that the policies can have led to: one beyond was stored by a clock that ran ahead. A carrier
    /// rests also because it asked for that, or got as many look-ups as it may.
    pub(super) fn latest_rests(&self, now: DateTime<Utc>) -> LatestRests {
        let of_webhooks = latest_rest(now);
        let asked_for = self.policies.lifecycle.latest_due(now).max(later(now, span(self.policies.longest_pause())));
        let of_lanes = later(now, LONGEST_HOLD);
        LatestRests { of_carriers: of_webhooks.max(asked_for).max(of_lanes), of_webhooks }
    }

    /// Lets nothing new begin. Whoever waits is woken, and finds it closed.
    pub fn shut(&self) {
        self.closed.store(true, Ordering::Release);
        self.wake.wake();
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Refuses whatever is asked of a closed service.
    pub fn check_open(&self) -> Result<()> {
        if self.is_closed() { Err(Error::new(ErrorKind::Closed, "the service is closed")) } else { Ok(()) }
    }

    /// Notes whether a thread of a worker looks for due work.
    pub fn watch(&self, watched: bool) {
        self.watched.store(watched, Ordering::Release);
    }

    /// Whether a thread of a worker looks for due work: then nobody else needs to.
    pub fn is_watched(&self) -> bool {
        self.watched.load(Ordering::Acquire)
    }

    /// What was done since the service was opened, by whatever thread.
    pub fn performed(&self) -> Done {
        *locked(&self.performed)
    }

    pub(super) fn count_performed(&self, count: impl FnOnce(&mut Done)) {
        count(&mut locked(&self.performed));
    }
}

impl WriteContext<'_> {
    /// Notes how a party fares after an attempt. Answers until when it rests for its failures, if that begins now.
    pub(super) fn note_fare(self, party: &Party, fare: Fare) -> Result<Option<DateTime<Utc>>> {
        let WriteContext { engine, tx, now } = self;
        let before = tx.breaker(party)?;
        let mut after = match fare {
            Fare::Well => before.after(true, now),
            Fare::Ill => before.after(false, now),
            Fare::AskedTooOften(pause) => before.paused(later(now, pause)),
        };
        let rests = after.rests_until.filter(|_| fare == Fare::Ill && before.rests_until.is_none());
        if let Party::Carrier(scac) = party
            && let Some(pause) = engine.claims.pause_of(scac, engine.clock.monotonic())
        {
            after = after.paused(later(now, span(pause)));
        }
        if after != before {
            tx.put_breaker(party, after)?;
        }
        Ok(rests)
    }
}

/// Makes version 7 UUIDs that sort in the order they were made, also those of one millisecond.
#[derive(Debug, Default)]
pub(super) struct Sequence(Mutex<Uuid>);

impl Sequence {
    /// The next id of the moment `now`. A clock that goes back takes the ids back with it.
    pub(super) fn next(&self, entropy: &dyn Entropy, now: DateTime<Utc>) -> Uuid {
        let fresh = entropy.uuid(now);
        let mut last = locked(&self.0);
        let same_moment = !last.is_nil() && fresh.as_u128() >> 80 == last.as_u128() >> 80;
        *last = match same_moment {
            // The step is random too, so that nobody guesses an id from the one before.
            true => Uuid::from_u128(last.as_u128() + 1 + (fresh.as_u128() & u128::from(u32::MAX))),
            // Room for two thousand million steps before the variant bits above are reached.
            false => Uuid::from_u128(fresh.as_u128() & !(1 << 61)),
        };
        *last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SystemEntropy;

    #[test]
    fn ids_of_one_moment_sort_in_the_order_they_were_made() {
        let (ids, now) = (Sequence::default(), DateTime::UNIX_EPOCH);
        let made: Vec<Uuid> = (0..10_000).map(|_| ids.next(&SystemEntropy, now)).collect();
        assert!(made.is_sorted() && made.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(made.iter().all(|id| id.get_version_num() == 7 && id.get_variant() == uuid::Variant::RFC4122));
    }
}
