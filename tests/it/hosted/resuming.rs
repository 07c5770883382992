//! Where an adoption goes on, and what is posted about requests that are not here.

use chrono::TimeDelta;
use shiptrack::client::TrackingRequestUpdate;
use shiptrack::resources::TrackingRequest;

use super::*;
use shiptrack_tests::with;

const BILLS: [&str; 3] = ["MAEU100000001", "MAEU100000002", "MAEU100000003"];

/// An account that follows three bills of which nobody says anything yet, the first one made first.
struct Account {
    service: Service,
    clock: ManualClock,
}

impl Account {
    fn new() -> Self {
        let clock = ManualClock::new(begins());
        let silent = |_: &LookUp, _: &Call| Err(LookUpFailure::NoDataYet);
        let builder = Service::builder().clock(clock.clone()).carrier("MAEU", silent).unwrap();
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
        let way = self.service.transport(self.service.default_account()).unwrap();
        HostedAccount::new(ClientBuilder::in_process().over(way).unwrap())
    }

    fn request(&self, bill: &str) -> TrackingRequest {
        self.service.client().tracking_requests().list().number(bill).first().unwrap().unwrap()
    }

    fn refer(&self, bill: &str, reference: &str) {
        let changes = TrackingRequestUpdate::new().ref_numbers([reference]);
        self.service.client().tracking_requests().update(&self.request(bill).id, changes).unwrap();
    }
}

#[test]
fn what_changed_behind_a_run_is_taken_over_by_the_next_one_whatever_changed_ahead_of_it_later() {
    let account = Account::new();
    let hosted = account.hosted();
    let service = Service::builder().clock(account.clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
    let run = |adoption: Adoption| service.adopt(service.default_account(), &hosted, &adoption).unwrap();
    assert_eq!(run(Adoption::new().most(1)).created, 1);
    account.clock.advance(days(1));
    account.refer(BILLS[2], "LATE-1");
    account.clock.advance(days(1));
    account.refer(BILLS[0], "LATE-2");
    account.clock.advance(days(1));
    assert!(run(Adoption::new()).is_complete);
    run(Adoption::new());
    let references = |bill: &str| {
        let found = service.client().tracking_requests().list().number(bill).first().unwrap().unwrap();
        found.ref_numbers
    };
    assert_eq!((references(BILLS[2]), references(BILLS[0])), (vec!["LATE-1".to_owned()], vec!["LATE-2".to_owned()]));
    account.clock.advance(days(1));
    assert!(run(Adoption::new()).seen <= 1, "what stands still is not looked at again and again");
}

#[test]
fn an_account_whose_clock_is_behind_by_minutes_loses_nothing() {
    let account = Account::new();
    let hosted = account.hosted();
    let clock = ManualClock::new(account.clock.now() + TimeDelta::minutes(10));
    let service = Service::builder().clock(clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
    let run = |adoption: Adoption| service.adopt(service.default_account(), &hosted, &adoption).unwrap();
    run(Adoption::new().most(1));
    account.clock.advance(Duration::from_secs(60));
    account.refer(BILLS[2], "LATE-1");
    account.clock.advance(days(1));
    account.refer(BILLS[0], "LATE-2");
    run(Adoption::new());
    run(Adoption::new());
    let found = service.client().tracking_requests().list().number(BILLS[2]).first().unwrap().unwrap();
    assert_eq!(found.ref_numbers, ["LATE-1"]);
}

/// A way to an account that refuses the words of sources at first, so many times.
struct Refusing {
    way: Arc<dyn Transport>,
    status: u16,
    most: usize,
    asked: Arc<AtomicUsize>,
}

impl Transport for Refusing {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        if request.url.contains("/raw_events") && self.asked.fetch_add(1, Ordering::Relaxed) < self.most {
            let body = json!({ "errors": [{ "status": self.status.to_string() }] });
            return Ok(with(Response::new(self.status), |it| it.body = body.to_string().into_bytes()));
        }
        self.way.send(request, call)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.way.pause(until, cancel)
    }
}

#[test]
fn one_container_without_words_leaves_the_words_of_all_others_and_three_in_a_row_are_an_account_without() {
    let provider = Provider::new();
    let asked_for_words = |status: u16, most: usize| {
        let asked = Arc::new(AtomicUsize::new(0));
        let way = Refusing { way: provider.way(), status, most, asked: Arc::clone(&asked) };
        let hosted = HostedAccount::new(ClientBuilder::in_process().over(Arc::new(way)).unwrap());
        let service = home(&provider).any_carrier(hosted.clone()).in_memory().unwrap();
        let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        assert_eq!((adopted.created, adopted.skipped.len()), (5, 0), "{adopted:?}");
        assert_same(&service, &provider.service);
        asked.load(Ordering::Relaxed)
    };
    let all = asked_for_words(404, 0);
    assert!(all > 3, "{all}");
    assert_eq!(asked_for_words(404, 1), all, "the others are asked");
    assert_eq!((asked_for_words(404, usize::MAX), asked_for_words(405, usize::MAX)), (3, 1));
}

#[test]
fn a_failed_request_that_is_not_here_is_nothing_when_it_is_posted_and_so_is_one_without_a_carrier() {
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
