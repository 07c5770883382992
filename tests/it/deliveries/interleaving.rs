//! Concurrent changes of a webhook, and changes while a delivery is sent, are not lost.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::http::{Method, Response};
use shiptrack::service::{Budget, Service};
use shiptrack_tests::interleaved::Gap;
use shiptrack_tests::outbound::{Outbound, interleaved};
use shiptrack_tests::scenario::{Scenario, json_of, send};

use super::{RECEIVER, cause_event, patch_webhook, path_of, register, statuses, webhook};

fn stage(outbound: &Outbound) -> (Scenario, Gap, Value) {
    let gap = Gap::default();
    let stage = interleaved(outbound, &gap);
    let created = register(&stage, &json!({ "url": RECEIVER }));
    (stage, gap, created)
}

/// A request about the webhook that is sent in between.
fn other(
    stage: &Scenario,
    method: Method,
    created: &Value,
    attributes: Option<Value>,
) -> impl FnOnce() + Send + 'static {
    let (transport, path) = (Arc::clone(&stage.transport), path_of(created));
    move || {
        let body = attributes.map(|attributes| json!({ "data": { "type": "webhook", "attributes": attributes } }));
        let answer = send(transport.as_ref(), method, &path, body.as_ref());
        assert!(answer.status < 300, "{}", String::from_utf8_lossy(&answer.body));
    }
}

fn due_work(stage: &Scenario) -> impl FnOnce() + Send + 'static {
    let service: Service = stage.service.clone();
    move || assert_eq!(service.run_due(Budget::items(1)).unwrap().deliveries, 1)
}

#[track_caller]
fn attributes(answer: &Response) -> Value {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    json_of(answer)["data"]["attributes"].take()
}

#[test]
fn two_concurrent_changes_are_both_applied() {
    let outbound = Outbound::default();
    let (stage, gap, created) = stage(&outbound);
    let elsewhere = json!({ "url": "https://elsewhere.example/" });
    for meanwhile in [&outbound.checking, &gap] {
        let events = json!(["container.created"]);
        meanwhile.once(other(&stage, Method::Patch, &created, Some(json!({ "events": events, "active": false }))));
        let shown = attributes(&patch_webhook(&stage, &created, &elsewhere));
        assert!(meanwhile.is_over());
        assert_eq!((&shown["events"], &shown["active"], &shown["url"]), (&events, &json!(false), &elsewhere["url"]));
        assert_eq!(shown, webhook(&stage, &created));
        attributes(&patch_webhook(&stage, &created, &json!({ "url": RECEIVER, "active": true })));
    }
}

#[test]
fn a_webhook_disabled_by_410_stays_disabled_after_a_concurrent_change() {
    let outbound = Outbound::default();
    let (stage, gap, created) = stage(&outbound);
    for meanwhile in [&outbound.checking, &gap] {
        attributes(&patch_webhook(&stage, &created, &json!({ "url": RECEIVER, "active": true })));
        outbound.always(410);
        cause_event(&stage);
        stage.pass(Duration::from_secs(59 * 60));
        // The next answer is the first one after an hour.
        stage.clock.advance(Duration::from_secs(3 * 3_600));
        meanwhile.once(due_work(&stage));
        let shown = attributes(&patch_webhook(&stage, &created, &json!({ "url": "https://elsewhere.example/" })));
        assert!(meanwhile.is_over());
        assert_eq!((&shown["active"], &shown["url"]), (&json!(false), &json!("https://elsewhere.example/")));
    }
}

#[test]
fn changing_a_webhook_that_is_deleted_concurrently_is_404() {
    let outbound = Outbound::default();
    let (stage, _, created) = stage(&outbound);
    outbound.checking.once(other(&stage, Method::Delete, &created, None));
    assert_eq!(patch_webhook(&stage, &created, &json!({ "url": "https://elsewhere.example/" })).status, 404);
    assert_eq!(stage.get("/v2/webhooks")["meta"]["total"], 0);
}

#[test]
fn a_change_during_a_delivery_is_kept() {
    let outbound = Outbound::default();
    let (stage, _, created) = stage(&outbound);
    outbound.then(500);
    cause_event(&stage);
    let events = json!(["container.created"]);
    outbound.sending.once(other(&stage, Method::Patch, &created, Some(json!({ "events": events }))));
    stage.run();
    assert_eq!((&webhook(&stage, &created)["events"], outbound.sending.is_over()), (&events, true));
}

#[test]
fn a_410_of_a_replaced_receiver_does_not_disable_the_webhook() {
    let outbound = Outbound::default();
    let (stage, _, created) = stage(&outbound);
    outbound.always(410);
    cause_event(&stage);
    stage.pass(Duration::from_secs(59 * 60));
    stage.clock.advance(Duration::from_secs(3 * 3_600));
    let elsewhere = json!({ "url": "https://elsewhere.example/" });
    outbound.sending.once(other(&stage, Method::Patch, &created, Some(elsewhere)));
    stage.run();
    assert_eq!((outbound.sending.is_over(), &webhook(&stage, &created)["active"]), (true, &json!(true)));
    cause_event(&stage);
    stage.run();
    assert_eq!(outbound.sent().pop().unwrap().url, "https://elsewhere.example/");
}

#[test]
fn a_delivery_deleted_with_its_webhook_is_not_restored() {
    let outbound = Outbound::default();
    let (stage, gap, created) = stage(&outbound);
    cause_event(&stage);
    // The webhook is disabled. It is deleted before the delivery is written as failed.
    attributes(&patch_webhook(&stage, &created, &json!({ "active": false })));
    gap.once(other(&stage, Method::Delete, &created, None));
    stage.run();
    assert_eq!((gap.is_over(), statuses(&stage)), (true, Vec::<String>::new()));
}

#[test]
fn a_delivery_is_sent_if_its_webhook_is_enabled_again_in_time() {
    let outbound = Outbound::default();
    let (stage, gap, created) = stage(&outbound);
    cause_event(&stage);
    attributes(&patch_webhook(&stage, &created, &json!({ "active": false })));
    gap.once(other(&stage, Method::Patch, &created, Some(json!({ "active": true }))));
    stage.run();
    assert!(gap.is_over());
    stage.run();
    assert_eq!((outbound.count(), statuses(&stage)), (1, vec!["succeeded".to_owned()]));
}
