//! Decides whether an event of an answer repeats a stored event, corrects it, or is another occurrence of it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::{HashMap, HashSet};

use super::key::Identity;
use super::moment::{is_in_future, resolve, sort_instant};
use super::{Certainty, Event, Fact, Movement, Place, Statement, Vessel};
use crate::resources::Timestamp;
use crate::zones::Zone;

/// Maximum change of the time of an event that counts as a correction. A larger change is another occurrence of the event.
const MAX_CORRECTION: TimeDelta = TimeDelta::days(30);

/// If the times of two statements differ by at most this much, they have the same content: the second one restores a withdrawn event, or
/// corrects only the vessel.
pub(super) const SAME_CONTENT: TimeDelta = TimeDelta::hours(1);

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
    /// Whether the event was not current before the answer: it is new, or restored.
    pub is_new: bool,
}

impl StatedEvent<'_> {
    /// Whether the event, if its source reported it as actual, was in the future at this time. Then it was an estimate.
    pub fn is_future_at(&self, time: DateTime<Utc>) -> bool {
        let at = self.event.at.as_ref();
        self.event.certainty == Certainty::Actual && at.is_some_and(|at| is_in_future(at, time))
    }
}

/// The places where each container was, with times.
pub(super) struct Movements<'a> {
    events: Vec<(Option<&'a str>, &'a Event)>,
    sightings: OnceCell<HashMap<&'a str, Vec<Sighting<'a>>>>,
}

/// Time, place and movement.
type Sighting<'a> = (DateTime<Utc>, Cow<'a, str>, &'a str);

impl<'a> Movements<'a> {
    pub(super) fn of(events: Vec<(Option<&'a str>, &'a Event)>) -> Self {
        Movements { events, sightings: OnceCell::new() }
    }

    fn sightings(&self) -> HashMap<&'a str, Vec<Sighting<'a>>> {
        let mut sightings: HashMap<&str, Vec<Sighting<'_>>> = HashMap::default();
        for (container, event) in self.events.iter().filter(|(_, event)| event.certainty == Certainty::Actual) {
            if let Some(at) = EventTime::of(event).moment {
                let here = (at, event.place.port_or_name(), event.motion.movement.as_str());
                sightings.entry(container.unwrap_or("*")).or_default().push(here);
            }
        }
        sightings.values_mut().for_each(|sightings| sightings.sort_by_key(|(at, ..)| *at));
        sightings
    }

    /// Whether the container was at another place between the times of two events at one place.
    pub(super) fn was_elsewhere_between(
        &self,
        container: Option<&str>,
        place: &Place,
        times: [DateTime<Utc>; 2],
    ) -> bool {
        let place = place.port_or_name();
        self.any_between(container, times.into(), |there, _| there != place)
    }

    fn any_between(
        &self,
        container: Option<&str>,
        (a, b): (DateTime<Utc>, DateTime<Utc>),
        differs: impl Fn(&str, &str) -> bool,
    ) -> bool {
        let (from, to) = (a.min(b), a.max(b));
        let sightings = self.sightings.get_or_init(|| self.sightings());
        let stored = sightings.get(container.unwrap_or("*")).map(Vec::as_slice).unwrap_or_default();
        let after = stored.get(stored.partition_point(|(at, ..)| *at <= from)..).unwrap_or_default();
        after.iter().take_while(|(at, ..)| *at < to).any(|(_, place, movement)| differs(place, movement))
    }
}

/// Sets the occurrence numbers of the events of an answer, and drops duplicates.
///
/// `stored` has the stored occurrences by identity, `events` all current events with their containers, and `withdrawn_keys` the keys
/// that the answer withdraws.
///
/// * An event that is stored with the same time keeps its number, even if the answer withdraws it.
/// * An actual event that differs by at most an hour from an earlier statement of a withdrawn occurrence restores that occurrence.
/// * Two reports of the same movement without another movement in between are one event. An estimate is preferred to a plan.
/// * An event with a new time corrects a stored occurrence that the answer neither repeats nor withdraws, if the times differ by at
///   most 30 days and the container was nowhere else in between. A load or departure on another vessel at another time is another event.
/// * Any other event is the next occurrence.
pub(super) fn number(
    answer: Vec<Fact>,
    stored: &HashMap<Identity<'_>, EventOccurrences<'_>>,
    withdrawn_keys: &HashSet<String>,
    events: Vec<(Option<&str>, &Event)>,
) -> Vec<Fact> {
    let numbers = {
        let events_of_answer = || {
            answer.iter().enumerate().filter_map(|(at, fact)| match &fact.statement {
                Statement::Event(event) => Some((at, fact, event)),
                _ => None,
            })
        };
        let own = events_of_answer().map(|(_, fact, event)| (fact.container.as_deref(), event));
        let movements = Movements::of(events.into_iter().chain(own).collect());
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
        let mut numbers = vec![None; answer.len()];
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
        if let (Statement::Event(event), Some(number)) = (&mut fact.statement, number) {
            event.occurrence = number?;
        }
        Some(fact)
    };
    answer.into_iter().zip(numbers).filter_map(numbered).collect()
}

/// The number of a fact of the answer. Outer `None`: the fact is not an event. Inner `None`: it is a duplicate and is dropped.
type Number = Option<Option<u32>>;

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

    fn rank(&self) -> impl Ord + use<> {
        (self.group, self.time.moment.is_none(), self.time.moment, self.event.certainty as u8, self.at)
    }
}

impl Group<'_, '_> {
    fn number(&self, numbers: &mut [Number], is_withdrawn: impl Fn(u32) -> bool) {
        self.entries.iter().for_each(|entry| numbers[entry.at] = Some(None));
        let mut open = OpenNumbers::of(self.stored, &is_withdrawn);
        let mut new: Vec<&Entry<'_>> = Vec::new();
        for entry in self.unique() {
            match open.take_same(&entry.time) {
                Some(number) => numbers[entry.at] = Some(Some(number)),
                None => new.push(entry),
            }
        }
        open.slots.retain(|slot| !slot.is_taken && !is_withdrawn(slot.number));
        let mut next = self.stored.next;
        let mut restored = Vec::new();
        for entry in new {
            let is_free = |number: &u32| !restored.contains(number) && !is_withdrawn(*number);
            let number = self.withdrawn_occurrence_of(entry, is_free).inspect(|number| restored.push(*number));
            let number = number.or_else(|| {
                let corrected = open.slots.iter().position(|slot| self.corrects(entry, slot))?;
                Some(open.slots.remove(corrected).number)
            });
            let number = number.unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            numbers[entry.at] = Some(Some(number));
        }
    }

    /// The withdrawn occurrence that an actual event restores, because an earlier statement of it has the same content.
    fn withdrawn_occurrence_of(&self, entry: &Entry<'_>, is_free: impl Fn(&u32) -> bool) -> Option<u32> {
        if self.stored.withdrawn.is_empty() || entry.event.certainty != Certainty::Actual {
            return None;
        }
        let differs_by = |event: &Event| entry.time.difference(&EventTime::of(event));
        let candidates = self.stored.earlier.iter().filter(|(number, earlier)| {
            self.stored.withdrawn.contains_key(number)
                && is_free(number)
                && !names_another_vessel(entry.event, earlier)
                && earlier.motion.may_share_mode(&entry.event.motion)
        });
        let near = candidates.filter_map(|(number, earlier)| Some((differs_by(earlier)?, *number)));
        near.filter(|(difference, _)| *difference <= SAME_CONTENT).min().map(|(_, number)| number)
    }

    /// The best report of each event: one with a time, then an estimate before a plan, then the first.
    fn unique(&self) -> Vec<&Entry<'_>> {
        let rank = |entry: &Entry<'_>| (entry.time.moment.is_none(), entry.event.certainty == Certainty::Planned);
        let mut kept: Vec<&Entry<'_>> = Vec::new();
        let mut last: Option<&Entry<'_>> = None;
        for entry in self.entries {
            let is_duplicate =
                last.is_some_and(|before| before.has_same_time(entry) || self.is_one_event(before, entry));
            match kept.last_mut().filter(|_| is_duplicate) {
                Some(best) if rank(entry) < rank(best) => *best = entry,
                Some(_) => {}
                None => kept.push(entry),
            }
            last = Some(entry);
        }
        kept
    }

    fn is_one_event(&self, before: &Entry<'_>, after: &Entry<'_>) -> bool {
        let is_of_another_vessel = names_another_vessel(before.event, after.event);
        if is_of_another_vessel || !before.event.motion.may_share_mode(&after.event.motion) {
            return false;
        }
        let (Some(a), Some(b)) = (before.time.moment, after.time.moment) else { return true };
        let place = after.event.place.port_or_name();
        let own = after.event.motion.movement.as_str();
        let other = |there: &str, movement: &str| movement != own || there != place;
        !self.movements.any_between(after.container(), (a, b), other)
    }

    fn corrects(&self, entry: &Entry<'_>, stored: &Slot<'_>) -> bool {
        corrects_time(entry.container(), (entry.event, &entry.time), (stored.event, &stored.time), self.movements)
    }
}

/// Whether a statement corrects the time of an older statement with the same identity.
pub(super) fn corrects_time(
    container: Option<&str>,
    (event, time): (&Event, &EventTime<'_>),
    (stored, stored_time): (&Event, &EventTime<'_>),
    movements: &Movements<'_>,
) -> bool {
    if !stored.motion.may_share_mode(&event.motion) {
        return false;
    }
    let (Some(a), Some(b)) = (time.moment, stored_time.moment) else { return true };
    let difference = (a - b).abs();
    let is_other_departure = || difference > SAME_CONTENT && leaves_on_another_vessel(event, stored);
    difference <= MAX_CORRECTION
        && !is_other_departure()
        && !movements.was_elsewhere_between(container, &event.place, [a, b])
}

fn leaves_on_another_vessel(one: &Event, other: &Event) -> bool {
    let leaves = matches!(one.motion.movement, Movement::Loaded | Movement::Departed);
    leaves && one.certainty == Certainty::Actual && names_another_vessel(one, other)
}

pub(super) fn names_another_vessel(one: &Event, other: &Event) -> bool {
    Vessel::differ(one.vessel.as_ref(), other.vessel.as_ref())
}

/// The stored numbers that an event of the answer may have: those of current occurrences, and those that the answer withdraws.
struct OpenNumbers<'k> {
    slots: Vec<Slot<'k>>,
    by_time: Vec<usize>,
}

struct Slot<'k> {
    number: u32,
    event: &'k Event,
    time: EventTime<'k>,
    is_taken: bool,
}

impl<'k> OpenNumbers<'k> {
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
        OpenNumbers { slots, by_time }
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

pub(super) struct EventTime<'a> {
    time: Option<Cow<'a, Timestamp>>,
    utc: Option<DateTime<Utc>>,
    pub(super) moment: Option<DateTime<Utc>>,
}

impl<'a> EventTime<'a> {
    pub(super) fn of(event: &'a Event) -> Self {
        let time = time(event);
        let utc = time.as_deref().and_then(Timestamp::utc);
        let moment = utc.or_else(|| time.as_deref().and_then(sort_instant));
        EventTime { time, utc, moment }
    }

    /// Zero for a date and a moment of that day. `None` if a time is unknown, or for different days.
    pub(super) fn difference(&self, other: &EventTime<'_>) -> Option<TimeDelta> {
        let (this, that) = (self.time.as_deref()?, other.time.as_deref()?);
        match this.is_date() || that.is_date() {
            true => (this.as_str().get(..10) == that.as_str().get(..10)).then(TimeDelta::zero),
            false => Some((self.moment? - other.moment?).abs()),
        }
    }

    fn key(&self) -> (Option<DateTime<Utc>>, Option<&str>) {
        (self.utc, self.time.as_deref().filter(|_| self.utc.is_none()).map(Timestamp::as_str))
    }
}

/// Uses only the zone that the event itself names, because other facts about the place are not available here.
fn time(event: &Event) -> Option<Cow<'_, Timestamp>> {
    let at = event.at.as_ref()?;
    let zone = event.place.timezone.as_deref().filter(|_| at.utc().is_none()).and_then(Zone::named);
    Some(zone.map_or(Cow::Borrowed(at), |zone| resolve(at, Some(&zone))))
}
