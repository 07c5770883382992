//! Deeply nested values are rejected with a pointer, or can be read everywhere, and do not affect other work.

use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use shiptrack::carriers::{Answer, LookUp, LookUpFailure};
use shiptrack::error::Error;
use shiptrack::http::{Call, Method};
use shiptrack::jsonapi::MAX_NESTING;
use shiptrack::resources::DocumentRepresentation;
use shiptrack::service::{Activity, DocumentInput, Extraction};
use shiptrack::tracking::{Event, Fact, Milestone};
use shiptrack_tests::depth::depth;
use shiptrack_tests::outbound::{Outbound, scenario};
use shiptrack_tests::scenario::{Scenario, creation};
use shiptrack_tests::with;

/// The nesting limit of the strictest common JSON parsers.
const LEAST_READER: usize = 64;

const MESSAGE: &str = "Subject: s\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\nx\r\n";

/// A value with this number of levels, alternating lists and objects.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, level| if level % 2 == 0 { json!([inner]) } else { json!({ "a": inner }) })
}

/// The number of levels of JSON text.
fn levels(text: &[u8]) -> usize {
    let (mut open, mut most, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => open += 1,
            b']' | b'}' if !quoted => open -= 1,
            _ => {}
        }
        most = most.max(open);
    }
    most
}

fn depths() -> Vec<usize> {
    let around = (MAX_NESTING - 4)..(MAX_NESTING + 4);
    let deep = [60, 64, 100, 120, 124, 125, 126, 127, 128, 129, 200, 1_000];
    let all = depth(Vec::new(), (0..300).collect());
    around.chain(deep).chain(all).collect()
}

/// A fact with a code of this number of levels.
fn fact(levels: usize) -> Fact {
    let mut fact = Fact::event("MSKU0308961", Event::actual(Milestone::FullIn, "2026-04-30T10:00:00Z"));
    fact.codes.insert("odd".into(), nested(levels));
    fact
}

type Shared<T> = Arc<Mutex<T>>;

/// A scenario whose carrier answers with a code of the shared number of levels, and the reasons of failed look-ups.
fn stage() -> (Scenario, Shared<usize>, Shared<Vec<String>>) {
    let (levels, reasons) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(Vec::new())));
    let (asked, writer) = (Arc::clone(&levels), Arc::clone(&reasons));
    let carrier = move |_: &LookUp, _: &Call| -> Result<Answer, LookUpFailure> {
        Ok(Answer::complete(vec![fact(*asked.lock().unwrap())]))
    };
    let stage = scenario(&Outbound::default(), move |builder| {
        builder.carrier("HLCU", carrier).unwrap().observer(move |activity: &Activity<'_>| {
            if let Activity::LookUp { why: Some(why), .. } = activity {
                writer.lock().unwrap().push((*why).to_owned());
            }
        })
    });
    (stage, levels, reasons)
}

#[test]
fn a_deep_fact_is_rejected_or_stored_and_other_work_continues() {
    let (mut stored, mut refused) = (0, 0);
    for depth in depths() {
        let (stage, levels, reasons) = stage();
        *levels.lock().unwrap() = depth;
        let id = stage.create("bill_of_lading", "HLCU123456789", "HLCU");
        let other = stage.create("bill_of_lading", "TEST-TR-SUCCEEDED", "TEST");
        stage.run();
        let why = std::mem::take(&mut *reasons.lock().unwrap());
        if depth + 2 <= MAX_NESTING {
            assert_eq!((stage.request(&id)["status"].clone(), why.len()), (json!("created"), 0), "{depth}");
            stored += 1;
        } else {
            assert_eq!(stage.request(&id)["status"], "pending", "{depth}: it is tried again");
            assert!(why.len() == 1 && why[0].contains("/0/codes/odd"), "{depth}: {why:?}");
            refused += 1;
        }
        assert_eq!(stage.request(&other)["status"], "created", "{depth}: other work stopped");
        // Stored facts are read with the next answer.
        *levels.lock().unwrap() = 1;
        stage.pass(std::time::Duration::from_secs(24 * 3_600));
        assert_eq!(stage.request(&id)["status"], "created", "{depth}: {:?}", reasons.lock().unwrap());
    }
    println!("figures: deep facts: {stored} stored, {refused} refused");
}

#[test]
fn deep_facts_in_json_are_rejected_or_round_trip() {
    let mut refused = 0;
    for depth in depths() {
        let deep = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        for json in [
            format!(r#"{{"event":{{"milestone":"full_in"}},"codes":{{"odd":{deep}}}}}"#),
            format!(r#"[{{"event":{{"milestone":"full_in"}},"odd":{deep}}}]"#),
            format!(r#"{{"event":{{"milestone":"full_in","place":{{"odd":{deep}}}}}}}"#),
            format!(r#"{{"reading":{{"holds":[{{"name":"x","odd":{deep}}}]}}}}"#),
        ] {
            match Fact::parse_all(&json) {
                Ok(facts) => {
                    let written = serde_json::to_string(&facts).unwrap();
                    assert!(levels(written.as_bytes()) <= MAX_NESTING + 1, "{json}");
                    assert_eq!(serde_json::from_str::<Vec<Fact>>(&written).unwrap(), facts);
                }
                Err(error) => {
                    refused += 1;
                    assert!(depth + 2 > MAX_NESTING && error.pointer().is_some(), "{depth}: {error}");
                }
            }
        }
    }
    println!("figures: deep facts in JSON: {refused} refused");
}

#[test]
fn deep_extracted_values_are_rejected_or_readable() {
    for depth in depths() {
        let failed = Arc::new(Mutex::new(Vec::new()));
        let writer = Arc::clone(&failed);
        let reads = move |_: &DocumentInput<'_>| -> Result<Option<Extraction>, Error> {
            let payload = Map::from_iter([("odd".to_owned(), nested(depth))]);
            Ok(Some(with(Extraction::default(), |value| {
                value.schema_version = "2026-11-01".into();
                value.payload = payload;
            })))
        };
        let outbound = Outbound::default();
        let stage = scenario(&outbound, move |builder| {
            builder.extractor(ReaderFn(reads)).observer(move |activity: &Activity<'_>| {
                if let Activity::ExtractionFailed { error, .. } = activity {
                    writer.lock().unwrap().push(error.to_string());
                }
            })
        });
        let webhook = json!({ "data": { "type": "webhook", "attributes": { "url": "https://receiver.example/" } } });
        assert_eq!(stage.send(Method::Post, "/v2/webhooks", Some(&webhook)).status, 201);
        let ingested = stage.service.ingest_email(&stage.account, MESSAGE.as_bytes(), None).unwrap();
        stage.run();
        let stored = depth < MAX_NESTING;
        assert_eq!(failed.lock().unwrap().len(), usize::from(!stored), "{depth}");
        let path = format!("/v2/email_submissions/{}", ingested.submission.id);
        for path in [
            path.as_str(),
            "/v2/documents?include=last_document_representation",
            "/v2/webhook_notifications?include=reference_object",
        ] {
            let answer = stage.send(Method::Get, path, None);
            assert_eq!(answer.status, 200, "{depth}: {}", String::from_utf8_lossy(&answer.body));
            assert!(levels(&answer.body) <= LEAST_READER, "{depth}: {path} has {} levels", levels(&answer.body));
        }
        for sent in outbound.sent() {
            assert!(levels(&sent.body) <= LEAST_READER, "{depth}: a delivery has {} levels", levels(&sent.body));
        }
        let including = ["documents", "documents.last_document_representation"];
        let client = stage.service.client();
        let read = client.email_submissions().get_including(&ingested.submission.id, including).unwrap();
        let payload = read.document().first_included::<DocumentRepresentation>().map(|found| found.unwrap().payload);
        assert_eq!(payload.flatten().map(|read| read["odd"].clone()), stored.then(|| nested(depth)), "{depth}");
    }
}

struct ReaderFn<F>(F);

impl<F: Fn(&DocumentInput<'_>) -> Result<Option<Extraction>, Error> + Send + Sync> shiptrack::service::DocumentReader
    for ReaderFn<F>
{
    fn read(&self, source: &DocumentInput<'_>) -> Result<Option<Extraction>, Error> {
        (self.0)(source)
    }
}

#[test]
fn deep_requests_are_answered() {
    let stage = Scenario::new();
    for depth in depths().into_iter().filter(|depth| *depth < 1_000) {
        let mut body = creation("bill_of_lading", &format!("MAEU{:09}", 200_000_000 + depth), "MAEU");
        for (name, value) in [("odd", nested(depth)), ("ref_numbers", nested(depth)), ("customer_name", nested(depth))]
        {
            body["data"]["attributes"][name] = value;
        }
        let answer = stage.send(Method::Post, "/v2/tracking_requests", Some(&body));
        assert!(matches!(answer.status, 201 | 400 | 422), "{depth}: {}", answer.status);
        assert!(levels(&answer.body) <= LEAST_READER, "{depth}");
        assert_eq!(stage.send(Method::Get, "/v2/tracking_requests", None).status, 200);
        stage.run();
    }
}
