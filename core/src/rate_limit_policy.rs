//! The header field `RateLimit-Policy`, in which a service reports the rate limits of an API key: one item for each bucket, such as
//! `"default";q=100;w=60, "create";q=100;w=60` (draft-ietf-httpapi-ratelimit-headers). `q` is the number of requests in a window of `w`
//! seconds.

use std::time::Duration;

use crate::limits::{Bucket, RateLimits};

/// The name of the field.
pub(crate) const FIELD: &str = "RateLimit-Policy";

/// The quota of a bucket without a limit: the largest integer of a structured field.
const UNLIMITED: u64 = 999_999_999_999_999;

/// Longest window that is accepted, in seconds.
const LONGEST_WINDOW: u64 = 24 * 60 * 60;

/// The limit of one bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quota {
    /// The number of requests in a window; `None` without a limit.
    pub(crate) limit: Option<u32>,
    /// The length of the window.
    pub(crate) per: Duration,
}

/// Writes the value of the field. The window is rounded up to whole seconds.
pub(crate) fn write(limits: &RateLimits) -> String {
    let seconds = u64::try_from(limits.per.as_millis().div_ceil(1_000)).unwrap_or(LONGEST_WINDOW).max(1);
    let item = |bucket: Bucket| {
        let quota = limits.of(bucket).map_or(UNLIMITED, u64::from);
        format!("\"{}\";q={quota};w={seconds}", bucket.as_str())
    };
    Bucket::ALL.map(item).join(", ")
}

/// Reads the limit of a bucket from the value of the field. `None` if the bucket is missing, or its item is not valid.
pub(crate) fn read(value: &str, bucket: Bucket) -> Option<Quota> {
    let mut quota = None;
    let mut window = None;
    let mut parameters = item_named(value, bucket.as_str())?.split(';').skip(1);
    parameters.try_for_each(|parameter| {
        match parameter.trim().split_once('=')? {
            ("q", number) => quota = Some(number.parse::<u64>().ok()?),
            ("w", number) => window = Some(number.parse::<u64>().ok()?),
            // The quota counts something else, such as bytes.
            ("qu", unit) if unit != "\"requests\"" => return None,
            _ => {}
        }
        Some(())
    })?;
    let window = window.filter(|seconds| (1..=LONGEST_WINDOW).contains(seconds))?;
    let quota = quota.filter(|quota| *quota > 0)?;
    let limit = (quota < UNLIMITED).then(|| u32::try_from(quota).unwrap_or(u32::MAX));
    Some(Quota { limit, per: Duration::from_secs(window) })
}

/// The item with this name, with its parameters. Commas in quoted text do not separate items.
fn item_named<'v>(value: &'v str, name: &str) -> Option<&'v str> {
    let mut is_quoted = false;
    let mut items = value.split(|c| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    items.find_map(|item| {
        let item = item.trim();
        let rest = item.strip_prefix('"')?.strip_prefix(name)?.strip_prefix('"')?;
        (rest.is_empty() || rest.starts_with(';')).then_some(item)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(limit: Option<u32>, seconds: u64) -> Option<Quota> {
        Some(Quota { limit, per: Duration::from_secs(seconds) })
    }

    #[test]
    fn what_is_written_is_read() {
        let text = write(&RateLimits { infer: None, ..RateLimits::interface() });
        let expected =
            "\"default\";q=100;w=60, \"create\";q=100;w=60, \"infer\";q=999999999999999;w=60, \"refresh\";q=10;w=60";
        assert_eq!(text, expected);
        let read = Bucket::ALL.map(|bucket| read(&text, bucket));
        assert_eq!(read, [quota(Some(100), 60), quota(Some(100), 60), quota(None, 60), quota(Some(10), 60)]);
    }

    #[test]
    fn items_are_read_in_any_order_and_others_are_ignored() {
        let text = "\"a, \\b\";q=1;w=1 , \"default\";w=10;x=\"y\";q=7;qu=\"requests\",\"create\";q=5000000000;w=3600";
        assert_eq!(read(text, Bucket::Default), quota(Some(7), 10));
        assert_eq!(read(text, Bucket::Create), quota(Some(u32::MAX), 3_600));
        assert_eq!(read(text, Bucket::Refresh), None);
    }

    #[test]
    fn item_that_is_not_valid_has_no_limit_to_follow() {
        for text in [
            "",
            "default;q=5;w=60",
            "\"default\"",
            "\"default\";q=5",
            "\"default\";w=60",
            "\"default\";q=0;w=60",
            "\"default\";q=5;w=0",
            "\"default\";q=-5;w=60",
            "\"default\";q=5;w=60;qu=\"content-bytes\"",
            "\"default\";q=5;w=90000",
            "\"defaults\";q=5;w=60",
        ] {
            assert_eq!(read(text, Bucket::Default), None, "{text}");
        }
    }
}
