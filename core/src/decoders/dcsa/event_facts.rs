//! Reads an event: the fact for each of its containers, and what is needed to compare it with other events.

use std::borrow::Cow;
use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::codes::{self, Kind};
use super::event::{Event, as_text, first, is_event, items, member, text};
use super::time;
use crate::decoders::message::Form;
use crate::decoders::{may_be_container, unassigned};
use crate::error::Quoted;
use crate::jsonapi::{MAX_NESTING, Members};
use crate::numbers::{ContainerNumber, NumberKind, UnLocode};
use crate::places;
use crate::tracking::{self, Certainty, Motion, Movement, Node, Phase, Place, Vessel};
use crate::tracking::{REFUSED_CONTAINER, UNKNOWN_CERTAINTY, UNKNOWN_MOVEMENT};

pub(super) struct EventReport {
    pub(super) form: Form,
    pub(super) id: Option<String>,
    /// When the source wrote or last updated the event.
    pub(super) written: Option<DateTime<Utc>>,
    pub(super) is_retracted: bool,
    /// The id of the event that this one retracts.
    pub(super) retracts: Option<String>,
    /// `None` if the event only retracts another one.
    pub(super) event: Option<tracking::Event>,
    /// Why the event cannot be read, and its text.
    pub(super) unread: Option<(String, String)>,
    pub(super) containers: Vec<String>,
    pub(super) documents: Vec<(NumberKind, String)>,
    pub(super) size_type: Option<String>,
    pub(super) seal: Option<String>,
    pub(super) sender: Option<String>,
    pub(super) codes: Members,
    /// What is wrong with the statement, which is stored nevertheless.
    pub(super) problems: Vec<String>,
}

pub(super) fn report(event: &Event<'_, '_>) -> EventReport {
    let documents = documents(event);
    let code = code(event);
    let is_retracted = event.text("isRetracted").is_some_and(|flag| flag.eq_ignore_ascii_case("true"));
    let mut id = event.text("eventID").map(Cow::into_owned);
    let retracts = event.text("retractedEventID").map(Cow::into_owned);
    // Without a code, a retracted event only names itself.
    let retracts = retracts.or_else(|| if is_retracted && code.is_none() { id.take() } else { None });
    let decoded = code.as_ref().map(|code| decoded_event(event, code, &documents));
    let unread = (code.is_none() && retracts.is_none()).then(|| (no_code(event), text_of(event)));
    let written = event.first(&["eventUpdatedDateTime", "eventCreatedDateTime"]);
    let containers = containers(event);
    let mut codes = other_members(event, code.as_ref(), decoded.is_some());
    let mut problems = Vec::new();
    let decoded = decoded.map(|decoded| {
        codes.extend(decoded.missing_certainty.map(|text| (UNKNOWN_CERTAINTY.to_owned(), text.into())));
        let unknown = code.as_ref().filter(|code| !is_known(event, code));
        codes.extend(unknown.map(|code| (UNKNOWN_MOVEMENT.to_owned(), code.text.clone().into_owned().into())));
        codes.extend(decoded.unreadable_time.map(|text| ("/event/at".to_owned(), text.into())));
        problems.extend(decoded.problems);
        decoded.event
    });
    let decoded = containers.refuse(decoded, &mut codes, &mut problems);
    EventReport {
        form: event.form(),
        id,
        written: written.and_then(|at| time::timestamp(&at).ok().flatten()?.utc()),
        is_retracted,
        retracts,
        unread,
        containers: containers.valid,
        documents,
        size_type: event.text("ISOEquipmentCode").map(Cow::into_owned),
        seal: seal(event),
        sender: sender(event),
        codes,
        event: decoded,
        problems,
    }
}

fn text_of(event: &Event<'_, '_>) -> String {
    event.layers().first().map(|node| Value::from((*node).clone()).to_string()).unwrap_or_default()
}

struct Code<'n> {
    kind: Kind,
    name: &'static str,
    text: Cow<'n, str>,
}

const TYPES: [(&str, Kind); 7] = [
    ("transportEventTypeCode", Kind::Transport),
    ("equipmentEventTypeCode", Kind::Equipment),
    ("shipmentEventTypeCode", Kind::Shipment),
    ("transportEventType", Kind::Transport),
    ("equipmentEventType", Kind::Equipment),
    ("shipmentEventType", Kind::Shipment),
    // Versions before 2 have one member for all kinds.
    ("eventTypeCode", Kind::Equipment),
];

const DEVICE_TYPES: [&str; 5] =
    ["iotEventTypeCode", "iotEventType", "iotEventCode", "reeferEventTypeCode", "reeferEventType"];

fn code<'n>(event: &Event<'n, '_>) -> Option<Code<'n>> {
    let kind = || {
        let named = ["eventType", "eventTypeCode"].iter().find_map(|name| Kind::parse(&event.text(name)?));
        named.or(event.listed)
    };
    let found = TYPES.iter().filter_map(|(name, kind)| Some((*name, *kind, event.text(name)?)));
    // Some carriers write the kind or the empty indicator into the member of the code.
    let mut found = found.filter(|(_, _, text)| Kind::parse(text).is_none() && codes::empty(text).is_none());
    if let Some((name, of, text)) = found.next() {
        let kind = if name == "eventTypeCode" { kind().unwrap_or(of) } else { of };
        return Some(Code { kind, name, text });
    }
    if let Some(name) = DEVICE_TYPES.iter().find(|name| event.text(name).is_some()) {
        return Some(Code { kind: Kind::Device, name, text: event.text(name)? });
    }
    let misplaced = event.text("eventType").filter(|text| codes::is_movement(text))?;
    let kind = match codes::movement(&misplaced) {
        Movement::Arrived | Movement::Departed => Kind::Transport,
        _ => Kind::Equipment,
    };
    Some(Code { kind, name: "eventType", text: misplaced })
}

/// Whether the meaning of the code is known.
fn is_known(event: &Event<'_, '_>, code: &Code<'_>) -> bool {
    match code.kind {
        Kind::Shipment => codes::is_shipment_movement(document_type(event).as_deref(), &code.text),
        _ => codes::is_movement(&code.text),
    }
}

fn no_code(event: &Event<'_, '_>) -> String {
    match event.text("eventType") {
        Some(kind) => format!("this {} event has no code for what happened", Quoted(&kind)),
        None if event.layers().first().is_some_and(|node| is_event(node)) => {
            "this event has no code for what happened".to_owned()
        }
        None => "not an event".to_owned(),
    }
}

/// An event, and what is wrong with it.
struct DecodedEvent {
    event: tracking::Event,
    /// The text in place of the classifier, if the classifier is missing or unknown.
    missing_certainty: Option<String>,
    /// The text in place of the time, if it is not a time.
    unreadable_time: Option<String>,
    problems: Vec<String>,
}

fn decoded_event(event: &Event<'_, '_>, code: &Code<'_>, documents: &[(NumberKind, String)]) -> DecodedEvent {
    let written = event.text("eventDateTime");
    let (at, unreadable) = match written.as_deref().map(time::timestamp) {
        Some(Ok(at)) => (at, None),
        Some(Err(problem)) => (None, Some(problem)),
        None => (None, None),
    };
    let motion = motion(event, code);
    let description = event.first(&["description", "eventDescription", "internalEventLabel"]);
    let vessel = vessel(event);
    let stated = certainty(event);
    let decoded = tracking::Event {
        certainty: stated.unwrap_or(Certainty::Estimated),
        at,
        place: place(event),
        voyage: voyage(event, &motion.movement),
        vessel,
        motion,
        documents: documents.iter().map(|(_, number)| number.clone()).collect(),
        description: description.map(Cow::into_owned),
        occurrence: 0,
    };
    let what = || format!("the event {} {}", Quoted(&code.text), at_place(&decoded.place));
    let mut problems = Vec::new();
    if stated.is_none() {
        let problem = match classifiers(event) {
            Some(text) => format!("has the unknown classifier {}", Quoted(&text)),
            None => "has no classifier".to_owned(),
        };
        problems.push(format!("{} {problem}, so it does not count as an actual event", what()));
    }
    match &unreadable {
        Some(problem) => problems.push(format!("eventDateTime: {problem}")),
        None if decoded.at.is_none() && decoded.certainty == Certainty::Actual => {
            problems.push(format!("{} has no time, so it is not published", what()));
        }
        None => {}
    }
    let missing_certainty = stated.is_none().then(|| classifiers(event).unwrap_or_default());
    let unreadable_time = if unreadable.is_some() { written.map(Cow::into_owned) } else { None };
    DecodedEvent { event: decoded, missing_certainty, unreadable_time, problems }
}

fn at_place(place: &Place) -> String {
    match place.locode.as_ref().or(place.name.as_ref()) {
        Some(place) => format!("at {place}"),
        None => "without a place".to_owned(),
    }
}

fn motion(event: &Event<'_, '_>, code: &Code<'_>) -> Motion {
    if code.kind == Kind::Shipment {
        return Motion::from(codes::shipment_movement(document_type(event).as_deref(), &code.text));
    }
    let indicator = ["emptyIndicatorCode", "emptyIndicator"].iter().find_map(|name| codes::empty(&event.text(name)?));
    // One carrier writes the indicator in place of the code, and the code in place of the kind.
    let empty = indicator.or_else(|| codes::empty(&event.text("equipmentEventTypeCode")?));
    let description = if code.kind == Kind::Equipment { event.text("description") } else { None };
    let empty = empty.or_else(|| codes::empty_in_words(&description?));
    Motion {
        movement: codes::movement(&code.text),
        mode: event.in_call(&["modeOfTransport", "modeOfTransportCode"]).map(|mode| codes::mode(&mode)),
        empty,
        phase: phase(event),
    }
}

fn phase(event: &Event<'_, '_>) -> Option<Phase> {
    if event.text("isTransshipmentMove").is_some_and(|flag| flag.eq_ignore_ascii_case("true")) {
        return Some(Phase::Transshipment);
    }
    let named = ["movementType", "transportPhase", "transportationPhase"]
        .iter()
        .find_map(|name| codes::phase(&event.text(name)?));
    named
        .or_else(|| codes::phase_of_location(&event.text("shipmentLocationType")?))
        .or_else(|| codes::phase(&event.text("description")?))
}

const CLASSIFIERS: [&str; 2] = ["eventClassifierCode", "eventClassifier"];

/// What the classifier states. `None` if it is missing or unknown, or if two classifiers contradict each other.
fn certainty(event: &Event<'_, '_>) -> Option<Certainty> {
    let mut stated = CLASSIFIERS.iter().filter_map(|name| codes::certainty(&event.text(name)?));
    let first = stated.next()?;
    stated.all(|other| other == first).then_some(first)
}

/// The texts of the classifiers.
fn classifiers(event: &Event<'_, '_>) -> Option<String> {
    let texts: Vec<_> = CLASSIFIERS.iter().filter_map(|name| event.text(name)).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

fn vessel(event: &Event<'_, '_>) -> Option<Vessel> {
    let call = event.call();
    let within = |name: &str| call.and_then(|call| member(call, name)).or_else(|| event.get(name));
    let found = ["vessel", "vesselTransport"].into_iter().find_map(within);
    let named = |name: &str, in_vessel: &[&str]| {
        found.and_then(|vessel| first(vessel, in_vessel)).or_else(|| event.in_call(&[name])).map(Cow::into_owned)
    };
    let name = named("vesselName", &["vesselName", "name"]).or_else(|| found.and_then(as_text).map(Cow::into_owned));
    let number = named("vesselIMONumber", &["vesselIMONumber", "vesselIMO", "IMONumber", "imo"]);
    let imo = number.and_then(|number| imo(&number));
    Vessel::reported(name, imo)
}

/// The number without letters before it. Neither its length nor its check digit is checked.
fn imo(written: &str) -> Option<String> {
    let number = written.trim_start_matches(|c: char| !c.is_ascii_digit()).trim_end_matches(".0");
    number.bytes().any(|byte| byte != b'0').then(|| number.to_owned())
}

/// The import voyage for arrivals and discharges, otherwise the export voyage.
fn voyage(event: &Event<'_, '_>, movement: &Movement) -> Option<String> {
    let of = |direction: &[&str; 3]| {
        let plain = event.in_call(&direction[..2]);
        let parted = || {
            let reference =
                event.call().and_then(|call| member(call, direction[2])).or_else(|| event.get(direction[2]))?;
            as_text(reference).or_else(|| first(reference, &["carrierVoyageNumber", "universalVoyageReference"]))
        };
        plain.or_else(parted)
    };
    let export = ["exportVoyageNumber", "carrierExportVoyageNumber", "exportVoyageNumberOrReference"];
    let import = ["importVoyageNumber", "carrierImportVoyageNumber", "importVoyageNumberOrReference"];
    let is_arrival = matches!(movement, Movement::Arrived | Movement::Berthed | Movement::Discharged);
    let directions = if is_arrival { [import, export] } else { [export, import] };
    let named = directions.iter().find_map(of);
    named
        .or_else(|| event.in_call(&["carrierVoyageNumber", "voyageNumber", "transportLegReference"]))
        .map(Cow::into_owned)
}

/// The container numbers of an event.
#[derive(Default)]
struct Containers {
    valid: Vec<String>,
    /// Texts in place of a container number.
    refused: Vec<String>,
}

impl Containers {
    fn add(&mut self, written: &str) {
        let number = ContainerNumber::compact_written(written).unwrap_or_default();
        match may_be_container(&number) {
            true if !self.valid.contains(&number) => self.valid.push(number),
            false if !self.refused.iter().any(|refused| refused == written) => self.refused.push(written.to_owned()),
            _ => {}
        }
    }

    /// Reports the refused texts. If no container is left, the event applies to an unknown container, and is stored as such.
    fn refuse(
        &self,
        event: Option<tracking::Event>,
        codes: &mut Members,
        problems: &mut Vec<String>,
    ) -> Option<tracking::Event> {
        problems.extend(self.refused.iter().map(|text| format!("{} is not a container number", Quoted(text))));
        let (Some(refused), true) = (self.refused.first(), self.valid.is_empty()) else { return event };
        codes.insert(REFUSED_CONTAINER.to_owned(), refused.clone().into());
        let mut event = event?;
        event.motion = Motion::from(unassigned(&event.motion.movement));
        Some(event)
    }
}

fn containers(event: &Event<'_, '_>) -> Containers {
    let mut containers = Containers::default();
    if let Some(own) = event.first(&["equipmentReference", "containerNumber"]) {
        containers.add(&own);
    }
    if containers.valid.is_empty() {
        let references = references(event).into_iter().filter(|(kind, _)| codes::is_equipment_reference(kind));
        references.for_each(|(_, value)| containers.add(&value));
    }
    containers
}

fn references<'n>(event: &Event<'n, '_>) -> Vec<(Cow<'n, str>, Cow<'n, str>)> {
    let read = |reference: &'n Node<'_>| {
        let kind = first(reference, &["referenceType", "type", "typeCode"])?;
        Some((kind, first(reference, &["referenceValue", "value", "reference"])?))
    };
    items(event.get("references")).iter().filter_map(read).collect()
}

const REFERENCES: [&str; 4] =
    ["documentReferences", "relatedDocumentReferences", "documentReference", "additionalDocumentReferences"];
const BOOKINGS: [&str; 4] = ["carrierBookingReference", "bookingReference", "carrierBookingNumber", "bookingNumber"];
const BILLS: [&str; 4] =
    ["transportDocumentReference", "transportDocumentID", "transportDocumentNumber", "billOfLadingNumber"];

/// Whether bookings or bills of lading are read from a member with this name.
pub(super) fn names_documents(member: &str) -> bool {
    REFERENCES.iter().chain(&BOOKINGS).chain(&BILLS).any(|name| name.eq_ignore_ascii_case(member))
}

/// The bookings and bills of lading that an event names, or an object that contains events.
pub(super) fn documents(event: &Event<'_, '_>) -> Vec<(NumberKind, String)> {
    let mut named: Vec<(NumberKind, String)> = Vec::new();
    let mut name = |kind: Option<Cow<'_, str>>, number: Option<Cow<'_, str>>| {
        let Some((kind, number)) = kind.and_then(|kind| codes::number_kind(&kind)).zip(number) else { return };
        if !named.iter().any(|(known, other)| *known == kind && *other == number) {
            named.push((kind, number.into_owned()));
        }
    };
    for reference in REFERENCES.iter().flat_map(|list| items(event.get(list))) {
        name(
            first(reference, &["documentReferenceType", "type", "typeCode", "documentTypeCode", "documentType"]),
            first(reference, &["documentReferenceValue", "value", "reference", "documentReference", "documentID"]),
        );
    }
    for (kind, value) in references(event) {
        name(Some(kind), Some(value));
    }
    name(document_type(event), event.first(&["documentID", "shipmentID"]));
    name(Some("BKG".into()), event.first(&BOOKINGS));
    name(Some("TRD".into()), event.first(&BILLS));
    named
}

fn document_type<'n>(event: &Event<'n, '_>) -> Option<Cow<'n, str>> {
    event
        .first(&["documentTypeCode", "documentType", "shipmentInformationTypeCode"])
        .or_else(|| first(items(event.get("documentReference")).first()?, &["typeCode", "type"]))
}

fn seal(event: &Event<'_, '_>) -> Option<String> {
    let number =
        |seal: &Node<'_>| first(seal, &["sealNumber", "number"]).or_else(|| as_text(seal)).map(Cow::into_owned);
    items(event.get("seals")).iter().find_map(number)
}

fn sender(event: &Event<'_, '_>) -> Option<String> {
    let party = event.get("publisher").or_else(|| member(event.get("eventRouting")?, "originatingParty"))?;
    first(party, &["carrierCode", "partyCode", "partyName"]).map(Cow::into_owned)
}

/// The members for which facts have no field: codes under their names, all others under `dcsa`.
fn other_members(event: &Event<'_, '_>, code: Option<&Code<'_>>, is_decoded: bool) -> Members {
    let mut codes = Members::new();
    let mut add = |name: &str| {
        if let Some(text) = event.text(name) {
            codes.insert(name.to_owned(), text.into());
        }
    };
    if let Some(code) = code {
        add(code.name);
        if code.kind == Kind::Shipment {
            ["documentTypeCode", "documentType", "shipmentInformationTypeCode"].into_iter().for_each(&mut add);
        }
    }
    ["emptyIndicatorCode", "emptyIndicator"].into_iter().for_each(&mut add);
    let is_unread = |name: &&str| event.text(name).is_some_and(|text| codes::certainty(&text).is_none());
    CLASSIFIERS.into_iter().filter(is_unread).for_each(&mut add);
    let is_whole = |event: &&&Node<'_>| is_decoded && matches!(event, Node::Object(_));
    let rest = event.layers().first().filter(is_whole).and_then(|event| without_decoded_members(event, DEEPEST));
    codes.extend(rest.map(|rest| ("dcsa".to_owned(), rest)));
    codes
}

const DEEPEST: usize = MAX_NESTING - 8;

/// Members that are decoded, or stored among the codes.
const DECODED: [&str; 40] = [
    "carrierExportVoyageNumber",
    "carrierImportVoyageNumber",
    "description",
    "documentReference",
    "documentReferences",
    "documentID",
    "documentType",
    "documentTypeCode",
    "emptyIndicator",
    "emptyIndicatorCode",
    "equipmentEventType",
    "equipmentEventTypeCode",
    "equipmentReference",
    "eventClassifier",
    "eventClassifierCode",
    "eventDateTime",
    "eventType",
    "eventTypeCode",
    "exportVoyageNumber",
    "exportVoyageNumberOrReference",
    "facilityCode",
    "importVoyageNumber",
    "importVoyageNumberOrReference",
    "iotEventType",
    "iotEventTypeCode",
    "locationName",
    "modeOfTransport",
    "movementType",
    "additionalDocumentReferences",
    "relatedDocumentReferences",
    "reeferEventType",
    "reeferEventTypeCode",
    "shipmentEventType",
    "shipmentEventTypeCode",
    "shipmentInformationTypeCode",
    "transportEventType",
    "transportEventTypeCode",
    "UNLocationCode",
    "vesselIMONumber",
    "vesselName",
];

/// Grouped by length, because every member of every event is looked up.
static DECODED_BY_LENGTH: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let longest = DECODED.iter().map(|name| name.len()).max().unwrap_or_default();
    (0..=longest).map(|length| DECODED.into_iter().filter(|name| name.len() == length).collect()).collect()
});

fn is_decoded(name: &str) -> bool {
    DECODED_BY_LENGTH.get(name.len()).is_some_and(|known| known.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The node without decoded members, at most `levels` deep. `None` if nothing is left.
fn without_decoded_members(node: &Node<'_>, levels: usize) -> Option<Value> {
    match node {
        Node::Object(_) | Node::List(_) if levels == 0 => None,
        Node::Object(members) => {
            let left = members.iter().filter(|(name, _)| !is_decoded(name));
            let left: Members = left
                .filter_map(|(name, node)| Some((name.to_string(), without_decoded_members(node, levels - 1)?)))
                .collect();
            (!left.is_empty()).then(|| left.into())
        }
        Node::List(items) => {
            let left: Vec<Value> = items.iter().filter_map(|item| without_decoded_members(item, levels - 1)).collect();
            (!left.is_empty()).then(|| left.into())
        }
        Node::Text(text) => (!text.trim().is_empty()).then(|| text.to_string().into()),
        Node::Null => None,
        plain => Some(plain.clone().into()),
    }
}

/// Reads the place from the call, its location, the location of the event and the event, in this order. Each one fills the
/// gaps of those before it, unless it names another place.
pub(super) fn place(event: &Event<'_, '_>) -> Place {
    let call = event.call();
    let within_call = call.and_then(|call| member(call, "location"));
    let own = [event.get("eventLocation"), event.get("location"), event.layers().first().copied()];
    let named = [call, within_call].into_iter().chain(own).flatten();
    let locations: Vec<Location<'_>> = named.map(|node| Location { node, locode: locode(node) }).collect();
    let locode = locations.iter().find_map(|location| location.locode.clone());
    let here = || locations.iter().filter(|location| location.locode.is_none() || location.locode == locode);
    let first = |names: &[&str]| here().find_map(|at| first(at.node, names));
    let address = || {
        let mut addresses = here().filter_map(|at| member(at.node, "address"));
        addresses.find_map(|address| super::event::first(address, &["city", "name"])).map(Cow::into_owned)
    };
    let name = first(&["locationName"]).map(Cow::into_owned);
    let name = name.or_else(|| here().find_map(|at| text_instead_of_code(at.node)).map(Cow::into_owned));
    let facility = first(&["facilityCode"]).or_else(|| first(&["otherFacility", "facilityName"]));
    Place {
        name: name.or_else(|| if locode.is_none() { address() } else { None }),
        locode: locode.map(Cow::into_owned),
        facility: facility.map(Cow::into_owned),
        timezone: None,
    }
}

struct Location<'n> {
    node: &'n Node<'n>,
    locode: Option<Cow<'n, str>>,
}

/// The UN/LOCODE of a location. A BIC facility code begins with one.
fn locode<'n>(location: &'n Node<'_>) -> Option<Cow<'n, str>> {
    if let Node::Text(_) = location {
        // The name of a town may also have five letters.
        return as_text(location).and_then(as_locode).filter(|code| places::location(code).is_some());
    }
    let named = first(location, &["UNLocationCode", "UNLOCODE", "locationCode"]);
    named.and_then(as_locode).or_else(|| {
        let code = text(location, "facilityCode").filter(|code| code.len() == 9)?;
        let is_bic = text(location, "facilityCodeListProvider").is_some_and(|list| list.eq_ignore_ascii_case("BIC"));
        if is_bic { as_locode(code.get(..5)?.to_owned().into()) } else { None }
    })
}

/// The text in place of a code, if it is not a code.
fn text_instead_of_code<'n>(location: &'n Node<'_>) -> Option<Cow<'n, str>> {
    match location {
        _ if locode(location).is_some() => None,
        Node::Text(_) => as_text(location),
        _ => text(location, "UNLocationCode"),
    }
}

fn as_locode(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    if UnLocode::has_shape(&text) {
        return Some(text);
    }
    if text.len() > 8 {
        return None;
    }
    UnLocode::parse(&text).ok().map(|code| code.as_str().to_owned().into())
}
