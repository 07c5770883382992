//! Speed of the server, compared with bare hyper.
//!
//! Both answer the same GET of a tracking request with the same call of the same service, on one thread. Bare hyper
//! has no limits and no deadlines, and only passes the path and the key to the service. Rounds alternate, so that
//! both run under the same load; the median of the ratios of neighboring rounds counts.

#[path = "support/http_client.rs"]
mod http_client;
mod support;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use http_body_util::Full;
use http_client::{HttpClient, get};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use shiptrack::client::NewTrackingRequest;
use shiptrack::http::{Call, Method, Request, Transport};
use shiptrack::limits::RateLimits;
use shiptrack::service::Service;
use support::{Goal, Goals, Ratios, rounds};

const ROUNDS: usize = 101;
const ROUND: Duration = Duration::from_millis(50);

/// Numbers of connections, with the names of their ratios.
const CONNECTIONS: [(usize, &str); 3] = [
    (1, "speed of the server / of bare hyper, 1 connection"),
    (16, "speed of the server / of bare hyper, 16 connections"),
    (64, "speed of the server / of bare hyper, 64 connections"),
];

const GOALS: Goals = &[
    (CONNECTIONS[0].1, Goal::AtLeast(0.85)),
    (CONNECTIONS[1].1, Goal::AtLeast(0.85)),
    (CONNECTIONS[2].1, Goal::AtLeast(0.85)),
];
/// The noise margin of the short form, as a part of a goal. Client and server share the processors with other programs.
const MARGIN: f64 = 0.15;

fn main() -> ExitCode {
    let mut ratios = Ratios::new(GOALS, MARGIN);
    let service = Service::builder().limits(RateLimits::unlimited()).in_memory().expect("a service");
    let ours = service.server().start().expect("a server on a free port");
    let request = get_request(&service);
    let bare = start_bare(service);
    for (connections, name) in CONNECTIONS {
        ratios.measure([name], || [compare(connections, bare, ours.address(), &request)]);
    }
    ratios.verdict()
}

/// The speed of our server, divided by that of bare hyper.
fn compare(connections: usize, bare: SocketAddr, ours: SocketAddr, request: &[u8]) -> f64 {
    let round = |_| (load(bare, connections, request), load(ours, connections, request));
    let mut rounds: Vec<(f64, f64)> = (0..rounds(ROUNDS)).map(round).collect();
    rounds.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
    let (theirs, ours) = rounds[rounds.len() / 2];
    println!("{connections:>4} connections: bare hyper {theirs:.0}/s, shiptrack {ours:.0}/s");
    ours / theirs
}

/// The bytes of a GET of an existing tracking request.
fn get_request(service: &Service) -> Vec<u8> {
    let new = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
    let request = service.client().tracking_requests().create(new).expect("a request");
    let key = service.create_key(service.default_account(), "bench").expect("a key").key;
    get(&format!("/v2/tracking_requests/{}", request.id), key.reveal())
}

fn start_bare(service: Service) -> SocketAddr {
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            sender.send(listener.local_addr().expect("an address")).expect("a listener");
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                stream.set_nodelay(true).expect("a socket");
                let service = service.clone();
                let answer = service_fn(move |request| answer_bare(service.clone(), request));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
            }
        });
    });
    address.recv().expect("a server")
}

async fn answer_bare(
    service: Service,
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<Full<Bytes>>, Infallible> {
    let key = request.headers().get("authorization").and_then(|value| value.to_str().ok()).expect("a key");
    let request = Request::new(Method::Get, request.uri().path()).header("Authorization", key);
    let response = service.send(request, &Call::default()).expect("an answer");
    let answer = hyper::Response::builder().status(response.status);
    let answer = answer.header("content-type", response.headers.get("content-type").unwrap_or_default());
    Ok(answer.body(Full::new(Bytes::from(response.body))).expect("a valid answer"))
}

/// Requests per second over open connections. One thread sends on all connections before it reads from any.
fn load(server: SocketAddr, connections: usize, request: &[u8]) -> f64 {
    let done = AtomicBool::new(false);
    let answered = AtomicU64::new(0);
    let mut clients = (0..connections).map(|_| HttpClient::connect(server)).collect::<Vec<_>>();
    let started = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                clients.iter_mut().for_each(|client| client.send(request));
                clients.iter_mut().for_each(HttpClient::receive);
                answered.fetch_add(connections as u64, Ordering::Relaxed);
            }
        });
        thread::sleep(ROUND);
        done.store(true, Ordering::Relaxed);
    });
    answered.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64()
}
