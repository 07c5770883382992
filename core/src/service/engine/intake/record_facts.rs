//! Records facts that do not come from look-ups: from terminals, truckers, EDI messages and users.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::carriers::Answer;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::resources::{AccountId, RequestStatus, RequestType, ShipmentId, TrackingRequestId};
use crate::service::engine::base::accounts;
use crate::service::engine::base::engine::{Engine, WriteContext};
use crate::service::engine::derive::unclaimed_facts::{self, SubjectNumber};
use crate::service::engine::derive::update::{Derived, PreviousState};
use crate::service::engine::derive::{new_requests, request_lifecycle};
use crate::store::{ContainerFilter, RequestFilter, RequestRecord, ShipmentFilter, Slice, TrackedNumber, Tx};
use crate::tracking::{Fact, doubts_alone, normalize_container_number};

/// Report on recorded facts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RecordingReport {
    /// The tracking requests of the account that the facts are about.
    pub requests: Vec<RequestReport>,
    /// Number of facts that are stored for numbers that are not tracked yet. Facts that were stored before do not count.
    pub kept: usize,
    /// Problems of new facts, which are recorded nevertheless: one sentence each; see [`doubts`](crate::tracking::doubts).
    pub doubts: Vec<String>,
}

/// Report on the recorded facts about one tracking request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestReport {
    /// The tracking request.
    pub request: TrackingRequestId,
    /// The shipment of the request; `None` while the carrier has no data. The facts are applied as soon as the carrier has data.
    pub shipment: Option<ShipmentId>,
    /// Number of facts that are new to the request.
    pub new: usize,
}

/// Facts about one number, as a source sent them.
pub(in crate::service::engine) struct FactsAbout<'f> {
    pub subject: SubjectNumber,
    pub facts: Vec<&'f Fact>,
    /// Number of the part of a message that the facts come from. A fact without a container that is recorded under a bill of lading is
    /// not recorded again under the booking or the containers of the same part.
    pub part: usize,
    /// The facts are recorded only at requests to these carriers; empty if they are recorded at all carriers.
    pub carriers: &'f [String],
    /// Whether the facts were sent by mail.
    pub is_mailed: bool,
}

impl FactsAbout<'_> {
    /// No facts about a number, to find what tracks it.
    pub fn nothing(subject: &SubjectNumber) -> Self {
        FactsAbout { subject: subject.clone(), facts: Vec::new(), part: 0, carriers: &[], is_mailed: false }
    }
}

/// A tracked number, with the facts that are recorded for it.
pub(super) struct RecordingTarget {
    pub tracked: TrackedNumber,
    answer: Answer,
    /// The part of the message; `None` if the target is a container.
    pub part: Option<usize>,
}

pub(in crate::service::engine) struct RecordingOutcome {
    pub report: RecordingReport,
    /// The error if facts about untracked numbers could not be stored, because the account has too many of them.
    pub refused: Option<Error>,
}

/// Records facts in one transaction, calls `then` in the same transaction, and returns its result. If `unless` returns a result, returns
/// this result and records nothing.
pub(in crate::service::engine) fn record_all<T>(
    engine: &Engine,
    account: &AccountId,
    facts_about: &[FactsAbout<'_>],
    unless: impl Fn(&Tx<'_>) -> Result<Option<T>>,
    then: impl Fn(&Tx<'_>, RecordingOutcome) -> Result<T>,
) -> Result<T> {
    let now = engine.now();
    let find_targets = |tx: &Tx<'_>| -> Result<(Vec<RecordingTarget>, Vec<usize>)> {
        accounts::require_account(tx, account)?;
        targets_of_all(tx, account, facts_about)
    };
    let (mut targets, mut untracked, previous) = engine.store.reading(|tx| {
        let (targets, untracked) = find_targets(tx)?;
        let previous: Vec<_> =
            targets.iter().map(|target| target.previous_states(engine, tx)).collect::<Result<_>>()?;
        Ok((targets, untracked, previous))
    })?;
    // The derivation is slow, so it runs before the write transaction.
    let derived = targets.iter().zip(previous).map(|(target, previous)| target.derive(engine, previous, now));
    let mut derived: Vec<Vec<(Derived, Voyage)>> = derived.collect();
    engine.store.writing(|tx| {
        if let Some(done) = unless(tx)? {
            return Ok(done);
        }
        if !untracked.is_empty() {
            // A number may have become tracked since it was read.
            let (current, still_untracked) = find_targets(tx)?;
            if still_untracked != untracked {
                let again =
                    current.iter().map(|target| Ok(target.derive(engine, target.previous_states(engine, tx)?, now)));
                derived = again.collect::<Result<_>>()?;
                (targets, untracked) = (current, still_untracked);
            }
        }
        let mut outcome = RecordingOutcome { report: RecordingReport::default(), refused: None };
        for (target, derived) in targets.iter().zip(&mut derived) {
            let Some((request, doubts)) = target.write(engine.within(tx, now), derived)? else { continue };
            outcome.report.requests.push(request);
            outcome.report.add_doubts(doubts);
        }
        for facts_about in untracked.iter().filter_map(|index| facts_about.get(*index)) {
            store_unclaimed(engine.within(tx, now), account, facts_about, &mut outcome)?;
        }
        then(tx, outcome)
    })
}

/// Number of facts that are checked for doubts together. The check derives a shipment, which takes several times the memory of the facts.
const MAX_FACTS_CHECKED: usize = 100;

impl RecordingReport {
    fn add_doubts(&mut self, doubts: Vec<String>) {
        let more: Vec<String> = doubts.into_iter().filter(|doubt| !self.doubts.contains(doubt)).collect();
        self.doubts.extend(more);
    }
}

fn store_unclaimed(
    cx: WriteContext<'_>,
    account: &AccountId,
    facts_about: &FactsAbout<'_>,
    outcome: &mut RecordingOutcome,
) -> Result<()> {
    let (subject, facts) = (&facts_about.subject, &facts_about.facts);
    let policy = &cx.engine.policies.recording;
    let room = if facts_about.is_mailed {
        ("recording.most_kept_of_mail", policy.most_kept_of_mail.min(policy.most_kept))
    } else {
        ("recording.most_kept", policy.most_kept)
    };
    match unclaimed_facts::store(cx.tx, account, subject, facts, room, cx.now) {
        Ok(0) => {}
        Ok(count) => {
            outcome.report.kept += count;
            for facts in facts.chunks(MAX_FACTS_CHECKED) {
                let facts: Vec<Fact> = facts.iter().map(|fact| subject.assign(fact)).collect();
                outcome.report.add_doubts(doubts_alone(&facts, cx.now));
            }
        }
        Err(full) if full.kind() == ErrorKind::Conflict => outcome.refused = Some(full),
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Returns each tracked number once, and the indexes of the facts about numbers that are not tracked.
fn targets_of_all(
    tx: &Tx<'_>,
    account: &AccountId,
    facts_about: &[FactsAbout<'_>],
) -> Result<(Vec<RecordingTarget>, Vec<usize>)> {
    let (mut all, mut untracked): (Vec<RecordingTarget>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut indexes: HashMap<TrackedNumber, usize> = HashMap::new();
    // Parts that were recorded at a request as a whole, and parts with a container without a request.
    let (mut recorded_parts, mut untracked_parts): (HashSet<usize>, HashSet<usize>) = (HashSet::new(), HashSet::new());
    for (index, about) in facts_about.iter().enumerate() {
        let found = targets(tx, account, about)?;
        if found.is_empty() {
            untracked.push(index);
            untracked_parts.extend(about.subject.is_container.then_some(about.part));
        } else if !about.subject.is_container || found.iter().any(|target| target.part.is_some()) {
            recorded_parts.insert(about.part);
        }
        for target in found {
            match indexes.get(&target.tracked).and_then(|index| all.get_mut(*index)) {
                Some(existing) if existing.part == Some(about.part) => {}
                Some(existing) => {
                    existing.answer.facts.extend(target.answer.facts);
                    existing.part = target.part.or(existing.part);
                }
                None => {
                    indexes.insert(target.tracked.clone(), all.len());
                    all.push(target);
                }
            }
        }
    }
    // Facts that are recorded at a request are not stored under other numbers.
    let with_containers: HashSet<usize> =
        facts_about.iter().filter(|about| about.subject.is_container).map(|about| about.part).collect();
    untracked.retain(|index| {
        facts_about.get(*index).is_some_and(|about| {
            let all_containers_recorded =
                with_containers.contains(&about.part) && !untracked_parts.contains(&about.part);
            !recorded_parts.contains(&about.part) && (about.subject.is_container || !all_containers_recorded)
        })
    });
    Ok((all, untracked))
}

pub(super) fn targets(tx: &Tx<'_>, account: &AccountId, facts_about: &FactsAbout<'_>) -> Result<Vec<RecordingTarget>> {
    let FactsAbout { subject, facts, part, carriers, .. } = facts_about;
    let mut found: Vec<RecordingTarget> = Vec::new();
    let mut seen_numbers = HashSet::new();
    let target = |tracked: TrackedNumber, facts: Vec<Fact>, part: Option<usize>| RecordingTarget {
        tracked,
        answer: Answer::partial(facts),
        part,
    };
    for request in requests_under(tx, account, subject)? {
        // A request without a carrier has no facts yet.
        if request.tracked.scac.is_none() {
            continue;
        }
        if seen_numbers.insert(request.tracked.clone()) {
            let (facts, part) = match request.kind {
                RequestType::Container => {
                    (unclaimed_facts::facts_about_container(&request.tracked.number, facts.iter().copied()), None)
                }
                _ => (cloned(facts), Some(*part)),
            };
            found.push(target(request.tracked, facts, part));
        }
    }
    // The number may be another spelling of a tracked one, such as the booking of a tracked bill.
    let filter = ShipmentFilter { number: Some(subject.without_prefix.clone()), ..ShipmentFilter::default() };
    for shipment in tx.shipments(account, &filter, &ALL_ROWS)? {
        if shipment.spellings.contains(&subject.without_prefix) && seen_numbers.insert(shipment.tracked.clone()) {
            found.push(target(shipment.tracked, cloned(facts), Some(*part)));
        }
    }
    if subject.is_container
        && found.iter().all(|target| normalize_container_number(&target.tracked.number) == subject.without_prefix)
    {
        refuse_other_containers(&subject.without_prefix, facts)?;
    }
    for tracked in shipments_with(tx, account, subject)? {
        if seen_numbers.insert(tracked.clone()) {
            let about = unclaimed_facts::facts_about_container(&subject.without_prefix, facts.iter().copied());
            found.push(target(tracked, about, None));
        }
    }
    found.retain(|target| {
        carriers.is_empty() || target.tracked.scac.as_ref().is_some_and(|scac| carriers.contains(scac))
    });
    Ok(found)
}

/// Makes requests due that have new facts, if the carrier had no data about them at the last look-up.
pub(super) fn ask_carriers_again(cx: WriteContext<'_>, account: &AccountId, recorded: &[RequestReport]) -> Result<()> {
    for recorded in recorded.iter().filter(|recorded| recorded.shipment.is_none() && recorded.new > 0) {
        if let Some(request) = cx.tx.request(account, &recorded.request)? {
            request_lifecycle::ask_now(cx, request)?;
        }
    }
    Ok(())
}

/// The facts of the tracked numbers that a number names.
pub(in crate::service::engine) fn tracked_facts(
    tx: &Tx<'_>,
    account: &AccountId,
    subject: &SubjectNumber,
    carriers: &[String],
) -> Result<Vec<Fact>> {
    let mut stored = Vec::new();
    for target in targets(tx, account, &FactsAbout { carriers, ..FactsAbout::nothing(subject) })? {
        stored.extend(tx.facts(&target.tracked)?);
    }
    Ok(stored)
}

pub(super) fn requests_under(tx: &Tx<'_>, account: &AccountId, subject: &SubjectNumber) -> Result<Vec<RequestRecord>> {
    let mut spellings = vec![&subject.without_prefix];
    spellings.extend(Some(&subject.with_prefix).filter(|number| **number != subject.without_prefix));
    let mut found = Vec::new();
    for number in spellings {
        let filter = RequestFilter { number: Some(number.clone()), ..RequestFilter::default() };
        found.extend(tx.requests(account, &filter, &ALL_ROWS)?);
    }
    found.retain(|request| request.state.is_live() || request.state.status == RequestStatus::TrackingStopped);
    Ok(found)
}

fn shipments_with(tx: &Tx<'_>, account: &AccountId, subject: &SubjectNumber) -> Result<Vec<TrackedNumber>> {
    if !subject.is_container {
        return Ok(Vec::new());
    }
    let filter = ContainerFilter { number: Some(subject.without_prefix.clone()), ..Default::default() };
    let containers = tx.containers(account, &filter, &ALL_ROWS)?.into_iter().filter(|record| !record.left_shipment);
    let shipments: HashSet<ShipmentId> = containers.map(|record| record.shipment).collect();
    let mut found = Vec::new();
    for id in shipments {
        found.extend(tx.shipment(account, &id)?);
    }
    // In the order of creation, so that results are reproducible.
    found.sort_by(|a, b| a.shipment.id.cmp(&b.shipment.id));
    Ok(found.into_iter().map(|record| record.tracked).collect())
}

const ALL_ROWS: Slice = Slice { before: None, skip: 0, limit: u32::MAX as u64 };

fn cloned(facts: &[&Fact]) -> Vec<Fact> {
    facts.iter().copied().cloned().collect()
}

fn refuse_other_containers(number: &str, facts: &[&Fact]) -> Result<()> {
    let is_own =
        |fact: &&Fact| fact.container.as_deref().is_none_or(|named| normalize_container_number(named) == number);
    let Some((at, other)) = facts.iter().enumerate().find(|(_, fact)| !is_own(fact)) else { return Ok(()) };
    let named = other.container.as_deref().unwrap_or_default();
    let problem = format!(
        "the facts are recorded under the container {number}, and this one is about {}: record it under that container, or \
         all facts under the number of the shipment",
        Quoted(named)
    );
    Err(Error::invalid(&format!("/{at}/container"), problem))
}

impl RecordingTarget {
    /// Returns a state for each voyage of the number, because the facts may be about any of them.
    fn previous_states(&self, engine: &Engine, tx: &Tx<'_>) -> Result<Vec<(PreviousState, Voyage)>> {
        let state = |voyage: Voyage| Ok((PreviousState::of(engine, tx, &voyage.request, &self.answer.facts)?, voyage));
        voyages(tx, &self.tracked)?.into_iter().map(state).collect()
    }

    fn derive(
        &self,
        engine: &Engine,
        previous: Vec<(PreviousState, Voyage)>,
        now: DateTime<Utc>,
    ) -> Vec<(Derived, Voyage)> {
        let derived = |(previous, voyage): (PreviousState, Voyage)| {
            (Derived::of(engine, previous, &voyage.request, &self.answer, now), voyage)
        };
        previous.into_iter().map(derived).collect()
    }

    /// Writes the facts, and notifies as for an answer of the carrier. `None` if the number is no longer tracked.
    fn write(
        &self,
        cx: WriteContext<'_>,
        derived: &mut Vec<(Derived, Voyage)>,
    ) -> Result<Option<(RequestReport, Vec<String>)>> {
        let chance = cx.engine.entropy.fraction();
        if !are_current(cx, &self.tracked, derived)? {
            *derived = self.derive(cx.engine, self.previous_states(cx.engine, cx.tx)?, cx.now);
        }
        let Some((latest, Voyage { request, shipment })) = derived.first() else { return Ok(None) };
        let recorded = RequestReport { request: request.id.clone(), shipment: shipment.clone(), new: latest.new.len() };
        latest.write_facts(cx.tx, &self.tracked, cx.now)?;
        // A repeated estimate or reading adds no fact, but it may now be preferred to another one.
        let has_changes = |found: &Derived| found.update().is_some_and(|update| update.has_changes());
        if !latest.new.is_empty() || derived.iter().any(|(found, _)| has_changes(found)) {
            for (at, (found, Voyage { request, shipment })) in derived.iter().enumerate() {
                let update = found.update().filter(|update| shipment.is_some() && (at == 0 || update.has_changes()));
                let Some(update) = update else { continue };
                let next = request_lifecycle::apply_update(cx, request.clone(), update, chance)?;
                new_requests::create_next(cx, next, update)?;
            }
        }
        let unmatched = latest.unmatched.iter().map(|(source, key)| {
            format!("the withdrawal of {} has no effect: the source {source} did not report it", Quoted(key))
        });
        Ok(Some((recorded, latest.doubts.iter().cloned().chain(unmatched).collect())))
    }
}

/// A voyage of a tracked number.
#[derive(PartialEq)]
struct Voyage {
    request: RequestRecord,
    shipment: Option<ShipmentId>,
}

/// Returns the voyages of a number, the latest first. If there is no shipment, returns the live request.
fn voyages(tx: &Tx<'_>, tracked: &TrackedNumber) -> Result<Vec<Voyage>> {
    let filter = ShipmentFilter { number: Some(tracked.number.clone()), ..ShipmentFilter::default() };
    let mut voyages = Vec::new();
    for record in
        tx.shipments(&tracked.account, &filter, &ALL_ROWS)?.into_iter().filter(|record| record.tracked == *tracked)
    {
        let request = tx.request_of_shipment(&tracked.account, &record.shipment.id)?;
        voyages.extend(request.map(|request| Voyage { request, shipment: Some(record.shipment.id) }));
    }
    if voyages.is_empty() {
        let live = tx.live_request(tracked)?;
        voyages.extend(live.map(|request| Voyage { request, shipment: None }));
    }
    Ok(voyages)
}

fn are_current(cx: WriteContext<'_>, tracked: &TrackedNumber, derived: &[(Derived, Voyage)]) -> Result<bool> {
    let voyages = voyages(cx.tx, tracked)?;
    let mut are_current = derived.len() == voyages.len();
    for ((derived, before), voyage) in derived.iter().zip(&voyages) {
        are_current = are_current && before == voyage && derived.is_current(cx, &voyage.request)?;
    }
    Ok(are_current)
}
