//! Records of other tracked requests, which a benchmark does not measure.

use chrono::{DateTime, Utc};
use shiptrack::error::Result;
use shiptrack::ids::{Entropy, Id, SystemEntropy};
use shiptrack::jsonapi::ToOne;
use shiptrack::resources::AccountId;
use shiptrack::store::{ContainerRecord, RequestRecord, ShipmentRecord, Store, Tx};

/// Adds copies of a request, its shipment and its container, which are due later.
pub struct BackgroundRecords {
    request: RequestRecord,
    shipment: ShipmentRecord,
    container: ContainerRecord,
    due: DateTime<Utc>,
    added: usize,
}

impl BackgroundRecords {
    /// Copies of the first request of the account whose shipment has a container, due at this time.
    pub fn like(store: &dyn Store, account: &AccountId, due: DateTime<Utc>) -> Self {
        let original = store.reading(|tx| {
            let slice = shiptrack::store::Slice { before: None, skip: 0, limit: 100 };
            for request in tx.requests(account, &Default::default(), &slice)? {
                let Some(id) = request.shipment.clone() else { continue };
                let container = tx.containers_of(account, &id)?.into_iter().next();
                if let (Some(shipment), Some(container)) = (tx.shipment(account, &id)?, container) {
                    return Ok(Some((request, shipment, container)));
                }
            }
            Ok(None)
        });
        let original = original.expect("a read");
        let (request, shipment, container) = original.expect("a shipment with a container");
        BackgroundRecords { request, shipment, container, due, added: 0 }
    }

    /// Adds this many copies.
    pub fn add(&mut self, store: &dyn Store, count: usize) {
        let end = self.added + count;
        while self.added < end {
            let batch = (end - self.added).min(20_000);
            let put = store.writing(|tx| (0..batch).try_for_each(|_| self.put(tx)));
            put.expect("a write");
            store.maintain().expect("housekeeping");
        }
    }

    fn put(&mut self, tx: &Tx<'_>) -> Result<()> {
        self.added += 1;
        let BackgroundRecords { request, shipment, container, due, added } = self;
        let (id, number) = (|| SystemEntropy.uuid(*due), format!("8{added:08}"));
        (request.id, shipment.shipment.id, container.container.id) = (Id::from(id()), Id::from(id()), Id::from(id()));
        request.tracked.number.clone_from(&number);
        shipment.tracked.number.clone_from(&number);
        container.container.number = format!("TEMU{added:07}");
        request.shipment = Some(shipment.shipment.id.clone());
        container.shipment = shipment.shipment.id.clone();
        container.container.shipment = ToOne::to(&shipment.shipment.id);
        request.state.due = Some(*due);
        tx.put_request(request)?;
        tx.put_shipment(shipment)?;
        tx.put_container(container)
    }
}
