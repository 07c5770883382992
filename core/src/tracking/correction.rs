//! Decides whether a new statement of a source corrects an older one that its complete answer omits.
//!
//! Occurrence numbers already follow corrections of the time ([`super::occurrence`]): the corrected event keeps its key. The corrections
//! here change the key, so the older event is withdrawn: another place, another statement about whether the container was empty, or a time
//! that an earlier, withdrawn statement had. Example: the last answer reported a discharge in Los Angeles, and this one reports it in
//! Oakland at the same hour.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::HashMap;

use super::event_times::{EventTime, Movements, SAME_CONTENT};
use super::key::part;
use super::occurrence::StatedEvent;
use super::open_numbers::{TimeCorrection, left_on};
use super::{Certainty, ComparedVessel, Event, Movement, Source};

/// Maximum difference of the times if the place is corrected.
const MAX_CHANGE_OF_PLACE: TimeDelta = TimeDelta::hours(12);

/// Maximum difference of the times if the place is corrected and the answer still reports an older event of the container. Then the source
/// did not drop the event because it is old.
const MAX_CHANGE_OF_PLACE_WITH_HISTORY: TimeDelta = TimeDelta::days(3);

/// The most by which the times of a date and of a moment of that day can differ: 12 hours from noon, and the largest offset that is parsed.
const DAY_AND_OFFSET: TimeDelta = TimeDelta::hours(36);

/// Marks the corrected events among the statements that are current after a complete answer of their source. `gone` already marks the
/// statements that are withdrawn for other reasons.
///
/// If the source already reported both events in one answer, the answer corrects nothing, but omits an old event. `joint_report` returns when
/// the source last reported a statement, by index, together with newer ones. An incomplete answer may have reported the correction
/// before, without the statement that it corrects.
pub(super) fn mark_corrected(
    statements: &[&StatedEvent<'_>],
    joint_report: impl Fn(usize) -> DateTime<Utc>,
    gone: &mut [bool],
) {
    let is_omitted = |at: &usize| !statements[*at].in_answer && !gone[*at];
    let with_report = |at: usize| (at, Reported { stated: statements[at], jointly: joint_report(at) });
    let omitted: Vec<(usize, Reported<'_, '_>)> = (0..statements.len()).filter(is_omitted).map(with_report).collect();
    let Some(first_joint) = omitted.iter().map(|(_, old)| old.jointly).min() else { return };
    let last_since = omitted.iter().map(|(_, old)| old.stated.since).max();
    let may_correct = |stated: &StatedEvent<'_>| {
        let is_in_time = stated.since > first_joint || Some(stated.since) < last_since;
        stated.in_answer && stated.event.certainty == Certainty::Actual && is_in_time
    };
    let new = (0..statements.len()).filter(|at| may_correct(statements[*at])).map(|at| with_report(at).1);
    let new: Vec<Reported<'_, '_>> = new.collect();
    if new.is_empty() {
        return;
    }
    let corrections = Corrections::of(&new, statements);
    for (at, old) in omitted {
        gone[at] = corrections.correct(&old);
    }
}

/// A statement, with the time at which its source last reported it together with newer ones.
struct Reported<'s, 'a> {
    stated: &'s StatedEvent<'a>,
    jointly: DateTime<Utc>,
}

/// The actual events of an answer that may correct statements that the answer omits.
struct Corrections<'a> {
    new: HashMap<Group<'a>, NewEvents<'a>>,
    /// Of the actual events of the answer.
    movements: Movements<'a>,
    /// The time of the earliest event of each container; `None`: of the whole shipment.
    reported_since: OnceCell<BTreeMap<Option<&'a str>, DateTime<Utc>>>,
}

/// New events that may correct the same statements: source, container, movement, and whether the container was empty.
type Group<'a> = (&'a Source, Option<&'a str>, &'a Movement, bool);

/// The new events of one group.
#[derive(Default)]
struct NewEvents<'a> {
    /// In order of time.
    dated: Vec<(DateTime<Utc>, NewEvent<'a>)>,
    undated: Vec<NewEvent<'a>>,
    /// Whether a time is a date.
    has_dates: bool,
}

struct NewEvent<'a> {
    event: &'a Event,
    since: DateTime<Utc>,
    jointly: DateTime<Utc>,
    time: EventTime<'a>,
    /// The place in the identity, which is equal to that of another actual event of the group if the places are equal.
    place: Cow<'a, str>,
    port: Cow<'a, str>,
    left_on: ComparedVessel,
}

impl NewEvent<'_> {
    /// Whether the source reports the event only since it stopped reporting the other one.
    fn is_newer(&self, old: &Reported<'_, '_>) -> bool {
        self.since > old.jointly
    }

    /// Whether the source never reported both in one answer. An incomplete answer may have reported the other one in place of this event, and
    /// the complete answer restores this event.
    fn is_alternative(&self, old: &Reported<'_, '_>) -> bool {
        self.is_newer(old) || old.stated.since > self.jointly
    }
}

impl<'a> NewEvents<'a> {
    fn add(&mut self, new: &Reported<'_, 'a>) {
        let Reported { stated: StatedEvent { event, since, .. }, jointly } = *new;
        let (event, since) = (*event, *since);
        let (time, port) = (EventTime::of(event), event.place.port_or_name());
        let (place, left_on) = (part(event.place_of_identity()), left_on(event));
        let new = NewEvent { event, since, jointly, time, place, port, left_on };
        self.has_dates |= new.time.is_date;
        match new.time.moment {
            Some(moment) => self.dated.push((moment, new)),
            None => self.undated.push(new),
        }
    }

    /// Whether an event has a time that differs from `time` by at most `maximum`, and fits.
    fn has_near(&self, time: &EventTime<'_>, maximum: TimeDelta, fits: impl Fn(&NewEvent<'_>) -> bool) -> bool {
        let Some(moment) = time.moment else { return false };
        let reach = if self.has_dates || time.is_date { maximum.max(DAY_AND_OFFSET) } else { maximum };
        let start = self.dated.partition_point(|(at, _)| moment - *at > reach);
        let near = self.dated[start..].iter().take_while(|(at, _)| *at - moment <= reach);
        let is_near =
            |at: DateTime<Utc>, new: &NewEvent<'_>| new.time.difference(time).unwrap_or((at - moment).abs()) <= maximum;
        { near }.any(|(at, new)| fits(new) && is_near(*at, new))
    }
}

impl<'a> Corrections<'a> {
    fn of(new: &[Reported<'_, 'a>], statements: &[&StatedEvent<'a>]) -> Self {
        let reported =
            statements.iter().filter(|stated| stated.in_answer && stated.event.certainty == Certainty::Actual);
        let events = reported.map(|stated| (stated.fact.container.as_deref(), stated.event)).collect();
        let mut groups: HashMap<Group<'_>, NewEvents<'_>> = HashMap::default();
        new.iter().for_each(|new| groups.entry(group(new.stated)).or_default().add(new));
        groups.values_mut().for_each(|events| events.dated.sort_by_key(|(at, _)| *at));
        Corrections { new: groups, movements: Movements::of(events), reported_since: OnceCell::new() }
    }

    /// Whether a new event corrects `old`, which the answer omits.
    fn correct(&self, old: &Reported<'_, '_>) -> bool {
        let (event, time) = (old.stated.event, EventTime::of(old.stated.event));
        let (source, container, movement, is_empty) = group(old.stated);
        let place = part(event.place_of_identity());
        let may_share_mode = |new: &NewEvent<'_>| new.event.motion.may_share_mode(&event.motion);
        let is_other = |new: &NewEvent<'_>| new.place != place && may_share_mode(new);
        if let Some(new) = self.new.get(&(source, container, movement, is_empty)) {
            let is_newer_other = |new: &NewEvent<'_>| new.is_newer(old) && is_other(new);
            if self.correct_time(new, &place, old, &time)
                || new.has_near(&time, SAME_CONTENT, |new| new.is_alternative(old) && is_other(new))
                || new.has_near(&time, MAX_CHANGE_OF_PLACE, is_newer_other)
                || self.has_history(container, &time)
                    && new.has_near(&time, MAX_CHANGE_OF_PLACE_WITH_HISTORY, is_newer_other)
            {
                return true;
            }
        }
        let port = event.place.port_or_name();
        let is_here = |new: &NewEvent<'_>| new.is_alternative(old) && new.port == port && may_share_mode(new);
        let other_load = self.new.get(&(source, container, movement, !is_empty));
        other_load.is_some_and(|new| new.has_near(&time, SAME_CONTENT, is_here))
    }

    /// Whether a new event with the same identity corrects the time.
    fn correct_time(&self, new: &NewEvents<'_>, place: &str, old: &Reported<'_, '_>, time: &EventTime<'_>) -> bool {
        let StatedEvent { fact, event, .. } = old.stated;
        let correction = TimeCorrection::of(fact.container.as_deref(), event, time, &self.movements);
        let fits = |new: &NewEvent<'_>| {
            let is_newer_here = new.is_newer(old) && new.place == place;
            is_newer_here && correction.fits(&new.event.motion, new.time.moment, &new.left_on)
        };
        let range = correction.range(&new.dated, |(at, _)| *at);
        new.undated.iter().any(fits) || new.dated[range].iter().any(|(_, new)| fits(new))
    }

    /// Whether the answer still reports an older event of the container.
    fn has_history(&self, container: Option<&str>, time: &EventTime<'_>) -> bool {
        let is_before = |since: &DateTime<Utc>| time.moment.is_some_and(|at| *since < at);
        self.reported_since.get_or_init(|| self.reported_since()).get(&container).is_some_and(is_before)
    }

    fn reported_since(&self) -> BTreeMap<Option<&'a str>, DateTime<Utc>> {
        let mut since = BTreeMap::new();
        for (container, event) in self.movements.events() {
            if let Some(at) = EventTime::of(event).moment {
                let first = since.entry(*container).or_insert(at);
                *first = at.min(*first);
            }
        }
        since
    }
}

fn group<'a>(stated: &StatedEvent<'a>) -> Group<'a> {
    let motion = &stated.event.motion;
    (&stated.fact.source, stated.fact.container.as_deref(), &motion.movement, motion.is_empty())
}
