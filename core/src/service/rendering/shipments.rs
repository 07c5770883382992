//! Shipments.

use chrono::{DateTime, Utc};

use super::included::Along;
use super::whereabouts;
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, Shipment, ShipmentId, Timestamp};
use crate::store::{RequestRecord, ShipmentRecord, Tx};

/// The shipment with its containers linked, and when its carrier was last asked.
pub(in crate::service) fn resource(tx: &dyn Tx, record: ShipmentRecord) -> Result<Shipment> {
    let (account, mut shipment) = (record.tracked.account, record.shipment);
    look(tx, &account, &mut shipment)?;
    shipment.containers = ToMany::to(&tx.container_ids_of(&account, &shipment.id)?);
    Ok(shipment)
}

/// A look-up that brought nothing new is written down with the request alone.
pub(super) fn look(tx: &dyn Tx, account: &AccountId, shipment: &mut Shipment) -> Result<()> {
    if let Some(request) = tx.request_of_shipment(account, &shipment.id)? {
        note_looks(shipment, &request);
    }
    Ok(())
}

/// When the carrier was last asked, and when it last had data, as its request knows it.
pub(in crate::service) fn note_looks(shipment: &mut Shipment, request: &RequestRecord) {
    keep_later(&mut shipment.line_tracking_last_attempted_at, request.asked_at);
    keep_later(&mut shipment.line_tracking_last_succeeded_at, request.answered_at);
}

fn keep_later(look: &mut Option<Timestamp>, known: Option<DateTime<Utc>>) {
    if known > look.as_ref().and_then(Timestamp::utc) {
        *look = known.map(Timestamp::from);
    }
}

/// Adds these shipments, their containers linked.
pub(in crate::service) fn add(
    along: &mut Along,
    tx: &dyn Tx,
    account: &AccountId,
    ids: impl IntoIterator<Item = ShipmentId>,
) -> Result<()> {
    let shipment = |id: &ShipmentId| tx.shipment(account, id)?.map(|found| resource(tx, found)).transpose();
    ids.into_iter().try_for_each(|id| along.find(&id, || shipment(&id)))
}

/// Adds the places and terminals of a shipment that are asked for.
pub(in crate::service) fn follow(
    along: &mut Along,
    tx: &dyn Tx,
    account: &AccountId,
    shipment: &Shipment,
    paths: &[&str],
) -> Result<()> {
    let links = [
        ("port_of_lading", &shipment.port_of_lading),
        ("port_of_discharge", &shipment.port_of_discharge),
        ("pod_terminal", &shipment.pod_terminal),
        ("destination", &shipment.destination),
        ("destination_terminal", &shipment.destination_terminal),
    ];
    whereabouts::follow(along, tx, account, paths, &links)
}

/// Adds those of the shipments with these ids.
pub(in crate::service) fn follow_all(
    along: &mut Along,
    tx: &dyn Tx,
    account: &AccountId,
    ids: impl IntoIterator<Item = ShipmentId>,
    paths: &[&str],
) -> Result<()> {
    if paths.is_empty() {
        return Ok(());
    }
    for id in ids {
        if let Some(found) = tx.shipment(account, &id)? {
            follow(along, tx, account, &found.shipment, paths)?;
        }
    }
    Ok(())
}
