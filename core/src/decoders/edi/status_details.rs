//! Decodes X12 315: the status of a container with an ocean carrier.

use std::borrow::Cow;

use super::decoding::Decoding;
use super::interchange::{Problem, ProblemCode};
use super::place::{CodeList, LocodesOfMessage, PlaceElements, by_schedule, has_name};
use super::segment::{Fields, Segment};
use super::status_facts::{Role, StatusReport, Stop};
use super::text::{any, capitals, compact, container_in_one, container_number, in_capitals, some};
use super::time;
use crate::decoders::may_be_container;
use crate::numbers::Imo;
use crate::resources::Timestamp;
use crate::tracking::{Certainty, Place, Vessel};

pub(super) fn decode(message: &mut Decoding<'_>) {
    let segments = message.segments;
    let mut statuses = segments.iter().filter(|segment| segment.is(b"B4"));
    let Some(status) = statuses.next() else {
        return message.missing("B4", "the message has no status");
    };
    let common = Common::of(segments, message);
    add_status(message, status, &common);
    // The standard has one status in each message.
    statuses.for_each(|status| add_status(message, status, &common));
    for segment in segments.iter().filter(|segment| segment.is(b"SG")) {
        add_further_status(message, status, segment, &common);
    }
}

/// The references, the vessel and the route, which the kinds of messages have in common.
#[derive(Default)]
pub(super) struct Common<'m> {
    pub documents: Vec<String>,
    pub containers: Vec<String>,
    pub seal: Option<Cow<'m, str>>,
    pub vessel: Option<Vessel>,
    pub voyage: Option<Cow<'m, str>>,
    pub continues_by_rail: bool,
    pub stops: Vec<Stop<'m>>,
    seen_at: Option<String>,
}

impl<'m> Common<'m> {
    pub fn of(segments: &'m [Segment<'_>], message: &mut Decoding<'_>) -> Self {
        let mut common: Common<'m> = Common::default();
        let mut at_stop = false;
        for segment in segments {
            let fields = segment.fields();
            match segment.tag_in_capitals.bytes() {
                b"N9" => common.reference(&fields, message),
                b"Q2" => common.vessel(&fields, [1, 9, 13, 12]),
                b"V1" if common.vessel.is_none() => common.vessel(&fields, [1, 4, 2, 8]),
                b"R4" => {
                    let stop = stop(&fields, &message.locodes);
                    at_stop = stop.is_some();
                    if stop.as_ref().is_some_and(|stop| stop.role == Role::Activity) {
                        let seen_at = common.seen_at.take();
                        common.seen_at = seen_at.or_else(|| by_schedule(&fields.get(2), &fields.get(3))?.name);
                    }
                    stop.into_iter().for_each(|stop| message.add_bounded(&mut common.stops, stop));
                }
                b"DTM" if at_stop => {
                    let stop = common.stops.last_mut();
                    stop.into_iter().for_each(|stop| stop_time(stop, segment, &fields, message));
                }
                b"SG" | b"N7" | b"LX" => at_stop = false,
                _ => {}
            }
        }
        common
    }

    fn reference(&mut self, fields: &Fields<'m>, message: &mut Decoding<'_>) {
        let value = fields.get(2);
        match &*capitals(&fields.get(1)) {
            "BM" | "OB" | "MB" => message.bill(&mut self.documents, &value),
            "BN" => message.booking(&mut self.documents, &value),
            "EQ" => {
                container_in_one(&value).into_iter().for_each(|number| _ = message.add(&mut self.containers, &number))
            }
            "SN" if self.seal.is_none() => self.seal = any(value),
            "SCA" => message.numbers.scac = message.numbers.scac.take().or_else(|| some(&value)),
            "RR" => self.continues_by_rail = true,
            _ => {}
        }
    }

    /// Completes the time with the time of day and the time code that are stated at the place.
    pub fn time(&self, at: Option<Timestamp>) -> Option<Timestamp> {
        let seen =
            self.stops.iter().filter(|stop| stop.role == Role::Activity).filter_map(|stop| stop.arrival.as_ref());
        let mut seen = seen.filter(|(certainty, _)| *certainty == Certainty::Actual).map(|(_, at)| at);
        let completes = |there: &&Timestamp| at.as_ref().is_none_or(|at| there.as_str().starts_with(at.as_str()));
        seen.find(completes).cloned().or(at)
    }

    fn vessel(&mut self, fields: &Fields<'m>, [code, voyage, name, kind]: [usize; 4]) {
        let is_lloyds = fields.get(kind).eq_ignore_ascii_case("L");
        let name = some(&fields.get(name));
        let imo = imo(&fields.get(code), is_lloyds);
        self.vessel = Vessel::reported(name, imo);
        self.voyage = any(fields.get(voyage));
    }
}

/// The IMO number, if the code is marked as a Lloyd's number or has the right check digit.
pub(super) fn imo(code: &str, is_lloyds: bool) -> Option<String> {
    let code = compact(code);
    let digits = code.strip_prefix("IMO").or_else(|| code.strip_prefix('L')).unwrap_or(&code);
    let has_shape = digits.len() == 7 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (has_shape && (is_lloyds || Imo::parse(digits).is_ok())).then(|| digits.to_owned())
}

fn stop<'m>(fields: &Fields<'m>, locodes: &LocodesOfMessage<'_>) -> Option<Stop<'m>> {
    let role = match &*capitals(&fields.get(1)) {
        "R" => Role::Receipt,
        "L" => Role::Lading,
        "T" | "Y" => Role::Transshipment,
        "D" => Role::Discharge,
        "E" | "M" => Role::Delivery,
        "I" | "5" => Role::Activity,
        _ => return None,
    };
    let (qualifier, code) = (fields.get(2), fields.get(3));
    let elements = PlaceElements {
        code_list: CodeList::of_qualifier(&qualifier),
        code: code.clone(),
        name: fields.get(4),
        country: fields.get(5),
        facility: fields.get(6),
    };
    let mut place = elements.place(locodes);
    let is_unnamed = place.locode.is_none() && place.name.is_none();
    if let Some(scheduled) = by_schedule(&qualifier, &code) {
        let fits_name = |locode: &String| place.name.as_deref().is_none_or(|name| has_name(locode, name));
        place.locode = place.locode.or(scheduled.locode.filter(fits_name));
        if role != Role::Activity {
            place.name = place.name.or(scheduled.name);
        }
    }
    let has_unknown_code = is_unnamed && place.locode.is_none();
    Some(Stop { has_unknown_code, ..Stop::of(role, elements, fields.get(8), place) })
}

fn stop_time(stop: &mut Stop<'_>, segment: &Segment<'_>, fields: &Fields<'_>, message: &mut Decoding<'_>) {
    let (date, clock) = (fields.get(2), fields.get(4));
    // Without a date, the period in element 6 may be one.
    let (date, time, element) = if date.is_empty() { (fields.get(6), "".into(), 6) } else { (date, fields.get(3), 2) };
    let read = time::x12(&date, &time, &clock);
    if read.is_some() && time::is_no_time(&time) {
        message.report_invalid_time(&time, segment, 3);
    }
    let Some(at) = message.time(read, &date, segment, element) else { return };
    let leaves = matches!(stop.role, Role::Lading | Role::Receipt);
    let (place, certainty) = match &*fields.get(1) {
        "139" => (if leaves { &mut stop.departure } else { &mut stop.arrival }, Certainty::Estimated),
        "140" => (if leaves { &mut stop.departure } else { &mut stop.arrival }, Certainty::Actual),
        "369" => (&mut stop.departure, Certainty::Estimated),
        "370" => (&mut stop.departure, Certainty::Actual),
        "371" | "017" | "17" => (&mut stop.arrival, Certainty::Estimated),
        "372" | "035" | "35" => (&mut stop.arrival, Certainty::Actual),
        _ => return,
    };
    prefer_actual(place, certainty, at);
}

/// Sets a time, unless it is an estimate and an actual time is known.
pub(super) fn prefer_actual(place: &mut Option<(Certainty, Timestamp)>, certainty: Certainty, at: Timestamp) {
    if certainty == Certainty::Actual || place.as_ref().is_none_or(|(known, _)| *known != Certainty::Actual) {
        *place = Some((certainty, at));
    }
}

fn add_status(message: &mut Decoding<'_>, segment: &Segment<'_>, common: &Common<'_>) {
    let fields = segment.fields();
    let code = in_capitals(fields.get(3));
    if code.is_empty() {
        let problem = Problem::new(ProblemCode::MissingElement, "the status code is missing");
        name_containers(message, &fields, common);
        message.report_unread(problem.at(segment.number, "B4").in_element(3), &segment.text);
        return;
    }
    let read = time::x12(&fields.get(4), &fields.get(5), "");
    if read.is_some() && time::is_no_time(&fields.get(5)) {
        message.report_invalid_time(&fields.get(5), segment, 5);
    }
    let at = message.time(read, &fields.get(4), segment, 4);
    let report = report(common, &fields, code, common.time(at), segment, &message.locodes);
    message.status(report, segment, 3);
}

fn add_further_status(message: &mut Decoding<'_>, status: &Segment<'_>, segment: &Segment<'_>, common: &Common<'_>) {
    let (fields, first) = (segment.fields(), status.fields());
    let code = in_capitals(fields.get(1));
    // The date follows a reason and, if there is one, a disposition.
    let date = if fields.get(3).len() >= 6 { 3 } else { 4 };
    let read = time::x12(&fields.get(date), &fields.get(date + 1), &fields.get(date + 2));
    if code.is_empty() {
        let problem = Problem::new(ProblemCode::MissingElement, "the status code is missing");
        message.report_unread(problem.at(segment.number, "SG").in_element(1), &segment.text);
        return;
    }
    // Some senders repeat the first status.
    if code == *capitals(&first.get(3)) && fields.get(date) == first.get(4) {
        return;
    }
    let at = message.time(read, &fields.get(date), segment, date);
    let report = report(common, &first, code, at, segment, &message.locodes);
    message.status(report, segment, 1);
}

/// Notes the containers of a status that cannot be read.
fn name_containers(message: &mut Decoding<'_>, b4: &Fields<'_>, common: &Common<'_>) {
    let number = container_number(&b4.get(7), &b4.get(8), &b4.get(13), &common.containers);
    let numbers = number.iter().chain(&common.containers).filter(|number| may_be_container(number));
    numbers.for_each(|number| message.name_container(number));
}

fn report<'c>(
    common: &'c Common<'_>,
    b4: &Fields<'c>,
    code: Cow<'c, str>,
    at: Option<Timestamp>,
    segment: &'c Segment<'_>,
    locodes: &LocodesOfMessage<'_>,
) -> StatusReport<'c> {
    let schedule = by_schedule(&b4.get(12), &b4.get(11));
    let number = container_number(&b4.get(7), &b4.get(8), &b4.get(13), &common.containers);
    let other_container = number.as_deref().and_then(|number| other_container(number, b4, common));
    let containers = match number {
        Some(number) if may_be_container(&number) => vec![number].into(),
        // Some senders write the code of the line in place of the number.
        Some(refused) => [vec![refused], common.containers.clone()].concat().into(),
        None => Cow::Borrowed(&common.containers[..]),
    };
    StatusReport {
        code,
        segment: &segment.text,
        at,
        place: place(b4, &common.stops, schedule.as_ref(), locodes),
        fallback_place_name: schedule.and_then(|place| place.name).or(common.seen_at.clone()),
        empty: empty(&b4.get(9)),
        vessel: common.vessel.as_ref(),
        voyage: common.voyage.as_deref(),
        documents: &common.documents,
        containers,
        other_container,
        size_type: Some(b4.get(10)).filter(|code| !code.is_empty()),
        seal: common.seal.as_deref(),
        continues_by_rail: common.continues_by_rail,
        stops: &common.stops,
        ..StatusReport::default()
    }
}

/// The container in B4 or N9 that is not `used`, if the message names one: another container, or another check digit.
fn other_container(used: &str, b4: &Fields<'_>, common: &Common<'_>) -> Option<String> {
    if !may_be_container(used) {
        return None;
    }
    let stated = container_number(&b4.get(7), &b4.get(8), &b4.get(13), &[]);
    let has_check_digit = b4.get(13).trim().len() == 1 || compact(&b4.get(8)).len() == 7;
    let of_b4 = stated.filter(|stated| has_check_digit && stated != used);
    if of_b4.is_some() || common.containers.iter().any(|own| own == used) {
        return of_b4;
    }
    common.containers.iter().find(|number| may_be_container(number)).cloned()
}

pub(super) fn empty(status: &str) -> Option<bool> {
    match &*capitals(status) {
        "E" => Some(true),
        "L" | "F" => Some(false),
        _ => None,
    }
}

fn place(b4: &Fields<'_>, stops: &[Stop<'_>], scheduled: Option<&Place>, locodes: &LocodesOfMessage<'_>) -> Place {
    let (short, long, qualifier) = (b4.get(6), b4.get(11), b4.get(12));
    let place_of = |code: &str, code_list: CodeList, name: &str| {
        PlaceElements { code: code.into(), code_list, name: name.into(), ..PlaceElements::default() }.place(locodes)
    };
    // If element 11 is a name, the qualifier is about element 6, or about the name.
    let by_code = [(&long, CodeList::of_qualifier(&qualifier)), (&short, CodeList::Unstated)]
        .into_iter()
        .map(|(code, list)| place_of(code, list, ""))
        .find(|place| place.locode.is_some());
    let code = |text: &str| Some(compact(text).into_owned()).filter(|code| !code.is_empty());
    let by_stop = || {
        let codes = [code(&long), code(&short)];
        let has_code =
            |stop: &&Stop<'_>| !stop.place.is_empty() && codes.iter().flatten().any(|code| *code == stop.code);
        stops.iter().find(has_code).map(|stop| stop.place.clone())
    };
    let as_name = || place_of(if long.is_empty() { &short } else { &long }, CodeList::Other, "");
    let has_activity = stops.iter().any(|stop| stop.role == Role::Activity && !stop.place.is_empty());
    let scheduled = || scheduled.filter(|place| place.locode.is_some() && !has_activity).cloned();
    let place = by_code.or_else(by_stop).or_else(scheduled).unwrap_or_else(as_name);
    let has_name = place.locode.is_some() && compact(&long) != place.locode.as_deref().unwrap_or_default();
    let may_be_code = !long.contains(' ') && long.bytes().any(|byte| byte.is_ascii_digit());
    match has_name && place.name.is_none() && long.len() > 5 && compact(&long).len() > 5 && !may_be_code {
        true => {
            let named = place_of("", CodeList::Other, &long);
            Place { name: named.name, facility: place.facility.or(named.facility), ..place }
        }
        false => place,
    }
}
