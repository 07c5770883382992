//! Plays the corpus of calls (`tests/corpus/calls/*.json`; the format stands in `tests/corpus/README.md`): every operation
//! of the interface, against a server that answers what the case says.

#[path = "calls/case.rs"]
mod case;
#[path = "calls/coverage.rs"]
mod coverage;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::{Arguments, Client, RetryPolicy};
use shiptrack::clock::ManualClock;
use shiptrack::error::Result;
use shiptrack::http::Roots;
use shiptrack::jsonapi::{AnyResource, Query, Resource};
use shiptrack::limits::Limits;
use shiptrack::resources::{self, Answer, Operation};
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{Received, Server, answer};

use case::{Case, Expect, Found, Request, Scripted, cases};

const KEY: &str = "canary-key-0123456789";

/// How long a call may take: less than the pause after a limit, which a client waits out otherwise.
const TIMEOUT: Duration = Duration::from_secs(30);

#[test]
fn every_case_of_the_corpus_of_calls_holds() {
    let failed: Vec<String> = cases()
        .iter()
        .filter(|case| catch_unwind(AssertUnwindSafe(|| play(case))).is_err())
        .map(|case| case.name())
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}

fn play(case: &Case) {
    let (operation, name) = (case.operation(), case.name());
    let scripted = case.answer.as_ref().map_or_else(Vec::new, bytes_of);
    let server = Server::answering(scripted);
    let outcome = call(&client(&server), operation, &arguments(operation, case));
    match (&case.expect, outcome) {
        (Expect::Refused(refusal), Err(error)) => {
            assert_eq!((error.kind().code(), error.pointer()), (&*refusal.kind, Some(&*refusal.field)), "{name}");
            assert_eq!(server.connections(), 0, "{name}: it was sent");
        }
        (Expect::Error(expected), Err(error)) => {
            let read = (error.kind().code(), error.http_status(), error.pointer(), error.code());
            let (pointer, code) = (expected.pointer.as_deref(), expected.code.as_deref());
            assert_eq!(read, (&*expected.kind, Some(expected.status), pointer, code), "{name}: {error}");
        }
        (Expect::Result(expected), Ok(came)) => compare(&name, expected, &came),
        (_, Err(error)) => panic!("{name}: {error}"),
        (_, Ok(came)) => panic!("{name}: a refusal is expected, not {came}"),
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
        .limits(Limits::unlimited())
        .build()
        .expect("a client")
}

/// The arguments of a case, sorted by where they go.
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
            (_, _, Some(link)) => arguments.link(link.name, &text(&value["type"]), text(&value["id"])),
            _ if operation.fields().iter().any(|known| known.name == name) => arguments.field(name, value.clone()),
            _ => {
                assert!(operation.path_arguments().any(|known| known == name), "{}: takes no {name}", case.name());
                arguments
            }
        };
    }
    arguments
}

/// A value as a path and a query have it.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// Carries an operation out; what comes of it in the form that cases say it in.
fn call(client: &Client, operation: &Operation, arguments: &Arguments) -> Result<Value> {
    match operation.answer {
        Answer::One(kind) => one(kind)(client, operation, arguments),
        Answer::Pages(kind) | Answer::All(kind) => Ok(json!({ "items": list(kind)(client, operation, arguments)? })),
        Answer::Json(_) => Ok(json!({ "json": client.call_for_json(operation, arguments)? })),
        _ => client.call_for_json(operation, arguments).map(|nothing| {
            assert_eq!(nothing, Value::Null);
            json!({})
        }),
    }
}

type Call<R> = fn(&Client, &Operation, &Arguments) -> Result<R>;

fn one_of<T: Resource>(client: &Client, operation: &Operation, arguments: &Arguments) -> Result<Value> {
    client.call_for_one::<T>(operation, arguments).map(|fetched| written(&*fetched))
}

fn list_of<T: Resource>(client: &Client, operation: &Operation, arguments: &Arguments) -> Result<Vec<Value>> {
    client.call_for_list::<T>(operation, arguments)?.into_iter().map(|item| item.map(|item| written(&item))).collect()
}

fn written(resource: &impl Resource) -> Value {
    serde_json::to_value(resource).expect("a resource can be written")
}

/// Chooses by the name of a type what is read as that type.
macro_rules! typed {
    ($call:ident, $kind:expr; $($name:literal => $type:ident),+ $(,)?) => {
        match $kind {
            $($name => $call::<resources::$type>,)+
            "infer_number_results" => $call::<AnyResource>,
            other => panic!("no resource type {other}"),
        }
    };
    ($call:ident, $kind:expr) => {
        typed!($call, $kind;
            "container" => Container,
            "custom_field" => CustomField,
            "custom_field_definition" => CustomFieldDefinition,
            "custom_field_option" => CustomFieldOption,
            "document" => Document,
            "document_schema" => DocumentSchema,
            "email_submission" => EmailSubmission,
            "metro_area" => MetroArea,
            "party" => Party,
            "port" => Port,
            "raw_event" => RawEvent,
            "search_result" => SearchResult,
            "shipment" => Shipment,
            "shipping_line" => ShippingLine,
            "terminal" => Terminal,
            "tracking_request" => TrackingRequest,
            "transport_event" => TransportEvent,
            "vessel" => Vessel,
            "webhook" => Webhook,
            "webhook_event_category" => WebhookEventCategory,
            "webhook_notification" => WebhookNotification,
        )
    };
}

fn one(kind: &str) -> Call<Value> {
    typed!(one_of, kind)
}

fn list(kind: &str) -> Call<Vec<Value>> {
    typed!(list_of, kind)
}

fn compare(name: &str, expected: &Value, came: &Value) {
    match (expected.get("items"), came.get("items")) {
        (Some(Value::Array(expected)), Some(Value::Array(came))) => {
            assert_eq!(came.len(), expected.len(), "{name}: items");
            for (expected, came) in expected.iter().zip(came) {
                Found::read(name, expected).compare(name, came);
            }
        }
        _ if expected.get("type").is_some() => Found::read(name, expected).compare(name, came),
        _ => assert_eq!(came, expected, "{name}"),
    }
}

impl Found {
    fn compare(&self, name: &str, came: &Value) {
        assert_eq!((&came["type"], &came["id"]), (&json!(self.r#type), &json!(self.id)), "{name}");
        for (attribute, value) in &self.attributes {
            assert_eq!(came["attributes"].get(attribute), Some(value), "{name}: {attribute}");
        }
        for (relationship, target) in &self.relationships {
            let told = came["relationships"].get(relationship).and_then(|told| told.get("data"));
            assert_eq!(told, Some(target), "{name}: {relationship}");
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

fn bytes_of(scripted: &Scripted) -> Vec<u8> {
    let body = match (&scripted.body, &scripted.body_text) {
        (Some(body), None) => body.to_string(),
        (None, Some(text)) => text.clone(),
        (None, None) => String::new(),
        _ => panic!("one of body and body_text"),
    };
    let mut headers: Vec<(&str, &str)> =
        scripted.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    if !body.is_empty() && !scripted.headers.contains_key("Content-Type") {
        headers.push(("Content-Type", "application/vnd.api+json"));
    }
    answer(scripted.status, &headers, body.as_bytes())
}
