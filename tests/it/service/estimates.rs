//! Estimates: the history of each estimate, and the source of every event, estimate and change.

use serde_json::{Value, json};
use shiptrack::resources::AccountId;
use shiptrack::tracking::{EstimateOrder, Fact};
use shiptrack_tests::scenario::{Scenario, creation, json_of, send};

use super::*;

const CONTAINER: &str = CONTAINERS[0];

/// A container that left Shanghai, and when it is expected in Los Angeles.
fn departed_container(arrival: &str) -> Value {
    let mut facts =
        vec![json!({ "container": CONTAINER, "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z",
        "place": { "locode": "CNSHA" } } })];
    facts.push(arrival_estimate("shipping_line", arrival));
    Value::Array(facts)
}

fn arrival_estimate(source: &str, arrival: &str) -> Value {
    json!({ "container": CONTAINER, "source": source, "event": { "milestone": "vessel_arrived", "certainty": "estimated",
        "at": arrival, "place": { "locode": "USLAX" } } })
}

/// All estimates: source, estimated time, first report, last report, and the time when it became invalid.
fn history(scenario: &Scenario) -> Vec<[Value; 5]> {
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let raw_events = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let raw_events = raw_events.as_array().unwrap().iter().map(|event| &event["attributes"]);
    let estimates = raw_events.filter(|event| event["estimated"] == true);
    let members = ["data_source", "timestamp", "created_at", "confirmed_at", "invalidated_at"];
    estimates.map(|event| members.map(|member| event[member].clone())).collect()
}

#[test]
fn an_estimate_has_the_times_of_its_first_and_last_report() {
    let scenario = Scenario::new();
    let record = |fact: Value| {
        let facts = Fact::parse_all(&fact.to_string()).unwrap();
        scenario.service.record_facts(&scenario.account, CONTAINER, &facts).unwrap();
    };
    let (noon, midnight) = (|day| format!("2026-05-{day:02}T12:00:00Z"), |day| format!("2026-05-{day:02}T00:00:00Z"));
    scenario.carrier.knows(CONTAINER, &departed_container("2026-05-20T08:00:00Z"));
    scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    let line = |at: &str, first: String, last: String, until: Value| {
        [json!("shipping_line"), json!(at), json!(first), json!(last), until]
    };
    let first = "2026-05-20T08:00:00Z";
    assert_eq!(history(&scenario), [line(first, noon(1), noon(1), Value::Null)]);
    scenario.pass(DAY);
    assert_eq!(history(&scenario), [line(first, noon(1), noon(2), Value::Null)], "the carrier reported it again");
    let ais = || arrival_estimate("ais", "2026-05-19T06:00:00Z");
    record(ais());
    scenario.pass(DAY);
    record(ais());
    let by_ais = || [json!("ais"), json!("2026-05-19T06:00:00Z"), json!(noon(2)), json!(noon(3)), Value::Null];
    assert_eq!(
        history(&scenario),
        [line(first, noon(1), noon(3), Value::Null), by_ais()],
        "in addition to the estimate of another source"
    );
    scenario.carrier.knows(CONTAINER, &departed_container("2026-05-22T08:00:00Z"));
    scenario.pass(DAY);
    let changed = history(&scenario);
    assert_eq!(changed[0], line(first, noon(1), noon(3), json!(midnight(4))), "the estimate was replaced");
    assert_eq!(changed[1], by_ais());
    assert_eq!(changed[2], line("2026-05-22T08:00:00Z", midnight(4), noon(4), Value::Null));
}

fn expected_arrivals(scenario: &Scenario, accounts: &[&AccountId]) -> Vec<Value> {
    let shipments = |account: &AccountId| {
        let transport = scenario.service.transport(account).unwrap();
        json_of(&send(transport.as_ref(), Method::Get, "/v2/shipments", None))
    };
    accounts.iter().map(|account| shipments(account)["data"][0]["attributes"]["pod_eta_at"].take()).collect()
}

#[test]
fn an_account_with_an_order_of_estimates_uses_it_from_the_next_look_up_on_without_notifications() {
    let scenario = Scenario::new();
    let (line, terminal) = ("2026-05-20T08:00:00Z", "2026-05-21T06:00:00Z");
    let mut facts = departed_container(line);
    facts.as_array_mut().unwrap().push(arrival_estimate("terminal", terminal));
    scenario.carrier.knows(CONTAINER, &facts);
    let other = scenario.service.create_account("other", "Other Ltd.").unwrap().id;
    for account in [&scenario.account, &other] {
        let transport = scenario.service.transport(account).unwrap();
        let body = creation("container", CONTAINER, "MAEU");
        assert_eq!(send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
    }
    scenario.run();
    let arrivals = || expected_arrivals(&scenario, &[&scenario.account, &other]);
    assert_eq!(arrivals(), [line, line]);
    let notified = || scenario.service.events(&scenario.account, 0, usize::MAX).unwrap().len();
    let (order, before) = (EstimateOrder::new(&["terminal"]).unwrap(), notified());
    let change = |order: &EstimateOrder| {
        let changed =
            scenario.service.change_account(&scenario.account, |account| account.estimate_order = order.clone());
        assert_eq!(changed.unwrap().settings.estimate_order, *order);
    };
    change(&order);
    assert_eq!(scenario.service.account("default").unwrap().settings.estimate_order, order);
    assert_eq!(arrivals(), [line, line], "nothing was looked up since");
    scenario.pass(DAY);
    assert_eq!(arrivals(), [terminal, line], "the answer is the same as before");
    assert_eq!(scenario.service.rederive(&scenario.account, true).unwrap().examined, 0);
    change(&EstimateOrder::default());
    assert_eq!(scenario.service.rederive(&scenario.account, true).unwrap().examined, 1);
    scenario.pass(DAY);
    assert_eq!(arrivals(), [line, line]);
    assert_eq!(notified(), before);
}

/// Adds the type and the source of every included resource that has a source.
fn add_sources(document: &Value, sources: &mut Vec<(String, String)>) {
    for resource in document["included"].as_array().into_iter().flatten() {
        if let Some(source) = resource["attributes"]["data_source"].as_str() {
            sources.push((resource["type"].as_str().unwrap().to_owned(), source.to_owned()));
        }
    }
}

#[test]
fn events_estimates_and_changes_have_their_source() {
    for source in ["shipping_line", "terminal", "rail", "ais", "user_input", "pierpass", "another_source"] {
        let scenario = Scenario::new();
        let by = |mut facts: Value| {
            facts.as_array_mut().unwrap().iter_mut().for_each(|fact| fact["source"] = json!(source));
            facts
        };
        scenario.carrier.knows(CONTAINER, &by(departed_container("2026-05-20T08:00:00Z")));
        scenario.create("container", CONTAINER, "MAEU");
        scenario.run();
        let mut more = departed_container("2026-05-22T08:00:00Z");
        let reading = json!({ "pickup_lfd_terminal": "2026-05-25", "available_for_pickup": true });
        more.as_array_mut().unwrap().push(json!({ "container": CONTAINER, "reading": reading }));
        more.as_array_mut()
            .unwrap()
            .push(json!({ "container": CONTAINER, "event": { "milestone": "transshipment_arrived",
            "at": "2026-05-01T12:00:00Z", "place": { "locode": "KRPUS" } } }));
        scenario.carrier.knows(CONTAINER, &by(more));
        scenario.pass(DAY);
        let mut sources = Vec::new();
        for notice in scenario.service.events(&scenario.account, 0, usize::MAX).unwrap() {
            add_sources(&serde_json::from_str(&notice.document).unwrap(), &mut sources);
        }
        add_sources(&scenario.get("/v2/containers?include=transport_events"), &mut sources);
        for kind in ["transport_event", "estimated_event", "container_updated_event"] {
            assert!(sources.iter().any(|(name, _)| name == kind), "{source}: no {kind} among {sources:?}");
        }
        assert_eq!(sources.iter().find(|(_, found)| found != source), None, "{sources:?}");
    }
}

#[test]
fn an_event_links_the_raw_event_that_holds() {
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
    let raw_events = scenario.get(&format!("/v2/containers/{container}/raw_events"))["data"].take();
    let by_terminal = |event: &&Value| event["attributes"]["data_source"] == "terminal";
    let raw_event = raw_events.as_array().unwrap().iter().find(by_terminal).unwrap();
    assert_eq!(event["relationships"]["source_event"]["data"], json!({ "type": "raw_event", "id": raw_event["id"] }));
}

#[test]
fn two_reports_of_one_event_at_the_same_time_are_ordered() {
    let scenario = Scenario::new();
    scenario.carrier.knows(CONTAINER, &departed_container("2026-05-20T08:00:00Z"));
    scenario.create("container", CONTAINER, "MAEU");
    scenario.run();
    for arrival in ["2026-05-21T08:00:00Z", "2026-05-20T06:00:00Z"] {
        let facts = Fact::parse_all(&arrival_estimate("terminal", arrival).to_string()).unwrap();
        scenario.service.record_facts(&scenario.account, CONTAINER, &facts).unwrap();
    }
    let reported: Vec<Value> = history(&scenario).into_iter().map(|[_, at, ..]| at).collect();
    assert_eq!(reported[1..], [json!("2026-05-21T08:00:00Z"), json!("2026-05-20T06:00:00Z")]);
    let eta = scenario.get("/v2/shipments")["data"][0]["attributes"]["pod_eta_at"].take();
    assert_eq!(eta, "2026-05-20T08:00:00Z", "the estimate of the line is preferred");
}

#[test]
fn a_list_includes_the_raw_events_of_each_container() {
    let scenario = Scenario::new();
    scenario.carrier.then_facts(&json!([
        { "particulars": { "port_of_lading": { "locode": "CNSHA" }, "containers": CONTAINERS } },
        { "container": CONTAINER,
          "event": { "milestone": "vessel_loaded", "at": "2026-04-19T12:00:00Z", "place": { "locode": "CNSHA" } } },
        { "event": { "milestone": "vessel_departed", "at": "2026-04-20T12:00:00Z", "place": { "locode": "CNSHA" } } },
    ]));
    let creation = creation("bill_of_lading", "MAEU123456789", "MAEU");
    scenario.send(Method::Post, "/v2/tracking_requests", Some(&creation));
    scenario.run();
    let list = scenario.get("/v2/containers?include=raw_events");
    let ids = |resources: &Value| -> Vec<String> {
        resources.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    };
    let mut included = ids(&list["included"]);
    let mut single = Vec::new();
    for container in list["data"].as_array().unwrap() {
        let raw_events = scenario.get(&format!("/v2/containers/{}/raw_events", container["id"].as_str().unwrap()));
        assert_eq!(ids(&container["relationships"]["raw_events"]["data"]), ids(&raw_events["data"]));
        single.extend(ids(&raw_events["data"]));
    }
    assert!(single.len() >= 2, "{single:?}");
    included.sort();
    single.sort();
    assert_eq!(included, single);
}
