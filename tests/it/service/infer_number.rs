//! Tests of `POST /tracking_requests/infer_number`.

use serde_json::{Value, json};
use shiptrack::http::{Method, Request};
use shiptrack_tests::scenario::{Scenario, json_of};

use super::*;

pub(super) fn infer(scenario: &Scenario, number: &str) -> Value {
    let path = "/v2/tracking_requests/infer_number";
    let answer = scenario.send(Method::Post, path, Some(&json!({ "number": number })));
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)["data"].take()
}

#[test]
fn infer_number_returns_type_validation_and_shipping_line() {
    let scenario = Scenario::new();
    let inferred = infer(&scenario, " maeu 123456789");
    assert!(inferred["id"].as_str().unwrap().starts_with("req_"));
    assert_eq!(inferred["type"], "infer_number_results");
    let line = json!({ "scac": "MAEU", "name": "Maersk", "confidence": 0.97 });
    assert_eq!(
        inferred["attributes"],
        json!({
            "number_type": "bill_of_lading",
            "validation": { "is_valid": true, "type": "shipment", "check_digit_passed": null,
                            "parsed_number": "MAEU123456789", "reason": null },
            "shipping_line": { "decision": "auto_select", "selected": line, "candidates": [line] },
        })
    );
}

#[test]
fn infer_number_recognizes_containers_by_check_digit_and_bookings() {
    let scenario = Scenario::new();
    let container = infer(&scenario, CONTAINERS[0]);
    assert_eq!(container["attributes"]["number_type"], "container");
    assert_eq!(container["attributes"]["validation"]["check_digit_passed"], true);
    assert_eq!(container["attributes"]["shipping_line"]["decision"], "needs_confirmation");
    assert_eq!(infer(&scenario, "EBKG01234567")["attributes"]["number_type"], "booking");
    let leased = infer(&scenario, "TGHU1643396");
    assert_eq!(
        leased["attributes"]["shipping_line"]["decision"], "no_prediction",
        "a container of a lessor has no known carrier"
    );
}

#[test]
fn infer_number_rejects_an_invalid_number_with_422() {
    let scenario = Scenario::new();
    for body in [json!({}), json!({ "number": 5 }), json!({ "number": "" }), json!({ "number": "9".repeat(51) })] {
        let (status, errors) = scenario.refused(Method::Post, "/v2/tracking_requests/infer_number", Some(&body));
        assert_eq!((status, &errors[0]["source"]["pointer"]), (422, &json!("/number")), "{body}");
    }
}

#[test]
fn infer_number_returns_a_carrier_that_a_request_can_be_created_with() {
    let scenario = Scenario::new();
    let inferred = infer(&scenario, BILL);
    let line = inferred["attributes"]["shipping_line"]["selected"]["scac"].as_str().unwrap();
    scenario.create(inferred["attributes"]["number_type"].as_str().unwrap(), BILL, line);
}

#[test]
fn infer_number_accepts_a_body_of_plain_json() {
    let scenario = Scenario::new();
    let body = json!({ "number": BILL }).to_string();
    let request =
        Request::new(Method::Post, "/v2/tracking_requests/infer_number").body("application/json; charset=utf-8", body);
    let answer = scenario.transport.send(request, &shiptrack::http::Call::default()).unwrap();
    assert_eq!(answer.status, 200);
}
