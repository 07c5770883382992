//! What is tracked beside what a bench looks at.

use chrono::{DateTime, Utc};
use shiptrack::error::Result;
use shiptrack::ids::{Entropy, Id, SystemEntropy};
use shiptrack::jsonapi::ToOne;
use shiptrack::resources::AccountId;
use shiptrack::store::{ContainerRecord, RequestRecord, ShipmentRecord, Store, Tx};

/// What is tracked beside, like what is due now, and due later.
pub struct BackgroundRecords {
    request: RequestRecord,
    shipment: ShipmentRecord,
    container: ContainerRecord,
    due: DateTime<Utc>,
    made: usize,
}

impl BackgroundRecords {
    /// With these, so many as are added, due then.
    pub fn like(store: &dyn Store, account: &AccountId, due: DateTime<Utc>) -> Self {
        let known = store.reading(|tx| {
            let slice = shiptrack::store::Slice { before: None, skip: 0, limit: 1 };
            let request = tx.requests(account, &Default::default(), &slice)?.remove(0);
            let shipment = request.shipment.clone().expect("it was found");
            let container = tx.containers_of(account, &shipment)?.remove(0);
            Ok((request, tx.shipment(account, &shipment)?.expect("it is there"), container))
        });
        let (request, shipment, container) = known.expect("what was looked up");
        BackgroundRecords { request, shipment, container, due, made: 0 }
    }

    /// Adds so many.
    pub fn add(&mut self, store: &dyn Store, count: usize) {
        let end = self.made + count;
        while self.made < end {
            let batch = (end - self.made).min(20_000);
            let put = store.writing(|tx| (0..batch).try_for_each(|_| self.put(tx)));
            put.expect("a write");
            store.maintain().expect("housekeeping");
        }
    }

    fn put(&mut self, tx: &Tx<'_>) -> Result<()> {
        self.made += 1;
        let BackgroundRecords { request, shipment, container, due, made } = self;
        let (id, number) = (|| SystemEntropy.uuid(*due), format!("8{made:08}"));
        (request.id, shipment.shipment.id, container.container.id) = (Id::from(id()), Id::from(id()), Id::from(id()));
        request.tracked.number.clone_from(&number);
        shipment.tracked.number.clone_from(&number);
        container.container.number = format!("TEMU{made:07}");
        request.shipment = Some(shipment.shipment.id.clone());
        container.shipment = shipment.shipment.id.clone();
        container.container.shipment = ToOne::to(&shipment.shipment.id);
        request.state.due = Some(*due);
        tx.put_request(request)?;
        tx.put_shipment(shipment)?;
        tx.put_container(container)
    }
}
