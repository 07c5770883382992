//! Decides which actual events a complete answer rewrites: the source reported that they happened, and now expects them again.
//!
//! Example: the last answer reported an arrival on 9 January. This answer omits it, and expects the arrival at the same port on 20 January.
//! The arrival of 9 January is withdrawn.

use std::borrow::Cow;
use std::cmp::Reverse;

use chrono::{DateTime, Utc};
use foldhash::{HashMap, HashSet};

use super::event_times::EventTime;
use super::fold::TimeWindow;
use super::labelled_times::LabelledTimes;
use super::moment::latest;
use super::occurrence::StatedEvent;
use super::{Certainty, ComparedVessel, Event, Mode, Movement, Source};

/// Marks the rewritten events in `gone`, which has one flag for each statement. `statements` are those that are current after a complete
/// answer of their sources; `gone` already marks those that are withdrawn for other reasons.
///
/// An actual event that the answer omits is rewritten if
///
/// * the answer expects the same movement, or an earlier step of the same call, in the same port area and after `now`, and
/// * no actual event that is still current shows that it happened.
pub(super) fn mark_rewritten(statements: &[&StatedEvent<'_>], now: DateTime<Utc>, gone: &mut [bool]) {
    let window = TimeWindow::at(now);
    let is_expected =
        |stated: &&StatedEvent<'_>| stated.in_answer && window.judge(stated.event).certainty != Certainty::Actual;
    if !statements.iter().any(is_expected) {
        return;
    }
    let statements: Vec<Entry<'_, '_>> = statements.iter().map(|stated| Entry::of(stated, &window)).collect();
    let expected: Vec<&Entry<'_, '_>> = statements.iter().filter(|entry| entry.is_ahead(now)).collect();
    if expected.is_empty() {
        return;
    }
    let expected = Expected::of(expected);
    let is_omitted = |entry: &Entry<'_, '_>| !entry.stated.in_answer && entry.event.certainty == Certainty::Actual;
    let mut candidates = Candidates::default();
    for at in (0..gone.len()).filter(|at| !gone[*at] && is_omitted(&statements[*at])) {
        if let Some(evidence) = expected.evidence(&statements[at]) {
            candidates.add(at, &statements[at], evidence);
        }
    }
    if candidates.by_port.is_empty() {
        return;
    }
    candidates.indexes().for_each(|at| gone[at] = true);
    // An event that stays can show that another candidate happened.
    let mut current = Current::default();
    let mut staying: Vec<usize> = (0..gone.len()).filter(|at| !gone[*at] && statements[*at].is_actual()).collect();
    while !staying.is_empty() {
        let shown = current.add(staying.into_iter().map(|at| &statements[at]).collect(), &mut candidates);
        staying = shown.into_iter().filter(|at| std::mem::take(&mut gone[*at])).collect();
    }
}

/// A statement with its parsed time and its port.
struct Entry<'s, 'a> {
    stated: &'s StatedEvent<'a>,
    event: &'a Event,
    /// An actual event in the future counts as estimated.
    certainty: Certainty,
    /// `None` if the event has no plausible time.
    at: Option<DateTime<Utc>>,
    port: Cow<'a, str>,
    vessel: ComparedVessel,
}

impl<'s, 'a> Entry<'s, 'a> {
    fn of(stated: &'s StatedEvent<'a>, window: &TimeWindow) -> Self {
        let event = stated.event;
        let plausible = window.judge(event);
        let at = plausible.at.and_then(|_| EventTime::of(event).moment);
        let (port, vessel) = (event.place.port_or_name(), ComparedVessel::of(event.vessel.as_ref()));
        Entry { stated, event, certainty: plausible.certainty, at, port, vessel }
    }

    fn source(&self) -> &'a Source {
        &self.stated.fact.source
    }

    /// What the rules compare in addition to the time.
    fn kind(&self) -> Kind<'_, 'a> {
        let motion = &self.event.motion;
        let vessel = (self.event.vessel.is_some(), &self.vessel);
        let load = (motion.is_empty(), motion.mode.as_ref());
        (self.source(), self.container(), &self.port, &motion.movement, load, vessel)
    }

    fn is_actual(&self) -> bool {
        self.certainty == Certainty::Actual && self.at.is_some()
    }

    /// Whether the answer expects the event in the future.
    fn is_ahead(&self, now: DateTime<Utc>) -> bool {
        let ends = || self.event.at.as_ref().and_then(latest);
        let is_expected = self.stated.in_answer && self.certainty != Certainty::Actual && self.at.is_some();
        is_expected && ends().is_some_and(|end| end > now)
    }

    fn container(&self) -> Option<&'a str> {
        self.stated.fact.container.as_deref()
    }
}

/// Source, container, port, movement, whether the container was empty with the mode, and whether a vessel is named
/// with the vessel.
type Kind<'s, 'a> =
    (&'a Source, Option<&'a str>, &'s str, &'a Movement, (bool, Option<&'a Mode>), (bool, &'s ComparedVessel));

/// What the answer expects in place of an actual event.
#[derive(Clone, Copy, PartialEq)]
enum Evidence {
    /// The same vessel, or an event without a vessel.
    SameVessel,
    /// Only another vessel. Used if the actual event was reported for the whole shipment.
    OtherVessel,
}

/// The events that the answer expects.
struct Expected<'s, 'a> {
    /// By source, container and port. Only the earliest of several events of one kind: a call elsewhere that comes before it also comes before
    /// the later ones.
    by_port: HashMap<(&'a Source, Option<&'a str>, &'s str), Vec<&'s Entry<'s, 'a>>>,
    /// The ports of movements of vessels, by source and container.
    calls: HashMap<(&'a Source, Option<&'a str>), LabelledTimes<&'s str>>,
}

impl<'s, 'a> Expected<'s, 'a> {
    fn of(mut expected: Vec<&'s Entry<'s, 'a>>) -> Self {
        let mut calls: HashMap<_, Vec<(DateTime<Utc>, &str)>> = HashMap::default();
        for entry in expected.iter().filter(|entry| entry.event.motion.moves_by_vessel()) {
            calls.entry((entry.source(), entry.container())).or_default().extend(entry.at.map(|at| (at, &*entry.port)));
        }
        let mut by_port: HashMap<_, Vec<&Entry<'_, '_>>> = HashMap::default();
        expected.sort_by_key(|entry| entry.at);
        let mut kinds = HashSet::default();
        for entry in expected.into_iter().filter(|entry| kinds.insert(entry.kind())) {
            by_port.entry((entry.source(), entry.container(), &*entry.port)).or_default().push(entry);
        }
        let calls = calls.into_iter().map(|(of, calls)| (of, LabelledTimes::of(calls)));
        Expected { by_port, calls: calls.collect() }
    }

    /// What the answer expects in place of an actual event; `None` if nothing.
    fn evidence(&self, old: &Entry<'_, '_>) -> Option<Evidence> {
        // Events of the container, and of the whole shipment.
        let containers = [old.container(), None];
        let containers = &containers[usize::from(old.container().is_none())..];
        let next_call = |container: &Option<&str>| {
            let calls = self.calls.get(&(old.source(), *container))?;
            calls.next_other(old.at?, &&*old.port)
        };
        let call_elsewhere = containers.iter().filter_map(next_call).min();
        let is_call_between = |entry: &Entry<'_, '_>| call_elsewhere.is_some_and(|call| entry.at > Some(call));
        let is_evidence = |entry: &Entry<'_, '_>| {
            !(comes(entry.event) && entry.vessel.differs(&old.vessel))
                && (is_same_movement(entry.event, old.event) || precedes(entry, old) && !is_call_between(entry))
        };
        let here = containers.iter().filter_map(|of| self.by_port.get(&(old.source(), *of, &*old.port))).flatten();
        let mut found = here.filter(|entry| is_evidence(entry)).peekable();
        found.peek()?;
        Some(match old.container().is_none() && found.all(|entry| entry.vessel.differs(&old.vessel)) {
            true => Evidence::OtherVessel,
            false => Evidence::SameVessel,
        })
    }
}

fn is_same_movement(one: &Event, other: &Event) -> bool {
    (&one.motion.movement, one.motion.is_empty()) == (&other.motion.movement, other.motion.is_empty())
        && one.motion.may_share_mode(&other.motion)
}

/// Whether the movement is part of an arrival: an arrival, a berthing or a discharge.
fn comes(event: &Event) -> bool {
    matches!(event.motion.movement, Movement::Arrived | Movement::Berthed | Movement::Discharged)
}

/// Whether a laden container makes the first movement before the second in one call at a port or ramp. The order is: arrival, berthing,
/// discharge, gate-out; and gate-in, load, departure.
fn precedes(first: &Entry<'_, '_>, second: &Entry<'_, '_>) -> bool {
    use Movement::{Arrived, Berthed, Departed, Discharged, GateIn, GateOut, Loaded, PickedUp};
    let (one, other) = (&first.event.motion, &second.event.motion);
    if one.is_empty() || other.is_empty() {
        return false;
    }
    match (&one.movement, &other.movement) {
        (Arrived, Berthed | Discharged | GateOut | PickedUp | Loaded | Departed) => true,
        (Berthed, Discharged | GateOut | PickedUp | Loaded | Departed) => true,
        (Discharged, GateOut | PickedUp | Loaded) => true,
        // The vessel that brought the container departs without it.
        (Discharged, Departed) => is_on_other_vehicle(first, second),
        (GateIn, Loaded | Departed) | (Loaded, Departed) => true,
        _ => false,
    }
}

fn is_on_other_vehicle(one: &Entry<'_, '_>, other: &Entry<'_, '_>) -> bool {
    let mode = |entry: &Entry<'_, '_>| entry.event.motion.mode.clone().unwrap_or(Mode::Vessel);
    mode(one) != mode(other) || one.vessel.differs(&other.vessel)
}

/// The actual events that may be rewritten.
#[derive(Default)]
struct Candidates<'s, 'a> {
    by_port: HashMap<(&'a Source, &'s str), Vec<Candidate<'s, 'a>>>,
    /// Loads and departures.
    leaving: HashMap<&'a Source, Vec<Candidate<'s, 'a>>>,
    /// Events of the whole shipment for which only another vessel is expected.
    of_other_vessels: Vec<Candidate<'s, 'a>>,
}

/// An event, with its index.
type Candidate<'s, 'a> = (usize, &'s Entry<'s, 'a>);

impl<'s, 'a> Candidates<'s, 'a> {
    fn add(&mut self, at: usize, entry: &'s Entry<'s, 'a>, evidence: Evidence) {
        self.by_port.entry((entry.source(), &*entry.port)).or_default().push((at, entry));
        if matches!(entry.event.motion.movement, Movement::Loaded | Movement::Departed) {
            self.leaving.entry(entry.source()).or_default().push((at, entry));
        }
        if evidence == Evidence::OtherVessel {
            self.of_other_vessels.push((at, entry));
        }
    }

    fn indexes(&self) -> impl Iterator<Item = usize> {
        self.by_port.values().flatten().map(|(at, _)| *at)
    }
}

/// The actual events that are current after the answer.
#[derive(Default)]
struct Current<'s, 'a> {
    /// The latest time of each kind of event.
    latest: HashMap<Kind<'s, 'a>, DateTime<Utc>>,
    /// Loads of single containers on vessels.
    loads: HashSet<(&'a str, &'s ComparedVessel)>,
}

impl<'s, 'a> Current<'s, 'a> {
    /// Adds events. Returns the candidates that stay because of them: a later step of the same call shows that they happened or, for a load
    /// or departure, a later arrival or discharge of the vessel elsewhere. The departure of a vessel also stays if another vessel is
    /// expected, but this one took some of the containers.
    fn add(&mut self, mut entries: Vec<&'s Entry<'s, 'a>>, candidates: &mut Candidates<'s, 'a>) -> Vec<usize> {
        let mut new_loads = Vec::new();
        for entry in entries.iter().filter(|entry| entry.event.motion.is_vessel(&Movement::Loaded)) {
            if let Some(container) = entry.container()
                && self.loads.insert((container, &entry.vessel))
            {
                new_loads.push(&entry.vessel);
            }
        }
        let mut shown = Vec::new();
        // Of several events of one kind the latest shows the most.
        // An event without a time may be the latest one.
        let time = |entry: &Entry<'_, '_>| entry.at.unwrap_or(DateTime::<Utc>::MAX_UTC);
        entries.sort_by_key(|entry| Reverse(time(entry)));
        for entry in entries {
            if self.latest.get(&entry.kind()).is_some_and(|latest| *latest >= time(entry)) {
                continue;
            }
            self.latest.insert(entry.kind(), time(entry));
            let shows = Shows { entry, users: self.users_of(entry) };
            if let Some(here) = candidates.by_port.get_mut(&(entry.source(), &*entry.port)) {
                take(here, &mut shown, |old| shows.in_call(old));
            }
            if comes(entry.event)
                && let Some(leaving) = candidates.leaving.get_mut(entry.source())
            {
                take(leaving, &mut shown, |old| shows.elsewhere(old));
            }
        }
        let is_loaded = |old: &Entry<'_, '_>| {
            old.event.vessel.is_some() && new_loads.iter().any(|vessel| !vessel.differs(&old.vessel))
        };
        take(&mut candidates.of_other_vessels, &mut shown, is_loaded);
        shown
    }

    /// The containers that were loaded on the vessel of an event of the whole shipment.
    fn users_of(&self, entry: &Entry<'_, '_>) -> Users<'a> {
        if entry.container().is_some() || entry.event.vessel.is_none() {
            return Users::None;
        }
        let mut found = self.loads.iter().filter(|(_, vessel)| !vessel.differs(&entry.vessel)).map(|(of, _)| *of);
        let Some(first) = found.next() else { return Users::None };
        if found.all(|other| other == first) { Users::One(first) } else { Users::Several }
    }
}

/// Moves the candidates that fit to `shown`.
fn take(candidates: &mut Vec<Candidate<'_, '_>>, shown: &mut Vec<usize>, fits: impl Fn(&Entry<'_, '_>) -> bool) {
    candidates.retain(|(at, entry)| {
        let is_shown = fits(entry);
        if is_shown {
            shown.push(*at);
        }
        !is_shown
    });
}

/// The containers that were loaded on a vessel.
enum Users<'a> {
    None,
    One(&'a str),
    Several,
}

/// Decides which candidates happened because of an event that stays.
struct Shows<'s, 'a> {
    entry: &'s Entry<'s, 'a>,
    users: Users<'a>,
}

impl Shows<'_, '_> {
    /// Whether the event is a later step of the same call.
    fn in_call(&self, old: &Entry<'_, '_>) -> bool {
        let entry = self.entry;
        precedes(old, entry)
            && !(comes(entry.event) && entry.vessel.differs(&old.vessel))
            && self.is_about_container_of(old)
            && !self.is_earlier(old)
    }

    /// Whether the event, an arrival or discharge, shows a load or departure elsewhere.
    fn elsewhere(&self, old: &Entry<'_, '_>) -> bool {
        let entry = self.entry;
        !entry.vessel.differs(&old.vessel)
            && entry.event.motion.may_share_mode(&old.event.motion)
            && entry.port != old.port
            && self.is_about_container_of(old)
            && !self.is_earlier(old)
    }

    fn is_earlier(&self, old: &Entry<'_, '_>) -> bool {
        matches!((self.entry.at, old.at), (Some(at), Some(old)) if at < old)
    }

    fn is_about_container_of(&self, old: &Entry<'_, '_>) -> bool {
        match (self.entry.container(), old.container()) {
            (Some(one), Some(other)) => one == other,
            // A vessel takes some of the containers of a shipment. Its events concern those that were loaded.
            (None, Some(own)) => match self.users {
                Users::None => true,
                Users::One(user) => user == own,
                Users::Several => false,
            },
            (_, None) => true,
        }
    }
}
