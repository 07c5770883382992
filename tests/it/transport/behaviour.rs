//! The behaviour of every adapter of the transport port. `transport_suite!` tests one adapter.

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use shiptrack::clock::{CancelToken, Clock};
use shiptrack::http::{
    Call, Egress, ExchangePhase, Failure, Method, Request, Response, SendStatus, Transport, TransportError,
};
use shiptrack_tests::script_server::{CLOSED_PORT, Script, Server, answer, chunked, head};
use shiptrack_tests::with;

/// Long enough for a loopback exchange to begin, and short enough for a test.
const SOON: Duration = Duration::from_millis(300);

/// The adapter under test, and its clock.
pub struct Subject {
    pub transport: Arc<dyn Transport>,
    pub clock: Arc<dyn Clock>,
}

impl Subject {
    fn send(&self, request: Request) -> Result<Response, TransportError> {
        self.transport.send(request, &Call::default())
    }

    fn get(&self, server: &Server) -> Result<Response, TransportError> {
        self.send(Request::new(Method::Get, server.url("/")))
    }

    fn get_by(&self, server: &Server, time: Duration) -> Result<Response, TransportError> {
        let call = Call::default().with_deadline(self.clock.monotonic() + time);
        self.transport.send(Request::new(Method::Get, server.url("/")), &call)
    }

    fn get_limited(&self, server: &Server, body_limit: usize) -> Result<Response, TransportError> {
        self.transport.send(Request::new(Method::Get, server.url("/")), &Call::default().with_body_limit(body_limit))
    }
}

/// Frames a body as a response.
type Frame = dyn Fn(&[u8]) -> Vec<u8>;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn classify(failed: &TransportError) -> (Failure, ExchangePhase, SendStatus) {
    (failed.failure, failed.phase, failed.send_status())
}

pub fn request_arrives_unchanged(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b""));
    let request = Request::new(Method::Post, server.url("/v2/things?page%5Bsize%5D=3&q=a%20b#top"))
        .header("X-Account", "7")
        .header("User-Agent", "mine/1")
        .body("application/vnd.api+json", r#"{"data":1}"#);
    subject.send(request).unwrap();
    let seen = &server.requests()[0];
    assert_eq!((seen.method.as_str(), seen.target.as_str()), ("POST", "/v2/things?page%5Bsize%5D=3&q=a%20b"));
    assert_eq!((seen.header("X-Account"), seen.header("user-agent")), (Some("7"), Some("mine/1")));
    assert_eq!(seen.header("Content-Type"), Some("application/vnd.api+json"));
    assert_eq!(seen.header("Content-Length"), Some("10"));
    assert_eq!(seen.header("Host"), Some(server.address().to_string().as_str()));
    assert_eq!(seen.body, br#"{"data":1}"#);
}

pub fn every_method_is_sent_with_and_without_a_body(subject: &Subject) {
    use Method::*;
    for method in [Get, Head, Options, Post, Put, Patch, Delete] {
        for body in [&b""[..], b"hello"] {
            let server = Server::answering(head(204, &[]));
            let request = with(Request::new(method, server.url("/x")), |it| it.body = body.to_vec());
            assert_eq!(subject.send(request).unwrap().status, 204);
            let seen = &server.requests()[0];
            assert_eq!((seen.method.as_str(), seen.body.as_slice()), (method.as_str(), body));
        }
    }
}

pub fn large_body_is_sent_completely(subject: &Subject) {
    let server = Server::answering(answer(201, &[], b"thanks"));
    let body: Vec<u8> = (0..3_000_000_u32).map(|n| n as u8).collect();
    subject.send(Request::new(Method::Post, server.url("/")).body("text/plain", body.clone())).unwrap();
    assert!(server.requests()[0].body == body);
}

pub fn response_of_any_status_is_returned(subject: &Subject) {
    for status in [200, 201, 202, 299, 300, 400, 401, 403, 404, 409, 415, 422, 429, 500, 502, 503, 504, 599] {
        let server = Server::answering(answer(status, &[("Retry-After", "7"), ("X-Request-Id", "r1")], b"why"));
        let response = subject.get(&server).unwrap();
        assert_eq!((response.status, response.body.as_slice()), (status, &b"why"[..]));
        assert_eq!(
            (response.headers.get("retry-after"), response.headers.get("X-Request-ID")),
            (Some("7"), Some("r1"))
        );
    }
}

pub fn connection_is_reused_after_a_response_without_body(subject: &Subject) {
    let silent = [head(204, &[]), head(304, &[("ETag", "x")]), answer(200, &[], b"")];
    let script = silent.into_iter().fold(Script::new(), Script::answer);
    let to_head = head(200, &[("Content-Length", "5000"), ("Content-Encoding", "gzip")]);
    let server = Server::start([script.answer(to_head).answer(answer(200, &[], b"end"))]);
    for status in [204, 304, 200] {
        let response = subject.get(&server).unwrap();
        assert_eq!((response.status, response.body.len()), (status, 0));
    }
    let response = subject.send(Request::new(Method::Head, server.url("/"))).unwrap();
    assert_eq!((response.headers.get("Content-Length"), response.body.len()), (Some("5000"), 0));
    assert_eq!(subject.get(&server).unwrap().body, b"end");
    assert_eq!(server.connections(), 1);
}

pub fn redirects_are_not_followed(subject: &Subject) {
    let elsewhere = Server::answering(answer(200, &[], b"stolen"));
    for status in [301, 302, 303, 307, 308] {
        for body in [&b""[..], b"moved"] {
            let server = Server::answering(answer(status, &[("Location", &elsewhere.url("/"))], body));
            let request = Request::new(Method::Post, server.url("/")).header("Authorization", "Token t");
            let response = subject.send(request.body("text/plain", "x")).unwrap();
            assert_eq!((response.status, response.body.as_slice()), (status, body));
            assert_eq!(response.headers.get("Location"), Some(elsewhere.url("/").as_str()));
        }
    }
    assert_eq!(elsewhere.connections(), 0);
}

pub fn cookies_are_not_stored(subject: &Subject) {
    let server = Server::answering(answer(200, &[("Set-Cookie", "session=1")], b""));
    subject.get(&server).unwrap();
    subject.get(&server).unwrap();
    assert_eq!(server.requests()[1].header("Cookie"), None);
}

pub fn interim_response_is_ignored(subject: &Subject) {
    let early = head(103, &[("Link", "</style.css>; rel=preload")]);
    let server = Server::answering([early, answer(200, &[], b"final")].concat());
    assert_eq!(subject.get(&server).unwrap().body, b"final");
}

pub fn connection_is_reused_with_any_framing(subject: &Subject) {
    let zipped = gzip(b"three");
    let script = Script::new()
        .answer(answer(200, &[], b"one"))
        .answer(chunked(200, &[], &[b"t", b"wo"]))
        .answer(answer(200, &[("Content-Encoding", "gzip")], &zipped))
        .answer(chunked(200, &[("Content-Encoding", "gzip")], &[&zipped[..5], &zipped[5..]]))
        .answer(answer(200, &[("Connection", "close")], b"four"));
    let server = Server::start([script, Script::new().answer(answer(200, &[], b"five"))]);
    for body in ["one", "two", "three", "three", "four", "five"] {
        assert_eq!(subject.get(&server).unwrap().body, body.as_bytes());
    }
    assert_eq!(server.connections(), 2);
}

pub fn body_without_length_ends_with_its_connection(subject: &Subject) {
    let server = Server::start([Script::new().answer([head(200, &[]), b"to the end".to_vec()].concat())]);
    assert_eq!(subject.get(&server).unwrap().body, b"to the end");
}

pub fn body_limit_is_exact(subject: &Subject) {
    let size = 200_000;
    let (fits, exceeds) = (vec![b'x'; size], vec![b'x'; size + 1]);
    let framed: [&Frame; 4] = [
        &|body| answer(200, &[], body),
        &|body| chunked(200, &[], &[body]),
        &|body| [head(200, &[("Connection", "close")]), body.to_vec()].concat(),
        &|body| answer(200, &[("Content-Encoding", "gzip")], &gzip(body)),
    ];
    for frame in framed {
        let server = Server::start([Script::new().answer(frame(&fits)), Script::new().answer(frame(&exceeds))]);
        assert_eq!(subject.get_limited(&server, size).unwrap().body.len(), size);
        server.wait_until_idle();
        let failed = subject.get_limited(&server, size).unwrap_err();
        assert_eq!(classify(&failed), (Failure::TooLarge, ExchangePhase::Body, SendStatus::MaybeSent));
    }
}

pub fn gzip_body_is_decoded_and_its_header_removed(subject: &Subject) {
    let members = [gzip(b"hello "), gzip(b"world")].concat();
    for name in ["gzip", "GZIP", "x-gzip", "identity, gzip"] {
        let server = Server::answering(answer(200, &[("Content-Encoding", name), ("ETag", "e")], &members));
        let response = subject.get(&server).unwrap();
        assert_eq!(response.body, b"hello world");
        assert_eq!((response.headers.get("Content-Encoding"), response.headers.get("Content-Length")), (None, None));
        assert_eq!(response.headers.get("ETag"), Some("e"));
        assert_eq!(server.requests()[0].header("Accept-Encoding"), Some("gzip"));
    }
}

pub fn broken_or_unsupported_coding_is_a_protocol_error(subject: &Subject) {
    for (name, body) in [("br", &b"abc"[..]), ("gzip, gzip", b"abc"), ("gzip", b"not gzip"), ("gzip", &gzip(b"x")[..9])]
    {
        let server = Server::answering(answer(200, &[("Content-Encoding", name)], body));
        let failed = subject.get(&server).unwrap_err();
        assert_eq!((failed.failure, failed.send_status()), (Failure::Protocol, SendStatus::MaybeSent), "{name}");
    }
    let server = Server::answering(answer(200, &[("Transfer-Encoding", "gzip")], &gzip(b"x")));
    assert_eq!(subject.get(&server).unwrap_err().failure, Failure::Protocol);
}

pub fn gzip_bomb_stops_at_the_limit(subject: &Subject) {
    let megabyte = gzip(&vec![0; 1_000_000]);
    let script = Script::new().receive().send(head(200, &[("Content-Encoding", "gzip")])).flood(megabyte);
    let server = Server::start([script]);
    let failed = subject.get_limited(&server, 20_000_000).unwrap_err();
    assert_eq!(classify(&failed), (Failure::TooLarge, ExchangePhase::Body, SendStatus::MaybeSent));
}

pub fn body_may_be_missing_if_the_head_suffices(subject: &Subject) {
    let endless = |fields: &[(&str, &str)]| Script::new().receive().send(head(200, fields)).flood(vec![b'x'; 10_000]);
    let bodies = [
        endless(&[]),
        endless(&[("Content-Length", "99999999")]),
        endless(&[("Content-Encoding", "br")]),
        endless(&[("Content-Encoding", "gzip")]),
        Script::new().receive().send(head(200, &[("Content-Length", "9")])).send("cut"),
        Script::new().receive().send(head(200, &[("Content-Length", "9")])).hold(),
        Script::new().receive().send(head(200, &[])).trickle("x"),
    ];
    for (place, script) in bodies.into_iter().enumerate() {
        let server = Server::start([script]);
        let call = with(Call::default(), |it| {
            it.body_limit = 50_000;
            it.head_suffices = true;
        });
        let response = subject.transport.send(Request::new(Method::Post, server.url("/")), &call);
        assert_eq!(response.map(|response| (response.status, response.body.len())), Ok((200, 0)), "body {place}");
    }
    let server = Server::answering(answer(200, &[("Retry-After", "7")], b"short"));
    let call = with(Call::default(), |it| it.head_suffices = true);
    let response = subject.transport.send(Request::new(Method::Get, server.url("/")), &call).unwrap();
    assert_eq!((response.body.as_slice(), response.headers.get("Retry-After")), (&b"short"[..], Some("7")));
}

pub fn response_cut_anywhere_is_an_error(subject: &Subject) {
    let zipped = gzip(b"hello hello hello");
    for whole in [
        answer(200, &[("X", "y")], b"hello"),
        chunked(200, &[], &[b"hel", b"lo"]),
        chunked(200, &[("Content-Encoding", "gzip")], &[&zipped[..7], &zipped[7..]]),
    ] {
        // The line break after the last chunk is not needed.
        let unneeded = if whole.ends_with(b"0\r\n\r\n") { 2 } else { 0 };
        let cuts = 0..whole.len() - unneeded;
        let scripts: Vec<_> = cuts.clone().map(|cut| Script::new().answer(&whole[..cut])).collect();
        let server = Server::start(scripts);
        for cut in cuts.clone() {
            let failed = subject.get(&server).expect_err("the response is incomplete");
            assert!(matches!(failed.phase, ExchangePhase::Receive | ExchangePhase::Body), "cut at {cut}: {failed:?}");
            assert_eq!(
                (failed.failure, failed.send_status()),
                (Failure::Io, SendStatus::MaybeSent),
                "cut at {cut}: {failed:?}"
            );
        }
        assert_eq!(server.requests().len(), cuts.len(), "each request is sent once");
    }
}

pub fn reset_response_is_an_error(subject: &Subject) {
    let open_ended = [head(200, &[]), b"hello".to_vec()].concat();
    for sent in [Vec::new(), answer(200, &[], b"hello")[..20].to_vec(), open_ended] {
        let server = Server::start([Script::new().peek().send(sent)]);
        let failed = subject.get(&server).unwrap_err();
        assert_eq!((failed.failure, failed.send_status()), (Failure::Io, SendStatus::MaybeSent), "{failed:?}");
    }
}

pub fn response_that_is_not_http_is_a_protocol_error(subject: &Subject) {
    for garbage in ["SSH-2.0-OpenSSH_9.6\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n"] {
        let server = Server::start([Script::new().answer(garbage)]);
        let failed = subject.get(&server).unwrap_err();
        assert_eq!(
            classify(&failed),
            (Failure::Protocol, ExchangePhase::Receive, SendStatus::MaybeSent),
            "{garbage:?}"
        );
    }
    for garbage in ["xyz\r\nhello\r\n0\r\n\r\n", "ffffffffffffffffffff\r\nhello\r\n", "-5\r\nhello\r\n0\r\n\r\n"] {
        let head = head(200, &[("Transfer-Encoding", "chunked")]);
        let server = Server::start([Script::new().receive().send(head).send(garbage).hold()]);
        let failed = subject.get_by(&server, 20 * SOON).unwrap_err();
        assert_eq!(classify(&failed), (Failure::Protocol, ExchangePhase::Body, SendStatus::MaybeSent), "{garbage:?}");
    }
}

pub fn header_size_is_limited(subject: &Subject) {
    let fields = |count: usize| vec![("X-Field", "1"); count];
    let server = Server::answering(answer(200, &fields(99), b""));
    assert_eq!(subject.get(&server).unwrap().headers.get_all("X-Field").count(), 99);
    for script in [
        Script::new().answer(answer(200, &fields(100), b"")),
        Script::new().answer(answer(200, &[("X-Field", &"x".repeat(65 * 1024))], b"")),
        Script::new().receive().send("HTTP/1.1 200 OK\r\nX-Field: ").flood("x".repeat(1_000)),
    ] {
        let server = Server::start([script]);
        let failed = subject.get(&server).unwrap_err();
        assert_eq!(classify(&failed), (Failure::TooLarge, ExchangePhase::Receive, SendStatus::MaybeSent));
    }
    let server = Server::start([Script::new().receive().send("HTTP/1.1 200 OK\r\n").flood("X-Field: 1\r\n")]);
    let failed = subject.get(&server).unwrap_err();
    assert_eq!((failed.phase, failed.send_status()), (ExchangePhase::Receive, SendStatus::MaybeSent));
    assert!(matches!(failed.failure, Failure::TooLarge | Failure::Protocol));
}

pub fn request_without_connection_was_not_sent(subject: &Subject) {
    for scheme in ["http", "https"] {
        let failed = subject.send(Request::new(Method::Post, format!("{scheme}://{CLOSED_PORT}/"))).unwrap_err();
        assert_eq!(classify(&failed), (Failure::Io, ExchangePhase::Connect, SendStatus::NotSent));
        assert!(failed.message.contains(&CLOSED_PORT.to_string()), "{failed}");
    }
}

pub fn request_to_unknown_host_was_not_sent(subject: &Subject) {
    let failed = subject.send(Request::new(Method::Post, "http://nowhere.invalid/")).unwrap_err();
    assert_eq!((failed.phase, failed.send_status()), (ExchangePhase::Resolve, SendStatus::NotSent));
}

pub fn request_without_tls_was_not_sent(subject: &Subject) {
    for script in [
        Script::new(),
        Script::new().send("HTTP/1.1 400 Bad Request\r\n\r\n"),
        Script::new().send(answer(400, &[], b"plain HTTP here")).hold(),
    ] {
        let server = Server::start([script]);
        let failed = subject.send(Request::new(Method::Post, format!("https://{}/", server.address()))).unwrap_err();
        assert_eq!(classify(&failed), (Failure::Io, ExchangePhase::Handshake, SendStatus::NotSent));
        assert_eq!(server.requests().len(), 0);
    }
}

pub fn request_without_response_is_not_repeated(subject: &Subject) {
    let first = Script::new().answer(answer(200, &[], b"kept")).receive();
    let server = Server::start([first, Script::new().answer(answer(200, &[], b"again"))]);
    let post = || Request::new(Method::Post, server.url("/")).body("text/plain", "once");
    assert_eq!(subject.send(post()).unwrap().body, b"kept");
    let failed = subject.send(post()).unwrap_err();
    assert_eq!(classify(&failed), (Failure::Io, ExchangePhase::Receive, SendStatus::MaybeSent));
    assert_eq!((server.requests().len(), server.connections()), (2, 1));
}

pub fn connection_closed_while_idle_is_replaced(subject: &Subject) {
    // The server closes the connection after each response.
    let server = Server::start([Script::new().receive().send(answer(200, &[], b"hello"))]);
    for _ in 0..3 {
        assert_eq!(subject.get(&server).unwrap().body, b"hello");
        server.wait_until_idle();
    }
    assert_eq!(server.connections(), 3);
}

pub fn unrequested_bytes_are_not_the_next_response(subject: &Subject) {
    let two = [answer(200, &[], b"mine"), answer(200, &[], b"smuggled")].concat();
    let server =
        Server::start([Script::new().receive().send(two), Script::new().answer(answer(200, &[], b"mine too"))]);
    assert_eq!(subject.get(&server).unwrap().body, b"mine");
    server.wait_until_idle();
    assert_eq!(subject.get(&server).unwrap().body, b"mine too");
}

pub fn exchange_ends_by_its_deadline(subject: &Subject) {
    let interim = || head(103, &[]);
    for (script, phase) in [
        (Script::new().hold(), ExchangePhase::Receive),
        (Script::new().receive().hold(), ExchangePhase::Receive),
        (Script::new().receive().send("HTTP/1.1 200").hold(), ExchangePhase::Receive),
        (Script::new().receive().send(head(200, &[])[..17].to_vec()).trickle("X: y\r\n"), ExchangePhase::Receive),
        (Script::new().receive().trickle(interim()), ExchangePhase::Receive),
        (Script::new().receive().send(answer(200, &[], b"hello")[..45].to_vec()).hold(), ExchangePhase::Body),
        (Script::new().receive().send(head(200, &[])).hold(), ExchangePhase::Body),
        (Script::new().receive().send(head(200, &[])).trickle("x"), ExchangePhase::Body),
        (Script::new().receive().send(chunked(200, &[], &[b"hello"])[..60].to_vec()).hold(), ExchangePhase::Body),
        (
            Script::new().receive().send(head(200, &[("Transfer-Encoding", "chunked")])).trickle("1\r\nx\r\n"),
            ExchangePhase::Body,
        ),
        (
            Script::new().receive().send(head(200, &[("Content-Encoding", "gzip")])).trickle(gzip(b"")),
            ExchangePhase::Body,
        ),
    ] {
        let server = Server::start([script]);
        let failed = subject.get_by(&server, SOON).unwrap_err();
        assert_eq!(classify(&failed), (Failure::Timeout, phase, SendStatus::MaybeSent));
    }
}

pub fn unread_request_ends_by_its_deadline(subject: &Subject) {
    let server = Server::start([Script::new().hold()]);
    let call = Call::default().with_deadline(subject.clock.monotonic() + SOON);
    let request = Request::new(Method::Post, server.url("/")).body("text/plain", vec![0; 64 * 1024 * 1024]);
    let failed = subject.transport.send(request, &call).unwrap_err();
    assert_eq!(classify(&failed), (Failure::Timeout, ExchangePhase::Send, SendStatus::MaybeSent));
}

pub fn hanging_tls_handshake_ends_by_its_deadline(subject: &Subject) {
    let server = Server::start([Script::new().hold()]);
    let call = Call::default().with_deadline(subject.clock.monotonic() + SOON);
    let request = Request::new(Method::Post, format!("https://{}/", server.address()));
    let failed = subject.transport.send(request, &call).unwrap_err();
    assert_eq!(classify(&failed), (Failure::Timeout, ExchangePhase::Handshake, SendStatus::NotSent));
}

pub fn passed_deadline_sends_nothing(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b""));
    let failed = subject.get_by(&server, Duration::ZERO).unwrap_err();
    assert_eq!(classify(&failed), (Failure::Timeout, ExchangePhase::Prepare, SendStatus::NotSent));
    assert_eq!(server.connections(), 0);
}

pub fn cancelled_call_sends_nothing(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b""));
    let call = Call::default();
    call.cancel.cancel();
    let failed = subject.transport.send(Request::new(Method::Get, server.url("/")), &call).unwrap_err();
    assert_eq!(classify(&failed), (Failure::Cancelled, ExchangePhase::Prepare, SendStatus::NotSent));
    assert_eq!(server.connections(), 0);
}

pub fn waiting_call_can_be_cancelled(subject: &Subject) {
    let stalled = Script::new().receive().send(head(200, &[])).hold();
    for (script, scheme, phases) in [
        (Script::new().receive().hold(), "http", &[ExchangePhase::Receive][..]),
        (stalled, "http", &[ExchangePhase::Receive, ExchangePhase::Body]),
        (
            Script::new().receive().send(head(200, &[])).trickle("x"),
            "http",
            &[ExchangePhase::Receive, ExchangePhase::Body],
        ),
        (Script::new().hold(), "https", &[ExchangePhase::Connect, ExchangePhase::Handshake]),
    ] {
        let server = Server::start([script]);
        let call = Call::default();
        let request = Request::new(Method::Post, format!("{scheme}://{}/", server.address()));
        let failed = thread::scope(|scope| {
            scope.spawn(|| {
                match scheme {
                    "http" => server.wait_for_requests(1),
                    _ => server.wait_for_connections(1),
                }
                call.cancel.cancel();
            });
            subject.transport.send(request, &call).unwrap_err()
        });
        assert_eq!(failed.failure, Failure::Cancelled);
        assert!(phases.contains(&failed.phase), "{failed:?}");
    }
}

pub fn cancellation_does_not_affect_the_next_call(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b"hello"));
    let call = Call::default();
    subject.transport.send(Request::new(Method::Get, server.url("/")), &call).unwrap();
    call.cancel.cancel();
    assert_eq!(subject.get(&server).unwrap().body, b"hello");
    assert_eq!(server.connections(), 1);
}

pub fn private_address_in_any_spelling_is_rejected_by_the_public_rule(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b"inside"));
    // A reused connection must follow the rule, too.
    subject.get(&server).unwrap();
    let port = server.address().port();
    let loopback = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0"];
    let other =
        ["localhost", "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "0.0.0.0"];
    for host in loopback.into_iter().chain(other) {
        let call = Call::default().with_egress(Egress::PublicOnly);
        let request = Request::new(Method::Post, format!("http://{host}:{port}/"));
        let failed = subject.transport.send(request, &call).unwrap_err();
        assert_eq!(
            classify(&failed),
            (Failure::Refused, ExchangePhase::Connect, SendStatus::NotSent),
            "{host}: {failed}"
        );
    }
    // This name may not resolve on every machine. If it does, it is loopback.
    let call = Call::default().with_egress(Egress::PublicOnly);
    let request = Request::new(Method::Post, format!("http://localhost.:{port}/"));
    assert_eq!(subject.transport.send(request, &call).unwrap_err().send_status(), SendStatus::NotSent);
    assert_eq!((server.connections(), server.requests().len()), (1, 1));
}

pub fn connections_are_separate_for_each_egress_rule(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b"inside"));
    let loopback = Egress::PublicAnd(vec!["127.0.0.0/8".to_owned()].into());
    let elsewhere = Egress::PublicAnd(vec!["10.0.0.0/8".to_owned()].into());
    // Requests to any address use other connections.
    subject.get(&server).unwrap();
    for (method, connections) in
        [(Method::Get, 2), (Method::Get, 2), (Method::Post, 3), (Method::Post, 4), (Method::Get, 4)]
    {
        let call = Call::default().with_egress(loopback.clone());
        assert_eq!(subject.transport.send(Request::new(method, server.url("/")), &call).unwrap().status, 200);
        assert_eq!(server.connections(), connections, "{method:?}");
    }
    let call = Call::default().with_egress(elsewhere);
    let failed = subject.transport.send(Request::new(Method::Get, server.url("/")), &call).unwrap_err();
    assert_eq!(classify(&failed), (Failure::Refused, ExchangePhase::Connect, SendStatus::NotSent));
    assert!(failed.message.contains("127."), "{failed}");
    assert_eq!(server.connections(), 4);
}

pub fn malformed_url_is_rejected(subject: &Subject) {
    for url in [
        "",
        "/v2/ports",
        "example.com/v2",
        "ftp://example.com/",
        "file:///etc/passwd",
        "http://",
        "http:///path",
        "http://exa mple.com/",
        "http://example.com:99999/",
        "http://example.com:/",
        "http://example.com:http/",
        "http://user:hush@example.com/",
        "http://hush@example.com/",
        "http://example.com/a b",
        "http://example.com/\r\nX: y",
    ] {
        let failed = subject.send(Request::new(Method::Get, url)).unwrap_err();
        assert_eq!(
            classify(&failed),
            (Failure::Malformed, ExchangePhase::Prepare, SendStatus::NotSent),
            "{url:?}: {failed}"
        );
        assert!(!failed.to_string().contains("hush"));
    }
}

pub fn invalid_header_is_rejected_without_its_value(subject: &Subject) {
    let server = Server::answering(answer(200, &[], b""));
    for (name, value) in [
        ("X-Bad", "hush\r\nInjected: yes"),
        ("X-Bad", "hush\n"),
        ("X-Bad", "hush\0"),
        ("X-Bad\r\nInjected", "hush"),
        ("X-Bad: yes", "hush"),
        ("", "hush"),
        ("Host", "hush.example.com"),
        ("Content-Length", "hush"),
        ("Transfer-Encoding", "hush"),
        ("Connection", "hush"),
    ] {
        let failed = subject.send(Request::new(Method::Get, server.url("/")).header(name, value)).unwrap_err();
        assert_eq!(classify(&failed), (Failure::Malformed, ExchangePhase::Prepare, SendStatus::NotSent), "{name:?}");
        let shown = format!("{failed} {failed:?}").to_lowercase();
        assert!(!shown.contains("hush") && shown.contains(&name.to_lowercase()[..name.len().min(5)]), "{shown}");
    }
    let long = Request::new(Method::Get, server.url("/")).header("X-Long", "x".repeat(70_000));
    assert_eq!(subject.send(long).unwrap_err().failure, Failure::Malformed);
    assert_eq!(server.connections(), 0);
}

pub fn failures_contain_no_secrets(subject: &Subject) {
    let servers = [
        Server::start([Script::new().answer(answer(200, &[], b"hush")[..46].to_vec())]),
        Server::start([Script::new().answer("hush")]),
        Server::start([Script::new().answer(answer(200, &[("Content-Encoding", "hush")], b"hush"))]),
        Server::start([Script::new().answer(chunked(200, &[], &[])[..40].to_vec())]),
    ];
    let urls = servers.iter().map(|server| server.url("/hush?token=hush"));
    let urls = urls.chain([format!("http://{CLOSED_PORT}/hush?hush"), format!("https://{CLOSED_PORT}/hush")]);
    for url in urls.chain([format!("https://{}/hush", servers[0].address())]) {
        let request = Request::new(Method::Get, url).header("Authorization", "Token hush").header("X-Api-Key", "hush");
        let failed = subject.send(request).unwrap_err();
        let shown = format!("{failed} {failed:?} {:?}", shiptrack::error::Error::from(failed.clone()));
        assert!(!shown.contains("hush"), "{shown}");
    }
}

pub fn threads_share_one_transport(subject: &Subject) {
    let server = Server::answering(answer(200, &[], &vec![b'x'; 10_000]));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(subject.get(&server).unwrap().body.len(), 10_000);
                }
            });
        }
    });
    assert!(server.connections() <= 8);
    assert_eq!(server.requests().len(), 160);
}

pub fn pause_can_be_cancelled(subject: &Subject) {
    let cancel = CancelToken::new();
    cancel.cancel();
    assert!(subject.transport.pause(subject.clock.now() + chrono::TimeDelta::hours(1), &cancel).is_err());
}

/// Runs every behaviour as a test of the adapter that `$make` returns.
macro_rules! transport_suite {
    ($make:path) => {
        transport_suite! { $make:
            request_arrives_unchanged
            every_method_is_sent_with_and_without_a_body
            large_body_is_sent_completely
            response_of_any_status_is_returned
            connection_is_reused_after_a_response_without_body
            redirects_are_not_followed
            cookies_are_not_stored
            interim_response_is_ignored
            connection_is_reused_with_any_framing
            body_without_length_ends_with_its_connection
            body_limit_is_exact
            gzip_body_is_decoded_and_its_header_removed
            broken_or_unsupported_coding_is_a_protocol_error
            gzip_bomb_stops_at_the_limit
            body_may_be_missing_if_the_head_suffices
            response_cut_anywhere_is_an_error
            reset_response_is_an_error
            response_that_is_not_http_is_a_protocol_error
            header_size_is_limited
            request_without_connection_was_not_sent
            request_to_unknown_host_was_not_sent
            request_without_tls_was_not_sent
            request_without_response_is_not_repeated
            connection_closed_while_idle_is_replaced
            unrequested_bytes_are_not_the_next_response
            exchange_ends_by_its_deadline
            unread_request_ends_by_its_deadline
            hanging_tls_handshake_ends_by_its_deadline
            passed_deadline_sends_nothing
            cancelled_call_sends_nothing
            waiting_call_can_be_cancelled
            cancellation_does_not_affect_the_next_call
            private_address_in_any_spelling_is_rejected_by_the_public_rule
            connections_are_separate_for_each_egress_rule
            malformed_url_is_rejected
            invalid_header_is_rejected_without_its_value
            failures_contain_no_secrets
            threads_share_one_transport
            pause_can_be_cancelled
        }
    };
    ($make:path: $($behaviour:ident)*) => {
        $(
            #[test]
            fn $behaviour() {
                shiptrack_tests::guard::must_end(|| behaviour::$behaviour(&$make()));
            }
        )*
    };
}
pub(super) use transport_suite;
