//! When a party that fails is left alone, and when it is tried again: a circuit breaker.
//!
//! A party is whoever work waits for: the receiver of a webhook, a carrier. After some failures in a row it rests; what
//! waits for it goes on waiting, and uses up no attempt. When its rest is over, one attempt is the probe: one more failure
//! means a longer rest, a success lets everything flow again. [`Breaker::after`] decides, and asks for no time itself.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::settings::settings;
use crate::time::{later, span};

settings! {
    /// When a receiver or a carrier that fails rests, so that nobody waits for it.
    ///
    /// Any values are safe: what makes no sense (a growth that is no number) is taken for the nearest value that does.
    #[derive(Debug, Clone, PartialEq)]
    pub struct BreakerPolicy {
        /// Failures in a row after which a receiver or a carrier rests.
        count failures: u32,
        /// How long it rests at first.
        time first_rest: Duration,
        /// How many times as long each rest is as the one before.
        growth growth: f64,
        /// The longest rest, and so the longest time in which nobody notices that it is well again.
        time longest_rest: Duration,
    }
}

impl Default for BreakerPolicy {
    /// Five failures, then rests from 30 seconds, each twice as long as the one before, to five minutes.
    ///
    /// Each is shorter than the pause that a single delivery or request has after so many tries of its own: only those who
    /// share a party ever wait for it to rest.
    fn default() -> Self {
        BreakerPolicy {
            failures: 5,
            first_rest: Duration::from_secs(30),
            growth: 2.0,
            longest_rest: Duration::from_secs(300),
        }
    }
}

impl BreakerPolicy {
    /// The latest end of a rest that this policy can have led to: one beyond it was stored by a clock that ran ahead.
    pub fn latest_rest(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        later(now, span(self.first_rest.max(self.longest_rest)))
    }

    /// The rest after so many failures in a row; `None` while it is too early for one.
    fn rest(&self, failures: u32) -> Option<Duration> {
        let rests = failures.checked_sub(self.failures.max(1))?;
        let growth = self.growth.max(1.0).powi(i32::try_from(rests).unwrap_or(i32::MAX));
        let rest = Duration::try_from_secs_f64(self.first_rest.as_secs_f64() * growth).unwrap_or(Duration::MAX);
        Some(rest.min(self.longest_rest))
    }
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
    pub fn after(self, succeeded: bool, now: DateTime<Utc>, policy: &BreakerPolicy) -> Self {
        let pause = self.rests_until.filter(|until| *until > now);
        if succeeded {
            // A pause that no failure led to was asked for, and lasts.
            return Breaker { failures: 0, rests_until: pause.filter(|_| !self.is_troubled()) };
        }
        let failures = self.failures.saturating_add(1);
        Breaker { failures, rests_until: policy.rest(failures).map(|rest| later(now, span(rest))).max(pause) }
    }

    /// The party is left alone until a moment, however it fares.
    #[must_use]
    pub fn paused(self, until: DateTime<Utc>) -> Self {
        Breaker { rests_until: self.rests_until.max(Some(until)), ..self }
    }

    /// Whether its last attempt failed.
    pub fn is_troubled(self) -> bool {
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
    fn failed(times: u32, policy: &BreakerPolicy) -> Breaker {
        (0..times).fold(Breaker::default(), |party, _| party.after(false, at(0), policy))
    }

    #[test]
    fn a_party_rests_after_five_failures_in_a_row_ever_longer_up_to_five_minutes() {
        let policy = BreakerPolicy::default();
        let rests: Vec<_> = (1..=10).map(|times| failed(times, &policy).rests_until).collect();
        let expected = [0, 0, 0, 0, 30, 60, 120, 240, 300, 300].map(|rest| (rest > 0).then(|| at(rest)));
        assert_eq!(rests, expected);
        assert_eq!(failed(4, &policy).after(true, at(0), &policy).after(false, at(0), &policy).rests_until, None);
    }

    #[test]
    fn one_success_ends_all_trouble() {
        let policy = BreakerPolicy::default();
        let resting = failed(7, &policy);
        assert!(resting.is_troubled() && failed(1, &policy).is_troubled());
        assert_eq!(resting.after(true, at(9), &policy), Breaker::default());
        assert!(!Breaker::default().is_troubled());
    }

    #[test]
    fn a_pause_that_was_asked_for_outlasts_a_success_and_no_failure_shortens_it() {
        let policy = BreakerPolicy::default();
        let paused = Breaker::default().paused(at(3_600));
        assert_eq!(paused.after(true, at(10), &policy), paused);
        assert_eq!(paused.after(true, at(3_600), &policy), Breaker::default());
        let failing = (0..7).fold(paused, |party, _| party.after(false, at(10), &policy));
        assert_eq!((failing.failures, failing.rests_until), (7, Some(at(3_600))));
        assert_eq!(paused.paused(at(60)), paused, "of two pauses the longer one");
    }

    #[test]
    fn a_rest_begins_when_the_probe_failed_and_never_ends_later_than_the_policy_allows() {
        let policy = BreakerPolicy::default();
        let mut party = Breaker::default();
        for second in [0, 10, 20, 30, 40, 500, 501, 9_000, 90_000] {
            party = party.after(false, at(second), &policy);
            assert!(party.rests_until <= Some(policy.latest_rest(at(second))));
        }
        assert_eq!(party.rests_until, Some(at(90_300)));
    }

    #[test]
    fn a_policy_without_sense_still_decides() {
        let odd =
            BreakerPolicy { failures: 0, first_rest: Duration::MAX, growth: f64::NAN, longest_rest: Duration::MAX };
        assert_eq!(failed(1, &odd).rests_until, Some(DateTime::<Utc>::MAX_UTC));
        let party = Breaker { failures: u32::MAX, rests_until: None };
        let endless = BreakerPolicy { growth: f64::INFINITY, ..BreakerPolicy::default() };
        assert_eq!(party.after(false, at(0), &endless).rests_until, Some(at(300)));
        let none = BreakerPolicy { longest_rest: Duration::ZERO, ..BreakerPolicy::default() };
        assert_eq!(failed(9, &none).rests_until, Some(at(0)));
    }

    #[test]
    fn whoever_is_alone_waits_no_longer_than_the_schedule_of_its_own_retries() {
        let (policy, delivery, requests) =
            (BreakerPolicy::default(), DeliveryPolicy::default(), lifecycle::Policy::default());
        for tries in 1..=12 {
            let rest = failed(tries, &policy).rests_until.unwrap_or(at(0));
            let state = DeliveryState { attempts: tries - 1, failing_since: None };
            let next = webhooks::decide(&state, webhooks::DeliveryOutcome::NoAnswer, at(0), 0.0, &delivery).verdict;
            let Verdict::RetryAt(due) = next else { panic!("attempt {tries} is not the last") };
            assert!(rest <= due, "delivery {tries}");
            let state = lifecycle::State { troubled: tries - 1, ..lifecycle::State::new(at(0)) };
            let reason = crate::resources::FailedReason::ShippingLineUnreachable;
            let input = lifecycle::Input::Looked(lifecycle::LookUpOutcome::Trouble { reason, retry_after: None });
            let kind = crate::resources::RequestType::BillOfLading;
            let next = lifecycle::apply(&state, &input, &kind, at(0), &requests, 0.0).unwrap().next;
            assert!(rest <= next.due.unwrap(), "request {tries}");
        }
    }
}
