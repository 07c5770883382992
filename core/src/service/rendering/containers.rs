//! Containers, and their events.

use std::collections::HashMap;

use super::included::{Along, Included, leads_to};
use super::shipments;
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, Container, ShipmentId, Timestamp};
use crate::store::{ContainerRecord, Tx};

/// The container as it is told.
pub(in crate::service) fn resource(tx: &dyn Tx, record: ContainerRecord) -> Result<Container> {
    Ok(resources(tx, vec![record])?.remove(0))
}

/// Containers as they are told: their events linked, and when the carrier was last asked for their shipments.
pub(in crate::service) fn resources(tx: &dyn Tx, records: Vec<ContainerRecord>) -> Result<Vec<Container>> {
    let mut asked: HashMap<ShipmentId, Option<Timestamp>> = HashMap::new();
    let mut told = Vec::with_capacity(records.len());
    for ContainerRecord { account, shipment, mut container, .. } in records {
        let last = match asked.get(&shipment) {
            Some(last) => last.clone(),
            None => {
                let found = tx.shipment(&account, &shipment)?;
                let last = found.and_then(|found| found.shipment.line_tracking_last_succeeded_at);
                asked.insert(shipment, last.clone());
                last
            }
        };
        container.shipment_last_tracking_request_at = last.or(container.shipment_last_tracking_request_at);
        container.transport_events = ToMany::to(&tx.event_ids_of(&account, &container.id)?);
        told.push(container);
    }
    Ok(told)
}

/// Adds the containers of these shipments.
pub(in crate::service) fn add_of<'s>(
    along: &mut Along,
    tx: &dyn Tx,
    account: &AccountId,
    shipments: impl IntoIterator<Item = &'s ShipmentId>,
) -> Result<()> {
    for shipment in shipments {
        let mut members = tx.containers_of(account, shipment)?;
        members.retain(|record| !record.gone);
        let boxes = resources(tx, members)?;
        along.extend(boxes.iter().map(Included::of));
    }
    Ok(())
}

/// What comes along with containers.
pub(in crate::service) fn along(
    tx: &dyn Tx,
    account: &AccountId,
    containers: &[Container],
    include: &[&str],
) -> Result<Along> {
    let mut along = Along::default();
    if leads_to(include, "shipment") {
        let ids = containers.iter().filter_map(|container| container.shipment.id());
        shipments::add(&mut along, tx, account, ids)?;
    }
    if leads_to(include, "transport_events") {
        for container in containers {
            let events = tx.events_of(account, &container.id)?;
            along.extend(events.iter().map(|record| Included::of(&record.event)));
        }
    }
    Ok(along)
}

/// What comes along with the events of one container.
pub(in crate::service) fn along_events(
    tx: &dyn Tx,
    account: &AccountId,
    container: ContainerRecord,
    include: &[&str],
) -> Result<Along> {
    let (mut along, shipment) = (Along::default(), container.shipment.clone());
    if include.contains(&"container") {
        along.add(Included::of(&resource(tx, container)?));
    }
    if include.contains(&"shipment") {
        shipments::add(&mut along, tx, account, [shipment])?;
    }
    Ok(along)
}
