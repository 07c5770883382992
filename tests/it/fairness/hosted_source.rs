//! A hosted account as a source, whose service rejects calls or answers slowly.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::LookUpFailure;
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};
use shiptrack::hosted_account::HostedAccount;
use shiptrack::http::{Call, Request, Response, Transport, TransportError};
use shiptrack::limits::RateLimits;
use shiptrack::service::{Activity, Budget, Service};
use shiptrack::tracking::lifecycle::LookUpOutcome;
use shiptrack::{ClientBuilder, NewTrackingRequest};
use shiptrack_tests::scenario::start;

const LOOK_UP_TIMEOUT: Duration = Duration::from_secs(30);

/// A hosted service on a manual clock. Each call takes `call_time`.
#[derive(Clone)]
struct Hosted {
    clock: ManualClock,
    call_time: Duration,
    answer: fn(&Request) -> Response,
    /// When each call began, and its deadline.
    calls: Arc<Mutex<Vec<(Duration, Duration)>>>,
}

impl Transport for Hosted {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        self.calls.lock().unwrap().push((self.clock.monotonic(), call.deadline.unwrap_or(Duration::MAX)));
        self.clock.advance(self.call_time);
        Ok((self.answer)(&request))
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let left = (until - self.clock.now()).to_std().unwrap_or_default();
        self.clock.sleep(left, cancel)
    }
}

/// The pauses of the look-ups that ended because of a rate limit, and the number of others.
type Outcomes = Arc<Mutex<(Vec<Option<Duration>>, usize)>>;

struct Stage {
    hosted: Hosted,
    clock: ManualClock,
    service: Service,
    outcomes: Outcomes,
}

impl Stage {
    fn new(answer: fn(&Request) -> Response, call_time: Duration, limits: RateLimits) -> Self {
        let clock = ManualClock::new(start());
        let hosted = Hosted { clock: clock.clone(), call_time, answer, calls: Arc::default() };
        let client = ClientBuilder::in_process().clock(Arc::new(clock.clone())).limits(limits);
        let account = HostedAccount::new(client.over(Arc::new(hosted.clone())).unwrap());
        let outcomes = Outcomes::default();
        let noted = outcomes.clone();
        let observer = move |activity: &Activity<'_>| {
            if let Activity::LookUp { outcome, .. } = activity {
                let mut noted = noted.lock().unwrap();
                match outcome {
                    LookUpOutcome::Failed(failure) => match failure.kind() {
                        LookUpFailure::RateLimited { retry_after } => noted.0.push(*retry_after),
                        _ => noted.1 += 1,
                    },
                    _ => noted.1 += 1,
                }
            }
        };
        let builder = Service::builder().clock(clock.clone()).any_carrier(account).observer(observer);
        let service = builder.look_up_timeout(LOOK_UP_TIMEOUT).in_memory().unwrap();
        Stage { hosted, clock, service, outcomes }
    }

    fn track(&self, number: &str, scac: &str) {
        self.service.client().tracking_requests().create(NewTrackingRequest::bill_of_lading(number, scac)).unwrap();
    }

    fn calls(&self) -> Vec<(Duration, Duration)> {
        self.hosted.calls.lock().unwrap().clone()
    }
}

fn document(body: &Value) -> Response {
    Response::new(200).body("application/vnd.api+json", body.to_string())
}

fn too_many(_: &Request) -> Response {
    Response::new(429).header("Retry-After", "1800")
}

#[test]
fn look_up_does_not_wait_for_a_rate_limited_account() {
    let stage = Stage::new(too_many, Duration::ZERO, RateLimits::unlimited());
    let carriers = ["MAEU", "MSCU", "CMDU", "HLCU", "EGLV", "COSU", "YMLU", "HDMU", "ZIMU", "OOLU"];
    for (number, scac) in carriers.iter().enumerate() {
        stage.track(&format!("{scac}12345678{number}"), scac);
    }
    let began = stage.clock.monotonic();
    assert_eq!(stage.service.run_due(Budget::ALL).unwrap().look_ups, carriers.len());
    assert_eq!(stage.clock.monotonic(), began, "the look-ups waited");
    let (pauses, others) = stage.outcomes.lock().unwrap().clone();
    assert_eq!((pauses.len(), others), (carriers.len(), 0));
    assert_eq!(pauses[0], Some(Duration::from_secs(1_800)), "the pause that the account asked for");
    assert_eq!(stage.calls().len(), 1, "the account was called again although it had asked for a pause");
}

fn slow_and_empty(request: &Request) -> Response {
    let number = request.query().rsplit_once("page=").map_or(1, |(_, number)| number.parse().unwrap_or(1));
    document(&json!({ "data": [], "links": { "next": format!("/v2/tracking_requests?page={}", number + 1) } }))
}

#[test]
fn calls_of_a_look_up_have_its_deadline() {
    let stage = Stage::new(slow_and_empty, Duration::from_secs(8), RateLimits::unlimited());
    stage.track("MAEU123456789", "MAEU");
    let began = stage.clock.monotonic();
    assert_eq!(stage.service.run_due(Budget::ALL).unwrap().look_ups, 1);
    let calls = stage.calls();
    assert!(calls.iter().all(|(_, deadline)| *deadline <= began + LOOK_UP_TIMEOUT), "{calls:?}");
    assert!(calls.iter().all(|(at, _)| *at < began + LOOK_UP_TIMEOUT), "{calls:?}");
    assert_eq!(stage.outcomes.lock().unwrap().1, 1, "the look-up failed");
}

fn unavailable(_: &Request) -> Response {
    Response::new(503)
}

#[test]
fn call_of_a_look_up_is_not_retried() {
    let stage = Stage::new(unavailable, Duration::ZERO, RateLimits::unlimited());
    stage.track("MAEU123456789", "MAEU");
    stage.service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.calls().len(), 1);
}

/// Number of containers of the large bill: reading it takes more calls than the limit allows in a minute.
const CONTAINERS: usize = 120;

fn large_bill(request: &Request) -> Response {
    match request.path() {
        "/v2/tracking_requests" => document(&json!({ "data": [{
            "id": "r", "type": "tracking_request",
            "attributes": {
                "request_number": "MAEU123456789", "request_type": "bill_of_lading", "scac": "MAEU", "status": "created",
            },
            "relationships": { "tracked_object": { "data": { "id": "s", "type": "shipment" } } },
        }] })),
        "/v2/shipments/s" => document(&json!({
            "data": { "id": "s", "type": "shipment", "attributes": { "bill_of_lading_number": "MAEU123456789" } },
            "included": (0..CONTAINERS).map(|n| json!({
                "id": format!("c{n}"), "type": "container", "attributes": { "number": format!("MSKU{n:07}") },
            })).collect::<Vec<_>>(),
        })),
        path if path.ends_with("/raw_events") => document(&json!({ "data": [{
            "id": format!("{path}-1"), "type": "raw_event",
            "attributes": {
                "event": "full_in", "original_event": "Gate in", "timestamp": "2026-04-20T10:00:00Z", "location_name": "Shanghai",
                "location_locode": "CNSHA", "estimated": false, "timezone": "Asia/Shanghai",
            },
        }] })),
        _ => document(&json!({ "data": [] })),
    }
}

#[test]
fn bill_that_needs_more_calls_than_the_limit_is_read_in_several_look_ups() {
    let stage = Stage::new(large_bill, Duration::from_millis(100), RateLimits::interface());
    stage.track("MAEU123456789", "MAEU");
    stage.service.run_until(start() + chrono::TimeDelta::minutes(30), &CancelToken::new()).unwrap();
    let found = stage.service.client().containers().list().into_iter().count();
    assert_eq!(found, CONTAINERS);
    let calls = stage.calls().len();
    assert!(calls < 2 * CONTAINERS + 30, "{calls} calls for {CONTAINERS} containers");
}
