//! Delivers notifications that a webhook did not receive: those that failed, and those of events that happened while it was not active.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::breaker::Breaker;
use crate::error::Result;
use crate::resources::{AccountId, DeliveryStatus, WebhookId};
use crate::service::engine::base::engine::{Engine, IdSequence};
use crate::store::{Counterparty, DeliveryRecord, NotificationHead, Tx};
use crate::time::saturating_add;

/// Number of notifications that one transaction processes, so that other writers do not wait long.
const BATCH: usize = 500;

/// If the clock was set back by less than this time, a replay still finds all notifications.
const CLOCK_SET_BACK: TimeDelta = TimeDelta::days(1);

impl Engine {
    /// Queues the notifications since a time that an active webhook did not receive, and returns their number. Deliveries that failed keep
    /// their ids. A delivery that is written now has an id of the time of its event, so that it is delivered and listed in the right order.
    pub fn replay(&self, account: &AccountId, webhook: &WebhookId, since: DateTime<Utc>) -> Result<usize> {
        let earliest = saturating_add(since, -CLOCK_SET_BACK);
        let mut after = self.store.reading(|tx| position_before(tx, account, earliest))?;
        // The caller has repaired the receiver, so it needs no pause.
        self.store.writing(|tx| tx.put_breaker(&Counterparty::Webhook(webhook.clone()), Breaker::default()))?;
        let (mut replayed, ids) = (0, IdSequence::default());
        loop {
            let mut heads = self.store.reading(|tx| tx.notification_heads(account, after, BATCH))?;
            let Some(last) = heads.last() else { break };
            after = last.sequence;
            heads.retain(|head| head.created_at >= since);
            if heads.is_empty() {
                continue;
            }
            // A delivery that is still to be written is not missing.
            replayed +=
                self.writing_after_fan_outs(account, |tx| self.replay_batch(tx, account, webhook, &heads, &ids))?;
        }
        self.wake.wake();
        Ok(replayed)
    }

    fn replay_batch(
        &self,
        tx: &Tx<'_>,
        account: &AccountId,
        webhook: &WebhookId,
        heads: &[NotificationHead],
        ids: &IdSequence,
    ) -> Result<usize> {
        // The webhook may have been changed meanwhile.
        let Some(record) = tx.webhook(account, webhook)?.filter(|record| record.webhook.is_active()) else {
            return Ok(0);
        };
        let times = || heads.iter().map(|head| head.created_at);
        let (Some(first), Some(last)) = (times().min(), times().max()) else { return Ok(0) };
        let mut known: HashMap<u64, DeliveryRecord> = tx
            .deliveries_between(account, webhook, first, last)?
            .into_iter()
            .map(|delivery| (delivery.notification, delivery))
            .collect();
        let (now, mut replayed) = (self.now(), 0);
        for head in heads.iter().filter(|head| record.webhook.events.contains(&head.event)) {
            let delivery = match known.remove(&head.sequence) {
                Some(delivery) if delivery.status == DeliveryStatus::Failed => delivery,
                Some(_) => continue,
                None => DeliveryRecord {
                    id: ids.next(self.entropy.as_ref(), head.created_at).into(),
                    account: account.clone(),
                    webhook: webhook.clone(),
                    notification: head.sequence,
                    event: head.event.clone(),
                    status: DeliveryStatus::Pending,
                    attempts: 0,
                    last_status: None,
                    due: None,
                    created_at: head.created_at,
                },
            };
            tx.requeue_delivery(delivery, now)?;
            replayed += 1;
        }
        Ok(replayed)
    }
}

/// The position in the feed after which the first notification since a time is. Finds it in logarithmic time, because notifications are
/// written in the order of their times unless the clock is set back.
fn position_before(tx: &Tx<'_>, account: &AccountId, since: DateTime<Utc>) -> Result<u64> {
    let (mut low, mut high) = (0, i64::MAX.unsigned_abs());
    while low < high {
        let middle = low.midpoint(high);
        match tx.notification_heads(account, middle, 1)?.pop() {
            Some(head) if head.created_at < since => low = head.sequence,
            _ => high = middle,
        }
    }
    Ok(low)
}
