//! Which trip of each container a shipment is.
//!
//! A stored decision is recognised by the events of the trip. Otherwise a container that is tracked itself takes its
//! latest trip; a bill or booking takes the trip that was reported under its number, else one that shares a vessel's
//! call with it, else the first that was not over when the container was first named.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::happening::Happening;
use super::ledger::Ledger;
use super::timeline::History;
use super::trips::{EventRange, Trip};

#[derive(Clone, Copy)]
pub(crate) struct TripSelection<'a> {
    pub(crate) target: Target<'a>,
    pub(crate) stored_trips: &'a BTreeMap<String, Trip>,
    /// For a shipment stored before trips were: its trip is the one that was under way at this time.
    pub(crate) under_way_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy)]
pub(crate) enum Target<'a> {
    AllContainers,
    Container(&'a str),
    /// Spellings of the number of a bill or booking: capitals and digits.
    Documents(&'a [String]),
}

pub(super) struct ContainerHistory<'a> {
    pub(super) number: &'a str,
    pub(super) history: History<'a>,
    pub(super) trips: Vec<EventRange>,
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

    pub(super) fn is_latest(&self, histories: &[ContainerHistory<'_>], chosen: &[Option<usize>]) -> bool {
        let mut each = histories.iter().zip(chosen);
        each.all(|(container, chosen)| !self.takes_latest(container.number) || *chosen == latest(&container.trips))
    }

    pub(super) fn choose(&self, histories: &[ContainerHistory<'_>], ledger: &Ledger<'_>) -> Vec<Option<usize>> {
        let mut chosen: Vec<Option<usize>> = histories.iter().map(|container| self.known(container)).collect();
        if chosen.iter().all(Option::is_some) {
            return chosen;
        }
        let mut calls: BTreeSet<Call<'_>> = BTreeSet::new();
        for (container, at) in histories.iter().zip(&chosen) {
            calls.extend(at.iter().flat_map(|at| container.calls(*at)));
        }
        for (container, at) in histories.iter().zip(&mut chosen).filter(|(_, at)| at.is_none()) {
            *at = container.most(|trip| container.calls(trip).filter(|call| calls.contains(call)).count());
            if at.is_none() && !self.recognised(container).is_some_and(|at| container.trips[at].is_unused) {
                let first_named = ledger.first_named.get(container.number).copied();
                *at = container.first_open(first_named);
            }
        }
        chosen
    }

    fn known(&self, container: &ContainerHistory<'_>) -> Option<usize> {
        let kept = self.recognised(container);
        if kept.is_some_and(|at| !container.trips[at].is_unused) {
            return kept;
        }
        if self.takes_latest(container.number) {
            let under_way_at = self.under_way_at.filter(|_| kept.is_none());
            return under_way_at.map_or_else(|| latest(&container.trips), |at| container.first_open(Some(at)));
        }
        let names =
            |happening: &Happening<'_>| happening.documents.iter().any(|named| self.documents().contains(named));
        let count = |trip: usize, fits: &dyn Fn(&Happening<'_>) -> bool| {
            container.events(trip).iter().filter(|happening| fits(happening)).count()
        };
        container
            .most(|trip| count(trip, &names))
            .or_else(|| container.most(|trip| count(trip, &|happening| happening.is_of_all())))
    }

    fn recognised(&self, container: &ContainerHistory<'_>) -> Option<usize> {
        let kept = self.stored_trips.get(container.number)?;
        let common = |trip: usize| {
            let digests = container.events(trip).iter().flat_map(Happening::keys);
            digests.filter(|digest| kept.has(*digest)).count()
        };
        most(0..container.trips.len(), common)
    }
}

/// Vessel and port.
type Call<'a> = (Cow<'a, str>, &'a str);

impl ContainerHistory<'_> {
    fn events(&self, trip: usize) -> &[Happening<'_>] {
        &self.history.actual[self.trips[trip].events.clone()]
    }

    fn calls(&self, trip: usize) -> impl Iterator<Item = Call<'_>> {
        let by_vessel = self.events(trip).iter().filter(|happening| happening.moves_by_vessel());
        by_vessel.filter_map(|call| Some((call.vessel.as_ref()?.number_or_name(), &*call.place_id)))
    }

    /// The last of several; `None` if the count is 0 for all.
    fn most(&self, count: impl Fn(usize) -> usize) -> Option<usize> {
        most((0..self.trips.len()).filter(|at| !self.trips[*at].is_unused), count)
    }

    fn first_open(&self, then: Option<DateTime<Utc>>) -> Option<usize> {
        let end = |trip: &EventRange| trip.ended_by.and_then(|at| self.history.actual.get(at)?.moment);
        let is_open = |trip: &EventRange| !trip.is_unused && (!trip.is_over || end(trip) > then);
        self.trips.iter().position(is_open).or_else(|| self.trips.iter().rposition(|trip| !trip.is_unused))
    }
}

fn latest(trips: &[EventRange]) -> Option<usize> {
    trips.iter().rposition(|trip| !trip.is_unused).or(trips.len().checked_sub(1))
}

fn most(places: impl Iterator<Item = usize>, count: impl Fn(usize) -> usize) -> Option<usize> {
    places.map(|at| (count(at), at)).filter(|(count, _)| *count > 0).max().map(|(_, at)| at)
}
