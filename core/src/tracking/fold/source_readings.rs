//! What each source reported about a container on its trip, before one of them is chosen.

use chrono::{DateTime, Utc};

use super::ledger::TerminalFact;
use super::reading_rules::{ReadingRules, SourcePlace, seen_at};
use crate::resources::{TerminalFee, TerminalHold};
use crate::tracking::moment::sort_instant;
use crate::tracking::{Event, Fact, HoldChanges, Movement, Source, Statement, TerminalStatus};

/// The name of a customs hold.
pub(super) const CUSTOMS_HOLD: &str = "customs";

/// A value that a source stated.
#[derive(Clone)]
pub(super) struct Stated<'a, T> {
    /// `None` if the source withdrew the value.
    pub(super) value: Option<T>,
    pub(super) fact: &'a Fact,
    /// When the source last stated it. For an event: when it happened.
    pub(super) seen_at: DateTime<Utc>,
    /// The receipt of the newest answer that contains it, and the position of its fact: the newest statement has the highest.
    pub(super) order: (DateTime<Utc>, usize),
}

/// A hold.
#[derive(Clone)]
pub(super) struct StatedHold<'a> {
    pub(super) hold: TerminalHold,
    /// When it was placed: the newest receipt of the list that has it, or the receipt of the reading that placed it. For an event: when it
    /// happened.
    pub(super) at: DateTime<Utc>,
    /// When its source last reported it.
    pub(super) confirmed_at: DateTime<Utc>,
    pub(super) fact: &'a Fact,
}

/// What one source reported, and has not changed or withdrawn since.
#[derive(Clone)]
pub(super) struct SourceReadings<'a> {
    pub(super) source: &'a Source,
    pub(super) place: SourcePlace,
    pub(super) available: Option<Stated<'a, bool>>,
    pub(super) fees: Option<Stated<'a, Vec<TerminalFee>>>,
    /// The fees that it reported after the container left.
    pub(super) late_fees: Option<Stated<'a, Vec<TerminalFee>>>,
    /// The kinds of the fees that it listed before and no longer lists.
    pub(super) removed_fees: Vec<String>,
    pub(super) terminal: Option<Stated<'a, String>>,
    /// The name of a terminal that it reported after the container left.
    pub(super) late_terminal: Option<Stated<'a, String>>,
    pub(super) size_type: Option<Stated<'a, String>>,
    pub(super) seal_number: Option<Stated<'a, String>>,
    /// The holds of its readings.
    pub(super) holds: Vec<StatedHold<'a>>,
    /// The latest customs hold or release that it reported as an event: its time, and the hold.
    customs: Option<(DateTime<Utc>, Option<StatedHold<'a>>)>,
    /// When it last stated anything about availability, fees, holds, terminal or last free days.
    pub(super) spoke_at: Option<DateTime<Utc>>,
}

impl<'a> SourceReadings<'a> {
    pub(super) fn new(source: &'a Source, rules: &ReadingRules<'_>) -> Self {
        SourceReadings {
            source,
            place: rules.place_of(source),
            available: None,
            fees: None,
            late_fees: None,
            removed_fees: Vec::new(),
            terminal: None,
            late_terminal: None,
            size_type: None,
            seal_number: None,
            holds: Vec::new(),
            customs: None,
            spoke_at: None,
        }
    }

    pub(super) fn apply(&mut self, stated: &TerminalFact<'a>, rules: &ReadingRules<'_>) {
        let fact = stated.fact;
        match &fact.statement {
            Statement::TerminalStatus(reading) => {
                self.apply_reading(stated, reading);
                let is_late =
                    self.place != SourcePlace::Anywhere && rules.is_made_after_departure(self.place, fact.received_at);
                self.apply_fees(stated, reading, is_late);
                let terminal = if is_late { &mut self.late_terminal } else { &mut self.terminal };
                let is_taken_back = reading.taken_back.contains("terminal");
                set(terminal, reading.terminal.clone(), is_taken_back, stated, stated.terminal_at);
            }
            Statement::Event(event) if event.is_availability() => {
                let value = Some(event.motion.movement == Movement::Available);
                let (seen_at, order) = (seen_at(fact), (fact.received_at, stated.position));
                self.available = Some(Stated { value, fact, seen_at, order });
                self.spoke_at = self.spoke_at.max(Some(fact.received_at));
            }
            Statement::Event(event) => self.apply_customs_event(fact, event),
            _ => {}
        }
    }

    fn apply_reading(&mut self, stated: &TerminalFact<'a>, reading: &TerminalStatus) {
        let fact = stated.fact;
        let taken_back = |member: &str| reading.taken_back.contains(member);
        let available_at = stated.available_at;
        set(
            &mut self.available,
            reading.available_for_pickup,
            taken_back("available_for_pickup"),
            stated,
            available_at,
        );
        let received_at = fact.received_at;
        set(&mut self.size_type, reading.size_type.clone(), taken_back("size_type"), stated, received_at);
        set(&mut self.seal_number, reading.seal_number.clone(), taken_back("seal_number"), stated, received_at);
        self.apply_holds(fact, reading, stated.holds_at);
        if lifts_customs_hold(reading)
            && let Some((_, held)) = &mut self.customs
        {
            *held = None;
        }
        if is_about_pickup(reading) {
            let newest = available_at.max(stated.fees_at).max(stated.terminal_at).max(stated.holds_at);
            self.spoke_at = self.spoke_at.max(Some(newest));
        }
    }

    /// The fees at the departure stay those that were known then.
    fn apply_fees(&mut self, stated: &TerminalFact<'a>, reading: &TerminalStatus, is_late: bool) {
        let is_taken_back = reading.taken_back.contains("fees");
        if is_late {
            return set(&mut self.late_fees, reading.fees.clone(), is_taken_back, stated, stated.fees_at);
        }
        if let Some(known) = self.fees.as_ref().and_then(|fees| fees.value.as_ref())
            && (reading.fees.is_some() || is_taken_back)
        {
            self.removed_fees.extend(known.iter().map(|fee| fee.kind.clone()));
        }
        if let Some(listed) = &reading.fees {
            self.removed_fees.retain(|kind| listed.iter().all(|fee| fee.kind != *kind));
        }
        set(&mut self.fees, reading.fees.clone(), is_taken_back, stated, stated.fees_at);
    }

    fn apply_holds(&mut self, fact: &'a Fact, reading: &TerminalStatus, confirmed_at: DateTime<Utc>) {
        let stated_at = |hold: &TerminalHold, at| StatedHold { hold: hold.clone(), at, confirmed_at, fact };
        let stated = |hold: &TerminalHold| stated_at(hold, confirmed_at);
        // A list is the current state whenever it is repeated. That a hold was placed happened once.
        let placed_at = |hold: &TerminalHold| stated_at(hold, fact.received_at);
        if reading.taken_back.contains("holds") {
            self.holds.clear();
        }
        if let Some(listed) = &reading.holds {
            self.holds = listed.iter().map(stated).collect();
        }
        let Some(HoldChanges { placed, lifted }) = reading.hold_changes.as_deref() else { return };
        self.holds.retain(|held| !lifted.iter().any(|name| name == "*" || *name == held.hold.name));
        for hold in placed {
            let is_known = |known: &&mut StatedHold<'_>| {
                (&known.hold.name, &known.hold.description) == (&hold.name, &hold.description)
            };
            match self.holds.iter_mut().find(is_known) {
                Some(known) => *known = placed_at(hold),
                None => self.holds.push(placed_at(hold)),
            }
        }
    }

    /// Places or lifts a customs hold. Of several events of the source, the one that happened last counts, in whatever order they were received.
    fn apply_customs_event(&mut self, fact: &'a Fact, event: &Event) {
        let (Some(is_held), Some(at)) = (event.is_held_by_customs(), event.at.as_ref().and_then(sort_instant)) else {
            return;
        };
        let hold = is_held.then(|| StatedHold {
            hold: TerminalHold {
                name: CUSTOMS_HOLD.to_owned(),
                status: "hold".to_owned(),
                description: event.description.clone(),
                ..TerminalHold::default()
            },
            at,
            confirmed_at: fact.received_at,
            fact,
        });
        let description = |hold: &Option<StatedHold<'_>>| hold.as_ref().map(|held| held.hold.description.clone());
        // On the same day, the release is later.
        let is_older = self.customs.as_ref().is_some_and(|(last, held)| {
            (at, !is_held, description(&hold)) < (*last, held.is_none(), description(held))
        });
        if !is_older {
            self.customs = Some((at, hold));
        }
    }

    /// Its holds, those of readings first.
    pub(super) fn all_holds(&self) -> impl Iterator<Item = &StatedHold<'a>> {
        self.holds.iter().chain(self.customs.iter().filter_map(|(_, held)| held.as_ref()))
    }
}

/// Sets a value that the reading states or withdraws. `at` is when the source last stated it.
fn set<'a, T>(
    value: &mut Option<Stated<'a, T>>,
    stated: Option<T>,
    is_withdrawn: bool,
    of: &TerminalFact<'a>,
    at: DateTime<Utc>,
) {
    if stated.is_some() || is_withdrawn {
        *value = Some(Stated { value: stated, fact: of.fact, seen_at: at, order: (at, of.position) });
    }
}

/// Whether a reading states anything about the pick-up of the container, and not only about the container itself.
fn is_about_pickup(reading: &TerminalStatus) -> bool {
    reading.available_for_pickup.is_some()
        || reading.fees.is_some()
        || reading.holds.is_some()
        || reading.hold_changes.is_some()
        || reading.terminal.is_some()
        || reading.pickup_lfd_terminal.is_some()
        || reading.pickup_lfd_rail.is_some()
        || reading.location_at_terminal.is_some()
        || !reading.taken_back.is_empty()
}

/// Whether the source of the reading no longer has a customs hold.
fn lifts_customs_hold(reading: &TerminalStatus) -> bool {
    let lists_no_customs = |holds: &Vec<TerminalHold>| holds.iter().all(|hold| hold.name != CUSTOMS_HOLD);
    let lifts = |changes: &HoldChanges| changes.lifted.iter().any(|name| name == "*" || name == CUSTOMS_HOLD);
    reading.holds.as_ref().is_some_and(lists_no_customs)
        || reading.taken_back.contains("holds")
        || reading.hold_changes.as_deref().is_some_and(lifts)
}
