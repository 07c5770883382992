//! How often and how long a carrier is asked: the retry schedule and the windows.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::Outlook;
use crate::settings::settings;
use crate::time::{saturating_add, time_delta};
use crate::tracking::Stage;

/// Keeps a worker that does all due work from running for ever.
const SHORTEST: TimeDelta = TimeDelta::seconds(1);
const LONGEST: TimeDelta = TimeDelta::days(365);
/// How long credentials are left alone that a carrier refuses, and a number that it keeps from them.
pub const CREDENTIALS_PROBE: TimeDelta = TimeDelta::hours(1);
const GROWTH: f64 = 1.75;
/// Share of a pause, randomly added or subtracted.
const SPREAD: f64 = 0.2;
/// 13 of them are less than the 7 days after which a request expires.
const LONGEST_RETRY_AFTER: TimeDelta = TimeDelta::hours(12);
/// A container counts as near its port from this long before its expected arrival.
const APPROACH: TimeDelta = TimeDelta::days(3);
/// Bounds of the pause that a carrier can name with an answer.
const SHORTEST_LOOK: TimeDelta = TimeDelta::minutes(5);
const LONGEST_LOOK: TimeDelta = TimeDelta::days(1);

settings! {
    /// How often and how long a carrier is asked.
    ///
    /// Any values are safe: a negative pause is taken for the shortest one.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Policy {
        /// Tries before trouble with a carrier is final.
        count tries: u32 = 14,
        /// The pause after the first of them. Each is 1.75 times as long as the one before, and chance changes it by up to a fifth.
        // 45 s x (1.75^13 - 1) / 0.75 is 24 hours and 3 minutes.
        time first_retry: TimeDelta = TimeDelta::seconds(45),
        /// The pause between checks while the carrier has no data.
        time manifest_check: TimeDelta = TimeDelta::days(1),
        /// How long the carrier may have no data.
        time manifest_window: TimeDelta = TimeDelta::days(7),
        /// The pause between look-ups of a shipment that is followed, where nobody can tell how far it is.
        time refresh: TimeDelta = TimeDelta::hours(6),
        /// The same while a container is on no vessel yet. Of several containers the shortest of these pauses counts.
        time before_loading: TimeDelta = TimeDelta::hours(6),
        /// The same while it is at sea.
        time at_sea: TimeDelta = TimeDelta::hours(12),
        /// The same while it is at sea and expected at the port of discharge within three days.
        time near_port: TimeDelta = TimeDelta::hours(3),
        /// The same while it is at the port of discharge.
        time in_port: TimeDelta = TimeDelta::hours(3),
        /// The same while it goes on inland.
        time inland: TimeDelta = TimeDelta::hours(6),
        /// The same while it is with its consignee, until it comes back empty.
        time awaiting_empty: TimeDelta = TimeDelta::hours(12),
        /// How long a shipment is followed for which the carrier has no data any more.
        time silence_window: TimeDelta = TimeDelta::days(56),
    }
}

impl Policy {
    /// The longest time a request is put off. A due moment further away than this was stored by a clock that was wrong.
    pub fn longest_pause(&self) -> TimeDelta {
        let longest_retry = self.retry_pause(self.last_try(), 1.0);
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
            LONGEST_LOOK,
            CREDENTIALS_PROBE,
        ];
        others.into_iter().fold(longest_retry, TimeDelta::max).min(LONGEST)
    }

    /// The latest due moment that this policy can have led to. One beyond it is brought forward to it.
    pub fn latest_due(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        after(now, self.longest_pause())
    }

    pub(super) fn last_try(&self) -> u32 {
        self.tries.max(1)
    }

    /// `chance`, from 0 to 1, spreads it; NaN counts as 0.5.
    pub(super) fn retry_pause(&self, failed_tries: u32, chance: f64) -> TimeDelta {
        let steps = i32::try_from(failed_tries.saturating_sub(1)).unwrap_or(i32::MAX);
        let chance = if chance.is_nan() { 0.5 } else { chance.clamp(0.0, 1.0) };
        let spread = 1.0 + SPREAD * (2.0 * chance - 1.0);
        // The cast turns NaN (zero times infinity) into 0.
        let millis = self.first_retry.num_milliseconds() as f64 * GROWTH.powi(steps) * spread;
        let (least, most) = (SHORTEST.num_milliseconds(), LONGEST.num_milliseconds());
        TimeDelta::milliseconds((millis as i64).clamp(least, most))
    }

    /// As its source wants it, within bounds, else by its stages.
    pub(super) fn look_in(&self, outlook: &Outlook, now: DateTime<Utc>) -> TimeDelta {
        match outlook.next_look {
            Some(asked) => time_delta(asked).clamp(SHORTEST_LOOK, LONGEST_LOOK),
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
            Stage::AtSea { arrives: Some(at) } => match at.signed_duration_since(now) - APPROACH {
                // Looked up when the approach begins, and not half a day later.
                far if far > TimeDelta::zero() => self.at_sea.min(far),
                _ => self.near_port,
            },
            Stage::InPort | Stage::FreeUntil { .. } => self.in_port,
            Stage::Inland => self.inland,
            Stage::AwaitingEmpty => self.awaiting_empty,
        }
    }

    pub(super) fn urgent_at(stages: &[Stage], due: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let near = |stage: &Stage| match stage {
            Stage::AtSea { arrives: Some(at) } => Some(*at).filter(|at| at.signed_duration_since(due) <= APPROACH),
            Stage::FreeUntil { until } => Some(*until),
            _ => None,
        };
        stages.iter().filter_map(near).min()
    }

    /// How long a carrier is left alone that was asked too often.
    pub fn pause_asked_for(&self, retry_after: Option<Duration>) -> TimeDelta {
        match granted(retry_after) {
            asked if asked > TimeDelta::zero() => asked,
            _ => self.first_retry.clamp(SHORTEST, LONGEST),
        }
    }
}

pub(super) fn granted(retry_after: Option<Duration>) -> TimeDelta {
    time_delta(retry_after.unwrap_or_default()).min(LONGEST_RETRY_AFTER)
}

/// Later than `now` unless the calendar ends.
pub(super) fn after(now: DateTime<Utc>, pause: TimeDelta) -> DateTime<Utc> {
    saturating_add(now, pause.clamp(SHORTEST, LONGEST))
}

/// False for a moment in the future, which a clock that jumped back left.
pub(super) fn has_passed(since: DateTime<Utc>, window: TimeDelta, now: DateTime<Utc>) -> bool {
    now.signed_duration_since(since).max(TimeDelta::zero()) >= window
}
