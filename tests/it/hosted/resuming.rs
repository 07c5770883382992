//! Tests of resumed adoptions, and of notifications about requests that do not exist here.

use chrono::TimeDelta;
use shiptrack::client::TrackingRequestUpdate;
use shiptrack::resources::TrackingRequest;

use super::*;
use shiptrack_tests::with;

const BILLS: [&str; 3] = ["MAEU100000001", "MAEU100000002", "MAEU100000003"];

/// An account that tracks three bills of lading without data.
struct Account {
    service: Service,
    clock: ManualClock,
}

impl Account {
    fn new() -> Self {
        let clock = ManualClock::new(start_time());
        let without_data = |_: &LookUp, _: &Call| Err(LookUpFailure::NoDataYet);
        let builder = Service::builder().clock(clock.clone()).carrier("MAEU", without_data).unwrap();
        let account = Account { service: builder.in_memory().unwrap(), clock };
        for bill in BILLS {
            account.clock.advance(days(1));
            account
                .service
                .client()
                .tracking_requests()
                .create(NewTrackingRequest::bill_of_lading(bill, "MAEU"))
                .unwrap();
        }
        account.clock.advance(days(1));
        account
    }

    fn hosted(&self) -> HostedAccount {
        let transport = self.service.transport(self.service.default_account()).unwrap();
        HostedAccount::new(ClientBuilder::in_process().over(transport).unwrap())
    }

    fn request(&self, bill: &str) -> TrackingRequest {
        self.service.client().tracking_requests().list().number(bill).first().unwrap().unwrap()
    }

    fn set_reference(&self, bill: &str, reference: &str) {
        let changes = TrackingRequestUpdate::new().ref_numbers([reference]);
        self.service.client().tracking_requests().update(&self.request(bill).id, changes).unwrap();
    }
}

#[test]
fn change_behind_a_run_is_copied_by_the_next_run() {
    let account = Account::new();
    let hosted = account.hosted();
    let service = Service::builder().clock(account.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
    let run = |adoption: Adoption| service.adopt(service.default_account(), &hosted, &adoption).unwrap();
    assert_eq!(run(Adoption::new().most(1)).created, 1);
    account.clock.advance(days(1));
    account.set_reference(BILLS[2], "LATE-1");
    account.clock.advance(days(1));
    account.set_reference(BILLS[0], "LATE-2");
    account.clock.advance(days(1));
    assert!(run(Adoption::new()).is_complete);
    run(Adoption::new());
    let references = |bill: &str| {
        let found = service.client().tracking_requests().list().number(bill).first().unwrap().unwrap();
        found.ref_numbers
    };
    assert_eq!((references(BILLS[2]), references(BILLS[0])), (vec!["LATE-1".to_owned()], vec!["LATE-2".to_owned()]));
    account.clock.advance(days(1));
    assert!(run(Adoption::new()).seen <= 1, "unchanged requests are not read again");
}

#[test]
fn slow_clock_of_the_account_loses_no_change() {
    let account = Account::new();
    let hosted = account.hosted();
    let clock = ManualClock::new(account.clock.now() + TimeDelta::minutes(10));
    let service = Service::builder().clock(clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
    let run = |adoption: Adoption| service.adopt(service.default_account(), &hosted, &adoption).unwrap();
    run(Adoption::new().most(1));
    account.clock.advance(Duration::from_secs(60));
    account.set_reference(BILLS[2], "LATE-1");
    account.clock.advance(days(1));
    account.set_reference(BILLS[0], "LATE-2");
    run(Adoption::new());
    run(Adoption::new());
    let found = service.client().tracking_requests().list().number(BILLS[2]).first().unwrap().unwrap();
    assert_eq!(found.ref_numbers, ["LATE-1"]);
}

/// A transport that refuses the first requests for raw events.
struct RefusingRawEvents {
    inner: Arc<dyn Transport>,
    status: u16,
    most: usize,
    asked: Arc<AtomicUsize>,
}

impl Transport for RefusingRawEvents {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        if request.url.contains("/raw_events") && self.asked.fetch_add(1, Ordering::Relaxed) < self.most {
            let body = json!({ "errors": [{ "status": self.status.to_string() }] });
            return Ok(with(Response::new(self.status), |it| it.body = body.to_string().into_bytes()));
        }
        self.inner.send(request, call)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.inner.pause(until, cancel)
    }
}

#[test]
fn raw_events_are_unsupported_after_three_refusals() {
    let provider = Provider::new();
    let requests_for_raw_events = |status: u16, most: usize| {
        let asked = Arc::new(AtomicUsize::new(0));
        let transport = RefusingRawEvents { inner: provider.transport(), status, most, asked: Arc::clone(&asked) };
        let hosted = HostedAccount::new(ClientBuilder::in_process().over(Arc::new(transport)).unwrap());
        let service = local_service(&provider).any_carrier(hosted.clone()).in_memory().unwrap();
        let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        assert_eq!((adopted.created, adopted.skipped.len()), (5, 0), "{adopted:?}");
        assert_same(&service, &provider.service);
        asked.load(Ordering::Relaxed)
    };
    let all = requests_for_raw_events(404, 0);
    assert!(all > 3, "{all}");
    assert_eq!(requests_for_raw_events(404, 1), all, "raw events of the other containers are read");
    assert_eq!((requests_for_raw_events(404, usize::MAX), requests_for_raw_events(405, usize::MAX)), (3, 1));
}

#[test]
fn notifications_about_failed_requests_and_requests_without_carrier_are_ignored() {
    let account = Account::new();
    let hosted = account.hosted();
    let service = Service::builder().clock(account.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
    let secret = SigningSecret::new("whsec_AAECAwQFBgcICQoLDA0ODw==").unwrap();
    let verifier = Verifier::new([secret.clone()]).unwrap();
    let post = |attributes: Value| {
        let notification = json!({ "type": "webhook_notification", "id": "5a8f2d1e-0000-4000-8000-000000000001",
            "attributes": { "event": "tracking_request.failed", "delivery_status": "pending" } });
        let request = json!({ "type": "tracking_request", "id": "5a8f2d1e-0000-4000-8000-000000000002",
            "attributes": attributes });
        let body = json!({ "data": notification, "included": [request] }).to_string();
        let signed = Signer::new([secret.clone()]).unwrap().sign("n", body.as_bytes(), account.clock.now()).unwrap();
        let header = |name: &str| {
            signed.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
        };
        service.receive_hosted(service.default_account(), &hosted, &verifier, header, body.as_bytes()).unwrap()
    };
    let failed = json!({ "request_number": "MAEU200000001", "request_type": "bill_of_lading", "scac": "MAEU",
        "status": "failed", "failed_reason": "not_found" });
    assert_eq!(post(failed), NotificationOutcome::Ignored);
    let unknown = json!({ "request_number": "200000001", "request_type": "bill_of_lading", "scac": null,
        "status": "pending" });
    assert_eq!(post(unknown), NotificationOutcome::Ignored);
}
