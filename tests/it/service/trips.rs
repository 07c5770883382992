//! A container on its next voyage: who is told, who waits, and what a second request for it does.

use serde_json::{Value, json};
use shiptrack::carriers::LookUpFailure;
use shiptrack::client::{NewTrackingRequest, TrackOutcome};
use shiptrack::http::Method;
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, creation};

use super::*;

const CONTAINER: &str = "MSKU0308961";

/// What happened to the box at these times, in May.
fn events(told: &[(&str, bool, &str, u32)]) -> Value {
    let event = |(movement, empty, place, day): &(&str, bool, &str, u32)| {
        json!({ "version": 2, "container": CONTAINER, "event": { "movement": movement, "empty": empty,
            "place": { "locode": place }, "at": format!("2026-05-{day:02}T06:00:00Z") } })
    };
    told.iter().map(event).collect()
}

const FIRST: [(&str, bool, &str, u32); 3] =
    [("loaded", false, "CNSHA", 1), ("discharged", false, "USLAX", 5), ("gate_out", false, "USLAX", 6)];
const NEXT: [(&str, bool, &str, u32); 2] = [("gate_out", true, "USLAX", 9), ("gate_in", false, "USLAX", 10)];

fn tracked_bill() -> (Scenario, String) {
    let scenario = Scenario::new();
    scenario.carrier.knows(CONTAINER, &events(&FIRST));
    let request = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&request)["status"], "created");
    (scenario, request)
}

#[test]
fn a_create_refused_as_a_duplicate_makes_the_live_request_due_at_once() {
    let (scenario, _) = tracked_bill();
    scenario.clock.advance(HOUR);
    let looked = scenario.carrier.asked().len();
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), looked, "it is not its turn");
    let body = creation("container", CONTAINER, "MAEU");
    let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
    assert_eq!((status, &errors[0]["code"]), (422, &json!("duplicate")));
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), looked + 1);
}

#[test]
fn in_trouble_a_refused_create_uses_up_no_try() {
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
fn track_of_a_box_on_its_next_voyage_gets_its_next_shipment() {
    let (scenario, first) = tracked_bill();
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
fn a_request_for_a_voyage_that_another_request_has_waits_for_the_next_without_a_limit_and_shows_no_shipment() {
    let (scenario, _) = tracked_bill();
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
fn one_that_was_stopped_by_its_user_in_the_middle_of_a_voyage_is_taken_up_again() {
    let (scenario, first) = tracked_bill();
    let shipment = tracked_object(&scenario, &first).unwrap();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    let second = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&second)["status"], "created");
    assert_eq!(tracked_object(&scenario, &second), Some(shipment));
}

#[test]
fn a_bill_beside_a_container_request_is_no_obstacle() {
    let (scenario, _) = tracked_bill();
    scenario.carrier.knows(NORMALIZED, &events(&FIRST));
    let bill = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(scenario.request(&bill)["status"], "created");
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 2);
}

#[test]
fn what_somebody_tells_later_of_an_earlier_voyage_is_told_of_that_one() {
    let (scenario, first) = tracked_bill();
    scenario.carrier.knows(CONTAINER, &events(&[&FIRST[..], &NEXT[..]].concat()));
    scenario.pass(DAY);
    let second = scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let returned = Fact::parse_all(&events(&[("gate_in", true, "USLAX", 8)]).to_string()).unwrap();
    let told = scenario.events().len();
    scenario.service.record_facts(&scenario.account, CONTAINER, &returned).unwrap();
    assert_eq!(scenario.events()[told..], ["container.transport.empty_in"]);
    let returns = [first, second].map(|request| {
        let shipment = tracked_object(&scenario, &request).unwrap();
        let included = scenario.get(&format!("/v2/shipments/{shipment}?include=containers"));
        included["included"][0]["attributes"]["empty_terminated_at"].clone()
    });
    assert!(returns[0].is_string() && returns[1].is_null(), "{returns:?}");
}
