//! Finds the places of events whose source names no place, or names it without a code.
//!
//! An event without a place gets the only one at which it can have happened. Otherwise it is not used, because it would count at any port.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::container_event::kind;
use super::current_event::CurrentEvent;
use super::places::Places;
use crate::places::{port_area, ports_named};
use crate::tracking::moment::{resolve, sort_instant};
use crate::tracking::{FactMark, Mode, Motion, Movement, Place, Vessel};

/// An arrival is the expected one if that is expected at most this long after it,
const EARLY: TimeDelta = TimeDelta::hours(48);
/// or at most this long before it.
const LATE: TimeDelta = TimeDelta::days(7);
/// All events of one call of a vessel, and the reports of one event, are within this time.
const ONE_CALL: TimeDelta = TimeDelta::hours(48);

/// Finds the places of events that name none, and removes the events whose place stays unknown. If no event names a place, all stay: then
/// there is no route that they could change. Returns the removed events.
pub(super) fn find_places<'a>(
    happened: &mut Vec<CurrentEvent<'a>>,
    expected: &[CurrentEvent<'a>],
    places: &Places,
) -> Vec<CurrentEvent<'a>> {
    let is_unplaced = |event: &CurrentEvent<'_>| event.place.is_unnamed() && needs_place(&event.event.motion);
    if !happened.iter().any(is_unplaced) || happened.iter().chain(expected).all(|event| event.place.is_unnamed()) {
        return Vec::new();
    }
    let mut whereabouts = Whereabouts::default();
    let mut unplaced = vec![false; happened.len()];
    for (index, moment) in in_order(happened, places) {
        if is_unplaced(&happened[index]) {
            let search = Search { event: happened[index], moment, happened: &*happened, expected, places };
            match search.place(&whereabouts) {
                Some(place) => happened[index].place = place,
                None => unplaced[index] = true,
            }
        }
        whereabouts.follow(&happened[index]);
    }
    let mut unplaced = unplaced.into_iter();
    let removed = |_: &mut CurrentEvent<'_>| unplaced.next() == Some(true);
    happened.extract_if(.., removed).collect()
}

/// Gives events at a place that is named without a code the place of the only call that they fit. Returns the events that stay at a separate place,
/// although other ports of the voyage have codes.
pub(super) fn join_names(happened: &mut [CurrentEvent<'_>], places: &Places) -> Vec<FactMark> {
    let is_unresolved = |event: &CurrentEvent<'_>| is_call(event) && places.is_unresolved(event.place);
    if !happened.iter().any(is_unresolved) || !happened.iter().any(|event| is_call(event) && has_code(event, places)) {
        return Vec::new();
    }
    let names: BTreeSet<String> = happened
        .iter()
        .filter(|event| is_unresolved(event))
        .map(|event| event.place.code_or_name().into_owned())
        .collect();
    let mut separate = Vec::new();
    for name in names {
        let is_at_name =
            |event: &CurrentEvent<'_>| event.place.locode.is_none() && *event.place.code_or_name() == *name;
        match place_of_call(&name, happened, places) {
            Some(place) => {
                happened.iter_mut().filter(|event| is_at_name(event)).for_each(|event| event.place = place);
            }
            None => separate
                .extend(happened.iter().filter(|event| is_call(event) && is_at_name(event)).map(CurrentEvent::mark)),
        }
    }
    separate
}

fn is_call(event: &CurrentEvent<'_>) -> bool {
    event.event.motion.moves_by_vessel()
}

fn has_code(event: &CurrentEvent<'_>, places: &Places) -> bool {
    !event.place.is_unnamed() && !places.is_unresolved(event.place)
}

/// The place of the only call that all events at the name fit.
fn place_of_call<'a>(name: &str, happened: &[CurrentEvent<'a>], places: &Places) -> Option<&'a Place> {
    let named: Vec<&CurrentEvent<'a>> = happened
        .iter()
        .filter(|event| is_call(event) && event.place.locode.is_none() && *event.place.code_or_name() == *name)
        .collect();
    let candidates = ports_named(name);
    let mut ports: BTreeMap<String, Vec<&CurrentEvent<'a>>> = BTreeMap::new();
    for event in happened.iter().filter(|event| is_call(event) && has_code(event, places)) {
        ports.entry(places.port(event.place).into_owned()).or_default().push(event);
    }
    let mut fitting = ports.into_iter().filter(|(port, calls)| {
        let is_candidate = candidates.is_empty() || candidates.iter().any(|of| port_area(of.locode) == port);
        is_candidate && are_one_call(&named, calls, places)
    });
    let (_, calls) = fitting.next()?;
    let place = calls.first()?.place;
    fitting.next().is_none().then_some(place)
}

/// Whether one source reports all these events, of one vessel, within two days and in the order of a call.
fn are_one_call(named: &[&CurrentEvent<'_>], coded: &[&CurrentEvent<'_>], places: &Places) -> bool {
    let agree = |one: &CurrentEvent<'_>, other: &CurrentEvent<'_>| {
        one.fact.source == other.fact.source
            && !Vessel::differ(one.vessel, other.vessel)
            && one.event.motion.movement != other.event.motion.movement
    };
    if !named.iter().all(|one| coded.iter().all(|other| agree(one, other))) {
        return false;
    }
    let zone = coded.first().and_then(|event| places.zone_of_place(event.place));
    let step = |event: &CurrentEvent<'_>| {
        use Movement::{Arrived, Berthed, Departed, Discharged, Loaded};
        [Arrived, Berthed, Discharged, Loaded, Departed].iter().position(|step| *step == event.event.motion.movement)
    };
    let moment = |event: &CurrentEvent<'_>| sort_instant(&resolve(event.at?, zone));
    let mut steps: Vec<(Option<usize>, Option<DateTime<Utc>>)> =
        named.iter().chain(coded).map(|event| (step(event), moment(event))).collect();
    steps.sort();
    let times: Vec<DateTime<Utc>> = steps.iter().filter_map(|(_, at)| *at).collect();
    let is_within = matches!((times.first(), times.last()), (Some(first), Some(last)) if *last - *first <= ONE_CALL);
    times.len() == steps.len() && times.is_sorted() && is_within
}

/// Whether the event means nothing without a place. Empty containers, deliveries, and statements about anything but movements need none.
fn needs_place(motion: &Motion) -> bool {
    use Movement::{Arrived, Berthed, Departed, Discharged, GateIn, GateOut, Loaded, PickedUp};
    !motion.is_empty()
        && matches!(motion.movement, Arrived | Berthed | Departed | Discharged | GateIn | GateOut | Loaded | PickedUp)
}

/// The indexes in order of time, with the times. A local time without a place is read by the clock of the place before it.
fn in_order(events: &[CurrentEvent<'_>], places: &Places) -> Vec<(usize, Option<DateTime<Utc>>)> {
    let moment = |at: usize, place: &Place| {
        let zone = places.zone_of_place(place);
        events[at].at.and_then(|written| sort_instant(&resolve(written, zone)))
    };
    let rank = |at: usize| events[at].event.motion.rank();
    let mut order: Vec<(usize, Option<DateTime<Utc>>)> =
        (0..events.len()).map(|at| (at, moment(at, events[at].place))).collect();
    order.sort_by_key(|(at, moment)| (*moment, rank(*at), events[*at].key));
    let mut before: Option<&Place> = None;
    for (at, found) in &mut order {
        match (events[*at].place.is_unnamed(), before) {
            (true, Some(place)) => *found = moment(*at, place),
            (true, None) => {}
            (false, _) => before = Some(events[*at].place),
        }
    }
    order.sort_by_key(|(at, moment)| (*moment, rank(*at), events[*at].key));
    order
}

/// A vessel at a place.
type VesselAt<'a> = (Option<&'a Vessel>, &'a Place);

/// Where the container and its vessels are after some of its events.
#[derive(Default)]
struct Whereabouts<'a> {
    /// Where the container is on land, if it was discharged or gated in and has not left.
    ashore: Option<&'a Place>,
    gated_in: Option<&'a Place>,
    /// Where the container was loaded, if the vessel did not depart.
    loaded: Option<VesselAt<'a>>,
    /// Where the vessel of the container arrived, if the container did not leave.
    aboard: Option<VesselAt<'a>>,
    /// The vessels that arrived and did not depart.
    calls: Vec<VesselAt<'a>>,
}

impl<'a> Whereabouts<'a> {
    fn follow(&mut self, event: &CurrentEvent<'a>) {
        use Movement::{Arrived, Berthed, Departed, Discharged, GateIn, GateOut, Loaded, PickedUp};
        let (motion, place) = (&event.event.motion, event.place);
        if place.is_unnamed() || motion.is_empty() {
            return;
        }
        let here = (event.vessel, place);
        let is_other = |(vessel, _): &VesselAt<'a>| Vessel::differ(*vessel, event.vessel);
        match &motion.movement {
            Arrived | Berthed if motion.is_by_vessel() => {
                self.calls.retain(is_other);
                self.calls.push(here);
                self.aboard = Some(here);
                self.loaded = self.loaded.filter(is_other);
            }
            Departed if motion.is_by_vessel() => {
                self.calls.retain(is_other);
                (self.loaded, self.aboard) = (self.loaded.filter(is_other), self.aboard.filter(is_other));
                (self.ashore, self.gated_in) = (None, None);
            }
            Loaded if motion.is_by_vessel() => {
                *self = Whereabouts { loaded: Some(here), calls: std::mem::take(&mut self.calls), ..Self::default() };
            }
            Discharged if motion.is_by_vessel() => {
                (self.ashore, self.aboard, self.loaded) = (Some(place), None, None);
            }
            Arrived | Discharged => self.ashore = Some(place),
            GateIn => (self.ashore, self.gated_in) = (Some(place), Some(place)),
            GateOut | PickedUp | Departed => (self.ashore, self.gated_in, self.aboard) = (None, None, None),
            _ => {}
        }
    }
}

/// The search for the place of an event.
struct Search<'s, 'a> {
    event: CurrentEvent<'a>,
    moment: Option<DateTime<Utc>>,
    happened: &'s [CurrentEvent<'a>],
    expected: &'s [CurrentEvent<'a>],
    places: &'s Places,
}

impl<'a> Search<'_, 'a> {
    /// The place; `None` if none or several are possible.
    fn place(&self, whereabouts: &Whereabouts<'a>) -> Option<&'a Place> {
        use Movement::{Arrived, Berthed, Departed, Discharged, GateIn, Loaded};
        let motion = &self.event.event.motion;
        let of_vessel = |at: Option<VesselAt<'a>>| {
            at.filter(|(vessel, _)| !Vessel::differ(*vessel, self.event.vessel)).map(|(_, place)| place)
        };
        let found = match &motion.movement {
            Departed if motion.is_by_vessel() => self.place_of_departure(whereabouts),
            Loaded if motion.is_by_vessel() => whereabouts.ashore,
            Discharged if motion.is_by_vessel() => of_vessel(whereabouts.aboard),
            Berthed => of_vessel(whereabouts.aboard).or_else(|| self.place_of_arrival()),
            Arrived => self.place_of_arrival(),
            GateIn => whereabouts.ashore,
            _ => whereabouts.ashore.or_else(|| of_vessel(whereabouts.aboard)),
        };
        found.or_else(|| self.place_of_other_source()).filter(|place| !self.is_reported_there(place))
    }

    fn place_of_departure(&self, whereabouts: &Whereabouts<'a>) -> Option<&'a Place> {
        let is_its = |(vessel, _): &&VesselAt<'a>| !Vessel::differ(*vessel, self.event.vessel);
        let mut calls = whereabouts.calls.iter().filter(is_its);
        match (calls.next(), calls.next()) {
            (Some((_, place)), None) => Some(*place),
            (Some(_), Some(_)) => None,
            (None, _) => match &whereabouts.loaded {
                Some(loaded) => is_its(&loaded).then_some(loaded.1),
                None => whereabouts.gated_in,
            },
        }
    }

    /// The place where the same source expects the arrival, if it expects no other call and nothing happened elsewhere at that time.
    fn place_of_arrival(&self) -> Option<&'a Place> {
        use Movement::{Dropped, GateIn, GateOut, PickedUp};
        let motion = &self.event.event.motion;
        let is_expected = |expected: &&CurrentEvent<'a>| {
            expected.fact.source == self.event.fact.source
                && expected.event.motion.movement == Movement::Arrived
                && is_by(&expected.event.motion) == is_by(motion)
                && !Vessel::differ(expected.vessel, self.event.vessel)
                && !expected.place.is_unnamed()
                && self.is_in_time(expected)
        };
        let mut fitting = self.expected.iter().filter(is_expected).map(|expected| expected.place);
        let place = fitting.next()?;
        let is_elsewhere = |other: &Place| !other.is_unnamed() && self.places.port(other) != self.places.port(place);
        let is_call = |other: &&CurrentEvent<'a>| {
            let is_gate = matches!(other.event.motion.movement, GateIn | GateOut | PickedUp | Dropped);
            !is_gate && is_by(&other.event.motion) == is_by(motion)
        };
        let has_other_call =
            || self.expected.iter().filter(is_call).any(|other| is_elsewhere(other.place) && self.is_in_time(other));
        let expected_at =
            self.expected.iter().filter(is_expected).filter_map(|expected| self.moment_of(expected, place));
        let was_elsewhere = || {
            let span: Vec<DateTime<Utc>> = expected_at.chain(self.moment_at(place)).collect();
            let (first, last) = (span.iter().min().copied(), span.iter().max().copied());
            self.happened.iter().filter(|other| is_elsewhere(other.place)).any(|other| {
                let at = self.moment_of(other, other.place);
                at.is_some() && at > first && at < last
            })
        };
        (!fitting.any(is_elsewhere) && !has_other_call() && !was_elsewhere()).then_some(place)
    }

    /// Whether the event is at most two days before the expected one, or a week after it.
    fn is_in_time(&self, expected: &CurrentEvent<'_>) -> bool {
        let (Some(at), Some(then)) = (self.moment_at(expected.place), self.moment_of(expected, expected.place)) else {
            return false;
        };
        then - at <= EARLY && at - then <= LATE
    }

    /// The time of the event by the clock of the place.
    fn moment_at(&self, place: &Place) -> Option<DateTime<Utc>> {
        self.moment_of(&self.event, place)
    }

    fn moment_of(&self, event: &CurrentEvent<'_>, place: &Place) -> Option<DateTime<Utc>> {
        sort_instant(&resolve(event.at?, self.places.zone_of_place(place)))
    }

    /// The only place where other sources report the same event.
    fn place_of_other_source(&self) -> Option<&'a Place> {
        let mut reported = self.reports_of_event().filter(|other| other.fact.source != self.event.fact.source);
        let place = reported.next()?.place;
        reported.all(|other| self.places.port(other.place) == self.places.port(place)).then_some(place)
    }

    /// Whether its source also reports the event with its place.
    fn is_reported_there(&self, place: &Place) -> bool {
        let mut own = self.reports_of_event().filter(|other| {
            (&other.fact.source, &other.fact.container) == (&self.event.fact.source, &self.event.fact.container)
        });
        own.any(|other| self.places.port(other.place) == self.places.port(place))
    }

    /// The reports of the same movement, with a place, at nearly the same time.
    fn reports_of_event(&self) -> impl Iterator<Item = &CurrentEvent<'a>> {
        let is_near = |other: &CurrentEvent<'_>| match (self.moment, self.moment_of(other, other.place)) {
            (Some(this), Some(that)) => (this - that).abs() <= ONE_CALL,
            _ => false,
        };
        self.happened.iter().filter(move |other| {
            !other.place.is_unnamed()
                && kind(&other.event.motion) == kind(&self.event.event.motion)
                && other.event.motion.may_share_mode(&self.event.event.motion)
                && is_near(other)
        })
    }
}

/// Whether a vessel, and whether a train or barge moves the container.
fn is_by(motion: &Motion) -> [bool; 2] {
    [motion.is_by_vessel(), matches!(motion.mode, Some(Mode::Rail | Mode::Barge))]
}
