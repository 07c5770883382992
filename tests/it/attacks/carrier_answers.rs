//! Manipulated answers of carriers. Reading always ends, and the resulting facts can be written, parsed and folded.

use std::time::Instant;

use serde_json::{Value, json};
use shiptrack::decoders::{self, ReadLimits};
use shiptrack::preview;
use shiptrack::tracking::{Fact, FoldPolicy};
use shiptrack_tests::depth::depth;
use shiptrack_tests::seeded::SeededRandom;

/// An answer in each of the forms.
fn forms() -> Vec<String> {
    let call = json!({"UNLocationCode": "CNYTN", "modeOfTransport": "VESSEL", "exportVoyageNumber": "551W",
                      "vessel": {"vesselIMONumber": "9321483", "vesselName": "Test Voyager"}});
    let flat = |code: &str, at: usize| {
        json!({"eventID": at, "eventType": "EQUIPMENT", "equipmentEventTypeCode": code, "equipmentReference": "MSCU5956818",
               "eventClassifierCode": if usize::is_multiple_of(at, 3) { "EST" } else { "ACT" }, "emptyIndicatorCode": "LADEN",
               "eventDateTime": format!("2026-01-{:02}T22:19:00+08:00", at + 1), "ISOEquipmentCode": "45G1",
               "eventCreatedDateTime": "2026-01-20T00:00:00Z", "transportCall": call, "seals": [{"sealNumber": "S1"}],
               "documentReferences": [{"documentReferenceType": "BKG", "documentReferenceValue": "B1"}],
               "references": [{"referenceType": "EQ", "referenceValue": "MSCU5956818"}]})
    };
    let events: Vec<Value> =
        ["GTOT", "GTIN", "LOAD", "DISC", "GTOT"].iter().zip(0..).map(|(code, at)| flat(code, at)).collect();
    let beta: Vec<Value> = events
        .iter()
        .map(|event| json!({"metadata": {"eventID": event["eventID"], "retractedEventID": event["eventID"]}, "payload": event}))
        .collect();
    let classified: Vec<Value> = events
        .iter()
        .map(|event| {
            json!({"eventID": event["eventID"], "eventDateTime": event["eventDateTime"], "isRetracted": false,
                   "eventClassification": {"eventType": "EQUIPMENT", "eventClassifier": "ACTUAL", "equipmentEventType": "LOADED"},
                   "transportDetails": {"transportCall": call}, "equipmentDetails": {"equipmentReference": "MSCU5956818"}})
        })
        .collect();
    let listed = json!({"equipmentEvent": events, "transportCall": [call], "shipmentEvent": [{"shipmentEventTypeCode": "Received"}]});
    vec![
        json!(events).to_string(),
        json!(beta).to_string(),
        json!({"events": classified}).to_string(),
        listed.to_string(),
    ]
}

/// Syntax of JSON that random bytes hardly ever contain.
const PIECES: [&[u8]; 14] = [
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b":",
    b"\"",
    b"\\u0000",
    b"null",
    b"1e999",
    b"-",
    b"\xff\xfe",
    b"\"eventType\":",
    b"[[[[[[[[[[[[[[[[",
];

fn mutated(text: &str, random: &SeededRandom) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..(at + random.below(40)).min(bytes.len()))),
            2 => bytes.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied()).for_each(drop),
            3 => {
                let piece = bytes[at..(at + random.below(200)).min(bytes.len())].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece).for_each(drop);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.draw() as u8;
                }
            }
        }
    }
    bytes
}

/// Reads the bytes and processes the facts like a service.
fn read(bytes: &[u8]) -> (usize, usize) {
    let reading = decoders::read(bytes, &ReadLimits::default());
    let facts: Vec<Fact> = reading.facts().cloned().collect();
    let written = serde_json::to_string(&facts).expect("facts can be written");
    assert_eq!(Fact::parse_all(&written).expect("facts can be parsed").len(), facts.len());
    assert!(serde_json::from_str::<Value>(&reading.to_json()).is_ok());
    let now = "2026-03-01T00:00:00Z".parse().expect("a moment");
    let voyage = preview::voyages(&reading, now, &FoldPolicy::default()).remove(0);
    voyage.to_json_lines().lines().for_each(|line| assert!(serde_json::from_str::<Value>(line).is_ok(), "{line}"));
    (facts.len(), reading.all_problems().count())
}

#[test]
fn mutated_answers_are_read_as_facts_and_problems() {
    let random = SeededRandom::new(11);
    let (forms, began) = (forms(), Instant::now());
    let rounds = depth(300, 500_000);
    let (mut facts, mut problems) = (0, 0);
    for round in 0..rounds {
        let bytes = mutated(&forms[round % forms.len()], &random);
        let (new_facts, new_problems) = read(&bytes);
        (facts, problems) = (facts + new_facts, problems + new_problems);
    }
    println!("figures: {rounds} mutations: {facts} facts, {problems} problems in {:?}", began.elapsed());
    assert!(facts > rounds / 2, "most of the rest is read: {facts} facts of {rounds} mutations");
}

/// Documents that are slow or large to read without limits on nesting, repetition and size.
#[test]
fn hostile_documents_are_read_within_bounds() {
    let size = depth(200_000, 4_000_000);
    let event = r#"{"eventType":"EQUIPMENT","equipmentEventTypeCode":"LOAD","eventClassifierCode":"EST","eventCreatedDateTime":"2026-01-20T00:00:00Z","eventDateTime":"2026-01-21T00:00:00Z","equipmentReference":"MSCU5956818"}"#;
    let wrapped = (0..60).fold(format!("[{event}]"), |inner, n| {
        if n % 2 == 0 { format!("{{\"a\":{inner}}}") } else { format!("[{inner}]") }
    });
    for (name, text) in [
        ("nested lists", "[".repeat(size)),
        ("nested objects", "{\"a\":".repeat(size / 4)),
        ("empty lists", format!("[{}[]]", "[],".repeat(size / 3))),
        ("numbers", format!("[{}0]", "0,".repeat(size / 2))),
        ("empty objects", format!("{{\"events\":[{}{{}}]}}", "{},".repeat(size / 3))),
        ("members", format!("{{{}\"b\":1}}", "\"a\":1,".repeat(size / 6))),
        ("one event, many times", format!("[{event}{}]", format!(",{event}").repeat(size / 800))),
        ("a text without an end", format!("[\"{}", "a".repeat(size))),
        ("escapes", format!("[{{\"eventType\":\"{}\"}}]", "\\u0041".repeat(size / 20))),
        ("many documents", "[]".repeat(size / 2)),
        ("an event wrapped too deep", wrapped),
    ] {
        let began = Instant::now();
        let (facts, problems) = read(text.as_bytes());
        println!("figures: {name}: {} bytes, {facts} facts, {problems} problems in {:?}", text.len(), began.elapsed());
        assert!(problems <= 102, "{name}: {problems} problems");
    }
}
