//! Doing what is due.

use std::collections::HashSet;
use std::ops::Sub;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::claims::Shares;
use super::engine::Engine;
use super::turns::{InHand, Picking, Work};
use super::{deliveries, look_ups};
use crate::clock::{CancelToken, Cancelled};
use crate::error::Result;

/// How much of the due work to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    items: usize,
}

impl Budget {
    /// Everything that is due now.
    pub const ALL: Budget = Budget { items: usize::MAX };

    /// So many look-ups and deliveries at most.
    pub fn items(items: usize) -> Self {
        Budget { items }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    /// Look-ups made.
    pub look_ups: usize,
    /// Deliveries attempted.
    pub deliveries: usize,
}

impl Done {
    /// Look-ups and deliveries together.
    pub fn items(self) -> usize {
        self.look_ups + self.deliveries
    }
}

impl Sub for Done {
    type Output = Done;

    /// What was done since `before`.
    fn sub(self, before: Done) -> Done {
        Done { look_ups: self.look_ups - before.look_ups, deliveries: self.deliveries - before.deliveries }
    }
}

/// What all threads together have done since the service was opened.
#[derive(Default)]
pub(crate) struct Performed {
    look_ups: AtomicUsize,
    deliveries: AtomicUsize,
}

impl Performed {
    pub fn so_far(&self) -> Done {
        Done { look_ups: self.look_ups.load(Ordering::Acquire), deliveries: self.deliveries.load(Ordering::Acquire) }
    }
}

impl Engine {
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>> {
        self.next_due_after(None)
    }

    /// When work falls due next, of that which falls due after a moment where one is given.
    pub(super) fn next_due_after(&self, after: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>> {
        let now = self.now();
        let carriers = self.plugged_in();
        let (request, delivery) = self
            .store
            .reading(|tx| Ok((tx.next_request_due(after, carriers.as_deref())?, tx.next_delivery_due(after)?)))?;
        // Bringing a moment forward that no schedule led to is work as well, and due now.
        let rest = self.policies.breaker.latest_rest(now);
        let sound = |due: Option<DateTime<Utc>>, latest: DateTime<Utc>| {
            due.map(|due| if due > latest.max(rest) { now } else { due })
        };
        let due = [
            sound(request, self.policies.lifecycle.latest_due(now)),
            sound(delivery, self.policies.delivery.latest_due(now)),
        ];
        Ok(due.into_iter().flatten().min())
    }

    pub fn run_due(&self, budget: Budget, cancel: &CancelToken) -> Result<Done> {
        self.do_due(&mut HashSet::new(), cancel, &mut |done| Ok(done.items() < budget.items))
    }

    /// Does what is due and was not `tried` yet, as long as `go_on` says so: it is asked with what was done so far before
    /// each item, and once more when there is none. Each item once: what takes so long that its next try falls due
    /// meanwhile must not keep the caller for ever.
    pub(super) fn do_due(
        &self,
        tried: &mut HashSet<Uuid>,
        cancel: &CancelToken,
        go_on: &mut dyn FnMut(Done) -> Result<bool>,
    ) -> Result<Done> {
        let done = self.try_due(tried, cancel, go_on);
        if done.is_err() && !cancel.is_cancelled() {
            self.stumbled();
        }
        done
    }

    fn try_due(
        &self,
        tried: &mut HashSet<Uuid>,
        cancel: &CancelToken,
        go_on: &mut dyn FnMut(Done) -> Result<bool>,
    ) -> Result<Done> {
        self.look_after()?;
        let mut done = Done::default();
        while go_on(done)? && !cancel.is_cancelled() {
            let picking = Picking { shares: Shares::NO_LIMIT, look_ups_first: false, tried };
            let Some(mut in_hand) = self.claim(picking)? else { break };
            tried.insert(in_hand.work.id());
            match &in_hand.work {
                Work::LookUp(_) => done.look_ups += 1,
                Work::Delivery(..) => done.deliveries += 1,
            }
            self.perform(&mut in_hand, cancel)?;
        }
        self.store.maintain()?;
        Ok(done)
    }

    /// Does what is in hand. What fails by itself is set aside; an error is one of the service as a whole.
    pub(super) fn perform(&self, in_hand: &mut InHand<'_>, cancel: &CancelToken) -> Result<()> {
        let (done, count) = match &in_hand.work {
            Work::LookUp(request) => (look_ups::run(self, request, cancel), &self.performed.look_ups),
            Work::Delivery(delivery, webhook) => {
                (deliveries::run(self, delivery, webhook.as_deref(), cancel), &self.performed.deliveries)
            }
        };
        if let Err(error) = done {
            // Before it is let go of: then nobody takes it up at once.
            self.give_up_for_now(&in_hand.work, error).inspect_err(|_| self.stumbled())?;
        }
        count.fetch_add(1, Ordering::Release);
        in_hand.done = true;
        self.backoff().succeeded();
        Ok(())
    }

    /// Notes that due work failed, where no item of it was at fault.
    pub(super) fn stumbled(&self) {
        let now = self.clock.monotonic();
        self.backoff().failed(now);
    }

    /// Lets time pass until `until`, doing work as it falls due unless a worker is there for it. A wall clock that is set
    /// back meanwhile makes it no longer.
    pub fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let end = self.end_of(until - self.now());
        loop {
            cancel.check()?;
            let woken = self.wake.token();
            // Who waits looks again at once, and finds it closed.
            if self.is_closed() {
                return Ok(());
            }
            let before = self.now();
            // A store that fails is told to whoever calls next; here nobody can be answered, and time passes all the same.
            let did = self.help(cancel).unwrap_or_else(|error| {
                self.tell_trouble(&error);
                0
            });
            let now = self.now();
            if now >= until || self.clock.monotonic() >= end {
                return Ok(());
            }
            if did == 0 {
                let (due, end) = (self.next_to_help(before).unwrap_or(until), end.min(self.end_of_backoff()));
                self.sleep_until(due.min(until), end, &woken, cancel)?;
            }
        }
    }

    /// Does one due item for somebody who has to wait anyway, and says how many that was. Nothing is done while a worker
    /// is there for it, or shortly after a failure.
    pub(super) fn help(&self, cancel: &CancelToken) -> Result<usize> {
        if self.is_watched() || self.end_of_backoff() < Duration::MAX {
            return Ok(0);
        }
        Ok(self.run_due(Budget::items(1), cancel)?.items())
    }

    /// When whoever waits should look again, having looked at `now`. What is in other hands wakes when it is done.
    pub(super) fn next_to_help(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.next_due_after(Some(now)).ok().flatten()
    }

    /// The end of the pause after a failure, in the clock's monotonic time; [`Duration::MAX`] when there is none.
    pub(super) fn end_of_backoff(&self) -> Duration {
        let now = self.clock.monotonic();
        self.backoff().until(now).unwrap_or(Duration::MAX)
    }

    /// The end of a pause, in the clock's monotonic time.
    pub fn end_of(&self, pause: TimeDelta) -> Duration {
        self.clock.monotonic().saturating_add(pause.to_std().unwrap_or_default())
    }

    /// Sleeps until a moment, at most to the `end` in monotonic time, or until woken; an error only when the caller
    /// cancelled.
    pub fn sleep_until(
        &self,
        until: DateTime<Utc>,
        end: Duration,
        woken: &CancelToken,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let Ok(time) = (until - self.now()).to_std() else { return Ok(()) };
        let time = time.min(end.saturating_sub(self.clock.monotonic()));
        let either = cancel.child();
        woken.adopt(&either);
        match self.clock.sleep(time, &either) {
            Err(Cancelled) if cancel.is_cancelled() => Err(Cancelled),
            _ => Ok(()),
        }
    }
}
