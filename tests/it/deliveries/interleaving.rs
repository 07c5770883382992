//! What happens to a webhook while it is changed, or while its receiver is asked, is not undone.

use std::sync::Arc;

use serde_json::{Value, json};
use shiptrack::http::{Method, Response};
use shiptrack::service::{Budget, Service};
use shiptrack_tests::interleaved::Gap;
use shiptrack_tests::outbound::{Outbound, interleaved};
use shiptrack_tests::scenario::{Scenario, json_of, send};

use super::{RECEIVER, happen, patch_webhook, path_of, register, statuses, webhook};

fn stage(outbound: &Outbound) -> (Scenario, Gap, Value) {
    let gap = Gap::default();
    let stage = interleaved(outbound, &gap);
    let made = register(&stage, &json!({ "url": RECEIVER }));
    (stage, gap, made)
}

/// Another request to the webhook, to be made meanwhile.
fn other(stage: &Scenario, method: Method, made: &Value, attributes: Option<Value>) -> impl FnOnce() + Send + 'static {
    let (transport, path) = (Arc::clone(&stage.transport), path_of(made));
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
fn two_changes_at_once_are_both_made() {
    let outbound = Outbound::default();
    let (stage, gap, made) = stage(&outbound);
    let elsewhere = json!({ "url": "https://elsewhere.example/" });
    for meanwhile in [&outbound.checking, &gap] {
        let events = json!(["container.created"]);
        meanwhile.once(other(&stage, Method::Patch, &made, Some(json!({ "events": events, "active": false }))));
        let told = attributes(&patch_webhook(&stage, &made, &elsewhere));
        assert!(meanwhile.is_over());
        assert_eq!((&told["events"], &told["active"], &told["url"]), (&events, &json!(false), &elsewhere["url"]));
        assert_eq!(told, webhook(&stage, &made));
        attributes(&patch_webhook(&stage, &made, &json!({ "url": RECEIVER, "active": true })));
    }
}

#[test]
fn a_webhook_switched_off_by_a_410_stays_off_when_something_else_is_changed_meanwhile() {
    let outbound = Outbound::default();
    let (stage, gap, made) = stage(&outbound);
    for meanwhile in [&outbound.checking, &gap] {
        attributes(&patch_webhook(&stage, &made, &json!({ "url": RECEIVER, "active": true })));
        outbound.then(410);
        happen(&stage);
        meanwhile.once(due_work(&stage));
        let told = attributes(&patch_webhook(&stage, &made, &json!({ "url": "https://elsewhere.example/" })));
        assert!(meanwhile.is_over());
        assert_eq!((&told["active"], &told["url"]), (&json!(false), &json!("https://elsewhere.example/")));
    }
}

#[test]
fn a_webhook_deleted_while_it_is_changed_is_404_and_stays_deleted() {
    let outbound = Outbound::default();
    let (stage, _, made) = stage(&outbound);
    outbound.checking.once(other(&stage, Method::Delete, &made, None));
    assert_eq!(patch_webhook(&stage, &made, &json!({ "url": "https://elsewhere.example/" })).status, 404);
    assert_eq!(stage.get("/v2/webhooks")["meta"]["total"], 0);
}

#[test]
fn what_is_changed_while_the_receiver_is_asked_is_kept() {
    let outbound = Outbound::default();
    let (stage, _, made) = stage(&outbound);
    outbound.then(500);
    happen(&stage);
    let events = json!(["container.created"]);
    outbound.sending.once(other(&stage, Method::Patch, &made, Some(json!({ "events": events }))));
    stage.run();
    assert_eq!((&webhook(&stage, &made)["events"], outbound.sending.is_over()), (&events, true));
}

#[test]
fn the_answer_of_a_receiver_that_was_replaced_meanwhile_does_not_switch_the_new_one_off() {
    let outbound = Outbound::default();
    let (stage, _, made) = stage(&outbound);
    outbound.then(410);
    happen(&stage);
    let elsewhere = json!({ "url": "https://elsewhere.example/" });
    outbound.sending.once(other(&stage, Method::Patch, &made, Some(elsewhere)));
    stage.run();
    assert_eq!((outbound.sending.is_over(), &webhook(&stage, &made)["active"]), (true, &json!(true)));
    happen(&stage);
    stage.run();
    assert_eq!(outbound.sent().pop().unwrap().url, "https://elsewhere.example/");
}

#[test]
fn a_delivery_removed_with_its_webhook_is_not_brought_back_as_a_failed_one() {
    let outbound = Outbound::default();
    let (stage, gap, made) = stage(&outbound);
    happen(&stage);
    // The delivery is found to be for a webhook that is off; before that is written down, the webhook is gone.
    attributes(&patch_webhook(&stage, &made, &json!({ "active": false })));
    gap.once(other(&stage, Method::Delete, &made, None));
    stage.run();
    assert_eq!((gap.is_over(), statuses(&stage)), (true, Vec::<String>::new()));
}

#[test]
fn a_delivery_whose_webhook_is_switched_on_again_in_time_is_made() {
    let outbound = Outbound::default();
    let (stage, gap, made) = stage(&outbound);
    happen(&stage);
    attributes(&patch_webhook(&stage, &made, &json!({ "active": false })));
    gap.once(other(&stage, Method::Patch, &made, Some(json!({ "active": true }))));
    stage.run();
    assert!(gap.is_over());
    stage.run();
    assert_eq!((outbound.count(), statuses(&stage)), (1, vec!["succeeded".to_owned()]));
}
