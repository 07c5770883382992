//! The shapes of an answer, and what real carriers make of them. Every case is written by hand.

use serde_json::{Value, json};

use crate::carriers::{self, Form, Message, ReadLimits};
use crate::numbers::NumberKind;
use crate::tracking::{Event, Fact, Mode, Movement, Statement};

fn message(answer: &Value) -> Message {
    let mut reading = carriers::read(answer.to_string().as_bytes(), &ReadLimits::default());
    assert_eq!((reading.problems.as_slice(), reading.messages.len()), (&[][..], 1), "{answer}");
    reading.messages.remove(0)
}

fn events(message: &Message) -> Vec<(&Fact, &Event)> {
    let event = |fact: &'_ Fact| matches!(fact.statement, Statement::Event(_));
    let told = message.facts.iter().filter(|fact| event(fact));
    told.map(|fact| match &fact.statement {
        Statement::Event(event) => (fact, event),
        _ => unreachable!("only events were kept"),
    })
    .collect()
}

fn flat() -> Value {
    json!({
        "eventID": "e-1", "eventType": "EQUIPMENT", "eventClassifierCode": "ACT",
        "eventCreatedDateTime": "2026-01-06T00:00:00Z", "eventDateTime": "2026-01-05T22:19:00+08:00",
        "equipmentEventTypeCode": "LOAD", "equipmentReference": "MSCU5956818", "ISOEquipmentCode": "45G1",
        "emptyIndicatorCode": "LADEN",
        "eventLocation": {"locationName": "Yantian", "UNLocationCode": "CNYTN"},
        "transportCall": {
            "transportCallID": "c-1", "modeOfTransport": "VESSEL", "exportVoyageNumber": "551W", "importVoyageNumber": "551E",
            "facilityCode": "YICT", "facilityCodeListProvider": "SMDG",
            "vessel": {"vesselIMONumber": "9321483", "vesselName": "Test Voyager"}
        },
        "documentReferences": [{"documentReferenceType": "BKG", "documentReferenceValue": "B1"},
                               {"documentReferenceType": "TRD", "documentReferenceValue": "T1"}],
        "references": [{"referenceType": "FF", "referenceValue": "F1"}],
        "seals": [{"sealNumber": "S1", "sealSource": "CAR"}]
    })
}

/// The same event in each of the four shapes.
fn shapes() -> [(Form, Value); 4] {
    let beta = json!({
        "metadata": {"eventID": "e-1", "eventCreatedDateTime": "2026-01-06T00:00:00Z", "eventType": "EQUIPMENT"},
        "payload": {
            "eventClassifierCode": "ACT", "eventDateTime": "2026-01-05T22:19:00+08:00", "equipmentEventTypeCode": "LOAD",
            "equipmentReference": "MSCU5956818", "ISOEquipmentCode": "45G1", "emptyIndicatorCode": "LADEN",
            "transportCall": {
                "transportCallReference": "c-1", "modeOfTransport": "VESSEL", "carrierExportVoyageNumber": "551W",
                "location": {"locationType": "UNLO", "locationName": "Yantian", "UNLocationCode": "CNYTN", "facilityCode": "YICT"},
                "vessel": {"vesselIMONumber": "9321483", "name": "Test Voyager"}
            },
            "relatedDocumentReferences": [{"type": "BKG", "value": "B1"}, {"type": "TRD", "value": "T1"}],
            "seals": [{"number": "S1", "type": "BLT"}]
        }
    });
    let classified = |classification: Value, empty: &str| {
        json!({
            "eventID": "e-1", "eventDateTime": "2026-01-05T22:19:00+08:00", "eventUpdatedDateTime": "2026-01-06T00:00:00Z",
            "eventClassification": classification,
            "eventLocation": {"locationName": "Yantian", "UNLocationCode": "CNYTN", "facilityCode": "YICT"},
            "shipmentDetails": {"documentReference": {"typeCode": "BKG", "reference": "B1"},
                                "additionalDocumentReferences": [{"typeCode": "TRD", "reference": "T1"}]},
            "transportDetails": {"transportCall": {
                "modeOfTransport": "VESSEL", "exportVoyageNumberOrReference": {"carrierVoyageNumber": "551W"},
                "vesselTransport": {"vesselIMONumber": "9321483", "vesselName": "Test Voyager"}}},
            "equipmentDetails": {"equipmentReference": "MSCU5956818", "ISOEquipmentCode": "45G1", empty: "LADEN",
                                 "seals": [{"number": "S1"}]}
        })
    };
    let codes = json!({"eventTypeCode": "EQUIPMENT", "eventClassifierCode": "ACT", "equipmentEventTypeCode": "LOAD"});
    let words = json!({"eventType": "EQUIPMENT", "eventClassifier": "ACTUAL", "equipmentEventType": "LOADED"});
    [
        (Form::Dcsa2, flat()),
        (Form::Dcsa3Beta, beta),
        (Form::Dcsa3Codes, classified(codes, "emptyIndicatorCode")),
        (Form::Dcsa3Words, classified(words, "emptyIndicator")),
    ]
}

#[test]
fn an_event_says_the_same_in_every_shape() {
    let first = message(&shapes()[0].1);
    for (form, event) in shapes() {
        for answer in [
            event.clone(),
            json!([event]),
            json!({"events": [event], "feedbackElements": []}),
            json!({"data": {"list": [event]}}),
        ] {
            let message = message(&answer);
            assert_eq!((message.form, message.problems.as_slice()), (form, &[][..]));
            let [(fact, told)] = events(&message)[..] else { panic!("{message:?}") };
            assert_eq!(fact.container.as_deref(), Some("MSCU5956818"));
            assert_eq!(told, events(&first)[0].1, "{form:?}");
            let expected = [
                (NumberKind::Container, "MSCU5956818"),
                (NumberKind::BookingNumber, "B1"),
                (NumberKind::BillOfLading, "T1"),
            ];
            let numbers: Vec<_> = message.numbers.iter().map(|named| (named.kind, named.number.as_str())).collect();
            assert_eq!(numbers, expected);
            let Statement::TerminalStatus(reading) = &message.facts[1].statement else { panic!("{message:?}") };
            assert_eq!((reading.size_type.as_deref(), reading.seal_number.as_deref()), (Some("45G1"), Some("S1")));
        }
    }
    let (_, told) = events(&first)[0];
    assert_eq!(
        (&told.motion.movement, &told.motion.mode, told.motion.empty),
        (&Movement::Loaded, &Some(Mode::Vessel), Some(false))
    );
    assert_eq!((told.place.locode.as_deref(), told.place.facility.as_deref()), (Some("CNYTN"), Some("YICT")));
    assert_eq!((told.voyage.as_deref(), &told.documents[..]), (Some("551W"), &["B1".to_owned(), "T1".to_owned()][..]));
}
