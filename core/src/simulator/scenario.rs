//! Scenarios: what happens to a shipment, what its carrier says of it and when, and what is to come of that.

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

/// What happens to a shipment and its boxes, as data: with times counted from a beginning, and with what a tracking service is to make of
/// it. `starting` puts it on the calendar. `core/docs/simulator.md` describes the JSON form.
#[derive(Debug)]
#[non_exhaustive]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// What happens in it, in a sentence.
    pub description: String,
    /// The number of the booking.
    pub booking: String,
    /// The number of the bill of lading.
    pub bill_of_lading: String,
    /// The numbers of the boxes.
    pub containers: Vec<String>,
    /// Which boxes, counted from 1, belong to the shipment no more in the end.
    pub left: Vec<usize>,
    /// The booking that the boxes go out for next.
    pub next_booking: Option<String>,
    /// When the number is first asked about: what was told until then is no news.
    pub tracked_at: TimeDelta,
    /// The places, by their UN/LOCODEs.
    pub places: BTreeMap<String, Place>,
    /// The vessels with the numbers of their voyages, by their names in this scenario.
    pub vessels: BTreeMap<String, (Vessel, Option<String>)>,
    /// The route.
    pub route: Route,
    /// What the carrier says.
    pub events: Vec<ScenarioEvent>,
    /// What the terminal says, which no carrier answers.
    pub terminal: Vec<TerminalReport>,
    /// Why the shipment is no longer followed in the end.
    pub stop_reason: Option<StopReason>,
    /// Cached, because reading the rules of zones takes longer than anything else here.
    pub(super) zones: BTreeMap<String, Zone>,
}

/// The ports of a route, by their UN/LOCODEs.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Route {
    /// The port of lading.
    pub lading: String,
    /// Where the boxes change their vessel.
    #[serde(default)]
    pub transshipment: Vec<String>,
    /// The port of discharge.
    pub discharge: String,
    /// Where the boxes go inland.
    pub destination: Option<String>,
}

/// What the terminal says about a box: a reading in the form of `core/docs/facts.md`, whose times are counted from the beginning.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TerminalReport {
    /// When it is said.
    pub reported_at: TimeDelta,
    /// About which of the boxes, from 1.
    pub container: usize,
    /// What is said.
    pub reading: Map<String, Value>,
    /// What comes of it: the names of notices.
    pub expected_events: Vec<EventName>,
}

impl Scenario {
    /// Reads the JSON form. What is not right is refused by its JSON pointer.
    pub fn parse(json: &str) -> Result<Self> {
        scenario_json::read::<Written>("the scenario", json)?.read()
    }

    /// The scenarios that come with the library.
    pub fn shipped() -> &'static [Arc<Scenario>] {
        &SHIPPED
    }

    /// The scenario of this name that comes with the library.
    pub fn named(name: &str) -> Option<Arc<Scenario>> {
        SHIPPED.iter().find(|scenario| scenario.name == name).cloned()
    }

    pub(super) fn goes_on_by_rail(&self) -> bool {
        self.events.iter().any(|word| word.motion.mode == Some(Mode::Rail))
    }

    /// When everything in it has been told.
    pub fn length(&self) -> TimeDelta {
        let told = self.events.iter().flat_map(|word| [Some(word.reported_at), word.withdrawn_at]).flatten();
        told.chain(self.terminal.iter().map(|said| said.reported_at)).max().unwrap_or_default()
    }
}

macro_rules! shipped {
    ($($name:literal)+) => {
        [$(include_str!(concat!("scenarios/", $name, ".json"))),+]
    };
}

static SHIPPED: LazyLock<Vec<Arc<Scenario>>> = LazyLock::new(|| {
    let texts = shipped! {
        "direct" "transshipment" "feeder" "rail_inland" "rolled_booking" "swapped_container" "cancelled" "late_events" "retraction"
        "terminal_hold" "next_voyage" "moving_eta"
    };
    // A test reads each of them.
    texts.into_iter().filter_map(|text| Scenario::parse(text).ok()).map(Arc::new).collect()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
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
    places: BTreeMap<String, WrittenPlace>,
    #[serde(default)]
    vessels: BTreeMap<String, WrittenVessel>,
    route: Route,
    events: Vec<String>,
    #[serde(default)]
    terminal: Vec<WrittenReading>,
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlace {
    name: String,
    timezone: String,
    facility: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenVessel {
    name: String,
    imo: String,
    voyage: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenReading {
    reported: String,
    container: usize,
    reading: Map<String, Value>,
    #[serde(default)]
    expected: Vec<EventName>,
}

impl Written {
    fn read(self) -> Result<Scenario> {
        let time = |text: &str, at: &str| {
            read_time(text).ok_or_else(|| Error::invalid(at, format!("{} is not a day and a clock", Quoted(text))))
        };
        let word = |(at, line): (usize, &String)| {
            let word = ScenarioEvent::parse(line)
                .map_err(|error| Error::invalid(&format!("/events/{at}"), error.to_string()))?;
            self.check(&word, at)?;
            Ok(word)
        };
        let events = self.events.iter().enumerate().map(word).collect::<Result<_>>()?;
        let mut terminal = Vec::new();
        for (at, said) in self.terminal.into_iter().enumerate() {
            let reported_at = time(&said.reported, &format!("/terminal/{at}/reported"))?;
            terminal.push(TerminalReport {
                reported_at,
                container: said.container,
                reading: said.reading,
                expected_events: said.expected,
            });
        }
        let place = |(locode, place): (String, WrittenPlace)| {
            let named = Place::new(locode.clone(), place.name).in_zone(place.timezone);
            (locode, Place { facility: place.facility, ..named })
        };
        let zone = |(locode, place): (&String, &WrittenPlace)| {
            let zone = Zone::named(&place.timezone).ok_or_else(|| {
                let detail = format!("{} is not the name of a zone", Quoted(&place.timezone));
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
            events,
            terminal,
        })
    }

    /// What a word names has to exist.
    fn check(&self, word: &ScenarioEvent, at: usize) -> Result<()> {
        let refused = |detail: String| Err(Error::invalid(&format!("/events/{at}"), detail));
        match word {
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
    fn every_shipped_scenario_can_be_read_and_is_made_of_real_things() {
        assert_eq!(Scenario::shipped().len(), 12);
        for scenario in Scenario::shipped() {
            let name = &scenario.name;
            assert!(!scenario.description.is_empty() && scenario.length() > TimeDelta::days(1), "{name}");
            for number in &scenario.containers {
                ContainerNumber::parse(number).unwrap();
            }
            for (vessel, _) in scenario.vessels.values() {
                Imo::parse(vessel.imo.as_deref().unwrap()).unwrap();
            }
            for word in &scenario.events {
                assert!(word.expected_events.iter().all(EventName::is_known), "{name}: {word:?}");
                assert!(
                    word.certainty != Certainty::Actual || word.reported_at >= word.at,
                    "{name}: told before: {word:?}"
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
    fn what_is_not_right_is_refused_by_its_place() {
        let with = |words: &str| {
            format!(
                r#"{{"name":"x","booking":"B","bill_of_lading":"L","containers":["SIMU1000016"],"places":{{}},
                    "route":{{"lading":"CNSHA","discharge":"USLAX"}},"events":["{words}"]}}"#
            )
        };
        for words in ["1T00:00 loaded CNSHA", "1T00:00 loaded on voyager", "1T00:00 loaded container 2", "soon loaded"]
        {
            assert_eq!(Scenario::parse(&with(words)).unwrap_err().pointer(), Some("/events/0"), "{words}");
        }
        assert!(Scenario::parse(&with("1T00:00 loaded container 1")).is_ok());
        assert_eq!(Scenario::parse("{}").unwrap_err().pointer(), Some(""));
    }
}
