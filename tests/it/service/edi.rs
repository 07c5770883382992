//! EDI that a service ingests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeDelta;
use shiptrack::carriers::Inbox;
use shiptrack::clock::ManualClock;
use shiptrack::error::{Error, ErrorKind};
use shiptrack::service::{EdiReport, MessageReport, RecordingPolicy};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};
use shiptrack::{NewTrackingRequest, Settle};
use shiptrack_tests::outbound::Outbound;
use shiptrack_tests::scenario::{Scenario, send, start};

use super::*;
use shiptrack_tests::with;

const CONTAINER: &str = "MSKU0308961";

/// A 315 message about a container: code, day of April 2026, place and references.
fn status(number: usize, code: &str, day: u32, place: &str, references: &str) -> String {
    format!(
        "ST*315*{number:04}~B4***{code}*202604{day:02}*1200**MSKU*030896*L*45G1*{place}*UN*1~{references}\
         Q2*9321483********042E***L*TEST VOYAGER~R4*L*UN*CNSHA~R4*D*UN*USLAX~SE*{}*{number:04}~",
        6 + references.matches('~').count(),
    )
}

/// An interchange of these messages with this control number.
fn interchange(number: u32, messages: &[String]) -> String {
    format!(
        "ISA*00*          *00*          *ZZ*LINE           *ZZ*ME             *260430*15{:02}*U*00401*{number:09}*0*P*>~\
         GS*QO*LINE*ME*20260430*1500*7*X*004010~{}GE*{}*7~IEA*1*{number:09}~",
        number % 60,
        messages.concat(),
        messages.len()
    )
}

fn loaded_interchange(number: u32) -> String {
    interchange(number, &[status(1, "AE", 20, "CNSHA", "N9*BM*123456789~")])
}

impl Edi for Scenario {}

trait Edi: std::borrow::Borrow<Scenario> {
    fn try_ingest(&self, text: &str) -> Result<EdiReport, Error> {
        let scenario = self.borrow();
        scenario.service.ingest_edi(&scenario.account, text.as_bytes())
    }

    fn ingest(&self, text: &str) -> EdiReport {
        self.try_ingest(text).unwrap()
    }
}

fn only_message(report: &EdiReport) -> &MessageReport {
    assert_eq!((report.interchanges.len(), report.interchanges[0].messages.len()), (1, 1), "{report:?}");
    &report.interchanges[0].messages[0]
}

/// A service with a carrier that only sends EDI.
fn with_inbox(policy: RecordingPolicy) -> Scenario {
    Scenario::with(|builder| builder.recording(policy).carrier("MAEU", Inbox).unwrap())
}

fn names(scenario: &Scenario) -> Vec<String> {
    let found = scenario.get(&format!("/v2/containers?filter[number]={CONTAINER}&include=transport_events"));
    let events = found["included"].as_array().cloned().unwrap_or_default();
    let name = |event: &Value| event["attributes"]["event"].as_str().unwrap().replace("container.transport.", "");
    events.iter().filter(|event| event["type"] == "transport_event").map(name).collect()
}

#[test]
fn a_bill_of_a_carrier_that_only_sends_edi_is_tracked() {
    let scenario = with_inbox(RecordingPolicy::default());
    let request = scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&request)["status"], "awaiting_manifest");

    let report = scenario.ingest(&loaded_interchange(1));
    let message = only_message(&report);
    assert!(report.is_whole() && message.is_read && message.unread.is_none(), "{report:?}");
    assert_eq!((message.requests.len(), message.requests[0].new > 0), (1, true));
    scenario.run();
    assert_eq!(scenario.request(&request)["status"], "created", "the request is looked up at once");
    assert_eq!(names(&scenario), ["vessel_loaded"]);

    scenario.ingest(&interchange(2, &[status(1, "VD", 21, "CNSHA", "N9*BM*MAEU123456789~")]));
    assert_eq!(names(&scenario), ["vessel_loaded", "vessel_departed"], "later EDI is published at once");
    assert!(scenario.events().contains(&"container.transport.vessel_departed".to_owned()));
}

#[test]
fn a_cancelled_booking_stops_tracking_until_it_is_confirmed_again() {
    let scenario = with_inbox(RecordingPolicy::default());
    let request = scenario.create("booking_number", "265719201", "MAEU");
    scenario.run();
    let status_after = |number: u32, code: &str, day: u32| {
        scenario.ingest(&interchange(number, &[status(1, code, day, "CNSHA", "N9*BN*265719201~")]));
        scenario.run();
        scenario.request(&request)["status"].clone()
    };
    assert_eq!(status_after(1, "BF", 20), "created");
    assert_eq!(status_after(2, "CA", 21), "tracking_stopped");
    let shipment = || scenario.get("/v2/shipments")["data"][0]["attributes"].clone();
    assert_eq!(shipment()["line_tracking_stopped_reason"], "booking_cancelled");
    let events = scenario.events();
    assert_eq!(events.iter().filter(|name| *name == "tracking_request.tracking_stopped").count(), 1, "{events:?}");
    assert_eq!(status_after(3, "BF", 22), "created");
    assert_eq!(shipment()["line_tracking_stopped_reason"], Value::Null);
}

#[test]
fn holds_reported_one_by_one_are_shown_until_they_are_lifted() {
    let scenario = with_inbox(RecordingPolicy::default());
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    let holds_after = |number: u32, code: &str| {
        scenario.ingest(&interchange(number, &[status(1, code, 20, "USLAX", "N9*BM*123456789~")]));
        scenario.run();
        let found = scenario.get(&format!("/v2/containers?filter[number]={CONTAINER}"));
        let holds = found["data"][0]["attributes"]["holds_at_pod_terminal"].as_array().unwrap().clone();
        holds.iter().map(|hold| hold["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(holds_after(1, "PA"), ["customs"]);
    assert_eq!(holds_after(2, "FD"), ["customs", "freight"]);
    assert_eq!(holds_after(3, "CT"), ["freight"]);
    assert!(scenario.events().contains(&"container.updated".to_owned()));
    assert_eq!(holds_after(4, "HR"), [""; 0]);
}

#[test]
fn a_repeated_interchange_adds_nothing_and_is_reported_as_repeated() {
    let scenario = with_inbox(RecordingPolicy::default());
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    let first = scenario.ingest(&loaded_interchange(1));
    scenario.run();
    let event_count = scenario.events().len();
    scenario.pass(DAY);
    // Mail programs insert line breaks.
    let repeated = scenario.ingest(&loaded_interchange(1).replace('~', "~\r\n"));
    assert!(!first.interchanges[0].is_repeated && repeated.interchanges[0].is_repeated);
    assert_eq!(repeated.interchanges[0].messages, first.interchanges[0].messages);
    let (first_answer, second_answer) =
        (&first.interchanges[0].acknowledgement, &repeated.interchanges[0].acknowledgement);
    let text = |answer: &Option<Vec<u8>>| String::from_utf8(answer.clone().unwrap()).unwrap().replace("\r\n", "");
    assert_eq!(text(first_answer), text(second_answer), "the acknowledgement is repeated");
    assert!(text(first_answer).contains("AK5*A~"));
    assert_eq!(scenario.events().len(), event_count);

    let other = scenario.ingest(&loaded_interchange(1).replace("TEST VOYAGER", "OTHER VESSEL"));
    assert!(!other.interchanges[0].is_repeated, "the control number was used for other content");
    assert!(
        other.interchanges[0].problems[0].detail.contains("another interchange with the control number \"000000001\""),
        "{other:?}"
    );
    assert!(other.is_whole());
}

#[test]
fn interchanges_of_one_file_are_recorded_in_the_order_they_were_written() {
    let scenario = with_inbox(RecordingPolicy::default());
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    let expected = |number: u32, day: u32| {
        let status = status(1, "AG", day, "USLAX", "N9*BM*123456789~");
        interchange(number, &[status.replace("202604", "202605")])
    };
    let report = scenario.ingest(&(expected(9, 22) + &expected(4, 20)));
    let numbers: Vec<&str> =
        report.interchanges.iter().map(|interchange| interchange.control_number.as_str()).collect();
    assert_eq!(numbers, ["000000009", "000000004"], "the report has the order of the file");
    scenario.run();
    let shipment = scenario.get("/v2/shipments");
    assert_eq!(shipment["data"][0]["attributes"]["pod_eta_at"], "2026-05-22T19:00:00Z");
}

#[test]
fn edi_about_an_untracked_number_joins_the_later_shipment() {
    let scenario = Scenario::new();
    let report = scenario.ingest(&loaded_interchange(1));
    let message = only_message(&report);
    assert_eq!(message.requests, []);
    assert!(message.kept > 0 && report.is_whole(), "{report:?}");
    scenario.carrier.knows(
        "123456789",
        &json!([{ "container": CONTAINER, "event": {
        "movement": "gate_in", "mode": "truck", "at": "2026-04-18T12:00:00Z", "place": { "locode": "CNSHA" } } }]),
    );
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    assert_eq!(names(&scenario), ["full_in", "vessel_loaded"]);
}

#[test]
fn the_newest_stored_fact_holds_and_facts_that_reached_a_request_are_not_stored() {
    let scenario = Scenario::new();
    let expected = |number: u32, day: u32, references: &str| {
        interchange(number, &[status(1, "AG", day, "USLAX", references).replace("202604", "202605")])
    };
    let both = "N9*BM*123456789~N9*BN*BOOKING1~";
    for (number, day) in [(1, 22), (2, 20)] {
        assert!(only_message(&scenario.ingest(&expected(number, day, both))).kept > 0);
    }
    scenario.carrier.knows(
        "123456789",
        &json!([{ "container": CONTAINER, "event": {
        "movement": "gate_in", "mode": "truck", "at": "2026-04-18T12:00:00Z", "place": { "locode": "CNSHA" } } }]),
    );
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    let eta = || scenario.get("/v2/shipments")["data"][0]["attributes"]["pod_eta_at"].as_str().unwrap().to_owned();
    assert_eq!(eta(), "2026-05-20T19:00:00Z", "the last received estimate");
    let message = only_message(&scenario.ingest(&expected(3, 23, both))).clone();
    assert_eq!((message.kept, message.requests.len(), eta().as_str()), (0, 1, "2026-05-23T19:00:00Z"));
}

#[test]
fn each_shipment_gets_only_the_events_of_its_own_containers() {
    let scenario = with_inbox(RecordingPolicy::default());
    for bill in ["MAEU111111111", "MAEU222222222"] {
        scenario.create("bill_of_lading", bill, "MAEU");
    }
    scenario.run();
    let quay = "UNB+UNOA:2+USLAXTERM+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'\
        LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'RFF+BM:111111111'DTM+203:202604201410:203'EQD+CN+TGHU1643396'RFF+BM:222222222'\
        DTM+203:202604201415:203'UNT+11+1'UNZ+1+77'";
    let report = scenario.ingest(quay);
    assert_eq!(only_message(&report).requests.len(), 2);
    scenario.run();
    let shipments = scenario.get("/v2/shipments?include=containers");
    let container_counts: Vec<usize> = shipments["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|shipment| shipment["relationships"]["containers"]["data"].as_array().unwrap().len())
        .collect();
    assert_eq!(container_counts, [1, 1], "{shipments}");
}

#[test]
fn unreadable_messages_are_reported_and_stored_until_they_are_discarded_or_expire() {
    let scenario = Scenario::new();
    let damaged = "ST*315*0002~N9*BM*1~SE*3*0002~".to_owned();
    let other = "ST*214*0003~B10*1~SE*3*0003~".to_owned();
    let report = scenario.ingest(&interchange(1, &[status(1, "AE", 20, "CNSHA", "N9*BM*1~"), damaged.clone(), other]));
    let messages = &report.interchanges[0].messages;
    assert!(!report.is_whole());
    assert_eq!(messages.iter().map(|message| message.unread.is_some()).collect::<Vec<_>>(), [false, true, true]);
    assert!(messages[1].problems.iter().any(|problem| problem.place == "B4"), "{messages:?}");
    let unread = || scenario.service.unread_edi(&scenario.account, 10).unwrap();
    let stored = unread();
    assert_eq!((stored.len(), stored[0].text.as_str(), stored[0].sender.as_str()), (2, damaged.as_str(), "LINE"));
    assert_eq!(stored[0].report, messages[1]);
    let answer = report.interchanges[0].acknowledgement.clone().unwrap();
    assert!(String::from_utf8(answer).unwrap().contains("AK5*R"), "the acknowledgement reports the error");

    let discard = |id: &str| scenario.service.discard_unread_edi(&scenario.account, id).unwrap();
    assert_eq!(
        [discard(&stored[0].id), discard(&stored[0].id), discard("x"), discard("7-7")],
        [true, false, false, false]
    );
    assert_eq!(unread().len(), 1);
    scenario.clock.advance(TimeDelta::days(91).to_std().unwrap());
    scenario.run();
    assert_eq!(unread().len(), 0);
    assert!(!scenario.ingest(&loaded_interchange(1)).interchanges[0].is_repeated);
}

#[test]
fn an_interrupted_file_continues_where_it_stopped() {
    let policy = with(RecordingPolicy::default(), |policy| policy.most_unread_edi = 60);
    let scenario = with_inbox(policy);
    scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.run();
    let damaged = |number: usize| format!("ST*315*{number:04}~N9*BM*1~SE*3*{number:04}~");
    scenario.ingest(&interchange(1, &[damaged(1), damaged(2)]));
    let file = interchange(2, &[status(1, "AE", 20, "CNSHA", "N9*BM*123456789~"), damaged(2)]);
    let full = scenario.try_ingest(&file).unwrap_err();
    assert_eq!((full.kind(), full.errors()[0].code.as_deref()), (ErrorKind::Conflict, Some("too_much_unread_edi")));
    scenario.run();
    assert_eq!(names(&scenario), ["vessel_loaded"], "the message before it was ingested");
    let stored = scenario.service.unread_edi(&scenario.account, 10).unwrap();
    scenario.service.discard_unread_edi(&scenario.account, &stored[0].id).unwrap();
    let report = scenario.ingest(&file);
    assert!(
        !report.interchanges[0].is_repeated && report.interchanges[0].messages[0].requests[0].new > 0,
        "{report:?}"
    );
    assert!(scenario.ingest(&file).interchanges[0].is_repeated);
}

#[test]
fn a_message_above_the_storage_limit_is_stored_unread() {
    let scenario = with_inbox(with(RecordingPolicy::default(), |policy| policy.most_kept = 0));
    let report = scenario.ingest(&loaded_interchange(1));
    let message = only_message(&report);
    assert!(message.is_read && message.unread.is_some() && !report.is_whole(), "{message:?}");
    assert!(message.problems[0].detail.contains("recording.most_kept"), "{message:?}");
    assert!(scenario.service.unread_edi(&scenario.account, 10).unwrap()[0].text.starts_with("ST*315*0001~B4*"));
}

#[test]
fn text_that_is_not_edi_is_reported_and_an_unknown_account_is_rejected() {
    let scenario = Scenario::new();
    for text in ["", "hello", "{}"] {
        let report = scenario.ingest(text);
        assert!(report.interchanges.is_empty() && !report.problems.is_empty() && !report.is_whole(), "{text}");
    }
    let unknown = shiptrack::resources::AccountId::new("00000000-0000-4000-8000-000000000000");
    let error = scenario.service.ingest_edi(&unknown, loaded_interchange(1).as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let acknowledgement = scenario.ingest(
        &String::from_utf8(scenario.ingest(&loaded_interchange(1)).interchanges[0].acknowledgement.clone().unwrap())
            .unwrap(),
    );
    assert_eq!(
        scenario.service.unread_edi(&scenario.account, 10).unwrap(),
        [],
        "an acknowledgement is not stored as unread"
    );
    assert!(acknowledgement.is_whole() && acknowledgement.interchanges[0].acknowledgement.is_none());
}

#[test]
fn a_report_is_converted_to_json() {
    let scenario = Scenario::new();
    let report: Value = serde_json::from_str(&scenario.ingest(&loaded_interchange(1)).to_json()).unwrap();
    let interchange = &report["interchanges"][0];
    assert_eq!((&interchange["syntax"], &interchange["sender"]), (&json!("x12"), &json!("LINE")));
    assert!(interchange["acknowledgement"].as_str().unwrap().starts_with("ISA*"));
    assert_eq!(interchange["messages"][0]["numbers"][0], json!({ "kind": "bill_of_lading", "number": "123456789" }));
}

/// A store that fails once, at the write with the number `at`: after committing it if `kept`, else before.
pub(super) struct FailsOnce {
    pub store: SqliteStore,
    pub at: usize,
    pub kept: bool,
    pub writes: Arc<AtomicUsize>,
}

impl Store for FailsOnce {
    fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<(), Error>) -> Result<(), Error> {
        self.store.read(work)
    }

    fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> Result<(), Error>) -> Result<(), Error> {
        if self.writes.fetch_add(1, Ordering::Relaxed) != self.at {
            return self.store.write(work);
        }
        let failed = Error::new(ErrorKind::Store, "the write failed");
        if self.kept { self.store.write(work).and(Err(failed)) } else { Err(failed) }
    }

    fn check_writable(&self) -> Result<(), Error> {
        self.store.check_writable()
    }

    fn maintain(&self) -> Result<(), Error> {
        self.store.maintain()
    }

    fn close(&self) -> Result<(), Error> {
        self.store.close()
    }
}

/// Ingests a file twice; during the first time the store fails at the write `at`. Returns the events, and whether it failed.
fn events_after_failure(at: usize, kept: bool) -> (Vec<String>, bool) {
    let writes = Arc::new(AtomicUsize::new(usize::MAX / 2));
    let store = FailsOnce { store: SqliteStore::in_memory().unwrap(), at, kept, writes: Arc::clone(&writes) };
    let builder = shiptrack::Service::builder().clock(ManualClock::new(start())).carrier("MAEU", Inbox).unwrap();
    let service = builder.build(store, Outbound::default()).unwrap();
    let (client, account) = (service.client(), service.default_account().clone());
    client.tracking_requests().create(NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")).unwrap();
    service.settle(Settle::new()).unwrap();
    service.ingest_edi(&account, loaded_interchange(1).as_bytes()).unwrap();
    service.settle(Settle::new()).unwrap();
    let expected =
        |number: usize, day: u32| status(number, "AG", day, "USLAX", "N9*BM*123456789~").replace("202604", "202605");
    let file = interchange(2, &[expected(1, 20), expected(2, 25), "ST*214*0003~SE*2*0003~".to_owned()])
        + &interchange(3, &[status(1, "VD", 21, "CNSHA", "N9*BM*123456789~")]);
    writes.store(0, Ordering::Relaxed);
    let failed = service.ingest_edi(&account, file.as_bytes()).is_err();
    writes.store(usize::MAX / 2, Ordering::Relaxed);
    let report = service.ingest_edi(&account, file.as_bytes()).unwrap();
    assert_eq!(report.interchanges.iter().map(|interchange| interchange.messages.len()).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(service.unread_edi(&account, 10).unwrap().len(), 1, "{at} {kept}");
    service.settle(Settle::new()).unwrap();
    let events = service.events(&account, 0, usize::MAX).unwrap();
    (events.iter().map(|event| event.event.to_string()).collect(), failed)
}

#[test]
fn an_ingest_interrupted_at_any_write_loses_nothing_and_publishes_nothing_twice() {
    let (whole, _) = events_after_failure(usize::MAX, false);
    assert!(whole.len() > 3, "{whole:?}");
    for kept in [false, true] {
        let mut at = 0;
        loop {
            let (events, failed) = events_after_failure(at, kept);
            assert_eq!(events, whole, "interrupted at write {at}, kept: {kept}");
            if !failed {
                break;
            }
            at += 1;
        }
        assert!(at >= 5, "{at} writes");
    }
}

/// A terminal's report about this number of containers, each with a different bill of lading.
fn terminal_report(count: usize) -> String {
    let item = |at: usize| format!("EQD+CN+TSTU{at:07}'RFF+BM:BILL{at:05}'DTM+203:202604201410:203'");
    let items: String = (1..=count).map(item).collect();
    let length = 3 * count + 4;
    format!(
        "UNB+UNOA:2+T+ME+260430:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'LOC+11+USLAX:139:6'{items}UNT+{length}+1'UNZ+1+77'"
    )
}

/// Ingests a report about hundreds of bills twice; during the first time the store fails at the write `at`. Returns the events and
/// the number of containers, the number of writes, and whether a write failed.
fn results_for_many_bills(at: usize, kept: bool) -> ((Vec<String>, Value), usize, bool) {
    let writes = Arc::new(AtomicUsize::new(usize::MAX / 2));
    let store = FailsOnce { store: SqliteStore::in_memory().unwrap(), at, kept, writes: Arc::clone(&writes) };
    let builder = shiptrack::Service::builder().clock(ManualClock::new(start())).carrier("MAEU", Inbox).unwrap();
    let service = builder.build(store, Outbound::default()).unwrap();
    let (client, account) = (service.client(), service.default_account().clone());
    let track = |bill: &str| {
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading(bill, "MAEU")).unwrap();
        service.settle(Settle::new()).unwrap();
    };
    ["BILL00001", "BILL00120", "BILL00250"].iter().for_each(|bill| track(bill));
    let file = terminal_report(250);
    writes.store(0, Ordering::Relaxed);
    let failed = service.ingest_edi(&account, file.as_bytes()).is_err();
    let write_count = writes.swap(usize::MAX / 2, Ordering::Relaxed);
    let report = service.ingest_edi(&account, file.as_bytes()).unwrap();
    let message = only_message(&report);
    let bills = message.numbers.iter().filter(|named| named.number.starts_with("BILL")).count();
    assert!(report.is_whole() && message.problems.is_empty() && bills == 250, "{at} {kept} {bills}");
    assert!(!failed || message.requests.len() == 3, "{at} {kept} {:?}", message.requests);
    service.settle(Settle::new()).unwrap();
    track("BILL00200");
    let events = service.events(&account, 0, usize::MAX).unwrap();
    let found = json_of(&send(service.transport(&account).unwrap().as_ref(), Method::Get, "/v2/containers", None));
    let names = events.iter().map(|event| event.event.to_string()).collect();
    ((names, found["meta"]["total"].clone()), write_count, failed)
}

#[test]
fn a_message_about_hundreds_of_bills_is_ingested_in_batches_and_loses_nothing_when_interrupted() {
    let (whole, write_count, _) = results_for_many_bills(usize::MAX, false);
    assert_eq!(whole.1, 4, "{:?}", whole.0);
    assert!((4..8).contains(&write_count), "{write_count} writes");
    for (at, kept) in (0..write_count).flat_map(|at| [(at, false), (at, true)]) {
        let (results, _, failed) = results_for_many_bills(at, kept);
        assert!(failed && results == whole, "interrupted at write {at}, kept: {kept}: {results:?}");
    }
}

#[test]
fn segments_of_one_message_that_name_different_containers_are_reported_as_a_doubt() {
    let scenario = with_inbox(RecordingPolicy::default());
    let request = scenario.create("bill_of_lading", "MAEU123456789", "MAEU");
    let other = "N9*BM*123456789~N9*EQ*TGHU1643396~";
    let report = scenario.ingest(&interchange(1, &[status(1, "AE", 20, "CNSHA", other)]));
    let said = |text: &str| text.contains("MSKU0308961") && text.contains("TGHU1643396");
    assert!(only_message(&report).doubts.iter().any(|doubt| said(doubt)), "{report:?}");
    scenario.run();
    let shipment = tracked_object(&scenario, &request).unwrap();
    let listed = scenario.get(&format!("/v2/shipments/{shipment}/doubts"));
    let doubts = listed["doubts"].as_array().unwrap();
    let found = doubts.iter().find(|doubt| doubt["reason"] == "other_number").expect("a doubt");
    assert_eq!((&found["container"], &found["pointer"]), (&json!("MSKU0308961"), &json!("/container")), "{listed}");
    assert!(said(found["text"].as_str().unwrap()), "{listed}");
    assert_eq!(names(&scenario), ["vessel_loaded"], "the status is recorded for the container in B4");
}
