//! Arrival notices recorded as facts. Each file adds its facts once, and they are withdrawn when the file no longer has them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shiptrack::clock::ManualClock;
use shiptrack::error::Error;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::sample_files::{SENDER, message, pdf};
use shiptrack_tests::scenario::{ScriptedCarrier, start};

use super::edi::FailsOnce;
use super::*;
use shiptrack::service::RecordingPolicy;
use shiptrack_tests::with;

const TEXT: &str = "text/plain";

/// A scenario with the account setting `record_arrival_notices`, and a carrier that knows the bill.
fn with_notices() -> Scenario {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    scenario.allow_senders(&[SENDER]);
    scenario
}

pub(super) fn tracked_bill() -> Scenario {
    let scenario = with_notices();
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario
}

/// A notice of the bill for one of its containers.
pub(super) fn notice(arrival: u32, free_until: u32) -> String {
    format!(
        "ARRIVAL NOTICE\nB/L No: {BILL}\nContainer: {}\nETA: 2026-05-{arrival}\nLast Free Day: 2026-05-{free_until}\n",
        CONTAINERS[1]
    )
}

/// A notice without a bill of lading.
fn notice_without_bill() -> String {
    notice(11, 20).replace(&format!("B/L No: {BILL}"), "Our file: 4711")
}

/// Ingests a new message with this file an hour later, and returns the path of its document.
fn ingest(scenario: &Scenario, text: &str) -> String {
    scenario.pass(HOUR);
    let mail = message(&scenario.now().to_string(), "See there", &[("a.txt", TEXT, text.as_bytes())]);
    let ingested = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let email = scenario.get(&format!("/v2/email_submissions/{}", ingested.submission.id));
    format!("/v2/documents/{}", email["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap())
}

/// The day of arrival of the shipment and the last free day of the container; 0 if unknown.
pub(super) fn days(scenario: &Scenario) -> (u32, u32) {
    let day = |value: &Value| value.as_str().map_or(0, |day| day[8..10].parse().unwrap());
    let shipment = &scenario.get("/v2/shipments")["data"][0]["attributes"];
    let containers = scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[1]));
    (day(&shipment["pod_eta_at"]), day(&containers["data"][0]["attributes"]["import_deadlines"]["pickup_lfd_line"]))
}

/// The places of the container's arrivals that notices reported and did not withdraw.
fn arrivals(scenario: &Scenario, shipment: usize) -> Vec<Option<String>> {
    let shipments = scenario.get("/v2/shipments?include=containers");
    let id = shipments["data"][shipment]["id"].as_str().unwrap();
    let shipment = scenario.get(&format!("/v2/shipments/{id}?include=containers"));
    let is_container = |found: &&Value| found["attributes"]["number"] == CONTAINERS[1];
    let container =
        shipment["included"].as_array().unwrap().iter().find(is_container).unwrap()["id"].as_str().unwrap().to_owned();
    let raw_events = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let events = raw_events.as_array().unwrap().iter().map(|event| &event["attributes"]);
    let of_notices = events.filter(|event| event["data_source"] == "user_input" && event["invalidated_at"].is_null());
    of_notices.map(|event| event["location_locode"].as_str().map(str::to_owned)).collect()
}

fn extract_again(scenario: &Scenario, document: &str) {
    scenario.pass(HOUR);
    assert_eq!(scenario.send(Method::Post, &format!("{document}/reextract"), None).status, 202);
}

fn change(scenario: &Scenario, document: &str, attributes: Value) {
    scenario.pass(HOUR);
    patch(scenario, document, "document", attributes);
}

fn discard(scenario: &Scenario, document: &str) {
    scenario.pass(HOUR);
    assert_eq!(scenario.send(Method::Delete, document, None).status, 204);
}

#[test]
fn an_older_notice_that_is_extracted_or_sent_again_does_not_replace_a_newer_one() {
    let scenario = tracked_bill();
    assert_eq!(days(&scenario), (9, 0));
    let older = ingest(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (11, 20));
    ingest(&scenario, &notice(13, 22));
    assert_eq!(days(&scenario), (13, 22));
    extract_again(&scenario, &older);
    assert_eq!(days(&scenario), (13, 22));
    let copy = ingest(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (13, 22), "the same file was forwarded");
    extract_again(&scenario, &copy);
    assert_eq!(days(&scenario), (13, 22));
    let corrected = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": "2026-05-15" });
    change(&scenario, &older, json!({ "extracted_data_manual": corrected }));
    assert_eq!(days(&scenario), (15, 22), "the correction is new");
}

#[test]
fn a_notice_for_a_bill_does_not_change_other_voyages_of_its_containers() {
    let scenario = with_notices();
    let hamburg = json!({ "locode": "DEHAM", "name": "Hamburg" });
    let next = json!([
        { "particulars": { "port_of_lading": { "locode": "CNNGB" }, "port_of_discharge": hamburg, "containers": [CONTAINERS[1]] } },
        { "event": { "milestone": "vessel_arrived", "certainty": "estimated", "at": "2026-07-09T12:00:00Z", "place": hamburg } },
    ]);
    scenario.carrier.knows("223456789", &next);
    for bill in [BILL, "MAEU223456789"] {
        scenario.create("bill_of_lading", bill, "MAEU");
        scenario.run();
    }
    let free = |scenario: &Scenario| -> Vec<bool> {
        let containers = scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[1]))["data"].take();
        let days = containers
            .as_array()
            .unwrap()
            .iter()
            .map(|container| &container["attributes"]["import_deadlines"]["pickup_lfd_line"]);
        days.map(Value::is_string).collect()
    };
    assert_eq!(free(&scenario), [false, false]);
    ingest(&scenario, &notice(11, 20));
    // The newest shipment is first.
    assert_eq!(free(&scenario), [false, true]);
    assert_eq!((arrivals(&scenario, 0), arrivals(&scenario, 1)), (vec![], vec![Some("USLAX".to_owned())]));
}

#[test]
fn a_notice_without_a_bill_is_about_the_current_voyage_of_its_containers() {
    let scenario = tracked_bill();
    let document = ingest(&scenario, &notice_without_bill());
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((11, 20), vec![Some("USLAX".to_owned())]));
    discard(&scenario, &document);
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
    // If the containers are not tracked, the facts are stored until then, or until the notice is discarded.
    for (is_discarded, expected) in [(false, 20), (true, 0)] {
        let scenario = with_notices();
        let document = ingest(&scenario, &notice_without_bill());
        if is_discarded {
            discard(&scenario, &document);
        }
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(days(&scenario).1, expected);
    }
}

#[test]
fn a_notice_adds_one_arrival_whether_or_not_its_place_was_known() {
    let scenario = with_notices();
    let document = ingest(&scenario, &notice(11, 20));
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    extract_again(&scenario, &document);
    ingest(&scenario, &notice(11, 20));
    assert_eq!(arrivals(&scenario, 0), [None]);
    let corrected = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": "2026-05-15" });
    change(&scenario, &document, json!({ "extracted_data_manual": corrected }));
    assert_eq!((arrivals(&scenario, 0), days(&scenario).0), (vec![None], 15));
}

#[test]
fn facts_of_a_discarded_notice_are_withdrawn_and_those_of_other_notices_hold_again() {
    for order in [[0, 1], [1, 0]] {
        let scenario = tracked_bill();
        let both = [ingest(&scenario, &notice(11, 20)), ingest(&scenario, &notice(13, 22))];
        assert_eq!(days(&scenario), (13, 22));
        discard(&scenario, &both[order[0]]);
        assert_eq!(days(&scenario), if order[0] == 0 { (13, 22) } else { (11, 20) }, "{order:?}");
        discard(&scenario, &both[order[1]]);
        assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]), "{order:?}");
        ingest(&scenario, &notice(13, 22));
        assert_eq!(days(&scenario), (13, 22), "the notice was sent again");
    }
}

#[test]
fn a_last_free_day_is_withdrawn_with_the_last_of_several_notices_that_report_it() {
    let reminder = || notice(11, 20) + "Second notice\n";
    for order in [[0, 1], [1, 0]] {
        let scenario = tracked_bill();
        let both = [ingest(&scenario, &notice(11, 20)), ingest(&scenario, &reminder())];
        discard(&scenario, &both[order[0]]);
        assert_eq!(days(&scenario), (11, 20), "{order:?}");
        discard(&scenario, &both[order[1]]);
        assert_eq!(days(&scenario), (9, 0), "{order:?}");
        for text in [reminder(), notice(11, 20)] {
            let document = ingest(&scenario, &text);
            assert_eq!(days(&scenario), (11, 20), "{order:?}: the notice was sent again");
            discard(&scenario, &document);
            assert_eq!(days(&scenario), (9, 0), "{order:?}");
        }
    }
}

#[test]
fn the_carriers_last_free_day_holds_again_after_the_notice_is_discarded() {
    let scenario = tracked_bill();
    let line = json!([{ "container": CONTAINERS[1], "reading": { "pickup_lfd_line": "2026-05-18" } }]);
    let facts = shiptrack::tracking::Fact::parse_all(&line.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, BILL, &facts).unwrap();
    let document = ingest(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (11, 20));
    discard(&scenario, &document);
    assert_eq!(days(&scenario), (9, 18));
}

#[test]
fn facts_of_a_discarded_notice_stay_while_a_copy_of_it_exists() {
    let scenario = tracked_bill();
    let both = [ingest(&scenario, &notice(11, 20)), ingest(&scenario, &notice(11, 20))];
    discard(&scenario, &both[0]);
    assert_eq!(days(&scenario), (11, 20));
    discard(&scenario, &both[1]);
    assert_eq!(days(&scenario), (9, 0));
}

/// Replaces the extracted values of the notice, as a user does.
fn correct(scenario: &Scenario, document: &str, arrival: u32) {
    let values = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": format!("2026-05-{arrival}"), "last_free_day": "2026-05-20" });
    change(scenario, document, json!({ "extracted_data_manual": values }));
}

#[test]
fn a_notice_without_containers_sets_the_last_free_day_of_all_containers_of_its_bill() {
    let scenario = tracked_bill();
    ingest(&scenario, &notice(12, 18));
    assert_eq!(days(&scenario), (12, 18));
    let bill_notice = notice(11, 20).replace(&format!("Container: {}\n", CONTAINERS[1]), "");
    let document = ingest(&scenario, &bill_notice);
    assert_eq!(days(&scenario), (11, 20));
    let free = |scenario: &Scenario| -> Vec<Value> {
        let containers = scenario.get("/v2/containers")["data"].take();
        let days = containers
            .as_array()
            .unwrap()
            .iter()
            .map(|container| &container["attributes"]["import_deadlines"]["pickup_lfd_line"]);
        days.cloned().collect()
    };
    assert!(free(&scenario).len() > 1 && free(&scenario).iter().all(Value::is_string));
    discard(&scenario, &document);
    assert_eq!(days(&scenario), (12, 18), "the other notice holds again for its container");
    assert_eq!(free(&scenario).iter().filter(|day| day.is_string()).count(), 1);
}

#[test]
fn a_copy_does_not_replace_a_correction_of_the_original() {
    let scenario = tracked_bill();
    let first = ingest(&scenario, &notice(11, 20));
    correct(&scenario, &first, 15);
    let copy = ingest(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (15, 20), "the same file was forwarded");
    let third = ingest(&scenario, &notice(11, 20));
    extract_again(&scenario, &third);
    assert_eq!(days(&scenario), (15, 20));
    for (kind, document) in [("bill_of_lading", &copy), ("bill_of_lading", &third)] {
        change(&scenario, document, json!({ "document_type_manual": kind }));
        assert_eq!(days(&scenario), (15, 20), "the copy has another document type");
    }
    change(&scenario, &copy, json!({ "document_type_manual": null }));
    assert_eq!(days(&scenario), (15, 20));
    discard(&scenario, &third);
    assert_eq!(days(&scenario), (15, 20));
    discard(&scenario, &first);
    assert_eq!(days(&scenario), (11, 20), "the facts of the copy hold");
    discard(&scenario, &copy);
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

#[test]
fn discarding_a_copy_does_not_restore_what_a_newer_notice_replaced() {
    for is_corrected in [false, true] {
        let scenario = tracked_bill();
        let first = ingest(&scenario, &notice(11, 20));
        if is_corrected {
            correct(&scenario, &first, 12);
        }
        let copy = ingest(&scenario, &notice(11, 20));
        let newer = ingest(&scenario, &notice(13, 22));
        discard(&scenario, &copy);
        assert_eq!(days(&scenario), (13, 22), "{is_corrected}");
        discard(&scenario, &newer);
        assert_eq!(days(&scenario), if is_corrected { (12, 20) } else { (11, 20) });
    }
}

#[test]
fn discarding_a_notice_corrected_to_another_bill_keeps_the_facts_of_its_copy() {
    let scenario = tracked_bill();
    let both = [ingest(&scenario, &notice(11, 20)), ingest(&scenario, &notice(11, 20))];
    let other = json!({ "bills_of_lading": ["MAEU323456789"], "containers": [CONTAINERS[1]], "eta": "2026-05-12" });
    change(&scenario, &both[0], json!({ "extracted_data_manual": other }));
    discard(&scenario, &both[0]);
    assert_eq!(days(&scenario), (11, 20), "the facts of the copy hold");
    discard(&scenario, &both[1]);
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

#[test]
fn facts_taken_over_by_a_copy_are_withdrawn_after_any_time() {
    let scenario = with_notices();
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let first = ingest(&scenario, &notice(11, 20));
    scenario.pass(DAY * 100);
    let copy = ingest(&scenario, &notice(11, 20));
    discard(&scenario, &first);
    assert_eq!(days(&scenario).1, 20);
    discard(&scenario, &copy);
    assert_eq!((days(&scenario).1, arrivals(&scenario, 0)), (0, vec![]));
}

#[test]
fn facts_are_withdrawn_when_a_notice_gets_another_type_or_another_bill() {
    let scenario = tracked_bill();
    let document = ingest(&scenario, &notice(11, 20));
    for (kind, expected) in [(json!("bill_of_lading"), (9, 0)), (json!(null), (11, 20))] {
        change(&scenario, &document, json!({ "document_type_manual": kind }));
        assert_eq!(days(&scenario), expected, "{kind}");
    }
    for (manual, expected) in [
        (json!({ "eta": { "value": "2026-05-14" } }), (14, 20)),
        (json!({ "last_free_day": "2026-05-23" }), (11, 23)),
        (json!({ "eta": null }), (9, 20)),
        (json!({ "eta": "2026-05-14", "last_free_day": null }), (14, 0)),
    ] {
        change(&scenario, &document, json!({ "extracted_data_manual": manual }));
        assert_eq!(days(&scenario), expected, "{manual}: manual values override extracted ones");
    }
    let other = json!({ "bills_of_lading": ["MAEU323456789"], "containers": [CONTAINERS[1]], "eta": "2026-05-12" });
    change(&scenario, &document, json!({ "extracted_data_manual": other }));
    assert_eq!(days(&scenario), (9, 0));
    // Recorded facts are withdrawn also after the account setting was disabled.
    change(&scenario, &document, json!({ "extracted_data_manual": null }));
    assert_eq!(days(&scenario), (11, 20));
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = false).unwrap();
    discard(&scenario, &document);
    assert_eq!(days(&scenario), (9, 0));
}

#[test]
fn stored_facts_are_withdrawn_also_if_the_storage_limit_is_reached() {
    let scenario =
        Scenario::with(|builder| builder.recording(with(RecordingPolicy::default(), |policy| policy.most_kept = 2)));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    scenario.allow_senders(&[SENDER]);
    let document = ingest(&scenario, &notice(11, 20));
    let full = json!([{ "container": CONTAINERS[0], "reading": { "pickup_lfd_line": "2026-05-18" } }]);
    let full = shiptrack::tracking::Fact::parse_all(&full.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, CONTAINERS[0], &full).unwrap_err();
    discard(&scenario, &document);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

/// A tracked bill on a store that fails once: at the write `at` after the returned counter was set to 0.
fn tracked_bill_on_failing_store(at: usize, kept: bool) -> (Scenario, Arc<AtomicUsize>) {
    let writes = Arc::new(AtomicUsize::new(NEVER));
    let store = FailsOnce { store: SqliteStore::in_memory().unwrap(), at, kept, writes: Arc::clone(&writes) };
    let (clock, carrier) = (ManualClock::new(start()), ScriptedCarrier::default());
    let builder = shiptrack::Service::builder().clock(clock.clone()).allow_loopback();
    let service = builder.carrier("MAEU", carrier.clone()).unwrap().build(store, Outbound::default()).unwrap();
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    let scenario = Scenario { service, clock, carrier, account, transport };
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |account| account.record_arrival_notices = true).unwrap();
    scenario.allow_senders(&[SENDER]);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    (scenario, writes)
}

/// A number of writes after which no test fails one.
const NEVER: usize = usize::MAX / 2;

/// A call is repeated if it failed, as its caller does, and the worker follows.
#[test]
fn facts_of_notices_are_recorded_and_withdrawn_also_if_the_store_fails_at_any_write() {
    let mail = message("Notice", "See there", &[("a.txt", TEXT, notice(11, 20).as_bytes())]);
    let corrected = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": "2026-05-15" });
    let corrected = json!({ "data": { "type": "document", "attributes": { "extracted_data_manual": corrected } } });
    for (at, kept) in (0..).flat_map(|at| [(at, false), (at, true)]) {
        let (scenario, writes) = tracked_bill_on_failing_store(at, kept);
        let mut most = 0;
        let mut fails = |work: &dyn Fn() -> bool, expected: (u32, u32)| {
            scenario.pass(HOUR);
            writes.store(0, Ordering::Relaxed);
            let is_done = work();
            most = most.max(writes.swap(NEVER, Ordering::Relaxed));
            assert!(is_done || work(), "{at} {kept}");
            scenario.run();
            assert_eq!(days(&scenario), expected, "the store failed at write {at}, kept: {kept}");
        };
        let ingest = || {
            let ingested = scenario.service.ingest_email(&scenario.account, &mail, None);
            assert!(!ingested.as_ref().is_err_and(Error::is_in_doubt), "{ingested:?}");
            ingested.is_ok()
        };
        fails(&ingest, (11, 20));
        let document = scenario.get("/v2/documents")["data"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/v2/documents/{document}");
        fails(&|| scenario.send(Method::Patch, &path, Some(&corrected)).status == 200, (15, 20));
        fails(&|| scenario.send(Method::Post, &format!("{path}/reextract"), None).status == 202, (15, 20));
        fails(&|| [204, 404].contains(&scenario.send(Method::Delete, &path, None).status), (9, 0));
        assert_eq!(arrivals(&scenario, 0), []);
        if most <= at {
            assert!(at >= 3, "{at} writes");
            break;
        }
    }
}

#[test]
fn a_file_name_does_not_make_a_document_an_arrival_notice() {
    let scenario = tracked_bill();
    let lines = ["Statement of charges", "B/L No: MAEU123456789", "ETA: 2026-05-11"];
    let mail = message("News", "See there", &[("arrival-notice.pdf", "application/pdf", &pdf(&lines))]);
    scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let attributes = &scenario.get("/v2/documents")["data"][0]["attributes"];
    assert_eq!((&attributes["document_type"], days(&scenario).0), (&json!(null), 9));
}
