//! Replacing the secret of a webhook, and disabling the hosted signature.

use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::clock::Clock;
use shiptrack::http::{Method, Request};
use shiptrack::webhooks::{DeliveryPolicy, HOSTED_SIGNATURE, Scheme, SigningSecret, Verifier};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, json_of};

use super::{RECEIVER, cause_event, path_of, refused, register, webhook};
use shiptrack_tests::with;

fn secret(webhook: &Value) -> String {
    webhook["attributes"]["secret"].as_str().unwrap().to_owned()
}

fn rotate(stage: &Scenario, webhook: &Value, attributes: &Value) -> shiptrack::http::Response {
    let body = json!({ "data": { "type": "webhook", "attributes": attributes } });
    stage.send(Method::Patch, &format!("{}/rotate_secret", path_of(webhook)), Some(&body))
}

/// Whether a receiver with only this secret accepts the last delivery, by each scheme.
fn is_accepted(stage: &Scenario, outbound: &Outbound, secret: &str) -> (bool, bool) {
    let delivery = outbound.sent().pop().unwrap();
    let verifier = Verifier::new([SigningSecret::new(secret).unwrap()]).unwrap().require_timestamp(false);
    let verified = |names: fn(&str) -> bool, scheme| {
        let header = |name: &str| delivery.headers.get(name).filter(|_| names(name));
        let verified = verifier.verify(header, &delivery.body, stage.clock.now());
        verified.is_ok_and(|verified| verified.scheme == scheme)
    };
    (
        verified(|name| name.starts_with("webhook-"), Scheme::Standard),
        verified(|name| name.starts_with("x-"), Scheme::Hosted),
    )
}

fn deliver(stage: &Scenario) {
    cause_event(stage);
    stage.run();
}

#[test]
fn both_secrets_are_valid_during_the_overlap() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    let old = secret(&created);
    let answer = rotate(&stage, &created, &json!({ "overlap_seconds": 3_600 }));
    assert_eq!(answer.status, 200);
    let new = secret(&json_of(&answer)["data"]);
    assert!(new != old && new.starts_with("whsec_"));
    assert_eq!(webhook(&stage, &created)["secret"], new, "the new secret is shown");
    assert!(!String::from_utf8_lossy(&answer.body).contains(&old));
    deliver(&stage);
    // The hosted header has only one signature.
    assert_eq!(
        (is_accepted(&stage, &outbound, &old), is_accepted(&stage, &outbound, &new)),
        ((true, false), (true, true))
    );
    stage.clock.advance(Duration::from_secs(3_600));
    deliver(&stage);
    assert_eq!(
        (is_accepted(&stage, &outbound, &old), is_accepted(&stage, &outbound, &new)),
        ((false, false), (true, true))
    );
}

#[test]
fn a_secret_can_be_replaced_without_overlap() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    let rotated = json_of(&rotate(&stage, &created, &json!({}))).pointer("/data").unwrap().clone();
    let client = stage.service.client();
    let newest = client.webhooks().rotate_secret(&created["id"].as_str().unwrap().into(), Duration::ZERO).unwrap();
    deliver(&stage);
    for before in [&created, &rotated] {
        assert_eq!(is_accepted(&stage, &outbound, &secret(before)), (false, false));
    }
    assert_eq!(is_accepted(&stage, &outbound, newest.secret.as_ref().unwrap().reveal()), (true, true));
}

#[test]
fn a_retry_is_signed_with_the_current_secrets() {
    let outbound = Outbound::default();
    outbound.then(500);
    let stage = scenario(&outbound, |builder| builder);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    deliver(&stage);
    let new = secret(&json_of(&rotate(&stage, &created, &json!({ "overlap_seconds": 0 })))["data"]);
    stage.pass(Duration::from_secs(60));
    assert_eq!((outbound.count(), is_accepted(&stage, &outbound, &new)), (2, (true, true)));
}

#[test]
fn an_invalid_overlap_is_rejected() {
    let stage = scenario(&Outbound::default(), |builder| builder);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    for overlap in [json!(-1), json!(2_592_001), json!("1h"), json!(1.5)] {
        let answer = rotate(&stage, &created, &json!({ "overlap_seconds": overlap }));
        assert_eq!(answer.status, 422, "{overlap}");
        assert_eq!(refused(&answer)["source"]["pointer"], "/data/attributes/overlap_seconds");
    }
    for _ in 0..4 {
        assert_eq!(rotate(&stage, &created, &json!({})).status, 200);
    }
    assert_eq!(rotate(&stage, &created, &json!({})).status, 409, "receivers read a limited number of signatures");
    let path = format!("{}/rotate_secret", path_of(&created));
    assert_eq!(stage.send(Method::Post, &path, None).status, 405);
    assert_eq!(stage.send(Method::Patch, &path.replace(created["id"].as_str().unwrap(), "none"), None).status, 404);
}

#[test]
fn a_read_only_key_cannot_rotate_secrets() {
    use shiptrack::http::{Call, Transport};
    let stage = scenario(&Outbound::default(), |builder| builder);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    let key = stage.service.create_read_only_key(&stage.account, "reader").unwrap();
    let request = Request::new(Method::Patch, format!("{}/rotate_secret", path_of(&created)))
        .header("Authorization", format!("Token {}", key.key.reveal()));
    assert_eq!(stage.service.send(request, &Call::default()).unwrap().status, 403);
    assert_eq!(webhook(&stage, &created)["secret"], created["attributes"]["secret"]);
}

#[test]
fn the_hosted_signature_can_be_disabled() {
    for hosted_signature in [true, false] {
        let outbound = Outbound::default();
        let policy = with(DeliveryPolicy::default(), |value| value.hosted_signature = hosted_signature);
        let stage = scenario(&outbound, |builder| builder.delivery(policy));
        let created = register(&stage, &json!({ "url": RECEIVER }));
        deliver(&stage);
        assert_eq!(is_accepted(&stage, &outbound, &secret(&created)), (true, hosted_signature));
        assert_eq!(outbound.sent()[0].headers.get(HOSTED_SIGNATURE).is_some(), hosted_signature);
    }
}
