//! Subscriptions and their receipts.

use chrono::{DateTime, Utc};
use rusqlite::params;
use uuid::Uuid;

use super::columns::{capped, key, micros, to_record};
use super::session::Tx;
use crate::error::Result;
use crate::resources::AccountId;
use crate::store::{BlobId, Rows, SubscriptionRecord};

const FAMILY: &str = "subscription";

impl Tx<'_> {
    /// Adds or replaces a subscription.
    pub fn put_subscription(&self, record: &SubscriptionRecord) -> Result<()> {
        let body = self.sealed("subscriptions", &record.account, record.id, to_record(record)?)?;
        let carrier_id = record.carrier().map(|carrier| carrier.subscription_id.as_deref().unwrap_or_default());
        self.run(
            "INSERT INTO subscriptions (id, account, carrier_id, due, created, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO UPDATE SET account = ?2, carrier_id = ?3, due = ?4, created = ?5, body = ?6",
            params![
                record.id.as_bytes(),
                key(&record.account),
                carrier_id,
                record.due.map(micros),
                micros(record.created_at),
                body
            ],
        )
    }

    /// The subscription with this id, of any account.
    pub fn subscription(&self, id: Uuid) -> Result<Option<SubscriptionRecord>> {
        let found =
            self.whole_rows(FAMILY, "SELECT account, id, body FROM subscriptions WHERE id = ?1", [id.as_bytes()])?;
        found.one()
    }

    /// The subscriptions of the account, oldest first.
    pub fn subscriptions(&self, account: &AccountId) -> Result<Vec<SubscriptionRecord>> {
        let sql = "SELECT account, id, body FROM subscriptions WHERE account = ?1 ORDER BY created, id";
        self.whole_rows(FAMILY, sql, [key(account)]).map(|rows| self.readable(rows))
    }

    /// The subscriptions of all accounts to which an id of a carrier can refer: those with this id, then those whose id at the carrier is
    /// unknown, oldest first. Returns at most `limit` after the first `skip`, including unreadable rows.
    pub fn subscriptions_by_carrier_id(&self, id: &str, skip: usize, limit: usize) -> Result<Rows<SubscriptionRecord>> {
        let sql = "SELECT account, id, body FROM subscriptions WHERE carrier_id IN (?1, '')
             ORDER BY carrier_id = '', created, id LIMIT ?3 OFFSET ?2";
        self.whole_rows(FAMILY, sql, (id, capped(skip), capped(limit)))
    }

    /// The subscriptions of all accounts that are due at `now`, the longest due first.
    pub fn due_subscriptions(&self, now: DateTime<Utc>, limit: usize) -> Result<Rows<SubscriptionRecord>> {
        let sql = "SELECT account, id, body FROM subscriptions WHERE due <= ?1 ORDER BY due LIMIT ?2";
        self.whole_rows(FAMILY, sql, (micros(now), capped(limit)))
    }

    /// Deletes a subscription and its receipts. False if it does not exist.
    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<bool> {
        let sql = "DELETE FROM subscriptions WHERE account = ?1 AND id = ?2";
        Ok(self.change(sql, (key(account), id.as_bytes()))? > 0)
    }

    /// Records that a subscription received something with this digest. False if it received the same before.
    pub fn add_receipt(&self, subscription: Uuid, digest: &BlobId, at: DateTime<Utc>) -> Result<bool> {
        let sql = "INSERT INTO receipts (subscription, digest, received) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
        Ok(self.change(sql, (subscription.as_bytes(), digest.0, micros(at)))? > 0)
    }

    /// Whether a subscription received something with this digest.
    pub fn has_receipt(&self, subscription: Uuid, digest: &BlobId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM receipts WHERE subscription = ?1 AND digest = ?2)";
        Ok(self.number(sql, (subscription.as_bytes(), digest.0))? > 0)
    }
}
