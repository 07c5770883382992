//! Times in responses and notifications have whole seconds, and raw events have no bare dates.

use chrono::TimeDelta;
use shiptrack::http::Method::{Get, Patch, Post};
use shiptrack_tests::outbound::{self, Outbound};
use shiptrack_tests::scenario::start;

use super::documents::{announce, announcement, put};
use super::*;

/// The first time with a fraction of a second in a text.
fn fraction(text: &str) -> Option<&str> {
    let is_time = |at: &usize| {
        let bytes = text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        bytes[*at] == b'.' && *at > 2 && bytes[*at - 3] == b':' && digit(*at - 1) && digit(*at + 1)
    };
    let at = (0..text.len()).find(is_time)?;
    text.get(at.saturating_sub(60)..(at + 10).min(text.len()))
}

#[test]
fn every_time_in_responses_and_notifications_has_whole_seconds() {
    let outbound = Outbound::default();
    let scenario = outbound::scenario(&outbound, |builder| builder);
    scenario.clock.advance(Duration::from_micros(123_456));
    let mut facts = voyage();
    facts[3]["event"]["at"] = json!("2026-04-20T12:00:00.789Z");
    facts[4]["event"]["at"] = json!("2026-05-09T12:00:00.5+00:00");
    let reading = json!({
        "available_for_pickup": true,
        "pickup_appointment_at": "2026-05-12T08:00:00.25Z",
        "pickup_lfd_terminal": "2026-05-13T07:00:00.5Z",
    });
    let doubtful = json!({ "milestone": "empty_out", "at": "2026-04-17T03:00:00Z", "place": { "locode": "CNTAG" } });
    facts.as_array_mut().unwrap().extend([
        json!({ "container": CONTAINERS[0], "source": "terminal", "reading": reading }),
        json!({ "container": CONTAINERS[0], "event": doubtful }),
    ]);
    scenario.carrier.knows(NORMALIZED, &facts);
    create(&scenario, "/v2/webhooks", "webhook", json!({ "url": "https://example.com/hook" }));
    create(&scenario, "/v2/parties", "party", json!({ "company_name": "Acme" }));
    let definition = json!({ "entity_type": "Shipment", "api_slug": "a", "display_name": "A", "data_type": "date" });
    create(&scenario, "/v2/custom_field_definitions", "custom_field_definition", definition);
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let shipment = tracked_object(&scenario, &request).unwrap();
    for action in ["stop_tracking", "resume_tracking", "stop_tracking"] {
        assert_eq!(scenario.send(Patch, &format!("/v2/shipments/{shipment}/{action}"), None).status, 200);
    }
    let mail = b"Subject: A\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nA";
    scenario.service.ingest_email(&scenario.account, mail, None).unwrap();
    scenario.run();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    assert_ne!(scenario.get(&format!("/v2/shipments/{shipment}/doubts"))["doubts"], json!([]));
    let mut texts: Vec<(String, String)> = [
        "/v2/webhooks".to_owned(),
        "/v2/webhooks/ips".to_owned(),
        "/v2/custom_field_definitions".to_owned(),
        "/v2/tracking_requests?include=containers,customer,user".to_owned(),
        format!("/v2/tracking_requests/{request}"),
        format!("/v2/shipments/{shipment}?include=containers"),
        format!("/v2/shipments/{shipment}/doubts"),
        "/v2/containers?include=transport_events,raw_events,shipment".to_owned(),
        format!("/v2/containers/{container}"),
        format!("/v2/containers/{container}/transport_events"),
        format!("/v2/containers/{container}/raw_events"),
        format!("/v2/containers/{container}/map_geojson"),
        "/v2/documents?include=last_document_representation".to_owned(),
        "/v2/email_submissions".to_owned(),
        "/v2/webhook_notifications?include=reference_object".to_owned(),
        "/v2/webhook_notifications/examples?event=container.updated".to_owned(),
        "/v2/search?query=MAEU123456789".to_owned(),
    ]
    .map(|path| {
        let answer = scenario.send(Get, &path, None);
        assert_eq!(answer.status, 200, "{path}");
        (path, String::from_utf8(answer.body).unwrap())
    })
    .into();
    let delivered = outbound.sent();
    assert!(delivered.len() > 3);
    texts.extend(delivered.into_iter().map(|sent| ("a delivery".to_owned(), String::from_utf8(sent.body).unwrap())));
    for (path, text) in &texts {
        assert_eq!(fraction(text), None, "{path}");
    }
    let announced = scenario.send(Post, "/rails/active_storage/direct_uploads", Some(&announcement(b"a")));
    let announced = json_of(&announced);
    assert_eq!(announced["created_at"].as_str().map(str::len), Some("2026-05-01T12:00:00Z".len()), "{announced}");
    let (signed, place) = announce(scenario.transport.as_ref(), b"A");
    assert_eq!(put(scenario.transport.as_ref(), &place, b"A").status, 204);
    let new = document("document", json!({ "name": "a", "attached_document": signed }));
    let created = String::from_utf8(scenario.send(Post, "/v2/documents", Some(&new)).body).unwrap();
    assert_eq!(fraction(&created), None);
}

#[test]
fn the_addresses_of_the_service_have_the_time_of_its_opening_in_whole_seconds() {
    let scenario = Scenario::starting(start() + TimeDelta::milliseconds(700), |builder| builder);
    assert_eq!(scenario.get("/v2/webhooks/ips")["last_updated"], "2026-05-01T12:00:00Z");
}

#[test]
fn a_filter_by_time_in_whole_seconds_finds_what_responses_show_with_this_time() {
    let scenario = Scenario::starting(start() + TimeDelta::milliseconds(700), |builder| builder);
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    let shown = scenario.request(&request)["created_at"].as_str().unwrap().to_owned();
    let path = format!("/v2/tracking_requests?filter[created_at][start]={shown}&filter[created_at][end]={shown}");
    assert_eq!(scenario.get(&path)["data"][0]["id"], request);
}

#[test]
fn a_raw_event_with_a_date_shows_midnight_at_the_place() {
    let scenario = Scenario::new();
    let event = |milestone: &str, certainty: &str, at: &str, place: Value| {
        let event = json!({ "milestone": milestone, "certainty": certainty, "at": at, "place": place });
        json!({ "container": CONTAINERS[0], "event": event })
    };
    let los_angeles = json!({ "locode": "USLAX" });
    let facts = [
        json!({ "particulars": { "containers": [CONTAINERS[0]] } }),
        event("vessel_departed", "actual", "2026-04-20", json!({ "locode": "CNSHA" })),
        event("vessel_arrived", "estimated", "2026-05-09", los_angeles.clone()),
        event("full_out", "actual", "2026-04-10", json!({ "name": "Nowhere Yard" })),
    ];
    scenario.carrier.knows(NORMALIZED, &json!(facts));
    scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let shown = scenario.get(&format!("/v2/containers/{container}/raw_events"));
    let mut times: Vec<Value> = shown["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|raw| {
            let attributes = &raw["attributes"];
            json!(
                ["timestamp", "actual_at", "estimated_at", "actual_on", "estimated_on"]
                    .map(|name| attributes[name].clone())
            )
        })
        .collect();
    times.sort_by_key(Value::to_string);
    assert_eq!(
        json!(times),
        json!([
            ["2026-04-10T00:00:00Z", "2026-04-10T00:00:00Z", null, "2026-04-10", null],
            ["2026-04-19T16:00:00Z", "2026-04-19T16:00:00Z", null, "2026-04-20", null],
            ["2026-05-09T07:00:00Z", null, "2026-05-09T07:00:00Z", null, "2026-05-09"],
        ])
    );
}
