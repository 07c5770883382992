//! Credentials stored by the service: encrypted with the host's key, separate for each account, and nowhere in plain text.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials, Secret};
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::error::ErrorKind;
use shiptrack::http::{Headers, Method};
use shiptrack::numbers::NumberKind;
use shiptrack::resources::AccountId;
use shiptrack::service::{Activity, Budget, NewSubscription, Service, ServiceBuilder};
use shiptrack::simulator::{Access, Fleet, Loopback, SimulatedCarrier};
use shiptrack::store::{StoreKey, SubscriptionState};
use shiptrack_tests::scenario::{creation, json_of, send, start};
use shiptrack_tests::scratch::Scratch;

const HOUR: Duration = Duration::from_secs(3_600);
const SECRET: &str = "s3cr3t-right-key";
const OTHER_SECRET: &str = "s3cr3t-other-key";

fn key(byte: u8) -> StoreKey {
    StoreKey::new([byte; 32])
}

/// A carrier that requires a key, and a database file.
struct Stage {
    folder: Scratch,
    fleet: Fleet,
    clock: ManualClock,
    loopback: Loopback,
    activities: Arc<Mutex<Vec<String>>>,
}

impl Stage {
    fn new() -> Self {
        let clock = ManualClock::new(start());
        let fleet = Fleet::new(7, 40, start());
        let site = SimulatedCarrier::builder(fleet.clone()).clock(clock.clone());
        let site = site.access(Access::open().header("X-Key", SECRET).client_credentials("id", "secret"));
        let loopback = Loopback::start(site.build()).expect("a port");
        Stage { folder: Scratch::new(), fleet, clock, loopback, activities: Arc::default() }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path("tracking.db")
    }

    fn builder(&self) -> ServiceBuilder {
        let (url, activities) = (self.loopback.url(), Arc::clone(&self.activities));
        let profile = format!(
            "[SIML]\nbase_url = '{url}'\npath = '/v2/events'\nheaders = {{ X-Key = '{{key}}' }}\n\
             codes = ['SIMX']\nparameters = {{ container = 'equipmentReference' }}\n\
             [SIML.subscriptions]\npath = '/v2/event-subscriptions'\nlasts_days = 30\n\
             [SIML.oauth2]\ntoken_url = '{url}/token'\nheaders = {{ X-Key = '{{key}}' }}\n"
        );
        let credentials = Credentials::of_every_account()
            .from_text("[SIML]\nclient_id = 'id'\nclient_secret = 'secret'")
            .expect("credentials");
        let observer = move |activity: &Activity<'_>| activities.lock().unwrap().push(format!("{activity:?}"));
        Service::builder()
            .clock(self.clock.clone())
            .observer(observer)
            .allow_loopback()
            .carrier_access(CarrierAccess::new(Profiles::parse(&profile).unwrap(), credentials))
    }

    fn open(&self, byte: u8) -> Service {
        self.builder().store_key(key(byte)).open(self.file()).unwrap()
    }

    fn track(&self, service: &Service, account: &AccountId, place: u32) -> String {
        let number = self.container(place);
        let body = creation("container", &number, "SIML");
        let transport = service.transport(account).unwrap();
        let made = send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
        json_of(&made)["data"]["id"].as_str().unwrap().to_owned()
    }

    fn container(&self, place: u32) -> String {
        self.fleet.journey(place).unwrap().containers[0].clone()
    }

    fn status(&self, service: &Service, account: &AccountId, id: &str) -> String {
        let transport = service.transport(account).unwrap();
        let answer = send(transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None);
        json_of(&answer)["data"]["attributes"]["status"].as_str().unwrap().to_owned()
    }
}

fn store(service: &Service, account: &AccountId, secret: &str) {
    service.store_credential(account, "SIML", "key", &Secret::new(secret)).unwrap();
}

/// Whether any file of the database contains the text.
fn is_in_file(file: &Path, text: &str) -> bool {
    let files = ["", "-wal", "-shm"].map(|end| file.with_file_name(format!("tracking.db{end}")));
    files
        .iter()
        .filter_map(|file| std::fs::read(file).ok())
        .any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
}

#[test]
fn a_stored_credential_is_used_for_its_account_only_also_after_a_restart() {
    let stage = Stage::new();
    let service = stage.open(1);
    let (account, other) = (service.default_account().clone(), service.create_account("other", "").unwrap().id);
    store(&service, &account, SECRET);
    let (ours, theirs) = (stage.track(&service, &account, 1), stage.track(&service, &other, 2));
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &ours), "created");
    assert_eq!(stage.status(&service, &other, &theirs), "pending");
    let suspended = service.suspended_credentials().unwrap();
    assert!(
        suspended[0].why.as_ref().unwrap().contains("credential `key` of SIML for the account other"),
        "{suspended:?}"
    );
    service.close().unwrap();

    let service = stage.open(1);
    let another = stage.track(&service, &account, 3);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &another), "created");
    // With another code of the same profile.
    service.store_credential(&other, "simx", "key", &Secret::new(SECRET)).unwrap();
    let stored = service.stored_credentials(&other).unwrap();
    assert_eq!(
        (stored.len(), &*stored[0].scac, &*stored[0].name, stored[0].stored_at),
        (1, "SIMX", "key", stage.clock.now())
    );
    assert_eq!(service.suspended_credentials().unwrap(), [], "waiting requests continue at once");
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &other, &theirs), "created");
}

#[test]
fn a_replaced_or_removed_credential_is_not_used_any_more() {
    let stage = Stage::new();
    let service = stage.open(1);
    let account = service.default_account().clone();
    store(&service, &account, OTHER_SECRET);
    let request = stage.track(&service, &account, 1);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(
        (service.suspended_credentials().unwrap().len(), &*stage.status(&service, &account, &request)),
        (1, "pending")
    );
    store(&service, &account, SECRET);
    assert_eq!(
        (service.suspended_credentials().unwrap().len(), service.stored_credentials(&account).unwrap().len()),
        (0, 1)
    );
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &request), "created");

    service.forget_credential(&account, "SIML", "key").unwrap();
    assert_eq!(service.stored_credentials(&account).unwrap(), []);
    let error = service.forget_credential(&account, "SIML", "key").unwrap_err();
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::NotFound, Some("name")));
    let next = stage.track(&service, &account, 2);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &next), "pending");
}

#[test]
fn credentials_need_a_store_key_and_a_file_opens_only_with_its_own_key() {
    let stage = Stage::new();
    let service = stage.builder().open(stage.file()).unwrap();
    let account = service.default_account().clone();
    let error = service.store_credential(&account, "SIML", "key", &Secret::new(SECRET)).unwrap_err();
    assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("store_key")));
    assert_eq!(service.rekey(&key(2)).unwrap_err().pointer(), Some("store_key"));
    service.close().unwrap();
    let service = stage.open(1);
    store(&service, &account, SECRET);
    for (scac, name, secret, field) in [
        ("SI", "key", "x", "scac"),
        ("SIML", "Key", "x", "name"),
        ("SIML", "", "x", "name"),
        ("SIML", "key", "", "secret"),
    ] {
        let error = service.store_credential(&account, scac, name, &Secret::new(secret)).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Invalid, Some(field)), "{scac} {name}");
    }
    assert_eq!(
        service.store_credential(&AccountId::from("unknown"), "SIML", "key", &Secret::new("x")).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    service.close().unwrap();
    for builder in [stage.builder(), stage.builder().store_key(key(2))] {
        let error = builder.open(stage.file()).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("store_key")), "{error}");
    }
    assert_eq!(stage.open(1).stored_credentials(&account).unwrap().len(), 1);
}

#[test]
fn a_closed_service_cannot_replace_the_key_of_its_file() {
    let stage = Stage::new();
    let service = stage.open(1);
    let account = service.default_account().clone();
    store(&service, &account, SECRET);
    service.close().unwrap();
    assert_eq!(service.rekey(&key(2)).unwrap_err().kind(), ErrorKind::Closed);
    assert_eq!(stage.open(1).stored_credentials(&account).unwrap().len(), 1);
}

#[test]
fn a_key_can_be_replaced_during_writes_and_everything_is_encrypted_with_the_last_key() {
    let stage = Stage::new();
    let service = stage.open(1);
    let account = service.default_account().clone();
    std::thread::scope(|scope| {
        for byte in [2, 3] {
            let service = &service;
            scope.spawn(move || service.rekey(&key(byte)).unwrap());
        }
        for name in ["client_id", "client_secret", "key"] {
            let (service, account) = (&service, &account);
            scope.spawn(move || service.store_credential(account, "SIML", name, &Secret::new(SECRET)).unwrap());
        }
    });
    service.rekey(&key(4)).unwrap();
    service.close().unwrap();
    assert_eq!(stage.open(4).stored_credentials(&account).unwrap().len(), 3);
}

#[test]
fn no_secret_is_in_the_file_in_a_log_or_in_an_error() {
    let stage = Stage::new();
    // First without a key: the plain secrets are encrypted when a key is set.
    let service = stage.builder().open(stage.file()).unwrap();
    let own = service.default_account().clone();
    let subscription = service.add_subscription(&own, NewSubscription::own("terminal", "LBCT")).unwrap();
    let webhook = r#"{"data":{"type":"webhook","attributes":{"url":"https://127.0.0.1:9/h","events":["container.transport.vessel_arrived"],"active":true}}}"#;
    let body = serde_json::from_str(webhook).unwrap();
    let transport = service.transport(&own).unwrap();
    let created = send(transport.as_ref(), Method::Post, "/v2/webhooks", Some(&body));
    assert_eq!(created.status, 201, "{}", String::from_utf8_lossy(&created.body));
    let webhook_secret = json_of(&created)["data"]["attributes"]["secret"].as_str().unwrap().to_owned();
    let subscription_secret = subscription.secret.reveal().to_owned();
    drop(transport);
    service.close().unwrap();
    assert!(is_in_file(&stage.file(), &webhook_secret) && is_in_file(&stage.file(), &subscription_secret));

    let service = stage.open(1);
    store(&service, &own, OTHER_SECRET);
    let request = stage.track(&service, &own, 1);
    service.run_due(Budget::ALL).unwrap();
    store(&service, &own, SECRET);
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &request), "created");
    let new = NewSubscription::of_carrier("SIML").call_back("https://tracking.example/push");
    let new = new.about(NumberKind::Container, stage.container(1));
    let carrier_subscription = service.add_subscription(&own, new).unwrap();
    service.run_due(Budget::ALL).unwrap();
    // The same with a replaced key.
    service.rekey(&key(2)).unwrap();
    let shown = format!(
        "{:?} {:?} {:?} {:?}",
        stage.activities.lock().unwrap(),
        service.suspended_credentials().unwrap(),
        service.stored_credentials(&own).unwrap(),
        stage.builder().store_key(key(2)),
    );
    for secret in [SECRET, OTHER_SECRET, &webhook_secret, &subscription_secret, carrier_subscription.secret.reveal()] {
        assert!(!is_in_file(&stage.file(), secret), "{secret} is in the open file");
        assert!(!shown.contains(secret), "{shown}");
    }
    service.close().unwrap();
    for secret in [SECRET, OTHER_SECRET, &webhook_secret, &subscription_secret, carrier_subscription.secret.reveal()] {
        assert!(!is_in_file(&stage.file(), secret), "{secret} is in the closed file");
    }

    assert_eq!(stage.builder().store_key(key(1)).open(stage.file()).unwrap_err().pointer(), Some("store_key"));
    let service = stage.open(2);
    let found = service.subscriptions(&own).unwrap();
    let found: Vec<&str> = found.iter().map(|found| found.secret.reveal()).collect();
    assert_eq!(found, [&*subscription_secret, carrier_subscription.secret.reveal()]);
    let transport = service.transport(&own).unwrap();
    let shown = json_of(&send(transport.as_ref(), Method::Get, "/v2/webhooks", None));
    assert_eq!(shown["data"][0]["attributes"]["secret"], webhook_secret.as_str());
}

#[test]
fn an_encrypted_record_that_was_moved_or_changed_is_ignored_and_reported() {
    let stage = Stage::new();
    let service = stage.open(1);
    let (account, other) = (service.default_account().clone(), service.create_account("other", "").unwrap().id);
    store(&service, &account, SECRET);
    store(&service, &other, OTHER_SECRET);
    service.close().unwrap();
    let script = "CREATE TEMP TABLE kept AS SELECT id, body FROM credentials;
        UPDATE credentials SET body = (SELECT body FROM kept WHERE kept.id <> credentials.id)";
    rusqlite::Connection::open(stage.file()).unwrap().execute_batch(script).unwrap();
    let service = stage.open(1);
    assert_eq!(
        (service.stored_credentials(&account).unwrap(), service.stored_credentials(&other).unwrap()),
        (vec![], vec![])
    );
    let log = stage.activities.lock().unwrap().join("\n");
    assert!(log.contains("it was encrypted with another key, or has been changed"), "{log}");
    // The credential can be stored again.
    store(&service, &account, SECRET);
    assert_eq!(service.stored_credentials(&account).unwrap().len(), 1);
}

#[test]
fn a_credential_stored_under_any_code_of_a_profile_is_found_and_the_last_one_is_used() {
    let stage = Stage::new();
    let codes = |service: &Service, account: &AccountId| {
        let stored = service.stored_credentials(account).unwrap();
        stored.iter().map(|credential| credential.scac.clone()).collect::<Vec<_>>()
    };
    // Stored while the profile of this code is not installed.
    let bare = Service::builder().clock(stage.clock.clone()).store_key(key(1)).open(stage.file()).unwrap();
    let account = bare.default_account().clone();
    bare.store_credential(&account, "SIMX", "key", &Secret::new(SECRET)).unwrap();
    assert_eq!(codes(&bare, &account), ["SIMX"]);
    bare.close().unwrap();
    let service = stage.open(1);
    assert_eq!(codes(&service, &account), ["SIMX"]);
    let request = stage.track(&service, &account, 1);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &request), "created");
    // A credential stored later under the profile's main code takes precedence until it is removed.
    stage.clock.advance(HOUR);
    store(&service, &account, OTHER_SECRET);
    let request = stage.track(&service, &account, 2);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &request), "pending");
    service.forget_credential(&account, "SIML", "key").unwrap();
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &account, &request), "created");
    service.forget_credential(&account, "SIMX", "key").unwrap();
    assert!(codes(&service, &account).is_empty());
}

#[test]
fn a_credential_name_that_the_profile_does_not_use_is_rejected() {
    let stage = Stage::new();
    let service = stage.open(1);
    let account = service.default_account().clone();
    let error = service.store_credential(&account, "SIML", "api_key", &Secret::new(SECRET)).unwrap_err();
    assert_eq!(error.pointer(), Some("name"));
    assert!(error.to_string().contains("needs"), "{error}");
    assert!(error.to_string().contains("key"), "{error}");
    store(&service, &account, SECRET);
    // Without a profile, every name is accepted.
    service.store_credential(&account, "SIMZ", "api_key", &Secret::new(SECRET)).unwrap();
}

#[test]
fn an_unreadable_subscription_is_reported_once_and_can_be_removed() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    let other = service.create_account("other", "").unwrap().id;
    let created = service.add_subscription(&own, NewSubscription::own("terminal", "LBCT")).unwrap();
    service.close().unwrap();
    let damage = "UPDATE subscriptions SET body = 'sealed1:AAAA'";
    rusqlite::Connection::open(stage.file()).unwrap().execute_batch(damage).unwrap();
    let service = stage.open(1);
    let mut headers = Headers::new();
    headers.set("Subscription-ID", created.id.to_string());
    for _ in 0..3 {
        service.receive_push(&headers, b"{}").unwrap_err();
    }
    assert!(service.subscriptions(&own).unwrap().is_empty());
    let reports = stage.activities.lock().unwrap().iter().filter(|text| text.contains(&created.id.to_string())).count();
    assert_eq!(reports, 1, "{:?}", stage.activities.lock().unwrap());
    assert_eq!(service.remove_subscription(&other, created.id).unwrap_err().kind(), ErrorKind::NotFound);
    service.remove_subscription(&own, created.id).unwrap();
    assert_eq!(service.remove_subscription(&own, created.id).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_key_file_with_too_short_text_is_rejected_and_32_raw_bytes_are_accepted() {
    let folder = Scratch::new();
    let file = folder.path("store.key");
    let read = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        StoreKey::from_file(&file)
    };
    assert_eq!(read(&[7; 32]).unwrap(), key(7));
    for written in ["000102030405060708090a0b0c0d0e0f", "AAECAwQFBgcICQoLDA0ODxAREhMUFRY\n"] {
        let error = read(written.as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.pointer()), (ErrorKind::Configuration, Some("store_key")));
        assert!(error.to_string().contains("32 characters") && !error.to_string().contains(written.trim()), "{error}");
    }
}

#[test]
fn secrets_removed_before_a_key_was_set_are_not_in_free_pages_of_the_file() {
    let stage = Stage::new();
    let service = stage.builder().open(stage.file()).unwrap();
    let own = service.default_account().clone();
    let mut removed = Vec::new();
    for place in 0..60 {
        let created = service.add_subscription(&own, NewSubscription::own("terminal", format!("T{place}"))).unwrap();
        removed.push((created.id, created.secret.reveal().to_owned()));
    }
    for (id, _) in &removed {
        service.remove_subscription(&own, *id).unwrap();
    }
    service.close().unwrap();
    assert!(
        removed.iter().any(|(_, secret)| is_in_file(&stage.file(), secret)),
        "the test needs a secret in a free page"
    );
    let service = stage.open(1);
    for (_, secret) in &removed {
        assert!(!is_in_file(&stage.file(), secret), "{secret} is in the open file");
    }
    service.close().unwrap();
    for (_, secret) in &removed {
        assert!(!is_in_file(&stage.file(), secret), "{secret} is in the closed file");
    }
}

#[test]
fn a_rejected_look_up_is_repeated_at_once_when_its_credential_is_replaced() {
    let stage = Stage::new();
    let service = stage.open(1);
    let account = service.default_account().clone();
    let id = stage.track(&service, &account, 1);
    // First without a credential, then with a wrong one.
    service.run_due(Budget::ALL).unwrap();
    for secret in [OTHER_SECRET, SECRET] {
        stage.clock.advance(Duration::from_secs(300));
        store(&service, &account, secret);
        assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 1, "{secret}");
    }
    assert_eq!(stage.status(&service, &account, &id), "created");
    assert_eq!(service.suspended_credentials().unwrap(), []);
}

#[test]
fn a_rejected_subscription_call_is_repeated_at_once_when_its_credential_is_replaced() {
    let stage = Stage::new();
    let service = stage.open(1);
    let account = service.default_account().clone();
    store(&service, &account, OTHER_SECRET);
    let new = NewSubscription::of_carrier("SIML").call_back("https://tracking.example/push");
    service.add_subscription(&account, new).unwrap();
    service.run_due(Budget::ALL).unwrap();
    let suspended = || service.suspended_credentials().unwrap();
    assert_eq!(suspended().len(), 1);
    stage.clock.advance(Duration::from_secs(600));
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(suspended().len(), 1, "the credential is tested with a subscription if there is no request");
    store(&service, &account, SECRET);
    service.run_due(Budget::ALL).unwrap();
    let [made] = &*service.subscriptions(&account).unwrap() else { panic!("one subscription") };
    // The carrier accepts the credential, then checks the callback URL.
    let problem = made.problem.as_deref().unwrap_or_default();
    assert!(made.state == SubscriptionState::Refused && problem.contains("callbackUrl"), "{made:?}");
    assert_eq!(suspended(), []);
}
