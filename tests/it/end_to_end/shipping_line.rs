//! A shipping line that reports one bill and one container over half a year: a change of vessel, a train, a container that is
//! replaced, a corrected time, a withdrawn event, and a second voyage.

use chrono::{DateTime, Utc};
use shiptrack::carriers::{Answer, Carrier, LookUp, LookUpFailure};
use shiptrack::http::Call;
use shiptrack::resources::RequestType;
use shiptrack::tracking::{Event, Fact, Mode, Motion, Movement, Particulars, Place, Statement, Vessel};
use shiptrack_tests::with;

/// The container that makes both voyages.
pub const CONTAINER: &str = "CSQU3054383";
/// The bill of the first voyage.
pub const BILL: &str = "ONEYSHAK0410";
/// The other container of that bill, and the one that replaces it.
const REPLACED: &str = "TGHU1643396";
const REPLACEMENT: &str = "TCLU4265768";
/// The bill of the second voyage, which is not tracked.
const NEXT_BILL: &str = "ONEYLAXK0977";

/// The facts, each with the period in which the line reports it.
pub struct ShippingLine(Vec<Report>);

struct Report {
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    fact: Fact,
}

impl Carrier for ShippingLine {
    /// Everything about the container, or about the bill and its containers.
    fn look_up(&self, look_up: &LookUp, _: &Call) -> Result<Answer, LookUpFailure> {
        let is_container = look_up.kind == RequestType::Container;
        let is_requested = |fact: &Fact| match is_container {
            true => fact.container.as_deref() == Some(look_up.normalized_number.as_str()),
            false => !names(fact, NEXT_BILL),
        };
        let now = look_up.now;
        let current = self.0.iter().filter(|report| report.from <= now && now < report.until);
        let facts: Vec<Fact> = current.map(|report| report.fact.clone()).filter(is_requested).collect();
        if facts.is_empty() {
            return Err(LookUpFailure::NotFound);
        }
        Ok(Answer::complete(facts))
    }
}

fn names(fact: &Fact, bill: &str) -> bool {
    matches!(&fact.statement, Statement::Event(event) if event.documents.iter().any(|named| named == bill))
}

impl ShippingLine {
    pub fn new() -> Self {
        let mut line = ShippingLine(Vec::new());
        line.first_voyage();
        line.second_voyage();
        line
    }

    fn first_voyage(&mut self) {
        let (alpha, beta) = (Vessel::new("Evergreen Dawn", "9321483"), Vessel::new("Harbour Star", "9456783"));
        self.replace();
        for number in [CONTAINER, REPLACEMENT] {
            let mut report = |at: &str, event: Event| self.happened(number, at, event.with_document(BILL));
            report("2026-05-21T09:00:00+08:00", moved(Movement::GateOut, Mode::Truck, true, shanghai()));
            report("2026-05-24T16:00:00+08:00", moved(Movement::GateIn, Mode::Truck, false, shanghai()));
            report("2026-05-26T02:00:00+08:00", sailed(Movement::Loaded, shanghai(), &alpha, "012E"));
            report("2026-05-26T20:00:00+08:00", sailed(Movement::Departed, shanghai(), &alpha, "012E"));
            report("2026-05-28T22:00:00+09:00", sailed(Movement::Discharged, busan(), &alpha, "012E"));
            report("2026-06-01T06:00:00+09:00", sailed(Movement::Loaded, busan(), &beta, "045E"));
            report("2026-06-01T23:00:00+09:00", sailed(Movement::Departed, busan(), &beta, "045E"));
            report("2026-06-19T05:00:00-07:00", sailed(Movement::Arrived, los_angeles(), &beta, "045E"));
            report("2026-06-20T03:00:00-07:00", sailed(Movement::Discharged, los_angeles(), &beta, "045E"));
            report("2026-06-22T18:00:00-07:00", moved(Movement::Loaded, Mode::Rail, false, los_angeles()));
            report("2026-06-23T01:00:00-07:00", moved(Movement::Departed, Mode::Rail, false, los_angeles()));
            report("2026-06-27T09:00:00-05:00", moved(Movement::Arrived, Mode::Rail, false, chicago()));
            report("2026-06-27T15:00:00-05:00", moved(Movement::Discharged, Mode::Rail, false, chicago()));
            report("2026-06-29T10:00:00-05:00", moved(Movement::GateOut, Mode::Truck, false, chicago()));
            report("2026-07-03T14:00:00-05:00", moved(Movement::GateIn, Mode::Truck, true, chicago()));
        }
        self.correct_and_withdraw(&alpha, &beta);
        let expected =
            |at| Event::estimated(vessel(Movement::Arrived), at).at_place(los_angeles()).on_vessel(beta.clone());
        let eta = |at| Fact::shipment_event(expected(at));
        self.report("2026-05-23", "2026-06-10", eta("2026-06-18T06:00:00-07:00"));
        self.report("2026-06-10", "2026-06-19", eta("2026-06-19T06:00:00-07:00"));
    }

    /// One of the booked containers is replaced.
    fn replace(&mut self) {
        let with = |other: &str| {
            Fact::particulars(with(Particulars::default(), |value| {
                value.port_of_lading = Some(shanghai());
                value.port_of_discharge = Some(los_angeles());
                value.destination = Some(chicago());
                value.containers = vec![CONTAINER.to_owned(), other.to_owned()];
            }))
        };
        self.report("2026-05-20", "2026-05-25", with(REPLACED));
        self.report("2026-05-25", "2026-07-31", with(REPLACEMENT));
    }

    /// The arrival at Busan is first reported three hours early. A load on the next vessel is withdrawn: the vessel left without it.
    fn correct_and_withdraw(&mut self, vessel_in: &Vessel, next: &Vessel) {
        let arrived = |at| {
            let event = Event::actual(vessel(Movement::Arrived), at).at_place(busan());
            Fact::shipment_event(event.on_vessel(vessel_in.clone()).on_voyage("012E"))
        };
        self.report("2026-05-28T05:00", "2026-05-31", arrived("2026-05-28T14:00:00+09:00"));
        self.report("2026-05-31", "2027-01-01", arrived("2026-05-28T17:00:00+09:00"));

        let mut loaded = sailed(Movement::Loaded, busan(), next, "044E");
        loaded.at = Some("2026-05-29T08:00:00+09:00".into());
        let loaded = Fact::event(CONTAINER, loaded);
        let key = loaded.key().expect("an event has a key");
        self.report("2026-05-28T23:00", "2026-05-31", loaded);
        self.report("2026-05-31", "2027-01-01", Fact::new(Some(CONTAINER), Statement::Withdrawn(key)));
    }

    fn second_voyage(&mut self) {
        let gamma = Vessel::new("Meridian Pearl", "9703291");
        let mut report = |at: &str, event: Event| self.happened(CONTAINER, at, event.with_document(NEXT_BILL));
        report("2026-10-02T11:00:00-07:00", moved(Movement::GateOut, Mode::Truck, true, los_angeles()));
        report("2026-10-06T09:00:00-07:00", moved(Movement::GateIn, Mode::Truck, false, los_angeles()));
        report("2026-10-09T20:00:00-07:00", sailed(Movement::Loaded, los_angeles(), &gamma, "101W"));
        report("2026-10-10T04:00:00-07:00", sailed(Movement::Departed, los_angeles(), &gamma, "101W"));
        report("2026-10-26T08:00:00+08:00", sailed(Movement::Arrived, shanghai(), &gamma, "101W"));
        report("2026-10-27T19:00:00+08:00", sailed(Movement::Discharged, shanghai(), &gamma, "101W"));
        report("2026-10-29T10:00:00+08:00", moved(Movement::GateOut, Mode::Truck, false, shanghai()));
        report("2026-11-02T15:00:00+08:00", moved(Movement::GateIn, Mode::Truck, true, shanghai()));
    }

    /// Reports an event from the moment when it happens.
    fn happened(&mut self, container: &str, at: &str, mut event: Event) {
        event.at = Some(at.into());
        self.report(at, "2027-01-01", Fact::event(container, event));
    }

    fn report(&mut self, from: &str, until: &str, fact: Fact) {
        self.0.push(Report { from: moment(from), until: moment(until), fact });
    }
}

/// A moment, or midnight UTC of a day.
fn moment(text: &str) -> DateTime<Utc> {
    let whole = match text.len() {
        10 => format!("{text}T00:00:00Z"),
        16 => format!("{text}:00Z"),
        _ => text.to_owned(),
    };
    whole.parse().expect("a moment")
}

fn vessel(movement: Movement) -> Motion {
    Motion::from(movement).with_mode(Mode::Vessel)
}

fn sailed(movement: Movement, place: Place, on: &Vessel, voyage: &str) -> Event {
    let motion = vessel(movement);
    with(Event::default(), |value| {
        value.motion = motion;
        value.place = place;
        value.vessel = Some(on.clone());
        value.voyage = Some(voyage.to_owned());
    })
}

fn moved(movement: Movement, mode: Mode, empty: bool, place: Place) -> Event {
    with(Event::default(), |value| {
        value.motion = Motion::from(movement).with_mode(mode).with_empty(empty);
        value.place = place;
    })
}

fn shanghai() -> Place {
    Place::new("CNSHA", "Shanghai").in_zone("Asia/Shanghai").at_facility("Yangshan")
}

fn busan() -> Place {
    Place::new("KRPUS", "Busan").in_zone("Asia/Seoul").at_facility("PNC")
}

pub fn los_angeles() -> Place {
    Place::new("USLAX", "Los Angeles").in_zone("America/Los_Angeles").at_facility("WBCT")
}

fn chicago() -> Place {
    Place::new("USCHI", "Chicago").in_zone("America/Chicago").at_facility("Global 2")
}
