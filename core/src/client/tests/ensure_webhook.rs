//! Tests of registering a URL that may be registered already.

use serde_json::{Value, json};

use super::support::*;
use crate::client::{EnsureOutcome, NewWebhook};
use crate::http::{Method, Request};
use crate::resources::{DeliveryHeader, EventName};

const HOOK: &str = "https://hooks.example.com/a";

fn webhook(id: &str, url: &str, day: u32) -> Value {
    json!({ "id": id, "type": "webhook", "attributes": {
        "url": url, "active": true, "events": ["container.created", "tracking_request.failed"],
        "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "headers": [{ "name": "X-Key", "value": "k" }],
        "created_at": format!("2026-05-{day:02}T00:00:00Z"),
    } })
}

/// A service with these webhooks on pages of one each, which accepts every change.
fn service_with(webhooks: Vec<Value>) -> Script {
    Script::new(move |_, request: &Request| match request.method {
        Method::Get => {
            let at: usize = request.query().split("cursor=").nth(1).map_or(0, |at| at.parse().unwrap());
            let next = (at + 1 < webhooks.len()).then(|| format!("/v2/webhooks?cursor={}", at + 1));
            let data: Vec<&Value> = webhooks.get(at).into_iter().collect();
            answer(200, json!({ "data": data, "links": { "next": next } }))
        }
        Method::Post => answer(201, json!({ "data": webhook("new", HOOK, 30) })),
        Method::Delete => status(204),
        _ => answer(200, json!({ "data": webhook("old", HOOK, 2) })),
    })
}

fn sent(script: &Script) -> Vec<String> {
    let writes = script.seen().into_iter().filter(|seen| seen.request.method != Method::Get);
    writes.map(|seen| format!("{} {}", seen.request.method, seen.request.path())).collect()
}

#[test]
fn unknown_url_is_registered() {
    let script = service_with(vec![webhook("other", "https://hooks.example.com/b", 1)]);
    let ensured = script.client().webhooks().ensure(NewWebhook::new(HOOK)).unwrap();
    assert_eq!((ensured.how, &*ensured.id.to_string()), (EnsureOutcome::Created, "new"));
}

#[test]
fn oldest_webhook_is_found_on_any_page() {
    let script = service_with(vec![
        webhook("young", HOOK, 9),
        webhook("other", "https://hooks.example.com/b", 1),
        webhook("old", HOOK, 2),
    ]);
    let same = NewWebhook::new(HOOK)
        .events([EventName::TrackingRequestFailed, EventName::ContainerCreated])
        .headers([DeliveryHeader { name: "X-Key".into(), value: "k".into() }]);
    let ensured = script.client().webhooks().ensure(same).unwrap();
    assert_eq!((ensured.how, &*ensured.id.to_string()), (EnsureOutcome::Unchanged, "old"));
    assert!(ensured.secret.is_some());
    assert_eq!(sent(&script), [""; 0]);
}

#[test]
fn differences_are_updated_and_other_settings_stay() {
    let mut off = webhook("old", HOOK, 2);
    off["attributes"]["active"] = false.into();
    let script = service_with(vec![off]);
    let ensured = script.client().webhooks().ensure(NewWebhook::new(HOOK)).unwrap();
    assert_eq!((ensured.how, ensured.active), (EnsureOutcome::Unchanged, Some(false)), "the webhook stays inactive");
    let ensured = script.client().webhooks().ensure(NewWebhook::new(HOOK).active(true)).unwrap();
    assert_eq!((ensured.how, sent(&script)), (EnsureOutcome::Updated, vec!["PATCH /v2/webhooks/old".to_owned()]));
    assert_eq!(script.seen().last().unwrap().body()["data"]["attributes"], json!({ "active": true }));

    let script = service_with(vec![webhook("old", HOOK, 2)]);
    let other = NewWebhook::new(HOOK).events([EventName::ContainerCreated]).headers([]);
    script.client().webhooks().ensure(other).unwrap();
    let changed = json!({ "events": ["container.created"], "headers": [] });
    assert_eq!(script.seen().last().unwrap().body()["data"]["attributes"], changed);
}

#[test]
fn headers_are_compared_without_order_and_case_of_names() {
    let mut known = webhook("old", HOOK, 2);
    let header = |name: &str, value: &str| DeliveryHeader { name: name.into(), value: value.into() };
    known["attributes"]["headers"] = json!([{ "name": "X-Key", "value": "k" }, { "name": "X-Team", "value": "ops" }]);
    let how = |headers: [DeliveryHeader; 2]| {
        let script = service_with(vec![known.clone()]);
        script.client().webhooks().ensure(NewWebhook::new(HOOK).headers(headers)).unwrap().how
    };
    assert_eq!(how([header("x-team", "ops"), header("X-KEY", "k")]), EnsureOutcome::Unchanged);
    assert_eq!(how([header("x-team", "OPS"), header("X-KEY", "k")]), EnsureOutcome::Updated);
}

#[test]
fn new_webhook_is_deleted_if_an_older_one_appears() {
    let script = Script::new(|n, request: &Request| match request.method {
        Method::Get if n == 0 => answer(200, json!({ "data": [] })),
        Method::Get => answer(200, json!({ "data": [webhook("new", HOOK, 30), webhook("old", HOOK, 2)] })),
        Method::Post => answer(201, json!({ "data": webhook("new", HOOK, 30) })),
        _ => status(204),
    });
    let ensured = script.client().webhooks().ensure(NewWebhook::new(HOOK)).unwrap();
    assert_eq!((ensured.how, &*ensured.id.to_string()), (EnsureOutcome::Unchanged, "old"));
    assert_eq!(sent(&script), ["POST /v2/webhooks", "DELETE /v2/webhooks/new"]);
}
