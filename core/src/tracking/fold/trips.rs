//! Splits the history of a container into trips.
//!
//! A trip begins with an empty pick-up, a laden gate-in or a load on a vessel, if the previous trip is over. A trip is over if
//!
//! * the container was returned empty, or
//! * it left laden after its last vessel, was not transferred to another place, and does not continue by sea, or
//! * its last discharge was more than 60 days ago. If the next event is an empty pick-up, 60 days are not required.
//!
//! A container continues by sea if it has not reached its booked port of discharge. If that is unknown, it continues by sea if a vessel brings
//! it, or is expected to bring it, to another port. This is decided by what the sources report now, so that the trips do not depend on earlier
//! answers.
//!
//! An empty pick-up begins a trip only if a laden movement follows. A gate-in begins a trip only if a vessel loads the container
//! afterwards, or if its source marks it as export. Events that name the same document belong to the same trip, and events that name
//! different documents belong to different trips. Other events after an empty return belong to no trip.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::HashMap;
use serde::{Deserialize, Serialize};

use super::container_event::ContainerEvent;
use super::current_event::CurrentEvent;
use super::land_moves::{BETWEEN_TERMINALS, TRANSFER_WINDOW, is_elsewhere};
use super::ledger::Bookings;
use super::places::Places;
use crate::tracking::labelled_times::LabelledTimes;
use crate::tracking::moment::sort_instant;
use crate::tracking::unions::Unions;
use crate::tracking::{Motion, Movement, Phase, Place};

/// If a voyage by vessel begins later than this after the last discharge, it is always a new trip.
const DISCHARGE_WINDOW: TimeDelta = TimeDelta::days(60);

/// A trip of a container, as it is stored with a shipment: the events that happened on it, and the event that ended it. Two trips
/// are the same if they have an event in common.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trip {
    /// Digests of the keys of its events, sorted.
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

    /// Whether the trip is over: the container was returned, or its next trip began.
    pub fn is_over(&self) -> bool {
        self.ended_by.is_some()
    }

    /// The number of events that both trips have. If it is not 0, they are the same trip.
    pub fn in_common(&self, other: &Trip) -> usize {
        other.events.iter().filter(|event| self.has(**event)).count()
    }

    pub(super) fn has(&self, event: u32) -> bool {
        self.events.binary_search(&event).is_ok()
    }
}

/// A trip as a range of the history.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct EventRange {
    pub(super) events: Range<usize>,
    /// Index of the empty return.
    pub(super) returned: Option<usize>,
    /// Whether the container was picked up for export and returned empty without a voyage.
    pub(super) is_unused: bool,
    /// Index of the event that ended the trip: the return, or the first event of the next trip.
    pub(super) ended_by: Option<usize>,
    pub(super) is_over: bool,
    /// When the trip began; `None` for the first trip.
    pub(super) began_at: Option<DateTime<Utc>>,
    /// When the next trip began; `None` for the last trip.
    pub(super) next_began_at: Option<DateTime<Utc>>,
}

impl EventRange {
    pub(super) fn of_whole_history(count: usize) -> Self {
        EventRange { events: 0..count, ..EventRange::default() }
    }
}

/// Data other than the history that the split depends on.
pub(super) struct SplitContext<'a> {
    /// Estimates and plans with a time.
    pub(super) expected: &'a [CurrentEvent<'a>],
    pub(super) bookings: &'a Bookings<'a>,
    pub(super) places: &'a Places,
    /// The trip that is stored with the shipment.
    pub(super) stored: Option<&'a Trip>,
}

/// Splits the history. Returns at least one trip. The ranges are adjacent, in order, and cover the whole history.
pub(super) fn split(history: &[ContainerEvent<'_>], context: &SplitContext<'_>) -> Vec<EventRange> {
    let documents = DocumentGroups::of(history);
    let ahead = LookAhead::of(history, &documents);
    let splitter = Splitter { history, context, documents, ahead, ports: VoyagePorts::of(context) };
    let mut ranges = Vec::new();
    let mut trip = OpenTrip::default();
    for (at, event) in history.iter().enumerate() {
        if at > trip.start && splitter.begins_trip(at, &trip) {
            ranges.push(trip.range(at, Some(at)));
            trip = OpenTrip { start: at, ..OpenTrip::default() };
        }
        splitter.add_event(&mut trip, at, event);
    }
    ranges.push(trip.range(history.len(), None));
    set_begin_times(&mut ranges, history);
    ranges
}

fn set_begin_times(ranges: &mut [EventRange], history: &[ContainerEvent<'_>]) {
    let began_at: Vec<Option<DateTime<Utc>>> =
        ranges.iter().map(|range| history.get(range.events.start)?.moment).collect();
    for (index, range) in ranges.iter_mut().enumerate() {
        range.began_at = if index > 0 { began_at[index] } else { None };
        range.next_began_at = began_at.get(index + 1).copied().flatten();
    }
}

/// A movement that can begin a trip.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TripStart {
    PickUp,
    GateIn,
    Load,
}

impl TripStart {
    pub(super) fn of(motion: &Motion) -> Option<Self> {
        let is_after_departure = matches!(motion.phase, Some(Phase::Import | Phase::Transshipment));
        match &motion.movement {
            Movement::GateOut | Movement::PickedUp if motion.is_empty() => Some(TripStart::PickUp),
            _ if motion.is_empty() || is_after_departure => None,
            Movement::GateIn | Movement::Dropped if motion.is_by_road() => Some(TripStart::GateIn),
            Movement::Loaded if motion.is_by_vessel() => Some(TripStart::Load),
            _ => None,
        }
    }
}

/// The current trip during the iteration over the history.
#[derive(Default)]
struct OpenTrip<'a> {
    start: usize,
    first_use: Option<&'a ContainerEvent<'a>>,
    is_export: bool,
    sailed: bool,
    /// Index of the last event that brought the container to a place by vessel; `None` if it left by vessel since.
    came_off: Option<usize>,
    /// The place where the first vessel loaded the container, until a vessel leaves with it.
    loaded_at: Option<&'a str>,
    /// The places that the container reached by vessel.
    ports: BTreeSet<&'a str>,
    /// The ports where a vessel loaded the container, or left with it.
    left_ports: BTreeSet<&'a str>,
    /// Index of the laden gate-out after the last vessel.
    out: Option<usize>,
    returned: Option<usize>,
    is_unused: bool,
    documents: Option<usize>,
    /// Whether a vessel event of the stored trip is on this trip.
    has_stored_voyage: bool,
}

impl OpenTrip<'_> {
    fn is_shut_out(&self, event: &ContainerEvent<'_>) -> bool {
        let is_here = |port: &str| !port.is_empty() && *port == *event.port_id;
        event.is_vessel(&Movement::Discharged) && self.loaded_at.is_some_and(is_here)
    }

    fn range(&self, end: usize, next: Option<usize>) -> EventRange {
        EventRange {
            events: self.start..end,
            returned: if self.is_unused { None } else { self.returned },
            is_unused: self.is_unused,
            ended_by: self.returned.or(next),
            is_over: !self.is_unused && self.returned.or(next).is_some(),
            began_at: None,
            next_began_at: None,
        }
    }
}

/// Whether the container was returned in another country. Then it was on a voyage, even if no vessel was reported.
fn is_abroad(first: Option<&ContainerEvent<'_>>, back: &ContainerEvent<'_>) -> bool {
    let country =
        |event: &ContainerEvent<'_>| event.place.locode.as_deref().and_then(|code| code.get(..2)).map(str::to_owned);
    matches!((first.and_then(country), country(back)), (Some(one), Some(other)) if one != other)
}

struct Splitter<'a> {
    history: &'a [ContainerEvent<'a>],
    context: &'a SplitContext<'a>,
    documents: DocumentGroups,
    ahead: LookAhead,
    ports: VoyagePorts<'a>,
}

/// The booked and expected ports of the container. Those that are unknown are `None`.
struct VoyagePorts<'a> {
    booked_lading: Option<Cow<'a, str>>,
    booked_discharge: Option<Cow<'a, str>>,
    /// Arrivals by vessel that are expected, with the ids of their ports.
    calls: LabelledTimes<Cow<'a, str>>,
}

impl<'a> VoyagePorts<'a> {
    fn of(context: &SplitContext<'a>) -> Self {
        let port = |place: &'a Place| context.places.port(place);
        let booked = |place: Option<&'a Place>| place.map(port).filter(|port| !port.is_empty());
        let calls = context.expected.iter().filter(|call| call.event.motion.comes_by_vessel());
        let calls = calls.filter_map(|call| Some((call.at.and_then(sort_instant)?, port(call.place))));
        VoyagePorts {
            booked_lading: booked(context.bookings.port_of_lading()),
            booked_discharge: booked(context.bookings.port_of_discharge()),
            calls: LabelledTimes::of(calls.collect()),
        }
    }
}

impl<'a> Splitter<'a> {
    fn begins_trip(&self, at: usize, trip: &OpenTrip<'_>) -> bool {
        let next = &self.history[at];
        if self.ended_the_stored_trip(next) && !next.is_empty_return() {
            return true;
        }
        let (Some(start), Some(_)) = (TripStart::of(&next.motion), next.moment) else { return false };
        if self.is_same_trip(at, start, trip) {
            return false;
        }
        let document = self.documents.at(at);
        let is_other_document = match (trip.documents, document.or(self.ahead.documents[at])) {
            (Some(before), Some(after)) if before == after => return false,
            (Some(_), Some(_)) => document.is_some(),
            _ => false,
        };
        let is_open = is_other_document || self.is_over(next, start, trip);
        is_open && self.continues_as_trip(at, start, is_other_document || trip.returned.is_some())
    }

    fn is_same_trip(&self, at: usize, start: TripStart, trip: &OpenTrip<'_>) -> bool {
        let load = if start == TripStart::Load { Some(at) } else { self.ahead.load[at] };
        trip.has_stored_voyage && load.is_some_and(|load| self.is_on_stored_trip(&self.history[load]))
    }

    fn is_over(&self, next: &ContainerEvent<'_>, start: TripStart, trip: &OpenTrip<'_>) -> bool {
        if trip.returned.is_some() {
            return true;
        }
        let Some(off) = trip.came_off.map(|off| &self.history[off]) else { return false };
        let long_ago = matches!((off.moment, next.moment), (Some(off), Some(next)) if next - off > DISCHARGE_WINDOW);
        match start {
            TripStart::PickUp => true,
            _ => long_ago || trip.out.is_some_and(|out| !self.is_transfer(&self.history[out], next)),
        }
    }

    /// Whether the events after `at` confirm that a trip begins there. After a return, a load at any place confirms it. Otherwise only a load
    /// at the place of the gate-in confirms it, because a container that comes in may also be delivered there.
    fn continues_as_trip(&self, at: usize, start: TripStart, anywhere: bool) -> bool {
        let next = &self.history[at];
        let is_here = |load: usize| {
            let load = &self.history[load];
            anywhere || load.is_at_place_of(next) || load.place_id.is_empty() || next.place_id.is_empty()
        };
        match start {
            TripStart::PickUp => self.ahead.laden[at],
            TripStart::GateIn => next.motion.phase == Some(Phase::Export) || self.ahead.load[at].is_some_and(is_here),
            TripStart::Load => true,
        }
    }

    fn add_event(&self, trip: &mut OpenTrip<'a>, at: usize, event: &'a ContainerEvent<'a>) {
        if event.leaves_by_vessel() {
            trip.left_ports.insert(&event.port_id);
        }
        if trip.returned.is_some() {
            if !self.is_used_again(trip, at) {
                return;
            }
            (trip.returned, trip.is_unused) = (None, false);
        }
        trip.documents = self.documents.at(at).or(trip.documents);
        let came_in = matches!(TripStart::of(&event.motion), Some(TripStart::GateIn));
        if trip.out.is_some_and(|out| came_in && self.is_transfer(&self.history[out], event)) {
            trip.out = None;
        }
        let is_used = trip.first_use.is_some() || self.ends_an_import(event);
        if event.is_empty_return() && (is_used || self.ended_the_stored_trip(event)) {
            trip.returned = Some(at);
            trip.is_unused = trip.is_export && !trip.sailed && !is_abroad(trip.first_use, event);
            return;
        }
        let is_picked_up = TripStart::of(&event.motion) == Some(TripStart::PickUp);
        if trip.first_use.is_none() && (is_picked_up || event.is_laden()) {
            (trip.first_use, trip.is_export) = (Some(event), is_picked_up || came_in);
        }
        if event.moves_by_vessel() {
            trip.has_stored_voyage |= self.is_on_stored_trip(event);
            if trip.is_shut_out(event) {
                // The container stays at its port of lading, as if no vessel had loaded it.
                (trip.loaded_at, trip.sailed) = (None, false);
                return;
            }
            trip.loaded_at = (event.is_vessel(&Movement::Loaded) && !trip.sailed).then_some(&event.port_id);
            trip.sailed |= !matches!(event.motion.movement, Movement::Arrived | Movement::Berthed);
            (trip.came_off, trip.out) = (event.comes_off_vessel().then_some(at), None);
            if trip.came_off.is_some() {
                trip.ports.insert(&event.port_id);
            }
        } else if trip.out.is_none()
            && let Some(off) = trip.came_off
            && self.leaves_for_good(trip, off, at)
        {
            (trip.out, trip.sailed) = (Some(at), true);
        }
    }

    fn is_used_again(&self, trip: &OpenTrip<'_>, at: usize) -> bool {
        let can_begin_trip = TripStart::of(&self.history[at].motion).is_some();
        trip.is_unused && can_begin_trip && trip.documents.is_some() && self.documents.at(at) == trip.documents
    }

    fn ends_an_import(&self, comes_in: &ContainerEvent<'_>) -> bool {
        match &comes_in.motion.phase {
            Some(phase) => *phase == Phase::Import,
            None => self.ports.booked_discharge.as_deref().is_some_and(|port| *port == *comes_in.port_id),
        }
    }

    fn leaves_for_good(&self, trip: &OpenTrip<'_>, off: usize, at: usize) -> bool {
        let event = &self.history[at];
        let goes_out = matches!(event.motion.movement, Movement::GateOut | Movement::PickedUp);
        if !goes_out || !event.motion.is_by_road() || event.is_empty() {
            return false;
        }
        match event.motion.phase {
            Some(Phase::Import) => true,
            Some(Phase::Transshipment) => false,
            _ => !self.continues_by_sea(trip, off, at),
        }
    }

    /// Whether the container that leaves its port by truck continues by sea.
    fn continues_by_sea(&self, trip: &OpenTrip<'_>, off: usize, out: usize) -> bool {
        match self.booked_port(trip) {
            Some(port) => *port != *self.history[out].port_id && !trip.ports.contains(port) && !trip.ports.contains(""),
            None => self.reaches_other_port(off, out),
        }
    }

    /// The booked port of discharge, if the booking is that of this trip: its port of lading is unknown, or the trip began there.
    fn booked_port(&self, trip: &OpenTrip<'_>) -> Option<&str> {
        let began_there = |port: &str| trip.left_ports.is_empty() || trip.left_ports.contains(port);
        let is_of_trip = self.ports.booked_lading.as_deref().is_none_or(began_there);
        if is_of_trip { self.ports.booked_discharge.as_deref() } else { None }
    }

    /// Whether a vessel brings the container to a port other than that at which it came off, or is expected to. An expected call belongs to
    /// the last trip of the history.
    fn reaches_other_port(&self, off: usize, out: usize) -> bool {
        let here = &self.history[off].port_id;
        let left_at = self.history[out].moment.unwrap_or(DateTime::<Utc>::MIN_UTC);
        let is_expected_elsewhere = || self.ports.calls.next_other(left_at, &Cow::Borrowed(&**here)).is_some();
        self.ahead.arrival[out].is_some_and(|arrival| self.history[arrival].port_id != *here)
            || self.ahead.is_last_use(out) && is_expected_elsewhere()
    }

    /// Whether a truck took the laden container to another place or terminal, by which it continues its trip. A container that was unpacked
    /// may enter a terminal of the place with the next cargo, so there the time is shorter.
    fn is_transfer(&self, out: &ContainerEvent<'_>, comes_in: &ContainerEvent<'_>) -> bool {
        let window = match out.port_id == comes_in.port_id {
            true => BETWEEN_TERMINALS,
            false if is_elsewhere(out, comes_in) => TRANSFER_WINDOW,
            false => return false,
        };
        let is_soon = matches!((out.moment, comes_in.moment), (Some(out), Some(back)) if back - out <= window);
        is_soon && comes_in.motion.phase != Some(Phase::Export)
    }

    fn is_on_stored_trip(&self, event: &ContainerEvent<'_>) -> bool {
        self.context.stored.is_some_and(|stored| event.keys().any(|key| stored.has(key)))
    }

    fn ended_the_stored_trip(&self, event: &ContainerEvent<'_>) -> bool {
        let ended_by = self.context.stored.and_then(|stored| stored.ended_by);
        ended_by.is_some_and(|ended_by| event.keys().any(|key| key == ended_by))
    }
}

/// Properties of the events that follow each event of the history. Computed in one iteration from the last event to the first.
struct LookAhead {
    laden: Vec<bool>,
    /// The next load or departure, before the next empty return or pick-up.
    load: Vec<Option<usize>>,
    /// The next arrival by vessel, before the next empty return or pick-up.
    arrival: Vec<Option<usize>>,
    documents: Vec<Option<usize>>,
    /// Index of the last empty return or pick-up.
    last_boundary: Option<usize>,
}

impl LookAhead {
    fn of(history: &[ContainerEvent<'_>], documents: &DocumentGroups) -> Self {
        let count = history.len();
        let unknown = || vec![None; count];
        let mut ahead = LookAhead {
            laden: vec![false; count],
            load: unknown(),
            arrival: unknown(),
            documents: unknown(),
            last_boundary: None,
        };
        let (mut laden, mut load, mut arrival, mut named) = (false, None, None, None);
        for (at, event) in history.iter().enumerate().rev() {
            (ahead.laden[at], ahead.load[at], ahead.arrival[at], ahead.documents[at]) = (laden, load, arrival, named);
            laden = !event.is_empty_return() && (event.is_laden() || laden);
            if event.is_empty_return() || TripStart::of(&event.motion) == Some(TripStart::PickUp) {
                (load, arrival, named) = (None, None, None);
                ahead.last_boundary.get_or_insert(at);
                continue;
            }
            if event.leaves_by_vessel() {
                load = Some(at);
            } else if event.comes_off_vessel() {
                arrival = Some(at);
            }
            named = documents.at(at).or(named);
        }
        ahead
    }

    /// Whether no empty return and no empty pick-up follows.
    fn is_last_use(&self, at: usize) -> bool {
        self.last_boundary.is_none_or(|boundary| boundary < at)
    }
}

/// Groups of events: two events are in one group if they name a common document, directly or through other events.
pub(super) struct DocumentGroups {
    groups: Vec<Option<usize>>,
}

impl DocumentGroups {
    pub(super) fn of(history: &[ContainerEvent<'_>]) -> Self {
        DocumentGroups::of_numbers(history.iter().map(|event| event.documents.as_slice()))
    }

    pub(super) fn of_numbers<'d>(events: impl Iterator<Item = &'d [String]>) -> Self {
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
        DocumentGroups { groups }
    }

    pub(super) fn at(&self, at: usize) -> Option<usize> {
        self.groups.get(at).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trip_survives_a_round_trip_through_json() {
        let trip = Trip::new(vec![7, 3, 7], Some(3));
        let written = serde_json::to_string(&trip).unwrap();
        assert_eq!(written, r#"{"events":[3,7],"ended_by":3}"#);
        assert_eq!(serde_json::from_str::<Trip>(&written).unwrap(), trip);
        assert_eq!((trip.in_common(&Trip::new(vec![7, 8], None)), trip.is_over()), (1, true));
    }
}
