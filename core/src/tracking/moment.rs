//! Compares and resolves times. A time may be an instant, a date, or a local time without an offset.
//!
//! For sorting, a date counts as noon UTC, which is wrong by the least in all time zones. A local time is an instant if the zone of
//! its place is known; otherwise it is shown as UTC, as in the interface. A guess must not decide that something is over, so
//! [`certainly_before`] is true only if it holds in every zone.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDateTime, NaiveTime, SubsecRound, TimeDelta, Utc};

use crate::resources::Timestamp;
use crate::time::saturating_add;
use crate::zones::Zone;

/// The easternmost zone is this far ahead of UTC.
pub(super) const FARTHEST_EAST: TimeDelta = TimeDelta::hours(14);

/// The westernmost zone is this far behind UTC.
pub(super) const FARTHEST_WEST: TimeDelta = TimeDelta::hours(12);

/// Times may be wrong by this much, because sources send local time with a wrong offset. No zone is further from UTC.
pub(super) const ALLOWANCE: TimeDelta = FARTHEST_EAST;

/// Whether an event with this time cannot have happened yet, although its source reports it as actual.
pub(super) fn is_in_future(at: &Timestamp, now: DateTime<Utc>) -> bool {
    earliest(at).is_some_and(|earliest| earliest > saturating_add(now, ALLOWANCE))
}

/// The instant to sort by: local time counts as UTC, and a date as its noon UTC. `None` if the text is not a time.
pub(super) fn sort_instant(at: &Timestamp) -> Option<DateTime<Utc>> {
    let noon = || Some(at.date()?.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(12));
    at.utc().or_else(|| local(at)?.and_utc().into()).or_else(noon)
}

/// Whether `a` is before `b` in whatever zones they are. Two local times at one place are in the same zone.
pub(super) fn certainly_before(a: &Timestamp, b: &Timestamp, at_one_place: bool) -> bool {
    if a.is_date() && b.is_date() {
        return a.date() < b.date();
    }
    if let (true, Some(a), Some(b)) = (at_one_place, local(a), local(b)) {
        return a < b;
    }
    matches!((latest(a), earliest(b)), (Some(a), Some(b)) if a < b)
}

pub(super) fn same(a: Option<&Timestamp>, b: Option<&Timestamp>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b || a.utc().is_some_and(|a| b.utc() == Some(a)),
        (None, None) => true,
        _ => false,
    }
}

/// Like [`same`], and also true if one is a date and the other the instant when that day begins in one of these zones: a zone that
/// becomes known changes nothing.
pub(super) fn same_there(a: Option<&Timestamp>, b: Option<&Timestamp>, timezones: &[Option<&str>]) -> bool {
    let (Some(one), Some(other)) = (a, b) else { return same(a, b) };
    let (day, moment) = if one.is_date() { (one, other) } else { (other, one) };
    let begins_in =
        |name: &str| begin(day, Zone::named(name).as_ref()).is_some_and(|begins| moment.utc() == Some(begins));
    same(a, b) || day.is_date() && !moment.is_date() && timezones.iter().flatten().any(|name| begins_in(name))
}

/// Whether the text is a date, a time with an offset, or a local time.
pub(crate) fn is_time(at: &Timestamp) -> bool {
    at.is_date() || at.instant().is_some() || local(at).is_some()
}

/// Converts a time to UTC. A date stays a date, and a local time stays as it is if the zone is unknown.
pub(super) fn resolve<'t>(at: &'t Timestamp, zone: Option<&Zone>) -> Cow<'t, Timestamp> {
    if is_shown(at) {
        return Cow::Borrowed(at);
    }
    let there = || Some(zone?.moment(local(at)?)?.0);
    at.utc().or_else(there).map_or(Cow::Borrowed(at), |moment| Cow::Owned(moment.into()))
}

/// The time as the interface shows it: in whole seconds. A local time in an unknown zone is labeled as UTC.
pub(super) fn shown(at: &Timestamp) -> Timestamp {
    if is_shown(at) {
        return at.clone();
    }
    let moment = at.utc().or_else(|| local(at)?.and_utc().into());
    moment.map_or_else(|| at.clone(), |moment| moment.trunc_subsecs(0).into())
}

/// When the day begins in the zone; `None` if `at` is not a date or the zone is unknown.
pub(super) fn begin(at: &Timestamp, zone: Option<&Zone>) -> Option<DateTime<Utc>> {
    if !at.is_date() {
        return None;
    }
    zone?.start_of_day(at.date()?)
}

/// Whether the text has the form of an instant in UTC. It is shown unchanged, even if it is not a valid time.
fn is_shown(at: &Timestamp) -> bool {
    let text = at.as_str().as_bytes();
    text.len() == "2026-05-02T10:00:00Z".len() && text[10] == b'T' && text[19] == b'Z'
}

pub(crate) fn local(at: &Timestamp) -> Option<NaiveDateTime> {
    // Most times are in UTC. Trying the formats is slow.
    if at.as_str().len() <= 10 || at.as_str().ends_with('Z') {
        return None;
    }
    let forms = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M"];
    forms.iter().find_map(|form| NaiveDateTime::parse_from_str(at.as_str(), form).ok())
}

/// The instant in UTC: local time counts as UTC, and a date as its midnight UTC.
pub(crate) fn approximate_utc(at: &Timestamp) -> Option<DateTime<Utc>> {
    let day = || at.date().map(|day| day.and_time(NaiveTime::MIN));
    at.utc().or_else(|| local(at).or_else(day).map(|time| time.and_utc()))
}

/// The earliest instant that the time can be.
pub(super) fn earliest(at: &Timestamp) -> Option<DateTime<Utc>> {
    let begins = || local(at).or_else(|| Some(at.date()?.and_time(NaiveTime::MIN)));
    at.utc().or_else(|| begins()?.and_utc().checked_sub_signed(FARTHEST_EAST))
}

/// The latest instant that the time can be.
pub(super) fn latest(at: &Timestamp) -> Option<DateTime<Utc>> {
    let ends = || local(at).or_else(|| at.date()?.and_time(NaiveTime::MIN).checked_add_signed(TimeDelta::days(1)));
    at.utc().or_else(|| ends()?.and_utc().checked_add_signed(FARTHEST_WEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(a: &str, b: &str) -> bool {
        certainly_before(&Timestamp::new(a), &Timestamp::new(b), false)
    }

    #[test]
    fn instants_are_compared_across_offsets() {
        assert!(before("2026-05-02T08:00:00+08:00", "2026-05-02T01:00:00Z"));
        assert!(!before("2026-05-02T01:00:00Z", "2026-05-02T08:00:00+08:00"));
    }

    #[test]
    fn local_times_are_compared_exactly_only_at_one_place() {
        let there = |a: &str, b: &str| certainly_before(&Timestamp::new(a), &Timestamp::new(b), true);
        assert!(there("2026-05-02T01:00:00", "2026-05-02 01:01"));
        assert!(!there("2026-05-02T01:00:00", "2026-05-02T01:00:01Z") && !there("2026-05-02T01:00:00", "2026-05-02"));
        assert!(!before("2026-05-02T01:00:00", "2026-05-03T02:59:59"));
        assert!(before("2026-05-02T01:00:00", "2026-05-03T03:00:01"));
        assert!(before("2026-05-02T01:00:00", "2026-05-02T13:00:01Z"));
    }

    #[test]
    fn local_time_is_resolved_in_its_zone_and_labeled_utc_without_one() {
        let zone = Zone::named("America/Los_Angeles");
        for (written, resolved, labeled) in [
            ("2026-05-02T10:00:00", "2026-05-02T17:00:00Z", "2026-05-02T10:00:00Z"),
            ("2026-05-02 10:00", "2026-05-02T17:00:00Z", "2026-05-02T10:00:00Z"),
            ("2026-05-02T10:00:00+02:00", "2026-05-02T08:00:00Z", "2026-05-02T08:00:00Z"),
            ("2026-05-02", "2026-05-02", "2026-05-02"),
        ] {
            let at = Timestamp::new(written);
            let begins = begin(&at, zone.as_ref()).map(|begins| begins.to_rfc3339());
            assert_eq!(begins.as_deref(), (written == "2026-05-02").then_some("2026-05-02T07:00:00+00:00"));
            assert_eq!(begin(&at, None), None);
            assert_eq!(resolve(&at, zone.as_ref()).as_str(), resolved);
            assert_eq!(shown(&resolve(&at, None)).as_str(), labeled);
        }
        assert_eq!(resolve(&Timestamp::new("2026-05-02 10:00"), None).as_str(), "2026-05-02 10:00");
    }

    #[test]
    fn a_date_is_before_another_date_but_not_before_an_instant_that_it_may_contain() {
        assert!(before("2026-05-02", "2026-05-03"));
        assert!(!before("2026-05-02", "2026-05-02"));
        assert!(!before("2026-05-02", "2026-05-03T06:00:00Z"));
        assert!(before("2026-05-02", "2026-05-03T12:00:01Z"));
        assert!(!before("2026-05-01T12:00:00Z", "2026-05-02"));
        assert!(before("2026-05-01T09:59:59Z", "2026-05-02"));
        assert!(!before("soon", "2026-05-02"));
    }

    #[test]
    fn dates_at_the_ends_of_the_calendar_do_not_panic() {
        for text in ["+262142-12-31", "-262143-01-01", "9999-12-31", "0000-01-01", ""] {
            let at = Timestamp::new(text);
            assert!(!certainly_before(&at, &at, true), "{text}");
            let _ = sort_instant(&at);
        }
    }
}
