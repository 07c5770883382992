//! Does everything that is due, for a program that was not running for a while.

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

/// For time limits while another thread has the work in hand.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// Nobody is woken when a manual clock is moved.
const LOOK: Duration = Duration::from_millis(50);

type Tell<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// How far to go with what is due, and who is told on the way.
///
/// ```
/// use std::time::Duration;
///
/// use shiptrack::{NewTrackingRequest, Service, Settle};
///
/// # fn main() -> shiptrack::Result<()> {
/// let service = Service::in_memory()?;
/// let made = NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST");
/// service.client().tracking_requests().track(made)?;
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
#[must_use = "it is handed to `settle`"]
#[derive(Default)]
pub struct Settle<'a> {
    timeout: Option<Duration>,
    cancel: CancelToken,
    progress: Option<Tell<'a>>,
}

/// How far a service has come with what is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// What was done since the call began, by whatever thread.
    pub done: WorkCounts,
    /// Look-ups, deliveries and subscriptions that are due and not done yet, those in hand included. Doing one may make others due, so
    /// it can rise; with many of them it is counted anew now and then only, and may be a hundredth off.
    pub left: u64,
}

/// How a service stands after it did what was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SettleReport {
    /// What was done meanwhile, by whatever thread.
    pub done: WorkCounts,
    /// Look-ups, deliveries and subscriptions that are due and were not done: the time was up, their next try fell due meanwhile, or nobody
    /// can do them at present, for a carrier is not plugged in or whoever they wait for rests after failures
    /// ([`Activity::Resting`](crate::service::Activity::Resting)).
    pub left: u64,
    /// When there is something to do next, as [`Service::next_due`] tells it. When some are left: not later than now if they
    /// can be done, else when a rest ends, and `None` when all of them wait for carriers that are not plugged in.
    pub next_due: Option<DateTime<Utc>>,
}

impl SettleReport {
    /// Whether nothing is due any more: all of what was due is done.
    pub fn is_settled(&self) -> bool {
        self.left == 0
    }
}

impl<'a> Settle<'a> {
    /// Goes on until nothing is due, however long that takes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins nothing more after this time, which is measured on the service's clock. An item in hand is finished: with
    /// a carrier or a receiver that does not answer that may take as long as a look-up or a delivery may. No time at all
    /// does nothing, and tells how the service stands.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Gives up when `cancel` says so. An item in hand is broken off, and stays due.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Tells `progress` how far it has come: at the beginning, and after each item. It is called on the calling thread
    /// with nothing locked, and may use the service.
    pub fn progress(mut self, progress: impl FnMut(&Progress) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }
}

debug_fields!(Settle<'_>: timeout);

impl Service {
    /// Does everything that is due now, and what falls due through that, until nothing is: after it a program that was
    /// away for a night exports what the carriers say today. What is scheduled for later is left for later, and a clock
    /// that is moved by hand is not moved.
    ///
    /// Items are done one after the other on the calling thread, each once: a next try that falls due meanwhile is left,
    /// and so is what nobody can do at present. What other threads have in hand, those of a worker or of other callers,
    /// is waited for.
    ///
    /// That the time is up is no error: the answer says what is left. [`Cancelled`](ErrorKind::Cancelled) when `settle` was
    /// cancelled, and [`Conflict`](ErrorKind::Conflict) when a carrier, extractor or observer calls it that the service is
    /// calling at the time: it would wait for itself.
    pub fn settle(&self, settle: Settle<'_>) -> Result<SettleReport> {
        self.engine().settle(settle)
    }
}

impl Engine {
    fn settle(&self, mut settle: Settle<'_>) -> Result<SettleReport> {
        if is_working() {
            let why = "settle would wait for the work this thread is in the middle of: call it outside of carriers, \
                       extractors and observers";
            return Err(Error::new(ErrorKind::Conflict, why));
        }
        let end = settle.timeout.map(|timeout| self.clock.monotonic().saturating_add(timeout));
        let is_over = || end.is_some_and(|end| self.clock.monotonic() >= end);
        let before = self.work_done();
        let mut teller = Teller { engine: self, before, counted: None, told: None };
        let mut tried = HashSet::new();
        loop {
            let woken = self.wake.token();
            self.check_open()?;
            let others = self.claims.count_claims();
            let mut go_on = |_| {
                if let Some(tell) = &mut settle.progress
                    && let Some(news) = teller.news()?
                {
                    tell(&news);
                }
                Ok(!is_over())
            };
            let did = self.do_due(&mut tried, &settle.cancel, &mut go_on)?;
            settle.cancel.check().map_err(cancelled)?;
            if is_over() {
                break;
            }
            match self.claims.count_claims() {
                // Nothing was in hand all the while, so nothing can have become due since.
                now if did.items() == 0 && now == others && now.active == 0 => break,
                now if did.items() == 0 && now.active > 0 => self.wait_for_others(end, &woken, &settle.cancel)?,
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
            true => SystemClock::new().sleep(LOOK, &either),
            false => {
                let left = end.map(|end| end.saturating_sub(self.clock.monotonic()));
                self.clock.sleep(left.unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP), &either)
            }
        };
        cancel.check().map_err(cancelled)
    }

    fn count_due(&self) -> Result<u64> {
        let now = self.now();
        let queues = [Queue::LookUps, Queue::Deliveries, Queue::Subscriptions];
        self.store.reading(|tx| queues.into_iter().map(|queue| tx.count_due(queue, now)).sum())
    }
}

fn cancelled(cancelled: Cancelled) -> Error {
    Error::from(ErrorKind::Cancelled).with_source(cancelled)
}

/// Does not count the due work anew for every item: that would take quadratic time.
struct Teller<'e> {
    engine: &'e Engine,
    before: WorkCounts,
    /// Items done at the last count, and how much was due then.
    counted: Option<(usize, u64)>,
    told: Option<Progress>,
}

impl Teller<'_> {
    fn news(&mut self) -> Result<Option<Progress>> {
        let done = self.engine.work_done() - self.before;
        let left = match self.counted {
            Some((at, due)) if ((done.items() - at) as u64) < due / 100 => due - (done.items() - at) as u64,
            _ => {
                let due = self.engine.count_due()?;
                self.counted = Some((done.items(), due));
                due
            }
        };
        let news = Progress { done, left };
        Ok((self.told.replace(news) != Some(news)).then_some(news))
    }
}
