//! Times of events, and the movements of each container in order of time.

use std::borrow::Cow;
use std::cell::OnceCell;

use chrono::{DateTime, TimeDelta, Utc};
use foldhash::HashMap;

use super::labelled_times::LabelledTimes;
use super::moment::{resolve, sort_instant};
use super::{Certainty, Event, Place};
use crate::resources::Timestamp;
use crate::zones::Zone;

/// If the times of two statements differ by at most this much, they have the same content: the second one restores a withdrawn event, or
/// corrects only the vessel.
pub(super) const SAME_CONTENT: TimeDelta = TimeDelta::hours(1);

pub(super) struct EventTime<'a> {
    time: Option<Cow<'a, Timestamp>>,
    utc: Option<DateTime<Utc>>,
    pub(super) moment: Option<DateTime<Utc>>,
    pub(super) is_date: bool,
}

impl<'a> EventTime<'a> {
    pub(super) fn of(event: &'a Event) -> Self {
        let time = time(event);
        let utc = time.as_deref().and_then(Timestamp::utc);
        let moment = utc.or_else(|| time.as_deref().and_then(sort_instant));
        let is_date = utc.is_none() && time.as_deref().is_some_and(Timestamp::is_date);
        EventTime { time, utc, moment, is_date }
    }

    /// Zero for a date and a moment of that day. `None` if a time is unknown, or for different days.
    pub(super) fn difference(&self, other: &EventTime<'_>) -> Option<TimeDelta> {
        let (this, that) = (self.time.as_deref()?, other.time.as_deref()?);
        match self.is_date || other.is_date {
            true => (this.as_str().get(..10) == that.as_str().get(..10)).then(TimeDelta::zero),
            false => Some((self.moment? - other.moment?).abs()),
        }
    }

    pub(super) fn key(&self) -> (Option<DateTime<Utc>>, Option<&str>) {
        let text = if self.utc.is_none() { self.time.as_deref() } else { None };
        (self.utc, text.map(Timestamp::as_str))
    }
}

/// Uses only the zone that the event itself names, because other facts about the place are not available here.
fn time(event: &Event) -> Option<Cow<'_, Timestamp>> {
    let at = event.at.as_ref()?;
    if at.utc().is_some() {
        return Some(Cow::Borrowed(at));
    }
    let zone = event.place.timezone.as_deref().and_then(Zone::named);
    Some(zone.map_or(Cow::Borrowed(at), |zone| resolve(at, Some(&zone))))
}

/// The places where each container was, with times.
pub(super) struct Movements<'a> {
    events: Vec<(Option<&'a str>, &'a Event)>,
    sightings: OnceCell<HashMap<&'a str, Sightings<'a>>>,
}

/// A place and a movement.
type PlaceAndMovement<'a> = (Cow<'a, str>, &'a str);

/// The actual events of one container.
struct Sightings<'a> {
    places: LabelledTimes<Cow<'a, str>>,
    movements: LabelledTimes<PlaceAndMovement<'a>>,
}

impl<'a> Movements<'a> {
    pub(super) fn of(events: Vec<(Option<&'a str>, &'a Event)>) -> Self {
        Movements { events, sightings: OnceCell::new() }
    }

    /// The events, with their containers.
    pub(super) fn events(&self) -> &[(Option<&'a str>, &'a Event)] {
        &self.events
    }

    fn of_container(&self, container: Option<&str>) -> Option<&Sightings<'a>> {
        self.sightings.get_or_init(|| self.sightings()).get(container.unwrap_or("*"))
    }

    fn sightings(&self) -> HashMap<&'a str, Sightings<'a>> {
        let mut movements: HashMap<&str, Vec<(DateTime<Utc>, PlaceAndMovement<'_>)>> = HashMap::default();
        for (container, event) in self.events.iter().filter(|(_, event)| event.certainty == Certainty::Actual) {
            if let Some(at) = EventTime::of(event).moment {
                let here = (at, (event.place.port_or_name(), event.motion.movement.as_str()));
                movements.entry(container.unwrap_or("*")).or_default().push(here);
            }
        }
        let sightings = |(container, movements): (&'a str, Vec<(DateTime<Utc>, PlaceAndMovement<'a>)>)| {
            let places = movements.iter().map(|(at, (place, _))| (*at, place.clone())).collect();
            (container, Sightings { places: LabelledTimes::of(places), movements: LabelledTimes::of(movements) })
        };
        movements.into_iter().map(sightings).collect()
    }

    /// When the container was last at another place before this time, and when it was next after it.
    pub(super) fn elsewhere_around(
        &self,
        container: Option<&str>,
        place: &Place,
        time: DateTime<Utc>,
    ) -> [Option<DateTime<Utc>>; 2] {
        let Some(sightings) = self.of_container(container) else { return [None; 2] };
        let place = place.port_or_name();
        [sightings.places.previous_other(time, &place), sightings.places.next_other(time, &place)]
    }

    /// Whether the container made another movement, or was at another place, between these times.
    pub(super) fn has_other_between(&self, container: Option<&str>, event: &Event, times: [DateTime<Utc>; 2]) -> bool {
        let movement = (event.place.port_or_name(), event.motion.movement.as_str());
        self.of_container(container).is_some_and(|sightings| sightings.movements.has_other_between(times, &movement))
    }
}
