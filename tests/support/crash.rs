//! The service of the crash tests, and the checks that must pass whenever its file is opened again.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::clock::{CancelToken, Cancelled, ManualClock};
use shiptrack::email::AllowedSenders;
use shiptrack::error::Error;
use shiptrack::http::{Call, Request, Response, Transport, TransportError};
use shiptrack::sandbox::Sandbox;
use shiptrack::service::{Activity, ActivityObserver, Budget, Service};
use shiptrack::store::Store;
use shiptrack::store::sqlite::SqliteStore;

use crate::json_api::assert_well_formed;
use crate::sample_files::{SENDER, iftsta, message};
use crate::scenario::{Scenario, ScriptedCarrier};

/// A message with one document. `NUMBER` is replaced by a different number in each message.
pub const MESSAGE: &str = "\
Subject: notice NUMBER\r
Message-ID: <NUMBER@carrier.example>\r
Content-Type: text/csv; name=list.csv\r
Content-Disposition: attachment; filename=list.csv\r
\r
MSKU0308961,NUMBER\r
";

/// A message with a bill in its text, which is an arrival notice, another bill in a document, and EDI about a container.
fn cargo_mail() -> Vec<u8> {
    let edi = iftsta("1", "MSKU0308961", [("202604201410".to_owned(), "USLAX".to_owned())]);
    let list: &[u8] = b"PACKING LIST\r\nB/L No: MAEU987654320\r\n";
    let notice = "ARRIVAL NOTICE\r\nB/L No: MAEU123456784\r\nETA: 2026-05-11\r\nLast Free Day: 2026-05-20";
    message("Your cargo", notice, &[("a.edi", "text/plain", edi.as_bytes()), ("list.txt", "text/plain", list)])
}

/// Ingests a message with documents that report facts, as a mail loop does, and does due work.
pub fn ingest_cargo_mail(stage: &Scenario) -> Result<(), Error> {
    let senders = AllowedSenders::new(&[SENDER])?;
    stage.service.change_account(&stage.account, |account| {
        account.allowed_senders = senders.clone();
        (account.track_numbers_in_mail, account.record_arrival_notices) = (true, true);
    })?;
    stage.service.ingest_email(&stage.account, &cargo_mail(), None)?;
    stage.service.run_due(Budget::ALL)?;
    Ok(())
}

/// What became of the message of [`ingest_cargo_mail`]: its documents, the tracked numbers, the arrivals of the shipments, and the names of the
/// events.
pub fn cargo_state(stage: &Scenario) -> Value {
    let texts = |family: &str, names: &[&str]| {
        let text = |resource: &Value| names.iter().map(|name| resource["attributes"][name].clone()).collect::<Vec<_>>();
        let mut texts: Vec<String> =
            all(stage, family).iter().map(|resource| json!(text(resource)).to_string()).collect();
        texts.sort();
        texts
    };
    let events = stage.service.events(&stage.account, 0, usize::MAX).unwrap();
    let mut events: Vec<String> = events.iter().map(|event| event.event.as_str().to_owned()).collect();
    events.sort();
    json!({
        "documents": texts("documents", &["name", "document_type"]),
        "requests": texts("tracking_requests", &["request_number", "status"]),
        "shipments": texts("shipments", &["bill_of_lading_number", "pod_eta_at"]),
        "events": events,
        "emails": texts("email_submissions", &["subject", "documents_count", "untracked_numbers"]),
    })
}

/// Returns the bill of lading number of the request at this position.
pub fn number(place: u64) -> String {
    format!("MAEU{:09}", 100_000_000 + place)
}

/// Opens the service on the file at `path`, at the time `now`.
pub fn open(path: &Path, now: DateTime<Utc>) -> Result<Scenario, Error> {
    open_store(SqliteStore::open(path)?, now)
}

/// Opens the service with this store.
pub fn open_store(store: impl Store + 'static, now: DateTime<Utc>) -> Result<Scenario, Error> {
    open_observed(store, now, |_: &Activity<'_>| {})
}

/// Opens the service with this store and an observer.
pub fn open_observed(
    store: impl Store + 'static,
    now: DateTime<Utc>,
    observer: impl ActivityObserver + 'static,
) -> Result<Scenario, Error> {
    open_with_transport(Receiver::default(), store, now, observer)
}

/// Opens the service with this store, an observer and a transport for deliveries.
pub fn open_with_transport(
    outbound: impl Transport + 'static,
    store: impl Store + 'static,
    now: DateTime<Utc>,
    observer: impl ActivityObserver + 'static,
) -> Result<Scenario, Error> {
    let clock = ManualClock::new(now);
    let builder =
        Service::builder().clock(clock.clone()).allow_loopback().carrier("MAEU", SandboxOutcomes)?.observer(observer);
    let service = builder.build(store, outbound)?;
    let account = service.default_account().clone();
    let transport = service.transport(&account)?;
    Ok(Scenario { service, clock, carrier: ScriptedCarrier::default(), account, transport })
}

/// A carrier whose last digit of a number selects an outcome of the sandbox.
struct SandboxOutcomes;

impl Carrier for SandboxOutcomes {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        let last = look_up.number.bytes().last().unwrap_or_default() % 4;
        let outcome = ["SUCCEEDED", "FAILED", "AWAITING", "RETRYING"][usize::from(last)];
        let mut sandboxed = look_up.clone();
        sandboxed.normalized_number = format!("TEST-TR-{outcome}");
        Sandbox.look_up(&sandboxed, call)
    }
}

/// A receiver that refuses every third delivery.
#[derive(Clone, Default)]
pub struct Receiver(Arc<AtomicU32>);

impl Transport for Receiver {
    fn send(&self, _: Request, _: &Call) -> Result<Response, TransportError> {
        let refuses = self.0.fetch_add(1, Ordering::Relaxed) % 3 == 2;
        Ok(Response::new(if refuses { 503 } else { 200 }))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}

/// Panics unless the data of the service is consistent: each state has the events that lead to it, each event matches a state, has its
/// own sequence number and exactly one delivery per webhook.
pub fn assert_whole(stage: &Scenario) {
    let events = stage.service.events(&stage.account, 0, usize::MAX).unwrap();
    assert!(events.is_sorted_by(|event, next| event.sequence < next.sequence));
    let counts =
        EventCounts::of(&events.iter().map(|event| serde_json::from_str(&event.document).unwrap()).collect::<Vec<_>>());
    let (requests, shipments) = (all(stage, "tracking_requests"), all(stage, "shipments"));
    let mut settled = 0;
    for request in &requests {
        let id = request["id"].as_str().unwrap();
        let count = |event: &str| counts.of_request(event, id);
        let status = request["attributes"]["status"].as_str().unwrap();
        let (succeeded, failed, stopped) = match status {
            "pending" | "awaiting_manifest" => (0, 0, 0),
            "created" => (1, 0, 0),
            "failed" => (0, 1, 0),
            "tracking_stopped" => (1, 0, 1),
            other => panic!("{other}"),
        };
        assert_eq!(count("succeeded"), succeeded, "{id} {status}");
        assert_eq!(count("failed"), failed, "{id} {status}");
        assert_eq!(count("tracking_stopped"), stopped, "{id} {status}");
        assert_eq!(
            count("awaiting_manifest") == 1,
            request["attributes"]["request_number"].as_str().is_some_and(awaits_manifest) && status != "pending"
        );
        assert_eq!(request["relationships"]["tracked_object"]["data"].is_null(), succeeded == 0, "{id} {status}");
        settled += succeeded + failed;
    }
    assert_eq!(counts.settled(), settled, "an event refers to a request that does not exist");
    assert_eq!(shipments.len(), counts.count("tracking_request.succeeded"));
    let containers = all(stage, "containers");
    assert_eq!(containers.len(), counts.count("container.created"));
    assert_eq!(containers.len(), 2 * shipments.len());
    let documents = all(stage, "documents");
    let is_read = |document: &&Value| !document["relationships"]["last_document_representation"]["data"].is_null();
    assert_eq!(documents.iter().filter(is_read).count(), counts.count("document.extracted"));
    assert_eq!(documents.len(), all(stage, "email_submissions").len());
    let deliveries = events.len() * all(stage, "webhooks").len();
    assert_eq!(all(stage, "webhook_notifications").len(), deliveries, "one delivery for each event and webhook");
    assert!(counts.are_unique(), "an event was sent twice");
}

/// Whether the carrier has no data for this number at first.
fn awaits_manifest(number: &str) -> bool {
    number.bytes().last().is_some_and(|last| last % 4 == 2)
}

/// Returns every resource of a family.
fn all(stage: &Scenario, family: &str) -> Vec<Value> {
    let (mut found, mut next) = (Vec::new(), format!("/v2/{family}?page[size]=100"));
    loop {
        let mut page = stage.get(&next);
        assert_well_formed(&page);
        found.append(page["data"].as_array_mut().unwrap());
        let Some(link) = page["links"]["next"].as_str() else { break };
        next = link.to_owned();
    }
    let ids: HashSet<&str> = found.iter().filter_map(|resource| resource["id"].as_str()).collect();
    assert_eq!(ids.len(), found.len(), "a resource of {family} is listed twice");
    found
}

/// Number of events by event name and id of the subject.
struct EventCounts(HashMap<(String, String), usize>);

impl EventCounts {
    fn of(documents: &[Value]) -> Self {
        let mut counts = HashMap::new();
        for document in documents {
            assert_well_formed(document);
            let relationships = &document["data"]["relationships"];
            let subject = relationships.get("reference_object").or(relationships.get("document")).unwrap();
            let event = document["data"]["attributes"]["event"].as_str().unwrap().to_owned();
            *counts.entry((event, subject["data"]["id"].as_str().unwrap().to_owned())).or_default() += 1;
        }
        EventCounts(counts)
    }

    fn of_request(&self, event: &str, id: &str) -> usize {
        self.0.get(&(format!("tracking_request.{event}"), id.to_owned())).copied().unwrap_or(0)
    }

    fn count(&self, event: &str) -> usize {
        self.0.iter().filter(|((name, _), _)| name == event).map(|(_, count)| count).sum()
    }

    fn settled(&self) -> usize {
        self.count("tracking_request.succeeded") + self.count("tracking_request.failed")
    }

    /// Whether each event was sent once per subject. Estimates may repeat, because they change.
    fn are_unique(&self) -> bool {
        self.0.iter().all(|((event, _), count)| *count == 1 || event.contains(".estimated."))
    }
}
