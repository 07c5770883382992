//! Tests of HTTP messages: which requests are accepted or refused, and how they reach the transport.

use shiptrack::Service;
use shiptrack::error::ErrorKind;
use shiptrack::http::{ExchangePhase, Failure};

use super::*;

#[test]
fn requests_are_answered_one_after_another_on_one_connection() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    for round in 0..3 {
        let answer = peer.get(&format!("/v2/ports?q={round}"));
        assert_eq!(answer.text(), format!("GET {}/v2/ports?q={round}\n", server.url()));
        assert!(answer.header("date").is_some() && answer.header("server").is_none());
        assert_eq!(peer.post("/v2/webhooks", "hello").text(), format!("POST {}/v2/webhooks\nhello", server.url()));
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
    let requests = (0..40).map(|n| if n % 3 == 0 { post(&format!("/{n}"), "x") } else { get(&format!("/{n}")) });
    peer.send(requests.collect::<String>());
    for n in 0..40 {
        assert!(peer.answer().text().lines().next().unwrap().ends_with(&format!("/{n}")));
    }
}

#[test]
fn a_host_header_does_not_show_in_the_url() {
    let server = echo_server(|_| ());
    for target in ["/v2/x", "http://evil.example/v2/x"] {
        let request = format!("GET {target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n\r\n");
        assert_eq!(Peer::to(&server).send(request).answer().text(), format!("GET {}/v2/x\n", server.url()));
    }
}

#[test]
fn links_start_with_the_public_url() {
    let server = builder(echo).public_url("https://tracking.example.com/").start().unwrap();
    assert_eq!(server.url(), "https://tracking.example.com");
    assert_eq!(Peer::to(&server).get("/v2").text(), "GET https://tracking.example.com/v2\n");
}

#[test]
fn head_has_the_length_of_get_and_no_body() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    let length = peer.get("/v2/x").header("content-length").unwrap().to_owned();
    let answer = peer.send("HEAD /v2/x HTTP/1.1\r\nHost: a\r\n\r\n").answer_without_body(true);
    assert_eq!((answer.status, answer.header("content-length")), (200, Some(length.as_str())));
    assert_eq!(peer.get("/v2/y").status, 200);
}

#[test]
fn headers_are_passed_in_both_directions() {
    let server = builder(|request, _| {
        let given = request.headers.get_all("x-given").collect::<Vec<_>>().join("|");
        let mut response = Response::new(202).header("X-Given", given);
        response.headers.append("X-Twice", "1");
        response.headers.append("X-Twice", "2");
        Ok(response)
    });
    let server = server.start().unwrap();
    let request = "OPTIONS /x HTTP/1.1\r\nHost: a\r\nX-Given: ä\r\nx-given: b, c\r\n\r\n";
    let answer = Peer::to(&server).send(request).answer();
    assert_eq!((answer.status, answer.header("x-given")), (202, Some("ä|b, c")));
    assert!(answer.head.contains("x-twice: 1\r\nx-twice: 2\r\n"));
}

#[test]
fn a_chunked_body_is_complete_and_closes_the_connection() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    assert_eq!(peer.get("/").status, 200);
    let chunks = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n";
    let answer = peer.send(chunks).answer();
    assert!(answer.text().ends_with("\nhello") && answer.closes() && peer.is_closed());
}

#[test]
fn a_client_that_waits_for_100_continue_receives_it() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    peer.send("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
    assert_eq!(peer.answer().status, 100);
    assert!(peer.send("hello").answer().text().ends_with("\nhello"));
}

#[test]
fn other_expectations_are_refused_with_417() {
    let server = builder(|request, _| panic!("{request:?} reached the transport")).start().unwrap();
    for expectation in ["200-ok", "100-continue, 200-ok", "100-continue\r\nExpect: 200-ok"] {
        let mut peer = Peer::to(&server);
        peer.send(format!("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: {expectation}\r\n\r\n"));
        let answer = peer.answer();
        assert!(answer.is_error(417) && answer.closes(), "{expectation}: {answer:?}");
    }
}

#[test]
fn a_body_is_not_read_for_an_invalid_key() {
    let service = Service::in_memory().unwrap();
    let key = service.create_key(service.default_account(), "a").unwrap().key;
    let server = service.server().start().unwrap();
    let post = |authorization: &str| {
        let mut peer = Peer::to(&server);
        peer.send(format!(
            "POST /v2/tracking_requests HTTP/1.1\r\nHost: a\r\n{authorization}Content-Type: application/json\r\n\
             Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        ));
        peer
    };
    for authorization in ["", "Authorization: Token unknown\r\n", "Authorization: Basic x\r\n"] {
        let answer = post(authorization).answer();
        assert!(answer.is_error(401) && answer.closes(), "{authorization}: {answer:?}");
    }
    let mut authorized = post(&format!("Authorization: Token {}\r\n", key.reveal()));
    assert_eq!(authorized.answer().status, 100);
    assert_eq!(authorized.send("{}").answer().status, 400);
}

#[test]
fn http_1_0_is_answered_and_closed() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    assert_eq!(peer.send("GET /x HTTP/1.0\r\n\r\n").answer().status, 200);
    assert!(peer.is_closed());
}

#[test]
fn a_client_that_closes_its_sending_side_gets_its_answer() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    peer.send(post("/x", "hello")).stream.shutdown(std::net::Shutdown::Write).unwrap();
    assert!(peer.answer().text().ends_with("\nhello"));
    assert!(peer.is_closed());
}

#[test]
fn a_request_with_two_lengths_is_refused() {
    let server = builder(|request, _| panic!("{request:?} reached the transport")).start().unwrap();
    for lengths in [
        "Content-Length: 4\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "content-length:4\r\nX-A: 1\r\ntransfer-encoding:\tchunked",
        "Content-Length: 4\r\nContent-Length: 4",
        "Content-Length: 4\r\nX-A: 1\r\ncontent-length:4",
        "Content-Length: 4\r\nContent-Length: 5",
        "Content-Length: 4, 4",
        "Content-Length: +4",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding : chunked",
        "X-A: 1\r\n Transfer-Encoding: chunked",
    ] {
        let mut peer = Peer::to(&server);
        let answer = peer.send(format!("POST /x HTTP/1.1\r\nHost: a\r\n{lengths}\r\n\r\n0\r\n\r\nGET /y HTTP/1.1\r\n"));
        let answer = answer.answer();
        assert!(answer.status == 400 && answer.closes() && peer.is_closed(), "{lengths}: {answer:?}");
    }
}

#[test]
fn a_request_with_two_lengths_is_refused_after_valid_requests() {
    let server = echo_server(|_| ());
    let mut peer = Peer::to(&server);
    let twice = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    peer.send(post("/x", "Transfer-Encoding: chunked\r\n\r\n") + &post("/y", "\r\n\r\n") + twice);
    assert_eq!((peer.answer().status, peer.answer().status), (200, 200));
    assert!(peer.answer().is_error(400) && peer.is_closed());
}

#[test]
fn an_invalid_request_is_refused() {
    let server = echo_server(|_| ());
    for (status, request) in [
        (400, "GET /x HTTP/1.1\r\n\r\n"),
        (400, "GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        (400, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
        (400, "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n"),
        (405, "TRACE /x HTTP/1.1\r\nHost: a\r\n\r\n"),
        (405, "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
        (405, "get /x HTTP/1.1\r\nHost: a\r\n\r\n"),
    ] {
        let answer = Peer::to(&server).send(request).answer();
        assert!(answer.is_error(status), "{request}: {answer:?}");
        assert_eq!(answer.header("allow").is_some(), status == 405);
    }
    let answer = Peer::to(&server).send(b"GET /x HTTP/1.1\r\nHost: a\r\nX-A: \xff\r\n\r\n").answer();
    assert!(answer.is_error(400));
    assert_eq!(Peer::to(&server).send("GET x HTTP/1.1\r\nHost: a\r\n\r\n").answer().status, 400);
}

#[test]
fn a_failing_transport_is_answered_with_a_server_error() {
    for (status, failure) in [(503, Failure::Timeout), (503, Failure::Cancelled), (500, Failure::Io)] {
        let server =
            builder(move |_, _| Err(TransportError::new(failure, ExchangePhase::Receive, "secret"))).start().unwrap();
        let answer = Peer::to(&server).get("/");
        assert!(answer.is_error(status) && !answer.text().contains("secret"));
    }
}

#[test]
fn a_panic_of_a_handler_is_answered_with_500_and_the_server_continues() {
    let server = builder(|request, call| match request.path() {
        "/panic" => std::panic::resume_unwind(Box::new(())),
        _ => echo(request, call),
    });
    let server = server.start().unwrap();
    let mut peer = Peer::to(&server);
    assert!(peer.get("/panic").is_error(500) && peer.post("/panic", "x").is_error(500));
    assert!(peer.get("/").status == 200 && peer.post("/", "x").status == 200);
}

#[test]
fn an_invalid_server_setting_is_refused_by_name() {
    let taken = echo_server(|_| ()).address().to_string();
    let holder = builder(echo).address(&taken).start().unwrap();
    for (field, builder) in [
        ("address", builder(echo).address(holder.address().to_string())),
        ("address", builder(echo).address("example.com:80")),
        ("address", builder(echo).address("0.0.0.0:0")),
        ("public_url", builder(echo).address("0.0.0.0:0").allow_remote()),
        ("public_url", builder(echo).public_url("https://a/v2")),
        ("handlers", builder(echo).limits(limits(|limits| limits.handlers = 0))),
    ] {
        let error = builder.start().unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some(field)));
    }
}

#[test]
fn the_server_listens_on_all_addresses_if_configured() {
    let server = builder(echo).address("0.0.0.0:0").allow_remote().public_url("http://a.example").start().unwrap();
    let stream = TcpStream::connect(("127.0.0.1", server.address().port())).unwrap();
    stream.set_read_timeout(Some(GUARD)).unwrap();
    assert_eq!(Peer { stream, read: Vec::new() }.get("/x").text(), "GET http://a.example/x\n");
}
