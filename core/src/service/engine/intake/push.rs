//! Receives callbacks of carriers and reports of other senders. Their facts are recorded like the answers to look-ups, so
//! an event that is both pushed and looked up appears once.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use uuid::Uuid;

use super::facts_by_number::{Part, facts_by_number};
use super::guess_number::GuessedNumber;
use super::record_facts::{RecordingOutcome, RequestReport, ask_carriers_again, record_all, tracked_facts};
use super::subscription_admin::{callback_secrets, verifier};
use crate::decoders::push::{Callback, PushRefusal, Report, SUBSCRIPTION_ID};
use crate::decoders::{FactRef, Message, NamedNumber, Problem, ReadLimits, push::KnownEstimates};
use crate::error::{Error, ErrorKind, ErrorObject, Result};
use crate::http::Headers;
use crate::numbers::NumberKind;
use crate::resources::{AccountId, RequestType};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::derive::unclaimed_facts::{self, SubjectNumber};
use crate::store::{BlobId, CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState, Tx};
use crate::tracking::{Certainty, Fact, Source, Statement, normalize_container_number};
use crate::webhooks::{HOSTED_SIGNATURE, STANDARD_SIGNATURE};

pub(in crate::service) const MAX_BYTES: usize = 1024 * 1024;

/// Report on a received callback or report.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PushReport {
    /// The subscription it belongs to.
    pub subscription: Uuid,
    /// The account of the subscription.
    pub account: AccountId,
    /// Whether it was received before: then nothing was recorded.
    pub is_repeated: bool,
    /// Number of facts in it.
    pub facts: usize,
    /// The tracking requests of the account that the facts are about.
    pub requests: Vec<RequestReport>,
    /// Number of facts that are stored for numbers that are not tracked yet.
    pub kept: usize,
    /// Problems of new facts, which are recorded nevertheless: one sentence each.
    pub doubts: Vec<String>,
    /// What could not be read or recorded.
    pub problems: Vec<Problem>,
}

impl PushReport {
    /// Returns the JSON form, which is the same in all languages; see `core/docs/push.md`.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn for_subscription(subscription: &SubscriptionRecord) -> Self {
        PushReport { subscription: subscription.id, account: subscription.account.clone(), ..PushReport::default() }
    }
}

/// A verified callback or report.
struct ReceivedPush {
    subscription: SubscriptionRecord,
    receipt: BlobId,
    parts: Vec<Part<'static>>,
    messages: Vec<Message>,
    problems: Vec<Problem>,
    /// Codes of the carrier that sent it; empty if the facts may be about any carrier.
    carriers: Vec<String>,
}

/// Has the same code and status as the error for an invalid callback of a carrier.
fn unverified(headers: &Headers, error: &Error) -> Error {
    let is_signed = [STANDARD_SIGNATURE, HOSTED_SIGNATURE].iter().any(|name| headers.get(name).is_some());
    let refusal = if is_signed { PushRefusal::WrongSignature } else { PushRefusal::Unsigned };
    let object = ErrorObject::new(error.kind().title()).with_code(refusal.code()).with_detail(error.message());
    Error::new(error.kind(), error.message().to_owned()).with_status(refusal.status()).with_objects(vec![object])
}

impl Engine {
    pub fn receive_push(&self, headers: &Headers, body: &[u8]) -> Result<PushReport> {
        let limits = ReadLimits { bytes: MAX_BYTES, ..ReadLimits::default() };
        if body.len() > limits.bytes {
            return Err(PushRefusal::TooLarge { bytes: body.len(), most: limits.bytes }.into());
        }
        let sent = self.verify_push(headers, body, &limits)?;
        let pushed = self.record_push(sent)?;
        self.wake.wake();
        Ok(pushed)
    }

    /// Verifies the signature before the body is parsed.
    fn verify_push(&self, headers: &Headers, body: &[u8], limits: &ReadLimits) -> Result<ReceivedPush> {
        let (now, header) = (self.now(), |name: &str| headers.get(name));
        let found = self.find_subscription(
            headers,
            (MAX_BYTES_CHECKED / body.len().max(1)).min(MAX_SUBSCRIPTIONS_CHECKED),
            |subscription| {
                if subscription.carrier().is_none() {
                    return Ok(Some((subscription, Vec::new())));
                }
                let callback = Callback::of(header, body, limits)?;
                let secrets = callback_secrets(&subscription, now)?;
                Ok(callback.is_signed_with(&secrets).then_some((subscription, secrets)))
            },
        )?;
        let (mut subscription, secrets) = found.ok_or(PushRefusal::WrongSignature)?;
        if let Sender::Own { kind, name } = &subscription.sender {
            let verified =
                verifier(&subscription, now)?.verify(header, body, now).map_err(|error| unverified(headers, &error))?;
            let report = Report::read(body, &Source::named(kind.clone(), name))?;
            let receipt = BlobId::of(format!("id {}", verified.id.unwrap_or_default()).as_bytes());
            return self.read_report(subscription, receipt, report);
        }
        let callback = Callback::of(header, body, limits)?;
        if let Sender::Carrier(CarrierSubscription { subscription_id: unknown @ None, .. }) = &mut subscription.sender {
            let id = callback.subscription_id().filter(|id| Uuid::try_parse(id) != Ok(subscription.id));
            *unknown = id.map(str::to_owned);
        }
        let reading = callback.read(&secrets, limits)?;
        let (messages, problems) = (reading.messages, reading.problems);
        let carriers = subscription.carrier().map(|carrier| self.codes_of_source(&carrier.scac)).unwrap_or_default();
        Ok(ReceivedPush { subscription, receipt: BlobId::of(body), parts: Vec::new(), messages, problems, carriers })
    }

    fn read_report(&self, subscription: SubscriptionRecord, receipt: BlobId, report: Report) -> Result<ReceivedPush> {
        let Report { number, facts, .. } = report;
        let guess =
            |number: &String| self.store.reading(|tx| GuessedNumber::of(tx, &subscription.account, number, &facts));
        let guessed = number.as_ref().map(guess).transpose()?;
        let (part, carriers) = match guessed {
            Some(GuessedNumber { subject, carriers }) if subject.is_container => {
                let (all, facts) = ((0..facts.len()).collect(), own(facts));
                (Part { by_container: [(subject.without_prefix, all)].into(), facts, ..Part::default() }, carriers)
            }
            Some(GuessedNumber { carriers, .. }) => {
                (Part { documents: number.into_iter().collect(), facts: own(facts), ..Part::default() }, carriers)
            }
            None => (Part::of_facts(own(facts)), Vec::new()),
        };
        Ok(ReceivedPush {
            subscription,
            receipt,
            parts: vec![part],
            messages: Vec::new(),
            problems: Vec::new(),
            carriers,
        })
    }

    /// Records what has room. If some facts have no room, the callback fails with the status 503, and its sender repeats it.
    fn record_push(&self, mut sent: ReceivedPush) -> Result<PushReport> {
        let now = self.now();
        let carriers = std::mem::take(&mut sent.carriers);
        let repeated = |tx: &Tx<'_>, sent: &ReceivedPush| -> Result<Option<PushReport>> {
            let is_repeated = tx.has_receipt(sent.subscription.id, &sent.receipt)?;
            Ok(is_repeated.then(|| PushReport { is_repeated, ..PushReport::for_subscription(&sent.subscription) }))
        };
        let messages = std::mem::take(&mut sent.messages);
        let read = self.store.reading(|tx| match repeated(tx, &sent)? {
            Some(repeated) => Ok(Err(repeated)),
            None => {
                let known = messages.iter().map(|message| expected_facts(tx, &sent.subscription, message, &carriers));
                known.collect::<Result<Vec<_>>>().map(Ok)
            }
        })?;
        let known = match read {
            Ok(known) => known,
            Err(repeated) => return Ok(repeated),
        };
        for (mut message, known) in messages.into_iter().zip(known) {
            // Callbacks may arrive late and in any order, so estimates that are older than stored ones are dropped.
            let known = KnownEstimates::of(&known);
            message.facts.retain(|fact| !known.supersede(fact));
            sent.problems.extend(message.problems.iter().cloned());
            sent.parts.push(part_of(message, sent.subscription.carrier()));
        }
        let parts: Vec<_> = sent.parts.iter().map(Part::whole).collect();
        let (mut facts_by_number, problems) = facts_by_number(&parts);
        facts_by_number.iter_mut().for_each(|facts| facts.carriers = &carriers);
        sent.problems.extend(problems);
        record_all(
            self,
            &sent.subscription.account,
            &facts_by_number,
            |tx| Ok(repeated(tx, &sent)?.map(Ok)),
            |tx, outcome| {
                let RecordingOutcome { report, refused } = outcome;
                let problems = sent.problems.clone();
                ask_carriers_again(self.within(tx, now), &sent.subscription.account, &report.requests)?;
                if let Some(refused) = refused {
                    return Ok(Err(no_room(&refused)));
                }
                tx.add_receipt(sent.subscription.id, &sent.receipt, now)?;
                // The subscription may have been changed since it was read.
                if let Some(mut current) = tx.subscription(sent.subscription.id)? {
                    current.record_callback(&sent.subscription, now);
                    tx.put_subscription(&current)?;
                }
                let facts = sent.parts.iter().map(|part| part.facts.len()).sum();
                let (requests, kept, doubts) = (report.requests, report.kept, report.doubts);
                Ok(Ok(PushReport {
                    facts,
                    requests,
                    kept,
                    doubts,
                    problems,
                    ..PushReport::for_subscription(&sent.subscription)
                }))
            },
        )?
    }

    /// Returns all codes under which the carrier is configured.
    fn codes_of_source(&self, scac: &str) -> Vec<String> {
        let source = self.carriers.get(scac);
        let codes = self.carriers.iter().filter(|(_, other)| {
            source
                .is_some_and(|source| std::ptr::addr_eq(std::sync::Arc::as_ptr(source), std::sync::Arc::as_ptr(other)))
        });
        let mut all: Vec<String> = codes.map(|(code, _)| code.clone()).filter(|code| code != scac).collect();
        all.push(scac.to_owned());
        all
    }
}

/// Returns the known estimates and plans about the numbers in a message, if it has estimates or plans.
fn expected_facts(
    tx: &Tx<'_>,
    subscription: &SubscriptionRecord,
    message: &Message,
    carriers: &[String],
) -> Result<Vec<Fact>> {
    let expects =
        |fact: &Fact| matches!(&fact.statement, Statement::Event(event) if event.certainty != Certainty::Actual);
    if !message.facts.iter().any(expects) {
        return Ok(Vec::new());
    }
    let containers: BTreeSet<&str> = message.facts.iter().filter_map(|fact| fact.container.as_deref()).collect();
    let named = message.numbers.iter().map(|named| match named.kind {
        NumberKind::Container => SubjectNumber::parse(&named.number),
        _ => SubjectNumber::of_document_at_source(&named.number),
    });
    let named =
        named.chain(containers.into_iter().map(SubjectNumber::parse)).chain(subject_of_subscription(subscription));
    let mut subjects: BTreeMap<String, SubjectNumber> = BTreeMap::new();
    for subject in named.filter_map(Result::ok) {
        subjects.insert(subject.without_prefix.clone(), subject);
    }
    let mut expected = Vec::new();
    for subject in subjects.values() {
        expected.extend(unclaimed_facts::newest_on_topics(tx, &subscription.account, subject, &message.facts)?);
        expected.extend(tracked_facts(tx, &subscription.account, subject, carriers)?);
    }
    expected.retain(expects);
    Ok(expected)
}

impl SubscriptionRecord {
    /// `then` is the subscription when the callback arrived.
    fn record_callback(&mut self, then: &SubscriptionRecord, now: chrono::DateTime<chrono::Utc>) {
        self.received_at = Some(now);
        if let (Sender::Carrier(at_carrier), Some(then)) = (&mut self.sender, then.carrier())
            && at_carrier.subscription_id.is_none()
            && then.subscription_id.is_some()
        {
            at_carrier.subscription_id.clone_from(&then.subscription_id);
            self.state = SubscriptionState::Active;
        }
    }
}

fn subject_of_subscription(subscription: &SubscriptionRecord) -> Option<Result<SubjectNumber>> {
    let (kind, number) = subscription.carrier()?.about.as_ref()?;
    Some(if *kind == RequestType::Container {
        SubjectNumber::parse(number)
    } else {
        SubjectNumber::of_document(number)
    })
}

/// The facts also apply to the number of the subscription: a vessel departure has no container number.
fn part_of(mut message: Message, subscription: Option<&CarrierSubscription>) -> Part<'static> {
    match subscription.and_then(|subscription| subscription.about.as_ref()) {
        Some((kind, number)) if *kind == RequestType::Container => {
            let container = normalize_container_number(number);
            let applies = |fact: &Fact| {
                fact.container.as_deref().is_none_or(|named| normalize_container_number(named) == container)
            };
            let mut part = Part::of(message.numbers, own(message.facts));
            let own_facts = part.facts.iter().enumerate().filter(|(_, fact)| applies(fact)).map(|(at, _)| at).collect();
            part.by_container.insert(container, own_facts);
            part
        }
        Some((_, number)) => {
            if message.numbers.iter().all(|named| named.number != *number) {
                message.numbers.push(NamedNumber { kind: NumberKind::BillOfLading, number: number.clone() });
            }
            Part::of(message.numbers, own(message.facts))
        }
        None => part_by_container(message),
    }
}

/// If the message has no bill or booking, facts without a container apply to each container in it. An example is the
/// withdrawal of an event.
fn part_by_container(message: Message) -> Part<'static> {
    let containers: Vec<String> = message.numbers.iter().map(|named| named.number.clone()).collect();
    let mut part = Part::of(message.numbers, own(message.facts));
    let of_all = part.facts.iter().enumerate().filter(|(_, fact)| fact.container.is_none());
    let of_all: Vec<usize> = of_all.map(|(at, _)| at).collect();
    if part.documents.is_empty() && !of_all.is_empty() {
        for container in containers {
            part.by_container.entry(container).or_default().extend(&of_all);
        }
    }
    part
}

/// The error for a callback without room. Its status makes the sender repeat the callback, as that of the refusal would not.
fn no_room(refused: &Error) -> Error {
    let kind = ErrorKind::Unavailable;
    let mut objects = refused.errors().to_vec();
    objects.iter_mut().for_each(|object| object.title = Some(kind.title().to_owned()));
    Error::new(kind, refused.message().to_owned()).with_status(503).with_objects(objects)
}

fn own(facts: Vec<Fact>) -> Vec<FactRef<'static>> {
    facts.into_iter().map(|fact| FactRef::Own(Box::new(fact))).collect()
}

const BATCH: usize = 128;
const MAX_SUBSCRIPTIONS_CHECKED: usize = 10_000;

/// Maximum number of bytes that are hashed to verify one callback, so that a sender without a valid secret cannot occupy the service.
const MAX_BYTES_CHECKED: usize = 64 * 1024 * 1024;

impl Engine {
    /// The account of the subscription that a callback with these headers seems to belong to. Fails if there is no subscription for it.
    pub fn account_of_sender(&self, headers: &Headers) -> Result<Option<AccountId>> {
        self.find_subscription(headers, MAX_SUBSCRIPTIONS_CHECKED, |subscription| Ok(Some(subscription.account)))
    }

    /// Calls `pick` with the subscriptions that the callback may belong to, the likeliest first, and returns the first
    /// result.
    pub(super) fn find_subscription<T>(
        &self,
        headers: &Headers,
        most: usize,
        pick: impl Fn(SubscriptionRecord) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let id = headers.get(SUBSCRIPTION_ID).map(str::trim).filter(|id| !id.is_empty());
        let id = id.ok_or(PushRefusal::NoSubscription)?;
        let is_open = |found: &SubscriptionRecord| found.state != SubscriptionState::Ending;
        let by_id = Uuid::try_parse(id).map_or(Ok(None), |id| self.store.reading(|tx| tx.subscription(id)))?;
        if let Some(subscription) = by_id {
            return if is_open(&subscription) {
                pick(subscription)
            } else {
                Err(PushRefusal::UnknownSubscription.into())
            };
        }
        let mut is_known = false;
        for skip in (0..most).step_by(BATCH) {
            let rows = self.store.reading(|tx| tx.subscriptions_by_carrier_id(id, skip, BATCH.min(most - skip)))?;
            let is_last = rows.len() < BATCH;
            for found in rows.readable.into_iter().filter(is_open) {
                is_known = true;
                if let Some(picked) = pick(found)? {
                    return Ok(Some(picked));
                }
            }
            if is_last {
                break;
            }
        }
        if is_known { Ok(None) } else { Err(PushRefusal::UnknownSubscription.into()) }
    }
}
