//! The terminal status of a container, and the events that follow from its changes.

use chrono::{DateTime, Utc};

use super::fields;
use super::ledger::Ledger;
use super::picture::EventPicture;
use super::places::Places;
use super::route::{Route, Stop};
use super::timeline::Timeline;
use crate::resources::{Container, DataSource, EventName, ImportDeadlines, TerminalHold, Timestamp, TransportEvent};
use crate::tracking::moment::{same, shown, sort_instant};
use crate::tracking::{Event, Fact, HoldChanges, Milestone, Movement, Place, Source, Statement, TerminalStatus};

/// The name of a customs hold.
const CUSTOMS_HOLD: &str = "customs";

/// The terminal status of a container on its trip, merged from all readings.
#[derive(Default)]
pub(super) struct TerminalView {
    pub(super) reading: TerminalStatus,
    pub(super) available: Option<bool>,
    /// When a terminal last reported.
    terminal_checked_at: Option<DateTime<Utc>>,
    /// When a railway last reported.
    rail_checked_at: Option<DateTime<Utc>>,
    /// The source of the last change.
    pub(super) source: Option<DataSource>,
    pub(super) events: Vec<EventPicture>,
    /// The latest customs hold or release of each source that reports them as events: its time, and whether it is a hold.
    customs: Vec<(Source, DateTime<Utc>, bool)>,
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
        let clocks = Clocks { route, places };
        let of_trip = |fact: &&Fact| {
            let at = seen_at(fact);
            timeline.began_at.is_none_or(|began_at| at >= began_at)
                && timeline.next_began_at.is_none_or(|next| at < next)
        };
        let mut facts = ledger.terminal_facts(number);
        facts.retain(of_trip);
        // Readings received together are one step: the result must not depend on their order.
        for step in facts.chunk_by(|a, b| a.received_at == b.received_at) {
            terminal.apply_step(step, &clocks);
        }
        terminal
    }

    pub(super) fn fill(&self, container: &mut Container) {
        let reading = &self.reading;
        container.available_for_pickup = self.available;
        container.availability_known = Some(self.available.is_some());
        container.pickup_lfd = last_free_day(reading).cloned();
        container.pickup_appointment_at.clone_from(&reading.pickup_appointment_at);
        container.ind_facility_lfd_on.clone_from(&reading.pickup_lfd_rail);
        container.import_deadlines = Some(ImportDeadlines {
            pickup_lfd_terminal: reading.pickup_lfd_terminal.clone(),
            pickup_lfd_rail: reading.pickup_lfd_rail.clone(),
            pickup_lfd_line: reading.pickup_lfd_line.clone(),
        });
        container.holds_at_pod_terminal = reading.current_holds();
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
        fields::fill_equipment(container, reading.size_type.as_deref().unwrap_or_default());
    }

    fn apply_step<'a>(&mut self, step: &[&'a Fact], clocks: &'a Clocks<'a>) {
        let Some(last) = step.last() else { return };
        let (before, available_before) = (self.reading.clone(), self.available);
        let mut context =
            StepContext { at: last.received_at, source: last.source.kind.clone(), when: None, place: None, clocks };
        for fact in step {
            match fact.source.kind {
                DataSource::Terminal => self.terminal_checked_at = Some(fact.received_at),
                DataSource::Rail => self.rail_checked_at = Some(fact.received_at),
                _ => {}
            }
            self.apply_fact(fact, &mut context);
        }
        if self.reading != before || self.available != available_before {
            self.source = Some(context.source.clone());
        }
        self.add_date_events(&before, &context);
        if let (true, Some(available)) = (self.available != available_before, self.available) {
            self.add_availability_event(available, &context);
        }
    }

    /// The source may also name the place.
    fn add_availability_event(&mut self, available: bool, context: &StepContext<'_>) {
        let milestone = if available { Milestone::Available } else { Milestone::NotAvailable };
        let Some(event) = milestone.transport_event() else { return };
        let when = context.when.clone().unwrap_or_else(|| context.at.into());
        self.add_event(event, when, None, context);
        if let (Some(event), Some(place)) = (self.events.last_mut(), context.place) {
            let place = context.clocks.places.complete(place);
            event.event.location_locode.clone_from(&place.locode);
            if place.timezone.is_some() {
                event.event.timezone.clone_from(&place.timezone);
            }
            event.place = place.into();
        }
    }

    fn apply_fact<'a>(&mut self, fact: &'a Fact, context: &mut StepContext<'a>) {
        match &fact.statement {
            Statement::TerminalStatus(reading) => {
                self.reading.update(&context.clocks.resolve(reading));
                context.source = fact.source.kind.clone();
                if reading.available_for_pickup.is_some() || reading.taken_back.contains("available_for_pickup") {
                    self.available = reading.available_for_pickup;
                    (context.when, context.place) = (None, None);
                }
            }
            Statement::Event(event) if event.is_availability() => {
                self.available = Some(event.motion.movement == Movement::Available);
                context.source = fact.source.kind.clone();
                context.when = event.at.as_ref().map(|at| context.clocks.resolve_at(at, &event.place));
                context.place = Some(&event.place).filter(|place| !place.is_empty());
            }
            Statement::Event(event) => self.apply_customs_event(fact, event, context),
            _ => {}
        }
    }

    /// Places or lifts a customs hold. Of several events of a source, the one that happened last counts, in whatever order they were received.
    /// A release lifts only a hold of the same source.
    fn apply_customs_event(&mut self, fact: &Fact, event: &Event, context: &mut StepContext<'_>) {
        let at = event.at.as_ref().and_then(sort_instant);
        let (Some(is_held), Some(at)) = (event.is_held_by_customs(), at) else { return };
        let known = self.customs.iter_mut().find(|(source, ..)| *source == fact.source);
        let was_held = known.as_ref().is_some_and(|(_, _, was_held)| *was_held);
        match known {
            // On the same day, the release is later.
            Some((_, last, _)) if at < *last || (at == *last && is_held) => return,
            Some(known) => (known.1, known.2) = (at, is_held),
            None => self.customs.push((fact.source.clone(), at, is_held)),
        }
        let changes = match (was_held, is_held) {
            (false, true) => HoldChanges::placed(TerminalHold {
                name: CUSTOMS_HOLD.to_owned(),
                status: "hold".to_owned(),
                description: event.description.clone(),
            }),
            (true, false) => HoldChanges::lifted([CUSTOMS_HOLD]),
            _ => return,
        };
        context.source = fact.source.kind.clone();
        self.reading.update(&TerminalStatus { hold_changes: Some(Box::new(changes)), ..TerminalStatus::default() });
    }

    fn add_date_events(&mut self, before: &TerminalStatus, context: &StepContext<'_>) {
        let after = self.reading.clone();
        let days = [
            (EventName::ContainerPickupLfdLineChanged, &before.pickup_lfd_line, &after.pickup_lfd_line),
            (EventName::ContainerPickupLfdTerminalChanged, &before.pickup_lfd_terminal, &after.pickup_lfd_terminal),
            (EventName::ContainerPickupLfdRailChanged, &before.pickup_lfd_rail, &after.pickup_lfd_rail),
            (EventName::ContainerPickupLfdChanged, &last_free_day(before).cloned(), &last_free_day(&after).cloned()),
            (EventName::ContainerPickupAppointmentChanged, &before.pickup_appointment_at, &after.pickup_appointment_at),
        ];
        for (name, old, new) in days {
            // A withdrawn date is an event without a value.
            if !same(old.as_ref(), new.as_ref()) {
                self.add_event(name, context.at.into(), new.as_ref(), context);
            }
        }
    }

    /// Adds an event about a change. Its time is when the change was seen, and its value the new date.
    fn add_event(&mut self, name: EventName, when: Timestamp, value: Option<&Timestamp>, context: &StepContext<'_>) {
        let before = self.events.iter().filter(|event| event.event.event == name).count();
        let event = TransportEvent {
            event: name.clone(),
            timestamp: Some(when),
            timezone: context.clocks.port().and_then(|port| port.timezone.clone()),
            data_source: Some(context.source.clone()),
            value: value.map(ToString::to_string),
            ..TransportEvent::default()
        };
        let key = format!("{name}#{}", before + 1);
        self.events.push(EventPicture { key, event, ..EventPicture::default() });
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

    fn resolve(&self, reading: &TerminalStatus) -> TerminalStatus {
        let mut resolved = reading.clone();
        for (pointer, at) in resolved.times() {
            let there = clock_of(pointer, self.port(), place(&self.route.destination));
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
    source: DataSource,
    when: Option<Timestamp>,
    place: Option<&'a Place>,
    clocks: &'a Clocks<'a>,
}

fn last_free_day(reading: &TerminalStatus) -> Option<&Timestamp> {
    let days = [&reading.pickup_lfd_line, &reading.pickup_lfd_terminal, &reading.pickup_lfd_rail];
    days.into_iter().flatten().next()
}

/// When a reading was made: it belongs to the trip that was under way then.
fn seen_at(fact: &Fact) -> DateTime<Utc> {
    let dated = match &fact.statement {
        Statement::Event(event) if event.is_availability() || event.is_held_by_customs().is_some() => {
            event.at.as_ref().and_then(sort_instant)
        }
        _ => None,
    };
    dated.unwrap_or(fact.received_at)
}
