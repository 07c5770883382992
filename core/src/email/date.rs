//! The `Date` field.

use chrono::{DateTime, FixedOffset, Month, NaiveDate, NaiveTime, Timelike};

/// Longer than any honest date, comment included.
const LONGEST: usize = 256;

/// Bytes of a numeric offset: `+02:00`.
const LONGEST_OFFSET: usize = 6;

/// The moment in a `Date` field, with the offset of its sender; `None` if the text is not a date.
///
/// The day of the week is not compared with the date: it is often wrong. A date without an offset is refused, because a
/// guessed offset could be wrong by a day.
pub(super) fn read(text: &str) -> Option<DateTime<FixedOffset>> {
    if text.len() > LONGEST {
        return None;
    }
    let text = without_comments(text);
    let text = text.trim();
    if let Ok(date) = DateTime::parse_from_rfc3339(text) {
        return Some(date);
    }
    let text = text.split_once(',').map_or(text, |(_, rest)| rest);
    let mut words = text.split_ascii_whitespace().peekable();
    words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let day = words.next()?.parse().ok()?;
    let month = month(words.next()?)?;
    let date = NaiveDate::from_ymd_opt(year(words.next()?)?, month, day)?;
    let time = time(words.next()?)?;
    let offset = offset(words.next()?)?;
    date.and_time(time).and_local_timezone(offset).single()
}

/// Comments may be nested; they are counted, not descended into.
fn without_comments(text: &str) -> String {
    let (mut depth, mut escaped) = (0_usize, false);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if depth > 0 => escaped = true,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// The month that a name begins like: mailers write `Sep`, `Sept` and `September`.
fn month(word: &str) -> Option<u32> {
    Some(word.get(..3)?.parse::<Month>().ok()?.number_from_month())
}

/// Years of two and three digits are read as RFC 5322 defines.
fn year(word: &str) -> Option<i32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let year: i32 = word.parse().ok().filter(|_| digits)?;
    match (word.len(), year) {
        (2, 0..=49) => Some(year + 2000),
        (2 | 3, _) => Some(year + 1900),
        (4, 1900..) => Some(year),
        _ => None,
    }
}

/// A leap second becomes the second before it: the calendar has none.
fn time(word: &str) -> Option<NaiveTime> {
    ["%H:%M:%S", "%H:%M"].iter().find_map(|form| NaiveTime::parse_from_str(word, form).ok())?.with_nanosecond(0)
}

fn offset(word: &str) -> Option<FixedOffset> {
    let hours = match word.to_ascii_uppercase().as_str() {
        "GMT" | "UT" | "UTC" | "Z" => 0,
        "EDT" => -4,
        "EST" | "CDT" => -5,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" => -8,
        // Of a longer word, chrono reads the beginning.
        _ => return word.parse().ok().filter(|_| word.len() <= LONGEST_OFFSET),
    };
    FixedOffset::east_opt(hours * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Option<String> {
        read(text).map(|date| date.to_rfc3339())
    }

    #[test]
    fn dates_keep_their_offset() {
        for (text, date) in [
            ("Tue, 22 Jul 2025 09:05:07 +0200", "2025-07-22T09:05:07+02:00"),
            ("22 Jul 2025 09:05 -0330 (Newfoundland (\\) standard) time)", "2025-07-22T09:05:00-03:30"),
            ("Mon, 22 July 25 9:05:07 GMT", "2025-07-22T09:05:07+00:00"),
            ("Fri,1 jan 99 00:00:60 EST", "1999-01-01T00:00:59-05:00"),
            ("Tue 22 Jul 2025 09:05:07 +02:00", "2025-07-22T09:05:07+02:00"),
            ("2025-07-22T09:05:07Z", "2025-07-22T09:05:07+00:00"),
            ("Thu, 01 Jan 1970 00:00:00 -0000", "1970-01-01T00:00:00+00:00"),
        ] {
            assert_eq!(told(text).as_deref(), Some(date), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "yesterday",
            "Tue, 22 Jul 2025 09:05:07",
            "Tue, 31 Feb 2025 09:05:07 +0000",
            "Tue, 22 Jul 2025 25:05:07 +0000",
            "Tue, 22 Jul 12025 09:05:07 +0000",
            "Tue, 22 Jul 2025 09:05:07 +9999",
            "Tue, 22 Ju 2025 09:05:07 +0000",
            "Tue, 22 Jul 2025 09:05:07 +02é",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
        assert_eq!(told(&"(".repeat(1_000_000)), None);
    }
}
