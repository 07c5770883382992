//! Picks due work and claims it.

use std::cell::Cell;
use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;
use crate::resources::{AccountId, DocumentId};
use crate::service::engine::base::budget::WorkCounts;
use crate::service::engine::base::claims::Shares;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::inferred_carrier;
use crate::store::{
    Counterparty, DeliveryRecord, DocumentRecord, DueFilter, Queue, RequestRecord, SubscriptionRecord, Tx,
    UnreadableRow, WebhookRecord, host,
};
use crate::time::saturating_add;

/// Pause of an item of work that failed although the store works. It is retried, because a later version of the library may be able
/// to read a record that this one cannot.
const FAILED_PAUSE: TimeDelta = TimeDelta::hours(1);
/// Maximum number of due subscriptions that are read at once.
const SUBSCRIPTION_BATCH: usize = 64;
/// Maximum number of due documents of one account whose ids are read at once.
const DOCUMENT_BATCH: usize = 16;

pub(super) enum Work {
    LookUp(Box<RequestRecord>),
    Delivery(Box<DeliveryRecord>, Option<Box<WebhookRecord>>),
    Subscription(Box<SubscriptionRecord>),
    /// The record is read when the document is claimed.
    Document(AccountId, DocumentId, Option<Box<DocumentRecord>>),
}

impl Work {
    pub fn id(&self) -> Uuid {
        match self {
            Work::LookUp(request) => request.id.uuid(),
            Work::Delivery(delivery, _) => delivery.id.uuid(),
            Work::Subscription(subscription) => Some(subscription.id),
            Work::Document(_, document, _) => document.uuid(),
        }
        .expect("stored records have a UUID")
    }

    /// `None` if the work makes no call.
    fn counterparty(&self) -> Option<Counterparty> {
        match self {
            Work::LookUp(request) => Some(Counterparty::Carrier(request.carrier().to_owned())),
            Work::Delivery(delivery, _) => Some(Counterparty::Webhook(delivery.webhook.clone())),
            Work::Subscription(subscription) => Some(Counterparty::Carrier(
                subscription.carrier().map(|at_carrier| at_carrier.scac.clone()).unwrap_or_default(),
            )),
            Work::Document(..) => None,
        }
    }

    fn account(&self) -> &AccountId {
        match self {
            Work::LookUp(request) => &request.tracked.account,
            Work::Delivery(delivery, _) => &delivery.account,
            Work::Subscription(subscription) => &subscription.account,
            Work::Document(account, ..) => account,
        }
    }

    pub fn count_in(&self, done: &mut WorkCounts) {
        match self {
            Work::LookUp(_) => done.look_ups += 1,
            Work::Delivery(..) => done.deliveries += 1,
            Work::Subscription(_) => done.subscriptions += 1,
            Work::Document(..) => done.documents += 1,
        }
    }

    fn due(&self) -> Option<DateTime<Utc>> {
        match self {
            Work::LookUp(request) => request.state.due,
            Work::Delivery(delivery, _) => delivery.due,
            Work::Subscription(subscription) => subscription.due,
            Work::Document(.., record) => record.as_ref()?.reading.as_ref().map(|reading| reading.due),
        }
    }
}

/// A claimed item of work. It is released on drop, also after a panic.
pub(super) struct ClaimedWork<'a> {
    engine: &'a Engine,
    pub work: Work,
    /// Whether the work was done. If not, waiting host programs are not woken on release, because a retry would fail again.
    pub done: bool,
    _marker: WorkMarker,
}

thread_local!(static WORKING: Cell<usize> = const { Cell::new(0) });

/// Marks a thread that does work. If code of the host program runs on such a thread, it must not wait for due work.
struct WorkMarker;

impl WorkMarker {
    fn new() -> Self {
        WORKING.set(WORKING.get() + 1);
        WorkMarker
    }
}

impl Drop for WorkMarker {
    fn drop(&mut self) {
        WORKING.set(WORKING.get() - 1);
    }
}

/// Whether this thread is processing due work.
pub(in crate::service) fn is_working() -> bool {
    WORKING.get() > 0
}

impl Drop for ClaimedWork<'_> {
    fn drop(&mut self) {
        self.engine.claims.release(self.work.id());
        if self.done {
            self.engine.wake.wake();
        } else {
            self.engine.wake.wake_threads();
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct PickOptions<'a> {
    pub shares: Shares,
    pub look_ups_first: bool,
    /// Whether documents are preferred to look-ups and deliveries.
    pub documents_first: bool,
    /// Items that were tried already and are not picked again.
    pub tried: &'a HashSet<Uuid>,
}

struct DueWork {
    subscriptions: Vec<SubscriptionRecord>,
    /// The next look-up or delivery, and whether its counterparty failed last.
    next: Option<(Work, bool)>,
    unreadable: Vec<(Queue, UnreadableRow)>,
}

impl Engine {
    /// Finds and claims the next item that is due. `None` if no item can be done now.
    pub(super) fn claim(&self, options: PickOptions<'_>) -> Result<Option<ClaimedWork<'_>>> {
        // No call is made while its result cannot be stored, because a call cannot be undone.
        self.store.check_writable()?;
        if options.documents_first
            && let Some(claimed) = self.claim_document(options)?
        {
            return Ok(Some(claimed));
        }
        let mut skipped = Vec::new();
        loop {
            let DueWork { subscriptions, next, unreadable } = self.find_due(options, &skipped)?;
            for (queue, row) in &unreadable {
                self.suspend_row(*queue, row)?;
            }
            // Subscriptions come first, because they are few, and because carriers send no callbacks without them.
            for found in subscriptions.into_iter().filter(|found| !options.tried.contains(&found.id)) {
                if let Some(claimed) = self.claim_item(Work::Subscription(Box::new(found)), false)? {
                    return Ok(Some(claimed));
                }
            }
            match next {
                // The first search of this function did not find a document either.
                None if unreadable.is_empty() && options.documents_first => return Ok(None),
                None if unreadable.is_empty() => return self.claim_document(options),
                None => {}
                Some((work, _)) if options.tried.contains(&work.id()) => skipped.push(work.id()),
                // If another thread claimed the item meanwhile, the next search does not find it.
                Some((work, troubled)) => match self.claim_item(work, troubled)? {
                    None => {}
                    claimed => return Ok(claimed),
                },
            }
        }
    }

    /// Claims a document that is due to be read. The accounts take turns. Documents come last, except in
    /// some searches of a worker, so that they do not wait until nothing else is due.
    fn claim_document(&self, options: PickOptions<'_>) -> Result<Option<ClaimedWork<'_>>> {
        if !self.claims.has_room(Queue::Documents, false, &options.shares) {
            return Ok(None);
        }
        let now = self.now();
        let accounts = self.store.reading(|tx| tx.accounts_with_due_documents(now))?;
        for account in self.claims.turns_of_readers(accounts) {
            let found = self.store.reading(|tx| tx.due_documents(&account, now, DOCUMENT_BATCH))?;
            let documents = found.into_iter().map(|id| Work::Document(account.clone(), id, None));
            for work in documents.filter(|work| !options.tried.contains(&work.id())) {
                if let Some(claimed) = self.claim_item(work, false)? {
                    return Ok(Some(claimed));
                }
            }
        }
        Ok(None)
    }

    fn find_due(&self, options: PickOptions<'_>, skipped: &[Uuid]) -> Result<DueWork> {
        let now = self.now();
        let mut queues = [Queue::Deliveries, Queue::LookUps];
        if options.look_ups_first {
            queues.reverse();
        }
        let held = [&self.claims.items()[..], skipped].concat();
        let busy = [false, true].map(|troubled| self.claims.busy_counterparties(troubled, self.clock.monotonic()));
        let busy_hosts = self.claims.busy_hosts();
        let carriers = self.available_carriers();
        self.store.reading(|tx| {
            let subscriptions = tx.due_subscriptions(now, SUBSCRIPTION_BATCH)?;
            let of_queue = |queue| move |row| (queue, row);
            let unreadable = subscriptions.unreadable.into_iter().map(of_queue(Queue::Subscriptions)).collect();
            let mut found = DueWork { subscriptions: subscriptions.readable, next: None, unreadable };
            for queue in queues {
                for troubled in [false, true] {
                    if !self.claims.has_room(queue, troubled, &options.shares) {
                        continue;
                    }
                    let filter = DueFilter {
                        troubled,
                        busy: &busy[usize::from(troubled)],
                        busy_accounts: &self.claims.busy_accounts(queue, troubled, &options.shares),
                        busy_hosts: &busy_hosts,
                        carriers: carriers.as_deref().filter(|_| queue == Queue::LookUps),
                        held: &held,
                    };
                    let first = match queue {
                        Queue::Deliveries => {
                            tx.due(now, &filter, 1)?.map(|found| Work::Delivery(Box::new(found), None))
                        }
                        _ => tx.due(now, &filter, 1)?.map(|found| Work::LookUp(Box::new(found))),
                    };
                    found.unreadable.extend(first.unreadable.into_iter().map(of_queue(queue)));
                    // The item that has been due longer.
                    let first = first.readable.into_iter().map(|work| (work, troubled));
                    let both = found.next.take().into_iter().chain(first);
                    found.next = both.min_by_key(|(work, _)| work.due());
                }
                if found.next.is_some() {
                    break;
                }
            }
            Ok(found)
        })
    }

    /// Claims an item, and reads it again. `None` if it cannot be done now.
    fn claim_item(&self, work: Work, troubled: bool) -> Result<Option<ClaimedWork<'_>>> {
        if !self.claims.claim(work.id(), work.counterparty().as_ref(), work.account(), troubled) {
            return Ok(None);
        }
        let mut claimed = ClaimedWork { engine: self, work, done: false, _marker: WorkMarker::new() };
        let now = self.now();
        let current = match self.store.reading(|tx| current_work(tx, &claimed.work)) {
            Ok(current) => current,
            Err(error) => return self.postpone_failed(&claimed.work, error).map(|()| None),
        };
        let Some(current) = current.filter(|current| is_due(current.due(), now)) else { return Ok(None) };
        claimed.work = current;
        let may_start = match &claimed.work {
            Work::LookUp(request) => {
                self.is_in_right_queue(request)? && self.claims.start_call(request.carrier(), self.clock.monotonic())
            }
            Work::Delivery(delivery, Some(webhook)) => {
                let to = (delivery.account.clone(), host(&webhook.webhook.url));
                self.claims.claim_host(claimed.work.id(), &to)
            }
            Work::Delivery(_, None) | Work::Subscription(_) | Work::Document(..) => true,
        };
        Ok(may_start.then_some(claimed))
    }

    /// Moves a request without a carrier to the queue of its inferred carrier. Suspends a request that has a status of a later
    /// version.
    fn is_in_right_queue(&self, request: &RequestRecord) -> Result<bool> {
        if !request.state.is_live() && !request.state.awaits_final_check() {
            let what = format!("the tracking request {} has a status that this version does not support", request.id);
            let error = Error::new(ErrorKind::Store, what);
            self.suspend_row(Queue::LookUps, &row(&request.tracked.account, &request.id, error))?;
            return Ok(false);
        }
        let inferred = inferred_carrier(request);
        if !request.carrier().is_empty() || inferred.is_none() {
            return Ok(true);
        }
        self.store.writing(|tx| match tx.request(&request.tracked.account, &request.id)? {
            Some(current) => tx.put_request(&RequestRecord { inferred_scac: inferred.clone(), ..current }),
            None => Ok(()),
        })?;
        Ok(false)
    }

    /// Postpones an item that failed although the store works. Other errors concern the whole service, and are returned.
    pub(super) fn postpone_failed(&self, work: &Work, error: Error) -> Result<()> {
        if error.is_retryable() || self.is_closed() || self.store.check_writable().is_err() {
            return Err(error);
        }
        match work {
            Work::LookUp(request) => {
                self.suspend_row(Queue::LookUps, &row(&request.tracked.account, &request.id, error))
            }
            Work::Delivery(delivery, _) => {
                self.suspend_row(Queue::Deliveries, &row(&delivery.account, &delivery.id, error))
            }
            Work::Document(account, id, _) => self.suspend_row(Queue::Documents, &row(account, id, error)),
            Work::Subscription(found) => {
                let due = Some(saturating_add(self.now(), FAILED_PAUSE));
                self.store.writing(|tx| match tx.subscription(found.id)? {
                    Some(current) => tx.put_subscription(&SubscriptionRecord { due, ..current }),
                    None => Ok(()),
                })?;
                self.report_trouble(Some(&found.account), &error);
                Ok(())
            }
        }
    }

    fn suspend_row(&self, queue: Queue, row: &UnreadableRow) -> Result<()> {
        let due = Some(saturating_add(self.now(), FAILED_PAUSE));
        self.store.writing(|tx| tx.postpone(queue, row, due))?;
        self.report_trouble(Some(&row.account), &row.error);
        Ok(())
    }
}

fn row<T>(account: &AccountId, id: &Id<T>, error: Error) -> UnreadableRow {
    UnreadableRow { account: account.clone(), id: id.uuid().unwrap_or_default(), error }
}

fn current_work(tx: &Tx<'_>, work: &Work) -> Result<Option<Work>> {
    Ok(match work {
        Work::LookUp(found) => {
            tx.request(&found.tracked.account, &found.id)?.map(|current| Work::LookUp(Box::new(current)))
        }
        Work::Delivery(found, _) => match tx.delivery(&found.account, &found.id)? {
            Some(current) => {
                let webhook = tx.webhook(&current.account, &current.webhook)?.map(Box::new);
                Some(Work::Delivery(Box::new(current), webhook))
            }
            None => None,
        },
        Work::Subscription(found) => tx.subscription(found.id)?.map(|current| Work::Subscription(Box::new(current))),
        Work::Document(account, id, _) => {
            let record = tx.document(account, id)?.map(Box::new);
            record.map(|record| Work::Document(account.clone(), id.clone(), Some(record)))
        }
    })
}

/// Compares times in microseconds, because the store has this resolution.
fn is_due(due: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
    due.is_some_and(|due| due.timestamp_micros() <= now.timestamp_micros())
}
