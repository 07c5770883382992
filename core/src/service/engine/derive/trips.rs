//! Decides which trip of a container belongs to a request.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::error::Result;
use crate::resources::{RequestStatus, RequestType, Shipment, ShipmentId, StopReason};
use crate::store::{ContainerFilter, RequestRecord, ShipmentRecord, Slice, Tx};
use crate::tracking::{Fact, Statement, Target, Trip, TripPicture, normalize_container_number};

/// Maximum number of earlier trips of a container that are compared.
const MAX_TRIPS: u64 = 100;

/// Whether the request still waits for its first data.
pub(in crate::service::engine) fn has_no_shipment_yet(request: &RequestRecord) -> bool {
    matches!(request.state.status, RequestStatus::Pending | RequestStatus::AwaitingManifest)
}

/// The shipment of the request. Before the request has data: the existing shipment of its number, if there is one.
pub(super) fn shipment_of(tx: &Tx<'_>, request: &RequestRecord) -> Result<Option<ShipmentRecord>> {
    match &request.shipment {
        Some(own) if !has_no_shipment_yet(request) => tx.shipment(&request.tracked.account, own),
        _ => tx.shipment_of(&request.tracked),
    }
}

/// Whether a new request can be linked to the existing shipment of its number before its first look-up. False for a container
/// whose voyage is complete, because the new request is for another voyage.
pub(super) fn can_take_over(kind: &RequestType, stored: &Shipment) -> bool {
    let reason = stored.line_tracking_stopped_reason.as_ref();
    *kind != RequestType::Container || reason.is_none_or(|reason| *reason == StopReason::CancelledByUser)
}

/// Trips of the container that belong to other requests.
pub(super) fn trips_of_other_requests(
    tx: &Tx<'_>,
    request: &RequestRecord,
    own: Option<&ShipmentId>,
) -> Result<Vec<Trip>> {
    let mut trips = Vec::new();
    if request.kind != RequestType::Container || !has_no_shipment_yet(request) {
        return Ok(trips);
    }
    let account = &request.tracked.account;
    let filter = ContainerFilter { number: Some(request.tracked.number.clone()), ..ContainerFilter::default() };
    for record in tx.containers(account, &filter, &Slice { before: None, skip: 0, limit: MAX_TRIPS })? {
        let Some(trip) = record.trip.filter(|_| own != Some(&record.shipment)) else { continue };
        let holder = tx.request_of_shipment(account, &record.shipment)?;
        if holder.is_some_and(|holder| holder.kind == RequestType::Container && holder.id != request.id) {
            trips.push(trip);
        }
    }
    Ok(trips)
}

/// Returns all spellings of the bills and bookings of the request.
pub(super) fn document_numbers(request: &RequestRecord, references: &[String], names: &[String]) -> Vec<String> {
    let scac = request.tracked.scac.as_deref().unwrap_or_default();
    let normal = [&request.tracked.number].into_iter().chain(names);
    let spelled = normal.flat_map(|number| [number.clone(), format!("{scac}{number}")]);
    let all = [request.number.clone()].into_iter().chain(spelled).chain(references.iter().cloned());
    all.map(|number| normalize_container_number(&number)).collect()
}

pub(super) fn target<'a>(request: &'a RequestRecord, documents: &'a [String]) -> Target<'a> {
    match request.kind {
        RequestType::Container => Target::Container(&request.tracked.number),
        _ => Target::Documents(documents),
    }
}

/// Whether the trip belongs to another request, or was completed by an earlier request for the same number.
pub(super) fn belongs_to_other_request(
    request: &RequestRecord,
    trip_picture: &TripPicture,
    of_others: &[Trip],
    had_shipment: bool,
) -> bool {
    if request.kind != RequestType::Container || !has_no_shipment_yet(request) {
        return false;
    }
    let trip = trip_picture.trips.get(&request.tracked.number);
    let is_of_other = |trip: &Trip| of_others.iter().any(|other| other.in_common(trip) > 0);
    (had_shipment && trip_picture.picture.concluded.is_some()) || trip.is_some_and(is_of_other)
}

/// Returns the facts without the terminal statuses and particulars of earlier trips; `None` if no fact is left out.
pub(super) fn facts_of_this_trip<'f>(facts: &'f [Fact], trip_picture: &TripPicture) -> Option<Vec<&'f Fact>> {
    let is_before = |start: Option<&DateTime<Utc>>, fact: &Fact| start.is_some_and(|start| fact.received_at < *start);
    let trip_starts: &BTreeMap<String, DateTime<Utc>> = &trip_picture.began_at;
    let is_old = |fact: &Fact| match (&fact.statement, &fact.container) {
        (Statement::TerminalStatus(_), Some(container)) => is_before(trip_starts.get(container), fact),
        (Statement::TerminalStatus(_) | Statement::Particulars(_), None) => {
            is_before(trip_picture.used_since.as_ref(), fact)
        }
        _ => false,
    };
    let is_any = (!trip_starts.is_empty() || trip_picture.used_since.is_some()) && facts.iter().any(is_old);
    is_any.then(|| facts.iter().filter(|fact| !is_old(fact)).collect())
}
