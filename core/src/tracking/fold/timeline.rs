//! What happened to one container, and what is still expected.
//!
//! The history of a container is merged from all sources, the newest statements first, with gaps filled from others. A
//! timeline is the part of the history that is one voyage. `meaning` interprets it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::happening::{Happening, in_order, kind};
use super::ledger::{HeldEvent, Ledger};
use super::merging::merge;
use super::picture::FoldPolicy;
use super::places::Places;
use super::reach;
use super::trips::{Beginning, Documents, EventRange};
use crate::resources::Timestamp;
use crate::tracking::moment::sort_instant;
use crate::tracking::tidy::normalize_container_number;
use crate::tracking::{Certainty, Milestone, Mode, Movement};

pub(super) struct History<'a> {
    pub(super) actual: Vec<Happening<'a>>,
    expected: Vec<HeldEvent<'a>>,
    undated: Vec<HeldEvent<'a>>,
}

#[derive(Default)]
pub(super) struct Timeline<'a> {
    pub(super) actual: Vec<Happening<'a>>,
    /// The best estimate of each movement at each place, in order.
    pub(super) expected: Vec<Happening<'a>>,
    pub(super) overtaken: Vec<Happening<'a>>,
    pub(super) undated: Vec<Happening<'a>>,
    /// The last of `actual`, if the empty return ended the trip.
    pub(super) returned: Option<Happening<'a>>,
    pub(super) is_over: bool,
    pub(super) begun: Option<DateTime<Utc>>,
    pub(super) next_begins: Option<DateTime<Utc>>,
}

impl<'a> History<'a> {
    /// `None` for that of the whole shipment.
    pub(super) fn of(container: Option<&str>, ledger: &Ledger<'a>, places: &Places) -> Self {
        let (mut happened, mut expected, mut undated) = (Vec::new(), Vec::new(), Vec::new());
        for told in reach::events_of(container, ledger) {
            match (told.event.certainty, &told.event.motion.movement) {
                // Availability is a state: see `terminal`.
                (_, Movement::Available | Movement::NotAvailable) => {}
                (Certainty::Actual, _) => happened.push(told),
                _ if told.event.at.is_some() => expected.push(told),
                _ => undated.push(told),
            }
        }
        let mut actual = in_order(merge(happened, places));
        return_first(&mut actual);
        History { actual, expected, undated }
    }
}

impl History<'_> {
    /// Digests of keys. Its documents are named by nothing on this trip, and a trip can begin with some of it.
    fn planned_elsewhere(&self, trip: &EventRange) -> BTreeSet<u32> {
        if self.expected.iter().all(|told| told.event.documents.is_empty()) {
            return BTreeSet::new();
        }
        let tidy =
            |told: &HeldEvent<'_>| told.event.documents.iter().map(|it| normalize_container_number(it)).collect();
        let planned: Vec<Vec<String>> = self.expected.iter().map(tidy).collect();
        let happened = self.actual.iter().map(|happening| &happening.documents);
        let documents = Documents::named(happened.chain(&planned).map(Vec::as_slice));
        let own: BTreeSet<usize> = trip.events.clone().filter_map(|at| documents.at(at)).collect();
        let groups = (self.actual.len()..).map(|at| documents.at(at).filter(|group| !own.contains(group)));
        let strange: Vec<(&HeldEvent<'_>, Option<usize>)> = self.expected.iter().zip(groups).collect();
        let begins = |told: &HeldEvent<'_>| Beginning::of(&told.event.motion).is_some();
        let begun: BTreeSet<usize> =
            strange.iter().filter(|(told, _)| begins(told)).filter_map(|(_, group)| *group).collect();
        let is_elsewhere = |group: &Option<usize>| !own.is_empty() && group.is_some_and(|group| begun.contains(&group));
        strange.iter().filter(|(_, group)| is_elsewhere(group)).map(|(told, _)| told.key).collect()
    }
}

/// For a pick-up and a return on one day without hours: if the container was out laden before, it cannot be picked up
/// before it is back.
fn return_first(actual: &mut [Happening<'_>]) {
    let is_day = |happening: &Happening<'_>| happening.at.as_deref().is_some_and(Timestamp::is_date);
    for at in 1..actual.len() {
        let [out, pick_up, later @ ..] = &actual[at - 1..] else { continue };
        if !(out.is_laden() && pick_up.is_empty_pick_up() && is_day(pick_up)) {
            continue;
        }
        let that_day = later.iter().take_while(|other| is_day(other) && other.is_on_the_day_of(pick_up)).count();
        if let Some(back) = later[..that_day].iter().rposition(Happening::is_empty_return) {
            actual[at..=at + 1 + back].rotate_right(1);
        }
    }
}

impl<'a> Timeline<'a> {
    /// A trip that is over has no expected events.
    pub(super) fn of(history: History<'a>, trip: &EventRange, places: &Places, policy: &FoldPolicy) -> Self {
        let elsewhere = history.planned_elsewhere(trip);
        let History { mut actual, expected, undated } = history;
        let returned = trip.returned.and_then(|at| actual.get(at).cloned());
        let end = trip.ended_by.filter(|at| trip.events.contains(at)).and_then(|at| actual.get(at).cloned());
        actual.truncate(trip.events.end);
        actual.drain(..trip.events.start);
        // Events after a return belong to no trip.
        if let Some(end) = end {
            actual.retain(|happening| !end.is_certainly_before(happening));
        }
        let is_over = trip.is_over;
        let is_of_it = |told: &HeldEvent<'_>| {
            let at = told.event.at.as_ref().and_then(sort_instant);
            let is_after = trip.begun.is_none_or(|begun| at.is_some_and(|at| at >= begun));
            !is_over && is_after && !elsewhere.contains(&told.key)
        };
        let undated = undated.into_iter().filter(is_of_it).map(|told| Happening::of(told, places)).collect();
        let undated = in_order(undated);
        let (expected, overtaken) = still_expected(expected.into_iter().filter(is_of_it), &actual, places, policy);
        Timeline {
            actual,
            expected,
            overtaken,
            undated,
            returned,
            is_over,
            begun: trip.begun,
            next_begins: trip.next_begins,
        }
    }

    pub(super) fn first(&self, milestone: &Milestone, fits: impl Fn(&Happening<'_>) -> bool) -> Option<&Happening<'a>> {
        self.actual.iter().find(|happening| happening.is(milestone) && fits(happening))
    }

    pub(super) fn last(
        &self,
        milestones: &[Milestone],
        fits: impl Fn(&Happening<'_>) -> bool,
    ) -> Option<&Happening<'a>> {
        self.actual.iter().rfind(|happening| happening.is_one_of(milestones) && fits(happening))
    }

    pub(super) fn inland(&self) -> &[Happening<'a>] {
        let on_vessel = |happening: &Happening<'_>| happening.is_on_vessel();
        let start = self.actual.iter().rposition(on_vessel).map_or(0, |at| at + 1);
        &self.actual[start..]
    }
}

pub(super) fn still_expected<'a>(
    told: impl Iterator<Item = HeldEvent<'a>>,
    actual: &[Happening<'_>],
    places: &Places,
    policy: &FoldPolicy,
) -> (Vec<Happening<'a>>, Vec<Happening<'a>>) {
    let last = actual.iter().rfind(|happening| happening.at.is_some());
    let happened = Happened::of(actual);
    let (mut expected, mut overtaken): (BTreeMap<_, Happening<'_>>, Vec<Happening<'_>>) = (BTreeMap::new(), Vec::new());
    for told in told {
        let estimate =
            Happening { preference: policy.preference(&told.fact.source.kind), ..Happening::of(told, places) };
        let stale = last.is_some_and(|last| estimate.is_certainly_before(last));
        if stale || happened.settles(&estimate) {
            overtaken.push(estimate);
            continue;
        }
        let motion = &told.event.motion;
        let key = (kind(motion), motion.mode.as_ref().map(Mode::as_str), estimate.place_id.clone());
        match expected.entry(key) {
            Entry::Occupied(mut known) if estimate.is_better_than(known.get()) => *known.get_mut() = estimate,
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(estimate);
            }
        }
    }
    (in_order(expected.into_values().collect()), in_order(overtaken))
}

struct Happened<'t> {
    at: BTreeMap<&'t str, Vec<&'t Happening<'t>>>,
    all: &'t [Happening<'t>],
}

impl<'t> Happened<'t> {
    fn of(all: &'t [Happening<'t>]) -> Self {
        let mut at: BTreeMap<&str, Vec<&Happening<'_>>> = BTreeMap::new();
        all.iter().for_each(|happening| at.entry(&happening.place_id).or_default().push(happening));
        Happened { at, all }
    }

    fn settles(&self, estimate: &Happening<'_>) -> bool {
        if estimate.place_id.is_empty() {
            return self.all.iter().any(|happened| settles(happened, estimate));
        }
        let mut there = [&*estimate.place_id, ""].into_iter().filter_map(|place| self.at.get(place)).flatten();
        there.any(|happened| settles(happened, estimate))
    }
}

impl Happening<'_> {
    /// Estimates beat schedules, then preferred sources win, then newer statements.
    pub(super) fn is_better_than(&self, other: &Happening<'_>) -> bool {
        let rank = |happening: &Happening<'_>| {
            let estimated = happening.certainty == Certainty::Estimated;
            let Happening { preference, moment, telling, .. } = happening;
            (estimated, *preference, telling.fact.received_at, *moment, telling.source.to_string())
        };
        rank(self) > rank(other)
    }
}

fn settles(happened: &Happening<'_>, expected: &Happening<'_>) -> bool {
    use Movement::{Arrived, Berthed, Discharged, Dropped, GateIn, GateOut, PickedUp};
    let by_one = happened.motion.may_share_mode(&expected.motion);
    let left = happened.is_laden() && matches!(happened.motion.movement, GateOut | PickedUp | Dropped);
    let follows = match (&expected.motion.movement, &happened.motion.movement) {
        (Arrived, Berthed | Discharged) | (Berthed, Discharged) => by_one || left,
        (GateIn, Discharged) => by_one && expected.motion.mode == Some(Mode::Rail),
        (Arrived, _) => left && !expected.is_vessel(&Arrived),
        (Discharged, _) => left,
        _ => false,
    };
    let is_it = kind(&happened.motion) == kind(&expected.motion) && by_one;
    is_it || follows
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeZone, Utc};

    use crate::resources::{DataSource, Timestamp};
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, fold};

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn expects(source: DataSource, arrival: u32, said_on: u32) -> Fact {
        let event = Event::estimated(Milestone::VesselArrived, day(arrival)).at_place("USLAX");
        Fact::event("MSKU0308961", event).with_source(source).received(day(said_on))
    }

    fn holds(facts: &[Fact], policy: &FoldPolicy) -> (Option<DataSource>, Option<Timestamp>) {
        let picture = fold(facts, day(5), policy);
        let event = &picture.containers[0].events[0].event;
        assert_eq!((&picture.pod_eta_source, &picture.shipment.pod_eta_at), (&event.data_source, &event.timestamp));
        (event.data_source.clone(), event.timestamp.clone())
    }

    #[test]
    fn the_last_words_hold_and_of_preferred_sources_those_of_the_one_that_counts_most() {
        use DataSource::{Ais, ShippingLine, Terminal};
        let facts = [expects(ShippingLine, 20, 1), expects(Terminal, 21, 2), expects(Ais, 22, 3)];
        let preferred = |of_line, of_ais| FoldPolicy {
            estimates_of_shipping_line: of_line,
            estimates_of_ais: of_ais,
            ..FoldPolicy::default()
        };
        let at = |source, on| (Some(source), Some(day(on).into()));
        assert_eq!(holds(&facts, &FoldPolicy::default()), at(Ais, 22));
        assert_eq!(holds(&facts, &preferred(3, 1)), at(ShippingLine, 20));
        assert_eq!(holds(&facts, &preferred(3, 2)), at(ShippingLine, 20));
        assert_eq!(holds(&facts, &preferred(2, 3)), at(Ais, 22));
        assert_eq!(
            holds(&facts[1..], &preferred(3, 1)),
            at(Ais, 22),
            "where the preferred one has none, the others hold"
        );
    }
}
