//! A container on its next voyage: which shipment gets the events, and what a second request for the container does.

use serde_json::{Value, json};
use shiptrack::carriers::LookUpFailure;
use shiptrack::client::{NewTrackingRequest, TrackOutcome};
use shiptrack::http::Method;
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, creation};

use super::*;

const CONTAINER: &str = "MSKU0308961";

/// Events of the container: movement, whether it is empty, place, and day of April.
fn events(list: &[(&str, bool, &str, u32)]) -> Value {
    let event = |(movement, empty, place, day): &(&str, bool, &str, u32)| {
        json!({ "version": 2, "container": CONTAINER, "event": { "movement": movement, "empty": empty,
            "place": { "locode": place }, "at": format!("2026-04-{day:02}T06:00:00Z") } })
    };
    list.iter().map(event).collect()
}

const FIRST: [(&str, bool, &str, u32); 3] =
    [("loaded", false, "CNSHA", 1), ("discharged", false, "USLAX", 5), ("gate_out", false, "USLAX", 6)];
const NEXT: [(&str, bool, &str, u32); 2] = [("gate_out", true, "USLAX", 9), ("gate_in", false, "USLAX", 10)];

fn track_container() -> (Scenario, String) {
    let scenario = Scenario::new();
    scenario.carrier.knows(CONTAINER, &events(&FIRST));
    let request = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&request)["status"], "created");
    (scenario, request)
}

#[test]
fn a_create_that_is_rejected_as_a_duplicate_makes_the_live_request_due_at_once() {
    let (scenario, _) = track_container();
    scenario.clock.advance(HOUR);
    let look_ups = scenario.carrier.asked().len();
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), look_ups, "the request is not due yet");
    let body = creation("container", CONTAINER, "MAEU");
    let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!((status, &errors[0]["code"]), (422, &json!("duplicate")));
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), look_ups + 1);
}

#[test]
fn a_rejected_create_uses_no_retry_of_a_failing_request() {
    let scenario = Scenario::new();
    for _ in 0..20 {
        scenario.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    }
    let request = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    for _ in 0..20 {
        scenario.refused(Method::Post, "/v2/tracking_requests", Some(&creation("container", CONTAINER, "MAEU")));
        scenario.run();
    }
    assert_eq!(scenario.request(&request)["retry_count"], 1);
}

#[test]
fn tracking_a_container_on_its_next_voyage_creates_its_next_shipment() {
    let (scenario, first) = track_container();
    let client = scenario.service.client();
    let track = || client.tracking_requests().track(NewTrackingRequest::container(CONTAINER, "MAEU")).unwrap();
    scenario.clock.advance(HOUR);
    let same = track();
    assert_eq!((same.how, same.id.to_string()), (TrackOutcome::Adopted, first.clone()));
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.clock.advance(HOUR);
    let next = track();
    assert_eq!(next.how, TrackOutcome::Created);
    assert_eq!(scenario.request(&first)["status"], "tracking_stopped");
    scenario.run();
    let [old, new] = [first, next.id.to_string()].map(|request| tracked_object(&scenario, &request).unwrap());
    assert_ne!(old, new);
    let container = |shipment: &str| {
        let path = format!("/v2/shipments/{shipment}?include=containers");
        scenario.get(&path)["included"][0]["attributes"].take()
    };
    let (before, after) = (container(&old), container(&new));
    assert_eq!((&before["current_status"], &before["empty_terminated_at"]), (&json!("empty_returned"), &Value::Null));
    assert_eq!((&after["current_status"], &after["pol_vessel_loaded_at"]), (&json!("new"), &Value::Null));
    assert!(after["pol_full_in_at"].is_string());
}

#[test]
fn a_second_request_for_the_same_voyage_waits_for_the_next_voyage_without_a_time_limit() {
    let (scenario, _) = track_container();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &[("gate_in", true, "USLAX", 8)]].concat()));
    scenario.pass(DAY);
    let second = scenario.create("container", CONTAINER, "MAEU");
    assert_eq!(tracked_object(&scenario, &second), None);
    scenario.pass(DAY * 30);
    assert_eq!(scenario.request(&second)["status"], "awaiting_manifest");
    assert_eq!(tracked_object(&scenario, &second), None);
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 1);
}

#[test]
fn a_new_request_resumes_the_shipment_that_the_user_stopped_during_the_voyage() {
    let (scenario, first) = track_container();
    let shipment = tracked_object(&scenario, &first).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    let second = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&second)["status"], "created");
    assert_eq!(tracked_object(&scenario, &second), Some(shipment));
}

#[test]
fn a_bill_and_one_of_its_containers_can_be_tracked_at_the_same_time() {
    let (scenario, _) = track_container();
    scenario.carrier.knows(NORMALIZED, &events(&FIRST));
    let bill = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&bill)["status"], "created");
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 2);
}

#[test]
fn a_late_fact_about_an_earlier_voyage_belongs_to_that_voyage() {
    let (scenario, first) = track_container();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.pass(DAY);
    let second = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let returned = Fact::parse_all(&events(&[("gate_in", true, "USLAX", 8)]).to_string()).unwrap();
    let event_count = scenario.events().len();
    scenario.service.record_facts(&scenario.account, CONTAINER, &returned).unwrap();
    assert_eq!(scenario.events()[event_count..], ["container.transport.empty_in"]);
    let returns = [first, second].map(|request| {
        let shipment = tracked_object(&scenario, &request).unwrap();
        let included = scenario.get(&format!("/v2/shipments/{shipment}?include=containers"));
        included["included"][0]["attributes"]["empty_terminated_at"].clone()
    });
    assert!(returns[0].is_string() && returns[1].is_null(), "{returns:?}");
}
