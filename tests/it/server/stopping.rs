//! Tests of stopping a server: requests in progress are finished, and nothing hangs.

use std::io::ErrorKind;
use std::sync::mpsc;
use std::sync::{Mutex, OnceLock};
use std::thread;

use shiptrack::clock::{Clock, SystemClock};
use shiptrack::http::{ExchangePhase, Failure};

use super::*;

#[test]
fn a_request_in_flight_is_finished_before_the_server_stops() {
    let (begun, begins) = mpsc::channel();
    let (release, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let server = builder(move |request, call| {
        begun.send(()).unwrap();
        let _ = held.lock().unwrap().recv();
        echo(request, call)
    });
    let server = server.start().unwrap();
    let mut peer = Peer::to(&server);
    peer.send(post("/x", "hello"));
    begins.recv_timeout(GUARD).unwrap();
    let address = server.address();
    let stopping = thread::spawn(move || server.stop());
    // The server is stopping once it refuses connections. Other failures mean that the machine is busy.
    let refused = || TcpStream::connect(address).is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused);
    while !refused() {
        thread::yield_now();
    }
    drop(release);
    let answer = peer.answer();
    assert!(answer.text().ends_with("\nhello") && answer.closes() && peer.is_closed());
    stopping.join().unwrap();
}

#[test]
fn a_request_that_takes_too_long_is_cancelled() {
    let (begun, begins) = mpsc::channel();
    let server = builder(move |_, call| {
        begun.send(()).unwrap();
        let failure = TransportError::new(Failure::Cancelled, ExchangePhase::Receive, "cancelled");
        SystemClock::new().sleep(GUARD, &call.cancel).map(|()| Response::new(200)).map_err(|_| failure)
    });
    let server = server.limits(limits(|limits| limits.stop_deadline = SOON)).start().unwrap();
    let mut peer = Peer::to(&server);
    peer.send(post("/x", ""));
    begins.recv_timeout(GUARD).unwrap();
    server.stop();
    assert!(peer.answer().is_error(503));
}

#[test]
fn idle_connections_do_not_delay_the_stop() {
    let server = echo_server(|_| ());
    let mut peers = [Peer::to(&server), Peer::to(&server)];
    assert_eq!(peers[0].get("/").status, 200);
    drop(server);
    assert!(peers.iter_mut().all(|peer| peer.is_closed()));
}

#[test]
fn an_incomplete_request_delays_the_stop_only_until_its_deadline() {
    let server = echo_server(|limits| (limits.stop_deadline, limits.head_deadline) = (GUARD, SOON));
    let mut peer = Peer::to(&server);
    assert_eq!(peer.get("/").status, 200);
    peer.send("GET / HTTP/1.1\r\n");
    server.stop();
    assert!(peer.is_closed());
}

#[test]
fn stopping_twice_is_allowed_and_frees_the_port() {
    let server = echo_server(|_| ());
    assert_eq!(Peer::to(&server).get("/").status, 200);
    server.stop();
    server.stop();
    let second = builder(echo).address(server.address().to_string()).start().unwrap();
    assert_eq!(Peer::to(&second).get("/").status, 200);
}

#[test]
fn a_handler_can_stop_its_server() {
    for request in ["GET /stop HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), post("/stop", "")] {
        let server = Arc::new(OnceLock::<Server>::new());
        let server_in_handler = Arc::clone(&server);
        let (stopped, stops) = mpsc::channel();
        let started = builder(move |request, call| {
            server_in_handler.get().expect("the server is started").stop();
            stopped.send(()).unwrap();
            echo(request, call)
        });
        let started = started.limits(limits(|limits| limits.stop_deadline = SOON)).start().unwrap();
        let mut peer = Peer::to(&started);
        server.set(started).unwrap();
        peer.send(request);
        stops.recv_timeout(GUARD).unwrap();
    }
}

#[test]
fn run_serves_until_it_is_cancelled() {
    let cancel = CancelToken::new();
    let (found, address) = mpsc::channel();
    let port = echo_server(|_| ()).address();
    let running = thread::spawn({
        let cancel = cancel.clone();
        move || {
            let done = builder(echo).address(port.to_string()).run(&cancel);
            found.send(()).unwrap();
            done
        }
    });
    let stream = loop {
        if let Ok(stream) = TcpStream::connect(port) {
            break stream;
        }
    };
    stream.set_read_timeout(Some(GUARD)).unwrap();
    assert_eq!(Peer { stream, read: Vec::new() }.get("/").status, 200);
    cancel.cancel();
    address.recv_timeout(GUARD).unwrap();
    running.join().unwrap().unwrap();
}
