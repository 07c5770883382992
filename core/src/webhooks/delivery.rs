//! Decides when a failed delivery is retried or given up, and when its webhook is disabled.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::idle_time::IdleTime;
use crate::resources::{EventName, WebhookDisabledReason};
use crate::settings::settings;
use crate::time::{saturating_add, time_delta};

settings! {
    /// How notifications are delivered to webhooks.
    #[derive(Debug, Clone, PartialEq)]
    pub struct DeliveryPolicy {
        /// The pauses between attempts: there is one attempt more than pauses. Each pause is randomly changed by up
        /// to a fifth.
        time retries: Vec<Duration> = RETRIES.map(Duration::from_secs).to_vec(),
        /// How long a receiver may take to answer.
        timeout timeout: Duration = Duration::from_secs(15),
        /// How long a webhook may fail without a success before it is disabled. Time in which nothing was sent, because the program did not run,
        /// does not count.
        time switch_off_after: Duration = Duration::from_secs(5 * 24 * 60 * 60),
        /// Whether deliveries also have the signature header of the hosted service, for receivers that do not know the
        /// headers of Standard Webhooks. The hosted signature does not cover the time, so a captured delivery can be
        /// sent again to a receiver that accepts this header.
        flag hosted_signature: bool = true,
        /// Maximum number of webhooks of an account. Webhooks that exist when it is lowered stay.
        count most_webhooks: usize = 100,
        /// Whether the event feed has `shipment.updated`, which reports corrected times and places of shipments. The hosted service does
        /// not have this event. Webhooks receive it if they list it.
        flag shipment_updates_in_feed: bool = false,
    }
}

/// Seconds: 5 and 30 s, 2, 5, 15 and 30 min, 1, 2, 4, 8, 12 and 24 h.
const RETRIES: [u64; 12] = [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400];
/// The part of a pause that is randomly added or subtracted.
const JITTER: f64 = 0.2;
/// A receiver is gone if it answers 410 so often in a row, over at least this time. A single answer can come from a proxy during a deployment.
const GONE_ANSWERS: u32 = 3;
const GONE_AFTER: TimeDelta = TimeDelta::hours(1);
pub(crate) const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// The state of a delivery and its webhook between attempts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeliveryState {
    /// How many attempts this delivery has had.
    pub attempts: u32,
    /// Since when all attempts of all deliveries to the webhook have failed. It is stored with the webhook. Clear it
    /// when the webhook is activated again.
    pub failing_since: Option<DateTime<Utc>>,
    /// From when on this time counts: `failing_since`, moved by the time in which deliveries were due and none was sent.
    pub failing_counts_from: Option<DateTime<Utc>>,
    /// Since when the receiver has only answered 410, moved in the same way, and how often. They are stored with the webhook, like
    /// `failing_since`.
    pub gone_since: Option<DateTime<Utc>>,
    /// The number of these answers.
    pub gone_answers: u32,
    /// When the last attempt to the webhook failed; `None` if the last one succeeded. It is stored with the webhook.
    pub failed_at: Option<DateTime<Utc>>,
    /// When the first delivery became due that waits for the webhook; `None` if it is unknown.
    pub first_due: Option<DateTime<Utc>>,
}

/// The result of one attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The receiver answered.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The pause that it requested.
        retry_after: Option<Duration>,
    },
    /// There was no response: no connection, a broken connection, or a timeout.
    NoAnswer,
}

/// What to do after an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// What to do with the delivery.
    pub verdict: Verdict,
    /// Why the webhook is disabled now; `None` if it is not.
    pub disable: Option<WebhookDisabledReason>,
    /// The state to store.
    pub state: DeliveryState,
}

/// What to do with a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It succeeded.
    Succeeded,
    /// Retry it at this time.
    RetryAt(DateTime<Utc>),
    /// Give it up.
    Failed,
}

/// Whether `status` confirms a delivery. A redirect does not.
pub fn is_success(status: u16) -> bool {
    matches!(status, 200 | 201 | 202 | 204)
}

/// Decides what to do after an attempt that ended at `now`. `jitter` is a random number from 0 to 1.
///
/// The next attempt is due at the scheduled time, or after the `Retry-After` of the receiver if that is later, but at
/// most after a day. If the webhook is disabled, the delivery has failed.
pub fn decide(
    state: &DeliveryState,
    outcome: DeliveryOutcome,
    now: DateTime<Utc>,
    jitter: f64,
    policy: &DeliveryPolicy,
) -> Decision {
    let attempts = state.attempts.saturating_add(1);
    let (status, retry_after) = match outcome {
        DeliveryOutcome::Answered { status, retry_after } => (Some(status), retry_after),
        DeliveryOutcome::NoAnswer => (None, None),
    };
    if status.is_some_and(is_success) {
        let state = DeliveryState { attempts, ..DeliveryState::default() };
        return Decision { verdict: Verdict::Succeeded, disable: None, state };
    }
    let idle = state.idle_time(now);
    let counts_from = |start: Option<DateTime<Utc>>| start.map_or(now, |start| idle.move_start(start, now));
    // If the wall clock went back, the stored start of the failures may be in the future.
    let failing_since = state.failing_since.map_or(now, |since| since.min(now));
    let failing_counts_from = counts_from(state.failing_counts_from.or(state.failing_since));
    let (gone_since, gone_answers) = match status {
        Some(410) => (Some(counts_from(state.gone_since)), state.gone_answers.saturating_add(1)),
        _ => (None, 0),
    };
    let is_gone = gone_answers >= GONE_ANSWERS && gone_since.is_some_and(|since| now - since >= GONE_AFTER);
    let disable = if is_gone {
        Some(WebhookDisabledReason::Gone)
    } else if now - failing_counts_from >= time_delta(policy.switch_off_after) {
        Some(WebhookDisabledReason::FailingTooLong)
    } else {
        None
    };
    let verdict = match policy.pause(state.attempts, jitter) {
        Some(pause) if disable.is_none() => {
            let requested = retry_after.unwrap_or_default().min(LONGEST_RETRY_AFTER);
            Verdict::RetryAt(saturating_add(now, time_delta(pause.max(requested))))
        }
        _ => Verdict::Failed,
    };
    let state = DeliveryState {
        attempts,
        failing_since: Some(failing_since),
        failing_counts_from: Some(failing_counts_from),
        gone_since,
        gone_answers,
        failed_at: Some(now),
        first_due: None,
    };
    Decision { verdict, disable, state }
}

impl DeliveryState {
    /// The time in which a delivery could have been sent and was not. It is counted once, however many deliveries wait.
    fn idle_time(&self, now: DateTime<Utc>) -> IdleTime {
        IdleTime::since(self.first_due.map(|due| self.failed_at.map_or(due, |failed_at| failed_at.max(due))), now)
    }
}

impl DeliveryPolicy {
    /// Maximum number of attempts of a delivery.
    pub fn attempts(&self) -> usize {
        self.retries.len() + 1
    }

    /// The latest due time that is possible now. A later stored time was written by a clock that was ahead.
    pub fn latest_due(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let scheduled = (0..).map_while(|earlier| self.pause(earlier, 1.0));
        saturating_add(now, time_delta(scheduled.fold(LONGEST_RETRY_AFTER, Duration::max)))
    }

    /// Whether the event feed has the event.
    pub(crate) fn is_in_feed(&self, event: &EventName) -> bool {
        *event != EventName::ShipmentUpdated || self.shipment_updates_in_feed
    }

    fn pause(&self, earlier: u32, jitter: f64) -> Option<Duration> {
        let pause = self.retries.get(usize::try_from(earlier).ok()?)?;
        let jitter = if jitter.is_nan() { 0.5 } else { jitter.clamp(0.0, 1.0) };
        let factor = 1.0 + JITTER * (2.0 * jitter - 1.0);
        Some(Duration::try_from_secs_f64(pause.as_secs_f64() * factor).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DAY: i64 = 24 * 3_600;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn answered(status: u16) -> DeliveryOutcome {
        DeliveryOutcome::Answered { status, retry_after: None }
    }

    fn after(attempts: u32, outcome: DeliveryOutcome, jitter: f64) -> Decision {
        let state = DeliveryState { attempts, ..DeliveryState::default() };
        decide(&state, outcome, at(0), jitter, &DeliveryPolicy::default())
    }

    #[test]
    fn only_four_statuses_confirm_a_delivery() {
        let successes: Vec<u16> = (0..=u16::MAX).filter(|status| is_success(*status)).collect();
        assert_eq!(successes, [200, 201, 202, 204]);
        assert_eq!(after(0, answered(302), 0.5).verdict, Verdict::RetryAt(at(5)));
    }

    #[test]
    fn delivery_fails_after_thirteen_attempts() {
        assert_eq!(after(11, DeliveryOutcome::NoAnswer, 0.5).verdict, Verdict::RetryAt(at(DAY)));
        assert_eq!(after(12, DeliveryOutcome::NoAnswer, 0.5).verdict, Verdict::Failed);
        assert_eq!(after(u32::MAX, DeliveryOutcome::NoAnswer, 0.5).verdict, Verdict::Failed);
    }

    #[test]
    fn retry_after_delays_a_retry_by_at_most_a_day() {
        let asking =
            |seconds| DeliveryOutcome::Answered { status: 503, retry_after: Some(Duration::from_secs(seconds)) };
        assert_eq!(after(0, asking(3), 0.5).verdict, Verdict::RetryAt(at(5)));
        assert_eq!(after(0, asking(600), 0.5).verdict, Verdict::RetryAt(at(600)));
        assert_eq!(after(0, asking(u64::MAX), 0.5).verdict, Verdict::RetryAt(at(DAY)));
        assert_eq!(after(11, asking(u64::MAX), 1.0).verdict, Verdict::RetryAt(at(DAY * 6 / 5)));
    }

    #[test]
    fn status_410_disables_the_webhook_after_three_answers_over_an_hour() {
        let decide_at = |state: &DeliveryState, seconds, status| {
            let state = DeliveryState { attempts: 0, ..*state };
            decide(&state, answered(status), at(seconds), 0.5, &DeliveryPolicy::default())
        };
        let first = decide_at(&DeliveryState::default(), 0, 410);
        assert_eq!((first.verdict, first.disable), (Verdict::RetryAt(at(5)), None));
        let early = [10, 20, 3_599].iter().fold(first.state, |state, second| decide_at(&state, *second, 410).state);
        assert_eq!((early.gone_answers, early.gone_since), (4, Some(at(0))));
        let gone = decide_at(&early, 3_600, 410);
        assert_eq!((gone.verdict, gone.disable), (Verdict::Failed, Some(WebhookDisabledReason::Gone)));
        let two = decide_at(&first.state, 7_200, 410);
        assert_eq!(two.disable, None, "two answers are not enough");
        let other = decide_at(&early, 3_600, 503).state;
        assert_eq!(
            (other.gone_since, decide_at(&other, 3_601, 410).disable),
            (None, None),
            "another answer starts again"
        );
    }

    #[test]
    fn webhook_is_disabled_after_five_days_without_a_success() {
        let state = DeliveryState { attempts: 3, failing_since: Some(at(0)), ..DeliveryState::default() };
        let policy = DeliveryPolicy::default();
        let early = decide(&state, answered(500), at(5 * DAY - 1), 0.5, &policy);
        assert_eq!((early.disable, early.state.failing_since), (None, Some(at(0))));
        let late = decide(&state, answered(500), at(5 * DAY), 0.5, &policy);
        assert_eq!((late.verdict, late.disable), (Verdict::Failed, Some(WebhookDisabledReason::FailingTooLong)));
        let saved = decide(&state, answered(204), at(9 * DAY), 0.5, &policy);
        assert_eq!((saved.disable, saved.state.failing_since), (None, None));
    }

    #[test]
    fn failures_do_not_begin_in_the_future_if_the_clock_goes_back() {
        let state = DeliveryState { failing_since: Some(at(500)), ..DeliveryState::default() };
        let decision = decide(&state, DeliveryOutcome::NoAnswer, at(100), 0.5, &DeliveryPolicy::default());
        assert_eq!(decision.state.failing_since, Some(at(100)));
    }

    #[test]
    fn extreme_policies_and_jitter_give_a_decision() {
        let policy = DeliveryPolicy {
            most_webhooks: 100,
            retries: vec![Duration::MAX],
            timeout: Duration::ZERO,
            switch_off_after: Duration::MAX,
            hosted_signature: false,
            shipment_updates_in_feed: false,
        };
        for (jitter, due) in
            [(f64::NAN, DateTime::<Utc>::MAX_UTC), (-4.0, DateTime::<Utc>::MAX_UTC), (9.0, DateTime::<Utc>::MAX_UTC)]
        {
            let decision = decide(&DeliveryState::default(), DeliveryOutcome::NoAnswer, at(0), jitter, &policy);
            assert_eq!(decision.verdict, Verdict::RetryAt(due));
        }
    }

    fn outcomes() -> impl Strategy<Value = DeliveryOutcome> {
        let pause = prop::option::of((0..200_000_u64).prop_map(Duration::from_secs));
        prop_oneof![
            Just(DeliveryOutcome::NoAnswer),
            (100..600_u16, pause).prop_map(|(status, retry_after)| DeliveryOutcome::Answered { status, retry_after }),
        ]
    }

    #[test]
    fn latest_due_time_follows_from_the_longest_pause() {
        let policy = DeliveryPolicy::default();
        assert_eq!(policy.latest_due(at(0)), at(0) + TimeDelta::minutes(24 * 72), "a day and a fifth of it");
        let none = DeliveryPolicy { retries: Vec::new(), ..policy };
        assert_eq!(none.latest_due(at(0)), at(DAY));
        let endless = DeliveryPolicy { retries: vec![Duration::MAX], ..none };
        assert_eq!(endless.latest_due(at(0)), DateTime::<Utc>::MAX_UTC);
    }

    #[test]
    fn idle_time_is_counted_once_for_all_deliveries_of_a_webhook() {
        let hours = |count: i64| at(count * 3_600);
        let first = DeliveryState { first_due: Some(hours(0)), ..DeliveryState::default() };
        let failed = decide(&first, answered(500), hours(0), 0.5, &DeliveryPolicy::default()).state;
        let mut state = DeliveryState { attempts: 0, first_due: Some(hours(1)), ..failed };
        for hour in [200, 201, 202] {
            let decision = decide(&state, answered(500), hours(hour), 0.5, &DeliveryPolicy::default());
            assert_eq!(decision.disable, None);
            state = DeliveryState { attempts: 0, first_due: Some(hours(1)), ..decision.state };
        }
        assert_eq!((state.failing_since, state.failing_counts_from), (Some(hours(0)), Some(hours(198))));
    }

    /// Fails each attempt at its due time plus its delay, until the webhook is disabled or the delivery has failed.
    fn fail_with_delays(delays: &[i64], status: u16) -> Vec<(TimeDelta, Option<WebhookDisabledReason>)> {
        let (mut state, mut due, mut pauses) = (DeliveryState::default(), at(0), Vec::new());
        for delay in delays {
            let now = due + TimeDelta::seconds(*delay);
            let policy = DeliveryPolicy { retries: vec![Duration::from_secs(43_200); 12], ..DeliveryPolicy::default() };
            let attempt = DeliveryState { first_due: Some(due), ..state };
            let decision = decide(&attempt, answered(status), now, 0.5, &policy);
            let Verdict::RetryAt(next) = decision.verdict else {
                pauses.push((TimeDelta::zero(), decision.disable));
                break;
            };
            pauses.push((next - now, decision.disable));
            (state, due) = (decision.state, next);
        }
        pauses
    }

    proptest! {
        #[test]
        fn deliveries_with_pauses_of_the_program_end_like_the_same_attempts_without_them(
            delays in prop::collection::vec(prop_oneof![0..7_200_i64, 0..6_000_000_i64], 1..13),
            status in prop_oneof![Just(500_u16), Just(410)],
        ) {
            let running: Vec<i64> = delays.iter().map(|delay| *delay.min(&3_600)).collect();
            prop_assert_eq!(fail_with_delays(&delays, status), fail_with_delays(&running, status));
        }

        #[test]
        fn delivery_ends_within_thirteen_attempts_and_is_never_due_in_the_past(
            outcomes in prop::collection::vec((outcomes(), 0.0..1.0), 13)
        ) {
            let policy = DeliveryPolicy::default();
            let (mut state, mut now) = (DeliveryState::default(), at(0));
            for (outcome, jitter) in outcomes {
                let decision = decide(&state, outcome, now, jitter, &policy);
                state = decision.state;
                prop_assert_eq!(decision.verdict == Verdict::Succeeded, state.failing_since.is_none());
                prop_assert!(decision.disable.is_none() || decision.verdict == Verdict::Failed);
                let Verdict::RetryAt(due) = decision.verdict else { return Ok(()) };
                prop_assert!(due > now);
                now = due;
            }
            prop_assert!(false, "still due after thirteen attempts");
        }

        #[test]
        fn jitter_changes_a_pause_by_at_most_a_fifth(attempts in 0..12_u32, jitter in 0.0..=1.0) {
            let policy = DeliveryPolicy::default();
            let Verdict::RetryAt(due) = after(attempts, DeliveryOutcome::NoAnswer, jitter).verdict else { panic!("no retry") };
            let planned = policy.retries[attempts as usize].as_secs_f64();
            let pause = (due - at(0)).as_seconds_f64();
            prop_assert!((pause / planned - 1.0).abs() <= 0.2 + 1e-9);
        }
    }
}
