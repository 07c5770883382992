//! Decides where a container is, and which values of the readings of terminals, railways and lines are published.
//!
//! * A reading belongs to a trip. A date before the first event of the trip is not published, and neither is a last free day before the
//!   arrival at its port or ramp. A last free day between the arrival and the discharge is doubtful, and published.
//! * The values of a terminal end when the container leaves the terminal: by truck, by rail or by barge, also to another terminal of the
//!   port. The last free days of the line and of the railway, and the holds of the line and of customs, end when the container is picked up
//!   at the end of its trip.
//! * Availability and fees wait until the container arrives, or until a day before it is expected.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::container_event::ContainerEvent;
use super::fields::{arrival_inland, best, expected_inland};
use super::reading_doubt::{ReadingProblem, ReadingValue};
use super::route::Route;
use super::stops::Stop;
use super::timeline::Timeline;
use crate::places::{Facility, codes_of_port_area, facility};
use crate::resources::DataSource;
use crate::tracking::moment::sort_instant;
use crate::tracking::{Fact, Milestone, Mode, Movement, Source, Statement};

/// How long before the expected arrival at the port of discharge availability and fees are published.
const NEAR: TimeDelta = TimeDelta::hours(24);

/// Where a container is, or where it goes while a vehicle moves it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// At the port of discharge, or on the way there.
    Port,
    /// At the inland destination, or on the way there.
    Ramp,
    PickedUp,
}

/// The place of a terminal or a railway, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SourcePlace {
    Port,
    Ramp,
    /// It reports events at both.
    PortAndRamp,
    /// Another port, or another terminal of the port.
    Elsewhere,
    /// The source is neither a terminal nor a railway.
    Anywhere,
}

impl SourcePlace {
    fn is_at(self, whereabouts: Whereabouts) -> bool {
        match whereabouts {
            Whereabouts::Port => matches!(self, SourcePlace::Port | SourcePlace::PortAndRamp),
            Whereabouts::Ramp => matches!(self, SourcePlace::Ramp | SourcePlace::PortAndRamp),
            Whereabouts::PickedUp => false,
        }
    }
}

/// The events of a trip that readings are compared with.
pub(super) struct ReadingRules<'t> {
    timeline: &'t Timeline<'t>,
    route: &'t Route,
    moves: Vec<Move>,
    first_day: Option<NaiveDate>,
    port: StopDays,
    /// `None` if the trip has no inland destination.
    ramp: Option<StopDays>,
    /// When the container is near its port of discharge, if it has not arrived there: [`NEAR`] before the expected arrival. `None` if no
    /// arrival is expected.
    near_port_at: Option<DateTime<Utc>>,
    has_reached_port: bool,
    has_reached_ramp: bool,
}

/// A container leaves a terminal or comes to one.
struct Move {
    kind: MoveKind,
    at: DateTime<Utc>,
    /// When the move was first reported, but not earlier than it happened.
    known_at: DateTime<Utc>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveKind {
    Leaves {
        port: bool,
    },
    /// Leaves the last terminal of the trip.
    IsPickedUp,
    ComesIn {
        to_port: bool,
    },
}

impl MoveKind {
    fn comes_in(self) -> bool {
        matches!(self, MoveKind::ComesIn { .. })
    }
}

/// The days of arrival and discharge at a port or ramp; `None` if unknown.
#[derive(Default)]
struct StopDays {
    arrived: Option<NaiveDate>,
    expected: Option<NaiveDate>,
    discharged: Option<NaiveDate>,
}

impl<'t> ReadingRules<'t> {
    pub(super) fn of(timeline: &'t Timeline<'t>, route: &'t Route) -> Self {
        let moves = moves(timeline, route);
        let came_in = |event: &ContainerEvent<'_>| event.comes_off_vessel() && route.is_at_discharge(event);
        let expected_arrival = expected_at_port(timeline, route);
        let goes_by_sea = expected_arrival.is_some() || timeline.actual.iter().any(ContainerEvent::moves_by_vessel);
        let comes_to_ramp = |step: &Move| step.kind == MoveKind::ComesIn { to_port: false };
        ReadingRules {
            first_day: timeline.actual.iter().find_map(|event| event.day),
            port: port_days(timeline, route),
            ramp: route.destination.is_some().then(|| ramp_days(timeline, route)),
            near_port_at: expected_arrival.and_then(|event| event.moment?.checked_sub_signed(NEAR)),
            has_reached_port: !goes_by_sea || !moves.is_empty() || timeline.actual.iter().any(came_in),
            has_reached_ramp: arrival_inland(timeline, route).is_some() || moves.iter().any(comes_to_ramp),
            timeline,
            route,
            moves,
        }
    }

    pub(super) fn now(&self) -> DateTime<Utc> {
        self.timeline.now
    }

    fn moves_known_at(&self, as_of: Option<DateTime<Utc>>) -> impl DoubleEndedIterator<Item = &Move> {
        self.moves.iter().filter(move |step| as_of.is_none_or(|as_of| step.known_at <= as_of))
    }

    /// Where the container is; with `as_of`, where it was according to what was known then.
    pub(super) fn whereabouts(&self, as_of: Option<DateTime<Utc>>) -> Whereabouts {
        match self.moves_known_at(as_of).next_back().map(|last| last.kind) {
            None | Some(MoveKind::ComesIn { to_port: true }) => Whereabouts::Port,
            Some(MoveKind::Leaves { .. } | MoveKind::ComesIn { to_port: false }) => Whereabouts::Ramp,
            Some(MoveKind::IsPickedUp) => Whereabouts::PickedUp,
        }
    }

    /// When availability and fees that are known now will be published; `None` if they are published already, or wait for an event.
    pub(super) fn waits_until(&self) -> Option<DateTime<Utc>> {
        self.near_port_at.filter(|at| !self.has_reached_port && *at > self.now())
    }

    /// Whether availability and fees at the place of the container wait for its arrival there.
    pub(super) fn waits(&self, whereabouts: Whereabouts) -> bool {
        match whereabouts {
            Whereabouts::Port => !self.has_reached_port && self.near_port_at.is_none_or(|at| at > self.now()),
            Whereabouts::Ramp => !self.has_reached_ramp && self.route.destination.is_some(),
            Whereabouts::PickedUp => false,
        }
    }

    /// Whether the vessel has not yet brought the container to its port of discharge.
    pub(super) fn is_before_port(&self) -> bool {
        !self.has_reached_port
    }

    /// Whether the source is at the place of the container, so that its statements about availability and fees count before those of others.
    pub(super) fn is_authority(&self, place: SourcePlace, as_of: Option<DateTime<Utc>>) -> bool {
        place.is_at(self.whereabouts(as_of))
    }

    /// The place of a source: that of its name in the tables, else that of its events, else the port of discharge of a terminal and the
    /// ramp of a railway.
    pub(super) fn place_of(&self, source: &Source) -> SourcePlace {
        let default = match source.kind {
            DataSource::Terminal => SourcePlace::Port,
            DataSource::Rail => SourcePlace::Ramp,
            _ => return SourcePlace::Anywhere,
        };
        let named = source.name.as_deref();
        if let Some(own) = named.and_then(|name| facility_of(&self.route.port_of_discharge, name)) {
            let is_other = self.facility_at_port().is_some_and(|known| known != own);
            return if is_other { SourcePlace::Elsewhere } else { SourcePlace::Port };
        }
        if named.is_some_and(|name| facility_of(&self.route.destination, name).is_some()) {
            return SourcePlace::Ramp;
        }
        let reported = || self.timeline.actual.iter().filter(|event| event.is_reported_by(source));
        let (mut at_port, mut at_ramp, mut elsewhere) = (false, false, false);
        for event in reported().filter(|event| !event.place_id.is_empty()) {
            let is_at_ramp = self.route.is_named_destination(event);
            let is_at_port = self.route.is_port_of_discharge(event);
            at_ramp |= is_at_ramp;
            at_port |= is_at_port && !self.is_at_other_terminal(event);
            elsewhere |= !is_at_ramp && !is_at_port || is_at_port && self.is_at_other_terminal(event);
        }
        match (at_port, at_ramp) {
            (true, true) => SourcePlace::PortAndRamp,
            (true, false) => SourcePlace::Port,
            (false, true) => SourcePlace::Ramp,
            // A source without a name may stand for several terminals.
            (false, false) if elsewhere && named.is_some() => SourcePlace::Elsewhere,
            (false, false) if named.is_some_and(|name| self.is_known_elsewhere(name)) => SourcePlace::Elsewhere,
            (false, false) => default,
        }
    }

    /// Whether a port of the trip, other than the port of discharge, has a terminal with this name.
    fn is_known_elsewhere(&self, name: &str) -> bool {
        let mut codes: Vec<&str> =
            self.timeline.actual.iter().filter_map(|event| event.place.locode.as_deref()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes.into_iter().any(|code| facility(code, name).is_some())
    }

    /// The terminal at the port of discharge that the events of the container name last, if the tables have it.
    fn facility_at_port(&self) -> Option<Facility> {
        let named = self.timeline.actual.iter().rev().filter(|event| self.route.is_port_of_discharge(event));
        named.filter_map(|event| event.place.facility.as_deref()).next().and_then(|word| self.facility_named(word))
    }

    fn facility_named(&self, word: &str) -> Option<Facility> {
        facility_of(&self.route.port_of_discharge, word)
    }

    fn is_at_other_terminal(&self, event: &ContainerEvent<'_>) -> bool {
        let own = event.place.facility.as_deref().and_then(|word| self.facility_named(word));
        matches!((own, self.facility_at_port()), (Some(own), Some(known)) if own != known)
    }

    /// Whether a value that `fact` reported ended because the container left. Only moves that were known at `as_of` count; if it is `None`, all
    /// moves count.
    pub(super) fn has_ended(&self, value: ReadingValue, fact: &Fact, as_of: Option<DateTime<Utc>>) -> bool {
        self.has_ended_by(value, seen_at(fact), |step| as_of.is_none_or(|as_of| step.known_at <= as_of))
    }

    /// Whether a value had already ended when `fact` reported it.
    pub(super) fn is_late(&self, value: ReadingValue, fact: &Fact) -> bool {
        self.has_ended_by(value, seen_at(fact), |step| step.at < seen_at(fact))
    }

    fn has_ended_by(&self, value: ReadingValue, seen_at: DateTime<Utc>, counts: impl Fn(&Move) -> bool) -> bool {
        let known = || self.moves.iter().filter(|step| counts(step));
        let Some(last) = known().next_back() else { return false };
        let left_since = || known().any(|step| !step.kind.comes_in() && step.at >= seen_at);
        match value {
            ReadingValue::LineDay | ReadingValue::RailDay => last.kind == MoveKind::IsPickedUp,
            ReadingValue::TerminalDay => last.kind != MoveKind::ComesIn { to_port: true } || left_since(),
            _ => false,
        }
    }

    /// Whether a statement of a source about the container at its place ended because the container left that place.
    pub(super) fn has_left(&self, place: SourcePlace, seen_at: DateTime<Utc>, as_of: Option<DateTime<Utc>>) -> bool {
        let known = || self.moves_known_at(as_of);
        let Some(last) = known().next_back().map(|last| last.kind) else { return false };
        let left_since = |leaves: fn(MoveKind) -> bool| known().any(|step| leaves(step.kind) && step.at >= seen_at);
        match place {
            _ if last == MoveKind::IsPickedUp => true,
            SourcePlace::Port | SourcePlace::Elsewhere => {
                last != MoveKind::ComesIn { to_port: true } || left_since(|kind| !kind.comes_in())
            }
            SourcePlace::Ramp => left_since(|kind| kind == MoveKind::Leaves { port: false }),
            SourcePlace::PortAndRamp => matches!(last, MoveKind::Leaves { .. }) || left_since(|kind| !kind.comes_in()),
            SourcePlace::Anywhere => left_since(|kind| !kind.comes_in()),
        }
    }

    /// Whether the statement was made while the container was not at the place of its source any more.
    pub(super) fn is_made_after_departure(&self, place: SourcePlace, seen_at: DateTime<Utc>) -> bool {
        let Some(last) = self.moves.iter().rfind(|step| step.at < seen_at).map(|step| step.kind) else { return false };
        match place {
            _ if last == MoveKind::IsPickedUp => true,
            SourcePlace::Port | SourcePlace::Elsewhere => last != MoveKind::ComesIn { to_port: true },
            SourcePlace::PortAndRamp => matches!(last, MoveKind::Leaves { .. }),
            SourcePlace::Ramp | SourcePlace::Anywhere => false,
        }
    }

    pub(super) fn is_picked_up(&self, as_of: Option<DateTime<Utc>>) -> bool {
        self.whereabouts(as_of) == Whereabouts::PickedUp
    }

    /// The final pick-up. What follows, such as the delivery and the empty return, changes nothing about it.
    fn pickup(&self) -> Option<&Move> {
        self.moves.iter().rev().take_while(|step| step.kind == MoveKind::IsPickedUp).last()
    }

    /// When the final pick-up became known.
    pub(super) fn pickup_known_at(&self) -> Option<DateTime<Utc>> {
        self.pickup().map(|pickup| pickup.known_at)
    }

    /// When the container was picked up at the end of its trip.
    pub(super) fn picked_up_at(&self) -> Option<DateTime<Utc>> {
        self.pickup().map(|pickup| pickup.at)
    }

    /// The day before which a last free day cannot be one of the ramp: that of the arrival there, else of its estimate, else of the departure
    /// to it.
    pub(super) fn first_day_at_ramp(&self) -> Option<NaiveDate> {
        let ramp = self.ramp.as_ref();
        let left = || self.timeline.inland().iter().rev().find_map(|event| event.day);
        ramp.and_then(|ramp| ramp.arrived.or(ramp.expected)).or_else(left)
    }

    /// Why a date is doubtful. `day` is the day at the port or ramp.
    pub(super) fn problem(&self, value: ReadingValue, day: NaiveDate) -> Option<ReadingProblem> {
        if let Some(first) = self.first_day.filter(|first| day < *first) {
            return Some(ReadingProblem::BeforeTrip(first));
        }
        match (value, &self.ramp) {
            (ReadingValue::RailDay, Some(ramp)) => ramp.problem(day).or_else(|| self.port.problem(day)),
            (ReadingValue::LineDay | ReadingValue::TerminalDay | ReadingValue::RailDay, _) => self.port.problem(day),
            _ => None,
        }
    }
}

impl StopDays {
    fn problem(&self, day: NaiveDate) -> Option<ReadingProblem> {
        let is_before = |other: &NaiveDate| day < *other;
        if let Some(arrived) = self.arrived.filter(is_before) {
            return Some(ReadingProblem::BeforeArrival(arrived));
        }
        let discharged = self.discharged.filter(is_before).map(ReadingProblem::BeforeDischarge);
        discharged.or_else(|| self.expected.filter(is_before).map(ReadingProblem::BeforeExpectedArrival))
    }
}

fn port_days(timeline: &Timeline<'_>, route: &Route) -> StopDays {
    use Milestone::{VesselArrived, VesselBerthed, VesselDischarged};
    let at_port = || timeline.actual.iter().filter(|event| route.is_at_discharge(event));
    let discharged = at_port().rfind(|event| event.has_milestone(&VesselDischarged)).and_then(|event| event.day);
    let mut arrivals = at_port().filter(|event| event.is_one_of(&[VesselArrived, VesselBerthed, VesselDischarged]));
    if let Some(arrival) = arrivals.next() {
        return StopDays { arrived: arrival.day, expected: None, discharged };
    }
    let expected = expected_at_port(timeline, route);
    // A container on its way arrives after its last event.
    let on_the_way = timeline.actual.last().filter(|last| last.moves_by_vessel());
    StopDays {
        arrived: on_the_way.and_then(|last| last.day),
        expected: expected.and_then(|event| event.day),
        discharged: None,
    }
}

fn expected_at_port<'t>(timeline: &'t Timeline<'t>, route: &Route) -> Option<&'t ContainerEvent<'t>> {
    best(&timeline.expected, |event| event.has_milestone(&Milestone::VesselArrived) && route.is_at_discharge(event))
}

/// The terminal of a port with this code or name, if the tables have it.
fn facility_of(stop: &Option<Stop>, word: &str) -> Option<Facility> {
    let locode = stop.as_ref()?.place.locode.as_deref()?;
    codes_of_port_area(locode).into_iter().find_map(|code| facility(code, word))
}

fn ramp_days(timeline: &Timeline<'_>, route: &Route) -> StopDays {
    let unloaded = timeline.last(&[Milestone::RailUnloaded], |event| route.is_at_destination(event));
    StopDays {
        arrived: arrival_inland(timeline, route).and_then(|event| event.day),
        expected: expected_inland(timeline, route).and_then(|event| event.day),
        discharged: unloaded.and_then(|event| event.day),
    }
}

/// The moves after the last vessel, in order.
fn moves(timeline: &Timeline<'_>, route: &Route) -> Vec<Move> {
    let has_arrived = timeline.actual.iter().any(|event| event.comes_off_vessel() && route.is_at_discharge(event));
    let mut moves: Vec<Move> = Vec::new();
    let mut left: Option<&ContainerEvent<'_>> = None;
    for event in timeline.inland() {
        let Some(kind) = move_kind(event, route) else { continue };
        let is_picked_up = moves.last().is_some_and(|last| last.kind == MoveKind::IsPickedUp);
        match kind {
            // A container may also leave a transshipment port by land.
            MoveKind::Leaves { .. } if !has_arrived && !route.is_at_discharge(event) => continue,
            MoveKind::Leaves { .. } | MoveKind::IsPickedUp => left = Some(event),
            MoveKind::ComesIn { .. } if left.is_some_and(|left| is_same_facility(left, event)) => {
                // The container came back, so it did not leave.
                while moves.pop_if(|last| !last.kind.comes_in()).is_some() {}
                left = None;
                continue;
            }
            MoveKind::ComesIn { .. } if is_picked_up && !left.is_some_and(|left| is_transfer(left, event, route)) => {
                continue;
            }
            MoveKind::ComesIn { .. } => left = None,
        }
        let at = event.moment.unwrap_or(event.first_received);
        moves.push(Move { kind, at, known_at: at.max(event.first_received) });
    }
    if timeline.is_over {
        let at = timeline.returned.as_ref().and_then(|end| end.moment).or(timeline.next_began_at);
        let at = at.or_else(|| timeline.actual.last()?.moment).unwrap_or(timeline.now);
        moves.push(Move { kind: MoveKind::IsPickedUp, at, known_at: at });
    }
    moves
}

fn move_kind(event: &ContainerEvent<'_>, route: &Route) -> Option<MoveKind> {
    use Movement::{Arrived, Berthed, Departed, Discharged, Dropped, GateIn, GateOut, Loaded, PickedUp};
    if event.is_empty() {
        return event.is_empty_return().then_some(MoveKind::IsPickedUp);
    }
    if event.is_one_of(&[Milestone::FullOut, Milestone::Delivered]) {
        return Some(MoveKind::IsPickedUp);
    }
    let is_on_land = matches!(event.motion.mode, Some(Mode::Rail | Mode::Barge | Mode::Truck));
    let to_port = event.place_id.is_empty() || route.is_port_of_discharge(event);
    match event.motion.movement {
        GateOut | PickedUp => Some(MoveKind::Leaves { port: to_port }),
        Loaded | Departed if is_on_land => Some(MoveKind::Leaves { port: to_port }),
        GateIn | Dropped => Some(MoveKind::ComesIn { to_port }),
        Arrived | Berthed | Discharged if is_on_land => Some(MoveKind::ComesIn { to_port }),
        _ => None,
    }
}

/// Whether a container that was picked up came in at another terminal before its destination.
fn is_transfer(left: &ContainerEvent<'_>, came_in: &ContainerEvent<'_>, route: &Route) -> bool {
    left.has_milestone(&Milestone::FullOut)
        && came_in.motion.movement == Movement::GateIn
        && !route.is_at_destination(left)
}

fn is_same_facility(left: &ContainerEvent<'_>, came_in: &ContainerEvent<'_>) -> bool {
    let facility = |event: &ContainerEvent<'_>| event.place.facility.clone();
    left.place_id == came_in.place_id && facility(left).is_some() && facility(left) == facility(came_in)
}

/// When a reading was made: it belongs to the trip that was under way then.
pub(super) fn seen_at(fact: &Fact) -> DateTime<Utc> {
    let dated = match &fact.statement {
        Statement::Event(event) if event.is_availability() || event.is_held_by_customs().is_some() => {
            event.at.as_ref().and_then(sort_instant)
        }
        _ => None,
    };
    dated.unwrap_or(fact.received_at)
}
