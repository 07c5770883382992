//! Every parameter, include, attribute and relationship that the table of the interface lists is accepted by its operation. Other
//! parameters are ignored with a warning, except filters and includes, which are rejected. Read-only attributes are ignored if a
//! resource is created, and rejected if an update would change them.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use shiptrack::http::Method::{self, Get, Patch, Post};
use shiptrack::resources::{Body, INTERFACE, Operation, Parameter, Shape, TYPES};

use super::documents::{announce, put};
use super::*;

/// How the service treats a name in a request.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Treatment {
    /// The service accepts it without a warning.
    Accepted,
    /// The service ignores it, and warns with this code.
    Ignored(&'static str),
    /// The service rejects the request; the error names it.
    Rejected,
}

use Treatment::{Accepted, Ignored, Rejected};

/// Filters that no operation has.
const UNKNOWN_FILTERS: [&str; 5] =
    ["filter[colour]", "filter[created_at]", "filter[has_holds]", "Filter[scac]", "filter"];

/// Other parameters that no operation has.
const UNKNOWN: [&str; 4] = ["colour", "Q", "page[colour]", "show_position"];

/// Parameters of JSON:API that only some operations support, and no client needs.
const OPTIONAL: [&str; 2] = ["sort", "fields[shipment]"];

/// Attributes that some writes accept and no resource shows.
const WRITE_ONLY: [&str; 6] = [
    "allow_wrong_check_digit",
    "auto_detect_vocc_scac",
    "initial_custom_fields",
    "ref_number",
    "shipment_tags",
    "tags",
];

/// Every operation that is served, with the name of its family.
fn served_operations() -> impl Iterator<Item = (&'static str, &'static Operation)> {
    let all = INTERFACE.iter().flat_map(|family| family.operations.iter().map(|operation| (family.name, operation)));
    all.filter(|(_, operation)| operation.not_served().is_none())
}

/// A service with a resource of every family.
struct Stage {
    scenario: Scenario,
    ids: Vec<(&'static str, String)>,
    next: Cell<u32>,
}

impl Stage {
    fn new() -> Self {
        let (scenario, request, shipment) = tracked_bill();
        // Responses do not show fractions of seconds.
        scenario.clock.advance(Duration::from_millis(700));
        let create = |path: &str, kind: &str, attributes: Value| {
            create(&scenario, path, kind, attributes)["id"].as_str().unwrap().to_owned()
        };
        let first = |path: &str| scenario.get(path)["data"][0]["id"].as_str().unwrap_or_default().to_owned();
        let hook = create("/v2/webhooks", "webhook", json!({ "url": "https://example.com/hook" }));
        let party = create("/v2/parties", "party", json!({ "company_name": "Acme" }));
        let definitions = "/v2/custom_field_definitions";
        let [definition, ..] = ["Shipment", "Container", "TrackingRequest"].map(|entity| {
            let new = json!({ "entity_type": entity, "api_slug": "a", "display_name": "A", "data_type": "enum" });
            create(definitions, "custom_field_definition", new)
        });
        let path = format!("{definitions}/{definition}/options");
        let option = create(&path, "custom_field_option", json!({ "label": "A", "value": "a" }));
        let container = first("/v2/containers");
        let [field, ..] = [("shipments", &shipment), ("containers", &container), ("tracking_requests", &request)].map(
            |(family, id)| {
                let value = json!({ "api_slug": "a", "value": null });
                create(&format!("/v2/{family}/{id}/custom_fields"), "custom_field", value)
            },
        );
        // This notifies the webhook.
        for action in ["stop_tracking", "resume_tracking"] {
            assert_eq!(scenario.send(Patch, &format!("/v2/shipments/{shipment}/{action}"), None).status, 200);
        }
        let mail = b"Subject: A\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nA";
        let mail = scenario.service.ingest_email(&scenario.account, mail, None).unwrap().submission.id.to_string();
        let port = scenario.get("/v2/ports/USLAX");
        let terminal = port["data"]["relationships"]["terminals"]["data"][0]["id"].as_str().unwrap().to_owned();
        let ids = vec![
            ("containers", container),
            ("custom_field_definitions", definition),
            ("custom_fields", field),
            ("document_schemas", "arrival_notice@2026-11-01".to_owned()),
            ("documents", first("/v2/documents")),
            ("email_submissions", mail),
            ("metro_areas", "USCHI".to_owned()),
            ("parties", party),
            ("ports", "USLAX".to_owned()),
            ("shipments", shipment),
            ("shipping_lines", "MAEU".to_owned()),
            ("terminals", terminal),
            ("tracking_requests", request),
            ("vessels", "9321483".to_owned()),
            ("webhook_notifications", first("/v2/webhook_notifications")),
            ("webhooks", hook),
            ("{option_id}", option),
            ("{api_slug}", "a".to_owned()),
        ];
        assert!(ids.iter().all(|(_, id)| !id.is_empty()), "{ids:?}");
        Stage { scenario, ids, next: Cell::new(200_000_000) }
    }

    fn id(&self, name: &str) -> &str {
        &self.ids.iter().find(|(key, _)| *key == name).unwrap_or_else(|| panic!("there is no {name}")).1
    }

    /// A number that is different at each call.
    fn next(&self) -> u32 {
        self.next.replace(self.next.get() + 1)
    }

    /// The path of an operation, with the ids of resources of the stage.
    fn path(&self, family: &str, operation: &Operation) -> String {
        let segments = operation.path.split('/').map(|segment| match segment {
            "{id}" | "{definition_id}" => self.id(family),
            argument if argument.starts_with('{') => self.id(argument),
            word => word,
        });
        format!("/v2{}", segments.collect::<Vec<_>>().join("/"))
    }

    /// The resource that an update at this path changes, as the service shows it.
    fn shown(&self, path: &str) -> Value {
        let path = path.trim_end_matches("/stop_tracking").trim_end_matches("/resume_tracking");
        let path = path.trim_end_matches("/rotate_secret");
        match path.rsplit_once("/custom_fields/a") {
            Some((entity, _)) => {
                let field = self.scenario.get(&format!("{entity}/custom_fields"))["data"][0].take();
                json!({ "data": field })
            }
            None => self.scenario.get(path),
        }
    }

    /// Whether the resource at this path has the attribute or relationship.
    fn shows(&self, path: &str, group: &str, name: &str) -> bool {
        group == "attributes" || !self.shown(path)["data"][group][name].is_null()
    }

    /// Resumes or stops the shipment, so that the operation can stop or resume it.
    fn prepare(&self, operation: &Operation) {
        let before = match operation.name {
            "stop_tracking" => "resume_tracking",
            "resume_tracking" => "stop_tracking",
            _ => return,
        };
        self.scenario.send(Patch, &format!("/v2/shipments/{}/{before}", self.id("shipments")), None);
    }

    /// A body with everything that the operation requires; `None` if it has no body.
    fn body(&self, operation: &Operation) -> Option<Value> {
        let Body::Document(kind, fields, links) = operation.body else { return None };
        let additional = match (operation.method, kind) {
            ("POST", "tracking_request") => Some("scac"),
            ("POST", "custom_field_definition") => Some("reference_type"),
            _ => None,
        };
        let needed = fields.iter().filter(|field| field.required).map(|field| field.name).chain(additional);
        let attributes: Map<String, Value> = needed.map(|name| (name.to_owned(), self.value(kind, name))).collect();
        let shipment = json!({ "data": { "type": "shipment", "id": self.id("shipments") } });
        let links = links.iter().filter(|link| link.required).map(|link| (link.name.to_owned(), shipment.clone()));
        let links: Map<String, Value> = links.collect();
        Some(json!({ "data": { "type": kind, "attributes": attributes, "relationships": links } }))
    }

    /// A value that a write accepts for an attribute of this resource.
    fn value(&self, kind: &str, name: &str) -> Value {
        match (kind, name) {
            (_, "ref_numbers" | "shipment_tags" | "tags") => json!(["a"]),
            (_, "events") => json!(["container.created"]),
            (_, "headers") => json!([{ "name": "X-A", "value": "1" }]),
            (_, "url") => json!("https://example.com/other"),
            (_, "active" | "allow_wrong_check_digit" | "auto_detect_vocc_scac") => json!(true),
            (_, "request_type") => json!("bill_of_lading"),
            (_, "request_number") => json!(format!("MAEU{}", self.next())),
            (_, "scac") => json!("MAEU"),
            (_, "initial_custom_fields") => json!({ "shipment": [{ "api_slug": "a", "value": "a" }] }),
            (_, "ref_number" | "name" | "label" | "display_name") => json!("A"),
            (_, "position" | "overlap_seconds") => json!(1),
            (_, "entity_type") => json!("Shipment"),
            (_, "data_type") => json!("reference"),
            (_, "reference_type") => json!("Party"),
            (_, "company_name") => json!(format!("Acme {}", self.next())),
            ("custom_field_definition", "api_slug") => json!(format!("s{}", self.next())),
            ("custom_field", "api_slug") => json!("a"),
            ("custom_field_option", "value") => json!(format!("v{}", self.next())),
            (_, "attached_document") => {
                let bytes = self.next().to_string();
                let (signed, place) = announce(self.scenario.transport.as_ref(), bytes.as_bytes());
                assert_eq!(put(self.scenario.transport.as_ref(), &place, bytes.as_bytes()).status, 204);
                json!(signed)
            }
            _ => Value::Null,
        }
    }

    /// A value of a parameter that matches at least one resource.
    fn argument(&self, parameter: &Parameter) -> String {
        let text = match (parameter.name, parameter.shape) {
            ("event", _) => "container.created",
            ("sort", _) => "created_at",
            ("filter[customer_id]", _) => self.id("parties"),
            ("filter[customer_name]", _) => "Acme",
            ("filter[entity_type]", _) => "shipment",
            ("filter[data_type]", _) => "date",
            ("filter[custom_fields]", _) => "a=a",
            ("filter[scac]" | "filter[shipping_line_scac]", _) => "MAEU",
            ("filter[pol_code]" | "filter[pod_code]" | "filter[destination_code]", _) => "USLAX",
            (_, Shape::Enumeration(names)) => names.values[0].0,
            (_, Shape::Moment) => "2026-05-01",
            (_, Shape::Flag) => "false",
            (_, Shape::Number) => "1",
            _ => "a",
        };
        text.to_owned()
    }

    /// How the service treats the name at `place` of this request.
    fn treatment(&self, operation: &Operation, path: &str, body: Option<&Value>, place: &str) -> Treatment {
        let answer = self.scenario.send(Method::parse(operation.method).unwrap(), path, body);
        let shown = json_of(&answer);
        let place = Some(place.to_owned());
        if answer.status >= 400 {
            let errors = shown["errors"].as_array().unwrap();
            assert!(errors.iter().any(|error| place_of(error) == place), "{} {path}: {shown}", operation.method);
            return Rejected;
        }
        let warnings = shown["meta"]["warnings"].as_array().cloned().unwrap_or_default();
        let Some(warning) = warnings.iter().find(|warning| place_of(warning) == place) else { return Accepted };
        ["unknown", "ignored"].into_iter().find(|code| warning["code"] == *code).map(Ignored).unwrap()
    }

    /// Fails unless the request is rejected for exactly these places.
    fn expect_rejected(&self, operation: &Operation, path: &str, body: Option<&Value>, places: BTreeSet<String>) {
        let answer = self.scenario.send(Method::parse(operation.method).unwrap(), path, body);
        let shown = json_of(&answer);
        let found: BTreeSet<String> = shown["errors"].as_array().into_iter().flatten().filter_map(place_of).collect();
        assert_eq!(found, places, "{} {path}: {shown}", operation.method);
    }
}

/// The pointer or the parameter of an error or a warning.
fn place_of(error: &Value) -> Option<String> {
    let source = &error["source"];
    source["pointer"].as_str().or(source["parameter"].as_str()).map(str::to_owned)
}

#[test]
fn every_parameter_of_the_interface_is_accepted_ignored_or_rejected_by_name() {
    let stage = Stage::new();
    let all = || INTERFACE.iter().flat_map(|family| family.operations);
    let listed = all().flat_map(|operation| operation.parameters.iter().map(|parameter| parameter.name));
    let paging = all().flat_map(|operation| operation.paging.iter().copied());
    let known: BTreeSet<&str> = listed.chain(paging).chain(UNKNOWN_FILTERS).chain(UNKNOWN).chain(OPTIONAL).collect();
    for (family, operation) in served_operations() {
        let path = stage.path(family, operation);
        let [required, optional] = [true, false]
            .map(|is_required| operation.parameters.iter().filter(move |known| known.required == is_required));
        let needed = required.map(|known| format!("{}={}", known.name, stage.argument(known)));
        let path = format!("{path}?{}", needed.collect::<Vec<_>>().join("&"));
        let aliases = operation.parameters.iter().flat_map(|parameter| parameter.aliases).copied();
        let taken: BTreeSet<&str> =
            operation.query_names().chain(operation.ignored.iter().copied()).chain(aliases).collect();
        let own: BTreeSet<&str> = operation.parameters.iter().map(|parameter| parameter.name).collect();
        let others = known.iter().copied().filter(|name| !taken.contains(name) && !own.contains(name));
        let (refused, ignored): (BTreeSet<&str>, BTreeSet<&str>) =
            others.partition(|name| name.to_ascii_lowercase().starts_with("filter"));
        let query: String = refused.iter().map(|name| format!("&{name}=a")).collect();
        let refused = refused.into_iter().map(str::to_owned).collect();
        stage.expect_rejected(operation, &format!("{path}{query}"), None, refused);
        if operation.method != "GET" {
            continue;
        }
        let treatment =
            |name: &str, value: &str| stage.treatment(operation, &format!("{path}&{name}={value}"), None, name);
        if operation.includes.is_empty() {
            let expected = if operation.ignored.contains(&"include") { Ignored("ignored") } else { Rejected };
            assert_eq!(treatment("include", "a"), expected, "{path}");
        }
        for parameter in optional {
            let expected = if parameter.not_served.is_some() { Rejected } else { Accepted };
            for name in [parameter.name].iter().chain(parameter.aliases) {
                assert_eq!(treatment(name, &stage.argument(parameter)), expected, "{path} {name}");
            }
        }
        for name in operation.paging {
            let value = match *name {
                // The list of all containers has other positions.
                "page[cursor]" if path == "/v2/containers?" => "1.018f0000-0000-7000-8000-00000000dead",
                "page[cursor]" => "018f0000-0000-7000-8000-00000000dead",
                _ => "1",
            };
            assert_eq!(treatment(name, value), Accepted, "{path} {name}");
        }
        for name in operation.ignored {
            assert_eq!(treatment(name, "1"), Ignored("ignored"), "{path} {name}");
        }
        for name in ignored {
            let code = if OPTIONAL.contains(&name) { "ignored" } else { "unknown" };
            assert_eq!(treatment(name, "a"), Ignored(code), "{path} {name}");
        }
    }
}

#[test]
fn a_misspelt_filter_is_rejected_with_the_nearest_name() {
    let scenario = Scenario::new();
    for (path, nearest) in [
        ("/v2/containers?filter[nubmer]=MSKU0308961", "filter[number]"),
        ("/v2/containers?filter[pickup_lfd][starts]=2026-05-01", "filter[pickup_lfd][start]"),
        ("/v2/shipments?filter[custumer_name]=Acme", "filter[customer_name]"),
        ("/v2/tracking_requests?FILTER[scac]=MAEU", "filter[scac]"),
        ("/v2/tracking_requests?filters[scac]=MAEU", "filter[scac]"),
    ] {
        let (status, error) = scenario.refused(Get, path, None);
        let detail = error[0]["detail"].as_str().unwrap_or_default();
        assert_eq!((status, detail.contains(&format!("Did you mean {nearest}?"))), (400, true), "{path}: {error}");
    }
    let (status, error) = scenario.refused(Get, "/v2/webhooks?filter[active]=true", None);
    assert_eq!((status, &error[0]["source"]["parameter"]), (400, &json!("filter[active]")), "{error}");
}

#[test]
fn the_user_who_stopped_tracking_can_be_included() {
    let (scenario, _, shipment) = tracked_bill();
    let path = format!("/v2/shipments/{shipment}?include=line_tracking_stopped_by_user");
    let shown = scenario.get(&path);
    assert_eq!(shown["data"]["relationships"]["line_tracking_stopped_by_user"], json!({ "data": null }), "{shown}");
    assert_eq!(shown["included"], json!([]));
}

#[test]
fn every_include_of_the_interface_is_accepted_and_any_other_rejected() {
    let stage = Stage::new();
    for (family, operation) in served_operations().filter(|(_, operation)| !operation.includes.is_empty()) {
        let path = stage.path(family, operation);
        let expected = operation.includes.iter().map(|path| (*path, Accepted)).chain([("", Accepted)]);
        for (include, expected) in expected.chain([("kittens", Rejected), ("shipment.kittens", Rejected)]) {
            stage.prepare(operation);
            let body = stage.body(operation);
            let found = stage.treatment(operation, &format!("{path}?include={include}"), body.as_ref(), "include");
            assert_eq!(found, expected, "{path}?include={include}");
        }
    }
}

#[test]
fn every_attribute_and_relationship_of_a_write_is_accepted_ignored_or_rejected_by_name() {
    let stage = Stage::new();
    for (family, operation) in served_operations() {
        let Body::Document(kind, fields, links) = operation.body else { continue };
        let path = stage.path(family, operation);
        let kind = TYPES.iter().find(|known| known.name == kind).unwrap();
        let with = |members: &[(&str, &str, Value)]| {
            let mut body = stage.body(operation).unwrap();
            for (group, name, value) in members {
                let member = &mut body["data"][group][name];
                // The body may already have it with a required value.
                if member.is_null() {
                    *member = value.clone();
                }
            }
            body
        };
        let taken: Vec<&str> = fields.iter().flat_map(|field| field.names()).collect();
        let linked: Vec<&str> = links.iter().map(|link| link.name).collect();
        let empty = json!({ "data": null });
        let attributes = taken.iter().map(|name| ("attributes", *name, stage.value(kind.name, name), Accepted));
        let relationships = linked.iter().map(|name| ("relationships", *name, empty.clone(), Accepted));
        let unknown = [
            ("attributes", "colour", json!("red"), Ignored("unknown")),
            ("relationships", "kitten", empty.clone(), Ignored("unknown")),
        ];
        for (group, name, value, expected) in attributes.chain(relationships).chain(unknown) {
            stage.prepare(operation);
            let sent = with(&[(group, name, value)]);
            let found = stage.treatment(operation, &path, Some(&sent), &format!("/data/{group}/{name}"));
            assert_eq!(found, expected, "{} {path} {name}", operation.method);
        }
        let write_only: Vec<_> = WRITE_ONLY.into_iter().filter(|name| !taken.contains(name)).collect();
        let attributes = kind.attributes.iter().map(|known| known.name);
        let attributes = attributes.filter(|name| !taken.contains(name)).map(|name| ("attributes", name));
        let relationships = kind.relationships.iter().map(|known| known.name);
        let relationships = relationships.filter(|name| !linked.contains(name)).map(|name| ("relationships", name));
        let read_only: Vec<_> = attributes.chain(relationships).collect();
        let other = json!({ "data": { "type": "other", "id": "1" } });
        let refused = write_only.iter().map(|name| ("attributes", *name));
        let refused: Vec<_> = match operation.method {
            "POST" => refused.collect(),
            _ => refused
                .chain(read_only.iter().copied().filter(|(group, name)| stage.shows(&path, group, name)))
                .collect(),
        };
        let places = refused.iter().map(|(group, name)| format!("/data/{group}/{name}")).collect();
        let refused: Vec<_> = refused.into_iter().map(|(group, name)| (group, name, other.clone())).collect();
        stage.expect_rejected(operation, &path, Some(&with(&refused)), places);
        for (group, name) in read_only {
            let expected = match operation.method {
                "POST" => Ignored("ignored"),
                // A relationship that responses do not contain cannot be compared.
                _ if !stage.shows(&path, group, name) => Accepted,
                _ => continue,
            };
            stage.prepare(operation);
            let sent = with(&[(group, name, other.clone())]);
            let found = stage.treatment(operation, &path, Some(&sent), &format!("/data/{group}/{name}"));
            assert_eq!(found, expected, "{} {path} {name}", operation.method);
        }
    }
}

#[test]
fn every_resource_that_was_read_can_be_sent_back_unchanged() {
    let stage = Stage::new();
    for (family, operation) in served_operations() {
        if operation.method != "PATCH" || !matches!(operation.body, Body::Document(..)) {
            continue;
        }
        stage.prepare(operation);
        let path = stage.path(family, operation);
        let read = stage.shown(&path);
        let answer = stage.scenario.send(Patch, &path, Some(&read));
        let shown = json_of(&answer);
        assert_eq!((answer.status, &shown["meta"]["warnings"]), (200, &Value::Null), "{path}: {shown}");
        let moving = |name: &str| ["updated_at", "secret"].contains(&name) || name.starts_with("line_tracking_");
        for (name, value) in read["data"]["attributes"].as_object().unwrap() {
            if !moving(name) {
                assert_eq!(shown["data"]["attributes"][name], *value, "{path} {name}");
            }
        }
    }
}

#[test]
fn an_update_that_would_change_a_read_only_attribute_names_it() {
    let (scenario, request, shipment) = tracked_bill();
    let path = format!("/v2/shipments/{shipment}");
    let mut sent = scenario.get(&path);
    sent["data"]["attributes"]["bill_of_lading_number"] = json!("OTHER");
    sent["data"]["attributes"]["tags"] = json!(["a"]);
    let (status, error) = scenario.refused(Patch, &path, Some(&sent));
    assert_eq!((status, &error[0]["source"]["pointer"]), (422, &json!("/data/attributes/bill_of_lading_number")));
    assert_eq!(scenario.get(&path)["data"]["attributes"]["tags"], json!([]), "nothing was changed");
    let path = format!("/v2/tracking_requests/{request}");
    let sent = json!({ "data": { "attributes": { "failed_reason": null, "ref_numbers": ["PO 1"] } } });
    let answer = scenario.send(Patch, &path, Some(&sent));
    assert_eq!(answer.status, 200, "{}", json_of(&answer));
    let containers = scenario.get("/v2/containers?filter[number]=MSKU0308961");
    let path = format!("/v2/containers/{}", containers["data"][0]["id"].as_str().unwrap());
    let length = |feet: Value| json!({ "data": { "attributes": { "equipment_length": feet } } });
    let answer = scenario.send(Patch, &path, Some(&length(json!(40.0))));
    assert_eq!(answer.status, 200, "a program may write numbers with a fraction: {}", json_of(&answer));
    assert_eq!(scenario.refused(Patch, &path, Some(&length(json!(45)))).0, 422);
}

/// The bodies of `shipments update --attr tags=cli` and `webhooks update --payload '{"active": false}'` of the hosted service's
/// command line: a list of one text is sent as text, and the attributes of a webhook without `data`.
#[test]
fn the_command_line_of_the_hosted_service_can_update_shipments_and_webhooks() {
    let stage = Stage::new();
    let shipment = stage.id("shipments");
    for (sent, tags) in [("cli", json!(["cli"])), ("a, b", json!(["a, b"]))] {
        let body = json!({ "data": { "type": "shipment", "id": shipment, "attributes": { "tags": sent } } });
        let answer = stage.scenario.send(Patch, &format!("/v2/shipments/{shipment}"), Some(&body));
        let shown = json_of(&answer);
        assert_eq!((answer.status, &shown["data"]["attributes"]["tags"]), (200, &tags), "{shown}");
    }
    let path = format!("/v2/webhooks/{}", stage.id("webhooks"));
    let answer = stage.scenario.send(Patch, &path, Some(&json!({ "active": false, "colour": "red" })));
    let shown = json_of(&answer);
    assert_eq!((answer.status, &shown["data"]["attributes"]["active"]), (200, &json!(false)), "{shown}");
    assert_eq!(shown["meta"]["warnings"][0]["source"]["pointer"], "/data/attributes/colour", "{shown}");
    let new = json!({ "url": "https://example.com/cli", "active": true, "events": "container.created" });
    let answer = stage.scenario.send(Post, "/v2/webhooks", Some(&new));
    let shown = json_of(&answer);
    assert_eq!(
        (answer.status, &shown["data"]["attributes"]["events"]),
        (201, &json!(["container.created"])),
        "{shown}"
    );
    for nothing in [json!({}), json!({ "colour": "red" }), json!({ "data": [] })] {
        let (status, error) = stage.scenario.refused(Patch, &path, Some(&nothing));
        assert_eq!((status, &error[0]["source"]["pointer"]), (400, &json!("/data")), "{nothing}");
    }
}

#[test]
fn a_container_is_updated_by_the_id_in_the_body_if_the_path_has_none() {
    let stage = Stage::new();
    let id = stage.id("containers");
    let body =
        |id: Value| json!({ "data": { "type": "container", "id": id, "attributes": { "ref_numbers": ["PO 7"] } } });
    let answer = stage.scenario.send(Patch, "/v2/containers", Some(&body(json!(id))));
    let shown = json_of(&answer);
    assert_eq!((answer.status, &shown["data"]["id"]), (200, &json!(id)), "{shown}");
    assert_eq!(shown["data"]["attributes"]["ref_numbers"], json!(["PO 7"]));
    assert_eq!(shown["links"]["self"], format!("/v2/containers/{id}"));
    assert_eq!(
        stage.scenario.get(&format!("/v2/containers/{id}"))["data"]["attributes"]["ref_numbers"],
        json!(["PO 7"])
    );
    for missing in [Value::Null, json!("")] {
        let (status, error) = stage.scenario.refused(Patch, "/v2/containers", Some(&body(missing)));
        assert_eq!((status, &error[0]["source"]["pointer"]), (422, &json!("/data/id")), "{error}");
    }
    for unknown in
        ["../webhooks", "018f0000-0000-7000-8000-00000000dead", "018f0000-0000-7000-8000-00000000dead/refresh"]
    {
        let (status, _) = stage.scenario.refused(Patch, "/v2/containers", Some(&body(json!(unknown))));
        assert_eq!(status, 404, "{unknown}");
    }
    assert_eq!(stage.scenario.refused(Patch, "/v2/containers", None).0, 400);
    let answer = stage.scenario.send(Method::Delete, "/v2/containers", None);
    assert_eq!((answer.status, answer.headers.get("Allow")), (405, Some("GET, PATCH")));
}

#[test]
fn a_member_of_a_plain_body_that_is_unknown_is_ignored_with_a_warning() {
    let stage = Stage::new();
    let operation = shiptrack::resources::operation("tracking_requests", "infer_number").unwrap();
    let body = json!({ "number": "MAEU123456789", "colour": "red" });
    let treatment = |place| stage.treatment(operation, "/v2/tracking_requests/infer_number", Some(&body), place);
    assert_eq!((treatment("/number"), treatment("/colour")), (Accepted, Ignored("unknown")));
}

#[test]
fn ids_are_case_insensitive() {
    let stage = Stage::new();
    for (path, name) in [
        ("/v2/tracking_requests/{id}", "tracking_requests"),
        ("/v2/shipments/{id}", "shipments"),
        ("/v2/containers/{id}", "containers"),
        ("/v2/containers/{id}/transport_events", "containers"),
        ("/v2/webhooks/{id}", "webhooks"),
        ("/v2/parties/{id}", "parties"),
        ("/v2/shipments/{id}/custom_fields", "shipments"),
        ("/v2/custom_fields/{id}", "custom_fields"),
        ("/v2/custom_field_definitions/{id}", "custom_field_definitions"),
        ("/v2/custom_field_definitions/{id}/options", "custom_field_definitions"),
    ] {
        let id = stage.id(name);
        let lower = stage.scenario.get(&path.replace("{id}", id));
        let upper = stage.scenario.get(&path.replace("{id}", &id.to_uppercase()));
        assert_eq!(lower["data"], upper["data"], "{path}");
    }
    let request = stage.id("tracking_requests");
    let body = json!({ "data": { "id": request.to_uppercase(), "attributes": { "ref_numbers": ["A"] } } });
    let answer = stage.scenario.send(Patch, &format!("/v2/tracking_requests/{request}"), Some(&body));
    assert_eq!(answer.status, 200);
}

#[test]
fn a_request_with_thousands_of_unknown_names_gets_a_limited_number_of_warnings() {
    let scenario = Scenario::new();
    let mut attributes = json!({ "request_type": "bill_of_lading", "request_number": BILL, "scac": "MAEU" });
    for n in 0..5_000 {
        attributes[format!("{}{n}", "é".repeat(50))] = json!(1);
    }
    let answer = scenario.send(Post, "/v2/tracking_requests", Some(&document("tracking_request", attributes)));
    let shown = json_of(&answer);
    let warnings = shown["meta"]["warnings"].as_array().unwrap();
    assert_eq!((answer.status, warnings.len(), &warnings[20]["code"]), (201, 21, &json!("more")));
    let name = "x".repeat(60_000);
    let long = scenario.get(&format!("/v2/tracking_requests?{name}=1"));
    assert!(long["meta"]["warnings"][0].to_string().len() < 500);
}

#[test]
fn a_repeated_parameter_or_include_produces_one_warning() {
    let stage = Stage::new();
    let path = format!(
        "/v2/shipments/{}/stop_tracking?colour=red&colour=red&include=containers,containers",
        stage.id("shipments")
    );
    let shown = json_of(&stage.scenario.send(Patch, &path, None));
    assert_eq!(shown["meta"]["warnings"].as_array().map(Vec::len), Some(1), "{shown}");
    let path = format!("/v2/tracking_requests/{}?colour=red&include=user,user", stage.id("tracking_requests"));
    let shown = json_of(&stage.scenario.send(Get, &path, None));
    assert_eq!(shown["meta"]["warnings"].as_array().map(Vec::len), Some(1), "{shown}");
}

#[test]
fn a_page_of_requests_ends_before_it_includes_more_containers_than_one_page_may_have() {
    let scenario = Scenario::new();
    for n in 0..3 {
        let containers: Vec<String> = (0..600).map(|at| format!("BOX{n}{at:07}")).collect();
        scenario.carrier.then_facts(&json!([{ "particulars": { "containers": containers } }]));
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
