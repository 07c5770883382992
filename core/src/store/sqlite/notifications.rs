//! Rows of notifications: compressed, with long parts stored once for all notifications that have them.
//!
//! The text of a notification is a line that describes it, then a line for each included part. A shared part is a line with its id.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use rusqlite::Row;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::columns::{capped, from_json, key, to_json};
use super::compression::Compressed;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::ToOne;
use crate::resources::{AccountId, EventName, WebhookNotificationId};
use crate::store::{IncludedResources, NotificationRecord};

/// Longer parts, in bytes, are shared parts.
const LONG: usize = 4 * 1024;

/// Begins the line of a shared part. No JSON begins with it.
const SHARED: char = '@';

/// The first line of a notification.
#[derive(Serialize, Deserialize)]
struct Head {
    id: WebhookNotificationId,
    event: EventName,
    reference: ToOne,
    created_at: DateTime<Utc>,
}

/// A row: sequence, account, dictionary, body.
type Found = (i64, [u8; 16], u32, Vec<u8>);

impl Tx<'_> {
    pub(super) fn insert_notification(&self, notification: &NotificationRecord, known_by: &str) -> Result<Option<u64>> {
        let account = key(&notification.account);
        let digest = digest(account, known_by);
        if self.first("SELECT 1 FROM notifications WHERE key = ?1", [digest], |_| Ok(()))?.is_some() {
            return Ok(None);
        }
        let Compressed { dictionary, bytes } = self.compressed_notification(notification)?;
        let insert = "INSERT INTO notifications (account, key, dictionary, body) VALUES (?1, ?2, ?3, ?4)";
        self.change(insert, (account, digest, dictionary, bytes))?;
        Ok(Some(self.last_place()))
    }

    pub(super) fn notifications_after(
        &self,
        account: &AccountId,
        after: u64,
        limit: usize,
    ) -> Result<Vec<NotificationRecord>> {
        let Ok(after) = i64::try_from(after) else { return Ok(Vec::new()) };
        let sql = "SELECT sequence, account, dictionary, body FROM notifications
             WHERE account = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3";
        let found = self.rows(sql, (key(account), after, capped(limit)), row)?;
        found.into_iter().map(|found| self.decompressed_notification(found)).collect()
    }

    pub(super) fn notification_at(&self, sequence: u64) -> Result<Option<NotificationRecord>> {
        let Ok(sequence) = i64::try_from(sequence) else { return Ok(None) };
        let sql = "SELECT sequence, account, dictionary, body FROM notifications WHERE sequence = ?1";
        self.first(sql, [sequence], row)?.map(|found| self.decompressed_notification(found)).transpose()
    }

    fn compressed_notification(&self, notification: &NotificationRecord) -> Result<Compressed> {
        let head = Head {
            id: notification.id.clone(),
            event: notification.event.clone(),
            reference: notification.reference.clone(),
            created_at: notification.created_at,
        };
        let mut text = to_json(&head)?;
        for part in notification.included.parts() {
            text.push('\n');
            match part.len() > LONG || part.contains('\n') || part.starts_with(SHARED) {
                true => text += &format!("{SHARED}{}", self.shared_part_id(part)?),
                false => text += part,
            }
        }
        self.compressed(&text)
    }

    fn compressed(&self, text: &str) -> Result<Compressed> {
        let compressed = self.compressor.borrow_mut().compress(text);
        compressed.ok_or_else(|| Error::new(ErrorKind::Store, "a notification is too long to be stored"))
    }

    /// The id of a shared part, which is inserted if this transaction did not insert it yet. Parts are compared by address only.
    fn shared_part_id(&self, part: &Arc<str>) -> Result<i64> {
        let same = |(known, id): &(Arc<str>, i64)| Arc::ptr_eq(known, part).then_some(*id);
        if let Some(id) = self.shared_parts.borrow().iter().find_map(same) {
            return Ok(id);
        }
        let Compressed { dictionary, bytes } = self.compressed(part)?;
        self.change("INSERT INTO shared_parts (dictionary, body) VALUES (?1, ?2)", (dictionary, bytes))?;
        let id = self.last_place().cast_signed();
        self.shared_parts.borrow_mut().push((part.clone(), id));
        Ok(id)
    }

    fn decompressed_notification(&self, (sequence, account, dictionary, body): Found) -> Result<NotificationRecord> {
        let text = self.compressor.borrow_mut().decompress(dictionary, &body);
        let text = text.ok_or_else(|| unreadable(sequence))?;
        let mut lines = text.split('\n');
        let Head { id, event, reference, created_at } = from_json(lines.next().unwrap_or_default())?;
        let part = |line: &str| match line.strip_prefix(SHARED) {
            Some(id) => self.shared_part(id, sequence),
            None => Ok(line.into()),
        };
        let included = IncludedResources::of(lines.map(part).collect::<Result<_>>()?);
        let account = uuid::Uuid::from_bytes(account).into();
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
        let same = |(part, known): &(Arc<str>, i64)| (*known == id).then(|| part.clone());
        if let Some(part) = self.shared_parts.borrow().iter().find_map(same) {
            return Ok(part);
        }
        let found = self
            .first("SELECT dictionary, body FROM shared_parts WHERE id = ?1", [id], |row| {
                Ok((row.get::<_, u32>(0)?, row.get::<_, Vec<u8>>(1)?))
            })?
            .and_then(|(dictionary, body)| self.compressor.borrow_mut().decompress(dictionary, &body));
        let part: Arc<str> = found.ok_or_else(|| unreadable(sequence))?.into();
        // Several notifications of one page have the same part.
        self.shared_parts.borrow_mut().push((part.clone(), id));
        Ok(part)
    }
}

fn row(row: &Row<'_>) -> rusqlite::Result<Found> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn unreadable(sequence: i64) -> Error {
    Error::new(ErrorKind::Store, format!("the notification at place {sequence} of the feed cannot be read"))
}

/// The key column of a notification, shorter than the key itself.
fn digest(account: Option<[u8; 16]>, known_by: &str) -> [u8; 16] {
    let mut digest = Sha256::new();
    digest.update(account.unwrap_or_default());
    digest.update(known_by);
    *digest.finalize().first_chunk().expect("a digest of 32 bytes")
}
