//! Time stamps: texts on the wire, numbers when asked.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::chrono::{DateTime, Datelike, NaiveDate, Utc};
use shiptrack::error::Quoted;
use shiptrack::resources::Timestamp;
use shiptrack::zones::{LocalTime, Zone};

use crate::boundary::{ABSENT, Error, Failure, optional_text, write};

/// As a length of time: the default of the function, which its comment states. A function without a default rejects it.
pub const SHIPTRACK_DEFAULT_TIMEOUT: i64 = -1;

/// INT64_MAX. As a length of time or a number of requests: without a limit. A length of time that must end, such as a pause,
/// rejects it.
pub const SHIPTRACK_NO_LIMIT: i64 = 9_223_372_036_854_775_807;

/// A time stamp taken apart.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded down. For a date alone: those of its midnight in UTC, or at the place
    /// that was asked for.
    pub unix_ms: i64,
    /// How far the clock it was written by, or that of the place, is ahead of UTC, in seconds.
    pub offset_seconds: i32,
    /// Year of its writer's calendar, or that of the place.
    pub year: i32,
    /// Month, from 1.
    pub month: i32,
    /// Day, from 1.
    pub day: i32,
    /// 1 for a day without a time: nobody said at what time of day, in whose zone. At a place, 1 also for the moment a day begins
    /// with there, for so services tell a day. Else 0.
    pub is_date: i32,
    /// Room for what later versions tell, so that the structure can grow without growing; 0 until then.
    pub reserved: [i64; 4],
}

impl Time {
    fn on(day: NaiveDate, unix_ms: i64, offset_seconds: i32, is_date: i32) -> Self {
        let (year, month, day) = (day.year(), day.month().cast_signed(), day.day().cast_signed());
        Time { unix_ms, offset_seconds, year, month, day, is_date, reserved: [0; 4] }
    }
}

/// Reads a time stamp, as getters of this library give them: `2026-05-02`, `2026-05-02T15:00:00.000Z`,
/// `2026-05-02T08:00:00-07:00`. SHIPTRACK_ABSENT when `text` is NULL (no value). shiptrack_time_at_place() reads it by the
/// clocks of its place.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_time_parse(text: *const c_char, time: *mut Time, error: *mut *mut Error) -> i32 {
    write(time, "time", error, || {
        let text = optional_text(text, "text")?.ok_or(ABSENT)?;
        read(text).ok_or_else(|| unreadable("text", text))
    })
}

/// Reads a time stamp by the clocks and the calendar of a place, `timezone` being the IANA name of its zone
/// (`"America/Los_Angeles"`), as it stands beside the time stamp: shiptrack_transport_event_timezone(),
/// shiptrack_container_pod_timezone(). Services tell a day without a time as the moment it begins with at its place; here it is that
/// day again, with `is_date` 1. SHIPTRACK_ABSENT when `text` or `timezone` is NULL (no value); SHIPTRACK_ERROR_INVALID when the
/// zone is not in the table of this version. shiptrack_resource_time() finds the zone by itself.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_time_at_place(
    text: *const c_char,
    timezone: *const c_char,
    time: *mut Time,
    error: *mut *mut Error,
) -> i32 {
    write(time, "time", error, || {
        let text = optional_text(text, "text")?.ok_or(ABSENT)?;
        let timezone = optional_text(timezone, "timezone")?.ok_or(ABSENT)?;
        let zone = Zone::named(timezone).ok_or_else(|| {
            let detail = format!("{} is not a time zone: write its IANA name, America/Los_Angeles", Quoted(timezone));
            Failure::argument("timezone", detail)
        })?;
        read_at(text, &zone).ok_or_else(|| unreadable("text", text))
    })
}

/// By the clocks of `zone`.
pub(crate) fn read_at(text: &str, zone: &Zone) -> Option<Time> {
    let stamp = Timestamp::new(text);
    let there = stamp.at_place(zone)?;
    let moment = zone.date_time(stamp.utc().or_else(|| zone.start_of_day(there.day()))?)?;
    let is_date = matches!(there, LocalTime::Day(_)).into();
    Some(Time::on(there.day(), moment.timestamp_millis(), moment.offset().local_minus_utc(), is_date))
}

pub(crate) fn unreadable(name: &str, text: &str) -> Failure {
    let why = match read(&format!("{text}Z")) {
        Some(_) => "has no offset: end it with Z or +08:00",
        None => "is not a time stamp: write 2026-05-02, 2026-05-02T15:00:00Z or 2026-05-02T08:00:00-07:00",
    };
    Failure::argument(name, format!("{} {why}", Quoted(text)))
}

pub(crate) fn read(text: &str) -> Option<Time> {
    let stamp = Timestamp::new(text);
    let day = stamp.date()?;
    let (unix_ms, offset_seconds, is_date) = match stamp.instant() {
        Some(moment) => (moment.timestamp_millis(), moment.offset().local_minus_utc(), 0),
        None if stamp.is_date() => (day.and_time(Default::default()).and_utc().timestamp_millis(), 0, 1),
        None => return None,
    };
    Some(Time::on(day, unix_ms, offset_seconds, is_date))
}

/// Rejects years without four digits.
pub(crate) fn moment(unix_ms: i64, name: &str) -> Result<DateTime<Utc>, Failure> {
    let moment = DateTime::from_timestamp_millis(unix_ms).filter(|moment| (0..=9_999).contains(&moment.year()));
    moment.ok_or_else(|| {
        let detail = format!(
            "{name} is {unix_ms}: a moment is given in milliseconds since 1970, and lies in the years 0 to 9999"
        );
        Failure::argument(name, detail)
    })
}

/// A time limit: `usual` for [`SHIPTRACK_DEFAULT_TIMEOUT`], which is rejected without one. [`SHIPTRACK_NO_LIMIT`] is longer than
/// anything lasts.
pub(crate) fn time_limit(
    milliseconds: i64,
    name: &str,
    usual: impl Into<Option<Duration>>,
) -> Result<Duration, Failure> {
    match (u64::try_from(milliseconds), usual.into()) {
        (Ok(milliseconds), _) => Ok(Duration::from_millis(milliseconds)),
        (Err(_), Some(usual)) if milliseconds == SHIPTRACK_DEFAULT_TIMEOUT => Ok(usual),
        (Err(_), usual) => {
            let default = if usual.is_some() { ", or SHIPTRACK_DEFAULT_TIMEOUT (-1)" } else { "" };
            let detail = format!("{name} is {milliseconds}: a length of time is 0 or more milliseconds{default}");
            Err(Failure::argument(name, detail))
        }
    }
}

/// A length of time that ends: as a limit, but [`SHIPTRACK_NO_LIMIT`] is rejected.
pub(crate) fn span(milliseconds: i64, name: &str, usual: impl Into<Option<Duration>>) -> Result<Duration, Failure> {
    match milliseconds {
        SHIPTRACK_NO_LIMIT => Err(Failure::argument(name, format!("{name} cannot be SHIPTRACK_NO_LIMIT: it must end"))),
        _ => time_limit(milliseconds, name, usual),
    }
}
