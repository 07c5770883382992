//! Compares the events of an answer: keeps the last version of each event and the newest estimates, applies retractions, and
//! collects the size type and seal of each container.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::event_facts::EventReport;
use crate::decoders::message::{Form, Message};
use crate::decoders::{UnreadPart, UnreadParts};
use crate::error::Quoted;
use crate::numbers::NumberKind;
use crate::resources::DataSource;
use crate::tracking::{Certainty, Event, Fact, Mode, Statement, TerminalStatus};

/// Estimates for one place within this time belong to the same port call.
pub(in crate::decoders) const ONE_CALL: TimeDelta = TimeDelta::days(30);

/// Returns the message, and the events that cannot be read.
pub(super) fn build_message(reports: Vec<EventReport>) -> (Message, UnreadParts) {
    let mut message = Message::of(reports.first().map_or(Form::Dcsa2, |report| report.form));
    message.sender = reports.iter().find_map(|report| report.sender.clone());
    let reports = last_versions(reports);
    for (kind, number) in numbers(&reports) {
        message.add_number(kind, number);
    }
    let gone: HashSet<String> = reports.iter().filter_map(|report| report.retracts.clone()).collect();
    let ids: HashSet<&str> = reports.iter().filter_map(|report| report.id.as_deref()).collect();
    message.retracted = gone.iter().filter(|id| !ids.contains(id.as_str())).cloned().collect();
    message.retracted.sort_unstable();
    let is_valid =
        |report: &EventReport| !report.is_retracted && report.id.as_ref().is_none_or(|id| !gone.contains(id));
    let mut unread = unread(&reports, &gone);
    let (valid, retracted): (Vec<EventReport>, Vec<EventReport>) = reports.into_iter().partition(is_valid);
    message.cancelled = cancelled_bookings(&valid);
    let container_statuses = container_statuses(&valid);
    let replacements = if gone.is_empty() { HashSet::new() } else { replacements(&valid) };
    message.facts = newest(valid.into_iter().flat_map(facts).collect());
    message.facts.extend(container_statuses);
    let withdrawals = withdrawals(retracted, &message.facts, &replacements, &mut unread);
    message.facts.extend(withdrawals);
    let by_id = |id: &String| Fact::withdrawn_by_id(DataSource::ShippingLine.into(), id);
    message.facts.extend(message.retracted.iter().map(by_id));
    (message, unread)
}

/// The events that cannot be read, for each of their containers. Events that `gone` names are retracted.
fn unread(reports: &[EventReport], gone: &HashSet<String>) -> UnreadParts {
    let mut unread = UnreadParts::default();
    let is_gone = |report: &EventReport| report.id.as_ref().is_some_and(|id| gone.contains(id));
    for report in reports.iter().filter(|report| !is_gone(report)) {
        let Some((reason, text)) = &report.unread else { continue };
        let containers: Vec<Option<&str>> = match &report.containers[..] {
            [] => vec![None],
            named => named.iter().map(|number| Some(number.as_str())).collect(),
        };
        let why = format!("a part of the answer cannot be read: {reason}: {}", Quoted(text));
        let part = UnreadPart { reason, why: &why, text };
        containers.into_iter().for_each(|number| unread.add(number, &DataSource::ShippingLine.into(), part));
    }
    unread
}

fn last_versions(reports: Vec<EventReport>) -> Vec<EventReport> {
    let mut last: HashMap<Version<'_>, usize> = HashMap::new();
    for (at, report) in reports.iter().enumerate() {
        let Some(version) = version(report) else { continue };
        let latest = last.entry(version).or_insert(at);
        if reports.get(*latest).is_some_and(|latest| latest.written <= report.written) {
            *latest = at;
        }
    }
    let is_last =
        |(at, report): (usize, &EventReport)| version(report).is_none_or(|version| last.get(&version) == Some(&at));
    let is_last: Vec<bool> = reports.iter().enumerate().map(is_last).collect();
    reports.into_iter().zip(is_last).filter_map(|(report, is_last)| is_last.then_some(report)).collect()
}

/// Id, containers, movement and place.
type Version<'t> = (&'t str, &'t [String], &'t str, Option<&'t str>);

/// The identity of an event across its versions. The id alone is not enough: some carriers derive it from the time.
fn version(report: &EventReport) -> Option<Version<'_>> {
    let event = report.event.as_ref()?;
    let movement = event.motion.movement.as_str();
    Some((report.id.as_deref()?, &report.containers, movement, event.place.locode.as_deref()))
}

fn numbers(reports: &[EventReport]) -> Vec<(NumberKind, &str)> {
    let mut seen = HashSet::new();
    reports
        .iter()
        .flat_map(|report| {
            let containers = report.containers.iter().map(|number| (NumberKind::Container, number.as_str()));
            containers.chain(report.documents.iter().map(|(kind, number)| (*kind, number.as_str())))
        })
        .filter(|named| seen.insert(*named))
        .collect()
}

fn cancelled_bookings(reports: &[EventReport]) -> Vec<String> {
    let cancels = |report: &EventReport| {
        let happened = report.event.as_ref().filter(|event| event.certainty == Certainty::Actual);
        happened?.motion.movement.cancels_booking()
    };
    let mut last: BTreeMap<&str, bool> = BTreeMap::new();
    for report in by_time(reports, |report| cancels(report).is_some()) {
        let bookings = report.documents.iter().filter(|(kind, _)| *kind == NumberKind::BookingNumber);
        last.extend(bookings.map(|(_, booking)| (booking.as_str(), cancels(report) == Some(true))));
    }
    last.into_iter().filter(|(_, is_cancelled)| *is_cancelled).map(|(booking, _)| booking.to_owned()).collect()
}

/// The reports for which `is_wanted` is true, sorted by time. Events without a time come first.
fn by_time(reports: &[EventReport], is_wanted: impl Fn(&EventReport) -> bool) -> Vec<&EventReport> {
    let mut wanted: Vec<&EventReport> = reports.iter().filter(|report| is_wanted(report)).collect();
    wanted.sort_by_cached_key(|report| report.event.as_ref().and_then(|event| event.at.as_ref()?.utc()));
    wanted
}

/// The last stated size type and seal of each container.
fn container_statuses(reports: &[EventReport]) -> Vec<Fact> {
    let mut last: BTreeMap<&str, [Option<&str>; 2]> = BTreeMap::new();
    for report in by_time(reports, |report| report.size_type.is_some() || report.seal.is_some()) {
        for container in &report.containers {
            let latest = last.entry(container).or_default();
            *latest = [report.size_type.as_deref().or(latest[0]), report.seal.as_deref().or(latest[1])];
        }
    }
    let status = |(container, texts): (&str, [Option<&str>; 2])| {
        let [size_type, seal_number] = texts.map(|text| text.map(str::to_owned));
        Fact::terminal_status(container, TerminalStatus { size_type, seal_number, ..TerminalStatus::default() })
    };
    last.into_iter().map(status).collect()
}

/// A fact, and when its source wrote it.
type DatedFact = (Fact, Option<DateTime<Utc>>);

fn facts(report: EventReport) -> Vec<DatedFact> {
    let Some(event) = report.event else { return Vec::new() };
    let fact = |container: Option<&str>| Fact {
        codes: report.codes.clone(),
        ..Fact::new(container, Statement::Event(event.clone()))
    };
    match &report.containers[..] {
        [] => vec![(fact(None), report.written)],
        named => named.iter().map(|number| (fact(Some(number)), report.written)).collect(),
    }
}

/// Drops estimates that a newer estimate of the same port call replaces: one that was written later or, if both were written at one time or it is
/// unknown when, that is later in the message.
fn newest(facts: Vec<DatedFact>) -> Vec<Fact> {
    let mut groups: HashMap<(String, Certainty, Option<Mode>), Vec<usize>> = HashMap::new();
    for (index, (fact, _)) in facts.iter().enumerate() {
        if let Statement::Event(event) = &fact.statement
            && event.certainty != Certainty::Actual
            && let Some(key) = fact.key()
        {
            groups.entry((key, event.certainty, event.motion.mode.clone())).or_default().push(index);
        }
    }
    let replaced: HashSet<usize> =
        groups.into_values().filter(|group| group.len() > 1).flat_map(|group| replaced(&facts, group)).collect();
    facts.into_iter().enumerate().filter(|(index, _)| !replaced.contains(index)).map(|(_, (fact, _))| fact).collect()
}

fn replaced(facts: &[DatedFact], mut group: Vec<usize>) -> Vec<usize> {
    let written = |index: &usize| facts.get(*index).and_then(|(_, written)| *written);
    let time = |index: &usize| match facts.get(*index).map(|(fact, _)| &fact.statement) {
        Some(Statement::Event(event)) => event.at.as_ref().and_then(|at| at.utc()),
        _ => None,
    };
    group.sort_by_key(|index| std::cmp::Reverse(written(index)));
    let (mut kept, mut gone): (BTreeSet<DateTime<Utc>>, Vec<usize>) = Default::default();
    for batch in group.chunk_by(|a, b| written(a) == written(b)) {
        let is_gone = |index: &&usize| {
            let near =
                |time: DateTime<Utc>| Some(time.checked_sub_signed(ONE_CALL)?..=time.checked_add_signed(ONE_CALL)?);
            let replaces = |later: &usize| later > *index && are_of_one_call(&facts[**index].0, &facts[*later].0);
            time(index).and_then(near).is_some_and(|near| kept.range(near).next().is_some())
                || batch.iter().any(replaces)
        };
        let (replaced, stay): (Vec<&usize>, Vec<&usize>) = batch.iter().partition(is_gone);
        gone.extend(replaced);
        kept.extend(stay.into_iter().filter_map(time));
    }
    gone
}

/// Whether two estimates with the same key are of one call of one vessel. The later one in a message is the newer one.
fn are_of_one_call(one: &Fact, other: &Fact) -> bool {
    let (Statement::Event(one), Statement::Event(other)) = (&one.statement, &other.statement) else { return false };
    let is_same_vessel = match (&one.vessel, &other.vessel) {
        (Some(one), Some(other)) => one.may_be(other),
        _ => true,
    };
    let time = |event: &Event| event.at.as_ref().and_then(|at| at.utc());
    matches!((time(one), time(other)), (Some(one), Some(other)) if (one - other).abs() <= ONE_CALL) && is_same_vessel
}

/// The ids of retracted events, with the keys of the events that replace them.
fn replacements(valid: &[EventReport]) -> HashSet<(String, String)> {
    let of_report = |report: &EventReport| {
        let (id, event) = (report.retracts.clone()?, report.event.clone()?);
        let container = report.containers.first().map(String::as_str);
        Some((id, Fact::new(container, Statement::Event(event)).key()?))
    };
    valid.iter().filter_map(of_report).collect()
}

/// Returns the withdrawals of retracted events. An event is not withdrawn if the event that retracts it has the same key, because that event
/// corrects it. If another valid event has this key, the event is withdrawn by its id, because the key does not identify it. Without an id, the
/// retraction cannot be used.
fn withdrawals(
    retracted: Vec<EventReport>,
    valid: &[Fact],
    replacements: &HashSet<(String, String)>,
    unread: &mut UnreadParts,
) -> Vec<Fact> {
    if retracted.is_empty() {
        return Vec::new();
    }
    let mut known: HashSet<String> = valid.iter().filter_map(Fact::key).collect();
    let mut withdrawals = Vec::new();
    for report in retracted {
        let id = report.id.clone();
        for (fact, _) in facts(report) {
            let Some(key) = fact.key() else { continue };
            if known.insert(key.clone()) {
                let withdrawal = Fact::new(fact.container.as_deref(), Statement::Withdrawn(key));
                withdrawals.push(match &id {
                    Some(id) => withdrawal.retracting(id),
                    None => withdrawal,
                });
            } else if let Some(id) = &id {
                if !replacements.contains(&(id.clone(), key)) {
                    withdrawals.push(Fact::withdrawn_by_id(DataSource::ShippingLine.into(), id));
                }
            } else {
                let why =
                    format!("the retraction of {key} is not used: it has no id, and the answer reports such an event");
                unread.add(fact.container.as_deref(), &fact.source, UnreadPart { reason: &why, why: &why, text: "" });
            }
        }
    }
    withdrawals
}
