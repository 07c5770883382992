//! Shipments.

use super::included::Along;
use crate::error::Result;
use crate::jsonapi::ToMany;
use crate::resources::{AccountId, Shipment, ShipmentId};
use crate::store::{ShipmentRecord, Tx};

/// The shipment with its containers linked.
pub(in crate::service) fn resource(tx: &dyn Tx, record: ShipmentRecord) -> Result<Shipment> {
    let mut shipment = record.shipment;
    shipment.containers = ToMany::to(&tx.container_ids_of(&record.tracked.account, &shipment.id)?);
    Ok(shipment)
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
