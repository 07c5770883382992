//! Tests of `GET` and `PATCH /tracking_requests/{id}`.

use serde_json::{Value, json};
use shiptrack_tests::scenario::Scenario;

use super::*;

#[test]
fn get_tracking_requests_id_returns_the_request_with_its_shipment_included() {
    let (scenario, request, shipment) = tracked_bill();
    let path = format!("/v2/tracking_requests/{request}");
    let shown = scenario.get(&path);
    assert_eq!(shown["links"], json!({ "self": path }));
    assert_eq!(shown["data"]["links"], json!({ "self": path }));
    assert_eq!(shown["data"]["attributes"]["status"], "created");
    assert_eq!(shown["data"]["relationships"]["tracked_object"]["data"]["type"], "shipment");
    assert_eq!(shown["included"][0]["id"], json!(shipment));
    assert_eq!(scenario.get(&format!("{path}?include=tracked_object"))["included"], shown["included"]);
    assert_eq!(scenario.get(&format!("{path}?include=")).get("included"), None);
}

#[test]
fn the_singular_path_tracking_request_id_returns_the_same_resource() {
    let (scenario, request, _) = tracked_bill();
    let (singular, plural) = (
        scenario.get(&format!("/v2/tracking_request/{request}")),
        scenario.get(&format!("/v2/tracking_requests/{request}")),
    );
    assert_eq!(singular["data"], plural["data"]);
    assert_eq!(singular["data"]["links"]["self"], format!("/v2/tracking_requests/{request}"));
}

#[test]
fn polling_a_request_by_its_id_shows_its_new_status() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let id = scenario.create("bill_of_lading", BILL, "MAEU");
    assert_eq!(scenario.request(&id)["status"], "pending");
    scenario.run();
    assert_eq!(scenario.request(&id)["status"], "created");
}

#[test]
fn patch_tracking_requests_replaces_ref_numbers_and_shipment_tags_and_nothing_else() {
    let (scenario, request, _) = tracked_bill();
    let path = format!("/v2/tracking_requests/{request}");
    let before = scenario.get(&path)["data"].take();
    scenario.clock.advance(HOUR);
    let sent = json!({ "ref_numbers": ["PO-7"], "shipment_tags": ["b", "a", "b"] });
    let after = patch(&scenario, &path, "tracking_request", sent);
    let mut expected = before;
    expected["attributes"]["ref_numbers"] = json!(["PO-7"]);
    expected["attributes"]["shipment_tags"] = json!(["b", "a"]);
    expected["attributes"]["updated_at"] = json!("2026-05-01T13:00:00Z");
    assert_eq!(after, expected);
    assert_eq!(scenario.get(&path)["data"], expected, "the change is stored");
}

#[test]
fn patch_tracking_requests_accepts_the_documented_singular_ref_number_and_needs_no_type() {
    let (scenario, request, _) = tracked_bill();
    let path = format!("/v2/tracking_requests/{request}");
    let body = json!({ "data": { "attributes": { "ref_number": "PO-7" } } });
    let answer = scenario.send(Method::Patch, &path, Some(&body));
    assert_eq!(answer.status, 200);
    assert_eq!(scenario.request(&request)["ref_numbers"], json!(["PO-7"]));
    patch(&scenario, &path, "tracking_request", json!({ "ref_numbers": null }));
    assert_eq!(scenario.request(&request)["ref_numbers"], json!([]));
}

#[test]
fn updated_at_changes_with_every_change_and_created_at_never() {
    let scenario = Scenario::new();
    scenario.carrier.knows(NORMALIZED, &voyage());
    let id = scenario.create("bill_of_lading", BILL, "MAEU");
    scenario.clock.advance(HOUR);
    scenario.run();
    let request = scenario.request(&id);
    assert_eq!(request["created_at"], "2026-05-01T12:00:00Z");
    assert_eq!(request["updated_at"], "2026-05-01T13:00:00Z");
    assert_eq!(request["failed_reason"], Value::Null);
}
