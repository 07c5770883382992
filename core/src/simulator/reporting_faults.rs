//! Faults in the reports of a carrier: it changes its mind about an event, or reports an event before it happens.

use std::fmt;

use chrono::TimeDelta;

use super::scenario::Scenario;
use super::scenario_event::ScenarioEvent;
use crate::error::{Error, Quoted, Result};
use crate::tracking::{Certainty, Mode, Movement, Place, Vessel};
use crate::zones::Zone;

/// A fault in the reports of a carrier, which the carrier corrects in later answers. At the end, the published voyage is the same as
/// without the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportingFault {
    /// The arrival at the port of discharge is reported as actual in the middle of the last sea leg. A day later it is expected again.
    ActualTakenBack,
    /// The arrival at the port of discharge is reported as actual three days before it happens.
    ActualInTheFuture,
    /// The time of the departure from the port of lading is corrected twice.
    TimeCorrected,
    /// The discharge is reported at the port of discharge, then at another port, then at the port of discharge again.
    PlaceCorrected,
    /// The pick-up at the end is reported as laden, then as empty, then as laden again.
    EmptyFlipped,
    /// The loading at the port of lading is reported on its vessel, then on another one, then on its vessel again.
    VesselRenamed,
}

/// The time between two versions of a report.
const VERSION_LASTS: TimeDelta = TimeDelta::hours(24);
/// How long before it happens an event is reported as actual.
const AHEAD: TimeDelta = TimeDelta::days(3);
/// The name of the other vessel in the scenario.
const OTHER_VESSEL: &str = "other vessel";
/// Ports for a wrong place: the first one where the voyage does not end.
const OTHER_PORTS: [(&str, &str, &str); 2] =
    [("USOAK", "Oakland", "America/Los_Angeles"), ("USSEA", "Seattle", "America/Los_Angeles")];

impl ReportingFault {
    /// All of them.
    pub const ALL: [ReportingFault; 6] = [
        ReportingFault::ActualTakenBack,
        ReportingFault::ActualInTheFuture,
        ReportingFault::TimeCorrected,
        ReportingFault::PlaceCorrected,
        ReportingFault::EmptyFlipped,
        ReportingFault::VesselRenamed,
    ];

    /// Its name, such as `actual_taken_back`.
    pub const fn as_str(self) -> &'static str {
        match self {
            ReportingFault::ActualTakenBack => "actual_taken_back",
            ReportingFault::ActualInTheFuture => "actual_in_the_future",
            ReportingFault::TimeCorrected => "time_corrected",
            ReportingFault::PlaceCorrected => "place_corrected",
            ReportingFault::EmptyFlipped => "empty_flipped",
            ReportingFault::VesselRenamed => "vessel_renamed",
        }
    }

    /// The fault with this name.
    pub fn parse(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|fault| fault.as_str() == name).ok_or_else(|| {
            let known = Self::ALL.map(Self::as_str).join(", ");
            Error::invalid("", format!("{} is not a reporting fault. Use one of {known}", Quoted(name)))
        })
    }

    fn apply(self, scenario: &mut Scenario) -> Result<()> {
        let (lading, discharge) = (scenario.route.lading.clone(), scenario.route.discharge.clone());
        let (movement, mode, place) = match self {
            Self::ActualTakenBack | Self::ActualInTheFuture => (Movement::Arrived, Mode::Vessel, Some(&discharge)),
            Self::TimeCorrected => (Movement::Departed, Mode::Vessel, Some(&lading)),
            Self::PlaceCorrected => (Movement::Discharged, Mode::Vessel, Some(&discharge)),
            Self::EmptyFlipped => (Movement::GateOut, Mode::Truck, None),
            Self::VesselRenamed => (Movement::Loaded, Mode::Vessel, Some(&lading)),
        };
        let is_affected = |event: &ScenarioEvent| {
            event.certainty == Certainty::Actual
                && (&event.motion.movement, event.motion.mode.as_ref()) == (&movement, Some(&mode))
                && event.motion.empty != Some(true)
                && place.is_none_or(|place| event.place.as_ref() == Some(place))
                && event.withdrawn_at.is_none()
                && !event.expected_events.is_empty()
        };
        let affected: Vec<usize> = (0..scenario.events.len()).filter(|at| is_affected(&scenario.events[*at])).collect();
        if affected.is_empty() {
            let detail = format!("the scenario {} has no event for the fault {self}", Quoted(&scenario.name));
            return Err(Error::invalid("", detail));
        }
        let other_place = if self == Self::PlaceCorrected { add_port(scenario) } else { None };
        if self == Self::VesselRenamed {
            let vessel = Vessel::new("SIMULATED REPLACEMENT", "9500053");
            scenario.vessels.insert(OTHER_VESSEL.to_owned(), (vessel, None));
        }
        for at in affected {
            let event = &mut scenario.events[at];
            match self {
                Self::ActualInTheFuture => event.reported_at = event.at - AHEAD,
                Self::ActualTakenBack => {
                    let wrong = taken_back(&scenario.events, at);
                    scenario.events.push(wrong);
                }
                Self::TimeCorrected => {
                    let versions = [5, 9].map(|hours| version(event, |it| it.at += TimeDelta::hours(hours)));
                    replace(&mut scenario.events, at, versions.into());
                }
                Self::PlaceCorrected => flip(&mut scenario.events, at, |it| it.place.clone_from(&other_place)),
                Self::EmptyFlipped => flip(&mut scenario.events, at, |it| it.motion.empty = Some(true)),
                Self::VesselRenamed => {
                    flip(&mut scenario.events, at, |it| it.vessel = Some(OTHER_VESSEL.to_owned()));
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for ReportingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Scenario {
    /// The scenario with faults in the reports of the carrier, which do not change the expected voyage. An error if the scenario has no
    /// event for a fault.
    ///
    /// ```
    /// use shiptrack::simulator::{ReportingFault, Scenario};
    ///
    /// let scenario = Scenario::named("direct").unwrap().with_reporting_faults(&[ReportingFault::ActualTakenBack])?;
    /// assert_eq!(scenario.name, "direct");
    /// # Ok::<(), shiptrack::Error>(())
    /// ```
    pub fn with_reporting_faults(&self, faults: &[ReportingFault]) -> Result<Self> {
        let mut scenario = self.clone();
        faults.iter().try_for_each(|fault| fault.apply(&mut scenario))?;
        Ok(scenario)
    }
}

/// A version of an event without results.
fn version(event: &ScenarioEvent, change: impl FnOnce(&mut ScenarioEvent)) -> ScenarioEvent {
    let mut version = ScenarioEvent { expected_events: Vec::new(), ..event.clone() };
    change(&mut version);
    version
}

/// Reports the versions, a day each, before the event.
fn replace(events: &mut Vec<ScenarioEvent>, at: usize, versions: Vec<ScenarioEvent>) {
    let mut reported_at = events[at].reported_at;
    for version in versions {
        let omitted_at = reported_at.max(version.at) + VERSION_LASTS;
        let reported = reported_at.max(version.at);
        events.push(ScenarioEvent { reported_at: reported, omitted_at: Some(omitted_at), ..version });
        reported_at = omitted_at;
    }
    events[at].reported_at = reported_at;
}

/// Reports the event, then a changed version, then the event again.
fn flip(events: &mut Vec<ScenarioEvent>, at: usize, change: impl FnOnce(&mut ScenarioEvent)) {
    let versions = vec![version(&events[at], |_| {}), version(&events[at], change)];
    replace(events, at, versions);
}

/// An arrival in the middle between the previous actual event and the arrival at `at`.
fn taken_back(events: &[ScenarioEvent], at: usize) -> ScenarioEvent {
    let arrival = &events[at];
    let earlier = events.iter().filter(|event| event.certainty == Certainty::Actual && event.at < arrival.at);
    let previous = earlier.map(|event| event.reported_at).max().unwrap_or_default();
    version(arrival, |it| {
        it.at = previous + (arrival.at - previous) / 2;
        it.reported_at = it.at + TimeDelta::hours(2);
        it.omitted_at = Some(it.reported_at + VERSION_LASTS);
    })
}

/// Adds a port where the voyage does not end, and returns its UN/LOCODE.
fn add_port(scenario: &mut Scenario) -> Option<String> {
    let is_other = |(locode, ..): &(&str, &str, &str)| *locode != scenario.route.discharge;
    let (locode, name, zone) = OTHER_PORTS.into_iter().find(is_other)?;
    scenario.zones.insert(locode.to_owned(), Zone::named(zone)?);
    scenario.places.insert(locode.to_owned(), Place::new(locode, name).in_zone(zone));
    Some(locode.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_fault_has_a_name() {
        for fault in ReportingFault::ALL {
            assert_eq!(ReportingFault::parse(fault.as_str()).unwrap(), fault);
        }
        let refused = ReportingFault::parse("lost").unwrap_err().to_string();
        assert!(refused.contains("\"lost\" is not a reporting fault. Use one of actual_taken_back, "), "{refused}");
    }

    #[test]
    fn a_scenario_without_the_event_is_rejected() {
        let cancelled = Scenario::named("cancelled").unwrap();
        let refused = cancelled.with_reporting_faults(&[ReportingFault::ActualTakenBack]).unwrap_err().to_string();
        assert!(
            refused.contains("the scenario \"cancelled\" has no event for the fault actual_taken_back"),
            "{refused}"
        );
    }

    #[test]
    fn a_faulty_version_is_omitted_when_the_next_one_is_reported() {
        let scenario = Scenario::named("feeder").unwrap();
        let begins = "2026-05-01T00:00:00Z".parse().unwrap();
        for fault in ReportingFault::ALL {
            let faulty = std::sync::Arc::new(scenario.with_reporting_faults(&[fault]).unwrap()).starting(begins);
            let plain = scenario.starting(begins);
            assert_eq!(faulty.expected().voyage, plain.expected().voyage, "{fault}");
            let known = |journey: &crate::simulator::Journey, now| {
                let events = journey.at(now).events.into_iter();
                events.map(|known| format!("{:?} {:?}", known.container, known.event)).collect::<BTreeSet<_>>()
            };
            let hours = (0..35 * 24).map(|hour| begins + TimeDelta::hours(hour));
            let differs = hours.filter(|now| known(&faulty, *now) != known(&plain, *now)).count();
            assert!((24..=80).contains(&differs), "{fault}: {differs} hours");
        }
    }
}
