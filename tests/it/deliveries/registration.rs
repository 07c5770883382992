//! `/webhooks`: registering, reading, changing and deleting webhooks.

use serde_json::{Value, json};
use shiptrack::client::EnsureOutcome::{Created, Unchanged, Updated};
use shiptrack::client::{NewWebhook, WebhookUpdate};
use shiptrack::http::Method;
use shiptrack::ids::Id;
use shiptrack::resources::{DeliveryHeader, EventName, Webhook};
use shiptrack_tests::json_api::assert_well_formed;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, json_of, send};

use super::{RECEIVER, patch_webhook, path_of, post_webhook, refused, register, webhook};

fn stage() -> Scenario {
    scenario(&Outbound::default(), |builder| builder)
}

/// All events of the hosted service.
fn all_events() -> Value {
    json!(EventName::ALL.iter().filter(|event| !event.is_extension()).collect::<Vec<_>>())
}

#[test]
fn a_created_webhook_has_a_location_and_all_attributes() {
    let stage = stage();
    let answer = post_webhook(&stage, &json!({ "url": RECEIVER, "active": true }));
    assert_eq!(answer.status, 201);
    let document = json_of(&answer);
    assert_well_formed(&document);
    let webhook = &document["data"];
    assert_eq!(webhook["type"], "webhook");
    assert_eq!(answer.headers.get("Location"), Some(path_of(webhook).as_str()));
    assert_eq!(document["links"]["self"], path_of(webhook));
    let mut attributes = webhook["attributes"].clone();
    let secret = attributes["secret"].take();
    assert!(secret.as_str().is_some_and(|secret| secret.len() >= 32), "{secret}");
    let expected = json!({
        "url": RECEIVER, "active": true, "events": all_events(), "secret": null, "headers": [],
        "created_at": "2026-05-01T12:00:00Z",
    });
    assert_eq!(attributes, expected);
}

#[test]
fn a_webhook_without_events_receives_all_forty_three_of_the_hosted_service() {
    let created = register(&stage(), &json!({ "url": RECEIVER }));
    assert_eq!(created["attributes"]["events"].as_array().map(Vec::len), Some(43));
    assert_eq!(created["attributes"]["active"], true);
}

#[test]
fn each_event_can_be_selected() {
    let stage = stage();
    for event in EventName::ALL {
        let created = register(&stage, &json!({ "url": RECEIVER, "events": [event] }));
        assert_eq!(webhook(&stage, &created)["events"], json!([event]));
    }
}

#[test]
fn duplicate_events_are_removed_in_order() {
    let events = json!(["container.created", "tracking_request.failed", "container.created"]);
    let created = register(&stage(), &json!({ "url": RECEIVER, "events": events }));
    assert_eq!(created["attributes"]["events"], json!(["container.created", "tracking_request.failed"]));
}

#[test]
fn invalid_attributes_are_rejected_with_422_and_a_pointer() {
    let stage = stage();
    let long = "x".repeat(2_100);
    for (attributes, pointer) in [
        (json!({ "active": true }), "url"),
        (json!({ "url": null }), "url"),
        (json!({ "url": "  " }), "url"),
        (json!({ "url": 7 }), "url"),
        (json!({ "url": "receiver.example/hook" }), "url"),
        (json!({ "url": "ftp://receiver.example/" }), "url"),
        (json!({ "url": "https://" }), "url"),
        (json!({ "url": "https://user:word@receiver.example/" }), "url"),
        (json!({ "url": "https://receiver.example/#part" }), "url"),
        (json!({ "url": "https://receiver.example:0/" }), "url"),
        (json!({ "url": format!("https://receiver.example/{long}") }), "url"),
        (json!({ "url": RECEIVER, "active": "yes" }), "active"),
        (json!({ "url": RECEIVER, "events": [] }), "events"),
        (json!({ "url": RECEIVER, "events": { "container.created": true } }), "events"),
        (json!({ "url": RECEIVER, "events": ["container.created", "container.lost"] }), "events/1"),
        (json!({ "url": RECEIVER, "events": ["container.created", 7] }), "events/1"),
        (json!({ "url": RECEIVER, "headers": { "X-Tenant": "7" } }), "headers"),
        (json!({ "url": RECEIVER, "headers": [7] }), "headers/0/name"),
        (json!({ "url": RECEIVER, "headers": [{ "name": null, "value": "7" }] }), "headers/0/name"),
        (json!({ "url": RECEIVER, "headers": [{ "name": "X-Tenant", "value": 7 }] }), "headers/0/value"),
        (json!({ "url": RECEIVER, "headers": [{ "name": "X-Tenant" }] }), "headers/0/value"),
        (json!({ "url": RECEIVER, "headers": [{ "name": "X Tenant", "value": "7" }] }), "headers/0/name"),
        (json!({ "url": RECEIVER, "headers": [{ "name": "X-Tenant", "value": "7\r\nX-More: 8" }] }), "headers/0/value"),
    ] {
        let answer = post_webhook(&stage, &attributes);
        assert_eq!(answer.status, 422, "{attributes}");
        assert_eq!(refused(&answer)["source"]["pointer"], format!("/data/attributes/{pointer}"), "{attributes}");
    }
    assert_eq!(stage.get("/v2/webhooks")["data"], json!([]), "nothing was registered");
}

#[test]
fn headers_of_the_service_are_rejected() {
    let stage = stage();
    let names = [
        "User-Agent",
        "Connection",
        "Content-Type",
        "content-length",
        "Host",
        "Transfer-Encoding",
        "X-T49-Webhook-Signature",
        "webhook-id",
        "Webhook-Signature",
        "webhook-timestamp",
    ];
    for name in names {
        let headers = json!([{ "name": "X-Tenant", "value": "7" }, { "name": name, "value": "1" }]);
        let answer = post_webhook(&stage, &json!({ "url": RECEIVER, "headers": headers }));
        assert_eq!(answer.status, 422, "{name}");
        assert_eq!(refused(&answer)["source"]["pointer"], "/data/attributes/headers/1/name");
    }
}

#[test]
fn custom_headers_are_sent_and_can_be_read_and_written() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    let headers = json!([
        { "name": "Authorization", "value": "Bearer receivers-own" },
        { "name": "X-Forwarded-For", "value": "" },
        { "name": "x-tag", "value": "one" },
        { "name": "X-Tag", "value": "two" },
    ]);
    let created = register(&stage, &json!({ "url": RECEIVER, "headers": headers }));
    assert_eq!(created["attributes"]["headers"], headers);
    let answer = patch_webhook(&stage, &created, &json!({ "headers": webhook(&stage, &created)["headers"] }));
    assert_eq!((answer.status, &webhook(&stage, &created)["headers"]), (200, &headers));
    let client = stage.service.client();
    let read = client.webhooks().get(&created["id"].as_str().unwrap().into()).unwrap().into_inner();
    let update = WebhookUpdate::new().headers(read.headers.clone().unwrap());
    assert_eq!(client.webhooks().update(&read.id, update).unwrap().headers, read.headers);
    super::cause_event(&stage);
    stage.run();
    let delivery = outbound.sent().remove(0);
    assert_eq!(delivery.headers.get("Authorization"), Some("Bearer receivers-own"));
    assert_eq!(delivery.headers.get_all("x-tag").collect::<Vec<_>>(), ["one", "two"]);
    assert!(!format!("{delivery:?} {read:?}").contains("receivers-own"), "{delivery:?}");
}

#[test]
fn errors_do_not_quote_header_values() {
    let stage = stage();
    for headers in [
        json!({ "Authorization": "Bearer canary" }),
        json!("Authorization: canary"),
        json!([{ "name": "Authorization", "value": ["canary"] }]),
        json!([{ "name": "Authorization", "value": "canary\n" }]),
    ] {
        let answer = post_webhook(&stage, &json!({ "url": RECEIVER, "headers": headers }));
        assert_eq!(answer.status, 422);
        assert!(!String::from_utf8_lossy(&answer.body).contains("canary"), "{headers}");
    }
}

#[test]
fn a_body_of_another_type_or_form_is_rejected() {
    let stage = stage();
    let post = |body: Value| stage.send(Method::Post, "/v2/webhooks", Some(&body));
    let other = post(json!({ "data": { "type": "shipment", "attributes": { "url": RECEIVER } } }));
    assert_eq!((other.status, refused(&other)["source"]["pointer"].clone()), (409, json!("/data/type")));
    for body in [json!([]), json!({}), json!({ "data": [] }), json!({ "data": { "attributes": 7 } })] {
        assert_eq!(post(body.clone()).status, 400, "{body}");
    }
}

#[test]
fn the_service_generates_the_secret_and_always_shows_the_same() {
    let stage = stage();
    let created = register(&stage, &json!({ "url": RECEIVER }));
    let secret = &created["attributes"]["secret"];
    assert!(secret.as_str().is_some_and(|secret| secret.starts_with("whsec_")), "{secret}");
    assert_eq!(webhook(&stage, &created)["secret"], *secret);
    assert_eq!(stage.get("/v2/webhooks")["data"][0]["attributes"]["secret"], *secret);
    let patched = json_of(&patch_webhook(&stage, &created, &json!({ "active": false })));
    assert_eq!(patched["data"]["attributes"]["secret"], *secret);
    let own = json!({ "url": RECEIVER, "secret": "custom secret" });
    let refusal = patch_webhook(&stage, &created, &own);
    assert_eq!((refusal.status, &refused(&refusal)["source"]["pointer"]), (422, &json!("/data/attributes/secret")));
    assert!(
        !String::from_utf8_lossy(&refusal.body).contains(secret.as_str().unwrap()),
        "the error does not disclose it"
    );
    let second = json_of(&post_webhook(&stage, &own));
    assert_ne!(second["data"]["attributes"]["secret"], "custom secret");
    assert_eq!(second["meta"]["warnings"][0]["source"]["pointer"], "/data/attributes/secret");
    assert_ne!(register(&stage, &json!({ "url": RECEIVER }))["attributes"]["secret"], *secret);
}

#[test]
fn secrets_and_header_values_are_not_printed() {
    let stage = stage();
    let header = DeliveryHeader { name: "X-Tenant-Key".into(), value: "canary-value".into() };
    let created = stage.service.client().webhooks().create(NewWebhook::new(RECEIVER).headers([header])).unwrap();
    let secret = created.secret.as_ref().unwrap().reveal().to_owned();
    let printed =
        format!("{created:?} {:?} {:?} {:?}", stage.service, stage.service.client(), NewWebhook::new(RECEIVER));
    assert!(!printed.contains("canary-value") && !printed.contains(&secret), "{printed}");
}

#[test]
fn a_webhook_is_read_by_id_and_unknown_ids_are_404() {
    let stage = stage();
    let created = register(&stage, &json!({ "url": RECEIVER }));
    let document = stage.get(&path_of(&created));
    assert_well_formed(&document);
    assert_eq!(document["data"], created);
    for id in ["0b1c9f9e-8f5a-7b3e-9a53-0123456789ab", "no-uuid", "events%2F"] {
        for method in [Method::Get, Method::Delete] {
            let answer = stage.send(method, &format!("/v2/webhooks/{id}"), None);
            assert_eq!((answer.status, refused(&answer)["title"].clone()), (404, json!("Not Found")), "{id}");
        }
    }
}

#[test]
fn webhooks_are_paged_newest_first_with_a_total() {
    let stage = stage();
    let created: Vec<Value> =
        (0..5).map(|n| register(&stage, &json!({ "url": format!("{RECEIVER}/{n}") }))["id"].clone()).collect();
    let newest_first: Vec<Value> = created.iter().rev().cloned().collect();
    let ids = |page: &Value| -> Vec<Value> {
        page["data"].as_array().unwrap().iter().map(|webhook| webhook["id"].clone()).collect()
    };
    let whole = stage.get("/v2/webhooks");
    assert_well_formed(&whole);
    assert_eq!((ids(&whole), &whole["meta"]), (newest_first.clone(), &json!({ "size": 5, "total": 5 })));
    let (mut seen, mut next) = (Vec::new(), "/v2/webhooks?page[size]=2".to_owned());
    loop {
        let page = stage.get(&next);
        seen.extend(ids(&page));
        let Some(link) = page["links"]["next"].as_str() else { break };
        next = link.to_owned();
    }
    assert_eq!(seen, newest_first);
    let beyond = stage.get("/v2/webhooks?page[number]=9");
    assert_eq!((ids(&beyond), &beyond["meta"]["total"]), (vec![], &json!(5)));
    for query in ["page[size]=0", "page[number]=0", "page[size]=x", "filter[url]=a", "include=account"] {
        assert_eq!(stage.send(Method::Get, &format!("/v2/webhooks?{query}"), None).status, 400, "{query}");
    }
}

#[test]
fn an_update_changes_the_given_attributes_and_replaces_lists() {
    let stage = stage();
    let headers = json!([{ "name": "X-One", "value": "1" }, { "name": "X-Two", "value": "2" }]);
    let attributes = json!({ "url": RECEIVER, "events": ["container.created"], "headers": headers });
    let created = register(&stage, &attributes);
    let change = |attributes: Value| {
        let answer = patch_webhook(&stage, &created, &attributes);
        assert_eq!(answer.status, 200, "{attributes}");
        let shown = json_of(&answer)["data"]["attributes"].take();
        assert_eq!(shown, webhook(&stage, &created));
        shown
    };
    let mut expected = created["attributes"].clone();
    assert_eq!(change(json!({})), expected);
    for (name, value) in [
        ("active", json!(false)),
        ("events", json!(["tracking_request.failed", "document.extracted"])),
        ("headers", json!([{ "name": "X-Three", "value": "3" }])),
        ("url", json!("https://elsewhere.example/")),
    ] {
        expected[name] = value.clone();
        assert_eq!(change(json!({ name: value })), expected, "{name}");
    }
    expected["headers"] = json!([]);
    assert_eq!(change(json!({ "headers": null })), expected);
    for attributes in [json!({ "url": "nowhere" }), json!({ "events": [] }), json!({ "active": 1 })] {
        assert_eq!(patch_webhook(&stage, &created, &attributes).status, 422, "{attributes}");
    }
    assert_eq!(webhook(&stage, &created), expected, "a rejected update changes nothing");
}

#[test]
fn a_deleted_webhook_receives_no_deliveries() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    let (gone, stored) =
        (register(&stage, &json!({ "url": RECEIVER })), register(&stage, &json!({ "url": "https://kept.example/" })));
    super::cause_event(&stage);
    let answer = stage.send(Method::Delete, &path_of(&gone), None);
    assert_eq!((answer.status, answer.body.len()), (200, 0));
    assert_eq!(stage.send(Method::Delete, &path_of(&gone), None).status, 404);
    assert_eq!(patch_webhook(&stage, &gone, &json!({ "active": true })).status, 404);
    assert_eq!(stage.get("/v2/webhooks")["meta"]["total"], 1);
    super::cause_event(&stage);
    stage.run();
    assert!(outbound.sent().iter().all(|delivery| delivery.url == "https://kept.example/"));
    assert_eq!(outbound.count(), 2);
    assert_eq!(stage.send(Method::Get, &path_of(&stored), None).status, 200);
}

#[test]
fn webhooks_of_another_account_are_separate() {
    let outbound = Outbound::default();
    let stage = scenario(&outbound, |builder| builder);
    let other = stage.service.create_account("other", "Other Ltd").unwrap();
    let theirs = stage.service.transport(&other.id).unwrap();
    let mine = register(&stage, &json!({ "url": RECEIVER }));
    let change = json!({ "data": { "type": "webhook", "attributes": { "active": false } } });
    for (method, body) in [(Method::Get, None), (Method::Patch, Some(&change)), (Method::Delete, None)] {
        assert_eq!(send(theirs.as_ref(), method, &path_of(&mine), body).status, 404, "{method}");
    }
    assert_eq!(json_of(&send(theirs.as_ref(), Method::Get, "/v2/webhooks", None))["meta"]["total"], 0);
    let creation = shiptrack_tests::scenario::creation("bill_of_lading", "TEST-TR-FAILED", "TEST");
    assert_eq!(send(theirs.as_ref(), Method::Post, "/v2/tracking_requests", Some(&creation)).status, 201);
    stage.run();
    assert_eq!(stage.service.events(&other.id, 0, 10).unwrap().len(), 1);
    assert_eq!((outbound.count(), stage.events().len()), (0, 0));
}

#[test]
fn the_client_manages_webhooks() {
    let client = stage().service.client();
    let webhooks = client.webhooks();
    let created = webhooks.create(NewWebhook::new(RECEIVER).events([EventName::ContainerCreated])).unwrap();
    assert_eq!(webhooks.get(&created.id).unwrap().events, [EventName::ContainerCreated]);
    let changed = webhooks.update(&created.id, WebhookUpdate::new().active(false)).unwrap();
    assert_eq!((changed.active, &changed.secret), (Some(false), &created.secret));
    let listed: Vec<Webhook> = webhooks.list().into_iter().map(Result::unwrap).collect();
    assert_eq!(listed.len(), 1);
    webhooks.delete(&created.id).unwrap();
    assert_eq!(webhooks.get(&created.id).unwrap_err().http_status(), Some(404));
}

#[test]
fn ensure_registers_a_url_once_and_updates_it() {
    let stage = stage();
    let client = stage.service.client();
    let first = client.webhooks().ensure(NewWebhook::new(RECEIVER)).unwrap();
    assert_eq!((first.how, client.webhooks().ensure(NewWebhook::new(RECEIVER)).unwrap().how), (Created, Unchanged));
    patch_webhook(&stage, &json!({ "id": first.id.to_string() }), &json!({ "active": false }));
    let second = client.webhooks().ensure(NewWebhook::new(RECEIVER).events([EventName::ContainerCreated])).unwrap();
    assert_eq!((second.how, &second.id, second.active), (Updated, &first.id, Some(false)));
    assert_eq!((&second.secret, &*second.events), (&first.secret, &[EventName::ContainerCreated][..]));
}

#[test]
fn concurrent_ensure_registers_a_url_once() {
    let stage = stage();
    for round in 0..20 {
        let url = format!("{RECEIVER}/{round}");
        let ids: Vec<Id<Webhook>> = std::thread::scope(|scope| {
            let ensure = || stage.service.client().webhooks().ensure(NewWebhook::new(url.clone())).unwrap().id.clone();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ensure)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let all = stage.service.client().webhooks().list().into_iter().map(Result::unwrap);
        let left: Vec<_> = all.filter(|webhook| webhook.url == url).map(|webhook| webhook.id).collect();
        assert_eq!(left.len(), 1, "round {round}");
        assert!(ids.contains(&left[0]));
    }
}
