//! Related numbers: a booking and its bill of lading, a container and its bill, references added to tracked numbers.

use serde_json::{Value, json};
use shiptrack::carriers::Answer;
use shiptrack::client::{NewTrackingRequest, TrackOutcome};
use shiptrack::http::Method;
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, creation};

use super::*;

const BOOKING: &str = "EBKG01234567";

/// Sets the carrier's next answer: the voyage, with these references.
fn next_answer_with(scenario: &Scenario, references: &[&str]) {
    let facts = Fact::parse_all(&voyage().to_string()).unwrap();
    let references = references.iter().map(|number| (*number).to_owned()).collect();
    scenario.carrier.then(Ok(Answer::complete(facts).with_references(references)));
}

/// Tracks a bill and a booking whose answers have these references. Returns the ids of both requests.
fn track_bill_and_booking(bill: &[&str], booking: &[&str]) -> (Scenario, String, String) {
    let scenario = Scenario::new();
    next_answer_with(&scenario, bill);
    let first = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    next_answer_with(&scenario, booking);
    let second = scenario.create("booking_number", BOOKING, "MAEU");
    scenario.run();
    (scenario, first, second)
}

#[test]
fn a_booking_and_its_bill_are_one_shipment_if_each_references_only_the_other() {
    let (scenario, bill, booking) = track_bill_and_booking(&[BOOKING], &[BILL]);
    let failed = scenario.request(&booking);
    assert_eq!((&failed["status"], &failed["failed_reason"]), (&json!("failed"), &json!("duplicate")));
    let shipment = tracked_object(&scenario, &bill).unwrap();
    assert_eq!(tracked_object(&scenario, &booking).as_ref(), Some(&shipment), "the duplicate links to the shipment");
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 1);

    let (status, errors) = scenario.refused(
        Method::Post,
        "/v2/tracking_requests",
        Some(&creation("booking_number", "ebkg 0123 4567", "MAEU")),
    );
    assert_eq!((status, &errors[0]["code"]), (422, &json!("duplicate")));
    assert_eq!(errors[0]["source"]["pointer"], "/data/attributes/request_number");
    let detail = errors[0]["detail"].as_str().unwrap();
    assert!(detail.contains(&bill) && detail.contains(&shipment), "{detail}");
    assert_eq!(errors[0]["meta"], json!({ "tracking_request_id": bill, "shipment_id": shipment }));

    for query in [format!("number={BOOKING}"), "q=ebkg0123".to_owned()] {
        let found = scenario.get(&format!("/v2/shipments?{query}"));
        assert_eq!(found["data"][0]["id"], json!(shipment), "{query}");
    }
    let client = scenario.service.client();
    let repeated = NewTrackingRequest::booking_number(BOOKING, "MAEU").ref_numbers(["PO-7"]);
    let tracked = client.tracking_requests().track(repeated).unwrap();
    assert_eq!((tracked.how, tracked.id.to_string()), (TrackOutcome::Adopted, bill));
    assert_eq!(
        scenario.get("/v2/shipments?q=PO-7")["data"][0]["id"],
        json!(shipment),
        "the references reach the shipment"
    );
    let reading = json!({ "container": CONTAINERS[0], "reading": { "seal_number": "ML-7" } });
    let facts = Fact::parse_all(&reading.to_string()).unwrap();
    assert_eq!(scenario.service.record_facts(&scenario.account, BOOKING, &facts).unwrap().requests[0].new, 1);
}

#[test]
fn a_split_or_combined_booking_is_not_a_duplicate() {
    const OTHER: &str = "MAEU987654321";
    for (bill, booking) in
        [(&[BOOKING][..], &[BILL, OTHER][..]), (&[BOOKING, "EBKG07654321"], &[BILL]), (&["EBKG07654321"], &[BILL])]
    {
        let (scenario, _, second) = track_bill_and_booking(bill, booking);
        assert_eq!(scenario.request(&second)["status"], "created", "{bill:?} {booking:?}");
        assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 2);
    }
}

#[test]
fn a_second_booking_of_a_bill_is_not_a_duplicate() {
    let (scenario, _, booking) = track_bill_and_booking(&[], &[BILL]);
    assert_eq!(scenario.request(&booking)["failed_reason"], "duplicate", "the bill has no other booking");
    next_answer_with(&scenario, &[BILL]);
    let third = scenario.create("booking_number", "EBKG07654321", "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&third)["status"], "created", "with two bookings, the bill is a combination");
}

#[test]
fn a_duplicate_booking_can_be_tracked_after_the_bill_gets_a_second_booking() {
    let (scenario, _, _) = track_bill_and_booking(&[BOOKING], &[BILL]);
    next_answer_with(&scenario, &[BOOKING, "EBKG07654321"]);
    scenario.pass(DAY);
    next_answer_with(&scenario, &[BILL]);
    let repeated = scenario.create("booking_number", BOOKING, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&repeated)["status"], "created");
}

#[test]
fn references_added_to_a_request_are_added_to_its_shipment() {
    let (scenario, request, shipment) = tracked_bill();
    let references = || scenario.get(&format!("/v2/shipments/{shipment}"))["data"]["attributes"]["ref_numbers"].take();
    patch(&scenario, &format!("/v2/shipments/{shipment}"), "shipment", json!({ "ref_numbers": ["OWN"] }));
    let client = scenario.service.client();
    let new = NewTrackingRequest::bill_of_lading(BILL, "MAEU").ref_numbers(["PO-1"]);
    assert_eq!(client.tracking_requests().track(new).unwrap().how, TrackOutcome::Adopted);
    assert_eq!(references(), json!(["OWN", "PO-1"]));
    let path = format!("/v2/tracking_requests/{request}");
    patch(&scenario, &path, "tracking_request", json!({ "ref_numbers": ["PO-2"] }));
    assert_eq!(references(), json!(["OWN", "PO-1", "PO-2"]));

    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    create_request(
        &scenario,
        json!({ "request_type": "bill_of_lading", "request_number": BILL, "scac": "MAEU",
                               "ref_numbers": ["PO-3"] }),
    );
    assert_eq!(references(), json!(["OWN", "PO-1", "PO-2", "PO-3"]), "a new request for a number tracked before");
}

#[test]
fn a_container_tracked_in_addition_to_its_bill_links_both_shipments() {
    let (scenario, _, bill) = tracked_bill();
    let meta = |id: &str| scenario.get(&format!("/v2/shipments/{id}"))["meta"].take();
    assert_eq!(meta(&bill), Value::Null);
    let shanghai = json!({ "locode": "CNSHA" });
    let own = json!([{ "container": CONTAINERS[0], "event": { "milestone": "full_in", "at": "2026-04-18T05:00:00Z", "place": shanghai } }]);
    scenario.carrier.knows(CONTAINERS[0], &own);
    let request = scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    let single = tracked_object(&scenario, &request).unwrap();
    let related = |id: &str| json!({ "related_shipments": [{ "type": "shipment", "id": id, "container_numbers": [CONTAINERS[0]] }] });
    assert_eq!((meta(&bill), meta(&single)), (related(&single), related(&bill)));

    let earlier = json!([{ "container": CONTAINERS[1], "event": { "milestone": "full_in", "at": "2025-04-18T05:00:00Z", "place": shanghai } }]);
    scenario.carrier.knows(CONTAINERS[1], &earlier);
    let request = scenario.create("container", CONTAINERS[1], "MAEU");
    scenario.run();
    assert_eq!(
        meta(&tracked_object(&scenario, &request).unwrap()),
        Value::Null,
        "the same container on another voyage"
    );
}
