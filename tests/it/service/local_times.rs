//! Times without an offset, from the carrier's answer to resources and notifications.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use shiptrack::service::Activity;
use shiptrack_tests::scenario::Scenario;

use super::*;

const CONTAINER: &str = "MSKU0308961";

/// A scenario, and the doubts that its observer received.
fn with_doubts() -> (Scenario, Arc<Mutex<Vec<String>>>) {
    let received = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&received);
    let scenario = Scenario::with(move |builder| {
        builder.observer(move |activity: &Activity<'_>| {
            if let Activity::DoubtfulFacts { doubts, .. } = activity {
                sink.lock().unwrap().extend(doubts.iter().cloned());
            }
        })
    });
    (scenario, received)
}

/// Tracks a bill; the carrier has these facts.
fn track(scenario: &Scenario, facts: &Value) -> String {
    scenario.carrier.knows(NORMALIZED, facts);
    let request = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.run();
    request
}

fn at(milestone: &str, at: &str, place: Value) -> Value {
    json!({ "container": CONTAINER, "event": { "milestone": milestone, "at": at, "place": place } })
}

/// Name, time and zone of the container's events, oldest first.
fn events(scenario: &Scenario) -> Vec<(String, Value, Value)> {
    let containers = scenario.get("/v2/containers");
    let id = containers["data"][0]["id"].as_str().expect("a container");
    let events = scenario.get(&format!("/v2/containers/{id}/transport_events?page[size]=100"));
    let mut events: Vec<_> =
        events["data"].as_array().expect("a list").iter().map(|event| event["attributes"].clone()).collect();
    events.sort_by_key(|event| event["timestamp"].as_str().map(str::to_owned));
    events
        .into_iter()
        .map(|mut event| {
            let name = event["event"].as_str().unwrap().replace("container.transport.", "");
            (name, event["timestamp"].take(), event["timezone"].take())
        })
        .collect()
}

fn event(name: &str, at: &str, zone: Option<&str>) -> (String, Value, Value) {
    (name.to_owned(), json!(at), json!(zone))
}

fn los_angeles() -> Value {
    json!({ "locode": "USLAX", "timezone": "America/Los_Angeles" })
}

#[test]
fn a_time_without_an_offset_is_converted_with_the_time_zone_of_its_place() {
    let (scenario, doubts) = with_doubts();
    track(
        &scenario,
        &json!([
            at("vessel_departed", "2026-04-12T21:40:00", json!({ "locode": "CNSHA", "timezone": "Asia/Shanghai" })),
            at("vessel_arrived", "2026-04-28T06:00:00", los_angeles()),
            at("full_out", "2026-04-30T09:30:00", json!({ "locode": "USLAX" })),
        ]),
    );
    let zone = Some("America/Los_Angeles");
    assert_eq!(
        events(&scenario),
        [
            event("vessel_departed", "2026-04-12T13:40:00Z", Some("Asia/Shanghai")),
            event("vessel_arrived", "2026-04-28T13:00:00Z", zone),
            event("full_out", "2026-04-30T16:30:00Z", zone),
        ]
    );
    let container = scenario.get("/v2/containers")["data"][0]["attributes"].take();
    assert_eq!(
        (&container["pod_full_out_at"], &container["pod_timezone"]),
        (&json!("2026-04-30T16:30:00Z"), &json!(zone))
    );
    assert_eq!(*doubts.lock().unwrap(), [""; 0]);
}

#[test]
fn a_missing_time_zone_is_taken_from_the_table_of_places() {
    let (scenario, doubts) = with_doubts();
    track(&scenario, &json!([at("full_out", "2026-04-30T09:30:00", json!({ "locode": "DEHAM" }))]));
    assert_eq!(events(&scenario), [event("full_out", "2026-04-30T07:30:00Z", Some("Europe/Berlin"))]);
    assert_eq!(*doubts.lock().unwrap(), [""; 0]);
}

#[test]
fn a_time_in_an_unknown_zone_is_shown_as_utc_with_a_doubt() {
    let (scenario, doubts) = with_doubts();
    let oakland = json!({ "name": "Oakland", "timezone": "Pacific" });
    track(&scenario, &json!([at("full_out", "2026-04-30T09:30:00", oakland)]));
    assert_eq!(events(&scenario), [event("full_out", "2026-04-30T09:30:00Z", None)]);
    let doubts = doubts.lock().unwrap();
    assert_eq!(doubts.len(), 2, "{doubts:?}");
    assert!(doubts[0].contains("\"Pacific\"") && doubts[1].contains("OAKLAND"), "{doubts:?}");
}

#[test]
fn an_estimate_is_published_again_when_its_zone_becomes_known_and_the_event_keeps_its_id() {
    let (scenario, _) = with_doubts();
    let mut eta = at("vessel_arrived", "2026-05-09T06:00:00", json!({ "locode": "USZZ9" }));
    eta["event"]["certainty"] = json!("estimated");
    let departed = at("vessel_departed", "2026-04-12T13:40:00Z", json!({ "locode": "CNSHA" }));
    track(&scenario, &json!([departed, eta]));
    let ids = |scenario: &Scenario| -> Vec<Value> {
        let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
        let events = scenario.get(&format!("/v2/containers/{container}/transport_events"));
        events["data"].as_array().unwrap().iter().map(|event| event["id"].clone()).collect()
    };
    let before = (ids(&scenario), scenario.events().len());
    let booked =
        json!({ "particulars": { "port_of_discharge": { "locode": "USZZ9", "timezone": "America/Los_Angeles" } } });
    scenario.carrier.knows(NORMALIZED, &json!([departed, eta, booked]));
    scenario.pass(2 * DAY);
    assert_eq!(ids(&scenario), before.0);
    assert_eq!(
        events(&scenario)[1],
        event("estimated.vessel_arrived", "2026-05-09T13:00:00Z", Some("America/Los_Angeles"))
    );
    let events = scenario.events().split_off(before.1);
    assert!(events.contains(&"shipment.estimated.arrival".to_owned()), "{events:?}");
}

#[test]
fn a_stored_fact_keeps_its_text() {
    use shiptrack::store::sqlite::SqliteStore;
    use shiptrack::store::{Store, TrackedNumber};
    use shiptrack_tests::scratch::Scratch;

    let scratch = Scratch::new();
    let facts = json!([at("full_out", "2026-04-30T09:30:00", los_angeles())]);
    let account = {
        let carrier = shiptrack_tests::scenario::ScriptedCarrier::default();
        carrier.knows(NORMALIZED, &facts);
        let clock = shiptrack::clock::ManualClock::new(shiptrack_tests::scenario::start());
        let scenario = shiptrack_tests::outbound::scenario_on(&scratch.path("s.db"), &clock, &carrier);
        scenario.create("bill_of_lading", BILL, "MAEU");
        scenario.run();
        scenario.account.clone()
    };
    let store: Box<dyn Store> = Box::new(SqliteStore::open(&scratch.path("s.db")).unwrap());
    let tracked = TrackedNumber { account, scac: Some("MAEU".into()), number: NORMALIZED.into() };
    let stored = store.reading(|tx| tx.facts(&tracked)).unwrap();
    let written = serde_json::to_value(&stored[0]).unwrap();
    assert_eq!((&written["event"]["at"], written.get("codes")), (&json!("2026-04-30T09:30:00"), None));
}
