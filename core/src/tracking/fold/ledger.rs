//! The valid facts: the newest statement of every source, without withdrawn ones; and the expected and booked calls
//! over time.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use foldhash::{HashMap, HashSet};

use crate::resources::DataSource;
use crate::tracking::key::{Key, Keys};
use crate::tracking::membership::{Members, containers_named_in};
use crate::tracking::order::in_order;
use crate::tracking::{Certainty, Event, Fact, FactMark, Movement, Particulars, Place, Source, Statement, Vessel};

pub(super) struct Ledger<'a> {
    pub(super) facts: Vec<&'a Fact>,
    of_one: BTreeMap<&'a str, Vec<HeldEvent<'a>>>,
    of_all: Vec<HeldEvent<'a>>,
    pub(super) calls: Calls<'a>,
    pub(super) withdrawn: BTreeSet<u32>,
    pub(super) first_named: BTreeMap<&'a str, DateTime<Utc>>,
    pub(super) containers: BTreeSet<&'a str>,
    /// By container, `None` for all; each with its index in `facts`.
    of_terminals: BTreeMap<Option<&'a str>, Vec<(usize, &'a Fact)>>,
    reporters_of_loads: HashSet<&'a Source>,
    loaded_on: HashSet<&'a Vessel>,
}

#[derive(Clone, Copy)]
pub(super) struct HeldEvent<'a> {
    pub(super) key: u32,
    pub(super) fact: &'a Fact,
    pub(super) event: &'a Event,
    pub(super) first_received: DateTime<Utc>,
}

impl HeldEvent<'_> {
    pub(super) fn mark(&self) -> FactMark {
        FactMark { key: self.key, received_at: self.fact.received_at }
    }
}

impl<'a> Ledger<'a> {
    pub(super) fn read(given: impl IntoIterator<Item = &'a Fact>) -> Self {
        let facts: Vec<&Fact> = in_order(given);
        let mut holding = Holding::for_as_many_as(facts.len());
        let (mut calls, mut withdrawn) = (Calls::default(), BTreeSet::new());
        let mut first_named: BTreeMap<&str, DateTime<Utc>> = BTreeMap::new();
        let mut keys = Keys::for_all(facts.iter().copied());
        let mut members = Members::default();
        for fact in facts.iter().copied() {
            members.note(fact);
            for number in containers_named_in(fact) {
                first_named.entry(number).or_insert(fact.received_at);
            }
            match &fact.statement {
                Statement::Event(event) => {
                    keys.note(fact);
                    let key = holding.state(fact, event);
                    withdrawn.remove(&key);
                    calls.note(key, fact, event);
                }
                Statement::Withdrawn(key) => {
                    if let Some(gone) = holding.take_back(keys.resolve(key), &fact.source) {
                        withdrawn.insert(gone.key);
                        calls.take_back(gone.key, fact.received_at);
                    }
                }
                Statement::Particulars(newer) => calls.note_booked(fact, newer),
                Statement::TerminalStatus(_) => {}
            }
        }
        let of_terminals = of_terminals(&facts, &holding);
        let (mut of_one, mut of_all): (BTreeMap<&str, Vec<HeldEvent<'a>>>, Vec<HeldEvent<'a>>) = Default::default();
        let (mut reporters_of_loads, mut loaded_on) = (HashSet::default(), HashSet::default());
        for held in holding.events.into_iter().flatten() {
            let Some(container) = held.fact.container.as_deref() else {
                of_all.push(held);
                continue;
            };
            if held.event.is_vessel_handling() {
                reporters_of_loads.insert(&held.fact.source);
                let puts_on = held.event.motion.movement == Movement::Loaded;
                loaded_on.extend(held.event.vessel.as_ref().filter(|_| puts_on));
            }
            of_one.entry(container).or_default().push(held);
        }
        let containers = members.numbers();
        Ledger {
            facts,
            of_one,
            of_all,
            calls,
            withdrawn,
            first_named,
            containers,
            of_terminals,
            reporters_of_loads,
            loaded_on,
        }
    }

    pub(super) fn reports_loads(&self, source: &Source) -> bool {
        self.reporters_of_loads.contains(source)
    }

    pub(super) fn is_loaded_on(&self, vessel: &Vessel) -> bool {
        self.loaded_on.iter().any(|on| on.may_be(vessel))
    }

    pub(super) fn events(&self) -> impl Iterator<Item = &HeldEvent<'a>> {
        self.of_one.values().flatten().chain(&self.of_all)
    }

    pub(super) fn told_of_terminal(&self, container: &str) -> Vec<&'a Fact> {
        let held = [None, Some(container)].into_iter().filter_map(|of| self.of_terminals.get(&of));
        let mut held: Vec<(usize, &Fact)> = held.flatten().copied().collect();
        held.sort_by_key(|(at, _)| *at);
        held.into_iter().map(|(_, fact)| fact).collect()
    }

    /// `None` for statements of all containers.
    pub(super) fn stated_of(&self, container: Option<&str>) -> &[HeldEvent<'a>] {
        match container {
            Some(container) => self.of_one.get(container).map(Vec::as_slice).unwrap_or_default(),
            None => &self.of_all,
        }
    }
}

struct Holding<'a> {
    /// In the order of first receipt; `None` if withdrawn.
    events: Vec<Option<HeldEvent<'a>>>,
    places: HashMap<Key<'a>, usize>,
}

impl<'a> Holding<'a> {
    fn for_as_many_as(facts: usize) -> Self {
        let places = HashMap::with_capacity_and_hasher(facts, Default::default());
        Holding { events: Vec::with_capacity(facts), places }
    }

    /// Facts come in the order of receipt, so this one is the newest. Returns the digest of its key.
    fn state(&mut self, fact: &'a Fact, event: &'a Event) -> u32 {
        let key = Key::of_event(fact, event);
        let (digest, next) = (key.digest(), self.events.len());
        let at = *self.places.entry(key).or_insert(next);
        if at == next {
            self.events.push(None);
        }
        let first = HeldEvent { key: digest, fact, event, first_received: fact.received_at };
        let held = self.events[at].get_or_insert(first);
        (held.fact, held.event) = (fact, event);
        digest
    }

    fn take_back(&mut self, key: &str, source: &Source) -> Option<HeldEvent<'a>> {
        let at = *self.places.get(&Key::parse(key)?)?;
        self.events.get_mut(at)?.take_if(|held| held.fact.source == *source)
    }

    fn holds(&self, fact: &Fact) -> bool {
        let at = Key::of(fact).and_then(|key| self.places.get(&key));
        at.is_some_and(|at| self.events[*at].is_some())
    }
}

fn of_terminals<'a>(facts: &[&'a Fact], holding: &Holding<'a>) -> BTreeMap<Option<&'a str>, Vec<(usize, &'a Fact)>> {
    let is_of_one = |fact: &Fact| match &fact.statement {
        Statement::TerminalStatus(_) => true,
        Statement::Event(event) if event.is_availability() => holding.holds(fact),
        _ => matches!(fact.source.kind, DataSource::Terminal | DataSource::Rail),
    };
    let mut held: BTreeMap<Option<&str>, Vec<(usize, &Fact)>> = BTreeMap::new();
    for (at, fact) in facts.iter().copied().enumerate().filter(|(_, fact)| is_of_one(fact)) {
        held.entry(fact.container.as_deref()).or_default().push((at, fact));
    }
    held
}

#[derive(Default)]
pub(super) struct Calls<'a> {
    expected: Vec<ExpectedCall<'a>>,
    open: HashMap<u32, usize>,
    booked: Vec<(DateTime<Utc>, &'a Particulars)>,
}

struct ExpectedCall<'a> {
    container: Option<&'a str>,
    event: &'a Event,
    since: DateTime<Utc>,
    until: Option<DateTime<Utc>>,
}

impl<'a> Calls<'a> {
    pub(super) fn note(&mut self, key: u32, fact: &'a Fact, event: &'a Event) {
        if event.certainty == Certainty::Actual || event.at.is_none() || !event.motion.moves_by_vessel() {
            return;
        }
        self.take_back(key, fact.received_at);
        self.open.insert(key, self.expected.len());
        let container = fact.container.as_deref();
        self.expected.push(ExpectedCall { container, event, since: fact.received_at, until: None });
    }

    pub(super) fn take_back(&mut self, key: u32, at: DateTime<Utc>) {
        if let Some(call) = self.open.remove(&key).and_then(|place| self.expected.get_mut(place)) {
            call.until = Some(at);
        }
    }

    pub(super) fn note_booked(&mut self, fact: &Fact, booked: &'a Particulars) {
        self.booked.push((fact.received_at, booked));
    }

    pub(super) fn booked(&self, until: Option<DateTime<Utc>>) -> Particulars {
        let mut known = Particulars::default();
        let said = self.booked.iter().filter(|(at, _)| until.is_none_or(|until| *at < until));
        said.for_each(|(_, newer)| known.update(newer));
        known
    }

    pub(super) fn expected_at(&self, moment: DateTime<Utc>) -> impl Iterator<Item = (Option<&'a str>, &'a Event)> {
        let holds =
            move |call: &&ExpectedCall<'a>| call.since <= moment && call.until.is_none_or(|until| until > moment);
        self.expected.iter().filter(holds).map(|call| (call.container, call.event))
    }

    pub(super) fn port_booked_at(&self, moment: DateTime<Utc>, since: Option<DateTime<Utc>>) -> Option<&'a Place> {
        let said = self.booked.iter().rev().filter(|(at, _)| *at <= moment && since.is_none_or(|since| *at >= since));
        said.map(|(_, booked)| *booked).find_map(|booked| booked.port_of_discharge.as_ref())
    }
}
