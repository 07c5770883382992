//! Merges the reports of several sources about the events of one container.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::{HashMap, HashSet};

use super::container_event::{ContainerEvent, fill_in, kind};
use super::current_event::CurrentEvent;
use super::places::{Places, fill};
use crate::resources::{DataSource, Timestamp};
use crate::tracking::key::Key;
use crate::tracking::moment::{begin, local, resolve, sort_instant};
use crate::tracking::{ComparedVessel, Mode, Movement};

/// If two sources report the same movement at the same place, and the times differ by at most this much, they report one event.
const ONE_EVENT: TimeDelta = TimeDelta::hours(48);

/// Merges the current events of all sources. The keys of the result stay the same when more facts arrive.
pub(super) fn merge<'a>(current: Vec<CurrentEvent<'a>>, places: &Places) -> Vec<ContainerEvent<'a>> {
    let mut statements: Vec<Option<ContainerEvent<'_>>> =
        current.iter().map(|current| Some(ContainerEvent::of(*current, places))).collect();
    let calls = PortCalls::of(statements.iter().flatten());
    let instant = |at: usize| statements[at].as_ref().and_then(|event| event.moment);
    let when = |at: usize| (current[at].first_received, instant(at).is_none(), instant(at));
    // Merged in the order of receipt, so that new facts do not change the keys.
    let mut order: Vec<usize> = (0..current.len()).collect();
    order.sort_by(|a, b| {
        when(*a).cmp(&when(*b)).then_with(|| Key::of(current[*a].fact).cmp(&Key::of(current[*b].fact)))
    });
    let mut indexes: BTreeMap<(&str, bool), EventIndex> = BTreeMap::new();
    let mut merged: Vec<MergedEvent<'_>> = Vec::with_capacity(current.len());
    for at in order {
        let Some(event) = statements[at].take() else { continue };
        indexes.entry(kind(&current[at].event.motion)).or_default().add(event, &mut merged, &calls, places);
    }
    merged.into_iter().map(|merged| merged.finish(places)).collect()
}

/// Finds the event that a report belongs to, among the events of one kind of movement.
#[derive(Default)]
struct EventIndex {
    all: Vec<usize>,
    by_time: BTreeSet<(DateTime<Utc>, usize)>,
    undated: Vec<usize>,
    used_numbers: HashSet<(Rc<str>, u32)>,
}

impl EventIndex {
    fn add<'a>(
        &mut self,
        event: ContainerEvent<'a>,
        events: &mut Vec<MergedEvent<'a>>,
        calls: &PortCalls,
        places: &Places,
    ) {
        let at = match self.find(&event, events, calls) {
            Some(at) => {
                let before = events[at].whole.moment;
                events[at].add(event, places);
                if events[at].whole.moment == before {
                    return;
                }
                match before {
                    Some(before) => _ = self.by_time.remove(&(before, at)),
                    None => self.undated.retain(|undated| *undated != at),
                }
                at
            }
            None => {
                events.push(MergedEvent::of(self.assign_number(event)));
                self.all.push(events.len() - 1);
                events.len() - 1
            }
        };
        match events[at].whole.moment {
            Some(moment) => _ = self.by_time.insert((moment, at)),
            None => self.undated.push(at),
        }
    }

    /// The event that the report fits, with the smallest difference of the times. Of several the first.
    fn find(&self, event: &ContainerEvent<'_>, events: &[MergedEvent<'_>], calls: &PortCalls) -> Option<usize> {
        let fits = |at: &usize| {
            let known = &events[*at].whole;
            event.may_be_same_as(known) && !calls.separate(event, known)
        };
        let Some(moment) = event.moment else { return self.all.iter().copied().find(fits) };
        let undated = self.undated.iter().copied().filter(fits).min();
        let mut best = undated.map(|at| (TimeDelta::zero(), at));
        for candidate in self.nearest(moment) {
            if best.is_some_and(|best| candidate.0 > best.0) {
                break;
            }
            if best.is_none_or(|best| candidate < best) && fits(&candidate.1) {
                best = Some(candidate);
            }
        }
        best.map(|(_, at)| at)
    }

    /// The events with a time that differs by at most [`ONE_EVENT`], in order of the difference.
    fn nearest(&self, moment: DateTime<Utc>) -> impl Iterator<Item = (TimeDelta, usize)> {
        let difference = move |(at, event): &(DateTime<Utc>, usize)| ((*at - moment).abs(), *event);
        let mut before = self.by_time.range(..(moment, 0)).rev().map(difference).peekable();
        let mut after = self.by_time.range((moment, 0)..).map(difference).peekable();
        let next = move || match (before.peek(), after.peek()) {
            (Some((before_it, _)), Some((after_it, _))) if before_it <= after_it => before.next(),
            (Some(_), None) => before.next(),
            _ => after.next(),
        };
        std::iter::from_fn(next).take_while(|(difference, _)| *difference <= ONE_EVENT)
    }

    /// Keeps the number from the source, or uses the next free number.
    fn assign_number<'a>(&mut self, mut event: ContainerEvent<'a>) -> ContainerEvent<'a> {
        let is_free = |number: &u32| !self.used_numbers.contains(&(event.first_place.clone(), *number));
        event.number = (event.number..).find(is_free).unwrap_or(u32::MAX);
        self.used_numbers.insert((event.first_place.clone(), event.number));
        if event.number > 1 {
            event.key_suffix = format!("{}#{}", event.first_place, event.number).into();
        }
        event
    }
}

/// The arrivals and departures of vessels at each port. They keep two calls of a vessel at one port apart.
struct PortCalls {
    by_port: HashMap<Rc<str>, Vec<CallTime>>,
}

struct CallTime {
    at: DateTime<Utc>,
    arrives: bool,
    vessel: ComparedVessel,
}

impl PortCalls {
    fn of<'e, 'a: 'e>(events: impl Iterator<Item = &'e ContainerEvent<'a>>) -> Self {
        let mut by_port: HashMap<Rc<str>, Vec<CallTime>> = HashMap::default();
        for event in events {
            let arrives = match event.motion.movement {
                Movement::Arrived | Movement::Berthed => true,
                Movement::Departed => false,
                _ => continue,
            };
            if let (true, Some(at)) = (event.moves_by_vessel() && !event.port_id.is_empty(), exact(event)) {
                let vessel = ComparedVessel::of(event.vessel.as_deref());
                by_port.entry(event.port_id.clone()).or_default().push(CallTime { at, arrives, vessel });
            }
        }
        // A single arrival and its departure are one call.
        by_port.retain(|_, calls| calls.len() > 2);
        by_port.values_mut().for_each(|calls| calls.sort_by_key(|call| call.at));
        PortCalls { by_port }
    }

    /// Whether the vessel left the port between two arrivals, came to it between two departures, or left it and came back between two other
    /// events.
    fn separate(&self, one: &ContainerEvent<'_>, other: &ContainerEvent<'_>) -> bool {
        let (Some(calls), Some(at), Some(then)) = (self.by_port.get(&one.port_id), exact(one), exact(other)) else {
            return false;
        };
        let (from, to) = (at.min(then), at.max(then));
        let after = &calls[calls.partition_point(|call| call.at <= from)..];
        let between = &after[..after.partition_point(|call| call.at < to)];
        if between.is_empty() {
            return false;
        }
        let vessels = [one, other].map(|event| ComparedVessel::of(event.vessel.as_deref()));
        let is_its = |call: &&CallTime| vessels.iter().all(|own| !own.differs(&call.vessel));
        let mut between = between.iter().filter(is_its);
        match one.motion.movement {
            Movement::Arrived | Movement::Berthed => between.any(|call| !call.arrives),
            Movement::Departed => between.any(|call| call.arrives),
            _ => between.any(|call| !call.arrives) && between.any(|call| call.arrives),
        }
    }
}

/// The time of the event, if it is not a date.
fn exact(event: &ContainerEvent<'_>) -> Option<DateTime<Utc>> {
    if event.at.as_deref().is_some_and(Timestamp::is_date) { None } else { event.moment }
}

struct MergedEvent<'a> {
    /// All reports merged in the order of receipt.
    whole: ContainerEvent<'a>,
    /// The reports of users.
    corrections: Vec<ContainerEvent<'a>>,
    /// The reports of all other sources, merged; `None` until both a correction and a report of another
    /// source exist.
    others: Option<Box<ContainerEvent<'a>>>,
}

impl<'a> MergedEvent<'a> {
    fn of(first: ContainerEvent<'a>) -> Self {
        let corrections = if first.is_from_user() { vec![first.clone()] } else { Vec::new() };
        MergedEvent { whole: first, corrections, others: None }
    }

    fn add(&mut self, event: ContainerEvent<'a>, places: &Places) {
        if event.is_from_user() {
            if self.corrections.is_empty() {
                self.others = Some(Box::new(self.whole.clone()));
            }
            self.corrections.push(event.clone());
        } else if !self.corrections.is_empty() {
            match &mut self.others {
                Some(others) => others.merge(event.clone(), places),
                None => self.others = Some(Box::new(event.clone())),
            }
        }
        self.whole.merge(event, places);
    }

    /// A correction applies to the result of the other sources, so these are merged first. Otherwise the result would depend on the
    /// order of the reports.
    fn finish(self, places: &Places) -> ContainerEvent<'a> {
        let MergedEvent { whole, mut corrections, others } = self;
        let Some(mut merged) = others.map(|others| *others) else { return whole };
        corrections.sort_by_key(|correction| correction.received_at());
        corrections.into_iter().for_each(|correction| merged.merge(correction, places));
        ContainerEvent {
            key_suffix: whole.key_suffix.clone(),
            first_place: whole.first_place.clone(),
            number: whole.number,
            ..merged
        }
    }
}

impl<'a> ContainerEvent<'a> {
    fn is_from_user(&self) -> bool {
        self.report.source.kind == DataSource::UserInput
    }

    /// Whether both may be reports of one event: by different sources, at nearly the same time, without contradictions.
    fn may_be_same_as(&self, other: &ContainerEvent<'_>) -> bool {
        (self.place_id.is_empty() || other.place_id.is_empty() || self.is_at_place_of(other))
            && self.motion.may_share_mode(&other.motion)
            && self.time_between(other) <= ONE_EVENT
            && !self.shares_a_reporter(other)
    }

    fn time_between(&self, other: &ContainerEvent<'_>) -> TimeDelta {
        match (self.moment, other.moment) {
            (Some(this), Some(that)) => (this - that).abs(),
            _ => TimeDelta::zero(),
        }
    }

    /// Keeps the report that has [precedence](wins_over), and fills its missing values from the other report.
    fn merge(&mut self, other: ContainerEvent<'a>, places: &Places) {
        let (stronger, weaker) = if wins_over(&other, self) { (other, self.clone()) } else { (self.clone(), other) };
        let (key_suffix, first_place, number) = (self.key_suffix.clone(), self.first_place.clone(), self.number);
        let first_received = self.first_received.min(weaker.first_received).min(stronger.first_received);
        let mut documents = weaker.documents.clone();
        documents.extend(stronger.documents.iter().cloned());
        *self = ContainerEvent { key_suffix, first_place, number, first_received, documents, ..stronger };
        self.add_reports_of(&weaker);
        if self.place_id.is_empty() {
            self.place = weaker.place.clone();
            (self.place_id, self.port_id) = (weaker.place_id.clone(), weaker.port_id);
        }
        if self.at.is_none() {
            (self.at, self.moment, self.day) = (weaker.at, weaker.moment, weaker.day);
        }
        let place = Arc::make_mut(&mut self.place);
        fill(&mut place.facility, &weaker.place.facility);
        fill(&mut place.timezone, &weaker.place.timezone);
        // A source that reports local time may leave out the zone.
        let zone = places.zone_of(&self.place);
        if let Some(at) = self.at.as_deref().filter(|at| local(at).is_some()) {
            self.at = Some(Cow::Owned(resolve(at, zone).into_owned()));
            self.moment = self.at.as_deref().and_then(sort_instant);
        }
        self.day = zone.and_then(|zone| zone.day(self.at.as_ref()?.utc()?)).or(self.day);
        self.day_begin = self.at.as_deref().and_then(|at| begin(at, zone));
        let was_call = self.moves_by_vessel();
        fill(&mut self.motion.mode, &weaker.motion.mode);
        if was_call && !self.moves_by_vessel() && !weaker.place_id.is_empty() {
            self.place_id = weaker.place_id;
        }
        fill(&mut self.motion.phase, &weaker.motion.phase);
        fill(&mut self.voyage, &weaker.voyage);
        match (&mut self.vessel, weaker.vessel) {
            (Some(vessel), Some(more)) => fill_in(vessel, &more),
            (vessel @ None, more) => *vessel = more,
            _ => {}
        }
    }
}

/// Whether a report has precedence over another. A correction by a user has precedence until the corrected source reports something new.
/// Otherwise the order is: sources that were at the place, the carrier, remote observers. For equal sources, the newest report has
/// precedence.
fn wins_over(this: &ContainerEvent<'_>, that: &ContainerEvent<'_>) -> bool {
    if this.is_from_user() != that.is_from_user() {
        return match this.is_from_user() {
            true => this.received_at() >= that.received_at(),
            false => this.received_at() > that.received_at(),
        };
    }
    (weight(this), this.received_at()) > (weight(that), that.received_at())
}

fn weight(event: &ContainerEvent<'_>) -> u8 {
    match (&event.report.source.kind, &event.motion.mode) {
        (DataSource::Terminal, mode) if *mode != Some(Mode::Rail) => 3,
        (DataSource::Rail, Some(Mode::Rail)) => 3,
        (DataSource::ShippingLine | DataSource::Terminal | DataSource::Rail, _) => 2,
        (DataSource::Ais, _) => 0,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {

    use crate::resources::DataSource;
    use crate::tracking::{Event, Fact, FoldPolicy, Mode, Motion, Movement, Vessel, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn did(source: DataSource, movement: Movement, mode: Mode, at: &str, place: &str) -> Fact {
        let motion = Motion { mode: Some(mode), empty: Some(false), ..Motion::from(movement) };
        let event = Event::actual(motion, format!("2026-01-{at}:00:00Z")).at_place(place);
        let on_vessel = Event { vessel: Some(Vessel { name: Some("ALPHA".to_owned()), imo: None }), ..event.clone() };
        let event = if event.motion.mode == Some(Mode::Vessel) { on_vessel } else { event };
        Fact::event(CONTAINER, event).with_source(source)
    }

    fn events(facts: &[Fact]) -> Vec<String> {
        let picture = fold(facts, "2026-02-15T00:00:00Z".parse().unwrap(), &FoldPolicy::default());
        let events = picture.containers[0].events.iter().map(|event| event.key.replace("container.transport.", ""));
        events.collect()
    }

    use DataSource::{ShippingLine, Terminal};
    use Mode::{Truck, Vessel as BySea};
    use Movement::{Arrived, Departed, Discharged, GateOut, Loaded};

    #[test]
    fn sources_that_use_different_codes_of_a_port_area_report_one_call_but_different_gates() {
        let facts = [
            did(ShippingLine, Loaded, BySea, "01T02", "CNSGH"),
            did(ShippingLine, Departed, BySea, "01T12", "CNSHA"),
            did(ShippingLine, Arrived, BySea, "20T10", "USNYC"),
            did(ShippingLine, Discharged, BySea, "20T18", "USNYC"),
            did(Terminal, Arrived, BySea, "21T11", "USEWR"),
            did(Terminal, Discharged, BySea, "21T20", "USEWR"),
            did(ShippingLine, GateOut, Truck, "23T10", "USNYC"),
            did(Terminal, GateOut, Truck, "23T11", "USEWR"),
        ];
        assert_eq!(
            events(&facts),
            [
                "vessel_loaded@CNSHA",
                "vessel_departed@CNSHA",
                "vessel_arrived@USNYC",
                "vessel_discharged@USNYC",
                // The container moved from one gate to the other.
                "full_out@USEWR"
            ]
        );
    }

    #[test]
    fn two_calls_at_one_port_with_a_departure_in_between_are_two_calls() {
        let line = [
            did(ShippingLine, Loaded, BySea, "01T02", "CNNGB"),
            did(ShippingLine, Departed, BySea, "01T12", "CNNGB"),
            did(ShippingLine, Arrived, BySea, "03T10", "USNYC"),
            did(ShippingLine, Departed, BySea, "03T20", "USNYC"),
        ];
        let second = did(Terminal, Arrived, BySea, "04T11", "USEWR");
        let discharge = did(Terminal, Discharged, BySea, "04T12", "USEWR");
        let all: Vec<Fact> = line.into_iter().chain([second, discharge]).collect();
        let arrivals = events(&all).into_iter().filter(|key| key.contains("arrived")).count();
        assert_eq!(arrivals, 2);
        let without_departure: Vec<Fact> =
            all.iter().enumerate().filter(|(at, _)| *at != 3).map(|(_, fact)| fact.clone()).collect();
        let arrivals = events(&without_departure).into_iter().filter(|key| key.contains("arrived")).count();
        assert_eq!(arrivals, 1);
    }
}
