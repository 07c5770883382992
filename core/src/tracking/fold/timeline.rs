//! What happened to a container, and what is still expected.
//!
//! A [`History`] has the events of all trips of a container, merged from all sources. A [`Timeline`] has the events of one trip.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::HashMap;

use super::container_event::{ContainerEvent, kind, sort_events};
use super::current_event::CurrentEvent;
use super::estimates::{EstimateRules, is_far_from_preferred};
use super::ledger::Ledger;
use super::merging::merge;
use super::picture::FoldPolicy;
use super::places::Places;
use super::trips::{DocumentGroups, EventRange, TripStart};
use super::unused::{UnusedReason, UnusedStatement};
use super::{event_places, event_scope};
use crate::resources::{DataSource, Timestamp};
use crate::tracking::moment::{earliest, sort_instant};
use crate::tracking::normalize::normalize_container_number;
use crate::tracking::{FactMark, Milestone, Mode, Movement, Place, UNKNOWN_CERTAINTY};

/// An arrival that AIS reports is not used while the line expects the arrival further ahead than this.
const LINE_MARGIN: TimeDelta = TimeDelta::hours(48);

/// All events of a container, on all its trips.
pub(super) struct History<'a> {
    pub(super) actual: Vec<ContainerEvent<'a>>,
    /// Estimates and plans with a time.
    pub(super) expected: Vec<CurrentEvent<'a>>,
    /// Events without a time.
    undated: Vec<CurrentEvent<'a>>,
    /// Expected arrivals of the whole shipment, with vessels that had discharged the container before.
    later_calls: Vec<CurrentEvent<'a>>,
    /// The places of events that name none.
    placed: HashMap<FactMark, &'a Place>,
    unused: Vec<UnusedStatement>,
    /// When it changes next without new facts.
    changes_at: Option<DateTime<Utc>>,
}

/// The events of one trip of a container.
#[derive(Default)]
pub(super) struct Timeline<'a> {
    /// The current time.
    pub(super) now: DateTime<Utc>,
    pub(super) actual: Vec<ContainerEvent<'a>>,
    /// The best estimate of each movement at each place, in order.
    pub(super) expected: Vec<ContainerEvent<'a>>,
    /// Estimates and plans whose time passed although the event was not reported. Their time is not used, but their place counts on the route.
    pub(super) overdue: Vec<ContainerEvent<'a>>,
    /// Estimates of events that happened since.
    pub(super) outdated: Vec<ContainerEvent<'a>>,
    /// Events without a time. They only name places on the route.
    pub(super) undated: Vec<ContainerEvent<'a>>,
    /// Expected arrivals and discharges by vessel. They include those that passed, those of vessels that discharged the container before
    /// and, if the trip is over, those until its last event.
    pub(super) planned_calls: Vec<ContainerEvent<'a>>,
    /// The places of events that name none, or name it without a code.
    pub(super) placed: HashMap<FactMark, &'a Place>,
    /// Current statements that are not used as their sources reported them.
    pub(super) unused: Vec<UnusedStatement>,
    /// When the timeline changes next without new facts; `None` if it does not.
    pub(super) changes_at: Option<DateTime<Utc>>,
    /// The empty return, if it ended the trip.
    pub(super) returned: Option<ContainerEvent<'a>>,
    pub(super) is_over: bool,
    /// `None` for the first trip of the container.
    pub(super) began_at: Option<DateTime<Utc>>,
    /// When the next trip of the container began; `None` if it has not begun.
    pub(super) next_began_at: Option<DateTime<Utc>>,
}

impl<'a> History<'a> {
    /// The history of a container; with `None`, of the whole shipment.
    pub(super) fn of(container: Option<&str>, ledger: &Ledger<'a>, places: &Places) -> Self {
        let (mut happened, mut expected, mut undated) = (Vec::new(), Vec::new(), Vec::new());
        let mut unused = Vec::new();
        let (events, later_calls) = event_scope::events_of(container, ledger);
        for current in events {
            // Availability is a state, not an event. `terminal` derives it.
            if matches!(current.event.motion.movement, Movement::Available | Movement::NotAvailable) {
                continue;
            }
            unused.extend(implausible(&current).map(|reason| UnusedStatement { fact: current.mark(), reason }));
            match (current.is_expected(), current.at) {
                (false, Some(_)) => happened.push(current),
                (true, Some(_)) => expected.push(current),
                // A source that reports neither when nor whether an event happened states nothing.
                (true, None) if current.fact.codes.contains_key(UNKNOWN_CERTAINTY) => {}
                // A source that does not report when an event happened does not know whether it happened.
                (_, None) => undated.push(current),
            }
        }
        let separate = event_places::join_names(&mut happened, places);
        unused.extend(separate.into_iter().map(|fact| UnusedStatement { fact, reason: UnusedReason::SeparatePlace }));
        let unplaced = event_places::find_places(&mut happened, &expected, places);
        let no_place =
            |current: CurrentEvent<'_>| UnusedStatement { fact: current.mark(), reason: UnusedReason::NoPlace };
        unused.extend(unplaced.into_iter().map(no_place));
        let placed = happened.iter().filter(|current| current.is_placed());
        let placed = placed.map(|current| (current.mark(), current.place)).collect();
        let changes_at = remove_contradicted(&mut happened, &expected, &mut unused, places, ledger.window.now);
        let mut actual = sort_events(merge(happened, places));
        put_return_before_pick_up(&mut actual);
        History { actual, expected, undated, later_calls, placed, unused, changes_at }
    }
}

impl History<'_> {
    /// Digests of the keys of expected events that belong to another trip: they name documents that no event of this trip names,
    /// and some event with these documents can begin a trip.
    fn planned_for_other_trips(&self, trip: &EventRange) -> BTreeSet<u32> {
        if self.expected.iter().all(|current| current.event.documents.is_empty()) {
            return BTreeSet::new();
        }
        let normalized = |current: &CurrentEvent<'_>| {
            current.event.documents.iter().map(|number| normalize_container_number(number)).collect()
        };
        let planned: Vec<Vec<String>> = self.expected.iter().map(normalized).collect();
        let happened = self.actual.iter().map(|event| &event.documents);
        let documents = DocumentGroups::of_numbers(happened.chain(&planned).map(Vec::as_slice));
        let own: BTreeSet<usize> = trip.events.clone().filter_map(|at| documents.at(at)).collect();
        let groups = (self.actual.len()..).map(|at| documents.at(at).filter(|group| !own.contains(group)));
        let of_others: Vec<(&CurrentEvent<'_>, Option<usize>)> = self.expected.iter().zip(groups).collect();
        let begins = |current: &CurrentEvent<'_>| TripStart::of(&current.event.motion).is_some();
        let groups_with_start: BTreeSet<usize> =
            of_others.iter().filter(|(current, _)| begins(current)).filter_map(|(_, group)| *group).collect();
        let is_elsewhere =
            |group: &Option<usize>| !own.is_empty() && group.is_some_and(|group| groups_with_start.contains(&group));
        of_others.iter().filter(|(_, group)| is_elsewhere(group)).map(|(current, _)| current.key).collect()
    }
}

/// Sorts the return of a container before its next pick-up, if only the days of both are known and both are on the same day.
fn put_return_before_pick_up(actual: &mut [ContainerEvent<'_>]) {
    let is_day = |event: &ContainerEvent<'_>| event.at.as_deref().is_some_and(Timestamp::is_date);
    for at in 1..actual.len() {
        let [out, pick_up, later @ ..] = &actual[at - 1..] else { continue };
        if !(out.is_laden() && pick_up.is_empty_pick_up() && is_day(pick_up)) {
            continue;
        }
        let that_day = later.iter().take_while(|other| is_day(other) && other.is_on_the_day_of(pick_up)).count();
        if let Some(back) = later[..that_day].iter().rposition(ContainerEvent::is_empty_return) {
            actual[at..=at + 1 + back].rotate_right(1);
        }
    }
}

impl<'a> Timeline<'a> {
    /// The part of a history that is one trip. A trip that is over has no expected events.
    pub(super) fn of(
        history: History<'a>,
        trip: &EventRange,
        places: &Places,
        now: DateTime<Utc>,
        policy: &FoldPolicy,
    ) -> Self {
        let elsewhere = history.planned_for_other_trips(trip);
        let History { mut actual, expected, undated, later_calls, placed, mut unused, changes_at } = history;
        let returned = trip.returned.and_then(|at| actual.get(at).cloned());
        let end = trip.ended_by.filter(|at| trip.events.contains(at)).and_then(|at| actual.get(at).cloned());
        actual.truncate(trip.events.end);
        actual.drain(..trip.events.start);
        // Events after a return belong to no trip.
        if let Some(end) = end {
            actual.retain(|event| !end.is_certainly_before(event));
        }
        let is_over = trip.is_over;
        let is_not_before_trip = |current: &CurrentEvent<'_>| {
            let at = current.at.and_then(sort_instant);
            let is_after = trip.began_at.is_none_or(|began_at| at.is_some_and(|at| at >= began_at));
            is_after && !elsewhere.contains(&current.key)
        };
        let is_of_trip = |current: &CurrentEvent<'_>| !is_over && is_not_before_trip(current);
        let last = actual.iter().filter_map(|event| event.moment).max();
        let is_planned_call = |current: &&CurrentEvent<'_>| {
            let is_within_trip =
                || current.at.and_then(sort_instant).is_some_and(|at| last.is_some_and(|last| at <= last));
            current.event.motion.comes_by_vessel() && is_not_before_trip(current) && (!is_over || is_within_trip())
        };
        let planned_calls = expected.iter().chain(&undated).chain(&later_calls).filter(is_planned_call);
        let planned_calls = planned_calls.map(|current| ContainerEvent::of(*current, places)).collect();
        let undated =
            undated.into_iter().filter(is_of_trip).map(|current| ContainerEvent::of(current, places)).collect();
        let undated = sort_events(undated);
        let rules = EstimateRules::of(&actual, now, policy);
        let estimates = Estimates::of(expected.into_iter().filter(is_of_trip), &actual, places, &rules);
        unused.extend(estimates.unused);
        Timeline {
            now,
            actual,
            expected: sort_events(estimates.chosen),
            overdue: sort_events(estimates.overdue),
            outdated: sort_events(estimates.outdated),
            undated,
            planned_calls,
            placed,
            unused,
            changes_at: changes_at.into_iter().chain(estimates.changes_at).min(),
            returned,
            is_over,
            began_at: trip.began_at,
            next_began_at: trip.next_began_at,
        }
    }

    pub(super) fn first(
        &self,
        milestone: &Milestone,
        fits: impl Fn(&ContainerEvent<'_>) -> bool,
    ) -> Option<&ContainerEvent<'a>> {
        self.actual.iter().find(|event| event.has_milestone(milestone) && fits(event))
    }

    pub(super) fn last(
        &self,
        milestones: &[Milestone],
        fits: impl Fn(&ContainerEvent<'_>) -> bool,
    ) -> Option<&ContainerEvent<'a>> {
        self.actual.iter().rfind(|event| event.is_one_of(milestones) && fits(event))
    }

    /// What is still to come, with overdue events.
    pub(super) fn ahead(&self) -> impl Iterator<Item = &ContainerEvent<'a>> {
        self.overdue.iter().chain(&self.expected)
    }

    /// All plans and estimates of events that were not reported.
    pub(super) fn plans(&self) -> impl Iterator<Item = &ContainerEvent<'a>> {
        self.ahead().chain(&self.undated).chain(&self.planned_calls)
    }

    pub(super) fn inland(&self) -> &[ContainerEvent<'a>] {
        let on_vessel = |event: &ContainerEvent<'_>| event.is_on_vessel();
        let start = self.actual.iter().rposition(on_vessel).map_or(0, |at| at + 1);
        &self.actual[start..]
    }
}

/// Why a statement does not count as its source reported it, whatever else is known.
pub(super) fn implausible(current: &CurrentEvent<'_>) -> Option<UnusedReason> {
    match (current.at, &current.event.at) {
        (None, Some(_)) => Some(UnusedReason::ImplausibleTime),
        (None, None) if !current.is_expected() => Some(UnusedReason::NoTime),
        _ if current.certainty != current.event.certainty => Some(UnusedReason::InFuture),
        _ => None,
    }
}

/// Removes arrivals that AIS reports although the line, in a later answer, expects them more than [`LINE_MARGIN`] from now. Returns when the
/// first of them will be used.
fn remove_contradicted(
    happened: &mut Vec<CurrentEvent<'_>>,
    expected: &[CurrentEvent<'_>],
    unused: &mut Vec<UnusedStatement>,
    places: &Places,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let is_by_ais = |current: &CurrentEvent<'_>| current.fact.source == DataSource::Ais;
    let arrives = |current: &CurrentEvent<'_>| current.event.motion.comes_by_vessel();
    if !happened.iter().any(|current| is_by_ais(current) && arrives(current)) {
        return None;
    }
    let contradicted_until = |arrival: &CurrentEvent<'_>| {
        let is_there = |other: &&CurrentEvent<'_>| {
            let (here, there) = (places.port(arrival.place), places.port(other.place));
            here.is_empty() || here == there
        };
        let comes_later = |line: &&CurrentEvent<'_>| {
            line.fact.source == DataSource::ShippingLine
                && line.event.motion.is_vessel(&Movement::Arrived)
                && line.confirmed_at > arrival.confirmed_at
        };
        // Another source reports that the container came to this place.
        let proves = |other: &CurrentEvent<'_>| {
            !is_by_ais(other)
                && (arrives(other) || matches!(other.event.motion.movement, Movement::GateOut | Movement::PickedUp))
                && other.at.and_then(sort_instant) >= arrival.at.and_then(sort_instant)
        };
        if happened.iter().filter(is_there).any(proves) {
            return None;
        }
        let of_line = expected.iter().filter(comes_later).filter(is_there).filter_map(|line| earliest(line.at?));
        of_line.filter_map(|at| at.checked_sub_signed(LINE_MARGIN)).filter(|until| *until > now).max()
    };
    let until: Vec<Option<DateTime<Utc>>> = happened
        .iter()
        .map(|current| if is_by_ais(current) && arrives(current) { contradicted_until(current) } else { None })
        .collect();
    let mut index = 0..;
    happened.retain(|current| {
        let is_used = index.next().and_then(|at| until[at]).is_none();
        if !is_used {
            unused.push(UnusedStatement { fact: current.mark(), reason: UnusedReason::LineExpectsLater });
        }
        is_used
    });
    until.into_iter().flatten().min()
}

/// The estimates of the events of one trip.
#[derive(Default)]
struct Estimates<'a> {
    /// The best estimate of each event that is still expected.
    chosen: Vec<ContainerEvent<'a>>,
    /// Estimates before the last movement, if the event was not reported. Without those of AIS, which knows no plans.
    overdue: Vec<ContainerEvent<'a>>,
    /// Estimates of events that happened.
    outdated: Vec<ContainerEvent<'a>>,
    unused: Vec<UnusedStatement>,
    changes_at: Option<DateTime<Utc>>,
}

impl<'a> Estimates<'a> {
    fn of(
        current: impl Iterator<Item = CurrentEvent<'a>>,
        actual: &[ContainerEvent<'_>],
        places: &Places,
        rules: &EstimateRules<'_>,
    ) -> Self {
        let happened = ActualEvents::of(actual);
        let mut estimates = Estimates::default();
        let mut groups: BTreeMap<(_, Rc<str>), Vec<ContainerEvent<'_>>> = BTreeMap::new();
        for current in current {
            let mut estimate = ContainerEvent::of(current, places);
            let reason = rules.judge(&mut estimate, current.confirmed_at);
            let reason = reason.or_else(|| happened.settles(&estimate).then_some(UnusedReason::Happened));
            if matches!(reason, None | Some(UnusedReason::TooFarAhead)) {
                estimates.changes_at = estimates.changes_at.into_iter().chain(rules.changes_at(&estimate)).min();
            }
            match reason {
                None => {
                    groups.entry((kind(&current.event.motion), estimate.place_id.clone())).or_default().push(estimate)
                }
                Some(reason) => {
                    estimates.drop(&estimate, reason);
                    let is_of_ais = estimate.report.source.kind == DataSource::Ais;
                    match reason {
                        UnusedReason::BeforeLastEvent if !is_of_ais && !happened.settles(&estimate) => {
                            estimates.overdue.push(estimate);
                        }
                        UnusedReason::BeforeLastEvent | UnusedReason::Happened => estimates.outdated.push(estimate),
                        _ => {}
                    }
                }
            }
        }
        groups.into_values().for_each(|group| estimates.choose(group));
        estimates
    }

    fn drop(&mut self, estimate: &ContainerEvent<'_>, reason: UnusedReason) {
        self.unused.push(UnusedStatement { fact: estimate.report.fact, reason });
    }

    /// Chooses the best estimate for each mode of transport.
    fn choose(&mut self, group: Vec<ContainerEvent<'a>>) {
        if group.len() > 1 {
            let changes = group.iter().filter_map(|estimate| estimate.standing.changes_at());
            self.changes_at = self.changes_at.into_iter().chain(changes).min();
        }
        let are_far: Vec<bool> = group.iter().map(|estimate| is_far_from_preferred(estimate, &group)).collect();
        let mut best: Vec<ContainerEvent<'a>> = Vec::new();
        for (estimate, is_far) in group.into_iter().zip(are_far) {
            if is_far {
                self.drop(&estimate, UnusedReason::FarFromPreferred);
                continue;
            }
            // Without a mode, it is a vessel.
            let mode = |event: &ContainerEvent<'_>| {
                event.motion.mode.clone().or_else(|| event.moves_by_vessel().then_some(Mode::Vessel))
            };
            let Some(known) = best.iter_mut().find(|known| mode(known) == mode(&estimate)) else {
                best.push(estimate);
                continue;
            };
            let worse = if estimate.is_better_than(known) { std::mem::replace(known, estimate) } else { estimate };
            self.drop(&worse, UnusedReason::OtherEstimate);
        }
        self.chosen.extend(best);
    }
}

/// Actual events, indexed by port.
struct ActualEvents<'t> {
    by_port: BTreeMap<&'t str, Vec<&'t ContainerEvent<'t>>>,
    all: &'t [ContainerEvent<'t>],
}

impl<'t> ActualEvents<'t> {
    fn of(all: &'t [ContainerEvent<'t>]) -> Self {
        let mut by_port: BTreeMap<&str, Vec<&ContainerEvent<'_>>> = BTreeMap::new();
        all.iter().for_each(|event| by_port.entry(&event.port_id).or_default().push(event));
        ActualEvents { by_port, all }
    }

    /// Whether the estimated event happened, or something that happens only after it.
    fn settles(&self, estimate: &ContainerEvent<'_>) -> bool {
        if estimate.place_id.is_empty() {
            return self.all.iter().any(|happened| settles(happened, estimate));
        }
        let mut events_at_port =
            [&*estimate.port_id, ""].into_iter().filter_map(|port| self.by_port.get(port)).flatten();
        events_at_port.any(|happened| {
            (happened.port_id.is_empty() || happened.is_at_place_of(estimate)) && settles(happened, estimate)
        })
    }
}

/// Whether `happened` is the expected event, or happens only after it.
fn settles(happened: &ContainerEvent<'_>, expected: &ContainerEvent<'_>) -> bool {
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
    let is_same = kind(&happened.motion) == kind(&expected.motion) && by_one;
    is_same || follows
}
