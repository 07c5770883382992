//! Sorts events by time, where some times are dates and some are instants.
//!
//! A comparison that mixes both has cycles: of three events of one day, the clock may decide between two instants, and the order of a
//! usual voyage between each of them and a date. So the instants are sorted first. Then each date is inserted within its day, after the
//! last event that comes before it or at the same step in a usual voyage.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::Milestone;
use super::moment::{FARTHEST_EAST, FARTHEST_WEST, sort_instant};
use super::order::permute;
use crate::resources::TransportEvent;
use crate::zones::{LocalTime, Zone};

/// What decides the position of an event.
pub(super) struct SortTime {
    pub(super) moment: Option<DateTime<Utc>>,
    pub(super) is_day: bool,
    /// The calendar day at the place.
    pub(super) day: Option<NaiveDate>,
    /// If this is a date: when that day begins at the place. `None` if the time zone is unknown.
    pub(super) day_begin: Option<DateTime<Utc>>,
    /// Position of the milestone in a usual voyage.
    pub(super) rank: usize,
}

/// Sorts events by time, dates and instants mixed. Events without a time come last.
///
/// Instants are sorted by time. Each date is inserted within its day at the place ([`timezone`](TransportEvent::timezone)): after the last
/// event of that day that has the same or an earlier step in a usual voyage, or at the begin of the day. An arrival on the 1st comes before
/// a discharge at 04:00 on the 1st. The instant when a day begins at the place counts as a date, because services report dates so. Equal
/// dates and equal instants are in the order of a usual voyage. The last criterion is the id. The order depends on the whole list, so
/// comparing two events is not enough.
pub fn in_order<E: Borrow<TransportEvent>>(events: impl IntoIterator<Item = E>) -> Vec<E> {
    let mut zones = Zones::new();
    let events: Vec<E> = events.into_iter().collect();
    let times = events.iter().map(|event| sort_time(event.borrow(), &mut zones)).collect();
    sort_by_time(events, times, |a, b| a.borrow().id.cmp(&b.borrow().id))
}

pub(super) type Zones = BTreeMap<String, Option<Zone>>;

pub(super) fn sort_time(event: &TransportEvent, zones: &mut Zones) -> SortTime {
    let rank = Milestone::of_event(&event.event).map_or(usize::MAX, |milestone| milestone.rank());
    let none = SortTime { moment: None, is_day: false, day: None, day_begin: None, rank };
    let Some(at) = &event.timestamp else { return none };
    let name = event.timezone.as_deref().unwrap_or_default();
    if !zones.contains_key(name) {
        zones.insert(name.to_owned(), Zone::named(name));
    }
    let zone = zones.get(name).and_then(Option::as_ref);
    let moment = sort_instant(at);
    let there = || zone?.local_time(at.utc()?);
    match if at.is_date() { at.date().map(LocalTime::Day) } else { there() } {
        Some(LocalTime::Day(day)) => {
            let day_begin = at.utc().or_else(|| zone?.start_of_day(day));
            SortTime { moment, is_day: true, day: Some(day), day_begin, rank }
        }
        there => SortTime { moment, day: there.map(|there| there.day()).or_else(|| at.date()), ..none },
    }
}

/// Sorts items by their times. `tie` compares items with the same time and rank.
pub(super) fn sort_by_time<T>(items: Vec<T>, times: Vec<SortTime>, tie: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let order = time_order(&times, |a, b| tie(&items[a], &items[b]));
    permute(items, order)
}

/// The indexes in order of time.
pub(super) fn time_order(times: &[SortTime], tie: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let (mut dates, mut instants) = (Vec::new(), Vec::with_capacity(times.len()));
    (0..times.len()).for_each(|at| if times[at].is_date() { dates.push(at) } else { instants.push(at) });
    let by_clock = |at: usize| (times[at].moment.is_none(), times[at].moment, times[at].rank);
    instants.sort_by(|a, b| by_clock(*a).cmp(&by_clock(*b)).then_with(|| tie(*a, *b)));
    if dates.is_empty() {
        return instants;
    }
    let sorted: Vec<&SortTime> = instants.iter().map(|at| &times[*at]).collect();
    let mut dates: Vec<(usize, usize)> =
        dates.into_iter().map(|at| (position_among(&sorted, &times[at]), at)).collect();
    let by_calendar = |at: usize| (times[at].day, times[at].rank);
    dates.sort_by(|(to_a, a), (to_b, b)| {
        to_a.cmp(to_b).then_with(|| by_calendar(*a).cmp(&by_calendar(*b))).then_with(|| tie(*a, *b))
    });
    let (mut dates, mut all) = (dates.into_iter().peekable(), Vec::with_capacity(times.len()));
    for (position, at) in instants.into_iter().enumerate() {
        while let Some((_, date)) = dates.next_if(|(to, _)| *to == position) {
            all.push(date);
        }
        all.push(at);
    }
    all.extend(dates.map(|(_, date)| date));
    all
}

impl SortTime {
    fn is_date(&self) -> bool {
        self.is_day && self.day.is_some()
    }
}

/// The position of a date among sorted instants: after the last instant of its day that has the same or a lower rank, or before all
/// instants of its day.
fn position_among(instants: &[&SortTime], date: &SortTime) -> usize {
    let (first, end) = positions_of_day(instants, date);
    let lower = instants[first..end].iter().rposition(|instant| instant.rank <= date.rank);
    lower.map_or(first, |at| first + at + 1)
}

/// The range of the instants on the day of a date. If its time zone is unknown, the local dates of the instants decide.
fn positions_of_day(instants: &[&SortTime], date: &SortTime) -> (usize, usize) {
    let first_from =
        |time: DateTime<Utc>| instants.partition_point(|instant| instant.moment.is_some_and(|moment| moment < time));
    if let Some(begin) = date.day_begin {
        return (first_from(begin), first_from(begin + TimeDelta::days(1)));
    }
    let Some(midnight) = date.day.map(|day| day.and_time(NaiveTime::MIN).and_utc()) else {
        return (instants.len(), instants.len());
    };
    let (first, end) =
        (first_from(midnight - FARTHEST_EAST), first_from(midnight + TimeDelta::days(1) + FARTHEST_WEST));
    let near = &instants[first..end];
    let after_earlier = near.iter().rposition(|instant| instant.day < date.day).map_or(0, |at| at + 1);
    let until_later = near[after_earlier..].iter().position(|instant| instant.day > date.day);
    (first + after_earlier, until_later.map_or(end, |at| first + after_earlier + at))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LA: &str = "America/Los_Angeles";

    fn event(name: &str, at: &str, zone: &str) -> TransportEvent {
        TransportEvent {
            event: crate::resources::EventName::parse(&format!("container.transport.{name}")),
            timestamp: (!at.is_empty()).then(|| at.into()),
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
                "estimated.vessel_arrived",
                "vessel_discharged",
                "vessel_departed",
                "vessel_arrived",
                "something_new",
                "full_out"
            ]
        );
    }

    #[test]
    fn a_date_comes_after_the_last_event_of_its_day_with_the_same_or_a_lower_rank() {
        let order = |dated: &str, zone: &str| {
            names(vec![
                event(dated, "2026-05-01", zone),
                event("transshipment_loaded", "2026-05-01T19:00:00Z", LA),
                event("transshipment_discharged", "2026-05-01T15:00:00Z", LA),
                event("transshipment_arrived", "2026-05-01T16:00:00Z", LA),
                event("full_in", "2026-05-01T06:59:00Z", LA),
                event("full_out", "2026-05-02T07:00:00Z", LA),
            ])
        };
        for zone in [LA, ""] {
            let position = |dated: &str| order(dated, zone).iter().rposition(|name| name == dated).unwrap();
            assert_eq!(position("vessel_departed"), 1, "before the discharge, which has a higher rank");
            assert_eq!(position("transshipment_arrived"), 3, "after the arrival");
            assert_eq!(position("transshipment_departed"), 4);
            assert_eq!(position("empty_in"), 4, "before the next day");
            assert_eq!(position("empty_out"), 1, "after the day before");
        }
    }

    proptest! {
        #[test]
        fn the_order_does_not_depend_on_the_order_of_the_input(
            events in proptest::collection::vec((0..5u8, 0..3u32, 0..26u32, 0..3u8), 0..12),
            seed in any::<u64>(),
        ) {
            let kinds = ["vessel_loaded", "vessel_departed", "vessel_arrived", "vessel_discharged", "something_new"];
            let zones = [LA, "Asia/Shanghai", ""];
            let all: Vec<TransportEvent> = events.iter().enumerate().map(|(at, (kind, day, hour, zone))| {
                let day = format!("2026-05-{:02}", day + 1);
                // Half of the events have only a date.
                let time = if *hour < 13 { day } else { format!("{day}T{:02}:30:00Z", 2 * (hour - 13) % 24) };
                let id = crate::ids::Id::from(uuid::Uuid::from_u128(at as u128));
                TransportEvent { id, ..event(kinds[usize::from(*kind)], &time, zones[usize::from(*zone)]) }
            }).collect();
            let mut shuffled: Vec<&TransportEvent> = all.iter().collect();
            let mut state = seed;
            for at in (1..shuffled.len()).rev() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                shuffled.swap(at, usize::try_from(state >> 33).unwrap_or(0) % (at + 1));
            }
            let ids = |events: Vec<&TransportEvent>| in_order(events).into_iter().map(|event| event.id.clone()).collect::<Vec<_>>();
            prop_assert_eq!(ids(all.iter().collect()), ids(shuffled));
            let sorted = in_order(all.iter());
            let moments: Vec<_> = sorted.iter().filter_map(|event| event.timestamp.as_ref()?.utc()).collect();
            prop_assert!(moments.is_sorted(), "instants are sorted by time");
        }
    }
}
