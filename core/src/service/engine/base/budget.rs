//! How much due work a caller wants done, and how much was done.

use std::ops::Sub;

use serde::Serialize;

/// How much of the due work to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    items: usize,
}

impl Budget {
    /// Everything that is due now.
    pub const ALL: Budget = Budget { items: usize::MAX };

    /// So many look-ups, deliveries and questions about subscriptions at most.
    pub fn items(items: usize) -> Self {
        Budget { items }
    }

    pub(in crate::service::engine) fn lasts(self, done: WorkCounts) -> bool {
        done.items() < self.items
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WorkCounts {
    /// Look-ups made.
    pub look_ups: usize,
    /// Deliveries attempted.
    pub deliveries: usize,
    /// Subscriptions of which a carrier was asked: to make one, to renew or to end it.
    pub subscriptions: usize,
}

impl WorkCounts {
    /// All of it together.
    pub fn items(self) -> usize {
        self.look_ups + self.deliveries + self.subscriptions
    }
}

impl Sub for WorkCounts {
    type Output = WorkCounts;

    fn sub(self, before: WorkCounts) -> WorkCounts {
        WorkCounts {
            look_ups: self.look_ups - before.look_ups,
            deliveries: self.deliveries - before.deliveries,
            subscriptions: self.subscriptions - before.subscriptions,
        }
    }
}
