//! Tests of credentials that a carrier rejects, over real HTTP: they are suspended, retried by one look-up an hour, and reported once.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use shiptrack::carrier_http::profiles::Profiles;
use shiptrack::carrier_http::{CarrierAccess, Credentials, Secret};
use shiptrack::clock::{Clock, ManualClock};
use shiptrack::http::Method;
use shiptrack::service::{Activity, ActivityObserver, Budget, LogLine, Service};
use shiptrack::simulator::{Access, Fault, Faults, Fleet, Loopback, SimulatedCarrier, SimulatedCarrierBuilder};
use shiptrack_tests::depth::depth;
use shiptrack_tests::log_lines::LogLines;
use shiptrack_tests::scenario::{Scenario, creation, json_of, send, start};
use shiptrack_tests::scratch::Scratch;

const HOUR: Duration = Duration::from_secs(3_600);
const MINUTE: Duration = Duration::from_secs(60);

/// The text of a log line about suspended credentials.
const SUSPENDED: &str = "refuses the credentials";

/// A simulated fleet with a credential, and a service that tracks some of its containers.
pub struct Stage {
    folder: Scratch,
    pub fleet: Fleet,
    pub clock: ManualClock,
    pub loopback: Loopback,
    /// The credential of the service.
    key: Arc<Mutex<Option<String>>>,
    /// Further members of the profile.
    profile: String,
    reports: Arc<Mutex<Vec<String>>>,
    lines: LogLines,
    service: Option<Service>,
}

/// Collects activities and lines.
struct Reports {
    activities: Arc<Mutex<Vec<String>>>,
    lines: LogLines,
}

impl ActivityObserver for Reports {
    fn activity(&self, activity: &Activity<'_>) {
        match activity {
            Activity::Trouble { error, .. } => self.activities.lock().unwrap().push(error.to_string()),
            Activity::LookUp { outcome, why: Some(why), .. } if outcome.as_str() == "not_found" => {
                self.activities.lock().unwrap().push((*why).to_owned());
            }
            _ => {}
        }
    }

    fn log(&self, line: &LogLine<'_>) {
        self.lines.log(line);
    }
}

impl Stage {
    fn new(key: &str) -> Self {
        Self::with(key, Access::open().header("X-Key", "right"), Faults::none())
    }

    fn with(key: &str, access: Access, faults: Faults) -> Self {
        Self::over(key, "", |site| site.access(access).faults(faults))
    }

    /// A carrier that accepts any credential, with these members of the profile.
    pub fn of_profile(profile: &str) -> Self {
        Self::over("any", profile, |site| site)
    }

    /// As `of_profile`, with a credential for each account.
    pub fn of_accounts(profile: &str) -> Self {
        let mut stage = Self::of_profile(profile);
        *stage.key.lock().unwrap() = Some("of {account}".to_owned());
        stage.open();
        stage
    }

    fn over(key: &str, profile: &str, set_up: impl FnOnce(SimulatedCarrierBuilder) -> SimulatedCarrierBuilder) -> Self {
        let clock = ManualClock::new(start());
        let fleet = Fleet::new(7, 400, start());
        let site = set_up(SimulatedCarrier::builder(fleet.clone()).clock(clock.clone()));
        let loopback = Loopback::start(site.build()).expect("a port");
        let key = Arc::new(Mutex::new(Some(key.to_owned())));
        let (folder, profile) = (Scratch::new(), profile.to_owned());
        let (reports, lines) = Default::default();
        let mut stage = Stage { folder, fleet, clock, loopback, key, profile, reports, lines, service: None };
        stage.open();
        stage
    }

    fn file(&self) -> PathBuf {
        self.folder.path("tracking.db")
    }

    /// Opens the service, or closes and opens it again.
    pub fn open(&mut self) {
        if let Some(service) = self.service.take() {
            service.close().unwrap();
        }
        let (url, key) = (self.loopback.url(), Arc::clone(&self.key));
        let more = &self.profile;
        let profile = format!(
            "[SIML]\nbase_url = '{url}'\npath = '/v2/events'\nheaders = {{ X-Key = '{{key}}' }}\n{more}\n\
             parameters = {{ container = 'equipmentReference', bill_of_lading = 'transportDocumentReference' }}\n"
        );
        let credentials = Credentials::of_every_account().from_function(move |request| {
            let key = key.lock().unwrap().clone();
            Ok(key.map(|key| Secret::new(key.replace("{account}", request.account_name))))
        });
        let access = CarrierAccess::new(Profiles::parse(&profile).unwrap(), credentials);
        let observer = Reports { activities: Arc::clone(&self.reports), lines: self.lines.clone() };
        let builder = Service::builder().clock(self.clock.clone()).carrier_access(access).observer(observer);
        self.service = Some(builder.open(self.file()).unwrap());
    }

    pub fn service(&self) -> &Service {
        self.service.as_ref().unwrap()
    }

    /// Tracks `count` containers of the fleet for an account.
    pub fn track(&self, account: &str, from: u32, count: u32) -> Vec<String> {
        let account = match account {
            "default" => self.service().default_account().clone(),
            name => self.service().create_account(name, name).unwrap().id,
        };
        let transport = self.service().transport(&account).unwrap();
        let container = |at| self.fleet.journey(at).unwrap().containers[0].clone();
        (from..from + count)
            .map(|at| {
                let body = creation("container", &container(at), "SIML");
                let created = send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body));
                assert_eq!(created.status, 201, "{}", String::from_utf8_lossy(&created.body));
                json_of(&created)["data"]["id"].as_str().unwrap().to_owned()
            })
            .collect()
    }

    pub fn request(&self, id: &str) -> Value {
        let transport = self.service().transport(self.service().default_account()).unwrap();
        json_of(&send(transport.as_ref(), Method::Get, &format!("/v2/tracking_requests/{id}"), None))["data"]["attributes"].take()
    }

    fn statuses(&self, ids: &[String]) -> Vec<String> {
        ids.iter().map(|id| self.request(id)["status"].as_str().unwrap().to_owned()).collect()
    }

    /// The number of calls during `action`.
    pub fn calls(&self, action: impl FnOnce(&Self)) -> u64 {
        let before = self.loopback.carrier().calls();
        action(self);
        self.loopback.carrier().calls() - before
    }

    pub fn run(&self) -> u64 {
        self.calls(|stage| assert!(stage.service().run_due(Budget::ALL).is_ok()))
    }

    /// Advances the clock and does the due work.
    pub fn pass(&self, time: Duration) -> u64 {
        self.calls(|stage| {
            let until = stage.clock.now() + time;
            stage.service().run_until(until, &Default::default()).unwrap();
        })
    }

    fn set_key(&self, key: &str) {
        *self.key.lock().unwrap() = Some(key.to_owned());
    }
}

#[test]
fn rejected_credentials_are_suspended_after_one_call() {
    let stage = Stage::new("wrong");
    let requests = stage.track("default", 0, 12);
    assert_eq!(stage.run(), 1, "one look-up is refused, and the others wait");
    let reports = stage.reports.lock().unwrap().clone();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("SIML refuses the credentials of the account default"), "{reports:?}");
    assert!(
        reports[0].contains("Waiting tracking requests: 12,") && reports[0].contains("status 401: Unauthorized"),
        "{reports:?}"
    );
    for id in &requests {
        let shown = stage.request(id);
        let state = [&shown["status"], &shown["failed_reason"], &shown["is_retrying"], &shown["retry_count"]];
        assert_eq!(state, [&json!("pending"), &Value::Null, &json!(false), &Value::Null]);
    }
    let [suspension] = &*stage.service().suspended_credentials().unwrap() else {
        panic!("one credential is suspended")
    };
    assert_eq!((&*suspension.scac, suspension.waiting, suspension.since), ("SIML", 12, stage.clock.now()));
    assert_eq!(suspension.next_look_up, stage.clock.now() + HOUR);
    assert_eq!(stage.service().next_due().unwrap(), Some(suspension.next_look_up));
    // Longer than all attempts of a look-up.
    let hours = depth(10 * 24, 60 * 24);
    assert_eq!(stage.pass(hours * HOUR), u64::from(hours), "one look-up an hour");
    assert_eq!(stage.statuses(&requests), vec!["pending"; 12]);
    assert_eq!(stage.reports.lock().unwrap().len(), 1, "the refusal is reported once");
}

#[test]
fn suspended_credential_is_one_line_an_hour_with_the_requests_that_wait() {
    let stage = Stage::new("wrong");
    stage.track("default", 0, 1);
    stage.run();
    stage.track("default", 1, 4);
    for _ in 0..6 {
        stage.pass(HOUR / 2);
    }
    stage.track("default", 5, 7);
    stage.pass(HOUR);
    let lines = stage.lines.take_with(SUSPENDED);
    let account = stage.service().default_account();
    assert!(lines.iter().all(|line| line.contains(&format!(" ERROR account={account} SIML refuses"))), "{lines:#?}");
    let waiting = |line: &String| line.split("requests: ").nth(1).unwrap().split(',').next().unwrap().to_owned();
    assert_eq!(lines.iter().map(waiting).collect::<Vec<_>>(), ["1", "5", "5", "5", "12"], "{lines:#?}");
    assert_eq!(stage.reports.lock().unwrap().len(), 1, "the activity is reported once");
    stage.set_key("right");
    stage.pass(MINUTE + 3 * HOUR);
    assert_eq!(stage.lines.take_with(SUSPENDED), [""; 0], "the suspension has ended");
}

/// Requests that are due later do not wait.
#[test]
fn only_requests_that_are_due_wait_for_credentials() {
    let stage = Stage::with(
        "right",
        Access::open().header("X-Key", "right"),
        Faults::by(|asked| (asked.index >= 5).then_some(Fault::Status(401))),
    );
    stage.track("default", 0, 5);
    stage.run();
    stage.clock.advance(MINUTE);
    stage.track("default", 5, 1);
    stage.run();
    let suspended = stage.service().suspended_credentials().unwrap();
    assert_eq!(suspended.len(), 1);
    assert_eq!(suspended[0].waiting, 1, "{suspended:?}");
}

#[test]
fn answered_look_up_ends_the_suspension() {
    let stage = Stage::with(
        "right",
        Access::open().header("X-Key", "right"),
        Faults::by(|asked| (asked.index < 3).then_some(Fault::Status(401))),
    );
    let requests = stage.track("default", 0, 6);
    assert_eq!([stage.run(), stage.pass(HOUR), stage.pass(HOUR - MINUTE)], [1, 1, 0]);
    stage.clock.advance(MINUTE);
    assert_eq!(stage.run(), 1);
    stage.clock.advance(HOUR);
    assert_eq!(stage.run(), 6, "after an answer, all requests are looked up");
    assert!(stage.statuses(&requests).iter().all(|status| status != "pending"));
    assert_eq!(stage.service().suspended_credentials().unwrap(), []);
}

#[test]
fn suspension_is_kept_across_a_restart_and_new_credentials_are_used_at_once() {
    let mut stage = Stage::new("wrong");
    let requests = stage.track("default", 0, 4);
    stage.run();
    stage.clock.advance(10 * MINUTE);
    stage.open();
    assert_eq!(stage.run(), 0);
    assert_eq!(stage.service().suspended_credentials().unwrap()[0].waiting, 4);
    stage.open();
    stage.set_key("right");
    stage.open();
    assert_eq!(stage.service().next_due().unwrap(), Some(start()), "the requests are due as before");
    assert_eq!(stage.run(), 4, "all requests, also the rejected one");
    assert_eq!(stage.service().suspended_credentials().unwrap(), []);
    assert!(stage.statuses(&requests).iter().all(|status| status != "pending"));
    assert_eq!(stage.reports.lock().unwrap().len(), 1);
}

#[test]
fn replaced_credentials_are_used_within_a_minute() {
    let stage = Stage::new("wrong");
    stage.track("default", 0, 4);
    stage.run();
    stage.set_key("right");
    stage.clock.advance(MINUTE);
    assert_eq!(stage.run(), 4);
}

#[test]
fn credentials_replaced_during_a_look_up_are_used_at_once() {
    let key: Arc<OnceLock<Arc<Mutex<Option<String>>>>> = Arc::default();
    let faults = Faults::by({
        let key = Arc::clone(&key);
        move |asked| {
            *key.get().unwrap().lock().unwrap() = Some("right".to_owned());
            (asked.index == 0).then_some(Fault::Status(401))
        }
    });
    let stage = Stage::with("wrong", Access::open(), faults);
    key.set(Arc::clone(&stage.key)).unwrap();
    let requests = stage.track("default", 0, 1);
    assert_eq!([stage.run(), stage.run()], [1, 1], "refused, and looked up with the new credential");
    assert_eq!(stage.statuses(&requests), ["created"]);
    assert_eq!((stage.service().suspended_credentials().unwrap(), stage.reports.lock().unwrap().len()), (vec![], 0));
}

#[test]
fn changing_credentials_do_not_increase_the_number_of_calls() {
    let key: Arc<OnceLock<Arc<Mutex<Option<String>>>>> = Arc::default();
    let faults = Faults::by({
        let key = Arc::clone(&key);
        move |asked| {
            *key.get().unwrap().lock().unwrap() = Some(format!("wrong {}", asked.index));
            Some(Fault::Status(401))
        }
    });
    let stage = Stage::with("wrong", Access::open(), faults);
    key.set(Arc::clone(&stage.key)).unwrap();
    stage.track("default", 0, 1);
    assert_eq!([stage.run(), stage.run(), stage.run()], [1, 1, 0]);
    assert!(stage.pass(3 * HOUR) <= 3);
}

#[test]
fn accounts_with_the_same_credentials_wait_together() {
    let mut stage = Stage::new("wrong");
    stage.track("default", 0, 3);
    stage.track("acme", 10, 3);
    assert_eq!(stage.run(), 1);
    assert_eq!(stage.service().suspended_credentials().unwrap()[0].waiting, 6);
    stage.track("later", 20, 3);
    assert_eq!(stage.run(), 0, "requests of a new account wait, too");
    assert_eq!(stage.service().suspended_credentials().unwrap()[0].waiting, 9);
    assert_eq!(stage.pass(3 * HOUR), 3);
    stage.set_key("right");
    stage.open();
    assert!(stage.pass(HOUR) >= 9);
}

#[test]
fn missing_credential_is_suspended_without_a_call() {
    let mut stage = Stage::new("");
    *stage.key.lock().unwrap() = None;
    let requests = stage.track("default", 0, 3);
    assert_eq!((stage.run(), stage.pass(24 * HOUR)), (0, 0));
    assert_eq!(stage.statuses(&requests), vec!["pending"; 3]);
    let reports = stage.reports.lock().unwrap().clone();
    assert!(reports.len() == 1 && reports[0].contains("the credential `key` of SIML is missing"), "{reports:?}");
    stage.set_key("right");
    stage.open();
    assert!(stage.pass(HOUR) >= 3);
}

#[test]
fn forbidden_number_does_not_affect_other_requests() {
    let fleet = Fleet::new(7, 400, start());
    let foreign: Vec<String> = [3, 4].map(|at| fleet.journey(at).unwrap().containers[0].clone()).into();
    let faults = Faults::by({
        let foreign = foreign.clone();
        move |asked| foreign.contains(&asked.number).then_some(Fault::Status(403))
    });
    let stage = Stage::with("right", Access::open().header("X-Key", "right"), faults);
    let own = stage.track("default", 0, 3);
    stage.run();
    let other = stage.track("default", 3, 1);
    let more = stage.track("default", 5, 3);
    assert_eq!(stage.run(), 4, "other requests do not wait");
    assert!(stage.statuses(&[own, more].concat()).iter().all(|status| status != "pending"));
    assert_eq!(stage.service().suspended_credentials().unwrap(), []);
    assert_eq!(stage.statuses(&other), ["pending"]);
    // A second refusal in a row counts, unless another number is answered.
    stage.track("default", 4, 1);
    stage.pass(14 * HOUR);
    assert_eq!(stage.statuses(&other), ["pending"]);
    assert_eq!(stage.service().suspended_credentials().unwrap(), [], "the next number was answered");
}

#[test]
fn status_403_before_any_answer_suspends_the_credentials() {
    let stage = Stage::with("any", Access::open(), Faults::by(|_| Some(Fault::Status(403))));
    stage.track("default", 0, 5);
    assert_eq!((stage.run(), stage.pass(5 * HOUR)), (1, 5));
    assert_eq!(stage.service().suspended_credentials().unwrap()[0].waiting, 5);
}

#[test]
fn unknown_number_at_a_carrier_with_own_shipments_only_is_not_visible() {
    let stage = Stage::of_profile("own_shipments_only = true");
    let transport = stage.service().transport(stage.service().default_account()).unwrap();
    let body = creation("bill_of_lading", "SIML00000009999", "SIML");
    let created = json_of(&send(transport.as_ref(), Method::Post, "/v2/tracking_requests", Some(&body)));
    stage.run();
    let reports = stage.reports.lock().unwrap().clone();
    assert!(reports.len() == 1 && reports[0].starts_with("not visible with these credentials"), "{reports:?}");
    assert_eq!(stage.request(created["data"]["id"].as_str().unwrap())["status"], "awaiting_manifest");
}

#[test]
fn rejected_test_number_does_not_affect_other_numbers() {
    let scenario = Scenario::new();
    let requests =
        ["TEST-TR-REFUSED", "TEST-TR-SUCCEEDED"].map(|number| scenario.create("bill_of_lading", number, "TEST"));
    scenario.run();
    let statuses = || requests.each_ref().map(|id| scenario.request(id)["status"].as_str().unwrap().to_owned());
    assert_eq!(
        (statuses(), scenario.service.suspended_credentials().unwrap()),
        (["pending", "created"].map(str::to_owned), vec![])
    );
    scenario.pass(3 * HOUR);
    let later = scenario.create("bill_of_lading", "TEST-TR-CANCELLED", "TEST");
    scenario.run();
    assert_eq!(scenario.request(&later)["status"], "failed", "the next number is looked up at once");
    let refused = scenario.request(&requests[0]);
    let state = [&refused["status"], &refused["is_retrying"], &refused["retry_count"]];
    assert_eq!(state, [&json!("pending"), &json!(false), &Value::Null], "no attempt is used");
}
