//! `Engine`: the parts of a service, and its state in memory.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::backoff::Backoff;
use super::budget::WorkCounts;
use super::claims::{Claims, Source, Sources};
use super::clock_watch::ClockWatch;
use super::document_reader::{BuiltInReader, DocumentReader};
use super::infer_carrier::ClaimMemory;
use super::log_entry::LogEntry;
use super::log_line::LogLevel;
use super::observer::{Activity, ActivityObserver};
use super::policies::Policies;
use super::read_turns::ReadTurns;
use super::reporter::Reporter;
use super::signed_links::LinkSecret;
use super::store_health::MonitoredStore;
use super::test_notification_limit::TestNotificationLimit;
use super::unsent_calls::UnsentCalls;
use super::wake::Wake;
use crate::breaker::latest_rest;
use crate::carrier_http::StoredCredentials;
use crate::carriers::Carrier;
use crate::clock::{CancelToken, Clock};
use crate::decoders::edi::Senders;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Transport};
use crate::ids::{Entropy, Id};
use crate::limits::Allowance;
use crate::numbers::Scac;
use crate::resources::{AccountId, EmailSubmissionId};
use crate::shipping_lines;
use crate::store::{Counterparty, Lane, LatestRests, Store, Tx};
use crate::threads::lock;
use crate::time::{saturating_add, time_delta};
use crate::webhooks::is_plain;

/// Longest pause of one lane (the look-ups of one account at one carrier). Rate limits in carrier profiles are for a day at most.
const MAX_HOLD: TimeDelta = TimeDelta::days(1);

/// The result of a call to a carrier or a webhook, for the circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::service::engine) enum CallHealth {
    Working,
    Failing,
    /// The carrier asked for this pause.
    RateLimited(TimeDelta),
    /// The call could not be sent from this computer.
    NotSent,
}

impl CallHealth {
    pub fn of(succeeded: bool) -> Self {
        if succeeded { CallHealth::Working } else { CallHealth::Failing }
    }
}

/// While one of the locks is held, no transaction is opened and no code of the host program is called.
pub(crate) struct Engine {
    parts: EngineParts,
    pub opened_at: DateTime<Utc>,
    pub wake: Wake,
    pub(in crate::service) reporter: Arc<Reporter>,
    pub claims: Claims,
    pub read_turns: ReadTurns,
    pub test_notification_limit: TestNotificationLimit,
    pub(in crate::service::engine) link_secret: LinkSecret,
    ids: IdSequence,
    pub(in crate::service::engine) work_done: Mutex<WorkCounts>,
    pub allowances: Mutex<HashMap<Uuid, Allowance>>,
    /// The accounts of API keys, by the hash of the key.
    pub key_accounts: Mutex<HashMap<[u8; 32], AccountId>>,
    pub(in crate::service::engine) backoff: Mutex<Backoff>,
    pub(in crate::service::engine) missing_carriers: Mutex<HashSet<String>>,
    /// Whether deliveries of notifications may be still to be written.
    pub(in crate::service::engine) may_have_fan_outs: AtomicBool,
    /// The account whose deliveries were written last.
    pub(in crate::service::engine) last_sliced: Mutex<Option<AccountId>>,
    /// Lanes whose credentials the carrier accepted, and has not refused since.
    pub(in crate::service::engine) accepted_lanes: Mutex<HashSet<Lane>>,
    pub(in crate::service::engine) carrier_claims: Mutex<ClaimMemory>,
    /// When it was last checked whether suspended credentials were replaced, in monotonic time.
    pub(in crate::service::engine) credentials_checked_at: Mutex<Option<Duration>>,
    /// The message whose document was given to a reader of the host program last. Its text does not change, and its next document is due next.
    pub(in crate::service::engine) last_message: Mutex<Option<MessageText>>,
    pub(in crate::service::engine) clock_watch: ClockWatch,
    unsent_calls: UnsentCalls,
    /// Whether a worker thread looks for work.
    worker_is_looking: AtomicBool,
    /// Number of workers. While a worker is replaced, there are two.
    workers: AtomicUsize,
    closed: AtomicBool,
}

/// A message and its text.
pub(in crate::service::engine) struct MessageText {
    pub email: EmailSubmissionId,
    /// `None` if the message has no text.
    pub text: Option<Arc<str>>,
}

/// A write transaction with the engine and the time.
#[derive(Clone, Copy)]
pub(in crate::service) struct WriteContext<'a> {
    pub engine: &'a Engine,
    pub tx: &'a Tx<'a>,
    pub now: DateTime<Utc>,
}

/// The settings with which the host program built the service.
pub(crate) struct EngineParts {
    pub store: Box<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub outbound: Arc<dyn Transport>,
    pub carriers: HashMap<String, Arc<dyn Carrier>>,
    pub any_carrier: Option<Arc<dyn Carrier>>,
    /// The names of carriers that the table of shipping lines does not have, by code.
    pub carrier_names: HashMap<String, String>,
    /// The readers of the host program.
    pub extractors: Vec<Arc<dyn DocumentReader>>,
    pub built_in_reader: BuiltInReader,
    pub policies: Policies,
    pub senders: Senders,
    pub keyring: StoredCredentials,
    pub egress: Egress,
    pub webhook_ips: Vec<String>,
    pub observer: Option<Arc<dyn ActivityObserver>>,
}

impl Deref for Engine {
    type Target = EngineParts;

    fn deref(&self) -> &EngineParts {
        &self.parts
    }
}

impl Engine {
    pub fn new(parts: EngineParts) -> Self {
        let reporter = Arc::new(Reporter::new(parts.observer.clone(), parts.clock.clone()));
        let store: Box<dyn Store> = Box::new(MonitoredStore::new(parts.store, reporter.clone()));
        // An earlier process may have left some.
        let fan_outs = store.reading(|tx| tx.next_account_with_fan_outs(None));
        Engine {
            opened_at: parts.clock.now(),
            wake: Wake::new(reporter.clone()),
            reporter,
            claims: Claims::new(parts.policies.clone(), sources_of(&parts.carriers)),
            read_turns: ReadTurns::default(),
            test_notification_limit: TestNotificationLimit::default(),
            link_secret: LinkSecret::default(),
            ids: IdSequence::default(),
            work_done: Mutex::default(),
            allowances: Mutex::default(),
            key_accounts: Mutex::default(),
            backoff: Mutex::default(),
            missing_carriers: Mutex::default(),
            may_have_fan_outs: AtomicBool::new(!matches!(fan_outs, Ok(None))),
            last_sliced: Mutex::default(),
            accepted_lanes: Mutex::default(),
            carrier_claims: Mutex::default(),
            credentials_checked_at: Mutex::default(),
            last_message: Mutex::default(),
            clock_watch: ClockWatch::default(),
            unsent_calls: UnsentCalls::default(),
            worker_is_looking: AtomicBool::new(false),
            workers: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            parts: EngineParts { store, ..parts },
        }
    }

    pub(in crate::service) fn within<'a>(&'a self, tx: &'a Tx<'_>, now: DateTime<Utc>) -> WriteContext<'a> {
        WriteContext { engine: self, tx, now }
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    pub fn new_id<T>(&self, now: DateTime<Utc>) -> Id<T> {
        self.new_uuid(now).into()
    }

    pub fn new_uuid(&self, now: DateTime<Utc>) -> Uuid {
        self.ids.next(self.entropy.as_ref(), now)
    }

    pub fn carrier(&self, scac: &str) -> Option<&Arc<dyn Carrier>> {
        self.carriers.get(scac).or(self.any_carrier.as_ref())
    }

    /// Codes of the carriers that can be asked and that the table of shipping lines does not have, sorted: the installed carriers, and those
    /// that the host program named for the carrier of all other codes.
    pub fn unlisted_carriers(&self) -> Vec<&str> {
        let named = self.carrier_names.keys().filter(|_| self.any_carrier.is_some());
        let codes: BTreeSet<&str> = self.carriers.keys().chain(named).map(String::as_str).collect();
        codes.into_iter().filter(|code| shipping_lines::by_scac(code).is_none()).collect()
    }

    /// The name of a carrier that the table of shipping lines does not have: its code if the host program gave no name.
    pub fn name_of_unlisted<'a>(&'a self, scac: &'a str) -> Option<&'a str> {
        self.is_unlisted(scac).then(|| self.carrier_names.get(scac).map_or(scac, String::as_str))
    }

    /// Whether a line of the table or a carrier that can be asked has this code.
    pub fn knows_carrier(&self, scac: &str) -> bool {
        shipping_lines::by_scac(scac).is_some() || self.is_unlisted(scac)
    }

    fn is_unlisted(&self, scac: &str) -> bool {
        self.carriers.contains_key(scac) || self.any_carrier.is_some() && self.carrier_names.contains_key(scac)
    }

    /// Returns the code under which the requests are stored whose caller named the carrier by this code: a code of a line, or the owner
    /// prefix of its containers. If several lines fit, returns one whose carrier can be asked.
    pub fn code_of_requests(&self, scac: &Scac) -> String {
        let listed = shipping_lines::by_scac(scac.as_str()).map(|line| line.scac);
        let added = Some(scac.as_str()).filter(|code| self.carriers.contains_key(*code));
        let owner = shipping_lines::by_container_prefix(scac.as_str()).map(|line| line.scac);
        let named = || [listed, added, owner].into_iter().flatten();
        let answered = named().find(|code| self.carrier(code).is_some());
        answered.or_else(|| named().next()).unwrap_or(scac.as_str()).to_owned()
    }

    /// Codes of the carriers that can be asked, and an empty one for numbers without a carrier. `None` if any carrier can
    /// be asked.
    pub fn available_carriers(&self) -> Option<Vec<String>> {
        self.any_carrier.is_none().then(|| self.installed_carriers())
    }

    /// Codes of the carriers that may be asked while these sources are full; `None` if every carrier may be asked except the
    /// installed ones of these sources.
    pub fn carriers_beside(&self, full: &[Source]) -> Option<Vec<String>> {
        let is_any_full = full.contains(&Source::AnyCarrier);
        if is_any_full { Some(self.installed_carriers()) } else { self.available_carriers() }
    }

    /// Codes of the installed carriers, and an empty one for numbers without a carrier.
    fn installed_carriers(&self) -> Vec<String> {
        self.carriers.keys().cloned().chain([String::new()]).collect()
    }

    pub fn call(&self, timeout: Duration, body_limit: usize, cancel: &CancelToken) -> Call {
        Call {
            deadline: Some(self.clock.monotonic().saturating_add(timeout)),
            cancel: cancel.clone(),
            body_limit,
            head_suffices: false,
            egress: self.egress.clone(),
            quota_key: None,
        }
    }

    /// A delivery without TLS is restricted to the networks that the host program allowed. The address is checked when
    /// the delivery is sent.
    pub fn delivery_call(&self, account: &AccountId, url: &str, body_limit: usize, cancel: &CancelToken) -> Call {
        let call = self.call(self.policies.delivery.timeout, body_limit, cancel);
        let call = Call { head_suffices: true, quota_key: Some(account.to_string().into()), ..call };
        match &self.egress {
            Egress::PublicAnd(networks) if is_plain(url) => Call { egress: Egress::Only(networks.clone()), ..call },
            Egress::PublicOnly if is_plain(url) => Call { egress: Egress::Only(Arc::new([])), ..call },
            _ => call,
        }
    }

    /// Must not be called while a lock is held.
    pub fn report(&self, activity: &Activity<'_>) {
        self.reporter.report(activity);
    }

    /// Writes a line of the log that belongs to no activity. Must not be called while a lock is held.
    pub fn log(&self, entry: &LogEntry<'_>) {
        self.reporter.log(entry);
    }

    /// Reports an error to the observer. Does nothing if the service is closed, or if the error is that the store refuses
    /// writes: this was reported when it began to.
    pub fn report_trouble(&self, account: Option<&AccountId>, error: &Error) {
        let is_known = matches!(error.kind(), ErrorKind::Store | ErrorKind::StorageFull)
            && self.store.check_writable().is_err_and(|refusal| refusal.kind() == error.kind());
        if !is_known && !self.is_closed() {
            self.report(&Activity::Trouble { account, error });
        }
    }

    /// Pauses a carrier or a webhook whose call could not be sent from this computer. Its work stays due, and uses no attempt.
    pub fn pause_unsent(&self, counterparty: &Counterparty, why: &str) -> Result<()> {
        let now = self.now();
        self.store.writing(|tx| self.within(tx, now).record_call_health(counterparty, CallHealth::NotSent))?;
        let text =
            format!("calls cannot be sent from this computer, and are retried without counting as attempts: {why}");
        self.log(&LogEntry::new(LogLevel::Warn, ("not sent", ""), text));
        Ok(())
    }

    /// Returns the latest times at which pauses of carriers and webhooks can end under the policies. A later stored time was
    /// written while the clock was wrong. Carriers are paused after failures, if they asked for a pause, and at their limit.
    pub(in crate::service::engine) fn latest_rests(&self, now: DateTime<Utc>) -> LatestRests {
        let of_webhooks = latest_rest(now);
        let asked_for =
            self.policies.lifecycle.latest_due(now).max(saturating_add(now, time_delta(self.policies.longest_pause())));
        let of_lanes = saturating_add(now, MAX_HOLD);
        LatestRests { of_carriers: of_webhooks.max(asked_for).max(of_lanes), of_webhooks }
    }

    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.wake.wake();
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    pub fn check_open(&self) -> Result<()> {
        if self.is_closed() { Err(Error::new(ErrorKind::Closed, "the service is closed")) } else { Ok(()) }
    }

    pub fn set_worker_looking(&self, is_looking: bool) {
        self.worker_is_looking.store(is_looking, Ordering::Release);
    }

    pub fn is_worker_looking(&self) -> bool {
        self.worker_is_looking.load(Ordering::Acquire)
    }

    pub fn add_worker(&self) {
        self.workers.fetch_add(1, Ordering::AcqRel);
    }

    pub fn remove_worker(&self) {
        self.workers.fetch_sub(1, Ordering::AcqRel);
    }

    /// Whether a worker processes due work.
    pub fn has_worker(&self) -> bool {
        self.workers.load(Ordering::Acquire) > 0
    }

    pub fn work_done(&self) -> WorkCounts {
        *lock(&self.work_done)
    }
}

/// Carriers with the same identity are one source.
fn sources_of(carriers: &HashMap<String, Arc<dyn Carrier>>) -> Sources {
    let mut known: Vec<&Arc<dyn Carrier>> = Vec::new();
    let is_same = |one: &Arc<dyn Carrier>, other: &Arc<dyn Carrier>| {
        Arc::ptr_eq(one, other) || one.source_id().is_some_and(|id| other.source_id() == Some(id))
    };
    let mut number_of = |carrier| {
        known.iter().position(|other| is_same(other, carrier)).unwrap_or_else(|| {
            known.push(carrier);
            known.len() - 1
        })
    };
    Sources::new(carriers.iter().map(|(scac, carrier)| (scac.clone(), number_of(carrier))).collect())
}

impl WriteContext<'_> {
    /// Updates the circuit breaker of a counterparty. Returns the end of its pause if the pause begins now.
    pub(in crate::service::engine) fn record_call_health(
        self,
        party: &Counterparty,
        health: CallHealth,
    ) -> Result<Option<DateTime<Utc>>> {
        let WriteContext { engine, tx, now } = self;
        let before = tx.breaker(party)?;
        if health != CallHealth::NotSent {
            engine.unsent_calls.forget(party);
        }
        let mut after = match health {
            CallHealth::Working => before.after_attempt(true, now),
            CallHealth::Failing => before.after_attempt(false, now),
            CallHealth::RateLimited(pause) => before.pause_until(saturating_add(now, pause)),
            CallHealth::NotSent => before.pause_until(saturating_add(now, engine.unsent_calls.next_pause(party))),
        };
        let rests = after.rests_until.filter(|_| health == CallHealth::Failing && before.rests_until.is_none());
        if let Counterparty::Carrier(scac) = party
            && let Some(pause) = engine.claims.pause_of(scac, engine.clock.monotonic())
        {
            after = after.pause_until(saturating_add(now, time_delta(pause)));
        }
        if after != before {
            tx.put_breaker(party, after)?;
        }
        Ok(rests)
    }
}

/// Generates version 7 UUIDs that sort by creation, also within a millisecond.
#[derive(Debug, Default)]
pub(in crate::service::engine) struct IdSequence(Mutex<Uuid>);

impl IdSequence {
    /// If the clock is set back, later ids sort before earlier ones.
    pub fn next(&self, entropy: &dyn Entropy, now: DateTime<Utc>) -> Uuid {
        let fresh = entropy.uuid(now);
        let mut last = lock(&self.0);
        let same_moment = !last.is_nil() && fresh.as_u128() >> 80 == last.as_u128() >> 80;
        *last = match same_moment {
            // The step is random, so that ids cannot be guessed.
            true => Uuid::from_u128(last.as_u128() + 1 + (fresh.as_u128() & u128::from(u32::MAX))),
            // The highest random bit is cleared, so that at least 500 million steps fit before they reach the variant bits.
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
    fn ids_of_one_moment_sort_by_creation() {
        let (ids, now) = (IdSequence::default(), DateTime::UNIX_EPOCH);
        let made: Vec<Uuid> = (0..10_000).map(|_| ids.next(&SystemEntropy, now)).collect();
        assert!(made.is_sorted() && made.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(made.iter().all(|id| id.get_version_num() == 7 && id.get_variant() == uuid::Variant::RFC4122));
    }
}
