//! What arrives at a receiver: the request as its bytes came, and both signatures over them.

use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::webhooks::{Scheme, SigningSecret, VerifiedSignature, Verifier};
use shiptrack_tests::json_api::assert_well_formed;
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::script_server::{NOBODY, Received, Script, Server};

use super::{happen, register};
use shiptrack_tests::with;

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
const BUSY: &str = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";

/// A webhook at `receiver`, one event delivered to it, and the webhook's secret.
fn deliver(stage: &Scenario, receiver: &Server, more: &Value) -> String {
    let mut attributes = json!({ "url": receiver.url("/hook?of=7") });
    attributes.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let secret = register(stage, &attributes)["attributes"]["secret"].as_str().unwrap().to_owned();
    happen(stage);
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
fn a_delivery_is_a_post_of_json_with_the_headers_of_both_schemes_and_the_webhooks_own() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let headers = json!([{ "name": "X-Tenant", "value": "seven, or 7" }, { "name": "x-route", "value": "b" }]);
    deliver(&stage, &receiver, &json!({ "headers": headers }));
    let delivery = receiver.requests().remove(0);
    assert_eq!((delivery.method.as_str(), delivery.target.as_str()), ("POST", "/hook?of=7"));
    assert_eq!(delivery.header("content-type"), Some("application/json"));
    assert!(delivery.header("user-agent").is_some_and(|agent| agent.starts_with("shiptrack/")));
    assert_eq!((delivery.header("x-tenant"), delivery.header("x-route")), (Some("seven, or 7"), Some("b")));
    assert_eq!(delivery.header("authorization"), None, "no credential of ours leaves");
    let hosted = delivery.header("x-t49-webhook-signature").unwrap();
    assert!(hosted.len() == 64 && hosted.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)), "{hosted}");
    assert_eq!(delivery.header("webhook-timestamp"), Some(stage.clock.now().timestamp().to_string().as_str()));
    assert!(delivery.header("webhook-signature").unwrap().starts_with("v1,"));
    let document: Value = serde_json::from_slice(&delivery.body).unwrap();
    assert_well_formed(&document);
    assert_eq!(document["data"]["id"].as_str(), delivery.header("webhook-id"));
}

#[test]
fn both_signatures_verify_over_the_bytes_as_they_were_received() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let secret = deliver(&stage, &receiver, &json!({}));
    let delivery = receiver.requests().remove(0);
    let verified = verify(&delivery, &secret, &stage).unwrap();
    assert_eq!((verified.scheme, verified.id), (Scheme::Standard, delivery.header("webhook-id")));
    assert_eq!(verified.timestamp, Some(stage.clock.now()));
    assert_eq!(verify(&only_hosted(&delivery), &secret, &stage).unwrap().scheme, Scheme::Hosted);
}

#[test]
fn a_changed_byte_another_secret_and_an_old_time_stamp_are_refused() {
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
fn a_retry_carries_the_same_id_and_bytes_under_a_signature_of_its_own_time() {
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
fn every_webhook_signs_with_its_own_secret_and_gets_an_id_of_its_own() {
    let (stage, receiver) = (Scenario::new(), Server::answering(OK));
    let hook = |path: &str| {
        register(&stage, &json!({ "url": receiver.url(path) }))["attributes"]["secret"].as_str().unwrap().to_owned()
    };
    let secrets = [("/one", hook("/one")), ("/two", hook("/two"))];
    happen(&stage);
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
fn what_the_receiver_answers_in_its_body_is_not_needed_and_cannot_flood() {
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
        happen(&stage);
        stage.run();
    }
    // The others could not be read to their end, but they began with the status, and that decides.
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
fn a_receiver_that_is_not_there_or_breaks_off_is_tried_again() {
    let stage = Scenario::new();
    register(&stage, &json!({ "url": format!("http://{NOBODY}/") }));
    let breaking =
        Server::start([Script::new().receive(), Script::new().answer("HTTP/1.1 2"), Script::new().answer(OK)]);
    register(&stage, &json!({ "url": breaking.url("/") }));
    happen(&stage);
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
fn a_receiver_that_takes_too_long_is_tried_again() {
    let policy =
        with(shiptrack::webhooks::DeliveryPolicy::default(), |it| it.timeout = std::time::Duration::from_millis(50));
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
