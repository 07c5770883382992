//! Scenarios: what happens to a shipment, when its carrier reports it, and the expected results.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::scenario_event::{ScenarioEvent, read_time};
use super::scenario_json;
use crate::error::{Error, Quoted, Result};
use crate::resources::{EventName, StopReason};
use crate::tracking::{Mode, Place, Vessel};
use crate::zones::Zone;

/// What happens to a shipment and its containers, as data, with the results that a tracking service must derive. Times are counted from
/// the start. [`starting`](Self::starting) sets a start time. `core/docs/simulator.md` describes the JSON form.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// What happens, in one sentence.
    pub description: String,
    /// The number of the booking.
    pub booking: String,
    /// The number of the bill of lading.
    pub bill_of_lading: String,
    /// The numbers of the containers.
    pub containers: Vec<String>,
    /// The containers, counted from 1, that do not belong to the shipment at the end.
    pub left: Vec<usize>,
    /// The next booking of the containers; `None` if they have no next booking.
    pub next_booking: Option<String>,
    /// When the number is first looked up. Earlier reports are not notified.
    pub tracked_at: TimeDelta,
    /// The places, by their UN/LOCODEs.
    pub places: BTreeMap<String, Place>,
    /// The vessels with their voyage numbers, by their names in this scenario.
    pub vessels: BTreeMap<String, (Vessel, Option<String>)>,
    /// The route.
    pub route: Route,
    /// The booked route, in the forms that can express it (facts and EDI); `None` if the carrier does not state it in facts.
    pub booked: Option<Route>,
    /// The events that the carrier reports.
    pub events: Vec<ScenarioEvent>,
    /// The reports of the terminal, which are not part of the answers of the carrier.
    pub terminal: Vec<TerminalReport>,
    /// Why tracking stops at the end.
    pub stop_reason: Option<StopReason>,
    /// Cached, because parsing the rules of time zones is slow.
    pub(super) zones: BTreeMap<String, Zone>,
}

/// The ports of a route, by their UN/LOCODEs.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Route {
    /// The port of lading.
    pub lading: String,
    /// Transshipment ports.
    #[serde(default)]
    pub transshipment: Vec<String>,
    /// The port of discharge.
    pub discharge: String,
    /// The inland destination; `None` if the route ends at the port of discharge.
    pub destination: Option<String>,
}

/// A report of the terminal about a container: a reading in the form of `core/docs/facts.md`, with times counted from the start.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TerminalReport {
    /// When the terminal reports it.
    pub reported_at: TimeDelta,
    /// The container, counted from 1.
    pub container: usize,
    /// The reading.
    pub reading: Map<String, Value>,
    /// Names of the expected notifications.
    pub expected_events: Vec<EventName>,
}

impl Scenario {
    /// Parses the JSON form. An error has the JSON pointer of the invalid value.
    pub fn parse(json: &str) -> Result<Self> {
        scenario_json::read::<ScenarioJson>("the scenario", json)?.read()
    }

    /// The built-in scenarios.
    pub fn built_in() -> &'static [Arc<Scenario>] {
        &BUILT_IN
    }

    /// The built-in scenario with this name.
    pub fn named(name: &str) -> Option<Arc<Scenario>> {
        BUILT_IN.iter().find(|scenario| scenario.name == name).cloned()
    }

    pub(super) fn continues_by_rail(&self) -> bool {
        self.events.iter().any(|event| event.motion.mode == Some(Mode::Rail))
    }

    /// The time until everything is reported.
    pub fn length(&self) -> TimeDelta {
        let reported = self
            .events
            .iter()
            .flat_map(|event| [Some(event.reported_at), event.withdrawn_at, event.omitted_at])
            .flatten();
        reported.chain(self.terminal.iter().map(|report| report.reported_at)).max().unwrap_or_default()
    }
}

macro_rules! built_in {
    ($($name:literal)+) => {
        [$(include_str!(concat!("scenarios/", $name, ".json"))),+]
    };
}

static BUILT_IN: LazyLock<Vec<Arc<Scenario>>> = LazyLock::new(|| {
    let texts = built_in! {
        "direct" "transshipment" "feeder" "rail_inland" "rolled_booking" "swapped_container" "cancelled" "late_events" "retraction"
        "terminal_hold" "next_voyage" "moving_eta" "cross_town_dray" "barge_inland" "omitted_port"
    };
    // A test reads each of them.
    texts.into_iter().filter_map(|text| Scenario::parse(text).ok()).map(Arc::new).collect()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioJson {
    name: String,
    #[serde(default)]
    description: String,
    booking: String,
    bill_of_lading: String,
    containers: Vec<String>,
    #[serde(default)]
    left: Vec<usize>,
    next_booking: Option<String>,
    tracked_at: Option<String>,
    places: BTreeMap<String, PlaceJson>,
    #[serde(default)]
    vessels: BTreeMap<String, VesselJson>,
    route: Route,
    booked: Option<Route>,
    events: Vec<String>,
    #[serde(default)]
    terminal: Vec<TerminalReportJson>,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceJson {
    name: String,
    timezone: String,
    facility: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VesselJson {
    name: String,
    imo: String,
    voyage: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerminalReportJson {
    reported: String,
    container: usize,
    reading: Map<String, Value>,
    #[serde(default)]
    expected: Vec<EventName>,
}

impl ScenarioJson {
    fn read(self) -> Result<Scenario> {
        let time = |text: &str, at: &str| {
            read_time(text).ok_or_else(|| {
                Error::invalid(
                    at,
                    format!("{} is not a time. Write a day and a time of day, such as 12T06:30", Quoted(text)),
                )
            })
        };
        let event = |(at, line): (usize, &String)| {
            let event = ScenarioEvent::parse(line)
                .map_err(|error| Error::invalid(&format!("/events/{at}"), error.to_string()))?;
            self.check(&event, at)?;
            Ok(event)
        };
        let events = self.events.iter().enumerate().map(event).collect::<Result<_>>()?;
        let mut terminal = Vec::new();
        for (at, report) in self.terminal.into_iter().enumerate() {
            let reported_at = time(&report.reported, &format!("/terminal/{at}/reported"))?;
            terminal.push(TerminalReport {
                reported_at,
                container: report.container,
                reading: report.reading,
                expected_events: report.expected,
            });
        }
        let place = |(locode, place): (String, PlaceJson)| {
            let named = Place::new(locode.clone(), place.name).in_zone(place.timezone);
            (locode, Place { facility: place.facility, ..named })
        };
        let zone = |(locode, place): (&String, &PlaceJson)| {
            let zone = Zone::named(&place.timezone).ok_or_else(|| {
                let detail = format!("{} is not an IANA time zone", Quoted(&place.timezone));
                Error::invalid(&format!("/places/{locode}/timezone"), detail)
            })?;
            Ok((locode.clone(), zone))
        };
        let zones = self.places.iter().map(zone).collect::<Result<_>>()?;
        Ok(Scenario {
            zones,
            tracked_at: self.tracked_at.map_or(Ok(TimeDelta::zero()), |text| time(&text, "/tracked_at"))?,
            places: self.places.into_iter().map(place).collect(),
            vessels: self
                .vessels
                .into_iter()
                .map(|(key, vessel)| (key, (Vessel::new(vessel.name, vessel.imo), vessel.voyage)))
                .collect(),
            stop_reason: self.stop_reason.map(|reason| StopReason::parse(&reason)),
            name: self.name,
            description: self.description,
            booking: self.booking,
            bill_of_lading: self.bill_of_lading,
            containers: self.containers,
            left: self.left,
            next_booking: self.next_booking,
            route: self.route,
            booked: self.booked,
            events,
            terminal,
        })
    }

    /// Checks that the scenario has what the event names.
    fn check(&self, event: &ScenarioEvent, at: usize) -> Result<()> {
        let refused = |detail: String| Err(Error::invalid(&format!("/events/{at}"), detail));
        match event {
            ScenarioEvent { place: Some(place), .. } if !self.places.contains_key(place) => {
                refused(format!("the scenario has no place {}", Quoted(place)))
            }
            ScenarioEvent { vessel: Some(vessel), .. } if !self.vessels.contains_key(vessel) => {
                refused(format!("the scenario has no vessel {}", Quoted(vessel)))
            }
            ScenarioEvent { container: Some(number), .. } if *number > self.containers.len() => {
                refused(format!("the scenario has no container {number}"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{ContainerNumber, Imo};
    use crate::tracking::Certainty;

    #[test]
    fn every_built_in_scenario_is_valid() {
        assert_eq!(Scenario::built_in().len(), 15);
        for scenario in Scenario::built_in() {
            let name = &scenario.name;
            assert!(!scenario.description.is_empty() && scenario.length() > TimeDelta::days(1), "{name}");
            for number in &scenario.containers {
                ContainerNumber::parse(number).unwrap();
            }
            for (vessel, _) in scenario.vessels.values() {
                Imo::parse(vessel.imo.as_deref().unwrap()).unwrap();
            }
            for event in &scenario.events {
                assert!(event.expected_events.iter().all(EventName::is_known), "{name}: {event:?}");
                assert!(
                    event.certainty != Certainty::Actual || event.reported_at >= event.at,
                    "{name}: reported before it happens: {event:?}"
                );
            }
            let route = &scenario.route;
            for locode in
                [&route.lading, &route.discharge].into_iter().chain(&route.transshipment).chain(&route.destination)
            {
                assert!(scenario.places.contains_key(locode), "{name}: {locode}");
            }
        }
    }

    #[test]
    fn an_error_has_the_pointer_of_the_invalid_value() {
        let with = |event: &str| {
            format!(
                r#"{{"name":"x","booking":"B","bill_of_lading":"L","containers":["SIMU1000016"],"places":{{}},
                    "route":{{"lading":"CNSHA","discharge":"USLAX"}},"events":["{event}"]}}"#
            )
        };
        for event in ["1T00:00 loaded CNSHA", "1T00:00 loaded on voyager", "1T00:00 loaded container 2", "soon loaded"]
        {
            assert_eq!(Scenario::parse(&with(event)).unwrap_err().pointer(), Some("/events/0"), "{event}");
        }
        assert!(Scenario::parse(&with("1T00:00 loaded container 1")).is_ok());
        assert_eq!(Scenario::parse("{}").unwrap_err().pointer(), Some(""));
    }
}
