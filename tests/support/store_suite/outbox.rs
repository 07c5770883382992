//! Tests of the event feed, webhooks and deliveries.

use std::sync::Arc;

use shiptrack::resources::DeliveryStatus::{Failed, Pending, Succeeded};
use shiptrack::store::{
    Counterparty, DeliveryRecord, DueFilter, IncludedResources, NotificationRecord, Queue, Store, Tx,
};

use super::records::{Maker, at};
use super::{after, first};

pub fn notifications_get_increasing_sequence_numbers(store: &dyn Store) {
    let maker = Maker::new(1);
    let notifications = ["a", "b", "c"].map(|key| (key, maker.notification(key)));
    let sequences: Vec<_> = notifications
        .iter()
        .map(|(key, notification)| store.writing(|tx| tx.add_notification(notification, key)).unwrap().unwrap())
        .collect();
    assert!(sequences.is_sorted_by(|sequence, next| sequence < next) && sequences[0] > 0);
    for ((_, notification), sequence) in notifications.into_iter().zip(sequences) {
        let stored = store.reading(|tx| tx.notification(sequence)).unwrap();
        assert_eq!(stored, Some(NotificationRecord { sequence, ..notification }));
    }
    assert_eq!(store.reading(|tx| tx.notification(u64::MAX)).unwrap(), None);
}

pub fn a_repeated_notification_key_adds_nothing(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let notification = maker.notification("event");
    let key = "request/1/succeeded";
    let sequence = store.writing(|tx| tx.add_notification(&notification, key)).unwrap();
    assert_eq!(store.writing(|tx| tx.add_notification(&maker.notification("second"), key)).unwrap(), None);
    let twice = |tx: &Tx<'_>| {
        Ok((tx.add_notification(&notification, "2")?.is_some(), tx.add_notification(&notification, "2")?.is_some()))
    };
    assert_eq!(store.writing(twice).unwrap(), (true, false), "also within one transaction");
    assert!(store.writing(|tx| tx.add_notification(&other.notification("theirs"), key)).unwrap() > sequence);
    let feed = store.reading(|tx| tx.notifications(&maker.account, 0, 1)).unwrap();
    assert_eq!(feed, [NotificationRecord { sequence: sequence.unwrap(), ..notification }]);
}

pub fn included_resources_are_stored_byte_for_byte(store: &dyn Store) {
    let maker = Maker::new(1);
    let id = maker.uuid();
    let long: Arc<str> = format!("{{\"ids\":[{}]}}", vec![format!("\"{id}\""); 1_000].join(",")).into();
    let documents: [Arc<str>; 4] = [
        format!("{{\"id\":\"{id}\",\"ID\":\"{}\"}}", id.to_string().to_uppercase()).into(),
        "{ \"odd\" :\t[1.0, 1e2, \"\\u0041\"]}".into(),
        "{\n}".into(),
        "\"@1\"".into(),
    ];
    let included = [
        IncludedResources::default(),
        IncludedResources::of(vec![long.clone()]),
        IncludedResources::of(documents.iter().chain([&long]).cloned().collect()),
        IncludedResources::of(vec!["@1".into(), long.clone(), long.clone(), long]),
        IncludedResources::of(vec!["1".repeat(1_000_000).into()]),
    ];
    let notifications = included.map(|included| NotificationRecord { included, ..maker.notification("event") });
    let sequences: Vec<u64> = store
        .writing(|tx| {
            (0..)
                .zip(&notifications)
                .map(|(n, notification)| Ok(tx.add_notification(notification, &format!("{n}"))?.unwrap()))
                .collect()
        })
        .unwrap();
    let expected: Vec<_> = notifications
        .into_iter()
        .zip(&sequences)
        .map(|(notification, sequence)| NotificationRecord { sequence: *sequence, ..notification })
        .collect();
    assert_eq!(store.reading(|tx| tx.notifications(&maker.account, 0, 100)).unwrap(), expected);
    for (sequence, notification) in sequences.iter().zip(&expected) {
        let found = store.reading(|tx| tx.notification(*sequence)).unwrap().unwrap();
        assert_eq!((&found, found.included.array()), (notification, notification.included.array()));
    }
}

pub fn a_feed_is_read_from_any_position_for_one_account(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let mut sequences = Vec::new();
    for n in 0..20 {
        let key = n.to_string();
        let (ours, theirs) = (maker.notification(&key), other.notification(&key));
        let add = |tx: &Tx<'_>| tx.add_notification(&theirs, &key).and(tx.add_notification(&ours, &key));
        sequences.push(store.writing(add).unwrap().unwrap());
    }
    let read = |after, limit| -> Vec<u64> {
        let feed = store.reading(|tx| tx.notifications(&maker.account, after, limit)).unwrap();
        assert!(feed.iter().all(|notification| notification.account == maker.account));
        feed.iter().map(|notification| notification.sequence).collect()
    };
    assert_eq!(read(0, 100), sequences);
    assert_eq!(read(sequences[4], 3), sequences[5..8]);
    assert!(read(sequences[19], 3).is_empty());
    assert!(read(u64::MAX, 3).is_empty());
}

pub fn deleting_a_webhook_deletes_its_pending_deliveries(store: &dyn Store) {
    let maker = Maker::new(1);
    let (removed, kept) = (maker.webhook(), maker.webhook());
    let succeeded = maker.delivery(&removed.webhook.id, Succeeded, None);
    let failed = maker.delivery(&removed.webhook.id, Failed, None);
    let other = maker.delivery(&kept.webhook.id, Pending, Some(1));
    let pending = [1, 2].map(|due| maker.delivery(&removed.webhook.id, Pending, Some(due)));
    store
        .writing(|tx| {
            tx.put_webhook(&removed)?;
            tx.put_webhook(&kept)?;
            [&succeeded, &failed, &other, &pending[0], &pending[1]]
                .into_iter()
                .try_for_each(|each| tx.put_delivery(each))
        })
        .unwrap();
    assert!(!store.writing(|tx| tx.remove_webhook(&Maker::new(2).account, &removed.webhook.id)).unwrap());
    let remove_one = || store.writing(|tx| tx.remove_pending_deliveries(&maker.account, &removed.webhook.id, 1));
    assert_eq!(remove_one().unwrap(), 1);
    assert!(store.writing(|tx| tx.remove_webhook(&maker.account, &removed.webhook.id)).unwrap());
    assert!(!store.writing(|tx| tx.remove_webhook(&maker.account, &removed.webhook.id)).unwrap());
    store
        .reading(|tx| {
            assert_eq!(tx.webhook(&maker.account, &removed.webhook.id)?, None);
            assert_eq!(tx.webhooks(&maker.account, &first(10))?, [kept.clone()]);
            assert_eq!(tx.count_webhooks(&maker.account)?, 1);
            let left = [other.clone(), failed.clone(), succeeded.clone()];
            assert_eq!(tx.deliveries(&maker.account, &first(10))?, left);
            assert_eq!(tx.count_deliveries(&maker.account)?, 3);
            assert_eq!(tx.due::<DeliveryRecord>(at(9), &DueFilter::default(), 10)?.readable, [other.clone()]);
            Ok(())
        })
        .unwrap();
}

pub fn webhooks_and_deliveries_are_listed_newest_first_and_counted(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut webhooks: Vec<_> = (0..5).map(|_| maker.webhook()).collect();
    let deliveries: Vec<_> = (0..5).map(|_| maker.delivery(&webhooks[0].webhook.id, Succeeded, None)).collect();
    webhooks[2].failing_since = Some(at(3));
    store
        .writing(|tx| {
            webhooks.iter().chain(&webhooks).try_for_each(|webhook| tx.put_webhook(webhook))?;
            deliveries.iter().chain(&deliveries).try_for_each(|delivery| tx.put_delivery(delivery))
        })
        .unwrap();
    store
        .reading(|tx| {
            let page = tx.webhooks(&maker.account, &after(webhooks[3].webhook.id.uuid(), 2))?;
            assert_eq!(page, [webhooks[2].clone(), webhooks[1].clone()]);
            let page = tx.deliveries(&maker.account, &after(deliveries[3].id.uuid(), 2))?;
            assert_eq!(page, [deliveries[2].clone(), deliveries[1].clone()]);
            assert_eq!((tx.count_webhooks(&maker.account)?, tx.count_deliveries(&maker.account)?), (5, 5));
            assert_eq!(tx.delivery(&maker.account, &deliveries[0].id)?.as_ref(), Some(&deliveries[0]));
            assert_eq!(tx.delivery(&Maker::new(2).account, &deliveries[0].id)?, None);
            Ok(())
        })
        .unwrap();
}

pub fn due_deliveries_are_returned_longest_due_first(store: &dyn Store) {
    let (one, two) = (Maker::new(1), Maker::new(2));
    let webhook = one.webhook().webhook.id;
    let late = one.delivery(&webhook, Pending, Some(20));
    let early = two.delivery(&webhook, Pending, Some(10));
    put(store, &[late.clone(), early.clone(), one.delivery(&webhook, Succeeded, None)]);
    store
        .reading(|tx| {
            assert_eq!(tx.due::<DeliveryRecord>(at(9), &DueFilter::default(), 10)?.readable, []);
            assert_eq!(tx.due::<DeliveryRecord>(at(10), &DueFilter::default(), 10)?.readable, [early.clone()]);
            assert_eq!(tx.due::<DeliveryRecord>(at(20), &DueFilter::default(), 10)?.readable, [early.clone()]);
            let second = DueFilter { held: &[early.id.uuid().unwrap()], ..DueFilter::default() };
            assert_eq!(tx.due::<DeliveryRecord>(at(20), &second, 10)?.readable, [late.clone()]);
            assert_eq!(tx.next_due(Queue::Deliveries, None, None)?, Some(at(10)));
            assert_eq!([9, 10, 20].map(|second| tx.count_due(Queue::Deliveries, at(second)).unwrap()), [0, 1, 2]);
            assert_eq!(tx.due_after::<DeliveryRecord>(at(9), 10)?.readable, [late.clone(), early.clone()]);
            assert_eq!(tx.due_after::<DeliveryRecord>(at(10), 10)?.readable, [late.clone()]);
            assert_eq!(tx.due_after::<DeliveryRecord>(at(9), 1)?.readable, [late.clone()]);
            Ok(())
        })
        .unwrap();
    put(store, &[DeliveryRecord { status: Succeeded, due: None, ..early }]);
    assert_eq!(store.reading(|tx| tx.next_due(Queue::Deliveries, None, None)).unwrap(), Some(at(20)));
}

fn put(store: &dyn Store, deliveries: &[DeliveryRecord]) {
    store.writing(|tx| deliveries.iter().try_for_each(|delivery| tx.put_delivery(delivery))).unwrap();
}

pub fn due_deliveries_to_busy_webhooks_are_skipped(store: &dyn Store) {
    let maker = Maker::new(1);
    let (busy, free) = (maker.webhook(), maker.webhook());
    let to_busy = maker.delivery(&busy.webhook.id, Pending, Some(1));
    let to_free = maker.delivery(&free.webhook.id, Pending, Some(2));
    store.writing(|tx| tx.put_delivery(&to_busy).and(tx.put_delivery(&to_free))).unwrap();
    store
        .reading(|tx| {
            let parties = [Counterparty::Webhook(busy.webhook.id.clone())];
            let filter = DueFilter { busy: &parties, ..DueFilter::default() };
            assert_eq!(tx.due::<DeliveryRecord>(at(9), &filter, 10)?.readable, [to_free.clone()]);
            assert_eq!(
                tx.due::<DeliveryRecord>(at(9), &DueFilter::default(), 10)?.readable,
                [to_busy.clone(), to_free.clone()]
            );
            assert_eq!(tx.due::<DeliveryRecord>(at(9), &DueFilter::default(), 1)?.readable, [to_busy.clone()]);
            Ok(())
        })
        .unwrap();
}

pub fn failed_deliveries_are_requeued_in_batches(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let (webhook, other_webhook) = (maker.webhook().webhook.id, maker.webhook().webhook.id);
    let failed = [(); 3].map(|()| maker.delivery(&webhook, Failed, None));
    let others = [
        maker.delivery(&webhook, Succeeded, None),
        maker.delivery(&other_webhook, Failed, None),
        other.delivery(&webhook, Failed, None),
    ];
    store.writing(|tx| others.iter().chain(&failed).try_for_each(|each| tx.put_delivery(each))).unwrap();
    let requeue = |after: Option<&DeliveryRecord>, limit| {
        let after = after.map(|delivery| &delivery.id);
        store.writing(|tx| tx.requeue_failed_deliveries(&maker.account, &webhook, after, limit, at(5))).unwrap()
    };
    assert_eq!(requeue(Some(&failed[2]), 9), []);
    assert_eq!(requeue(None, 2), [failed[0].id.clone(), failed[1].id.clone()]);
    assert_eq!(requeue(Some(&failed[1]), 2), [failed[2].id.clone()]);
    assert_eq!(requeue(None, 9), []);
    for each in failed {
        let requeued = DeliveryRecord { status: Pending, attempts: 0, due: Some(at(5)), ..each };
        assert_eq!(store.reading(|tx| tx.delivery(&maker.account, &requeued.id)).unwrap(), Some(requeued));
    }
    assert_eq!(store.reading(|tx| tx.count_due(Queue::Deliveries, at(5))).unwrap(), 3);
}
