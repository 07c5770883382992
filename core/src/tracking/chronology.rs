//! Sorts events by time, where some times are dates and some are instants.
//!
//! A date is compared with an instant by the calendar day at the place. Events of one day are in the order of a usual voyage. This
//! relation is not transitive (for two instants and a date, voyage and clock may disagree), so a list is sorted as a whole.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};

use super::Milestone;
use super::moment::sort_instant;
use super::order::permute;
use crate::resources::TransportEvent;
use crate::zones::{LocalTime, Zone};

/// What decides the position of an event.
pub(super) struct SortTime {
    pub(super) moment: Option<DateTime<Utc>>,
    pub(super) is_day: bool,
    pub(super) day: Option<NaiveDate>,
    /// Position of the milestone in a usual voyage.
    pub(super) rank: usize,
}

/// Sorts events by time, dates and instants mixed. Events without a time come last.
///
/// A date is compared with an instant by the calendar day at the place ([`timezone`](TransportEvent::timezone)). The instant when a
/// day begins there counts as a date, because services report dates so. A date and an instant on the same day, equal dates, and
/// equal instants are in the order of a usual voyage: an arrival on the 1st comes before a discharge at 04:00 on the 1st. The last
/// criterion is the id. The order depends on the whole list, so comparing two events is not enough.
pub fn in_order<E: Borrow<TransportEvent>>(events: impl IntoIterator<Item = E>) -> Vec<E> {
    let mut zones = Zones::new();
    let events: Vec<E> = events.into_iter().collect();
    let times = events.iter().map(|event| sort_time(event.borrow(), &mut zones)).collect();
    sort_by_time(events, times, |a, b| a.borrow().id.cmp(&b.borrow().id))
}

pub(super) type Zones = BTreeMap<String, Option<Zone>>;

pub(super) fn sort_time(event: &TransportEvent, zones: &mut Zones) -> SortTime {
    let rank = Milestone::of_event(&event.event).map_or(usize::MAX, |milestone| milestone.rank());
    let Some(at) = &event.timestamp else { return SortTime { moment: None, is_day: false, day: None, rank } };
    let name = event.timezone.as_deref().unwrap_or_default();
    if !zones.contains_key(name) {
        zones.insert(name.to_owned(), Zone::named(name));
    }
    let moment = sort_instant(at);
    let there = || zones.get(name)?.as_ref()?.local_time(at.utc()?);
    match if at.is_date() { at.date().map(LocalTime::Day) } else { there() } {
        Some(LocalTime::Day(day)) => SortTime { moment, is_day: true, day: Some(day), rank },
        there => SortTime { moment, is_day: false, day: there.map(|there| there.day()).or_else(|| at.date()), rank },
    }
}

/// Sorts items by their times. `tie` compares items with the same time and rank.
pub(super) fn sort_by_time<T>(items: Vec<T>, times: Vec<SortTime>, tie: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = time_order(&times, |a, b| tie(&items[a], &items[b]));
    permute(items, order)
}

/// The indexes in order of time.
pub(super) fn time_order(times: &[SortTime], tie: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let by_calendar = |at: usize| (times[at].day, times[at].rank);
    let by_clock = |at: usize| (times[at].moment.is_none(), times[at].moment, times[at].rank);
    let (mut days, mut moments) = (Vec::new(), Vec::with_capacity(times.len()));
    (0..times.len()).for_each(|at| if times[at].is_day { days.push(at) } else { moments.push(at) });
    days.sort_by(|a, b| by_calendar(*a).cmp(&by_calendar(*b)).then_with(|| tie(*a, *b)));
    moments.sort_by(|a, b| by_clock(*a).cmp(&by_clock(*b)).then_with(|| tie(*a, *b)));
    let comes_first =
        |day: usize, other: usize| times[other].moment.is_none() || by_calendar(day) <= by_calendar(other);
    let (mut days, mut all) = (days.into_iter().peekable(), Vec::with_capacity(times.len()));
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
    fn events_of_one_day_are_in_the_order_of_a_voyage() {
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
    fn events_of_different_days_are_in_the_order_of_the_days() {
        let of = |arrived: &str, discharged: &str| {
            names(vec![event("vessel_arrived", arrived, LA), event("vessel_discharged", discharged, LA)])
        };
        assert_eq!(of("2026-05-02", "2026-05-02T06:59:00Z"), ["vessel_discharged", "vessel_arrived"]);
        assert_eq!(of("2026-05-02T07:00:00Z", "2026-05-01"), ["vessel_discharged", "vessel_arrived"]);
    }

    #[test]
    fn instants_are_sorted_by_time_and_events_without_a_time_come_last() {
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
