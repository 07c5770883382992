//! Webhooks, deliveries, and the feed of notifications.

use std::rc::Rc;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::columns::{capped, key, micros, to_json, to_record};
use super::compression::Compressed;
use super::listing::Listing;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::ToOne;
use crate::resources::{AccountId, DeliveryStatus, EventName, WebhookId, WebhookNotificationId};
use crate::store::{
    DeliveryRecord, IncludedResources, NotificationHead, NotificationRecord, Slice, WebhookRecord, origin,
};

impl Tx<'_> {
    /// Adds or replaces a webhook.
    pub fn put_webhook(&self, record: &WebhookRecord) -> Result<()> {
        self.webhooks.take();
        let id = record.webhook.id.uuid().unwrap_or_default();
        let body = self.sealed("webhooks", &record.account, id, to_record(record)?)?;
        self.change(
            "INSERT INTO webhooks (account, id, body) VALUES (?1, ?2, ?3)
             ON CONFLICT (account, id) DO UPDATE SET body = ?3",
            (key(&record.account), key(&record.webhook.id), body),
        )?;
        self.run(
            "INSERT INTO queues (kind, counterparty, origin) VALUES ('webhook', ?1, ?2)
             ON CONFLICT DO UPDATE SET origin = ?2 WHERE origin <> ?2",
            (key(&record.webhook.id), origin(&record.webhook.url)),
        )
    }

    /// The webhook of the account with this id.
    pub fn webhook(&self, account: &AccountId, id: &WebhookId) -> Result<Option<WebhookRecord>> {
        self.by_id("webhooks", account, id)
    }

    /// The webhooks of the account, newest first.
    pub fn webhooks(&self, account: &AccountId, slice: &Slice) -> Result<Vec<WebhookRecord>> {
        self.page(Listing::of("webhooks", account), slice)
    }

    /// All webhooks of the account, newest first. Cheap if this transaction read them before.
    pub fn all_webhooks(&self, account: &AccountId) -> Result<Rc<[WebhookRecord]>> {
        if let Some((_, webhooks)) = self.webhooks.borrow().as_ref().filter(|(known, _)| known == account) {
            return Ok(webhooks.clone());
        }
        let all = Slice { before: None, skip: 0, limit: u64::from(u32::MAX) };
        let webhooks: Rc<[WebhookRecord]> = self.webhooks(account, &all)?.into();
        self.webhooks.replace(Some((account.clone(), webhooks.clone())));
        Ok(webhooks)
    }

    /// The number of webhooks of the account.
    pub fn count_webhooks(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("webhooks", account)
    }

    /// Deletes pending deliveries of a webhook, at most `limit`. Returns their number.
    pub fn remove_pending_deliveries(&self, account: &AccountId, webhook: &WebhookId, limit: usize) -> Result<usize> {
        let sql = "DELETE FROM deliveries WHERE rowid IN
             (SELECT rowid FROM deliveries WHERE account = ?1 AND webhook = ?2 AND pending = 1 LIMIT ?3)";
        self.change(sql, (key(account), key(webhook), capped(limit)))
    }

    /// Deletes a webhook and its pending deliveries. False if it does not exist.
    pub fn remove_webhook(&self, account: &AccountId, id: &WebhookId) -> Result<bool> {
        self.webhooks.take();
        let pending = "DELETE FROM deliveries WHERE account = ?1 AND webhook = ?2 AND pending = 1";
        self.run(pending, (key(account), key(id)))?;
        self.remove("webhooks", account, id)
    }

    /// Adds or replaces a delivery.
    pub fn put_delivery(&self, delivery: &DeliveryRecord) -> Result<()> {
        self.run(
            "INSERT INTO deliveries (account, id, webhook, pending, due, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (account, id) DO UPDATE SET webhook = ?3, pending = ?4, due = ?5, body = ?6",
            params![
                key(&delivery.account),
                key(&delivery.id),
                key(&delivery.webhook),
                delivery.status == DeliveryStatus::Pending,
                delivery.due.map(micros),
                to_record(delivery)?,
            ],
        )
    }

    /// Adds a delivery of a new notification.
    pub fn add_delivery(&self, delivery: &DeliveryRecord) -> Result<()> {
        self.added_deliveries.set(self.added_deliveries.get() + 1);
        self.put_delivery(delivery)
    }

    /// How many deliveries this transaction added with [`add_delivery`](Self::add_delivery).
    pub fn added_deliveries(&self) -> usize {
        self.added_deliveries.get()
    }

    /// The delivery of the account with this id.
    pub fn delivery(&self, account: &AccountId, id: &WebhookNotificationId) -> Result<Option<DeliveryRecord>> {
        self.by_id("deliveries", account, id)
    }

    /// Deletes a delivery.
    pub fn remove_delivery(&self, account: &AccountId, id: &WebhookNotificationId) -> Result<()> {
        self.remove("deliveries", account, id).map(drop)
    }

    /// The pending deliveries of the account: their ids, and the sequence numbers of their notifications.
    pub fn pending_deliveries(&self, account: &AccountId) -> Result<Vec<(WebhookNotificationId, u64)>> {
        self.rows(PENDING, [key(account)], |row| {
            Ok((Uuid::from_bytes(row.get(0)?).into(), row.get::<_, i64>(1)?.cast_unsigned()))
        })
    }

    /// The deliveries of the account, newest first.
    pub fn deliveries(&self, account: &AccountId, slice: &Slice) -> Result<Vec<DeliveryRecord>> {
        self.page(Listing::of("deliveries", account), slice)
    }

    /// The number of deliveries of the account.
    pub fn count_deliveries(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("deliveries", account)
    }

    /// Makes failed deliveries of a webhook pending and due at `now`, without previous attempts, oldest first: at most `limit` of those that
    /// were created after `after`. Returns their ids.
    pub fn requeue_failed_deliveries(
        &self,
        account: &AccountId,
        webhook: &WebhookId,
        after: Option<&WebhookNotificationId>,
        limit: usize,
        now: DateTime<Utc>,
    ) -> Result<Vec<WebhookNotificationId>> {
        let after = after.and_then(key).unwrap_or_default();
        let failed: Vec<DeliveryRecord> = self.records(FAILED, (key(account), key(webhook), after, capped(limit)))?;
        failed
            .into_iter()
            .map(|delivery| {
                let id = delivery.id.clone();
                self.requeue_delivery(delivery, now)?;
                Ok(id)
            })
            .collect()
    }

    /// Adds or replaces a delivery as pending and due at `now`, without previous attempts.
    pub fn requeue_delivery(&self, delivery: DeliveryRecord, now: DateTime<Utc>) -> Result<()> {
        let status = DeliveryStatus::Pending;
        self.put_delivery(&DeliveryRecord { status, attempts: 0, due: Some(now), ..delivery })
    }

    /// The deliveries to a webhook that were created from `first` to `last`, by their ids. Ids begin with the time in milliseconds.
    pub fn deliveries_between(
        &self,
        account: &AccountId,
        webhook: &WebhookId,
        first: DateTime<Utc>,
        last: DateTime<Utc>,
    ) -> Result<Vec<DeliveryRecord>> {
        let start = |milliseconds: i64| (u128::from(milliseconds.max(0).cast_unsigned()) << 80).to_be_bytes();
        let ids = (start(first.timestamp_millis()), start(last.timestamp_millis().saturating_add(1)));
        Ok(self.whole_rows(DELIVERY, BETWEEN, (key(account), key(webhook), ids.0, ids.1))?.readable)
    }

    /// Makes deliveries to a webhook that are due after `now` due at `now`, at most `limit`. Returns their number.
    pub fn bring_deliveries_forward(
        &self,
        account: &AccountId,
        webhook: &WebhookId,
        now: DateTime<Utc>,
        limit: usize,
    ) -> Result<usize> {
        let waiting = self.whole_rows(DELIVERY, WAITING, (key(account), key(webhook), micros(now), capped(limit)))?;
        let waiting: Vec<DeliveryRecord> = waiting.readable;
        let count = waiting.len();
        for delivery in waiting {
            self.put_delivery(&DeliveryRecord { due: Some(now), ..delivery })?;
        }
        Ok(count)
    }
}

/// The name of a delivery in messages.
const DELIVERY: &str = "webhook notification";

pub(super) const BETWEEN: &str = "SELECT account, id, body FROM deliveries
     WHERE account = ?1 AND id >= ?3 AND id < ?4 AND webhook = ?2 ORDER BY id";

const PENDING: &str =
    "SELECT id, body ->> '$.notification' FROM deliveries WHERE account = ?1 AND pending = 1 AND json_valid(body)";

pub(super) const WAITING: &str = "SELECT account, id, body FROM deliveries
     WHERE webhook = ?2 AND due > ?3 AND account = ?1 ORDER BY due, id LIMIT ?4";

pub(super) const FAILED: &str = "SELECT body FROM deliveries
     WHERE account = ?1 AND webhook = ?2 AND id > ?3 AND failed ORDER BY id LIMIT ?4";

const AFTER: &str = "SELECT sequence, account, dictionary, body FROM notifications
     WHERE account = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3";

const LONG_PART: usize = 4 * 1024;

/// Marks a shared part. No JSON begins with it.
const SHARED_MARK: char = '@';

#[derive(Serialize, Deserialize)]
struct StoredHead {
    id: WebhookNotificationId,
    event: EventName,
    reference: ToOne,
    created_at: DateTime<Utc>,
}

/// Sequence, account, dictionary, body.
type NotificationRow = (i64, [u8; 16], u32, Vec<u8>);

impl Tx<'_> {
    /// Appends a notification to the feed, and returns its sequence number. Does nothing and returns `None` if the account already used
    /// `key_text`, so that a replay after a crash adds no second notification.
    pub fn add_notification(&self, notification: &NotificationRecord, key_text: &str) -> Result<Option<u64>> {
        let account = key(&notification.account);
        let digest = digest(account, key_text);
        if self.first("SELECT 1 FROM notifications WHERE key = ?1", [digest], |_| Ok(()))?.is_some() {
            return Ok(None);
        }
        let Compressed { dictionary, bytes } = self.compressed_notification(notification)?;
        let insert = "INSERT INTO notifications (account, key, dictionary, body) VALUES (?1, ?2, ?3, ?4)";
        self.change(insert, (account, digest, dictionary, bytes))?;
        Ok(Some(self.last_row_id()))
    }

    /// The notifications of the account after a sequence number, in order.
    pub fn notifications(&self, account: &AccountId, after: u64, limit: usize) -> Result<Vec<NotificationRecord>> {
        let Ok(after) = i64::try_from(after) else { return Ok(Vec::new()) };
        let found = self.rows(AFTER, (key(account), after, capped(limit)), row)?;
        found.into_iter().map(|found| self.decompressed_notification(found)).collect()
    }

    /// The heads of the notifications of the account after a sequence number, in order.
    pub fn notification_heads(&self, account: &AccountId, after: u64, limit: usize) -> Result<Vec<NotificationHead>> {
        let Ok(after) = i64::try_from(after) else { return Ok(Vec::new()) };
        let found = self.rows(AFTER, (key(account), after, capped(limit)), row)?;
        found.into_iter().map(|found| self.notification_head(found)).collect()
    }

    /// The notification with this sequence number.
    pub fn notification(&self, sequence: u64) -> Result<Option<NotificationRecord>> {
        let Ok(sequence) = i64::try_from(sequence) else { return Ok(None) };
        let sql = "SELECT sequence, account, dictionary, body FROM notifications WHERE sequence = ?1";
        self.first(sql, [sequence], row)?.map(|found| self.decompressed_notification(found)).transpose()
    }

    fn compressed_notification(&self, notification: &NotificationRecord) -> Result<Compressed> {
        let head = StoredHead {
            id: notification.id.clone(),
            event: notification.event.clone(),
            reference: notification.reference.clone(),
            created_at: notification.created_at,
        };
        let mut text = to_json(&head)?;
        for part in notification.included.parts() {
            text.push('\n');
            match part.len() > LONG_PART || part.contains('\n') || part.starts_with(SHARED_MARK) {
                true => text += &format!("{SHARED_MARK}{}", self.shared_part_id(part)?),
                false => text += part,
            }
        }
        self.compressed(&text)
    }

    fn compressed(&self, text: &str) -> Result<Compressed> {
        let compressed = self.compressor.borrow_mut().compress(text);
        compressed.ok_or_else(|| Error::new(ErrorKind::Store, "a notification is too large to be stored"))
    }

    /// Inserts a shared part unless this transaction already inserted it. Parts are compared by address only.
    fn shared_part_id(&self, part: &Arc<str>) -> Result<i64> {
        let same = |(inserted, id): &(Arc<str>, i64)| Arc::ptr_eq(inserted, part).then_some(*id);
        if let Some(id) = self.shared_parts.borrow().iter().find_map(same) {
            return Ok(id);
        }
        let Compressed { dictionary, bytes } = self.compressed(part)?;
        self.change("INSERT INTO shared_parts (dictionary, body) VALUES (?1, ?2)", (dictionary, bytes))?;
        let id = self.last_row_id().cast_signed();
        self.shared_parts.borrow_mut().push((part.clone(), id));
        Ok(id)
    }

    fn decompressed(&self, sequence: i64, dictionary: u32, body: &[u8]) -> Result<String> {
        self.compressor.borrow_mut().decompress(dictionary, body).ok_or_else(|| unreadable(sequence))
    }

    fn notification_head(&self, (sequence, _, dictionary, body): NotificationRow) -> Result<NotificationHead> {
        let text = self.decompressed(sequence, dictionary, &body)?;
        let StoredHead { event, created_at, .. } = stored_head(&text, sequence)?;
        Ok(NotificationHead { sequence: sequence.cast_unsigned(), event, created_at })
    }

    fn decompressed_notification(
        &self,
        (sequence, account, dictionary, body): NotificationRow,
    ) -> Result<NotificationRecord> {
        let text = self.decompressed(sequence, dictionary, &body)?;
        let StoredHead { id, event, reference, created_at } = stored_head(&text, sequence)?;
        let part = |line: &str| match line.strip_prefix(SHARED_MARK) {
            Some(id) => self.shared_part(id, sequence),
            None => Ok(line.into()),
        };
        let included = IncludedResources::of(text.split('\n').skip(1).map(part).collect::<Result<_>>()?);
        let account = Uuid::from_bytes(account).into();
        Ok(NotificationRecord {
            sequence: sequence.cast_unsigned(),
            id,
            account,
            event,
            reference,
            included,
            created_at,
        })
    }

    fn shared_part(&self, id: &str, sequence: i64) -> Result<Arc<str>> {
        let id: i64 = id.parse().map_err(|_| unreadable(sequence))?;
        let same = |(part, part_id): &(Arc<str>, i64)| (*part_id == id).then(|| part.clone());
        if let Some(part) = self.shared_parts.borrow().iter().find_map(same) {
            return Ok(part);
        }
        let found = self
            .first("SELECT dictionary, body FROM shared_parts WHERE id = ?1", [id], |row| {
                Ok((row.get::<_, u32>(0)?, row.get::<_, Vec<u8>>(1)?))
            })?
            .and_then(|(dictionary, body)| self.compressor.borrow_mut().decompress(dictionary, &body));
        let part: Arc<str> = found.ok_or_else(|| unreadable(sequence))?.into();
        // Several notifications of a page have the same part.
        self.shared_parts.borrow_mut().push((part.clone(), id));
        Ok(part)
    }
}

fn row(row: &Row<'_>) -> rusqlite::Result<NotificationRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

/// The first line of the text of a notification.
fn stored_head(text: &str, sequence: i64) -> Result<StoredHead> {
    serde_json::from_str(text.split('\n').next().unwrap_or_default()).map_err(|_| unreadable(sequence))
}

fn unreadable(sequence: i64) -> Error {
    Error::new(ErrorKind::Store, format!("the notification {sequence} of the feed cannot be read"))
}

fn digest(account: Option<[u8; 16]>, key_text: &str) -> [u8; 16] {
    let mut digest = Sha256::new();
    digest.update(account.unwrap_or_default());
    digest.update(key_text);
    *digest.finalize().first_chunk().expect("a digest of 32 bytes")
}
