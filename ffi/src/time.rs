//! Time stamps: texts in the interface, numbers on request.

use std::ffi::c_char;
use std::time::Duration;

use shiptrack::chrono::{DateTime, Datelike, NaiveDate, Utc};
use shiptrack::error::Quoted;
use shiptrack::resources::Timestamp;
use shiptrack::zones::{LocalTime, Zone};

use crate::boundary::{ABSENT, Error, Failure, optional_text, write};

/// As a length of time: the default of the function, which its comment states. A function without a default rejects it.
pub const SHIPTRACK_DEFAULT_TIMEOUT: i64 = -1;

/// INT64_MAX. As a length of time or a number of requests: no limit. A length of time that must end, such as a pause,
/// rejects it.
pub const SHIPTRACK_NO_LIMIT: i64 = 9_223_372_036_854_775_807;

/// The parts of a time stamp.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded down. For a date without a time: midnight in UTC, or at the
    /// place if one was given.
    pub unix_ms: i64,
    /// Offset from UTC in seconds, of the time stamp or of the place: 28800 for UTC+8.
    pub offset_seconds: i32,
    /// Year, in the calendar of the time stamp or of the place.
    pub year: i32,
    /// Month, 1 to 12.
    pub month: i32,
    /// Day of the month, 1 to 31.
    pub day: i32,
    /// 1 if it is a date without a time of day, else 0. At a place it is also 1 for the moment at which a day starts
    /// there, because services write a date in that form.
    pub is_date: i32,
    /// Reserved for later versions; 0.
    pub reserved: [i64; 4],
}

impl Time {
    fn on(day: NaiveDate, unix_ms: i64, offset_seconds: i32, is_date: i32) -> Self {
        let (year, month, day) = (day.year(), day.month().cast_signed(), day.day().cast_signed());
        Time { unix_ms, offset_seconds, year, month, day, is_date, reserved: [0; 4] }
    }
}

/// Parses a time stamp of this library: `2026-05-02`, `2026-05-02T15:00:00.000Z` or `2026-05-02T08:00:00-07:00`.
/// Returns SHIPTRACK_ABSENT if `text` is NULL, so that you can pass the result of a getter. shiptrack_time_at_place()
/// converts it to the local time of a place.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_time_parse(text: *const c_char, time: *mut Time, error: *mut *mut Error) -> i32 {
    write(time, "time", error, || {
        let text = optional_text(text, "text")?.ok_or(ABSENT)?;
        read(text).ok_or_else(|| unreadable("text", text))
    })
}

/// Converts a time stamp to the local time of a place. `timezone` is the IANA name of its time zone
/// (`"America/Los_Angeles"`); getters return it next to the time stamp: shiptrack_transport_event_timezone(),
/// shiptrack_container_pod_timezone().
///
/// Services write a date without a time as the moment at which that day starts at the place; this function returns that
/// date with `is_date` 1. Returns SHIPTRACK_ABSENT if `text` or `timezone` is NULL, and SHIPTRACK_ERROR_INVALID if this
/// version does not know the time zone. shiptrack_resource_time() finds the time zone itself.
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

/// In the local time of `zone`.
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

/// Rejects years outside 0 to 9999.
pub(crate) fn moment(unix_ms: i64, name: &str) -> Result<DateTime<Utc>, Failure> {
    let moment = DateTime::from_timestamp_millis(unix_ms).filter(|moment| (0..=9_999).contains(&moment.year()));
    moment.ok_or_else(|| {
        let detail = format!(
            "{name} is {unix_ms}: a moment is given in milliseconds since 1970, and lies in the years 0 to 9999"
        );
        Failure::argument(name, detail)
    })
}

/// A time limit: `usual` for [`SHIPTRACK_DEFAULT_TIMEOUT`], which is rejected if `usual` is `None`.
/// [`SHIPTRACK_NO_LIMIT`] becomes the longest time that can be represented.
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

/// A length of time that must end: as [`time_limit`], but [`SHIPTRACK_NO_LIMIT`] is rejected.
pub(crate) fn span(milliseconds: i64, name: &str, usual: impl Into<Option<Duration>>) -> Result<Duration, Failure> {
    match milliseconds {
        SHIPTRACK_NO_LIMIT => Err(Failure::argument(name, format!("{name} cannot be SHIPTRACK_NO_LIMIT: it must end"))),
        _ => time_limit(milliseconds, name, usual),
    }
}
