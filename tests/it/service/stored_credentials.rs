//! Credentials that the service keeps itself: under the host's key, each account its own, and nowhere in clear.

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
const OTHER: &str = "s3cr3t-other-key";

fn key(byte: u8) -> StoreKey {
    StoreKey::new([byte; 32])
}

/// A carrier behind a key, and a file.
struct Stage {
    folder: Scratch,
    fleet: Fleet,
    clock: ManualClock,
    loopback: Loopback,
    told: Arc<Mutex<Vec<String>>>,
}

impl Stage {
    fn new() -> Self {
        let clock = ManualClock::new(start());
        let fleet = Fleet::new(7, 40, start());
        let site = SimulatedCarrier::builder(fleet.clone()).clock(clock.clone());
        let site = site.access(Access::open().header("X-Key", SECRET).client_credentials("id", "secret"));
        let loopback = Loopback::start(site.build()).expect("a port");
        Stage { folder: Scratch::new(), fleet, clock, loopback, told: Arc::default() }
    }

    fn file(&self) -> std::path::PathBuf {
        self.folder.path("tracking.db")
    }

    fn builder(&self) -> ServiceBuilder {
        let (url, told) = (self.loopback.url(), Arc::clone(&self.told));
        let profile = format!(
            "[SIML]\nbase_url = '{url}'\npath = '/v2/events'\nheaders = {{ X-Key = '{{key}}' }}\n\
             codes = ['SIMX']\nparameters = {{ container = 'equipmentReference' }}\n\
             [SIML.subscriptions]\npath = '/v2/event-subscriptions'\nlasts_days = 30\n\
             [SIML.oauth2]\ntoken_url = '{url}/token'\nheaders = {{ X-Key = '{{key}}' }}\n"
        );
        let given = Credentials::of_every_account()
            .from_text("[SIML]\nclient_id = 'id'\nclient_secret = 'secret'")
            .expect("credentials");
        let observer = move |activity: &Activity<'_>| told.lock().unwrap().push(format!("{activity:?}"));
        Service::builder()
            .clock(self.clock.clone())
            .observer(observer)
            .allow_loopback()
            .carrier_access(CarrierAccess::new(Profiles::parse(&profile).unwrap(), given))
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
        let told = send(transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None);
        json_of(&told)["data"]["attributes"]["status"].as_str().unwrap().to_owned()
    }
}

fn keep(service: &Service, account: &AccountId, secret: &str) {
    service.store_credential(account, "SIML", "key", &Secret::new(secret)).unwrap();
}

/// Whether any file of the database has the text, as it is or in base64.
fn stands_in(file: &Path, text: &str) -> bool {
    let beside = ["", "-wal", "-shm"].map(|end| file.with_file_name(format!("tracking.db{end}")));
    beside
        .iter()
        .filter_map(|file| std::fs::read(file).ok())
        .any(|bytes| bytes.windows(text.len()).any(|some| some == text.as_bytes()))
}

#[test]
fn what_is_kept_asks_the_carrier_for_its_own_account_alone_also_after_a_restart() {
    let stage = Stage::new();
    let service = stage.open(1);
    let (own, other) = (service.default_account().clone(), service.create_account("other", "").unwrap().id);
    keep(&service, &own, SECRET);
    let (ours, theirs) = (stage.track(&service, &own, 1), stage.track(&service, &other, 2));
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &ours), "created");
    assert_eq!(stage.status(&service, &other, &theirs), "pending");
    let aside = service.suspended_credentials().unwrap();
    assert!(aside[0].why.as_ref().unwrap().contains("credential `key` of SIML for the account other"), "{aside:?}");
    service.close().unwrap();

    let service = stage.open(1);
    let another = stage.track(&service, &own, 3);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &another), "created");
    // By another code of the same profile.
    service.store_credential(&other, "simx", "key", &Secret::new(SECRET)).unwrap();
    let kept = service.stored_credentials(&other).unwrap();
    assert_eq!((kept.len(), &*kept[0].scac, &*kept[0].name, kept[0].stored_at), (1, "SIMX", "key", stage.clock.now()));
    assert_eq!(service.suspended_credentials().unwrap(), [], "what waits goes on at once");
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &other, &theirs), "created");
}

#[test]
fn one_that_is_replaced_or_removed_is_used_no_more() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    keep(&service, &own, OTHER);
    let request = stage.track(&service, &own, 1);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(
        (service.suspended_credentials().unwrap().len(), &*stage.status(&service, &own, &request)),
        (1, "pending")
    );
    keep(&service, &own, SECRET);
    assert_eq!(
        (service.suspended_credentials().unwrap().len(), service.stored_credentials(&own).unwrap().len()),
        (0, 1)
    );
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &request), "created");

    service.forget_credential(&own, "SIML", "key").unwrap();
    assert_eq!(service.stored_credentials(&own).unwrap(), []);
    let refused = service.forget_credential(&own, "SIML", "key").unwrap_err();
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::NotFound, Some("name")));
    let next = stage.track(&service, &own, 2);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &next), "pending");
}

#[test]
fn without_a_key_nothing_is_kept_and_a_file_is_opened_with_its_own_key_or_not_at_all() {
    let stage = Stage::new();
    let service = stage.builder().open(stage.file()).unwrap();
    let own = service.default_account().clone();
    let refused = service.store_credential(&own, "SIML", "key", &Secret::new(SECRET)).unwrap_err();
    assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("store_key")));
    assert_eq!(service.rekey(&key(2)).unwrap_err().pointer(), Some("store_key"));
    service.close().unwrap();
    let service = stage.open(1);
    keep(&service, &own, SECRET);
    for (scac, name, secret, field) in [
        ("SI", "key", "x", "scac"),
        ("SIML", "Key", "x", "name"),
        ("SIML", "", "x", "name"),
        ("SIML", "key", "", "secret"),
    ] {
        let refused = service.store_credential(&own, scac, name, &Secret::new(secret)).unwrap_err();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Invalid, Some(field)), "{scac} {name}");
    }
    assert_eq!(
        service.store_credential(&AccountId::from("nobody"), "SIML", "key", &Secret::new("x")).unwrap_err().kind(),
        ErrorKind::NotFound
    );
    service.close().unwrap();
    for builder in [stage.builder(), stage.builder().store_key(key(2))] {
        let refused = builder.open(stage.file()).unwrap_err();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("store_key")), "{refused}");
    }
    assert_eq!(stage.open(1).stored_credentials(&own).unwrap().len(), 1);
}

#[test]
fn a_service_that_was_closed_replaces_no_key_and_the_file_keeps_its_own() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    keep(&service, &own, SECRET);
    service.close().unwrap();
    assert_eq!(service.rekey(&key(2)).unwrap_err().kind(), ErrorKind::Closed);
    assert_eq!(stage.open(1).stored_credentials(&own).unwrap().len(), 1);
}

#[test]
fn a_key_is_replaced_while_others_write_and_all_is_kept_under_the_last_one() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    std::thread::scope(|scope| {
        for byte in [2, 3] {
            let service = &service;
            scope.spawn(move || service.rekey(&key(byte)).unwrap());
        }
        for name in ["client_id", "client_secret", "key"] {
            let (service, own) = (&service, &own);
            scope.spawn(move || service.store_credential(own, "SIML", name, &Secret::new(SECRET)).unwrap());
        }
    });
    service.rekey(&key(4)).unwrap();
    service.close().unwrap();
    assert_eq!(stage.open(4).stored_credentials(&own).unwrap().len(), 3);
}

#[test]
fn no_secret_stands_in_the_file_in_a_log_or_in_an_error() {
    let stage = Stage::new();
    // First without a key: what stands there in clear is sealed when one is given.
    let service = stage.builder().open(stage.file()).unwrap();
    let own = service.default_account().clone();
    let subscription = service.add_subscription(&own, NewSubscription::own("terminal", "LBCT")).unwrap();
    let webhook = r#"{"data":{"type":"webhook","attributes":{"url":"https://127.0.0.1:9/h","events":["container.transport.vessel_arrived"],"active":true}}}"#;
    let body = serde_json::from_str(webhook).unwrap();
    let transport = service.transport(&own).unwrap();
    let made = send(transport.as_ref(), Method::Post, "/v2/webhooks", Some(&body));
    assert_eq!(made.status, 201, "{}", String::from_utf8_lossy(&made.body));
    let of_webhook = json_of(&made)["data"]["attributes"]["secret"].as_str().unwrap().to_owned();
    let of_subscription = subscription.secret.reveal().to_owned();
    drop(transport);
    service.close().unwrap();
    assert!(stands_in(&stage.file(), &of_webhook) && stands_in(&stage.file(), &of_subscription));

    let service = stage.open(1);
    keep(&service, &own, OTHER);
    let request = stage.track(&service, &own, 1);
    service.run_due(Budget::ALL).unwrap();
    keep(&service, &own, SECRET);
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &request), "created");
    let new = NewSubscription::of_carrier("SIML").call_back("https://tracking.example/push");
    let new = new.about(NumberKind::Container, stage.container(1));
    let called = service.add_subscription(&own, new).unwrap();
    service.run_due(Budget::ALL).unwrap();
    // Under the next key, too.
    service.rekey(&key(2)).unwrap();
    let told = format!(
        "{:?} {:?} {:?} {:?}",
        stage.told.lock().unwrap(),
        service.suspended_credentials().unwrap(),
        service.stored_credentials(&own).unwrap(),
        stage.builder().store_key(key(2)),
    );
    for secret in [SECRET, OTHER, &of_webhook, &of_subscription, called.secret.reveal()] {
        assert!(!stands_in(&stage.file(), secret), "{secret} stands in the open file");
        assert!(!told.contains(secret), "{told}");
    }
    service.close().unwrap();
    for secret in [SECRET, OTHER, &of_webhook, &of_subscription, called.secret.reveal()] {
        assert!(!stands_in(&stage.file(), secret), "{secret} stands in the closed file");
    }

    assert_eq!(stage.builder().store_key(key(1)).open(stage.file()).unwrap_err().pointer(), Some("store_key"));
    let service = stage.open(2);
    let found = service.subscriptions(&own).unwrap();
    let found: Vec<&str> = found.iter().map(|found| found.secret.reveal()).collect();
    assert_eq!(found, [&*of_subscription, called.secret.reveal()]);
    let transport = service.transport(&own).unwrap();
    let shown = json_of(&send(transport.as_ref(), Method::Get, "/v2/webhooks", None));
    assert_eq!(shown["data"][0]["attributes"]["secret"], of_webhook.as_str());
}

#[test]
fn a_sealed_record_that_was_moved_or_changed_is_missing_and_told_of() {
    let stage = Stage::new();
    let service = stage.open(1);
    let (own, other) = (service.default_account().clone(), service.create_account("other", "").unwrap().id);
    keep(&service, &own, SECRET);
    keep(&service, &other, OTHER);
    service.close().unwrap();
    let script = "CREATE TEMP TABLE kept AS SELECT id, body FROM credentials;
        UPDATE credentials SET body = (SELECT body FROM kept WHERE kept.id <> credentials.id)";
    rusqlite::Connection::open(stage.file()).unwrap().execute_batch(script).unwrap();
    let service = stage.open(1);
    assert_eq!(
        (service.stored_credentials(&own).unwrap(), service.stored_credentials(&other).unwrap()),
        (vec![], vec![])
    );
    let told = stage.told.lock().unwrap().join("\n");
    assert!(told.contains("it was encrypted with another key, or has been changed"), "{told}");
    // It can be kept anew.
    keep(&service, &own, SECRET);
    assert_eq!(service.stored_credentials(&own).unwrap().len(), 1);
}

#[test]
fn a_credential_is_found_whatever_is_plugged_in_when_it_is_kept_and_the_last_one_counts() {
    let stage = Stage::new();
    let code = |service: &Service, own: &AccountId| {
        let kept = service.stored_credentials(own).unwrap();
        kept.iter().map(|one| one.scac.clone()).collect::<Vec<_>>()
    };
    // Kept without the profile that answers for the code, beside another.
    let bare = Service::builder().clock(stage.clock.clone()).store_key(key(1)).open(stage.file()).unwrap();
    let own = bare.default_account().clone();
    bare.store_credential(&own, "SIMX", "key", &Secret::new(SECRET)).unwrap();
    assert_eq!(code(&bare, &own), ["SIMX"]);
    bare.close().unwrap();
    let service = stage.open(1);
    assert_eq!(code(&service, &own), ["SIMX"]);
    let request = stage.track(&service, &own, 1);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &request), "created");
    // One that is kept later, under the profile's own code, comes before it, until it is forgotten.
    stage.clock.advance(HOUR);
    keep(&service, &own, OTHER);
    let request = stage.track(&service, &own, 2);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &request), "pending");
    service.forget_credential(&own, "SIML", "key").unwrap();
    stage.clock.advance(HOUR);
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(stage.status(&service, &own, &request), "created");
    service.forget_credential(&own, "SIMX", "key").unwrap();
    assert!(code(&service, &own).is_empty());
}

#[test]
fn a_name_that_the_profile_does_not_ask_for_is_refused() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    let refused = service.store_credential(&own, "SIML", "api_key", &Secret::new(SECRET)).unwrap_err();
    assert_eq!(refused.pointer(), Some("name"));
    assert!(refused.to_string().contains("needs"), "{refused}");
    assert!(refused.to_string().contains("key"), "{refused}");
    keep(&service, &own, SECRET);
    // Of a carrier without a profile nobody knows what it will ask for.
    service.store_credential(&own, "SIMZ", "api_key", &Secret::new(SECRET)).unwrap();
}

#[test]
fn a_subscription_that_cannot_be_read_is_told_of_once_and_can_be_removed() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    let other = service.create_account("other", "").unwrap().id;
    let made = service.add_subscription(&own, NewSubscription::own("terminal", "LBCT")).unwrap();
    service.close().unwrap();
    let damage = "UPDATE subscriptions SET body = 'sealed1:AAAA'";
    rusqlite::Connection::open(stage.file()).unwrap().execute_batch(damage).unwrap();
    let service = stage.open(1);
    let mut headers = Headers::new();
    headers.set("Subscription-ID", made.id.to_string());
    for _ in 0..3 {
        service.receive_push(&headers, b"{}").unwrap_err();
    }
    assert!(service.subscriptions(&own).unwrap().is_empty());
    let told = stage.told.lock().unwrap().iter().filter(|told| told.contains(&made.id.to_string())).count();
    assert_eq!(told, 1, "{:?}", stage.told.lock().unwrap());
    assert_eq!(service.remove_subscription(&other, made.id).unwrap_err().kind(), ErrorKind::NotFound);
    service.remove_subscription(&own, made.id).unwrap();
    assert_eq!(service.remove_subscription(&own, made.id).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_file_with_half_a_key_in_it_is_refused_and_one_with_random_bytes_is_taken() {
    let folder = Scratch::new();
    let file = folder.path("store.key");
    let read = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        StoreKey::from_file(&file)
    };
    assert_eq!(read(&[7; 32]).unwrap(), key(7));
    for written in ["000102030405060708090a0b0c0d0e0f", "AAECAwQFBgcICQoLDA0ODxAREhMUFRY\n"] {
        let refused = read(written.as_bytes()).unwrap_err();
        assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("store_key")));
        assert!(
            refused.to_string().contains("32 characters") && !refused.to_string().contains(written.trim()),
            "{refused}"
        );
    }
}

#[test]
fn secrets_that_were_removed_before_there_was_a_key_stand_in_no_free_page() {
    let stage = Stage::new();
    let service = stage.builder().open(stage.file()).unwrap();
    let own = service.default_account().clone();
    let mut gone = Vec::new();
    for place in 0..60 {
        let made = service.add_subscription(&own, NewSubscription::own("terminal", format!("T{place}"))).unwrap();
        gone.push((made.id, made.secret.reveal().to_owned()));
    }
    for (id, _) in &gone {
        service.remove_subscription(&own, *id).unwrap();
    }
    service.close().unwrap();
    assert!(gone.iter().any(|(_, secret)| stands_in(&stage.file(), secret)), "else there is nothing to show");
    let service = stage.open(1);
    for (_, secret) in &gone {
        assert!(!stands_in(&stage.file(), secret), "{secret} stands in the open file");
    }
    service.close().unwrap();
    for (_, secret) in &gone {
        assert!(!stands_in(&stage.file(), secret), "{secret} stands in the closed file");
    }
}

#[test]
fn a_number_that_met_the_refusal_is_asked_for_at_once_with_what_is_kept_in_place_of_it() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    let id = stage.track(&service, &own, 1);
    // Nothing is kept at first, then something wrong.
    service.run_due(Budget::ALL).unwrap();
    for secret in [OTHER, SECRET] {
        stage.clock.advance(Duration::from_secs(300));
        keep(&service, &own, secret);
        assert_eq!(service.run_due(Budget::ALL).unwrap().look_ups, 1, "{secret}");
    }
    assert_eq!(stage.status(&service, &own, &id), "created");
    assert_eq!(service.suspended_credentials().unwrap(), []);
}

#[test]
fn a_subscription_that_met_the_refusal_is_made_at_once_with_what_is_kept_in_place_of_it() {
    let stage = Stage::new();
    let service = stage.open(1);
    let own = service.default_account().clone();
    keep(&service, &own, OTHER);
    let new = NewSubscription::of_carrier("SIML").call_back("https://tracking.example/push");
    service.add_subscription(&own, new).unwrap();
    service.run_due(Budget::ALL).unwrap();
    let aside = || service.suspended_credentials().unwrap();
    assert_eq!(aside().len(), 1);
    stage.clock.advance(Duration::from_secs(600));
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(aside().len(), 1, "a subscription is asked for with them, if no request is");
    keep(&service, &own, SECRET);
    service.run_due(Budget::ALL).unwrap();
    let [made] = &*service.subscriptions(&own).unwrap() else { panic!("one") };
    // The carrier takes them, and looks who answers there.
    let problem = made.problem.as_deref().unwrap_or_default();
    assert!(made.state == SubscriptionState::Refused && problem.contains("callbackUrl"), "{made:?}");
    assert_eq!(aside(), []);
}
