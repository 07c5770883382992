//! Tests of the client's rate limit with the embedded service and a key that has the limits of the interface.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use shiptrack::client::{Client, ClientBuilder, NewTrackingRequest};
use shiptrack::clock::Clock;
use shiptrack::http::Roots;
use shiptrack::limits::{Bucket, RateLimits};
use shiptrack::service::Service;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::lockstep_clock::LockstepClock;
use shiptrack_tests::scenario::start;

const CREATES: usize = 500;

/// A service on a clock for this number of threads, and a key with the limits of the interface.
fn service(threads: usize) -> (Service, LockstepClock, String) {
    let clock = LockstepClock::new(start(), threads);
    let service = Service::builder().clock(clock.clone()).limits(RateLimits::interface()).in_memory().unwrap();
    let key = service.create_key(service.default_account(), "limited").unwrap();
    (service, clock, key.key.reveal().to_owned())
}

/// Creates requests from all threads of the clock.
fn create_all(client: &Client, clock: &LockstepClock, threads: usize) {
    thread::scope(|scope| {
        for first in 0..threads {
            scope.spawn(move || {
                let _member = clock.member();
                for n in (first..CREATES).step_by(threads) {
                    let new = NewTrackingRequest::bill_of_lading(format!("TEST-TR-{n:05}"), "TEST");
                    let result = client.clone().tracking_requests().create(new);
                    result.unwrap_or_else(|error| panic!("create {n}: {error}"));
                }
            });
        }
    });
}

fn check(service: &Service, client: &Client, clock: &LockstepClock) {
    // Five times a hundred: the last hundred is sent after four windows, and not much later.
    let passed = clock.monotonic();
    assert!((Duration::from_secs(240)..Duration::from_secs(300)).contains(&passed), "{passed:?}");
    assert_eq!(client.allowance(Bucket::Create), Some(0));
    let page = service.client().tracking_requests().list().page_size(1).first_page().unwrap().unwrap();
    assert_eq!(page.total(), Some(CREATES as u64));
}

fn in_process(threads: usize) {
    let (service, clock, key) = service(threads);
    let builder = ClientBuilder::in_process().api_key(key).limits(RateLimits::interface());
    let client = builder.clock(Arc::new(clock.clone())).over(Arc::new(service.clone())).unwrap();
    create_all(&client, &clock, threads);
    check(&service, &client, &clock);
}

fn over_http(threads: usize) {
    let (service, clock, key) = service(threads);
    let server = service.server().start().unwrap();
    let builder = Client::builder(format!("{}/v2", server.url()), key).roots(Roots::Bundled);
    let client = builder.clock(Arc::new(clock.clone())).build().unwrap();
    create_all(&client, &clock, threads);
    check(&service, &client, &clock);
}

#[test]
fn five_hundred_creates_in_a_loop_succeed_in_process() {
    must_end(|| in_process(1));
}

#[test]
fn five_hundred_creates_from_sixteen_threads_succeed_in_process() {
    must_end(|| in_process(16));
}

#[test]
fn five_hundred_creates_in_a_loop_succeed_over_http() {
    must_end(|| over_http(1));
}

#[test]
fn five_hundred_creates_from_sixteen_threads_succeed_over_http() {
    must_end(|| over_http(16));
}

#[test]
fn second_client_with_the_same_key_is_limited_and_succeeds() {
    let (service, clock, key) = service(1);
    let client = |key: &str| {
        let builder = ClientBuilder::in_process().api_key(key).limits(RateLimits::interface());
        builder.clock(Arc::new(clock.clone())).over(Arc::new(service.clone())).unwrap()
    };
    let (one, other) = (client(&key), client(&key));
    for n in 0..120 {
        let client = if n % 2 == 0 { &one } else { &other };
        let new = NewTrackingRequest::bill_of_lading(format!("TEST-TR-{n:05}"), "TEST");
        client.tracking_requests().create(new).unwrap();
    }
    assert_eq!(clock.monotonic(), Duration::from_secs(60));
}

#[test]
fn client_of_the_host_program_has_no_limits() {
    let (service, clock, _) = service(1);
    create_all(&service.client(), &clock, 1);
    assert_eq!((clock.monotonic(), service.client().allowance(Bucket::Create)), (Duration::ZERO, None));
}
