//! Tests of `/containers` and their transport events.

use serde_json::{Value, json};
use shiptrack_tests::scenario::Scenario;

use super::*;

/// The ids of the containers of [`tracked_bill`], in the order of [`CONTAINERS`].
fn containers(scenario: &Scenario) -> [String; 2] {
    CONTAINERS.map(|number| {
        let found = scenario.get(&format!("/v2/containers?filter[number]={number}"));
        found["data"][0]["id"].as_str().unwrap().to_owned()
    })
}

#[test]
fn get_containers_id_returns_a_container_with_status_events_and_shipment() {
    let (scenario, _, shipment) = tracked_bill();
    let [_, container] = containers(&scenario);
    let shown = scenario.get(&format!("/v2/containers/{container}"));
    let data = &shown["data"];
    assert_eq!((&data["type"], &data["id"]), (&json!("container"), &json!(container)));
    for (attribute, value) in [
        ("number", json!(CONTAINERS[1])),
        ("current_status", json!("on_ship")),
        ("equipment_type", json!("dry")),
        ("equipment_length", json!(40)),
        ("equipment_height", json!("high_cube")),
        ("seal_number", json!("ML-CN1234567")),
        ("ref_numbers", json!([])),
        ("created_at", json!("2026-05-01T12:00:00Z")),
        ("availability_known", json!(false)),
        ("holds_at_pod_terminal", json!([])),
        ("fees_at_pod_terminal", json!([])),
        ("pol_full_in_at", json!("2026-04-18T04:00:00Z")),
        ("pol_vessel_departed_at", json!("2026-04-20T12:00:00Z")),
        ("pod_arrived_at", Value::Null),
        ("pod_timezone", json!("America/Los_Angeles")),
        ("shipment_last_tracking_request_at", json!("2026-05-01T12:00:00Z")),
        ("pickup_lfd", Value::Null),
        ("empty_terminated_at", Value::Null),
    ] {
        assert_eq!(data["attributes"][attribute], value, "{attribute}");
    }
    let relationships = &data["relationships"];
    assert_eq!(relationships["shipment"]["data"], json!({ "type": "shipment", "id": shipment.as_str() }));
    assert_eq!(relationships["transport_events"]["data"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_container_that_left_its_shipment_is_marked() {
    let (scenario, ..) = tracked_bill();
    let mut alone = voyage();
    alone.as_array_mut().unwrap().retain(|fact| fact["container"] != CONTAINERS[1]);
    alone[0]["particulars"]["containers"] = json!([CONTAINERS[0]]);
    scenario.carrier.knows(NORMALIZED, &alone);
    scenario.pass(12 * HOUR);
    let marks = containers(&scenario).map(|id| {
        let shown = scenario.get(&format!("/v2/containers/{id}"));
        shown["data"]["attributes"].get("left_shipment").cloned()
    });
    assert_eq!(marks, [None, Some(json!(true))]);
}

#[test]
fn a_terminals_reading_is_shown_in_the_container() {
    let (scenario, ..) = tracked_bill();
    let mut facts = voyage();
    let arrival = json!({ "event": { "milestone": "vessel_arrived", "at": "2026-05-01T20:00:00Z", "place": { "locode": "USLAX" } } });
    facts.as_array_mut().unwrap().push(arrival);
    facts.as_array_mut().unwrap().push(json!({ "container": CONTAINERS[0], "source": "terminal", "reading": {
        "terminal": "Pier 400", "available_for_pickup": false, "pickup_lfd_terminal": "2026-05-22",
        "holds": [{ "name": "customs" }], "fees": [{ "type": "demurrage", "amount": 150, "currency_code": "USD" }],
    } }));
    scenario.carrier.knows(NORMALIZED, &facts);
    scenario.pass(12 * HOUR);
    let [container, _] = containers(&scenario);
    let shown = scenario.get(&format!("/v2/containers/{container}"))["data"]["attributes"].take();
    assert_eq!((&shown["availability_known"], &shown["available_for_pickup"]), (&json!(true), &json!(false)));
    assert_eq!(shown["pickup_lfd"], "2026-05-22T07:00:00Z", "a day is shown as its first moment at the place");
    assert_eq!(shown["import_deadlines"]["pickup_lfd_terminal"], "2026-05-22T07:00:00Z");
    assert_eq!(shown["holds_at_pod_terminal"][0]["name"], "customs");
    assert_eq!(shown["fees_at_pod_terminal"][0]["type"], "demurrage");
}

#[test]
fn get_containers_lists_every_container_newest_first_with_pages() {
    let (scenario, ..) = tracked_bill();
    let list = scenario.get("/v2/containers");
    assert_eq!(list["meta"], json!({ "size": 2, "total": 2 }));
    assert_eq!(attributes(&list, "number"), [CONTAINERS[1], CONTAINERS[0]]);
    let first = scenario.get("/v2/containers?page[size]=1");
    assert_eq!(attributes(&first, "number"), [CONTAINERS[1]]);
    assert_eq!(attributes(&scenario.get(first["links"]["next"].as_str().unwrap()), "number"), [CONTAINERS[0]]);
}

#[test]
fn filter_number_finds_a_container_in_any_spelling() {
    let (scenario, ..) = tracked_bill();
    let (owner, serial) = CONTAINERS[0].split_at(4);
    for number in [
        CONTAINERS[0].to_owned(),
        CONTAINERS[0].to_lowercase(),
        format!("{owner}%20{serial}"),
        format!("{owner}-{serial}"),
    ] {
        let found = scenario.get(&format!("/v2/containers?filter[number]={number}"));
        assert_eq!(
            (attributes(&found, "number"), &found["meta"]["total"]),
            (vec![CONTAINERS[0].to_owned()], &json!(1))
        );
    }
    assert_eq!(scenario.get("/v2/containers?filter[number]=MSCU5956818")["data"], json!([]));
}

#[test]
fn shipment_and_transport_events_can_be_included_with_a_container_and_with_a_list() {
    let (scenario, ..) = tracked_bill();
    let [container, _] = containers(&scenario);
    let one = scenario.get(&format!("/v2/containers/{container}?include=shipment,transport_events"));
    assert_eq!(included(&one), ["shipment", "transport_event", "transport_event", "transport_event"]);
    assert_eq!(one["included"][0]["relationships"]["containers"]["data"].as_array().map(Vec::len), Some(2));
    let list = scenario.get("/v2/containers?include=shipment,pod_terminal,pickup_facility");
    assert_eq!(included(&list), ["shipment"], "two containers of one shipment include it once");
    assert_eq!(scenario.get("/v2/containers").get("included"), None);
}

#[test]
fn get_containers_id_transport_events_lists_the_last_recorded_first_with_pages_and_includes() {
    let (scenario, _, shipment) = tracked_bill();
    let [container, _] = containers(&scenario);
    let path = format!("/v2/containers/{container}/transport_events");
    let list = scenario.get(&path);
    let names = attributes(&list, "event");
    let mut sorted = names.clone();
    sorted.sort();
    let expected = ["estimated.vessel_arrived", "full_in", "vessel_departed"];
    assert_eq!(sorted, expected.map(|name| format!("container.transport.{name}")));
    assert_eq!(list["meta"], json!({ "size": 3, "total": 3 }));

    let first = scenario.get(&format!("{path}?page[size]=2"));
    let second = scenario.get(first["links"]["next"].as_str().unwrap());
    assert_eq!([attributes(&first, "event"), attributes(&second, "event")].concat(), names);

    let all = scenario.get(&format!("{path}?include=shipment,container,location,terminal,vessel"));
    assert_eq!(included(&all), ["port", "vessel", "port", "container", "shipment"]);
    assert_eq!(all["included"][4]["id"], json!(shipment));
}

#[test]
fn a_transport_event_has_time_place_voyage_source_and_its_container() {
    let (scenario, _, shipment) = tracked_bill();
    let [container, _] = containers(&scenario);
    let list = scenario.get(&format!("/v2/containers/{container}/transport_events"));
    let events = list["data"].as_array().unwrap();
    let departed =
        events.iter().find(|event| event["attributes"]["event"] == "container.transport.vessel_departed").unwrap();
    for (attribute, value) in [
        ("timestamp", json!("2026-04-20T12:00:00Z")),
        ("timezone", json!("Asia/Shanghai")),
        ("location_locode", json!("CNSHA")),
        ("voyage_number", json!("042E")),
        ("data_source", json!("shipping_line")),
        ("created_at", json!("2026-05-01T12:00:00Z")),
    ] {
        assert_eq!(departed["attributes"][attribute], value, "{attribute}");
    }
    assert_eq!(departed["type"], "transport_event");
    assert_eq!(departed["relationships"]["container"]["data"]["id"], json!(container));
    assert_eq!(departed["relationships"]["shipment"]["data"]["id"], json!(shipment));
}

#[test]
fn an_event_keeps_its_id_when_its_time_is_corrected_and_is_marked_when_it_is_withdrawn() {
    let (scenario, ..) = tracked_bill();
    let [container, _] = containers(&scenario);
    let estimate = |scenario: &Scenario| {
        let list = scenario.get(&format!("/v2/containers/{container}/transport_events"));
        let events = list["data"].as_array().unwrap();
        let name = "container.transport.estimated.vessel_arrived";
        events.iter().find(|event| event["attributes"]["event"] == name).unwrap().clone()
    };
    let before = estimate(&scenario);
    let mut moved = voyage();
    moved[4]["event"]["at"] = json!("2026-05-11T12:00:00Z");
    scenario.carrier.knows(NORMALIZED, &moved);
    scenario.pass(12 * HOUR);
    let after = estimate(&scenario);
    assert_eq!(after["id"], before["id"]);
    assert_eq!(after["attributes"]["timestamp"], "2026-05-11T12:00:00Z");
    moved.as_array_mut().unwrap().remove(4);
    scenario.carrier.knows(NORMALIZED, &moved);
    scenario.pass(12 * HOUR);
    let withdrawn = estimate(&scenario);
    assert_eq!(
        (&withdrawn["id"], &withdrawn["attributes"]["invalidated_at"]),
        (&before["id"], &json!("2026-05-02T12:00:00Z"))
    );
}

#[test]
fn containers_added_later_are_published_and_listed() {
    let (scenario, _, shipment) = tracked_bill();
    let mut more = voyage();
    more[0]["particulars"]["containers"] = json!([CONTAINERS[0], CONTAINERS[1], "TGHU1643396"]);
    scenario.carrier.knows(NORMALIZED, &more);
    scenario.pass(12 * HOUR);
    assert_eq!(scenario.get("/v2/containers")["meta"]["total"], 3);
    let shipment = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(shipment["data"]["relationships"]["containers"]["data"].as_array().map(Vec::len), Some(3));
    assert_eq!(scenario.events().last().map(String::as_str), Some("container.created"));
}
