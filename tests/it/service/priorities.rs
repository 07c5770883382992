//! The order of look-ups at one carrier, and containers that need no look-up because their bill of lading covers them.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUpFailure};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::Scenario;

use super::*;

/// A container to Los Angeles: it is expected on this day of May, or it arrived in April and this is its last free day.
fn container_facts(number: &str, day: u32, has_arrived: bool) -> Value {
    let event = |movement: &str, certainty: &str, at: &str, place: &str| {
        json!({ "container": number, "event": { "movement": movement, "mode": "vessel", "certainty": certainty,
                "at": at, "place": { "locode": place } } })
    };
    let mut facts = vec![
        json!({ "particulars": { "port_of_lading": { "locode": "CNSHA" }, "port_of_discharge": { "locode": "USLAX" },
                "containers": [number] } }),
        event("loaded", "actual", "2026-04-10T12:00:00Z", "CNSHA"),
        event("departed", "actual", "2026-04-11T12:00:00Z", "CNSHA"),
    ];
    if has_arrived {
        facts.push(event("arrived", "actual", "2026-04-28T12:00:00Z", "USLAX"));
        facts.push(json!({ "container": number, "reading": { "pickup_lfd_terminal": format!("2026-05-{day:02}") } }));
    } else {
        facts.push(event("arrived", "estimated", &format!("2026-05-{day:02}T12:00:00Z"), "USLAX"));
    }
    Value::Array(facts)
}

fn numbers_asked(scenario: &Scenario) -> Vec<String> {
    scenario.carrier.asked().iter().map(|look_up| look_up.normalized_number.clone()).collect()
}

#[test]
fn look_ups_are_ordered_by_nearest_arrival_or_free_day_then_new_numbers_then_age() {
    let scenario = Scenario::new();
    for (number, container, day, has_arrived) in [
        ("100000001", CONTAINERS[0], 30, false),
        ("100000002", CONTAINERS[1], 4, false),
        ("100000003", "TEMU1234565", 2, true),
        ("100000004", "TEMU2345675", 3, false),
        ("100000005", "TEMU3456785", 29, false),
    ] {
        scenario.carrier.knows(number, &container_facts(container, day, has_arrived));
        scenario.create("bill_of_lading", &format!("MAEU{number}"), "MAEU");
        scenario.run();
        scenario.clock.advance(Duration::from_secs(1));
    }
    scenario.carrier.knows("100000009", &container_facts("TEMU4567895", 28, false));
    scenario.clock.advance(HOUR * 13);
    scenario.create("bill_of_lading", "MAEU100000009", "MAEU");
    let before = numbers_asked(&scenario).len();
    scenario.run();
    let order = ["100000003", "100000004", "100000002", "100000009", "100000001", "100000005"];
    assert_eq!(numbers_asked(&scenario)[before..], order);
}

#[test]
fn an_answer_about_a_bill_updates_the_requests_for_its_containers() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    let requests: Vec<String> = CONTAINERS.iter().map(|number| scenario.create("container", number, "MAEU")).collect();
    scenario.run();
    assert_eq!(numbers_asked(&scenario), [NORMALIZED], "the answer about the bill covers its containers");
    for request in &requests {
        assert_eq!(scenario.request(request)["status"], "created");
    }
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 3);
    scenario.pass(5 * DAY);
    assert!(numbers_asked(&scenario).len() > 8);
    assert!(numbers_asked(&scenario).iter().all(|number| number == NORMALIZED), "{:?}", numbers_asked(&scenario));
}

#[test]
fn a_container_is_looked_up_if_the_answer_about_its_bill_does_not_name_it() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    let facts = Fact::parse_all(&container_facts(CONTAINERS[1], 9, false).to_string()).unwrap();
    scenario.carrier.then(Ok(Answer::complete(facts)));
    scenario.pass(12 * HOUR);
    assert_eq!(numbers_asked(&scenario).len(), 2, "the container is due after its bill");
    scenario.pass(HOUR);
    assert_eq!(numbers_asked(&scenario)[2], CONTAINERS[0]);
    // The same applies if the look-up of the bill fails.
    scenario.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    scenario.pass(12 * HOUR);
    assert!(numbers_asked(&scenario)[3..].contains(&NORMALIZED.to_owned()));
}

#[test]
fn an_answer_about_a_bill_does_not_update_containers_of_other_accounts() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    let acme = scenario.service.create_account("acme", "Acme Ltd").unwrap();
    let transport = scenario.service.transport(&acme.id).unwrap();
    let body = shiptrack_tests::scenario::creation("container", CONTAINERS[0], "MAEU");
    shiptrack_tests::scenario::send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
    scenario.run();
    assert_eq!(numbers_asked(&scenario), [NORMALIZED, CONTAINERS[0]]);
}
