//! Tests of single calls: retries, deadlines, refusals and outcomes in doubt.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;

use super::support::*;
use crate::client::{Client, NewTrackingRequest, RetryPolicy, TrackingRequestUpdate};
use crate::clock::{CancelToken, Clock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{ExchangePhase, Failure, Method, Response};
use crate::ids::Id;
use crate::jsonapi::{Query, media};
use crate::limits::{Bucket, RateLimits};

fn bill() -> NewTrackingRequest {
    NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")
}

fn get(client: &Client) -> Result<()> {
    client.tracking_requests().get(&Id::new("r-1")).map(|_| ())
}

fn create(client: &Client) -> Result<()> {
    client.tracking_requests().create(bill()).map(|_| ())
}

fn delete(client: &Client) -> Result<()> {
    client.webhooks().delete(&Id::new("w-1"))
}

fn stop(client: &Client) -> Result<()> {
    client.send(Method::Patch, "shipments/s-1/stop_tracking", &Query::new(), None).map(|_| ())
}

fn update(client: &Client) -> Result<()> {
    client.tracking_requests().update(&Id::new("r-1"), TrackingRequestUpdate::new().ref_numbers(["a"])).map(|_| ())
}

fn infer(client: &Client) -> Result<()> {
    client.tracking_requests().infer_number("MAEU123456789").map(|_| ())
}

type Operation = fn(&Client) -> Result<()>;

const READS: [Operation; 2] = [get, infer];
const IDEMPOTENT: [Operation; 2] = [delete, stop];
const NOT_IDEMPOTENT: [Operation; 2] = [create, update];

/// The number of requests if every attempt gets this answer, and the final error.
fn outcome(operation: Operation, answer: Answer) -> (usize, Error) {
    let script = Script::of([answer]);
    let error = operation(&script.unlimited()).error();
    (script.count(), error)
}

#[test]
fn operations_follow_the_retry_matrix() {
    let half_a_document = || Ok(Response::new(200).body(media::JSON_API, r#"{"data":{"id":"r"#));
    let html = || Ok(Response::new(200).body("text/html", "<html>Please log in</html>"));
    let with_retry_after = || Ok(Response::new(503).header("Retry-After", "1"));
    type Row = (Answer, ErrorKind, [(usize, bool); 3]);
    let rows: [Row; 16] = [
        (never_left(), ErrorKind::Connect, [(3, false), (3, false), (3, false)]),
        (failed(Failure::Io, ExchangePhase::Resolve), ErrorKind::Connect, [(3, false), (3, false), (3, false)]),
        (failed(Failure::Timeout, ExchangePhase::Handshake), ErrorKind::Timeout, [(3, false), (3, false), (3, false)]),
        (lost(), ErrorKind::Connection, [(3, false), (3, true), (1, true)]),
        (failed(Failure::Io, ExchangePhase::Send), ErrorKind::Connection, [(3, false), (3, true), (1, true)]),
        (failed(Failure::Timeout, ExchangePhase::Receive), ErrorKind::Timeout, [(3, false), (3, true), (1, true)]),
        (failed(Failure::Io, ExchangePhase::Body), ErrorKind::Connection, [(2, false), (1, true), (1, true)]),
        (half_a_document(), ErrorKind::UnexpectedResponse, [(2, false), (1, true), (1, true)]),
        (html(), ErrorKind::UnexpectedResponse, [(2, false), (1, true), (1, true)]),
        (failed(Failure::TooLarge, ExchangePhase::Body), ErrorKind::TooLarge, [(1, false), (1, true), (1, true)]),
        (status(408), ErrorKind::Timeout, [(3, false), (3, true), (1, true)]),
        (status(502), ErrorKind::Unavailable, [(3, false), (3, true), (1, true)]),
        (status(503), ErrorKind::Unavailable, [(3, false), (3, true), (1, true)]),
        (with_retry_after(), ErrorKind::Unavailable, [(3, false), (3, false), (3, false)]),
        (status(504), ErrorKind::Unavailable, [(3, false), (3, true), (1, true)]),
        (status(500), ErrorKind::Internal, [(3, false), (1, true), (1, true)]),
    ];
    for (answer, kind, columns) in rows {
        for (operations, expected) in [READS, IDEMPOTENT, NOT_IDEMPOTENT].into_iter().zip(columns) {
            for operation in operations {
                let (sent, error) = outcome(operation, answer.clone());
                assert_eq!((error.kind(), sent, error.is_in_doubt()), (kind, expected.0, expected.1), "{answer:?}");
                assert!(!(error.is_in_doubt() && error.is_retryable()));
                // The caller may retry what the client retries with all attempts.
                if sent == 3 {
                    assert_eq!(error.is_retryable(), !error.is_in_doubt(), "{answer:?}");
                }
            }
        }
    }
}

#[test]
fn error_500_is_retryable_only_for_reads() {
    for (operation, retryable) in
        [(get as Operation, true), (infer, true), (delete, false), (stop, false), (create, false)]
    {
        let (_, error) = outcome(operation, status(500));
        assert_eq!((error.is_retryable(), error.is_in_doubt()), (retryable, !retryable));
    }
    let once = Script::of([status(500)]);
    let client = once.connect(once.builder().retries(RetryPolicy::never()));
    assert!(get(&client).error().is_retryable(), "also without retries in the policy");
    assert!(!outcome(get, status(501)).1.is_retryable());
}

#[test]
fn in_doubt_of_the_response_is_used() {
    let answer_with_meta = |status: u16, in_doubt: bool| {
        let body = json!({ "errors": [{ "title": "no", "meta": { "in_doubt": in_doubt } }] });
        Ok(Response::new(status).body(media::JSON_API, body.to_string()))
    };
    for status in [500, 503, 504] {
        for operation in [delete as Operation, stop, create, update] {
            for in_doubt in [true, false] {
                assert_eq!(
                    outcome(operation, answer_with_meta(status, in_doubt)).1.is_in_doubt(),
                    in_doubt,
                    "{status}"
                );
            }
        }
        for operation in [get as Operation, infer] {
            assert!(!outcome(operation, answer_with_meta(status, true)).1.is_in_doubt(), "a read changes nothing");
        }
    }
    let error = stop(&Script::of([lost(), answer_with_meta(500, false)]).client()).error();
    assert!(error.is_in_doubt(), "the answer is about the second attempt only");
}

#[test]
fn refusal_is_final_and_keeps_the_error_of_the_service() {
    for (code, kind) in [
        (301, ErrorKind::UnexpectedResponse),
        (400, ErrorKind::BadRequest),
        (401, ErrorKind::Unauthorized),
        (403, ErrorKind::Forbidden),
        (404, ErrorKind::NotFound),
        (409, ErrorKind::Conflict),
        (422, ErrorKind::Invalid),
        (501, ErrorKind::Internal),
        (505, ErrorKind::Internal),
    ] {
        for operation in [get, infer, delete, stop, create, update] {
            let (sent, error) = outcome(operation, refused(code, "some_code"));
            assert_eq!((sent, error.kind(), error.http_status()), (1, kind, Some(code)));
            assert!(!error.is_in_doubt());
            assert!(code == 301 || error.code() == Some("some_code"));
        }
    }
}

#[test]
fn redirect_is_not_followed_and_its_body_is_kept() {
    let away = Response::new(302).header("Location", "https://evil.example/").body("text/html", "moved");
    let script = Script::of([Ok(away)]);
    let error = get(&script.client()).error();
    assert_eq!((error.http_status(), error.body()), (Some(302), Some(&b"moved"[..])));
    assert_eq!(script.count(), 1);
}

#[test]
fn response_without_json_is_kept_in_the_error() {
    let (_, error) = outcome(get, Ok(Response::new(200).body("text/html", "<html>").header("X-Request-Id", "q-7")));
    assert_eq!((error.body(), error.http_status()), (Some(&b"<html>"[..]), Some(200)));
    assert_eq!(error.request_id(), Some("q-7"));
}

#[test]
fn pauses_between_attempts_grow() {
    let script = Script::of([status(503)]);
    let retries = RetryPolicy { attempts: 5, ..RetryPolicy::default() };
    get(&script.connect(script.builder().retries(retries))).error();
    // Half of 0.5, 1, 2 and 4 seconds.
    assert_eq!(script.moments(), [0, 250, 750, 1_750, 3_750]);
}

#[test]
fn call_succeeds_after_retries() {
    let script = Script::of([never_left(), status(502), created()]);
    get(&script.client()).unwrap();
    assert_eq!(script.count(), 3);
    let script = Script::of([never_left(), never_left(), created()]);
    create(&script.client()).unwrap();
}

#[test]
fn repeated_delete_with_404_succeeds() {
    let script = Script::of([lost(), refused(404, "not_found")]);
    delete(&script.client()).unwrap();
    let error = delete(&Script::of([never_left(), refused(404, "not_found")]).client()).error();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn doubt_remains_if_a_later_attempt_is_not_sent() {
    let error = stop(&Script::of([lost(), never_left()]).client()).error();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Connect, true));
}

#[test]
fn only_repeatable_refusals_settle_a_doubt() {
    for (code, in_doubt) in [
        (400, false),
        (404, false),
        (405, false),
        (415, false),
        (401, true),
        (403, true),
        (409, true),
        // The second stop is rejected, because the first one had an effect.
        (422, true),
        (500, true),
        (501, true),
    ] {
        let error = stop(&Script::of([lost(), refused(code, "some_code")]).client()).error();
        assert_eq!((error.http_status(), error.is_in_doubt()), (Some(code), in_doubt));
    }
}

fn too_many(retry_after: Option<&str>) -> Answer {
    let response = Response::new(429).header("Date", "Sun, 06 Nov 1994 08:49:07 GMT");
    Ok(match retry_after {
        Some(text) => response.header("Retry-After", text),
        None => response,
    })
}

#[test]
fn rate_limit_pauses_are_kept_and_use_no_attempt() {
    for (text, pause) in [
        (Some("7"), 7_000),
        (Some("Sun, 06 Nov 1994 08:49:37 GMT"), 30_000),
        (Some("Sunday, 06-Nov-94 08:49:37 GMT"), 30_000),
        (Some("Sun Nov  6 08:49:37 1994"), 30_000),
        (Some("3600"), 120_000),
        (Some("-3"), 250),
        (Some("0"), 250),
        (Some("soon"), 250),
        (None, 250),
    ] {
        for operation in [get, create, delete, update] {
            let answers = [too_many(text), never_left(), too_many(text), never_left(), created()];
            let script = Script::of(answers);
            operation(&script.unlimited()).unwrap();
            assert_eq!(script.moments()[1], pause, "{text:?}");
            assert_eq!(script.count(), 5);
        }
    }
}

#[test]
fn rate_limit_pause_longer_than_the_deadline_fails_at_once() {
    let script = Script::of([too_many(Some("60"))]);
    let error = create(&script.client().with_timeout(Duration::from_secs(60))).error();
    assert_eq!((error.kind(), error.retry_after()), (ErrorKind::RateLimited, Some(Duration::from_secs(60))));
    assert_eq!((script.count(), script.clock.monotonic()), (1, Duration::ZERO));
    assert!(error.is_retryable());
}

#[test]
fn endless_rate_limiting_fails() {
    let script = Script::of([too_many(Some("60"))]);
    assert_eq!(get(&script.unlimited()).error().kind(), ErrorKind::RateLimited);
    assert_eq!(script.count(), 20);
}

#[test]
fn rate_limit_pause_holds_for_all_clones_and_one_bucket() {
    let script = Script::new(|n, _| if n == 0 { too_many(Some("30")) } else { created() });
    let client = script.client();
    let hurried = client.with_timeout(Duration::from_secs(10));
    for _ in 0..3 {
        assert_eq!(create(&hurried).error().kind(), ErrorKind::RateLimited);
    }
    assert_eq!((script.count(), client.allowance(Bucket::Create)), (1, Some(0)));
    get(&hurried).unwrap();
    create(&client.clone()).unwrap();
    assert_eq!(script.moments(), [0, 0, 30_000]);
}

#[test]
fn retry_after_of_503_is_kept() {
    let script = Script::of([Ok(Response::new(503).header("Retry-After", "5")), created()]);
    create(&script.client()).unwrap();
    assert_eq!(script.moments(), [0, 5_000]);
}

#[test]
fn deadline_covers_attempts_and_pauses() {
    let script = Script::of([status(503)]);
    let client = script.connect(script.builder().timeout(Duration::from_millis(600)));
    assert_eq!(get(&client).error().kind(), ErrorKind::Unavailable);
    // The second pause of half a second would end after the deadline.
    assert_eq!(script.moments(), [0, 250]);
    let allowed: Vec<_> = script.seen().iter().map(|seen| seen.allowed.unwrap().as_millis()).collect();
    assert_eq!(allowed, [600, 350]);
}

#[test]
fn network_time_is_thirty_seconds_without_a_deadline() {
    let clock = clock();
    let slow = clock.clone();
    let script = Script::on(clock, move |_, _| {
        slow.advance(Duration::from_secs(16));
        failed(Failure::Timeout, ExchangePhase::Receive)
    });
    assert_eq!(get(&script.client()).error().kind(), ErrorKind::Timeout);
    let allowed: Vec<_> = script.seen().iter().map(|seen| seen.allowed.unwrap().as_millis()).collect();
    assert_eq!(allowed, [30_000, 13_750]);
}

#[test]
fn passed_deadline_and_cancellation_send_nothing() {
    let script = Script::of([created()]);
    let error = create(&script.client().with_timeout(Duration::ZERO)).error();
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Timeout, false));
    let cancel = CancelToken::new();
    cancel.cancel();
    assert_eq!(create(&script.client().with_cancel(cancel)).error().kind(), ErrorKind::Cancelled);
    assert_eq!(script.count(), 0);
}

#[test]
fn call_can_be_cancelled_between_attempts() {
    let cancel = CancelToken::new();
    let by_the_service = cancel.clone();
    let script = Script::new(move |_, _| {
        by_the_service.cancel();
        status(503)
    });
    assert_eq!(get(&script.client().with_cancel(cancel)).error().kind(), ErrorKind::Cancelled);
    assert_eq!(script.count(), 1);
}

#[test]
fn write_cancelled_after_sending_is_in_doubt() {
    let (_, error) = outcome(create, failed(Failure::Cancelled, ExchangePhase::Receive));
    assert_eq!((error.kind(), error.is_in_doubt()), (ErrorKind::Cancelled, true));
    let (_, error) = outcome(create, failed(Failure::Cancelled, ExchangePhase::Connect));
    assert!(!error.is_in_doubt());
}

#[test]
fn after_a_401_nothing_is_sent_until_the_key_is_replaced() {
    let script = Script::new(|_, request| match request.headers.get("Authorization") {
        Some("Token new-key") => created(),
        _ => refused(401, "unauthorized"),
    });
    let client = script.client();
    for operation in [get, create, delete] {
        assert_eq!(operation(&client.clone()).error().kind(), ErrorKind::Unauthorized);
    }
    assert_eq!(script.count(), 1);
    assert_eq!(client.set_api_key("new\nkey").error().pointer(), Some("api_key"));
    client.clone().set_api_key("new-key").unwrap();
    get(&client).unwrap();
    assert_eq!(script.count(), 2);
}

#[test]
fn exhausted_budget_limits_retries_during_an_outage() {
    let script = Script::of([status(503)]);
    let client = script.unlimited();
    let calls = |count: usize| {
        let before = script.count();
        (0..count).for_each(|_| drop(get(&client).error()));
        script.count() - before
    };
    calls(100);
    assert_eq!(calls(10_000), 11_000);
}

#[test]
fn call_has_at_most_three_attempts() {
    for share in 1..=9 {
        let script = Script::new(move |n, _| if n * 7 % 10 < share { status(503) } else { created() });
        let client = script.unlimited();
        for _ in 0..1_000 {
            let before = script.count();
            let _ = get(&client);
            assert!((1..=3).contains(&(script.count() - before)));
        }
    }
}

#[test]
fn observer_receives_every_attempt() {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    let script = Script::of([never_left(), too_many(Some("2")), created()]);
    let client = script.connect(script.builder().observer(move |attempt: &crate::client::Attempt<'_>| {
        noted.lock().unwrap().push(format!(
            "{} {} {} {:?} {:?} {:?} {:?}",
            attempt.number,
            attempt.method,
            attempt.path,
            attempt.status,
            attempt.failure,
            attempt.waited.as_millis(),
            attempt.retry_in.map(|pause| pause.as_millis()),
        ));
    }));
    client.tracking_requests().get_including(&Id::new("r-1"), ["tracked_object"]).unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [
            "1 GET /v2/tracking_requests/r-1 None Some(Connect) 0 Some(250)",
            "2 GET /v2/tracking_requests/r-1 Some(429) Some(RateLimited) 250 Some(2000)",
            "3 GET /v2/tracking_requests/r-1 Some(201) None 2000 None",
        ]
    );
}

#[test]
fn request_has_the_expected_headers() {
    let script = Script::of([created()]);
    let client = script.connect(script.builder().header("x-account-id", "a-1").user_agent("tests/1"));
    client.tracking_requests().create(bill()).unwrap();
    let sent = &script.seen()[0].request;
    assert_eq!((sent.method, &*sent.url), (Method::Post, "https://api.example.com/v2/tracking_requests"));
    for (name, value) in [
        ("Authorization", format!("Token {CANARY}")),
        ("Content-Type", media::JSON_API.to_owned()),
        ("Accept", "application/vnd.api+json, application/json;q=0.9".to_owned()),
        ("User-Agent", "tests/1".to_owned()),
        ("X-Account-Id", "a-1".to_owned()),
    ] {
        assert_eq!(sent.headers.get(name), Some(&*value));
    }
    infer(&client).unwrap();
    let sent = &script.seen()[1];
    assert_eq!(sent.request.headers.get("Content-Type"), Some(media::JSON));
    assert_eq!(sent.body(), json!({ "number": "MAEU123456789" }));
}

#[test]
fn invalid_number_is_not_sent() {
    let script = Script::of([created()]);
    let client = script.client();
    let error = client.tracking_requests().create(NewTrackingRequest::container("MSCU1234567", "MSCU")).error();
    assert_eq!(error.pointer(), Some("/data/attributes/request_number"));
    assert_eq!(client.tracking_requests().get(&Id::new("")).error().pointer(), Some("id"));
    assert_eq!((script.count(), client.allowance(Bucket::Create)), (0, Some(100)));
}

#[test]
fn invalid_settings_are_rejected_by_name() {
    let script = Script::of([created()]);
    let new = crate::client::ClientBuilder::new;
    for (builder, named) in [
        (new("api.example.com/v2", CANARY), "base_url"),
        (new("http://api.example.com/v2", CANARY), "base_url"),
        (new(BASE, ""), "api_key"),
        (new(BASE, "canary\n"), "api_key"),
        (script.builder().header("Authorization", "Token x"), "headers"),
        (script.builder().header("X-A", "b\r\nX-Evil: 1"), "headers"),
        (script.builder().user_agent("a\nb"), "user_agent"),
        (script.builder().timeout(Duration::ZERO), "timeout"),
        (script.builder().connect_timeout(Duration::ZERO), "connect_timeout"),
        (script.builder().retries(RetryPolicy { attempts: 0, ..RetryPolicy::never() }), "retries"),
        (script.builder().limits(RateLimits { create: Some(0), ..RateLimits::interface() }), "limits"),
    ] {
        let error = builder.over(Arc::new(script.clone())).error();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some(named)));
    }
    assert!(new("http://localhost:8080/v2", CANARY).over(Arc::new(script.clone())).is_ok());
    assert!(new("http://api.example.com/v2", CANARY).allow_insecure_http().over(Arc::new(script)).is_ok());
}

/// Network faults, and whether the service has carried out the request before.
const FAULTS: [(fn() -> Answer, bool); 12] = [
    (|| failed(Failure::Io, ExchangePhase::Resolve), false),
    (never_left, false),
    (|| failed(Failure::Timeout, ExchangePhase::Connect), false),
    (|| failed(Failure::Io, ExchangePhase::Handshake), false),
    (|| failed(Failure::Io, ExchangePhase::Send), false),
    (|| failed(Failure::Io, ExchangePhase::Send), true),
    (lost, false),
    (lost, true),
    (|| failed(Failure::Io, ExchangePhase::Body), true),
    (|| Ok(Response::new(201).body(media::JSON_API, r#"{"data":"#)), true),
    (|| status(502), true),
    (|| Ok(Response::new(429).header("Retry-After", "1")), false),
];

proptest! {
    #[test]
    fn write_is_carried_out_at_most_once(
        faults in prop::collection::vec(prop::option::of(0..FAULTS.len()), 1..6), operation in 0..NOT_IDEMPOTENT.len(),
    ) {
        let carried_out = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&carried_out);
        let script = Script::new(move |n, _| {
            let (answer, done) = match faults.get(n).copied().flatten() {
                Some(fault) => (FAULTS[fault].0(), FAULTS[fault].1),
                None => (created(), true),
            };
            count.fetch_add(u32::from(done), Ordering::Relaxed);
            answer
        });
        let outcome = NOT_IDEMPOTENT[operation](&script.client());
        let carried_out = carried_out.load(Ordering::Relaxed);
        match outcome {
            Ok(()) => prop_assert_eq!(carried_out, 1),
            Err(error) if error.is_in_doubt() => prop_assert!(carried_out <= 1),
            Err(_) => prop_assert_eq!(carried_out, 0),
        }
    }

    #[test]
    fn every_call_ends_by_its_deadline(
        took in prop::collection::vec(0..5_000_u64, 1..8), faults in prop::collection::vec(0..FAULTS.len(), 1..8),
        timeout in 0..20_000_u64, operation in 0..6_usize,
    ) {
        let clock = clock();
        let (start, slow) = (clock.monotonic(), clock.clone());
        let timeout = Duration::from_millis(timeout);
        let script = Script::on(clock, move |n, _| {
            // A transport keeps to the deadline of the call.
            let left = (start + timeout).saturating_sub(slow.monotonic());
            slow.advance(Duration::from_millis(took[n % took.len()]).min(left));
            FAULTS[faults[n % faults.len()]].0()
        });
        let operation = [get, infer, delete, stop, create, update][operation];
        operation(&script.client().with_timeout(timeout)).error();
        prop_assert!(script.clock.monotonic() <= start + timeout);
    }
}

#[test]
fn client_without_pauses_keeps_a_pause_after_429() {
    let script = Script::of([too_many(None)]);
    let client = script.connect(script.builder().retries(RetryPolicy::never()).timeout(Duration::from_secs(10)));
    get(&client).error();
    assert!(script.count() < 10, "{}", script.count());
}
