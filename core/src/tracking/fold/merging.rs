//! Merges the statements of several sources about one event.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use chrono::TimeDelta;
use foldhash::HashSet;

use super::happening::{Happening, fill_in, kind, unless_unknown_equal};
use super::ledger::HeldEvent;
use super::places::{Places, fill};
use crate::resources::DataSource;
use crate::tracking::Mode;
use crate::tracking::key::Key;
use crate::tracking::moment::{begin, local, resolve, sort_instant};

/// Two sources that report the same movement at one place within this time mean one event.
const ONE_EVENT: TimeDelta = TimeDelta::hours(48);

/// Marks stay the same as more facts arrive.
pub(super) fn merge<'a>(held: Vec<HeldEvent<'a>>, places: &Places) -> Vec<Happening<'a>> {
    let mut happenings: Vec<Option<Happening<'_>>> =
        held.iter().map(|held| Some(Happening::of(*held, places))).collect();
    let instant = |at: usize| happenings[at].as_ref().and_then(|happening| happening.moment);
    let when = |at: usize| (held[at].first_received, instant(at).is_none(), instant(at));
    // In the order of receipt, so that marks stay the same.
    let mut order: Vec<usize> = (0..held.len()).collect();
    order.sort_by(|a, b| when(*a).cmp(&when(*b)).then_with(|| Key::of(held[*a].fact).cmp(&Key::of(held[*b].fact))));
    let mut shelves: BTreeMap<(&str, bool), Shelf> = BTreeMap::new();
    let mut events: Vec<Joined<'_>> = Vec::with_capacity(held.len());
    for at in order {
        let Some(happening) = happenings[at].take() else { continue };
        shelves.entry(kind(&held[at].event.motion)).or_default().take_in(happening, &mut events, places);
    }
    events.into_iter().map(|joined| joined.weighed(places)).collect()
}

#[derive(Default)]
struct Shelf {
    all: Vec<usize>,
    by_day: BTreeSet<(i64, usize)>,
    undated: Vec<usize>,
    taken: HashSet<(Rc<str>, u32)>,
}

impl Shelf {
    fn take_in<'a>(&mut self, held: Happening<'a>, events: &mut Vec<Joined<'a>>, places: &Places) {
        let at = match self.known(&held, events) {
            Some(at) => {
                let before = day(&events[at].whole);
                events[at].join(held, places);
                if day(&events[at].whole) == before {
                    return;
                }
                at
            }
            None => {
                events.push(Joined::of(self.mark(held)));
                self.all.push(events.len() - 1);
                events.len() - 1
            }
        };
        match day(&events[at].whole) {
            Some(day) => _ = self.by_day.insert((day, at)),
            None => self.undated.push(at),
        }
    }

    fn known(&self, held: &Happening<'_>, events: &[Joined<'_>]) -> Option<usize> {
        let fits = |at: &usize| held.agrees_with(&events[*at].whole);
        let distance = |at: &usize| (held.distance(&events[*at].whole), *at);
        match day(held) {
            Some(day) => {
                let near = self.by_day.range((day - DAYS, 0)..(day + DAYS + 1, 0)).map(|(_, at)| at);
                near.chain(&self.undated).copied().filter(fits).min_by_key(distance)
            }
            None => self.all.iter().copied().filter(fits).min_by_key(distance),
        }
    }

    /// Keeps the number its source gave it, or takes the next free one.
    fn mark<'a>(&mut self, mut held: Happening<'a>) -> Happening<'a> {
        let is_free = |number: &u32| !self.taken.contains(&(held.named.clone(), *number));
        held.number = (held.number..).find(is_free).unwrap_or(u32::MAX);
        self.taken.insert((held.named.clone(), held.number));
        if held.number > 1 {
            held.mark = format!("{}#{}", held.named, held.number).into();
        }
        held
    }
}

const DAYS: i64 = ONE_EVENT.num_days() + 1;

fn day(happening: &Happening<'_>) -> Option<i64> {
    happening.moment.map(|moment| moment.timestamp().div_euclid(86_400))
}

struct Joined<'a> {
    whole: Happening<'a>,
    /// Statements of users, if there are others; and those of all others.
    corrections: Vec<Happening<'a>>,
    others: Option<Box<Happening<'a>>>,
}

impl<'a> Joined<'a> {
    fn of(first: Happening<'a>) -> Self {
        let corrections = if first.is_of_clerk() { vec![first.clone()] } else { Vec::new() };
        Joined { whole: first, corrections, others: None }
    }

    fn join(&mut self, held: Happening<'a>, places: &Places) {
        if held.is_of_clerk() {
            if self.corrections.is_empty() {
                self.others = Some(Box::new(self.whole.clone()));
            }
            self.corrections.push(held.clone());
        } else if !self.corrections.is_empty() {
            match &mut self.others {
                Some(others) => others.join(held.clone(), places),
                None => self.others = Some(Box::new(held.clone())),
            }
        }
        self.whole.join(held, places);
    }

    /// A correction applies to what would hold without it, so the other sources are weighed against each other first:
    /// the result must not depend on the order of joining.
    fn weighed(self, places: &Places) -> Happening<'a> {
        let Joined { whole, mut corrections, others } = self;
        let Some(mut weighed) = others.map(|others| *others) else { return whole };
        corrections.sort_by_key(|correction| correction.received_at());
        corrections.into_iter().for_each(|correction| weighed.join(correction, places));
        Happening { mark: whole.mark.clone(), named: whole.named.clone(), number: whole.number, ..weighed }
    }
}

impl<'a> Happening<'a> {
    fn is_of_clerk(&self) -> bool {
        self.telling.source.kind == DataSource::UserInput
    }

    /// The same movement at nearly one time, without a contradiction.
    fn agrees_with(&self, other: &Happening<'_>) -> bool {
        unless_unknown_equal(&self.place_id, &other.place_id)
            && self.motion.may_share_mode(&other.motion)
            && self.distance(other) <= ONE_EVENT
            && !self.shares_a_teller(other)
    }

    fn distance(&self, other: &Happening<'_>) -> TimeDelta {
        match (self.moment, other.moment) {
            (Some(this), Some(that)) => (this - that).abs(),
            _ => TimeDelta::zero(),
        }
    }

    /// The statement that [weighs](weighs_more) more, with gaps filled from the other.
    fn join(&mut self, other: Happening<'a>, places: &Places) {
        let (newer, older) = if weighs_more(&other, self) { (other, self.clone()) } else { (self.clone(), other) };
        let (mark, named, number) = (self.mark.clone(), self.named.clone(), self.number);
        let first_received = self.first_received.min(older.first_received).min(newer.first_received);
        let mut documents = older.documents.clone();
        documents.extend(newer.documents.iter().cloned());
        *self = Happening { mark, named, number, first_received, documents, ..newer };
        self.add_tellings_of(&older);
        if self.place_id.is_empty() {
            self.place = older.place.clone();
            self.place_id = older.place_id;
        }
        if self.at.is_none() {
            (self.at, self.moment, self.day) = (older.at, older.moment, older.day);
        }
        let place = Arc::make_mut(&mut self.place);
        fill(&mut place.facility, &older.place.facility);
        fill(&mut place.timezone, &older.place.timezone);
        // A source with local time may not name the zone.
        let zone = places.zone_of(&self.place);
        if let Some(at) = self.at.as_deref().filter(|at| local(at).is_some()) {
            self.at = Some(Cow::Owned(resolve(at, zone).into_owned()));
            self.moment = self.at.as_deref().and_then(sort_instant);
        }
        self.day = zone.and_then(|zone| zone.day(self.at.as_ref()?.utc()?)).or(self.day);
        self.begins = self.at.as_deref().and_then(|at| begin(at, zone));
        fill(&mut self.motion.mode, &older.motion.mode);
        fill(&mut self.motion.phase, &older.motion.phase);
        fill(&mut self.voyage, &older.voyage);
        match (&mut self.vessel, older.vessel) {
            (Some(vessel), Some(more)) => fill_in(vessel, &more),
            (vessel @ None, more) => *vessel = more,
            _ => {}
        }
    }
}

/// A user's correction holds until the corrected source reports something new. Otherwise who was at the place comes
/// before the carrier, and the carrier before remote observers; of equals, the newest statement.
fn weighs_more(this: &Happening<'_>, that: &Happening<'_>) -> bool {
    if this.is_of_clerk() != that.is_of_clerk() {
        return match this.is_of_clerk() {
            true => this.received_at() >= that.received_at(),
            false => this.received_at() > that.received_at(),
        };
    }
    (weight(this), this.received_at()) > (weight(that), that.received_at())
}

fn weight(held: &Happening<'_>) -> u8 {
    match (&held.telling.source.kind, &held.motion.mode) {
        (DataSource::Terminal, mode) if *mode != Some(Mode::Rail) => 3,
        (DataSource::Rail, Some(Mode::Rail)) => 3,
        (DataSource::ShippingLine | DataSource::Terminal | DataSource::Rail, _) => 2,
        (DataSource::Ais, _) => 0,
        _ => 1,
    }
}
