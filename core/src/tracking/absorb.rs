//! Which facts of an answer are new.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::Discriminant;

use chrono::{DateTime, Utc};

use super::order::in_order;
use super::tidy::tidy;
use super::{Certainty, Event, Fact, Particulars, Reading, Statement};
use crate::resources::{DataSource, Timestamp};

/// The facts to append when `answer` arrives after `known`, in order.
///
/// * What its source said before, and has not changed since, adds nothing.
/// * An event with another time, vessel or voyage than before is appended: of one event, the newest words count.
/// * An event that happened stays, whether the answer names it or not.
/// * What was expected and is missing from a `complete` answer of the same source is withdrawn, by a fact of its own.
///   An answer that is not complete withdraws nothing.
///
/// The returned facts were received `now`. Container numbers and place codes in them have capitals and nothing around,
/// repeats of one event are counted, and several readings of one source are one.
pub fn absorb(known: &[Fact], answer: Vec<Fact>, complete: bool, now: DateTime<Utc>) -> Vec<Fact> {
    let mut standing = Standing::of(known);
    let answer = merge_readings(in_order(answer.into_iter().map(tidy)));
    let mut answer = count_repeats(&standing, answer.into_iter().map(|fact| fact.received(now)).collect());
    drop_what_is_taken_back(&mut answer);
    let told: HashSet<String> = answer.iter().filter_map(Fact::key).collect();
    let sources: HashSet<DataSource> = answer.iter().map(|fact| fact.source.clone()).collect();
    let mut new: Vec<Fact> = answer.into_iter().filter(|fact| standing.take_in(fact)).collect();
    if complete {
        new.extend(standing.expected_beside(&told, &sources).into_iter().map(|fact| fact.received(now)));
    }
    new
}

/// What each source maintains.
#[derive(Default)]
struct Standing {
    events: HashMap<String, Stated>,
    /// The events by what they are, repeats aside.
    repeats: HashMap<String, BTreeSet<u32>>,
    readings: HashMap<Speaker, Reading>,
    particulars: HashMap<Speaker, Particulars>,
}

type Speaker = (Option<String>, DataSource);

struct Stated {
    container: Option<String>,
    source: DataSource,
    event: Event,
}

impl Standing {
    fn of(known: &[Fact]) -> Self {
        let mut standing = Standing::default();
        for fact in in_order(known) {
            standing.take_in(fact);
        }
        standing
    }

    /// Notes the fact; false when it adds nothing.
    fn take_in(&mut self, fact: &Fact) -> bool {
        let speaker = || (fact.container.clone(), fact.source.clone());
        match &fact.statement {
            Statement::Event(event) => self.state(fact, event),
            Statement::Withdrawn(key) => self.withdraw(key, &fact.source),
            Statement::Reading(reading) => {
                let so_far = self.readings.entry(speaker()).or_default();
                let before = so_far.clone();
                so_far.update(reading);
                *so_far != before
            }
            Statement::Particulars(particulars) => {
                let so_far = self.particulars.entry(speaker()).or_default();
                let before = so_far.clone();
                so_far.update(particulars);
                *so_far != before
            }
        }
    }

    fn state(&mut self, fact: &Fact, event: &Event) -> bool {
        let identity = fact.identity(event);
        let key = format!("{identity}|{}", event.repeat);
        if self.events.get(&key).is_some_and(|stated| stated.event == *event) {
            return false;
        }
        self.repeats.entry(identity).or_default().insert(event.repeat);
        let stated = Stated { container: fact.container.clone(), source: fact.source.clone(), event: event.clone() };
        self.events.insert(key, stated);
        true
    }

    fn withdraw(&mut self, key: &str, source: &DataSource) -> bool {
        if self.events.get(key).is_none_or(|stated| stated.source != *source) {
            return false;
        }
        self.events.remove(key);
        if let Some((identity, repeat)) = key.rsplit_once('|')
            && let (Some(repeats), Ok(repeat)) = (self.repeats.get_mut(identity), repeat.parse())
        {
            repeats.remove(&repeat);
        }
        true
    }

    /// Withdrawals of what `sources` expected, in the order of the keys, but for what they have just `told`.
    fn expected_beside(&self, told: &HashSet<String>, sources: &HashSet<DataSource>) -> Vec<Fact> {
        let mut missing: Vec<(&String, &Stated)> = self
            .events
            .iter()
            .filter(|(_, stated)| stated.event.certainty != Certainty::Actual && sources.contains(&stated.source))
            .filter(|(key, _)| !told.contains(*key))
            .collect();
        missing.sort_by_key(|(key, _)| *key);
        let withdrawal = |(key, stated): (&String, &Stated)| {
            let statement = Statement::Withdrawn(key.clone());
            Fact::new(stated.container.as_deref(), statement).said_by(stated.source.clone())
        };
        missing.into_iter().map(withdrawal).collect()
    }

    /// The time at which this repeat is known, for each repeat of the event.
    fn known_times(&self, identity: &str) -> Vec<(u32, Option<&Timestamp>)> {
        let repeats = self.repeats.get(identity).into_iter().flatten();
        let known = |repeat: &u32| Some((*repeat, self.events.get(&format!("{identity}|{repeat}"))?.event.at.as_ref()));
        repeats.filter_map(known).collect()
    }
}

/// One reading of each source for each container, and one of the shipment's particulars: where an answer contradicts
/// itself, asking again must not append the contradiction again.
fn merge_readings(answer: Vec<Fact>) -> Vec<Fact> {
    let mut merged: Vec<Fact> = Vec::new();
    let mut places: HashMap<(Discriminant<Statement>, Speaker), usize> = HashMap::new();
    for fact in answer {
        let kind = std::mem::discriminant(&fact.statement);
        let place = match fact.statement {
            Statement::Reading(_) | Statement::Particulars(_) => {
                *places.entry((kind, (fact.container.clone(), fact.source.clone()))).or_insert(merged.len())
            }
            Statement::Event(_) | Statement::Withdrawn(_) => merged.len(),
        };
        match merged.get_mut(place) {
            Some(said) => update(said, fact),
            None => merged.push(fact),
        }
    }
    merged
}

fn update(said: &mut Fact, newer: Fact) {
    match (&mut said.statement, &newer.statement) {
        (Statement::Reading(said), Statement::Reading(newer)) => said.update(newer),
        (Statement::Particulars(said), Statement::Particulars(newer)) => said.update(newer),
        _ => {}
    }
    said.codes.extend(newer.codes);
}

/// Numbers events that one answer states several times, and drops those it states twice in the same words.
///
/// An event with a time that is known keeps its number; the others take the free numbers in the order of their times. So
/// a time that was corrected stays the same event, and a second one found later, even an earlier one, is a new event.
fn count_repeats(standing: &Standing, answer: Vec<Fact>) -> Vec<Fact> {
    let mut same: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, fact) in answer.iter().enumerate() {
        if let Statement::Event(event) = &fact.statement {
            same.entry(fact.identity(event)).or_default().push(at);
        }
    }
    let mut facts: Vec<Option<Fact>> = answer.into_iter().map(Some).collect();
    for (identity, places) in same {
        number_group(&mut facts, &places, &standing.known_times(&identity));
    }
    facts.into_iter().flatten().collect()
}

fn number_group(facts: &mut [Option<Fact>], places: &[usize], known: &[(u32, Option<&Timestamp>)]) {
    let mut group: Vec<(usize, Event)> = places.iter().filter_map(|at| Some((*at, event_of(facts, *at)?))).collect();
    group.sort_by_key(|(at, event)| (event.at.as_ref().and_then(super::moment::moment), *at));
    let mut taken = HashSet::new();
    let mut unknown = Vec::new();
    let mut seen: Vec<Event> = Vec::new();
    for (at, event) in group {
        if seen.last().is_some_and(|last| last.at == event.at) {
            // The same time once more, in the same words or with a detail less: one event.
            facts[at] = None;
            continue;
        }
        match known.iter().find(|(repeat, time)| *time == event.at.as_ref() && !taken.contains(repeat)) {
            Some((repeat, _)) => {
                taken.insert(*repeat);
                set_repeat(&mut facts[at], *repeat);
            }
            None => unknown.push(at),
        }
        seen.push(event);
    }
    let mut free = (0..).filter(|repeat| !taken.contains(repeat));
    for (at, repeat) in unknown.into_iter().zip(&mut free) {
        set_repeat(&mut facts[at], repeat);
    }
}

/// An answer that keeps naming both an event and its withdrawal must not append the two again each time.
fn drop_what_is_taken_back(answer: &mut Vec<Fact>) {
    let withdrawn = |fact: &Fact| match &fact.statement {
        Statement::Withdrawn(key) => Some(key.clone()),
        _ => None,
    };
    let withdrawn: HashSet<String> = answer.iter().filter_map(withdrawn).collect();
    if !withdrawn.is_empty() {
        answer.retain(|fact| fact.key().is_none_or(|key| !withdrawn.contains(&key)));
    }
}

fn event_of(facts: &[Option<Fact>], at: usize) -> Option<Event> {
    match &facts.get(at)?.as_ref()?.statement {
        Statement::Event(event) => Some(event.clone()),
        _ => None,
    }
}

fn set_repeat(fact: &mut Option<Fact>, repeat: u32) {
    if let Some(Fact { statement: Statement::Event(event), .. }) = fact {
        event.repeat = repeat;
    }
}
