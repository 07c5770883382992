//! Notifications of which deliveries are still to be written.

use rusqlite::Row;
use uuid::Uuid;

use super::columns::{key, micros, moment};
use super::session::Tx;
use crate::error::Result;
use crate::resources::{AccountId, EventName, WebhookId};
use crate::store::FanOut;

const ID_BYTES: usize = 16;

impl Tx<'_> {
    /// Adds or replaces a fan-out. One without webhooks is deleted.
    pub fn put_fan_out(&self, fan_out: &FanOut) -> Result<()> {
        let FanOut { account, notification, event, created_at, webhooks } = fan_out;
        let number = i64::try_from(*notification).unwrap_or(i64::MAX);
        if webhooks.is_empty() {
            let sql = "DELETE FROM fan_outs WHERE account = ?1 AND notification = ?2";
            return self.run(sql, (key(account), number));
        }
        let ids: Vec<u8> = webhooks.iter().flat_map(|webhook| key(webhook).unwrap_or_default()).collect();
        self.run(
            "INSERT INTO fan_outs (account, notification, event, created, webhooks) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET webhooks = ?5",
            (key(account), number, event.as_str(), micros(*created_at), ids),
        )
    }

    /// Whether the account has fan-outs.
    pub fn has_fan_outs(&self, account: &AccountId) -> Result<bool> {
        Ok(self.number("SELECT EXISTS (SELECT 1 FROM fan_outs WHERE account = ?1)", [key(account)])? > 0)
    }

    /// The first account with fan-outs after another account, in the order of their ids.
    pub fn next_account_with_fan_outs(&self, after: Option<&AccountId>) -> Result<Option<AccountId>> {
        let sql = "SELECT account FROM fan_outs WHERE account > ?1 ORDER BY account LIMIT 1";
        Ok(self.ids(sql, [after.and_then(key).map_or(Vec::new(), |id| id.to_vec())])?.pop())
    }

    /// The oldest fan-out of the account.
    pub fn first_fan_out(&self, account: &AccountId) -> Result<Option<FanOut>> {
        let sql = "SELECT notification, event, created, webhooks FROM fan_outs WHERE account = ?1
             ORDER BY notification LIMIT 1";
        self.first(sql, [key(account)], |row| fan_out(account, row))
    }

    /// Whether the webhook exists.
    pub fn has_webhook(&self, account: &AccountId, id: &WebhookId) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM webhooks WHERE account = ?1 AND id = ?2)";
        Ok(self.number(sql, (key(account), key(id)))? > 0)
    }
}

fn fan_out(account: &AccountId, row: &Row<'_>) -> rusqlite::Result<FanOut> {
    let ids: Vec<u8> = row.get(3)?;
    let (ids, _) = ids.as_chunks::<ID_BYTES>();
    Ok(FanOut {
        account: account.clone(),
        notification: row.get::<_, i64>(0)?.cast_unsigned(),
        event: EventName::parse(row.get_ref(1)?.as_str()?),
        created_at: moment(row.get(2)?),
        webhooks: ids.iter().map(|id| Uuid::from_bytes(*id).into()).collect(),
    })
}
