//! The request that a receiver gets, and its two signatures.

use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::webhooks::{Scheme, SigningSecret, VerifiedSignature, Verifier};
use shiptrack_tests::json_api::assert_well_formed;
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::script_server::{CLOSED_PORT, Received, Script, Server};

use super::{cause_event, register};
use shiptrack_tests::with;

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
const BUSY: &str = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";

/// Registers a webhook at `receiver`, delivers one event to it, and returns the webhook's secret.
fn deliver(stage: &Scenario, receiver: &Server, more: &Value) -> String {
    let mut attributes = json!({ "url": receiver.url("/hook?of=7") });
    attributes.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let secret = register(stage, &attributes)["attributes"]["secret"].as_str().unwrap().to_owned();
    cause_event(stage);
    stage.run();
    secret
}

fn verify<'r>(delivery: &'r Received, secret: &str, stage: &Scenario) -> Result<VerifiedSignature<'r>, ErrorKind> {
    let verifier = Verifier::new([SigningSecret::new(secret).unwrap()]).unwrap().require_timestamp(false);
    verifier.verify(|name| delivery.header(name), &delivery.body, stage.clock.now()).map_err(|error| error.kind())
}

fn only_hosted(delivery: &Received) -> Received {
    let headers = delivery.headers.iter().filter(|(name, _)| !name.starts_with("webhook-")).cloned().collect();
    Received { headers, ..delivery.clone() }
}

#[test]
fn a_delivery_is_a_json_post_with_both_signatures_and_custom_headers() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let headers = json!([{ "name": "X-Tenant", "value": "seven, or 7" }, { "name": "x-route", "value": "b" }]);
    deliver(&stage, &receiver, &json!({ "headers": headers }));
    let delivery = receiver.requests().remove(0);
    assert_eq!((delivery.method.as_str(), delivery.target.as_str()), ("POST", "/hook?of=7"));
    assert_eq!(delivery.header("content-type"), Some("application/json"));
    assert!(delivery.header("user-agent").is_some_and(|agent| agent.starts_with("shiptrack/")));
    assert_eq!((delivery.header("x-tenant"), delivery.header("x-route")), (Some("seven, or 7"), Some("b")));
    assert_eq!(delivery.header("authorization"), None, "no credentials of the service are sent");
    let hosted = delivery.header("x-t49-webhook-signature").unwrap();
    assert!(hosted.len() == 64 && hosted.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)), "{hosted}");
    assert_eq!(delivery.header("webhook-timestamp"), Some(stage.clock.now().timestamp().to_string().as_str()));
    assert!(delivery.header("webhook-signature").unwrap().starts_with("v1,"));
    let document: Value = serde_json::from_slice(&delivery.body).unwrap();
    assert_well_formed(&document);
    assert_eq!(document["data"]["id"].as_str(), delivery.header("webhook-id"));
}

#[test]
fn both_signatures_verify() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let secret = deliver(&stage, &receiver, &json!({}));
    let delivery = receiver.requests().remove(0);
    let verified = verify(&delivery, &secret, &stage).unwrap();
    assert_eq!((verified.scheme, verified.id), (Scheme::Standard, delivery.header("webhook-id")));
    assert_eq!(verified.timestamp, Some(stage.clock.now()));
    assert_eq!(verify(&only_hosted(&delivery), &secret, &stage).unwrap().scheme, Scheme::Hosted);
}

#[test]
fn changed_bytes_other_secrets_and_old_timestamps_are_rejected() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let secret = deliver(&stage, &receiver, &json!({}));
    let delivery = receiver.requests().remove(0);
    for at in [0, delivery.body.len() / 2, delivery.body.len() - 1] {
        let mut changed = delivery.clone();
        changed.body[at] ^= 1;
        assert_eq!(verify(&changed, &secret, &stage), Err(ErrorKind::Signature));
        assert_eq!(verify(&only_hosted(&changed), &secret, &stage), Err(ErrorKind::Signature));
    }
    let others = register(&stage, &json!({ "url": receiver.url("/") }))["attributes"]["secret"].clone();
    assert_eq!(verify(&delivery, others.as_str().unwrap(), &stage), Err(ErrorKind::Signature));
    stage.clock.advance(Verifier::TOLERANCE * 2);
    assert_eq!(verify(&delivery, &secret, &stage), Err(ErrorKind::Signature));
}

#[test]
fn a_retry_has_the_same_id_and_body_and_a_new_timestamp() {
    let stage = Scenario::new();
    let receiver = Server::start([Script::new().answer(BUSY), Script::new().answer(OK)]);
    let secret = deliver(&stage, &receiver, &json!({}));
    stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
    stage.run();
    let [first, second] = &receiver.requests()[..] else { panic!("two attempts") };
    assert_eq!((first.header("webhook-id"), &first.body), (second.header("webhook-id"), &second.body));
    assert_ne!(first.header("webhook-timestamp"), second.header("webhook-timestamp"));
    assert_ne!(first.header("webhook-signature"), second.header("webhook-signature"));
    assert_eq!(first.header("x-t49-webhook-signature"), second.header("x-t49-webhook-signature"));
    assert_eq!(verify(second, &secret, &stage).unwrap().scheme, Scheme::Standard);
}

#[test]
fn webhooks_have_separate_secrets_and_ids() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let hook = |path: &str| {
        register(&stage, &json!({ "url": receiver.url(path) }))["attributes"]["secret"].as_str().unwrap().to_owned()
    };
    let secrets = [("/one", hook("/one")), ("/two", hook("/two"))];
    cause_event(&stage);
    stage.run();
    let requests = receiver.requests();
    assert_eq!(requests.len(), 2);
    assert_ne!(requests[0].header("webhook-id"), requests[1].header("webhook-id"));
    for delivery in &requests {
        for (path, secret) in &secrets {
            let expected = if delivery.target == *path { Ok(Scheme::Standard) } else { Err(ErrorKind::Signature) };
            assert_eq!(verify(delivery, secret, &stage).map(|verified| verified.scheme), expected);
        }
    }
}

#[test]
fn the_body_of_the_response_is_ignored() {
    let stage = Scenario::new();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    let receiver = Server::start([
        Script::new().answer(format!("{head}Content-Length: 5\r\n\r\nhello")),
        Script::new().receive().send(format!("{head}\r\n")).flood(vec![b'x'; 4_096]),
        Script::new().answer(format!("{head}Content-Length: 90\r\n\r\ncut off")),
    ]);
    deliver(&stage, &receiver, &json!({}));
    assert_eq!(super::statuses(&stage), ["succeeded"]);
    for _ in 0..2 {
        cause_event(&stage);
        stage.run();
    }
    // The other responses could not be read completely, but only their status counts.
    assert_eq!(super::statuses(&stage), ["succeeded", "succeeded", "succeeded"]);
}

#[test]
fn a_redirect_is_not_followed_and_is_a_failure() {
    let elsewhere = Server::answering(OK);
    for status in ["301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let stage = Scenario::new();
        let location = elsewhere.url("/");
        let answer = format!("HTTP/1.1 {status}\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
        let receiver = Server::start([Script::new().answer(answer)]);
        deliver(&stage, &receiver, &json!({}));
        assert_eq!((receiver.requests().len(), super::statuses(&stage)), (1, vec!["pending".to_owned()]), "{status}");
        assert!(stage.service.next_due().unwrap().is_some(), "{status}");
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[test]
fn unreachable_and_broken_receivers_are_retried() {
    let stage = Scenario::new();
    register(&stage, &json!({ "url": format!("http://{CLOSED_PORT}/") }));
    let breaking =
        Server::start([Script::new().receive(), Script::new().answer("HTTP/1.1 2"), Script::new().answer(OK)]);
    register(&stage, &json!({ "url": breaking.url("/") }));
    cause_event(&stage);
    stage.run();
    assert_eq!(super::statuses(&stage), ["pending", "pending"]);
    while breaking.requests().len() < 3 {
        stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
        stage.run();
    }
    let mut statuses = super::statuses(&stage);
    statuses.sort();
    assert_eq!(statuses, ["pending", "succeeded"]);
}

#[test]
fn a_receiver_that_exceeds_the_time_limit_is_retried() {
    let policy = with(shiptrack::webhooks::DeliveryPolicy::default(), |value| {
        value.timeout = std::time::Duration::from_millis(50)
    });
    let stage = Scenario::with(|builder| builder.delivery(policy));
    let receiver =
        Server::start([Script::new().receive().hold(), Script::new().receive().send("HTTP/1.1 200 OK\r\n").hold()]);
    deliver(&stage, &receiver, &json!({}));
    assert_eq!(super::statuses(&stage), ["pending"]);
    stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
    stage.run();
    let notification = stage.send(Method::Get, "/v2/webhook_notifications", None);
    assert_eq!((receiver.requests().len(), notification.status), (2, 200));
    assert_eq!(super::statuses(&stage), ["pending"]);
}
