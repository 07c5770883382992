//! Tests of subscriptions and receipts.

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::error::Error;
use shiptrack::resources::WebhookSecret;
use shiptrack::store::{
    BlobId, CarrierSubscription, Queue, Sender, Store, SubscriptionRecord, SubscriptionState, TemporaryRows,
};
use uuid::Uuid;

use super::records::{Maker, at};

fn record(maker: &Maker, id: u128, carrier_id: Option<&str>, due: Option<DateTime<Utc>>) -> SubscriptionRecord {
    SubscriptionRecord {
        id: Uuid::from_u128(id),
        account: maker.account.clone(),
        sender: Sender::Carrier(CarrierSubscription {
            scac: "MAEU".to_owned(),
            subscription_id: carrier_id.map(str::to_owned),
            about: Some(("container".into(), "MSKU0308961".to_owned())),
            callback_url: None,
            signs_with_older: false,
        }),
        secret: WebhookSecret::new("AAEC"),
        replaced: Vec::new(),
        state: SubscriptionState::Active,
        created_at: at(u32::try_from(id).unwrap()),
        expires_at: None,
        due,
        failures: 0,
        problem: None,
        received_at: None,
    }
}

pub fn subscriptions_are_found_by_both_ids_and_when_due(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let mut one = record(&maker, 1, Some("a"), Some(at(7)));
    let unnamed = record(&maker, 2, None, Some(at(5)));
    let others = record(&other, 3, Some("a"), None);
    let terminal = Sender::Own { kind: "terminal".into(), name: "Pier 400".to_owned() };
    let terminal = SubscriptionRecord { sender: terminal, ..record(&maker, 4, None, None) };
    let all = [&one, &unnamed, &others, &terminal];
    store.writing(|tx| all.iter().try_for_each(|record| tx.put_subscription(record))).unwrap();
    store
        .reading(|tx| {
            assert_eq!(tx.subscription(terminal.id)?.as_ref(), Some(&terminal));
            assert_eq!(tx.subscription(Uuid::from_u128(9))?, None);
            assert_eq!(tx.subscriptions(&maker.account)?, [one.clone(), unnamed.clone(), terminal.clone()]);
            let by_carrier_id =
                |id: &str, skip, limit| Ok::<_, Error>(tx.subscriptions_by_carrier_id(id, skip, limit)?.readable);
            assert_eq!(by_carrier_id("a", 0, 9)?, [one.clone(), others.clone(), unnamed.clone()]);
            assert_eq!(
                (by_carrier_id("a", 0, 1)?, by_carrier_id("a", 1, 1)?),
                (vec![one.clone()], vec![others.clone()])
            );
            assert_eq!(by_carrier_id("b", 0, 9)?, [unnamed.clone()], "its id is unknown, so it can be this one");
            assert_eq!(tx.due_subscriptions(at(6), 9)?.readable, [unnamed.clone()]);
            assert_eq!(tx.due_subscriptions(at(7), 9)?.readable, [unnamed.clone(), one.clone()]);
            assert_eq!(
                (tx.count_due(Queue::Subscriptions, at(6))?, tx.count_due(Queue::Subscriptions, at(7))?),
                (1, 2)
            );
            assert_eq!(tx.next_due(Queue::Subscriptions, None, None)?, Some(at(5)));
            assert_eq!(tx.next_due(Queue::Subscriptions, Some(at(5)), None)?, Some(at(7)));
            assert_eq!(tx.next_due(Queue::Subscriptions, Some(at(7)), None)?, None);
            Ok(())
        })
        .unwrap();
    one.due = None;
    store.writing(|tx| tx.put_subscription(&one)).unwrap();
    assert_eq!(store.reading(|tx| tx.due_subscriptions(at(7), 9)).unwrap().readable, [unnamed.clone()]);
    assert!(!store.writing(|tx| tx.remove_subscription(&other.account, one.id)).unwrap());
    assert!(store.writing(|tx| tx.remove_subscription(&maker.account, one.id)).unwrap());
    assert_eq!(store.reading(|tx| tx.subscription(one.id)).unwrap(), None);
}

pub fn a_repeated_receipt_is_recognized_until_it_is_deleted(store: &dyn Store) {
    let maker = Maker::new(1);
    let (one, other) = (record(&maker, 1, Some("a"), None), record(&maker, 2, Some("b"), None));
    let callback = BlobId::of(b"callback");
    store.writing(|tx| tx.put_subscription(&one).and(tx.put_subscription(&other))).unwrap();
    assert!(store.writing(|tx| tx.add_receipt(one.id, &callback, at(1))).unwrap());
    assert!(!store.writing(|tx| tx.add_receipt(one.id, &callback, at(2))).unwrap());
    let has_receipts =
        || store.reading(|tx| Ok([tx.has_receipt(one.id, &callback)?, tx.has_receipt(other.id, &callback)?])).unwrap();
    assert_eq!(has_receipts(), [true, false]);
    let later = at(1) + TimeDelta::seconds(1);
    assert!(!store.reading(|tx| tx.has_older(TemporaryRows::Receipts, at(1))).unwrap());
    assert!(store.reading(|tx| tx.has_older(TemporaryRows::Receipts, later)).unwrap());
    assert_eq!(store.writing(|tx| tx.delete_older(TemporaryRows::Receipts, later, 9)).unwrap(), 1);
    assert_eq!(has_receipts(), [false, false]);
    store.writing(|tx| tx.add_receipt(other.id, &callback, at(3)).map(drop)).unwrap();
    store.writing(|tx| tx.remove_subscription(&maker.account, other.id).map(drop)).unwrap();
    assert!(
        !store.reading(|tx| tx.has_older(TemporaryRows::Receipts, at(9))).unwrap(),
        "receipts are deleted with their subscription"
    );
}
