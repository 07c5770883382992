//! [`Service::settle`]: processes everything that is due, for programs that do not run all the time.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::service::Service;
use crate::clock::{CancelToken, Cancelled, Clock, SystemClock};
use crate::error::{Error, ErrorKind, Result};
use crate::service::engine::base::budget::WorkCounts;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::schedule::pick_work::is_working;
use crate::store::Queue;

/// Maximum sleep while other threads work, so that a timeout is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// How often the work of other threads is checked on a manual clock, which wakes no thread when it is moved.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

type ProgressCallback<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// Options of [`Service::settle`].
///
/// ```
/// use std::time::Duration;
///
/// use shiptrack::{NewTrackingRequest, Service, Settle};
///
/// # fn main() -> shiptrack::Result<()> {
/// let service = Service::in_memory()?;
/// let request = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
/// service.client().tracking_requests().track(request)?;
///
/// let settle = Settle::new()
///     .timeout(Duration::from_secs(60))
///     .progress(|progress| println!("{} done, {} left", progress.done.items(), progress.left));
/// let settled = service.settle(settle)?;
/// assert!(settled.is_settled());
/// assert_eq!(settled.done.look_ups, 1);
/// # Ok(())
/// # }
/// ```
#[must_use = "pass it to `settle`"]
#[derive(Default)]
pub struct Settle<'a> {
    timeout: Option<Duration>,
    cancel: CancelToken,
    progress: Option<ProgressCallback<'a>>,
}

/// The progress of [`Service::settle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The work that was processed since the call began, by any thread.
    pub done: WorkCounts,
    /// Look-ups, deliveries, subscriptions and documents that are due, including those in progress. The number can increase, because
    /// processed work can make other work due. A large number is estimated, with an error of at most one percent.
    pub left: u64,
}

/// The result of [`Service::settle`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SettleReport {
    /// The work that was processed during the call, by any thread.
    pub done: WorkCounts,
    /// Number of look-ups, deliveries, subscriptions and documents that are due but were not processed, because the timeout passed, the
    /// carrier is not installed, or the carrier or webhook is paused after failures
    /// ([`Activity::Resting`](crate::service::Activity::Resting)). Also counts retries that became due during the call.
    pub left: u64,
    /// When the next work is due, as in [`Service::next_due`]. If work is left, the time is not in the future if the work can
    /// be done now; otherwise it is the end of a pause or the next scheduled work. `None` if nothing is scheduled and all
    /// work that is left waits for carriers that are not installed.
    pub next_due: Option<DateTime<Utc>>,
}

impl SettleReport {
    /// Whether all due work was processed.
    pub fn is_settled(&self) -> bool {
        self.left == 0
    }
}

impl<'a> Settle<'a> {
    /// Options without a timeout: the call continues until nothing is due.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins no more work after this time, measured on the clock of the service. An item in progress is finished,
    /// which may take as long as the timeout of a look-up or delivery. With a timeout of zero, no work is processed, and
    /// the result only reports what is due.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Stops when `cancel` is cancelled. An item in progress is aborted and stays due.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Calls `progress` at the beginning and after each item. It runs on the calling thread without a lock, and may
    /// use the service.
    pub fn progress(mut self, progress: impl FnMut(&Progress) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }
}

debug_fields!(Settle<'_>: timeout);

impl Service {
    /// Processes all work that is due now, and all work that becomes due as a result. Call it at the start of a script, so
    /// that the script reads current data. Work that is scheduled for later is not processed, and a manual clock is not moved.
    ///
    /// Items are processed one after the other on the calling thread, each once. Retries that become due during the call are
    /// left, and so is work that cannot be done now. The call waits for items in progress on other threads.
    ///
    /// A timeout is not an error: the result reports what is left. Fails with [`Cancelled`](ErrorKind::Cancelled) if the
    /// call was cancelled, and with [`Conflict`](ErrorKind::Conflict) if a carrier, document reader or observer calls this
    /// method while the service calls it, because the call would wait for itself.
    pub fn settle(&self, settle: Settle<'_>) -> Result<SettleReport> {
        self.engine().settle(settle)
    }
}

impl Engine {
    fn settle(&self, mut settle: Settle<'_>) -> Result<SettleReport> {
        if is_working() {
            let why = "settle would wait for the work that this thread is doing: do not call it from carriers, document \
                       readers and observers";
            return Err(Error::new(ErrorKind::Conflict, why));
        }
        let end = settle.timeout.map(|timeout| self.clock.monotonic().saturating_add(timeout));
        let is_over = || end.is_some_and(|end| self.clock.monotonic() >= end);
        let before = self.work_done();
        let mut counter = ProgressCounter { engine: self, before, counted: None, reported: None };
        let mut tried = HashSet::new();
        loop {
            let woken = self.wake.token();
            self.check_open()?;
            let others = self.claims.count_claims();
            let mut report_and_continue = |_| {
                if let Some(callback) = &mut settle.progress
                    && let Some(progress) = counter.changed_progress()?
                {
                    callback(&progress);
                }
                Ok(!is_over())
            };
            let done_now = self.do_due(&mut tried, &settle.cancel, &mut report_and_continue)?;
            settle.cancel.check().map_err(cancelled)?;
            if is_over() {
                break;
            }
            match self.claims.count_claims() {
                // No other thread worked meanwhile, so nothing can have become due since.
                now if done_now.items() == 0 && now == others && now.active == 0 => break,
                now if done_now.items() == 0 && now.active > 0 => self.wait_for_others(end, &woken, &settle.cancel)?,
                _ => {}
            }
        }
        let (done, left) = (self.work_done() - before, self.count_due()?);
        Ok(SettleReport { done, left, next_due: self.next_due()? })
    }

    fn wait_for_others(&self, end: Option<Duration>, woken: &CancelToken, cancel: &CancelToken) -> Result<()> {
        let either = cancel.child();
        woken.adopt(&either);
        let _ = match self.clock.is_manual() {
            true => SystemClock::new().sleep(CHECK_INTERVAL, &either),
            false => {
                let left = end.map(|end| end.saturating_sub(self.clock.monotonic()));
                self.clock.sleep(left.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP), &either)
            }
        };
        cancel.check().map_err(cancelled)
    }

    fn count_due(&self) -> Result<u64> {
        let now = self.now();
        let queues = [Queue::LookUps, Queue::Deliveries, Queue::Subscriptions, Queue::Documents];
        self.store.reading(|tx| queues.into_iter().map(|queue| tx.count_due(queue, now)).sum())
    }
}

fn cancelled(cancelled: Cancelled) -> Error {
    Error::from(ErrorKind::Cancelled).with_source(cancelled)
}

/// Counts finished and due work. It does not count the due work again for every item, because that would take
/// quadratic time.
struct ProgressCounter<'e> {
    engine: &'e Engine,
    before: WorkCounts,
    /// At the last count: the number of processed items, and the number of due items.
    counted: Option<(usize, u64)>,
    reported: Option<Progress>,
}

impl ProgressCounter<'_> {
    /// `None` if nothing changed since the last report.
    fn changed_progress(&mut self) -> Result<Option<Progress>> {
        let done = self.engine.work_done() - self.before;
        let left = match self.counted {
            Some((at, due)) if ((done.items() - at) as u64) < due / 100 => due - (done.items() - at) as u64,
            _ => {
                let due = self.engine.count_due()?;
                self.counted = Some((done.items(), due));
                due
            }
        };
        let progress = Progress { done, left };
        Ok((self.reported.replace(progress) != Some(progress)).then_some(progress))
    }
}
