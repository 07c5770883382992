//! The order in which things happened, days and moments mixed.
//!
//! A day is compared with a moment by the day at its place; on one day, events come as in a usual voyage. That relation
//! is not transitive (for two moments and a day, voyage and clock may disagree), so a list is sorted as a whole.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};

use super::Milestone;
use super::moment::sort_instant;
use super::order::permuted;
use crate::resources::TransportEvent;
use crate::zones::{LocalTime, Zone};

pub(super) struct When {
    pub(super) moment: Option<DateTime<Utc>>,
    pub(super) is_day: bool,
    pub(super) day: Option<NaiveDate>,
    pub(super) rank: usize,
}

/// Puts events in the order they happen: by time, days and moments mixed, those nobody gives a time of last.
///
/// A day, or the moment it begins with at the place as services tell it, is compared with a moment by the day it was at the
/// place ([`timezone`](TransportEvent::timezone)): an arrival on the 1st comes before a discharge at 04:00 on the 1st, for on
/// one day, and at one moment, milestones come as in a usual voyage, whether they happened or are expected. Else the order is by id, so that it is always the same. This needs the
/// whole list: no comparison of two events can tell it.
pub fn in_order<E: Borrow<TransportEvent>>(events: impl IntoIterator<Item = E>) -> Vec<E> {
    let mut zones = Zones::new();
    let events: Vec<E> = events.into_iter().collect();
    let whens = events.iter().map(|event| when(event.borrow(), &mut zones)).collect();
    sorted(events, whens, |a, b| a.borrow().id.cmp(&b.borrow().id))
}

pub(super) type Zones = BTreeMap<String, Option<Zone>>;

pub(super) fn when(told: &TransportEvent, zones: &mut Zones) -> When {
    let rank = Milestone::of_event(&told.event).map_or(usize::MAX, |known| known.rank());
    let Some(at) = &told.timestamp else { return When { moment: None, is_day: false, day: None, rank } };
    let name = told.timezone.as_deref().unwrap_or_default();
    if !zones.contains_key(name) {
        zones.insert(name.to_owned(), Zone::named(name));
    }
    let moment = sort_instant(at);
    let there = || zones.get(name)?.as_ref()?.local_time(at.utc()?);
    match if at.is_date() { at.date().map(LocalTime::Day) } else { there() } {
        Some(LocalTime::Day(day)) => When { moment, is_day: true, day: Some(day), rank },
        there => When { moment, is_day: false, day: there.map(|there| there.day()).or_else(|| at.date()), rank },
    }
}

/// `tie` orders items of one time and one rank; otherwise the sort is stable.
pub(super) fn sorted<T>(items: Vec<T>, whens: Vec<When>, tie: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = order(&whens, |a, b| tie(&items[a], &items[b]));
    permuted(items, order)
}

pub(super) fn order(whens: &[When], tie: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let by_calendar = |at: usize| (whens[at].day, whens[at].rank);
    let by_clock = |at: usize| (whens[at].moment.is_none(), whens[at].moment, whens[at].rank);
    let (mut days, mut moments) = (Vec::new(), Vec::with_capacity(whens.len()));
    (0..whens.len()).for_each(|at| if whens[at].is_day { days.push(at) } else { moments.push(at) });
    days.sort_by(|a, b| by_calendar(*a).cmp(&by_calendar(*b)).then_with(|| tie(*a, *b)));
    moments.sort_by(|a, b| by_clock(*a).cmp(&by_clock(*b)).then_with(|| tie(*a, *b)));
    let comes_first =
        |day: usize, other: usize| whens[other].moment.is_none() || by_calendar(day) <= by_calendar(other);
    let (mut days, mut all) = (days.into_iter().peekable(), Vec::with_capacity(whens.len()));
    for at in moments {
        while let Some(day) = days.next_if(|day| comes_first(*day, at)) {
            all.push(day);
        }
        all.push(at);
    }
    all.extend(days);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::Timestamp;

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
