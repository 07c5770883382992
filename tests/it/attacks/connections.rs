//! A server whose clients take all they can get: connections that never ask for anything, and long listings without end.
//! Whoever asks for one resource meanwhile gets it.

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

/// Connections that ask for listings all the time.
const GREEDY: usize = 8;

/// Connections that were opened and say nothing.
const SILENT: usize = 200;

#[test]
fn long_listings_of_one_key_delay_no_single_resource_of_another() {
    let scratch = Scratch::new();
    let service = Service::builder().limits(RateLimits::unlimited()).open(scratch.path("tracking.db")).unwrap();
    let other = service.create_account("other", "Other Company").unwrap().id;
    let server = service.server().start().unwrap();
    let greedy = client(&server, service.create_key(service.default_account(), "greedy").unwrap().key.reveal());
    let modest = client(&server, service.create_key(&other, "modest").unwrap().key.reveal());
    for number in 0..depth(30, 100, 2_000) {
        service.client().tracking_requests().create(bill(number)).unwrap();
    }
    let mine = service.client_of(&other).unwrap().tracking_requests().create(bill(0)).unwrap().id.clone();

    let reads = depth(60, 200, 5_000);
    let alone = times(&modest, &mine, reads);
    let silent: Vec<_> = (0..SILENT).map(|_| TcpStream::connect(server.address()).unwrap()).collect();
    let (done, listings) = (AtomicBool::new(false), AtomicUsize::new(0));
    let beside = thread::scope(|scope| {
        for _ in 0..GREEDY {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let pages = greedy.tracking_requests().list().page_size(100).pages();
                    listings.fetch_add(pages.map(Result::unwrap).count(), Ordering::Relaxed);
                }
            });
        }
        let beside = times(&modest, &mine, reads);
        done.store(true, Ordering::Relaxed);
        beside
    });
    drop(silent);
    println!(
        "figures: single resources: p99 {:?} alone, {:?} beside {GREEDY} clients that list ({} pages) and {SILENT} that say nothing",
        p99(alone),
        p99(beside),
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
