//! Decides whether a laden container that leaves a place by truck is transferred to another facility, or picked up for good.
//!
//! A gate-out before the inland destination is a transfer if the next movement of the container is a gate-in, an arrival or a load at
//! another place or facility. While no movement follows, it is a transfer as long as an onward leg is expected, and for 7 days if the
//! container has an inland destination. Delivery, an empty return or the end of this time make it a pick-up.

use chrono::{DateTime, TimeDelta, Utc};

use super::container_event::ContainerEvent;
use super::land_moves::{BETWEEN_TERMINALS, TRANSFER_WINDOW, comes_in, is_by_rail_or_barge, is_elsewhere};
use super::route::Route;
use super::timeline::Timeline;
use crate::tracking::{Mode, Movement};

/// Events further apart than this are certainly in order of their sort times, in whatever time zones they are.
const CERTAIN_ORDER: TimeDelta = TimeDelta::days(4);

/// The movements of a container on its trip that decide whether its gate-outs are transfers.
pub(super) struct Transfers<'t> {
    timeline: &'t Timeline<'t>,
    route: &'t Route,
    /// Movements that can follow a gate-out, in order.
    moves: Vec<&'t ContainerEvent<'t>>,
    /// Whether any movement by vessel, train or barge is known. If none is, a gate-out counts as its source reports it.
    has_voyage: bool,
    /// The last load or departure by train or barge.
    last_onward: Option<&'t ContainerEvent<'t>>,
    /// The first arrival at the inland destination.
    reached_destination: Option<&'t ContainerEvent<'t>>,
    /// The first arrival at the inland destination by train or barge.
    reached_by_rail_or_barge: Option<&'t ContainerEvent<'t>>,
}

impl<'t> Transfers<'t> {
    pub(super) fn of(timeline: &'t Timeline<'t>, route: &'t Route) -> Self {
        let moves: Vec<&ContainerEvent<'_>> = timeline.actual.iter().filter(|event| can_follow(event)).collect();
        let starts_leg = |event: &ContainerEvent<'_>| {
            is_by_rail_or_barge(event) && matches!(event.motion.movement, Movement::Loaded | Movement::Departed)
        };
        let reaches = |event: &ContainerEvent<'_>| comes_in(event) && route.is_named_destination(event);
        Transfers {
            last_onward: moves.iter().rfind(|event| starts_leg(event)).copied(),
            reached_destination: moves.iter().find(|event| reaches(event)).copied(),
            reached_by_rail_or_barge: moves.iter().find(|event| reaches(event) && is_by_rail_or_barge(event)).copied(),
            has_voyage: timeline.actual.iter().any(|event| event.moves_by_vessel() || is_by_rail_or_barge(event)),
            timeline,
            route,
            moves,
        }
    }

    /// Whether a laden gate-out by truck is a transfer.
    pub(super) fn is_transfer(&self, out: &ContainerEvent<'_>) -> bool {
        if self.last_onward.is_some_and(|onward| !onward.is_certainly_before(out)) {
            return true;
        }
        if self.is_at_the_end(out) {
            return false;
        }
        match self.next(out) {
            Some(next) => self.shows_transfer(out, next),
            None => self.open_until(out).is_some_and(|until| self.timeline.now < until),
        }
    }

    /// When a transfer that no movement follows becomes a pick-up; `None` for all other gate-outs.
    pub(super) fn pending_until(&self, out: &ContainerEvent<'_>) -> Option<DateTime<Utc>> {
        let is_settled =
            || self.last_onward.is_some_and(|onward| !onward.is_certainly_before(out)) || self.next(out).is_some();
        self.open_until(out).filter(|until| self.timeline.now < *until && !self.is_at_the_end(out) && !is_settled())
    }

    /// Whether the container had arrived at its inland destination by train or barge before the event.
    pub(super) fn reached_by_rail_or_barge_before(&self, event: &ContainerEvent<'_>) -> bool {
        self.reached_by_rail_or_barge.is_some_and(|arrival| arrival.is_certainly_before(event))
    }

    /// Whether the gate-out is at the inland destination, or after the arrival there.
    fn is_at_the_end(&self, out: &ContainerEvent<'_>) -> bool {
        let has_arrived = || self.reached_destination.is_some_and(|arrival| arrival.is_certainly_before(out));
        self.route.is_named_destination(out) || has_arrived()
    }

    /// The movement that follows the gate-out.
    fn next(&self, out: &ContainerEvent<'_>) -> Option<&'t ContainerEvent<'t>> {
        // Possibly thousands of movements are long before the gate-out.
        let is_long_before = |event: &&ContainerEvent<'_>| matches!((event.moment, out.moment), (Some(at), Some(out)) if out - at > CERTAIN_ORDER);
        let start = self.moves.partition_point(is_long_before);
        self.moves[start..].iter().copied().find(|event| follows(event, out))
    }

    /// Whether the movement that follows the gate-out shows that the gate-out is a transfer.
    fn shows_transfer(&self, out: &ContainerEvent<'_>, next: &ContainerEvent<'_>) -> bool {
        match next.motion.movement {
            _ if next.is_empty() => false,
            Movement::Dropped => false,
            _ if is_by_rail_or_barge(next) || next.is_vessel(&Movement::Loaded) => true,
            Movement::Arrived if next.place_id.is_empty() => self.route.destination.is_some(),
            Movement::GateIn => is_elsewhere(out, next) || is_between_terminals(out, next),
            _ => is_elsewhere(out, next),
        }
    }

    /// Until when the gate-out is a transfer if no movement follows; `None` if it is a pick-up at once.
    fn open_until(&self, out: &ContainerEvent<'_>) -> Option<DateTime<Utc>> {
        if self.timeline.is_over {
            return None;
        }
        let left_at = out.moment.unwrap_or(out.first_received);
        let is_booked = self.route.destination.is_some() && self.has_voyage;
        let legs = self.timeline.ahead().chain(&self.timeline.undated).filter(|event| is_onward_leg(event, out));
        let expected = legs.map(|leg| leg.moment.map_or(left_at, |at| at.max(left_at))).max();
        expected.or_else(|| is_booked.then_some(left_at))?.checked_add_signed(TRANSFER_WINDOW)
    }
}

/// Whether the container comes in soon after it went out, at the same or at an unknown place, and nothing shows that the facility is
/// the same.
fn is_between_terminals(out: &ContainerEvent<'_>, comes_in: &ContainerEvent<'_>) -> bool {
    let is_soon = match (out.moment, comes_in.moment) {
        (Some(out), Some(comes_in)) => comes_in - out <= BETWEEN_TERMINALS,
        _ => true,
    };
    let is_known = |event: &ContainerEvent<'_>| !event.place_id.is_empty() && event.place.facility.is_some();
    is_soon && !(is_known(out) && is_known(comes_in))
}

/// Whether the movement can be the next one after a gate-out.
fn can_follow(event: &ContainerEvent<'_>) -> bool {
    use Movement::{Arrived, Departed, Discharged, Dropped, GateIn, GateOut, Loaded, PickedUp};
    match event.motion.movement {
        GateIn | GateOut | PickedUp | Dropped => true,
        Arrived => !event.is_empty() && (is_by_rail_or_barge(event) || event.motion.mode == Some(Mode::Truck)),
        Loaded | Departed | Discharged if is_by_rail_or_barge(event) => !event.is_empty(),
        Loaded => event.moves_by_vessel(),
        _ => false,
    }
}

/// Whether the movement is after the gate-out, and is not another report of it.
fn follows(event: &ContainerEvent<'_>, out: &ContainerEvent<'_>) -> bool {
    let goes_out = matches!(event.motion.movement, Movement::GateOut | Movement::PickedUp);
    let is_truck_arrival = || !is_by_rail_or_barge(event) && comes_in(event);
    if out.is_certainly_before(event) {
        return !goes_out || event.is_empty() || is_elsewhere(out, event);
    }
    // If only the days are known, a gate-in elsewhere may be sorted before the gate-out of the same day.
    !event.is_certainly_before(out) && is_truck_arrival() && is_elsewhere(out, event)
}

/// Whether an expected event belongs to a leg that takes the container on after it went out.
fn is_onward_leg(event: &ContainerEvent<'_>, out: &ContainerEvent<'_>) -> bool {
    use Movement::{Arrived, Departed, Discharged, GateIn, Loaded};
    let is_same_place = !event.place_id.is_empty() && event.place_id == out.place_id;
    match event.motion.movement {
        _ if event.is_empty() => false,
        Loaded | Departed => is_by_rail_or_barge(event),
        Arrived | Discharged | GateIn => comes_in(event) && (!is_same_place || is_elsewhere(out, event)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeZone, Utc};

    use super::super::land_moves::TRANSFER_WINDOW;
    use crate::tracking::{Event, Fact, FoldPolicy, Mode, Motion, Movement, Particulars, Picture, Place, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 12, 0, 0).unwrap()
    }

    fn place(written: &str) -> Place {
        let (locode, facility) = written.split_once('/').unwrap_or((written, ""));
        Place { facility: (!facility.is_empty()).then(|| facility.to_owned()), ..Place::from(locode) }
    }

    fn did(movement: Movement, mode: Mode, on: u32, at: &str) -> Fact {
        let motion = Motion::from(movement).with_mode(mode).with_empty(false);
        Fact::event(CONTAINER, Event::actual(motion, day(on)).at_place(place(at))).received(day(on))
    }

    fn will(movement: Movement, mode: Mode, on: u32, at: &str) -> Fact {
        let motion = Motion::from(movement).with_mode(mode).with_empty(false);
        Fact::event(CONTAINER, Event::estimated(motion, day(on)).at_place(place(at))).received(day(1))
    }

    fn booked(destination: &str) -> Fact {
        let ports = Particulars {
            port_of_discharge: Some("USLAX".into()),
            destination: Some(destination.into()),
            ..Particulars::default()
        };
        Fact::particulars(ports).received(day(1))
    }

    /// Discharged at Los Angeles on the 2nd, and out by truck on the 4th.
    fn picture(out: &str, now: u32, more: Vec<Fact>) -> Picture {
        use Movement::{Discharged, GateOut, Loaded};
        let mut facts = vec![
            did(Loaded, Mode::Vessel, 1, "CNSHA"),
            did(Discharged, Mode::Vessel, 2, "USLAX"),
            did(GateOut, Mode::Truck, 4, out),
        ];
        facts.extend(more);
        fold(&facts, day(now), &FoldPolicy::default())
    }

    fn status(picture: &Picture) -> &str {
        picture.containers[0].container.current_status.as_str()
    }

    #[test]
    fn a_gate_in_at_another_place_or_facility_shows_a_transfer() {
        for (out, comes_in, on, expected) in [
            ("USLAX", "USLGB", 6, "grounded"),
            ("USLAX/APMT", "USLAX/WBCT", 6, "grounded"),
            ("USLAX/APMT", "USLAX/apm-t", 6, "picked_up"),
            ("USLAX/APMT", "USLAX", 5, "grounded"),
            ("USLAX", "USLAX", 5, "grounded"),
            ("USLAX", "USLAX", 8, "picked_up"),
        ] {
            let result = picture(out, 20, vec![did(Movement::GateIn, Mode::Truck, on, comes_in)]);
            assert_eq!(status(&result), expected, "{out} {comes_in} {on}");
        }
    }

    #[test]
    fn without_a_later_movement_a_transfer_to_a_booked_destination_ends_after_seven_days() {
        let at = |now| picture("USLAX", now, vec![booked("USPHX")]);
        let full_out = |picture: &Picture| picture.containers[0].container.pod_full_out_at.clone();
        let open = at(10);
        assert_eq!(
            (status(&open), full_out(&open), open.changes_at),
            ("awaiting_inland_transfer", None, Some(day(11)))
        );
        let over = at(11);
        assert_eq!((status(&over), full_out(&over), over.changes_at), ("picked_up", Some(day(4).into()), None));
    }

    #[test]
    fn without_a_destination_and_an_onward_leg_the_gate_out_is_a_pick_up() {
        let result = picture("USLAX", 4, Vec::new());
        assert_eq!((status(&result), result.changes_at), ("picked_up", None));
    }

    #[test]
    fn an_expected_onward_leg_counts_until_seven_days_after_its_time() {
        let leg = || vec![will(Movement::Arrived, Mode::Rail, 12, "USPHX")];
        assert_eq!(status(&picture("USLAX", 18, leg())), "awaiting_inland_transfer");
        let over = picture("USLAX", 19, leg());
        assert_eq!((status(&over), day(12) + TRANSFER_WINDOW), ("picked_up", day(19)));
    }

    #[test]
    fn a_gate_out_is_a_pick_up_if_nothing_else_is_known() {
        let facts = [booked("USPHX"), did(Movement::GateOut, Mode::Truck, 4, "USLAX")];
        assert_eq!(status(&fold(&facts, day(5), &FoldPolicy::default())), "picked_up");
    }

    #[test]
    fn a_gate_out_at_the_destination_is_a_pick_up() {
        let arrived = did(Movement::Arrived, Mode::Rail, 3, "USPHX");
        assert_eq!(status(&picture("USPHX", 4, vec![booked("USPHX"), arrived])), "picked_up");
    }
}
