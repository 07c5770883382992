//! A table of invalid input: requests, and how they are rejected.

use serde_json::{Value, json};
use shiptrack::http::Method::{self, Get, Patch, Post};
use shiptrack::http::{Call, Request};

use super::*;

struct Case {
    method: Method,
    path: &'static str,
    body: Option<Value>,
    status: u16,
    /// Pointer or parameter; empty for neither.
    place: &'static str,
    code: &'static str,
}

fn case(method: Method, path: &'static str, body: Value, status: u16, place: &'static str, code: &'static str) -> Case {
    let body = (!body.is_null()).then_some(body);
    Case { method, path, body, status, place, code }
}

/// The body of a create, with `changes` to its attributes. `null` removes an attribute.
fn request(changes: Value) -> Value {
    let mut attributes = json!({ "request_type": "bill_of_lading", "request_number": "MAEU999999999", "scac": "MAEU" });
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => attributes.as_object_mut().unwrap().remove(name),
            value => attributes.as_object_mut().unwrap().insert(name.clone(), value.clone()),
        };
    }
    document("tracking_request", attributes)
}

fn create_case(body: Value, status: u16, place: &'static str, code: &'static str) -> Case {
    case(Post, "/v2/tracking_requests", body, status, place, code)
}

fn list_case(path: &'static str, parameter: &'static str) -> Case {
    case(Get, path, Value::Null, 400, parameter, "bad_request")
}

fn table() -> Vec<Case> {
    const NUMBER: &str = "/data/attributes/request_number";
    const SCAC: &str = "/data/attributes/scac";
    const KIND: &str = "/data/attributes/request_type";
    const REQUEST: &str = "/v2/tracking_requests/{request}";
    const SHIPMENT: &str = "/v2/shipments/{shipment}";
    vec![
        // The document.
        create_case(json!({}), 400, "/data", "bad_request"),
        create_case(json!({ "data": null }), 400, "/data", "bad_request"),
        create_case(json!({ "data": [] }), 400, "/data", "bad_request"),
        create_case(json!({ "data": "x" }), 400, "/data", "bad_request"),
        create_case(json!({ "data": { "attributes": 5 } }), 400, "/data/attributes", "bad_request"),
        create_case(json!({ "data": { "relationships": [] } }), 400, "/data/relationships", "bad_request"),
        create_case(document("shipment", json!({})), 409, "/data/type", "conflict"),
        create_case(json!({ "data": { "type": 5 } }), 409, "/data/type", "conflict"),
        // The kind of number.
        create_case(request(json!({ "request_type": null })), 422, KIND, "blank"),
        create_case(request(json!({ "request_type": "" })), 422, KIND, "blank"),
        create_case(request(json!({ "request_type": "pallet" })), 422, KIND, "invalid"),
        create_case(request(json!({ "request_type": 7 })), 422, KIND, "invalid"),
        // The number.
        create_case(request(json!({ "request_number": null })), 422, NUMBER, "blank"),
        create_case(request(json!({ "request_number": "  " })), 422, NUMBER, "blank"),
        create_case(request(json!({ "request_number": 123_456_789 })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_number": "12" })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_number": "NODIGITS" })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_number": "9".repeat(51) })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_number": "MAEU\u{0}12345" })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_number": "١٢٣٤٥٦٧٨٩" })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_number": "'; DROP TABLE requests" })), 422, NUMBER, "invalid"),
        create_case(request(json!({ "request_type": "container", "request_number": BILL })), 422, NUMBER, "invalid"),
        create_case(
            request(json!({ "request_type": "container", "request_number": "CSQU3054384" })),
            422,
            NUMBER,
            "invalid",
        ),
        create_case(request(json!({ "request_number": BILL })), 422, NUMBER, "duplicate"),
        // The carrier.
        create_case(request(json!({ "scac": null })), 422, SCAC, "blank"),
        create_case(request(json!({ "scac": "" })), 422, SCAC, "blank"),
        create_case(request(json!({ "scac": "MAE" })), 422, SCAC, "invalid"),
        create_case(request(json!({ "scac": "MAEUX" })), 422, SCAC, "invalid"),
        create_case(request(json!({ "scac": "MA3U" })), 422, SCAC, "invalid"),
        create_case(request(json!({ "scac": ["MAEU"] })), 422, SCAC, "invalid"),
        create_case(request(json!({ "scac": "QQQQ" })), 422, SCAC, "blank"),
        create_case(
            request(json!({ "auto_detect_vocc_scac": "yes" })),
            422,
            "/data/attributes/auto_detect_vocc_scac",
            "invalid",
        ),
        // Other attributes.
        create_case(request(json!({ "ref_numbers": true })), 422, "/data/attributes/ref_numbers", "invalid"),
        create_case(request(json!({ "ref_numbers": ["PO-1", 5] })), 422, "/data/attributes/ref_numbers/1", "invalid"),
        create_case(request(json!({ "shipment_tags": [{}] })), 422, "/data/attributes/shipment_tags/0", "invalid"),
        create_case(request(json!({ "ref_numbers": ["PO-1", " "] })), 422, "/data/attributes/ref_numbers/1", "blank"),
        create_case(
            request(json!({ "ref_numbers": ["é", "é".repeat(256)] })),
            422,
            "/data/attributes/ref_numbers/1",
            "invalid",
        ),
        create_case(request(json!({ "ref_numbers": vec!["x"; 101] })), 422, "/data/attributes/ref_numbers", "invalid"),
        create_case(request(json!({ "shipment_tags": [""] })), 422, "/data/attributes/shipment_tags/0", "blank"),
        create_case(
            request(json!({ "shipment_tags": vec!["x"; 101] })),
            422,
            "/data/attributes/shipment_tags",
            "invalid",
        ),
        case(
            Patch,
            REQUEST,
            document("tracking_request", json!({ "ref_number": " " })),
            422,
            "/data/attributes/ref_number",
            "blank",
        ),
        case(
            Patch,
            SHIPMENT,
            document("shipment", json!({ "tags": ["a", "b".repeat(256)] })),
            422,
            "/data/attributes/tags/1",
            "invalid",
        ),
        case(
            Patch,
            SHIPMENT,
            document("shipment", json!({ "ref_numbers": [""] })),
            422,
            "/data/attributes/ref_numbers/0",
            "blank",
        ),
        create_case(
            json!({ "data": { "type": "tracking_request", "attributes": request(json!({}))["data"]["attributes"],
                              "relationships": { "customer": { "data": { "type": "party", "id": "unknown" } } } } }),
            422,
            "/data/relationships/customer/data/id",
            "invalid",
        ),
        create_case(
            json!({ "data": { "type": "tracking_request", "attributes": request(json!({}))["data"]["attributes"],
                              "relationships": { "customer": { "data": "me" } } } }),
            422,
            "/data/relationships/customer",
            "invalid",
        ),
        case(Post, "/v2/tracking_requests?include=x", request(json!({})), 400, "include", "bad_request"),
        // Changes.
        case(Patch, REQUEST, document("shipment", json!({})), 409, "/data/type", "conflict"),
        case(
            Patch,
            REQUEST,
            document("tracking_request", json!({ "ref_number": 5 })),
            422,
            "/data/attributes/ref_number",
            "invalid",
        ),
        case(Patch, REQUEST, Value::Null, 400, "", "bad_request"),
        case(
            Patch,
            "/v2/tracking_requests/{request}?include=x",
            document("tracking_request", json!({})),
            400,
            "include",
            "bad_request",
        ),
        case(Patch, SHIPMENT, document("container", json!({})), 409, "/data/type", "conflict"),
        case(Patch, SHIPMENT, document("shipment", json!({ "tags": 5 })), 422, "/data/attributes/tags", "invalid"),
        case(
            Patch,
            SHIPMENT,
            document("shipment", json!({ "shipment_tags": [true] })),
            422,
            "/data/attributes/shipment_tags/0",
            "invalid",
        ),
        case(
            Patch,
            SHIPMENT,
            document("shipment", json!({ "ref_numbers": {} })),
            422,
            "/data/attributes/ref_numbers",
            "invalid",
        ),
        case(Patch, SHIPMENT, json!({ "data": [] }), 400, "/data", "bad_request"),
        case(Post, "/v2/tracking_requests/infer_number", json!({ "data": {} }), 422, "/number", "blank"),
        case(Post, "/v2/tracking_requests/infer_number", json!([]), 400, "", "bad_request"),
        // Filters.
        list_case("/v2/tracking_requests?filter[created_at][start]=yesterday", "filter[created_at][start]"),
        list_case("/v2/tracking_requests?filter[created_at][end]=2026-02-30", "filter[created_at][end]"),
        list_case("/v2/tracking_requests?filter[updated_at][start]=2026-05-01T12:00", "filter[updated_at][start]"),
        list_case("/v2/tracking_requests?filter[updated_at][end]=", "filter[updated_at][end]"),
        list_case("/v2/tracking_requests?filter[created_at]=2026-05-01", "filter[created_at]"),
        list_case("/v2/tracking_requests?include=tracked_object,kittens", "include"),
        list_case("/v2/tracking_requests?filter[creatd_at][start]=2026-05-01", "filter[creatd_at][start]"),
        list_case("/v2/tracking_requests?page[size]=0", "page[size]"),
        list_case("/v2/tracking_requests?page[size]=-1", "page[size]"),
        list_case("/v2/tracking_requests?page[number]=0", "page[number]"),
        list_case("/v2/tracking_requests?page[size]=1e3", "page[size]"),
        list_case("/v2/shipments?filter[tracking_stopped]=maybe", "filter[tracking_stopped]"),
        list_case("/v2/shipments?filter[current_status]=on_ship", "filter[current_status]"),
        list_case("/v2/shipments?include=shipping_line", "include"),
        list_case("/v2/containers?filter[pickup_lfd][end]=soon", "filter[pickup_lfd][end]"),
        list_case("/v2/containers?include=kittens", "include"),
        list_case("/v2/shipping_lines?page[size]=0", "page[size]"),
        case(Get, "/v2/shipping_lines/%00", Value::Null, 404, "", "not_found"),
        case(Get, "/v2/tracking_requests/../../etc/passwd", Value::Null, 404, "", "not_found"),
    ]
}

#[test]
fn invalid_input_is_rejected_with_status_place_and_code() {
    let (scenario, request, shipment) = tracked_bill();
    for Case { method, path, body, status, place, code } in table() {
        let path = path.replace("{request}", &request).replace("{shipment}", &shipment);
        let (found, errors) = scenario.refused(method, &path, body.as_ref());
        let shown = format!("{method} {path} {body:?}: {errors}");
        assert_eq!(found, status, "{shown}");
        assert_eq!(errors[0]["code"], code, "{shown}");
        let source = &errors[0]["source"];
        let actual = source["pointer"].as_str().or(source["parameter"].as_str()).unwrap_or_default();
        assert_eq!(actual, place, "{shown}");
        let is_whole = place.is_empty() && status == 400;
        assert_eq!(source["pointer"].is_string(), place.starts_with('/') || is_whole, "{shown}");
        assert!(errors[0]["detail"].as_str().is_some_and(|detail| detail.len() < 500), "{shown}");
    }
    assert_eq!(scenario.get("/v2/tracking_requests")["meta"]["total"], 1, "nothing is stored");
}

#[test]
fn body_that_is_not_an_object_is_rejected_with_an_empty_pointer() {
    let scenario = Scenario::new();
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(130), "]".repeat(130));
    for (body, why) in [
        ("[1]", "must be a JSON object"),
        ("{", "is not valid JSON"),
        (r#"{"data": {"type": "tracking_request", "type": "webhook"}}"#, "\"type\" occurs twice"),
        (&deep, "nested more than 127 levels"),
    ] {
        let mut request = Request::new(Post, "http://127.0.0.1/v2/tracking_requests");
        request = request.body("application/json", body);
        let answer = scenario.transport.send(request, &Call::default()).unwrap();
        let error = json_of(&answer)["errors"][0].take();
        assert_eq!((answer.status, &error["source"]), (400, &json!({ "pointer": "" })), "{body}: {error}");
        assert!(error["detail"].as_str().unwrap().contains(why), "{body}: {error}");
    }
}

#[test]
fn last_value_of_a_repeated_parameter_is_used_with_a_warning() {
    let scenario = Scenario::new();
    let listing = scenario.get("/v2/tracking_requests?page[size]=1&page[size]=2&page[size]=3");
    let warnings = listing["meta"]["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0]["source"]["parameter"], "page[size]");
    assert!(warnings[0]["detail"].as_str().unwrap().contains("more than once"));
}
