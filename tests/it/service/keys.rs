//! Accounts and API keys: permissions and rate limits.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::NewTrackingRequest;
use shiptrack::error::ErrorKind;
use shiptrack::http::{Call, Method, Request, Response, Transport};
use shiptrack::service::{KeyOptions, RateLimits, Service};
use shiptrack_tests::scenario::{Scenario, creation, json_of};
use shiptrack_tests::scratch::Scratch;

use super::*;
use shiptrack_tests::with;

/// Sends a request with this API key.
fn ask(service: &Service, key: &str, method: Method, path: &str, body: Option<&Value>) -> Response {
    let mut request = Request::new(method, path).header("Authorization", format!("Token {key}"));
    if let Some(body) = body {
        request = request.body("application/vnd.api+json", body.to_string());
    }
    service.send(request, &Call::default()).expect("the service answers")
}

fn key(scenario: &Scenario) -> String {
    scenario.service.create_key(&scenario.account, "test").unwrap().key.reveal().to_owned()
}

#[test]
fn authorization_token_opens_the_account_of_the_key_in_any_case_of_the_word() {
    let (scenario, request, _) = tracked_bill();
    let key = key(&scenario);
    let list = ask(&scenario.service, &key, Method::Get, "/v2/tracking_requests", None);
    assert_eq!((list.status, json_of(&list)["data"][0]["id"].clone()), (200, json!(request)));
    for word in ["Token", "token", "TOKEN"] {
        let request = Request::new(Method::Get, "/v2/shipments").header("Authorization", format!("{word} {key}"));
        assert_eq!(scenario.service.send(request, &Call::default()).unwrap().status, 200, "{word}");
    }
}

#[test]
fn two_authorization_fields_are_a_bad_request() {
    let scenario = Scenario::new();
    let key = key(&scenario);
    let valid = format!("Token {key}");
    for (first, second) in [(&*valid, "Token other"), ("Basic b3RoZXI=", &*valid), (&valid, &valid)] {
        let mut request = Request::new(Method::Get, "/v2/shipments").header("Authorization", first);
        request.headers.append("authorization", second);
        assert_eq!(scenario.service.send(request, &Call::default()).unwrap().status, 400, "{first} {second}");
    }
}

#[test]
fn a_key_is_listed_with_name_and_hint_and_its_secret_is_shown_only_once() {
    let scenario = Scenario::new();
    let created = scenario.service.create_key(&scenario.account, "nightly").unwrap();
    let secret = created.key.reveal();
    let listed = scenario.service.keys(&scenario.account).unwrap();
    assert_eq!(listed.as_slice(), std::slice::from_ref(&created.record));
    assert_eq!((listed[0].name.as_str(), listed[0].read_only, listed[0].revoked_at), ("nightly", false, None));
    assert!(secret.starts_with(&listed[0].hint) && listed[0].hint.len() < 10);
    let shown = format!("{created:?} {listed:?}");
    assert!(!shown.contains(&secret[listed[0].hint.len()..]), "{shown}");
}

#[test]
fn the_database_does_not_contain_the_key() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let service = Service::open(&path).unwrap();
    let created = service.create_key(service.default_account(), "findme").unwrap();
    assert_eq!(ask(&service, created.key.reveal(), Method::Get, "/v2/shipments", None).status, 200);
    let secret = &created.key.reveal()[created.record.hint.len()..];
    let mut read = 0;
    for file in std::fs::read_dir(path.parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        read += usize::from(holds("findme"));
        assert!(!holds(secret) && !holds(&secret[..16]), "the key is in the file");
    }
    assert!(read > 0, "no file contains the record of the key");
    drop(service);
    let service = Service::open(&path).unwrap();
    assert_eq!(
        ask(&service, created.key.reveal(), Method::Get, "/v2/shipments", None).status,
        200,
        "the key is found by its hash"
    );
}

#[test]
fn a_revoked_key_is_401_at_once_and_stays_listed() {
    let scenario = Scenario::new();
    let [first, second] = ["first", "second"].map(|name| scenario.service.create_key(&scenario.account, name).unwrap());
    scenario.clock.advance(HOUR);
    let revoked = scenario.service.revoke_key(&scenario.account, first.record.id).unwrap();
    assert_eq!(revoked.revoked_at, Some(shiptrack_tests::scenario::start() + HOUR));
    scenario.clock.advance(HOUR);
    assert_eq!(
        scenario.service.revoke_key(&scenario.account, first.record.id).unwrap(),
        revoked,
        "revoking twice changes nothing"
    );
    let status = |key: &str| ask(&scenario.service, key, Method::Get, "/v2/shipments", None).status;
    assert_eq!((status(first.key.reveal()), status(second.key.reveal())), (401, 200));
    assert_eq!(scenario.service.keys(&scenario.account).unwrap().len(), 2);
}

#[test]
fn keys_of_another_account_can_be_neither_listed_nor_revoked() {
    let scenario = Scenario::new();
    let other = scenario.service.create_account("other", "Other Inc").unwrap();
    let created = scenario.service.create_key(&other.id, "theirs").unwrap();
    assert_eq!(scenario.service.keys(&scenario.account).unwrap(), []);
    let error = scenario.service.revoke_key(&scenario.account, created.record.id).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(ask(&scenario.service, created.key.reveal(), Method::Get, "/v2/shipments", None).status, 200);
    let unknown = "018f0000-0000-7000-8000-00000000dead".into();
    assert_eq!(scenario.service.create_key(&unknown, "x").unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn accounts_have_unique_names_and_the_first_is_default() {
    let service = Service::in_memory().unwrap();
    let created = service.create_account(" acme ", "Acme Freight").unwrap();
    assert_eq!((created.name.as_str(), created.company_name.as_str()), ("acme", "Acme Freight"));
    assert_eq!(service.account("acme").unwrap(), created);
    let names: Vec<String> = service.accounts().unwrap().into_iter().map(|account| account.name).collect();
    assert_eq!(names, ["default", "acme"]);
    assert_eq!(service.account("default").unwrap().id, *service.default_account());
    assert_eq!(service.account("unknown").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(service.create_account("acme", "Again").unwrap_err().kind(), ErrorKind::Conflict);
    let id_of_other = created.id.to_string();
    for name in ["", "  ", "a\nb", &"x".repeat(101), &id_of_other] {
        let error = service.create_account(name, "X").unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Invalid, Some("name")));
    }
}

#[test]
fn another_accounts_lists_are_empty_and_its_filters_find_nothing() {
    let (scenario, request, _) = tracked_bill();
    let other = scenario.service.create_account("other", "Other Inc").unwrap();
    let key = scenario.service.create_key(&other.id, "theirs").unwrap();
    for path in [
        "/v2/tracking_requests",
        "/v2/tracking_requests?filter[request_number]=MAEU123456789",
        "/v2/shipments",
        "/v2/shipments?number=MAEU123456789",
        "/v2/containers",
        "/v2/containers?filter[number]=CSQU3054383",
        "/v2/email_submissions",
        "/v2/documents",
        "/v2/webhooks",
        "/v2/webhook_notifications",
    ] {
        let list = json_of(&ask(&scenario.service, key.key.reveal(), Method::Get, path, None));
        assert_eq!((&list["data"], &list["meta"]["total"]), (&json!([]), &json!(0)), "{path}");
    }
    let cursor = format!("/v2/tracking_requests?page[cursor]={request}");
    let list = json_of(&ask(&scenario.service, key.key.reveal(), Method::Get, &cursor, None));
    assert_eq!(list["data"], json!([]), "a cursor gives no access");
    assert_eq!(scenario.service.events(&other.id, 0, 10).unwrap(), []);
}

#[test]
fn a_read_only_key_can_read_everything_and_gets_403_for_writes() {
    let (scenario, request, shipment) = tracked_bill();
    let key = scenario.service.create_read_only_key(&scenario.account, "reader").unwrap();
    assert!(key.record.read_only);
    let ask = |method, path: &str| ask(&scenario.service, key.key.reveal(), method, path, None);
    assert_eq!(ask(Method::Get, &format!("/v2/tracking_requests/{request}")).status, 200);
    for (method, path) in [
        (Method::Post, "/v2/tracking_requests".to_owned()),
        (Method::Post, "/v2/tracking_requests/infer_number".to_owned()),
        (Method::Patch, format!("/v2/tracking_requests/{request}")),
        (Method::Patch, format!("/v2/shipments/{shipment}/stop_tracking")),
        (Method::Post, "/v2/webhooks".to_owned()),
        (Method::Delete, "/v2/webhooks/1".to_owned()),
    ] {
        let answer = ask(method, &path);
        let errors = json_of(&answer)["errors"].take();
        assert_eq!((answer.status, &errors[0]["title"]), (403, &json!("Forbidden")), "{method} {path}");
    }
    assert_eq!(scenario.request(&request)["status"], "created");
}

#[test]
fn a_key_has_100_requests_in_any_60_seconds_then_429_with_retry_after() {
    let scenario = Scenario::new();
    let key = key(&scenario);
    let ask = || ask(&scenario.service, &key, Method::Get, "/v2/shipments", None);
    for _ in 0..50 {
        assert_eq!(ask().status, 200);
    }
    scenario.clock.advance(Duration::from_secs(30));
    for _ in 0..50 {
        assert_eq!(ask().status, 200);
    }
    let refused = ask();
    assert_eq!((refused.status, refused.headers.get("Retry-After")), (429, Some("30")));
    let errors = json_of(&refused)["errors"].take();
    assert_eq!((&errors[0]["title"], &errors[0]["status"]), (&json!("Too Many Requests"), &json!("429")));
    scenario.clock.advance(Duration::from_millis(29_500));
    assert_eq!(ask().headers.get("Retry-After"), Some("1"), "rounded up, so that the next request is not early");
    scenario.clock.advance(Duration::from_millis(500));
    for _ in 0..50 {
        assert_eq!(ask().status, 200, "the first half left the window");
    }
    assert_eq!(ask().status, 429);
}

#[test]
fn creations_have_a_separate_limit_of_100_per_minute_and_infer_number_of_200() {
    let scenario = Scenario::new();
    let key = key(&scenario);
    let post = |path: &str, body: &Value| ask(&scenario.service, &key, Method::Post, path, Some(body)).status;
    for n in 0..100 {
        let body = creation("bill_of_lading", &format!("MAEU{}", 100_000_000 + n), "MAEU");
        assert_eq!(post("/v2/tracking_requests", &body), 201);
    }
    assert_eq!(post("/v2/tracking_requests", &creation("bill_of_lading", BILL, "MAEU")), 429);
    for _ in 0..200 {
        assert_eq!(post("/v2/tracking_requests/infer_number", &json!({ "number": BILL })), 200);
    }
    assert_eq!(post("/v2/tracking_requests/infer_number", &json!({ "number": BILL })), 429);
    for _ in 0..100 {
        assert_eq!(ask(&scenario.service, &key, Method::Get, "/v2/shipments", None).status, 200);
    }
    assert_eq!(ask(&scenario.service, &key, Method::Get, "/v2/shipments", None).status, 429);
}

#[test]
fn the_limit_applies_to_each_key_and_a_jump_of_the_wall_clock_does_not_reset_it() {
    let scenario =
        Scenario::with(|builder| builder.limits(with(RateLimits::interface(), |limits| limits.default = Some(2))));
    let [first, second] = [key(&scenario), key(&scenario)];
    let status = |key: &str| ask(&scenario.service, key, Method::Get, "/v2/shipments", None).status;
    assert_eq!([status(&first), status(&first), status(&first)], [200, 200, 429]);
    assert_eq!(status(&second), 200);
    for days in [400, -400] {
        scenario.clock.set(shiptrack_tests::scenario::start() + chrono::TimeDelta::days(days));
        assert_eq!(status(&first), 429);
    }
    scenario.clock.advance(Duration::from_secs(60));
    assert_eq!(status(&first), 200);
}

#[test]
fn the_client_of_the_host_needs_no_key_and_has_no_rate_limit() {
    let scenario = Scenario::new();
    let client = scenario.service.client();
    for n in 0..250 {
        let bill = format!("MAEU{}", 100_000_000 + n);
        client.tracking_requests().create(NewTrackingRequest::bill_of_lading(bill, "MAEU")).unwrap();
    }
    assert_eq!(scenario.get("/v2/tracking_requests")["meta"]["total"], 250);
}

#[test]
fn client_of_an_account_sees_only_that_account() {
    let (scenario, ..) = tracked_bill();
    let other = scenario.service.create_account("other", "Other Inc").unwrap();
    assert_eq!(scenario.service.client_of(&other.id).unwrap().shipments().list().into_iter().count(), 0);
    assert_eq!(scenario.service.client().shipments().list().into_iter().count(), 1);
}

#[test]
fn responses_report_the_limits_of_the_key() {
    let scenario =
        Scenario::with(|builder| builder.limits(with(RateLimits::interface(), |limits| limits.infer = None)));
    let service = &scenario.service;
    let limited = service.create_key(&scenario.account, "limited").unwrap();
    let unlimited = service.create_key_with(&scenario.account, "unlimited", KeyOptions::default().unlimited()).unwrap();
    assert!(unlimited.record.unlimited && !limited.record.unlimited);
    let policy = |key: &str, path: &str| {
        let response = ask(service, key, Method::Get, path, None);
        response.headers.get("RateLimit-Policy").map(str::to_owned)
    };
    let expected =
        "\"default\";q=100;w=60, \"create\";q=100;w=60, \"infer\";q=999999999999999;w=60, \"refresh\";q=10;w=60";
    assert_eq!(policy(limited.key.reveal(), "/v2/shipments").as_deref(), Some(expected));
    assert_eq!(policy(limited.key.reveal(), "/v2/nothing").as_deref(), Some(expected), "an error reports them, too");
    let without = policy(unlimited.key.reveal(), "/v2/shipments").unwrap();
    assert_eq!(without.matches("q=999999999999999").count(), 4);
    assert_eq!(policy("stk_unknown", "/v2/shipments"), None);
}

#[test]
fn key_without_limits_is_never_refused() {
    let scenario = Scenario::new();
    let key = scenario.service.create_key_with(&scenario.account, "worker", KeyOptions::default().unlimited()).unwrap();
    for _ in 0..250 {
        assert_eq!(ask(&scenario.service, key.key.reveal(), Method::Get, "/v2/shipments", None).status, 200);
    }
}
