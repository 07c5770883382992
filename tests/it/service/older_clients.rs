//! Parameters, paths and members that older clients of the hosted service use.

use serde_json::{Value, json};
use shiptrack::http::Method;
use shiptrack_tests::scenario::{Scenario, json_of};

use super::documents::{announcement, put};
use super::recorded_facts::Recording;
use super::*;

/// Uploads a file and returns the id of its document.
fn upload(scenario: &Scenario, file_name: &str) -> String {
    let content = file_name.as_bytes();
    let mut announced = announcement(content);
    announced["blob"]["filename"] = file_name.into();
    let answer = scenario.send(Method::Post, "/rails/active_storage/direct_uploads", Some(&announced));
    let answer = json_of(&answer);
    put(scenario.transport.as_ref(), answer["direct_upload"]["url"].as_str().expect("a URL"), content);
    let attributes = json!({ "name": file_name, "attached_document": answer["signed_id"] });
    create(scenario, "/v2/documents", "document", attributes)["id"].as_str().expect("an id").to_owned()
}

fn ids(list: &Value) -> Vec<&str> {
    list["data"].as_array().expect("a list").iter().filter_map(|item| item["id"].as_str()).collect()
}

#[test]
fn filters_of_older_clients_are_applied_without_a_warning() {
    let (scenario, ..) = tracked_bill();
    for (family, all) in [("shipments", 1), ("containers", 2)] {
        for (filter, found) in [
            ("filter[pod_locode]=USLAX", all),
            ("filter[pod_locode]=NLRTM", 0),
            ("filter[line_scac]=MAEU", all),
            ("filter[line_scac]=HLCU", 0),
            ("filter[updated_at]=2026-01-01T00:00:00Z", all),
            ("filter[updated_at]=2030-01-01T00:00:00Z", 0),
            ("filter[pod_locode]=USLAX&filter[line_scac]=MAEU&filter[updated_at][start]=2026-01-01", all),
        ] {
            let list = scenario.get(&format!("/v2/{family}?{filter}"));
            assert_eq!(ids(&list).len(), found, "{family}?{filter}");
            assert_eq!(list["meta"]["total"], found, "{family}?{filter}");
            assert_eq!(list["meta"].get("warnings"), None, "{family}?{filter}: {}", list["meta"]);
        }
    }
    let requests = scenario.get("/v2/tracking_requests?filter[line_scac]=MAEU&filter[updated_at]=2026-01-01T00:00:00Z");
    assert_eq!(ids(&requests).len(), 1);
}

#[test]
fn a_shipment_is_updated_when_a_source_changes_it() {
    let (scenario, ..) = tracked_bill();
    scenario.clock.advance(HOUR);
    let since = scenario.now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let updated = || ids(&scenario.get(&format!("/v2/containers?filter[updated_at]={since}"))).len();
    assert_eq!(updated(), 0);
    let facts = json!([{ "container": CONTAINERS[0], "event": { "milestone": "vessel_discharged", "at": "2026-05-10T12:00:00Z",
                         "place": { "locode": "USLAX" } } }]);
    scenario.record(NORMALIZED, &facts);
    assert_eq!(updated(), 2);
}

#[test]
fn customers_are_found_by_words_of_their_name() {
    let (scenario, request, _) = tracked_bill();
    let party = create(&scenario, "/v2/parties", "party", json!({ "company_name": "Nordwind Möbel GmbH" }));
    let body = json!({ "data": { "type": "tracking_request", "attributes": {}, "relationships": {
        "customer": { "data": { "type": "party", "id": party["id"] } } } } });
    let path = format!("/v2/tracking_requests/{request}");
    assert_eq!(scenario.send(Method::Patch, &path, Some(&body)).status, 200);
    for (name, found) in [("nordwind", 1), ("mobel%20nord", 1), ("Nordwind%20M%C3%B6bel%20GmbH", 1), ("Südwind", 0)] {
        for family in ["shipments", "tracking_requests"] {
            let list = scenario.get(&format!("/v2/{family}?filter[customer_name]={name}"));
            assert_eq!(ids(&list).len(), found, "{family}: {name}");
            assert_eq!(list["meta"].get("warnings").is_some(), found == 0, "{family}: {name}");
        }
    }
}

#[test]
fn documents_are_found_by_words_of_their_file_name() {
    let scenario = Scenario::new();
    for name in ["Arrival Notice 4711.txt", "invoice.txt"] {
        upload(&scenario, name);
    }
    for (words, found) in
        [("arrival", 1), ("4711%20NOTICE", 1), ("txt", 2), ("invoice.txt", 1), ("notice%20invoice", 0)]
    {
        let list = scenario.get(&format!("/v2/documents?filter[filename]={words}"));
        assert_eq!(ids(&list).len(), found, "{words}");
    }
}

#[test]
fn relationships_two_steps_away_can_be_included() {
    let (scenario, _, shipment) = tracked_bill();
    let of_shipment = scenario.get(&format!("/v2/shipments/{shipment}?include=containers.transport_events"));
    let types = included(&of_shipment);
    assert_eq!(types.iter().filter(|kind| **kind == "container").count(), 2);
    assert!(types.contains(&"transport_event"), "{types:?}");
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let of_container = scenario.get(&format!("/v2/containers/{container}?include=shipment.containers"));
    let types = included(&of_container);
    assert!(types.contains(&"shipment"), "{types:?}");
    assert_eq!(types.iter().filter(|kind| **kind == "container").count(), 2, "{types:?}");
}

#[test]
fn a_route_has_its_places_with_the_legs_between_them() {
    let (scenario, _, shipment) = tracked_bill();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v2/containers/{container}/route?include=port,vessel,route_location");
    let route = scenario.get(&path);
    assert_eq!(route["data"]["type"], "route");
    assert_eq!(route["data"]["relationships"]["shipment"]["data"]["id"], json!(shipment));
    let related = route["included"].as_array().unwrap();
    let stops: Vec<&Value> = related.iter().filter(|item| item["type"] == "route_location").collect();
    let linked = route["data"]["relationships"]["route_locations"]["data"].as_array().unwrap();
    assert_eq!(
        linked.iter().map(|link| &link["id"]).collect::<Vec<_>>(),
        stops.iter().map(|stop| &stop["id"]).collect::<Vec<_>>()
    );
    let [first, last] = stops[..] else { panic!("{stops:?}") };
    assert_eq!(first["attributes"]["outbound_atd_at"], "2026-04-20T12:00:00Z");
    assert_eq!(
        (&first["attributes"]["outbound_mode"], &first["attributes"]["inbound_mode"]),
        (&json!("vessel"), &json!(null))
    );
    assert_eq!(first["attributes"]["outbound_scac"], "MAEU");
    assert_eq!(last["attributes"]["inbound_eta_at"], "2026-05-09T12:00:00Z");
    assert_eq!(last["attributes"]["inbound_voyage_number"], "042W");
    let vessel = &last["relationships"]["inbound_vessel"]["data"]["id"];
    assert!(related.iter().any(|item| item["type"] == "vessel" && item["id"] == *vessel), "{related:?}");
    assert_eq!(related.iter().filter(|item| item["type"] == "port").count(), 2);
    let again = scenario.get(&path);
    assert_eq!(again["data"]["id"], route["data"]["id"]);
}

#[test]
fn members_that_older_clients_read_are_present() {
    let (scenario, ..) = tracked_bill();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let one = scenario.get(&format!("/v2/containers/{container}"));
    assert!(!one["data"]["relationships"]["raw_events"]["data"].as_array().unwrap().is_empty(), "{one}");
    let events = scenario.get(&format!("/v2/containers/{container}/transport_events"));
    assert_eq!(events["data"][0]["relationships"]["previous_version"], json!({ "data": null }));
    let found = scenario.get(&format!("/v2/search?query={NORMALIZED}"));
    assert!(
        found["data"].as_array().unwrap().iter().all(|item| item["attributes"]["updated_at"].is_string()),
        "{found}"
    );
    let lines = scenario.get("/v2/shipping_lines");
    let asked = |scac: &str| {
        let lines = lines["data"].as_array().unwrap();
        lines.iter().find(|line| line["id"] == scac).map(|line| line["attributes"]["can_be_asked"].clone())
    };
    assert_eq!(
        (asked("MAEU"), asked("TEST"), asked("HLCU")),
        (Some(true.into()), Some(true.into()), Some(false.into()))
    );
}

#[test]
fn a_rotation_is_accepted_with_a_warning() {
    let scenario = Scenario::new();
    let path = format!("/v2/documents/{}/rotate", upload(&scenario, "scan.txt"));
    let answer = scenario.send(Method::Post, &path, Some(&json!({ "degrees": 90 })));
    assert_eq!(answer.status, 202);
    let answer = json_of(&answer);
    assert_eq!((&answer["status"], &answer["meta"]["warnings"][0]["code"]), (&json!("accepted"), &json!("ignored")));
    assert_eq!(scenario.refused(Method::Post, &path, Some(&json!({ "degrees": 45 }))).0, 422);
}
