//! The error table of the interface, over every route there is.

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

/// An id that nothing has.
const CLOSED_PORT: &str = "018f0000-0000-7000-8000-00000000dead";

/// Every path that names one resource, with the methods it takes.
const OF_ONE: [(&str, &str); 14] = [
    ("/v2/tracking_requests/{id}", "GET, PATCH"),
    ("/v2/tracking_request/{id}", "GET, PATCH"),
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

/// Every path that names a list, with the methods it takes.
const OF_MANY: [(&str, &str); 11] = [
    ("/v2/tracking_requests", "GET, POST"),
    ("/v2/shipments", "GET"),
    ("/v2/containers", "GET"),
    ("/v2/shipping_lines", "GET"),
    ("/v2/parties", "GET, POST"),
    ("/v2/custom_field_definitions", "GET, POST"),
    ("/v2/custom_fields", "GET, POST"),
    ("/v2/email_submissions", "GET"),
    ("/v2/documents", "GET, POST"),
    ("/v2/webhooks", "GET, POST"),
    ("/v2/webhook_notifications", "GET"),
];

fn sent(scenario: &Scenario, request: Request) -> Response {
    scenario.transport.send(request, &Call::default()).expect("the service answers")
}

/// Whether an answer says that the interface has the operation, and this service does not serve it.
fn is_unserved(answer: &Response) -> bool {
    sound(answer)[0]["code"] == "not_served"
}

fn post(content_type: &str, body: impl Into<Vec<u8>>) -> Request {
    Request::new(Method::Post, "/v2/tracking_requests").body(content_type, body.into())
}

/// That an answer is an error as the interface describes one; the error objects.
fn sound(answer: &Response) -> Value {
    let (status, errors) = refusal(answer);
    assert_eq!(answer.headers.get("Content-Type"), Some("application/vnd.api+json"));
    for error in errors.as_array().unwrap() {
        let members: Vec<&str> = error.as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["title", "detail", "source", "code", "status", "meta"];
        assert!(members.iter().all(|member| known.contains(member)), "{error}");
        assert!(error["title"].is_string() && error["detail"].is_string() && error["code"].is_string(), "{error}");
        assert_eq!(error["status"], status.to_string(), "the status as text");
    }
    errors
}

#[test]
fn an_include_filter_or_order_that_is_not_served_is_400_and_named_on_every_list() {
    let scenario = Scenario::new();
    for (path, _) in OF_MANY {
        // One of another list.
        let filter = if path == "/v2/documents" { "filter[pod_code]" } else { "filter[filename]" };
        for parameter in ["include", filter, "sort", "query", "fields[shipment]", "page[colour]"] {
            let answer = scenario.send(Method::Get, &format!("{path}?{parameter}=kittens"), None);
            let errors = sound(&answer);
            assert_eq!((answer.status, &errors[0]["source"]), (400, &json!({ "parameter": parameter })), "{path}");
        }
    }
}

#[test]
fn an_include_or_parameter_that_is_not_served_is_400_and_named_on_every_single_resource() {
    let (scenario, request, shipment) = tracked_bill();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    for path in [
        format!("/v2/tracking_requests/{request}"),
        format!("/v2/shipments/{shipment}"),
        format!("/v2/containers/{container}"),
        format!("/v2/containers/{container}/transport_events"),
        "/v2/shipping_lines/MAEU".to_owned(),
    ] {
        for parameter in ["include", "sort", "filter[status]"] {
            let answer = scenario.send(Method::Get, &format!("{path}?{parameter}=kittens"), None);
            assert_eq!((answer.status, &sound(&answer)[0]["source"]["parameter"]), (400, &json!(parameter)), "{path}");
        }
    }
}

#[test]
fn a_page_number_or_size_that_is_no_whole_number_from_1_is_400_and_named_on_every_list() {
    let scenario = Scenario::new();
    for (path, _) in OF_MANY.iter().filter(|(path, _)| *path != "/v2/shipping_lines") {
        for parameter in ["page[number]", "page[size]"] {
            for value in ["0", "-1", "1.5", "x", "", "-99999999999999999999999999", "%00"] {
                let answer = scenario.send(Method::Get, &format!("{path}?{parameter}={value}"), None);
                let errors = sound(&answer);
                assert_eq!(
                    (answer.status, &errors[0]["source"]["parameter"]),
                    (400, &json!(parameter)),
                    "{path} {value}"
                );
            }
        }
        let made_up = scenario.send(Method::Get, &format!("{path}?page[cursor]=5"), None);
        assert_eq!((made_up.status, &sound(&made_up)[0]["source"]["parameter"]), (400, &json!("page[cursor]")));
    }
}

#[test]
fn without_a_valid_key_every_path_answers_401_whether_there_is_something_or_not() {
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
            let errors = sound(&answer);
            let told = (answer.status, &errors[0]["title"], &errors[0]["code"]);
            assert_eq!(told, (401, &json!("Unauthorized"), &json!("unauthorized")), "{header:?}");
            assert!(!errors.to_string().contains(&mistyped), "a key is never repeated");
        }
    }
}

#[test]
fn an_unknown_id_and_another_accounts_id_answer_404_alike_but_for_the_id() {
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
            assert!(sound(&foreign)[0]["detail"].as_str().unwrap().starts_with("there is no "), "{path}");
            for unknown in [CLOSED_PORT, "nonsense"] {
                let mut told = ask(unknown);
                told.body = String::from_utf8(told.body).unwrap().replace(unknown, &id).into_bytes();
                assert_eq!(foreign, told, "{method} {path}");
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
fn an_id_nobody_has_is_404_on_every_path() {
    let scenario = Scenario::new();
    for (path, methods) in OF_ONE {
        for method in methods.split(", ").map(|name| Method::parse(name).unwrap()) {
            let body = document(kind_of(path), json!({}));
            let body = (method == Method::Patch).then_some(&body);
            let answer = scenario.send(method, &path.replace("{id}", CLOSED_PORT), body);
            sound(&answer);
            assert_eq!(answer.status, 404, "{method} {path}");
        }
    }
}

#[test]
fn what_the_interface_has_and_this_service_does_not_serve_is_403_and_says_why() {
    let scenario = Scenario::new();
    let mut met = 0;
    for operation in INTERFACE.iter().flat_map(|family| family.operations).filter(|it| it.not_served().is_some()) {
        let path = operation.path.split('/').map(|segment| if segment.starts_with('{') { "x" } else { segment });
        let path = format!("/v2{}", path.collect::<Vec<_>>().join("/"));
        let answer = scenario.send(Method::parse(operation.method).unwrap(), &path, None);
        let errors = sound(&answer);
        assert_eq!(
            (answer.status, &errors[0]["code"], &errors[0]["detail"]),
            (403, &json!("not_served"), &json!(operation.not_served()))
        );
        met += 1;
    }
    assert!(met > 0);
}

#[test]
fn paths_of_no_family_and_of_no_version_answer_404_without_that_detail() {
    let scenario = Scenario::new();
    for path in
        ["/", "/v2", "/v2/", "/v1/shipments", "/v22/shipments", "/shipments", "/v2/kittens", "/v2/shipments/a/b/c"]
    {
        let answer = scenario.send(Method::Get, path, None);
        let errors = sound(&answer);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!errors[0]["detail"].as_str().unwrap().contains("not served yet"), "{path}");
    }
}

#[test]
fn a_method_a_path_does_not_take_is_405_with_allow() {
    let scenario = Scenario::new();
    let others = [("/v2/tracking_requests/infer_number", "POST"), ("/v2/webhooks/{id}", "GET, PATCH, DELETE")];
    let all = OF_ONE.iter().chain(&OF_MANY).chain(&others);
    for (path, methods) in all {
        let mut refused = 0;
        for method in [Method::Get, Method::Post, Method::Put, Method::Patch, Method::Delete, Method::Options] {
            if methods.split(", ").any(|taken| taken == method.as_str()) {
                continue;
            }
            let answer = scenario.send(method, &path.replace("{id}", CLOSED_PORT), None);
            if is_unserved(&answer) {
                continue;
            }
            let errors = sound(&answer);
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
    for content_type in ["text/plain", "application/xml", "application/problem+json", "", "json"] {
        let answer = sent(&scenario, post(content_type, body.clone()));
        assert_eq!(answer.status, 415, "{content_type}");
        sound(&answer);
    }
    let mut untyped = post("x", body);
    untyped.headers = shiptrack::http::Headers::new();
    assert_eq!(sent(&scenario, untyped).status, 415);
}

#[test]
fn a_body_sent_as_vnd_api_json_or_as_json_with_any_parameters_is_taken() {
    let scenario = Scenario::new();
    for (at, content_type) in [
        "application/vnd.api+json",
        "application/json",
        "application/json; charset=utf-8",
        "APPLICATION/VND.API+JSON; profile=\"x\"",
    ]
    .into_iter()
    .enumerate()
    {
        let body = creation("bill_of_lading", &format!("MAEU12345678{at}"), "MAEU").to_string();
        assert_eq!(sent(&scenario, post(content_type, body)).status, 201, "{content_type}");
    }
}

#[test]
fn a_body_that_is_no_json_object_is_400_with_a_pointer_to_the_whole() {
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
        let answer = sent(&scenario, post("application/json", body));
        let errors = sound(&answer);
        assert_eq!((answer.status, &errors[0]["source"]["pointer"]), (400, &json!("")), "{:.40}", body);
    }
    let no_utf8 = sent(&scenario, post("application/json", b"{\"data\": \"\xff\xfe\"}".to_vec()));
    assert_eq!(no_utf8.status, 400);
}

#[test]
fn a_body_of_more_than_a_mebibyte_is_413_and_one_just_below_is_read() {
    let scenario = Scenario::new();
    let padded = |bytes: usize| {
        let body = creation("bill_of_lading", BILL, "MAEU").to_string();
        format!("{}{body}", " ".repeat(bytes - body.len()))
    };
    let answer = sent(&scenario, post("application/json", padded(1024 * 1024 + 1)));
    assert_eq!((answer.status, &sound(&answer)[0]["code"]), (413, &json!("too_large")));
    assert_eq!(sent(&scenario, post("application/json", padded(1024 * 1024))).status, 201);
}

#[test]
fn a_refused_request_changes_nothing() {
    let (scenario, request, shipment) = tracked_bill();
    let before = [format!("/v2/tracking_requests/{request}"), format!("/v2/shipments/{shipment}")]
        .map(|path| scenario.get(&path));
    for (path, body) in [
        (format!("/v2/tracking_requests/{request}"), json!({ "ref_numbers": ["PO-1"], "shipment_tags": [7] })),
        (format!("/v2/shipments/{shipment}"), json!({ "ref_numbers": ["PO-1"], "tags": "late" })),
    ] {
        let kind = if path.contains("shipments") { "shipment" } else { "tracking_request" };
        assert_eq!(scenario.refused(Method::Patch, &path, Some(&document(kind, body))).0, 422);
    }
    let after = [format!("/v2/tracking_requests/{request}"), format!("/v2/shipments/{shipment}")]
        .map(|path| scenario.get(&path));
    assert_eq!(before, after);
}

#[test]
fn a_store_that_fails_is_500_without_its_insides_and_one_that_is_held_is_503() {
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
fn refusals_come_in_the_order_401_429_403_404_413_415_405_400_422() {
    let limits = with(shiptrack::limits::RateLimits::interface(), |it| it.default = Some(1));
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
    let put = |path: &str, content_type: &str| Request::new(Method::Put, path).body(content_type, "no json");
    let reading = || Some(token(reader.key.reveal()));
    assert_eq!(ask(None, put("/v2/kittens", "text/plain")), 401);
    assert_eq!(ask(reading(), put("/v2/kittens", "text/plain")), 403);
    assert_eq!(ask(reading(), put("/v2/kittens", "text/plain")), 429, "the refused one counted");
    let host = |request| sent(&scenario, request).status;
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

/// Each path of [`OF_ONE`] with `id` in it, and a webhook's own, with a method that each takes.
fn paths_with(id: &str) -> Vec<(Method, String)> {
    let webhooks = [(Method::Get, "/v2/webhooks/{id}"), (Method::Patch, "/v2/webhooks/{id}/rotate_secret")];
    let changes = [(Method::Patch, "/v2/webhooks/{id}"), (Method::Delete, "/v2/webhooks/{id}")];
    let methods = |methods: &str| if methods.starts_with("GET") { Method::Get } else { Method::Patch };
    let others = OF_ONE.iter().map(|(path, taken)| (methods(taken), *path));
    let patched = ["/v2/tracking_requests/{id}", "/v2/shipments/{id}"].map(|path| (Method::Patch, path));
    others
        .chain(webhooks)
        .chain(changes)
        .chain(patched)
        .map(|(method, path)| (method, path.replace("{id}", id)))
        .collect()
}

#[test]
fn an_id_in_a_path_is_what_it_says_once_decoded() {
    let scenario = Scenario::new();
    for (id, encoded) in [("a b", "a%20b"), ("../accounts", "..%2Faccounts"), ("é?#", "%C3%A9%3F%23"), ("%41", "%2541")]
    {
        for (method, path) in paths_with(encoded) {
            let body = (method == Method::Patch).then(|| {
                let kind = if path.contains("webhook") { "webhook" } else { path.split('/').nth(2).unwrap() };
                json!({ "data": { "type": kind.trim_end_matches('s'), "id": id, "attributes": {} } })
            });
            let answer = scenario.send(method, &path, body.as_ref());
            let detail = sound(&answer)[0]["detail"].as_str().unwrap().to_owned();
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
fn a_refusal_of_a_long_text_is_short() {
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
        scenario.send(Method::Get, &format!("/v2/shipments?page[{escaped}]=1"), None),
        scenario.send(Method::Get, &format!("/v2/tracking_requests?filter[created_at][start]={escaped}"), None),
    ] {
        let errors = sound(&answer);
        assert!(errors.to_string().len() < 2_000, "{}: {}", answer.status, errors.to_string().len());
    }
}
