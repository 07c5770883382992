//! What happened to one container, and what is still expected.
//!
//! Several sources tell of one event, and one source may tell of it for the container and for the whole shipment: these
//! are merged, the newest words first, gaps filled from the others. That is its history, on however many voyages; a timeline
//! is the part of it that one of them is. What all of it means is said by the route: see `meaning`.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::rc::Rc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use super::ledger::{HeldEvent, Ledger};
use super::places::{Places, fill};
use super::reach;
use super::stretch::Stretch;
use crate::resources::{DataSource, EventName, Timestamp};
use crate::tracking::chronology::{When, sorted};
use crate::tracking::moment::{certainly_before, local, moment, shown};
use crate::tracking::tidy::container_number;
use crate::tracking::{Certainty, Milestone, Mode, Motion, Movement, Place, Source, Vessel};

/// Two sources that tell of the same movement at one place within this much time mean one event.
const ONE_EVENT: TimeDelta = TimeDelta::hours(48);

/// All that happened to a container, and all that is expected of it.
pub(super) struct History<'a> {
    /// What happened, in order.
    pub(super) actual: Vec<Happening>,
    expected: Vec<HeldEvent<'a>>,
}

/// One trip of a container.
#[derive(Default)]
pub(super) struct Timeline {
    /// What happened, in order.
    pub(super) actual: Vec<Happening>,
    /// What is expected: of one movement at one place, the best estimate. In order.
    pub(super) expected: Vec<Happening>,
    /// What was expected and life has overtaken.
    pub(super) overtaken: Vec<Happening>,
    /// The container came back empty: the last of `actual` that ends its trip.
    pub(super) returned: Option<Happening>,
    /// Whether the trip is over: the container came back, or its next trip began.
    pub(super) is_over: bool,
    /// When it begins, where the container was on another one before.
    pub(super) begun: Option<DateTime<Utc>>,
    /// When its next one begins.
    pub(super) next_begins: Option<DateTime<Utc>>,
}

/// One event, however many sources tell of it.
#[derive(Clone)]
pub(super) struct Happening {
    pub(super) motion: Motion,
    /// What it means on the container's route; `None` before the route is known, and where the interface has no word for it.
    pub(super) milestone: Option<Milestone>,
    pub(super) certainty: Certainty,
    /// A moment in UTC, or a date; what a clock showed, where nobody knows the zone of the place.
    pub(super) at: Option<Timestamp>,
    /// Where its time stands in an order.
    pub(super) moment: Option<DateTime<Utc>>,
    /// The day that was at the place.
    day: Option<NaiveDate>,
    /// The moment that day began with there, where only the day is known.
    begins: Option<DateTime<Utc>>,
    pub(super) place: Rc<Place>,
    /// What the place is known by; empty when nobody names it.
    pub(super) place_id: Rc<str>,
    pub(super) vessel: Option<Vessel>,
    pub(super) voyage: Option<String>,
    pub(super) source: Source,
    pub(super) received_at: DateTime<Utc>,
    pub(super) first_received: DateTime<Utc>,
    /// Place as first named, and which of its kind there: with the event's name, its key.
    pub(super) mark: Rc<str>,
    /// The place as first named.
    named: Rc<str>,
    /// Which of its kind there, from 1.
    number: u32,
    /// Who told of it, about the container alone or about all.
    tellers: Vec<(Source, bool)>,
    /// The digests of the keys it was told under.
    pub(super) keys: Vec<u32>,
    /// The bookings and bills it was told under: capitals and digits.
    pub(super) documents: Vec<String>,
    /// Whether somebody told of it for the whole shipment.
    pub(super) is_of_all: bool,
}

impl<'a> History<'a> {
    /// The history of a container; of nobody in particular, that of the whole shipment.
    pub(super) fn of(container: Option<&str>, ledger: &Ledger<'a>, places: &Places) -> Self {
        let (mut happened, mut expected) = (Vec::new(), Vec::new());
        for told in reach::events_of(container, ledger) {
            match (told.event.certainty, &told.event.motion.movement) {
                // Whether a container may be picked up is a state that comes and goes: see `terminal`.
                (_, Movement::Available | Movement::NotAvailable) => {}
                (Certainty::Actual, _) => happened.push(told),
                _ if told.event.at.is_some() => expected.push(told),
                // Expected, nobody says when: that is no news.
                _ => {}
            }
        }
        History { actual: in_order(merge(happened, places)), expected }
    }
}

impl Timeline {
    /// The part of the history that is one trip. Nothing is expected of one that is over.
    pub(super) fn of(history: History<'_>, trip: &Stretch, places: &Places) -> Self {
        let History { mut actual, expected } = history;
        let returned = trip.returned.and_then(|at| actual.get(at).cloned());
        let end = trip.ended_by.filter(|at| trip.events.contains(at)).and_then(|at| actual.get(at).cloned());
        actual.truncate(trip.events.end);
        actual.drain(..trip.events.start);
        // What follows a return is of no trip.
        if let Some(end) = end {
            actual.retain(|happening| !end.is_certainly_before(happening));
        }
        let is_over = trip.is_over;
        let is_of_it = |told: &HeldEvent<'_>| {
            let at = told.event.at.as_ref().and_then(moment);
            !is_over && trip.begun.is_none_or(|begun| at.is_some_and(|at| at >= begun))
        };
        let (expected, overtaken) = still_expected(expected.into_iter().filter(is_of_it), &actual, places);
        Timeline { actual, expected, overtaken, returned, is_over, begun: trip.begun, next_begins: trip.next_begins }
    }

    /// The first event of the milestone that `fits`.
    pub(super) fn first(&self, milestone: &Milestone, fits: impl Fn(&Happening) -> bool) -> Option<&Happening> {
        self.actual.iter().find(|happening| happening.is(milestone) && fits(happening))
    }

    /// The last event of one of the milestones that `fits`.
    pub(super) fn last(&self, milestones: &[Milestone], fits: impl Fn(&Happening) -> bool) -> Option<&Happening> {
        self.actual.iter().rfind(|happening| happening.is_one_of(milestones) && fits(happening))
    }

    /// What happened after the container left its last vessel: everything, when it was on none.
    pub(super) fn inland(&self) -> &[Happening] {
        let on_vessel = |happening: &Happening| happening.is_on_vessel();
        let start = self.actual.iter().rposition(on_vessel).map_or(0, |at| at + 1);
        &self.actual[start..]
    }
}

impl Happening {
    pub(super) fn of(told: HeldEvent<'_>, places: &Places) -> Self {
        let (place_id, place) = places.find(&told.event.place);
        let named = named(&told.event.place, &place_id);
        let at = told.event.at.as_ref().map(|at| places.resolve(at, &place));
        Happening {
            motion: told.event.motion.clone(),
            milestone: None,
            certainty: told.event.certainty,
            moment: at.as_ref().and_then(moment),
            at,
            day: told.event.at.as_ref().and_then(|at| places.day(at, &place)),
            begins: told.event.at.as_ref().and_then(|at| places.begin(at, &place)),
            place,
            place_id,
            vessel: told.event.vessel.clone(),
            voyage: told.event.voyage.clone(),
            source: told.fact.source.clone(),
            received_at: told.fact.received_at,
            first_received: told.first_received,
            mark: named.clone(),
            named,
            number: told.event.occurrence.saturating_add(1),
            tellers: vec![(told.fact.source.clone(), told.fact.container.is_some())],
            keys: vec![told.key],
            documents: told.event.documents.iter().map(|number| container_number(number)).collect(),
            is_of_all: told.fact.container.is_none(),
        }
    }

    fn is_of_clerk(&self) -> bool {
        self.source.kind == DataSource::UserInput
    }

    /// The same under the mark of `other`.
    fn marked_as(self, other: &Happening) -> Self {
        Happening { mark: other.mark.clone(), named: other.named.clone(), number: other.number, ..self }
    }

    /// When it happened, as the interface tells it.
    pub(super) fn told_at(&self) -> Option<Timestamp> {
        self.begins.map(Timestamp::from).or_else(|| self.at.as_ref().map(shown))
    }

    /// When it happened, and where that which it is told as comes in a usual voyage.
    pub(super) fn when_told_as(&self, name: &EventName) -> When {
        When { rank: Milestone::of_event(name).map_or(usize::MAX, |told| told.rank()), ..self.when() }
    }

    pub(super) fn when(&self) -> When {
        let is_day = self.at.as_ref().is_some_and(Timestamp::is_date);
        When { moment: self.moment, is_day, day: self.day, rank: self.rank() }
    }

    /// Where it comes in a usual voyage, by what it means, or while that is not known by what moved.
    pub(super) fn rank(&self) -> usize {
        self.milestone.as_ref().map_or_else(|| self.motion.rank(), Milestone::rank)
    }

    /// Whether both were on one day at their places.
    pub(super) fn is_on_the_day_of(&self, other: &Happening) -> bool {
        self.day.is_some() && self.day == other.day
    }

    pub(super) fn is(&self, milestone: &Milestone) -> bool {
        self.milestone.as_ref() == Some(milestone)
    }

    pub(super) fn is_one_of(&self, milestones: &[Milestone]) -> bool {
        self.milestone.as_ref().is_some_and(|means| milestones.contains(means))
    }

    /// Whether the container is on a vessel with it, or has just come off one.
    pub(super) fn is_on_vessel(&self) -> bool {
        self.moves_by_vessel() && self.milestone.is_some()
    }

    pub(super) fn is_vessel(&self, movement: &Movement) -> bool {
        self.motion.is_vessel(movement)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.motion.is_empty()
    }

    /// Whether the container is full with it.
    pub(super) fn is_laden(&self) -> bool {
        use Movement::{Arrived, Berthed, Departed, Discharged, Dropped, GateIn, GateOut, Loaded, PickedUp};
        !self.is_empty()
            && [Loaded, Departed, Arrived, Berthed, Discharged, GateIn, GateOut, PickedUp, Dropped]
                .contains(&self.motion.movement)
    }

    /// Whether a vessel takes the container up, carries it or puts it off with it.
    pub(super) fn moves_by_vessel(&self) -> bool {
        self.motion.moves_by_vessel()
    }

    /// Whether it brings the container to a port by vessel.
    pub(super) fn comes_off_vessel(&self) -> bool {
        self.motion.comes_by_vessel()
    }

    /// Whether the empty container comes in with it.
    pub(super) fn is_empty_return(&self) -> bool {
        self.is_empty() && matches!(self.motion.movement, Movement::GateIn | Movement::Dropped)
    }

    pub(super) fn is_certainly_before(&self, other: &Happening) -> bool {
        let at_one_place = !self.place_id.is_empty() && self.place_id == other.place_id;
        matches!((&self.at, &other.at), (Some(this), Some(that)) if certainly_before(this, that, at_one_place))
    }

    /// Whether both may be one event: the same movement, nothing one says contradicts the other, and at nearly one time.
    fn agrees_with(&self, other: &Happening) -> bool {
        unless_unknown_equal(&self.place_id, &other.place_id)
            && self.motion.may_share_mode(&other.motion)
            && self.distance(other) <= ONE_EVENT
            && !other.tellers.iter().any(|teller| self.tellers.contains(teller))
    }

    fn distance(&self, other: &Happening) -> TimeDelta {
        match (self.moment, other.moment) {
            (Some(this), Some(that)) => (this - that).abs(),
            _ => TimeDelta::zero(),
        }
    }

    /// The event as both tell it: the words that [weigh](weighs_more) more, gaps filled from the others.
    fn join(&mut self, other: Happening, places: &Places) {
        let (newer, older) = if weighs_more(&other, self) { (other, self.clone()) } else { (self.clone(), other) };
        let (mark, named, number) = (self.mark.clone(), self.named.clone(), self.number);
        let first_received = self.first_received.min(older.first_received).min(newer.first_received);
        let (mut tellers, mut keys, mut documents) = (older.tellers, older.keys, older.documents);
        tellers.extend(newer.tellers.iter().cloned());
        keys.extend(&newer.keys);
        documents.extend(newer.documents.iter().cloned());
        let is_of_all = older.is_of_all || newer.is_of_all;
        *self = Happening { mark, named, number, first_received, tellers, keys, documents, is_of_all, ..newer };
        if self.place_id.is_empty() {
            self.place = older.place.clone();
            self.place_id = older.place_id;
        }
        if self.at.is_none() {
            (self.at, self.moment, self.day) = (older.at, older.moment, older.day);
        }
        let place = Rc::make_mut(&mut self.place);
        fill(&mut place.facility, &older.place.facility);
        fill(&mut place.timezone, &older.place.timezone);
        // Who sees the clock may not say where it hangs.
        if let Some(at) = self.at.as_ref().filter(|at| local(at).is_some()) {
            self.at = Some(places.resolve(at, &self.place));
            self.moment = self.at.as_ref().and_then(moment);
        }
        let day = self.at.as_ref().and_then(|at| places.day_by_zone(at, &self.place));
        self.day = day.or(self.day);
        self.begins = self.at.as_ref().and_then(|at| places.begin(at, &self.place));
        fill(&mut self.motion.mode, &older.motion.mode);
        fill(&mut self.motion.phase, &older.motion.phase);
        fill(&mut self.voyage, &older.voyage);
        match (&mut self.vessel, older.vessel) {
            (Some(vessel), Some(more)) => {
                fill(&mut vessel.name, &more.name);
                fill(&mut vessel.imo, &more.imo);
            }
            (vessel @ None, more) => *vessel = more,
            _ => {}
        }
    }
}

/// Whose words hold of what happened. A clerk's correction holds until the source it corrects says something new; else who was
/// at the place comes before the carrier, and the carrier before who watches from afar. Of equals, the words received last.
fn weighs_more(this: &Happening, that: &Happening) -> bool {
    if this.is_of_clerk() != that.is_of_clerk() {
        return match this.is_of_clerk() {
            true => this.received_at >= that.received_at,
            false => this.received_at > that.received_at,
        };
    }
    (weight(this), this.received_at) > (weight(that), that.received_at)
}

fn weight(told: &Happening) -> u8 {
    match (&told.source.kind, &told.motion.mode) {
        (DataSource::Terminal, mode) if *mode != Some(Mode::Rail) => 3,
        (DataSource::Rail, Some(Mode::Rail)) => 3,
        (DataSource::ShippingLine | DataSource::Terminal | DataSource::Rail, _) => 2,
        (DataSource::Ais, _) => 0,
        _ => 1,
    }
}

/// The happenings in order: by time, then as in a usual voyage. Those nobody gives a time of come last.
pub(super) fn in_order<H: Borrow<Happening>>(happenings: Vec<H>) -> Vec<H> {
    let whens = happenings.iter().map(|happening| happening.borrow().when()).collect();
    sorted(happenings, whens, |a, b| {
        let (a, b) = (a.borrow(), b.borrow());
        kind(&a.motion).cmp(&kind(&b.motion)).then_with(|| a.mark.cmp(&b.mark))
    })
}

fn unless_unknown_equal(a: &str, b: &str) -> bool {
    a == b || a.is_empty() || b.is_empty()
}

/// One happening for each event, and a mark for each that stays the same as more is told.
fn merge(told: Vec<HeldEvent<'_>>, places: &Places) -> Vec<Happening> {
    let mut told: Vec<(HeldEvent<'_>, Happening)> =
        told.into_iter().map(|told| (told, Happening::of(told, places))).collect();
    // In the order they became known, so that what was known first keeps its mark.
    told.sort_by(|(a, this), (b, that)| {
        let when = |told: &HeldEvent<'_>, happening: &Happening| {
            (told.first_received, happening.moment.is_none(), happening.moment)
        };
        when(a, this).cmp(&when(b, that)).then_with(|| a.fact.key().cmp(&b.fact.key()))
    });
    let mut merged: BTreeMap<(&str, bool), Vec<Joined>> = BTreeMap::new();
    for (told, happening) in told {
        let known = merged.entry(kind(&told.event.motion)).or_default();
        let fitting = known.iter_mut().filter(|known| happening.agrees_with(&known.whole));
        match fitting.min_by_key(|known| happening.distance(&known.whole)) {
            Some(same) => same.join(happening, places),
            None => known.push(Joined::of(mark(happening, known))),
        }
    }
    merged.into_values().flatten().map(|joined| joined.weighed(places)).collect()
}

/// An event, told once or several times, and what clerks corrected about it.
struct Joined {
    /// As all together tell it.
    whole: Happening,
    /// What clerks said, where they were not alone; and what all others said.
    corrections: Vec<Happening>,
    others: Option<Happening>,
}

impl Joined {
    fn of(first: Happening) -> Self {
        let corrections = if first.is_of_clerk() { vec![first.clone()] } else { Vec::new() };
        Joined { whole: first, corrections, others: None }
    }

    /// Joins what another source tells of it.
    fn join(&mut self, told: Happening, places: &Places) {
        if told.is_of_clerk() {
            if self.corrections.is_empty() {
                self.others = Some(self.whole.clone());
            }
            self.corrections.push(told.clone());
        } else if !self.corrections.is_empty() {
            match &mut self.others {
                Some(others) => others.join(told.clone(), places),
                None => self.others = Some(told.clone()),
            }
        }
        self.whole.join(told, places);
    }

    /// The event in the words that hold. A clerk corrects what would hold without that correction, so the others are weighed
    /// against each other first: whose words hold must not depend on who is joined with whom.
    fn weighed(self, places: &Places) -> Happening {
        let Joined { whole, mut corrections, others } = self;
        let Some(mut weighed) = others else { return whole };
        corrections.sort_by_key(|correction| correction.received_at);
        corrections.into_iter().for_each(|correction| weighed.join(correction, places));
        weighed.marked_as(&whole)
    }
}

/// What may be one event: what comes in or goes out by a gate may be said to be dropped or picked up.
fn kind(motion: &Motion) -> (&str, bool) {
    let movement = match &motion.movement {
        Movement::PickedUp => &Movement::GateOut,
        Movement::Dropped => &Movement::GateIn,
        other => other,
    };
    (movement.as_str(), motion.is_empty())
}

/// The place as it is named, in a mark.
fn named(place: &Place, id: &Rc<str>) -> Rc<str> {
    let name = place.code_or_name();
    match name.contains('#') {
        true => name.replace('#', "/").into(),
        false if *name == **id => id.clone(),
        false => name.into(),
    }
}

/// Tells the event from those of the same kind that are known at the same place: by the number its source gave it first, or the
/// next that is free.
fn mark(mut happening: Happening, known: &[Joined]) -> Happening {
    let taken =
        |number: u32| known.iter().any(|other| other.whole.named == happening.named && other.whole.number == number);
    happening.number = (happening.number..).find(|number| !taken(*number)).unwrap_or(u32::MAX);
    if happening.number > 1 {
        happening.mark = format!("{}#{}", happening.named, happening.number).into();
    }
    happening
}

/// The best estimate of each movement at each place; beside them, those that life has overtaken.
fn still_expected<'a>(
    told: impl Iterator<Item = HeldEvent<'a>>,
    actual: &[Happening],
    places: &Places,
) -> (Vec<Happening>, Vec<Happening>) {
    let last = actual.iter().rfind(|happening| happening.at.is_some());
    let (mut expected, mut overtaken): (Vec<Happening>, Vec<Happening>) = (Vec::new(), Vec::new());
    for happening in told.map(|told| Happening::of(told, places)) {
        let stale = last.is_some_and(|last| happening.is_certainly_before(last));
        if stale || actual.iter().any(|happened| settles(happened, &happening)) {
            overtaken.push(happening);
            continue;
        }
        let same = |known: &&mut Happening| {
            kind(&known.motion) == kind(&happening.motion)
                && known.motion.mode == happening.motion.mode
                && known.place_id == happening.place_id
        };
        match expected.iter_mut().find(same) {
            Some(known) if happening.is_better_than(known) => *known = happening,
            Some(_) => {}
            None => expected.push(happening),
        }
    }
    (in_order(expected), in_order(overtaken))
}

impl Happening {
    /// An estimate beats a schedule, and newer words beat older ones.
    pub(super) fn is_better_than(&self, other: &Happening) -> bool {
        let rank = |happening: &Happening| {
            let estimated = happening.certainty == Certainty::Estimated;
            (estimated, happening.received_at, happening.moment, happening.source.to_string())
        };
        rank(self) > rank(other)
    }
}

/// Whether what happened leaves nothing to expect of the estimate: it is the event itself, or one that only follows it.
fn settles(happened: &Happening, expected: &Happening) -> bool {
    use Movement::{Arrived, Berthed, Discharged, Dropped, GateIn, GateOut, PickedUp};
    let by_one = happened.motion.may_share_mode(&expected.motion);
    let left = happened.is_laden() && matches!(happened.motion.movement, GateOut | PickedUp | Dropped);
    let follows = match (&expected.motion.movement, &happened.motion.movement) {
        (Arrived, Berthed | Discharged) | (Berthed, Discharged) => by_one || left,
        (GateIn, Discharged) => by_one && expected.motion.mode == Some(Mode::Rail),
        (Arrived, _) => left && !expected.is_vessel(&Arrived),
        (Discharged, _) => left,
        _ => false,
    };
    let is_it = kind(&happened.motion) == kind(&expected.motion) && by_one;
    (is_it || follows) && unless_unknown_equal(&happened.place_id, &expected.place_id)
}
