//! The four forms of an answer, and the deviations of real carriers. Every case is written by hand.

use chrono::TimeZone;
use serde_json::{Value, json};

use crate::decoders::{self, Form, Message, ReadLimits};
use crate::numbers::NumberKind;
use crate::tracking::{Certainty, Event, Fact, FoldPolicy, Mode, Movement, Phase, Place, Statement, absorb, fold};

fn message(answer: &Value) -> Message {
    let mut reading = decoders::read(answer.to_string().as_bytes(), &ReadLimits::default());
    assert_eq!((reading.problems.as_slice(), reading.messages.len()), (&[][..], 1), "{answer}");
    reading.messages.remove(0)
}

/// The events that could be read.
fn events(message: &Message) -> Vec<(&Fact, &Event)> {
    let event = |fact: &'_ Fact| matches!(fact.statement, Statement::Event(_)) && fact.why_unused().is_none();
    let events = message.facts.iter().filter(|fact| event(fact));
    events
        .map(|fact| match &fact.statement {
            Statement::Event(event) => (fact, event),
            _ => unreachable!("only events are left"),
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

/// The same event in each of the four forms.
fn forms() -> [(Form, Value); 4] {
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
fn an_event_is_read_equally_in_every_form() {
    let first = message(&forms()[0].1);
    for (form, event) in forms() {
        for answer in [
            event.clone(),
            json!([event]),
            json!({"events": [event], "feedbackElements": []}),
            json!({"data": {"list": [event]}}),
        ] {
            let message = message(&answer);
            assert_eq!((message.form, message.problems.as_slice()), (form, &[][..]));
            let [(fact, event)] = events(&message)[..] else { panic!("{message:?}") };
            assert_eq!(fact.container.as_deref(), Some("MSCU5956818"));
            assert_eq!(event, events(&first)[0].1, "{form:?}");
            let expected = [
                (NumberKind::Container, "MSCU5956818"),
                (NumberKind::BookingNumber, "B1"),
                (NumberKind::BillOfLading, "T1"),
            ];
            let numbers: Vec<_> = message.numbers.iter().map(|named| (named.kind, named.number.as_str())).collect();
            assert_eq!(numbers, expected);
            let Statement::TerminalStatus(status) = &message.facts[1].statement else { panic!("{message:?}") };
            assert_eq!((status.size_type.as_deref(), status.seal_number.as_deref()), (Some("45G1"), Some("S1")));
        }
    }
    let (_, event) = events(&first)[0];
    assert_eq!(
        (&event.motion.movement, &event.motion.mode, event.motion.empty),
        (&Movement::Loaded, &Some(Mode::Vessel), Some(false))
    );
    assert_eq!((event.place.locode.as_deref(), event.place.facility.as_deref()), (Some("CNYTN"), Some("YICT")));
    assert_eq!(
        (event.voyage.as_deref(), &event.documents[..]),
        (Some("551W"), &["B1".to_owned(), "T1".to_owned()][..])
    );
}

/// A flat event in which these members are replaced. `null` removes a member.
fn flat_with(members: Value) -> Value {
    let mut event = flat();
    for (name, value) in members.as_object().expect("members") {
        event[name] = value.clone();
    }
    event
}

fn only_fact(event: Value) -> Fact {
    let message = message(&json!([event]));
    assert_eq!(message.problems, []);
    let facts: Vec<Fact> = events(&message).into_iter().map(|(fact, _)| fact.clone()).collect();
    assert_eq!(facts.len(), 1, "{facts:?}");
    facts.into_iter().next().expect("one")
}

fn event_of(fact: &Fact) -> &Event {
    match &fact.statement {
        Statement::Event(event) => event,
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_values_and_types_are_read_leniently() {
    let event = json!({
        "eventId": 17, "EventType": "Equipment", "eventClassifierCode": "Actual", "equipmentEventTypeCode": "Loaded",
        "eventDateTime": "2026-01-05T22:19:00.0000000+08:00", "equipmentReference": "mscu 595681-8", "emptyIndicatorCode": "Laden",
        "isoEquipmentCode": 4510, "eventLocation": "Yantian",
        "transportCall": {"transportCallId": null, "modeOfTransport": "Vessel", "unLocationCode": " cnytn ",
                          "exportVoyageNumber": 551, "facilityCode": "YICT",
                          "vessel": {"vesselIMONumber": 9321483, "vesselName": "Test Voyager"}},
        "documentReferences": {"documentReferenceType": "BKG (Booking)", "documentReferenceValue": 1},
        "references": {"referenceType": "FF", "referenceValue": "F1"}, "seals": null
    });
    let fact = only_fact(event);
    let event = event_of(&fact);
    assert_eq!(fact.container.as_deref(), Some("MSCU5956818"));
    assert_eq!(fact.codes["dcsa"]["eventId"], 17);
    let place = (event.place.locode.as_deref(), event.place.name.as_deref(), event.place.facility.as_deref());
    assert_eq!(place, (Some("CNYTN"), Some("Yantian"), Some("YICT")));
    assert_eq!((event.voyage.as_deref(), &event.documents[..]), (Some("551"), &["1".to_owned()][..]));
    assert_eq!(event.vessel.as_ref().and_then(|vessel| vessel.imo.as_deref()), Some("9321483"));
    assert_eq!(event.motion, event_of(&only_fact(flat())).motion);
}

#[test]
fn the_place_of_the_call_has_precedence_over_that_of_the_event() {
    let at = |call: Value, own: Value| {
        let fact = only_fact(flat_with(json!({"transportCall": call, "eventLocation": own})));
        let place = event_of(&fact).place.clone();
        [place.locode, place.name, place.facility].map(Option::unwrap_or_default)
    };
    let expected = |locode: &str, name: &str, facility: &str| [locode, name, facility].map(str::to_owned);
    let own = json!({"UNLocationCode": "NLRTM", "locationName": "Rotterdam", "facilityCode": "OWN"});
    for (call, place) in [
        (json!({"UNLocationCode": "CNYTN", "location": {"UNLocationCode": "SGSIN"}}), expected("CNYTN", "", "")),
        (
            json!({"location": {"UNLocationCode": "SGSIN", "locationName": "Singapore"}}),
            expected("SGSIN", "Singapore", ""),
        ),
        (json!({"location": null, "otherFacility": "Pier 4"}), expected("NLRTM", "Rotterdam", "OWN")),
        (json!({"UNLocationCode": "NLRTM", "otherFacility": "Pier 4"}), expected("NLRTM", "Rotterdam", "OWN")),
        (json!({"UNLocationCode": "somewhere"}), expected("NLRTM", "Rotterdam", "OWN")),
    ] {
        assert_eq!(at(call.clone(), own.clone()), place, "{call}");
    }
    let bic = json!({"facilityCode": "USORFVITA", "facilityCodeListProvider": "BIC"});
    assert_eq!(at(bic, Value::Null), expected("USORF", "", "USORFVITA"));
    assert_eq!(at(json!({}), json!({"address": {"city": "Bensenville"}})), expected("", "Bensenville", ""));
    assert_eq!(at(json!({}), json!("KRPUS")), expected("KRPUS", "", ""));
    assert_eq!(at(json!({}), json!("BUSAN, KOREA")), expected("", "BUSAN, KOREA", ""));
    assert_eq!(at(json!(null), json!("TOKYO")), expected("", "TOKYO", ""), "five letters alone are not a code");
}

#[test]
fn arrivals_have_the_import_voyage_and_departures_the_export_voyage() {
    for (code, voyage) in [("LOAD", "551W"), ("DISC", "551E")] {
        assert_eq!(
            event_of(&only_fact(flat_with(json!({"equipmentEventTypeCode": code})))).voyage.as_deref(),
            Some(voyage)
        );
    }
    let one = json!({"transportCall": {"importVoyageNumber": "551E", "exportVoyageNumber": ""}});
    assert_eq!(event_of(&only_fact(flat_with(one))).voyage.as_deref(), Some("551E"));
    let old = json!({"transportCall": {"carrierVoyageNumber": "551X"}});
    assert_eq!(event_of(&only_fact(flat_with(old))).voyage.as_deref(), Some("551X"));
}

#[test]
fn misplaced_codes_are_found() {
    let swapped =
        flat_with(json!({"eventType": "GTOT", "equipmentEventTypeCode": "EMPTY", "emptyIndicatorCode": null}));
    let fact = only_fact(swapped);
    assert_eq!((&event_of(&fact).motion.movement, event_of(&fact).motion.empty), (&Movement::GateOut, Some(true)));
    let of_version_1 = json!({
        "eventType": "EQUIPMENT", "eventTypeCode": "GTIN", "eventClassifierCode": "ACT", "eventDateTime": "2026-01-05T22:19:00Z", "UNLocationCode": "CNYTN",
        "equipmentReference": "MSCU5956818", "emptyIndicatorCode": "LADEN", "modeOfTransportCode": 3
    });
    let fact = only_fact(of_version_1);
    assert_eq!(
        (&event_of(&fact).motion.movement, &event_of(&fact).motion.mode),
        (&Movement::GateIn, &Some(Mode::Truck))
    );
    assert_eq!(event_of(&fact).place.locode.as_deref(), Some("CNYTN"));
    let shipment = json!({"eventType": "SHIPMENT", "eventTypeCode": "CONF", "shipmentInformationTypeCode": "BKG",
                          "eventClassifierCode": "ACT", "eventDateTime": "2026-01-05T22:19:00Z", "documentID": "B1"});
    let fact = only_fact(shipment);
    assert_eq!(
        (event_of(&fact).motion.movement.as_str(), &event_of(&fact).documents[..]),
        ("booking_confirmed", &["B1".to_owned()][..])
    );
}

#[test]
fn events_in_lists_by_kind_refer_to_calls_by_id() {
    let answer = json!({
        "shipmentEvent": [{"shipmentEventTypeCode": "Received", "documentTypeCode": "VGM", "documentID": "V1", "eventClassifierCode": "ACT",
                           "eventDateTime": "2026-01-04T00:00:00Z", "references": [{"referenceType": "EQ", "referenceValue": "MSCU5956818"}]}],
        "transportEvent": [{"transportEventTypeCode": "Departed", "transportCallID": 9, "eventClassifierCode": "Estimated",
                            "eventDateTime": "2026-01-06T00:00:00+09:00"}],
        "equipmentEvent": {"equipmentEventTypeCode": "Gated In", "equipmentReference": "MSCU5956818", "transportCallID": "9", "eventClassifierCode": "ACT",
                           "eventDateTime": "2026-01-05T00:00:00+09:00", "emptyIndicatorCode": "Laden"},
        "transportCall": [{"transportCallID": "8"}, {"transportCallID": "9", "UNLocationCode": "KRPUS", "modeOfTransport": "Vessel",
                          "vessel": "Test Voyager"}]
    });
    let message = message(&answer);
    let events = events(&message);
    let movements: Vec<_> = events.iter().map(|(_, event)| event.motion.movement.as_str()).collect();
    assert_eq!(movements, ["gate_in", "vgm_received", "departed"], "members of an object are sorted by name");
    assert_eq!(events[0].1.place.locode.as_deref(), Some("KRPUS"));
    assert_eq!(events[1].0.container.as_deref(), Some("MSCU5956818"));
    assert_eq!(events[2].1.vessel.as_ref().and_then(|vessel| vessel.name.as_deref()), Some("Test Voyager"));
    assert_eq!((events[2].0.container.as_deref(), events[2].1.certainty), (None, Certainty::Estimated));
}

#[test]
fn the_phase_is_read_from_any_member_that_states_it() {
    for (members, phase) in [
        (json!({"isTransshipmentMove": true}), Some(Phase::Transshipment)),
        (json!({"carrierSpecificData": {"transportationPhase": "Transhipment"}}), Some(Phase::Transshipment)),
        (
            json!({"carrierSpecificData": {"transportationPhase": "Export", "internalEventLabel": "Loaded"}}),
            Some(Phase::Export),
        ),
        (json!({"carrierSpecificData": {"shipmentLocationType": "POD"}}), Some(Phase::Import)),
        (json!({"carrierSpecificData": {"shipmentLocationType": "PTS"}}), Some(Phase::Transshipment)),
        (json!({"description": "Full Transshipment Loaded"}), Some(Phase::Transshipment)),
        (json!({"description": "Import to consignee"}), Some(Phase::Import)),
        (json!({"description": "Empty to Shipper"}), None),
        (json!({}), None),
    ] {
        assert_eq!(event_of(&only_fact(flat_with(members.clone()))).motion.phase, phase, "{members}");
    }
}

#[test]
fn the_description_states_whether_a_container_is_empty_if_the_indicator_is_missing() {
    for (indicator, description, empty) in [
        (Value::Null, "Empty to Shipper", Some(true)),
        (Value::Null, "Empty received at CY", Some(true)),
        (Value::Null, "Full Transshipment Loaded", Some(false)),
        (Value::Null, "Import to consignee", None),
        (json!("LADEN"), "Empty to Shipper", Some(false)),
    ] {
        let fact = only_fact(flat_with(json!({"emptyIndicatorCode": indicator, "description": description})));
        assert_eq!(event_of(&fact).motion.empty, empty, "{description}");
    }
}

#[test]
fn each_of_many_events_gets_its_call() {
    let many = 5_000;
    let sent: Vec<Value> = (0..many)
        .map(|at| json!({"transportEventTypeCode": "ARRI", "eventClassifierCode": "ACT", "eventDateTime": "2026-01-06T00:00:00Z",
                        "transportCallID": at}))
        .collect();
    let calls: Vec<Value> =
        (0..many).map(|at| json!({"transportCallID": at, "importVoyageNumber": format!("V{at}")})).collect();
    let answer = json!({"transportEvent": sent, "transportCall": calls}).to_string();
    let reading = decoders::read(answer.as_bytes(), &ReadLimits::default());
    let events = events(&reading.messages[0]);
    let voyages: std::collections::BTreeSet<_> = events.iter().filter_map(|(_, event)| event.voyage.clone()).collect();
    assert_eq!((voyages.len(), reading.all_problems().next()), (many, None));
}

#[test]
fn utf_16_is_read_like_utf_8() {
    let text = json!([flat()]).to_string();
    let plain = message(&json!([flat()]));
    for mark in ["", "\u{feff}"] {
        let bytes: Vec<u8> = format!("{mark}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoders::read(&bytes, &ReadLimits::default()).messages, std::slice::from_ref(&plain));
    }
}

#[test]
fn an_error_text_in_place_of_events_is_reported() {
    for (answer, words) in [
        (
            json!({"feedbackElements": [{"severity": "ERROR", "message": "Unknown booking"}]}),
            "error text: Unknown booking",
        ),
        (json!({"events": [], "feedbackElements": [{"message": "Unknown booking"}]}), "error text: Unknown booking"),
        (json!({"errors": [{"reason": "invalidQuery", "message": "no"}], "statusCode": 400}), "invalidQuery: no"),
    ] {
        let reading = decoders::read(answer.to_string().as_bytes(), &ReadLimits::default());
        let details: Vec<_> = reading.all_problems().map(|problem| problem.detail.clone()).collect();
        assert!(details.len() == 1 && details[0].contains(words), "{details:?}");
    }
}

#[test]
fn nested_events_are_found_and_too_deeply_nested_ones_are_reported() {
    let deep = json!({"shipments": [{"containers": [{"events": [flat()]}]}]});
    assert_eq!(events(&message(&deep)).len(), 1);
    let deeper = json!({"a": {"b": {"c": {"d": {"e": {"f": {"events": [flat()]}}}}}}});
    let reading = decoders::read(deeper.to_string().as_bytes(), &ReadLimits::default());
    let places: Vec<_> = reading.all_problems().map(|problem| problem.place.as_str()).collect();
    assert_eq!(places, ["/a/b/c/d/e/f/events"]);
}

#[test]
fn unreadable_events_are_reported_with_their_place_and_the_others_are_read() {
    let answer = json!({"events": [
        flat(), 7, {"eventType": "EQUIPMENT"}, {"colour": "red"}, flat_with(json!({"eventID": "e-2", "equipmentEventTypeCode": "DISC"}))
    ]});
    let message = message(&answer);
    assert_eq!(events(&message).len(), 2);
    let unread = message.facts.iter().filter_map(Fact::why_unused);
    assert_eq!(unread.filter(|why| why.starts_with("a part of the answer cannot be read")).count(), 3);
    let problems: Vec<_> =
        message.problems.iter().map(|problem| (problem.place.as_str(), problem.detail.as_str())).collect();
    assert_eq!(
        problems,
        [
            ("/events/1", "not an event: \"7\""),
            ("/events/2", "this \"EQUIPMENT\" event has no code for what happened"),
            ("/events/3", "not an event: \"{\\\"colour\\\":\\\"red\\\"}\""),
        ]
    );
}

#[test]
fn the_locations_of_the_shipment_are_the_booked_ports() {
    let locations = json!([
        location("POL", "CNYTN"), location("POD", "USOAK"), location("PDE", "USOAK"), location("PRE", "CNSZX"), {"a": 1}
    ]);
    let particulars = |answer: &Value| particulars(&message(answer));
    let of_answer = particulars(&json!({"shipmentLocations": locations, "events": [flat()]}));
    let of_event = particulars(&json!([flat_with(json!({"shipmentLocations": locations}))]));
    assert_eq!(of_answer, of_event);
    assert_eq!(of_answer, [["CNYTN", "USOAK", "USOAK"]]);
    assert_eq!(particulars(&json!([flat()])).len(), 0);
}

fn location(kind: &str, code: &str) -> Value {
    json!({"location": {"UNLocationCode": code}, "shipmentLocationTypeCode": kind})
}

/// The codes of the port of lading, the port of discharge and the destination of each booking.
fn particulars(message: &Message) -> Vec<[String; 3]> {
    let code = |place: &Option<Place>| place.as_ref().and_then(|place| place.locode.clone()).unwrap_or_default();
    let statements = message.facts.iter().filter_map(|fact| match &fact.statement {
        Statement::Particulars(it) => Some([&it.port_of_lading, &it.port_of_discharge, &it.destination].map(code)),
        _ => None,
    });
    statements.collect()
}

#[test]
fn a_booking_without_a_place_of_delivery_takes_an_earlier_destination_back() {
    let answer = |locations: &[Value]| json!({"shipmentLocations": locations, "events": [flat()]});
    let (port, inland) = (location("POD", "USLAX"), location("PDE", "USCHI"));
    let first = message(&answer(&[port.clone(), inland]));
    for second in [vec![port.clone()], vec![port.clone(), location("PDE", "USLAX")]] {
        let now = chrono::Utc.with_ymd_and_hms(2026, 1, 7, 0, 0, 0).unwrap();
        let known = absorb(&[], first.facts.clone(), true, now);
        let later = now + chrono::TimeDelta::days(1);
        let new = absorb(&known, message(&answer(&second)).facts, true, later);
        let destination = |facts: &[Fact]| fold(facts, later, &FoldPolicy::default()).destination;
        assert_eq!(destination(&known).and_then(|place| place.locode).as_deref(), Some("USCHI"));
        assert_eq!(destination(&[known, new].concat()), None);
    }
}

#[test]
fn bookings_of_several_shipments_are_not_mixed() {
    let shipment = |place: &str| json!({"shipmentLocations": [location("POD", place)], "events": [flat()]});
    let message = message(&json!({"shipments": [shipment("USLAX"), shipment("USOAK")]}));
    assert_eq!(particulars(&message).len(), 0);
    let unread: Vec<&str> = message.facts.iter().filter_map(Fact::why_unused).collect();
    assert!(unread.len() == 1 && unread[0].contains("shipmentLocations"), "{unread:?}");
    let agreeing = self::message(&json!({"shipments": [shipment("USLAX"), shipment("USLAX")]}));
    assert_eq!(particulars(&agreeing), [["", "USLAX", "USLAX"]]);
}

#[test]
fn the_booking_of_a_callback_with_one_message_is_stored() {
    let body = json!([flat_with(json!({"shipmentLocations": [location("POD", "USLAX")]}))]).to_string();
    let reading = super::callback(body.as_bytes(), &ReadLimits::default());
    let [message] = &reading.messages[..] else { panic!("{reading:?}") };
    assert_eq!(particulars(message), [["", "USLAX", "USLAX"]]);
}

#[test]
fn a_retracted_event_without_id_and_code_is_reported() {
    let message = message(&json!([flat(), {"eventType": "EQUIPMENT", "isRetracted": true}]));
    assert_eq!(message.facts.iter().filter_map(Fact::why_unused).count(), 1, "{:?}", message.facts);
}

#[test]
fn at_most_64_parts_of_all_kinds_are_stored() {
    let rows = (0..40).flat_map(|n| [json!({"eventType": "EQUIPMENT", "eventID": n}), json!(n)]);
    let message = message(&json!(rows.chain([flat()]).collect::<Vec<_>>()));
    let unread: Vec<&str> = message.facts.iter().filter_map(Fact::why_unused).collect();
    assert_eq!((unread.len(), unread[64]), (65, "16 more statements cannot be read"));
}

#[test]
fn at_most_64_parts_that_cannot_be_read_are_stored_and_the_others_are_counted() {
    let rows: Vec<Value> = (0..70).map(|n| json!({"eventType": "EQUIPMENT", "eventID": n})).chain([flat()]).collect();
    let message = message(&json!(rows));
    let unread: Vec<&str> = message.facts.iter().filter_map(Fact::why_unused).collect();
    assert_eq!((unread.len(), unread[64], events(&message).len()), (65, "6 more statements cannot be read", 1));
}

#[test]
fn a_retracted_event_without_a_code_withdraws_the_event_with_its_id() {
    let message = message(&json!([flat_with(json!({"eventID": "e-2"})), {"eventID": "e-1", "isRetracted": true}]));
    let withdrawn: Vec<&Statement> =
        message.facts.iter().map(|fact| &fact.statement).filter(|it| it.is_withdrawal()).collect();
    assert_eq!(withdrawn, [&Statement::Withdrawn("id|shipping_line|e-1".to_owned())]);
    assert_eq!(message.retracted, ["e-1"]);
}

#[test]
fn classifiers_that_contradict_each_other_are_not_actual() {
    let message = message(&json!([flat_with(json!({"eventClassifierCode": "ACT", "eventClassifier": "PLANNED"}))]));
    assert_eq!(events(&message)[0].1.certainty, Certainty::Estimated);
    assert!(message.problems[0].detail.contains("\"ACT, PLANNED\""), "{:?}", message.problems);
}

#[test]
fn a_truncated_document_is_read_to_its_end() {
    for (before, place) in [("[", "/1"), ("{\"feedbackElements\": [], \"events\": [", "")] {
        let text = format!("{before}{}, {{\"eventType\": \"TRANSP", flat());
        let reading = decoders::read(text.as_bytes(), &ReadLimits::default());
        let [message] = &reading.messages[..] else { panic!("{reading:?}") };
        assert_eq!(events(message).len(), 1, "{reading:?}");
        assert!(message.problems.iter().any(|problem| problem.place == place), "{:?}", message.problems);
    }
}

#[test]
fn concatenated_documents_are_pages_of_one_answer() {
    let other = flat_with(json!({"eventID": "e-2", "equipmentEventTypeCode": "DISC"}));
    for text in [
        format!("{}\n{other}\n", flat()),
        format!("[{}]\r\n\r\n[{other}]", flat()),
        format!("\u{feff}{{\"events\":[{}]}}{{\"events\":[{other}]}}", flat()),
        format!("[{{\"events\":[{}]}},{{\"events\":[{other}]}}]", flat()),
    ] {
        let reading = decoders::read(text.as_bytes(), &ReadLimits::default());
        assert_eq!(reading.all_problems().next(), None, "{text}");
        assert_eq!(events(&reading.messages[0]).len(), 2, "{text}");
    }
}

#[test]
fn an_empty_answer_is_recognised_and_other_text_is_not() {
    for text in
        ["", "hello", "<html/>", "{}", "7", r#"[{"colour": "red"}]"#, r#"{"event": {}}"#, "\u{0}", "[", "{\"a\":"]
    {
        let reading = decoders::read(text.as_bytes(), &ReadLimits::default());
        let is_recognised = text == "[" || text.starts_with("[{");
        assert_eq!(
            (reading.messages.is_empty(), reading.all_problems().next().is_some()),
            (!is_recognised, true),
            "{text}"
        );
    }
    for text in ["[]", r#"{"events": []}"#, r#"{"events": null, "feedbackElements": []}"#] {
        let reading = decoders::read(text.as_bytes(), &ReadLimits::default());
        assert_eq!((reading.messages.len(), reading.all_problems().next()), (1, None), "{text}");
    }
}

#[test]
fn the_last_version_of_an_event_is_valid() {
    let version = |written: &str, at: &str| flat_with(json!({"eventCreatedDateTime": written, "eventDateTime": at}));
    let answer = json!([
        version("2026-01-07T00:00:00Z", "2026-01-05T12:00:00Z"),
        version("2026-01-06T00:00:00Z", "2026-01-05T10:00:00Z")
    ]);
    let message = message(&answer);
    let at: Vec<_> =
        events(&message).iter().map(|(_, event)| event.at.as_ref().map(|at| at.as_str().to_owned())).collect();
    assert_eq!(at, [Some("2026-01-05T12:00:00Z".to_owned())]);
    let others = json!([
        flat(),
        flat_with(json!({"equipmentReference": "TGHU1643396"})),
        flat_with(json!({"equipmentEventTypeCode": "DISC"}))
    ]);
    assert_eq!(events(&self::message(&others)).len(), 3, "some carriers derive ids from the time alone");
}

#[test]
fn the_last_written_estimate_of_a_call_is_valid() {
    let estimate = |id: &str, written: &str, at: &str| {
        flat_with(json!({"eventID": id, "eventClassifierCode": "EST", "equipmentEventTypeCode": "DISC",
                         "eventCreatedDateTime": written, "eventDateTime": at}))
    };
    let first = estimate("e-1", "2026-01-01T00:00:00Z", "2026-02-09T00:00:00Z");
    let last = estimate("e-2", "2026-01-02T00:00:00Z", "2026-02-07T00:00:00Z");
    let next_time = estimate("e-3", "2026-01-01T00:00:00Z", "2026-05-07T00:00:00Z");
    for answer in [json!([first, last, next_time]), json!([next_time, last, first])] {
        let message = message(&answer);
        let mut at: Vec<_> =
            events(&message).iter().filter_map(|(_, event)| Some(event.at.as_ref()?.as_str().to_owned())).collect();
        at.sort();
        assert_eq!(at, ["2026-02-07T00:00:00Z", "2026-05-07T00:00:00Z"]);
    }
}

#[test]
fn a_retracted_event_is_withdrawn_and_its_replacement_is_valid() {
    let beta = |id: &str, retracts: Value, at: &str| {
        json!({"metadata": {"eventID": id, "eventType": "TRANSPORT", "retractedEventID": retracts},
               "payload": {"eventClassifierCode": "ACT", "eventDateTime": at, "transportEventTypeCode": "ARRI",
                           "transportCall": {"location": {"UNLocationCode": "NLRTM"}}}})
    };
    let bare =
        |retracts: &str| json!({"metadata": {"eventID": "r", "eventType": "TRANSPORT", "retractedEventID": retracts}});
    let seen = beta("e-1", Value::Null, "2026-02-01T00:00:00Z");
    let withdrawn = |message: &Message| {
        message.facts.iter().filter(|fact| matches!(fact.statement, Statement::Withdrawn(_))).count()
    };
    let gone = message(&json!([seen, bare("e-1")]));
    assert_eq!((events(&gone).len(), withdrawn(&gone), gone.retracted.len()), (0, 1, 0));
    let replaced = message(&json!([seen, beta("e-2", json!("e-1"), "2026-02-02T00:00:00Z")]));
    assert_eq!((events(&replaced).len(), withdrawn(&replaced)), (1, 0), "the other time corrects it");
    let elsewhere = message(&json!([bare("e-9")]));
    assert_eq!((elsewhere.form, &elsewhere.retracted[..]), (Form::Dcsa3Beta, &["e-9".to_owned()][..]));

    let mut classified = forms()[3].1.clone();
    classified["isRetracted"] = json!(true);
    let retracted = message(&json!({"events": [classified]}));
    let [fact] = &retracted.facts[..] else { panic!("{retracted:?}") };
    let key = only_fact(forms()[3].1.clone()).key().expect("an event has a key");
    assert_eq!(fact.statement, Statement::Withdrawn(key));
}

#[test]
fn a_booking_is_cancelled_if_its_last_event_is_a_cancellation() {
    let event = |code: &str, at: &str| {
        json!({"eventType": "SHIPMENT", "shipmentEventTypeCode": code, "documentTypeCode": "BKG", "documentID": "B1",
               "eventClassifierCode": "ACT", "eventDateTime": at})
    };
    let (first, last) = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
    assert_eq!(message(&json!([event("CANC", last), event("CONF", first)])).cancelled, ["B1"]);
    assert_eq!(message(&json!([event("CANC", first), event("CONF", last)])).cancelled, [""; 0]);
    let reading = decoders::read(json!([event("VOID", last)]).to_string().as_bytes(), &ReadLimits::default());
    let now = "2026-02-01T00:00:00Z".parse().expect("a moment");
    let voyage = crate::preview::voyages(&reading, now, &FoldPolicy::default()).remove(0);
    let reason = voyage.picture.shipment.line_tracking_stopped_reason;
    assert_eq!(reason, Some(crate::resources::StopReason::BookingCancelled));
}

#[test]
fn members_that_a_fact_has_no_field_for_are_stored_among_its_codes() {
    let event =
        flat_with(json!({"delayReasonCode": "WEA", "changeRemark": "Bad weather", "eventClassifierCode": "GUESS",
                                     "colour": {"hue": [1, null, "x"], "none": null}}));
    let fact = message(&json!([event])).facts.remove(0);
    assert_eq!(event_of(&fact).certainty, Certainty::Estimated, "an unknown classifier states nothing");
    let stored = serde_json::to_value(&fact.codes).expect("JSON");
    let codes =
        json!({"emptyIndicatorCode": "LADEN", "equipmentEventTypeCode": "LOAD", "eventClassifierCode": "GUESS"});
    for (name, code) in codes.as_object().expect("members") {
        assert_eq!(&stored[name], code);
    }
    let rest = &stored["dcsa"];
    assert_eq!(
        (&rest["delayReasonCode"], &rest["changeRemark"], &rest["colour"]),
        (&json!("WEA"), &json!("Bad weather"), &json!({"hue": [1, "x"]}))
    );
    assert_eq!((&rest["eventID"], &rest["references"][0]["referenceValue"]), (&json!("e-1"), &json!("F1")));
    assert!(rest.get("equipmentReference").is_none(), "decoded members are not repeated: {rest}");
}

#[test]
fn exceeded_limits_end_the_reading_and_are_reported() {
    let limits = ReadLimits { events: 2, ..ReadLimits::default() };
    let several: Vec<Value> =
        (0..5).map(|n| flat_with(json!({"eventID": n, "equipmentReference": format!("MSCU000000{n}")}))).collect();
    let reading = decoders::read(json!(several).to_string().as_bytes(), &limits);
    assert_eq!(events(&reading.messages[0]).len(), 2);
    assert_eq!(reading.messages[0].problems[0].place, "/2");
    let small = ReadLimits { event_bytes: 100, ..ReadLimits::default() };
    let reading = decoders::read(json!([flat()]).to_string().as_bytes(), &small);
    assert!(reading.messages[0].problems[0].detail.contains("more than an event may have"), "{reading:?}");
    let smaller = ReadLimits { bytes: 10, ..ReadLimits::default() };
    assert!(decoders::read(b"[                ]", &smaller).messages.is_empty());
    let deep = format!("[{{\"eventType\":{}1{}}},{}]", "[".repeat(50_000), "]".repeat(50_000), flat());
    let reading = decoders::read(deep.as_bytes(), &ReadLimits::default());
    assert_eq!((events(&reading.messages[0]).len(), reading.messages[0].problems.len()), (1, 1));
}

fn details(message: &Message) -> Vec<&str> {
    message.problems.iter().map(|problem| problem.detail.as_str()).collect()
}

#[test]
fn an_event_without_a_classifier_is_never_actual_and_is_reported() {
    let beta = |mut event: Value| {
        event["payload"]["eventClassifierCode"] = Value::Null;
        event
    };
    let of_form = |at: usize, member: &str| {
        let mut event = forms()[at].1.clone();
        event["eventClassification"].as_object_mut().expect("members").remove(member);
        event
    };
    let shipment = json!({"eventType": "SHIPMENT", "shipmentEventTypeCode": "RELS", "documentTypeCode": "CUS",
                          "eventDateTime": "2026-01-05T22:19:00Z"});
    let transport = json!({"eventType": "TRANSPORT", "transportEventTypeCode": "ARRI", "eventDateTime": "2026-01-05T22:19:00Z",
                           "transportCall": {"UNLocationCode": "USLAX"}});
    for (event, words) in [
        (flat_with(json!({"eventClassifierCode": null})), "\"LOAD\" at CNYTN has no classifier"),
        (flat_with(json!({"eventClassifierCode": "GUESS"})), "\"LOAD\" at CNYTN has the unknown classifier \"GUESS\""),
        (beta(forms()[1].1.clone()), "\"LOAD\" at CNYTN has no classifier"),
        (of_form(2, "eventClassifierCode"), "\"LOAD\" at CNYTN has no classifier"),
        (of_form(3, "eventClassifier"), "\"LOADED\" at CNYTN has no classifier"),
        (shipment, "\"RELS\" without a place has no classifier"),
        (transport, "\"ARRI\" at USLAX has no classifier"),
    ] {
        let message =
            message(&json!([flat_with(json!({"eventID": "e-0", "equipmentReference": "TGHU1643396"})), event]));
        let read = events(&message);
        assert_eq!((read.len(), read[1].1.certainty), (2, Certainty::Estimated), "{event}");
        assert!(read[1].0.codes.contains_key("/event/certainty"), "{event}");
        let problems: Vec<&str> = message.problems.iter().map(|problem| problem.place.as_str()).collect();
        assert_eq!(problems, ["/1"]);
        assert!(details(&message)[0].contains(words), "{:?}", details(&message));
    }
}

#[test]
fn an_actual_event_without_a_time_is_stored_and_reported() {
    for (written, words) in [
        (Value::Null, "the event \"LOAD\" at CNYTN has no time, so it is not published"),
        (json!("0001-01-01T00:00:00"), "the event \"LOAD\" at CNYTN has no time, so it is not published"),
        (json!("soon"), "eventDateTime: \"soon\" is not a time"),
    ] {
        let message = message(&json!([flat_with(json!({"eventDateTime": written}))]));
        let (fact, event) = events(&message)[0];
        assert_eq!((event.certainty, &event.at), (Certainty::Actual, &None));
        assert_eq!(details(&message), [words]);
        assert_eq!(fact.codes.get("/event/at"), Some(&written).filter(|text| *text == "soon"));
    }
    let planned = message(&json!([flat_with(json!({"eventDateTime": null, "eventClassifierCode": "PLN"}))]));
    assert_eq!(details(&planned), [""; 0], "a plan may have no time");
}

#[test]
fn a_text_that_is_no_container_number_is_refused_and_its_event_applies_to_no_container() {
    let in_references = |values: Value| {
        let mut event = flat_with(json!({"equipmentReference": null}));
        event["references"] = values;
        event
    };
    let reference = |value: &str| json!({"referenceType": "EQ", "referenceValue": value});
    for event in [
        flat_with(json!({"equipmentReference": "MAEUMAEU"})),
        flat_with(json!({"equipmentReference": "MAEU111111111"})),
        in_references(json!([reference("MAEUMAEU")])),
    ] {
        let message = message(&json!([event]));
        let (fact, event) = events(&message)[0];
        assert_eq!((fact.container.as_deref(), event.motion.movement.as_str()), (None, "unassigned_loaded"));
        let text = fact.codes["/container"].as_str().expect("text");
        assert_eq!(details(&message), [format!("\"{text}\" is not a container number")]);
        assert!(message.numbers.iter().all(|named| named.kind != NumberKind::Container), "{message:?}");
    }
    let one_of_two = message(&json!([in_references(json!([reference("MAEUMAEU"), reference("MSCU5956818")]))]));
    let (fact, event) = events(&one_of_two)[0];
    assert_eq!((fact.container.as_deref(), &event.motion.movement), (Some("MSCU5956818"), &Movement::Loaded));
    assert_eq!(details(&one_of_two), ["\"MAEUMAEU\" is not a container number"]);
}

#[test]
fn documents_are_read_from_all_members_that_name_them() {
    let named = |answer: Value| -> (Vec<String>, Vec<String>) {
        let message = message(&answer);
        let of = |kind: NumberKind| {
            let named = message.numbers.iter().filter(|named| named.kind == kind);
            named.map(|named| named.number.clone()).collect::<Vec<_>>()
        };
        assert_eq!(events(&message)[0].1.documents.len(), 2, "{answer}");
        (of(NumberKind::BookingNumber), of(NumberKind::BillOfLading))
    };
    let event = |members: Value| {
        flat_with(json!({"documentReferences": null})).as_object().map(|event| {
            let mut event = event.clone();
            event.extend(members.as_object().cloned().expect("members"));
            Value::Object(event)
        })
    };
    let both = (vec!["B1".to_owned()], vec!["T1".to_owned()]);
    let references = json!([{"documentTypeCode": "BKG", "documentReference": "B1"}, {"documentTypeCode": "TRD", "documentReference": "T1"}]);
    let bare = event(json!({})).expect("event");
    for answer in [
        json!([event(json!({"documentReferences": references}))]),
        json!([event(
            json!({"references": [{"referenceType": "BKG", "referenceValue": "B1"}, {"referenceType": "BL", "referenceValue": "T1"}]})
        )]),
        json!([event(json!({"carrierBookingReference": "B1", "transportDocumentReference": "T1"}))]),
        json!({"carrierBookingReference": "B1", "transportDocumentReference": "T1", "events": [bare]}),
        json!({"carrierBookingReference": "B1", "shipments": [{"documentReferences": references[1], "events": [bare]}]}),
    ] {
        assert_eq!(named(answer.clone()), both, "{answer}");
    }
    let other = event(json!({"carrierBookingReference": "B2"}));
    let answer = message(&json!({"carrierBookingReference": "B1", "events": [other]}));
    assert_eq!(events(&answer)[0].1.documents, ["B2"], "the event itself names another booking");
}

#[test]
fn an_event_with_only_the_id_of_a_retracted_event_withdraws_it() {
    let answer = message(&json!([{"retractedEventID": "e-9"}, flat()]));
    assert_eq!((events(&answer).len(), &answer.retracted[..]), (1, &["e-9".to_owned()][..]));
    assert!(answer.facts.contains(&Fact::withdrawn_by_id(crate::resources::DataSource::ShippingLine.into(), "e-9")));
    assert_eq!(answer.problems, []);
}

#[test]
fn a_retracted_event_is_withdrawn_by_its_id_if_another_event_has_its_key() {
    let later = flat_with(json!({"eventID": "e-2", "eventDateTime": "2026-05-05T22:19:00+08:00"}));
    let answer = message(&json!([flat(), later, {"retractedEventID": "e-2"}]));
    let withdrawal = Fact::withdrawn_by_id(crate::resources::DataSource::ShippingLine.into(), "e-2");
    assert_eq!((events(&answer).len(), answer.facts.last()), (1, Some(&withdrawal)));
}

/// The problems of an answer, and whether it has a message.
fn problems_of(answer: &Value) -> (Vec<String>, bool) {
    let reading = decoders::read(answer.to_string().as_bytes(), &ReadLimits::default());
    let problems = reading.all_problems().map(|problem| problem.detail.clone()).collect();
    (problems, !reading.messages.is_empty())
}

#[test]
fn answers_of_web_pages_are_refused_by_name() {
    let move_of =
        json!({"DateString": "Monday 05-JAN-2026", "StatusDescription": "Loaded on board", "LocationCode": "CNSHA"});
    for (carrier, answer) in [
        (
            "MSC",
            json!({"IsSuccess": true, "Data": {"BillOfLadings": [{"ContainersInfo": [{"Events": [{"Date": "05/01/2026"}]}]}]}}),
        ),
        ("MSC", json!({"IsSuccess": false, "Data": "We could not find your number"})),
        (
            "Maersk",
            json!({"containers": [{"container_num": "MSKU0308961", "locations": [{"events": [{"activity": "LOAD"}]}]}]}),
        ),
        ("CMA CGM", json!({"ContainerReference": "CMAU0000010", "PastMoves": [move_of], "ProvisionalMoves": []})),
        ("ONE", json!({"TRANS_RESULT_KEY": "S", "count": "1", "list": [{"copNo": "C1", "cntrNo": "ONEU0000010"}]})),
        ("ONE", json!({"status": 200, "data": [{"matrixId": "E061", "eventName": "Vessel Departure"}]})),
        ("CargoSmart", json!({"body": [{"Event": {"CS1Event": "CS060", "Location": "CNSHA"}}]})),
        ("CargoSmart", json!([{"events": [{"eventCode": "CS120"}]}])),
    ] {
        let (problems, has_message) = problems_of(&answer);
        assert_eq!((problems.len(), has_message), (1, false), "{problems:?}");
        assert!(
            problems[0].contains(&format!("the web page of {carrier},")) && problems[0].contains("write a carrier"),
            "{problems:?}"
        );
    }
}

#[test]
fn lists_that_have_no_event_are_unread() {
    for (answer, expected) in [
        (json!({"data": {"Events": [{"Date": "05/01/2026", "Description": "Loaded"}]}}), "not an event"),
        (json!({"shipment": {"events": [1]}}), "not an event"),
        (json!({"events": {"first": "loaded"}}), "the events are not a list"),
        (json!({"events": "loaded"}), "the events are not a list"),
        (json!({"shipments": []}), "it has no event"),
        (json!({"error": "x"}), "error text: x"),
    ] {
        let (problems, _) = problems_of(&answer);
        assert!(problems.len() == 1 && problems[0].contains(expected), "{answer}: {problems:?}");
    }
}

#[test]
fn an_error_next_to_events_is_a_problem_and_a_warning_is_not() {
    let with = |member: Value| {
        let mut answer = json!({"events": [flat()]});
        answer.as_object_mut().unwrap().extend(member.as_object().unwrap().clone());
        problems_of(&answer).0
    };
    for member in [
        json!({"feedbackElements": [{"severity": "WARN", "message": "w"}, {"severity": "ERROR", "message": "m"}]}),
        json!({"feedbackElements": [{"message": "m"}]}),
        json!({"errors": [{"message": "m"}]}),
        json!({"error": "m"}),
    ] {
        let problems = with(member);
        assert!(problems.len() == 1 && problems[0].contains("events may be missing"), "{problems:?}");
    }
    for member in [
        json!({"feedbackElements": [{"severity": "INFO", "message": "m"}]}),
        json!({"errors": []}),
        json!({"error": null}),
        json!({"error": false}),
        json!({"error": {}}),
    ] {
        assert_eq!(with(member.clone()), [""; 0], "{member}");
    }
}

/// The facts of the only message: the statement in JSON, and the container.
fn notice_facts(notice: &Value) -> (Vec<(Option<String>, Value)>, Message) {
    let message = message(notice);
    let facts = message.facts.iter().map(|fact| {
        let json = serde_json::to_value(fact).unwrap();
        let known = ["event", "reading", "particulars"].iter().find_map(|name| json.get(name));
        (fact.container.clone(), known.cloned().unwrap_or(json))
    });
    (facts.collect(), message.clone())
}

fn arrival_notice() -> Value {
    json!({
        "issueDateTime": "2026-05-20T01:23:45Z", "carrierCode": "MAEU", "transportDocumentReference": "BILL12345",
        "transport": {
            "portOfLoading": {"locationName": "Shanghai", "UNLocationCode": "CNSHA"},
            "portOfDischarge": {"UNLocationCode": "USLAX", "facility": {"facilityCode": "PIER400", "facilityCodeListProvider": "SMDG"}},
            "placeOfDelivery": {"address": {"city": "Chicago"}, "UNLocationCode": "USCHI"},
            "portOfDischargeArrivalDate": {"value": "2026-05-30", "classifier": "EST"},
            "placeOfDeliveryArrivalDate": {"value": "2026-06-04", "classifier": "PLN"},
            "legs": [
                {"vesselVoyage": {"vesselName": "FEEDER"}, "dischargeLocation": {"UNLocationCode": "SGSIN"}},
                {"vesselVoyage": {"vesselName": "TEST VOYAGER", "vesselIMONumber": "9321483", "carrierImportVoyageNumber": "042E"},
                 "dischargeLocation": {"UNLocationCode": "USLAX"}}
            ]
        },
        "utilizedTransportEquipments": [
            {"equipment": {"equipmentReference": "MSKU 030896-1", "ISOEquipmentCode": "45G1"}, "seals": [{"number": "S1"}]},
            {"equipment": {"equipmentReference": "TGHU1643396", "ISOEquipmentCode": "22G1"}}
        ],
        "freeTimes": [
            {"typeCodes": ["DEM"], "ISOEquipmentCodes": ["45G1"], "duration": 5, "timeUnit": "CD", "calculationBasis": "as agreed",
             "lastFreeDate": "2026-06-05"},
            {"typeCodes": ["DET", "DEM"], "equipmentReferences": ["TGHU1643396"], "lastFreeDate": "2026-06-12"},
            {"typeCodes": ["STO"], "duration": 3, "timeUnit": "WD", "calculationBasis": "see tariff"}
        ],
        "charges": [{"chargeName": "Terminal handling", "currencyAmount": 120.5, "currencyCode": "USD"}]
    })
}

#[test]
fn arrival_notices_give_the_route_the_arrival_and_the_last_free_days() {
    let notice = arrival_notice();
    for wrapped in [notice.clone(), json!([notice]), json!({"arrivalNotices": [notice]})] {
        let (facts, message) = notice_facts(&wrapped);
        assert_eq!(message.form, Form::DcsaArrivalNotice);
        assert_eq!(message.sent_at.as_ref().map(|at| at.as_str()), Some("2026-05-20T01:23:45Z"));
        let numbers: Vec<_> = message.numbers.iter().map(|named| named.number.as_str()).collect();
        assert_eq!(numbers, ["BILL12345", "MSKU0308961", "TGHU1643396"]);
        assert_eq!(facts.len(), 5, "{facts:?}");
        assert_eq!(facts[0].1["port_of_discharge"]["locode"], "USLAX");
        assert_eq!(facts[0].1["destination"]["locode"], "USCHI");
        let arrival = &facts[1].1;
        assert_eq!(
            (&arrival["movement"], &arrival["at"], &arrival["certainty"]),
            (&json!("arrived"), &json!("2026-05-30"), &json!("estimated"))
        );
        assert_eq!((&arrival["vessel"]["imo"], &arrival["voyage"]), (&json!("9321483"), &json!("042E")));
        assert_eq!((&arrival["place"]["facility"], &arrival["documents"]), (&json!("PIER400"), &json!(["BILL12345"])));
        assert_eq!((&facts[2].1["mode"], &facts[2].1["certainty"]), (&json!("truck"), &json!("planned")));
        let of = |number: &str| facts.iter().find(|(own, _)| own.as_deref() == Some(number)).unwrap().1.clone();
        let first = json!({"pickup_lfd_line": "2026-06-05", "size_type": "45G1", "seal_number": "S1"});
        assert_eq!(of("MSKU0308961"), first, "a term without a day gives none");
        assert_eq!(of("TGHU1643396"), json!({"return_lfd_line": "2026-06-12", "size_type": "22G1"}));
        let codes = &message.facts[1].codes;
        assert_eq!(
            (codes["charges"][0]["currencyCode"].as_str(), codes["free_times"].as_array().map(Vec::len)),
            (Some("USD"), Some(3))
        );
    }
}

#[test]
fn the_beta_of_arrival_notices_and_notifications_are_read() {
    let beta = json!({
        "issueDate": "2026-05-20", "transportDocumentReference": "BILL12345",
        "vesselVoyageAtPOD": {"name": "TEST VOYAGER", "vesselIMONumber": "9321483", "carrierImportVoyageNumber": "042E"},
        "transports": {
            "portOfLoading": {"locationType": "UNLO", "UNLocationCode": "CNSHA"},
            "portOfDischarge": {"locationType": "UNLO", "UNLocationCode": "USLAX"},
            "etaAtPortOfDischargeDate": "2026-05-30"
        },
        "freetime": [{"freetimeTypeCode": "DEM", "quantity": 5, "unitOfMeasure": "CD", "calculationBasis": "x"}],
        "utilizedTransportEquipments": [{"equipment": {"equipmentReference": "MSKU0308961"}}]
    });
    let (facts, message) = notice_facts(&beta);
    assert_eq!((facts.len(), message.problems.len()), (2, 0), "{facts:?}");
    assert_eq!((&facts[1].1["at"], &facts[1].1["vessel"]["name"]), (&json!("2026-05-30"), &json!("TEST VOYAGER")));
    let notification = json!({"arrivalNoticeNotifications": [{
        "issueDateTime": "2026-05-20T01:23:45Z", "transportDocumentReference": "BILL12345", "equipmentReferences": ["MSKU0308961"],
        "portOfDischarge": {"UNLocationCode": "USLAX"}, "etaAtPortOfDischargeDate": "2026-05-30"
    }]});
    let (facts, _) = notice_facts(&notification);
    assert_eq!((facts.len(), &facts[1].1["at"]), (2, &json!("2026-05-30")), "{facts:?}");
}

#[test]
fn doubtful_parts_of_an_arrival_notice_are_problems_and_are_not_used() {
    let mut notice = arrival_notice();
    notice["freeTimes"] = json!([
        {"typeCodes": ["DEM"], "lastFreeDate": "2026-06-05"},
        {"typeCodes": ["STO"], "lastFreeDate": "2026-06-06"},
        {"typeCodes": ["DET"], "lastFreeDate": "soon"}
    ]);
    notice["transport"]["portOfDischargeArrivalDate"] = json!({"value": "tomorrow"});
    notice["utilizedTransportEquipments"] =
        json!([{"equipment": {"equipmentReference": "MSKU0308961"}}, {"equipmentReference": "TBA"}]);
    let reading = decoders::read(notice.to_string().as_bytes(), &ReadLimits::default());
    let problems: Vec<_> = reading.messages[0].problems.iter().map(|problem| problem.detail.as_str()).collect();
    for expected in [
        "MSKU0308961 has several last free days for pick-up (2026-06-05 and 2026-06-06); none is used",
        "the last free day \"soon\" is not a date",
        "\"tomorrow\" is not a time",
        "\"TBA\" is not a container number, and is not used as one",
    ] {
        assert!(problems.contains(&expected), "{expected}: {problems:?}");
    }
    assert!(reading.messages[0].facts.iter().all(|fact| !matches!(fact.statement, Statement::TerminalStatus(_))));
    let (problems, has_message) = problems_of(&json!({"arrivalNotices": [{"issueDate": "2026-05-20"}]}));
    assert_eq!((problems[0].as_str(), has_message), ("not an Arrival Notice: it has no transport document", false));
}
