//! A server with many idle connections and clients that read long listings. Requests for single resources are still answered.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use shiptrack::Service;
use shiptrack::client::{Client, NewTrackingRequest};
use shiptrack::limits::RateLimits;
use shiptrack::resources::TrackingRequestId;
use shiptrack::server::Server;
use shiptrack_tests::depth::depth;
use shiptrack_tests::scratch::Scratch;

/// Connections that read listings continuously.
const GREEDY: usize = 8;

/// Connections that send nothing.
const IDLE: usize = 200;

#[test]
fn long_listings_of_one_key_do_not_delay_another_key() {
    let scratch = Scratch::new();
    let service = Service::builder().limits(RateLimits::unlimited()).open(scratch.path("tracking.db")).unwrap();
    let other = service.create_account("other", "Other Company").unwrap().id;
    let server = service.server().start().unwrap();
    let greedy = client(&server, service.create_key(service.default_account(), "greedy").unwrap().key.reveal());
    let modest = client(&server, service.create_key(&other, "modest").unwrap().key.reveal());
    for number in 0..depth(30, 2_000) {
        service.client().tracking_requests().create(bill(number)).unwrap();
    }
    let mine = service.client_of(&other).unwrap().tracking_requests().create(bill(0)).unwrap().id.clone();

    let reads = depth(60, 5_000);
    let alone = times(&modest, &mine, reads);
    let idle: Vec<_> = (0..IDLE).map(|_| TcpStream::connect(server.address()).unwrap()).collect();
    let (done, listings) = (AtomicBool::new(false), AtomicUsize::new(0));
    let loaded = thread::scope(|scope| {
        for _ in 0..GREEDY {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let pages = greedy.tracking_requests().list().page_size(100).pages();
                    listings.fetch_add(pages.map(Result::unwrap).count(), Ordering::Relaxed);
                }
            });
        }
        let loaded = times(&modest, &mine, reads);
        done.store(true, Ordering::Relaxed);
        loaded
    });
    drop(idle);
    println!(
        "figures: single resources: p99 {:?} alone, {:?} next to {GREEDY} clients that list ({} pages) and {IDLE} idle connections",
        p99(alone),
        p99(loaded),
        listings.into_inner()
    );
}

fn client(server: &Server, key: &str) -> Client {
    Client::builder(format!("{}/v2", server.url()), key).limits(RateLimits::unlimited()).build().unwrap()
}

fn bill(number: usize) -> NewTrackingRequest {
    NewTrackingRequest::bill_of_lading(format!("{number:09}"), "TEST")
}

fn times(client: &Client, id: &TrackingRequestId, reads: usize) -> Vec<Duration> {
    let read = |_| {
        let began = Instant::now();
        assert_eq!(&client.tracking_requests().get(id).unwrap().id, id);
        began.elapsed()
    };
    (0..reads).map(read).collect()
}

fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() * 99 / 100]
}
