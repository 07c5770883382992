//! Tests of hosted accounts. A second service behind a socket is the hosted account.

mod endless;
mod journeys;
mod resuming;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::client::{NewCustomFieldDefinition, NewCustomFieldOption};
use shiptrack::clock::{CancelToken, Cancelled, Clock, ManualClock};
use shiptrack::hosted_account::{Adoption, HostedAccount, NotificationOutcome};
use shiptrack::http::{Call, ExchangePhase, Failure, Method, Request, Response, Transport, TransportError};
use shiptrack::limits::RateLimits;
use shiptrack::numbers::NumberKind;
use shiptrack::server::Server;
use shiptrack::service::{Budget, Service, ServiceBuilder};
use shiptrack::simulator::{Journey, Scenario, SimulatedCarrier};
use shiptrack::tracking::{Event, Fact, Movement};
use shiptrack::webhooks::{Signer, SigningSecret, Verifier};
use shiptrack::{Client, ClientBuilder, ErrorKind, NewTrackingRequest};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::{creation, json_of, send};
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::with;

fn start_time() -> DateTime<Utc> {
    "2026-05-01T00:00:00Z".parse().expect("a time")
}

fn days(count: u64) -> Duration {
    Duration::from_secs(count * 86_400)
}

/// Carriers and journeys that the account tracks.
const TRACKED: [(&str, &str); 5] = [
    ("MAEU", "direct"),
    ("MSCU", "transshipment"),
    ("HLCU", "rail_inland"),
    ("ONEY", "moving_eta"),
    ("ZIMU", "feeder"),
];

fn journey(name: &str) -> Journey {
    Scenario::named(name).unwrap().starting(start_time())
}

/// The hosted account.
struct Provider {
    service: Service,
    clock: ManualClock,
    server: Server,
    key: String,
    calls: Arc<AtomicUsize>,
}

impl Provider {
    fn new() -> Self {
        Self::limited(RateLimits::unlimited())
    }

    fn limited(limits: RateLimits) -> Self {
        let clock = ManualClock::new(start_time() + days(1));
        let mut builder = Service::builder().clock(clock.clone()).limits(limits).allow_loopback();
        for (scac, name) in TRACKED {
            let carrier = SimulatedCarrier::builder(journey(name)).clock(clock.clone()).build();
            builder = builder.carrier(scac, carrier).unwrap();
        }
        let service = builder.in_memory().unwrap();
        let key = service.create_key(service.default_account(), "theirs").unwrap().key.reveal().to_owned();
        let calls = Arc::new(AtomicUsize::new(0));
        let server = service.server().start().unwrap();
        let provider = Provider { service, clock, server, key, calls };
        let party = provider.service.client().parties().create("Acme Ltd").unwrap();
        let customer = party.id.to_string();
        for (scac, name) in TRACKED {
            provider.track(scac, &journey(name).bill_of_lading, name, &customer);
        }
        provider.run_until_day(20);
        provider
    }

    fn track(&self, scac: &str, bill: &str, reference: &str, customer: &str) {
        let mut body = creation("bill_of_lading", bill, scac);
        body["data"]["attributes"]["ref_numbers"] = json!([reference]);
        body["data"]["attributes"]["shipment_tags"] = json!(["theirs"]);
        body["data"]["relationships"] = json!({ "customer": { "data": { "type": "party", "id": customer } } });
        assert_eq!(send(&*self.transport(), Method::Post, "/v2/tracking_requests", Some(&body)).status, 201);
    }

    fn run_until_day(&self, day: u64) {
        self.service.run_until(start_time() + days(day), &CancelToken::new()).unwrap();
    }

    fn transport(&self) -> Arc<dyn Transport> {
        self.service.transport(self.service.default_account()).unwrap()
    }

    fn client(&self) -> Client {
        let calls = Arc::clone(&self.calls);
        let count = move |_: &shiptrack::client::Attempt<'_>| {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        let builder = Client::builder(format!("{}/v2", self.server.url()), &*self.key).limits(RateLimits::unlimited());
        builder.observer(count).build().unwrap()
    }

    /// A client that is cancelled after this number of calls.
    fn client_with_calls(&self, calls: usize, cut: &CancelToken) -> Client {
        let (sent, cut) = (AtomicUsize::new(0), cut.clone());
        let count = move |_: &shiptrack::client::Attempt<'_>| {
            if sent.fetch_add(1, Ordering::Relaxed) + 1 >= calls {
                cut.cancel();
            }
        };
        let builder = Client::builder(format!("{}/v2", self.server.url()), &*self.key).limits(RateLimits::unlimited());
        builder.observer(count).build().unwrap()
    }

    fn calls(&self) -> usize {
        self.calls.swap(0, Ordering::Relaxed)
    }
}

fn local_service(provider: &Provider) -> ServiceBuilder {
    Service::builder().clock(ManualClock::new(provider.clock.now()))
}

fn list(service: &Service, path: &str) -> Vec<Value> {
    let transport = service.transport(service.default_account()).unwrap();
    let answer = send(&*transport, Method::Get, path, None);
    assert_eq!(answer.status, 200, "{path}");
    json_of(&answer)["data"].as_array().unwrap().clone()
}

/// All data of shipments, containers and events, except the times at which this service got it.
fn state(service: &Service) -> BTreeSet<String> {
    let mut state = BTreeSet::new();
    let mut add = |about: &str, attributes: &Value, ignored: &[&str]| {
        for (name, value) in attributes.as_object().unwrap() {
            let is_local =
                name == "created_at" || name.starts_with("line_tracking_last") || name.ends_with("tracking_request_at");
            if !is_local && !ignored.contains(&&**name) {
                state.insert(format!("{about} {name}: {value}"));
            }
        }
    };
    for shipment in list(service, "/v2/shipments?page[size]=100") {
        let bill = shipment["attributes"]["bill_of_lading_number"].to_string();
        add(&bill, &shipment["attributes"], &[]);
    }
    let mut events = Vec::new();
    for container in list(service, "/v2/containers?page[size]=100") {
        let number = container["attributes"]["number"].as_str().unwrap().to_owned();
        add(&number, &container["attributes"], &["terminal_checked_at"]);
        let path = format!("/v2/containers/{}/transport_events?page[size]=100", container["id"].as_str().unwrap());
        events.extend(list(service, &path).into_iter().map(|event| (number.clone(), event)));
    }
    for (number, event) in events {
        let event = &event["attributes"];
        if event["invalidated_at"].is_null() {
            let values = ["event", "timestamp", "location_locode", "voyage_number", "timezone", "data_source"]
                .map(|name| event[name].to_string());
            state.insert(format!("{number} {}", values.join(" ")));
        }
    }
    state
}

fn assert_same(here: &Service, there: &Service) {
    let (here, there) = (state(here), state(there));
    let missing: Vec<_> = there.difference(&here).collect();
    let added: Vec<_> = here.difference(&there).collect();
    assert!(missing.is_empty() && added.is_empty(), "missing: {missing:#?}\nadded: {added:#?}");
}

#[test]
fn account_is_copied_completely_and_readable_offline() {
    let provider = Provider::new();
    let folder = Scratch::new();
    let file = folder.path("tracking.db");
    let hosted = HostedAccount::new(provider.client());
    let service = local_service(&provider).any_carrier(hosted.clone()).open(&file).unwrap();
    let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
    assert_eq!((adopted.seen, adopted.created, adopted.is_complete), (5, 5, true), "{adopted:?}");
    assert_eq!(adopted.skipped, []);
    assert_same(&service, &provider.service);
    let shipments = list(&service, "/v2/shipments");
    assert!(shipments.iter().all(|shipment| shipment["attributes"]["tags"] == json!(["theirs"])));
    service.close().unwrap();
    provider.server.stop();
    let offline = local_service(&provider).open(&file).unwrap();
    assert_same(&offline, &provider.service);
}

#[test]
fn interrupted_adoption_resumes_and_repeated_adoption_adds_nothing() {
    let provider = Provider::new();
    let folder = Scratch::new();
    let file = folder.path("tracking.db");
    let run = |file: &Path, adoption: Adoption| {
        let hosted = HostedAccount::new(provider.client());
        let service = local_service(&provider).any_carrier(hosted.clone()).open(file).unwrap();
        service.adopt(service.default_account(), &hosted, &adoption)
    };
    let whole = {
        let folder = Scratch::new();
        run(&folder.path("other.db"), Adoption::new()).unwrap();
        provider.calls()
    };
    let first = run(&file, Adoption::new().most(2)).unwrap();
    assert_eq!((first.created, first.is_complete), (2, false));
    provider.calls();
    let cancel = CancelToken::new();
    cancel.cancel();
    assert_eq!(run(&file, Adoption::new().cancel(cancel)).unwrap_err().kind(), ErrorKind::Cancelled);
    provider.calls();
    let rest = run(&file, Adoption::new()).unwrap();
    assert_eq!((rest.seen, rest.created, rest.is_complete), (3, 3, true));
    assert!(provider.calls() < whole, "copied requests are not read again");
    let again = run(&file, Adoption::new()).unwrap();
    assert_eq!((again.created, again.facts), (0, 0), "{again:?}");
    assert!(again.seen <= 1, "{again:?}");
    let full = run(&file, Adoption::new().anew()).unwrap();
    assert_eq!((full.seen, full.created, full.facts, full.existing), (5, 0, 0, 5), "{full:?}");
    let service = local_service(&provider).open(&file).unwrap();
    assert_same(&service, &provider.service);
    assert_eq!(list(&service, "/v2/parties").len(), 1, "customers are created once");
}

#[test]
fn adoption_interrupted_after_any_call_has_the_same_result() {
    let provider = Provider::new();
    let folder = Scratch::new();
    let mut breaks = 0;
    for calls in (1..).step_by(depth(4, 1)) {
        let file = folder.path(format!("{calls}.db"));
        let cut = CancelToken::new();
        let hosted = HostedAccount::new(provider.client_with_calls(calls, &cut));
        let service = local_service(&provider).any_carrier(hosted.clone()).open(&file).unwrap();
        let first = service.adopt(service.default_account(), &hosted, &Adoption::new().cancel(cut));
        // The service is dropped without closing it, so only written data is left.
        drop(service);
        let is_finished = first.is_ok();
        if let Err(refused) = first {
            assert_eq!(refused.kind(), ErrorKind::Cancelled, "after {calls} calls");
            breaks += 1;
        }
        let hosted = HostedAccount::new(provider.client());
        let service = local_service(&provider).any_carrier(hosted.clone()).open(&file).unwrap();
        let rest = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        assert!(rest.is_complete && rest.skipped.is_empty(), "after {calls} calls: {rest:?}");
        assert_eq!(list(&service, "/v2/tracking_requests").len(), 5, "after {calls} calls");
        assert_eq!(list(&service, "/v2/parties").len(), 1, "after {calls} calls");
        assert_same(&service, &provider.service);
        if is_finished {
            break;
        }
    }
    assert!(breaks >= 5, "{breaks}");
}

#[test]
fn adoption_resumes_after_the_process_was_killed() {
    let provider = Provider::new();
    let folder = Scratch::new();
    let (url, now) = (format!("{}/v2", provider.server.url()), provider.clock.now().to_rfc3339());
    let mut kills = 0;
    for write in (5..).step_by(depth(4, 1)) {
        let file = folder.path(format!("{write}.db"));
        let moment = if kills % 2 == 0 { "inside" } else { "after" };
        let mut command = Command::new(env!("CARGO_BIN_EXE_shiptrack-test-child"));
        command.args(["adopt", file.to_str().unwrap(), &now, &url, &provider.key, moment, &write.to_string()]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.trim() != "kill me" {
            assert_eq!((line.trim(), child.wait().unwrap().success()), ("created 5", true));
            break;
        }
        child.kill().unwrap();
        assert!(child.wait().unwrap().code().is_none(), "the child was killed");
        kills += 1;
        let hosted = HostedAccount::new(provider.client());
        let service = local_service(&provider).any_carrier(hosted.clone()).open(&file).unwrap();
        let rest = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        assert!(rest.is_complete && rest.skipped.is_empty(), "killed at write {write}: {rest:?}");
        assert_eq!(list(&service, "/v2/tracking_requests").len(), 5, "killed at write {write}");
        assert_same(&service, &provider.service);
    }
    assert!(kills >= 4, "{kills}");
}

#[test]
fn adoption_waits_for_the_rate_limit() {
    let limits = with(RateLimits::interface(), |it| it.default = Some(7));
    let provider = Provider::limited(limits);
    let rejected = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&rejected);
    let watch = move |attempt: &shiptrack::client::Attempt<'_>| {
        count.fetch_add(usize::from(attempt.status == Some(429)), Ordering::Relaxed);
    };
    let builder = Client::builder(format!("{}/v2", provider.server.url()), &*provider.key);
    // The client does not know the limit. Its pauses advance the clock of the account.
    let client = builder.limits(RateLimits::unlimited()).clock(Arc::new(provider.clock.clone())).observer(watch);
    let hosted = HostedAccount::new(client.build().unwrap());
    let service = local_service(&provider).any_carrier(hosted.clone()).in_memory().unwrap();
    let started = provider.clock.now();
    let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
    assert_eq!((adopted.created, adopted.is_complete, adopted.skipped.len()), (5, true, 0), "{adopted:?}");
    assert!(rejected.load(Ordering::Relaxed) > 1, "{rejected:?}");
    assert!(provider.clock.now() - started >= chrono::TimeDelta::seconds(60), "the client waits on the clock");
    assert_same(&service, &provider.service);
}

#[test]
fn stopped_tracking_is_copied_with_its_reason() {
    let provider = Provider::new();
    let theirs = provider.service.client();
    let mut stopped = BTreeSet::new();
    for shipment in theirs.shipments().list() {
        let shipment = shipment.unwrap();
        match shipment.line_tracking_stopped_reason {
            Some(reason) => stopped.insert(format!("{} {reason}", shipment.bill_of_lading_number)),
            None => false,
        };
    }
    let one = theirs.shipments().list().tracking_stopped(false).first().unwrap().unwrap();
    theirs.shipments().stop_tracking(&one.id).unwrap();
    stopped.insert(format!("{} cancelled_by_user", one.bill_of_lading_number));
    let reason = "\"line_tracking_stopped_reason\":\"cancelled_by_user\"";
    let rewritten = Rewriting {
        inner: provider.transport(),
        from: reason,
        to: "\"line_tracking_stopped_reason\":\"account_closed\"",
    };
    let stopped: BTreeSet<String> =
        stopped.into_iter().map(|line| line.replace("cancelled_by_user", "account_closed")).collect();
    let hosted = HostedAccount::new(ClientBuilder::in_process().over(Arc::new(rewritten)).unwrap());
    let service = local_service(&provider).any_carrier(hosted.clone()).in_memory().unwrap();
    service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
    let mut here = BTreeSet::new();
    for shipment in service.client().shipments().list() {
        let shipment = shipment.unwrap();
        if let Some(reason) = shipment.line_tracking_stopped_reason {
            here.insert(format!("{} {reason}", shipment.bill_of_lading_number));
        }
    }
    assert_eq!(here, stopped);
}

/// A transport that replaces a text in all responses, or, without a replacement, refuses requests whose URL contains the text.
struct Rewriting {
    inner: Arc<dyn Transport>,
    from: &'static str,
    to: &'static str,
}

impl Transport for Rewriting {
    fn send(&self, request: Request, call: &Call) -> Result<Response, TransportError> {
        let is_refused = self.to.is_empty() && request.url.contains(self.from);
        let mut answer = self.inner.send(request, call)?;
        if is_refused {
            return Ok(with(Response::new(403), |it| it.body = b"{\"errors\":[{\"status\":\"403\"}]}".to_vec()));
        }
        if !self.to.is_empty() {
            answer.body = String::from_utf8(answer.body).unwrap().replace(self.from, self.to).into_bytes();
        }
        Ok(answer)
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.inner.pause(until, cancel)
    }
}

#[test]
fn unreadable_custom_fields_are_counted() {
    let provider = Provider::new();
    let theirs = provider.service.client();
    let lead = NewCustomFieldDefinition::new("Shipment", "led_by", "Led by", "reference").reference_type("party");
    theirs.custom_field_definitions().create(lead).unwrap();
    let shipment = theirs.shipments().list().first().unwrap().unwrap();
    let party = theirs.parties().list().first().unwrap().unwrap();
    let to_party = json!({ "type": "party", "id": party.id });
    theirs.shipments().create_custom_field(&shipment.id, "led_by", to_party).unwrap();
    let omissions = |from: &'static str| {
        let transport = Rewriting { inner: provider.transport(), from, to: "" };
        let hosted = HostedAccount::new(ClientBuilder::in_process().over(Arc::new(transport)).unwrap());
        let service = local_service(&provider).any_carrier(hosted.clone()).in_memory().unwrap();
        let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
        assert_eq!((adopted.created, adopted.is_complete), (5, true), "{adopted:?}");
        serde_json::to_value(adopted.not_taken).unwrap()
    };
    // Fields of this type are not copied, and their values are counted.
    assert_eq!(omissions("nothing of this name"), json!({ "custom_field": 1 }));
    assert_eq!(omissions("/custom_fields?"), json!({ "custom_fields_of_shipment": 5 }));
    let all = omissions("/custom_field_definitions");
    assert_eq!(
        (&all["custom_fields_of_tracking_request"], &all["custom_fields_of_shipment"]),
        (&json!(5), &json!(5)),
        "{all}"
    );
}

#[test]
fn account_is_used_for_detection_if_enabled() {
    // A container of a lessor, which any line may carry.
    const LEASED: &str = "TGHU1643396";
    let clock = ManualClock::new(start_time());
    let seen = |_: &LookUp, _: &Call| {
        let facts = vec![Fact::event(LEASED, Event::actual(Movement::Loaded, "2026-04-20T18:00:00Z"))];
        Ok(Answer::complete(facts))
    };
    let theirs = Service::builder().clock(clock.clone()).carrier("MAEU", seen).unwrap().in_memory().unwrap();
    theirs.client().tracking_requests().create(NewTrackingRequest::container(LEASED, "MAEU")).unwrap();
    theirs.run_due(Budget::ALL).unwrap();
    let calls = Arc::new(AtomicUsize::new(0));
    let account = || {
        let calls = Arc::clone(&calls);
        let count = move |_: &shiptrack::client::Attempt<'_>| {
            calls.fetch_add(1, Ordering::Relaxed);
        };
        let client = ClientBuilder::in_process().observer(count);
        HostedAccount::new(client.over(theirs.transport(theirs.default_account()).unwrap()).unwrap())
    };
    let detected = |hosted: HostedAccount| {
        let service = Service::builder().clock(clock.clone()).any_carrier(hosted).in_memory().unwrap();
        let made = NewTrackingRequest::new(NumberKind::Container, LEASED).auto_detect();
        let _ = service.client().tracking_requests().create(made);
        service.run_due(Budget::ALL).unwrap();
        let found = list(&service, "/v2/tracking_requests");
        found.first().map(|made| (made["attributes"]["scac"].clone(), made["attributes"]["status"].clone()))
    };
    assert_eq!(detected(account().use_for_detection()), Some((json!("MAEU"), json!("created"))));
    assert!(calls.swap(0, Ordering::Relaxed) > 0);
    // An account is not asked without the option, and not if it would track the number at each candidate.
    detected(account());
    detected(account().use_for_detection().create_missing());
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    assert_eq!(list(&theirs, "/v2/tracking_requests").len(), 1);

    // The account tracks the container at another line.
    let service = Service::builder().clock(clock.clone()).any_carrier(account()).in_memory().unwrap();
    service.client().tracking_requests().create(NewTrackingRequest::container(LEASED, "MSCU")).unwrap();
    service.run_due(Budget::ALL).unwrap();
    assert_eq!(list(&service, "/v2/tracking_requests")[0]["attributes"]["failed_reason"], "not_found");
}

/// A transport on which every call lasts until its deadline.
struct HangingTransport(Arc<ManualClock>);

impl Transport for HangingTransport {
    fn send(&self, _request: Request, call: &Call) -> Result<Response, TransportError> {
        let left = call.deadline.expect("a deadline").saturating_sub(self.0.monotonic());
        let _ = self.0.sleep(left, &call.cancel);
        Err(TransportError::new(Failure::Timeout, ExchangePhase::Receive, "no response"))
    }

    fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.0.sleep((until - self.0.now()).to_std().unwrap_or_default(), cancel)
    }
}

#[test]
fn detection_waits_only_seconds_for_a_hanging_account() {
    let clock = Arc::new(ManualClock::new(start_time()));
    let client =
        ClientBuilder::in_process().clock(clock.clone()).over(Arc::new(HangingTransport(clock.clone()))).unwrap();
    let account = HostedAccount::new(client).use_for_detection();
    let service = Service::builder().clock((*clock).clone()).any_carrier(account).in_memory().unwrap();
    let started = clock.monotonic();
    service.client().tracking_requests().infer_number("TGHU1643396").unwrap();
    let took = clock.monotonic() - started;
    assert!(took > Duration::ZERO && took <= Duration::from_secs(10), "{took:?}");
}

#[test]
fn look_up_of_a_container_uses_the_shipment_of_the_line() {
    const LEASED: &str = "TGHU1643396";
    let clock = ManualClock::new(start_time());
    let seen = |_: &LookUp, _: &Call| {
        let facts = vec![Fact::event(LEASED, Event::actual(Movement::Loaded, "2026-04-20T18:00:00Z"))];
        Ok(Answer::complete(facts))
    };
    let mut theirs = Service::builder().clock(clock.clone());
    for line in ["MAEU", "MSCU"] {
        theirs = theirs.carrier(line, seen).unwrap();
    }
    let theirs = theirs.in_memory().unwrap();
    for line in ["MAEU", "MSCU"] {
        let bill = NewTrackingRequest::new(NumberKind::BillOfLading, "BILL123456").scac(line);
        theirs.client().tracking_requests().create(bill).unwrap();
        theirs.run_due(Budget::ALL).unwrap();
    }
    let look_up_at = |line: &str| {
        let calls = Arc::new(AtomicUsize::new(0));
        let count = {
            let calls = Arc::clone(&calls);
            move |_: &shiptrack::client::Attempt<'_>| _ = calls.fetch_add(1, Ordering::Relaxed)
        };
        let client = ClientBuilder::in_process().observer(count);
        let client = client.over(theirs.transport(theirs.default_account()).unwrap()).unwrap();
        let service = Service::builder().clock(clock.clone()).any_carrier(HostedAccount::new(client));
        let service = service.in_memory().unwrap();
        service.client().tracking_requests().create(NewTrackingRequest::container(LEASED, line)).unwrap();
        service.run_due(Budget::ALL).unwrap();
        let status = list(&service, "/v2/tracking_requests")[0]["attributes"]["status"].clone();
        (status, calls.load(Ordering::Relaxed))
    };
    assert_eq!(["MAEU", "MSCU"].map(|line| look_up_at(line).0), ["created", "created"]);
    // For another line, shipments are read without containers and events.
    assert_eq!(look_up_at("HLCU"), (json!("failed"), 4));
}

#[test]
fn custom_fields_are_copied_and_local_changes_stay() {
    let provider = Provider::new();
    let theirs = provider.service.client();
    let definitions = theirs.custom_field_definitions();
    let choice = NewCustomFieldDefinition::new("Shipment", "priority", "Priority", "enum");
    let choice = definitions.create(choice).unwrap();
    for value in ["high", "low"] {
        definitions.create_option(&choice.id, NewCustomFieldOption::new(value, value)).unwrap();
    }
    let gate = NewCustomFieldDefinition::new("Container", "gate", "Gate", "short_text");
    definitions.create(gate.default_value("unknown").description("Where it goes")).unwrap();
    let count = NewCustomFieldDefinition::new("TrackingRequest", "order", "Order", "number");
    definitions.create(count).unwrap();
    let lead = NewCustomFieldDefinition::new("Shipment", "led_by", "Led by", "reference").reference_type("party");
    definitions.create(lead).unwrap();
    let shipment = theirs.shipments().list().first().unwrap().unwrap();
    let party = theirs.parties().list().first().unwrap().unwrap();
    theirs.shipments().create_custom_field(&shipment.id, "priority", "high").unwrap();
    let to_party = json!({ "type": "party", "id": party.id });
    theirs.shipments().create_custom_field(&shipment.id, "led_by", to_party).unwrap();
    let container = theirs.containers().list().first().unwrap().unwrap();
    theirs.containers().create_custom_field(&container.id, "gate", "7").unwrap();
    let request = theirs.tracking_requests().list().first().unwrap().unwrap();
    theirs.tracking_requests().create_custom_field(&request.id, "order", 4711).unwrap();

    let hosted = HostedAccount::new(provider.client());
    let service = local_service(&provider).any_carrier(hosted.clone()).in_memory().unwrap();
    let adopted = service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
    assert_eq!(adopted.not_taken.get("custom_field"), Some(&1), "references are not copied: {adopted:?}");
    let ours = service.client();
    let fields = || {
        let values = ours.custom_fields().list().into_iter().map(|field| field.unwrap());
        let mut values: Vec<_> = values.map(|field| format!("{} {}", field.api_slug, field.value.unwrap())).collect();
        values.sort();
        values.dedup();
        values
    };
    assert_eq!(fields(), ["gate \"7\"", "gate \"unknown\"", "order 4711", "priority \"high\""]);
    let here = ours.containers().list().number(&*container.number).first().unwrap().unwrap();
    assert_eq!(ours.containers().custom_fields(&here.id).first().unwrap().unwrap().value, Some(json!("7")));
    let made = ours.custom_field_definitions().list().into_iter().count();
    assert_eq!(
        (made, ours.custom_field_definitions().list().entity_type("Container").first().unwrap().unwrap().description),
        (4, Some("Where it goes".to_owned()))
    );

    ours.containers().update_custom_field(&here.id, "gate", "8").unwrap();
    service.adopt(service.default_account(), &hosted, &Adoption::new().anew()).unwrap();
    assert_eq!(ours.containers().custom_fields(&here.id).first().unwrap().unwrap().value, Some(json!("8")));
    assert_eq!(ours.custom_field_definitions().list().into_iter().count(), 4);
}

#[test]
fn copied_requests_are_updated_by_look_ups_and_webhooks() {
    let provider = Provider::new();
    let hosted = HostedAccount::new(provider.client());
    let clock = ManualClock::new(provider.clock.now());
    let service = Service::builder().clock(clock.clone()).any_carrier(hosted.clone()).in_memory().unwrap();
    service.adopt(service.default_account(), &hosted, &Adoption::new()).unwrap();
    provider.run_until_day(24);
    clock.set(start_time() + days(24));
    service.run_due(Budget::ALL).unwrap();
    assert_same(&service, &provider.service);

    let feed = provider.service.events(provider.service.default_account(), 0, 10_000).unwrap();
    let notification = feed.last().unwrap().document.clone();
    provider.run_until_day(25);
    clock.set(start_time() + days(25) - Duration::from_secs(60));
    service.run_due(Budget::ALL).unwrap();
    let secret = SigningSecret::new("whsec_AAECAwQFBgcICQoLDA0ODw==").unwrap();
    let signed = Signer::new([secret.clone()]).unwrap().sign("n", notification.as_bytes(), clock.now()).unwrap();
    let verifier = Verifier::new([secret]).unwrap();
    let header =
        |name: &str| signed.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str());
    let receive = |body: &[u8]| service.receive_hosted(service.default_account(), &hosted, &verifier, header, body);
    let NotificationOutcome::LookUpDue(_) = receive(notification.as_bytes()).unwrap() else {
        panic!("the shipment is tracked here")
    };
    assert_eq!(receive(b"{}").unwrap_err().kind(), ErrorKind::Signature);
    provider.calls();
    service.run_due(Budget::ALL).unwrap();
    assert!(provider.calls() > 0, "the request is looked up at once");
}

#[test]
fn untracked_number_is_not_found_or_created_if_enabled() {
    let provider = Provider::new();
    let untracked = "MAEU123456789";
    let status = |service: &Service| list(service, "/v2/tracking_requests")[0]["attributes"]["status"].clone();
    let look_up = |hosted: HostedAccount| {
        let service = local_service(&provider).any_carrier(hosted).in_memory().unwrap();
        let transport = service.transport(service.default_account()).unwrap();
        send(&*transport, Method::Post, "/v2/tracking_requests", Some(&creation("bill_of_lading", untracked, "MAEU")));
        service.run_due(Budget::ALL).unwrap();
        status(&service)
    };
    assert_eq!(look_up(HostedAccount::new(provider.client())), "awaiting_manifest");
    assert_eq!(list(&provider.service, "/v2/tracking_requests").len(), 5);
    assert_eq!(look_up(HostedAccount::new(provider.client()).create_missing()), "awaiting_manifest");
    assert_eq!(list(&provider.service, "/v2/tracking_requests").len(), 6);
}

#[test]
fn rejected_key_uses_no_attempt() {
    let provider = Provider::new();
    let refused = |key: &str| {
        let client = Client::builder(format!("{}/v2", provider.server.url()), key).build().unwrap();
        let service = local_service(&provider).any_carrier(HostedAccount::new(client)).in_memory().unwrap();
        let transport = service.transport(service.default_account()).unwrap();
        send(&*transport, Method::Post, "/v2/tracking_requests", Some(&creation("container", "MSKU0308961", "MAEU")));
        service.run_due(Budget::ALL).unwrap();
        list(&service, "/v2/tracking_requests")[0]["attributes"].clone()
    };
    let request = refused("not-a-key");
    assert_eq!((&request["status"], &request["retry_count"]), (&json!("pending"), &Value::Null), "{request}");
}
