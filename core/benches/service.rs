//! Time of a call in process, above the time that the store takes for the same record.
//!
//! A call includes the client with its policies, the router, and the documents between them. There are no rate
//! limits, as for every host program. The service and the benchmark share one store on the disk, which contains some
//! requests.

#[path = "support/shared.rs"]
mod shared;
mod support;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use shared::Shared;
use shiptrack::client::{Client, NewTrackingRequest};
use shiptrack::clock::ManualClock;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack::resources::{AccountId, TrackingRequestId};
use shiptrack::sandbox::Sandbox;
use shiptrack::service::{Budget, Service};
use shiptrack::store::sqlite::SqliteStore;
use shiptrack::store::{RequestFilter, Slice, Store};
use support::{Folder, Goal, Goals, Ratios, each, median, quotient, rounds, timed};

const ROUNDS: usize = 200;
const CALLS: u32 = 100;
const PAGE: u32 = 100;
const REQUESTS: usize = 1_000;

/// The goal for the time of a call above the store.
const ALLOWED: Duration = Duration::from_micros(30);

const GET_ALONE: &str = "get of a request without a shipment: time above the store / 30 µs";
const GET_WITH_SHIPMENT: &str = "get of a request with its shipment: time above the store / 30 µs";

const GOALS: Goals = &[(GET_ALONE, Goal::AtMost(1.0)), (GET_WITH_SHIPMENT, Goal::AtMost(1.0))];
/// The noise margin of the short form, as a part of a goal. The goals are times of one machine.
const MARGIN: f64 = 0.5;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let folder = Folder::new();
    let store = Arc::new(SqliteStore::open(&folder.0.join("service.db")).expect("a new database"));
    let service = service(Shared(Arc::clone(&store)));
    let client = service.client();
    let (found, pending) = fill(&service, &client);
    let account = service.default_account();
    let rounds = rounds(ROUNDS);

    for (what, id) in [(GET_ALONE, &pending), (GET_WITH_SHIPMENT, &found)] {
        ratios.measure([what], || [above(rounds, &|| get(&client, id), &|| read(&*store, account, id))]);
    }
    listing(rounds.min(50), &client, &*store, account);
    work(rounds.min(5));
    ratios.verdict()
}

/// The time of a call above that of the store, divided by the goal. The two are measured in turn.
fn above(rounds: usize, call: &dyn Fn(), store: &dyn Fn()) -> f64 {
    let (mut calls, mut alone) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        alone.push(each(CALLS, store));
        calls.push(each(CALLS, call));
    }
    let (call, alone) = (median(calls), median(alone));
    let above = call.saturating_sub(alone);
    println!("figures: {call:.1?}, the store alone {alone:.1?}, above it {above:.1?}");
    quotient(above, ALLOWED)
}

fn get(client: &Client, id: &TrackingRequestId) {
    std::hint::black_box(client.tracking_requests().get(id).expect("a request"));
}

/// Reads the same records as the call.
fn read(store: &dyn Store, account: &AccountId, id: &TrackingRequestId) {
    let read = store.reading(|tx| {
        let request = tx.request(account, id)?.expect("a request");
        let Some(shipment) = &request.shipment else { return Ok((request, None)) };
        let found = (tx.shipment(account, shipment)?, tx.containers_of(account, shipment)?);
        Ok((request, Some(found)))
    });
    std::hint::black_box(read.expect("a record"));
}

fn listing(rounds: usize, client: &Client, store: &dyn Store, account: &AccountId) {
    let (mut calls, mut alone) = (Vec::new(), Vec::new());
    let slice = Slice { before: None, skip: 0, limit: u64::from(PAGE) + 1 };
    for _ in 0..rounds {
        alone.push(timed(|| {
            let all = RequestFilter::default();
            store.reading(|tx| Ok((tx.requests(account, &all, &slice)?, tx.count_requests(account, &all)?)))
        }));
        calls.push(timed(|| {
            let read = client.tracking_requests().list().page_size(PAGE).max_items(PAGE as usize);
            assert_eq!(read.into_iter().filter_map(Result::ok).count(), PAGE as usize);
        }));
    }
    println!("listing {PAGE} requests: {:.1?}, the store alone {:.1?}", median(calls), median(alone));
}

/// Measures creating and looking up in memory, without the disk.
fn work(rounds: usize) {
    let (mut creates, mut look_ups) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let service = service(SqliteStore::in_memory().expect("a store"));
        let client = service.client();
        creates.push(timed(|| (0..REQUESTS).for_each(|n| drop(create(&client, n)))) / REQUESTS as u32);
        look_ups.push(
            timed(|| assert_eq!(service.run_due(Budget::ALL).expect("work").look_ups, REQUESTS)) / REQUESTS as u32,
        );
    }
    println!("in memory: create {:.1?}, a look-up that finds nothing {:.1?}", median(creates), median(look_ups));
}

fn service(store: impl Store + 'static) -> Service {
    let outbound = UreqTransport::new(UreqConfig::default()).expect("a transport");
    let now = chrono::DateTime::from_timestamp(1_777_000_000, 0).expect("a moment");
    let builder = Service::builder().clock(ManualClock::new(now)).any_carrier(Sandbox);
    builder.build(store, outbound).expect("a service")
}

/// Adds pending requests and one that was found. Returns the ids of the found one and of a pending one.
fn fill(service: &Service, client: &Client) -> (TrackingRequestId, TrackingRequestId) {
    let new = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", Sandbox::SCAC);
    let found = client.tracking_requests().create(new).expect("a request").id.clone();
    service.run_due(Budget::ALL).expect("a look-up");
    let waiting: Vec<_> = (0..REQUESTS).map(|n| create(client, n)).collect();
    (found, waiting[REQUESTS / 2].clone())
}

fn create(client: &Client, n: usize) -> TrackingRequestId {
    let new = NewTrackingRequest::bill_of_lading(format!("MAEU{n:09}"), "MAEU");
    client.tracking_requests().create(new).expect("a request").id.clone()
}
