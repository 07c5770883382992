//! Time stamps: texts on the wire, numbers when asked.

use std::ffi::c_char;

use shiptrack::chrono::{DateTime, Datelike, Utc};
use shiptrack::error::Quoted;
use shiptrack::resources::Timestamp;

use crate::boundary::{Error, Failure, Out, SHIPTRACK_ABSENT, call, optional_text};

/// A time stamp taken apart.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// Milliseconds since 1970-01-01T00:00:00Z, rounded down. For a date alone: those of its midnight in UTC.
    pub unix_ms: i64,
    /// How far the clock it was written by is ahead of UTC, in seconds.
    pub offset_seconds: i32,
    /// Year of its writer's calendar.
    pub year: i32,
    /// Month, from 1.
    pub month: i32,
    /// Day, from 1.
    pub day: i32,
    /// 1 for a day without a time: nobody said at what time of day, in whose zone. Else 0.
    pub is_date: i32,
}

/// Reads a time stamp, as getters of this library give them: `2026-05-02`, `2026-05-02T15:00:00.000Z`,
/// `2026-05-02T08:00:00-07:00`. SHIPTRACK_ABSENT when `text` is NULL (no value).
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_time_parse(text: *const c_char, time: *mut Time, error: *mut *mut Error) -> i32 {
    call(error, || {
        let out = Out::required(time, "time")?;
        let text = optional_text(text, "text")?.ok_or(Failure::Nothing(SHIPTRACK_ABSENT))?;
        out.set(read(text).ok_or_else(|| Failure::argument("text", unreadable(text)))?);
        Ok(())
    })
}

fn unreadable(text: &str) -> String {
    let shown = Quoted(text);
    match read(&format!("{text}Z")) {
        Some(_) => format!("{shown} has no offset: end it with Z or +08:00"),
        None => {
            format!("{shown} is not a time stamp: write 2026-05-02, 2026-05-02T15:00:00Z or 2026-05-02T08:00:00-07:00")
        }
    }
}

fn read(text: &str) -> Option<Time> {
    let stamp = Timestamp::new(text);
    let day = stamp.date()?;
    let (year, month, day_of_month) = (day.year(), day.month().cast_signed(), day.day().cast_signed());
    match stamp.instant() {
        Some(moment) => Some(Time {
            unix_ms: moment.timestamp_millis(),
            offset_seconds: moment.offset().local_minus_utc(),
            year,
            month,
            day: day_of_month,
            is_date: 0,
        }),
        None if stamp.is_date() => Some(Time {
            unix_ms: day.and_time(Default::default()).and_utc().timestamp_millis(),
            offset_seconds: 0,
            year,
            month,
            day: day_of_month,
            is_date: 1,
        }),
        None => None,
    }
}

/// A moment given in milliseconds since 1970, of a year with four digits.
pub(crate) fn moment(unix_ms: i64, name: &str) -> Result<DateTime<Utc>, Failure> {
    let moment = DateTime::from_timestamp_millis(unix_ms).filter(|moment| (0..=9_999).contains(&moment.year()));
    moment.ok_or_else(|| {
        let detail = format!(
            "{name} is {unix_ms}: a moment is given in milliseconds since 1970, and lies in the years 0 to 9999"
        );
        Failure::argument(name, detail)
    })
}

/// A time span given in milliseconds.
pub(crate) fn span(milliseconds: i64, name: &str) -> Result<std::time::Duration, Failure> {
    match u64::try_from(milliseconds) {
        Ok(milliseconds) => Ok(std::time::Duration::from_millis(milliseconds)),
        Err(_) => Err(Failure::argument(name, format!("{name} is {milliseconds}: a length of time is 0 or more"))),
    }
}
