//! The terminal status of a container, and the events that follow from its changes.

use chrono::{DateTime, NaiveDate, Utc};

use super::equipment;
use super::ledger::Ledger;
use super::picture::EventPicture;
use super::places::Places;
use super::reading_doubt::{ReadingDoubt, ReadingProblem, ReadingValue};
use super::reading_rules::{ReadingRules, seen_at};
use super::route::{Route, Stop};
use super::timeline::Timeline;
use crate::resources::{Container, DataSource, EventName, ImportDeadlines, TerminalHold, Timestamp, TransportEvent};
use crate::tracking::moment::{same, shown, sort_instant};
use crate::tracking::{Event, Fact, HoldChanges, Milestone, Movement, Place, Source, Statement, TerminalStatus};

/// The name of a customs hold.
const CUSTOMS_HOLD: &str = "customs";

/// The terminal status of a container on its trip, merged from all readings. Its dates and its availability are those that are published.
#[derive(Default)]
pub(super) struct TerminalView {
    pub(super) reading: TerminalStatus,
    pub(super) available: Option<bool>,
    is_availability_known: bool,
    holds: Vec<TerminalHold>,
    /// When a terminal last reported.
    terminal_checked_at: Option<DateTime<Utc>>,
    /// When a railway last reported.
    rail_checked_at: Option<DateTime<Utc>>,
    /// The source of the last change.
    pub(super) source: Option<DataSource>,
    /// The source that reported the terminal.
    pub(super) terminal_source: Option<DataSource>,
    pub(super) events: Vec<EventPicture>,
    /// The number of changes of each of [`DATES`].
    changes: [usize; 5],
    /// Names of the attributes that are empty because the container left its terminal.
    pub(super) ended: Vec<&'static str>,
    pub(super) doubts: Vec<ReadingDoubt>,
}

impl TerminalView {
    pub(super) fn read(
        number: &str,
        timeline: &Timeline<'_>,
        ledger: &Ledger<'_>,
        route: &Route,
        places: &Places,
    ) -> Self {
        let mut terminal = TerminalView::default();
        let of_trip = |fact: &&Fact| {
            let at = seen_at(fact);
            timeline.began_at.is_none_or(|began_at| at >= began_at)
                && timeline.next_began_at.is_none_or(|next| at < next)
        };
        let mut facts = ledger.terminal_facts(number);
        facts.retain(of_trip);
        if facts.is_empty() {
            return terminal;
        }
        let clocks = Clocks { route, places };
        let rules = ReadingRules::of(timeline, route);
        let mut state = ReadingState::default();
        // Readings received together are one step: the result must not depend on their order.
        for step in facts.chunk_by(|a, b| a.received_at == b.received_at) {
            terminal.apply_step(step, &mut state, &rules, &clocks);
        }
        terminal.take_published_values(state, &View::of(&rules, &clocks));
        terminal
    }

    pub(super) fn fill(&self, container: &mut Container) {
        let reading = &self.reading;
        container.available_for_pickup = self.available;
        container.availability_known = Some(self.is_availability_known);
        container.pickup_lfd = LAST_FREE_DAYS.iter().find_map(|value| value.date_in(reading)).cloned();
        container.pickup_appointment_at.clone_from(&reading.pickup_appointment_at);
        container.ind_facility_lfd_on.clone_from(&reading.pickup_lfd_rail);
        container.import_deadlines = Some(ImportDeadlines {
            pickup_lfd_terminal: reading.pickup_lfd_terminal.clone(),
            pickup_lfd_rail: reading.pickup_lfd_rail.clone(),
            pickup_lfd_line: reading.pickup_lfd_line.clone(),
        });
        container.holds_at_pod_terminal.clone_from(&self.holds);
        container.fees_at_pod_terminal = reading.fees.clone().unwrap_or_default();
        container.location_at_pod_terminal.clone_from(&reading.location_at_terminal);
        container.seal_number.clone_from(&reading.seal_number);
        container.weight_in_lbs.clone_from(&reading.weight_in_lbs);
        container.pod_full_out_chassis_number.clone_from(&reading.chassis_number);
        container.pod_rail_carrier_scac.clone_from(&reading.pod_rail_carrier_scac);
        container.ind_rail_carrier_scac.clone_from(&reading.ind_rail_carrier_scac);
        container.terminal_checked_at = self.terminal_checked_at.map(Timestamp::from);
        container.pod_last_tracking_request_at = container.terminal_checked_at.clone();
        container.rail_last_tracking_request_at = self.rail_checked_at.map(Timestamp::from);
        equipment::fill_equipment(container, reading.size_type.as_deref().unwrap_or_default());
    }

    fn apply_step<'a>(
        &mut self,
        step: &[&'a Fact],
        state: &mut ReadingState<'a>,
        rules: &ReadingRules,
        clocks: &'a Clocks<'a>,
    ) {
        let Some(last) = step.last() else { return };
        for fact in step {
            match fact.source.kind {
                DataSource::Terminal => self.terminal_checked_at = Some(fact.received_at),
                DataSource::Rail => self.rail_checked_at = Some(fact.received_at),
                _ => {}
            }
        }
        let is_reading = |fact: &&Fact| match &fact.statement {
            Statement::TerminalStatus(_) => true,
            Statement::Event(event) => event.is_availability() || event.is_held_by_customs().is_some(),
            _ => false,
        };
        let readings: Vec<&Fact> = step.iter().copied().filter(is_reading).collect();
        if readings.is_empty() {
            return;
        }
        let seen_at = step.iter().map(|fact| seen_at(fact)).max().unwrap_or(last.received_at);
        let before = state.clone();
        let mut context = StepContext {
            at: last.received_at,
            seen_at,
            source: last.source.kind.clone(),
            when: None,
            place: None,
            clocks,
        };
        self.apply_readings(&readings, state, &before, &mut context);
        if state.differs_from(&before) {
            self.source = Some(context.source.clone());
        }
        self.add_change_events(&before, state, &View::of(rules, clocks), &context);
    }

    /// Applies the readings of a step. A reading that repeats what another source reported is not the source of a change.
    fn apply_readings<'a>(
        &mut self,
        readings: &[&'a Fact],
        state: &mut ReadingState<'a>,
        before: &ReadingState<'_>,
        context: &mut StepContext<'a>,
    ) {
        for fact in readings {
            let known = (readings.len() > 1).then(|| state.clone());
            state.apply_fact(fact, context);
            let known = known.as_ref().unwrap_or(before);
            if state.differs_from(known) {
                context.source = fact.source.kind.clone();
            }
            if state.reading.terminal != known.reading.terminal {
                self.terminal_source = Some(fact.source.kind.clone());
            }
        }
    }

    /// Adds the events for the changes of published values. The end of a value because the container left is not a change.
    fn add_change_events(
        &mut self,
        before: &ReadingState<'_>,
        after: &ReadingState<'_>,
        view: &View<'_>,
        context: &StepContext<'_>,
    ) {
        let published = View { as_of: Some(context.seen_at), ..*view };
        let all = View { hides_implausible: false, ..published };
        let (old_of_all, new_of_all) = (all.values(before), all.values(after));
        let (old, new) = (published.values(before), published.values(after));
        for (at, (name, candidates)) in DATES.iter().enumerate() {
            let is_changed =
                |old: &Values<'_>, new: &Values<'_>| !same(old.date_of(candidates), new.date_of(candidates));
            // The number of an event counts implausible dates, too: they may become plausible later.
            self.changes[at] += usize::from(is_changed(&old_of_all, &new_of_all));
            if is_changed(&old, &new) {
                let (old, new) = (old.first(candidates), new.first(candidates));
                let source = new.and_then(|(value, _)| after.reported_by[value as usize]).map(|fact| &fact.source.kind);
                let event = date_event(name, old, new, source.unwrap_or(&context.source), context);
                self.add_event(self.changes[at].max(1), event);
            }
        }
        if let (true, Some(available)) = (old.available != new.available, new.available) {
            self.add_availability_event(available, context);
        }
    }

    /// The source may also name the place.
    fn add_availability_event(&mut self, available: bool, context: &StepContext<'_>) {
        let milestone = if available { Milestone::Available } else { Milestone::NotAvailable };
        let Some(name) = milestone.transport_event() else { return };
        let when = context.when.clone().unwrap_or_else(|| context.at.into());
        let number = self.events.iter().filter(|event| event.event.event == name).count() + 1;
        let place = context.place.map(|place| context.clocks.places.complete(place)).unwrap_or_default();
        let port_zone = || context.clocks.port().and_then(|port| port.timezone.clone());
        let event = TransportEvent {
            event: name,
            timestamp: Some(when),
            timezone: place.timezone.clone().or_else(port_zone),
            location_locode: place.locode.clone(),
            data_source: Some(context.source.clone()),
            ..TransportEvent::default()
        };
        self.add_event(number, EventPicture { event, place: place.into(), ..EventPicture::default() });
    }

    fn add_event(&mut self, number: usize, event: EventPicture) {
        let name = &event.event.event;
        let mut key = format!("{name}#{number}");
        let mut repeated = 1;
        while self.events.iter().any(|event| event.key == key) {
            repeated += 1;
            key = format!("{name}#{number}.{repeated}");
        }
        self.events.push(EventPicture { key, ..event });
    }

    fn take_published_values(&mut self, state: ReadingState<'_>, view: &View<'_>) {
        let (published, lasting) = (view.values(&state), View { hides_ended: false, ..*view }.values(&state));
        for value in ReadingValue::ALL {
            let has_ended = match value {
                ReadingValue::Availability => published.available != lasting.available,
                _ => published.date(value) != lasting.date(value),
            };
            self.ended.extend(has_ended.then_some(value.name()));
        }
        if published.date_of(&LAST_FREE_DAYS) != lasting.date_of(&LAST_FREE_DAYS) {
            self.ended.push("pickup_lfd");
        }
        self.doubts = view.doubts(&state);
        self.is_availability_known = state.available.is_some();
        self.available = published.available;
        self.holds = state.holds();
        let dates = published.dates.map(|date| date.cloned());
        self.reading = state.reading;
        [
            self.reading.pickup_lfd_line,
            self.reading.pickup_lfd_terminal,
            self.reading.pickup_lfd_rail,
            self.reading.pickup_appointment_at,
        ] = dates;
    }
}

/// The last free day is that of the line, else of the terminal, else of the railway: the rule of the interface, which is not the earliest.
const LAST_FREE_DAYS: [ReadingValue; 3] = [ReadingValue::LineDay, ReadingValue::TerminalDay, ReadingValue::RailDay];

/// The dates whose changes are events: the first of these values that is known.
const DATES: [(EventName, &[ReadingValue]); 5] = [
    (EventName::ContainerPickupLfdLineChanged, &[ReadingValue::LineDay]),
    (EventName::ContainerPickupLfdTerminalChanged, &[ReadingValue::TerminalDay]),
    (EventName::ContainerPickupLfdRailChanged, &[ReadingValue::RailDay]),
    (EventName::ContainerPickupLfdChanged, &LAST_FREE_DAYS),
    (EventName::ContainerPickupAppointmentChanged, &[ReadingValue::Appointment]),
];

/// An event about a changed date. Its time is when the change was seen, its value the new date, and its time zone and UN/LOCODE those of
/// the place to whose clock the date refers. A withdrawn date is an event without a value, at the place of the old date.
fn date_event(
    name: &EventName,
    old: Option<(ReadingValue, &Timestamp)>,
    new: Option<(ReadingValue, &Timestamp)>,
    source: &DataSource,
    context: &StepContext<'_>,
) -> EventPicture {
    let clocks = context.clocks;
    let there = new.or(old).and_then(|(value, _)| clock_of(value.pointer(), clocks.port(), clocks.destination()));
    let place = there.map(|place| clocks.places.complete(place)).unwrap_or_default();
    let event = TransportEvent {
        event: name.clone(),
        timestamp: Some(context.at.into()),
        timezone: place.timezone.clone(),
        location_locode: place.locode.clone(),
        data_source: Some(source.clone()),
        value: new.map(|(_, date)| date.to_string()),
        ..TransportEvent::default()
    };
    EventPicture { event, place: place.into(), ..EventPicture::default() }
}

/// All values as reported.
#[derive(Default, Clone)]
struct ReadingState<'a> {
    reading: TerminalStatus,
    available: Option<bool>,
    /// The facts that reported the values of [`ReadingValue::ALL`].
    reported_by: [Option<&'a Fact>; ReadingValue::ALL.len()],
    /// The latest customs hold or release of each source that reports them as events: its time, and the hold.
    customs: Vec<(&'a Source, DateTime<Utc>, Option<TerminalHold>)>,
}

impl<'a> ReadingState<'a> {
    fn apply_fact(&mut self, fact: &'a Fact, context: &mut StepContext<'a>) {
        match &fact.statement {
            Statement::TerminalStatus(reading) => {
                self.reading.update(&context.clocks.resolve(reading));
                if lifts_customs_hold(reading)
                    && let Some((.., held)) = self.customs.iter_mut().find(|(source, ..)| **source == fact.source)
                {
                    *held = None;
                }
                if reports_availability(reading) {
                    self.available = reading.available_for_pickup;
                    (context.when, context.place) = (None, None);
                }
                for value in ReadingValue::ALL.into_iter().filter(|value| value.is_in(reading)) {
                    self.reported_by[value as usize] = Some(fact);
                }
            }
            Statement::Event(event) if event.is_availability() => {
                self.available = Some(event.motion.movement == Movement::Available);
                self.reported_by[ReadingValue::Availability as usize] = Some(fact);
                context.when = event.at.as_ref().map(|at| context.clocks.resolve_at(at, &event.place));
                context.place = Some(&event.place).filter(|place| !place.is_empty());
            }
            Statement::Event(event) => self.apply_customs_event(fact, event),
            _ => {}
        }
    }

    /// Places or lifts a customs hold. Of several events of a source, the one that happened last counts, in whatever order they were received.
    /// A release lifts only a hold of the same source.
    fn apply_customs_event(&mut self, fact: &'a Fact, event: &Event) {
        let at = event.at.as_ref().and_then(sort_instant);
        let (Some(is_held), Some(at)) = (event.is_held_by_customs(), at) else { return };
        let description = |hold: &Option<TerminalHold>| hold.as_ref().map(|hold| hold.description.clone());
        let hold = is_held.then(|| TerminalHold {
            name: CUSTOMS_HOLD.to_owned(),
            status: "hold".to_owned(),
            description: event.description.clone(),
            detail: None,
        });
        match self.customs.iter_mut().find(|(source, ..)| **source == fact.source) {
            // On the same day, the release is later.
            Some((_, last, held))
                if (at, !is_held, description(&hold)) < (*last, held.is_none(), description(held)) => {}
            Some((_, last, held)) => (*last, *held) = (at, hold),
            None => self.customs.push((&fact.source, at, hold)),
        }
    }

    fn differs_from(&self, other: &ReadingState<'_>) -> bool {
        self.reading != other.reading || self.available != other.available || self.holds() != other.holds()
    }

    /// The holds that are in force: those of the readings, and those that a source placed and did not lift.
    fn holds(&self) -> Vec<TerminalHold> {
        let mut holds = self.reading.current_holds();
        for placed in self.customs.iter().filter_map(|(_, _, hold)| hold.as_ref()) {
            let is_known = |known: &TerminalHold| known.name == placed.name && known.status == placed.status;
            if !holds.iter().any(is_known) {
                holds.push(placed.clone());
            }
        }
        holds
    }

    fn date(&self, value: ReadingValue) -> Option<&Timestamp> {
        value.date_in(&self.reading)
    }
}

/// Whether the source of the reading no longer has a customs hold.
fn lifts_customs_hold(reading: &TerminalStatus) -> bool {
    let lists_no_customs = |holds: &Vec<TerminalHold>| holds.iter().all(|hold| hold.name != CUSTOMS_HOLD);
    let lifts = |changes: &HoldChanges| changes.lifted.iter().any(|name| name == "*" || name == CUSTOMS_HOLD);
    reading.holds.as_ref().is_some_and(lists_no_customs)
        || reading.taken_back.contains("holds")
        || reading.hold_changes.as_deref().is_some_and(lifts)
}

fn reports_availability(reading: &TerminalStatus) -> bool {
    reading.available_for_pickup.is_some() || reading.taken_back.contains(ReadingValue::Availability.name())
}

impl ReadingValue {
    fn date_in(self, reading: &TerminalStatus) -> Option<&Timestamp> {
        match self {
            ReadingValue::LineDay => reading.pickup_lfd_line.as_ref(),
            ReadingValue::TerminalDay => reading.pickup_lfd_terminal.as_ref(),
            ReadingValue::RailDay => reading.pickup_lfd_rail.as_ref(),
            ReadingValue::Appointment => reading.pickup_appointment_at.as_ref(),
            ReadingValue::Availability => None,
        }
    }

    fn is_in(self, reading: &TerminalStatus) -> bool {
        match self {
            ReadingValue::Availability => reports_availability(reading),
            _ => self.date_in(reading).is_some(),
        }
    }
}

/// The values that are published, or would be published.
struct Values<'r> {
    /// By [`ReadingValue`].
    dates: [Option<&'r Timestamp>; 4],
    available: Option<bool>,
}

impl<'r> Values<'r> {
    fn date(&self, value: ReadingValue) -> Option<&'r Timestamp> {
        self.dates.get(value as usize).copied().flatten()
    }

    /// The first of these values that has a date.
    fn first(&self, candidates: &[ReadingValue]) -> Option<(ReadingValue, &'r Timestamp)> {
        candidates.iter().find_map(|value| Some((*value, self.date(*value)?)))
    }

    fn date_of(&self, candidates: &[ReadingValue]) -> Option<&'r Timestamp> {
        self.first(candidates).map(|(_, date)| date)
    }
}

/// Selects the values that are published.
#[derive(Clone, Copy)]
struct View<'v> {
    rules: &'v ReadingRules,
    clocks: &'v Clocks<'v>,
    /// Only moves that were known then count; `None`: all moves.
    as_of: Option<DateTime<Utc>>,
    hides_ended: bool,
    hides_implausible: bool,
}

impl<'v> View<'v> {
    fn of(rules: &'v ReadingRules, clocks: &'v Clocks<'v>) -> Self {
        View { rules, clocks, as_of: None, hides_ended: true, hides_implausible: true }
    }

    fn values<'r>(&self, state: &'r ReadingState<'_>) -> Values<'r> {
        let date = |value: ReadingValue| {
            state.date(value).filter(|at| {
                let problem = if self.hides_implausible { self.problem(value, at) } else { None };
                !self.has_ended(value, state) && problem.is_none_or(|problem| problem.is_published(state.available))
            })
        };
        use ReadingValue::{Appointment, Availability, LineDay, RailDay, TerminalDay};
        Values {
            dates: [LineDay, TerminalDay, RailDay, Appointment].map(date),
            available: state.available.filter(|_| !self.has_ended(Availability, state)),
        }
    }

    fn has_ended(&self, value: ReadingValue, state: &ReadingState<'_>) -> bool {
        let reported_by = state.reported_by[value as usize];
        self.hides_ended && reported_by.is_some_and(|fact| self.rules.has_ended(value, fact, self.as_of))
    }

    fn problem(&self, value: ReadingValue, at: &Timestamp) -> Option<ReadingProblem> {
        self.rules.problem(value, self.clocks.day(value, at)?)
    }

    fn doubts(&self, state: &ReadingState<'_>) -> Vec<ReadingDoubt> {
        let doubt = |value: ReadingValue| {
            let fact = state.reported_by[value as usize]?;
            let problem = match self.has_ended(value, state) {
                true => self.rules.is_late(value, fact).then_some(ReadingProblem::AfterDeparture)?,
                false => self.problem(value, state.date(value)?)?,
            };
            Some(ReadingDoubt {
                value,
                problem,
                is_published: problem.is_published(state.available),
                received_at: fact.received_at,
                source: fact.source.clone(),
            })
        };
        ReadingValue::ALL.into_iter().filter_map(doubt).collect()
    }
}

/// Resolves the times of readings at the places that they apply to.
struct Clocks<'a> {
    route: &'a Route,
    places: &'a Places,
}

impl<'a> Clocks<'a> {
    fn port(&self) -> Option<&'a Place> {
        place(&self.route.port_of_discharge)
    }

    fn destination(&self) -> Option<&'a Place> {
        place(&self.route.destination)
    }

    fn resolve(&self, reading: &TerminalStatus) -> TerminalStatus {
        let mut resolved = reading.clone();
        for (pointer, at) in resolved.times() {
            let there = clock_of(pointer, self.port(), self.destination());
            *at = at.take().map(|at| self.show(&at, there));
        }
        resolved
    }

    fn resolve_at(&self, at: &Timestamp, named: &Place) -> Timestamp {
        let named = self.places.complete(named);
        self.show(at, if named.timezone.is_some() { Some(&named) } else { self.port() })
    }

    fn show(&self, at: &Timestamp, there: Option<&Place>) -> Timestamp {
        there.map_or_else(|| shown(at), |there| self.places.show(at, there))
    }

    /// The calendar day of a date that [`resolve`](Self::resolve) returned.
    fn day(&self, value: ReadingValue, at: &Timestamp) -> Option<NaiveDate> {
        let there = clock_of(value.pointer(), self.port(), self.destination());
        let zone = there.and_then(|there| self.places.zone_of(there));
        zone.and_then(|zone| zone.day(at.utc()?)).or_else(|| at.date())
    }
}

fn place(stop: &Option<Stop>) -> Option<&Place> {
    stop.as_ref().map(|stop| &stop.place)
}

/// The place with the clock that a time of a reading refers to. The last free days of the railway and of the carrier refer to the
/// inland destination, if there is one; all other times refer to the port of discharge.
pub(in crate::tracking) fn clock_of<'p>(
    pointer: &str,
    port: Option<&'p Place>,
    destination: Option<&'p Place>,
) -> Option<&'p Place> {
    match pointer {
        "/reading/pickup_lfd_rail" | "/reading/pickup_lfd_line" => destination.or(port),
        _ => port,
    }
}

/// What the facts of one step have in common.
struct StepContext<'a> {
    at: DateTime<Utc>,
    /// When the facts were true: an event about the availability may be reported later.
    seen_at: DateTime<Utc>,
    source: DataSource,
    when: Option<Timestamp>,
    place: Option<&'a Place>,
    clocks: &'a Clocks<'a>,
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;
    use crate::tracking::{ContainerPicture, Event, FoldPolicy, Mode, Motion, Particulars, fold};

    const CONTAINER: &str = "MSKU0308961";

    fn day(day: u32) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 5, day, 18, 0, 0).unwrap()
    }

    fn did(milestone: Milestone, on: u32, place: &str) -> Fact {
        Fact::event(CONTAINER, Event::actual(milestone, day(on)).at_place(place)).received(day(on))
    }

    /// A land movement of the laden container at a facility.
    fn moved(movement: Movement, on: u32, place: &str, facility: &str) -> Fact {
        let mut motion = Motion::from(movement);
        motion.mode = Some(Mode::Truck);
        let place = Place { facility: Some(facility.into()), ..Place::from(place) };
        Fact::event(CONTAINER, Event::actual(motion, day(on)).at_place(place)).received(day(on))
    }

    fn reading(source: DataSource, on: u32, members: &str) -> Fact {
        let text = format!(r#"{{"version": 2, "container": "{CONTAINER}", "reading": {{{members}}}}}"#);
        Fact::parse_all(&text).unwrap().remove(0).with_source(source).received(day(on))
    }

    fn terminal_day(on: u32, last_free_day: u32) -> Fact {
        reading(DataSource::Terminal, on, &format!(r#""pickup_lfd_terminal": "2026-05-{last_free_day:02}""#))
    }

    fn voyage() -> Vec<Fact> {
        use Milestone::{EmptyOut, VesselArrived, VesselDeparted, VesselDischarged, VesselLoaded};
        vec![
            // The second of May in Shanghai.
            did(EmptyOut, 1, "CNSHA"),
            did(VesselLoaded, 2, "CNSHA"),
            did(VesselDeparted, 3, "CNSHA"),
            did(VesselArrived, 15, "USLAX"),
            did(VesselDischarged, 17, "USLAX"),
        ]
    }

    fn picture(facts: &[Fact]) -> ContainerPicture {
        fold(facts, day(28), &FoldPolicy::default()).containers.remove(0)
    }

    fn with(more: &[Fact]) -> ContainerPicture {
        picture(&[&voyage()[..], more].concat())
    }

    fn problems(picture: &ContainerPicture) -> Vec<(ReadingValue, ReadingProblem, bool)> {
        picture.reading_doubts.iter().map(|doubt| (doubt.value, doubt.problem, doubt.is_published)).collect()
    }

    fn date(on: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 5, on).unwrap()
    }

    fn terminal_days(picture: &ContainerPicture) -> [Option<&Timestamp>; 2] {
        let deadlines = picture.container.import_deadlines.as_ref().unwrap();
        [deadlines.pickup_lfd_terminal.as_ref(), picture.container.pickup_lfd.as_ref()]
    }

    fn count(picture: &ContainerPicture, name: &str) -> usize {
        picture.events.iter().filter(|event| event.event.event.as_str().ends_with(name)).count()
    }

    #[test]
    fn the_event_of_a_date_has_the_source_and_the_place_of_its_value() {
        let booked = Particulars { destination: Some(Place::from("USCHI")), ..Particulars::default() };
        let together = [
            Fact::particulars(booked).received(day(1)),
            reading(DataSource::ShippingLine, 18, r#""pickup_lfd_line": "2026-05-27""#),
            reading(DataSource::Terminal, 18, r#""pickup_lfd_terminal": "2026-05-22", "terminal": "Pier 300""#),
            reading(DataSource::Rail, 18, r#""pickup_lfd_rail": "2026-05-26""#),
        ];
        let events = |picture: &ContainerPicture| -> Vec<String> {
            let changes = picture.events.iter().filter(|event| event.event.event.as_str().ends_with(".changed"));
            let texts = changes.map(|EventPicture { event, .. }| {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                let name = event.event.as_str().trim_start_matches("container.pickup_").trim_end_matches(".changed");
                let source = event.data_source.as_ref().map_or("", |source| source.as_str());
                format!("{name} {source} {} {}", text(&event.location_locode), text(&event.value))
            });
            texts.collect()
        };
        let found = with(&together);
        let (line, terminal) = ("shipping_line USCHI 2026-05-27T05:00:00Z", "terminal USLAX 2026-05-22T07:00:00Z");
        let expected = [
            format!("lfd_line {line}"),
            format!("lfd_terminal {terminal}"),
            "lfd_rail rail USCHI 2026-05-26T05:00:00Z".to_owned(),
            format!("lfd {line}"),
        ];
        assert_eq!(events(&found), expected);
        assert_eq!(found.pod_terminal_source, Some(DataSource::Terminal));
        // Each value is a day in the time zone of its event.
        for EventPicture { event, .. } in found.events.iter().filter(|event| event.event.value.is_some()) {
            let zone = crate::zones::Zone::named(event.timezone.as_deref().unwrap()).unwrap();
            let value = Timestamp::new(event.value.clone().unwrap());
            assert!(matches!(value.at_place(&zone), Some(crate::zones::LocalTime::Day(_))), "{event:?}");
        }
        let withdrawn = reading(DataSource::ShippingLine, 19, r#""pickup_lfd_line": null"#);
        let found = with(&[&together[..], &[withdrawn]].concat());
        assert_eq!(events(&found)[4..], ["lfd_line shipping_line USCHI ".to_owned(), format!("lfd {terminal}")]);
    }

    #[test]
    fn a_source_that_repeats_a_status_is_not_the_source_of_its_change() {
        let status = r#""available_for_pickup": true, "pickup_appointment_at": "2026-05-20T08:00:00Z""#;
        let holds = r#""holds": [{"name": "freight", "status": "hold"}]"#;
        let (line, terminal) = (DataSource::ShippingLine, DataSource::Terminal);
        for (source, other) in [(&terminal, &line), (&line, &terminal)] {
            let change = reading(source.clone(), 19, &format!("{status}, {holds}"));
            let repeats = reading(other.clone(), 19, status);
            for order in [[&change, &repeats], [&repeats, &change]] {
                let found = with(&[reading(source.clone(), 18, status), order[0].clone(), order[1].clone()]);
                assert_eq!(found.status_source.as_ref(), Some(source));
            }
        }
    }

    #[test]
    fn a_last_free_day_before_the_arrival_is_a_doubt_and_not_published() {
        let found = with(&[terminal_day(18, 14)]);
        assert_eq!(terminal_days(&found), [None; 2]);
        assert_eq!(count(&found, ".changed"), 0);
        let expected = (ReadingValue::TerminalDay, ReadingProblem::BeforeArrival(date(15)), false);
        assert_eq!(problems(&found), [expected]);
        assert!(found.ended.is_empty());
        // A plausible value follows: its event has the next number.
        let found = with(&[terminal_day(18, 14), terminal_day(19, 22)]);
        assert!(terminal_days(&found)[0].is_some() && problems(&found).is_empty());
        assert!(found.events.iter().any(|event| event.key == "container.pickup_lfd_terminal.changed#2"));
    }

    #[test]
    fn a_last_free_day_between_arrival_and_discharge_is_published_with_a_doubt() {
        let found = with(&[terminal_day(18, 16)]);
        assert!(terminal_days(&found).iter().all(Option::is_some));
        let expected = (ReadingValue::TerminalDay, ReadingProblem::BeforeDischarge(date(17)), true);
        assert_eq!(problems(&found), [expected]);
        assert_eq!(problems(&with(&[terminal_day(18, 17)])), []);
    }

    #[test]
    fn a_last_free_day_before_the_expected_arrival_is_published_only_if_the_container_is_available() {
        let eta = Fact::event(CONTAINER, Event::estimated(Milestone::VesselArrived, day(20)).at_place("USLAX"));
        let on_the_way = [&voyage()[..3], &[eta.received(day(4)), terminal_day(5, 18)]].concat();
        let found = picture(&on_the_way);
        assert_eq!(terminal_days(&found), [None; 2]);
        let expected = ReadingProblem::BeforeExpectedArrival(date(20));
        assert_eq!(problems(&found), [(ReadingValue::TerminalDay, expected, false)]);
        let available = reading(DataSource::Terminal, 6, r#""available_for_pickup": true"#);
        let found = picture(&[&on_the_way[..], &[available]].concat());
        assert!(terminal_days(&found)[0].is_some());
        assert_eq!(problems(&found), [(ReadingValue::TerminalDay, expected, true)]);
    }

    #[test]
    fn dates_before_the_trip_are_doubts_and_not_published() {
        let found = with(&[reading(
            DataSource::Terminal,
            18,
            r#""pickup_lfd_line": "2026-04-01", "pickup_appointment_at": "2025-05-18T08:00:00Z""#,
        )]);
        assert_eq!((&found.container.pickup_lfd, &found.container.pickup_appointment_at), (&None, &None));
        let before = ReadingProblem::BeforeTrip(date(2));
        assert_eq!(
            problems(&found),
            [(ReadingValue::LineDay, before, false), (ReadingValue::Appointment, before, false)]
        );
    }

    #[test]
    fn readings_of_the_terminal_end_when_the_container_leaves_and_return_when_that_is_withdrawn() {
        let available = reading(DataSource::Terminal, 18, r#""available_for_pickup": true"#);
        let before = [terminal_day(18, 22), available];
        let out = did(Milestone::FullOut, 20, "USLAX");
        let after = [&before[..], std::slice::from_ref(&out)].concat();
        let (stays, left) = (with(&before), with(&after));
        assert_eq!(stays.container.available_for_pickup, Some(true));
        assert_eq!((left.container.available_for_pickup, left.container.availability_known), (None, Some(true)));
        assert_eq!(terminal_days(&left), [None; 2]);
        assert_eq!(left.ended, ["pickup_lfd_terminal", "available_for_pickup", "pickup_lfd"]);
        assert_eq!(problems(&left), []);
        for name in [".changed", ".available", ".not_available"] {
            assert_eq!(count(&left, name), count(&stays, name), "the end is not an event: {name}");
        }
        let withdrawn = Fact::new(Some(CONTAINER), Statement::Withdrawn(out.key().unwrap())).received(day(21));
        let restored = with(&[&after[..], &[withdrawn]].concat());
        assert_eq!(restored.container, stays.container);
    }

    #[test]
    fn a_reading_after_the_pick_up_is_a_doubt_and_no_event() {
        let late = reading(
            DataSource::Terminal,
            21,
            r#""available_for_pickup": false, "pickup_lfd_terminal": "2026-05-25", "pickup_lfd_line": "2026-05-26""#,
        );
        let left = with(&[terminal_day(18, 22), did(Milestone::FullOut, 20, "USLAX"), late]);
        assert_eq!(terminal_days(&left), [None; 2]);
        assert_eq!((count(&left, ".not_available"), count(&left, ".pickup_lfd.changed")), (0, 1));
        let late: Vec<_> = problems(&left).into_iter().map(|(value, problem, _)| (value, problem)).collect();
        let problem = ReadingProblem::AfterDeparture;
        let values = [ReadingValue::LineDay, ReadingValue::TerminalDay, ReadingValue::Availability];
        assert_eq!(late, values.map(|value| (value, problem)));
    }

    #[test]
    fn days_of_line_and_railway_last_until_the_final_pick_up() {
        let chicago = Place::from("USCHI");
        let booked = Particulars { destination: Some(chicago), ..Particulars::default() };
        let rail = |milestone, on, place| did(milestone, on, place);
        let mut facts = vec![
            Fact::particulars(booked).received(day(1)),
            terminal_day(18, 22),
            reading(DataSource::ShippingLine, 18, r#""pickup_lfd_line": "2026-05-27""#),
            rail(Milestone::RailDeparted, 19, "USLAX"),
        ];
        let days = |facts: &[Fact]| {
            let deadlines = with(facts).container.import_deadlines.unwrap();
            [deadlines.pickup_lfd_line, deadlines.pickup_lfd_terminal, deadlines.pickup_lfd_rail]
                .map(|day| day.is_some())
        };
        assert_eq!(days(&facts[..3]), [true, true, false]);
        assert_eq!(days(&facts), [true, false, false]);
        facts.push(rail(Milestone::RailArrived, 23, "USCHI"));
        let ramp = r#""pickup_lfd_rail": "2026-05-26", "available_for_pickup": true"#;
        facts.push(reading(DataSource::Rail, 24, ramp));
        assert_eq!(days(&facts), [true, false, true]);
        assert_eq!(with(&facts).container.available_for_pickup, Some(true), "at the ramp");
        facts.push(rail(Milestone::FullOut, 25, "USCHI"));
        assert_eq!(days(&facts), [false; 3]);
        assert_eq!(with(&facts).container.available_for_pickup, None);
    }

    #[test]
    fn the_last_free_day_of_the_railway_replaces_the_one_that_ended_with_an_event() {
        let facts = [
            terminal_day(18, 22),
            did(Milestone::RailDeparted, 19, "USLAX"),
            reading(DataSource::Rail, 24, r#""pickup_lfd_rail": "2026-05-26""#),
        ];
        let changed = |picture: &ContainerPicture| {
            let changes =
                picture.events.iter().filter(|event| event.event.event == EventName::ContainerPickupLfdChanged);
            changes.map(|event| event.event.value.clone().unwrap_or_default()[..10].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(changed(&with(&facts[..2])), ["2026-05-22"]);
        assert_eq!(changed(&with(&facts)), ["2026-05-22", "2026-05-26"]);
    }

    #[test]
    fn a_transfer_to_another_terminal_ends_the_readings_of_the_first() {
        let mut facts = vec![
            terminal_day(18, 22),
            moved(Movement::GateOut, 19, "USLAX", "Pier 400"),
            moved(Movement::GateIn, 20, "USLAX", "Pier 300"),
        ];
        assert_eq!(terminal_days(&with(&facts)), [None; 2]);
        facts.push(terminal_day(21, 25));
        assert!(terminal_days(&with(&facts))[0].is_some(), "the reading of the second terminal");
        facts[2] = moved(Movement::GateIn, 20, "USLAX", "Pier 400");
        facts.pop();
        assert!(terminal_days(&with(&facts))[0].is_some(), "the container came back to the first terminal");
    }
}
