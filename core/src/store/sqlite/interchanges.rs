//! Queries of recorded EDI interchanges and their messages.

use rusqlite::params;
use uuid::Uuid;

use super::columns::{capped, key, micros, moment, unreadable, with_checksums, without_checksum, without_checksums};
use super::session::Tx;
use crate::error::{Error, Result};
use crate::resources::AccountId;
use crate::store::{BlobId, InterchangeRecord, Rows, UnreadMessageRecord, UnreadableRow};

impl Tx<'_> {
    /// Adds an interchange, and returns its number, which is higher than all earlier ones. The account must not have an interchange with this
    /// digest.
    pub fn add_interchange(&self, record: &InterchangeRecord) -> Result<u64> {
        let InterchangeRecord { account, digest, sender, control_number, received_at } = record;
        self.change(
            "INSERT INTO interchanges (account, digest, sender, control_number, received) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![key(account), digest.0, sender, control_number, micros(*received_at)],
        )?;
        Ok(self.last_row_id())
    }

    /// The interchange of the account with this digest, and its number.
    pub fn interchange(&self, account: &AccountId, digest: &BlobId) -> Result<Option<(u64, InterchangeRecord)>> {
        let sql =
            "SELECT number, sender, control_number, received FROM interchanges WHERE account = ?1 AND digest = ?2";
        self.first(sql, (key(account), digest.0), |row| {
            let record = InterchangeRecord {
                account: account.clone(),
                digest: *digest,
                sender: row.get(1)?,
                control_number: row.get(2)?,
                received_at: moment(row.get(3)?),
            };
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), record))
        })
    }

    /// The number of interchanges of the account from this sender with this control number.
    pub fn count_interchanges(&self, account: &AccountId, sender: &str, control_number: &str) -> Result<u64> {
        let sql = "SELECT count(*) FROM interchanges WHERE account = ?1 AND sender = ?2 AND control_number = ?3";
        self.number(sql, (key(account), sender, control_number))
    }

    /// Stores the outcome of the message at a position of an interchange, and in `unread` the text of a message from which nothing could be
    /// recorded.
    pub fn add_interchange_message(
        &self,
        account: &AccountId,
        interchange: u64,
        position: u32,
        outcome: &str,
        unread: Option<&str>,
    ) -> Result<()> {
        self.run(
            "INSERT INTO interchange_messages (interchange, position, account, text, body) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![capped(interchange), position, key(account), unread, with_checksums(outcome.to_owned(), unread)],
        )
    }

    /// The outcome of the message at a position of an interchange.
    pub fn interchange_message(&self, interchange: u64, position: u32) -> Result<Option<String>> {
        let sql = "SELECT body FROM interchange_messages WHERE interchange = ?1 AND position = ?2";
        let stored: Option<String> = self.first(sql, (capped(interchange), position), |row| row.get(0))?;
        stored.map(|stored| outcome(interchange, &stored)).transpose()
    }

    /// The outcomes of the messages of an interchange, sorted by position.
    pub fn interchange_messages(&self, interchange: u64) -> Result<Vec<String>> {
        let sql = "SELECT body FROM interchange_messages WHERE interchange = ?1 ORDER BY position";
        let stored: Vec<String> = self.rows(sql, (capped(interchange),), |row| row.get(0))?;
        stored.iter().map(|stored| outcome(interchange, stored)).collect()
    }

    /// The messages of the account from which nothing could be recorded, those of the newest interchange first. Damaged ones are left out.
    pub fn unread_messages(&self, account: &AccountId, limit: usize) -> Result<Vec<UnreadMessageRecord>> {
        let sql = "SELECT m.interchange, m.position, i.sender, i.control_number, i.received, m.body, m.text
             FROM interchange_messages m JOIN interchanges i ON i.number = m.interchange
             WHERE m.account = ?1 AND m.text IS NOT NULL ORDER BY m.interchange DESC, m.position LIMIT ?2";
        let found = self.rows(sql, (key(account), capped(limit)), |row| {
            Ok(UnreadMessageRecord {
                interchange: row.get::<_, i64>(0)?.cast_unsigned(),
                position: row.get(1)?,
                sender: row.get(2)?,
                control_number: row.get(3)?,
                received_at: moment(row.get(4)?),
                outcome: row.get(5)?,
                text: row.get(6)?,
            })
        })?;
        let mut rows = Rows::default();
        for message in found {
            match without_checksums(&message.outcome, &message.text) {
                Ok(outcome) => rows.readable.push(UnreadMessageRecord { outcome, ..message }),
                Err(why) => {
                    let id = Uuid::from_u64_pair(message.interchange, message.position.into());
                    let error = damaged(message.interchange, why);
                    rows.unreadable.push(UnreadableRow { account: account.clone(), id, error });
                }
            }
        }
        Ok(self.readable(rows))
    }

    /// The number of bytes of the stored texts of such messages. Cheap.
    pub fn unread_bytes(&self, account: &AccountId) -> Result<u64> {
        self.stored_count("unread edi", account)
    }

    /// Deletes the text of such a message. False if there is no text.
    pub fn discard_unread_message(&self, account: &AccountId, interchange: u64, position: u32) -> Result<bool> {
        let sql = "UPDATE interchange_messages SET text = NULL
             WHERE account = ?1 AND interchange = ?2 AND position = ?3 AND text IS NOT NULL";
        Ok(self.change(sql, (key(account), capped(interchange), position))? > 0)
    }
}

/// The outcome of a message, without the checksum of the message.
fn outcome(interchange: u64, stored: &str) -> Result<String> {
    without_checksum(stored).map(Into::into).map_err(|why| damaged(interchange, why))
}

fn damaged(interchange: u64, why: &str) -> Error {
    unreadable(&format!("a message of the EDI interchange {interchange}"), why)
}
