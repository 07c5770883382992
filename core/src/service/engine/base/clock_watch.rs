//! `ClockWatch`: notices when the wall clock is set or the computer was suspended, by comparing the wall clock with the monotonic clock.

use std::sync::Mutex;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::log_entry::LogEntry;
use super::log_line::LogLevel;
use crate::clock::Clock;
use crate::threads::lock;
use crate::time::time_delta;

/// Smaller differences are ignored, because time servers correct clocks all the time.
const TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// The reading of both clocks at the last look.
#[derive(Default)]
pub(in crate::service::engine) struct ClockWatch(Mutex<Option<ClockReading>>);

#[derive(Debug, Clone, Copy)]
struct ClockReading {
    wall: DateTime<Utc>,
    monotonic: Duration,
}

/// A step of the wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::service::engine) struct ClockStep {
    /// What the wall clock showed at the last look before the step.
    pub seen_before: DateTime<Utc>,
    /// How far the wall clock went ahead of the monotonic clock; negative if it was set back.
    pub by: TimeDelta,
}

impl ClockWatch {
    /// Compares the clocks with the last look. `None` if they agree, and at the first look.
    pub fn look(&self, clock: &dyn Clock) -> Option<ClockStep> {
        let reading = ClockReading { wall: clock.now(), monotonic: clock.monotonic() };
        let before = lock(&self.0).replace(reading)?;
        // Another thread may have looked between the reading of the clocks and the lock.
        let elapsed = time_delta(reading.monotonic).checked_sub(&time_delta(before.monotonic))?;
        let by = reading.wall.signed_duration_since(before.wall).checked_sub(&elapsed)?;
        (by.abs() > TOLERANCE).then_some(ClockStep { seen_before: before.wall, by })
    }
}

impl ClockStep {
    pub fn is_back(self) -> bool {
        self.by < TimeDelta::zero()
    }

    pub fn entry(self) -> LogEntry<'static> {
        let size = describe(self.by.abs());
        let (subject, text) = match self.is_back() {
            true => ("back", format!("the wall clock was set back by {size}; pauses end when this time has passed")),
            false => (
                "ahead",
                format!(
                    "the wall clock went ahead by {size}: it was set, or the computer was suspended; time windows do not count this time"
                ),
            ),
        };
        LogEntry::new(LogLevel::Warn, ("clock", subject), text)
    }
}

fn describe(time: TimeDelta) -> String {
    let (days, hours) = (time.num_days(), time.num_hours() % 24);
    format!("{days} d {hours} h {} min {} s", time.num_minutes() % 60, time.num_seconds() % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn step_of_more_than_a_minute_is_noticed_once() {
        let (clock, watch) = (ManualClock::new(DateTime::UNIX_EPOCH), ClockWatch::default());
        let step = |seconds| clock.set(clock.now() + TimeDelta::seconds(seconds));
        assert_eq!(watch.look(&clock), None);
        clock.advance(Duration::from_secs(90_000));
        step(60);
        assert_eq!(watch.look(&clock), None);
        let seen_before = clock.now();
        step(61);
        assert_eq!(watch.look(&clock), Some(ClockStep { seen_before, by: TimeDelta::seconds(61) }));
        assert_eq!(watch.look(&clock), None);
        step(-7_200);
        let back = watch.look(&clock).unwrap();
        assert!(back.is_back());
        assert_eq!(describe(back.by.abs()), "0 d 2 h 0 min 0 s");
    }
}
