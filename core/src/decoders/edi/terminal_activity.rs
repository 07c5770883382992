//! Decodes X12 322: what happened to a container at a terminal or a railway ramp.

use std::borrow::Cow;

use super::codes;
use super::decoding::Decoding;
use super::interchange::{Problem, ProblemCode};
use super::place::{LocodesOfMessage, PlaceElements};
use super::segment::{Fields, Segment};
use super::status_details::{Common, empty};
use super::status_facts::{FreeDaysOf, Role, StatusReport, Stop};
use super::text::{any, capitals, container_number, in_capitals};
use super::time;
use crate::resources::DataSource;
use crate::tracking::Place;

pub(super) fn decode(message: &mut Decoding<'_>) {
    let segments = message.segments;
    let common = Common::of(segments, message);
    let equipment = Equipment::of(segments, &common);
    let is_of_railway = segments.iter().any(|segment| {
        let fields = segment.fields();
        segment.is(b"N1") && fields.get(1).eq_ignore_ascii_case("RR")
    });
    let mut has_status = false;
    for segment in segments.iter().filter(|segment| segment.is(b"Q5")) {
        has_status = true;
        add_status(message, segment, &common, &equipment, is_of_railway);
    }
    if !has_status {
        message.missing("Q5", "the message has no status");
    }
}

/// The containers of the message, and what it states about them.
#[derive(Default)]
struct Equipment<'m> {
    containers: Vec<String>,
    size_type: Option<Cow<'m, str>>,
    seal: Option<Cow<'m, str>>,
    empty: Option<bool>,
}

impl<'m> Equipment<'m> {
    fn of(segments: &'m [Segment<'_>], common: &Common<'_>) -> Self {
        let mut equipment = Equipment::default();
        for segment in segments {
            let fields = segment.fields();
            match segment.tag_in_capitals.bytes() {
                b"N7" if !is_vehicle(&fields.get(11)) => {
                    equipment.add(&fields, [1, 2, 18], common);
                    equipment.size_type = equipment.size_type.take().or_else(|| any(fields.get(22)));
                }
                b"W2" => {
                    if equipment.containers.is_empty() && !is_vehicle(&fields.get(4)) {
                        equipment.add(&fields, [1, 2, 13], common);
                    }
                    equipment.empty = equipment.empty.or_else(|| empty(&fields.get(5)));
                }
                b"M7" => equipment.seal = equipment.seal.take().or_else(|| any(fields.get(1))),
                _ => {}
            }
        }
        if equipment.containers.is_empty() {
            equipment.containers.clone_from(&common.containers);
        }
        // Size and seal belong to one container.
        if equipment.containers.len() > 1 {
            (equipment.size_type, equipment.seal) = (None, None);
        }
        equipment
    }

    fn add(&mut self, fields: &Fields<'_>, [initial, digits, check_digit]: [usize; 3], common: &Common<'_>) {
        let [initial, digits, check_digit] = [initial, digits, check_digit].map(|element| fields.get(element));
        let number = container_number(&initial, &digits, &check_digit, &common.containers);
        self.containers.extend(number.filter(|number| !self.containers.contains(number)));
    }
}

/// Whether the equipment is a chassis, a trailer or a rail car, and no container.
fn is_vehicle(description: &str) -> bool {
    matches!(&*capitals(description), "CH" | "CZ" | "CJ" | "CK" | "TL" | "TF" | "TV" | "TW" | "RR" | "RF" | "RC" | "FR")
}

fn add_status(
    message: &mut Decoding<'_>,
    segment: &Segment<'_>,
    common: &Common<'_>,
    equipment: &Equipment<'_>,
    is_of_railway: bool,
) {
    let fields = segment.fields();
    let code = in_capitals(fields.get(1));
    if code.is_empty() {
        let problem = Problem::new(ProblemCode::MissingElement, "the status code is missing");
        equipment.containers.iter().for_each(|number| message.name_container(number));
        message.report_unread(problem.at(segment.number, "Q5").in_element(1), &segment.text);
        return;
    }
    let (date, clock) = (fields.get(2), fields.get(3));
    let read = time::x12(&date, &clock, &fields.get(4));
    if read.is_some() && time::is_no_time(&clock) {
        message.report_invalid_time(&clock, segment, 3);
    }
    let at = message.time(read, &date, segment, 2);
    let (kind, free_days_of) = match is_of_railway {
        true => (DataSource::Rail, FreeDaysOf::Railway),
        false => (DataSource::Terminal, FreeDaysOf::Terminal),
    };
    let report = StatusReport {
        code,
        segment: &segment.text,
        at: common.time(at),
        place: place(&fields, &common.stops, &message.locodes),
        empty: equipment.empty,
        vessel: common.vessel.as_ref(),
        voyage: common.voyage.as_deref(),
        documents: &common.documents,
        containers: Cow::Borrowed(&equipment.containers),
        size_type: equipment.size_type.as_deref().map(Cow::Borrowed),
        seal: equipment.seal.as_deref().or(common.seal.as_deref()),
        continues_by_rail: is_of_railway || common.continues_by_rail,
        stops: &common.stops,
        free_days_of,
        ..StatusReport::default()
    };
    let source = message.sender_as(kind);
    let mut meaning = message.meaning(&report.code);
    // "Arrived" is about the train in a message of a railway. In others, it may be about a truck.
    if is_of_railway && report.code == "A" && meaning == codes::meaning("A") {
        meaning = codes::meaning("AR");
    }
    message.status_from(&source, report, meaning, segment, 1);
}

/// The city of the status. Empty if the route has the place of activity, which is used then.
fn place(q5: &Fields<'_>, stops: &[Stop<'_>], named: &LocodesOfMessage<'_>) -> Place {
    if stops.iter().any(|stop| stop.role == Role::Activity && !stop.place.is_empty()) {
        return Place::default();
    }
    let elements = PlaceElements { name: q5.get(6), country: q5.get(8), ..PlaceElements::default() };
    let place = elements.place(named);
    Stop::of(Role::Activity, elements, q5.get(7), place).place
}
