//! Time of decoding an answer of a carrier and deriving a shipment from it, compared with a JSON syntax tree of the
//! same bytes.

mod support;

use std::hint::black_box;
use std::process::ExitCode;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shiptrack::decoders::{self, ReadLimits};
use shiptrack::tracking::{FoldPolicy, absorb, fold};
use support::{Goal, Goals, Ratios, computed, median, quotient, rounds};

const ROUNDS: usize = 200;
/// The number of events in a usual answer.
const USUAL: usize = 40;

const READ: &str = "an answer of 40 events: time of decoding / of its syntax tree";
const READ_AND_FOLDED: &str = "an answer of 40 events: time of decoding, absorbing and folding / of its syntax tree";

const GOALS: Goals = &[(READ, Goal::AtMost(2.0)), (READ_AND_FOLDED, Goal::AtMost(3.0))];
/// The noise margin of the short form, as a part of a goal. One thread computes, in turn with its peer.
const MARGIN: f64 = 0.1;

fn main() -> ExitCode {
    let text = answer(USUAL);
    let mut ratios = Ratios::new(GOALS, MARGIN);
    ratios.measure([READ, READ_AND_FOLDED], || compare(&text));
    ratios.verdict()
}

/// The times of decoding, and of decoding and folding, divided by the time of the syntax tree.
fn compare(text: &[u8]) -> [f64; 2] {
    let (mut trees, mut readings, mut voyages) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds(ROUNDS) {
        trees.push(computed(|| serde_json::from_slice::<Value>(black_box(text)).expect("the answer is JSON")));
        readings.push(computed(|| decoders::read(black_box(text), &ReadLimits::default())));
        voyages.push(computed(|| decode_and_fold(black_box(text))));
    }
    let (tree, reading, voyage) = (median(trees), median(readings), median(voyages));
    println!(
        "{USUAL} events, {} bytes: syntax tree {tree:.1?}, read {reading:.1?}, read and folded {voyage:.1?}",
        text.len()
    );
    [quotient(reading, tree), quotient(voyage, tree)]
}

fn decode_and_fold(bytes: &[u8]) -> usize {
    let reading = decoders::read(bytes, &ReadLimits::default());
    let facts = reading.messages.into_iter().flat_map(|message| message.facts).collect();
    let now = moment();
    fold(&absorb(&[], facts, true, now), now, &FoldPolicy::default()).containers.len()
}

fn moment() -> DateTime<Utc> {
    "2026-05-30T00:00:00Z".parse().expect("a moment")
}

/// An answer of a carrier about one container that moves from port to port.
fn answer(events: usize) -> Vec<u8> {
    const PLACES: [(&str, &str); 4] =
        [("CNSHA", "Shanghai"), ("SGSIN", "Singapore"), ("AEJEA", "Jebel Ali"), ("NLRTM", "Rotterdam")];
    const CODES: [&str; 4] = ["ARRI", "DISC", "LOAD", "DEPA"];
    let begun: DateTime<Utc> = "2026-01-01T00:00:00Z".parse().expect("a moment");
    let event = |at: usize| {
        let time = (begun + TimeDelta::hours(i64::try_from(at).expect("a count") * 30)).to_rfc3339();
        let (locode, name) = PLACES[at / 4 % 4];
        let leg = (at + 2) / 4;
        let code = CODES[at % 4];
        let is_transport = matches!(code, "ARRI" | "DEPA");
        let mut event = json!({
            "eventID": format!("3cecb101-7a1a-43a4-9d62-e88a1316{at:04}"),
            "eventCreatedDateTime": time, "eventDateTime": time, "eventClassifierCode": "ACT",
            "eventType": if is_transport { "TRANSPORT" } else { "EQUIPMENT" },
            "transportCall": {
                "transportCallID": format!("123e4567-e89b-12d3-a456-4266141{at:05}"), "carrierServiceCode": "FE1",
                "exportVoyageNumber": format!("{leg:03}W"), "importVoyageNumber": format!("{leg:03}E"),
                "transportCallSequenceNumber": at, "UNLocationCode": locode, "facilityCode": "TERM1",
                "facilityCodeListProvider": "SMDG", "facilityTypeCode": "POTE", "otherFacility": null, "modeOfTransport": "VESSEL",
                "location": { "UNLocationCode": locode, "locationName": name },
                "vessel": { "vesselIMONumber": format!("93214{:02}", leg % 7), "vesselName": format!("VESSEL {}", leg % 7),
                            "vesselFlag": "LR", "vesselCallSignNumber": "NCVV" },
            },
            "documentReferences": [{ "documentReferenceType": "BKG", "documentReferenceValue": "ABC123123123" },
                                   { "documentReferenceType": "TRD", "documentReferenceValue": "MAEU123456789" }],
            "references": [{ "referenceType": "FF", "referenceValue": "A reference" }],
        });
        match is_transport {
            true => event["transportEventTypeCode"] = json!(code),
            false => {
                event["equipmentEventTypeCode"] = json!(code);
                event["equipmentReference"] = json!("MSKU0308961");
                event["ISOEquipmentCode"] = json!("45G1");
                event["emptyIndicatorCode"] = json!("LADEN");
                event["eventLocation"] = json!({ "UNLocationCode": locode, "locationName": name });
                event["seals"] = json!([{ "sealNumber": "S1234567", "sealSource": "CAR", "sealType": "BLT" }]);
            }
        }
        event
    };
    Value::Array((0..events).map(event).collect()).to_string().into_bytes()
}
