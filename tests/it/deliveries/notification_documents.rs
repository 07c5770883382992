//! The notification document of every event: its reference object, what is included, and its shape.

use serde_json::{Value, json};
use shiptrack::error::Error;
use shiptrack::http::Method;
use shiptrack::resources::EventName;
use shiptrack::service::{DocumentInput, DocumentReader, Extraction, FeedEvent};
use shiptrack_tests::json_api::{assert_well_formed, included, included_types};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;

use super::{RECEIVER, register};
use shiptrack_tests::with;

const BOX: &str = "MSKU0308961";

/// What the carrier says at first: where the shipment goes, and in which container.
fn booked() -> Value {
    json!([{ "particulars": {
        "port_of_lading": { "locode": "CNSHA", "name": "Shanghai", "timezone": "Asia/Shanghai" },
        "port_of_discharge": { "locode": "USLAX", "name": "Los Angeles", "timezone": "America/Los_Angeles" },
        "destination": { "locode": "USCHI", "name": "Chicago", "timezone": "America/Chicago" },
        "containers": [BOX],
    } }])
}

/// The fact that makes an event of a followed container.
fn news(event: &EventName) -> Value {
    let name = event.as_str();
    let estimate = |milestone: &str, place: &str| {
        json!({ "container": BOX, "event": { "milestone": milestone, "certainty": "estimated",
            "at": "2026-05-20T08:00:00Z", "place": { "locode": place, "facility": "Pier 999" },
            "vessel": { "name": "Test Voyager", "imo": "9321483" } } })
    };
    let terminal = |reading: Value| json!({ "container": BOX, "source": "terminal", "reading": reading });
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
            // What an event means depends on where the voyage begins and ends.
            let at_lading = ["empty_out", "full_in", "vessel_loaded", "vessel_departed"];
            actual(milestone, if at_lading.contains(&milestone) { "CNSHA" } else { "USLAX" })
        }
    }
}

fn actual(milestone: &str, place: &str) -> Value {
    json!({ "container": BOX, "event": { "milestone": milestone, "at": "2026-04-28T08:00:00Z",
        "place": { "locode": place, "facility": "Pier 999" }, "vessel": { "name": "Test Voyager", "imo": "9321483" }, "voyage": "042E" } })
}

/// Reads nothing, or fails, as the name of the document says.
struct Reader;

impl DocumentReader for Reader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        match source.name {
            "bad.pdf" => Err(Error::invalid("content", "it is torn")),
            _ => Ok(Some(with(Extraction::default(), |it| it.schema_version = "2026-01-01".into()))),
        }
    }
}

/// Makes `event` happen, with a webhook that hears of everything.
fn make_happen(event: &EventName, outbound: &Outbound) -> Scenario {
    let stage = scenario(outbound, |builder| builder.extractor(Reader));
    register(&stage, &json!({ "url": RECEIVER }));
    match event.as_str() {
        "tracking_request.failed" => super::happen(&stage),
        "tracking_request.awaiting_manifest" => {
            stage.create("bill_of_lading", "TEST-TR-AWAITING", "TEST");
        }
        "tracking_request.tracking_stopped" => {
            follow(&stage);
            let shipment = stage.get("/v2/shipments")["data"][0]["id"].as_str().unwrap().to_owned();
            let path = format!("/v2/shipments/{shipment}/stop_tracking");
            assert_eq!(stage.send(Method::Patch, &path, None).status, 200);
        }
        "tracking_request.succeeded" | "container.created" => follow(&stage),
        "container.pod_terminal_changed" => {
            follow(&stage);
            for terminal in ["Pier 300", "Pier 400"] {
                let reading = json!({ "container": BOX, "source": "terminal", "reading": { "terminal": terminal } });
                refresh(&stage, &reading);
            }
        }
        "container.transport.empty_in" => {
            follow(&stage);
            // What was never full is not returned.
            refresh(&stage, &actual("full_in", "CNSHA"));
            refresh(&stage, &news(event));
        }
        "document.extracted" => ingest(&stage, "good.pdf"),
        "document.extraction_failed" => ingest(&stage, "bad.pdf"),
        _ => {
            follow(&stage);
            refresh(&stage, &news(event));
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

fn refresh(stage: &Scenario, news: &Value) {
    let mut facts = booked();
    facts.as_array_mut().unwrap().push(news.clone());
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

/// The only entry of the feed with this event.
fn entry(stage: &Scenario, event: &EventName) -> FeedEvent {
    let all = stage.service.events(&stage.account, 0, usize::MAX).unwrap();
    let mut found: Vec<FeedEvent> = all.into_iter().filter(|told| told.event == *event).collect();
    assert_eq!(found.len(), 1, "{event} among {:?}", stage.events());
    found.remove(0)
}

/// What the notification of an event refers to, and which types it has, by `core/docs/events.md`.
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

/// The document's reference: `document` for events about documents, `reference_object` for all others, never both.
fn reference<'d>(document: &'d Value, event: &EventName) -> &'d Value {
    let names = if event.is_document() { ["document", "reference_object"] } else { ["reference_object", "document"] };
    let relationships = &document["data"]["relationships"];
    assert_eq!(relationships.get(names[1]), None, "{event}");
    &relationships[names[0]]["data"]
}

#[test]
fn every_event_of_the_catalogue_happens_and_its_document_has_its_reference_object_and_includes() {
    for event in EventName::ALL {
        let stage = make_happen(event, &Outbound::default());
        let told = entry(&stage, event);
        let document: Value = serde_json::from_str(&told.document).unwrap();
        assert_well_formed(&document);
        let data = &document["data"];
        assert_eq!(data["type"], "webhook_notification");
        assert_eq!(data["attributes"]["event"], event.as_str());
        assert_eq!(data["attributes"]["id"], data["id"]);
        assert_eq!(data["attributes"]["delivery_status"], "pending");
        assert_eq!(
            data["attributes"]["created_at"],
            told.created_at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true)
        );
        assert_eq!(document["meta"], json!({ "sequence": told.sequence }));
        let reference = reference(&document, event);
        let (kind, types) = expected(event);
        assert_eq!((reference["type"].as_str(), included_types(&document)), (Some(kind), types), "{event}");
        let object = included(&document, reference).unwrap_or_else(|| panic!("{event} refers to what is not there"));
        for name in ["container", "shipment", "location", "port", "terminal", "vessel"] {
            let link = &object["relationships"][name]["data"];
            assert!(link.is_null() || included(&document, link).is_some(), "{event} links a {name} that is not there");
        }
    }
}

/// A type, or what it is called at a place that is a port.
fn at_a_port(kind: &str) -> &str {
    match kind {
        "metro_area" => "port",
        "rail_terminal" => "terminal",
        other => other,
    }
}

#[test]
fn the_example_of_every_event_has_its_reference_object_and_nothing_that_its_notification_has_not() {
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
        let object = included(&document, reference).unwrap_or_else(|| panic!("{event} refers to what is not there"));
        for name in ["container", "shipment", "location", "port", "terminal", "vessel"] {
            let link = &object["relationships"][name]["data"];
            assert!(link.is_null() || included(&document, link).is_some(), "{event} links a {name} that is not there");
        }
        let usual: Vec<&str> = types.into_iter().map(at_a_port).collect();
        for told in included_types(&document) {
            assert!(usual.contains(&at_a_port(told)), "{event}: {told}");
        }
    }
}

#[test]
fn the_table_has_every_event_once_and_shipment_and_container_with_each_that_is_about_one() {
    let rows = include_str!("../../../core/docs/events.md").lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!((rows, EventName::ALL.len()), (43, 43));
    for event in EventName::ALL.iter().filter(|event| event.as_str().starts_with("container.")) {
        let (_, types) = expected(event);
        assert!(types.contains(&"container") && types.contains(&"shipment"), "{event}");
    }
    assert!(expected(&EventName::ShipmentEstimatedArrival).1.contains(&"shipment"));
}

#[test]
fn a_webhook_gets_every_event_as_the_feed_has_it_but_for_its_own_id_and_itself() {
    for event in EventName::ALL {
        let outbound = Outbound::default();
        let stage = make_happen(event, &outbound);
        let feed: Value = serde_json::from_str(&entry(&stage, event).document).unwrap();
        let documents: Vec<Value> =
            outbound.sent().iter().map(|sent| serde_json::from_slice(&sent.body).unwrap()).collect();
        let of_event = |told: &&Value| told["data"]["attributes"]["event"] == event.as_str();
        let mut delivered = documents.iter().find(of_event).cloned().expect("it was delivered");
        assert_well_formed(&delivered);
        assert_ne!(delivered["data"]["id"], feed["data"]["id"], "{event}");
        assert_eq!(delivered["data"]["relationships"]["webhook"]["data"]["type"], "webhook");
        for place in ["/data/id", "/data/attributes/id", "/data/relationships/webhook"] {
            *delivered.pointer_mut(place).unwrap() = feed.pointer(place).unwrap().clone();
        }
        assert_eq!(delivered, feed, "{event}");
    }
}

/// The reference object of an event, and the whole document.
fn told(event: &str) -> (Value, Value) {
    let event = EventName::parse(event);
    let stage = make_happen(&event, &Outbound::default());
    let document: Value = serde_json::from_str(&entry(&stage, &event).document).unwrap();
    (included(&document, reference(&document, &event)).unwrap().clone(), document)
}

#[test]
fn a_transport_event_says_what_when_and_where_and_leads_to_its_container_and_shipment() {
    let (object, document) = told("container.transport.vessel_discharged");
    let attributes = &object["attributes"];
    assert_eq!(attributes["event"], "container.transport.vessel_discharged");
    assert_eq!(attributes["timestamp"], "2026-04-28T08:00:00Z");
    assert_eq!((&attributes["location_locode"], &attributes["voyage_number"]), (&json!("USLAX"), &json!("042E")));
    assert_eq!(attributes["timezone"], "America/Los_Angeles");
    for name in ["container", "shipment"] {
        let linked = included(&document, &object["relationships"][name]["data"]).expect("it is included");
        assert_eq!(linked["type"], name);
    }
}

#[test]
fn the_container_told_of_an_event_is_as_the_event_left_it() {
    let (_, document) = told("container.transport.vessel_discharged");
    let container = document["included"].as_array().unwrap().iter().find(|found| found["type"] == "container").unwrap();
    assert_eq!(container["attributes"]["number"], BOX);
    assert_eq!(container["attributes"]["pod_discharged_at"], "2026-04-28T08:00:00Z");
}

#[test]
fn a_last_free_day_is_the_value_of_its_event() {
    // The day begins at the port two hours after it does inland, where the line's and the railway's hold.
    for (name, begins) in [
        ("container.pickup_lfd.changed", "2026-05-25T07:00:00Z"),
        ("container.pickup_lfd_terminal.changed", "2026-05-25T07:00:00Z"),
        ("container.pickup_lfd_line.changed", "2026-05-25T05:00:00Z"),
        ("container.pickup_lfd_rail.changed", "2026-05-25T05:00:00Z"),
    ] {
        let (object, _) = told(name);
        assert_eq!(object["attributes"]["value"], begins, "{name}");
        assert_eq!(object["attributes"]["data_source"], "terminal", "{name}");
    }
}

#[test]
fn an_update_of_a_container_names_each_attribute_with_its_old_and_new_value() {
    let (object, _) = told("container.updated");
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
fn an_estimate_of_arrival_says_when_and_where_the_shipment_is_expected() {
    let (object, document) = told("shipment.estimated.arrival");
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
fn success_is_told_with_the_request_its_shipment_and_all_its_containers() {
    let (request, document) = told("tracking_request.succeeded");
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
fn failure_is_told_with_its_reason_and_an_end_of_tracking_with_its_shipment() {
    let (request, _) = told("tracking_request.failed");
    assert_eq!(request["attributes"]["status"], "failed");
    assert_eq!(request["attributes"]["failed_reason"], "invalid_number");
    let (request, document) = told("tracking_request.tracking_stopped");
    assert_eq!(request["attributes"]["status"], "tracking_stopped");
    let shipment = included(&document, &request["relationships"]["tracked_object"]["data"]).expect("the shipment");
    assert_eq!(shipment["attributes"]["line_tracking_stopped_reason"], "cancelled_by_user");
}

#[test]
fn an_extracted_document_is_told_whole_with_what_was_read_out_of_it() {
    let (document, told) = told("document.extracted");
    assert_eq!(
        (&document["attributes"]["source"], &document["attributes"]["file_name"]),
        (&json!("email"), &json!("good.pdf"))
    );
    let representation = included(&told, &document["relationships"]["last_document_representation"]["data"]).unwrap();
    assert_eq!(representation["attributes"]["schema_version"], "2026-01-01");
}

#[test]
fn nothing_is_told_twice_when_the_carrier_says_the_same_again() {
    let stage = scenario(&Outbound::default(), |builder| builder);
    follow(&stage);
    let event = json!({ "container": BOX, "event": { "milestone": "vessel_departed", "at": "2026-04-28" } });
    refresh(&stage, &event);
    let told = stage.events();
    for _ in 0..3 {
        refresh(&stage, &event);
    }
    assert_eq!(stage.events(), told);
}
