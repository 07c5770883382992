//! The errors of the interface, on every route.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::http::{Call, Method, Request, Response, Transport};
use shiptrack::resources::INTERFACE;
use shiptrack::service::Service;
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{Store, Tx};
use shiptrack_tests::scenario::{Scenario, creation, json_of, refusal};

use super::*;
use shiptrack_tests::with;

/// An id that no resource has.
const UNKNOWN_ID: &str = "018f0000-0000-7000-8000-00000000dead";

/// Every path of a single resource, with its methods.
const RESOURCE_PATHS: [(&str, &str); 14] = [
    ("/v2/tracking_requests/{id}", "GET, PATCH, DELETE"),
    ("/v2/tracking_request/{id}", "GET, PATCH, DELETE"),
    ("/v2/shipments/{id}", "GET, PATCH"),
    ("/v2/shipments/{id}/stop_tracking", "PATCH"),
    ("/v2/shipments/{id}/resume_tracking", "PATCH"),
    ("/v2/containers/{id}", "GET, PATCH"),
    ("/v2/containers/{id}/transport_events", "GET"),
    ("/v2/email_submissions/{id}", "GET"),
    ("/v2/parties/{id}", "GET, PATCH"),
    ("/v2/custom_field_definitions/{id}", "GET, PATCH, DELETE"),
    ("/v2/custom_fields/{id}", "GET, PATCH, DELETE"),
    ("/v2/documents/{id}", "GET, PATCH, DELETE"),
    ("/v2/documents/{id}/download_url", "GET"),
    ("/v2/webhook_notifications/{id}", "GET"),
];

/// Every path of a list, with its methods.
const LIST_PATHS: [(&str, &str); 11] = [
    ("/v2/tracking_requests", "GET, POST"),
    ("/v2/shipments", "GET"),
    ("/v2/containers", "GET, PATCH"),
    ("/v2/shipping_lines", "GET"),
    ("/v2/parties", "GET, POST"),
    ("/v2/custom_field_definitions", "GET, POST"),
    ("/v2/custom_fields", "GET, POST"),
    ("/v2/email_submissions", "GET"),
    ("/v2/documents", "GET, POST"),
    ("/v2/webhooks", "GET, POST"),
    ("/v2/webhook_notifications", "GET"),
];

fn send_raw(scenario: &Scenario, request: Request) -> Response {
    scenario.transport.send(request, &Call::default()).expect("the service answers")
}

/// Whether the service does not serve this operation of the interface.
fn is_unserved(answer: &Response) -> bool {
    checked_errors(answer)[0]["code"] == "not_served"
}

fn post(content_type: &str, body: impl Into<Vec<u8>>) -> Request {
    Request::new(Method::Post, "/v2/tracking_requests").body(content_type, body.into())
}

/// Checks that an answer is an error as the interface describes it. Returns the error objects.
fn checked_errors(answer: &Response) -> Value {
    let (status, errors) = refusal(answer);
    assert_eq!(answer.headers.get("Content-Type"), Some("application/vnd.api+json"));
    for error in errors.as_array().unwrap() {
        let members: Vec<&str> = error.as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["title", "detail", "source", "code", "status", "meta"];
        assert!(members.iter().all(|member| known.contains(member)), "{error}");
        assert!(error["title"].is_string() && error["detail"].is_string() && error["code"].is_string(), "{error}");
        assert_eq!(error["status"], status.to_string(), "the status is a string");
    }
    errors
}

#[test]
fn an_unsupported_include_or_filter_is_400_with_its_name_on_every_list() {
    let scenario = Scenario::new();
    for (path, _) in LIST_PATHS {
        // A filter of another list.
        let filter = if path == "/v2/documents" { "filter[pod_code]" } else { "filter[filename]" };
        for parameter in ["include", filter] {
            let answer = scenario.send(Method::Get, &format!("{path}?{parameter}=kittens"), None);
            let errors = checked_errors(&answer);
            assert_eq!((answer.status, &errors[0]["source"]), (400, &json!({ "parameter": parameter })), "{path}");
        }
        for parameter in ["sort", "query", "fields[shipment]", "page[colour]"] {
            if (path, parameter) != ("/v2/documents", "sort") {
                let shown = scenario.get(&format!("{path}?{parameter}=kittens"));
                let warning = &shown["meta"]["warnings"][0]["source"];
                assert_eq!(warning, &json!({ "parameter": parameter }), "{path}");
            }
        }
    }
}

#[test]
fn an_unsupported_include_or_filter_is_400_with_its_name_on_every_single_resource() {
    let (scenario, request, shipment) = tracked_bill();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    for path in [
        format!("/v2/tracking_requests/{request}"),
        format!("/v2/shipments/{shipment}"),
        format!("/v2/containers/{container}"),
        format!("/v2/containers/{container}/transport_events"),
        "/v2/shipping_lines/MAEU".to_owned(),
    ] {
        for parameter in ["include", "filter[status]"] {
            let answer = scenario.send(Method::Get, &format!("{path}?{parameter}=kittens"), None);
            assert_eq!(
                (answer.status, &checked_errors(&answer)[0]["source"]["parameter"]),
                (400, &json!(parameter)),
                "{path}"
            );
        }
        assert_eq!(scenario.get(&format!("{path}?sort=kittens"))["meta"]["warnings"][0]["code"], "ignored", "{path}");
    }
}

#[test]
fn an_invalid_page_number_or_size_is_400_with_its_name_on_every_list() {
    let scenario = Scenario::new();
    for (path, _) in LIST_PATHS.iter().filter(|(path, _)| *path != "/v2/shipping_lines") {
        for parameter in ["page[number]", "page[size]"] {
            for value in ["0", "-1", "1.5", "x", "", "-99999999999999999999999999", "%00"] {
                let answer = scenario.send(Method::Get, &format!("{path}?{parameter}={value}"), None);
                let errors = checked_errors(&answer);
                assert_eq!(
                    (answer.status, &errors[0]["source"]["parameter"]),
                    (400, &json!(parameter)),
                    "{path} {value}"
                );
            }
        }
        let invalid_cursor = scenario.send(Method::Get, &format!("{path}?page[cursor]=5"), None);
        assert_eq!(
            (invalid_cursor.status, &checked_errors(&invalid_cursor)[0]["source"]["parameter"]),
            (400, &json!("page[cursor]"))
        );
    }
}

#[test]
fn without_a_valid_key_existing_and_unknown_paths_return_401() {
    let scenario = Scenario::new();
    let key = scenario.service.create_key(&scenario.account, "one").unwrap();
    let mut mistyped = key.key.reveal().to_owned();
    mistyped.replace_range(10..11, if &mistyped[10..11] == "0" { "1" } else { "0" });
    let headers = [
        None,
        Some(String::new()),
        Some("Token".to_owned()),
        Some("Token ".to_owned()),
        Some(format!("Bearer {}", key.key.reveal())),
        Some(key.key.reveal().to_owned()),
        Some(format!("Token {mistyped}")),
        Some(format!("Token {}", "x".repeat(100_000))),
    ];
    for header in headers {
        for path in ["/v2/tracking_requests", "/v2/nothing/here", "/elsewhere"] {
            let mut request = Request::new(Method::Get, path);
            request.headers = header.iter().fold(request.headers, |mut headers, value| {
                headers.set("Authorization", value.clone());
                headers
            });
            let answer = scenario.service.send(request, &Call::default()).unwrap();
            let errors = checked_errors(&answer);
            let shown = (answer.status, &errors[0]["title"], &errors[0]["code"]);
            assert_eq!(shown, (401, &json!("Unauthorized"), &json!("unauthorized")), "{header:?}");
            assert!(!errors.to_string().contains(&mistyped), "the error does not repeat the key");
        }
    }
}

#[test]
fn unknown_ids_and_ids_of_another_account_return_the_same_404() {
    let (scenario, request, shipment) = tracked_bill();
    let webhook = json!({ "data": { "type": "webhook", "attributes": { "url": "http://127.0.0.1:9/hook" } } });
    let webhook = json_of(&scenario.send(Method::Post, "/v2/webhooks", Some(&webhook)))["data"]["id"].clone();
    let container = scenario.get("/v2/containers")["data"][0]["id"].clone();
    let mail = scenario.service.ingest_email(&scenario.account, b"Subject: x\r\n\r\nbody", None).unwrap();
    let stranger = scenario.service.create_account("stranger", "Stranger Inc").unwrap();
    let stranger = scenario.service.transport(&stranger.id).unwrap();
    let ours = [
        ("/v2/tracking_requests/{id}", request),
        ("/v2/shipments/{id}", shipment.clone()),
        ("/v2/shipments/{id}/stop_tracking", shipment),
        ("/v2/containers/{id}", container.as_str().unwrap().to_owned()),
        ("/v2/containers/{id}/transport_events", container.as_str().unwrap().to_owned()),
        ("/v2/webhooks/{id}", webhook.as_str().unwrap().to_owned()),
        ("/v2/email_submissions/{id}", mail.submission.id.to_string()),
    ];
    for (path, id) in ours {
        for method in [Method::Get, Method::Patch, Method::Delete] {
            let body = document(kind_of(path), json!({}));
            let body = (method == Method::Patch).then_some(&body);
            let ask = |id: &str| shiptrack_tests::scenario::send(&*stranger, method, &path.replace("{id}", id), body);
            let foreign = ask(&id);
            if foreign.status == 405 || is_unserved(&foreign) {
                continue;
            }
            assert_eq!(foreign.status, 404, "{method} {path}");
            assert!(checked_errors(&foreign)[0]["detail"].as_str().unwrap().starts_with("there is no "), "{path}");
            for unknown in [UNKNOWN_ID, "nonsense"] {
                let mut answer = ask(unknown);
                answer.body = String::from_utf8(answer.body).unwrap().replace(unknown, &id).into_bytes();
                assert_eq!(foreign, answer, "{method} {path}");
            }
        }
    }
}

fn kind_of(path: &str) -> &'static str {
    let family = path.split('/').nth(2).unwrap();
    let families = [
        ("shipments", "shipment"),
        ("containers", "container"),
        ("documents", "document"),
        ("parties", "party"),
        ("custom_fields", "custom_field"),
        ("custom_field_definitions", "custom_field_definition"),
        ("webhooks", "webhook"),
        ("email_submissions", "email_submission"),
    ];
    families.into_iter().find(|(name, _)| *name == family).map_or("tracking_request", |(_, kind)| kind)
}

#[test]
fn an_unknown_id_is_404_on_every_path() {
    let scenario = Scenario::new();
    for (path, methods) in RESOURCE_PATHS {
        for method in methods.split(", ").map(|name| Method::parse(name).unwrap()) {
            let body = document(kind_of(path), json!({}));
            let body = (method == Method::Patch).then_some(&body);
            let answer = scenario.send(method, &path.replace("{id}", UNKNOWN_ID), body);
            checked_errors(&answer);
            assert_eq!(answer.status, 404, "{method} {path}");
        }
    }
}

#[test]
fn an_operation_that_is_not_served_is_403_with_the_reason() {
    let scenario = Scenario::new();
    let mut count = 0;
    for operation in
        INTERFACE.iter().flat_map(|family| family.operations).filter(|operation| operation.not_served().is_some())
    {
        let path = operation.path.split('/').map(|segment| if segment.starts_with('{') { "x" } else { segment });
        let path = format!("/v2{}", path.collect::<Vec<_>>().join("/"));
        let answer = scenario.send(Method::parse(operation.method).unwrap(), &path, None);
        let errors = checked_errors(&answer);
        assert_eq!(
            (answer.status, &errors[0]["code"], &errors[0]["detail"]),
            (403, &json!("not_served"), &json!(operation.not_served()))
        );
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn unknown_families_and_versions_return_404() {
    let scenario = Scenario::new();
    for path in
        ["/", "/v2", "/v2/", "/v1/shipments", "/v22/shipments", "/shipments", "/v2/kittens", "/v2/shipments/a/b/c"]
    {
        let answer = scenario.send(Method::Get, path, None);
        let errors = checked_errors(&answer);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!errors[0]["detail"].as_str().unwrap().contains("not served yet"), "{path}");
    }
}

#[test]
fn an_unsupported_method_is_405_with_allow() {
    let scenario = Scenario::new();
    let others = [("/v2/tracking_requests/infer_number", "POST"), ("/v2/webhooks/{id}", "GET, PATCH, DELETE")];
    let all = RESOURCE_PATHS.iter().chain(&LIST_PATHS).chain(&others);
    for (path, methods) in all {
        let mut refused = 0;
        for method in [Method::Get, Method::Post, Method::Put, Method::Patch, Method::Delete, Method::Options] {
            if methods.split(", ").any(|supported| supported == method.as_str()) {
                continue;
            }
            let answer = scenario.send(method, &path.replace("{id}", UNKNOWN_ID), None);
            if is_unserved(&answer) {
                continue;
            }
            let errors = checked_errors(&answer);
            assert_eq!((answer.status, answer.headers.get("Allow")), (405, Some(*methods)), "{method} {path}");
            assert_eq!(errors[0]["meta"], json!({ "allow": methods }));
            refused += 1;
        }
        assert!(refused >= 2, "{path}");
    }
}

#[test]
fn a_body_that_is_not_sent_as_json_is_415() {
    let scenario = Scenario::new();
    let body = creation("bill_of_lading", BILL, "MAEU").to_string();
    for content_type in [
        "text/plain",
        "application/xml",
        "application/problem+json",
        "",
        "json",
        "application/vnd.api+json; charset=iso-8859-1",
        "application/json; charset=utf-16",
    ] {
        let answer = send_raw(&scenario, post(content_type, body.clone()));
        assert_eq!(answer.status, 415, "{content_type}");
        checked_errors(&answer);
    }
    let mut untyped = post("x", body);
    untyped.headers = shiptrack::http::Headers::new();
    assert_eq!(send_raw(&scenario, untyped).status, 415);
}

#[test]
fn a_body_sent_as_vnd_api_json_or_json_in_utf_8_is_accepted() {
    let scenario = Scenario::new();
    for (at, content_type) in [
        "application/vnd.api+json",
        "application/json",
        "application/json; charset=utf-8",
        "application/json; colour=red",
        "APPLICATION/VND.API+JSON; profile=\"x\"",
        "application/vnd.api+json; charset=utf-8",
        "application/vnd.api+json;Charset=\"UTF-8\"",
    ]
    .into_iter()
    .enumerate()
    {
        let body = creation("bill_of_lading", &format!("MAEU12345678{at}"), "MAEU").to_string();
        assert_eq!(send_raw(&scenario, post(content_type, body)).status, 201, "{content_type}");
    }
}

#[test]
fn a_body_that_is_not_a_json_object_is_400_with_an_empty_pointer() {
    let scenario = Scenario::new();
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let members = format!("{}1{}", "{\"data\":".repeat(300), "}".repeat(300));
    for body in [
        "",
        "{",
        "<html></html>",
        "[]",
        "null",
        "\"text\"",
        "{\"data\": 1} trailing",
        "{\"data\": \"\\ud800\"}",
        nested.as_str(),
        members.as_str(),
    ] {
        let answer = send_raw(&scenario, post("application/json", body));
        let errors = checked_errors(&answer);
        assert_eq!((answer.status, &errors[0]["source"]["pointer"]), (400, &json!("")), "{:.40}", body);
    }
    let invalid_utf8 = send_raw(&scenario, post("application/json", b"{\"data\": \"\xff\xfe\"}".to_vec()));
    assert_eq!(invalid_utf8.status, 400);
}

#[test]
fn a_body_above_one_mebibyte_is_413_and_one_of_exactly_that_size_is_read() {
    let scenario = Scenario::new();
    let padded = |bytes: usize| {
        let body = creation("bill_of_lading", BILL, "MAEU").to_string();
        format!("{}{body}", " ".repeat(bytes - body.len()))
    };
    let answer = send_raw(&scenario, post("application/json", padded(1024 * 1024 + 1)));
    assert_eq!((answer.status, &checked_errors(&answer)[0]["code"]), (413, &json!("too_large")));
    assert_eq!(send_raw(&scenario, post("application/json", padded(1024 * 1024))).status, 201);
}

#[test]
fn a_rejected_request_changes_nothing() {
    let (scenario, request, shipment) = tracked_bill();
    let before = [format!("/v2/tracking_requests/{request}"), format!("/v2/shipments/{shipment}")]
        .map(|path| scenario.get(&path));
    for (path, body) in [
        (format!("/v2/tracking_requests/{request}"), json!({ "ref_numbers": ["PO-1"], "shipment_tags": [7] })),
        (format!("/v2/shipments/{shipment}"), json!({ "ref_numbers": ["PO-1"], "tags": 7 })),
    ] {
        let kind = if path.contains("shipments") { "shipment" } else { "tracking_request" };
        assert_eq!(scenario.refused(Method::Patch, &path, Some(&document(kind, body))).0, 422);
    }
    let after = [format!("/v2/tracking_requests/{request}"), format!("/v2/shipments/{shipment}")]
        .map(|path| scenario.get(&path));
    assert_eq!(before, after);
}

#[test]
fn a_store_failure_is_500_without_details_and_a_busy_store_is_503() {
    struct Broken(SqliteStore, Arc<Mutex<Option<ErrorKind>>>);
    impl Store for Broken {
        fn read(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::error::Result<()>) -> shiptrack::error::Result<()> {
            match *self.1.lock().unwrap() {
                Some(kind) => Err(Error::new(kind, "disk /secret/path is gone")),
                None => self.0.read(work),
            }
        }
        fn write(&self, work: &mut dyn FnMut(&Tx<'_>) -> shiptrack::error::Result<()>) -> shiptrack::error::Result<()> {
            self.read(&mut |_| Ok(()))?;
            self.0.write(work)
        }
        fn check_writable(&self) -> shiptrack::error::Result<()> {
            self.0.check_writable()
        }
        fn maintain(&self) -> shiptrack::error::Result<()> {
            self.0.maintain()
        }
        fn close(&self) -> shiptrack::error::Result<()> {
            self.0.close()
        }
    }
    let broken = Arc::new(Mutex::new(None));
    let store = Broken(SqliteStore::in_memory().unwrap(), broken.clone());
    let outbound = Service::in_memory().unwrap();
    let service = Service::builder().build(store, outbound).unwrap();
    let key = service.create_key(service.default_account(), "test").unwrap().key;
    for (kind, status) in [(ErrorKind::Store, 500), (ErrorKind::StoreBusy, 503), (ErrorKind::Closed, 503)] {
        *broken.lock().unwrap() = Some(kind);
        for (method, body) in
            [(Method::Get, None), (Method::Post, Some(creation("bill_of_lading", "TEST-TR-FAILED", "TEST")))]
        {
            let mut request = Request::new(method, "/v2/tracking_requests");
            request = request.header("Authorization", format!("Token {}", key.reveal()));
            if let Some(body) = &body {
                request = request.body("application/json", body.to_string());
            }
            let answer = service.send(request, &Call::default()).unwrap();
            let (found, errors) = refusal(&answer);
            assert_eq!((found, &errors[0]["status"]), (status, &json!(status.to_string())), "{kind:?}");
            assert!(!errors.to_string().contains("secret"), "{errors}");
        }
    }
}

#[test]
fn errors_take_precedence_in_the_order_401_429_403_404_413_415_405_400_422() {
    let limits = with(shiptrack::limits::RateLimits::interface(), |limits| limits.default = Some(1));
    let scenario = Scenario::with(|builder| builder.limits(limits));
    let reader = scenario.service.create_read_only_key(&scenario.account, "reader").unwrap();
    let token = |key: &str| format!("Token {key}");
    let ask = |key: Option<String>, request: Request| {
        let request = match key {
            Some(key) => request.header("Authorization", key),
            None => request,
        };
        scenario.service.send(request, &Call::default()).unwrap().status
    };
    let put = |path: &str, content_type: &str| Request::new(Method::Put, path).body(content_type, "not json");
    let read_only = || Some(token(reader.key.reveal()));
    assert_eq!(ask(None, put("/v2/kittens", "text/plain")), 401);
    assert_eq!(ask(read_only(), put("/v2/kittens", "text/plain")), 403);
    assert_eq!(ask(read_only(), put("/v2/kittens", "text/plain")), 429, "the rejected request counted");
    let host = |request| send_raw(&scenario, request).status;
    assert_eq!(host(put("/v2/kittens", "text/plain")), 404);
    let large = Request::new(Method::Put, "/v2/shipments").body("text/plain", vec![b' '; 1024 * 1024 + 1]);
    assert_eq!(host(large), 413);
    assert_eq!(host(put("/v2/shipments?colour=red", "text/plain")), 415);
    assert_eq!(host(put("/v2/shipments?colour=red", "application/json")), 405);
    assert_eq!(
        host(Request::new(Method::Post, "/v2/tracking_requests?colour=red").body("application/json", "{}")),
        400
    );
}

/// Each path of [`RESOURCE_PATHS`] and of a webhook with `id` in it, with a supported method.
fn paths_with(id: &str) -> Vec<(Method, String)> {
    let webhooks = [
        (Method::Get, "/v2/webhooks/{id}"),
        (Method::Patch, "/v2/webhooks/{id}/rotate_secret"),
        (Method::Patch, "/v2/webhooks/{id}/replay?since=2026-05-01"),
    ];
    let changes = [(Method::Patch, "/v2/webhooks/{id}"), (Method::Delete, "/v2/webhooks/{id}")];
    let methods = |methods: &str| if methods.starts_with("GET") { Method::Get } else { Method::Patch };
    let others = RESOURCE_PATHS.iter().map(|(path, supported)| (methods(supported), *path));
    let patched = ["/v2/tracking_requests/{id}", "/v2/shipments/{id}"].map(|path| (Method::Patch, path));
    others
        .chain(webhooks)
        .chain(changes)
        .chain(patched)
        .map(|(method, path)| (method, path.replace("{id}", id)))
        .collect()
}

#[test]
fn an_id_in_a_path_is_percent_decoded() {
    let scenario = Scenario::new();
    for (id, encoded) in [("a b", "a%20b"), ("../accounts", "..%2Faccounts"), ("é?#", "%C3%A9%3F%23"), ("%41", "%2541")]
    {
        for (method, path) in paths_with(encoded) {
            let body = (method == Method::Patch).then(|| {
                let kind = if path.contains("webhook") { "webhook" } else { path.split('/').nth(2).unwrap() };
                json!({ "data": { "type": kind.trim_end_matches('s'), "id": id, "attributes": {} } })
            });
            let answer = scenario.send(method, &path, body.as_ref());
            let detail = checked_errors(&answer)[0]["detail"].as_str().unwrap().to_owned();
            assert_eq!(answer.status, 404, "{method} {path}: {detail}");
            assert!(detail.contains(&format!("{id:?}")), "{path}: {detail}");
        }
    }
    for path in ["/v2/webhooks/%FF", "/v2/%FF", "/v2/shipments/%C3%28/stop_tracking"] {
        assert_eq!(scenario.send(Method::Patch, path, None).status, 404, "{path}");
    }
}

#[test]
fn a_resource_is_found_by_its_id_however_the_path_encodes_it() {
    let (scenario, request, _) = tracked_bill();
    let encoded: String = request.bytes().map(|byte| format!("%{byte:02x}")).collect();
    for path in [format!("/v2/tracking_requests/{encoded}"), format!("/v2/tracking%5frequests/{request}")] {
        assert_eq!(scenario.get(&path)["data"]["id"], request, "{path}");
    }
}

#[test]
fn an_error_about_a_long_text_is_short() {
    let scenario = Scenario::new();
    let long = "é".repeat(200_000);
    let create = |attributes: Value| {
        let body = json!({ "data": { "type": "tracking_request", "attributes": attributes } });
        scenario.send(Method::Post, "/v2/tracking_requests", Some(&body))
    };
    let escaped = "%C3%A9".repeat(10_000);
    for answer in [
        create(json!({ "request_type": long, "request_number": "MSCU5956818", "scac": "MSCU" })),
        create(json!({ "request_type": "container", "request_number": long, "scac": "MSCU" })),
        create(json!({ "request_type": "container", "request_number": "MSCU5956818", "scac": long })),
        scenario.send(Method::Get, &format!("/v2/webhooks/{escaped}"), None),
        scenario.send(Method::Get, &format!("/v2/{escaped}/{escaped}"), None),
        scenario.send(Method::Get, &format!("/v2/shipments?page[size]={escaped}"), None),
        scenario.send(Method::Get, &format!("/v2/shipments?include={escaped}"), None),
        scenario.send(Method::Get, &format!("/v2/shipments?filter[{escaped}]=1"), None),
        scenario.send(Method::Get, &format!("/v2/tracking_requests?filter[created_at][start]={escaped}"), None),
    ] {
        let errors = checked_errors(&answer);
        assert!(errors.to_string().len() < 2_000, "{}: {}", answer.status, errors.to_string().len());
    }
}
