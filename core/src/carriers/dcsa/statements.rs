//! Compares the events of an answer: last versions, retractions, newest estimates, and readings of each container.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::told::Told;
use crate::carriers::reading::{Form, Message, ONE_CALL};
use crate::numbers::NumberKind;
use crate::resources::DataSource;
use crate::tracking::{Certainty, Fact, Mode, Statement, TerminalStatus};

pub(super) fn message(told: Vec<Told>) -> Message {
    let mut message = Message::of(told.first().map_or(Form::Dcsa2, |told| told.form));
    message.sender = told.iter().find_map(|told| told.sender.clone());
    let told = last_versions(told);
    for (kind, number) in numbers(&told) {
        message.names(kind, number);
    }
    let gone: HashSet<String> = told.iter().filter_map(|told| told.retracts.clone()).collect();
    let ids: HashSet<&str> = told.iter().filter_map(|told| told.id.as_deref()).collect();
    message.retracted = gone.iter().filter(|id| !ids.contains(id.as_str())).cloned().collect();
    message.retracted.sort_unstable();
    let holds = |told: &Told| !told.is_retracted && told.id.as_ref().is_none_or(|id| !gone.contains(id));
    let (holding, gone): (Vec<Told>, Vec<Told>) = told.into_iter().partition(holds);
    message.cancelled = cancelled(&holding);
    let readings = readings(&holding);
    message.facts = newest(holding.into_iter().flat_map(facts).collect());
    message.facts.extend(readings);
    let withdrawn = withdrawn(gone, &message.facts);
    message.facts.extend(withdrawn);
    let by_id = |id: &String| Fact::withdrawn_by_id(DataSource::ShippingLine.into(), id);
    message.facts.extend(message.retracted.iter().map(by_id));
    message
}

fn last_versions(told: Vec<Told>) -> Vec<Told> {
    let mut last: HashMap<Version<'_>, usize> = HashMap::new();
    for (at, one) in told.iter().enumerate() {
        let Some(version) = version(one) else { continue };
        let known = last.entry(version).or_insert(at);
        if told.get(*known).is_some_and(|known| known.written <= one.written) {
            *known = at;
        }
    }
    let is_last = |(at, one): (usize, &Told)| version(one).is_none_or(|version| last.get(&version) == Some(&at));
    let is_last: Vec<bool> = told.iter().enumerate().map(is_last).collect();
    told.into_iter().zip(is_last).filter_map(|(told, is_last)| is_last.then_some(told)).collect()
}

/// Id, containers, movement and place.
type Version<'t> = (&'t str, &'t [String], &'t str, Option<&'t str>);

/// Identity of an event across versions. An id is not enough: some carriers derive it from the time.
fn version(told: &Told) -> Option<Version<'_>> {
    let event = told.event.as_ref()?;
    let movement = event.motion.movement.as_str();
    Some((told.id.as_deref()?, &told.containers, movement, event.place.locode.as_deref()))
}

fn numbers(told: &[Told]) -> Vec<(NumberKind, &str)> {
    let mut seen = HashSet::new();
    told.iter()
        .flat_map(|told| {
            let boxes = told.containers.iter().map(|number| (NumberKind::Container, number.as_str()));
            boxes.chain(told.documents.iter().map(|(kind, number)| (*kind, number.as_str())))
        })
        .filter(|named| seen.insert(*named))
        .collect()
}

fn cancelled(told: &[Told]) -> Vec<String> {
    let word = |told: &Told| told.event.as_ref()?.motion.movement.cancels_booking();
    let mut last: BTreeMap<&str, bool> = BTreeMap::new();
    for told in by_time(told, |told| word(told).is_some()) {
        let bookings = told.documents.iter().filter(|(kind, _)| *kind == NumberKind::BookingNumber);
        last.extend(bookings.map(|(_, booking)| (booking.as_str(), word(told) == Some(true))));
    }
    last.into_iter().filter(|(_, is_cancelled)| *is_cancelled).map(|(booking, _)| booking.to_owned()).collect()
}

/// Events without a time come first.
fn by_time(told: &[Told], says_something: impl Fn(&Told) -> bool) -> Vec<&Told> {
    let mut telling: Vec<&Told> = told.iter().filter(|told| says_something(told)).collect();
    telling.sort_by_cached_key(|told| told.event.as_ref().and_then(|event| event.at.as_ref()?.utc()));
    telling
}

fn readings(told: &[Told]) -> Vec<Fact> {
    let mut said: BTreeMap<&str, [Option<&str>; 2]> = BTreeMap::new();
    for told in by_time(told, |told| told.size_type.is_some() || told.seal.is_some()) {
        for container in &told.containers {
            let known = said.entry(container).or_default();
            *known = [told.size_type.as_deref().or(known[0]), told.seal.as_deref().or(known[1])];
        }
    }
    let reading = |(container, words): (&str, [Option<&str>; 2])| {
        let [size_type, seal_number] = words.map(|word| word.map(str::to_owned));
        Fact::terminal_status(container, TerminalStatus { size_type, seal_number, ..TerminalStatus::default() })
    };
    said.into_iter().map(reading).collect()
}

type Written = (Fact, Option<DateTime<Utc>>);

fn facts(told: Told) -> Vec<Written> {
    let Some(event) = told.event else { return Vec::new() };
    let fact = |container: Option<&str>| Fact {
        codes: told.codes.clone(),
        ..Fact::new(container, Statement::Event(event.clone()))
    };
    match &told.containers[..] {
        [] => vec![(fact(None), told.written)],
        named => named.iter().map(|number| (fact(Some(number)), told.written)).collect(),
    }
}

fn newest(facts: Vec<Written>) -> Vec<Fact> {
    let mut groups: HashMap<(String, Certainty, Option<Mode>), Vec<usize>> = HashMap::new();
    for (at, (fact, written)) in facts.iter().enumerate() {
        if let (Statement::Event(event), Some(_)) = (&fact.statement, written)
            && event.certainty != Certainty::Actual
            && let Some(key) = fact.key()
        {
            groups.entry((key, event.certainty, event.motion.mode.clone())).or_default().push(at);
        }
    }
    let replaced: HashSet<usize> =
        groups.into_values().filter(|group| group.len() > 1).flat_map(|group| replaced(&facts, group)).collect();
    facts.into_iter().enumerate().filter(|(at, _)| !replaced.contains(at)).map(|(_, (fact, _))| fact).collect()
}

fn replaced(facts: &[Written], mut group: Vec<usize>) -> Vec<usize> {
    let written = |at: &usize| facts.get(*at).and_then(|(_, written)| *written);
    let time = |at: &usize| match facts.get(*at).map(|(fact, _)| &fact.statement) {
        Some(Statement::Event(event)) => event.at.as_ref().and_then(|at| at.utc()),
        _ => None,
    };
    group.sort_by_key(|at| std::cmp::Reverse(written(at)));
    let (mut kept, mut gone): (BTreeSet<DateTime<Utc>>, Vec<usize>) = Default::default();
    for batch in group.chunk_by(|a, b| written(a) == written(b)) {
        let is_gone = |at: &&usize| {
            let near =
                |time: DateTime<Utc>| Some(time.checked_sub_signed(ONE_CALL)?..=time.checked_add_signed(ONE_CALL)?);
            time(at).and_then(near).is_some_and(|near| kept.range(near).next().is_some())
        };
        let (replaced, stay): (Vec<&usize>, Vec<&usize>) = batch.iter().partition(is_gone);
        gone.extend(replaced);
        kept.extend(stay.into_iter().filter_map(time));
    }
    gone
}

/// Withdrawn events; one with the key of a valid event is corrected by that instead.
fn withdrawn(gone: Vec<Told>, holding: &[Fact]) -> Vec<Fact> {
    if gone.is_empty() {
        return Vec::new();
    }
    let mut known: HashSet<String> = holding.iter().filter_map(Fact::key).collect();
    let taken_back = |(fact, _): Written| {
        let key = fact.key().filter(|key| known.insert(key.clone()))?;
        Some(Fact::new(fact.container.as_deref(), Statement::Withdrawn(key)))
    };
    gone.into_iter().flat_map(facts).filter_map(taken_back).collect()
}
