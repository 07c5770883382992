//! Doing what is due.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::engine::Engine;
use super::{deliveries, look_ups};
use crate::clock::{CancelToken, Cancelled};
use crate::error::Result;
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

/// Work in hand: whoever claimed it does it, and lets go of it in the end.
enum Work {
    LookUp(Box<RequestRecord>),
    Delivery(Box<DeliveryRecord>),
}

/// How many due items are looked at for one that is free.
const LOOK_AHEAD: usize = 16;

/// How many due moments are brought forward in one transaction.
const BATCH: usize = 256;

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
        while self.store.reading(astray)? != (Vec::new(), Vec::new()) {
            self.store.writing(|tx| {
                let (requests, deliveries) = astray(tx)?;
                for mut request in requests {
                    request.state.due = Some(latest.0);
                    tx.put_request(&request)?;
                }
                for delivery in deliveries {
                    tx.put_delivery(&DeliveryRecord { due: Some(latest.1), ..delivery })?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    pub fn run_due(&self, budget: Budget, cancel: &CancelToken) -> Result<Done> {
        self.bring_forward()?;
        let mut done = Done::default();
        while done.items() < budget.items && !cancel.is_cancelled() {
            match self.claim()? {
                Some(work) => self.perform(work, cancel, &mut done)?,
                None => break,
            }
        }
        self.store.maintain()?;
        Ok(done)
    }

    /// Takes one due item in hand: deliveries first, since they tell of what is done already.
    fn claim(&self) -> Result<Option<Work>> {
        let now = self.now();
        let (busy_webhooks, busy_carriers) = (self.claims.busy_webhooks(), self.claims.busy_carriers());
        let (deliveries, requests) = self.store.reading(|tx| {
            let deliveries = tx.due_deliveries(now, &busy_webhooks, LOOK_AHEAD)?;
            Ok((deliveries, tx.due_requests(now, &busy_carriers, LOOK_AHEAD)?))
        })?;
        for delivery in deliveries {
            if self.claims.delivery(&delivery.id, &delivery.webhook) {
                return self.confirm(Work::Delivery(Box::new(delivery)));
            }
        }
        for request in requests {
            if self.claims.look_up(&request.id, look_ups::party(&request)) {
                return self.confirm(Work::LookUp(Box::new(request)));
            }
        }
        Ok(None)
    }

    /// Between finding an item due and claiming it, another thread may have done it: only what is still due is done.
    fn confirm(&self, work: Work) -> Result<Option<Work>> {
        let now = self.now();
        let current = self.store.reading(|tx| {
            Ok(match &work {
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
        });
        match current {
            Ok(Some(current)) => Ok(Some(current)),
            other => {
                self.release(&work);
                // Somebody else was faster: look for the next item.
                if other?.is_none() { self.claim() } else { Ok(None) }
            }
        }
    }

    fn perform(&self, work: Work, cancel: &CancelToken, done: &mut Done) -> Result<()> {
        let result = match &work {
            Work::LookUp(request) => {
                done.look_ups += 1;
                look_ups::run(self, request, cancel)
            }
            Work::Delivery(delivery) => {
                done.deliveries += 1;
                deliveries::run(self, delivery, cancel)
            }
        };
        self.release(&work);
        self.wake.wake();
        result
    }

    fn release(&self, work: &Work) {
        match work {
            Work::LookUp(request) => self.claims.look_up_done(&request.id),
            Work::Delivery(delivery) => self.claims.delivery_done(&delivery.id),
        }
    }

    /// Lets time pass until `until`, doing work as it falls due. A wall clock that is set back meanwhile makes it no
    /// longer.
    pub fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        let end = self.end_of(until - self.now());
        loop {
            cancel.check()?;
            // A store that fails is told to whoever calls next; here there is nobody to tell, and time passes all the same.
            let did = self.run_due(Budget::items(1), cancel).unwrap_or_default();
            let now = self.now();
            if now >= until || self.clock.monotonic() >= end {
                return Ok(());
            }
            if did.items() == 0 {
                let woken = self.wake.token();
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

fn is_due(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    due.is_some_and(|due| due <= now)
}
