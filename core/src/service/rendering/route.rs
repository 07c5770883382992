//! Renders the route of a container: its places in order, with the times and the vessels of the legs between them.
//!
//! It is derived from the published events of the container. The hosted service offered such routes to its older clients.

use std::mem;

use serde_json::{Map, Value, json};

use super::included::Related;
use super::locations;
use crate::error::Result;
use crate::jsonapi::{Resource, ResourceId, ToOne};
use crate::resources::{Container, EventName, Shipment, Timestamp, TransportEvent};
use crate::store::{ContainerRecord, LocationRecord};

/// A place of the route.
#[derive(Default)]
struct Stop {
    location: Option<ResourceId>,
    facility: ToOne,
    inbound: Leg,
    outbound: Leg,
}

/// The end of a leg at a place.
#[derive(Default)]
struct Leg {
    is_known: bool,
    is_by_rail: bool,
    estimated_at: Option<Timestamp>,
    actual_at: Option<Timestamp>,
    voyage: Option<String>,
    vessel: ToOne,
}

/// What an event states about a leg.
struct Step {
    is_outbound: bool,
    is_by_rail: bool,
    /// Whether the event is the arrival or the departure, and not a load or a discharge.
    is_exact: bool,
}

fn step(event: &EventName) -> Option<Step> {
    let name = event.as_str().strip_prefix("container.transport.")?;
    let (transport, movement) = name.strip_prefix("estimated.").unwrap_or(name).split_once('_')?;
    let is_by_rail = transport == "rail";
    if !is_by_rail && !["vessel", "transshipment", "feeder"].contains(&transport) {
        return None;
    }
    let (is_outbound, is_exact) = match movement {
        "departed" => (true, true),
        "loaded" => (true, false),
        "arrived" => (false, true),
        "discharged" | "unloaded" => (false, false),
        _ => return None,
    };
    Some(Step { is_outbound, is_by_rail, is_exact })
}

impl Leg {
    fn add(&mut self, event: &TransportEvent, step: &Step) {
        self.is_known = true;
        self.is_by_rail = step.is_by_rail;
        let time = if event.event.is_estimate() { &mut self.estimated_at } else { &mut self.actual_at };
        // A discharge gives the time of an arrival that no source reported. A load does not give the time of a departure.
        if step.is_exact || !step.is_outbound && time.is_none() {
            time.clone_from(&event.timestamp);
        }
        if event.vessel.get().is_some() {
            self.vessel = event.vessel.clone();
        }
        self.voyage = event.voyage_number.clone().or(self.voyage.take());
    }
}

/// The document with the route. The places, vessels and terminals are included.
pub(in crate::service) fn document(related: &mut Related<'_>, record: &ContainerRecord) -> Result<Value> {
    let events = related.tx.events_of(related.account, &record.container.id)?;
    let events: Vec<&TransportEvent> = events.iter().map(|record| &record.event).collect();
    let shipment = related.tx.shipment(related.account, &record.shipment)?.map(|record| record.shipment);
    let stops = stops(&events);
    for stop in &stops {
        let location = stop.location.clone().map_or(ToOne::Empty, ToOne::Linked);
        for link in [&location, &stop.facility, &stop.inbound.vessel, &stop.outbound.vessel] {
            locations::add(related, link, false)?;
        }
    }
    let scac = shipment.as_ref().and_then(|shipment| shipment.shipping_line_scac.as_deref());
    let id = LocationRecord::id_of(&format!("route/{}", record.container.id)).to_string();
    let ids: Vec<String> =
        (0..stops.len()).map(|position| LocationRecord::id_of(&format!("{id}/{position}")).to_string()).collect();
    let linkage = ids.iter().map(|stop| json!({ "type": "route_location", "id": stop })).collect::<Vec<_>>();
    let updated_at = events.iter().filter_map(|event| event.created_at.clone()).max_by_key(Timestamp::utc);
    let mut included: Vec<Value> =
        stops.iter().zip(&ids).map(|(stop, stop_id)| location(stop, stop_id, &id, scac)).collect();
    included.extend(mem::take(&mut related.set).into_vec().iter().map(|resource| json!(resource)));
    Ok(json!({
        "data": {
            "type": "route",
            "id": id,
            "attributes": { "created_at": record.container.created_at, "updated_at": updated_at },
            "relationships": {
                "cargo": { "data": { "type": Container::TYPE, "id": record.container.id } },
                "shipment": { "data": { "type": Shipment::TYPE, "id": record.shipment } },
                "route_locations": { "data": linkage },
            },
        },
        "included": included,
    }))
}

/// The places in the order of the first event there.
fn stops(events: &[&TransportEvent]) -> Vec<Stop> {
    let valid = events.iter().filter(|event| event.invalidated_at.is_none());
    let mut steps: Vec<(&TransportEvent, Step)> =
        valid.filter_map(|event| Some((*event, step(&event.event)?))).collect();
    steps.sort_by_key(|(event, _)| {
        let at = event.timestamp.as_ref().and_then(Timestamp::utc);
        (at.is_none(), at)
    });
    let mut stops: Vec<Stop> = Vec::new();
    for (event, step) in steps {
        let Some(location) = event.location.get() else { continue };
        let position = stops.iter().position(|stop| stop.location.as_ref() == Some(location)).unwrap_or_else(|| {
            stops.push(Stop { location: Some(location.clone()), ..Stop::default() });
            stops.len() - 1
        });
        let stop = &mut stops[position];
        if event.terminal.get().is_some() {
            stop.facility = event.terminal.clone();
        }
        if step.is_outbound { &mut stop.outbound } else { &mut stop.inbound }.add(event, &step);
    }
    stops
}

fn location(stop: &Stop, id: &str, route: &str, scac: Option<&str>) -> Value {
    let mut attributes = Map::new();
    for (direction, leg, letter) in [("inbound", &stop.inbound, 'a'), ("outbound", &stop.outbound, 'd')] {
        let known = |value: Value| if leg.is_known { value } else { Value::Null };
        let mode = if leg.is_by_rail { "rail" } else { "vessel" };
        let carrier = scac.filter(|_| !leg.is_by_rail);
        for (name, value) in [
            ("scac".to_owned(), known(json!(carrier))),
            ("mode".to_owned(), known(mode.into())),
            (format!("et{letter}_at"), json!(leg.estimated_at)),
            (format!("at{letter}_at"), json!(leg.actual_at)),
            ("voyage_number".to_owned(), json!(leg.voyage)),
        ] {
            attributes.insert(format!("{direction}_{name}"), value);
        }
    }
    let link = |target: Option<&ResourceId>| json!({ "data": target });
    json!({
        "type": "route_location",
        "id": id,
        "attributes": attributes,
        "relationships": {
            "route": { "data": { "type": "route", "id": route } },
            "location": link(stop.location.as_ref()),
            "inbound_vessel": link(stop.inbound.vessel.get()),
            "outbound_vessel": link(stop.outbound.vessel.get()),
            "facility": link(stop.facility.get()),
        },
    })
}
