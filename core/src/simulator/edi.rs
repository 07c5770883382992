//! Writes EDI messages of a carrier or a terminal: X12 315, and EDIFACT IFTSTA, CODECO and COARRI. Each event is one interchange.

use std::fmt::Write as _;

use chrono::{DateTime, FixedOffset, Utc};

use super::codes::{can_express, status};
use super::journey::{CarrierEvent, Journey, SIZE_TYPE};
use crate::decoders::Form;
use crate::resources::Timestamp;
use crate::tracking::{Mode, Movement, Place};

/// An EDI message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SentMessage {
    /// When it was sent.
    pub at: DateTime<Utc>,
    /// An interchange with one message.
    pub bytes: Vec<u8>,
}

impl Journey {
    /// The messages that a carrier (315, IFTSTA), a gate (CODECO) or a quay (COARRI) sent after one time and until another: one
    /// interchange for each event and container.
    pub fn messages(&self, form: Form, after: DateTime<Utc>, until: DateTime<Utc>) -> Vec<SentMessage> {
        let known = self.between(after, until);
        let events = known.events.iter().filter(|report| can_express(form, report));
        events
            .flat_map(|report| {
                let at = report.withdrawn_at.unwrap_or(report.written_at);
                let containers = match &report.container {
                    Some(container) => vec![container.as_str()],
                    None => known_containers(self, report),
                };
                // An event of the shipment is sent once for each known container, or once without a container if none is known yet.
                let containers: Vec<Option<&str>> =
                    if containers.is_empty() { vec![None] } else { containers.into_iter().map(Some).collect() };
                containers.into_iter().map(move |container| {
                    let message = Message { journey: self, report, container, at };
                    let text = match form {
                        Form::X12StatusDetails => message.status_details(),
                        Form::Iftsta => message.iftsta(),
                        form => message.report(form),
                    };
                    SentMessage { at, bytes: text.into_bytes() }
                })
            })
            .collect()
    }
}

/// The containers that the carrier knew when it reported the event, without those that leave the shipment.
fn known_containers<'j>(journey: &'j Journey, report: &CarrierEvent) -> Vec<&'j str> {
    let known = journey.at(report.written_at);
    let is_known = |number: &str| known.events.iter().any(|other| other.container.as_deref() == Some(number));
    let has_left = |at: usize| journey.scenario.left.contains(&(at + 1));
    let containers = journey.containers.iter().enumerate().filter(|(at, number)| is_known(number) && !has_left(*at));
    containers.map(|(_, number)| number.as_str()).collect()
}

struct Message<'j> {
    journey: &'j Journey,
    report: &'j CarrierEvent,
    container: Option<&'j str>,
    at: DateTime<Utc>,
}

impl Message<'_> {
    /// The same number for the same event.
    fn control_number(&self) -> u32 {
        let digest = |number: u32, byte: u8| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let container = self.container.unwrap_or_default();
        self.report.id.bytes().chain(container.bytes()).fold(0x811c_9dc5, digest) % 1_000_000_000
    }

    fn status_code(&self) -> &'static str {
        status(self.report.event.certainty, &self.report.event.motion).unwrap_or_default()
    }

    fn number(&self, index: usize) -> &str {
        self.report.event.documents.get(index).map_or("", String::as_str)
    }

    fn place(&self, locode: &str) -> Place {
        self.journey.scenario.places.get(locode).cloned().unwrap_or_default()
    }

    /// What is known at the time of sending about a call of a vessel, or about a train or truck at the destination.
    fn time_of(&self, movement: &Movement, locode: &str) -> Option<(bool, &'static str, DateTime<FixedOffset>)> {
        let known = self.journey.at(self.at);
        let is_same_call = |report: &&CarrierEvent| {
            let place = report.event.place.locode.as_deref() == Some(locode);
            let by_road = matches!(report.event.motion.mode, Some(Mode::Rail | Mode::Truck));
            let inland = self.journey.scenario.route.destination.as_deref() == Some(locode);
            let is_same_container = report.container.is_none() || report.container.as_deref() == self.container;
            place
                && report.movement() == movement
                && by_road == inland
                && is_same_container
                && report.withdrawn_at.is_none()
        };
        let report = known.events.iter().rev().find(is_same_call)?;
        let at = report.event.at.as_ref().and_then(Timestamp::instant)?;
        Some((report.is_actual(), if report.is_actual() { "140" } else { "139" }, at))
    }

    fn status_details(&self) -> String {
        let number = self.control_number();
        let (sent, event) = (self.at, &self.report.event);
        let mut text = format!(
            "ISA*00*          *00*          *ZZ*SIMULATOR      *ZZ*RECEIVER       *{}*U*00401*{number:09}*0*T*>~",
            sent.format("%y%m%d*%H%M"),
        );
        let _ = write!(text, "GS*QO*SIMULATOR*RECEIVER*{}*{number}*X*004010~", sent.format("%Y%m%d*%H%M"));
        let mut body = vec![format!("ST*315*{number:09}")];
        let (initial, digits) = self.container.and_then(|number| number.split_at_checked(4)).unwrap_or_default();
        let (digits, check) = digits.split_at_checked(6).unwrap_or((digits, ""));
        let load = if event.motion.empty == Some(true) { "E" } else { "L" };
        let locode = event.place.locode.as_deref().unwrap_or_default();
        let when = event.at.as_ref().and_then(Timestamp::instant).map(|at| at.format("%Y%m%d*%H%M").to_string());
        body.push(format!(
            "B4***{}*{}**{initial}*{digits}*{load}*{}*{locode}*{}*{check}",
            self.status_code(),
            when.as_deref().unwrap_or("*"),
            if self.container.is_some() { SIZE_TYPE } else { "" },
            if locode.is_empty() { "" } else { "UN" },
        ));
        body.push(format!("N9*BN*{}", self.number(0)));
        if !self.number(1).is_empty() {
            body.push(format!("N9*BM*{}", self.number(1)));
        }
        if let Some(container) = self.container {
            body.push(format!("N9*EQ*{container}"));
        }
        if self.journey.scenario.continues_by_rail() {
            body.push("N9*RR*SIMR".to_owned());
        }
        if let Some(vessel) = &event.vessel {
            let (imo, name) = (vessel.imo.as_deref().unwrap_or_default(), vessel.name.as_deref().unwrap_or_default());
            let voyage = event.voyage.as_deref().unwrap_or_default();
            body.push(format!("Q2*{imo}********{voyage}***L*{name}"));
        }
        body.extend(self.stops().into_iter().flat_map(|(role, _, locode, time)| {
            let name = self.place(locode).name.unwrap_or_default().to_uppercase();
            let stop = format!("R4*{role}*UN*{locode}*{name}*{}", &locode[..2.min(locode.len())]);
            let time = time.map(|(_, qualifier, at)| format!("DTM*{qualifier}*{}*LT", at.format("%Y%m%d*%H%M")));
            [Some(stop), time].into_iter().flatten()
        }));
        body.push(format!("SE*{}*{number:09}", body.len() + 1));
        for segment in body {
            text += &segment;
            text.push('~');
        }
        let _ = write!(text, "GE*1*{number}~IEA*1*{number:09}~");
        text
    }

    /// The stops of the route: role in X12, role in EDIFACT, place, and time.
    #[allow(clippy::type_complexity)]
    fn stops(&self) -> Vec<(&'static str, &'static str, &str, Option<(bool, &'static str, DateTime<FixedOffset>)>)> {
        let scenario = &self.journey.scenario;
        let route = scenario.booked.as_ref().unwrap_or(&scenario.route);
        if self.report.event.documents.first() != Some(&self.journey.booking) {
            return Vec::new();
        }
        let mut stops = vec![("L", "9", route.lading.as_str(), self.time_of(&Movement::Departed, &route.lading))];
        stops.extend(route.transshipment.iter().map(|place| ("T", "13", place.as_str(), None)));
        stops.push(("D", "11", &route.discharge, self.time_of(&Movement::Arrived, &route.discharge)));
        if let Some(place) = &route.destination {
            stops.push(("E", "7", place, self.time_of(&Movement::Arrived, place)));
        }
        stops
    }

    fn iftsta(&self) -> String {
        let event = &self.report.event;
        let mut body = vec![format!("BGM+23+{}+{}", self.control_number(), self.function())];
        body.push(format!("DTM+137:{}:203", self.at.format("%Y%m%d%H%M")));
        body.push("NAD+CA+SIML:160".to_owned());
        body.push("CNI+1".to_owned());
        body.push(format!("STS+1+{}", self.status_code()));
        body.extend(self.references());
        if let Some(container) = self.container {
            body.push(format!("RFF+EQ:{container}"));
        }
        body.extend(self.time("334"));
        body.extend(event.place.locode.as_ref().map(|locode| self.location("175", locode)));
        body.push(self.transport("20"));
        for (_, number, locode, time) in self.stops() {
            body.push(self.location(number, locode));
            body.extend(time.map(|(is_actual, _, at)| {
                let qualifier = match (number, is_actual) {
                    ("9", true) => "186",
                    ("9", false) => "133",
                    (_, true) => "178",
                    (_, false) => "132",
                };
                format!("DTM+{qualifier}:{}:203", at.format("%Y%m%d%H%M"))
            }));
        }
        if self.journey.scenario.continues_by_rail() {
            body.push("TDT+30++2".to_owned());
        }
        body.extend(self.equipment(""));
        self.interchange("IFTSTA:D:00B:UN", body)
    }

    /// A CODECO message of a gate, or a COARRI message of a quay.
    fn report(&self, form: Form) -> String {
        let event = &self.report.event;
        let (kind, code) = match (form, &event.motion.movement) {
            (Form::Codeco, Movement::GateIn) => ("CODECO:D:95B:UN", "34"),
            (Form::Codeco, _) => ("CODECO:D:95B:UN", "36"),
            (_, Movement::Loaded) => ("COARRI:D:95B:UN", "46"),
            _ => ("COARRI:D:95B:UN", "44"),
        };
        let mut body = vec![format!("BGM+{code}+{}+{}", self.control_number(), self.function())];
        if form == Form::Coarri {
            body.push(self.transport("20"));
        }
        body.push("NAD+CA+SIML:160".to_owned());
        body.extend(self.equipment(self.direction()));
        body.extend(self.references());
        body.extend(self.time(if form == Form::Coarri { "203" } else { "7" }));
        body.extend(event.place.locode.as_ref().map(|locode| self.location("165", locode)));
        if form == Form::Codeco {
            body.push(self.transport("1"));
        }
        self.interchange(kind, body)
    }

    /// Export, import or transshipment.
    fn direction(&self) -> &'static str {
        let place = self.report.event.place.locode.as_deref();
        let route = &self.journey.scenario.route;
        match place {
            _ if route.transshipment.iter().any(|between| Some(between.as_str()) == place) => "6",
            _ if place == Some(&route.discharge) || place == route.destination.as_deref() => "3",
            _ => "2",
        }
    }

    fn function(&self) -> &'static str {
        if self.report.withdrawn_at.is_some() { "1" } else { "9" }
    }

    fn references(&self) -> Vec<String> {
        let named =
            [("BN", self.number(0)), ("BM", self.number(1))].into_iter().filter(|(_, number)| !number.is_empty());
        named.map(|(kind, number)| format!("RFF+{kind}:{number}")).collect()
    }

    fn time(&self, qualifier: &str) -> Option<String> {
        let at = self.report.event.at.as_ref()?.instant()?;
        Some(format!("DTM+{qualifier}:{}:203", at.format("%Y%m%d%H%M")))
    }

    fn location(&self, qualifier: &str, locode: &str) -> String {
        let name = self.place(locode).name.unwrap_or_default().to_uppercase();
        format!("LOC+{qualifier}+{locode}:139::{name}")
    }

    fn transport(&self, stage: &str) -> String {
        let event = &self.report.event;
        let mode = match event.motion.mode {
            Some(Mode::Rail) => "2",
            Some(Mode::Truck) => "3",
            Some(Mode::Barge) => "8",
            _ => "1",
        };
        let voyage = event.voyage.as_deref().unwrap_or_default();
        let vessel = event.vessel.as_ref().map_or_else(String::new, |vessel| {
            let (imo, name) = (vessel.imo.as_deref().unwrap_or_default(), vessel.name.as_deref().unwrap_or_default());
            format!("++SIML:172+++{imo}:146::{name}")
        });
        format!("TDT+{stage}+{voyage}+{mode}{vessel}")
    }

    fn equipment(&self, direction: &str) -> Option<String> {
        let load = if self.report.event.motion.empty == Some(true) { "4" } else { "5" };
        self.container.map(|container| format!("EQD+CN+{container}+{SIZE_TYPE}:102:5++{direction}+{load}"))
    }

    fn interchange(&self, kind: &str, body: Vec<String>) -> String {
        let number = self.control_number();
        let mut text = format!("UNB+UNOA:2+SIMULATOR+RECEIVER+{}+{number}'", self.at.format("%y%m%d:%H%M"));
        let _ = write!(text, "UNH+1+{kind}'");
        let count = body.len() + 2;
        for segment in body {
            text += &segment;
            text.push('\'');
        }
        let _ = write!(text, "UNT+{count}+1'UNZ+1+{number}'");
        text
    }
}
