//! Decodes EDIFACT IFTSTA: statuses of consignments and their containers.

use std::borrow::Cow;

use super::codes::Meaning;
use super::decoding::Decoding;
use super::interchange::{Problem, ProblemCode};
use super::legs::{Leg, join, leg, leg_at, main_leg, move_departures, only_mode};
use super::place::{CodeList, LocodesOfMessage, PlaceElements};
use super::segment::{Fields, Segment};
use super::status_details::prefer_actual;
use super::status_facts::{FreeDaysOf, Role, StatusReport, Stop};
use super::text::{any, capitals, container_in_one, in_capitals, is_container, some};
use super::time;
use super::weight::Weight;
use crate::decoders::may_be_container;
use crate::places::timezone;
use crate::resources::Timestamp;
use crate::shipping_lines;
use crate::tracking::{Certainty, Mode, Place};

pub(super) fn decode(message: &mut Decoding<'_>) {
    let segments = message.segments;
    let is_withdrawn =
        segments.iter().find(|segment| segment.is(b"BGM")).is_some_and(|bgm| is_cancelled(&bgm.fields()));
    let mut header: References<'_> = References::default();
    let mut message_header: Option<References<'_>> = None;
    let mut status: Option<Status<'_>> = None;
    let mut has_status = false;
    for segment in segments {
        let fields = segment.fields();
        match segment.tag_in_capitals.bytes() {
            b"STS" => {
                has_status = true;
                finish(message, status.take(), &header, is_withdrawn);
                status = Some(Status::new(segment, &fields));
            }
            // A new consignment. Segments between CNI and its first status apply to all of its statuses.
            b"CNI" => {
                finish(message, status.take(), &header, is_withdrawn);
                header.clone_from(message_header.get_or_insert_with(|| header.clone()));
                if let Some(bill) = bill_of(&fields) {
                    message.bill(&mut header.documents, &bill);
                }
            }
            b"RFF" => match &mut status {
                Some(status) => status.references.add(&fields, message),
                None => header.add(&fields, message),
            },
            b"NAD" if fields.get(1).eq_ignore_ascii_case("CA") && message.numbers.scac.is_none() => {
                message.numbers.scac = some(&fields.part(2, 1));
            }
            tag => match &mut status {
                Some(status) => status.add_segment(tag, segment, &fields, message),
                None => header.add_segment(tag, &fields, message),
            },
        }
    }
    finish(message, status, &header, is_withdrawn);
    if !has_status {
        message.missing("STS", "the message has no status");
    }
}

/// The bill of lading in a CNI segment. `None` if the number does not begin with a carrier's code, because some senders write numbers of
/// their systems there.
fn bill_of<'m>(cni: &Fields<'m>) -> Option<Cow<'m, str>> {
    let number = cni.part(2, 1);
    let has_carrier_code = number.get(..4).is_some_and(|code| shipping_lines::by_scac(code).is_some());
    (has_carrier_code && number.len() >= 8 && !is_container(&number)).then_some(number)
}

pub(super) fn is_cancelled(bgm: &Fields<'_>) -> bool {
    matches!(&*bgm.get(3), "1" | "3")
}

/// References (RFF), containers (EQD) and places (LOC) of a message, a consignment or a status.
#[derive(Default, Clone)]
pub(super) struct References<'m> {
    pub documents: Vec<String>,
    pub containers: Vec<String>,
    pub seal: Option<Cow<'m, str>>,
    stops: Vec<Stop<'m>>,
}

impl<'m> References<'m> {
    pub fn add(&mut self, fields: &Fields<'m>, message: &mut Decoding<'_>) {
        let value = fields.part(1, 2);
        match &*capitals(&fields.part(1, 1)) {
            "BM" | "MB" => message.bill(&mut self.documents, &value),
            "BN" => message.booking(&mut self.documents, &value),
            "EQ" => {
                container_in_one(&value).into_iter().for_each(|number| _ = message.add(&mut self.containers, &number))
            }
            "SN" => self.seal = any(value),
            _ => {}
        }
    }

    fn add_segment(&mut self, tag: &[u8], fields: &Fields<'m>, message: &mut Decoding<'_>) {
        match tag {
            b"LOC" => {
                let stop = stop(fields, &message.locodes);
                stop.into_iter().for_each(|stop| message.add_bounded(&mut self.stops, stop));
            }
            b"EQD" => {
                let number = Equipment::of(fields).number;
                number.into_iter().for_each(|number| _ = message.add(&mut self.containers, &number));
            }
            _ => {}
        }
    }
}

struct Status<'s> {
    segment: &'s Segment<'s>,
    code: Cow<'s, str>,
    description: Option<Cow<'s, str>>,
    at: Option<Timestamp>,
    /// Whether `at` has the ambiguous time zone `CST`.
    is_cst: bool,
    references: References<'s>,
    containers: Vec<String>,
    empty: Option<bool>,
    size_type: Option<Cow<'s, str>>,
    weight: Option<Weight>,
    place: Option<Stop<'s>>,
    legs: Vec<Leg<'s>>,
    stops: Vec<Stop<'s>>,
    /// Whether times that follow belong to the last stop, and not to the status.
    in_stop: bool,
}

impl<'s> Status<'s> {
    fn new(segment: &'s Segment<'s>, fields: &Fields<'s>) -> Self {
        let code = fields.part(2, 1);
        // Some senders write the status code in the element of the category. A category is a number, so text with letters is a status code.
        let is_code = |text: &Cow<'_, str>| text.bytes().any(|byte| byte.is_ascii_alphabetic());
        let code = any(code).or_else(|| Some(fields.part(1, 1)).filter(is_code)).unwrap_or_default();
        let description = any(fields.part(2, 4)).or_else(|| any(fields.part(2, 5)));
        Status {
            segment,
            code: in_capitals(code),
            description,
            at: None,
            is_cst: false,
            references: References::default(),
            containers: Vec::new(),
            empty: None,
            size_type: None,
            weight: None,
            place: None,
            legs: Vec::new(),
            stops: Vec::new(),
            in_stop: false,
        }
    }

    fn add_segment(&mut self, tag: &[u8], segment: &Segment<'_>, fields: &Fields<'s>, message: &mut Decoding<'_>) {
        match tag {
            b"DTM" => self.time(segment, fields, message),
            b"LOC" => {
                let stop = stop(fields, &message.locodes);
                self.in_stop = !self.legs.is_empty();
                match stop {
                    Some(stop) if stop.role == Role::Activity || self.legs.is_empty() && self.place.is_none() => {
                        self.place = Some(stop);
                        self.in_stop = false;
                    }
                    Some(stop) => message.add_bounded(&mut self.stops, stop),
                    None => self.in_stop = false,
                }
            }
            b"TDT" => {
                message.add_bounded(&mut self.legs, leg(fields, self.stops.len()));
                self.in_stop = false;
            }
            b"EQD" => {
                let equipment = Equipment::of(fields);
                self.containers.extend(equipment.number);
                self.empty = self.empty.or(equipment.empty);
                self.size_type = self.size_type.take().or(equipment.size_type);
            }
            b"MEA" => self.weight = self.weight.max(Weight::of(fields)),
            b"SEL" => self.references.seal = any(fields.get(1)),
            _ => {}
        }
    }

    fn time(&mut self, segment: &Segment<'_>, fields: &Fields<'_>, message: &mut Decoding<'_>) {
        let Some((qualifier, at)) = message.moment(segment, fields) else { return };
        let is_cst = time::ends_with_cst(&fields.part(1, 2));
        match (self.in_stop, self.stops.last_mut()) {
            (true, Some(stop)) => {
                let at = if is_cst { resolve_cst(at, &stop.place) } else { at };
                stop_time(stop, &qualifier, at);
            }
            _ if qualifier == "334" || self.at.is_none() && self.legs.is_empty() && qualifier != "137" => {
                self.at = Some(at);
                self.is_cst = is_cst;
            }
            _ => {}
        }
    }
}

/// Resolves the time zone `CST`: US central time at places in America, local time elsewhere, because China Standard Time has the same
/// abbreviation.
fn resolve_cst(at: Timestamp, place: &Place) -> Timestamp {
    let zone = place.timezone.as_deref().or_else(|| timezone(place.locode.as_deref()?));
    match at.as_str().get(..19) {
        Some(local) if zone.is_some_and(|zone| !zone.starts_with("America/")) => Timestamp::new(local),
        _ => at,
    }
}

pub(super) fn stop_time(stop: &mut Stop<'_>, qualifier: &str, at: Timestamp) {
    let (time, certainty) = match qualifier {
        "132" | "17" | "232" => (&mut stop.arrival, Certainty::Estimated),
        "133" | "189" => (&mut stop.departure, Certainty::Estimated),
        "178" | "35" => (&mut stop.arrival, Certainty::Actual),
        "186" | "136" => (&mut stop.departure, Certainty::Actual),
        _ => return,
    };
    prefer_actual(time, certainty, at);
}

pub(super) fn stop<'m>(fields: &Fields<'m>, locodes: &LocodesOfMessage<'_>) -> Option<Stop<'m>> {
    let role = match &*fields.get(1) {
        "88" => Role::Receipt,
        "9" => Role::Lading,
        "13" => Role::Transshipment,
        "11" | "12" => Role::Discharge,
        "7" => Role::Delivery,
        "175" | "165" => Role::Activity,
        // 147 is a place only in code list 139. In other code lists, it is a position on board the vessel.
        "147" if fields.part(2, 2) == "139" => Role::Activity,
        _ => return None,
    };
    let country =
        Some(fields.part(3, 1)).filter(|code| code.len() == 2 && code.bytes().all(|b| b.is_ascii_alphabetic()));
    let facility = fields.part(if country.is_some() { 4 } else { 3 }, 1);
    let elements = PlaceElements {
        code_list: CodeList::of_location(fields),
        code: fields.part(2, 1),
        name: fields.part(2, 4),
        country: country.unwrap_or_default(),
        facility,
    };
    let place = elements.place(locodes);
    Some(Stop::of(role, elements, "".into(), place))
}

pub(super) struct Equipment<'m> {
    pub number: Option<String>,
    pub size_type: Option<Cow<'m, str>>,
    pub empty: Option<bool>,
    pub status: Cow<'m, str>,
}

impl<'m> Equipment<'m> {
    pub fn of(fields: &Fields<'m>) -> Self {
        let is_container = fields.get(1).eq_ignore_ascii_case("CN");
        Equipment {
            number: if is_container { container_in_one(&fields.part(2, 1)) } else { None },
            size_type: any(fields.part(3, 1)).filter(|code| code.bytes().any(|byte| byte != b'0')),
            empty: match &*fields.get(6) {
                "4" => Some(true),
                "5" | "7" | "8" => Some(false),
                _ => None,
            },
            status: fields.get(5),
        }
    }
}

/// The first list with a container number, and the texts in all lists that are not container numbers.
fn first_with_container<'l>(lists: [&'l Vec<String>; 3]) -> Cow<'l, [String]> {
    let is_valid = |number: &&String| may_be_container(number);
    let chosen =
        lists.into_iter().find(|list| list.iter().any(|number| is_valid(&number))).map_or(&[][..], Vec::as_slice);
    let mut refused = lists.into_iter().flatten().filter(|number| !is_valid(number)).peekable();
    match refused.peek() {
        None => chosen.into(),
        Some(_) => chosen.iter().filter(is_valid).chain(refused).cloned().collect(),
    }
}

/// Converts a completed status into facts.
fn finish<'s>(message: &mut Decoding<'_>, status: Option<Status<'s>>, header: &References<'s>, is_withdrawn: bool) {
    let Some(mut status) = status else { return };
    if status.code.is_empty() {
        let problem = Problem::new(ProblemCode::MissingElement, "the status code is missing");
        let lists = [&status.containers, &status.references.containers, &header.containers];
        let named = first_with_container(lists);
        named.iter().filter(|number| may_be_container(number)).for_each(|number| message.name_container(number));
        message.report_unread(problem.at(status.segment.number, "STS").in_element(2), &status.segment.text);
        return;
    }
    let of_status = &status.references.documents;
    let documents = if of_status.is_empty() { &header.documents } else { of_status };
    let lists = [&status.containers, &status.references.containers, &header.containers];
    let containers = first_with_container(lists);
    // EQD and RFF should name the same containers. Without one in EQD, `containers` has those of RFF.
    let is_in_eqd = status.containers.iter().any(|number| may_be_container(number));
    let is_other = |number: &&String| may_be_container(number) && !containers.contains(number);
    let other_container = is_in_eqd.then(|| status.references.containers.iter().find(is_other).cloned()).flatten();
    let place = status.place.take().map(|stop| stop.place).unwrap_or_default();
    move_departures(&status.legs, &mut status.stops);
    let meaning = if status.legs.len() > 1 { message.meaning(&status.code) } else { None };
    let moving_leg = match meaning {
        Some(Meaning::Event { motion, .. }) => leg_at(&status.legs, &status.stops, &place, &motion),
        _ => None,
    };
    join(&status.legs, &mut status.stops, &header.stops);
    for stop in &header.stops {
        if status.stops.iter().all(|own| own.role != stop.role) {
            status.stops.push(stop.clone());
        }
    }
    let sea_leg =
        moving_leg.filter(|leg| leg.is_by_sea()).or_else(|| main_leg(&status.legs)).filter(|leg| leg.is_by_sea());
    let continues_by_rail = status.legs.iter().any(|leg| leg.mode() == Some(Mode::Rail));
    let report = StatusReport {
        code: status.code,
        description: status.description,
        segment: &status.segment.text,
        at: status.at.map(|at| if status.is_cst { resolve_cst(at, &place) } else { at }),
        place,
        fallback_place_name: None,
        empty: status.empty,
        phase: None,
        mode: moving_leg.map_or_else(|| only_mode(&status.legs), Leg::mode),
        vessel: sea_leg.and_then(|leg| leg.vessel.as_ref()),
        voyage: sea_leg.and_then(|leg| leg.voyage.as_deref()),
        documents,
        containers,
        refused_container: None,
        other_container,
        size_type: status.size_type.as_deref().map(Cow::Borrowed),
        weight: status.weight,
        seal: status.references.seal.as_deref().or(header.seal.as_deref()),
        continues_by_rail,
        stops: &status.stops,
        is_withdrawn,
        free_days_of: FreeDaysOf::Line,
    };
    message.status(report, status.segment, 2);
}
