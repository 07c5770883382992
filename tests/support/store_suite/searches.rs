//! Tests of the search, and of customers by name.

use std::collections::BTreeSet;

use serde_json::json;
use shiptrack::store::{CommonFilter, PartyRecord, SearchHit, ShipmentFilter, ShipmentRecord, Store};
use uuid::Uuid;

use super::records::Maker;

pub fn a_search_returns_the_best_matches_first(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let mut bill = maker.shipment("MAEU123456789");
    bill.shipment.ref_numbers = vec!["PO-4711".into()];
    bill.shipment.tags = vec!["perishable".into()];
    bill.shipment.pod_vessel_name = Some("Maersk Essex".into());
    bill.shipment.port_of_discharge_locode = Some("USLAX".into());
    let mut newer = maker.shipment("MAEU1234567890");
    newer.shipment.port_of_discharge_name = Some("Puerto Nuevo".into());
    let container = maker.container(&bill.shipment.id, "MSKU0308961");
    let mut request = maker.request("MAEU123456789");
    request.shipment = Some(bill.shipment.id.clone());
    request.ref_numbers = vec!["PO-47".into()];
    let party = PartyRecord {
        account: maker.account.clone(),
        party: serde_json::from_value(
            json!({ "type": "party", "id": request.customer, "attributes": { "company_name": "Blue Crate Ltd" } }),
        )
        .unwrap(),
    };
    let foreign = other.shipment("MAEU123456789");
    store
        .writing(|tx| {
            [&bill, &newer, &foreign].into_iter().try_for_each(|record| tx.put_shipment(record))?;
            tx.put_container(&container)?;
            tx.put_party(&party)?;
            tx.put_request(&request)
        })
        .unwrap();
    let (bill, newer) = (SearchHit::Shipment(bill.shipment.id), SearchHit::Shipment(newer.shipment.id));
    let (container, request) = (SearchHit::Container(container.container.id), SearchHit::Request(request.id));
    let search = |text: &str, limit| store.reading(|tx| tx.search(&maker.account, text, limit)).unwrap();
    for (text, found) in [
        ("MAEU123456789", vec![&bill, &request, &newer]),
        ("maeu 1234-5678/9", vec![&bill, &request, &newer]),
        ("MAEU#1234_56\u{a0}789\t", vec![&bill, &request, &newer]),
        ("import", vec![&request]),
        ("maeu", vec![&newer, &bill, &request]),
        ("MSKU", vec![&container]),
        ("8961", vec![&container]),
        ("961", vec![]),
        ("56789", vec![&bill]),
        ("po-47", vec![&request, &bill]),
        ("Perish", vec![&bill]),
        ("essex", vec![&bill]),
        ("blue cr", vec![&bill]),
        ("USLAX", vec![&bill]),
        ("los angeles", vec![&bill]),
        ("puerto nu", vec![&newer]),
        ("  ", vec![]),
        ("'; DROP TABLE words", vec![]),
        ("%", vec![]),
    ] {
        assert_eq!(search(text, 25).iter().collect::<Vec<_>>(), found, "{text}");
    }
    assert_eq!(search("maeu", 1), [newer]);
    let foreign = store.reading(|tx| tx.search(&other.account, "MAEU123456789", 25)).unwrap();
    assert_eq!(foreign.len(), 1);
}

pub fn names_are_found_without_regard_to_case_and_marks(store: &dyn Store) {
    let maker = Maker::new(1);
    let mut shipment = maker.shipment("MAEU123456789");
    shipment.shipment.pod_vessel_name = Some("Göteborg Express".into());
    shipment.shipment.port_of_discharge_locode = Some("SEGOT".into());
    shipment.shipment.ref_numbers = vec!["Frühjahr Łódź".into()];
    let mut request = maker.request("MAEU123456789");
    request.shipment = Some(shipment.shipment.id.clone());
    let (mueller, other) = (customer(&maker, request.customer.unwrap(), "Müller & Söhne"), maker.uuid());
    let other = customer(&maker, other, "MULLER & SOHNE");
    store
        .writing(|tx| {
            tx.put_party(&mueller)?;
            tx.put_party(&other)?;
            tx.put_shipment(&shipment)?;
            tx.put_request(&request)
        })
        .unwrap();
    let wanted = [SearchHit::Shipment(shipment.shipment.id.clone())];
    store
        .reading(|tx| {
            for text in [
                "MÜLLER & SÖHNE",
                "müller",
                "muller",
                "Mu\u{308}ller",
                "sohne",
                "göteborg",
                "GÖTEBORG",
                "goteborg exp",
                "FRÜHJAHR",
                "fruhjahr lodz",
                "FRÜHJAHR ŁÓDŹ",
            ] {
                assert_eq!(tx.search(&maker.account, text, 25)?, wanted, "{text}");
            }
            for name in ["Müller & Söhne", "MULLER & SOHNE", "söhne müller", "Müll"] {
                let found: BTreeSet<_> = tx.customers_named(&maker.account, name)?.into_iter().collect();
                let both = [&mueller, &other].into_iter().filter_map(|record| record.party.id.uuid()).collect();
                assert_eq!(found, both, "{name}");
            }
            for name in ["Müller GmbH", "", " "] {
                assert!(tx.customers_named(&maker.account, name)?.is_empty(), "{name}");
            }
            assert!(tx.customers_named(&Maker::new(2).account, "Müller & Söhne")?.is_empty());
            let vessel = CommonFilter { vessel: Some("goteborg EXPRESS".into()), ..CommonFilter::default() };
            let filter = ShipmentFilter { common: vessel, ..ShipmentFilter::default() };
            assert_eq!(tx.count_shipments(&maker.account, &filter)?, 1);
            Ok(())
        })
        .unwrap();
}

fn customer(maker: &Maker, id: Uuid, name: &str) -> PartyRecord {
    let party = json!({ "type": "party", "id": id, "attributes": { "company_name": name } });
    PartyRecord { account: maker.account.clone(), party: serde_json::from_value(party).unwrap() }
}

pub fn shipments_with_the_best_matching_names_come_first(store: &dyn Store) {
    let maker = Maker::new(1);
    let shipment = |vessel: &str, number: usize| {
        let mut record = maker.shipment(&format!("MAEU{number}"));
        record.shipment.pod_vessel_name = Some(vessel.to_owned());
        record
    };
    // All of these come before the searched name in alphabetical order.
    let partial_matches = (0..90).map(|n| shipment(&format!("A{n:02}zenith"), n));
    let mut shipments: Vec<ShipmentRecord> = partial_matches.collect();
    shipments.push(shipment("Zenith", 900));
    shipments.push(shipment("Blue Zenith", 901));
    shipments.push(shipment("Zenith II", 902));
    shipments.push(shipment("Zenith", 903));
    shipments.push(shipment("Zenith of the Seas", 904));
    store.writing(|tx| shipments.iter().try_for_each(|record| tx.put_shipment(record))).unwrap();
    let found = store.reading(|tx| tx.search(&maker.account, "zenith", 7)).unwrap();
    let best = [93, 90, 94, 92, 91].map(|at: usize| SearchHit::Shipment(shipments[at].shipment.id.clone()));
    assert_eq!(found[..5], best);
    assert_eq!(found.len(), 7);
}

pub fn an_account_is_found_as_a_customer(store: &dyn Store) {
    let maker = Maker::new(1);
    let (account, shipment) = (maker.account("importer"), maker.shipment("MAEU123456789"));
    let mut request = maker.request("MAEU123456789");
    request.customer = maker.account.uuid();
    request.shipment = Some(shipment.shipment.id.clone());
    store
        .writing(|tx| {
            tx.add_account(&account)?;
            tx.put_shipment(&shipment)?;
            tx.put_request(&request)
        })
        .unwrap();
    store
        .reading(|tx| {
            let found = tx.search(&maker.account, "importer & soh", 25)?;
            assert_eq!(found, [SearchHit::Shipment(shipment.shipment.id.clone())]);
            assert_eq!(tx.customers_named(&maker.account, "IMPORTER & SÖHNE")?, Vec::from_iter(maker.account.uuid()));
            let id = maker.account.uuid().unwrap();
            assert!(tx.is_customer(&maker.account, id)? && !tx.is_customer(&maker.account, maker.uuid())?);
            assert_eq!(tx.customer_of_shipment(&maker.account, &shipment.shipment.id)?, Some(id));
            Ok(())
        })
        .unwrap();
}
