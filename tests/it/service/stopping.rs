//! How tracking of a shipment stops, and how it is resumed.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};
use shiptrack::carriers::{Carrier, LookUp, LookUpFailure};
use shiptrack::http::{Call, Method};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier, json_of};

use super::*;

fn act(scenario: &Scenario, shipment: &str, action: &str) -> Value {
    let answer = scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/{action}"), None);
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)["data"]["attributes"].take()
}

/// The reason why tracking stopped; null while the shipment is tracked.
fn stop_reason(scenario: &Scenario, shipment: &str) -> Value {
    scenario.get(&format!("/v2/shipments/{shipment}"))["data"]["attributes"]["line_tracking_stopped_reason"].take()
}

fn stop_count(scenario: &Scenario) -> usize {
    scenario.events().iter().filter(|event| *event == "tracking_request.tracking_stopped").count()
}

#[test]
fn stop_tracking_stops_the_shipment_and_its_request_with_one_event() {
    let (scenario, request, shipment) = tracked_bill();
    scenario.clock.advance(HOUR);
    let attributes = act(&scenario, &shipment, "stop_tracking");
    assert_eq!(attributes["line_tracking_stopped_reason"], "cancelled_by_user");
    assert_eq!(attributes["line_tracking_stopped_at"], "2026-05-01T13:00:00Z");
    assert_eq!(scenario.request(&request)["status"], "tracking_stopped");
    assert_eq!(stop_count(&scenario), 1);
    let asked = scenario.carrier.asked().len();
    scenario.pass(10 * DAY);
    assert_eq!(scenario.carrier.asked().len(), asked, "the carrier is not asked any more");
}

#[test]
fn stop_tracking_accepts_a_body_with_type_and_id_only() {
    let (scenario, _, shipment) = tracked_bill();
    let body = json!({ "data": { "type": "shipment", "id": shipment.as_str() } });
    let path = format!("/v2/shipments/{shipment}/stop_tracking");
    assert_eq!(scenario.send(Method::Patch, &path, Some(&body)).status, 200);
}

#[test]
fn resume_tracking_makes_the_request_created_and_due_at_once_without_an_event() {
    let (scenario, request, shipment) = tracked_bill();
    act(&scenario, &shipment, "stop_tracking");
    scenario.clock.advance(DAY);
    let (events_before, asked) = (scenario.events(), scenario.carrier.asked().len());
    let attributes = act(&scenario, &shipment, "resume_tracking");
    assert_eq!(
        (&attributes["line_tracking_stopped_at"], &attributes["line_tracking_stopped_reason"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(scenario.request(&request)["status"], "created");
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), asked + 1);
    assert_eq!(scenario.events(), events_before);
}

#[test]
fn a_second_stop_or_resume_is_200_and_changes_nothing() {
    let (scenario, request, shipment) = tracked_bill();
    let path = |action: &str| format!("/v2/shipments/{shipment}/{action}");
    let again = |action: &str| {
        let before = (scenario.get(&format!("/v2/shipments/{shipment}"))["data"].take(), scenario.request(&request));
        scenario.clock.advance(HOUR / 60);
        let answer = scenario.send(Method::Patch, &path(action), None);
        assert_eq!((answer.status, &json_of(&answer)["data"]), (200, &before.0), "{action}");
        assert_eq!(scenario.request(&request), before.1, "{action}");
    };
    again("resume_tracking");
    act(&scenario, &shipment, "stop_tracking");
    again("stop_tracking");
    assert_eq!(stop_count(&scenario), 1);
    act(&scenario, &shipment, "resume_tracking");
    again("resume_tracking");
}

#[test]
fn tracking_stops_when_all_containers_were_returned_empty() {
    let (scenario, request, shipment) = tracked_bill();
    scenario.carrier.knows(NORMALIZED, &finished_voyage());
    scenario.pass(DAY);
    assert_eq!(stop_reason(&scenario, &shipment), "all_containers_terminated");
    assert_eq!(scenario.request(&request)["status"], "tracking_stopped");
}

#[test]
fn a_cancelled_booking_stops_a_created_request() {
    let (scenario, request, shipment) = tracked_bill();
    scenario.carrier.then(Err(LookUpFailure::Cancelled));
    scenario.pass(DAY);
    assert_eq!(stop_reason(&scenario, &shipment), "booking_cancelled");
    let request = scenario.request(&request);
    assert_eq!((&request["status"], &request["failed_reason"]), (&json!("tracking_stopped"), &Value::Null));
    let stopped = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(
        stopped["data"]["relationships"]["containers"]["data"],
        json!([]),
        "a cancelled booking has no containers"
    );
    assert_eq!(
        scenario.get("/v2/containers")["data"].as_array().unwrap().len(),
        CONTAINERS.len(),
        "the containers can still be read"
    );
}

#[test]
fn tracking_stops_56_days_after_the_arrival() {
    let (scenario, _, shipment) = tracked_bill();
    let mut arrived = voyage();
    let place = json!({ "locode": "USLAX" });
    for number in CONTAINERS {
        let event = json!({ "milestone": "vessel_arrived", "at": "2026-05-02T12:00:00Z", "place": place });
        arrived.as_array_mut().unwrap().push(json!({ "container": number, "event": event }));
    }
    scenario.pass(2 * DAY);
    scenario.carrier.knows(NORMALIZED, &arrived);
    scenario.pass(55 * DAY);
    assert_eq!(stop_reason(&scenario, &shipment), Value::Null);
    scenario.pass(DAY);
    assert_eq!(stop_reason(&scenario, &shipment), "past_arrival_window");
}

#[test]
fn tracking_stops_56_days_after_a_pickup_without_a_known_arrival() {
    let (scenario, _, shipment) = tracked_bill();
    let mut picked_up = voyage();
    for number in CONTAINERS {
        let place = json!({ "locode": "USLAX" });
        let event = json!({ "milestone": "full_out", "at": "2026-05-12T12:00:00Z", "place": place });
        picked_up.as_array_mut().unwrap().push(json!({ "container": number, "event": event }));
    }
    scenario.pass(12 * DAY);
    scenario.carrier.knows(NORMALIZED, &picked_up);
    scenario.pass(55 * DAY);
    assert_eq!(stop_reason(&scenario, &shipment), Value::Null);
    scenario.pass(DAY);
    assert_eq!(stop_reason(&scenario, &shipment), "past_full_out_window");
}

#[test]
fn tracking_stops_after_56_days_without_updates() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.pass(56 * DAY);
    assert_eq!(stop_reason(&scenario, &shipment), Value::Null);
    scenario.pass(DAY);
    assert_eq!(stop_reason(&scenario, &shipment), "no_updates_at_line");
    assert_eq!(stop_count(&scenario), 1);
}

#[test]
fn a_request_stays_created_for_56_days_after_the_carrier_lost_its_data() {
    for failure in
        [LookUpFailure::NotFound, LookUpFailure::NoDataYet, LookUpFailure::InvalidNumber, LookUpFailure::Withheld]
    {
        let (scenario, request, shipment) = tracked_bill();
        for _ in 0..4 * 60 {
            scenario.carrier.then(Err(failure.clone()));
        }
        scenario.pass(55 * DAY);
        let shown = scenario.request(&request);
        assert_eq!((&shown["status"], &shown["failed_reason"]), (&json!("created"), &Value::Null), "{failure:?}");
        scenario.pass(2 * DAY);
        assert_eq!(scenario.request(&request)["status"], "tracking_stopped", "{failure:?}");
        assert_eq!(stop_reason(&scenario, &shipment), "no_updates_at_line", "{failure:?}");
    }
}

#[test]
fn failed_look_ups_of_a_tracked_shipment_change_only_its_last_attempt() {
    let (scenario, request, shipment) = tracked_bill();
    for _ in 0..3 {
        scenario.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    }
    scenario.clock.advance(12 * HOUR);
    scenario.run();
    let shown = scenario.request(&request);
    let state = [&shown["status"], &shown["failed_reason"], &shown["is_retrying"], &shown["retry_count"]];
    assert_eq!(state, [&json!("created"), &Value::Null, &json!(false), &Value::Null]);
    let shipment = scenario.get(&format!("/v2/shipments/{shipment}"));
    let shipment = &shipment["data"]["attributes"];
    assert_eq!(shipment["line_tracking_last_attempted_at"], "2026-05-02T00:00:00Z");
    assert_eq!(shipment["line_tracking_last_succeeded_at"], "2026-05-01T12:00:00Z");
}

#[test]
fn a_resumed_shipment_is_tracked_for_another_56_days() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.pass(57 * DAY);
    act(&scenario, &shipment, "resume_tracking");
    scenario.pass(55 * DAY);
    assert_eq!(stop_reason(&scenario, &shipment), Value::Null);
    scenario.pass(2 * DAY);
    assert_eq!(stop_reason(&scenario, &shipment), "no_updates_at_line");
    assert_eq!(stop_count(&scenario), 2);
}

#[test]
fn a_stop_during_a_look_up_holds_and_the_answer_is_dropped() {
    let stage: Arc<OnceLock<(Scenario, String)>> = Arc::default();
    let script = ScriptedCarrier::default();
    script.knows(NORMALIZED, &voyage());
    let (stage_in_call, carrier) = (stage.clone(), script.clone());
    let stopping_carrier = move |look_up: &LookUp, call: &Call| {
        // The carrier calls the service: no lock is held during a look-up.
        if let Some((scenario, shipment)) = stage_in_call.get() {
            act(scenario, shipment, "stop_tracking");
        }
        carrier.look_up(look_up, call)
    };
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", stopping_carrier).unwrap());
    let request = scenario.create("bill_of_lading", NORMALIZED, "HLCU");
    scenario.run();
    let shipment = tracked_object(&scenario, &request).unwrap();
    assert!(stage.set((scenario, shipment.clone())).is_ok());
    let (scenario, _) = stage.get().unwrap();
    script.knows(NORMALIZED, &finished_voyage());
    scenario.clock.advance(12 * HOUR);
    scenario.run();
    assert_eq!(stop_reason(scenario, &shipment), "cancelled_by_user");
    assert_eq!(stop_count(scenario), 1);
}
