//! An embedded service with a manual clock and a scripted carrier, used by most tests.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::clock::{CancelToken, Clock, ManualClock};
use shiptrack::email::AllowedSenders;
use shiptrack::http::{Call, Method, Request, Response, Transport};
use shiptrack::resources::AccountId;
use shiptrack::service::{Budget, Service, ServiceBuilder};
use shiptrack::tracking::Fact;

use crate::interleaved::Gap;

/// The time at which every scenario starts.
pub fn start() -> DateTime<Utc> {
    "2026-05-01T12:00:00Z".parse().expect("a moment")
}

/// A carrier that returns its scripted answers in order, and then the facts that are set for the number.
#[derive(Clone, Default)]
pub struct ScriptedCarrier {
    known: Arc<Mutex<HashMap<String, Vec<Fact>>>>,
    answers: Arc<Mutex<VecDeque<Result<Answer, LookUpFailure>>>>,
    asked: Arc<Mutex<Vec<LookUp>>>,
    /// Passed during a look-up, before the carrier answers.
    pub asking: Gap,
}

impl ScriptedCarrier {
    /// Adds this answer to the scripted answers.
    pub fn then(&self, answer: Result<Answer, LookUpFailure>) -> &Self {
        self.answers.lock().unwrap().push_back(answer);
        self
    }

    /// Adds an answer with these facts (in their JSON form).
    pub fn then_facts(&self, facts: &Value) -> &Self {
        let facts = Fact::parse_all(&facts.to_string()).expect("the facts of a test are valid");
        self.then(Ok(Answer::complete(facts)))
    }

    /// Sets the facts of a number (normalized). They are returned if there is no scripted answer.
    pub fn knows(&self, number: &str, facts: &Value) -> &Self {
        let facts = Fact::parse_all(&facts.to_string()).expect("the facts of a test are valid");
        self.known.lock().unwrap().insert(number.to_owned(), facts);
        self
    }

    fn known_facts(&self, number: &str) -> Result<Answer, LookUpFailure> {
        let facts = self.known.lock().unwrap().get(number).cloned().ok_or(LookUpFailure::NotFound)?;
        Ok(Answer::complete(facts))
    }

    /// Returns every look-up so far.
    pub fn asked(&self) -> Vec<LookUp> {
        self.asked.lock().unwrap().clone()
    }
}

impl Carrier for ScriptedCarrier {
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        self.asked.lock().unwrap().push(look_up.clone());
        self.asking.pass();
        let scripted = self.answers.lock().unwrap().pop_front();
        scripted.unwrap_or_else(|| self.known_facts(&look_up.normalized_number))
    }
}

/// A service with its clock, its carrier (Maersk, `MAEU`) and the transport of its default account.
pub struct Scenario {
    pub service: Service,
    pub clock: ManualClock,
    pub carrier: ScriptedCarrier,
    pub account: AccountId,
    pub transport: Arc<dyn Transport>,
}

impl Default for Scenario {
    fn default() -> Self {
        Self::new()
    }
}

impl Scenario {
    pub fn new() -> Self {
        Self::with(|builder| builder)
    }

    /// Returns a scenario; `set_up` changes the builder of its service.
    pub fn with(set_up: impl FnOnce(ServiceBuilder) -> ServiceBuilder) -> Self {
        Self::starting(start(), set_up)
    }

    /// Returns a scenario that starts at another time.
    pub fn starting(now: DateTime<Utc>, set_up: impl FnOnce(ServiceBuilder) -> ServiceBuilder) -> Self {
        let (clock, carrier) = (ManualClock::new(now), ScriptedCarrier::default());
        crate::reader::use_child();
        let builder = Service::builder().clock(clock.clone()).allow_loopback();
        let builder = builder.carrier("MAEU", carrier.clone()).expect("a carrier code");
        let service = set_up(builder).in_memory().expect("a service in memory opens");
        let account = service.default_account().clone();
        let transport = service.transport(&account).unwrap();
        Scenario { service, clock, carrier, account, transport }
    }

    /// Allows these senders to report facts by mail.
    pub fn allow_senders(&self, senders: &[&str]) {
        let senders = AllowedSenders::new(senders).unwrap();
        self.service.change_account(&self.account, |account| account.allowed_senders = senders.clone()).unwrap();
    }

    /// Sends a request as the host program.
    pub fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Response {
        send(self.transport.as_ref(), method, path, body)
    }

    pub fn get(&self, path: &str) -> Value {
        let answer = self.send(Method::Get, path, None);
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        json_of(&answer)
    }

    /// Creates a tracking request and returns its id.
    pub fn create(&self, kind: &str, number: &str, scac: &str) -> String {
        let answer = self.send(Method::Post, "/v2/tracking_requests", Some(&creation(kind, number, scac)));
        assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
        json_of(&answer)["data"]["id"].as_str().expect("an id").to_owned()
    }

    /// Returns the time of the service.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Does all work that is due now.
    pub fn run(&self) {
        self.service.run_due(Budget::ALL).expect("due work is done");
    }

    /// Advances the clock by `time` and does all work when it falls due.
    pub fn pass(&self, time: Duration) {
        let until = self.clock.now() + time;
        self.service.run_until(until, &CancelToken::new()).expect("due work is done");
    }

    /// Sends a request that must be refused, and returns the status and the error objects.
    pub fn refused(&self, method: Method, path: &str, body: Option<&Value>) -> (u16, Value) {
        refusal(&self.send(method, path, body))
    }

    /// Returns the attributes of a tracking request.
    pub fn request(&self, id: &str) -> Value {
        self.get(&format!("/v2/tracking_requests/{id}"))["data"]["attributes"].take()
    }

    /// Returns the names of all events so far.
    pub fn events(&self) -> Vec<String> {
        let events = self.service.events(&self.account, 0, usize::MAX).expect("the feed is read");
        events.into_iter().map(|event| event.event.to_string()).collect()
    }
}

/// Returns the body of a request that creates a tracking request.
pub fn creation(kind: &str, number: &str, scac: &str) -> Value {
    json!({ "data": { "type": "tracking_request", "attributes": {
        "request_type": kind, "request_number": number, "scac": scac,
    } } })
}

pub fn send(transport: &dyn Transport, method: Method, path: &str, body: Option<&Value>) -> Response {
    let mut request = Request::new(method, path);
    if let Some(body) = body {
        request = request.body("application/vnd.api+json", body.to_string());
    }
    transport.send(request, &Call::default()).expect("the service answers")
}

/// Returns the status and the error objects of an answer, which must be a refusal.
pub fn refusal(answer: &Response) -> (u16, Value) {
    assert!(answer.status >= 400, "status {}: {}", answer.status, String::from_utf8_lossy(&answer.body));
    (answer.status, json_of(answer)["errors"].take())
}

pub fn json_of(answer: &Response) -> Value {
    serde_json::from_slice(&answer.body).expect("the answer is JSON")
}
