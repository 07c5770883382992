//! What a carrier knows, as a DCSA Track & Trace answer in each of its shapes.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use super::codes::{Code, can_tell, code};
use super::journey::{CarrierEvent, CarrierKnowledge, Journey, SIZE_TYPE};
use crate::decoders::Form;
use crate::tracking::{Certainty, Mode};

impl Journey {
    /// What a carrier would answer at a moment, in one of the shapes of DCSA Track & Trace: the whole of it, on one page. Forms of EDI
    /// have no answers, but [messages](Self::messages).
    pub fn answer(&self, form: Form, now: DateTime<Utc>) -> Vec<u8> {
        document(&events(&self.at(now), form), form)
    }
}

fn word(code: &'static str) -> &'static str {
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
    let told = known.events.iter().filter(|said| can_tell(form, said));
    told.flat_map(|said| match form {
        Form::Dcsa3Beta => beta(said),
        Form::Dcsa3Codes | Form::Dcsa3Words => vec![classified(said, form == Form::Dcsa3Words)],
        _ => vec![flat(said)],
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

fn flat(said: &CarrierEvent) -> Value {
    let mut event = Map::new();
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            event.insert(name.to_owned(), value);
        }
    };
    set("eventID", json!(said.id));
    set("eventCreatedDateTime", json!(moment(said.written_at)));
    set("eventClassifierCode", json!(classifier(said)));
    set("eventDateTime", json!(said.event.at.as_ref().map(ToString::to_string)));
    match code(&said.event.motion) {
        Some(Code::Transport(code)) => {
            set("eventType", json!("TRANSPORT"));
            set("transportEventTypeCode", json!(code));
            set("transportCall", call(said));
            // One that names its box is about that alone.
            let own =
                said.container.as_ref().map(|number| json!([{ "referenceType": "EQ", "referenceValue": number }]));
            set("references", json!(own));
        }
        Some(Code::Equipment(code)) => {
            set("eventType", json!("EQUIPMENT"));
            set("equipmentEventTypeCode", json!(code));
            set("equipmentReference", json!(said.container));
            set("ISOEquipmentCode", json!(said.container.as_ref().map(|_| SIZE_TYPE)));
            set("emptyIndicatorCode", json!(if said.event.motion.empty == Some(true) { "EMPTY" } else { "LADEN" }));
            set("transportCall", call(said));
        }
        Some(Code::Shipment(document, code)) => {
            set("eventType", json!("SHIPMENT"));
            set("shipmentEventTypeCode", json!(code));
            set("documentTypeCode", json!(document));
            set("documentID", json!(document_of(said, document)));
        }
        None => {}
    }
    set("documentReferences", references(said, ["documentReferenceType", "documentReferenceValue"], false));
    Value::Object(event)
}

/// As 3.0 beta has it: in two parts, with one more event for what is taken back.
fn beta(said: &CarrierEvent) -> Vec<Value> {
    let Value::Object(mut payload) = flat(said) else { return Vec::new() };
    let mut metadata = Map::new();
    for name in ["eventID", "eventCreatedDateTime", "eventType"] {
        if let Some(value) = payload.remove(name) {
            metadata.insert(name.to_owned(), value);
        }
    }
    let kind = metadata.get("eventType").cloned();
    let mut events = vec![json!({ "metadata": metadata, "payload": payload })];
    if let Some(at) = said.withdrawn_at {
        events.push(json!({ "metadata": {
            "eventID": format!("{}-R", said.id),
            "eventCreatedDateTime": moment(at),
            "eventType": kind,
            "retractedEventID": said.id,
        } }));
    }
    events
}

fn classified(said: &CarrierEvent, in_words: bool) -> Value {
    let name = |code: &'static str| if in_words { word(code) } else { code };
    let key = |stem: &str| if in_words { stem.to_owned() } else { format!("{stem}Code") };
    let (kind, own, text) = match code(&said.event.motion) {
        Some(Code::Transport(code)) => ("TRANSPORT", "transportEventType", code),
        Some(Code::Equipment(code)) => ("EQUIPMENT", "equipmentEventType", code),
        Some(Code::Shipment(_, code)) => ("SHIPMENT", "shipmentEventType", code),
        None => ("EQUIPMENT", "equipmentEventType", ""),
    };
    let mut classification = Map::new();
    classification.insert(key("eventType"), json!(kind));
    classification.insert(key("eventClassifier"), json!(name(classifier(said))));
    classification.insert(key(own), json!(name(text)));
    let updated = said.withdrawn_at.unwrap_or(said.written_at);
    let mut event = json!({
        "eventID": said.id,
        "eventDateTime": said.event.at.as_ref().map(ToString::to_string),
        "eventUpdatedDateTime": moment(updated),
        "eventClassification": classification,
        "shipmentDetails": {},
    });
    if said.withdrawn_at.is_some() {
        event["isRetracted"] = json!(true);
    }
    if let Some(Code::Shipment(document, _)) = code(&said.event.motion) {
        event["shipmentDetails"]["documentReference"] =
            json!({ key("type"): name(document), "reference": document_of(said, document) });
    }
    event["shipmentDetails"]["additionalDocumentReferences"] = references(said, [&key("type"), "reference"], in_words);
    let place = &said.event.place;
    if !place.is_empty() {
        event["eventLocation"] = json!({ "UNLocationCode": place.locode, "locationName": place.name });
    }
    if matches!(code(&said.event.motion), Some(Code::Transport(_) | Code::Equipment(_))) {
        event["transportDetails"] = json!({ "transportCall": call_in_parts(said) });
    }
    if let Some(container) = &said.container {
        let mut equipment = json!({ "equipmentReference": container, "ISOEquipmentCode": SIZE_TYPE });
        if let Some(empty) = said.event.motion.empty {
            equipment[key("emptyIndicator")] = json!(if empty { "EMPTY" } else { "LADEN" });
        }
        if let Some(phase) = &said.event.motion.phase {
            equipment[if in_words { "transportPhase" } else { "movementType" }] = json!(phase.as_str().to_uppercase());
        }
        event["equipmentDetails"] = equipment;
    }
    event
}

fn call(said: &CarrierEvent) -> Value {
    let event = &said.event;
    let mut call = Map::new();
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            call.insert(name.to_owned(), value);
        }
    };
    set("transportCallID", json!(format!("{}-{}", said.id, event.place.locode.as_deref().unwrap_or_default())));
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

fn call_in_parts(said: &CarrierEvent) -> Value {
    let event = &said.event;
    let mut call = json!({
        "transportCallReference": format!("{}-{}", said.id, event.place.locode.as_deref().unwrap_or_default()),
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

/// The booking and the bill of lading; shapes have other names for kind and number.
fn references(said: &CarrierEvent, [kind, number]: [&str; 2], in_words: bool) -> Value {
    let kinds = ["BKG", "TRD"].map(|code| if in_words { word(code) } else { code });
    said.event.documents.iter().zip(kinds).map(|(document, code)| json!({ kind: code, number: document })).collect()
}

/// The bill for a bill, the booking for anything else.
fn document_of<'s>(said: &'s CarrierEvent, document: &str) -> Option<&'s String> {
    let documents = &said.event.documents;
    if document == "TRD" { documents.get(1) } else { documents.first() }
}

fn classifier(said: &CarrierEvent) -> &'static str {
    match said.event.certainty {
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
