//! Whether a number whose last request failed is asked for once more.

use chrono::{DateTime, TimeDelta, Utc};

use crate::resources::{FailedReason, RequestStatus, TrackingRequest};

/// What becomes of a number that is tracked again after its last request failed.
///
/// Whoever tracks the same list of numbers every day would make a new request for each hopeless one every day, and find
/// it failed the day after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Again {
    /// It depends on why it failed. When the reason lies in the number, the failed request is returned and nothing is
    /// made: for a week when there can be no such number or booking (`invalid_number`, `booking_cancelled`,
    /// `scac_auto_detect_failed`), for a day when the carrier did not know it (`not_found`). In every other case a new
    /// request is made: after trouble with the carrier, its credentials or the service, when data came too late, and
    /// for reasons this version does not know.
    #[default]
    ByReason,
    /// A new request is made, whatever became of the last one, and nothing is looked for first.
    Always,
    /// A request that failed is returned, however long ago and for whatever reason.
    Never,
}

impl Again {
    /// Whether `last`, the newest request for a number, is what a caller gets at `now` in place of a new one.
    pub(super) fn returns(self, last: &TrackingRequest, now: DateTime<Utc>) -> bool {
        if last.status != RequestStatus::Failed {
            return false;
        }
        match self {
            Again::Always => false,
            Again::Never => true,
            Again::ByReason => {
                let failed_at = last.updated_at.as_ref().or(last.created_at.as_ref()).and_then(|at| at.utc());
                let rest = last.failed_reason.as_ref().and_then(rest_after);
                // One in the future, by a clock that differs from ours, was a moment ago.
                failed_at.zip(rest).is_some_and(|(at, rest)| now.signed_duration_since(at) < rest)
            }
        }
    }
}

/// For how long it is not worth asking for a number that failed so; `None` when it is at once.
fn rest_after(reason: &FailedReason) -> Option<TimeDelta> {
    match reason {
        FailedReason::InvalidNumber | FailedReason::BookingCancelled | FailedReason::ScacAutoDetectFailed => {
            Some(TimeDelta::days(7))
        }
        FailedReason::NotFound => Some(TimeDelta::days(1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::Timestamp;

    fn failed(reason: &str, at: &str) -> TrackingRequest {
        TrackingRequest {
            status: RequestStatus::Failed,
            failed_reason: Some(FailedReason::parse(reason)),
            updated_at: Some(Timestamp::from(at.to_owned())),
            ..TrackingRequest::default()
        }
    }

    fn returned_for(again: Again, last: &TrackingRequest) -> Vec<i64> {
        let at: DateTime<Utc> = "2026-05-01T12:00:00Z".parse().unwrap();
        let hours = [-5, 0, 23, 24, 24 * 7 - 1, 24 * 7, 24 * 365];
        hours.into_iter().filter(|hour| again.returns(last, at + TimeDelta::hours(*hour))).collect()
    }

    #[test]
    fn a_failure_that_lies_in_the_number_stands_for_a_while() {
        let week = [-5, 0, 23, 24, 24 * 7 - 1];
        for (reason, hours) in [
            ("invalid_number", &week[..]),
            ("booking_cancelled", &week),
            ("scac_auto_detect_failed", &week),
            ("not_found", &week[..3]),
            ("retries_exhausted", &[]),
            ("shipping_line_unreachable", &[]),
            ("unrecognized_response", &[]),
            ("internal_processing_error", &[]),
            ("data_unavailable", &[]),
            ("duplicate", &[]),
            ("expired", &[]),
            ("of_another_version", &[]),
        ] {
            assert_eq!(returned_for(Again::ByReason, &failed(reason, "2026-05-01T12:00:00Z")), hours, "{reason}");
        }
    }

    #[test]
    fn a_failure_nobody_dated_or_gave_a_reason_for_is_repeated() {
        assert_eq!(returned_for(Again::ByReason, &failed("not_found", "long ago")), [0_i64; 0]);
        let silent = TrackingRequest { failed_reason: None, ..failed("not_found", "2026-05-01T12:00:00Z") };
        assert_eq!(returned_for(Again::ByReason, &silent), [0_i64; 0]);
    }

    #[test]
    fn always_repeats_and_never_does_not() {
        let last = failed("not_found", "2026-05-01T12:00:00Z");
        assert_eq!(returned_for(Again::Always, &last), [0_i64; 0]);
        assert_eq!(returned_for(Again::Never, &failed("duplicate", "long ago")).len(), 7);
        let stopped = TrackingRequest { status: RequestStatus::TrackingStopped, ..last };
        assert_eq!(returned_for(Again::Never, &stopped), [0_i64; 0]);
    }
}
