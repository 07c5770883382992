//! Duplicate requests: rejected on creation, or detected later by the carrier's answer.

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUpFailure};
use shiptrack::client::{NewTrackingRequest, TrackOutcome};
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, creation};

use super::*;

fn create_errors(scenario: &Scenario, kind: &str, number: &str, scac: &str) -> Value {
    let body = creation(kind, number, scac);
    let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!(status, 422);
    errors
}

#[test]
fn a_duplicate_of_a_pending_request_is_422_with_code_title_pointer_and_detail() {
    let scenario = Scenario::new();
    scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(
        create_errors(&scenario, "bill_of_lading", BILL, "MAEU"),
        json!([{
            "title": "Unprocessable Entity",
            "detail": "a tracking request for number MAEU123456789 and scac MAEU is already pending or created",
            "source": { "pointer": "/data/attributes/request_number" },
            "code": "duplicate",
            "status": "422",
        }])
    );
}

#[test]
fn the_same_number_and_carrier_in_another_spelling_kind_or_code_is_a_duplicate() {
    let scenario = Scenario::new();
    scenario.create("bill_of_lading", BILL, "MAEU");
    for (kind, number, scac) in [
        ("bill_of_lading", "maeu 123 456 789", "maeu"),
        ("bill_of_lading", NORMALIZED, "MAEU"),
        ("booking_number", BILL, "MAEU"),
        ("bill_of_lading", BILL, "SUDU"),
    ] {
        assert_eq!(create_errors(&scenario, kind, number, scac)[0]["code"], "duplicate", "{kind} {number} {scac}");
    }
    scenario.create("bill_of_lading", BILL, "TEST");
}

#[test]
fn a_number_that_is_tracked_as_another_kind_is_an_error_that_names_both_kinds() {
    let scenario = Scenario::new();
    let number = "OOLU1234567";
    let known = scenario.create("bill_of_lading", number, "MAEU");
    let client = scenario.service.client();
    let error = client.tracking_requests().track(NewTrackingRequest::container(number, "MAEU")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
    for part in [number, "bill of lading", "container", &known] {
        assert!(error.to_string().contains(part), "{part} is in: {error}");
    }
    let again = client.tracking_requests().track(NewTrackingRequest::bill_of_lading(number, "MAEU")).unwrap();
    assert_eq!((again.how, again.id.to_string()), (TrackOutcome::Adopted, known));
}

#[test]
fn a_duplicate_is_rejected_while_the_first_request_is_awaiting_manifest_or_created() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(LookUpFailure::NoDataYet)).then_facts(&voyage());
    let first = scenario.create("bill_of_lading", BILL, "MAEU");
    for status in ["awaiting_manifest", "created"] {
        scenario.run();
        assert_eq!(scenario.request(&first)["status"], status);
        assert_eq!(create_errors(&scenario, "bill_of_lading", BILL, "MAEU")[0]["code"], "duplicate");
        scenario.clock.advance(DAY);
    }
}

#[test]
fn a_number_whose_request_failed_or_was_stopped_can_be_requested_again() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(LookUpFailure::InvalidNumber)).then_facts(&voyage());
    let first = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&first)["status"], "failed");
    let second = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let shipment = tracked_object(&scenario, &second).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    assert_eq!(scenario.request(&second)["status"], "tracking_stopped");
    scenario.create("bill_of_lading", BILL, "MAEU");
}

#[test]
fn the_same_number_in_another_account_is_not_a_duplicate() {
    let scenario = Scenario::new();
    scenario.create("bill_of_lading", BILL, "MAEU");
    let other = scenario.service.create_account("other", "Other Inc").unwrap();
    let transport = scenario.service.transport(&other.id).unwrap();
    let body = creation("bill_of_lading", BILL, "MAEU");
    let answer = shiptrack_tests::scenario::send(&*transport, Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!(answer.status, 201);
}

/// A live request, and another one for the same number with carrier detection.
fn with_undetected() -> (Scenario, String, String) {
    let scenario = Scenario::new();
    let undetected = create_request(
        &scenario,
        json!({ "request_type": "bill_of_lading", "request_number": BILL, "auto_detect_vocc_scac": true }),
    );
    let live = scenario.create("bill_of_lading", BILL, "MAEU");
    (scenario, live, undetected["id"].as_str().unwrap().to_owned())
}

#[test]
fn a_request_detected_as_a_duplicate_of_a_live_one_fails_and_records_nothing() {
    let (scenario, live, undetected) = with_undetected();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.run();
    assert_eq!(scenario.request(&live)["status"], "created");
    let request = scenario.request(&undetected);
    assert_eq!((&request["status"], &request["failed_reason"]), (&json!("failed"), &json!("duplicate")));
    assert_eq!(tracked_object(&scenario, &undetected), None);
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 1);
    assert_eq!(scenario.events().iter().filter(|event| *event == "tracking_request.failed").count(), 1);
}

#[test]
fn a_request_with_carrier_detection_waits_while_the_carrier_has_no_data() {
    let (scenario, live, undetected) = with_undetected();
    for answer in [LookUpFailure::Unreachable { retry_after: None }, LookUpFailure::NoDataYet] {
        scenario.carrier.then(Err(answer.clone())).then(Err(answer));
    }
    scenario.run();
    assert_eq!(scenario.request(&undetected)["is_retrying"], true);
    scenario.pass(HOUR);
    for id in [&live, &undetected] {
        assert_eq!(scenario.request(id)["status"], "awaiting_manifest");
    }
    assert_eq!(scenario.request(&undetected)["scac"], Value::Null, "the carrier is not taken from the other request");
    scenario.pass(8 * DAY);
    for id in [&live, &undetected] {
        assert_eq!(scenario.request(id)["status"], "failed", "both requests expire");
    }
}

#[test]
fn a_booking_whose_answer_references_a_tracked_bill_fails_as_duplicate() {
    let (scenario, bill, _) = tracked_bill();
    let facts = Fact::parse_all(&voyage().to_string()).unwrap();
    let names_the_bill = Answer::complete(facts).with_references(vec![BILL.to_owned(), "???".to_owned()]);
    scenario.carrier.then(Ok(names_the_bill.clone())).then(Ok(names_the_bill));
    let booking = scenario.create("booking_number", "EBKG01234567", "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&booking)["failed_reason"], "duplicate");
    assert_eq!(scenario.request(&bill)["status"], "created");

    let container = scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    assert_eq!(
        scenario.request(&container)["status"],
        "created",
        "a container can be tracked in addition to its shipment"
    );
}

#[test]
fn resuming_is_422_until_the_other_request_tracks_the_shipment() {
    let (scenario, first, shipment) = tracked_bill();
    let act = |action: &str| format!("/v2/shipments/{shipment}/{action}");
    scenario.send(Method::Patch, &act("stop_tracking"), None);
    let second = scenario.create("bill_of_lading", "maeu123456789", "MAEU");
    let (status, errors) = scenario.refused(Method::Patch, &act("resume_tracking"), None);
    assert_eq!(status, 422);
    assert_eq!(errors[0]["detail"], format!("number maeu123456789 is already tracked by request {second}"));
    assert_eq!(scenario.request(&first)["status"], "tracking_stopped");
    scenario.run();
    assert_eq!(scenario.request(&second)["status"], "created");
    let resumed = scenario.send(Method::Patch, &act("resume_tracking"), None);
    assert_eq!(resumed.status, 200, "the second request tracks the shipment");
    assert_eq!(scenario.request(&first)["status"], "tracking_stopped");
}

#[test]
fn references_added_concurrently_through_one_client_are_all_kept() {
    let scenario = Scenario::new();
    scenario.create("bill_of_lading", BILL, "MAEU");
    let client = scenario.service.client();
    let add = |reference: String| {
        let new = NewTrackingRequest::bill_of_lading(BILL, "MAEU").ref_numbers([reference]);
        client.tracking_requests().track(new).unwrap()
    };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let add = &add;
            scope.spawn(move || (0..5).for_each(|number| drop(add(format!("R{thread}-{number}")))));
        }
    });
    let request = client.tracking_requests().list().first().unwrap().unwrap();
    assert_eq!(request.ref_numbers.len(), 20, "{:?}", request.ref_numbers);
}

#[test]
fn an_invalid_number_tracked_daily_creates_one_request_a_week() {
    let scenario = Scenario::new();
    let client = scenario.service.client();
    let track_daily = |number: &str, days: usize| -> Vec<TrackOutcome> {
        let new = || NewTrackingRequest::bill_of_lading(number, "MAEU");
        let track_once = |_| {
            let how = client.tracking_requests().track(new()).unwrap().how;
            scenario.pass(DAY);
            how
        };
        (0..days).map(track_once).collect()
    };
    for _ in 0..9 {
        scenario.carrier.then(Err(LookUpFailure::InvalidNumber));
    }
    let how = track_daily("MAEU999999999", 9);
    assert_eq!(how.iter().filter(|how| **how == TrackOutcome::Created).count(), 2, "{how:?}");
    assert_eq!((how[0], how[1], how[6]), (TrackOutcome::Created, TrackOutcome::Returned, TrackOutcome::Returned));
}
