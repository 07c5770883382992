//! Selects the trip of each container that belongs to a shipment.
//!
//! 1. If a trip is stored with the shipment, the trip that shares most events with it.
//! 2. If the container is tracked by its own number, its newest trip.
//! 3. If a bill of lading or a booking is tracked, these rules are tried in order: the trip with most events that name this document;
//!    the trip with most events that were reported for the whole shipment; the trip with most vessel calls in common with the trips
//!    selected so far; the first trip that was not over when the container was first named.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::container_event::ContainerEvent;
use super::ledger::{Confirmations, Ledger};
use super::timeline::History;
use super::trips::{EventRange, Trip};

/// What decides which trips are selected.
#[derive(Clone, Copy)]
pub(crate) struct TripSelection<'a> {
    pub(crate) target: Target<'a>,
    /// The trips that are stored with the shipment, by container.
    pub(crate) stored_trips: &'a BTreeMap<String, Trip>,
    /// For a shipment that was stored without trips: selects the trip that was under way at this time.
    pub(crate) under_way_at: Option<DateTime<Utc>>,
    /// When the sources last repeated their estimates.
    pub(crate) confirmations: &'a Confirmations,
}

/// What is tracked.
#[derive(Clone, Copy)]
pub(crate) enum Target<'a> {
    AllContainers,
    Container(&'a str),
    /// A bill of lading or booking: the spellings of its number, as capitals and digits.
    Documents(&'a [String]),
}

/// The events of a container and its trips.
pub(super) struct ContainerHistory<'a> {
    pub(super) number: &'a str,
    pub(super) history: History<'a>,
    pub(super) trips: Vec<EventRange>,
}

impl<'a> TripSelection<'a> {
    /// Selects the stored trip of each container, or else its newest trip.
    pub(super) fn of_all_containers(
        stored_trips: &'a BTreeMap<String, Trip>,
        confirmations: &'a Confirmations,
    ) -> Self {
        TripSelection { target: Target::AllContainers, stored_trips, under_way_at: None, confirmations }
    }
}

impl TripSelection<'_> {
    fn takes_latest(&self, number: &str) -> bool {
        match self.target {
            Target::AllContainers => true,
            Target::Container(own) => own == number,
            Target::Documents(_) => false,
        }
    }

    fn documents(&self) -> &[String] {
        match self.target {
            Target::Documents(numbers) => numbers,
            _ => &[],
        }
    }

    /// Whether every container whose newest trip should be selected has it selected.
    pub(super) fn is_latest(&self, histories: &[ContainerHistory<'_>], chosen: &[Option<usize>]) -> bool {
        let mut each = histories.iter().zip(chosen);
        each.all(|(container, chosen)| !self.takes_latest(container.number) || *chosen == latest(&container.trips))
    }

    /// Returns the index of the selected trip of each container; `None` if no trip fits, or if it only has
    /// trips that ended without a voyage.
    pub(super) fn choose(&self, histories: &[ContainerHistory<'_>], ledger: &Ledger<'_>) -> Vec<Option<usize>> {
        let mut chosen: Vec<Option<usize>> = histories.iter().map(|container| self.selected_alone(container)).collect();
        if chosen.iter().all(Option::is_some) {
            return chosen;
        }
        let mut calls: BTreeSet<Call<'_>> = BTreeSet::new();
        for (container, at) in histories.iter().zip(&chosen) {
            calls.extend(at.iter().flat_map(|at| container.calls(*at)));
        }
        for (container, at) in histories.iter().zip(&mut chosen).filter(|(_, at)| at.is_none()) {
            *at = container.most(|trip| container.calls(trip).filter(|call| calls.contains(call)).count());
            if at.is_none() && !self.stored(container).is_some_and(|at| container.trips[at].is_unused) {
                let first_named = ledger.first_named.get(container.number).copied();
                *at = container.first_open(first_named);
            }
        }
        chosen
    }

    /// The trip that is selected without looking at other containers.
    fn selected_alone(&self, container: &ContainerHistory<'_>) -> Option<usize> {
        let stored = self.stored(container);
        if stored.is_some_and(|at| !container.trips[at].is_unused) {
            return stored;
        }
        if self.takes_latest(container.number) {
            let under_way_at = if stored.is_none() { self.under_way_at } else { None };
            return under_way_at.map_or_else(|| latest(&container.trips), |at| container.first_open(Some(at)));
        }
        let names = |event: &ContainerEvent<'_>| event.documents.iter().any(|named| self.documents().contains(named));
        let count = |trip: usize, fits: &dyn Fn(&ContainerEvent<'_>) -> bool| {
            container.events(trip).iter().filter(|event| fits(event)).count()
        };
        container
            .most(|trip| count(trip, &names))
            .or_else(|| container.most(|trip| count(trip, &|event| event.is_about_whole_shipment())))
    }

    fn stored(&self, container: &ContainerHistory<'_>) -> Option<usize> {
        let stored = self.stored_trips.get(container.number)?;
        let common = |trip: usize| {
            let digests = container.events(trip).iter().flat_map(ContainerEvent::keys);
            digests.filter(|digest| stored.has(*digest)).count()
        };
        most(0..container.trips.len(), common)
    }
}

/// Vessel and port.
type Call<'a> = (Cow<'a, str>, &'a str);

impl ContainerHistory<'_> {
    fn events(&self, trip: usize) -> &[ContainerEvent<'_>] {
        &self.history.actual[self.trips[trip].events.clone()]
    }

    fn calls(&self, trip: usize) -> impl Iterator<Item = Call<'_>> {
        let by_vessel = self.events(trip).iter().filter(|event| event.moves_by_vessel());
        by_vessel.filter_map(|call| Some((call.vessel.as_ref()?.identity(), &*call.place_id)))
    }

    /// The used trip with the highest count, the newest of several; `None` if all counts are 0.
    fn most(&self, count: impl Fn(usize) -> usize) -> Option<usize> {
        most((0..self.trips.len()).filter(|at| !self.trips[*at].is_unused), count)
    }

    /// The first trip that was not over at that time or, if all were over, the newest trip. Unused trips do not count.
    fn first_open(&self, then: Option<DateTime<Utc>>) -> Option<usize> {
        let end = |trip: &EventRange| trip.ended_by.and_then(|at| self.history.actual.get(at)?.moment);
        let is_open = |trip: &EventRange| !trip.is_unused && (!trip.is_over || end(trip) > then);
        self.trips.iter().position(is_open).or_else(|| self.trips.iter().rposition(|trip| !trip.is_unused))
    }
}

fn latest(trips: &[EventRange]) -> Option<usize> {
    trips.iter().rposition(|trip| !trip.is_unused).or(trips.len().checked_sub(1))
}

fn most(trips: impl Iterator<Item = usize>, count: impl Fn(usize) -> usize) -> Option<usize> {
    trips.map(|at| (count(at), at)).filter(|(count, _)| *count > 0).max().map(|(_, at)| at)
}
