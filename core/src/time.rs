//! Saturating arithmetic on times.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

/// `from` plus `by`; the last representable time if that overflows.
pub(crate) fn saturating_add(from: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    from.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Converts a duration; the longest `TimeDelta` if it does not fit.
pub(crate) fn time_delta(time: Duration) -> TimeDelta {
    TimeDelta::from_std(time).unwrap_or(TimeDelta::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_beyond_the_calendar_saturate() {
        let (epoch, last) = (DateTime::UNIX_EPOCH, DateTime::<Utc>::MAX_UTC);
        assert_eq!(
            saturating_add(epoch, time_delta(Duration::from_millis(1_500))),
            epoch + TimeDelta::milliseconds(1_500)
        );
        assert_eq!(
            (saturating_add(epoch, time_delta(Duration::MAX)), saturating_add(last, TimeDelta::nanoseconds(1))),
            (last, last)
        );
    }
}
