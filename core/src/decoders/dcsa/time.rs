//! Parses times in the spellings that carriers use.

use std::borrow::Cow;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime};

use crate::resources::Timestamp;
use crate::tracking::is_time;

/// `Ok(None)` for a date in the year 1, which some programs write for "no time".
pub(super) fn timestamp(text: &str) -> Result<Option<Timestamp>, String> {
    let text = text.trim();
    if text.starts_with("0001-01-01") {
        return Ok(None);
    }
    let at = Timestamp::new(text);
    if is_time(&at) {
        return Ok(Some(at));
    }
    let repaired = [with_seconds(text), with_minutes_of_offset(text), compact(text), unix_time(text)];
    repaired
        .into_iter()
        .flatten()
        .map(Timestamp::from)
        .find(is_time)
        .map(Some)
        .ok_or_else(|| format!("{} is not a time", crate::error::Quoted(text)))
}

/// Adds seconds to `2026-05-02T10:00+08:00`, and removes the blanks of `2026-05-02 10:00:00 +08:00`.
fn with_seconds(text: &str) -> Option<String> {
    let (day, rest) = (text.get(..10)?, text.get(11..)?.replace(' ', ""));
    let (clock, offset) = (rest.get(..5)?, rest.get(5..)?);
    let seconds = if offset.starts_with(['Z', 'z', '+', '-']) { ":00" } else { "" };
    Some(format!("{day}T{clock}{seconds}{offset}"))
}

/// Completes `2026-05-02T10:00:00+08`.
fn with_minutes_of_offset(text: &str) -> Option<String> {
    let at = text.len().checked_sub(3)?;
    text.get(at..)?.starts_with(['+', '-']).then(|| format!("{}:00", text.replacen(' ', "T", 1)))
}

/// Parses `20260502`, `202605021000`, `20260502100000` and `20260502T100000Z`.
fn compact(text: &str) -> Option<String> {
    let (text, zone) = text.strip_suffix(['Z', 'z']).map_or((text, ""), |text| (text, "Z"));
    let digits: Cow<'_, str> = if text.contains('T') { text.replacen('T', "", 1).into() } else { text.into() };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let at = |form| NaiveDateTime::parse_from_str(&digits, form).ok().filter(|at| (1970..2200).contains(&at.year()));
    match digits.len() {
        8 => NaiveDate::parse_from_str(&digits, "%Y%m%d")
            .ok()
            .filter(|at| (1970..2200).contains(&at.year()))
            .map(|day| day.to_string()),
        12 => Some(format!("{}{zone}", at("%Y%m%d%H%M")?.format("%Y-%m-%dT%H:%M:%S"))),
        14 => Some(format!("{}{zone}", at("%Y%m%d%H%M%S")?.format("%Y-%m-%dT%H:%M:%S"))),
        _ => None,
    }
}

/// Parses seconds or milliseconds since 1970.
fn unix_time(text: &str) -> Option<String> {
    let count: i64 = text.parse().ok()?;
    let at = match text.len() {
        10 => DateTime::from_timestamp(count, 0)?,
        13 => DateTime::from_timestamp_millis(count)?,
        _ => return None,
    };
    Some(Timestamp::from(at).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_all_known_spellings() {
        for (written, read) in [
            ("2026-01-05T22:19:00.1234567+08:00", "2026-01-05T22:19:00.1234567+08:00"),
            ("2026-01-05T22:19:00+0800", "2026-01-05T22:19:00+0800"),
            (" 2026-01-05T22:19:00Z ", "2026-01-05T22:19:00Z"),
            ("2026-01-05T22:19+08:00", "2026-01-05T22:19:00+08:00"),
            ("2026-01-05 22:19+08:00", "2026-01-05T22:19:00+08:00"),
            ("2026-01-05 22:19 +08:00", "2026-01-05T22:19:00+08:00"),
            ("2026-01-05T22:19Z", "2026-01-05T22:19:00Z"),
            ("2026-01-05T22:19:00+08", "2026-01-05T22:19:00+08:00"),
            ("2026-01-05T22:19:00", "2026-01-05T22:19:00"),
            ("2026-01-05", "2026-01-05"),
            ("20260105", "2026-01-05"),
            ("20260105T221900Z", "2026-01-05T22:19:00Z"),
            ("202601052219", "2026-01-05T22:19:00"),
            ("1767651540000", "2026-01-05T22:19:00Z"),
            ("1767651540", "2026-01-05T22:19:00Z"),
        ] {
            let at = timestamp(written).unwrap().unwrap();
            assert!(is_time(&at), "{written}");
            assert_eq!(at.as_str(), read, "{written}");
        }
        assert_eq!(timestamp("0001-01-01T00:00:00"), Ok(None));
        for text in ["soon", "2026-13-05T22:19:00Z", "2026-01-05T25:00:00Z", "", "12", "ü026-01-05T22:19", "T", "+08"]
        {
            assert!(timestamp(text).is_err(), "{text}");
        }
    }
}
