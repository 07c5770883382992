//! Tests that accounts share the server: one account cannot take all threads, all memory or the whole queue.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use shiptrack::limits::RateLimits;
use shiptrack::{NewTrackingRequest, Service};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scratch::Scratch;

use super::*;

fn post_of(account: u8, path: &str, body: &str) -> String {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nHost: a\r\nX-Account: {account}\r\nContent-Length: {length}\r\n\r\n{body}")
}

#[test]
fn an_account_cannot_take_all_handlers_or_the_whole_queue() {
    let (server, begins, release) = hanging_server(limits(|limits| (limits.handlers, limits.queue) = (4, 6)));
    let mut hung: Vec<_> = (0..12).map(|_| Peer::to(&server)).collect();
    for peer in &mut hung {
        peer.send(post_of(1, "/hang", ""));
    }
    for _ in 0..2 {
        begins.recv_timeout(GUARD).unwrap();
    }
    // Two are running and six are waiting. The others are refused.
    let is_answered = |peer: &Peer| {
        peer.stream.set_nonblocking(true).unwrap();
        let is_answered = peer.stream.peek(&mut [0]).is_ok();
        peer.stream.set_nonblocking(false).unwrap();
        is_answered
    };
    while hung.iter().filter(|peer| is_answered(peer)).count() < 4 {
        thread::sleep(Duration::from_millis(5));
    }
    let mut other = Peer::to(&server);
    for _ in 0..3 {
        assert_eq!(other.send(post_of(2, "/", "x")).answer().status, 200);
    }
    assert!(begins.try_recv().is_err(), "the first account has no third handler");
    drop(release);
    let statuses: Vec<_> = hung.iter_mut().map(|peer| peer.answer().status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 8, "{statuses:?}");
}

#[test]
fn a_request_that_runs_long_does_not_make_its_account_wait_while_others_are_active() {
    let (server, begins, release) = hanging_server(limits(|limits| limits.handlers = 64));
    let mut hung: Vec<_> = (0..6).map(|_| Peer::to(&server)).collect();
    let active = AtomicBool::new(true);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut other = Peer::to(&server);
            while active.load(Ordering::Relaxed) {
                assert_eq!(other.send(post_of(2, "/", "x")).answer().status, 200);
                thread::sleep(Duration::from_millis(5));
            }
        });
        for peer in &mut hung {
            peer.send(post_of(1, "/hang", ""));
        }
        (0..6).for_each(|_| begins.recv_timeout(GUARD).unwrap());
        active.store(false, Ordering::Relaxed);
    });
    drop(release);
    assert!(hung.iter_mut().all(|peer| peer.answer().status == 200));
}

#[test]
fn bodies_of_an_account_take_at_most_half_of_the_memory() {
    let server = echo_server(|limits| limits.total_body_bytes = 20);
    let mut first = Peer::to(&server);
    first.send("POST / HTTP/1.1\r\nHost: a\r\nX-Account: 1\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n");
    assert_eq!(first.answer().status, 100);
    assert!(first.send("0123456789x").answer().is_error(503));
    assert_eq!(Peer::to(&server).send(post_of(1, "/", "0123456789")).answer().status, 200);
    assert_eq!(Peer::to(&server).send(post_of(2, "/", "0123456789")).answer().status, 200);
}

#[test]
fn an_account_that_does_not_read_its_responses_waits_and_others_do_not() {
    const LARGE: usize = 16 * 1024 * 1024;
    let answers = Arc::new(AtomicUsize::new(0));
    let counted = answers.clone();
    let server = builder(move |request, call| match request.path() {
        "/large" => {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(Response::new(200).body("text/plain", vec![b'x'; LARGE]))
        }
        _ => echo(request, call),
    });
    let limits = limits(|limits| (limits.write_deadline, limits.handlers) = (GUARD, 4));
    let server = server.limits(limits).start().unwrap();
    let mut silent: Vec<_> = (0..12).map(|_| Peer::to(&server)).collect();
    for peer in &mut silent {
        peer.send(post_of(1, "/large", ""));
        assert_eq!(Peer::to(&server).send(post_of(2, "/", "x")).answer().status, 200);
    }
    // The system buffers a part of each response, but none completely. The account has two handlers.
    let begun = answers.load(Ordering::Relaxed);
    assert!((1..=2).contains(&begun), "{begun}");
    for mut peer in silent {
        assert_eq!(peer.answer().body.len(), LARGE);
    }
}

/// How long each part of the measurement takes.
fn measured_time() -> Duration {
    depth(Duration::from_millis(300), Duration::from_secs(20))
}

#[test]
fn a_flood_of_one_account_leaves_another_one_at_least_half_of_its_throughput() {
    let scratch = Scratch::new();
    let service = Service::builder().limits(RateLimits::unlimited()).open(scratch.path("tracking.db")).unwrap();
    let modest = service.create_account("modest", "Modest Company").unwrap().id;
    for account in [service.default_account(), &modest] {
        let requests = service.client_of(account).unwrap();
        for number in 0..depth(20, 100) {
            let new = NewTrackingRequest::bill_of_lading(format!("{number:09}"), "TEST");
            requests.tracking_requests().create(new).unwrap();
        }
    }
    let key = |account| service.create_key(account, "k").unwrap().key.reveal().to_owned();
    let (greedy, modest) = (key(service.default_account()), key(&modest));
    let server = service.server().start().unwrap();
    let alone = throughput(&server, &modest, 2);
    let (stop, flood) = (AtomicBool::new(false), AtomicUsize::new(0));
    let loaded = thread::scope(|scope| {
        for _ in 0..depth(40, 400) {
            thread::Builder::new()
                .stack_size(128 * 1024)
                .spawn_scoped(scope, || {
                    let mut peer = Peer::to(&server);
                    while !stop.load(Ordering::Relaxed) {
                        peer = if list(&mut peer, &greedy) == 200 { peer } else { Peer::to(&server) };
                        flood.fetch_add(1, Ordering::Relaxed);
                    }
                })
                .unwrap();
        }
        while flood.load(Ordering::Relaxed) < 100 {
            thread::yield_now();
        }
        let loaded = throughput(&server, &modest, 2);
        stop.store(true, Ordering::Relaxed);
        loaded
    });
    println!(
        "figures: listings a second of two clients: {alone:.0} alone, {loaded:.0} while another account floods ({} answers)",
        flood.into_inner()
    );
    // A short run says little: then only starvation fails.
    let least = depth(0.1, 0.5);
    assert!(loaded >= least * alone, "{loaded} of {alone}");
}

/// How many listings a second this number of clients get.
fn throughput(server: &Server, key: &str, clients: usize) -> f64 {
    let (began, answers) = (Instant::now(), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..clients {
            scope.spawn(|| {
                let mut peer = Peer::to(server);
                while began.elapsed() < measured_time() {
                    assert_eq!(list(&mut peer, key), 200);
                    answers.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    answers.into_inner() as f64 / began.elapsed().as_secs_f64()
}

fn list(peer: &mut Peer, key: &str) -> u16 {
    peer.send(format!("GET /v2/tracking_requests HTTP/1.1\r\nHost: a\r\nAuthorization: Token {key}\r\n\r\n"))
        .answer()
        .status
}
