//! Compares the generated `openapi.json` with answers over HTTP. Every operation gets valid and invalid requests; status, media type and
//! body of each answer must be declared in the document.

use std::collections::BTreeMap;
use std::sync::Arc;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::http::{Call, Method, Request, Response, Roots, Transport};
use shiptrack::limits::RateLimits;
use shiptrack::server::Server;
use shiptrack_tests::codegen::openapi;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::{Scenario, creation, json_of};
use shiptrack_tests::seeded::SeededRandom;
use shiptrack_tests::with;

/// Operations for which this test has no valid request: the description is not sufficient, or a public receiver is required.
const WITHOUT_VALID_REQUEST: [&str; 3] = ["documents.create", "documents.rotate", "webhooks.trigger"];

/// A service with a resource of every kind, behind a socket.
struct Stage {
    server: Server,
    transport: UreqTransport,
    key: String,
    /// Ids for paths, by family and name of the path parameter.
    ids: BTreeMap<(&'static str, &'static str), String>,
    scenario: Scenario,
}

impl Stage {
    fn open() -> Self {
        let limits = with(RateLimits::interface(), |limits| {
            limits.default = None;
            limits.create = None;
            limits.infer = None;
            limits.refresh = None;
        });
        let scenario = Scenario::with(|builder| builder.limits(limits));
        let ids = create_resources(&scenario);
        let key = scenario.service.create_key(&scenario.account, "fuzz").unwrap().key.reveal().to_owned();
        let server = scenario.service.server().start().unwrap();
        let config = with(UreqConfig::default(), |config| config.roots = Roots::Bundled);
        Stage { server, transport: UreqTransport::new(config).unwrap(), key, ids, scenario }
    }

    fn send(&self, test_request: &TestRequest) -> Response {
        let url = format!("{}/v2{}", self.server.url(), test_request.target());
        let mut request = Request::new(Method::parse(&test_request.method).unwrap(), url);
        request.headers.set("Authorization", format!("Token {}", self.key));
        if let Some((media_type, body)) = &test_request.body {
            request = request.body(media_type, body.clone());
        }
        self.transport.send(request, &Call::default()).expect("the service answers")
    }
}

/// Creates a resource of every kind and returns their ids.
fn create_resources(scenario: &Scenario) -> BTreeMap<(&'static str, &'static str), String> {
    let create = |path: &str, body: &Value| {
        let answer = scenario.send(Method::Post, path, Some(body));
        assert!(answer.status < 300, "{path}: {}", String::from_utf8_lossy(&answer.body));
        json_of(&answer)["data"]["id"].as_str().map(str::to_owned).unwrap_or_default()
    };
    let document = |kind: &str, attributes: Value| json!({ "data": { "type": kind, "attributes": attributes } });
    scenario.carrier.then_facts(&json!([
        { "particulars": { "port_of_lading": { "locode": "CNSHA" }, "port_of_discharge": { "locode": "USLAX" },
                           "containers": ["MSKU0308961"] } },
        { "container": "MSKU0308961", "event": { "milestone": "vessel_departed", "at": "2026-04-28T08:00:00Z",
          "place": { "locode": "CNSHA", "facility": "Pier 1" }, "vessel": { "name": "Test Voyager", "imo": "9321483" } } },
    ]));
    let request = create("/v2/tracking_requests", &creation("bill_of_lading", "MAEU123456789", "MAEU"));
    scenario.run();
    let shipment = scenario.get("/v2/shipments")["data"][0]["id"].as_str().unwrap().to_owned();
    let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
    let party = create("/v2/parties", &document("party", json!({ "company_name": "Acme" })));
    let new = |entity: &str, slug: &str, kind: &str| {
        let attributes = json!({ "entity_type": entity, "api_slug": slug, "display_name": slug, "data_type": kind });
        create("/v2/custom_field_definitions", &document("custom_field_definition", attributes))
    };
    let definition = new("Shipment", "choice", "enum");
    let option = json!({ "label": "B", "value": "b" });
    let option =
        create(&format!("/v2/custom_field_definitions/{definition}/options"), &document("custom_field_option", option));
    let mut field = String::new();
    for (entity, path) in [
        ("Shipment", format!("shipments/{shipment}")),
        ("Container", format!("containers/{container}")),
        ("TrackingRequest", format!("tracking_requests/{request}")),
    ] {
        new(entity, "note", "short_text");
        let value = document("custom_field", json!({ "api_slug": "note", "value": "a" }));
        field = create(&format!("/v2/{path}/custom_fields"), &value);
    }
    let hook = document("webhook", json!({ "url": "http://127.0.0.1:1/hook", "active": true }));
    let webhook = create("/v2/webhooks", &hook);
    let mail = scenario.service.ingest_email(&scenario.account, MAIL.as_bytes(), None).unwrap();
    let next = create("/v2/tracking_requests", &creation("bill_of_lading", "MAEU987654321", "MAEU"));
    scenario.carrier.then_facts(&json!([{ "particulars": { "containers": ["TGHU1643396"] } }]));
    scenario.run();
    assert!(!next.is_empty());
    let first =
        |path: &str| scenario.get(path)["data"][0]["id"].as_str().map(str::to_owned).expect("the list is not empty");
    let terminal = scenario.get("/v2/ports/USLAX")["data"]["relationships"]["terminals"]["data"][0]["id"].clone();
    BTreeMap::from([
        (("tracking_requests", "id"), request),
        (("shipments", "id"), shipment),
        (("containers", "id"), container),
        (("parties", "id"), party),
        (("custom_field_definitions", "id"), definition.clone()),
        (("custom_field_definitions", "definition_id"), definition),
        (("custom_field_definitions", "option_id"), option),
        (("custom_fields", "id"), field),
        (("webhooks", "id"), webhook),
        (("webhook_notifications", "id"), first("/v2/webhook_notifications")),
        (("email_submissions", "id"), mail.submission.id.to_string()),
        (("documents", "id"), first("/v2/documents")),
        (("document_schemas", "id"), "arrival_notice@2026-11-01".to_owned()),
        (("ports", "id"), "USLAX".to_owned()),
        (("metro_areas", "id"), "USCHI".to_owned()),
        (("terminals", "id"), terminal.as_str().expect("the tables have terminals").to_owned()),
        (("vessels", "id"), "9321483".to_owned()),
        (("shipping_lines", "id"), "MAEU".to_owned()),
    ])
}

const MAIL: &str = "From: a@example.com\r\nSubject: notice\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n\
    Content-Type: text/plain; name=notice.txt\r\nContent-Disposition: attachment; filename=notice.txt\r\n\r\n\
    Container MSKU0308961\r\n--cut--\r\n";

/// An operation of the document.
struct DescribedOperation<'d> {
    name: &'d str,
    method: String,
    path: &'d str,
    description: &'d Value,
}

/// A request to send.
struct TestRequest {
    method: String,
    path: String,
    query: Vec<(String, String)>,
    body: Option<(String, Vec<u8>)>,
}

impl TestRequest {
    fn target(&self) -> String {
        let query: String = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.query).finish();
        if query.is_empty() { self.path.clone() } else { format!("{}?{query}", self.path) }
    }
}

impl DescribedOperation<'_> {
    fn family(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or_default()
    }

    /// Returns a valid request, or a random invalid one.
    fn request(&self, stage: &Stage, dice: &SeededRandom, is_valid: bool) -> TestRequest {
        let mut path = String::new();
        for segment in self.path.split('/').skip(1) {
            path.push('/');
            match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some("api_slug") if is_valid => path.push_str("note"),
                Some(name) if is_valid || dice.below(2) == 0 => path.push_str(self.id(stage, name)),
                Some(_) => path.push_str(pick(dice, &ODD_IDS)),
                None => path.push_str(segment),
            }
        }
        let parameters = self.description["parameters"].as_array().into_iter().flatten();
        let mut query = Vec::new();
        for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
            let name = parameter["name"].as_str().expect("a parameter has a name");
            let is_needed = parameter["required"] == true;
            if is_valid && is_needed {
                query.push((name.to_owned(), valid_value(name, &parameter["schema"]).to_string_plain()));
            } else if !is_valid && dice.below(3) == 0 {
                query.push((name.to_owned(), pick(dice, &ODD_TEXTS).to_owned()));
            }
        }
        TestRequest { method: self.method.clone(), path, query, body: self.body(stage, dice, is_valid) }
    }

    /// Returns valid `GET` requests, each with one of the optional parameters.
    fn with_each_parameter(&self, stage: &Stage, dice: &SeededRandom) -> Vec<TestRequest> {
        let parameters = self.description["parameters"].as_array().into_iter().flatten();
        let optional = parameters
            .filter(|parameter| self.method == "GET" && parameter["in"] == "query" && parameter["required"] != true);
        let mut all = Vec::new();
        for parameter in optional {
            let (name, schema) = (parameter["name"].as_str().expect("a parameter has a name"), &parameter["schema"]);
            let included = schema["items"]["enum"].as_array();
            let values = included.cloned().unwrap_or_else(|| vec![parameter_value(name, schema)]);
            for value in values {
                let mut request = self.request(stage, dice, true);
                request.query.push((name.to_owned(), value.to_string_plain()));
                all.push(request);
            }
        }
        all
    }

    fn id<'s>(&self, stage: &'s Stage, name: &str) -> &'s str {
        let known = stage.ids.iter().find(|((family, own), _)| *family == self.family() && *own == name);
        known.map_or("note", |(_, id)| id)
    }

    fn body(&self, stage: &Stage, dice: &SeededRandom, is_valid: bool) -> Option<(String, Vec<u8>)> {
        let content = self.description["requestBody"]["content"].as_object()?;
        let (media_type, schema) = content.iter().next().expect("a body has a media type");
        let mut body = valid_body(&schema["schema"]);
        if let Some(entity) = body.pointer_mut("/data/relationships/entity/data") {
            *entity = json!({ "type": "shipment", "id": stage.ids[&("shipments", "id")] });
        }
        if let Some(customer) = body.pointer_mut("/data/relationships/customer/data") {
            *customer = json!({ "type": "party", "id": stage.ids[&("parties", "id")] });
        }
        // The slug must be new.
        if self.name == "custom_field_definitions.create" {
            body["data"]["attributes"]["api_slug"] = "fresh".into();
        }
        if is_valid {
            return Some((media_type.clone(), body.to_string().into_bytes()));
        }
        let media_type = if dice.below(8) == 0 { "text/plain" } else { media_type };
        let bytes = match dice.below(6) {
            0 => pick(dice, &ODD_BODIES).as_bytes().to_vec(),
            _ => {
                break_somewhere(&mut body, dice);
                body.to_string().into_bytes()
            }
        };
        Some((media_type.to_owned(), bytes))
    }

    /// Describes how the answer differs from the document; `None` if it matches.
    fn problem(&self, schemas: &mut Schemas, answer: &Response) -> Option<String> {
        let declared = match self.description["responses"].get(answer.status.to_string()) {
            Some(declared) => declared.clone(),
            None if (400..500).contains(&answer.status) => {
                schemas.document["components"]["responses"]["refusal"].clone()
            }
            None => return Some("a status that is not declared".to_owned()),
        };
        let Some((media_type, content)) = declared["content"].as_object().and_then(|content| content.iter().next())
        else {
            return (!answer.body.is_empty()).then(|| "a body that is not declared".to_owned());
        };
        if answer.headers.get("Content-Type") != Some(media_type.as_str()) {
            return Some(format!("{:?}, not {media_type}", answer.headers.get("Content-Type")));
        }
        let Ok(body) = serde_json::from_slice::<Value>(&answer.body) else {
            return Some("the body is not JSON".to_owned());
        };
        let validator = schemas.of(&content["schema"]);
        let problems: Vec<String> =
            validator.iter_errors(&body).map(|error| format!("{error} at {}", error.instance_path())).collect();
        (!problems.is_empty()).then(|| problems.join("; "))
    }
}

/// The validators of the schemas, each compiled once.
struct Schemas {
    document: Value,
    ready: BTreeMap<String, Arc<Validator>>,
}

impl Schemas {
    fn of(&mut self, schema: &Value) -> Arc<Validator> {
        let ready = self.ready.entry(schema.to_string()).or_insert_with(|| {
            let mut whole = schema.clone();
            whole["components"] = self.document["components"].clone();
            Arc::new(jsonschema::validator_for(&whole).expect("the schema is sound"))
        });
        Arc::clone(ready)
    }
}

/// Formats a value for a query.
trait Plain {
    fn to_string_plain(&self) -> String;
}

impl Plain for Value {
    fn to_string_plain(&self) -> String {
        self.as_str().map_or_else(|| self.to_string(), str::to_owned)
    }
}

fn pick<'t>(dice: &SeededRandom, of: &[&'t str]) -> &'t str {
    of[dice.below(of.len())]
}

const ODD_IDS: [&str; 6] =
    ["019470a0-0000-7000-8000-000000000000", "nonsense", "%00", "..%2F..", "%F0%9F%90%88", "999999999999999999999"];

const ODD_TEXTS: [&str; 10] =
    ["", "0", "-1", "1.5", "null", "true", "2026-13-45", "\u{1f408}", "a,b,,c", "99999999999999999999999999"];

const ODD_BODIES: [&str; 8] =
    ["", "{", "[]", "null", "{\"data\":[]}", "{\"data\":{\"attributes\":7}}", "\u{0}", "{\"data\":{},\"data\":{}}"];

/// Returns a valid body with all members that the operation takes.
fn valid_body(schema: &Value) -> Value {
    let mut body = Map::new();
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        // These members contradict others or cannot be set.
        if matches!(
            name.as_str(),
            "id" | "ref_number"
                | "initial_custom_fields"
                | "auto_detect_vocc_scac"
                | "reference_type"
                | "default_value"
        ) {
            continue;
        }
        let value = if schema["properties"].is_object() { valid_body(schema) } else { valid_value(name, schema) };
        body.insert(name.clone(), value);
    }
    body.into()
}

fn valid_value(name: &str, schema: &Value) -> Value {
    match name {
        "request_type" => json!("bill_of_lading"),
        "request_number" | "number" => json!("MAEU555555555"),
        "scac" => json!("MAEU"),
        "url" => json!("http://127.0.0.1:1/hook"),
        "event" => json!("container.created"),
        "events" => json!(["container.created"]),
        "headers" => json!([{ "name": "X-A", "value": "1" }]),
        "entity_type" => json!("Shipment"),
        "data_type" => json!("short_text"),
        "api_slug" => json!("note"),
        "value" => json!("a"),
        "degrees" => json!(90),
        "since" => json!("2026-05-01T12:00:00Z"),
        "validation" | "extracted_data_manual" => Value::Null,
        "document_type_manual" => json!("arrival_notice"),
        "secret" => json!("hush"),
        _ if schema.get("const").is_some() => schema["const"].clone(),
        _ => match schema["type"].as_str() {
            Some("integer") => json!(1),
            Some("number") => json!(1.5),
            Some("boolean") => json!(true),
            Some("array") => json!(["a"]),
            Some("object") => json!({}),
            _ => json!("a"),
        },
    }
}

/// Returns a value for an optional parameter.
fn parameter_value(name: &str, schema: &Value) -> Value {
    match schema["examples"].get(0) {
        _ if name == "filter[custom_fields]" => json!("note=a"),
        _ if name == "sort" => json!("created_at"),
        Some(known) => known.clone(),
        None if schema["description"].is_string() => json!("2026-05-01T00:00:00Z"),
        None if schema["type"] == "array" => json!("a"),
        None => valid_value(name, schema),
    }
}

/// Removes or replaces a member at a random depth.
fn break_somewhere(body: &mut Value, dice: &SeededRandom) {
    let Some(members) = body.as_object_mut().filter(|members| !members.is_empty()) else { return };
    let names: Vec<String> = members.keys().cloned().collect();
    let name = &names[dice.below(names.len())];
    if members[name].is_object() && dice.below(4) > 0 {
        return break_somewhere(&mut members[name], dice);
    }
    let odd = [
        Value::Null,
        json!(7),
        json!(-1.5e300),
        json!(""),
        json!("x".repeat(5_000)),
        json!([null, {}]),
        json!({ "a": [] }),
        json!(true),
        json!("\u{0}\u{202e}"),
    ];
    match dice.below(odd.len() + 2) {
        0 => drop(members.remove(name)),
        1 => drop(members.insert("kittens".to_owned(), json!({ "data": null }))),
        at => drop(members.insert(name.clone(), odd[at - 2].clone())),
    }
}

#[test]
fn every_operation_answers_valid_and_invalid_requests_as_the_openapi_document_declares() {
    let document: Value = serde_json::from_str(&openapi::document()).unwrap();
    let mut schemas = Schemas { document: document.clone(), ready: BTreeMap::new() };
    let (dice, reading) = (SeededRandom::new(20_260_501), Stage::open());
    let (mut problems, mut failures) = (Vec::new(), Vec::new());
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, description) in methods.as_object().unwrap() {
            let name = description["operationId"].as_str().unwrap();
            let operation = DescribedOperation { name, method: method.to_uppercase(), path, description };
            let mut send = |stage: &Stage, request: TestRequest| {
                let answer = stage.send(&request);
                let shown = format!("{name}: {} {}: {}", request.method, request.target(), answer.status);
                if let Some(problem) = operation.problem(&mut schemas, &answer) {
                    problems.push(format!("{shown}: {problem}"));
                }
                (answer.status < 300, format!("{shown} {}", String::from_utf8_lossy(&answer.body)))
            };
            // An invalid request may delete a resource, so the valid one is sent first, and each writing operation has its own stage.
            let own_stage = (method != "get").then(Stage::open);
            let stage = own_stage.as_ref().unwrap_or(&reading);
            if name == "shipments.resume_tracking" {
                let shipment = &stage.ids[&("shipments", "id")];
                let path = format!("/v2/shipments/{shipment}/stop_tracking");
                assert_eq!(stage.scenario.send(Method::Patch, &path, None).status, 200);
            }
            let (succeeded, shown) = send(stage, operation.request(stage, &dice, true));
            if !succeeded {
                failures.push((name, shown));
            }
            for request in operation.with_each_parameter(stage, &dice) {
                let (succeeded, shown) = send(stage, request);
                if !succeeded {
                    failures.push((name, shown));
                }
            }
            (0..depth(3, 400)).for_each(|_| drop(send(stage, operation.request(stage, &dice, false))));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
    failures.retain(|(name, _)| !WITHOUT_VALID_REQUEST.contains(name));
    assert!(failures.is_empty(), "valid requests that fail: {failures:#?}");
}
