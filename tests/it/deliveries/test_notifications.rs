//! Notifications that are sent once, to try a receiver, and the addresses that deliveries come from.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::error::ErrorKind;
use shiptrack::http::{Call, Egress, ExchangePhase, Failure, Method, Request, Response, Transport, TransportError};
use shiptrack::service::Service;
use shiptrack::webhooks::{Scheme, SigningSecret, Verifier};
use shiptrack_tests::json_api::assert_well_formed;
use shiptrack_tests::outbound::{Outbound, too_late};
use shiptrack_tests::scenario::{Scenario, json_of, start};
use shiptrack_tests::script_server::{Server, answer};
use shiptrack_tests::with;

const SECRET: &str = "whsec_AAECAwQFBgcICQoLDA0ODw==";

/// What only the receiver knows.
const INSIDE: &str = "the password is kittens";

fn trial(url: &str) -> Value {
    json!({ "url": url, "event": "container.transport.vessel_arrived", "secret": SECRET })
}

/// As the process the service runs in.
fn tried(stage: &Scenario, body: &Value) -> Value {
    let answer = stage.send(Method::Post, "/v2/webhooks/trigger", Some(body));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)
}

/// As somebody with a key.
fn tried_from_outside(stage: &Scenario, body: &Value) -> Response {
    let key = stage.service.create_key(&stage.account, "outside").unwrap();
    let request = Request::new(Method::Post, "/v2/webhooks/trigger")
        .header("Authorization", format!("Token {}", key.key.reveal()))
        .body("application/json", body.to_string());
    stage.service.send(request, &Call::default()).unwrap()
}

#[test]
fn a_trial_is_signed_and_shaped_like_a_delivery_and_tells_the_host_how_it_was_answered() {
    let receiver = Server::answering(answer(200, &[("X-Seen", "yes")], INSIDE.as_bytes()));
    let stage = Scenario::new();
    let told = tried(&stage, &trial(&receiver.url("/hook")));
    assert_eq!((&told["succeeded"], &told["error"], &told["status_code"]), (&json!(true), &Value::Null, &json!(200)));
    assert_eq!((&told["response_body"], &told["response_headers"]["x-seen"]), (&json!(INSIDE), &json!("yes")));
    let received = receiver.requests().remove(0);
    assert_eq!(told["request_body"], String::from_utf8_lossy(&received.body).as_ref());
    let verifier = Verifier::new([SigningSecret::new(SECRET).unwrap()]).unwrap();
    let verified = verifier.verify(|name| received.header(name), &received.body, start()).unwrap();
    let document: Value = serde_json::from_slice(&received.body).unwrap();
    assert_well_formed(&document);
    assert_eq!((verified.scheme, verified.id), (Scheme::Standard, document["data"]["id"].as_str()));
    assert_eq!(document["data"]["attributes"]["event"], "container.transport.vessel_arrived");
    for name in ["Content-Type", "X-T49-Webhook-Signature"] {
        assert_eq!(told["request_headers"][name].as_str(), received.header(name), "{name}");
    }
    assert_eq!(stage.get("/v2/webhook_notifications")["data"], json!([]), "nothing is kept of it");
}

#[test]
fn what_is_not_public_is_tried_for_nobody_outside_whatever_is_there() {
    let stage = Scenario::new();
    let receiver = Server::answering(answer(200, &[("X-Inside", INSIDE)], INSIDE.as_bytes()));
    let there = receiver.url("/hook");
    // Where somebody listens, where nobody does, where the host opened nothing, and with TLS.
    let urls = [&there, "http://127.0.0.1:1/hook", "http://10.0.0.1/hook", "https://127.0.0.1:1/hook"];
    let told = urls.map(|url| {
        let answer = tried_from_outside(&stage, &trial(url));
        (answer.status, json_of(&answer))
    });
    assert!(told.iter().all(|one| *one == told[0]), "{told:#?}");
    assert_eq!((told[0].0, &told[0].1["errors"][0]["code"]), (422, &json!("egress_refused")), "{told:#?}");
    assert_eq!(told[0].1["errors"][0]["source"]["pointer"], "/url");
    assert_eq!(receiver.connections(), 0);
}

#[test]
fn a_trial_to_a_public_address_goes_nowhere_else_and_its_answer_is_shown() {
    let outbound = Outbound::default();
    let stage = shiptrack_tests::outbound::scenario(&outbound, |builder| builder);
    outbound.then_answer(Ok(Response::new(503).body("text/plain", "later")));
    let told = json_of(&tried_from_outside(&stage, &trial("https://receiver.example/hook")));
    assert_eq!(
        (&told["succeeded"], &told["status_code"], &told["response_body"]),
        (&json!(false), &json!(503), &json!("later"))
    );
    assert!(told["error"].as_str().unwrap().contains("503"), "{told}");
    // A name that leads somewhere else a moment later finds no way there, though the host opened it.
    assert_eq!(outbound.calls()[0].egress, Egress::PublicOnly);
    outbound.then_answer(too_late());
    let told = json_of(&tried_from_outside(&stage, &trial("https://receiver.example/hook")));
    assert_eq!((&told["succeeded"], &told["status_code"]), (&json!(false), &Value::Null));
    assert!(told["error"].as_str().unwrap().contains("too late"), "{told}");
    // Nor is it told where the name leads by then.
    let inside = TransportError::new(Failure::Refused, ExchangePhase::Connect, "10.1.2.3 is not a public address");
    outbound.then_answer(Err(inside));
    let told = json_of(&tried_from_outside(&stage, &trial("https://receiver.example/hook")));
    assert_eq!(told["error"], "the host of the URL does not exist or does not have a public address");
}

#[test]
fn a_trial_ends_when_whoever_asked_has_no_more_time_and_one_that_is_called_off_is_an_error() {
    let outbound = Outbound::default();
    let stage = shiptrack_tests::outbound::scenario(&outbound, |builder| builder);
    let asked = |deadline: Option<Duration>| {
        let body = trial("https://receiver.example/hook").to_string();
        let request = Request::new(Method::Post, "/v2/webhooks/trigger").body("application/json", body);
        let answer = stage.transport.send(request, &with(Call::default(), |it| it.deadline = deadline));
        (answer.map_or(0, |answer| answer.status), outbound.calls().pop().unwrap().deadline.unwrap())
    };
    let now = stage.clock.monotonic();
    assert_eq!(asked(None), (200, now + Duration::from_secs(5)), "its own limit");
    assert_eq!(asked(Some(now + Duration::from_secs(2))), (200, now + Duration::from_secs(2)));
    outbound.then_answer(Err(TransportError::new(Failure::Cancelled, ExchangePhase::Receive, "called off")));
    assert_ne!(asked(None).0, 200);
}

#[test]
fn the_addresses_the_host_names_are_told_to_receivers_and_names_are_refused() {
    let stage = Scenario::with(|builder| builder.webhook_ips(["192.0.2.7", "2001:db8::/32", "192.0.2.7"]).unwrap());
    let told = stage.get("/v2/webhooks/ips");
    assert_eq!(told["webhook_notification_ips"], json!(["192.0.2.7", "2001:db8::/32"]));
    assert_eq!(told["last_updated"], "2026-05-01T12:00:00Z");
    let refused = Service::builder().webhook_ips(["deliveries.example.com"]).unwrap_err();
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("webhook_ips")));
}
