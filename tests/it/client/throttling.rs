//! Tests of 429 responses.

use std::time::Duration;

use shiptrack::error::ErrorKind;
use shiptrack_tests::script_server::{Script, answer};

use super::{CREATE, GET, JSON_API, Stage, every_operation, one};

const DATE: &str = "Sun, 06 Nov 1994 08:49:07 GMT";

fn too_many(retry_after: Option<&str>) -> Vec<u8> {
    let mut headers = vec![("Date", DATE), JSON_API];
    headers.extend(retry_after.map(|text| ("Retry-After", text)));
    answer(429, &headers, br#"{"errors":[{"status":"429","title":"Too Many Requests"}]}"#)
}

#[test]
fn all_forms_of_retry_after_are_supported() {
    for (text, pause) in [
        (Some("7"), 7_000),
        (Some("Sun, 06 Nov 1994 08:49:37 GMT"), 30_000),
        (Some("Sunday, 06-Nov-94 08:49:37 GMT"), 30_000),
        (Some("Sun Nov  6 08:49:37 1994"), 30_000),
        // Longer pauses are limited to two minutes.
        (Some("121"), 120_000),
        (Some("3600"), 120_000),
        (Some("Sun, 06 Nov 1994 09:49:07 GMT"), 120_000),
        // Without a valid pause, the client uses its default: half of 0.5 s here.
        (Some("-30"), 250),
        (Some("0"), 250),
        (Some("Sun, 06 Nov 1994 08:00:00 GMT"), 250),
        (Some("soon"), 250),
        (Some(""), 250),
        (None, 250),
    ] {
        for operation in every_operation() {
            let stage = Stage::of([Script::new().answer(too_many(text)).answer(operation.success())]);
            operation.run(&stage.client).unwrap();
            assert_eq!((stage.sent(), stage.waited().as_millis()), (2, pause), "{text:?}");
        }
    }
}

#[test]
fn rate_limiting_uses_no_attempt() {
    let script = Script::new();
    let script = (0..10).fold(script, |script, _| script.answer(too_many(Some("3"))));
    let stage = Stage::of([script.answer(one())]);
    CREATE.run(&stage.client).unwrap();
    assert_eq!((stage.sent(), stage.waited()), (11, Duration::from_secs(30)));
}

#[test]
fn pause_longer_than_the_deadline_fails_at_once() {
    for operation in every_operation() {
        let stage = Stage::answering(too_many(Some("60")));
        let error = operation.run(&stage.client.with_timeout(Duration::from_secs(60))).unwrap_err();
        assert_eq!((error.kind(), error.retry_after()), (ErrorKind::RateLimited, Some(Duration::from_secs(60))));
        assert_eq!((stage.sent(), stage.waited()), (1, Duration::ZERO));
        assert!(error.is_retryable() && !error.is_in_doubt());
    }
}

#[test]
fn endless_rate_limiting_fails() {
    let stage = Stage::answering(too_many(Some("60")));
    let error = GET.run(&stage.client).unwrap_err();
    assert_eq!((error.kind(), error.http_status(), stage.sent()), (ErrorKind::RateLimited, Some(429), 20));
}

#[test]
fn pause_above_an_hour_is_an_error_that_names_it_whatever_the_time_out() {
    for (text, named) in [
        ("3601", "1 h 1 min"),
        ("86400", "24 h"),
        ("99999999999999999999999999", "8784 h"),
        ("Sun, 06 Nov 1994 10:49:07 GMT", "2 h"),
    ] {
        for timeout in [None, Some(Duration::from_secs(1_000_000_000))] {
            for status in [429, 503] {
                let refusal = answer(status, &[("Date", DATE), JSON_API, ("Retry-After", text)], b"{}");
                let stage = Stage::answering(refusal);
                let client = timeout.map_or(stage.client.clone(), |timeout| stage.client.with_timeout(timeout));
                let error = GET.run(&client).unwrap_err();
                assert!(error.to_string().contains(&format!("a pause of {named}")), "{text}: {error}");
                assert!(error.retry_after().is_some_and(|pause| pause > Duration::from_secs(3_600)));
                assert_eq!((stage.sent(), stage.waited()), (1, Duration::ZERO), "{text} {status}");
            }
        }
    }
}
