//! Processes due work, and finds the time when work is due next.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::pick_work::{ClaimedWork, PickOptions, Work};
use crate::clock::CancelToken;
use crate::error::{ErrorKind, Result};
use crate::service::engine::base::budget::{Budget, WorkCounts};
use crate::service::engine::base::claims::Shares;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::reporter::panic_error;
use crate::service::engine::intake::subscription_calls;
use crate::service::engine::look_up::look_ups;
use crate::service::engine::notify::deliveries;
use crate::spans::span;
use crate::store::Queue;
use crate::threads::lock;

impl Engine {
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>> {
        self.next_due_after(None)
    }

    pub(super) fn next_due_after(&self, after: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>> {
        let now = self.now();
        let carriers = self.available_carriers();
        let (request, delivery, others) = self.store.reading(|tx| {
            let next = |queue, carriers| tx.next_due(queue, after, carriers);
            let request = next(Queue::LookUps, carriers.as_deref())?;
            let others = [next(Queue::Subscriptions, None)?, next(Queue::Documents, None)?];
            Ok((request, next(Queue::Deliveries, None)?, others.into_iter().flatten().min()))
        })?;
        // Due times that no schedule can lead to are corrected by housekeeping, which is work that is due now.
        let rests = self.latest_rests(now);
        let corrected =
            |due: Option<DateTime<Utc>>, latest: DateTime<Utc>| due.map(|due| if due > latest { now } else { due });
        let due = [
            corrected(request, self.policies.lifecycle.latest_due(now).max(rests.of_carriers)),
            corrected(delivery, self.policies.delivery.latest_due(now).max(rests.of_webhooks)),
            others,
        ];
        Ok(due.into_iter().flatten().min())
    }

    pub fn run_due(&self, budget: Budget, cancel: &CancelToken) -> Result<WorkCounts> {
        self.do_due(&mut HashSet::new(), cancel, &mut |done| Ok(budget.allows_more(done)))
    }

    /// Does due work until no item is left, or `may_continue` returns false. `may_continue` is called before each item, and
    /// once more after the last one. Each item is done once, so that retries cannot keep the caller forever.
    pub fn do_due(
        &self,
        tried: &mut HashSet<Uuid>,
        cancel: &CancelToken,
        may_continue: &mut dyn FnMut(WorkCounts) -> Result<bool>,
    ) -> Result<WorkCounts> {
        let done = self.try_due(tried, cancel, may_continue);
        if done.is_err() && !cancel.is_cancelled() {
            self.begin_backoff();
        }
        done
    }

    fn try_due(
        &self,
        tried: &mut HashSet<Uuid>,
        cancel: &CancelToken,
        may_continue: &mut dyn FnMut(WorkCounts) -> Result<bool>,
    ) -> Result<WorkCounts> {
        self.run_housekeeping()?;
        let mut done = WorkCounts::default();
        while may_continue(done)? && !cancel.is_cancelled() {
            while self.write_slice()? {}
            let options =
                PickOptions { shares: Shares::NO_LIMIT, look_ups_first: false, documents_first: false, tried };
            let Some(mut claimed) = self.claim(options)? else { break };
            tried.insert(claimed.work.id());
            claimed.work.count_in(&mut done);
            self.perform(&mut claimed, cancel)?;
        }
        self.store.maintain()?;
        Ok(done)
    }

    /// Does a claimed item. An item that fails alone is postponed; a returned error concerns the whole service.
    pub(super) fn perform(&self, claimed: &mut ClaimedWork<'_>, cancel: &CancelToken) -> Result<()> {
        let done = match &claimed.work {
            Work::LookUp(request) => {
                let _span = span!("look_up", request = request.id, carrier = request.carrier());
                look_ups::look_up(self, request, cancel)
            }
            Work::Delivery(delivery, webhook) => {
                let _span = span!("delivery", delivery = delivery.id, webhook = delivery.webhook);
                deliveries::deliver(self, delivery, webhook.as_deref(), cancel)
            }
            Work::Subscription(subscription) => subscription_calls::run(self, subscription, cancel),
            // The record is loaded when the document is claimed.
            Work::Document(_, _, None) => Ok(()),
            Work::Document(_, _, Some(document)) => {
                let _span = span!("read_document", document = document.document.id);
                let read = catch_unwind(AssertUnwindSafe(|| self.read_due_document(document, cancel)));
                read.unwrap_or_else(|_| Err(panic_error("the reader of documents")))
            }
        };
        if let Err(error) = done {
            // The item stays due.
            if error.kind() == ErrorKind::Cancelled {
                return Ok(());
            }
            // Before the release, so that no other thread claims it.
            self.postpone_failed(&claimed.work, error).inspect_err(|_| self.begin_backoff())?;
        }
        claimed.work.count_in(&mut lock(&self.work_done));
        claimed.done = true;
        lock(&self.backoff).succeeded();
        Ok(())
    }

    pub(super) fn begin_backoff(&self) {
        let now = self.clock.monotonic();
        lock(&self.backoff).failed(now);
    }
}
