//! A scenario on the calendar, and what its carrier knows at a moment.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::scenario::{Scenario, TerminalReport};
use super::scenario_event::ScenarioEvent;
use crate::resources::{DataSource, Timestamp};
use crate::tracking::{Certainty, Event, Fact, Movement, Source, Statement, TerminalStatus};

/// Of every container: forty feet, high cube.
pub(super) const SIZE_TYPE: &str = "45G1";

/// A scenario that begins at a moment, with numbers of its own.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Journey {
    /// What happens.
    pub scenario: Arc<Scenario>,
    /// The moment from which it is counted.
    pub begins: DateTime<Utc>,
    /// The number of the booking.
    pub booking: String,
    /// The number of the bill of lading.
    pub bill_of_lading: String,
    /// The numbers of the boxes.
    pub containers: Vec<String>,
}

/// What a carrier knows at a moment, and would answer.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct CarrierKnowledge {
    /// What it says, in the order it came to know it.
    pub events: Vec<CarrierEvent>,
}

/// Something that a carrier says.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CarrierEvent {
    /// What the carrier calls it: the same for ever.
    pub id: String,
    /// When the carrier wrote it.
    pub written_at: DateTime<Utc>,
    /// When it was taken back, where it was.
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// The container it is about; `None` for all of them.
    pub container: Option<String>,
    /// What it is.
    pub event: Event,
}

impl Scenario {
    /// The scenario on the calendar.
    pub fn starting(self: &Arc<Self>, begins: DateTime<Utc>) -> Journey {
        let (booking, bill_of_lading) = (self.booking.clone(), self.bill_of_lading.clone());
        let containers = self.containers.clone();
        Journey { scenario: Arc::clone(self), begins, booking, bill_of_lading, containers }
    }
}

impl Journey {
    /// The same journey under other numbers. Boxes for which none is given keep theirs.
    pub fn numbered(mut self, booking: &str, bill_of_lading: &str, containers: &[&str]) -> Self {
        booking.clone_into(&mut self.booking);
        bill_of_lading.clone_into(&mut self.bill_of_lading);
        for (known, number) in self.containers.iter_mut().zip(containers) {
            (*number).clone_into(known);
        }
        self
    }

    /// When the number is first asked about.
    pub fn tracked_at(&self) -> DateTime<Utc> {
        self.moment(self.scenario.tracked_at)
    }

    /// When everything has been told.
    pub fn ends(&self) -> DateTime<Utc> {
        self.moment(self.scenario.length())
    }

    /// Whether this is its booking, its bill of lading or one of its boxes.
    pub fn is_about(&self, number: &str) -> bool {
        self.booking == number || self.bill_of_lading == number || self.containers.iter().any(|own| own == number)
    }

    /// What the carrier knows at a moment.
    pub fn at(&self, now: DateTime<Utc>) -> CarrierKnowledge {
        let since = now - self.begins;
        let words = &self.scenario.events;
        let mut told: Vec<(usize, &ScenarioEvent)> =
            words.iter().enumerate().filter(|(_, word)| word.reported_at <= since).collect();
        told.sort_by_key(|(_, word)| word.reported_at);
        let holds =
            |at: usize, word: &ScenarioEvent| !told[at + 1..].iter().any(|(_, later)| word.is_replaced_by(later));
        let said = told.iter().enumerate().filter(|(at, (_, word))| holds(*at, word));
        CarrierKnowledge { events: said.map(|(_, (number, word))| self.said(*number, word, since)).collect() }
    }

    /// What the carrier came to know, or took back, after one moment and until another.
    pub fn between(&self, after: DateTime<Utc>, until: DateTime<Utc>) -> CarrierKnowledge {
        let (after, until) = (after - self.begins, until - self.begins);
        let is_new = |at: TimeDelta| after < at && at <= until;
        let words = self.scenario.events.iter().enumerate();
        let mut said: Vec<CarrierEvent> = words
            .clone()
            .filter(|(_, word)| is_new(word.reported_at))
            .map(|(at, word)| self.said(at, word, word.reported_at))
            .collect();
        let gone = words.filter(|(_, word)| word.withdrawn_at.is_some_and(is_new));
        said.extend(gone.map(|(at, word)| self.said(at, word, until)));
        said.sort_by_key(|said| said.withdrawn_at.unwrap_or(said.written_at));
        CarrierKnowledge { events: said }
    }

    /// What a carrier knows as facts, and what the terminal says beside it.
    pub fn facts(&self, now: DateTime<Utc>) -> Vec<Fact> {
        let fact = |said: CarrierEvent| Fact::new(said.container.as_deref(), Statement::Event(said.event));
        let (gone, holding): (Vec<CarrierEvent>, Vec<CarrierEvent>) =
            self.at(now).events.into_iter().partition(|said| said.withdrawn_at.is_some());
        let mut facts: Vec<Fact> = holding.into_iter().map(fact).collect();
        // What is said again is a correction, and no withdrawal.
        let keys: Vec<String> = facts.iter().filter_map(Fact::key).collect();
        for gone in gone.into_iter().map(fact) {
            if let Some(key) = gone.key().filter(|key| !keys.contains(key)) {
                facts.push(Fact::new(gone.container.as_deref(), Statement::Withdrawn(key)));
            }
        }
        let is_named = |number: &&String| facts.iter().any(|fact| fact.container.as_ref() == Some(*number));
        let size_type = |number: &String| {
            let size_type = Some(SIZE_TYPE.to_owned());
            Fact::terminal_status(number, TerminalStatus { size_type, ..TerminalStatus::default() })
        };
        let sizes: Vec<Fact> = self.containers.iter().filter(is_named).map(size_type).collect();
        facts.extend(sizes);
        facts.extend(self.terminal_facts(now));
        facts
    }

    /// What the terminal has said by a moment, each with the time it was said.
    pub fn terminal_facts(&self, now: DateTime<Utc>) -> Vec<Fact> {
        let since = now - self.begins;
        self.scenario
            .terminal
            .iter()
            .filter(|said| said.reported_at <= since)
            .filter_map(|said| self.reading(said))
            .collect()
    }

    /// Whether all that is left of it is that the booking was cancelled.
    pub fn is_cancelled(&self, now: DateTime<Utc>) -> bool {
        let is_it = |said: &CarrierEvent| said.event.motion.movement.as_str() == "booking_cancelled";
        self.at(now).events.iter().any(is_it)
    }

    fn reading(&self, said: &TerminalReport) -> Option<Fact> {
        let mut reading = said.reading.clone();
        for (name, value) in &mut reading {
            let is_day = name.starts_with("pickup_lfd");
            let at =
                value.as_str().filter(|_| is_day || name.ends_with("_at")).and_then(super::scenario_event::read_time);
            if let Some(at) = at.map(|at| self.moment(at)) {
                *value = if is_day { json!(at.date_naive().to_string()) } else { json!(at.to_rfc3339()) };
            }
        }
        let container = self.containers.get(said.container.checked_sub(1)?)?;
        let fact = json!({ "version": 2, "container": container, "reading": Value::Object(reading) });
        let fact = Fact::parse_all(&fact.to_string()).ok()?.into_iter().next()?;
        Some(fact.with_source(Source::from(DataSource::Terminal)).received(self.moment(said.reported_at)))
    }

    pub(super) fn moment(&self, at: TimeDelta) -> DateTime<Utc> {
        self.begins.checked_add_signed(at).unwrap_or(self.begins)
    }

    fn said(&self, number: usize, word: &ScenarioEvent, since: TimeDelta) -> CarrierEvent {
        let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{}/{number}", self.bill_of_lading).as_bytes());
        CarrierEvent {
            id: id.to_string(),
            written_at: self.moment(word.reported_at),
            withdrawn_at: word.withdrawn_at.filter(|gone| *gone <= since).map(|gone| self.moment(gone)),
            container: word.container.and_then(|number| self.containers.get(number - 1)).cloned(),
            event: self.event(word),
        }
    }

    /// In local time of the place, with its offset.
    fn by_clock(&self, word: &ScenarioEvent) -> Timestamp {
        let at = self.moment(word.at);
        let zone = word.place.as_ref().and_then(|place| self.scenario.zones.get(place));
        match zone.and_then(|zone| zone.date_time(at)) {
            Some(shown) => shown.to_rfc3339_opts(SecondsFormat::Secs, true).into(),
            None => Timestamp::from(at),
        }
    }

    fn event(&self, word: &ScenarioEvent) -> Event {
        let place = word.place.as_ref().and_then(|place| self.scenario.places.get(place)).cloned().unwrap_or_default();
        let vessel = word.vessel.as_ref().and_then(|name| self.scenario.vessels.get(name));
        let documents = match (&self.scenario.next_booking, word.is_for_next_booking) {
            (Some(next), true) => vec![next.clone()],
            _ => vec![self.booking.clone(), self.bill_of_lading.clone()],
        };
        Event {
            motion: word.motion.clone(),
            certainty: word.certainty,
            at: Some(self.by_clock(word)),
            vessel: vessel.map(|(vessel, _)| vessel.clone()),
            voyage: vessel.and_then(|(_, voyage)| voyage.clone()),
            place,
            documents,
            ..Event::default()
        }
    }
}

impl CarrierEvent {
    /// Whether it happened, as far as the carrier knows.
    pub fn is_actual(&self) -> bool {
        self.event.certainty == Certainty::Actual
    }

    pub(super) fn movement(&self) -> &Movement {
        &self.event.motion.movement
    }
}
