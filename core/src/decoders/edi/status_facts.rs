//! Converts a status in an X12 or EDIFACT message into facts: the event itself, the route, the terminal status, and further events that
//! follow from times in the route.

use std::borrow::Cow;

use super::codes::{self, Meaning};
use super::place::{City, PlaceElements, is_same};
use super::text::compacted;
use super::weight::Weight;
use crate::decoders::unassigned;
use crate::jsonapi::Members;
use crate::resources::{TerminalHold, Timestamp};
use crate::tracking::{
    Certainty, Event, Fact, HoldChanges, Mode, Motion, Movement, Particulars, Phase, Place, Source, Statement,
    TerminalStatus, Vessel,
};
use crate::tracking::{OTHER_CONTAINER, REFUSED_CONTAINER, UNKNOWN_MOVEMENT};

/// The role of a place in the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Inland place where the carrier receives the container.
    Receipt,
    Lading,
    Transshipment,
    Discharge,
    /// Place where the carrier delivers the container.
    Delivery,
    /// Place of the status itself. Not a part of the route.
    Activity,
}

/// A place that a message names, with its role and the times at it.
#[derive(Debug, Clone)]
pub(super) struct Stop<'m> {
    pub role: Role,
    /// The code in the message, by which other segments refer to the place.
    pub code: Cow<'m, str>,
    pub place: Place,
    pub name: Cow<'m, str>,
    pub state: Cow<'m, str>,
    pub country: Cow<'m, str>,
    /// Whether the place consists only of a code that is in no table.
    pub has_unknown_code: bool,
    pub arrival: Option<(Certainty, Timestamp)>,
    pub departure: Option<(Certainty, Timestamp)>,
}

impl<'m> Stop<'m> {
    pub fn of(role: Role, elements: PlaceElements<'m>, state: Cow<'m, str>, mut place: Place) -> Self {
        let PlaceElements { code, name, country, .. } = elements;
        City::of(&name, &state, &country).complete(&mut place);
        let code = compacted(code);
        Stop { role, code, place, name, state, country, has_unknown_code: false, arrival: None, departure: None }
    }
}

impl Stop<'_> {
    fn city(&self) -> City<'_> {
        City::of(&self.name, &self.state, &self.country)
    }

    /// Whether the stop has only a name, and that is the name of the city of the other stop, which has a UN/LOCODE.
    pub fn has_name_of(&self, other: &Stop<'_>) -> bool {
        let is_city = |name: &String| City::of(name, "", "").is(&other.place, &other.city());
        self.place.locode.is_none() && other.place.locode.is_some() && self.place.name.as_ref().is_some_and(is_city)
    }
}

/// A status, as the decoders of both syntaxes read it.
#[derive(Debug, Default)]
pub(super) struct StatusReport<'m> {
    pub code: Cow<'m, str>,
    pub description: Option<Cow<'m, str>>,
    pub segment: &'m str,
    pub at: Option<Timestamp>,
    pub place: Place,
    /// A place name made from a code of US Schedule D or K that is in no table. It is used if the status has no other place, and is not
    /// compared with the route.
    pub fallback_place_name: Option<String>,
    pub empty: Option<bool>,
    pub phase: Option<Phase>,
    pub mode: Option<Mode>,
    pub vessel: Option<&'m Vessel>,
    pub voyage: Option<&'m str>,
    pub documents: &'m [String],
    pub containers: Cow<'m, [String]>,
    /// The text in place of the container number, if no container is named. The status applies to an unknown container.
    pub refused_container: Option<String>,
    /// Another container that the message names for the same status.
    pub other_container: Option<String>,
    pub size_type: Option<Cow<'m, str>>,
    pub seal: Option<&'m str>,
    pub weight: Option<Weight>,
    /// Whether the container continues from the port of discharge by rail.
    pub continues_by_rail: bool,
    pub stops: &'m [Stop<'m>],
    pub is_withdrawn: bool,
    pub free_days_of: FreeDaysOf,
}

/// Who sets the last free day that a status reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum FreeDaysOf {
    #[default]
    Line,
    Terminal,
    Railway,
}

impl StatusReport<'_> {
    /// Adds the facts of the status to `facts`, for each container. `meaning` is the meaning of its code; `None` if the code is unknown.
    pub fn into_facts(mut self, meaning: Option<Meaning>, source: &Source, facts: &mut Vec<Fact>) {
        let motion = match &meaning {
            Some(Meaning::Event { motion, .. }) => Some(motion),
            _ => None,
        };
        self.complete_place(motion);
        if !self.is_withdrawn {
            facts.extend(
                self.particulars().map(|particulars| Fact::particulars(particulars).with_source(source.clone())),
            );
        }
        if let Some(refused) = self.refused_container.take() {
            self.add_unassigned(&refused, meaning, source, facts);
            return;
        }
        let first_fact = facts.len();
        self.add_facts(self.containers.first().map(String::as_str), meaning, source, facts);
        let facts_of_first = first_fact..facts.len();
        // The facts of very many containers need most of the memory, so that no room is left unused.
        let others = facts_of_first.len() * self.containers.len().saturating_sub(1);
        if others > facts.len() {
            facts.reserve_exact(others);
        }
        for container in self.containers.iter().skip(1) {
            let next_fact = facts.len();
            facts.extend_from_within(facts_of_first.clone());
            facts[next_fact..].iter_mut().for_each(|fact| fact.container = Some(container.clone()));
        }
        if self.is_withdrawn {
            facts[facts_of_first.start..]
                .iter_mut()
                .for_each(|fact| fact.statement = Statement::Withdrawn(fact.key().unwrap_or_default()));
        }
    }

    /// Completes the place from other segments of the message.
    fn complete_place(&mut self, motion: Option<&Motion>) {
        if self.place.is_empty() {
            if let Some(activity) = self.stops.iter().find(|stop| stop.role == Role::Activity) {
                self.place = self.stop_with_code_of(activity).place.clone();
            }
        } else if self.place.locode.is_none() {
            self.complete_name();
        }
        if self.place.is_empty() && self.fallback_place_name.is_none() {
            self.place = motion.and_then(|motion| self.only_possible_port(motion)).unwrap_or_default();
        }
        let place = &mut self.place;
        for stop in self.stops {
            if is_same(&stop.place, place) {
                place.name = place.name.take().or_else(|| stop.place.name.clone());
                place.facility = place.facility.take().or_else(|| stop.place.facility.clone());
                place.timezone = place.timezone.take().or_else(|| stop.place.timezone.clone());
            }
        }
    }

    /// The stop that has the same code as `activity` and a place; else `activity` itself.
    fn stop_with_code_of<'s>(&'s self, activity: &'s Stop<'_>) -> &'s Stop<'s> {
        let by_code = |stop: &&Stop<'_>| stop.code == activity.code && !stop.code.is_empty() && !stop.place.is_empty();
        self.stops.iter().find(by_code).unwrap_or(activity)
    }

    /// Completes a place that only has a name. Searches the name among the stops, then uses the place of activity, then the built-in tables.
    fn complete_name(&mut self) {
        let Some(name) = self.place.name.clone() else { return };
        let city = City::of(&name, "", "");
        let stop_in_city = self.stops.iter().find(|stop| !stop.place.is_empty() && city.is(&stop.place, &stop.city()));
        if let Some(stop) = stop_in_city {
            let facility = self.place.facility.clone().or_else(|| stop.place.facility.clone());
            let name = stop.place.name.clone().or_else(|| Some(name.clone()));
            self.place = Place { facility, name, ..stop.place.clone() };
            return;
        }
        let activity =
            self.stops.iter().find(|stop| stop.role == Role::Activity && self.may_be_at_time_of_status(stop));
        if let Some(stop) = activity.map(|stop| self.stop_with_code_of(stop)).filter(|stop| stop.place.locode.is_some())
        {
            let facility = self.place.facility.clone().or_else(|| stop.place.facility.clone());
            self.place = Place { facility: facility.or(Some(name)), ..stop.place.clone() };
            return;
        }
        city.complete(&mut self.place);
    }

    /// Whether the stop has no time of arrival, or the same time as the status.
    fn may_be_at_time_of_status(&self, stop: &Stop<'_>) -> bool {
        match (&stop.arrival, &self.at) {
            (Some((_, there)), Some(at)) => is_same_minute(there, at),
            _ => true,
        }
    }

    /// The port where a movement by vessel must have happened: the port of lading or of discharge. `None` if the movement is not by vessel, if the
    /// route has a transshipment, or if the message still expects the movement there.
    fn only_possible_port(&self, motion: &Motion) -> Option<Place> {
        let mode = motion.mode.as_ref().or(self.mode.as_ref());
        let by_vessel = mode.is_some() && codes::is_by_vessel(&Motion { mode: mode.cloned(), ..motion.clone() });
        if !by_vessel || self.stops.iter().any(|stop| stop.role == Role::Transshipment) {
            return None;
        }
        let role = match motion.movement {
            Movement::Loaded | Movement::Departed => Role::Lading,
            _ => Role::Discharge,
        };
        let stop = self.stop(role)?;
        let time = match motion.movement {
            Movement::Departed => &stop.departure,
            Movement::Arrived => &stop.arrival,
            _ => &None,
        };
        let is_expected = time.as_ref().is_some_and(|(certainty, _)| *certainty != Certainty::Actual);
        (!is_expected).then(|| stop.place.clone())
    }

    fn add_facts(&self, container: Option<&str>, meaning: Option<Meaning>, source: &Source, facts: &mut Vec<Fact>) {
        let fact = |statement: Statement| Fact::new(container, statement).with_source(source.clone());
        let codes = self.codes(meaning.is_none());
        let decoded = self.decode(meaning);
        let (terminal_status, route_events) = match self.is_withdrawn {
            true => (TerminalStatus::default(), Vec::new()),
            false => (self.terminal_status(&decoded), self.route_events(&decoded)),
        };
        if container.is_some() && terminal_status != TerminalStatus::default() {
            facts.push(fact(Statement::TerminalStatus(terminal_status)));
        }
        let events = decoded.events.into_iter();
        facts.extend(events.map(|event| Fact { codes: codes.clone(), ..fact(Statement::Event(event)) }));
        facts.extend(route_events.into_iter().map(Statement::Event).map(fact));
    }

    /// Adds the events of a status about an unknown container.
    fn add_unassigned(&self, refused: &str, meaning: Option<Meaning>, source: &Source, facts: &mut Vec<Fact>) {
        if self.is_withdrawn {
            return;
        }
        let mut codes = self.codes(meaning.is_none());
        codes.insert(REFUSED_CONTAINER.to_owned(), refused.into());
        let fact = |mut event: Event| {
            event.motion = Motion::from(unassigned(&event.motion.movement));
            Fact { codes: codes.clone(), ..Fact::new(None, Statement::Event(event)).with_source(source.clone()) }
        };
        facts.extend(self.decode(meaning).events.into_iter().map(fact));
    }

    fn codes(&self, is_unknown: bool) -> Members {
        let mut codes = Members::new();
        if is_unknown {
            codes.insert(UNKNOWN_MOVEMENT.to_owned(), (*self.code).into());
        }
        if let Some(other) = &self.other_container {
            codes.insert(OTHER_CONTAINER.to_owned(), other.as_str().into());
        }
        codes.insert("segment".to_owned(), self.segment.into());
        codes.insert("status".to_owned(), (*self.code).into());
        codes
    }

    fn stop(&self, role: Role) -> Option<&Stop<'_>> {
        self.stops.iter().find(|stop| stop.role == role && !stop.place.is_empty())
    }

    fn is_at(&self, role: Role, place: &Place) -> bool {
        self.stops.iter().any(|stop| stop.role == role && is_same(&stop.place, place))
    }

    /// The place of delivery, if it is not the port of discharge.
    fn destination(&self) -> Option<&Stop<'_>> {
        let delivery = self.stop(Role::Delivery)?;
        (!self.is_at(Role::Discharge, &delivery.place)).then_some(delivery)
    }

    fn particulars(&self) -> Option<Particulars> {
        let place = |stop: Option<&Stop<'_>>| stop.filter(|stop| !stop.has_unknown_code).map(|stop| stop.place.clone());
        let particulars = Particulars {
            port_of_lading: place(self.stop(Role::Lading)),
            port_of_discharge: place(self.stop(Role::Discharge)),
            destination: place(self.destination()),
            containers: self.containers.to_vec(),
            left: Vec::new(),
        };
        let has_port = particulars.port_of_lading.is_some() || particulars.port_of_discharge.is_some();
        has_port.then_some(particulars)
    }

    fn decode(&self, meaning: Option<Meaning>) -> Decoded {
        let note = |name: &str| vec![self.event(Movement::parse(name).into(), Certainty::Actual)];
        let mut decoded = Decoded::default();
        match meaning {
            None => decoded.events = note(&self.code),
            Some(Meaning::Note(name)) => decoded.events = note(&name),
            Some(Meaning::HoldPlaced(name)) => {
                decoded.events = note(&format!("held_{}", self.code.to_ascii_lowercase()));
                decoded.holds = Some(HoldChanges::placed(self.hold(&name)));
            }
            Some(Meaning::HoldLifted(name)) => {
                decoded.events = note(&format!("hold_released_{}", self.code.to_ascii_lowercase()));
                decoded.holds = Some(HoldChanges::lifted([&*name]));
            }
            Some(Meaning::Release) => {
                let released = [Movement::CustomsReleased, Movement::CarrierReleased];
                decoded.events = released.map(|movement| self.event(movement.into(), Certainty::Actual)).into();
            }
            Some(Meaning::Appointment) => {
                decoded.events = note("pickup_appointment");
                decoded.appointment = self.at.clone();
            }
            Some(Meaning::FreeTime) => {
                decoded.events = note("free_time");
                decoded.free_until = self.at.as_ref().and_then(Timestamp::date).map(Timestamp::from);
            }
            Some(Meaning::Event { motion, certainty }) => decoded.events = vec![self.event(motion, certainty)],
        }
        let actual = decoded.events.iter().filter(|event| event.certainty == Certainty::Actual);
        let lifted: Vec<&str> = actual.filter_map(|event| hold_lifted_by(&event.motion.movement)).collect();
        if !lifted.is_empty() {
            decoded.holds = Some(HoldChanges::lifted(lifted));
        }
        decoded
    }

    fn hold(&self, name: &str) -> TerminalHold {
        TerminalHold {
            name: name.to_owned(),
            status: "hold".to_owned(),
            description: self.description.as_deref().map(str::to_owned),
            ..TerminalHold::default()
        }
    }

    fn event(&self, motion: Motion, certainty: Certainty) -> Event {
        let expected = certainty != Certainty::Actual;
        let place = match self.place.is_empty() && expected && motion.movement == Movement::Arrived {
            true => self.stop(Role::Discharge).map(|stop| stop.place.clone()).unwrap_or_default(),
            false => self.place.clone(),
        };
        let may_be_inland = motion.mode.is_none() && motion.movement == Movement::Arrived;
        let motion = match may_be_inland && self.destination().is_some_and(|stop| is_same(&stop.place, &place)) {
            true => self.inland_arrival(),
            false => {
                let motion = self.with_mode(motion);
                let stated = motion.phase.clone().or_else(|| self.phase.clone());
                Motion { phase: stated.or_else(|| self.phase_at(&motion, &place)), ..motion }
            }
        };
        let by_vessel = codes::is_by_vessel(&motion);
        let place = match place.is_empty() {
            true => Place { name: self.fallback_place_name.clone(), ..place },
            false => place,
        };
        Event {
            motion: Motion { empty: motion.empty.or(self.empty), ..motion },
            certainty,
            at: self.at.clone(),
            place,
            vessel: if by_vessel { self.vessel.cloned() } else { None },
            voyage: if by_vessel { self.voyage.map(str::to_owned) } else { None },
            documents: self.documents.to_vec(),
            description: self.description.as_deref().map(str::to_owned),
            occurrence: 0,
        }
    }

    /// The phase of a movement at this place; `None` if it cannot be derived from the route.
    fn phase_at(&self, motion: &Motion, place: &Place) -> Option<Phase> {
        if !codes::may_have_phase(motion) || place.is_empty() || motion.empty.or(self.empty) == Some(true) {
            return None;
        }
        let by_vessel = codes::is_by_vessel(motion);
        if self.is_at(Role::Transshipment, place) {
            Some(Phase::Transshipment)
        } else if self.is_at(Role::Lading, place) || !by_vessel && self.is_at(Role::Receipt, place) {
            Some(Phase::Export)
        } else if self.is_at(Role::Discharge, place) || !by_vessel && self.is_at(Role::Delivery, place) {
            Some(Phase::Import)
        } else {
            let route_is_known = self.stop(Role::Lading).is_some() && self.stop(Role::Discharge).is_some();
            (by_vessel && route_is_known).then_some(Phase::Transshipment)
        }
    }

    /// Adds the mode of the status to a load, departure, arrival or discharge that has no mode.
    fn with_mode(&self, motion: Motion) -> Motion {
        use Movement::{Arrived, Departed, Discharged, Loaded};
        let is_carried = matches!(motion.movement, Loaded | Departed | Arrived | Discharged);
        let mode = if is_carried { self.mode.clone() } else { None };
        Motion { mode: motion.mode.or(mode), ..motion }
    }

    fn inland_arrival(&self) -> Motion {
        let mode = if self.continues_by_rail { Mode::Rail } else { Mode::Truck };
        Motion { movement: Movement::Arrived, mode: Some(mode), empty: None, phase: Some(Phase::Import) }
    }

    fn terminal_status(&self, decoded: &Decoded) -> TerminalStatus {
        let free_until = |setter| if self.free_days_of == setter { decoded.free_until.clone() } else { None };
        let mut status = TerminalStatus {
            size_type: self.size_type.as_deref().map(str::to_owned),
            seal_number: self.seal.map(str::to_owned),
            pickup_appointment_at: decoded.appointment.clone(),
            pickup_lfd_line: free_until(FreeDaysOf::Line),
            pickup_lfd_terminal: free_until(FreeDaysOf::Terminal),
            pickup_lfd_rail: free_until(FreeDaysOf::Railway),
            hold_changes: decoded.holds.clone().map(Box::new),
            ..TerminalStatus::default()
        };
        if let Some(weight) = self.weight {
            weight.add_to(&mut status);
        }
        status
    }

    /// Events from the times in the route: departure from the port of lading, arrival at the port of discharge, arrival at the destination.
    fn route_events(&self, decoded: &Decoded) -> Vec<Event> {
        let vessel =
            |movement, phase| Motion { mode: Some(Mode::Vessel), phase: Some(phase), ..Motion::from(movement) };
        let lading =
            self.stop(Role::Lading).map(|stop| (stop, &stop.departure, vessel(Movement::Departed, Phase::Export)));
        let discharge =
            self.stop(Role::Discharge).map(|stop| (stop, &stop.arrival, vessel(Movement::Arrived, Phase::Import)));
        let destination = self.destination().map(|stop| (stop, &stop.arrival, self.inland_arrival()));
        let main = decoded.events.first();
        // If the status is that an empty container moved by vessel, the times in the route are also those of the empty container.
        // If it is that an empty container passed a gate, they are those of the voyage before, when the container was laden.
        let empty = self.empty.filter(|empty| *empty && main.is_some_and(|main| codes::is_by_vessel(&main.motion)));
        let mut events = Vec::new();
        for (stop, time, motion) in [lading, discharge, destination].into_iter().flatten() {
            let Some((certainty, at)) = time else { continue };
            // The route may contain the event of the status again.
            let is_repeated = main.is_some_and(|main| {
                let has_same_time = !codes::is_by_vessel(&main.motion) && main.at.as_ref() == Some(at);
                is_same(&main.place, &stop.place) && (main.motion.movement == motion.movement || has_same_time)
            });
            if is_repeated {
                continue;
            }
            let on_vessel = codes::is_by_vessel(&motion) && self.is_same_vessel_at(main, stop.role);
            events.push(Event {
                motion: Motion { empty, ..motion },
                certainty: *certainty,
                at: Some(at.clone()),
                place: stop.place.clone(),
                vessel: if on_vessel { self.vessel.cloned() } else { None },
                voyage: if on_vessel { self.voyage.map(str::to_owned) } else { None },
                documents: self.documents.to_vec(),
                description: None,
                occurrence: 0,
            });
        }
        events
    }

    /// Whether the vessel that the message names is also the one that calls at the stop with this role.
    fn is_same_vessel_at(&self, main: Option<&Event>, role: Role) -> bool {
        let elsewhere = |main: &&Event| {
            codes::is_by_vessel(&main.motion)
                && !self.is_at(Role::Lading, &main.place)
                && !self.is_at(Role::Discharge, &main.place)
        };
        let mut transshipments = self.stops.iter().filter(|stop| stop.role == Role::Transshipment);
        match main.filter(elsewhere) {
            None => transshipments.next().is_none(),
            // At a transshipment, the message names either the arriving or the departing vessel.
            Some(main) => {
                let is_departure = matches!(main.motion.movement, Movement::Loaded | Movement::Departed);
                let only_here = transshipments.all(|stop| is_same(&stop.place, &main.place));
                only_here && is_departure == (role == Role::Discharge)
            }
        }
    }
}

/// The events and changes of the terminal status that a status code means.
#[derive(Debug, Default)]
struct Decoded {
    events: Vec<Event>,
    appointment: Option<Timestamp>,
    free_until: Option<Timestamp>,
    holds: Option<HoldChanges>,
}

/// The name of the hold that a release lifts.
fn hold_lifted_by(movement: &Movement) -> Option<&'static str> {
    match movement {
        Movement::CustomsReleased => Some("customs"),
        Movement::CarrierReleased => Some("freight"),
        _ => None,
    }
}

/// Whether the times are equal in the parts that both have, at most up to the minute.
fn is_same_minute(one: &Timestamp, other: &Timestamp) -> bool {
    let (one, other) = (one.as_str(), other.as_str());
    let length = one.len().min(other.len()).min("2026-05-02T14:10".len());
    one.get(..length) == other.get(..length)
}
