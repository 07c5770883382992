//! The steps of a journey: those that happened, those that are expected, and those that are late.

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use super::{ESTIMATED, Journey, JourneyEvent, PREFIX, ValidEvent, filled, instant};
use crate::resources::{Shipment, Timestamp, TransportEvent};
use crate::tracking::in_order;
use crate::zones::{LocalTime, Zone};

/// A shorter delay counts as on time.
const LATE_FROM: TimeDelta = TimeDelta::hours(12);

/// Milestones that a terminal reports without a place, because they are at the terminal.
const AT_THE_TERMINAL: [&str; 2] = ["available", "not_available"];

const MILESTONES: [(&str, &str); 25] = [
    ("empty_out", "Empty container collected"),
    ("full_in", "Delivered to the port of lading"),
    ("vessel_loaded", "Loaded on the vessel"),
    ("vessel_departed", "Vessel departed"),
    ("feeder_loaded", "Loaded on the feeder"),
    ("feeder_departed", "Feeder departed"),
    ("feeder_arrived", "Feeder arrived"),
    ("feeder_discharged", "Discharged from the feeder"),
    ("transshipment_arrived", "Arrived for transshipment"),
    ("transshipment_discharged", "Discharged for transshipment"),
    ("transshipment_loaded", "Loaded on the next vessel"),
    ("transshipment_departed", "Next vessel departed"),
    ("vessel_arrived", "Vessel arrived"),
    ("vessel_berthed", "Vessel berthed"),
    ("vessel_discharged", "Discharged"),
    ("not_available", "Not available for pickup"),
    ("available", "Available for pickup"),
    ("rail_loaded", "Loaded on the train"),
    ("rail_departed", "Train departed"),
    ("rail_arrived", "Train arrived"),
    ("rail_unloaded", "Unloaded from the train"),
    ("arrived_at_inland_destination", "Arrived at the inland destination"),
    ("full_out", "Picked up"),
    ("delivered", "Delivered"),
    ("empty_in", "Empty container returned"),
];

/// `vessel_arrived` of `container.transport.estimated.vessel_arrived`.
fn milestone(event: &str) -> &str {
    let name = event.strip_prefix(PREFIX).unwrap_or(event);
    name.strip_prefix(ESTIMATED).unwrap_or(name)
}

/// Position of a milestone in a usual journey, from 0 for the collected empty container. `event` is the name of the milestone or of its
/// event. An unknown name has the last position.
pub fn milestone_rank(event: &str) -> usize {
    let name = milestone(event);
    MILESTONES.iter().position(|(known, _)| *known == name).unwrap_or(MILESTONES.len())
}

/// The label of a milestone in English, such as `Loaded on the vessel`. `event` is the name of the milestone or of its event.
pub fn milestone_label(event: &str) -> Cow<'static, str> {
    let name = milestone(event);
    if let Some((_, label)) = MILESTONES.iter().find(|(known, _)| *known == name) {
        return Cow::Borrowed(label);
    }
    let words = name.replace(['_', '.'], " ").to_lowercase();
    let mut letters = words.chars();
    Cow::Owned(letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect())
}

/// One milestone of a journey.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The milestone, as in the name of its event: `vessel_arrived`.
    pub name: String,
    /// When it happened or is expected; `None` if that is unknown.
    pub at: Option<Timestamp>,
    /// IANA name of the time zone of its place; `None` if it is unknown.
    pub timezone: Option<String>,
    /// UN/LOCODE of its place; `None` if it is unknown.
    pub place: Option<String>,
    /// Name of its place; `None` if it is unknown.
    pub place_name: Option<String>,
    /// Name of its vessel; `None` if it is unknown.
    pub vessel: Option<String>,
    /// Number of its voyage; `None` if it is unknown.
    pub voyage: Option<String>,
    /// Name of its terminal or depot; `None` if it is unknown.
    pub terminal: Option<String>,
    /// Whether a source reported it as actual.
    pub happened: bool,
    /// Whether it must have happened although no source reported it: it was expected, and a later milestone has happened.
    pub passed: bool,
    /// How much later it is than first planned or, if it is still expected, how much it is overdue now. `None` if that is less than twelve hours
    /// or unknown.
    pub late: Option<TimeDelta>,
}

impl Step {
    /// The label of the milestone in English, such as `Vessel arrived`.
    pub fn label(&self) -> Cow<'static, str> {
        milestone_label(&self.name)
    }

    /// Its local time at the place; `None` if the time or the zone is unknown.
    pub fn local_time(&self) -> Option<LocalTime> {
        self.at.as_ref()?.at_place(&Zone::named(self.timezone.as_deref()?)?)
    }
}

impl Journey<'_> {
    /// Returns the milestones of the journey in order: first those that are in the past, then those that are expected. `now` decides
    /// which expected milestones are late.
    pub fn steps(&self, now: DateTime<Utc>) -> Vec<Step> {
        let valid = self.valid_events();
        let happened: BTreeSet<&str> =
            valid.iter().filter(|event| !event.is_expected).map(|event| event.milestone).collect();
        let known_ranks = happened.iter().map(|name| milestone_rank(name)).filter(|rank| *rank < MILESTONES.len());
        let furthest = known_ranks.max().unwrap_or(0);

        let mut newest: BTreeMap<&str, ValidEvent<'_>> = BTreeMap::new();
        for event in valid.iter().filter(|event| event.is_expected && !happened.contains(event.milestone)) {
            let known = newest.entry(event.milestone).or_insert(*event);
            if event.created_at() >= known.created_at() {
                *known = *event;
            }
        }
        let shown = valid.iter().filter(|event| !event.is_expected).chain(newest.values()).copied();
        let first_eta = self.arrival().first_eta;
        let steps = in_order(shown).into_iter().map(|event| {
            let planned = self.planned(event.milestone, first_eta.as_ref());
            self.step(event, furthest, planned, now)
        });
        let (mut steps, expected): (Vec<Step>, Vec<Step>) = steps.partition(|step| step.happened || step.passed);
        steps.extend(expected);
        steps
    }

    fn step(&self, event: ValidEvent<'_>, furthest: usize, planned: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Step {
        let JourneyEvent { event: transport, terminal_name, .. } = event.inner;
        let passed = event.is_expected && milestone_rank(event.milestone) < furthest;
        let (place_name, timezone) = self.place_of(&event);
        let voyage = filled(transport.voyage_number.as_ref());
        let late = instant(transport.timestamp.as_ref()).map(|at| {
            let behind_plan = planned.map_or(TimeDelta::zero(), |planned| at - planned);
            if event.is_expected { behind_plan.max(now - at) } else { behind_plan }
        });
        Step {
            name: event.milestone.to_owned(),
            at: transport.timestamp.clone(),
            timezone,
            place: transport.location_locode.clone(),
            place_name,
            vessel: self.vessel_of(event.inner).cloned(),
            voyage: voyage.cloned(),
            terminal: terminal_name.clone(),
            happened: !event.is_expected,
            passed,
            late: late.filter(|late| !passed && *late >= LATE_FROM),
        }
    }

    fn place_of(&self, event: &ValidEvent<'_>) -> (Option<String>, Option<String>) {
        let transport = &event.inner.event;
        let locode = transport.location_locode.as_ref();
        let mut name = event.inner.place_name.as_ref();
        let mut zone = filled(transport.timezone.as_ref()).or(event.inner.place_timezone.as_ref());
        for [port, port_name, port_zone] in self.shipment.map(ports).into_iter().flatten() {
            if locode.is_some() && port == locode {
                name = name.or(port_name);
                zone = zone.or(port_zone);
            }
        }
        if zone.is_none() && locode.is_none() && AT_THE_TERMINAL.contains(&event.milestone) {
            let goes_inland = self.shipment.is_some_and(|shipment| shipment.destination_locode.is_some());
            zone = self.container.pod_timezone.as_ref().filter(|_| !goes_inland);
        }
        (name.cloned(), zone.cloned())
    }

    /// The vessel of the event. If it names none, the vessel of the shipment if the voyage number is the same.
    fn vessel_of<'s>(&'s self, event: &'s JourneyEvent) -> Option<&'s String> {
        let voyage = filled(event.event.voyage_number.as_ref());
        let of_shipment = || {
            let shipment = self.shipment?;
            voyage.filter(|voyage| shipment.pod_voyage_number.as_ref() == Some(voyage))?;
            shipment.pod_vessel_name.as_ref()
        };
        event.vessel_name.as_ref().or_else(of_shipment)
    }

    fn planned(&self, milestone: &str, first_eta: Option<&Timestamp>) -> Option<DateTime<Utc>> {
        let shipment = self.shipment?;
        instant(match milestone {
            "vessel_departed" => shipment.pol_original_etd_at.as_ref(),
            "vessel_arrived" => first_eta,
            "arrived_at_inland_destination" => shipment.destination_original_eta_at.as_ref(),
            _ => None,
        })
    }
}

/// UN/LOCODE, name and time zone.
fn ports(shipment: &Shipment) -> [[Option<&String>; 3]; 3] {
    [
        [&shipment.port_of_lading_locode, &shipment.port_of_lading_name, &shipment.pol_timezone],
        [&shipment.port_of_discharge_locode, &shipment.port_of_discharge_name, &shipment.pod_timezone],
        [&shipment.destination_locode, &shipment.destination_name, &shipment.destination_timezone],
    ]
    .map(|port| port.map(Option::as_ref))
}

impl Borrow<TransportEvent> for ValidEvent<'_> {
    fn borrow(&self) -> &TransportEvent {
        &self.inner.event
    }
}
