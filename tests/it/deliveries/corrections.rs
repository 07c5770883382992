//! Corrections of published values: `container.updated` and `shipment.updated`.

use serde_json::{Value, json};
use shiptrack::tracking::Fact;
use shiptrack::webhooks::DeliveryPolicy;
use shiptrack_tests::json_api::{assert_well_formed, included};
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::with;

use super::{RECEIVER, register};

const CONTAINER: &str = "MSKU0308961";

fn departed(at: &str) -> Value {
    json!([{ "container": CONTAINER, "event": { "milestone": "vessel_departed", "at": at, "place": { "locode": "CNSHA" } } }])
}

const FIRST: &str = "2026-04-20T12:00:00Z";

/// Tracks a container that departed, and then looks it up with a later time of its departure.
fn corrected(stage: &Scenario, at: &str) {
    stage.carrier.then_facts(&departed(FIRST));
    stage.create("container", CONTAINER, "MAEU");
    stage.run();
    stage.carrier.then_facts(&departed(at));
    stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
    stage.run();
    stage.run();
}

fn feed(stage: &Scenario) -> Vec<Value> {
    let events = stage.service.events(&stage.account, 0, usize::MAX).unwrap();
    events.iter().map(|event| serde_json::from_str(&event.document).unwrap()).collect()
}

fn names(documents: &[Value]) -> Vec<&str> {
    documents.iter().map(|document| document["data"]["attributes"]["event"].as_str().unwrap()).collect()
}

fn changeset(documents: &[Value], event: &str) -> Value {
    let found = documents.iter().find(|document| document["data"]["attributes"]["event"] == event).expect(event);
    assert_well_formed(found);
    let object = included(found, &found["data"]["relationships"]["reference_object"]["data"]).unwrap();
    object["attributes"]["changeset"].clone()
}

#[test]
fn only_a_webhook_that_lists_shipment_updated_receives_it() {
    let at = "2026-04-21T12:00:00Z";
    for (events, received) in [
        (None, vec!["tracking_request.succeeded", "container.created", "container.updated"]),
        (Some(json!(["shipment.updated"])), vec!["shipment.updated"]),
    ] {
        let outbound = Outbound::default();
        let stage = scenario(&outbound, |builder| builder);
        let mut attributes = json!({ "url": RECEIVER });
        if let Some(events) = events {
            attributes["events"] = events;
        }
        register(&stage, &attributes);
        corrected(&stage, at);
        let mut delivered: Vec<Value> =
            outbound.sent().iter().map(|sent| serde_json::from_slice(&sent.body).unwrap()).collect();
        delivered.sort_by_key(|document: &Value| document["meta"]["sequence"].as_u64());
        assert_eq!(names(&delivered), received);
        if received == ["shipment.updated"] {
            assert_eq!(changeset(&delivered, "shipment.updated"), json!({ "pol_atd_at": [FIRST, at] }));
        }
    }
}

#[test]
fn the_feed_has_shipment_updated_only_if_it_is_set() {
    let at = "2026-04-21T12:00:00Z";
    let stage = Scenario::new();
    corrected(&stage, at);
    let without = ["tracking_request.succeeded", "container.created", "container.updated"];
    assert_eq!(names(&feed(&stage)), without);
    assert_eq!(changeset(&feed(&stage), "container.updated"), json!({ "pol_vessel_departed_at": [FIRST, at] }));
    let last = stage.service.events(&stage.account, 0, usize::MAX).unwrap().last().unwrap().sequence;
    assert!(stage.service.events(&stage.account, last, 1).unwrap().is_empty(), "a page without events is the end");
    let policy = with(DeliveryPolicy::default(), |policy| policy.shipment_updates_in_feed = true);
    let stage = Scenario::with(|builder| builder.delivery(policy));
    corrected(&stage, at);
    let all = feed(&stage);
    assert_eq!(names(&all), [&without[..], &["shipment.updated"]].concat());
    assert_eq!(changeset(&all, "shipment.updated"), json!({ "pol_atd_at": [FIRST, at] }));
}

#[test]
fn a_correction_of_up_to_an_hour_and_a_repeated_answer_send_nothing() {
    let stage = Scenario::new();
    corrected(&stage, "2026-04-20T12:50:00Z");
    assert_eq!(names(&feed(&stage)), ["tracking_request.succeeded", "container.created"]);
    for (at, count) in [("2026-04-21T12:00:00Z", 3), ("2026-04-21T12:00:00Z", 3), ("2026-04-22T12:00:00Z", 4)] {
        stage.carrier.then_facts(&departed(at));
        stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
        stage.run();
        assert_eq!(feed(&stage).len(), count, "{at}");
    }
    let documents = feed(&stage);
    assert_eq!(
        changeset(&documents[2..3], "container.updated"),
        json!({ "pol_vessel_departed_at": ["2026-04-20T12:50:00Z", "2026-04-21T12:00:00Z"] }),
        "compared with the published time"
    );
}

#[test]
fn a_recorded_withdrawal_is_reported_and_so_is_the_return_of_the_event() {
    let stage = Scenario::new();
    stage.carrier.knows(CONTAINER, &departed(FIRST));
    stage.create("container", CONTAINER, "MAEU");
    stage.run();
    let record = |fact: Value| {
        let facts = Fact::parse_all(&json!([fact]).to_string()).unwrap();
        stage.service.record_facts(&stage.account, CONTAINER, &facts).unwrap();
    };
    let arrived = json!({ "source": "terminal", "event": { "movement": "arrived", "mode": "vessel",
        "at": "2026-05-01T10:00:00Z", "place": { "locode": "USLAX" } } });
    record(arrived.clone());
    let known = stage.service.events(&stage.account, 0, usize::MAX).unwrap().len();
    let mut named = arrived.clone();
    named["container"] = json!(CONTAINER);
    let key = Fact::parse_all(&json!([named]).to_string()).unwrap()[0].key().unwrap();
    record(json!({ "source": "terminal", "withdrawn": key }));
    let documents = feed(&stage);
    assert_eq!(names(&documents[known..]), ["container.updated"]);
    let time = "2026-05-01T10:00:00Z";
    assert_eq!(changeset(&documents[known..], "container.updated"), json!({ "pod_arrived_at": [time, null] }));
    record(arrived);
    let documents = feed(&stage);
    assert_eq!(names(&documents[known + 1..]), ["container.updated"], "it is the same event");
    assert_eq!(changeset(&documents[known + 1..], "container.updated"), json!({ "pod_arrived_at": [null, time] }));
}
