//! Comparing times of which some are dates.
//!
//! A date names a day in a place's own calendar, not a moment. For putting things into an order it stands for noon UTC of
//! that day: the guess that is least wrong. To decide that something is over, a guess is not good enough:
//! [`certainly_before`] says so only when it holds in every zone. A time without an offset is labelled UTC, as the interface
//! does with local times whose zone it does not know.

use chrono::{DateTime, NaiveDateTime, NaiveTime, TimeDelta, Utc};

use crate::resources::Timestamp;

/// Where the time stands in an order; `None` for text that is no time.
pub(super) fn moment(at: &Timestamp) -> Option<DateTime<Utc>> {
    exact(at).or_else(|| Some(at.date()?.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(12)))
}

/// Whether `a` is earlier than `b` in whatever zones they are meant.
pub(super) fn certainly_before(a: &Timestamp, b: &Timestamp) -> bool {
    match (exact(a), exact(b)) {
        (None, None) => matches!((a.date(), b.date()), (Some(a), Some(b)) if a < b),
        _ => matches!((latest(a), earliest(b)), (Some(a), Some(b)) if a < b),
    }
}

/// Whether both name the same time, however it is written.
pub(super) fn same(a: &Option<Timestamp>, b: &Option<Timestamp>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b || exact(a).is_some_and(|a| exact(b) == Some(a)),
        (None, None) => true,
        _ => false,
    }
}

/// The time as the interface can show it: a date, or a moment with its offset. `None` for text that is neither.
pub(super) fn clean(at: &Timestamp) -> Option<Timestamp> {
    if at.is_date() || at.instant().is_some() {
        return Some(at.clone());
    }
    local(at.as_str()).map(Timestamp::from)
}

/// The time as the interface tells it: a moment in UTC, its zone told beside it; a date stays a date.
pub(super) fn in_utc(at: &Timestamp) -> Timestamp {
    at.utc().map_or_else(|| at.clone(), Timestamp::from)
}

fn exact(at: &Timestamp) -> Option<DateTime<Utc>> {
    at.utc().or_else(|| local(at.as_str()))
}

fn local(text: &str) -> Option<DateTime<Utc>> {
    let forms = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M"];
    forms.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok()).map(|local| local.and_utc())
}

/// A day begins 14 hours before UTC's in the easternmost zone, and ends 12 hours after it in the westernmost.
fn earliest(at: &Timestamp) -> Option<DateTime<Utc>> {
    exact(at).or_else(|| at.date()?.and_time(NaiveTime::MIN).and_utc().checked_sub_signed(TimeDelta::hours(14)))
}

fn latest(at: &Timestamp) -> Option<DateTime<Utc>> {
    exact(at).or_else(|| at.date()?.and_time(NaiveTime::MIN).and_utc().checked_add_signed(TimeDelta::hours(36)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(a: &str, b: &str) -> bool {
        certainly_before(&Timestamp::new(a), &Timestamp::new(b))
    }

    #[test]
    fn moments_are_compared_exactly_whatever_their_offset() {
        assert!(before("2026-05-02T08:00:00+08:00", "2026-05-02T01:00:00Z"));
        assert!(!before("2026-05-02T01:00:00Z", "2026-05-02T08:00:00+08:00"));
        assert!(before("2026-05-02T01:00:00", "2026-05-02T01:00:01Z"));
    }

    #[test]
    fn a_date_is_before_another_but_not_before_a_moment_it_may_contain() {
        assert!(before("2026-05-02", "2026-05-03"));
        assert!(!before("2026-05-02", "2026-05-02"));
        assert!(!before("2026-05-02", "2026-05-03T06:00:00Z"));
        assert!(before("2026-05-02", "2026-05-03T12:00:01Z"));
        assert!(!before("2026-05-01T12:00:00Z", "2026-05-02"));
        assert!(before("2026-05-01T09:59:59Z", "2026-05-02"));
        assert!(!before("soon", "2026-05-02"));
    }

    #[test]
    fn dates_at_the_ends_of_the_calendar_are_no_trouble() {
        for text in ["+262142-12-31", "-262143-01-01", "9999-12-31", "0000-01-01", ""] {
            let at = Timestamp::new(text);
            assert!(!certainly_before(&at, &at), "{text}");
            let _ = moment(&at);
        }
    }
}
