//! Arrival notices that are taken at their word: each file says a thing once, of what it is about and nothing else, and what it says no
//! more is taken back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shiptrack::clock::ManualClock;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::sample_files::{message, pdf};
use shiptrack_tests::scenario::{Scripted, start};

use super::edi::FailsOnce;
use super::*;
use shiptrack::service::RecordingPolicy;
use shiptrack_tests::with;

const TEXT: &str = "text/plain";

/// A scenario whose account wants it, and whose carrier knows the bill.
fn wanting() -> Scenario {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |wants| wants.record_arrival_notices = true).unwrap();
    scenario
}

fn tracked_bill() -> Scenario {
    let scenario = wanting();
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    scenario
}

/// A notice of the bill for one of its containers.
fn notice(arrival: u32, free_until: u32) -> String {
    format!(
        "ARRIVAL NOTICE\nB/L No: {BILL}\nContainer: {}\nETA: 2026-05-{arrival}\nLast Free Day: 2026-05-{free_until}\n",
        CONTAINERS[1]
    )
}

/// A notice that names no paper.
fn of_boxes() -> String {
    notice(11, 20).replace(&format!("B/L No: {BILL}"), "Our file: 4711")
}

/// Takes in a message with a file, and answers the path of its document. Each message is another one, and comes later.
fn take_in(scenario: &Scenario, text: &str) -> String {
    scenario.pass(HOUR);
    let mail = message(&scenario.now().to_string(), "See there", &[("a.txt", TEXT, text.as_bytes())]);
    let taken = scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let told = scenario.get(&format!("/v2/email_submissions/{}", taken.submission.id));
    format!("/v2/documents/{}", told["data"]["relationships"]["documents"]["data"][0]["id"].as_str().unwrap())
}

/// The days of arrival and the last free day, as the shipment and the container have them.
fn days(scenario: &Scenario) -> (u32, u32) {
    let day = |value: &Value| value.as_str().map_or(0, |day| day[8..10].parse().unwrap());
    let shipment = &scenario.get("/v2/shipments")["data"][0]["attributes"];
    let boxes = scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[1]));
    (day(&shipment["pod_eta_at"]), day(&boxes["data"][0]["attributes"]["import_deadlines"]["pickup_lfd_line"]))
}

/// What notices say of the container, and did not take back: the places of the arrivals.
fn arrivals(scenario: &Scenario, shipment: usize) -> Vec<Option<String>> {
    let shipments = scenario.get("/v2/shipments?include=containers");
    let id = shipments["data"][shipment]["id"].as_str().unwrap();
    let boxes = scenario.get(&format!("/v2/shipments/{id}?include=containers"));
    let of_box = |found: &&Value| found["attributes"]["number"] == CONTAINERS[1];
    let found = boxes["included"].as_array().unwrap().iter().find(of_box).unwrap()["id"].as_str().unwrap().to_owned();
    let told = scenario.get(&format!("/v2/containers/{found}/raw_events"))["data"].take();
    let events = told.as_array().unwrap().iter().map(|event| &event["attributes"]);
    let of_notices = events.filter(|event| event["data_source"] == "user_input" && event["invalidated_at"].is_null());
    of_notices.map(|event| event["location_locode"].as_str().map(str::to_owned)).collect()
}

fn read_again(scenario: &Scenario, document: &str) {
    scenario.pass(HOUR);
    assert_eq!(scenario.send(Method::Post, &format!("{document}/reextract"), None).status, 202);
}

fn say(scenario: &Scenario, document: &str, attributes: Value) {
    scenario.pass(HOUR);
    patch(scenario, document, "document", attributes);
}

fn discard(scenario: &Scenario, document: &str) {
    scenario.pass(HOUR);
    assert_eq!(scenario.send(Method::Delete, document, None).status, 204);
}

#[test]
fn an_older_notice_that_is_read_or_sent_again_takes_nothing_back_that_a_newer_one_says() {
    let scenario = tracked_bill();
    assert_eq!(days(&scenario), (9, 0));
    let older = take_in(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (11, 20));
    take_in(&scenario, &notice(13, 22));
    assert_eq!(days(&scenario), (13, 22));
    read_again(&scenario, &older);
    assert_eq!(days(&scenario), (13, 22));
    let copy = take_in(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (13, 22), "the same file, forwarded");
    read_again(&scenario, &copy);
    assert_eq!(days(&scenario), (13, 22));
    let corrected = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": "2026-05-15" });
    say(&scenario, &older, json!({ "extracted_data_manual": corrected }));
    assert_eq!(days(&scenario), (15, 22), "it says something else now");
}

#[test]
fn a_notice_of_a_bill_says_nothing_of_other_voyages_of_its_containers() {
    let scenario = wanting();
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
        let boxes = scenario.get(&format!("/v2/containers?filter[number]={}", CONTAINERS[1]))["data"].take();
        let days = boxes.as_array().unwrap().iter().map(|it| &it["attributes"]["import_deadlines"]["pickup_lfd_line"]);
        days.map(Value::is_string).collect()
    };
    assert_eq!(free(&scenario), [false, false]);
    take_in(&scenario, &notice(11, 20));
    // The newest stands first.
    assert_eq!(free(&scenario), [false, true]);
    assert_eq!((arrivals(&scenario, 0), arrivals(&scenario, 1)), (vec![], vec![Some("USLAX".to_owned())]));
}

#[test]
fn a_notice_of_containers_alone_is_of_the_voyage_they_are_on() {
    let scenario = tracked_bill();
    let document = take_in(&scenario, &of_boxes());
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((11, 20), vec![Some("USLAX".to_owned())]));
    discard(&scenario, &document);
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
    // Where nobody tracks them it waits, and is gone when the notice is.
    for (is_discarded, expected) in [(false, 20), (true, 0)] {
        let scenario = wanting();
        let document = take_in(&scenario, &of_boxes());
        if is_discarded {
            discard(&scenario, &document);
        }
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(days(&scenario).1, expected);
    }
}

#[test]
fn a_notice_says_one_arrival_whether_or_not_it_was_known_where() {
    let scenario = wanting();
    let document = take_in(&scenario, &notice(11, 20));
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    read_again(&scenario, &document);
    take_in(&scenario, &notice(11, 20));
    assert_eq!(arrivals(&scenario, 0), [None]);
    let corrected = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": "2026-05-15" });
    say(&scenario, &document, json!({ "extracted_data_manual": corrected }));
    assert_eq!((arrivals(&scenario, 0), days(&scenario).0), (vec![None], 15));
}

#[test]
fn what_a_notice_says_that_is_discarded_is_taken_back_and_what_others_say_holds_again() {
    for order in [[0, 1], [1, 0]] {
        let scenario = tracked_bill();
        let both = [take_in(&scenario, &notice(11, 20)), take_in(&scenario, &notice(13, 22))];
        assert_eq!(days(&scenario), (13, 22));
        discard(&scenario, &both[order[0]]);
        assert_eq!(days(&scenario), if order[0] == 0 { (13, 22) } else { (11, 20) }, "{order:?}");
        discard(&scenario, &both[order[1]]);
        assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]), "{order:?}");
        take_in(&scenario, &notice(13, 22));
        assert_eq!(days(&scenario), (13, 22), "it comes again");
    }
}

#[test]
fn what_the_line_said_of_the_free_day_holds_again_without_the_notice() {
    let scenario = tracked_bill();
    let line = json!([{ "container": CONTAINERS[1], "reading": { "pickup_lfd_line": "2026-05-18" } }]);
    let facts = shiptrack::tracking::Fact::parse_all(&line.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, BILL, &facts).unwrap();
    let document = take_in(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (11, 20));
    discard(&scenario, &document);
    assert_eq!(days(&scenario), (9, 18));
}

#[test]
fn a_copy_of_a_notice_that_is_discarded_still_says_what_it_did() {
    let scenario = tracked_bill();
    let both = [take_in(&scenario, &notice(11, 20)), take_in(&scenario, &notice(11, 20))];
    discard(&scenario, &both[0]);
    assert_eq!(days(&scenario), (11, 20));
    discard(&scenario, &both[1]);
    assert_eq!(days(&scenario), (9, 0));
}

/// What a user says in place of the notice.
fn correct(scenario: &Scenario, document: &str, arrival: u32) {
    let values = json!({ "bills_of_lading": [BILL], "containers": [CONTAINERS[1]], "eta": format!("2026-05-{arrival}"), "last_free_day": "2026-05-20" });
    say(scenario, document, json!({ "extracted_data_manual": values }));
}

#[test]
fn a_notice_that_names_its_bill_alone_tells_the_last_free_day_of_all_its_containers_until_it_is_discarded() {
    let scenario = tracked_bill();
    take_in(&scenario, &notice(12, 18));
    assert_eq!(days(&scenario), (12, 18));
    let of_bill = notice(11, 20).replace(&format!("Container: {}\n", CONTAINERS[1]), "");
    let document = take_in(&scenario, &of_bill);
    assert_eq!(days(&scenario), (11, 20));
    let free = |scenario: &Scenario| -> Vec<Value> {
        let boxes = scenario.get("/v2/containers")["data"].take();
        let days = boxes.as_array().unwrap().iter().map(|it| &it["attributes"]["import_deadlines"]["pickup_lfd_line"]);
        days.cloned().collect()
    };
    assert!(free(&scenario).len() > 1 && free(&scenario).iter().all(Value::is_string));
    discard(&scenario, &document);
    assert_eq!(days(&scenario), (12, 18), "what the other one said of the one container holds again");
    assert_eq!(free(&scenario).iter().filter(|day| day.is_string()).count(), 1);
}

#[test]
fn a_copy_takes_nothing_back_that_a_user_corrected_in_another() {
    let scenario = tracked_bill();
    let first = take_in(&scenario, &notice(11, 20));
    correct(&scenario, &first, 15);
    let copy = take_in(&scenario, &notice(11, 20));
    assert_eq!(days(&scenario), (15, 20), "it is forwarded");
    let third = take_in(&scenario, &notice(11, 20));
    read_again(&scenario, &third);
    assert_eq!(days(&scenario), (15, 20));
    for (kind, document) in [("bill_of_lading", &copy), ("bill_of_lading", &third)] {
        say(&scenario, document, json!({ "document_type_manual": kind }));
        assert_eq!(days(&scenario), (15, 20), "it is of another type");
    }
    say(&scenario, &copy, json!({ "document_type_manual": null }));
    assert_eq!(days(&scenario), (15, 20));
    discard(&scenario, &third);
    assert_eq!(days(&scenario), (15, 20));
    discard(&scenario, &first);
    assert_eq!(days(&scenario), (11, 20), "what the copy says holds");
    discard(&scenario, &copy);
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

#[test]
fn a_copy_that_is_discarded_does_not_bring_back_what_a_newer_notice_replaced() {
    for is_corrected in [false, true] {
        let scenario = tracked_bill();
        let first = take_in(&scenario, &notice(11, 20));
        if is_corrected {
            correct(&scenario, &first, 12);
        }
        let copy = take_in(&scenario, &notice(11, 20));
        let newer = take_in(&scenario, &notice(13, 22));
        discard(&scenario, &copy);
        assert_eq!(days(&scenario), (13, 22), "{is_corrected}");
        discard(&scenario, &newer);
        assert_eq!(days(&scenario), if is_corrected { (12, 20) } else { (11, 20) });
    }
}

#[test]
fn a_copy_of_another_bill_is_taken_back_where_it_was_said() {
    let scenario = tracked_bill();
    let both = [take_in(&scenario, &notice(11, 20)), take_in(&scenario, &notice(11, 20))];
    let other = json!({ "bills_of_lading": ["MAEU323456789"], "containers": [CONTAINERS[1]], "eta": "2026-05-12" });
    say(&scenario, &both[0], json!({ "extracted_data_manual": other }));
    discard(&scenario, &both[0]);
    assert_eq!(days(&scenario), (11, 20), "what the copy says holds");
    discard(&scenario, &both[1]);
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

#[test]
fn what_a_copy_took_over_is_taken_back_however_long_ago_it_was_said() {
    let scenario = wanting();
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let first = take_in(&scenario, &notice(11, 20));
    scenario.pass(DAY * 100);
    let copy = take_in(&scenario, &notice(11, 20));
    discard(&scenario, &first);
    assert_eq!(days(&scenario).1, 20);
    discard(&scenario, &copy);
    assert_eq!((days(&scenario).1, arrivals(&scenario, 0)), (0, vec![]));
}

#[test]
fn what_is_no_notice_any_more_or_of_another_bill_is_taken_back() {
    let scenario = tracked_bill();
    let document = take_in(&scenario, &notice(11, 20));
    for (kind, expected) in [(json!("bill_of_lading"), (9, 0)), (json!(null), (11, 20))] {
        say(&scenario, &document, json!({ "document_type_manual": kind }));
        assert_eq!(days(&scenario), expected, "{kind}");
    }
    for (said, expected) in [
        (json!({ "eta": { "value": "2026-05-14" } }), (14, 20)),
        (json!({ "last_free_day": "2026-05-23" }), (11, 23)),
        (json!({ "eta": null }), (9, 20)),
        (json!({ "eta": "2026-05-14", "last_free_day": null }), (14, 0)),
    ] {
        say(&scenario, &document, json!({ "extracted_data_manual": said }));
        assert_eq!(days(&scenario), expected, "{said}: it is laid over what was read");
    }
    let other = json!({ "bills_of_lading": ["MAEU323456789"], "containers": [CONTAINERS[1]], "eta": "2026-05-12" });
    say(&scenario, &document, json!({ "extracted_data_manual": other }));
    assert_eq!(days(&scenario), (9, 0));
    // What was recorded is taken back whatever the account wants meanwhile.
    say(&scenario, &document, json!({ "extracted_data_manual": null }));
    assert_eq!(days(&scenario), (11, 20));
    scenario.service.change_account(&scenario.account, |wants| wants.record_arrival_notices = false).unwrap();
    discard(&scenario, &document);
    assert_eq!(days(&scenario), (9, 0));
}

#[test]
fn what_waits_is_taken_back_also_where_there_is_no_room_for_more() {
    let scenario = Scenario::with(|builder| builder.recording(with(RecordingPolicy::default(), |it| it.most_kept = 2)));
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |wants| wants.record_arrival_notices = true).unwrap();
    let document = take_in(&scenario, &notice(11, 20));
    let full = json!([{ "container": CONTAINERS[0], "reading": { "pickup_lfd_line": "2026-05-18" } }]);
    let full = shiptrack::tracking::Fact::parse_all(&full.to_string()).unwrap();
    scenario.service.record_facts(&scenario.account, CONTAINERS[0], &full).unwrap_err();
    discard(&scenario, &document);
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

#[test]
fn what_could_not_be_taken_back_is_taken_back_when_the_document_is_discarded_again() {
    let writes = Arc::new(AtomicUsize::new(usize::MAX / 2));
    let store = FailsOnce { store: SqliteStore::in_memory().unwrap(), at: 1, kept: false, writes: Arc::clone(&writes) };
    let (clock, carrier) = (ManualClock::new(start()), Scripted::default());
    let builder = shiptrack::Service::builder().clock(clock.clone()).allow_loopback();
    let service = builder.carrier("MAEU", carrier.clone()).unwrap().build(store, Outbound::default()).unwrap();
    let account = service.default_account().clone();
    let transport = service.transport(&account).unwrap();
    let scenario = Scenario { service, clock, carrier, account, transport };
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.service.change_account(&scenario.account, |wants| wants.record_arrival_notices = true).unwrap();
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let document = take_in(&scenario, &notice(11, 20));
    scenario.pass(HOUR);
    writes.store(0, Ordering::Relaxed);
    assert_eq!(scenario.send(Method::Delete, &document, None).status, 204);
    assert_eq!(days(&scenario), (11, 20), "the power is gone");
    assert_eq!(scenario.send(Method::Delete, &document, None).status, 404, "it is discarded");
    assert_eq!((days(&scenario), arrivals(&scenario, 0)), ((9, 0), vec![]));
}

#[test]
fn the_name_of_a_file_makes_no_notice() {
    let scenario = tracked_bill();
    let lines = ["Statement of charges", "B/L No: MAEU123456789", "ETA: 2026-05-11"];
    let mail = message("News", "See there", &[("arrival-notice.pdf", "application/pdf", &pdf(&lines))]);
    scenario.service.ingest_email(&scenario.account, &mail, None).unwrap();
    let told = &scenario.get("/v2/documents")["data"][0]["attributes"];
    assert_eq!((&told["document_type"], days(&scenario).0), (&json!(null), 9));
}
