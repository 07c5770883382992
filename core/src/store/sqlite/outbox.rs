//! Events told, and their way to the webhooks.

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::columns::{capped, key, micros, to_json};
use super::listing::Listing;
use super::queues::DELIVERIES;
use super::session::Tx;
use crate::error::Result;
use crate::resources::{AccountId, DeliveryStatus, WebhookId, WebhookNotificationId};
use crate::store::{DeliveryRecord, NotificationRecord, Rows, Slice, Turn, Unreadable, WebhookRecord, origin};

impl Tx<'_> {
    /// Appends a notification to the feed and answers its place in it. The `key` keeps a replay after a crash from telling it
    /// twice: one the account used before adds nothing, `None`.
    pub fn add_notification(&self, notification: &NotificationRecord, key: &str) -> Result<Option<u64>> {
        self.insert_notification(notification, key)
    }

    /// The account's notifications behind a place in the feed, in order.
    pub fn notifications(&self, account: &AccountId, after: u64, limit: usize) -> Result<Vec<NotificationRecord>> {
        self.notifications_after(account, after, limit)
    }

    /// The notification at a place in the feed.
    pub fn notification(&self, sequence: u64) -> Result<Option<NotificationRecord>> {
        self.notification_at(sequence)
    }

    /// Adds or replaces a webhook.
    pub fn put_webhook(&self, record: &WebhookRecord) -> Result<()> {
        let id = record.webhook.id.uuid().unwrap_or_default();
        let body = self.sealed("webhooks", &record.account, id, to_json(record)?)?;
        self.change(
            "INSERT INTO webhooks (account, id, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (account, id) DO UPDATE SET body = ?3",
            (key(&record.account), key(&record.webhook.id), body),
        )?;
        self.change(
            "INSERT INTO queues (kind, counterparty, origin) VALUES ('webhook', ?1, ?2)
             ON CONFLICT DO UPDATE SET origin = ?2 WHERE origin <> ?2",
            (key(&record.webhook.id), origin(&record.webhook.url)),
        )?;
        Ok(())
    }

    /// The account's webhook with this id.
    pub fn webhook(&self, account: &AccountId, id: &WebhookId) -> Result<Option<WebhookRecord>> {
        self.by_id("webhooks", account, id)
    }

    /// The account's webhooks, newest first.
    pub fn webhooks(&self, account: &AccountId, slice: &Slice) -> Result<Vec<WebhookRecord>> {
        self.page(Listing::of("webhooks", account), slice)
    }

    /// How many webhooks the account has.
    pub fn count_webhooks(&self, account: &AccountId) -> Result<u64> {
        self.counted("webhooks", account)
    }

    /// Removes a webhook and its deliveries that are still to be made. False when there is none.
    pub fn remove_webhook(&self, account: &AccountId, id: &WebhookId) -> Result<bool> {
        let keys = (key(account), key(id));
        self.change("DELETE FROM deliveries WHERE account = ?1 AND webhook = ?2 AND pending = 1", keys)?;
        Ok(self.change("DELETE FROM webhooks WHERE account = ?1 AND id = ?2", keys)? > 0)
    }

    /// Adds or replaces a delivery.
    pub fn put_delivery(&self, delivery: &DeliveryRecord) -> Result<()> {
        self.change(
            "INSERT INTO deliveries (account, id, webhook, pending, due, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (account, id) DO UPDATE SET webhook = ?3, pending = ?4, due = ?5, body = ?6",
            params![
                key(&delivery.account),
                key(&delivery.id),
                key(&delivery.webhook),
                delivery.status == DeliveryStatus::Pending,
                delivery.due.map(micros),
                to_json(delivery)?,
            ],
        )?;
        Ok(())
    }

    /// The account's delivery with this id.
    pub fn delivery(&self, account: &AccountId, id: &WebhookNotificationId) -> Result<Option<DeliveryRecord>> {
        self.by_id("deliveries", account, id)
    }

    /// The account's deliveries, newest first.
    pub fn deliveries(&self, account: &AccountId, slice: &Slice) -> Result<Vec<DeliveryRecord>> {
        self.page(Listing::of("deliveries", account), slice)
    }

    /// How many deliveries the account has.
    pub fn count_deliveries(&self, account: &AccountId) -> Result<u64> {
        self.counted("deliveries", account)
    }

    /// Deliveries of all accounts whose turn it is at `now`, one a webhook, longest due first. What it costs has nothing
    /// to do with how many others wait behind them, or for webhooks whose turn it is not.
    pub fn due_deliveries(&self, now: DateTime<Utc>, turn: &Turn<'_>, limit: usize) -> Result<Rows<DeliveryRecord>> {
        self.due(&DELIVERIES, now, turn, limit)
    }

    /// Makes the failed deliveries to a webhook due at `now`, as if never tried, oldest first: at most `limit` of those
    /// made later than `behind`. Answers their ids.
    pub fn requeue_failed_deliveries(
        &self,
        account: &AccountId,
        webhook: &WebhookId,
        behind: Option<&WebhookNotificationId>,
        limit: usize,
        now: DateTime<Utc>,
    ) -> Result<Vec<WebhookNotificationId>> {
        let behind = behind.and_then(key).unwrap_or_default();
        let failed: Vec<DeliveryRecord> = self.records(FAILED, (key(account), key(webhook), behind, capped(limit)))?;
        failed
            .into_iter()
            .map(|delivery| {
                let id = delivery.id.clone();
                let status = DeliveryStatus::Pending;
                self.put_delivery(&DeliveryRecord { status, attempts: 0, due: Some(now), ..delivery })?;
                Ok(id)
            })
            .collect()
    }

    /// How many deliveries of all accounts are due at `now`, those whose webhook rests included. Cheap: it reads what is
    /// due and no more.
    pub fn count_due_deliveries(&self, now: DateTime<Utc>) -> Result<u64> {
        self.count_due(&DELIVERIES, now)
    }

    /// When the next delivery is due whose webhook does not rest; of those after a moment, where one is given.
    pub fn next_delivery_due(&self, after: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>> {
        self.next_turn(&DELIVERIES, after, None)
    }

    /// Deliveries of all accounts that are due after `moment`, latest due first.
    pub fn deliveries_due_after(&self, moment: DateTime<Utc>, limit: usize) -> Result<Rows<DeliveryRecord>> {
        self.due_after(&DELIVERIES, moment, limit)
    }

    /// Makes a delivery that cannot be worked on due at `due` instead, or never. All else of it stays as it is.
    pub fn put_off_delivery(&self, unreadable: &Unreadable, due: Option<DateTime<Utc>>) -> Result<()> {
        let sql = "UPDATE deliveries SET due = ?3 WHERE account = ?1 AND id = ?2";
        self.change(sql, (key(&unreadable.account), unreadable.id.as_bytes(), due.map(micros)))?;
        Ok(())
    }
}

pub(super) const FAILED: &str = "SELECT body FROM deliveries
     WHERE account = ?1 AND webhook = ?2 AND id > ?3 AND failed ORDER BY id LIMIT ?4";
