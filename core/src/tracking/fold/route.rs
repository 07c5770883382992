//! Where the voyage begins and ends.

use super::places::Places;
use super::timeline::{Happening, Timeline, in_order};
use crate::tracking::{Milestone, Particulars, Place};

/// The places that matter. What was booked beats what can be seen from the events.
#[derive(Default)]
pub(super) struct Route {
    pub(super) port_of_lading: Option<Stop>,
    pub(super) port_of_discharge: Option<Stop>,
    /// Only when it is not the port of discharge.
    pub(super) destination: Option<Stop>,
}

/// A place, and what it is known by.
pub(super) struct Stop {
    pub(super) place: Place,
    pub(super) id: String,
}

impl Route {
    pub(super) fn find(booked: &Particulars, timelines: &[&Timeline], places: &Places) -> Self {
        let all: Vec<&Happening> =
            in_order(timelines.iter().flat_map(|timeline| timeline.actual.iter().chain(&timeline.expected)).collect());
        let known = |place: &Option<Place>| place.as_ref().map(|place| stop(place, places)).filter(Stop::is_named);
        let port_of_lading = known(&booked.port_of_lading).or_else(|| lading(&all, places));
        let sailed = all.iter().position(|h| is_one_of(h, &[Milestone::VesselLoaded, Milestone::VesselDeparted]));
        let on_the_way = all.get(sailed.unwrap_or(0)..).unwrap_or_default();
        let port_of_discharge =
            known(&booked.port_of_discharge).or_else(|| discharge(on_the_way, port_of_lading.as_ref(), places));
        let destination = known(&booked.destination)
            .or_else(|| inland(on_the_way, places))
            .filter(|stop| port_of_discharge.as_ref().is_none_or(|port| port.id != stop.id));
        Route { port_of_lading, port_of_discharge, destination }
    }

    /// Whether it may be at the port of lading: it is, or somebody leaves open which place it is.
    pub(super) fn is_at_lading(&self, happening: &Happening) -> bool {
        may_be_at(&self.port_of_lading, happening)
    }

    /// Whether it may be at the port of discharge.
    pub(super) fn is_at_discharge(&self, happening: &Happening) -> bool {
        may_be_at(&self.port_of_discharge, happening)
    }

    /// Whether it may be at the inland destination: never, when there is none.
    pub(super) fn is_at_destination(&self, happening: &Happening) -> bool {
        self.destination.is_some() && may_be_at(&self.destination, happening)
    }

    /// Whether the vessel calls at the port of lading, for a container that is to be discharged elsewhere.
    pub(super) fn is_call_before_lading(&self, happening: &Happening) -> bool {
        let at = |stop: &Option<Stop>| stop.as_ref().is_some_and(|stop| stop.id == happening.place_id);
        is_one_of(happening, &[Milestone::VesselArrived, Milestone::VesselBerthed])
            && at(&self.port_of_lading)
            && !at(&self.port_of_discharge)
    }
}

impl Stop {
    fn is_named(&self) -> bool {
        !self.id.is_empty()
    }
}

fn stop(place: &Place, places: &Places) -> Stop {
    Stop { place: places.complete(place), id: places.id(place) }
}

fn may_be_at(stop: &Option<Stop>, happening: &Happening) -> bool {
    happening.place_id.is_empty() || stop.as_ref().is_none_or(|stop| stop.id == happening.place_id)
}

fn is_one_of(happening: &Happening, milestones: &[Milestone]) -> bool {
    milestones.contains(&happening.milestone)
}

fn lading(all: &[&Happening], places: &Places) -> Option<Stop> {
    let first = |milestone: Milestone| {
        all.iter().find(|h| h.milestone == milestone && !h.place_id.is_empty()).map(|h| stop(&h.place, places))
    };
    first(Milestone::VesselLoaded).or_else(|| first(Milestone::VesselDeparted))
}

fn discharge(on_the_way: &[&Happening], lading: Option<&Stop>, places: &Places) -> Option<Stop> {
    let ends = [Milestone::VesselArrived, Milestone::VesselBerthed, Milestone::VesselDischarged];
    let elsewhere = |h: &&&Happening| {
        is_one_of(h, &ends) && !h.place_id.is_empty() && lading.is_none_or(|port| port.id != h.place_id)
    };
    on_the_way.iter().rfind(elsewhere).map(|h| stop(&h.place, places))
}

fn inland(on_the_way: &[&Happening], places: &Places) -> Option<Stop> {
    let ends = [Milestone::RailArrived, Milestone::RailUnloaded, Milestone::ArrivedAtDestination];
    on_the_way.iter().rfind(|h| is_one_of(h, &ends) && !h.place_id.is_empty()).map(|h| stop(&h.place, places))
}
