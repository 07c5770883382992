//! The notification documents of all events: reference object, included resources and form.

use serde_json::{Value, json};
use shiptrack::error::Error;
use shiptrack::http::Method;
use shiptrack::resources::EventName;
use shiptrack::service::{DocumentInput, DocumentReader, Extraction, FeedEvent};
use shiptrack::webhooks::DeliveryPolicy;
use shiptrack_tests::json_api::{assert_well_formed, included, included_types};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;

use super::{RECEIVER, register};
use shiptrack_tests::with;

const CONTAINER: &str = "MSKU0308961";

/// The first facts of the carrier: the route and the container.
fn booked() -> Value {
    json!([{ "particulars": {
        "port_of_lading": { "locode": "CNSHA", "name": "Shanghai", "timezone": "Asia/Shanghai" },
        "port_of_discharge": { "locode": "USLAX", "name": "Los Angeles", "timezone": "America/Los_Angeles" },
        "destination": { "locode": "USCHI", "name": "Chicago", "timezone": "America/Chicago" },
        "containers": [CONTAINER],
    } }])
}

/// The fact that causes an event of a tracked container.
fn triggering_fact(event: &EventName) -> Value {
    let name = event.as_str();
    let estimate = |milestone: &str, place: &str| {
        json!({ "container": CONTAINER, "event": { "milestone": milestone, "certainty": "estimated",
            "at": "2026-05-20T08:00:00Z", "place": { "locode": place, "facility": "Pier 999" },
            "vessel": { "name": "Test Voyager", "imo": "9321483" } } })
    };
    let terminal = |reading: Value| json!({ "container": CONTAINER, "source": "terminal", "reading": reading });
    match name {
        "container.transport.estimated.vessel_departed" => estimate("vessel_departed", "CNSHA"),
        "container.transport.estimated.vessel_arrived" | "shipment.estimated.arrival" => {
            estimate("vessel_arrived", "USLAX")
        }
        "container.transport.estimated.arrived_at_inland_destination" => estimate("arrived_at_destination", "USCHI"),
        "container.transport.available" => terminal(json!({ "available_for_pickup": true })),
        "container.transport.not_available" => terminal(json!({ "available_for_pickup": false })),
        "container.pickup_lfd_line.changed" => terminal(json!({ "pickup_lfd_line": "2026-05-25" })),
        "container.pickup_lfd_rail.changed" => terminal(json!({ "pickup_lfd_rail": "2026-05-25" })),
        "container.pickup_lfd.changed" | "container.pickup_lfd_terminal.changed" => {
            terminal(json!({ "pickup_lfd_terminal": "2026-05-25" }))
        }
        "container.pickup_appointment.changed" => terminal(json!({ "pickup_appointment_at": "2026-05-24T08:00:00Z" })),
        "container.updated" => {
            terminal(json!({ "terminal": "Pier 999", "holds": [{ "name": "customs", "status": "hold" }] }))
        }
        "container.transport.arrived_at_inland_destination" => actual("arrived_at_destination", "USCHI"),
        moved => {
            let milestone = moved.strip_prefix("container.transport.").expect("a transport event");
            // The meaning of an event depends on the ports of the voyage.
            let at_lading = ["empty_out", "full_in", "vessel_loaded", "vessel_departed"];
            actual(milestone, if at_lading.contains(&milestone) { "CNSHA" } else { "USLAX" })
        }
    }
}

fn actual(milestone: &str, place: &str) -> Value {
    json!({ "container": CONTAINER, "event": { "milestone": milestone, "at": "2026-04-28T08:00:00Z",
        "place": { "locode": place, "facility": "Pier 999" }, "vessel": { "name": "Test Voyager", "imo": "9321483" }, "voyage": "042E" } })
}

/// Fails for `bad.pdf`. Reads other documents without values.
struct Reader;

impl DocumentReader for Reader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        match source.name {
            "bad.pdf" => Err(Error::invalid("content", "the file is damaged")),
            _ => Ok(Some(with(Extraction::default(), |value| value.schema_version = "2026-01-01".into()))),
        }
    }
}

/// Makes `event` cause_event, with a webhook that hears of everything.
fn scenario_with(event: &EventName, outbound: &Outbound) -> Scenario {
    let policy = with(DeliveryPolicy::default(), |policy| policy.shipment_updates_in_feed = true);
    let stage = scenario(outbound, |builder| builder.extractor(Reader).delivery(policy));
    let all = register(&stage, &json!({ "url": RECEIVER, "events": EventName::ALL }));
    match event.as_str() {
        "tracking_request.failed" => super::cause_event(&stage),
        "tracking_request.awaiting_manifest" => {
            stage.create("bill_of_lading", "TEST-TR-AWAITING", "TEST");
        }
        "tracking_request.tracking_stopped" => {
            follow(&stage);
            let shipment = stage.get("/v2/shipments")["data"][0]["id"].as_str().unwrap().to_owned();
            let path = format!("/v2/shipments/{shipment}/stop_tracking");
            assert_eq!(stage.send(Method::Patch, &path, None).status, 200);
        }
        "tracking_request.deleted" => {
            follow(&stage);
            let request = stage.get("/v2/tracking_requests")["data"][0]["id"].as_str().unwrap().to_owned();
            stage.send(Method::Delete, &format!("/v2/tracking_requests/{request}"), None);
        }
        "tracking_request.succeeded" | "container.created" => follow(&stage),
        "container.pod_terminal_changed" => {
            follow(&stage);
            let reading =
                |source: &str, reading: Value| json!({ "container": CONTAINER, "source": source, "reading": reading });
            refresh(&stage, &reading("terminal", json!({ "terminal": "Pier 300" })));
            let moved = reading("terminal", json!({ "terminal": "Pier 400" }));
            refresh_with(&stage, &[&moved, &reading("shipping_line", json!({ "available_for_pickup": true }))]);
        }
        "shipment.updated" => {
            follow(&stage);
            let mut departed = actual("vessel_departed", "CNSHA");
            refresh(&stage, &departed);
            departed["event"]["at"] = json!("2026-04-27T08:00:00Z");
            refresh(&stage, &departed);
        }
        "webhook.disabled" => {
            let listing = [("https://gone.example/", "tracking_request.failed"), (RECEIVER, "webhook.disabled")];
            assert_eq!(stage.send(Method::Delete, &super::path_of(&all), None).status, 200);
            for (url, name) in listing {
                register(&stage, &json!({ "url": url, "events": [name] }));
            }
            outbound.always(410);
            super::cause_event(&stage);
            while !stage.events().contains(&event.to_string()) {
                stage.clock.advance(std::time::Duration::from_secs(600));
                stage.run();
            }
            outbound.always(200);
        }
        "container.transport.empty_in" => {
            follow(&stage);
            // The container must have been full before.
            refresh(&stage, &actual("full_in", "CNSHA"));
            refresh(&stage, &triggering_fact(event));
        }
        "document.extracted" => ingest(&stage, "good.pdf"),
        "document.extraction_failed" => ingest(&stage, "bad.pdf"),
        _ => {
            follow(&stage);
            refresh(&stage, &triggering_fact(event));
        }
    }
    stage.run();
    stage
}

fn follow(stage: &Scenario) {
    stage.carrier.then_facts(&booked());
    stage.create("bill_of_lading", "MAEU123456789", "MAEU");
    stage.run();
}

fn refresh(stage: &Scenario, triggering_fact: &Value) {
    refresh_with(stage, &[triggering_fact]);
}

fn refresh_with(stage: &Scenario, triggering_facts: &[&Value]) {
    let mut facts = booked();
    facts.as_array_mut().unwrap().extend(triggering_facts.iter().copied().cloned());
    stage.carrier.then_facts(&facts);
    stage.clock.advance_to(stage.service.next_due().unwrap().expect("a followed shipment is refreshed"));
    stage.run();
}

fn ingest(stage: &Scenario, name: &str) {
    let message = format!(
        "Subject: a document\r\nContent-Type: application/pdf; name={name}\r\n\
         Content-Disposition: attachment; filename={name}\r\n\r\n%PDF-1.4\r\n"
    );
    assert!(stage.service.ingest_email(&stage.account, message.as_bytes(), None).unwrap().is_new);
}

/// The only event of the feed with this name.
fn entry(stage: &Scenario, event: &EventName) -> FeedEvent {
    let all = stage.service.events(&stage.account, 0, usize::MAX).unwrap();
    let mut found: Vec<FeedEvent> = all.into_iter().filter(|entry| entry.event == *event).collect();
    assert_eq!(found.len(), 1, "{event} among {:?}", stage.events());
    found.remove(0)
}

/// The type of the reference object and the included types of an event, from the table in `core/docs/events.md`.
fn expected(event: &EventName) -> (&'static str, Vec<&'static str>) {
    const TABLE: &str = include_str!("../../../core/docs/events.md");
    let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2).collect::<Vec<_>>();
    let row = TABLE.lines().filter(|line| line.starts_with("| `")).find_map(|line| {
        let cells: Vec<_> = line.split('|').skip(1).map(quoted).collect();
        (cells[0] == [event.as_str()]).then(|| (cells[1][0], cells[2].clone()))
    });
    let (reference, mut types) = row.unwrap_or_else(|| panic!("{event} has no row"));
    types.push(reference);
    types.sort_unstable();
    (reference, types)
}

/// The reference of a notification: `document` for events about documents, otherwise `reference_object`. Never both.
fn reference<'d>(document: &'d Value, event: &EventName) -> &'d Value {
    let names = if event.is_document() { ["document", "reference_object"] } else { ["reference_object", "document"] };
    let relationships = &document["data"]["relationships"];
    assert_eq!(relationships.get(names[1]), None, "{event}");
    &relationships[names[0]]["data"]
}

#[test]
fn every_event_has_its_reference_object_and_included_resources() {
    for event in EventName::ALL {
        let stage = scenario_with(event, &Outbound::default());
        let entry = entry(&stage, event);
        let document: Value = serde_json::from_str(&entry.document).unwrap();
        assert_well_formed(&document);
        let data = &document["data"];
        assert_eq!(data["type"], "webhook_notification");
        assert_eq!(data["attributes"]["event"], event.as_str());
        assert_eq!(data["attributes"]["id"], data["id"]);
        assert_eq!(data["attributes"]["delivery_status"], "pending");
        assert_eq!(
            data["attributes"]["created_at"],
            entry.created_at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true)
        );
        assert_eq!(document["meta"], json!({ "sequence": entry.sequence }));
        let reference = reference(&document, event);
        let (kind, types) = expected(event);
        assert_eq!((reference["type"].as_str(), included_types(&document)), (Some(kind), types), "{event}");
        let object =
            included(&document, reference).unwrap_or_else(|| panic!("the reference object of {event} is missing"));
        for name in ["container", "shipment", "location", "port", "terminal", "vessel"] {
            let link = &object["relationships"][name]["data"];
            assert!(link.is_null() || included(&document, link).is_some(), "{event}: the linked {name} is missing");
        }
    }
}

/// The corresponding type for a place that is a port.
fn at_a_port(kind: &str) -> &str {
    match kind {
        "metro_area" => "port",
        "rail_terminal" => "terminal",
        other => other,
    }
}

#[test]
fn the_example_of_every_event_has_the_types_of_its_notification() {
    let stage = scenario(&Outbound::default(), |builder| builder);
    for event in EventName::ALL {
        let mut document = stage.get(&format!("/v2/webhook_notifications/examples?event={event}"));
        assert_well_formed(&document);
        assert_eq!(document["data"].as_array().map(Vec::len), Some(1), "{event}");
        document["data"] = document["data"][0].take();
        assert_eq!(document["data"]["attributes"]["event"], event.as_str());
        let reference = reference(&document, event);
        let (kind, types) = expected(event);
        assert_eq!(reference["type"], kind, "{event}");
        let object =
            included(&document, reference).unwrap_or_else(|| panic!("the reference object of {event} is missing"));
        for name in ["container", "shipment", "location", "port", "terminal", "vessel"] {
            let link = &object["relationships"][name]["data"];
            assert!(link.is_null() || included(&document, link).is_some(), "{event}: the linked {name} is missing");
        }
        let usual: Vec<&str> = types.into_iter().map(at_a_port).collect();
        for kind in included_types(&document) {
            assert!(usual.contains(&at_a_port(kind)), "{event}: {kind}");
        }
    }
}

#[test]
fn the_table_has_every_event_with_its_shipment_and_container() {
    let rows = include_str!("../../../core/docs/events.md").lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!((rows, EventName::ALL.len()), (46, 46));
    for event in EventName::ALL.iter().filter(|event| event.as_str().starts_with("container.")) {
        let (_, types) = expected(event);
        assert!(types.contains(&"container") && types.contains(&"shipment"), "{event}");
    }
    assert!(expected(&EventName::ShipmentEstimatedArrival).1.contains(&"shipment"));
}

#[test]
fn a_delivery_is_equal_to_the_feed_except_for_id_and_webhook() {
    for event in EventName::ALL {
        let outbound = Outbound::default();
        let stage = scenario_with(event, &outbound);
        let feed: Value = serde_json::from_str(&entry(&stage, event).document).unwrap();
        let documents: Vec<Value> =
            outbound.sent().iter().map(|sent| serde_json::from_slice(&sent.body).unwrap()).collect();
        let of_event = |document: &&Value| document["data"]["attributes"]["event"] == event.as_str();
        let mut delivered = documents.iter().find(of_event).cloned().expect("a delivery");
        assert_well_formed(&delivered);
        assert_ne!(delivered["data"]["id"], feed["data"]["id"], "{event}");
        assert_eq!(delivered["data"]["relationships"]["webhook"]["data"]["type"], "webhook");
        for place in ["/data/id", "/data/attributes/id", "/data/relationships/webhook"] {
            *delivered.pointer_mut(place).unwrap() = feed.pointer(place).unwrap().clone();
        }
        assert_eq!(delivered, feed, "{event}");
    }
}

/// The reference object of an event, and the notification document.
fn notification(event: &str) -> (Value, Value) {
    let event = EventName::parse(event);
    let stage = scenario_with(&event, &Outbound::default());
    let document: Value = serde_json::from_str(&entry(&stage, &event).document).unwrap();
    (included(&document, reference(&document, &event)).unwrap().clone(), document)
}

#[test]
fn a_transport_event_has_time_place_container_and_shipment() {
    let (object, document) = notification("container.transport.vessel_discharged");
    let attributes = &object["attributes"];
    assert_eq!(attributes["event"], "container.transport.vessel_discharged");
    assert_eq!(attributes["timestamp"], "2026-04-28T08:00:00Z");
    assert_eq!((&attributes["location_locode"], &attributes["voyage_number"]), (&json!("USLAX"), &json!("042E")));
    assert_eq!(attributes["timezone"], "America/Los_Angeles");
    for name in ["container", "shipment"] {
        let linked = included(&document, &object["relationships"][name]["data"]).expect("an included resource");
        assert_eq!(linked["type"], name);
    }
}

#[test]
fn the_included_container_has_the_state_after_the_event() {
    let (_, document) = notification("container.transport.vessel_discharged");
    let container = document["included"].as_array().unwrap().iter().find(|found| found["type"] == "container").unwrap();
    assert_eq!(container["attributes"]["number"], CONTAINER);
    assert_eq!(container["attributes"]["pod_discharged_at"], "2026-04-28T08:00:00Z");
}

#[test]
fn the_event_of_a_last_free_day_has_its_value() {
    // The days of carrier and railway begin in the time zone of the inland destination, two hours before those of the port.
    let port = (["2026-05-25T07:00:00Z", "America/Los_Angeles", "USLAX"], "port");
    let destination = (["2026-05-25T05:00:00Z", "America/Chicago", "USCHI"], "metro_area");
    for (name, (expected, kind)) in [
        ("container.pickup_lfd.changed", port),
        ("container.pickup_lfd_terminal.changed", port),
        ("container.pickup_lfd_line.changed", destination),
        ("container.pickup_lfd_rail.changed", destination),
    ] {
        let (object, _) = notification(name);
        let found = ["value", "timezone", "location_locode"].map(|attribute| &object["attributes"][attribute]);
        assert_eq!(found, expected, "{name}");
        assert_eq!(object["attributes"]["data_source"], "terminal", "{name}");
        assert_eq!(object["relationships"]["location"]["data"]["type"], kind, "{name}");
    }
}

#[test]
fn a_container_update_has_old_and_new_values() {
    let (object, _) = notification("container.updated");
    let hold = json!({ "name": "customs", "status": "hold", "description": null });
    let attributes = &object["attributes"];
    let terminal = object["relationships"]["terminal"]["data"]["id"].clone();
    assert_eq!(
        attributes["changeset"],
        json!({ "holds_at_pod_terminal": [[], [hold]], "pod_terminal": [null, terminal] })
    );
    assert_eq!(
        (&attributes["timezone"], &attributes["data_source"]),
        (&json!("America/Los_Angeles"), &json!("terminal"))
    );
    assert!(attributes["timestamp"].is_string());
}

#[test]
fn a_change_of_the_terminal_has_the_source_that_reported_the_terminal() {
    let (object, _) = notification("container.pod_terminal_changed");
    assert_eq!(object["attributes"]["data_source"], "terminal");
}

#[test]
fn an_arrival_estimate_has_time_and_place() {
    let (object, document) = notification("shipment.estimated.arrival");
    let attributes = &object["attributes"];
    assert_eq!(attributes["estimated_timestamp"], "2026-05-20T08:00:00Z");
    assert_eq!(
        (&attributes["location_locode"], &attributes["event"]),
        (&json!("USLAX"), &json!("shipment.estimated.arrival"))
    );
    let shipment = included(&document, &object["relationships"]["shipment"]["data"]).expect("the shipment is included");
    assert_eq!(shipment["attributes"]["pod_eta_at"], "2026-05-20T08:00:00Z");
}

#[test]
fn a_success_includes_request_shipment_and_containers() {
    let (request, document) = notification("tracking_request.succeeded");
    assert_eq!(
        (&request["attributes"]["status"], &request["attributes"]["failed_reason"]),
        (&json!("created"), &json!(null))
    );
    let shipment = included(&document, &request["relationships"]["tracked_object"]["data"]).expect("the shipment");
    let containers = shipment["relationships"]["containers"]["data"].as_array().unwrap();
    assert_eq!(containers.len(), 1);
    assert!(containers.iter().all(|container| included(&document, container).is_some()));
}

#[test]
fn a_failure_has_its_reason_and_a_stop_its_shipment() {
    let (request, _) = notification("tracking_request.failed");
    assert_eq!(request["attributes"]["status"], "failed");
    assert_eq!(request["attributes"]["failed_reason"], "invalid_number");
    let (request, document) = notification("tracking_request.tracking_stopped");
    assert_eq!(request["attributes"]["status"], "tracking_stopped");
    let shipment = included(&document, &request["relationships"]["tracked_object"]["data"]).expect("the shipment");
    assert_eq!(shipment["attributes"]["line_tracking_stopped_reason"], "cancelled_by_user");
}

#[test]
fn an_extracted_document_is_included_with_its_representation() {
    let (document, whole) = notification("document.extracted");
    assert_eq!(
        (&document["attributes"]["source"], &document["attributes"]["file_name"]),
        (&json!("email"), &json!("good.pdf"))
    );
    let representation = included(&whole, &document["relationships"]["last_document_representation"]["data"]).unwrap();
    assert_eq!(representation["attributes"]["schema_version"], "2026-01-01");
}

#[test]
fn a_repeated_answer_causes_no_events() {
    let stage = scenario(&Outbound::default(), |builder| builder);
    follow(&stage);
    let event = json!({ "container": CONTAINER, "event": { "milestone": "vessel_departed", "at": "2026-04-28" } });
    refresh(&stage, &event);
    let before = stage.events();
    for _ in 0..3 {
        refresh(&stage, &event);
    }
    assert_eq!(stage.events(), before);
}
