//! Recognizes containers that were shut out: discharged again at the port of lading before a vessel left with them.

use std::rc::Rc;

use super::container_event::ContainerEvent;
use super::stops::{Stop, is_on_another_vessel, is_on_same_vessel, is_port};
use super::timeline::Timeline;
use crate::tracking::{Certainty, Movement, Phase};

/// Recognizes shut-outs: the container was loaded and discharged again at its port of lading, before a vessel left with it.
pub(super) struct ShutOuts<'t> {
    port: Option<Rc<str>>,
    is_booked: bool,
    load: Option<&'t ContainerEvent<'t>>,
    last_load: Option<&'t ContainerEvent<'t>>,
    /// The first event that shows that the container left its port of lading by vessel.
    left: Option<&'t ContainerEvent<'t>>,
}

impl<'t> ShutOuts<'t> {
    pub(super) fn of(timeline: &'t Timeline<'t>, lading: &Option<Stop>, is_booked: bool) -> Self {
        let is_here = |e: &ContainerEvent<'_>| is_port(lading, e);
        let leaves = |e: &&ContainerEvent<'_>| {
            e.is_vessel(&Movement::Departed) || (e.comes_off_vessel() && !e.place_id.is_empty() && !is_here(e))
        };
        let loads = |e: &&ContainerEvent<'_>| e.is_vessel(&Movement::Loaded) && is_here(e);
        ShutOuts {
            port: lading.as_ref().map(|stop| stop.port.clone()),
            is_booked,
            load: timeline.actual.iter().find(loads),
            last_load: timeline.actual.iter().rfind(loads),
            left: timeline.actual.iter().find(leaves),
        }
    }

    /// Whether the event is the discharge of a shut-out container. Without a booked port, the load must be reported, too: otherwise
    /// the first leg of the voyage may be missing.
    pub(super) fn has(&self, event: &ContainerEvent<'_>) -> bool {
        let is_undone = |load: &ContainerEvent<'_>| {
            load.is_certainly_before(event) && !is_on_another_vessel(load, event) || is_on_same_vessel(load, event)
        };
        event.is_vessel(&Movement::Discharged)
            && event.certainty == Certainty::Actual
            && event.motion.phase.as_ref().is_none_or(|phase| *phase == Phase::Export)
            && !event.place_id.is_empty()
            && self.port.as_ref().is_some_and(|port| *port == event.port_id)
            && !self.left.is_some_and(|left| left.is_certainly_before(event))
            && self.load.map_or(self.is_booked, is_undone)
    }

    /// Whether the load or departure does not count any more, because the container was shut out after it, or because its vessel left
    /// without the container.
    pub(super) fn undoes(&self, shut_out: &ContainerEvent<'_>, event: &ContainerEvent<'_>) -> bool {
        let is_reloaded = || self.last_load.is_some_and(|load| shut_out.is_certainly_before(load));
        let is_after = shut_out.is_certainly_before(event);
        !is_on_another_vessel(shut_out, event) && (!is_after || event.is_vessel(&Movement::Departed) && !is_reloaded())
    }
}
