//! Where a status was seen, by all that its message says of the place.

use super::city::City;
use super::codes;
use super::place::is_same;
use super::told::{Role, Stop, Told};
use crate::resources::Timestamp;
use crate::tracking::{Motion, Movement, Place};

impl Told<'_> {
    /// What one segment says of a place, another one of the same message completes.
    pub(super) fn complete_place(&mut self, motion: Option<&Motion>) {
        if self.place.is_empty() {
            self.be_where_it_is_told();
        } else if self.place.locode.is_none() {
            self.complete_name();
        }
        if self.place.is_empty() && self.place_by_schedule.is_none() {
            self.place = motion.and_then(|motion| self.only_place_of(motion)).unwrap_or_default();
        }
        let place = &mut self.place;
        for stop in self.stops {
            if is_same(&stop.place, place) {
                place.name = place.name.take().or_else(|| stop.place.name.clone());
                place.facility = place.facility.take().or_else(|| stop.place.facility.clone());
                place.timezone = place.timezone.take().or_else(|| stop.place.timezone.clone());
            }
        }
    }

    /// A status that names no place itself was seen where the message says that something was.
    fn be_where_it_is_told(&mut self) {
        if let Some(activity) = self.stops.iter().find(|stop| stop.role == Role::Activity) {
            self.place = self.with_code(activity).place.clone();
        }
    }

    /// The stop of the same code that says most of its place.
    fn with_code<'s>(&'s self, activity: &'s Stop<'_>) -> &'s Stop<'s> {
        let by_code = |stop: &&Stop<'_>| stop.code == activity.code && !stop.code.is_empty() && !stop.place.is_empty();
        self.stops.iter().find(by_code).unwrap_or(activity)
    }

    /// A place that has a name alone is the city of the route that is called so, else where the message says that this was seen, else
    /// what the tables know by that name.
    fn complete_name(&mut self) {
        let Some(name) = self.place.name.clone() else { return };
        let city = City::of(&name, "", "");
        let of_city = self.stops.iter().find(|stop| !stop.place.is_empty() && city.is(&stop.place, &stop.city()));
        if let Some(stop) = of_city {
            let facility = self.place.facility.clone().or_else(|| stop.place.facility.clone());
            let called = stop.place.name.clone().or_else(|| Some(name.clone()));
            self.place = Place { facility, name: called, ..stop.place.clone() };
            return;
        }
        let activity = self.stops.iter().find(|stop| stop.role == Role::Activity && self.is_of_status(stop));
        if let Some(stop) = activity.map(|stop| self.with_code(stop)).filter(|stop| stop.place.locode.is_some()) {
            let facility = self.place.facility.clone().or_else(|| stop.place.facility.clone());
            // The name is that of a part of the place then.
            self.place = Place { facility: facility.or(Some(name)), ..stop.place.clone() };
            return;
        }
        city.complete(&mut self.place);
    }

    /// Whether a place where something was seen is that of the status: it has no time, or the same minute.
    fn is_of_status(&self, stop: &Stop<'_>) -> bool {
        match (&stop.arrival, &self.at) {
            (Some((_, there)), Some(at)) => is_same_minute(there, at),
            _ => true,
        }
    }

    /// The only place where the route lets a vessel do this; where a transshipment is named, there are several.
    fn only_place_of(&self, motion: &Motion) -> Option<Place> {
        let mode = motion.mode.as_ref().or(self.mode.as_ref());
        let by_vessel = mode.is_some() && codes::is_by_vessel(&Motion { mode: mode.cloned(), ..motion.clone() });
        if !by_vessel || self.stops.iter().any(|stop| stop.role == Role::Transshipment) {
            return None;
        }
        let role = match motion.movement {
            Movement::Loaded | Movement::Departed => Role::Lading,
            _ => Role::Discharge,
        };
        self.stop(role).map(|stop| stop.place.clone())
    }
}

/// Whether two times show the same day, and the same hour and minute where both say them.
fn is_same_minute(one: &Timestamp, other: &Timestamp) -> bool {
    let (one, other) = (one.as_str(), other.as_str());
    let shown = one.len().min(other.len()).min("2026-05-02T14:10".len());
    one.get(..shown) == other.get(..shown)
}
