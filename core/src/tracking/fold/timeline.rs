//! What happened to a container, and what is still expected.
//!
//! A [`History`] has the events of all trips of a container, merged from all sources. A [`Timeline`] has the events of one trip.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::container_event::{ContainerEvent, kind, sort_events};
use super::event_scope;
use super::ledger::{CurrentEvent, Ledger};
use super::merging::merge;
use super::picture::FoldPolicy;
use super::places::Places;
use super::trips::{DocumentGroups, EventRange, TripStart};
use crate::resources::Timestamp;
use crate::tracking::moment::sort_instant;
use crate::tracking::normalize::normalize_container_number;
use crate::tracking::{Certainty, Milestone, Mode, Movement};

/// All events of a container, on all its trips.
pub(super) struct History<'a> {
    pub(super) actual: Vec<ContainerEvent<'a>>,
    /// Estimates and plans with a time.
    expected: Vec<CurrentEvent<'a>>,
    /// Estimates and plans without a time.
    undated: Vec<CurrentEvent<'a>>,
}

/// The events of one trip of a container.
#[derive(Default)]
pub(super) struct Timeline<'a> {
    /// The current time.
    pub(super) now: DateTime<Utc>,
    pub(super) actual: Vec<ContainerEvent<'a>>,
    /// The best estimate of each movement at each place, in order.
    pub(super) expected: Vec<ContainerEvent<'a>>,
    /// Estimates of events that happened since, or that are outdated because a later event happened.
    pub(super) outdated: Vec<ContainerEvent<'a>>,
    pub(super) undated: Vec<ContainerEvent<'a>>,
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
        for current in event_scope::events_of(container, ledger) {
            match (current.event.certainty, &current.event.motion.movement) {
                // Availability is a state, not an event. `terminal` derives it.
                (_, Movement::Available | Movement::NotAvailable) => {}
                (Certainty::Actual, _) => happened.push(current),
                _ if current.event.at.is_some() => expected.push(current),
                _ => undated.push(current),
            }
        }
        let mut actual = sort_events(merge(happened, places));
        put_return_before_pick_up(&mut actual);
        History { actual, expected, undated }
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
        let History { mut actual, expected, undated } = history;
        let returned = trip.returned.and_then(|at| actual.get(at).cloned());
        let end = trip.ended_by.filter(|at| trip.events.contains(at)).and_then(|at| actual.get(at).cloned());
        actual.truncate(trip.events.end);
        actual.drain(..trip.events.start);
        // Events after a return belong to no trip.
        if let Some(end) = end {
            actual.retain(|event| !end.is_certainly_before(event));
        }
        let is_over = trip.is_over;
        let is_of_trip = |current: &CurrentEvent<'_>| {
            let at = current.event.at.as_ref().and_then(sort_instant);
            let is_after = trip.began_at.is_none_or(|began_at| at.is_some_and(|at| at >= began_at));
            !is_over && is_after && !elsewhere.contains(&current.key)
        };
        let undated =
            undated.into_iter().filter(is_of_trip).map(|current| ContainerEvent::of(current, places)).collect();
        let undated = sort_events(undated);
        let (expected, outdated) = split_expected(expected.into_iter().filter(is_of_trip), &actual, places, policy);
        Timeline {
            now,
            actual,
            expected,
            outdated,
            undated,
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

    pub(super) fn inland(&self) -> &[ContainerEvent<'a>] {
        let on_vessel = |event: &ContainerEvent<'_>| event.is_on_vessel();
        let start = self.actual.iter().rposition(on_vessel).map_or(0, |at| at + 1);
        &self.actual[start..]
    }
}

/// Returns the best estimate of each event that is still expected, and the outdated estimates.
fn split_expected<'a>(
    current: impl Iterator<Item = CurrentEvent<'a>>,
    actual: &[ContainerEvent<'_>],
    places: &Places,
    policy: &FoldPolicy,
) -> (Vec<ContainerEvent<'a>>, Vec<ContainerEvent<'a>>) {
    let last = actual.iter().rfind(|event| event.at.is_some());
    let happened = ActualEvents::of(actual);
    let (mut expected, mut outdated): (BTreeMap<_, ContainerEvent<'_>>, Vec<ContainerEvent<'_>>) =
        (BTreeMap::new(), Vec::new());
    for current in current {
        let estimate = ContainerEvent {
            preference: policy.preference(&current.fact.source.kind),
            ..ContainerEvent::of(current, places)
        };
        let is_past = last.is_some_and(|last| estimate.is_certainly_before(last));
        if is_past || happened.settles(&estimate) {
            outdated.push(estimate);
            continue;
        }
        let motion = &current.event.motion;
        let key = (kind(motion), motion.mode.as_ref().map(Mode::as_str), estimate.place_id.clone());
        match expected.entry(key) {
            Entry::Occupied(mut known) if estimate.is_better_than(known.get()) => *known.get_mut() = estimate,
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => {
                free.insert(estimate);
            }
        }
    }
    (sort_events(expected.into_values().collect()), sort_events(outdated))
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

impl ContainerEvent<'_> {
    /// An estimate is better than a plan, then a preferred source is better, then a newer report.
    pub(super) fn is_better_than(&self, other: &ContainerEvent<'_>) -> bool {
        let rank = |event: &ContainerEvent<'_>| {
            let estimated = event.certainty == Certainty::Estimated;
            let ContainerEvent { preference, moment, report, .. } = event;
            (estimated, *preference, report.fact.received_at, *moment, report.source.to_string())
        };
        rank(self) > rank(other)
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

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeZone, Utc};

    use crate::resources::{DataSource, Timestamp};
    use crate::tracking::{Event, Fact, FoldPolicy, Milestone, fold};

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn expects(source: DataSource, arrival: u32, received_on: u32) -> Fact {
        let event = Event::estimated(Milestone::VesselArrived, day(arrival)).at_place("USLAX");
        Fact::event("MSKU0308961", event).with_source(source).received(day(received_on))
    }

    fn winning_estimate(facts: &[Fact], policy: &FoldPolicy) -> (Option<DataSource>, Option<Timestamp>) {
        let picture = fold(facts, day(5), policy);
        let event = &picture.containers[0].events[0].event;
        assert_eq!((&picture.pod_eta_source, &picture.shipment.pod_eta_at), (&event.data_source, &event.timestamp));
        (event.data_source.clone(), event.timestamp.clone())
    }

    #[test]
    fn the_newest_estimate_wins_unless_the_policy_prefers_another_source() {
        use DataSource::{Ais, ShippingLine, Terminal};
        let facts = [expects(ShippingLine, 20, 1), expects(Terminal, 21, 2), expects(Ais, 22, 3)];
        let preferred = |of_line, of_ais| FoldPolicy {
            estimates_of_shipping_line: of_line,
            estimates_of_ais: of_ais,
            ..FoldPolicy::default()
        };
        let at = |source, on| (Some(source), Some(day(on).into()));
        assert_eq!(winning_estimate(&facts, &FoldPolicy::default()), at(Ais, 22));
        assert_eq!(winning_estimate(&facts, &preferred(3, 1)), at(ShippingLine, 20));
        assert_eq!(winning_estimate(&facts, &preferred(3, 2)), at(ShippingLine, 20));
        assert_eq!(winning_estimate(&facts, &preferred(2, 3)), at(Ais, 22));
        assert_eq!(
            winning_estimate(&facts[1..], &preferred(3, 1)),
            at(Ais, 22),
            "the preferred source has no estimate"
        );
    }
}
