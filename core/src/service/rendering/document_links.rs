//! Finds the shipments and containers of a document by the numbers in it.
//!
//! They are found whenever the document is read. So a shipment that is created later is linked at once, and no links
//! have to be updated.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::Result;
use crate::resources::{AccountId, ContainerId, Shipment, ShipmentId, Timestamp};
use crate::store::{ContainerFilter, ContainerRecord, DocumentRecord, ShipmentFilter, Slice, Tx};

const MAX_NUMBERS: usize = 200;

/// Maximum number of shipments that are checked for one number. A container makes many voyages.
const MAX_VOYAGES: u64 = 20;

/// Maximum time between a voyage and a document that is linked to it.
const MAX_DISTANCE: TimeDelta = TimeDelta::days(90);

#[derive(Default)]
pub(in crate::service) struct DocumentLinks {
    pub shipments: Vec<ShipmentId>,
    pub cargos: Vec<ContainerId>,
}

/// The shipments whose bills of lading or bookings the document names, and their containers. If no such shipment is
/// tracked, the document is only linked to the containers that it names: of several voyages of a container, to the
/// one nearest to the arrival of the document.
pub(in crate::service) fn find(tx: &Tx<'_>, record: &DocumentRecord) -> Result<DocumentLinks> {
    let mut linked = DocumentLinks::default();
    for number in ["bills_of_lading", "bookings"].iter().flat_map(|member| record.numbers_of(member)).take(MAX_NUMBERS)
    {
        let filter = ShipmentFilter { number: Some(number.to_owned()), ..Default::default() };
        let found = tx.shipments(&record.account, &filter, &newest(MAX_VOYAGES))?;
        linked.shipments.extend(found.into_iter().map(|found| found.shipment.id));
    }
    let is_named = !linked.shipments.is_empty();
    for number in record.numbers_of("containers").take(MAX_NUMBERS) {
        let filter = ContainerFilter { number: Some(number.to_owned()), ..Default::default() };
        let mut found = tx.containers(&record.account, &filter, &newest(MAX_VOYAGES))?;
        found.retain(|found| !found.left_shipment);
        if is_named {
            found.retain(|found| linked.shipments.contains(&found.shipment));
        } else {
            found = nearest(tx, record, found)?;
        }
        for container in found {
            linked.shipments.push(container.shipment);
            linked.cargos.push(container.container.id);
        }
    }
    remove_duplicates(&mut linked.shipments);
    remove_duplicates(&mut linked.cargos);
    Ok(linked)
}

/// Whether a container has a voyage near the time `came`.
pub(in crate::service) fn is_under_way(
    tx: &Tx<'_>,
    account: &AccountId,
    number: &str,
    came: DateTime<Utc>,
) -> Result<bool> {
    let filter = ContainerFilter { number: Some(number.to_owned()), ..ContainerFilter::default() };
    for found in tx.containers(account, &filter, &newest(MAX_VOYAGES))?.into_iter().filter(|found| !found.left_shipment)
    {
        let shipment = tx.shipment(account, &found.shipment)?;
        if shipment.is_some_and(|shipment| distance(&shipment.shipment, came) <= MAX_DISTANCE) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn newest(limit: u64) -> Slice {
    Slice { before: None, skip: 0, limit }
}

fn nearest(tx: &Tx<'_>, record: &DocumentRecord, found: Vec<ContainerRecord>) -> Result<Vec<ContainerRecord>> {
    let Some(came) = record.document.created_at.as_ref().and_then(Timestamp::utc) else { return Ok(found) };
    let mut near = Vec::new();
    for container in found {
        let Some(shipment) = tx.shipment(&record.account, &container.shipment)? else { continue };
        near.push((distance(&shipment.shipment, came), container));
    }
    let least = near.iter().map(|(distance, _)| *distance).min().filter(|least| *least <= MAX_DISTANCE);
    Ok(near.into_iter().filter(|(distance, _)| Some(*distance) == least).map(|(_, container)| container).collect())
}

/// The time between a voyage and a moment; zero during the voyage.
fn distance(shipment: &Shipment, moment: DateTime<Utc>) -> TimeDelta {
    let times = [&shipment.pol_atd_at, &shipment.pol_etd_at, &shipment.pod_eta_at, &shipment.pod_ata_at];
    let mut times: Vec<_> = times.into_iter().flatten().filter_map(Timestamp::utc).collect();
    if times.is_empty() {
        times.extend(shipment.created_at.iter().filter_map(Timestamp::utc));
    }
    match (times.iter().min(), times.iter().max()) {
        (Some(first), Some(last)) => (*first - moment).max(moment - *last).max(TimeDelta::zero()),
        _ => TimeDelta::zero(),
    }
}

/// Removes duplicate ids and keeps the order.
fn remove_duplicates<T: Clone + Ord>(ids: &mut Vec<T>) {
    let mut seen = BTreeSet::new();
    ids.retain(|id| seen.insert(id.clone()));
}
