//! The observer of the host program, which is called with each activity of the service.

use std::sync::{Arc, Mutex};

use serde_json::json;
use shiptrack::carriers::{LookUp, LookUpFailure};
use shiptrack::error::{Error, ErrorKind, Result};
use shiptrack::http::Call;
use shiptrack::service::{Activity, DocumentInput, DocumentReader, Extraction, Service};
use shiptrack_tests::guard::must_end;
use shiptrack_tests::outbound::{Outbound, scenario, unreachable};
use shiptrack_tests::scenario::Scenario;

use super::mail::{NOTICE, ingest};
use super::{RECEIVER, register};

/// The observed activities, one line each.
#[derive(Clone, Default)]
struct ActivityLog(Arc<Mutex<Vec<String>>>);

impl ActivityLog {
    fn add(&self, activity: &Activity<'_>) {
        let line = match activity {
            Activity::LookUp { request, scac, number, attempt, outcome, why, .. } => {
                let why = why.map(|why| format!(" because {why}")).unwrap_or_default();
                let outcome = outcome.failure().map(|failure| format!("{:?}", failure.kind()));
                format!("{request} {} {number} {attempt} {}{why}", scac.unwrap_or("?"), outcome.unwrap_or_default())
            }
            Activity::DoubtfulFacts { request, scac, number, doubts, .. } => {
                format!("{request} {} {number} doubts {}", scac.unwrap_or("?"), doubts.join("; "))
            }
            Activity::Delivery { webhook, notification, attempt, status, failure, .. } => {
                let failure = failure.map(|failure| failure.failure);
                format!("{webhook} {notification} {attempt} {status:?} {failure:?}")
            }
            Activity::ExtractionFailed { document, error, .. } => format!("{document} {error}"),
            Activity::Trouble { error, .. } => format!("{:?} {error}", error.kind()),
            other => format!("{other:?}"),
        };
        self.0.lock().unwrap().push(line);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

fn stage(outbound: &Outbound) -> (Scenario, ActivityLog) {
    let log = ActivityLog::default();
    let writer = log.clone();
    (scenario(outbound, |builder| builder.observer(move |activity: &Activity<'_>| writer.add(activity))), log)
}

#[test]
fn a_look_up_is_observed_with_request_carrier_number_attempt_and_outcome() {
    let (stage, log) = stage(&Outbound::default());
    let id = stage.create("bill_of_lading", "TEST-TR-RETRYING", "TEST");
    let unknown = stage.create("container", "CSQU3054383", "MAEU");
    stage.run();
    let trouble = "Unreachable { retry_after: None }";
    let mut lines = log.take();
    lines.sort();
    let mut expected =
        [format!("{id} TEST TEST-TR-RETRYING 1 {trouble}"), format!("{unknown} MAEU CSQU3054383 1 NotFound")];
    expected.sort();
    assert_eq!(lines, expected);
    stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
    stage.run();
    assert!(log.take()[0].starts_with(&format!("{id} TEST TEST-TR-RETRYING 2 ")));
}

#[test]
fn the_reason_of_a_failure_is_observed() {
    let log = ActivityLog::default();
    let writer = log.clone();
    let failing = |_: &LookUp, _: &Call| Err(LookUpFailure::NotFound.because("no such container"));
    let stage = scenario(&Outbound::default(), move |builder| {
        builder.carrier("HLCU", failing).unwrap().observer(move |activity: &Activity<'_>| writer.add(activity))
    });
    let id = stage.create("container", "CSQU3054383", "HLCU");
    stage.run();
    assert_eq!(log.take(), [format!("{id} HLCU CSQU3054383 1 NotFound because no such container")]);
    let text = LookUpFailure::NotFound.because("no such container").to_string();
    assert_eq!(text, "the carrier does not know the number: no such container");
}

#[test]
fn doubtful_facts_are_observed_once_and_stored() {
    let (stage, log) = stage(&Outbound::default());
    stage.carrier.knows(
        "123456789",
        &json!([
            { "container": "MSKU0308961", "event": { "milestone": "vesel_departed", "at": "2026-05-01" } },
            { "container": "MSKU0308962", "event": { "milestone": "full_in", "at": "2026-05-01" } },
        ]),
    );
    let id = stage.create("bill_of_lading", "MAEU123456789", "MAEU");
    stage.pass(std::time::Duration::from_secs(24 * 3_600));
    let log = log.take();
    let doubts: Vec<_> = log.iter().filter(|line| line.contains(" doubts ")).collect();
    assert!(log.len() > 2 && doubts.len() == 1, "one answer of several: {log:?}");
    assert!(doubts[0].starts_with(&format!("{id} MAEU MAEU123456789 ")));
    assert!(doubts[0].contains("vesel_departed") && doubts[0].contains("MSKU0308962"));
    assert_eq!(stage.get("/v2/containers")["data"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_delivery_is_observed_with_webhook_notification_attempt_and_status_or_failure() {
    let outbound = Outbound::default();
    outbound.then(503).then_answer(unreachable()).then(204);
    let (stage, log) = stage(&outbound);
    let webhook = register(&stage, &json!({ "url": RECEIVER, "headers": [{ "name": "X-Key", "value": "canary" }] }));
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    stage.pass(std::time::Duration::from_secs(600));
    let notification = stage.get("/v2/webhook_notifications")["data"][0]["id"].as_str().unwrap().to_owned();
    let about = format!("{} {notification}", webhook["id"].as_str().unwrap());
    let log = log.take();
    assert_eq!(
        log[1..],
        [format!("{about} 1 Some(503) None"), format!("{about} 2 None Some(Io)"), format!("{about} 3 Some(204) None")]
    );
    assert!(!log.concat().contains("canary"));
}

struct FailingReader;

impl DocumentReader for FailingReader {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>> {
        match source.name {
            "notice.pdf" => Err(Error::invalid("content", "the file is damaged")),
            _ => panic!("the extractor of a test"),
        }
    }
}

#[test]
fn a_failed_extraction_is_observed_with_document_and_error() {
    let log = ActivityLog::default();
    let writer = log.clone();
    let stage = scenario(&Outbound::default(), |builder| {
        builder.extractor(FailingReader).observer(move |activity: &Activity<'_>| writer.add(activity))
    });
    let ingested = ingest(&stage, NOTICE);
    let documents: Vec<String> = ingested.submission.documents.get().iter().map(|link| link.id.to_string()).collect();
    let expected = [
        format!("{} the file is damaged [content]", documents[0]),
        format!("{} the document reader panicked", documents[1]),
    ];
    assert_eq!(log.take(), expected);
}

#[test]
fn an_observer_may_call_the_service_and_its_panics_are_ignored() {
    must_end(|| {
        let handle: Arc<Mutex<Option<Service>>> = Arc::default();
        let held = handle.clone();
        let stage = scenario(&Outbound::default(), |builder| {
            builder.observer(move |_: &Activity<'_>| {
                let service = held.lock().unwrap().clone().unwrap();
                service.create_account(&service.accounts().unwrap().len().to_string(), "Made meanwhile").unwrap();
                panic!("the observer of a test");
            })
        });
        *handle.lock().unwrap() = Some(stage.service.clone());
        stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
        stage.run();
        assert_eq!(stage.service.accounts().unwrap().len(), 2);
        *handle.lock().unwrap() = None;
    });
}

#[test]
fn errors_of_a_worker_are_observed() {
    must_end(|| {
        let (trouble, met) = std::sync::mpsc::channel();
        let lines = Mutex::new(trouble);
        let store = shiptrack_tests::failing_store::FailingStore::new();
        let broken = store.switch();
        let service = Service::builder()
            .observer(move |activity: &Activity<'_>| {
                let error = match activity {
                    Activity::Trouble { error, .. } | Activity::WritesRefused { error, .. } => error,
                    _ => return,
                };
                let _ = lines.lock().unwrap().send((error.kind(), error.to_string()));
            })
            .build(store, Outbound::default())
            .unwrap();
        broken.fail(|| Error::new(ErrorKind::Store, "the disk is gone"));
        service.start_worker(1).unwrap();
        assert_eq!(met.recv().unwrap(), (ErrorKind::Store, "the disk is gone".to_owned()));
        service.stop_worker();
    });
}
