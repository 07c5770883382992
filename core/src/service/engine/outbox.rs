//! What happened, on its way to whoever listens: one entry in the feed, and a delivery for every webhook that asked for the event.

use chrono::{DateTime, Utc};

use super::parts::Engine;
use crate::error::Result;
use crate::jsonapi::{ResourceId, ToOne};
use crate::resources::{AccountId, DeliveryStatus, EventName};
use crate::store::{DeliveryRecord, IncludedResources, NotificationRecord, Slice, Tx, WebhookRecord};

/// What happened, before it has a place in the feed.
pub(super) struct NewNotification {
    pub event: EventName,
    /// What it is about.
    pub reference: ResourceId,
    /// The resources told with it.
    pub included: IncludedResources,
    /// Tells this notification from every other, so that none is told twice.
    pub key: String,
}

/// Puts an event into the feed and on its way to the webhooks, within the transaction of the change it tells of.
pub(super) fn add(
    engine: &Engine,
    tx: &Tx<'_>,
    account: &AccountId,
    notification: NewNotification,
    now: DateTime<Utc>,
) -> Result<()> {
    let record = NotificationRecord {
        sequence: 0,
        id: engine.new_id(now),
        account: account.clone(),
        event: notification.event,
        reference: ToOne::Linked(notification.reference),
        included: notification.included,
        created_at: now,
    };
    let Some(sequence) = tx.add_notification(&record, &notification.key)? else { return Ok(()) };
    for webhook in webhooks(tx, account)? {
        if webhook.webhook.active == Some(true) && webhook.webhook.events.contains(&record.event) {
            tx.put_delivery(&DeliveryRecord {
                id: engine.new_id(now),
                account: account.clone(),
                webhook: webhook.webhook.id,
                notification: sequence,
                event: record.event.clone(),
                status: DeliveryStatus::Pending,
                attempts: 0,
                last_status: None,
                due: Some(now),
                created_at: now,
            })?;
        }
    }
    Ok(())
}

/// All webhooks of an account.
pub(in crate::service) fn webhooks(tx: &Tx<'_>, account: &AccountId) -> Result<Vec<WebhookRecord>> {
    tx.webhooks(account, &Slice { before: None, skip: 0, limit: u64::from(u32::MAX) })
}
