//! One event of a container: merged from the reports of all sources, with its milestone on the route.

use std::borrow::{Borrow, Cow};
use std::rc::Rc;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};

use super::current_event::CurrentEvent;
use super::places::{KnownPlace, Places, fill};
use super::standing::Standing;
use crate::resources::{EventName, Timestamp};
use crate::tracking::chronology::{SortTime, sort_by_time};
use crate::tracking::moment::{begin, certainly_before, resolve, shown, sort_instant};
use crate::tracking::normalize::normalize_container_number;
use crate::tracking::{Certainty, FactMark, Milestone, Motion, Movement, Place, Source, Vessel};

/// One event of a container.
#[derive(Clone)]
pub(super) struct ContainerEvent<'a> {
    pub(super) motion: Motion,
    /// `None` until `milestones` sets it, and for movements that have no name in the interface.
    pub(super) milestone: Option<Milestone>,
    pub(super) certainty: Certainty,
    /// An instant in UTC, or a date. Local time only if the zone of the place is unknown.
    pub(super) at: Option<Cow<'a, Timestamp>>,
    /// `at` as an instant, for sorting.
    pub(super) moment: Option<DateTime<Utc>>,
    /// The calendar day at the place.
    pub(super) day: Option<NaiveDate>,
    /// If `at` is a date: when that day begins at the place.
    pub(super) day_begin: Option<DateTime<Utc>>,
    pub(super) place: Arc<Place>,
    /// The id of the place. For a call of a vessel, the id of the port: codes of one port area are the same port.
    pub(super) place_id: Rc<str>,
    /// The id of the port that the place belongs to. Compares any event with ports and with calls of vessels.
    pub(super) port_id: Rc<str>,
    pub(super) vessel: Option<Cow<'a, Vessel>>,
    pub(super) voyage: Option<Cow<'a, str>>,
    /// If this is an estimate: its standing among the estimates of the same event.
    pub(super) standing: Standing,
    pub(super) first_received: DateTime<Utc>,
    /// Part of the key in the picture, after the name of the event: the place as first reported, and `number` if it is not 1.
    pub(super) key_suffix: Rc<str>,
    /// The place as first reported.
    pub(super) first_place: Rc<str>,
    /// Counts the events of the same kind at that place, from 1.
    pub(super) number: u32,
    /// The preferred report.
    pub(super) report: Report<'a>,
    pub(super) other_reports: Vec<Report<'a>>,
    /// Numbers of bookings and bills of lading, as capitals and digits.
    pub(super) documents: Vec<String>,
}

/// The fact of one source that reports the event.
#[derive(Clone, Copy)]
pub(super) struct Report<'a> {
    pub(super) source: &'a Source,
    pub(super) fact: FactMark,
    is_about_container: bool,
}

impl<'a> ContainerEvent<'a> {
    pub(super) fn of(current: CurrentEvent<'a>, places: &Places) -> Self {
        let KnownPlace { id, port: port_id, mut place } = places.find(current.place);
        if current.is_placed() {
            // The terminal of another event of that place may be another one.
            let Place { facility, name, .. } = &current.event.place;
            Arc::make_mut(&mut place).facility = facility.clone().or_else(|| name.clone());
        }
        let place_id = if current.event.motion.moves_by_vessel() { port_id.clone() } else { id };
        let first_place = key_text(&current.event.place, &place_id);
        let (written, zone) = (current.at, places.zone_of(&place));
        let at = written.map(|at| resolve(at, zone));
        // Parsing a time is slow, so it is done once.
        let utc = written.and_then(Timestamp::utc);
        ContainerEvent {
            motion: current.event.motion.clone(),
            milestone: None,
            certainty: current.certainty,
            moment: utc.or_else(|| at.as_deref().and_then(sort_instant)),
            at,
            day: zone.and_then(|zone| zone.day(utc?)).or_else(|| written?.date()),
            day_begin: written.and_then(|at| begin(at, zone)),
            place,
            place_id,
            port_id,
            vessel: current.counted_vessel(),
            voyage: current.event.voyage.as_deref().map(Cow::Borrowed),
            standing: Standing::default(),
            first_received: current.first_received,
            key_suffix: first_place.clone(),
            first_place,
            number: current.event.occurrence.saturating_add(1),
            report: Report {
                source: &current.fact.source,
                fact: current.mark(),
                is_about_container: current.fact.container.is_some(),
            },
            other_reports: Vec::new(),
            documents: current.event.documents.iter().map(|number| normalize_container_number(number)).collect(),
        }
    }

    /// The reports of all sources.
    pub(super) fn reports(&self) -> impl Iterator<Item = &Report<'a>> {
        std::iter::once(&self.report).chain(&self.other_reports)
    }

    pub(super) fn is_reported_by(&self, source: &Source) -> bool {
        self.reports().any(|report| report.source == source)
    }

    /// The digests of the keys of all reports.
    pub(super) fn keys(&self) -> impl Iterator<Item = u32> {
        self.reports().map(|report| report.fact.key)
    }

    pub(super) fn received_at(&self) -> DateTime<Utc> {
        self.report.fact.received_at
    }

    pub(super) fn is_about_whole_shipment(&self) -> bool {
        self.reports().any(|report| !report.is_about_container)
    }

    /// Whether one source reported both events, each for this container alone or each for the whole shipment.
    pub(super) fn shares_a_reporter(&self, other: &ContainerEvent<'_>) -> bool {
        other.reports().any(|that| {
            self.reports().any(|this| (this.source, this.is_about_container) == (that.source, that.is_about_container))
        })
    }

    pub(super) fn add_reports_of(&mut self, other: &ContainerEvent<'a>) {
        self.other_reports.extend(other.reports());
    }

    /// The time as the interface shows it.
    pub(super) fn shown_time(&self) -> Option<Timestamp> {
        self.day_begin.map(Timestamp::from).or_else(|| self.at.as_deref().map(shown))
    }

    /// The sort time of the event if it has this name in the interface.
    pub(super) fn sort_time_as(&self, name: &EventName) -> SortTime {
        SortTime {
            rank: Milestone::of_event(name).map_or(usize::MAX, |milestone| milestone.rank()),
            ..self.sort_time()
        }
    }

    pub(super) fn sort_time(&self) -> SortTime {
        let is_day = self.at.as_deref().is_some_and(Timestamp::is_date);
        SortTime { moment: self.moment, is_day, day: self.day, day_begin: self.day_begin, rank: self.rank() }
    }

    pub(super) fn rank(&self) -> usize {
        self.milestone.as_ref().map_or_else(|| self.motion.rank(), Milestone::rank)
    }

    pub(super) fn is_on_the_day_of(&self, other: &ContainerEvent<'_>) -> bool {
        self.day.is_some() && self.day == other.day
    }

    pub(super) fn has_milestone(&self, milestone: &Milestone) -> bool {
        self.milestone.as_ref() == Some(milestone)
    }

    pub(super) fn is_one_of(&self, milestones: &[Milestone]) -> bool {
        self.milestone.as_ref().is_some_and(|milestone| milestones.contains(milestone))
    }

    pub(super) fn is_on_vessel(&self) -> bool {
        self.moves_by_vessel() && self.milestone.is_some()
    }

    pub(super) fn is_vessel(&self, movement: &Movement) -> bool {
        self.motion.is_vessel(movement)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.motion.is_empty()
    }

    pub(super) fn is_laden(&self) -> bool {
        let is_carried = matches!(self.motion.movement, Movement::Departed | Movement::Arrived | Movement::Berthed);
        self.motion.is_laden_handling() || is_carried && !self.is_empty()
    }

    pub(super) fn moves_by_vessel(&self) -> bool {
        self.motion.moves_by_vessel()
    }

    pub(super) fn leaves_by_vessel(&self) -> bool {
        self.motion.leaves_by_vessel()
    }

    pub(super) fn comes_off_vessel(&self) -> bool {
        self.motion.comes_by_vessel()
    }

    pub(super) fn is_empty_pick_up(&self) -> bool {
        self.is_empty() && matches!(self.motion.movement, Movement::GateOut | Movement::PickedUp)
    }

    pub(super) fn is_empty_return(&self) -> bool {
        self.is_empty() && matches!(self.motion.movement, Movement::GateIn | Movement::Dropped)
    }

    /// Whether both are at one place. A call of a vessel is compared by port, because its sources use the codes of a port area as one.
    pub(super) fn is_at_place_of(&self, other: &ContainerEvent<'_>) -> bool {
        match self.moves_by_vessel() || other.moves_by_vessel() {
            true => self.port_id == other.port_id,
            false => self.place_id == other.place_id,
        }
    }

    /// Whether this event is before the other one, whatever their time zones are.
    pub(super) fn is_certainly_before(&self, other: &ContainerEvent<'_>) -> bool {
        let at_one_place = !self.place_id.is_empty() && self.is_at_place_of(other);
        matches!((&self.at, &other.at), (Some(this), Some(that)) if certainly_before(this, that, at_one_place))
    }
}

/// Sorts events by time, then by rank. Events without a time come last.
pub(super) fn sort_events<'a, E: Borrow<ContainerEvent<'a>>>(events: Vec<E>) -> Vec<E> {
    let times = events.iter().map(|event| event.borrow().sort_time()).collect();
    sort_by_time(events, times, |a, b| {
        let (a, b) = (a.borrow(), b.borrow());
        kind(&a.motion).cmp(&kind(&b.motion)).then_with(|| a.key_suffix.cmp(&b.key_suffix))
    })
}

/// Fills in the name and IMO number that the vessel lacks.
pub(super) fn fill_in(vessel: &mut Cow<'_, Vessel>, more: &Vessel) {
    if vessel.name.is_none() && more.name.is_some() || vessel.imo.is_none() && more.imo.is_some() {
        let vessel = vessel.to_mut();
        fill(&mut vessel.name, &more.name);
        fill(&mut vessel.imo, &more.imo);
    }
}

/// Equal for movements that may be the same event: a gate movement may be reported as dropped or picked up.
pub(super) fn kind(motion: &Motion) -> (&str, bool) {
    let movement = match &motion.movement {
        Movement::PickedUp => &Movement::GateOut,
        Movement::Dropped => &Movement::GateIn,
        other => other,
    };
    (movement.as_str(), motion.is_empty())
}

/// The place in a key: its code or, if the source gave none, its name. `#` separates the number in a key.
fn key_text(place: &Place, id: &Rc<str>) -> Rc<str> {
    let name = place.code_or_name();
    match name.contains('#') {
        true => name.replace('#', "/").into(),
        false if place.locode.is_some() || *name == **id => id.clone(),
        false => name.into(),
    }
}
