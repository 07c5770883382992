//! Test notifications (`/webhooks/trigger`), and the addresses that deliveries come from.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::error::ErrorKind;
use shiptrack::http::{Call, ExchangePhase, Failure, Method, Request, Response, Transport, TransportError};
use shiptrack::service::Service;
use shiptrack::webhooks::{Scheme, SigningSecret, Verifier};
use shiptrack_tests::json_api::assert_well_formed;
use shiptrack_tests::outbound::{Outbound, too_late};
use shiptrack_tests::scenario::{Scenario, json_of, start};
use shiptrack_tests::script_server::{Server, answer};
use shiptrack_tests::with;

const SECRET: &str = "whsec_AAECAwQFBgcICQoLDA0ODw==";

/// A text that only the receiver has.
const SECRET_TEXT: &str = "the password is kittens";

fn trigger(url: &str) -> Value {
    json!({ "url": url, "event": "container.transport.vessel_arrived", "secret": SECRET })
}

/// Sends a test notification for the host program.
fn send_as_host(stage: &Scenario, body: &Value) -> Value {
    let answer = stage.send(Method::Post, "/v2/webhooks/trigger", Some(body));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)
}

/// Sends a request of a caller with an API key.
fn send_with_key(stage: &Scenario, path: &str, body: &Value) -> Response {
    let key = stage.service.create_key(&stage.account, "outside").unwrap();
    let request = Request::new(Method::Post, path)
        .header("Authorization", format!("Token {}", key.key.reveal()))
        .body("application/json", body.to_string());
    stage.service.send(request, &Call::default()).unwrap()
}

#[test]
fn a_test_notification_is_signed_like_a_delivery_and_returns_the_response() {
    let receiver = Server::answering(answer(200, &[("X-Seen", "yes")], SECRET_TEXT.as_bytes()));
    let stage = Scenario::new();
    let report = send_as_host(&stage, &trigger(&receiver.url("/hook")));
    assert_eq!(
        (&report["succeeded"], &report["error"], &report["status_code"]),
        (&json!(true), &Value::Null, &json!(200))
    );
    assert_eq!((&report["response_body"], &report["response_headers"]["x-seen"]), (&json!(SECRET_TEXT), &json!("yes")));
    let received = receiver.requests().remove(0);
    assert_eq!(report["request_body"], String::from_utf8_lossy(&received.body).as_ref());
    let verifier = Verifier::new([SigningSecret::new(SECRET).unwrap()]).unwrap();
    let verified = verifier.verify(|name| received.header(name), &received.body, start()).unwrap();
    let document: Value = serde_json::from_slice(&received.body).unwrap();
    assert_well_formed(&document);
    assert_eq!((verified.scheme, verified.id), (Scheme::Standard, document["data"]["id"].as_str()));
    assert_eq!(document["data"]["attributes"]["event"], "container.transport.vessel_arrived");
    for name in ["Content-Type", "X-T49-Webhook-Signature"] {
        assert_eq!(report["request_headers"][name].as_str(), received.header(name), "{name}");
    }
    assert_eq!(stage.get("/v2/webhook_notifications")["data"], json!([]), "it is not stored");
}

#[test]
fn a_test_notification_goes_to_the_addresses_to_which_webhooks_may_go() {
    let receiver = Server::answering(answer(200, &[("X-Inside", "yes")], SECRET_TEXT.as_bytes()));
    let there = receiver.url("/hook");
    let urls =
        [&there, "http://10.0.0.1/hook", "https://127.0.0.1:1/hook", "https://10.0.0.1/hook", "ftp://127.0.0.1/"];
    let stage = Scenario::new();
    for url in urls {
        let kind = |answer: &Response| json_of(answer)["errors"][0]["code"].clone();
        let webhook = json!({ "data": { "type": "webhook", "attributes": { "url": url } } });
        let registered = send_with_key(&stage, "/v2/webhooks", &webhook);
        let tested = send_with_key(&stage, "/v2/webhooks/trigger", &trigger(url));
        let expected = if registered.status == 201 { 200 } else { registered.status };
        assert_eq!((tested.status, kind(&tested)), (expected, kind(&registered)), "{url}");
    }
    assert_eq!(receiver.connections(), 1);
}

#[test]
fn a_test_notification_with_a_key_does_not_disclose_refused_addresses() {
    let outbound = Outbound::default();
    let stage = shiptrack_tests::outbound::scenario(&outbound, |builder| builder);
    let test = || json_of(&send_with_key(&stage, "/v2/webhooks/trigger", &trigger("https://receiver.example/hook")));
    outbound.then_answer(Ok(Response::new(503).body("text/plain", "later")));
    let report = test();
    assert_eq!(
        (&report["succeeded"], &report["status_code"], &report["response_body"]),
        (&json!(false), &json!(503), &json!("later"))
    );
    assert!(report["error"].as_str().unwrap().contains("503"), "{report}");
    outbound.then_answer(too_late());
    let report = test();
    assert_eq!((&report["succeeded"], &report["status_code"]), (&json!(false), &Value::Null));
    assert!(report["error"].as_str().unwrap().contains("too late"), "{report}");
    let inside = TransportError::new(Failure::Refused, ExchangePhase::Connect, "10.1.2.3 is not a public address");
    outbound.then_answer(Err(inside));
    assert_eq!(test()["error"], "the host of the URL does not exist or does not have a public address");
}

#[test]
fn a_test_notification_keeps_the_deadline_of_its_caller_and_can_be_cancelled() {
    let outbound = Outbound::default();
    let stage = shiptrack_tests::outbound::scenario(&outbound, |builder| builder);
    let asked = |deadline: Option<Duration>| {
        let body = trigger("https://receiver.example/hook").to_string();
        let request = Request::new(Method::Post, "/v2/webhooks/trigger").body("application/json", body);
        let answer = stage.transport.send(request, &with(Call::default(), |value| value.deadline = deadline));
        (answer.map_or(0, |answer| answer.status), outbound.calls().pop().unwrap().deadline.unwrap())
    };
    let now = stage.clock.monotonic();
    assert_eq!(asked(None), (200, now + Duration::from_secs(5)), "the default deadline");
    assert_eq!(asked(Some(now + Duration::from_secs(2))), (200, now + Duration::from_secs(2)));
    outbound.then_answer(Err(TransportError::new(Failure::Cancelled, ExchangePhase::Receive, "cancelled")));
    assert_ne!(asked(None).0, 200);
}

#[test]
fn addresses_of_deliveries_are_listed_and_names_are_rejected() {
    let stage = Scenario::with(|builder| builder.webhook_ips(["192.0.2.7", "2001:db8::/32", "192.0.2.7"]).unwrap());
    let report = stage.get("/v2/webhooks/ips");
    assert_eq!(report["webhook_notification_ips"], json!(["192.0.2.7", "2001:db8::/32"]));
    assert_eq!(report["last_updated"], "2026-05-01T12:00:00Z");
    let refused = Service::builder().webhook_ips(["deliveries.example.com"]).unwrap_err();
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("webhook_ips")));
}
