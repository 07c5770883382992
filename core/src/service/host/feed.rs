//! The event feed: notifications for host programs without a webhook receiver.

use chrono::{DateTime, Utc};
use std::time::Duration;

use super::service::Service;
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;
use crate::jsonapi::Document;
use crate::resources::{AccountId, EventName, WebhookId, WebhookNotification};
use crate::service::rendering::notifications;
use crate::store::NotificationRecord;
use crate::time::{saturating_add, time_delta};

/// An event of the feed.
///
/// The notification includes the resources that it is about, such as the container:
///
/// ```
/// use shiptrack::resources::Container;
/// # use shiptrack::{NewTrackingRequest, Service, Wait};
/// # fn main() -> shiptrack::Result<()> {
/// # let service = Service::in_memory()?;
/// # let requests = service.client();
/// # let request = requests.tracking_requests().create(NewTrackingRequest::bill_of_lading("TEST-TR-SUCCEEDED", "TEST"))?;
/// # requests.tracking_requests().wait(&request.id, Wait::until_settled())?;
/// # let mut found = 0;
/// for event in service.events(service.default_account(), 0, 100)? {
///     let notification = event.notification()?;
///     if let Some(container) = notification.first_included::<Container>() {
///         let container = container?;
///         println!("{}: {} is {}", event.event, container.number, container.current_status);
/// #       found += 1;
///     }
/// }
/// # assert!(found > 0);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeedEvent {
    /// The position in the feed. To continue after this event, pass the position to [`events`](Service::events). It stays valid after a
    /// restart.
    pub sequence: u64,
    /// The id. It never changes.
    pub id: Id<WebhookNotification>,
    /// What happened.
    pub event: EventName,
    /// When the notification was created.
    pub created_at: DateTime<Utc>,
    /// The notification document, as a webhook would receive it. [`notification`](FeedEvent::notification) parses it.
    ///
    /// Its `delivery_status` is always `pending`, because events of the feed are not delivered. The status of a
    /// delivery to a webhook is in the notification for that webhook.
    pub document: String,
}

impl FeedEvent {
    fn of(notification: &NotificationRecord) -> Self {
        FeedEvent {
            sequence: notification.sequence,
            id: notification.id.clone(),
            event: notification.event.clone(),
            created_at: notification.created_at,
            document: String::from_utf8_lossy(&notifications::feed_document(notification)).into_owned(),
        }
    }

    /// The parsed notification, with its reference object and all included resources.
    pub fn notification(&self) -> Result<Document<WebhookNotification>> {
        Document::parse(self.document.as_str())
    }
}

impl Service {
    /// Events of the account with a `sequence` greater than `after` (0 for the beginning), in order, at most `limit`.
    ///
    /// The first successful look-up of a shipment publishes only `tracking_request.succeeded` and one
    /// `container.created` for each container. What happened before is in the shipment, its containers and their
    /// transport events; later changes are published as events.
    ///
    /// `shipment.updated` is only included if
    /// [`shipment_updates_in_feed`](crate::webhooks::DeliveryPolicy::shipment_updates_in_feed) is set.
    pub fn events(&self, account: &AccountId, after: u64, limit: usize) -> Result<Vec<FeedEvent>> {
        let engine = self.engine();
        let mut after = after;
        loop {
            let found = engine.reading_for(account, |tx| tx.notifications(account, after, limit))?;
            let included = |found: &&NotificationRecord| engine.policies.delivery.is_in_feed(&found.event);
            let events: Vec<FeedEvent> = found.iter().filter(included).map(FeedEvent::of).collect();
            // An empty list means that there are no further events.
            match found.last() {
                Some(last) if events.is_empty() => after = last.sequence,
                _ => return Ok(events),
            }
        }
    }

    /// An iterator over the events of the account with a `sequence` greater than `after` (0 for the beginning). It
    /// reads them in batches, and ends after the newest event.
    ///
    /// ```
    /// # fn main() -> shiptrack::Result<()> {
    /// # let service = shiptrack::Service::in_memory()?;
    /// # let mut position = 0;
    /// for event in service.feed(service.default_account(), position) {
    ///     let event = event?;
    ///     println!("{} {}", event.sequence, event.event);
    ///     position = event.sequence;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn feed(&self, account: &AccountId, after: u64) -> Feed {
        Feed { service: self.clone(), account: account.clone(), after, read: Vec::new().into_iter(), has_failed: false }
    }

    /// Like [`events`](Service::events), but waits up to `timeout` for at least one event. If no worker is running,
    /// the call processes due work while it waits. Returns an empty list after the timeout; a look-up or delivery in progress is finished
    /// first.
    pub fn wait_events(
        &self,
        account: &AccountId,
        after: u64,
        limit: usize,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<Vec<FeedEvent>> {
        let engine = self.engine();
        let timeout = time_delta(timeout);
        let until = saturating_add(engine.now(), timeout);
        let end = engine.deadline_after(timeout);
        loop {
            let woken = engine.wake.token();
            engine.check_open()?;
            let events = self.events(account, after, limit)?;
            let now = engine.now();
            if !events.is_empty() || now >= until || engine.clock.monotonic() >= end {
                return Ok(events);
            }
            if engine.do_one(cancel)? > 0 {
                continue;
            }
            let (due, end) = (engine.next_own_work(now).unwrap_or(until), end.min(engine.end_of_backoff()));
            engine
                .sleep_until(due.min(until), end, &woken, cancel)
                .map_err(|cancelled| Error::from(ErrorKind::Cancelled).with_source(cancelled))?;
        }
    }

    /// Queues all failed deliveries to active webhooks again, and returns their number. What happened while a webhook was not active has no
    /// deliveries: use [`Webhooks::replay`](crate::client::Webhooks::replay) for it. The call uses several transactions, so that other
    /// writers do not wait long. After an error, some of the deliveries may be queued.
    pub fn replay_failed(&self, account: &AccountId) -> Result<usize> {
        let engine = self.engine();
        let webhooks = engine.reading_for(account, |tx| Ok(tx.all_webhooks(account)?.to_vec()))?;
        // The caller has repaired the receivers, so they need no pause.
        engine.store.writing(|tx| tx.end_rests(account))?;
        let mut replayed = 0;
        for webhook in webhooks.iter().filter(|record| record.webhook.is_active()) {
            replayed += self.replay_to(account, &webhook.webhook.id)?;
        }
        engine.wake.wake();
        Ok(replayed)
    }

    fn replay_to(&self, account: &AccountId, webhook: &WebhookId) -> Result<usize> {
        let engine = self.engine();
        let now = engine.now();
        let (mut replayed, mut last_requeued) = (0, None);
        loop {
            let batch = engine.store.writing(|tx| {
                // The webhook may have been disabled meanwhile.
                match tx.webhook(account, webhook)?.is_some_and(|record| record.webhook.active == Some(true)) {
                    true => tx.requeue_failed_deliveries(account, webhook, last_requeued.as_ref(), BATCH, now),
                    false => Ok(Vec::new()),
                }
            })?;
            replayed += batch.len();
            match batch.last() {
                Some(last) if batch.len() == BATCH => last_requeued = Some(last.clone()),
                _ => return Ok(replayed),
            }
        }
    }
}

/// An iterator over events, see [`Service::feed`]. An error ends it.
#[derive(Debug)]
pub struct Feed {
    service: Service,
    account: AccountId,
    after: u64,
    read: std::vec::IntoIter<FeedEvent>,
    has_failed: bool,
}

impl Iterator for Feed {
    type Item = Result<FeedEvent>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.read.len() == 0 && !self.has_failed {
            match self.service.events(&self.account, self.after, BATCH) {
                Ok(events) => self.read = events.into_iter(),
                Err(error) => {
                    self.has_failed = true;
                    return Some(Err(error));
                }
            }
        }
        let event = self.read.next()?;
        self.after = event.sequence;
        Some(Ok(event))
    }
}

const BATCH: usize = 500;
