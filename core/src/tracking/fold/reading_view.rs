//! Selects the values of readings that are published, and resolves their times.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::picture::FoldPolicy;
use super::places::Places;
use super::preferred_statement::Comparison;
use super::reading_doubt::{ReadingProblem, ReadingValue};
use super::reading_rules::ReadingRules;
use super::route::Route;
use super::stops::Stop;
use crate::resources::Timestamp;
use crate::tracking::moment::shown;
use crate::tracking::{Place, TerminalStatus};

/// Selects the values that are published.
#[derive(Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) rules: &'v ReadingRules<'v>,
    pub(super) clocks: &'v Clocks<'v>,
    /// Only moves that were known then count; `None`: all moves.
    pub(super) as_of: Option<DateTime<Utc>>,
    pub(super) hides_ended: bool,
    pub(super) hides_implausible: bool,
    /// How long the source at the place of the container may be silent before later statements of others count.
    pub(super) silence: TimeDelta,
}

impl<'v> View<'v> {
    pub(super) fn of(rules: &'v ReadingRules<'v>, clocks: &'v Clocks<'v>, policy: &FoldPolicy) -> Self {
        let silence = policy.terminal_silence;
        View { rules, clocks, as_of: None, hides_ended: true, hides_implausible: true, silence }
    }

    pub(super) fn comparison(&self) -> Comparison<'v> {
        Comparison { rules: self.rules, as_of: self.as_of, silence: self.silence }
    }

    pub(super) fn problem(&self, value: ReadingValue, at: &Timestamp) -> Option<ReadingProblem> {
        self.rules.problem(value, self.clocks.day(value, at)?)
    }
}

/// Resolves the times of readings at the places that they apply to.
pub(super) struct Clocks<'a> {
    pub(super) route: &'a Route,
    pub(super) places: &'a Places,
}

impl<'a> Clocks<'a> {
    pub(super) fn port(&self) -> Option<&'a Place> {
        place(&self.route.port_of_discharge)
    }

    pub(super) fn destination(&self) -> Option<&'a Place> {
        place(&self.route.destination)
    }

    pub(super) fn resolve(&self, reading: &TerminalStatus) -> TerminalStatus {
        let mut resolved = reading.clone();
        for (pointer, at) in resolved.times() {
            let there = clock_of(pointer, self.port(), self.destination());
            *at = at.take().map(|at| self.show(&at, there));
        }
        resolved
    }

    pub(super) fn resolve_at(&self, at: &Timestamp, named: &Place) -> Timestamp {
        let named = self.places.complete(named);
        self.show(at, if named.timezone.is_some() { Some(&named) } else { self.port() })
    }

    fn show(&self, at: &Timestamp, there: Option<&Place>) -> Timestamp {
        there.map_or_else(|| shown(at), |there| self.places.show(at, there))
    }

    /// The calendar day of a date that [`resolve`](Self::resolve) returned.
    pub(super) fn day(&self, value: ReadingValue, at: &Timestamp) -> Option<NaiveDate> {
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
