//! What an account follows, by number.

use crate::client::Client;
use crate::error::Result;
use crate::resources::{RequestType, ShipmentId, TrackingRequest};

/// What an account knows of a number.
pub(super) enum Followed {
    /// It follows this shipment.
    Shipment(ShipmentId),
    /// It follows these shipments, which have the container.
    Boxes(Vec<ShipmentId>),
    /// It has a request without a shipment.
    Request(Box<TrackingRequest>),
    Nothing,
}

/// Looks a number up in the spellings that it may have been submitted in. A container may be followed with its bill alone.
pub(super) fn followed(client: &Client, kind: &RequestType, spellings: &[&str], scac: &str) -> Result<Followed> {
    let mut waiting = None;
    let mut seen: Vec<&str> = Vec::new();
    for spelling in spellings {
        if seen.contains(spelling) {
            continue;
        }
        seen.push(spelling);
        for request in client.tracking_requests().list().number(*spelling) {
            let request = request?;
            if request.request_number != *spelling || request.scac.as_deref().is_some_and(|other| other != scac) {
                continue;
            }
            match request.shipment() {
                Some(shipment) => return Ok(Followed::Shipment(shipment)),
                None => waiting = waiting.or(Some(request)),
            }
        }
    }
    if *kind == RequestType::Container {
        let mut shipments = Vec::new();
        for container in client.containers().list().number(spellings[0]) {
            let container = container?;
            shipments.extend(container.shipment.id().filter(|_| container.number == spellings[0]));
        }
        if !shipments.is_empty() {
            return Ok(Followed::Boxes(shipments));
        }
    }
    Ok(waiting.map_or(Followed::Nothing, |request| Followed::Request(Box::new(request))))
}
