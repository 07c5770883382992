//! The arrival of a container at its port of discharge.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use super::{Journey, JourneyEvent, ValidEvent, filled, instant, readable};
use crate::jsonapi::ToMany;
use crate::resources::{Shipment, StopReason, Timestamp};
use crate::zones::{LocalTime, Zone};

/// The arrival of one container at its port of discharge.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Arrival {
    /// Name of the vessel that brings the container to the port of discharge; `None` if it is unknown.
    pub vessel: Option<String>,
    /// Number of the voyage of that vessel; `None` if it is unknown.
    pub voyage: Option<String>,
    /// Estimated arrival; `None` if the container has arrived, or its shipment is no longer tracked.
    pub eta: Option<Timestamp>,
    /// First estimate of the arrival of the shipment; `None` if the container travels on a different vessel than the shipment.
    pub first_eta: Option<Timestamp>,
    /// Actual arrival; `None` before that.
    pub arrived: Option<Timestamp>,
    /// The current time, if the estimated arrival has passed and the container has not arrived; otherwise `None`. Known if the journey
    /// [has the current time](Journey::at).
    pub overdue_at: Option<DateTime<Utc>>,
    /// Whether the container is still tracked; `None` if its shipment is unknown.
    pub tracking: Option<TrackingState>,
}

impl Arrival {
    /// The difference between the arrival and its first estimate; positive if the container is late. If the container has not arrived, it is
    /// the estimated arrival or, once that has passed, the current time that counts. `None` if a time is unknown. A date without a time is
    /// treated as noon UTC.
    pub fn delay(&self) -> Option<TimeDelta> {
        let arrives = instant(self.arrived.as_ref().or(self.eta.as_ref()))?;
        Some(self.overdue_at.unwrap_or(arrives) - instant(self.first_eta.as_ref())?)
    }
}

/// Whether a container is still tracked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackingState {
    /// Its shipment is tracked.
    Followed,
    /// It no longer belongs to its shipment.
    Left,
    /// Its shipment is no longer tracked. The reason is `None` if it is unknown.
    Stopped(Option<StopReason>),
}

impl TrackingState {
    /// `followed`, `left`, the name of the reason, or `stopped` if the reason is unknown.
    pub fn as_str(&self) -> &str {
        match self {
            TrackingState::Followed => "followed",
            TrackingState::Left => "left",
            TrackingState::Stopped(Some(reason)) => reason.as_str(),
            TrackingState::Stopped(None) => "stopped",
        }
    }
}

impl fmt::Display for TrackingState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

const ARRIVED: [&str; 3] = ["vessel_arrived", "vessel_berthed", "vessel_discharged"];
const LEAVING: [&str; 4] = ["vessel_loaded", "vessel_departed", "transshipment_loaded", "transshipment_departed"];

impl Journey<'_> {
    /// The arrival of the container at its port of discharge.
    pub fn arrival(&self) -> Arrival {
        let events = self.valid_events();
        let shipment = self.shipment;
        let leg = last_leg(&events);
        let vessel = leg.and_then(|leg| leg.vessel_name.as_deref());
        let shipments_vessel = shipment.and_then(|shipment| shipment.pod_vessel_name.as_deref());
        let is_on_same_vessel = |shipment: &&Shipment| {
            let names = vessel.zip(shipment.pod_vessel_name.as_deref());
            names.is_none_or(|(one, other)| one.trim().to_lowercase() == other.trim().to_lowercase())
        };
        let same_vessel_shipment = shipment.filter(is_on_same_vessel);

        let arrived = readable(self.container.pod_arrived_at.as_ref());
        let arrived = arrived
            .or_else(|| readable(shipment.filter(|shipment| self.is_only_container_of(shipment))?.pod_ata_at.as_ref()));
        let tracking = shipment.map(|shipment| self.tracking_in(shipment));
        let is_expected = arrived.is_none() && tracking.as_ref().is_none_or(|state| *state == TrackingState::Followed);
        let expected = newest_estimate(&events, |_| true).and_then(|event| readable(event.event.timestamp.as_ref()));
        let eta = expected.or_else(|| readable(same_vessel_shipment?.pod_eta_at.as_ref())).filter(|_| is_expected);
        let overdue_at =
            self.now.filter(|now| eta.as_ref().and_then(|eta| self.passes_at(eta)).is_some_and(|passes| passes < *now));
        Arrival {
            vessel: vessel.or(shipments_vessel).map(str::to_owned),
            voyage: voyage(&events, leg).or_else(|| same_vessel_shipment?.pod_voyage_number.clone()),
            eta,
            overdue_at,
            first_eta: same_vessel_shipment.and_then(|shipment| readable(shipment.pod_original_eta_at.as_ref())),
            arrived,
            tracking,
        }
    }

    /// When the estimated arrival has passed: a day passes when it is over at the port.
    fn passes_at(&self, eta: &Timestamp) -> Option<DateTime<Utc>> {
        let name = filled(self.container.pod_timezone.as_ref()).or_else(|| self.shipment?.pod_timezone.as_ref());
        let at_port = name.and_then(|name| eta.at_place(&Zone::named(name)?));
        let length = match at_port {
            Some(LocalTime::Day(_)) => TimeDelta::days(1),
            _ => TimeDelta::zero(),
        };
        instant(Some(eta))?.checked_add_signed(length)
    }

    /// Whether the container is the only one of the shipment; true if the containers of the shipment are unknown.
    fn is_only_container_of(&self, shipment: &Shipment) -> bool {
        match &shipment.containers {
            ToMany::Absent => true,
            ToMany::Linked(links) => !links.is_empty() && links.iter().all(|link| link.id == self.container.id.cast()),
        }
    }

    fn tracking_in(&self, shipment: &Shipment) -> TrackingState {
        let reason = &shipment.line_tracking_stopped_reason;
        let is_in_shipment = match &shipment.containers {
            ToMany::Absent => true,
            ToMany::Linked(links) => links.iter().any(|link| link.id == self.container.id.cast()),
        };
        if !is_in_shipment && *reason != Some(StopReason::BookingCancelled) {
            return TrackingState::Left;
        }
        let is_stopped = instant(shipment.line_tracking_stopped_at.as_ref()).is_some();
        match reason {
            None if !is_stopped => TrackingState::Followed,
            reason => TrackingState::Stopped(reason.clone()),
        }
    }
}

/// The event that identifies the vessel of the last leg. Of the events that name a vessel, it is the first one in this list: the arrival, the
/// newest estimate of the arrival, the last departure, the last expected departure.
fn last_leg<'e>(events: &[ValidEvent<'e>]) -> Option<&'e JourneyEvent> {
    let has_vessel = |event: &JourneyEvent| event.vessel_name.is_some();
    last(events, false, &ARRIVED, has_vessel)
        .or_else(|| newest_estimate(events, has_vessel))
        .or_else(|| last(events, false, &LEAVING, has_vessel))
        .or_else(|| last(events, true, &LEAVING, has_vessel))
}

/// The event with the latest time among those with one of the milestones. The first in the list if no event has a time.
fn last<'e>(
    events: &[ValidEvent<'e>],
    is_expected: bool,
    milestones: &[&str],
    fits: impl Fn(&JourneyEvent) -> bool,
) -> Option<&'e JourneyEvent> {
    let found = events
        .iter()
        .rev()
        .filter(|event| event.is_expected == is_expected && milestones.contains(&event.milestone) && fits(event.inner));
    found.max_by_key(|event| instant(event.inner.event.timestamp.as_ref())).map(|event| event.inner)
}

/// The valid estimate of the arrival that the service created last.
fn newest_estimate<'e>(events: &[ValidEvent<'e>], fits: impl Fn(&JourneyEvent) -> bool) -> Option<&'e JourneyEvent> {
    let found = events.iter().rev();
    let found = found.filter(|event| event.is_expected && event.milestone == "vessel_arrived" && fits(event.inner));
    found.max_by_key(|event| event.created_at()).map(|event| event.inner)
}

/// The voyage number of the leg. If its event has no number, that of another event of the same vessel, because carriers may report the
/// number at only one end of the leg.
fn voyage(events: &[ValidEvent<'_>], leg: Option<&JourneyEvent>) -> Option<String> {
    let leg = leg?;
    let is_same_vessel = |event: &JourneyEvent| {
        filled(event.event.voyage_number.as_ref()).is_some() && event.event.vessel == leg.event.vessel
    };
    let other =
        || last(events, false, &ARRIVED, is_same_vessel).or_else(|| last(events, false, &LEAVING, is_same_vessel));
    let number = |event: &JourneyEvent| filled(event.event.voyage_number.as_ref()).cloned();
    number(leg).or_else(|| number(other()?))
}
