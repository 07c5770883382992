//! The lines of the log: their members, repeated warnings, and secrets.

use serde_json::json;
use shiptrack::carriers::LookUpFailure;
use shiptrack::error::{Error, ErrorKind};
use shiptrack::http::{Call, Method, Request, Transport as _};
use shiptrack::service::{Budget, LogLevel, Service};
use shiptrack_tests::failing_store::FailingStore;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, start};

use super::{HOUR, create};

const CANARY: &str = "canary";

fn stage(outbound: &Outbound) -> (Scenario, LogLines) {
    let lines = LogLines::default();
    (scenario(outbound, |builder| builder.observer(lines.clone())), lines)
}

fn register(stage: &Scenario, url: &str) -> String {
    let headers = json!([{ "name": "X-Key", "value": CANARY }]);
    let created = create(stage, "/v2/webhooks", "webhook", json!({ "url": url, "headers": headers }));
    created["id"].as_str().unwrap().to_owned()
}

#[test]
fn lines_have_time_level_account_and_request() {
    let (stage, lines) = stage(&Outbound::default());
    let request = stage.create("bill_of_lading", "TEST-TR-RETRYING", "TEST");
    stage.run();
    let account = &stage.account;
    let expected = format!(
        "{} WARN account={account} request={request} look-up of TEST-TR-RETRYING at TEST: trouble (shipping_line_unreachable), try 1",
        stage.now().format("%FT%H:%M:%S.000Z"),
    );
    assert_eq!(lines.take(LogLevel::Info), [expected]);
}

#[test]
fn failing_carrier_is_one_line_an_hour_with_the_number_of_others() {
    let (stage, lines) = stage(&Outbound::default());
    for number in 0..8 {
        stage.create("bill_of_lading", &format!("TEST-TR-RETRYING-{number}"), "TEST");
        stage.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }.because(format!("timeout {number}"))));
        stage.create("bill_of_lading", &format!("MAEU00000000{number}"), "MAEU");
    }
    stage.run();
    let first = lines.take_with("look-up of MAEU");
    assert_eq!(first.len(), 1, "{first:?}");
    for _ in 0..100 {
        stage.carrier.then(Err(LookUpFailure::Unreachable { retry_after: None }.because("timeout 99")));
    }
    stage.pass(HOUR + HOUR / 2);
    let later = lines.take_with("look-up of MAEU");
    assert_eq!(later.len(), 1, "{later:?}");
    assert!(later[0].ends_with(" more since the previous line)"), "{later:?}");
}

#[test]
fn doubt_about_many_containers_is_one_line() {
    let (stage, lines) = stage(&Outbound::default());
    let place = json!({ "locode": "CNTAG" });
    let facts: Vec<_> = (0..8)
        .map(|at| json!({ "container": format!("MSKU030896{at}"), "event": { "milestone": "full_in", "at": "2026-05-01", "place": place } }))
        .collect();
    for (at, fact) in facts.iter().enumerate() {
        stage.carrier.knows(&format!("10000000{at}"), &json!([fact]));
        stage.create("bill_of_lading", &format!("MAEU10000000{at}"), "MAEU");
    }
    stage.run();
    let doubts = lines.take_with("look wrong");
    assert_eq!(doubts.iter().filter(|line| line.contains("CNTAG")).count(), 1, "{doubts:#?}");
}

#[test]
fn failed_deliveries_of_a_webhook_are_one_line_an_hour() {
    let outbound = Outbound::default();
    outbound.always(503);
    let (stage, lines) = stage(&outbound);
    register(&stage, "https://receiver.example/canary?key=canary");
    let healthy = register(&stage, "https://other.example/canary");
    for number in 0..6 {
        stage.create("bill_of_lading", &format!("TEST-TR-FAILED-{number}"), "TEST");
    }
    stage.run();
    stage.pass(HOUR / 2);
    let failed = lines.take_with("delivery of ");
    assert_eq!(failed.len(), 2, "one for each webhook: {failed:#?}");
    assert!(failed.iter().all(|line| line.contains(&format!(" WARN account={} ", stage.account))));
    assert!(
        failed.iter().any(|line| line.contains(&format!("webhook https://other.example/… ({healthy}): status 503")))
    );
    stage.pass(4 * HOUR);
    let later = lines.take_with("delivery of ");
    assert!(later.len() <= 8 && later.iter().all(|line| line.contains(" more since the previous line)")), "{later:#?}");
}

#[test]
fn request_that_fails_because_of_the_service_is_logged_with_the_id_of_its_response() {
    let (store, lines) = (FailingStore::new(), LogLines::default());
    let switch = store.switch();
    let service = Service::builder().clock(shiptrack::clock::ManualClock::new(start())).observer(lines.clone());
    let service = service.build(store, Outbound::default()).unwrap();
    let key = service.create_key(service.default_account(), "a key").unwrap().key;
    let get = |path: &str| {
        let request = Request::new(Method::Get, path).header("Authorization", format!("Token {}", key.reveal()));
        service.send(request, &Call::default()).unwrap()
    };
    assert_eq!(get("/v2/shipments").status, 200);
    assert_eq!(get("/v2/shipments/1").headers.get("X-Request-Id"), None, "a mistake of the caller");
    switch.fail(|| Error::new(ErrorKind::Store, "the disk is gone"));
    lines.take(LogLevel::Debug);
    let answers: Vec<_> = (0..3).map(|_| get("/v2/shipments?filter[q]=canary")).collect();
    let ids: Vec<_> = answers.iter().map(|answer| answer.headers.get("X-Request-Id").expect("an id")).collect();
    assert!(answers.iter().all(|answer| answer.status >= 500) && ids[0] != ids[1]);
    let found = lines.take_with("GET /v2/shipments failed with status");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains(&format!("request={} ", ids[0])) && found[0].ends_with("the disk is gone"), "{found:?}");
    assert!(!found[0].contains(CANARY), "{found:?}");
}

/// Everything that can have a secret contains the word `canary`.
#[test]
fn no_line_contains_a_secret() {
    let outbound = Outbound::default();
    outbound.always(500);
    let (stage, lines) = stage(&outbound);
    register(&stage, "https://receiver.example/canary/hook?token=canary");
    let bad =
        json!({ "data": { "type": "webhook", "attributes": { "url": "https://user:canary@receiver.example/" } } });
    assert_eq!(stage.send(Method::Post, "/v2/webhooks", Some(&bad)).status, 422, "user and password are not allowed");
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    stage.run();
    let request = Request::new(Method::Post, "/push/canary").header("Authorization", "Token canary");
    stage.service.send(request, &Call::default()).unwrap();
    let request = Request::new(Method::Get, "/v2/shipments?key=canary").header("Authorization", "Token canary");
    stage.service.send(request, &Call::default()).unwrap();
    stage.service.run_due(Budget::ALL).unwrap();
    stage.pass(30 * HOUR);
    let all = lines.take(LogLevel::Debug);
    assert!(all.len() > 5, "{all:#?}");
    assert!(all.iter().all(|line| !line.contains(CANARY) && !line.contains("wh_sec")), "{all:#?}");
}
