//! Decodes EDIFACT CODECO (gate in, gate out) and COARRI (loaded, discharged).

use std::borrow::Cow;

use super::codes::Meaning;
use super::decoding::Decoding;
use super::iftsta::{Equipment, References, is_cancelled, stop};
use super::interchange::{Problem, ProblemCode};
use super::legs::{Leg, leg, main_leg};
use super::place::{is_same, locode};
use super::segment::{Fields, Segment};
use super::status_facts::{Role, StatusReport, Stop};
use super::text::{any, capitals, compact};
use super::weight::Weight;
use crate::resources::Timestamp;
use crate::tracking::{Mode, Motion, Movement, Phase, Place};

pub(super) fn gate(message: &mut Decoding<'_>) {
    let Some(report) = Report::of(message) else { return };
    let movement = match &*report.kind {
        "34" => Movement::GateIn,
        "36" => Movement::GateOut,
        other => return unknown(message, "BGM", other, "gate-in (34) or gate-out (36)"),
    };
    for item in &report.items {
        let mode = item.own.legs.iter().find_map(|leg| leg.mode().filter(|mode| *mode != Mode::Vessel));
        report.add_facts(message, item, Motion { mode, ..Motion::from(movement.clone()) });
    }
}

pub(super) fn quay(message: &mut Decoding<'_>) {
    let Some(report) = Report::of(message) else { return };
    for item in &report.items {
        let movement = match (&*report.kind, &*item.equipment.status) {
            // Some senders use 270 for both; the status of each container gives the direction.
            ("44" | "98", _) | ("270", "3") => Movement::Discharged,
            ("46" | "270", _) => Movement::Loaded,
            (other, _) => return unknown(message, "BGM", other, "discharged (44, 98) or loaded (46, 270)"),
        };
        report.add_facts(message, item, Motion { mode: Some(Mode::Vessel), ..Motion::from(movement) });
    }
}

fn unknown(message: &mut Decoding<'_>, tag: &str, code: &str, expected: &str) {
    message.missing(tag, &format!("{code:?} is an unsupported type of report; expected {expected}"));
}

struct Report<'s> {
    kind: Cow<'s, str>,
    is_withdrawn: bool,
    whole: Context<'s>,
    items: Vec<Item<'s>>,
}

#[derive(Default)]
struct Context<'s> {
    references: References<'s>,
    legs: Vec<Leg<'s>>,
    stops: Vec<Stop<'s>>,
}

impl<'s> Context<'s> {
    fn add_segment(&mut self, tag: &[u8], fields: &Fields<'s>, message: &mut Decoding<'_>) {
        match tag {
            b"RFF" => self.references.add(fields, message),
            b"TDT" => message.add_bounded(&mut self.legs, leg(fields, self.stops.len())),
            b"LOC" => {
                let stop = stop(fields, &message.locodes);
                stop.into_iter().for_each(|stop| message.add_bounded(&mut self.stops, stop));
            }
            _ => {}
        }
    }
}

struct Item<'s> {
    segment: &'s Segment<'s>,
    equipment: Equipment<'s>,
    own: Context<'s>,
    at: Option<(u8, Timestamp)>,
    seal: Option<Cow<'s, str>>,
    weight: Option<Weight>,
}

impl<'s> Report<'s> {
    fn of(message: &mut Decoding<'s>) -> Option<Self> {
        let segments = message.segments;
        let Some(bgm) = segments.iter().find(|segment| segment.is(b"BGM")) else {
            message.missing("BGM", "the type of the report is missing");
            return None;
        };
        let fields = bgm.fields();
        let mut report = Report {
            kind: fields.part(1, 1),
            is_withdrawn: is_cancelled(&fields),
            whole: Context::default(),
            items: Vec::new(),
        };
        for segment in segments {
            report.add_segment(segment, message);
        }
        // Chassis and other equipment have no container number. They end the data of the container before them.
        report.items.retain(|item| item.equipment.number.is_some());
        if report.items.is_empty() {
            message.missing("EQD", "the report names no container");
            return None;
        }
        Some(report)
    }

    fn add_segment(&mut self, segment: &'s Segment<'s>, message: &mut Decoding<'_>) {
        let fields = segment.fields();
        let tag = segment.tag_in_capitals.bytes();
        match (tag, self.items.last_mut()) {
            (b"EQD", _) => {
                let equipment = Equipment::of(&fields);
                if equipment.number.is_none() && fields.get(1).eq_ignore_ascii_case("CN") {
                    let problem = Problem::new(ProblemCode::MissingElement, "the number of the container is missing");
                    message.report_unread(problem.at(segment.number, "EQD").in_element(2), &segment.text);
                }
                let (own, at, seal, weight) = (Context::default(), None, None, None);
                self.items.push(Item { segment, equipment, own, at, seal, weight });
            }
            (b"NAD", _) if ["CA", "CF"].iter().any(|role| fields.get(1).eq_ignore_ascii_case(role)) => {
                let scac = fields.part(2, 1);
                let fits = message.numbers.scac.is_none() && scac.len() == 4;
                message.numbers.scac = if fits { Some(scac.to_ascii_uppercase()) } else { message.numbers.scac.take() };
            }
            (_, Some(item)) => item.add_segment(tag, segment, &fields, message),
            (_, None) => self.whole.add_segment(tag, &fields, message),
        }
    }

    fn add_facts(&self, message: &mut Decoding<'_>, item: &Item<'s>, motion: Motion) {
        let lists = [&item.own.references.documents, &self.whole.references.documents];
        let documents = lists.into_iter().find(|list| !list.is_empty()).map_or(&[][..], Vec::as_slice);
        let leg = main_leg(&self.whole.legs).filter(|leg| leg.is_by_sea());
        let place = self.place(item, &motion.movement, message.from[0]);
        let report = StatusReport {
            code: Cow::Borrowed(&self.kind),
            segment: &item.segment.text,
            at: item.at.as_ref().map(|(_, at)| at.clone()),
            place: place.map(|stop| self.with_locode(item, stop)).unwrap_or_default(),
            empty: item.equipment.empty,
            phase: phase(&item.equipment),
            vessel: leg.and_then(|leg| leg.vessel.as_ref()),
            voyage: leg.and_then(|leg| leg.voyage.as_deref()),
            documents,
            containers: item.equipment.number.as_slice().into(),
            size_type: item.equipment.size_type.as_deref().map(Cow::Borrowed),
            seal: item.seal.as_deref(),
            weight: item.weight,
            is_withdrawn: self.is_withdrawn,
            ..StatusReport::default()
        };
        let source = message.terminal();
        message.report(report, |report, facts| report.into_facts(Some(Meaning::actual(motion)), &source, facts));
    }

    /// The place of a stop. If it only has a name, another stop in this city gives the UN/LOCODE.
    fn with_locode(&self, item: &Item<'s>, stop: &Stop<'_>) -> Place {
        let mut stops = item.own.stops.iter().chain(&self.whole.stops);
        match stops.find(|other| stop.has_name_of(other)) {
            Some(other) => Place { locode: other.place.locode.clone(), ..stop.place.clone() },
            None => stop.place.clone(),
        }
    }

    /// The place of the movement. It is the first of these that the message contains: the place of activity, the port where such movements
    /// happen, a place that the sender identifies by its name.
    fn place<'r>(&'r self, item: &'r Item<'s>, movement: &Movement, sender: &str) -> Option<&'r Stop<'s>> {
        let find =
            |stops: &'r [Stop<'s>], role: Role| stops.iter().find(|stop| stop.role == role && !stop.place.is_empty());
        let (whole, own) = (&self.whole.stops[..], &item.own.stops[..]);
        let here = match movement {
            Movement::Loaded => Some(Role::Lading),
            Movement::Discharged => Some(Role::Discharge),
            _ => None,
        };
        let named = find(own, Role::Activity).or_else(|| find(whole, Role::Activity));
        // If the container's port of discharge is the port that the vessel departs from, the vessel is there, and the port of
        // discharge of the whole report is its next one.
        let current_port = if here == Some(Role::Discharge) { find(whole, Role::Lading) } else { None };
        let discharged = find(own, Role::Discharge)
            .filter(|stop| current_port.is_some_and(|port| is_same(&port.place, &stop.place)));
        let expected = || discharged.or_else(|| here.and_then(|role| find(whole, role).or_else(|| find(own, role))));
        let home = sender.get(..5).and_then(|code| locode(&compact(code)));
        let at_sender = || {
            let is_home = |stop: &&Stop<'_>| home.is_some() && stop.place.locode == home;
            own.iter().chain(whole).find(is_home)
        };
        named.or_else(expected).or_else(at_sender)
    }
}

impl<'s> Item<'s> {
    fn add_segment(&mut self, tag: &[u8], segment: &Segment<'_>, fields: &Fields<'s>, message: &mut Decoding<'_>) {
        match tag {
            b"MEA" => self.weight = self.weight.max(Weight::of(fields)),
            b"SEL" if self.seal.is_none() => self.seal = any(fields.get(1)),
            b"DTM" => self.time(segment, fields, message),
            _ => self.own.add_segment(tag, fields, message),
        }
    }

    fn time(&mut self, segment: &Segment<'_>, fields: &Fields<'_>, message: &mut Decoding<'_>) {
        let rank = match &*capitals(&fields.part(1, 1)) {
            "7" | "203" => 0,
            "178" | "186" | "334" | "ACT" => 1,
            "137" => 2,
            _ => return,
        };
        let Some((_, at)) = message.moment(segment, fields) else { return };
        if self.at.as_ref().is_none_or(|(known, _)| rank < *known) {
            self.at = Some((rank, at));
        }
    }
}

fn phase(equipment: &Equipment<'_>) -> Option<Phase> {
    match &*equipment.status {
        "2" => Some(Phase::Export),
        "3" => Some(Phase::Import),
        "6" => Some(Phase::Transshipment),
        _ => None,
    }
}
