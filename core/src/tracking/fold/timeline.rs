//! What happened to one container, and what is still expected.
//!
//! Several sources tell of one event, and one source may tell of it for the container and for the whole shipment: these
//! are merged, the newest words first, gaps filled from the others. That is its history, on however many voyages; a timeline
//! is the part of it that one of them is. What all of it means is said by the route: see `meaning`.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::estimates::still_expected;
use super::happening::{Happening, in_order};
use super::ledger::{HeldEvent, Ledger};
use super::merging::merge;
use super::picture::FoldPolicy;
use super::places::Places;
use super::reach;
use super::trips::{Beginning, Papers, Stretch};
use crate::resources::Timestamp;
use crate::tracking::moment::moment;
use crate::tracking::tidy::container_number;
use crate::tracking::{Certainty, Milestone, Movement};

/// All that happened to a container, and all that is expected of it.
pub(super) struct History<'a> {
    /// What happened, in order.
    pub(super) actual: Vec<Happening<'a>>,
    expected: Vec<HeldEvent<'a>>,
    /// Expected, nobody says when: that is no news, but says where it goes.
    undated: Vec<HeldEvent<'a>>,
}

/// One trip of a container.
#[derive(Default)]
pub(super) struct Timeline<'a> {
    /// What happened, in order.
    pub(super) actual: Vec<Happening<'a>>,
    /// What is expected: of one movement at one place, the best estimate. In order.
    pub(super) expected: Vec<Happening<'a>>,
    /// What was expected and life has overtaken.
    pub(super) overtaken: Vec<Happening<'a>>,
    /// What is expected though nobody says when.
    pub(super) undated: Vec<Happening<'a>>,
    /// The container came back empty: the last of `actual` that ends its trip.
    pub(super) returned: Option<Happening<'a>>,
    /// Whether the trip is over: the container came back, or its next trip began.
    pub(super) is_over: bool,
    /// When it begins, where the container was on another one before.
    pub(super) begun: Option<DateTime<Utc>>,
    /// When its next one begins.
    pub(super) next_begins: Option<DateTime<Utc>>,
}

impl<'a> History<'a> {
    /// The history of a container; of nobody in particular, that of the whole shipment.
    pub(super) fn of(container: Option<&str>, ledger: &Ledger<'a>, places: &Places) -> Self {
        let (mut happened, mut expected, mut undated) = (Vec::new(), Vec::new(), Vec::new());
        for told in reach::events_of(container, ledger) {
            match (told.event.certainty, &told.event.motion.movement) {
                // Whether a container may be picked up is a state that comes and goes: see `terminal`.
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
    /// What is planned of the container's next trip, by the digests of keys: it names documents that nothing of this trip names,
    /// and a trip can begin with some of it.
    fn planned_elsewhere(&self, trip: &Stretch) -> BTreeSet<u32> {
        if self.expected.iter().all(|told| told.event.documents.is_empty()) {
            return BTreeSet::new();
        }
        let tidy = |told: &HeldEvent<'_>| told.event.documents.iter().map(|it| container_number(it)).collect();
        let planned: Vec<Vec<String>> = self.expected.iter().map(tidy).collect();
        let happened = self.actual.iter().map(|happening| &happening.documents);
        let papers = Papers::named(happened.chain(&planned).map(Vec::as_slice));
        let own: BTreeSet<usize> = trip.events.clone().filter_map(|at| papers.at(at)).collect();
        let groups = (self.actual.len()..).map(|at| papers.at(at).filter(|group| !own.contains(group)));
        let strange: Vec<(&HeldEvent<'_>, Option<usize>)> = self.expected.iter().zip(groups).collect();
        let begins = |told: &HeldEvent<'_>| Beginning::of(&told.event.motion).is_some();
        let begun: BTreeSet<usize> =
            strange.iter().filter(|(told, _)| begins(told)).filter_map(|(_, group)| *group).collect();
        let is_elsewhere = |group: &Option<usize>| !own.is_empty() && group.is_some_and(|group| begun.contains(&group));
        strange.iter().filter(|(_, group)| is_elsewhere(group)).map(|(told, _)| told.key).collect()
    }
}

/// Of a pick-up and a return of the empty container on one day, whose hours nobody tells, the return comes first where the
/// container was out full before: it cannot be picked up before it is back.
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
    /// The part of the history that is one trip. Nothing is expected of one that is over.
    pub(super) fn of(history: History<'a>, trip: &Stretch, places: &Places, policy: &FoldPolicy) -> Self {
        let elsewhere = history.planned_elsewhere(trip);
        let History { mut actual, expected, undated } = history;
        let returned = trip.returned.and_then(|at| actual.get(at).cloned());
        let end = trip.ended_by.filter(|at| trip.events.contains(at)).and_then(|at| actual.get(at).cloned());
        actual.truncate(trip.events.end);
        actual.drain(..trip.events.start);
        // What follows a return is of no trip.
        if let Some(end) = end {
            actual.retain(|happening| !end.is_certainly_before(happening));
        }
        let is_over = trip.is_over;
        let is_of_it = |told: &HeldEvent<'_>| {
            let at = told.event.at.as_ref().and_then(moment);
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

    /// The first event of the milestone that `fits`.
    pub(super) fn first(&self, milestone: &Milestone, fits: impl Fn(&Happening<'_>) -> bool) -> Option<&Happening<'a>> {
        self.actual.iter().find(|happening| happening.is(milestone) && fits(happening))
    }

    /// The last event of one of the milestones that `fits`.
    pub(super) fn last(
        &self,
        milestones: &[Milestone],
        fits: impl Fn(&Happening<'_>) -> bool,
    ) -> Option<&Happening<'a>> {
        self.actual.iter().rfind(|happening| happening.is_one_of(milestones) && fits(happening))
    }

    /// What happened after the container left its last vessel: everything, when it was on none.
    pub(super) fn inland(&self) -> &[Happening<'a>] {
        let on_vessel = |happening: &Happening<'_>| happening.is_on_vessel();
        let start = self.actual.iter().rposition(on_vessel).map_or(0, |at| at + 1);
        &self.actual[start..]
    }
}
