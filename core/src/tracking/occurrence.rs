//! Decides whether an event of an answer repeats a stored event, corrects it, or is another occurrence of it.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::{HashMap, HashSet};

use super::event_times::{EventTime, Movements, SAME_CONTENT};
use super::key::Identity;
use super::moment::is_in_future;
use super::open_numbers::{OpenNumbers, TimeCorrection};
use super::{Certainty, ComparedVessel, Event, Fact, Movement, Statement, Vessel};

/// A load at most this long after the last departure belongs to the same call.
const LATE_LOAD: TimeDelta = TimeDelta::hours(48);

/// The occurrences of an event in the stored facts.
#[derive(Default)]
pub(super) struct EventOccurrences<'a> {
    /// The newest statement of each occurrence that is not withdrawn.
    pub current: BTreeMap<u32, StatedEvent<'a>>,
    /// The last statement of each withdrawn occurrence.
    pub withdrawn: BTreeMap<u32, &'a Event>,
    /// Earlier statements of all occurrences, which were corrected or withdrawn since.
    pub earlier: Vec<(u32, &'a Event)>,
    /// The next free number. Numbers are never reused, not even those of withdrawn events.
    pub next: u32,
}

/// An event as a fact states it.
pub(super) struct StatedEvent<'a> {
    pub fact: &'a Fact,
    pub event: &'a Event,
    /// Whether the answer contains the event.
    pub in_answer: bool,
    /// When the event was first reported, or last restored. Corrections do not change this.
    pub since: DateTime<Utc>,
}

impl StatedEvent<'_> {
    /// Whether the event, if its source reported it as actual, was in the future at this time. Then it was an estimate.
    pub fn is_future_at(&self, time: DateTime<Utc>) -> bool {
        let at = self.event.at.as_ref();
        self.event.certainty == Certainty::Actual && at.is_some_and(|at| is_in_future(at, time))
    }
}

/// Sets the occurrence numbers of the events of an answer, and drops duplicates.
///
/// `stored` has the stored occurrences by identity, and `withdrawn_keys` the keys that the answer withdraws.
///
/// * An event that is stored with the same time keeps its number, even if the answer withdraws it.
/// * An actual event that differs by at most an hour from an earlier statement of a withdrawn occurrence restores that occurrence.
/// * Two reports of the same movement without another movement in between are one event. An estimate is preferred to a plan, and the latest
///   estimate to others. Of departures of a vessel, the first one after the container was loaded or came in is used, of other events the first
///   one. Reports of an actual event whose times differ by more than an hour are kept as statements that are not used.
/// * An event with a new time corrects a stored occurrence that the answer neither repeats nor withdraws, if the times differ by at
///   most 30 days and the container was nowhere else in between. A load or departure on another vessel at another time is another event.
/// * Any other event is the next occurrence.
/// * Statements that cannot be read are only counted, so that another text is no new statement.
pub(super) fn number(
    answer: Vec<Fact>,
    stored: &HashMap<Identity<'_>, EventOccurrences<'_>>,
    withdrawn_keys: &HashSet<String>,
) -> Vec<Fact> {
    let numbers = {
        let events_of_answer = || {
            answer.iter().enumerate().filter_map(|(at, fact)| match &fact.statement {
                Statement::Event(event) => Some((at, fact, event)),
                _ => None,
            })
        };
        let own = events_of_answer().map(|(_, fact, event)| (fact.container.as_deref(), event));
        let current = stored.values().flat_map(|stored| stored.current.values());
        let current = current.map(|stated| (stated.fact.container.as_deref(), stated.event));
        let movements = Movements::of(current.chain(own).collect());
        let mut groups: HashMap<Identity<'_>, usize> =
            HashMap::with_capacity_and_hasher(stored.len(), Default::default());
        let mut group_of = |identity| {
            let next = groups.len();
            *groups.entry(identity).or_insert(next)
        };
        let mut entries: Vec<Entry<'_>> = Vec::with_capacity(answer.len());
        entries.extend(
            events_of_answer().map(|(at, fact, event)| Entry::of(at, group_of(Identity::of(fact, event)), fact, event)),
        );
        entries.sort_by_cached_key(Entry::rank);
        let nothing = EventOccurrences::default();
        let mut numbers = vec![Number::NoEvent; answer.len()];
        for entries in entries.chunk_by(|a, b| a.group == b.group) {
            let identity = entries[0].identity();
            let group = Group { entries, stored: stored.get(&identity).unwrap_or(&nothing), movements: &movements };
            let is_withdrawn = |number: u32| {
                !withdrawn_keys.is_empty() && withdrawn_keys.contains(&identity.with_occurrence(number).to_string())
            };
            group.number(&mut numbers, is_withdrawn);
        }
        numbers
    };
    let numbered = |(mut fact, number): (Fact, Number)| {
        match (&mut fact.statement, number) {
            (_, Number::Duplicate) => return None,
            (_, Number::Repeated(number)) => return Some(fact.into_repeated(number)),
            (Statement::Event(event), Number::Is(number)) => event.occurrence = number,
            _ => {}
        }
        Some(fact)
    };
    answer.into_iter().zip(numbers).filter_map(numbered).collect()
}

/// The number of a fact of the answer.
#[derive(Clone, Copy)]
enum Number {
    NoEvent,
    Is(u32),
    /// The fact has the same content as another one, and is dropped.
    Duplicate,
    /// The fact reports an event with another time than the report that is used. These facts are counted for each event.
    Repeated(u32),
}

/// The events of an answer with one identity.
struct Group<'g, 'a> {
    entries: &'g [Entry<'a>],
    stored: &'g EventOccurrences<'g>,
    movements: &'g Movements<'a>,
}

struct Entry<'a> {
    at: usize,
    group: usize,
    fact: &'a Fact,
    event: &'a Event,
    time: EventTime<'a>,
}

impl<'a> Entry<'a> {
    fn of(at: usize, group: usize, fact: &'a Fact, event: &'a Event) -> Self {
        Entry { at, group, fact, event, time: EventTime::of(event) }
    }

    fn identity(&self) -> Identity<'a> {
        Identity::of(self.fact, self.event)
    }

    fn container(&self) -> Option<&'a str> {
        self.fact.container.as_deref()
    }

    /// Whether the times are equal and the modes do not differ.
    fn has_same_time(&self, other: &Entry<'_>) -> bool {
        self.time.key() == other.time.key() && self.event.motion.may_share_mode(&other.event.motion)
    }

    /// Whether both are actual, and their times differ by more than an hour.
    fn has_another_time(&self, other: &Entry<'_>) -> bool {
        let is_dated = |entry: &Entry<'_>| entry.event.certainty == Certainty::Actual && entry.time.moment.is_some();
        is_dated(self)
            && is_dated(other)
            && self.time.difference(&other.time).is_none_or(|difference| difference > SAME_CONTENT)
    }

    fn rank(&self) -> impl Ord + use<> {
        (self.group, self.time.moment.is_none(), self.time.moment, self.event.certainty as u8, self.at)
    }
}

impl Group<'_, '_> {
    fn number(&self, numbers: &mut [Number], is_withdrawn: impl Fn(u32) -> bool) {
        if self.entries[0].fact.is_unread() {
            return (0..).zip(self.entries).for_each(|(number, entry)| numbers[entry.at] = Number::Is(number));
        }
        self.entries.iter().for_each(|entry| numbers[entry.at] = Number::Duplicate);
        let mut open = StoredTimes::of(self.stored, &is_withdrawn);
        let mut new: Vec<&Entry<'_>> = Vec::new();
        let (unique, repeated) = self.unique();
        (0..).zip(repeated).for_each(|(number, entry)| numbers[entry.at] = Number::Repeated(number));
        for entry in unique {
            match open.take_same(&entry.time) {
                Some(number) => numbers[entry.at] = Number::Is(number),
                None => new.push(entry),
            }
        }
        if new.is_empty() {
            return;
        }
        let may_be_corrected = |slot: &&Slot<'_>| !slot.is_taken && !is_withdrawn(slot.number);
        let occurrences = open.slots.iter().filter(may_be_corrected);
        let mut open = OpenNumbers::of(occurrences.map(|slot| (slot.number, slot.event, slot.time.moment)));
        let mut withdrawn = WithdrawnStatements::of(self.stored, &is_withdrawn);
        let mut next = self.stored.next;
        for entry in new {
            let number = withdrawn.take(entry).or_else(|| {
                open.take(&TimeCorrection::of(entry.container(), entry.event, &entry.time, self.movements))
            });
            let number = number.unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            numbers[entry.at] = Number::Is(number);
        }
    }

    /// The best report of each event. Also returns the reports with other times.
    fn unique(&self) -> (Vec<&Entry<'_>>, Vec<&Entry<'_>>) {
        let (mut kept, mut repeated): (Vec<&Entry<'_>>, Vec<&Entry<'_>>) = Default::default();
        let is_one =
            |before: &Entry<'_>, entry: &Entry<'_>| before.has_same_time(entry) || self.is_one_event(before, entry);
        for reports in self.entries.chunk_by(is_one) {
            let best = self.best(reports);
            repeated.extend(reports.iter().filter(|entry| entry.has_another_time(best)));
            kept.push(best);
        }
        (kept, repeated)
    }

    /// The best of several reports of one event, which are in order of time: one with a time, then an estimate before a plan. Then, of departures of
    /// a vessel, the first one with the container; of estimates, the latest one; of other events, the first one.
    fn best<'e>(&self, reports: &'e [Entry<'e>]) -> &'e Entry<'e> {
        // The usual case: the events of the answer are not searched for each departure.
        if let [only] = reports {
            return only;
        }
        let rank = |entry: &Entry<'_>| (entry.time.moment.is_none(), entry.event.certainty == Certainty::Planned);
        let first = reports.iter().min_by_key(|entry| rank(entry)).unwrap_or(&reports[0]);
        let mut best = reports.iter().filter(|entry| rank(entry) == rank(first));
        match first.event.certainty {
            Certainty::Actual if first.event.motion.is_vessel(&Movement::Departed) => {
                let since = self.boarded_at(first, reports.last().and_then(|last| last.time.moment));
                let mut departures = best.clone();
                best.find(|entry| entry.time.moment >= since).or(departures.next_back()).unwrap_or(first)
            }
            Certainty::Actual => first,
            Certainty::Estimated | Certainty::Planned => best.next_back().unwrap_or(first),
        }
    }

    /// When the container was last loaded at the port of these departures or, if no load is known, came in there laden. A load shortly after
    /// the last departure counts, too: then that departure has a wrong time. `None` if neither is known.
    fn boarded_at(&self, departure: &Entry<'_>, last: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        let port = departure.event.place.port_or_name();
        let here = self.movements.events().iter().filter(|(container, event)| {
            let is_its = departure.container().is_none() || container.is_none() || departure.container() == *container;
            let may_board = matches!(event.motion.movement, Movement::Loaded | Movement::GateIn);
            is_its && may_board && event.certainty == Certainty::Actual && event.place.port_or_name() == port
        });
        let last_of = |boards: &dyn Fn(&Event) -> bool, until: Option<DateTime<Utc>>| {
            let times =
                here.clone().filter(|(_, event)| boards(event)).filter_map(|(_, event)| EventTime::of(event).moment);
            times.filter(|at| until.is_none_or(|until| *at <= until)).max()
        };
        let loads = |event: &Event| {
            event.motion.is_vessel(&Movement::Loaded)
                && !Vessel::differ(event.vessel.as_ref(), departure.event.vessel.as_ref())
        };
        let comes_in = |event: &Event| event.motion.movement == Movement::GateIn && !event.motion.is_empty();
        last_of(&loads, last)
            .or_else(|| last_of(&loads, last.and_then(|last| last.checked_add_signed(LATE_LOAD))))
            .or_else(|| last_of(&comes_in, last))
    }

    fn is_one_event(&self, before: &Entry<'_>, after: &Entry<'_>) -> bool {
        let is_of_another_vessel = Vessel::differ(before.event.vessel.as_ref(), after.event.vessel.as_ref());
        if is_of_another_vessel || !before.event.motion.may_share_mode(&after.event.motion) {
            return false;
        }
        let (Some(a), Some(b)) = (before.time.moment, after.time.moment) else { return true };
        !self.movements.has_other_between(after.container(), after.event, [a, b])
    }
}

/// The statements about withdrawn occurrences. An actual event of the answer that has the same content as one of them restores the
/// occurrence.
struct WithdrawnStatements<'k> {
    /// Statements with a moment, in order of time.
    moments: Vec<(DateTime<Utc>, WithdrawnStatement<'k>)>,
    /// Statements with a date.
    dates: Vec<WithdrawnStatement<'k>>,
    taken: HashSet<u32>,
}

struct WithdrawnStatement<'k> {
    number: u32,
    event: &'k Event,
    time: EventTime<'k>,
    vessel: ComparedVessel,
}

impl<'k> WithdrawnStatements<'k> {
    fn of(stored: &'k EventOccurrences<'_>, is_withdrawn_by_answer: impl Fn(u32) -> bool) -> Self {
        let may_return: HashSet<u32> =
            stored.withdrawn.keys().copied().filter(|number| !is_withdrawn_by_answer(*number)).collect();
        let (mut moments, mut dates) = (Vec::new(), Vec::new());
        for (number, event) in stored.earlier.iter().filter(|(number, _)| may_return.contains(number)) {
            let vessel = ComparedVessel::of(event.vessel.as_ref());
            let statement = WithdrawnStatement { number: *number, event, time: EventTime::of(event), vessel };
            match statement.time.moment {
                Some(moment) if !statement.time.is_date => moments.push((moment, statement)),
                _ => dates.push(statement),
            }
        }
        moments.sort_by_key(|(moment, _)| *moment);
        WithdrawnStatements { moments, dates, taken: HashSet::default() }
    }

    /// Takes the occurrence that has the most similar statement with the same content.
    fn take(&mut self, entry: &Entry<'_>) -> Option<u32> {
        if self.moments.is_empty() && self.dates.is_empty() || entry.event.certainty != Certainty::Actual {
            return None;
        }
        let vessel = ComparedVessel::of(entry.event.vessel.as_ref());
        let near = match entry.time.moment {
            Some(moment) if !entry.time.is_date => {
                let start = self.moments.partition_point(|(at, _)| moment - *at > SAME_CONTENT);
                let end = self.moments.partition_point(|(at, _)| *at - moment <= SAME_CONTENT);
                self.moments.get(start..end).unwrap_or_default()
            }
            _ => &self.moments,
        };
        let statements = near.iter().map(|(_, statement)| statement).chain(&self.dates);
        let candidates = statements.filter_map(|statement| {
            let difference = entry.time.difference(&statement.time).filter(|difference| *difference <= SAME_CONTENT)?;
            let fits = !self.taken.contains(&statement.number)
                && statement.event.motion.may_share_mode(&entry.event.motion)
                && !statement.vessel.differs(&vessel);
            fits.then_some((difference, statement.number))
        });
        let number = candidates.min().map(|(_, number)| number)?;
        self.taken.insert(number);
        Some(number)
    }
}

/// The stored numbers that events of the answer with the same time have: those of current occurrences, and those that the answer
/// withdraws.
struct StoredTimes<'k> {
    slots: Vec<Slot<'k>>,
    by_time: Vec<usize>,
}

struct Slot<'k> {
    number: u32,
    event: &'k Event,
    time: EventTime<'k>,
    is_taken: bool,
}

impl<'k> StoredTimes<'k> {
    fn of(stored: &'k EventOccurrences<'_>, is_withdrawn: impl Fn(u32) -> bool) -> Self {
        let current = stored.current.iter().map(|(number, stated)| (*number, stated.event));
        let withdrawn = stored.withdrawn.iter().map(|(number, event)| (*number, *event));
        let mut slots: Vec<Slot<'_>> = current
            .chain(withdrawn.filter(|(number, _)| is_withdrawn(*number)))
            .map(|(number, event)| Slot { number, event, time: EventTime::of(event), is_taken: false })
            .collect();
        slots.sort_by_key(|slot| slot.number);
        let mut by_time: Vec<usize> = (0..slots.len()).collect();
        by_time.sort_by(|a, b| slots[*a].time.key().cmp(&slots[*b].time.key()));
        StoredTimes { slots, by_time }
    }

    fn take_same(&mut self, time: &EventTime<'_>) -> Option<u32> {
        let key = time.key();
        let first = self.by_time.partition_point(|at| self.slots[*at].time.key() < key);
        let same = self.by_time[first..].iter().take_while(|at| self.slots[**at].time.key() == key);
        let slot = same.copied().find(|at| !self.slots[*at].is_taken)?;
        self.slots[slot].is_taken = true;
        Some(self.slots[slot].number)
    }
}
