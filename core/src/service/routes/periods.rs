//! Periods that a listing is asked for.

use chrono::{DateTime, NaiveDate, NaiveTime, SubsecRound, TimeDelta, Utc};

use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::jsonapi::Query;
use crate::time::later;

/// Where a period begins.
pub(super) fn from(query: &Query, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(span(query, name)?.map(|(first, _)| first))
}

/// Where a period has ended: what is asked for as its end is the last of it.
pub(super) fn until(query: &Query, name: &str) -> Result<Option<DateTime<Utc>>> {
    Ok(span(query, name)?.map(|(first, length)| later(first, length)))
}

/// What a filter names: a moment, as exact as the interface tells moments, or a whole day in UTC.
fn span(query: &Query, name: &str) -> Result<Option<(DateTime<Utc>, TimeDelta)>> {
    let Some(text) = query.get(name) else { return Ok(None) };
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Ok(Some((moment.to_utc().trunc_subsecs(3), TimeDelta::milliseconds(1))));
    }
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(day) => Ok(Some((day.and_time(NaiveTime::MIN).and_utc(), TimeDelta::days(1)))),
        Err(_) => {
            let detail =
                format!("{name} is a moment (2026-01-31T12:00:00Z) or a day (2026-01-31), not {}", Quoted(text));
            Err(Error::refused(ErrorKind::BadRequest, name, detail))
        }
    }
}
