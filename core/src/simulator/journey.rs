//! A scenario with a start time, and what its carrier knows at any time.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::scenario::{Route, Scenario, TerminalReport};
use super::scenario_event::ScenarioEvent;
use crate::resources::{DataSource, Timestamp};
use crate::tracking::{Certainty, Event, Fact, Movement, Particulars, Source, Statement, TerminalStatus};

/// The size and type of every container: forty feet, high cube.
pub(super) const SIZE_TYPE: &str = "45G1";

/// A scenario with a start time and numbers.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Journey {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// The start time, from which all times are counted.
    pub begins: DateTime<Utc>,
    /// The number of the booking.
    pub booking: String,
    /// The number of the bill of lading.
    pub bill_of_lading: String,
    /// The numbers of the containers.
    pub containers: Vec<String>,
}

/// What a carrier knows at some time.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CarrierKnowledge {
    /// The events, in the order in which the carrier learned of them.
    pub events: Vec<CarrierEvent>,
}

/// An event as a carrier reports it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CarrierEvent {
    /// The id that the carrier gives it. It never changes.
    pub id: String,
    /// When the carrier recorded it.
    pub written_at: DateTime<Utc>,
    /// When the carrier withdrew it; `None` if it did not.
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// Number of the container; `None` if it is about the whole shipment.
    pub container: Option<String>,
    /// The event.
    pub event: Event,
}

impl Scenario {
    /// The scenario with a start time.
    pub fn starting(self: &Arc<Self>, begins: DateTime<Utc>) -> Journey {
        let (booking, bill_of_lading) = (self.booking.clone(), self.bill_of_lading.clone());
        let containers = self.containers.clone();
        Journey { scenario: Arc::clone(self), begins, booking, bill_of_lading, containers }
    }
}

impl Journey {
    /// Sets other numbers. Containers without a new number keep their number.
    pub fn with_numbers(mut self, booking: &str, bill_of_lading: &str, containers: &[&str]) -> Self {
        booking.clone_into(&mut self.booking);
        bill_of_lading.clone_into(&mut self.bill_of_lading);
        for (known, number) in self.containers.iter_mut().zip(containers) {
            (*number).clone_into(known);
        }
        self
    }

    /// When the number is first looked up.
    pub fn tracked_at(&self) -> DateTime<Utc> {
        self.moment(self.scenario.tracked_at)
    }

    /// When the carrier and the terminal have reported everything.
    pub fn ends(&self) -> DateTime<Utc> {
        self.moment(self.scenario.length())
    }

    /// Whether this is the number of its booking, its bill of lading or one of its containers.
    pub fn is_about(&self, number: &str) -> bool {
        self.booking == number || self.bill_of_lading == number || self.containers.iter().any(|own| own == number)
    }

    /// What the carrier knows at some time.
    pub fn at(&self, now: DateTime<Utc>) -> CarrierKnowledge {
        let since = now - self.begins;
        let events = &self.scenario.events;
        let is_reported =
            |event: &ScenarioEvent| event.reported_at <= since && event.omitted_at.is_none_or(|at| since < at);
        let mut reported: Vec<(usize, &ScenarioEvent)> =
            events.iter().enumerate().filter(|(_, event)| is_reported(event)).collect();
        reported.sort_by_key(|(_, event)| event.reported_at);
        let is_current =
            |at: usize, event: &ScenarioEvent| !reported[at + 1..].iter().any(|(_, later)| event.is_replaced_by(later));
        let current = reported.iter().enumerate().filter(|(at, (_, event))| is_current(*at, event));
        CarrierKnowledge {
            events: current.map(|(_, (number, event))| self.carrier_event(*number, event, since)).collect(),
        }
    }

    /// What the carrier learned or withdrew after one time and until another.
    pub fn between(&self, after: DateTime<Utc>, until: DateTime<Utc>) -> CarrierKnowledge {
        let (after, until) = (after - self.begins, until - self.begins);
        let is_new = |at: TimeDelta| after < at && at <= until;
        let events = self.scenario.events.iter().enumerate();
        let mut known: Vec<CarrierEvent> = events
            .clone()
            .filter(|(_, event)| is_new(event.reported_at))
            .map(|(at, event)| self.carrier_event(at, event, event.reported_at))
            .collect();
        let withdrawn = events.filter(|(_, event)| event.withdrawn_at.is_some_and(is_new));
        known.extend(withdrawn.map(|(at, event)| self.carrier_event(at, event, until)));
        known.sort_by_key(|event| event.withdrawn_at.unwrap_or(event.written_at));
        CarrierKnowledge { events: known }
    }

    /// What the carrier knows, as facts, and the facts of the terminal.
    pub fn facts(&self, now: DateTime<Utc>) -> Vec<Fact> {
        let fact = |report: CarrierEvent| Fact::new(report.container.as_deref(), Statement::Event(report.event));
        let (withdrawn, current): (Vec<CarrierEvent>, Vec<CarrierEvent>) =
            self.at(now).events.into_iter().partition(|report| report.withdrawn_at.is_some());
        let mut facts: Vec<Fact> = current.into_iter().map(fact).collect();
        // An event that is reported again is corrected, and not withdrawn.
        let keys: Vec<String> = facts.iter().filter_map(Fact::key).collect();
        for withdrawn in withdrawn.into_iter().map(fact) {
            if let Some(key) = withdrawn.key().filter(|key| !keys.contains(key)) {
                facts.push(Fact::new(withdrawn.container.as_deref(), Statement::Withdrawn(key)));
            }
        }
        let is_named = |number: &&String| facts.iter().any(|fact| fact.container.as_ref() == Some(*number));
        let size_type = |number: &String| {
            let size_type = Some(SIZE_TYPE.to_owned());
            Fact::terminal_status(number, TerminalStatus { size_type, ..TerminalStatus::default() })
        };
        let sizes: Vec<Fact> = self.containers.iter().filter(is_named).map(size_type).collect();
        facts.extend(sizes);
        facts.extend(self.scenario.booked.as_ref().map(|booked| self.booking_facts(booked)));
        facts.extend(self.terminal_facts(now));
        facts
    }

    fn booking_facts(&self, booked: &Route) -> Fact {
        let place = |locode: &String| self.scenario.places.get(locode).cloned().unwrap_or_default();
        Fact::particulars(Particulars {
            port_of_lading: Some(place(&booked.lading)),
            port_of_discharge: Some(place(&booked.discharge)),
            destination: booked.destination.as_ref().map(place),
            ..Particulars::default()
        })
    }

    /// The facts that the terminal has reported until some time. Their time of receipt is the time of the report.
    pub fn terminal_facts(&self, now: DateTime<Utc>) -> Vec<Fact> {
        let since = now - self.begins;
        self.scenario
            .terminal
            .iter()
            .filter(|report| report.reported_at <= since)
            .filter_map(|report| self.reading(report))
            .collect()
    }

    /// Whether the booking was cancelled by that time.
    pub fn is_cancelled(&self, now: DateTime<Utc>) -> bool {
        let is_cancellation = |report: &CarrierEvent| report.event.motion.movement.as_str() == "booking_cancelled";
        self.at(now).events.iter().any(is_cancellation)
    }

    fn reading(&self, report: &TerminalReport) -> Option<Fact> {
        let mut reading = report.reading.clone();
        for (name, value) in &mut reading {
            let is_day = name.starts_with("pickup_lfd");
            let at =
                value.as_str().filter(|_| is_day || name.ends_with("_at")).and_then(super::scenario_event::read_time);
            if let Some(at) = at.map(|at| self.moment(at)) {
                *value = if is_day { json!(at.date_naive().to_string()) } else { json!(at.to_rfc3339()) };
            }
        }
        let container = self.containers.get(report.container.checked_sub(1)?)?;
        let fact = json!({ "container": container, "reading": Value::Object(reading) });
        let fact = Fact::parse_all(&fact.to_string()).ok()?.into_iter().next()?;
        Some(fact.with_source(Source::from(DataSource::Terminal)).received(self.moment(report.reported_at)))
    }

    pub(super) fn moment(&self, at: TimeDelta) -> DateTime<Utc> {
        self.begins.checked_add_signed(at).unwrap_or(self.begins)
    }

    fn carrier_event(&self, number: usize, event: &ScenarioEvent, since: TimeDelta) -> CarrierEvent {
        let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{}/{number}", self.bill_of_lading).as_bytes());
        CarrierEvent {
            id: id.to_string(),
            written_at: self.moment(event.reported_at),
            withdrawn_at: event.withdrawn_at.filter(|at| *at <= since).map(|at| self.moment(at)),
            container: event.container.and_then(|number| self.containers.get(number - 1)).cloned(),
            event: self.event(event),
        }
    }

    /// The time of the event in local time of the place, with its offset.
    fn local_time(&self, event: &ScenarioEvent) -> Timestamp {
        let at = self.moment(event.at);
        let zone = event.place.as_ref().and_then(|place| self.scenario.zones.get(place));
        match zone.and_then(|zone| zone.date_time(at)) {
            Some(shown) => shown.to_rfc3339_opts(SecondsFormat::Secs, true).into(),
            None => Timestamp::from(at),
        }
    }

    fn event(&self, event: &ScenarioEvent) -> Event {
        let place = event.place.as_ref().and_then(|place| self.scenario.places.get(place)).cloned().unwrap_or_default();
        let vessel = event.vessel.as_ref().and_then(|name| self.scenario.vessels.get(name));
        let documents = match (&self.scenario.next_booking, event.is_for_next_booking) {
            (Some(next), true) => vec![next.clone()],
            _ => vec![self.booking.clone(), self.bill_of_lading.clone()],
        };
        Event {
            motion: event.motion.clone(),
            certainty: event.certainty,
            at: Some(self.local_time(event)),
            vessel: vessel.map(|(vessel, _)| vessel.clone()),
            voyage: vessel.and_then(|(_, voyage)| voyage.clone()),
            place,
            documents,
            ..Event::default()
        }
    }
}

impl CarrierEvent {
    /// Whether the carrier reports it as actual.
    pub fn is_actual(&self) -> bool {
        self.event.certainty == Certainty::Actual
    }

    pub(super) fn movement(&self) -> &Movement {
        &self.event.motion.movement
    }
}
