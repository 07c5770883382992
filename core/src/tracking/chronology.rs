//! The order in which things happened, days and moments mixed.
//!
//! A day is compared with a moment by the day it was at its place; on one day, and at one moment, things come as in a
//! usual voyage. No comparison of two can say that for all of a list (of two moments and a day the voyage may say one thing and
//! the clock another), so a list is put into order as a whole: moments by the clock, days among them.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::Milestone;
use super::moment::moment;
use crate::resources::{LocalTime, Timestamp, TransportEvent};
use crate::zones::Zone;

/// When something happened, and where it comes in a usual voyage.
pub(super) struct When<'a> {
    pub(super) at: Option<&'a Timestamp>,
    /// The day it was at its place.
    pub(super) day: Option<NaiveDate>,
    pub(super) rank: usize,
}

/// Puts events in the order they happen: by time, days and moments mixed, those nobody gives a time of last.
///
/// A day, or the moment it begins with at the place as services tell it, is compared with a moment by the day it was at the
/// place ([`timezone`](TransportEvent::timezone)): an arrival on the 1st comes before a discharge at 04:00 on the 1st, for on one day, and at one moment, milestones come as in a usual
/// voyage, whether they happened or are expected. Else the order is by id, so that it is always the same. This needs the
/// whole list: no comparison of two events can tell it.
pub fn in_order<E: Borrow<TransportEvent>>(events: impl IntoIterator<Item = E>) -> Vec<E> {
    let mut zones: BTreeMap<String, Option<Zone>> = BTreeMap::new();
    let mut keyed = Vec::new();
    for event in events {
        let told: &TransportEvent = event.borrow();
        let zone = told.timezone.as_deref().unwrap_or_default();
        let zone = zones.entry(zone.to_owned()).or_insert_with(|| Zone::named(zone));
        let (at, day) = written(told.timestamp.as_ref(), zone.as_ref());
        let rank = Milestone::of_event(&told.event).map_or(usize::MAX, |known| known.rank());
        keyed.push(((at, day, rank), event));
    }
    keyed.sort_by_cached_key(|(_, event)| event.borrow().id.to_string());
    let sorted = sorted(keyed, |((at, day, rank), _)| When { at: at.as_ref(), day: *day, rank: *rank });
    sorted.into_iter().map(|(_, event)| event).collect()
}

/// The time as its source will have written it, and the day it was at a place with these clocks.
fn written(at: Option<&Timestamp>, zone: Option<&Zone>) -> (Option<Timestamp>, Option<NaiveDate>) {
    let Some(at) = at else { return (None, None) };
    match zone.and_then(|zone| at.at_place(zone)) {
        Some(LocalTime::Day(day)) => (Some(day.into()), Some(day)),
        _ => (Some(at.clone()), day_at(at, zone)),
    }
}

/// The day it was at a place with these clocks; where nobody knows them, as it is written.
pub(super) fn day_at(at: &Timestamp, zone: Option<&Zone>) -> Option<NaiveDate> {
    zone.and_then(|zone| zone.day(at.utc()?)).or_else(|| at.date())
}

/// The items in order. What comes at one time in a voyage stays as it was.
pub(super) fn sorted<T>(items: Vec<T>, when: impl Fn(&T) -> When<'_>) -> Vec<T> {
    let is_day = |item: &T| when(item).at.is_some_and(Timestamp::is_date);
    let (mut days, mut moments): (Vec<T>, Vec<T>) = items.into_iter().partition(is_day);
    moments.sort_by_cached_key(|item| {
        let When { at, rank, .. } = when(item);
        let at = at.and_then(moment);
        (at.is_none(), at, rank)
    });
    let in_calendar = |item: &T| {
        let When { day, rank, .. } = when(item);
        (day, rank)
    };
    days.sort_by_cached_key(in_calendar);
    let comes_first =
        |day: &T, other: &T| when(other).at.and_then(moment).is_none() || in_calendar(day) <= in_calendar(other);
    let (mut days, mut all) = (days.into_iter().peekable(), Vec::new());
    for item in moments {
        while let Some(day) = days.next_if(|day| comes_first(day, &item)) {
            all.push(day);
        }
        all.push(item);
    }
    all.extend(days);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const LA: &str = "America/Los_Angeles";

    fn event(name: &str, at: &str, zone: &str) -> TransportEvent {
        TransportEvent {
            event: crate::resources::EventName::parse(&format!("container.transport.{name}")),
            timestamp: Some(at.into()).filter(|at: &Timestamp| !at.as_str().is_empty()),
            timezone: Some(zone.to_owned()),
            ..TransportEvent::default()
        }
    }

    fn names(events: Vec<TransportEvent>) -> Vec<String> {
        let short = |event: TransportEvent| event.event.to_string().replace("container.transport.", "");
        in_order(events).into_iter().map(short).collect()
    }

    #[test]
    fn a_day_and_a_moment_of_that_day_at_the_place_come_as_in_a_voyage() {
        for (arrived, discharged) in [
            ("2026-05-01", "2026-05-01T04:00:00-07:00"),
            ("2026-05-01", "2026-05-01T23:00:00-07:00"),
            ("2026-05-01", "2026-05-01"),
            ("2026-05-01T20:00:00-07:00", "2026-05-01"),
            ("2026-05-02T03:00:00Z", "2026-05-01"),
            ("2026-05-01", "2026-05-02T06:59:00Z"),
            ("2026-05-02T03:00:00Z", "2026-05-01T07:00:00Z"),
        ] {
            let both = [event("vessel_discharged", discharged, LA), event("vessel_arrived", arrived, LA)];
            assert_eq!(names(both.to_vec()), ["vessel_arrived", "vessel_discharged"], "{arrived} {discharged}");
            assert_eq!(names(both.into_iter().rev().collect()), ["vessel_arrived", "vessel_discharged"]);
        }
    }

    #[test]
    fn another_day_comes_before_or_after_whatever_it_is() {
        let of = |arrived: &str, discharged: &str| {
            names(vec![event("vessel_arrived", arrived, LA), event("vessel_discharged", discharged, LA)])
        };
        assert_eq!(of("2026-05-02", "2026-05-02T06:59:00Z"), ["vessel_discharged", "vessel_arrived"]);
        assert_eq!(of("2026-05-02T07:00:00Z", "2026-05-01"), ["vessel_discharged", "vessel_arrived"]);
    }

    #[test]
    fn moments_go_by_the_clock_whatever_day_stands_among_them_and_what_has_no_time_comes_last() {
        let events = vec![
            event("full_out", "", LA),
            event("vessel_arrived", "2026-05-01", LA),
            event("vessel_departed", "2026-05-01T19:00:00Z", LA),
            event("vessel_discharged", "2026-05-01T15:00:00Z", LA),
            event("estimated.vessel_arrived", "2026-05-01T15:00:00Z", LA),
            event("vessel_loaded", "2026-05-01T10:00:00+08:00", "Asia/Shanghai"),
            event("something_new", "2026-05-01", LA),
        ];
        assert_eq!(
            names(events),
            [
                "vessel_loaded",
                "vessel_arrived",
                "estimated.vessel_arrived",
                "vessel_discharged",
                "vessel_departed",
                "something_new",
                "full_out"
            ]
        );
    }
}
