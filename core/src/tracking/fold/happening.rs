//! One event of a container, with its sources and its meaning on the route.

use std::borrow::{Borrow, Cow};
use std::rc::Rc;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};

use super::ledger::HeldEvent;
use super::places::{Places, fill};
use crate::resources::{EventName, Timestamp};
use crate::tracking::chronology::{When, sorted};
use crate::tracking::moment::{begin, certainly_before, resolve, shown, sort_instant};
use crate::tracking::tidy::normalize_container_number;
use crate::tracking::{Certainty, FactMark, Milestone, Motion, Movement, Place, Source, Vessel};

#[derive(Clone)]
pub(super) struct Happening<'a> {
    pub(super) motion: Motion,
    /// `None` before the route is known, and for what the interface has no name for.
    pub(super) milestone: Option<Milestone>,
    pub(super) certainty: Certainty,
    /// A moment in UTC, or a date; local time if the zone of the place is unknown.
    pub(super) at: Option<Cow<'a, Timestamp>>,
    pub(super) moment: Option<DateTime<Utc>>,
    pub(super) day: Option<NaiveDate>,
    pub(super) begins: Option<DateTime<Utc>>,
    pub(super) place: Arc<Place>,
    pub(super) place_id: Rc<str>,
    pub(super) vessel: Option<Cow<'a, Vessel>>,
    pub(super) voyage: Option<Cow<'a, str>>,
    pub(super) preference: u32,
    pub(super) first_received: DateTime<Utc>,
    /// Place as first named, and `number`: with the event's name, its key.
    pub(super) mark: Rc<str>,
    pub(super) named: Rc<str>,
    /// Which of its kind at that place, from 1.
    pub(super) number: u32,
    pub(super) telling: Telling<'a>,
    pub(super) others: Vec<Telling<'a>>,
    /// Capitals and digits.
    pub(super) documents: Vec<String>,
}

#[derive(Clone, Copy)]
pub(super) struct Telling<'a> {
    pub(super) source: &'a Source,
    pub(super) fact: FactMark,
    is_of_one: bool,
}

impl<'a> Happening<'a> {
    pub(super) fn of(held: HeldEvent<'a>, places: &Places) -> Self {
        let (place_id, place) = places.find(&held.event.place);
        let named = named(&held.event.place, &place_id);
        let (written, zone) = (held.event.at.as_ref(), places.zone_of(&place));
        let at = written.map(|at| resolve(at, zone));
        // Parsing a time is slow, so it is done once.
        let said = written.and_then(Timestamp::utc);
        Happening {
            motion: held.event.motion.clone(),
            milestone: None,
            certainty: held.event.certainty,
            moment: said.or_else(|| at.as_deref().and_then(sort_instant)),
            at,
            day: zone.and_then(|zone| zone.day(said?)).or_else(|| written?.date()),
            begins: written.and_then(|at| begin(at, zone)),
            place,
            place_id,
            vessel: held.event.vessel.as_ref().map(Cow::Borrowed),
            voyage: held.event.voyage.as_deref().map(Cow::Borrowed),
            preference: 0,
            first_received: held.first_received,
            mark: named.clone(),
            named,
            number: held.event.occurrence.saturating_add(1),
            telling: Telling { source: &held.fact.source, fact: held.mark(), is_of_one: held.fact.container.is_some() },
            others: Vec::new(),
            documents: held.event.documents.iter().map(|number| normalize_container_number(number)).collect(),
        }
    }

    fn tellings(&self) -> impl Iterator<Item = &Telling<'a>> {
        std::iter::once(&self.telling).chain(&self.others)
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = u32> {
        self.tellings().map(|telling| telling.fact.key)
    }

    pub(super) fn received_at(&self) -> DateTime<Utc> {
        self.telling.fact.received_at
    }

    pub(super) fn is_of_all(&self) -> bool {
        self.tellings().any(|telling| !telling.is_of_one)
    }

    /// One source reported both, each time of the container alone or each time of all.
    pub(super) fn shares_a_teller(&self, other: &Happening<'_>) -> bool {
        other
            .tellings()
            .any(|that| self.tellings().any(|this| (this.source, this.is_of_one) == (that.source, that.is_of_one)))
    }

    pub(super) fn add_tellings_of(&mut self, other: &Happening<'a>) {
        self.others.extend(other.tellings());
    }

    pub(super) fn told_at(&self) -> Option<Timestamp> {
        self.begins.map(Timestamp::from).or_else(|| self.at.as_deref().map(shown))
    }

    pub(super) fn when_named(&self, name: &EventName) -> When {
        When { rank: Milestone::of_event(name).map_or(usize::MAX, |milestone| milestone.rank()), ..self.when() }
    }

    pub(super) fn when(&self) -> When {
        let is_day = self.at.as_deref().is_some_and(Timestamp::is_date);
        When { moment: self.moment, is_day, day: self.day, rank: self.rank() }
    }

    pub(super) fn rank(&self) -> usize {
        self.milestone.as_ref().map_or_else(|| self.motion.rank(), Milestone::rank)
    }

    pub(super) fn is_on_the_day_of(&self, other: &Happening<'_>) -> bool {
        self.day.is_some() && self.day == other.day
    }

    pub(super) fn is(&self, milestone: &Milestone) -> bool {
        self.milestone.as_ref() == Some(milestone)
    }

    pub(super) fn is_one_of(&self, milestones: &[Milestone]) -> bool {
        self.milestone.as_ref().is_some_and(|means| milestones.contains(means))
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

    pub(super) fn comes_off_vessel(&self) -> bool {
        self.motion.comes_by_vessel()
    }

    pub(super) fn is_empty_pick_up(&self) -> bool {
        self.is_empty() && matches!(self.motion.movement, Movement::GateOut | Movement::PickedUp)
    }

    pub(super) fn is_empty_return(&self) -> bool {
        self.is_empty() && matches!(self.motion.movement, Movement::GateIn | Movement::Dropped)
    }

    pub(super) fn is_certainly_before(&self, other: &Happening<'_>) -> bool {
        let at_one_place = !self.place_id.is_empty() && self.place_id == other.place_id;
        matches!((&self.at, &other.at), (Some(this), Some(that)) if certainly_before(this, that, at_one_place))
    }
}

/// By time, then rank; those without a time come last.
pub(super) fn in_order<'a, H: Borrow<Happening<'a>>>(happenings: Vec<H>) -> Vec<H> {
    let whens = happenings.iter().map(|happening| happening.borrow().when()).collect();
    sorted(happenings, whens, |a, b| {
        let (a, b) = (a.borrow(), b.borrow());
        kind(&a.motion).cmp(&kind(&b.motion)).then_with(|| a.mark.cmp(&b.mark))
    })
}

pub(super) fn fill_in(vessel: &mut Cow<'_, Vessel>, more: &Vessel) {
    if vessel.name.is_none() && more.name.is_some() || vessel.imo.is_none() && more.imo.is_some() {
        let vessel = vessel.to_mut();
        fill(&mut vessel.name, &more.name);
        fill(&mut vessel.imo, &more.imo);
    }
}

pub(super) fn unless_unknown_equal(a: &str, b: &str) -> bool {
    a == b || a.is_empty() || b.is_empty()
}

/// Equal for what may be one event: gate movements may be reported as dropped or picked up.
pub(super) fn kind(motion: &Motion) -> (&str, bool) {
    let movement = match &motion.movement {
        Movement::PickedUp => &Movement::GateOut,
        Movement::Dropped => &Movement::GateIn,
        other => other,
    };
    (movement.as_str(), motion.is_empty())
}

fn named(place: &Place, id: &Rc<str>) -> Rc<str> {
    let name = place.code_or_name();
    match name.contains('#') {
        true => name.replace('#', "/").into(),
        false if *name == **id => id.clone(),
        false => name.into(),
    }
}
