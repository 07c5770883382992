//! Finds the milestone of each event: the name that the interface has for a movement, which depends on the route.
//!
//! `core/docs/facts.md` lists the rules in the same order. The first rule whose condition is true applies.

use chrono::TimeDelta;
use foldhash::HashMap;

use super::container_event::{ContainerEvent, sort_events};
use super::route::Route;
use super::shut_outs::ShutOuts;
use super::timeline::Timeline;
use super::transfers::Transfers;
use crate::tracking::{Certainty, Milestone, Mode, Movement, Phase};

/// A train, a barge or a truck and the container on it pass the gate within this time.
const ONE_ARRIVAL: TimeDelta = TimeDelta::hours(48);

/// Sets the milestones of all events of a timeline, and sorts them again.
pub(super) fn assign(timeline: &mut Timeline<'_>, route: &Route) {
    let rules = MilestoneRules::of(timeline, route);
    let find = |events: &[ContainerEvent<'_>]| -> Vec<Option<Milestone>> {
        events.iter().map(|event| rules.milestone(event)).collect()
    };
    let (actual, expected) = (find(&timeline.actual), find(&timeline.expected));
    let transferred =
        timeline.actual.iter().zip(&actual).filter(|(_, milestone)| **milestone == Some(Milestone::PositionedOut));
    let pick_ups = transferred.filter_map(|(out, _)| rules.transfers.pending_until(out));
    let changes_at = timeline.changes_at.into_iter().chain(pick_ups).min();
    let returned = timeline.returned.as_ref().and_then(|end| rules.milestone(end));
    set(&mut timeline.actual, actual);
    set(&mut timeline.expected, expected);
    if let Some(end) = &mut timeline.returned {
        end.milestone = returned;
    }
    // The order within a day depends on the milestones.
    timeline.actual = sort_events(std::mem::take(&mut timeline.actual));
    timeline.expected = sort_events(std::mem::take(&mut timeline.expected));
    timeline.changes_at = changes_at;
}

fn set(events: &mut [ContainerEvent<'_>], milestones: Vec<Option<Milestone>>) {
    for (event, milestone) in events.iter_mut().zip(milestones) {
        event.milestone = milestone;
    }
}

/// A timeline and its route, with precomputed values for the rules.
pub(super) struct MilestoneRules<'t> {
    route: &'t Route,
    timeline: &'t Timeline<'t>,
    first_laden: Option<&'t ContainerEvent<'t>>,
    sailed: Option<&'t ContainerEvent<'t>>,
    last_discharge: Option<&'t ContainerEvent<'t>>,
    full_out: Option<&'t ContainerEvent<'t>>,
    by_port: HashMap<&'t str, Vec<&'t ContainerEvent<'t>>>,
    shut_outs: ShutOuts<'t>,
    /// The last discharge of a shut-out container.
    shut_out: Option<&'t ContainerEvent<'t>>,
    transfers: Transfers<'t>,
}

impl<'t> MilestoneRules<'t> {
    pub(super) fn of(timeline: &'t Timeline<'t>, route: &'t Route) -> Self {
        let actual = || timeline.actual.iter();
        let shut_outs = route.shut_outs(timeline);
        let shut_out = actual().rfind(|e| shut_outs.has(e));
        let last_discharge = actual().rfind(|e| e.is_vessel(&Movement::Discharged) && !shut_outs.has(e));
        let is_undone = |e: &ContainerEvent<'_>| shut_out.is_some_and(|shut_out| shut_outs.undoes(shut_out, e));
        let leaves_laden = |e: &&ContainerEvent<'_>| {
            !e.is_empty()
                && matches!(e.motion.movement, Movement::GateOut | Movement::PickedUp)
                && e.motion.mode != Some(Mode::Rail)
                && last_discharge.is_none_or(|discharge| !e.is_certainly_before(discharge))
        };
        let mut by_port: HashMap<&str, Vec<&ContainerEvent<'_>>> = HashMap::default();
        for e in actual().chain(&timeline.expected).filter(|e| !e.place_id.is_empty()) {
            by_port.entry(&e.port_id).or_default().push(e);
        }
        MilestoneRules {
            route,
            timeline,
            first_laden: actual().find(|e| e.is_laden()),
            sailed: actual().find(|e| e.leaves_by_vessel() && !is_undone(e)),
            last_discharge,
            full_out: actual().find(leaves_laden),
            by_port,
            shut_outs,
            shut_out,
            transfers: Transfers::of(timeline, route),
        }
    }

    /// The milestone of an event; `None` if the interface has no name for it.
    pub(super) fn milestone(&self, event: &ContainerEvent<'_>) -> Option<Milestone> {
        use Milestone::*;
        match &event.motion.mode {
            Some(Mode::Barge) => {
                self.by_rail_or_barge(event, [FeederLoaded, FeederDeparted, FeederArrived, FeederDischarged])
            }
            Some(Mode::Rail) => self.by_rail_or_barge(event, [RailLoaded, RailDeparted, RailArrived, RailUnloaded]),
            Some(Mode::Other(_)) => None,
            mode => match &event.motion.movement {
                Movement::Loaded
                | Movement::Departed
                | Movement::Arrived
                | Movement::Berthed
                | Movement::Discharged => match mode {
                    Some(Mode::Truck) => self.by_truck(event),
                    _ => self.by_vessel(event),
                },
                Movement::GateIn | Movement::Dropped => self.gate_in(event),
                Movement::GateOut | Movement::PickedUp => self.gate_out(event),
                Movement::CustomsReleased => Some(CustomsRelease),
                Movement::CarrierReleased => Some(CarrierRelease),
                Movement::VgmReceived => Some(VgmReceived),
                _ => None,
            },
        }
    }

    fn by_vessel(&self, event: &ContainerEvent<'_>) -> Option<Milestone> {
        use Milestone::*;
        let (at_lading, at_discharge) = (self.is_lading(event), self.is_discharge(event));
        Some(match &event.motion.movement {
            Movement::Loaded if at_lading => VesselLoaded,
            Movement::Loaded => TransshipmentLoaded,
            Movement::Departed if at_lading && self.leaves_without_container(event) => return None,
            Movement::Departed if at_lading && self.calls_again_at_lading(event) => return None,
            Movement::Departed if at_lading => VesselDeparted,
            Movement::Departed if self.changes_vessel_at(event) => TransshipmentDeparted,
            Movement::Arrived | Movement::Berthed if self.route.is_call_before_lading(event) => return None,
            Movement::Arrived if at_discharge => VesselArrived,
            Movement::Arrived if self.changes_vessel_at(event) => TransshipmentArrived,
            Movement::Berthed if at_discharge => VesselBerthed,
            Movement::Discharged if self.shut_outs.has(event) => return None,
            Movement::Discharged if at_discharge => VesselDischarged,
            Movement::Discharged => TransshipmentDischarged,
            _ => return None,
        })
    }

    fn is_lading(&self, event: &ContainerEvent<'_>) -> bool {
        match event.motion.phase {
            Some(Phase::Export) => true,
            Some(Phase::Transshipment) => false,
            _ => self.route.is_at_lading(event),
        }
    }

    fn is_discharge(&self, event: &ContainerEvent<'_>) -> bool {
        match event.motion.phase {
            Some(Phase::Import) => true,
            Some(Phase::Transshipment) => self.route.is_left_by_land && self.route.is_port_of_discharge(event),
            _ => self.route.is_at_discharge(event),
        }
    }

    /// Whether the container changes its vessel there: it is discharged or loaded, or it comes and leaves on different vessels.
    fn changes_vessel_at(&self, event: &ContainerEvent<'_>) -> bool {
        if self.leaves_after_bringing(event) {
            return false;
        }
        if self.route.is_unreported_change(event) {
            return true;
        }
        if self.is_mere_call(event) {
            return false;
        }
        let events_here = || self.events_at_port_of(event);
        let handled = |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) || e.is_vessel(&Movement::Discharged);
        let vessel =
            |movement: Movement| events_here().filter(move |e| e.is_vessel(&movement)).find_map(|e| e.vessel.as_ref());
        event.motion.phase == Some(Phase::Transshipment)
            || events_here().any(handled)
            || matches!((vessel(Movement::Arrived), vessel(Movement::Departed)), (Some(came), Some(left)) if !came.may_be(left))
    }

    /// Whether the vessel that brought the container there leaves, and another one is to take it on.
    fn leaves_after_bringing(&self, event: &ContainerEvent<'_>) -> bool {
        let Some(vessel) = event.vessel.as_ref() else { return false };
        if !event.is_vessel(&Movement::Departed) {
            return false;
        }
        let is_its = |e: &ContainerEvent<'_>| e.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
        let loads = |e: &ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) && (e.vessel.is_none() || is_its(e));
        self.events_at_port_of(event).any(|e| e.comes_off_vessel() && is_its(e))
            && !self.events_at_port_of(event).any(loads)
    }

    /// Whether the vessel calls there without loading or discharging the container. If the source calls it a transshipment: only if
    /// no other vessel calls there.
    fn is_mere_call(&self, event: &ContainerEvent<'_>) -> bool {
        let Some(vessel) = &event.vessel else { return false };
        let vessel_events_here = || self.events_at_port_of(event).filter(|e| e.moves_by_vessel());
        let is_its = |e: &ContainerEvent<'_>| e.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
        let does = |movement: Movement| vessel_events_here().any(|e| e.is_vessel(&movement) && is_its(e));
        let is_handled = |e: &ContainerEvent<'_>| e.motion.is_vessel_handling() && (e.vessel.is_none() || is_its(e));
        let is_alone = || vessel_events_here().all(is_its);
        does(Movement::Arrived)
            && does(Movement::Departed)
            && !vessel_events_here().any(is_handled)
            && (event.motion.phase != Some(Phase::Transshipment) || is_alone())
    }

    fn events_at_port_of(&self, event: &ContainerEvent<'_>) -> impl DoubleEndedIterator<Item = &'t ContainerEvent<'t>> {
        self.by_port.get(&*event.port_id).into_iter().flatten().copied()
    }

    /// Whether the vessel leaves the port of lading without the container, which was shut out.
    fn leaves_without_container(&self, event: &ContainerEvent<'_>) -> bool {
        let is_after = |shut_out: &ContainerEvent<'_>| !event.is_certainly_before(shut_out);
        event.certainty == Certainty::Actual
            && self.shut_out.is_some_and(|shut_out| is_after(shut_out) && self.shut_outs.undoes(shut_out, event))
    }

    /// Whether the vessel already left the port of lading with the container before, and did not load it again since.
    fn calls_again_at_lading(&self, event: &ContainerEvent<'_>) -> bool {
        let Some(vessel) = &event.vessel else { return false };
        // From the back, because the last of possibly thousands of events decide.
        let actual_events_here = || self.events_at_port_of(event).rev().filter(|e| e.certainty == Certainty::Actual);
        let is_loaded_after = |other: &ContainerEvent<'_>| {
            actual_events_here().any(|e| e.is_vessel(&Movement::Loaded) && other.is_certainly_before(e))
        };
        let is_its = |e: &ContainerEvent<'_>| e.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
        // A load after this departure is also after every earlier departure.
        !is_loaded_after(event)
            && actual_events_here()
                .find(|e| e.is_vessel(&Movement::Departed) && is_its(e) && e.is_certainly_before(event))
                .is_some_and(|left| !is_loaded_after(left))
    }

    fn by_truck(&self, event: &ContainerEvent<'_>) -> Option<Milestone> {
        let at_port = self.route.is_port_of_discharge(event) && !self.is_after(event, self.last_discharge);
        let at_the_end = !at_port && (self.route.destination.is_none() || self.route.is_at_destination(event));
        (event.motion.movement == Movement::Arrived
            && !event.is_empty()
            && at_the_end
            && self.is_after_sea_voyage(event)
            && !self.transfers.reached_by_rail_or_barge_before(event))
        .then_some(Milestone::ArrivedAtDestination)
    }

    fn is_after_sea_voyage(&self, event: &ContainerEvent<'_>) -> bool {
        let will_sail = || self.timeline.expected.iter().find(|e| e.leaves_by_vessel());
        match event.motion.phase {
            Some(Phase::Import) => true,
            Some(Phase::Export) => false,
            _ => match self.sailed.or_else(will_sail) {
                Some(sailing) => self.is_after(event, Some(sailing)),
                None => self.route.is_at_destination(event) || self.arrived_by_sea_before(event),
            },
        }
    }

    fn arrived_by_sea_before(&self, event: &ContainerEvent<'_>) -> bool {
        self.timeline.actual.iter().any(|e| e.comes_off_vessel() && !event.is_certainly_before(e))
    }

    /// The names are for a load, a departure, an arrival and a discharge.
    fn by_rail_or_barge(&self, event: &ContainerEvent<'_>, names: [Milestone; 4]) -> Option<Milestone> {
        let [loaded, departed, arrived, discharged] = names;
        let passes_with = |movement: Movement| !event.is_empty() && !self.has_vehicle(event, &movement);
        match event.motion.movement {
            Movement::Loaded => Some(loaded),
            Movement::Departed => Some(departed),
            Movement::GateOut => passes_with(Movement::Departed).then_some(departed),
            Movement::Arrived => Some(arrived),
            Movement::GateIn => passes_with(Movement::Arrived).then_some(arrived),
            Movement::Discharged => Some(discharged),
            _ => None,
        }
    }

    /// Whether the movement of the train, barge or truck itself was reported, too. Then the gate movement is the same event.
    fn has_vehicle(&self, event: &ContainerEvent<'_>, movement: &Movement) -> bool {
        let mode = event.motion.mode.as_ref().unwrap_or(&Mode::Truck);
        let is_near = |e: &ContainerEvent<'_>| match (e.moment, event.moment) {
            (Some(one), Some(other)) => (one - other).abs() <= ONE_ARRIVAL,
            _ => true,
        };
        let is_of_vehicle = |e: &ContainerEvent<'_>| {
            let is_here = e.is_at_place_of(event) && is_near(e);
            e.motion.mode.as_ref() == Some(mode) && e.motion.movement == *movement && is_here
        };
        let is_as_certain =
            |e: &ContainerEvent<'_>| e.certainty == Certainty::Actual || event.certainty != Certainty::Actual;
        self.events_at_port_of(event).any(|e| is_of_vehicle(e) && is_as_certain(e))
    }

    fn gate_in(&self, event: &ContainerEvent<'_>) -> Option<Milestone> {
        use Milestone::*;
        if event.is_empty() {
            return self.ends_the_voyage(event).then_some(EmptyIn);
        }
        let dropped = event.motion.movement == Movement::Dropped;
        if event.motion.phase == Some(Phase::Transshipment) {
            return Some(PositionedIn);
        }
        if dropped && (event.motion.phase == Some(Phase::Import) || self.is_after(event, self.full_out)) {
            return Some(Delivered);
        }
        if self.is_before_sea_voyage(event) {
            return Some(FullIn);
        }
        let is_inland = self.route.is_named_destination(event);
        let is_at_sea = self.is_after(event, self.sailed) && !self.is_after(event, self.last_discharge) && !is_inland;
        if event.motion.phase != Some(Phase::Import) && (is_at_sea || self.continues_by_vessel(event)) {
            return Some(PositionedIn);
        }
        let has_arrived =
            self.transfers.reached_by_rail_or_barge_before(event) || self.has_vehicle(event, &Movement::Arrived);
        (self.route.is_at_destination(event) && !has_arrived).then_some(ArrivedAtDestination)
    }

    fn ends_the_voyage(&self, event: &ContainerEvent<'_>) -> bool {
        let is_at_end = || self.route.is_port_of_discharge(event) || self.route.is_named_destination(event);
        match (self.first_laden, &event.motion.phase) {
            (Some(full), _) => !event.is_certainly_before(full),
            (None, Some(phase)) => *phase == Phase::Import,
            (None, None) => is_at_end() && !self.route.is_port_of_lading(event),
        }
    }

    fn is_before_sea_voyage(&self, event: &ContainerEvent<'_>) -> bool {
        match event.motion.phase {
            Some(Phase::Export) => true,
            Some(Phase::Import) => false,
            _ if self.sailed.is_some() => !self.is_after(event, self.sailed),
            _ if self.will_be_loaded_at(event) => true,
            _ => {
                let went_out = self.full_out.filter(|out| self.gate_out(out).is_some());
                let is_at_end = !event.place_id.is_empty() && self.route.is_at_destination(event);
                !is_at_end && !self.is_after(event, went_out) && !self.is_after(event, self.last_discharge)
            }
        }
    }

    fn gate_out(&self, event: &ContainerEvent<'_>) -> Option<Milestone> {
        use Milestone::*;
        if event.is_empty() {
            return self.first_laden.is_none_or(|full| !full.is_certainly_before(event)).then_some(EmptyOut);
        }
        if event.motion.phase == Some(Phase::Transshipment) {
            return Some(PositionedOut);
        }
        if event.motion.phase != Some(Phase::Import) {
            if self.sailed.is_none() && self.leaves_port_of_lading(event) {
                return None;
            }
            if self.sailed.is_some() && !self.is_after(event, self.sailed) {
                return None;
            }
            if self.sailed.is_some() && self.continues_by_vessel(event) {
                return Some(PositionedOut);
            }
        }
        Some(if self.transfers.is_transfer(event) { PositionedOut } else { FullOut })
    }

    /// Whether the container is still to be loaded on its first vessel there.
    fn will_be_loaded_at(&self, event: &ContainerEvent<'_>) -> bool {
        self.route.is_port_of_lading(event) && !self.timeline.actual.iter().any(|e| self.comes_by_sea(e))
    }

    fn comes_by_sea(&self, event: &ContainerEvent<'_>) -> bool {
        event.comes_off_vessel() && !self.shut_outs.has(event) && !self.route.is_call_before_lading(event)
    }

    fn is_after(&self, event: &ContainerEvent<'_>, other: Option<&ContainerEvent<'_>>) -> bool {
        other.is_some_and(|other| {
            other.is_certainly_before(event) || (!event.is_certainly_before(other) && event.rank() >= other.rank())
        })
    }

    fn leaves_port_of_lading(&self, event: &ContainerEvent<'_>) -> bool {
        let is_same_place = |e: &ContainerEvent<'_>| !event.port_id.is_empty() && e.port_id == event.port_id;
        let came_in = |e: &ContainerEvent<'_>| {
            let comes_in = matches!(e.motion.movement, Movement::GateIn | Movement::Dropped);
            comes_in && e.is_laden() && is_same_place(e) && e.is_certainly_before(event)
        };
        let actual = || self.timeline.actual.iter();
        !actual().any(|e| e.comes_off_vessel() && !self.shut_outs.has(e))
            && (self.route.is_port_of_lading(event) || actual().any(came_in))
    }

    fn continues_by_vessel(&self, event: &ContainerEvent<'_>) -> bool {
        let mut loads = self.timeline.actual.iter().rev().filter(|e| e.is_vessel(&Movement::Loaded));
        let on_the_way =
            |discharge: &ContainerEvent<'_>| !self.is_discharge(discharge) && !self.has_arrived(event, discharge);
        loads.any(|load| event.is_certainly_before(load)) || self.last_discharge.is_some_and(on_the_way)
    }

    fn has_arrived(&self, event: &ContainerEvent<'_>, last_discharge: &ContainerEvent<'_>) -> bool {
        let arrives = |e: &ContainerEvent<'_>| {
            e.comes_off_vessel() && self.route.is_port_of_discharge(e) && last_discharge.is_certainly_before(e)
        };
        let is_inland = !event.place_id.is_empty() && self.route.is_at_destination(event);
        is_inland
            || self.route.is_port_of_discharge(event)
            || self.timeline.actual.iter().any(|e| arrives(e) && !event.is_certainly_before(e))
    }
}
