//! Decodes arrival notices: X12 312 and EDIFACT IFTMAN.

use std::borrow::Cow;

use super::codes::Meaning;
use super::decoding::Decoding;
use super::iftsta::{Equipment, References, is_cancelled, stop, stop_time};
use super::legs::{Leg, join, leg, main_leg, move_departures};
use super::segment::Segment;
use super::status_details::Common;
use super::status_facts::{Role, StatusReport, Stop};
use super::text::{any, container_number, some};
use super::time;
use crate::decoders::may_be_container;
use crate::resources::Timestamp;
use crate::tracking::{Certainty, Fact, Mode, Motion, Movement, Phase, TerminalStatus, Vessel};

/// The name under which a notice without a time of arrival is stored.
const WITHOUT_ARRIVAL: &str = "arrival_notice";

/// A container of a notice.
struct Container<'m> {
    number: Option<String>,
    size_type: Option<Cow<'m, str>>,
    seal: Option<Cow<'m, str>>,
}

/// What a notice states, as the decoders of both syntaxes read it.
struct Notice<'m> {
    kind: &'static str,
    segment: &'m Segment<'m>,
    documents: &'m [String],
    containers: Vec<Container<'m>>,
    vessel: Option<&'m Vessel>,
    voyage: Option<&'m str>,
    stops: &'m [Stop<'m>],
    /// The arrival that is stated apart from the port of discharge.
    arrival: Option<(Certainty, Timestamp)>,
    continues_by_rail: bool,
    is_withdrawn: bool,
}

pub(super) fn x12(message: &mut Decoding<'_>) {
    let segments = message.segments;
    let Some(segment) = segments.iter().find(|segment| segment.is(b"B3")) else {
        return message.missing("B3", "the notice has no beginning segment");
    };
    let mut common = Common::of(segments, message);
    let beginning = segment.fields();
    if message.numbers.bills.is_empty() {
        message.bill(&mut common.documents, &beginning.get(3));
    }
    message.numbers.scac = message.numbers.scac.take().or_else(|| some(&beginning.get(11)));
    let (mut containers, mut arrival): (Vec<Container<'_>>, _) = (Vec::new(), None);
    for segment in segments {
        let fields = segment.fields();
        match segment.tag_in_capitals.bytes() {
            b"Q3" if arrival.is_none() => {
                let date = fields.get(1);
                let at = message.time(time::x12(&date, "", ""), &date, segment, 1);
                arrival = at.map(|at| (Certainty::Estimated, at));
            }
            b"N7" => {
                let number = container_number(&fields.get(1), &fields.get(2), &fields.get(18), &common.containers);
                containers.push(Container { number, size_type: any(fields.get(22)), seal: None });
            }
            b"M7" => {
                if let Some(container) = containers.last_mut() {
                    container.seal = container.seal.take().or_else(|| any(fields.get(1)));
                }
            }
            _ => {}
        }
    }
    if containers.is_empty() {
        let named = common.containers.iter().cloned();
        containers.extend(named.map(|number| Container { number: Some(number), size_type: None, seal: None }));
    }
    let notice = Notice {
        kind: "312",
        segment,
        documents: &common.documents,
        containers,
        vessel: common.vessel.as_ref(),
        voyage: common.voyage.as_deref(),
        stops: &common.stops,
        arrival,
        continues_by_rail: common.continues_by_rail,
        is_withdrawn: false,
    };
    notice.add_facts(message);
}

pub(super) fn edifact(message: &mut Decoding<'_>) {
    let segments = message.segments;
    let Some(bgm) = segments.iter().find(|segment| segment.is(b"BGM")) else {
        return message.missing("BGM", "the type of the notice is missing");
    };
    let mut read = Consignment::default();
    for segment in segments {
        read.add_segment(segment, message);
    }
    let Consignment { references, mut containers, legs, whole, mut stops, arrival, .. } = read;
    move_departures(&legs, &mut stops);
    join(&legs, &mut stops, &whole);
    let is_missing = |stop: &&Stop<'_>| stops.iter().all(|own| own.role != stop.role);
    let more: Vec<Stop<'_>> = whole.iter().filter(is_missing).cloned().collect();
    stops.extend(more);
    if containers.is_empty() {
        let named = references.containers.iter().cloned();
        containers.extend(named.map(|number| Container { number: Some(number), size_type: None, seal: None }));
    }
    let sea_leg = main_leg(&legs).filter(|leg| leg.is_by_sea());
    let notice = Notice {
        kind: "IFTMAN",
        segment: bgm,
        documents: &references.documents,
        containers,
        vessel: sea_leg.and_then(|leg| leg.vessel.as_ref()),
        voyage: sea_leg.and_then(|leg| leg.voyage.as_deref()),
        stops: &stops,
        arrival,
        continues_by_rail: legs.iter().any(|leg| leg.mode() == Some(Mode::Rail)),
        is_withdrawn: is_cancelled(&bgm.fields()),
    };
    notice.add_facts(message);
}

/// The segments of an IFTMAN message that are read.
#[derive(Default)]
struct Consignment<'m> {
    references: References<'m>,
    containers: Vec<Container<'m>>,
    legs: Vec<Leg<'m>>,
    /// The places before the first transport.
    whole: Vec<Stop<'m>>,
    stops: Vec<Stop<'m>>,
    /// Whether times that follow belong to the last place.
    is_at_stop: bool,
    arrival: Option<(Certainty, Timestamp)>,
}

impl<'m> Consignment<'m> {
    fn add_segment(&mut self, segment: &'m Segment<'_>, message: &mut Decoding<'_>) {
        let fields = segment.fields();
        match segment.tag_in_capitals.bytes() {
            b"DTM" => return self.time(segment, message),
            b"LOC" => {
                let stop = stop(&fields, &message.locodes).filter(|stop| stop.role != Role::Activity);
                self.is_at_stop = stop.is_some();
                let places = if self.legs.is_empty() { &mut self.whole } else { &mut self.stops };
                stop.into_iter().for_each(|stop| message.add_bounded(places, stop));
                return;
            }
            b"RFF" => self.references.add(&fields, message),
            b"NAD" if fields.get(1).eq_ignore_ascii_case("CA") && message.numbers.scac.is_none() => {
                message.numbers.scac = some(&fields.part(2, 1));
            }
            b"TDT" => message.add_bounded(&mut self.legs, leg(&fields, self.stops.len())),
            b"EQD" => {
                let Equipment { number, size_type, .. } = Equipment::of(&fields);
                self.containers.push(Container { number, size_type, seal: None });
            }
            b"SEL" => {
                if let Some(container) = self.containers.last_mut() {
                    container.seal = container.seal.take().or_else(|| any(fields.get(1)));
                }
            }
            _ => {}
        }
        self.is_at_stop = false;
    }

    fn time(&mut self, segment: &Segment<'_>, message: &mut Decoding<'_>) {
        let Some((qualifier, at)) = message.moment(segment, &segment.fields()) else { return };
        let places = if self.legs.is_empty() { &mut self.whole } else { &mut self.stops };
        let stop = if self.is_at_stop { places.last_mut() } else { None };
        match (stop, &*qualifier) {
            (Some(stop), qualifier) => stop_time(stop, qualifier, at),
            (None, "132") if self.arrival.is_none() => self.arrival = Some((Certainty::Estimated, at)),
            (None, "178") => self.arrival = Some((Certainty::Actual, at)),
            _ => {}
        }
    }
}

impl Notice<'_> {
    fn add_facts(self, message: &mut Decoding<'_>) {
        // Chassis and other equipment have no container number.
        let numbers: Vec<String> = self.containers.iter().filter_map(|container| container.number.clone()).collect();
        if self.documents.is_empty() && !numbers.iter().any(|number| may_be_container(number)) {
            return message.missing("N9", "the notice names no bill, booking or container");
        }
        let discharge = self.stops.iter().find(|stop| stop.role == Role::Discharge && !stop.place.is_empty());
        let arrival = discharge.and_then(|stop| stop.arrival.clone()).or(self.arrival);
        let (meaning, at) = match arrival {
            Some((certainty, at)) => {
                let (mode, phase) = (Some(Mode::Vessel), Some(Phase::Import));
                let motion = Motion { mode, phase, ..Motion::from(Movement::Arrived) };
                (Meaning::Event { motion, certainty }, Some(at))
            }
            None => (Meaning::Note(WITHOUT_ARRIVAL.into()), None),
        };
        let report = StatusReport {
            code: self.kind.into(),
            segment: &self.segment.text,
            at,
            place: discharge.map(|stop| stop.place.clone()).unwrap_or_default(),
            vessel: self.vessel,
            voyage: self.voyage,
            documents: self.documents,
            containers: numbers.into(),
            continues_by_rail: self.continues_by_rail,
            stops: self.stops,
            is_withdrawn: self.is_withdrawn,
            ..StatusReport::default()
        };
        let source = message.carrier();
        message.report(report, |report, facts| report.into_facts(Some(meaning), &source, facts));
        if message.is_full() || self.is_withdrawn {
            return;
        }
        for Container { number, size_type, seal } in self.containers {
            let status = TerminalStatus {
                size_type: size_type.map(Cow::into_owned),
                seal_number: seal.map(Cow::into_owned),
                ..TerminalStatus::default()
            };
            let number = number.filter(|number| may_be_container(number) && status != TerminalStatus::default());
            let fact = number.map(|number| Fact::terminal_status(&number, status).with_source(source.clone()));
            message.facts.extend(fact);
        }
    }
}
