//! Tests the client over real sockets, with servers that misbehave.
//!
//! The client has a manual clock, so pauses between attempts and for the rate limit take no time.

mod allowance;
mod broken;
mod cuts;
mod deadlines;
mod matrix;
mod paging;
mod secrets;
mod throttling;
mod uploads;

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::client::{Client, ClientBuilder, NewTrackingRequest, NewWebhook, TrackingRequestUpdate};
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::error::{Error, Result};
use shiptrack::http::Roots;
use shiptrack::ids::{Entropy, Id};
use shiptrack::limits::RateLimits;
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{Script, Server, answer};

/// A key that must not be in any output.
const KEY: &str = "canary-key-0123456789";

/// A short deadline, which tests can wait for.
const SOON: Duration = Duration::from_millis(150);

const JSON_API: (&str, &str) = ("Content-Type", "application/vnd.api+json");

/// A server, a client of it, and the client's clock.
struct Stage {
    server: Server,
    client: Client,
    clock: ManualClock,
}

impl Stage {
    fn of(scripts: impl Into<Vec<Script>>) -> Self {
        Stage::with(scripts, |builder| builder)
    }

    /// Answers every request with the same bytes.
    fn answering(bytes: impl Into<Vec<u8>>) -> Self {
        Stage::with_server(Server::answering(bytes), |builder| builder)
    }

    fn with(scripts: impl Into<Vec<Script>>, set_up: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        Stage::with_server(Server::start(scripts), set_up)
    }

    fn with_server(server: Server, set_up: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let clock = ManualClock::new(start());
        let client = set_up(builder(&server.url("/v2"), &clock)).build().expect("a client");
        Stage { server, client, clock }
    }

    /// The number of requests that the server received.
    fn sent(&self) -> usize {
        self.server.requests().len()
    }

    /// The time that the client waited.
    fn waited(&self) -> Duration {
        self.clock.monotonic()
    }
}

fn builder(base: &str, clock: &ManualClock) -> ClientBuilder {
    Client::builder(base, KEY)
        .roots(Roots::Bundled)
        .clock(Arc::new(clock.clone()))
        .entropy(Arc::new(Half))
        .limits(RateLimits::unlimited())
}

/// Randomness that is always one half.
struct Half;

impl Entropy for Half {
    fn fill(&self, out: &mut [u8]) {
        out.fill(0);
        if let Some(last) = out.last_mut() {
            *last = 0x80;
        }
    }
}

/// An operation of the client, and the type of the resource in its response.
#[derive(Clone, Copy)]
struct Operation {
    name: &'static str,
    answer: &'static str,
    call: fn(&Client) -> Result<()>,
}

impl Operation {
    fn run(self, client: &Client) -> Result<()> {
        (self.call)(client)
    }

    /// The bytes of a valid response.
    fn success(self) -> Vec<u8> {
        let resource = json!({ "id": "r-1", "type": self.answer, "attributes": { "status": "pending" } });
        let data = if self.name == LIST.name { json!([resource]) } else { resource };
        answer(200, &[JSON_API], json!({ "data": data }).to_string().as_bytes())
    }
}

const fn operation(name: &'static str, answer: &'static str, call: fn(&Client) -> Result<()>) -> Operation {
    Operation { name, answer, call }
}

const GET: Operation =
    operation("get", "tracking_request", |client| client.tracking_requests().get(&Id::new("r-1")).map(drop));

const LIST: Operation = operation("list", "tracking_request", |client| {
    client.tracking_requests().list().into_iter().try_for_each(|item| item.map(drop))
});

const INFER: Operation = operation("infer", "infer_number_results", |client| {
    client.tracking_requests().infer_number("MAEU123456789").map(drop)
});

const DELETE: Operation = operation("delete", "webhook", |client| client.webhooks().delete(&Id::new("w-1")));

const STOP: Operation =
    operation("stop", "shipment", |client| client.shipments().stop_tracking(&Id::new("s-1")).map(drop));

const CREATE: Operation =
    operation("create", "tracking_request", |client| client.tracking_requests().create(bill()).map(drop));

const UPDATE: Operation = operation("update", "tracking_request", |client| {
    client.tracking_requests().update(&Id::new("r-1"), TrackingRequestUpdate::new().ref_numbers(["PO-1"])).map(drop)
});

const REGISTER: Operation = operation("register", "webhook", |client| {
    client.webhooks().create(NewWebhook::new("https://receiver.example/hook")).map(drop)
});

/// The columns of the retry matrix.
const READS: [Operation; 3] = [GET, LIST, INFER];
const IDEMPOTENT: [Operation; 2] = [DELETE, STOP];
const NOT_IDEMPOTENT: [Operation; 3] = [CREATE, UPDATE, REGISTER];

fn every_operation() -> impl Iterator<Item = Operation> {
    READS.into_iter().chain(IDEMPOTENT).chain(NOT_IDEMPOTENT)
}

fn bill() -> NewTrackingRequest {
    NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")
}

/// A response with one tracking request.
fn one() -> Vec<u8> {
    GET.success()
}

fn page(ids: &[&str], next: Option<&str>) -> Vec<u8> {
    let data: Vec<Value> = ids.iter().map(|id| resource(id)).collect();
    answer(200, &[JSON_API], json!({ "data": data, "links": { "next": next } }).to_string().as_bytes())
}

fn resource(id: &str) -> Value {
    json!({ "id": id, "type": "tracking_request", "attributes": { "request_number": "MAEU123456789", "status": "pending" } })
}

/// All texts of an error.
fn everything_about(error: &Error) -> String {
    let mut text = format!("{error} {error:?} {error:#?} {:?} {:?}", error.errors(), error.pointer());
    text += &format!("{:?} {:?} {:?}", error.code(), error.request_id(), error.resume_from());
    text += &String::from_utf8_lossy(error.body().unwrap_or_default());
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!("{error} {error:?}");
        cause = error.source();
    }
    text
}
