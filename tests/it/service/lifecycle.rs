//! The states of a tracking request over time, as described in `core/docs/lifecycle.md`.

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::http::Call;
use shiptrack_tests::scenario::{Scenario, start};

use super::*;

const UNREACHABLE: LookUpFailure = LookUpFailure::Unreachable { retry_after: None };

fn status_and_reason(scenario: &Scenario, id: &str) -> (String, Value) {
    let request = scenario.request(id);
    (request["status"].as_str().unwrap().to_owned(), request["failed_reason"].clone())
}

/// Tracks a bill; the carrier's first look-ups fail like this.
fn with_failures(failures: impl IntoIterator<Item = LookUpFailure>) -> (Scenario, String) {
    let scenario = Scenario::new();
    for failure in failures {
        scenario.carrier.then(Err(failure));
    }
    let id = scenario.create("bill_of_lading", BILL, "MAEU");
    (scenario, id)
}

#[test]
fn pending_becomes_created_when_number_and_scac_match_with_a_succeeded_event_that_includes_the_shipment() {
    let (scenario, request, shipment) = tracked_bill();
    assert_eq!(status_and_reason(&scenario, &request), ("created".to_owned(), Value::Null));
    assert_eq!(
        scenario.events(),
        ["tracking_request.succeeded", "container.created", "container.created"],
        "events before the first look-up are not published"
    );
    let event = scenario.service.events(&scenario.account, 0, 1).unwrap().remove(0);
    let notification: Value = serde_json::from_str(&event.document).unwrap();
    let reference = json!({ "data": { "type": "tracking_request", "id": request.as_str() } });
    assert_eq!(notification["data"]["relationships"]["reference_object"], reference);
    assert_eq!(included(&notification), ["tracking_request", "shipment", "container", "container"]);
    assert_eq!(notification["included"][1]["id"], json!(shipment));
    assert_eq!(notification["included"][0]["relationships"]["tracked_object"]["data"]["id"], json!(shipment));
}

#[test]
fn failed_look_ups_keep_a_request_pending_with_is_retrying_retry_count_and_reason_without_events() {
    for (answer, reason) in
        [(UNREACHABLE, "shipping_line_unreachable"), (LookUpFailure::Unreadable, "unrecognized_response")]
    {
        let (scenario, id) = with_failures([answer.clone(), answer]);
        for tries in 1..=2 {
            scenario.run();
            let request = scenario.request(&id);
            let shown =
                [&request["status"], &request["failed_reason"], &request["is_retrying"], &request["retry_count"]];
            assert_eq!(shown, [&json!("pending"), &json!(reason), &json!(true), &json!(tries)]);
            scenario.clock.advance_to(scenario.service.next_due().unwrap().unwrap());
        }
        assert_eq!(scenario.events(), [""; 0]);
    }
}

#[test]
fn a_readable_answer_ends_retrying() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(UNREACHABLE)).knows(NORMALIZED, &voyage());
    let id = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.pass(HOUR);
    let request = scenario.request(&id);
    let shown = [&request["status"], &request["failed_reason"], &request["is_retrying"], &request["retry_count"]];
    assert_eq!(shown, [&json!("created"), &Value::Null, &json!(false), &Value::Null]);
    assert_eq!(scenario.carrier.asked().iter().map(|asked| asked.attempt).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn fourteen_failed_look_ups_in_about_24_hours_fail_the_request_with_retries_exhausted_and_one_event() {
    let (scenario, id) = with_failures(vec![UNREACHABLE; 20]);
    scenario.pass(3 * DAY);
    let asked = scenario.carrier.asked();
    assert_eq!(asked.len(), 14);
    assert_eq!(status_and_reason(&scenario, &id), ("failed".to_owned(), json!("retries_exhausted")));
    let request = scenario.request(&id);
    assert_eq!((&request["is_retrying"], &request["retry_count"]), (&json!(false), &json!(14)));
    let duration = asked[13].now - asked[0].now;
    assert!((TimeDelta::hours(19)..TimeDelta::hours(29)).contains(&duration), "{duration}: random jitter of a fifth");
    let pauses: Vec<TimeDelta> = asked.windows(2).map(|pair| pair[1].now - pair[0].now).collect();
    assert!(pauses.windows(3).all(|three| three[2] > three[0]), "pauses grow: {pauses:?}");
    assert_eq!(scenario.events(), ["tracking_request.failed"]);
    assert_eq!(scenario.service.next_due().unwrap(), None);
}

#[test]
fn a_pause_requested_by_the_carrier_is_respected_up_to_twelve_hours() {
    for (requested, respected) in [(HOUR, TimeDelta::hours(1)), (5 * DAY, TimeDelta::hours(12))] {
        let (scenario, _) = with_failures([LookUpFailure::Unreachable { retry_after: Some(requested) }]);
        scenario.run();
        assert_eq!(scenario.service.next_due().unwrap(), Some(start() + respected));
    }
}

#[test]
fn a_panic_of_a_carrier_is_retried_as_internal_processing_error() {
    let broken = |_: &LookUp, _: &Call| -> Result<Answer, LookUpFailure> { panic!("a fault of the host's code") };
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", broken).unwrap());
    let id = scenario.create("bill_of_lading", "HLCUSEL251063257", "HLCU");
    scenario.run();
    assert_eq!(status_and_reason(&scenario, &id), ("pending".to_owned(), json!("internal_processing_error")));
}

#[test]
fn an_unknown_bill_or_booking_awaits_its_manifest_is_checked_daily_and_fails_as_not_found_after_seven_days() {
    for kind in ["bill_of_lading", "booking_number"] {
        let scenario = Scenario::new();
        let id = scenario.create(kind, BILL, "MAEU");
        scenario.run();
        assert_eq!(status_and_reason(&scenario, &id), ("awaiting_manifest".to_owned(), Value::Null));
        scenario.pass(7 * DAY - HOUR);
        assert_eq!(status_and_reason(&scenario, &id), ("awaiting_manifest".to_owned(), Value::Null));
        scenario.pass(HOUR);
        assert_eq!(status_and_reason(&scenario, &id), ("failed".to_owned(), json!("not_found")));
        let days: Vec<i64> = scenario.carrier.asked().iter().map(|asked| (asked.now - start()).num_hours()).collect();
        assert_eq!(days, [0, 24, 48, 72, 96, 120, 144, 168]);
        assert_eq!(scenario.events(), ["tracking_request.awaiting_manifest", "tracking_request.failed"]);
    }
}

#[test]
fn a_number_without_data_fails_as_expired_after_seven_days() {
    let (scenario, id) = with_failures(vec![LookUpFailure::NoDataYet; 8]);
    scenario.pass(8 * DAY);
    assert_eq!(status_and_reason(&scenario, &id), ("failed".to_owned(), json!("expired")));
}

#[test]
fn an_answer_that_cannot_be_read_creates_no_shipment() {
    let scenario = Scenario::new();
    let answer = br#"[{"eventType": "EQUIPMENT", "eventID": "1"}]"#;
    let unread = shiptrack::decoders::read(answer, &Default::default()).messages.remove(0).facts;
    assert_eq!(unread.len(), 1);
    scenario.carrier.then(Ok(Answer::complete(unread))).knows(NORMALIZED, &voyage());
    let id = scenario.create("booking_number", BILL, "MAEU");
    scenario.run();
    assert_eq!(status_and_reason(&scenario, &id).0, "awaiting_manifest");
    assert_eq!(scenario.get("/v2/shipments")["data"].as_array().map(Vec::len), Some(0));
    scenario.pass(DAY);
    assert_eq!(status_and_reason(&scenario, &id).0, "created");
}

#[test]
fn awaiting_manifest_becomes_created_when_the_carrier_has_data() {
    let scenario = Scenario::new();
    scenario
        .carrier
        .then(Err(LookUpFailure::NoDataYet))
        .then(Err(LookUpFailure::NoDataYet))
        .knows(NORMALIZED, &voyage());
    let id = scenario.create("booking_number", BILL, "MAEU");
    scenario.pass(DAY);
    assert_eq!(status_and_reason(&scenario, &id).0, "awaiting_manifest");
    scenario.pass(DAY);
    assert_eq!(status_and_reason(&scenario, &id), ("created".to_owned(), Value::Null));
    assert_eq!(scenario.events()[..2], ["tracking_request.awaiting_manifest", "tracking_request.succeeded"]);
}

#[test]
fn an_answer_without_facts_means_no_data_yet() {
    let scenario = Scenario::new();
    scenario.carrier.then_facts(&json!([]));
    let id = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(status_and_reason(&scenario, &id).0, "awaiting_manifest");
}

#[test]
fn every_final_failure_sets_its_failed_reason_with_one_event() {
    for (answer, reason) in [
        (LookUpFailure::InvalidNumber, "invalid_number"),
        (LookUpFailure::Cancelled, "booking_cancelled"),
        (LookUpFailure::Withheld, "data_unavailable"),
    ] {
        let (scenario, id) = with_failures([answer]);
        scenario.pass(30 * DAY);
        assert_eq!(status_and_reason(&scenario, &id), ("failed".to_owned(), json!(reason)));
        assert_eq!(scenario.carrier.asked().len(), 1);
        assert_eq!(scenario.events(), ["tracking_request.failed"]);
        assert_eq!(tracked_object(&scenario, &id), None);
    }
}

#[test]
fn an_unknown_container_fails_as_not_found_at_once() {
    let scenario = Scenario::new();
    let id = scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    assert_eq!(status_and_reason(&scenario, &id), ("failed".to_owned(), json!("not_found")));
}

#[test]
fn a_number_without_a_detectable_carrier_fails_as_scac_auto_detect_failed() {
    let scenario = Scenario::new();
    let request = create_request(
        &scenario,
        json!({ "request_type": "bill_of_lading", "request_number": "1234567890", "auto_detect_vocc_scac": true }),
    );
    scenario.run();
    let id = request["id"].as_str().unwrap();
    assert_eq!(status_and_reason(&scenario, id), ("failed".to_owned(), json!("scac_auto_detect_failed")));
    assert_eq!(scenario.request(id)["scac"], Value::Null);
    assert_eq!(scenario.carrier.asked().len(), 0);
}

#[test]
fn a_voyage_that_is_finished_at_the_first_look_up_is_created_and_stopped_with_the_stop_published_last() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &finished_voyage());
    let id = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(status_and_reason(&scenario, &id), ("tracking_stopped".to_owned(), Value::Null));
    let events = scenario.events();
    let (first, last) = (events.first().map(String::as_str), events.last().map(String::as_str));
    assert_eq!((first, last), (Some("tracking_request.succeeded"), Some("tracking_request.tracking_stopped")));
}

#[test]
fn the_sandbox_number_for_success_goes_from_pending_to_tracking_stopped() {
    let scenario = Scenario::new();
    let id = scenario.create("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST");
    let mut statuses = vec![scenario.request(&id)["status"].as_str().unwrap().to_owned()];
    for _ in 0..20 {
        scenario.pass(DAY);
        let status = scenario.request(&id)["status"].as_str().unwrap().to_owned();
        if statuses.last() != Some(&status) {
            statuses.push(status);
        }
    }
    assert_eq!(statuses, ["pending", "created", "tracking_stopped"]);
    let shipment = tracked_object(&scenario, &id).unwrap();
    let shipment = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(shipment["data"]["attributes"]["line_tracking_stopped_reason"], "all_containers_terminated");
}

#[test]
fn the_sandbox_number_for_failure_fails() {
    let scenario = Scenario::new();
    let id = scenario.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    scenario.run();
    assert_eq!(status_and_reason(&scenario, &id), ("failed".to_owned(), json!("invalid_number")));
    assert_eq!(scenario.events(), ["tracking_request.failed"]);
}

#[test]
fn a_tracked_shipment_is_looked_up_every_twelve_hours_and_more_often_near_its_port() {
    let (scenario, ..) = tracked_bill();
    scenario.pass(6 * DAY);
    let hours: Vec<i64> = scenario.carrier.asked().iter().map(|asked| (asked.now - start()).num_hours()).collect();
    // The arrival is expected after eight days. The interval shortens three days before it.
    let far = (0..5 * 24).step_by(12);
    let near = (5 * 24..=6 * 24).step_by(3);
    assert_eq!(hours, far.chain(near).collect::<Vec<_>>());
}

#[test]
fn running_due_work_repeatedly_does_nothing_twice() {
    let (scenario, ..) = tracked_bill();
    let (asked, events) = (scenario.carrier.asked().len(), scenario.events());
    for _ in 0..5 {
        scenario.run();
    }
    assert_eq!((scenario.carrier.asked().len(), scenario.events()), (asked, events));
}
