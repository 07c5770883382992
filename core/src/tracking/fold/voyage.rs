//! A voyage in full, with events that the interface does not have.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::choice::{Target, TripSelection};
use super::fields;
use super::happening::Happening;
use super::ledger::Ledger;
use super::picture::{EventPicture, FoldPolicy, Picture};
use super::{Journey, derive};
use crate::resources::{EventName, Timestamp};
use crate::tracking::chronology::{When, Zones, sorted, when};
use crate::tracking::moment::sort_instant;
use crate::tracking::{Certainty, Fact, Milestone};

/// A shipment, and everything that happened to its containers on this voyage or is expected to.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Voyage {
    /// The shipment as [`fold`](super::fold()) has it.
    pub picture: Picture,
    /// The events, of one container after the other, in the order they happen.
    pub events: Vec<VoyageEvent>,
}

impl Voyage {
    /// Lines of JSON: `{"shipment": …}` with the attributes of the shipment, then one line an event.
    pub fn to_json_lines(&self) -> String {
        let shipment = serde_json::to_value(&self.picture.shipment).unwrap_or_default();
        let attributes = shipment.get("attributes").cloned().unwrap_or_default();
        let mut lines = serde_json::json!({ "shipment": attributes }).to_string();
        for event in &self.events {
            lines.push('\n');
            lines.push_str(&serde_json::to_string(event).unwrap_or_default());
        }
        lines.push('\n');
        lines
    }
}

/// One thing that happened on a voyage, or is expected to.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VoyageEvent {
    /// The container; `None` for a booking that has none yet.
    pub container: Option<String>,
    /// When: a moment in UTC, in seconds; a day where nobody knows more.
    pub at: Option<Timestamp>,
    /// The UN/LOCODE of the place.
    pub locode: Option<String>,
    /// What it means on the route; `None` where the interface has no word for it.
    pub raw_event: Option<Milestone>,
    /// The event of the interface; `None` where it has none.
    pub event: Option<EventName>,
    /// Whether it is expected or planned, and has not happened.
    pub estimated: bool,
}

/// Derives the voyage from the facts, in whatever order they are given. Of each container it is its latest trip.
pub fn voyage<'f>(facts: impl IntoIterator<Item = &'f Fact>, now: DateTime<Utc>, policy: &FoldPolicy) -> Voyage {
    let ledger = Ledger::read(facts);
    let kept = BTreeMap::new();
    let following = TripSelection { target: Target::AllContainers, stored_trips: &kept, under_way_at: None };
    let (followed, journeys) = derive(&ledger, &following, now, policy);
    let picture = followed.picture;
    let events = journeys.iter().flat_map(|journey| told(journey, &picture)).collect();
    Voyage { picture, events }
}

fn told(journey: &Journey<'_>, picture: &Picture) -> Vec<VoyageEvent> {
    let Journey { number, timeline, route } = journey;
    let named = fields::named(timeline, route);
    let mut told: Vec<(VoyageEvent, When)> = Vec::new();
    for happening in timeline.actual.iter().chain(&timeline.expected) {
        let before = told.len();
        for (name, _) in named.iter().filter(|(_, named)| std::ptr::eq(*named, happening)) {
            told.push((line(*number, happening, Some(name)), happening.when_named(name)));
        }
        if told.len() == before {
            told.push((line(*number, happening, None), happening.when()));
        }
    }
    let mut zones = Zones::new();
    let own = picture.containers.iter().find(|container| Some(container.container.number.as_str()) == *number);
    let of_terminal = own.into_iter().flat_map(|container| &container.events).filter(|told| is_availability(told));
    told.extend(of_terminal.map(|told| (line_of_terminal(*number, told), when(&told.event, &mut zones))));
    let (told, whens) = told.into_iter().unzip();
    sorted(told, whens, |_, _| Ordering::Equal)
}

/// Availability is a state: its changes are reported by the terminal's part of the picture.
fn is_availability(told: &EventPicture) -> bool {
    matches!(told.event.event, EventName::TransportAvailable | EventName::TransportNotAvailable)
}

fn line(number: Option<&str>, happening: &Happening<'_>, event: Option<&EventName>) -> VoyageEvent {
    VoyageEvent {
        container: number.map(str::to_owned),
        at: happening.told_at().map(in_seconds),
        locode: happening.place.locode.clone(),
        raw_event: happening.milestone.clone(),
        event: event.cloned(),
        estimated: happening.certainty != Certainty::Actual,
    }
}

fn line_of_terminal(number: Option<&str>, told: &EventPicture) -> VoyageEvent {
    VoyageEvent {
        container: number.map(str::to_owned),
        at: told.event.timestamp.clone().map(in_seconds),
        locode: told.place.locode.clone(),
        raw_event: Milestone::of_event(&told.event.event),
        event: Some(told.event.event.clone()),
        estimated: false,
    }
}

fn in_seconds(at: Timestamp) -> Timestamp {
    match sort_instant(&at).filter(|_| !at.is_date()) {
        Some(moment) => moment.format("%Y-%m-%dT%H:%M:%SZ").to_string().into(),
        None => at,
    }
}
