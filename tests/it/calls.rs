//! Runs the corpus of calls (`tests/corpus/calls/*.json`, format in `tests/corpus/README.md`): every operation of the interface, against
//! a server that returns the answer of the case.

#[path = "calls/case.rs"]
mod case;
#[path = "calls/case_arguments.rs"]
mod case_arguments;
#[path = "calls/coverage.rs"]
mod coverage;
#[path = "calls/typed.rs"]
mod typed;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::{
    Arguments, Client, Fetched, List, NewTrackingRequest, NewWebhook, RetryPolicy, TrackingRequestUpdate, WebhookUpdate,
};
use shiptrack::clock::ManualClock;
use shiptrack::error::Result;
use shiptrack::http::Roots;
use shiptrack::ids::Id;
use shiptrack::jsonapi::{AnyResource, Query, Resource};
use shiptrack::limits::RateLimits;
use shiptrack::numbers::NumberKind;
use shiptrack::resources::{Answer, DeliveryHeader, EventName, Operation};
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{Received, Server, answer};

use case_arguments::CaseArguments;

use case::{Case, Expect, ExpectedResource, Request, ScriptedAnswer, cases};

const KEY: &str = "canary-key-0123456789";

/// Timeout of a call. It is shorter than the pauses of rate limits, so the client returns the error and does not wait.
const TIMEOUT: Duration = Duration::from_secs(30);

#[test]
fn every_case_of_the_calls_corpus_passes() {
    let failed: Vec<String> = cases()
        .iter()
        .filter(|case| catch_unwind(AssertUnwindSafe(|| run(case))).is_err())
        .map(|case| case.name())
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Runs a case through the description of its operation and, unless the call must be refused, through the typed call.
fn run(case: &Case) {
    let operation = case.operation();
    compare_with(case, |client| call(client, operation, &arguments(operation, case)));
    if !matches!(case.expect, Expect::Refused(_)) {
        let given = CaseArguments(&case.arguments);
        compare_with(case, |client| {
            let outcome = typed::call(client, &case.family, operation.name, &given);
            outcome.unwrap_or_else(|| hand_written(client, &case.family, operation.name, &given))
        });
    }
}

/// Carries out the typed calls that are written by hand.
fn hand_written(client: &Client, family: &str, operation: &str, given: &CaseArguments<'_>) -> Outcome {
    let requests = client.tracking_requests();
    let id = || given.text("id");
    match (family, operation) {
        ("tracking_requests", "create") => {
            let kind = NumberKind::parse(&given.text("request_type"))?;
            let mut new = NewTrackingRequest::new(kind, given.text("request_number"));
            for (name, value) in given.0 {
                new = match &**name {
                    "request_type" | "request_number" => new,
                    "scac" => new.scac(given.text(name)),
                    "auto_detect_vocc_scac" => new.auto_detect(),
                    "ref_numbers" => new.ref_numbers(given.texts(name)),
                    "shipment_tags" => new.shipment_tags(given.texts(name)),
                    "customer" => new.customer(given.link(name).id),
                    _ => new.attribute(name, value.clone()),
                };
            }
            one(requests.create(new))
        }
        ("tracking_requests", "infer_number") => {
            requests.infer_number(&given.text("number")).map(|inference| written(&**inference.answer()))
        }
        ("tracking_requests", "update") => {
            let set = given.0.iter().filter(|(name, _)| *name != "id");
            let update = set.fold(TrackingRequestUpdate::new(), |update, (name, value)| match &**name {
                "customer" if value.is_null() => update.without_customer(),
                "customer" => update.customer(given.link(name).id),
                _ => update.attribute(name, value.clone()),
            });
            one(requests.update(&Id::new(&id()), update))
        }
        ("webhooks", "create") => {
            let mut new = NewWebhook::new(given.text("url"));
            if given.has("active") {
                new = new.active(given.flag("active"));
            }
            if given.has("events") {
                new = new.events(given.texts("events").iter().map(|name| EventName::parse(name)));
            }
            if given.has("headers") {
                new = new.headers(headers(given));
            }
            one(client.webhooks().create(new))
        }
        ("webhooks", "update") => {
            let mut update = WebhookUpdate::new();
            if given.has("url") {
                update = update.url(given.text("url"));
            }
            if given.has("active") {
                update = update.active(given.flag("active"));
            }
            if given.has("events") {
                update = update.events(given.texts("events").iter().map(|name| EventName::parse(name)));
            }
            if given.has("headers") {
                update = update.headers(headers(given));
            }
            one(client.webhooks().update(&Id::new(&id()), update))
        }
        ("webhooks", "rotate_secret") => {
            let seconds = if given.has("overlap_seconds") { given.integer("overlap_seconds") } else { 0 };
            let overlap = Duration::from_secs(u64::try_from(seconds).expect("a length of time"));
            one(client.webhooks().rotate_secret(&Id::new(&id()), overlap))
        }
        _ => panic!("{family}.{operation} has no typed call"),
    }
}

fn headers(given: &CaseArguments<'_>) -> Vec<DeliveryHeader> {
    serde_json::from_value(given.value("headers")).expect("headers")
}

/// The result of a call, in the form of `result` in a case.
type Outcome = Result<Value>;

fn one<T: Resource>(fetched: Result<Fetched<T>>) -> Outcome {
    fetched.map(|fetched| written(&*fetched))
}

fn list<T: Resource>(mut list: List<T>, given: &CaseArguments<'_>) -> Outcome {
    if given.has("include") {
        list = list.include(given.include());
    }
    let count = |name: &str| u32::try_from(given.integer(name)).expect("a number of items");
    if given.has("page_size") {
        list = list.page_size(count("page_size"));
    }
    if given.has("page_number") {
        list = list.page_number(count("page_number"));
    }
    let items: Result<Vec<Value>> = list.into_iter().map(|item| item.map(|item| written(&item))).collect();
    Ok(json!({ "items": items? }))
}

fn json(answer: Result<Value>) -> Outcome {
    Ok(json!({ "json": answer? }))
}

fn done(answer: Result<()>) -> Outcome {
    answer.map(|()| json!({}))
}

fn compare_with(case: &Case, call: impl FnOnce(&Client) -> Outcome) {
    let name = case.name();
    let scripted = case.answer.as_ref().map_or_else(Vec::new, bytes_of);
    let server = Server::answering(scripted);
    let outcome = call(&client(&server));
    match (&case.expect, outcome) {
        (Expect::Refused(refusal), Err(error)) => {
            assert_eq!((error.kind().code(), error.pointer()), (&*refusal.kind, Some(&*refusal.field)), "{name}");
            assert_eq!(server.connections(), 0, "{name}: the request was sent");
        }
        (Expect::Error(expected), Err(error)) => {
            let read = (error.kind().code(), error.http_status(), error.pointer(), error.code());
            let (pointer, code) = (expected.pointer.as_deref(), expected.code.as_deref());
            assert_eq!(read, (&*expected.kind, Some(expected.status), pointer, code), "{name}: {error}");
        }
        (Expect::Result(expected), Ok(result)) => compare(&name, expected, &result),
        (_, Err(error)) => panic!("{name}: {error}"),
        (_, Ok(result)) => panic!("{name}: an error is expected, not {result}"),
    }
    if let Some(request) = &case.request {
        let sent = server.requests();
        assert_eq!(sent.len(), 1, "{name}: requests");
        compare_request(&name, request, &sent[0]);
    }
}

fn client(server: &Server) -> Client {
    Client::builder(server.url("/v2"), KEY)
        .roots(Roots::Bundled)
        .clock(Arc::new(ManualClock::new(start())))
        .timeout(TIMEOUT)
        .retries(RetryPolicy::never())
        .limits(RateLimits::unlimited())
        .build()
        .expect("a client")
}

/// Returns the arguments of a case: path, query, fields and links.
fn arguments(operation: &Operation, case: &Case) -> Arguments {
    let path = operation.path_arguments().map_while(|name| case.arguments.get(name));
    let mut arguments = path.fold(Arguments::new(), |arguments, value| arguments.path(text(value)));
    for (name, value) in &case.arguments {
        let parameter = operation.parameters.iter().find(|known| known.argument == name);
        let link = operation.links().iter().find(|known| known.name == name);
        arguments = match (&**name, parameter, link) {
            ("include", ..) => arguments.include(value.as_array().into_iter().flatten().map(text)),
            ("page_size", ..) => arguments.query("page[size]", text(value)),
            ("page_number", ..) => arguments.query("page[number]", text(value)),
            (_, Some(parameter), _) => arguments.query(parameter.name, text(value)),
            (_, _, Some(link)) if value.is_null() => arguments.unlink(link.name),
            (_, _, Some(link)) => arguments.link(link.name, &text(&value["type"]), text(&value["id"])),
            _ if operation.fields().iter().any(|known| known.name == name) => arguments.field(name, value.clone()),
            _ => {
                assert!(
                    operation.path_arguments().any(|known| known == name),
                    "{}: unknown argument {name}",
                    case.name()
                );
                arguments
            }
        };
    }
    arguments
}

/// Returns a value as text for a path or a query.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Carries out an operation by its description.
fn call(client: &Client, operation: &Operation, arguments: &Arguments) -> Outcome {
    match operation.answer {
        Answer::One(_) => one(client.call_for_one::<AnyResource>(operation, arguments)),
        Answer::Pages(_) | Answer::All(_) => {
            let items = client.call_for_list::<AnyResource>(operation, arguments)?;
            let items: Result<Vec<Value>> = items.into_iter().map(|item| item.map(|item| written(&item))).collect();
            Ok(json!({ "items": items? }))
        }
        Answer::Json(_) => json(client.call_for_json(operation, arguments)),
        _ => client.call_for_json(operation, arguments).map(|nothing| {
            assert_eq!(nothing, Value::Null);
            json!({})
        }),
    }
}

fn written(resource: &impl Resource) -> Value {
    serde_json::to_value(resource).expect("a resource can be written")
}

fn compare(name: &str, expected: &Value, found: &Value) {
    match (expected.get("items"), found.get("items")) {
        (Some(Value::Array(expected)), Some(Value::Array(found))) => {
            assert_eq!(found.len(), expected.len(), "{name}: items");
            for (expected, found) in expected.iter().zip(found) {
                ExpectedResource::read(name, expected).compare(name, found);
            }
        }
        _ if expected.get("type").is_some() => ExpectedResource::read(name, expected).compare(name, found),
        _ => assert_eq!(found, expected, "{name}"),
    }
}

impl ExpectedResource {
    fn compare(&self, name: &str, found: &Value) {
        assert_eq!((&found["type"], &found["id"]), (&json!(self.r#type), &json!(self.id)), "{name}");
        for (attribute, value) in &self.attributes {
            assert_eq!(found["attributes"].get(attribute), Some(value), "{name}: {attribute}");
        }
        for (relationship, target) in &self.relationships {
            let data = found["relationships"].get(relationship).and_then(|value| value.get("data"));
            assert_eq!(data, Some(target), "{name}: {relationship}");
        }
    }
}

fn compare_request(name: &str, expected: &Request, sent: &Received) {
    let (path, query) = sent.target.split_once('?').unwrap_or((&*sent.target, ""));
    assert_eq!((&*sent.method, path), (&*expected.method, &*expected.path), "{name}");
    let query = Query::parse(query);
    let mut names: Vec<&str> = query.names().collect();
    names.sort_unstable();
    assert_eq!(names, expected.query.keys().collect::<Vec<_>>(), "{name}: parameters");
    for (parameter, value) in &expected.query {
        assert_eq!(query.get(parameter), Some(&**value), "{name}: {parameter}");
    }
    let body = (!sent.body.is_empty()).then(|| serde_json::from_slice(&sent.body).expect("a body is JSON"));
    assert_eq!(body, expected.body, "{name}: body");
    assert_eq!(sent.header("Authorization"), Some(&*format!("Token {KEY}")), "{name}");
    assert_eq!(sent.header("Content-Type"), expected.media_type(), "{name}");
}

fn bytes_of(scripted: &ScriptedAnswer) -> Vec<u8> {
    let body = match (&scripted.body, &scripted.body_text) {
        (Some(body), None) => body.to_string(),
        (None, Some(text)) => text.clone(),
        (None, None) => String::new(),
        _ => panic!("give one of body and body_text"),
    };
    let mut headers: Vec<(&str, &str)> =
        scripted.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    if !body.is_empty() && !scripted.headers.contains_key("Content-Type") {
        headers.push(("Content-Type", "application/vnd.api+json"));
    }
    answer(scripted.status, &headers, body.as_bytes())
}
