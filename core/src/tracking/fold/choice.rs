//! Which trip of each container a shipment is.
//!
//! A stored decision is recognised by the events of the trip. Otherwise a container that is tracked itself takes its
//! latest trip; a bill or booking takes the trip that was reported under its number, else one that shares a vessel's
//! call with it, else the first that was not over when the container was first named.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::happening::Happening;
use super::ledger::Ledger;
use super::timeline::History;
use super::trips::{Beginning, Stretch, Trip};
use crate::tracking::key::Key;
use crate::tracking::moment::moment;
use crate::tracking::{Certainty, Fact, Statement};

#[derive(Clone, Copy)]
pub(crate) struct Following<'a> {
    pub(crate) aim: Aim<'a>,
    pub(crate) kept: &'a BTreeMap<String, Trip>,
    /// For a shipment stored before trips were: its trip is the one that was under way at this time.
    pub(crate) taken_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy)]
pub(crate) enum Aim<'a> {
    Boxes,
    Box(&'a str),
    /// Spellings of the number of a bill or booking: capitals and digits.
    Papers(&'a [String]),
}

pub(super) struct Traveller<'a> {
    pub(super) number: &'a str,
    pub(super) history: History<'a>,
    pub(super) trips: Vec<Stretch>,
}

impl Following<'_> {
    fn takes_latest(&self, number: &str) -> bool {
        match self.aim {
            Aim::Boxes => true,
            Aim::Box(own) => own == number,
            Aim::Papers(_) => false,
        }
    }

    fn papers(&self) -> &[String] {
        match self.aim {
            Aim::Papers(numbers) => numbers,
            _ => &[],
        }
    }

    pub(super) fn is_latest(&self, travellers: &[Traveller<'_>], chosen: &[Option<usize>]) -> bool {
        let mut each = travellers.iter().zip(chosen);
        each.all(|(box_, chosen)| !self.takes_latest(box_.number) || *chosen == latest(&box_.trips))
    }

    pub(super) fn choose(&self, travellers: &[Traveller<'_>], ledger: &Ledger<'_>) -> Vec<Option<usize>> {
        let mut chosen: Vec<Option<usize>> = travellers.iter().map(|box_| self.known(box_)).collect();
        if chosen.iter().all(Option::is_some) {
            return chosen;
        }
        let mut calls: BTreeSet<Call<'_>> = BTreeSet::new();
        for (box_, at) in travellers.iter().zip(&chosen) {
            calls.extend(at.iter().flat_map(|at| box_.calls(*at)));
        }
        for (box_, at) in travellers.iter().zip(&mut chosen).filter(|(_, at)| at.is_none()) {
            *at = box_.most(|trip| box_.calls(trip).filter(|call| calls.contains(call)).count());
            if at.is_none() && !self.recognised(box_).is_some_and(|at| box_.trips[at].is_unused) {
                let first_named = ledger.first_named.get(box_.number).copied();
                *at = box_.first_open(first_named);
            }
        }
        chosen
    }

    fn known(&self, box_: &Traveller<'_>) -> Option<usize> {
        let kept = self.recognised(box_);
        if kept.is_some_and(|at| !box_.trips[at].is_unused) {
            return kept;
        }
        if self.takes_latest(box_.number) {
            let taken_at = self.taken_at.filter(|_| kept.is_none());
            return taken_at.map_or_else(|| latest(&box_.trips), |at| box_.first_open(Some(at)));
        }
        let names = |happening: &Happening<'_>| happening.documents.iter().any(|named| self.papers().contains(named));
        let count = |trip: usize, fits: &dyn Fn(&Happening<'_>) -> bool| {
            box_.events(trip).iter().filter(|happening| fits(happening)).count()
        };
        box_.most(|trip| count(trip, &names)).or_else(|| box_.most(|trip| count(trip, &|told| told.is_of_all())))
    }

    fn recognised(&self, box_: &Traveller<'_>) -> Option<usize> {
        let kept = self.kept.get(box_.number)?;
        let common = |trip: usize| {
            let digests = box_.events(trip).iter().flat_map(Happening::keys);
            digests.filter(|digest| kept.has(*digest)).count()
        };
        most(0..box_.trips.len(), common)
    }
}

/// Vessel and port.
type Call<'a> = (Cow<'a, str>, &'a str);

impl Traveller<'_> {
    fn events(&self, trip: usize) -> &[Happening<'_>] {
        &self.history.actual[self.trips[trip].events.clone()]
    }

    fn calls(&self, trip: usize) -> impl Iterator<Item = Call<'_>> {
        let by_vessel = self.events(trip).iter().filter(|happening| happening.moves_by_vessel());
        by_vessel.filter_map(|call| Some((call.vessel.as_ref()?.number_or_name(), &*call.place_id)))
    }

    /// The last of several; `None` if the count is 0 for all.
    fn most(&self, count: impl Fn(usize) -> usize) -> Option<usize> {
        most((0..self.trips.len()).filter(|at| !self.trips[*at].is_unused), count)
    }

    fn first_open(&self, then: Option<DateTime<Utc>>) -> Option<usize> {
        let end = |trip: &Stretch| trip.ended_by.and_then(|at| self.history.actual.get(at)?.moment);
        let is_open = |trip: &Stretch| !trip.is_unused && (!trip.is_over || end(trip) > then);
        self.trips.iter().position(is_open).or_else(|| self.trips.iter().rposition(|trip| !trip.is_unused))
    }
}

fn latest(trips: &[Stretch]) -> Option<usize> {
    trips.iter().rposition(|trip| !trip.is_unused).or(trips.len().checked_sub(1))
}

fn most(places: impl Iterator<Item = usize>, count: impl Fn(usize) -> usize) -> Option<usize> {
    places.map(|at| (count(at), at)).filter(|(count, _)| *count > 0).max().map(|(_, at)| at)
}

/// A number counts as reused after so long without events and without facts about it.
const REUSE_WINDOW: TimeDelta = TimeDelta::days(180);

pub(super) struct Generation<'a> {
    pub(super) facts: Vec<&'a Fact>,
    pub(super) is_latest: bool,
    pub(super) begun: Option<DateTime<Utc>>,
}

/// The use that the stored trips belong to, else the latest. `None` if the number was used once.
pub(super) fn pick<'a>(ledger: &Ledger<'a>, kept: &BTreeMap<String, Trip>) -> Option<Generation<'a>> {
    let begins = begins(ledger);
    if begins.is_empty() {
        return None;
    }
    let index = |at: DateTime<Utc>| begins.partition_point(|begin| *begin <= at);
    let of = |fact: &Fact| match &fact.statement {
        Statement::Event(event) if event.certainty == Certainty::Actual => {
            index(event.at.as_ref().and_then(moment).unwrap_or(fact.received_at))
        }
        _ => index(fact.received_at),
    };
    let mut common = vec![0_usize; begins.len() + 1];
    for fact in &ledger.facts {
        let key = Key::of(fact).map(|key| key.digest());
        if key.is_some_and(|key| kept.values().any(|trip| trip.has(key))) {
            common[of(fact)] += 1;
        }
    }
    let picked = (0..common.len()).max_by_key(|at| (common[*at], *at))?;
    let is_of_it = |fact: &&&Fact| fact.statement.is_withdrawal() || of(fact) == picked;
    Some(Generation {
        facts: ledger.facts.iter().filter(is_of_it).copied().collect(),
        is_latest: picked == begins.len(),
        begun: picked.checked_sub(1).and_then(|at| begins.get(at)).copied(),
    })
}

fn begins(ledger: &Ledger<'_>) -> Vec<DateTime<Utc>> {
    let mut dated: Vec<(DateTime<Utc>, bool)> = ledger
        .events()
        .filter(|told| told.event.certainty == Certainty::Actual)
        .filter_map(|told| Some((moment(told.event.at.as_ref()?)?, Beginning::of(&told.event.motion).is_some())))
        .collect();
    dated.sort_unstable();
    if !matches!((dated.first(), dated.last()), (Some(first), Some(last)) if last.0 - first.0 >= REUSE_WINDOW) {
        return Vec::new();
    }
    let is_event = |fact: &&&Fact| matches!(fact.statement, Statement::Event(_));
    let received: Vec<DateTime<Utc>> = ledger.facts.iter().filter(is_event).map(|fact| fact.received_at).collect();
    let mut begins = Vec::new();
    for pair in dated.windows(2) {
        let (before, (at, is_beginning)) = (pair[0].0, pair[1]);
        let heard = received.partition_point(|heard| *heard < at).checked_sub(1).map(|last| received[last]);
        if is_beginning && at - heard.map_or(before, |heard| heard.max(before)) >= REUSE_WINDOW {
            begins.push(at);
        }
    }
    begins
}
