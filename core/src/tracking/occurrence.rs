//! Which time it is: what makes an event of an answer the one that is known, its time corrected, or the next one there.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::{HashMap, HashSet};

use super::moment::{moment, resolve, same};
use super::{Certainty, Event, Fact, Statement};
use crate::resources::Timestamp;
use crate::zones::Zone;

/// Within how much time another time of an event is a correction.
const CORRECTION: TimeDelta = TimeDelta::days(30);

/// What is known of the occurrences of one event.
#[derive(Default)]
pub(super) struct Known<'a> {
    /// Those that hold, by their numbers.
    pub holding: BTreeMap<u32, Stated<'a>>,
    /// Those that were withdrawn.
    pub withdrawn: BTreeMap<u32, &'a Event>,
    /// The number the next one has: no number is used twice, not even that of one that was withdrawn.
    pub next: u32,
    /// Whether the answer is the first to tell of it.
    pub is_new: bool,
}

/// An event as it was said last.
pub(super) struct Stated<'a> {
    pub fact: &'a Fact,
    pub event: &'a Event,
    /// Whether the answer says it.
    pub in_answer: bool,
}

/// Where boxes were, and when: each movement that happened.
#[derive(Default)]
struct Movements<'a>(HashMap<&'a str, Vec<Sighting<'a>>>);

/// When, where and what.
type Sighting<'a> = (DateTime<Utc>, Cow<'a, str>, &'a str);

impl<'a> Movements<'a> {
    fn of(events: Vec<(Option<&'a str>, &'a Event)>) -> Self {
        let mut movements = Movements::default();
        for (container, event) in events.into_iter().filter(|(_, event)| event.certainty == Certainty::Actual) {
            if let Some(at) = time(event).as_deref().and_then(moment) {
                let here = (at, event.place.code_or_name(), event.motion.movement.as_str());
                movements.0.entry(container.unwrap_or("*")).or_default().push(here);
            }
        }
        movements.0.values_mut().for_each(|sightings| sightings.sort_by_key(|(at, ..)| *at));
        movements
    }

    /// Whether a movement that `differs` by its place or by what it is lies between two moments.
    fn any_between(
        &self,
        container: Option<&str>,
        (a, b): (DateTime<Utc>, DateTime<Utc>),
        differs: impl Fn(&str, &str) -> bool,
    ) -> bool {
        let (from, to) = (a.min(b), a.max(b));
        let known = self.0.get(container.unwrap_or("*")).map(Vec::as_slice).unwrap_or_default();
        let after = known.get(known.partition_point(|(at, ..)| *at <= from)..).unwrap_or_default();
        after.iter().take_while(|(at, ..)| *at < to).any(|(_, place, movement)| differs(place, movement))
    }
}

/// Numbers the events of an answer, and drops those it states twice: `known` is what is known of each identity, `events` are
/// all that hold, each with its container, and `taken_back` are the keys that the answer withdraws.
///
/// * An event with a time that is known keeps its number, also when the answer takes it back.
/// * The same movement twice with no other between is one: the better words are kept, an estimate before a plan.
/// * Another time corrects one that the answer neither names nor takes back, within thirty days and where the box was nowhere
///   else in between.
/// * Anything else is the next time there.
pub(super) fn number(
    answer: Vec<Fact>,
    known: &HashMap<String, Known<'_>>,
    taken_back: &HashSet<String>,
    events: Vec<(Option<&str>, &Event)>,
) -> Vec<Fact> {
    let numbers = numbers(&answer, known, taken_back, events);
    let numbered = |(at, mut fact): (usize, Fact)| {
        if let (Statement::Event(event), Some(number)) = (&mut fact.statement, numbers.get(&at)) {
            event.occurrence = (*number)?;
        }
        Some(fact)
    };
    answer.into_iter().enumerate().filter_map(numbered).collect()
}

/// The number of each event of an answer; `None` for one that is there already in better words.
fn numbers<'a>(
    answer: &'a [Fact],
    known: &HashMap<String, Known<'_>>,
    taken_back: &HashSet<String>,
    mut events: Vec<(Option<&'a str>, &'a Event)>,
) -> HashMap<usize, Option<u32>> {
    let told = || {
        answer.iter().enumerate().filter_map(|(at, fact)| match &fact.statement {
            Statement::Event(event) => Some((at, fact, event)),
            _ => None,
        })
    };
    events.extend(told().map(|(_, fact, event)| (fact.container.as_deref(), event)));
    let movements = Movements::of(events);
    let mut groups: HashMap<String, Vec<usize>> = HashMap::default();
    for (at, fact, event) in told() {
        groups.entry(fact.identity(event)).or_default().push(at);
    }
    let nothing = Known::default();
    let mut numbers = HashMap::default();
    for (identity, places) in groups {
        let group = Group::of(answer, &places, known.get(&identity).unwrap_or(&nothing), &movements);
        let is_taken_back =
            |number: u32| !taken_back.is_empty() && taken_back.contains(&format!("{identity}|{number}"));
        numbers.extend(group.numbers(is_taken_back));
    }
    numbers
}

/// The events of one identity in an answer, by their times.
struct Group<'a> {
    entries: Vec<Entry<'a>>,
    known: &'a Known<'a>,
    movements: &'a Movements<'a>,
}

struct Entry<'a> {
    at: usize,
    container: Option<&'a str>,
    event: &'a Event,
    time: Option<Cow<'a, Timestamp>>,
    moment: Option<DateTime<Utc>>,
}

impl<'a> Group<'a> {
    fn of(answer: &'a [Fact], places: &[usize], known: &'a Known<'a>, movements: &'a Movements<'a>) -> Self {
        let entry = |at: &usize| {
            let fact = answer.get(*at)?;
            let Statement::Event(event) = &fact.statement else { return None };
            let time = time(event);
            let moment = time.as_deref().and_then(moment);
            Some(Entry { at: *at, container: fact.container.as_deref(), event, time, moment })
        };
        let mut entries: Vec<Entry<'_>> = places.iter().filter_map(entry).collect();
        // Better words first, where the time is one.
        entries.sort_by_key(|entry| (entry.moment.is_none(), entry.moment, entry.event.certainty as u8, entry.at));
        Group { entries, known, movements }
    }

    /// The number of each; `None` for one that is there already in better words.
    fn numbers(&self, is_taken_back: impl Fn(u32) -> bool) -> HashMap<usize, Option<u32>> {
        let mut numbers: HashMap<usize, Option<u32>> = self.entries.iter().map(|entry| (entry.at, None)).collect();
        let holding = self.known.holding.iter().map(|(number, stated)| (*number, time(stated.event)));
        let withdrawn = self.known.withdrawn.iter().filter(|(number, _)| is_taken_back(**number));
        let mut open: BTreeMap<u32, Option<Cow<'_, Timestamp>>> =
            holding.chain(withdrawn.map(|(number, event)| (*number, time(event)))).collect();
        let mut next = self.known.next;
        let mut new: Vec<&Entry<'_>> = Vec::new();
        for entry in self.told_once() {
            match open
                .iter()
                .find(|(_, known)| same(known.as_deref(), entry.time.as_deref()))
                .map(|(number, _)| *number)
            {
                Some(number) => {
                    open.remove(&number);
                    numbers.insert(entry.at, Some(number));
                }
                None => new.push(entry),
            }
        }
        open.retain(|number, _| !is_taken_back(*number));
        for entry in new {
            let corrected =
                open.iter().find(|(_, known)| self.corrects(entry, known.as_deref())).map(|(number, _)| *number);
            let number = corrected.unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            open.remove(&number);
            numbers.insert(entry.at, Some(number));
        }
        numbers
    }

    /// Of those that are one event said several times, the best: an estimate before a plan, a time before none, the first.
    fn told_once(&self) -> Vec<&Entry<'_>> {
        let rank = |entry: &Entry<'_>| (entry.moment.is_none(), entry.event.certainty == Certainty::Planned);
        let mut kept: Vec<&Entry<'_>> = Vec::new();
        let mut last: Option<&Entry<'_>> = None;
        for entry in &self.entries {
            let is_one = last.is_some_and(|before| {
                same(before.time.as_deref(), entry.time.as_deref()) || self.is_one(before, entry)
            });
            match kept.last_mut().filter(|_| is_one) {
                Some(best) if rank(entry) < rank(best) => *best = entry,
                Some(_) => {}
                None => kept.push(entry),
            }
            last = Some(entry);
        }
        kept
    }

    /// Whether two entries, one after the other, are one event said twice.
    fn is_one(&self, before: &Entry<'_>, after: &Entry<'_>) -> bool {
        let (Some(a), Some(b)) = (before.moment, after.moment) else { return true };
        let place = after.event.place.code_or_name();
        let own = after.event.motion.movement.as_str();
        let other = |there: &str, movement: &str| movement != own || there != place;
        !self.movements.any_between(after.container, (a, b), other)
    }

    fn corrects(&self, entry: &Entry<'_>, known: Option<&Timestamp>) -> bool {
        let (Some(a), Some(b)) = (entry.moment, known.and_then(moment)) else { return true };
        let place = entry.event.place.code_or_name();
        (a - b).abs() <= CORRECTION && !self.movements.any_between(entry.container, (a, b), |there, _| there != place)
    }
}

/// When, by the zone the event itself names: what others say of the place is not known here.
pub(super) fn time(event: &Event) -> Option<Cow<'_, Timestamp>> {
    let at = event.at.as_ref()?;
    let zone = event.place.timezone.as_deref().filter(|_| at.utc().is_none()).and_then(Zone::named);
    Some(zone.map_or(Cow::Borrowed(at), |zone| Cow::Owned(resolve(at, Some(&zone)))))
}
