//! Which facts of an answer are new.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::Discriminant;

use chrono::{DateTime, TimeDelta, Utc};

use super::moment::{moment, resolve, same};
use super::order::in_order;
use super::tidy::{as_written, tidy};
use super::zone::Zone;
use super::{Certainty, Event, Fact, Particulars, Statement, TerminalStatus};
use crate::resources::{DataSource, Timestamp};
use crate::time::later;

/// The facts to append when `answer` arrives after `known`, in order.
///
/// * What its source said before, and has not changed since, adds nothing.
/// * An event with another time, vessel or voyage than before is appended: of one event, the newest words count.
/// * An event that happened stays, whether the answer names it or not.
/// * What was expected and is missing from a `complete` answer of the same source is withdrawn, by a fact of its own.
///   An answer that is not complete withdraws nothing.
///
/// The returned facts were received `now`; after a clock that ran ahead was set back, just behind the last ones known, for
/// the newest words are those received last. Container numbers and place codes in them have capitals and nothing around,
/// repeats of one event are counted, and several readings of one source are one.
pub fn absorb(known: &[Fact], answer: Vec<Fact>, complete: bool, now: DateTime<Utc>) -> Vec<Fact> {
    let now = behind(known, now);
    let mut statements = KnownStatements::of(&as_written(known));
    let answer = merge_readings(in_order(answer.into_iter().map(tidy)));
    let mut answer = count_repeats(&statements, answer.into_iter().map(|fact| fact.received(now)).collect());
    drop_what_is_taken_back(&mut answer);
    let told: HashSet<String> = answer.iter().filter_map(Fact::key).collect();
    let sources: HashSet<DataSource> = answer.iter().map(|fact| fact.source.clone()).collect();
    let mut new: Vec<Fact> = answer.into_iter().filter(|fact| statements.take_in(fact)).collect();
    if complete {
        new.extend(statements.expected_beside(&told, &sources).into_iter().map(|fact| fact.received(now)));
    }
    new
}

/// A moment at which nothing that is known was received later.
fn behind(known: &[Fact], now: DateTime<Utc>) -> DateTime<Utc> {
    match known.iter().map(|fact| fact.received_at).max() {
        Some(last) if last > now => later(last, TimeDelta::milliseconds(1)),
        _ => now,
    }
}

/// What each source maintains.
#[derive(Default)]
struct KnownStatements {
    events: HashMap<String, Stated>,
    /// The events by what they are, repeats aside.
    repeats: HashMap<String, BTreeSet<u32>>,
    readings: HashMap<Speaker, TerminalStatus>,
    particulars: HashMap<Speaker, Particulars>,
}

type Speaker = (Option<String>, DataSource);

struct Stated {
    container: Option<String>,
    source: DataSource,
    event: Event,
}

impl KnownStatements {
    fn of(known: &[Fact]) -> Self {
        let mut statements = KnownStatements::default();
        for fact in in_order(known) {
            statements.take_in(fact);
        }
        statements
    }

    /// Notes the fact; false when it adds nothing.
    fn take_in(&mut self, fact: &Fact) -> bool {
        let speaker = || (fact.container.clone(), fact.source.clone());
        match &fact.statement {
            Statement::Event(event) => self.state(fact, event),
            Statement::Withdrawn(key) => self.withdraw(key, &fact.source),
            Statement::TerminalStatus(reading) => {
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
    fn known_times(&self, identity: &str) -> Vec<(u32, Option<Timestamp>)> {
        let repeats = self.repeats.get(identity).into_iter().flatten();
        let known = |repeat: &u32| Some((*repeat, time(&self.events.get(&format!("{identity}|{repeat}"))?.event)));
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
            Statement::TerminalStatus(_) | Statement::Particulars(_) => {
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
        (Statement::TerminalStatus(said), Statement::TerminalStatus(newer)) => said.update(newer),
        (Statement::Particulars(said), Statement::Particulars(newer)) => said.update(newer),
        _ => {}
    }
    said.codes.extend(newer.codes);
}

/// Numbers events that one answer states several times, and drops those it states twice in the same words.
///
/// An event with a time that is known keeps its number; the others take the free numbers in the order of their times. So
/// a time that was corrected stays the same event, and a second one found later, even an earlier one, is a new event.
fn count_repeats(statements: &KnownStatements, answer: Vec<Fact>) -> Vec<Fact> {
    let mut same: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, fact) in answer.iter().enumerate() {
        if let Statement::Event(event) = &fact.statement {
            same.entry(fact.identity(event)).or_default().push(at);
        }
    }
    let mut facts: Vec<Option<Fact>> = answer.into_iter().map(Some).collect();
    for (identity, places) in same {
        number_group(&mut facts, &places, &statements.known_times(&identity));
    }
    facts.into_iter().flatten().collect()
}

fn number_group(facts: &mut [Option<Fact>], places: &[usize], known: &[(u32, Option<Timestamp>)]) {
    let mut group: Vec<(usize, Option<Timestamp>)> =
        places.iter().filter_map(|at| Some((*at, time(event_of(facts, *at)?)))).collect();
    group.sort_by_cached_key(|(at, time)| (time.as_ref().and_then(moment), *at));
    let mut taken = HashSet::new();
    let mut unknown = Vec::new();
    let mut seen: Option<Option<Timestamp>> = None;
    for (at, time) in group {
        if seen.as_ref().is_some_and(|last| same(last, &time)) {
            // The same time once more, in the same words or with a detail less: one event.
            facts[at] = None;
            continue;
        }
        match known.iter().find(|(repeat, known)| same(known, &time) && !taken.contains(repeat)) {
            Some((repeat, _)) => {
                taken.insert(*repeat);
                set_repeat(&mut facts[at], *repeat);
            }
            None => unknown.push(at),
        }
        seen = Some(time);
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

fn event_of(facts: &[Option<Fact>], at: usize) -> Option<&Event> {
    match &facts.get(at)?.as_ref()?.statement {
        Statement::Event(event) => Some(event),
        _ => None,
    }
}

/// When, by the zone the event itself names: what others say of the place is not known here.
fn time(event: &Event) -> Option<Timestamp> {
    let at = event.at.as_ref()?;
    let named = || Zone::named(event.place.timezone.as_deref()?);
    Some(if at.utc().is_some() { at.clone() } else { resolve(at, named().as_ref()) })
}

fn set_repeat(fact: &mut Option<Fact>, repeat: u32) {
    if let Some(Fact { statement: Statement::Event(event), .. }) = fact {
        event.repeat = repeat;
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;
    use serde_json::json;

    use super::*;
    use crate::tracking::{Milestone, Place, Vessel};

    const BOX: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn did(milestone: Milestone, on: u32) -> Fact {
        Fact::event(BOX, Event::actual(milestone, day(on)).at_place("USLAX"))
    }

    fn eta(on: u32) -> Fact {
        Fact::shipment_event(Event::estimated(Milestone::VesselArrived, day(on)).at_place("USLAX"))
    }

    /// Takes in the answers one after the other, the first on day 1.
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
            Statement::Event(event) => Some((event.repeat, event.at.clone())),
            _ => None,
        };
        log.iter().filter_map(event).collect()
    }

    fn at(on: u32) -> Option<Timestamp> {
        Some(day(on).into())
    }

    #[test]
    fn what_was_said_before_adds_nothing_whatever_the_codes_beside_it() {
        let mut again = did(Milestone::FullIn, 2);
        again.codes.insert("eventCreatedDateTime".into(), json!("2026-05-09"));
        let log = log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![again], true)]);
        assert_eq!(log, [did(Milestone::FullIn, 2).received(day(1))]);
    }

    #[test]
    fn another_source_saying_the_same_is_heard() {
        let by_terminal = did(Milestone::FullIn, 2).said_by(DataSource::Terminal);
        assert_eq!(log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![by_terminal], true)]).len(), 2);
    }

    #[test]
    fn an_event_that_happened_stays_when_a_later_answer_leaves_it_out() {
        let log = log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![did(Milestone::FullOut, 3)], true)]);
        assert!(!log.iter().any(|fact| fact.statement.is_withdrawal()));
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
        assert_eq!(absorb(&known, vec![eta(20)], true, day(6)), [eta(20).received(day(6))], "and may come back");
    }

    #[test]
    fn what_is_received_after_the_clock_went_back_is_newer_all_the_same() {
        let known = absorb(&[], vec![eta(20)], true, day(28));
        let moved = absorb(&known, vec![eta(21)], true, day(2));
        assert!(moved[0].received_at > known[0].received_at, "the newest words are those received last");
        let again = absorb(&[known, moved.clone()].concat(), vec![eta(22)], true, day(2));
        assert!(again[0].received_at > moved[0].received_at);
    }

    #[test]
    fn neither_an_incomplete_answer_nor_another_source_withdraws_an_estimate() {
        let known = log(vec![(vec![eta(20)], true)]);
        assert_eq!(absorb(&known, vec![], true, day(5)), [], "an empty answer names no source");
        let by_line = did(Milestone::FullIn, 2);
        assert_eq!(absorb(&known, vec![by_line.clone()], false, day(5)).len(), 1);
        assert_eq!(absorb(&known, vec![by_line.said_by(DataSource::Terminal)], true, day(5)).len(), 1);
    }

    #[test]
    fn a_changed_estimate_is_appended_also_when_it_changes_back() {
        let log = log(vec![(vec![eta(20)], true), (vec![eta(21)], true), (vec![eta(20)], true)]);
        assert_eq!(times(&log), [(0, at(20)), (0, at(21)), (0, at(20))]);
        assert_eq!(log.len(), 3, "none is withdrawn: {log:?}");
    }

    #[test]
    fn a_corrected_time_is_the_same_event_and_a_second_one_is_another() {
        let corrected = log(vec![(vec![did(Milestone::FullIn, 2)], true), (vec![did(Milestone::FullIn, 3)], true)]);
        assert_eq!(times(&corrected), [(0, at(2)), (0, at(3))]);
        let both = || vec![did(Milestone::FullIn, 6), did(Milestone::FullIn, 2)];
        assert_eq!(
            times(&log(vec![(vec![did(Milestone::FullIn, 6)], true), (both(), true)])),
            [(0, at(6)), (1, at(2))]
        );
        assert_eq!(times(&log(vec![(both(), true)])), [(0, at(2)), (1, at(6))]);
    }

    #[test]
    fn what_an_answer_says_twice_is_said_once() {
        let twice = log(vec![(vec![did(Milestone::VgmReceived, 2), did(Milestone::VgmReceived, 2)], true)]);
        assert_eq!(times(&twice), [(0, at(2))]);
    }

    #[test]
    fn another_place_or_vessel_is_another_event() {
        let on = |imo| Event::actual(Milestone::VesselLoaded, day(2)).at_place("USLAX").on_vessel(Vessel::new("", imo));
        let elsewhere = Event::actual(Milestone::VesselLoaded, day(2)).at_place("USOAK");
        let facts = [on("9321483"), on("9352004"), elsewhere].map(|event| Fact::event(BOX, event));
        let log = log(vec![(facts.to_vec(), true)]);
        assert_eq!(times(&log), [(0, at(2)), (0, at(2)), (0, at(2))]);
        assert_eq!(log.iter().filter_map(Fact::key).collect::<HashSet<_>>().len(), 3);
    }

    #[test]
    fn an_answer_may_take_an_event_back_and_keep_naming_both() {
        let event = did(Milestone::FullIn, 2);
        let back = Fact::new(Some(BOX), Statement::Withdrawn(event.key().unwrap()));
        let both = || vec![back.clone(), event.clone()];
        assert_eq!(absorb(&[], both(), true, day(1)), []);
        let known = log(vec![(vec![event.clone()], true), (both(), true)]);
        assert_eq!(known.iter().map(|fact| fact.statement.is_withdrawal()).collect::<Vec<_>>(), [false, true]);
        assert_eq!(absorb(&known, both(), true, day(3)), []);
    }

    #[test]
    fn a_reading_that_changes_nothing_adds_nothing() {
        let reading = |available, terminal: Option<&str>| {
            let terminal = terminal.map(str::to_owned);
            Fact::terminal_status(
                BOX,
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
    fn spellings_are_made_one_and_what_is_no_time_is_put_aside() {
        let event = Event::actual(Milestone::FullIn, Timestamp::new("soon"))
            .at_place(Place { locode: Some(" uslax ".into()), name: Some(" ".into()), ..Place::default() })
            .on_vessel(Vessel::new("", ""));
        let local = Event::actual(Milestone::FullOut, Timestamp::new("2026-05-02T10:00:00"));
        let answer = vec![Fact::event("msku 030896-1", event), Fact::event("-", local)];
        let new = absorb(&[], answer, false, day(1));
        let codes = [("/event/at".to_owned(), json!("soon"))].into_iter().collect();
        let full_in = Event { milestone: Milestone::FullIn, place: "USLAX".into(), ..Event::default() };
        let full_out = Event::actual(Milestone::FullOut, Timestamp::new("2026-05-02T10:00:00"));
        let expected = [
            Fact::shipment_event(full_out).received(day(1)),
            Fact { codes, ..Fact::event(BOX, full_in).received(day(1)) },
        ];
        assert_eq!(new, expected);
    }

    /// A time without an offset as it was stored once: labelled UTC, its text among the codes.
    fn labelled(at: &str) -> Fact {
        let mut fact = Fact::event(BOX, Event::actual(Milestone::FullIn, format!("{at}Z")).at_place("USLAX"));
        fact.codes.insert("/event/at".into(), json!(at));
        fact.received(day(1))
    }

    fn clock(at: &str) -> Fact {
        Fact::event(BOX, Event::actual(Milestone::FullIn, at.to_owned()).at_place("USLAX"))
    }

    #[test]
    fn what_a_clock_showed_and_was_once_labelled_utc_is_not_heard_again() {
        let known = [labelled("2026-05-06T10:00:00"), labelled("2026-05-02T10:00:00")];
        let known: Vec<Fact> = known
            .into_iter()
            .zip(0..)
            .map(|(mut fact, repeat)| {
                let Statement::Event(event) = &mut fact.statement else { panic!() };
                event.repeat = repeat;
                fact
            })
            .collect();
        let answer = vec![clock("2026-05-02T10:00:00"), clock("2026-05-06T10:00:00")];
        assert_eq!(absorb(&known, answer, true, day(2)), []);
    }

    #[test]
    fn a_time_is_the_same_by_its_zone_and_by_its_offset() {
        let there = |at: &str| {
            let place = Place::from("USLAX").in_zone("America/Los_Angeles");
            Fact::event(BOX, Event::actual(Milestone::FullIn, at.to_owned()).at_place(place))
        };
        let both = vec![there("2026-05-02T10:00:00"), there("2026-05-02T10:00:00-07:00")];
        assert_eq!(log(vec![(both, true)]).len(), 1, "one event said twice");
        let known = log(vec![(vec![there("2026-05-02T10:00:00"), there("2026-05-01T10:00:00")], true)]);
        let new = absorb(&known, vec![there("2026-05-02T10:00:00-07:00")], true, day(2));
        assert_eq!(times(&new), [(1, Some(Timestamp::new("2026-05-02T10:00:00-07:00")))], "the later of the two");
    }
}
