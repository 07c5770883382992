//! The policy of the lifecycle: pauses between look-ups, the retry schedule, and time windows.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::Outlook;
use crate::settings::settings;
use crate::time::{saturating_add, time_delta};
use crate::tracking::Stage;

/// The shortest pause. Without it, a call that processes all due work would never finish.
const MIN_PAUSE: TimeDelta = TimeDelta::seconds(1);
/// The longest pause between two look-ups.
const MAX_PAUSE: TimeDelta = TimeDelta::days(365);
/// Pause before credentials that a carrier refused are tried again, or a number that it refused to them.
pub const CREDENTIALS_PROBE: TimeDelta = TimeDelta::hours(1);
/// Pause before the look-up after an empty return or a cancellation that stopped tracking.
pub(super) const FINAL_CHECK: TimeDelta = TimeDelta::hours(24);
/// The factor by which each pause between retries is longer than the previous one.
const GROWTH: f64 = 1.75;
/// Share of a pause that is added or subtracted at random.
const JITTER: f64 = 0.2;
/// Longest accepted `Retry-After`. 13 such pauses are shorter than the 7 days after which a request expires.
const LONGEST_RETRY_AFTER: TimeDelta = TimeDelta::hours(12);
/// How long before its estimated arrival a container counts as near its port.
const NEAR_PORT: TimeDelta = TimeDelta::days(3);
/// Bounds of the pause that an answer may request until the next look-up.
const SHORTEST_REQUESTED: TimeDelta = TimeDelta::minutes(5);
const LONGEST_REQUESTED: TimeDelta = TimeDelta::days(1);

settings! {
    /// How often a carrier is asked, and for how long.
    ///
    /// All values are safe: a negative pause counts as the shortest pause, one second.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Policy {
        /// Attempts before a request fails because its carrier is unreachable or its answers cannot be read.
        count tries: u32 = 14,
        /// Pause after the first failed attempt. Each pause is 1.75 times as long as the one before, varied at random by up to a fifth.
        // 45 s x (1.75^13 - 1) / 0.75 is 24 hours and 3 minutes.
        time first_retry: TimeDelta = TimeDelta::seconds(45),
        /// Pause between look-ups while the carrier has no data yet.
        time manifest_check: TimeDelta = TimeDelta::days(1),
        /// How long a request waits while the carrier has no data yet.
        time manifest_window: TimeDelta = TimeDelta::days(7),
        /// Pause between look-ups of a shipment whose position is unknown.
        time refresh: TimeDelta = TimeDelta::hours(6),
        /// Pause while a container is not on a vessel yet. For several containers, the shortest of their pauses applies.
        time before_loading: TimeDelta = TimeDelta::hours(6),
        /// Pause while a container is at sea.
        time at_sea: TimeDelta = TimeDelta::hours(12),
        /// Pause while a container is at sea and its estimated arrival at the port of discharge is within three days.
        time near_port: TimeDelta = TimeDelta::hours(3),
        /// Pause while a container is at the port of discharge.
        time in_port: TimeDelta = TimeDelta::hours(3),
        /// Pause while a container is on its way inland.
        time inland: TimeDelta = TimeDelta::hours(6),
        /// Pause while a container is with its consignee, until it is returned empty.
        time awaiting_empty: TimeDelta = TimeDelta::hours(12),
        /// How long a shipment is tracked after the carrier last had data.
        time silence_window: TimeDelta = TimeDelta::days(56),
    }
}

impl Policy {
    /// The longest pause that is possible under this policy. A later due time was stored while the clock was wrong.
    pub fn longest_pause(&self) -> TimeDelta {
        let longest_retry = self.retry_pause(self.last_attempt(), 1.0);
        let others = [
            LONGEST_RETRY_AFTER,
            self.manifest_check,
            self.refresh,
            self.before_loading,
            self.at_sea,
            self.near_port,
            self.in_port,
            self.inland,
            self.awaiting_empty,
            LONGEST_REQUESTED,
            CREDENTIALS_PROBE,
            FINAL_CHECK,
        ];
        others.into_iter().fold(longest_retry, TimeDelta::max).min(MAX_PAUSE)
    }

    /// The latest due time that is possible under this policy. A later stored due time is replaced with it.
    pub fn latest_due(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        after(now, self.longest_pause())
    }

    pub(super) fn last_attempt(&self) -> u32 {
        self.tries.max(1)
    }

    /// The scheduled pause after this many failed attempts. `chance` is from 0 to 1; NaN counts as 0.5.
    pub(super) fn retry_pause(&self, failed_attempts: u32, chance: f64) -> TimeDelta {
        let steps = i32::try_from(failed_attempts.saturating_sub(1)).unwrap_or(i32::MAX);
        let chance = if chance.is_nan() { 0.5 } else { chance.clamp(0.0, 1.0) };
        let spread = 1.0 + JITTER * (2.0 * chance - 1.0);
        // The cast turns NaN (zero times infinity) into 0.
        let millis = self.first_retry.num_milliseconds() as f64 * GROWTH.powi(steps) * spread;
        let (least, most) = (MIN_PAUSE.num_milliseconds(), MAX_PAUSE.num_milliseconds());
        TimeDelta::milliseconds((millis as i64).clamp(least, most))
    }

    /// The pause that the source requested, within bounds. Without a request, the pause for the stages of the containers.
    pub(super) fn pause_before_next(&self, outlook: &Outlook, now: DateTime<Utc>) -> TimeDelta {
        match outlook.next_look {
            Some(asked) => time_delta(asked).clamp(SHORTEST_REQUESTED, LONGEST_REQUESTED),
            None => self.pause_in(&outlook.stages, now),
        }
    }

    pub(super) fn pause_in(&self, stages: &[Stage], now: DateTime<Utc>) -> TimeDelta {
        stages.iter().map(|stage| self.pause_of(stage, now)).min().unwrap_or(self.refresh)
    }

    fn pause_of(&self, stage: &Stage, now: DateTime<Utc>) -> TimeDelta {
        match stage {
            Stage::BeforeLoading => self.before_loading,
            Stage::AtSea { arrives: None } => self.at_sea,
            Stage::AtSea { arrives: Some(at) } => match at.signed_duration_since(now) - NEAR_PORT {
                // The pause ends when the approach begins, so that the shorter pause applies from then on.
                far if far > TimeDelta::zero() => self.at_sea.min(far),
                _ => self.near_port,
            },
            Stage::InPort | Stage::FreeUntil { .. } => self.in_port,
            Stage::Inland => self.inland,
            Stage::AwaitingEmpty => self.awaiting_empty,
        }
    }

    /// The next arrival that is near at the time of the next look-up, or last free day.
    pub(super) fn urgent_at(stages: &[Stage], due: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let near = |stage: &Stage| match stage {
            Stage::AtSea { arrives: Some(at) } => Some(*at).filter(|at| at.signed_duration_since(due) <= NEAR_PORT),
            Stage::FreeUntil { until } => Some(*until),
            _ => None,
        };
        stages.iter().filter_map(near).min()
    }

    /// How long a carrier is not called after its rate limit was exceeded.
    pub fn pause_asked_for(&self, retry_after: Option<Duration>) -> TimeDelta {
        match accepted_pause(retry_after) {
            pause if pause > TimeDelta::zero() => pause,
            _ => self.first_retry.clamp(MIN_PAUSE, MAX_PAUSE),
        }
    }
}

/// The pause that a carrier requested, up to the longest accepted one.
pub(super) fn accepted_pause(retry_after: Option<Duration>) -> TimeDelta {
    time_delta(retry_after.unwrap_or_default()).min(LONGEST_RETRY_AFTER)
}

/// A time after `now`, unless the calendar ends.
pub(super) fn after(now: DateTime<Utc>, pause: TimeDelta) -> DateTime<Utc> {
    saturating_add(now, pause.clamp(MIN_PAUSE, MAX_PAUSE))
}

/// Whether the window is over. False if `since` is in the future, which happens after the clock was set back.
pub(super) fn has_passed(since: DateTime<Utc>, window: TimeDelta, now: DateTime<Utc>) -> bool {
    now.signed_duration_since(since).max(TimeDelta::zero()) >= window
}
