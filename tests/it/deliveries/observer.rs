//! What a host hears of the work its service does by itself.

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

/// What was heard, one line an activity.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn note(&self, activity: &Activity<'_>) {
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

fn stage(outbound: &Outbound) -> (Scenario, Heard) {
    let heard = Heard::default();
    let noting = heard.clone();
    (scenario(outbound, |builder| builder.observer(move |activity: &Activity<'_>| noting.note(activity))), heard)
}

#[test]
fn a_look_up_is_told_with_its_request_carrier_number_try_and_outcome() {
    let (stage, heard) = stage(&Outbound::default());
    let id = stage.create("bill_of_lading", "TEST-TR-RETRYING", "TEST");
    let unknown = stage.create("container", "CSQU3054383", "MAEU");
    stage.run();
    let trouble = "Unreachable { retry_after: None }";
    let mut told = heard.take();
    told.sort();
    let mut expected =
        [format!("{id} TEST TEST-TR-RETRYING 1 {trouble}"), format!("{unknown} MAEU CSQU3054383 1 NotFound")];
    expected.sort();
    assert_eq!(told, expected);
    stage.clock.advance_to(stage.service.next_due().unwrap().unwrap());
    stage.run();
    assert!(heard.take()[0].starts_with(&format!("{id} TEST TEST-TR-RETRYING 2 ")));
}

#[test]
fn a_carrier_says_in_words_why_it_failed() {
    let heard = Heard::default();
    let noting = heard.clone();
    let failing = |_: &LookUp, _: &Call| Err(LookUpFailure::NotFound.because("no such box"));
    let stage = scenario(&Outbound::default(), move |builder| {
        builder.carrier("HLCU", failing).unwrap().observer(move |activity: &Activity<'_>| noting.note(activity))
    });
    let id = stage.create("container", "CSQU3054383", "HLCU");
    stage.run();
    assert_eq!(heard.take(), [format!("{id} HLCU CSQU3054383 1 NotFound because no such box")]);
    let said = LookUpFailure::NotFound.because("no such box").to_string();
    assert_eq!(said, "the carrier does not know the number: no such box");
}

#[test]
fn facts_that_look_wrong_are_told_once_and_kept() {
    let (stage, heard) = stage(&Outbound::default());
    stage.carrier.knows(
        "123456789",
        &json!([
            { "container": "MSKU0308961", "event": { "milestone": "vesel_departed", "at": "2026-05-01" } },
            { "container": "MSKU0308962", "event": { "milestone": "full_in", "at": "2026-05-01" } },
        ]),
    );
    let id = stage.create("bill_of_lading", "MAEU123456789", "MAEU");
    stage.pass(std::time::Duration::from_secs(24 * 3_600));
    let heard = heard.take();
    let doubts: Vec<_> = heard.iter().filter(|line| line.contains(" doubts ")).collect();
    assert!(heard.len() > 2 && doubts.len() == 1, "one answer of several: {heard:?}");
    assert!(doubts[0].starts_with(&format!("{id} MAEU MAEU123456789 ")));
    assert!(doubts[0].contains("vesel_departed") && doubts[0].contains("MSKU0308962"));
    assert_eq!(stage.get("/v2/containers")["data"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_delivery_is_told_with_its_webhook_notification_attempt_and_status_or_failure() {
    let outbound = Outbound::default();
    outbound.then(503).then_answer(unreachable()).then(204);
    let (stage, heard) = stage(&outbound);
    let webhook = register(&stage, &json!({ "url": RECEIVER, "headers": [{ "name": "X-Key", "value": "canary" }] }));
    stage.create("bill_of_lading", "TEST-TR-FAILED", "TEST");
    stage.pass(std::time::Duration::from_secs(600));
    let notification = stage.get("/v2/webhook_notifications")["data"][0]["id"].as_str().unwrap().to_owned();
    let about = format!("{} {notification}", webhook["id"].as_str().unwrap());
    let heard = heard.take();
    assert_eq!(
        heard[1..],
        [format!("{about} 1 Some(503) None"), format!("{about} 2 None Some(Io)"), format!("{about} 3 Some(204) None")]
    );
    assert!(!heard.concat().contains("canary"));
}

struct Torn;

impl DocumentReader for Torn {
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>> {
        match source.name {
            "notice.pdf" => Err(Error::invalid("content", "it is torn")),
            _ => panic!("the extractor of a test"),
        }
    }
}

#[test]
fn an_extraction_that_failed_is_told_with_its_document_and_the_extractors_error() {
    let heard = Heard::default();
    let noting = heard.clone();
    let stage = scenario(&Outbound::default(), |builder| {
        builder.extractor(Torn).observer(move |activity: &Activity<'_>| noting.note(activity))
    });
    let ingested = ingest(&stage, NOTICE);
    let documents: Vec<String> = ingested.submission.documents.get().iter().map(|link| link.id.to_string()).collect();
    let expected =
        [format!("{} it is torn [content]", documents[0]), format!("{} the extractor panicked", documents[1])];
    assert_eq!(heard.take(), expected);
}

#[test]
fn an_observer_may_call_the_service_back_and_one_that_panics_is_passed_over() {
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
fn what_a_worker_meets_and_nobody_is_answered_is_told() {
    must_end(|| {
        let (trouble, met) = std::sync::mpsc::channel();
        let told = Mutex::new(trouble);
        let store = shiptrack_tests::broken::Broken::new();
        let broken = store.switch();
        let service = Service::builder()
            .observer(move |activity: &Activity<'_>| {
                let error = match activity {
                    Activity::Trouble { error, .. } | Activity::WritesRefused { error, .. } => error,
                    _ => return,
                };
                let _ = told.lock().unwrap().send((error.kind(), error.to_string()));
            })
            .build(store, Outbound::default())
            .unwrap();
        broken.fail(|| Error::new(ErrorKind::Store, "the disk is gone"));
        service.start_worker(1).unwrap();
        assert_eq!(met.recv().unwrap(), (ErrorKind::Store, "the disk is gone".to_owned()));
        service.stop_worker();
    });
}
