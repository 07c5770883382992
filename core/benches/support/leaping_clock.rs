//! A clock that a benchmark sets forward, so that work is due again.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use shiptrack::clock::{CancelToken, Cancelled, Clock, SystemClock};

/// The system's clock, ahead by some days.
#[derive(Clone)]
pub struct LeapingClock {
    system: Arc<SystemClock>,
    ahead: Arc<AtomicI64>,
}

impl Default for LeapingClock {
    fn default() -> Self {
        LeapingClock { system: Arc::new(SystemClock::new()), ahead: Arc::default() }
    }
}

impl LeapingClock {
    pub fn leap(&self, time: TimeDelta) {
        self.ahead.fetch_add(time.num_seconds(), Ordering::Relaxed);
    }
}

impl Clock for LeapingClock {
    fn now(&self) -> DateTime<Utc> {
        self.system.now() + TimeDelta::seconds(self.ahead.load(Ordering::Relaxed))
    }

    fn monotonic(&self) -> Duration {
        self.system.monotonic()
    }

    fn sleep(&self, time: Duration, cancel: &CancelToken) -> Result<(), Cancelled> {
        self.system.sleep(time, cancel)
    }
}
