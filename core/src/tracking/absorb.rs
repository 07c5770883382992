//! Selects the facts of an answer that are new.

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::{HashMap, HashSet};

use super::correction::mark_corrected;
use super::fold::Confirmations;
use super::key::{Identity, Key, Keys, RETRACTED, WITHOUT_DOCUMENT, is_id};
use super::membership;
use super::message_order;
use super::moment::earliest;
use super::normalize::{merge_readings, normalize};
use super::occurrence::{self, StatedEvent, number};
use super::order::sort_facts;
use super::reading_marks::ConfirmedMember;
use super::rewriting::mark_rewritten;
use super::{Certainty, Event, Fact, FactMark, Movement, Particulars, Source, Statement, TerminalStatus};
use crate::resources::DataSource;
use crate::time::saturating_add;

/// How long a retraction by id is kept that arrives before its event.
const RETRACTION_WINDOW: TimeDelta = TimeDelta::days(90);

/// The difference of the receipt times of two answers that are received at one time of the clock.
pub(crate) const RECEIPT_STEP: TimeDelta = TimeDelta::milliseconds(1);

/// Returns the facts to append when `answer` arrives after the facts `known`, in order.
///
/// * A fact that its source already reported and has not changed since adds nothing.
/// * An event with another time, vessel or voyage than before is appended. The newest statement about an event counts.
/// * An actual event that the answer omits stays, unless a `complete` answer corrects it, for example by another place,
///   or rewrites it, because the event is expected again.
/// * An expected event that is missing from a `complete` answer of the same source is withdrawn by an additional fact.
/// * An answer that is not complete withdraws nothing. An answer rewrites nothing of a source that reported something later.
/// * A retraction by id also applies to an event that arrives later, within 90 days, unless a complete answer reports this event.
///
/// The returned facts have the receipt time `now`. If the clock was set back, the time is just after the last known fact, because the
/// newest statement is the one received last. The facts are normalized: container numbers and place codes are in capitals without
/// surrounding spaces, occurrences of one event are numbered, and several readings of one source are merged.
pub fn absorb(known: &[Fact], answer: Vec<Fact>, complete: bool, now: DateTime<Utc>) -> Vec<Fact> {
    absorb_answer(&known.iter().collect::<Vec<_>>(), None, answer, complete, now).new
}

/// What an answer adds to the facts.
#[derive(Default)]
pub struct NewFacts {
    /// The facts to append.
    pub new: Vec<Fact>,
    /// Facts that the answer repeats, if the time matters: estimates and plans, actual events that counted as estimates when they were
    /// stored, actual events that a newer event of the answer could correct if a later answer omitted them, and members of readings.
    pub expected: Vec<FactMark>,
    /// Withdrawals that match no fact, by source and key.
    pub unmatched: Vec<(Source, String)>,
    /// Whether the answer was received earlier than another one of its sources. Then it rewrites no events of this source.
    pub is_late: bool,
}

/// Like [`absorb`], and also returns what the answer repeats and which of its withdrawals match nothing. `confirmations` has the times at
/// which the sources last repeated the facts; `None` if they are unknown. Then only new events of the answer correct others.
pub fn absorb_answer(
    known: &[&Fact],
    confirmations: Option<&Confirmations>,
    answer: Vec<Fact>,
    complete: bool,
    now: DateTime<Utc>,
) -> NewFacts {
    let late = late_sources(known, now);
    let now = receipt_time(known, now);
    let reports = Reports { confirmations, now };
    let answer: Vec<Fact> = answer.into_iter().map(|fact| normalize(fact).received(now)).collect();
    let keys = Keys::for_all(known.iter().copied().chain(&answer));
    let known: Vec<&Fact> = sort_facts(known.iter().copied());
    let mut statements = StoredStatements::of(&known, keys);
    let mut answer = merge_readings(sort_facts(answer));
    statements.resolve_withdrawals(&mut answer);
    if !complete {
        answer.retain(|fact| !statements.is_retracted(fact, now));
    }
    let mut answer = statements.number(answer);
    drop_withdrawn(&mut answer, &statements.keys);
    let membership: Vec<Fact> = membership::changes(&known, &answer, &statements.containers_on_vessels(), complete)
        .into_iter()
        .map(|fact| fact.received(now))
        .collect();
    let unmatched = statements.unmatched(&answer);
    let answer_is_new = statements.add_answer(&answer);
    let expected = statements.expected_in_answer(&reports);
    let is_late = answer.iter().any(|fact| late.contains(&fact.source));
    let withdrawals = match complete {
        true => statements.missing_events(&answer, &reports, &late),
        false => Vec::new(),
    };
    let are_new: Vec<bool> = membership.iter().map(|fact| statements.add(fact)).collect();
    let mut new = only_new(answer, answer_is_new);
    new.extend(withdrawals.into_iter().map(|fact| fact.received(now)));
    new.extend(only_new(membership, are_new));
    NewFacts { new, expected, unmatched, is_late }
}

fn only_new(facts: Vec<Fact>, are_new: Vec<bool>) -> Vec<Fact> {
    facts.into_iter().zip(are_new).filter_map(|(fact, is_new)| is_new.then_some(fact)).collect()
}

/// The sources that reported something later than `now`. Several answers may be received at one time of the clock: then their receipt times
/// are [`RECEIPT_STEP`] apart, and none is late.
fn late_sources<'f>(known: &[&'f Fact], now: DateTime<Utc>) -> HashSet<&'f Source> {
    let mut later: Vec<&Fact> = known.iter().copied().filter(|fact| fact.received_at > now).collect();
    later.sort_by_key(|fact| fact.received_at);
    let mut at_once = now;
    let is_at_once = |fact: &&Fact| {
        let is_next = fact.received_at <= saturating_add(at_once, RECEIPT_STEP);
        if is_next {
            at_once = fact.received_at;
        }
        is_next
    };
    later.into_iter().skip_while(is_at_once).map(|fact| &fact.source).collect()
}

/// `now`, or just after the last known fact if the clock was set back.
fn receipt_time(known: &[&Fact], now: DateTime<Utc>) -> DateTime<Utc> {
    match known.iter().map(|fact| fact.received_at).max() {
        Some(last) if last >= now => saturating_add(last, RECEIPT_STEP),
        _ => now,
    }
}

/// When sources reported their statements.
struct Reports<'c> {
    /// When they last repeated them; `None` if unknown.
    confirmations: Option<&'c Confirmations>,
    /// When the answer was received, which is after all known facts.
    now: DateTime<Utc>,
}

impl Reports<'_> {
    /// When the source last repeated a statement of an earlier answer; `None` if it did not, or if this is unknown.
    fn repeated_at(&self, identity: &Identity<'_>, number: u32, stated: &StatedEvent<'_>) -> Option<DateTime<Utc>> {
        self.confirmations.and_then(|confirmations| confirmations.last_of(mark(identity, number, stated)))
    }

    /// When the source last reported a statement together with newer ones that could correct it, or first reported it. If this is unknown:
    /// just before this answer.
    fn joint_report(&self, identity: &Identity<'_>, number: u32, stated: &StatedEvent<'_>) -> DateTime<Utc> {
        let last = match self.confirmations {
            Some(confirmations) => confirmations.last_of(first_mark(identity, number, stated)),
            None => self.now.checked_sub_signed(TimeDelta::nanoseconds(1)),
        };
        last.map_or(stated.since, |last| last.max(stated.since))
    }
}

/// What each source reported last.
#[derive(Default)]
struct StoredStatements<'a> {
    events: HashMap<Identity<'a>, occurrence::EventOccurrences<'a>>,
    readings: HashMap<Reporter<'a>, TerminalStatus>,
    /// When the newest stored reading was received that has the member.
    reading_members: HashMap<(Reporter<'a>, ConfirmedMember), DateTime<Utc>>,
    /// The members of readings that the answer states.
    stated_members: Vec<FactMark>,
    /// The sources whose last reading only repeats what others report.
    without_document: HashSet<Reporter<'a>>,
    particulars: HashMap<Reporter<'a>, Particulars>,
    /// The unknown members of readings and particulars, as JSON pointers.
    unknown_members: HashSet<(Reporter<'a>, &'a str)>,
    keys: Keys,
    /// The names of events that were retracted by id, with the time of receipt.
    retracted: HashMap<String, DateTime<Utc>>,
    /// Whether facts of the answer are being added.
    is_answering: bool,
}

type Reporter<'a> = (Option<&'a str>, &'a Source);

impl<'a> StoredStatements<'a> {
    fn of(stored: &[&'a Fact], keys: Keys) -> Self {
        let events = HashMap::with_capacity_and_hasher(stored.len(), Default::default());
        let mut statements = StoredStatements { events, keys, ..StoredStatements::default() };
        for fact in stored {
            statements.add(fact);
        }
        statements
    }

    fn add_answer(&mut self, answer: &'a [Fact]) -> Vec<bool> {
        self.is_answering = true;
        answer.iter().map(|fact| self.add(fact)).collect()
    }

    /// Estimates and plans of the answer, actual events that may have been stored as estimates, and actual events that a newer event of the
    /// answer could correct if a later answer omitted them.
    fn expected_in_answer(&self, reports: &Reports<'_>) -> Vec<FactMark> {
        let in_answer = self.events.iter().flat_map(|(identity, stored)| {
            let current = stored.current.iter().filter(|(_, stated)| stated.in_answer);
            current.map(move |(number, stated)| (identity, *number, stated))
        });
        let in_answer: Vec<(&Identity<'_>, u32, &StatedEvent<'_>)> = in_answer.collect();
        let is_actual = |stated: &StatedEvent<'_>| stated.event.certainty == Certainty::Actual;
        let mut newest: HashMap<CorrectableGroup<'_>, DateTime<Utc>> = HashMap::default();
        for (.., stated) in in_answer.iter().filter(|(.., stated)| is_actual(stated)) {
            let newest = newest.entry(correctable_group(stated)).or_insert(stated.since);
            *newest = stated.since.max(*newest);
        }
        let has_newer = |(identity, number, stated): &(&Identity<'_>, u32, &StatedEvent<'_>)| {
            let newest = newest.get(&correctable_group(stated)).filter(|newest| **newest > stated.since);
            is_actual(stated) && newest.is_some_and(|at| *at > reports.joint_report(identity, *number, stated))
        };
        let jointly = in_answer.iter().filter(|of| has_newer(of));
        let jointly = jointly.map(|(identity, number, stated)| first_mark(identity, *number, stated));
        let repeated = in_answer.iter().filter(|(.., stated)| is_confirmed_by_repetition(stated.fact, stated.event));
        let repeated = repeated.map(|(identity, number, stated)| mark(identity, *number, stated));
        let mut expected: Vec<FactMark> = repeated.chain(jointly).chain(self.stated_members.iter().copied()).collect();
        expected.sort_unstable();
        expected.dedup();
        expected
    }

    /// Adds a fact. Returns whether the fact changes something.
    fn add(&mut self, fact: &'a Fact) -> bool {
        let reporter = || (fact.container.as_deref(), &fact.source);
        match &fact.statement {
            Statement::Event(event) => self.add_event(fact, event),
            Statement::Withdrawn(key) => {
                let is_new = self.retract(fact, key);
                self.withdraw(key, &fact.source) || is_new
            }
            Statement::TerminalStatus(reading) => {
                let so_far = self.readings.entry(reporter()).or_default();
                let before = so_far.clone();
                so_far.update(reading);
                let is_changed = *so_far != before;
                let is_otherwise_marked = match fact.codes.contains_key(WITHOUT_DOCUMENT) {
                    true => self.without_document.insert(reporter()),
                    false => self.without_document.remove(&reporter()),
                };
                let is_new = self.has_new_members(fact) || is_changed || is_otherwise_marked;
                self.note_members(fact, reading, is_new);
                is_new
            }
            Statement::Particulars(particulars) => {
                let so_far = self.particulars.entry(reporter()).or_default();
                let before = so_far.clone();
                so_far.update(particulars);
                let is_changed = *so_far != before;
                self.has_new_members(fact) || is_changed
            }
        }
    }

    /// Notes when the members of a reading were stored; if the answer states them, it confirms them.
    fn note_members(&mut self, fact: &'a Fact, reading: &TerminalStatus, is_new: bool) {
        let reporter = (fact.container.as_deref(), &fact.source);
        for member in ConfirmedMember::ALL.into_iter().filter(|member| member.is_in(reading)) {
            let stored = self.reading_members.entry((reporter, member)).or_insert(fact.received_at);
            if is_new || !self.is_answering {
                *stored = fact.received_at;
            }
            if self.is_answering {
                self.stated_members.push(member.mark(fact, *stored));
            }
        }
    }

    /// Whether the fact has unknown members that its source did not send before. They change nothing, but are stored, because they are
    /// reported as doubts.
    fn has_new_members(&mut self, fact: &'a Fact) -> bool {
        let reporter = (fact.container.as_deref(), &fact.source);
        let unknown = fact.codes.keys().filter(|name| name.starts_with('/'));
        unknown.filter(|name| self.unknown_members.insert((reporter, name.as_str()))).count() > 0
    }

    fn add_event(&mut self, fact: &'a Fact, event: &'a Event) -> bool {
        self.keys.add(fact);
        // Only a complete answer can report a retracted event again.
        if !self.retracted.is_empty()
            && let Some(name) = fact.name_by_id()
        {
            self.retracted.remove(&name);
        }
        let in_answer = self.is_answering;
        let stored = self.events.entry(Identity::of(fact, event)).or_default();
        let mut since = fact.received_at;
        if let Some(stated) = stored.current.get_mut(&event.occurrence) {
            stated.in_answer |= in_answer;
            if stated.event == event {
                return false;
            }
            if message_order::is_older(fact, stated.fact) {
                let is_known =
                    stored.earlier.iter().any(|(number, known)| (*number, *known) == (event.occurrence, event));
                if !is_known {
                    stored.earlier.push((event.occurrence, event));
                }
                return !is_known;
            }
            since = stated.since;
            stored.earlier.push((event.occurrence, stated.event));
        }
        stored.current.insert(event.occurrence, StatedEvent { fact, event, in_answer, since });
        stored.withdrawn.remove(&event.occurrence);
        stored.next = stored.next.max(event.occurrence.saturating_add(1));
        true
    }

    fn withdraw(&mut self, key: &str, source: &Source) -> bool {
        let Some(Key { identity, occurrence }) = Key::parse(self.keys.resolve(key)) else { return false };
        let identity = self.known_identity(identity).into_owned();
        let Some(stored) = self.events.get_mut(&identity) else { return false };
        let current = stored.current.get(&occurrence).filter(|stated| stated.fact.source == *source);
        let Some(event) = current.map(|stated| stated.event) else { return false };
        stored.current.remove(&occurrence);
        stored.withdrawn.insert(occurrence, event);
        stored.earlier.push((occurrence, event));
        true
    }

    /// The containers that a vessel loaded or discharged.
    fn containers_on_vessels(&self) -> HashSet<&'a str> {
        let current = self.events.values().flat_map(|stored| stored.current.values());
        let handled = current.filter(|stated| stated.event.is_vessel_handling());
        handled.filter_map(|stated| stated.fact.container.as_deref()).collect()
    }

    /// Notes a retraction by id. Returns whether it is new and names no known event, so that it has to be stored.
    fn retract(&mut self, fact: &Fact, key: &str) -> bool {
        let Some(name) = fact.retracted_name(key) else { return false };
        let is_known = self.keys.resolve(&name) != name;
        self.retracted.insert(name, fact.received_at).is_none() && !is_known
    }

    /// Whether the source retracted the event before, by its id.
    fn is_retracted(&self, fact: &Fact, now: DateTime<Utc>) -> bool {
        let name = || (!self.retracted.is_empty()).then(|| fact.name_by_id()).flatten();
        let retracted_at = name().and_then(|name| self.retracted.get(&name));
        retracted_at.is_some_and(|at| now - *at <= RETRACTION_WINDOW)
    }

    /// A withdrawal may name another code of the port area.
    fn known_identity<'k>(&self, identity: Identity<'k>) -> Identity<'k> {
        if self.events.contains_key(&identity) { identity } else { identity.in_port_area() }
    }

    /// Rewrites each withdrawal to the key of its event. If it names an occurrence that is already withdrawn, and only one occurrence
    /// is current, it is rewritten to that one, because a source may not count the occurrences of an event. This does not apply to events
    /// that the answer itself reports.
    fn resolve_withdrawals(&self, answer: &mut [Fact]) {
        if !answer.iter().any(|fact| fact.statement.is_withdrawal()) {
            return;
        }
        let identity = |fact| Key::of(fact).map(|key| key.identity.into_owned());
        let in_answer: HashSet<Identity<'_>> = answer.iter().filter_map(identity).collect();
        for fact in answer {
            let Statement::Withdrawn(text) = &mut fact.statement else { continue };
            let resolved = self.keys.resolve(text);
            if resolved != text {
                let resolved = resolved.to_owned();
                if is_id(text) {
                    fact.codes.insert(RETRACTED.to_owned(), std::mem::replace(text, resolved).into());
                } else {
                    *text = resolved;
                }
            }
            let Some(mut key) = Key::parse(text) else { continue };
            key.identity = self.known_identity(key.identity);
            if in_answer.contains(&key.identity) {
                continue;
            }
            let Some(stored) = self.events.get(&key.identity) else { continue };
            let is_withdrawn = !stored.current.contains_key(&key.occurrence);
            if let (true, 1, Some(only)) = (is_withdrawn, stored.current.len(), stored.current.keys().next()) {
                *text = key.identity.with_occurrence(*only).to_string();
            }
        }
    }

    fn unmatched(&self, answer: &[Fact]) -> Vec<(Source, String)> {
        let is_known = |source: &Source, key: &str| {
            let Some(Key { identity, occurrence }) = Key::parse(key) else { return false };
            let identity = self.known_identity(identity);
            let Some(stored) = self.events.get(&identity) else { return false };
            identity.is_from(source)
                && (stored.current.contains_key(&occurrence) || stored.withdrawn.contains_key(&occurrence))
        };
        let unmatched = |fact: &Fact| match &fact.statement {
            Statement::Withdrawn(key) => {
                let key = self.keys.resolve(key);
                (!is_known(&fact.source, key)).then(|| (fact.source.clone(), key.to_owned()))
            }
            _ => None,
        };
        answer.iter().filter_map(unmatched).collect()
    }

    fn number(&self, answer: Vec<Fact>) -> Vec<Fact> {
        let withdrawn = withdrawn_keys(&answer, &self.keys);
        number(answer, &self.events, &withdrawn)
    }

    /// Withdrawals, in the order of their keys: of expected events that the sources of the answer no longer report, and of actual events
    /// that the answer corrects or rewrites. Statements of `late` sources are not rewritten.
    fn missing_events(&self, answer: &[Fact], reports: &Reports<'_>, late: &HashSet<&Source>) -> Vec<Fact> {
        let now = reports.now;
        let sources: HashSet<&Source> = answer.iter().map(|fact| &fact.source).collect();
        let all = self.events.iter().flat_map(|(identity, stored)| {
            stored.current.iter().map(move |(number, stated)| (identity, *number, stated))
        });
        let mut current: Vec<(&Identity<'_>, u32, &StatedEvent<'_>)> =
            all.filter(|(_, _, stated)| sources.contains(&stated.fact.source)).collect();
        let is_late = |(.., stated): &(_, _, &StatedEvent<'_>)| late.contains(&stated.fact.source);
        current.sort_by_key(is_late);
        let in_time = current.partition_point(|stated| !is_late(stated));
        // An actual event that was in the future when the source last reported it was an estimate.
        let was_future = |identity: &Identity<'_>, number: u32, stated: &StatedEvent<'_>| {
            stated.is_future_at(stated.fact.received_at)
                && stated.is_future_at(reports.repeated_at(identity, number, stated).unwrap_or(now))
        };
        let is_missing_estimate = |(identity, number, stated): &(&Identity<'_>, u32, &StatedEvent<'_>)| {
            !stated.in_answer && (stated.event.certainty != Certainty::Actual || was_future(identity, *number, stated))
        };
        let mut gone: Vec<bool> = current.iter().map(is_missing_estimate).collect();
        let is_omitted = |((.., stated), is_gone): (&(_, _, &StatedEvent<'_>), &bool)| !stated.in_answer && !is_gone;
        if current.iter().zip(&gone).any(is_omitted) {
            let stated: Vec<&StatedEvent<'_>> = current.iter().map(|(.., stated)| *stated).collect();
            let joint_report = |at: usize| reports.joint_report(current[at].0, current[at].1, stated[at]);
            mark_corrected(&stated, joint_report, &mut gone);
            mark_rewritten(&stated[..in_time], now, &mut gone[..in_time]);
        }
        let mut missing: Vec<(String, &Fact)> = current
            .iter()
            .zip(gone)
            .filter(|(_, is_gone)| *is_gone)
            .map(|((identity, number, stated), _)| (identity.with_occurrence(*number).to_string(), stated.fact))
            .collect();
        missing.sort_by(|(a, _), (b, _)| a.cmp(b));
        let withdrawal = |(key, fact): (String, &Fact)| {
            Fact::new(fact.container.as_deref(), Statement::Withdrawn(key)).with_source(fact.source.clone())
        };
        missing.into_iter().map(withdrawal).collect()
    }
}

/// Source, container and movement: an actual event corrects only events of its group.
type CorrectableGroup<'a> = (&'a Source, Option<&'a str>, &'a Movement);

fn correctable_group<'a>(stated: &StatedEvent<'a>) -> CorrectableGroup<'a> {
    (&stated.fact.source, stated.fact.container.as_deref(), &stated.event.motion.movement)
}

/// The fact that first reported the event.
fn first_mark(identity: &Identity<'_>, number: u32, stated: &StatedEvent<'_>) -> FactMark {
    FactMark { received_at: stated.since, ..mark(identity, number, stated) }
}

/// Whether it matters when the source last repeated the event: if it is expected, or may have been stored as an estimate, because it was
/// ahead at its receipt or is an event of AIS.
pub(crate) fn is_confirmed_by_repetition(fact: &Fact, event: &Event) -> bool {
    let was_ahead = || event.at.as_ref().and_then(earliest).is_some_and(|at| at > fact.received_at);
    event.certainty != Certainty::Actual || fact.source == DataSource::Ais || was_ahead()
}

fn mark(identity: &Identity<'_>, number: u32, stated: &StatedEvent<'_>) -> FactMark {
    FactMark { key: identity.with_occurrence(number).digest(), received_at: stated.fact.received_at }
}

/// Removes events that the answer itself withdraws. Otherwise such an answer would append both facts each time.
fn drop_withdrawn(answer: &mut Vec<Fact>, keys: &Keys) {
    let mut keys = keys.clone();
    answer.iter().for_each(|fact| keys.add(fact));
    let withdrawn = withdrawn_keys(answer, &keys);
    if !withdrawn.is_empty() {
        answer.retain(|fact| fact.key().is_none_or(|key| !withdrawn.contains(&key)));
    }
}

fn withdrawn_keys(answer: &[Fact], keys: &Keys) -> HashSet<String> {
    let withdrawn = |fact: &Fact| match &fact.statement {
        Statement::Withdrawn(key) => Some(keys.resolve(key).to_owned()),
        _ => None,
    };
    answer.iter().filter_map(withdrawn).collect()
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;
    use serde_json::{Value, json};

    use super::*;
    use crate::resources::{DataSource, Timestamp};
    use crate::tracking::{Milestone, Motion, Movement, Place, UnreadPart, Vessel};

    const CONTAINER: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn did(milestone: Milestone, on: u32) -> Fact {
        Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place("USLAX"))
    }

    fn eta(on: u32) -> Fact {
        Fact::shipment_event(Event::estimated(Milestone::VesselArrived, day(on)).at_place("USLAX"))
    }

    fn log(answers: Vec<(Vec<Fact>, bool)>) -> Vec<Fact> {
        let mut known = Vec::new();
        for ((answer, complete), on) in answers.into_iter().zip(1..) {
            let new = absorb(&known, answer, complete, day(on));
            known.extend(new);
        }
        known
    }

    fn times(log: &[Fact]) -> Vec<(u32, Option<Timestamp>)> {
        let event = |fact: &Fact| match &fact.statement {
            Statement::Event(event) => Some((event.occurrence, event.at.clone())),
            _ => None,
        };
        log.iter().filter_map(event).collect()
    }

    fn at(on: u32) -> Option<Timestamp> {
        Some(day(on).into())
    }

    #[test]
    fn a_repeated_fact_adds_nothing_even_with_other_codes() {
        let mut again = did(Milestone::FullIn, 2);
        again.codes.insert("eventCreatedDateTime".into(), json!("2026-05-09"));
        let log = log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![again], true)]);
        assert_eq!(log, [did(Milestone::FullIn, 2).received(day(1))]);
    }

    #[test]
    fn the_same_event_from_another_source_is_added() {
        let by_terminal = did(Milestone::FullIn, 2).with_source(DataSource::Terminal);
        assert_eq!(log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![by_terminal], true)]).len(), 2);
    }

    #[test]
    fn an_actual_event_stays_if_a_later_answer_leaves_it_out() {
        let log = log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![did(Milestone::FullOut, 3)], true)]);
        assert!(!log.iter().any(|fact| fact.statement.is_withdrawal()));
    }

    #[test]
    fn an_event_that_was_in_the_future_when_last_reported_is_withdrawn_like_an_estimate() {
        let arrival = did(Milestone::VesselArrived, 20);
        let known = [arrival.clone(), did(Milestone::FullIn, 2)].map(|fact| fact.received(day(10)));
        let known: Vec<&Fact> = known.iter().collect();
        let new = |reported_on: &[u32], complete: bool| {
            let mut confirmations = Confirmations::default();
            for on in reported_on {
                let answer = absorb_answer(&known, Some(&confirmations), vec![arrival.clone()], false, day(*on));
                answer.expected.iter().for_each(|fact| confirmations.add(*fact, day(*on)));
            }
            absorb_answer(&known, Some(&confirmations), vec![did(Milestone::FullIn, 2)], complete, day(22)).new
        };
        let withdrawn = Fact::new(Some(CONTAINER), Statement::Withdrawn(arrival.key().unwrap())).received(day(22));
        assert_eq!(new(&[10, 19], true), [withdrawn], "it was an estimate");
        assert_eq!(new(&[10, 19], false), []);
        assert_eq!(new(&[10, 19, 20], true), [], "it was reported when it had happened");
        assert_eq!(new(&[], true), [], "when it was last reported is unknown");
    }

    #[test]
    fn a_withdrawal_by_id_becomes_a_withdrawal_by_key() {
        let with_id = |codes: Value| {
            let Value::Object(codes) = codes else { panic!("{codes}") };
            Fact { codes, ..did(Milestone::FullIn, 2) }
        };
        let forms = [
            json!({"eventID": "e|1"}),
            json!({"dcsa": {"eventID": "e|1"}}),
            json!({"dcsa": {"metadata": {"eventID": "e|1"}}}),
        ];
        let by_id = |source: DataSource| Fact::withdrawn_by_id(source.into(), "e|1");
        let withdrawn = Statement::Withdrawn(did(Milestone::FullIn, 2).key().unwrap());
        for known in forms.map(with_id) {
            let carrier = || vec![by_id(DataSource::ShippingLine)];
            let log = log(vec![(vec![known.clone()], true), (carrier(), false), (carrier(), false)]);
            let statements: Vec<&Statement> = log.iter().map(|fact| &fact.statement).collect();
            assert_eq!(statements, [&known.statement, &withdrawn], "withdrawn once");
            let both = || vec![known.clone(), by_id(DataSource::ShippingLine)];
            let stored = absorb(&[], both(), true, day(1));
            assert_eq!(stored, [by_id(DataSource::ShippingLine).received(day(1))], "only the retraction is stored");
            assert_eq!(absorb(&stored, both(), true, day(2)), []);
            assert_eq!(
                absorb(&log[..1], vec![by_id(DataSource::Terminal)], false, day(2)),
                [by_id(DataSource::Terminal).received(day(2))],
                "another source cannot withdraw it"
            );
        }
    }

    #[test]
    fn an_estimate_missing_from_a_complete_answer_is_withdrawn_once() {
        let known = log(vec![(vec![did(Milestone::FullIn, 2), eta(20)], true)]);
        let answer = || vec![did(Milestone::FullIn, 2)];
        let new = absorb(&known, answer(), true, day(5));
        let withdrawal = Fact::new(None, Statement::Withdrawn(eta(20).key().unwrap())).received(day(5));
        assert_eq!(new, [withdrawal]);
        let known = [known, new].concat();
        assert_eq!(absorb(&known, answer(), true, day(6)), []);
        let back = absorb(&known, vec![eta(20)], true, day(6));
        assert_eq!(times(&back), [(1, at(20))], "an event that comes back gets an unused number");
    }

    #[test]
    fn facts_received_after_the_clock_was_set_back_are_newer() {
        let known = absorb(&[], vec![eta(20)], true, day(28));
        let moved = absorb(&known, vec![eta(21)], true, day(2));
        assert!(moved[0].received_at > known[0].received_at, "the newest statement is the one received last");
        let again = absorb(&[known, moved.clone()].concat(), vec![eta(22)], true, day(2));
        assert!(again[0].received_at > moved[0].received_at);
    }

    #[test]
    fn incomplete_answers_and_other_sources_do_not_withdraw_estimates() {
        let known = log(vec![(vec![eta(20)], true)]);
        assert_eq!(absorb(&known, vec![], true, day(5)), [], "an empty answer names no source");
        let by_line = did(Milestone::FullIn, 2);
        assert_eq!(absorb(&known, vec![by_line.clone()], false, day(5)).len(), 1);
        assert_eq!(absorb(&known, vec![by_line.with_source(DataSource::Terminal)], true, day(5)).len(), 1);
    }

    #[test]
    fn a_changed_estimate_is_appended_even_if_it_changes_back() {
        let log = log(vec![(vec![eta(20)], true), (vec![eta(21)], true), (vec![eta(20)], true)]);
        assert_eq!(times(&log), [(0, at(20)), (0, at(21)), (0, at(20))]);
        assert_eq!(log.len(), 3, "nothing is withdrawn: {log:?}");
    }

    #[test]
    fn a_new_time_is_a_correction_and_a_second_time_is_another_occurrence() {
        let corrected = log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![did(Milestone::FullIn, 3)], true)]);
        assert_eq!(times(&corrected), [(0, at(2)), (0, at(3))]);
        let both = || vec![did(Milestone::FullIn, 6), did(Milestone::FullIn, 2)];
        let repeated = log(vec![(both(), true), (both(), true)]);
        assert_eq!(times(&repeated), [(0, at(2)), (0, None)], "without another movement in between they are one event");
        assert!(repeated[1].why_unused().is_some_and(|why| why.contains("the earliest time is used")));
        let parted = || [both(), vec![did(Milestone::FullOut, 4)]].concat();
        let full_in = |log: Vec<Fact>| {
            let of_full_in = |fact: &Fact| fact.key().is_some_and(|key| key.contains("gate_in"));
            times(&log.into_iter().filter(of_full_in).collect::<Vec<_>>())
        };
        assert_eq!(full_in(log(vec![(parted(), true)])), [(0, at(2)), (1, at(6))]);
        let later = log(vec![(vec![did(Milestone::FullIn, 6)], true), (parted(), true)]);
        assert_eq!(full_in(later), [(0, at(6)), (1, at(2))]);
    }

    #[test]
    fn repeated_statements_about_empty_and_laden_containers_are_separate() {
        let at = |on, empty| {
            let motion = Motion::from(Movement::GateIn).with_empty(empty);
            Fact::event(CONTAINER, Event::actual(motion, day(on)).at_place("USLAX"))
        };
        let answer = || vec![at(2, false), at(6, false), at(20, true), at(26, true)];
        let log = log(vec![(answer(), true), (answer(), true), (answer(), true)]);
        assert_eq!(log.len(), 4, "{log:?}");
    }

    #[test]
    fn a_statement_that_cannot_be_read_is_not_new_with_another_text() {
        let part = |text: &str| {
            let part = UnreadPart { reason: "no code", why: &format!("no code: {text}"), text };
            Fact::unread(Some(CONTAINER), DataSource::ShippingLine.into(), part)
        };
        let texts = |log: &[Fact]| -> Vec<String> {
            log.iter().filter_map(|fact| fact.codes.get("text")?.as_str().map(str::to_owned)).collect()
        };
        let polled = log((0..3).map(|n| (vec![part(&format!("a{n}")), part(&format!("b{n}"))], true)).collect());
        assert_eq!((polled.len(), texts(&polled)), (2, vec!["a0".to_owned(), "b0".to_owned()]));
        let fewer = log(vec![(vec![part("a"), part("b")], true), (vec![part("b"), did(Milestone::FullIn, 2)], true)]);
        let withdrawn = fewer.iter().filter(|fact| fact.statement.is_withdrawal()).count();
        assert_eq!((fewer.len(), withdrawn), (4, 1), "{fewer:?}");
    }

    #[test]
    fn a_distant_time_or_one_after_another_place_is_the_next_occurrence() {
        let first = || did(Milestone::FullIn, 1);
        let after = |days: i64, place: &str| {
            let at = day(1) + TimeDelta::days(days);
            Fact::event(CONTAINER, Event::actual(Milestone::FullIn, at).at_place(place))
        };
        let numbers = |answer: Vec<Fact>| {
            let known = log(vec![(vec![first()], true)]);
            let new = absorb(&known, answer, true, day(28));
            new.iter().filter_map(Fact::key).map(|key| key.rsplit('|').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(numbers(vec![after(30, "USLAX")]), ["0"], "a correction");
        assert_eq!(numbers(vec![after(31, "USLAX")]), ["1"]);
        let elsewhere = numbers(vec![after(5, "USOAK"), after(10, "USLAX")]);
        assert_eq!(elsewhere, ["0", "1"], "it was at another place in between");
    }

    #[test]
    fn an_event_reported_at_another_place_by_a_complete_answer_replaces_the_old_one() {
        let at = |on, place: &str| Fact::event(CONTAINER, Event::actual(Milestone::FullIn, day(on)).at_place(place));
        let withdrawn =
            |answers: Vec<(Vec<Fact>, bool)>| log(answers).iter().filter(|fact| fact.statement.is_withdrawal()).count();
        let out = || Fact::event(CONTAINER, Event::actual(Milestone::EmptyOut, day(1)).at_place("USLAX"));
        let first = || (vec![out(), at(2, "USLAX")], true);
        assert_eq!(withdrawn(vec![first(), (vec![out(), at(4, "USOAK")], true)]), 1);
        assert_eq!(withdrawn(vec![first(), (vec![at(2, "USOAK")], true)]), 1, "within 12 hours");
        assert_eq!(withdrawn(vec![first(), (vec![at(4, "USOAK")], true)]), 0, "the source may drop old events");
        assert_eq!(withdrawn(vec![first(), (vec![at(2, "USLAX"), at(4, "USOAK")], true)]), 0, "both are reported");
        assert_eq!(withdrawn(vec![first(), (vec![out(), at(4, "USOAK")], false)]), 0, "the answer is not complete");
        assert_eq!(withdrawn(vec![first(), (vec![out(), at(6, "USOAK")], true)]), 0, "more than three days apart");
        let both = || (vec![out(), at(2, "USLAX"), at(4, "USOAK")], true);
        assert_eq!(withdrawn(vec![both(), (vec![out(), at(4, "USOAK")], true)]), 0, "carriers drop old events");
        let back = vec![first(), (vec![at(2, "USOAK")], true), first(), (vec![at(2, "USOAK")], true)];
        assert_eq!(withdrawn(back), 3, "each change is followed");
    }

    /// Absorbs answers, received one hour apart, with their confirmations. Returns the number of withdrawals.
    fn withdrawals_of(answers: &[(&[&Fact], bool)]) -> usize {
        let (mut known, mut confirmations) = (Vec::new(), Confirmations::default());
        for ((answer, complete), hours) in answers.iter().zip(1..) {
            let now = day(3) + TimeDelta::hours(hours);
            let answer = answer.iter().copied().cloned().collect();
            let stored: Vec<&Fact> = known.iter().collect();
            let found = absorb_answer(&stored, Some(&confirmations), answer, *complete, now);
            found.expected.iter().for_each(|fact| confirmations.add(*fact, now));
            known.extend(found.new);
        }
        known.iter().filter(|fact| fact.statement.is_withdrawal()).count()
    }

    #[test]
    fn a_correction_that_an_incomplete_answer_reported_first_is_applied() {
        let at = |milestone, hours, place: &str| {
            Fact::event(CONTAINER, Event::actual(milestone, day(2) + TimeDelta::hours(hours)).at_place(place))
        };
        let pairs = [
            (at(Milestone::FullOut, 0, "USLAX"), at(Milestone::EmptyOut, 0, "USLAX")),
            (at(Milestone::VesselDischarged, 0, "USLAX"), at(Milestone::VesselDischarged, 1, "USOAK")),
        ];
        for (old, new) in &pairs {
            let [only_old, both, only_new] = [&[old][..], &[old, new], &[new]];
            assert_eq!(withdrawals_of(&[(only_old, true), (only_new, false), (only_new, true)]), 1);
            assert_eq!(withdrawals_of(&[(only_old, true), (only_new, false), (only_old, true)]), 1, "it is taken back");
            assert_eq!(withdrawals_of(&[(only_old, true), (both, true), (only_new, true)]), 0, "both were reported");
            assert_eq!(withdrawals_of(&[(only_old, true), (both, true), (only_old, true)]), 0, "both were reported");
            assert_eq!(withdrawals_of(&[(only_old, true), (both, false), (only_new, true)]), 0, "both were reported");
        }
        let [old, new] = [at(Milestone::VesselDischarged, 0, "USLAX"), at(Milestone::VesselDischarged, 1, "USOAK")];
        let moved = at(Milestone::VesselDischarged, 2, "USOAK");
        assert_eq!(
            withdrawals_of(&[(&[&old], true), (&[&old, &new], true), (&[&moved], false), (&[&moved], true)]),
            0,
            "both were reported before the time of one was corrected"
        );
        let later = at(Milestone::VesselDischarged, 5, "USOAK");
        assert_eq!(
            withdrawals_of(&[(&[&old], true), (&[&later], false), (&[&old], true)]),
            0,
            "the complete answer may not contain the newest event yet"
        );
    }

    #[test]
    fn answers_at_one_time_of_the_clock_are_not_late() {
        let (arrived, expected) = (did(Milestone::VesselArrived, 2), eta(20));
        let expected = Fact { container: Some(CONTAINER.to_owned()), ..expected };
        let mut known = Vec::new();
        for answer in [vec![did(Milestone::FullIn, 1)], vec![arrived], vec![did(Milestone::FullIn, 1), expected]] {
            known.extend(absorb(&known, answer, true, day(5)));
        }
        let receipts: Vec<i64> = known.iter().map(|fact| (fact.received_at - day(5)).num_milliseconds()).collect();
        assert_eq!(receipts, [0, 1, 2, 2]);
        assert!(known[3].statement.is_withdrawal(), "the arrival is expected again: {known:?}");
    }

    #[test]
    fn a_late_source_does_not_prevent_that_another_source_rewrites_its_events() {
        let arrived = || did(Milestone::VesselArrived, 2);
        let expected = || Fact { container: Some(CONTAINER.to_owned()), ..eta(20) };
        let by_terminal = |fact: Fact| fact.with_source(DataSource::Terminal);
        let known = [
            arrived().received(day(3)),
            by_terminal(arrived()).received(day(3)),
            by_terminal(did(Milestone::FullIn, 1)).received(day(6)),
        ];
        let known: Vec<&Fact> = known.iter().collect();
        let answer = vec![expected(), by_terminal(expected())];
        let found = absorb_answer(&known, None, answer, true, day(5));
        assert!(found.is_late);
        let withdrawn = found.new.iter().filter(|fact| fact.statement.is_withdrawal());
        let sources: Vec<Source> = withdrawn.map(|fact| fact.source.clone()).collect();
        assert_eq!(sources, [DataSource::ShippingLine]);
    }

    #[test]
    fn an_event_reported_twice_in_an_answer_is_added_once() {
        let twice = log(vec![(vec![did(Milestone::VgmReceived, 2), did(Milestone::VgmReceived, 2)], true)]);
        assert_eq!(times(&twice), [(0, at(2))]);
    }

    #[test]
    fn another_place_is_another_event_and_a_vessel_updates_an_event() {
        let on = |imo| Event::actual(Milestone::VesselLoaded, day(2)).at_place("USLAX").on_vessel(Vessel::new("", imo));
        let elsewhere = Event::actual(Milestone::VesselLoaded, day(2)).at_place("USOAK");
        let bare = Event::actual(Milestone::VesselLoaded, day(2)).at_place("USLAX");
        let log = log(vec![
            (vec![Fact::event(CONTAINER, bare)], true),
            (vec![Fact::event(CONTAINER, on("9321483")), Fact::event(CONTAINER, elsewhere)], true),
        ]);
        assert_eq!(times(&log), [(0, at(2)), (0, at(2)), (0, at(2))]);
        assert_eq!(log.iter().filter_map(Fact::key).collect::<HashSet<_>>().len(), 2);
    }

    #[test]
    fn an_answer_may_repeat_an_event_and_its_withdrawal() {
        let event = did(Milestone::FullIn, 2);
        let back = Fact::new(Some(CONTAINER), Statement::Withdrawn(event.key().unwrap()));
        let both = || vec![back.clone(), event.clone()];
        assert_eq!(absorb(&[], both(), true, day(1)), []);
        let known = log(vec![(vec![event.clone()], true), (both(), true)]);
        assert_eq!(known.iter().map(|fact| fact.statement.is_withdrawal()).collect::<Vec<_>>(), [false, true]);
        assert_eq!(absorb(&known, both(), true, day(3)), []);
    }

    #[test]
    fn a_withdrawn_event_is_found_by_its_time_and_not_by_its_number() {
        let on = |on, number: u32| {
            let mut fact = did(Milestone::FullIn, on);
            let Statement::Event(event) = &mut fact.statement else { panic!() };
            event.occurrence = number;
            fact
        };
        let back = Fact::new(Some(CONTAINER), Statement::Withdrawn(did(Milestone::FullIn, 2).key().unwrap()));
        assert_eq!(absorb(&[], vec![on(2, 7), back.clone()], true, day(1)), []);
        let known = log(vec![(vec![on(2, 0)], true), (vec![on(2, 7), back.clone()], true)]);
        assert_eq!(absorb(&known, vec![on(2, 7), back.clone()], true, day(3)), []);
        let at_another_time = absorb(&known[..1], vec![on(4, 0), back], true, day(3));
        assert_eq!(times(&at_another_time), [(1, at(4))], "the other time is current");
        assert_eq!(at_another_time.iter().filter(|fact| fact.statement.is_withdrawal()).count(), 1);
    }

    #[test]
    fn a_withdrawal_applies_to_the_current_occurrence_and_an_unmatched_one_is_reported() {
        let back =
            |source: DataSource| Fact::new(None, Statement::Withdrawn(eta(20).key().unwrap())).with_source(source);
        let by_line = || vec![back(DataSource::ShippingLine)];
        let answers = vec![(vec![eta(20)], true), (by_line(), false), (vec![eta(21)], true)];
        let known = log(answers);
        let gone = absorb(&known, by_line(), false, day(4));
        let Statement::Withdrawn(key) = &gone[0].statement else { panic!("{gone:?}") };
        assert!(key.ends_with("|1"), "{key}");
        let known = [known, gone].concat();
        assert_eq!(absorb(&known, by_line(), false, day(5)), [], "it is already withdrawn");
        let unmatched =
            |answer| absorb_answer(&known.iter().collect::<Vec<_>>(), None, answer, false, day(5)).unmatched.len();
        assert_eq!(
            (unmatched(by_line()), unmatched(vec![back(DataSource::Terminal)])),
            (0, 1),
            "another source did not report it"
        );
    }

    #[test]
    fn a_reading_that_changes_nothing_adds_nothing() {
        let reading = |available, terminal: Option<&str>| {
            let terminal = terminal.map(str::to_owned);
            Fact::terminal_status(
                CONTAINER,
                TerminalStatus { available_for_pickup: available, terminal, ..TerminalStatus::default() },
            )
        };
        let known = log(vec![
            (vec![reading(Some(false), Some("Pier 400"))], true),
            (vec![reading(None, Some("Pier 400"))], true),
            (vec![reading(Some(true), None)], true),
        ]);
        assert_eq!(known.len(), 2);
        assert_eq!(absorb(&known, vec![reading(Some(false), None)], false, day(9)).len(), 1);
    }

    #[test]
    fn spellings_are_normalized_and_invalid_times_are_moved_to_the_codes() {
        let event = Event::actual(Milestone::FullIn, Timestamp::new("soon"))
            .at_place(Place { locode: Some(" uslax ".into()), name: Some(" ".into()), ..Place::default() })
            .on_vessel(Vessel::new("", ""));
        let local = Event::actual(Milestone::FullOut, Timestamp::new("2026-05-02T10:00:00"));
        let answer = vec![Fact::event("msku 030896-1", event), Fact::event("-", local)];
        let new = absorb(&[], answer, false, day(1));
        let codes = [("/event/at".to_owned(), json!("soon"))].into_iter().collect();
        let full_in = Event { motion: Milestone::FullIn.into(), place: "USLAX".into(), ..Event::default() };
        let full_out = Event::actual(Milestone::FullOut, Timestamp::new("2026-05-02T10:00:00"));
        let expected = [
            Fact::shipment_event(full_out).received(day(1)),
            Fact { codes, ..Fact::event(CONTAINER, full_in).received(day(1)) },
        ];
        assert_eq!(new, expected);
    }

    #[test]
    fn local_time_with_a_zone_equals_the_same_time_with_an_offset() {
        let there = |at: &str| {
            let place = Place::from("USLAX").in_zone("America/Los_Angeles");
            Fact::event(CONTAINER, Event::actual(Milestone::FullIn, at.to_owned()).at_place(place))
        };
        let both = vec![there("2026-05-02T10:00:00"), there("2026-05-02T10:00:00-07:00")];
        assert_eq!(log(vec![(both, true)]).len(), 1, "one event reported twice");
        let mut out = there("2026-05-01T20:00:00");
        if let Statement::Event(event) = &mut out.statement {
            event.motion = Milestone::FullOut.into();
        }
        let known = log(vec![(vec![there("2026-05-02T10:00:00"), there("2026-05-01T10:00:00"), out], true)]);
        let new = absorb(&known, vec![there("2026-05-02T10:00:00-07:00")], true, day(2));
        assert_eq!(times(&new), [(1, Some(Timestamp::new("2026-05-02T10:00:00-07:00")))], "the later of the two");
    }
}
