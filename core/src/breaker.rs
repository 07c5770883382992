//! The circuit breaker of carriers and webhook receivers.
//!
//! After `FAILURES` failures in a row, a counterparty (a carrier or a webhook receiver) is paused: it is not called, and
//! its work waits without using up attempts. After the pause, one call is made to probe the counterparty. If it fails,
//! the next pause is longer; if it succeeds, all work continues. [`Breaker::after_attempt`] computes this; it is a pure
//! function.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::time::{saturating_add, time_delta};

pub(crate) const FAILURES: u32 = 5;
/// Length of the first pause. Each further pause is twice as long, up to [`LONGEST_PAUSE`]. All are shorter than the retry
/// pauses of a single delivery or request, so they do not delay a counterparty that has only one item of work.
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);

/// How long a counterparty is paused after this number of failures in a row; `None` below [`FAILURES`].
fn pause_after(failures: u32) -> Option<Duration> {
    let growth = 2_u32.saturating_pow(failures.checked_sub(FAILURES)?);
    Some(FIRST_PAUSE.saturating_mul(growth).min(LONGEST_PAUSE))
}

/// The latest time at which a pause that begins now can end. A later stored time was written while the clock was wrong.
pub(crate) fn latest_rest(now: DateTime<Utc>) -> DateTime<Utc> {
    saturating_add(now, time_delta(LONGEST_PAUSE))
}

/// The recent failures of a counterparty, and the time until which it is paused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Breaker {
    /// Failures in a row.
    pub failures: u32,
    /// The counterparty is not called before this time: it failed repeatedly, asked for a pause, or reached its rate
    /// limit.
    pub rests_until: Option<DateTime<Utc>>,
}

impl Breaker {
    /// The state after an attempt that ended at `now`.
    #[must_use]
    pub fn after_attempt(self, succeeded: bool, now: DateTime<Utc>) -> Self {
        let pause = self.rests_until.filter(|until| *until > now);
        if succeeded {
            // A pause without failures was requested by the counterparty, so a success does not end it.
            return Breaker { failures: 0, rests_until: pause.filter(|_| !self.is_failing()) };
        }
        let failures = self.failures.saturating_add(1);
        Breaker {
            failures,
            rests_until: pause_after(failures).map(|pause| saturating_add(now, time_delta(pause))).max(pause),
        }
    }

    /// The state with a pause until this time, which a success does not end.
    #[must_use]
    pub fn pause_until(self, until: DateTime<Utc>) -> Self {
        Breaker { rests_until: self.rests_until.max(Some(until)), ..self }
    }

    /// Whether the last attempt failed.
    pub fn is_failing(self) -> bool {
        self.failures > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tracking::lifecycle;
    use crate::webhooks::{self, DeliveryPolicy, DeliveryState, Verdict};

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    /// The state after so many failures at time 0.
    fn failed(times: u32) -> Breaker {
        (0..times).fold(Breaker::default(), |party, _| party.after_attempt(false, at(0)))
    }

    #[test]
    fn rests_begin_after_five_failures_and_grow_to_five_minutes() {
        let pauses: Vec<_> = (1..=10).map(|times| failed(times).rests_until).collect();
        let expected = [0, 0, 0, 0, 30, 60, 120, 240, 300, 300].map(|pause| (pause > 0).then(|| at(pause)));
        assert_eq!(pauses, expected);
        assert_eq!(failed(4).after_attempt(true, at(0)).after_attempt(false, at(0)).rests_until, None);
    }

    #[test]
    fn success_resets_the_breaker() {
        let resting = failed(7);
        assert!(resting.is_failing() && failed(1).is_failing());
        assert_eq!(resting.after_attempt(true, at(9)), Breaker::default());
        assert!(!Breaker::default().is_failing());
    }

    #[test]
    fn requested_pause_outlasts_success_and_is_not_shortened_by_failures() {
        let paused = Breaker::default().pause_until(at(3_600));
        assert_eq!(paused.after_attempt(true, at(10)), paused);
        assert_eq!(paused.after_attempt(true, at(3_600)), Breaker::default());
        let failing = (0..7).fold(paused, |party, _| party.after_attempt(false, at(10)));
        assert_eq!((failing.failures, failing.rests_until), (7, Some(at(3_600))));
        assert_eq!(paused.pause_until(at(60)), paused, "the longer of two pauses counts");
    }

    #[test]
    fn rest_begins_when_the_probe_fails_and_never_exceeds_the_longest_rest() {
        let mut party = Breaker::default();
        for second in [0, 10, 20, 30, 40, 500, 501, 9_000, 90_000] {
            party = party.after_attempt(false, at(second));
            assert!(party.rests_until <= Some(latest_rest(at(second))));
        }
        assert_eq!(party.rests_until, Some(at(90_300)));
    }

    #[test]
    fn failure_count_saturates() {
        let party = Breaker { failures: u32::MAX, rests_until: None };
        assert_eq!(party.after_attempt(false, at(0)).rests_until, Some(at(300)));
    }

    #[test]
    fn rests_are_never_longer_than_the_retry_schedule_of_one_item() {
        let (delivery, requests) = (DeliveryPolicy::default(), lifecycle::Policy::default());
        for tries in 1..=12 {
            let pause_end = failed(tries).rests_until.unwrap_or(at(0));
            let state = DeliveryState { attempts: tries - 1, ..DeliveryState::default() };
            let next = webhooks::decide(&state, webhooks::DeliveryOutcome::NoAnswer, at(0), 0.0, &delivery).verdict;
            let Verdict::RetryAt(due) = next else { panic!("attempt {tries} is not the last") };
            assert!(pause_end <= due, "delivery {tries}");
            let state = lifecycle::State { failed_attempts: tries - 1, ..lifecycle::State::new(at(0)) };
            let failure = lifecycle::failure::LookUpFailure::Unreachable { retry_after: None };
            let input = lifecycle::Input::LookUp(lifecycle::LookUpOutcome::Failed(failure));
            let kind = crate::resources::RequestType::BillOfLading;
            let next = lifecycle::apply(&state, &input, &kind, at(0), &requests, 0.0).unwrap().next;
            assert!(pause_end <= next.due.unwrap(), "request {tries}");
        }
    }
}
