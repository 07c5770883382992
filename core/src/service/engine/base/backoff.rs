//! Pauses after failures that are not caused by a carrier or webhook, such as a store that cannot be written.

use std::time::Duration;

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const MAX_PAUSE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Backoff {
    failures: u32,
    until: Duration,
}

impl Backoff {
    pub fn failed(&mut self, now: Duration) {
        if self.until(now).is_some() {
            // Several threads had the same failure.
            return;
        }
        self.failures = self.failures.saturating_add(1);
        let doubled = FIRST_PAUSE.saturating_mul(1 << (self.failures - 1).min(16));
        self.until = now.saturating_add(doubled.min(MAX_PAUSE));
    }

    pub fn succeeded(&mut self) {
        *self = Backoff::default();
    }

    pub fn is_on(&self) -> bool {
        self.failures > 0
    }

    /// Returns the end of the pause; `None` if work may begin.
    pub fn until(&self, now: Duration) -> Option<Duration> {
        (self.until > now).then_some(self.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_from_a_second_to_a_minute_until_a_success() {
        let mut backoff = Backoff::default();
        assert_eq!((backoff.is_on(), backoff.until(Duration::ZERO)), (false, None));
        let mut now = Duration::from_secs(100);
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            backoff.failed(now);
            backoff.failed(now);
            let end = now + Duration::from_secs(pause);
            assert_eq!((backoff.until(now), backoff.until(end)), (Some(end), None));
            now = end;
        }
        assert!(backoff.is_on());
        backoff.succeeded();
        assert_eq!(backoff, Backoff::default());
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        let mut backoff = Backoff { failures: u32::MAX, until: Duration::ZERO };
        backoff.failed(Duration::MAX);
        assert_eq!(backoff.until(Duration::from_secs(1)), Some(Duration::MAX));
    }
}
