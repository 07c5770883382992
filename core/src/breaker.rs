//! When a party that fails is left alone, and when it is tried again: a circuit breaker.
//!
//! A party is whoever work waits for: the receiver of a webhook, a carrier. After some failures in a row it rests; what
//! waits for it goes on waiting, and uses up no attempt. When its rest is over, one attempt is the probe: one more failure
//! means a longer rest, a success lets everything flow again. [`Breaker::after_attempt`] decides, and asks for no time itself.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::time::{saturating_add, time_delta};

pub(crate) const FAILURES: u32 = 5;
/// First pause; each further one is twice as long. All are shorter than the retry pauses of a single delivery or
/// request, so a counterparty with one waiting item is never delayed by them.
const FIRST_REST: Duration = Duration::from_secs(30);
const LONGEST_REST: Duration = Duration::from_secs(300);

/// `None` below [`FAILURES`].
fn rest(failures: u32) -> Option<Duration> {
    let growth = 2_u32.saturating_pow(failures.checked_sub(FAILURES)?);
    Some(FIRST_REST.saturating_mul(growth).min(LONGEST_REST))
}

/// Cap for stored values: a clock that ran ahead may have written a later end.
pub(crate) fn latest_rest(now: DateTime<Utc>) -> DateTime<Utc> {
    saturating_add(now, time_delta(LONGEST_REST))
}

/// How a party fares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Breaker {
    /// Failures in a row.
    pub failures: u32,
    /// Until when the party is left alone: for it failed, asked for it, or was asked as often as it may be.
    pub rests_until: Option<DateTime<Utc>>,
}

impl Breaker {
    /// How the party fares after an attempt that ended at `now`.
    #[must_use]
    pub fn after_attempt(self, succeeded: bool, now: DateTime<Utc>) -> Self {
        let pause = self.rests_until.filter(|until| *until > now);
        if succeeded {
            // A pause without a failure was requested, and lasts.
            return Breaker { failures: 0, rests_until: pause.filter(|_| !self.is_failing()) };
        }
        let failures = self.failures.saturating_add(1);
        Breaker { failures, rests_until: rest(failures).map(|rest| saturating_add(now, time_delta(rest))).max(pause) }
    }

    /// The party is left alone until a moment, however it fares.
    #[must_use]
    pub fn pause_until(self, until: DateTime<Utc>) -> Self {
        Breaker { rests_until: self.rests_until.max(Some(until)), ..self }
    }

    /// Whether its last attempt failed.
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

    /// A party that failed so often, each time at the beginning of time.
    fn failed(times: u32) -> Breaker {
        (0..times).fold(Breaker::default(), |party, _| party.after_attempt(false, at(0)))
    }

    #[test]
    fn a_party_rests_after_five_failures_in_a_row_ever_longer_up_to_five_minutes() {
        let rests: Vec<_> = (1..=10).map(|times| failed(times).rests_until).collect();
        let expected = [0, 0, 0, 0, 30, 60, 120, 240, 300, 300].map(|rest| (rest > 0).then(|| at(rest)));
        assert_eq!(rests, expected);
        assert_eq!(failed(4).after_attempt(true, at(0)).after_attempt(false, at(0)).rests_until, None);
    }

    #[test]
    fn one_success_ends_all_trouble() {
        let resting = failed(7);
        assert!(resting.is_failing() && failed(1).is_failing());
        assert_eq!(resting.after_attempt(true, at(9)), Breaker::default());
        assert!(!Breaker::default().is_failing());
    }

    #[test]
    fn a_pause_that_was_asked_for_outlasts_a_success_and_no_failure_shortens_it() {
        let paused = Breaker::default().pause_until(at(3_600));
        assert_eq!(paused.after_attempt(true, at(10)), paused);
        assert_eq!(paused.after_attempt(true, at(3_600)), Breaker::default());
        let failing = (0..7).fold(paused, |party, _| party.after_attempt(false, at(10)));
        assert_eq!((failing.failures, failing.rests_until), (7, Some(at(3_600))));
        assert_eq!(paused.pause_until(at(60)), paused, "of two pauses the longer one");
    }

    #[test]
    fn a_rest_begins_when_the_probe_failed_and_never_ends_later_than_the_policy_allows() {
        let mut party = Breaker::default();
        for second in [0, 10, 20, 30, 40, 500, 501, 9_000, 90_000] {
            party = party.after_attempt(false, at(second));
            assert!(party.rests_until <= Some(latest_rest(at(second))));
        }
        assert_eq!(party.rests_until, Some(at(90_300)));
    }

    #[test]
    fn a_party_that_failed_as_often_as_can_be_counted_rests_as_long_as_any() {
        let party = Breaker { failures: u32::MAX, rests_until: None };
        assert_eq!(party.after_attempt(false, at(0)).rests_until, Some(at(300)));
    }

    #[test]
    fn whoever_is_alone_waits_no_longer_than_the_schedule_of_its_own_retries() {
        let (delivery, requests) = (DeliveryPolicy::default(), lifecycle::Policy::default());
        for tries in 1..=12 {
            let rest = failed(tries).rests_until.unwrap_or(at(0));
            let state = DeliveryState { attempts: tries - 1, failing_since: None };
            let next = webhooks::decide(&state, webhooks::DeliveryOutcome::NoAnswer, at(0), 0.0, &delivery).verdict;
            let Verdict::RetryAt(due) = next else { panic!("attempt {tries} is not the last") };
            assert!(rest <= due, "delivery {tries}");
            let state = lifecycle::State { failed_tries: tries - 1, ..lifecycle::State::new(at(0)) };
            let failure = lifecycle::failure::LookUpFailure::Unreachable { retry_after: None };
            let input = lifecycle::Input::LookUp(lifecycle::LookUpOutcome::Failed(failure));
            let kind = crate::resources::RequestType::BillOfLading;
            let next = lifecycle::apply(&state, &input, &kind, at(0), &requests, 0.0).unwrap().next;
            assert!(rest <= next.due.unwrap(), "request {tries}");
        }
    }
}
