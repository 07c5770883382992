//! What sources expect: each with its history, and whoever's words hold named beside them.

use serde_json::{Value, json};
use shiptrack::tracking::Fact;
use shiptrack_tests::scenario::Scenario;

use super::*;

const CONTAINER: &str = CONTAINERS[0];

/// A container that left Shanghai, and when it is expected in Los Angeles.
fn sailed(arrival: &str) -> Value {
    let mut facts =
        vec![json!({ "container": CONTAINER, "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z",
        "place": { "locode": "CNSHA" } } })];
    facts.push(expected("shipping_line", arrival));
    Value::Array(facts)
}

fn expected(source: &str, arrival: &str) -> Value {
    json!({ "container": CONTAINER, "source": source, "event": { "milestone": "vessel_arrived", "certainty": "estimated",
        "at": arrival, "place": { "locode": "USLAX" } } })
}

/// What was ever expected: by whom and when, first and last said when, and until when it held.
fn history(scenario: &Scenario) -> Vec<[Value; 5]> {
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let told = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let told = told.as_array().unwrap().iter().map(|told| &told["attributes"]);
    let estimates = told.filter(|told| told["estimated"] == true);
    let members = ["data_source", "timestamp", "created_at", "confirmed_at", "invalidated_at"];
    estimates.map(|told| members.map(|member| told[member].clone())).collect()
}

#[test]
fn an_estimate_keeps_when_it_was_first_and_last_said() {
    let scenario = Scenario::new();
    let record = |told: Value| {
        let facts = Fact::parse_all(&told.to_string()).unwrap();
        scenario.service.record_facts(&scenario.account, CONTAINER, &facts).unwrap();
    };
    let (noon, midnight) = (|day| format!("2026-05-{day:02}T12:00:00Z"), |day| format!("2026-05-{day:02}T00:00:00Z"));
    scenario.carrier.knows(CONTAINER, &sailed("2026-05-20T08:00:00Z"));
    scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let line = |at: &str, first: String, last: String, until: Value| {
        [json!("shipping_line"), json!(at), json!(first), json!(last), until]
    };
    let first = "2026-05-20T08:00:00Z";
    assert_eq!(history(&scenario), [line(first, noon(1), noon(1), Value::Null)]);
    scenario.pass(DAY);
    assert_eq!(history(&scenario), [line(first, noon(1), noon(2), Value::Null)], "said again without any news");
    let ais = || expected("ais", "2026-05-19T06:00:00Z");
    record(ais());
    scenario.pass(DAY);
    record(ais());
    let by_ais = || [json!("ais"), json!("2026-05-19T06:00:00Z"), json!(noon(2)), json!(noon(3)), Value::Null];
    assert_eq!(history(&scenario), [line(first, noon(1), noon(3), Value::Null), by_ais()], "beside that of another");
    scenario.carrier.knows(CONTAINER, &sailed("2026-05-22T08:00:00Z"));
    scenario.pass(DAY);
    let changed = history(&scenario);
    assert_eq!(changed[0], line(first, noon(1), noon(3), json!(midnight(4))), "another one took its place");
    assert_eq!(changed[1], by_ais());
    assert_eq!(changed[2], line("2026-05-22T08:00:00Z", midnight(4), noon(4), Value::Null));
}

/// Every place at which somebody is named as the source, and whom.
fn named(document: &Value, told: &mut Vec<(String, String)>) {
    for resource in document["included"].as_array().into_iter().flatten() {
        if let Some(source) = resource["attributes"]["data_source"].as_str() {
            told.push((resource["type"].as_str().unwrap().to_owned(), source.to_owned()));
        }
    }
}

#[test]
fn whoever_said_something_is_named_in_events_estimates_and_changes() {
    for source in ["shipping_line", "terminal", "rail", "ais", "user_input", "pierpass", "somebody_else"] {
        let scenario = Scenario::new();
        let by = |mut facts: Value| {
            facts.as_array_mut().unwrap().iter_mut().for_each(|fact| fact["source"] = json!(source));
            facts
        };
        scenario.carrier.knows(CONTAINER, &by(sailed("2026-05-20T08:00:00Z")));
        scenario.create("container", CONTAINER, "MAEU");
        scenario.run();
        let mut more = sailed("2026-05-22T08:00:00Z");
        let reading = json!({ "pickup_lfd_terminal": "2026-05-25", "available_for_pickup": true });
        more.as_array_mut().unwrap().push(json!({ "container": CONTAINER, "reading": reading }));
        more.as_array_mut()
            .unwrap()
            .push(json!({ "container": CONTAINER, "event": { "milestone": "transshipment_arrived",
            "at": "2026-05-01T12:00:00Z", "place": { "locode": "KRPUS" } } }));
        scenario.carrier.knows(CONTAINER, &by(more));
        scenario.pass(DAY);
        let mut told = Vec::new();
        for notice in scenario.service.events(&scenario.account, 0, usize::MAX).unwrap() {
            named(&serde_json::from_str(&notice.document).unwrap(), &mut told);
        }
        named(&scenario.get("/v2/containers?include=transport_events"), &mut told);
        for kind in ["transport_event", "estimated_event", "container_updated_event"] {
            assert!(told.iter().any(|(of, _)| of == kind), "{source}: no {kind} among {told:?}");
        }
        assert_eq!(told.iter().find(|(_, named)| named != source), None, "{told:?}");
    }
}

#[test]
fn an_event_leads_to_the_word_of_its_source_that_holds() {
    let scenario = Scenario::new();
    let facts = json!([
        { "container": CONTAINER, "event": { "milestone": "vessel_discharged", "at": "2026-04-20T12:00:00Z",
            "place": { "locode": "USLAX" } } },
        { "container": CONTAINER, "source": "terminal", "event": { "milestone": "vessel_discharged", "at": "2026-04-20T10:00:00Z",
            "place": { "locode": "USLAX" } } },
    ]);
    scenario.carrier.knows(CONTAINER, &facts);
    scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let event = scenario.get("/v2/containers?include=transport_events")["included"][0].take();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let words = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let by_terminal = |word: &&Value| word["attributes"]["data_source"] == "terminal";
    let word = words.as_array().unwrap().iter().find(by_terminal).unwrap();
    assert_eq!(event["relationships"]["source_event"]["data"], json!({ "type": "raw_event", "id": word["id"] }));
}

#[test]
fn two_words_about_one_event_at_one_moment_are_told_apart() {
    let scenario = Scenario::new();
    scenario.carrier.knows(CONTAINER, &sailed("2026-05-20T08:00:00Z"));
    scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    for arrival in ["2026-05-21T08:00:00Z", "2026-05-20T06:00:00Z"] {
        let facts = Fact::parse_all(&expected("terminal", arrival).to_string()).unwrap();
        scenario.service.record_facts(&scenario.account, CONTAINER, &facts).unwrap();
    }
    let said: Vec<Value> = history(&scenario).into_iter().map(|[_, at, ..]| at).collect();
    assert_eq!(said[1..], [json!("2026-05-21T08:00:00Z"), json!("2026-05-20T06:00:00Z")]);
    let eta = scenario.get("/v2/shipments")["data"][0]["attributes"]["pod_eta_at"].take();
    assert_eq!(eta, "2026-05-20T06:00:00Z", "the last words hold");
}

#[test]
fn a_list_includes_of_each_container_what_is_told_of_it_alone() {
    let scenario = Scenario::new();
    scenario.carrier.then_facts(&json!([
        { "particulars": { "port_of_lading": { "locode": "CNSHA" }, "containers": CONTAINERS } },
        { "container": CONTAINER,
          "event": { "milestone": "vessel_loaded", "at": "2026-04-19T12:00:00Z", "place": { "locode": "CNSHA" } } },
        { "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z", "place": { "locode": "CNSHA" } } },
    ]));
    let creation = shiptrack_tests::scenario::creation("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.send(Method::Post, "/v2/tracking_requests", Some(&creation));
    scenario.run();
    let list = scenario.get("/v2/containers?include=raw_events");
    let ids = |told: &Value| -> Vec<String> {
        told.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
    };
    let mut included = ids(&list["included"]);
    let mut alone = Vec::new();
    for container in list["data"].as_array().unwrap() {
        let told = scenario.get(&format!("/v2/containers/{}/raw_events", container["id"].as_str().unwrap()));
        assert_eq!(ids(&container["relationships"]["raw_events"]["data"]), ids(&told["data"]));
        alone.extend(ids(&told["data"]));
    }
    assert!(alone.len() >= 2, "{alone:?}");
    included.sort();
    alone.sort();
    assert_eq!(included, alone);
}
