//! Reads DCSA Arrival Notices (1.0.0 and its betas), and the notifications about them.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Calls, Event as Members, as_text, first, items, member, text};
use super::event_facts::place;
use super::time;
use crate::decoders::may_be_container;
use crate::decoders::message::{Form, Message, Problem, ReadLimits, Reading};
use crate::error::Quoted;
use crate::numbers::{Imo, NumberKind};
use crate::resources::Timestamp;
use crate::tracking::{
    Certainty, Event, Fact, Mode, Motion, Movement, Node, Particulars, Phase, Place, Statement, TerminalStatus, Vessel,
    normalize_container_number,
};

/// Maximum size of the free times or the charges of a notice, which are stored with its facts, in bytes.
const MAX_STORED: usize = 16 << 10;

const LISTS: [&str; 2] = ["arrivalNotices", "arrivalNoticeNotifications"];

/// Reads the notices; `None` if the text contains none.
pub(super) fn read(answer: &str, limits: &ReadLimits) -> Option<Reading> {
    let node: Node<'_> = serde_json::from_str(answer.trim()).ok()?;
    let listed = LISTS.iter().find_map(|name| Some((format!("/{name}"), member(&node, name)?)));
    let is_listed = listed.is_some();
    let (place, notices) = listed.as_ref().map_or(("", &node), |(place, notices)| (place.as_str(), *notices));
    let notices = items(Some(notices));
    if !is_listed && !notices.first().is_some_and(is_notice) {
        return None;
    }
    let is_alone = !is_listed && matches!(node, Node::Object(_));
    let mut reading = Reading::default();
    for (index, notice) in notices.iter().enumerate() {
        let place = if is_alone { String::new() } else { format!("{place}/{index}") };
        if index >= limits.events {
            let detail = format!("there are more than {} notices; the rest is ignored", limits.events);
            reading.problems.push(Problem::new(place, detail));
            break;
        }
        match is_notice(notice) {
            true => reading.messages.push(Notice::of(notice).into_message(notice, place)),
            false => reading.problems.push(Problem::new(place, "not an Arrival Notice: it has no transport document")),
        }
    }
    Some(reading)
}

fn is_notice(node: &Node<'_>) -> bool {
    text(node, "transportDocumentReference").is_some()
        && ["issueDateTime", "issueDate"].iter().any(|name| member(node, name).is_some())
}

/// A container of a notice.
struct Container {
    number: String,
    size_type: Option<String>,
    seal: Option<String>,
    pickup_days: BTreeSet<String>,
    return_days: BTreeSet<String>,
}

struct Notice {
    bill: String,
    containers: Vec<Container>,
    problems: Vec<String>,
}

impl Notice {
    fn of(node: &Node<'_>) -> Self {
        let bill = text(node, "transportDocumentReference").unwrap_or_default().into_owned();
        let mut notice = Notice { bill, containers: Vec::new(), problems: Vec::new() };
        for item in items(member(node, "utilizedTransportEquipments")) {
            let equipment = member(item, "equipment").unwrap_or(item);
            let seal = items(member(item, "seals")).first().and_then(|seal| first(seal, &["number", "sealNumber"]));
            let size_type = text(equipment, "ISOEquipmentCode").map(|code| code.into_owned());
            if let Some(number) = text(equipment, "equipmentReference") {
                notice.add_container(&number, size_type, seal.map(|seal| seal.into_owned()));
            }
        }
        for number in items(member(node, "equipmentReferences")).iter().filter_map(as_text) {
            notice.add_container(&number, None, None);
        }
        for term in ["freeTimes", "freetime"].iter().flat_map(|name| items(member(node, name))) {
            notice.add_free_time(term);
        }
        notice
    }

    fn add_container(&mut self, stated: &str, size_type: Option<String>, seal: Option<String>) {
        let number = normalize_container_number(stated);
        if !may_be_container(&number) {
            self.problems.push(format!("{} is not a container number, and is not used as one", Quoted(stated)));
        } else if self.containers.iter().all(|known| known.number != number) {
            let (pickup_days, return_days) = (BTreeSet::new(), BTreeSet::new());
            self.containers.push(Container { number, size_type, seal, pickup_days, return_days });
        }
    }

    /// Notes the last free day of a term. A term without a day has none: how it is counted is free text.
    fn add_free_time(&mut self, term: &Node<'_>) {
        let Some(stated) = text(term, "lastFreeDate") else { return };
        let day = time::timestamp(&stated).ok().flatten().and_then(|at| at.date());
        let Some(day) = day.map(|day| day.to_string()) else {
            self.problems.push(format!("the last free day {} is not a date", Quoted(&stated)));
            return;
        };
        let kinds = ["typeCodes", "typeCode", "freetimeTypeCode"].iter().flat_map(|name| items(member(term, name)));
        let kinds: Vec<String> = kinds.filter_map(as_text).map(|kind| kind.to_ascii_uppercase()).collect();
        let is_of = |codes: [&str; 2]| kinds.iter().any(|kind| codes.contains(&kind.as_str()));
        let (is_return, is_pickup) = (is_of(["DET", "PDM"]), is_of(["DEM", "STO"]));
        let texts = |names: [&str; 2]| -> Vec<String> {
            let listed = names.iter().flat_map(|name| items(member(term, name)));
            listed.filter_map(as_text).map(|text| normalize_container_number(&text)).collect()
        };
        let numbers = texts(["equipmentReferences", "equipmentReference"]);
        let sizes = texts(["ISOEquipmentCodes", "ISOEquipmentCode"]);
        for container in &mut self.containers {
            let is_size =
                |size: &String| container.size_type.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(size));
            if !(numbers.is_empty() || numbers.contains(&container.number))
                || !(sizes.is_empty() || sizes.iter().any(is_size))
            {
                continue;
            }
            // A term for both lasts until the empty container is returned.
            if is_return {
                container.return_days.insert(day.clone());
            } else if is_pickup {
                container.pickup_days.insert(day.clone());
            }
        }
    }

    fn into_message(mut self, node: &Node<'_>, place: String) -> Message {
        let mut message = Message { place, ..Message::of(Form::DcsaArrivalNotice) };
        message.sender = text(node, "carrierCode").map(|code| code.into_owned());
        message.sent_at =
            first(node, &["issueDateTime", "issueDate"]).and_then(|at| time::timestamp(&at).ok().flatten());
        message.add_number(NumberKind::BillOfLading, &self.bill);
        self.containers.iter().for_each(|container| message.add_number(NumberKind::Container, &container.number));
        let route = Route::of(node, &mut self.problems);
        let numbers: Vec<String> = self.containers.iter().map(|container| container.number.clone()).collect();
        message.facts.extend(route.facts(&self.bill, numbers));
        let stored = stored_members(node, &mut self.problems);
        if let Some(fact) = message.facts.iter_mut().find(|fact| matches!(fact.statement, Statement::Event(_))) {
            fact.codes.extend(stored);
        }
        for container in std::mem::take(&mut self.containers) {
            message.facts.extend(self.terminal_status(container));
        }
        message.problems = self.problems.into_iter().map(|detail| Problem::new("", detail)).collect();
        message
    }

    fn terminal_status(&mut self, container: Container) -> Option<Fact> {
        let Container { number, size_type, seal, pickup_days, return_days } = container;
        let mut only = |days: BTreeSet<String>, kind: &str| {
            let days: Vec<String> = days.into_iter().collect();
            match days.as_slice() {
                [] => None,
                [day] => Some(Timestamp::new(day.as_str())),
                _ => {
                    let days = days.join(" and ");
                    self.problems
                        .push(format!("{number} has several last free days for {kind} ({days}); none is used"));
                    None
                }
            }
        };
        let status = TerminalStatus {
            pickup_lfd_line: only(pickup_days, "pick-up"),
            return_lfd_line: only(return_days, "return"),
            size_type,
            seal_number: seal,
            ..TerminalStatus::default()
        };
        (status != TerminalStatus::default()).then(|| Fact::terminal_status(&number, status))
    }
}

/// The free times and the charges, as the notice states them.
fn stored_members(node: &Node<'_>, problems: &mut Vec<String>) -> BTreeMap<String, serde_json::Value> {
    let mut stored = BTreeMap::new();
    for (name, known) in [("free_times", ["freeTimes", "freetime"]), ("charges", ["charges", "charges"])] {
        let Some(value) = known.iter().find_map(|name| member(node, name)) else { continue };
        let value = serde_json::Value::from(value.clone());
        if value.to_string().len() <= MAX_STORED {
            stored.insert(name.to_owned(), value);
        } else {
            problems.push(format!("`{name}` has more than {MAX_STORED} bytes, and is not stored"));
        }
    }
    stored
}

/// A date with its certainty.
type Dated = Option<(Certainty, Timestamp)>;

struct Route {
    port_of_lading: Option<Place>,
    port_of_discharge: Option<Place>,
    delivery: Option<Place>,
    arrival: Dated,
    delivered: Dated,
    vessel: Option<Vessel>,
    voyage: Option<String>,
}

impl Route {
    fn of(notice: &Node<'_>, problems: &mut Vec<String>) -> Self {
        let transport = member(notice, "transport").or_else(|| member(notice, "transports"));
        let find =
            |name: &&str| transport.and_then(|transport| member(transport, name)).or_else(|| member(notice, name));
        let mut date = |names: [&str; 2]| {
            let node = names.iter().find_map(find)?;
            let stated = as_text(node).or_else(|| text(node, "value"))?;
            let certainty = match text(node, "classifier").as_deref() {
                Some("ACT") => Certainty::Actual,
                Some("PLN") => Certainty::Planned,
                _ => Certainty::Estimated,
            };
            match time::timestamp(&stated) {
                Ok(at) => Some((certainty, at?)),
                Err(problem) => {
                    problems.push(problem);
                    None
                }
            }
        };
        let arrival = date(["portOfDischargeArrivalDate", "etaAtPortOfDischargeDate"]);
        let delivered = date(["placeOfDeliveryArrivalDate", "etaAtPlaceOfDeliveryDate"]);
        let location = |name: &str| find(&name).map(location).filter(|place| !place.is_empty());
        let port_of_discharge = location("portOfDischarge");
        let voyage = voyage(transport, notice, port_of_discharge.as_ref());
        Route {
            port_of_lading: location("portOfLoading"),
            delivery: location("placeOfDelivery"),
            port_of_discharge,
            arrival,
            delivered,
            vessel: voyage.and_then(vessel),
            voyage: voyage.and_then(|node| {
                let names = [
                    "carrierImportVoyageNumber",
                    "carrierVoyageNumber",
                    "universalImportVoyageReference",
                    "universalVoyageReference",
                ];
                first(node, &names).map(|number| number.into_owned())
            }),
        }
    }

    fn facts(self, bill: &str, containers: Vec<String>) -> Vec<Fact> {
        let Route { port_of_lading, port_of_discharge, delivery, arrival, delivered, vessel, voyage } = self;
        let is_inland = delivery.as_ref().is_some_and(|place| Some(place) != port_of_discharge.as_ref());
        let event = |movement: Motion, (certainty, at): (Certainty, Timestamp), place: Option<Place>| Event {
            certainty,
            place: place.unwrap_or_default(),
            documents: vec![bill.to_owned()],
            ..Event::estimated(movement, at)
        };
        let motion = |mode| Motion { mode, phase: Some(Phase::Import), ..Motion::from(Movement::Arrived) };
        let arrival = arrival.map(|time| Event {
            vessel,
            voyage,
            ..event(motion(Some(Mode::Vessel)), time, port_of_discharge.clone())
        });
        let delivered = if is_inland { delivered } else { None };
        let delivered = delivered.map(|time| event(motion(Some(Mode::Truck)), time, delivery.clone()));
        let has_port = port_of_lading.is_some() || port_of_discharge.is_some();
        let destination = if is_inland { delivery } else { None };
        let particulars = Particulars { port_of_lading, port_of_discharge, destination, containers, left: Vec::new() };
        let particulars = has_port.then(|| Fact::particulars(particulars));
        particulars.into_iter().chain([arrival, delivered].into_iter().flatten().map(Fact::shipment_event)).collect()
    }
}

/// The object with the vessel that arrives at the port of discharge.
fn voyage<'n, 't>(
    transport: Option<&'n Node<'t>>,
    notice: &'n Node<'t>,
    port_of_discharge: Option<&Place>,
) -> Option<&'n Node<'t>> {
    let within = |name: &str| items(transport.and_then(|transport| member(transport, name)));
    let legs: Vec<&Node<'_>> = within("legs").iter().filter(|leg| member(leg, "vesselVoyage").is_some()).collect();
    let ends_there = |leg: &&&Node<'_>| {
        let end = member(leg, "dischargeLocation").map(location);
        end.and_then(|place| place.locode) == port_of_discharge.and_then(|place| place.locode.clone())
    };
    let leg = legs.iter().rfind(ends_there).or(legs.last()).and_then(|leg| member(leg, "vesselVoyage"));
    let typed = |code: &'static str| {
        let is_typed = move |node: &&Node<'_>| text(node, "typeCode").is_some_and(|own| own.eq_ignore_ascii_case(code));
        within("vesselVoyages").iter().find(is_typed)
    };
    leg.or_else(|| typed("POD"))
        .or_else(|| typed("DC"))
        .or_else(|| member(notice, "vesselVoyageAtPOD"))
        .or_else(|| member(notice, "vesselVoyageAtDestinationCountry"))
}

fn vessel(voyage: &Node<'_>) -> Option<Vessel> {
    let name = first(voyage, &["vesselName", "name"]).map(|name| name.into_owned());
    let imo = text(voyage, "vesselIMONumber").and_then(|text| Some(Imo::digits_of(&text)?.into_owned()));
    Vessel::reported(name, imo)
}

fn location(node: &Node<'_>) -> Place {
    let no_calls = Calls::default();
    let read = place(&Members::new(node, None, &no_calls));
    let facility = || member(node, "facility").and_then(|facility| first(facility, &["facilityCode", "facilityName"]));
    let facility = read.facility.or_else(|| facility().map(|facility| facility.into_owned()));
    Place { facility, ..read }
}
