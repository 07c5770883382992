//! All readings of a container on its trip, and the values that follow from them.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::equipment::Size;
use super::holds::{self, HoldEnd};
use super::ledger::TerminalFact;
use super::preferred_statement::{Comparison, Preferred};
use super::reading_doubt::{ReadingDoubt, ReadingProblem, ReadingValue};
use super::reading_rules::{SourcePlace, Whereabouts};
use super::reading_view::View;
use super::source_readings::{SourceReadings, Stated};
use crate::resources::{DataSource, TerminalFee, TerminalHold, Timestamp};
use crate::tracking::moment::sort_instant;
use crate::tracking::normalize::is_same_name;
use crate::tracking::{Event, Fact, Movement, Statement, TerminalStatus};

/// Which date an event is about.
#[derive(Clone, Copy)]
pub(super) enum EventDate {
    Of(ReadingValue),
    /// The last free day at the place where the container is picked up.
    Pickup,
}

/// The values that are published, or would be published.
pub(super) struct Values {
    /// By [`ReadingValue::DATES`].
    pub(super) dates: [Option<Timestamp>; 4],
    /// The last free day at the place where the container is picked up.
    pub(super) pickup: Option<(ReadingValue, Timestamp)>,
    pub(super) available: Option<bool>,
}

impl Values {
    pub(super) fn date_of_event(&self, date: EventDate) -> Option<(ReadingValue, &Timestamp)> {
        match date {
            EventDate::Of(value) => Some((value, self.dates.get(value as usize)?.as_ref()?)),
            EventDate::Pickup => self.pickup.as_ref().map(|(value, at)| (*value, at)),
        }
    }
}

/// What applied when the container was picked up at the end of its trip. `None` before that.
#[derive(Default)]
pub(super) struct AtPickup {
    pub(super) last_free_day: Option<Timestamp>,
    pub(super) fees: Option<Vec<TerminalFee>>,
}

/// The values as the sources report them. A step that does not change them has no effect.
#[derive(Clone, PartialEq)]
pub(super) struct Reported {
    pub(super) reading: TerminalStatus,
    available: Option<bool>,
    holds: Vec<TerminalHold>,
}

#[derive(Default)]
pub(super) struct ReadingState<'a> {
    /// The newest value of each member, from any source.
    reading: TerminalStatus,
    /// The facts that reported the values of [`ReadingValue::DATES`].
    pub(super) reported_by: [Option<&'a Fact>; ReadingValue::DATES.len()],
    pub(super) sources: Vec<SourceReadings<'a>>,
    hold_ends: Vec<HoldEnd>,
    /// For what time the events were last derived.
    pub(super) evaluated_at: Option<DateTime<Utc>>,
}

impl<'a> ReadingState<'a> {
    pub(super) fn apply_fact(&mut self, stated: &TerminalFact<'a>, view: &View<'_>) {
        let fact = stated.fact;
        let index = match self.sources.iter().position(|known| *known.source == fact.source) {
            Some(index) => index,
            None => {
                self.sources.push(SourceReadings::new(&fact.source, view.rules));
                self.sources.len() - 1
            }
        };
        self.sources[index].apply(stated, view.rules);
        let place = self.sources[index].place;
        match &fact.statement {
            Statement::TerminalStatus(reading) => {
                self.reading.update(&view.clocks.resolve(reading));
                for value in ReadingValue::DATES.into_iter().filter(|value| value.date_in(reading).is_some()) {
                    self.reported_by[value as usize] = Some(fact);
                }
                if fact.source.kind == DataSource::UserInput {
                    self.hold_ends.extend(HoldEnd::by_user(reading, stated.holds_at));
                }
                if reading.available_for_pickup == Some(true) {
                    self.hold_ends.push(HoldEnd::by_availability(place, stated.available_at));
                }
            }
            Statement::Event(event) => self.hold_ends.extend(end_of_holds(event, place, view)),
            _ => {}
        }
    }

    /// The values as reported. With `hides_ended`, without those that ended because the container left.
    pub(super) fn reported(&self, view: &View<'_>) -> Reported {
        let holds = holds::in_force(&self.sources, &self.hold_ends, view.rules, view.hides_ended);
        let mut reading = self.reading.clone();
        (reading.holds, reading.hold_changes) = (None, None);
        reading.fees = Some(self.fees(view));
        reading.terminal = self.terminal(view).and_then(|stated| stated.value.clone());
        reading.size_type = self.size_type().and_then(|stated| stated.value.clone());
        reading.seal_number = self.seal().and_then(|stated| stated.value.clone());
        Reported {
            reading,
            available: self.available(view).and_then(|stated| stated.value),
            holds: holds.into_iter().map(|held| held.hold.clone()).collect(),
        }
    }

    pub(super) fn values(&self, view: &View<'_>) -> Values {
        let available = self.available(view).and_then(|stated| stated.value);
        let date = |value: ReadingValue| {
            let at = value.date_in(&self.reading)?;
            let problem = if view.hides_implausible { view.problem(value, at) } else { None };
            let is_plausible = problem.is_none_or(|problem| problem.is_published(available));
            (is_plausible && !self.has_date_ended(value, view)).then_some(at)
        };
        let dates = ReadingValue::DATES.map(|value| date(value).cloned());
        Values { pickup: self.pickup(&dates, view), dates, available }
    }

    /// The earliest last free day at the place where the container is picked up: the port until a train or barge takes it, then the ramp.
    fn pickup(&self, dates: &[Option<Timestamp>; 4], view: &View<'_>) -> Option<(ReadingValue, Timestamp)> {
        use ReadingValue::{LineDay, RailDay, TerminalDay};
        let day = |value: ReadingValue| {
            let at = dates.get(value as usize)?.as_ref()?;
            Some((view.clocks.day(value, at), value, at))
        };
        let earliest = |values: &[ReadingValue]| {
            let known = values.iter().filter_map(|value| day(*value));
            known.min_by_key(|(day, ..)| *day).map(|(_, value, at)| (value, at.clone()))
        };
        match view.rules.whereabouts(view.as_of) {
            // Until a day of the port is known, that of the ramp is the only one.
            Whereabouts::Port => earliest(&[TerminalDay, LineDay]).or_else(|| earliest(&[RailDay])),
            Whereabouts::Ramp => {
                let is_of_ramp = day(LineDay).is_some_and(|(day, ..)| !self.is_before_ramp(day, view));
                earliest(if is_of_ramp { &[RailDay, LineDay] } else { &[RailDay] })
            }
            Whereabouts::PickedUp => None,
        }
    }

    fn is_before_ramp(&self, day: Option<NaiveDate>, view: &View<'_>) -> bool {
        matches!((day, view.rules.first_day_at_ramp()), (Some(day), Some(first)) if day < first)
    }

    fn has_date_ended(&self, value: ReadingValue, view: &View<'_>) -> bool {
        let reported_by = self.reported_by[value as usize];
        view.hides_ended && reported_by.is_some_and(|fact| view.rules.has_ended(value, fact, view.as_of))
    }

    fn waits(&self, view: &View<'_>) -> bool {
        view.hides_ended && view.rules.waits(view.rules.whereabouts(view.as_of))
    }

    pub(super) fn available(&self, view: &View<'_>) -> Option<&Stated<'a, bool>> {
        if self.waits(view) {
            return None;
        }
        self.preferred_availability(&view.comparison()).availability()
    }

    fn preferred_availability(&self, comparison: &Comparison<'_>) -> Preferred<'_, 'a, bool> {
        comparison.prefer(&self.sources, |source| source.available.as_ref())
    }

    fn preferred_fees(&self, comparison: &Comparison<'_>) -> Preferred<'_, 'a, Vec<TerminalFee>> {
        comparison.prefer(&self.sources, |source| source.fees.as_ref())
    }

    fn fees(&self, view: &View<'_>) -> Vec<TerminalFee> {
        if view.rules.is_picked_up(view.as_of) {
            return self.fees_after_pickup(view);
        }
        if self.waits(view) {
            return Vec::new();
        }
        let comparison = view.comparison();
        let Preferred { own, later, .. } = self.preferred_fees(&comparison);
        let Some(later) = later else { return own.and_then(|stated| stated.value.clone()).unwrap_or_default() };
        let authorities = self.sources.iter().filter(|source| comparison.is_authority(source));
        let removed: Vec<&String> = authorities.flat_map(|source| &source.removed_fees).collect();
        let fees = later.value.iter().flatten();
        fees.filter(|fee| !removed.contains(&&fee.kind)).cloned().collect()
    }

    /// The fees that the line reports for the time after the final pick-up.
    fn fees_after_pickup(&self, view: &View<'_>) -> Vec<TerminalFee> {
        let picked_up_at = view.rules.picked_up_at();
        let of_others = self.sources.iter().filter(|source| source.place == SourcePlace::Anywhere);
        let newest = of_others.filter_map(|source| source.fees.as_ref()).max_by_key(|stated| stated.order);
        let Some(stated) = newest else { return Vec::new() };
        let is_new = picked_up_at.is_some_and(|at| stated.fact.received_at > at);
        let counts = |fee: &&TerminalFee| is_detention(&fee.kind) || is_new && !is_charged_at_terminal(&fee.kind);
        stated.value.iter().flatten().filter(counts).cloned().collect()
    }

    /// What applied just before the final pick-up, if nothing that was reported after it has been applied.
    pub(super) fn at_pickup(&self, view: &View<'_>) -> AtPickup {
        let Some(known_at) = view.rules.pickup_known_at() else { return AtPickup::default() };
        let before = View { as_of: known_at.checked_sub_signed(TimeDelta::milliseconds(1)), ..*view };
        let pickup = self.values(&before).pickup;
        let fees = self.fees(&before);
        AtPickup { last_free_day: pickup.map(|(_, at)| at), fees: (!fees.is_empty()).then_some(fees) }
    }

    /// The statement that names the terminal at the port of discharge.
    pub(super) fn terminal(&self, view: &View<'_>) -> Option<&Stated<'a, String>> {
        let named = || self.sources.iter().filter(|source| source.place != SourcePlace::Elsewhere);
        let newest = |fits: &dyn Fn(&SourceReadings<'_>) -> bool| {
            let stated = named().filter(|source| fits(source)).filter_map(|source| source.terminal.as_ref());
            stated.filter(|stated| stated.value.is_some()).max_by_key(|stated| stated.order)
        };
        let is_preferred = |source: &SourceReadings<'_>| {
            let is_at_port = matches!(source.place, SourcePlace::Port | SourcePlace::PortAndRamp);
            is_at_port || source.source.kind == DataSource::UserInput
        };
        let (own, other) = (newest(&is_preferred), newest(&|source| !is_preferred(source)));
        let comparison = view.comparison();
        let silent_since = comparison.silent_since(&self.sources);
        let later = other.filter(|other| silent_since.is_some_and(|since| other.seen_at > since));
        later.or(own).or(other)
    }

    /// The statement about size and type that counts: that of a user, the line, a terminal, another source. A railway describes its cars.
    fn size_type(&self) -> Option<&Stated<'a, String>> {
        let stated = self.sources.iter().filter(|source| source.source.kind != DataSource::Rail).filter_map(|source| {
            let stated =
                source.size_type.as_ref().filter(|stated| size_of(stated).is_some_and(|size| size.is_known()))?;
            Some((source, stated))
        });
        stated.max_by_key(|(source, stated)| (equipment_rank(source), stated.order)).map(|(_, stated)| stated)
    }

    /// The statement about the seal that counts: that of a user, the line, a terminal, another source.
    fn seal(&self) -> Option<&Stated<'a, String>> {
        let stated = self.sources.iter().filter_map(|source| {
            let stated = source.seal_number.as_ref().filter(|stated| stated.value.is_some())?;
            Some((source, stated))
        });
        stated.max_by_key(|(source, stated)| (equipment_rank(source), stated.order)).map(|(_, stated)| stated)
    }

    /// The seals that the sources name, the preferred one first.
    pub(super) fn seals(&self) -> Vec<String> {
        let mut others: Vec<&Stated<'_, String>> =
            self.sources.iter().filter_map(|source| source.seal_number.as_ref()).collect();
        others.sort_by_key(|stated| stated.order);
        let mut seals: Vec<String> = Vec::new();
        for seal in self.seal().into_iter().chain(others).filter_map(|stated| stated.value.as_ref()) {
            if !seals.iter().any(|known| is_same_name(known, seal)) {
                seals.push(seal.clone());
            }
        }
        seals
    }

    /// The holds in force, with a mark on those that were not confirmed for long, and when the next one will be marked.
    pub(super) fn marked_holds(&self, view: &View<'_>) -> (Vec<TerminalHold>, Option<DateTime<Utc>>) {
        let mut next_mark: Option<DateTime<Utc>> = None;
        let held = holds::in_force(&self.sources, &self.hold_ends, view.rules, true);
        let marked = held.into_iter().map(|held| {
            let marked_at = held.confirmed_at.checked_add_signed(view.silence);
            let is_old = marked_at.is_some_and(|at| at < view.rules.now());
            if !is_old {
                next_mark = next_mark.into_iter().chain(marked_at).min();
            }
            TerminalHold { unconfirmed_since: is_old.then(|| held.confirmed_at.into()), ..held.hold.clone() }
        });
        (marked.collect(), next_mark)
    }

    /// Names of the attributes that are empty because the container left its terminal.
    pub(super) fn ended(&self, published: &Values, view: &View<'_>) -> Vec<&'static str> {
        let lasting = self.values(&View { hides_ended: false, ..*view });
        let dates = published.dates.iter().zip(&lasting.dates).zip(ReadingValue::DATES);
        let mut ended: Vec<&str> =
            dates.filter(|((published, lasting), _)| published != lasting).map(|(_, value)| value.name()).collect();
        let is_day = |name: &&str| *name != ReadingValue::Appointment.name();
        let has_day_ended = ended.iter().any(is_day);
        let has_left = |source: &SourceReadings<'_>, seen_at| view.rules.has_left(source.place, seen_at, view.as_of);
        let is_ended = |source: &SourceReadings<'_>| {
            source.available.as_ref().is_some_and(|stated| stated.value.is_some() && has_left(source, stated.seen_at))
        };
        if published.available.is_none() && self.sources.iter().any(is_ended) {
            ended.push(ReadingValue::Availability.name());
        }
        if has_day_ended && published.pickup.is_none() {
            ended.push("pickup_lfd");
        }
        let has_fees_ended = |source: &SourceReadings<'_>| {
            let fees = source.fees.as_ref().filter(|stated| stated.value.as_ref().is_some_and(|fees| !fees.is_empty()));
            fees.is_some_and(|stated| has_left(source, stated.seen_at))
        };
        if self.sources.iter().any(has_fees_ended) && self.fees(view).is_empty() {
            ended.push("fees_at_pod_terminal");
        }
        let has_holds_ended = |source: &SourceReadings<'_>| {
            source.all_holds().any(|held| holds::ends_by_leaving(source, held, view.rules))
        };
        if self.sources.iter().any(has_holds_ended) {
            ended.push("holds_at_pod_terminal");
        }
        ended
    }

    /// The statements that are not published, or that are doubtful.
    pub(super) fn doubts(&self, view: &View<'_>) -> Vec<ReadingDoubt> {
        let mut doubts: Vec<ReadingDoubt> =
            ReadingValue::DATES.into_iter().filter_map(|value| self.doubt_about_date(value, view)).collect();
        let available = self.available(view).and_then(|stated| stated.value);
        let fees = self.fees(view);
        let terminal = self.terminal(view).and_then(|stated| stated.value.as_ref());
        for source in &self.sources {
            let of_pickup = PickupDoubts { state: self, source, view };
            doubts.extend(
                of_pickup.about(ReadingValue::Availability, source.available.as_ref(), |own| Some(*own) == available),
            );
            for stated in [&source.fees, &source.late_fees] {
                doubts.extend(of_pickup.about(ReadingValue::Fees, stated.as_ref(), |own| *own == fees));
            }
            let about = |value, problem, fact| doubt(value, problem, fact);
            let late = source.late_terminal.as_ref();
            doubts.extend(late.map(|late| about(ReadingValue::Terminal, ReadingProblem::AfterDeparture, late.fact)));
            let is_other = |stated: &&Stated<'_, String>, counts: Option<&String>| matches!((&stated.value, counts), (Some(own), Some(counts)) if !is_same_name(own, counts));
            let other = source.terminal.as_ref().filter(|stated| is_other(stated, terminal));
            doubts.extend(other.map(|stated| about(ReadingValue::Terminal, ReadingProblem::OtherSource, stated.fact)));
            let seal = self.seal().and_then(|stated| stated.value.as_ref());
            let further = source.seal_number.as_ref().filter(|stated| is_other(stated, seal));
            doubts.extend(further.map(|stated| about(ReadingValue::Seal, ReadingProblem::FurtherSeal, stated.fact)));
            let size = self.size_type().and_then(size_of);
            let differs = |stated: &&Stated<'_, String>| matches!((size_of(stated), size), (Some(own), Some(size)) if own.differs(&size));
            let other = source.size_type.as_ref().filter(differs);
            doubts.extend(other.map(|stated| about(ReadingValue::SizeType, ReadingProblem::OtherSource, stated.fact)));
            let late = source.holds.iter().find(|held| view.rules.is_made_after_departure(source.place, held.at));
            doubts.extend(late.map(|held| about(ReadingValue::Holds, ReadingProblem::AfterDeparture, held.fact)));
        }
        doubts
    }

    fn doubt_about_date(&self, value: ReadingValue, view: &View<'_>) -> Option<ReadingDoubt> {
        let fact = self.reported_by[value as usize]?;
        let at = value.date_in(&self.reading);
        if self.has_date_ended(value, view) {
            let is_late = view.rules.is_late(value, fact);
            return is_late.then(|| doubt(value, ReadingProblem::AfterDeparture, fact));
        }
        let problem = view.problem(value, at?).or_else(|| {
            if value != ReadingValue::LineDay || view.rules.whereabouts(view.as_of) != Whereabouts::Ramp {
                return None;
            }
            let first = view.rules.first_day_at_ramp()?;
            (view.clocks.day(value, at?)? < first).then_some(ReadingProblem::BeforeRamp(first))
        })?;
        let available = self.available(view).and_then(|stated| stated.value);
        Some(ReadingDoubt { is_published: problem.is_published(available), ..doubt(value, problem, fact) })
    }
}

/// Finds the doubts about what a source states about the pick-up of the container.
struct PickupDoubts<'s, 'a> {
    state: &'s ReadingState<'a>,
    source: &'s SourceReadings<'a>,
    view: &'s View<'s>,
}

impl PickupDoubts<'_, '_> {
    fn about<T>(
        &self,
        value: ReadingValue,
        stated: Option<&Stated<'_, T>>,
        is_published: impl Fn(&T) -> bool,
    ) -> Option<ReadingDoubt> {
        let PickupDoubts { state, source, view } = *self;
        let stated = stated?;
        let own = stated.value.as_ref()?;
        let comparison = view.comparison();
        let is_authority = comparison.is_authority(source);
        if is_published(own) {
            if !is_authority || value != ReadingValue::Availability {
                return None;
            }
            let unconfirmed = comparison.silent_since(&state.sources)?;
            let contradicts = |other: &SourceReadings<'_>| {
                let later = other.available.as_ref();
                later.is_some_and(|later| later.seen_at > unconfirmed && later.fact.source != stated.fact.source)
            };
            return state.sources.iter().any(contradicts).then(|| ReadingDoubt {
                is_published: true,
                ..doubt(value, ReadingProblem::Unconfirmed(unconfirmed), stated.fact)
            });
        }
        let problem = if view.rules.is_made_after_departure(source.place, stated.seen_at) {
            ReadingProblem::AfterDeparture
        } else if view.rules.has_left(source.place, stated.seen_at, view.as_of) {
            return None;
        } else if state.waits(view) {
            ReadingProblem::AwaitsArrival
        } else if is_authority && let Some(since) = comparison.silent_since(&state.sources) {
            ReadingProblem::Unconfirmed(since)
        } else {
            ReadingProblem::OtherSource
        };
        Some(doubt(value, problem, stated.fact))
    }
}

fn doubt(value: ReadingValue, problem: ReadingProblem, fact: &Fact) -> ReadingDoubt {
    ReadingDoubt {
        value,
        problem,
        is_published: problem.is_published(None),
        received_at: fact.received_at,
        source: fact.source.clone(),
    }
}

/// The end of holds by an event: a release, or the container is available.
fn end_of_holds(event: &Event, place: SourcePlace, view: &View<'_>) -> Option<HoldEnd> {
    let at = || sort_instant(&view.clocks.resolve_at(event.at.as_ref()?, &event.place));
    match event.motion.movement {
        Movement::CustomsReleased => Some(HoldEnd::by_release(true, at()?)),
        Movement::CarrierReleased => Some(HoldEnd::by_release(false, at()?)),
        Movement::Available => Some(HoldEnd::by_availability(place, at()?)),
        _ => None,
    }
}

fn size_of(stated: &Stated<'_, String>) -> Option<Size> {
    stated.value.as_deref().map(Size::read)
}

/// Sources with a higher rank know better how a container is equipped.
fn equipment_rank(source: &SourceReadings<'_>) -> u8 {
    match source.source.kind {
        DataSource::UserInput => 3,
        DataSource::ShippingLine => 2,
        DataSource::Terminal => 1,
        _ => 0,
    }
}

/// Whether the fee is for the use of the container after its pick-up.
fn is_detention(kind: &str) -> bool {
    let name: String =
        kind.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase()).collect();
    name.contains("detention") || name.contains("perdiem")
}

/// Whether the fee is for the time at the terminal.
fn is_charged_at_terminal(kind: &str) -> bool {
    ["demurrage", "storage", "exam", "extended_dwell_time"].iter().any(|known| kind.eq_ignore_ascii_case(known))
}

impl ReadingValue {
    fn date_in(self, reading: &TerminalStatus) -> Option<&Timestamp> {
        match self {
            ReadingValue::LineDay => reading.pickup_lfd_line.as_ref(),
            ReadingValue::TerminalDay => reading.pickup_lfd_terminal.as_ref(),
            ReadingValue::RailDay => reading.pickup_lfd_rail.as_ref(),
            ReadingValue::Appointment => reading.pickup_appointment_at.as_ref(),
            _ => None,
        }
    }
}
