//! When carriers are asked again: depending on the progress of the shipment, the time set by the answer, rate limits of the carrier,
//! the configured pace, and refreshes that a user requests.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUpFailure};
use shiptrack::http::Method;
use shiptrack::service::{Budget, Pace, Service};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::{Scenario, json_of, start};

use super::*;
use shiptrack_tests::with;

/// The times of the look-ups, in minutes after the start of the scenario.
fn look_up_minutes(scenario: &Scenario) -> Vec<i64> {
    scenario.carrier.asked().iter().map(|asked| (asked.now - start()).num_minutes()).collect()
}

fn until_next_due(scenario: &Scenario) -> TimeDelta {
    scenario.service.next_due().unwrap().expect("something is due") - scenario.now()
}

/// The voyage, with these later events.
fn voyage_with(events: &[(&str, &str)]) -> Value {
    let mut facts = voyage();
    for number in CONTAINERS {
        for (milestone, at) in events {
            let event = json!({ "milestone": milestone, "at": at, "place": { "locode": "USLAX" } });
            facts.as_array_mut().unwrap().push(json!({ "container": number, "event": event }));
        }
    }
    facts
}

#[test]
fn the_interval_of_look_ups_depends_on_the_progress_of_the_shipment() {
    let arrived = ("vessel_arrived", "2026-04-29T12:00:00Z");
    let out = ("full_out", "2026-04-30T12:00:00Z");
    let mut booked = voyage();
    booked.as_array_mut().unwrap().truncate(3);
    let mut near = voyage();
    near[4]["event"]["at"] = json!("2026-05-03T12:00:00Z");
    for (progress, facts, hours) in [
        ("before loading", booked, 6),
        ("at sea, far from its port", voyage(), 12),
        ("at sea, near its port", near, 3),
        ("in port", voyage_with(&[arrived]), 3),
        ("with its consignee", voyage_with(&[arrived, out]), 12),
    ] {
        let scenario = Scenario::new();
        scenario.carrier.knows(NORMALIZED, &facts);
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(until_next_due(&scenario), TimeDelta::hours(hours), "{progress}");
        scenario.pass(HOUR * 24);
        assert_eq!(
            scenario.carrier.asked().len() as i64,
            1 + 24 / hours,
            "{progress}: the same interval after an unchanged answer"
        );
    }
}

#[test]
fn the_interval_does_not_change_while_the_carrier_has_no_data() {
    let (scenario, ..) = tracked_bill();
    scenario.carrier.then(Err(LookUpFailure::NoDataYet)).then(Err(LookUpFailure::NotFound));
    scenario.pass(2 * DAY);
    assert_eq!(look_up_minutes(&scenario), [0, 12, 24, 36, 48].map(|hours| hours * 60));
}

#[test]
fn an_answer_can_set_its_next_look_up_within_limits() {
    let (minute, day) = (Duration::from_secs(60), 24 * 60);
    for (wanted, minutes) in
        [(Duration::ZERO, 5), (minute, 5), (45 * minute, 45), (30 * DAY, day), (Duration::MAX, day)]
    {
        let scenario = Scenario::new();
        let facts = Fact::parse_all(&voyage().to_string()).unwrap();
        scenario.carrier.then(Ok(Answer::complete(facts).with_next_look(wanted)));
        scenario.carrier.knows(NORMALIZED, &voyage());
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(until_next_due(&scenario), TimeDelta::minutes(minutes), "{wanted:?}");
        scenario.pass(Duration::from_secs(60 * minutes.unsigned_abs()));
        assert_eq!(until_next_due(&scenario), TimeDelta::hours(12), "it applies only to the next look-up");
    }
}

#[test]
fn a_rate_limited_look_up_uses_no_retry() {
    let scenario = Scenario::new();
    for _ in 0..50 {
        scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(Duration::from_secs(600)) }));
    }
    scenario.carrier.knows(NORMALIZED, &voyage());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let shown = scenario.request(&request);
    let state = [&shown["status"], &shown["failed_reason"], &shown["is_retrying"], &shown["retry_count"]];
    assert_eq!(state, [&json!("pending"), &Value::Null, &json!(false), &Value::Null]);
    assert_eq!(until_next_due(&scenario), TimeDelta::minutes(10));
    scenario.pass(Duration::from_secs(50 * 600));
    assert_eq!(scenario.request(&request)["status"], "created");
    assert!(scenario.carrier.asked().iter().all(|asked| asked.attempt == 1));
    assert_eq!(look_up_minutes(&scenario), (0..=50).map(|n| 10 * n).collect::<Vec<_>>());
}

#[test]
fn the_retry_count_continues_after_a_rate_limited_look_up() {
    let scenario = Scenario::new();
    let unreachable = || Err(LookUpFailure::Unreachable { retry_after: None });
    scenario
        .carrier
        .then(unreachable())
        .then(Err(LookUpFailure::RateLimited { retry_after: None }))
        .then(unreachable());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    let mut shown_states = Vec::new();
    for _ in 0..3 {
        scenario.clock.advance_to(scenario.service.next_due().unwrap().unwrap());
        scenario.run();
        let shown = scenario.request(&request);
        shown_states.push((shown["failed_reason"].clone(), shown["retry_count"].clone()));
    }
    let expected = [1, 1, 2].map(|count| (json!("shipping_line_unreachable"), json!(count)));
    assert_eq!(shown_states, expected);
}

#[test]
fn a_rate_limited_carrier_delays_all_its_look_ups_and_none_of_other_carriers() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(HOUR) }));
    for n in 0..20 {
        scenario.create("bill_of_lading", &format!("MAEU1000000{n:02}"), "MAEU");
    }
    scenario.run();
    assert_eq!(scenario.carrier.asked().len(), 1);
    let other = scenario.create("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST");
    scenario.run();
    assert_eq!(scenario.request(&other)["status"], "created");
    scenario.pass(HOUR - Duration::from_secs(1));
    assert_eq!(scenario.carrier.asked().len(), 1);
    scenario.pass(Duration::from_secs(1));
    assert_eq!(scenario.carrier.asked().len(), 21, "each number once");
}

#[test]
fn a_pause_requested_by_a_carrier_is_limited_to_twelve_hours() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(Duration::MAX) }));
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(until_next_due(&scenario), TimeDelta::hours(12));
}

/// A service with a limit of look-ups a minute for MAEU, and this number of requests for each of MAEU and TEST.
fn with_pace(look_ups: u32, requests: usize) -> Scenario {
    let pace = with(Pace::default(), |pace| pace.look_ups = Some(look_ups));
    let scenario = Scenario::with(|builder| builder.carrier_pace("MAEU", pace).unwrap());
    for n in 0..requests {
        scenario.create("bill_of_lading", &format!("MAEU1000000{n:02}"), "MAEU");
        scenario.create("bill_of_lading", &format!("TEST-TR-UNKNOWN-{n}"), "TEST");
    }
    scenario
}

#[test]
fn a_carrier_is_asked_at_its_pace_and_does_not_delay_other_carriers() {
    let scenario = with_pace(10, 35);
    let done = scenario.service.run_due(Budget::ALL).unwrap();
    assert_eq!(done.look_ups, 10 + 35, "the other carrier has no limit");
    assert_eq!(until_next_due(&scenario), TimeDelta::minutes(1), "nothing is due before the carrier may be asked");
    scenario.pass(Duration::from_secs(150));
    assert_eq!(look_up_minutes(&scenario), [0, 1, 2].map(|minute| [minute; 10]).concat());
    scenario.pass(Duration::from_secs(30));
    assert_eq!(scenario.carrier.asked().len(), 35);
}

#[test]
fn settle_returns_the_remaining_look_ups_and_the_time_when_they_are_due() {
    let scenario = with_pace(10, 15);
    let settled = scenario.service.settle(shiptrack::Settle::new()).unwrap();
    assert_eq!((settled.left, settled.next_due), (5, Some(scenario.now() + TimeDelta::minutes(1))));
}

#[test]
fn a_pace_for_an_invalid_carrier_code_is_rejected() {
    let error = Service::builder().carrier_pace("MA", Pace::default()).unwrap_err();
    assert!(error.to_string().contains("\"MA\""), "{error}");
}

/// Requests a refresh of the first container in the list.
fn refresh(scenario: &Scenario) -> (u16, Value) {
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let answer = scenario.send(Method::Patch, &format!("/v2/containers/{container}/refresh"), None);
    (answer.status, json_of(&answer))
}

#[test]
fn a_refresh_makes_the_look_up_due_at_once() {
    let (scenario, request, _) = tracked_bill();
    scenario.clock.advance(HOUR);
    let (status, answer) = refresh(&scenario);
    assert_eq!((status, &answer["message"]), (200, &json!("The carrier is asked now, or as soon as it may be.")));
    assert_eq!(scenario.service.next_due().unwrap(), Some(scenario.now()));
    scenario.run();
    assert_eq!(look_up_minutes(&scenario), [0, 60]);
    assert_eq!(
        (until_next_due(&scenario), &scenario.request(&request)["status"]),
        (TimeDelta::hours(12), &json!("created"))
    );
}

#[test]
fn a_refresh_of_a_stopped_or_unknown_container_is_rejected() {
    let (scenario, _, shipment) = tracked_bill();
    let stop = format!("/v2/shipments/{shipment}/stop_tracking");
    assert_eq!(scenario.send(Method::Patch, &stop, None).status, 200);
    let (status, answer) = refresh(&scenario);
    assert_eq!((status, &answer["errors"][0]["source"]["pointer"]), (422, &json!("/data/id")));
    assert!(answer["errors"][0]["detail"].as_str().unwrap().contains(&shipment), "{answer}");
    let unknown = "/v2/containers/00000000-0000-0000-0000-000000000000/refresh";
    assert_eq!(scenario.refused(Method::Patch, unknown, None).0, 404);
    assert_eq!(scenario.refused(Method::Post, unknown, None).0, 405);
}

#[test]
fn a_refresh_does_not_shorten_a_pause_requested_by_the_carrier() {
    let (scenario, ..) = tracked_bill();
    scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(HOUR) }));
    refresh(&scenario);
    scenario.run();
    refresh(&scenario);
    scenario.run();
    assert_eq!((look_up_minutes(&scenario), until_next_due(&scenario)), (vec![0, 0], TimeDelta::hours(1)));
}
