//! What the server costs on top of bare hyper.
//!
//! Both answer the same GET with the same transport call on their one thread. Bare hyper has no limits, no deadlines, and
//! hands the transport nothing but the path. Rounds alternate, so both see the same machine; the median of the ratios of
//! neighbouring rounds counts.

use std::convert::Infallible;
use std::hint::black_box;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use shiptrack::clock::{CancelToken, Cancelled};
use shiptrack::http::{Call, Method, Request, Response, Transport, TransportError};
use shiptrack::server::Server;

const CONNECTIONS: [usize; 3] = [1, 16, 64];
const ROUNDS: usize = 101;
const ROUND: Duration = Duration::from_millis(50);
const GOAL: f64 = 0.85;

const REQUEST: &[u8] = b"GET /v2/tracking_requests/0b1c9f9e-8f5a-7b3e-9a53-0123456789ab HTTP/1.1\r\n\
    Host: 127.0.0.1\r\nAuthorization: Token 0123456789abcdef0123456789abcdef\r\n\
    Accept: application/vnd.api+json\r\nUser-Agent: bench/1\r\n\r\n";

/// Answers half a kilobyte, a tracking request's size, at once.
struct Instantly;

impl Transport for Instantly {
    fn send(&self, request: Request, _: &Call) -> Result<Response, TransportError> {
        black_box(&request);
        Ok(Response::new(200).body("application/vnd.api+json", vec![b'x'; 512]))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

fn main() {
    let transport: Arc<dyn Transport> = Arc::new(Instantly);
    let ours = Server::builder(Arc::clone(&transport)).start().expect("a server on a free port");
    let bare = start_bare(transport);
    println!("{:>11} {:>14} {:>14} {:>7}", "connections", "bare hyper/s", "shiptrack/s", "ratio");
    for connections in CONNECTIONS {
        let mut rounds = (0..ROUNDS).map(|_| (load(bare, connections), load(ours.address(), connections)));
        rounds.next();
        let mut rounds = rounds.collect::<Vec<_>>();
        rounds.sort_by(|a, b| (a.1 / a.0).total_cmp(&(b.1 / b.0)));
        let (theirs, ours) = rounds[rounds.len() / 2];
        let verdict = if ours / theirs < GOAL { "  below the goal" } else { "" };
        println!("{connections:>11} {theirs:>14.0} {ours:>14.0} {:>7.2}{verdict}", ours / theirs);
    }
}

fn start_bare(transport: Arc<dyn Transport>) -> SocketAddr {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            tell.send(listener.local_addr().expect("an address")).expect("a listener");
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                stream.set_nodelay(true).expect("a socket");
                let transport = Arc::clone(&transport);
                let service = service_fn(move |request| answer_bare(Arc::clone(&transport), request));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
    });
    told.recv().expect("a server")
}

async fn answer_bare(
    transport: Arc<dyn Transport>,
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<Full<Bytes>>, Infallible> {
    let request = Request::new(Method::Get, request.uri().path());
    let response = transport.send(request, &Call::default()).expect("an answer");
    let answer = hyper::Response::builder().status(response.status);
    let answer = answer.header("content-type", response.headers.get("content-type").unwrap_or_default());
    Ok(answer.body(Full::new(Bytes::from(response.body))).expect("a valid answer"))
}

/// Requests per second over kept connections. One thread sends on all of its connections before it reads from any.
fn load(server: SocketAddr, connections: usize) -> f64 {
    let done = AtomicBool::new(false);
    let answered = AtomicU64::new(0);
    let mut streams = (0..connections).map(|_| connect(server)).collect::<Vec<_>>();
    let started = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                streams.iter_mut().for_each(|stream| stream.write_all(REQUEST).expect("a connection"));
                streams.iter_mut().for_each(read_answer);
                answered.fetch_add(connections as u64, Ordering::Relaxed);
            }
        });
        thread::sleep(ROUND);
        done.store(true, Ordering::Relaxed);
    });
    answered.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64()
}

fn connect(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).expect("a connection");
    stream.set_nodelay(true).expect("a socket");
    stream
}

/// The answer ends with the body's last letter, and no letter of the head comes 512 times in a row.
fn read_answer(stream: &mut TcpStream) {
    let mut answer = [0; 4096];
    let mut length = 0;
    while length < 512 || !answer[..length].ends_with(&[b'x'; 512]) {
        let read = stream.read(&mut answer[length..]).expect("an answer");
        assert!(read > 0, "the server hung up");
        length += read;
    }
}
