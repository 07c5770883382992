//! Doing what is due.

use chrono::{DateTime, Utc};

use super::engine::Engine;
use super::{deliveries, look_ups};
use crate::clock::{CancelToken, Cancelled};
use crate::error::Result;
use crate::store::{DeliveryRecord, RequestRecord};

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

/// One thing to do.
enum Work {
    LookUp(Box<RequestRecord>),
    Delivery(Box<DeliveryRecord>),
}

/// How many due items are looked at first for one that is free.
const LOOK_AHEAD: usize = 16;

/// Work in the hands of this thread. It lets go when it is dropped, also when what it called panicked.
struct InHand<'a> {
    engine: &'a Engine,
    work: Work,
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
        self.store.reading(|tx| {
            let due = [tx.next_request_due()?, tx.next_delivery_due()?];
            Ok(due.into_iter().flatten().min())
        })
    }

    pub fn run_due(&self, budget: Budget, cancel: &CancelToken) -> Result<Done> {
        let mut done = Done::default();
        while done.items() < budget.items && !cancel.is_cancelled() {
            match self.claim()? {
                Some(in_hand) => self.perform(&in_hand, cancel, &mut done)?,
                None => break,
            }
        }
        self.store.maintain()?;
        Ok(done)
    }

    /// Takes one due item in hand: deliveries first, since they tell of what is done already.
    fn claim(&self) -> Result<Option<InHand<'_>>> {
        let mut look_ahead = LOOK_AHEAD;
        loop {
            let now = self.now();
            let (busy_webhooks, busy_carriers) = (self.claims.busy_webhooks(), self.claims.busy_carriers());
            let (deliveries, requests) = self.store.reading(|tx| {
                let deliveries = tx.due_deliveries(now, &busy_webhooks, look_ahead)?;
                Ok((deliveries, tx.due_requests(now, &busy_carriers, look_ahead)?))
            })?;
            let seen_all = deliveries.len().max(requests.len()) < look_ahead;
            match self.take(deliveries, requests) {
                // Between finding an item due and taking it, another thread may have done it: then the next one is due.
                Some(found) => match self.confirm(found)? {
                    None => {}
                    current => return Ok(current),
                },
                None if seen_all => return Ok(None),
                // All that was seen is in other hands, or waits for a party that has enough to do: there may be more.
                None => look_ahead *= 4,
            }
        }
    }

    /// The first item nobody has in hand and whose party has not enough to do.
    fn take(&self, deliveries: Vec<DeliveryRecord>, requests: Vec<RequestRecord>) -> Option<InHand<'_>> {
        let deliveries = deliveries
            .into_iter()
            .filter(|found| self.claims.delivery(&found.id, &found.webhook))
            .map(|found| Work::Delivery(Box::new(found)));
        let requests = requests
            .into_iter()
            .filter(|found| self.claims.look_up(&found.id, &look_ups::party(found)))
            .map(|found| Work::LookUp(Box::new(found)));
        // Lazily: asking for a claim takes it.
        let work = deliveries.chain(requests).next()?;
        Some(InHand { engine: self, work })
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
                look_ups::run(self, request, cancel)
            }
            Work::Delivery(delivery) => {
                done.deliveries += 1;
                deliveries::run(self, delivery, cancel)
            }
        }
    }

    /// Lets time pass until `until`, doing work as it falls due.
    pub fn pause(&self, until: DateTime<Utc>, cancel: &CancelToken) -> Result<(), Cancelled> {
        loop {
            cancel.check()?;
            let now = self.now();
            // A store that fails is told to whoever calls next; here there is nobody to tell, and time passes all the same.
            let did = self.run_due(Budget::items(1), cancel).unwrap_or_default();
            if did.items() > 0 && self.now() < until {
                continue;
            }
            if now >= until {
                return Ok(());
            }
            let woken = self.wake.token();
            let due = self.next_due().ok().flatten().filter(|due| *due > now).unwrap_or(until);
            self.sleep_until(due.min(until), &woken, cancel)?;
        }
    }

    /// Sleeps until a moment, or until woken; an error only when the caller cancelled.
    pub fn sleep_until(
        &self,
        until: DateTime<Utc>,
        woken: &CancelToken,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let Ok(time) = (until - self.now()).to_std() else { return Ok(()) };
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
