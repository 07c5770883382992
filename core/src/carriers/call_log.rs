//! Counts the calls to a carrier with each set of credentials, and decides when the next call is allowed. The counts survive restarts.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::CredentialId;
use crate::threads::lock;

/// How many calls to a carrier are allowed in any minute, hour and day; `None` without a limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct CallPace {
    /// In any minute.
    pub per_minute: Option<u32>,
    /// In any hour.
    pub per_hour: Option<u32>,
    /// In any 24 hours.
    pub per_day: Option<u32>,
}

impl CallPace {
    /// The number of calls that these limits allow in a day; `None` without a limit.
    pub fn calls_per_day(&self) -> Option<u64> {
        let limits = [(self.per_minute, 24 * 60), (self.per_hour, 24), (self.per_day, 1)];
        limits.into_iter().filter_map(|(limit, times)| Some(u64::from(limit?) * times)).min()
    }
}

/// A call to a carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedCall {
    /// The credentials of the call.
    pub credential: CredentialId,
    /// The time of the call.
    pub at: DateTime<Utc>,
}

/// The calls to a carrier that count for its pace. The service stores new calls together with each answer, and
/// [restores](Self::restore) them when it is opened.
pub struct CallLog {
    name: String,
    pace: CallPace,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    calls: HashMap<CredentialId, Calls>,
    unsaved: Vec<LoggedCall>,
    is_restored: bool,
}

impl CallLog {
    /// An empty log that is stored under this name.
    pub fn new(name: impl Into<String>, pace: CallPace) -> Self {
        CallLog { name: name.into(), pace, state: Mutex::default() }
    }

    /// The name that the log is stored under: the carrier's code.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The limits of the carrier.
    pub fn pace(&self) -> &CallPace {
        &self.pace
    }

    /// Counts a call that the caller is about to make. If no call is allowed now, returns the remaining pause as an error.
    pub fn admit(&self, credential: &CredentialId, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        let Some(memory) = needed_memory(&self.pace) else { return Ok(()) };
        let mut state = lock(&self.state);
        let calls = state.calls.entry(*credential).or_default();
        if let Some(pause) = calls.pause(&self.pace, now) {
            return Err(pause);
        }
        calls.record(memory, now);
        state.unsaved.push(LoggedCall { credential: *credential, at: now });
        Ok(())
    }

    /// How long calls are remembered; `None` without limits.
    pub fn memory(&self) -> Option<TimeDelta> {
        needed_memory(&self.pace).map(|(_, length)| length)
    }

    /// Returns the calls that were counted since this method was called last, and removes them from the list of unsaved calls. If they
    /// cannot be stored, the caller must [give them back](Self::give_back).
    pub fn take_unsaved(&self) -> Vec<LoggedCall> {
        if self.memory().is_none() {
            return Vec::new();
        }
        std::mem::take(&mut lock(&self.state).unsaved)
    }

    /// Returns calls that could not be stored to the log.
    pub fn give_back(&self, calls: Vec<LoggedCall>) {
        let mut state = lock(&self.state);
        let newer = std::mem::replace(&mut state.unsaved, calls);
        state.unsaved.extend(newer);
    }

    /// Adds stored calls. Only the first call of this method has an effect.
    pub fn restore(&self, stored: impl IntoIterator<Item = LoggedCall>) {
        let mut state = lock(&self.state);
        if std::mem::replace(&mut state.is_restored, true) {
            return;
        }
        for call in stored {
            state.calls.entry(call.credential).or_default().0.push_back(call.at);
        }
        state.calls.values_mut().for_each(|calls| calls.0.make_contiguous().sort_unstable());
    }

    /// True if [`restore`](Self::restore) was called.
    pub fn is_restored(&self) -> bool {
        lock(&self.state).is_restored
    }
}

debug_fields!(CallLog: name, pace);

/// Times of calls to one carrier with one credential, oldest first.
#[derive(Debug, Default)]
struct Calls(VecDeque<DateTime<Utc>>);

impl Calls {
    /// How long the next call must wait; `None` if it is allowed now.
    fn pause(&self, pace: &CallPace, now: DateTime<Utc>) -> Option<TimeDelta> {
        windows(pace).filter_map(|(limit, length)| self.pause_in(limit, length, now)).max()
    }

    fn record(&mut self, (max_calls, max_age): (usize, TimeDelta), now: DateTime<Utc>) {
        // If the clock was set back, later times must not prolong the pause.
        self.0.retain(|at| *at <= now);
        while self.0.front().is_some_and(|at| now - *at >= max_age) || self.0.len() > max_calls {
            self.0.pop_front();
        }
        self.0.push_back(now);
    }

    fn pause_in(&self, limit: u32, length: TimeDelta, now: DateTime<Utc>) -> Option<TimeDelta> {
        // The oldest of the last `limit` calls must leave the window first.
        let oldest = self.0.len().checked_sub(usize::try_from(limit).unwrap_or(usize::MAX))?;
        let pause = *self.0.get(oldest)? + length - now;
        (pause > TimeDelta::zero() && pause <= length).then_some(pause)
    }
}

fn windows(pace: &CallPace) -> impl Iterator<Item = (u32, TimeDelta)> {
    let limits = [
        (pace.per_minute, TimeDelta::minutes(1)),
        (pace.per_hour, TimeDelta::hours(1)),
        (pace.per_day, TimeDelta::days(1)),
    ];
    limits.into_iter().filter_map(|(limit, length)| Some((limit?, length)))
}

/// How many calls must be remembered, and for how long; `None` without limits.
fn needed_memory(pace: &CallPace) -> Option<(usize, TimeDelta)> {
    let max_calls = windows(pace).map(|(limit, _)| limit).max()?;
    let max_age = windows(pace).map(|(_, length)| length).max()?;
    Some((usize::try_from(max_calls).unwrap_or(usize::MAX), max_age))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: CredentialId = CredentialId([1; 32]);
    const OTHER: CredentialId = CredentialId([2; 32]);

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_000_000 + seconds, 0).unwrap()
    }

    fn log(per_minute: Option<u32>, per_day: Option<u32>) -> CallLog {
        CallLog::new("MAEU", CallPace { per_minute, per_hour: None, per_day })
    }

    #[test]
    fn limits_hold_in_every_window_across_restores() {
        let (mut calls, mut stored, mut made) = (log(Some(3), Some(10)), Vec::new(), Vec::new());
        for second in 0..200_000 {
            if calls.admit(&ONE, at(second)).is_ok() {
                made.push(second);
            }
            if second % 17 == 0 {
                stored.extend(calls.take_unsaved());
                calls = log(Some(3), Some(10));
                calls.restore(stored.iter().copied());
            }
        }
        assert_eq!(made[..5], [0, 1, 2, 60, 61]);
        for (limit, length) in [(3, 60), (10, 86_400)] {
            assert!(made.windows(limit + 1).all(|some| some[limit] - some[0] >= length), "{limit} in {length} s");
        }
        assert_eq!(made.len(), 30, "the limits are used fully");
    }

    #[test]
    fn pause_lasts_until_the_last_full_window_has_room() {
        let calls = log(Some(1), Some(2));
        calls.admit(&ONE, at(0)).unwrap();
        assert_eq!(calls.admit(&ONE, at(10)), Err(TimeDelta::seconds(50)));
        calls.admit(&ONE, at(60)).unwrap();
        assert_eq!(calls.admit(&ONE, at(61)), Err(TimeDelta::seconds(86_339)));
        assert_eq!(calls.admit(&OTHER, at(61)), Ok(()), "each credential has its own pace");
        assert_eq!(log(None, None).admit(&ONE, at(61)), Ok(()));
    }

    #[test]
    fn clock_that_is_set_back_does_not_prolong_the_pause() {
        let calls = log(Some(1), None);
        calls.admit(&ONE, at(86_400)).unwrap();
        calls.admit(&ONE, at(0)).unwrap();
        assert_eq!(calls.admit(&ONE, at(30)), Err(TimeDelta::seconds(30)));
    }

    #[test]
    fn calls_given_back_are_returned_again_and_uncounted_ones_are_not() {
        let calls = log(Some(9), None);
        calls.admit(&ONE, at(0)).unwrap();
        let first = calls.take_unsaved();
        calls.admit(&OTHER, at(1)).unwrap();
        calls.give_back(first);
        let taken: Vec<_> = calls.take_unsaved().iter().map(|call| call.at).collect();
        assert_eq!((taken, calls.take_unsaved()), (vec![at(0), at(1)], vec![]));
        let uncounted = log(None, None);
        uncounted.admit(&ONE, at(0)).unwrap();
        assert_eq!((uncounted.take_unsaved(), uncounted.memory()), (vec![], None));
    }
}
