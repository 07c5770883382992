//! Throughput of listings with the default budget for caches, compared with caches that hold the whole file.
//!
//! Run it with `cargo bench -p shiptrack --all-features --bench listings`. The first numeric argument sets the number
//! of containers (100,000 in full length: a file of a gigabyte). Many clients read pages of 100 containers over HTTP,
//! in turn from a service with the default `cache_bytes` and from one that has enough for the file.

#[path = "support/background.rs"]
mod background;
#[path = "support/http_client.rs"]
mod http_client;
mod support;
#[path = "support/voyage.rs"]
mod voyage;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use background::BackgroundRecords;
use chrono::{TimeDelta, Utc};
use http_client::{HttpClient, get};
use shiptrack::carriers::LookUp;
use shiptrack::client::NewTrackingRequest;
use shiptrack::http::Call;
use shiptrack::limits::RateLimits;
use shiptrack::server::Server;
use shiptrack::service::{Budget, Policies, Service};
use shiptrack::store::sqlite::SqliteStore;
use support::{Folder, Goal, Goals, Ratios, by_length, rounds, size};

const CLIENTS: usize = 64;
const ROUNDS: usize = 21;
const PAGE: usize = 100;
/// The clients read the first pages only, because pages with a high number take longer.
const PAGES: usize = 80;
/// Caches that hold every page that is read.
const NO_LIMIT: usize = 4 << 30;

const CACHES: &str = "listings a second with the default caches / with caches that hold the file";

const GOALS: Goals = &[(CACHES, Goal::AtLeast(0.9))];
/// The noise margin of the short form, as a part of a goal. Clients and server share the processors with other programs.
const MARGIN: f64 = 0.1;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let folder = Folder::new();
    let files = ["limited.db", "unlimited.db"].map(|name| folder.0.join(name));
    let key = fill(&files[0], size(100, 8_000, 100_000));
    std::fs::copy(&files[0], &files[1]).expect("a copy");
    println!("figures: a file of {} MB", files[0].metadata().expect("the file").len() >> 20);
    let [limited, unlimited] = [(&files[0], None), (&files[1], Some(NO_LIMIT))].map(|(path, cache)| serve(path, cache));
    ratios.measure([CACHES], || [compare(&limited, &unlimited, &key)]);
    ratios.verdict()
}

/// Writes a file with this many containers, and returns an API key.
fn fill(path: &Path, containers: usize) -> String {
    let now = Utc::now();
    let carrier = move |look_up: &LookUp, _: &Call| Ok(voyage::answer(look_up, now, 1_000));
    let service = Service::builder().any_carrier(carrier).open(path).expect("a new database");
    let new = NewTrackingRequest::bill_of_lading("MAEU000000001", "MAEU");
    service.client().tracking_requests().create(new).expect("a request");
    service.run_due(Budget::ALL).expect("work");
    let account = service.default_account().clone();
    let key = service.create_key(&account, "bench").expect("a key").key.reveal().to_owned();
    service.close().expect("no work is in progress");
    drop(service);
    let store = SqliteStore::open(path).expect("the database");
    BackgroundRecords::like(&store, &account, now + TimeDelta::days(1)).add(&store, containers);
    key
}

fn serve(path: &Path, cache_bytes: Option<usize>) -> (Service, Server) {
    let mut policies = Policies::default();
    policies.storage.cache_bytes = cache_bytes.unwrap_or(policies.storage.cache_bytes);
    let builder = Service::builder().policies(policies).limits(RateLimits::unlimited());
    let service = builder.open(path).expect("the database");
    let server = service.server().start().expect("a server on a free port");
    (service, server)
}

/// The throughput of the first server, divided by that of the second one.
fn compare((_, limited): &(Service, Server), (_, unlimited): &(Service, Server), key: &str) -> f64 {
    // Fills the caches.
    let _ = (load(limited, key), load(unlimited, key));
    let mut rounds: Vec<_> = (0..rounds(ROUNDS)).map(|_| (load(limited, key), load(unlimited, key))).collect();
    rounds.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let (limited, unlimited) = rounds[rounds.len() / 2];
    println!("figures: {limited:.0} listings a second with the default caches, {unlimited:.0} with large ones");
    limited / unlimited
}

/// Listings a second of all clients.
fn load(server: &Server, key: &str) -> f64 {
    let (done, answered, began) = (AtomicBool::new(false), AtomicUsize::new(0), Instant::now());
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (done, answered) = (&done, &answered);
            scope.spawn(move || {
                let mut connection = HttpClient::connect(server.address());
                for round in 0.. {
                    let page = 1 + (client * 37 + round * 101) % PAGES;
                    let path = format!("/v2/containers?page[number]={page}&page[size]={PAGE}");
                    connection.send(&get(&path, key));
                    connection.receive();
                    if done.load(Ordering::Relaxed) {
                        break;
                    }
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        thread::sleep(by_length(Duration::from_millis(50), Duration::from_millis(500), Duration::from_secs(1)));
        done.store(true, Ordering::Relaxed);
        answered.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64()
    })
}
