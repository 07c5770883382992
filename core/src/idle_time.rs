//! `IdleTime`: time in which a carrier or a webhook could have been asked and was not, for example because the program did not run. Time
//! windows do not count it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::time::saturating_add;

/// The part of a delay that windows count. A running program asks later than due by less than this: it waits for pauses and rate limits.
const COUNTED_DELAY: TimeDelta = TimeDelta::hours(1);

/// Time that the windows of a tracking request or of a webhook do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IdleTime(TimeDelta);

impl IdleTime {
    /// The idle time of an item that is asked at `now` and became due at `due`, less an hour. Zero if it was not due.
    pub(crate) fn since(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        let delay = due.map_or(TimeDelta::zero(), |due| now.signed_duration_since(due));
        IdleTime((delay - COUNTED_DELAY).max(TimeDelta::zero()))
    }

    /// The start of a window, moved by the idle time. A start in the future, which a clock that was ahead wrote, counts as `now`.
    pub(crate) fn move_start(self, start: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        saturating_add(start, self.0).min(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
    }

    #[test]
    fn start_is_moved_by_the_delay_less_an_hour() {
        assert_eq!(IdleTime::since(Some(at(10)), at(15)).move_start(at(2), at(15)), at(6));
        assert_eq!(IdleTime::since(Some(at(10)), at(11)).move_start(at(2), at(11)), at(2));
        assert_eq!(IdleTime::since(None, at(11)).move_start(at(2), at(11)), at(2));
    }

    #[test]
    fn start_is_never_in_the_future() {
        assert_eq!(IdleTime::since(Some(at(10)), at(9)).move_start(at(12), at(9)), at(9));
        let (first, last) = (DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC);
        assert_eq!(IdleTime::since(Some(first), last).move_start(at(0), last), last);
    }
}
