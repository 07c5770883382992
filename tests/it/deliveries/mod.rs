//! Tests of webhooks and their deliveries, the event feed, inbound mail and documents, and due work.

mod access;
mod breakers;
mod corrections;
mod disabled_webhooks;
mod egress;
mod extractors;
mod failing_store;
mod feed;
mod interleaving;
mod mail;
mod notification_documents;
mod notifications;
mod observer;
mod on_wake;
mod outages;
mod real_receivers;
mod registration;
mod rotation;
mod run_due;
mod schedule;
mod settle;
mod signatures;
mod test_notifications;
mod workers;

use serde_json::{Value, json};
use shiptrack::http::{Method, Response};
use shiptrack_tests::scenario::{Scenario, json_of};

/// The URL of scripted receivers. No connection is made.
const RECEIVER: &str = "https://receiver.example/hook";

/// Registers a webhook with these attributes and returns the resource.
fn register(stage: &Scenario, attributes: &Value) -> Value {
    let answer = post_webhook(stage, attributes);
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)["data"].take()
}

fn post_webhook(stage: &Scenario, attributes: &Value) -> Response {
    let body = json!({ "data": { "type": "webhook", "attributes": attributes } });
    stage.send(Method::Post, "/v2/webhooks", Some(&body))
}

fn patch_webhook(stage: &Scenario, webhook: &Value, attributes: &Value) -> Response {
    let body = json!({ "data": { "type": "webhook", "id": webhook["id"], "attributes": attributes } });
    stage.send(Method::Patch, &path_of(webhook), Some(&body))
}

fn path_of(webhook: &Value) -> String {
    format!("/v2/webhooks/{}", webhook["id"].as_str().expect("an id"))
}

/// The current attributes of a webhook.
fn webhook(stage: &Scenario, webhook: &Value) -> Value {
    stage.get(&path_of(webhook))["data"]["attributes"].take()
}

/// Causes one event, `tracking_request.failed`. Its deliveries are due afterwards.
fn cause_event(stage: &Scenario) {
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    let before = stage.events().len();
    while stage.events().len() == before {
        let done = stage.service.run_due(shiptrack::service::Budget::items(1)).expect("due work runs");
        assert_eq!(done.items(), 1, "the look-up is due");
    }
}

/// The statuses of all deliveries, oldest first.
fn statuses(stage: &Scenario) -> Vec<String> {
    let mut list = stage.get("/v2/webhook_notifications?page[size]=100")["data"].take();
    let list = list.as_array_mut().expect("a list");
    list.reverse();
    list.iter()
        .map(|notification| notification["attributes"]["delivery_status"].as_str().expect("a status").to_owned())
        .collect()
}

/// The only error of an answer. Checks its status.
#[track_caller]
fn refused(answer: &Response) -> Value {
    let mut errors = json_of(answer)["errors"].take();
    let errors = errors.as_array_mut().expect("errors");
    assert_eq!(errors.len(), 1, "{errors:?}");
    let error = errors.remove(0);
    assert_eq!(error["status"], answer.status.to_string());
    error
}
