//! Where one voyage of a container ends and its next one begins.
//!
//! A trip begins with an empty pick-up, a laden gate-in or a load on a vessel, once the one before is over: the
//! container returned empty; or it left laden after its last vessel, without a later call booked or expected; or its
//! last discharge is long ago (for a pick-up any discharge is enough).
//!
//! A pick-up only counts if something laden follows, a gate-in if a vessel takes the container or its source calls it
//! export. Events that name a common document are of one trip, events with different documents are not. Anything else
//! after a return belongs to no trip.

use std::collections::BTreeSet;
use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::HashMap;
use serde::{Deserialize, Serialize};

use super::happening::Happening;
use super::ledger::Calls;
use super::places::Places;
use crate::tracking::moment::sort_instant;
use crate::tracking::unions::Unions;
use crate::tracking::{Event, Mode, Motion, Movement, Phase};

/// A laden container that returns to where it left within this time only moved between terminals.
const BETWEEN_TERMINALS: TimeDelta = TimeDelta::hours(48);

/// After so long, the next voyage by vessel is another trip in any case.
const DISCHARGE_WINDOW: TimeDelta = TimeDelta::days(60);

/// A trip of a container as it is kept with its shipment: the identities of the events that happened on it, and that of the
/// event which ended it. Nothing else tells trips apart: no number, and no date.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trip {
    /// Digests of keys, in order.
    events: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ended_by: Option<u32>,
}

impl Trip {
    pub(super) fn new(mut events: Vec<u32>, ended_by: Option<u32>) -> Self {
        events.sort_unstable();
        events.dedup();
        Trip { events, ended_by }
    }

    /// Whether it is over: the container came back, or its next trip began.
    pub fn is_over(&self) -> bool {
        self.ended_by.is_some()
    }

    /// How many events it has in common with another: with more than none it is the same trip.
    pub fn in_common(&self, other: &Trip) -> usize {
        other.events.iter().filter(|event| self.has(**event)).count()
    }

    pub(super) fn has(&self, event: u32) -> bool {
        self.events.binary_search(&event).is_ok()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct EventRange {
    pub(super) events: Range<usize>,
    pub(super) returned: Option<usize>,
    pub(super) is_unused: bool,
    pub(super) ended_by: Option<usize>,
    pub(super) is_over: bool,
    pub(super) begun: Option<DateTime<Utc>>,
    pub(super) next_begins: Option<DateTime<Utc>>,
}

impl EventRange {
    pub(super) fn whole(count: usize) -> Self {
        EventRange { events: 0..count, ..EventRange::default() }
    }
}

pub(super) struct Known<'a> {
    pub(super) container: &'a str,
    pub(super) calls: &'a Calls<'a>,
    pub(super) places: &'a Places,
    pub(super) kept: Option<&'a Trip>,
}

/// At least one; together the whole history, in order.
pub(super) fn split(history: &[Happening<'_>], known: &Known<'_>) -> Vec<EventRange> {
    let documents = Documents::of(history);
    let splitter = Splitter { history, known, ahead: Ahead::of(history, &documents), documents };
    let mut ranges = Vec::new();
    let mut under_way = UnderWay::default();
    for (at, happening) in history.iter().enumerate() {
        if at > under_way.start && splitter.begins(at, &under_way) {
            ranges.push(under_way.range(at, Some(at)));
            under_way = UnderWay { start: at, ..UnderWay::default() };
        }
        splitter.go_on(&mut under_way, at, happening);
    }
    ranges.push(under_way.range(history.len(), None));
    date(&mut ranges, history);
    ranges
}

fn date(ranges: &mut [EventRange], history: &[Happening<'_>]) {
    let begins: Vec<Option<DateTime<Utc>>> =
        ranges.iter().map(|range| history.get(range.events.start)?.moment).collect();
    for (place, range) in ranges.iter_mut().enumerate() {
        range.begun = begins[place].filter(|_| place > 0);
        range.next_begins = begins.get(place + 1).copied().flatten();
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Beginning {
    PickUp,
    GateIn,
    Load,
}

impl Beginning {
    pub(super) fn of(motion: &Motion) -> Option<Self> {
        let by_road = motion.mode.as_ref().is_none_or(|mode| *mode == Mode::Truck);
        let on_the_way = matches!(motion.phase, Some(Phase::Import | Phase::Transshipment));
        match &motion.movement {
            Movement::GateOut | Movement::PickedUp if motion.is_empty() => Some(Beginning::PickUp),
            _ if motion.is_empty() || on_the_way => None,
            Movement::GateIn | Movement::Dropped if by_road => Some(Beginning::GateIn),
            Movement::Loaded if motion.is_by_vessel() => Some(Beginning::Load),
            _ => None,
        }
    }
}

#[derive(Default)]
struct UnderWay<'a> {
    start: usize,
    first_use: Option<&'a Happening<'a>>,
    is_export: bool,
    sailed: bool,
    came_off: Option<usize>,
    ports: BTreeSet<&'a str>,
    out: Option<usize>,
    returned: Option<usize>,
    is_unused: bool,
    documents: Option<usize>,
    is_kept_by_sea: bool,
}

impl UnderWay<'_> {
    fn range(&self, end: usize, next: Option<usize>) -> EventRange {
        EventRange {
            events: self.start..end,
            returned: self.returned.filter(|_| !self.is_unused),
            is_unused: self.is_unused,
            ended_by: self.returned.or(next),
            is_over: !self.is_unused && self.returned.or(next).is_some(),
            begun: None,
            next_begins: None,
        }
    }
}

/// Back in another country than it was first seen in: it travelled even if no vessel was reported.
fn is_abroad(first: Option<&Happening<'_>>, back: &Happening<'_>) -> bool {
    let country =
        |happening: &Happening<'_>| happening.place.locode.as_deref().and_then(|code| code.get(..2)).map(str::to_owned);
    matches!((first.and_then(country), country(back)), (Some(one), Some(other)) if one != other)
}

struct Splitter<'a> {
    history: &'a [Happening<'a>],
    known: &'a Known<'a>,
    documents: Documents,
    ahead: Ahead,
}

impl<'a> Splitter<'a> {
    fn begins(&self, at: usize, trip: &UnderWay<'_>) -> bool {
        let next = &self.history[at];
        if self.ended_the_kept_trip(next) && !next.is_empty_return() {
            return true;
        }
        let (Some(beginning), Some(_)) = (Beginning::of(&next.motion), next.moment) else { return false };
        if self.is_one_trip(at, beginning, trip) {
            return false;
        }
        let own = self.documents.at(at);
        let is_parted = match (trip.documents, own.or(self.ahead.documents[at])) {
            (Some(before), Some(after)) if before == after => return false,
            (Some(_), Some(_)) => own.is_some(),
            _ => false,
        };
        let is_open = is_parted || self.is_over(next, beginning, trip);
        is_open && self.is_followed_up(at, beginning, is_parted || trip.returned.is_some())
    }

    fn is_one_trip(&self, at: usize, beginning: Beginning, trip: &UnderWay<'_>) -> bool {
        let load = if beginning == Beginning::Load { Some(at) } else { self.ahead.load[at] };
        trip.is_kept_by_sea && load.is_some_and(|load| self.is_kept(&self.history[load]))
    }

    fn is_over(&self, next: &Happening<'_>, beginning: Beginning, trip: &UnderWay<'_>) -> bool {
        if trip.returned.is_some() {
            return true;
        }
        let Some(off) = trip.came_off.map(|off| &self.history[off]) else { return false };
        let long_ago = matches!((off.moment, next.moment), (Some(off), Some(next)) if next - off > DISCHARGE_WINDOW);
        match beginning {
            Beginning::PickUp => true,
            _ => long_ago || trip.out.is_some_and(|out| !self.is_between_terminals(&self.history[out], next)),
        }
    }

    /// After a return any voyage will do. Otherwise the container must be loaded where it came in, since it may as well
    /// be delivered there.
    fn is_followed_up(&self, at: usize, beginning: Beginning, anywhere: bool) -> bool {
        let next = &self.history[at];
        let is_here = |load: usize| {
            let load = &self.history[load];
            anywhere || load.place_id == next.place_id || load.place_id.is_empty() || next.place_id.is_empty()
        };
        match beginning {
            Beginning::PickUp => self.ahead.laden[at],
            Beginning::GateIn => next.motion.phase == Some(Phase::Export) || self.ahead.load[at].is_some_and(is_here),
            Beginning::Load => true,
        }
    }

    fn go_on(&self, trip: &mut UnderWay<'a>, at: usize, happening: &'a Happening<'a>) {
        if trip.returned.is_some() {
            if !self.is_used_again(trip, at) {
                return;
            }
            (trip.returned, trip.is_unused) = (None, false);
        }
        trip.documents = self.documents.at(at).or(trip.documents);
        let came_in = matches!(Beginning::of(&happening.motion), Some(Beginning::GateIn));
        if trip.out.is_some_and(|out| came_in && self.is_between_terminals(&self.history[out], happening)) {
            trip.out = None;
        }
        let is_used = trip.first_use.is_some() || self.ends_an_import(happening);
        if happening.is_empty_return() && (is_used || self.ended_the_kept_trip(happening)) {
            trip.returned = Some(at);
            trip.is_unused = trip.is_export && !trip.sailed && !is_abroad(trip.first_use, happening);
            return;
        }
        let is_picked_up = Beginning::of(&happening.motion) == Some(Beginning::PickUp);
        if trip.first_use.is_none() && (is_picked_up || happening.is_laden()) {
            (trip.first_use, trip.is_export) = (Some(happening), is_picked_up || came_in);
        }
        if happening.moves_by_vessel() {
            trip.is_kept_by_sea |= self.is_kept(happening);
            trip.sailed |= !matches!(happening.motion.movement, Movement::Arrived | Movement::Berthed);
            (trip.came_off, trip.out) = (happening.comes_off_vessel().then_some(at), None);
            if trip.came_off.is_some() {
                trip.ports.insert(&happening.place_id);
            }
        } else if trip.out.is_none()
            && let Some(off) = trip.came_off
            && self.goes_out_for_good(trip, off, happening)
        {
            (trip.out, trip.sailed) = (Some(at), true);
        }
    }

    fn is_used_again(&self, trip: &UnderWay<'_>, at: usize) -> bool {
        let begins = Beginning::of(&self.history[at].motion).is_some();
        trip.is_unused && begins && trip.documents.is_some() && self.documents.at(at) == trip.documents
    }

    fn ends_an_import(&self, comes_in: &Happening<'_>) -> bool {
        let Known { calls, places, .. } = self.known;
        let booked = || calls.port_booked_at(comes_in.first_received, None).map(|port| places.id(port));
        match &comes_in.motion.phase {
            Some(phase) => *phase == Phase::Import,
            None => booked().is_some_and(|port| !port.is_empty() && *port == *comes_in.place_id),
        }
    }

    fn goes_out_for_good(&self, trip: &UnderWay<'_>, off: usize, happening: &Happening<'_>) -> bool {
        let by_road = happening.motion.mode.as_ref().is_none_or(|mode| *mode == Mode::Truck);
        let goes_out = matches!(happening.motion.movement, Movement::GateOut | Movement::PickedUp);
        if !goes_out || !by_road || happening.is_empty() {
            return false;
        }
        match happening.motion.phase {
            Some(Phase::Import) => true,
            Some(Phase::Transshipment) => false,
            _ => !self.goes_on_by_sea(trip, off, happening),
        }
    }

    /// When `out` was first reported, a later call was expected elsewhere, or it was booked for a port it had not
    /// reached.
    fn goes_on_by_sea(&self, trip: &UnderWay<'_>, off: usize, out: &Happening<'_>) -> bool {
        let Known { container, calls, places, .. } = self.known;
        let (told, here) = (out.first_received, self.history[off].place_id.as_ref());
        let is_later = |(of, call): (Option<&str>, &Event)| {
            of.is_none_or(|of| of == *container)
                && call.at.as_ref().and_then(sort_instant) > out.moment
                && places.id(&call.place) != here
        };
        if calls.expected_at(told).any(is_later) {
            return true;
        }
        let booked = calls.port_booked_at(told, self.history[trip.start].moment).map(|port| places.id(port));
        booked.is_some_and(|port| !port.is_empty() && !trip.ports.contains(&*port) && !trip.ports.contains(""))
    }

    fn is_between_terminals(&self, out: &Happening<'_>, comes_in: &Happening<'_>) -> bool {
        let is_soon =
            matches!((out.moment, comes_in.moment), (Some(out), Some(back)) if back - out <= BETWEEN_TERMINALS);
        is_soon && out.place_id == comes_in.place_id && comes_in.motion.phase != Some(Phase::Export)
    }

    fn is_kept(&self, happening: &Happening<'_>) -> bool {
        self.known.kept.is_some_and(|kept| happening.keys().any(|key| kept.has(key)))
    }

    fn ended_the_kept_trip(&self, happening: &Happening<'_>) -> bool {
        let ended_by = self.known.kept.and_then(|kept| kept.ended_by);
        ended_by.is_some_and(|ended_by| happening.keys().any(|key| key == ended_by))
    }
}

/// Computed in one walk from the back.
struct Ahead {
    laden: Vec<bool>,
    /// The next load or departure before the container is back empty or picked up empty.
    load: Vec<Option<usize>>,
    documents: Vec<Option<usize>>,
}

impl Ahead {
    fn of(history: &[Happening<'_>], documents: &Documents) -> Self {
        let count = history.len();
        let mut ahead = Ahead { laden: vec![false; count], load: vec![None; count], documents: vec![None; count] };
        let (mut laden, mut load, mut named) = (false, None, None);
        for (at, happening) in history.iter().enumerate().rev() {
            (ahead.laden[at], ahead.load[at], ahead.documents[at]) = (laden, load, named);
            laden = !happening.is_empty_return() && (happening.is_laden() || laden);
            if happening.is_empty_return() || Beginning::of(&happening.motion) == Some(Beginning::PickUp) {
                (load, named) = (None, None);
                continue;
            }
            if happening.is_vessel(&Movement::Loaded) || happening.is_vessel(&Movement::Departed) {
                load = Some(at);
            }
            named = documents.at(at).or(named);
        }
        ahead
    }
}

/// Two events are of one group if they share a document, directly or through others.
pub(super) struct Documents {
    groups: Vec<Option<usize>>,
}

impl Documents {
    pub(super) fn of(history: &[Happening<'_>]) -> Self {
        Documents::named(history.iter().map(|happening| happening.documents.as_slice()))
    }

    pub(super) fn named<'d>(events: impl Iterator<Item = &'d [String]>) -> Self {
        let (mut unions, mut known) = (Unions::default(), HashMap::<&str, usize>::default());
        let mut groups = Vec::new();
        for documents in events {
            let mut group = None;
            for document in documents {
                let named = *known.entry(document).or_insert_with(|| unions.add());
                unions.join(named, *group.get_or_insert(named));
            }
            groups.push(group);
        }
        groups.iter_mut().flatten().for_each(|group| *group = unions.find(*group));
        Documents { groups }
    }

    pub(super) fn at(&self, at: usize) -> Option<usize> {
        self.groups.get(at).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_are_written_and_read() {
        let trip = Trip::new(vec![7, 3, 7], Some(3));
        let written = serde_json::to_string(&trip).unwrap();
        assert_eq!(written, r#"{"events":[3,7],"ended_by":3}"#);
        assert_eq!(serde_json::from_str::<Trip>(&written).unwrap(), trip);
        assert_eq!((trip.in_common(&Trip::new(vec![7, 8], None)), trip.is_over()), (1, true));
    }
}
