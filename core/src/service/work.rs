//! Doing what is due.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Sub;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::engine::Engine;
use super::{deliveries, look_ups};
use crate::clock::{CancelToken, Cancelled};
use crate::error::Result;
use crate::ids::Id;
use crate::store::{DeliveryRecord, RequestRecord, Tx};

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

/// One thing to do.
enum Work {
    LookUp(Box<RequestRecord>),
    Delivery(Box<DeliveryRecord>),
}

impl Work {
    fn id(&self) -> Id<()> {
        match self {
            Work::LookUp(request) => request.id.cast(),
            Work::Delivery(delivery) => delivery.id.cast(),
        }
    }
}

/// How many due moments are brought forward in one transaction.
const BATCH: usize = 256;

/// Work in the hands of this thread. It lets go when it is dropped, also when what it called panicked.
struct InHand<'a> {
    engine: &'a Engine,
    work: Work,
    _working: Working,
}

thread_local!(static WORKING: Cell<usize> = const { Cell::new(0) });

/// This thread is in the middle of due work: whatever of the host's it calls now must not wait for the work to end.
struct Working;

impl Working {
    fn begins() -> Self {
        WORKING.set(WORKING.get() + 1);
        Working
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        WORKING.set(WORKING.get() - 1);
    }
}

/// Whether the calling thread is in the middle of due work.
pub(super) fn is_working() -> bool {
    WORKING.get() > 0
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        match &self.work {
            Work::LookUp(request) => self.engine.claims.look_up_done(&request.id),
            Work::Delivery(delivery) => self.engine.claims.delivery_done(&delivery.id),
        }
        self.engine.wake.wake();
    }
}

impl Engine {
    pub fn next_due(&self) -> Result<Option<DateTime<Utc>>> {
        let now = self.now();
        let (request, delivery) = self.store.reading(|tx| Ok((tx.next_request_due()?, tx.next_delivery_due()?)))?;
        // Bringing a moment forward that no schedule led to is work as well, and due now.
        let sound = |due: Option<DateTime<Utc>>, latest| due.map(|due| if due > latest { now } else { due });
        let due = [
            sound(request, self.policies.lifecycle.latest_due(now)),
            sound(delivery, self.policies.delivery.latest_due(now)),
        ];
        Ok(due.into_iter().flatten().min())
    }

    /// Brings due moments forward that no schedule can have led to: a clock that ran ahead wrote them, and work would
    /// wait for years.
    fn bring_forward(&self) -> Result<()> {
        let now = self.now();
        let latest = (self.policies.lifecycle.latest_due(now), self.policies.delivery.latest_due(now));
        let astray = |tx: &dyn Tx| {
            let requests = tx.requests_due_after(latest.0, BATCH)?;
            Ok((requests, tx.deliveries_due_after(latest.1, BATCH)?))
        };
        // Looking takes no lock from anybody; as a rule there is nothing to write.
        while self.store.reading(astray).map(|(requests, deliveries)| requests.len() + deliveries.len())? > 0 {
            self.store.writing(|tx| {
                let (requests, deliveries) = astray(tx)?;
                for row in &requests.unreadable {
                    tx.put_off_request(row, Some(latest.0))?;
                }
                for row in &deliveries.unreadable {
                    tx.put_off_delivery(row, Some(latest.1))?;
                }
                for mut request in requests.readable {
                    request.state.due = Some(latest.0);
                    tx.put_request(&request)?;
                }
                for delivery in deliveries.readable {
                    tx.put_delivery(&DeliveryRecord { due: Some(latest.1), ..delivery })?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    pub fn run_due(&self, budget: Budget, cancel: &CancelToken) -> Result<Done> {
        self.do_due(&mut HashSet::new(), cancel, &mut |done| Ok(done.items() < budget.items))
    }

    /// Does what is due and was not `tried` yet, as long as `go_on` says so: it is asked with what was done so far before
    /// each item, and once more when there is none. Each item once: what takes so long that its next try falls due
    /// meanwhile must not keep the caller for ever.
    pub(super) fn do_due(
        &self,
        tried: &mut HashSet<Id<()>>,
        cancel: &CancelToken,
        go_on: &mut dyn FnMut(Done) -> Result<bool>,
    ) -> Result<Done> {
        self.bring_forward()?;
        let mut done = Done::default();
        while go_on(done)? && !cancel.is_cancelled() {
            let Some(in_hand) = self.claim(tried)? else { break };
            tried.insert(in_hand.work.id());
            self.perform(&in_hand, cancel, &mut done)?;
        }
        self.store.maintain()?;
        Ok(done)
    }

    /// Takes one due item in hand that was not tried yet: deliveries first, since they tell of what is done already.
    fn claim(&self, tried: &HashSet<Id<()>>) -> Result<Option<InHand<'_>>> {
        // The item longest due is free nearly always; only when it is not, more are looked at.
        let mut look_ahead = 1;
        loop {
            let now = self.now();
            let (busy_webhooks, busy_carriers) = (self.claims.busy_webhooks(), self.claims.busy_carriers());
            let (deliveries, requests) = self.store.reading(|tx| {
                let deliveries = tx.due_deliveries(now, &busy_webhooks, look_ahead)?;
                Ok((deliveries, tx.due_requests(now, &busy_carriers, look_ahead)?))
            })?;
            let seen_all = deliveries.len().max(requests.len()) < look_ahead;
            match self.take(deliveries.readable, requests.readable, tried) {
                // Between finding an item due and taking it, another thread may have done it: then the next one is due.
                Some(found) => match self.confirm(found)? {
                    None => {}
                    current => return Ok(current),
                },
                None if seen_all => return Ok(None),
                // All that was seen is in other hands, or waits for a party that has enough to do: there may be more.
                None => look_ahead *= 8,
            }
        }
    }

    /// The first item that was not tried yet, that nobody has in hand and whose party has not enough to do.
    fn take(
        &self,
        deliveries: Vec<DeliveryRecord>,
        requests: Vec<RequestRecord>,
        tried: &HashSet<Id<()>>,
    ) -> Option<InHand<'_>> {
        let deliveries = deliveries
            .into_iter()
            .filter(|found| !tried.contains(&found.id.cast()) && self.claims.delivery(&found.id, &found.webhook))
            .map(|found| Work::Delivery(Box::new(found)));
        let requests = requests
            .into_iter()
            .filter(|found| {
                !tried.contains(&found.id.cast()) && self.claims.look_up(&found.id, &look_ups::party(found))
            })
            .map(|found| Work::LookUp(Box::new(found)));
        // Lazily: asking for a claim takes it.
        let work = deliveries.chain(requests).next()?;
        Some(InHand { engine: self, work, _working: Working::begins() })
    }

    /// The item as it stands now, if it is still due.
    fn confirm<'a>(&self, mut found: InHand<'a>) -> Result<Option<InHand<'a>>> {
        let now = self.now();
        let current = self.store.reading(|tx| {
            Ok(match &found.work {
                Work::Delivery(found) => {
                    let current = tx.delivery(&found.account, &found.id)?;
                    current.filter(|current| is_due(current.due, now)).map(|current| Work::Delivery(Box::new(current)))
                }
                Work::LookUp(found) => {
                    let current = tx.request(&found.tracked.account, &found.id)?;
                    current
                        .filter(|current| is_due(current.state.due, now))
                        .map(|current| Work::LookUp(Box::new(current)))
                }
            })
        })?;
        Ok(current.map(|current| {
            found.work = current;
            found
        }))
    }

    fn perform(&self, in_hand: &InHand<'_>, cancel: &CancelToken, done: &mut Done) -> Result<()> {
        match &in_hand.work {
            Work::LookUp(request) => {
                done.look_ups += 1;
                look_ups::run(self, request, cancel)?;
                self.performed.look_ups.fetch_add(1, Ordering::Release);
            }
            Work::Delivery(delivery) => {
                done.deliveries += 1;
                deliveries::run(self, delivery, cancel)?;
                self.performed.deliveries.fetch_add(1, Ordering::Release);
            }
        }
        Ok(())
    }

    /// Lets time pass until `until`, doing work as it falls due. A wall clock that is set back meanwhile makes it no
    /// longer.
    pub fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let end = self.end_of(until - self.now());
        loop {
            cancel.check()?;
            let woken = self.wake.token();
            // Who waits looks again at once, and finds it closed.
            if self.is_closed() {
                return Ok(());
            }
            // A store that fails is told to whoever calls next; here nobody can be answered, and time passes all the same.
            let did = self.run_due(Budget::items(1), cancel).unwrap_or_else(|error| {
                self.tell_trouble(&error);
                Done::default()
            });
            let now = self.now();
            if now >= until || self.clock.monotonic() >= end {
                return Ok(());
            }
            if did.items() == 0 {
                let due = self.next_due().ok().flatten().filter(|due| *due > now).unwrap_or(until);
                self.sleep_until(due.min(until), end, &woken, cancel)?;
            }
        }
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

/// To the microsecond, which is as far as a store tells moments apart.
fn is_due(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    due.is_some_and(|due| due.timestamp_micros() <= now.timestamp_micros())
}
