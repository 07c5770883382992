//! How many calls a carrier got, and when it may get another one. Pure: time is given.

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};

use crate::carriers::profiles::CallPace;

/// The calls to one carrier with one set of credentials.
#[derive(Debug, Default)]
pub(super) struct Calls(VecDeque<DateTime<Utc>>);

impl Calls {
    /// How long nobody may ask at `now`; `None` where one may.
    pub fn pause(&self, pace: &CallPace, now: DateTime<Utc>) -> Option<TimeDelta> {
        windows(pace).filter_map(|(limit, length)| self.room_in(limit, length, now)).max()
    }

    /// Counts a call.
    pub fn note(&mut self, pace: &CallPace, now: DateTime<Utc>) {
        let Some((most, longest)) = longest(pace) else { return };
        // A clock that was set back must not keep anybody waiting for what it said before.
        self.0.retain(|at| *at <= now);
        while self.0.front().is_some_and(|at| now - *at >= longest) || self.0.len() > most {
            self.0.pop_front();
        }
        self.0.push_back(now);
    }

    /// When the oldest of the last `limit` calls leaves the window.
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

/// How many calls are remembered, and for how long.
fn longest(pace: &CallPace) -> Option<(usize, TimeDelta)> {
    let most = windows(pace).map(|(limit, _)| limit).max()?;
    let longest = windows(pace).map(|(_, length)| length).max()?;
    Some((usize::try_from(most).unwrap_or(usize::MAX), longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_000_000 + seconds, 0).unwrap()
    }

    fn pace(per_minute: Option<u32>, per_day: Option<u32>) -> CallPace {
        CallPace { per_minute, per_hour: None, per_day }
    }

    #[test]
    fn no_window_ever_holds_more_calls_than_it_may() {
        let (pace, mut calls, mut made) = (pace(Some(3), Some(10)), Calls::default(), Vec::new());
        for second in 0..200_000 {
            if calls.pause(&pace, at(second)).is_none() {
                calls.note(&pace, at(second));
                made.push(second);
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
        let (pace, mut calls) = (pace(Some(1), Some(2)), Calls::default());
        calls.note(&pace, at(0));
        assert_eq!(calls.pause(&pace, at(10)), Some(TimeDelta::seconds(50)));
        calls.note(&pace, at(60));
        assert_eq!(calls.pause(&pace, at(61)), Some(TimeDelta::seconds(86_339)));
        assert_eq!(calls.pause(&CallPace::default(), at(61)), None);
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_nobody_waiting() {
        let (pace, mut calls) = (pace(Some(1), None), Calls::default());
        calls.note(&pace, at(86_400));
        assert_eq!(calls.pause(&pace, at(0)), None);
        calls.note(&pace, at(0));
        assert_eq!(calls.pause(&pace, at(30)), Some(TimeDelta::seconds(30)));
    }
}
