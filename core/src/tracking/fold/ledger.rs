//! The current events: the newest statement of each source about each event, without withdrawn events.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, SubsecRound, Utc};
use foldhash::{HashMap, HashSet};

use super::current_event::CurrentEvent;
use super::plausibility::TimeWindow;
use super::{namesakes, shared_imo};
use crate::resources::DataSource;
use crate::tracking::key::{Key, Keys};
use crate::tracking::membership::{Members, containers_named_in};
use crate::tracking::message_order;
use crate::tracking::order::sort_facts;
use crate::tracking::reading_marks::ConfirmedMember;
use crate::tracking::{
    Certainty, ComparedVessel, Event, Fact, FactMark, Movement, Particulars, Place, Source, Statement,
};

/// When sources last repeated their estimates, by fact.
#[derive(Debug, Clone, Default)]
pub struct Confirmations(HashMap<FactMark, DateTime<Utc>>);

impl Confirmations {
    /// Adds a repetition; an earlier one than before changes nothing.
    pub fn add(&mut self, fact: FactMark, at: DateTime<Utc>) {
        let last = self.0.entry(in_stored_precision(fact)).or_insert(at);
        *last = at.max(*last);
    }

    /// Confirms at `now` all facts that were last confirmed at `last`.
    pub(crate) fn add_again(&mut self, last: DateTime<Utc>, now: DateTime<Utc>) {
        let was_last = |at: &&mut DateTime<Utc>| at.timestamp_micros() == last.timestamp_micros();
        self.0.values_mut().filter(was_last).for_each(|at| *at = now.max(*at));
    }

    /// `None` if the source has not repeated the fact.
    pub(crate) fn last_of(&self, fact: FactMark) -> Option<DateTime<Utc>> {
        self.0.get(&in_stored_precision(fact)).copied()
    }
}

/// Truncates to microseconds, the precision of stores.
fn in_stored_precision(fact: FactMark) -> FactMark {
    FactMark { received_at: fact.received_at.trunc_subsecs(6), ..fact }
}

/// All facts, indexed by what the later steps need.
pub(super) struct Ledger<'a> {
    /// In canonical order.
    pub(super) facts: Vec<&'a Fact>,
    /// The times that are plausible now.
    pub(super) window: TimeWindow,
    /// When an event will count differently, because its time is no longer too far ahead; `None` if no event will.
    pub(super) changes_at: Option<DateTime<Utc>>,
    by_container: BTreeMap<&'a str, Vec<CurrentEvent<'a>>>,
    of_shipment: Vec<CurrentEvent<'a>>,
    pub(super) bookings: Bookings<'a>,
    /// Digests of the keys of withdrawn events.
    pub(super) withdrawn: BTreeSet<u32>,
    /// When each container was first named.
    pub(super) first_named: BTreeMap<&'a str, DateTime<Utc>>,
    pub(super) containers: BTreeSet<&'a str>,
    /// Statements that the terminal view needs, by container (`None`: the whole shipment).
    terminal_facts: BTreeMap<Option<&'a str>, Vec<TerminalFact<'a>>>,
    load_reporters: HashSet<&'a Source>,
    loaded_vessels: OnceCell<HashSet<ComparedVessel>>,
}

impl<'a> Ledger<'a> {
    /// `now` decides which times are plausible.
    pub(super) fn read(
        facts: impl IntoIterator<Item = &'a Fact>,
        confirmations: &Confirmations,
        now: DateTime<Utc>,
    ) -> Self {
        let facts: Vec<&Fact> = sort_facts(facts);
        let (window, mut changes_at) = (TimeWindow::at(now), None);
        let mut current = CurrentEvents::with_capacity(facts.len());
        let (mut bookings, mut withdrawn) = (Bookings::default(), BTreeSet::new());
        let mut first_named: BTreeMap<&str, DateTime<Utc>> = BTreeMap::new();
        let mut keys = Keys::for_all(facts.iter().copied());
        let mut members = Members::default();
        for fact in facts.iter().copied() {
            members.add(fact);
            for number in containers_named_in(fact) {
                first_named.entry(number).or_insert(fact.received_at);
            }
            match &fact.statement {
                Statement::Event(event) => {
                    keys.add(fact);
                    withdrawn.remove(&current.add(fact, event, &window));
                }
                Statement::Withdrawn(key) => {
                    if let Some(event) = current.withdraw(keys.resolve(key), &fact.source) {
                        withdrawn.insert(event.key);
                    }
                }
                Statement::Particulars(newer) => bookings.add(fact, newer),
                Statement::TerminalStatus(_) => {}
            }
        }
        let terminal_facts = terminal_facts(&facts, &current, &window, confirmations);
        let (mut by_container, mut of_shipment): (BTreeMap<&str, Vec<CurrentEvent<'a>>>, Vec<CurrentEvent<'a>>) =
            Default::default();
        let mut load_reporters = HashSet::default();
        let mut current_events: Vec<CurrentEvent<'a>> = current.events.into_iter().flatten().collect();
        namesakes::choose(&mut current_events);
        shared_imo::ignore_shared(&mut current_events);
        for mut event in current_events {
            if event.is_confirmed_by_repetition() {
                event.confirmed_at =
                    confirmations.last_of(event.mark()).map_or(event.confirmed_at, |at| at.max(event.confirmed_at));
            }
            if !event.counts_as_reported() {
                changes_at = changes_at.into_iter().chain(window.changes_at(event.event)).min();
            }
            let Some(container) = event.fact.container.as_deref() else {
                of_shipment.push(event);
                continue;
            };
            if event.event.is_vessel_handling() {
                load_reporters.insert(&event.fact.source);
            }
            by_container.entry(container).or_default().push(event);
        }
        let containers = members.numbers();
        Ledger {
            facts,
            window,
            changes_at,
            by_container,
            of_shipment,
            bookings,
            withdrawn,
            first_named,
            containers,
            terminal_facts,
            load_reporters,
            loaded_vessels: OnceCell::new(),
        }
    }

    /// Whether the source reports loads on vessels.
    pub(super) fn reports_loads(&self, source: &Source) -> bool {
        self.load_reporters.contains(source)
    }

    /// Whether any container was loaded on the vessel.
    pub(super) fn is_loaded_on(&self, vessel: &ComparedVessel) -> bool {
        let loaded = self.loaded_vessels.get_or_init(|| {
            let is_load = |event: &&CurrentEvent<'_>| {
                event.event.is_vessel_handling() && event.event.motion.movement == Movement::Loaded
            };
            let loads = self.by_container.values().flatten().filter(is_load);
            let vessels = loads.filter_map(CurrentEvent::counted_vessel);
            vessels.map(|vessel| ComparedVessel::of(Some(&vessel))).collect()
        });
        loaded.iter().any(|loaded| !loaded.differs(vessel))
    }

    pub(super) fn events(&self) -> impl Iterator<Item = &CurrentEvent<'a>> {
        self.by_container.values().flatten().chain(&self.of_shipment)
    }

    /// The statements that the terminal view of a container needs, in canonical order.
    pub(super) fn terminal_facts(&self, container: &str) -> Vec<TerminalFact<'a>> {
        let facts = [None, Some(container)].into_iter().filter_map(|of| self.terminal_facts.get(&of));
        let mut facts: Vec<TerminalFact<'_>> = facts.flatten().copied().collect();
        facts.sort_by_key(|stated| stated.position);
        facts
    }

    /// The events about one container; `None`: about the whole shipment.
    pub(super) fn events_about(&self, container: Option<&str>) -> &[CurrentEvent<'a>] {
        match container {
            Some(container) => self.by_container.get(container).map(Vec::as_slice).unwrap_or_default(),
            None => &self.of_shipment,
        }
    }
}

struct CurrentEvents<'a> {
    /// In the order of first receipt. `None` if the event is withdrawn.
    events: Vec<Option<CurrentEvent<'a>>>,
    indexes: HashMap<Key<'a>, usize>,
}

impl<'a> CurrentEvents<'a> {
    fn with_capacity(facts: usize) -> Self {
        let indexes = HashMap::with_capacity_and_hasher(facts, Default::default());
        CurrentEvents { events: Vec::with_capacity(facts), indexes }
    }

    /// Replaces the older statement: facts come in the order of receipt, but a message may have been written before another one that was
    /// received earlier. Returns the digest of the key.
    fn add(&mut self, fact: &'a Fact, event: &'a Event, window: &TimeWindow) -> u32 {
        let key = Key::of_event(fact, event);
        let (digest, next) = (key.digest(), self.events.len());
        let at = *self.indexes.entry(key).or_insert(next);
        if at == next {
            self.events.push(None);
        }
        if self.events[at].is_some_and(|current| message_order::is_older(fact, current.fact)) {
            return digest;
        }
        let first_received = self.events[at].map_or(fact.received_at, |current| current.first_received);
        self.events[at] = Some(CurrentEvent { first_received, ..CurrentEvent::of(digest, fact, event, window) });
        digest
    }

    fn withdraw(&mut self, key: &str, source: &Source) -> Option<CurrentEvent<'a>> {
        let key = Key::parse(key)?;
        let at = *self.indexes.get(&key).or_else(|| self.indexes.get(&key.in_port_area()))?;
        self.events.get_mut(at)?.take_if(|current| current.fact.source == *source)
    }

    fn contains(&self, fact: &Fact) -> bool {
        let at = Key::of(fact).and_then(|key| self.indexes.get(&key));
        at.is_some_and(|at| self.events[*at].is_some())
    }
}

/// A statement that the terminal view needs.
#[derive(Clone, Copy)]
pub(super) struct TerminalFact<'a> {
    /// The index among all facts.
    pub(super) position: usize,
    pub(super) fact: &'a Fact,
    /// When the source last stated the availability of this fact, its fees, holds and terminal.
    pub(super) available_at: DateTime<Utc>,
    pub(super) fees_at: DateTime<Utc>,
    pub(super) holds_at: DateTime<Utc>,
    pub(super) terminal_at: DateTime<Utc>,
}

impl<'a> TerminalFact<'a> {
    fn of(position: usize, fact: &'a Fact, confirmations: &Confirmations) -> Self {
        let last = |member: ConfirmedMember| {
            let repeated_at = || confirmations.last_of(member.mark(fact, fact.received_at));
            let confirmed_at = if confirmations.0.is_empty() { None } else { repeated_at() };
            confirmed_at.map_or(fact.received_at, |at| at.max(fact.received_at))
        };
        TerminalFact {
            position,
            fact,
            available_at: last(ConfirmedMember::Availability),
            fees_at: last(ConfirmedMember::Fees),
            holds_at: last(ConfirmedMember::Holds),
            terminal_at: last(ConfirmedMember::Terminal),
        }
    }
}

fn terminal_facts<'a>(
    facts: &[&'a Fact],
    current: &CurrentEvents<'a>,
    window: &TimeWindow,
    confirmations: &Confirmations,
) -> BTreeMap<Option<&'a str>, Vec<TerminalFact<'a>>> {
    let is_terminal_fact = |fact: &Fact| match &fact.statement {
        Statement::TerminalStatus(_) => true,
        Statement::Event(event) if event.is_availability() => current.contains(fact),
        Statement::Event(event) if event.is_held_by_customs().is_some() || event.is_released_by_carrier() => {
            let judged = window.judge(event);
            judged.certainty == Certainty::Actual && judged.at.is_some() && current.contains(fact)
        }
        _ => matches!(fact.source.kind, DataSource::Terminal | DataSource::Rail),
    };
    let mut found: BTreeMap<Option<&str>, Vec<TerminalFact<'_>>> = BTreeMap::new();
    for (position, fact) in facts.iter().copied().enumerate().filter(|(_, fact)| is_terminal_fact(fact)) {
        let stated = TerminalFact::of(position, fact, confirmations);
        found.entry(fact.container.as_deref()).or_default().push(stated);
    }
    found
}

/// The bookings, in the order of receipt.
#[derive(Default)]
pub(super) struct Bookings<'a>(Vec<(DateTime<Utc>, &'a Particulars)>);

impl<'a> Bookings<'a> {
    fn add(&mut self, fact: &Fact, booked: &'a Particulars) {
        self.0.push((fact.received_at, booked));
    }

    /// The bookings made before `until`, merged.
    pub(super) fn merged(&self, until: Option<DateTime<Utc>>) -> Particulars {
        let mut merged = Particulars::default();
        let bookings = self.0.iter().filter(|(at, _)| until.is_none_or(|until| *at < until));
        bookings.for_each(|(_, newer)| merged.update(newer));
        merged
    }

    /// The newest booked port of lading.
    pub(super) fn port_of_lading(&self) -> Option<&'a Place> {
        self.0.iter().rev().find_map(|(_, booked)| booked.port_of_lading.as_ref())
    }

    /// The newest booked port of discharge.
    pub(super) fn port_of_discharge(&self) -> Option<&'a Place> {
        self.0.iter().rev().find_map(|(_, booked)| booked.port_of_discharge.as_ref())
    }
}
