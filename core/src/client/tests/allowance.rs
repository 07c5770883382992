//! Tests of the rate limit.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::support::*;
use crate::client::{Attempt, CallObserver, Client, NewTrackingRequest, Pause};
use crate::clock::Clock;
use crate::error::ErrorKind;
use crate::http::{Method, Response};
use crate::limits::{Bucket, RateLimits, Window};

/// A service that allows 100 creates a minute in a rolling window.
fn strict() -> Script {
    let clock = clock();
    let window = Mutex::new(Window::new(100, Duration::from_secs(60)));
    let arrivals = clock.clone();
    Script::on(clock, move |_, _| match window.lock().unwrap().admit(arrivals.monotonic()) {
        Ok(_) => created(),
        Err(_) => Ok(Response::new(429).header("Retry-After", "60")),
    })
}

fn bill() -> NewTrackingRequest {
    NewTrackingRequest::bill_of_lading("MAEU123456789", "MAEU")
}

#[test]
fn five_hundred_creates_in_a_loop_succeed_without_rejection() {
    let script = strict();
    let client = script.client();
    for _ in 0..500 {
        client.tracking_requests().create(bill()).unwrap();
    }
    assert_eq!(script.count(), 500);
    assert_eq!(script.clock.monotonic(), Duration::from_secs(240));
}

#[test]
fn five_hundred_creates_from_sixteen_threads_succeed() {
    let script = strict();
    let client = script.client();
    let left = Mutex::new(500);
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                let take = || {
                    let mut left = left.lock().unwrap();
                    *left -= 1;
                    *left >= 0
                };
                while take() {
                    client.clone().tracking_requests().create(bill()).unwrap();
                }
            });
        }
    });
    assert_eq!(script.count(), 500);
}

#[test]
fn wait_longer_than_the_deadline_fails_at_once() {
    let script = strict();
    let client = script.client();
    (0..100).for_each(|_| drop(client.tracking_requests().create(bill()).unwrap()));
    assert_eq!(client.allowance(Bucket::Create), Some(0));
    let before = script.clock.monotonic();
    let error = client.with_timeout(Duration::from_secs(30)).tracking_requests().create(bill()).error();
    assert_eq!((error.kind(), error.retry_after()), (ErrorKind::RateLimited, Some(Duration::from_secs(60))));
    assert_eq!((script.clock.monotonic(), script.count()), (before, 100));
}

#[test]
fn error_contains_the_requested_pause() {
    let script = Script::new(|_, _| Ok(Response::new(429).header("Retry-After", "3600")));
    let client = script.client().with_timeout(Duration::from_secs(60));
    let error = client.tracking_requests().create(bill()).error();
    assert_eq!((error.kind(), error.retry_after()), (ErrorKind::RateLimited, Some(Duration::from_secs(3_600))));
}

#[test]
fn request_that_was_not_sent_does_not_count() {
    let script = Script::of([never_left()]);
    let client = script.client();
    client.tracking_requests().create(bill()).error();
    assert_eq!(client.allowance(Bucket::Create), Some(100));
    let script = Script::of([lost()]);
    let client = script.client();
    client.tracking_requests().create(bill()).error();
    assert_eq!(client.allowance(Bucket::Create), Some(99));
}

#[test]
fn slot_of_a_panicked_transport_becomes_free() {
    let script = Script::new(|_, _| panic!("a bug in a transport"));
    let client = script.client();
    let tried = thread::scope(|scope| scope.spawn(|| client.tracking_requests().create(bill())).join());
    assert!(tried.is_err());
    assert_eq!(client.allowance(Bucket::Create), Some(99));
    script.clock.advance(Duration::from_secs(60));
    assert_eq!(client.allowance(Bucket::Create), Some(100));
}

#[test]
fn client_in_process_has_no_limits_and_needs_no_key() {
    let script = Script::of([created()]);
    let builder = crate::client::ClientBuilder::in_process().clock(Arc::new(script.clock.clone()));
    let client = script.connect(builder);
    client.tracking_requests().create(bill()).unwrap();
    let sent = &script.seen()[0].request;
    assert_eq!((&*sent.url, sent.headers.get("Authorization")), ("/v2/tracking_requests", None));
    assert_eq!(client.allowance(Bucket::Create), None);
}

/// Records pauses.
#[derive(Clone, Default)]
struct RecordedPauses(Arc<Mutex<Vec<RecordedPause>>>);

/// Method, bucket, whether the request was rejected, and seconds.
type RecordedPause = (Method, Bucket, bool, u64);

impl CallObserver for RecordedPauses {
    fn attempt(&self, _: &Attempt<'_>) {}

    fn pause(&self, pause: &Pause<'_>) {
        self.0.lock().unwrap().push((pause.method, pause.bucket, pause.refused, pause.lasts.as_secs()));
    }
}

#[test]
fn pause_for_the_limit_is_reported_once() {
    let (script, pauses) = (strict(), RecordedPauses::default());
    let client = script.connect(script.builder().observer(pauses.clone()));
    for _ in 0..250 {
        client.tracking_requests().create(bill()).unwrap();
    }
    assert_eq!(*pauses.0.lock().unwrap(), [(Method::Post, Bucket::Create, false, 60); 2]);
}

#[test]
fn pause_requested_by_the_service_is_reported() {
    let rejection = Ok(Response::new(429).header("Retry-After", "42"));
    let (script, pauses) = (Script::of([rejection, page(&["a"], None)]), RecordedPauses::default());
    let client = script.connect(script.builder().observer(pauses.clone()));
    client.containers().list().first_page().unwrap();
    assert_eq!(*pauses.0.lock().unwrap(), [(Method::Get, Bucket::Default, true, 42)]);
}

#[test]
fn wait_longer_than_the_deadline_is_not_reported_as_pause() {
    let (script, pauses) = (strict(), RecordedPauses::default());
    let client = script.connect(script.builder().observer(pauses.clone()));
    (0..100).for_each(|_| drop(client.tracking_requests().create(bill()).unwrap()));
    client.with_timeout(Duration::from_secs(30)).tracking_requests().create(bill()).error();
    assert_eq!(pauses.0.lock().unwrap().len(), 0);
}

/// A service that reports this policy in every response.
fn reporting(policy: &'static str) -> Script {
    Script::new(move |_, _| created().map(|response| response.header("RateLimit-Policy", policy)))
}

/// How many creates and other requests are sent before the client waits.
fn sent_at_once(script: &Script, client: &Client) -> Option<u32> {
    client.tracking_requests().create(bill()).unwrap();
    let start = script.clock.monotonic();
    let left = client.allowance(Bucket::Create);
    for _ in 0..left.unwrap_or(300) {
        client.tracking_requests().create(bill()).unwrap();
    }
    assert_eq!(script.clock.monotonic(), start, "no request waited");
    left.map(|left| left + 1)
}

#[test]
fn client_follows_the_limits_that_the_service_reports() {
    for (policy, limit) in [
        ("\"default\";q=5;w=60, \"create\";q=7;w=60", Some(7)),
        ("\"create\";q=999999999999999;w=60", None),
        ("\"default\";q=5;w=60", Some(100)),
        ("\"create\";q=many;w=60", Some(100)),
        ("", Some(100)),
    ] {
        let script = reporting(policy);
        let client = script.client();
        assert_eq!(sent_at_once(&script, &client), limit, "{policy}");
    }
}

#[test]
fn client_waits_for_the_window_that_the_service_reports() {
    let script = reporting("\"create\";q=2;w=10");
    let client = script.client();
    (0..4).for_each(|_| drop(client.tracking_requests().create(bill()).unwrap()));
    assert_eq!(script.clock.monotonic(), Duration::from_secs(10));
}

#[test]
fn limits_that_the_program_set_stay() {
    let script = reporting("\"create\";q=2;w=60");
    let own = RateLimits { create: Some(50), ..RateLimits::interface() };
    let client = script.connect(script.builder().limits(own));
    assert_eq!(sent_at_once(&script, &client), Some(50));
}
