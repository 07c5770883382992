//! The journey of one container, from its resources: its steps in order, its arrival at the port of discharge, and a row for tables.

mod arrival;
mod rows;
mod steps;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};

pub use arrival::{Arrival, TrackingState};
pub use rows::{ContainerRow, clear_shared_first_eta, last_free_day, remove_duplicate_rows};
pub use steps::{Step, milestone_label, milestone_rank};

use crate::jsonapi::{ResourceId, ToOne, View};
use crate::resources::{Container, Shipment, Timestamp, TransportEvent};

const PREFIX: &str = "container.transport.";

const ESTIMATED: &str = "estimated.";

/// One container, its events and its shipment.
///
/// A shipment has one vessel and one arrival, but its containers may travel on several vessels. The journey therefore prefers the events
/// of the container, and uses a value of the shipment only if they lack it and the shipment does not name another vessel.
///
/// ```
/// use shiptrack::jsonapi::Page;
/// use shiptrack::resources::{Container, Shipment};
/// use shiptrack::tracking::{Journey, JourneyEvent, TrackingState};
///
/// // A page of containers, read with include=shipment,transport_events,transport_events.vessel.
/// let page = Page::<Container>::parse(r#"{
///   "data": [{
///     "type": "container", "id": "c1", "attributes": { "number": "MSKU0308961" },
///     "relationships": {
///       "shipment": { "data": { "type": "shipment", "id": "s1" } },
///       "transport_events": { "data": [{ "type": "transport_event", "id": "e1" }] }
///     }
///   }],
///   "included": [
///     { "type": "shipment", "id": "s1", "attributes": { "pod_original_eta_at": "2026-05-18T17:00:00Z" } },
///     { "type": "transport_event", "id": "e1",
///       "attributes": { "event": "container.transport.estimated.vessel_arrived", "timestamp": "2026-05-20T17:00:00Z" } }
///   ]
/// }"#)?;
/// let container = page.get(0).expect("an item")?;
/// let shipment = page.first_included::<Shipment>().transpose()?;
/// let events = JourneyEvent::included(&container, |id| page.find_included(&id.kind, &id.id.to_string()));
/// let journey = Journey::new(&container).with_events(&events).with_shipment(shipment.as_ref());
///
/// let arrival = journey.arrival();
/// assert_eq!(arrival.eta.unwrap().as_str(), "2026-05-20T17:00:00Z");
/// assert_eq!(arrival.tracking, Some(TrackingState::Followed));
/// assert_eq!(journey.row().delay_days, Some(2.0));
/// assert_eq!(journey.steps("2026-05-04T00:00:00Z".parse()?)[0].label(), "Vessel arrived");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Journey<'a> {
    /// The container.
    pub container: &'a Container,
    /// Its events, in any order.
    pub events: &'a [JourneyEvent],
    /// Its shipment; `None` if it is unknown.
    pub shipment: Option<&'a Shipment>,
    /// Name of the terminal at the port of discharge; `None` if it is unknown. Only [`row`](Self::row) uses it.
    pub terminal_name: Option<&'a str>,
    /// The current time; `None` if it is unknown. The delay of a container that should have arrived counts to it.
    pub now: Option<DateTime<Utc>>,
}

impl<'a> Journey<'a> {
    /// The journey of a container, without events and shipment.
    pub fn new(container: &'a Container) -> Self {
        Journey { container, events: &[], shipment: None, terminal_name: None, now: None }
    }

    /// Sets the events of the container, in any order.
    pub fn with_events(mut self, events: &'a [JourneyEvent]) -> Self {
        self.events = events;
        self
    }

    /// Sets the shipment of the container; `None` if it is unknown.
    pub fn with_shipment(mut self, shipment: Option<&'a Shipment>) -> Self {
        self.shipment = shipment;
        self
    }

    /// Sets the name of the terminal at the port of discharge; `None` if it is unknown. Only [`row`](Self::row) uses it.
    pub fn with_terminal_name(mut self, name: Option<&'a str>) -> Self {
        self.terminal_name = name;
        self
    }

    /// Sets the current time. Then the delay of a container that should have arrived counts to it.
    pub fn at(mut self, now: DateTime<Utc>) -> Self {
        self.now = Some(now);
        self
    }

    fn valid_events(&self) -> Vec<ValidEvent<'a>> {
        let valid = |inner: &'a JourneyEvent| {
            let name = inner.event.event.as_str().strip_prefix(PREFIX)?;
            let milestone = name.strip_prefix(ESTIMATED).unwrap_or(name);
            let is_expected = milestone.len() < name.len();
            let is_withdrawn = instant(inner.event.invalidated_at.as_ref()).is_some();
            (!is_withdrawn).then_some(ValidEvent { milestone, is_expected, inner })
        };
        self.events.iter().filter_map(valid).collect()
    }
}

/// An event that is not withdrawn.
#[derive(Clone, Copy)]
struct ValidEvent<'a> {
    milestone: &'a str,
    is_expected: bool,
    inner: &'a JourneyEvent,
}

impl ValidEvent<'_> {
    /// When the service created the event. An event without that time is treated as the newest.
    fn created_at(&self) -> DateTime<Utc> {
        instant(self.inner.event.created_at.as_ref()).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

/// A transport event, with the names of the resources it links to.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct JourneyEvent {
    /// The event.
    pub event: TransportEvent,
    /// Name of its vessel; `None` if it is unknown.
    pub vessel_name: Option<String>,
    /// Name of its place; `None` if it is unknown.
    pub place_name: Option<String>,
    /// IANA name of the time zone of its place, from the place itself; `None` if it is unknown.
    pub place_timezone: Option<String>,
    /// Name of its terminal; `None` if it is unknown.
    pub terminal_name: Option<String>,
}

impl JourneyEvent {
    /// Creates a journey event, with the names from the document that contains the event. `find` returns an included resource of that
    /// document: pass `|id| page.find_included(&id.kind, &id.id.to_string())`.
    pub fn new<'d>(event: TransportEvent, find: impl Fn(&ResourceId) -> Option<View<'d>>) -> Self {
        let text = |link: &ToOne, attribute: &str| {
            let text = find(link.get()?)?.attribute(attribute)?.as_str()?.into_owned();
            Some(text).filter(|text| !text.is_empty())
        };
        JourneyEvent {
            vessel_name: text(&event.vessel, "name"),
            place_name: text(&event.location, "name"),
            place_timezone: text(&event.location, "time_zone"),
            terminal_name: text(&event.terminal, "name"),
            event,
        }
    }

    /// Returns the events of a container that are included in its document. Skips events that cannot be read.
    pub fn included<'d>(container: &Container, find: impl Fn(&ResourceId) -> Option<View<'d>>) -> Vec<Self> {
        let events = container.transport_events.get().iter().filter_map(|id| find(id)?.read().ok());
        events.map(|event| JourneyEvent::new(event, &find)).collect()
    }
}

/// The time as an instant; a date counts as noon UTC.
fn instant(at: Option<&Timestamp>) -> Option<DateTime<Utc>> {
    at?.comparable_instant()
}

/// The time; `None` if it cannot be parsed.
fn readable(at: Option<&Timestamp>) -> Option<Timestamp> {
    at.filter(|at| instant(Some(at)).is_some()).cloned()
}

/// The text; `None` if it is empty.
fn filled(text: Option<&String>) -> Option<&String> {
    text.filter(|text| !text.is_empty())
}
