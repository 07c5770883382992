//! Tests of details that clients of the hosted service rely on.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use shiptrack::http::Method;
use shiptrack::resources::INTERFACE;
use shiptrack_tests::scenario::{Scenario, json_of};

use super::infer_number::infer;
use super::*;

/// Whether the SDK of the hosted service raises its `FeatureNotEnabledError`: the status is 403, and the detail of the error names a feature
/// that is not enabled.
fn is_feature_not_enabled(refusal: &(u16, Value)) -> bool {
    let detail = refusal.1[0]["detail"].as_str().unwrap_or_default().to_lowercase();
    refusal.0 == 403 && (detail.contains("not enabled") || detail.contains("feature"))
}

#[test]
fn vessel_positions_are_a_feature_that_is_not_enabled() {
    let (scenario, ..) = tracked_bill();
    let vessel = scenario.get("/v2/vessels/9321483")["data"]["id"].as_str().unwrap().to_owned();
    for call in [
        format!(
            "{vessel}?show_positions[from_timestamp]=2026-04-20T00:00:00Z&show_positions[to_timestamp]=2026-04-21T00:00:00Z"
        ),
        "9321483?show_positions[from_timestamp]=2026-04-20T00:00:00Z".to_owned(),
        format!("{vessel}/future_positions?port_id=a&previous_port_id=b"),
        format!("{vessel}/future_positions_with_coordinates?port_id=a&previous_port_id=b&latitude=1&longitude=2"),
    ] {
        let refusal = scenario.refused(Method::Get, &format!("/v2/vessels/{call}"), None);
        assert!(is_feature_not_enabled(&refusal), "{call}: {refusal:?}");
        let detail = refusal.1[0]["detail"].as_str().unwrap();
        assert!(detail.starts_with("Vessel position feature is not enabled for this account"), "{detail}");
    }
}

#[test]
fn likely_carrier_is_selected_although_it_needs_confirmation() {
    let scenario = Scenario::new();
    let line_of = |number: &str| infer(&scenario, number)["attributes"]["shipping_line"].take();
    let line = line_of(CONTAINERS[1]);
    assert_eq!((&line["decision"], &line["selected"]["scac"]), (&json!("needs_confirmation"), &json!("MAEU")));
    let unknown = line_of("TGHU1643396");
    assert_eq!((&unknown["decision"], &unknown["selected"]), (&json!("no_prediction"), &json!(null)));
}

#[test]
fn features_of_the_map_are_numbered_and_ports_have_their_country() {
    let (scenario, ..) = tracked_bill();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let map = scenario.get(&format!("/v2/containers/{container}/map_geojson"));
    let features = map["features"].as_array().unwrap();
    assert!(features.iter().all(|feature| feature["properties"]["ports_sequence"].is_u64()), "{map}");
    let ports = features.iter().filter(|feature| feature["properties"]["feature_type"] == "port");
    let countries: Vec<&Value> = ports.map(|port| &port["properties"]["country"]).collect();
    assert_eq!(countries, ["China", "United States"]);
}

#[test]
fn shipment_gets_another_customer() {
    let (scenario, request, shipment) = tracked_bill();
    let party = |name: &str| {
        let created = create(&scenario, "/v2/parties", "party", json!({ "company_name": name }));
        created["id"].as_str().unwrap().to_owned()
    };
    let (acme, blue) = (party("Acme"), party("Blue"));
    let path = format!("/v2/shipments/{shipment}");
    let set = |data: Value| {
        let body = json!({ "data": { "type": "shipment", "id": shipment, "relationships": { "customer": { "data": data } } } });
        scenario.send(Method::Patch, &path, Some(&body))
    };
    for (id, name) in [(&acme, "Acme"), (&blue, "Blue")] {
        let changed = set(json!({ "type": "party", "id": id }));
        assert_eq!(json_of(&changed)["data"]["attributes"]["customer_name"], name);
        let found = scenario.get(&format!("/v2/shipments?filter[customer_id]={id}"));
        assert_eq!(found["data"].as_array().unwrap().len(), 1);
        let linked = &scenario.get(&format!("/v2/tracking_requests/{request}"))["data"]["relationships"]["customer"]["data"]
            ["id"];
        assert_eq!(linked, id);
    }
    assert_eq!(scenario.get("/v2/containers?filter[customer_name]=Acme")["data"], json!([]));
    assert_eq!(set(json!({ "type": "party", "id": shipment })).status, 422, "there is no such customer");
    let references = patch(&scenario, &path, "shipment", json!({ "ref_numbers": ["PO-1"] }));
    assert_eq!(references["attributes"]["customer_name"], "Blue", "the customer stays if it is not in the request");
    scenario.pass(DAY);
    assert_eq!(scenario.get(&path)["data"]["attributes"]["customer_name"], "Blue", "look-ups keep the customer");
    for _ in 0..2 {
        let removed = set(Value::Null);
        let shown = json_of(&removed);
        assert_eq!((removed.status, &shown["data"]["attributes"]["customer_name"]), (200, &Value::Null), "{shown}");
    }
    assert_has_no_customer(&scenario, &request, &blue);
    scenario.pass(DAY);
    assert_has_no_customer(&scenario, &request, &blue);
}

/// Checks that the only tracking request and its shipment do not have this customer, and no other one.
fn assert_has_no_customer(scenario: &Scenario, request: &str, customer: &str) {
    let shown = scenario.get(&format!("/v2/tracking_requests/{request}"));
    assert_eq!(shown["data"]["relationships"]["customer"]["data"], Value::Null);
    assert_eq!(scenario.get("/v2/shipments")["data"][0]["attributes"]["customer_name"], Value::Null);
    for family in ["tracking_requests", "shipments", "containers"] {
        let found = scenario.get(&format!("/v2/{family}?filter[customer_id]={customer}"));
        assert_eq!(found["data"], json!([]), "{family}");
    }
}

#[test]
fn customer_of_a_tracking_request_is_removed_with_null() {
    let (scenario, request, _) = tracked_bill();
    let party = create(&scenario, "/v2/parties", "party", json!({ "company_name": "Acme" }));
    let path = format!("/v2/tracking_requests/{request}");
    let set = |data: Value| {
        let body = json!({ "data": { "type": "tracking_request", "relationships": { "customer": { "data": data } } } });
        scenario.send(Method::Patch, &path, Some(&body)).status
    };
    assert_eq!(set(json!({ "type": "party", "id": party["id"] })), 200);
    assert_eq!(scenario.get("/v2/containers?filter[customer_name]=Acme")["data"].as_array().unwrap().len(), 2);
    assert_eq!((set(Value::Null), set(Value::Null)), (200, 200));
    assert_has_no_customer(&scenario, &request, party["id"].as_str().unwrap());
    scenario.pass(DAY);
    assert_has_no_customer(&scenario, &request, party["id"].as_str().unwrap());
}

#[test]
fn dates_of_custom_fields_have_the_default_format_and_times_have_no_offset() {
    let (scenario, _, shipment) = tracked_bill();
    let shown = |slug: &str, data_type: &str, format: Value, value: Value| {
        let definition = json!({ "entity_type": "Shipment", "api_slug": slug, "display_name": slug, "data_type": data_type,
                                 "default_format": format });
        create(&scenario, "/v2/custom_field_definitions", "custom_field_definition", definition);
        let path = format!("/v2/shipments/{shipment}/custom_fields");
        let field = json!({ "api_slug": slug, "value": value });
        let attributes = create(&scenario, &path, "custom_field", field)["attributes"].take();
        assert_eq!(attributes["value"], value);
        attributes["display_value"].as_str().unwrap().to_owned()
    };
    assert_eq!(shown("due", "date", json!("%d.%m.%Y"), json!("2026-01-31")), "31.01.2026");
    assert_eq!(shown("slot", "datetime", json!(null), json!("2026-01-31 14:30:00")), "2026-01-31 14:30:00");
    assert_eq!(shown("call", "datetime", json!(null), json!("2026-01-31T14:30:00Z")), "2026-01-31 14:30:00");
    assert_eq!(shown("exit", "datetime", json!("%H:%M"), json!("2026-01-31 14:30:00")), "14:30");
    assert_eq!(shown("price", "number", json!("2"), json!(1.5)), "1.50");
}

#[test]
fn attributes_that_the_hosted_service_always_sends_are_in_responses() {
    let (scenario, ..) = tracked_bill();
    let definition =
        json!({ "entity_type": "Shipment", "api_slug": "a", "display_name": "A", "data_type": "short_text" });
    create(&scenario, "/v2/custom_field_definitions", "custom_field_definition", definition);
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let port = scenario.get("/v2/ports/USLAX");
    let terminal = port["data"]["relationships"]["terminals"]["data"][0]["id"].as_str().unwrap();
    for (path, names) in [
        ("shipping_lines".to_owned(), &["provided_data", "tracking_url", "contact_url"][..]),
        (format!("terminals/{terminal}"), &["provided_data", "facility_type"]),
        ("custom_field_definitions".to_owned(), &["template_id"]),
        (format!("containers/{container}/raw_events"), &["will_occur_at"]),
        ("search?query=MAEU123456789".to_owned(), &["updated_at"]),
    ] {
        let shown = scenario.get(&format!("/v2/{path}"));
        let resource = if shown["data"].is_array() { &shown["data"][0] } else { &shown["data"] };
        let attributes = resource["attributes"].as_object().unwrap();
        for name in names {
            assert!(attributes.contains_key(*name), "{path} {name}: {attributes:?}");
        }
    }
}

#[test]
fn documented_schema_exists() {
    let scenario = Scenario::new();
    let family = INTERFACE.iter().find(|family| family.name == "document_schemas").unwrap();
    let about = family.operations[0].about;
    let named: BTreeSet<&str> = about.split('`').filter(|word| word.contains('@')).collect();
    assert!(!named.is_empty(), "{about}");
    for id in named {
        assert_eq!(scenario.get(&format!("/v2/document_schemas/{id}"))["data"]["attributes"]["full_version"], id);
    }
}
