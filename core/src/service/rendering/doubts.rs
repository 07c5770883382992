//! Renders the doubts about a shipment as JSON.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::raw_events::confirmations;
use crate::error::Result;
use crate::store::{ShipmentRecord, Tx};
use crate::tracking::{FoldPolicy, Target, Trip, TripSelection, doubts_of_shipment};

/// Maximum number of doubts in a response.
const MAX_DOUBTS: usize = 1_000;

/// The doubts about the current statements of a shipment, newest first.
pub(in crate::service) fn of_shipment(
    tx: &Tx<'_>,
    record: &ShipmentRecord,
    now: DateTime<Utc>,
    policy: &FoldPolicy,
) -> Result<Value> {
    let facts = tx.facts(&record.tracked)?;
    let containers = tx.containers_of(&record.tracked.account, &record.shipment.id)?;
    let trips = containers.into_iter().filter_map(|found| Some((found.container.number, found.trip?)));
    let stored_trips: BTreeMap<String, Trip> = trips.collect();
    let answered_at =
        tx.request_of_shipment(&record.tracked.account, &record.shipment.id)?.and_then(|request| request.answered_at);
    let confirmations = confirmations(tx, &record.tracked, record.last_answer.as_ref(), answered_at)?;
    let selection = TripSelection {
        target: Target::AllContainers,
        stored_trips: &stored_trips,
        under_way_at: None,
        confirmations: &confirmations,
    };
    let mut doubts = doubts_of_shipment(&facts, &selection, now, policy);
    let total = doubts.len();
    doubts.truncate(MAX_DOUBTS);
    Ok(json!({ "doubts": doubts, "total": total }))
}
