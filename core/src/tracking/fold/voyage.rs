//! Derives a voyage with all its events, including those that have no name in the interface.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::container_event::ContainerEvent;
use super::fields;
use super::ledger::{Confirmations, Ledger};
use super::picture::{EventPicture, FoldPolicy, Picture};
use super::trip_selection::TripSelection;
use super::{ContainerVoyage, derive};
use crate::resources::{EventName, Timestamp};
use crate::tracking::chronology::{SortTime, Zones, sort_by_time, sort_time};
use crate::tracking::moment::sort_instant;
use crate::tracking::{Certainty, Fact, Milestone};

/// A shipment, with everything that happened to its containers on this voyage and everything that is expected.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Voyage {
    /// The same picture as [`fold`](super::fold()) returns.
    pub picture: Picture,
    /// The events of each container in turn, in order of time.
    pub events: Vec<VoyageEvent>,
}

impl Voyage {
    /// Returns lines of JSON: `{"shipment": …}` with the attributes of the shipment, then one line for each event.
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

/// An event of a voyage.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VoyageEvent {
    /// Number of the container; `None` for a booking that names no containers yet.
    pub container: Option<String>,
    /// Time: UTC with seconds, or a date if the time of day is unknown.
    pub at: Option<Timestamp>,
    /// UN/LOCODE of the place.
    pub locode: Option<String>,
    /// The milestone on the route; `None` if the interface has no name for it.
    pub raw_event: Option<Milestone>,
    /// The transport event of the interface; `None` if the interface has no such event.
    pub event: Option<EventName>,
    /// Whether it is expected or planned, and not yet reported as actual.
    pub estimated: bool,
}

/// Derives the voyage from all facts, which may come in any order. The voyage has the newest trip of each container.
pub fn voyage<'f>(facts: impl IntoIterator<Item = &'f Fact>, now: DateTime<Utc>, policy: &FoldPolicy) -> Voyage {
    let (stored_trips, confirmations) = (BTreeMap::new(), Confirmations::default());
    let ledger = Ledger::read(facts, &confirmations, now);
    let selection = TripSelection::of_all_containers(&stored_trips, &confirmations);
    let (folded, voyages) = derive(&ledger, &selection, now, policy);
    let picture = folded.picture;
    let events = voyages.iter().flat_map(|voyage| voyage_events(voyage, &picture)).collect();
    Voyage { picture, events }
}

fn voyage_events(voyage: &ContainerVoyage<'_>, picture: &Picture) -> Vec<VoyageEvent> {
    let ContainerVoyage { number, timeline, route } = voyage;
    let named = fields::named_events(timeline, route);
    let mut events: Vec<(VoyageEvent, SortTime)> = Vec::new();
    for event in timeline.actual.iter().chain(&timeline.expected) {
        let before = events.len();
        for (name, _) in named.iter().filter(|(_, named)| std::ptr::eq(*named, event)) {
            events.push((voyage_event(*number, event, Some(name)), event.sort_time_as(name)));
        }
        if events.len() == before {
            events.push((voyage_event(*number, event, None), event.sort_time()));
        }
    }
    let mut zones = Zones::new();
    let own = picture.containers.iter().find(|container| Some(container.container.number.as_str()) == *number);
    let of_terminal = own.into_iter().flat_map(|container| &container.events).filter(|event| is_availability(event));
    events
        .extend(of_terminal.map(|event| (terminal_voyage_event(*number, event), sort_time(&event.event, &mut zones))));
    let (events, times) = events.into_iter().unzip();
    sort_by_time(events, times, |_, _| Ordering::Equal)
}

/// Availability is a state, so its changes are taken from the terminal part of the picture.
fn is_availability(event: &EventPicture) -> bool {
    matches!(event.event.event, EventName::TransportAvailable | EventName::TransportNotAvailable)
}

fn voyage_event(number: Option<&str>, event: &ContainerEvent<'_>, name: Option<&EventName>) -> VoyageEvent {
    VoyageEvent {
        container: number.map(str::to_owned),
        at: event.shown_time().map(in_seconds),
        locode: event.place.locode.clone(),
        raw_event: event.milestone.clone(),
        event: name.cloned(),
        estimated: event.certainty != Certainty::Actual,
    }
}

fn terminal_voyage_event(number: Option<&str>, event: &EventPicture) -> VoyageEvent {
    VoyageEvent {
        container: number.map(str::to_owned),
        at: event.event.timestamp.clone().map(in_seconds),
        locode: event.place.locode.clone(),
        raw_event: Milestone::of_event(&event.event.event),
        event: Some(event.event.event.clone()),
        estimated: false,
    }
}

fn in_seconds(at: Timestamp) -> Timestamp {
    match sort_instant(&at) {
        Some(moment) if !at.is_date() => moment.format("%Y-%m-%dT%H:%M:%SZ").to_string().into(),
        _ => at,
    }
}
