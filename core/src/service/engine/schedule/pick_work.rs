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
    Counterparty, DeliveryRecord, DocumentRecord, DueFilter, Lane, Queue, RequestRecord, Rows, SubscriptionRecord, Tx,
    UnreadableRow, WebhookRecord, origin,
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

    fn queue(&self) -> Queue {
        match self {
            Work::LookUp(_) => Queue::LookUps,
            Work::Delivery(..) => Queue::Deliveries,
            Work::Subscription(_) => Queue::Subscriptions,
            Work::Document(..) => Queue::Documents,
        }
    }

    /// When it is due according to its record. The store finds it by a column, which has the same time.
    fn due(&self) -> Option<DateTime<Utc>> {
        match self {
            Work::LookUp(request) => request.state.due,
            Work::Delivery(delivery, _) => delivery.due,
            Work::Subscription(subscription) => subscription.due,
            Work::Document(.., record) => record.as_ref()?.reading.as_ref()?.due,
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

/// The result of the attempt to claim an item that was found.
enum ClaimAttempt<'a> {
    Claimed(ClaimedWork<'a>),
    /// It was changed meanwhile, or a limit does not permit it now.
    NotNow,
    /// It is in another queue now.
    Moved,
}

struct DueWork {
    subscriptions: Vec<SubscriptionRecord>,
    /// The next look-up or delivery, and whether its counterparty failed last.
    next: Option<(Work, bool)>,
    unreadable: Vec<(Queue, UnreadableRow)>,
}

impl DueWork {
    /// Adds the first item of a queue. The item that has been due longest stays.
    fn add(&mut self, queue: Queue, troubled: bool, rows: Rows<Work>, now: DateTime<Utc>) {
        self.unreadable.extend(rows.unreadable.into_iter().map(|row| (queue, row)));
        for work in rows.readable {
            if !is_due(work.due(), now) {
                self.unreadable.push((queue, contradiction(&work)));
            } else if self.next.as_ref().is_none_or(|(other, _)| work.due() < other.due()) {
                self.next = Some((work, troubled));
            }
        }
    }
}

impl Engine {
    /// Finds and claims the next item that is due. `None` if no item can be done now.
    pub(super) fn claim(&self, options: PickOptions<'_>) -> Result<Option<ClaimedWork<'_>>> {
        // No call is made while its result cannot be stored, because a call cannot be undone.
        self.store.check_writable()?;
        self.follow_clock()?;
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
                if !self.may_call_carrier(&found.account, options) {
                    continue;
                }
                let work = Work::Subscription(Box::new(found));
                if let ClaimAttempt::Claimed(claimed) = self.claim_item(work, false)? {
                    return Ok(Some(claimed));
                }
            }
            match next {
                // The first search of this function did not find a document either.
                None if unreadable.is_empty() && options.documents_first => return Ok(None),
                None if unreadable.is_empty() => return self.claim_document(options),
                None => {}
                Some((work, _)) if options.tried.contains(&work.id()) => skipped.push(work.id()),
                Some((work, troubled)) => {
                    let id = work.id();
                    match self.claim_item(work, troubled)? {
                        ClaimAttempt::Claimed(claimed) => return Ok(Some(claimed)),
                        // The next search must not find it again: a record that cannot be claimed must not occupy the thread.
                        ClaimAttempt::NotNow => skipped.push(id),
                        ClaimAttempt::Moved => {}
                    }
                }
            }
        }
    }

    /// Whether the account may use another thread for calls to carriers.
    fn may_call_carrier(&self, account: &AccountId, PickOptions { shares, .. }: PickOptions<'_>) -> bool {
        self.claims.has_room(Queue::LookUps, false, &shares)
            && !self.claims.busy_accounts(Queue::LookUps, false, &shares).contains(account)
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
                if let ClaimAttempt::Claimed(claimed) = self.claim_item(work, false)? {
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
        let full_sources = self.claims.full_sources(&options.shares);
        let of_full_sources: Vec<Counterparty> =
            self.claims.codes_of(&full_sources).into_iter().map(Counterparty::Carrier).collect();
        let busy = [false, true].map(|troubled| {
            let busy = self.claims.busy_counterparties(troubled, self.clock.monotonic());
            [busy, of_full_sources.clone()].concat()
        });
        let busy_origins = [Vec::new(), self.claims.busy_origins()];
        let carriers = self.carriers_beside(&full_sources);
        self.store.reading(|tx| {
            let subscriptions = tx.due_subscriptions(now, SUBSCRIPTION_BATCH)?;
            let of_queue = |queue| move |row| (queue, row);
            let unreadable = subscriptions.unreadable.into_iter().map(of_queue(Queue::Subscriptions)).collect();
            let mut found = DueWork { subscriptions: subscriptions.readable, next: None, unreadable };
            for queue in queues {
                let served = if queue == Queue::LookUps { self.claims.served_lanes() } else { Vec::new() };
                let rounds: Vec<&[Lane]> = if served.is_empty() { vec![&[]] } else { vec![&served, &[]] };
                for served in rounds {
                    for troubled in [false, true] {
                        if !self.claims.has_room(queue, troubled, &options.shares) {
                            continue;
                        }
                        let filter = DueFilter {
                            troubled,
                            busy: &busy[usize::from(troubled)],
                            busy_accounts: &self.claims.busy_accounts(queue, troubled, &options.shares),
                            busy_origins: &busy_origins[usize::from(troubled)],
                            served,
                            carriers: if queue == Queue::LookUps { carriers.as_deref() } else { None },
                            held: &held,
                        };
                        let rows = match queue {
                            Queue::Deliveries => {
                                tx.due(now, &filter, 1)?.map(|found| Work::Delivery(Box::new(found), None))
                            }
                            _ => tx.due(now, &filter, 1)?.map(|found| Work::LookUp(Box::new(found))),
                        };
                        found.add(queue, troubled, rows, now);
                    }
                    if found.next.is_some() || !found.unreadable.is_empty() {
                        break;
                    }
                }
                if let Some((Work::LookUp(request), _)) = &found.next
                    && served
                        .iter()
                        .any(|lane| lane.scac == request.carrier() && lane.account == request.tracked.account)
                {
                    self.claims.begin_round(request.carrier());
                }
                if found.next.is_some() {
                    break;
                }
            }
            Ok(found)
        })
    }

    /// Claims an item, and reads it again.
    fn claim_item(&self, work: Work, troubled: bool) -> Result<ClaimAttempt<'_>> {
        if !self.claims.claim(work.id(), work.counterparty().as_ref(), work.account(), troubled) {
            return Ok(ClaimAttempt::NotNow);
        }
        let mut claimed = ClaimedWork { engine: self, work, done: false, _marker: WorkMarker::new() };
        let now = self.now();
        let current = match self.store.reading(|tx| current_work(tx, &claimed.work)) {
            Ok(current) => current,
            Err(error) => return self.postpone_failed(&claimed.work, error).map(|()| ClaimAttempt::NotNow),
        };
        let Some(current) = current else { return Ok(ClaimAttempt::NotNow) };
        claimed.work = current;
        if !is_due(claimed.work.due(), now) {
            self.suspend_if_contradictory(&claimed.work, now)?;
            return Ok(ClaimAttempt::NotNow);
        }
        let may_start = match &claimed.work {
            Work::LookUp(request) => {
                if !self.is_in_right_queue(request)? {
                    return Ok(ClaimAttempt::Moved);
                }
                self.claims.start_call(request.carrier(), self.clock.monotonic())
            }
            Work::Delivery(delivery, Some(webhook)) => {
                let to = (delivery.account.clone(), origin(&webhook.webhook.url));
                self.claims.claim_origin(claimed.work.id(), &to)
            }
            Work::Delivery(_, None) | Work::Subscription(_) | Work::Document(..) => true,
        };
        Ok(if may_start { ClaimAttempt::Claimed(claimed) } else { ClaimAttempt::NotNow })
    }

    /// Suspends a claimed document or subscription that is due according to the store, and not according to its record. Others are
    /// suspended when they are found, because they are found with their record.
    fn suspend_if_contradictory(&self, work: &Work, now: DateTime<Utc>) -> Result<()> {
        let queue = work.queue();
        let is_found = match work {
            Work::Document(account, id, _) => {
                self.store.reading(|tx| tx.due_documents(account, now, DOCUMENT_BATCH))?.contains(id)
            }
            Work::Subscription(_) => {
                let due = self.store.reading(|tx| tx.due_subscriptions(now, SUBSCRIPTION_BATCH))?;
                due.readable.iter().any(|found| found.id == work.id())
            }
            Work::LookUp(_) | Work::Delivery(..) => false,
        };
        if is_found { self.suspend_row(queue, &contradiction(work)) } else { Ok(()) }
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

/// The row of an item that is due according to the queue, and not according to its record. No version writes such a row. It would be found
/// by every search for work, and could never be done.
fn contradiction(work: &Work) -> UnreadableRow {
    let name = match work {
        Work::LookUp(_) => "tracking request",
        Work::Delivery(..) => "webhook notification",
        Work::Subscription(_) => "subscription",
        Work::Document(..) => "document",
    };
    let due = work.due().map_or("never".to_owned(), |due| format!("at {due}"));
    let what = format!(
        "the {name} {} is due according to its queue, but {due} according to its record: the file was changed by another program, or \
         is damaged. It is suspended",
        work.id()
    );
    UnreadableRow { account: work.account().clone(), id: work.id(), error: Error::new(ErrorKind::Store, what) }
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
