//! The pause another party asks for.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::Headers;

/// Reads `Retry-After`: seconds, or a date, which is measured against the answer's own `Date`, so that a clock that
/// goes wrong on either side does no harm. A moment in the past is no pause; text that is neither says nothing.
pub fn retry_after(headers: &Headers, now: DateTime<Utc>) -> Option<Duration> {
    let text = headers.get("Retry-After")?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    if text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok()) {
        return Some(Duration::ZERO);
    }
    let until = date(text)?;
    let since = headers.get("Date").and_then(date).unwrap_or(now);
    Some((until - since).to_std().unwrap_or_default())
}

fn date(text: &str) -> Option<DateTime<Utc>> {
    httpdate::parse_http_date(text.trim()).ok().map(DateTime::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_header_is_read() {
        let now = DateTime::UNIX_EPOCH;
        let read = |text: &str| {
            let mut headers = Headers::new();
            headers.set("Date", "Fri, 20 Nov 2026 12:00:00 GMT");
            headers.set("Retry-After", text);
            retry_after(&headers, now).map(|pause| pause.as_secs())
        };
        assert_eq!(read("7"), Some(7));
        assert_eq!(read("-7"), Some(0));
        assert_eq!(read("Fri, 20 Nov 2026 12:01:30 GMT"), Some(90));
        assert_eq!(read("Friday, 20-Nov-26 12:01:30 GMT"), Some(90));
        assert_eq!(read("Fri Nov 20 12:01:30 2026"), Some(90));
        assert_eq!(read("Fri, 20 Nov 2026 11:00:00 GMT"), Some(0));
        assert_eq!(read("soon"), None);
        assert_eq!(read("99999999999999999999999"), None);
    }
}
