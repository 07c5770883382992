//! What is worth telling about the step from one picture to the next.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::moment::same;
use super::{ContainerPicture, EventPicture, Picture};
use crate::jsonapi::Members;
use crate::resources::EventName;

/// Something to notify of.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The event's name on the wire.
    pub event: EventName,
    /// What it is about.
    pub subject: Subject,
}

/// What a change is about, and so which object its notification refers to.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A new container, by number: a `container_created_event`.
    Container(String),
    /// An event of a container, by number and key, to be found in the picture: a `transport_event`.
    Event(String, String),
    /// The shipment's expected arrival at the port of discharge: an `estimated_event`.
    Arrival,
    /// Attributes of a container, by number, each with its old and new value: a `container_updated_event`.
    ///
    /// `pod_terminal` holds the terminals' names, which are to be replaced by ids.
    Attributes(String, Members),
    /// A container, by number, that goes to another terminal than before: a `container_pod_terminal_changed_event`.
    Terminal(String),
}

impl Subject {
    /// The container it is about.
    pub fn container(&self) -> Option<&str> {
        match self {
            Subject::Container(number)
            | Subject::Event(number, _)
            | Subject::Attributes(number, _)
            | Subject::Terminal(number) => Some(number),
            Subject::Arrival => None,
        }
    }
}

/// The changes from `before` to `after`, in the order they are to be told. `None` is a shipment that was not known yet.
///
/// Containers come by number; of each: its new events in the order they happen, then its attributes and its terminal. The
/// shipment's arrival comes last. Of a container that was not known, only that it is there now is told: what happened to
/// it before is in the picture, and a flood of past events would help nobody. Nothing is told of an event whose time was
/// merely corrected, nor of one that is gone.
pub fn changes(before: Option<&Picture>, after: &Picture) -> Vec<Change> {
    let known: BTreeMap<&str, &ContainerPicture> =
        before.into_iter().flat_map(|before| &before.containers).map(|seen| (number(seen), seen)).collect();
    let mut changes = Vec::new();
    for seen in &after.containers {
        match known.get(number(seen)) {
            None => changes.push(change(EventName::ContainerCreated, Subject::Container(number(seen).to_owned()))),
            Some(before) => tell_container(before, seen, &mut changes),
        }
    }
    if let Some(before) = before
        && after.shipment.pod_eta_at.is_some()
        && !same(&before.shipment.pod_eta_at, &after.shipment.pod_eta_at)
    {
        changes.push(change(EventName::ShipmentEstimatedArrival, Subject::Arrival));
    }
    changes
}

fn tell_container(before: &ContainerPicture, after: &ContainerPicture, changes: &mut Vec<Change>) {
    let known: BTreeMap<&str, &EventPicture> = before.events.iter().map(|told| (told.key.as_str(), told)).collect();
    let mut told = BTreeSet::new();
    for event in after.events.iter().filter(|event| is_news(known.get(event.key.as_str()).copied(), event)) {
        if told.insert(event.key.as_str()) {
            let subject = Subject::Event(number(after).to_owned(), event.key.clone());
            changes.push(change(event.event.event.clone(), subject));
        }
    }
    let changeset = changeset(before, after);
    if !changeset.is_empty() {
        changes.push(change(EventName::ContainerUpdated, Subject::Attributes(number(after).to_owned(), changeset)));
    }
    // The first terminal anybody names is no change of terminal.
    if before.pod_terminal.is_some() && after.pod_terminal.is_some() && before.pod_terminal != after.pod_terminal {
        changes.push(change(EventName::ContainerPodTerminalChanged, Subject::Terminal(number(after).to_owned())));
    }
}

/// An event is news once; an estimate each time it names another time.
fn is_news(before: Option<&EventPicture>, after: &EventPicture) -> bool {
    match before {
        None => true,
        Some(before) => after.event.event.is_estimate() && !same(&before.event.timestamp, &after.event.timestamp),
    }
}

/// The attributes of the terminal that changed, each with its old and new value.
fn changeset(before: &ContainerPicture, after: &ContainerPicture) -> Members {
    let pairs = attributes(before).into_iter().zip(attributes(after));
    let changed = pairs.filter(|((_, old), (_, new))| old != new);
    changed.map(|((name, old), (_, new))| (name.to_owned(), json!([old, new]))).collect()
}

fn attributes(seen: &ContainerPicture) -> [(&'static str, Value); 10] {
    let container = &seen.container;
    let deadlines = container.import_deadlines.clone().unwrap_or_default();
    [
        ("fees_at_pod_terminal", json!(container.fees_at_pod_terminal)),
        ("holds_at_pod_terminal", json!(container.holds_at_pod_terminal)),
        ("available_for_pickup", json!(container.available_for_pickup)),
        ("pickup_lfd", json!(container.pickup_lfd)),
        ("pickup_lfd_line", json!(deadlines.pickup_lfd_line)),
        ("pickup_lfd_terminal", json!(deadlines.pickup_lfd_terminal)),
        ("pickup_lfd_rail", json!(deadlines.pickup_lfd_rail)),
        ("pickup_appointment_at", json!(container.pickup_appointment_at)),
        ("location_at_pod_terminal", json!(container.location_at_pod_terminal)),
        ("pod_terminal", json!(seen.pod_terminal)),
    ]
}

fn number(seen: &ContainerPicture) -> &str {
    &seen.container.number
}

fn change(event: EventName, subject: Subject) -> Change {
    Change { event, subject }
}
