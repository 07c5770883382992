//! Counts calls to a carrier per credential and says when the next one may be made. Kept across restarts; time is
//! given.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::CredentialId;
use crate::threads::lock;

/// How many calls a carrier may get in any window of these lengths.
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
    /// How many calls a day may have by it; `None` without a limit.
    pub fn calls_per_day(&self) -> Option<u64> {
        let said = [(self.per_minute, 24 * 60), (self.per_hour, 24), (self.per_day, 1)];
        said.into_iter().filter_map(|(limit, times)| Some(u64::from(limit?) * times)).min()
    }
}

/// A call that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedCall {
    /// With which credentials.
    pub credential: CredentialId,
    /// When.
    pub at: DateTime<Utc>,
}

/// The calls a carrier got, as far as its pace asks for them. The service keeps what is new in it with whatever it writes down of an
/// answer, and [restores](Self::restore) it when it is opened.
pub struct CallLog {
    name: String,
    pace: CallPace,
    made: Mutex<Made>,
}

#[derive(Default)]
struct Made {
    of: HashMap<CredentialId, Calls>,
    unsaved: Vec<LoggedCall>,
    is_restored: bool,
}

impl CallLog {
    /// One without calls, kept under this name.
    pub fn new(name: impl Into<String>, pace: CallPace) -> Self {
        CallLog { name: name.into(), pace, made: Mutex::default() }
    }

    /// What it is kept under: the carrier's code.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How often the carrier may be asked.
    pub fn pace(&self) -> &CallPace {
        &self.pace
    }

    /// Counts a call that is about to be made, or says how long nobody may make one.
    pub fn admit(&self, credential: &CredentialId, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        let Some(longest) = longest(&self.pace) else { return Ok(()) };
        let mut made = lock(&self.made);
        let calls = made.of.entry(*credential).or_default();
        if let Some(pause) = calls.pause(&self.pace, now) {
            return Err(pause);
        }
        calls.note(longest, now);
        made.unsaved.push(LoggedCall { credential: *credential, at: now });
        Ok(())
    }

    /// How long calls are remembered; `None` where nothing depends on them.
    pub fn memory(&self) -> Option<TimeDelta> {
        longest(&self.pace).map(|(_, length)| length)
    }

    /// The calls that were counted since this was asked last. Whoever cannot keep them [gives them back](Self::give_back).
    pub fn take_unsaved(&self) -> Vec<LoggedCall> {
        if self.memory().is_none() {
            return Vec::new();
        }
        std::mem::take(&mut lock(&self.made).unsaved)
    }

    /// Takes calls back that could not be kept.
    pub fn give_back(&self, calls: Vec<LoggedCall>) {
        let mut made = lock(&self.made);
        let newer = std::mem::replace(&mut made.unsaved, calls);
        made.unsaved.extend(newer);
    }

    /// Goes on counting from the calls that were kept. The first time counts.
    pub fn restore(&self, kept: impl IntoIterator<Item = LoggedCall>) {
        let mut made = lock(&self.made);
        if std::mem::replace(&mut made.is_restored, true) {
            return;
        }
        for call in kept {
            made.of.entry(call.credential).or_default().0.push_back(call.at);
        }
        made.of.values_mut().for_each(|calls| calls.0.make_contiguous().sort_unstable());
    }

    /// Whether calls that were kept were restored.
    pub fn is_restored(&self) -> bool {
        lock(&self.made).is_restored
    }
}

debug_fields!(CallLog: name, pace);

/// Times of calls to one carrier with one credential, oldest first.
#[derive(Debug, Default)]
struct Calls(VecDeque<DateTime<Utc>>);

impl Calls {
    fn pause(&self, pace: &CallPace, now: DateTime<Utc>) -> Option<TimeDelta> {
        windows(pace).filter_map(|(limit, length)| self.room_in(limit, length, now)).max()
    }

    fn note(&mut self, (most, longest): (usize, TimeDelta), now: DateTime<Utc>) {
        // A clock that was set back must not prolong the pause.
        self.0.retain(|at| *at <= now);
        while self.0.front().is_some_and(|at| now - *at >= longest) || self.0.len() > most {
            self.0.pop_front();
        }
        self.0.push_back(now);
    }

    fn room_in(&self, limit: u32, length: TimeDelta, now: DateTime<Utc>) -> Option<TimeDelta> {
        let behind = self.0.len().checked_sub(usize::try_from(limit).unwrap_or(usize::MAX))?;
        let room = *self.0.get(behind)? + length - now;
        (room > TimeDelta::zero() && room <= length).then_some(room)
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

fn longest(pace: &CallPace) -> Option<(usize, TimeDelta)> {
    let most = windows(pace).map(|(limit, _)| limit).max()?;
    let longest = windows(pace).map(|(_, length)| length).max()?;
    Some((usize::try_from(most).unwrap_or(usize::MAX), longest))
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
    fn no_window_ever_holds_more_calls_than_it_may_however_often_it_is_restored() {
        let (mut calls, mut kept, mut made) = (log(Some(3), Some(10)), Vec::new(), Vec::new());
        for second in 0..200_000 {
            if calls.admit(&ONE, at(second)).is_ok() {
                made.push(second);
            }
            if second % 17 == 0 {
                kept.extend(calls.take_unsaved());
                calls = log(Some(3), Some(10));
                calls.restore(kept.iter().copied());
            }
        }
        assert_eq!(made[..5], [0, 1, 2, 60, 61]);
        for (limit, length) in [(3, 60), (10, 86_400)] {
            assert!(made.windows(limit + 1).all(|some| some[limit] - some[0] >= length), "{limit} in {length} s");
        }
        assert_eq!(made.len(), 30, "and no fewer");
    }

    #[test]
    fn the_pause_is_that_of_the_window_that_is_full_longest() {
        let calls = log(Some(1), Some(2));
        calls.admit(&ONE, at(0)).unwrap();
        assert_eq!(calls.admit(&ONE, at(10)), Err(TimeDelta::seconds(50)));
        calls.admit(&ONE, at(60)).unwrap();
        assert_eq!(calls.admit(&ONE, at(61)), Err(TimeDelta::seconds(86_339)));
        assert_eq!(calls.admit(&OTHER, at(61)), Ok(()), "other credentials have a pace of their own");
        assert_eq!(log(None, None).admit(&ONE, at(61)), Ok(()));
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_nobody_waiting() {
        let calls = log(Some(1), None);
        calls.admit(&ONE, at(86_400)).unwrap();
        calls.admit(&ONE, at(0)).unwrap();
        assert_eq!(calls.admit(&ONE, at(30)), Err(TimeDelta::seconds(30)));
    }

    #[test]
    fn what_could_not_be_kept_is_kept_the_next_time_and_what_nobody_counts_is_not() {
        let calls = log(Some(9), None);
        calls.admit(&ONE, at(0)).unwrap();
        let first = calls.take_unsaved();
        calls.admit(&OTHER, at(1)).unwrap();
        calls.give_back(first);
        let told: Vec<_> = calls.take_unsaved().iter().map(|call| call.at).collect();
        assert_eq!((told, calls.take_unsaved()), (vec![at(0), at(1)], vec![]));
        let uncounted = log(None, None);
        uncounted.admit(&ONE, at(0)).unwrap();
        assert_eq!((uncounted.take_unsaved(), uncounted.memory()), (vec![], None));
    }
}
