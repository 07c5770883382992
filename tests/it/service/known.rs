//! Every parameter, include, attribute and relationship the interface has at the operations that are served: what becomes
//! of each, and of one nobody knows.

use serde_json::{Map, Value, json};
use shiptrack::http::Method::{self, Get, Patch, Post};
use shiptrack::resources::{
    Container, CustomField, CustomFieldDefinition, CustomFieldOption, Party, Schema, Shipment, TrackingRequest, Webhook,
};

use super::*;

/// What becomes of a word of a request.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    /// It is done, and nothing more is said.
    Served,
    /// It is passed over, and a warning with this code says so.
    Told(&'static str),
    /// The request is refused, naming it.
    Refused,
}

use Fate::{Refused, Served, Told};

const PAGES: [&str; 2] = ["page[number]", "page[size]"];

/// Operations that read, with the parameters they serve and those they take without an effect.
const READS: [(&str, &[&str], &[&str]); 28] = [
    (
        "/v2/tracking_requests",
        &[
            "q",
            "filter[request_number]",
            "filter[request_type]",
            "filter[status]",
            "filter[scac]",
            "filter[created_at][start]",
            "filter[created_at][end]",
            "filter[updated_at][start]",
            "filter[updated_at][end]",
            "filter[reference]",
            "filter[tag]",
            "filter[customer_id]",
            "filter[customer_name]",
            "filter[custom_fields]",
            "include",
            PAGES[0],
            PAGES[1],
        ],
        &[],
    ),
    ("/v2/tracking_requests/{request}", &["include"], &[]),
    (
        "/v2/shipments",
        &[
            "q",
            "number",
            "filter[tracking_stopped]",
            "filter[reference]",
            "filter[tag]",
            "filter[customer_id]",
            "filter[customer_name]",
            "filter[shipping_line_scac]",
            "filter[vessel_name]",
            "filter[pol_code]",
            "filter[pod_code]",
            "filter[destination_code]",
            "filter[pod_eta_at][start]",
            "filter[pod_eta_at][end]",
            "filter[custom_fields]",
            "include",
            PAGES[0],
            PAGES[1],
        ],
        &SDK,
    ),
    ("/v2/shipments/{shipment}", &["include"], &[]),
    (
        "/v2/containers",
        &[
            "filter[number]",
            "filter[current_status]",
            "filter[pickup_lfd][start]",
            "filter[pickup_lfd][end]",
            "filter[reference]",
            "filter[tag]",
            "filter[customer_id]",
            "filter[customer_name]",
            "filter[shipping_line_scac]",
            "filter[vessel_name]",
            "filter[pol_code]",
            "filter[pod_code]",
            "filter[destination_code]",
            "filter[pod_eta_at][start]",
            "filter[pod_eta_at][end]",
            "filter[custom_fields]",
            "include",
            PAGES[0],
            PAGES[1],
        ],
        &SDK,
    ),
    ("/v2/containers/{container}", &["include"], &[]),
    ("/v2/containers/{container}/transport_events", &["include", PAGES[0], PAGES[1]], &[]),
    ("/v2/ports/USLAX", &[], &[]),
    ("/v2/metro_areas/USCHI", &[], &[]),
    ("/v2/terminals/{terminal}", &[], &[]),
    ("/v2/vessels/9321483", &[], &[]),
    ("/v2/shipping_lines", &["search", PAGES[0]], &[PAGES[1]]),
    ("/v2/shipping_lines/MAEU", &[], &[]),
    ("/v2/parties", &PAGES, &[]),
    (
        "/v2/custom_field_definitions",
        &["filter[entity_type]", "filter[data_type]", "filter[display_name]", PAGES[0], PAGES[1]],
        &[],
    ),
    ("/v2/custom_field_definitions/{definition}/options", &[], &[]),
    (
        "/v2/custom_fields",
        &["filter[entity_type]", "filter[entity_id]", "filter[definition_id]", PAGES[0], PAGES[1]],
        &[],
    ),
    ("/v2/custom_fields/{field}", &[], &[]),
    ("/v2/shipments/{shipment}/custom_fields", &[], &[]),
    ("/v2/parties/{party}", &[], &[]),
    ("/v2/containers/{container}/map_geojson", &[], &[]),
    ("/v2/webhooks", &PAGES, &[]),
    ("/v2/webhooks/events", &[], &[]),
    ("/v2/webhooks/ips", &[], &[]),
    ("/v2/webhooks/{webhook}", &[], &[]),
    ("/v2/webhook_notifications", &["include", PAGES[0], PAGES[1]], &[]),
    ("/v2/email_submissions", &["include", PAGES[0], PAGES[1]], &[]),
    (
        "/v2/documents",
        &["include", "sort", "filter[filename]", "filter[reference]", "filter[document_types]", PAGES[0], PAGES[1]],
        &[],
    ),
];

/// Filters that clients of the hosted service send, and that have no effect there.
const SDK: [&str; 4] = ["filter[status]", "filter[port]", "filter[carrier]", "filter[updated_after]"];

/// Every parameter of the interface, with a value that finds something where it is served.
const PARAMETERS: [(&str, &str); 51] = [
    ("q", "MA"),
    ("number", "MAEU123456789"),
    ("include", ""),
    ("page[number]", "1"),
    ("page[size]", "1"),
    ("event", "container.created"),
    ("search", "mae"),
    ("query", "MAEU123456789"),
    ("sort", "created_at"),
    ("filter[request_number]", "MAEU123456789"),
    ("filter[request_type]", "bill_of_lading"),
    ("filter[status]", "created"),
    ("filter[scac]", "MAEU"),
    ("filter[created_at][start]", "2026-05-01"),
    ("filter[created_at][end]", "2026-05-01"),
    ("filter[updated_at][start]", "2026-05-01"),
    ("filter[updated_at][end]", "2026-05-01"),
    ("filter[tracking_stopped]", "false"),
    ("filter[number]", "CSQU3054383"),
    ("filter[customer_id]", "{party}"),
    ("filter[customer_name]", "Acme"),
    ("filter[entity_type]", "shipment"),
    ("filter[entity_id]", "1"),
    ("filter[definition_id]", "1"),
    ("filter[data_type]", "date"),
    ("filter[display_name]", "a"),
    ("filter[filename]", "a"),
    ("filter[reference]", "a"),
    ("filter[document_types]", "a"),
    ("filter[pod_code]", "USLAX"),
    ("filter[current_status]", "new"),
    ("filter[pickup_lfd][start]", "2026-05-01"),
    ("filter[pickup_lfd][end]", "2026-05-01T00:00:00Z"),
    ("filter[tag]", "a"),
    ("filter[shipping_line_scac]", "MAEU"),
    ("filter[vessel_name]", "a"),
    ("filter[pol_code]", "CNSHA"),
    ("filter[destination_code]", "USCHI"),
    ("filter[pod_eta_at][start]", "2026-05-01"),
    ("filter[pod_eta_at][end]", "2026-05-01"),
    ("filter[custom_fields]", ""),
    ("show_positions[from_timestamp]", "1"),
    ("show_positions[to_timestamp]", "1"),
    ("port_id", "1"),
    ("previous_port_id", "1"),
    ("latitude", "1"),
    ("longitude", "1"),
    ("fields[shipment]", "tags"),
    ("filter[colour]", "red"),
    ("colour", "red"),
    ("Q", "MA"),
];

/// Those that nobody knows.
const UNKNOWN: [&str; 3] = ["filter[colour]", "colour", "Q"];

/// What every operation that reads includes.
const INCLUDES: [(&str, &[&str]); 8] = [
    (
        "/v2/tracking_requests",
        &[
            "tracked_object",
            "tracked_object.containers",
            "tracked_object.port_of_lading",
            "shipment",
            "container",
            "containers",
            "customer",
            "user",
            "account",
            "shipping_line",
        ],
    ),
    (
        "/v2/shipments",
        &[
            "containers",
            "containers.pod_terminal",
            "pod_terminal",
            "pod_terminal.port",
            "port_of_lading",
            "port_of_discharge",
            "destination",
            "destination_terminal",
        ],
    ),
    (
        "/v2/containers",
        &[
            "shipment",
            "transport_events",
            "pod_terminal",
            "pod_terminal.port",
            "pickup_facility",
            "shipment.port_of_lading",
            "transport_events.location",
            "raw_events",
        ],
    ),
    (
        "/v2/containers/{container}/transport_events",
        &["shipment", "container", "location", "terminal", "vessel", "port", "source_event", "previous_version"],
    ),
    (
        "/v2/documents",
        &[
            "account",
            "user",
            "last_document_representation",
            "current_extraction",
            "email_submission",
            "shipments",
            "cargos",
        ],
    ),
    ("/v2/email_submissions", &["account", "user", "documents", "documents.last_document_representation"]),
    (
        "/v2/webhook_notifications",
        &["webhook", "reference_object", "tracking_request", "transport_event", "estimated_event"],
    ),
    ("/v2/shipping_lines", &[]),
];

struct Stage {
    scenario: Scenario,
    ids: Vec<(&'static str, String)>,
}

impl Stage {
    fn new() -> Self {
        let (scenario, request, shipment) = followed();
        let container = scenario.get("/v2/containers")["data"][0]["id"].as_str().unwrap().to_owned();
        let hook = document("webhook", json!({ "url": "https://example.com/hook" }));
        let webhook =
            json_of(&scenario.send(Post, "/v2/webhooks", Some(&hook)))["data"]["id"].as_str().map(str::to_owned);
        let party = document("party", json!({ "company_name": "Acme" }));
        let party =
            json_of(&scenario.send(Post, "/v2/parties", Some(&party)))["data"]["id"].as_str().map(str::to_owned);
        let new = json!({ "entity_type": "Shipment", "api_slug": "a", "display_name": "A", "data_type": "enum" });
        let body = document("custom_field_definition", new);
        let definition = json_of(&scenario.send(Post, "/v2/custom_field_definitions", Some(&body)));
        let definition = definition["data"]["id"].as_str().expect("the field is defined").to_owned();
        let body = document("custom_field", json!({ "api_slug": "a", "value": null }));
        let path = format!("/v2/shipments/{shipment}/custom_fields");
        let field = json_of(&scenario.send(Post, &path, Some(&body)))["data"]["id"].as_str().map(str::to_owned);
        let body = document("custom_field_option", json!({ "label": "A", "value": "a" }));
        let path = format!("/v2/custom_field_definitions/{definition}/options");
        let option = json_of(&scenario.send(Post, &path, Some(&body)))["data"]["id"].as_str().map(str::to_owned);
        let port = scenario.get("/v2/ports/USLAX");
        let terminal = port["data"]["relationships"]["terminals"]["data"][0]["id"].as_str().map(str::to_owned);
        let ids = vec![
            ("{request}", request),
            ("{shipment}", shipment),
            ("{container}", container),
            ("{terminal}", terminal.expect("the tables have terminals")),
            ("{webhook}", webhook.expect("the webhook is registered")),
            ("{party}", party.expect("the party is made")),
            ("{definition}", definition),
            ("{field}", field.expect("the shipment has the field")),
            ("{option}", option.expect("the option is made")),
        ];
        Stage { scenario, ids }
    }

    /// What becomes of the word that stands at `place` of this request.
    fn fate(&self, method: Method, path: &str, body: Option<&Value>, place: &str) -> Fate {
        let path = self.ids.iter().fold(path.to_owned(), |path, (name, id)| path.replace(name, id));
        let answer = self.scenario.send(method, &path, body);
        let told = json_of(&answer);
        let about = |source: &Value| source["pointer"].as_str().or(source["parameter"].as_str()) == Some(place);
        if answer.status >= 400 {
            let errors = told["errors"].as_array().unwrap();
            assert!(errors.iter().any(|error| about(&error["source"])), "{method} {path}: {told}");
            return Refused;
        }
        let warnings = told["meta"]["warnings"].as_array().cloned().unwrap_or_default();
        let Some(warning) = warnings.iter().find(|warning| about(&warning["source"])) else { return Served };
        ["unknown", "ignored"].into_iter().find(|code| warning["code"] == *code).map(Told).unwrap()
    }
}

#[test]
fn every_parameter_of_the_interface_is_served_or_told_or_refused_by_name() {
    let stage = Stage::new();
    for (path, served, ignored) in READS {
        for (name, value) in PARAMETERS {
            let expected = match name {
                _ if served.contains(&name) => Served,
                _ if ignored.contains(&name) => Told("ignored"),
                _ if UNKNOWN.contains(&name) => Told("unknown"),
                _ => Refused,
            };
            let found = stage.fate(Get, &format!("{path}?{name}={value}"), None, name);
            assert_eq!(found, expected, "{path}?{name}");
        }
    }
}

#[test]
fn every_include_of_the_interface_is_served_and_any_other_refused() {
    let stage = Stage::new();
    for (path, served) in INCLUDES {
        let expected = served.iter().map(|path| (*path, Served));
        for (include, expected) in expected.chain([("kittens", Refused), ("shipment.kittens", Refused)]) {
            let found = stage.fate(Get, &format!("{path}?include={include}"), None, "include");
            assert_eq!(found, expected, "{path}?include={include}");
        }
    }
}

/// A write with one word more than it needs.
fn with(body: &Value, member: &str, name: &str, value: Value) -> Value {
    let mut body = body.clone();
    let members = body["data"].as_object_mut().unwrap().entry(member).or_insert_with(|| Map::new().into());
    members[name] = value;
    body
}

fn sound_value(name: &str) -> Value {
    match name {
        "ref_numbers" | "shipment_tags" | "tags" => json!(["a"]),
        "ref_number" => json!("a"),
        "events" => json!(["container.created"]),
        "headers" => json!([{ "name": "X-A", "value": "1" }]),
        "url" => json!("https://example.com/other"),
        "active" | "auto_detect_vocc_scac" => json!(true),
        "request_type" => json!("bill_of_lading"),
        "scac" => json!("MAEU"),
        "initial_custom_fields" => json!({ "shipment": [{ "api_slug": "a", "value": "a" }] }),
        "label" | "display_name" => json!("A"),
        "position" => json!(1),
        "description" | "default_format" | "validation" | "default_value" => Value::Null,
        _ => json!("MAEU555555555"),
    }
}

fn check_writes<T: Schema>(
    stage: &Stage,
    method: Method,
    path: &str,
    body: &dyn Fn() -> Value,
    served: &[&str],
    relationships: &[&str],
) {
    let written_only = ["auto_detect_vocc_scac", "initial_custom_fields", "ref_number", "shipment_tags", "tags"];
    let known = T::ATTRIBUTES.iter().map(|attribute| attribute.name).chain(written_only);
    for name in known.chain(["colour"]) {
        let expected = match name {
            "colour" => Told("unknown"),
            _ if served.contains(&name) => Served,
            _ => Refused,
        };
        // The sound body has these already, and another value might make it another request.
        let value = body()["data"]["attributes"].get(name).cloned().unwrap_or_else(|| sound_value(name));
        let sent = with(&body(), "attributes", name, value);
        let found = stage.fate(method, path, Some(&sent), &format!("/data/attributes/{name}"));
        assert_eq!(found, expected, "{method} {path} {name}");
    }
    for name in T::RELATIONSHIPS.iter().map(|relationship| relationship.name).chain(["kitten"]) {
        let expected = match name {
            "kitten" => Told("unknown"),
            _ if relationships.contains(&name) => Served,
            _ => Refused,
        };
        let sent = with(&body(), "relationships", name, json!({ "data": null }));
        let found = stage.fate(method, path, Some(&sent), &format!("/data/relationships/{name}"));
        assert_eq!(found, expected, "{method} {path} {name}");
    }
}

#[test]
fn every_attribute_and_relationship_of_a_write_is_served_or_told_or_refused_by_name() {
    let stage = Stage::new();
    let number = std::cell::Cell::new(200_000_000);
    let creation = || {
        number.set(number.get() + 1);
        document(
            "tracking_request",
            json!({ "request_type": "bill_of_lading", "request_number": format!("MAEU{}", number.get()), "scac": "MAEU" }),
        )
    };
    let made = ["request_type", "request_number", "scac", "auto_detect_vocc_scac"];
    let own = ["ref_numbers", "ref_number", "shipment_tags", "tags"];
    let all = [&made[..], &own[..], &["initial_custom_fields"]].concat();
    check_writes::<TrackingRequest>(&stage, Post, "/v2/tracking_requests", &creation, &all, &["customer"]);
    let change = || document("tracking_request", json!({}));
    check_writes::<TrackingRequest>(&stage, Patch, "/v2/tracking_requests/{request}", &change, &own, &[]);
    let labels = ["ref_numbers", "tags", "shipment_tags"];
    let change = || document("shipment", json!({}));
    check_writes::<Shipment>(&stage, Patch, "/v2/shipments/{shipment}", &change, &labels, &[]);
    let change = || document("container", json!({}));
    check_writes::<Container>(&stage, Patch, "/v2/containers/{container}", &change, &["ref_numbers"], &[]);
    let named = || document("party", json!({ "company_name": format!("Acme {}", number.replace(number.get() + 1)) }));
    check_writes::<Party>(&stage, Post, "/v2/parties", &named, &["company_name"], &[]);
    check_writes::<Party>(&stage, Patch, "/v2/parties/{party}", &named, &["company_name"], &[]);
    let changeable = ["display_name", "description", "validation", "default_format", "default_value"];
    let slug = || {
        let slug = format!("s{}", number.replace(number.get() + 1));
        let new = json!({ "entity_type": "Shipment", "api_slug": slug, "display_name": "A", "data_type": "reference",
                          "reference_type": "Party" });
        document("custom_field_definition", new)
    };
    let all = [&changeable[..], &["entity_type", "api_slug", "data_type", "reference_type"]].concat();
    check_writes::<CustomFieldDefinition>(&stage, Post, "/v2/custom_field_definitions", &slug, &all, &[]);
    let change = || document("custom_field_definition", json!({}));
    let path = "/v2/custom_field_definitions/{definition}";
    check_writes::<CustomFieldDefinition>(&stage, Patch, path, &change, &changeable, &[]);
    let option = || {
        let value = format!("v{}", number.replace(number.get() + 1));
        document("custom_field_option", json!({ "label": "A", "value": value }))
    };
    let path = "/v2/custom_field_definitions/{definition}/options";
    check_writes::<CustomFieldOption>(&stage, Post, path, &option, &["label", "value", "position"], &[]);
    let change = || document("custom_field_option", json!({}));
    let path = "/v2/custom_field_definitions/{definition}/options/{option}";
    check_writes::<CustomFieldOption>(&stage, Patch, path, &change, &["label", "position"], &[]);
    let field = || document("custom_field", json!({ "api_slug": "a", "value": "a" }));
    let path = "/v2/shipments/{shipment}/custom_fields";
    check_writes::<CustomField>(&stage, Post, path, &field, &["api_slug", "value"], &[]);
    let value = || document("custom_field", json!({ "value": "a" }));
    for path in ["/v2/shipments/{shipment}/custom_fields/a", "/v2/custom_fields/{field}"] {
        check_writes::<CustomField>(&stage, Patch, path, &value, &["value"], &[]);
    }
    let hook = || document("webhook", json!({ "url": "https://example.com/hook" }));
    let settings = ["url", "active", "events", "headers"];
    check_writes::<Webhook>(&stage, Post, "/v2/webhooks", &hook, &settings, &[]);
    check_writes::<Webhook>(&stage, Patch, "/v2/webhooks/{webhook}", &hook, &settings, &[]);
}

#[test]
fn ids_are_found_in_capitals() {
    let stage = Stage::new();
    for (path, name) in [
        ("/v2/tracking_requests/{id}", "{request}"),
        ("/v2/shipments/{id}", "{shipment}"),
        ("/v2/containers/{id}", "{container}"),
        ("/v2/containers/{id}/transport_events", "{container}"),
        ("/v2/webhooks/{id}", "{webhook}"),
        ("/v2/parties/{id}", "{party}"),
        ("/v2/shipments/{id}/custom_fields", "{shipment}"),
        ("/v2/custom_fields/{id}", "{field}"),
        ("/v2/custom_field_definitions/{id}", "{definition}"),
        ("/v2/custom_field_definitions/{id}/options", "{definition}"),
    ] {
        let id = &stage.ids.iter().find(|(known, _)| *known == name).unwrap().1;
        let small = stage.scenario.get(&path.replace("{id}", id));
        let capital = stage.scenario.get(&path.replace("{id}", &id.to_uppercase()));
        assert_eq!(small["data"], capital["data"], "{path}");
    }
    let (_, request) = &stage.ids[0];
    let body = json!({ "data": { "id": request.to_uppercase(), "attributes": { "ref_numbers": ["A"] } } });
    let answer = stage.scenario.send(Patch, &format!("/v2/tracking_requests/{request}"), Some(&body));
    assert_eq!(answer.status, 200);
}

#[test]
fn a_request_full_of_words_nobody_knows_is_answered_with_a_few_warnings() {
    let scenario = Scenario::new();
    let mut attributes = json!({ "request_type": "bill_of_lading", "request_number": BILL, "scac": "MAEU" });
    for n in 0..5_000 {
        attributes[format!("{}{n}", "é".repeat(50))] = json!(1);
    }
    let answer = scenario.send(Post, "/v2/tracking_requests", Some(&document("tracking_request", attributes)));
    let told = json_of(&answer);
    let warnings = told["meta"]["warnings"].as_array().unwrap();
    assert_eq!((answer.status, warnings.len(), &warnings[20]["code"]), (201, 21, &json!("more")));
    let name = "x".repeat(60_000);
    let long = scenario.get(&format!("/v2/tracking_requests?{name}=1"));
    assert!(long["meta"]["warnings"][0].to_string().len() < 500);
}

#[test]
fn what_is_asked_for_twice_is_told_once() {
    let stage = Stage::new();
    let path =
        format!("/v2/shipments/{}/stop_tracking?colour=red&colour=red&include=containers,containers", stage.ids[1].1);
    let told = json_of(&stage.scenario.send(Patch, &path, None));
    assert_eq!(told["meta"]["warnings"].as_array().map(Vec::len), Some(1), "{told}");
    let path = format!("/v2/tracking_requests/{}?colour=red&include=user,user", stage.ids[0].1);
    let told = json_of(&stage.scenario.send(Get, &path, None));
    assert_eq!(told["meta"]["warnings"].as_array().map(Vec::len), Some(1), "{told}");
}

#[test]
fn a_page_of_requests_ends_before_it_brings_more_containers_along_than_one_page_has() {
    let scenario = Scenario::new();
    for n in 0..3 {
        let boxes: Vec<String> = (0..600).map(|at| format!("BOX{n}{at:07}")).collect();
        scenario.carrier.then_facts(&json!([{ "particulars": { "containers": boxes } }]));
        scenario.create("bill_of_lading", &format!("MAEU{}", 300_000_000 + n), "MAEU");
        scenario.run();
    }
    let (mut path, mut sizes) = ("/v2/tracking_requests?include=container".to_owned(), Vec::new());
    loop {
        let page = scenario.get(&path);
        sizes.push((page["data"].as_array().unwrap().len(), page["included"].as_array().unwrap().len()));
        let Some(next) = page["links"]["next"].as_str() else { break };
        path = next.to_owned();
    }
    assert_eq!(sizes, [(1, 601), (1, 601), (1, 601)]);
    assert_eq!(scenario.get("/v2/tracking_requests")["data"].as_array().map(Vec::len), Some(3));
}
