//! Tests of transactions: atomicity, isolation and closing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shiptrack::error::{Error, ErrorKind, Result};
use shiptrack::resources::DeliveryStatus::Pending;
use shiptrack::store::{BlobId, DocumentFilter, DueFilter, Queue, RequestFilter, RequestRecord, Store, Tx};

use super::first;
use super::records::{Maker, at};

pub fn a_write_sees_what_it_wrote(store: &dyn Store) {
    let maker = Maker::new(1);
    let request = maker.request("A");
    store
        .writing(|tx| {
            tx.put_request(&request)?;
            assert_eq!(tx.live_request(&request.tracked)?.as_ref(), Some(&request));
            assert_eq!(tx.count_requests(&maker.account, &RequestFilter::default())?, 1);
            Ok(())
        })
        .unwrap();
}

pub fn a_write_that_returns_an_error_changes_nothing(store: &dyn Store) {
    let maker = Maker::new(1);
    let result = store.writing(|tx| -> Result<()> {
        one_of_each(tx, &maker)?;
        Err(Error::new(ErrorKind::Cancelled, "no"))
    });
    assert_eq!(result.unwrap_err().kind(), ErrorKind::Cancelled);
    assert_nothing_stored(store, &maker);
}

pub fn a_write_that_panics_changes_nothing_and_the_store_works_on(store: &dyn Store) {
    let maker = Maker::new(1);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        store.writing(|tx| -> Result<()> {
            one_of_each(tx, &maker)?;
            std::panic::panic_any("on purpose")
        })
    }));
    assert!(panicked.is_err());
    assert_nothing_stored(store, &maker);
    assert!(catch_unwind(AssertUnwindSafe(|| store.read(&mut |_| std::panic::panic_any("on purpose")))).is_err());
    store.writing(|tx| one_of_each(tx, &maker)).unwrap();
    assert_eq!(store.reading(|tx| tx.accounts()).unwrap().len(), 1);
}

pub fn an_error_inside_a_write_does_not_end_it(store: &dyn Store) {
    let maker = Maker::new(1);
    let (request, duplicate) = (maker.request("A"), maker.request("A"));
    store
        .writing(|tx| {
            tx.put_request(&request)?;
            assert_eq!(tx.put_request(&duplicate).unwrap_err().kind(), ErrorKind::Duplicate);
            tx.add_notification(&maker.notification("event"), "event")
        })
        .unwrap();
    let stored = store.reading(|tx| tx.requests(&maker.account, &RequestFilter::default(), &first(10))).unwrap();
    assert_eq!(stored, [request]);
    assert_eq!(store.reading(|tx| tx.notifications(&maker.account, 0, 10)).unwrap().len(), 1);
}

pub fn a_read_transaction_cannot_write(store: &dyn Store) {
    let maker = Maker::new(1);
    let error = store.reading(|tx| tx.add_account(&maker.account("acme"))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_nothing_stored(store, &maker);
}

pub fn a_nested_transaction_is_rejected(store: &dyn Store) {
    let inner: [&dyn Fn() -> Result<()>; 2] = [&|| store.read(&mut |_| Ok(())), &|| store.write(&mut |_| Ok(()))];
    for inner in inner {
        assert_eq!(store.write(&mut |_| inner()).unwrap_err().kind(), ErrorKind::Internal);
        assert_eq!(store.read(&mut |_| inner()).unwrap_err().kind(), ErrorKind::Internal);
        inner().unwrap();
    }
}

pub fn a_rejected_nested_transaction_does_not_affect_the_outer_one(store: &dyn Store) {
    let maker = Maker::new(1);
    store
        .writing(|tx| {
            tx.add_account(&maker.account("acme"))?;
            assert!(store.write(&mut |_| Ok(())).is_err());
            tx.put_key(&maker.key(1))
        })
        .unwrap();
    assert_eq!(store.reading(|tx| tx.keys(&maker.account)).unwrap().len(), 1);
}

pub fn concurrent_writers_lose_no_change(store: &dyn Store) {
    const THREADS: u32 = 8;
    const CHANGES: u32 = 25;
    let maker = Maker::new(1);
    let request = maker.request("A");
    store.writing(|tx| tx.put_request(&request)).unwrap();
    let (account, id) = (&request.tracked.account, &request.id);
    let change = |tx: &Tx<'_>| {
        let mut request = tx.request(account, id)?.expect("the request exists");
        request.state.failed_attempts += 1;
        tx.put_request(&request)
    };
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| (0..CHANGES).for_each(|_| store.writing(change).unwrap()));
        }
    });
    let stored = store.reading(|tx| tx.request(account, id)).unwrap().unwrap();
    assert_eq!(stored.state.failed_attempts, THREADS * CHANGES);
}

pub fn a_read_sees_only_whole_transactions(store: &dyn Store) {
    const WRITES: u32 = 60;
    let account = Maker::new(1).account;
    let check = |tx: &Tx<'_>| {
        let requests = tx.requests(&account, &RequestFilter::default(), &first(1_000))?.len();
        let notifications = tx.notifications(&account, 0, 1_000)?.len();
        let counted = tx.count_requests(&account, &RequestFilter::default())?;
        assert_eq!((requests, counted), (notifications, notifications as u64));
        Ok(notifications)
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| while store.reading(check).unwrap() < WRITES as usize {});
        }
        let maker = Maker::new(1);
        for n in 0..WRITES {
            let (request, notification) = (maker.ended(&n.to_string()), maker.notification(&n.to_string()));
            store
                .writing(|tx| tx.put_request(&request).and(tx.add_notification(&notification, &n.to_string())))
                .unwrap();
        }
    });
}

pub fn housekeeping_changes_no_records(store: &dyn Store) {
    let maker = Maker::new(1);
    store.writing(|tx| one_of_each(tx, &maker)).unwrap();
    store.maintain().unwrap();
    store.maintain().unwrap();
    assert_eq!(store.reading(|tx| tx.notifications(&maker.account, 0, 10)).unwrap().len(), 1);
    assert_eq!(store.reading(|tx| tx.facts(&maker.tracked("A"))).unwrap().len(), 1);
}

/// Writes a record of every kind.
fn one_of_each(tx: &Tx<'_>, maker: &Maker) -> Result<()> {
    tx.add_account(&maker.account("acme"))?;
    tx.put_key(&maker.key(1))?;
    tx.put_request(&maker.request("A"))?;
    tx.add_facts(&maker.tracked("A"), &[maker.fact("fact")])?;
    let shipment = maker.shipment("A");
    let container = maker.container(&shipment.shipment.id, "MSKU0000001");
    tx.put_shipment(&shipment)?;
    tx.put_container(&container)?;
    tx.put_event(&maker.event(&container.container.id, "loaded"))?;
    tx.add_notification(&maker.notification("event"), "event")?;
    let webhook = maker.webhook();
    tx.put_webhook(&webhook)?;
    tx.put_delivery(&maker.delivery(&webhook.webhook.id, Pending, Some(1)))?;
    tx.put_blob(&BlobId::of(b"bytes"), b"bytes")?;
    let email = maker.email(BlobId::of(b"bytes"));
    tx.put_email(&email)?;
    tx.put_document(&maker.document(Some(&email.submission.id), 0))
}

fn assert_nothing_stored(store: &dyn Store, maker: &Maker) {
    let account = &maker.account;
    store
        .reading(|tx| {
            assert_eq!((tx.accounts()?.len(), tx.keys(account)?.len()), (0, 0));
            assert_eq!(tx.requests(account, &Default::default(), &first(1))?, []);
            assert_eq!(tx.count_requests(account, &Default::default())?, 0);
            assert_eq!((tx.live_request(&maker.tracked("A"))?, tx.facts(&maker.tracked("A"))?.len()), (None, 0));
            assert_eq!(
                (
                    tx.due::<RequestRecord>(at(9_999_999), &DueFilter::default(), 1)?.len(),
                    tx.next_due(Queue::LookUps, None, None)?
                ),
                (0, None)
            );
            assert_eq!(tx.shipments(account, &Default::default(), &first(1))?, []);
            assert_eq!(tx.count_shipments(account, &Default::default())?, 0);
            assert_eq!(tx.count_containers(account, &Default::default())?, 0);
            assert_eq!(tx.notifications(account, 0, 1)?, []);
            assert_eq!((tx.count_webhooks(account)?, tx.count_deliveries(account)?), (0, 0));
            assert_eq!((tx.count_emails(account)?, tx.count_documents(account, &DocumentFilter::default())?), (0, 0));
            assert_eq!((tx.blob(&BlobId::of(b"bytes"))?, tx.next_due(Queue::Deliveries, None, None)?), (None, None));
            Ok(())
        })
        .unwrap();
}

pub fn a_closed_store_rejects_all_calls_except_close(store: &dyn Store) {
    let maker = Maker::new(1);
    store.writing(|tx| tx.put_request(&maker.request("A"))).unwrap();
    for _ in 0..2 {
        store.close().unwrap();
        let results = [
            store.reading(|tx| tx.accounts()).map(drop),
            store.writing(|tx| tx.put_request(&maker.request("B"))),
            store.maintain(),
        ];
        for result in results {
            assert_eq!(result.unwrap_err().kind(), ErrorKind::Closed);
        }
    }
}

pub fn closing_waits_for_transactions_and_is_rejected_inside_of_one(store: &dyn Store) {
    let maker = Maker::new(1);
    let closed = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        store
            .writing(|tx| {
                assert_eq!(store.close().unwrap_err().kind(), ErrorKind::Internal);
                scope.spawn(|| {
                    store.close().unwrap();
                    closed.store(true, std::sync::atomic::Ordering::Release);
                });
                tx.put_request(&maker.request("A"))?;
                assert!(!closed.load(std::sync::atomic::Ordering::Acquire));
                Ok(())
            })
            .unwrap();
    });
    assert_eq!(store.reading(|tx| tx.accounts()).unwrap_err().kind(), ErrorKind::Closed);
}

pub fn a_record_that_violates_another_constraint_is_not_a_duplicate(store: &dyn Store) {
    let mut request = Maker::new(1).request("A");
    request.tracked.account = "unknown".into();
    let error = store.writing(|tx| tx.put_request(&request)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Store);
    let account = shiptrack::store::AccountRecord { id: "unknown".into(), ..Maker::new(1).account("acme") };
    assert_eq!(store.writing(|tx| tx.add_account(&account)).unwrap_err().kind(), ErrorKind::Store);
}
