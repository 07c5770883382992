//! History independence: the answers of a source one after the other give the same state as its last answer alone.
//!
//! A random voyage is reported in daily answers. The source changes its mind in every way that carriers do: it moves times, takes back events
//! that happened, changes places, vessels and empty flags and changes them back, mixes the codes of a port area, and omits, repeats and
//! reorders rows.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use shiptrack::tracking::{
    Confirmations, Event, Fact, FoldPolicy, Mode, Motion, Movement, Particulars, Picture, Vessel, absorb,
    absorb_answer, fold,
};
use shiptrack_tests::depth::depth;
use shiptrack_tests::seeded::SeededRandom;

const CONTAINERS: [&str; 2] = ["MSKU0308961", "TGHU1643396"];

/// The codes of the port areas of the voyage; the first one is booked.
const CODES: [&[&str]; 3] = [&["CNSHA", "CNSGH", "CNSHG"], &["KRPUS"], &["USNYC", "USEWR"]];

/// An event of the voyage, as the source reports it at present.
#[derive(Clone)]
struct Row {
    container: Option<usize>,
    movement: Movement,
    mode: Mode,
    is_empty: bool,
    /// Index of the port area.
    port: usize,
    /// Another place that the source names for the time being.
    other_place: Option<&'static str>,
    vessel: Option<&'static str>,
    /// Hours since the voyage began.
    hour: i64,
}

impl Row {
    fn is_call(&self) -> bool {
        self.mode == Mode::Vessel
    }

    fn fact(&self, is_actual: bool, dice: &SeededRandom) -> Fact {
        let motion = Motion::from(self.movement.clone()).with_mode(self.mode.clone()).with_empty(self.is_empty);
        let at = begin() + TimeDelta::hours(self.hour);
        let codes = CODES[self.port];
        let code = if self.is_call() { codes[dice.below(codes.len())] } else { codes[0] };
        let mut event = if is_actual { Event::actual(motion, at) } else { Event::estimated(motion, at) };
        event = event.at_place(self.other_place.unwrap_or(code));
        if let Some(name) = self.vessel {
            let mut vessel = Vessel::default();
            vessel.name = Some(name.to_owned());
            event = event.on_vessel(vessel);
        }
        match self.container {
            Some(number) => Fact::event(CONTAINERS[number], event),
            None => Fact::shipment_event(event),
        }
    }
}

fn begin() -> DateTime<Utc> {
    "2026-03-01T00:00:00Z".parse().unwrap()
}

/// The rows of a voyage with one or two containers, with or without a transshipment, in order of time. Between two vessels, the containers
/// may leave the port by truck for some days.
fn voyage(dice: &SeededRandom) -> Vec<Row> {
    use Movement::{Arrived, Departed, Discharged, GateIn, GateOut, Loaded};
    let row = |movement, port, vessel: Option<&'static str>, hour| {
        let mode = if vessel.is_some() { Mode::Vessel } else { Mode::Truck };
        Row { container: None, movement, mode, is_empty: false, port, other_place: None, vessel, hour }
    };
    let (first, changes_vessel) = (Some("ALPHA"), dice.below(2) == 0);
    let last = if changes_vessel { Some("BETA") } else { first };
    let mut own = vec![
        Row { is_empty: true, ..row(GateOut, 0, None, 0) },
        row(GateIn, 0, None, 48),
        row(Loaded, 0, first, 72),
        row(Discharged, 2, last, 490),
        row(GateOut, 2, None, 540),
        Row { is_empty: true, ..row(GateIn, 2, None, 640) },
    ];
    let mut of_vessels = vec![row(Departed, 0, first, 80), row(Arrived, 2, last, 480)];
    if changes_vessel {
        own.extend([row(Discharged, 1, first, 134), row(Loaded, 1, last, 240)]);
        of_vessels.extend([row(Arrived, 1, first, 130), row(Departed, 1, last, 248)]);
        if dice.below(2) == 0 {
            own.extend([row(GateOut, 1, None, 140), row(GateIn, 1, None, 230)]);
        }
    }
    let of_containers = (0..=dice.below(2))
        .flat_map(|number| own.clone().into_iter().map(move |row| Row { container: Some(number), ..row }));
    let mut rows: Vec<Row> = of_containers.collect();
    rows.extend(of_vessels);
    rows.sort_by_key(|row| row.hour);
    rows
}

/// What the source changes between two answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    TimeMoved,
    TakenBack,
    PlaceChanged,
    EmptyFlagChanged,
    VesselRenamed,
    CodesMixed,
    RowsOmitted,
    /// The containers leave the port of transshipment by truck in between.
    StoredOnLand,
    /// The source does not report what was booked.
    NotBooked,
}

struct Story<'d> {
    rows: Vec<Row>,
    dice: &'d SeededRandom,
    /// Changes that the source takes back in the next answer: the index of the row and its earlier form.
    to_restore: Vec<(usize, Row)>,
    labels: BTreeSet<Label>,
    /// How many more transport events there may be than valid ones at the end.
    extra_events: usize,
}

impl Story<'_> {
    /// Changes the mind of the source, before the answer at `now` (hours), which omits actual rows before `omits_until`. `before` is the time of
    /// the previous answer.
    fn change(&mut self, before: i64, now: i64, omits_until: Option<i64>) {
        let restored = std::mem::take(&mut self.to_restore);
        for (at, row) in &restored {
            self.rows[*at] = Row { hour: self.rows[*at].hour, ..row.clone() };
        }
        // A statement that changes in two ways at once may be another event.
        let is_restored = |at: usize| restored.iter().any(|(restored, _)| *restored == at);
        let mut happened: Vec<usize> = (0..self.rows.len()).filter(|at| self.rows[*at].hour <= before).collect();
        happened.retain(|at| !is_restored(*at));
        if happened.is_empty() {
            return;
        }
        let at = happened[self.dice.below(happened.len())];
        let row = self.rows[at].clone();
        let is_gate = !row.is_call();
        let label = match self.dice.below(6) {
            0 => {
                // It stays between its neighbors, so the container is nowhere else in between.
                let hours = [-1, 1, 2][self.dice.below(3)];
                let hour = row.hour + hours;
                // The source reports the new time before it changes the row in another way.
                let is_reported = omits_until.is_none_or(|until| row.hour.min(hour) >= until);
                if is_reported && self.is_free(at, hour) {
                    self.rows[at].hour = hour;
                }
                Label::TimeMoved
            }
            1 if restored.is_empty() => match self.take_back(before, now) {
                true => Label::TakenBack,
                false => return,
            },
            2 if is_gate && row.port == 0 => {
                self.rows[at].other_place = Some("CNNGB");
                self.to_restore.push((at, row));
                self.extra_events += 1;
                Label::PlaceChanged
            }
            3 if is_gate && row.port != 1 => {
                self.rows[at].is_empty = !row.is_empty;
                self.to_restore.push((at, row));
                self.extra_events += 2;
                Label::EmptyFlagChanged
            }
            // Omitted rows would keep the earlier name.
            4 if row.is_call() && omits_until.is_none() => {
                let vessel = row.vessel;
                for at in (0..self.rows.len()).filter(|at| self.rows[*at].vessel == vessel).collect::<Vec<_>>() {
                    self.to_restore.push((at, self.rows[at].clone()));
                    self.rows[at].vessel = Some("GAMMA");
                }
                Label::VesselRenamed
            }
            _ => Label::CodesMixed,
        };
        self.labels.insert(label);
    }

    fn is_free(&self, at: usize, hour: i64) -> bool {
        let is_between = |row: &Row| (row.hour.min(hour)..=row.hour.max(hour)).contains(&row.hour);
        let range = self.rows[at].hour.min(hour)..=self.rows[at].hour.max(hour);
        let others = self.rows.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, row)| row);
        hour >= 0 && others.filter(|row| is_between(row)).all(|row| !range.contains(&row.hour))
    }

    /// Takes back the last event that happened: it is expected later, and so are all events after it.
    fn take_back(&mut self, before: i64, now: i64) -> bool {
        let Some(last) = self.rows.iter().filter(|row| row.hour <= before).map(|row| row.hour).max() else {
            return false;
        };
        let later = now - last + [5, 30, 100][self.dice.below(3)];
        let moved: Vec<usize> = (0..self.rows.len()).filter(|at| self.rows[*at].hour >= last).collect();
        // An event of a vessel is an event of each container.
        let events = |row: &Row| if row.container.is_some() { 1 } else { CONTAINERS.len() };
        let taken_back = moved.iter().map(|at| &self.rows[*at]).filter(|row| row.hour <= before);
        self.extra_events += taken_back.map(events).sum::<usize>();
        for at in moved {
            self.rows[at].hour += later;
        }
        true
    }
}

/// The facts of a source, and when it repeated them.
#[derive(Default)]
struct Log {
    facts: Vec<Fact>,
    confirmations: Confirmations,
}

impl Log {
    /// Adds a complete answer. Returns the facts that are new.
    fn add(&mut self, answer: &[Fact], at: DateTime<Utc>) -> Vec<Fact> {
        let known: Vec<&Fact> = self.facts.iter().collect();
        let found = absorb_answer(&known, Some(&self.confirmations), answer.to_vec(), true, at);
        found.expected.iter().for_each(|fact| self.confirmations.add(*fact, at));
        self.facts.extend(found.new.clone());
        found.new
    }
}

/// One sequence of answers, with what must come out.
struct Sequence {
    answers: Vec<(DateTime<Utc>, Vec<Fact>)>,
    /// The last answer, with the omitted rows that were actual when they were last reported.
    alone: Vec<Fact>,
    labels: BTreeSet<Label>,
    extra_events: usize,
}

fn sequence(seed: u64) -> Sequence {
    let dice = &SeededRandom::new(seed);
    let mut story =
        Story { rows: voyage(dice), dice, to_restore: Vec::new(), labels: BTreeSet::new(), extra_events: 0 };
    if story.rows.iter().any(|row| row.port == 1 && !row.is_call()) {
        story.labels.insert(Label::StoredOnLand);
    }
    let is_booked = dice.below(4) != 0;
    if !is_booked {
        story.labels.insert(Label::NotBooked);
    }
    let mut last_reports: BTreeMap<usize, (Fact, bool)> = BTreeMap::new();
    let (mut answers, mut alone) = (Vec::new(), Vec::new());
    let (mut before, mut now) = (0, 10 + dice.below(40) as i64);
    for _ in 0..5 + dice.below(8) {
        // An answer that takes back a change contains it.
        let omits_until = if story.to_restore.is_empty() && dice.below(4) == 0 { Some(before - 60) } else { None };
        story.change(before, now, omits_until);
        let mut answer: Vec<Fact> = is_booked.then(booking).into_iter().collect();
        for (at, row) in story.rows.iter().enumerate() {
            let is_actual = row.hour <= now;
            if is_actual && omits_until.is_some_and(|until| row.hour < until) {
                story.labels.insert(Label::RowsOmitted);
                continue;
            }
            let fact = row.fact(is_actual, dice);
            last_reports.insert(at, (fact.clone(), is_actual));
            answer.extend(std::iter::repeat_n(fact, 1 + usize::from(dice.below(9) == 0)));
        }
        let is_omitted = |fact: &Fact| !answer.contains(fact);
        let omitted = last_reports.values().filter(|(fact, is_actual)| *is_actual && is_omitted(fact));
        alone = answer.iter().chain(omitted.map(|(fact, _)| fact)).cloned().collect();
        for at in (1..answer.len()).rev() {
            answer.swap(at, dice.below(at + 1));
        }
        answers.push((begin() + TimeDelta::hours(now), answer));
        (before, now) = (now, now + 12 + dice.below(120) as i64);
    }
    Sequence { answers, alone, labels: story.labels, extra_events: story.extra_events }
}

fn booking() -> Fact {
    let mut booked = Particulars::default();
    booked.port_of_lading = Some(CODES[0][0].into());
    booked.port_of_discharge = Some(CODES[2][0].into());
    Fact::particulars(booked)
}

/// What must not depend on the history: attributes, status, and valid events with their places and times.
pub(super) fn state(picture: &Picture) -> Vec<Value> {
    let mut state = vec![serde_json::to_value(&picture.shipment).unwrap()];
    for container in &picture.containers {
        state.push(serde_json::to_value(&container.container).unwrap());
        let events = container.events.iter().map(|event| {
            let (name, at) = (event.event.event.as_str(), event.event.timestamp.as_ref().map(ToString::to_string));
            format!("{name} {} {}", event.place.locode.as_deref().unwrap_or("-"), at.unwrap_or_default())
        });
        let mut events: Vec<String> = events.collect();
        events.sort();
        state.push(events.into());
    }
    for attributes in state.iter_mut().filter_map(|resource| resource.get_mut("attributes")?.as_object_mut()) {
        attributes.retain(|name, _| {
            !name.contains("_original_") && !name.contains("_checked_at") && !name.contains("_last_")
        });
    }
    state
}

/// The members that differ, with both values.
fn differences(after: &Value, alone: &Value) -> Vec<String> {
    match (after, alone) {
        (Value::Object(after), Value::Object(alone)) => {
            after.iter().flat_map(|(name, value)| differences(value, alone.get(name).unwrap_or(&Value::Null))).collect()
        }
        (Value::Array(after), Value::Array(alone)) => {
            let only = |these: &[Value], those: &[Value]| {
                these.iter().filter(|one| !those.contains(one)).cloned().collect::<Vec<_>>()
            };
            let (more, less) = (only(after, alone), only(alone, after));
            if more.is_empty() && less.is_empty() { Vec::new() } else { vec![format!("{more:?} instead of {less:?}")] }
        }
        (after, alone) if after == alone => Vec::new(),
        (after, alone) => vec![format!("{after} instead of {alone}")],
    }
}

/// The keys of actual events, by container. A key that was not derived before is a new transport event with a notification.
fn keys(picture: &Picture) -> BTreeSet<(String, String)> {
    let of = |number: &str, key: &str| (number.to_owned(), key.to_owned());
    let containers = picture.containers.iter();
    containers
        .flat_map(|found| found.events.iter().map(|event| (found.container.number.as_str(), event)))
        .filter(|(_, event)| !event.event.event.is_estimate())
        .map(|(number, event)| of(number, &event.key))
        .collect()
}

fn check(seed: u64) -> BTreeSet<Label> {
    let Sequence { answers, alone, labels, extra_events } = sequence(seed);
    let policy = FoldPolicy::default();
    let (mut log, mut published) = (Log::default(), BTreeSet::new());
    for (at, answer) in &answers {
        log.add(answer, *at);
        published.extend(keys(&fold(&log.facts, *at, &policy)));
    }
    let (now, last) = answers.into_iter().next_back().unwrap();
    assert_eq!(log.add(&last, now + TimeDelta::minutes(1)), [], "seed {seed}: the same answer again");
    let picture = fold(&log.facts, now, &policy);
    let expected = fold(&absorb(&[], alone, true, now), now, &policy);
    let differences: Vec<String> =
        state(&picture).iter().zip(&state(&expected)).flat_map(|(a, b)| differences(a, b)).collect();
    assert!(differences.is_empty(), "seed {seed}: {labels:?}: {differences:#?}");
    let valid = keys(&picture).len();
    assert!(
        published.len() <= valid + extra_events,
        "seed {seed}: {labels:?}: {valid} valid events, {extra_events} more expected, but {published:#?}"
    );
    labels
}

#[test]
fn the_state_depends_only_on_what_the_source_reports_now() {
    let mut seen: BTreeMap<Label, usize> = BTreeMap::new();
    for seed in 0..depth(500, 20_000) {
        for label in check(seed) {
            *seen.entry(label).or_default() += 1;
        }
    }
    assert!(seen.len() == 9 && seen.values().all(|count| *count > 20), "every kind of change occurs: {seen:?}");
}
