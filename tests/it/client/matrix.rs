//! Tests the retry matrix over sockets: each row with every kind of operation.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use shiptrack::client::Attempt;
use shiptrack::clock::ManualClock;
use shiptrack::error::ErrorKind;
use shiptrack_tests::guard::must_end;
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{CLOSED_PORT, Script, Server, answer, chunked, head};

use super::{CREATE, DELETE, GET, IDEMPOTENT, JSON_API, NOT_IDEMPOTENT, Operation, READS, STOP, Stage, builder, one};

/// The number of requests if every attempt fails, and whether the outcome is in doubt.
type Cells = [(usize, bool); 3];

const ALWAYS: Cells = [(3, false), (3, false), (3, false)];
const LOST: Cells = [(3, false), (3, true), (1, true)];
const UNREADABLE: Cells = [(2, false), (1, true), (1, true)];
const FINAL: Cells = [(1, false), (1, false), (1, false)];

fn columns(cells: Cells) -> impl Iterator<Item = (Operation, (usize, bool))> {
    let columns: [&[Operation]; 3] = [&READS, &IDEMPOTENT, &NOT_IDEMPOTENT];
    columns
        .into_iter()
        .zip(cells)
        .flat_map(|(operations, cell)| operations.iter().map(move |operation| (*operation, cell)))
}

/// Plays the same script on every connection, for every operation.
fn row(name: &str, script: Script, kind: ErrorKind, cells: Cells) {
    for (operation, (sent, in_doubt)) in columns(cells) {
        let stage = Stage::of([script.clone()]);
        let error = operation.run(&stage.client).expect_err(name);
        stage.server.wait_until_idle();
        let seen = stage.server.requests().len().max(stage.server.connections());
        assert_eq!((error.kind(), seen, error.is_in_doubt()), (kind, sent, in_doubt), "{name}: {error}");
        assert!(!(error.is_in_doubt() && error.is_retryable()), "{name}");
    }
}

/// Gives the same response to every request on one connection.
fn answered(name: &str, bytes: Vec<u8>, kind: ErrorKind, cells: Cells) {
    for (operation, (sent, in_doubt)) in columns(cells) {
        let stage = Stage::answering(bytes.clone());
        let error = operation.run(&stage.client).expect_err(name);
        assert_eq!((error.kind(), stage.sent(), error.is_in_doubt()), (kind, sent, in_doubt), "{name}: {error}");
    }
}

#[test]
fn request_that_was_not_sent_is_retried() {
    for base in [format!("http://{CLOSED_PORT}/v2"), "http://nowhere.invalid/v2".to_owned()] {
        for (operation, (sent, _)) in columns(ALWAYS) {
            let attempts = Arc::new(AtomicUsize::new(0));
            let counted = Arc::clone(&attempts);
            let count = move |_: &Attempt<'_>| {
                counted.fetch_add(1, Ordering::Relaxed);
            };
            let builder = builder(&base, &ManualClock::new(start())).allow_insecure_http().observer(count);
            let error = operation.run(&builder.build().unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connect, false), "{error}");
            assert!(error.is_retryable());
            assert_eq!(attempts.load(Ordering::Relaxed), sent);
        }
    }
}

#[test]
fn request_after_failed_tls_handshake_was_not_sent() {
    for (operation, (sent, _)) in columns(ALWAYS) {
        let server = Server::start([Script::new().send("plain HTTP here\r\n\r\n")]);
        let base = format!("https://{}/v2", server.address());
        let client = builder(&base, &ManualClock::new(start())).build().unwrap();
        let error = operation.run(&client).unwrap_err();
        assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connect, false), "{error}");
        assert_eq!((server.connections(), server.requests().len()), (sent, 0));
    }
}

#[test]
fn lost_connection_is_retried_for_reads_and_in_doubt_for_writes() {
    row("closed at once", Script::new(), ErrorKind::Connection, LOST);
    row("reset", Script::new().peek(), ErrorKind::Connection, LOST);
    row("reset within the request", Script::new().take(500), ErrorKind::Connection, LOST);
    row("closed after the request", Script::new().receive(), ErrorKind::Connection, LOST);
    row("closed within the status line", Script::new().answer("HTTP/1.1 2"), ErrorKind::Connection, LOST);
    row("closed within the header", Script::new().answer("HTTP/1.1 200 OK\r\nContent-T"), ErrorKind::Connection, LOST);
}

#[test]
fn broken_response_is_retried_once_for_reads_and_in_doubt_for_writes() {
    let whole = one();
    let short = &whole[..whole.len() - 7];
    row("shorter than its length", Script::new().answer(short), ErrorKind::Connection, UNREADABLE);
    let chunks = chunked(200, &[JSON_API], &[b"{\"data\":", b"{}}"]);
    let cut = &chunks[..chunks.len() - 12];
    row("cut within a chunk", Script::new().answer(cut), ErrorKind::Connection, UNREADABLE);
    let endless = [head(200, &[JSON_API]), b"{\"data\":{\"id\":\"r".to_vec()].concat();
    row("half a document without a length", Script::new().answer(endless), ErrorKind::UnexpectedResponse, UNREADABLE);
    answered(
        "half a document",
        answer(200, &[JSON_API], b"{\"data\":{\"id"),
        ErrorKind::UnexpectedResponse,
        UNREADABLE,
    );
    row("not HTTP", Script::new().answer("SSH-2.0-OpenSSH_9.6\r\n\r\n"), ErrorKind::UnexpectedResponse, UNREADABLE);
}

#[test]
fn unavailable_service_is_retried_for_reads_and_in_doubt_for_writes() {
    for (status, kind) in [
        (408, ErrorKind::Timeout),
        (502, ErrorKind::Unavailable),
        (503, ErrorKind::Unavailable),
        (504, ErrorKind::Unavailable),
    ] {
        answered(&status.to_string(), answer(status, &[], b""), kind, LOST);
    }
    let bytes = answer(503, &[("Retry-After", "2")], b"");
    answered("503 with Retry-After", bytes, ErrorKind::Unavailable, ALWAYS);
}

#[test]
fn server_error_is_retried_for_reads_and_in_doubt_for_writes() {
    let cells = [(3, false), (1, true), (1, true)];
    for status in [500, 520, 524] {
        answered(&status.to_string(), answer(status, &[], b""), ErrorKind::Internal, cells);
    }
}

#[test]
fn refusal_is_final() {
    for (status, kind) in [
        (400, ErrorKind::BadRequest),
        (403, ErrorKind::Forbidden),
        (404, ErrorKind::NotFound),
        (405, ErrorKind::MethodNotAllowed),
        (409, ErrorKind::Conflict),
        (413, ErrorKind::TooLarge),
        (415, ErrorKind::UnsupportedMediaType),
        (422, ErrorKind::Invalid),
        (501, ErrorKind::Internal),
        (505, ErrorKind::Internal),
    ] {
        let body = format!(r#"{{"errors":[{{"title":"no","status":"{status}","code":"some_code"}}]}}"#);
        answered(&status.to_string(), answer(status, &[JSON_API], body.as_bytes()), kind, FINAL);
    }
}

#[test]
fn rejected_key_is_not_sent_again() {
    for (operation, _) in columns(FINAL) {
        let refused = Script::new().answer(answer(401, &[], b""));
        let stage = Stage::of([refused.answer(one())]);
        for _ in 0..3 {
            let error = operation.run(&stage.client.clone()).unwrap_err();
            assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Unauthorized, false));
        }
        assert_eq!(stage.sent(), 1);
        stage.client.set_api_key("another-key-0123456789").unwrap();
        GET.run(&stage.client).unwrap();
        assert_eq!(stage.server.requests()[1].header("Authorization"), Some("Token another-key-0123456789"));
    }
}

#[test]
fn repeated_delete_with_404_succeeds() {
    let gone = answer(404, &[JSON_API], br#"{"errors":[{"title":"Not Found"}]}"#);
    let stage = Stage::of([Script::new().receive(), Script::new().answer(gone.clone())]);
    DELETE.run(&stage.client).unwrap();
    assert_eq!(stage.sent(), 2);
    // Without an earlier attempt, the resource did not exist.
    let stage = Stage::answering(gone);
    assert_eq!(DELETE.run(&stage.client).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn repeated_stop_that_is_refused_is_in_doubt() {
    let refused =
        answer(422, &[JSON_API], br#"{"errors":[{"title":"Unprocessable Entity","detail":"stopped already"}]}"#);
    let stage = Stage::of([Script::new().receive(), Script::new().answer(refused)]);
    let error = STOP.run(&stage.client).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt(), error.http_status()), (ErrorKind::Invalid, true, Some(422)));
}

#[test]
fn write_on_a_closed_connection_is_sent_once() {
    must_end(|| {
        // Closed while idle: the client notices this before it sends. Closed after the request: the outcome is in doubt.
        let idle = Script::new().receive().send(one());
        let stage = Stage::of([idle, Script::new().answer(one())]);
        GET.run(&stage.client).unwrap();
        stage.server.wait_until_idle();
        CREATE.run(&stage.client).unwrap();
        assert_eq!((stage.sent(), stage.server.connections()), (2, 2));

        let stage = Stage::of([Script::new().answer(one()).receive(), Script::new().answer(one())]);
        GET.run(&stage.client).unwrap();
        assert!(CREATE.run(&stage.client).unwrap_err().is_in_doubt());
        assert_eq!((stage.sent(), stage.server.connections()), (2, 1));
    });
}

#[test]
fn pauses_between_attempts_grow() {
    let stage = Stage::answering(answer(503, &[], b""));
    GET.run(&stage.client).unwrap_err();
    // Half of 0.5 s, and half of 1 s.
    assert_eq!(stage.waited().as_millis(), 750);
}
