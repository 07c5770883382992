//! Notices as their rows have them: packed, and long parts that several share apart.
//!
//! The text of a notification is a line that describes it and a line for each part of what was told; a part that stands apart
//! is a line with its number.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use rusqlite::Row;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::columns::{capped, from_json, key, to_json};
use super::packing::Packed;
use super::session::Session;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::ToOne;
use crate::resources::{AccountId, EventName, WebhookNotificationId};
use crate::store::{IncludedResources, NotificationRecord};

/// Parts of more bytes stand apart, once for all notifications of a transaction that have them.
const LONG: usize = 4 * 1024;

/// Begins the line of a part that stands apart. No JSON begins with it.
const APART: char = '@';

/// The first line of a notification.
#[derive(Serialize, Deserialize)]
struct Head {
    id: WebhookNotificationId,
    event: EventName,
    reference: ToOne,
    created_at: DateTime<Utc>,
}

/// A notification as rows of the first version have it.
#[derive(Deserialize)]
struct Plain {
    id: WebhookNotificationId,
    account: AccountId,
    event: EventName,
    reference: ToOne,
    included: String,
    created_at: DateTime<Utc>,
}

/// A row: place, account, dictionary, body.
type Found = (i64, [u8; 16], u32, Vec<u8>);

impl Session<'_> {
    pub(super) fn tell(&self, notification: &NotificationRecord, known: &str) -> Result<Option<u64>> {
        let account = key(&notification.account);
        let told = "SELECT 1 FROM notices WHERE account = ?1 AND key = ?2";
        if self.first(told, (account, known), |_| Ok(()))?.is_some() {
            return Ok(None);
        }
        let digest = digest(account, known);
        if self.first("SELECT 1 FROM told WHERE key = ?1", [digest], |_| Ok(()))?.is_some() {
            return Ok(None);
        }
        let Packed { dictionary, bytes } = self.pack(notification)?;
        let insert = "INSERT INTO told (account, key, dictionary, body) VALUES (?1, ?2, ?3, ?4)";
        self.change(insert, (account, digest, dictionary, bytes))?;
        Ok(Some(self.last_place()))
    }

    pub(super) fn told(&self, account: &AccountId, after: u64, limit: usize) -> Result<Vec<NotificationRecord>> {
        let Ok(after) = i64::try_from(after) else { return Ok(Vec::new()) };
        let plain =
            "SELECT sequence, body FROM notices WHERE account = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3";
        let mut notifications: Vec<NotificationRecord> =
            self.rows(plain, (key(account), after, capped(limit)), plain_row)?.into_iter().collect::<Result<_>>()?;
        // Places of the first version come before all others.
        let packed = "SELECT sequence, account, dictionary, body FROM told
             WHERE account = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3";
        let left = capped(limit - notifications.len());
        for found in self.rows(packed, (key(account), after, left), packed_row)? {
            notifications.push(self.unpack(found)?);
        }
        Ok(notifications)
    }

    pub(super) fn told_at(&self, sequence: u64) -> Result<Option<NotificationRecord>> {
        let Ok(sequence) = i64::try_from(sequence) else { return Ok(None) };
        let packed = "SELECT sequence, account, dictionary, body FROM told WHERE sequence = ?1";
        if let Some(found) = self.first(packed, [sequence], packed_row)? {
            return self.unpack(found).map(Some);
        }
        self.first("SELECT sequence, body FROM notices WHERE sequence = ?1", [sequence], plain_row)?.transpose()
    }

    fn pack(&self, notification: &NotificationRecord) -> Result<Packed> {
        let head = Head {
            id: notification.id.clone(),
            event: notification.event.clone(),
            reference: notification.reference.clone(),
            created_at: notification.created_at,
        };
        let mut text = to_json(&head)?;
        for part in notification.included.parts() {
            text.push('\n');
            match part.len() > LONG || part.contains('\n') || part.starts_with(APART) {
                true => text += &format!("{APART}{}", self.passage(part)?),
                false => text += part,
            }
        }
        Ok(self.packer.borrow_mut().pack(&text))
    }

    /// Where a part stands apart. The same part of several notifications is told by its address: nothing is compared.
    fn passage(&self, part: &Arc<str>) -> Result<i64> {
        let known = |(known, place): &(Arc<str>, i64)| Arc::ptr_eq(known, part).then_some(*place);
        if let Some(place) = self.passages.borrow().iter().find_map(known) {
            return Ok(place);
        }
        let Packed { dictionary, bytes } = self.packer.borrow_mut().pack(part);
        self.change("INSERT INTO passages (dictionary, body) VALUES (?1, ?2)", (dictionary, bytes))?;
        let place = self.last_place().cast_signed();
        self.passages.borrow_mut().push((part.clone(), place));
        Ok(place)
    }

    fn unpack(&self, (sequence, account, dictionary, body): Found) -> Result<NotificationRecord> {
        let text = self.packer.borrow_mut().unpack(dictionary, &body).ok_or_else(|| unreadable(sequence))?;
        let mut lines = text.split('\n');
        let head: Head = from_json(lines.next().unwrap_or_default())?;
        let part = |line: &str| match line.strip_prefix(APART) {
            Some(place) => self.passage_at(place, sequence),
            None => Ok(line.into()),
        };
        let parts = lines.map(part).collect::<Result<_>>()?;
        Ok(record(sequence, uuid::Uuid::from_bytes(account).into(), head, IncludedResources::of(parts)))
    }

    fn passage_at(&self, place: &str, sequence: i64) -> Result<Arc<str>> {
        let place: i64 = place.parse().map_err(|_| unreadable(sequence))?;
        let known = |(part, known): &(Arc<str>, i64)| (*known == place).then(|| part.clone());
        if let Some(part) = self.passages.borrow().iter().find_map(known) {
            return Ok(part);
        }
        let found = self
            .first("SELECT dictionary, body FROM passages WHERE id = ?1", [place], |row| {
                Ok((row.get::<_, u32>(0)?, row.get::<_, Vec<u8>>(1)?))
            })?
            .and_then(|(dictionary, body)| self.packer.borrow_mut().unpack(dictionary, &body));
        let part: Arc<str> = found.ok_or_else(|| unreadable(sequence))?.into();
        // A page of notifications of one moment has it many times.
        self.passages.borrow_mut().push((part.clone(), place));
        Ok(part)
    }
}

fn packed_row(row: &Row<'_>) -> rusqlite::Result<Found> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}

fn plain_row(row: &Row<'_>) -> rusqlite::Result<Result<NotificationRecord>> {
    let sequence: i64 = row.get(0)?;
    let plain = from_json::<Plain>(row.get_ref(1)?.as_str()?);
    Ok(plain.map(|plain| {
        let Plain { id, account, event, reference, included, created_at } = plain;
        record(sequence, account, Head { id, event, reference, created_at }, IncludedResources::of_array(&included))
    }))
}

fn record(sequence: i64, account: AccountId, head: Head, included: IncludedResources) -> NotificationRecord {
    let Head { id, event, reference, created_at } = head;
    NotificationRecord { sequence: sequence.cast_unsigned(), id, account, event, reference, included, created_at }
}

fn unreadable(sequence: i64) -> Error {
    Error::new(ErrorKind::Store, format!("the notification at place {sequence} of the feed cannot be read"))
}

/// Tells a notification from every other in a fraction of the space its key takes.
fn digest(account: Option<[u8; 16]>, known: &str) -> [u8; 16] {
    let mut digest = Sha256::new();
    digest.update(account.unwrap_or_default());
    digest.update(known);
    *digest.finalize().first_chunk().expect("a digest of 32 bytes")
}
