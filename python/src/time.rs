//! Converts times, dates and durations between the interface, the core and Python.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Offset, TimeDelta, Timelike, Utc};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};
use shiptrack::resources::Timestamp;
use shiptrack::zones::{LocalTime, Zone};
use std::time::Duration;

static DATETIME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static DATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static TIMEDELTA: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static UUID: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static UTC: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Returns an aware `datetime`, a `date` for a day, `None` for anything else.
pub fn timestamp<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let stamp = Timestamp::new(text);
    if let Some(moment) = stamp.instant() {
        return datetime(py, &moment);
    }
    match stamp.date().filter(|_| stamp.is_date()) {
        Some(day) => date(py, day),
        None => Ok(py.None().into_bound(py)),
    }
}

/// Returns a `date` if the time is a day in one of the zones, otherwise an aware `datetime`. Uses the first zone that
/// applies. Without a zone, the result is that of [`timestamp`].
pub fn at_place<'py, 'z>(
    py: Python<'py>,
    text: &str,
    zones: impl IntoIterator<Item = &'z Zone>,
) -> PyResult<Bound<'py, PyAny>> {
    let stamp = Timestamp::new(text);
    match stamp.choose_zone(zones).and_then(|zone| stamp.at_place(zone)) {
        Some(LocalTime::Day(day)) => date(py, day),
        Some(LocalTime::Moment(moment)) => datetime(py, &moment),
        None => timestamp(py, text),
    }
}

/// Unknown zones are left out.
pub fn zones<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Zone> {
    names.into_iter().filter_map(Zone::named).collect()
}

/// Converts a moment to local time in the first of these zones in which it is a whole day, otherwise in the first zone.
#[pyfunction]
#[pyo3(signature = (moment, timezones, /))]
pub fn _at_place<'py>(moment: &Bound<'py, PyAny>, timezones: Vec<Option<String>>) -> PyResult<Bound<'py, PyAny>> {
    let zones = zones(timezones.iter().flatten().map(String::as_str));
    match time_text(moment)? {
        Some(text) if !zones.is_empty() => at_place(moment.py(), &text, &zones),
        _ => Ok(moment.clone()),
    }
}

/// Returns an aware `datetime` with microseconds.
pub fn datetime<'py, Z: chrono::TimeZone>(py: Python<'py>, moment: &DateTime<Z>) -> PyResult<Bound<'py, PyAny>> {
    let local = moment.naive_local();
    let Ok(year) = u16::try_from(local.year()) else { return Ok(py.None().into_bound(py)) };
    let micro = (local.nanosecond() / 1_000).min(999_999).to_be_bytes();
    let [high, low] = year.to_be_bytes();
    // The pickled form needs one argument instead of seven, and is by far the fastest way to create a `datetime`.
    let state = [
        high,
        low,
        part(local.month()),
        part(local.day()),
        part(local.hour()),
        part(local.minute()),
        part(local.second().min(59)),
        micro[1],
        micro[2],
        micro[3],
    ];
    let zone = zone(py, moment.offset().fix().local_minus_utc())?;
    DATETIME.import(py, "datetime", "datetime")?.call1((PyBytes::new(py, &state), zone))
}

/// Parts of a date and a time are below 256.
fn part(number: u32) -> u8 {
    u8::try_from(number).unwrap_or_default()
}

fn zone(py: Python<'_>, seconds: i32) -> PyResult<Bound<'_, PyAny>> {
    let timezone = || py.import("datetime")?.getattr("timezone");
    if seconds == 0 {
        let utc = UTC.get_or_try_init(py, || Ok::<_, PyErr>(timezone()?.getattr("utc")?.unbind()))?;
        return Ok(utc.bind(py).clone());
    }
    let span = TIMEDELTA.import(py, "datetime", "timedelta")?.call1((0, seconds))?;
    timezone()?.call1((span,))
}

/// Returns a `datetime` without a zone.
pub fn naive(py: Python<'_>, at: NaiveDateTime) -> PyResult<Bound<'_, PyAny>> {
    let parts =
        (at.year(), at.month(), at.day(), at.hour(), at.minute(), at.second(), at.and_utc().timestamp_subsec_micros());
    DATETIME.import(py, "datetime", "datetime")?.call1(parts)
}

pub fn timedelta(py: Python<'_>, span: TimeDelta) -> PyResult<Bound<'_, PyAny>> {
    let parts = (span.num_days(), 0, (span - TimeDelta::days(span.num_days())).num_microseconds());
    TIMEDELTA.import(py, "datetime", "timedelta")?.call1(parts)
}

/// A day counts as noon UTC. Returns `None` if the stamp is not a time.
pub fn instant<'py>(py: Python<'py>, stamp: &Timestamp) -> PyResult<Bound<'py, PyAny>> {
    match (stamp.instant(), stamp.comparable_instant()) {
        (Some(moment), _) => datetime(py, &moment),
        (None, Some(noon)) => datetime(py, &noon),
        (None, None) => Ok(py.None().into_bound(py)),
    }
}

pub fn date(py: Python<'_>, day: NaiveDate) -> PyResult<Bound<'_, PyAny>> {
    DATE.import(py, "datetime", "date")?.call1((day.year(), day.month(), day.day()))
}

pub fn uuid(py: Python<'_>, uuid: uuid::Uuid) -> PyResult<Bound<'_, PyAny>> {
    let hex = uuid.simple().to_string();
    UUID.import(py, "uuid", "UUID")?.call1((hex,))
}

/// Reads an aware `datetime`.
pub fn moment(value: &Bound<'_, PyAny>) -> PyResult<DateTime<Utc>> {
    let py = value.py();
    // pandas' NaT is an instance of `datetime`, but not equal to itself.
    if !value.is_instance(DATETIME.import(py, "datetime", "datetime")?)? || value.ne(value)? {
        let found = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a datetime expected, not {found}")));
    }
    let text: String = value.call_method0("isoformat")?.extract()?;
    if value.getattr("tzinfo")?.is_none() {
        return Err(PyValueError::new_err(
            "the datetime has no time zone: add one, for example datetime.timezone.utc. In a fact, pass .isoformat() to \
             use the local time of the place",
        ));
    }
    let moment = DateTime::parse_from_rfc3339(&text).map_err(|problem| PyValueError::new_err(problem.to_string()))?;
    Ok(moment.to_utc())
}

/// Adds at most a century.
pub fn later(now: DateTime<Utc>, by: Duration) -> DateTime<Utc> {
    let by = TimeDelta::from_std(by).unwrap_or(TimeDelta::days(36_500));
    now.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Accepts a `datetime`, `date` or `UUID`.
pub fn wire_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if is_uuid(value)? {
        return value.str()?.extract().map(Some);
    }
    time_text(value)
}

/// Accepts a `datetime` or `date`.
pub fn time_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = value.py();
    if value.is_instance(DATETIME.import(py, "datetime", "datetime")?)? {
        return Ok(Some(Timestamp::from(moment(value)?).to_string()));
    }
    if value.is_instance(DATE.import(py, "datetime", "date")?)? {
        return value.call_method0("isoformat")?.extract().map(Some);
    }
    Ok(None)
}

pub fn is_uuid(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.is_instance(UUID.import(value.py(), "uuid", "UUID")?)
}

/// Returns a `UUID` if the text is one, otherwise the text.
pub fn id<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    match shiptrack::ids::Id::<()>::new(text).uuid() {
        Some(known) => uuid(py, known),
        None => Ok(PyString::new(py, text).into_any()),
    }
}
