//! Tests of deadlines and cancellation with servers that do not answer.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use shiptrack::clock::{CancelToken, Clock, ManualClock, SystemClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::Roots;
use shiptrack::http::ureq::{UreqConfig, UreqTransport};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::scenario::start;
use shiptrack_tests::script_server::{Script, Server, answer, chunked, head};

use super::{CREATE, GET, JSON_API, LIST, READS, SOON, Stage, builder, every_operation, one, page};
use shiptrack_tests::with;

/// Ways in which a server does not answer.
fn slow() -> Vec<(&'static str, Script)> {
    let received = || Script::new().receive();
    let begun = || received().send(head(200, &[JSON_API, ("Content-Length", "9000")]));
    vec![
        ("reads nothing", Script::new().hold()),
        ("reads the request and does not answer", received().hold()),
        ("stops within the status line", received().send("HTTP/1.1 2").hold()),
        ("stops within the header", received().send("HTTP/1.1 200 OK\r\nContent-").hold()),
        ("header byte by byte", received().send("HTTP/1.1 200 OK\r\n").trickle("X: y\r\n")),
        ("interim answers without end", received().trickle(head(103, &[]))),
        ("stops before the body", begun().hold()),
        ("stops within the body", begun().send("{\"data\":").hold()),
        ("body byte by byte", begun().trickle(" ")),
        ("chunk by chunk", received().send(head(200, &[("Transfer-Encoding", "chunked")])).trickle("1\r\n \r\n")),
        ("stops within a chunk", received().send(&chunked(200, &[], &[b"hello"])[..60]).hold()),
        ("keeps the connection without a body", received().send(head(200, &[JSON_API])).hold()),
    ]
}

#[test]
fn deadline_ends_calls_to_servers_that_do_not_answer() {
    must_end(|| {
        for (name, script) in slow() {
            for (operation, in_doubt) in [(GET, false), (CREATE, true)] {
                // On the system clock: the deadline covers all attempts together.
                let stage = Stage::with([script.clone()], |builder| builder.clock(Arc::new(SystemClock::new())));
                let error = operation.run(&stage.client.with_timeout(SOON)).expect_err(name);
                assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Timeout, in_doubt), "{name}: {error}");
            }
        }
    });
}

#[test]
fn each_phase_has_a_limit_without_a_deadline() {
    must_end(|| {
        let clock = ManualClock::new(start());
        let impatient = with(UreqConfig::default(), |it| {
            it.clock = Arc::new(clock.clone());
            it.roots = Roots::Bundled;
            it.receive_timeout = SOON;
            it.stall_timeout = SOON;
        });
        let transport = Arc::new(UreqTransport::new(impatient).unwrap());
        for (name, script, sent) in [
            ("slow headers", Script::new().receive().hold(), [3, 1]),
            ("a slow body", Script::new().receive().send(head(200, &[JSON_API])).hold(), [2, 1]),
        ] {
            for (operation, sent) in [(GET, sent[0]), (CREATE, sent[1])] {
                let server = Server::start([script.clone()]);
                let client = builder(&server.url("/v2"), &clock).over(transport.clone()).unwrap();
                let error = operation.run(&client).expect_err(name);
                assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Timeout, sent == 1), "{name}");
                assert_eq!(server.requests().len(), sent, "{name}");
            }
        }
    });
}

#[test]
fn deadline_covers_pauses_between_attempts() {
    let stage = Stage::answering(answer(503, &[("Retry-After", "60")], b""));
    let error = GET.run(&stage.client.with_timeout(Duration::from_secs(90))).unwrap_err();
    assert_eq!((error.kind(), stage.sent()), (ErrorKind::Unavailable, 2));
    assert_eq!(stage.waited(), Duration::from_secs(60));
}

#[test]
fn each_page_of_a_walk_has_its_own_deadline() {
    let stage = Stage::of([Script::new().answer(page(&["a"], Some("?page=2"))).answer(page(&["b"], None))]);
    let client = stage.client.with_timeout(Duration::from_secs(10));
    let mut walk = client.tracking_requests().list().into_iter();
    walk.next().unwrap().unwrap();
    stage.clock.advance(Duration::from_secs(60));
    assert_eq!(walk.next().unwrap().unwrap().id.to_string(), "b");
}

#[test]
fn pauses_are_limited_to_thirty_seconds_without_a_deadline() {
    let stage = Stage::answering(answer(503, &[("Retry-After", "20")], b""));
    assert_eq!(GET.run(&stage.client).unwrap_err().kind(), ErrorKind::Unavailable);
    assert_eq!((stage.sent(), stage.waited()), (2, Duration::from_secs(20)));
}

#[test]
fn cancellation_ends_every_operation() {
    must_end(|| {
        for operation in every_operation() {
            let stage = Stage::of([Script::new().receive().hold()]);
            let cancel = CancelToken::new();
            let client = stage.client.with_cancel(cancel.clone());
            let error = thread::scope(|scope| {
                scope.spawn(|| {
                    stage.server.wait_for_requests(1);
                    cancel.cancel();
                });
                operation.run(&client).unwrap_err()
            });
            let reads = READS.iter().any(|read| read.name == operation.name);
            assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Cancelled, !reads));
            assert_eq!(stage.sent(), 1, "a cancelled call is not retried");
        }
    });
}

#[test]
fn call_can_be_cancelled_in_every_phase() {
    must_end(|| {
        for (name, script) in slow() {
            let stage = Stage::of([script]);
            let cancel = CancelToken::new();
            let client = stage.client.with_cancel(cancel.clone());
            let error = thread::scope(|scope| {
                scope.spawn(|| {
                    stage.server.wait_for_connections(1);
                    cancel.cancel();
                });
                LIST.run(&client).unwrap_err()
            });
            assert_eq!(error.kind(), ErrorKind::Cancelled, "{name}: {error}");
        }
    });
}

#[test]
fn pause_between_attempts_can_be_cancelled() {
    must_end(|| {
        let stage = Stage::with(
            [Script::new().answer(answer(503, &[("Retry-After", "25"), ("Connection", "close")], b""))],
            // On the system clock, only the cancellation ends the pause in time.
            |builder| builder.clock(Arc::new(SystemClock::new())),
        );
        let cancel = CancelToken::new();
        let client = stage.client.with_cancel(cancel.clone());
        let error = thread::scope(|scope| {
            scope.spawn(|| {
                stage.server.wait_for_requests(1);
                stage.server.wait_until_idle();
                cancel.cancel();
            });
            GET.run(&client).unwrap_err()
        });
        assert_eq!((error.kind(), stage.sent()), (ErrorKind::Cancelled, 1));
    });
}

#[test]
fn cancelled_client_sends_nothing_and_its_clones_work() {
    let stage = Stage::answering(one());
    let cancel = CancelToken::new();
    cancel.cancel();
    let error = CREATE.run(&stage.client.with_cancel(cancel)).unwrap_err();
    assert_eq!((error.kind(), error.is_in_doubt(), stage.server.connections()), (ErrorKind::Cancelled, false, 0));
    CREATE.run(&stage.client).unwrap();
    assert_eq!(stage.clock.monotonic(), Duration::ZERO);
}
