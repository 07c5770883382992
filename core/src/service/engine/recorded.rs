//! Facts nobody was asked for: a terminal, a trucker, an EDI message or a clerk told of them.

use std::collections::HashSet;

use super::kept::{self, Subject};
use super::learning::{Known, Learned};
use super::parts::Engine;
use super::{accounts, follow};
use crate::carriers::Answer;
use crate::error::{Error, Quoted, Result};
use crate::resources::{AccountId, RequestStatus, RequestType, ShipmentId, TrackingRequestId};
use crate::store::{ContainerFilter, RequestFilter, RequestRecord, ShipmentFilter, Slice, TrackedNumber, Tx};
use crate::tracking::{Fact, container_number, doubts_alone};

/// What became of facts that were recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recorded {
    /// The numbers of the account they are about, each with the tracking request that stands for it.
    pub requests: Vec<RecordedFor>,
    /// How many are kept for whoever comes to track the number, because nobody does yet; those that are kept already do not
    /// count.
    pub kept: usize,
    /// What looks wrong about those that are news, one sentence each; see [`doubts`](crate::tracking::doubts). They are
    /// taken in all the same.
    pub doubts: Vec<String>,
}

/// What became of recorded facts for one of the numbers they are about.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedFor {
    /// The tracking request of that number.
    pub request: TrackingRequestId,
    /// Its shipment; `None` while its carrier has said nothing, which takes them in when it does.
    pub shipment: Option<ShipmentId>,
    /// How many were news.
    pub new: usize,
}

/// A number that facts are about.
struct Target {
    tracked: TrackedNumber,
    facts: Vec<Fact>,
}

/// Records facts about a number: those it is tracked under, and those whose shipments have it as a container.
pub(in crate::service) fn record(
    engine: &Engine,
    account: &AccountId,
    number: &str,
    facts: &[Fact],
) -> Result<Recorded> {
    let subject = Subject::parse(number)?;
    Fact::check_all(facts)?;
    let mut recorded = Recorded::default();
    let found = engine.store.reading(|tx| {
        accounts::known_account(tx, account)?;
        targets(tx, account, &subject, facts)
    })?;
    let found = match found.is_empty() {
        true => match keep(engine, account, &subject, facts)? {
            Kept::New(count) => {
                recorded.kept = count;
                recorded.doubts =
                    if count > 0 { doubts_alone(&subject.named(facts), engine.now()) } else { Vec::new() };
                Vec::new()
            }
            Kept::Tracked(targets) => targets,
        },
        false => found,
    };
    for target in &found {
        let Some((request, doubts)) = take_in(engine, target)? else { continue };
        recorded.requests.push(request);
        let more: Vec<String> = doubts.into_iter().filter(|doubt| !recorded.doubts.contains(doubt)).collect();
        recorded.doubts.extend(more);
    }
    engine.wake.wake();
    Ok(recorded)
}

/// What became of facts nobody seemed to wait for.
enum Kept {
    /// So many of them were not kept before.
    New(usize),
    /// Somebody came to track the number meanwhile.
    Tracked(Vec<Target>),
}

fn keep(engine: &Engine, account: &AccountId, subject: &Subject, facts: &[Fact]) -> Result<Kept> {
    let now = engine.now();
    let most = engine.policies.recording.most_kept;
    engine.store.writing(|tx| {
        let found = targets(tx, account, subject, facts)?;
        if !found.is_empty() {
            return Ok(Kept::Tracked(found));
        }
        kept::keep(tx, account, &subject.own, &subject.named(facts), most, now).map(Kept::New)
    })
}

/// Every tracked number the facts are about, once, with what they say of it.
fn targets(tx: &dyn Tx, account: &AccountId, subject: &Subject, facts: &[Fact]) -> Result<Vec<Target>> {
    let mut found: Vec<Target> = Vec::new();
    let mut known = HashSet::new();
    for request in requests_of(tx, account, subject)? {
        if known.insert(request.tracked.clone()) {
            let facts = match request.kind {
                RequestType::Container => kept::of_box(&request.tracked.number, facts),
                _ => facts.to_vec(),
            };
            found.push(Target { tracked: request.tracked, facts });
        }
    }
    // A number may be known by another one: a booking by its bill.
    let filter = ShipmentFilter { number: Some(subject.own.clone()), ..ShipmentFilter::default() };
    for shipment in tx.shipments(account, &filter, &EVERYTHING)? {
        if shipment.spellings.contains(&subject.own) && known.insert(shipment.tracked.clone()) {
            found.push(Target { tracked: shipment.tracked, facts: facts.to_vec() });
        }
    }
    if subject.is_box && found.iter().all(|target| container_number(&target.tracked.number) == subject.own) {
        refuse_others(&subject.own, facts)?;
    }
    for tracked in shipments_with(tx, account, subject)? {
        if known.insert(tracked.clone()) {
            found.push(Target { tracked, facts: kept::of_box(&subject.own, facts) });
        }
    }
    Ok(found)
}

/// The requests under a number that is tracked, or was until following it ended. One whose carrier is still to be found out
/// has no facts of its own yet.
fn requests_of(tx: &dyn Tx, account: &AccountId, subject: &Subject) -> Result<Vec<RequestRecord>> {
    let mut spellings = vec![&subject.own];
    spellings.extend(Some(&subject.whole).filter(|whole| **whole != subject.own));
    let mut found = Vec::new();
    for number in spellings {
        let filter = RequestFilter { number: Some(number.clone()), ..RequestFilter::default() };
        found.extend(tx.requests(account, &filter, &EVERYTHING)?);
    }
    found.retain(|request| request.tracked.scac.is_some() && (request.state.is_live() || was_followed(request)));
    Ok(found)
}

fn was_followed(request: &RequestRecord) -> bool {
    request.state.status == RequestStatus::TrackingStopped
}

/// The numbers whose shipments have the container.
fn shipments_with(tx: &dyn Tx, account: &AccountId, subject: &Subject) -> Result<Vec<TrackedNumber>> {
    if !subject.is_box {
        return Ok(Vec::new());
    }
    let filter = ContainerFilter { number: Some(subject.own.clone()), shipment: None };
    let boxes = tx.containers(account, &filter, &EVERYTHING)?.into_iter().filter(|record| !record.gone);
    let shipments: HashSet<ShipmentId> = boxes.map(|record| record.shipment).collect();
    let mut found = Vec::new();
    for id in shipments {
        found.extend(tx.shipment(account, &id)?);
    }
    // In the order they were made in, so that the same is done in the same order.
    found.sort_by(|a, b| a.shipment.id.cmp(&b.shipment.id));
    Ok(found.into_iter().map(|record| record.tracked).collect())
}

const EVERYTHING: Slice = Slice { before: None, skip: 0, limit: u32::MAX as u64 };

/// What is recorded about a container cannot be about another one.
fn refuse_others(number: &str, facts: &[Fact]) -> Result<()> {
    let own = |fact: &Fact| fact.container.as_deref().is_none_or(|named| container_number(named) == number);
    let Some((at, other)) = facts.iter().enumerate().find(|(_, fact)| !own(fact)) else { return Ok(()) };
    let named = other.container.as_deref().unwrap_or_default();
    let problem = format!(
        "the facts are recorded about the container {number}, and this one is about {}: record it under that number, or \
         all of them under the number of their shipment",
        Quoted(named)
    );
    Err(Error::invalid(&format!("/{at}/container"), problem))
}

/// Takes in what is news to one number, and tells of it: in one transaction, as the answer of its carrier would be. Each voyage
/// that the account has of it is brought up to date, for the facts may be about any. `None` when the number is gone.
fn take_in(engine: &Engine, target: &Target) -> Result<Option<(RecordedFor, Vec<String>)>> {
    let (now, chance) = (engine.now(), engine.entropy.fraction());
    let tracked = &target.tracked;
    let answer = Answer { facts: target.facts.clone(), ..Answer::default() };
    let know = |tx: &dyn Tx| -> Result<Vec<(Known, Standing)>> {
        let standing = standing(tx, tracked)?.into_iter();
        standing.map(|stands| Ok((Known::of(tx, &stands.request, &answer.facts)?, stands))).collect()
    };
    let learn = |known: Vec<(Known, Standing)>| -> Vec<(Learned, Standing)> {
        let learned =
            |(known, stands): (Known, Standing)| (Learned::from(engine, known, &stands.request, &answer, now), stands);
        known.into_iter().map(learned).collect()
    };
    // What takes long is done before the writer is taken from everybody else.
    let mut learned = learn(engine.store.reading(know)?);
    engine.store.writing(|tx| {
        if !are_current(tx, tracked, &learned)? {
            learned = learn(know(tx)?);
        }
        let Some((latest, Standing { request, shipment })) = learned.first() else { return Ok(None) };
        let told = RecordedFor { request: request.id.clone(), shipment: shipment.clone(), new: latest.new.len() };
        latest.add_facts(tx, tracked, now)?;
        if !latest.new.is_empty() {
            for (at, (found, Standing { request, shipment })) in learned.iter().enumerate() {
                let update = found.update().filter(|update| shipment.is_some() && (at == 0 || update.is_news()));
                update.map_or(Ok(()), |update| follow::take_in(engine, tx, request.clone(), update, now, chance))?;
            }
        }
        let missed = latest.missed.iter().map(|(source, key)| {
            format!("the withdrawal of {} takes nothing back: the source {source} said no such thing", Quoted(key))
        });
        Ok(Some((told, latest.doubts.iter().cloned().chain(missed).collect())))
    })
}

/// A request that stands for a number, with its shipment.
#[derive(PartialEq)]
struct Standing {
    request: RequestRecord,
    shipment: Option<ShipmentId>,
}

/// The requests that stand for a number, each with its shipment, the latest first; where there is no shipment yet, the live one.
fn standing(tx: &dyn Tx, tracked: &TrackedNumber) -> Result<Vec<Standing>> {
    let filter = ShipmentFilter { number: Some(tracked.number.clone()), ..ShipmentFilter::default() };
    let mut standing = Vec::new();
    for record in tx.shipments(&tracked.account, &filter, &EVERYTHING)?.into_iter().filter(|it| it.tracked == *tracked)
    {
        let request = tx.request_of_shipment(&tracked.account, &record.shipment.id)?;
        standing.extend(request.map(|request| Standing { request, shipment: Some(record.shipment.id) }));
    }
    if standing.is_empty() {
        let live = tx.live_request(tracked)?;
        standing.extend(live.map(|request| Standing { request, shipment: None }));
    }
    Ok(standing)
}

fn are_current(tx: &dyn Tx, tracked: &TrackedNumber, learned: &[(Learned, Standing)]) -> Result<bool> {
    let standing = standing(tx, tracked)?;
    let mut are = learned.len() == standing.len();
    for ((learned, stood), stands) in learned.iter().zip(&standing) {
        are = are && stood == stands && learned.is_current(tx, &stands.request)?;
    }
    Ok(are)
}
