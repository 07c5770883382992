//! The pause another party asks for.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};

use super::Headers;

/// Reads `Retry-After`: seconds, or one of the three forms of an HTTP date. `None` when there is none, or nonsense.
///
/// A date is measured against the answer's own `Date`, so that a clock that is wrong, on either side, does not matter;
/// against `now` where the answer has none. What lies in the past is no pause, and none is longer than
/// `longest`.
pub fn retry_after(headers: &Headers, now: DateTime<Utc>, longest: Duration) -> Option<Duration> {
    let text = headers.get("Retry-After")?.trim();
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (0, digits));
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number too large to hold is as good as the longest pause.
        let seconds = sign * digits.parse().unwrap_or(u64::MAX);
        return Some(Duration::from_secs(seconds).min(longest));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    let sent = headers.get("Date").and_then(|date| httpdate::parse_http_date(date.trim()).ok());
    let since = sent.unwrap_or_else(|| SystemTime::from(now));
    Some(until.duration_since(since).unwrap_or_default().min(longest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONGEST: Duration = Duration::from_secs(120);

    fn read(text: &str, date: Option<&str>) -> Option<u64> {
        let mut headers = Headers::new();
        headers.set("retry-after", text);
        if let Some(date) = date {
            headers.set("date", date);
        }
        retry_after(&headers, DateTime::UNIX_EPOCH, LONGEST).map(|pause| pause.as_secs())
    }

    #[test]
    fn seconds_are_read_and_clamped() {
        for (text, seconds) in
            [("7", 7), (" 60 ", 60), ("0", 0), ("-5", 0), ("120", 120), ("121", 120), ("99999999999999999999999", 120)]
        {
            assert_eq!(read(text, None), Some(seconds), "{text}");
        }
        for text in ["", "-", "soon", "1.5", "+5", "7 seconds", "٧"] {
            assert_eq!(read(text, None), None, "{text}");
        }
    }

    #[test]
    fn the_three_forms_of_a_date_are_measured_against_the_answers_own_clock() {
        let date = Some("Sun, 06 Nov 1994 08:49:07 GMT");
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(read(text, date), Some(30), "{text}");
        }
        assert_eq!(read("Sun, 06 Nov 1994 08:49:00 GMT", date), Some(0));
        assert_eq!(read("Sat, 06 Nov 2094 08:49:00 GMT", date), Some(120));
        assert_eq!(read("Thu, 01 Jan 1970 00:00:20 GMT", None), Some(20));
        assert_eq!(read("Thu, 01 Jan 1970 00:00:20 GMT", Some("nonsense")), Some(20));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic_or_wait_longer_than_two_minutes(text in "[ -~]{0,40}|[-+0-9.]{0,30}") {
            let pause = read(&text, Some(&text));
            prop_assert!(pause.is_none_or(|seconds| seconds <= 120));
        }
    }
}
