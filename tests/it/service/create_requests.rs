//! Tests of `POST /tracking_requests`.

use serde_json::{Value, json};
use shiptrack::http::Method;
use shiptrack_tests::scenario::{Scenario, creation, json_of};

use super::*;

#[test]
fn post_tracking_requests_returns_201_with_the_pending_resource() {
    let scenario = Scenario::new();
    let answer = scenario.send(Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
    assert_eq!(answer.status, 201);
    assert_eq!(answer.headers.get("Content-Type"), Some("application/vnd.api+json"));
    let response = json_of(&answer);
    let id = response["data"]["id"].as_str().unwrap();
    assert!(uuid::Uuid::try_parse(id).is_ok(), "{id}");
    assert_eq!(answer.headers.get("Location"), Some(format!("/v2/tracking_requests/{id}").as_str()));
    assert_eq!(response["links"]["self"], format!("/v2/tracking_requests/{id}"));
    assert_eq!(
        response["data"],
        json!({
            "id": id,
            "type": "tracking_request",
            "attributes": {
                "request_type": "bill_of_lading",
                "request_number": BILL,
                "scac": "MAEU",
                "status": "pending",
                "failed_reason": null,
                "is_retrying": false,
                "retry_count": null,
                "ref_numbers": [],
                "shipment_tags": [],
                "created_at": "2026-05-01T12:00:00Z",
                "updated_at": "2026-05-01T12:00:00Z",
            },
            "relationships": {
                "tracked_object": { "data": null },
                "customer": { "data": null },
                "user": { "data": null },
            },
            "links": { "self": format!("/v2/tracking_requests/{id}") },
        })
    );
}

#[test]
fn request_type_is_bill_of_lading_booking_number_or_container() {
    let scenario = Scenario::new();
    for (kind, number, shown) in [
        ("bill_of_lading", BILL, "bill_of_lading"),
        ("booking_number", "EBKG01234567", "booking_number"),
        ("container", CONTAINERS[0], "container"),
        // `infer_number` returns this name, and public clients send it.
        ("booking", "EBKG76543210", "booking_number"),
    ] {
        let created =
            create_request(&scenario, json!({ "request_type": kind, "request_number": number, "scac": "MAEU" }));
        assert_eq!(created["attributes"]["request_type"], shown);
        assert_eq!(created["attributes"]["request_number"], number);
    }
    scenario.run();
    let asked: Vec<String> = scenario.carrier.asked().iter().map(|asked| asked.kind.to_string()).collect();
    assert_eq!(
        asked,
        ["bill_of_lading", "booking_number", "container", "booking_number"],
        "the look-up has the kind of the number"
    );
}

#[test]
fn request_number_is_stored_as_submitted_and_looked_up_in_normalized_form() {
    let scenario = Scenario::new();
    let created = create_request(
        &scenario,
        json!({ "request_type": "bill_of_lading", "request_number": "  maeu 123-456 789 ", "scac": " maeu " }),
    );
    assert_eq!(created["attributes"]["request_number"], "maeu 123-456 789");
    assert_eq!(created["attributes"]["scac"], "MAEU");
    scenario.run();
    let asked = scenario.carrier.asked().remove(0);
    assert_eq!((asked.normalized_number.as_str(), asked.number.as_str()), (NORMALIZED, "maeu 123-456 789"));
}

#[test]
fn request_shows_the_scac_of_a_brand_that_was_sent() {
    let scenario = Scenario::new();
    let created = create_request(
        &scenario,
        json!({ "request_type": "bill_of_lading", "request_number": "SUDUN2SL008733AF", "scac": "SUDU" }),
    );
    assert_eq!(created["attributes"]["scac"], "SUDU");
}

#[test]
fn ref_numbers_are_returned_in_order() {
    let scenario = Scenario::new();
    let request = |number: &str, refs: Value| {
        let created = create_request(
            &scenario,
            json!({ "request_type": "bill_of_lading", "request_number": number, "scac": "MAEU", "ref_numbers": refs }),
        );
        created["attributes"]["ref_numbers"].clone()
    };
    assert_eq!(request("MAEU111111111", json!(["PO-2", "PO-1"])), json!(["PO-2", "PO-1"]));
    assert_eq!(request("MAEU222222222", json!(["PO-2"])), json!(["PO-2"]));
    assert_eq!(request("MAEU333333333", json!(null)), json!([]));
}

#[test]
fn a_hundred_references_of_255_characters_are_kept() {
    let scenario = Scenario::new();
    let references: Vec<String> = (0..100).map(|n| format!("{n:0>254}é")).collect();
    let attributes = json!({
        "request_type": "bill_of_lading", "request_number": BILL, "scac": "MAEU", "ref_numbers": references,
    });
    assert_eq!(create_request(&scenario, attributes)["attributes"]["ref_numbers"], json!(references));
}

#[test]
fn shipment_tags_are_returned_each_once_and_become_the_shipments_tags_with_the_ref_numbers() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let created = create_request(
        &scenario,
        json!({
            "request_type": "bill_of_lading", "request_number": BILL, "scac": "MAEU",
            "ref_numbers": ["PO-1"], "shipment_tags": ["urgent", " urgent ", "reefer"],
        }),
    );
    assert_eq!(created["attributes"]["shipment_tags"], json!(["urgent", "reefer"]));
    scenario.run();
    let shipment = tracked_object(&scenario, created["id"].as_str().unwrap()).unwrap();
    let shipment = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(shipment["data"]["attributes"]["tags"], json!(["urgent", "reefer"]));
    assert_eq!(shipment["data"]["attributes"]["ref_numbers"], json!(["PO-1"]));
}

#[test]
fn customer_is_linked_as_submitted() {
    let scenario = Scenario::new();
    let party = create(&scenario, "/v2/parties", "party", json!({ "company_name": "Acme" }));
    let party = json!({ "data": { "type": "party", "id": party["id"] } });
    let mut body = creation("bill_of_lading", BILL, "MAEU");
    body["data"]["relationships"] = json!({ "customer": party });
    let answer = json_of(&scenario.send(Method::Post, "/v2/tracking_requests", Some(&body)));
    assert_eq!(answer["data"]["relationships"]["customer"], party);
}

#[test]
fn untrackable_numbers_are_rejected_with_what_they_are() {
    let scenario = Scenario::new();
    for (number, name) in [
        ("HBL12345678", "a house bill of lading"),
        ("ABC-1234567-8", "a customs entry number"),
        ("SEAL ML-CN1234567", "a seal number"),
        ("PO-4500012345", "a purchase order number"),
        ("REF: 88-12", "a customer reference"),
    ] {
        let body = creation("bill_of_lading", number, "MAEU");
        let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
        assert_eq!((status, &errors[0]["source"]["pointer"]), (422, &json!("/data/attributes/request_number")));
        assert!(errors[0]["detail"].as_str().unwrap().contains(name), "{errors}");
    }
    assert_eq!(scenario.get("/v2/tracking_requests")["data"], json!([]), "nothing was created");
}

#[test]
fn a_carrier_that_is_not_plugged_in_is_rejected_at_scac() {
    let scenario = Scenario::new();
    for (scac, words) in [("HLCU", "Hapag-Lloyd"), ("QQQQ", "not a known carrier code")] {
        let body = creation("bill_of_lading", "123456789", scac);
        let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests", Some(&body));
        assert_eq!((status, &errors[0]["source"]["pointer"]), (422, &json!("/data/attributes/scac")));
        assert!(errors[0]["detail"].as_str().unwrap().contains(words), "{errors}");
    }
}

#[test]
fn auto_detect_vocc_scac_leaves_scac_null_until_the_carrier_is_detected() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let created = create_request(
        &scenario,
        json!({ "request_type": "bill_of_lading", "request_number": BILL, "auto_detect_vocc_scac": true }),
    );
    assert_eq!(created["attributes"]["scac"], Value::Null);
    scenario.run();
    let request = scenario.request(created["id"].as_str().unwrap());
    assert_eq!((&request["scac"], &request["status"]), (&json!("MAEU"), &json!("created")));
}

#[test]
fn a_create_returns_the_known_shipment_of_a_number_tracked_before() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    let answer = scenario.send(Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", BILL, "MAEU")));
    let response = json_of(&answer);
    assert_eq!(answer.status, 201);
    assert_eq!(response["data"]["attributes"]["status"], "pending");
    assert_eq!(
        response["data"]["relationships"]["tracked_object"]["data"],
        json!({ "type": "shipment", "id": shipment.as_str() })
    );
    let shown = &response["included"][0];
    assert_eq!((&shown["id"], &shown["attributes"]["port_of_discharge_locode"]), (&json!(shipment), &json!("USLAX")));
    assert_eq!(shown["relationships"]["containers"]["data"].as_array().map(Vec::len), Some(2));

    scenario.run();
    let request = scenario.request(response["data"]["id"].as_str().unwrap());
    assert_eq!(request["status"], "created", "the first look-up confirms it");
    let again = scenario.get(&format!("/v2/shipments/{shipment}"));
    assert_eq!(
        again["data"]["attributes"]["line_tracking_stopped_at"],
        Value::Null,
        "tracking of the shipment is resumed"
    );
}

#[test]
fn include_is_accepted_on_create() {
    let (scenario, _, shipment) = tracked_bill();
    scenario.send(Method::Patch, &format!("/v2/shipments/{shipment}/stop_tracking"), None);
    let body = creation("bill_of_lading", BILL, "MAEU");
    let response = json_of(&scenario.send(Method::Post, "/v2/tracking_requests?include=", Some(&body)));
    assert_eq!(response.get("included"), None);
}
