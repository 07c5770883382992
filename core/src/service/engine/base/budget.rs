//! `Budget`, the maximum number of work items to process, and `WorkCounts`, the numbers of items that were processed.

use std::ops::Sub;

use serde::Serialize;

/// Maximum number of items of due work that one call processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    items: usize,
}

impl Budget {
    /// No limit: everything that is due now.
    pub const ALL: Budget = Budget { items: usize::MAX };

    /// Maximum number of look-ups, deliveries, subscription calls and readings of documents together.
    pub fn items(items: usize) -> Self {
        Budget { items }
    }

    pub(in crate::service::engine) fn allows_more(self, done: WorkCounts) -> bool {
        done.items() < self.items
    }
}

/// The numbers of work items that were processed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WorkCounts {
    /// Look-ups.
    pub look_ups: usize,
    /// Deliveries attempted.
    pub deliveries: usize,
    /// Calls to carriers that create, renew, change or end a subscription.
    pub subscriptions: usize,
    /// Documents read.
    pub documents: usize,
}

impl WorkCounts {
    /// Returns the sum of all counts.
    pub fn items(self) -> usize {
        self.look_ups + self.deliveries + self.subscriptions + self.documents
    }
}

impl Sub for WorkCounts {
    type Output = WorkCounts;

    fn sub(self, before: WorkCounts) -> WorkCounts {
        WorkCounts {
            look_ups: self.look_ups - before.look_ups,
            deliveries: self.deliveries - before.deliveries,
            subscriptions: self.subscriptions - before.subscriptions,
            documents: self.documents - before.documents,
        }
    }
}
