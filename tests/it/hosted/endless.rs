//! Tests of accounts at broken services: listings that never end, and pauses of any length. Copying an account ends.

use super::*;

/// A service whose listing of tracking requests never ends, or that refuses requests.
#[derive(Clone)]
struct Endless {
    clock: ManualClock,
    calls: Arc<AtomicUsize>,
    answer: fn(&Request) -> Response,
    cancel: CancelToken,
    /// The number of calls after which the token is cancelled.
    cancelled_after: usize,
}

impl Transport for Endless {
    fn send(&self, request: Request, _: &Call) -> Result<Response, TransportError> {
        if self.calls.fetch_add(1, Ordering::Relaxed) + 1 == self.cancelled_after {
            self.cancel.cancel();
        }
        Ok((self.answer)(&request))
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let left = (until - self.clock.now()).to_std().unwrap_or_default();
        self.clock.sleep(left, cancel)
    }
}

fn page_number(request: &Request) -> usize {
    request.query().rsplit_once("page=").map_or(1, |(_, number)| number.parse().unwrap())
}

fn document(body: &Value) -> Response {
    Response::new(200).body("application/vnd.api+json", body.to_string())
}

/// One request on each page.
fn endless_requests(request: &Request) -> Response {
    let number = page_number(request);
    document(&json!({
        "data": [{
            "id": format!("r-{number}"), "type": "tracking_request",
            "attributes": {
                "request_number": format!("MAEU{number:09}"), "request_type": "bill_of_lading", "scac": "MAEU", "status": "pending",
            },
        }],
        "links": { "next": format!("/v2/tracking_requests?page={}", number + 1) },
    }))
}

fn refusal(_: &Request) -> Response {
    Response::new(429).header("Retry-After", "99999999999999999999")
}

/// One request whose container has endless events.
fn endless_events(request: &Request) -> Response {
    let number = page_number(request);
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
            "included": [{ "id": "c", "type": "container", "attributes": { "number": "MSKU0308961" } }],
        })),
        path if path.ends_with("_events") => document(&json!({
            "data": (0..100).map(|n| json!({ "id": format!("e-{number}-{n}"), "type": "raw_event", "attributes": {} })).collect::<Vec<_>>(),
            "links": { "next": format!("{path}?page={}", number + 1) },
        })),
        _ => document(&json!({ "data": [] })),
    }
}

/// The broken service, an account at it, and the service into which it is copied.
fn stage(answer: fn(&Request) -> Response, cancelled_after: usize) -> (Endless, HostedAccount, Service) {
    let clock = ManualClock::new(start_time());
    let endless =
        Endless { clock: clock.clone(), calls: Arc::default(), answer, cancel: CancelToken::new(), cancelled_after };
    let client = ClientBuilder::in_process().clock(Arc::new(clock.clone())).limits(RateLimits::unlimited());
    let hosted = HostedAccount::new(client.over(Arc::new(endless.clone())).unwrap());
    let service = Service::builder().clock(clock).any_carrier(hosted.clone()).in_memory().unwrap();
    (endless, hosted, service)
}

#[test]
fn pages_that_never_end_are_read_up_to_the_limit_and_continued() {
    let (endless, hosted, service) = stage(endless_requests, 0);
    let run = |adoption: Adoption| service.adopt(service.default_account(), &hosted, &adoption).unwrap();
    for _ in 0..2 {
        let report = run(Adoption::new().max_pages(3));
        assert_eq!((report.seen, report.created, report.is_complete), (3, 3, false));
    }
    assert_eq!(service.client().tracking_requests().list().into_iter().count(), 6);
    let calls = endless.calls.load(Ordering::Relaxed);
    run(Adoption::new().max_pages(1));
    assert!(endless.calls.load(Ordering::Relaxed) - calls < 10);
}

#[test]
fn a_time_out_ends_a_run_whatever_pause_the_account_requests() {
    let (endless, hosted, service) = stage(refusal, 0);
    let adoption = Adoption::new().timeout(Duration::from_secs(60));
    let refused = service.adopt(service.default_account(), &hosted, &adoption).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::RateLimited);
    let waited = endless.clock.now() - start_time();
    assert!(waited.num_seconds() <= 60, "{waited}");
    // Without a time-out, each pause is at most two minutes long.
    let refused = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::RateLimited);
    let waited = endless.clock.now() - start_time();
    assert!(waited.num_minutes() <= 60, "{waited}");

    let (_, hosted, service) = stage(endless_requests, 0);
    let adoption = Adoption::new().timeout(Duration::ZERO);
    let late = service.adopt(service.default_account(), &hosted, &adoption).unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Timeout);
}

#[test]
fn cancelling_ends_a_run_whose_pages_never_end() {
    let (endless, hosted, service) = stage(endless_requests, 20);
    let adoption = Adoption::new().cancel(endless.cancel.clone());
    let cancelled = service.adopt(service.default_account(), &hosted, &adoption).unwrap_err();
    assert_eq!(cancelled.kind(), ErrorKind::Cancelled);
}

#[test]
fn a_container_with_endless_events_is_skipped() {
    let (endless, hosted, service) = stage(endless_events, 0);
    let report = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
    assert_eq!((report.seen, report.is_complete), (1, true));
    assert!(report.skipped[0].reason.contains("10000 events"), "{:?}", report.skipped);
    assert!(endless.calls.load(Ordering::Relaxed) < 250);
}
