//! Forged, truncated, huge and nonsensical callbacks. Unsigned data is never recorded, nothing panics, and the cost of signed callbacks is
//! bounded.

use std::time::Instant;

use serde_json::{Value, json};
use shiptrack::carriers::CallbackSecret;
use shiptrack::error::Error;
use shiptrack::http::Headers;
use shiptrack::service::{NewSubscription, PushReport};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::Scenario;
use shiptrack_tests::seeded::SeededRandom;

const SECRET: &str = "AAECAwQFBgcICQoLDA0ODw==";

fn stage() -> Scenario {
    let scenario = Scenario::new();
    let new = NewSubscription::of_carrier("MAEU").called("7f5a").secret(SECRET);
    scenario.service.add_subscription(&scenario.account, new).unwrap();
    scenario
}

fn event(number: usize) -> Value {
    json!({
        "eventID": format!("e-{number}"), "eventCreatedDateTime": "2026-04-30T10:00:00Z", "eventType": "EQUIPMENT",
        "equipmentEventTypeCode": "DISC", "eventClassifierCode": "EST", "eventDateTime": "2026-05-09T05:00:00-07:00",
        "equipmentReference": format!("MSKU{number:07}"), "emptyIndicatorCode": "LADEN", "transportCall": { "UNLocationCode": "USLAX" },
        "documentReferences": [{ "documentReferenceType": "TRD", "documentReferenceValue": format!("B{number:08}") }],
    })
}

fn send(scenario: &Scenario, signature: &str, body: &[u8]) -> Result<PushReport, Error> {
    let mut headers = Headers::new();
    headers.set("Subscription-ID", "7f5a");
    headers.set("Notification-Signature", signature);
    scenario.service.receive_push(&headers, body)
}

fn signature(body: &[u8]) -> String {
    CallbackSecret::parse(SECRET).unwrap().sign(body)
}

#[test]
fn changed_callbacks_are_rejected() {
    let scenario = stage();
    let body = json!([event(1)]).to_string().into_bytes();
    let (right, seeded) = (signature(&body), SeededRandom::new(11));
    for _ in 0..depth(300, 100_000) {
        let mut changed = body.clone();
        let at = seeded.below(changed.len());
        changed[at] ^= 1 << seeded.below(8);
        assert_eq!(send(&scenario, &right, &changed).unwrap_err().code(), Some("wrong_signature"));
        let mut forged = right.clone().into_bytes();
        let at = seeded.below(forged.len());
        forged[at] = b"0123456789abcdef=,; zG\x7f"[seeded.below(23)];
        let forged = String::from_utf8(forged).unwrap();
        if forged != right {
            assert!(send(&scenario, &forged, &body).is_err(), "{forged}");
        }
    }
    assert!(!send(&scenario, &right, &body).unwrap().is_repeated);
}

#[test]
fn signed_but_damaged_callbacks_are_read_in_part_or_rejected() {
    let scenario = stage();
    let body =
        json!([event(1), event(2), { "metadata": { "retractedEventID": "e-1" }, "payload": event(3) }]).to_string();
    let seeded = SeededRandom::new(12);
    for _ in 0..depth(300, 100_000) {
        let mut bytes = body.clone().into_bytes();
        for _ in 0..1 + seeded.below(6) {
            let at = seeded.below(bytes.len());
            bytes[at] = b"[]{}:,\"0nte\\ \xff"[seeded.below(14)];
        }
        bytes.truncate(seeded.below(bytes.len()).max(1));
        match send(&scenario, &signature(&bytes), &bytes) {
            Ok(pushed) => assert!(pushed.facts <= 6, "{pushed:?}"),
            Err(refused) => assert_eq!(refused.code(), Some("not_readable"), "{refused}"),
        }
    }
}

#[test]
fn a_callback_about_many_shipments_is_recorded() {
    let scenario = stage();
    let count = depth(300, 2_000);
    let body = json!((0..count).map(event).collect::<Vec<_>>()).to_string().into_bytes();
    let started = Instant::now();
    let pushed = send(&scenario, &signature(&body), &body).unwrap();
    let first = started.elapsed();
    assert_eq!((pushed.facts, pushed.problems.len()), (count, 0));
    assert!(pushed.kept >= count);
    assert!(send(&scenario, &signature(&body), &body).unwrap().is_repeated);
    println!(
        "figures: {count} shipments, {} bytes: {first:.1?}, once more {:.1?}",
        body.len(),
        started.elapsed() - first
    );
}
