//! Tests of the requests and responses of the families.

use chrono::{NaiveDate, NaiveTime};
use serde_json::{Value, json};

use super::support::*;
use crate::client::{Client, LineDecision, NewWebhook, ShipmentUpdate, TrackingRequestUpdate, WebhookUpdate};
use crate::error::Result;
use crate::http::Method;
use crate::ids::Id;
use crate::jsonapi::{AnyResource, Query, Resource};
use crate::numbers::NumberKind;
use crate::resources::{DeliveryHeader, EventName, RequestStatus};

type Operation = fn(&Client) -> Result<()>;

fn day(of_may: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 5, of_may).unwrap()
}

/// Method, path, query and body of the request that `call` sends.
fn sent(call: impl Fn(&Client) -> Result<()>) -> (String, Value) {
    let script = Script::of([answer(200, json!({ "data": null }))]);
    // The response is not a valid resource, which does not matter here.
    let _ = call(&script.unlimited());
    let seen = &script.seen()[0];
    let request = &seen.request;
    let path = request.path().strip_prefix("/v2").unwrap();
    let query = Query::parse(request.query());
    let parameters: Vec<String> = query.names().map(|name| format!("{name}={}", query.get(name).unwrap())).collect();
    (format!("{} {path} {}", request.method, parameters.join("&")), seen.body())
}

#[test]
fn dots_as_id_are_rejected_without_a_request() {
    let calls: [Operation; 5] = [
        |c| c.containers().get(&Id::new("..")).map(drop),
        |c| c.containers().transport_events(&Id::new(".")).first_page().map(drop),
        |c| c.webhooks().delete(&Id::new("..")).map(drop),
        |c| c.webhooks().update(&Id::new("."), WebhookUpdate::new().active(true)).map(drop),
        |c| c.shipments().stop_tracking(&Id::new("..")).map(drop),
    ];
    for call in calls {
        let script = Script::of([]);
        let refused = call(&script.client()).unwrap_err();
        assert_eq!((refused.pointer(), script.count()), (Some("id"), 0));
        assert!(refused.to_string().starts_with("id can't be \".\" or \"..\""), "{refused}");
    }
}

#[test]
fn families_use_the_paths_of_the_interface() {
    let rows: [(Operation, &str); 26] = [
        (|c| c.tracking_requests().get(&Id::new("x")).map(drop), "GET /tracking_requests/x "),
        (
            |c| c.tracking_requests().get_including(&Id::new("x"), ["tracked_object"]).map(drop),
            "GET /tracking_requests/x include=tracked_object",
        ),
        (
            |c| {
                let list = c.tracking_requests().list().number("A").scac("MAEU").status(RequestStatus::Created);
                let list = list.created_from("2026-05-01").created_until(day(2));
                let list = list.updated_from(day(3)).updated_until(day(4).and_time(NaiveTime::MIN).and_utc());
                list.first_page().map(drop)
            },
            "GET /tracking_requests filter[request_number]=A&filter[scac]=MAEU&filter[status]=created\
             &filter[created_at][start]=2026-05-01&filter[created_at][end]=2026-05-02\
             &filter[updated_at][start]=2026-05-03&filter[updated_at][end]=2026-05-04T00:00:00Z&page[size]=100",
        ),
        (|c| c.tracking_requests().infer_number("A").map(drop), "POST /tracking_requests/infer_number "),
        (|c| c.shipping_lines().list().first_page().map(drop), "GET /shipping_lines "),
        (|c| c.shipping_lines().get(&Id::new("a/b")).map(drop), "GET /shipping_lines/a%2Fb "),
        (
            |c| c.email_submissions().list().include(["account"]).first_page().map(drop),
            "GET /email_submissions include=account&page[size]=100",
        ),
        (|c| c.email_submissions().get(&Id::new("x")).map(drop), "GET /email_submissions/x "),
        (
            |c| {
                let paths = ["documents", "documents.last_document_representation"];
                c.email_submissions().get_including(&Id::new("x"), paths).map(drop)
            },
            "GET /email_submissions/x include=documents,documents.last_document_representation",
        ),
        (
            |c| {
                let list = c.documents().list().file_name("a.pdf").reference("R").document_types(["bill", "invoice"]);
                list.sort("-created_at").first_page().map(drop)
            },
            "GET /documents filter[filename]=a.pdf&filter[reference]=R&filter[document_types]=bill,invoice\
             &sort=-created_at&page[size]=100",
        ),
        (|c| c.documents().get(&Id::new("x")).map(drop), "GET /documents/x "),
        (|c| c.documents().get_including(&Id::new("x"), ["user"]).map(drop), "GET /documents/x include=user"),
        (
            |c| c.shipments().list().number("A").tracking_stopped(true).first_page().map(drop),
            "GET /shipments number=A&filter[tracking_stopped]=true&page[size]=100",
        ),
        (|c| c.shipments().get(&Id::new("x")).map(drop), "GET /shipments/x "),
        (
            |c| c.shipments().get_including(&Id::new("x"), ["containers"]).map(drop),
            "GET /shipments/x include=containers",
        ),
        (|c| c.shipments().stop_tracking(&Id::new("x")).map(drop), "PATCH /shipments/x/stop_tracking "),
        (|c| c.shipments().resume_tracking(&Id::new("x")).map(drop), "PATCH /shipments/x/resume_tracking "),
        (|c| c.containers().list().page_size(5).first_page().map(drop), "GET /containers page[size]=5"),
        (|c| c.containers().get(&Id::new("x")).map(drop), "GET /containers/x "),
        (
            |c| c.containers().get_including(&Id::new("x"), ["shipment", "pod_terminal"]).map(drop),
            "GET /containers/x include=shipment,pod_terminal",
        ),
        (
            |c| c.containers().transport_events(&Id::new("x")).include(["location"]).first_page().map(drop),
            "GET /containers/x/transport_events include=location&page[size]=100",
        ),
        (|c| c.webhooks().get(&Id::new("x")).map(drop), "GET /webhooks/x "),
        (|c| c.webhooks().list().first_page().map(drop), "GET /webhooks page[size]=100"),
        (|c| c.webhooks().delete(&Id::new("x")), "DELETE /webhooks/x "),
        (|c| c.webhook_notifications().list().first_page().map(drop), "GET /webhook_notifications page[size]=100"),
        (|c| c.webhook_notifications().get(&Id::new("x")).map(drop), "GET /webhook_notifications/x "),
    ];
    for (call, expected) in rows {
        assert_eq!(sent(call).0, expected);
    }
}

#[test]
fn changes_are_sent_as_documents() {
    let update = sent(|c| {
        c.tracking_requests().update(&Id::new("x"), TrackingRequestUpdate::new().ref_numbers(["A"])).map(drop)
    });
    let body = json!({ "data": { "id": "x", "type": "tracking_request", "attributes": { "ref_number": "A" } } });
    assert_eq!(update, ("PATCH /tracking_requests/x ".to_owned(), body));

    let update = sent(|c| {
        let changes = ShipmentUpdate::new().ref_numbers(["A"]).tags(["b"]);
        c.shipments().update(&Id::new("x"), changes).map(drop)
    });
    let attributes = json!({ "ref_numbers": ["A"], "tags": ["b"] });
    assert_eq!(update.1, json!({ "data": { "id": "x", "type": "shipment", "attributes": attributes } }));

    let stop = sent(|c| c.shipments().stop_tracking(&Id::new("x")).map(drop));
    assert_eq!(stop.1, json!({ "data": { "id": "x", "type": "shipment" } }));

    let header = DeliveryHeader { name: "X-A".to_owned(), value: "secret".to_owned() };
    let new =
        NewWebhook::new("https://me.example/hook").events([EventName::TrackingRequestSucceeded]).headers([header]);
    assert!(!format!("{new:?}").contains("secret"));
    let create = sent(|c| c.webhooks().create(new.clone()).map(drop));
    let attributes = json!({
        "url": "https://me.example/hook", "active": true, "events": ["tracking_request.succeeded"],
        "headers": [{ "name": "X-A", "value": "secret" }],
    });
    assert_eq!(create.0, "POST /webhooks ");
    assert_eq!(create.1, json!({ "data": { "type": "webhook", "attributes": attributes } }));

    let update = sent(|c| c.webhooks().update(&Id::new("x"), WebhookUpdate::new().active(false)).map(drop));
    assert_eq!(update.1, json!({ "data": { "id": "x", "type": "webhook", "attributes": { "active": false } } }));
}

#[test]
fn delete_accepts_responses_with_and_without_body() {
    for response in [status(200), status(204), answer(200, json!({}))] {
        Script::of([response]).client().webhooks().delete(&Id::new("x")).unwrap();
    }
}

#[test]
fn resource_has_its_document_and_headers() {
    let body = json!({
        "data": request("r-1", "MAEU123456789", "created"),
        "included": [{ "type": "shipment", "id": "s-1", "attributes": { "bill_of_lading_number": "MAEU123456789" } }],
    });
    let script = Script::of([answer(200, body)]);
    let fetched = script.client().tracking_requests().get(&Id::new("r-1")).unwrap();
    assert_eq!((&*fetched.request_number, fetched.status()), ("MAEU123456789", 200));
    assert!(fetched.document().find_included("shipment", "s-1").is_some());
    assert!(fetched.headers().get("Content-Type").is_some());
    assert_eq!(fetched.into_inner().id.to_string(), "r-1");
}

#[test]
fn inference_is_parsed_leniently() {
    let attributes = json!({
        "number_type": "booking",
        "validation": { "is_valid": null, "type": "shipment", "reason": "looks fine" },
        "shipping_line": {
            "decision": "auto_select",
            "selected": { "scac": "MAEU", "name": "Maersk", "confidence": 1 },
            "candidates": [{ "scac": "MAEU", "confidence": 0.97, "extra": true }, { "name": "no code" }],
        },
    });
    let script =
        Script::of([answer(200, json!({ "data": { "attributes": attributes } })), answer(200, json!({ "data": {} }))]);
    let client = script.client();
    let inference = client.tracking_requests().infer_number("123").unwrap();
    assert_eq!((inference.kind(), inference.is_valid()), (Some(NumberKind::BookingNumber), None));
    assert_eq!((inference.reason(), inference.decision()), (Some("looks fine"), Some(LineDecision::AutoSelect)));
    let selected = inference.selected().unwrap();
    assert_eq!((&*selected.scac, selected.confidence), ("MAEU", Some(1.0)));
    assert_eq!(inference.candidates().len(), 1);
    let debug = format!("{inference:?}");
    assert!(["BookingNumber", "AutoSelect", "MAEU"].iter().all(|word| debug.contains(word)), "{debug}");
    assert_eq!(inference.answer().attribute("shipping_line"), Some(&attributes["shipping_line"]));
    let empty = client.tracking_requests().infer_number("123").unwrap();
    assert!(empty.kind().is_none() && empty.decision().is_none() && empty.candidates().is_empty());
}

#[test]
fn any_endpoint_can_be_called() {
    let port = json!({ "id": "p-1", "type": "port", "attributes": { "name": "Los Angeles", "new": [1] }, "x": true });
    let script = Script::of([answer(200, json!({ "data": port }))]);
    let client = script.client();
    let read = client.get::<AnyResource>("ports/USLAX").unwrap();
    assert_eq!((&*read.kind, read.attribute("name")), ("port", Some(&json!("Los Angeles"))));
    assert_eq!(serde_json::to_value(&*read).unwrap(), port);
    let listed = client.list::<AnyResource>("parties").first().unwrap().unwrap();
    assert_eq!(listed.id().to_string(), "p-1");
    let body = json!({ "degrees": 90 });
    client.send(Method::Post, "documents/d/rotate", &Query::new().with("a", "b"), Some(&body)).unwrap();
    let sent = &script.seen()[2];
    assert_eq!(sent.request.url, "https://api.example.com/v2/documents/d/rotate?a=b");
    assert_eq!((sent.request.headers.get("Content-Type"), sent.body()), (Some("application/json"), body));
    client.send(Method::Get, "/v2/ports/p-1", &Query::new(), None).unwrap();
    assert_eq!(script.seen()[3].request.path(), "/v2/ports/p-1");
}

#[test]
fn client_types_are_send_and_sync() {
    fn check<T: Send + Sync + 'static>() {}
    check::<Client>();
    check::<crate::client::List<AnyResource>>();
    check::<crate::client::Items<AnyResource>>();
    check::<crate::client::FetchedPage<AnyResource>>();
    check::<crate::client::Fetched<AnyResource>>();
}
