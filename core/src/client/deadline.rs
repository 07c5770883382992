//! How long a call may still take.

use std::time::Duration;

/// What one call may spend when nobody gave it a time-out: sending, waiting for answers, and pauses between attempts.
const NETWORK_TIME: Duration = Duration::from_secs(30);

/// The time of one call.
///
/// An explicit deadline covers everything. Without one, thirty seconds may be spent on the network, while waiting for
/// the rate allowance is not counted: a loop over a thousand creates takes its ten minutes and succeeds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    at: Option<Duration>,
    spent: Duration,
}

impl Deadline {
    /// A call that must be over `at`, in the clock's monotonic time.
    pub fn until(at: Option<Duration>) -> Self {
        Deadline { at, spent: Duration::ZERO }
    }

    /// How much is left for the network and the pauses between attempts.
    pub fn left(&self, now: Duration) -> Duration {
        self.for_allowance(now).unwrap_or_else(|| NETWORK_TIME.saturating_sub(self.spent))
    }

    /// How much is left for waiting until the service takes requests again; `None` for as long as it takes.
    pub fn for_allowance(&self, now: Duration) -> Option<Duration> {
        self.at.map(|at| at.saturating_sub(now))
    }

    /// Counts time on the network, or a pause between attempts.
    pub fn spend(&mut self, time: Duration) {
        self.spent = self.spent.saturating_add(time);
    }
}
