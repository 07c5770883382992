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

/// Work in hand: whoever claimed it does it, and lets go of it in the end.
enum Work {
    LookUp(Box<RequestRecord>),
    Delivery(Box<DeliveryRecord>),
}

/// How many due items are looked at for one that is free.
const LOOK_AHEAD: usize = 16;

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
                Some(work) => self.perform(work, cancel, &mut done)?,
                None => break,
            }
        }
        self.store.maintain()?;
        Ok(done)
    }

    /// Takes one due item in hand: deliveries first, since they tell of what is done already. The longest due is free
    /// nearly always; only when somebody else has it, more are looked at.
    fn claim(&self) -> Result<Option<Work>> {
        for most in [1, LOOK_AHEAD] {
            let now = self.now();
            let (busy_webhooks, busy_carriers) = (self.claims.busy_webhooks(), self.claims.busy_carriers());
            let (deliveries, requests) = self.store.reading(|tx| {
                let deliveries = tx.due_deliveries(now, &busy_webhooks, most)?;
                Ok((deliveries, tx.due_requests(now, &busy_carriers, most)?))
            })?;
            if deliveries.is_empty() && requests.is_empty() {
                break;
            }
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

fn is_due(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    due.is_some_and(|due| due <= now)
}
