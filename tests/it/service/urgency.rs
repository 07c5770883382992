//! Who goes first where a carrier cannot be asked for all at once, and who needs not be asked for at all.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUpFailure};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::Scenario;

use super::*;

/// A container on its way to Los Angeles, expected on that day of May; or there since April, free until then.
fn on_its_way(number: &str, day: u32, is_there: bool) -> Value {
    let event = |movement: &str, certainty: &str, at: &str, place: &str| {
        json!({ "version": 2, "container": number, "event": { "movement": movement, "mode": "vessel", "certainty": certainty,
                "at": at, "place": { "locode": place } } })
    };
    let mut facts = vec![
        json!({ "particulars": { "port_of_lading": { "locode": "CNSHA" }, "port_of_discharge": { "locode": "USLAX" },
                "containers": [number] } }),
        event("loaded", "actual", "2026-04-10T12:00:00Z", "CNSHA"),
        event("departed", "actual", "2026-04-11T12:00:00Z", "CNSHA"),
    ];
    if is_there {
        facts.push(event("arrived", "actual", "2026-04-28T12:00:00Z", "USLAX"));
        facts.push(json!({ "container": number, "reading": { "pickup_lfd_terminal": format!("2026-05-{day:02}") } }));
    } else {
        facts.push(event("arrived", "estimated", &format!("2026-05-{day:02}T12:00:00Z"), "USLAX"));
    }
    Value::Array(facts)
}

fn asked(scenario: &Scenario) -> Vec<String> {
    scenario.carrier.asked().iter().map(|asked| asked.normalized_number.clone()).collect()
}

#[test]
fn the_nearest_arrival_or_free_day_goes_first_then_new_numbers_then_the_longest_unheard() {
    let scenario = Scenario::new();
    for (number, container, day, is_there) in [
        ("100000001", CONTAINERS[0], 30, false),
        ("100000002", CONTAINERS[1], 4, false),
        ("100000003", "TEMU1234565", 2, true),
        ("100000004", "TEMU2345675", 3, false),
        ("100000005", "TEMU3456785", 29, false),
    ] {
        scenario.carrier.knows(number, &on_its_way(container, day, is_there));
        scenario.create("bill_of_lading", &format!("MAEU{number}"), "MAEU");
        scenario.run();
        scenario.clock.advance(Duration::from_secs(1));
    }
    scenario.carrier.knows("100000009", &on_its_way("TEMU4567895", 28, false));
    scenario.clock.advance(HOUR * 13);
    scenario.create("bill_of_lading", "MAEU100000009", "MAEU");
    let before = asked(&scenario).len();
    scenario.run();
    let order = ["100000003", "100000004", "100000002", "100000009", "100000001", "100000005"];
    assert_eq!(asked(&scenario)[before..], order);
}

#[test]
fn a_bills_answer_serves_the_containers_that_are_followed_beside_it() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    let boxes: Vec<String> = CONTAINERS.iter().map(|number| scenario.create("container", number, "MAEU")).collect();
    scenario.run();
    assert_eq!(asked(&scenario), [NORMALIZED], "what it says of them is enough");
    for request in &boxes {
        assert_eq!(scenario.request(request)["status"], "created");
    }
    assert_eq!(scenario.get("/v2/shipments")["meta"]["total"], 3);
    scenario.pass(5 * DAY);
    assert!(asked(&scenario).len() > 8);
    assert!(asked(&scenario).iter().all(|number| number == NORMALIZED), "{:?}", asked(&scenario));
}

#[test]
fn a_container_whose_bill_is_silent_is_asked_for_itself() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.create("container", CONTAINERS[0], "MAEU");
    scenario.run();
    let facts = Fact::parse_all(&on_its_way(CONTAINERS[1], 9, false).to_string()).unwrap();
    scenario.carrier.then(Ok(Answer::complete(facts)));
    scenario.pass(12 * HOUR);
    assert_eq!(asked(&scenario).len(), 2, "it is due behind its bill");
    scenario.pass(HOUR);
    assert_eq!(asked(&scenario)[2], CONTAINERS[0]);
    // As it is when the bill cannot be asked for.
    scenario.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }));
    scenario.pass(12 * HOUR);
    assert!(asked(&scenario)[3..].contains(&NORMALIZED.to_owned()));
}

#[test]
fn what_a_bill_says_serves_no_other_accounts_container() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    scenario.create("bill_of_lading", BILL, "MAEU");
    let acme = scenario.service.create_account("acme", "Acme Ltd").unwrap();
    let transport = scenario.service.transport(&acme.id).unwrap();
    let body = shiptrack_tests::scenario::creation("container", CONTAINERS[0], "MAEU");
    shiptrack_tests::scenario::send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
    scenario.run();
    assert_eq!(asked(&scenario), [NORMALIZED, CONTAINERS[0]]);
}
