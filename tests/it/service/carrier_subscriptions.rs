//! Subscriptions at carriers, over real HTTP in both directions: creation, callbacks, renewal, secret rotation, removal.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials, Secret};
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::Method;
use shiptrack::numbers::NumberKind;
use shiptrack::server::Server;
use shiptrack::service::{Activity, Budget, NewSubscription, Service};
use shiptrack::simulator::{
    Access, Fault, Faults, Journey, Loopback, Scenario, SimulatedCarrier, SimulatedCarrierBuilder,
};
use shiptrack::store::{SubscriptionRecord, SubscriptionState};
use shiptrack_tests::scenario::{creation, json_of, send};
use shiptrack_tests::scratch::Scratch;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

/// A carrier that sends callbacks, and a service behind a server.
struct Stage {
    folder: Scratch,
    journey: Journey,
    clock: ManualClock,
    loopback: Loopback,
    key: Arc<Mutex<String>>,
    /// Further lines of the profile's `subscriptions` table.
    table: &'static str,
    errors: Arc<Mutex<Vec<String>>>,
    service: Option<Service>,
    server: Option<Server>,
}

impl Stage {
    fn new() -> Self {
        Self::with("lasts_days = 30", |site| site.subscription_lifetime(30 * DAY))
    }

    fn with(table: &'static str, set_up: impl FnOnce(SimulatedCarrierBuilder) -> SimulatedCarrierBuilder) -> Self {
        let clock = ManualClock::new("2026-05-01T00:00:00Z".parse().unwrap());
        let journey = Scenario::named("direct").unwrap().starting(clock.now());
        clock.advance_to(journey.tracked_at());
        let site = SimulatedCarrier::builder(journey.clone()).clock(clock.clone());
        let site = site.access(Access::open().header("X-Key", "right").client_credentials("id", "secret"));
        let loopback = Loopback::start(set_up(site).build()).expect("a port");
        let mut stage = Stage {
            folder: Scratch::new(),
            journey,
            clock,
            loopback,
            key: Arc::new(Mutex::new("right".to_owned())),
            table,
            errors: Arc::default(),
            service: None,
            server: None,
        };
        stage.open();
        stage
    }

    fn file(&self) -> PathBuf {
        self.folder.path("tracking.db")
    }

    fn close(&mut self) {
        drop(self.server.take());
        if let Some(service) = self.service.take() {
            service.close().unwrap();
        }
    }

    /// Opens the service; closes it first if it is open.
    fn open(&mut self) {
        self.close();
        let (url, table) = (self.loopback.url(), self.table);
        let profile = format!(
            "[SIML]\nbase_url = '{url}'\npath = '/v2/events'\nheaders = {{ X-Key = '{{key}}' }}\n\
             parameters = {{ bill_of_lading = 'transportDocumentReference' }}\n\
             [SIML.subscriptions]\npath = '/v2/event-subscriptions'\n{table}\n\
             [SIML.oauth2]\ntoken_url = '{url}/token'\nheaders = {{ X-Key = '{{key}}' }}\n"
        );
        let (key, errors) = (Arc::clone(&self.key), Arc::clone(&self.errors));
        let credentials = Credentials::of_every_account().from_function(move |credential| {
            Ok(Some(Secret::new(match credential.name {
                "client_id" => "id".to_owned(),
                "client_secret" => "secret".to_owned(),
                _ => key.lock().unwrap().clone(),
            })))
        });
        let access = CarrierAccess::new(Profiles::parse(&profile).unwrap(), credentials);
        let observer = move |activity: &Activity<'_>| {
            if let Activity::Trouble { error, .. } = activity {
                errors.lock().unwrap().push(error.to_string());
            }
        };
        let builder = Service::builder().clock(self.clock.clone()).carrier_access(access).observer(observer);
        let service = builder.open(self.file()).unwrap();
        self.server = Some(Server::builder(Arc::new(service.clone())).start().unwrap());
        self.service = Some(service);
    }

    fn service(&self) -> &Service {
        self.service.as_ref().unwrap()
    }

    /// The URL that the carrier sends callbacks to.
    fn callback_url(&self) -> String {
        format!("http://{}/push", self.server.as_ref().unwrap().address())
    }

    fn subscribe_to(&self, url: &str) -> Result<SubscriptionRecord, shiptrack::Error> {
        let new = NewSubscription::of_carrier("SIML").call_back(url);
        let new = new.about(NumberKind::BillOfLading, &*self.journey.bill_of_lading);
        self.service().add_subscription(self.service().default_account(), new)
    }

    fn subscribe(&self) -> SubscriptionRecord {
        self.subscribe_to(&self.callback_url()).unwrap()
    }

    fn run(&self) {
        self.service().run_due(Budget::ALL).unwrap();
    }

    fn pass(&self, time: Duration) {
        let until = self.clock.now() + time;
        self.service().run_until(until, &Default::default()).unwrap();
    }

    fn all(&self) -> Vec<SubscriptionRecord> {
        self.service().subscriptions(self.service().default_account()).unwrap()
    }

    /// The only subscription.
    fn only(&self) -> SubscriptionRecord {
        let [subscription] = &*self.all() else { panic!("one subscription: {:?}", self.all()) };
        subscription.clone()
    }

    fn state(&self) -> SubscriptionState {
        self.only().state
    }

    /// Number of subscriptions at the carrier.
    fn at_carrier(&self) -> usize {
        self.loopback.carrier().subscribers().len()
    }

    fn track(&self) {
        let transport = self.service().transport(self.service().default_account()).unwrap();
        let body = creation("bill_of_lading", &self.journey.bill_of_lading, "SIML");
        assert_eq!(send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
        self.run();
    }

    /// Number of events of all containers.
    fn events(&self) -> usize {
        let transport = self.service().transport(self.service().default_account()).unwrap();
        let found = send(transport.as_ref(), Method::Get, "/v2/containers?include=transport_events", None);
        json_of(&found)["included"].as_array().map_or(0, Vec::len)
    }
}

#[test]
fn a_subscription_is_created_receives_callbacks_is_renewed_and_removed() {
    let mut stage = Stage::new();
    stage.track();
    let requested = stage.subscribe();
    assert_eq!(
        (requested.state, requested.carrier().unwrap().subscription_id.as_deref()),
        (SubscriptionState::Requested, None)
    );
    assert_eq!(stage.subscribe().id, requested.id, "adding the same subscription again creates no second one");
    stage.run();
    let created = stage.only();
    assert_eq!(
        (created.state, created.carrier().unwrap().subscription_id.is_some()),
        (SubscriptionState::Active, true)
    );
    assert_eq!((created.problem.as_deref(), stage.at_carrier()), (None, 1));

    // Events of a callback are stored without a look-up.
    let (before, calls) = (stage.events(), stage.loopback.carrier().calls());
    stage.clock.advance(9 * DAY);
    assert_eq!(stage.loopback.call_back(), 1);
    assert!(stage.events() > before, "{before}");
    assert_eq!(stage.loopback.carrier().calls(), calls);
    assert_eq!(stage.loopback.call_back(), 0, "the carrier sends each event once");

    // After a restart, the subscription is renewed each time before it expires.
    stage.open();
    stage.pass(90 * DAY);
    let renewed = stage.only();
    assert_eq!(
        (stage.at_carrier(), &renewed.carrier(), renewed.state),
        (1, &created.carrier(), SubscriptionState::Active)
    );
    assert!(renewed.expires_at.unwrap() > stage.clock.now());
    assert_eq!(stage.service().next_due().unwrap().map(|due| due > stage.clock.now()), Some(true));

    stage.service().remove_subscription(stage.service().default_account(), created.id).unwrap();
    assert_eq!(stage.state(), SubscriptionState::Ending);
    stage.run();
    assert_eq!((stage.at_carrier(), stage.all().len()), (0, 0));
    assert_eq!(*stage.errors.lock().unwrap(), [""; 0]);
}

#[test]
fn the_old_secret_is_accepted_until_the_carrier_uses_the_new_one() {
    let stage = Stage::new();
    stage.track();
    let id = stage.subscribe().id;
    stage.run();
    let account = stage.service().default_account();
    let short = stage.service().rotate_subscription(account, id, Some("AAEC"), None).unwrap_err();
    assert_eq!(short.pointer(), Some("secret"), "{short}");
    stage.service().rotate_subscription(account, id, None, Some(Duration::ZERO)).unwrap();
    stage.clock.advance(9 * DAY);
    assert_eq!(stage.loopback.call_back(), 1, "signed with the old secret");
    stage.run();
    assert!(!stage.only().carrier().unwrap().signs_with_older);
    stage.clock.advance(9 * DAY);
    assert_eq!(stage.loopback.call_back(), 1, "signed with the new secret");
    assert_eq!(stage.at_carrier(), 1);
}

#[test]
fn a_subscription_that_the_carrier_lost_is_created_again() {
    let stage = Stage::with("lasts_days = 30", |site| site.subscription_lifetime(10 * DAY));
    stage.subscribe();
    stage.run();
    let first = stage.only().carrier().unwrap().subscription_id.clone();
    stage.pass(25 * DAY);
    let second = stage.only();
    assert_eq!((second.state, stage.at_carrier()), (SubscriptionState::Active, 1));
    assert_ne!(second.carrier().unwrap().subscription_id, first);
}

#[test]
fn renewal_by_recreation_leaves_one_subscription_at_the_carrier() {
    let stage = Stage::with("lasts_days = 30\nrenewal = 'recreate'", |site| site.subscription_lifetime(30 * DAY));
    stage.subscribe();
    stage.run();
    let first = stage.only().carrier().unwrap().subscription_id.clone();
    stage.pass(26 * DAY);
    assert_eq!(stage.at_carrier(), 1);
    assert_ne!(stage.only().carrier().unwrap().subscription_id, first);
}

#[test]
fn rejected_credentials_are_suspended_and_use_no_retry() {
    let stage = Stage::new();
    *stage.key.lock().unwrap() = "wrong".to_owned();
    stage.subscribe();
    stage.run();
    let waiting = stage.only();
    assert_eq!((waiting.state, waiting.failures), (SubscriptionState::Requested, 0));
    assert!(waiting.problem.as_deref().unwrap_or_default().contains("refuse"), "{:?}", waiting.problem);
    assert_eq!(stage.service().suspended_credentials().unwrap().len(), 1);
    assert_eq!(stage.errors.lock().unwrap().len(), 1, "reported once");
    stage.pass(30 * MINUTE);
    *stage.key.lock().unwrap() = "right".to_owned();
    stage.pass(31 * MINUTE);
    assert_eq!((stage.state(), stage.at_carrier()), (SubscriptionState::Active, 1));
    assert_eq!(stage.service().suspended_credentials().unwrap().len(), 0);
}

#[test]
fn a_rejected_subscription_has_the_carriers_message_and_temporary_failures_are_retried() {
    let stage = Stage::new();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    stage.subscribe_to(&format!("http://{closed}/push")).unwrap();
    stage.run();
    let refused = stage.only();
    assert_eq!((refused.state, refused.due), (SubscriptionState::Refused, None));
    assert!(refused.problem.unwrap().contains("the callbackUrl does not answer"));
    assert_eq!(stage.errors.lock().unwrap().len(), 1);

    let pause = Duration::from_secs(600);
    let faults = Faults::script([Some(Fault::Status(503)), Some(Fault::RetryAfter(503, pause)), None]);
    let stage = Stage::with("", |site| site.faults(faults));
    stage.subscribe();
    stage.run();
    assert_eq!((stage.only().failures, stage.at_carrier()), (1, 0));
    stage.pass(2 * MINUTE);
    assert_eq!((stage.only().failures, stage.at_carrier()), (2, 0));
    stage.pass(12 * MINUTE);
    assert_eq!((stage.only().failures, stage.state(), stage.at_carrier()), (0, SubscriptionState::Active, 1));
    assert_eq!(stage.only().expires_at, None, "the subscription has no expiry");
}

#[test]
fn an_invalid_subscription_is_rejected_with_the_name_of_the_field() {
    let stage = Stage::with("of_all = false", |site| site);
    let account = stage.service().default_account();
    let refused = |new: NewSubscription| {
        let error = stage.service().add_subscription(account, new).unwrap_err();
        (error.kind(), error.pointer().unwrap_or_default().to_owned(), error.to_string())
    };
    let new = |scac: &str| NewSubscription::of_carrier(scac).call_back("https://tracking.example/push");
    let about = |new: NewSubscription| new.about(NumberKind::BillOfLading, "SIML1");
    let container = NewSubscription::of_carrier("SIML").about(NumberKind::Container, "MSKU0308961");
    for (new, kind, pointer, words) in [
        (new("MSCU"), ErrorKind::Configuration, "carrier", "no carrier is configured"),
        (new("TEST"), ErrorKind::Configuration, "carrier", "does not support subscriptions"),
        (new("SIML"), ErrorKind::Configuration, "carrier", "about one number"),
        (about(new("SIML")).called("7f"), ErrorKind::Invalid, "subscription_id", "leave the id out"),
        (about(new("SIML")).secret("AAEC"), ErrorKind::Invalid, "secret", "32 bytes"),
        (about(new("SIML")).expires_at(stage.clock.now()), ErrorKind::Invalid, "expires_at", "renewed"),
        (container.call_back("http://tracking.example/push"), ErrorKind::Invalid, "callback_url", "https://"),
    ] {
        let refusal = refused(new);
        assert_eq!((refusal.0, &*refusal.1), (kind, pointer), "{refusal:?}");
        assert!(refusal.2.contains(words), "{refusal:?}");
    }
}

#[test]
fn subscriptions_keep_the_pace_of_their_carrier() {
    let stage = Stage::with("\n[SIML.pace]\nper_minute = 1", |site| site);
    let callback_url = stage.callback_url();
    stage.subscribe_to(&format!("{callback_url}?a")).unwrap();
    stage.subscribe_to(&format!("{callback_url}?b")).unwrap();
    stage.run();
    assert_eq!(stage.at_carrier(), 1);
    stage.pass(2 * MINUTE);
    assert_eq!(stage.at_carrier(), 2);
    assert!(stage.all().iter().all(|subscription| subscription.failures == 0));
}

#[test]
fn unreadable_rows_are_reported_and_do_not_block_other_work() {
    let mut stage = Stage::new();
    // More rows than one query reads.
    for port in 0..70 {
        stage.subscribe_to(&format!("http://127.0.0.1:{}/push", 2_000 + port)).unwrap();
    }
    stage.close();
    let script = "UPDATE subscriptions SET body = '{\"id\": 7}'";
    rusqlite::Connection::open(stage.file()).unwrap().execute_batch(script).unwrap();
    stage.open();
    stage.subscribe();
    let transport = stage.service().transport(stage.service().default_account()).unwrap();
    let body = creation("bill_of_lading", &stage.journey.bill_of_lading, "SIML");
    assert_eq!(send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
    drop(transport);

    let done = stage.service().run_due(Budget::ALL).unwrap();
    assert_eq!((done.look_ups, done.deliveries, done.subscriptions, done.items()), (1, 0, 1, 2));
    assert_eq!((stage.only().state, stage.at_carrier()), (SubscriptionState::Active, 1));
    let errors = stage.errors.lock().unwrap().clone();
    assert_eq!(errors.len(), 70);
    assert!(
        errors.iter().all(|error| error.contains("the subscription ") && error.contains("cannot be read")),
        "{errors:?}"
    );
    // The rows are read again after an hour, in case they were repaired.
    assert_eq!(stage.service().run_due(Budget::ALL).unwrap().items(), 0);
    assert_eq!(stage.errors.lock().unwrap().len(), 70);
    stage.pass(Duration::from_secs(3_600));
    assert_eq!(stage.errors.lock().unwrap().len(), 140);
}
