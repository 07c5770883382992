//! Time windows of tracking requests do not count the time in which the program did not run.

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::carriers::LookUpFailure;
use shiptrack_tests::scenario::{Scenario, start};

use super::*;

/// Looks up what is due, after a pause of the program.
fn run_after(scenario: &Scenario, pause: Duration) {
    scenario.clock.advance(pause);
    scenario.run();
}

#[test]
fn requests_that_wait_for_a_manifest_do_not_expire_while_the_program_is_stopped() {
    let scenario = Scenario::new();
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    run_after(&scenario, 8 * DAY);
    assert_eq!(scenario.request(&request)["status"], "awaiting_manifest");
    scenario.pass(5 * DAY);
    assert_eq!(scenario.request(&request)["status"], "awaiting_manifest");
    scenario.pass(2 * DAY);
    assert_eq!(scenario.request(&request)["failed_reason"], "not_found");
}

#[test]
fn shipments_are_tracked_on_after_two_months_in_which_the_program_is_stopped() {
    let (scenario, request, _) = tracked_bill();
    run_after(&scenario, 57 * DAY);
    assert_eq!(scenario.request(&request)["status"], "created", "the carrier has answered just now");
    scenario.pass(55 * DAY);
    assert_eq!(scenario.request(&request)["status"], "created");
    scenario.pass(2 * DAY);
    assert_eq!(scenario.request(&request)["status"], "tracking_stopped", "its answers contain nothing new");
}

#[test]
fn shipments_are_tracked_on_by_a_program_that_runs_once_a_week() {
    let (scenario, request, _) = tracked_bill();
    for week in 1..=20 {
        run_after(&scenario, 7 * DAY);
        assert_eq!(scenario.request(&request)["status"], "created", "week {week}");
    }
}

#[test]
fn shipments_are_looked_up_once_more_after_an_arrival_window_that_ended_while_the_program_was_stopped() {
    let (scenario, request, _) = tracked_bill();
    let mut arrived = voyage();
    for number in CONTAINERS {
        let event =
            json!({ "milestone": "vessel_arrived", "at": "2026-05-02T12:00:00Z", "place": { "locode": "USLAX" } });
        arrived.as_array_mut().unwrap().push(json!({ "container": number, "event": event }));
    }
    scenario.carrier.knows(NORMALIZED, &arrived);
    run_after(&scenario, 70 * DAY);
    assert_eq!(scenario.request(&request)["status"], "created");
    scenario.pass(DAY);
    assert_eq!(scenario.request(&request)["status"], "tracking_stopped");
}

#[test]
fn clock_that_is_ten_years_ahead_for_a_moment_stops_no_shipment() {
    let (scenario, request, shipment) = tracked_bill();
    scenario.clock.set(start() + TimeDelta::days(3_650));
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), 2);
    scenario.clock.set(start());
    scenario.pass(2 * DAY);
    assert_eq!(scenario.request(&request)["status"], "created");
    let shown = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(shown["data"]["attributes"]["line_tracking_stopped_at"], Value::Null);
}

#[test]
fn look_ups_that_cannot_leave_the_computer_use_no_attempt_and_no_window() {
    let scenario = Scenario::new();
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    for _ in 0..10_000 {
        scenario.carrier.then(Err(LookUpFailure::NotSent.because("no descriptor is free")));
    }
    scenario.pass(9 * DAY);
    let shown = scenario.request(&request);
    assert_eq!((&shown["status"], &shown["retry_count"]), (&json!("awaiting_manifest"), &Value::Null));
    assert!(scenario.carrier.asked().len() > 8 * 24 * 12, "the carrier is asked every five minutes");
    let asked: Vec<_> = scenario.carrier.asked().iter().map(|asked| asked.now).collect();
    let pauses: Vec<i64> = asked[1..6].windows(2).map(|pair| (pair[1] - pair[0]).num_seconds()).collect();
    assert_eq!(pauses, [5, 10, 20, 40]);
}
