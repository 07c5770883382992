//! Look-ups and requests of clients at the same time, compared with each of them alone.
//!
//! A worker looks up containers at a carrier in this process, while 16 clients list containers over HTTP. The store is
//! on the disk. Rounds of look-ups alone, clients alone and both together alternate; the medians of the shares count.
//! The first numeric argument sets the number of containers.

#[path = "support/http_client.rs"]
mod http_client;
#[path = "support/leaping_clock.rs"]
mod leaping_clock;
#[path = "support/machine.rs"]
mod machine;
mod support;
#[path = "support/voyage.rs"]
mod voyage;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use http_client::{HttpClient, get};
use leaping_clock::LeapingClock;
use machine::Cost;
use shiptrack::carriers::LookUp;
use shiptrack::client::NewTrackingRequest;
use shiptrack::clock::Clock;
use shiptrack::http::Call;
use shiptrack::limits::RateLimits;
use shiptrack::service::{Activity, Budget, Service};
use support::{Folder, Goal, Goals, Ratios, by_length, is_measured, rounds, size};

const CLIENTS: usize = 16;
const ROUNDS: usize = 51;
/// The size of a page.
const PAGE: usize = 25;
/// After how many hours the containers arrive: later than all rounds.
const ARRIVAL: i64 = 24 * 365;
/// One answer in this many has another time of arrival.
const CHANGED: usize = 20;

const LOOK_UPS: &str = "look-ups a second while clients read / without clients";
const REQUESTS: &str = "requests a second during look-ups / without look-ups";
const BOTH: &str = "sum of both shares";

const GOALS: Goals = &[(LOOK_UPS, Goal::AtLeast(0.4)), (REQUESTS, Goal::AtLeast(0.4)), (BOTH, Goal::AtLeast(1.1))];
/// The noise margin of the short form, as a part of a goal. Other programs and the disk take part.
const MARGIN: f64 = 0.1;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let folder = Folder::new();
    let (clock, look_ups) = (LeapingClock::default(), Arc::new(AtomicUsize::new(0)));
    let service = service(&folder, &clock, &look_ups);
    let tracked = size(100, 1_000, 2_000);
    track(&service, tracked);
    let key = service.create_key(service.default_account(), "bench").expect("a key").key;
    let server = service.server().start().expect("a server on a free port");
    let connect = |client| {
        let page = 1 + client % (tracked / PAGE);
        let path = format!("/v2/containers?page[number]={page}&page[size]={PAGE}");
        Client { connection: HttpClient::connect(server.address()), request: get(&path, key.reveal()) }
    };
    let mut clients: Vec<Client> = (0..CLIENTS).map(connect).collect();
    let load = Load { service: &service, clock: &clock, look_ups: &look_ups, tracked };
    ratios.measure([LOOK_UPS, REQUESTS, BOTH], || load.shares(&mut clients));
    ratios.verdict()
}

fn service(folder: &Folder, clock: &LeapingClock, look_ups: &Arc<AtomicUsize>) -> Service {
    let look_ups = Arc::clone(look_ups);
    let observer = move |activity: &Activity<'_>| {
        if let Activity::LookUp { .. } = activity {
            look_ups.fetch_add(1, Ordering::Relaxed);
        }
    };
    let (began, answers) = (clock.now(), AtomicUsize::new(0));
    let carrier = move |look_up: &LookUp, _: &Call| {
        let number = answers.fetch_add(1, Ordering::Relaxed);
        let delay = if number.is_multiple_of(CHANGED) { number / CHANGED % 24 } else { 0 };
        Ok(voyage::answer(look_up, began, ARRIVAL + delay as i64))
    };
    let builder = Service::builder().clock(clock.clone()).limits(RateLimits::unlimited());
    builder.any_carrier(carrier).observer(observer).open(folder.0.join("mixed.db")).expect("a new database")
}

fn track(service: &Service, containers: usize) {
    for n in 0..containers {
        let new = NewTrackingRequest::bill_of_lading(format!("MAEU{n:09}"), "MAEU");
        service.client().tracking_requests().create(new).expect("a request");
    }
    assert_eq!(service.run_due(Budget::ALL).expect("work").look_ups, containers);
}

struct Load<'a> {
    service: &'a Service,
    clock: &'a LeapingClock,
    look_ups: &'a AtomicUsize,
    tracked: usize,
}

/// Look-ups and requests a second.
struct Rates {
    look_ups: f64,
    requests: f64,
    processors: f64,
}

impl Load<'_> {
    /// The shares of look-ups and of requests, and the sum of both.
    fn shares(&self, clients: &mut [Client]) -> [f64; 3] {
        let mut shares = Vec::new();
        for _ in 0..rounds(ROUNDS) {
            let (alone, idle, both) =
                (self.round(true, &mut []), self.round(false, clients), self.round(true, clients));
            println!(
                "figures: {:.0} look-ups a second alone and {:.0} with clients; {:.0} requests alone and {:.0} with look-ups \
                 ({:.1}, {:.1} and {:.1} processors)",
                alone.look_ups,
                both.look_ups,
                idle.requests,
                both.requests,
                alone.processors,
                idle.processors,
                both.processors
            );
            shares.push([both.look_ups / alone.look_ups, both.requests / idle.requests]);
        }
        let median = |value: fn(&[f64; 2]) -> f64| {
            let mut values: Vec<f64> = shares.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        [median(|shares| shares[0]), median(|shares| shares[1]), median(|shares| shares[0] + shares[1])]
    }

    /// Measures the worker, if it runs, and these clients.
    fn round(&self, works: bool, clients: &mut [Client]) -> Rates {
        self.clock.leap(TimeDelta::days(1));
        let (requests, done) = (AtomicUsize::new(0), AtomicBool::new(false));
        let look_ups_before = self.look_ups.load(Ordering::Relaxed);
        let (began, cost) = (Instant::now(), Cost::so_far());
        if works {
            self.service.start_worker(Service::WORKER_THREADS).expect("a worker");
        }
        let (elapsed, look_ups, requests) = thread::scope(|scope| {
            let (done, requests) = (&done, &requests);
            for client in clients {
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        client.connection.send(&client.request);
                        client.connection.receive();
                        requests.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            thread::sleep(by_length(Duration::from_millis(50), Duration::from_millis(500), Duration::from_millis(500)));
            done.store(true, Ordering::Relaxed);
            let look_ups = self.look_ups.load(Ordering::Relaxed) - look_ups_before;
            (began.elapsed().as_secs_f64(), look_ups, requests.load(Ordering::Relaxed))
        });
        self.service.stop_worker();
        assert!(!is_measured() || look_ups < self.tracked, "all look-ups were done early: track more containers");
        let [look_ups, requests] = [look_ups, requests].map(|count| count as f64 / elapsed);
        Rates { look_ups, requests, processors: (Cost::so_far() - cost).own.as_secs_f64() / elapsed }
    }
}

/// A client that lists one page again and again.
struct Client {
    connection: HttpClient,
    request: Vec<u8>,
}
