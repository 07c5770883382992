//! Tests of limits and deadlines: large, numerous or slow requests are refused or cut off, without effect on other clients.

use super::*;

#[test]
fn an_incomplete_head_is_cut_off_at_its_deadline() {
    let server = echo_server(|limits| limits.head_deadline = SOON);
    for part in ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX-A: "] {
        assert!(Peer::to(&server).send(part).is_closed());
    }
    let mut peer = Peer::to(&server);
    assert_eq!(peer.get("/").status, 200);
    assert!(peer.send("GET / HTTP/1.1\r\n").is_closed());
}

#[test]
fn a_slowly_sent_head_is_cut_off_at_its_deadline() {
    let server = echo_server(|limits| limits.head_deadline = SOON);
    let mut peer = Peer::to(&server);
    peer.send("GET / HTTP/1.1\r\n").stream.set_nodelay(true).unwrap();
    // Ends when the server has closed the connection. Each read that times out is a pause.
    peer.stream.set_read_timeout(Some(Duration::from_millis(5))).unwrap();
    while peer.stream.write_all(b"X-A: 1\r\n").is_ok() {
        match peer.stream.read(&mut [0; 512]) {
            Ok(read) => {
                assert_eq!(read, 0);
                break;
            }
            Err(error) if matches!(error.kind(), IoErrorKind::WouldBlock | IoErrorKind::TimedOut) => {}
            Err(_) => break,
        }
    }
}

#[test]
fn an_idle_connection_is_closed() {
    let server = echo_server(|limits| limits.idle_deadline = SOON);
    let mut peer = Peer::to(&server);
    assert!(peer.get("/").status == 200 && peer.is_closed());
}

#[test]
fn a_missing_body_is_answered_with_408() {
    let server = echo_server(|limits| limits.body_deadline = SOON);
    for head in ["Content-Length: 9", "Transfer-Encoding: chunked"] {
        let mut peer = Peer::to(&server);
        let answer = peer.send(format!("POST / HTTP/1.1\r\nHost: a\r\n{head}\r\n\r\n1\r\n")).answer();
        assert!(answer.is_error(408) && answer.closes(), "{answer:?}");
        peer.stream.shutdown(std::net::Shutdown::Write).unwrap();
        assert!(peer.is_closed());
    }
}

#[test]
fn an_unread_answer_is_dropped_at_its_deadline() {
    const HUGE: usize = 64 * 1024 * 1024;
    let huge = |request: Request, call: &Call| match request.path() {
        "/huge" => Ok(Response::new(200).body("text/plain", vec![b'x'; HUGE])),
        _ => echo(request, call),
    };
    let limits = limits(|limits| (limits.write_deadline, limits.connections) = (SOON, 1));
    let server = builder(huge).limits(limits).start().unwrap();
    let mut slow_reader = Peer::to(&server);
    slow_reader.send("GET /huge HTTP/1.1\r\nHost: a\r\n\r\n");
    assert!(slow_reader.fill(), "the answer has begun");
    // The only connection is occupied until that answer is dropped.
    while Peer::to(&server).get("/").status == 503 {}
    while slow_reader.fill() {}
    assert!(slow_reader.read.len() < HUGE);
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let server = echo_server(|limits| limits.head_bytes = 9_000);
    let mut peer = Peer::to(&server);
    let answer = peer.send(format!("GET / HTTP/1.1\r\nHost: a\r\nX-A: {}\r\n\r\n", "x".repeat(9_000))).answer();
    assert!(answer.status == 431 && peer.is_closed());
    let answer = Peer::to(&server).send(format!("GET /{} HTTP/1.1\r\nX-A: ", "x".repeat(200_000))).answer();
    assert_eq!(answer.status, 431);
    let fields = (0..100).map(|n| format!("X-{n}: 1\r\n")).collect::<String>();
    let answer = Peer::to(&server).send(format!("GET / HTTP/1.1\r\nHost: a\r\n{fields}\r\n")).answer();
    assert_eq!(answer.status, 431);
    assert_eq!(Peer::to(&server).get(&format!("/{}", "x".repeat(8_900))).status, 200);
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let server = echo_server(|limits| limits.body_bytes = 10);
    assert_eq!(Peer::to(&server).post("/", "0123456789").status, 200);
    for request in [
        post("/", "0123456789x"),
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n".to_owned(),
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n9\r\n123456789\r\n"
            .to_owned(),
        post("/", &"x".repeat(900_000)),
    ] {
        let answer = Peer::to(&server).send(request).answer();
        assert!(answer.is_error(413) && answer.closes(), "{answer:?}");
    }
}

#[test]
fn a_client_that_sends_all_of_an_oversized_body_still_reads_the_refusal() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    peer.stream.write_all(post("/", &"x".repeat(32 * 1024 * 1024)).as_bytes()).unwrap();
    assert!(peer.answer().is_error(413));
}

#[test]
fn a_body_that_arrives_too_slowly_is_answered_with_408() {
    let server = echo_server(|limits| (limits.body_rate_period, limits.body_rate_bytes) = (SOON, 4));
    let answer = Peer::to(&server).send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n12345").answer();
    assert!(answer.is_error(408) && answer.closes(), "{answer:?}");
}

#[test]
fn a_body_with_the_minimum_rate_may_take_several_periods() {
    let server = echo_server(|limits| (limits.body_rate_period, limits.body_rate_bytes) = (5 * SOON, 1));
    let mut peer = Peer::to(&server);
    peer.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n");
    for _ in 0..10 {
        std::thread::sleep(SOON);
        peer.send("x");
    }
    assert_eq!(peer.answer().status, 200);
}

#[test]
fn memory_of_all_bodies_is_limited_and_released() {
    // An account can use half of it.
    let server = echo_server(|limits| limits.total_body_bytes = 20);
    let mut first = Peer::to(&server);
    first.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
    assert_eq!(first.answer().status, 100);
    first.send("12345678");
    // The eight bytes count once the server has read them.
    while Peer::to(&server).post("/", "1234").status == 200 {}
    let answer = Peer::to(&server).post("/", "1234");
    assert!(answer.is_error(503) && answer.header("retry-after") == Some("1"));
    assert_eq!(first.send("9").answer().status, 200);
    assert_eq!(Peer::to(&server).post("/", "0123456789").status, 200);
}

#[test]
fn an_incomplete_body_does_not_reach_the_transport() {
    let server = builder(|request, _| panic!("{request:?} went through")).start().unwrap();
    for head in ["Content-Length: 9", "Transfer-Encoding: chunked"] {
        let mut peer = Peer::to(&server);
        peer.send(format!("POST / HTTP/1.1\r\nHost: a\r\n{head}\r\n\r\n1\r\n"));
        peer.stream.shutdown(std::net::Shutdown::Write).unwrap();
        while peer.fill() {}
        assert!(peer.read.is_empty() || peer.answer().is_error(400));
    }
    assert_eq!(
        Peer::to(&server)
            .send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            .answer()
            .status,
        400
    );
}

#[test]
fn an_excess_connection_gets_503_while_all_others_are_in_use() {
    let (server, begins, release) = hanging_server(limits(|limits| limits.connections = 2));
    let mut busy = [Peer::to(&server), Peer::to(&server)];
    for peer in &mut busy {
        peer.send(post("/hang", ""));
        begins.recv_timeout(GUARD).unwrap();
    }
    let mut third = Peer::to(&server);
    let answer = third.get("/");
    assert!(answer.is_error(503) && answer.closes() && answer.header("retry-after") == Some("1"));
    third.stream.shutdown(std::net::Shutdown::Write).unwrap();
    assert!(third.is_closed());
    drop(release);
    assert!(busy.iter_mut().all(|peer| peer.answer().status == 200));
    let [first, mut second] = busy;
    drop(first);
    while Peer::to(&server).get("/").status == 503 {}
    assert_eq!(second.get("/").status, 200);
}

#[test]
fn each_of_many_excess_connections_gets_503() {
    let (server, begins, release) = hanging_server(limits(|limits| limits.connections = 1));
    let mut first = Peer::to(&server);
    first.send(post("/hang", ""));
    begins.recv_timeout(GUARD).unwrap();
    let mut others = (0..200).map(|_| Peer::to(&server)).collect::<Vec<_>>();
    for peer in &mut others {
        peer.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    for mut peer in others {
        assert!(peer.answer().is_error(503));
    }
    drop(release);
    assert_eq!(first.answer().status, 200);
}

#[test]
fn hanging_clients_do_not_disturb_others() {
    let server = echo_server(|_| ());
    let incomplete = ["", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1"];
    let peers = incomplete.iter().cycle().take(150).map(|part| {
        let mut peer = Peer::to(&server);
        peer.send(part);
        peer
    });
    let peers = peers.collect::<Vec<_>>();
    let mut healthy = Peer::to(&server);
    assert!(healthy.get("/").status == 200 && healthy.post("/", "x").status == 200);
    drop(peers);
}

#[test]
fn a_hanging_request_does_not_delay_others() {
    let (server, begins, release) = hanging_server(ServerLimits::default());
    let mut hung = [Peer::to(&server), Peer::to(&server)];
    hung[0].send(post("/hang", ""));
    hung[1].send("GET /hang HTTP/1.1\r\nHost: a\r\n\r\n");
    for _ in &hung {
        begins.recv_timeout(GUARD).unwrap();
    }
    let mut other = Peer::to(&server);
    assert!(other.get("/").status == 200 && other.post("/", "x").status == 200);
    drop(release);
    assert!(hung.iter_mut().all(|peer| peer.answer().status == 200));
}

#[test]
fn a_full_pool_is_answered_with_503_and_retry_after() {
    let (server, begins, release) = hanging_server(limits(|limits| (limits.handlers, limits.queue) = (1, 0)));
    let mut first = Peer::to(&server);
    first.send(post("/hang", ""));
    begins.recv_timeout(GUARD).unwrap();
    let mut second = Peer::to(&server);
    let refused = second.post("/", "");
    assert!(refused.is_error(503) && refused.header("retry-after") == Some("1"));
    assert!(second.get("/").is_error(503));
    assert_eq!(second.get("/brief").status, 200);
    drop(release);
    assert_eq!(first.answer().status, 200);
    while second.post("/", "").status == 503 {}
}
