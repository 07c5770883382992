//! Tests of shipments, containers and events.

use shiptrack::resources::{ShipmentId, StopReason, Timestamp};
use shiptrack::store::{
    ContainerFilter, ContainerRecord, LocationRecord, ShipmentFilter, ShipmentRecord, Slice, Store,
};

use super::records::Maker;
use super::{after, first, first as first_of};

pub fn a_shipment_is_found_by_id_and_number(store: &dyn Store) {
    let maker = Maker::new(1);
    let (older, newer) = (maker.shipment("MAEU1"), maker.shipment("MAEU1"));
    put(store, &[newer.clone(), older.clone(), maker.shipment("MAEU2")]);
    store
        .reading(|tx| {
            assert_eq!(tx.shipment(&maker.account, &older.shipment.id)?.as_ref(), Some(&older));
            assert_eq!(tx.shipment(&Maker::new(2).account, &older.shipment.id)?, None);
            assert_eq!(tx.shipment_of(&maker.tracked("MAEU1"))?.as_ref(), Some(&newer));
            assert_eq!(tx.shipment_of(&maker.tracked("MAEU3"))?, None);
            assert_eq!(tx.shipment_of(&Maker::new(2).tracked("MAEU1"))?, None);
            Ok(())
        })
        .unwrap();
}

pub fn shipments_are_filtered_by_number_and_whether_tracking_stopped(store: &dyn Store) {
    let maker = Maker::new(1);
    let (followed, mut stopped) = (maker.shipment("MAEU1"), maker.shipment("MAEU2"));
    stopped.shipment.bill_of_lading_number = "maeu-2".into();
    stopped.shipment.normalized_number = "2".into();
    stopped.shipment.line_tracking_stopped_at = Some(Timestamp::new("2026-05-02T15:00:00Z"));
    stopped.shipment.line_tracking_stopped_reason = Some(StopReason::CancelledByUser);
    put(store, &[followed.clone(), stopped.clone()]);
    let found = |number: Option<&str>, tracking_stopped| {
        let filter = ShipmentFilter { number: number.map(str::to_owned), tracking_stopped, ..Default::default() };
        let found = store.reading(|tx| tx.shipments(&maker.account, &filter, &first(10))).unwrap();
        let count = store.reading(|tx| tx.count_shipments(&maker.account, &filter)).unwrap();
        assert_eq!(count, found.len() as u64);
        found
    };
    for number in ["MAEU2", "maeu2", "MAEU-2", "2"] {
        assert_eq!(found(Some(number), None), [stopped.clone()], "{number}");
        assert_eq!(found(Some(number), Some(false)), [], "{number}");
    }
    assert_eq!(found(None, Some(true)), [stopped.clone()]);
    assert_eq!(found(None, Some(false)), [followed.clone()]);
    assert_eq!(found(None, None), [stopped, followed]);
}

pub fn a_search_finds_shipments_by_number_reference_and_container(store: &dyn Store) {
    let maker = Maker::new(1);
    let (mut one, mut other) = (maker.shipment("MAEU1"), maker.shipment("MAEU2"));
    one.shipment.ref_numbers = vec!["Order 7".into()];
    other.shipment.ref_numbers = Vec::new();
    put(store, &[one.clone(), other.clone()]);
    let container = maker.container(&other.shipment.id, "MSKU0308961");
    store.writing(|tx| tx.put_container(&container)).unwrap();
    let found = |text: &str, tracking_stopped| {
        let filter = ShipmentFilter { search: Some(text.into()), tracking_stopped, ..Default::default() };
        let found = store.reading(|tx| tx.shipments(&maker.account, &filter, &first(10))).unwrap();
        let count = store.reading(|tx| tx.count_shipments(&maker.account, &filter)).unwrap();
        assert_eq!(count, found.len() as u64, "{text}");
        found
    };
    assert_eq!(found("order", None), [one.clone()]);
    for text in ["MSKU0308961", "msku", "MAEU2"] {
        assert_eq!(found(text, None), [other.clone()], "{text}");
        assert_eq!(found(text, Some(true)), [], "{text}");
    }
    assert_eq!(found("maeu", Some(false)), [other, one]);
}

pub fn a_shipment_that_is_put_again_is_replaced(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut record = maker.shipment("MAEU1");
    put(store, &[record.clone(), maker.shipment("MAEU2")]);
    record.shipment.line_tracking_stopped_at = Some(Timestamp::new("2026-05-02T15:00:00Z"));
    put(store, &[record.clone()]);
    put(store, &[record.clone()]);
    store
        .reading(|tx| {
            let stopped = ShipmentFilter { tracking_stopped: Some(true), ..Default::default() };
            let followed = ShipmentFilter { tracking_stopped: Some(false), ..Default::default() };
            assert_eq!(tx.count_shipments(&maker.account, &stopped)?, 1);
            assert_eq!(tx.count_shipments(&maker.account, &followed)?, 1);
            assert_eq!(tx.shipments(&maker.account, &stopped, &first(10))?, [record.clone()]);
            assert_eq!(tx.count_shipments(&maker.account, &ShipmentFilter::default())?, 2);
            Ok(())
        })
        .unwrap();
}

pub fn containers_are_listed_of_a_shipment_oldest_first(store: &dyn Store) {
    let maker = Maker::new(1);
    let (one, two): (ShipmentId, ShipmentId) = (maker.uuid().into(), maker.uuid().into());
    let a = maker.container(&one, "MSKU0000001");
    let b = maker.container(&two, "MSKU0000002");
    let c = maker.container(&one, "MSKU0000003");
    put_containers(store, &[c.clone(), a.clone(), b.clone(), a.clone()]);
    store
        .reading(|tx| {
            let all = ContainerFilter::default();
            assert_eq!(tx.count_containers(&maker.account, &all)?, 3);
            assert_eq!(tx.containers_of(&maker.account, &one)?, [a.clone(), c.clone()]);
            assert_eq!(tx.containers_of(&Maker::new(2).account, &one)?, []);
            assert_eq!(tx.container_ids_of(&maker.account, &one)?, [a.container.id.clone(), c.container.id.clone()]);
            assert_eq!(tx.container_ids_of(&Maker::new(2).account, &one)?, []);
            assert_eq!(tx.container(&maker.account, &b.container.id)?.as_ref(), Some(&b));
            assert_eq!(tx.container(&Maker::new(2).account, &b.container.id)?, None);
            Ok(())
        })
        .unwrap();
}

pub fn containers_are_filtered_by_number_and_shipment(store: &dyn Store) {
    let maker = Maker::new(1);
    let (one, two): (ShipmentId, ShipmentId) = (maker.uuid().into(), maker.uuid().into());
    let (first_voyage, second_voyage) = (maker.container(&one, "MSKU0000001"), maker.container(&two, "MSKU0000001"));
    put_containers(store, &[first_voyage.clone(), second_voyage.clone(), maker.container(&two, "MSKU0000002")]);
    let found = |number: Option<&str>, shipment: Option<&ShipmentId>| {
        let filter =
            ContainerFilter { number: number.map(str::to_owned), shipment: shipment.cloned(), ..Default::default() };
        let found = store.reading(|tx| tx.containers(&maker.account, &filter, &first(10))).unwrap();
        assert_eq!(store.reading(|tx| tx.count_containers(&maker.account, &filter)).unwrap(), found.len() as u64);
        found
    };
    assert_eq!(found(Some("msku0000001"), None), [second_voyage, first_voyage.clone()]);
    assert_eq!(found(Some("MSKU0000001"), Some(&one)), [first_voyage]);
    assert_eq!(found(None, Some(&two)).len(), 2);
    assert_eq!(found(None, Some(&"shp_1".into())), []);
}

pub fn a_replaced_event_keeps_its_position(store: &dyn Store) {
    let maker = Maker::new(1);
    let (container, other) = (maker.uuid().into(), maker.uuid().into());
    let mut events = ["z", "m", "a"].map(|key| maker.event(&container, key));
    store
        .writing(|tx| {
            events.iter().try_for_each(|event| tx.put_event(event))?;
            tx.put_event(&maker.event(&other, "m"))
        })
        .unwrap();
    events[1].event.value = Some("later".into());
    store.writing(|tx| tx.put_event(&events[1])).unwrap();
    assert_eq!(store.reading(|tx| tx.events_of(&maker.account, &container)).unwrap(), events);
    assert_eq!(store.reading(|tx| tx.events_of(&Maker::new(2).account, &container)).unwrap(), []);
}

pub fn events_are_listed_last_added_first_and_found_by_key(store: &dyn Store) {
    let maker = Maker::new(1);
    let (container, other) = (maker.uuid().into(), maker.uuid().into());
    // The clock was set back after the first event, so ids do not give the order.
    let [late, first, second] = ["first", "second", "third"].map(|key| maker.event(&container, key));
    let stored = [second, late, first];
    store
        .writing(|tx| {
            stored.iter().try_for_each(|event| tx.put_event(event))?;
            tx.put_event(&maker.event(&other, "second"))
        })
        .unwrap();
    let [oldest, middle, newest] = stored;
    store
        .reading(|tx| {
            let list = |slice| tx.events(&maker.account, &container, &slice);
            assert_eq!(list(first_of(9))?, [newest.clone(), middle.clone(), oldest.clone()]);
            assert_eq!(list(after(newest.event.id.uuid(), 1))?, [middle.clone()]);
            assert_eq!(list(after(oldest.event.id.uuid(), 9))?, []);
            assert_eq!(list(after(Some(maker.uuid()), 9))?, [], "an event that does not exist");
            assert_eq!(list(Slice { skip: 1, ..first_of(1) })?, [middle.clone()]);
            assert_eq!(tx.events(&Maker::new(2).account, &container, &first_of(9))?, []);
            assert_eq!(tx.count_events(&maker.account, &container)?, 3);
            assert_eq!(tx.count_events(&Maker::new(2).account, &container)?, 0);
            let ids = [&oldest, &middle, &newest].map(|event| event.event.id.clone());
            assert_eq!(tx.event_ids_of(&maker.account, &container)?, ids);
            assert_eq!(tx.event_ids_of(&Maker::new(2).account, &container)?, []);
            assert_eq!(tx.event_by_key(&maker.account, &container, &middle.key)?.as_ref(), Some(&middle));
            assert_eq!(tx.event_by_key(&maker.account, &container, "fourth")?, None);
            assert_eq!(tx.event_by_key(&Maker::new(2).account, &container, &middle.key)?, None);
            Ok(())
        })
        .unwrap();
}

fn put(store: &dyn Store, shipments: &[ShipmentRecord]) {
    store.writing(|tx| shipments.iter().try_for_each(|shipment| tx.put_shipment(shipment))).unwrap();
}

fn put_containers(store: &dyn Store, containers: &[ContainerRecord]) {
    store.writing(|tx| containers.iter().try_for_each(|container| tx.put_container(container))).unwrap();
}

pub fn a_location_is_found_by_its_id_in_its_account(store: &dyn Store) {
    let (ours, theirs) = (Maker::new(1).account, Maker::new(2).account);
    let vessel = |name: &str| {
        LocationRecord::vessel(&shiptrack::tracking::Vessel::new(name, "9321483")).expect("a vessel with a number")
    };
    let id = vessel("").id();
    let put = |name: &str| store.writing(|tx| tx.put_location(&ours, &vessel(name))).unwrap();
    let found = |account| store.reading(|tx| tx.location(account, id)).unwrap();
    assert_eq!(found(&ours), None);
    put("Test Voyager");
    assert_eq!(found(&ours), Some(vessel("Test Voyager")));
    put("Test Voyager II");
    put("Test Voyager II");
    assert_eq!((found(&ours), found(&theirs)), (Some(vessel("Test Voyager II")), None));
}
