//! Decides which times of events are plausible, and whether an event that a source reports as actual can have happened.

use chrono::{DateTime, Months, TimeDelta, Utc};

use crate::resources::Timestamp;
use crate::tracking::moment::{ALLOWANCE, earliest, is_in_future, sort_instant};
use crate::tracking::{Certainty, Event};

/// Times before this year are implausible.
const FIRST_YEAR: &[u8] = b"2000";
/// Times further ahead than this are implausible.
const LAST_YEARS: Months = Months::new(24);

/// The times that are plausible now.
pub(in crate::tracking) struct TimeWindow {
    pub(in crate::tracking) now: DateTime<Utc>,
    /// The latest plausible time.
    last: DateTime<Utc>,
    /// The day before `now` and the day before `last`, as text: most times are compared with them and not parsed.
    yesterday: String,
    day_before_last: String,
}

/// How an event counts now.
#[derive(Clone, Copy)]
pub(in crate::tracking) struct Plausible<'a> {
    /// An actual event whose time is in the future counts as estimated.
    pub(in crate::tracking) certainty: Certainty,
    /// `None` if the time is implausible.
    pub(in crate::tracking) at: Option<&'a Timestamp>,
}

impl TimeWindow {
    pub(in crate::tracking) fn at(now: DateTime<Utc>) -> Self {
        let last = now.checked_add_months(LAST_YEARS).unwrap_or(DateTime::<Utc>::MAX_UTC);
        let day_before =
            |at: DateTime<Utc>| at.checked_sub_signed(TimeDelta::days(1)).unwrap_or(at).format("%Y-%m-%d").to_string();
        TimeWindow { now, last, yesterday: day_before(now), day_before_last: day_before(last) }
    }

    /// Returns how the event counts at this time.
    pub(in crate::tracking) fn judge<'a>(&self, event: &'a Event) -> Plausible<'a> {
        let reported = Plausible { certainty: event.certainty, at: event.at.as_ref() };
        let Some(at) = &event.at else { return reported };
        let is_actual = event.certainty == Certainty::Actual;
        let limit = if is_actual { &self.yesterday } else { &self.day_before_last };
        if is_day_between(at, FIRST_YEAR, limit.as_bytes()) {
            return reported;
        }
        if !self.is_plausible(at) {
            return Plausible { at: None, ..reported };
        }
        let is_future = is_actual && is_in_future(at, self.now);
        Plausible { certainty: if is_future { Certainty::Estimated } else { event.certainty }, ..reported }
    }

    /// Whether the time is possible; `false` if the text is not a time.
    pub(in crate::tracking) fn is_plausible(&self, at: &Timestamp) -> bool {
        let (Some(moment), Some(earliest)) = (sort_instant(at), earliest(at)) else { return false };
        moment.format("%Y").to_string().as_bytes() >= FIRST_YEAR && earliest <= self.last
    }

    /// When an event that is too far in the future will count differently: its time becomes plausible, or the event becomes actual. `None` if
    /// this will not happen.
    pub(super) fn changes_at(&self, event: &Event) -> Option<DateTime<Utc>> {
        let earliest = earliest(event.at.as_ref()?)?;
        let enters = match earliest > self.last {
            true => earliest.checked_sub_months(LAST_YEARS)?,
            false => earliest.checked_sub_signed(ALLOWANCE)?,
        };
        (enters > self.now).then_some(enters)
    }
}

/// Whether the text begins with a day from `first` (inclusive) to `last` (exclusive). The days of two offsets differ by at most one.
fn is_day_between(at: &Timestamp, first: &[u8], last: &[u8]) -> bool {
    let Some(day) = at.as_str().as_bytes().get(..10) else { return false };
    let is_day =
        day.iter().enumerate().all(|(at, byte)| if at == 4 || at == 7 { *byte == b'-' } else { byte.is_ascii_digit() });
    is_day && first <= day && day < last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::Milestone;

    fn judge(certainty: Certainty, at: &str, now: &str) -> (Certainty, bool) {
        let event = Event { certainty, ..Event::actual(Milestone::VesselArrived, Timestamp::new(at)) };
        let judged = TimeWindow::at(now.parse().unwrap()).judge(&event);
        (judged.certainty, judged.at.is_some())
    }

    #[test]
    fn an_actual_event_more_than_14_hours_ahead_counts_as_estimated() {
        let actual = |at: &str| judge(Certainty::Actual, at, "2026-01-10T12:00:00Z");
        for at in
            ["2026-01-10T12:00:00Z", "2026-01-11T02:00:00Z", "2026-01-11T10:00:00+08:00", "2025-12-31", "2026-01-11"]
        {
            assert_eq!(actual(at), (Certainty::Actual, true), "{at}");
        }
        for at in ["2026-01-11T02:00:01Z", "2026-01-12", "2026-01-11T18:00:00+02:00", "2027-12-01T00:00:00Z"] {
            assert_eq!(actual(at), (Certainty::Estimated, true), "{at}");
        }
    }

    #[test]
    fn a_time_before_2000_or_more_than_two_years_ahead_is_no_time() {
        for certainty in [Certainty::Actual, Certainty::Estimated, Certainty::Planned] {
            for at in [
                "1999-12-31T23:59:59Z",
                "0001-01-01",
                "1970-01-01T00:00:00Z",
                "2028-01-10T12:00:01Z",
                "2999-01-01",
                "soon",
            ] {
                assert!(!judge(certainty, at, "2026-01-10T12:00:00Z").1, "{at}");
            }
            for at in ["2000-01-01", "2028-01-10T12:00:00Z", "2028-01-11"] {
                assert!(judge(certainty, at, "2026-01-10T12:00:00Z").1, "{at}");
            }
        }
        assert!(judge(Certainty::Actual, "2026-01-10", "9999-12-31T00:00:00Z").1);
    }

    #[test]
    fn a_future_event_counts_differently_when_it_enters_its_window() {
        let changes = |at: &str| {
            let event = Event::actual(Milestone::VesselArrived, Timestamp::new(at));
            TimeWindow::at("2026-01-10T12:00:00Z".parse().unwrap()).changes_at(&event).map(|at| at.to_rfc3339())
        };
        assert_eq!(changes("2026-01-20T10:00:00Z").as_deref(), Some("2026-01-19T20:00:00+00:00"));
        assert_eq!(
            changes("2026-01-20").as_deref(),
            Some("2026-01-18T20:00:00+00:00"),
            "a date begins in the easternmost zone"
        );
        assert_eq!(changes("2030-01-20T10:00:00Z").as_deref(), Some("2028-01-20T10:00:00+00:00"));
        assert_eq!(changes("1990-01-20T10:00:00Z"), None);
    }
}
