//! Decides which values of the readings of terminals, railways and lines are published.
//!
//! * A reading belongs to a trip. A date before the first event of the trip is not published, and neither is a last free day before the
//!   arrival at its port or ramp. A last free day between the arrival and the discharge is doubtful, and published.
//! * The last free day and the availability at a terminal end when the container leaves the terminal: by truck, by rail or by barge, also to
//!   another terminal of the port. The last free days of the line and of the railway end when the container is picked up at the end of its
//!   trip.

use chrono::{DateTime, NaiveDate, Utc};

use super::container_event::ContainerEvent;
use super::fields::{arrival_inland, best, expected_inland};
use super::reading_doubt::{ReadingProblem, ReadingValue};
use super::route::Route;
use super::timeline::Timeline;
use crate::resources::DataSource;
use crate::tracking::moment::sort_instant;
use crate::tracking::{Fact, Milestone, Mode, Movement, Statement};

/// The events of a trip that readings are compared with.
#[derive(Default)]
pub(super) struct ReadingRules {
    moves: Vec<Move>,
    first_day: Option<NaiveDate>,
    port: StopDays,
    /// `None` if the trip has no inland destination.
    ramp: Option<StopDays>,
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
    Leaves,
    /// Leaves the last terminal of the trip.
    IsPickedUp,
    ComesIn {
        to_port: bool,
    },
}

/// The days of arrival and discharge at a port or ramp; `None` if unknown.
#[derive(Default)]
struct StopDays {
    arrived: Option<NaiveDate>,
    expected: Option<NaiveDate>,
    discharged: Option<NaiveDate>,
}

impl ReadingRules {
    pub(super) fn of(timeline: &Timeline<'_>, route: &Route) -> Self {
        ReadingRules {
            moves: moves(timeline, route),
            first_day: timeline.actual.iter().find_map(|event| event.day),
            port: port_days(timeline, route),
            ramp: route.destination.is_some().then(|| ramp_days(timeline, route)),
        }
    }

    /// Whether a value that `fact` reported ended because the container left. Only moves that were known at `as_of` count; if it is `None`, all
    /// moves count.
    pub(super) fn has_ended(&self, value: ReadingValue, fact: &Fact, as_of: Option<DateTime<Utc>>) -> bool {
        self.has_ended_by(value, fact, |step| as_of.is_none_or(|as_of| step.known_at <= as_of))
    }

    /// Whether a value had already ended when `fact` reported it.
    pub(super) fn is_late(&self, value: ReadingValue, fact: &Fact) -> bool {
        self.has_ended_by(value, fact, |step| step.at < seen_at(fact))
    }

    fn has_ended_by(&self, value: ReadingValue, fact: &Fact, counts: impl Fn(&Move) -> bool) -> bool {
        let known = || self.moves.iter().filter(|step| counts(step));
        let Some(last) = known().next_back() else { return false };
        let is_picked_up = last.kind == MoveKind::IsPickedUp;
        let left_since =
            || known().any(|step| !matches!(step.kind, MoveKind::ComesIn { .. }) && step.at >= seen_at(fact));
        match value {
            ReadingValue::Appointment => false,
            ReadingValue::LineDay | ReadingValue::RailDay => is_picked_up,
            ReadingValue::TerminalDay => last.kind != MoveKind::ComesIn { to_port: true } || left_since(),
            ReadingValue::Availability => {
                let is_away = last.kind == MoveKind::Leaves && fact.source.kind == DataSource::Terminal;
                is_picked_up || is_away || left_since()
            }
        }
    }

    /// Why a date is doubtful. `day` is the day at the port or ramp.
    pub(super) fn problem(&self, value: ReadingValue, day: NaiveDate) -> Option<ReadingProblem> {
        if value == ReadingValue::Availability {
            return None;
        }
        if let Some(first) = self.first_day.filter(|first| day < *first) {
            return Some(ReadingProblem::BeforeTrip(first));
        }
        match (value, &self.ramp) {
            (ReadingValue::Appointment | ReadingValue::Availability, _) => None,
            (ReadingValue::RailDay, Some(ramp)) => ramp.problem(day).or_else(|| self.port.problem(day)),
            _ => self.port.problem(day),
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
    let expected =
        best(&timeline.expected, |event| event.has_milestone(&VesselArrived) && route.is_at_discharge(event));
    // A container on its way arrives after its last event.
    let on_the_way = timeline.actual.last().filter(|last| last.moves_by_vessel());
    StopDays {
        arrived: on_the_way.and_then(|last| last.day),
        expected: expected.and_then(|event| event.day),
        discharged: None,
    }
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
            MoveKind::Leaves if !has_arrived && !route.is_at_discharge(event) => continue,
            MoveKind::Leaves | MoveKind::IsPickedUp => left = Some(event),
            MoveKind::ComesIn { .. } if left.is_some_and(|left| is_same_facility(left, event)) => {
                // The container came back, so it did not leave.
                while moves.pop_if(|last| !matches!(last.kind, MoveKind::ComesIn { .. })).is_some() {}
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
        GateOut | PickedUp => Some(MoveKind::Leaves),
        Loaded | Departed if is_on_land => Some(MoveKind::Leaves),
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
