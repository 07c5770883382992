//! When carriers are asked again: how far a shipment is, what the answer itself wants, a carrier that was asked too often, how
//! many look-ups each gets, and whoever wants one now.

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

/// How long after its beginning the scenario asked, in minutes.
fn asked(scenario: &Scenario) -> Vec<i64> {
    scenario.carrier.asked().iter().map(|asked| (asked.now - start()).num_minutes()).collect()
}

fn next(scenario: &Scenario) -> TimeDelta {
    scenario.service.next_due().unwrap().expect("something is due") - scenario.now()
}

/// The voyage, and what happened after it.
fn voyage_and(happened: &[(&str, &str)]) -> Value {
    let mut facts = voyage();
    for number in CONTAINERS {
        for (milestone, at) in happened {
            let event = json!({ "milestone": milestone, "at": at, "place": { "locode": "USLAX" } });
            facts.as_array_mut().unwrap().push(json!({ "container": number, "event": event }));
        }
    }
    facts
}

#[test]
fn how_soon_a_shipment_is_looked_up_again_depends_on_how_far_it_is() {
    let arrived = ("vessel_arrived", "2026-04-29T12:00:00Z");
    let out = ("full_out", "2026-04-30T12:00:00Z");
    let mut booked = voyage();
    booked.as_array_mut().unwrap().truncate(3);
    let mut near = voyage();
    near[4]["event"]["at"] = json!("2026-05-03T12:00:00Z");
    for (what, facts, hours) in [
        ("before loading", booked, 6),
        ("at sea, far from its port", voyage(), 12),
        ("at sea, near its port", near, 3),
        ("in port", voyage_and(&[arrived]), 3),
        ("with its consignee", voyage_and(&[arrived, out]), 12),
    ] {
        let scenario = Scenario::new();
        scenario.carrier.knows(NORMALIZED, &facts);
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        assert_eq!(next(&scenario), TimeDelta::hours(hours), "{what}");
        scenario.pass(HOUR * 24);
        assert_eq!(scenario.carrier.asked().len() as i64, 1 + 24 / hours, "{what}: as often without news");
    }
}

#[test]
fn a_shipment_whose_carrier_has_nothing_is_looked_up_as_often_as_before() {
    let (scenario, ..) = tracked_bill();
    scenario.carrier.then(Err(LookUpFailure::NoDataYet)).then(Err(LookUpFailure::NotFound));
    scenario.pass(2 * DAY);
    assert_eq!(asked(&scenario), [0, 12, 24, 36, 48].map(|hours| hours * 60));
}

#[test]
fn an_answer_may_name_its_own_next_look_within_bounds() {
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
        assert_eq!(next(&scenario), TimeDelta::minutes(minutes), "{wanted:?}");
        scenario.pass(Duration::from_secs(60 * minutes.unsigned_abs()));
        assert_eq!(next(&scenario), TimeDelta::hours(12), "it counts for one time only");
    }
}

#[test]
fn a_carrier_that_was_asked_too_often_uses_up_no_try_however_often_it_says_so() {
    let scenario = Scenario::new();
    for _ in 0..50 {
        scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(Duration::from_secs(600)) }));
    }
    scenario.carrier.knows(NORMALIZED, &voyage());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let shown = scenario.request(&request);
    let told = [&shown["status"], &shown["failed_reason"], &shown["is_retrying"], &shown["retry_count"]];
    assert_eq!(told, [&json!("pending"), &Value::Null, &json!(false), &Value::Null]);
    assert_eq!(next(&scenario), TimeDelta::minutes(10));
    scenario.pass(Duration::from_secs(50 * 600));
    assert_eq!(scenario.request(&request)["status"], "created");
    assert!(scenario.carrier.asked().iter().all(|asked| asked.attempt == 1));
    assert_eq!(asked(&scenario), (0..=50).map(|n| 10 * n).collect::<Vec<_>>());
}

#[test]
fn trouble_before_it_is_counted_on_after_it() {
    let scenario = Scenario::new();
    let unreachable = || Err(LookUpFailure::Unreachable { retry_after: None });
    scenario
        .carrier
        .then(unreachable())
        .then(Err(LookUpFailure::RateLimited { retry_after: None }))
        .then(unreachable());
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    let mut told = Vec::new();
    for _ in 0..3 {
        scenario.clock.advance_to(scenario.service.next_due().unwrap().unwrap());
        scenario.run();
        let shown = scenario.request(&request);
        told.push((shown["failed_reason"].clone(), shown["retry_count"].clone()));
    }
    let wanted = [1, 1, 2].map(|count| (json!("shipping_line_unreachable"), json!(count)));
    assert_eq!(told, wanted);
}

#[test]
fn whatever_waits_for_a_carrier_that_was_asked_too_often_waits_as_long_and_nobody_else_does() {
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
    assert_eq!(scenario.carrier.asked().len(), 21, "each once, and all of them at once");
}

#[test]
fn a_carrier_cannot_ask_for_more_than_half_a_day() {
    let scenario = Scenario::new();
    scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(Duration::MAX) }));
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    assert_eq!(next(&scenario), TimeDelta::hours(12));
}

/// A service whose carriers get so many look-ups a minute, and as many requests for each of two of them.
fn paced(look_ups: u32, requests: usize) -> Scenario {
    let pace = with(Pace::default(), |it| it.look_ups = Some(look_ups));
    let scenario = Scenario::with(|builder| builder.carrier_pace("MAEU", pace).unwrap());
    for n in 0..requests {
        scenario.create("bill_of_lading", &format!("MAEU1000000{n:02}"), "MAEU");
        scenario.create("bill_of_lading", &format!("TEST-TR-NOBODY-{n}"), "TEST");
    }
    scenario
}

#[test]
fn a_carrier_gets_its_look_ups_at_its_pace_and_starves_nobody() {
    let scenario = paced(10, 35);
    let done = scenario.service.run_due(Budget::ALL).unwrap();
    assert_eq!(done.look_ups, 10 + 35, "the other carrier has no limit");
    assert_eq!(next(&scenario), TimeDelta::minutes(1), "nothing is due that cannot be done");
    scenario.pass(Duration::from_secs(150));
    assert_eq!(asked(&scenario), [0, 1, 2].map(|minute| [minute; 10]).concat());
    scenario.pass(Duration::from_secs(30));
    assert_eq!(scenario.carrier.asked().len(), 35);
}

#[test]
fn settling_leaves_what_a_carrier_may_not_be_asked_yet_and_says_when_it_may() {
    let scenario = paced(10, 15);
    let settled = scenario.service.settle(shiptrack::Settle::new()).unwrap();
    assert_eq!((settled.left, settled.next_due), (5, Some(scenario.now() + TimeDelta::minutes(1))));
}

#[test]
fn a_pace_for_what_is_no_carriers_code_is_refused() {
    let error = Service::builder().carrier_pace("MA", Pace::default()).unwrap_err();
    assert!(error.to_string().contains("\"MA\""), "{error}");
}

/// Asks for a refresh of the first container there is.
fn refresh(scenario: &Scenario) -> (u16, Value) {
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let answer = scenario.send(Method::Patch, &format!("/v2/containers/{container}/refresh"), None);
    (answer.status, json_of(&answer))
}

#[test]
fn a_refresh_asks_now() {
    let (scenario, request, _) = tracked_bill();
    scenario.clock.advance(HOUR);
    let (status, answer) = refresh(&scenario);
    assert_eq!((status, &answer["message"]), (200, &json!("The carrier is asked now, or as soon as it may be.")));
    assert_eq!(scenario.service.next_due().unwrap(), Some(scenario.now()));
    scenario.run();
    assert_eq!(asked(&scenario), [0, 60]);
    assert_eq!((next(&scenario), &scenario.request(&request)["status"]), (TimeDelta::hours(12), &json!("created")));
}

#[test]
fn a_refresh_of_what_is_tracked_no_more_or_was_never_there_is_refused() {
    let (scenario, _, shipment) = tracked_bill();
    let stop = format!("/v2/shipments/{shipment}/stop_tracking");
    assert_eq!(scenario.send(Method::Patch, &stop, None).status, 200);
    let (status, answer) = refresh(&scenario);
    assert_eq!((status, &answer["errors"][0]["source"]["pointer"]), (422, &json!("/data/id")));
    assert!(answer["errors"][0]["detail"].as_str().unwrap().contains(&shipment), "{answer}");
    let nowhere = "/v2/containers/00000000-0000-0000-0000-000000000000/refresh";
    assert_eq!(scenario.refused(Method::Patch, nowhere, None).0, 404);
    assert_eq!(scenario.refused(Method::Post, nowhere, None).0, 405);
}

#[test]
fn a_refresh_does_not_go_past_a_pause_that_the_carrier_asked_for() {
    let (scenario, ..) = tracked_bill();
    scenario.carrier.then(Err(LookUpFailure::RateLimited { retry_after: Some(HOUR) }));
    refresh(&scenario);
    scenario.run();
    refresh(&scenario);
    scenario.run();
    assert_eq!((asked(&scenario), next(&scenario)), (vec![0, 0], TimeDelta::hours(1)));
}
