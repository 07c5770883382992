//! `/webhook_notifications`: listing deliveries and their statuses.

use serde_json::{Value, json};
use shiptrack::http::Method;
use shiptrack::resources::{DeliveryStatus, WebhookNotification};
use shiptrack_tests::json_api::{assert_well_formed, included, included_types};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, json_of, send};

use super::{RECEIVER, cause_event, refused, register, statuses};

fn stage(outbound: &Outbound) -> Scenario {
    scenario(outbound, |builder| builder)
}

fn list(stage: &Scenario, query: &str) -> Value {
    let document = stage.get(&format!("/v2/webhook_notifications{query}"));
    assert_well_formed(&document);
    document
}

#[test]
fn a_notification_is_pending_until_its_delivery_succeeds_or_fails() {
    let outbound = Outbound::default();
    let stage = stage(&outbound);
    register(&stage, &json!({ "url": RECEIVER }));
    for (answer, expected) in [(204, "succeeded"), (500, "failed")] {
        cause_event(&stage);
        assert_eq!(statuses(&stage).pop().unwrap(), "pending");
        outbound.always(answer);
        // All attempts take three days.
        stage.pass(std::time::Duration::from_secs(4 * 24 * 3_600));
        assert_eq!(statuses(&stage).pop().unwrap(), expected);
    }
}

#[test]
fn a_listed_notification_is_equal_to_the_delivered_one() {
    let outbound = Outbound::default();
    let stage = stage(&outbound);
    let webhook = register(&stage, &json!({ "url": RECEIVER }));
    cause_event(&stage);
    stage.run();
    let delivered: Value = serde_json::from_slice(&outbound.sent()[0].body).unwrap();
    let listed = list(&stage, "")["data"][0].take();
    let mut expected = delivered["data"].clone();
    expected["attributes"]["delivery_status"] = json!("succeeded");
    assert_eq!(listed, expected);
    assert_eq!(listed["attributes"]["event"], "tracking_request.failed");
    assert_eq!(listed["relationships"]["webhook"]["data"], json!({ "type": "webhook", "id": webhook["id"] }));
    assert_eq!(listed["relationships"]["reference_object"]["data"]["type"], "tracking_request");
    assert_eq!(listed["relationships"]["webhook_notification_logs"]["data"], json!([]));
    let single = stage.get(&format!("/v2/webhook_notifications/{}", listed["id"].as_str().unwrap()));
    assert_well_formed(&single);
    assert_eq!((&single["data"], single.get("included")), (&listed, None));
}

#[test]
fn notifications_are_paged_newest_first_with_a_total() {
    let stage = stage(&Outbound::default());
    register(&stage, &json!({ "url": RECEIVER }));
    (0..5).for_each(|_| cause_event(&stage));
    let (mut seen, mut next) = (Vec::new(), "?page[size]=2".to_owned());
    loop {
        let page = list(&stage, &next);
        assert_eq!(page["meta"]["total"], 5);
        seen.extend(
            page["data"].as_array().unwrap().iter().map(|notification| notification["id"].as_str().unwrap().to_owned()),
        );
        let Some(link) = page["links"]["next"].as_str() else { break };
        next = link.strip_prefix("/v2/webhook_notifications").unwrap().to_owned();
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.is_sorted_by(|newer, older| newer > older), "{seen:?}");
}

#[test]
fn webhook_and_reference_object_are_included_once_on_request() {
    let stage = stage(&Outbound::default());
    for path in ["one", "two"] {
        register(&stage, &json!({ "url": format!("{RECEIVER}/{path}") }));
    }
    cause_event(&stage);
    let document = list(&stage, "?include=webhook,reference_object");
    assert_eq!(document["data"].as_array().map(Vec::len), Some(2), "one for each webhook");
    assert_eq!(included_types(&document), ["tracking_request", "webhook", "webhook"]);
    for notification in document["data"].as_array().unwrap() {
        for name in ["webhook", "reference_object"] {
            assert!(included(&document, &notification["relationships"][name]["data"]).is_some(), "{name}");
        }
    }
    assert_eq!(included_types(&list(&stage, "?include=webhook")), ["webhook", "webhook"]);
    assert_eq!(included_types(&list(&stage, "?include=tracking_request")), ["tracking_request"]);
    assert_eq!(included_types(&list(&stage, "")), [] as [&str; 0]);
    let id = document["data"][0]["id"].as_str().unwrap();
    let single = stage.get(&format!("/v2/webhook_notifications/{id}?include=reference_object"));
    assert_well_formed(&single);
    assert_eq!(included_types(&single), ["tracking_request"]);
}

#[test]
fn a_resource_of_several_notifications_is_included_once_in_its_latest_state() {
    let stage = stage(&Outbound::default());
    register(
        &stage,
        &json!({ "url": RECEIVER, "events": ["tracking_request.awaiting_manifest", "tracking_request.failed"] }),
    );
    let request = stage.create("bill_of_lading", "TEST-TR-EXPIRED", "TEST");
    while stage.request(&request)["status"] != "failed" {
        stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
        stage.run();
    }
    let document = list(&stage, "?include=reference_object");
    assert_eq!(document["data"].as_array().map(Vec::len), Some(2));
    assert_eq!(included_types(&document), ["tracking_request"]);
    assert_eq!(document["included"][0]["attributes"]["status"], "failed");
}

#[test]
fn invalid_includes_ids_and_methods_are_rejected_and_unknown_parameters_ignored() {
    let stage = stage(&Outbound::default());
    let bad = stage.send(Method::Get, "/v2/webhook_notifications?include=shipment", None);
    assert_eq!((bad.status, refused(&bad)["source"]["parameter"].clone()), (400, json!("include")));
    let ignored = stage.get("/v2/webhook_notifications?event=x");
    assert_eq!(ignored["meta"]["warnings"][0]["source"], json!({ "parameter": "event" }));
    for path in ["0b1c9f9e-8f5a-7b3e-9a53-0123456789ab", "nothing"] {
        let answer = stage.send(Method::Get, &format!("/v2/webhook_notifications/{path}"), None);
        assert_eq!(answer.status, 404, "{path}");
    }
    let body = json!({ "data": { "type": "webhook_notification" } });
    assert_eq!(stage.send(Method::Post, "/v2/webhook_notifications", Some(&body)).status, 405);
}

#[test]
fn notifications_of_another_account_are_not_visible() {
    let stage = stage(&Outbound::default());
    register(&stage, &json!({ "url": RECEIVER }));
    cause_event(&stage);
    let id = list(&stage, "")["data"][0]["id"].as_str().unwrap().to_owned();
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    let theirs = stage.service.transport(&other.id).unwrap();
    let get = |path: &str| send(theirs.as_ref(), Method::Get, path, None);
    assert_eq!(get(&format!("/v2/webhook_notifications/{id}")).status, 404);
    assert_eq!(json_of(&get("/v2/webhook_notifications"))["data"], json!([]));
}

#[test]
fn delivered_notifications_of_a_deleted_webhook_stay_listed() {
    let stage = stage(&Outbound::default());
    let webhook = register(&stage, &json!({ "url": RECEIVER }));
    cause_event(&stage);
    stage.run();
    assert_eq!(stage.send(Method::Delete, &super::path_of(&webhook), None).status, 200);
    let document = list(&stage, "?include=webhook,reference_object");
    assert_eq!(document["data"][0]["attributes"]["delivery_status"], "succeeded");
    assert_eq!(included_types(&document), ["tracking_request"]);
}

#[test]
fn the_client_lists_and_gets_notifications() {
    let stage = stage(&Outbound::default());
    register(&stage, &json!({ "url": RECEIVER }));
    cause_event(&stage);
    stage.run();
    let client = stage.service.client();
    let listed: Vec<WebhookNotification> =
        client.webhook_notifications().list().into_iter().map(Result::unwrap).collect();
    assert_eq!(listed[0].delivery_status, Some(DeliveryStatus::Succeeded));
    assert_eq!(client.webhook_notifications().get(&listed[0].id).unwrap().id, listed[0].id);
}
