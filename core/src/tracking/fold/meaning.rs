//! What each movement means on the route of its container: the interface's milestones.
//!
//! The rules are those of `core/docs/facts.md`, in its order; the first that fits counts.

use chrono::TimeDelta;
use foldhash::HashMap;

use super::happening::{Happening, in_order};
use super::route::Route;
use super::timeline::Timeline;
use crate::tracking::{Certainty, Milestone, Mode, Movement, Phase};

/// A train and the container on it pass a gate within this time of one another.
const ONE_TRAIN: TimeDelta = TimeDelta::hours(48);

pub(super) fn assign(timeline: &mut Timeline<'_>, route: &Route) {
    let voyage = Voyage::of(timeline, route);
    let meanings = |happenings: &[Happening<'_>]| -> Vec<Option<Milestone>> {
        happenings.iter().map(|happening| voyage.meaning(happening)).collect()
    };
    let (actual, expected) = (meanings(&timeline.actual), meanings(&timeline.expected));
    let returned = timeline.returned.as_ref().and_then(|end| voyage.meaning(end));
    set(&mut timeline.actual, actual);
    set(&mut timeline.expected, expected);
    if let Some(end) = &mut timeline.returned {
        end.milestone = returned;
    }
    // Sorted again, since the order within a day depends on the milestones.
    timeline.actual = in_order(std::mem::take(&mut timeline.actual));
    timeline.expected = in_order(std::mem::take(&mut timeline.expected));
}

fn set(happenings: &mut [Happening<'_>], meanings: Vec<Option<Milestone>>) {
    for (happening, meaning) in happenings.iter_mut().zip(meanings) {
        happening.milestone = meaning;
    }
}

pub(super) struct Voyage<'t> {
    route: &'t Route,
    timeline: &'t Timeline<'t>,
    first_laden: Option<&'t Happening<'t>>,
    sailed: Option<&'t Happening<'t>>,
    last_discharge: Option<&'t Happening<'t>>,
    full_out: Option<&'t Happening<'t>>,
    by_place: HashMap<&'t str, Vec<&'t Happening<'t>>>,
}

impl<'t> Voyage<'t> {
    pub(super) fn of(timeline: &'t Timeline<'t>, route: &'t Route) -> Self {
        let actual = || timeline.actual.iter();
        let last_discharge = actual().rfind(|h| h.is_vessel(&Movement::Discharged));
        let goes_out = |h: &&Happening<'_>| {
            !h.is_empty()
                && matches!(h.motion.movement, Movement::GateOut | Movement::PickedUp)
                && h.motion.mode != Some(Mode::Rail)
                && last_discharge.is_none_or(|discharge| !h.is_certainly_before(discharge))
        };
        let mut by_place: HashMap<&str, Vec<&Happening<'_>>> = HashMap::default();
        for h in actual().chain(&timeline.expected).filter(|h| !h.place_id.is_empty()) {
            by_place.entry(&h.place_id).or_default().push(h);
        }
        Voyage {
            route,
            timeline,
            first_laden: actual().find(|h| h.is_laden()),
            sailed: actual().find(|h| sails(h)),
            last_discharge,
            full_out: actual().find(goes_out),
            by_place,
        }
    }

    pub(super) fn meaning(&self, of: &Happening<'_>) -> Option<Milestone> {
        match &of.motion.mode {
            Some(Mode::Barge) => by_barge(&of.motion.movement),
            Some(Mode::Rail) => self.by_rail(of),
            Some(Mode::Other(_)) => None,
            mode => match &of.motion.movement {
                Movement::Loaded
                | Movement::Departed
                | Movement::Arrived
                | Movement::Berthed
                | Movement::Discharged => match mode {
                    Some(Mode::Truck) => self.by_truck(of),
                    _ => self.by_vessel(of),
                },
                Movement::GateIn | Movement::Dropped => self.comes_in(of),
                Movement::GateOut | Movement::PickedUp => self.goes_out(of),
                Movement::CustomsReleased => Some(Milestone::CustomsRelease),
                Movement::CarrierReleased => Some(Milestone::CarrierRelease),
                Movement::VgmReceived => Some(Milestone::VgmReceived),
                _ => None,
            },
        }
    }

    fn by_vessel(&self, of: &Happening<'_>) -> Option<Milestone> {
        use Milestone::*;
        let (at_lading, at_discharge) = (self.is_lading(of), self.is_discharge(of));
        Some(match &of.motion.movement {
            Movement::Loaded if at_lading => VesselLoaded,
            Movement::Loaded => TransshipmentLoaded,
            Movement::Departed if at_lading && self.calls_again_at_lading(of) => return None,
            Movement::Departed if at_lading => VesselDeparted,
            Movement::Departed if self.changes_vessel_at(of) => TransshipmentDeparted,
            Movement::Arrived | Movement::Berthed if self.route.is_call_before_lading(of) => return None,
            Movement::Arrived if at_discharge => VesselArrived,
            Movement::Arrived if self.changes_vessel_at(of) => TransshipmentArrived,
            Movement::Berthed if at_discharge => VesselBerthed,
            Movement::Discharged if at_discharge => VesselDischarged,
            Movement::Discharged => TransshipmentDischarged,
            _ => return None,
        })
    }

    fn is_lading(&self, of: &Happening<'_>) -> bool {
        match of.motion.phase {
            Some(Phase::Export) => true,
            Some(Phase::Transshipment) => false,
            _ => self.route.is_at_lading(of),
        }
    }

    fn is_discharge(&self, of: &Happening<'_>) -> bool {
        match of.motion.phase {
            Some(Phase::Import) => true,
            Some(Phase::Transshipment) => false,
            _ => self.route.is_at_discharge(of),
        }
    }

    /// It is discharged or loaded there, or comes and leaves with different vessels.
    fn changes_vessel_at(&self, of: &Happening<'_>) -> bool {
        if self.only_calls(of) {
            return false;
        }
        let here = || self.at_the_place_of(of);
        let handled = |h: &Happening<'_>| h.is_vessel(&Movement::Loaded) || h.is_vessel(&Movement::Discharged);
        let vessels = |movement: Movement| {
            here().filter(move |h| h.is_vessel(&movement)).find_map(|h| Some(h.vessel.as_ref()?.number_or_name()))
        };
        of.motion.phase == Some(Phase::Transshipment)
            || here().any(handled)
            || matches!((vessels(Movement::Arrived), vessels(Movement::Departed)), (Some(came), Some(left)) if came != left)
    }

    /// The vessel comes and leaves without handling the container. If its source calls that a transshipment, no other
    /// vessel may call there.
    fn only_calls(&self, of: &Happening<'_>) -> bool {
        let Some(vessel) = &of.vessel else { return false };
        let here = || self.at_the_place_of(of).filter(|h| h.moves_by_vessel());
        let is_its = |h: &Happening<'_>| h.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
        let does = |movement: Movement| here().any(|h| h.is_vessel(&movement) && is_its(h));
        let is_handled = |h: &Happening<'_>| h.motion.is_vessel_handling() && (h.vessel.is_none() || is_its(h));
        let is_alone = || here().all(is_its);
        does(Movement::Arrived)
            && does(Movement::Departed)
            && !here().any(is_handled)
            && (of.motion.phase != Some(Phase::Transshipment) || is_alone())
    }

    fn at_the_place_of(&self, of: &Happening<'_>) -> impl DoubleEndedIterator<Item = &'t Happening<'t>> {
        self.by_place.get(&*of.place_id).into_iter().flatten().copied()
    }

    /// The vessel left the port of lading with the container before, and did not load it again since.
    fn calls_again_at_lading(&self, of: &Happening<'_>) -> bool {
        let Some(vessel) = &of.vessel else { return false };
        // From the back: of thousands of events, the last ones decide.
        let here = || self.at_the_place_of(of).rev().filter(|h| h.certainty == Certainty::Actual);
        let is_loaded_after =
            |other: &Happening<'_>| here().any(|h| h.is_vessel(&Movement::Loaded) && other.is_certainly_before(h));
        let is_its = |h: &Happening<'_>| h.vessel.as_ref().is_some_and(|on| on.may_be(vessel));
        // A load after this departure is after every earlier one too.
        !is_loaded_after(of)
            && here()
                .find(|h| h.is_vessel(&Movement::Departed) && is_its(h) && h.is_certainly_before(of))
                .is_some_and(|left| !is_loaded_after(left))
    }

    fn by_truck(&self, of: &Happening<'_>) -> Option<Milestone> {
        let at_port = self.route.is_port_of_discharge(&of.place_id) && !self.is_after(of, self.last_discharge);
        let at_the_end = !at_port && (self.route.destination.is_none() || self.route.is_at_destination(of));
        (of.motion.movement == Movement::Arrived && !of.is_empty() && at_the_end && self.comes_from_the_sea(of))
            .then_some(Milestone::ArrivedAtDestination)
    }

    fn comes_from_the_sea(&self, of: &Happening<'_>) -> bool {
        let will_sail = || self.timeline.expected.iter().find(|h| sails(h));
        match of.motion.phase {
            Some(Phase::Import) => true,
            Some(Phase::Export) => false,
            _ => match self.sailed.or_else(will_sail) {
                Some(sailing) => self.is_after(of, Some(sailing)),
                None => self.route.is_at_destination(of) || self.came_by_sea_before(of),
            },
        }
    }

    fn came_by_sea_before(&self, of: &Happening<'_>) -> bool {
        self.timeline.actual.iter().any(|h| h.comes_off_vessel() && !of.is_certainly_before(h))
    }

    fn by_rail(&self, of: &Happening<'_>) -> Option<Milestone> {
        let full = !of.is_empty();
        match of.motion.movement {
            Movement::Loaded => Some(Milestone::RailLoaded),
            Movement::Departed => Some(Milestone::RailDeparted),
            Movement::GateOut if full => (!self.has_train(of, &Movement::Departed)).then_some(Milestone::RailDeparted),
            Movement::Arrived => Some(Milestone::RailArrived),
            Movement::GateIn if full => (!self.has_train(of, &Movement::Arrived)).then_some(Milestone::RailArrived),
            Movement::Discharged => Some(Milestone::RailUnloaded),
            _ => None,
        }
    }

    /// The gate movement of the train itself was reported, too: that is one event.
    fn has_train(&self, of: &Happening<'_>, movement: &Movement) -> bool {
        let is_near = |h: &Happening<'_>| match (h.moment, of.moment) {
            (Some(one), Some(other)) => (one - other).abs() <= ONE_TRAIN,
            _ => true,
        };
        let is_it =
            |h: &Happening<'_>| h.motion.mode == Some(Mode::Rail) && h.motion.movement == *movement && is_near(h);
        let is_as_sure = |h: &Happening<'_>| h.certainty == Certainty::Actual || of.certainty != Certainty::Actual;
        self.at_the_place_of(of).any(|h| is_it(h) && is_as_sure(h))
    }

    fn comes_in(&self, of: &Happening<'_>) -> Option<Milestone> {
        use Milestone::*;
        if of.is_empty() {
            return self.ends_the_voyage(of).then_some(EmptyIn);
        }
        let dropped = of.motion.movement == Movement::Dropped;
        if of.motion.phase == Some(Phase::Transshipment) {
            return Some(PositionedIn);
        }
        if dropped && (of.motion.phase == Some(Phase::Import) || self.is_after(of, self.full_out)) {
            return Some(Delivered);
        }
        if self.comes_to_the_sea(of) {
            return Some(FullIn);
        }
        let is_at_sea = self.is_after(of, self.sailed) && !self.is_after(of, self.last_discharge);
        if of.motion.phase != Some(Phase::Import) && (is_at_sea || self.goes_on_by_vessel(of)) {
            return Some(PositionedIn);
        }
        (self.route.destination.is_some() && self.route.is_at_destination(of)).then_some(ArrivedAtDestination)
    }

    fn ends_the_voyage(&self, of: &Happening<'_>) -> bool {
        let is_at_end = || {
            let stops = [&self.route.port_of_discharge, &self.route.destination];
            stops.into_iter().flatten().any(|stop| !of.place_id.is_empty() && stop.id == of.place_id)
        };
        match (self.first_laden, &of.motion.phase) {
            (Some(full), _) => !of.is_certainly_before(full),
            (None, Some(phase)) => *phase == Phase::Import,
            (None, None) => is_at_end() && !self.route.is_port_of_lading(&of.place_id),
        }
    }

    fn comes_to_the_sea(&self, of: &Happening<'_>) -> bool {
        match of.motion.phase {
            Some(Phase::Export) => true,
            Some(Phase::Import) => false,
            _ if self.sailed.is_some() => !self.is_after(of, self.sailed),
            _ => {
                let went_out = self.full_out.filter(|out| self.goes_out(out) == Some(Milestone::FullOut));
                let is_at_end = !of.place_id.is_empty() && self.route.is_at_destination(of);
                !is_at_end && !self.is_after(of, went_out) && !self.is_after(of, self.last_discharge)
            }
        }
    }

    fn goes_out(&self, of: &Happening<'_>) -> Option<Milestone> {
        use Milestone::*;
        if of.is_empty() {
            return self.first_laden.is_none_or(|full| !full.is_certainly_before(of)).then_some(EmptyOut);
        }
        if of.motion.phase == Some(Phase::Transshipment) {
            return Some(PositionedOut);
        }
        if of.motion.phase == Some(Phase::Import) {
            return Some(FullOut);
        }
        if self.sailed.is_none() {
            return (!self.leaves_port_of_lading(of)).then_some(FullOut);
        }
        if !self.is_after(of, self.sailed) {
            return None;
        }
        match self.goes_on_by_vessel(of) {
            true => Some(PositionedOut),
            false => Some(FullOut),
        }
    }

    fn is_after(&self, of: &Happening<'_>, other: Option<&Happening<'_>>) -> bool {
        other.is_some_and(|other| {
            other.is_certainly_before(of) || (!of.is_certainly_before(other) && of.rank() >= other.rank())
        })
    }

    fn leaves_port_of_lading(&self, of: &Happening<'_>) -> bool {
        let here = |h: &Happening<'_>| !of.place_id.is_empty() && h.place_id == of.place_id;
        let came_in = |h: &Happening<'_>| {
            let comes_in = matches!(h.motion.movement, Movement::GateIn | Movement::Dropped);
            comes_in && h.is_laden() && here(h) && h.is_certainly_before(of)
        };
        let actual = || self.timeline.actual.iter();
        !actual().any(Happening::comes_off_vessel)
            && (self.route.is_port_of_lading(&of.place_id) || actual().any(came_in))
    }

    fn goes_on_by_vessel(&self, of: &Happening<'_>) -> bool {
        let mut loads = self.timeline.actual.iter().rev().filter(|h| h.is_vessel(&Movement::Loaded));
        let on_the_way = |discharge: &Happening<'_>| !self.is_discharge(discharge) && !self.has_arrived(of, discharge);
        loads.any(|load| of.is_certainly_before(load)) || self.last_discharge.is_some_and(on_the_way)
    }

    fn has_arrived(&self, of: &Happening<'_>, last_discharge: &Happening<'_>) -> bool {
        let arrives = |h: &Happening<'_>| {
            h.comes_off_vessel()
                && self.route.is_port_of_discharge(&h.place_id)
                && last_discharge.is_certainly_before(h)
        };
        let is_inland = !of.place_id.is_empty() && self.route.is_at_destination(of);
        is_inland
            || self.route.is_port_of_discharge(&of.place_id)
            || self.timeline.actual.iter().any(|h| arrives(h) && !of.is_certainly_before(h))
    }
}

fn sails(happening: &Happening<'_>) -> bool {
    happening.is_vessel(&Movement::Loaded) || happening.is_vessel(&Movement::Departed)
}

fn by_barge(movement: &Movement) -> Option<Milestone> {
    match movement {
        Movement::Loaded => Some(Milestone::FeederLoaded),
        Movement::Departed => Some(Milestone::FeederDeparted),
        Movement::Arrived => Some(Milestone::FeederArrived),
        Movement::Discharged => Some(Milestone::FeederDischarged),
        _ => None,
    }
}
