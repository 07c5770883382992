//! Tests that idle and slow connections of one account or address do not take the places of others.

use std::net::SocketAddr;
use std::time::Instant;

use super::*;

const PLACES: usize = 8;
const HUGE: usize = 64 * 1024 * 1024;

fn server() -> Server {
    let answer = |request: Request, call: &Call| match request.path() {
        "/huge" => Ok(Response::new(200).body("text/plain", vec![b'x'; HUGE])),
        _ => echo(request, call),
    };
    // Longer than the tests wait, so that no place becomes free because a deadline passed.
    let limits = limits(|limits| {
        limits.connections = PLACES;
        (limits.head_deadline, limits.body_deadline, limits.body_rate_period) = (3 * GUARD, 3 * GUARD, 3 * GUARD);
        (limits.idle_deadline, limits.write_deadline) = (3 * GUARD, 3 * GUARD);
    });
    builder(answer).limits(limits).start().unwrap()
}

/// A connection from another address than that of [`Peer::to`].
fn from_elsewhere(server: &Server) -> Peer {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
        socket.connect(server.address()).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(GUARD)).unwrap();
    Peer { stream, read: Vec::new() }
}

/// A connection that has a place. The server may be reading a head, and does not wait for the client then.
fn served(server: &Server, request: &str) -> Peer {
    let begun = Instant::now();
    loop {
        let mut peer = Peer::to(server);
        if peer.send(request).answer().status != 503 {
            return peer;
        }
        assert!(begun.elapsed() < GUARD, "no place becomes free");
    }
}

fn get_of(account: u8, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: a\r\nX-Account: {account}\r\n\r\n")
}

#[test]
fn idle_connections_of_an_address_do_not_keep_others_out() {
    let server = server();
    let mut idle: Vec<_> = (0..PLACES).map(|_| from_elsewhere(&server)).collect();
    assert!(idle.iter_mut().all(|peer| peer.get("/").status == 200));
    let mut others = [Peer::to(&server), Peer::to(&server), Peer::to(&server)];
    assert!(others.iter_mut().all(|peer| peer.get("/").status == 200));
    assert!(idle[..3].iter_mut().all(Peer::is_closed), "the connections that were idle longest are closed");
    assert!(idle[3..].iter_mut().all(|peer| peer.get("/").status == 200));
    assert!(others.iter_mut().all(|peer| peer.get("/").status == 200));
}

#[test]
fn an_address_whose_connections_are_all_in_use_gets_no_further_one() {
    let server = server();
    loop {
        let begun = Instant::now();
        let _in_use: Vec<_> = (0..PLACES).map(|_| served(&server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")).collect();
        let further = Peer::to(&server).get("/");
        // A connection that has waited for a second may be closed.
        if begun.elapsed() < Duration::from_secs(1) {
            return assert!(further.is_error(503));
        }
    }
}

#[test]
fn slow_connections_of_an_address_do_not_keep_others_out() {
    let server = server();
    for slow in ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1"] {
        let _slow: Vec<_> = (0..PLACES)
            .map(|_| {
                let mut peer = from_elsewhere(&server);
                peer.send(slow);
                peer
            })
            .collect();
        served(&server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    }
}

#[test]
fn an_account_behind_a_proxy_does_not_keep_others_out() {
    let server = server();
    for request in [
        get_of(1, "/"),
        get_of(1, "/huge"),
        get_of(1, "/").replace("GET", "PUT").replace("Host", "Content-Length: 5\r\nHost"),
    ] {
        let mut other = served(&server, &get_of(2, "/"));
        let mut flood: Vec<_> = (1..PLACES).map(|_| Peer::to(&server)).collect();
        for peer in &mut flood {
            peer.send(&request);
        }
        let _further = served(&server, &get_of(3, "/"));
        assert_eq!(other.send(get_of(2, "/")).answer().status, 200, "an account with few connections loses none");
    }
}

#[test]
fn connections_with_a_request_in_progress_are_not_closed() {
    let (server, begins, release) = hanging_server(limits(|limits| limits.connections = PLACES));
    let mut busy: Vec<_> = (0..PLACES - 1).map(|_| from_elsewhere(&server)).collect();
    // The server waits for the bodies of some requests first.
    for (at, peer) in busy.iter_mut().enumerate() {
        let body = if at % 2 == 0 { "1" } else { "" };
        peer.send(post("/hang", body).strip_suffix(body).unwrap());
    }
    let mut idle = from_elsewhere(&server);
    assert_eq!(idle.get("/").status, 200);
    for peer in busy.iter_mut().step_by(2) {
        peer.send("1");
    }
    busy.iter().for_each(|_| begins.recv_timeout(GUARD).unwrap());
    let mut other = Peer::to(&server);
    assert_eq!(other.get("/").status, 200);
    assert!(idle.is_closed());
    other.send(post("/hang", ""));
    begins.recv_timeout(GUARD).unwrap();
    assert!(Peer::to(&server).get("/").is_error(503), "no connection waits for its client");
    drop(release);
    assert!(busy.iter_mut().chain([&mut other]).all(|peer| peer.answer().status == 200));
}
