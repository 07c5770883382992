//! Decides what happens to a container whose vessel leaves a port, although no discharge there was reported.
//!
//! A vessel calls at several ports. If it leaves a port with the container, that port is only on the way. The container stays on the vessel
//! only if something shows it; otherwise its discharge was not reported yet, or another vessel takes it on.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::container_event::ContainerEvent;
use super::stops::{Stop, is_on_another_vessel, is_on_same_vessel};
use crate::resources::DataSource;
use crate::tracking::{Certainty, Movement};

/// The ports of a voyage after the port of lading where a vessel called with the container.
#[derive(Default)]
pub(super) struct VesselCalls {
    /// Areas of the ports where the container changes vessels.
    pub(super) transshipments: BTreeSet<Rc<str>>,
    /// Areas of the ports where it changes vessels although neither its discharge nor a load is reported or expected there.
    pub(super) unreported_changes: BTreeSet<Rc<str>>,
    /// Areas of the ports that the vessel left with the container on board.
    pub(super) way_ports: BTreeSet<Rc<str>>,
}

impl VesselCalls {
    /// `on_the_way` has the events from the first load or departure on, in order. `booked` is the booked port of discharge.
    pub(super) fn of(on_the_way: &[&ContainerEvent<'_>], lading: Option<&Stop>, booked: Option<&Stop>) -> Self {
        let mut calls = VesselCalls::default();
        let ports: BTreeSet<&Rc<str>> = on_the_way
            .iter()
            .filter(|e| e.comes_off_vessel())
            .map(|e| &e.port_id)
            .filter(|id| !id.is_empty())
            .collect();
        let is_actual_call = |e: &&&ContainerEvent<'_>| e.certainty == Certainty::Actual && e.moves_by_vessel();
        let called_at: BTreeSet<&str> = on_the_way.iter().filter(is_actual_call).map(|e| &*e.port_id).collect();
        for port in ports {
            let Some(call) = Call::at(port, on_the_way, &called_at) else { continue };
            let is_lading = lading.is_some_and(|lading| lading.port == *port);
            match call.outcome(booked, is_lading) {
                Outcome::Unknown => {}
                Outcome::CarriedOn => _ = calls.way_ports.insert(Rc::clone(port)),
                Outcome::LoadedAgain => _ = calls.transshipments.insert(Rc::clone(port)),
                Outcome::OtherVessel => {
                    calls.transshipments.insert(Rc::clone(port));
                    calls.unreported_changes.insert(Rc::clone(port));
                }
            }
        }
        calls
    }
}

enum Outcome {
    /// The container may have been discharged, or may be carried on.
    Unknown,
    /// The vessel that brought the container carries it on.
    CarriedOn,
    /// The container is loaded again, or leaves with another vessel after its discharge.
    LoadedAgain,
    /// Another vessel leaves with the container or brings it to a later port, although neither its discharge nor a load is reported here.
    OtherVessel,
}

/// The call of the vessel that brings the container to a port.
struct Call<'e, 'a> {
    port: &'e str,
    /// The first event that shows that the container comes to the port.
    came: &'e ContainerEvent<'a>,
    here: Vec<&'e ContainerEvent<'a>>,
    on_the_way: &'e [&'e ContainerEvent<'a>],
    /// The ports where calls were reported.
    called_at: &'e BTreeSet<&'e str>,
}

impl<'e, 'a> Call<'e, 'a> {
    fn at(port: &'e str, on_the_way: &'e [&'e ContainerEvent<'a>], called_at: &'e BTreeSet<&'e str>) -> Option<Self> {
        let is_here = |e: &&&ContainerEvent<'_>| *e.port_id == *port;
        let position = on_the_way.iter().position(|e| is_here(&e) && e.comes_off_vessel())?;
        let came = on_the_way[position];
        let is_at_or_after = |(at, e): &(usize, &&ContainerEvent<'_>)| *at >= position || e.is_on_the_day_of(came);
        let here: Vec<&ContainerEvent<'_>> = on_the_way
            .iter()
            .enumerate()
            .filter(|found| is_here(&found.1) && is_at_or_after(found))
            .map(|(_, e)| *e)
            .collect();
        Some(Call { port, came, here, on_the_way, called_at })
    }

    /// Events of vessels elsewhere after the call, as far as a source knows about the container, in order.
    fn afterwards(&self) -> impl Iterator<Item = &'e ContainerEvent<'a>> {
        let left = self.here.iter().copied().find(|e| is_actual(e, &Movement::Departed)).unwrap_or(self.came);
        self.on_the_way.iter().copied().filter(move |e| {
            let is_elsewhere = e.moves_by_vessel() && !e.port_id.is_empty() && *e.port_id != *self.port;
            is_elsewhere
                && knows_container(e)
                && match e.certainty {
                    Certainty::Actual => e.moment > left.moment,
                    Certainty::Estimated | Certainty::Planned => !self.called_at.contains(&*e.port_id),
                }
        })
    }

    fn outcome(&self, booked: Option<&Stop>, is_lading: bool) -> Outcome {
        let is_load = |e: &&&ContainerEvent<'_>| e.is_vessel(&Movement::Loaded);
        let departures = || self.here.iter().copied().filter(|e| e.is_vessel(&Movement::Departed));
        if self.here.iter().any(|e| is_load(&e)) {
            return Outcome::LoadedAgain;
        }
        if departures().any(|left| self.is_on_next_vessel(left)) {
            return if is_lading || self.is_handled_here() { Outcome::LoadedAgain } else { Outcome::OtherVessel };
        }
        if is_lading {
            return if departures().next().is_some() { Outcome::LoadedAgain } else { Outcome::Unknown };
        }
        if self.is_handled_here() {
            return Outcome::Unknown;
        }
        let has_left = departures().next().is_some();
        let came = || self.here.iter().any(|e| e.comes_off_vessel() && e.certainty == Certainty::Actual);
        if !has_left && !came() {
            return Outcome::Unknown;
        }
        match self.other_vessel_next() {
            Some(next)
                if !self.is_at(booked) || next.certainty == Certainty::Actual || next.motion.is_vessel_handling() =>
            {
                Outcome::OtherVessel
            }
            None if has_left && self.is_carried_on(booked) => Outcome::CarriedOn,
            _ => Outcome::Unknown,
        }
    }

    fn is_at(&self, booked: Option<&Stop>) -> bool {
        booked.is_some_and(|booked| *booked.port == *self.port)
    }

    /// Whether a vessel other than the one that brought the container leaves with it.
    fn is_on_next_vessel(&self, left: &ContainerEvent<'_>) -> bool {
        let brought = || self.here.iter().filter(|e| e.comes_off_vessel());
        let is_other =
            brought().any(|e| is_on_another_vessel(e, left)) && !brought().any(|e| is_on_same_vessel(e, left));
        let is_discharged = self.here.iter().any(|e| is_actual(e, &Movement::Discharged));
        is_other || is_discharged && !brought().any(|e| is_on_same_vessel(e, left))
    }

    /// Whether the container left the vessel here: it was discharged, or it moved here by land afterwards.
    fn is_handled_here(&self) -> bool {
        let is_land_move = |e: &ContainerEvent<'_>| !e.moves_by_vessel() && e.motion.is_laden_handling();
        self.here.iter().any(|e| {
            let is_move = e.is_vessel(&Movement::Discharged) || is_land_move(e);
            e.certainty == Certainty::Actual && is_move && !e.is_certainly_before(self.came)
        })
    }

    /// The call at the next port, if another vessel comes there. If a vessel leaves another port before, the container may change there.
    fn other_vessel_next(&self) -> Option<&'e ContainerEvent<'a>> {
        let is_next = |e: &&ContainerEvent<'_>| e.certainty == Certainty::Actual || e.moment >= self.came.moment;
        let next = self.afterwards().filter(is_next).find(|e| e.vessel.is_some() || e.leaves_by_vessel())?;
        (next.comes_off_vessel() && self.is_other(next)).then_some(next)
    }

    /// Whether the event names a vessel other than the one that brought the container.
    fn is_other(&self, event: &ContainerEvent<'_>) -> bool {
        let brought = || self.here.iter().filter(|e| e.comes_off_vessel() && e.vessel.is_some());
        brought().next().is_some() && brought().all(|e| is_on_another_vessel(e, event))
    }

    fn is_carried_on(&self, booked: Option<&Stop>) -> bool {
        let is_discharged_here =
            self.here.iter().any(|e| e.is_vessel(&Movement::Discharged) && e.certainty != Certainty::Actual);
        let is_handled = |e: &ContainerEvent<'_>| {
            e.motion.is_vessel_handling() && (e.certainty == Certainty::Actual || !is_discharged_here)
        };
        let comes = |e: &ContainerEvent<'_>| e.comes_off_vessel() && !self.is_other(e);
        let is_at_booked = |e: &ContainerEvent<'_>| booked.is_some_and(|booked| booked.port == e.port_id);
        let may_be_on_the_way = !self.is_at(booked) && !is_discharged_here;
        self.afterwards().any(|e| is_handled(e) || comes(e) && (is_at_booked(e) || may_be_on_the_way))
    }
}

fn is_actual(event: &ContainerEvent<'_>, movement: &Movement) -> bool {
    event.certainty == Certainty::Actual && event.is_vessel(movement)
}

/// Whether one of its sources knows where the container is. AIS and schedules only know the calls of the vessel.
pub(super) fn knows_container(event: &ContainerEvent<'_>) -> bool {
    event.reports().any(|report| {
        use DataSource::{Rail, ShippingLine, Terminal, UserInput};
        matches!(report.source.kind, ShippingLine | Terminal | Rail | UserInput)
    })
}
