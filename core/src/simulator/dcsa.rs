//! Writes the answer of a carrier in the forms of DCSA Track & Trace.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use super::codes::{Code, can_express, code};
use super::journey::{CarrierEvent, CarrierKnowledge, Journey, SIZE_TYPE};
use crate::decoders::Form;
use crate::tracking::{Certainty, Mode};

impl Journey {
    /// The whole answer of a carrier at a time, on one page, in one of the forms of DCSA Track & Trace. EDI forms have
    /// [messages](Self::messages) instead.
    pub fn answer(&self, form: Form, now: DateTime<Utc>) -> Vec<u8> {
        document(&events(&self.at(now), form), form)
    }
}

fn code_in_words(code: &'static str) -> &'static str {
    const WORDS: &[(&str, &str)] = &[
        ("ARRI", "ARRIVED"),
        ("DEPA", "DEPARTED"),
        ("LOAD", "LOADED"),
        ("DISC", "DISCHARGED"),
        ("GTIN", "GATED_IN"),
        ("GTOT", "GATED_OUT"),
        ("PICK", "PICKED_UP"),
        ("DROP", "DROPPED_OFF"),
        ("AVPU", "AVAILABLE_FOR_PICKUP"),
        ("RELS", "RELEASED"),
        ("RECE", "RECEIVED"),
        ("CONF", "CONFIRMED"),
        ("CANC", "CANCELLED"),
        ("ISSU", "ISSUED"),
        ("CUS", "CUSTOMS_CLEARANCE"),
        ("SRM", "CONTAINER_RELEASE_ORDER"),
        ("VGM", "VERIFIED_GROSS_MASS"),
        ("BKG", "BOOKING"),
        ("TRD", "TRANSPORT_DOCUMENT"),
        ("SHI", "SHIPPING_INSTRUCTIONS"),
        ("ACT", "ACTUAL"),
        ("EST", "ESTIMATED"),
        ("PLN", "PLANNED"),
    ];
    WORDS.iter().find(|(known, _)| *known == code).map_or(code, |(_, word)| word)
}

pub(super) fn events(known: &CarrierKnowledge, form: Form) -> Vec<Value> {
    let events = known.events.iter().filter(|report| can_express(form, report));
    events
        .flat_map(|report| match form {
            Form::Dcsa3Beta => events_of_beta(report),
            Form::Dcsa3Codes | Form::Dcsa3Words => vec![event_of_version_3(report, form == Form::Dcsa3Words)],
            _ => vec![event_of_version_2(report)],
        })
        .collect()
}

pub(super) fn document(events: &[Value], form: Form) -> Vec<u8> {
    let document = match form {
        Form::Dcsa3Codes | Form::Dcsa3Words => json!({ "events": events, "feedbackElements": [] }),
        _ => Value::from(events),
    };
    document.to_string().into_bytes()
}

fn event_of_version_2(report: &CarrierEvent) -> Value {
    let mut event = Map::new();
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            event.insert(name.to_owned(), value);
        }
    };
    set("eventID", json!(report.id));
    set("eventCreatedDateTime", json!(moment(report.written_at)));
    set("eventClassifierCode", json!(classifier(report)));
    set("eventDateTime", json!(report.event.at.as_ref().map(ToString::to_string)));
    match code(&report.event.motion) {
        Some(Code::Transport(code)) => {
            set("eventType", json!("TRANSPORT"));
            set("transportEventTypeCode", json!(code));
            set("transportCall", call(report));
            // A reference to the container means that the event is only about this container.
            let own =
                report.container.as_ref().map(|number| json!([{ "referenceType": "EQ", "referenceValue": number }]));
            set("references", json!(own));
        }
        Some(Code::Equipment(code)) => {
            set("eventType", json!("EQUIPMENT"));
            set("equipmentEventTypeCode", json!(code));
            set("equipmentReference", json!(report.container));
            set("ISOEquipmentCode", json!(report.container.as_ref().map(|_| SIZE_TYPE)));
            set("emptyIndicatorCode", json!(if report.event.motion.empty == Some(true) { "EMPTY" } else { "LADEN" }));
            set("transportCall", call(report));
        }
        Some(Code::Shipment(document, code)) => {
            set("eventType", json!("SHIPMENT"));
            set("shipmentEventTypeCode", json!(code));
            set("documentTypeCode", json!(document));
            set("documentID", json!(document_of(report, document)));
        }
        None => {}
    }
    set("documentReferences", references(report, ["documentReferenceType", "documentReferenceValue"], false));
    Value::Object(event)
}

/// In 3.0 beta an event has two parts, and a withdrawal is another event.
fn events_of_beta(report: &CarrierEvent) -> Vec<Value> {
    let Value::Object(mut payload) = event_of_version_2(report) else { return Vec::new() };
    let mut metadata = Map::new();
    for name in ["eventID", "eventCreatedDateTime", "eventType"] {
        if let Some(value) = payload.remove(name) {
            metadata.insert(name.to_owned(), value);
        }
    }
    let kind = metadata.get("eventType").cloned();
    let mut events = vec![json!({ "metadata": metadata, "payload": payload })];
    if let Some(at) = report.withdrawn_at {
        events.push(json!({ "metadata": {
            "eventID": format!("{}-R", report.id),
            "eventCreatedDateTime": moment(at),
            "eventType": kind,
            "retractedEventID": report.id,
        } }));
    }
    events
}

fn event_of_version_3(report: &CarrierEvent, in_words: bool) -> Value {
    let name = |code: &'static str| if in_words { code_in_words(code) } else { code };
    let key = |stem: &str| if in_words { stem.to_owned() } else { format!("{stem}Code") };
    let (kind, own, text) = match code(&report.event.motion) {
        Some(Code::Transport(code)) => ("TRANSPORT", "transportEventType", code),
        Some(Code::Equipment(code)) => ("EQUIPMENT", "equipmentEventType", code),
        Some(Code::Shipment(_, code)) => ("SHIPMENT", "shipmentEventType", code),
        None => ("EQUIPMENT", "equipmentEventType", ""),
    };
    let mut classification = Map::new();
    classification.insert(key("eventType"), json!(kind));
    classification.insert(key("eventClassifier"), json!(name(classifier(report))));
    classification.insert(key(own), json!(name(text)));
    let updated = report.withdrawn_at.unwrap_or(report.written_at);
    let mut event = json!({
        "eventID": report.id,
        "eventDateTime": report.event.at.as_ref().map(ToString::to_string),
        "eventUpdatedDateTime": moment(updated),
        "eventClassification": classification,
        "shipmentDetails": {},
    });
    if report.withdrawn_at.is_some() {
        event["isRetracted"] = json!(true);
    }
    if let Some(Code::Shipment(document, _)) = code(&report.event.motion) {
        event["shipmentDetails"]["documentReference"] =
            json!({ key("type"): name(document), "reference": document_of(report, document) });
    }
    event["shipmentDetails"]["additionalDocumentReferences"] =
        references(report, [&key("type"), "reference"], in_words);
    let place = &report.event.place;
    if !place.is_empty() {
        event["eventLocation"] = json!({ "UNLocationCode": place.locode, "locationName": place.name });
    }
    if matches!(code(&report.event.motion), Some(Code::Transport(_) | Code::Equipment(_))) {
        event["transportDetails"] = json!({ "transportCall": call_of_version_3(report) });
    }
    if let Some(container) = &report.container {
        let mut equipment = json!({ "equipmentReference": container, "ISOEquipmentCode": SIZE_TYPE });
        if let Some(empty) = report.event.motion.empty {
            equipment[key("emptyIndicator")] = json!(if empty { "EMPTY" } else { "LADEN" });
        }
        if let Some(phase) = &report.event.motion.phase {
            equipment[if in_words { "transportPhase" } else { "movementType" }] = json!(phase.as_str().to_uppercase());
        }
        event["equipmentDetails"] = equipment;
    }
    event
}

fn call(report: &CarrierEvent) -> Value {
    let event = &report.event;
    let mut call = Map::new();
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            call.insert(name.to_owned(), value);
        }
    };
    set("transportCallID", json!(format!("{}-{}", report.id, event.place.locode.as_deref().unwrap_or_default())));
    set("UNLocationCode", json!(event.place.locode));
    set("location", json!({ "locationName": event.place.name, "UNLocationCode": event.place.locode }));
    set("modeOfTransport", json!(mode(event.motion.mode.as_ref())));
    set("exportVoyageNumber", json!(event.voyage));
    set("importVoyageNumber", json!(event.voyage));
    if let Some(vessel) = &event.vessel {
        set("vessel", json!({ "vesselIMONumber": vessel.imo, "vesselName": vessel.name }));
    }
    Value::Object(call)
}

fn call_of_version_3(report: &CarrierEvent) -> Value {
    let event = &report.event;
    let mut call = json!({
        "transportCallReference": format!("{}-{}", report.id, event.place.locode.as_deref().unwrap_or_default()),
    });
    if let Some(mode) = mode(event.motion.mode.as_ref()) {
        call["modeOfTransport"] = json!(mode);
    }
    if let Some(voyage) = &event.voyage {
        call["exportVoyageNumberOrReference"] = json!({ "carrierVoyageNumber": voyage });
        call["importVoyageNumberOrReference"] = json!({ "carrierVoyageNumber": voyage });
    }
    if let Some(vessel) = &event.vessel {
        call["vesselTransport"] = json!({ "vesselIMONumber": vessel.imo, "vesselName": vessel.name });
    }
    call
}

/// References to the booking and the bill of lading. The names of the members depend on the form.
fn references(report: &CarrierEvent, [kind, number]: [&str; 2], in_words: bool) -> Value {
    let kinds = ["BKG", "TRD"].map(|code| if in_words { code_in_words(code) } else { code });
    report.event.documents.iter().zip(kinds).map(|(document, code)| json!({ kind: code, number: document })).collect()
}

/// The number of the bill for an event of a bill, otherwise the number of the booking.
fn document_of<'s>(report: &'s CarrierEvent, document: &str) -> Option<&'s String> {
    let documents = &report.event.documents;
    if document == "TRD" { documents.get(1) } else { documents.first() }
}

fn classifier(report: &CarrierEvent) -> &'static str {
    match report.event.certainty {
        Certainty::Actual => "ACT",
        Certainty::Estimated => "EST",
        Certainty::Planned => "PLN",
    }
}

fn mode(mode: Option<&Mode>) -> Option<&'static str> {
    match mode? {
        Mode::Vessel => Some("VESSEL"),
        Mode::Barge => Some("BARGE"),
        Mode::Rail => Some("RAIL"),
        Mode::Truck => Some("TRUCK"),
        _ => None,
    }
}

fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
