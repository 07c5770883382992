//! Tests of `/shipments`.

use serde_json::{Value, json};
use shiptrack::client::ShipmentUpdate;
use shiptrack::http::Method;
use shiptrack::resources::ShipmentId;
use shiptrack_tests::scenario::{Scenario, creation, json_of, send};

use super::*;

/// Three shipments, oldest first. The second is stopped, the others are tracked.
fn with_shipments() -> (Scenario, Vec<String>) {
    let scenario = Scenario::new();
    let shipments = ["MAEU111111111", "MAEU222222222", "MAEU333333333"].map(|bill| {
        scenario.carrier.then_facts(&voyage());
        let request = scenario.create("bill_of_lading", bill, "MAEU");
        scenario.run();
        tracked_object(&scenario, &request).unwrap()
    });
    scenario.send(Method::Patch, &format!("/v2/shipments/{}/stop_tracking", shipments[1]), None);
    (scenario, shipments.to_vec())
}

fn ids(list: &Value) -> Vec<&str> {
    list["data"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

#[test]
fn a_shipment_has_its_customers_name_also_if_the_customer_is_the_account() {
    let scenario = Scenario::new();
    let company = "Example Imports";
    let account = scenario.service.create_account("importer", company).unwrap();
    let transport = scenario.service.transport(&account.id).unwrap();
    let party = document("party", json!({ "company_name": "Acme" }));
    let party = json_of(&send(transport.as_ref(), Method::Post, "/v2/parties", Some(&party)))["data"]["id"].take();
    let party = party.as_str().expect("the party was created");
    for (bill, customer, name) in [
        ("MAEU111111111", account.id.to_string(), company),
        ("MAEU222222222", party.to_owned(), "Acme"),
        ("MAEU333333333", party.to_uppercase(), "Acme"),
    ] {
        scenario.carrier.then_facts(&voyage());
        let mut body = creation("bill_of_lading", bill, "MAEU");
        body["data"]["relationships"]["customer"]["data"] = json!({ "type": "party", "id": customer });
        assert_eq!(send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
        scenario.run();
        let newest = json_of(&send(transport.as_ref(), Method::Get, "/v2/shipments", None))["data"][0].take();
        assert_eq!(newest["attributes"]["customer_name"], name, "{bill}");
    }
}

#[test]
fn a_shipment_tracked_by_several_requests_has_the_customer_of_the_last_request_that_named_one() {
    let scenario = Scenario::new();
    let party = |name: &str| {
        let created = create(&scenario, "/v2/parties", "party", json!({ "company_name": name }));
        created["id"].as_str().expect("the party was created").to_owned()
    };
    let (acme, buyer) = (party("Acme"), party("Müller & Söhne"));
    let track = |customer: Option<&str>| {
        scenario.carrier.then_facts(&voyage());
        let mut body = creation("bill_of_lading", "MAEU111111111", "MAEU");
        if let Some(customer) = customer {
            body["data"]["relationships"]["customer"]["data"] = json!({ "type": "party", "id": customer });
        }
        assert_eq!(scenario.send(Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
        scenario.run();
        let list = scenario.get("/v2/shipments");
        assert_eq!(list["meta"]["total"], 1);
        ids(&list)[0].to_owned()
    };
    let customer_name = || scenario.get("/v2/shipments")["data"][0]["attributes"]["customer_name"].clone();
    let found = |query: &str| scenario.get(&format!("/v2/shipments?{query}"))["meta"]["total"].clone();
    let shipment = track(Some(&acme));
    let stop = format!("/v2/shipments/{shipment}/stop_tracking");
    assert_eq!(scenario.send(Method::Patch, &stop, None).status, 200);
    // A request without a customer keeps the shipment's customer, which is renamed afterwards.
    track(None);
    let renamed = json!({ "data": { "type": "party", "id": acme, "attributes": { "company_name": "Acme Imports" } } });
    assert_eq!(scenario.send(Method::Patch, &format!("/v2/parties/{acme}"), Some(&renamed)).status, 200);
    assert_eq!((customer_name(), found("filter[customer_name]=ACME%20imports")), (json!("Acme Imports"), json!(1)));
    // A request with another customer changes it. Its first notification has the new customer.
    assert_eq!(scenario.send(Method::Patch, &stop, None).status, 200);
    track(Some(&buyer));
    assert_eq!((customer_name(), found(&format!("filter[customer_id]={buyer}"))), (json!("Müller & Söhne"), json!(1)));
    assert_eq!(
        (found("filter[customer_name]=muller%20%26%20sohne"), found(&format!("filter[customer_id]={acme}"))),
        (json!(1), json!(0))
    );
    let events = scenario.service.events(&scenario.account, 0, usize::MAX).unwrap();
    let last = events.iter().rev().find(|event| event.document.contains("tracking_request.succeeded")).unwrap();
    assert!(last.document.contains("Müller & Söhne") && !last.document.contains("Acme"), "{}", last.document);
    // Without its customer, the shipment has that of an earlier request. A shipment without a customer has none of any request.
    let request = ids(&scenario.get("/v2/tracking_requests"))[0].to_owned();
    for (kind, id, left) in [("tracking_request", request, json!("Acme Imports")), ("shipment", shipment, json!(null))]
    {
        let body = json!({ "data": { "type": kind, "relationships": { "customer": { "data": null } } } });
        assert_eq!(scenario.send(Method::Patch, &format!("/v2/{kind}s/{id}"), Some(&body)).status, 200);
        assert_eq!(customer_name(), left);
        let of_acme = if left.is_null() { 0 } else { 1 };
        assert_eq!(found(&format!("filter[customer_id]={acme}")), json!(of_acme), "{kind}");
    }
}

#[test]
fn a_request_without_a_customer_that_is_sent_back_keeps_the_customer_of_its_shipment() {
    let scenario = Scenario::new();
    let party = create(&scenario, "/v2/parties", "party", json!({ "company_name": "Acme" }));
    let track = |customer: Value| {
        scenario.carrier.then_facts(&voyage());
        let mut body = creation("bill_of_lading", "MAEU111111111", "MAEU");
        body["data"]["relationships"]["customer"]["data"] = customer;
        let created = json_of(&scenario.send(Method::Post, "/v2/tracking_requests", Some(&body)));
        scenario.run();
        format!("/v2/tracking_requests/{}", created["data"]["id"].as_str().unwrap())
    };
    let first = track(json!({ "type": "party", "id": party["id"] }));
    let shipment = ids(&scenario.get("/v2/shipments"))[0].to_owned();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    let second = track(Value::Null);
    assert_eq!(scenario.send(Method::Delete, &first, None).status, 200);
    let customer = || scenario.get("/v2/shipments")["data"][0]["attributes"]["customer_name"].clone();
    assert_eq!(customer(), "Acme");
    let shown = scenario.get(&second);
    assert_eq!(shown["data"]["relationships"]["customer"]["data"], Value::Null);
    assert_eq!(scenario.send(Method::Patch, &second, Some(&json!({ "data": shown["data"] }))).status, 200);
    assert_eq!(customer(), "Acme");
}

#[test]
fn get_shipments_id_returns_every_attribute_and_relationship() {
    let (scenario, _, shipment) = tracked_bill();
    let path = format!("/v2/shipments/{shipment}");
    let shown = scenario.get(&path);
    assert_eq!(shown["links"], json!({ "self": path }));
    assert_eq!(shown.get("included"), None);
    let data = &shown["data"];
    assert_eq!((&data["type"], &data["links"]["self"]), (&json!("shipment"), &json!(path)));
    let mut attributes = data["attributes"].clone();
    let expected = json!({
        "bill_of_lading_number": BILL,
        "normalized_number": NORMALIZED,
        "ref_numbers": [],
        "tags": [],
        "created_at": "2026-05-01T12:00:00Z",
        "port_of_lading_locode": "CNSHA",
        "port_of_lading_name": "Shanghai",
        "port_of_discharge_locode": "USLAX",
        "port_of_discharge_name": "Los Angeles",
        "destination_locode": null,
        "destination_name": null,
        "shipping_line_scac": "MAEU",
        "shipping_line_short_name": "Maersk",
        "customer_name": null,
        "pod_vessel_name": "Test Voyager",
        "pod_vessel_imo": "9321483",
        "pod_voyage_number": "042W",
        "pol_etd_at": null,
        "pol_atd_at": "2026-04-20T12:00:00Z",
        "pod_eta_at": "2026-05-09T12:00:00Z",
        "pod_original_eta_at": "2026-05-09T12:00:00Z",
        "pod_ata_at": null,
        "destination_eta_at": null,
        "destination_ata_at": null,
        "pol_timezone": "Asia/Shanghai",
        "pod_timezone": "America/Los_Angeles",
        "destination_timezone": null,
        "line_tracking_last_attempted_at": "2026-05-01T12:00:00Z",
        "line_tracking_last_succeeded_at": "2026-05-01T12:00:00Z",
        "line_tracking_stopped_at": null,
        "line_tracking_stopped_reason": null,
    });
    let name = attributes.as_object_mut().unwrap().remove("shipping_line_name");
    assert!(name.is_some_and(|name| name.as_str().is_some_and(|name| name.contains("Maersk"))));
    for (attribute, value) in expected.as_object().unwrap() {
        assert_eq!(&attributes[attribute], value, "{attribute}");
    }
    let relationships = data["relationships"].as_object().unwrap();
    assert_eq!(relationships["containers"]["data"].as_array().map(Vec::len), Some(2));
    for name in ["destination", "pod_terminal", "destination_terminal", "line_tracking_stopped_by_user"] {
        assert_eq!(relationships[name], json!({ "data": null }), "{name}: unknown");
    }
    for port in ["port_of_lading", "port_of_discharge"] {
        assert_eq!(relationships[port]["data"]["type"], "port");
    }
}

#[test]
fn get_shipments_lists_newest_first_with_links_and_meta() {
    let (scenario, made) = with_shipments();
    let list = scenario.get("/v2/shipments");
    assert_eq!(ids(&list), [&made[2], &made[1], &made[0]]);
    assert_eq!(list["meta"], json!({ "size": 3, "total": 3 }));
    let first = scenario.get("/v2/shipments?page[size]=2");
    let second = scenario.get(first["links"]["next"].as_str().unwrap());
    assert_eq!([ids(&first), ids(&second)].concat(), [&made[2], &made[1], &made[0]]);
}

#[test]
fn filter_tracking_stopped_separates_stopped_from_tracked_shipments() {
    let (scenario, made) = with_shipments();
    assert_eq!(ids(&scenario.get("/v2/shipments?filter[tracking_stopped]=true")), [&made[1]]);
    assert_eq!(ids(&scenario.get("/v2/shipments?filter[tracking_stopped]=false")), [&made[2], &made[0]]);
}

#[test]
fn filters_by_port_find_all_codes_of_its_port_area() {
    let (scenario, made) = with_shipments();
    for code in ["CNSHA", "CNSGH", "cnshg"] {
        let list = scenario.get(&format!("/v2/shipments?filter[pol_code]={code}"));
        assert_eq!(ids(&list), [&made[2], &made[1], &made[0]], "{code}");
        assert_eq!(list["meta"]["total"], 3);
        let first = scenario.get(&format!("/v2/shipments?filter[pol_code]={code}&filter[pod_code]=USLAX&page[size]=2"));
        assert_eq!(ids(&first), [&made[2], &made[1]]);
        assert!(!ids(&scenario.get(&format!("/v2/containers?filter[pol_code]={code}"))).is_empty());
    }
    assert_eq!(ids(&scenario.get("/v2/shipments?filter[pol_code]=CNNGB")), [""; 0]);
    assert_eq!(ids(&scenario.get("/v2/shipments?filter[pod_code]=CNSGH")), [""; 0]);
}

#[test]
fn number_and_q_find_a_shipment_by_its_request_number_and_not_by_a_container_number() {
    let (scenario, made) = with_shipments();
    for query in ["number=MAEU222222222", "number=222222222", "q=maeu222222222"] {
        assert_eq!(ids(&scenario.get(&format!("/v2/shipments?{query}"))), [&made[1]], "{query}");
    }
    assert_eq!(ids(&scenario.get(&format!("/v2/shipments?number={}", CONTAINERS[0]))), [""; 0]);
}

#[test]
fn include_containers_includes_every_container_of_the_shipments_on_the_page() {
    let (scenario, made) = with_shipments();
    let one = scenario.get(&format!("/v2/shipments/{}?include=containers", made[0]));
    assert_eq!(included(&one), ["container", "container"]);
    let linked = &one["data"]["relationships"]["containers"]["data"];
    for container in one["included"].as_array().unwrap() {
        assert!(linked.as_array().unwrap().iter().any(|link| link["id"] == container["id"]));
        assert!(!container["relationships"]["transport_events"]["data"].as_array().unwrap().is_empty());
    }
    let page = scenario.get("/v2/shipments?include=containers&page[size]=2");
    assert_eq!(included(&page).len(), 4, "only containers of this page");
}

#[test]
fn include_of_places_includes_each_linked_place_once() {
    let (scenario, made) = with_shipments();
    let path = "port_of_lading,port_of_discharge,pod_terminal,destination,destination_terminal";
    let one = scenario.get(&format!("/v2/shipments/{}?include={path}", made[0]));
    assert_eq!(included(&one), ["port", "port"]);
    let list = scenario.get(&format!("/v2/shipments?include={path}"));
    assert_eq!(included(&list), ["port", "port"], "three shipments of one voyage");
}

#[test]
fn patch_shipments_id_replaces_ref_numbers_and_tags_and_nothing_else() {
    let (scenario, _, shipment) = tracked_bill();
    let path = format!("/v2/shipments/{shipment}");
    let mut expected = scenario.get(&path)["data"].take();
    let sent = json!({ "ref_numbers": ["PO-7"], "tags": ["late", "late", " reefer "] });
    let after = patch(&scenario, &path, "shipment", sent);
    expected["attributes"]["ref_numbers"] = json!(["PO-7"]);
    expected["attributes"]["tags"] = json!(["late", "reefer"]);
    assert_eq!(after, expected);
    let after = patch(&scenario, &path, "shipment", json!({ "tags": [] }));
    expected["attributes"]["tags"] = json!([]);
    assert_eq!(after, expected, "attributes that are not sent stay");
}

#[test]
fn patch_shipments_id_accepts_shipment_tags_as_a_name_of_tags_and_needs_no_type() {
    let (scenario, _, shipment) = tracked_bill();
    let path = format!("/v2/shipments/{shipment}");
    let body = json!({ "data": { "attributes": { "shipment_tags": ["late"] } } });
    assert_eq!(scenario.send(Method::Patch, &path, Some(&body)).status, 200);
    assert_eq!(scenario.get(&path)["data"]["attributes"]["tags"], json!(["late"]));
}

#[test]
fn tags_and_ref_numbers_of_a_shipment_survive_the_next_look_ups() {
    let (scenario, _, shipment) = tracked_bill();
    let id = ShipmentId::new(&shipment);
    let client = scenario.service.client();
    let changed = client.shipments().update(&id, ShipmentUpdate::new().tags(["late"]).ref_numbers(["PO-7"])).unwrap();
    assert_eq!((changed.tags.as_slice(), changed.ref_numbers.as_slice()), (&["late".into()][..], &["PO-7".into()][..]));
    let mut moved = voyage();
    moved[4]["event"]["at"] = json!("2026-05-11T12:00:00Z");
    scenario.carrier.knows(NORMALIZED, &moved);
    scenario.pass(DAY);
    let now = client.shipments().get(&id).unwrap();
    assert_eq!((now.tags.as_slice(), now.ref_numbers.as_slice()), (&["late".into()][..], &["PO-7".into()][..]));
    assert_eq!(now.pod_eta_at.as_ref().unwrap().as_str(), "2026-05-11T12:00:00Z");
    assert_eq!(now.pod_original_eta_at.as_ref().unwrap().as_str(), "2026-05-09T12:00:00Z");
}

#[test]
fn an_estimate_that_the_carrier_no_longer_reports_is_removed_from_the_shipment() {
    let (scenario, _, shipment) = tracked_bill();
    let mut without_estimate = voyage();
    without_estimate.as_array_mut().unwrap().remove(4);
    scenario.carrier.knows(NORMALIZED, &without_estimate);
    scenario.pass(DAY);
    let shown = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(shown["data"]["attributes"]["pod_eta_at"], Value::Null);
    assert_eq!(shown["data"]["attributes"]["pol_atd_at"], "2026-04-20T12:00:00Z", "actual events stay");
}
