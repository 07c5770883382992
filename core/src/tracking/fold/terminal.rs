//! The terminal status of a container, and the events that follow from its changes.

use chrono::{DateTime, TimeDelta, Utc};

use super::equipment;
use super::ledger::{Ledger, TerminalFact};
use super::picture::{EventPicture, FoldPolicy};
use super::places::Places;
use super::reading_doubt::{ReadingDoubt, ReadingValue};
use super::reading_rules::{ReadingRules, Whereabouts, seen_at};
use super::reading_state::{AtPickup, EventDate, ReadingState, Values};
use super::reading_view::{Clocks, View, clock_of};
use super::route::Route;
use super::source_readings::Stated;
use super::timeline::Timeline;
use crate::resources::{Container, DataSource, EventName, ImportDeadlines, TerminalHold, Timestamp, TransportEvent};
use crate::tracking::moment::same;
use crate::tracking::{Milestone, Statement, TerminalStatus};

/// The terminal status of a container on its trip, merged from all readings. Its values are those that are published.
#[derive(Default)]
pub(super) struct TerminalView {
    pub(super) reading: TerminalStatus,
    pub(super) available: Option<bool>,
    pickup_lfd: Option<Timestamp>,
    /// Whether the last free day was given before the container arrived.
    may_move: bool,
    at_pickup: AtPickup,
    is_availability_known: bool,
    holds: Vec<TerminalHold>,
    seals: Vec<String>,
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
    /// When the view changes next without new facts; `None` if it does not.
    pub(super) changes_at: Option<DateTime<Utc>>,
}

impl TerminalView {
    pub(super) fn read(
        number: &str,
        timeline: &Timeline<'_>,
        ledger: &Ledger<'_>,
        route: &Route,
        places: &Places,
        policy: &FoldPolicy,
    ) -> Self {
        let mut terminal = TerminalView::default();
        let of_trip = |stated: &TerminalFact<'_>| {
            let at = seen_at(stated.fact);
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
        let view = View::of(&rules, &clocks, policy);
        let mut state = ReadingState::default();
        // Readings received together are one step: the result must not depend on their order.
        let mut at_pickup = None;
        for step in facts.chunk_by(|a, b| a.fact.received_at == b.fact.received_at) {
            let is_late = |at: DateTime<Utc>| step.iter().any(|stated| stated.fact.received_at > at);
            if at_pickup.is_none() && rules.picked_up_at().is_some_and(is_late) {
                at_pickup = Some(state.at_pickup(&view));
            }
            terminal.apply_step(step, &mut state, &view);
        }
        terminal.at_pickup = at_pickup.unwrap_or_else(|| state.at_pickup(&view));
        terminal.note_silence(&state, &view, timeline.now);
        terminal.take_published_values(state, &view);
        terminal
    }

    pub(super) fn fill(&self, container: &mut Container) {
        let reading = &self.reading;
        container.available_for_pickup = self.available;
        container.availability_known = Some(self.is_availability_known);
        container.pickup_lfd.clone_from(&self.pickup_lfd);
        container.pickup_lfd_may_move = self.may_move.then_some(true);
        container.pickup_appointment_at.clone_from(&reading.pickup_appointment_at);
        container.ind_facility_lfd_on.clone_from(&reading.pickup_lfd_rail);
        container.import_deadlines = Some(ImportDeadlines {
            pickup_lfd_terminal: reading.pickup_lfd_terminal.clone(),
            pickup_lfd_rail: reading.pickup_lfd_rail.clone(),
            pickup_lfd_line: reading.pickup_lfd_line.clone(),
            pickup_good_through: reading.pickup_good_through.clone(),
            return_lfd_line: reading.return_lfd_line.clone(),
        });
        container.pickup_lfd_at_pickup.clone_from(&self.at_pickup.last_free_day);
        container.fees_at_pickup.clone_from(&self.at_pickup.fees);
        container.holds_at_pod_terminal.clone_from(&self.holds);
        container.fees_at_pod_terminal = reading.fees.clone().unwrap_or_default();
        container.location_at_pod_terminal.clone_from(&reading.location_at_terminal);
        container.seal_number.clone_from(&reading.seal_number);
        container.seals.clone_from(&self.seals);
        container.weight_in_lbs.clone_from(&reading.weight_in_lbs);
        container.weight_kind.clone_from(&reading.weight_kind);
        container.pod_full_out_chassis_number.clone_from(&reading.chassis_number);
        container.pod_rail_carrier_scac.clone_from(&reading.pod_rail_carrier_scac);
        container.ind_rail_carrier_scac.clone_from(&reading.ind_rail_carrier_scac);
        container.terminal_checked_at = self.terminal_checked_at.map(Timestamp::from);
        container.pod_last_tracking_request_at = container.terminal_checked_at.clone();
        container.rail_last_tracking_request_at = self.rail_checked_at.map(Timestamp::from);
        equipment::fill_equipment(container, reading.size_type.as_deref().unwrap_or_default());
    }

    fn apply_step<'a>(&mut self, step: &[TerminalFact<'a>], state: &mut ReadingState<'a>, view: &View<'_>) {
        let Some(last) = step.last().map(|last| last.fact) else { return };
        for TerminalFact { fact, .. } in step {
            match fact.source.kind {
                DataSource::Terminal => self.terminal_checked_at = Some(fact.received_at),
                DataSource::Rail => self.rail_checked_at = Some(fact.received_at),
                _ => {}
            }
        }
        let is_reading = |stated: &&TerminalFact<'_>| match &stated.fact.statement {
            Statement::TerminalStatus(_) => true,
            Statement::Event(event) => {
                event.is_availability() || event.is_held_by_customs().is_some() || event.is_released_by_carrier()
            }
            _ => false,
        };
        let readings: Vec<&TerminalFact<'_>> = step.iter().filter(is_reading).collect();
        if readings.is_empty() {
            return;
        }
        self.note_silence(state, view, last.received_at);
        let seen_at = step.iter().map(|stated| seen_at(stated.fact)).max().unwrap_or(last.received_at);
        let view = View { as_of: Some(seen_at), ..*view };
        let before = ShownValues::of(state, &view);
        let source = self.apply_readings(&readings, state, &view);
        let context = StepContext { at: last.received_at, source, view };
        self.add_change_events(&before, state, &context);
        state.evaluated_at = Some(seen_at);
    }

    /// Applies the readings of a step, and returns the source of the change. A reading that repeats what another source reported is not the source
    /// of a change.
    fn apply_readings<'a>(
        &mut self,
        readings: &[&TerminalFact<'a>],
        state: &mut ReadingState<'a>,
        view: &View<'_>,
    ) -> DataSource {
        let all = View { hides_ended: false, ..*view };
        let first = state.reported(&all);
        let mut known = first.clone();
        let mut source = readings.last().map(|last| last.fact.source.kind.clone()).unwrap_or_default();
        for stated in readings {
            state.apply_fact(stated, &all);
            let reported = state.reported(&all);
            if reported != known {
                source = stated.fact.source.kind.clone();
            }
            if reported.reading.terminal != known.reading.terminal {
                self.terminal_source = state.terminal(&all).map(|stated| stated.fact.source.kind.clone());
            }
            known = reported;
        }
        if known != first {
            self.source = Some(source.clone());
        }
        source
    }

    /// Adds the events for values that changed before `until` because the source at the place of the container was silent for too long.
    fn note_silence(&mut self, state: &ReadingState<'_>, view: &View<'_>, until: DateTime<Utc>) {
        let Some(evaluated_at) = state.evaluated_at else { return };
        if state.sources.len() < 2 {
            return;
        }
        let before = View { as_of: Some(evaluated_at), ..*view };
        let comparison = before.comparison();
        let spoke_at = comparison.spoke_at(&state.sources);
        let ends_at = spoke_at.and_then(|at| at.checked_add_signed(view.silence + TimeDelta::seconds(1)));
        let Some(ends_at) = ends_at.filter(|at| *at > evaluated_at) else { return };
        if ends_at > until {
            self.changes_at = if until == view.rules.now() { Some(ends_at) } else { None };
            return;
        }
        let after = View { as_of: Some(ends_at), ..*view };
        let Some(stated) = state.available(&after) else { return };
        let context = StepContext { at: ends_at, source: stated.fact.source.kind.clone(), view: after };
        self.add_change_events(&ShownValues::of(state, &before), state, &context);
    }

    /// Adds the events for the changes of published values. The end of a value because the container left is not a change.
    fn add_change_events(&mut self, before: &ShownValues, state: &ReadingState<'_>, context: &StepContext<'_>) {
        let after = ShownValues::of(state, &context.view);
        for (index, (name, place)) in DATES.iter().enumerate() {
            let is_changed = |old: &Values, new: &Values| {
                let at = |values| Values::date_of_event(values, *place).map(|(_, at)| at);
                !same(at(old), at(new))
            };
            // The number of an event counts implausible dates, too: they may become plausible later.
            self.changes[index] += usize::from(is_changed(&before.all, &after.all));
            if is_changed(&before.shown, &after.shown) {
                let (old, new) = (before.shown.date_of_event(*place), after.shown.date_of_event(*place));
                let source = new.and_then(|(value, _)| state.reported_by[value as usize]).map(|fact| &fact.source.kind);
                let event = date_event(name, old, new, source.unwrap_or(&context.source), context);
                self.add_event(self.changes[index].max(1), event);
            }
        }
        if before.shown.available != after.shown.available
            && let Some(stated) = state.available(&context.view)
        {
            self.add_availability_event(stated, context);
        }
    }

    /// The source may also name the place and the time.
    fn add_availability_event(&mut self, stated: &Stated<'_, bool>, context: &StepContext<'_>) {
        let milestone = match stated.value {
            Some(true) => Milestone::Available,
            Some(false) => Milestone::NotAvailable,
            None => return,
        };
        let Some(name) = milestone.transport_event() else { return };
        let clocks = context.view.clocks;
        let event = match &stated.fact.statement {
            Statement::Event(event) => Some(event),
            _ => None,
        };
        let when = event.and_then(|event| Some(clocks.resolve_at(event.at.as_ref()?, &event.place)));
        let place = event.map(|event| &event.place).filter(|place| !place.is_empty());
        let place = place.map(|place| clocks.places.complete(place)).unwrap_or_default();
        let number = self.events.iter().filter(|event| event.event.event == name).count() + 1;
        let port_zone = || clocks.port().and_then(|port| port.timezone.clone());
        let event = TransportEvent {
            event: name,
            timestamp: Some(when.unwrap_or_else(|| context.at.into())),
            timezone: place.timezone.clone().or_else(port_zone),
            location_locode: place.locode.clone(),
            data_source: Some(stated.fact.source.kind.clone()),
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
        let published = state.values(view);
        self.ended = state.ended(&published, view);
        self.doubts = state.doubts(view);
        self.is_availability_known =
            state.sources.iter().any(|source| source.available.as_ref().is_some_and(|stated| stated.value.is_some()));
        self.available = published.available;
        self.may_move = published.pickup.is_some() && view.rules.is_before_port();
        let (holds, next_mark) = state.marked_holds(view);
        self.holds = holds;
        self.seals = state.seals();
        self.changes_at = self.changes_at.into_iter().chain(next_mark).chain(view.rules.waits_until()).min();
        self.reading = state.reported(view).reading;
        if view.rules.whereabouts(None) != Whereabouts::Port {
            self.reading.pickup_good_through = None;
        }
        [
            self.reading.pickup_lfd_line,
            self.reading.pickup_lfd_terminal,
            self.reading.pickup_lfd_rail,
            self.reading.pickup_appointment_at,
        ] = published.dates;
        self.pickup_lfd = published.pickup.map(|(_, at)| at);
    }
}

/// The dates whose changes are events.
const DATES: [(EventName, EventDate); 5] = [
    (EventName::ContainerPickupLfdLineChanged, EventDate::Of(ReadingValue::LineDay)),
    (EventName::ContainerPickupLfdTerminalChanged, EventDate::Of(ReadingValue::TerminalDay)),
    (EventName::ContainerPickupLfdRailChanged, EventDate::Of(ReadingValue::RailDay)),
    (EventName::ContainerPickupLfdChanged, EventDate::Pickup),
    (EventName::ContainerPickupAppointmentChanged, EventDate::Of(ReadingValue::Appointment)),
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
    let clocks = context.view.clocks;
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

/// The published values, and those that would be published if no date was implausible.
struct ShownValues {
    shown: Values,
    all: Values,
}

impl ShownValues {
    fn of(state: &ReadingState<'_>, view: &View<'_>) -> Self {
        let all = View { hides_implausible: false, ..*view };
        ShownValues { shown: state.values(view), all: state.values(&all) }
    }
}

/// What the events of one step have in common.
struct StepContext<'v> {
    at: DateTime<Utc>,
    source: DataSource,
    /// When the facts were true: an event about the availability may be reported later.
    view: View<'v>,
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, TimeZone};

    use super::super::reading_doubt::ReadingProblem;
    use super::*;
    use crate::tracking::{
        ContainerPicture, Event, Fact, FoldPolicy, Mode, Motion, Movement, Particulars, Place, fold,
    };

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
        let text = format!(r#"{{"container": "{CONTAINER}", "reading": {{{members}}}}}"#);
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
            format!("lfd {terminal}"),
        ];
        assert_eq!(events(&found), expected);
        assert_eq!(found.pod_terminal_source, Some(DataSource::Terminal));
        // Each value is a day in the time zone of its event.
        for EventPicture { event, .. } in found.events.iter().filter(|event| event.event.value.is_some()) {
            let zone = crate::zones::Zone::named(event.timezone.as_deref().unwrap()).unwrap();
            let value = Timestamp::new(event.value.clone().unwrap());
            assert!(matches!(value.at_place(&zone), Some(crate::zones::LocalTime::Day(_))), "{event:?}");
        }
        let withdrawn = reading(DataSource::Terminal, 19, r#""pickup_lfd_terminal": null"#);
        let found = with(&[&together[..], &[withdrawn]].concat());
        assert_eq!(events(&found)[4..], ["lfd_terminal terminal USLAX ".to_owned(), format!("lfd {line}")]);
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
